"""The key `arrives` of a stand that is not on the table yet: the time and place of its arrival, such as `round 3 at
1001-1004 on 4+`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from umpire.core.hexes import Grid, Hex
from umpire.core.mistakes import BadValue, Mistake
from umpire.game.records import About, FieldMark, Wrong

if TYPE_CHECKING:
    from umpire.game.clock.when import Moment, Timing

ARRIVES = "when and where it arrives, if it is not on the table at the start"
"""The meaning of the key `arrives`, for a draft."""
ARRIVE = "arrive"
"""The verb of every family in which stands come onto the table."""
BY_HAND = "by hand"
"""The value of `arrives` for a stand that the referee brings in."""
LEAVE = "leave"
"""The verb of every family in which stands leave the table for good."""
LEFT = "left"
"""The first word of `arrives` for a stand that has left: `left by west edge`."""
NEVER = "never"
"""The value of `arrives` for a stand that acts from outside the board and never comes onto it, such as a battery behind
the edge.
"""

EXAMPLES = "for example: round 4, day 2 at 0101 0102, turn 3 on 4+, by hand at the orchard, never"
AT, ON, PUBLIC = "at", "on", "public"
"""Words in a value of `arrives`: one before the places, one before the number on the die, one if players may know it.
"""
_PARTS = re.compile(
    rf"(?P<when>.+?)(?: {AT} (?P<places>.+?))?(?: {ON} (?P<on>[2-6])\+)?(?P<public>,? {PUBLIC})?",
    re.ASCII | re.IGNORECASE,
)
EDGES = ("north", "south", "west", "east")
_EDGE = re.compile(rf"(?P<edge>{'|'.join(EDGES)}) edge", re.ASCII | re.IGNORECASE)
_LEFT = re.compile(rf"{LEFT}(?: by (?P<places>.+))?")


class Arrival(NamedTuple):
    """The arrival of a stand. `when` is the time; None means that the referee brings the stand in by hand. The stand
    arrives if the die shows `on` or more; 0 means that no die is thrown.

    If `left` is true, the stand has left the table by `places` and will not arrive again. Players may read a `public`
    arrival beforehand, on the printed track.
    """

    when: Timing | None
    places: str = ""
    on: int = 0
    left: bool = False
    public: bool = False

    def __str__(self) -> str:
        """Return the arrival in words: `it arrives in round 2 at 0101 0102 on 4+`, `it has left by the west edge`."""
        return f"it has left{self.places and f' by the {self.places}'}" if self.left else f"it arrives {self.comes}"

    @property
    def comes(self) -> str:
        """The time, the places and the throw in words: `in round 2 at 0101 0102 on 4+`."""
        said = f"{'on' if self.when.day and not self.when.round else 'in'} {self.when}" if self.when else BY_HAND
        if self.when and self.when.night and not self.when.day:
            said = "at night"
        return said + (f" at {self.places}" if self.places else "") + (f" on {self.on}+" if self.on else "")

    @property
    def written(self) -> str:
        """The arrival as it is written in a scenario."""
        text = f"{self.when or BY_HAND}" + (f" {AT} {self.places}" if self.places else "")
        return text + (f" {ON} {self.on}+" if self.on else "") + (f", {PUBLIC}" if self.public else "")

    def due(self, now: Moment | None) -> bool:
        """Return whether the time of this arrival has come. Return False for an arrival by hand."""
        if self.when is None or now is None:
            return False
        try:
            return self.when.of(now).begun(now)
        except Mistake:  # a battle made shorter by hand
            return False

    def hexes(self, grid: Grid) -> tuple[Hex, ...]:
        """Return the hexes where the stand may come in; () if no hexes are named. Raises Mistake for places that are
        not on the board.
        """
        return tuple(dict.fromkeys(place for word in _each(self.places) for place in _hexes(grid, word)))


def edge_in(words: str) -> str:
    """Return the edge of the board that these words name: `west` for `west edge`. Return "" for a road."""
    found = _EDGE.fullmatch(words)
    return found["edge"].lower() if found else ""


def edges_at(grid: Grid, label: str) -> tuple[str, ...]:
    """Return the edges of the board that a hex lies on."""
    column, row = grid.place(grid.hex(label))
    there = {"north": row == 1, "south": row == grid.rows, "west": column == 1, "east": column == grid.columns}
    return tuple(edge for edge in EDGES if there[edge])


def has_left(how: str) -> bool:
    """Return whether a stand has left for good; `how` is the value of its key `arrives`."""
    return _LEFT.fullmatch(how) is not None


def at_edge(how: str, now: Moment | None) -> bool:
    """Return whether a stand may come in now without a die; `how` is the value of its key `arrives`."""
    return not (arrival := read_arrival(how)).on and arrival.due(now)


def _each(places: str) -> Iterator[str]:
    """Yield each place in a text with several places: `0101`, `0101-0104`, `north edge`."""
    words = [word for word in re.split(r"[\s,]+", places) if word.lower() not in ("", "and", "the", "or")]
    while words:
        edge = len(words) > 1 and words[1].lower() == "edge"
        yield " ".join(words[: 1 + edge])
        del words[: 1 + edge]


def _hexes(grid: Grid, word: str) -> Iterator[Hex]:
    if found := _EDGE.fullmatch(word):
        across, last = found["edge"].lower() in ("north", "south"), {"south": grid.rows, "east": grid.columns}
        at = last.get(found["edge"].lower(), 1)
        size = grid.columns if across else grid.rows
        yield from (grid.at(*((n, at) if across else (at, n))) for n in range(1, size + 1))
        return
    first, _, last_label = word.partition("-")
    try:
        ends = [grid.place(grid.hex(label)) for label in (first, last_label or first)]
    except ValueError as wrong:
        hint = "for example: at 0101 0102, at 0101-0104, at north edge"
        raise BadValue(str(wrong), hint, word=word) from None
    (c1, r1), (c2, r2) = sorted(ends)
    if c1 != c2 and r1 != r2:
        raise BadValue(
            f"{word}: these two hexes are not in one row or column", "for example: 0101-0104 or 0101-0401", word=word
        )
    yield from (grid.at(column, row) for column in range(c1, c2 + 1) for row in range(min(r1, r2), max(r1, r2) + 1))


def read_arrival(text: str) -> Arrival:
    """Return the arrival written in a value of `arrives`. Raises Mistake for words that are not a moment. The length of
    the battle is not checked here (see `Timing.of`).
    """
    from umpire.game.clock.when import read_when  # only needed if a stand is still to come

    sentence = " ".join(text.split())
    if gone := _LEFT.fullmatch(sentence):
        return Arrival(None, gone["places"] or "", left=True)
    found = _PARTS.fullmatch(sentence)
    if found is None:
        raise BadValue(f"{sentence!r} gives no time of arrival", EXAMPLES, word=sentence)
    when, places, on = found["when"], found["places"] or "", int(found["on"] or 0)
    public = bool(found["public"])
    if when.lower() == BY_HAND:
        if on:
            raise BadValue(
                f"{sentence}: no die is thrown for a stand that you bring in by hand", EXAMPLES, word=sentence
            )
        return Arrival(None, places, public=public)
    try:
        moment = read_when(when)
    except Mistake:
        raise BadValue(f"{when!r} is not a round, turn, day or night", EXAMPLES, word=when) from None
    if moment.every:
        raise BadValue(f"{sentence}: an arrival happens only once, so leave out `every`", EXAMPLES, word=sentence)
    return Arrival(moment, places, on, public=public)


class Arrives(FieldMark):
    """The mark of the key `arrives`. With `hexes`, each place in the value must be a hex or an edge of the board."""

    def __init__(self, *, hexes: bool = False) -> None:
        self.hexes = hexes

    def amiss(self, value: Any, about: About) -> Wrong | None:
        if value in ("", NEVER):
            return None
        try:
            arrival = read_arrival(value)
            if self.hexes and about.map is not None and arrival.when:
                arrival.hexes(about.map.grid)
        except Mistake as wrong:
            return wrong.what, wrong.hint
        return None
