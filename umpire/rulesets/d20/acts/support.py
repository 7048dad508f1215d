"""Who supports whom (D20-SPT), and which commander helps a test (D20-SUP-04)."""

from __future__ import annotations

from fractions import Fraction

from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Table


def no_support(
    state: State, table: Table, element: Element, other: Element, distance: int | Fraction | None = None
) -> str:
    """Why the other element gives no support, or "" if it does. No distance told: it is near enough."""
    limits = table.limits
    if other.id == element.id:
        return "an element does not support itself (SPT-04)"
    if other.side != element.side:
        return f"{other.name} is no friend of {element.name} (SPT-04)"
    if other.suppressed:
        return f"{other.name} is suppressed (SPT-03)"
    if not state.is_combat(other):
        return f"{other.name} is no combat element (SPT-05)"
    if element.armoured and not other.armoured:
        return f"{other.name} is no AFV, and only AFVs support {element.name} (SPT-01)"
    if distance is None or distance <= limits["near"]:
        return ""
    if not element.armoured:
        return f"{other.name} is more than {limits['near']} away (SPT-02)"
    if distance > limits["radio_support"]:
        return f"{other.name} is more than {limits['radio_support']} away (SPT-01)"
    if "radio" not in element.flags or "radio" not in other.flags:
        return f"not both have a radio, and {other.name} is more than {limits['near']} away (SPT-06)"
    if not same_type(element, other):
        return f"{other.name} is of another type, and more than {limits['near']} away (SPT-01)"
    return ""


def same_type(element: Element, other: Element) -> bool:
    """Whether two AFVs are of the same type: the same card where both name one, else the same row of movement."""
    if element.model and other.model:
        return element.model == other.model
    return element.type == other.type


def supporters(state: State, table: Table, element: Element) -> tuple[Element, ...]:
    """Everyone who supports it if they stand near enough."""
    return tuple(one for one in state.in_play(element.side) if not no_support(state, table, element, one))


def no_command(element: Element, other: Element) -> str:
    """Why the other element does not help a test as a commander, or "" if it does; suppressed or not (D20-SUP-14)."""
    if "commander" not in other.flags or other.side != element.side:
        return f"{other.name} is no commander of {element.side}"
    if other.id == element.id:
        return "a commander does not help himself (SUP-14)"
    return ""
