"""Infantry boards or leaves its vehicle: option G (BUS)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from umpire.core.frozen import frozen
from umpire.core.mistakes import HowMany, WrongPlace, WrongSide
from umpire.core.outcome import Follow, Objection, Outcome, number_of
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act
from umpire.game.facts import Facts, TypedLine
from umpire.rulesets.asp.effects import Alight, Board, given_up
from umpire.rulesets.asp.group.account import bill, too_dear
from umpire.rulesets.asp.group.movement import find_stand
from umpire.rulesets.asp.group.sequence import Tactical, done, held, out_of_turn
from umpire.rulesets.asp.state import Stand, State
from umpire.rulesets.asp.table import Table


@frozen
class BusSituation(Tactical):
    """Infantry and a vehicle. If `down` is false, the infantry boards the vehicle. If `down` is true, the infantry
    leaves the vehicle.
    """

    down: bool
    infantry: Stand
    vehicle: Stand


def situate_bus(state: State, table: Table, typed: TypedLine) -> BusSituation:
    """Return the situation of `bus g1 with c1`.

    Without `with`, the stands may be named in either order. Raises Mistake for a wrong line.
    """
    names, carriers = typed.named(""), typed.named("with")
    if len(names) + len(carriers) != 2 or len(carriers) > 1:
        raise HowMany("name one stand of infantry and one vehicle", "for example: bus g1 c1")
    infantry, vehicle = (find_stand(state, name) for name in (*names, *carriers))
    if not carriers and vehicle.type in table.type(infantry.type).carries:
        infantry, vehicle = vehicle, infantry
    if infantry == vehicle:
        raise HowMany(f"{infantry.name}: it cannot board itself", "name the vehicle to board")
    if infantry.aboard:
        raise WrongPlace(f"{infantry.name}: it is already aboard {infantry.aboard}", f"debus {infantry.id}")
    if state.groups[infantry.group].side != state.groups[vehicle.group].side:
        raise WrongSide(f"{infantry.name} and {vehicle.name} are on different sides", "name a vehicle of its side")
    return _situation(state, table, typed, infantry, vehicle, down=False)


def situate_debus(state: State, table: Table, typed: TypedLine) -> BusSituation:
    """Return the situation of `debus g1` (the infantry) or of `debus c1` (the vehicle).

    Raises Mistake if no stand is aboard.
    """
    if len(typed.named("")) != 1:
        raise HowMany("name one stand of infantry to de-bus", "for example: debus g1")
    stand = find_stand(state, typed.named("")[0])
    infantry = stand if stand.aboard else next(iter(state.aboard(stand.id)), None)
    if infantry is None:
        raise WrongPlace(
            f"{stand.name}: it is not aboard a vehicle and carries no stand", "`umpire status` shows who is aboard"
        )
    return _situation(state, table, typed, infantry, state.stands[infantry.aboard], down=True)


def _situation(
    state: State, table: Table, typed: TypedLine, infantry: Stand, vehicle: Stand, *, down: bool
) -> BusSituation:
    """Return the situation.

    The infantry and the vehicle each pay command points, and pay more if the headquarters is far away (BUS-03).
    """
    known = Facts(typed)
    bills = (
        bill(known, state, table, vehicle, "G"),
        bill(known, state, table, infantry, "", plain_cp=table.limits["bus_cost"]),
    )
    known.finish()
    title = f"{infantry.name}: {'de-bus from' if down else 'board'} {vehicle.name}, option G"
    groups = tuple(state.groups[group] for group in dict.fromkeys((vehicle.group, infantry.group)))
    return BusSituation(title, groups[0].side, known, state, table, groups, bills, down, infantry, vehicle)


def objections(sit: BusSituation) -> tuple[Objection, ...]:
    """Return the objections to boarding or leaving this vehicle."""
    return tuple(_forbidden(sit))


def _forbidden(sit: BusSituation) -> Iterator[Objection]:
    infantry, vehicle, table = sit.infantry, sit.vehicle, sit.table
    for group in sit.groups:
        if group.failed:
            yield Objection(
                "BG-06", f"{group.name}: it failed its morale test, so it may spend command points only to halt stands"
            )
    for stand in (infantry, vehicle):
        yield from held(stand, closer=False)
    aboard = sit.state.aboard(vehicle.id)
    if not sit.down and infantry.type not in table.type(vehicle.type).carries:
        carried = ", ".join(table.type(vehicle.type).carries) or "nobody"
        yield Objection("BUS-07", f"{vehicle.name}: it can carry {carried}, not {infantry.name}", final=True)
    if not sit.down and len(aboard) >= (most := table.limits["bus_most"]):
        riding = " and ".join(each.name for each in aboard)
        words = f"{vehicle.name}: it already carries {riding}, and may carry at most {number_of(most, 'stand')}"
        yield Objection("BUS-07", words, final=True)
    yield from too_dear(table, vehicle, sit.state.groups[vehicle.group], "G")


def procedure(sit: BusSituation) -> Procedure[Outcome]:
    """Return the outcome of boarding or leaving a vehicle. No die is rolled."""
    infantry, vehicle, limits = sit.infantry, sit.vehicle, sit.table.limits
    if sit.down:
        away = sit.ruler.said(limits["debus_clear"])
        words = f"until the infantry has moved {away} away, it shares the results of {vehicle.name} (BUS-05)"
        instructions = [f"PLACE {infantry.name} beside {vehicle.name}"]
        return settled(done(sit, [Alight(infantry.id, limits["debus_moves"])], instructions, [words]))
    instructions = [f"PLACE {infantry.name} aboard {vehicle.name}", *given_up((infantry,))]
    return settled(done(sit, [Board(infantry.id, vehicle.id)], instructions))


_FACTS = {"hq": "metres from the stands to their headquarters; for one stand: STAND.hq=1500"}


def follows(state: State, table: Table, corrections: Mapping[str, Mapping[str, str]]) -> tuple[Follow, ...]:
    """Return the stands aboard vehicles that a correction destroys. These stands must be destroyed too (BUS-05)."""
    found = []
    for id, keys in corrections.items():
        riding = [
            each
            for each in state.stands.values()
            if each.aboard == id and not (each.destroyed or each.id in corrections)
        ]
        if keys.get("destroyed") == "yes" and riding and not state.stands[id].destroyed:
            words = (*(each.id for each in riding), "destroyed=yes")
            names = " and ".join(each.name for each in riding)
            found.append(
                Follow(words, f"{names}: aboard {state.stands[id].name}, so destroyed with the vehicle (BUS-05)")
            )
    return tuple(found)


ACTS = {
    "bus": Act(
        verb="bus",
        words="Infantry boards a vehicle; the vehicle takes option G; infantry and vehicle cost a command point each",
        usage="bus INFANTRY [with] VEHICLE",
        connectors=("with",),
        facts=_FACTS,
        situate=situate_bus,
        objections=objections,
        procedure=procedure,
        asks=False,
        out_of_turn=out_of_turn,
    ),
    "debus": Act(
        verb="debus",
        words="Infantry leaves its vehicle; the vehicle takes option G; infantry and vehicle cost a command point each",
        usage="debus INFANTRY",
        facts=_FACTS,
        situate=situate_debus,
        objections=objections,
        procedure=procedure,
        asks=False,
        out_of_turn=out_of_turn,
    ),
}
