"""Tests of an amend that adds or changes corrections and remarks; of a row of undos in the log."""

import pytest

from umpire.play.past.again import at_position, kept_as_recorded
from umpire.play.past.amend import Past
from umpire.play.session import open_session


@pytest.fixture
def table(table):
    table.game("worked-example-1")
    assert table.say("note rain").code == 0  # 2
    assert table.say("set para sp=3").code == 0  # 3
    return table


def strength(table, name):
    rows = table.say(f"status {name} --json").plain["status"][0]["rows"]
    return next(row for row in rows if row[0] == name)[2]


def test_a_correction_that_was_forgotten_is_put_in(table):
    """E6"""
    said = table.say("amend --before 2 set ta sp=1")
    assert said.code == 0, said.err
    assert strength(table, "ta").startswith("1/")
    assert strength(table, "para").startswith("3/")
    assert table.say("undo").code == 0
    assert not strength(table, "ta").startswith("1/")


def test_what_was_put_in_stays_where_something_before_it_is_amended(table):
    """E6"""
    assert table.say("amend --before 3 set ta sp=1").code == 0
    assert table.say("amend --before 2 set tb sp=1").code == 0
    assert [strength(table, name)[0] for name in ("ta", "tb", "para")] == ["1", "1", "3"]


def test_a_correction_that_was_put_in_is_kept_by_its_changes_where_it_no_longer_fits(table):
    """E6: only its words were kept, without the changes."""
    assert table.say("amend --before 3 set ta sp=1").code == 0
    session = open_session(table.folder / "worked-example-1.umpire")
    put = next(one for one in Past(session).history.standing if one.put)
    start = at_position(session, Past(session).before(1))
    assert start.state.stands["ta"].sp != 1
    kept = kept_as_recorded(start, put, 0).position
    assert kept["state"]["stands"]["ta"]["sp"] == 1


def test_a_remark_that_was_forgotten_is_put_in_and_one_is_changed(table):
    """E6"""
    assert table.say("amend --before 3 note", "the mill burns").code == 0
    assert "the mill burns" in table.say("log").out
    assert table.say("amend 2 snow").code == 0
    assert "snow" in table.say("log").out
    assert "note  rain" not in table.say("log").out
    assert table.say("amend 2 note hail and", "more").code == 0
    assert "hail and more" in table.say("log").out


@pytest.mark.parametrize("line", ["amend -1 454", "amend 3 4/5", "amend 3 --dice 454", "amend 2 4/", "amend 3 note x"])
def test_dice_of_what_has_none_are_refused(table, line):
    """E6: the dice became the reason of the correction."""
    said = table.say(line)
    assert said.code == 2
    assert "hint: " in said.err
    assert table.entry() == 3


def test_undos_in_a_row_are_one_line_of_the_log(table):
    """E18"""
    for number in range(16):
        table.say(f"note n{number}")
    for _ in range(16):
        assert table.say("undo").code == 0
    lines = table.say("log -n 50").out.splitlines()
    undos = [line for line in lines if " undo " in line]
    assert len(undos) == 1
    assert "16 entries" in undos[0]
    assert undos[0].startswith("#20-35")
    assert "#19 to #4" in undos[0]
    assert table.say("redo").code == 0  # which has its own line
    assert "redoes #4" in table.say("log -n 50").out.splitlines()[-1]
