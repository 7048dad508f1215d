"""Tests of `what-if`, the same act with one change: the offers, the measure, the refusals."""

import re
from fractions import Fraction

import pytest

from tests.rulesets import EVERY, FIRES, begin
from umpire.core.odds import odds
from umpire.game.variation import wording
from umpire.play.turn import Refused, prepare
from umpire.rulesets.star_general.combat.fire import ACTS
from umpire.show.page import Page
from umpire.show.whatif import comparison_lines, measured, numbers_of

FIRE = "fire ta tb at para with g1 reply g2 g3"


def by_label(plain):
    return {row["label"]: row for row in plain["variations"]}


@pytest.mark.parametrize("ruleset", EVERY)
def test_every_variation_is_an_act_that_can_be_typed(tmp_path, ruleset):
    fires = FIRES[ruleset]
    session = begin(tmp_path, fires.scenario)
    words = tuple(fires.allowed.split())
    found = session.family.variations(session.state, session.table, "fire", words)
    assert found
    assert len({one.label for one in found}) == len(found)
    for one in found:
        assert (one.verb, one.words) != ("fire", words) or one.state is not None
        try:
            prepared = prepare(session, one.verb, one.words)
        except Refused:
            continue
        counted = odds(prepared.make)
        for yardstick in session.family.yardsticks(prepared.situation):
            assert measured(counted, yardstick) >= 0


@pytest.mark.parametrize("ruleset", EVERY)
def test_the_table_is_the_odds_of_each(table, ruleset):
    fires = FIRES[ruleset]
    table.game(fires.scenario)
    plain = table.say(f"what-if fire {fires.allowed} --json").plain
    worths = [Fraction(row["worth"]) for row in plain["variations"]]
    assert worths == sorted(worths, reverse=True)
    for row in plain["variations"]:
        for there, here, difference in zip(row["values"], plain["base"]["values"], row["differences"], strict=True):
            assert Fraction(there) - Fraction(here) == Fraction(difference)
        signs = (one["good"] for one in plain["yardsticks"])
        assert Fraction(row["worth"]) == sum(
            sign * Fraction(each) for sign, each in zip(signs, row["differences"], strict=True)
        )
    said = table.say(f"what-if fire {fires.allowed}")
    assert said.code == 0
    assert max(map(len, said.out.splitlines())) <= 80
    assert len(said.out.splitlines()) <= 26
    assert "as typed" in said.out
    assert table.entry() == 1  # nothing has happened


def test_what_the_reply_costs(table):
    table.game()
    plain = table.say(f"what-if {FIRE} --json").plain
    row = by_label(plain)["without the reply"]
    assert row["values"][1] == "0"
    assert row["differences"][0] == "0"
    assert Fraction(row["worth"]) == Fraction(plain["base"]["values"][1])
    by_odds = table.say(f"{FIRE} --odds --json").plain["odds"]["tallies"]
    assert [one["average"] for one in by_odds] == plain["base"]["values"][:2]


@pytest.mark.slow
def test_guns_stands_orders_and_assault_are_varied(table):
    table.game()
    plain = table.say(f"what-if {FIRE} --json").plain
    commands = {row["label"]: row["command"] for row in [*plain["variations"], *plain["refused"]]}
    assert commands["without tank A"] == "fire tb at para with g1 reply g2 g3"
    assert commands["without German battery"] == "fire ta tb at para reply g2 g3"
    assert commands["Allied without 1st battery"].endswith("reply g3")
    assert commands["close in: assault"] == "assault ta tb at para with g1 reply g2 g3 ta.range=1 tb.range=1"
    assert commands["paratroops on hold"].endswith("para.order=H")
    fewer = table.say("what-if fire ta at para --json").plain
    assert by_label(fewer)["plus German battery"]["command"] == "fire ta at para with g1"
    for label, row in by_label(plain).items():
        verb, _, words = row["command"].partition(" ")
        tallies = table.say(f"{verb} {words} --odds --json").plain["odds"]["tallies"]
        assert [one["average"] for one in tallies] == row["values"][:2], label


def test_engineers_are_tried_in_close_combat(table):
    table.game()
    plain = table.say("what-if assault ta at para range=1 --json").plain
    row = by_label(plain)["engineers with tank A"]
    assert Fraction(row["differences"][0]) > 0


def test_what_the_rules_refuse_is_said_with_its_rule(table):
    table.game("asp-opening")
    plain = table.say("what-if fire r1 at g2 300 --json").plain
    refused = {row["label"]: row["refused"][0]["rule"] for row in plain["refused"]}
    assert refused["option E"] == "TAC-04"
    assert "not possible: option C, option D, option E, option F: " in table.say("what-if fire r1 at g2 300").out


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("what-if", 2),
        ("what-if dance", 2),
        ("what-if next", 2),
        ("what-if fire", 2),
        ("what-if fire ta at nobody", 2),
        ("what-if fire ta at para range=9", 3),
        ("what-if fire ta at para range=9 --ruling far", 0),
        ("what-if fire tb at para --add +1", 2),
        ("what-if fire tb at para --add", 2),
    ],
)
def test_what_makes_no_sense_is_said(table, line, code):
    table.game()
    said = table.say(line)
    assert said.code == code
    assert "bug" not in said.err


def test_wording_is_what_was_typed():
    typed = wording(("ta", "tb", "at", "para", "2", "with", "g1", "ta.range=3"), ACTS["fire"])
    assert typed.words() == ("ta", "tb", "at", "para", "with", "g1", "range=2", "ta.range=3")
    assert typed.naming("", "tb").words() == ("tb", "at", "para", "with", "g1", "range=2")
    assert typed.naming("with").words()[:4] == ("ta", "tb", "at", "para")
    assert typed.telling("RANGE", 1).facts == ("ta.range=3", "RANGE=1")
    assert typed.silent("range").facts == ()
    assert typed.silent_of("ta", "range").facts == ()


def test_numbers_are_measured_where_the_ruleset_says_nothing(tmp_path):
    session = begin(tmp_path, "worked-example-1")
    counted = odds(prepare(session, "fire", ["ta", "at", "para"]).make)
    found = numbers_of(counted)
    assert [(one.words, one.good) for one in found] == [("Allied loses", 1), ("German loses", -1)]
    assert all(measured(counted, one) >= 0 for one in found)


def test_a_long_comparison_shows_its_ends():
    yardstick = {"words": "Red loses", "good": 1, "chance": False}

    def row(worth):
        return {"label": f"at {worth}", "values": ["1"], "differences": [str(worth)], "worth": str(worth)}

    plain = {"title": "fire", "yardsticks": [yardstick], "base": {**row(0), "label": "as typed"}, "refused": []}
    few = comparison_lines(Page(80), {**plain, "variations": [row(worth) for worth in (3, 2, 1, -1)]})
    assert len(few) == 8
    many = [row(worth) for worth in range(30, -10, -1) if worth]
    said = comparison_lines(Page(80), {**plain, "variations": many})
    assert len(said) <= 18
    shown = " ".join(said)
    for label in ("at 30 ", "at 25 ", "as typed", "at -9 ", "at -4 "):
        assert label in shown
    assert "at 12 " not in shown
    assert "more in between (--json lists them)" in shown


def test_an_attack_from_the_air_without_those_who_shoot_at_it(table):
    table.game("asp-opening")
    for line in ("t3 type=Mosquito", "p5 aaa=yes"):
        assert table.say(f"set {line}").code == 0, line
    plain = table.say("what-if air t3 at p1 400 by p5 p5.range=400 --json").plain
    assert plain["title"].endswith("attack on T34/85 p1, 400 m")
    (without,) = [row for row in plain["variations"] if row["label"].startswith("without ")]
    assert without["command"] == "air t3 at p1 range=400"
    hurt = [index for index, one in enumerate(plain["yardsticks"]) if one["good"] < 0]
    assert all(Fraction(without["differences"][index]) < 0 for index in hurt)


def test_a_shot_of_the_artillery_phase_at_other_orders(table):
    table.game("without-a-map")
    assert table.say("set clock phase=artillery side=German").code == 0
    plain = table.say("what-if artillery g1 at k1 3 --json").plain
    labels = {row["label"]: Fraction(row["worth"]) for row in plain["variations"]}
    assert labels["K 1st company on move"] > 0, "it is dug in"


def test_the_act_as_typed_has_its_values_below_the_others(table, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    table.game("worked-example-1")
    head, *rows = table.say(f"what-if {FIRE}").out.splitlines()[1:]
    (typed,) = [row for row in rows if row.startswith("  as typed ")]
    other = next(row for row in rows if row.startswith("  paratroops on hold "))
    at = [found.start() for found in re.finditer(r"(?<!\S)\d+\.\d+%?", typed)]
    assert at == [found.start() for found in re.finditer(r"(?<!\S)\d+\.\d+%?", other)]
    assert len(at) == 3
    assert head.split()[-3:] == ["driven", "off", "worth"]
