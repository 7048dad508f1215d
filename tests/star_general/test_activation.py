"""Tests of activation: initiative, the acting side, never three in a row, retreating units first, then the
artillery.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.star_general.games import BOOKS
from tests.star_general.turns import HIGH, LOW, battle, left_to, waiting
from umpire.core.mistakes import BadValue, HowMany, NotNow, NotOffered
from umpire.core.procedure import Thrown
from umpire.rulesets.star_general.turn.now import now

books = pytest.mark.parametrize("book", BOOKS)

RULES = {
    "TSG": {
        "whose": "1.7-03",
        "once": "1.7-06",
        "row": "1.7-09",
        "alone": "1.7-10",
        "R": "1.7-11",
        "tie": "1.7-02",
        "roll": "1.7-01",
        "reveal": "1.6-03",
        "first": "1.7-04",
        "attack": "3.3-03",
    },
    "3SG": {
        "whose": "1.6-01",
        "once": "1.6-05",
        "row": "1.6-08",
        "alone": "1.6-10",
        "R": "2.5-01",
        "tie": "1.6-09",
        "roll": "1.6-01",
        "reveal": "1.5-03",
        "first": "1.6-03",
        "attack": "3.3-03",
    },
}


W = {"w1": {"type": "infantry", "unit": "w", "hex": "0505"}, "wh": {"type": "hq", "unit": "w", "hex": "0506"}}
"""The stands of one more battalion."""
ENTERS = {"M": (HIGH, LOW), "H": (HIGH, LOW), "D": (HIGH, LOW), "R": ()}
"""The dice thrown before a unit on this order is activated, all others being on the move."""


def revealed(book, *, units=None, stands=None, **orders):
    """Return a battle whose orders are revealed: M for units not named."""
    sections = {"units": {**{key: {"order": order} for key, order in orders.items()}, **(units or {})}}
    return battle(book, **sections, stands=stands or {}).says("order reveal", ruling=True)


def thrown(game):
    """Return the throwers at the last command, and their hits."""
    return [
        (answer.pool.side, answer.pool.dice, answer.pool.rule) for answer in game.answers if isinstance(answer, Thrown)
    ]


@clause("TSG-1.7-01", "TSG-1.7-03", "3SG-1.6-01", "AMB-05")
@books
@pytest.mark.parametrize(("red", "blue", "first"), [("66", "11", "r"), ("12", "13", "u"), ("65", "66", "u")])
def test_the_higher_of_two_dice_chooses_one_of_its_own(book, red, blue, first):
    game = revealed(book).says("activate", red, blue)
    assert game.active == first
    assert thrown(game) == [("Red", 2, RULES[book]["roll"]), ("Blue", 2, RULES[book]["roll"])]
    assert game.state.clock.last == game.state.units[first].side


@clause("TSG-1.7-03", "3SG-1.6-09")
@books
def test_the_winner_names_any_of_his_units_that_waits(book):
    assert revealed(book).says("activate", HIGH, LOW, choices=("s",)).active == "s"
    assert revealed(book).says("activate s", HIGH, LOW).active == "s"
    lost = revealed(book).says("activate s", LOW, HIGH, choices=("v",))
    assert lost.active == "v"
    assert says(lost.last.words, "Blue S")
    with mistaken(NotOffered, "u"):
        revealed(book).says("activate", HIGH, LOW, choices=("u",))


@clause("TSG-1.7-02", "3SG-1.6-09", "AMB-01")
@books
def test_equal_totals_are_thrown_again(book):
    game = revealed(book).says("activate", "34", "25", "11", "12")
    assert game.active == "u"
    assert len(thrown(game)) == 4


@clause("TSG-1.7-04", "TSG-1.7-06", "3SG-1.6-03", "3SG-1.6-05")
@books
def test_moves_then_attacks_once(book):
    game = revealed(book)
    assert game.no("move r1 to 0204") == [RULES[book]["whose"]]
    game.says("activate r", HIGH, LOW)
    assert game.no("move s1 to 0404") == [RULES[book]["whose"]]
    assert game.no("activate r") == [RULES[book]["once"]]
    game.says("move r1 to 0203")
    assert game.no("move r1 to 0202") == [RULES[book]["once"]]
    game.put("u1", hex="0205").says("fire r1 at u1", "111", "111")
    assert game.no("fire r1 at u1") == [RULES[book]["once"]]
    assert game.no("move r2 to 0204") == [RULES[book]["first"]]
    game.says("activate u", LOW, HIGH)
    assert game.no("activate r") == [RULES[book]["once"]]


@clause("TSG-1.7-05", "TSG-1.7-07", "3SG-1.6-04", "3SG-1.6-06")
@books
def test_it_fights_back_each_time_at_its_strength(book):
    game = revealed(book).put("u1", hex="0202")
    game.says("activate r", HIGH, LOW).says("assault r1 at u1", "111", "111")
    game.says("activate s", HIGH, LOW).says("fire s1 at u1 range=2", "111", "111")
    assert [answer.pool.dice for answer in game.answers if isinstance(answer, Thrown)] == [3, 3]
    assert not game.state.units["u"].attacked
    assert not game.state.units["u"].activated


@clause("TSG-1.7-08", "TSG-1.7-09", "3SG-1.6-07", "3SG-1.6-08")
@books
def test_a_throw_each_time_and_never_three_in_a_row(book):
    more = {"units": {"t": {"side": "Red"}}, "stands": {"t1": {"type": "infantry", "unit": "t", "hex": "0501"}}}
    game = battle(book, **more).says("order reveal", ruling=True)
    game.says("activate", HIGH, LOW).says("activate", HIGH, LOW)
    assert [game.state.clock.last, game.state.clock.run] == ["Red", 2]
    assert game.no("activate t") == [RULES[book]["row"]]
    game.says("activate")
    assert (game.active, thrown(game)) == ("u", [])
    assert says(game.last.words, "Blue", RULES[book]["row"])
    assert game.state.clock.run == 1
    assert game.says("activate", HIGH, LOW).active == "t", "after that they throw again"


@clause("TSG-1.7-10", "3SG-1.6-10", "AMB-02")
@books
def test_the_side_that_is_left_goes_on_without_a_throw(book):
    more = {"units": {"t": {"side": "Red"}, "w": {"side": "Red"}}}
    places = zip("tw", ("0501", "0601"), strict=True)
    stands = {key + "1": {"type": "infantry", "unit": key, "hex": place} for key, place in places}
    game = battle(book, **more, stands=stands).says("order reveal", ruling=True)
    game.says("activate", LOW, HIGH).says("activate", LOW, HIGH)
    for unit in "rstw":
        game.says("activate")
        assert (game.active, thrown(game)) == (unit, [])
    assert game.state.clock.run == 4
    assert says(game.last.words, "Red", RULES[book]["alone"])


@clause("TSG-1.7-11", "TSG-2.6-01", "TSG-2.6-06", "3SG-2.5-01", "AMB-03")
@books
def test_retreating_units_move_first_and_do_not_count(book):
    game = revealed(book, r="R", s="R", u="R")
    assert game.phase == "retreats"
    assert game.no("activate v") == [RULES[book]["R"]]
    game.says("activate", HIGH, LOW)
    assert (game.active, game.phase) == ("r", "retreats")
    game.says("activate", HIGH, LOW)
    assert game.active == "s"
    assert game.state.clock.run == 0
    game.says("activate")
    assert (game.active, game.phase) == ("u", "retreats")
    game.says("move u1 to 0801")
    assert game.state.stands["u1"].moved == "retreat"
    game.says("activate")
    assert (game.active, game.phase, game.state.clock.run) == ("v", "activations", 1)


@clause("TSG-2.6-05", "3SG-2.5-05")
@books
def test_units_on_retreat_can_be_attacked_and_do_not_attack(book):
    game = revealed(book, u="R")
    game.says("activate")
    assert RULES[book]["whose"] in game.no("fire u1 at r1 range=2"), "in their own step nobody attacks"
    game.put("u1", hex="0202").says("activate r", HIGH, LOW).says("assault r1 at u1", "444")
    assert game.state.stands["u1"].sp == 4, "a pair of 4s hits on retreat, and nobody fights back"


@books
def test_only_who_waits_is_activated_and_the_last_one_is_followed_by_the_artillery(book):
    game = revealed(book)
    assert game.no("next") == [RULES[book]["whose"]]
    game.skip_to("artillery")
    assert all(unit.activated for unit in game.state.units.values())
    assert game.active == ""
    assert game.state.clock.side == ""


@clause("TSG-1.5-01", "TSG-1.5-02", "3SG-1.4-01", "3SG-1.4-02")
@books
def test_every_unit_once_then_the_artillery_ends_the_round(book):
    game = revealed(book, r="D", s="H")
    order = []
    while waiting(game.state):
        both = len({unit.side for unit in waiting(game.state)}) > 1 and game.state.clock.run < 2
        order.append(game.says("activate", *((HIGH, LOW) if both else ())).active)
    assert sorted(order) == ["r", "s", "u", "v"]
    assert game.phase == "activations", "the last one still acts"
    assert game.says("next").phase == "artillery"
    game.says("next")
    assert (game.phase, game.state.clock.round) == ("orders", 2)
    assert not any(unit.activated for unit in game.state.units.values())


@books
def test_activate_after_the_last_unit_goes_on_to_the_artillery(book):
    game = revealed(book).says("activate", HIGH, LOW).says("activate", HIGH, LOW).says("activate").says("activate")
    assert game.says("activate").phase == "artillery"
    rounds = {"TSG": 5, "3SG": 4}[book]
    assert (game.state.clock.day, game.state.clock.round, game.state.battle.rounds) == (1, 1, rounds)
    assert each_says(game.last.words, f"1 {rounds}")


@clause("TSG-1.7-12", "TSG-2.2-01", "3SG-1.6-02", "3SG-2.1-01")
@books
def test_only_units_on_move_or_retreat_leave_their_hexes(book):
    game = revealed(book, r="H", s="D")
    game.says("activate r", HIGH, LOW)
    assert game.no("move r1 to 0204")
    assert not game.no("move r1 to 0103 r2 to 0102"), "but its stands may change places"
    game.says("activate s", HIGH, LOW)
    assert game.no("move s1 to 0401")


@books
def test_before_the_reveal_nobody_is_activated_and_the_round_does_not_go_on(book):
    game = battle(book)
    assert game.no("activate") == [RULES[book]["whose"]]
    [objection] = game.objections("next")
    assert (objection.rule, objection.overrulable) == (RULES[book]["reveal"], False)


@books
def test_a_ruling_activates_the_unit_named_without_a_throw(book):
    game = revealed(book).says("activate", HIGH, LOW).says("activate", HIGH, LOW)
    game.says("activate r", ruling=True)
    assert (game.active, thrown(game)) == ("r", []), "activated already: the ruling stands"
    other = revealed(book, u="R").says("activate s", ruling=True)
    assert (other.active, thrown(other)) == ("s", []), "before those that retreat"


@books
def test_a_ruling_gives_up_the_activations_that_are_left(book):
    game = revealed(book, r="R")
    assert game.says("next", ruling=True).phase == "activations", "the others still have their turn"
    assert game.says("next", ruling=True).phase == "artillery"


@books
def test_a_destroyed_unit_is_not_activated(book):
    game = revealed(book)
    gone = {key: replace(stand, sp=0) for key, stand in game.state.stands.items() if stand.unit == "r"}
    game.state = replace(game.state, stands={**game.state.stands, **gone})
    assert game.no("activate r") == [RULES[book]["whose"]]
    assert game.says("activate", HIGH, LOW).active == "s"


@pytest.mark.wording
@books
def test_the_status_says_who_acts_who_waits_and_who_throws(book):
    game = revealed(book, r="D", s="H")
    told = now(game.state, game.table)
    assert told.title.endswith("activations")
    assert told.notes[:2] == (
        "not activated yet: R (r), S (s), U (u), V (v)",
        "next: `activate`: each side throws two dice",
    )
    game.says("activate r", HIGH, LOW)
    assert now(game.state, game.table).notes[0] == "active: R (r), may shuffle"
    game.says("activate s", HIGH, LOW)
    assert now(game.state, game.table).notes[:3] == (
        "active: S (s), may shuffle, then fire or assault",
        "not activated yet: U (u), V (v)",
        f"next: after the active unit, `activate`: Blue chooses (only Blue has units to activate, "
        f"{RULES[book]['alone']})",
    )
    game = revealed(book, units={"w": {"side": "Red"}}, stands=W)
    game.says("activate r", HIGH, LOW).says("activate s", HIGH, LOW)
    assert (
        f"Blue chooses (no side may have three activations in a row, {RULES[book]['row']})"
        in now(game.state, game.table).notes[2]
    )


@clause("TSG-1.7-10", "3SG-1.6-10")
@books
def test_a_side_with_no_units_left_hears_that_and_not_two_in_a_row(book):
    game = revealed(book).says("activate u", LOW, HIGH).says("activate r", HIGH, LOW).says("activate v", LOW, HIGH)
    found = {objection.rule: objection.words for objection in game.objections("activate u")}
    assert found.keys() == {RULES[book]["once"], RULES[book]["alone"]}
    assert each_says((found[RULES[book][key]] for key in ("once", "alone")), "U", "Red")


@clause("TSG-1.7-09", "3SG-1.6-08")
@books
def test_a_third_in_a_row_is_refused_as_that(book):
    game = revealed(book, units={"w": {"side": "Red"}}, stands=W)
    game.says("activate r", HIGH, LOW).says("activate s", HIGH, LOW)
    [objection] = game.objections("activate w")
    assert objection.rule == RULES[book]["row"]
    assert says([objection.words], "Red")


@pytest.mark.wording
@books
def test_1_7_04_how_the_unit_stands_is_said_in_a_sentence(book):
    said = [revealed(book, r=order).says("activate r", *thrown).last.words[-1] for order, thrown in ENTERS.items()]
    assert said == [f"active: R (Red), {how}" for how in ("on move", "on hold", "dug in", "on retreat")]


@books
def test_one_unit_is_activated_at_a_time_and_next_takes_no_names(book):
    with mistaken(HowMany):
        revealed(book).says("activate r s", HIGH, LOW)
    with mistaken(BadValue, "r"):
        revealed(book).says("next r")


@clause("TSG-1.7-04", "3SG-1.6-03")
@books
@pytest.mark.parametrize(
    ("order", "attacked", "may"),
    [
        ("M", False, ("move", True)),
        ("H", False, ("shuffle", True)),
        ("D", False, ("shuffle", False)),
        ("R", False, ("retreat", False)),
        ("M", True, ("", False)),
    ],
)
def test_the_status_says_what_the_active_unit_may_still_do(book, order, attacked, may):
    game = revealed(book, r=order).says("activate r", *ENTERS[order])
    units = {**game.state.units, "r": replace(game.state.units["r"], attacked=attacked)}
    state = replace(game.state, units=units)
    assert left_to(state, game.table, "r") == may
    assert says(now(state, game.table).notes[:1], "R r")


@clause("TSG-6-09", "3SG-6-08")
@books
@pytest.mark.parametrize(("order", "may"), [("M", ("", True)), ("D", ("", False))])
def test_the_status_does_not_offer_a_move_to_a_unit_whose_HQ_is_back(book, order, may):
    game = revealed(book, r=order).says("activate r", *ENTERS[order])
    stands = {**game.state.stands, "rh": replace(game.state.stands["rh"], moved="returned")}
    state = replace(game.state, stands=stands)
    assert left_to(state, game.table, "r") == may
    assert says(now(state, game.table).notes[:1], "R r")


@books
def test_on_to_a_phase_by_its_word(book):
    game = battle(book).skip_to("artillery")
    both = battle(book).skip_to("artillery").says("next")
    assert game.says("next orders").state == both.state
    assert says(game.last.words[-1:], 2, "orders")
    assert [says([words], "orders") for words in game.last.words].count(True) == 1
    guns = battle(book).skip_to("artillery").says("artillery", HIGH, LOW)
    assert guns.says("next orders").phase == "orders"
    for line, kind in (("retreats", NotNow), ("orders", NotNow), ("r", BadValue)):
        with mistaken(kind, line, hint="next" if kind is NotNow else "orders"):
            battle(book).says(f"next {line}")


@books
def test_nobody_is_passed_over_on_the_way_to_a_phase(book):
    assert revealed(book).no("next artillery") == [RULES[book]["whose"]]
