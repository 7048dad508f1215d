"""Tests that a rule file is played, counted and printed alike: conditions, tallies, bounds, turns, the sheet."""

import json
import tomllib
from fractions import Fraction

import pytest

from tests.catalogue import hear, mistaken
from tests.plain.games import Position
from tests.plain.test_oddities import odd_at
from umpire.core.dice import read_told
from umpire.core.mistakes import FileMistake, NotDice
from umpire.core.odds import explain
from umpire.core.pools import DiceLine, Pool
from umpire.core.readings import Total
from umpire.game.gamefile.journal import read_throw
from umpire.play.past.plain import throw_plain
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.file.reader import read_rules
from umpire.rulesets.plain.sheet import sheet
from umpire.show.pools import value_words

HEAD = """format = 1
id = "seams"
name = "Seams"
clauses = { "1" = "One." }
turn = { phases = ["play"] }
track.hull = { words = "hull", empty = "remove" }
mark.afire = { words = "afire" }
mark.pins = { words = "pins", counts = true }
type.ship = { hull = 8 }
type.raft = { hull = 0 }

[act.fire]
words = "one fires at another"
rule = "1"
role.ship = { of = "own" }
role.foe_ship = { of = "enemy", after = "at" }
"""


def step(*lines):
    return "\n[[act.fire.step]]\n" + "\n".join(lines) + "\n"


def position(text, **stands):
    rows = read_rules(tomllib.loads(HEAD + text))
    return Position("seams", {"a": {"type": "ship"}}, {"b": {"type": "ship", **stands}}, rows=rows)


def tallied(text, name, **stands):
    found = {}
    for outcome, chance in position(text, **stands).odds("fire a at b").items():
        value = dict(outcome.tally)[name]
        found[value] = found.get(value, 0) + chance
    return found


STRIKES = step(
    'id = "shot"', 'total = "ship"', 'rule = "1"',
    'result = [{ id = "strikes", when = { shot = ">= 5" }, do = [{ lose = "foe_ship.hull", by = 5 }, '
    '{ remove = "foe_ship" }] }, { id = "hit", do = [{ lose = "foe_ship.hull", by = "shot" }] }]',
)  # fmt: skip


def test_a_ship_that_strikes_has_lost_what_the_record_says():
    assert tallied(STRIKES, "b loses hull") == {**{lost: Fraction(1, 6) for lost in (1, 2, 3, 4)}, 5: Fraction(1, 3)}
    assert tallied(STRIKES, "b") == {"removed": Fraction(1, 3), "": Fraction(2, 3)}


MARKS = step(
    'id = "shot"', 'total = "ship"', 'rule = "1"',
    'result = [{ id = "burns", when = { shot = ">= 5" }, do = [{ mark = "foe_ship.afire" }, '
    '{ mark = "foe_ship.pins", by = "shot" }] }]',
)  # fmt: skip


def test_odds_list_marks_and_a_result_that_may_not_come():
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert tallied(MARKS, "shot") == {"burns": third, "": 1 - third}
    assert tallied(MARKS, "b") == {("afire", "pins +5"): sixth, ("afire", "pins +6"): sixth, (): 1 - third}
    assert tallied(MARKS, "b", afire=True) == {("pins +5",): sixth, ("pins +6",): sixth, (): 1 - third}


def test_marks_are_without_a_bound_unless_that_is_said():
    many = MARKS.replace('by = "shot"', "by = 20")
    assert tallied(many, "b")["afire", "pins +20"] == Fraction(1, 3)
    bound = position(many)
    rows = read_rules(tomllib.loads(HEAD.replace("counts = true", "counts = true, most = 3") + many))
    bound = Position("seams", {"a": {"type": "ship"}}, {"b": {"type": "ship"}}, rows=rows)
    assert ("afire", "pins +3") in {dict(outcome.tally)["b"] for outcome in bound.odds("fire a at b")}


CLASH = step(
    'id = "clash"', 'total = "ship"', 'rule = "1"',
    'result = [{ id = "falls back", when = { clash = ">= 5" } }, { id = "not hit", when = { clash = 1 } }, '
    '{ id = "stands and fires" }]',
)  # fmt: skip
AFTER = """
[[act.fire.step]]
id = "after"
let = 0
when = { %s }
result = [{ id = "so", words = "so it is" }]
"""


@pytest.mark.parametrize(
    ("when", "ways"),
    [
        ('clash.is = "falls back"', 2),
        ('clash.is = "not falls back"', 4),
        ('clash.is = "not hit"', 1),
        ('clash.is = ["not hit", "falls back"]', 3),
        ('clash.is = "stands and fires"', 3),
    ],
)
def test_a_condition_has_all_the_words_of_a_result(when, ways):
    found = position(CLASH + AFTER % when).odds("fire a at b")
    assert sum(chance for outcome, chance in found.items() if "so it is (1)" in outcome.words or "so it is" in
               outcome.words) == Fraction(ways, 6)  # fmt: skip


def test_words_that_no_result_has_are_refused_with_the_nearest():
    with mistaken(
        FileMistake, at="act.fire.step.1.when.clash.is", about="act.fire.step 2.when.clash.is", hint="falls back"
    ):
        position(CLASH + AFTER % 'clash.is = "fals back"')


@pytest.mark.wording
def test_the_sheet_says_when_what_is_done_is_done():
    text = STRIKES + step(
        'id = "sinks"', "let = 0", 'when = { "shot.is" = "strikes" }',
        'result = [{ id = "gone", words = "it sinks", when = { "foe_ship.afire" = true }, '
        'do = [{ mark = "ship.pins" }] }]',
    )  # fmt: skip
    of_act = next(part for part in sheet(position(text).table, None) if part.title.startswith("Fire"))
    assert ("then", "only if shot is strikes, foe ship afire: ship pins", "1") in [
        (row[0], row[1], row[2] or "1") for row in of_act.rows
    ]


@pytest.mark.parametrize(("sides", "typed", "face"), [(10, "0", 10), (100, "00", 100), (100, "07", 7), (10, "10", 10)])
def test_a_die_is_read_as_it_is_printed(sides, typed, face):
    pool = Pool("x", "Red", "x", (DiceLine("a", 1, "one", "1"),), Total(), 1, sides)
    assert read_told(typed, pool).faces == (face,)


@pytest.mark.parametrize(("sides", "typed"), [(10, "00"), (100, "0"), (20, "0"), (6, "0")])
def test_a_nought_is_on_no_other_die(sides, typed):
    pool = Pool("x", "Red", "x", (DiceLine("a", 1, "one", "1"),), Total(), 1, sides)
    with mistaken(NotDice, about="0"):
        read_told(typed, pool)


def test_a_track_may_be_none():
    table = position(STRIKES).table
    assert table.type["raft"]["hull_full"] == 0
    assert tallied(STRIKES, "b", type="raft", hull=0) == {"removed": Fraction(1, 3), "": Fraction(2, 3)}
    with pytest.raises(KeyError):
        tallied(STRIKES, "b loses hull", type="raft", hull=0)


@pytest.mark.parametrize(
    ("turn", "own", "enemy"),
    [("own", True, False), ("enemy", False, True), ("any", True, True)],
)
def test_an_act_belongs_to_the_turn_that_its_row_says(turn, own, enemy):
    rows = read_rules(tomllib.loads(HEAD.replace('rule = "1"\nrole', f'rule = "1"\nturn = "{turn}"\nrole') + STRIKES))
    made = Position("seams", {"a": {"type": "ship"}}, {"b": {"type": "ship"}}, rows=rows)
    for line, may in (("fire a at b", own), ("fire b at a", enemy)):
        act, situation = made.situation(line)
        assert (act.out_of_turn(made.state, made.table, situation) == ()) is may
    said = [row[1] for part in sheet(made.table, None) if part.title.startswith("Fire") for row in part.rows]
    hear(*said)
    assert len(said) == 2 + (turn != "own"), "when it is done, if not in its own turn"


def found(text):
    return [(each.key, each.words) for each in odd(read_rules(tomllib.loads(HEAD + text)))]


def test_a_throw_by_someone_who_may_be_gone_is_odd():
    answer = step('id = "answer"', 'count = "foe_ship"', "dice = 2", "need = 4", 'rule = "1"',
                  'result = [{ id = "hit", when = { answer = ">= 1" } }, { id = "missed" }]')  # fmt: skip

    def odd_one(text):
        return odd_at("act.fire.step item 2", "foe_ship", found(text))

    assert odd_one(STRIKES + answer)
    for when in ('"foe_ship.removed" = false', '"shot.is" = "hit"', '"foe_ship.hull" = ">= 1"'):
        asked = answer.replace("need = 4\n", f"need = 4\nwhen = {{ {when} }}\n")
        assert not odd_one(STRIKES + asked)
    ends = STRIKES.replace('{ remove = "foe_ship" }', '{ remove = "foe_ship" }, { end = true }')
    assert not odd_one(ends.replace('lose = "foe_ship.hull"', 'mark = "foe_ship.pins"') + answer)


def test_a_let_that_falls_below_every_row_is_odd():
    shot = 'result = [{ id = "far", when = { x = ">= 3" } }, { id = "near", when = { x = ">= 1" } }]'
    below = step('id = "x"', 'let = "foe_ship.hull - 2"', shot)
    key = "act.fire.step item 1.result item 2"
    assert odd_at(key, "", found(below))
    assert not any(each[0] == key for each in found(below.replace("- 2", "+ 1")))
    table = step('id = "y"', 'let = "foe_ship.hull - 9"') + step(
        'id = "x"', 'table = "ship"', 'columns = ["u", "v"]', 'column = "y"', 'rule = "1"',
        'rows = [{ least = 1, cells = ["a", "b"] }]', 'result = [{ id = "q", when = { x = "a" } }, { id = "r" }]',
    )  # fmt: skip
    assert odd_at("act.fire.step item 2.column", "y -9 -1 1", found(table))


LOOKED = [
    ("count", "need = 4", "sixes 1"),
    ("check", "need = 4", "succeeds, sixes 1"),
    ("total", "", "11, sixes 1"),
    ("table", 'columns = ["u"]\nrows = [{ least = 2, cells = ["x"] }]', "x, sixes 1"),
]


@pytest.mark.parametrize(("kind", "more", "words"), LOOKED)
def test_faces_that_are_looked_at_are_said_in_words(kind, more, words):
    text = step(f'id = "y"\n{kind} = "ship"\ndice = 2\n{more}\nrule = "1"\nlook = {{ sixes = [6] }}',
                'result = [{ id = "so", words = "{y.sixes} sixes" }]')  # fmt: skip
    act, situation = position(text).situation("fire a at b")
    (pool,) = [pool for one in explain(lambda: act.procedure(situation)) for pool in one.pools]
    thrown = read_throw(json.loads(json.dumps(throw_plain(read_told("56", pool)))))
    assert value_words(thrown).endswith(words)
    assert "[" not in value_words(thrown)
