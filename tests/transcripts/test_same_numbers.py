"""Tests of the comparison of evenings: it notices numbers, rules, arrows and CAPITALS, and their order; words are
free.
"""

import pytest

from tests.transcripts.same_numbers import Pair, kind, pairs

BEFORE = ("German loses 2, no combat costs more (4-02)", "REMOVE tank B; para 4→3", "OWED: guns g1")


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (
            (
                "German: 2 lost, the most that may be lost at once",
                "(4-02)",
                "REMOVE tank B; para 4→3",
                "STILL TO DO: guns g1",
            ),
            "same",
        ),
        (("(4-02) German loses 2", "REMOVE tank B; para 4→3", "STILL TO DO: guns g1"), "order"),
        (("German loses 3 (4-02)", "REMOVE tank B; para 4→3", "STILL TO DO: guns g1"), "differs"),
        (("German loses 2 (4-03)", "REMOVE tank B; para 4→3", "STILL TO DO: guns g1"), "differs"),
        (("German loses 2 (4-02)", "REMOVE tank B; para 4 3", "STILL TO DO: guns g1"), "differs"),
        (("German loses 2 (4-02)", "remove tank B; para 4→3", "STILL TO DO: guns g1"), "differs"),
        (("German loses 2 (4-02)", "REMOVE tank B; para 4→3", "ON THE TABLE: guns g1"), "differs"),
    ],
)
def test_words_are_free_and_the_rest_is_not(now, expected):
    assert kind(Pair("evening", "fire", BEFORE, now)) == expected


def test_a_rule_broken_at_the_end_of_a_line_is_one():
    assert kind(Pair("evening", "fire", ("hit (3.7-04)",), ("a hit by rule (3.7-", "  04)"))) == "same"


def test_a_line_typed_in_one_of_them_differs():
    before, now = "$ umpire fire\nhit 1\n", "$ umpire fire\nhit 1\n$ umpire next\nround 2\n"
    assert [kind(pair) for pair in pairs("evening", before, now)] == ["same", "differs"]
