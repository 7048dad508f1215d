"""How many ways there are for dice to fall so: integer weights that add up to sides ** dice, never rounded."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import accumulate, combinations_with_replacement
from itertools import product as every
from math import comb, factorial, prod
from typing import Protocol

from umpire.core.mistakes import Mistake

Chances = dict[Hashable, int]
"""Value read -> integer weight."""

MOST_WAYS, MOST_SUMS = 1_000_000, 10_000
"""No more multisets of faces are gone through, no more sums added up. No act of play comes near them."""


class Reads(Protocol):
    """Turns faces into a value, and can be hashed."""

    def __hash__(self) -> int:
        """Readings are told apart by it."""

    def read(self, faces: Sequence[int]) -> Hashable:
        """The value of these faces."""


@cache
def by_enumeration(reading: Reads, dice: int, sides: int) -> tuple[tuple[Hashable, int], ...]:
    """Chances of a reading that does not care for the order of the dice, over the multisets of faces.

    Raises Mistake where those are more than can be gone through.
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
    """The same for a reading of the sum of the dice alone, of which a natural face may decide where it is one die."""
    if dice < 2:
        return by_enumeration(reading, dice, sides)
    chances: Chances = {}
    for total, ways in of_sums(dice, sides):
        value = reading.read((0, total))
        chances[value] = chances.get(value, 0) + ways
    return tuple(chances.items())


@lru_cache(256)
def of_sums(dice: int, sides: int) -> tuple[tuple[int, int], ...]:
    """How many ways there are to each sum of the dice, one die added after the other.

    Raises Mistake where that are more sums than can be added up.
    """
    if dice * sides > MOST_SUMS:
        raise countless(dice, sides)
    ways = [1]  # of the least sum, the next one, ...
    for _ in range(dice):
        upto = list(accumulate(ways))
        last = len(ways) - 1
        ways = [upto[min(at, last)] - (upto[at - sides] if at >= sides else 0) for at in range(last + sides)]
    return tuple(enumerate(ways, dice))


Sums = dict[tuple[int, ...], int]
"""Numbers that go together -> integer weight."""


def added(one: Sums, other: Sums) -> Sums:
    """What two throws come to together, number by number, of which neither hangs on the other.

    All weights of a throw are one long number, each with room for every product: a single multiplication.
    """
    low, spans = [], []
    for mine, theirs in zip(zip(*one, strict=True), zip(*other, strict=True), strict=True):
        low.append((min(mine), min(theirs)))
        spans.append(max(mine) - min(mine) + max(theirs) - min(theirs) + 1)
    slots, room = prod(spans), ((sum(one.values()) * sum(other.values())).bit_length() + 7) // 8
    if slots * room > MOST_WAYS:  # few numbers, far apart
        return _pair_by_pair(one, other)
    product = (
        _as_one(one, [each for each, _ in low], spans, room) * _as_one(other, [each for _, each in low], spans, room)
    ).to_bytes(slots * room, "little")
    keys = every(*(range(a + b, a + b + span) for (a, b), span in zip(low, spans, strict=True)))
    weights = (int.from_bytes(product[at : at + room], "little") for at in range(0, slots * room, room))
    return {key: weight for key, weight in zip(keys, weights, strict=True) if weight}


def _pair_by_pair(one: Sums, other: Sums) -> Sums:
    """The same, where most numbers between the least and the largest never come."""
    if len(one) * len(other) > MOST_WAYS:
        raise Mistake("these dice can fall in more ways than can be counted", "throw fewer")
    found: Sums = {}
    for mine, ways in one.items():
        for theirs, ways_there in other.items():
            key = tuple([a + b for a, b in zip(mine, theirs, strict=True)])
            found[key] = found.get(key, 0) + ways * ways_there
    return found


def _as_one(sums: Sums, low: list[int], spans: list[int], room: int) -> int:
    """All weights in one number, each at its place."""
    found = bytearray(prod(spans) * room)
    for key, weight in sums.items():
        at = 0
        for value, least, span in zip(key, low, spans, strict=True):
            at = at * span + value - least
        found[at * room : (at + 1) * room] = weight.to_bytes(room, "little")
    return int.from_bytes(found, "little")


def countless(dice: int, sides: int) -> Mistake:
    """What is said of a throw whose chances no table can wait for."""
    return Mistake(f"{dice} dice of {sides} sides can fall in more ways than can be counted", "throw fewer")


def called(text: str, values: Iterable[Hashable]) -> Hashable:
    """The value of these that is typed so, `-` for an empty one. Raises ValueError for none of them."""
    wanted = sorted(text.replace(" ", "").split(","))
    for value in values:
        if wanted == sorted((str(value).lower() or "-").replace(" ", "").split(",")):
            return value
    raise ValueError(f"{text.strip()!r} cannot fall")


def pairs_of(count: int, most: int | None) -> int:
    """The pairs among so many dice of a face, of which at most so many score."""
    return count // 2 if most is None else min(count // 2, most)


@cache
def of_hits(single: int, pairing: int, most_pairs: int | None, dice: int, sides: int) -> tuple[tuple[int, int], ...]:
    """How many ways there are to so many hits: `single` faces hit, each pair of `pairing` others (see `pairs_of`) too.

    A multinomial count over (dice of each pairing face, dice that hit alone, the rest).
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
    """Every way to give up to `dice` dice to `kinds` faces, in order."""
    if kinds == 0:
        return [()]
    return [(first, *rest) for first in range(dice + 1) for rest in _splits(dice - first, kinds - 1)]
