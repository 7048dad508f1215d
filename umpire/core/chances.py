"""How many ways there are for dice to fall so: integer weights that add up to sides ** dice, never rounded."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Protocol

Chances = dict[Hashable, int]
"""Value read -> integer weight."""


class Reads(Protocol):
    """Turns faces into a value, and can be hashed."""

    def read(self, faces: Sequence[int]) -> Hashable:
        """The value of these faces."""


@cache
def by_enumeration(reading: Reads, dice: int, sides: int) -> tuple[tuple[Hashable, int], ...]:
    """Chances of a reading that does not care for the order of the dice, over the multisets of faces."""
    chances: Chances = {}
    for faces in combinations_with_replacement(range(1, sides + 1), dice):
        ways = factorial(dice)
        for face in set(faces):
            ways //= factorial(faces.count(face))
        value = reading.read(faces)
        chances[value] = chances.get(value, 0) + ways
    return tuple(chances.items())


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
