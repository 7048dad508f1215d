"""Tests of the questions of an amend about later entries: an invalid answer is asked for again, and never lost."""

import pytest

from tests.cli.games import at_terminal

ROLLS = "2 dice (Enter rolls): "


@pytest.fixture
def table(table):
    """Return the table after two shots of one tank; without the first, which pinned the target, the second has a
    reply.
    """
    table.game("asp-opening")
    assert table.say("fire t1 at p1 600 --dice 1/23").code == 0
    assert table.say("fire t1 at p1 600 --dice 4/1/12").code == 0
    return table


@pytest.mark.slow
@pytest.mark.parametrize("slip", ["stats", "17", "123", "66 5", "=x"])
def test_an_answer_that_is_none_is_asked_again(table, slip):
    code, seen = at_terminal("amend", "2", "/12", cwd=table.folder, answers=[(ROLLS, f"{slip}\n"), (ROLLS, "54\n")])
    assert code == 0
    assert "error: " in seen.split(slip, 1)[1]
    assert "thrown 5 4 -4 (typed): R" in table.say("log 3").out


@pytest.mark.parametrize("told", ["3:status", "3:17", "3:123"])
def test_an_answer_that_is_none_is_refused_as_an_option(table, told):
    before = table.entry()
    said = table.say("amend 2 /12 --dice", told)
    assert said.code == 2
    assert said.err.startswith("error: ")
    assert table.entry() == before
    assert table.say("amend 2 /12 --dice 3:54").code == 0
