"""The board as text of 80 to 100 columns: characters for terrain, ids for stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from umpire.core.hexes import Hex
from umpire.game.maps import ALSO, Map
from umpire.show.page import Lines, Page

BRACKETS = ("[]", "()", "<>", "{}")
"""The brackets around the ids of each side."""

ZONE = "!"
"""The mark behind the ground of a hex that is in the zone of control asked for."""

WIDTHS = (8, 6, 4)
"""Columns from one hex to the next in its row, from the widest to the narrowest; the page takes the first that fits."""

Cell = tuple[str, str]
"""A hex as text, and the same text with the colour of the side whose stand is in it."""


def board_lines(
    page: Page,
    game_map: Map,
    stands: Mapping[Hex, tuple[str, int]],
    sides: Collection[str],
    zone: Collection[Hex] = (),
) -> Lines:
    """Return the board row by row, with the numbers of the columns above and below, then the legend.

    `stands` maps a hex to the id of the stand in it and the number of its side; `zone` has the hexes to mark. On a
    board of flat-topped hexes a row takes two lines. The second line has the columns that are half a hex lower.
    """
    grid = game_map.grid
    across = (grid.columns + 1) // 2 if grid.flat else grid.columns
    width = next((width for width in WIDTHS if 4 + across * width <= page.width), WIDTHS[-1])
    lines = (_flat if grid.flat else _pointy)(page, game_map, stands, zone, width)
    legend = ", ".join(f"{glyph} {name.replace(ALSO, ' and ')}" for glyph, name in game_map.legend.items())
    named = ", ".join(
        f"{BRACKETS[at % len(BRACKETS)][0]}{side}{BRACKETS[at % len(BRACKETS)][1]}" for at, side in enumerate(sides)
    )
    stood = f"stands: {named}" + (f"; {ZONE} marks the zone of control" if zone else "")
    places = ", ".join(f"{label} {name}" for label, name in game_map.names.items())
    lines += page.paragraph(f"ground: {legend}", indent=2)
    return lines + page.paragraph(" · ".join(filter(None, (stood, places))), indent=2)


def _cell(
    page: Page,
    game_map: Map,
    hex_: Hex,
    stands: Mapping[Hex, tuple[str, int]],
    zone: Collection[Hex],
    width: int,
) -> Cell:
    column, row = game_map.grid.place(hex_)
    ground = game_map.rows[row - 1][column - 1] + (ZONE if hex_ in zone else "")
    if hex_ not in stands:
        return ground, ground
    name, side = stands[hex_]
    pair = BRACKETS[side % len(BRACKETS)]
    stand = f"{pair[0]}{name[: width - len(ground) - 2]}{pair[1]}"[: width - len(ground)]
    return ground + stand, ground + page.of_side(stand, side)


def _flat(page: Page, game_map: Map, stands: Mapping[Hex, tuple[str, int]], zone: Collection[Hex], width: int) -> Lines:
    grid = game_map.grid
    down = 1 if grid.shifted == "odd" else 0
    level = [column for column in range(1, grid.columns + 1) if column % 2 != down]
    pushed = [column for column in range(1, grid.columns + 1) if column % 2 == down]
    numbers = [_line("", [(column, (f"{column:02}",) * 2) for column in columns], width) for columns in (level, pushed)]
    lines = [*numbers]
    for row in range(1, grid.rows + 1):
        for columns in (level, pushed):
            cells = [(each, _cell(page, game_map, grid.at(each, row), stands, zone, width)) for each in columns]
            lines.append(_line(f"{row:02}" if columns is level else "", cells, width))
    return lines + numbers


def _line(head: str, cells: Iterable[tuple[int, Cell]], width: int) -> str:
    """Return a line of cells, each with its column.

    Each column begins half a `width` to the right of the column before.
    """
    text = shown = f"{head:<4}"
    for column, (plain, coloured) in cells:
        gap = " " * (4 + (column - 1) * width // 2 - len(text))
        text, shown = text + gap + plain, shown + gap + coloured
    return shown.rstrip()


def _pointy(
    page: Page, game_map: Map, stands: Mapping[Hex, tuple[str, int]], zone: Collection[Hex], width: int
) -> Lines:
    grid = game_map.grid
    down = 1 if grid.shifted == "odd" else 0
    numbers = "    " + "".join(f"{column:02}".ljust(width) for column in range(1, grid.columns + 1)).rstrip()
    lines = [numbers]
    for row in range(1, grid.rows + 1):
        across = (grid.at(column, row) for column in range(1, grid.columns + 1))
        cells = [_cell(page, game_map, hex_, stands, zone, width) for hex_ in across]
        push = " " * (width // 2) if row % 2 == down else ""
        shown = "".join(coloured + " " * (width - len(plain)) for plain, coloured in cells)
        lines.append(f"{row:02}  {push}{shown}".rstrip())
    return [*lines, numbers]
