"""Tests of problems that readers had with their first rule file: each now works, or is reported on its line."""

import tomllib
from fractions import Fraction

import pytest

from tests.catalogue import says, shows
from umpire.core.mistakes import FileMistake
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.file.reader import read_rules

RULES = """
format = 1
id = "street"
name = "Street"
clauses = { "1" = "The rule.", "2" = "The rule of the watch." }
stand.quality = { words = "quality", is = ["green", "veteran"], own = true }
stand.needs = { words = "needs", is = "number", by = "quality", usual = { green = 5, veteran = 3 } }
track.men = { words = "men", empty = "remove" }
track.hull = { words = "hull", empty = "remove" }
mark.watch = { words = "keeps watch", until = "own" }
type.squad = { quality = "green", men = 4, hull = 0 }
type.car = { quality = "green", men = 0, hull = 2 }
turn = { phases = ["play"], turns = 2 }
victory = [{ id = "late", when = { turn = "> 2", side.lost = 0 }, words = "{side} has held on" }]
mark.fired = { words = "has fired", until = "turn" }

[steps.shell]
roles = ["gun"]
step = [{ id = "hit", check = "gun", need = 4, rule = "1" }]

[act.clash]
words = "two fight"
role.us = { of = "own" }
role.them = { of = "enemy", after = "at" }
step = [
  { id = "clash", opposed = ["us", "them"], rule = "1" },
  { id = "spoils", words = "{winner} takes spoils", total = "us", rule = "1", result = [
    { id = "much", when = { spoils = ">= 4" } }, { id = "little" } ] },
]

[act.guard]
words = "one keeps watch"
role.squad = { of = "own" }
step = [{ id = "watching", let = 0, result = [{ id = "watches", do = [{ mark = "squad.watch" }] }] }]

[act.fire]
words = "one fires at another"
once = "fired"
turn = "any"
role.firer = { of = "own" }
role.target = { of = "enemy", after = "at" }
fact.cover = { words = "cover of the target", is = ["open", "soft", "hard"] }
refuse = [
  { id = "no watch", when = { own.turn = false, firer.watch = false }, words = "{firer}: no watch", rule = "2" },
]
step = [
  { id = "hits", count = "firer", dice = 2, need = "firer.needs[firer.quality]", rule = "1", modifier = [
    { amount = -1, words = "soft cover", when = { cover = "soft" } },
    { amount = 1, words = "on watch", when = { firer.watch = true } },
    { amount = 1, words = "veteran", when = { firer.quality = "veteran" } } ], result = [
    { id = "loses", when = { hits = ">= 1" }, do = [{ lose = "target.men", by = "hits" }] },
    { id = "none" } ] },
  { id = "shell", play = "shell", with = { gun = "firer" }, when = { cover = "hard" } },
  { id = "fire", let = 0, when = { "shell.hit" = true }, result = [{ id = "burns", do = [{ lose = "target.hull" }] }] },
]
"""
GAME = """
name = "Street"
ruleset = "street.toml"
sides = ["Red", "Blue"]
stands.r1 = { side = "Red", type = "squad" }
stands.r2 = { side = "Red", type = "squad", quality = "veteran" }
stands.b1 = { side = "Blue", type = "car" }
stands.b2 = { side = "Blue", type = "squad" }
"""


def rows(old="", new=""):
    assert old in RULES
    return read_rules(tomllib.loads(RULES.replace(old, new, 1)))


def test_nothing_of_it_is_odd():
    """A row may ask for a word that a stand may have; a check that is not played is false."""
    assert [*odd(rows())] == []


def test_a_check_of_a_block_that_is_not_played_is_odd_where_failure_is_asked_for():
    (found,) = odd(rows('"shell.hit" = true', '"shell.hit" = false'))
    assert "shell = 1" in found.hint
    assert [*odd(rows('"shell.hit" = true', '"shell" = 1, "shell.hit" = false'))] == []


def test_a_type_leaves_out_numbers_by_a_word_that_are_usual(table):
    averages = {}
    for who in ("r1", "r2"):
        throw, *_ = table.say(f"fire {who} at b2 open --odds --json").plain["throws"]
        averages[who] = Fraction(throw["average"])
    assert averages == {"r1": 2 * Fraction(2, 6), "r2": 2 * Fraction(5, 6)}


@pytest.mark.parametrize("usual", ["{ green = 5 }", '{ green = 5, veteran = "x" }', "5"])
def test_numbers_by_a_word_that_are_usual_are_checked(usual):
    with pytest.raises(FileMistake) as wrong:
        rows("{ green = 5, veteran = 3 }", usual)
    assert "stand.needs.usual" in str(wrong.value)


def test_a_type_that_has_none_of_a_track_is_in_play_and_cannot_lose_it(table):
    assert shows(table.say("status").out, "Blue", "2", "2")
    done = table.say("fire r2 at b1 open --dice 66 --json").plain["outcome"]["effects"]
    assert not any(each.get("stand") == "b1" for each in done)
    assert table.say("fire r2 at b1 hard --dice 66/6").code == 0
    removed = table.say("fire r2 at b1 hard --dice 66/6 --json").plain["outcome"]["effects"]
    assert {"removed"} <= {each.get("name") for each in removed if each.get("stand") == "b1"}


def test_a_fact_that_is_one_of_some_words_is_typed_by_its_word_alone(table):
    for line in ("fire r1 at b2 soft", "fire r1 at b2 cover=soft"):
        throw, *_ = table.say(f"{line} --odds --json").plain["throws"]
        assert Fraction(throw["average"]) == 2 * Fraction(1, 6)


def test_a_side_may_win_after_the_last_turn_and_the_last_next_says_so(table):
    for _ in range(3):
        assert table.say("next --json").plain["outcome"]["words"] == []
    assert sum("has held on" in each for each in table.say("next --json").plain["outcome"]["words"]) == 2
    assert "has held on" in table.say("status").out


def test_a_mark_put_on_again_lasts_as_long_as_a_new_one(table):
    """A watch renewed in the next turn lasts through the enemy turn after it."""
    for line in ("guard r1", "next", "next", "guard r1", "next"):
        assert table.say(line).code == 0
    assert table.say("export -o later.toml").code == 0
    assert "watch = true" in (table.folder / "later.toml").read_text(encoding="utf-8")


def test_an_act_without_a_rule_cites_that_of_its_first_throw(table):
    (table.folder / "kept.toml").write_text('sequence = "enforced"' + GAME, encoding="utf-8")
    (table.folder / "game.umpire").unlink()
    assert table.say("new kept.toml").code == 0
    table.say("next")
    for view in ("--odds --json", "--explain --json"):
        assert [no["rule"] for no in table.say(f"clash r1 at b2 {view}").plain["early"]] == ["1"]


@pytest.mark.parametrize(("dice", "who"), [("4/4/5", "spoils"), ("4/3/5", "r1")])
def test_the_words_of_a_step_name_nobody_if_there_is_no_winner(table, dice, who):
    (line,) = table.say(f"clash r1 at b2 --dice {dice} --json").plain["outcome"]["words"][-1:]
    assert says([line], who)
    assert "nobody" not in line


def test_a_row_may_ask_whose_turn_it_is(table):
    """One act for both turns: in that of the enemy only a stand on watch fires."""
    assert table.say("guard r1").code == 0
    assert table.say("fire r2 at b2 open --odds").code == 0
    assert table.say("next").code == 0
    assert table.say("fire r1 at b2 open --odds").code == 0
    refused = table.say("fire r2 at b2 open --odds --json").plain["refused"]
    assert [each["rule"] for each in refused] == ["2"]
