"""Tests of `map -o`: the board in a file. It replaces a board that Umpire drew, and no other file."""

from __future__ import annotations

import pytest


def test_a_board_is_drawn_and_drawn_again(table):
    table.game("bridgehead")
    assert table.say("map -o board.svg").out == "drawn in board.svg, as of #1\n"
    first = (table.folder / "board.svg").read_text(encoding="utf-8")
    assert table.say("set k1 sp=2").code == 0
    assert table.say("map -o board.svg").out == "drawn in board.svg, as of #2\n"
    second = (table.folder / "board.svg").read_text(encoding="utf-8")
    assert ">2/5<" in second
    assert ">2/5<" not in first
    assert sorted(path.name for path in table.folder.iterdir()) == ["board.svg", "bridgehead.umpire"]


def test_what_is_no_board_is_left_as_it_is(table):
    table.game("bridgehead")
    (table.folder / "mine.svg").write_text("<svg/>", encoding="utf-8")
    said = table.say("map -o mine.svg")
    assert (said.code, said.err.splitlines()[0]) == (1, "error: mine.svg exists already")
    assert (table.folder / "mine.svg").read_text(encoding="utf-8") == "<svg/>"


def test_a_board_that_somebody_drew_on_is_left_as_it_is(table):
    table.game("bridgehead")
    table.say("map -o board.svg")
    board = table.folder / "board.svg"
    board.write_text(mine := board.read_text(encoding="utf-8").replace("</svg>", "<circle/></svg>"), encoding="utf-8")
    assert table.say("map -o board.svg").code == 1
    assert board.read_text(encoding="utf-8") == mine


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("map -o board.png", "for example: -o board.svg"),
        ("map -o board.svg --colours gray", "did you mean grey?"),
        ("map -o nowhere/board.svg", "nowhere/board.svg cannot be written"),
    ],
)
def test_what_cannot_be_drawn_is_said(table, line, words):
    table.game("bridgehead")
    said = table.say(line)
    assert said.code in (1, 2)
    assert words in said.err
    assert not list(table.folder.glob("**/*.svg"))


@pytest.mark.parametrize("scenario", ["asp-opening", "d20-opening", "without-a-map"])
def test_a_game_without_a_map_has_no_board(table, scenario):
    table.game(scenario)
    said = table.say("map -o board.svg")
    assert said.code == 2
    assert "this game has no map" in said.err
