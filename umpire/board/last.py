"""The last act on the board: its actors and targets, its moves, its losses, and the hexes of removed stands."""

from __future__ import annotations

import math
from typing import NamedTuple

from umpire.board.palette import Palette
from umpire.board.plan import Plan
from umpire.board.svg import moved, number, path, tag, words
from umpire.core.hexes import Hex

APART = 26
"""The distance of the ends of an arrow from the middles of its hexes."""


class LastAct(NamedTuple):
    """The hexes of the last act.

    `at` has the hexes of each actor and its target. `went` has the start and the end of each move. `lost` has the hexes
    of stands that lost strength, each with the amount lost. `gone` has the hexes of removed stands.
    """

    at: tuple[tuple[Hex, Hex], ...] = ()
    went: tuple[tuple[Hex, Hex], ...] = ()
    lost: tuple[tuple[Hex, int], ...] = ()
    gone: tuple[Hex, ...] = ()

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes of the act. The hexes of targets, ends of moves, losses and removed stands come first."""
        ends = [end for _, end in (*self.at, *self.went)] + [h for h, _ in self.lost] + list(self.gone)
        return tuple(dict.fromkeys([*ends, *(start for start, _ in (*self.at, *self.went))]))


def tints(plan: Plan, last: LastAct, palette: Palette) -> str:
    """Return the tint for the hexes of the last act, to be drawn below the stands."""
    drawn = "".join(plan.hexagon(h, 0.97) for h in last.hexes)
    return path(drawn, fill=palette.act, fill_opacity=0.22, stroke=palette.act, stroke_width=2)


def marks(plan: Plan, last: LastAct, palette: Palette) -> str:
    """Return arrows, crosses and losses, to be drawn above the stands."""
    arrows = [_arrow(plan, *each, palette, dashes="7 5") for each in last.went]
    arrows += [_arrow(plan, *each, palette) for each in last.at]
    crosses = [_cross(plan, h, palette) for h in last.gone]
    return tag("g", "".join([*arrows, *crosses, *(_loss(plan, h, lost, palette) for h, lost in last.lost)]))


def _arrow(plan: Plan, start: Hex, end: Hex, palette: Palette, dashes: str = "") -> str:
    (x, y), (right, down) = plan.centre(start), plan.centre(end)
    far = math.dist((x, y), (right, down))
    if not far:
        return ""
    across, along = (right - x) / far, (down - y) / far
    apart = min(APART, far / 3)
    x, y = round(x + across * apart), round(y + along * apart)
    tip = right - across * apart, down - along * apart
    foot = tip[0] - across * 13, tip[1] - along * 13
    wings = (foot[0] - along * 8, foot[1] + across * 8), (foot[0] + along * 8, foot[1] - across * 8)
    line = f"M{x} {y}L{number(foot[0])} {number(foot[1])}"
    head = "L".join(f"{number(one)} {number(other)}" for one, other in (tip, *wings))
    halo = path(line, fill="none", stroke=palette.halo, stroke_width=9, stroke_linecap="round", opacity=0.7)
    shaft = path(line, fill="none", stroke=palette.act, stroke_width=5, stroke_dasharray=dashes)
    return halo + shaft + path(f"M{head}z", fill=palette.act, stroke=palette.halo, stroke_width=1.2)


def _cross(plan: Plan, h: Hex, palette: Palette) -> str:
    cross = "M-17-14L17 14M17-14L-17 14"
    drawn = path(cross, fill="none", stroke=palette.halo, stroke_width=11, stroke_linecap="round")
    drawn += path(cross, fill="none", stroke="#7a7a7a", stroke_width=7, stroke_linecap="round")
    return moved(drawn, *plan.centre(h))


def _loss(plan: Plan, h: Hex, lost: int, palette: Palette) -> str:
    text = f"\N{MINUS SIGN}{lost}"
    wide = 8 + 8.5 * len(text)
    drawn = tag("rect", x=-wide / 2, y=-10.0, width=wide, height=19.0, rx=5, fill=palette.plate, stroke=palette.hurt)
    drawn += words(text, 0, 5.5, 16, font_weight="bold", text_anchor="middle", fill=palette.hurt, class_="loss")
    x, y = plan.centre(h)
    return moved(drawn, x + 22, y - 22)
