"""The stands of a battle as paper shows them: units as blocks of stands, each with its symbol, numbers and boxes to
tick.

Plain values with a JSON Schema of their own: templates get them as they are.
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
    """The methods of a family that paper calls if the family has no documents of its own."""

    def names(self, state: Any) -> Mapping[str, str]:
        """Return id -> name."""

    def named(self, state: Any) -> Mapping[str, Any]:
        """Return the named things by id in small letters, each with a side."""

    def plain(self, state: Any) -> dict[str, Any]:
        """Return the state in its stored form."""

    def status(self, state: Any, table: Any, name: str) -> tuple[Listing, ...]:
        """Return every listing about one thing."""


@frozen
class Boxes:
    """A track that is counted down, one box for each step: `left` of `full`, with words such as `SP`, `shots`.

    `then` has a value for each box, in the order in which boxes are lost: for example the dice that the stand has with
    that number left. When no box of an `out` track is left, the stand is out of play. A `state` is a box that is ticked
    while the stand is in that state: `pinned`.
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

    `sign` is its symbol, whose words name its kind. `within` is true if it goes with the stand above it. `numbers` are
    the two or three that players look up most; `facts` are the others, `notes` further words: `elite`. `place` is its
    place on the table ("" unknown), `gone` whether it is out of play, `state` its losses and marks in words, if no box
    shows them. `picture` names its symbol among the pictures of a document.
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
    """A unit with its stands, in their order; `id` and `name` are "" for stands that belong to no unit.

    `words` describe the whole unit: `grade B`. `orders` are the orders it may get in each of `rounds`, letter -> words
    ({} and 0: no orders to tick).
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
    """A small marker on the table: a large `sign` of a letter or three, `words` below it, its owner (`of`).

    `count` is the number of equal markers. Markers of a `side` are for its player; "" is for all players. A `dark` one
    is white on black.
    """

    sign: str
    words: str
    of: str = ""
    side: str = ""
    count: int = 1
    dark: bool = False


@frozen
class Lane:
    """A row of boxes along which a marker moves, named by its `title`: `day 1`.

    In each box of an `ordered` lane, units get their orders. `done` has the steps of each box; () if the boxes have no
    steps.
    """

    title: str
    boxes: tuple[str, ...]
    ordered: bool = False
    done: tuple[str, ...] = ()


NONE = "–"
"""What a card says where there is nothing to throw."""
COUNTS = (1, 2, 3, 5, 10, 20)
"""The numbers on chits: one of each makes any number up to 41."""
TURNS = 12
"""Turns on a track where nobody said how many are played."""


def turns(count: int) -> Lane:
    """Return a lane of `count` turns; if `count` is 0, a lane of `TURNS` turns with an open end."""
    boxes = [str(at) for at in range(1, (count or TURNS) + 1)]
    return Lane("turn", (*boxes, *([] if count else ["…"])))


class Paper(Generic[State, Table]):
    """The documents of a family for paper in addition to its sheet: the stands of the battle and their abilities.

    This class serves any ruleset: a block for each side, each stand with the lines of its status, no dice. A family has
    its own documents in its module `cards`.
    """

    together = False
    """True if a stand and those with it are on one card."""

    def __init__(self, family: Offers | None = None) -> None:
        self.family = family

    def roster(self, state: State, table: Table) -> tuple[Block, ...]:
        """Return the units and their stands, in the order of the roster; a stand is a thing with a name and a side."""
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
        """Return the dice that each stand alone would throw, by its id, as the acts themselves work them out; the notes
        of a listing are the limits of the stand.
        """
        return {}

    def chits(self, state: State, table: Table) -> tuple[Chit, ...]:
        """Return the markers on the table except orders, losses and states, for which the roster has boxes."""
        return ()

    def track(self, state: State, table: Table) -> tuple[Lane, ...]:
        """Return a lane for the rounds, then one for the phases of each; () if the rules have neither."""
        return ()


def _sides(state: Mapping[str, Any]) -> dict[str, str]:
    """Return the side of each thing in a stored state that has one, by its id in small letters."""
    sections = [section for section in state.values() if isinstance(section, Mapping)]
    rows = [(id, row) for section in sections for id, row in section.items() if isinstance(row, Mapping)]
    return {id.lower(): row.get("side", "") for id, row in rows}


def _facts(listings: tuple[Listing, ...], known: tuple[str, ...]) -> tuple[RosterFact, ...]:
    """Return the facts from listings about one thing, without those already known: a row of two cells as it is, other
    rows by their columns.
    """
    found = []
    for listing in listings:
        for row in listing.rows:
            lines = [row] if len(row) == 2 and not any(listing.columns) else zip(listing.columns, row, strict=True)
            found += [RosterFact(words, value) for words, value in lines if value not in ("", *known)]
    return tuple(found)


def with_theirs(things: Mapping[str, T], host: Callable[[T], str]) -> list[T]:
    """Return the things in order, each followed by the things that name its id as their `host`."""
    found: dict[str, T] = {}
    for id, one in things.items():
        if host(one) not in things:
            found |= {id: one} | {other: each for other, each in things.items() if host(each) == id}
    return list({**found, **things}.values())  # a passenger of a passenger comes last
