"""A fact that stays, as it is kept and as it is set; the verb of every family that sets one."""

from __future__ import annotations

from typing import NamedTuple

from umpire.core.frozen import frozen

NOW = "now"
_SINCE, _UNTIL = " since ", " until "


@frozen
class FactSet:
    """From now on the fact stays; without a value it stays no longer."""

    fact: str
    value: str = ""
    since: str = ""
    until: str = ""


@frozen
class EventDone:
    """An event of the scenario has happened at that moment."""

    event: str
    done: str


class Staying(NamedTuple):
    """The value of a fact that stays, with the WHEN it stays since and until; "" from the start, "" to the end."""

    value: str
    since: str = ""
    until: str = ""

    def __str__(self) -> str:
        return "".join(self._parts())

    def shown(self, fact: str) -> str:
        """The fact as it is typed, and how long it stays."""
        value, *ends = self._parts()
        return ",".join((f"{fact}={value}", *ends))

    def _parts(self) -> tuple[str, ...]:
        ends = ((_SINCE, self.since), (_UNTIL, self.until))
        return (self.value, *(f"{word}{when}" for word, when in ends if when))


def read_staying(text: str) -> Staying:
    """What `thick`, `thick until night` or, as an export has it, `thick since round 2 until night` says."""
    before, _, until = " ".join(text.split()).partition(_UNTIL)
    value, _, since = before.partition(_SINCE)
    return Staying(value, since, until)
