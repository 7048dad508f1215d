"""Tests of the needs of a game of squads: the owner of an instruction, tables with odds to the end, the men of a
side.
"""

from fractions import Fraction

from tests.catalogue import each_says, mistaken, says
from tests.plain.games import Position
from umpire.core.mistakes import FileMistake
from umpire.core.odds import explain
from umpire.game.rulebook.toml import parse_toml
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.file.reader import read_rules
from umpire.show.journal import instructions_by_stand

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

[[victory]]
id = "beaten"
when = { "2 * sum(side.men)" = "< sum(side.men_full)", "side.nerve" = "= side.nerve_full" }
words = "{side} has {sum(side.men)} left"
rule = "1"

[act.rally]
words = "a squad takes heart"
role.squad = { of = "own" }

[[act.rally.step]]
id = "heart"
let = "sum(own.men) + 100 * sum(own.shaken)"
result = [{ id = "heart", words = "{heart}", do = [{ gain = "squad.men", by = 2 }, { mark = "squad.shaken" }] }]

[[act.rally.step]]
id = "after"
let = "sum(own.men) + 100 * sum(own.shaken)"
result = [{ id = "after", words = "then {after} of {sum(own.men_full)}" }]

[act.storm]
words = "squads storm another, which throws for each of its men"
role.attackers = { of = "own", many = true }
role.defender = { of = "enemy", after = "at" }

[[act.storm.step]]
id = "back"
count = "defender"
dice = 2
need = 4
rule = "1"

[[act.storm.step]]
id = "losses"
let = 0
result = [{ id = "losses", do = [{ lose = "attackers.men", by = "back", share = true }] }]

[[act.storm.step]]
id = "outcome"
let = "sum(attackers.men)"
result = [{ id = "few", when = { outcome = "<= 5" } }, { id = "many" }]

[act.fire]
words = "a squad fires"
role.firer = { of = "own" }
role.target = { of = "enemy", after = "at" }
fact.cover = { words = "the target is in cover", is = "yes/no", assume = false }
fact.waiting = { words = "the firer lay in wait", is = "yes/no", assume = false }

[[act.fire.step]]
id = "shots"
table = "firer"
odds = ["firer.men", "target.men"]
columns = ["1:2", "1:1", "2:1"]
rows = [
  { least = 1, cells = ["-", "-", "shaken"] },
  { least = 4, cells = ["-", "shaken", "one"] },
  { least = 6, cells = ["shaken", "one", "two"] },
]
rule = "1"
modifier = [
  { amount = -1, on = "column", words = "in cover", when = { cover = true } },
  { amount = 1, on = "column", words = "lay in wait", when = { waiting = true } },
]
result = [
  { id = "nothing", when = { shots = "-" } },
  { id = "shaken", when = { shots = "shaken" }, do = [{ mark = "target.shaken" }] },
  { id = "men", words = "column {shots.column}", do = [{ lose = "target.men" }] },
]
"""
BELOW = PATROL.replace("odds = [", 'below = "-"\nodds = [')
RED = {"r1": {"type": "rifles"}, "r2": {"type": "guns"}}
BLUE = {"b1": {"type": "rifles"}}


def patrol(text=PATROL, red=RED, blue=BLUE):
    return Position("patrol", red, blue, rows=read_rules(parse_toml(text)))


def lines(position, line):
    """Return the instructions after an act with one outcome, a line each."""
    (outcome,) = position.odds(line)
    return instructions_by_stand(outcome.instructions, position.state.stands)


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


def nothing(position, line):
    """Return the chance that fire has no effect."""
    return sum(chance for outcome, chance in position.odds(line).items() if dict(outcome.tally)["shots"] == "nothing")


def test_odds_beyond_both_ends_of_a_table_are_taken_at_its_ends():
    few, many = {"r1": {"type": "rifles", "men": 1}}, {"b1": {"type": "rifles", "men": 1}}
    assert nothing(patrol(red=few), "fire r1 at b1") == Fraction(5, 6)
    assert nothing(patrol(red=few), "fire r1 at b1 cover=yes") == Fraction(5, 6)
    assert nothing(patrol(red=few), "fire r1 at b1 waiting=yes") == Fraction(3, 6)
    assert nothing(patrol(blue=many), "fire r1 at b1 waiting=yes") == 0


def test_a_table_says_itself_what_odds_below_it_come_to_and_no_shift_helps():
    few = {"r1": {"type": "rifles", "men": 2}, "r2": {"type": "rifles", "men": 3}}
    position = patrol(BELOW, red=few)
    assert nothing(position, "fire r1 at b1") == nothing(position, "fire r1 at b1 waiting=yes") == 1
    assert nothing(position, "fire r2 at b1") == Fraction(5, 6)
    assert nothing(position, "fire r2 at b1 cover=yes") == Fraction(5, 6)
    assert nothing(position, "fire r2 at b1 waiting=yes") == Fraction(3, 6), "within the table a shift helps"
    act, situation = position.situation("fire r1 at b1")
    (pool,) = explain(lambda: act.procedure(situation))[:1]
    pool = pool.pools[0]
    assert says([pool.label], "below")
    assert each_says([line.words for line in pool.lines if line.on == "column"], "2:5 1:2")


def test_a_cell_beneath_a_table_is_one_that_is_checked():
    assert not [each for each in odd(read_rules(parse_toml(BELOW))) if "shots" in each.key or "fire" in each.key]
    late = BELOW.replace('below = "-"', 'below = "wasted"').replace('shots = "shaken"', 'shots = "wasted"')
    assert not [each for each in odd(read_rules(parse_toml(late))) if "result" in each.key]
    with mistaken(FileMistake, at="act.fire.step.0.below", about="act.fire.step 1.below"):
        read_rules(parse_toml(BELOW.replace('odds = ["firer.men", "target.men"]', 'column = "firer.men"')))


def test_the_men_of_a_side_are_those_of_its_stands_that_are_left():
    red = {"r1": {"type": "rifles", "men": 3}, "r2": {"type": "guns"}, "r3": {"type": "guns", "removed": True}}
    position = patrol(red=red)
    for line, words in {"back=0": [], "back=1": ["Red has 3 left (1)"], "back=2": ["Red has 1 left (1)"]}.items():
        (outcome,) = position.odds(f"assault r1 r2 at b1 {line}")
        assert [each for each in outcome.words if " left" in each] == words
    assert position.odds("assault r1 at b1 back=1").keys() != position.odds("assault r1 at b1").keys()


def test_an_act_sums_what_the_stands_of_a_side_have_at_that_moment():
    red = {"r1": {"type": "rifles", "men": 2}, "r2": {"type": "guns"}, "r3": {"type": "guns", "removed": True}}
    (outcome,) = patrol(red=red).odds("rally r1")
    assert outcome.words == ("4", "then 106 of 9")


def test_what_one_stand_has_is_not_asked_of_a_side_without_a_sum():
    for written in ('"2 * side.men" = "< 3"', '"side.men_full" = 3'):
        with mistaken(FileMistake, hint="write sum(side.men"):
            read_rules(parse_toml(PATROL.replace('"2 * sum(side.men)" = "< sum(side.men_full)"', written)))


def test_a_number_of_a_side_is_not_summed():
    with mistaken(
        FileMistake, at="victory.0.when.sum(side.nerve)", about="victory side.nerve", hint="write side.nerve"
    ):
        read_rules(parse_toml(PATROL.replace('"side.nerve" =', '"sum(side.nerve)" =')))


def test_a_need_of_many_is_not_told_to_be_summed():
    step = 'id = "losses"\ncount = "attackers"\nneed = "attackers.men"\nrule = "1"'
    with mistaken(
        FileMistake,
        at="act.assault.step.0.need",
        about="act.assault.step 1.need attackers attackers.men 1",
        hint="a step for each `need`",
    ):
        read_rules(parse_toml(PATROL.replace('id = "losses"\nlet = 0', step)))


def test_losses_of_a_throw_are_given_out_before_what_comes_of_them():
    found = {}
    for outcome, chance in patrol().odds("storm r1 r2 at b1").items():
        tally = dict(outcome.tally)
        found[tally["outcome"], sum(effect.name == "men" for effect in outcome.effects)] = chance
    assert found == {("many", 0): Fraction(1, 4), ("many", 1): Fraction(1, 2), ("few", 1): Fraction(1, 4)}
