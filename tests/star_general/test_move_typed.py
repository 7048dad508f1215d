"""Tests of moves at a table without a map: typed, recorded, and checked against the allowances."""

from __future__ import annotations

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.star_general.games import BOOKS, beside, game, ours, theirs
from tests.star_general.moves import act, done, outcome, refused, rules
from umpire.core.mistakes import Mistake, NoMap
from umpire.rulesets.star_general.effects import Moved

books = pytest.mark.parametrize("book", BOOKS)
FAR = {book: f"2 {rule}" for book, rule in (("TSG", "2-05"), ("3SG", "2-02"))}


@books
def test_a_move_is_recorded_and_nothing_is_asked(book):
    state = game(book, a=ours("infantry"), b=ours("medium"))
    sit = act("move", state, "a b", book)
    assert says([sit.title], "a b")
    assert sit.known.assumed == []
    found = outcome(sit)
    assert found.effects == (Moved("a", "normal"), Moved("b", "normal"))
    assert each_says(found.instructions, "a", "b")
    assert found.words == ()


@books
@pytest.mark.parametrize(
    ("told", "how", "refusal"),
    [
        ("2", "normal", set()),
        ("hexes=2", "normal", set()),
        ("3", "strategic", set()),
        ("4", "strategic", set()),
        ("5", "strategic", {"2-01"}),
        ("3 strategic=no", "normal", {"2-01"}),
        ("strategic=yes", "strategic", set()),
        ("1 strategic=yes", "strategic", set()),
        ("3 mobility=wheeled", "normal", set()),
    ],
)
def test_the_hexes_typed_are_checked_and_say_how_it_moved(book, told, how, refusal):
    sit = act("move", game(book, a=ours("infantry")), f"a {told}", book)
    assert sit.movers[0].how == how
    assert set(refused(sit)) == refusal
    assert each_says(sit.known.assumed, *([FAR[book]] if how == "strategic" else []))
    unasked = how == "strategic" and "strategic" not in told
    assert [note for note in sit.known.notes if says([note], "2-01")] == sit.known.notes[: int(unasked)]
    if not refusal:
        assert done(sit).stands["a"].moved == how


def test_what_carries_it_counts_without_a_map_too():
    state = game("TSG", a=ours("infantry"), t=beside("a", "truck"))
    assert act("move", state, "a 3").movers[0].how == "normal"


@books
def test_out_of_command_is_said(book):
    rule = {"TSG": "2.4-06", "3SG": "2.2-05"}[book]
    sit = act("move", game(book, a=ours("infantry")), "a command=no", book)
    assert each_says(outcome(sit).words, f"a {rule}")


@books
def test_facts_of_one_stand_and_of_all(book):
    state = game(book, a=ours("infantry"), b=ours("medium"))
    sit = act("move", state, "a b a.hexes=1 b.hexes=3", book)
    assert [mover.hexes for mover in sit.movers] == [1, 3]
    assert [mover.how for mover in act("move", state, "a b 3", book).movers] == ["strategic", "normal"]


@pytest.mark.parametrize("line", ["a 0302", "a to 0302"])
def test_hexes_of_a_board_make_no_sense_without_one(line):
    with mistaken(NoMap, "0302"):
        act("move", game(a=ours("infantry")), line)


@pytest.mark.parametrize("line", ["a hexes=far", "a 2 hexes=3", "a zoc=1", "a hexs=2", "a speed=2", "a b.hexes=2"])
def test_facts_that_make_no_sense(line):
    with pytest.raises(Mistake):
        act("move", game(a=ours("infantry")), line)


@books
def test_a_distance_of_the_map_may_be_typed(book):
    from tests.star_general.moves import on_board

    state = on_board(book, a=ours("infantry", hex="0301"))
    assert rules(state, "a to 0304 strategic=no", book) == {"2-01"}
    sit = act("move", state, "a to 0304 strategic=no hexes=2", book)
    assert not refused(sit)
    assert each_says(sit.known.notes, "a.hexes 3 2")


@clause("TSG-2.5-01", "3SG-2.3-01")
@books
def test_terrain_typed_for_a_hex_in_capitals_counts(book):
    from tests.star_general.moves import lane, on_board

    state = on_board(book, lane("..w....."), a=ours("infantry", hex="0302"))
    halted = act("move", state, "a to 0303", book).movers[0].halt
    assert halted is not None
    sit = act("move", state, "a to 0303 0303.TERRAIN=open", book)
    assert sit.movers[0].halt is None
    assert each_says(sit.known.notes, "0303.terrain woods open")


@books
def test_a_strategic_move_is_noted_with_an_attack_if_no_rule_refuses_it(book):
    state = game(book, a={**ours("infantry"), "moved": "strategic"}, z=theirs("infantry"))
    rule = {"TSG": "2-06", "3SG": "2-03"}[book]
    assert says(act("fire", state, "a at z range=2", book).known.notes, "a", rule)
    rested = game(book, a=ours("infantry"), z=theirs("infantry"))
    assert not says(act("fire", rested, "a at z range=2", book).known.notes, "a", rule)
