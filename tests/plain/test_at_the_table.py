"""Tests of games of rule files at the command line: the rules are stored in the game, and a club's lie over them."""

import json
import os
import re
import shutil

import pytest

from tests.catalogue import hear, shows
from tests.places import EXAMPLES

CLUB = """
extends = "muskets"
id = "club"
name = "Our club"

[type.line]
aim = 3

[act.fire]
step = [{ id = "hits", modifier = [{ id = "within 10 cm", amount = 2 }] }]
"""


@pytest.fixture
def table(table, tmp_path):
    for name in ("muskets", "ridge"):
        shutil.copy(EXAMPLES / "rules" / f"{name}.toml", tmp_path)
    return table


@pytest.fixture
def ridge(table):
    """Return the game of the ridge, in the phase of fire."""
    assert table.say("new ridge.toml --seed 44").code == 0
    assert table.say("next fire").code == 0
    return table


def test_a_game_needs_its_rule_file_no_more(ridge):
    before = ridge.say("fire b1 at wg 12 --odds").out
    (ridge.folder / "muskets.toml").unlink()
    assert ridge.say("fire b1 at wg 12 --odds").out == before
    assert "3.1" in ridge.say("rule 3.1").out


def test_a_game_written_out_is_begun_again_without_the_file(ridge):
    assert ridge.say("export -o later.toml").code == 0
    (ridge.folder / "muskets.toml").unlink()
    assert ridge.say("new later.toml").code == 0
    first, later = (ridge.say(f"status all -g {name}.umpire").out.splitlines()[1:] for name in ("ridge", "later"))
    assert first == later


def test_a_rule_file_that_has_changed_is_told_from_the_rules_of_the_game(ridge):
    file = ridge.folder / "muskets.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("aim = 5", "aim = 6"), encoding="utf-8")
    assert "type.line aim  6  | 5" in ridge.say("compare muskets.toml ridge.umpire").out


def test_rules_of_a_club_lie_over_a_rule_file(table):
    (table.folder / "club.toml").write_text(CLUB, encoding="utf-8")
    assert shows(table.say("check club.toml").out, "club.toml")
    assert table.say("check club.toml").code == 0
    assert table.say("new ridge.toml --house club.toml").code == 0
    table.say("next fire")
    explained = table.say("fire b1 at wg 8 --explain").out
    assert "needs +3  aim" in explained
    assert shows(explained, "+2 within 10 cm")


def test_what_a_club_gets_wrong_is_said_with_its_key(table):
    (table.folder / "club.toml").write_text(CLUB.replace("aim = 3", "aim = 9"), encoding="utf-8")
    said = table.say("check club.toml")
    assert (said.code, "type.line.aim" in said.err) == (1, True)


def test_a_row_of_a_club_that_names_what_there_is_not_is_refused(table):
    wrong = CLUB.replace("amount = 2", 'amount = 2, when = { rnage = "<= 9" }')
    (table.folder / "club.toml").write_text(wrong, encoding="utf-8")
    said = table.say("new ridge.toml --house club.toml")
    assert (said.code, shows(said.err, "rnage"), "range" in said.err) == (1, True, True)


def test_rules_are_asked_without_a_game(table):
    said = table.say("fire line at guard 8 men=12 cover=soft --rules muskets.toml --odds")
    assert said.code == 0
    assert "loses men" in said.out
    assert "hand to hand" in table.say("sheet --rules muskets.toml").out
    assert table.say("types muskets.toml line").code == 0
    assert table.say("draft muskets.toml -o draft.toml").code == 0
    assert table.say("check draft.toml").code == 0


def test_what_if_has_every_word_a_fact_may_be(ridge):
    said = ridge.say("what-if fire b1 at wg 12").out
    assert all(label in said for label in ("cover=soft", "cover=hard", "leader=yes"))


def test_luck_counts_what_comes_to_a_number(ridge):
    ridge.say("fire b1 at wg 12 --roll")
    assert "hits  rolled" in ridge.say("luck").out


def test_an_act_out_of_its_phase_is_refused_with_its_rule(ridge):
    said = ridge.say("charge b1 at wg 5")
    assert (said.code, shows(said.err, "charge 1.1")) == (3, True)
    assert ridge.say("fire b1 at wg 12 --roll").code == 0
    assert shows(ridge.say("fire b1 at wg 12").err, "1st Blue fired 1.1")


def test_can_lists_every_act_with_what_it_waits_for_or_what_says_no(ridge):
    before = ridge.say("can b1").out
    assert "wg White guard: range?" in before
    assert shows(before, "move fire 1.1")
    assert ridge.say("fire b1 at wg 12 --roll").code == 0
    assert shows(ridge.say("can b1").out, "fire 1st Blue fired 1.1")
    ridge.say("set b2 shaken=yes seen")
    ridge.say("next rally")
    assert "rally   2 dice" in ridge.say("can b2").out
    assert shows(ridge.say("can b2").out, "move rally")
    said = ridge.say("can")
    assert (said.code, "umpire can b1" in said.err) == (2, True)


def test_acts_that_lack_a_distance_are_refused_too_if_no_act_fits_the_phase(table):
    """In the phase of rallying a steady squad may do nothing: each act has the rule against it."""
    assert table.say("new rules/street --seed 3").code == 0
    can = {each["act"]: each for each in table.say("can kettle --json").plain["can"]["kettle"]}
    assert {verb: [no["rule"] for no in can[verb]["no"]] for verb in ("move", "fire", "assault", "watch")} == {
        "move": ["1.1"], "fire": ["2.1"], "assault": ["5.1"], "watch": ["1.2"],
    }  # fmt: skip
    assert can["fire"]["targets"] == []


def test_can_says_how_a_fact_is_told_that_has_to_be(table):
    file = table.folder / "muskets.toml"
    needed = file.read_text(encoding="utf-8").replace(', assume = "none", assumed = "no cover"', "")
    file.write_text(
        needed.replace('target", is = "yes/no", assume = false', 'target", is = "yes/no"'), encoding="utf-8"
    )
    assert table.say("new ridge.toml --seed 44").code == 0
    assert table.say("next fire").code == 0
    assert "wg White guard: range?" in table.say("can b1").out
    assert shows(table.say("can b1 range=12").out, "wg White guard cover=none|soft|hard")
    assert shows(table.say("can b1 range=12 cover=soft").out, "wg White guard leader=yes|no")
    assert "wg White guard: 12 dice" in table.say("can b1 range=12 cover=soft leader=no").out


def test_rules_lists_the_rule_files_of_the_folder(table):
    (table.folder / "wrong.toml").write_text("format = ", encoding="utf-8")
    (table.folder / "huge.toml").write_text("# " + "x" * 2**21 + '\nformat = 1\nid = "huge"', encoding="utf-8")
    (table.folder / "away.toml").symlink_to("nowhere.toml")
    (table.folder / "folder.toml").mkdir()
    os.mkfifo(table.folder / "pipe.toml")
    said = table.say("rules").out
    assert re.search(r"^  muskets\.toml +Powder and Nerve +\S", said, re.MULTILINE)
    assert not re.search("ridge|wrong|huge|away|folder|pipe", said)
    found = json.loads(table.say("rules --json").out)["rulesets"]
    (own,) = [each for each in found if each["id"] == "muskets.toml"]
    assert own["name"] == "Powder and Nerve"
    hear(own["edition"])


def test_a_victory_that_holds_stands_in_the_status(ridge):
    assert "White breaks" not in ridge.say("status").out
    assert ridge.say("set White resolve=0 counted").code == 0
    assert "White breaks (7.1)" in ridge.say("status").out


def test_a_rule_has_its_rows_each_on_a_line_of_its_own(ridge):
    said = ridge.say("rule 3.2").out
    assert shows(said, "within 10 cm")
    assert said.count("within 10 cm") <= 3


def test_a_verb_of_a_wrong_rule_file_says_what_is_wrong_with_the_file(table):
    right = (table.folder / "muskets.toml").read_text(encoding="utf-8")
    (table.folder / "bad.toml").write_text(right.replace("firer.aim", "firer.aimm"), encoding="utf-8")
    assert shows(table.say("fire line at guard 8 --rules bad.toml").err, "firer.aimm")
    assert shows(table.say("rally line --rules bad.toml").err, "firer.aimm")


def test_a_scenario_says_what_is_wrong_with_the_rules_it_names(table):
    battle = (table.folder / "ridge.toml").read_text(encoding="utf-8")
    right = (table.folder / "muskets.toml").read_text(encoding="utf-8")
    (table.folder / "bad.toml").write_text(right.replace("aim = 5,", "aim = 15,"), encoding="utf-8")
    (table.folder / "one.toml").write_text(battle.replace("muskets.toml", "bad.toml"), encoding="utf-8")
    (table.folder / "two.toml").write_text(battle.replace("muskets.toml", "nix.toml"), encoding="utf-8")
    (table.folder / "three.toml").write_text(battle.replace("muskets.toml", "musket"), encoding="utf-8")
    line = right[: right.index("aim = 5,")].count("\n") + 1
    assert shows(table.say("new one.toml").err, f"bad.toml {line} type.line.aim 15")
    assert shows(table.say("new two.toml").err, "nix.toml")
    assert shows(table.say("new three.toml").err, "muskets")
    assert shows(table.say("new muskets.toml").err, "muskets.toml")


def test_the_rows_of_a_table_stand_beneath_its_columns(table):
    shutil.copy(EXAMPLES / "rules" / "rivers.toml", table.folder)
    said = " ".join(table.say("rule 4.2 --rules rivers.toml").out.split())
    assert "odds sum(attackers.strength) : defender.steps * defender.defence" in said
    assert "columns 1:2 | 1:1 | 3:2 | 2:1 | 3:1 | 4:1" in said
    assert re.search(r"rows least \d, cells \S+( \| \S+){5}; least \d, cells ", said)


def test_types_of_a_rule_file_have_their_numbers_and_a_wrong_file_says_what_is_wrong(table):
    assert re.search(r"type +men +full", table.say("types muskets.toml").out)
    (table.folder / "bad.toml").write_text("[tracks]\n", encoding="utf-8")
    wrong = table.say("types bad.toml")
    assert shows((wrong.out + wrong.err), "bad.toml 1 tracks")


def test_who_is_beaten_is_said_with_every_stand_too(ridge):
    ridge.say("set White resolve=0")
    for words in ("status", "status all", "status White"):
        assert "White breaks (7.1)" in ridge.say(words).out
    assert "breaks" not in ridge.say("status Blue").out


def test_no_choice_is_lost_where_the_option_is_told_twice(ridge):
    ridge.say("next charge")
    line = "charge b1 at wg 12 --dice 43 --roll --choose"
    assert shows(ridge.say(f"{line} stand --choose yield").err, "yield")
    assert ridge.say(f"{line} stand").code == 0


def test_a_track_of_which_a_stand_has_just_one_is_shown_in_the_table_only_when_it_is_gone(table):
    assert table.say("new rules/lee --seed 3").code == 0
    assert "ready" not in table.say("status all").out
    assert table.say("next gunnery").code == 0
    assert table.say("fire swan at squall port 20 --roll").code == 0
    said = table.say("status all").out
    assert "port ready 0" in said
    assert "starboard ready" not in said
    assert re.search(r"^  port ready +0 \S+ 1$", table.say("status swan").out, re.MULTILINE)
