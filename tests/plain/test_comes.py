"""Tests of effects at the beginning of a turn or a phase: for whom, in which order, and without a die."""

from pathlib import Path

import pytest

from tests.catalogue import says, shows
from tests.plain.small import changed, mistakes, places
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.file.reader import read_file

FILE = Path(__file__).with_name("comes.toml")
GAME = """
name = "Comes"
ruleset = "comes.toml"
sides = ["Red", "Blue"]
sequence = "enforced"

[stands]
r1 = { side = "Red", type = "section", pins = 2 }
b1 = { side = "Blue", type = "section", pins = 3 }
b2 = { side = "Blue", type = "section" }

[events.rain]
when = "turn 1 Blue"
text = "Rain."
"""


def outcome(table, line):
    return table.say(f"{line} --json").plain["outcome"]


def test_nothing_comes_as_the_game_begins_and_tests_are_owed_as_the_phase_does(table):
    assert shows(table.say("status").out, "pins r1")
    came = outcome(table, "next")
    assert sorted(came["owed"]) == ["test b1", "test r1"]
    assert table.say("next").code == 3
    assert table.say("test r1 --dice 5").code == 0
    assert table.say("test b1 --dice 1").code == 0
    assert table.say("next").code == 0


def test_what_comes_to_a_side_comes_to_its_own_stands_before_the_events(table):
    table.say("next")
    table.say("test r1 --dice 5")
    table.say("test b1 --dice 5")
    came = outcome(table, "next")
    words = [line.split(" (")[0] for line in came["words"]]
    assert words[:2] == ["pins go", "orders are given out"]
    assert "Rain" in words[2]
    puts = {(one.get("stand") or one.get("side"), one["name"]): one["to"] for one in came["effects"] if "name" in one}
    assert puts[("b1", "pins")] == 2
    assert ("r1", "pins") not in puts
    assert puts[("Blue", "orders")] == 2
    assert table.say("undo").code == 0
    assert "pins 3" in table.say("status b1").out


def test_an_act_that_takes_orders_counts_them_down_and_they_are_set_again(table):
    assert outcome(table, "shoot r1 at b2 --dice 44")["effects"]
    assert "orders 8" in table.say("status").out
    assert "pins 2" in table.say("status b2").out


def test_the_sheet_has_a_row_for_what_comes_with_its_rule(table):
    turn, *_ = table.say("sheet --json").plain["sheet"]
    rules = [row.get("rule", "") for row in read_file(FILE)["turn"]["comes"]]
    assert [row[-1] for row in turn["rows"] if row[-1]] == rules


@pytest.mark.wording
def test_the_sheet_says_what_comes(table):
    assert "stand owes" in " ".join(table.say("sheet").out.split())
    turn, *_ = table.say("sheet --json").plain["sheet"]
    came = [words for _, words, rule in turn["rows"] if rule == "2"]
    assert came[0] == "if stand pins at least 1: pins go (stand pins -1)"
    assert came[1].startswith("orders are given out (its own side: orders becomes stands")


def test_nothing_is_odd_in_it():
    assert [each.key for each in odd(read_file(FILE))] == []


WRONG = [
    ('do = [{ mark = "stand.owes" }]', 'do = [{ mark = "stand.owed" }]', "turn.comes 3.do 1.mark owed"),
    ('do = [{ mark = "stand.owes" }]', "do = [{ end = true }]", "turn.comes 3.do 1.end act"),
    ('phase = "morale", each', 'phase = "moral", each', "turn.comes 3.phase play"),
    ('to = "own.stands"', 'by = "own.stands"', "turn.comes 2.do 1.to set"),
    ('to = "own.stands"', 'to = "stand.men"', "turn.comes 2.do 1.to stand.men"),
    ('{ unmark = "stand.pins", by = 1 }', '{ unmark = "stand.pins", to = 1 }', "turn.comes 1.do 1.to set"),
]


@pytest.mark.parametrize(("right", "wrong", "about"), WRONG)
def test_a_mistake_in_it_is_at_its_key(right, wrong, about):
    assert any(about.startswith(key) for key in places(changed(FILE, right, wrong)))


@pytest.mark.wording
@pytest.mark.parametrize(("right", "wrong", "about"), WRONG)
def test_a_mistake_in_it_names_its_line(right, wrong, about):
    found = mistakes(changed(FILE, right, wrong), FILE.name)
    assert says(found, FILE.name, *about.split()), found
