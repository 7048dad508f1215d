"""Distances as they are told, in the game's own unit, and the few numbers that are said in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from umpire.core.mistakes import Mistake

if TYPE_CHECKING:
    from fractions import Fraction

_MEASURED = re.compile(r"(\d{1,3}(?:[.,]\d{1,2})?)(?:\"|in|inch|inches|cm|hex|hexes)?", re.ASCII)
_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}
_PARTS = {1: "whole", 2: "half", 3: "a third", 4: "a quarter"}


def bare(fact: str) -> Callable[[str], str | None]:
    """A bare word tells this fact if it is a distance: `6`, `6.5`, `6"`, `12cm` (D20-GEN-03: any unit)."""
    return lambda word: fact if _MEASURED.fullmatch(word) else None


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

        return simple(Fraction(number))

    return read


def simple(distance: Fraction) -> int | Fraction:
    """A whole number where it is one."""
    return distance.numerator if distance.denominator == 1 else distance


def shown(distance: int | Fraction) -> str:
    """A distance as a person writes it: `6`, `6.5`."""
    return f"{float(distance):g}"


def part(divisor: int) -> str:
    """What is left when something is divided by this: `half`, `1/5`."""
    return _PARTS.get(divisor, f"1/{divisor}")


def fall_back_moves(count: int) -> str:
    """`two fall-back moves`."""
    return f"{_NUMBERS.get(count, count)} fall-back move" + ("s" if count != 1 else "")
