"""Readings for rule files: dice that each need a number, totals that must not exceed a number, and counts of certain
faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import comb
from operator import add, sub
from typing import ClassVar, Self

from umpire.core.chances import MOST_WAYS, Chances, countless
from umpire.core.frozen import frozen, replace
from umpire.core.readings import Reading
from umpire.core.readings.told import told_hits, told_success


@frozen
class Count(Reading):
    """The number of dice that show at least `need`, after `added` is added to each die."""

    need: int
    added: int = 0
    counts_hits: ClassVar[bool] = True
    typing: ClassVar[str] = "the faces (133456 or 1 3 3 4 5 6), counts (2x6 4x1), hits (h3), or r to roll"
    luck: ClassVar[str] = "hits"
    no_roll: ClassVar[str] = "hits are counted here, so no number can be added to a roll"

    @property
    def code(self) -> str:
        """Return the faces that count: `4+`."""
        return f"{self.need - self.added}+"

    @property
    def words(self) -> str:
        return f"each {self.code} counts"

    def read(self, faces: Sequence[int]) -> int:
        return sum(face + self.added >= self.need for face in faces)

    def chances(self, dice: int, sides: int) -> Chances:
        good = min(sides, max(0, sides + 1 - self.need + self.added))
        weights = {hits: comb(dice, hits) * good**hits * (sides - good) ** (dice - hits) for hits in range(dice + 1)}
        return {hits: weight for hits, weight in weights.items() if weight}

    def told(self, text: str, dice: int, sides: int) -> int | None:
        return told_hits(self, text, dice, sides)


@frozen
class CountAtMost(Count):
    """The number of dice that show at most `need`, after `added` is added to each die."""

    need: int
    added: int = 0

    @property
    def code(self) -> str:
        """Return the faces that count: `3-`."""
        return f"{self.need - self.added}-"

    @property
    def words(self) -> str:
        return f"each {self.need - self.added} or less counts"

    def read(self, faces: Sequence[int]) -> int:
        return sum(face + self.added <= self.need for face in faces)

    def chances(self, dice: int, sides: int) -> Chances:
        return Count(sides + 1 - self.need + self.added).chances(dice, sides)


@frozen
class NeedsKept(Reading):
    """Success if the sum of the counted dice, plus `added`, is at least `need`. `keep` is the number of counted dice.
    These are the highest dice; with `lowest`, the lowest. With `less`, the sum must be at most `need`.
    """

    need: int
    keep: int
    added: int = 0
    lowest: bool = False
    less: bool = False
    typing: ClassVar[str] = "the faces, h for success, m for failure, or r to roll"
    luck: ClassVar[str] = "successes"

    @property
    def code(self) -> str:
        """Return the need: `7+`, `7-`."""
        return f"{self.need}{'-' if self.less else '+'}"

    @property
    def words(self) -> str:
        kept = f"the {self.keep} {'lowest' if self.lowest else 'highest'} count"
        added = f" with {self.added:+d}" if self.added else ""
        return f"needs {f'{self.need} or less' if self.less else self.code}, {kept}{added}"

    def read(self, faces: Sequence[int]) -> bool:
        total = sum(sorted(faces, reverse=not self.lowest)[: self.keep]) + self.added
        return total <= self.need if self.less else total >= self.need

    def told(self, text: str, dice: int, sides: int) -> bool | None:
        return told_success(text)

    def plus(self, amount: int) -> NeedsKept:
        return replace(self, added=self.added + amount)


@frozen
class AtMost(Reading):
    """Success if the sum of the dice and `added` is at most `need`."""

    need: int
    added: int = 0
    typing: ClassVar[str] = "the faces, h for success, m for failure, or r to roll"
    luck: ClassVar[str] = "successes"
    of_sum: ClassVar[bool] = True

    @property
    def code(self) -> str:
        """Return the need: `7-`."""
        return f"{self.need}-"

    @property
    def words(self) -> str:
        return f"needs {self.need} or less" + (f" with {self.added:+d}" if self.added else "")

    def read(self, faces: Sequence[int]) -> bool:
        return sum(faces) + self.added <= self.need

    def told(self, text: str, dice: int, sides: int) -> bool | None:
        return told_success(text)

    def plus(self, amount: int) -> AtMost:
        return replace(self, added=self.added + amount)


class SeenCount(tuple[int, ...]):
    """The value of a throw, and the number of dice that show certain faces: `3, sixes 1`."""

    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        first = {True: "succeeds", False: "fails"}[self[0]] if isinstance(self[0], bool) else str(self[0])
        return ", ".join([first, *(f"{name} {count}" for name, count in zip(self.names, self[1:], strict=False))])


@frozen
class Wrapping(Reading):
    """A reading that adds something to the value of an inner reading. The field `of` is the inner reading. The need,
    the added amount and the code come from the inner reading.
    """

    of: Reading
    typing = "the faces, or r to roll"

    @property
    def code(self) -> str:
        """Return the code of the inner reading."""
        return self.of.code

    @property
    def words(self) -> str:
        return self.of.words

    @property
    def counts_hits(self) -> bool:  # type: ignore[override]
        """True if the reading counts hits."""
        return self.of.counts_hits

    @property
    def need(self) -> int:
        """The number that each die, or the sum of the dice, needs."""
        return getattr(self.of, "need", 0)

    @property
    def added(self) -> int:
        """Return the amount added to the roll."""
        return getattr(self.of, "added", 0)

    def plus(self, amount: int) -> Self:
        return replace(self, of=self.of.plus(amount))


DOUBLE = (0,)
"""The faces that mean a look at a double. No die shows a 0."""


@frozen
class Looked(Wrapping):
    """A reading that also counts the dice with certain natural faces. The value is a tuple: the value of the inner
    reading (`of`), then a number for each entry of `look`.

    The number for `DOUBLE` is 1 if two dice show the same face, and 0 if not.
    """

    look: tuple[tuple[str, tuple[int, ...]], ...]

    @property
    def words(self) -> str:
        seen = ", ".join(
            f"{'a double' if faces == DOUBLE else ' or '.join(map(str, faces))}: {name}" for name, faces in self.look
        )
        return f"{self.of.words}; {seen}"

    def read(self, faces: Sequence[int]) -> SeenCount:
        seen = [_number(faces, those) for _, those in self.look]
        return self.seen((self.of.read(faces), *seen))  # type: ignore[arg-type]

    def seen(self, values: tuple[int, ...]) -> SeenCount:
        """Return the values as a `SeenCount`. It names the faces that are counted."""
        made = SeenCount(values)
        made.names = tuple(name for name, _ in self.look)
        return made

    def chances(self, dice: int, sides: int) -> Chances:
        adds_up = all(those != DOUBLE for _, those in self.look)
        if adds_up and (isinstance(self.of, Count) or type(self.of).__name__ == "Total"):
            return dict(_summed(self, dice, sides))
        return super().chances(dice, sides)

    def told(self, text: str, dice: int, sides: int) -> None:
        if text[:1] in ("h", "="):
            raise TypeError("some faces have a further effect here, so type the faces")


def _number(faces: Sequence[int], those: tuple[int, ...]) -> int:
    return int(len({*faces}) < len(faces)) if those == DOUBLE else sum([face in those for face in faces])


@lru_cache(64)
def _summed(reading: Looked, dice: int, sides: int) -> tuple[tuple[SeenCount, int], ...]:
    """Return the chances, worked out die by die. The amount that a die adds must not depend on the other dice."""
    none = reading.read(())
    each = [reading.read((face,)) for face in range(1, sides + 1)]
    steps = Counter(tuple(a - b for a, b in zip(one, none, strict=True)) for one in each)
    found: dict[tuple[int, ...], int] = {none: 1}
    left = MOST_WAYS
    for more_dice in range(dice, 0, -1):
        if len(found) * len(steps) * more_dice > left:  # the number never falls from one die to the next
            raise countless(dice, sides)
        left -= len(found) * len(steps)
        more: dict[tuple[int, ...], int] = {}
        for value, weight in found.items():
            for step, faces in steps.items():
                key = tuple(a + b for a, b in zip(value, step, strict=True))
                more[key] = more.get(key, 0) + weight * faces
        found = more
    return tuple([(reading.seen(values), weight) for values, weight in found.items()])


@frozen
class Degree(Wrapping):
    """A reading that also gives the margin by which the throw succeeds or fails. The value is a tuple: success, margin,
    then any further values of the inner reading.

    `how` is the kind of the inner reading.
    """

    how: str = ""

    @property
    def luck(self) -> str:  # type: ignore[override]
        """The unit in which luck is counted: the unit of the inner reading."""
        return self.of.luck

    @property
    def bare(self) -> Reading:
        return self.of.bare

    @property
    def of_sum(self) -> bool:  # type: ignore[override]
        """True if only the sum of the dice matters."""
        return self.of.of_sum

    def read(self, faces: Sequence[int]) -> SeenCount:
        value, *seen = _values(self.of.read(faces))
        made = SeenCount((value, abs(self._counted(faces) + self.added - self.need), *seen))
        made.names = ("by", *(name for name, _ in getattr(self.of, "look", ())))
        return made

    def _counted(self, faces: Sequence[int]) -> int:
        plain = self.of.of if isinstance(self.of, Looked) else self.of
        if isinstance(plain, NeedsKept):
            return sum(sorted(faces, reverse=not plain.lowest)[: plain.keep])
        return sum(faces)

    def told(self, text: str, dice: int, sides: int) -> None:
        if text[:1] in ("h", "m", "="):
            raise TypeError("the margin counts here, so type the faces")


@frozen
class Again(Wrapping):
    """A reading for a throw in which some dice are thrown again. The value is a tuple: the values of the inner reading
    (`of`) for the other dice, then the number of dice to throw again.

    Dice that show a face in `on` are thrown again, the lowest dice first. `most` is the greatest number of dice to
    throw again; 0 means no limit. If `on` is empty, a failed throw is repeated with all its dice, and the value is that
    of the inner reading. `said` names the dice to throw again.
    """

    on: tuple[int, ...]
    most: int = 0
    said: str = ""
    how: str = ""

    @property
    def words(self) -> str:
        most = f", at most {self.most}, the lowest first" if self.most else ""
        return f"{self.of.words}; {'' if self.on else 'if it fails, '}{self.said} thrown again{most}"

    @property
    def luck(self) -> str:  # type: ignore[override]
        """The unit in which luck is counted: the unit of the inner reading."""
        return self.of.luck

    @property
    def bare(self) -> Reading:
        return self.of.bare

    def read(self, faces: Sequence[int]) -> Hashable:
        if not self.on:
            return self.of.read(faces)
        left, again = sorted(faces), sorted(face for face in faces if face in self.on)
        for face in (again := again[: self.most or None]):
            left.remove(face)
        value = self.of.read(left)
        made = SeenCount((*(value if isinstance(value, tuple) else (value,)), len(again)))
        made.names = (*getattr(value, "names", ()), "again")
        return made

    def told(self, text: str, dice: int, sides: int) -> None:
        if text[:1] in ("h", "m", "="):
            raise TypeError("some dice are thrown again here, so type the faces")

    def whole(self, dice: int, sides: int) -> tuple[Chances, int]:
        """Return the chances of the first and second throw together, and the sum of the weights.

        Raises Mistake if there are too many ways to count.
        """
        total = sides**dice
        if not self.on:
            first = self.of.chances(dice, sides)
            failed = sum(weight for value, weight in first.items() if not _held(value))
            return {value: weight * (failed + total * _held(value)) for value, weight in first.items()}, total**2
        if dice**2 * sides**2 * 3 ** len(getattr(self.of, "look", ())) > MOST_WAYS:
            raise countless(dice, sides)
        most, none = min(dice, self.most or dice), _values(self.of.read(()))
        one = {face: tuple(map(sub, _values(self.of.read((face,))), none)) for face in range(1, sides + 1)}
        plain = Counter(one.values())
        stay = Counter(one[face] for face in one if face not in self.on)
        placed: dict[tuple[int, tuple[int, ...]], int] = {(0, tuple(0 for _ in none)): 1}
        for face in sorted(face for face in {*self.on} if face in one):
            more: dict[tuple[int, tuple[int, ...]], int] = {}
            for (so_far, values), weight in placed.items():
                for many in range(dice - so_far + 1):
                    stays = max(0, so_far + many - max(most, so_far))
                    key = so_far + many, tuple(a + stays * b for a, b in zip(values, one[face], strict=True))
                    more[key] = more.get(key, 0) + weight * comb(dice - so_far, many)
            placed = more
        found: dict[Hashable, int] = {}
        for many in range(dice + 1):
            again = min(most, many)
            ways = {values: weight for (so_far, values), weight in placed.items() if so_far == many}
            for times, die in ((dice - many, stay), (again, plain)):
                for _ in range(times):
                    ways = _with_a_die(ways, die)
            for values, weight in ways.items():
                value = self._made(tuple(map(add, none, values)))
                found[value] = found.get(value, 0) + weight * sides ** (most - again)
        return found, total * sides**most

    def _made(self, values: tuple[int, ...]) -> Hashable:
        return self.of.seen(values) if isinstance(self.of, Looked) else values[0]


def _held(value: Hashable) -> bool:
    return bool(value[0] if isinstance(value, tuple) else value)


def _values(value: Hashable) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def _with_a_die(ways: dict[tuple[int, ...], int], die: Counter[tuple[int, ...]]) -> dict[tuple[int, ...], int]:
    """Return the number of ways to reach each result with one more die."""
    found: dict[tuple[int, ...], int] = {}
    for values, weight in ways.items():
        for step, faces in die.items():
            key = tuple(map(add, values, step))
            found[key] = found.get(key, 0) + weight * faces
    return found
