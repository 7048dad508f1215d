"""Calling the fire of batteries, and aircraft to the table: whom they may select as a target (CALL)."""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.core.pools import Line, Pool, check
from umpire.game.facts import Known, whole, yes_or_no
from umpire.rulesets.asp.group.account import FARTHEST
from umpire.rulesets.asp.state import Stand, State
from umpire.rulesets.asp.table import Table


@frozen
class Call:
    """How a target is selected: `pool` is the throw for it, None if none is needed; `called` whether it is not refused.

    `distance` is what was told from the headquarters to the target in metres, None for nothing told.
    """

    pool: Pool | None = None
    called: bool = True
    distance: int | None = None


def calls(table: Table, row: str) -> bool:
    """Whether a weapon is that of a battery, bound to the headquarters (CALL-10)."""
    return row in table.sections["calling"]["rows"]


def wholly_called(state: State, table: Table, group: str) -> bool:
    """Whether a battle group is made wholly of aircraft and batteries (CALL-02)."""
    stands = [stand for stand in state.stands.values() if stand.group == group]
    kinds = [(table.type(stand.type), stand) for stand in stands]
    return all(kind.kind == "aircraft" or calls(table, stand.row or kind.row) for kind, stand in kinds if kind.counts)


def calling(known: Known, state: State, table: Table, stand: Stand, *, on_table: bool = True) -> Call:
    """How this battery or aircraft selects its target: near its BGHQ without a die, or by a throw (CALL-01, CALL-02).

    Told: `called=yes` or no, and `call=4200`, the metres from the headquarters to the target. A target off the table
    (`on_table` False) has no distance to any.
    """
    kind = table.type(stand.type)
    alone = wholly_called(state, table, stand.group)
    limit = table.limits["call_distance"]
    near = f"the target is within {limit} m of {'a' if alone else 'its'} headquarters (CALL-0{2 if alone else 1})"
    distance = known.ask("call", whole(0, FARTHEST, "call")) if on_table else None
    if distance is None and on_table and kind.kind in ("battery", "aircraft") and near not in known.assumed:
        known.assumed.append(near)
    read = yes_or_no("called")
    called = known.ask("called", read) if alone else known.ask("called", read, assume=True)
    if called is None:
        return Call(call_pool(state, table, stand), True, distance)
    return Call(None, called, distance)


def call_pool(state: State, table: Table, stand: Stand) -> Pool:
    """The throw to select a target: 5+, 4+ for late British batteries (CALL-02, CALL-05)."""
    rows, kind = table.sections["calling"], table.type(stand.type)
    aircraft = kind.kind == "aircraft"
    why_not = "" if stand.late_british and not aircraft else "aircraft" if aircraft else "not late British"
    lines = (
        Line(stand.name, rows["need"], "a battle group of aircraft and batteries only", "CALL-02", "need"),
        Line(stand.name, rows["late_british"], "late British artillery", "CALL-05", "need", why_not),
    )
    what = "comes on the table" if aircraft else "has its fire called"
    return check("call", state.groups[stand.group].side, f"{stand.name} {what}", lines, rule="CALL-02")
