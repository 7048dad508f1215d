"""Tests of degrees of success or failure, and of dice beyond their need."""

from fractions import Fraction
from itertools import product

import pytest

from tests.catalogue import says
from tests.plain.small import mistakes, places
from tests.plain.test_cells import situation_of, text_of
from umpire.core.odds import ForcedChoices, odds
from umpire.testing.case import every_fall

DEGREES = """[
  { id = "stands", when = { x = true } },
  { id = "shaken", when = { x.by = "<= 2" }, do = [{ mark = "who.tired" }] },
  { id = "runs" } ]"""
WELL = '[{ id = "well", when = { x = true, "x.by" = ">= 3" } }, { id = "so" }]'
DEEP = """[{ id = "deep", when = { x.deep = ">= 1" }, do = [
  { lose = "foe_of.life", by = "x.deep" } ] }, { id = "not" }]"""
ASKED = [
    ("check", {"dice": "2", "need": "8", "result": DEGREES}),
    ("check", {"dice": "2", "need": "8", "result": DEGREES, "roll": "1", "look": "{ sixes = [6] }"}),
    ("check", {"dice": "2", "need": "6", "want": '"most"', "result": WELL}),
    ("check", {"dice": "3", "need": "9", "keep": '"best 2"', "result": DEGREES}),
    ("check", {"dice": "2", "need": "9", "result": DEGREES, "reroll": '{ on = "failure" }'}),
    ("count", {"dice": "3", "need": "3", "look": '{ deep = ">= need + 2" }', "result": DEEP}),
    ("count", {"dice": "3", "need": "4", "roll": "1", "look": '{ deep = "> need", sixes = [6] }', "result": DEEP}),
    ("count", {"dice": "2", "need": "4", "reroll": '{ on = "misses" }', "look": '{ deep = "6" }', "result": DEEP}),
    ("total", {"dice": "2", "look": '{ deep = ">= who.skill + 2" }', "result": DEEP}),
    ("total", {"dice": "3", "roll": "1", "look": '{ deep = "double", sixes = [6] }', "result": DEEP}),
    ("check", {"dice": "2", "need": "8", "look": '{ deep = "double" }', "result": DEEP}),
    ("check", {"dice": "3", "need": "9", "keep": '"best 2"', "look": '{ deep = "double" }', "result": DEEP}),
    (
        "check",
        {"dice": "2", "need": "9", "look": '{ deep = "double" }', "reroll": '{ on = "failure" }', "result": DEEP},
    ),
]


def counted(text):
    act, situation = situation_of(text)
    found = odds(lambda: act.procedure(situation))
    chances = {outcome: Fraction(weight, found.total) for outcome, weight in found.outcomes}
    assert chances == every_fall(lambda: act.procedure(situation), ForcedChoices([]))
    assert sum(chances.values()) == 1
    return chances


@pytest.mark.parametrize(("kind", "more"), ASKED)
def test_what_is_counted_is_what_falls(kind, more):
    counted(text_of(kind, more))


def test_who_fails_by_little_is_shaken_and_by_more_runs():
    found = {}
    for outcome, chance in counted(text_of("check", {"dice": "2", "need": "8", "result": DEGREES})).items():
        result = dict(outcome.tally)["x"]
        found[result] = found.get(result, 0) + chance
    expected = dict.fromkeys(("stands", "shaken", "runs"), 0)
    for dice in product(range(1, 7), repeat=2):
        expected["stands" if sum(dice) >= 8 else "shaken" if sum(dice) >= 6 else "runs"] += Fraction(1, 36)
    assert found == expected


@pytest.mark.parametrize("dice", [2, 3])
def test_a_double_is_two_dice_that_show_the_same(dice):
    found = Fraction(0)
    text = text_of("total", {"dice": str(dice), "look": '{ deep = "double" }', "result": DEEP})
    for outcome, chance in counted(text).items():
        found += chance * (dict(outcome.tally)["x"] == "deep")
    expected = sum(len({*faces}) < dice for faces in product(range(1, 7), repeat=dice))
    assert found == Fraction(expected, 6**dice)


NOT_LOOKED_AT = [
    ("count", {"look": '{ deep = "double" }'}, "2.look.deep check total"),
    ("total", {"look": '{ deep = "double" }', "explode": "{ on = [6] }"}, "2.look.deep check total"),
    ("total", {"look": '{ deep = "double" }', "reroll": "{ on = [1] }"}, "2.look.deep check total"),
    ("check", {"look": '{ deep = ">= need + 2" }'}, "2.look.deep count total"),
    ("count", {"look": '{ deep = "deep" }'}, "2.look.deep"),
    ("count", {"look": '{ deep = ">= nobody" }'}, "2.look.deep nobody"),
    ("check", {"look": "{ by = [6] }"}, "2.look.by x.by"),
]


@pytest.mark.parametrize(("kind", "more", "about"), NOT_LOOKED_AT)
def test_what_cannot_be_looked_at_is_refused_at_its_key(kind, more, about):
    assert any(f"act.try.step {about}".startswith(key) for key in places(text_of(kind, more)))


@pytest.mark.wording
@pytest.mark.parametrize(("kind", "more", "about"), NOT_LOOKED_AT)
def test_what_cannot_be_looked_at_is_refused(kind, more, about):
    found = mistakes(text_of(kind, more), "cells.toml")
    assert says(found, f"act.try.step {about}")
