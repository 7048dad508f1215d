"""One entry of the record as a report tells it."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.core.frozen import frozen
from umpire.game.act import Plain
from umpire.report.weighed import Weighed


@frozen
class Line:
    """One entry as it is told: `kind` is fight (it might have cost somebody something), throw, act, note or correction.

    `toll` is what each side has lost after it; `marks` are plain words such as `by ruling: dusk`.
    """

    number: int
    kind: str
    data: Plain
    marks: tuple[str, ...]
    toll: Mapping[str, int]
    lost: Mapping[str, int]
    weighed: Weighed | None = None

    @property
    def title(self) -> str:
        """Who does what to whom."""
        return str(self.data["title"])

    @property
    def throws(self) -> list[Plain]:
        """Its dice, those that were thrown."""
        return [each for each in self.data["throws"] if each["source"] != "none"]

    @property
    def came(self) -> tuple[str, ...]:
        """What came of it: what hands did, else the words for it."""
        outcome = self.data["outcome"]
        return tuple(map(str, outcome["hands"] or (outcome["words"] if self.throws else ()) or ()))
