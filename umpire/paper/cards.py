"""A card of 63 x 88 mm for each stand: its frame, its numbers, what it throws against whom, boxes for what it loses."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.core.frozen import frozen
from umpire.game.roster import RosterStand
from umpire.paper import roster
from umpire.paper.documents import Subject
from umpire.paper.sheet import SheetTable, table_of


@frozen
class StandCard:
    """A stand with its unit and what it throws; the notes of a table are its limits."""

    stand: RosterStand
    unit: str
    tables: tuple[SheetTable, ...]


@frozen
class Cards:
    """The cards in the order of the roster, nine on a page or one; `pictures` are SVG by the name that stands have."""

    title: str
    per_page: int
    cards: tuple[StandCard, ...]
    pictures: Mapping[str, str]


def data(battle: Subject) -> Cards | None:
    """A card of everybody still in play; None where nobody is."""
    listed = roster.data(battle)
    if listed is None:
        return None
    fights = battle.family.paper().fights(battle.state, battle.table)
    cards = tuple(
        StandCard(
            entry, ", ".join(filter(None, (block.name, block.words))), tuple(map(table_of, fights.get(entry.id, ())))
        )
        for block in listed.blocks
        for entry in block.left
    )
    return Cards(battle.title, battle.per_page, cards, listed.pictures) if cards else None
