"""Tests of lines that bring record and table together as referees type them, and the full lines that they stand for."""

import pytest

PIN = "p1 p5 i1 r1 r2"


@pytest.fixture
def table(table):
    table.game("asp-opening")
    return table


def changed(table, line):
    """Return the changes made by a line, which is taken back."""
    said = table.say(f"{line} --json")
    assert said.code == 0, said.out
    assert table.say("undo").code == 0
    return said.plain["changes"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (f"set {PIN} state=pinned", f"set {PIN} pinned=yes"),
        ("set p1 State=Pinned", "set p1 pinned=yes"),
        ("audit t3 markers 1", "audit t3 markers=1"),
        ("audit t3 pinned yes p1 markers 2", "audit t3 pinned=yes p1 markers=2"),
    ],
)
def test_a_correction_as_it_is_typed(table, typed, meant):
    assert changed(table, typed) == changed(table, meant) != []


def test_what_is_no_mark_is_still_no_state(table):
    assert table.say("set p1 state=tired").code == 2
    assert "pinned=yes" in table.say("set p1 state=pined").err
    assert table.say("set p1 state=markers").code == 2
