"""Tests of odds and explanations: exact against every possible throw, and made by the code that resolves acts."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets import answers, begin, every_fall, fire
from umpire.core.odds import TooMany, explain, odds, walk
from umpire.core.pools import DiceLine, Pool, check, dice_pool
from umpire.core.procedure import Addition, choose, part, throw, with_additions
from umpire.core.readings import Face, Hits, Lowest, Needs, Row, Total
from umpire.play.turn import play, prepare
from umpire.rulesets.star_general.combat import pools as star_pools


def hits(key, dice, code="6|55"):
    return dice_pool(key, "German", f"the {key}", (DiceLine("tank", dice, "tank", "1-01"),), Hits(code))


def roll(key, reading, dice=1, sides=6):
    return Pool(key, "Allied", f"the {key}", (), reading, dice, sides)


TO_HIT = check("hit", "Allied", "to hit", (DiceLine("gun", 12, "to hit", "1-01", "need"),), sides=20, always=20)
ROW = Row(((0, "-"), (3, "P"), (5, "D")))


def chances(found):
    """Return outcome -> chance; checks that the chances add up to exactly 1."""
    assert sum(weight for _, weight in found.outcomes) == found.total
    assert all(type(weight) is int and weight > 0 for _, weight in found.outcomes)
    return {outcome: Fraction(weight, found.total) for outcome, weight in found.outcomes}


# -- against every way the dice can fall -----------------------------------------------------------------------------


def exchange():
    """Run both throws at once; the loser has a choice, and there is a last roll only after a close result."""
    mine, theirs = yield from throw(hits("attack", 2), hits("reply", 1, "56"), read=lambda a, b: (min(a, 2), min(b, 2)))
    if mine > theirs:
        return (yield from choose("way", "Allied", "fall back", (("n", "north", "north"), ("s", "south", "south"))))
    if mine == theirs:
        return (yield from throw(roll("morale", ROW), read=str))
    panic, way = roll("panic", Needs(4)), roll("way", Face())
    return (yield from throw(panic, way, read=lambda flees, face: flees and face > 3))


def gun():
    hit = yield from throw(TO_HIT, read=bool)
    return (yield from throw(roll("damage", Row(((0, "-"), (9, "K"))), 1, 20), read=str)) if hit else "miss"


def volleys(left, sp):
    """Run shot after shot until the stand is removed; equal states are merged."""
    if not left or not sp:
        return sp
    hit = yield from throw(hits("shot", 1, "56"), read=bool)
    return (yield from part(volleys, left - 1, sp - hit))


def two_parts():
    first = yield from part(volleys, 2, 2)
    second = yield from part(volleys, 2, first)
    last = yield from throw(roll("last", Lowest(1), 1), read=lambda low: low > 3)
    return first, second, last


@pytest.mark.parametrize("make", [exchange, gun, two_parts, lambda: volleys(4, 2), lambda: throw(TO_HIT, read=int)])
def test_odds_are_what_every_fall_of_the_dice_gives(make):
    assert chances(odds(make)) == every_fall(make)


steps = st.lists(
    st.tuples(
        st.integers(1, 2),
        st.sampled_from([Hits("6|55"), Total(), Needs(5, 1), Lowest(1), ROW]),
        st.integers(1, 3),
        st.sampled_from(["together", "apart", "part", "choice"]),
    ),
    max_size=3,
)


def made_up(plan, state=0):
    """Run a procedure from a plan: the number of dice, their reading, the number of results, then the next step."""
    if not plan:
        return state
    (dice, reading, kinds, then), *rest = plan

    def fold(*values):
        return sum(map(ord, str(values))) % kinds

    pool = roll("some", reading, dice) if not isinstance(reading, Hits) else hits("some", dice)
    if then == "together":
        state += yield from throw(pool, hits("none", 0), read=fold)
    else:
        state += yield from throw(pool, read=fold)
    if then == "choice":
        state += yield from choose("more", "Allied", "more", (("y", "yes", 1), ("n", "no", 0)))
    if then == "part":
        return (yield from part(made_up, tuple(rest), state))
    return (yield from made_up(tuple(rest), state)) if state % 2 == 0 else state


@settings(deadline=None, max_examples=40)
@given(steps.filter(lambda plan: sum(dice for dice, *_ in plan) <= 4))
def test_odds_of_any_procedure(plan):
    make = lambda: made_up(tuple(plan))  # noqa: E731
    assert chances(odds(make)) == every_fall(make)


def test_the_chances_of_all_paths_add_up():
    paths = list(walk(exchange))
    assert sum(Fraction(path.weight, path.total) for path in paths) == 1
    assert all(len(path.questions) == len(path.answers) for path in paths)
    assert len(paths) == odds(exchange).paths


def test_the_likeliest_comes_first():
    weights = [weight for _, weight in odds(exchange).outcomes]
    assert weights == sorted(weights, reverse=True)
    assert len(set(weights)) > 1


def test_a_procedure_without_dice_is_certain():
    found = odds(lambda: volleys(0, 3))
    assert (found.outcomes, found.total, found.paths, found.policies) == (((3, 1),), 1, 1, ())


def test_additions_shift_the_odds():
    more = (Addition("shot", 1, "a wreck"),)
    make = lambda: with_additions(more, volleys, 2, 2)  # noqa: E731
    assert chances(odds(make)) == every_fall(make) != every_fall(lambda: volleys(2, 2))


# -- parts merge -----------------------------------------------------------------------------------------------------


def test_twelve_shots_at_one_stand_merge():
    started = Counter()

    def shots(left, sp):
        started[left, sp] += 1
        if not left or not sp:
            return sp
        hit = yield from throw(hits("shot", 1, "6"), read=bool)
        return (yield from part(shots, left - 1, sp - hit))

    found = odds(lambda: shots(12, 4))
    # a miss leaves 0 to 4 of four points, a hit 0 to 3; with every path of every part 245, one shot at a time 794
    assert (found.paths, found.walked) == (9, 245)
    assert len(started) == sum(min(12 - left, 4) + 1 for left in range(13)) == 55
    assert sum(started.values()) < 400
    assert chances(found) == {
        4 - lost: Fraction(sum(comb(12, n) * 5 ** (12 - n) for n in range(lost, 13) if n == lost or lost == 4), 6**12)
        for lost in range(5)
    }


def test_a_chain_without_parts_is_the_same_in_more_paths():
    def straight(left, sp):
        while left and sp:
            sp -= yield from throw(hits("shot", 1, "56"), read=bool)
            left -= 1
        return sp

    merged, apart = odds(lambda: volleys(12, 4)), odds(lambda: straight(12, 4))
    assert chances(merged) == chances(apart)
    # straight on: up to three hits among twelve shots, or a fourth that ends it
    assert apart.paths == apart.walked == sum(comb(12, hits) for hits in range(4)) + comb(12, 4)
    assert merged.walked < apart.walked / 3


def first_of(result):
    return result[0]


def test_results_that_are_alike_merge_into_the_first_of_them():
    def shot(left, sp, fired):
        """Return who is left, and how many have fired, which matters to nobody."""
        if not left:
            return sp, fired
        sp, fired = yield from part(shot, left - 1, sp, fired, alike=first_of)
        seen = yield from throw(roll("seen", Needs(4)), read=bool)
        return sp - (seen and (yield from throw(hits("shot", 1), read=bool))), fired + seen

    def by_what_is_left(shots):
        sp, fired = yield from part(shot, shots, 9, 0, alike=first_of)
        return sp, fired

    def in_full(left):
        sp, fired = 9, 0
        for _ in range(left):
            seen = yield from throw(roll("seen", Needs(4)), read=bool)
            fired += seen
            sp -= seen and (yield from throw(hits("shot", 1), read=bool))
        return sp, fired

    merged, apart = odds(lambda: by_what_is_left(3)), odds(lambda: in_full(3))
    left = Counter()
    for (sp, _), chance in chances(apart).items():
        left[sp] += chance
    assert {sp: chance for (sp, _), chance in chances(merged).items()} == left
    assert len(merged.outcomes) == 4
    assert len(apart.outcomes) == 10


# -- choices ---------------------------------------------------------------------------------------------------------


def flight(policy):
    return choose("way", "Allied", "fall back", (("n", "north", "N"), ("s", "south", "S")), policy)


def both_flights():
    first = yield from flight("north first")
    second = yield from part(flight, "nearest wood")
    return first + second


def test_policies_are_listed_once_in_words():
    found = odds(both_flights)
    assert found.outcomes == (("NN", 1),)
    assert found.policies == (("Allied, fall back", "north first"), ("Allied, fall back", "nearest wood"))
    assert odds(lambda: volleys(2, 2)).policies == ()


def test_another_policy_takes_another_way_also_in_parts():
    found = odds(both_flights, policy=lambda choice: choice.options[-1])
    assert found.outcomes == (("SS", 1),)
    last = lambda choice: choice.options[1]  # noqa: E731
    assert chances(odds(exchange, last)) == every_fall(exchange, last)


# -- explanation -----------------------------------------------------------------------------------------------------


def test_each_distinct_throw_is_explained_once_with_what_it_hangs_on():
    def evening():
        for shot in range(2):
            hit = yield from throw(hits("shot", 1), read=lambda hits: "hit" if hits else "miss")
            if hit == "hit":
                yield from flight("north first")
                yield from throw(roll(f"morale {shot}", ROW), read=str)
        return None

    explained = [([pool.key for pool in one.pools], one.after) for one in explain(evening)]
    assert sorted(explained) == [
        (["morale 0"], ("hit", "Allied: north")),
        (["morale 1"], ("miss", "hit", "Allied: north")),
        (["shot"], ()),
    ]
    assert explained[0] == (["shot"], ())


def test_throws_inside_parts_are_explained_where_the_part_begins():
    explained = explain(two_parts)
    assert [[pool.key for pool in one.pools] for one in explained] == [["shot"], ["last"]]
    assert explained[0].after == ()


def test_pools_that_fall_together_are_explained_together():
    thrown = [[pool.key for pool in one.pools] for one in explain(exchange)]
    assert thrown[0] == ["attack", "reply"]
    assert sorted(thrown[1:]) == [["morale"], ["panic", "way"]]


# -- one resolver, four readings -------------------------------------------------------------------------------------

WORDS = "ta tb at para"


def lost(outcome):
    return dict(outcome.tally)["Allied loses"]


def test_a_rule_replaced_in_the_procedure_is_replaced_in_every_reading(tmp_path, monkeypatch):
    session = begin(tmp_path, "worked-example-1")
    before = odds(prepare(session, "fire", WORDS.split()).make)
    real = star_pools.attack_pool

    def sixes_and_fives(*args, **facts):
        return replace(real(*args, **facts), reading=Hits("56"))

    monkeypatch.setattr(star_pools, "attack_pool", sixes_and_fives)
    prepared = prepare(session, "fire", WORDS.split())
    attack = explain(prepared.make)[0].pools[0]
    assert attack.reading == Hits("56")

    expected = Counter()
    for scored, ways in attack.reading.chances(attack.dice, 6).items():
        expected[min(scored, 2)] += Fraction(ways, 6**attack.dice)
    found = Counter()
    for outcome, chance in chances(odds(prepared.make)).items():
        found[lost(outcome)] += chance
    assert found == expected
    assert chances(odds(prepared.make)) != chances(before)

    _, played = fire(session, WORDS, "5" * attack.dice)
    assert lost(played.outcome) == 2
    assert played.entry["throws"][0]["hit"] == "56"
    monkeypatch.undo()
    _, played = fire(session, WORDS, "5" * attack.dice)
    assert lost(played.outcome) == 0


def test_a_number_changed_in_the_table_is_changed_in_every_reading(tmp_path):
    session = begin(tmp_path, "worked-example-1")
    limits = {**session.table.limits, "loss_cap": 1}
    session = replace(session, table=session.table._replace(limits=limits))
    prepared = prepare(session, "fire", WORDS.split())
    assert {lost(outcome) for outcome in chances(odds(prepared.make))} == {0, 1}
    attack = explain(prepared.make)[0].pools[0]
    assert lost(play(prepared, answers(session, "6" * attack.dice)).outcome) == 1


def test_what_can_go_more_ways_than_can_be_counted_is_refused_and_still_explained():
    pools = tuple(check(f"c{number}", "Red", "check", (DiceLine("", 4, "needs", "", "need"),)) for number in range(15))

    def procedure():
        fallen = yield from throw(*pools, read=lambda *values: sum(values))
        return fallen

    with pytest.raises(TooMany, match="more than 20,000 ways"):
        odds(procedure)
    assert explain(procedure)[0].pools == pools
