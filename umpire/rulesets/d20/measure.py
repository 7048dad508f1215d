"""Distances as they are told: whole numbers or decimals, with a point or a comma, in the game's own unit."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from umpire.core.mistakes import Mistake

if TYPE_CHECKING:
    from fractions import Fraction

_MEASURED = re.compile(r"(\d{1,3}(?:[.,]\d{1,2})?)(?:\"|in|inch|inches|cm|hex|hexes)?", re.ASCII)


def is_distance(word: str) -> bool:
    """Whether a bare word is a distance: `6`, `6.5`, `6"`, `12cm` (D20-GEN-03: any unit)."""
    return _MEASURED.fullmatch(word) is not None


def distance_read(what: str) -> Callable[[str], int | Fraction]:
    """A reader of distances, exact: half a unit may decide what is over half range."""

    def read(text: str) -> int | Fraction:
        found = _MEASURED.fullmatch(text)
        if found is None:
            raise Mistake(f"{what} {text!r} is not a distance", "type a number from 0 to 999, such as 6 or 6.5")
        number = found[1].replace(",", ".")
        if "." not in number:
            return int(number)
        from fractions import Fraction  # rarely needed

        exact = Fraction(number)
        return exact.numerator if exact.denominator == 1 else exact

    return read


def shown(distance: int | Fraction) -> str:
    """A distance as a person writes it: `6`, `6.5`."""
    return f"{float(distance):g}"
