"""Dice in written form, `6d6 5,6,44`, and the joint result of pools thrown together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING

from umpire.core.mistakes import Mistake
from umpire.core.outcome import Outcome
from umpire.core.pools import DiceLine, Pool
from umpire.core.procedure import Procedure, throw
from umpire.core.readings import Highest, Hits, Lowest, Needs, Reading, Total

if TYPE_CHECKING:
    from collections.abc import Hashable

MOST_DICE, MOST_SIDES, MOST_WAYS = 99, 999, 60_000
"""The most dice, the most sides, and the most ways to fall for which odds are counted: more would take too long."""
FEW_FACES = 9
"""The largest die whose faces have one digit, so that hits may name them."""
_DICE = re.compile(r"(\d{0,3})[dw](\d{1,4})([+-]\d{1,3})?", re.ASCII | re.IGNORECASE)
Kept = type[Highest] | type[Lowest]
_KEPT: dict[str, Kept] = {"highest": Highest, "best": Highest, "lowest": Lowest, "worst": Lowest}
_FOR_INSTANCE = "for example: `umpire dice 6d6 6 / 6d6 5,6,44`, `1d20+2 12+`, `2d6 total 8+`, `3d6 highest 2`"


def read_pools(words: Sequence[str]) -> tuple[Pool, ...]:
    """Return the pools that these words describe. In the words, `/` separates the pools. Raises Mistake."""
    parts = " ".join(words).split("/")
    if not any(part.split() for part in parts):
        raise Mistake("no dice given", _FOR_INSTANCE)
    names = [chr(ord("A") + number) for number in range(len(parts))] if len(parts) > 1 else ["throw"]
    if len(parts) > len("ABCDEF"):
        raise Mistake(f"{len(parts)} throws at once are too many", "give at most six throws")
    return tuple(_pool(name, part.split()) for name, part in zip(names, parts, strict=True))


def _pool(name: str, words: Sequence[str]) -> Pool:
    fits = _DICE.fullmatch(words[0]) if words else None
    if fits is None:
        raise Mistake(f"{words[0]!r} is not dice" if words else "dice are missing before or after the /", _FOR_INSTANCE)
    dice, sides = int(fits[1] or 1), int(fits[2])
    if not (1 <= dice <= MOST_DICE and 2 <= sides <= MOST_SIDES):
        raise Mistake(
            f"{words[0]!r}: the number of dice or of sides is not allowed",
            f"give 1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides",
        )
    reading, added = _What(dice, sides, int(fits[3] or 0)).read(words[1:])
    if _ways(reading, dice, sides) > MOST_WAYS:
        raise Mistake(f"{words[0]}: too many possible results to count", "use fewer dice, or count hits")
    lines = [DiceLine(name, dice, "dice", "")] if reading.counts_hits else []
    lines += [DiceLine(name, reading.need, "needed", "", on="need")] if isinstance(reading, Needs) else []
    lines += [DiceLine(name, added, "added", "", on="roll")] if added else []
    return Pool(name, "", name, tuple(lines), reading, dice, sides)


def _ways(reading: Reading, dice: int, sides: int) -> int:
    """Return the largest number of cases that may have to be counted for the odds of these dice."""
    return comb(dice + len(reading.pairs), dice) if isinstance(reading, Hits) else comb(dice + sides - 1, dice)


class _What:
    """The scoring rule of dice, read word by word."""

    def __init__(self, dice: int, sides: int, added: int) -> None:
        self.dice, self.sides, self.added = dice, sides, added
        self.need = self.always = 0
        self.total = False
        self.codes: list[str] = []
        self.kept: tuple[Kept, int] | None = None

    def read(self, words: Sequence[str]) -> tuple[Reading, int]:
        """Return the way to score the dice, and the amount added to the roll. Raises Mistake."""
        waiting = list(words)
        while waiting:
            word = waiting.pop(0).lower()
            following = waiting[0] if waiting and waiting[0].isascii() and waiting[0].isdigit() else ""
            if word in ("total", "sum"):
                self.total = True
            elif word in _KEPT:
                self.kept = (_KEPT[word], int(following or 1))
                del waiting[: bool(following)]
            elif word in ("always", "natural") and following:
                self.always = int(waiting.pop(0)[:4])
            elif re.fullmatch(r"[+-]\d{1,3}", word, re.ASCII):
                self.added += int(word)
            elif re.fullmatch(r"\d{1,4}\+", word, re.ASCII):
                self.need = int(word[:-1])
            elif re.fullmatch(r"[\d,|]+", word, re.ASCII):
                self.codes += _codes(word)
            else:
                raise Mistake(f"{word!r} is not a way to score dice", _FOR_INSTANCE)
        return self._reading(), self.added

    def _reading(self) -> Reading:
        if bool(self.codes) + bool(self.need) + bool(self.kept) > 1 or (self.total and (self.codes or self.kept)):
            raise Mistake(
                "the dice are scored in two ways at once",
                "choose one: faces, a target number, total, highest or lowest",
            )
        if self.kept:
            return self._keeping(*self.kept)
        each = self.need and self.dice > 1 and not self.total and self.need <= self.sides
        if each and self.sides > FEW_FACES:
            raise Mistake(
                f"{self.need}+ of {self.dice}d{self.sides}: each die, or the total?",
                f"for the total, type total {self.need}+",
            )
        if each:
            self.codes = [str(face) for face in range(max(self.need, 1), self.sides + 1)]
        if self.codes:
            return self._hits()
        if self.always and not (self.need and self.dice == 1):
            raise Mistake("`always` needs one die and a target number", "for example: 1d20 12+ always 20")
        return Needs(self.need, self.added, self.always) if self.need else Total(self.added)

    def _keeping(self, kept: Kept, keep: int) -> Reading:
        if not 1 <= keep <= self.dice:
            raise Mistake(f"cannot keep {keep} of {self.dice} dice", f"keep 1 to {self.dice}")
        return kept(keep, self.added)

    def _hits(self) -> Hits:
        """Return the reading that counts hits: one hit for each die with a named face, and one hit for each named pair.

        Raises Mistake for wrong faces, and always for dice with faces of two digits.
        """
        singles, pairs = [code for code in self.codes if len(code) == 1], [code for code in self.codes if len(code) > 1]
        for code in self.codes:
            if self.sides > FEW_FACES or set(code) != {code[0]} or len(code) > 2:
                raise Mistake(
                    f"{code!r} is neither a face nor a pair",
                    "for faces type 5,6; for a pair of 4s type 44; for a target number type 4+",
                )
            if not 1 <= int(code[0]) <= self.sides:
                raise Mistake(
                    f"there is no {code[0]} on this die, only 1 to {self.sides}",
                    "for faces type 5,6; for a pair of 4s type 44",
                )
        twice = [face for face in "123456789" if sum(code[0] == face for code in self.codes) > 1]
        if twice:
            raise Mistake(f"{twice[0]} scores twice", f"type {twice[0]} only once: as a face or as a pair")
        if self.added:
            raise Mistake(
                f"{self.added:+d}: {Hits.no_roll}", f"add dice: {max(0, self.dice + self.added)}d{self.sides}"
            )
        return Hits("".join(singles) + ("|" if pairs else "") + "".join(pairs))


def _codes(word: str) -> list[str]:
    """Return the faces and pairs that a word names: `5,6,44`, or `56|44` as in tables."""
    singles, by_table, pairs = word.partition("|")
    if by_table:
        return [*singles, *(pairs[at : at + 2] for at in range(0, len(pairs), 2))]
    return [code for code in word.split(",") if code]


def thrown_together(pools: tuple[Pool, ...]) -> Procedure[Outcome]:
    """Throw the pools together. If there are two pools that can be compared, show which pool is ahead."""
    values = yield from throw(*pools, read=lambda *fallen: fallen)
    return _outcome(pools, values)


def _outcome(pools: tuple[Pool, ...], values: tuple[Hashable, ...]) -> Outcome:
    tally: list[tuple[str, int | str]] = []
    for pool, value in zip(pools, values, strict=True):
        counted = "hits" if pool.reading.counts_hits else "total"
        name = pool.label if isinstance(value, bool) else f"{pool.label} {counted}" if len(pools) > 1 else counted
        tally.append((name, ("succeeds" if value else "fails") if isinstance(value, bool) else int(str(value))))
    words: tuple[str, ...] = ()
    if len(pools) == 2 and type(values[0]) is type(values[1]) is int:
        one, other = values[0], values[1]
        ahead = "neither" if one == other else pools[0].label if one > other else pools[1].label
        tally.append(("ahead", ahead))
        words = (f"{ahead} ahead by {abs(one - other)}" if one != other else "equal",)
    return Outcome(words=words, tally=tuple(tally))
