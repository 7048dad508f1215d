"""Two effects: one sets a lasting fact (see `staying`), the other records an event that happened. The module also has
the stored form of a lasting fact.
"""

from __future__ import annotations

from typing import NamedTuple

from umpire.core.frozen import frozen

NOW = "now"
_SINCE, _UNTIL = " since ", " until "


@frozen
class FactSet:
    """The effect that sets a lasting fact. If `value` is "", the fact ends."""

    fact: str
    value: str = ""
    since: str = ""
    until: str = ""


@frozen
class EventDone:
    """The effect that records when an event of the scenario happened."""

    event: str
    done: str


class Staying(NamedTuple):
    """The value of a lasting fact, with the times of its start and end in words. If `since` is "", the fact holds from
    the start of the battle. If `until` is "", it holds to the end of the battle.
    """

    value: str
    since: str = ""
    until: str = ""

    def __str__(self) -> str:
        return "".join(self._parts())

    def shown(self, fact: str) -> str:
        """Return the fact as it is typed, with the times of its start and end."""
        value, *ends = self._parts()
        return ",".join((f"{fact}={value}", *ends))

    def _parts(self) -> tuple[str, ...]:
        ends = ((_SINCE, self.since), (_UNTIL, self.until))
        return (self.value, *(f"{word}{when}" for word, when in ends if when))


def read_staying(text: str) -> Staying:
    """Return the value and times read from a text: `thick`, `thick until night` or, in an export, `thick since round 2
    until night`.
    """
    before, _, until = " ".join(text.split()).partition(_UNTIL)
    value, _, since = before.partition(_SINCE)
    return Staying(value, since, until)
