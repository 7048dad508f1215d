"""One question computed twice, by Umpire and by icepool: ten dice against ten, the losses of both, and who hit more.

Each 6 and each pair of 5s against each 5, 6 and pair of 4s; two lost at most. Both results are exact, and neither uses
a cache.
"""

from __future__ import annotations

import functools
import gc

import icepool

from umpire.core import chances
from umpire.core.odds import joint
from umpire.core.pools import DiceLine, dice_pool
from umpire.core.readings import Hits

DICE, MOST = 10, 2
Exchange = tuple[int, int, bool, bool]


def exchange(hits: int, back: int) -> Exchange:
    """Return the losses of each side, whether one hit more, whether the other did: the same function for both."""
    return hits if hits < MOST else MOST, back if back < MOST else MOST, hits > back, hits < back


ATTACK = dice_pool("attack", "Red", "attack", (DiceLine("stand", DICE, "dice", ""),), Hits("6|55"))
REPLY = dice_pool("reply", "Blue", "reply", (DiceLine("stand", DICE, "dice", ""),), Hits("56|44"))
POOL = icepool.d6.pool(DICE)


def ours() -> dict[Exchange, tuple[int, int]]:
    """Return the result of Umpire: exchange -> weight, and the sum of weights."""
    found, total = joint((ATTACK, REPLY), exchange)
    return {answer: (weight, total) for answer, weight in found}


class Scored(icepool.MultisetEvaluator):
    """The hits of a multiset of faces: some hit alone, some in pairs."""

    def __init__(self, alone: tuple[int, ...], pairs: tuple[int, ...]) -> None:
        self.alone, self.pairs = alone, pairs

    def next_state(self, state, order, outcome, count):
        hits = state or 0
        if outcome in self.alone:
            return hits + count
        return hits + count // 2 if outcome in self.pairs else hits

    def final_outcome(self, final_state, *rest):
        return final_state or 0


def theirs() -> dict[Exchange, tuple[int, int]]:
    """Return the result of icepool, as in its documentation: a pool, an evaluator, a map over both results."""
    attack = Scored((6,), (5,)).evaluate(POOL)
    reply = Scored((5, 6), (4,)).evaluate(POOL)
    found = icepool.map(exchange, attack, reply)
    return {answer: (weight, found.denominator()) for answer, weight in found.items()}


_CACHES = [
    held
    for held in gc.get_objects()
    if isinstance(held, functools._lru_cache_wrapper) and str(getattr(held, "__module__", "")).startswith("icepool")
]


def forget() -> None:
    """Clear the caches of both."""
    chances.of_hits.cache_clear()
    for cache in _CACHES:
        cache.cache_clear()
