"""Tests of problems of a reader with a game of ships: each now works, or is reported on its line."""

import tomllib
from fractions import Fraction

import pytest

from tests.plain.page import BLOCK, PAGE, files, parts
from tests.plain.small import places
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


def test_a_result_with_empty_words_is_silent(table):
    words = table.say("fire r1 at b1 bow 20 --dice 11 --json").plain["outcome"]["words"]
    assert [each for each in words if "stays" in each] == []
    assert [each for each in words if "nothing" in each] != []


def test_status_shows_what_a_formula_comes_to_now(table):
    assert "8 cm" in table.say("status b1").out
    table.say("fire r1 at b1 bow 20 --dice 61")
    assert "4 cm" in table.say("status b1").out


def test_what_is_still_to_do_names_the_words_of_its_roles(table):
    assert "explode b1 near ..." in table.say("fire r1 at b1 port 20 --dice 6666").out
    assert "explode b1 near ..." in table.say("next").err
    assert table.say("alone b1").code == 0  # an act that shares the mark
    assert table.say("next").code == 0


def test_can_offers_an_act_that_is_due_only_to_a_stand_that_must_play_it(table):
    def offered(stand):
        return {each["act"] for each in table.say(f"can {stand} --json").plain["can"][stand] if not each["no"]}

    assert "explode" not in offered("b1")
    table.say("fire r1 at b1 port 20 --dice 6666")
    assert {"explode", "alone"} <= offered("b1")
    assert not {"explode", "alone"} & offered("b2")


@pytest.mark.parametrize(
    ("of", "when"),
    [
        ("act.fire", 'target.side = "own"'),
        ("turn.comes", 'stand.side = "own"'),
        ("turn.comes", 'stand.side = "= own"'),
    ],
)
def test_a_side_is_not_compared_with_the_word_for_one(of, when):
    come = (
        'turn.comes = [{ words = "x", at = "phase", each = "stand", when = { WHEN }, do = [{ mark = "stand.fired" }] }]'
    )
    text = RULES.replace('{ range = "> 4 * ship.speed" }', "{ WHEN }") if of == "act.fire" else f"{RULES}"
    text = text.replace('turn = { phases = ["play"] }', f'turn.phases = ["play"]\n{come}') if of != "act.fire" else text
    name, right = when.partition(" =")[0], 'target.side = "= own"' if of == "act.fire" else "own.turn = true"
    (found,) = places(text.replace("WHEN", when))
    assert (found.startswith(of), found.endswith(f"when.{name}")) == (True, True)
    assert read_rules(tomllib.loads(text.replace("WHEN", right)))


def test_the_act_in_braces_on_the_page_is_the_move_of_the_page():
    first = parts(PAGE.read_text(encoding="utf-8"))[0]
    short = next(text for name, _, kind, text in BLOCK.findall(first) if kind == "toml" and not name)
    move = tomllib.loads(files(first)["raid.toml"])["act"]["move"]
    del move["refuse"]
    assert tomllib.loads(short)["act"]["move"] == move


def test_effects_of_one_result_count_at_once_and_its_words_are_those_before(table):
    rules = (
        RULES
        + """
[act.lose]
words = "a ship is holed"
role.ship = { of = "own" }
step = [{ id = "holed", let = 0, result = [{ id = "is", words = "of {ship.hull}", do = [
  { lose = "ship.hull", by = 5 }, { lose = "ship.masts", by = "ship.hull - 2" } ] }] }]
"""
    )
    (table.folder / "lee.toml").write_text(rules, encoding="utf-8")
    (table.folder / "game.umpire").unlink()
    assert table.say("new game.toml").code == 0
    out = table.say("lose r1").out
    assert "of 8" in out
    assert "hull 8→3" in out
    assert "masts 2→1" in out


def test_a_row_of_a_phase_is_for_the_stands_of_both_sides_unless_it_asks_whose_turn_it_is(table):
    for when, marked in (("", 3), ("own.turn = true", 2)):
        row = f'{{ words = "x", at = "phase", each = "stand", when = {{ {when} }}, do = [{{ mark = "stand.fired" }}] }}'
        text = RULES.replace('turn = { phases = ["play"] }', f'turn.phases = ["play"]\nturn.comes = [{row}]')
        (table.folder / "lee.toml").write_text(text, encoding="utf-8")
        (table.folder / "game.umpire").unlink()
        assert table.say("new game.toml").code == 0
        assert table.say("next").out.count("has fired") == marked
