"""The places of names.

A name is as near to its hex as possible. If there is room, the name covers no counter, no flag and no other name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from umpire.board.plan import Plan
from umpire.core.hexes import Hex
from umpire.game.maps.drawn import DrawnBoard

Box = tuple[float, float, float, float]
"""Left, upper, right and lower edge."""

BELOW = 32
"""The distance of a name below the middle of its hex, if there is room."""
FAR = 96
LETTER = 6.9
_OFFSETS = sorted(
    ((dx, dy) for dx in range(-FAR, FAR + 1, 8) for dy in range(-FAR, FAR + 1, 6)),
    key=lambda off: (off[0] ** 2 + (off[1] - BELOW) ** 2, off),
)


def covered(plan: Plan, position: DrawnBoard) -> tuple[Box, ...]:
    """Return the boxes covered by counters, by the small symbols of support stands, and by flags."""
    found = []
    for h, piece in position.pieces.items():
        x, y = plan.centre(h)
        found.append((x - 24.0, y - 20.0, x + 25.0, y + (34.0 if piece.beside else 21.0)))
    for h in position.targets:
        x, y = plan.centre(h)
        found.append((x + 9.0, y - 37.0, x + 28.0, y - 12.0))
    return tuple(found)


def label_places(plan: Plan, names: Mapping[Hex, str], taken: Sequence[Box]) -> dict[Hex, tuple[float, float]]:
    """Return the middle of the base line of each name. If no place is free, the name goes where it covers least."""
    found, boxes = {}, [*taken]
    for h, name in names.items():
        x, y = plan.centre(h)
        half = LETTER * len(name) / 2
        near = [box for box in boxes if overlap(box, (x - half - FAR, y - FAR - 13, x + half + FAR, y + FAR + 13)) > 0]
        best, least = (float(x), float(y + BELOW)), float("inf")
        for dx, dy in _OFFSETS:
            box = label_box(x + dx, y + dy, name)
            if box[0] < 0 or box[1] < 0 or box[2] > plan.width or box[3] > plan.height:
                continue
            over = sum(overlap(box, each) for each in near)
            if over < least:
                best, least = (float(x + dx), float(y + dy)), over
            if not over:
                break
        found[h] = best
        boxes.append(label_box(*best, name))
    return found


def label_box(x: float, y: float, name: str) -> Box:
    """Return the box that a name covers if the middle of its base line is at this point."""
    half = LETTER * len(name) / 2
    return x - half, y - 10, x + half, y + 3


def overlap(one: Box, other: Box) -> float:
    """Return the area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(high, 0)
