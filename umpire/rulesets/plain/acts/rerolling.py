"""Dice that are thrown again: dice with certain faces, dice that miss, dice that hit, or all dice of a throw that
fails.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

from umpire.core.frozen import replace
from umpire.core.pools import AGAIN, Pool
from umpire.core.procedure import Procedure, throw
from umpire.core.readings import Reading, Total
from umpire.core.readings.counts import Again, Looked

Ways = tuple[list[tuple[Hashable, int]], int]


def rerolling(reading: Reading, on: tuple[int, ...] | str, most: int | None, sides: int) -> Again:
    """Return the `Again` that counts the dice of a throw, including the dice thrown again."""
    how = type(reading).__name__
    plain = reading.of if isinstance(reading, Looked) else reading
    if on == "failure":
        return Again(reading, (), 0, "all", how)
    if isinstance(on, str):
        hits = [face for face in range(1, sides + 1) if plain.read((face,))]
        faces = tuple(face for face in range(1, sides + 1) if (face in hits) is (on == "hits"))
        return Again(reading, faces or (0,), most or 0, on, how)
    return Again(reading, on, most or 0, " and ".join(f"{face}s" for face in on), how)


def rerolled(thrown: Pool, rule: str = "") -> Procedure[Hashable]:
    """Return the result of a throw, including the dice thrown again. The dice thrown again are typed after the first
    throw: `41635/52`.
    """
    reading = cast("Again", thrown.reading)
    come: Any = yield from throw(thrown, read=lambda value: value)
    if not reading.on:
        held = come[0] if isinstance(come, tuple) else come
        if not held:
            come = yield from throw(_again(thrown, thrown.dice, rule), read=lambda value: value)
        return cast("Hashable", come)
    *values, dice = come
    if dice:
        more = yield from throw(_again(thrown, dice, rule), read=lambda value: value)
        values = [a + b for a, b in zip(values, more if isinstance(more, tuple) else (more,), strict=True)]
    return tuple(values) if isinstance(reading.of, Looked) else values[0]


def _again(thrown: Pool, dice: int, rule: str) -> Pool:
    """Return the second throw, in which some of the dice are thrown again.

    Amounts added to a total are left out, because the first throw includes them.
    """
    reading = cast("Again", thrown.reading)
    plain = reading.of.of if isinstance(reading.of, Looked) else reading.of
    once = isinstance(plain, Total)
    first = thrown.lines[0]
    line = replace(first, amount=dice, words=f"again: {reading.said}", on="dice", why_not="", rule=rule or first.rule)
    others = tuple(each for each in thrown.lines if each.on != "dice" and not (once and each.on == "roll"))
    rest = reading.of.plus(-reading.added) if once else reading.of
    return replace(
        thrown,
        key=thrown.key + AGAIN,
        label=f"{thrown.label}, {reading.said} again",
        lines=(line, *others),
        reading=rest,
        dice=dice,
    )


def ways(thrown: Pool, rule: str = "") -> Ways:
    """Return the possible results of a throw as pairs (result, weight), and the total weight.

    The results include the dice thrown again.
    """
    chances, total = thrown.reading.whole(thrown.dice, thrown.sides)
    return [*chances.items()], total
