"""Metres on the ground as lengths on this table (SCALE)."""

from __future__ import annotations

import re
from fractions import Fraction

from umpire.rulesets.asp.table import Table


def bare_metres(word: str) -> str | None:
    """A bare number of metres tells how far something moves."""
    return "metres" if re.fullmatch(r"\d+m?", word.lower(), re.ASCII) else None


def bare_range(word: str) -> str | None:
    """A bare number of metres, or `contact`, tells how far something is away."""
    return "range" if re.fullmatch(r"\d+m?|contact", word.lower(), re.ASCII) else None


Length = tuple[Fraction, str]
"""What a metre is on the table, and its unit: (3/250, "in")."""


def on_table(metres: int | Fraction, scale: str, table: Table) -> str:
    """A distance as it is said at the table: `500 m`, and with a scale `500 m (6 in)` (SCALE-02)."""
    return in_length(metres, length_of(table, scale))


def length_of(table: Table, scale: str) -> Length | None:
    """What a metre is on the table, and its unit; None without a scale (SCALE-01)."""
    if not scale:
        return None
    row = table.sections["scales"][scale]
    return Fraction(row["length"], table.limits["length_metres"]), row["unit"]


def in_length(metres: int | Fraction, length: Length | None) -> str:
    """A distance in metres, and on the table where there is a scale."""
    said = f"{decimal(Fraction(metres))} m"
    if length is None:
        return said
    return f"{said} ({decimal(metres * length[0])} {length[1]})"


def metres(length: int | Fraction, scale: str, table: Table) -> Fraction:
    """The metres that a length on the table stands for, in the unit of its scale."""
    return length * Fraction(table.limits["length_metres"], table.sections["scales"][scale]["length"])


def decimal(number: Fraction) -> str:
    """A number with at most two decimals and no trailing zeros: 125, 62.5, 31.25."""
    whole, hundredths = divmod(round(number * 100), 100)
    return f"{whole}.{hundredths:02}".rstrip("0") if hundredths else str(whole)
