"""Tests of dice that are thrown again: counted as they fall, typed behind the throw, stored in the record."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.catalogue import says
from tests.plain.small import mistakes, places
from tests.plain.test_cells import situation_of, text_of
from umpire.core.odds import ForcedChoices, odds
from umpire.testing.case import every_fall

FILE = Path(__file__).with_name("rerolls.toml")
GAME = """
name = "Rerolls"
ruleset = "rerolls.toml"
sides = ["Red", "Blue"]
stands.r1 = { side = "Red", type = "line" }
stands.b1 = { side = "Blue", type = "line" }
"""
COUNTED = [
    ("count", {"dice": "3", "reroll": "{ on = [1] }"}),
    ("count", {"dice": "3", "roll": "1", "reroll": '{ on = "misses" }'}),
    ("count", {"dice": "3", "reroll": '{ on = "misses", most = 1 }', "look": "{ sixes = [6], twos = [2] }"}),
    ("count", {"dice": "3", "reroll": '{ on = "hits", most = 2 }', "look": "{ sixes = [4], ones = [1] }"}),
    ("count", {"dice": "2", "want": '"most"', "reroll": '{ on = "misses", most = 1 }', "look": "{ sixes = [6] }"}),
    ("count", {"dice": "2", "need": "1", "reroll": '{ on = "misses" }'}),
    ("total", {"dice": "3", "roll": "2", "reroll": "{ on = [1, 2], most = 1 }"}),
    ("total", {"dice": "2", "roll": "2", "reroll": "{ on = [1, 6] }", "look": "{ sixes = [6] }"}),
    ("check", {"dice": "2", "reroll": '{ on = "failure" }'}),
    ("check", {"dice": "2", "want": '"most"', "roll": "1", "reroll": '{ on = "failure" }', "look": "{ sixes = [6] }"}),
    ("check", {"dice": "2", "need": "5", "keep": '"best 1"', "reroll": '{ on = "failure" }'}),
    ("count", {"dice": "2", "reroll": "{ on = [1], when = { who.skill = 3 } }"}),
    ("count", {"dice": "2", "reroll": "{ on = [1], when = { who.skill = 4 } }"}),
]


@pytest.mark.parametrize(("kind", "more"), COUNTED)
def test_what_is_counted_is_what_falls(kind, more):
    act, situation = situation_of(text_of(kind, more))
    found = odds(lambda: act.procedure(situation))
    chances = {outcome: Fraction(weight, found.total) for outcome, weight in found.outcomes}
    assert chances == every_fall(lambda: act.procedure(situation), ForcedChoices([]))
    assert sum(chances.values()) == 1


def test_the_lowest_are_thrown_again_and_each_once():
    text = text_of("total", {"dice": "2", "reroll": "{ on = [1, 2, 3], most = 1 }", "result": None})
    act, situation = situation_of(text.replace('words = "then {x}"', 'words = "then {x}"'))
    found = odds(lambda: act.procedure(situation))
    expected = {}
    for first, second in product(range(1, 7), repeat=2):
        low, high = sorted((first, second))
        for again in range(1, 7):
            total = high + (again if low <= 3 else low)
            expected[total] = expected.get(total, 0) + Fraction(1, 216)
    come = {}
    for outcome, weight in found.outcomes:
        total = int(outcome.words[-1].split()[-1])
        come[total] = come.get(total, 0) + Fraction(weight, found.total)
    assert come == expected


NOT_AGAIN = [
    ("total", {"reroll": '{ on = "misses" }'}, "2.reroll.on misses count"),
    ("check", {"reroll": "{ on = [1] }"}, "2.reroll.on faces total"),
    ("count", {"reroll": '{ on = "failure" }'}, "2.reroll.on fail check"),
    ("check", {"reroll": '{ on = "failure", most = 1 }'}, "2.reroll.most"),
    ("count", {"reroll": "{ on = [7] }"}, "2.reroll.on 6 7"),
    ("count", {"reroll": "{ on = [1] }", "explode": "{ on = [6] }"}, "2.reroll"),
    ("total", {"reroll": "{ on = [1] }", "keep": '"best 1"'}, "2.reroll"),
    ("count", {"reroll": "{ on = [1], when = { nobody.skill = 3 } }"}, "2.reroll.when.nobody.skill nobody.skill"),
]


@pytest.mark.parametrize(("kind", "more", "said"), NOT_AGAIN)
def test_what_cannot_be_thrown_again_is_refused_at_its_key(kind, more, said):
    assert any(f"act.try.step {said}".startswith(key) for key in places(text_of(kind, more)))


@pytest.mark.wording
@pytest.mark.parametrize(("kind", "more", "said"), NOT_AGAIN)
def test_what_cannot_be_thrown_again_is_refused(kind, more, said):
    found = mistakes(text_of(kind, more), "cells.toml")
    assert any("2.reroll" in each for each in found)
    assert says(found, f"act.try.step {said}")


def test_dice_are_typed_behind_those_they_replace(table):
    said = table.say("hack r1 at b1 --dice 11345/52/461/6 --json").plain
    hits, again, wounds, once = said["throws"]
    assert [one["key"] for one in said["throws"]] == ["hits", "hits-again", "wounds", "wounds-again"]
    assert (hits["faces"], again["faces"], wounds["faces"], once["faces"]) == ([1, 1, 3, 4, 5], [5, 2], [4, 6, 1], [6])
    assert hits["value"] == [2, 2]
    assert said["outcome"]["tally"]["b1 loses men"] == 3
    assert table.say("undo").code == 0
    assert table.say("redo").code == 0
    assert table.say("amend 2 --dice 33333").code == 0


def test_what_is_wanted_says_which_dice_are_thrown_again(table):
    said = table.say("hack r1 at b1 --dice 11345")
    assert said.code != 0
    assert "again" in said.err
    assert "1s" in said.err


def test_the_average_is_that_of_both_throws(table):
    first, _ = table.say("hack r1 at b1 --odds --json").plain["throws"]
    assert first["average"] == "35/12"  # five dice, a half each and of a sixth half once more


@pytest.mark.wording
def test_the_explanation_and_the_sheet_say_it(table):
    assert "1s thrown again" in table.say("hack r1 at b1 --explain").out
    assert "misses thrown again, at most 1, the lowest first" in " ".join(
        table.say("hack r1 at b1 --explain").out.split()
    )
    assert "1s once again" in " ".join(table.say("sheet").out.split())


def test_dice_thrown_again_cite_a_rule_of_their_own(table):
    """The other lines of that throw cite the rule of the step; a reroll without a rule cites that, too."""
    (table.folder / "rerolls.toml").write_text(
        FILE.read_text(encoding="utf-8").replace("{ on = [1] }", '{ on = [1], rule = "2" }'), encoding="utf-8"
    )
    assert table.say("new game.toml --seed 3 -g other.umpire").code == 0
    for game, rules in (("game", ["1", "1", "2", "2"]), ("other", ["1", "2", "2", "2"])):
        throws = table.say(f"hack r1 at b1 --dice 11345/52/461/6 --json -g {game}.umpire").plain["throws"]
        assert [next(line["rule"] for line in one["lines"] if line["words"]) for one in throws] == rules


def test_luck_counts_both_throws(table):
    assert table.say("hack r1 at b1 --dice 11345/52/461/6").code == 0
    (row,) = table.say("luck --json").plain["luck"]
    assert row["dice"] == 11
