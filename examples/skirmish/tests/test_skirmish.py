"""Skirmish keeps the contract of a ruleset, and its own rules."""

import pytest

from umpire.testing import Case, Contract


class TestContract(Contract):
    case = Case(
        "skirmish",
        "first-shots",
        allowed="red at blue 8",
        pool="fire",
        small="guard at red 8 cover=yes",
        forbidden="guard at red 9",
    )


@pytest.mark.parametrize(("words", "dice"), [("8", 3), ("6", 4), ("8 cover=yes", 2), ("6 cover=yes", 3)])
def test_dice_of_a_rifle(tmp_path, words, dice):
    case = TestContract.case
    assert case.prepared(case.begin(tmp_path), f"red at blue {words}").situation.pool.dice == dice


def test_nobody_loses_more_men_than_there_are(tmp_path):
    case = TestContract.case
    assert case.played(case.begin(tmp_path), "red at guard 6", "6666").outcome.instructions == ("guard 2→0",)
