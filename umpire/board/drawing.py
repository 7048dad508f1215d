"""The whole board as one SVG: terrain, lines, numbers, objectives, counters, names, and a legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from umpire.board.counters import cloth, counter, flag, frame, placed
from umpire.board.ground import MOST_MARKED, grounds_svg, rims, swatch
from umpire.board.labels import covered, label_places
from umpire.board.last import LastAct, marks, tints
from umpire.board.palette import DARK, GREY, LIGHT, PAPER, STYLED, Palette
from umpire.board.plan import MARGIN, Plan
from umpire.board.svg import PREFIX, escaped, moved, path, tag, words
from umpire.core.hexes import Hex
from umpire.game.maps import ALSO, Map
from umpire.game.maps.drawn import DrawnBoard, DrawnGround, Piece, Sign

Colours = Literal["light", "dark", "grey", "paper", "styled"]
"""`paper` is white, to be printed; `styled` takes its colours from the page (see `palette.variables`)."""
PALETTES = {"light": LIGHT, "dark": DARK, "grey": GREY, "paper": PAPER}
_ALL = {**PALETTES, "styled": STYLED}
MARK = f'<g id="{PREFIX}sheet">'
"""How a board that was drawn before is known."""

FONT = "Helvetica, Arial, 'DejaVu Sans', 'Noto Sans', sans-serif"
LEGEND = 92
"""How much higher than its plan a board is: by the lines that explain it."""


def board_svg(
    game_map: Map,
    position: DrawnBoard,
    sides: Sequence[str],
    *,
    title: str = "",
    colours: Colours = "light",
    size: int | None = None,
    font: str = FONT,
) -> str:
    """Return the board as the text of an SVG file, without stylesheet or script.

    `size` is its width in pixels; None makes it as wide as its place. Without stands, the legend has none. Terrain that
    the position does not describe is drawn as two letters of its word.
    """
    plan, palette = Plan(game_map.grid), _ALL[colours]
    drawn = _ground(plan, game_map, position, palette) + _stands(plan, game_map, position, palette, sides, title)
    width, height = plan.width, plan.height + LEGEND
    wide: dict[str, object] = {} if size is None else {"width": size, "height": round(size * height / width)}
    return _sheet(
        plan, f"{tag('title', escaped(title or 'The board'))}{MARK}{drawn}</g>", role="img", font_family=font, **wide
    )


class Layers(NamedTuple):
    """A board as two drawings of the same size, the `box`, one above the other: a fixed part and a changing part."""

    ground: str
    stands: str
    box: str


NOTHING = LastAct()


def layers(
    game_map: Map,
    position: DrawnBoard,
    sides: Sequence[str],
    *,
    colours: Colours = "light",
    last: LastAct = NOTHING,
) -> Layers:
    """Return the board as two SVG texts, so that a page gets the terrain only once; with the `last` act on it."""
    plan, palette = Plan(game_map.grid), _ALL[colours]
    ground = _ground(plan, game_map, position, palette)
    stands = _stands(plan, game_map, position, palette, sides, "")
    stands = tints(plan, last, palette) + stands + marks(plan, last, palette) if last.hexes else stands
    return Layers(_sheet(plan, ground), _sheet(plan, stands), _box(plan))


def _box(plan: Plan) -> str:
    return f"0 0 {plan.width} {plan.height + LEGEND}"


def _sheet(plan: Plan, drawn: str, role: str = "", font_family: str = FONT, **wide: object) -> str:
    box = _box(plan)
    return tag(
        "svg", drawn, xmlns="http://www.w3.org/2000/svg", viewBox=box, **wide, font_family=font_family, role=role
    )


def _ground(plan: Plan, game_map: Map, position: DrawnBoard, palette: Palette) -> str:
    """Return the paper, the terrain of each hex and its number."""
    grounds = {h: _grounds(game_map, position, h) for h in game_map.grid.hexes()}
    rim = plan.outline(grounds.keys())
    drawn = (
        tag("rect", width=plan.width, height=plan.height + LEGEND, fill=palette.paper),
        path(rim, fill=palette.open),
        grounds_svg(plan, grounds, palette),
        path(rim, fill="none", stroke=palette.faint, stroke_width=1.6),
        _numbers(plan, game_map, palette),
    )
    return "".join(drawn)


def _stands(plan: Plan, game_map: Map, position: DrawnBoard, palette: Palette, sides: Sequence[str], title: str) -> str:
    """Return objectives and counters, the names of places in the gaps, and the legend."""
    of_side = {side: palette.sides[at % len(palette.sides)] for at, side in enumerate(sides)}
    under = {h: _grounds(game_map, position, h) for h in position.pieces}
    drawn = (
        rims(plan, under, palette),
        *(flag(plan, h, target, of_side.get(target.holder, ""), palette) for h, target in position.targets.items()),
        *(placed(plan, h, piece, of_side.get(piece.side, ""), palette) for h, piece in position.pieces.items()),
        _names(plan, game_map, position, palette),
        _explained(plan, of_side, position, palette, title),
        _grounds_explained(plan, game_map, position, palette),
        _signs_explained(plan, position, palette),
    )
    return "".join(drawn)


def _grounds(game_map: Map, position: DrawnBoard, h: Hex) -> tuple[DrawnGround, ...]:
    parts = game_map.terrain(h).split(ALSO)
    return tuple(position.grounds.get(word) or DrawnGround(word) for word in parts)


def _numbers(plan: Plan, game_map: Map, palette: Palette) -> str:
    """Return the number of each hex below its upper edge; on a large board only every fifth."""
    grid, drawn = game_map.grid, []
    every = 1 if grid.columns * grid.rows <= MOST_MARKED else 5
    for column in range(every, grid.columns + 1, every):
        for row in range(every, grid.rows + 1, every):
            x, y = plan.centre(grid.at(column, row))
            label = grid.label(grid.at(column, row))
            rim = column in (every, grid.columns) or row in (every, grid.rows)
            kind = "" if rim else ' class="within"'
            drawn.append(f'<text x="{x}" y="{y - (22 if grid.flat else 21)}"{kind}>{label}</text>')
    size = 7.5 * every**0.5
    halo = {"stroke": palette.halo, "stroke_width": size / 4, "paint_order": "stroke", "stroke_opacity": 0.7}
    return tag("g", "".join(drawn), font_size=size, fill=palette.number, text_anchor="middle", class_="numbers", **halo)


def _names(plan: Plan, game_map: Map, position: DrawnBoard, palette: Palette) -> str:
    names = {game_map.grid.hex(label): name for label, name in game_map.names.items()}
    places = label_places(plan, names, covered(plan, position))
    drawn = [words(name, *places[h], 12) for h, name in names.items()]
    return tag(
        "g",
        "".join(drawn),
        text_anchor="middle",
        font_weight="bold",
        font_style="italic",
        fill=palette.ink,
        stroke=palette.halo,
        stroke_width=3.5,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _explained(plan: Plan, of_side: Mapping[str, str], position: DrawnBoard, palette: Palette, title: str) -> str:
    """Return the line below the board: the counters of each side and the marks on them."""
    drawn, x = [], float(MARGIN + 21)
    orders = any(piece.order for piece in position.pieces.values())
    for side, fill in of_side.items() if position.pieces else ():
        sample = Piece("", side, side, Sign("", "infantry"))
        drawn.append(moved(counter(sample, fill, palette, alone=True), x, 0))
        drawn.append(words(side, x + 27, 5, 14, font_weight="bold", fill=palette.ink))
        x += 27 + 9 * min(len(side), 30) + 40
    marks = " · ".join(["strength lower right"] + (["order upper left"] if orders else []) + ["✓ has acted"])
    if position.pieces:
        drawn.append(words(marks, x - 6, 5, 12, fill=palette.faint))
        x += 6.5 * len(marks)
    scale = min(1.0, (plan.width - MARGIN) / (x + 8 * len(title)))
    right = (plan.width - MARGIN) / scale
    drawn.append(words(title, right, 5, 14, text_anchor="end", fill=palette.ink))
    return tag("g", "".join(drawn), transform=f"translate(0 {plan.height + 19}) scale({scale:.3f})")


def _grounds_explained(plan: Plan, game_map: Map, position: DrawnBoard, palette: Palette) -> str:
    """Return the next line of the legend: the drawings of terrain, and the flag; small enough to fit the board."""
    every = {one.words: one for h in game_map.grid.hexes() for one in _grounds(game_map, position, h)}
    shown = [one for one in every.values() if one.look and one.look != "open"]
    drawn, x, y = [], 0.0, 0.0
    for one in shown:
        fill, ink = swatch(one.look, palette)
        drawn.append(tag("rect", x=x, y=-9.0, width=20.0, height=12.0, fill=fill, stroke=ink, stroke_width=2))
        drawn.append(words(one.words, x + 25, y + 1.5, 12, fill=palette.faint))
        x += 25 + 7 * len(one.words) + 14
    if position.targets:
        drawn.append(moved(cloth(palette), x + 2, y - 1))
        drawn.append(words("objective and its points", x + 22, y + 1.5, 12, fill=palette.faint))
        x += 22 + 7 * 24
    return _fitted(plan, drawn, x, 34)


def _signs_explained(plan: Plan, position: DrawnBoard, palette: Palette) -> str:
    """Return the last line of the legend: the symbols of the types on this board."""
    pieces = position.pieces.values()
    signs = dict.fromkeys(sign for piece in pieces for sign in (piece.sign, *(sign for _, sign in piece.beside)))
    drawn, x = [], 0.0
    for sign in signs:
        drawn.append(moved(frame(sign, "#ffffff", palette.counter, 20, thick=1.0), x, -10))
        drawn.append(words(sign.words, x + 25, 1.5, 12, fill=palette.faint))
        x += 25 + 7 * len(sign.words) + 14
    return _fitted(plan, drawn, x, 12)


def _fitted(plan: Plan, drawn: Sequence[str], wide: float, up: int) -> str:
    """Return a line of the legend this far above the lower edge, small enough to fit the board."""
    scale = min(1.0, (plan.width - 2 * MARGIN) / wide) if wide else 1.0
    return tag("g", "".join(drawn), transform=f"translate({MARGIN} {plan.height + LEGEND - up}) scale({scale:.3f})")
