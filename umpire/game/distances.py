"""Distances as people type them, for all families: `600`, `600m`, `1.2km`, `600yd`, `14in`, `14"`, `35cm`, `2ft`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeAlias

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, Missing
from umpire.game.records import OneOf

if TYPE_CHECKING:
    from fractions import Fraction

Number: TypeAlias = "int | Fraction"
"""An exact distance: half a unit may decide whether a target is in range."""

LENGTHS = {"m": 10_000, "km": 10_000_000, "yd": 9_144, "in": 254, "cm": 100, "ft": 3_048}
"""The length of each unit, in tenths of a millimetre. Hexes have no length, because they are counted."""

GROUND = ("m", "km", "yd")
"""The units for lengths on the ground. All other units are for lengths on the table."""

NAMES = {
    "m": "metres", "km": "kilometres", "yd": "yards", "in": "inches", "cm": "centimetres", "ft": "feet", "hex": "hexes",
}  # fmt: skip
"""The name of each unit in full."""

FARTHEST = 100_000
"""The greatest distance of most rulers: it is more than any table has, in any unit."""

_WORDS = {
    **{unit: unit for unit in (*LENGTHS, "hex")},
    **dict.fromkeys(("metre", "metres", "meter", "meters"), "m"),
    **dict.fromkeys(("yard", "yards", "yds"), "yd"),
    **dict.fromkeys(('"', "inch", "inches"), "in"),
    **dict.fromkeys(("'", "foot", "feet"), "ft"),
    "hexes": "hex",
}
_TOLD = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?(.*)", re.ASCII)


@frozen
class Tabletop:
    """The section `[table]` of a scenario, for the gaming table. `unit` is the unit of distances typed without a unit;
    "" means the unit of the rules.
    """

    unit: Annotated[str, OneOf("", *LENGTHS, "hex")] = ""


@frozen
class Ruler:
    """The way in which distances are typed in a game. The rules count in the unit `base`. A distance typed without a
    unit is in `unit`.

    An inch on the table stands for `scale` inches of ground. If `scale` is None, a length on the ground cannot be
    measured on the table. If `scale` is set, each length on the ground is shown with its length on the table in the
    unit `scaled`.
    """

    base: str
    unit: str
    scale: Fraction | None = None
    scaled: str = ""
    most: int = FARTHEST

    def read(self, what: str) -> Callable[[str], Number]:
        """Return a reader of distances from 0 to the maximum of the ruler. The reader returns the distance in the unit
        of the rules, and raises Mistake for other text.
        """
        most = self.most

        def reading(text: str) -> Number:
            found = _TOLD.fullmatch(text)
            if found is None:
                hint = f"type a number from 0 to {most}, such as 6 or 6.5"
                raise BadValue(f"{what} {text!r} is not a distance", hint, fact=what, word=text)
            unit = _WORDS.get(found[3].lower(), "") if found[3] else self.unit
            if not unit:
                raise BadValue(
                    f"{what} {text!r}: {found[3]!r} is not a unit of length",
                    f"one of: {', '.join(LENGTHS)}",
                    fact=what,
                    word=text,
                )
            number = self._in_base(what, text, _number(found[1], found[2] or ""), unit)
            if number > most:
                sentence = f"{decimal(number)} {self.base}"
                raise BadValue(
                    f"{what} {text!r} is {sentence}, more than {most} {self.base}",
                    "type a smaller number",
                    fact=what,
                    word=text,
                )
            return number

        return reading

    def _in_base(self, what: str, text: str, number: Number, unit: str) -> Number:
        if unit == self.base:
            return number
        if "hex" in (unit, self.base):
            raise BadValue(
                f"{what} {text!r} is not a distance in {NAMES[self.base]}",
                f"leave out {unit}",
                fact=what,
                word=text,
            )
        if (unit in GROUND) != (self.base in GROUND) and self.scale is None:
            where = "on the ground" if unit in GROUND else "on the table"
            hint = "`setup scale=6mm` sets the scale" if self.base in GROUND else f"measure it in {NAMES[self.base]}"
            raise Missing(f"{what} {text!r} is a length {where}, but the scale is not set", hint, fact=what, word=text)
        return simple(self._factor(unit, self.base) * number)

    def _factor(self, unit: str, base: str) -> Fraction:
        """Return the length of one `unit`, measured in the unit `base`."""
        from fractions import Fraction  # rarely needed

        factor = Fraction(LENGTHS[unit], LENGTHS[base])
        if (unit in GROUND) == (base in GROUND) or self.scale is None:
            return factor
        return factor * self.scale if base in GROUND else factor / self.scale

    def said(self, distance: Number) -> str:
        """Return a distance in words: `450 m`. If people type distances in another unit, the distance in that unit is
        added: `450 m (18 in)`.
        """
        return self._both(distance, self.unit)

    def laid(self, distance: Number) -> str:
        """Return a distance in words, with the length on the table if there is a scale: `450 m (18 in)`."""
        return self._both(distance, self.unit if self.unit != self.base else self.scaled)

    def on_table(self, distance: Number) -> str:
        """Return only the length on the table: `18 in`; "" if there is no scale."""
        return self._in(self.scaled, distance)

    def _both(self, distance: Number, unit: str) -> str:
        other = self._in(unit, distance)
        return f"{decimal(distance)} {self.base}" + (f" ({other})" if other else "")

    def _in(self, unit: str, distance: Number) -> str:
        return "" if unit in ("", self.base) else f"{decimal(self._factor(self.base, unit) * distance)} {unit}"

    def typed(self, distance: Number) -> str:
        """Return a distance as it may be typed: `450`, or `450m` if a number without a unit would mean another unit."""
        return decimal(distance) + ("" if self.unit == self.base else self.base)


METRES = Ruler("m", "m")
"""The ruler for distances on the ground in metres, if nothing is known about the table."""


def bare(fact: str, *words: str) -> Callable[[str], str | None]:
    """Return a function that reads a word typed without `=`. For a distance (`600`, `6.5`, `14in`) and for each of
    `words`, such as `contact`, the function returns the name `fact`. For any other word, it returns None.
    """

    def tells(word: str) -> str | None:
        found = _TOLD.fullmatch(word)
        measured = found is not None and (not found[3] or found[3].lower() in _WORDS)
        return fact if measured or word.lower() in words else None

    return tells


def _number(whole: str, decimals: str) -> Number:
    if not decimals:
        return int(whole)
    from fractions import Fraction  # rarely needed

    return simple(Fraction(int(whole + decimals), 10 ** len(decimals)))


def simple(number: Fraction) -> Number:
    """Return a fraction as an int if it has no fractional part."""
    return number.numerator if number.denominator == 1 else number


def decimal(number: Number) -> str:
    """Return a number with at most two decimals and no trailing zeros: 125, 62.5, 31.25."""
    whole, hundredths = divmod(round(number * 100), 100)
    return f"{whole}.{hundredths:02}".rstrip("0") if hundredths else str(whole)
