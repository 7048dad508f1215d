"""The ground: lengths on the table (SCALE), and how terrain lets a stand go: well, badly, or not at all (TERR)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from umpire.core.mistakes import Mistake, did_you_mean
from umpire.rulesets.asp.state import Stand
from umpire.rulesets.asp.table import Table, Type


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


Going = Literal["G", "B", "X"]
"""Good going, bad going, impassable."""

_WORST: tuple[Going, ...] = ("G", "B", "X")


def going(table: Table, terrain: str | Sequence[str], mover: str, *, road: bool = False, jungle: bool = False) -> Going:
    """The going of a terrain, or the worst of several on one spot (TERR-15), for a mover.

    `mover` is a column of the table (`mover_of` gives a stand's). `road` is movement along a road (TERR-14), over a
    river by bridge or ferry (TERR-12); `jungle` says that forest here is jungle (TERR-03, TERR-06).
    Raises Mistake for an unknown terrain.
    """
    rows = table.sections["going"]
    column = rows["movers"].index("road" if road else mover)
    names = [terrain] if isinstance(terrain, str) else list(terrain)
    found = [rows[terrain_named(table, name, jungle=jungle)][column] for name in names]
    return max(found, key=_WORST.index, default="G")


def ground(table: Table, text: str, movers: tuple[str, ...]) -> Going:
    """The going of terrain as typed (`LFA`, `wood+hill`, `road+SFH-jungle`) for the worst off of these movers."""
    words = text.lower().split("+")
    names = [word for word in words if word != "road"]
    found = [going(table, names, mover, road="road" in words) for mover in movers]
    return max(found, key=_WORST.index, default="G")


def barring(table: Table, text: str, movers: tuple[str, ...]) -> str:
    """The rule by which the first impassable piece of this terrain is so."""
    words = text.lower().split("+")
    for name in [word for word in words if word != "road"]:
        if any(going(table, name, mover, road="road" in words) == "X" for mover in movers):
            rule: str = table.sections["going"]["rules"][terrain_named(table, name)]
            return rule
    return ""


def terrain_named(table: Table, name: str, *, jungle: bool = False) -> str:
    """The row of the going table for a terrain as typed. Raises Mistake for one that is not known."""
    rows = table.sections["going"]
    known = {key.lower(): key for key, row in rows.items() if isinstance(row, str)}
    known |= {key.lower(): row for key, row in rows["also"].items()}
    if name.lower() not in known:
        raise Mistake(f"there is no terrain {name!r}", did_you_mean(name, list(known)))
    row: str = known[name.lower()]
    return f"{row}-jungle" if jungle and f"{row}-jungle" in rows else row


def mover_of(table: Table, stand: Stand, towed_by: Type | None = None) -> str:
    """The column of the going table for a stand.

    Infantry are BARG, RG and IG only; everything else on foot goes as a man-handled gun (TERR-10). A gun `towed_by` a
    vehicle goes as that does (MOVE-05).
    """
    kind = towed_by or table.type(stand.type)
    if kind.mobility:
        goes: str = table.sections["moves"][kind.mobility].get("mover", "tracked")
        return goes
    if table.rows.get(stand.row or kind.row, {}).get("infantry"):
        return "jungle-trained" if stand.jungle else "infantry"
    return "gun"
