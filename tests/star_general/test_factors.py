"""Tests of dice added and removed in distant fire: sections 3.7, 3.7.1 to 3.7.3 of both books, a test for each
clause.
"""

from __future__ import annotations

import pytest

from tests.clauses import clause
from tests.star_general.games import (
    BOOKS,
    TABLES,
    amount,
    beside,
    board,
    counted,
    dice,
    duel,
    fire,
    game,
    gun,
    ours,
    reply,
    table,
    theirs,
    total,
    why_not,
)
from umpire.core.readings import Hits
from umpire.rulesets.star_general.combat.situation import Firing, core_lines

both = pytest.mark.parametrize("book", BOOKS)
TANK = {"TSG": "3.7.1-01", "3SG": "3.7-01"}
GUN = {"TSG": "3.7.1-03", "3SG": "3.7-02"}
COVER = {"TSG": "3.7.2-03", "3SG": "3.7.1-03"}
DUG_IN = {"TSG": "3.7.2-04", "3SG": "3.7.1-03"}
CAP = {"TSG": "3.7.2-08", "3SG": "3.7.1-07"}


# tanks against soft troops in the open


@clause("TSG-3.7.1-01", "3SG-3.7-01", "AMB-24")
@both
@pytest.mark.parametrize("target", ["infantry", "militia", "hq"])
@pytest.mark.parametrize("order", ["M", "H"])
def test_tanks_against_soft_troops_in_the_open(book, target, order):
    sit = duel(book, ours("medium"), theirs(target), blue=order)
    assert counted(sit.attack, "a")[1:] == [(TANK[book], 1)]


@clause("TSG-3.7.1-01")
def test_armoured_cars_are_tanks():
    assert dice(duel("TSG", ours("armoured-cars"), theirs("infantry")).attack) == {"a": 4}


@clause("TSG-3.7.1-01", "3SG-3.7-01")
@both
@pytest.mark.parametrize("target", [theirs("medium"), theirs("infantry", armoured=True), theirs("hq", armoured=True)])
def test_not_against_armour(book, target):
    sit = duel(book, ours("medium"), target)
    assert why_not(sit.attack, "a", TANK[book])


@clause("TSG-3.7.1-01", "3SG-3.7-01")
@both
def test_not_against_troops_dug_in(book):
    sit = duel(book, ours("medium"), theirs("infantry"), blue="D")
    assert why_not(sit.attack, "a", TANK[book])


@clause("AMB-13")
@pytest.mark.parametrize(("book", "thrown"), [("TSG", 5), ("3SG", 4)])
def test_tanks_against_soft_troops_on_retreat(book, thrown):
    sit = duel(book, ours("medium"), theirs("infantry"), blue="R")
    assert dice(sit.attack) == {"a": thrown}


@clause("3SG-3.7-09", "TSG-3.7.1-01")
@both
def test_tanks_against_a_battery_in_the_open(book):
    assert dice(duel(book, ours("medium"), gun("Blue")).attack) == {"a": 5}
    assert dice(duel(book, ours("medium"), gun("Blue", armoured=True)).attack) == {"a": 4}


@both
@pytest.mark.parametrize("kind", ["infantry", "artillery"])
def test_only_tanks_have_the_die_against_soft_troops(book, kind):
    card = ours(kind, shots=3) if kind == "artillery" else ours(kind)
    assert amount(duel(book, card, theirs("infantry")).attack, "a", TANK[book]) == 0


@clause("TSG-3.7.1-11", "3SG-TC-06", "AMB-14")
@both
@pytest.mark.parametrize("ground", ["woods", "town", "village", "bocage", "works"])
@pytest.mark.parametrize(
    ("order", "setting", "extra"),
    [
        ("M", "no_cover_terrain", 0),
        ("H", "no_cover_terrain", 0),
        ("M", "not_protected", 1),
        ("H", "not_protected", 0),
    ],
)
def test_what_is_in_the_open(book, ground, order, setting, extra):
    sit = duel(
        book, ours("medium"), theirs("infantry"), f"terrain={ground}", blue=order, options={"open_means": setting}
    )
    assert amount(sit.attack, "a", TANK[book]) == extra


@clause("TSG-3.7.1-10", "TSG-3.7.1-11", "AMB-14")
@both
@pytest.mark.parametrize(
    ("ground", "setting", "extra"),
    [("open", "no_cover_terrain", 1), ("woods", "no_cover_terrain", 0), ("woods", "not_protected", 1)],
)
def test_a_replying_tank_and_attackers_in_cover_terrain(book, ground, setting, extra):
    sit = duel(book, ours("infantry"), theirs("medium"), f"a.terrain={ground}", options={"open_means": setting})
    assert amount(reply(sit), "z", TANK[book]) == extra


@clause("AMB-14")
@both
def test_one_soft_attacker_in_the_open_is_enough_for_a_replying_tank(book):
    state = game(book, a=ours("infantry"), c=ours("infantry"), z=theirs("medium"))
    assert dice(reply(fire(state, "a c at z a.terrain=woods", book))) == {"z": 5}
    assert dice(reply(fire(state, "a c at z a.terrain=woods c.terrain=town", book))) == {"z": 4}


# superior guns, elite infantry


@clause("TSG-3.7.1-03", "3SG-3.7-02", "AMB-23")
@both
@pytest.mark.parametrize(
    ("target", "setting", "extra"),
    [("medium", "any", 1), ("infantry", "any", 1), ("medium", "armour", 1), ("infantry", "armour", 0)],
)
def test_superior_gun(book, target, setting, extra):
    options = {"superior_gun_targets": setting}
    sit = duel(book, ours("medium", superior_gun=True), theirs(target, superior_gun=True), options=options)
    assert amount(sit.attack, "a", GUN[book]) == extra
    assert amount(reply(sit), "z", GUN[book]) == 1  # against the tank


@clause("TSG-3.7.1-03", "3SG-3.7-02")
@both
def test_a_stand_without_one_has_no_such_line(book):
    sit = duel(book, ours("medium"), theirs("medium"))
    assert GUN[book] not in [line.rule for line in sit.attack.lines]


@both
def test_TSG_3_7_1_additions_add_up(book):
    sit = duel(book, ours("medium", superior_gun=True), theirs("infantry"), s=beside("a", "mg"))
    assert dice(sit.attack) == {"a": 6, "s": 1}


@clause("TSG-3.7.1-02")
def test_elite_infantry_have_no_die_in_distant_fire():
    sit = duel("TSG", ours("infantry", elite=True), theirs("infantry", elite=True))
    assert dice(sit.attack) == {"a": 3}
    assert why_not(sit.attack, "a", "3.7.1-02") == why_not(reply(sit), "z", "3.7.1-02")


@clause("3SG-3.7-08")
def test_no_elite_infantry_and_no_long_range():
    sit = duel("3SG", ours("infantry", elite=True), theirs("infantry"), "range=3")
    plain = duel("3SG", ours("infantry"), theirs("infantry"), "range=2")
    assert {line.rule for line in sit.attack.lines} == {line.rule for line in plain.attack.lines}
    assert dice(sit.attack) == {"a": 3}


# armour and cover


@clause("TSG-3.7.2-01", "3SG-3.7.1-01")
@both
@pytest.mark.parametrize("target", [theirs("light"), theirs("infantry", armoured=True), gun("Blue", armoured=True)])
def test_infantry_firing_at_armour(book, target):
    rule = "3.7.2-01" if book == "TSG" else "3.7.1-01"
    assert amount(duel(book, ours("infantry"), target).attack, "a", rule) == -1
    assert amount(duel(book, ours("infantry", armoured=True), target).attack, "a", rule) == -1
    soft = duel(book, ours("infantry"), theirs("infantry"))
    assert why_not(soft.attack, "a", rule)


@clause("TSG-3.7.2-01", "3SG-3.7.1-01")
@both
def test_tanks_firing_at_armour_lose_nothing(book):
    assert dice(duel(book, ours("medium"), theirs("medium")).attack) == {"a": 4}


@clause("TSG-3.7.2-09", "3SG-3.7.1-04")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.7.2-01"), ("3SG", "3.7.1-04")])
def test_batteries_firing_at_armour(book, rule):
    sit = duel(book, ours("medium"), theirs("medium"), "with g reply h", blue="D", g=gun("Red"), h=gun("Blue"))
    assert amount(reply(sit), "h", rule) == -1
    assert dice(reply(sit))["h"] == 1
    fired_at = duel(book, ours("medium"), gun("Blue"))
    assert amount(reply(fired_at), "z", rule) == -1


@clause("TSG-3.7.2-03", "TSG-3.7.2-07", "3SG-3.7.1-03", "3SG-3.7.1-06", "3SG-TC-02")
@both
@pytest.mark.parametrize("ground", ["woods", "town", "village", "bocage", "works"])
def test_target_on_hold_in_cover(book, ground):
    sit = duel(book, ours("medium"), theirs("infantry"), f"terrain={ground}", blue="H")
    assert counted(sit.attack, "a")[1:] == [(COVER[book], -1)]


@clause("TSG-3.7.2-03", "3SG-3.7.1-03", "3SG-TC-06")
@both
@pytest.mark.parametrize("order", ["M", "R"])
def test_no_cover_on_move_or_retreat(book, order):
    sit = duel(book, ours("infantry"), theirs("infantry"), "terrain=woods", blue=order)
    assert dice(sit.attack) == {"a": 3}


@clause("TSG-3.7.2-04", "3SG-3.7.1-03")
@both
@pytest.mark.parametrize("ground", ["open", "town"])
def test_target_dug_in_anywhere(book, ground):
    sit = duel(book, ours("medium"), theirs("infantry"), f"terrain={ground}", blue="D")
    assert counted(sit.attack, "a")[1:] == [(DUG_IN[book], -1)]


@clause("TSG-3.7.2-05", "3SG-TC-03")
@both
def test_engineers_waive_nothing_at_a_distance(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), blue="D", s=beside("a", "engineers"))
    assert dice(sit.attack) == {"a": 2, "s": 0}


@clause("TSG-3.7.2-06", "TSG-3.7.2-15", "3SG-3.7.1-05")
@both
def test_an_attacker_has_no_cover_and_a_reply_pays_for_none(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), "a.terrain=town", red="H", blue="H")
    assert dice(reply(sit)) == {"z": 3}


@clause("TSG-3.7.2-08", "3SG-3.7.1-07")
@both
@pytest.mark.parametrize(("order", "ground"), [("H", "woods"), ("D", "open"), ("D", "woods")])
def test_together_at_most_one(book, order, ground):
    sit = duel(book, ours("infantry"), theirs("medium"), f"terrain={ground}", blue=order)
    assert dice(sit.attack) == {"a": 2}
    assert amount(sit.attack, "a", CAP[book]) == 1


@clause("TSG-3.7.2-08")
@both
def test_one_deduction_needs_no_cap(book):
    sit = duel(book, ours("infantry"), theirs("medium"))
    assert amount(sit.attack, "a", CAP[book]) == 0


@clause("TSG-3.7.2-09", "3SG-3.7.1-08", "3SG-TC-03")
@both
@pytest.mark.parametrize(("order", "ground"), [("H", "town"), ("D", "open")])
def test_each_battery_loses_its_own_die(book, order, ground):
    sit = duel(
        book,
        ours("medium"),
        theirs("infantry"),
        f"with g1 g2 terrain={ground}",
        blue=order,
        g1=gun("Red"),
        g2=gun("Red"),
    )
    assert dice(sit.attack) == {"a": 3, "g1": 1, "g2": 1}


@clause("TSG-3.7.2-10", "3SG-3.7.1-09")
@both
@pytest.mark.parametrize("kind", ["mg", "at", "tank"])
def test_platoons_lose_nothing(book, kind):
    sit = duel(book, ours("infantry"), theirs("medium"), "terrain=town", blue="D", s=beside("a", kind))
    assert dice(sit.attack)["s"] == (2 if kind == "at" else 1)


@clause("TSG-3.7.2-12", "3SG-TC-04")
@both
def test_cover_exempts_nobody_from_firing_at_armour(book):
    sit = duel(book, ours("medium"), theirs("infantry"), "terrain=town", blue="D")
    assert dice(reply(sit)) == {"z": 2}


@clause("TSG-3.7.2-16")
@both
def test_a_battery_in_cover_is_a_stand_on_hold_in_cover(book):
    sit = duel(book, ours("infantry"), gun("Blue"), "terrain=woods")
    assert counted(sit.attack, "a")[1:] == [(COVER[book], -1)]


# long range


@clause("TSG-3-02", "TSG-3.3-07", "TSG-3.7.3-03")
@pytest.mark.parametrize("kind", ["infantry", "medium"])
def test_long_range_either_side(kind):
    sit = duel("TSG", ours(kind), theirs(kind), "3")
    assert amount(sit.attack, "a", "3.7.3-03") == amount(reply(sit), "z", "3.7.3-03") == -1
    near = duel("TSG", ours(kind), theirs(kind), "2")
    assert why_not(near.attack, "a", "3.7.3-03") == why_not(reply(near), "z", "3.7.3-03") == "range 2"


@clause("TSG-3.7.3-03")
def test_batteries_have_no_long_range():
    sit = duel("TSG", ours("infantry"), gun("Blue"), "3 with g", g=gun("Red"))
    assert dice(sit.attack) == {"a": 2, "g": 2}
    assert dice(reply(sit)) == {"z": 2}


@clause("TSG-3.7.3-04", "AMB-19")
def test_platoons_have_no_long_range_and_the_nearest_attacker_decides():
    state = game("TSG", a=ours("infantry"), a2=ours("infantry"), z=theirs("infantry"), s=beside("a", "mg"))
    sit = fire(state, "a a2 at z a.range=3 a2.range=2")
    assert dice(sit.attack) == {"a": 2, "s": 1, "a2": 3}
    assert dice(reply(sit)) == {"z": 3}
    assert dice(reply(fire(state, "a a2 at z 3"))) == {"z": 2}


@clause("TSG-3.7.3-01 to 03")
def test_add_up_with_armour_and_cover():
    sit = duel("TSG", ours("infantry"), theirs("medium"), "3 a.terrain=stream", blue="D")
    assert dice(sit.attack) == {"a": 0}  # 3 - 1 dug in - 1 water - 1 range
    assert "3.4-09" not in [line.rule for line in sit.attack.lines]  # none is not below none


# floors


@clause("TSG-3.4-09", "3SG-3.4-07", "AMB-17")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.4-09"), ("3SG", "3.4-07")])
def test_a_weak_stand_eats_no_other_stands_dice(book, rule):
    state = game(book, blue="D", a=ours("infantry", sp=1), a2=ours("infantry"), z=theirs("infantry"))
    sit = fire(state, "a a2 at z a.terrain=stream", book)
    assert dice(sit.attack) == {"a": 0, "a2": 2}
    assert amount(sit.attack, "a", rule) == 1


@clause("TSG-3.4-08", "3SG-3.4-09")
@both
def test_no_least_die_in_distant_fire(book):
    sit = duel(book, ours("infantry", sp=1), theirs("infantry", sp=1), "terrain=stream a.terrain=bridge")
    assert (sit.attack.dice, reply(sit).dice) == (0, 0)


# two attackers


@clause("TSG-3.7.1-12", "AMB-15")
@both
@pytest.mark.parametrize(
    ("kinds", "anti_tank", "infantry"), [(("medium", "infantry"), 2, 2), (("infantry",) * 2, 1, 3)]
)
def test_one_armoured_attacker_makes_the_attack_armoured(book, kinds, anti_tank, infantry):
    one, two = kinds
    state = game(book, a=ours(one), a2=ours(two), z=theirs("infantry"), m=beside("z", "at"))
    assert dice(reply(fire(state, "a2 a at z", book))) == {"z": infantry, "m": anti_tank}


@clause("AMB-15")
@both
def test_a_replying_tank_has_no_soft_target_in_a_mixed_attack(book):
    state = game(book, a=ours("medium"), a2=ours("infantry"), z=theirs("medium"))
    assert dice(reply(fire(state, "a a2 at z", book))) == {"z": 4}


# close combat, as far as its rows go (its procedure comes later)


@clause("TSG-3.7.2-14", "3SG-3.7.1-04", "AMB-21")
@pytest.mark.parametrize(("book", "lost"), [("TSG", 0), ("3SG", -1)])
def test_a_battery_in_its_own_close_combat_with_armour(book, lost):
    state = game(book, g=gun("Red"))
    facts = Firing("core", "defender", "close", arm="artillery", range=1, foe_armoured=True)
    assert total(core_lines(TABLES[book], state.stands["g"], facts)) == 2 + lost
    called = Firing("gun", "defender", "distant", arm="artillery", range=1, foe_armoured=True)
    assert total(core_lines(TABLES[book], state.stands["g"], called)) == 1


@clause("TSG-3.7.1-01", "3SG-3.7-10", "AMB-12")
@pytest.mark.parametrize(
    ("book", "options", "thrown"),
    [("TSG", {}, 5), ("3SG", {}, 4), ("3SG", {"tank_soft_bonus_cc_3sg": True}, 5)],
)
def test_tanks_in_close_combat_with_soft_troops(book, options, thrown):
    state = game(book, a=ours("medium"))
    facts = Firing("core", "attacker", "close", arm="tank", range=1, foe_soft=True, foe_open=True)
    assert total(core_lines(table(book, **options), state.stands["a"], facts)) == thrown


@clause("3SG-3.7-10", "AMB-12")
def test_the_option_changes_nothing_in_distant_fire():
    sit = duel("3SG", ours("medium"), theirs("infantry"), options={"tank_soft_bonus_cc_3sg": True})
    assert counted(sit.attack, "a")[1:] == [("3.7-10", 1)]
    assert sit.attack.reading == Hits("6|55")


def test_two_firers_on_a_map_have_each_their_own_range():
    on = board(". . . . . .\n. . . . . .")
    state = game(
        "TSG",
        on=on,
        hq=False,
        a=ours("medium", hex="0101"),
        a2=ours("medium", hex="0202"),
        z=theirs("medium", hex="0401"),
    )
    sit = fire(state, "a a2 at z")
    assert [firer.distance for firer in sit.attackers] == [3, 2]
    assert dice(sit.attack) == {"a": 3, "a2": 4}
