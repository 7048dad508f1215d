"""The one door for dice: faces as the referee tells them, or rolled from the game's seed."""

from __future__ import annotations

import re

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake
from umpire.core.pools import Pool
from umpire.core.procedure import Thrown


@frozen
class SeededDice:
    """A stream of dice: die `i` is a hash of (seed, i), so that taking back gives back the same dice."""

    seed: str

    def face(self, number: int, sides: int) -> int:
        """The face of the die with this number in the stream, from 1 to `sides`, every face equally likely."""
        from hashlib import blake2b  # dice that are told need none of it

        attempt = 0
        while True:
            digest = blake2b(f"{self.seed}:{number}:{attempt}".encode(), digest_size=8).digest()
            value = int.from_bytes(digest, "big")
            if value < 2**64 - 2**64 % sides:  # the rest would favour the low faces
                return value % sides + 1
            attempt += 1


def is_roll(text: str) -> bool:
    """Whether the text asks for the dice to be rolled."""
    return text.strip().lower() in ("r", "roll")


def read_told(text: str, pool: Pool) -> Thrown:
    """What the referee typed for one pool, as it fell.

    Faces `1 3 3 4 5 6`, `1,3,3,4,5,6` or `133456` (up to nine sides), counts `2x6 3x1`, scoring dice only with an `x`
    for the rest (`66 55 x`, or one for each: `66 xx`), hits only (`h3`), for a check hit or miss (`h`, `m`).
    Raises Mistake for a face the die has not, a wrong number of dice, or text that is none of these.
    """
    typed = text.strip().lower()
    words = [word for word in re.split(r"[\s,]+", typed) if word]
    if not words:
        raise Mistake(f"{pool.label}: no dice typed, {_dice(pool.dice)} wanted", _ways(pool))
    value = _told_value(words, pool)
    if value is not None:
        return Thrown(pool, (), value, "told", typed)
    faces: list[int] = []
    rest = 0
    for word in words:
        if word.endswith("x"):
            word, rest = word.rstrip("x"), rest + len(word) - len(word.rstrip("x"))
            if not pool.reading.counts_hits:
                raise Mistake(f"{pool.label}: every face counts here, x cannot stand for the rest", _ways(pool))
        faces.extend(_faces(word, pool))
    told = len(faces) + (rest if rest > 1 else 0)  # one x is all the rest, several are so many dice
    if told > pool.dice or (told < pool.dice and rest != 1):
        raise Mistake(f"{pool.label}: {_dice(pool.dice)} wanted, {told} typed in {text.strip()!r}", _ways(pool))
    return Thrown(pool, tuple(faces), pool.reading.read(faces), "told", typed)


def roll(pool: Pool, dice: SeededDice, first: int) -> Thrown:
    """The pool as the seeded dice fall, starting with die number `first` of the stream."""
    faces = tuple(dice.face(first + index, pool.sides) for index in range(pool.dice))
    return Thrown(pool, faces, pool.reading.read(faces), "rolled")


def _told_value(words: list[str], pool: Pool) -> int | bool | None:
    """The value where the referee told it instead of faces, else None."""
    if len(words) != 1:
        return None
    try:
        value = pool.reading.told(words[0])
    except TypeError as refused:
        raise Mistake(f"{pool.label}: {refused}", _ways(pool)) from None
    if pool.reading.counts_hits and value is not None and value not in pool.reading.chances(pool.dice, pool.sides):
        raise Mistake(f"{pool.label}: {value} hits cannot fall with {_dice(pool.dice)} ({pool.reading.words})")
    return value


def _faces(word: str, pool: Pool) -> list[int]:
    if not word:
        return []
    counted = re.fullmatch(r"(\d{1,3})x(\d{1,3})", word, re.ASCII)
    if counted:
        faces = [int(counted[2])] * int(counted[1])
    elif not (word.isascii() and word.isdigit()):
        raise Mistake(f"{pool.label}: {word!r} is not dice", _ways(pool))
    elif pool.sides <= 9:
        faces = [int(digit) for digit in word]
    else:
        faces = [int(word.lstrip("0")[:6] or 0)]  # so far beyond any die that the rest is no matter
    for face in faces:
        if not 1 <= face <= pool.sides:
            raise Mistake(f"{pool.label}: no die shows {face}, the faces are 1 to {pool.sides}", _ways(pool))
    return faces


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _ways(pool: Pool) -> str:
    return f"type {pool.reading.typing}"
