"""Tactical moves: option A, the move part of options C to F, and the retreat of a failed battle group (TAC, BG)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.facts import Known, Told, one_of, yes_or_no
from umpire.rulesets.asp.effects import Effect, HalfWay, Leave
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.field.terrain import mover_of
from umpire.rulesets.asp.group.account import Bill, bill, lapse, settle_up, too_dear, unpaid
from umpire.rulesets.asp.group.movement import (
    Way,
    fire_marker_off,
    hitched,
    moved,
    off_the_table,
    rates,
    row_of,
    stays_off,
    way,
)
from umpire.rulesets.asp.group.naming import find_stand
from umpire.rulesets.asp.group.options import too_far, unthrown
from umpire.rulesets.asp.group.sequence import begins, turn_of
from umpire.rulesets.asp.group.whereabouts import TACTICAL, owed, retreats, still_to_retreat
from umpire.rulesets.asp.state import Group, Stand, State
from umpire.rulesets.asp.table import Table

HALF = Fraction(1, 2)
RETREAT = "retreat"
"""What a stand of a failed battle group does instead of taking an option (BG-06)."""


@dataclass(frozen=True, eq=False)
class Mover:
    """One stand that moves.

    `option` is A, C to F, or retreat; `share` the part of a full move it may go. `bill` is None where nothing is paid.
    `behind` is the vehicle that tows it. `closer` is whether it ends nearer to the enemy, `clear` whether 250 m away
    from the vehicle it left, `edge` whether it reaches the base edge in a retreat, `off_table`
    whether it stands behind the baseline.
    """

    stand: Stand
    group: Group
    option: str
    share: Fraction
    rates: tuple[int, int]
    way: Way
    bill: Bill | None
    behind: Stand | None
    closer: bool
    clear: bool
    edge: bool
    off_table: bool


@dataclass(frozen=True, eq=False)
class MoveSituation:
    """Stands that move, one after the other."""

    state: State
    table: Table
    movers: tuple[Mover, ...]
    known: Known
    also: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Who moves, and how."""
        first = self.movers[0]
        names = ", ".join(mover.stand.name for mover in self.movers)
        if first.option == RETREAT:
            return f"{names}: retreat towards the base edge"
        if first.stand.option == first.option:
            return f"{names}: the move of option {first.option}"
        return f"{names}: option {first.option}, {self.table.sections['tactical'][first.option]['words']}"

    @property
    def side(self) -> str:
        """Whose stands they are."""
        return self.movers[0].group.side

    @property
    def bills(self) -> tuple[Bill, ...]:
        """What is paid for all of them."""
        return tuple(mover.bill for mover in self.movers if mover.bill)


def situate(state: State, table: Table, told: Told) -> MoveSituation:
    """`move t1 400`, `move t1 t2 bad=100 400`, `move kg` for a whole battle group that retreats. Raises Mistake."""
    known = Known(told)
    names = told.named("")
    if not names:
        raise Mistake("nobody is named to move", "for instance: move t1 400")
    stands = _stands(state, table, names)
    towing = tuple(_tow(known, state, table, stand) for stand in stands)
    pairs = [(stand, behind, behind is not None) for stand, behind in zip(stands, towing, strict=True)]
    named = [stand.id for stand in stands]
    pairs += [(vehicle, None, True) for vehicle in towing if vehicle and vehicle.id not in named]
    movers = tuple(_mover(known, state, table, *pair) for pair in pairs)
    known.finish()
    if len({mover.option for mover in movers}) > 1:
        raise Mistake("they do not take the same option", "move them one after the other")
    return MoveSituation(state, table, movers, known)


def _stands(state: State, table: Table, names: tuple[str, ...]) -> tuple[Stand, ...]:
    """The stands named, each once; the id of a retreating battle group names all that still have to move back."""
    found: dict[str, Stand] = {}
    for name in names:
        group = next((group for key, group in state.groups.items() if key.lower() == name.lower()), None)
        if group is None:
            stand = find_stand(state, name)
            found[stand.id] = stand
            continue
        retreating = still_to_retreat(state, table, group)
        if not retreating:
            raise Mistake(f"{group.name} has nobody who must retreat", _instead(state, group))
        found |= {stand.id: stand for stand in retreating}
    return tuple(found.values())


def _instead(state: State, group: Group) -> str:
    """What to do with a battle group that has nobody to move back now."""
    if not group.failed:
        return "name the stands that move"
    return "its stands have moved back or are halted" if retreats(state, group) else "it does from its next turn on"


def _tow(known: Known, state: State, table: Table, stand: Stand) -> Stand | None:
    """The vehicle that tows a gun in this move (MOVE-03); None for man-handling. Raises Mistake for what cannot be."""
    if not may_be_towed(table, stand):
        return None
    name = known.ask("tow", str, subject=stand.id)
    if name is None or name.lower() in ("no", "none"):
        return None
    vehicle = find_stand(state, name)
    drives = table.type(vehicle.type).kind in ("vehicle", "fixed_gun")
    if not drives or state.groups[vehicle.group].side != state.groups[stand.group].side:
        raise Mistake(f"{vehicle.name} cannot tow {stand.name}", "name a vehicle of its side")
    return vehicle


def may_be_towed(table: Table, stand: Stand) -> bool:
    """Whether a stand is a gun, battery, HMG or mortar on foot, which a vehicle may tow (MOVE-03, MOVE-04)."""
    kind = table.type(stand.type)
    return kind.kind in ("gun", "battery") or (kind.kind == "infantry" and kind.row in ("HMG", "Mortars"))


def _mover(known: Known, state: State, table: Table, stand: Stand, behind: Stand | None, towed: bool) -> Mover:
    group = state.groups[stand.group]
    retreat = retreats(state, group)
    option = RETREAT if retreat else _option(known, stand)
    row = row_of(known, table, stand, towed)
    goes_as = mover_of(table, stand, table.type(behind.type) if behind else None)
    going = way(known, stand.id, table, (goes_as,), state.scene.scale)
    share = HALF if option in ("C", "D") else Fraction(1)
    paid = retreat or (option in ("D", "F") and option == stand.option)
    account = None if paid else bill(known, state, table, stand, option)
    held = stand.pinned or stand.repulsed
    closer = known.ask(
        "closer", yes_or_no("closer"), subject=stand.id, assume=False, words="no closer to the enemy" if held else ""
    )
    away = known.ask("away", yes_or_no("away"), subject=stand.id, assume=False)
    edge = known.ask("edge", yes_or_no("edge"), subject=stand.id, assume=False) if retreat else False
    pace = rates(table, row, "tactical")
    off = stays_off(known, table, stand, towed)
    return Mover(stand, group, option, share, pace, going, account, behind, bool(closer), bool(away), bool(edge), off)


def _option(known: Known, stand: Stand) -> str:
    """A, or the option told; what is left of D and F goes by itself. Raises Mistake for D and F that have not fired."""
    pending = stand.option if stand.option in ("D", "F") else None
    letters = one_of("option", {letter: letter for letter in "ABCDEFG"})
    option = known.ask("option", letters, subject=stand.id, worked_out=pending, assume="A")
    assert option is not None
    if option in ("D", "F") and option != stand.option:
        raise Mistake(f"option {option} fires first", f"fire {stand.id} at ENEMY METRES option={option}")
    if option in ("B", "G"):
        hint = "fire STAND at ENEMY METRES" if option == "B" else "bus INFANTRY with VEHICLE, or debus INFANTRY"
        raise Mistake(f"option {option} is no move", hint)
    return option


def objections(sit: MoveSituation) -> tuple[Objection, ...]:
    """Every rule that forbids one of them to move so."""
    return tuple(each for mover in sit.movers for each in _forbidden(sit, mover))


def _forbidden(sit: MoveSituation, mover: Mover) -> Iterator[Objection]:
    stand, name = mover.stand, mover.stand.name
    if mover.group.failed and mover.option != RETREAT:
        yield Objection("BG-06", f"{mover.group.name} failed its morale test: it retreats from its next turn on")
    if mover.option == RETREAT:
        yield from _no_retreat(sit, mover)
    elif mover.off_table:
        yield off_the_table(stand)
    if stand.aboard:
        yield Objection("BUS-04", f"{name} rides in a vehicle: it must de-bus first")
    if stand.marched:
        yield Objection("CP-10", f"{name} has marched this turn: no tactical move")
    if mover.closer and stand.pinned:
        yield Objection("STAT-04", f"{name} is pinned: no closer to the enemy")
    if mover.closer and stand.repulsed:
        yield Objection("STAT-14", f"{name} is repulsed: no closer to the enemy")
    if mover.option in ("A", "C", "E"):
        yield from too_dear(sit.table, stand, mover.group, mover.option)
    if mover.way.barred:
        yield Objection(*mover.way.barred)
    yield from _too_far(mover)


def _no_retreat(sit: MoveSituation, mover: Mover) -> Iterator[Objection]:
    """What keeps a stand of a failed battle group from moving back: it stays, or has done so this turn."""
    stand, name = mover.stand, mover.stand.name
    if mover.off_table:
        yield Objection("BG-12", f"{name} is off the table: it does not retreat")
    if stand.halted:
        yield Objection("BG-08", f"{name} is halted: it does not move this turn")
    elif stand.moved and sit.state.clock.turn:
        yield Objection("BG-06", f"{name} has moved back this turn: a retreat is one move a turn")


def _too_far(mover: Mover) -> Iterator[Objection]:
    used = mover.way.used(mover.rates)
    if used > mover.share:
        yield too_far(mover.stand.name, mover.way, mover.rates, mover.share)
    if mover.option == RETREAT and mover.way.metres is not None and used < HALF and not mover.edge:
        words = f"{mover.stand.name} goes {mover.way.metres} m: a retreat is half a move at least"
        yield Objection("BG-06", words)


def out_of_turn(state: State, table: Table, sit: MoveSituation) -> tuple[Objection, ...]:
    """Tactical moves are step 5, battle group by battle group, with command points that are there."""
    groups = {mover.group.id: mover.group for mover in sit.movers}
    found = tuple(each for group in groups.values() for each in turn_of(state, group, TACTICAL))
    return (*found, *unthrown(state, sit.movers[0].group), *unpaid(table, sit.bills))


def procedure(sit: MoveSituation) -> Procedure[Outcome]:
    """Nothing is thrown for moving."""
    return settled(_outcome(sit))


def _outcome(sit: MoveSituation) -> Outcome:
    state, first = sit.state, sit.movers[0]
    effects: list[Effect] = [*begins(state, first.group.id)]
    paid, left = settle_up(state, tuple(mover.bill for mover in sit.movers))
    effects += [*lapse(state, first.stand), *paid]
    doing: dict[tuple[str, str], list[str]] = {}
    for mover in sit.movers:
        stand, words = mover.stand, mover.way.words(mover.rates, mover.share)
        used = mover.way.farthest(mover.rates, mover.share) if mover.way.metres is None else mover.way.metres
        effects += moved(state, sit.table, stand, Fraction(used), clear=mover.clear)
        if mover.option in ("C", "E"):
            effects.append(HalfWay(stand.id, mover.option))
        elif stand.option:
            effects.append(HalfWay(stand.id, ""))
        doing.setdefault(_doing(mover, words), []).append(stand.name)
        if mover.edge:
            effects += [Leave(each.id) for each in (stand, *state.aboard(stand.id))]
    effects += hitched((mover.stand, mover.behind) for mover in sit.movers)
    hands = [f"{verb} {', '.join(names)} {how}" for (verb, how), names in doing.items()]
    hands += fire_marker_off(each for mover in sit.movers for each in (mover.stand, *state.aboard(mover.stand.id)))
    then = tuple(
        f"{mover.stand.name} may now fire: `fire {mover.stand.id} at ENEMY METRES`"
        for mover in sit.movers
        if mover.option in ("C", "E")
    )
    after = applied(state, tuple(effects))
    return Outcome(tuple(effects), then, (*hands, *left), owed(after, sit.table))


def _doing(mover: Mover, words: str) -> tuple[str, str]:
    """What hands do with a stand, before its name and after."""
    if mover.edge:
        return "REMOVE", "by the base edge (BG-14)"
    if mover.option == RETREAT:
        least = Way(None, 0, mover.way.all_bad).words(mover.rates, HALF).removeprefix("up to ")
        return "MOVE", f"{words if mover.way.metres is not None else f'{least} or more'} towards the base edge"
    return "MOVE", words + (f" behind {mover.behind.name}" if mover.behind else "")
