"""Tests of orders: laid face down, revealed together, the order that may follow each, and a unit without an HQ."""

from __future__ import annotations

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.star_general.games import BOOKS, gun
from tests.star_general.turns import battle
from umpire.core.mistakes import BadValue, Mistake, NotNow, Twice, UnknownName, WrongSort
from umpire.rulesets.star_general.effects import Lay
from umpire.rulesets.star_general.turn.now import now

books = pytest.mark.parametrize("book", BOOKS)

FOLLOWS = {"M": "MHR", "H": "MHDR", "D": "HD", "R": "MHR"}
"""Last order -> the orders that may follow it, from the rule books (TSG-1.6-07, 3SG-1.5-06)."""
RULES = {
    "TSG": {"laid": "1.6-02", "reveal": "1.6-03", "from D": "1.6-04", "to D": "1.6-05", "no HQ": "6-04"},
    "3SG": {"laid": "1.5-02", "reveal": "1.5-03", "from D": "1.5-04", "to D": "1.5-05", "no HQ": "6-02"},
}


@clause("TSG-1.1-09", "TSG-1.6-01", "TSG-1.6-06", "3SG-1.5-01", "3SG-1.5-08")
@books
def test_each_unit_has_one_order_for_all_its_stands(book):
    game = battle(book).says("order r=D s=H u=M v=R").says("order reveal")
    assert [unit.order for unit in game.state.units.values()] == ["D", "H", "M", "R"]
    with mistaken(UnknownName, "r1"):
        battle(book).says("order r1=M")
    with mistaken(BadValue, "X"):
        battle(book).says("order r=X")


@clause("TSG-1.6-02", "TSG-1.6-03", "3SG-1.5-02", "3SG-1.5-03")
@books
def test_orders_are_placed_face_down_and_revealed_together(book):
    game = battle(book).says("order r=H")
    assert game.last.effects == (Lay("r", "H"),)
    assert each_says(game.last.pending, "S U V")
    assert game.state.units["r"].order == "M", "the order holds from the reveal on"
    told = now(game.state, game.table).notes
    assert not says(told, "R"), "what lies is not told"
    assert says(told, "S s"), "what is missing is"
    assert game.no("order reveal") == [RULES[book]["laid"]], "one word for all three"
    game.says("order s=M u=D v=H").says("order reveal")
    assert [(unit.order, unit.marker) for unit in game.state.units.values()] == [
        ("H", ""),
        ("M", ""),
        ("D", ""),
        ("H", ""),
    ]
    assert game.phase == "activations"
    assert says(game.last.words, "R H")


@books
def test_the_orders_of_the_round_before_stay(book):
    game = battle(book).says("order r=H s=M u=D v=R").says("order reveal").skip_to("orders")
    game.says("order r=D same")
    assert game.last.effects == (Lay("r", "D"), Lay("s", "M"), Lay("u", "D"), Lay("v", "R"))
    with mistaken(NotNow):
        game.says("order same")
    again = battle(book).says("order r=H s=M u=D v=R").says("order reveal").skip_to("orders").says("order u=H")
    assert [unit.order for unit in again.says("order reveal same").state.units.values()] == ["H", "M", "H", "R"]


@books
def test_one_order_for_all_not_ordered_yet(book):
    game = battle(book).says("order r=H").says("order s=D rest=M")
    assert game.last.effects == (Lay("s", "D"), Lay("u", "M"), Lay("v", "M"))
    assert game.state.units["r"].marker == "H"
    with mistaken(Twice):
        battle(book).says("order rest=M same")
    with mistaken(WrongSort, hint="type `order rest=M` for all units that have no order yet", about="all"):
        battle(book).says("order all=M")
    dug_in = battle(book).says("order reveal r=H s=M u=D v=R").skip_to("orders")
    assert dug_in.no("order rest=M") == [RULES[book]["from D"]], "u is dug in"


@clause("TSG-1.6-02", "3SG-1.5-02")
@books
def test_a_marker_may_be_changed_until_the_reveal(book):
    game = battle(book).says("order r=H s=H u=H v=H").says("order r=D").says("order reveal")
    assert game.state.units["r"].order == "D"
    assert game.no("order r=H") == [RULES[book]["laid"]], "orders are given at the start of a round"


@clause("TSG-1.6-03")
@books
def test_orders_may_be_placed_with_the_reveal_and_read_by_the_referee(book):
    game = battle(book).says("order r=H s=M")
    game.says("order show")
    assert each_says(game.last.words, "R H", "S M", "U", "V")
    assert [game.state.units[unit].marker for unit in "rsuv"] == ["H", "M", "", ""]
    assert game.last.effects == ()
    game.says("order reveal u=D v=M")
    assert [unit.order for unit in game.state.units.values()] == ["H", "M", "D", "M"]


@books
@pytest.mark.parametrize(
    "words", ["order show r=D", "order show reveal", "order", "order r", "order u1=M", "order q=M"]
)
def test_orders_that_say_nothing_change_nothing(book, words):
    with pytest.raises(Mistake):
        battle(book).on(phase="activations").says(words)


@clause("TSG-1.6-04", "TSG-1.6-05", "TSG-1.6-07", "3SG-1.5-04 to 06")
@books
@pytest.mark.parametrize("last", FOLLOWS)
@pytest.mark.parametrize("new", "MHDR")
def test_which_order_follows_which(book, last, new):
    game = battle(book, units={"r": {"order": last}}).on(round=2)
    wrong = "to D" if new == "D" else "from D"
    assert game.no(f"order r={new}") == ([] if new in FOLLOWS[last] else [RULES[book][wrong]])


@clause("TSG-1.6-08", "TSG-1.6-09", "TSG-9.3-01", "3SG-1.5-07", "3SG-8-10", "AMB-04")
@books
@pytest.mark.parametrize("day", [1, 2])
@pytest.mark.parametrize("last", "MHDR")
def test_the_first_round_of_a_day(book, day, last):
    game = battle(book, units={"r": {"order": last}}).on(day=day, round=1)
    assert [game.no(f"order r={new}") for new in "MHDR"] == [[], [], [], []]


@books
def test_a_ruling_places_an_order_the_rules_forbid_and_leaves_a_unit_on_its_order(book):
    game = battle(book, units={"r": {"order": "M"}, "s": {"order": "D"}}).on(round=2)
    game.says("order r=D", ruling=True).says("order reveal", ruling=True)
    assert [unit.order for unit in game.state.units.values()] == ["D", "D", "M", "M"]


@clause("TSG-1.1-08", "TSG-1.6-10", "TSG-5-01", "3SG-1.5-08", "3SG-5-01", "3SG-5-02")
@books
def test_batteries_have_no_order(book):
    game = battle(book, stands={"g": gun("Red", hex="0101")})
    with mistaken(UnknownName, "g"):
        game.says("order g=M")
    game.says("order r=M s=M u=M v=M").says("order reveal")
    assert game.phase == "activations"
    with mistaken(UnknownName, "g"):
        game.says("activate g")


@clause("TSG-6-04", "TSG-6-05", "3SG-6-02 to 04")
@books
@pytest.mark.parametrize(("last", "new"), [("M", "H"), ("R", "H"), ("H", "H"), ("D", "D")])
def test_without_an_hq_no_orders_and_hold(book, last, new):
    game = battle(book, units={"r": {"order": last, "hq_lost": 1}}, stands={"rh": {"sp": 0}}).on(round=2)
    assert game.no("order r=H") == [RULES[book]["no HQ"]]
    game.says("order s=M u=M v=M").says("order reveal")
    assert game.state.units["r"].order == new, "the one without an HQ is not asked for"
    assert says(game.last.words, "R", "6-05" if book == "TSG" else "6-03") == (last in "MR")


@books
def test_6_04_a_ruling_gives_a_unit_without_an_hq_an_order(book):
    game = battle(book, units={"r": {"hq_lost": 1}}, stands={"rh": {"sp": 0}}).on(round=2)
    game.says("order r=M", ruling=True).says("order s=M u=M v=M").says("order reveal")
    assert game.state.units["r"].order == "M"


@books
def test_a_destroyed_unit_gets_no_orders_and_owes_none(book):
    game = battle(book, stands={"r1": {"sp": 0}, "r2": {"sp": 0}, "rh": {"sp": 0}})
    assert game.no("order r=M") == [RULES[book]["laid"]]
    game.says("order s=M u=M v=M")
    assert game.last.pending == ()
    game.says("order reveal")
    assert game.phase == "activations"


@books
def test_the_status_says_whose_order_is_missing(book):
    game = battle(book).says("order r=H s=H u=H")
    assert says(now(game.state, game.table).notes[:1], "V v")
    assert not says(now(game.state, game.table).notes[:1], "U u")
    all_laid = now(game.says("order v=H").state, game.table).notes[:1]
    assert says(all_laid, "order reveal")
    assert "`order reveal`" in all_laid[0]


@books
@pytest.mark.parametrize(("last", "new", "wrong"), [("M", "D", "to D"), ("D", "M", "from D"), ("D", "R", "from D")])
def test_1_6_04_an_order_that_may_not_follow_is_refused_in_a_sentence(book, last, new, wrong):
    game = battle(book, units={"r": {"order": last}}).on(round=2)
    [objection] = game.objections(f"order r={new}")
    assert objection.rule == RULES[book][wrong]
    assert says([objection.words], "R")


@books
def test_1_6_02_capitals_make_no_difference_to_the_name_of_a_unit(book):
    game = battle(book).says("order R=h s=D").says("order reveal U=m V=M")
    assert [unit.order for unit in game.state.units.values()] == ["H", "D", "M", "M"]
    with mistaken(UnknownName, "Q"):
        battle(book).says("order Q=M")
    with mistaken(BadValue, hint="for example: order r=M;"):  # of the unit named, and not UNIT
        battle(book).says("order R s=M")
    with mistaken(UnknownName, "Q"):
        battle(book).says("activate Q")
