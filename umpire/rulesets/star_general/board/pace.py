"""How a stand moves: its own way, what carries it, what it has to keep up with."""

from __future__ import annotations

from typing import NamedTuple

from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Table

ON_FOOT = "foot"


class Going(NamedTuple):
    """A way of moving (a row of the table's `pace`), and why it is not the stand's own: ("", "") where it is."""

    mobility: str
    why: str = ""
    rule: str = ""


def going(state: State, table: Table, stand: Stand) -> Going:
    """How a core stand moves with what is with it.

    A stand on foot rides on the transport in its hex, and so does what is with it (TSG-2.1-02). A support stand on foot
    holds back a faster core stand, unless the whole unit is motorised or armoured (TSG-2-02, -03): `foot_supports`.
    """
    carried = _carried(state, table, stand)
    if carried:
        return carried
    if table.options["foot_supports"] == "slow_their_core" and not motorised(state, table, stand):
        for support in state.supports(stand.id):
            own = table.support[support.kind].carries or support.mobility
            if _speed(table, own) < _speed(table, stand.mobility):
                return Going(own, f"held back by {support.name}", table.rules["support_pace"])
    return Going(stand.mobility)


def support_going(state: State, table: Table, support: Stand) -> Going:
    """How a support stand moves by itself: its own way, or its core stand's where the whole unit is motorised."""
    carries = table.support[support.kind].carries
    if carries:
        return Going(carries)
    host = state.stands[support.host]
    if motorised(state, table, host) and _speed(table, support.mobility) < _speed(table, host.mobility):
        return Going(host.mobility, "the whole unit is motorised", table.rules["support_pace"])
    return Going(support.mobility)


def motorised(state: State, table: Table, core: Stand) -> bool:
    """Whether no core stand of a unit is on foot, built-in transport and transport stands counted.

    On a map it is asked of `core` and of those on the board: who comes later holds nobody back yet.
    """
    there = (one for one in state.living(core.unit) if state.map is None or state.place(one) or one.id == core.id)
    return all(stand.mobility != ON_FOOT or _carried(state, table, stand) for stand in there)


def _carried(state: State, table: Table, stand: Stand) -> Going | None:
    """What carries a stand that is on foot itself; the fastest of several."""
    if stand.mobility != ON_FOOT:
        return None
    carriers = [other for other in state.supports(stand.id) if table.support[other.kind].carries]
    if not carriers:
        return None
    best = max(carriers, key=lambda other: _speed(table, table.support[other.kind].carries))
    return Going(table.support[best.kind].carries, f"carried by {best.name}", table.rules["carried"])


def _speed(table: Table, mobility: str) -> tuple[int, int]:
    pace = table.pace[mobility]
    return pace.normal, pace.strategic
