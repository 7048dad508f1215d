"""Tests of `umpire` alone and `umpire table`: they lead to the game here, to one of several, or to a battle to
begin.
"""

import os
import re

import pytest

from tests.cli.games import at_terminal

DAY = 1_700_000_000


def alone(table, *words):
    code, seen = at_terminal(*words, cwd=table.folder, answers=[], columns=80)
    assert code == 0
    assert len(seen.splitlines()) <= 8
    assert max(map(len, seen.splitlines())) <= 80
    for line in re.findall(r"^ +umpire (.*?)  ", seen, re.MULTILINE):
        if line not in ("table", "demo"):
            assert table.say(line, *words).code == 0, line
    return seen


def test_without_a_game_it_leads_to_the_first_evening(table):
    seen = alone(table)
    for line in ("umpire demo", "umpire new mill", "umpire help first-evening", "umpire help "):
        assert line in seen
    assert "no game in this folder" in seen


def test_with_a_game_it_says_which_where_it_is_and_when_it_was_played(table):
    path = table.game("mill")
    os.utime(path, (DAY, DAY))
    seen = alone(table)
    assert "The mill at Vauclair (mill.umpire): round 1 of 4: orders" in seen
    assert re.search(r"1[45] November 2023, \d\d:\d\d", seen)
    assert "umpire table" in seen
    assert "The mill" in alone(table, "-g", "mill.umpire")


def test_with_several_it_lists_the_one_played_last_first(table):
    for age, name in enumerate(("mill", "d20-opening", "worked-example-1")):
        os.utime(table.game(name), (DAY - age, DAY - age))
    (table.folder / "other.umpire").write_text("no game")
    seen = at_terminal(cwd=table.folder, answers=[], columns=80)[1]
    assert seen.index("cannot be opened (other.umpire)") < seen.index("mill.umpire")
    assert seen.index("mill.umpire") < seen.index("d20-opening.umpire") < seen.index("worked-example-1.umpire")


def test_a_program_gets_the_whole_help_and_json_an_error(table):
    assert "Acts of play" in table.say("").out
    assert table.say("--json").code == 2


def typed(table, *answers):
    keys = [*((": ", f"{one}\n") for one in answers), ("umpire> ", "quit\n")]
    return at_terminal("table", cwd=table.folder, answers=keys, columns=80, term="dumb")[1]


def test_the_table_begins_a_battle_by_its_number(table):
    seen = typed(table, "")
    assert "`new SCENARIO` starts a game" in seen
    assert not list(table.folder.glob("*.umpire"))
    (number,) = re.findall(r"(\d+) mill\b", seen)
    seen = typed(table, "99", "nowhere", number)
    assert seen.count("a number from 1 to") == 2
    assert "new game: The mill at Vauclair" in seen
    assert "as of #1 (mill.umpire)" in seen
    assert "new game: " not in typed(table)


def test_the_table_goes_on_with_the_game_played_last(table):
    for age, name in enumerate(("mill", "d20-opening")):
        os.utime(table.game(name), (DAY - age, DAY - age))
    assert "(mill.umpire)" in typed(table, "").splitlines()[-3]
    assert "(d20-opening.umpire)" in typed(table, "2").splitlines()[-3]
    assert "(d20-opening.umpire)" in typed(table, "d20-opening").splitlines()[-3]


def test_quit_leaves_the_table_before_a_battle_is_chosen(table):
    code, seen = at_terminal("table", cwd=table.folder, answers=[("none): ", "quit\n")], columns=80, term="dumb")
    assert code == 0
    assert "for a game in another folder, type quit, then umpire table PATH" in seen
    assert "umpire> " not in seen
    for name in ("mill", "d20-opening"):
        table.game(name)
    code, seen = at_terminal("table", cwd=table.folder, answers=[("umpire): ", "q\n")], columns=80, term="dumb")
    assert code == 0
    assert "umpire> " not in seen


@pytest.mark.parametrize(
    ("line", "hint"),
    [("reroll", "again"), ("roll again", "again"), ("throw again", "again"), ("correct 5", "amend")],
)
def test_other_words_for_a_correction_lead_to_it(table, line, hint):
    table.game("mill")
    assert f"hint: did you mean {hint}" in table.say(line).err


def test_one_card_is_printed_as_cards(table):
    table.game("mill")
    assert table.say("print card --json").out == table.say("print cards --json").out != ""
    assert table.say("print cardx --json").code == 2
