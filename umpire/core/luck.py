"""How lucky the dice were: exact distributions of whole numbers added up, and how unusual a sum is.

A distribution is a mapping of values to integer weights; the chance of a value is its weight out of their sum. Nothing
here is rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import gcd

from umpire.core.frozen import frozen
from umpire.core.readings import Reading

Weights = Mapping[int, int]


@frozen
class Fallen:
    """One throw as it fell: what is counted (hits, successes, totals), what it came to, what it might have come to."""

    what: str
    value: int
    dice: int
    weights: tuple[tuple[int, int], ...]


@frozen
class Luck:
    """Throws added up: what they came to, the exact expectation and variance, the chance of so much or more, or less.

    `at_least` and `at_most` both count what fell, so together they are more than 1.
    """

    throws: int
    dice: int
    value: int
    expected: Fraction
    variance: Fraction
    at_least: Fraction
    at_most: Fraction


def mean(weights: Weights) -> Fraction:
    """The exact average."""
    return Fraction(sum(value * weight for value, weight in weights.items()), sum(weights.values()))


def variance(weights: Weights) -> Fraction:
    """The exact variance: the average square less the square of the average."""
    squares = sum(value * value * weight for value, weight in weights.items())
    return Fraction(squares, sum(weights.values())) - mean(weights) ** 2


def or_more(weights: Weights) -> dict[int, int]:
    """Value -> weight of it or more, in rising order."""
    found: dict[int, int] = {}
    above = 0
    for value in sorted(weights, reverse=True):
        above += weights[value]
        found[value] = above
    return dict(reversed(found.items()))


def added_up(distributions: Iterable[Weights]) -> dict[int, int]:
    """The distribution of the sum of independent values. Weights are kept in lowest terms; of nothing, it is 0."""
    total: dict[int, int] = {0: 1}
    for weights in distributions:
        shared = gcd(*weights.values())
        reduced = [(value, weight // shared) for value, weight in weights.items() if weight]
        grown: dict[int, int] = {}
        for so_far, ways in total.items():
            for value, weight in reduced:
                grown[so_far + value] = grown.get(so_far + value, 0) + ways * weight
        total = grown
    return total


def luck(fallen: Iterable[Fallen]) -> Luck:
    """How what fell compares with what was to be expected, over all these throws together."""
    throws = list(fallen)
    distributions = [dict(throw.weights) for throw in throws]
    value = sum(throw.value for throw in throws)
    at_least, at_most, total = _tails(distributions, value)
    return Luck(
        len(throws),
        sum(throw.dice for throw in throws),
        value,
        sum(map(mean, distributions), Fraction(0)),
        sum(map(variance, distributions), Fraction(0)),
        Fraction(at_least, total),
        Fraction(at_most, total),
    )


def _tails(distributions: Sequence[Weights], value: int) -> tuple[int, int, int]:
    """The weights of a sum of `value` or more and of `value` or less, and the weight of all.

    Each half of the throws is added up by itself, which takes a quarter of the time: of the sums of both halves only
    the two tails are wanted.
    """
    one, other = added_up(distributions[::2]), added_up(distributions[1::2])
    low, high = min(other), max(other)
    up_to = dict(
        zip(range(low, high + 1), accumulate(other.get(each, 0) for each in range(low, high + 1)), strict=True)
    )
    all_other = up_to[high]

    def below(least: int) -> int:
        """The weight of the other half's sums up to this."""
        return 0 if least < low else up_to[min(least, high)]

    at_most = sum(weight * below(value - each) for each, weight in one.items())
    at_least = sum(weight * (all_other - below(value - each - 1)) for each, weight in one.items())
    return at_least, at_most, sum(one.values()) * all_other


def counted(reading: Reading, dice: int, sides: int, faces: tuple[int, ...], value: object) -> Fallen | None:
    """A throw as luck counts it; None where no result is better than another, as with a lot that is drawn.

    A throw on a results table counts by the sum of its dice.
    """
    if not reading.luck:
        return None
    bare = reading.bare
    found = [(int(each), weight) for each, weight in bare.chances(dice, sides).items() if isinstance(each, int)]
    fell = value if bare == reading else bare.read(faces)
    return Fallen(reading.luck, int(fell), dice, tuple(sorted(found))) if isinstance(fell, int) else None
