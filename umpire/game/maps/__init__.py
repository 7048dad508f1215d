"""The map: a block of text with one character for each hex, and a legend of the characters. The map never changes
during play. For the map, a kind of terrain is only a word; the rule tables define the effects of the terrain.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from umpire.core.frozen import frozen
from umpire.core.hexes import Grid, Hex
from umpire.core.mistakes import did_you_mean

ALSO = "+"
"""The sign between the kinds of terrain of one hex: `woods+road`. In a scenario, people may write a list in its place.
"""

KEYS = ("hexes", "shifted", "rows", "legend", "names")


class MapError(ValueError):
    """An error in a map. Its text names the key, the line in a block of text if there is one, and the error.

    `more` holds the other errors of the map.
    """

    def __init__(self, key: str, words: str, line: int | None = None, hint: str = "") -> None:
        super().__init__(f"{key}: {words}" if line is None else f"{key} line {line}: {words}")
        self.key = key
        self.words = words
        self.line = line
        self.hint = hint
        self.more: tuple[MapError, ...] = ()


class _Anything(dict[str, str]):
    """The legend of an unknown board. Every character means the terrain ""; all stands may enter this terrain."""

    def __missing__(self, glyph: str) -> str:
        return ""


@frozen
class Map:
    """The terrain of a board.

    grid: the board's hexes and their labels.
    rows: the rows of the map from the top, with one character for each hex, without spaces.
    legend: the kind of terrain for each character, such as woods for "w". `woods+road` means woods and a road.
    names: names of places by label, such as "0507" for Sainte-Anne.
    """

    grid: Grid
    rows: tuple[str, ...]
    legend: Mapping[str, str]
    names: Mapping[str, str]

    @classmethod
    def read(cls, table: Mapping[str, Any] | str) -> "Map":
        """Return the map written in a scenario's `map` table. Raises MapError with all errors of the map.

        The name of a file with a drawing is an error here.
        """
        if isinstance(table, str):
            raise MapError(
                "map", f"{table!r}: a map drawing can be used only to start a game; write the map as a table here"
            )
        if isinstance(table.get("legend"), Mapping):
            table = {**table, "legend": {glyph: _joined(word) for glyph, word in table["legend"].items()}}
        if wrong := list(_amiss(table)):
            wrong[0].more = tuple(wrong[1:])
            raise wrong[0]
        rows = tuple(row for _, row in _lines(table["rows"]))
        return cls(_grid(table, rows), rows, dict(table["legend"]), dict(table.get("names", {})))

    @classmethod
    def blank(cls) -> "Map":
        """Return a board that is open to all stands, to check the rest of a scenario if the map has errors."""
        return cls(Grid(True, "odd", 99, 99), (" " * 99,) * 99, _Anything(), {})

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "Map":
        """Return the map that `to_plain` wrote. Nothing is checked."""
        rows = tuple(plain["rows"].split("\n"))
        grid = Grid(plain["hexes"] == "flat", plain["shifted"], columns=len(rows[0]), rows=len(rows))
        return cls(grid, rows, {glyph: _joined(word) for glyph, word in plain["legend"].items()}, plain["names"])

    def to_plain(self) -> dict[str, Any]:
        """Return the map as values for JSON and TOML, with the keys of a scenario's table `map`."""
        return {
            "hexes": "flat" if self.grid.flat else "pointy",
            "shifted": self.grid.shifted,
            "rows": "\n".join(self.rows),
            "legend": {glyph: word.split(ALSO) if ALSO in word else word for glyph, word in self.legend.items()},
            "names": dict(self.names),
        }

    def terrain(self, h: Hex) -> str:
        """Return the kind of terrain in a hex of the board. Raises ValueError if `h` is off the board."""
        column, row = self.grid.place(h)
        return self.legend[self.rows[row - 1][column - 1]]

    def name(self, h: Hex) -> str | None:
        """Return the name of the place in a hex of the board; None if the hex has no name. Raises ValueError if `h` is
        off the board.
        """
        return self.names.get(self.grid.label(h))


def _joined(word: Any) -> Any:
    """Return the words of a legend entry as one text."""
    parts = word.split(ALSO) if isinstance(word, str) else word
    if not isinstance(parts, list) or not all(isinstance(part, str) and part.strip() for part in parts):
        return word
    return ALSO.join(dict.fromkeys(part.strip() for part in parts))


def _amiss(table: Mapping[str, Any]) -> Iterator[MapError]:
    """Yield the errors of a map as people write it. An error is left out if another error may have caused it."""
    for key in table:
        if key not in KEYS:
            yield MapError(f"map.{key}", "unknown key", hint=did_you_mean(str(key), list(KEYS)))
    for key, words in (("hexes", ("flat", "pointy")), ("shifted", ("odd", "even"))):
        if key not in table:
            hint = f'for example: {key} = "{words[0]}"'
            yield MapError(f"map.{key}", f"missing, expected {' or '.join(words)}", hint=hint)
        elif table[key] not in words:
            near = did_you_mean(str(table[key]), list(words))
            yield MapError(f"map.{key}", f"{table[key]!r} is not {' or '.join(map(repr, words))}", hint=near)
    legend = list(_legend_amiss(table))
    yield from legend
    rows = list(_rows_amiss(table, None if legend else table["legend"]))
    yield from rows
    names = list(_words_amiss(table, "names")) if "names" in table else []
    yield from names
    if not rows and not names:
        grid = _grid(table, tuple(row for _, row in _lines(table["rows"])))
        for label in table.get("names", ()):
            try:
                grid.hex(label)
            except ValueError as error:
                yield MapError("map.names", str(error))


def _legend_amiss(table: Mapping[str, Any]) -> Iterator[MapError]:
    if "legend" not in table:
        hint = 'for example: legend = { "." = "open" }'
        yield MapError("map.legend", "missing, expected a table of glyphs", hint=hint)
        return
    yield from _words_amiss(table, "legend")
    for glyph in table["legend"] if isinstance(table["legend"], Mapping) else ():
        if len(glyph) != 1 or glyph == " " or not glyph.isprintable():
            yield MapError(f"map.legend.{glyph!r}", "a glyph is one printable character, not a space")


def _words_amiss(table: Mapping[str, Any], key: str) -> Iterator[MapError]:
    if not isinstance(table[key], Mapping):
        yield MapError(f"map.{key}", "not a table")
        return
    for name, word in table[key].items():
        if not (isinstance(word, str) and word.strip()):
            yield MapError(f"map.{key}.{name!r}", f"{word!r} is not a word")


def _rows_amiss(table: Mapping[str, Any], legend: Mapping[str, str] | None) -> Iterator[MapError]:
    """Yield the errors of the rows. A character that is not in the legend is one error, however often it occurs. Each
    row that is longer or shorter than the other rows is an error.
    """
    if "rows" not in table:
        hint = 'write rows = """, then a line of glyphs for each row, then """'
        yield MapError("map.rows", "missing, expected a block of text with a line for each row", hint=hint)
        return
    if not isinstance(table["rows"], str):
        yield MapError("map.rows", "not a block of text")
        return
    lines = _lines(table["rows"])
    if not lines:
        yield MapError("map.rows", "the map is empty")
    unknown: set[str] = set()
    same = "make all rows as long as the first row"
    for number, row in lines:
        for column, glyph in enumerate(row, start=1):
            if legend is not None and glyph not in legend and glyph not in unknown:
                unknown.add(glyph)
                glyphs = " ".join(legend) or "no glyphs"
                words = f"column {column}: {glyph!r} is not in the legend, which has {glyphs}"
                yield MapError("map.rows", words, number, f"add {glyph!r} to [map.legend], or write another glyph")
        if len(row) != len(lines[0][1]):
            yield MapError(
                "map.rows", f"this row has {len(row)} hexes, but the first row has {len(lines[0][1])}", number, same
            )


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the rows in a block of text, each with the number of its line. Blank lines before the first row and after
    the last are left out.
    """
    lines = [(number, "".join(line.split())) for number, line in enumerate(text.split("\n"), start=1)]
    while lines and not lines[-1][1]:
        lines.pop()
    while lines and not lines[0][1]:
        lines.pop(0)
    return lines


def _grid(table: Mapping[str, Any], rows: tuple[str, ...]) -> Grid:
    shifted: Literal["odd", "even"] = "even" if table.get("shifted") == "even" else "odd"
    return Grid(table.get("hexes") != "pointy", shifted, columns=len(rows[0]), rows=len(rows))
