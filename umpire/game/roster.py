"""The stands of a battle as they are printed: blocks of stands, each stand with its symbol, numbers and boxes to tick.

These values have a JSON Schema of their own. They are passed to templates unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from umpire.core.frozen import frozen
from umpire.game.maps.drawn import Sign

if TYPE_CHECKING:
    from umpire.core.outcome import Listing

State = TypeVar("State")
Table = TypeVar("Table")
T = TypeVar("T")


class Offers(Protocol):
    """The methods of a family that are used for printing if the family has no documents of its own."""

    def names(self, state: Any) -> Mapping[str, str]:
        """Return a dict from id to name."""

    def named(self, state: Any) -> Mapping[str, Any]:
        """Return the things that have a side, by their ids in small letters."""

    def plain(self, state: Any) -> dict[str, Any]:
        """Return the state in its stored form."""

    def status(self, state: Any, table: Any, name: str) -> tuple[Listing, ...]:
        """Return every listing about one thing."""


@frozen
class Boxes:
    """A row of boxes, one for each point that can be lost. `full` is the number of boxes, and `left` is the number of
    points that are not lost. `words` name the points: `SP`, `shots`.

    `then` has a value for each box, such as the number of dice that the stand has after losing the box. If `out` is
    true, the stand is out of play when no box is left. If `state` is true, there is one box. The box is ticked while
    the stand is in a state such as `pinned`.
    """

    words: str
    full: int
    left: int
    out: bool = False
    state: bool = False
    then: tuple[str, ...] = ()


@frozen
class RosterFact:
    """One fact about a stand: `dice 4`, `moves 2, 4 strategic`."""

    words: str
    value: str


@frozen
class RosterStand:
    """A stand of the roster.

    `sign` is the symbol of the stand; the words of the symbol name the kind of stand. `within` is true if the stand
    belongs to the stand above it on the roster. `numbers` are the two or three facts that players look up most; `facts`
    are the other facts. `notes` are further words: `elite`. `place` is the place of the stand on the table; "" means
    unknown. `gone` is true if the stand is out of play. `state` has, in words, the losses and marks of the stand that
    no box shows. `picture` is the name of the picture of this symbol in a document.
    """

    id: str
    name: str
    side: str
    sign: Sign
    within: bool = False
    numbers: tuple[RosterFact, ...] = ()
    facts: tuple[RosterFact, ...] = ()
    notes: tuple[str, ...] = ()
    boxes: tuple[Boxes, ...] = ()
    place: str = ""
    gone: bool = False
    state: tuple[str, ...] = ()
    picture: str = ""


@frozen
class Block:
    """A unit with its stands. `id` and `name` are "" for stands that belong to no unit.

    `words` describe the whole unit: `grade B`. `orders` maps the letter of each order that the unit may get to the
    words for the order. `rounds` is the number of rounds for which orders are ticked; 0 means that no orders are
    ticked.
    """

    id: str
    name: str
    side: str
    words: str = ""
    orders: Mapping[str, str] = field(default_factory=dict)
    rounds: int = 0
    stands: tuple[RosterStand, ...] = ()

    @property
    def left(self) -> tuple[RosterStand, ...]:
        """The stands of the unit that are still in play."""
        return tuple(one for one in self.stands if not one.gone)


@frozen
class Chit:
    """A small marker for the table. It has a large `sign` of one to three letters and small `words` below the sign.
    `of` is the owner of the marker. `count` is the number of equal markers to print. `side` is the side whose player
    gets the marker; "" means all players. A `dark` marker is white on black.
    """

    sign: str
    words: str
    of: str = ""
    side: str = ""
    count: int = 1
    dark: bool = False


@frozen
class Lane:
    """A row of boxes along which a marker moves. `title` is printed in front of the row: `day 1`.

    If the lane is `ordered`, units get orders in each box. `done` has a text to print in each box, such as the steps of
    a phase; () means that the boxes have no such text.
    """

    title: str
    boxes: tuple[str, ...]
    ordered: bool = False
    done: tuple[str, ...] = ()


NONE = "–"
"""The text of a cell on a card if nothing is thrown."""
COUNTS = (1, 2, 3, 5, 10, 20)
"""The numbers on chits: one of each makes any number up to 41."""
TURNS = 12
"""The number of turns on a track if the battle has no last turn."""


def turns(count: int) -> Lane:
    """Return a lane of `count` turns. If `count` is 0, the lane has `TURNS` turns and an open end."""
    boxes = [str(at) for at in range(1, (count or TURNS) + 1)]
    return Lane("turn", (*boxes, *([] if count else ["…"])))


class Paper(Generic[State, Table]):
    """The documents that a family can print in addition to its sheet: the stands of the battle and their abilities.

    This class fits any ruleset: it prints a block for each side. A block has the status of each stand, but not the dice
    of the stand. A family may define its own documents in its module `cards`.
    """

    together = False
    """True if a stand and those with it are on one card."""

    def __init__(self, family: Offers | None = None) -> None:
        self.family = family

    def roster(self, state: State, table: Table) -> tuple[Block, ...]:
        """Return the units and their stands, in the order of the roster. A thing with a name and a side is a stand."""
        family = self.family
        assert family is not None
        sides = {id: one.side for id, one in family.named(state).items()} or _sides(family.plain(state))
        entries = [
            RosterStand(id, name, side, Sign(name), facts=_facts(family.status(state, table, id), (name, side)))
            for id, name in family.names(state).items()
            if (side := sides.get(id.lower()))
        ]
        every = dict.fromkeys(entry.side for entry in entries)
        return tuple(Block("", "", side, stands=tuple(one for one in entries if one.side == side)) for side in every)

    def fights(self, state: State, table: Table) -> Mapping[str, tuple[Listing, ...]]:
        """Return a dict from id to the dice that the stand would throw if it fought alone. The notes of a listing may
        name acts that the stand cannot do.
        """
        return {}

    def chits(self, state: State, table: Table) -> tuple[Chit, ...]:
        """Return the markers for the table. Orders, losses and states have no markers, because the roster has boxes for
        them.
        """
        return ()

    def track(self, state: State, table: Table) -> tuple[Lane, ...]:
        """Return a lane for the rounds, then a lane for the phases of a round; () if the rules have neither."""
        return ()


def _sides(state: Mapping[str, Any]) -> dict[str, str]:
    """Return a dict from id, in small letters, to side for each thing in a stored state that has a side."""
    sections = [section for section in state.values() if isinstance(section, Mapping)]
    rows = [(id, row) for section in sections for id, row in section.items() if isinstance(row, Mapping)]
    return {id.lower(): row.get("side", "") for id, row in rows}


def _facts(listings: tuple[Listing, ...], known: tuple[str, ...]) -> tuple[RosterFact, ...]:
    """Return the facts in listings about one thing. A row of two cells is one fact; in any other row, each column is
    one fact. Values in `known` are left out.
    """
    found = []
    for listing in listings:
        for row in listing.rows:
            lines = [row] if len(row) == 2 and not any(listing.columns) else zip(listing.columns, row, strict=True)
            found += [RosterFact(words, value) for words, value in lines if value not in ("", *known)]
    return tuple(found)


def with_theirs(things: Mapping[str, T], host: Callable[[T], str]) -> list[T]:
    """Return the things in order, but with each thing that has a host after its host."""
    found: dict[str, T] = {}
    for id, one in things.items():
        if host(one) not in things:
            found |= {id: one} | {other: each for other, each in things.items() if host(each) == id}
    return list({**found, **things}.values())  # a passenger of a passenger comes last
