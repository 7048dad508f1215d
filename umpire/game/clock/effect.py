"""The effects that set a fact that stays, and the stored form of such a fact; shared by all families."""

from __future__ import annotations

from typing import NamedTuple

from umpire.core.frozen import frozen

NOW = "now"
_SINCE, _UNTIL = " since ", " until "


@frozen
class FactSet:
    """The effect that a fact stays from now on; without a value, it no longer stays."""

    fact: str
    value: str = ""
    since: str = ""
    until: str = ""


@frozen
class EventDone:
    """The effect that an event of the scenario has happened at that moment."""

    event: str
    done: str


class Staying(NamedTuple):
    """The value of a fact that stays, and the WHEN of its start and its end; "" means from the start, or to the end."""

    value: str
    since: str = ""
    until: str = ""

    def __str__(self) -> str:
        return "".join(self._parts())

    def shown(self, fact: str) -> str:
        """Return the fact as it is typed, and how long it stays."""
        value, *ends = self._parts()
        return ",".join((f"{fact}={value}", *ends))

    def _parts(self) -> tuple[str, ...]:
        ends = ((_SINCE, self.since), (_UNTIL, self.until))
        return (self.value, *(f"{word}{when}" for word, when in ends if when))


def read_staying(text: str) -> Staying:
    """Return the value and times read from `thick`, `thick until night` or, in an export, `thick since round 2 until
    night`.
    """
    before, _, until = " ".join(text.split()).partition(_UNTIL)
    value, _, since = before.partition(_SINCE)
    return Staying(value, since, until)
