"""The distance that an element may move: its allowance on each kind of ground."""

from __future__ import annotations

from fractions import Fraction

from umpire.game.distances import decimal
from umpire.rulesets.d20.state import Element
from umpire.rulesets.d20.table import Table


def is_vehicle(table: Table, element: Element) -> bool:
    """Return whether an element is a vehicle and so moves more slowly to its side and rear (D20-MOV-05)."""
    return table.types[element.row].vehicle or element.armoured or element.soft


def allowance(table: Table, element: Element, column: str, *, reverse: bool) -> Fraction:
    """Return the distance of a whole move on one kind of ground, a `column` of the movement table.

    A vehicle that moves to its side or rear (`reverse`) goes half as far.
    """
    full = Fraction(table.types[element.row].allowance[column])
    return full / table.limits["reverse"] if reverse and is_vehicle(table, element) else full


def left_in_words(table: Table, element: Element, share: Fraction) -> str:
    """Return in words the distance of the part `share` of a move on each kind of ground: `open 2, rough 1`."""
    found = []
    for column in table.grounds:
        far = allowance(table, element, column, reverse=False) * share
        found += [f"{column} {decimal(far)}"] if far else []
    return ", ".join(found)
