"""Field engineering: a stand tries to cross an obstacle (ENG-04 to 08)."""

from __future__ import annotations

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import HowMany, Missing
from umpire.core.outcome import Objection, Outcome, number_of
from umpire.core.pools import DiceLine, Pool, check
from umpire.core.procedure import Procedure, throw
from umpire.game.act import Act
from umpire.game.facts import Facts, TypedLine, choices, key_of
from umpire.game.naming import find, none_such
from umpire.rulesets.asp.effects import Effect, Lay, Stopped
from umpire.rulesets.asp.field.terrain import mover_of
from umpire.rulesets.asp.group.movement import MARCH, TACTICAL, find_stand, where
from umpire.rulesets.asp.group.sequence import another_group, begins, in_play
from umpire.rulesets.asp.state import OBSTACLES, Mark, Position, Stand, State
from umpire.rulesets.asp.table import Table

MOVING = (MARCH, TACTICAL)
"""The steps of a player turn in which stands move."""


@frozen
class CrossSituation(Position):
    """A stand at an obstacle.

    `kind` is the kind of the obstacle. `mark` is the recorded obstacle, None if the obstacle is not recorded. `stops`
    is true if the obstacle can stop the stand. `goes` says in words how the stand moves.
    """

    stand: Stand
    goes: str
    kind: str
    mark: Mark | None
    stops: bool


def situate(state: State, table: Table, typed: TypedLine) -> CrossSituation:
    """Return the situation of `cross t1 over o1`, or `cross t1 kind=anti-tank`. Raises Mistake for unknown names."""
    if len(typed.named("")) != 1:
        raise HowMany("name one stand to cross", "for example: cross t1 over o1")
    stand = find_stand(state, typed.named("")[0])
    known = Facts(typed)
    mark = _mark(state, stand, known)
    kinds = key_of("kind", OBSTACLES)
    kind = known.settle("kind", kinds, worked_out=mark.kind if mark else None)
    known.finish()
    if kind is None:
        over = (
            f"cross {stand.id} over {key}, or " for key, mark in state.scene.marks.items() if mark.kind in OBSTACLES
        )
        raise Missing("the obstacle is missing", f"type {next(over, '')}cross {stand.id} kind=anti-tank")
    carried = state.stands.get(stand.towed)
    mover = mover_of(table, stand, table.type(carried.type) if carried else None)
    towing = any(other.towed == stand.id and not other.destroyed for other in state.stands.values())
    goes = f"which {'is on tow and ' if carried else 'tows and ' if towing else ''}moves like {mover} stands"
    stops = stopped_by(table, kind, mover, tows=towing or bool(carried))
    title = f"{stand.name} at an {kind} obstacle{f' {mark.id}' if mark else ''}"
    side = state.groups[stand.group].side
    return CrossSituation(title, side, known, state, table, stand, goes, kind, mark, stops)


def stopped_by(table: Table, kind: str, mover: str, *, tows: bool = False) -> bool:
    """Return whether an obstacle stops a mover.

    An anti-personnel obstacle also stops towed guns and their vehicles (ENG-04, ENG-07).
    """
    return mover in table.sections["crossing"][kind] or (tows and kind == "anti-personnel")


def _mark(state: State, stand: Stand, known: Facts) -> Mark | None:
    """Return the recorded obstacle that the line names, None if the obstacle is not recorded. Raises Mistake if the
    line has neither a known name nor a kind of obstacle.
    """
    obstacles = {key: mark for key, mark in state.scene.marks.items() if mark.kind in OBSTACLES}
    names = known.told.named("over")
    mark = find(names[0], obstacles) if names else None
    if mark or not names or "" in known.of_whom("kind"):
        return mark
    hint = f"type cross {stand.id} kind={OBSTACLES[0]}, or cross {stand.id} kind={OBSTACLES[1]}"
    raise none_such("obstacle", names[0], obstacles, hint)


def objections(sit: CrossSituation) -> tuple[Objection, ...]:
    """Return the objections to an attempt to cross."""
    found = []
    if not sit.state.scene.agreed("engineering"):
        found.append(sit.state.scene.not_agreed("engineering", "field engineering"))
    if sit.stand.aboard:
        found.append(Objection("BUS-04", f"{sit.stand.name}: it is aboard a vehicle, so the vehicle must cross"))
    if sit.mark and sit.mark.side == sit.side:
        found.append(Objection("ENG-04", f"{sit.mark.id}: this obstacle belongs to the side of the stand"))
    return tuple(found)


def out_of_turn(state: State, table: Table, sit: CrossSituation) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises. A stand crosses as part of a move in its own turn
    (SEQ-01, ENG-05).
    """
    stopped, clock = in_play(state), state.clock
    if stopped:
        return stopped
    if clock.side != sit.side:
        return (Objection("SEQ-01", f"{sit.stand.name}: it moves only in a turn of {sit.side}"),)
    if clock.step not in MOVING:
        return (Objection("SEQ-06", f"stands move in steps {' and '.join(map(str, MOVING))}; now: {where(state)}"),)
    group = state.groups[sit.stand.group]
    found = another_group(state, group) if clock.step == TACTICAL and clock.open != group.id else ()
    if sit.stand.stopped:
        words = f"{sit.stand.name}: it was stopped at the obstacle, and may try again with a later move"
        found = (*found, Objection("ENG-08", words))
    return found


def crossing_pool(table: Table, side: str, name: str, markers: int) -> Pool:
    """Return the roll to cross an obstacle: 4+ succeeds, and suppression markers lower the roll (ENG-05)."""
    rows = table.sections["crossing"]
    lines = [DiceLine(name, rows["need"], "to cross an obstacle", "ENG-05", "need")]
    reached = [(least, amount) for least, amount in rows["markers"] if markers >= least]
    counted = number_of(markers, "suppression marker")
    least, amount = reached[-1] if reached else rows["markers"][0]
    lines.append(DiceLine(name, amount, counted, "ENG-05", "roll", "" if reached else f"from {least} on"))
    return check("crossing", side, f"{name} to cross", tuple(lines), rule="ENG-05")


def cross(sit: CrossSituation) -> Procedure[Outcome]:
    """Return the outcome of the attempt: the stand gets across, or the obstacle stops it for this move (ENG-08)."""
    name = sit.stand.name
    effects: list[Effect] = [*begins(sit.state, sit.stand.group)]
    words: list[str] = []
    if sit.mark and not sit.mark.declared:
        effects.append(Lay(replace(sit.mark, declared=True)))
        words.append(f"{sit.mark.id} is declared: {sit.kind} (ENG-04)")
    if not sit.stops:
        words.append(f"no roll: an {sit.kind} obstacle does not stop {name}, {sit.goes} (ENG-07)")
        return Outcome(tuple(effects), tuple(words), (f"{name}: across",), (), ((name, "across"),))
    over = yield from throw(crossing_pool(sit.table, sit.side, name, sit.stand.markers), read=bool)
    words.append(
        f"{name}: across (ENG-05)" if over else f"{name}: it is stopped, and may try again with a later move (ENG-08)"
    )
    hand = f"{name}: across" if over else f"{name}: stop at the obstacle, and end the move"
    effects += [] if over else [Stopped(sit.stand.id)]
    return Outcome(tuple(effects), tuple(words), (hand,), (), ((name, "across" if over else "stopped"),))


ACT = Act(
    verb="cross",
    words="A stand that touches an obstacle tries to cross it",
    usage="cross STAND over OBSTACLE | cross STAND kind=anti-tank",
    connectors=("over",),
    facts={"kind": "the kind of an obstacle that is not recorded: anti-tank or anti-personnel"},
    choices=choices(kind="anti-tank anti-personnel"),
    adds_to="crossing",
    situate=situate,
    objections=objections,
    procedure=cross,
    out_of_turn=out_of_turn,
)
