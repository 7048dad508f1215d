"""The only source of dice: faces typed by the referee, or rolled from the game's seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from sys import maxsize
from typing import NamedTuple

from umpire.core.frozen import frozen
from umpire.core.mistakes import DiceCount, Mistake, NotDice
from umpire.core.pools import Pool
from umpire.core.procedure import Thrown

_SHOWN = 150
"""The most letters of the names of throws in a hint."""
Rolled = Callable[[int, int], tuple[int, ...]]
"""A function of the number of dice and of sides that returns the faces rolled."""


@frozen
class SeededDice:
    """A stream of dice: die `i` is a hash of (seed, i), so a throw that was taken back gets the same dice again."""

    seed: str

    def face(self, number: int, sides: int) -> int:
        """Return the face of a die, from 1 to `sides`; all faces are equally likely.

        `number` is the place of the die in the stream.
        """
        from hashlib import blake2b  # typed dice need no hash

        attempt = 0
        while True:
            digest = blake2b(f"{self.seed}:{number}:{attempt}".encode(), digest_size=8).digest()
            value = int.from_bytes(digest, "big")
            if value < 2**64 - 2**64 % sides:  # values above this would favour the low faces
                return value % sides + 1
            attempt += 1


def is_roll(text: str) -> bool:
    """Return whether the text asks to roll the dice."""
    return text.strip().lower() in ("r", "roll")


def roll(pool: Pool, dice: SeededDice, first: int) -> Thrown:
    """Return a throw of the pool, rolled from the seed. `first` is the place of its first die in the stream."""
    faces = tuple(dice.face(first + index, pool.sides) for index in range(pool.dice))
    return Thrown(pool, faces, pool.reading.read(faces), "rolled")


def read_told(text: str, pool: Pool, rolled: Rolled | None = None) -> Thrown:
    """Return the throw of one pool from the text the referee typed.

    The text may be faces: `1 3 3 4 5 6`, `1,3,3,4,5,6`, or `133456` if the die has at most nine sides. The text may be
    counts of faces: `2x6 3x1`. The text may have only the dice that score. Then one `x` stands for all other dice
    (`66 55 x`), or each of them has an `x` (`66 xx`). The text may have some faces and leave the rest to `rolled`:
    `66 r3`. The text may be the result: `h3` for three hits, `=11` for a total, `h` or `m` for a check. Raises Mistake
    for a face that the die does not have, a wrong number of dice, or other text.
    """
    typed = text.strip().lower()
    words = words_of(typed)
    if not words:
        raise DiceCount(
            f"{pool.label}: no dice typed, {_dice(pool.dice)} needed", _ways(pool), wanted=pool.dice, typed=0
        )
    value = _value(typed, pool)
    if value is not None:
        return Thrown(pool, (), value, "told", typed)
    items = [item for word in words for item in _items(word, pool)]
    faces = tuple(face for item in items for face in item.faces)
    for face in faces:
        if not 1 <= face <= pool.sides:
            raise NotDice(
                f"{pool.label}: there is no {face} on this die, only 1 to {pool.sides}", _ways(pool), face=face
            )
    spare, open_dice = sum(item.spare for item in items), sum(item.rolled for item in items)
    if spare and not pool.reading.counts_hits:
        raise NotDice(f"{pool.label}: every face counts here, so x is not enough", _ways(pool), word="x")
    told = (
        len(faces) + open_dice + (spare if spare > 1 else 0)
    )  # one x stands for all the rest, several for one die each
    if told > pool.dice or (told < pool.dice and spare != 1):
        raise DiceCount(
            f"{pool.label}: {_dice(pool.dice)} needed, {told} typed in {text.strip()!r}",
            _ways(pool),
            wanted=pool.dice,
            typed=told,
        )
    if open_dice and (rolled is None or spare == 1):
        raise NotDice(f"{pool.label}: {typed!r} is not dice", _ways(pool), word=typed)
    if any(map(is_roll, words)):
        raise NotDice(
            f"{pool.label}: r rolls all dice, so type it alone; to roll only three dice, type r3", _ways(pool), word="r"
        )
    source = "told" if not open_dice else "mixed" if told > open_dice else "rolled"
    faces += rolled(open_dice, pool.sides) if rolled and open_dice else ()
    return Thrown(pool, faces, pool.reading.read(faces), source, typed)


def words_of(text: str) -> list[str]:
    """Return the words of an answer. Spaces separate words; dice with commas between them are one word."""
    return re.findall(r"[^\s,]+(?:\s*,\s*[^\s,]+)*", text)


class AnswerPart:
    """One part of a typed line; `/` separates the parts. A part may hold the dice of several throws.

    The words fill one throw after another. In a part of several words, each throw must end at the end of a word. A part
    of one word is cut where each throw ends. The dice must fill all pools of a throw exactly, so one die too few or too
    many is always noticed. If the number of dice is wrong, the error gives the number that each throw needs. `followed`
    means that another part comes after this part. If the part is refused, the answers from the place `begun` on are
    removed.
    """

    def __init__(self, text: str, *, followed: bool = False) -> None:
        self.text, self.words = text.strip(), words_of(text)
        self.filled: list[Pool] = []
        self.begun = maxsize
        self._unbroken = len(self.words) == 1
        self._followed = followed

    @property
    def apart(self) -> bool:
        """True if the part consists only of dice, and no throw has used any of these dice."""
        return not self.filled and re.fullmatch(r"(?=.*\d)[\dx ,]+", self.text.lower(), re.ASCII) is not None

    @property
    def left(self) -> str:
        """Return the text not used yet."""
        return " ".join(self.words) if self.filled else self.text

    def fill(self, pools: Sequence[Pool]) -> list[str]:
        """Return the text for each pool of a throw. Stop when the part is used up. Raises Mistake if the dice do not
        fit.
        """
        before, texts = tuple(self.filled), list[str]()
        for pool in pools:
            if texts and not self.words:
                break
            texts.append(self._taken(pool, before, pools))
            self.filled.append(pool)
        if len(texts) < len(pools) and len(self.filled) > 1:
            raise self._miscounted((*before, *pools))
        return texts

    def over(self) -> Mistake:
        """Return the error for dice that no throw needed."""
        return self._miscounted(self.filled)

    def _taken(self, pool: Pool, before: tuple[Pool, ...], pools: Sequence[Pool]) -> str:
        """Remove and return the words that fill this pool."""
        text = self.left
        if not self.words or (pool is pools[-1] and _fits(text, pool)):
            self.words = []
            return text
        taken, count, open_end = list[str](), 0, False
        while count < pool.dice and not open_end:
            if not self.words:
                raise self._miscounted((*before, *pools))
            word = self.words.pop(0)
            whole = is_roll(word) or _value(word.lower(), pool) is not None
            items = [] if whole else _items(word.lower(), pool)
            dice = pool.dice if whole else sum(item.dice for item in items)
            if dice > pool.dice and self._unbroken and (cut := _cut(word, pool)):
                word, dice, items = cut[0], pool.dice, []
                self.words = [cut[1]]
            if count + dice > pool.dice:
                raise self._miscounted((*before, *pools), word)
            taken, count = [*taken, word], count + dice
            open_end = sum(item.spare for item in items) == 1
        return " ".join(taken) if self.words else text

    def _miscounted(self, wanted: Sequence[Pool], word: str = "") -> Mistake:
        """Return the error about the number of dice.

        For each throw that the typed dice may belong to, the error gives the number of dice needed.
        """
        first = wanted[0]
        typed = sum(_count(each, first) for each in words_of(self.text.lower()))
        alone = len(wanted) == 1 or typed < first.dice or (self._followed and self._unbroken)
        counts = _dice(first.dice) if alone else " + ".join(str(pool.dice) for pool in wanted) + " dice"
        labels = ", ".join(dict.fromkeys(pool.label for pool in wanted))
        named = f": {labels}" if len(labels) <= _SHOWN else ""
        ways = _ways(first) if alone else f"{_ways(first)}; put / between two throws{named}"
        if word and typed == sum(pool.dice for pool in wanted):
            return NotDice(
                f"{first.label}: {counts} needed, but {word!r} has dice for more than one throw", ways, word=word
            )
        other = next((each for each in words_of(self.text) if not (_count(each.lower(), first) or is_roll(each))), "")
        if other and typed == sum(pool.dice for pool in wanted):
            return NotDice(f"{first.label}: {counts} needed, but {other!r} is not dice", ways, word=other)
        return DiceCount(
            f"{first.label}: {counts} needed, {typed} typed in {self.text!r}",
            ways,
            wanted=sum(pool.dice for pool in wanted[: 1 if alone else None]),
            typed=typed,
        )


class _Item(NamedTuple):
    """Dice typed together. `faces` are the faces typed. `spare` is the number of letters `x` typed. Each `x` is a die
    that does not score; a single `x` means all other dice. `rolled` is the number of dice to roll.
    """

    faces: tuple[int, ...]
    spare: int
    rolled: int

    @property
    def dice(self) -> int:
        return len(self.faces) + self.rolled + (self.spare if self.spare > 1 else 0)


def _items(word: str, pool: Pool) -> list[_Item]:
    """Return the dice in a word.

    The function does not check whether the die has these faces. Raises Mistake if the word is not dice.
    """
    found = []
    for item in re.split(r"\s*,\s*", word):
        fit = re.fullmatch(r"(?:(\d{1,3})x(\d{1,3})|(\d*))(x*)(?:(r+)|r(\d{1,3}))?", item, re.ASCII)
        if not fit or (fit[4] and (fit[5] or fit[6])):
            raise NotDice(f"{pool.label}: {item!r} is not dice", _ways(pool), word=item)
        digits = fit[3] or ""
        faces = (_face(fit[2], pool.sides),) * int(fit[1]) if fit[1] else tuple(map(int, digits))
        if digits and pool.sides > 9:
            faces = (_face(digits, pool.sides),)
        found.append(_Item(faces, len(fit[4]), int(fit[6]) if fit[6] else len(fit[5] or "")))
    return found


def _face(digits: str, sides: int) -> int:
    """Return the face of a die from its printed digits: 0 is ten on a d10, 00 is a hundred on a d100."""
    if (digits, sides) in (("0", 10), ("00", 100)):
        return sides
    return int(digits.lstrip("0")[:6] or 0)  # far above any die, so the remaining digits do not matter


def _cut(word: str, pool: Pool) -> tuple[str, str] | None:
    """Return a word in two pieces, cut where the dice of a pool end. Return None if the first piece has text other than
    faces.
    """
    one = r"\d[\s,]*" if pool.sides <= 9 else r"\d+\s*,\s*"
    cut = re.match(rf"(?:{one}){{{pool.dice}}}", word, re.ASCII)
    return (cut[0].rstrip(" ,"), word[cut.end() :]) if cut and not re.search(r"x\d", word) else None


def _count(word: str, pool: Pool) -> int:
    """Return the number of dice typed in a word; 0 if the word is not dice."""
    try:
        return sum(item.dice for item in _items(word, pool))
    except Mistake:
        return 0


def _value(text: str, pool: Pool) -> Hashable:
    """Return the result if the referee typed a result instead of faces; if not, return None. Raises Mistake for an
    impossible result.
    """
    try:
        return pool.reading.told(text, pool.dice, pool.sides)
    except TypeError as refused:
        raise NotDice(f"{pool.label}: {refused}", _ways(pool), word=text) from None
    except ValueError as refused:
        raise NotDice(f"{pool.label}: {refused} with {_dice(pool.dice)} ({pool.reading.words})", word=text) from None


def _fits(text: str, pool: Pool) -> bool:
    """Return whether the text fills this pool exactly."""
    try:
        return is_roll(text) or bool(read_told(text, pool, lambda dice, sides: (1,) * dice))
    except Mistake:
        return False


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _ways(pool: Pool) -> str:
    return f"type {pool.reading.typing}"
