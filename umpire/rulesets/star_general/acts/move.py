"""Moving: what the rules object to, what it costs to retreat, where everybody ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import cast

from umpire.core.hexes import Hex
from umpire.core.outcome import MOVE, Objection, Outcome, number_of
from umpire.core.procedure import Procedure, choose
from umpire.game.act import Act
from umpire.rulesets.star_general.acts.movement import Mover, MoveSituation, situate
from umpire.rulesets.star_general.board.moving import LISTS
from umpire.rulesets.star_general.board.observer import short_number
from umpire.rulesets.star_general.combat.aftermath import Loss, offered
from umpire.rulesets.star_general.effects import Effect, Hold, Lose, Moved, Place, apply
from umpire.rulesets.star_general.effects import hands as done
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Table
from umpire.rulesets.star_general.turn.headquarters import after_losses
from umpire.rulesets.star_general.turn.objectives import said, taken
from umpire.rulesets.star_general.turn.sequence import stands_to_move

POLICY = "off the core stand, as far as it goes"


def objections(sit: MoveSituation) -> tuple[Objection, ...]:
    """Every rule that says no: to each walk, and to where they all end."""
    found = [*(_named(fault, mover, sit) for mover in sit.movers for fault in mover.faults), *_crowded(sit)]
    return tuple({fault.words: fault for fault in found}.values())


def _named(fault: Objection, mover: Mover, sit: MoveSituation) -> Objection:
    """What is wrong with a walk, with whose it is where several move and the words do not say it."""
    alone = fault.of != "move" or not sit.movers[1:]
    return fault if alone else fault._replace(words=f"{mover.stand.name}: {fault.words}")


def _crowded(sit: MoveSituation) -> Iterator[Objection]:
    """One core stand in a hex, tested where they end (TSG-1.3-01, -05, 3SG-1-02). No ruling puts two into one."""
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
        assert mover.goal is not None  # on a map everybody goes somewhere
        other = places.setdefault(mover.goal, mover.stand)
        if other is not mover.stand:
            rule = sit.table.rules["stack_core" if other.side == mover.stand.side else "enemy_hex"]
            words = f"{other.name} is in {sit.state.map.grid.label(mover.goal)}"
            yield Objection(rule, words, final=True)


def out_of_turn(state: State, table: Table, sit: MoveSituation) -> tuple[Objection, ...]:
    """Whose turn it is to move, and who has moved."""
    return stands_to_move(state, table, tuple(mover.stand for mover in sit.movers))


def retreat_losses(core: Stand, supports: tuple[Stand, ...], due: int) -> tuple[Loss, ...]:
    """Every way to lose `due` strength points, or all there is: the owner chooses each (TSG-2.6-08, AMB-37).

    No support stand is left alone, so the last point of the core stand goes last. The default comes first: as much off
    the core stand as it can lose.
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
    """The owner pays for a retreat; asked only where there is more than one legal way."""
    if not due:
        return ()
    options = offered(retreat_losses(core, supports, due), ((core, supports),))
    words = f"{core.name} loses {number_of(due, 'strength point')}"
    return (yield from choose(f"retreat {core.id}", core.side, words, options, POLICY))


def move(sit: MoveSituation) -> Procedure[Outcome]:
    """They go where they go; retreating ones pay for the enemy zones of control on their way."""
    effects: list[Effect] = []
    words: list[str] = []
    hands: list[str] = []
    gone: list[str] = []
    for mover in sit.movers:
        loss = yield from pay(mover.stand, mover.supports, mover.started + mover.entered)
        effects += [Lose(name, points) for name, points in loss]
        words += _words(sit, mover)
        paid = apply(sit.state, tuple(Lose(name, points) for name, points in loss))
        hands += done(sit.state, paid, (stand.id for stand in (mover.stand, *mover.supports)))
        if dict(loss).get(mover.stand.id, 0) >= mover.stand.sp:
            gone.append(mover.stand.id)
        else:
            label = _label(sit, mover)
            effects += [Place(mover.stand.id, label)] if label else []
            effects.append(Moved(mover.stand.id, "normal" if mover.how == "shuffle" else mover.how))
            hands.append(f"{MOVE} {mover.stand.name} {label or _far(mover)}".strip())
        for hold in _held(sit, mover, arrives=mover.stand.id not in gone):
            effects.append(hold)
            words.append(f"{said(sit.state, hold)} ({sit.table.rules['objective']})")
    owed: list[str] = []
    now = apply(sit.state, tuple(effects)) if gone else sit.state
    for unit in dict.fromkeys(sit.state.stands[name].unit for name in gone):
        more = after_losses(sit.state, now, sit.table, unit)
        effects += cast("tuple[Effect, ...]", more.effects)
        hands += more.hands
        owed += more.owed
    return Outcome(tuple(effects), tuple(words), tuple(hands), tuple(owed))


def _far(mover: Mover) -> str:
    """How far it goes, where no map says where to."""
    return "" if mover.hexes is None else "1 hex" if mover.hexes == 1 else f"{mover.hexes} hexes"


def _label(sit: MoveSituation, mover: Mover) -> str:
    return sit.state.map.grid.label(mover.goal) if sit.state.map is not None and mover.goal is not None else ""


def _words(sit: MoveSituation, mover: Mover) -> Iterator[str]:
    """How far it went and why, what it halts at, what it may not do now."""
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
        yield f"{name} starts in an enemy zone of control: {cost} ({rules['retreat_start']})"
    if mover.entered:
        cost = number_of(mover.entered, "strength point")
        yield f"{name} goes through enemy zones of control: {cost} ({rules['retreat_zone']})"
    if mover.how == "strategic" and mover.stand.kind != "hq":
        then = "does not fire in this phase" if mover.stand.battery else "starts no combat this activation"
        yield f"{name} moved strategically: it {then} ({rules['strategic_attack']})"
    if mover.order == "M" and not mover.in_command:
        yield f"{name} is out of command: it attacks only if its HQ comes nearer ({rules['out_of_command']})"


def _held(sit: MoveSituation, mover: Mover, *, arrives: bool) -> Iterator[Hold]:
    """The objectives whose hex the stand leaves or enters: its side had a stand there last (TSG-11-03, AMB-63)."""
    game_map = sit.state.map
    if game_map is None:
        return
    entered = (*mover.path, mover.goal) if arrives else ()
    labels = (mover.stand.hex, *(game_map.grid.label(each) for each in entered if each is not None))
    yield from taken(sit.state, mover.stand.side, *labels)


ACT = Act(
    verb="move",
    words="Core stands move, shuffle or retreat, with what is with them",
    usage="move STAND to HEX [STAND to HEX ...] | move STAND HEX HEX ... | move STAND [hexes=2] without a map",
    facts={
        "strategic": "yes or no: a strategic move; else it is one where a normal move does not get there",
        "hexes": "how many hexes it went, where no map shows it",
        "zoc": "hexes of enemy zone of control entered by a retreat",
        "start_zoc": "yes or no: a retreat starts in an enemy zone of control",
        "command": "yes or no: in command",
        "mobility": "foot, wheeled, tracked or slow",
        "order": "M, H, D or R, of a stand: STAND.order=R",
        "terrain": "ground of a hex that the map has wrong: 0507.terrain=open",
    },
    bare=short_number("hexes"),
    lists=LISTS,
    situate=situate,
    objections=objections,
    procedure=move,
    out_of_turn=out_of_turn,
    edge="named",
)
