"""Tests of shuffle: core stands on hold or dug in change places within their unit."""

from __future__ import annotations

import pytest

from tests.catalogue import each_says, says
from tests.clauses import clause
from tests.star_general.games import BOOKS, beside, game, ours, table, theirs
from tests.star_general.moves import act, lane, moved, on_board, outcome, refused, rules
from umpire.rulesets.star_general.effects import Moved, Place

COMMAND = {"TSG": "2.2-02", "3SG": "2.1-02"}
HELD = {"TSG": "2.2-03", "3SG": "2.1-03"}
NORMAL = {"TSG": "2.2-04", "3SG": "2.1-07"}
VACANT = {"TSG": "2.2-05", "3SG": "2.1-05"}

books = pytest.mark.parametrize("book", BOOKS)


def figure(book: str, order: str = "D"):
    """Return the printed figure: companies 2 and 3 next to each other, 1 with a vacant hex between, the HQ behind."""
    return on_board(
        book,
        red=order,
        c1=ours("infantry", hex="0303"),
        c2=ours("infantry", hex="0505", sp=3),
        c3=ours("infantry", hex="0605"),
        h=ours("hq", hex="0504"),
        mg=beside("c1", "mg"),
        pak=beside("c3", "at"),
    )


@clause("TSG-2.2-06")
@books
@pytest.mark.parametrize("order", ["H", "D"])
def test_the_printed_example_adjacent_companies_change_places(book, order):
    state = figure(book, order)
    sit = act("move", state, "c2 to 0605 c3 to 0505", book)
    assert says([sit.title], "c2 0605 c3 0505")
    assert not refused(sit)
    assert outcome(sit).effects == (
        Place("c2", "0605"),
        Moved("c2", "normal"),
        Place("c3", "0505"),
        Moved("c3", "normal"),
    )
    after = moved(state, "c2 to 0605 c3 to 0505", using=book)
    assert after.stands["pak"].host == "c3"  # the stands with a stand go along


@clause("TSG-2.2-05", "3SG-2.1-05")
@books
def test_the_printed_example_no_company_crosses_a_vacant_hex(book):
    sit = act("move", figure(book), "c1 to 0505 c2 to 0303 c1.mobility=tracked c2.mobility=tracked", book)
    assert set(refused(sit)) == {VACANT[book]}
    assert says([refused(sit)[VACANT[book]]], "c2 0403")


@clause("TSG-2.2-03", "3SG-2.1-03")
@books
def test_only_hexes_already_held_by_the_unit_are_entered(book):
    state = figure(book)
    assert rules(state, "c2 to 0506", book) == {HELD[book]}
    foreign = on_board(
        book,
        red="H",
        a=ours("infantry", hex="0303"),
        o={"type": "infantry", "unit": "reds2", "hex": "0304"},
        h=ours("hq", hex="0302"),
    )
    assert HELD[book] in rules(foreign, "a to 0304 o to 0303", book)


@clause("TSG-2.2-02", "3SG-2.1-02")
@books
def test_a_shuffle_starts_in_command(book):
    state = on_board(
        book, red="H", a=ours("infantry", hex="0303"), b=ours("infantry", hex="0304"), h=ours("hq", hex="0703")
    )
    sit = act("move", state, "a to 0304 b to 0303", book)
    assert says([refused(sit)[COMMAND[book]]], "b 4 h 0703 2")
    assert not rules(state, "a to 0304 b to 0303 command=yes", book)


@clause("TSG-2.2-02", "3SG-2.1-02")
def test_a_shuffle_ends_in_command_in_two_star_and_need_not_in_three_star():
    """All stands change places along a row: the HQ ends at one end of it, three hexes from the stand at the other."""
    row = {name: ours("infantry", hex=f"030{n}") for n, name in ((1, "b"), (2, "a"), (4, "d"))}
    line = "h to 0304 d to 0303 b to 0302 a to 0301"
    for book, found in (("TSG", {"2.2-02"}), ("3SG", set())):
        state = on_board(book, red="H", h=ours("hq", hex="0303"), **row)
        assert rules(state, line, book) == found
        turned = table(book, shuffle_must_end_in_command=book == "3SG")
        assert rules(state, line, turned) == {"TSG": set(), "3SG": {"2.1-02"}}[book]


@clause("TSG-2.2-04", "3SG-2.1-04", "3SG-2.1-07")
@books
def test_only_by_a_normal_move(book):
    row = {f"s{n}": ours("infantry", hex=f"030{n}") for n in range(1, 5)}
    state = on_board(book, red="H", **row, h=ours("hq", hex="0202"))
    assert rules(state, "s1 to 0303 s3 to 0301", book) == set()
    assert NORMAL[book] in rules(state, "s1 to 0304 s4 to 0301", book)
    assert rules(state, "s1 to 0302 s2 to 0301 s1.strategic=yes", book) == {NORMAL[book]}
    assert not rules(state, "s1 to 0304 s4 to 0301 mobility=tracked", book)


@clause("TSG-2.2-04", "3SG-2.1-04", "3SG-2.1-07")
@books
def test_terrain_halts_bind_it(book):
    halts = {"TSG": "2.5-01", "3SG": "2.3-01"}[book]
    row = {f"s{n}": ours("infantry", hex=f"030{n}") for n in range(1, 4)}
    state = on_board(book, lane(".w.."), red="H", **row)
    assert rules(state, "s1 to 0303 s3 to 0301", book) == {halts}
    assert not rules(state, "s1 to 0302 s2 to 0301", book)


@clause("TSG-2.2-04", "3SG-2.1-04", "3SG-2.1-07")
@books
def test_zone_halts_bind_it(book):
    halts = {"TSG": "2.4-02", "3SG": "2.2-02"}[book]
    row = {f"s{n}": ours("infantry", hex=f"030{n}") for n in range(1, 4)}
    state = on_board(book, lane("...."), red="H", **row, z=theirs("hq", hex="0202"))
    assert halts in rules(state, "s1 to 0303 s3 to 0301", book)
    assert not rules(state, "s1 to 0302 s2 to 0301", book)


@clause("TSG-2.2-07", "3SG-2.1-06")
@books
def test_the_hq_may_take_part_and_three_may_change_round(book):
    state = figure(book)
    after = moved(state, "h to 0505 c2 to 0605 c3 to 0504", using=book)
    assert [after.stands[name].hex for name in ("h", "c2", "c3")] == ["0505", "0605", "0504"]


@clause("TSG-2.2-07", "3SG-2.1-06")
@books
def test_one_core_stand_in_a_hex_afterwards(book):
    stack = {"TSG": "1.3-01", "3SG": "1-02"}[book]
    assert rules(figure(book), "c2 to 0605", book) == {stack}


@books
def test_a_unit_without_its_hq_does_not_shuffle(book):
    rule = {"TSG": "6-07", "3SG": "6-06"}[book]
    state = on_board(
        book, red="H", a=ours("infantry", hex="0303"), b=ours("infantry", hex="0304"), h=ours("hq", hex="0302", sp=0)
    )
    assert rule in rules(state, "a to 0304 b to 0303", book)


@books
def test_a_typed_order_makes_a_move_of_it(book):
    state = figure(book)
    sit = act("move", state, "c2 to 0506 c2.order=M", book)
    assert not refused(sit)
    assert each_says(sit.known.notes, "c2.order D M")


@books
def test_without_a_map_a_shuffle_is_recorded_as_typed(book):
    state = game(book, red="H", a=ours("infantry"), b=ours("infantry"))
    unit = {"TSG": "battalion", "3SG": "regiment"}[book]
    sit = act("move", state, "a b", book)
    assert says([sit.title], "a b")
    assert each_says(sit.known.assumed, unit, "")
    assert outcome(sit).effects == (Moved("a", "normal"), Moved("b", "normal"))
    assert rules(state, "a b a.hexes=3", book) == {NORMAL[book]}
    assert rules(state, "a b command=no", book) == {COMMAND[book]}
    assert rules(state, "a b strategic=yes", book) == {NORMAL[book]}
