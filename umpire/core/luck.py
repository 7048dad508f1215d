"""The luck of the dice: how unusual the sum of several throws is, worked out from exact distributions.

A distribution is a mapping from values to integer weights. The chance of a value is its weight divided by the sum of
all weights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import accumulate
from math import gcd
from typing import NamedTuple

from umpire.core.frozen import frozen
from umpire.core.readings import Reading

Weights = Mapping[int, int]


@frozen
class Fallen:
    """One throw, with its result and the chances of all results. `what` names the things counted: hits, successes or
    totals.
    """

    what: str
    value: int
    dice: int
    weights: tuple[tuple[int, int], ...]


@frozen
class Luck:
    """The sum of several throws, compared with its average. `at_least` is the chance of this sum or more; `at_most` is
    the chance of this sum or less.

    Both chances include this sum itself, so together they are more than 1.
    """

    throws: int
    dice: int
    value: int
    expected: Fraction
    variance: Fraction
    at_least: Fraction
    at_most: Fraction


def mean(weights: Weights) -> Fraction:
    """Return the exact average."""
    return Fraction(sum(value * weight for value, weight in weights.items()), sum(weights.values()))


def variance(weights: Weights) -> Fraction:
    """Return the exact variance: the average square minus the square of the average."""
    squares = sum(value * value * weight for value, weight in weights.items())
    return Fraction(squares, sum(weights.values())) - mean(weights) ** 2


def or_more(weights: Weights) -> dict[int, int]:
    """Return a dict from each value to the weight of all results of at least this value. The values are in rising
    order.
    """
    found: dict[int, int] = {}
    above = 0
    for value in sorted(weights, reverse=True):
        above += weights[value]
        found[value] = above
    return dict(reversed(found.items()))


def added_up(distributions: Iterable[Weights]) -> dict[int, int]:
    """Return the distribution of the sum of independent values, with weights in lowest terms.

    The sum of no values is 0.
    """
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
    """Return how the sum of all these throws compares with the average.

    If there are too many throws for exact fractions, `at_least` and `at_most` may be up to 2 ** -PLACES too high, but
    never too low.
    """
    throws = list(fallen)
    alike = Counter(throw.weights for throw in throws)
    value = sum(throw.value for throw in throws)
    at_least, at_most = _tails(alike, value)
    return Luck(
        len(throws),
        sum(throw.dice for throw in throws),
        value,
        sum((mean(dict(weights)) * times for weights, times in alike.items()), Fraction(0)),
        sum((variance(dict(weights)) * times for weights, times in alike.items()), Fraction(0)),
        at_least,
        at_most,
    )


EXACT = 4000
"""The longest total weight, in binary digits, that is counted exactly: an evening of some 250 throws."""

PLACES = 64
"""The precision of the tails of a longer record, in binary places."""

_POINT = PLACES + 48  # the rest is room for the losses of ten thousand roundings

_Alike = Mapping[tuple[tuple[int, int], ...], int]


def _tails(alike: _Alike, value: int) -> tuple[Fraction, Fraction]:
    """Return the chance of a sum of at least `value`, and the chance of a sum of at most `value`.

    `alike` is a dict from a distribution to the number of throws with this distribution.
    """
    digits = sum(times * sum(weight for _, weight in weights).bit_length() for weights, times in alike.items())
    if digits <= EXACT:
        return _counted_out(alike, value)
    nothing = _Rounded(0, (1 << _POINT,))
    single = {weights: _Rounded.of(dict(weights)) for weights in alike}
    together = nothing
    for bit in range(max(alike.values()).bit_length() - 1, -1, -1):  # all powers together, by repeated squaring
        once = nothing
        for weights, times in alike.items():
            if times >> bit & 1:
                once = once.times(single[weights])
        together = together.times(together).times(once)
    lost = (1 << _POINT) - sum(together.parts)
    above = sum(part for at, part in enumerate(together.parts, together.least) if at >= value)
    below = sum(part for at, part in enumerate(together.parts, together.least) if at <= value)
    whole = 1 << _POINT
    return Fraction(min(above + lost, whole), whole), Fraction(min(below + lost, whole), whole)


def _counted_out(alike: _Alike, value: int) -> tuple[Fraction, Fraction]:
    """Return the two chances of `_tails` as exact fractions.

    The two halves of the throws are added up separately, because this takes a quarter of the time.
    """
    distributions = [dict(weights) for weights, times in alike.items() for _ in range(times)]
    one, other = added_up(distributions[::2]), added_up(distributions[1::2])
    low, high = min(other), max(other)
    up_to = dict(
        zip(range(low, high + 1), accumulate(other.get(each, 0) for each in range(low, high + 1)), strict=True)
    )
    all_other = up_to[high]

    def below(least: int) -> int:
        """Return the number of ways to throw a sum of at most `least` with the second half of the throws."""
        return 0 if least < low else up_to[min(least, high)]

    at_most = sum(weight * below(value - each) for each, weight in one.items())
    at_least = sum(weight * (all_other - below(value - each - 1)) for each, weight in one.items())
    total = sum(one.values()) * all_other
    return Fraction(at_least, total), Fraction(at_most, total)


class _Rounded(NamedTuple):
    """The chance of each sum, in the order of the sums; `least` is the smallest sum. Each chance is rounded down to
    `_POINT` binary places, so the chances add up to a little less than 1.

    If some of these chances are added up, the total may therefore be too low. The error is at most 1 minus the sum of
    all chances.
    """

    least: int
    parts: tuple[int, ...]

    @classmethod
    def of(cls, weights: Weights) -> _Rounded:
        total, least = sum(weights.values()), min(weights)
        span = range(least, max(weights) + 1)
        return cls(least, tuple((weights.get(each, 0) << _POINT) // total for each in span))

    def times(self, other: _Rounded) -> _Rounded:
        """Return the chance of each total of the two sums. The chances of each sum are written as one long number, and
        these two long numbers are multiplied.
        """
        room = (2 * _POINT + max(len(self.parts), len(other.parts)).bit_length() + 7) // 8
        mine, theirs = (
            int.from_bytes(b"".join(part.to_bytes(room, "little") for part in one.parts), "little")
            for one in (self, other)
        )
        count = len(self.parts) + len(other.parts) - 1
        product = (mine * theirs).to_bytes(room * (count + 1), "little")
        found = [int.from_bytes(product[at * room : (at + 1) * room], "little") >> _POINT for at in range(count)]
        first = next(at for at, part in enumerate(found) if part)
        last = next(at for at in range(count - 1, -1, -1) if found[at])
        return _Rounded(self.least + other.least + first, tuple(found[first : last + 1]))


def counted(reading: Reading, dice: int, sides: int, faces: tuple[int, ...], value: object) -> Fallen | None:
    """Return a throw in the form that `luck` needs. Return None if no result is better than another result.

    For a throw on a results table, the value is the sum of the dice. A total is counted without its modifiers. Return
    None if the faces are needed but only the result was typed.
    """
    if not reading.luck:
        return None
    bare = reading.bare
    found = [(int(each), weight) for each, weight in bare.chances(dice, sides).items() if isinstance(each, int)]
    fell = value if bare == reading else bare.read(faces) if faces else None
    return Fallen(reading.luck, int(fell), dice, tuple(sorted(found))) if isinstance(fell, int) else None


def reading_of(fields: Mapping[str, object]) -> Reading | None:
    """Return a reading from the fields stored in the journal: its `kind` and its values. Return None for an unknown
    kind.
    """
    import umpire.core.readings.counts  # noqa: F401 - those of rule files are known once they are loaded

    kind = Reading.kinds.get(str(fields["kind"]))
    values = {name: _tupled(fields[name]) for name in fields if name != "kind"}
    if isinstance(inner := fields.get("of"), Mapping) and "how" in fields:
        values["of"] = reading_of({"kind": fields["how"], **inner})
    return kind(**values) if kind else None


def _tupled(value: object) -> object:
    return tuple(map(_tupled, value)) if isinstance(value, list | tuple) else value
