"""The first page of a pack: the two opposing sides, the contents, and how to cut the pages."""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.paper.documents import DOCUMENTS, Subject


@frozen
class SideSummary:
    """A side: its units by name, and the number of its stands in play."""

    name: str
    units: tuple[str, ...]
    stands: int


@frozen
class PackItem:
    """A document of the pack: its name, a description, and how to cut its pages ("" if they are not cut)."""

    name: str
    words: str
    cut: str


@frozen
class Summary:
    """The data of the first page."""

    title: str
    sides: tuple[SideSummary, ...]
    documents: tuple[PackItem, ...]


def data(battle: Subject, documents: tuple[str, ...]) -> Summary:
    """Return the summary of a pack with these documents."""
    blocks = battle.blocks
    sides = [
        SideSummary(
            side,
            tuple(block.name for block in blocks if block.side == side and block.name),
            sum(len(block.left) for block in blocks if block.side == side),
        )
        for side in dict.fromkeys(block.side for block in blocks)
    ]
    inside = (PackItem(name, DOCUMENTS[name].words, DOCUMENTS[name].cut) for name in documents)
    return Summary(battle.title, tuple(sides), tuple(inside))
