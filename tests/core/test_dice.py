"""Tests of `umpire.core.dice`: every way to type dice, every refusal, and dice rolled from a seed."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from umpire.core.dice import SeededDice, is_roll, read_told, roll
from umpire.core.mistakes import Mistake
from umpire.core.pools import DiceLine, Pool, check, dice_pool
from umpire.core.procedure import Thrown
from umpire.core.readings import Face, Hits, Lowest, Needs, Row, Total


def hits(dice, code="6|55"):
    return dice_pool("attack", "German", "German fire", (DiceLine("tank", dice, "tank", "1-01"),), Hits(code))


def one(reading, sides=6, dice=1):
    return Pool("roll", "Allied", "Allied roll", (), reading, dice, sides)


SIX, EIGHT, TWO = hits(6, "6"), hits(8), hits(2)
TOTAL = one(Total(1), dice=2)
LOW = one(Lowest(2), dice=3)
TABLE = one(Row(((0, "-"), (10, "S"), (15, "K"))), 20)
D20 = one(Total(), 20, 2)
FACE = one(Face(), 20)
TO_HIT = check("hit", "Allied", "to hit", (DiceLine("gun", 12, "to hit", "1-01", "need"),), sides=20)
POOLS = [SIX, EIGHT, TWO, TOTAL, LOW, TABLE, D20, FACE, TO_HIT]


# -- ways of typing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "typed", "faces"),
    [
        (SIX, "133456", (1, 3, 3, 4, 5, 6)),
        (SIX, "1 3 3 4 5 6", (1, 3, 3, 4, 5, 6)),
        (SIX, "1,3,3,4,5,6", (1, 3, 3, 4, 5, 6)),
        (SIX, " 1, 3,3 ,4\t56 ", (1, 3, 3, 4, 5, 6)),
        (SIX, "133 456", (1, 3, 3, 4, 5, 6)),
        (SIX, "2x6 4x1", (6, 6, 1, 1, 1, 1)),
        (SIX, "2X6,4x1", (6, 6, 1, 1, 1, 1)),
        (SIX, "2x6 111 1x1", (6, 6, 1, 1, 1, 1)),
        (EIGHT, "66 55 x", (6, 6, 5, 5)),
        (EIGHT, "6655x", (6, 6, 5, 5)),
        (EIGHT, "6655 X", (6, 6, 5, 5)),
        (EIGHT, "2x6 2x5 x", (6, 6, 5, 5)),
        (EIGHT, "2x6x", (6, 6)),
        (EIGHT, "66 x 55", (6, 6, 5, 5)),
        (EIGHT, "6,x", (6,)),
        (EIGHT, "x", ()),
        (TWO, "66x", (6, 6)),
        (EIGHT, "66 55 xxxx", (6, 6, 5, 5)),
        (EIGHT, "6655xxxx", (6, 6, 5, 5)),
        (TOTAL, "34", (3, 4)),
        (TOTAL, "2x3", (3, 3)),
        (LOW, "1 6 2", (1, 6, 2)),
        (TABLE, "17", (17,)),
        (TABLE, "017", (17,)),
        (TABLE, "20", (20,)),
        (FACE, "1", (1,)),
        (D20, "17 3", (17, 3)),
        (D20, "17,3", (17, 3)),
        (D20, "2x17", (17, 17)),
        (TO_HIT, "12", (12,)),
    ],
)
def test_faces_as_typed(pool, typed, faces):
    thrown = read_told(typed, pool)
    assert thrown == Thrown(pool, faces, pool.reading.read(faces), "told", typed.strip().lower())


@pytest.mark.parametrize(("typed", "value"), [("h0", 0), ("h3", 3), ("H6", 6), (" h03 ", 3)])
def test_hits_as_typed(typed, value):
    thrown = read_told(typed, SIX)
    assert (thrown.faces, thrown.value, thrown.source) == ((), value, "told")
    assert type(thrown.value) is int


@pytest.mark.parametrize("word", ["h", "hit", "y", "yes", "H", "Yes"])
def test_a_check_that_succeeds(word):
    assert read_told(word, TO_HIT).value is True


@pytest.mark.parametrize("word", ["m", "miss", "n", "no", "M", "NO"])
def test_a_check_that_fails(word):
    assert read_told(word, TO_HIT).value is False


@pytest.mark.parametrize(("text", "rolls"), [("r", True), (" R ", True), ("roll", True), ("rr", False), ("", False)])
def test_what_asks_for_a_roll(text, rolls):
    assert is_roll(text) is rolls


# -- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "typed", "what"),
    [
        (SIX, "733456", "German fire: there is no 7 on this die, only 1 to 6"),
        (SIX, "033456", "there is no 0 on this die, only 1 to 6"),
        (SIX, "6x7", "there is no 7"),
        (SIX, "6x0", "there is no 0"),
        (SIX, "6x12", "there is no 12"),
        (SIX, "13345", "6 dice needed, 5 typed in '13345'"),
        (SIX, "1334561", "6 dice needed, 7 typed"),
        (SIX, "7x6", "6 dice needed, 7 typed"),
        (SIX, "999x6", "6 dice needed, 999 typed"),
        (SIX, "1334567x", "there is no 7"),
        (SIX, "6666666x", "6 dice needed, 7 typed"),
        (SIX, "", "no dice typed, 6 dice needed"),
        (SIX, " , ", "no dice typed, 6 dice needed"),
        (SIX, "one", "'one' is not dice"),
        (SIX, "-1 33456", "'-1' is not dice"),
        (SIX, "1.3", "'1.3' is not dice"),
        (SIX, "x x", "6 dice needed, 2 typed"),
        (SIX, "66x 5x", "6 dice needed, 5 typed"),
        (SIX, "66xxxxx", "6 dice needed, 7 typed"),
        (SIX, "x6", "'x6' is not dice"),
        (SIX, "1000x6", "'1000x6' is not dice"),
        (SIX, "h", "'h' is not dice"),
        (SIX, "h7", "'h7' is not possible with 6 dice (each 6 hits)"),
        (SIX, "h999", "'h999' is not possible"),
        (SIX, "h9999", "'h9999' is not dice"),
        (SIX, "h3 6", "'h3' is not dice"),
        (SIX, "h-1", "'h-1' is not dice"),
        (SIX, "١٣٣٤٥٦", "is not dice"),
        (SIX, "６６６６６６", "is not dice"),
        (SIX, "2×6 4×1", "is not dice"),
        (SIX, "h３", "is not dice"),
        (SIX, "²²²²²²", "is not dice"),
        (hits(1, "6"), "66", "1 die needed, 2 typed"),
        (TOTAL, "6x", "every face counts here, so x is not enough"),
        (TABLE, "x", "every face counts here"),
        (TO_HIT, "x", "every face counts here"),
        (TOTAL, "h3", "hits are not counted here, so type the faces"),
        (TABLE, "h3", "hits are not counted here"),
        (TABLE, "0", "there is no 0 on this die, only 1 to 20"),
        (TABLE, "21", "there is no 21 on this die, only 1 to 20"),
        (TABLE, "1 7", "1 die needed, 2 typed"),
        (TABLE, "h", "'h' is not dice"),
        (TO_HIT, "h3", "'h3' is not dice"),
        (TO_HIT, "h m", "'h' is not dice"),
    ],
)
def test_refused(pool, typed, what):
    with pytest.raises(Mistake) as refused:
        read_told(typed, pool)
    assert what in refused.value.what
    assert refused.value.what.startswith(f"{pool.label}: ")


@pytest.mark.parametrize("sides", [6, 20])
@pytest.mark.parametrize("typed", ["9" * 5000, "1" * 5000, "0" * 5000, "h" + "9" * 5000, "9" * 5000 + "x6"])
def test_numbers_beyond_all_bounds_are_refused(sides, typed):
    with pytest.raises(Mistake):
        read_told(typed, one(Total(), sides))


@pytest.mark.parametrize("typed", ["1000001", "0000021", "12345678"])
def test_a_long_number_is_not_cut_to_a_face(typed):
    with pytest.raises(Mistake, match="on this die, only"):
        read_told(typed, TABLE)


def test_leading_noughts_are_no_other_face():
    assert read_told("0000000017", TABLE).faces == (17,)


@pytest.mark.parametrize(
    ("pool", "hint"),
    [(SIX, "hits (h3)"), (TO_HIT, "h for hit, m for miss"), (TOTAL, "type the faces, r to roll")],
)
def test_a_refusal_says_what_can_be_typed_here(pool, hint):
    with pytest.raises(Mistake) as refused:
        read_told("what?", pool)
    assert hint in refused.value.hint


typed_by_anybody = st.one_of(
    st.text(max_size=20),
    st.text("0123456789xhmry, /|-+XH", max_size=14),
    st.from_regex(r"(\d{1,4}x?\d? ?){1,4}x?", fullmatch=True),
)


@given(typed_by_anybody, st.sampled_from(POOLS))
@example("2x6 4x1", SIX)
@example("ſ", TO_HIT)
@example("İ", SIX)
def test_any_text_is_a_throw_or_a_mistake(text, pool):
    try:
        thrown = read_told(text, pool)
    except Mistake as mistake:
        said = mistake.what
    else:
        said = f"{pool.label}: {thrown.value}"
        assert len(thrown.faces) <= pool.dice
        assert all(1 <= face <= pool.sides for face in thrown.faces)
        assert thrown.value in pool.reading.chances(pool.dice, pool.sides)
    assert said.startswith(f"{pool.label}: ")
    assert len(said.splitlines()) == 1


@given(st.sampled_from(POOLS), st.data())
def test_every_throw_can_be_typed(pool, data):
    faces = data.draw(st.lists(st.integers(1, pool.sides), min_size=pool.dice, max_size=pool.dice))
    between = data.draw(st.sampled_from([" ", ",", ", "] + ([""] if pool.sides < 10 else [])))
    thrown = read_told(between.join(map(str, faces)), pool)
    assert (thrown.faces, thrown.value) == (tuple(faces), pool.reading.read(faces))


# -- rolled ----------------------------------------------------------------------------------------------------------


def test_a_die_is_its_seed_and_number():
    assert [SeededDice("44").face(number, 6) for number in range(12)] == [2, 1, 5, 4, 4, 3, 2, 5, 3, 3, 5, 4]
    assert SeededDice("44").face(7, 6) == SeededDice("44").face(7, 6)
    streams = {tuple(SeededDice(seed).face(number, 6) for number in range(12)) for seed in ("44", "45", "", "rain")}
    assert len(streams) == 4


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_every_face_falls_and_no_other(sides):
    assert {SeededDice("any").face(number, sides) for number in range(400)} == set(range(1, sides + 1))


@given(st.text(max_size=20), st.integers(0, 10**9), st.sampled_from([6, 20]))
def test_a_face_is_on_the_die(seed, number, sides):
    assert 1 <= SeededDice(seed).face(number, sides) <= sides


def test_a_value_that_would_favour_low_faces_is_drawn_again(monkeypatch):
    asked = []

    class Digest:
        def __init__(self, text, digest_size):
            asked.append(text)
            self.value = 2**64 - 1 if len(asked) == 1 else 3

        def digest(self):
            return self.value.to_bytes(8, "big")

    monkeypatch.setattr("hashlib.blake2b", Digest)
    assert SeededDice("s").face(7, 6) == 4
    assert asked == [b"s:7:0", b"s:7:1"]


@pytest.mark.parametrize("pool", POOLS)
def test_a_pool_is_rolled_from_the_number_given(pool):
    stream = SeededDice("night")
    thrown = roll(pool, stream, 30)
    assert thrown.faces == tuple(stream.face(30 + index, pool.sides) for index in range(pool.dice))
    assert (thrown.value, thrown.source, thrown.typed) == (pool.reading.read(thrown.faces), "rolled", "")
    assert roll(pool, stream, 30) == thrown
    assert isinstance(thrown.value, bool) == isinstance(pool.reading, Needs)
