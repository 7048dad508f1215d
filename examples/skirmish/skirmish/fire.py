"""One squad fires at another."""

from types import SimpleNamespace
from typing import Any

from skirmish.scenario import Squad, State
from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import DiceLine, Pool, dice_pool
from umpire.core.procedure import Procedure, throw
from umpire.core.readings import Hits
from umpire.game.act import Act, Situation
from umpire.game.facts import Facts, TypedLine, whole, yes_or_no
from umpire.game.rulebook.modifiers import read_modifiers


@frozen
class Shot(Situation):
    target: Squad
    pool: Pool
    no: tuple[Objection, ...]


def aim(state: State, table: Any, typed: TypedLine) -> Shot:
    if len(typed.named("")) != 1 or len(typed.named("at")) != 1:
        raise Mistake("one squad fires at one squad", "for example: fire red at blue 8")
    squad, target, known = state.squad(typed.named("")[0]), state.squad(typed.named("at")[0]), Facts(typed)
    weapon, limits = table["weapons"][squad.weapon], table["limits"]
    reach = known.settle("range", whole(0, 99, "range"), assume=limits["range"], words=f"{limits['range']} inches away")
    known.settle("cover", yes_or_no("cover"), assume=False, words=f"{target.id} in the open")
    known.finish()
    rows = read_modifiers(table, limits).lines("fire", SimpleNamespace(**known.values), squad.id)
    lines = (DiceLine(squad.id, weapon["dice"], squad.weapon, weapon["rule"]), *rows)
    pool = dice_pool("fire", squad.side, f"{squad.id} fires", lines, Hits(limits["hits"]), "FIRE-01")
    far = (Objection("FIRE-05", f"{reach} is beyond {weapon['reach']}"),) if reach > weapon["reach"] else ()
    return Shot(f"{squad.id} fires at {target.id}", squad.side, known, target, pool, far)


def fire(shot: Shot) -> Procedure[Outcome]:
    target = shot.target
    hits = yield from throw(shot.pool, read=lambda hits: min(hits, target.men))
    after = replace(target, men=target.men - hits)
    words, instructions = f"{target.id} loses {hits}", (f"{target.id} {target.men}→{after.men}",) if hits else ()
    return Outcome((after,), (words,), instructions, tally=((words.rpartition(" ")[0], hits),))


ACT = Act(
    "fire",
    "one squad fires at another",
    "fire SQUAD at SQUAD RANGE [cover=yes]",
    aim,
    fire,
    objections=lambda shot: shot.no,
    connectors=("at",),
    facts={"range": "inches between them, as 8", "cover": "the target is in cover: yes or no"},
    choices={"cover": ("yes", "no")},
    bare=lambda word: "range" if word[:1].isdigit() else None,
    adds_to="fire",
)
