"""Tests of stands with numbers of their own: a different skill from their type, more men when whole."""

from fractions import Fraction

import pytest

from tests.catalogue import shows
from umpire.game.gamefile.store import open_game

RULES = """
format = 1
id = "own"
name = "Own"
clauses = { "1" = "Two dice, each on the skill of the band." }
stand.skill = { words = "skill", is = "number", least = 2, most = 6, own = true }
stand.arms = { words = "arms", is = ["bow", "axe"], own = true }
track.men = { words = "men", empty = "remove", own = true }
type.band = { words = "band", skill = 5, arms = "axe", men = 6 }
turn = { phases = ["play"] }

[act.hit]
words = "one hits another"
rule = "1"
role.band = { of = "own" }
role.target = { of = "enemy", after = "at" }

[[act.hit.step]]
id = "hits"
count = "band"
dice = 2
need = "band.skill"
rule = "1"
modifier = [{ amount = 1, words = "bows", when = { self.arms = "bow" } }]
result = [
  { id = "loses", when = { hits = ">= 1" }, words = "{target} of {target.men_full}", do = [
    { lose = "target.men", by = "hits" } ] },
  { id = "none" },
]

[act.rally]
words = "men come back"
rule = "1"
role.band = { of = "own" }
step = [{ id = "back", let = 0, result = [{ id = "come", do = [{ gain = "band.men", by = 9 }] }] }]
"""
GAME = """
name = "Game"
ruleset = "own.toml"
sides = ["Red", "Blue"]

[stands]
r1 = { side = "Red", type = "band" }
r2 = { side = "Red", type = "band", skill = 3, arms = "bow" }
b1 = { side = "Blue", type = "band", men_full = 12, men = 10 }
b2 = { side = "Blue", type = "band", men_full = 3 }
"""


def average(table, line):
    (first,) = table.say(f"{line} --odds --json").plain["throws"]
    return Fraction(first["average"])


def test_a_stand_throws_by_its_own_skill_and_arms(table):
    assert table.say("check own.toml").code == 0
    assert average(table, "hit r1 at b1") == Fraction(2, 3)
    assert average(table, "hit r2 at b1") == 2 * Fraction(5, 6)
    assert shows(table.say("status r2").out, "skill", "3")
    assert shows(table.say("status r2").out, "arms", "bow")
    assert shows(table.say("status r1").out, "skill", "5")


def men(table, id):
    return open_game(table.folder / "game.umpire").read().position["state"]["stands"][id]["men"]


def test_a_track_is_whole_at_what_the_stand_has(table):
    assert (men(table, "b1"), men(table, "b2")) == (10, 3)
    assert table.say("hit r2 at b1 --dice 66").code == 0
    assert table.say("next").code == 0
    assert table.say("rally b1").code == 0
    assert men(table, "b1") == 12
    assert table.say("undo").code == 0
    assert men(table, "b1") == 8


@pytest.mark.wording
def test_what_a_stand_has_when_whole_is_shown(table):
    assert shows(table.say("status b1").out, "men", "10", "12")
    assert shows(table.say("status b2").out, "men", "3", "of")
    said = table.say("hit r2 at b1 --dice 66 --json").plain
    assert any("12" in words for words in said["outcome"]["words"])


def test_it_is_written_out_and_begun_again(table):
    assert table.say("export -o later.toml").code == 0
    text = (table.folder / "later.toml").read_text(encoding="utf-8").partition("[rules]")[0]
    assert "skill = 3" in text
    assert "skill = 5" not in text
    assert table.say("new later.toml").code == 0
    assert shows(table.say("status b1 -g own.umpire").out + table.say("status b1 -g later.umpire").out, "men", "12")


def test_more_than_whole_and_a_number_out_of_bounds_are_refused(table):
    for wrong, right in (("men = 13", "men = 10"), ("skill = 9", "skill = 3")):
        (table.folder / "bad.toml").write_text(GAME.replace(right, wrong), encoding="utf-8")
        said = table.say("new bad.toml")
        assert said.code == 1
        assert shows(said.err, "bad.toml")
