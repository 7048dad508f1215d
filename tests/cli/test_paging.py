"""Tests of long answers at the prompt: a screen at a time; keys pressed there are never taken for a command."""

import re

import pytest

from tests.cli.terminal import ROWS, Terminal


@pytest.mark.slow
@pytest.mark.parametrize("long", ["status all", "help typing", "--help", "help fire", "sheet", "fire --help"])
def test_a_long_answer_takes_no_line_meant_for_the_prompt(table, long):
    """E9"""
    table.game("bridgehead")
    with Terminal("table", cwd=table.folder, PAGER="head -n 3") as at:
        at.wait("❯")
        first = at.enter(long)
        assert len(first) < ROWS
        assert "more lines; Enter" in first[-1]
        seen = at.enter("status p1")
        assert "1st Panzer company" in "\n".join(seen)
        at.type("quit\r")
        assert at.ended() == 0


@pytest.mark.slow
def test_enter_shows_the_rest_of_a_long_answer_and_nothing_of_it_is_lost(table):
    table.game("bridgehead")
    whole = table.say("status all").out.splitlines()
    with Terminal("table", cwd=table.folder) as at:
        at.wait("❯")
        at.type("status all\r", "more (Enter)")
        shown = at.screen()
        for _ in range(9):
            if "more (Enter)" not in at.screen().splitlines()[-1]:
                break
            at.type("\r", "❯")
            shown += at.screen()
        missing = [line for line in whole if line.strip() and line.split()[0] not in shown]
        assert not missing
        at.type("quit\r")
        assert at.ended() == 0


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["bridgehead", "asp-opening", "d20-opening", "three-star-opening"])
def test_what_a_question_mark_says_fits_the_screen_and_begins_with_the_acts(table, scenario):
    """E9"""
    table.game(scenario)
    with Terminal("table", cwd=table.folder) as at:
        at.wait("❯")
        said = at.enter("?")
        assert len(said) <= 20
        assert any(line.startswith("fire ") for line in said)
        assert any(line.startswith("next ") for line in said)
        assert {"now", "arrive", "leave"} <= {*re.findall(r"\w+", "\n".join(said))}
        assert "help fire" in "\n".join(said)
        assert not at.too_wide()
        at.type("quit\r")
        assert at.ended() == 0


@pytest.mark.slow
@pytest.mark.parametrize("line", ["zzzz", "redo", "log zzzz", "log 9999", "undo"])
def test_hints_at_the_prompt_are_typed_as_they_stand(table, line):
    """E12"""
    table.game("worked-example-1")
    with Terminal("table", cwd=table.folder) as at:
        at.wait("❯")
        said = "\n".join(at.enter(line))
        assert "hint: " in said
        assert "umpire " not in said
        at.type("quit\r")
        assert at.ended() == 0
    assert "umpire " in table.say(line).err  # typed at the shell it has its name
