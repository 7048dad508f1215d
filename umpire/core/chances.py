"""Exact counts of the ways to throw dice: integer weights, never rounded. They add up to sides ** dice."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import accumulate, combinations_with_replacement, compress
from itertools import product as every
from math import comb, factorial, prod
from struct import pack, unpack
from typing import Protocol

from umpire.core.mistakes import OutOfBounds

Chances = dict[Hashable, int]
"""Value -> integer weight."""

MOST_WAYS, MOST_SUMS = 1_000_000, 10_000
"""The most multisets of faces counted, and the most sums added up. No act of play comes near them."""


class Reads(Protocol):
    """A hashable object that turns faces into a value."""

    def __hash__(self) -> int:
        """Return the hash. Equal readings have equal hashes."""

    def read(self, faces: Sequence[int]) -> Hashable:
        """Return the value of these faces."""


@cache
def by_enumeration(reading: Reads, dice: int, sides: int) -> tuple[tuple[Hashable, int], ...]:
    """Return the chances of a reading, counted over all sets of faces. The order of the dice must not matter to the
    reading.

    Raises Mistake if there are too many sets to count.
    """
    if comb(dice + sides - 1, dice) > MOST_WAYS:
        raise countless(dice, sides)
    chances: Chances = {}
    for faces in combinations_with_replacement(range(1, sides + 1), dice):
        ways = factorial(dice)
        for face in set(faces):
            ways //= factorial(faces.count(face))
        value = reading.read(faces)
        chances[value] = chances.get(value, 0) + ways
    return tuple(chances.items())


@lru_cache(1024)
def by_sum(reading: Reads, dice: int, sides: int) -> tuple[tuple[Hashable, int], ...]:
    """Return the chances of a reading that uses only the sum of the dice. If there is only one die, the reading may
    also use its face.
    """
    if dice < 2:
        return by_enumeration(reading, dice, sides)
    chances: Chances = {}
    for total, ways in of_sums(dice, sides):
        value = reading.read((0, total))
        chances[value] = chances.get(value, 0) + ways
    return tuple(chances.items())


@lru_cache(256)
def of_sums(dice: int, sides: int) -> tuple[tuple[int, int], ...]:
    """Return each sum of the dice with the number of ways to throw it. One die after another is added to the sums.

    Raises Mistake if there are too many sums to add up.
    """
    if dice * sides > MOST_SUMS:
        raise countless(dice, sides)
    ways = [1]  # weights of the least sum, the next one, ...
    for _ in range(dice):
        upto = list(accumulate(ways))
        last = len(ways) - 1
        ways = [upto[min(at, last)] - (upto[at - sides] if at >= sides else 0) for at in range(last + sides)]
    return tuple(enumerate(ways, dice))


_LANE = (1 << 64) - 1

Sums = dict[tuple[int, ...], int]
"""Tuple of numbers -> integer weight."""


def added(one: Sums, other: Sums, floors: Sequence[int | None] = ()) -> Sums:
    """Return the distribution of the sum of two independent throws. If a throw gives several numbers, each number is
    added separately.

    All weights of a throw are written into one long number, so one multiplication of two long numbers is enough.
    `floors` may have a floor for each number. Values at or below the floor of a number may be counted as one value.
    """
    low, spans = [], []
    for mine, theirs in zip(zip(*one, strict=True), zip(*other, strict=True), strict=True):
        low.append((min(mine), min(theirs)))
        spans.append(max(mine) - min(mine) + max(theirs) - min(theirs) + 1)
    slots, lanes = prod(spans), -(-(sum(one.values()) * sum(other.values())).bit_length() // 64)
    if slots * lanes * 8 > MOST_WAYS:  # few numbers with large gaps
        return _pair_by_pair(one, other)
    product = (
        _as_one(one, [each for each, _ in low], spans, lanes) * _as_one(other, [each for _, each in low], spans, lanes)
    ).to_bytes(slots * lanes * 8, "little")
    parts = unpack(f"<{slots * lanes}Q", product)
    weights: Sequence[int] = parts[::lanes]
    for lane in range(1, lanes):
        weights = [weight + (more << 64 * lane) for weight, more in zip(weights, parts[lane::lanes], strict=True)]
    keys = [range(a + b, a + b + span) for (a, b), span in zip(low, spans, strict=True)]
    for at, floor in enumerate(floors):
        if floor is not None and (under := min(floor, keys[at][-1]) - keys[at][0]) > 0:
            weights = _together(weights, under + 1, len(keys[at]), prod(map(len, keys[at + 1 :])))
            keys[at] = keys[at][under:]
    return dict(compress(zip(every(*keys), weights, strict=True), weights))


def _together(weights: Sequence[int], first: int, span: int, inner: int) -> list[int]:
    """Return the weights with the first rows of each block added up into one row. A block has `span` rows of `inner`
    weights. `first` is the number of rows that are added up.
    """
    found: list[int] = []
    for begin in range(0, len(weights), span * inner):
        behind = begin + first * inner
        found += [sum(weights[begin + at : behind : inner]) for at in range(inner)]
        found += weights[behind : begin + span * inner]
    return found


def _pair_by_pair(one: Sums, other: Sums) -> Sums:
    """Return the same distribution as `added`, but faster if there are large gaps between the values."""
    if len(one) * len(other) > MOST_WAYS:
        raise OutOfBounds("these dice have more possible results than can be counted", "throw fewer dice")
    found: Sums = {}
    for mine, ways in one.items():
        for theirs, ways_there in other.items():
            key = tuple([a + b for a, b in zip(mine, theirs, strict=True)])
            found[key] = found.get(key, 0) + ways * ways_there
    return found


def _as_one(sums: Sums, low: list[int], spans: list[int], lanes: int) -> int:
    """Return one long integer that holds all weights. Each weight takes a block of `lanes` times 64 bits."""
    found, places = [0] * (prod(spans) * lanes), [0] * len(sums)
    for column, least, span in zip(zip(*sums, strict=True), low, spans, strict=True):
        places = [at * span + value - least for at, value in zip(places, column, strict=True)]
    for lane in range(lanes):
        for at, weight in zip(places, sums.values(), strict=True):
            found[at * lanes + lane] = weight >> 64 * lane & _LANE
    return int.from_bytes(pack(f"<{len(found)}Q", *found), "little")


def countless(dice: int, sides: int) -> OutOfBounds:
    """Return the error for a throw with too many results to count."""
    return OutOfBounds(
        f"{dice} dice of {sides} sides have more possible results than can be counted", "throw fewer dice"
    )


def called(text: str, values: Iterable[Hashable]) -> Hashable:
    """Return the member of `values` that was typed; `-` means an empty value.

    Raises ValueError for other text.
    """
    wanted = sorted(text.replace(" ", "").split(","))
    for value in values:
        if wanted == sorted((str(value).lower() or "-").replace(" ", "").split(",")):
            return value
    raise ValueError(f"{text.strip()!r} is not possible")


def pairs_of(count: int, most: int | None) -> int:
    """Return the number of pairs among `count` dice that show the same face. At most `most` pairs are counted."""
    return count // 2 if most is None else min(count // 2, most)


@cache
def of_hits(single: int, pairing: int, most_pairs: int | None, dice: int, sides: int) -> tuple[tuple[int, int], ...]:
    """Return pairs: a number of hits, and the number of ways to throw it. `single` is the number of faces that hit with
    one die. `pairing` is the number of faces that hit only in pairs (see `pairs_of`).
    """
    rest = sides - single - pairing
    alone = [single**count for count in range(dice + 1)]
    blank = [rest**count for count in range(dice + 1)]
    chances = [0] * (dice + 1)
    for paired in _splits(dice, pairing):
        left, ways, scored = dice, 1, 0
        for count in paired:
            ways *= comb(left, count)
            left -= count
            scored += pairs_of(count, most_pairs)
        for hits in range(left + 1):
            chances[scored + hits] += ways * comb(left, hits) * alone[hits] * blank[left - hits]
    return tuple((hits, ways) for hits, ways in enumerate(chances) if ways)


def _splits(dice: int, kinds: int) -> list[tuple[int, ...]]:
    """Return all ways to share dice among `kinds` faces, with at most `dice` dice in all. Each way is a tuple with the
    number of dice for each face.
    """
    if kinds == 0:
        return [()]
    return [(first, *rest) for first in range(dice + 1) for rest in _splits(dice - first, kinds - 1)]
