"""Tests of refusals: each fact once, with a hint that works; of two reasons for a throw, the shorter stands first."""

import pytest

from tests.cli.games import at_terminal
from umpire.cli.output import refusal
from umpire.core.outcome import Objection


def test_six_stands_out_of_command_are_one_refusal_that_names_six():
    """E14"""
    no = [Objection("5.2-01", f"c{n} is out of command, {n} hexes off", alike=(f"c{n}", "out of command"))
          for n in range(6)]  # fmt: skip
    reply = refusal([*no, Objection("3-02", "c1 is 5 hexes away")])
    assert reply.trouble[0] == "refused: c0, c1, c2, c3, c4, c5: out of command (5.2-01)"
    assert reply.trouble[1] == "refused: c1 is 5 hexes away (3-02)"
    assert len(reply.plain["refused"]) == 7  # a program gets each refusal
    assert refusal(no[:1]).trouble[0].startswith("refused: c0 is out of command, 0 hexes off")


def test_stands_out_of_command_in_a_game_are_refused_in_one_line(table):
    """E14"""
    table.game("worked-example-1")
    said = table.say("fire ta tb at para ta.command=no tb.command=no")
    assert said.code == 3
    refused = [line for line in said.err.splitlines() if line.startswith("refused:")]
    assert len(refused) == 1
    assert "tank A, tank B: out of command" in refused[0]


def test_a_short_why_comes_before_the_long_one(table):
    """E14"""
    table.game("worked-example-1")
    ask = "(Enter rolls): "
    answers = [(ask, f"{key}\n") for key in ("?", "?", "??", "!")]
    ended, seen = at_terminal("fire", "ta", "tb", "at", "para", cwd=table.folder, answers=answers)
    assert ended == 130
    short, long, again = (seen.split(ask)[n] for n in (1, 2, 3))
    assert "medium armour" in short
    assert ": no, " not in short
    assert "? again to see" in short
    assert ": no, " in long
    assert ": no, " in again


def test_what_is_not_agreed_is_agreed_by_the_line_it_says(table):
    """E11"""
    game = "-g asp-opening.umpire"
    table.game("asp-opening")
    assert table.say(f"set conditions modules=engineering {game}").code == 0
    said = table.say(f"artillery m1 smoke ford {game}")
    assert said.code == 3
    line = said.err.partition("`")[2].partition("`")[0]
    assert table.say(f"{line} {game}").code == 0
    assert "not agreed" not in table.say(f"artillery m1 smoke ford {game}").err
    assert "not agreed" not in table.say(f"cross t1 kind=anti-tank --odds {game}").err


def test_an_obstacle_that_is_not_on_record_is_crossed_with_its_kind(table):
    """E12"""
    game = "-g asp-opening.umpire"
    table.game("asp-opening")
    table.say(f"set conditions modules=engineering {game}")
    said = table.say(f"cross t1 over teeth {game}")
    assert said.code == 2
    line = said.err.partition("type ")[2].partition(",")[0]
    assert line == "cross t1 kind=anti-tank"
    assert table.say(f"{line} --odds {game}").code == 0
    assert table.say(f"cross t1 over teeth kind=anti-tank --odds {game}").code == 0


@pytest.mark.parametrize(
    ("scenario", "line"), [("asp-opening", "fire t1 t2 300"), ("d20-opening", "fire tiger panzer 5")]
)
def test_a_friend_named_for_the_target_is_said_to_be_one(table, scenario, line):
    """E12"""
    table.game(scenario)
    said = table.say(f"{line} -g {scenario}.umpire")
    assert said.code == 2
    assert "on the same side" in said.err


@pytest.mark.parametrize("scenario", ["asp-opening", "d20-opening"])
def test_the_hint_of_the_roll_call_is_of_this_game(table, scenario):
    """E12"""
    table.game(scenario)
    said = table.say(f"audit zzzz -g {scenario}.umpire").err
    assert "hex" not in said
    assert "sp=" not in said
    assert "nothing to set" in table.say(f"{said.split('`')[1]} -g {scenario}.umpire").err


def test_what_stands_on_the_table_is_told_without_an_equals_sign(table):
    table.game("asp-opening")
    assert "markers 0→1" in table.say("audit t3 markers 1 -g asp-opening.umpire").out
