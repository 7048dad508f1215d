"""Tests of every kind of step and effect, by odds and, with few dice, by every throw."""

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.plain.games import Position
from umpire.core.mistakes import Missing
from umpire.core.odds import ForcedChoices as Policy
from umpire.core.odds import explain, odds
from umpire.core.procedure import resolve
from umpire.game.facts import parse_told
from umpire.rulesets.plain import family
from umpire.rulesets.plain.file.reader import read_file, read_rules
from umpire.testing.case import every_fall

KINDS = Path(__file__).with_name("kinds.toml")


@pytest.fixture(scope="module")
def kinds():
    return family(read_file(KINDS))


@pytest.fixture
def play(kinds):
    """Return the outcomes of an act with their chances, counted and by every throw."""

    def playing(line, choose=(), will=3, **stands):
        rows = {"f": ("Red", "foot"), "e": ("Red", "elite"), "x": ("Blue", "foot")}
        made = {
            id: {"id": id, "name": id, "side": side, "type": type, "men": kinds.rules.type[type]["men_full"]}
            for id, (side, type) in rows.items()
        }
        for id, more in stands.items():
            made[id] |= more
        forces = {side: {"will": will} for side in ("Red", "Blue")}
        clock = {"turn": 1, "phase": "play", "side": "Red"}
        state = kinds.read_state({"stands": made, "forces": forces, "sides": ["Red", "Blue"], "clock": clock}, None)
        verb, *words = line.split()
        act = kinds.act(verb)
        situation = act.situate(state, kinds.rules, parse_told(words, act.connectors, act.bare))
        policy = Policy(list(choose))
        found = odds(lambda: act.procedure(situation), policy)
        chances = {outcome: Fraction(weight, found.total) for outcome, weight in found.outcomes}
        if verb in ("sixes", "volley", "burst") or line == "flames f at x":
            assert chances == every_fall(lambda: act.procedure(situation), policy)
        return state, chances

    return playing


def chance(found, holds):
    return sum(weight for outcome, weight in found[1].items() if holds(outcome))


def test_a_count_sees_other_faces_of_the_same_dice(play):
    found = play("sixes f at x", f={"men": 2})
    assert chance(found, lambda one: dict(one.tally)["x loses men"] == 4) == Fraction(1, 36)
    assert chance(found, lambda one: "f tires" in " ".join(one.words)) == Fraction(1, 36)


def test_dice_that_explode_are_thrown_again_so_often_at_most(play):
    found = play("burst f at x", x={"men": 9})
    assert chance(found, lambda one: dict(one.tally)["x loses men"] == 0) == Fraction(1, 4)
    average = sum(weight * dict(one.tally)["x loses men"] for one, weight in found[1].items())
    assert average == 2 * Fraction(1, 2) * (1 + Fraction(1, 6) + Fraction(1, 36))


def thrown_in(line):
    """Return every pool that an act may throw: key -> the targets of its lines."""
    position = Position("kinds", {"f": {"type": "foot"}}, {"x": {"type": "foot"}}, rows=read_file(KINDS))
    act, situation = position.situation(line)
    pools = [pool for thrown in explain(lambda: act.procedure(situation)) for pool in thrown.pools]
    return {pool.key: [each.on for each in pool.lines] for pool in pools}


def test_each_time_dice_explode_is_a_throw_with_a_number_of_its_own():
    need = ["dice", "need"]
    assert thrown_in("burst f at x") == {"hits": need, "hits-more1": need, "hits-more2": need}
    added = ["dice", "roll"]  # what was added is not added again
    assert thrown_in("flames f at x") == {"heat": added, "heat-more1": ["dice"], "heat-more2": ["dice"]}


def test_what_is_added_to_a_total_is_added_once_however_often_its_dice_are_thrown(play):
    few, many = play("flames f at x"), play("flames f at x dice=12")
    assert chance(few, lambda one: "x burns 3" in one.words) == Fraction(1, 6)
    for dice, found in ((1, few), (12, many)):
        burns = {one: int(one.words[0].split()[2]) for one in found[1]}
        average = sum(weight * burns[one] for one, weight in found[1].items())
        assert average == 2 + dice * Fraction(7, 2) * (1 + Fraction(1, 6) + Fraction(1, 36))


def test_what_is_thrown_again_is_so_no_more_than_is_said(play):
    found = play("duel f at x")
    tie = Fraction(1 + 9 + 25 + 49 + 81 + 121, 36**2)
    assert chance(found, lambda one: dict(one.tally)["blows"] == "draw") == tie**3
    assert {one.tally[0][0] for one in found[1]} == {"blows"}


def test_an_act_that_has_ended_plays_no_later_step(play):
    found = play("duel f at x")
    shaken = [one for one in found[1] if dict(one.tally)["calm"] == "shaken"]
    assert shaken
    assert {dict(one.tally)["after"] for one in shaken} == {""}


def test_losses_are_shared_out_as_their_owner_says(play):
    one = play("volley f e at x f.range=6 e.range=9", f={"men": 2}, e={"men": 3})
    assert chance(one, lambda each: "REMOVE f" in each.instructions) == 1
    other = play("volley f e at x f.range=6 e.range=9", choose=["e"], f={"men": 2}, e={"men": 3})
    assert chance(other, lambda each: "REMOVE e" in each.instructions) == 1


def test_a_fact_of_two_stands_is_told_of_each_and_of_one_it_needs_no_name(play):
    with mistaken(Missing, "f.range", about="how far"):
        play("volley f e at x range=6")
    assert play("volley f at x range=6") == play("volley f at x f.range=6")


def test_whoever_decides_says_what_they_do(play):
    near = "volley f e at x f.range=0 e.range=0", {"f": {"men": 2}}
    stood, ran = play(near[0], **near[1]), play(near[0], ["run"], **near[1])
    assert chance(stood, lambda one: dict(one.tally)["end"] == "ran") == 0
    good = chance(ran, lambda one: dict(one.tally)["fire"] == "good")
    assert chance(ran, lambda one: "x away" in one.instructions) == good > 0


def taken(text):
    """Return the choices of a volley that odds make: the question -> the option."""
    two = {"f": {"type": "foot"}, "e": {"type": "foot"}}
    position = Position("kinds", two, {"x": {"type": "foot"}}, rows=read_rules(tomllib.loads(text)))
    act, situation = position.situation("volley f e at x f.range=0 e.range=0")
    return {one.asked: one.taken for one in odds(lambda: act.procedure(situation)).policies}


def test_odds_say_what_they_take_of_a_choice_and_who_chooses():
    text = KINDS.read_text(encoding="utf-8")
    found = taken(text)
    assert found["Blue, what they do"] == "they stand"
    assert says([found["Red, who is tired"]], "")
    assert "Red, victim" in taken(text.replace('id = "victim", words = "who is tired"', 'id = "victim"'))


def test_nobody_acts_who_is_out_of_the_game():
    position = Position(
        "kinds",
        {"f": {"type": "foot", "removed": True}},
        {"x": {"type": "foot", "removed": True}},
        rows=read_file(KINDS),
    )
    act, situation = position.situation("sixes f at x")
    assert each_says([one.words for one in act.objections(situation)], "f", "x")


def test_who_has_none_left_is_removed_by_the_rule_that_says_so(play):
    found = play("sixes f at x", f={"men": 2}, x={"men": 1})
    gone = [one for one in found[1] if "REMOVE x" in one.instructions]
    assert gone
    assert all(says(one.words, "x men 1") for one in gone)


def test_nothing_more_happens_to_what_is_gone(play):
    found = play("volley f e at x f.range=6 e.range=9", f={"men": 3}, e={"men": 3})
    assert all(
        not hand.startswith("f: tired")
        for one in found[1]
        for hand in one.instructions
        if "REMOVE f" in one.instructions
    )


def test_a_role_is_asked_which_it_is_and_what_is_removed_is_told_apart(play):
    (outcome,) = play("joust f at x")[1]
    assert dict(outcome.tally) == {"tilt": "unhorsed", "f": "", "x": "removed"}
    taken = play("duel f at x", x={"men": 1})
    assert chance(taken, lambda one: dict(one.tally)["x"] == "removed") > 0


def test_a_mark_of_its_own_side_lasts_until_that_sides_next_turn_ends(play, kinds):
    state, found = play("daze f at x")
    (outcome,) = found
    assert outcome.instructions == ("f: dazed", "x: dazed")
    state, off = kinds.apply(state, outcome.effects, kinds.rules), []
    for _ in range(3):  # Red's turn, Blue's, Red's
        act = kinds.act("next")
        ended, _ = resolve(act.procedure(act.situate(state, kinds.rules, parse_told([], (), act.bare))), None)
        state = kinds.apply(state, ended.effects, kinds.rules)
        off.append([hand for hand in ended.instructions if "off" in hand])
    assert off == [[], ["x: dazed off"], ["f: dazed off"]]


def test_whoever_has_none_left_of_a_track_is_told_with_its_rule(play):
    found = play("duel f at x", x={"men": 1})[1]
    assert {says(one.words, "x men 1") is (dict(one.tally)["x"] == "removed") for one in found} == {True}


def test_victory_is_said_when_it_begins_and_not_before(play):
    lost = {one: dict(one.tally)["Blue loses will"] for one in play("duel f at x", will=1)[1]}
    assert {1, 0} == set(lost.values())
    assert all(("Blue is beaten by Red (1)" in one.words) is (will == 1) for one, will in lost.items())
    assert not any("is beaten by" in words for one in play("duel f at x")[1] for words in one.words)


WITHDRAW = """
[act.withdraw]
words = "a stand leaves the table"
role.who = { of = "own" }
step = [
  { id = "off", let = 0, result = [{ id = "off", do = [{ remove = "who" }] }] },
  { id = "ours", let = 0, result = [{ id = "ours", words = "own {own.stands} here, {own.lost} lost" }] },
  { id = "theirs", let = 0, result = [{ id = "theirs", words = "enemy {enemy.stands} here, {enemy.lost} lost" }] },
]
"""


def test_a_stand_removed_by_a_step_counts_no_more_in_the_later_steps(tmp_path):
    file = tmp_path / "kinds.toml"
    file.write_text(KINDS.read_text(encoding="utf-8") + WITHDRAW, encoding="utf-8")
    red = {id: {"type": "foot"} for id in ("f", "g", "h")}
    (outcome,) = Position("kinds", red, {"x": {"type": "foot"}}, rows=read_file(file)).odds("withdraw f")
    words = " · ".join(outcome.words)
    assert "own 2 here, 1 lost" in words
    assert "enemy 1 here, 0 lost" in words
