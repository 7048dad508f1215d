"""Tests of every kind of step with every key: a valid key changes the odds or their explanation, any other is
refused.
"""

import tomllib
from fractions import Fraction

import pytest

from tests.catalogue import says
from tests.plain.games import Position
from umpire.core.mistakes import FileMistake
from umpire.core.odds import ForcedChoices, explain, odds
from umpire.game.records import fields_of
from umpire.game.rulebook.toml import of_file
from umpire.rulesets.plain.file.keys import CHANGED_IN, KINDS, TAKEN_BY
from umpire.rulesets.plain.file.reader import read_rules
from umpire.rulesets.plain.file.rules import Step
from umpire.testing.case import every_fall

HEAD = """format = 1
id = "cells"
name = "Cells"
clauses = { "1" = "One.", "2" = "Two." }
turn = { phases = ["play"] }
track.life = { words = "life", full = 6 }
mark.tired = { words = "tired" }
stand.skill = { words = "skill", is = "number" }
type.one = { skill = 3 }
type.two = { skill = 5 }

[act.try]
words = "one tries another"
rule = "1"
role.who = { of = "own" }
role.foe_of = { of = "enemy", after = "at" }
role.others = { of = "own", after = "with", many = true }

[[act.try.step]]
id = "before"
let = "foe_of.life - 6"

[[act.try.step]]
"""
"""The step comes behind a `let` that is 0 unless somebody has lost anything."""

KIND = {
    "opposed": 'opposed = ["who", "foe_of"]',
    "count": 'count = "who"',
    "check": 'check = "who"',
    "total": 'total = "who"',
    "table": 'table = "who"',
    "choose": 'choose = ["a", "b"]',
    "let": 'let = "who.skill - 2"',
    "play": 'play = "pair"',
}
BASE = {
    "opposed": {"rule": '"1"'},
    "count": {"rule": '"1"', "dice": "3", "need": "4"},
    "check": {"rule": '"1"', "dice": "3", "need": "9"},
    "total": {"rule": '"1"', "dice": "3"},
    "table": {
        "rule": '"1"',
        "dice": "3",
        "columns": '["u", "v"]',
        "column": '"who.skill - 2"',
        "rows": '[{ least = 1, cells = ["a", "b"] }, { least = 10, cells = ["b", "a"] }]',
    },
    "choose": {},
    "let": {},
    "play": {"with": '{ one = "foe_of" }', "result": None},
}
RESULTS = {
    "opposed": 'when = { margin = ">= 2" }, do = [{ lose = "loser.life", by = "margin" }]',
    "count": 'when = { x = ">= 1" }, do = [{ lose = "foe_of.life", by = "x" }]',
    "check": "when = { x = true }",
    "total": 'when = { x = ">= 1" }, do = [{ lose = "foe_of.life", by = "max(0, x - 9)" }]',
    "table": 'when = { x = "a" }',
    "choose": 'when = { x = "a" }',
    "let": 'when = { x = ">= 1" }, do = [{ lose = "foe_of.life", by = "x" }]',
    "play": "",
}
SEEN = {"opposed": "who.sixes"}
"""What is said of a `look`, which changes nothing by itself."""

ASKED = {
    "id": ({"id": '"y"'}, {}),
    "words": ({"words": '"a try"'}, {}),
    "when": ({"when": '{ before = ">= 1" }'}, {}),
    "otherwise": ({}, {"when": '{ before = ">= 1" }'}),
    "result": ({"result": '[{ id = "another", words = "done" }]'}, {}),
    "rule": ({"rule": '"2"'}, {}),
    "dice": ({"dice": "2"}, {}),
    "dice_words": ({"dice_words": '"because"'}, {"dice": "2"}),
    "sides": ({"sides": "10"}, {}),
    "roll": ({"roll": "1"}, {}),
    "roll_words": ({"roll_words": '"because"'}, {"roll": "1"}),
    "need": ({"need": "5"}, {}),
    "need_words": ({"need_words": '"because"'}, {"need": "4"}),
    "want": ({"want": '"most"'}, {}),
    "keep": ({"keep": '"best 1"'}, {"dice": "2"}),
    "look": ({"look": "{ sixes = [6] }"}, {}),
    "explode": ({"explode": "{ on = [6] }"}, {}),
    "reroll": ({"reroll": "{ on = [6] }"}, {}),
    "columns": ({"columns": '["v", "u", "w"]', "rows": '[{ least = 1, cells = ["a", "b", "c"] }]'}, {}),
    "rows": ({"rows": '[{ least = 1, cells = ["a", "b"] }, { least = 11, cells = ["b", "a"] }]'}, {}),
    "odds": ({"odds": "[2, 1]", "columns": '["1:1", "2:1"]', "column": None}, {}),
    "below": (
        {"below": '"-"'},
        {"odds": "[1, 2]", "columns": '["1:1", "2:1"]', "column": None},
    ),
    "column": ({"column": "2"}, {}),
    "of": ({"of": '"foe_of"'}, {}),
    "policy": ({"policy": '"it never yields"'}, {}),
    "modifier": ({"modifier": '[{ amount = 1, words = "m" }]'}, {}),
    "limit": ({"limit": "{ dice = { most = 0 } }"}, {}),
    "with": ({"with": '{ one = "who" }'}, {}),
    "each": ({"each": '"others"', "with": '{ one = "others" }'}, {}),
}
"""What is written of a key, and what stands beside it with the key and without it."""

OTHERWISE = {"check": "true", "table": '"a"', "choose": '"a"'}
LIMITS = {"roll": "{ least = 2 }", "dice": "{ most = 0 }", "need": "{ most = 2 }", "column": "{ least = 2 }"}


def text_of(kind, more):
    said = {"id": '"x"', **BASE[kind], **more}
    seen = f', words = "seen {{{SEEN.get(kind, "x.sixes")}}}"' if "look" in more else ""
    result = f'[{{ id = "z"{seen}, {RESULTS[kind]} }}, {{ id = "w" }}]'
    if said["id"] != '"x"':
        result = result.replace("x = ", f"{said['id'][1:-1]} = ").replace('"x"', '"y"').replace("x - 9", "y - 9")
    lines = {"result": result, **said}
    step = [KIND[kind], *(f"{key} = {value}" for key, value in lines.items() if value is not None)]
    return HEAD + "\n".join(step) + AFTER.replace("{x}", f"{{{said['id'][1:-1]}{'.by' * (kind == 'play')}}}") + PAIR


AFTER = """

[[act.try.step]]
id = "after"
let = 0
result = [{ id = "said", words = "then {x}" }]
"""
PAIR = """
[steps.pair]
roles = ["one"]
step = [
  { id = "by", let = "one.skill - 2" },
  { id = "loss", let = "by", result = [
    { id = "some", when = { by = ">= 1" }, do = [{ lose = "one.life", by = "by" }] },
    { id = "none" } ] },
]
"""
"""A block to be played: whoever is its one loses some."""


def situation_of(text):
    rows = read_rules(tomllib.loads(text))
    position = Position("cells", {id: {"type": "one"} for id in "acd"}, {"b": {"type": "two"}}, rows=rows)
    return position.situation("try a at b with c d")


def played(text):
    """Return the results of a small act and its throws: odds, policies and every line of the explanation."""
    act, situation = situation_of(text)
    found = odds(lambda: act.procedure(situation))
    outcomes = sorted((repr(outcome), weight) for outcome, weight in found.outcomes)
    pools = [pool for one in explain(lambda: act.procedure(situation)) for pool in one.pools]
    return outcomes, found.total, found.policies, pools


CELLS = [(kind, key) for key in TAKEN_BY for kind in KINDS]


WALKED = [
    ("count", {"dice": "2", "want": '"most"', "roll": "1"}),
    ("count", {"dice": "2", "want": '"most"', "look": "{ sixes = [6] }"}),
    ("check", {"dice": "3", "keep": '"best 2"'}),
    ("check", {"dice": "3", "keep": '"worst 2"', "want": '"most"', "roll": "1"}),
    ("check", {"dice": "2", "look": "{ sixes = [6] }"}),
    ("table", {"dice": "2", "look": "{ sixes = [6] }"}),
    ("opposed", {"dice": "2", "look": "{ sixes = [6], ones = [1] }"}),
    ("opposed", {"dice": "2", "keep": '"best 1"', "look": "{ sixes = [6] }"}),
]


@pytest.mark.parametrize(("kind", "more"), WALKED)
def test_what_is_counted_is_what_falls(kind, more):
    act, situation = situation_of(text_of(kind, more))
    found = odds(lambda: act.procedure(situation))
    chances = {outcome: Fraction(weight, found.total) for outcome, weight in found.outcomes}
    assert chances == every_fall(lambda: act.procedure(situation), ForcedChoices([]))


def test_roll_under_counts_dice_that_come_to_no_more():
    act, situation = situation_of(text_of("count", {"dice": "2", "need": "2", "want": '"most"'}))
    (pool,) = [pool for one in explain(lambda: act.procedure(situation)) for pool in one.pools]
    assert says([pool.reading.words], "2")
    assert pool.reading.chances(2, 6) == {0: 16, 1: 16, 2: 4}


def test_a_check_of_the_dice_that_are_kept():
    act, situation = situation_of(text_of("check", {"dice": "2", "need": "5", "keep": '"best 1"'}))
    (pool,) = [pool for one in explain(lambda: act.procedure(situation)) for pool in one.pools]
    assert says([pool.reading.words], "5+ 1 highest")
    assert pool.reading.chances(2, 6) == {True: 20, False: 16}


def test_the_table_has_every_key_of_a_step_and_no_other():
    assert {*TAKEN_BY} == {*fields_of(Step)} - {*KINDS}
    assert {*TAKEN_BY} == {*ASKED}


def differs(kind, key):
    more, beside = ASKED[key]
    if key == "reroll" and kind == "check":
        more = {key: '{ on = "failure" }'}
    beside = {name: value for name, value in beside.items() if kind in TAKEN_BY[name]}
    if key == "otherwise":
        more = {key: OTHERWISE.get(kind, "2")}
    return played(text_of(kind, {**beside, **more})) != played(text_of(kind, beside))


@pytest.mark.parametrize(("kind", "key"), [cell for cell in CELLS if cell[0] in TAKEN_BY[cell[1]]])
def test_a_key_that_is_taken_changes_something(kind, key):
    if key == "policy" and kind != "choose":  # it concerns losses that a player assigns
        given = {"result": '[{ id = "z", do = [{ lose = "others.life", share = true }] }]'}
        assert played(text_of(kind, {**given, **ASKED[key][0]})) != played(text_of(kind, given))
        return
    assert differs(kind, key)


def refused(text):
    with pytest.raises(FileMistake) as wrong:
        read_rules(tomllib.loads(text))
    said = of_file("cells.toml", wrong.value, text)
    return [each.what for each in (said, *said.more)]


@pytest.mark.parametrize(("kind", "key"), [cell for cell in CELLS if cell[0] not in TAKEN_BY[cell[1]]])
def test_any_other_key_is_refused_with_its_line(kind, key):
    more = {"otherwise": "2"} if key == "otherwise" else ASKED[key][0]
    text = text_of(kind, {**ASKED[key][1], **more})
    before = text[: text.partition('id = "after"')[0].rindex(f"\n{key} =")]
    line = 2 + before.count("\n")
    assert says(refused(text), f"cells.toml {line} act.try.step 2.{key} {key} {kind}"), refused(text)


@pytest.mark.parametrize("on", CHANGED_IN)
@pytest.mark.parametrize("kind", KINDS)
def test_a_modifier_and_a_limit_on_something_are_taken_or_refused(kind, on):
    both = {
        "modifier": {"modifier": f'[{{ amount = 1, words = "m", on = "{on}" }}]'},
        "limit": {"limit": f"{{ {on} = {LIMITS[on]} }}"},
    }
    for key, more in both.items():
        text = text_of(kind, more)
        if kind in CHANGED_IN[on]:
            assert played(text) != played(text_of(kind, {})), key
        elif kind in TAKEN_BY["modifier"]:
            where = f"2.modifier 1.on on = {on}" if key == "modifier" else f"2.limit.{on} limit.{on}"
            assert says(refused(text), where, kind), refused(text)
        else:
            assert says(refused(text), f"2.{key} {key} {kind}")


@pytest.mark.parametrize(
    ("kind", "more", "said"),
    [
        ("count", {"dice_words": '"w"', "dice": None}, "2.dice_words dice"),
        ("count", {"roll_words": '"w"'}, "2.roll_words roll"),
        ("total", {"otherwise": "3"}, "2.otherwise when"),
        ("total", {"explode": "{ on = [6] }", "keep": '"best 1"'}, "2.keep"),
        ("count", {"look": "{ sevens = [7] }"}, "2.look.sevens 6 7"),
        ("count", {"explode": "{ on = [7] }"}, "2.explode.on 6 7"),
        ("count", {"look": "{ is = [6] }"}, "2.look.is x.is"),
        ("opposed", {"look": "{ life = [6] }"}, "2.look.life life"),
        ("count", {"policy": '"p"'}, "2.policy"),
        (
            "table",
            {"columns": '["u"]', "column": "2", "rows": '[{ least = 1, cells = ["a"] }]'},
            "2.column",
        ),
    ],
)
def test_a_key_about_something_that_is_not_there_is_refused(kind, more, said):
    assert says(refused(text_of(kind, more)), said), refused(text_of(kind, more))
