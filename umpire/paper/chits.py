"""Chits of 16 to 18 mm for the table: orders, losses, states, other markers of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from umpire.core.frozen import frozen
from umpire.game.roster import COUNTS, Block, Boxes, Chit
from umpire.paper.documents import Subject

FOR_ALL = "for all"


@frozen
class ChitGroup:
    """The chits of one side, or the chits that all sides use."""

    title: str
    chits: tuple[Chit, ...]


@frozen
class Chits:
    """The page of chits."""

    title: str
    note: str
    groups: tuple[ChitGroup, ...]


def data(battle: Subject) -> Chits | None:
    """Return enough chits for the whole battle; None if the rules use no markers."""
    if battle.state is None:
        return None
    blocks = [block for block in battle.blocks if block.left]
    own = battle.family.paper().chits(battle.state, battle.table)
    along = [Chit("▶", "now", count=2, dark=True)] if battle.lanes else []
    found = (*_orders(blocks), *own, *_states(blocks), *along)
    sides = tuple(dict.fromkeys((*(block.side for block in blocks), *(chit.side for chit in found if chit.side), "")))
    groups = [ChitGroup(side or FOR_ALL, chits) for side in sides if (chits := _of(side, found))]
    return Chits(battle.title, "chits to cut out; their backs stay blank", tuple(groups)) if groups else None


def _of(side: str, chits: Sequence[Chit]) -> tuple[Chit, ...]:
    return tuple(chit for chit in chits if chit.side == side and chit.count)


def _orders(blocks: Iterable[Block]) -> Iterator[Chit]:
    """Yield a chit for each order that a unit may get, and a chit that marks a unit as having acted."""
    for block in blocks:
        yield from (Chit(sign, words, block.name, block.side) for sign, words in block.orders.items())
        if block.orders:
            yield Chit("✓", "has acted", block.name, block.side, dark=True)


def _states(blocks: Iterable[Block]) -> Iterator[Chit]:
    """Yield the chits for the boxes of the roster.

    Each stand has a chit for each state and a chit for each number of losses.
    """
    boxes = [each for block in blocks for one in block.left for each in one.boxes]
    for words, alike in groupby(sorted(boxes, key=_words), key=_words):
        most = [each.full - each.out for each in alike]  # the last loss removes the stand
        if max(most) == 1:
            yield Chit("", words, count=sum(most))
        else:
            yield from (Chit(f"−{lost}", words, count=sum(each >= lost for each in most)) for lost in COUNTS)


def _words(boxes: Boxes) -> str:
    return boxes.words
