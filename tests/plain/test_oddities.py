"""Tests of oddities that `umpire check` reports in a valid rule file: each once, at its key, and none in ours."""

import re
import tomllib

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.places import EXAMPLES
from umpire.before.checked import check_file
from umpire.core.mistakes import FileMistake
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.check.walks import walked
from umpire.rulesets.plain.file.reader import read_rules

SMALL = """
format = 1
id = "small"
name = "Small"

[stand]
arm = { words = "arm", is = ["foot", "horse", "guns"] }
skill = { words = "skill", is = "number", least = 0, most = 5 }
reach = { words = "reach", is = "distance" }

[track]
men = { words = "men", empty = "remove" }

[mark]
shaken = { words = "shaken" }
fired = { words = "has fired", until = "turn" }

[side]
will = { words = "will", full = 3 }

[type]
foot = { arm = "foot", skill = 3, reach = 12, men = 6 }
horse = { arm = "horse", skill = 4, reach = 10, men = 4 }

[turn]
phases = ["fire"]

[clauses]
"1" = "All of it."

[act.fire]
words = "they fire"
phase = "fire"
once = "fired"
rule = "1"
role.firer = { of = "own" }
role.target = { of = "enemy", after = "at" }
fact.range = { words = "how far", is = "distance", most = 20 }
fact.ground = { words = "its ground", is = ["open", "rough"], assume = "open" }
refuse = [{ id = "far", when = { range = "> firer.reach" }, words = "too far", rule = "1" }]

[[act.fire.step]]
id = "hits"
count = "firer"
dice = "firer.men"
need = "6 - firer.skill"
rule = "1"
modifier = [
  { id = "near", amount = 1, words = "near", when = { range = "<= 6" } },
  { id = "rough", amount = -1, words = "rough", when = { ground = "rough", "target.arm" = "foot" } },
]
result = [
  { id = "many", when = { hits = ">= 3" }, do = [{ lose = "target.men", by = "hits" }, { lose = "enemy.will" }] },
  { id = "some", when = { hits = ">= 1" }, do = [{ lose = "target.men", by = "hits" }] },
  { id = "none" },
]

[[act.fire.step]]
id = "nerve"
table = "firer"
dice = 2
columns = ["open", "rough"]
column = "ground"
rule = "1"
rows = [{ least = 2, cells = ["R", "R"] }, { least = 7, cells = ["S", "R"] }, { least = 11, cells = ["S", "S"] }]
modifier = [{ id = "shaken", on = "roll", amount = 0, words = "shaken", when = { "target.shaken" = true } }]
result = [
  { id = "runs", when = { nerve = "R" }, do = [{ mark = "target.shaken" }] },
  { id = "stands" },
]
"""


AFTER = """
[[act.fire.step]]
id = "after"
let = 0
when = { nerve = ASKED }
"""


@pytest.mark.parametrize(("asked", "is_odd"), [('"R"', False), ('["R", "S"]', False), ('"not R"', True)])
def test_a_cell_that_may_not_have_been_thrown_is_odd_if_a_later_step_may_go_by_that(asked, is_odd):
    """A step that wants one of two cells is skipped without a cell; a step that wants neither would be played."""
    text = SMALL.replace('id = "nerve"\n', 'id = "nerve"\nwhen = { hits = ">= 1" }\n') + AFTER.replace("ASKED", asked)
    assert [places(where) for where, _ in found(text)].count(places("act.fire.step item 2")) == is_odd


def odd_at(key, values, said):
    """True if an oddity at this key is about all of these; the words at the key are heard."""
    return says([words for where, words in said if places(where) == places(key)], values)


def places(key):
    """Return a key whose parts and numbers have no words between them."""
    return re.sub(r" \w+ (?=\d)", " ", key)


def found(text):
    return [(each.key, each.words) for each in odd(read_rules(tomllib.loads(text)))]


def test_nothing_is_odd_in_what_is_whole():
    assert found(SMALL) == []


@pytest.mark.parametrize("name", ["shields", "muskets", "rivers"])
def test_nothing_is_odd_in_our_games(name):
    assert found((EXAMPLES / "rules" / f"{name}.toml").read_text(encoding="utf-8")) == []


def test_rules_that_nobody_cites_are_told_at_once():
    more = SMALL.replace('"1" = "All of it."', '"1" = "All of it."\n"2.1" = "More."\n"2.2" = "More."')
    ((key, words),) = found(more)
    assert key == 'clauses."2.1"'
    assert says([words], "2.1 2.2")


COLUMNS = "act.fire.step item 2.columns"
MODIFIER, RESULT = "act.fire.step item 1.modifier item 2", "act.fire.step item 1.result item"


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        (
            '"target.arm" = "foot"',
            '"target.arm" = "guns"',
            MODIFIER,
            "target.arm foot horse guns",
        ),
        (
            'range = "<= 6"',
            'range = "> 30"',
            MODIFIER[:-1] + "1",
            "range 0 20 30",
        ),
        ('hits = ">= 3"', 'hits = ">= 7"', f"{RESULT} 1", "hits 0 6"),
        ('range = "<= 6"', 'range = ">= 20"', "", ""),
        ('hits = ">= 3"', 'hits = ">= 0"', f"{RESULT} 2", ""),
        ('{ id = "none" }', '{ id = "none", when = { hits = 0 } }', "", ""),
        (
            '{ id = "none" }',
            '{ id = "none", when = { ground = "open" } }',
            f"{RESULT} 3",
            "",
        ),
        ('nerve = "R"', 'nerve = "Z"', "act.fire.step item 2.result item 1", "nerve R S"),
        (
            'range = "> firer.reach"',
            'range = "> 20"',
            "act.fire.refuse item 1",
            "range 0 20",
        ),
        ('range = "> firer.reach"', 'range = ">= 0"', "act.fire.refuse item 1", ""),
        (
            'column = "ground"',
            'column = "target.arm"',
            COLUMNS,
            "target.arm foot",
        ),
        (
            'columns = ["open", "rough"]',
            'columns = ["open", "town"]',
            COLUMNS,
            "ground rough",
        ),
        ('ground", is = ["open", "rough"]', 'ground", is = ["open"]', f"{COLUMNS} item 2", "ground rough"),
        (
            "{ least = 2, cells",
            "{ least = 4, cells",
            "act.fire.step item 2.rows item 1",
            "2 3",
        ),
        (
            "{ least = 11, cells",
            "{ least = 13, cells",
            "act.fire.step item 2.rows item 3",
            "2 12",
        ),
        (
            'need = "6 - firer.skill"',
            'need = "up(9 / (firer.skill - 3))"',
            "act.fire.step item 1.need",
            "0",
        ),
        ('need = "6 - firer.skill"', "need = 4", "stand.skill", ""),
        ('range = "> firer.reach"', 'range = "> 8"', "stand.reach", ""),
        ('mark = "target.shaken"', 'hand = "{target} runs"', "mark.shaken", ""),
        (', { lose = "enemy.will" }', "", "side.will", ""),
        (
            "fact.range =",
            'fact.wind = { words = "wind", is = "yes/no", assume = false }\nfact.range =',
            "act.fire.fact.wind",
            "",
        ),
        (
            'id = "nerve"\n',
            'id = "nerve"\nwhen = { hits = ">= 9" }\notherwise = "S"\n',
            "act.fire.step item 2.when",
            "hits 0 6 9",
        ),
        (
            'id = "nerve"\n',
            'id = "nerve"\nwhen = { hits = ">= 1" }\n',
            "",
            "",
        ),
        (
            '[[act.fire.step]]\nid = "nerve"',
            '[[act.fire.step]]\nid = "spare"\nlet = 0\n\n[[act.fire.step]]\nid = "nerve"',
            "act.fire.step item 2",
            "spare",
        ),
    ],
)
def test_what_is_odd_is_said_at_its_key(old, new, key, words):
    assert old in SMALL
    said = found(SMALL.replace(old, new))
    assert odd_at(key, words, said) if key else said == []


def test_a_yes_or_no_counts_0_to_1_even_where_nobody_has_it():
    brave = SMALL.replace("reach = {", 'brave = { words = "brave", is = "yes/no", usual = false }\nreach = {')
    counted = brave.replace(
        'id = "hits"\n', 'id = "extra"\nlet = "target.brave * 4"\n\n[[act.fire.step]]\nid = "hits"\n'
    )
    for least, never in ((4, False), (5, True)):
        assert counted != brave != SMALL
        text = counted.replace('when = { hits = ">= 3" }', f'when = {{ extra = ">= {least}" }}')
        said = [each for each in found(text) if "extra" in each[1]]
        assert len(said) == never
        assert odd_at(RESULT.replace("item 1.result", "item 2.result") + " 1", "extra 0 4", said) is never


def test_each_step_has_a_self_of_its_own():
    fact = 'fact.depth = { words = "depth", is = "number", most = 3, assume = 0, of = ["target"] }\nfact.ground ='
    row = '{ id = "deep", on = "roll", amount = 1, words = "deep", when = { "self.depth" = "> 5" } }]\nresult'
    text = SMALL.replace("fact.ground =", fact).replace("true } }]\nresult", "true } }, " + row)
    text = text.replace('table = "firer"', 'table = "target"')
    said = [each for each in found(text) if "depth" in each[1]]
    assert len(said) == 1
    assert odd_at("act.fire.step item 2.modifier item 2", "self.depth 0 3 5", said)


def test_a_row_that_ends_before_the_least_total_gives_no_cell():
    early = '{ least = -5, cells = ["T", "T"] }, { least = 2, cells'
    for least, never in (("2", True), ("3", False)):
        text = SMALL.replace("{ least = 2, cells", early.replace("2, cells", f"{least}, cells"))
        said = found(text.replace('nerve = "R"', 'nerve = "T"'))
        assert odd_at("act.fire.step item 2.result item 1", "nerve R S", said) is never


MORE = """
[[act.fire.step]]
id = "more"
total = "target"
dice = 3
sides = 20
rule = "1"
result = [{ id = "said", words = "{firer} has {more} and {hits}" }]
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SMALL, []),
        (SMALL + MORE, ["foot 812"]),
        (
            SMALL + MORE.replace("dice = 3", "dice = 200"),
            ["20,000"],
        ),
        (
            SMALL.replace('need = "6 - firer.skill"', 'need = "up(6 / (firer.men - 4))"'),
            ["horse foot firer.men 0"],
        ),
    ],
)
def test_what_is_odd_in_an_act_as_it_is_played(text, words):
    rows = read_rules(tomllib.loads(text))
    said = [*walked(rows)]
    assert {each.key for each in said} <= {"act.fire"}
    assert each_says([each.words for each in said], *words)


@pytest.mark.parametrize(
    ("sure", "open"),
    [("<= 20", "<= 19"), ("< 21", "< 20"), (">= 0", ">= 1"), ("> -1", "> 0")],
)
def test_what_always_holds_is_told_from_what_nearly_does(sure, open):
    """A range is 0 to 20."""
    refusal = "act.fire.refuse item 1"
    assert odd_at(refusal, "", found(SMALL.replace('range = "> firer.reach"', f'range = "{sure}"')))
    assert not odd_at(refusal, "", found(SMALL.replace('range = "> firer.reach"', f'range = "{open}"')))


def test_dice_that_are_thrown_again_may_hit_more_often_than_there_are():
    more = SMALL.replace('need = "6 - firer.skill"', 'need = "6 - firer.skill"\nexplode = { on = [6], most = 2 }')
    assert found(more.replace('hits = ">= 3"', 'hits = ">= 18"')) == []
    said = found(more.replace('hits = ">= 3"', 'hits = ">= 19"'))
    assert len(said) == 1
    assert odd_at(f"{RESULT} 1", "hits 0 18", said)


TWICE = """
[[act.fire.step]]
id = "struggle"
opposed = ["firer", "target"]
dice = 3
rule = "1"
result = [{ id = "draw", when = { tie = true }, words = "a draw" }, { id = "done" }]

[[act.fire.step]]
id = "rest"
opposed = ["firer", "target"]
when = { "struggle.is" = "draw" }
rule = "1"
result = [{ id = "draw", when = { tie = true }, words = "a draw again" }, { id = "done" }]

[[act.fire.step]]
id = "end"
let = 0
result = [{ id = "clear", when = { margin = ">= 9" }, words = "{winner} wins clearly" }, { id = "close" }]
"""


def test_a_margin_may_be_that_of_any_throw_of_two_so_far():
    nobody_goes = SMALL.replace(', empty = "remove"', "")
    assert found(nobody_goes + TWICE) == []
    said = found(nobody_goes + TWICE.replace(">= 9", ">= 19"))
    assert len(said) == 1
    assert odd_at("act.fire.step item 5.result item 1", "margin 0 15", said)


def test_check_says_it_with_its_line(tmp_path):
    (tmp_path / "small.toml").write_text(SMALL.replace('"target.arm" = "foot"', '"target.arm" = "foto"'), "utf-8")
    checked = check_file(tmp_path / "small.toml")
    assert says([checked.title], "Small fire")
    (odd_row,) = checked.odd
    assert odd_row.line == 50
    assert says([odd_row.words], "target.arm foot horse foto")
    assert says([odd_row.hint], "foot")


def test_check_refuses_with_the_line_what_is_wrong(tmp_path):
    (tmp_path / "small.toml").write_text(SMALL.replace('need = "6 - firer.skill"', "ned = 4"), "utf-8")
    with mistaken(FileMistake, about="46 act.fire.step 1.ned"):
        check_file(tmp_path / "small.toml")
