"""A card of 63 x 88 mm for each stand: symbol, numbers, dice against each target, boxes for losses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from umpire.core.frozen import frozen, replace
from umpire.game.naming import find, none_such
from umpire.game.roster import Block, RosterStand
from umpire.paper import roster
from umpire.paper.documents import Subject
from umpire.paper.sheet import SheetTable, table_of


@frozen
class Beside:
    """A stand printed on the card of its host, with the dice of that stand."""

    stand: RosterStand
    tables: tuple[SheetTable, ...]


@frozen
class StandCard:
    """A stand with its unit, the tables of its dice, and the stands on the same card (`beside`).

    The notes below a table are about limits, such as acts that the stand never does.
    """

    stand: RosterStand
    unit: str
    tables: tuple[SheetTable, ...]
    beside: tuple[Beside, ...] = ()


@frozen
class Cards:
    """The cards in the order of the roster, nine or one on a page.

    `pictures` maps the names of symbols to their SVG; each stand has the name of its symbol.
    """

    title: str
    per_page: int
    cards: tuple[StandCard, ...]
    pictures: Mapping[str, str]


def data(battle: Subject) -> Cards | None:
    """Return a card for each stand in play; None if no stand is left."""
    listed = roster.data(battle)
    if listed is None:
        return None
    chosen = _chosen(battle.chosen, listed.blocks)
    paper = battle.family.paper()
    fights = paper.fights(battle.state, battle.table)
    cards: list[StandCard] = []
    for block in listed.blocks:
        host = False
        for entry in block.stands:
            host = host if entry.within else not entry.gone
            if entry.gone:
                continue
            tables = tuple(map(table_of, fights.get(entry.id, ())))
            if paper.together and entry.within and host:
                cards[-1] = replace(cards[-1], beside=(*cards[-1].beside, Beside(entry, tables)))
            else:
                cards.append(StandCard(entry, ", ".join(filter(None, (block.name, block.words))), tables))
    cards = [card for card in cards if not chosen or chosen & {card.stand.id, *(one.stand.id for one in card.beside)}]
    return Cards(battle.title, battle.per_page, tuple(cards), listed.pictures) if cards else None


def _chosen(words: Iterable[str], blocks: Iterable[Block]) -> set[str]:
    """Return the ids of the stands named, and of all stands in the units named. Raises UnknownName."""
    stands = {stand.id: stand for block in blocks for stand in block.stands}
    units = {block.id: block for block in blocks if block.id}
    found: set[str] = set()
    for word in words:
        stand, unit = find(word, stands, units), find(word, units, stands)
        if stand is None and unit is None:
            raise none_such("stand or unit", word, {**stands, **units})
        found |= {stand.id} if stand else {one.id for one in unit.stands} if unit else set()
    return found
