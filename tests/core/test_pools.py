"""Tests of pools: they add up, or cannot be made; lines added later keep that true."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.core.pools import DiceLine, Pool, check, dice_pool
from umpire.core.readings import Face, Hits, Needs, Total

TANK = DiceLine("tank A", 4, "medium tank", "3.1-06")
LOSS = DiceLine("tank A", -2, "only 2 SP left", "3.1-14")
NOT_SO = DiceLine("tank A", 1, "soft target", "3.7.1-01", why_not="the opponent is armoured")
GUN = DiceLine("battery", 2, "battery", "3.5-01")

lines = st.lists(
    st.builds(
        DiceLine,
        st.sampled_from(["tank A", "tank B", "guns"]),
        st.integers(0, 5),
        st.just("words"),
        st.just("1-01"),
        st.sampled_from(["dice", "roll", "need", "column"]),
        st.sampled_from(["", "", "not in cover"]),
    ),
    max_size=8,
).map(tuple)


def attack(*of, hits="6|55"):
    return dice_pool("attack", "German", "German fire", of, Hits(hits))


def test_a_pool_is_what_its_applied_lines_on_the_dice_add_up_to():
    pool = attack(TANK, LOSS, NOT_SO, GUN, replace(GUN, on="roll"))
    assert (pool.dice, pool.sides) == (4, 6)
    assert not NOT_SO.applied
    assert TANK.applied


@pytest.mark.parametrize("dice", [3, 5, 0])
def test_hits_that_do_not_add_up_are_no_pool(dice):
    with pytest.raises(AssertionError, match=r"'attack': .* add up to 4"):
        Pool("attack", "German", "fire", (TANK,), Hits("6"), dice)


def test_hits_without_a_line_are_no_pool():
    with pytest.raises(AssertionError):
        Pool("attack", "German", "fire", (), Hits("6"), 1)


def test_a_roll_may_go_without_lines_on_the_dice_but_not_with_wrong_ones():
    assert Pool("roll", "German", "roll", (), Total(), 2).dice == 2
    assert Pool("roll", "German", "roll", (replace(GUN, amount=2),), Total(), 2).dice == 2
    with pytest.raises(AssertionError):
        Pool("roll", "German", "roll", (replace(GUN, amount=3),), Total(), 2)


def test_fewer_than_no_dice_are_no_pool():
    with pytest.raises(AssertionError):
        attack(LOSS)
    with pytest.raises(AssertionError):
        Pool("roll", "German", "roll", (), Total(), -1)


@given(lines)
def test_any_lines_add_up_by_stand_and_together(of):
    pool = attack(*of)
    assert pool.dice == sum(line.amount for line in of if line.on == "dice" and line.applied)
    stands = list(pool.by_stand())
    assert sum(subtotal for _, subtotal, _ in stands) == pool.dice
    assert [stand for stand, _, _ in stands] == list(dict.fromkeys(line.of for line in of))
    assert sorted(map(repr, of)) == sorted(repr(line) for _, _, own in stands for line in own)


# -- one more line ---------------------------------------------------------------------------------------------------


def test_a_line_added_to_hits_is_dice():
    pool = attack(TANK).with_line("referee", 2, "wreck on the road", "ruling")
    assert (pool.dice, pool.reading) == (6, Hits("6|55"))
    assert pool.lines[-1] == DiceLine("referee", 2, "wreck on the road", "ruling")


def test_dice_never_fall_below_none_and_the_floor_is_a_line():
    pool = attack(TANK).with_line("referee", -6, "fog", "ruling")
    assert pool.dice == 0
    assert [line.amount for line in pool.lines] == [4, -6, 2]
    assert pool.lines[-1].words == "never fewer than zero dice"
    again = pool.with_line("referee", 1, "a gap in the fog", "ruling")
    assert again.dice == 1


def test_a_line_added_to_no_dice_makes_dice():
    assert attack(replace(TANK, amount=0)).with_line("referee", 1, "luck", "ruling").dice == 1


def test_a_line_added_to_a_roll_is_on_the_roll():
    pool = check("hit", "German", "to hit", (DiceLine("gun", 12, "to hit", "1-01", "need"),), sides=20)
    more = pool.with_line("referee", -3, "rain", "ruling")
    assert (more.dice, more.sides, more.reading) == (1, 20, Needs(12, -3))
    assert more.sum("roll") == -3
    assert more.sum("need") == 12


def test_nothing_is_added_to_a_natural_face():
    pool = Pool("rout", "German", "rout", (), Face(), 1, 20)
    with pytest.raises(TypeError):
        pool.with_line("referee", 1, "luck", "ruling")


@given(lines, st.lists(st.integers(-9, 9), max_size=5))
def test_whatever_is_added_the_lines_still_add_up(of, amounts):
    pool = attack(*of)
    for amount in amounts:
        before = pool.dice
        pool = pool.with_line("referee", amount, "so", "ruling")
        assert pool.dice == pool.sum("dice") == max(0, before + amount)


# -- checks ----------------------------------------------------------------------------------------------------------


def test_a_check_needs_and_adds_what_its_lines_say():
    of = (
        DiceLine("gun", 12, "to hit", "1-01", "need"),
        DiceLine("tank", 2, "small", "1-02", "need"),
        DiceLine("gun", 3, "veteran", "1-03", "roll"),
        DiceLine("gun", -1, "far", "1-04", "roll"),
        DiceLine("gun", 5, "near", "1-05", "roll", why_not="more than 4 away"),
        DiceLine("tank", 5, "dug in", "1-06", "need", why_not="it is not"),
    )
    pool = check("hit", "German", "to hit", of, sides=20, always=20, rule="1-01")
    assert (pool.dice, pool.sides, pool.rule) == (1, 20, "1-01")
    assert pool.reading == Needs(14, 2, always=20)
    assert [face for face in range(1, 21) if pool.reading.read((face,))] == [*range(12, 21)]


def test_a_check_has_six_sides_and_no_natural_face_unless_said():
    pool = check("morale", "German", "morale", (DiceLine("group", 4, "grade B", "1-01", "need"),))
    assert (pool.sides, pool.reading) == (6, Needs(4))
