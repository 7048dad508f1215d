"""The losses of the sides, counted in strength points or, if stands have no strength points, in stands out of play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from umpire.core.frozen import frozen, replace
from umpire.game.carried import Carried
from umpire.play.session import Session


@frozen
class Measure:
    """The way to count losses: in strength points (`words` is SP), or 1 for each stand out of play.

    `whole` is the strength of each side at the beginning of the battle. `missing` is the strength that each side had
    already lost when the battle began.
    """

    words: str
    rosters: tuple[Carried, ...]
    sides: tuple[str, ...]
    whole: Mapping[str, int]
    of: Mapping[str, str]
    missing: Mapping[str, int] = field(default_factory=dict)

    def since(self, begin: Session) -> Measure:
        """Return this measure with losses counted from the beginning of the battle."""
        missing = self.toll(begin, begin.state)
        whole = {side: full - missing[side] for side, full in self.whole.items()}
        return replace(self, whole=whole, missing=missing)

    def toll(self, session: Session, state: Any) -> dict[str, int]:
        """Return the losses of each side from the beginning of the battle up to this state."""
        lost = {side: -self.missing.get(side, 0) for side in self.sides}
        for id, points in left_and_full(self.rosters, session, state).items():
            if (side := self.of.get(id.lower(), "")) in lost:
                lost[side] += points[1] - points[0]
        return lost

    def back(self, before: Session, after: Session, shown: Session) -> tuple[str, ...]:
        """Return the names of the stands that have more strength after an entry than before. Stands that are not in the
        game `shown` are left out.
        """
        was, now = (left_and_full(self.rosters, each, each.state) for each in (before, after))
        names = shown.family.names(shown.state)
        return tuple(names[id] for id, (left, _) in now.items() if id in names and left > was.get(id, (left, 0))[0])


def measure(session: Session, *earlier: Session) -> Measure:
    """Return the way in which losses are counted in this game.

    The side of a stand that is not in this game is looked up in the `earlier` games.
    """
    family, sides = session.family, tuple(session.head["sides"])
    rosters = tuple(one for one in family.scenario().carried if one.lost)
    of = {word: named.side for each in (*earlier, session) for word, named in family.named(each.state).items()}
    whole = dict.fromkeys(sides, 0)
    for id, (_, full) in left_and_full(rosters, session, session.state).items():
        if of.get(id.lower()) in whole:
            whole[of[id.lower()]] += full
    words = "SP" if any(one.strength for one in rosters) else next((one.section for one in rosters), "stands")
    return Measure(words, rosters, sides, whole, of)


def left_and_full(rosters: tuple[Carried, ...], session: Session, state: Any) -> dict[str, tuple[int, int]]:
    """Return the present and the full strength of each stand, in strength points.

    A stand without strength points counts as 1 of 1 while it is in play, and then as 0 of 1.
    """
    found: dict[str, tuple[int, int]] = {}
    for one in rosters:
        things: Mapping[str, Any] = getattr(state, one.section)
        for id, thing in things.items():
            if one.strength:
                found[id] = getattr(thing, one.strength), getattr(thing, one.full)
            else:
                found[id] = (0 if one.lost and one.lost(thing) else 1), 1
    if not rosters:
        gone = session.family.gone(state)
        found = {id: (0 if id in gone else 1, 1) for id in session.family.names(state)}
    return found
