"""The status: a line for each side, the rosters, one stand in full.

This module also finds the instructions that change one state into another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from umpire.core.outcome import REMOVE, Head, Holds, Listing, Lost, ToGo, different, number_of
from umpire.game import naming
from umpire.game.act import Plain
from umpire.rulesets.star_general.board.board import grounds
from umpire.rulesets.star_general.state import ORDERS, Stand, State, Unit, on
from umpire.rulesets.star_general.table import Table
from umpire.rulesets.star_general.turn.now import (
    acts,
    hq_pending,
    points_left,
    then,
    to_come,
    without_hq,
    without_order,
)
from umpire.rulesets.star_general.turn.objectives import headline, holder, result, standing
from umpire.rulesets.star_general.turn.sequence import shots_left, where


def head(state: State, table: Table, *, clock: bool) -> Head:
    """Return the head of a status: phase, active unit, things to do, a line for each side.

    Hidden orders are left out.
    """
    names = dict.fromkeys(state.sides) | dict.fromkeys(state.forces)
    sides = tuple((side, tuple(_of_side(state, side, clock=clock))) for side in names)
    if not clock:
        return Head(sides=sides)
    notes = [*acts(state, table)]
    for by_hand in (False, True):
        if lost := [unit for unit in without_hq(state) if by_hand != bool(unit.hq_lost)]:
            notes.append(hq_pending(lost[0], _ids(lost), table))
    unheld = ", ".join(objective.name for objective in state.objectives.values() if not holder(state, objective))
    free = f"nobody holds {unheld}" if unheld else ""
    notes += [free] if free else []
    if state.clock.phase == "over":
        notes += filter(None, [result(state)])
    ahead = result(state) if state.clock.phase == "over" else standing(state)
    score = tuple(filter(None, [free, ahead]))
    return Head(where(state), tuple(notes), sides, then(state, table), score, headline(state))


def _of_side(state: State, side: str, *, clock: bool) -> Iterator[str]:
    """Yield the facts of a side: units still to act, shots and points left, objectives held, and losses."""
    phase, force = state.clock.phase if clock else "", state.forces.get(side)
    if phase == "orders":
        waiting = [unit for unit in without_order(state) if unit.side == side]
        yield _to_go(f"{_ids(waiting)} without an order" if waiting else "all ordered", waiting)
    elif phase in ("retreats", "activations"):
        units = [unit for unit in to_come(state) if unit.side == side]
        yield _to_go(f"{_ids(units)} still to act" if units else "none still to act", units)
    elif phase == "night" and force:
        yield points_left(force)
    if any(stand.battery and stand.alive and stand.side == side for stand in state.stands.values()):
        left = shots_left(state, side)
        yield f"shots {left}" if left else "no shots"
    if force and (force.air or force.air_left):
        yield f"air {force.air_left}"
    if held := [objective for objective in state.objectives.values() if holder(state, objective) == side]:
        worth = sum(objective.points for objective in held)
        yield Holds(f"holds {', '.join(objective.name for objective in held)} ({worth})", worth)
    own = [stand for stand in state.stands.values() if stand.side == side]
    gone = sum(not stand.alive for stand in own)
    stands = f", {number_of(gone, 'stand')} gone" if gone else ""
    lost, full = sum(stand.full - stand.sp for stand in own), sum(stand.full for stand in own)
    yield Lost(f"lost {lost} of {full} SP{stands}", lost, full, "SP")


def _to_go(words: str, units: Iterable[Unit]) -> ToGo:
    return ToGo(words, (unit.id for unit in units))


def _ids(units: Iterable[Unit]) -> str:
    return ", ".join(unit.id for unit in units)


def status(state: State, table: Table, name: str) -> tuple[Listing, ...]:
    """Return the roster of every side, or of the unit, side or stand named. Raises Mistake for an unknown name."""
    sides = state.sides
    if not name:
        return tuple(_side(state, table, side) for side in sides)
    for side in sides:
        if side.lower() == name.lower():
            return (_side(state, table, side),)
    things: dict[str, Unit | Stand] = {**state.units, **state.stands}
    thing = naming.find(name, things)
    name = thing.id if thing else name
    found = [stand for stand in state.stands.values() if name in (stand.id, stand.unit, stand.hex, stand.host)]
    if name.lower() == ORDERS_LISTED and not found:
        return (_orders(state),)
    if not found or not name:
        raise naming.none_such(f"stand or {table.words['unit']}", name, dict.fromkeys(sides) | things)
    return (
        Listing(_title(state, name), _columns(state), tuple(_row(state, table, stand) for stand in found), right=(2,)),
    )


ORDERS_LISTED = "orders"
"""The name of the list of orders in `status`."""


def _orders(state: State) -> Listing:
    """Return the order of every unit in play; orders that are face down stay hidden."""
    placing = state.clock.phase == "orders"
    rows = tuple(
        (unit.id, unit.name, unit.side, "face down" if unit.marker else "none yet" if placing else ORDERS[unit.order])
        for unit in state.units_in_play()
    )
    return Listing("orders", ("", "", "side", "order"), rows)


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
            rows += [_row(state, table, stand) for stand in in_order(state, unit.id)]
    batteries = [stand for stand in state.stands.values() if stand.side == side and not stand.unit and not stand.host]
    if batteries:
        rows.append(("", "guns", *blank))
        rows += [_row(state, table, stand) for stand in batteries]
    return Listing(_headed(state, side), columns, tuple(rows), right=(2,))


def _headed(state: State, side: str) -> str:
    """Return the side, with the air points it has left this round. Sides that never have air points get no number."""
    force = state.forces.get(side)
    return f"{side}, air {force.air_left}" if force and (force.air or force.air_left) else side


def _columns(state: State) -> tuple[str, ...]:
    return ("id", "stand", "SP", *(("hex",) if state.map else ()), "notes")


def in_order(state: State, unit: str) -> list[Stand]:
    """Return the core stands of a unit in order of the roster. Each core stand is followed by its support stands."""
    ordered = []
    for stand in state.stands.values():
        if stand.unit == unit and not stand.host:
            ordered.append(stand)
            ordered += [other for other in state.stands.values() if other.host == stand.id]
    return ordered


def _row(state: State, table: Table, stand: Stand) -> tuple[str, ...]:
    kind = (table.core.get(stand.kind) or table.support[stand.kind]).words
    notes = [kind] if kind.lower() != stand.name.lower() else []
    notes += marks_of(stand)
    notes += [f"with {stand.host}"] if stand.host else []
    if stand.kind == "artillery" and stand.alive:
        notes.append("1 shot" if stand.shots == 1 else f"{stand.shots} shots")
    strength = f"{stand.sp}/{stand.full}" if stand.alive else "gone"
    place = (state.stands[stand.host].hex if stand.host else stand.hex,) if state.map else ()
    return (stand.id, f"{'  ' if stand.host else ''}{stand.name}", strength, *place, ", ".join(notes))


def marks_of(stand: Stand) -> list[str]:
    """Return the ways in which a stand differs from its kind."""
    marks = {"elite": stand.elite, "superior gun": stand.superior_gun, "armoured": stand.armoured}
    return [word for word, present in marks.items() if present]


def seen(state: State, table: Table, name: str) -> tuple[str, ...]:
    """Return the strength, order and terrain of a target. The order M and open terrain are left out."""
    stand = state.stands[name]
    order = state.units[stand.unit].order if stand.unit else "M"
    place = state.place(stand)
    ground = grounds(state, table)[state.map.terrain(place)].words if state.map and place else "open"
    strength = f"{stand.sp}/{stand.full}{f' {ORDERS[order]}' if order != 'M' else ''}"
    return strength, *([ground] if ground != "open" else [])


def table_instructions(before: State, after: State) -> tuple[str, ...]:
    """Return the instructions that change one state into another.

    The instructions are about stands, strength, shots, orders and objectives. For a hidden order, the instructions only
    show whether the order lies face down.
    """
    found: list[str] = []
    for was, now in different(before.stands, after.stands):
        found += _of_stand(was, now, after)
    for old, unit in different(before.units, after.units):
        if old.order != unit.order:
            found.append(f"{unit.name} {on(unit.order)}, not {on(old.order)}")
        if bool(old.marker) != bool(unit.marker):
            found.append(f"order of {unit.name} " + ("face down" if unit.marker else "removed"))
    for held, objective in different(before.objectives, after.objectives):
        if held.holder != objective.holder:
            found.append(f"{objective.name}: held by {objective.holder or 'nobody'}")
    return tuple(found)


def _of_stand(was: Stand, now: Stand, after: State) -> list[str]:
    where = now.hex or (f"with {after.stands[now.host].name}" if now.host else "")
    if was.alive and not now.alive:
        return [f"{REMOVE} {now.name}"]
    if now.alive and not was.alive:
        at = f" {'' if now.host else 'at '}{where}" if where else ""
        return [f"PUT BACK {now.name}{at}" + (f" with {now.sp} SP" if now.full > 1 else "")]
    if not now.alive:
        return []
    found = [f"{now.name} {was.sp}→{now.sp}"] if was.sp != now.sp else []
    if (was.hex, was.host) != (now.hex, now.host) and where:
        found.append(f"{now.name} {'' if now.host else 'to '}{where}")
    return found + ([f"shots of {now.name} {was.shots}→{now.shots}"] if was.shots != now.shots else [])


def come(plain: Plain) -> Plain:
    """Return a stored state without the stands that come later. If all stands of a unit come later, the unit is left
    out too. The game must have a map.
    """
    rows = plain["stands"]
    later = {id for id, row in rows.items() if row["sp"] and not (row["host"] or row["hex"])}
    stands = {id: row for id, row in rows.items() if not {id, row["host"]} & later}
    left = {row["unit"] for row in stands.values()}
    gone = {row["unit"] for row in rows.values()} - left
    return {**plain, "stands": stands, "units": {id: row for id, row in plain["units"].items() if id not in gone}}
