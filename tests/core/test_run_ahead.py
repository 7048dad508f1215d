"""Tests of dice of several throws in one answer: the order they are used in, refusals, and slips of one die."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from umpire.core.answers import Answers, LeftOver
from umpire.core.dice import SeededDice
from umpire.core.mistakes import Mistake
from umpire.core.pools import DiceLine, Pool, check, dice_pool
from umpire.core.procedure import Thrown, Wanted, choose, resolve, throw
from umpire.core.readings import Each, Face, Hits, Row, Total

STREAM = SeededDice("table")


def hits(dice, label="fire"):
    return dice_pool(label, "German", label, (DiceLine("tank", dice, "tank", "1-01"),), Hits("6"))


def roll(dice=1, sides=6, reading=None):
    return Pool("roll", "Allied", "a roll", (), reading or Total(), dice, sides)


def together(*pools):
    """Run throws that fall together."""
    return (yield from throw(*pools, read=lambda *values: values))


def one_by_one(*pools):
    """Run throws one after the other."""
    fallen = []
    for pool in pools:
        fallen.append((yield from throw(pool, read=lambda value: value)))
    return tuple(fallen)


def faces(procedure, *dice, **given):
    """Return the faces of each throw; every typed die is used."""
    referee = Answers(STREAM, 0, dice, **given)
    _, answers = resolve(procedure, referee)
    referee.finish()
    return ["".join(map(str, one.faces)) for one in answers if isinstance(one, Thrown)]


TWO = hits(11), hits(6)
D20 = roll(1, 20)


@pytest.mark.parametrize(
    ("pools", "typed", "fell"),
    [
        (TWO, "66643322111 564321", ["66643322111", "564321"]),
        (TWO, "66643 322111 564 321", ["66643322111", "564321"]),
        (TWO, "66643322111/564321", ["66643322111", "564321"]),
        (TWO, "66643322111564321", ["66643322111", "564321"]),
        (TWO, "6 6 6 4 3 3 2 2 1 1 1 5 6 4 3 2 1", ["66643322111", "564321"]),
        (TWO, "6,6,6,4,3,3,2,2,1,1,1 5,6,4,3,2,1", ["66643322111", "564321"]),
        (TWO, "3x6 8x1 564321", ["66611111111", "564321"]),
        (TWO, "66x 5x", ["66", "5"]),
        (TWO, "x 6x", ["", "6"]),
        (TWO, "h3 h1", ["", ""]),
        ((hits(5), hits(3)), "56513616", ["56513", "616"]),
        ((D20,) * 4, "12 1 17 8", ["12", "1", "17", "8"]),
        ((D20,) * 4, "12,1,17,8", ["12", "1", "17", "8"]),
        ((roll(2), roll(2)), "33 64", ["33", "64"]),
        ((roll(2), roll(2)), "=11 64", ["", "64"]),
        ((roll(2), roll(2)), "11/64", ["11", "64"]),
        ((roll(1), roll(2), roll(1)), "1 34 5", ["1", "34", "5"]),
    ],
)
@pytest.mark.parametrize("thrown", [together, one_by_one])
def test_one_answer_for_several_throws(pools, typed, fell, thrown):
    assert faces(thrown(*pools), *typed.split("/")) == fell


@pytest.mark.parametrize(
    ("pools", "typed", "what"),
    [
        (TWO, "6664332211 564321", "fire: 11 + 6 dice needed, 16 typed in '6664332211 564321'"),
        (TWO, "666433221111 564321", "11 + 6 dice needed, 18 typed"),
        (TWO, "66643322111 56432", "11 + 6 dice needed, 16 typed"),
        (TWO, "6664332211156432", "11 + 6 dice needed, 16 typed"),
        (TWO, "666433 2211156 4321", "11 + 6 dice needed, but '2211156' has dice for more than one throw"),
        (TWO, "666/564321", "11 dice needed, 3 typed"),
        (TWO, "66643322111/56432", "6 dice needed, 5 typed"),
        (TWO, "66643322111/5643211", "6 dice needed, 7 typed"),
        ((hits(5), hits(4)), "661451/4456", "5 dice needed, 6 typed"),
        ((D20,) * 4, "12 1 17", "1 + 1 + 1 + 1 dice needed, 3 typed"),
        ((D20,) * 2, "121", "there is no 121"),
        ((D20,), "14 9", "1 die needed, 2 typed"),
        ((roll(2), roll(2)), "10/7", "there is no 0"),
        ((roll(2), roll(2)), "=13/7", "'13' is not possible with 2 dice"),
        ((roll(2), roll(2)), "66 r 1", "2 + 2 dice needed"),
        ((roll(3), roll(2)), "66 r", "3 + 2 dice needed"),
        (TWO, "66 foo", "'foo' is not dice"),
        ((roll(2), roll(2)), "64 53 b", "2 + 2 dice needed, but 'b' is not dice"),
    ],
)
def test_what_does_not_fit_is_refused_with_every_count(pools, typed, what):
    with pytest.raises(Mistake) as refused:
        faces(together(*pools), *typed.split("/"))
    assert what in refused.value.what


def test_what_ran_ahead_and_does_not_fit_takes_back_the_throw_before_it():
    referee = Answers(STREAM, 0, ["5651361"])
    with pytest.raises(Mistake, match="5 \\+ 3 dice needed, 7 typed"):
        resolve(one_by_one(hits(5), hits(3)), referee)
    assert referee.answered == []


def test_a_throw_ended_by_a_slash_stays_when_the_next_is_refused():
    referee = Answers(STREAM, 0, ["56513", "61"])
    with pytest.raises(Mistake, match="3 dice needed, 2 typed"):
        resolve(together(hits(5), hits(3)), referee)
    assert referee.typed_dice == ["56513"]


def test_each_throw_is_kept_as_it_can_be_typed_again():
    referee = Answers(STREAM, 0, ["56513616"])
    resolve(together(hits(5), hits(3)), referee)
    assert referee.typed_dice == ["56513", "616"]


def test_only_the_first_of_those_that_fall_together_may_be_told():
    with pytest.raises(Wanted) as wanted:
        resolve(together(*TWO), Answers(STREAM, 0, ["66643322111"]))
    assert [pool.dice for pool in wanted.value.question.pools] == [6]


# -- rolled in part, told by value -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "told"), [("66 r3", "66"), ("66r3", "66"), ("6 6 rrr", "66"), ("r3 66", "66")])
def test_some_dice_of_a_throw_are_rolled(typed, told):
    referee = Answers(STREAM, 4, [typed])
    _, (thrown,) = resolve(throw(hits(5), read=int), referee)
    assert thrown.faces == (6, 6, *(STREAM.face(n, 6) for n in (4, 5, 6)))
    assert (thrown.source, referee.drawn, referee.typed_dice) == ("mixed", 7, [typed])
    again, (same,) = resolve(throw(hits(5), read=int), Answers(STREAM, 4, referee.typed_dice))
    assert (again, same) == (thrown.value, thrown)


def test_two_r_are_two_dice_and_must_come_out():
    _, (thrown,) = resolve(throw(hits(2), read=int), Answers(STREAM, 0, ["rr"]))
    assert (thrown.source, len(thrown.faces)) == ("rolled", 2)
    with pytest.raises(Mistake, match="3 dice needed, 4 typed"):
        resolve(throw(hits(3), read=int), Answers(STREAM, 0, ["66rr"]))


GRADE = Row(((0, ""), (6, "P"), (8, "R"), (10, "D")), 1)


@pytest.mark.parametrize(
    ("pool", "typed", "value"),
    [
        (roll(2), "=11", 11),
        (roll(2, reading=Total(2)), "=14", 14),
        (roll(2, reading=GRADE), "=D", "D"),
        (roll(2, reading=GRADE), "=-", ""),
        (roll(2, reading=GRADE), "=r", "R"),
        (hits(4), "=3", 3),
        (roll(1, 20, Face()), "=17", 17),
    ],
)
def test_a_throw_told_by_its_value(pool, typed, value):
    _, (thrown,) = resolve(throw(pool, read=lambda value: value), Answers(STREAM, 0, [typed]))
    assert (thrown.value, thrown.faces, thrown.source) == (value, (), "told")


@pytest.mark.parametrize(
    ("pool", "typed"),
    [
        (roll(2), "=1"),
        (roll(2), "=13"),
        (roll(2, reading=Total(2)), "=3"),
        (roll(2, reading=GRADE), "=K"),
        (hits(4), "=5"),
        (roll(2), "="),
        (roll(1, 6, Each(((1, "wood"), (4, "hill")))), "=wood"),
        (check("hit", "Allied", "to hit", (DiceLine("gun", 4, "to hit", "1-01", "need"),)), "=5"),
    ],
)
def test_a_value_that_cannot_fall_is_refused(pool, typed):
    with pytest.raises(Mistake):
        resolve(throw(pool, read=lambda value: value), Answers(STREAM, 0, [typed]))


# -- typed to a question ---------------------------------------------------------------------------------------------


def lose(dice=3):
    """Run a throw, a choice, and a throw."""
    mine = yield from throw(hits(dice), read=int)
    lost = yield from choose("losses", "German", "lose 1", (("a", "the tank", "A"), ("b", "the gun", "B")))
    return (mine, lost, (yield from throw(roll(), read=int)))


def asked(procedure, *ahead):
    """Return the referee after these dice were typed at a terminal, and the throws still wanted."""
    referee = Answers(STREAM, 0, ahead=ahead)
    try:
        resolve(procedure, referee)
    except Wanted as wanted:
        return referee, wanted.question
    return referee, None


def test_a_word_that_runs_ahead_to_a_choice_is_its_token_or_is_dropped():
    assert asked(lose(), "661", "b", "4")[1] is None
    referee, wanted = asked(lose(), "661", "c", "4")
    assert (wanted.key, referee.dropped, referee.typed_dice) == ("losses", ["c", "4"], ["661"])


def test_the_answer_to_the_choice_itself_is_refused_in_words():
    referee = Answers(STREAM, 0, ["661"], ahead=["c", "4"])
    with pytest.raises(Mistake, match="'c' is not one of the options"):
        resolve(lose(), referee)


def test_a_roll_runs_ahead_to_dice_that_fall_together_and_no_further():
    referee, wanted = asked(together(hits(2), hits(3)), "r", "r")
    assert (wanted, len(referee.answered)) == (None, 2)
    referee, wanted = asked(one_by_one(hits(2), hits(3)), "r", "r")
    assert (wanted.pools[0].dice, referee.dropped, referee.typed_dice) == (3, ["r"], ["r"])
    assert len(faces(one_by_one(hits(2), hits(3)), "r", "r")) == 2
    assert faces(together(*TWO), "66x r") == ["66", "".join(str(STREAM.face(n, 6)) for n in range(6))]


def test_dice_over_at_a_choice_are_refused_with_the_throw():
    referee = Answers(STREAM, 0, ahead=["6611"])
    with pytest.raises(Mistake, match="3 dice needed, 4 typed"):
        resolve(lose(), referee)
    assert referee.answered == []


def test_what_is_left_over_says_what_was_read_as_what():
    referee = Answers(STREAM, 0, ["6", "5", "4"])
    resolve(one_by_one(roll(), hits(1)), referee)
    with pytest.raises(LeftOver, match="'4' is left over") as refused:
        referee.finish(("no initiative is thrown (INIT-08)",))
    assert (
        refused.value.hint == "nothing was recorded; no initiative is thrown (INIT-08); used: 6 for a roll, 5 for fire"
    )


def test_a_token_left_over_is_not_called_dice():
    referee = Answers(STREAM, 0, ahead=["6", "5", "b"])
    resolve(one_by_one(roll(), hits(1)), referee)
    with pytest.raises(LeftOver, match=r"^'b' is left over: there is no choice to make"):
        referee.finish()


# -- slips -----------------------------------------------------------------------------------------------------------


def written(throws, how, sides):
    """Return the dice of each throw as people type them."""
    if how == "singles":
        return " ".join(str(face) for one in throws for face in one)
    if how == "glued":
        return ("" if sides < 10 else ",").join(str(face) for one in throws for face in one)
    inner = "" if sides < 10 else ","
    return {"words": " ", "slashes": "/"}[how].join(inner.join(map(str, one)) for one in throws)


@st.composite
def slips(draw):
    """Return dice of one to four throws that fall together, the same with one die lost or typed twice, and how they are
    typed.
    """
    sides = draw(st.sampled_from([6, 8, 20]))
    counts = draw(st.lists(st.integers(1, 12), min_size=2, max_size=4))
    throws = [draw(st.lists(st.integers(1, sides), min_size=n, max_size=n)) for n in counts]
    slip, where = [list(one) for one in throws], draw(st.integers(0, len(throws) - 1))
    at = draw(st.integers(0, counts[where] - 1))
    if draw(st.booleans()):
        slip[where].insert(at, slip[where][at])
    else:
        del slip[where][at]
    how = draw(st.sampled_from(["words", "glued", "singles", "slashes"]))
    return sides, throws, [one for one in slip if one], how


@given(slips())
@settings(max_examples=300)
@example((6, [[6] * 11, [1] * 6], [[6] * 10, [1] * 6], "words"))
@example((20, [[12], [1], [17], [8]], [[12], [1], [17]], "singles"))
@example((6, [[5], [3]], [[5]], "words"))
@pytest.mark.slow
def test_a_slip_of_one_die_is_always_noticed(drawn):
    sides, throws, slip, how = drawn
    pools = tuple(roll(len(one), sides) for one in throws)
    right, wrong = (written(each, how, sides).split("/") for each in (throws, slip))
    assert faces(together(*pools), *right) == ["".join(map(str, one)) for one in throws]
    referee = Answers(STREAM, 0, wrong)
    try:
        resolve(together(*pools), referee)
        referee.finish()
    except Mistake:
        if how != "slashes":  # otherwise the throws before it are ended
            assert referee.answered == [] or sum(map(len, slip)) > sum(map(len, throws))
    except Wanted:
        taken = [one.pool for one in referee.answered]
        assert taken == list(pools[:1]) or how == "slashes"  # the dice end with this throw, and the next is asked for
    else:
        pytest.fail(f"{wrong} was taken for {throws}")
