"""The board as text: terrain by its character, stands by their id, readable without colour at 80 to 100 columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from umpire.core.hexes import Hex
from umpire.game.maps import ALSO, Map
from umpire.show.page import Lines, Page

BRACKETS = ("[]", "()", "<>", "{}")
"""The brackets around the ids of each side."""

ZONE = "!"
"""Stands behind the ground of a hex in the zone of control asked for."""

WIDTHS = (8, 6, 4)
"""Columns from one hex to the next but one (flat) or to the next (pointy), as wide as the page allows."""


def board_lines(
    page: Page,
    game_map: Map,
    stands: Mapping[Hex, tuple[str, int]],
    sides: Collection[str],
    zone: Collection[Hex] = (),
) -> Lines:
    """Return the board, row by row, with the numbers of its columns above and below, and its legend.

    `stands` maps a hex to the id of the stand in it and the number of its side; `zone` are hexes to mark. On a board of
    flat-topped hexes a row takes two lines: the columns shifted down are on the second.
    """
    grid = game_map.grid
    across = (grid.columns + 1) // 2 if grid.flat else grid.columns
    width = next((width for width in WIDTHS if 4 + across * width <= page.width), WIDTHS[-1])
    drawn = _flat(game_map, stands, zone, width) if grid.flat else _pointy(game_map, stands, zone, width)
    lines = [_coloured(page, line) for line in drawn]
    legend = ", ".join(f"{glyph} {name.replace(ALSO, ' and ')}" for glyph, name in game_map.legend.items())
    named = ", ".join(
        f"{BRACKETS[at % len(BRACKETS)][0]}{side}{BRACKETS[at % len(BRACKETS)][1]}" for at, side in enumerate(sides)
    )
    stood = f"stands: {named}" + (f"; {ZONE} marks the zone of control" if zone else "")
    places = ", ".join(f"{label} {name}" for label, name in game_map.names.items())
    lines += page.paragraph(f"ground: {legend}", indent=2)
    return lines + page.paragraph(" · ".join(filter(None, (stood, places))), indent=2)


def _coloured(page: Page, line: str) -> str:
    """Return a line of the board with each stand in the colour of its side. Its brackets show which side that is."""
    for number, pair in enumerate(BRACKETS):
        shape = rf"{re.escape(pair[0])}\w[^\s{re.escape(pair)}]*{re.escape(pair[1])}"
        line = re.sub(shape, lambda found: page.of_side(found[0], number), line)  # noqa: B023
    return line


def _cell(game_map: Map, hex_: Hex, stands: Mapping[Hex, tuple[str, int]], zone: Collection[Hex], width: int) -> str:
    glyph = game_map.rows[game_map.grid.place(hex_)[1] - 1][game_map.grid.place(hex_)[0] - 1]
    ground = glyph + (ZONE if hex_ in zone else "")
    if hex_ not in stands:
        return ground
    name, side = stands[hex_]
    pair = BRACKETS[side % len(BRACKETS)]
    return f"{ground}{pair[0]}{name[: width - len(ground) - 2]}{pair[1]}"[:width]


def _flat(game_map: Map, stands: Mapping[Hex, tuple[str, int]], zone: Collection[Hex], width: int) -> Lines:
    grid = game_map.grid
    down = 1 if grid.shifted == "odd" else 0
    level = [column for column in range(1, grid.columns + 1) if column % 2 != down]
    pushed = [column for column in range(1, grid.columns + 1) if column % 2 == down]
    numbers = [_line("", [(column, f"{column:02}") for column in columns], width) for columns in (level, pushed)]
    lines = [*numbers]
    for row in range(1, grid.rows + 1):
        for columns in (level, pushed):
            cells = [(column, _cell(game_map, grid.at(column, row), stands, zone, width)) for column in columns]
            lines.append(_line(f"{row:02}" if columns is level else "", cells, width))
    return lines + numbers


def _line(head: str, cells: list[tuple[int, str]], width: int) -> str:
    """Return a line of cells of every other column, each half a width per column from the left."""
    text = f"{head:<4}"
    for column, cell in cells:
        text = text.ljust(4 + (column - 1) * width // 2) + cell
    return text.rstrip()


def _pointy(game_map: Map, stands: Mapping[Hex, tuple[str, int]], zone: Collection[Hex], width: int) -> Lines:
    grid = game_map.grid
    down = 1 if grid.shifted == "odd" else 0
    numbers = "    " + "".join(f"{column:02}".ljust(width) for column in range(1, grid.columns + 1)).rstrip()
    lines = [numbers]
    for row in range(1, grid.rows + 1):
        cells = [_cell(game_map, grid.at(column, row), stands, zone, width) for column in range(1, grid.columns + 1)]
        push = " " * (width // 2) if row % 2 == down else ""
        lines.append((f"{row:02}  " + push + "".join(cell.ljust(width) for cell in cells)).rstrip())
    return [*lines, numbers]
