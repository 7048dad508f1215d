"""Terrain: one path for all hexes with the same kind of terrain. Trees, houses and slopes show the kind without colour.

Roads, streams and rivers are lines through the centres of joined hexes, with rounded bends.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import combinations

from umpire.board import ground
from umpire.board.palette import Palette
from umpire.board.plan import Plan
from umpire.board.svg import moved, number, path, tag, words
from umpire.core.hexes import Hex, neighbours
from umpire.game.maps.drawn import DrawnGround

Grounds = Mapping[Hex, tuple[DrawnGround, ...]]

MOST_MARKED = 2500
"""The most hexes of a board with marks in its terrain. On a larger board, only every fifth hex has its number."""

_TREES = ((-23, -8), (-28, 5), (20, -11), (27, 3), (-14, -24), (15, -23), (-16, 22), (2, 27), (18, 20), (-21, 14))
_HOUSES = (
    "m-33-3h8v10h-8z", "m25-8h8v9h-8z", "m-21-27h8v6h-8z", "m13-28h8v8h-8z", "m-19 21h8v7h-8z", "m-3 22h10v6h-10z",
    "m13 20h7v7h-7z", "m25 6h7v7h-7z", "m-31-13h6v7h-6z",
)  # fmt: skip
_STONES = (
    "m-30-2l4-5 4 5z", "m22-9l5-6 5 6z", "m-20-20l4-5 4 5z", "m8 28l4-5 4 5z", "m-24 18l4-5 4 5z", "m24 12l3-4 3 4z",
)  # fmt: skip
_TUFT = "v-7m-4 7l-2-5m8 5l2-5"
_REEDS = (f"m-28 2{_TUFT}", f"m28-4{_TUFT}", f"m-17-20{_TUFT}", f"m2 29{_TUFT}")
_WAVES = ("m-26-6q4-5 8 0t8 0", "m6 12q4-5 8 0t8 0", "m-14 20q4-5 8 0t8 0", "m0-18q4-5 8 0t8 0")
_GRAINS = (
    "m-25 0h1",
    "m-20-10h1",
    "m24-6h1",
    "m20 8h1",
    "m-6-23h1",
    "m9-25h1",
    "m-14 22h1",
    "m4 25h1",
    "m15 20h1",
    "m-28 9h1",
)
_LOOKS: Mapping[str, tuple[str, ...]] = {
    "town": _HOUSES,
    "village": _HOUSES[1:8:2],
    "rough": _STONES,
    "marsh": _REEDS,
    "water": _WAVES,
    "sand": _GRAINS,
}


def grounds_svg(plan: Plan, grounds: Grounds, colours: Palette) -> str:
    """Return all terrain of a board: fills, marks, lines, bridges."""
    by_look: dict[str, set[Hex]] = {}
    for h, here in grounds.items():
        for one in here:
            by_look.setdefault(one.look, set()).add(h)
    marked = len(grounds) <= MOST_MARKED
    drawn = [_filled(plan, look, hexes, colours) for look in _FILLS if (hexes := by_look.get(look))]
    drawn.append(path(plan.netting(grounds), fill="none", stroke=colours.grid, stroke_width=0.8))
    if marked:
        drawn += [_marks(plan, look, by_look.get(look, set()), colours) for look in _MARKS]
        drawn += [_named(plan, h, here, colours) for h, here in grounds.items()]
    drawn += _lines(plan, grounds, colours)
    return "".join(drawn)


_FILLS: Mapping[str, Callable[[Palette], tuple[str, str]]] = {
    "hill": lambda colours: (colours.hill, ""),
    "rough": lambda colours: (colours.rough, ""),
    "marsh": lambda colours: (colours.marsh, ""),
    "sand": lambda colours: (colours.sand, ""),
    "woods": lambda colours: (colours.woods, colours.trees),
    "town": lambda colours: (colours.town, ""),
    "village": lambda colours: (colours.town, ""),
    "water": lambda colours: (colours.water, colours.bank),
}
_MARKS = ("hill", "rough", "marsh", "sand", "woods", "hedges", "works", "water", "town", "village")


_RIMS: Mapping[str, Callable[[Palette], str]] = {
    "hill": lambda colours: colours.slope,
    "rough": lambda colours: colours.stones,
    "marsh": lambda colours: colours.trees,
    "sand": lambda colours: colours.slope,
    "woods": lambda colours: colours.trees,
    "town": lambda colours: colours.house,
    "village": lambda colours: colours.house,
    "water": lambda colours: colours.bank,
}


_LINE_INKS: Mapping[str, Callable[[Palette], tuple[str, str]]] = {
    "road": lambda colours: (colours.road, colours.verge),
    "bridge": lambda colours: (colours.road, colours.works),
    "stream": lambda colours: (colours.water, colours.bank),
    "river": lambda colours: (colours.water, colours.bank),
    "hedges": lambda colours: (colours.open, colours.trees),
    "works": lambda colours: (colours.open, colours.works),
}


def swatch(look: str, colours: Palette) -> tuple[str, str]:
    """Return the colours of a kind of terrain: its fill and its marks."""
    if look in _RIMS:
        return _FILLS[look](colours)[0], _RIMS[look](colours)
    return _LINE_INKS[look](colours) if look in _LINE_INKS else (colours.open, colours.grid)


def rims(plan: Plan, grounds: Grounds, colours: Palette) -> str:
    """Return a rim for each hex whose terrain is hidden by a counter. The rim has the colour of the terrain's marks."""
    of_look: dict[str, list[str]] = {}
    for h, here in grounds.items():
        for one in here:
            if one.look in _RIMS:
                of_look.setdefault(one.look, []).append(plan.hexagon(h, 0.9))
    return "".join(
        path("".join(drawn), fill="none", stroke=_RIMS[look](colours), stroke_width=4)
        for look, drawn in of_look.items()
    )


def _filled(plan: Plan, look: str, hexes: Collection[Hex], colours: Palette) -> str:
    fill, edge = _FILLS[look](colours)
    return path(
        plan.outline(hexes),
        fill=fill,
        stroke=edge or None,
        stroke_width=1.2 if edge else None,
        stroke_linejoin="round" if edge else None,
    )


def _marks(plan: Plan, look: str, hexes: Collection[Hex], colours: Palette) -> str:
    if look == "woods":
        trees = (_tree(*plan.centre(h), at) for h in hexes for at in _chosen(h))
        return path("".join(trees), fill=colours.trees, opacity=0.85)
    if look == "hill":
        return path(_slopes(plan, hexes), fill="none", stroke=colours.slope, stroke_width=1.3, stroke_linecap="round")
    if look == "hedges":
        each = "".join(plan.hexagon(h, 0.86) for h in hexes)
        return path(each, fill="none", stroke=colours.trees, stroke_width=4, stroke_dasharray="5 2.5")
    if look == "works":
        each = "".join(plan.hexagon(h, 0.86) for h in hexes)
        teeth = path(each, fill="none", stroke=colours.works, stroke_width=5, stroke_dasharray="2.5 5")
        return teeth + path(
            "".join(plan.hexagon(h, 0.81) for h in hexes), fill="none", stroke=colours.works, stroke_width=1.6
        )
    marks = "".join(f"M{x} {y}{mark}" for h in hexes for x, y in [plan.centre(h)] for mark in _LOOKS[look])
    if look in ("town", "village"):
        return path(marks, fill=colours.house, stroke=colours.halo, stroke_width=0.7)
    if look == "rough":
        return path(marks, fill="none", stroke=colours.stones, stroke_width=1.3, stroke_linejoin="round")
    ink = {"marsh": colours.trees, "water": colours.bank, "sand": colours.slope}[look]
    return path(marks, fill="none", stroke=ink, stroke_width=1.8 if look == "sand" else 1.2, stroke_linecap="round")


def _chosen(h: Hex) -> Iterable[tuple[int, int]]:
    """Return the places of the trees in a hex.

    The places differ from hex to hex, but each hex always gets the same places.
    """
    missing = (h[0] * 7 + h[1] * 11) % len(_TREES)
    shift = (h[0] * 5 + h[1] * 3) % 5 - 2
    return ((x + shift, y - shift) for at, (x, y) in enumerate(_TREES) if at != missing)


def _tree(x: int, y: int, at: tuple[int, int]) -> str:
    return f"M{x + at[0]} {y + at[1] + 3}c-4 0-5-5-2-7c-1-4 5-6 7-2c4 0 5 6 1 8c-1 2-4 3-6 1z"


def _slopes(plan: Plan, hexes: Collection[Hex]) -> str:
    """Return hachures: short strokes inwards from the rim of high ground. Every second stroke is longer."""
    drawn = []
    for (x, y), (right, down) in plan.edges(set(hexes)).items():
        across, along = right - x, down - y
        length = (across**2 + along**2) ** 0.5
        inward = (-along / length, across / length) if plan.grid.flat else (along / length, -across / length)
        for at in range(7):
            part = (at + 0.5) / 7
            start = (x + part * across, y + part * along)
            reach = 8.5 if at % 2 else 5.5
            end = f"l{number(reach * inward[0])} {number(reach * inward[1])}"
            drawn.append(f"M{number(start[0])} {number(start[1])}{end}")
    return "".join(drawn)


def _named(plan: Plan, h: Hex, here: tuple[DrawnGround, ...], colours: Palette) -> str:
    """Return two letters for terrain that has no drawing."""
    x, y = plan.centre(h)
    letters = "".join(one.words[:2].upper() for one in here if not one.look)[:4]
    return words(letters, x - 25, y + 4, 9, fill=colours.faint, text_anchor="middle") if letters else ""


def _lines(plan: Plan, grounds: Grounds, colours: Palette) -> list[str]:
    """Return the water, then the roads over the water, then the bridges."""
    water, roads = (ground.network(grounds, kind) for kind in ("water", "road"))
    rivers = {h for h in water if any(one.look == "river" for one in grounds[h])}
    bridges = [h for h in water if any(one.look == "bridge" for one in grounds[h])]
    rivers |= {h for h in bridges if any(near in rivers for near in water[h])}
    lakes = {h for h in water if any(one.look == "water" for one in grounds[h])}
    streams = ground.path_of(plan, water, only=lambda h: h not in rivers and h not in lakes)
    wide = ground.path_of(plan, water, only=lambda h: h in rivers)
    track = ground.path_of(plan, roads, only=lambda h: True)
    drawn = [
        path(d, fill="none", stroke=ink, stroke_width=width, stroke_linejoin="round")
        for d, ink, width in (
            (wide, colours.bank, 17),
            (streams, colours.bank, 8),
            (wide, colours.water, 14),
            (streams, colours.water, 5.2),
            (track, colours.verge, 6),
            (track, colours.road, 3.6),
        )
    ]
    for h in bridges:
        along = ground.bearing(plan, h, water[h]) + 90
        if len(roads.get(h, ())) > 1:
            along = ground.bearing(plan, h, roads[h])
        drawn.append(_bridge(plan, h, along, 34 if h in rivers else 26, colours))
    return drawn


def _bridge(plan: Plan, h: Hex, along: float, span: int, colours: Palette) -> str:
    x, y = plan.centre(h)
    half = span / 2 + 8
    deck = tag("rect", x=-half, y=-7.0, width=2 * half, height=14.0, fill=colours.road)
    rails = path(
        f"M{number(-half - 5)}-12l5 5h{number(2 * half)}l5-5M{number(-half - 5)} 12l5-5h{number(2 * half)}l5 5",
        fill="none",
        stroke=colours.works,
        stroke_width=2.4,
        stroke_linejoin="round",
    )
    turned = tag("g", deck + rails, transform=f"rotate({number(along)})")
    return moved(turned, x, y)


Network = dict[Hex, list[Hex]]
"""The hexes of a kind of line, each with those it is joined to."""

LINES = {"road": ("road",), "water": ("stream", "river")}
"""The looks that are drawn as lines, by the kind of line. Other ground only continues the line of a neighbour."""


def network(grounds: Mapping[Hex, tuple[DrawnGround, ...]], kind: str) -> Network:
    """Return a dict from each hex on lines of this kind to the neighbours that it is joined to.

    Two hexes are joined only if the terrain of at least one of them is drawn as a line. If three hexes all touch each
    other, only two of the three pairs are joined.
    """
    joining = {h: any(one.look in LINES[kind] for one in here) for h, here in grounds.items() if _joins(here, kind)}
    bridges = {h for h in joining if any(one.look == "bridge" for one in grounds[h])}
    found: Network = {h: [] for h, drawn in joining.items() if drawn or h in bridges}
    for h, drawn in joining.items():
        for near in neighbours(h):
            if near in joining and (drawn or joining[near]):
                found.setdefault(h, []).append(near)
    for h in list(found):
        for one, other in combinations(tuple(found[h]), 2):
            if other in found.get(one, ()) and one in found[h] and other in found[h]:
                first, second = max(((h, one), (h, other), (one, other)), key=lambda pair: _busy(found, pair))
                found[first].remove(second)
                found[second].remove(first)
    return found


def _joins(here: tuple[DrawnGround, ...], kind: str) -> bool:
    return any(kind in one.joins for one in here)


def _busy(found: Network, pair: tuple[Hex, Hex]) -> int:
    return sum(len(found[h]) for h in pair)


def path_of(plan: Plan, joined: Network, *, only: Callable[[Hex], bool]) -> str:
    """Return the path of a network through the hexes that `only` accepts.

    The path goes through the centre of each hex.
    """
    return "".join(_through(plan, h, joined[h]) for h in joined if only(h))


def _through(plan: Plan, h: Hex, others: list[Hex]) -> str:
    x, y = plan.centre(h)
    ends = [plan.side(h, other) for other in others]
    if len(ends) == 1 and (edge := _over_the_edge(plan, h, ends[0])):
        ends.append(edge)
    if not ends:
        return f"M{x - 14} {y}h28"
    through = f"M{_at(ends[0])}Q{x} {y} {_at(ends[1])}" if len(ends) == 2 else ""
    return through or "".join(f"M{_at(end)}L{x} {y}L{_at(ends[0])}" for end in ends)


def _over_the_edge(plan: Plan, h: Hex, end: tuple[float, float]) -> tuple[float, float] | None:
    """Return the point where a line leaves the board. `end` is the point where the line enters this hex.

    The line leaves at the side most nearly opposite `end`. Return None if no opposite side is at the edge of the board.
    """
    x, y = plan.centre(h)
    off = [plan.side(h, near) for near in neighbours(h) if near not in plan.grid]
    ahead = [side for side in off if (side[0] - x) * (end[0] - x) + (side[1] - y) * (end[1] - y) < 0]
    return min(ahead, key=lambda side: math.dist(side, (2 * x - end[0], 2 * y - end[1])), default=None)


def _at(point: tuple[float, float]) -> str:
    return f"{number(point[0])} {number(point[1])}"


def bearing(plan: Plan, h: Hex, others: list[Hex]) -> float:
    """Return the direction of a line through a hex, in degrees. 0 is to the right; the degrees run clockwise."""
    if not others:
        return 0.0
    ends = [plan.side(h, other) for other in others[:2]]
    start = ends[1] if len(ends) > 1 else plan.centre(h)
    return math.degrees(math.atan2(ends[0][1] - start[1], ends[0][0] - start[0]))
