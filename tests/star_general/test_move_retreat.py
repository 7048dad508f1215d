"""Tests of units on retreat: they move their strategic distance, and pay for enemy zones of control."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.catalogue import each_says, says
from tests.clauses import clause
from tests.star_general.games import BOOKS, TABLES, beside, game, ours, table, theirs
from tests.star_general.moves import act, active, board, done, lane, late, moved, on_board, outcome, refused, rules
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.procedure import Chosen, resolve
from umpire.rulesets.star_general.acts.move import move
from umpire.rulesets.star_general.board.board import HexBoard
from umpire.rulesets.star_general.effects import HqLost, Lose, Moved, Place
from umpire.rulesets.star_general.state import Objective

books = pytest.mark.parametrize("book", BOOKS)


def passage(book: str, at: str = "0301", **more):
    """Return a lane of one hex with an enemy beside its third hex, which controls 0303 and 0304."""
    stands = {"a": ours("infantry", hex=at), "z": theirs("infantry", hex="0403")} | more
    return on_board(book, lane("........"), red="R", **stands)


def options(sit) -> list[str]:
    """Return the tokens of the choice in a retreat."""
    referee = Answers(SeededDice("test"), 0, (), (), defaults=True)
    _, answers = resolve(move(sit), referee)
    [chosen] = [answer for answer in answers if isinstance(answer, Chosen)]
    return [option.token for option in chosen.choice.options]


@clause("TSG-2.6-02", "3SG-2.5-02")
@books
def test_it_moves_its_strategic_distance_whatever_is_near(book):
    state = on_board(book, red="R", a=ours("infantry", hex="0301"), z=theirs("infantry", hex="0401"))
    found = act("move", state, "a to 0305", book)
    assert not refused(found)
    assert says([found.title], "a 0305")
    assert done(found).stands["a"].moved == "retreat"
    assert rules(state, "a to 0306", book) == {"2-01"}


@clause("TSG-2.6-03", "3SG-2.5-03")
@books
def test_each_zone_hex_entered_costs_a_strength_point(book):
    rule = {"TSG": "2.6-03", "3SG": "2.5-03"}[book]
    state = passage(book)
    found = act("move", state, "a to 0305", book)
    entered = [label for label in ("0302", "0303", "0304", "0305") if state.map.grid.hex(label) in zone(state)]
    assert found.movers[0].entered == len(entered) == 2
    result = outcome(found)
    assert result.effects == (Lose("a", 2), Place("a", "0305"), Moved("a", "retreat"))
    assert each_says(result.instructions, "a 5→3", "a 0305")
    assert says(result.words, "a 2", rule)
    assert outcome(act("move", state, "a to 0302", book)).effects[0] == Place("a", "0302")


def zone(state):
    return HexBoard(state, TABLES["TSG"]).zones("Red").controlled


@clause("TSG-2.6-04", "3SG-2.5-04")
def test_starting_in_a_zone_costs_one_in_two_star_none_in_three_star():
    for book, cost in (("TSG", 1), ("3SG", 0)):
        state = on_board(book, red="R", a=ours("infantry", hex="0301"), z=theirs("infantry", hex="0401"))
        found = act("move", state, "a to 0302 a.mobility=tracked", book)
        away = act("move", state, "a to 0203", book)
        assert (away.movers[0].started, away.movers[0].entered) == (cost, 0), found
        other = act("move", state, "a to 0203", table(book, retreat_start_zoc_sp=1 - cost))
        assert other.movers[0].started == 1 - cost
    state = on_board("TSG", red="R", a=ours("infantry", hex="0301"), z=theirs("infantry", hex="0401"))
    assert says(outcome(act("move", state, "a to 0203")).words, "a 1 2.6-04")


@books
def test_a_retreat_takes_the_cheapest_way(book):
    state = on_board(
        book, red="R", a=ours("infantry", hex="0303", mobility="wheeled"), z=theirs("infantry", hex="0505")
    )
    found = act("move", state, "a to 0306", book)
    assert found.movers[0].entered == 0
    through = act("move", state, "a 0403 0404 0405 0306", book)
    assert through.movers[0].entered == 2
    assert not refused(through)


@clause("TSG-2.6-07", "3SG-2.5-06")
@books
def test_halts_go_by_the_length_of_the_walk(book):
    """Up to the normal allowance the ground halts as in a normal move, beyond it as in a strategic one (AMB-43)."""
    halt = {"TSG": "2.5-01", "3SG": "2.3-01"}[book]
    before = {"TSG": "2.5-02", "3SG": "2.3-02"}[book]
    town = on_board(book, lane(".t......"), red="R", a=ours("infantry", hex="0301"))
    assert rules(town, "a 0302 0303", book) == {halt}
    assert not rules(town, "a 0302 0303 0304", book)
    woods = on_board(book, lane("..w....."), red="R", a=ours("infantry", hex="0301"))
    assert not rules(woods, "a 0302 0303", book)
    assert rules(woods, "a to 0304", book) == {before}
    river = on_board(book, lane("..R....."), red="R", a=ours("infantry", hex="0301"))
    assert rules(river, "a to 0304", book) == {{"TSG": "2.5-04", "3SG": "2.3-04"}[book]}


@clause("TSG-2.6-08", "3SG-2.5-03")
@books
def test_the_owner_chooses_what_each_point_comes_off(book):
    state = passage(book, mg=beside("a", "mg"))
    found = act("move", state, "a to 0305", book)
    assert options(found) == ["a2", "a+mg"]
    after = done(found, "a+mg")
    assert (after.stands["a"].sp, after.stands["mg"].sp) == (4, 0)
    assert outcome(found).effects[0] == Lose("a", 2)  # by default off the core stand
    weak = passage(book, a=ours("infantry", hex="0301", sp=2), mg=beside("a", "mg"))
    assert [each for each in outcome(act("move", weak, "a to 0305", book)).effects if isinstance(each, Lose)] == [
        Lose("a", 1),
        Lose("mg", 1),
    ]  # nothing is left alone


@clause("TSG-2.6-08", "3SG-2.5-03")
def test_truck_and_platoon_may_both_go():
    state = passage("TSG", mg=beside("a", "mg"), t=beside("a", "truck"))
    assert options(act("move", state, "a to 0305")) == ["a2", "a+mg", "a+t", "mg+t"]


@clause("TSG-2.6-03", "3SG-2.5-03")
@books
def test_a_stand_that_pays_all_it_has_is_gone(book):
    state = passage(book, a=ours("infantry", hex="0301", sp=1), mg=beside("a", "mg"), b=ours("infantry", hex="0101"))
    state = replace(state, objectives={"end": Objective("end", "End", "0305")})
    found = outcome(act("move", state, "a to 0305", book))
    assert found.effects == (Lose("a", 1), Lose("mg", 1))
    assert each_says(found.instructions, "a", "mg")


@books
def test_an_hq_lost_on_its_retreat_is_still_to_come_back(book):
    rule = {"TSG": "6-08", "3SG": "6-07"}[book]
    state = passage(book, a=ours("hq", hex="0301", sp=2), b=ours("infantry", hex="0101"))
    sit = act("move", state, "a to 0305", book)
    assert says([sit.title], "a 0305")
    found = outcome(sit)
    assert HqLost("reds", 1) in found.effects
    assert each_says(found.pending, f"Red unit {rule}")


@books
def test_a_unit_reduced_to_its_hq_goes_too(book):
    rule = {"TSG": "6-12", "3SG": "6-11"}[book]
    state = passage(book, a=ours("infantry", hex="0301", sp=2), h=ours("hq", hex="0101"), la=beside("h", "mg"))
    found = outcome(act("move", state, "a to 0305", book))
    assert found.effects == (Lose("a", 2), Lose("h", 6), Lose("la", 1))
    assert each_says(found.instructions, "a", f"h la Red unit {rule}")


@clause("TSG-2.6-09", "3SG-2.5-06")
@books
def test_staying_costs_nothing_and_the_length_is_free(book):
    state = passage(book, at="0303")
    assert not rules(state, "a to 0302", book)  # a stand that does not move needs no command


@clause("TSG-2.6-01", "3SG-2.5-01")
@books
def test_retreats_have_a_step_of_their_own(book):
    state = active(passage(book), phase="retreats")
    assert late(act("move", state, "a to 0302", book)) == []
    assert late(act("move", active(passage(book), "blues", "retreats"), "a to 0302", book))


@books
def test_without_a_map_the_cost_is_typed(book):
    state = game(book, red="R", a=ours("infantry"))
    sit = act("move", state, "a zoc=2 start_zoc=yes hexes=4", book)
    assert (sit.movers[0].started, sit.movers[0].entered) == ({"TSG": 1, "3SG": 0}[book], 2)
    assert done(sit).stands["a"].sp == {"TSG": 2, "3SG": 3}[book]
    untold = act("move", state, "a", book)
    assert each_says(untold.known.assumed, "")
    assert (untold.movers[0].started, untold.movers[0].entered) == (0, 0)
    assert rules(state, "a hexes=5", book) == {"2-01"}


@books
def test_a_count_of_the_map_may_be_typed(book):
    sit = act("move", passage(book), "a to 0305 zoc=0", book)
    assert sit.movers[0].entered == 0
    assert each_says(sit.known.notes, "a.zoc 2 0")


@books
def test_a_retreat_stops_at_the_enemy_and_the_edge(book):
    state = on_board(book, board(), red="R", a=ours("infantry", hex="0301"), z=theirs("infantry", hex="0302"))
    assert {"TSG": "2.4-08", "3SG": "2.2-06"}[book] in rules(state, "a 0302 0303", book)
    assert moved(state, "a to 0303", using=book).stands["a"].hex == "0303"  # around it, at a price


@clause("TSG-6-12", "3SG-6-11")
@books
def test_an_hq_that_was_the_last_stand_does_not_come_back(book):
    state = passage(book, a=ours("hq", hex="0301", sp=1))
    found = outcome(act("move", state, "a to 0305", book))
    assert found.effects == (Lose("a", 1),)
    assert each_says(found.instructions, "a")
    assert found.pending == ()
