"""Tests of odds to the end of a procedure: every number, every named result, exact and with few paths."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.games import umpire
from tests.rulesets import begin
from tests.star_general.assaults import ASSAULT, assault, clash
from tests.star_general.games import BOOKS, ours, theirs
from umpire.core.luck import mean, or_more, variance
from umpire.core.odds import odds
from umpire.core.outcome import Outcome
from umpire.core.pools import DiceLine, Pool, dice_pool
from umpire.core.procedure import throw
from umpire.core.readings import Hits, Needs, Total
from umpire.play.turn import prepare
from umpire.rulesets.star_general.combat import fire as combat
from umpire.show.odds import BAR, MOST_VALUES, bar, chances_plain, decimal, distribution_plain, odds_lines, odds_plain
from umpire.show.page import Page

both = pytest.mark.parametrize("book", BOOKS)


def hits(dice, code="6|55"):
    return dice_pool("attack", "German", "German fire", (DiceLine("tank", dice, "armour", ""),), Hits(code))


# -- distributions -----------------------------------------------------------------------------------------------------


class Scored(icepool.MultisetEvaluator):
    """The hits of a multiset by a code, counted by another program."""

    def __init__(self, code):
        alone, _, pairs = code.partition("|")
        self.alone, self.pairs = {int(face) for face in alone}, {int(face) for face in pairs}

    def next_state(self, state, order, outcome, count):
        return (state or 0) + (count if outcome in self.alone else count // 2 if outcome in self.pairs else 0)

    def final_outcome(self, final_state, *rest):
        return final_state or 0


@pytest.mark.parametrize("code", ["6", "56", "6|55", "56|44"])
def test_a_pool_of_up_to_twenty_dice_is_what_icepool_says(code):
    for dice in range(1, 21):
        plain = chances_plain(hits(dice, code))
        other = Scored(code).evaluate(icepool.d6.pool(dice))
        assert {row["value"]: Fraction(row["chance"]) for row in plain["values"]} == {
            value: other.probability(value) for value in other.outcomes()
        }
        for row in plain["values"]:
            assert Fraction(row["or_more"]) == other.probability(">=", row["value"])
        assert Fraction(plain["average"]) == other.mean()


@given(st.dictionaries(st.integers(-20, 20), st.integers(1, 999), min_size=1, max_size=9))
def test_exactly_adds_up_to_one_and_or_more_begins_at_one(weights):
    plain = distribution_plain(weights)
    values = plain["values"]
    assert sum(Fraction(row["chance"]) for row in values) == 1
    assert Fraction(values[0]["or_more"]) == 1
    assert values[-1]["or_more"] == values[-1]["chance"]
    assert [row["value"] for row in values] == sorted(weights)
    assert or_more(weights)[max(weights)] == weights[max(weights)]
    average = sum(row["value"] * Fraction(row["chance"]) for row in values)
    assert Fraction(plain["average"]) == average == mean(weights)
    assert variance(weights) == sum((row["value"] - average) ** 2 * Fraction(row["chance"]) for row in values)


@pytest.mark.parametrize("pool", [hits(0), hits(30), Pool("t", "A", "a total", (), Total(2), 2, 20)])
def test_a_pool_is_drawn_whatever_its_size(pool):
    lines = odds_lines(Page(80), odds_plain(odds(lambda: throw(pool, read=lambda _: Outcome()))), [chances_plain(pool)])
    assert all(len(line) <= 80 for line in lines)
    assert len(lines[1].split()) <= 2 * MOST_VALUES


def test_a_check_has_no_average():
    plain = chances_plain(Pool("c", "A", "a check", (), Needs(4), 1))
    assert "average" not in plain
    assert {row["value"]: row["chance"] for row in plain["values"]} == {True: "1/2", False: "1/2"}


@pytest.mark.parametrize(
    ("value", "words"),
    [(Fraction(0), "0.00"), (Fraction(1, 3), "0.33"), (Fraction(2, 3), "0.67"), (Fraction(1, 200), "0.01")],
)
def test_averages_to_two_decimals(value, words):
    assert decimal(value) == words
    assert decimal(-value) == (f"-{words}" if value else words)
    assert decimal(value, signed=True) == f"+{words}"


def test_a_bar_is_as_long_as_the_chance():
    assert bar(Fraction(0)) == ""
    assert len(bar(Fraction(1, 10**9))) == 1
    assert len(bar(Fraction(1, 2))) == BAR // 2
    assert len(bar(Fraction(1))) == BAR


# -- to the end of a combat --------------------------------------------------------------------------------------------


def tally_of(sit):
    return odds_plain(odds(lambda: ASSAULT.procedure(sit)))


@both
def test_every_result_of_a_close_combat_is_listed(book):
    sit = clash(book, ours("infantry", sp=3), theirs("infantry", sp=2), b=ours("infantry"), y=theirs("infantry"))
    plain = tally_of(sit)
    assert [one["name"] for one in plain["tallies"]] == ["Blue loses", "Red loses"]
    named = {one["name"]: {row["value"]: Fraction(row["chance"]) for row in one["values"]} for one in plain["results"]}
    assert set(named) == {"removed", "hits more", "falls back", "the hex"}
    assert sum(named["hits more"].values()) == 1
    for tally in plain["tallies"]:
        assert sum(Fraction(row["chance"]) for row in tally["values"]) == 1
    # the chance of one result is the sum of the whole outcomes
    for name in ("removed", "falls back"):
        for value, chance in named[name].items():
            whole = sum(Fraction(one["chance"]) for one in plain["outcomes"] if value in one["tally"][name].split(", "))
            assert chance == whole
    # a destroyed stand is one that lost all its points
    lost = {row["value"]: Fraction(row["chance"]) for row in plain["tallies"][0]["values"]}
    assert named["removed"]["z"] == lost[2]


@both
def test_a_rule_replaced_is_a_rule_replaced_in_the_odds(book, monkeypatch):
    sit = clash(book, ours("infantry", sp=3), theirs("infantry", sp=3), b=ours("infantry"), y=theirs("infantry"))
    before = {one["name"]: one for one in tally_of(sit)["results"]}

    def nobody_falls_back(after, fighter, **flags):
        after.words.append(f"{fighter.stand.name} holds its ground")
        return
        yield

    monkeypatch.setattr(combat, "fall_back", nobody_falls_back)
    after = {one["name"]: one for one in tally_of(sit)["results"]}
    assert len(before["falls back"]["values"]) > 1
    assert [row["value"] for row in after["falls back"]["values"]] == ["-"]
    assert before["removed"] == after["removed"]
    assert before["hits more"] == after["hits more"]


@both
def test_a_cap_changed_in_the_table_is_changed_in_the_odds(book):
    def most(cap):
        sit = clash(book, ours("infantry", sp=4), theirs("infantry", sp=4))
        table = sit.table._replace(limits={**sit.table.limits, "loss_cap": cap})
        changed = assault(sit.state, "a at z", table)
        return max(row["value"] for row in tally_of(changed)["tallies"][0]["values"])

    assert (most(1), most(2)) == (1, 2)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 5), st.integers(1, 5), st.sampled_from("MHD"))
def test_a_close_combat_adds_up_to_one_in_few_paths(sp, foe_sp, order):
    sit = clash("TSG", ours("infantry", sp=sp), theirs("infantry", sp=foe_sp), blue=order)
    plain = tally_of(sit)
    assert sum(Fraction(one["chance"]) for one in plain["outcomes"]) == 1
    assert plain["paths"] <= 30


@pytest.mark.parametrize("verb", ["assault", "fire"])
def test_a_combat_on_a_board_in_few_paths(tmp_path, verb):
    words = "ta tb at para with g1 reply g2 g3" + (" range=1" if verb == "assault" else "")
    prepared = prepare(begin(tmp_path, "worked-example-1"), verb, words.split())
    assert odds(prepared.make).paths <= 30


@pytest.mark.parametrize("words", ["r1 at g2 300", "t1 at p1 900", "b1 at g2"])
def test_an_engagement_in_few_paths(tmp_path, words):
    prepared = prepare(begin(tmp_path, "asp-opening"), "fire", words.split())
    assert odds(prepared.make).paths <= 100


# -- what is shown, what is ranked -------------------------------------------------------------------------------------


def results_of(plain):
    return {one["name"]: {row["value"]: Fraction(row["chance"]) for row in one["values"]} for one in plain["results"]}


def test_the_hex_is_free_as_often_as_its_defender_is_gone(table):
    table.game("worked-example-2")
    free = results_of(table.say("assault sh ai at g1 --odds --json").plain["odds"])
    assert free["the hex"]["free to take"] == free["falls back"]["1st company"]
    assert "the hex: free to take" in table.say("assault sh ai at g1 --odds").out


def test_odds_follow_the_choices_told(table):
    table.game("worked-example-2")
    line = "assault sh ai at g1 --odds"
    told = table.say(f"{line} --choose sh --json").plain["odds"]
    as_ever = table.say(f"{line} --json").plain["odds"]
    free, taken = results_of(as_ever)["the hex"], results_of(told)["the hex"]
    assert taken["taken by Shermans"] == free["free to take"]
    assert any(policy.endswith("Shermans into 0704, as typed") for policy in told["policies"])
    assert told["tallies"] == as_ever["tallies"]
    assert table.say(f"{line} --choose nobody").err.startswith("error: --choose: 'nobody' is never an option here")
    assert table.say(f"{line} --dice 66").err.startswith("error: --odds is for dice that are not thrown yet")
    explained = line.replace("--odds", "--explain")
    assert table.say(f"{explained} --dice 66").out == table.say(explained).out


def test_results_with_an_order_are_counted_so_bad_or_worse(table):
    table.game("asp-opening")
    plain = table.say("fire h1 at r1 400 --odds --json").plain["odds"]
    graded = plain["results"][0]["values"]
    assert [row["value"] for row in graded] == ["unhurt", "pinned", "repulsed", "destroyed"]
    chances = [Fraction(row["chance"]) for row in graded]
    assert [Fraction(row["or_worse"]) for row in graded] == [sum(chances[at:]) for at in range(4)]
    assert sum(chances) == 1
    assert "exactly  or worse" in table.say("fire h1 at r1 400 --odds").out
    assert not any("or_worse" in row for row in plain["results"][-1]["values"]), "who shoots has no order"


def test_the_hits_are_shown_behind_anti_aircraft_fire(table):
    table.game("without-a-map")
    words = "fire p1 at k1 range=2 with air aa=2 --ruling so"
    said = table.say(words, "--odds", "--json")
    throws = {throw["label"]: throw for throw in said.plain["throws"]}
    assert next(iter(throws)) == "British anti-aircraft fire"
    assert throws["German fire"]["after"] == "air gets through"
    assert "each 6 hits, air gets through: average" in " ".join(table.say(words, "--odds").out.split())


# -- in words ----------------------------------------------------------------------------------------------------------

COMBAT = "assault ta tb at para range=1 with g1 reply g2 g3"


def test_json_has_exact_fractions(table):
    table.game()
    plain = table.say(f"{COMBAT} --odds --json").plain
    for tally in [*plain["odds"]["tallies"], *plain["throws"]]:
        assert sum(Fraction(row["chance"]) for row in tally["values"]) == 1
        expected = sum(row["value"] * Fraction(row["chance"]) for row in tally["values"])
        assert Fraction(tally["average"]) == expected
    assert [one["name"] for one in plain["odds"]["results"]] == ["removed", "hits more", "falls back", "the hex"]


@pytest.mark.parametrize("line", [COMBAT, "fire ta tb at para with g1 reply g2 g3", "fire ta at para"])
def test_the_whole_answer_fits_a_page(table, line):
    table.game()
    said = table.say(f"{line} --odds")
    assert said.code == 0
    lines = said.out.splitlines()
    assert len(lines) <= 27
    assert max(map(len, lines)) <= 80
    assert "exactly" in said.out
    assert "or more" in said.out
    assert "average" in said.out
    assert "█" in said.out


def test_bars_are_legible_in_ascii(table):
    table.game()
    said = umpire(*f"{COMBAT} --odds".split(), cwd=table.folder, encoding="ascii")
    assert said.code == 0
    assert "####" in said.out
    assert "?" not in said.out
