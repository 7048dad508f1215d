"""The places of hexes on the sheet. All corners have whole numbers, so that outlines are exact and short."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from umpire.core.hexes import DIRECTIONS, Grid, Hex

LONG, HALF = 18, 31
"""Half the side of a hex, and half the distance of two parallel sides (18 x the root of 3, to a hundredth)."""

MARGIN = 12


class Plan:
    """The sheet of a board: its `width` and `height`, and the points of hexes. x runs to the right, y down."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._step = (LONG, HALF) if grid.flat else (HALF, LONG)
        corners = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
        found = corners if grid.flat else tuple((y, x) for x, y in corners)
        self.corners = tuple((x * self._step[0], y * self._step[1]) for x, y in found)
        columns = {1, min(2, grid.columns), max(1, grid.columns - 1), grid.columns}
        rows = {1, min(2, grid.rows), max(1, grid.rows - 1), grid.rows}
        edge = [self._raw(grid.at(column, row)) for column in columns for row in rows]
        reach = tuple(max(corner[axis] for corner in self.corners) for axis in (0, 1))
        self._left = min(x for x, _ in edge) - reach[0] - MARGIN
        self._top = min(y for _, y in edge) - reach[1] - MARGIN
        self.width = max(x for x, _ in edge) + reach[0] + MARGIN - self._left
        self.height = max(y for _, y in edge) + reach[1] + MARGIN - self._top

    def _raw(self, h: Hex) -> tuple[int, int]:
        q, r = h
        across, down = (3 * q, 2 * r + q) if self.grid.flat else (2 * q + r, 3 * r)
        return across * self._step[0], down * self._step[1]

    def centre(self, h: Hex) -> tuple[int, int]:
        """Return the centre of a hex, on the board or off it."""
        x, y = self._raw(h)
        return x - self._left, y - self._top

    def side(self, h: Hex, towards: Hex) -> tuple[float, float]:
        """Return the middle of the side that a hex shares with its neighbour."""
        (x, y), (right, down) = self.centre(h), self.centre(towards)
        return (x + right) / 2, (y + down) / 2

    @cached_property
    def _sides(self) -> tuple[tuple[Hex, tuple[int, int], tuple[int, int]], ...]:
        """The six sides of a hex. Each side has the step to the neighbour, and two corners."""
        found = []
        for at, start in enumerate(self.corners):
            end = self.corners[(at + 1) % 6]
            middle = (start[0] + end[0], start[1] + end[1])
            origin = self._raw(Hex(0, 0))
            step = next(
                each
                for each in DIRECTIONS
                if (self._raw(each)[0] - origin[0], self._raw(each)[1] - origin[1]) == middle
            )
            found.append((step, start, end))
        return tuple(found)

    def edges(self, hexes: Collection[Hex]) -> dict[tuple[int, int], tuple[int, int]]:
        """Return the sides around these hexes, as a dict from the first corner of a side to its second corner.

        On flat-top maps, the hexes are to the right of each side. On pointy-top maps, the hexes are to the left.
        """
        found: dict[tuple[int, int], tuple[int, int]] = {}
        for h in hexes:
            x, y = self.centre(h)
            for (q, r), start, end in self._sides:
                if (h[0] + q, h[1] + r) not in hexes:
                    found[x + start[0], y + start[1]] = (x + end[0], y + end[1])
        return found

    def outline(self, hexes: Collection[Hex]) -> str:
        """Return one path around these hexes, including holes."""
        edges, words = self.edges(hexes), []
        while edges:
            start = here = next(iter(edges))
            words.append(f"M{here[0]} {here[1]}")
            while True:
                there = edges.pop(here)
                if there == start:
                    break
                words.append(_step(there[0] - here[0], there[1] - here[1]))
                here = there
            words.append("z")
        return "".join(words)

    def netting(self, hexes: Iterable[Hex]) -> str:
        """Return one path along three sides of each hex.

        For a whole board, the path draws every side that two hexes share.
        """
        words = []
        if self.grid.flat:
            line = f"l{LONG}-{HALF}h{2 * LONG}l{LONG} {HALF}"
        else:
            line = f"v-{2 * LONG}l{HALF}-{LONG}l{HALF} {LONG}"
        first = self.corners[3] if self.grid.flat else (-HALF, LONG)
        for h in hexes:
            x, y = self.centre(h)
            words.append(f"M{x + first[0]} {y + first[1]}{line}")
        return "".join(words)

    def hexagon(self, h: Hex, part: float = 1.0) -> str:
        """Return the path of one hex, scaled to this fraction of its size."""
        x, y = self.centre(h)
        points = (f"{x + part * right:.1f} {y + part * down:.1f}" for right, down in self.corners)
        return f"M{'L'.join(points)}z"


def _step(x: int, y: int) -> str:
    if y == 0:
        return f"h{x}"
    return f"v{y}" if x == 0 else f"l{x}{y if y < 0 else f' {y}'}"
