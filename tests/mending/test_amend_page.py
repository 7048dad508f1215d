"""Tests of the page of an amend: a typed line is an answer, a look or the mark that drops it; slips are not stored."""

import pytest

from tests.cli.games import at_terminal

DICE, WHICH = "1 die (Enter rolls): ", "which (Enter: para2): "


@pytest.fixture
def table(table):
    """Return the table after machine guns were lost by mistake in the first fire: the second has one die more, and a
    loss to choose.
    """
    table.game()
    assert table.say("fire ta tb at para --dice 61111/1111 --choose mg").code == 0
    assert table.say("fire ta at para --dice 6611/111").code == 0
    return table


def asked(table, *answers, code=0):
    """Return the screen of a referee who types these answers to `amend 2 11111/`, each at its prompt."""
    ended, seen = at_terminal(
        "amend", "2", "11111/", cwd=table.folder, answers=[(at, f"{key}\n") for at, key in answers]
    )
    assert ended == code, seen
    return seen


def test_a_slip_is_refused_and_asked_again(table):
    seen = asked(table, (DICE, "55"), (DICE, "5"), (WHICH, "xyz"), (WHICH, "para+mg"))
    assert "error: Allied reply: 1 die needed, 2 typed in '55'" in seen
    assert (
        "error: Allied, lose 2 strength points: 'xyz' is not one of the options\nhint: one of: para2, para+mg" in seen
    )
    assert "#4 recorded, changes #2 #3" in seen
    assert "paratroops 4→3" in (said := table.say("log 3").out.partition("≠")[2])
    assert "thrown 1 1 1 5 (typed): 1 hit" in said


def test_a_number_behind_the_entry_is_not_taken_for_a_distance(table):
    said = table.say("amend 3 2")
    assert (said.code, table.entry()) == (2, 3)
    assert "error: '2' can mean dice or range\nhint: type 2/ or range=2" in said.err


def test_dice_of_a_throw_that_is_not_there_say_where_the_only_one_stands(table):
    table.game("bridgehead")
    game = "-g bridgehead.umpire"
    assert table.say(f"artillery g1 at k1 --dice 2 --ruling practice {game}").code == 0
    said = table.say(f"amend -1 /5 {game}")
    assert "hint: leave it out; if these are the dice of the only throw, type 5/" in said.err


def test_the_mark_gives_the_line_back_with_its_dice(table):
    seen = asked(table, (DICE, "5"), (WHICH, "!"), code=130)
    assert 'hint: to repeat: umpire amend 2 --dice "11111/" --dice 3:5' in seen
    assert table.say("amend 2 --dice 11111/ --dice 3:5 --defaults").code == 0


def test_a_look_is_answered_and_the_mark_drops_it(table):
    seen = asked(table, (DICE, "status para"), (DICE, "?rule 3.7.2"), (DICE, "5"), (WHICH, "!"), code=130)
    assert "as recorded now:\n" in seen
    assert "para  paratroops" in seen
    assert "TSG-3.7.2" in seen or "3.7.2-01" in seen
    assert "nothing was recorded" in seen
    assert table.entry() == 3
