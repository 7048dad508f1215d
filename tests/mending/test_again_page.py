"""Tests of `again` at a terminal: it asks for dice and choices like an amend, and shows the old throw."""

import pytest

from tests.cli.games import at_terminal

FIRE, REPLY, WHICH = "5 dice (Enter rolls): ", "4 dice (Enter rolls): ", "which (Enter: para): "
WHOSE = "which (Enter: ta): "


@pytest.fixture
def table(table):
    """Return the table after a fire that missed: a new throw may hit, and then a loss is chosen."""
    table.game()
    assert table.say("fire ta tb at para --dice 11111/1111").code == 0
    return table


def asked(table, *answers, line=("again",), code=0):
    """Return the screen of a referee who types these answers to `again`, each at its prompt."""
    ended, seen = at_terminal(*line, cwd=table.folder, answers=[(at, f"{key}\n") for at, key in answers])
    assert ended == code, seen
    return seen


def test_a_choice_that_the_new_dice_bring_is_asked_for(table):
    seen = asked(table, (FIRE, "6x"), (REPLY, "5x"), (WHICH, "mg"), (WHOSE, "tb"))
    assert "  German fire: thrown 6 and 4 more that do not score (typed): 1 hit\n" in seen
    assert "German fire: dice 6x instead of 1 1 1 1 1" in seen.partition(WHOSE)[2]
    assert "ON THE TABLE: tank B 2→1 · REMOVE para MG" in seen


def test_dice_that_Enter_rolls_are_shown(table):
    seen = asked(table, (FIRE, "x"), (REPLY, ""), (WHOSE, ""))
    assert "(rolled): " in seen
    fell = seen.partition("thrown ")[2].partition(" (rolled)")[0]
    assert fell in table.say("log 2").out.partition("≠")[2]


@pytest.mark.slow
def test_the_line_can_be_explained_and_gone_back(table):
    seen = asked(table, (FIRE, "?"), (FIRE, "<"), (FIRE, "7x"), (FIRE, "6x"), (REPLY, "<"), (FIRE, "x"), (REPLY, "x"))
    assert "'' cannot be shown" not in seen
    assert "tank B" in seen.partition("?")[2].partition("error")[0]
    assert "error: this is the first question\nhint: ? explains the question, < goes back, ! drops the line" in seen
    assert "German fire: there is no 7 on this die" in seen
    assert seen.count("! drops the line") == 3
    assert "German fire: dice x instead of 1 1 1 1 1" in seen


def test_dice_without_a_number_are_those_thrown_again(table):
    assert table.say("again --dice x/r --defaults").code == 0
    assert "(rolled)" in table.say("log 2").out
    assert table.say("again reply --dice 5x").code == 0
    assert "thrown 5 and 3 more that do not score" in table.say("log 2").out.partition("≠")[2]
    said = table.say("again --dice x/x --dice 2:x/x")
    assert (said.code, said.out) == (2, "")
    assert "twice" in said.err


def test_a_choice_can_be_typed_where_nothing_is_asked(table):
    said = table.say("again --dice 6x/x")
    assert said.code == 4
    assert 'umpire again --dice 2:6x/x --choose "2:<' in said.err
    assert table.say("again --dice 2:6x/x --choose 2:mg").code == 0
    assert table.say("undo").code == 0
    assert table.say("again --dice 6x/x --defaults").code == 0
