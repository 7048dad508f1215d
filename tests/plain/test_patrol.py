"""What a game of squads asks for: whose hands do something, tables by odds that end, the men of a whole side."""

from tests.plain.games import Position
from umpire.game.rulebook.toml import parse_toml
from umpire.rulesets.plain.file.reader import read_rules
from umpire.show.journal import hands_by_stand

PATROL = """
format = 1
id = "patrol"
name = "Patrol"
unit = "cm"
clauses = { 1 = "The only rule." }
turn = { phases = ["play"] }
track.men = { words = "men", empty = "remove" }
mark.shaken = { words = "shaken" }
side.nerve = { words = "nerve", full = 4 }

[type]
rifles = { men = 5 }
guns = { men = 2 }

[act.assault]
words = "squads assault another, and this is what it costs"
role.attackers = { of = "own", many = true }
role.defender = { of = "enemy", after = "at" }
fact.back = { words = "how many men the attackers lose each", is = "number", assume = 0 }
fact.hits = { words = "how many men the defender loses", is = "number", assume = 0 }

[[act.assault.step]]
id = "losses"
let = 0
result = [
  { id = "losses", words = "{attackers} assault", do = [
    { lose = "attackers.men", by = "back" },
    { hand = "{attackers} back 10 cm" },
    { hand = "{defender} turns to {attackers}" },
    { lose = "defender.men", by = "hits" },
  ] },
]
"""
RED = {"r1": {"type": "rifles"}, "r2": {"type": "guns"}}
BLUE = {"b1": {"type": "rifles"}}


def patrol(text=PATROL, red=RED, blue=BLUE):
    return Position("patrol", red, blue, rows=read_rules(parse_toml(text)))


def lines(position, line):
    """What hands are told after an act that comes to one thing, a line each."""
    (outcome,) = position.odds(line)
    return hands_by_stand(outcome.hands, position.state.stands)


def test_of_several_each_has_what_its_hands_do():
    assert lines(patrol(), "assault r1 r2 at b1 back=1") == [
        "r1: men 5→4, back 10 cm",
        "r2: men 2→1, back 10 cm",
        "b1 turns to r1 and r2",
    ]


def test_nothing_is_to_be_done_with_who_is_gone():
    assert lines(patrol(), "assault r1 r2 at b1 back=2") == [
        "r1: men 5→3, back 10 cm",
        "r2: men 2→0, REMOVE",
        "b1 turns to r1 and r2",
    ]
    assert lines(patrol(), "assault r1 r2 at b1 back=9 hits=9") == [
        "r1: men 5→0, REMOVE",
        "r2: men 2→0, REMOVE",
        "b1: men 5→0, REMOVE",
    ]
