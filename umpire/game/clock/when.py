"""WHEN: a moment of a battle in words, `round 4`, `day 1 night` or `turn 3 German`. It is compared with the battle's
clock.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, Missing, NotNow, did_you_mean

NIGHT = 10**6
"""The place of the night in a day: after all its rounds."""
EXAMPLES = "for example: round 4, day 2, day 2 round 3, night, day 1 night, turn 3"
_WORDS = re.compile(
    r"every (?P<every>day|night|round|turn)"
    r"|turn (?P<turn>[1-9]\d{0,3})(?: (?P<side>.+))?"
    r"|(?:day (?P<day>[1-9]\d{0,2}))? ?(?:round (?P<round>[1-9]\d{0,2})|(?P<night>night))?",
    re.ASCII | re.IGNORECASE,
)


@frozen
class Moment:
    """The point that a battle has reached. `by` is the unit in which the battle counts time. A `round` is part of a
    day; in a `turn`, each side plays.

    `count` is the number of the round or turn; it is 0 before the first. `side` is the side to play; `sides` are all
    sides in their order of play. In a battle by rounds, `days` is the number of days, and `rounds` is the number of
    rounds on each day; `nights` is true if a night follows each day except the last. In a battle by turns, `turns` is
    the number of turns; 0 means that there is no last turn. `phase` is the current phase of the round or turn;
    `together` is true if all sides play the phase at once.
    """

    by: Literal["round", "turn"]
    count: int
    day: int = 1
    night: bool = False
    side: str = ""
    over: bool = False
    days: int = 1
    rounds: int = 0
    turns: int = 0
    nights: bool = False
    sides: tuple[str, ...] = ()
    phase: str = ""
    together: bool = False

    @property
    def place(self) -> tuple[int, int]:
        """Two numbers by which moments are compared. A later moment has greater numbers."""
        if self.over:
            return NIGHT, NIGHT
        if self.by == "round":
            return self.day, NIGHT if self.night else self.count
        return self.count, self.sides.index(self.side) if self.side in self.sides else 0

    def __str__(self) -> str:
        """Return the moment in words, as people type it; "" before the first round or turn."""
        if not self.count:
            return ""
        if self.by == "turn":
            return str(Timing(turn=self.count, side=self.side))
        day = self.day if self.days > 1 else 0
        return str(Timing(day, night=True) if self.night else Timing(day, self.count))

    @property
    def examples(self) -> str:
        """The hint that names moments still to come in this battle."""
        count = self.count + 1
        if self.by == "turn":
            coming = [Timing(turn=min(count, self.turns or count)), Timing(turn=count + 1)]
        else:
            number = min(count, self.rounds or count)
            coming = [Timing(self.day if self.days > 1 else 0, number), Timing(self.day + 1), Timing(night=True)]
        return f"for example: {', '.join(str(each) for each in coming if not each._never(self))}"


class Timing(NamedTuple):
    """A moment as people type it. A field with 0 or "" was not typed. The field `every` has the word typed after
    "every": day, night, round or turn.
    """

    day: int = 0
    round: int = 0
    night: bool = False
    turn: int = 0
    side: str = ""
    every: str = ""

    def __str__(self) -> str:
        if self.every:
            return f"every {self.every}"
        lines = [f"{name} {getattr(self, name)}" for name in ("day", "round", "turn") if getattr(self, name)]
        return " ".join([*lines, *["night"] * self.night, *filter(None, [self.side])])

    def of(self, battle: Moment) -> Timing:
        """Return this moment with its side spelled as in the battle.

        Raises Mistake if the battle cannot have this moment.
        """
        counted = ("round", "day", "night") if battle.by == "round" else ("turn",)
        for name in ("day", "round", "night", "turn"):
            if name not in counted and name in (self.every, getattr(self, name) and name):
                raise BadValue(f"{self}: this battle has no {name}s", battle.examples, word=str(self))
        if self.round and not self.day and battle.days > 1:
            raise Missing(f"{self}: which day?", f"for example: {self._replace(day=battle.day)}", word=str(self))
        side = next((each for each in battle.sides if each.lower() == self.side.lower()), "")
        if self.side and not side:
            wrong = f"{self}: no side is called {self.side!r}"
            raise BadValue(wrong, did_you_mean(self.side, list(battle.sides)), word=self.side)
        if why := self._never(battle):
            raise NotNow(f"{self}: {why}", battle.examples, word=str(self))
        return self._replace(side=side)

    def _never(self, battle: Moment) -> str:
        """Return the reason why this moment never comes in this battle; "" if it comes."""
        for name, last in (("day", battle.days), ("round", battle.rounds), ("turn", battle.turns)):
            if last and getattr(self, name) > last:
                return f"the last {name} is {last}"
        if not (self.night or self.every == "night") or battle.by == "turn":
            return ""
        if not battle.nights:
            return "this battle has no nights"
        return f"the last day, day {battle.days}, has no night after it" if battle.days in (1, self.day) else ""

    def latest(self, now: Moment) -> Timing | None:
        """Return this moment if it has begun; None if it has not. For a moment with `every`, return the last time that
        has begun.
        """
        day, count = now.day, now.count if now.by == "turn" else min(now.count, now.rounds or now.count)
        match self.every or ("night" if self.night and not self.day else ""):
            case "day":
                return Timing(day=day)
            case "night":
                night = Timing(day=day if now.night else day - 1, night=True)
                return night if night.day else None
            case "round" if count:
                return Timing(day=day if now.days > 1 else 0, round=count)
            case "turn" if count:
                return Timing(turn=count)
            case "":
                return self if self._place(now) <= now.place else None
        return None

    def following(self, now: Moment) -> Timing | None:
        """Return this moment if it is still to come; None if it is not. For a moment with `every`, return the next
        time.
        """
        if now.over:
            return None
        last = self.latest(now)
        match self.every or ("night" if self.night and not self.day else ""):
            case "day":
                then = Timing(day=now.day + 1)
            case "night":
                then = Timing(day=now.day + now.night, night=True)
            case "round" if now.night or (now.rounds and now.count >= now.rounds):
                then = Timing(day=now.day + 1, round=1)
            case "round":
                then = Timing(day=now.day if now.days > 1 else 0, round=now.count + 1)
            case "turn":
                then = Timing(turn=now.count + 1)
            case _:
                return None if last else self
        return None if then._never(now) else then

    def begun(self, now: Moment) -> bool:
        """Return whether this moment is now or past."""
        return self.latest(now) is not None

    def now(self, now: Moment) -> bool:
        """Return whether this moment is now. The moment `day 2` lasts the whole day; `turn 3 German` lasts while the
        German side plays.
        """
        last = self.latest(now)
        if last is None or now.over:
            return False
        same = (not last.day or last.day == now.day) and (not last.turn or last.turn == now.count)
        here = not last.round or (last.round == now.count and not now.night)
        return same and here and (not last.night or now.night) and last.side in ("", now.side)

    def _place(self, battle: Moment) -> tuple[int, int]:
        if battle.by == "turn":
            return self.turn, battle.sides.index(self.side) if self.side else 0
        return self.day or 1, NIGHT if self.night else self.round or 1


def read_when(text: str) -> Timing:
    """Return the moment that the words name. Raises Mistake for words that are not a moment. Whether a battle has this
    moment is not checked here (see `Timing.of`).
    """
    sentence = " ".join(text.split())
    found = _WORDS.fullmatch(sentence)
    if not sentence or found is None:
        raise BadValue(f"{sentence!r} is not a round, turn, day or night", EXAMPLES, word=sentence)
    part = found.groupdict(default="")
    numbers = {name: int(part[name] or 0) for name in ("day", "round", "turn")}
    return Timing(**numbers, night=bool(part["night"]), side=part["side"], every=part["every"].lower())
