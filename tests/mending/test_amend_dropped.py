"""Tests of dice that no longer count after an amend: they are named at the table, in the log, and to programs."""

import pytest

from tests.cli.games import Table
from umpire.show.amended import MOST


@pytest.fixture
def table(table):
    """Return the table of a tank without losses in its first fire, with more fires than an amend has lines."""
    table.game("worked-example-1")
    assert table.say("fire ta tb at para --dice 11111/1111").code == 0
    for dice in ["6521/1111", *["1111/1111"] * MOST]:
        assert table.say(f"fire ta at para --dice {dice} --defaults").code == 0
    return table


LOST = "amend 2 /6666 --defaults --roll --keep all"


def test_the_dice_that_went_are_said_of_every_entry(table):
    said = " ".join(table.say(LOST).out.split())
    for number in range(4, 4 + MOST):
        assert f"#{number} fire ta at para: German fire, 2 dice, not 4: 1 1 removed by lot" in said
    third = said.partition("#3 fire ta at para: German fire, 2 dice, not 4: ")[2]
    gone, left = (
        third.partition(" removed")[0],
        third.partition("; German fire: dice ")[2].partition(" instead of 6 5 2 1")[0],
    )
    assert sorted(f"{gone} {left}".split()) == ["1", "2", "5", "6"]


def test_the_log_names_the_dice_that_went(table):
    assert table.say(LOST).code == 0
    said = " ".join(table.say(f"log {4 + MOST}").out.split())
    assert "#4 German fire, 2 dice, not 4: 1 1 removed by lot" in said


def test_programs_are_told_which_dice_went(table):
    said = table.say(f"{LOST} --json").plain
    changed = {each["entry"]: each for each in said["different"]}
    assert [*changed] == said["changed"]
    assert changed[2]["dropped"] == []
    assert changed[4]["dropped"] == [{"throw": "German fire, 2 dice, not 4", "dice": ["1", "1"], "why": "lot"}]
    assert "1 1 removed by lot" in changed[4]["words"]
    assert "tank A 4→2" in changed[2]["words"]


def test_a_throw_that_is_no_longer_made_is_told_as_dropped(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, capsys)
    table.game("asp-opening")
    assert table.say("fire t1 at p1 600 --dice 1/23").code == 0
    assert table.say("fire t1 at p1 600 --dice 4/1/12").code == 0
    said = table.say("amend 3 1/6 --roll --json").plain
    (dropped,) = said["different"][0]["dropped"]
    assert (dropped["dice"], dropped["why"]) == (["1", "2"], "not thrown")
