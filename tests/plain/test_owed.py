"""Tests of acts that are owed: the debtor may play one at any time, and no phase ends before it."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.catalogue import shows
from tests.plain.games import Position
from umpire.core.frozen import replace
from umpire.core.outcome import Objection, said_once
from umpire.rulesets.plain.file.reader import read_file

FILE = Path(__file__).with_name("owed.toml")
GAME = """
name = "Owed"
ruleset = "owed.toml"
sides = ["Red", "Blue"]
sequence = "enforced"
stands.r1 = { side = "Red", type = "line" }
stands.b1 = { side = "Blue", type = "line" }
stands.b2 = { side = "Blue", type = "line" }
"""


def test_who_owes_nothing_may_not_test(table):
    said = table.say("nerve b1")
    assert said.code == 3
    assert shows(said.err, "b1")


def test_losses_owe_a_test_which_stands_behind_the_act_and_in_the_status(table):
    said = table.say("volley r1 at b1 --dice 556 --json").plain
    assert said["outcome"]["owed"] == ["nerve b1"]
    assert shows(table.say("status").out, "nerve b1")
    again = table.say("volley r1 at b1 --dice 511 --json").plain
    assert again["outcome"]["owed"] == []  # it owes one test, now for four


def test_next_is_refused_with_the_words_to_type_until_the_last_test_is_made(table):
    for line in ("volley r1 at b1 --dice 556", "volley r1 at b2 --dice 551"):
        assert table.say(line).code == 0
    refused = table.say("next")
    assert refused.code == 3
    assert shows(refused.err, "nerve b1")
    assert shows(refused.err, "nerve b2")
    assert table.say("next melee").code == 3
    assert table.say("nerve b1 --dice 66").code == 0
    assert table.say("next").code == 3
    assert table.say("nerve b2 --dice 31").code == 0
    assert table.say("next").code == 0


def test_a_test_is_made_out_of_turn_and_undone_it_is_owed_again(table):
    assert table.say("volley r1 at b1 --dice 556").code == 0
    assert table.say("nerve b1 --dice 66 --json").plain["outcome"]["tally"]["heart"] == "stands"
    assert table.say("next").code == 0
    assert table.say("undo").code == 0
    assert table.say("undo").code == 0
    assert table.say("next").code == 3
    assert table.say("amend 2 --dice 444").code == 0
    assert table.say("next").code == 0


def test_a_ruling_lets_the_phase_end_and_the_test_is_owed_all_the_same(table):
    assert table.say("volley r1 at b1 --dice 556").code == 0
    assert table.say("next", "--ruling", "later").code == 0
    assert shows(table.say("status").out, "nerve b1")
    assert table.say("next").code == 3
    assert table.say("nerve b1 --dice 66").code == 0


def test_an_owed_act_of_a_phase_waits_for_it():
    rows = read_file(FILE)
    nerve = {**rows["act"]["nerve"], "phase": ["melee"]}
    rows = {**rows, "act": {**rows["act"], "nerve": nerve}}
    blue = {"b1": {"type": "line", "owes": 1}}
    position = Position("owed", {"r1": {"type": "line"}}, blue, rows=rows)
    for phase, may in (("fire", False), ("melee", True)):
        position.state = replace(position.state, clock=replace(position.state.clock, phase=phase))
        act, situation = position.situation("nerve b1")
        assert (not list(act.out_of_turn(position.state, position.table, situation))) is may


def test_who_is_gone_owes_nothing(table):
    for dice in ("666", "666", "666"):
        assert table.say(f"volley r1 at b1 --dice {dice}").code == 0
    assert shows(table.say("status b1").out, "removed")
    assert table.say("next").code == 0


def test_it_counts_by_the_losses_that_are_owed_for():
    rows = read_file(FILE)
    for lost in range(1, 6):
        blue = {"b1": {"type": "line", "men": 9 - lost, "owes": lost}}
        position = Position("owed", {"r1": {"type": "line"}}, blue, rows=rows)
        found = {}
        for outcome, chance in position.odds("nerve b1").items():
            result = dict(outcome.tally)["heart"]
            found[result] = found.get(result, 0) + chance
            assert position.after(outcome).stands["b1"].owes == 0
        expected = dict.fromkeys(("stands", "is shaken", "runs"), 0)
        for dice in product(range(1, 7), repeat=2):
            comes_to = sum(dice) - min(3, lost)
            expected["stands" if comes_to >= 7 else "is shaken" if comes_to >= 5 else "runs"] += Fraction(1, 36)
        assert found == expected
        assert sum(found.values()) == 1


def test_what_it_looks_like_beforehand_and_afterwards(table):
    assert table.say("volley r1 at b1 --dice 556").code == 0
    (throw,) = table.say("nerve b1 --odds --json").plain["throws"]
    assert throw["average"] == "4"  # two dice, and 1 less for each loss
    assert table.say("nerve b1 --dice 66").code == 0
    dice = {row["side"]: row["dice"] for row in table.say("luck --json").plain["luck"]}
    assert dice == {"Red": 3, "Blue": 2}


@pytest.mark.wording
def test_what_is_said_of_it_beforehand(table):
    assert table.say("volley r1 at b1 --dice 556").code == 0
    assert shows(table.say("nerve b1 --explain").out, "roll", "-3")
    assert shows(table.say("nerve b1 --odds").out, "heart", "runs")
    assert shows(table.say("sheet").out, "only", "owes", "test", "nerve")


def test_an_owed_act_without_a_rule_is_refused_without_brackets():
    assert said_once([Objection("", "A owes a test: type nerve a")]) == ["A owes a test: type nerve a"]
    assert said_once([Objection("5", "A owes a test: type nerve a")]) == ["A owes a test: type nerve a (5)"]
