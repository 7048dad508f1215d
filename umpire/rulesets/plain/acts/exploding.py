"""Dice that explode: a die that shows a certain face is thrown once more, and the values of both throws are added up.

The rule file limits the number of further throws.
"""

from __future__ import annotations

from typing import cast

from umpire.core.chances import MOST_WAYS, countless
from umpire.core.frozen import replace
from umpire.core.pools import DiceLine, Pool
from umpire.core.procedure import Procedure, part, throw
from umpire.core.readings import Total
from umpire.core.readings.counts import Count, Looked

Values = tuple[int, ...]
"""What a throw comes to, and how many of its dice were looked at for each thing; at first with those to throw again."""


def exploded(thrown: Pool, laps: int, lap: int = 0) -> Procedure[Values]:
    """Return the values of a throw, including the dice thrown once more.

    `laps` is the number of further throws allowed.
    """
    come: Values = yield from throw(thrown, read=lambda value: value)
    *values, dice = come
    if not dice or not laps:
        return tuple(values)
    more = yield from part(exploded, _once_more(thrown, dice, lap + 1), laps - 1, lap + 1, counted=burst)
    return tuple(a + b for a, b in zip(values, more, strict=True))


def _once_more(thrown: Pool, dice: int, lap: int) -> Pool:
    """Return the further throw, in which some of the dice are thrown once more.

    Amounts added to a total are left out, because the first throw includes them.
    """
    reading = cast("Looked", thrown.reading)
    added = isinstance(reading.of, Count)
    line = replace(thrown.lines[0], amount=dice, words="thrown once more", on="dice", why_not="")
    others: tuple[DiceLine, ...] = tuple(
        each for each in thrown.lines if each.on != "dice" and (added or each.on != "roll")
    )
    again = reading if added else reading.plus(-reading.added)
    key = thrown.key.partition("-more")[0] if lap > 1 else thrown.key
    return replace(thrown, key=f"{key}-more{lap}", lines=(line, *others), reading=again, dice=dice)


def burst(thrown: Pool, laps: int, lap: int = 0) -> tuple[list[tuple[Values, int]], int] | None:
    """Return the chances of the whole throw, worked out as a power of the chances of one die. Return None if the values
    of the dice do not simply add up.

    Each die is written as a polynomial. A coefficient is the weight of a face, and its exponent is the value of the
    face. If a face has several values, each value is one digit of the exponent. Raises Mistake if the first throw, or
    the whole throw, has too many results to count.
    """
    reading = cast("Looked", thrown.reading)
    if not isinstance(reading.of, Count | Total):
        return None
    if thrown.dice**3 * thrown.sides**2 > MOST_WAYS:  # else there is no need to look
        reading.chances(thrown.dice, thrown.sides)
    none = reading.read(())[:-1]
    faces = [reading.read((face,)) for face in range(1, thrown.sides + 1)]
    digit = thrown.sides * thrown.dice * (laps + 1) + 1
    die: dict[int, int] = {0: 1}
    for left in range(laps + 1):
        before, die = die, {}
        for *values, again in faces:
            worth = sum((a - b) * digit**at for at, (a, b) in enumerate(zip(values, none, strict=True)))
            further = before if again else {0: thrown.sides**left}
            for more, weight in further.items():
                die[worth + more] = die.get(worth + more, 0) + weight
    found, left = {0: 1}, MOST_WAYS
    for dice in range(thrown.dice, 0, -1):
        if len(found) * len(die) * dice > left:  # with each die there are no fewer
            raise countless(thrown.dice, thrown.sides)
        left -= len(found) * len(die)
        found = _times(found, die)
    chances = []
    for exponent, weight in found.items():
        values = []
        for start in none:
            exponent, value = divmod(exponent, digit)
            values.append(start + value)
        chances.append((tuple(values), weight))
    return chances, thrown.sides ** (thrown.dice * (laps + 1))


def _times(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    """Return the product of two polynomials."""
    found: dict[int, int] = {}
    for a, weight in one.items():
        for b, ways in other.items():
            found[a + b] = found.get(a + b, 0) + weight * ways
    return found
