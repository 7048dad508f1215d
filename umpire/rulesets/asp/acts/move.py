"""Tactical moves, and the retreat of a battle group that has failed its morale test (TAC, BG)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, Gone, HowMany, WrongSort
from umpire.core.outcome import MOVE, REMOVE, Objection, Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act
from umpire.game.facts import Facts, TypedLine, choices, key_of, yes_or_no
from umpire.game.naming import find
from umpire.rulesets.asp.effects import Effect, HalfWay, Leave, given_up
from umpire.rulesets.asp.field.terrain import mover_of, place_of
from umpire.rulesets.asp.group.account import Bill, affordable, bill, first_of, lapse, share_of, too_dear, words_of
from umpire.rulesets.asp.group.movement import (
    CHOICES,
    FACTS,
    GROUND,
    GroupMove,
    bare_move,
    ends_closer,
    find_stand,
    hitched,
    may_be_towed,
    moved,
    of_a_move,
    off_the_table,
    rates,
    retreats,
    row_of,
    stays_off,
    still_to_retreat,
    way,
)
from umpire.rulesets.asp.group.options import too_far
from umpire.rulesets.asp.group.sequence import Tactical, done, held, out_of_turn
from umpire.rulesets.asp.state import Group, Stand, State, ruler
from umpire.rulesets.asp.table import Table

RETREAT = "retreat"
"""The move of a stand of a failed battle group, in place of an option (BG-06)."""


@frozen
class Mover:
    """One stand that moves.

    `option` is the letter of an option, or the word `retreat`. `share` is the part of a full move that the stand may
    make. `bill` is the payment for the move, None if nothing is paid. `behind` is the vehicle that tows the stand, None
    if no vehicle tows it. If `closer` is true, the move brings the stand nearer to the enemy. If `clear` is true, the
    stand ends its move 250 m away from the vehicle that carried it. If `edge` is true, the stand reaches the base edge
    in a retreat. If `off_table` is true, the stand is behind the baseline.
    """

    stand: Stand
    group: Group
    option: str
    share: Fraction
    rates: tuple[int, int]
    way: GroupMove
    bill: Bill | None
    behind: Stand | None
    closer: bool
    clear: bool
    edge: bool
    off_table: bool


@frozen
class MoveSituation(Tactical):
    """The stands that move, in the order in which they move. `place` is the place to which the stands move, "" if no
    place is named.
    """

    movers: tuple[Mover, ...]
    place: str


def situate(state: State, table: Table, typed: TypedLine) -> MoveSituation:
    """Return the situation of `move t1 t2 bad=100 400 to the ridge`, or of the retreat `move kg`. Raises Mistake for a
    wrong line.
    """
    known = Facts(typed)
    names = typed.named("")
    if not names:
        raise HowMany("the name of a stand to move is missing", "for example: move t1 400")
    stands = _stands(state, table, names)
    towing = tuple(_tow(known, state, table, stand) for stand in stands)
    pairs = [(stand, behind, behind is not None) for stand, behind in zip(stands, towing, strict=True)]
    named = [stand.id for stand in stands]
    pairs += [(vehicle, None, True) for vehicle in towing if vehicle and vehicle.id not in named]
    movers = tuple(_mover(known, state, table, *pair) for pair in pairs)
    known.finish()
    place = place_of(known, "to", movers[0].way.metres)
    if len({mover.option for mover in movers}) > 1:
        raise HowMany("these stands do not take the same option", "type a separate move line for each option")
    groups = tuple({mover.group.id: mover.group for mover in movers}.values())
    bills = tuple(mover.bill for mover in movers)
    return MoveSituation(_title(table, movers), groups[0].side, known, state, table, groups, bills, movers, place)


def _title(table: Table, movers: tuple[Mover, ...]) -> str:
    """Return the title: the stands that move, and the option."""
    option, names = movers[0].option, ", ".join(mover.stand.name for mover in movers)
    if option == RETREAT:
        return f"{names}: retreat towards the base edge"
    if movers[0].stand.option == option:
        return f"{names}: move after firing, with option {option}"
    return f"{names}: option {option}, {words_of(table, option)}"


def _stands(state: State, table: Table, names: tuple[str, ...]) -> tuple[Stand, ...]:
    """Return the stands that the line names, without duplicates.

    The name of a retreating battle group means all its stands that must still move back.
    """
    found: dict[str, Stand] = {}
    for name in names:
        group = find(name, state.groups, state.stands)
        if group is None:
            stand = find_stand(state, name)
            found[stand.id] = stand
            continue
        retreating = still_to_retreat(state, table, group)
        if not retreating:
            raise Gone(f"{group.name}: it has no stand that must retreat now", _instead(state, group))
        found |= {stand.id: stand for stand in retreating}
    return tuple(found.values())


def _instead(state: State, group: Group) -> str:
    """Return the hint for a line that names a battle group, although none of its stands must move back now."""
    if not group.failed:
        return "name the stands that move"
    if retreats(state, group):
        return "all stands of this battle group have moved back or are halted"
    return "this battle group retreats from its next turn on"


def _tow(known: Facts, state: State, table: Table, stand: Stand) -> Stand | None:
    """Return the vehicle that tows a gun in this move (MOVE-03); None if the gun is moved by hand."""
    if not may_be_towed(table, stand):
        return None
    name = known.settle("tow", str, subject=stand.id)
    if name is None or name.lower() in ("no", "none"):
        return None
    vehicle = find_stand(state, name)
    drives = table.type(vehicle.type).kind in table.towing.by
    if not drives or state.groups[vehicle.group].side != state.groups[stand.group].side:
        raise WrongSort(f"{vehicle.name}: it cannot tow {stand.name}", "name a vehicle of its side")
    return vehicle


def _mover(known: Facts, state: State, table: Table, stand: Stand, behind: Stand | None, towed: bool) -> Mover:
    group = state.groups[stand.group]
    retreat = retreats(state, group)
    option = RETREAT if retreat else _option(known, table, stand)
    row = row_of(known, table, stand, towed)
    goes_as = mover_of(table, stand, table.type(behind.type) if behind else None)
    going = way(known, stand.id, table, goes_as, ruler(state.scene, table))
    share = Fraction(1) if retreat else share_of(table, option)
    paid = retreat or (first_of(table, option) == "fire" and option == stand.option)
    account = None if paid else bill(known, state, table, stand, option)
    closer = ends_closer(known, stand)
    away = known.settle("away", yes_or_no("away"), subject=stand.id, assume=False)
    edge = retreat and known.settle("edge", yes_or_no("edge"), subject=stand.id, assume=False)
    pace = rates(table, row, "tactical")
    off = stays_off(known, table, stand, towed)
    return Mover(stand, group, option, share, pace, going, account, behind, closer, away, edge, off)


def _option(known: Facts, table: Table, stand: Stand) -> str:
    """Return the option typed.

    If no option is typed, a stand that has fired with option D or F keeps this option. Any other stand takes option A.
    Raises Mistake if a stand would move with option D or F before it fires.
    """
    pending = stand.option if first_of(table, stand.option) == "fire" else None
    letters = key_of("option", table.tactical)
    option = known.settle("option", letters, subject=stand.id, worked_out=pending, assume="A")
    if first_of(table, option) == "fire" and option != stand.option:
        raise BadValue(f"option {option} fires first", f"fire {stand.id} at ENEMY METRES option={option}")
    if not share_of(table, option):
        hint = (
            "fire STAND at ENEMY METRES"
            if table.tactical[option].fire
            else "bus INFANTRY with VEHICLE, or debus INFANTRY"
        )
        raise BadValue(f"option {option} is not a move", hint)
    return option


def objections(sit: MoveSituation) -> tuple[Objection, ...]:
    """Return the objections to each of these moves."""
    return tuple(each for mover in sit.movers for each in _forbidden(sit, mover))


def _forbidden(sit: MoveSituation, mover: Mover) -> Iterator[Objection]:
    stand, name = mover.stand, mover.stand.name
    if mover.group.failed and mover.option != RETREAT:
        yield Objection("BG-06", f"{mover.group.name}: it failed its morale test, so it retreats from its next turn on")
    if mover.option == RETREAT:
        yield from _no_retreat(sit, mover)
    elif mover.off_table:
        yield off_the_table(stand)
    if stand.aboard:
        yield Objection("BUS-04", f"{name}: it is aboard a vehicle and must de-bus first")
    yield from held(stand, closer=mover.closer)
    if mover.option != RETREAT and first_of(sit.table, mover.option) != "fire":
        yield from too_dear(sit.table, stand, mover.group, mover.option)
    if mover.way.barred:
        yield Objection(*mover.way.barred)
    yield from too_far(name, mover.way, mover.rates, mover.share)
    if mover.option == RETREAT and not mover.edge and mover.way.metres is not None:
        least = _least(sit.table)
        if mover.way.used(mover.rates) < least:
            words = (
                f"{name}: it moves only {sit.ruler.said(mover.way.metres)}; a retreat is at least {of_a_move(least)}"
            )
            yield Objection("BG-06", words)


def _least(table: Table) -> Fraction:
    """Return the least part of a full move that a retreating stand must go (BG-06)."""
    return Fraction(table.sections["shares"]["retreat_least"], 100)


def _no_retreat(sit: MoveSituation, mover: Mover) -> Iterator[Objection]:
    """Yield the objections to a retreat: the stand is off the table, is halted, or has moved back this turn."""
    stand, name = mover.stand, mover.stand.name
    if mover.off_table:
        yield Objection("BG-12", f"{name}: it is off the table, so it does not retreat")
    if stand.halted:
        yield Objection("BG-08", f"{name}: it is halted, so it does not move this turn")
    elif stand.moved and sit.state.clock.turn:
        yield Objection("BG-06", f"{name}: it already moved back this turn, and may make only one retreat move a turn")


def far(sit: MoveSituation) -> str:
    """Return in words the distances of a whole move and of shorter moves, in good and in bad going."""
    mover, letters = sit.movers[0], dict[Fraction, list[str]]()
    may_pay = affordable(sit.table, mover.group, mover.stand)
    moving = {option: share for option in sit.table.tactical if (share := share_of(sit.table, option))}
    for option, share in moving.items():
        if option in may_pay or not {*may_pay} & {*moving}:
            letters.setdefault(share, []).append(option)
    parts = letters if mover.option != RETREAT else [mover.share]
    every = sorted(parts, reverse=True)
    shown = [mover.way.at_most(mover.rates, share) for share in every]
    said = [f"{far} ({'MOVE-01' if share == 1 else 'TAC-10'})" for share, far in zip(every, shown, strict=True)]
    options = [f"option {' '.join(letters[share])}: " if len(every) > 1 else "" for share in every]
    return "; ".join(map(str.__add__, options, said))


def procedure(sit: MoveSituation) -> Procedure[Outcome]:
    """Return the outcome of the moves. No die is rolled."""
    state, effects = sit.state, list[Effect]()
    doing: dict[tuple[str, str], list[str]] = {}
    then: list[str] = []
    for mover in sit.movers:
        stand = mover.stand
        effects += moved(state, sit.table, stand, mover.way.gone(mover.rates, mover.share), clear=mover.clear)
        if first_of(sit.table, mover.option) == "move":
            effects.append(HalfWay(stand.id, mover.option))
            then.append(f"may now fire: {stand.name}; type `fire {stand.id} at ENEMY METRES`")
        elif stand.option:
            effects.append(HalfWay(stand.id, ""))
        doing.setdefault(_doing(sit.table, mover), []).append(stand.name)
        if mover.edge:
            effects += [Leave(each.id) for each in (stand, *state.aboard(stand.id))]
    effects += hitched((mover.stand, mover.behind) for mover in sit.movers)
    to = f" to {sit.place}" if sit.place else ""
    instructions = [f"{verb} {', '.join(names)} {how}{to}" for (verb, how), names in doing.items()]
    instructions += given_up(each for mover in sit.movers for each in (mover.stand, *state.aboard(mover.stand.id)))
    return settled(done(sit, effects, instructions, then, lapse(state, sit.movers[0].stand)))


def _doing(table: Table, mover: Mover) -> tuple[str, str]:
    """Return the instruction for a stand in two parts: the words before the name of the stand, and the words after the
    name.
    """
    words = mover.way.words(mover.rates, mover.share)
    if mover.edge:
        return REMOVE, "off the table, across the base edge (BG-14)"
    if mover.option == RETREAT:
        least = GroupMove(None, 0, mover.way.all_bad).words(mover.rates, _least(table)).removeprefix("up to ")
        return MOVE, f"{words if mover.way.metres is not None else f'{least} or more'} towards the base edge"
    return MOVE, words + (f" behind {mover.behind.name}" if mover.behind else "")


ACT = Act(
    verb="move",
    words="Tactical moves: the move of option A, the moves of options C to F, or a retreat",
    usage="move STAND... [METRES] [to PLACE] [option=C] [going=bad] [bad=METRES] | move GROUP",
    facts={
        **FACTS,
        "option": "A: move; C: half a move, then fire; D: fire, then half a move; E: move, then fire; "
        "F: fire, then move",
        "away": "yes or no: the move ends clear of the vehicle that the stand left",
        "edge": "yes or no: the retreating stand reaches its base edge",
    },
    choices={**CHOICES, **GROUND, **choices("away edge", option="A C D E F")},
    bare=bare_move,
    connectors=("to",),
    places=("to",),
    situate=situate,
    objections=objections,
    procedure=procedure,
    asks=False,
    out_of_turn=out_of_turn,
    far=far,
)
