"""Tests of dice without a game: pools as typed, their odds, and their faces."""

from fractions import Fraction

import pytest


def chance(table, line, name, value):
    results = table.say(f"dice {line} --json").plain["odds"]["results"]
    return next(
        Fraction(row["chance"])
        for one in results
        if one["name"] == name
        for row in one["values"]
        if row["value"] == value
    )


def averages(table, line):
    return {one["name"]: Fraction(one["average"]) for one in table.say(f"dice {line} --json").plain["odds"]["tallies"]}


@pytest.mark.parametrize(
    ("line", "average"),
    [
        ("6d6 6", Fraction(1)),
        ("6d6 5,6", Fraction(2)),
        ("6d6 5 6", Fraction(2)),
        ("6d6 5+", Fraction(2)),
        ("2d6 66", Fraction(1, 36)),
        ("2d6 5|66", Fraction(1, 3) + Fraction(1, 36)),
        ("3d6", Fraction(21, 2)),
        ("3d6-2 total", Fraction(17, 2)),
        ("2d6 highest", Fraction(161, 36)),
        ("2d6 worst 1", Fraction(91, 36)),
        ("2d6 best 2", Fraction(7)),
    ],
)
def test_a_throw_comes_to_so_much_on_the_average(table, line, average):
    assert [*averages(table, line).values()] == [average]


@pytest.mark.parametrize(
    ("line", "succeeds"),
    [
        ("1d20 12+", Fraction(9, 20)),
        ("d20+3 12+", Fraction(12, 20)),
        ("1d20 19+ +1", Fraction(3, 20)),
        ("1d20-9 20+ always 20", Fraction(1, 20)),
        ("2d6 8+", Fraction(15, 36)),
        ("2d6 total 5+", Fraction(30, 36)),
    ],
)
def test_a_need_is_met_as_often_as_its_faces_say(table, line, succeeds):
    assert chance(table, line, "throw", "succeeds") == succeeds


def test_throws_against_each_other_say_who_is_ahead(table):
    assert chance(table, "d6 / d6", "ahead", "neither") == Fraction(1, 6)
    assert chance(table, "1d6 6 / 1d6 5,6", "ahead", "A") == Fraction(1, 6) * Fraction(4, 6)
    assert averages(table, "6d6 6/6d6 5,6,44").keys() == {"A hits", "B hits"}


def test_told_dice_are_read_and_nothing_is_written(table):
    said = table.say("dice 6d6 6 / 6d6 5,6,44 --dice 112366/445566")
    assert "thrown 1 1 2 3 6 6 (typed): 2 hits" in said.out
    assert said.out.rstrip().endswith("B ahead by 3")
    assert [*table.folder.iterdir()] == []
    assert "thrown 10 +2 = 12 (typed): succeeds" in table.say("dice 1d20+2 12+ --dice 10").out


def test_dice_are_rolled_where_they_are_not_told(table):
    said = table.say("dice 2d6 / 2d6 --dice 34 --roll --json").plain
    assert said["throws"][0]["value"] == 7
    assert 2 <= said["throws"][1]["value"] <= 12
    assert said["throws"][1]["source"] == "rolled"


def test_missing_dice_are_wanted_with_the_line_to_type(table):
    said = table.say("dice 6d6 6 / 6d6 5 --dice 112366")
    assert said.code == 4
    assert 'hint: umpire dice 6d6 6 / 6d6 5 --dice "112366/<6 dice>"' in said.err


@pytest.mark.parametrize(
    ("line", "what", "hint"),
    [
        ("", "no dice given", "6d6 6 / 6d6 5,6,44"),
        ("fish", "'fish' is not dice", "6d6 6"),
        ("6d6 /", "dice are missing before or after the /", "6d6 6"),
        ("0d6", "'0d6': the number of dice or of sides is not allowed", "1 to 99 dice"),
        ("6d1", "'6d1': the number of dice or of sides is not allowed", "2 to 999 sides"),
        ("6d6 7", "there is no 7", "for faces type 5,6"),
        ("6d6 456", "'456' is neither a face nor a pair", "a pair of 4s type 44"),
        ("6d6 6,66", "6 scores twice", "as a pair"),
        ("6d6+1 6", "hits are counted here, so no number can be added to a roll", "7d6"),
        ("6d6 fish", "'fish' is not a way to score dice", "6d6 6"),
        ("6d6 6 total", "scored in two ways", "choose one"),
        ("2d20 12+", "each die, or the total?", "total 12+"),
        ("3d6 highest 4", "cannot keep 4 of 3 dice", "keep 1 to 3"),
        ("2d6 8+ always 6", "one die and a target number", "1d20 12+ always 20"),
        ("99d6", "too many possible results", "use fewer dice"),
        ("99d6 11,22,33,44,55", "too many possible results", "use fewer dice"),
        ("6d6 6 --dice 11123", "6 dice needed, 5 typed", "type the faces"),
        ("6d6 6 --dice 111236/1", "left over", ""),
        ("20d20 / 1d6", "too many possible results", ""),
    ],
)
def test_what_makes_no_sense_is_one_line_and_a_hint(table, line, what, hint):
    said = table.say(f"dice {line}")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("error: ")
    assert what in said.err
    assert hint in said.err
