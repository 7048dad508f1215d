"""What `umpire check` finds odd in a rule file that is right: each thing once, at its key, and nothing in ours."""

import tomllib

import pytest

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


def found(text):
    return [(each.key, each.words) for each in odd(read_rules(tomllib.loads(text)))]


def test_nothing_is_odd_in_what_is_whole():
    assert found(SMALL) == []


@pytest.mark.parametrize("name", ["shields", "muskets", "rivers"])
def test_nothing_is_odd_in_our_games(name):
    assert found((EXAMPLES / "rules" / f"{name}.toml").read_text(encoding="utf-8")) == []


def test_rules_that_nobody_cites_are_told_at_once():
    more = SMALL.replace('"1" = "All of it."', '"1" = "All of it."\n"2.1" = "More."\n"2.2" = "More."')
    assert found(more) == [('clauses."2.1"', "nobody cites 2.1, 2.2")]


COLUMNS = "act.fire.step item 2.columns"
MODIFIER, RESULT = "act.fire.step item 1.modifier item 2", "act.fire.step item 1.result item"


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        (
            '"target.arm" = "foot"',
            '"target.arm" = "guns"',
            MODIFIER,
            "never applies: target.arm is foot or horse, expected guns",
        ),
        (
            'range = "<= 6"',
            'range = "> 30"',
            MODIFIER[:-1] + "1",
            "never applies: range is 0 to 20, expected more than 30",
        ),
        ('hits = ">= 3"', 'hits = ">= 7"', f"{RESULT} 1", "never reached: hits is 0 to 6"),
        ('range = "<= 6"', 'range = ">= 20"', "", ""),
        ('hits = ">= 3"', 'hits = ">= 0"', f"{RESULT} 2", "never reached: what stands before it takes all there is"),
        ('{ id = "none" }', '{ id = "none", when = { hits = 0 } }', "", ""),
        (
            '{ id = "none" }',
            '{ id = "none", when = { ground = "open" } }',
            f"{RESULT} 3",
            "where this does not hold either, nothing is said",
        ),
        ('nerve = "R"', 'nerve = "Z"', "act.fire.step item 2.result item 1", "never reached: nerve is R or S"),
        (
            'range = "> firer.reach"',
            'range = "> 20"',
            "act.fire.refuse item 1",
            "never refused so: range is 0 to 20, expected more than 20",
        ),
        ('range = "> firer.reach"', 'range = ">= 0"', "act.fire.refuse item 1", "always refused so"),
        (
            'column = "ground"',
            'column = "target.arm"',
            COLUMNS,
            "target.arm may be foot, which has no column",
        ),
        (
            'columns = ["open", "rough"]',
            'columns = ["open", "town"]',
            COLUMNS,
            "ground may be rough, which has no column",
        ),
        ('ground", is = ["open", "rough"]', 'ground", is = ["open"]', f"{COLUMNS} item 2", "ground is never rough"),
        (
            "{ least = 2, cells",
            "{ least = 4, cells",
            "act.fire.step item 2.rows item 1",
            "a total of 2 to 3 has no row; it counts as the first",
        ),
        (
            "{ least = 11, cells",
            "{ least = 13, cells",
            "act.fire.step item 2.rows item 3",
            "never reached: the total is 2 to 12",
        ),
        (
            'need = "6 - firer.skill"',
            'need = "up(9 / (firer.skill - 3))"',
            "act.fire.step item 1.need",
            "may divide by 0, and then cannot be played",
        ),
        ('need = "6 - firer.skill"', "need = 4", "stand.skill", "nobody asks about it"),
        ('range = "> firer.reach"', 'range = "> 8"', "stand.reach", "nobody asks about it"),
        ('mark = "target.shaken"', 'hand = "{target} runs"', "mark.shaken", "nothing ever sets it"),
        (', { lose = "enemy.will" }', "", "side.will", "nothing ever takes or gives any of it"),
        (
            "fact.range =",
            'fact.wind = { words = "wind", is = "yes/no", assume = false }\nfact.range =',
            "act.fire.fact.wind",
            "nobody asks about it",
        ),
        (
            'id = "nerve"\n',
            'id = "nerve"\nwhen = { hits = ">= 9" }\notherwise = "S"\n',
            "act.fire.step item 2.when",
            "never played: hits is 0 to 6, expected at least 9",
        ),
        (
            'id = "nerve"\n',
            'id = "nerve"\nwhen = { hits = ">= 1" }\n',
            "act.fire.step item 2",
            "nerve is asked for later, and is nothing where this step is not played",
        ),
        (
            '[[act.fire.step]]\nid = "nerve"',
            '[[act.fire.step]]\nid = "spare"\nlet = 0\n\n[[act.fire.step]]\nid = "nerve"',
            "act.fire.step item 2",
            "nothing comes of it, and nobody asks for spare",
        ),
    ],
)
def test_what_is_odd_is_said_at_its_key(old, new, key, words):
    assert old in SMALL
    said = found(SMALL.replace(old, new))
    assert ((key, words) in said) if key else said == []


def test_a_yes_or_no_counts_0_to_1_even_where_nobody_has_it():
    brave = SMALL.replace("reach = {", 'brave = { words = "brave", is = "yes/no", usual = false }\nreach = {')
    counted = brave.replace(
        'id = "hits"\n', 'id = "extra"\nlet = "target.brave * 4"\n\n[[act.fire.step]]\nid = "hits"\n'
    )
    for least, never in ((4, []), (5, [(RESULT + " 1", "never reached: extra is 0 to 4")])):
        assert counted != brave != SMALL
        text = counted.replace('when = { hits = ">= 3" }', f'when = {{ extra = ">= {least}" }}')
        said = [each for each in found(text) if "extra" in each[1]]
        assert said == [(key.replace("item 1.result", "item 2.result"), words) for key, words in never]


def test_each_step_has_a_self_of_its_own():
    fact = 'fact.depth = { words = "depth", is = "number", most = 3, assume = 0, of = ["target"] }\nfact.ground ='
    row = '{ id = "deep", on = "roll", amount = 1, words = "deep", when = { "self.depth" = "> 5" } }]\nresult'
    text = SMALL.replace("fact.ground =", fact).replace("true } }]\nresult", "true } }, " + row)
    text = text.replace('table = "firer"', 'table = "target"')
    assert [each for each in found(text) if "depth" in each[1]] == [
        (
            "act.fire.step item 2.modifier item 2",
            "never applies: self.depth is 0 to 3, expected more than 5",
        )
    ]


def test_a_row_that_ends_before_the_least_total_gives_no_cell():
    early = '{ least = -5, cells = ["T", "T"] }, { least = 2, cells'
    for least, never in (("2", True), ("3", False)):
        text = SMALL.replace("{ least = 2, cells", early.replace("2, cells", f"{least}, cells"))
        said = found(text.replace('nerve = "R"', 'nerve = "T"'))
        assert (("act.fire.step item 2.result item 1", "never reached: nerve is R or S") in said) is never


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
        (SMALL + MORE, ["foot and foot: it ends in 812 ways"]),
        (
            SMALL + MORE.replace("dice = 3", "dice = 200"),
            ["there are more than 20,000 ways this can go: no odds of it"],
        ),
        (
            SMALL.replace('need = "6 - firer.skill"', 'need = "up(6 / (firer.men - 4))"'),
            ['horse and foot: cannot be played: "up(6 / (firer.men - 4))" divides by 0'],
        ),
    ],
)
def test_what_is_odd_in_an_act_as_it_is_played(text, words):
    rows = read_rules(tomllib.loads(text))
    assert [(each.key, each.words) for each in walked(rows)] == [("act.fire", each) for each in words]


@pytest.mark.parametrize(
    ("sure", "open"),
    [("<= 20", "<= 19"), ("< 21", "< 20"), (">= 0", ">= 1"), ("> -1", "> 0")],
)
def test_what_always_holds_is_told_from_what_nearly_does(sure, open):
    """A range is 0 to 20."""
    always = ("act.fire.refuse item 1", "always refused so")
    assert always in found(SMALL.replace('range = "> firer.reach"', f'range = "{sure}"'))
    assert always not in found(SMALL.replace('range = "> firer.reach"', f'range = "{open}"'))


def test_dice_that_are_thrown_again_may_hit_more_often_than_there_are():
    more = SMALL.replace('need = "6 - firer.skill"', 'need = "6 - firer.skill"\nexplode = { on = [6], most = 2 }')
    assert found(more.replace('hits = ">= 3"', 'hits = ">= 18"')) == []
    never = f"{RESULT} 1", "never reached: hits is 0 to 18"
    assert found(more.replace('hits = ">= 3"', 'hits = ">= 19"')) == [never]


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
    never = "act.fire.step item 5.result item 1", "never reached: margin is 0 to 15"
    assert found(nobody_goes + TWICE.replace(">= 9", ">= 19")) == [never]


def test_check_says_it_with_its_line(tmp_path):
    (tmp_path / "small.toml").write_text(SMALL.replace('"target.arm" = "foot"', '"target.arm" = "foto"'), "utf-8")
    checked = check_file(tmp_path / "small.toml")
    assert checked.title == "rules: Small: fire"
    words = "never applies: target.arm is foot or horse, expected foto"
    assert [(each.line, each.words, each.hint) for each in checked.odd] == [(50, words, "did you mean foot?")]


def test_check_refuses_with_the_line_what_is_wrong(tmp_path):
    (tmp_path / "small.toml").write_text(SMALL.replace('need = "6 - firer.skill"', "ned = 4"), "utf-8")
    with pytest.raises(FileMistake, match=r"small\.toml line 46: act\.fire\.step item 1\.ned: unknown key"):
        check_file(tmp_path / "small.toml")
