"""Readings. A reading turns the faces of dice into a value, and knows the exact chance of each value.

`chances` returns every value with an integer weight, for a number of dice and a number of sides. The weights add up to
sides ** dice. Weights are counted exactly, never simulated or rounded.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Self

from umpire.core.chances import Chances, by_enumeration, by_sum, called, of_hits, pairs_of
from umpire.core.frozen import frozen, replace
from umpire.core.readings.told import HITS, told_hits, told_success


class Reading:
    """The base of all readings. A reading defined by a ruleset must be frozen, and must define `code`, `words` and
    `read`.
    """

    if TYPE_CHECKING:  # a field, a constant or a property, as each class prefers

        @property
        def code(self) -> str:
            """The short code for tables and JSON: `6|55`, `4+`, `total`."""

        @property
        def words(self) -> str:
            """The scoring faces in words: `each 6 hits, and each pair of 5s`."""

    counts_hits: ClassVar[bool] = False
    """True if scoring dice are counted. Modifiers then add dice, and the faces of dice that miss need not be typed."""
    typing: ClassVar[str] = "the faces, r to roll, or the result after =, such as =7"
    """The ways to type the dice, for a hint."""
    luck: ClassVar[str] = ""
    """The unit that luck counts: hits, successes or totals; "" if no result is better than another."""
    no_roll: ClassVar[str] = "this throw takes no modifier"
    """The reason why nothing can be added to the roll."""
    of_sum: ClassVar[bool] = False
    """True if the reading uses only the sum of the dice, except for a natural face of a single die."""
    kinds: ClassVar[dict[str, type[Reading]]] = {}
    """Every class of readings by its name, which is its `kind` in the record."""

    def __init_subclass__(cls) -> None:
        cls.kinds[cls.__name__] = cls

    @property
    def bare(self) -> Reading:
        """Return the same reading without modifiers. It is used to compare the dice with the average."""
        return self

    def read(self, faces: Sequence[int]) -> Hashable:
        """Return the value of these faces."""
        raise NotImplementedError

    def told(self, text: str, dice: int, sides: int) -> Hashable:
        """Return the value if the text is a value (`h3`, `=11`). Return None if the text is faces.

        Raises TypeError for `h3` if hits are not counted, and ValueError for an impossible value.
        """
        if not text.startswith("="):
            if text.startswith("h") and re.fullmatch(HITS, text, re.ASCII):
                raise TypeError("hits are not counted here, so type the faces")
            return None
        return called(text[1:], self.chances(dice, sides))

    def chances(self, dice: int, sides: int) -> Chances:
        """Return every value with its weight: the number of ways to throw this value. All weights add up to sides **
        dice.
        """
        return dict((by_sum if self.of_sum else by_enumeration)(self, dice, sides))

    def whole(self, dice: int, sides: int) -> tuple[Chances, int]:
        """Return a pair: the chances, and the sum of their weights. If dice are thrown again, the chances include the
        second throw.
        """
        return self.chances(dice, sides), sides**dice

    def plus(self, amount: int) -> Self:
        """Return the same reading with `amount` added to the roll. Raises TypeError if the reading has no roll."""
        raise TypeError(self.no_roll)


class _Rolled(Reading):
    """A reading of a roll; `added` is the amount added to the roll."""

    luck: ClassVar[str] = "totals"
    of_sum: ClassVar[bool] = True
    added: int

    def plus(self, amount: int) -> Self:
        return replace(self, added=self.added + amount)  # type: ignore[type-var]

    @property
    def bare(self) -> Reading:
        return self.plus(-self.added)


@frozen
class Hits(Reading):
    """A count of hits by a to-hit code. In `56|44`, each 5 or 6 is one hit, and each pair of 4s is one hit.

    For each face, at most `most_pairs` pairs score; None means that every pair scores.
    """

    code: str
    most_pairs: int | None = None
    counts_hits: ClassVar[bool] = True
    typing: ClassVar[str] = (
        "the faces (133456 or 1 3 3 4 5 6), counts (2x6 4x1), scoring dice with x for the rest (66 x), hits (h3), "
        "or r to roll"
    )
    luck: ClassVar[str] = "hits"
    no_roll: ClassVar[str] = "hits are counted here, so no number can be added to a roll"

    @property
    def singles(self) -> tuple[int, ...]:
        """Return the faces that hit with a single die."""
        return tuple(int(face) for face in self.code.partition("|")[0])

    @property
    def pairs(self) -> tuple[int, ...]:
        """Return the faces that hit only in pairs."""
        return tuple(int(face) for face in self.code.partition("|")[2][::2])

    @property
    def words(self) -> str:
        singles = " or ".join(str(face) for face in self.singles)
        pairs = " or ".join(f"{face}s" for face in self.pairs)
        return ", and ".join(filter(None, (singles and f"each {singles} hits", pairs and f"each pair of {pairs}")))

    def read(self, faces: Sequence[int]) -> int:
        singles = sum(face in self.singles for face in faces)
        return singles + sum(pairs_of(list(faces).count(face), self.most_pairs) for face in self.pairs)

    def chances(self, dice: int, sides: int) -> Chances:
        return dict(of_hits(len(self.singles), len(self.pairs), self.most_pairs, dice, sides))

    def told(self, text: str, dice: int, sides: int) -> int | None:
        return told_hits(self, text, dice, sides)


@frozen
class Needs(_Rolled):
    """Success if the sum of the dice and `added` is at least `need`. A single die also succeeds if it shows the face
    `always`.
    """

    need: int
    added: int = 0
    always: int = 0
    typing: ClassVar[str] = "the face, h for hit, m for miss, or r to roll"
    luck: ClassVar[str] = "successes"

    @property
    def code(self) -> str:
        return f"{self.need}+"

    @property
    def words(self) -> str:
        natural = f", a natural {self.always} always succeeds" if self.always else ""
        return f"needs {self.need}+{_added(self.added)}{natural}"

    def read(self, faces: Sequence[int]) -> bool:
        return bool(self.always and tuple(faces) == (self.always,)) or sum(faces) + self.added >= self.need

    def told(self, text: str, dice: int, sides: int) -> bool | None:
        return told_success(text)

    @property
    def bare(self) -> Needs:
        return self  # the modifier decides which faces succeed


@frozen
class Total(_Rolled):
    """The sum of the dice and `added`."""

    added: int = 0
    code: ClassVar[str] = "total"

    @property
    def words(self) -> str:
        return f"total{_added(self.added)}"

    def read(self, faces: Sequence[int]) -> int:
        return sum(faces) + self.added


class _Kept(_Rolled):
    """The sum of the lowest or the highest dice, plus `added`. `keep` is the number of dice that count. The other dice
    are recorded but do not count.
    """

    of_sum: ClassVar[bool] = False
    keep: int

    @property
    def code(self) -> str:
        return f"{type(self).__name__.lower()} {self.keep}"

    @property
    def words(self) -> str:
        return f"the {self.keep} {type(self).__name__.lower()} count{_added(self.added)}"


@frozen
class Lowest(_Kept):
    """The sum of the lowest dice, plus `added`. `keep` is the number of dice that count."""

    keep: int
    added: int = 0

    def read(self, faces: Sequence[int]) -> int:
        return sum(sorted(faces)[: self.keep]) + self.added


@frozen
class Highest(_Kept):
    """The sum of the highest dice, plus `added`. `keep` is the number of dice that count."""

    keep: int
    added: int = 0

    def read(self, faces: Sequence[int]) -> int:
        return sum(sorted(faces)[-self.keep :]) + self.added


@frozen
class Row(_Rolled):
    """The row of a results table for the total of a throw.

    `rows` has pairs in rising order: the lowest total of the row, and its value. For a total below the first row, the
    first row applies. The dice are multiplied by `times`. `naturals` has pairs of a face and a value: if a single die
    shows this face, the result is this value, whatever the total.
    """

    rows: tuple[tuple[int, str], ...]
    added: int = 0
    times: int = 1
    naturals: tuple[tuple[int, str], ...] = ()
    code: ClassVar[str] = "table"
    typing: ClassVar[str] = "the faces, r to roll, or the result after ="

    @property
    def words(self) -> str:
        """Return the rows in words, the highest total first: `table: 8+ D, 6+ R, else P`."""
        named = ", ".join(f"{least}+ {value or '-'}" for least, value in reversed(self.rows[1:]))
        return f"{_added(self.added)[1:] or 'table'}: {named}, else {self.rows[0][1] or '-'}"

    def told(self, text: str, dice: int, sides: int) -> Hashable:
        """Return the value if the text is a value. A value that is a word may be typed without =. A row's value `r`
        must be typed `=r`, because `r` alone rolls the dice.
        """
        letters = {value.lower() for _, value in (*self.rows, *self.naturals)}
        bare = text in letters and text.isalpha() and "r" not in letters
        return super().told(f"={text}" if bare else text, dice, sides)

    def value(self, total: int) -> str:
        """Return the value for a total that includes all modifiers."""
        reached = [value for least, value in self.rows if total >= least]
        return reached[-1] if reached else self.rows[0][1]

    def read(self, faces: Sequence[int]) -> str:
        for face, value in self.naturals:
            if tuple(faces) == (face,):
                return value
        return self.value(sum(faces) * self.times + self.added)

    @property
    def bare(self) -> Total:
        return Total()


@frozen
class Face(Reading):
    """The face of one die, without modifiers. If faces have names, `named` has these names in order, beginning with
    face 1.
    """

    named: tuple[str, ...] = ()
    no_roll: ClassVar[str] = "the face of the die decides, so no modifier can be added"
    code: ClassVar[str] = "face"
    words: ClassVar[str] = "the face of the die"

    def read(self, faces: Sequence[int]) -> int:
        return faces[0]

    def told(self, text: str, dice: int, sides: int) -> Hashable:
        """Return the value if the text is a value, such as `=3`. The name of a face may be typed without =."""
        names = [name.lower() for name in self.named]
        return names.index(text) + 1 if text in names else super().told(text, dice, sides)

    def chances(self, dice: int, sides: int) -> Chances:
        return dict.fromkeys(range(1, sides + 1), sides ** (dice - 1))


@frozen
class Each(Reading):
    """The result of a table in which each die is looked up separately. The result gives the number of dice for each
    value: `2 wood, 1 hill`.

    `rows` has pairs in rising order: the lowest face of the row, and its value.
    """

    rows: tuple[tuple[int, str], ...]
    typing: ClassVar[str] = "the faces, r to roll, or the results after =, with commas between them"
    no_roll: ClassVar[str] = "dice that are read one by one take no modifier"
    code: ClassVar[str] = "each"

    @property
    def words(self) -> str:
        """Return the table in words: `each 1-2 wood, 3-4 BUA, 5+ hill`."""
        spans = ((least, f"-{end - 1}" * (end > least + 1), value) for (least, value), (end, _) in pairwise(self.rows))
        named = [f"{least}{to} {value}" for least, to, value in spans]
        return "each " + ", ".join([*named, f"{self.rows[-1][0]}+ {self.rows[-1][1]}"])

    def read(self, faces: Sequence[int]) -> Sorted:
        """Return the number of dice for each value, in the order of the rows."""
        values = list(map(Row(self.rows).value, faces))
        return Sorted((value, values.count(value)) for _, value in self.rows if value in values)


class Sorted(str):
    """A text that gives the number of dice for each value: `2 wood, 1 hill`. `counts` has pairs of a value and its
    number of dice.
    """

    counts: tuple[tuple[str, int], ...]

    def __new__(cls, counts: Iterable[tuple[str, int]]) -> Self:
        """Return the text made from (value, number) pairs."""
        counts = tuple(counts)
        made = super().__new__(cls, ", ".join(f"{count} {value}" for value, count in counts))
        made.counts = counts
        return made


def _added(amount: int) -> str:
    return f" with {amount:+d}" if amount else ""
