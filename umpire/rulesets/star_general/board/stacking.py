"""What may be with one core stand."""

from __future__ import annotations

from umpire.rulesets.star_general.state import Stand
from umpire.rulesets.star_general.table import Table


def no_room(table: Table, beside: tuple[Stand, ...]) -> str:
    """The rule (its name in the table) against these support stands with one core stand; "" if they may be there.

    One support stand and one truck; armoured transport is the support stand, and no truck beside it (TSG-1.3-01, -04,
    3SG-1.2-01).
    """
    rows = [table.support[stand.kind] for stand in beside]
    trucks = sum(row.truck for row in rows)
    if trucks and any(row.armours for row in rows):
        return "stack_transport"
    return "stack_support" if trucks > 1 or len(rows) - trucks > 1 else ""
