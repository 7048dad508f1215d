"""Roads, streams and rivers: lines through the centres of hexes that join, with bends drawn round."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import combinations

from umpire.board.plan import Plan
from umpire.board.svg import number
from umpire.core.hexes import Hex, neighbours
from umpire.game.maps.drawn import DrawnGround

Network = dict[Hex, list[Hex]]
"""The hexes of a kind of line, each with those it is joined to."""

LINES = {"road": ("road",), "water": ("stream", "river")}
"""The looks that are lines themselves, by what they join; other ground only takes the line of its neighbour in."""


def network(grounds: Mapping[Hex, tuple[DrawnGround, ...]], kind: str) -> Network:
    """Which hexes are joined by lines of a kind: neighbours that both join it, at least one of them drawn as a line.

    Of three hexes that all touch only two pairs are joined.
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
    """The path of those hexes of a network, each from the middle of its sides through its centre."""
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
    """Where a line that ends on a hex of the rim leaves the board: the side most opposite to where it comes from."""
    x, y = plan.centre(h)
    off = [plan.side(h, near) for near in neighbours(h) if near not in plan.grid]
    ahead = [side for side in off if (side[0] - x) * (end[0] - x) + (side[1] - y) * (end[1] - y) < 0]
    return min(ahead, key=lambda side: math.dist(side, (2 * x - end[0], 2 * y - end[1])), default=None)


def _at(point: tuple[float, float]) -> str:
    return f"{number(point[0])} {number(point[1])}"


def bearing(plan: Plan, h: Hex, others: list[Hex]) -> float:
    """The direction of a line through a hex in degrees, 0 to the right and clockwise."""
    if not others:
        return 0.0
    ends = [plan.side(h, other) for other in others[:2]]
    start = ends[1] if len(ends) > 1 else plan.centre(h)
    return math.degrees(math.atan2(ends[0][1] - start[1], ends[0][0] - start[0]))
