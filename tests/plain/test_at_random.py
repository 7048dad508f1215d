"""Tests of `umpire check` on files made from kinds of steps and keys: right, odd or refused, and never a bug."""

from tests.plain.at_random import looked_through


def test_no_file_is_answered_with_a_bug():
    counts, bugs = looked_through(120, "in the tests")
    assert bugs == []
    assert counts["odd"] > 30
    assert counts["refused"] > 30
