"""The end of a battle. The scenario sets the end: after a round or turn, with or without a die, or as soon as a side
has enough points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Annotated, Any

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, Mistake
from umpire.core.outcome import Head, number_of
from umpire.core.pools import Pool
from umpire.core.readings import Needs
from umpire.game.clock.arrivals import LEFT, Arrival, read_arrival
from umpire.game.records import About, Count, FieldMark, Wrong

RULE = "scenario"
"""The text in place of the number of a rule, if the scenario and not the book makes the rule."""
END = "end"
"""The key of the throw that decides whether the battle ends."""
EXAMPLES = "for example: round 5, or day 2; with a die: round 5 on 4+, or turn 8 on 5+"


def read_end(text: str) -> Arrival:
    """Return the end of the battle that the text of `ends` gives: the moment after which the battle is over, and the
    die if a die decides. Raises Mistake.
    """
    try:
        end = read_arrival(text)
    except Mistake:
        end = Arrival(None)
    if end.when is None or end.places or end.when.side or end.when.night:
        raise BadValue(f"{text!r} does not say when the battle ends: name a round, turn or day", EXAMPLES, word=text)
    return end


class Ends(FieldMark):
    """The mark of the key `ends`: `round 5`, `round 5 on 4+`."""

    def amiss(self, value: Any, about: About) -> Wrong | None:
        try:
            if value:
                read_end(value)
        except Mistake as wrong:
            return wrong.what, wrong.hint
        return None


@frozen
class Ending:
    """The end of the battle. The battle ends after the round or turn in `ends`. If `ends` names a die, the die is
    thrown after this round or turn, and after every later round or turn. The battle ends at once when a side has
    `sudden` points.

    For each edge or road, `leaves` has the points for a stand that leaves there.
    """

    ends: Annotated[str, Ends()] = ""
    sudden: Count = 0
    leaves: Mapping[str, Count] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Return whether the scenario sets an end or points."""
        return bool(self.ends or self.sudden or self.leaves)


def may_end(family: Any, state: Any) -> bool:
    """Return whether the scenario allows the battle to end with the current round or turn."""
    now, ends = family.moment(state), state.ending.ends
    if not ends or now is None or now.over or now.night or not now.count:
        return False
    end = read_end(ends)
    whole_day = end.when is not None and end.when.day and not end.when.round
    return end.due(now) and not (whole_day and now.count < now.rounds)


def never_ends(family: Any, state: Any) -> Iterator[Mistake]:
    """Yield an error if the battle is too short to reach the moment in `ends`."""
    now = family.moment(state)
    end = read_end(state.ending.ends) if getattr(state, "ending", None) and state.ending.ends else None
    try:
        if end and end.when and now:
            end.when.of(now)
    except Mistake as wrong:
        yield wrong


def die(end: Arrival) -> Pool:
    """Return the die that decides whether the battle is over."""
    return Pool(END, "", "end of the battle", (), Needs(end.on), 1, rule=RULE)


def reached(family: Any, state: Any) -> str:
    """Return the line that names the side with enough points to end the battle at once; "" if no side has enough."""
    now, sudden = family.moment(state), state.ending.sudden
    if not sudden or now is None or now.over:
        return ""
    most = max(family.points(state).items(), key=lambda each: each[1], default=("", 0))
    return f"{most[0]}: {most[1]} points, so the battle ends ({RULE})" if most[1] >= sudden else ""


def points_of(
    rows: Iterable[Any], worth: Mapping[str, int], side: Callable[[Any], str] = lambda one: str(one.side)
) -> dict[str, int]:
    """Return the points of each side for its stands that have left by an edge or road."""
    found: dict[str, int] = {}
    for one in rows if worth else ():
        if one.arrives.startswith(LEFT) and (points := worth_of(read_arrival(one.arrives).places, worth)):
            found[side(one)] = found.get(side(one), 0) + points
    return found


def with_points(family: Any, state: Any, head: Head) -> Head:
    """Return the head of a game with the points of each side."""
    words, points = dict(head.sides), family.points(state)
    sides = dict.fromkeys((*words, *points))
    return head._replace(
        sides=tuple((side, (*words.get(side, ()), number_of(points.get(side, 0), "point"))) for side in sides)
    )


def worth_of(way: str, worth: Mapping[str, int]) -> int:
    """Return the points for leaving by this edge or road."""
    return {way_of(said): number for said, number in worth.items()}.get(way_of(way), 0)


def way_of(said: str) -> str:
    """Return the name of an edge or road without the words `the` and `edge`: `west` for `the west edge`."""
    return said.lower().removeprefix("the ").removesuffix(" edge")
