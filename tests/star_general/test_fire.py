"""Tests of the dice of both sides in distant fire: sections 3.1, 3.2 and 3.7 of both books, a test for each clause."""

from __future__ import annotations

import pytest

from tests.clauses import clause
from tests.star_general.games import (
    BOOKS,
    LIGHT,
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
    refusals,
    reply,
    table,
    theirs,
    why_not,
)
from umpire.core.readings import Hits

both = pytest.mark.parametrize("book", BOOKS)


# 3.1 the stands themselves


@clause("TSG-3.1-02 to 07", "3SG-3.1-03 to 08")
@both
@pytest.mark.parametrize(
    ("kind", "thrown"), [("infantry", 3), ("militia", 3), ("heavy", 4), ("medium", 4), ("light", 3)]
)
def test_fighting_strength(book, kind, thrown):
    sit = duel(book, ours(kind), theirs("infantry"), "terrain=woods")
    assert dice(sit.attack) == {"a": thrown}


@clause("TSG-3.1-07")
def test_armoured_cars_fight_as_light_armour():
    assert dice(duel("TSG", ours("armoured-cars"), theirs("infantry"), "terrain=woods").attack) == {"a": 3}


@clause("TSG-3.1-14", "3SG-3.1-13")
@both
@pytest.mark.parametrize(("sp", "thrown"), [(5, 3), (4, 3), (3, 3), (2, 2), (1, 1)])
def test_no_more_dice_than_strength_points(book, sp, thrown):
    assert dice(duel(book, ours("infantry", sp=sp), theirs("infantry")).attack) == {"a": thrown}


@clause("TSG-3.1-14")
def test_printed_case_infantry_of_two_at_two_and_three_hexes():
    assert dice(duel("TSG", ours("infantry", sp=2), theirs("infantry"), "2").attack) == {"a": 2}
    assert dice(duel("TSG", ours("infantry", sp=2), theirs("infantry"), "3").attack) == {"a": 1}


@clause("TSG-3.1-15", "TSG-3.7.3-02", "3SG-3.1-14", "3SG-3.7.2-02")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.1-14"), ("3SG", "3.1-13")])
def test_losses_count_once(book, rule):
    sit = duel(book, ours("medium", sp=2), theirs("infantry"), blue="D")
    assert dice(sit.attack) == {"a": 1}
    assert amount(sit.attack, "a", rule) == -2


@clause("TSG-3.1-08", "TSG-3.7.1-04", "TSG-3.7.1-05", "3SG-3.1-09", "3SG-3.7-03", "3SG-3.7-04")
@both
@pytest.mark.parametrize(
    ("target", "thrown"),
    [
        (theirs("medium"), 2),
        (theirs("infantry", armoured=True), 2),
        (theirs("hq", armoured=True), 2),
        (theirs("infantry"), 1),
        (theirs("hq"), 1),
        (gun("Blue"), 1),
        (gun("Blue", armoured=True), 2),
    ],
)
def test_anti_tank(book, target, thrown):
    sit = duel(book, ours("infantry"), target, s=beside("a", "at"))
    assert dice(sit.attack)["s"] == thrown


@clause("TSG-3.1-16", "3SG-3.1-15")
@both
def test_table_value_and_weapon_line_are_the_same_dice(book):
    sit = duel(book, ours("infantry"), theirs("medium"), s=beside("a", "at"), m=beside("z", "mg"))
    assert [amount for _, amount in counted(sit.attack, "s")] == [2]
    assert [amount for _, amount in counted(reply(sit), "m")] == [1]


@clause("TSG-3.1-10", "TSG-3.7.1-09", "3SG-3.7-07")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.7.1-09"), ("3SG", "3.7-07")])
def test_machine_guns_on_either_side(book, rule):
    sit = duel(book, ours("infantry"), theirs("infantry"), s=beside("a", "mg"), m=beside("z", "mg"))
    assert counted(sit.attack, "s") == counted(reply(sit), "m") == [(rule, 1)]


@clause("TSG-2.1-05")
def test_armoured_transport_is_a_machine_gun_and_armours_its_infantry():
    sit = duel("TSG", ours("infantry"), theirs("infantry"), s=beside("a", "armoured-transport"))
    assert dice(sit.attack) == {"a": 3, "s": 1}
    assert sit.attackers[0].armoured
    assert amount(reply(sit), "z", "3.7.2-01") == -1


@clause("TSG-2.1-06")
def test_without_its_transport_it_is_foot_again():
    sit = duel("TSG", ours("infantry"), theirs("infantry"), s=beside("a", "armoured-transport", sp=0))
    assert dice(sit.attack) == {"a": 3}
    assert not sit.attackers[0].armoured


@clause("TSG-3.1-11", "TSG-3.7.1-06", "3SG-3.1-11", "3SG-3.7-05")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.7.1-06"), ("3SG", "3.7-05")])
def test_engineers_throw_nothing_at_a_distance(book, rule):
    sit = duel(book, ours("infantry"), theirs("infantry"), s=beside("a", "engineers"), m=beside("z", "engineers"))
    assert (sit.attack.dice, reply(sit).dice) == (3, 3)
    assert why_not(sit.attack, "s", rule) == why_not(reply(sit), "m", rule)


@clause("TSG-3.1-12", "3SG-3.1-16")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.1-12"), ("3SG", "3.1-16")])
def test_flak_throws_nothing_at_a_distance(book, rule):
    sit = duel(book, ours("infantry"), theirs("infantry"), s=beside("a", "aa"), m=beside("z", "aa"))
    assert (sit.attack.dice, reply(sit).dice) == (3, 3)
    assert why_not(reply(sit), "m", rule)


@clause("TSG-3.1-13", "3SG-3.1-12")
@pytest.mark.parametrize(("book", "kind"), [("TSG", "truck"), ("3SG", "other")])
def test_transport_and_other_support_have_no_dice(book, kind):
    sit = duel(book, ours("infantry"), theirs("infantry"), s=beside("a", kind))
    assert sit.attack.dice == 3
    assert "s" not in dice(sit.attack)


@clause("TSG-3.7.1-07", "TSG-3.7.1-08", "3SG-3.7-06")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.7.1-07"), ("3SG", "3.7-06")])
@pytest.mark.parametrize("target", ["infantry", "medium"])
def test_attached_tanks_throw_one_at_a_distance(book, rule, target):
    sit = duel(book, ours("infantry"), theirs(target), s=beside("a", "tank"))
    assert counted(sit.attack, "s") == [(rule, 1)]


@clause("AMB-22")
@both
def test_attached_tanks_do_not_make_the_hex_armoured(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), s=beside("z", "tank"))
    assert not sit.target.armoured


# 3.2 what hits

CODES = [
    ("M", "M", "6|55", "6|55"),
    ("M", "H", "6", "56"),
    ("M", "D", "6", "56|44"),
    ("H", "M", "6|55", "6|55"),
    ("H", "H", "6", "56"),
    ("H", "D", "6", "56|44"),
]


@clause("TSG-3.2-01 to 07", "TSG-3.2-09", "3SG-3.2-01 to 07", "3SG-3.2-12")
@both
@pytest.mark.parametrize(("attacker", "target", "hits", "back"), CODES)
def test_orders(book, attacker, target, hits, back):
    sit = duel(book, ours("infantry"), theirs("infantry"), red=attacker, blue=target)
    assert (sit.attack.reading, reply(sit).reading) == (Hits(hits), Hits(back))


@clause("TSG-3.2-08", "TSG-3.6-02", "3SG-3.2-06", "3SG-3.6-02")
@both
@pytest.mark.parametrize("attacker", ["M", "H"])
def test_on_retreat(book, attacker):
    sit = duel(book, ours("infantry"), theirs("infantry"), red=attacker, blue="R", m=beside("z", "mg"))
    assert sit.attack.reading == Hits("56|44")
    assert sit.answer is None


@clause("TSG-3.2-09", "3SG-3.2-07", "AMB-06")
@both
@pytest.mark.parametrize(("target", "still"), [("H", "6|55"), ("D", "6|55"), ("battery", "6|55"), ("M", "6|55")])
def test_hold_attacking_hold_as_an_option(book, target, still):
    card = gun("Blue") if target == "battery" else theirs("infantry")
    blue = "M" if target == "battery" else target
    sit = duel(book, ours("infantry"), card, red="H", blue=blue, options={"h_attack_vs_h_or_d": "6|55"})
    assert sit.attack.reading == Hits(still)
    on_move = duel(book, ours("infantry"), card, red="M", blue=blue, options={"h_attack_vs_h_or_d": "6|55"})
    assert on_move.attack.reading == Hits("6|55" if target == "M" else "6")


@clause("TSG-3.2-10", "TSG-3.2-11", "3SG-3.2-10", "AMB-07")
@both
@pytest.mark.parametrize(("setting", "hits"), [("floor_half", {3: 1, 4: 2, 5: 2}), ("max_one", {3: 1, 4: 1, 5: 1})])
def test_pairs(book, setting, hits):
    sit = duel(book, ours("infantry"), theirs("infantry"), options={"pairs_per_pool": setting})
    for pool in (sit.attack, reply(sit)):
        assert {fives: pool.reading.read((5,) * fives) for fives in hits} == hits
        assert pool.reading.read((6, 6, 5, 5, 1)) == 3


@clause("TSG-3.2-12", "TSG-3.2-13", "TSG-5-04", "3SG-3.2-08")
@both
def test_one_code_for_the_whole_pool(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), "with g", blue="D", s=beside("a", "mg"), g=gun("Red"))
    assert dice(sit.attack) == {"a": 2, "s": 1, "g": 1}
    assert sit.attack.reading == Hits("6")


@clause("TSG-3.2-15", "TSG-5-02", "3SG-3.2-11", "3SG-5-03")
@both
@pytest.mark.parametrize("attacker", ["M", "H"])
def test_a_battery_acts_as_on_hold(book, attacker):
    sit = duel(book, ours("infantry"), gun("Blue"), red=attacker)
    assert (sit.attack.reading, reply(sit).reading) == (Hits("6"), Hits("56"))


@clause("TSG-3.2-17")
@both
@pytest.mark.parametrize(("order", "hits"), [("M", "6|55"), ("H", "6"), ("D", "6"), ("R", "56|44")])
def test_an_hq_has_the_order_of_its_unit(book, order, hits):
    sit = duel(book, ours("infantry"), theirs("hq"), blue=order)
    assert sit.attack.reading == Hits(hits)


# water and beaches (AMB-09)


@clause("TSG-2.5-05", "TSG-3.2-16", "TSG-13-02", "3SG-TC-08", "3SG-TC-10")
@both
@pytest.mark.parametrize("water", ["stream", "river", "bridge"])
@pytest.mark.parametrize("order", ["M", "H", "D"])
def test_a_target_in_water_is_on_move(book, water, order):
    sit = duel(book, ours("infantry"), theirs("infantry"), f"terrain={water}", blue=order)
    assert (sit.attack.reading, reply(sit).reading) == (Hits("6|55"), Hits("6|55"))
    assert dice(sit.attack) == {"a": 3}  # no deduction for hold in cover or dug in
    assert dice(reply(sit)) == {"z": 2}


@clause("TSG-3.2-16", "AMB-09")
@both
def test_in_water_on_retreat_is_still_on_retreat(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), "terrain=stream", blue="R")
    assert sit.attack.reading == Hits("56|44")
    assert sit.answer is None


@clause("TSG-3.2-16", "AMB-09")
@both
def test_an_attacker_on_hold_in_water_hits_as_on_move_but_still_attacks_alone(book):
    state = game(book, red="H", blue="H", a=ours("infantry"), a2=ours("infantry"), z=theirs("infantry"))
    using = table(book, h_attack_vs_h_or_d="6|55")
    assert fire(state, "a at z", using).attack.reading == Hits("6|55")
    assert fire(state, "a at z a.terrain=stream", using).attack.reading == Hits("6")
    alone = "3.4-06" if book == "TSG" else "3.4-04"
    assert refusals(fire(state, "a a2 at z a.terrain=stream a2.terrain=stream", using)) == (alone,)


@clause("TSG-3.2-16", "AMB-09")
@both
def test_a_battery_in_water_is_on_move(book):
    sit = duel(book, ours("infantry"), gun("Blue"), "terrain=bridge")
    assert (sit.attack.reading, reply(sit).reading) == (Hits("6|55"), Hits("6|55"))


@clause("TSG-3.7.3-01", "3SG-3.7.2-01")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.7.3-01"), ("3SG", "3.7.2-01")])
@pytest.mark.parametrize("ground", ["stream", "river", "bridge", "beach"])
def test_in_water_or_landing_either_side(book, rule, ground):
    sit = duel(book, ours("medium"), theirs("infantry"), f"a.terrain={ground} z.terrain={ground}")
    assert amount(sit.attack, "a", rule) == amount(reply(sit), "z", rule) == -1
    dry = duel(book, ours("medium"), theirs("infantry"))
    assert why_not(dry.attack, "a", rule) == why_not(reply(dry), "z", rule)


@clause("TSG-3.7.3-01")
@both
@pytest.mark.parametrize("order", ["H", "D"])
def test_a_beach_landing_changes_no_order(book, order):
    sit = duel(book, ours("infantry"), theirs("infantry"), "terrain=beach", blue=order)
    assert sit.target.status == order


# rough ground, hills and roads are open; ground of a scenario


@clause("AMB-50")
@both
@pytest.mark.parametrize("ground", ["open", "road", "hill", "rough"])
def test_open_ground_is_no_cover(book, ground):
    sit = duel(book, ours("medium"), theirs("infantry"), f"terrain={ground}", blue="H")
    assert dice(sit.attack) == {"a": 5}


@clause("TSG-3.7.2-07", "3SG-3.7.1-06")
@both
def test_ground_the_scenario_names(book):
    on = board(". . .")
    legend = {**on.legend, "~": "vineyard", "#": "ravine"}
    named = {"vineyard": "cover", "ravine": "open"}
    for glyph, thrown in (("~", 3), ("#", 5)):
        here = type(on)(on.grid, (f"..{glyph}",), legend, {})
        state = game(
            book,
            on=here,
            ground=named,
            blue="H",
            hq=False,
            a=ours("medium", hex="0101"),
            z=theirs("infantry", hex="0301"),
        )
        assert dice(fire(state, "a at z", book).attack) == {"a": thrown}


@both
def test_names_used_here_are_the_book_s_own(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), s=beside("a", LIGHT[book]))
    assert dice(sit.attack) == {"a": 3, "s": 1}
