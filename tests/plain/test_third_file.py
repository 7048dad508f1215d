"""Tests of problems of a reader with a game of aeroplanes: each now works, or is reported on its line."""

import tomllib

import pytest

from tests.catalogue import says, shows
from tests.plain.small import mistakes
from umpire.play.session import open_session
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.file.reader import read_rules

RULES = """
format = 1
id = "air"
name = "Air"
clauses = { "1" = "The rule." }
track.points = { words = "points", full = 4, empty = "remove" }
mark.jammed = { words = "guns jammed" }
mark.goes = { words = "breaks off", until = "turn" }
side.downed = { words = "shot down", start = 0 }
side.lead = { words = "lead", full = 6, start = 0 }
type.fighter = { words = "fighter" }
victory = [{ id = "few", when = { turn = "> 2", side.stands = "< other.stands" }, words = "{side} has lost" }]

[turn]
phases = ["fly", "shoot"]
turns = 2
first = "alternate"
comes = [
  { words = "gone", at = "end of turn", each = "stand", when = { stand.goes = true }, do = [{ remove = "stand" }] },
]

[act.shoot]
words = "one shoots at another"
role.plane = { of = "own" }
role.target = { of = "enemy", after = "at" }
step = [
  { id = "hits", count = "plane", dice = 3, need = 5, rule = "1", look = { ones = [1] }, reroll = { on = [1] } },
  { id = "jam", let = "hits.ones", result = [
    { id = "jams", when = { jam = ">= 2" }, do = [{ mark = "plane.jammed" }] },
    { id = "shoots", do = [{ gain = "own.downed", by = "hits" }] },
  ] },
]

[act.nerve]
words = "one tests its nerve"
turn = "any"
role.plane = { of = "own" }
fact.friend = { words = "a friend is near", is = "yes/no" }
step = [{ id = "heart", check = "plane", need = 4, rule = "1", modifier = [
  { amount = 1, words = "a friend", when = { friend = true } },
], result = [
  { id = "holds", when = { heart = true } }, { id = "goes", do = [{ mark = "plane.goes" }] },
] }]

[act.lead]
words = "both throw for who is first in the next turn"
turn = "any"
role.ours = { of = "own" }
role.theirs = { of = "enemy", after = "against" }
step = [{ id = "throw", opposed = ["ours", "theirs"], rule = "1", result = [
  { id = "thrown", do = [{ set = "own.lead", to = "ours.total" }, { set = "enemy.lead", to = "theirs.total" }] },
] }]
"""
GAME = """
name = "Air"
ruleset = "air.toml"
sides = ["Red", "Blue"]
sequence = "kept"
stands.r1 = { side = "Red", type = "fighter" }
stands.b1 = { side = "Blue", type = "fighter" }
stands.b2 = { side = "Blue", type = "fighter" }
"""


def begun(table, first, turn="", rules=RULES):
    """Begin the game again with this key of [turn]."""
    line = f'first = "{first}"' if first else ""
    text = rules.replace('first = "alternate"', line).replace('phases = ["fly"', f'{turn}\nphases = ["fly"')
    (table.folder / "air.toml").write_text(text, encoding="utf-8")
    for old in table.folder.glob("*.umpire"):
        old.unlink()
    said = table.say("new game.toml")
    assert said.code == 0, said.err


def state(table):
    return open_session(table.folder / "game.umpire").state


def now(table):
    clock = state(table).clock
    return clock.turn, clock.side, clock.phase


def played(table, many):
    """Return the turn and the side at each of so many `next`."""
    found = []
    for _ in range(many):
        assert table.say("next").code == 0
        found.append(now(table)[:2])
    return found


def test_the_sides_take_turns_to_play_first(table):
    begun(table, "alternate")
    assert played(table, 5) == [(1, "Red"), (1, "Blue"), (1, "Blue"), (2, "Blue"), (2, "Blue")]
    assert played(table, 1) == [(2, "Red")]
    assert table.say("undo").code == 0
    assert now(table) == (2, "Blue", "shoot")


def test_the_sides_take_turns_in_each_phase(table):
    begun(table, "alternate", 'order = "phases"')
    assert played(table, 7)[-4:] == [(2, "Blue"), (2, "Red"), (2, "Blue"), (2, "Red")]


def test_the_side_that_threw_more_plays_first_and_if_equal_the_one_that_was_second(table):
    for thrown, first in (("6/1", "Red"), ("1/6", "Blue"), ("3/3", "Blue")):
        begun(table, "own.lead")
        assert table.say(f"lead r1 against b1 --dice {thrown}").code == 0
        assert played(table, 4)[-1] == (2, first)


def test_who_is_first_depends_on_what_comes_as_the_turn_ends(table):
    row = '{ words = "x", at = "end of turn", each = "side", do = [{ set = "own.lead", to = "own.stands" }] }'
    begun(table, "own.lead", rules=RULES.replace("]\n\n[act.shoot]", f"  {row},\n]\n\n[act.shoot]"))
    assert table.say("next shoot").code == 0
    assert table.say("next fly").code == 0
    assert table.say("next fly").code == 0
    assert now(table) == (2, "Blue", "fly")


def test_an_event_of_a_side_comes_in_its_turn_though_it_plays_second(table):
    game = GAME + '[events.rain]\nwhen = "turn 2 Red"\ntext = "Rain."\n'
    (table.folder / "game.toml").write_text(game, encoding="utf-8")
    begun(table, "alternate")
    assert not any("Rain" in table.say("next").out for _ in range(5))
    assert "Rain" in table.say("next").out


@pytest.mark.wording
def test_the_sheet_says_who_plays_first(table):
    begun(table, "alternate")
    assert "take turns to play first" in table.say("sheet").out
    begun(table, "own.lead + own.downed")
    assert "with the most lead plus shot down plays first" in " ".join(table.say("sheet").out.split())


def test_a_name_in_first_that_stands_for_nothing_is_on_its_line():
    (found,) = mistakes(RULES.replace('"alternate"', '"own.leed"'), "air.toml")
    assert says([found], "turn.first", "own.leed")


def test_what_comes_as_the_turn_ends_comes_after_the_last_turn_too_before_victory_is_judged(table):
    begun(table, "")
    assert table.say("next fly").code == 0
    assert table.say("next fly").code == 0
    assert now(table)[0] == 2
    for plane in ("b1", "b2"):
        assert table.say(f"nerve {plane} no --dice 1").code == 0
    assert table.say("next fly").code == 0
    out = table.say("next").out + table.say("next").out
    assert "REMOVE b1" in out
    assert "REMOVE b2" in out
    assert "Blue has lost" in out
    assert "over" in table.say("status").out


EVEN = """victory = [
  { id = "even", draw = true, when = { turn = "> 2", side.stands = "= other.stands" }, words = "a draw", rule = "1" },
"""


@pytest.mark.parametrize("is_even", [False, True])
def test_a_draw_is_shown_once_and_stands_in_the_status(table, is_even):
    begun(table, "", rules=RULES.replace("victory = [", EVEN))
    for line in (["nerve b2 no --dice 1"] if is_even else []) + ["next fly"] * 3:
        assert table.say(line).code == 0
        assert "draw" not in table.say("status").out
    assert table.say("next").out.count("a draw") + table.say("next").out.count("a draw") == is_even
    assert ("a draw" in table.say("status red").out) is is_even
    assert ("a draw" in table.say("status").out) is is_even


def test_a_number_of_a_side_counts_up_from_0(table):
    begun(table, "")
    assert table.say("shoot r1 at b1 --dice 662").code == 0
    assert state(table).forces["Red"].downed == 2
    assert [each for each in odd(read_rules(tomllib.loads(RULES))) if "side" in each.key] == []


def test_a_number_of_a_side_that_stays_is_unusual_only_if_nothing_reads_it():
    rules = RULES.replace("side.downed", 'side.fame = { words = "fame", full = 3 }\nside.downed', 1)
    keys = [each.key for each in odd(read_rules(tomllib.loads(rules)))]
    assert "side.fame" in keys
    rules = rules.replace("dice = 3,", 'dice = "own.fame",')
    assert "side.fame" not in [each.key for each in odd(read_rules(tomllib.loads(rules)))]


@pytest.mark.wording
def test_a_number_that_is_full_and_only_gains_is_unusual():
    for words in ("full = 99", "full = 99, start = 99"):
        rules = RULES.replace('"shot down", start = 0', f'"shot down", {words}')
        (found,) = [each for each in odd(read_rules(tomllib.loads(rules))) if each.key == "side.downed"]
        assert "start = 0" in found.hint


FIGHT = """
mark.charges = { words = "must fight", until = "UNTIL" }

[act.charge]
words = "one charges"
phase = "fly"
role.plane = { of = "own" }
step = [{ id = "on", let = 0, result = [{ id = "charges", do = [{ mark = "plane.charges" }] }] }]

[act.fight]
words = "it fights"
phase = "shoot"
owed = "charges"
role.plane = { of = "own" }
step = [{ id = "blow", check = "plane", need = 4, rule = "1", result = [{ id = "blood" }] }]
"""


def with_fight(until):
    head, key, rest = RULES.partition("[act.shoot]")
    mark, act = FIGHT.replace("UNTIL", until).split("\n\n", 1)
    return head.replace("side.downed", f"{mark}\nside.downed") + act + key + rest


@pytest.mark.parametrize(
    ("until", "order", "goes_on"), [("turn", "phases", 3), ("side", "sides", 1), ("turn", "sides", 4)]
)
def test_the_last_phase_for_an_act_that_is_due_does_not_end_before_it(table, until, order, goes_on):
    begun(table, "", f'order = "{order}"', with_fight(until).replace('["fly", "shoot"]', '["fly", "shoot", "rest"]'))
    assert table.say("charge r1").code == 0
    for _ in range(goes_on):
        assert table.say("next").code == 0
    refused = table.say("next")
    assert refused.code == 3
    assert "fight r1" in refused.err
    assert table.say("fight r1 --dice 1").code == 0
    assert table.say("next").code == 0


@pytest.mark.wording
def test_who_wins_a_tie_is_unusual_if_no_row_says_it():
    rows = '[{ id = "ahead", when = { winner = "ours"TIE } }, { id = "behind" }]'
    old = RULES[RULES.index('result = [\n  { id = "thrown"') :]
    keys = {}
    for tie in ("", ", tie = false"):
        rules = RULES.replace(old, f"result = {rows.replace('TIE', tie)} }}]\n").replace("lead = {", "led = {")
        keys[tie] = [each.key for each in odd(read_rules(tomllib.loads(rules.replace("side.led", "side.lead"))))]
    assert {*keys[""]} - {*keys[", tie = false"]} == {"act.lead.step item 1"}


@pytest.mark.wording
def test_the_sheet_names_the_number_of_a_side_and_the_reason_of_a_refusal(table):
    rules = with_fight("turn").replace("side.downed =", 'side.charges = { words = "orders", full = 3 }\nside.downed =')
    rules = rules.replace(
        '[act.charge]\nwords = "one charges"',
        """[act.charge]
words = "one charges"
refuse = [{ id = "none", when = { own.charges = 0 }, words = "{own} has no orders", rule = "1" }]""",
    )
    rules = rules.replace(
        'do = [{ mark = "plane.charges" }] }] }]',
        """do = [{ lose = "own.charges" }] }] },
  { id = "half", words = "half of them", let = "down(own.charges / 2)", rule = "1" },
  { id = "some", let = "half", result = [{ id = "so" }] }]""",
    )
    begun(table, "", rules=rules)
    sheet = " ".join(table.say("sheet").out.split())
    assert "its side has no orders (its own side: orders 0)" in sheet
    assert "half of them half the orders of its own side, rounded down" in sheet


THROWS = """
[act.burst]
words = "two throws, one after another, and one more"
role.plane = { of = "own" }
step = [
  { id = "one", count = "plane", need = 5, rule = "1", result = [{ id = "so" }] },
  { id = "two", count = "plane", need = 5, rule = "1", result = [{ id = "so" }] },
]
"""


def test_a_die_too_many_in_one_throw_is_not_taken_for_the_next(table):
    begun(table, "", rules=RULES + THROWS)
    refused = table.say("burst r1 --dice 36/4")
    assert refused.code == 2
    assert "'4'" in refused.err
    assert table.say("burst r1 --dice 3/6/4").code == 0  # the last one is not needed
    assert table.say("burst r1 --dice 36").code == 0


def test_a_look_sees_the_dice_that_lie_there_after_a_reroll(table):
    begun(table, "")
    assert "guns jammed" not in table.say("shoot r1 at b1 --dice 112/16").out
    assert "guns jammed" in table.say("shoot r1 at b1 --dice 112/11").out


@pytest.mark.wording
@pytest.mark.parametrize("key", ["end = true", 'again = "x"'])
def test_a_key_that_comes_cannot_have_is_named_with_a_hint_about_it(table, key):
    (table.folder / "air.toml").write_text(RULES.replace('{ remove = "stand" }', f"{{ {key} }}"), encoding="utf-8")
    err = table.say("check air.toml").err
    assert "turn.comes item 1.do item 1" in err
    assert "result of an act" in err


@pytest.mark.parametrize(("said", "added"), [("no", 0), ("no friend", 0), ("friend=no", 0), ("yes", 1), ("friend", 1)])
def test_yes_and_no_answer_the_fact_that_is_missing(table, said, added):
    begun(table, "")
    (heart, _) = table.say(f"nerve b1 {said} --odds --json").plain["odds"]["results"]
    chances = {each["value"]: each["chance"] for each in heart["values"]}
    assert chances["holds"] == ["1/2", "2/3"][added]


@pytest.mark.wording
def test_help_and_hint_say_how_no_is_typed(table):
    begun(table, "")
    assert "friend=yes|no" in table.say("help nerve").out
    assert "friend=no" in table.say("nerve b1").err


def test_an_own_verb_with_two_games_here_asks_for_the_game(table):
    (table.folder / "second.umpire").write_bytes((table.folder / "game.umpire").read_bytes())
    err = table.say("shoot r1 at b1").err
    assert shows(err, "2", "game.umpire", "second.umpire")
    assert "status" in table.say("statsu").err


MANY = """
format = 1
id = "air"
name = "Many"
clauses = { "1" = "The rule." }
stand.spell = { words = "spell", is = ["bolt", "storm"], usual = "bolt" }
stand.cost = { words = "cost", is = "number", by = "spell", usual = { bolt = 5, storm = 7 } }
stand.face = { words = "face", is = ["front", "rear"], usual = "front" }
stand.armour = { words = "armour", is = "number", by = "face", usual = { front = 6, rear = 2 } }
stand.band = { words = "band", is = ["near", "far"], usual = "near" }
stand.pierces = { words = "pierces", is = "number", by = "band", usual = { near = 5, far = 3 } }
track.men = { words = "men", empty = "remove", full = 6 }
track.shots = { words = "shots", full = 6 }
mark.reacts = { words = "must react", until = "phase" }
side.power = { words = "power", full = 12, start = 0 }
type.wizard = { words = "wizard" }
[turn]
phases = ["magic", "beasts"]

[[turn.comes]]
words = "beasts stir"
at = "phase"
phase = "beasts"
each = "stand"
when = { stand.shots = 6 }
do = [{ mark = "stand.reacts" }]

[act.winds]
words = "power is thrown"
role.wizard = { of = "own" }
step = [{ id = "winds", total = "wizard", dice = 2, rule = "1", result = [
  { id = "blow", do = [{ set = "own.power", to = "winds" }] },
] }]

[act.cast]
words = "a spell is cast"
role.wizard = { of = "own" }
role.target = { of = "enemy", after = "at" }
fact.which = { words = "the spell", is = ["bolt", "storm"] }
fact.used = { words = "how many dice", is = "number", least = 1, most = 6 }
refuse = [{ id = "no power", when = { used = "> own.power" }, words = "power {own.power}", rule = "1" }]
step = [
  { id = "cast", words = "casting", check = "wizard", dice = "used", need = "wizard.cost[which]", rule = "1", result = [
    { id = "is cast", when = { cast = true }, do = [
      { lose = "target.men", by = 2 }, { lose = "own.power", by = "used" } ] },
    { id = "fails", do = [{ lose = "own.power", by = "used" }] },
  ] },
]

[act.shell]
words = "a gun"
role.gun = { of = "own" }
role.target = { of = "enemy", after = "at" }
fact.hit = { words = "the face", is = ["front", "rear"] }
fact.range = { words = "the range", is = ["near", "far"] }
refuse = [{ id = "empty", when = { gun.shots = 0 }, words = "{gun} is empty", rule = "1" }]
step = [
  { id = "spent", let = 0, result = [{ id = "spent", words = "", do = [{ lose = "gun.shots" }] }] },
  { id = "pierce", total = "gun", dice = 2, roll = "gun.pierces[range] - target.armour[hit]", rule = "1", result = [
  { id = "bounces", when = { pierce = "<= 0" } },
  { id = "damages", when = { pierce = "<= 4" }, do = [{ lose = "target.men" }] },
  { id = "destroys", do = [{ remove = "target" }] },
] }]

[act.load]
words = "loads"
role.gun = { of = "own" }
step = [{ id = "load", let = 0, result = [
  { id = "is loaded", do = [{ set = "gun.shots", to = "gun.shots_full" }] },
] }]

[act.react]
words = "a beast reacts"
owed = "reacts"
role.beast = { of = "any" }
fact.near = { words = "a hunter is within 12", is = "yes/no" }
step = [{ id = "mood", words = "reaction", total = "beast", rule = "1", modifier = [
  { amount = 2, words = "near", when = { near = true } },
], result = [
  { id = "grazes", when = { mood = "<= 2" } },
  { id = "flees", when = { mood = "<= 4" }, do = [{ hand = "{beast} 12 inches away" }] },
  { id = "charges", do = [{ hand = "{beast} at the nearest hunter" }] },
] }]
"""


@pytest.fixture
def many(table):
    """Return a game of the lines of "In a line" on magic, guns and animals, with three sides."""
    game = GAME.replace('"Blue"]', '"Blue", "Beasts"]') + 'stands.c1 = { side = "Beasts", type = "wizard" }'
    (table.folder / "game.toml").write_text(game.replace('"fighter"', '"wizard"'), encoding="utf-8")
    begun(table, "", rules=MANY)
    return table


def test_nothing_of_the_lines_on_magic_guns_and_animals_is_unusual():
    assert [*odd(read_rules(tomllib.loads(MANY)))] == []


def test_power_is_thrown_and_spent_on_spells_each_with_its_cost(many):
    assert many.say("winds r1 --dice 35").code == 0
    assert many.say("cast r1 at b1 bolt 2 --dice 32").code == 0  # a storm would need 7
    assert many.say("cast r1 at c1 storm 2 --dice 32").code == 0  # a beast is an enemy too
    assert state(many).forces["Red"].power == 4
    assert [state(many).stands[id].men for id in ("b1", "c1")] == [4, 6]
    assert many.say("cast r1 at b1 storm 5 --dice 66666").code == 3


def test_a_gun_pierces_by_range_against_the_armour_of_a_face_and_is_loaded_again(many):
    assert many.say("shell r1 at b1 far front --dice 52").code == 0  # 7 + 3 - 6
    assert many.say("shell r1 at b1 far front --dice 21").code == 0
    assert state(many).stands["b1"].men == 5
    assert many.say("shell r1 at b1 near rear --dice 21").code == 0
    assert state(many).stands["b1"].removed
    assert state(many).stands["r1"].shots == 3
    assert many.say("load r1").code == 0
    assert state(many).stands["r1"].shots == 6


def test_animals_react_before_the_phase_ends(many):
    assert many.say("next").code == 0
    assert many.say("next").code == 3
    assert "at the nearest hunter" in many.say("react c1 yes --dice 4").out
    for stand in ("r1", "b1", "b2"):
        assert many.say(f"react {stand} no --dice 1").code == 0
    assert many.say("next").code == 0
