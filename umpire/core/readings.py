"""How thrown faces are read: the closed set of readings, each with its exact chances.

A reading turns the faces of one pool into the value a rule asks for. `chances` gives, for a number of dice of so many
sides, every value with its integer weight; the weights add up to sides ** dice. Nothing here is simulated or rounded.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Protocol, Self

from umpire.core.frozen import frozen, replace

Chances = dict[Hashable, int]
"""Value read -> integer weight."""


class Reading(Protocol):
    """What every reading can do. All readings are frozen and hashable."""

    @property
    def code(self) -> str:
        """Short code for tables and JSON: `6|55`, `4+`, `sum`."""

    @property
    def words(self) -> str:
        """What scores, in words for the table: `each 6 hits, and each pair of 5s`."""

    def read(self, faces: Sequence[int]) -> Hashable:
        """The value of these faces."""

    def chances(self, dice: int, sides: int) -> Chances:
        """Every value with its weight out of sides ** dice."""

    def plus(self, amount: int) -> Self:
        """The same reading with `amount` more added to the roll. Raises TypeError where nothing is added to a roll."""


class _Enumerated:
    """A reading whose chances are counted over every way the dice can fall, in whatever order."""

    def chances(self, dice: int, sides: int) -> Chances:
        return dict(_by_enumeration(self, dice, sides))


class _Rolled(_Enumerated):
    """A reading of a roll, to which something may be `added`."""

    added: int

    def plus(self, amount: int) -> Self:
        return replace(self, added=self.added + amount)  # type: ignore[type-var]


@frozen
class Hits:
    """Counts hits by a to-hit code: `56|44` is a hit for each 5 or 6 and one for each pair of 4s.

    `most_pairs` limits how many pairs of one face score (None: every complete pair).
    """

    code: str
    most_pairs: int | None = None

    @property
    def singles(self) -> tuple[int, ...]:
        """The faces of which each die is a hit."""
        return tuple(int(face) for face in self.code.partition("|")[0])

    @property
    def pairs(self) -> tuple[int, ...]:
        """The faces of which each pair is a hit."""
        return tuple(int(face) for face in self.code.partition("|")[2][::2])

    @property
    def words(self) -> str:
        singles = " or ".join(str(face) for face in self.singles)
        pairs = " or ".join(f"{face}s" for face in self.pairs)
        return f"each {singles} hits" + (f", and each pair of {pairs}" if pairs else "")

    def _of_pairs(self, count: int) -> int:
        return count // 2 if self.most_pairs is None else min(count // 2, self.most_pairs)

    def read(self, faces: Sequence[int]) -> int:
        """The number of hits."""
        thrown = list(faces)
        singles = sum(thrown.count(face) for face in self.singles)
        return singles + sum(self._of_pairs(thrown.count(face)) for face in self.pairs)

    def chances(self, dice: int, sides: int) -> Chances:
        return dict(_hit_chances(self, dice, sides))

    def plus(self, amount: int) -> Hits:
        raise TypeError("a count of hits has no roll to add to")


@cache
def _hit_chances(reading: Hits, dice: int, sides: int) -> tuple[tuple[int, int], ...]:
    """Multinomial count over (dice of each pairing face, dice that hit alone, the rest)."""
    single, pairing = len(reading.singles), len(reading.pairs)
    rest = sides - single - pairing
    alone = [single**count for count in range(dice + 1)]
    blank = [rest**count for count in range(dice + 1)]
    chances = [0] * (dice + 1)
    for paired in _splits(dice, pairing):
        left, ways, scored = dice, 1, 0
        for count in paired:
            ways *= comb(left, count)
            left -= count
            scored += reading._of_pairs(count)
        for hits in range(left + 1):
            chances[scored + hits] += ways * comb(left, hits) * alone[hits] * blank[left - hits]
    return tuple((hits, ways) for hits, ways in enumerate(chances) if ways)


def _splits(dice: int, kinds: int) -> list[tuple[int, ...]]:
    """Every way to give up to `dice` dice to `kinds` faces, in order."""
    if kinds == 0:
        return [()]
    return [(first, *rest) for first in range(dice + 1) for rest in _splits(dice - first, kinds - 1)]


@frozen
class Needs(_Rolled):
    """Whether the dice, added up with `added`, reach `need`; a natural face may decide alone.

    `always` is the natural face of a single die that succeeds whatever is added (0: none).
    """

    need: int
    added: int = 0
    always: int = 0

    @property
    def code(self) -> str:
        return f"{self.need}+"

    @property
    def words(self) -> str:
        natural = f", a natural {self.always} always" if self.always else ""
        return f"needs {self.need}+{_added(self.added)}{natural}"

    def read(self, faces: Sequence[int]) -> bool:
        """True if it succeeds."""
        if self.always and tuple(faces) == (self.always,):
            return True
        return sum(faces) + self.added >= self.need


@frozen
class Total(_Rolled):
    """The sum of the dice, with `added`."""

    added: int = 0

    @property
    def code(self) -> str:
        return "total"

    @property
    def words(self) -> str:
        return f"total{_added(self.added)}"

    def read(self, faces: Sequence[int]) -> int:
        return sum(faces) + self.added


@frozen
class Lowest(_Rolled):
    """The sum of the `keep` lowest dice, with `added`; the others stay in the record."""

    keep: int
    added: int = 0

    @property
    def code(self) -> str:
        return f"lowest {self.keep}"

    @property
    def words(self) -> str:
        return f"the {self.keep} lowest count{_added(self.added)}"

    def read(self, faces: Sequence[int]) -> int:
        return sum(sorted(faces)[: self.keep]) + self.added


@frozen
class Highest(_Rolled):
    """The sum of the `keep` highest dice, with `added`; the others stay in the record."""

    keep: int
    added: int = 0

    @property
    def code(self) -> str:
        return f"highest {self.keep}"

    @property
    def words(self) -> str:
        return f"the {self.keep} highest count{_added(self.added)}"

    def read(self, faces: Sequence[int]) -> int:
        return sum(sorted(faces)[-self.keep :]) + self.added


@frozen
class Row(_Rolled):
    """The row of a results table that the total falls in.

    `rows` are (least total, value) in rising order; totals below the first read as the first. `times` multiplies the
    dice (a rule that counts the same die twice); `naturals` are (face, value) that a single natural face decides.
    """

    rows: tuple[tuple[int, str], ...]
    added: int = 0
    times: int = 1
    naturals: tuple[tuple[int, str], ...] = ()

    @property
    def code(self) -> str:
        return "table"

    @property
    def words(self) -> str:
        """The rows as they meet the bare dice total: `8 or more D, 6 R, 4 P`."""
        named = ", ".join(f"{least}+ {value or '-'}" for least, value in reversed(self.rows[1:]))
        head = f"with {self.added:+d}" if self.added else "table"
        return f"{head}: {named}, else {self.rows[0][1] or '-'}"

    def value(self, total: int) -> str:
        """The value for a total that already has everything added."""
        found = self.rows[0][1]
        for least, value in self.rows:
            if total >= least:
                found = value
        return found

    def read(self, faces: Sequence[int]) -> str:
        if len(faces) == 1:
            for face, value in self.naturals:
                if faces[0] == face:
                    return value
        return self.value(sum(faces) * self.times + self.added)


@frozen
class Face:
    """The natural face of one die, nothing added."""

    @property
    def code(self) -> str:
        return "face"

    @property
    def words(self) -> str:
        return "the face as it falls"

    def read(self, faces: Sequence[int]) -> int:
        return faces[0]

    def chances(self, dice: int, sides: int) -> Chances:
        return dict.fromkeys(range(1, sides + 1), sides ** (dice - 1))

    def plus(self, amount: int) -> Face:
        raise TypeError("a natural face takes no modifier")


@frozen
class Each(_Enumerated):
    """How many dice fall in each row of a table, every die by itself: `2 wood, 1 hill`.

    `rows` are (least face, value) in rising order.
    """

    rows: tuple[tuple[int, str], ...]

    @property
    def code(self) -> str:
        return "each"

    @property
    def words(self) -> str:
        """The rows by the faces that lead there: `each 1-2 wood, 3-4 BUA, 5+ hill`."""
        named = []
        for (least, value), (following, _) in zip(self.rows, self.rows[1:], strict=False):
            named.append(f"{least} {value}" if following == least + 1 else f"{least}-{following - 1} {value}")
        return "each " + ", ".join([*named, f"{self.rows[-1][0]}+ {self.rows[-1][1]}"])

    def read(self, faces: Sequence[int]) -> str:
        """Each value that fell after how many dice fell so, in the order of the rows."""
        fallen = Row(self.rows)
        values = [fallen.value(face) for face in faces]
        return ", ".join(f"{values.count(value)} {value}" for _, value in self.rows if value in values)

    def plus(self, amount: int) -> Each:
        raise TypeError("dice that each stand for themselves take no modifier")


def _added(amount: int) -> str:
    return f" with {amount:+d}" if amount else ""


@cache
def _by_enumeration(reading: Reading, dice: int, sides: int) -> tuple[tuple[Hashable, int], ...]:
    """Chances of a reading that does not care for the order of the dice, over the multisets of faces."""
    chances: Chances = {}
    for faces in combinations_with_replacement(range(1, sides + 1), dice):
        ways = factorial(dice)
        for face in set(faces):
            ways //= factorial(faces.count(face))
        value = reading.read(faces)
        chances[value] = chances.get(value, 0) + ways
    return tuple(chances.items())
