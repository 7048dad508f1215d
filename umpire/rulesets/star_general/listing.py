"""Where everything stands: the roster of each side, unit by unit, and all about one stand."""

from __future__ import annotations

from umpire.core.outcome import Listing
from umpire.game import naming
from umpire.rulesets.star_general.state import ORDERS, Stand, State, Unit
from umpire.rulesets.star_general.table import Table


def status(state: State, table: Table, name: str) -> tuple[Listing, ...]:
    """The roster of every side, or of the one unit, side or stand named. Raises Mistake for an unknown name."""
    sides = tuple(dict.fromkeys(stand.side for stand in state.stands.values()))
    if not name:
        return tuple(_side(state, table, side) for side in sides)
    for side in sides:
        if side.lower() == name.lower():
            return (_side(state, table, side),)
    things: dict[str, Unit | Stand] = {**state.units, **state.stands}
    thing = naming.find(name, things)
    name = thing.id if thing else name
    found = [stand for stand in state.stands.values() if name in (stand.id, stand.unit, stand.hex, stand.host)]
    if not found or not name:
        raise naming.none_such(f"stand or {table.words['unit']}", name, dict.fromkeys(sides) | things)
    return (
        Listing(_title(state, name), _columns(state), tuple(_row(state, table, stand) for stand in found), right=(2,)),
    )


def _title(state: State, name: str) -> str:
    for unit in state.units.values():
        if unit.id.lower() == name.lower():
            return f"{unit.name}, {ORDERS[unit.order]} ({unit.order})"
    return ""


def _side(state: State, table: Table, side: str) -> Listing:
    rows: list[tuple[str, ...]] = []
    columns = _columns(state)
    blank = ("",) * (len(columns) - 2)
    for unit in state.units.values():
        if unit.side == side:
            rows.append((unit.id, f"{unit.name}: {ORDERS[unit.order]} ({unit.order})", *blank))
            rows += [_row(state, table, stand) for stand in _in_order(state, unit.id)]
    batteries = [stand for stand in state.stands.values() if stand.side == side and not stand.unit and not stand.host]
    if batteries:
        rows.append(("", "guns", *blank))
        rows += [_row(state, table, stand) for stand in batteries]
    return Listing(_headed(state, side), columns, tuple(rows), right=(2,))


def _headed(state: State, side: str) -> str:
    """The side, and the air points it has left of the round where it has any."""
    force = state.forces.get(side)
    return f"{side}, air {force.air_left}" if force and (force.air or force.air_left) else side


def _columns(state: State) -> tuple[str, ...]:
    return ("id", "stand", "SP", *(("hex",) if state.map else ()), "notes")


def _in_order(state: State, unit: str) -> list[Stand]:
    """Core stands in order of the roster, each followed by what is with it."""
    ordered = []
    for stand in state.stands.values():
        if stand.unit == unit and not stand.host:
            ordered.append(stand)
            ordered += [other for other in state.stands.values() if other.host == stand.id]
    return ordered


def _row(state: State, table: Table, stand: Stand) -> tuple[str, ...]:
    kind = (table.core.get(stand.kind) or table.support[stand.kind]).words
    notes = [kind] if kind.lower() != stand.name.lower() else []
    notes += [word for word, said in (("elite", stand.elite), ("superior gun", stand.superior_gun)) if said]
    notes += ["armoured"] if stand.armoured else []
    notes += [f"with {stand.host}"] if stand.host else []
    if stand.kind == "artillery" and stand.alive:
        notes.append("1 shot" if stand.shots == 1 else f"{stand.shots} shots")
    strength = f"{stand.sp}/{stand.full}" if stand.alive else "gone"
    place = (state.stands[stand.host].hex if stand.host else stand.hex,) if state.map else ()
    return (stand.id, f"{'  ' if stand.host else ''}{stand.name}", strength, *place, ", ".join(notes))
