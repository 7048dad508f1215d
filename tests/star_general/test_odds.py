"""Tests of odds of whole fires: against a count of every face, against icepool, on a board of thirty stands; few
paths.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from time import perf_counter

import icepool
import pytest

from tests.star_general.games import (
    BOOKS,
    FIRE,
    LIGHT,
    beside,
    board,
    duel,
    fire,
    game,
    gun,
    ours,
    outcome,
    reply,
    table,
    tally,
    theirs,
)
from umpire.core.odds import explain, odds
from umpire.rulesets.star_general.combat.pools import CombatSituation

both = pytest.mark.parametrize("book", BOOKS)


def scored(code: str, faces: tuple[int, ...], pairs: int = 99) -> int:
    """Return the hits, counted one die after the other, with a heap of half pairs."""
    alone, _, twice = code.partition("|")
    hits, half, scored_pairs = 0, Counter(), Counter()
    for face in faces:
        if str(face) in alone:
            hits += 1
        elif str(face) in twice:
            half[face] += 1
            if half[face] % 2 == 0 and scored_pairs[face] < pairs:
                scored_pairs[face] += 1
                hits += 1
    return hits


def lost_by_hand(attack: tuple[int, str], back: tuple[int, str], target: int, firers: int, pairs: int = 99) -> Counter:
    """Return (lost by the target, lost by the firers) over all faces; each side loses at most two, and at most its
    points.
    """
    found: Counter = Counter()
    hits = Counter(scored(attack[1], faces, pairs) for faces in product(range(1, 7), repeat=attack[0]))
    hits_back = Counter(scored(back[1], faces, pairs) for faces in product(range(1, 7), repeat=back[0]))
    for (scores, ways), (scores_back, ways_back) in product(hits.items(), hits_back.items()):
        found[min(scores, 2, target), min(scores_back, 2, firers)] += ways * ways_back
    return found


def lost(sit: CombatSituation) -> dict[tuple[int, int], Fraction]:
    """Return the chances of the losses of both sides, from the odds of the fire."""
    counted = odds(lambda: FIRE.procedure(sit))
    found: Counter = Counter()
    for result, weight in counted.outcomes:
        came = tally(result)
        found[came[sit.foe_side], came[sit.side]] += weight
    assert sum(found.values()) == counted.total
    return {pair: Fraction(weight, counted.total) for pair, weight in found.items()}


def as_chances(counted: Counter) -> dict[tuple[int, int], Fraction]:
    total = sum(counted.values())
    return {pair: Fraction(weight, total) for pair, weight in counted.items()}


CODES = {
    ("M", "M"): ("6|55", "6|55"),
    ("M", "H"): ("6", "56"),
    ("M", "D"): ("6", "56|44"),
    ("H", "M"): ("6|55", "6|55"),
    ("H", "D"): ("6", "56|44"),
}


@both
@pytest.mark.parametrize("orders", CODES, ids="-".join)
@pytest.mark.parametrize(("sp", "foe_sp"), [(3, 3), (2, 1), (5, 5), (1, 4)])
def test_odds_are_every_face_counted(book, orders, sp, foe_sp):
    red, blue = orders
    sit = duel(book, ours("infantry", sp=sp), theirs("infantry", sp=foe_sp), red=red, blue=blue)
    attack, back = CODES[orders]
    thrown = min(sp, 3) - (blue == "D")
    assert lost(sit) == as_chances(lost_by_hand((thrown, attack), (min(foe_sp, 3), back), foe_sp, sp))


@both
def test_odds_with_at_most_one_pair(book):
    sit = duel(
        book,
        ours("heavy"),
        theirs("infantry"),
        options={"pairs_per_pool": "max_one"},
        s=beside("a", "mg"),
    )
    assert sit.attack.dice == 6
    assert lost(sit) == as_chances(lost_by_hand((6, "6|55"), (2, "6|55"), 5, 5, pairs=1))
    free = duel(book, ours("heavy"), theirs("infantry"), s=beside("a", "mg"))
    assert lost(free) == as_chances(lost_by_hand((6, "6|55"), (2, "6|55"), 5, 5))
    assert lost(free) != lost(sit)


@both
def test_odds_on_retreat_are_one_pool_alone(book):
    sit = duel(book, ours("infantry"), theirs("infantry", sp=1), blue="R", s=beside("a", "mg"))
    assert lost(sit) == as_chances(lost_by_hand((4, "56|44"), (0, "6"), 1, 0))


@pytest.mark.slow
@both
@pytest.mark.parametrize(
    "stands",
    [
        {"a": ours("infantry", sp=2), "z": theirs("infantry", sp=2)},
        {"a": ours("infantry", sp=2), "z": theirs("infantry", sp=2), "m": beside("z", "mg")},
        {"a": ours("infantry", sp=2), "z": theirs("infantry", sp=1), "z2": theirs("infantry")},
        {"a": ours("infantry", sp=1), "c": ours("infantry", sp=1), "z": theirs("infantry", sp=2)},
    ],
)
def test_outcomes_are_those_of_every_face_typed(book, stands):
    firers = " ".join(name for name in stands if name in ("a", "c"))
    sit = fire(game(book, **stands), f"{firers} at z", book)
    told: Counter = Counter()
    for faces in product("123456", repeat=sit.attack.dice):
        for back in product("123456", repeat=reply(sit).dice):
            told[outcome(sit, "".join(faces), "".join(back))] += 1
    counted = odds(lambda: FIRE.procedure(sit))
    ways = 6 ** (sit.attack.dice + reply(sit).dice)
    assert {result: Fraction(weight, counted.total) for result, weight in counted.outcomes} == {
        result: Fraction(weight, ways) for result, weight in told.items()
    }


class Scored(icepool.MultisetEvaluator):
    """The hits of a code, face by face."""

    def __init__(self, code: str) -> None:
        self.alone, _, self.twice = code.partition("|")

    def next_state(self, state, order, face, count):
        now = state or 0
        if str(face) in self.alone:
            return now + count
        return now + count // 2 if str(face) in self.twice else now


def thirty(book: str) -> CombatSituation:
    """Return two battalions with guns on a board, ten dice against ten, with losses to choose on both sides."""
    light = LIGHT[book]
    stands = {
        "a": ours("heavy", hex="0203"),
        "c": ours("medium", sp=2, hex="0202"),
        "am": beside("a", "mg"),
        "cm": beside("c", "tank"),
        "rhq": ours("hq", hex="0103"),
        "rl": beside("rhq", light),
        "z": theirs("infantry", hex="0403"),
        "za": beside("z", "at"),
        "bhq": theirs("hq", hex="0503"),
        "bl": beside("bhq", light),
        "g1": gun("Red", hex="0108"),
        "g2": gun("Red", hex="0208"),
        "h1": gun("Blue", hex="0608"),
        "h2": gun("Blue", hex="0708"),
    }
    for index in range(8):
        stands[f"r{index}"] = ours("infantry", hex=f"{index + 1:02}09")
        stands[f"b{index}"] = theirs("infantry", hex=f"{index + 1:02}01")
    state = game(book, blue="H", on=board("\n".join([". " * 9] * 9)), hq=False, **stands)
    assert len(state.stands) == 30
    return fire(state, "a c at z with g1 g2 reply h1 h2", book)


@both
def test_ten_dice_against_many_on_a_board_of_thirty_stands(book):
    sit = thirty(book)
    back = reply(sit)
    assert sit.attack.dice >= 10
    assert back.dice >= 6
    counted = odds(lambda: FIRE.procedure(sit))
    assert counted.paths == 9
    assert sum(weight for _, weight in counted.outcomes) == counted.total
    assert len(counted.policies) == 4  # one point or two, of either side
    chances = [Scored(pool.reading.code).evaluate(icepool.d6.pool(pool.dice)) for pool in (sit.attack, back)]
    joint: dict[tuple[int, int], Fraction] = {}
    for (hits, ways), (hits_back, ways_back) in product(*(die.items() for die in chances)):
        pair = min(hits, 2), min(hits_back, 2)
        share = Fraction(ways * ways_back, chances[0].denominator() * chances[1].denominator())
        joint[pair] = joint.get(pair, Fraction()) + share
    assert lost(sit) == joint


@both
def test_odds_of_ten_against_ten_are_icepools(book):
    stands = {name: ours("heavy", superior_gun=True) for name in ("a", "c")} | {"z": theirs("heavy", superior_gun=True)}
    more = {f"{name}l": beside(name, LIGHT[book]) for name in ("rhq", "bhq")} | {"zt": beside("z", "at")}
    guns = {"h1": gun("Blue"), "h2": gun("Blue")}
    sit = fire(game(book, blue="H", **stands, **more, **guns), "a c at z reply h1 h2", book)
    assert (sit.attack.dice, reply(sit).dice) == (11, 10)
    chances = [Scored(pool.reading.code).evaluate(icepool.d6.pool(pool.dice)) for pool in (sit.attack, reply(sit))]
    expected = {
        (target, firers): Fraction(1)
        * sum((chances[0].probability(hits) for hits in range(12) if min(hits, 2) == target), Fraction())
        * sum((chances[1].probability(hits) for hits in range(12) if min(hits, 2) == firers), Fraction())
        for target, firers in product(range(3), repeat=2)
    }
    assert lost(sit) == expected
    assert sum(lost(sit).values()) == 1


@both
@pytest.mark.parametrize(("blue", "most"), [("M", 9), ("H", 9), ("D", 9), ("R", 3)])
def test_odds_of_a_fire_are_few_paths(book, blue, most):
    state = game(book, blue=blue, a=ours("infantry"), c=ours("infantry"), z=theirs("infantry"), m=beside("z", "mg"))
    assert odds(lambda: FIRE.procedure(fire(state, "a c at z", book))).paths == most


@both
@pytest.mark.parametrize("scope", ["hex", "stand"])
def test_odds_of_a_fire_with_four_to_lose_are_fifteen_paths(book, scope):
    state = game(book, a=ours("infantry"), c=ours("infantry"), z=theirs("heavy"), m=beside("z", "mg"))
    sit = fire(state, "a c at z", table(book, loss_cap_scope=scope))
    assert odds(lambda: FIRE.procedure(sit)).paths == 15


def test_odds_of_thirty_stands_are_there_at_once():
    sit = thirty("TSG")
    odds(lambda: FIRE.procedure(sit))
    best = min(_timed(sit) for _ in range(5))
    assert best < 0.02  # some 0.7 ms; the rest is for a busy machine


def _timed(sit: CombatSituation) -> float:
    start = perf_counter()
    odds(lambda: FIRE.procedure(sit))
    return perf_counter() - start


@both
def test_explaining_shows_the_pools_that_are_thrown(book):
    sit = thirty(book)
    [explained] = explain(lambda: FIRE.procedure(sit))
    assert explained.pools == (sit.attack, sit.answer)
    assert explained.after == ()
