"""A Star General state as a person would write it, leaving out what the table says anyway."""

from __future__ import annotations

from typing import Any

from umpire.rulesets.star_general.state import Battle, Clock, Force, Objective, Stand, State, Unit
from umpire.rulesets.star_general.table import Table


def from_state(state: State, table: Table) -> dict[str, Any]:
    """The state as a person would write it, leaving out what the table says anyway."""
    units = {key: {"order": unit.order, **_unlike(unit, Unit("", "", ""))} for key, unit in state.units.items()}
    form: dict[str, Any] = {"units": units, "stands": {key: _card(table, s) for key, s in state.stands.items()}}
    if state.ground:
        form["ground"] = dict(state.ground)
    forces = {side: _force(state, table, force) for side, force in state.forces.items()}
    form["forces"] = {side: card for side, card in forces.items() if card}
    form["objectives"] = {key: _unlike(each, Objective("", "", "")) for key, each in state.objectives.items()}
    form["battle"] = _unlike(state.battle, Battle(rounds=table.limits["rounds_per_day"]))
    form["clock"] = _unlike(state.clock, Clock())
    return {section: rows for section, rows in form.items() if rows or section in ("units", "stands")}


def _unlike(thing: Any, usual: Any) -> dict[str, Any]:
    """The fields in which a thing differs from the usual one; its id is its key."""
    return {name: value for name, value in vars(thing).items() if name != "id" and value != vars(usual)[name]}


def _force(state: State, table: Table, force: Force) -> dict[str, Any]:
    units = sum(unit.side == force.side for unit in state.units.values())
    limits = table.limits
    usual = Force(force.side, 0, force.air, limits["night_strength"], limits["night_support"], units)
    return _unlike(force, usual)


def _card(table: Table, stand: Stand) -> dict[str, Any]:
    """The stand as its card says it; its unit and side are its host's or its unit's where there is one."""
    core, support = table.core.get(stand.kind), table.support.get(stand.kind)
    battery = stand.kind == "artillery"
    usual = Stand(
        id="",
        name="",
        side=stand.side if stand.unit or stand.host else "",
        unit=stand.unit if stand.host else "",
        kind=stand.kind,
        sp=stand.full,
        full=core.sp if core else 1,
        fs=core.fs if core else 0,
        range=(core or support or table.core["hq"]).range,
        shots=stand.supply,
        supply=table.limits["shots"] if battery else 0,
        mobility=core.mobility if core else "foot",
    )
    return {"name": stand.name, "type": stand.kind, **_unlike(stand, usual)}
