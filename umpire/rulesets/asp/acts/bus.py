"""Infantry is taken up and set down by its vehicle: option G (BUS)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.facts import Known, Told
from umpire.rulesets.asp.effects import Alight, Board, Effect
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.group.account import Bill, bill, settle_up, too_dear, unpaid
from umpire.rulesets.asp.group.movement import fire_marker_off
from umpire.rulesets.asp.group.naming import find_stand
from umpire.rulesets.asp.group.options import unthrown
from umpire.rulesets.asp.group.sequence import begins, turn_of
from umpire.rulesets.asp.group.whereabouts import TACTICAL, owed
from umpire.rulesets.asp.state import Group, Stand, State
from umpire.rulesets.asp.table import Table


@dataclass(frozen=True, eq=False)
class BusSituation:
    """Infantry and the vehicle that takes it up, or sets it down where `down`."""

    state: State
    table: Table
    down: bool
    infantry: Stand
    vehicle: Stand
    bills: tuple[Bill | None, ...]
    known: Known
    also: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Who boards or leaves what."""
        return f"{self.infantry.name} {'de-busses from' if self.down else 'boards'} {self.vehicle.name}: option G"

    @property
    def side(self) -> str:
        """Whose stands they are."""
        return self.groups[0].side

    @property
    def groups(self) -> tuple[Group, ...]:
        """Their battle groups, the vehicle's first."""
        named = dict.fromkeys((self.vehicle.group, self.infantry.group))
        return tuple(self.state.groups[group] for group in named)


def situate_bus(state: State, table: Table, told: Told) -> BusSituation:
    """`bus g1 with c1`. Raises Mistake for names that make no pair."""
    names, carriers = told.named(""), told.named("with")
    if len(names) != 1 or len(carriers) != 1:
        raise Mistake("one stand of infantry boards one vehicle", "for instance: bus g1 with c1")
    infantry, vehicle = find_stand(state, names[0]), find_stand(state, carriers[0])
    if infantry.aboard:
        raise Mistake(f"{infantry.name} is aboard {infantry.aboard} already", f"debus {infantry.id}")
    if state.groups[infantry.group].side != state.groups[vehicle.group].side:
        raise Mistake(f"{infantry.name} and {vehicle.name} are on two sides", "name a vehicle of its side")
    return _situation(state, table, told, infantry, vehicle, down=False)


def situate_debus(state: State, table: Table, told: Told) -> BusSituation:
    """`debus g1`, or `debus c1` by its vehicle. Raises Mistake if nobody is aboard."""
    if len(told.named("")) != 1:
        raise Mistake("one stand of infantry de-busses", "for instance: debus g1")
    stand = find_stand(state, told.named("")[0])
    infantry = stand if stand.aboard else next(iter(state.aboard(stand.id)), None)
    if infantry is None:
        raise Mistake(f"{stand.name} is aboard no vehicle and carries nobody", "`umpire status` shows who is aboard")
    return _situation(state, table, told, infantry, state.stands[infantry.aboard], down=True)


def _situation(state: State, table: Table, told: Told, infantry: Stand, vehicle: Stand, *, down: bool) -> BusSituation:
    """Both pay a command point, each with its own distance (BUS-03)."""
    known = Known(told)
    bills = (
        bill(known, state, table, vehicle, "G"),
        bill(known, state, table, infantry, "", plain_cp=table.limits["bus_cost"]),
    )
    known.finish()
    return BusSituation(state, table, down, infantry, vehicle, bills, known)


def objections(sit: BusSituation) -> tuple[Objection, ...]:
    """Every rule that forbids it."""
    return tuple(_forbidden(sit))


def _forbidden(sit: BusSituation) -> Iterator[Objection]:
    infantry, vehicle, table = sit.infantry, sit.vehicle, sit.table
    for group in sit.groups:
        if group.failed:
            yield Objection("BG-06", f"{group.name} failed its morale test: command points only halt its stands")
    for stand in (infantry, vehicle):
        if stand.marched:
            yield Objection("CP-10", f"{stand.name} has marched this turn: no tactical move")
    if not sit.down and infantry.type not in table.type(vehicle.type).carries:
        carried = ", ".join(table.type(vehicle.type).carries) or "nobody"
        yield Objection("BUS-07", f"{vehicle.name} carries {carried}, not {infantry.name}")
    if not sit.down and sit.state.aboard(vehicle.id):
        yield Objection("BUS-07", f"{vehicle.name} carries {sit.state.aboard(vehicle.id)[0].name} already")
    yield from too_dear(table, vehicle, sit.state.groups[vehicle.group], "G")


def out_of_turn(state: State, table: Table, sit: BusSituation) -> tuple[Objection, ...]:
    """Bussing is a tactical move of step 5, paid by both."""
    found = tuple(each for group in sit.groups for each in turn_of(state, group, TACTICAL))
    unpaid_for = unpaid(table, tuple(each for each in sit.bills if each))
    return (*found, *(each for group in sit.groups for each in unthrown(state, group)), *unpaid_for)


def procedure(sit: BusSituation) -> Procedure[Outcome]:
    """Nothing is thrown for bussing."""
    return settled(_outcome(sit))


def _outcome(sit: BusSituation) -> Outcome:
    state, infantry, vehicle, limits = sit.state, sit.infantry, sit.vehicle, sit.table.limits
    effects: list[Effect] = [*begins(state, vehicle.group)]
    paid, left = settle_up(state, sit.bills)
    effects += paid
    words: tuple[str, ...] = ()
    if sit.down:
        effects.append(Alight(infantry.id, limits["debus_moves"]))
        hands = [f"PLACE {infantry.name} beside {vehicle.name}"]
        words = (f"it shares the results of {vehicle.name} until it is {limits['debus_clear']} m away (BUS-05)",)
    else:
        effects.append(Board(infantry.id, vehicle.id))
        hands = [f"PLACE {infantry.name} aboard {vehicle.name}", *fire_marker_off((infantry,))]
    return Outcome(tuple(effects), words, (*hands, *left), owed(applied(state, tuple(effects)), sit.table))
