"""Tests of general rules: stacking, command, dice of six, and victory in a battle for target hexes."""

from __future__ import annotations

import re

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.star_general.assaults import clash
from tests.star_general.games import (
    BOOKS,
    LIGHT,
    SIDES,
    TABLES,
    beside,
    dice,
    duel,
    game,
    gun,
    losses,
    ours,
    played,
    state_of,
    theirs,
)
from tests.star_general.moves import board
from tests.star_general.turns import HIGH, LOW, battle
from umpire.core.mistakes import FileMistake
from umpire.rulesets.star_general.scenario import WRITTEN
from umpire.rulesets.star_general.turn.now import now
from umpire.rulesets.star_general.turn.objectives import holder, points, result

books = pytest.mark.parametrize("book", BOOKS)


@clause("TSG-1.1-04", "TSG-1.1-05", "3SG-1.2-01")
@books
def test_one_support_stand_with_the_core_stand_whose_hex_it_shares(book):
    state = game(book, on=board(), hq=False, a=ours("infantry", hex="0303"), m=beside("a", "mg"))
    assert state.place(state.stands["m"]) == state.place(state.stands["a"])
    with mistaken(FileMistake, at="stands.m.host", about="m n a"):
        game(book, a=ours("infantry"), m=beside("a", "mg"), n=beside("a", "engineers"))


@clause("TSG-1.3-02", "3SG-1.2-06")
@books
def test_a_support_stand_is_never_alone(book):
    with mistaken(FileMistake, at="stands.m.host", about="a"):
        game(book, a=ours("infantry", sp=0), m=beside("a", "mg"))
    with mistaken(FileMistake, at="stands.m.host"):
        game(book, m={"type": "mg", "unit": "reds"})


@clause("TSG-1.1-07", "3SG-1.2-03")
@books
def test_out_of_command_is_allowed_and_costs_what_the_rules_list(book):
    """It forbids attack, shuffle, support from afar, and strength points at night; a unit on move still moves."""
    far = {"r1": {"hex": "0107", "sp": 3}, "u1": {"hex": "0106"}}
    turn = battle(book, stands=far).on(phase="activations", active="r")
    assert turn.no("move r1 to 0108") == []
    assert "3.4-01" in turn.no("assault r1 at u1")
    held = battle(book, stands=far, units={"r": {"order": "H"}}).on(phase="activations", active="r")
    assert TABLES[book].rules["shuffle_command"] in held.no("move r1 to 0103 r2 to 0107")
    assert TABLES[book].rules["night_command"] in turn.on(phase="night").no("night r1=1")


@clause("TSG-1.4-02", "3SG-1.3-02", "TSG-3-01")
@books
def test_the_dice_are_sixes_as_many_as_the_fighting_strength(book):
    sit = duel(book, ours("infantry"), theirs("medium"))
    assert dice(sit.attack)["a"] == 2, "3, and one less at armour"
    assert dice(sit.answer)["z"] in (4, 5)
    _, thrown = played(sit, "1" * sit.attack.dice, "1" * sit.answer.dice)
    assert {answer.pool.sides for answer in thrown} == {6}


@clause("TSG-2-07", "3SG-2-03")
@books
def test_who_moved_strategically_defends_as_ever(book):
    turn = battle(book, stands={"u1": {"hex": "0202", "moved": "strategic"}}).on(phase="activations", active="r")
    turn.says("assault r1 at u1", "111", "111")
    assert [answer.pool.dice for answer in turn.answers] == [3, 3]


@clause("TSG-3.3-02", "3SG-3.3-02")
@books
def test_nobody_has_to_attack(book):
    turn = battle(book, stands={"u1": {"hex": "0202"}}).says("order reveal", ruling=True)
    turn.says("activate r", HIGH, LOW).says("activate s", HIGH, LOW)
    assert not turn.state.units["r"].attacked


@clause("TSG-4-10")
@books
def test_only_who_fights_loses(book):
    more = {"g": gun("Red"), "q": gun("Blue"), "rl": beside("rhq", LIGHT[book]), "bl": beside("bhq", LIGHT[book])}
    sit = duel(book, ours("infantry"), theirs("infantry"), "with", "g", "reply", "q", blue="H", **more)
    result_, _ = played(sit, "6" * sit.attack.dice, "6" * sit.answer.dice)
    assert losses(result_) == {"a": 2, "z": 2}


@clause("3SG-1.2-05")
def test_transport_is_built_in_without_dice_of_its_own():
    assert not any(row.carries or row.armours or row.truck for row in TABLES["3SG"].support.values())
    sit = clash("3SG", ours("infantry", armoured=True, mobility="tracked"), theirs("infantry"))
    assert dice(sit.attack)["a"] == 3


@clause("3SG-TC-07")
@pytest.mark.parametrize("ground", ["town", "woods"])
@pytest.mark.parametrize(("order", "thrown"), [("H", 2), ("D", 2), ("M", 3)])
def test_forest_is_as_a_town_for_who_holds_it(ground, order, thrown):
    sit = duel("3SG", ours("infantry"), theirs("infantry"), f"z.terrain={ground}", blue=order)
    assert dice(sit.attack)["a"] == thrown


OBJECTIVES = {
    "hill": {"name": "the hill", "hex": "0102", "points": 2, "holder": "Blue"},
    "town": {"name": "the town", "hex": "0505", "points": 1, "holder": "Blue"},
    "ford": {"name": "the ford", "hex": "0606", "points": 1},
}


@clause("TSG-11-01", "TSG-11-03", "3SG-11-01", "AMB-63")
@books
def test_who_stands_there_holds_it_else_who_was_there_last(book):
    state = battle(book, objectives=OBJECTIVES).state
    assert [holder(state, each) for each in state.objectives.values()] == ["Red", "Blue", ""]
    assert points(state) == {"Red": 2, "Blue": 1}
    notes = now(state, TABLES[book]).notes
    for held in ("Red hill 2", "Blue town 1", "nobody ford"):
        assert says(notes, held)


def said_of(result):
    """Return the sides and numbers in the words on victory, in order."""
    return re.findall(r"Red|Blue|\d", result)


@clause("TSG-11-02", "3SG-11-01")
@books
@pytest.mark.parametrize(
    ("ends", "stands", "said"),
    [
        ({}, {}, "Red"),
        ({}, {"r1": {"hex": "0901"}}, "Blue"),
        ({}, {"r1": {"hex": "0901"}, "r2": {"hex": "0505"}, "rh": {"hex": "0606"}}, ""),
        ({"attacker": "Red", "needed": 2}, {}, "Red Red 2 2"),
        ({"attacker": "Red", "needed": 3}, {}, "Blue Red 2 3"),
        ({"attacker": "Red"}, {"r2": {"hex": "0505"}}, "Blue Red 3 4"),
        ({"attacker": "Red"}, {"r2": {"hex": "0505"}, "rh": {"hex": "0606"}}, "Red Red 4 4"),
    ],
)
def test_most_points_or_what_the_attacker_needs(book, ends, stands, said):
    turn = battle(book, days=1, objectives=OBJECTIVES, stands=stands, battle=ends)
    rounds = turn.state.battle.rounds
    assert said_of(result(turn.state)) == said.split()
    turn.on(phase="artillery", round=rounds).says("next")
    assert turn.phase == "over"
    assert each_says(turn.last.words, "", said)
    assert result(turn.state) == turn.last.words[1]
    assert result(turn.state) in now(turn.state, turn.table).notes
    assert not turn.objections("next")[0].overrulable
    written = state_of(WRITTEN.sections(turn.state, turn.table), turn.table, turn.state.map, SIDES)
    assert written == turn.state


@clause("TSG-11-02")
@books
def test_a_battle_without_target_hexes_has_no_winner_here(book):
    turn = battle(book, days=1).on(phase="artillery", round=9).says("next")
    assert each_says(turn.last.words, "")
    assert turn.phase == "over"


@clause("TSG-11-02")
@books
@pytest.mark.parametrize(
    ("ends", "words"), [({"attacker": "Rod"}, "battle.attacker"), ({"attacker": "Red", "needed": 9}, "battle.needed")]
)
def test_what_makes_no_sense_is_said_with_its_key(book, ends, words):
    with pytest.raises(FileMistake, match=words):
        battle(book, objectives=OBJECTIVES, battle=ends)


@clause("3SG-2.4-05")
def test_a_swap_takes_nothing_from_the_move_that_follows():
    stands = {"m": beside("r1", "mg"), "r1": {"mobility": "wheeled"}, "r2": {"mobility": "wheeled"}}
    turn = battle("3SG", stands=stands).on(phase="activations", active="r")
    turn.says("swap m to r2").says("move r2 to 0106 strategic=no")
    assert turn.state.place(turn.state.stands["m"]) == turn.state.map.grid.hex("0106")


@clause("TSG-1.1-02", "3SG-1.2-01")
@books
@pytest.mark.parametrize("mover", ["r1", "r2"])
def test_two_core_stands_in_one_hex_are_both_named_whichever_came_last(book, mover):
    """A correction puts one where the other is; nothing shows which of them it was, so both are named."""
    there = "0103" if mover == "r1" else "0102"
    with mistaken(FileMistake, at="stands.r2.hex", about=f"r1 r2 {there}"):
        battle(book, stands={mover: {"hex": there}})
