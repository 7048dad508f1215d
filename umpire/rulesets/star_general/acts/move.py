"""Moving: the objections of the rules, the price of a retreat, the hexes where moves end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import cast

from umpire.core.hexes import Hex
from umpire.core.outcome import MOVE, Objection, Outcome, number_of
from umpire.core.procedure import Procedure, choose
from umpire.game.act import Act
from umpire.game.facts import choices
from umpire.rulesets.star_general.acts.movement import Mover, MoveSituation, situate
from umpire.rulesets.star_general.board.moving import LISTS
from umpire.rulesets.star_general.board.observer import short_number
from umpire.rulesets.star_general.combat.aftermath import Loss, offered
from umpire.rulesets.star_general.effects import Effect, Hold, Lose, Moved, Place, apply
from umpire.rulesets.star_general.effects import table_instructions as done
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Table
from umpire.rulesets.star_general.turn.headquarters import after_losses
from umpire.rulesets.star_general.turn.objectives import as_text, taken
from umpire.rulesets.star_general.turn.sequence import stands_to_move

POLICY = "the core stand takes as many of the losses as possible"


def objections(sit: MoveSituation) -> tuple[Objection, ...]:
    """Return the objections to each walk, and the objections if two core stands end in one hex."""
    found = [*(_named(fault, mover, sit) for mover in sit.movers for fault in mover.faults), *_crowded(sit)]
    return tuple({fault.words: fault for fault in found}.values())


def _named(fault: Objection, mover: Mover, sit: MoveSituation) -> Objection:
    """Return an objection to a walk. If several stands move, the objection names the stand."""
    alone = fault.depends_on != "move" or not sit.movers[1:]
    return fault if alone else fault._replace(words=f"{mover.stand.name}: {fault.words}")


def _crowded(sit: MoveSituation) -> Iterator[Objection]:
    """Yield the objections if two core stands end in one hex (TSG-1.3-01, -05, 3SG-1-02). A ruling cannot overrule
    these objections.
    """
    if sit.state.map is None:
        return
    places: dict[Hex, Stand] = {}
    moving = {mover.stand.id: mover.goal for mover in sit.movers}
    for stand in sit.state.stands.values():
        if stand.id not in moving and stand.alive and not stand.host:
            place = sit.state.place(stand)
            if place is not None:
                places[place] = stand
    for mover in sit.movers:
        assert mover.goal is not None  # on a map each move has a goal
        other = places.setdefault(mover.goal, mover.stand)
        if other is not mover.stand:
            rule = sit.table.rules["stack_core" if other.side == mover.stand.side else "enemy_hex"]
            words = f"{other.name} is in {sit.state.map.grid.label(mover.goal)}"
            yield Objection(rule, words, final=True)


def out_of_turn(state: State, table: Table, sit: MoveSituation) -> tuple[Objection, ...]:
    """Return the objections from the sequence of play: another unit's turn, or a stand that has moved."""
    return stands_to_move(state, table, tuple(mover.stand for mover in sit.movers))


def retreat_losses(core: Stand, supports: tuple[Stand, ...], due: int) -> tuple[Loss, ...]:
    """Return every way to lose `due` strength points (or all points that are left). The owner chooses (TSG-2.6-08,
    AMB-37).

    No support stand may be left alone: all support stands are lost before the last point of the core stand. In the
    first way, the default, the core stand loses as many points as possible.
    """
    due = min(due, core.sp + len(supports))
    found = []
    for fallen in range(len(supports) + 1):
        points = due - fallen
        if not 0 <= points <= core.sp or (points == core.sp and fallen < len(supports)):
            continue
        for chosen in combinations(supports, fallen):
            found.append(((core.id, points),) * (points > 0) + tuple((stand.id, 1) for stand in chosen))
    return tuple(found)


def pay(core: Stand, supports: tuple[Stand, ...], due: int) -> Procedure[Loss]:
    """Return the loss that pays for a retreat; ask the owner only if there is more than one legal way."""
    if not due:
        return ()
    options = offered(retreat_losses(core, supports, due), ((core, supports),))
    words = f"{core.name}, lose {number_of(due, 'strength point')}"
    return (yield from choose(f"retreat {core.id}", core.side, words, options, POLICY))


def move(sit: MoveSituation) -> Procedure[Outcome]:
    """Move the stands. Retreating stands pay for the enemy zones of control on their way."""
    effects: list[Effect] = []
    words: list[str] = []
    instructions: list[str] = []
    gone: list[str] = []
    for mover in sit.movers:
        loss = yield from pay(mover.stand, mover.supports, mover.started + mover.entered)
        effects += [Lose(name, points) for name, points in loss]
        words += _words(sit, mover)
        paid = apply(sit.state, tuple(Lose(name, points) for name, points in loss))
        instructions += done(sit.state, paid, (stand.id for stand in (mover.stand, *mover.supports)))
        if dict(loss).get(mover.stand.id, 0) >= mover.stand.sp:
            gone.append(mover.stand.id)
        else:
            label = _label(sit, mover)
            effects += [Place(mover.stand.id, label)] if label else []
            effects.append(Moved(mover.stand.id, "normal" if mover.how == "shuffle" else mover.how))
            instructions.append(f"{MOVE} {mover.stand.name} {label or _far(mover)}".strip())
        for hold in _held(sit, mover, arrives=mover.stand.id not in gone):
            effects.append(hold)
            words.append(f"{as_text(sit.state, hold)} ({sit.table.rules['objective']})")
    pending: list[str] = []
    now = apply(sit.state, tuple(effects)) if gone else sit.state
    for unit in dict.fromkeys(sit.state.stands[name].unit for name in gone):
        more = after_losses(sit.state, now, sit.table, unit)
        effects += cast("tuple[Effect, ...]", more.effects)
        instructions += more.instructions
        pending += more.pending
    return Outcome(tuple(effects), tuple(words), tuple(instructions), tuple(pending))


def _far(mover: Mover) -> str:
    """Return the length of the move in words; "" if the length is not known."""
    return "" if mover.hexes is None else "1 hex" if mover.hexes == 1 else f"{mover.hexes} hexes"


def _label(sit: MoveSituation, mover: Mover) -> str:
    return sit.state.map.grid.label(mover.goal) if sit.state.map is not None and mover.goal is not None else ""


def _words(sit: MoveSituation, mover: Mover) -> Iterator[str]:
    """Yield the words about a move, such as its length and its cost."""
    rules, name = sit.table.rules, mover.stand.name
    going, pace = mover.going, mover.pace
    why = f", {going.why} ({going.rule})" if going.why else ""
    if mover.hexes is not None:
        hexes = _far(mover)
        through = ""
        if sit.state.map is not None and len(mover.path) > 1:
            through = " by " + " ".join(sit.state.map.grid.label(each) for each in mover.path[:-1])
        yield f"{name}: {hexes} of {mover.most}{through}, {pace.words} ({pace.rule}){why}"
    elif why:
        yield f"{name}: {pace.words} ({pace.rule}){why}"
    if mover.halt:
        yield f"{mover.halt.words} ({mover.halt.rule})"
    if mover.started:
        cost = number_of(mover.started, "strength point")
        yield f"{name}: {cost} lost for starting in an enemy zone of control ({rules['retreat_start']})"
    if mover.entered:
        cost = number_of(mover.entered, "strength point")
        yield f"{name}: {cost} lost for entering enemy zones of control ({rules['retreat_zone']})"
    if mover.how == "strategic" and mover.stand.kind != "hq":
        then = "it may not fire in this phase" if mover.stand.battery else "it may not attack in this activation"
        yield f"{name}: after this strategic move {then} ({rules['strategic_attack']})"
    if mover.order == "M" and not mover.in_command:
        yield f"{name}: it is out of command, and may attack only if its HQ comes nearer ({rules['out_of_command']})"


def _held(sit: MoveSituation, mover: Mover, *, arrives: bool) -> Iterator[Hold]:
    """Yield the objectives that change hands because the stand leaves or enters their hexes (TSG-11-03, AMB-63)."""
    game_map = sit.state.map
    if game_map is None:
        return
    entered = (*mover.path, mover.goal) if arrives else ()
    labels = (mover.stand.hex, *(game_map.grid.label(each) for each in entered if each is not None))
    yield from taken(sit.state, mover.stand.side, *labels)


ACT = Act(
    verb="move",
    words="Move, shuffle or retreat core stands and the stands with them",
    usage="move STAND to HEX [STAND to HEX ...] | move STAND HEX HEX ... | move STAND [hexes=2] without a map",
    facts={
        "strategic": "yes or no: a strategic move; assumed only when a normal move is too short",
        "hexes": "the number of hexes the stand moved, if there is no map",
        "zoc": "how many hexes in enemy zones of control the retreat entered",
        "start_zoc": "yes or no: the retreat starts in an enemy zone of control",
        "command": "yes or no: the stand is in command",
        "mobility": "foot, wheeled, tracked or slow",
        "order": "the order: M, H, D or R; for one stand: STAND.order=R",
        "terrain": "terrain of a hex, if the map is wrong: 0507.terrain=open",
    },
    choices=choices("strategic start_zoc command", mobility="foot wheeled tracked slow", order="M H D R"),
    bare=short_number("hexes"),
    lists=LISTS,
    situate=situate,
    objections=objections,
    procedure=move,
    out_of_turn=out_of_turn,
    edge="named",
)
