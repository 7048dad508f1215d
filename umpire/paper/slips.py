"""Slips to be folded, for the secret orders of a round. A slip has a row for each unit and a box for each order."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.core.frozen import frozen
from umpire.paper.documents import Subject


@frozen
class Ordered:
    """A unit, and a dict from the letter of each order that it may get to the words for the order."""

    id: str
    name: str
    orders: Mapping[str, str]


@frozen
class Slip:
    """The slip of a side for a round."""

    side: str
    round: str
    units: tuple[Ordered, ...]


@frozen
class Slips:
    """The slips, by side; the slips of a side are in the order of play."""

    title: str
    slips: tuple[Slip, ...]


def data(battle: Subject) -> Slips | None:
    """Return a slip for each side and each round with orders; None if the rules have no orders."""
    blocks = [block for block in battle.blocks if block.orders and block.left]
    rounds = [f"{lane.title}, {box}" for lane in battle.lanes if lane.ordered for box in lane.boxes]
    slips = [
        Slip(side, round, tuple(Ordered(one.id, one.name, one.orders) for one in blocks if one.side == side))
        for side in dict.fromkeys(block.side for block in blocks)
        for round in rounds
    ]
    return Slips(battle.title, tuple(slips)) if slips else None
