"""Lines as referees type them, dice where they are thrown: each with the full line that is recorded."""

import pytest

from tests.cli.games import Table


@pytest.fixture
def table(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    return Table(tmp_path, capsys)


def recorded(table, line):
    """The act on record that a line typed came to."""
    said = table.say(line)
    assert said.code == 0, said
    return table.say("log --json -n 1").plain["log"][-1]["command"]


def step_five(table):
    """A turn in step 5 whose battle groups have thrown their command points and have not acted."""
    table.game("asp-five-groups")
    assert table.say("order kg k2 --dice 66/33").code == 0
    assert table.say("next 5").code == 0


def test_next_throws_no_command_points_away_and_ends_the_turn_when_told(table):
    step_five(table)
    assert recorded(table, "n") == "next kg"
    assert "`next turn` hands the turn over" in table.say("status").out
    assert recorded(table, "next") == "next k2"
    assert "`next` hands the turn over" in table.say("status").out
    assert table.say("undo").code == 0
    said = table.say("n turn")
    assert "unspent (CP-06)" in said.out
