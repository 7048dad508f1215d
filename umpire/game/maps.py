"""The map: a block of text with a legend, one glyph a hex. It never changes during play.

What a kind of terrain does to sight, cover and movement is for the rule tables to say; here it is a word.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from umpire.core.hexes import Grid, Hex

KEYS = ("hexes", "shifted", "rows", "legend", "names")


class MapError(ValueError):
    """A map that cannot be read: one line that names the key, the line of a block of text if any, and what is wrong."""

    def __init__(self, key: str, words: str, line: int | None = None) -> None:
        super().__init__(f"{key}: {words}" if line is None else f"{key} line {line}: {words}")
        self.key = key
        self.line = line


@dataclass(frozen=True, slots=True)
class Map:
    """The terrain of a board.

    grid: the board's hexes and their labels.
    rows: the map's rows from the top, one glyph a hex, without spaces.
    legend: the kind of terrain each glyph stands for, such as "w" for woods.
    names: names of places by label, such as "0507" for Sainte-Anne.
    """

    grid: Grid
    rows: tuple[str, ...]
    legend: Mapping[str, str]
    names: Mapping[str, str]

    @classmethod
    def read(cls, table: Mapping[str, Any]) -> "Map":
        """The map written in a scenario's `map` table. Raises MapError for the first thing wrong with it."""
        for key in table:
            if key not in KEYS:
                raise MapError("map", f"unknown key {key!r}; a map has {', '.join(KEYS)}")
        flat = _one_of(table, "hexes", "flat", "pointy") == "flat"
        shifted: Literal["odd", "even"] = "odd" if _one_of(table, "shifted", "odd", "even") == "odd" else "even"
        legend = _words(table, "legend")
        for glyph in legend:
            if len(glyph) != 1 or glyph == " " or not glyph.isprintable():
                raise MapError(f"map.legend.{glyph!r}", "a glyph is one printable character, not a space")
        rows = _rows(table, legend)
        grid = Grid(flat, shifted, columns=len(rows[0]), rows=len(rows))
        names = _words(table, "names") if "names" in table else {}
        for label in names:
            try:
                grid.hex(label)
            except ValueError as error:
                raise MapError("map.names", str(error)) from None
        return cls(grid, rows, legend, names)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "Map":
        """The map that `to_plain` wrote. It is trusted: nothing is checked."""
        rows = tuple(plain["rows"].split("\n"))
        grid = Grid(plain["hexes"] == "flat", plain["shifted"], columns=len(rows[0]), rows=len(rows))
        return cls(grid, rows, plain["legend"], plain["names"])

    def to_plain(self) -> dict[str, Any]:
        """The map as values JSON and TOML can hold, with the keys of a scenario's `map` table."""
        return {
            "hexes": "flat" if self.grid.flat else "pointy",
            "shifted": self.grid.shifted,
            "rows": "\n".join(self.rows),
            "legend": dict(self.legend),
            "names": dict(self.names),
        }

    def terrain(self, h: Hex) -> str:
        """The kind of terrain in a hex of the board. Raises ValueError if `h` is off the board."""
        column, row = self.grid.place(h)
        return self.legend[self.rows[row - 1][column - 1]]

    def name(self, h: Hex) -> str | None:
        """The name of the place in a hex of the board, if it has one. Raises ValueError if `h` is off the board."""
        return self.names.get(self.grid.label(h))


def _value(table: Mapping[str, Any], key: str) -> Any:
    if key not in table:
        raise MapError(f"map.{key}", "missing")
    return table[key]


def _one_of(table: Mapping[str, Any], key: str, *words: str) -> str:
    value = _value(table, key)
    if value not in words:
        raise MapError(f"map.{key}", f"{value!r} is not {' or '.join(map(repr, words))}")
    return str(value)


def _words(table: Mapping[str, Any], key: str) -> dict[str, str]:
    value = _value(table, key)
    if not isinstance(value, Mapping):
        raise MapError(f"map.{key}", "not a table")
    for name, word in value.items():
        if not (isinstance(word, str) and word.strip()):
            raise MapError(f"map.{key}.{name!r}", f"{word!r} is not a word")
    return dict(value)


def _rows(table: Mapping[str, Any], legend: Mapping[str, str]) -> tuple[str, ...]:
    text = _value(table, "rows")
    if not isinstance(text, str):
        raise MapError("map.rows", "not a block of text")
    lines = [(number, "".join(line.split())) for number, line in enumerate(text.split("\n"), start=1)]
    while lines and not lines[-1][1]:
        lines.pop()
    while lines and not lines[0][1]:
        lines.pop(0)
    if not lines:
        raise MapError("map.rows", "the map is empty")
    columns = len(lines[0][1])
    for number, row in lines:
        for column, glyph in enumerate(row, start=1):
            if glyph not in legend:
                glyphs = " ".join(legend) or "no glyphs"
                raise MapError(
                    "map.rows", f"column {column}: {glyph!r} is not in the legend, which has {glyphs}", number
                )
        if len(row) != columns:
            raise MapError("map.rows", f"{len(row)} hexes, the first row has {columns}", number)
    return tuple(row for _, row in lines)
