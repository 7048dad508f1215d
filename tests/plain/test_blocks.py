"""Tests of steps written once and played several times: roles, throws, and the place of a mistake."""

import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.catalogue import hear, says
from tests.places import ROOT
from tests.plain.games import Position, game
from tests.plain.small import changed, mistakes, places
from tests.plain.test_folding import both  # noqa: F401
from umpire.core.odds import ForcedChoices, explain
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.file.reader import read_file, read_rules
from umpire.testing.case import every_fall

FILE = Path(__file__).with_name("blocks.toml")
GAME = """
name = "Blocks"
ruleset = "blocks.toml"
sides = ["Red", "Blue"]
stands.s1 = { side = "Red", type = "scout" }
stands.s2 = { side = "Red", type = "scout" }
stands.g1 = { side = "Blue", type = "guard" }
"""


@pytest.fixture
def position():
    red = {id: {"type": "scout"} for id in ("s1", "s2")}
    return Position("blocks", red, {"g1": {"type": "guard"}}, rows=read_file(FILE))


def shot(die, other, more, hurt, aim, against):
    """Return the result of a shot from the two dice, as in the prose of the first edition."""
    firer, mark = die + aim + more - 2 * hurt, other + against
    return "falls" if firer >= 2 * mark else "is hurt" if firer > mark else "unhurt"


def answered():
    """Return each result of the two shots with its chance; a stand that fell or was hurt does not reply."""
    found = {}
    for dice in product(range(1, 7), repeat=4):
        first = shot(dice[0], dice[1], 1, 0, 2, 1)
        answer = shot(dice[2], dice[3], 0, 0, 1, 2) if first == "unhurt" else ""
        found[first, answer] = found.get((first, answer), 0) + Fraction(1, 6**4)
    return found


def test_a_block_played_twice_with_roles_changed_counts_as_the_prose_does(position):
    found = {}
    for outcome, chance in position.odds("shoot s1 at g1").items():
        tally = dict(outcome.tally)
        key = tally["first.struck"], tally["answer.struck"]
        found[key] = found.get(key, 0) + chance
    assert found == answered()
    assert sum(found.values()) == 1
    act, situation = position.situation("shoot s1 at g1")
    every = every_fall(lambda: act.procedure(situation), ForcedChoices([]))
    assert every == position.odds("shoot s1 at g1")


def test_what_is_counted_forward_is_what_is_walked(both):  # noqa: F811
    assert both(FILE.read_text(encoding="utf-8")) == 8


def test_the_explanation_has_each_throw_by_who_throws_it_there(position):
    act, situation = position.situation("shoot s1 at g1 g1.cover=yes")
    pools = [pool for one in explain(lambda: act.procedure(situation)) for pool in one.pools]
    assert [pool.key for pool in pools] == [
        "first.aimed.gunner",
        "first.aimed.foe_of",
        "answer.aimed.foe_of",
        "answer.aimed.gunner",
    ]
    assert [pool.side for pool in pools] == ["Red", "Blue", "Blue", "Red"]
    assert [pool.reading.added for pool in pools] == [3, 0, 0, 2]
    lines = [[line for line in pool.lines if line.words.startswith("more of")] for pool in pools]
    assert [(line.words, line.amount, bool(line.why_not)) for (line,) in lines] == [
        ("more of s1", 1, False),
        ("more of s1", 1, True),
        ("more of g1", 0, True),
        ("more of g1", 0, True),
    ]


def test_dice_are_typed_in_the_order_of_play_and_stand_in_the_record_by_the_step_that_plays(table):
    said = table.say("shoot s1 at g1 --dice 1/6/6/1 --json").plain
    assert [(one["key"], one["faces"]) for one in said["throws"]] == [
        ("first.aimed.gunner", [1]),
        ("first.aimed.foe_of", [6]),
        ("answer.aimed.foe_of", [6]),
        ("answer.aimed.gunner", [1]),
    ]
    assert said["outcome"]["tally"]["first.struck"] == "unhurt"
    assert said["outcome"]["tally"]["answer.struck"] == "falls"
    assert "REMOVE s1" in said["outcome"]["hands"]


def test_who_is_hurt_does_not_answer_and_hands_have_the_right_name(table):
    said = table.say("shoot s1 at g1 --dice 3/4 --json").plain
    assert len(said["throws"]) == 2
    assert said["outcome"]["tally"]["answer.struck"] == "-"
    assert "g1 lies down" in said["outcome"]["hands"]


def test_luck_what_if_amend_undo_and_a_result_told_know_both_plays(table):
    assert table.say("shoot s1 at g1 --dice 1/6/6/1").code == 0
    luck = {row["side"]: row["dice"] for row in table.say("luck --json").plain["luck"]}
    assert luck == {"Red": 2, "Blue": 2}
    assert table.say("amend 2 --dice 3/4").code == 0
    assert "is hurt" in table.say("status g1").out
    assert "removed" not in table.say("status s1").out
    assert table.say("undo").code == 0
    assert "removed" in table.say("status s1").out
    assert table.say("undo").code == 0
    assert "removed" not in table.say("status s1").out
    whatif = table.say("what-if shoot s1 at g1")
    assert whatif.code == 0
    assert "g1.cover=yes" in whatif.out
    assert table.say("shoot s1 at g1 result=answer.struck=falls").code == 0
    tally = table.say("log --json").plain["log"][-1]["outcome"]["tally"]
    assert tally["answer.struck"] == "falls"


def test_dice_may_name_the_throw_of_a_block(table):
    said = table.say("shoot s1 at g1", "--dice", "answer.aimed.foe_of=6", "--dice", "1/6/1", "--json").plain
    assert [one["faces"] for one in said["throws"]] == [[1], [6], [6], [1]]


def test_lines_of_the_referee_go_to_the_throw_they_name(table):
    said = table.say("shoot s1 at g1", "--dice", "1/6/1/6", "--add", "answer.aimed.foe_of +1 a torch", "--json").plain
    assert [one["key"] for one in said["throws"] if "a torch" in str(one["lines"])] == ["answer.aimed.foe_of"]
    assert [one["value"] for one in said["throws"]] == [4, 7, 3, 8]


def test_the_sheet_has_a_block_once(position):
    titles = [each.title.casefold() for each in position.family.sheet(position.table, position.state)]
    assert sum(title.startswith("shot") for title in titles) == 1


def sand_sheet():
    family, _ = game("sand")
    return {each.title.partition(":")[0]: each for each in family.sheet(family.rules, None)}


def test_a_block_has_its_heading_even_if_its_only_step_is_worked_out():
    doing = sand_sheet()["Doing"]
    assert "one of its two things" in doing.title
    assert [row[0] for row in doing.rows] == ["first", "second"]


def test_a_step_worked_out_whose_results_have_no_words_to_show_is_not_in_the_odds():
    position = Position("sand", {"a": {"type": "thraex", "deeds": 2}}, {"d": {"type": "secutor"}})
    names = {name for outcome in position.odds("strike a at d") for name, _ in outcome.tally}
    assert "hit.wounds" in names
    assert "doing.used" not in names


def test_blocks_and_their_steps_are_on_the_sheet_in_the_order_of_play():
    sheet = sand_sheet()
    titles = [*sheet]
    assert titles.index("Doing") < titles.index("Blow") < titles.index("strike")
    pays, cuts, parries, fall, wounds = sheet["Blow"].rows
    assert says([" ".join(pays)], "striker stamina 2.1")
    assert (cuts[0], parries[0], wounds[0]) == ("strike", "defence", "wounds")
    assert says([" ".join(fall)], "victim down 3.4")


@pytest.mark.wording
def test_the_words_of_each_victory_are_on_the_sheet():
    words = [words for _, words, _ in sand_sheet()["Victory"].rows]
    assert words[0] == "the side wins: no enemy is left: other stands 0"
    assert words[-1].startswith("the fight is a draw: turn at least 7")


@pytest.mark.wording
def test_the_sheet_says_who_plays_a_block(table):
    sheet = table.say("sheet").out
    assert sheet.count("aimed  firer and mark each") == 1
    (answer,) = [line for line in sheet.splitlines() if line.strip().startswith("answer ")]
    hear(answer)
    assert "firer is foe of, mark is gunner" in " ".join(sheet.split())


def test_each_of_many_plays_it_and_their_numbers_are_added_up(position):
    found = position.odds("volley s1 s2 at g1")
    hits = {}
    for outcome, chance in found.items():
        many = dict(outcome.tally)["g1 loses life"]
        hits[many] = hits.get(many, 0) + chance
    # four dice, a half each; a stand without lives is not shot at again, and has only three to lose
    assert hits == {0: Fraction(1, 16), 1: Fraction(4, 16), 2: Fraction(6, 16), 3: Fraction(5, 16)}
    two = sum(chance for outcome, chance in found.items() if dict(outcome.tally)["all"] == "many")
    assert two == Fraction(11, 16)


BY_VALUE = """
[steps.twice]
roles = ["one"]
numbers = ["many"]
step = [
  { id = "takes", let = "many", result = [{ id = "some", do = [{ lose = "one.life", by = "many" }] }] },
  { id = "again_so", let = "many", result = [{ id = "more", do = [{ gain = "one.life", by = "many" }] }] },
]

[act.spin]
words = "spins"
role.who = { of = "own" }
step = [{ id = "go", play = "twice", with = { one = "who", many = "who.life - 1" }, when = { who.life = 3 } }]
"""


def test_numbers_and_conditions_are_those_of_the_moment_a_block_begins():
    rows = read_rules(tomllib.loads(FILE.read_text(encoding="utf-8") + BY_VALUE))
    position = Position("blocks", {"s1": {"type": "scout"}}, {"g1": {"type": "guard"}}, rows=rows)
    (outcome,) = position.odds("spin s1")
    assert position.after(outcome).stands["s1"].life == 3
    assert not position.after(outcome).stands["s1"].removed


WRONG = {
    'roll = "self.aim - 2 * self.hurt"': ('roll = "self.aym"', "steps.shot.step 1.roll self.aym act.shoot.first"),
    'let = "firer.total - mark.total"': ('let = "gunner.aim"', "steps.shot.step 2.let gunner.aim act.shoot.first"),
    'do = [{ remove = "mark" }]': ('do = [{ remove = "foe_of" }]', "steps.shot.step 2.result 1.do 1.remove foe_of"),
    'facts = ["cover"]': ('facts = ["smoke"]', "act.shoot.step 1.with shot smoke"),
    'mark = "foe_of", more': ('mark = "nobody", more', "act.shoot.step 1.with.mark nobody"),
    'with = { firer = "gunner", mark = "foe_of", more = 1 }': (
        'with = { firer = "gunner", more = 1 }',
        "act.shoot.step 1.with shot mark",
    ),
    'play = "burst"': ('play = "bursts"', "act.volley.step 1.play bursts burst"),
    'each = "gunners"': ('each = "target"', "act.volley.step 1.each target"),
    'let = "each_one.hits"': ('let = "each_one.misses"', "act.volley.step 2.let each_one.misses"),
    'count = "firer"': ('count = "gunners"', "steps.burst.step 1.count mark"),
    'id = "hits"\ncount = "firer"': ('id = "hits"\nplay = "burst"', "steps.burst.step back"),
    'numbers = ["more"]': ('numbers = ["firer"]', "steps.shot.numbers 1 firer"),
}


@pytest.mark.parametrize("right", WRONG)
def test_a_mistake_is_at_its_key(right):
    wrong, about = WRONG[right]
    assert any(about.startswith(key) for key in places(changed(FILE, right, wrong)))


@pytest.mark.wording
@pytest.mark.parametrize("right", WRONG)
def test_a_mistake_names_its_line_and_who_plays_it(right):
    wrong, about = WRONG[right]
    said, key = mistakes(changed(FILE, right, wrong), FILE.name), wrong.partition(" ")[0]
    text = FILE.read_text(encoding="utf-8").replace(right, wrong, 1)
    lines = [at for at, line in enumerate(text.splitlines(), 1) if key in line]
    assert says(said, *about.split()), said
    if "step 1." in about and about.startswith("steps."):
        assert any(f"line {line}:" in one for one in said for line in lines), said


def test_nothing_is_odd_in_it_and_a_block_that_nobody_plays_is():
    rows = read_file(FILE)
    assert [*odd(rows)] == []
    text = FILE.read_text(encoding="utf-8").partition("[[act.volley.step]]")[0]
    text += '[[act.volley.step]]\nid = "all"\ncount = "target"\nneed = 4\nrule = "4"\n'
    found = [each.key for each in odd(read_rules(tomllib.loads(text)))]
    assert "steps.burst" in found


def test_a_block_within_a_block_and_names_from_outside():
    text = FILE.read_text(encoding="utf-8") + NESTED
    rows = read_rules(tomllib.loads(text))
    position = Position("blocks", {"s1": {"type": "scout"}}, {"g1": {"type": "guard"}}, rows=rows)
    said = [outcome.words for outcome in position.odds("duel s1 at g1")]
    assert any("3 more: s1 hits" in words for words in said), said
    assert sum(position.odds("duel s1 at g1").values()) == 1
    act, situation = position.situation("duel s1 at g1")
    assert every_fall(lambda: act.procedure(situation), ForcedChoices([])) == position.odds("duel s1 at g1")


NESTED = """
[steps.round]
roles = ["a", "b"]
step = [
  { id = "clash", opposed = ["a", "b"], rule = "3", result = [
    { id = "drawn", when = { tie = true } },
    { id = "a hits", when = { winner = "a" } },
    { id = "b hits" } ] },
  { id = "then", play = "burst", when = { clash.is = "a hits" }, with = { firer = "winner", mark = "loser" } },
]

[act.duel]
words = "a duel"
role.hero = { of = "own" }
role.villain = { of = "enemy", after = "at" }
step = [
  { id = "one", play = "round", with = { a = "hero", b = "villain" } },
  { id = "two", play = "round", with = { a = "villain", b = "hero" }, when = { "one.clash.is" = "drawn" } },
  { id = "end", let = "one.margin + 0 * two.then.hits", result = [
    { id = "told", when = { "one.winner" = "hero", end = 3 }, words = "{end} more: {one.winner} hits" },
    { id = "untold" } ] },
]
"""


FIRE = """
[steps.fire]
roles = ["squad", "target"]
step = [
  { id = "fp", count = "squad", dice = "squad.men", need = 4, look = { crits = [6] }, rule = "1" },
  { id = "cv", count = "target", dice = "target.men", need = 5, look = { crits = [6] }, rule = "1" },
  { id = "deep", let = "max(0, fp.crits - cv.crits)" },
  { id = "flat", let = "max(0, fp - fp.crits - (cv - cv.crits))" },
  { id = "kept", count = "target", dice = "flat", need = "target.save", rule = "1" },
  { id = "lost", let = "deep + flat - kept", result = [
    { id = "men fall", when = { lost = ">= 1" }, do = [
      { lose = "target.men", by = "lost" }, { mark = "target.pins", by = "lost + 1" } ] },
    { id = "pinned", when = { flat = ">= 1" }, do = [{ mark = "target.pins" }] },
    { id = "nothing" } ] },
]
"""
PLAYED = """
[[act.engage.step]]
id = "go"
play = "fire"
with = { squad = "red", target = "blue" }
"""
BACK = """
[[act.engage.step]]
id = "back"
play = "fire"
with = { squad = "blue", target = "red" }
when = { grit = true }
"""


def engagement(men):
    """Return an engagement written in full, and the same by a block that is played twice: red men and blue after it."""
    inline = (ROOT / "bench" / "engagement.toml").read_text(encoding="utf-8").replace("men = 12", f"men = {men}")
    head, *steps = inline.split("[[act.engage.step]]")
    (grit,) = [step for step in steps if 'id = "grit"' in step]
    return inline, head + PLAYED + "[[act.engage.step]]" + grit + BACK + FIRE


def test_a_block_comes_to_the_same_as_its_steps_written_out():
    found = []
    for text in engagement(5):
        rows = read_rules(tomllib.loads(text))
        position = Position("engagement", {"r": {"type": "red"}}, {"b": {"type": "blue"}}, rows=rows)
        left = {}
        for outcome, chance in position.odds("engage r at b").items():
            stands = position.after(outcome).stands
            key = stands["r"].men, stands["r"].pins, stands["b"].men, stands["b"].pins
            left[key] = left.get(key, 0) + chance
        found.append(left)
    assert found[0] == found[1]
    assert sum(found[1].values()) == 1


CLUB = """
extends = "blocks"
id = "club"
name = "Club"

[steps.burst]
step = [{ id = "hits", need = 5 }]
"""


def test_house_rules_change_a_step_of_a_block_wherever_it_is_played(table):
    (table.folder / "club.toml").write_text(CLUB, encoding="utf-8")
    assert table.say("check club.toml").code == 0
    assert table.say("new game.toml --house club --seed 3 -g club.umpire").code == 0
    needs = [one["hit"] for one in table.say("volley s1 s2 at g1 --roll --json -g club.umpire").plain["throws"]]
    assert needs == ["5+", "5+"]
