"""Tests of odds in percent and as exact fractions."""

from fractions import Fraction

import pytest

from umpire.core.odds import explain, odds
from umpire.core.outcome import NOBODY, Outcome
from umpire.core.pools import DiceLine, dice_pool
from umpire.core.procedure import choose, throw
from umpire.core.readings import Hits
from umpire.show.odds import chances_plain, first_pools, odds_lines, odds_plain, percent, without_zeros
from umpire.show.page import Page

POOL = dice_pool("attack", "German", "German fire", (DiceLine("tank", 2, "armour", "1"),), Hits("6"))


def fire():
    hits = yield from throw(POOL, read=lambda hits: min(hits, 1))
    if hits:
        yield from choose("loss", "Allied", "lose 1", (("a", "a falls", 1), ("b", "b falls", 2)), "the first stand")
    return Outcome(tally=(("Allied loses", hits), ("removed", "a" if hits else NOBODY)), words=(str(hits),))


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0.0%"),
        (Fraction(1), "100.0%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(11, 36), "30.6%"),
        (Fraction(1, 10**6), "<0.1%"),
        (Fraction(10**6 - 1, 10**6), ">99.9%"),
        (Fraction(1, 2000), "0.1%"),
        (Fraction(9994, 10000), "99.9%"),
    ],
)
def test_percent_never_says_impossible_or_certain_of_what_is_not(chance, words):
    assert percent(chance) == words


def test_odds_are_exact_in_json():
    plain = odds_plain(odds(fire))
    assert plain["outcomes"] == [
        {"tally": {"Allied loses": 0, "removed": "-"}, "weight": 25, "chance": "25/36"},
        {"tally": {"Allied loses": 1, "removed": "a"}, "weight": 11, "chance": "11/36"},
    ]
    assert plain["total"] == 36


def shot(*more):
    def shot():
        hits = yield from throw(POOL, read=lambda hits: min(hits, 1))
        return Outcome(tally=(("a loses men", 0), *(((more[0], hits),) if more else ())))

    return without_zeros(odds_plain(odds(shot)))


def test_a_number_that_is_always_0_is_left_out_unless_it_is_all_there_is():
    left = shot("b loses men")
    assert [each["name"] for each in left["tallies"]] == ["b loses men"]
    assert [[*each["tally"]] for each in left["outcomes"]] == [["b loses men"]] * 2
    assert [each["name"] for each in shot()["tallies"]] == ["a loses men"]


def test_a_result_that_is_called_a_dash_is_a_result():
    """A club's table may have `-` as the name of a result without effect: it does not mean nobody."""

    def test():
        hits = yield from throw(POOL, read=lambda hits: min(hits, 1))
        return Outcome(tally=(("morale", "shaken" if hits else "-"), ("removed", "a" if hits else NOBODY)))

    lines = odds_lines(Page(80), odds_plain(odds(test)), ())
    assert lines[:2] == ["  morale: -       69.4%  ██████████████", "  morale: shaken  30.6%  ██████"]
    assert [line.split("  ")[1] for line in lines[2:3]] == ["removed: a"]
    assert lines[3:] == ["likeliest: morale -: 69.4%"]


def test_odds_are_a_table_with_the_pool_and_the_policy():
    pools = [chances_plain(pool, after) for after, pool in first_pools(explain(fire))]
    assert odds_lines(Page(80), odds_plain(odds(fire)), pools, odds(fire).policies) == [
        "                                 exactly  or more",
        "  Allied loses, average 0.31  0    69.4%   100.0%  ██████████████",
        "                              1    30.6%    30.6%  ██████",
        "  removed: a                       30.6%           ██████",
        "likeliest: Allied loses 0: 69.4%",
        "German fire, 2 dice, each 6 hits: average 0.33",
        "  hits          0      1     2",
        "  exactly   69.4%  27.8%  2.8%",
        "  or more  100.0%  30.6%  2.8%",
        "choices taken: the first stand",
    ]
