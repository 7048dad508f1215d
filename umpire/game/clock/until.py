"""The words after `until`: a lasting fact ends when a moment begins, or at the end of a phase, round, turn, day or
night.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from umpire.core.mistakes import BadValue, Mistake, NotNow
from umpire.game.clock.when import NIGHT, Moment, Timing, read_when

_END = re.compile(r"(?:the )?end of (?P<of>.+)", re.IGNORECASE)
_THIS = re.compile(r"(?:(?:this|the) )?(?P<what>phase|step|round|turn|day|night)", re.IGNORECASE)
_OF_SIDE = re.compile(r"(?:the )?(?P<side>\S.*?)(?:'s|s')? turn", re.IGNORECASE)
THIS_PHASE = "the end of this phase"


class End(NamedTuple):
    """The end of a round, turn, day or night, or of a `phase` in it.

    `this` is "" or one of the words phase, step, round, turn, day and night. A word in `this` stands for the end of the
    current phase, step and so on; the other fields are then empty. There is one exception: turn in `this`, together
    with a side in `when`, means the end of that side's current or next turn.
    """

    when: Timing = Timing()
    phase: str = ""
    this: str = ""

    def __str__(self) -> str:
        return f"the end of {f'this {self.this}' if self.this else f'{self.phase}, {self.when}'.removeprefix(', ')}"

    def of(self, battle: Moment) -> End:
        """Return this end with the current phase, round, turn, day or night in place of the word in `this`. Raises
        Mistake if the battle does not have this time.
        """
        if not self.this:
            return self._replace(when=self.when.of(battle))
        if not battle.count or battle.over:
            raise NotNow(f"{self}: no turn has begun", battle.examples, word=self.this)
        counted, day = battle.by == "round", battle.day if battle.days > 1 else 0
        if self.when.side:
            return self._of_side(battle)
        if self.this in ("phase", "step") and battle.phase:
            one_side = battle.side if not battle.together else ""
            whole = Timing(day, 0 if battle.night else battle.count, battle.night) if counted else Timing()
            return End(whole if counted else Timing(turn=battle.count, side=one_side), battle.phase)
        if counted and self.this in ("day", "night") and (self.this == "day" or battle.nights):
            return End(Timing(battle.day, night=self.this == "night"))
        if self.this == battle.by and not battle.night:
            return End(Timing(day, battle.count) if counted else Timing(turn=battle.count))
        raise BadValue(f"{self}: there is no {self.this} now", f"for example: the end of this {battle.by}")

    def _of_side(self, battle: Moment) -> End:
        """Return the end of the current or next turn of a side. Raises Mistake if the side has no turn of its own."""
        order = {side.lower(): n for n, side in enumerate(battle.sides)}
        own = order.get(self.when.side.lower())
        if own is None or battle.by == "round":
            hint = f"for example: the end of this {battle.by}"
            raise BadValue(f"{self.when.side!r} is not a side that has turns here", hint, word=self.when.side)
        later = own < order.get(battle.side.lower(), 0)
        return End(Timing(turn=battle.count + later, side=battle.sides[own]))

    def begun(self, now: Moment) -> bool:
        """Return whether this end is past."""
        when, place = self.when, now.place
        if now.by == "round":
            end: tuple[int, ...] = (when.day or 1, *([NIGHT] if when.night else [when.round] if when.round else []))
        else:
            end = (when.turn, *([now.sides.index(when.side)] if when.side in now.sides else []))
        here = place[: len(end)]
        return here > end or (here == end and self.phase not in ("", now.phase))

    def following(self, now: Moment) -> End | None:
        """Return this end; None if it is past."""
        return None if now.over or self.begun(now) else self


def read_until(text: str) -> Timing | End:
    """Return the moment or the end that the words after `until` name. Raises Mistake for any other words."""
    sentence = " ".join(text.split())
    found = _END.fullmatch(sentence)
    if found is None:
        return read_when(sentence)
    if this := _THIS.fullmatch(found["of"]):
        return End(this=this["what"].lower())
    if of_side := _OF_SIDE.fullmatch(found["of"]):
        return End(Timing(side=of_side["side"]), this="turn")
    phase, _, when = found["of"].rpartition(", ")
    try:
        return End(read_when(when), phase)
    except Mistake as wrong:
        raise BadValue(
            f"{sentence!r} is not the end of a phase or turn",
            f"for example: {THIS_PHASE}",
            word=wrong.word,
        ) from None
