"""Tests of every reading against every possible throw; of hits also against icepool and the printed cases."""

from collections import Counter
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.core.mistakes import Mistake
from umpire.core.readings import Face, Highest, Hits, Lowest, Needs, Row, Total

STAR_CODES = ["6", "56", "6|55", "56|44"]


def brute(reading, dice, sides):
    """Return every face of every die, one after the other."""
    return Counter(reading.read(faces) for faces in product(range(1, sides + 1), repeat=dice))


def assert_exact(reading, dice, sides):
    chances = reading.chances(dice, sides)
    assert chances == brute(reading, dice, sides)
    assert sum(chances.values()) == sides**dice
    assert all(type(ways) is int and ways > 0 for ways in chances.values())


@st.composite
def hit_codes(draw):
    """Return any code: faces that hit alone, and faces of which a pair hits."""
    faces = draw(st.permutations(range(1, 7)))
    single = draw(st.integers(1, 3))
    paired = draw(st.integers(0, 2))
    pairs = "".join(f"{face}{face}" for face in faces[single : single + paired])
    return "".join(map(str, faces[:single])) + (f"|{pairs}" if pairs else "")


some_dice = st.integers(1, 4)
most_pairs = st.sampled_from([None, 0, 1, 2])
modifiers = st.integers(-8, 8)
rows = st.lists(st.integers(2, 40), min_size=1, max_size=4, unique=True).map(
    lambda leasts: ((0, "-"), *zip(sorted(leasts), "FSKD", strict=False))
)
on_a_roll = st.one_of(
    st.builds(Needs, st.integers(-2, 30), modifiers, st.integers(0, 6)),
    st.builds(Total, modifiers),
    st.builds(Lowest, st.integers(1, 4), modifiers),
    st.builds(Highest, st.integers(1, 4), modifiers),
    st.builds(Highest, st.integers(1, 4), modifiers),
    st.builds(Row, rows, modifiers, st.integers(1, 2), st.sampled_from([(), ((1, "-"), (6, "K"))])),
)


@settings(deadline=None, max_examples=80)
@given(hit_codes(), most_pairs, some_dice)
def test_hits_are_exact(code, pairs, dice):
    assert_exact(Hits(code, pairs), dice, 6)


@settings(deadline=None, max_examples=80)
@given(on_a_roll, some_dice)
def test_readings_of_a_roll_are_exact(reading, dice):
    assert_exact(reading, dice, 6)


@settings(deadline=None, max_examples=40)
@given(on_a_roll, st.integers(1, 2))
def test_readings_of_twenty_sided_dice_are_exact(reading, dice):
    assert_exact(reading, dice, 20)


@pytest.mark.parametrize("sides", [6, 20])
def test_the_natural_face_is_exact(sides):
    assert_exact(Face(), 1, sides)
    assert_exact(Face(), 3, sides)
    assert Face().read((4,)) == 4


@pytest.mark.parametrize("reading", [Hits("6|55"), Needs(1), Total(), Lowest(2), Row(((0, "-"), (7, "D")))])
def test_no_dice_fall_in_one_way(reading):
    assert reading.chances(0, 6) == {reading.read(()): 1}


# -- hits against icepool --------------------------------------------------------------------------------------------


class Counted(icepool.MultisetEvaluator):
    """The hits of a code, counted face by face as icepool does."""

    def __init__(self, singles, pairs, limit=None):
        self.singles, self.pairs, self.limit = singles, pairs, limit

    def next_state(self, state, order, outcome, count):
        hits = state or 0
        if outcome in self.singles:
            hits += count
        elif outcome in self.pairs:
            hits += count // 2 if self.limit is None else min(count // 2, self.limit)
        return hits


AS_WRITTEN = {"6": ((6,), ()), "56": ((5, 6), ()), "6|55": ((6,), (5,)), "56|44": ((5, 6), (4,))}


@pytest.mark.parametrize("limit", [None, 1])
@pytest.mark.parametrize("code", STAR_CODES)
def test_hits_agree_with_icepool_up_to_twenty_dice(code, limit):
    evaluator = Counted(*AS_WRITTEN[code], limit)
    for dice in range(1, 21):
        theirs = evaluator.evaluate(icepool.d6.pool(dice))
        assert Hits(code, limit).chances(dice, 6) == {
            hits: ways * 6**dice // theirs.denominator() for hits, ways in theirs.items() if ways
        }


@pytest.mark.parametrize("dice", [1, 2, 7, 10, 20])
def test_total_lowest_and_highest_agree_with_icepool(dice):
    assert Total(2).chances(dice, 6) == dict((icepool.d6.pool(dice).sum() + 2).items())
    if dice > 1:
        assert Lowest(2, 1).chances(dice, 6) == dict((icepool.d6.lowest(dice, 2) + 1).items())
        assert Highest(2, 1).chances(dice, 6) == dict((icepool.d6.highest(dice, 2) + 1).items())
        assert Highest(2, 1).chances(dice, 6) == dict((icepool.d6.highest(dice, 2) + 1).items())


# -- the printed cases -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "faces", "hits"),
    [
        ("56|44", (1, 1, 3, 4, 4, 5, 5), 3),
        ("6|55", (6, 6, 5, 5), 3),
        ("6|55", (5, 5, 5), 1),
        ("6|55", (5, 5, 5, 5), 2),
        ("6|55", (5,), 0),
        ("56|44", (4, 4, 4, 4, 4, 4), 3),
        ("56", (4, 4, 5, 6), 2),
        ("6", (5, 5, 6), 1),
        ("6|55", (5, 6, 5), 2),
    ],
)
def test_printed_cases(code, faces, hits):
    assert Hits(code).read(faces) == hits
    assert Hits(code).read(tuple(reversed(faces))) == hits


def test_a_limit_holds_for_each_pairing_face():
    assert Hits("6|55", 1).read((5, 5, 5, 5, 6)) == 2
    assert Hits("6|5544", 1).read((5, 5, 5, 5, 4, 4)) == 2
    assert Hits("6|55", 0).read((5, 5, 6)) == 1


@pytest.mark.parametrize(
    ("reading", "faces", "value"),
    [
        (Needs(12, 3), (9,), True),
        (Needs(12, 3), (8,), False),
        (Needs(30, 0, always=20), (20,), True),
        (Needs(30, 0, always=6), (6, 6), False),
        (Total(-2), (3, 4), 5),
        (Lowest(2), (6, 1, 3), 4),
        (Lowest(2, -1), (6,), 5),
        (Highest(2), (6, 1, 3), 9),
        (Highest(2, -1), (6,), 5),
        (Highest(2), (1, 6, 3), 9),
        (Highest(1, 2), (5, 4), 7),
        (Row(((0, "-"), (4, "P"), (6, "R"), (8, "D")), -2), (3, 5), "R"),
        (Row(((0, "-"), (4, "P")), -9), (1,), "-"),
        (Row(((0, "-"), (4, "P"), (6, "R")), times=2), (3,), "R"),
        (Row(((0, "-"), (2, "P")), naturals=((1, "jam"), (6, "-"))), (6,), "-"),
        (Row(((0, "-"), (2, "P")), naturals=((6, "-"),)), (6, 6), "P"),
    ],
)
def test_cases_of_the_other_readings(reading, faces, value):
    assert reading.read(faces) == value


# -- what is added to the roll, and words ----------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(on_a_roll, modifiers, modifiers)
def test_what_is_added_adds_up(reading, one, other):
    assert reading.plus(one).plus(other) == reading.plus(one + other)
    assert reading.plus(0) == reading


@given(modifiers, st.lists(st.integers(1, 6), min_size=2, max_size=5))
def test_added_means_added_to_the_roll(amount, faces):
    assert Total(1).plus(amount).read(faces) == Total(1).read(faces) + amount
    assert Lowest(2).plus(amount).read(faces) == Lowest(2).read(faces) + amount
    assert Highest(2).plus(amount).read(faces) == Highest(2).read(faces) + amount
    assert Needs(7).plus(amount).read(faces) == (sum(faces) + amount >= 7)
    table = Row(((0, "-"), (7, "S"), (12, "K")))
    assert table.plus(amount).read(faces) == table.value(sum(faces) + amount)


@pytest.mark.parametrize("reading", [Hits("6"), Face()])
def test_where_nothing_is_added(reading):
    with pytest.raises(TypeError):
        reading.plus(1)


@pytest.mark.parametrize(
    ("reading", "code", "words"),
    [
        (Hits("6"), "6", "each 6 hits"),
        (Hits("56|44"), "56|44", "each 5 or 6 hits, and each pair of 4s"),
        (Needs(12, -1, always=20), "12+", "needs 12+ with -1, a natural 20 always succeeds"),
        (Total(), "total", "total"),
        (Lowest(2, 3), "lowest 2", "the 2 lowest count with +3"),
        (Highest(2), "highest 2", "the 2 highest count"),
        (Highest(1), "highest 1", "the 1 highest count"),
        (Row(((0, ""), (4, "P"), (8, "D")), 1), "table", "with +1: 8+ D, 4+ P, else -"),
        (Face(), "face", "the face of the die"),
    ],
)
def test_code_and_words(reading, code, words):
    assert (reading.code, reading.words) == (code, words)


@pytest.mark.parametrize("reading", [Total(-2), Needs(9, 1), Row(((0, "A"), (7, "B"), (12, "C")), added=1, times=2)])
@pytest.mark.parametrize(("dice", "sides"), [(0, 6), (2, 6), (5, 4), (3, 10)])
def test_sums_of_many_dice(reading, dice, sides):
    assert_exact(reading, dice, sides)


def test_what_cannot_be_counted_says_so():
    assert sum(Total().chances(300, 6).values()) == 6**300
    for reading, sides in ((Total(), 100), (Highest(3), 6)):
        with pytest.raises(Mistake, match="more possible results than can be counted"):
            reading.chances(999, sides)
