"""Tests of victory in d20, which only words decide: the referee is asked, and the answer is shown."""

import pytest

from umpire.play.session import open_session

ANSWERS = {"german": "the winner: German", "Allied because": "the winner: Allied", "draw": "a draw"}
HEADINGS = {"german": "German wins", "Allied because": "Allied wins", "draw": "A draw"}


@pytest.fixture
def table(table, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    game = table.game("d20-evening")
    for at in range(1, 50):
        said = table.say("next --ruling why")
        assert said.code == 0, (at, said)
        if open_session(game).state.clock.phase == "over":
            return table
    raise AssertionError("it never ends")


def headline(table):
    return next(line for line in table.say("status").out.splitlines() if line.startswith("the game is over"))


@pytest.mark.wording
def test_the_end_of_the_last_turn_asks_who_has_won(table):
    assert "who has won" not in headline(table)
    assert "still to do: the winner: `victory SIDE`, or `victory draw`" in table.say("status").out
    assert table.say("report --short").out.splitlines()[0].endswith(": The winner has not been recorded")
    last = table.entry()
    assert "STILL TO DO: the winner: `victory SIDE`, or `victory draw`" in table.say(f"log {last}").out


@pytest.mark.wording
@pytest.mark.slow
@pytest.mark.parametrize("typed", ANSWERS)
def test_the_answer_is_the_headline_of_status_report_and_screen_and_is_undone(table, typed):
    said = table.say(f"victory {typed}")
    assert (said.code, ANSWERS[typed] in said.out) == (0, True)
    assert headline(table) == f"the game is over · {ANSWERS[typed]}"
    assert "still to do" not in table.say("status").out
    assert table.say("report --short").out.splitlines()[0].endswith(f": {HEADINGS[typed]}")
    assert f"The game is over · {ANSWERS[typed]}" in table.say("report --md").out
    assert f"victory {typed}" in table.say("log").out
    assert table.say("screen --json").plain["where"] == f"the game is over · {ANSWERS[typed]}"
    assert table.say("undo").code == 0
    assert headline(table) == "the game is over"


@pytest.mark.wording
def test_it_is_exported_and_may_be_taken_back_in_words(table):
    table.say("victory Allied the mill was never taken")
    assert 'won = "Allied"' in table.say("export").out
    table.say("export -o again.toml")
    assert table.say("new again.toml -g again.umpire").code == 0
    assert "the winner: Allied" in table.say("status -g again.umpire").out
    assert table.say("victory open -g again.umpire").code == 0
    assert "the winner" not in table.say("status -g again.umpire").out.splitlines()[1]


@pytest.mark.wording
@pytest.mark.parametrize(("typed", "hint"), [("red", "one of: German, Allied, draw, open"), ("Germna", "German")])
def test_a_winner_that_is_none_is_refused_with_those_there_are(table, typed, hint):
    said = table.say(f"victory {typed}")
    assert said.code == 2
    assert hint in said.err


@pytest.mark.wording
def test_a_scenario_names_no_winner_that_does_not_play(table):
    table.say("export -o again.toml")
    again = table.folder / "again.toml"
    again.write_text(f'won = "French"\n{again.read_text()}')
    said = table.say("new again.toml -g again.umpire")
    assert said.code == 1
    assert "no winner is called 'French'" in said.err
