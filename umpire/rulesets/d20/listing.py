"""Where everything stands: a table of each side, or all about one element."""

from __future__ import annotations

from umpire.core.outcome import Listing
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Table

_COLUMNS = ("id", "name", "type", "AP", "HE", "def", "range", "troops", "state")
_NUMBERS = (3, 4, 5, 6)


def status(state: State, table: Table, name: str) -> tuple[Listing, ...]:
    """Every side's elements with what has been lost, or all about the element named.

    Raises Mistake for an unknown name.
    """
    if name:
        return (_one(state.find(name, removed=True), state, table),)
    sides = dict.fromkeys(element.side for element in state.elements.values())
    return tuple(_side(side, state) for side in sides)


def _side(side: str, state: State) -> Listing:
    own = [element for element in state.elements.values() if element.side == side]
    removed = [element for element in own if element.removed]
    rows = tuple(
        (
            element.id,
            element.name,
            element.type,
            _value(element.ap),
            _value(element.he),
            str(element.defence),
            str(element.range),
            element.quality,
            _condition(element),
        )
        for element in own
        if not element.removed
    )
    lost = ", ".join(f"{element.name} ({element.removed})" for element in removed)
    return Listing(side, _COLUMNS, rows, (f"removed {len(removed)}: {lost}",) if removed else (), _NUMBERS)


def _one(element: Element, state: State, table: Table) -> Listing:
    kind = table.types[element.type]
    allowance = ", ".join(f"{ground} {distance}" for ground, distance in kind.allowance.items())
    aboard = ", ".join(one.name for one in state.aboard(element))
    rows = (
        ("side", element.side),
        ("type", f"{element.type}, {kind.words}"),
        ("AP", _value(element.ap) + (f" ({element.weapon})" if element.weapon else "")),
        ("HE/SA", _value(element.he)),
        ("defence", str(element.defence)),
        ("range", str(element.range)),
        ("accuracy, size", f"{element.accuracy:+d}, {element.size:+d}"),
        ("troops", f"{element.quality} {table.quality[element.quality]:+d}"),
        ("moves", allowance),
        ("is", ", ".join(element.flags)),
        ("carries", aboard),
        ("state", _condition(element)),
    )
    return Listing(f"{element.name} ({element.id})", ("", ""), tuple(row for row in rows if row[1]))


def _condition(element: Element) -> str:
    parts = (
        element.removed,
        "suppressed" if element.suppressed else "",
        f"owes {element.fall_back_owed} fall-back moves" if element.fall_back_owed else "",
        f"aboard {element.aboard}" if element.aboard else "",
    )
    return ", ".join(part for part in parts if part)


def _value(value: int | str | None) -> str:
    return "-" if value is None else str(value)
