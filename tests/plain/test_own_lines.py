"""Tests of a line of the referee's own on the roll, the need or the dice of a throw, within the limits of its step."""

import pytest

from tests.catalogue import mistaken
from tests.plain.test_cells import situation_of, text_of
from umpire.core.mistakes import Mistake
from umpire.core.odds import explain
from umpire.play.additions import read_addition, typed_again


def thrown(kind, more, *lines):
    """Return the throw of a step with these lines of the referee's own."""
    act, situation = situation_of(text_of(kind, more))
    added = act.adding(situation, tuple(read_addition(line, act.adds_to) for line in lines))
    (pool,) = [pool for one in explain(lambda: act.procedure(added)) for pool in one.pools]
    return pool


def chance(pool):
    chances = pool.reading.chances(pool.dice, pool.sides)
    return sum(weight for value, weight in chances.items() if value)


UNDER = {"dice": "1", "sides": "100", "need": "85", "want": '"most"'}


def test_a_limit_holds_against_a_line_of_ones_own():
    limited = {**UNDER, "limit.need": "{ most = 90 }"}
    assert chance(thrown("check", limited, "+10 at his ease")) == 90
    assert chance(thrown("check", limited, "need +3 at his ease")) == 88
    more = {"roll": "2", "limit.roll": "{ least = 0, most = 3 }"}
    assert thrown("total", more, "+5 wind").reading.added == 3
    assert thrown("total", more, "-5 wind").reading.added == 0
    assert thrown("count", {"limit.dice": "{ most = 4 }"}, "dice +3 more").dice == 4


def test_a_plus_helps_who_rolls_under():
    assert chance(thrown("check", UNDER)) == 85
    assert chance(thrown("check", UNDER, "+3 fresh")) == 88
    assert chance(thrown("check", UNDER, "roll +3 tired")) == 82


@pytest.mark.parametrize(
    ("kind", "line", "seen"),
    [
        ("count", "+1 a friend", ("dice", 4)),
        ("count", "need +1 smoke", ("need", 5)),
        ("count", "roll -1 smoke", ("roll", -1)),
        ("check", "dice +1 a friend", ("dice", 4)),
        ("total", "x dice +1 a friend", ("dice", 4)),
        ("table", "column +1 a friend", ("column", 2)),
        ("count", "-9 nobody shoots", ("dice", 0)),
    ],
)
def test_what_a_line_is_on_is_said_before_it(kind, line, seen):
    pool = thrown(kind, {}, line)
    on, total = seen
    assert pool.sum(on) == total
    if on == "dice":
        assert pool.dice == total
    (own,) = [each for each in pool.lines if each.of == "referee" and "fewer" not in each.words]
    assert (own.on, own.rule) == (on, "ruling")


@pytest.mark.parametrize(
    ("kind", "line", "throw"),
    [("total", "need +1 x", "x"), ("opposed", "x.who need +1 x", "x.who"), ("count", "y +1 x", "y")],
)
def test_a_line_on_what_a_throw_has_not_is_refused(kind, line, throw):
    with mistaken(Mistake, about=f"--add {throw}"):
        thrown(kind, {}, line)


def test_the_record_says_what_a_line_is_on_where_that_was_said():
    added = [read_addition(line, "x") for line in ("need +1 smoke", "y roll -2 dusk", "+1 flank")]
    assert [each.plain for each in added] == [
        {"pool": "x", "amount": 1, "words": "smoke", "on": "need"},
        {"pool": "y", "amount": -2, "words": "dusk", "on": "roll"},
        {"pool": "x", "amount": 1, "words": "flank"},
    ]
    assert [read_addition(line, "") for line in typed_again({"additions": [each.plain for each in added]})] == added
