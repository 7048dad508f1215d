"""Tests of problems of a reader with a game of ships: each now works, or is reported on its line."""

import tomllib
from fractions import Fraction

import pytest

from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.file.reader import read_rules

RULES = """
format = 1
id = "lee"
name = "Lee"
unit = "cm"
clauses = { "1" = "The rule." }
stand.speed = { words = "speed", is = "distance", formula = "4 * masts" }
track.hull = { words = "hull", empty = "remove" }
track.masts = { words = "masts" }
mark.fired = { words = "has fired" }
mark.must_blow = { words = "must explode", until = "phase" }
type.sloop = { hull = 8, masts = 2 }
turn = { phases = ["play"] }

[act.fire]
words = "a ship fires at another"
role.ship = { of = "own" }
role.target = { of = "enemy", after = "at" }
fact.arc = { words = "which guns fire", is = ["port", "starboard", "bow"] }
fact.range = { words = "how far the target is", is = "distance" }
refuse = [{ id = "far", when = { range = "> 4 * ship.speed" }, words = "{range} is too far", rule = "1" }]

[[act.fire.step]]
id = "hits"
count = "ship"
dice = 2
need = 5
rule = "1"
modifier = [{ on = "dice", amount = 2, words = "a broadside", when = { arc = "not bow" } }]
reroll = { on = "misses", when = { ship.fired = false, arc = "starboard" } }
result = [
  { id = "holes", when = { hits = ">= 1" }, words = "{target} is hit", do = [{ lose = "target.masts" }] },
  { id = "nothing" },
]

[[act.fire.step]]
id = "end"
let = 0
result = [
  { id = "sinks", when = { hits = 4 }, words = "{target} sinks", do = [{ mark = "target.must_blow" }] },
  { id = "stays", words = "", do = [{ mark = "ship.fired" }] },
]

[act.explode]
words = "a ship explodes"
owed = "must_blow"
role.ship = { of = "any" }
role.near = { of = "any", after = "near", many = true }
step = [{ id = "bang", let = 0, result = [{ id = "goes", do = [{ remove = "ship" }, { lose = "near.hull" }] }] }]

[act.alone]
words = "a ship explodes with none near"
owed = "must_blow"
role.ship = { of = "any" }
step = [{ id = "bang", let = 0, result = [{ id = "goes", do = [{ remove = "ship" }] }] }]
"""
GAME = """
name = "Lee"
ruleset = "lee.toml"
sides = ["Red", "Blue"]
stands.r1 = { side = "Red", type = "sloop" }
stands.b1 = { side = "Blue", type = "sloop" }
stands.b2 = { side = "Blue", type = "sloop" }
"""


def test_nothing_of_it_is_odd():
    """The `when` of a reroll uses a mark."""
    assert [*odd(read_rules(tomllib.loads(RULES)))] == []


@pytest.mark.parametrize("line", ["port 20", "20 port", "20cm port", "20 bow", "bow 20", "arc=port 20"])
def test_a_word_alone_is_understood_next_to_a_number(table, line):
    throw, *_ = table.say(f"fire r1 at b1 {line} --odds --json").plain["throws"]
    assert Fraction(throw["average"]) == Fraction(2 if "bow" in line else 4, 3)
