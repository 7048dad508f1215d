"""Tests of air attacks in combat and anti-aircraft fire at them: section 7 of Two Star General, 9 of Three Star
General.
"""

from __future__ import annotations

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.star_general.assaults import ASSAULT, assault, effects_of, field, off, with_air
from tests.star_general.games import (
    BOOKS,
    FIRE,
    TABLES,
    beside,
    counted,
    dice,
    fire,
    game,
    gun,
    ours,
    outcome,
    played,
    refusals,
    reply,
    theirs,
)
from umpire.core.mistakes import Unasked
from umpire.core.odds import odds
from umpire.core.procedure import Thrown
from umpire.core.readings import Hits
from umpire.rulesets.star_general import FAMILY as star_general
from umpire.rulesets.star_general.effects import SpendAir, apply

both = pytest.mark.parametrize("book", BOOKS)
verbs = pytest.mark.parametrize("attack", [fire, assault])
RULE = {
    "dice": {"TSG": "7-03", "3SG": "9-02"},
    "most": {"TSG": "7-02", "3SG": "9-05"},
    "points": {"TSG": "7-08", "3SG": "9-05"},
    "flak": {"TSG": "7-06", "3SG": "9-03"},
    "stopped": {"TSG": "7-07", "3SG": "9-04"},
}


def sky(book: str, line: str = "a at z with air", *, verb=assault, red="M", blue="M", points=1, z=None, **more):
    """Return the situation of `a` of Red against `z` of Blue, both sides with air points, without a map."""
    state = game(book, red=red, blue=blue, a=ours("infantry"), z=z or theirs("infantry"), **more)
    return verb(with_air(state, Red=points, Blue=points), line, book)


def keys(sit, *fallen: str, choices=()) -> list[str]:
    """Return the keys of the pools thrown, in order."""
    return [answer.pool.key for answer in played(sit, *fallen, choices=choices)[1] if isinstance(answer, Thrown)]


# the right to it


@clause("TSG-7-01", "TSG-7-03", "3SG-9-01", "3SG-9-02")
@both
@verbs
def test_an_air_attack_is_two_dice(book, attack):
    sit = sky(book, verb=attack)
    assert refusals(sit) == ()
    assert dice(sit.attack) == {"a": 3, "air": 2}
    assert counted(sit.attack, "air") == [(RULE["dice"][book], 2)]


@clause("TSG-7-03", "3SG-9-02")
@both
@pytest.mark.parametrize(
    ("target", "order", "ground", "thrown"),
    [
        ("medium", "M", "open", 1),
        ("infantry", "D", "open", 1),
        ("infantry", "H", "woods", 1),
        ("infantry", "M", "woods", 2),
        ("medium", "D", "woods", 1),
    ],
)
def test_with_the_deductions_of_artillery(book, target, order, ground, thrown):
    sit = sky(book, f"a at z with air terrain={ground}", blue=order, z=theirs(target))
    assert dice(sit.attack)["air"] == thrown


@clause("TSG-7-01", "3SG-9-01")
@both
def test_air_of_the_defence(book):
    sit = sky(book, "a at z reply air", blue="H")
    assert refusals(sit) == ()
    assert dice(reply(sit)) == {"z": 3, "air": 2}


@clause("TSG-3.5.1-04", "TSG-3.5.2-04", "AMB-28")
@both
@pytest.mark.parametrize(
    ("line", "red", "blue", "rule"),
    [
        ("a at z with air", "H", "M", {"TSG": "3.5.1-04", "3SG": "3.5.1-04"}),
        ("a at z reply air", "M", "M", {"TSG": "3.5.2-04", "3SG": "3.5.2-07"}),
    ],
)
def test_who_may_call_no_guns_may_call_no_air(book, line, red, blue, rule):
    assert refusals(sky(book, line, red=red, blue=blue)) == (rule[book],)


@clause("TSG-3.5-01", "3SG-3.5-01")
@both
def test_out_of_command_no_air(book):
    assert refusals(sky(book, "a at z with air a.command=no")) == ("3.4-01", "3.5-01")


@clause("AMB-55", "AMB-71")
@pytest.mark.parametrize(("book", "rule"), [("TSG", ()), ("3SG", ("5-09",))])
def test_air_of_a_battery_attacked_is_as_its_guns(book, rule):
    assert refusals(sky(book, "a at z reply air", z=gun("Blue"))) == rule


@clause("TSG-7-02", "3SG-9-05")
@both
def test_one_air_attack_besides_two_guns(book):
    guns = {"g": gun("Red"), "h": gun("Red")}
    assert refusals(sky(book, "a at z with g h air", **guns)) == ()
    assert refusals(sky(book, "a at z with air g air", points=2, **guns)) == (RULE["most"][book],)


@clause("TSG-7-08", "3SG-9-05")
@both
def test_a_point_is_used_once_a_round(book):
    assert refusals(sky(book, points=0)) == (RULE["points"][book],)
    state = with_air(game(book, a=ours("infantry"), z=theirs("infantry")), Red=2)
    result = outcome(assault(state, "a at z with air", book), "11111", "111")
    assert effects_of(result, SpendAir) == [SpendAir("Red")]
    assert says(result.instructions, "Red 2→1")
    assert apply(state, result.effects).forces["Red"].air_left == 1


@both
def test_air_that_does_not_reply_is_refused(book):
    sit = sky(book, "a at z reply air", blue="R")
    assert refusals(sit) == ("3.6-02",)
    assert effects_of(outcome(sit, "111"), SpendAir) == []


@both
def test_what_could_be_named_says_the_points_left(book):
    assert sky(book, "a at z", points=2, blue="H").also == (("with", "air", "2 points"), ("reply", "air", "2 points"))
    assert sky(book, points=2).also == ()
    assert sky(book, "a at z", points=1, red="H").also == ()


# anti-aircraft fire


@clause("TSG-7-06", "3SG-9-03")
@both
def test_anti_aircraft_stands_throw_first(book):
    sit = sky(book, "a at z with air aa=1")
    assert keys(sit, "11", "11111", "111") == ["flak", "attack", "reply"]
    pool = sit.flak[0]
    assert (pool.dice, pool.side, pool.reading, pool.rule) == (2, "Blue", Hits("6"), RULE["flak"][book])


@clause("TSG-7-07", "3SG-9-04")
@both
def test_one_hit_stops_the_air_attack_and_it_is_spent(book):
    sit = sky(book, "a at z with air aa=1")
    result, answers = played(sit, "61", "111", "111")
    assert [answer.pool.dice for answer in answers if isinstance(answer, Thrown)] == [2, 3, 3]
    assert effects_of(result, SpendAir) == [SpendAir("Red")]
    assert says(result.words, "Red", RULE["stopped"][book])
    missed, answers = played(sit, "55", "11111", "111")
    assert [answer.pool.dice for answer in answers if isinstance(answer, Thrown)] == [2, 5, 3]
    assert effects_of(missed, SpendAir) == [SpendAir("Red")]


@clause("TSG-7-08", "AMB-55")
@both
def test_each_anti_aircraft_stand_once(book):
    assert sky(book, "a at z with air aa=3").flak[0].dice == 6


@clause("TSG-7-06")
@both
def test_air_of_both_sides_at_once(book):
    sit = sky(book, "a at z with air reply air aa=1", blue="H")
    assert keys(sit, "66", "11", "111", "11111") == ["flak", "flak-reply", "attack", "reply"]
    assert [pool.side for pool in sit.flak] == ["Blue", "Red"]
    assert keys(sit, "11", "66", "11111", "111") == ["flak", "flak-reply", "attack", "reply"]
    only_blue = sky(book, "a at z with air reply air Blue.aa=1 Red.aa=0", blue="H")
    assert keys(only_blue, "11", "11111", "11111") == ["flak", "attack", "reply"]


@both
def test_without_a_map_those_with_the_stands_attacked_are_in_range_and_no_others(book):
    sit = sky(book, f=beside("z", "aa"), g=beside("bhq", "aa"))
    assert [line.of for line in sit.flak[0].lines] == ["f"]
    assert says(sit.known.assumed, "1 Blue")
    far = sky(book, g=beside("bhq", "aa"))
    assert far.flak == (None, None)
    assert says(far.known.assumed, "Blue")
    none = sky(book)
    assert not says(none.known.assumed, "Blue")


@clause("TSG-7-06", "3SG-9-03")
@both
@pytest.mark.parametrize(("place", "fires"), [((1, 0), True), ((2, 0), True), ((3, 0), False)])
def test_within_two_hexes_of_the_hex_attacked(book, place, fires):
    on = field()
    stands = {
        "a": ours("infantry", hex=off(on, -1, 0)),
        "z": theirs("infantry", hex=off(on, 0, 0)),
        "y": theirs("infantry", hex=off(on, *place)),
        "f": beside("y", "aa"),
        "own": beside("a", "aa"),
    }
    sit = assault(with_air(game(book, on=on, hq=False, **stands), Red=1), "a at z with air", book)
    assert (sit.flak[0] is not None) == fires
    assert not says(sit.known.assumed, "Blue")


@clause("TSG-7-06")
@both
def test_air_of_the_defence_flies_at_every_attacker(book):
    on = field()
    stands = {
        "a": ours("infantry", hex=off(on, -1, 0)),
        "b": ours("infantry", hex=off(on, 1, -1)),
        "f": beside("b", "aa"),
        "z": theirs("infantry", hex=off(on, 0, 0)),
    }
    state = with_air(game(book, blue="H", on=on, hq=False, **stands), Blue=1)
    assert assault(state, "a at z reply air", book).flak[1].dice == 2
    assert assault(state, "b at z reply air", book).flak[1].dice == 2


@both
def test_a_typed_fact_overrides_the_map(book):
    on = field()
    stands = {
        "a": ours("infantry", hex=off(on, -1, 0)),
        "z": theirs("infantry", hex=off(on, 0, 0)),
        "f": beside("z", "aa"),
    }
    state = with_air(game(book, on=on, hq=False, **stands), Red=1)
    sit = assault(state, "a at z with air aa=0", book)
    assert sit.flak == (None, None)
    assert each_says(sit.known.notes, "Blue.aa 1 0")
    assert (sit.known.values["Blue.aa"], sit.known.sources["Blue.aa"]) == (0, "told")


@both
def test_a_dead_anti_aircraft_stand_throws_nothing(book):
    assert sky(book, f=beside("z", "aa", sp=0)).flak == (None, None)


def test_aa_is_typed_only_for_an_air_attack():
    with mistaken(Unasked, "aa"):
        sky("TSG", "a at z aa=1")


@both
@pytest.mark.parametrize("act", [ASSAULT, FIRE])
def test_odds_with_anti_aircraft_fire_add_up(book, act):
    sit = sky(book, "a at z with air aa=1", verb=assault if act is ASSAULT else fire)
    counted_ = odds(lambda: act.procedure(sit))
    assert sum(weight for _, weight in counted_.outcomes) == counted_.total
    assert (counted_.paths, counted_.walked) == ((11, 33) if act is ASSAULT else (9, 27))


@clause("TSG-7-01", "3SG-9-01")
@both
def test_air_points_left_stand_on_the_line_of_their_side(book):
    state = with_air(game(book, a=ours("infantry"), z=theirs("infantry")), Red=2)
    assert each_says((listing.title for listing in star_general.status(state, TABLES[book], "")), "Red 2", "Blue")
    spent = apply(state, (SpendAir("Red"), SpendAir("Red")))
    assert says([star_general.status(spent, TABLES[book], "Red")[0].title], "Red 0")
