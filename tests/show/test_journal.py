"""Tests of the journal: a result and the stands that it removes are one line, and never a line that is false."""

import pytest

from umpire.game.gamefile.journal import read_entry
from umpire.show.journal import DETAIL, closing_lines
from umpire.show.page import Page

NAMES = ("Tiger", "Panzer IV", "HQ Tiger", "Sherman 1", "Riders", "tank [A] (x)", "Panther: III/SS")


def closing(words, instructions, detail=0):
    outcome = {"words": list(words), "hands": list(instructions), "owed": []}
    return closing_lines(Page(200), read_entry({"outcome": outcome}), NAMES, detail)


@pytest.mark.parametrize("detail", DETAIL)
@pytest.mark.parametrize(
    ("said", "line"),
    [
        (
            "Sherman 1 at Tiger: hit, column 1:1: knocked out",
            "Sherman 1 at Tiger: hit, column 1:1: knocked out, REMOVE",
        ),
        ("Sherman 1 on Tiger: destroyed (EFF-05)", "Sherman 1 on Tiger: destroyed, REMOVE (EFF-05)"),
        ("Tiger: a natural 1: routed (SUP-02)", "Tiger: a natural 1: routed, REMOVE (SUP-02)"),
        (
            "Riders at Tiger: knocked out (an S is a K, RES-05)",
            "Riders at Tiger: knocked out, REMOVE (an S is a K, RES-05)",
        ),
    ],
)
def test_a_result_and_its_removal_are_one_line(said, line, detail):
    assert closing(["both shoot", said], ["REMOVE Tiger", "SUPPRESS Panzer IV"], detail) == [
        "both shoot",
        line,
        "SUPPRESS Panzer IV",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["both shoot"],  # no line on the one that goes
        ["Sherman 1 at HQ Tiger: suppressed"],  # another, whose name ends alike
        ["Tiger at Sherman 1: suppressed"],  # the one that goes is the shooter
        ["Sherman 1 at Tiger: suppressed", "Panzer IV at Tiger: knocked out"],  # which of the two removed it?
        ["Sherman 1 at Tiger shoots"],
        ["Tiger: 4 hexes of 5 (2-01)", "Tiger goes through zones of control: 1 lost"],  # not for its move
    ],
)
def test_no_line_says_a_removal_that_was_not_its_own(words):
    assert closing(words, ["REMOVE Tiger"]) == [*words, "REMOVE Tiger"]


def test_what_else_hands_do_with_whoever_goes_stays_beside_it():
    said = "Sherman 1 at Tiger: knocked out"
    assert closing([said], ["MOVE Tiger 4", "REMOVE Tiger"]) == [said, "Tiger: MOVE 4, REMOVE"]


def test_a_name_of_any_letters():
    assert closing(["Riders at tank [A] (x): destroyed"], ["REMOVE tank [A] (x)"]) == [
        "Riders at tank [A] (x): destroyed, REMOVE"
    ]


@pytest.mark.parametrize("detail", DETAIL)
def test_a_name_with_a_colon_is_not_cut(detail):
    said = ["Sherman 1 at Panther: III/SS: knocked out"]
    assert closing(said, ["REMOVE Panther: III/SS"], detail) == ["Sherman 1 at Panther: III/SS: knocked out, REMOVE"]
    alike = ["Panther: III/SS: no effect", "Tiger: no effect"]
    assert closing(alike, [], detail)[:1] == (["Panther: III/SS, Tiger: no effect"] if detail else alike[:1])


def test_an_entry_is_read_whatever_keys_it_has():
    nothing = read_entry({})
    assert (nothing.kind, nothing.played, nothing.throws, nothing.outcome.instructions) == ("act", False, (), ())
    assert read_entry({"words": ["took back #3"]}).words == ("took back #3",)
    assert [read_entry(data).kind for data in ({"reason": ""}, {"reason": "", "public": False})] == [
        "correction",
        "note",
    ]
    assert read_entry({"command": "next fire"}).verb == "next"
