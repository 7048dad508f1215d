"""Hexes: positions, distances, exact straight lines, and the labels printed on the map.

Hexes have axial coordinates, independent of any map; a `Grid` converts the labels of one map to hexes and back.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple


class Hex(NamedTuple):
    """A hex in axial coordinates `q` and `r`. The third coordinate `s` is chosen so that the three coordinates add up
    to 0. On flat-top hexes, `q` counts the columns to the right, and `r` counts the hexes straight down. On pointy-top
    hexes, `q` counts the hexes to the right, and `r` counts the rows downwards.
    """

    q: int
    r: int

    @property
    def s(self) -> int:
        return -self.q - self.r


# Clockwise: from north on flat-top hexes, from north-west on pointy-top ones.
DIRECTIONS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))


def distance(a: Hex, b: Hex) -> int:
    """Return the number of hex steps from `a` to `b`; 0 for the same hex, 1 for neighbours."""
    dq, dr = b.q - a.q, b.r - a.r
    return max(abs(dq), abs(dr), abs(dq + dr))


@lru_cache(maxsize=4096)
def neighbours(h: Hex) -> tuple[Hex, ...]:
    """Return the six hexes around `h`, clockwise.

    On flat-top maps, the first hex is to the north; on pointy-top maps, to the north-west.
    """
    return tuple(Hex(h.q + q, h.r + r) for q, r in DIRECTIONS)


def line(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """Return the hexes between `a` and `b` that the straight line between their centres crosses.

    Each element of the result has one or two hexes; the first element is nearest to `a`. If an element has one hex, the
    line passes through the interior of this hex. If an element has two hexes, the line runs exactly along the side that
    they share. The hex with the smaller `q` comes first; if both have the same `q`, the hex with the smaller `r`. A hex
    touched only at a corner is left out. Hexes of consecutive elements are neighbours. `line(b, a)` gives the same
    elements in reverse. There may be more elements than hex steps.

    If `a` and `b` are on the map, at least one hex of each pair is on the map. Where the edge of the map is ragged, the
    other hex may be off the map.
    """
    dq, dr = b.q - a.q, b.r - a.r
    ds = -dq - dr
    # Three times the cross product of the line's direction with a hex's offset from `a` gives the distance of that
    # hex's centre from the line, in units that make its corner furthest off the line a whole number, `reach`.
    reach = max(dq, dr, ds) - min(dq, dr, ds)
    along_sides = dq == dr or dr == ds or ds == dq
    # A line visits hexes by rising projection of their centres upon it: of the neighbours ahead that the line still
    # crosses, the one least far along comes next, and two equally far along share the side it runs along.
    ahead = sorted(
        (along, h, 3 * (dq * h.r - dr * h.q)) for h in DIRECTIONS if (along := dq * h.q + dr * h.r + ds * h.s) > 0
    )
    crossed: list[tuple[Hex, ...]] = []
    here, off = a, 0
    while here != b:
        following = [
            (Hex(here.q + h.q, here.r + h.r), off + aside)
            for _, h, aside in ahead
            if abs(off + aside) < reach or (along_sides and abs(off + aside) == reach)
        ]
        if not along_sides:
            del following[1:]
        crossed.append(tuple(h for h, _ in following))
        here, off = following[0]
    return tuple(crossed[:-1])


@dataclass(frozen=True, slots=True)
class Grid:
    """The hexes of one map and their labels. A label is the column and then the row, both numbered from 1: "0507" is
    column 5, row 7.

    Both numbers have two digits, or more if the map is longer than 99 hexes.

    flat: True for flat-top hexes in straight columns, False for pointy-top hexes in straight rows.

    shifted: on flat-top maps, the columns that are half a hex further down; on pointy-top maps, the rows that are half
    a hex further right.

    columns, rows: the size of the map in hexes.
    """

    flat: bool
    shifted: Literal["odd", "even"]
    columns: int
    rows: int

    @lru_cache(maxsize=4096)  # noqa: B019 - a process reads one board or a few
    def hex(self, label: str) -> Hex:
        """Return the hex with this label.

        Raises ValueError if the text is not a label, or if the hex is not on the map.
        """
        digits = self._digits
        if not (len(label) == 2 * digits and label.isascii() and label.isdigit()):
            raise ValueError(f"{label!r} is not a hex: type {2 * digits} digits, column then row, from {self._bounds}")
        column, row = int(label[:digits]), int(label[digits:])
        if not (1 <= column <= self.columns and 1 <= row <= self.rows):
            raise ValueError(f"hex {label} is off the board: the hexes go from {self._bounds}")
        return self.at(column, row)

    @lru_cache(maxsize=4096)  # noqa: B019 - a process reads one board or a few
    def label(self, h: Hex) -> str:
        """Return the label of a hex. Raises ValueError if `h` is off the map."""
        return self._label(*self.place(h))

    def at(self, column: int, row: int) -> Hex:
        """Return the hex of a column and row, both numbered from 1, on the map or off it."""
        if self.flat:
            return Hex(column, row - self._push(column))
        return Hex(column - self._push(row), row)

    def place(self, h: Hex) -> tuple[int, int]:
        """Return the column and row, numbered from 1, of a hex. Raises ValueError if `h` is off the map."""
        column, row = self._place(h)
        if not (1 <= column <= self.columns and 1 <= row <= self.rows):
            raise ValueError(f"column {column}, row {row} is off the board of {self.columns} by {self.rows} hexes")
        return column, row

    def __contains__(self, h: Hex) -> bool:
        column, row = self._place(h)
        return 1 <= column <= self.columns and 1 <= row <= self.rows

    def hexes(self) -> Iterator[Hex]:
        """Return all hexes of the map in the order of their labels: down each column, column by column."""
        return (self.at(column, row) for column in range(1, self.columns + 1) for row in range(1, self.rows + 1))

    @property
    def _bounds(self) -> str:
        return f"{self._label(1, 1)} to {self._label(self.columns, self.rows)}"

    @property
    def _digits(self) -> int:
        return 2 if self.columns < 100 > self.rows else len(str(max(self.columns, self.rows)))

    def _label(self, column: int, row: int) -> str:
        return f"{column:0{self._digits}}{row:0{self._digits}}"

    def _place(self, h: Hex) -> tuple[int, int]:
        if self.flat:
            return h.q, h.r + self._push(h.q)
        return h.q + self._push(h.r), h.r

    def _push(self, n: int) -> int:
        # How far the slanting axis has drifted at column (flat) or row (pointy) `n`: half of it, rounded down where
        # the odd ones are shifted and up where the even ones are.
        return n // 2 if self.shifted == "odd" else (n + 1) // 2


def spans(grid: Grid, hexes: Iterable[Hex]) -> str:
    """Return hexes as labels: `0503-0506 0602 0604`.

    If three or more hexes of a column follow each other, only the first and the last are shown.
    """
    runs: list[list[tuple[int, int]]] = []
    for column, row in sorted(grid.place(each) for each in hexes):
        if runs and runs[-1][-1] == (column, row - 1):
            runs[-1].append((column, row))
        else:
            runs.append([(column, row)])
    shown = []
    for run in runs:
        labels = [grid.label(grid.at(*place)) for place in run]
        shown += [f"{labels[0]}-{labels[-1]}"] if len(labels) > 2 else labels
    return " ".join(shown)
