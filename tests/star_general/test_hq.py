"""Tests of an HQ that falls: the unit cannot move or call guns; the HQ comes back in its unit's turn or overnight."""

from __future__ import annotations

import pytest

from tests.catalogue import each_says, says
from tests.clauses import clause
from tests.star_general.games import BOOKS, TABLES, beside, table
from tests.star_general.moves import board
from tests.star_general.turns import HIGH, LOW, battle
from umpire.core.outcome import Owed
from umpire.rulesets.star_general.effects import HqLost, Moved, Place, Recover
from umpire.rulesets.star_general.listing import head
from umpire.rulesets.star_general.turn.now import now

books = pytest.mark.parametrize("book", BOOKS)

RULES = {
    "TSG": {
        "no move": "6-04",
        "no shuffle": "6-07",
        "other": "6-09",
        "place": "6-10",
        "night": "6-11",
        "alone": "6-12",
    },
    "3SG": {
        "no move": "6-02",
        "no shuffle": "6-06",
        "other": "6-08",
        "place": "6-09",
        "night": "6-10",
        "alone": "6-11",
    },
}
AROUND = {"0101", "0104", "0201", "0202", "0203"}
"""The free hexes next to r1 in 0102 and r2 in 0103."""


def lost(book, *, round=2, fell=1, order="M", on=None, using=None, **more):
    """Return R without its HQ, which fell in the round of the count `fell`; R is activated next."""
    units = {"r": {"order": order, "hq_lost": fell}}
    game = battle(book, units=units, stands={"rh": {"sp": 0}, **more}, on=on, using=using)
    return game.on(round=round, phase="activations")


@clause("TSG-6-04", "3SG-6-02")
@books
def test_nothing_of_it_moves_while_the_hq_is_gone(book):
    game = lost(book).on(active="r")
    assert game.no("move r1 to 0202") == [RULES[book]["no move"]]


@clause("TSG-6-07", "3SG-6-06")
@books
@pytest.mark.parametrize("order", "HD")
def test_no_shuffle_and_no_swap_meanwhile(book, order):
    game = lost(book, order=order, mg=beside("r1", "mg")).on(active="r")
    assert RULES[book]["no shuffle"] in game.no("move r1 to 0103 r2 to 0102")
    assert RULES[book]["no shuffle"] in game.no("swap mg to r2")


@clause("TSG-6-13", "3SG-6-12")
@books
def test_nothing_of_it_attacks(book):
    game = lost(book, u1={"hex": "0202"}).on(active="r")
    found = {one.rule: one.words for one in game.objections("assault r1 at u1")}
    assert says([found[{"TSG": "6-13", "3SG": "6-12"}[book]]], "r1")
    assert "3.4-01" not in found


@clause("TSG-6-08", "TSG-6-10", "TSG-6-14", "3SG-6-07", "3SG-6-09", "AMB-51")
@books
@pytest.mark.parametrize("place", sorted(AROUND))
def test_it_returns_in_the_turn_of_the_unit(book, place):
    game = lost(book).says("activate r", HIGH, LOW, choices=(place,))
    assert game.last.effects[1:] == (Recover("rh", 6), HqLost("r", 0), Moved("rh", "returned"), Place("rh", place))
    assert each_says(game.last.instructions, f"rh {place}")
    assert game.state.stands["rh"].sp == 6, "at full strength"
    offered = game.answers[-1].choice.options
    assert {option.token for option in offered} == AROUND


@clause("TSG-6-08", "3SG-6-07")
@books
def test_one_brought_back_by_hand_does_not_come_back_again(book):
    game = lost(book).put("rh", sp=3).says("activate r", HIGH, LOW)
    assert (game.state.stands["rh"].sp, game.state.stands["rh"].hex) == (3, "0104")
    assert (game.last.instructions, game.last.pending) == ((), ())
    assert game.no("move r1 to 0202") == [], "and its unit moves as any other"


@clause("TSG-6-11", "3SG-6-10")
@books
def test_nor_overnight(book):
    game = last_round(book).put("rh", sp=3).says("next").says("next")
    assert game.phase == "orders"
    assert (game.state.stands["rh"].sp, game.state.stands["rh"].hex) == (3, "0104")


@clause("TSG-6-09", "3SG-6-08")
@books
def test_on_that_turn_the_unit_moves_nothing_else(book):
    game = lost(book, order="H", mg=beside("r1", "mg")).says("activate r", HIGH, LOW, choices=("0104",))
    other = [RULES[book]["other"]]
    assert game.no("move r1 to 0103 r2 to 0102") == other
    assert RULES[book]["other"] in game.no("move rh to 0103 r2 to 0104"), "nor does the HQ itself"
    assert RULES[book]["other"] in game.no("swap mg to r2")
    game.skip_to("artillery").says("next").says("order reveal", ruling=True).says("activate r", HIGH, LOW)
    assert game.no("move r1 to 0103 r2 to 0102") == [], "in the next round it does again"


@clause("TSG-6-14", "AMB-51")
@books
def test_a_unit_on_hold_may_attack_on_that_turn(book):
    game = lost(book, order="H", u1={"hex": "0202"}).says("activate r", HIGH, LOW, choices=("0104",))
    assert game.no("assault r2 at u1") == []


@clause("AMB-51")
@books
def test_a_unit_that_loses_its_hq_before_its_turn_is_not_activated_this_round(book):
    game = lost(book, round=2, fell=2)
    assert game.no("activate r") == [RULES[book]["no move"]]
    assert game.says("activate", HIGH, LOW).active == "s"
    game.skip_to("artillery")
    assert not game.state.units["r"].activated
    assert not game.state.stands["rh"].alive
    game.says("next").says("order reveal", ruling=True)
    assert game.says("activate r", HIGH, LOW).state.stands["rh"].alive, "it returns in the round right after"


@books
def test_an_hq_removed_by_hand_is_not_expected_in_its_turn(book):
    """The record has no round for it: it comes back in the night and not before."""
    game = lost(book, fell=0)
    notes, night = now(game.state, game.table).notes, TABLES[book].rules["hq_overnight"]
    assert says(notes, "R", night)
    assert says(head(game.state, game.table, clock=True).notes, "r", night)
    assert not any(isinstance(note, Owed) for note in notes)
    assert not game.says("activate r", HIGH, LOW).state.stands["rh"].alive


@books
def test_a_unit_that_loses_its_hq_in_its_own_turn_ends_it(book):
    game = lost(book, round=2, fell=2).on(active="r")
    game.says("activate", HIGH, LOW)
    assert game.state.units["r"].activated


@clause("TSG-6-10", "3SG-6-09")
@books
def test_not_next_to_an_enemy_and_not_while_there_is_no_such_hex(book):
    near = {"u1": {"hex": "0201"}}
    game = lost(book, **near).says("activate r", HIGH, LOW, choices=("0104",))
    assert {option.token for option in game.answers[-1].choice.options} == {"0104", "0203"}
    shut = lost(book, r2={"sp": 0}, **(near | {"u2": {"hex": "0203"}})).says("activate r", HIGH, LOW)
    assert not shut.state.stands["rh"].alive
    assert each_says(shut.last.pending, f"R {RULES[book]['place']}")
    pending = [note for note in now(shut.state, shut.table).notes if isinstance(note, Owed)]
    assert each_says(pending, f"R {TABLES[book].rules['hq_returns']}")


@books
def test_6_10_not_where_a_core_stand_is_and_not_in_a_lake(book):
    rows = "\n".join(["L L . . . . . . . ."] + [". . . . . . . . . ."] * 8)
    game = lost(book, s1={"hex": "0202"}, on=board(rows)).says("activate r", HIGH, LOW, choices=("0104",))
    assert {option.token for option in game.answers[-1].choice.options} == {"0104", "0203"}


@books
def test_6_10_without_a_map_it_is_placed_at_the_table(book):
    from tests.star_general.games import game as small
    from tests.star_general.games import ours
    from tests.star_general.turns import Turn

    state = small(book, a=ours("infantry"), rhq=ours("hq", sp=0))
    units = {**state.units, "reds": type(state.units["reds"])(**{**vars(state.units["reds"]), "hq_lost": 1})}
    game = Turn(type(state)(**{**vars(state), "units": units}), book).on(phase="activations", round=2)
    game.says("activate reds", HIGH, LOW)
    assert each_says(game.last.instructions, "rhq")
    assert game.state.stands["rhq"].sp == 6


@clause("TSG-11-03", "3SG-11-01")
@books
def test_an_hq_placed_on_an_objective_takes_it(book):
    units = {"r": {"hq_lost": 1}}
    hill = {"hill": {"name": "the hill", "hex": "0104", "holder": "Blue"}}
    game = battle(book, units=units, stands={"rh": {"sp": 0}}, objectives=hill).on(phase="activations", round=2)
    assert game.says("activate r", HIGH, LOW, choices=("0104",)).state.objectives["hill"].holder == "Red"


def last_round(book, using=None, **more):
    """Return the end of the last round of the first day; R's HQ fell in it."""
    rounds = TABLES[book].limits["rounds_per_day"]
    game = lost(book, round=rounds, fell=rounds, using=using, mg=beside("r1", "mg"), **more)
    return game.on(phase="artillery")


@clause("TSG-6-11", "3SG-6-10")
@books
@pytest.mark.parametrize("full", [True, False])
def test_lost_in_the_last_round_it_is_back_overnight(book, full):
    game = last_round(book, table(book, hq_overnight_full_activity=full), r1={"sp": 3}).says("next")
    assert game.phase == "night"
    assert game.state.stands["rh"].alive == full, "as night falls, or as it ends"
    assert game.no("night r1=1") == ([] if full else [TABLES[book].rules["night_command"]])
    game.says("next")
    assert game.phase == "orders"
    assert game.state.stands["rh"].alive
    assert (game.state.units["r"].hq_lost, game.state.stands["rh"].moved) == (0, "")
    game.says("order r=M", ruling=True).says("order reveal", ruling=True).says("activate r", HIGH, LOW)
    assert game.no("move r1 to 0202") == [], "a normal move in the first round of the next day"


@clause("TSG-6-11", "3SG-6-10")
def test_when_in_the_night_is_as_the_books_print():
    assert TABLES["TSG"].options["hq_overnight_full_activity"] is True
    assert TABLES["3SG"].options["hq_overnight_full_activity"] is False


@clause("TSG-6-11", "3SG-6-10")
@books
def test_always_even_next_to_an_enemy(book):
    near = {"u1": {"hex": "0201"}, "u2": {"hex": "0203"}, "r2": {"sp": 0}}
    game = last_round(book, **near).says("next").says("next")
    assert game.state.stands["rh"].alive
    waits = last_round(book, **near)
    units = {**waits.state.units, "r": type(waits.state.units["r"])(**{**vars(waits.state.units["r"]), "hq_lost": 1})}
    waits.state = type(waits.state)(**{**vars(waits.state), "units": units})
    waits.says("next").says("next")
    assert not waits.state.stands["rh"].alive, "one that waited already goes on waiting"
    assert says(waits.last.pending, "R")


@clause("TSG-6-12", "3SG-6-11")
@books
def test_a_unit_reduced_to_its_hq_is_removed(book):
    game = battle(book, stands={"u1": {"hex": "0202", "sp": 1}, "u2": {"sp": 0}}).on(phase="activations", active="r")
    game.says("assault r1 at u1", "666", "1")
    assert not any(stand.alive for stand in game.state.stands.values() if stand.unit == "u")
    assert says(game.last.instructions, "uh U", RULES[book]["alone"])
    game.says("next", ruling=True)
    assert "u" not in [unit.id for unit in game.state.units.values() if unit.activated]


@clause("TSG-6-08", "3SG-6-07")
@books
def test_a_ruling_activates_the_unit_and_brings_no_hq_back_in_the_round_it_fell(book):
    game = lost(book, round=2, fell=2).says("activate r", ruling=True)
    assert game.active == "r"
    assert not game.state.stands["rh"].alive
    assert lost(book, round=3, fell=2).says("activate r", HIGH, LOW, choices=("0104",)).state.stands["rh"].alive


@books
def test_an_hq_taken_away_by_hand_comes_back_in_the_night(book):
    game = battle(book, units={"r": {}}, stands={"rh": {"sp": 0}}).on(round=2)
    notes = now(game.state, game.table).notes
    assert says(notes, "R", TABLES[book].rules["hq_overnight"])
    assert not [note for note in notes if isinstance(note, Owed)]
