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
"""The text by which Umpire recognises a board that it drew before."""

FONT = "Helvetica, Arial, 'DejaVu Sans', 'Noto Sans', sans-serif"
LEGEND = 92
"""The height of the legend below the plan."""


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

    `size` is the width of the board in pixels. If `size` is None, the board is as wide as the place where it is shown.
    For terrain that the position does not describe, two letters are drawn.
    """
    plan, palette = Plan(game_map.grid), _ALL[colours]
    drawn = _ground(plan, game_map, position, palette) + _stands(plan, game_map, position, palette, sides)
    drawn += _legend(plan, game_map, position, palette, sides, title)
    width, height = plan.width, plan.height + LEGEND
    wide: dict[str, object] = {} if size is None else {"width": size, "height": round(size * height / width)}
    return _sheet(
        plan, f"{tag('title', escaped(title or 'The board'))}{MARK}{drawn}</g>", role="img", font_family=font, **wide
    )


Key = tuple[tuple[str, str], ...]
"""The signs on a board, each as a drawing with its words."""


class Layers(NamedTuple):
    """A board as two drawings of the size `box`: the unchanging ground, and the stands, which are shown over it.

    For a page with its own legend, `key` has each sign of the board as SVG, and the words that explain the sign.
    """

    ground: str
    stands: str
    box: str
    key: Key = ()


NOTHING = LastAct()


def layers(
    game_map: Map,
    position: DrawnBoard,
    sides: Sequence[str],
    *,
    colours: Colours = "light",
    last: LastAct = NOTHING,
    legend: bool = True,
) -> Layers:
    """Return the board as two SVG texts, so that a page loads the terrain only once. The second text also shows the
    `last` act.

    With `legend`, the legend is part of the second text. Without `legend`, the explanations are in `key` of the
    result.
    """
    plan, palette = Plan(game_map.grid), _ALL[colours]
    ground = _ground(plan, game_map, position, palette)
    stands = _stands(plan, game_map, position, palette, sides)
    stands = tints(plan, last, palette) + stands + marks(plan, last, palette) if last.hexes else stands
    if legend:
        stands, box = stands + _legend(plan, game_map, position, palette, sides, ""), _box(plan)
        return Layers(_sheet(plan, ground), _sheet(plan, stands), box)
    box = f"0 0 {plan.width} {plan.height}"
    both = (*_ground_key(game_map, position, palette), *_sign_key(position, palette))
    key = tuple((_svg(drawn, viewBox="-1 -14 25 20"), said) for drawn, said in both)
    return Layers(_svg(ground, viewBox=box, font_family=FONT), _svg(stands, viewBox=box, font_family=FONT), box, key)


def _box(plan: Plan) -> str:
    return f"0 0 {plan.width} {plan.height + LEGEND}"


def _sheet(plan: Plan, drawn: str, role: str = "", font_family: str = FONT, **wide: object) -> str:
    return _svg(drawn, viewBox=_box(plan), **wide, font_family=font_family, role=role)


def _svg(drawn: str, **said: object) -> str:
    return tag("svg", drawn, xmlns="http://www.w3.org/2000/svg", **said)


def _ground(plan: Plan, game_map: Map, position: DrawnBoard, palette: Palette) -> str:
    """Return the drawing of the paper, the terrain and the hex numbers."""
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


def _stands(plan: Plan, game_map: Map, position: DrawnBoard, palette: Palette, sides: Sequence[str]) -> str:
    """Return the objectives, the counters and the names of places."""
    of_side = {side: palette.sides[at % len(palette.sides)] for at, side in enumerate(sides)}
    under = {h: _grounds(game_map, position, h) for h in position.pieces}
    drawn = (
        rims(plan, under, palette),
        *(flag(plan, h, target, of_side.get(target.holder, ""), palette) for h, target in position.targets.items()),
        *(placed(plan, h, piece, of_side.get(piece.side, ""), palette) for h, piece in position.pieces.items()),
        _names(plan, game_map, position, palette),
    )
    return "".join(drawn)


def _legend(plan: Plan, game_map: Map, position: DrawnBoard, palette: Palette, sides: Sequence[str], title: str) -> str:
    """Return the legend below the board."""
    of_side = {side: palette.sides[at % len(palette.sides)] for at, side in enumerate(sides)}
    ground = _key_line(plan, _ground_key(game_map, position, palette), 34, palette)
    signs = _key_line(plan, _sign_key(position, palette), 12, palette)
    return _explained(plan, of_side, position, palette, title) + ground + signs


def _grounds(game_map: Map, position: DrawnBoard, h: Hex) -> tuple[DrawnGround, ...]:
    parts = game_map.terrain(h).split(ALSO)
    return tuple(position.grounds.get(word) or DrawnGround(word) for word in parts)


def _numbers(plan: Plan, game_map: Map, palette: Palette) -> str:
    """Return the number of each hex, below its upper edge; on a large board, only every fifth number."""
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
    """Return the line below the board. The line explains the colours of the sides and the marks on counters."""
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


def _ground_key(game_map: Map, position: DrawnBoard, palette: Palette) -> Key:
    """Return the kinds of terrain and the flag, each as a drawing with its words."""
    every = {one.words: one for h in game_map.grid.hexes() for one in _grounds(game_map, position, h)}
    found = []
    for one in every.values():
        if one.look and one.look != "open":
            fill, ink = swatch(one.look, palette)
            rect = tag("rect", x=0.0, y=-9.0, width=20.0, height=12.0, fill=fill, stroke=ink, stroke_width=2)
            found.append((rect, one.words))
    flags = [(moved(cloth(palette), 2, -1), "objective and its points")] if position.targets else []
    return (*found, *flags)


def _sign_key(position: DrawnBoard, palette: Palette) -> Key:
    """Return the symbols of the types on this board, each with its words."""
    pieces = position.pieces.values()
    signs = dict.fromkeys(sign for piece in pieces for sign in (piece.sign, *(sign for _, sign in piece.beside)))
    return tuple((moved(frame(one, "#ffffff", palette.counter, 20, thick=1.0), 0, -10), one.words) for one in signs)


def _key_line(plan: Plan, key: Key, up: int, palette: Palette) -> str:
    """Return a line of the legend, scaled to fit the width of the board.

    `up` is the height of the line above the lower edge.
    """
    drawn, x = [], 0.0
    for sign, said in key:
        drawn.append(moved(sign, x, 0) + words(said, x + 25, 1.5, 12, fill=palette.faint))
        x += 25 + 7 * len(said) + 14
    scale = min(1.0, (plan.width - 2 * MARGIN) / x) if x else 1.0
    return tag("g", "".join(drawn), transform=f"translate({MARGIN} {plan.height + LEGEND - up}) scale({scale:.3f})")
