"""Tests of swap: support stands change places within their unit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.star_general.games import BOOKS, LIGHT, beside, game, gun, ours, table, theirs
from tests.star_general.moves import act, active, done, lane, late, moved, on_board, outcome, refused
from umpire.core.mistakes import HowMany, Twice, UnknownName, WrongPlace, WrongSide, WrongSort
from umpire.rulesets.star_general.acts.swap import ACT
from umpire.rulesets.star_general.effects import Attach, Moved

books = pytest.mark.parametrize("book", BOOKS)


def company(book: str = "TSG", order: str = "M", **more):
    """Return two infantry stands next to each other with an HQ, machine guns with one and anti-tank guns with the
    other.
    """
    stands = {
        "a": ours("infantry", hex="0303"),
        "b": ours("infantry", hex="0304"),
        "h": ours("hq", hex="0403"),
        "mg": beside("a", "mg"),
        "pak": beside("b", "at"),
    }
    return on_board(book, red=order, **(stands | more))


def swap(state, line, using="TSG"):
    return act("swap", state, line, using)


def no(state, line, using="TSG") -> set[str]:
    """Return the rules that forbid `swap LINE`."""
    return set(refused(swap(state, line, using), "swap"))


@books
@pytest.mark.parametrize("word", ["and", "with", ""])
def test_two_change_places(book, word):
    sit = swap(company(book), f"mg {word} pak", book)
    assert says([sit.title], "mg b pak a")
    found = outcome(sit, verb="swap")
    assert found.effects == (Attach("mg", "b"), Moved("mg", "normal"), Attach("pak", "a"), Moved("pak", "normal"))
    assert each_says(found.instructions, "mg b 0304", "pak a 0303")
    after = done(sit, verb="swap")
    assert (after.stands["mg"].host, after.stands["pak"].host) == ("b", "a")


@books
def test_one_goes_where_there_is_room_and_several_at_once(book):
    state = company(book)
    assert done(swap(state, "mg to h", book), verb="swap").stands["mg"].host == "h"
    for line in ("mg to h pak to a", "mg h pak a", "mg h pak to a"):
        after = done(swap(state, line, book), verb="swap")
        assert (after.stands["mg"].host, after.stands["pak"].host) == ("h", "a")


@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("", HowMany, ""),
        ("mg", HowMany, ""),
        ("mg to", HowMany, ""),
        ("mg to h pak", HowMany, ""),
        ("mg for pak", UnknownName, "for"),
        ("a to b", WrongSort, "a"),
        ("mg to pak", WrongSort, "pak"),
        ("mg to a", WrongPlace, "mg a"),
        ("mg to b mg to h", Twice, "mg"),
        ("mg to z", WrongSide, ""),
        ("mg to q", UnknownName, "q"),
    ],
)
def test_words_that_make_no_sense(line, kind, about):
    state = company(z=theirs("infantry", hex="0909"))
    with mistaken(kind, about if kind is UnknownName else "", about=about):
        swap(state, line)


@clause("TSG-2.3-01", "3SG-2.4-01")
@books
def test_only_within_the_unit(book):
    state = company(book, o={"type": "infantry", "unit": "reds2", "hex": "0402"})
    sit = swap(state, "mg to o", book)
    rule = {"TSG": "2.3-01", "3SG": "2.4-01"}[book]
    assert rule in refused(sit, "swap")
    assert not next(each for each in ACT.objections(sit) if each.rule == rule).overrulable
    with_gun = company(book, g=gun("Red", hex="0302"), aa=beside("g", "aa"))
    assert rule in no(with_gun, "aa to h", book)


@clause("TSG-2.3-02", "3SG-2.4-02")
def test_losing_and_gaining_stand_are_in_command_in_two_star_all_of_them_in_three_star():
    far = ours("infantry", hex="0309")
    for book, rule in (("TSG", "2.3-02"), ("3SG", "2.4-02")):
        gaining = company(book, b=far)
        assert rule in no(gaining, "mg and pak", book)
        third = company(book, c=far)
        assert no(third, "mg and pak", book) == ({rule} if book == "3SG" else set())
        turned = table(book, support_swap_command_test={"TSG": "unit", "3SG": "stands"}[book])
        assert no(third, "mg and pak", turned) == ({rule} if book == "TSG" else set())
        assert no(third, "mg and pak command=yes", book) == set()
        assert rule in no(company(book), "mg and pak b.command=no", book)


@clause("TSG-2.3-03", "3SG-2.4-03")
@books
@pytest.mark.parametrize("order", ["M", "H", "D"])
def test_on_move_on_hold_and_dug_in(book, order):
    assert no(company(book, order), "mg and pak", book) == set()


@clause("TSG-2.3-03", "3SG-2.4-03")
@books
def test_not_on_retreat(book):
    assert no(company(book, "R"), "mg and pak", book) == {{"TSG": "2.3-03", "3SG": "2.4-03"}[book]}


@clause("TSG-2.2-06")
def test_the_printed_example_platoons_cross_vacant_hexes():
    """Two Star counts no distance and no terrain for them; Three Star counts both, and lets them cross free hexes."""
    state = company(b=ours("infantry", hex="0305", mobility="tracked"), h=ours("hq", hex="0304"), mg=beside("a", "mg"))
    assert no(state, "mg and pak") == set()
    three = company("3SG", b=ours("infantry", hex="0305"), h=ours("hq", hex="0404"))
    assert no(three, "mg and pak", "3SG") == set()


@clause("TSG-2.3-04", "3SG-2.4-04")
def test_no_distance_limit_in_two_star_own_allowance_in_three_star():
    def stands(book):
        return company(book, a=ours("infantry", hex="0302"), b=ours("infantry", hex="0305"), h=ours("hq", hex="0303"))

    assert no(stands("TSG"), "mg and pak") == set()
    assert no(stands("3SG"), "mg and pak", "3SG") == {"2.4-06"}
    assert no(stands("TSG"), "mg and pak", table("TSG", support_swap_uses_ma_terrain=True)) == {"2.3-04"}
    assert no(stands("3SG"), "mg and pak", table("3SG", support_swap_uses_ma_terrain=False)) == set()


@clause("3SG-2.4-04")
def test_terrain_and_zones_halt_a_company_on_its_way():
    def walk(glyphs, **more):
        stands = {"a": ours("infantry", hex="0301"), "b": ours("infantry", hex="0303"), "mg": beside("a", "mg")}
        return no(on_board("3SG", lane(glyphs), **(stands | more)), "mg to b", "3SG")

    assert walk("....") == set()
    assert walk(".w..") == {"2.3-01"}
    assert walk("....", z=theirs("hq", hex="0202")) == {"2.2-02"}
    assert walk("....", z=theirs("hq", hex="0302")) == {"2.2-06"}
    assert walk("..w.") == set()


@clause("3SG-2.4-06")
def test_companies_of_a_motorised_regiment_are_as_mobile():
    stands = {
        "a": ours("infantry", hex="0301", mobility="wheeled"),
        "b": ours("medium", hex="0304"),
        "h": ours("hq", hex="0302"),
        "mg": beside("a", "mg"),
    }
    assert no(on_board("3SG", **stands), "mg to b", "3SG") == set()
    assert no(on_board("3SG", **stands, c=ours("infantry", hex="0401")), "mg to b", "3SG") == {"2.4-06"}


@clause("TSG-2.3-05")
def test_after_the_movement_and_before_the_combat():
    state = active(company())
    assert late(swap(state, "mg and pak"), "swap") == []
    walked = moved(state, "a to 0302")
    assert late(swap(walked, "mg and pak"), "swap") == []
    swapped = done(swap(walked, "mg and pak"), verb="swap")
    assert late(act("move", swapped, "b to 0305")) == ["2.3-05"]
    fought = replace(state, units={**state.units, "reds": replace(state.units["reds"], attacked=True)})
    assert late(swap(fought, "mg and pak"), "swap") == ["2.3-05"]


@clause("3SG-2.4-01")
def test_before_any_core_stand_moves():
    state = active(company("3SG"))
    swapped = done(swap(state, "mg and pak", "3SG"), verb="swap")
    assert late(act("move", swapped, "b to 0305", "3SG")) == []  # 2.4-05: it does not reduce the move
    assert moved(swapped, "b to 0306", using="3SG").stands["b"].hex == "0306"
    walked = moved(state, "a to 0302", using="3SG")
    assert late(swap(walked, "mg and pak", "3SG"), "swap") == ["2.4-01"]
    assert late(swap(swapped, "mg and pak", "3SG"), "swap") == ["2.4-04", "2.4-04"]  # once a round


def test_support_swap_timing_is_an_option():
    walked = moved(active(company()), "a to 0302")
    before = table("TSG", support_swap_timing="before_move")
    assert late(swap(walked, "mg and pak", before), "swap") == ["2.3-05"]
    three = moved(active(company("3SG")), "a to 0302", using="3SG")
    after = table("3SG", support_swap_timing="after_move")
    assert late(swap(three, "mg and pak", after), "swap") == []
    swapped = done(swap(active(company("3SG")), "mg and pak", after), verb="swap")
    assert late(act("move", swapped, "b to 0305", after)) == ["2.4-01"]


@books
def test_only_the_unit_being_activated_swaps(book):
    assert late(swap(company(book), "mg and pak", book), "swap")
    assert late(swap(active(company(book), "reds2"), "mg and pak", book), "swap")


@clause("TSG-1.3-01", "3SG-1.2-01")
@books
def test_one_support_stand_with_a_core_stand(book):
    rule = {"TSG": "1.3-01", "3SG": "1.2-01"}[book]
    sit = swap(company(book), "mg to b", book)
    assert refused(sit, "swap").keys() == {rule}
    assert says(refused(sit, "swap").values(), "mg pak b")
    assert not ACT.objections(sit)[0].overrulable


@clause("TSG-1.3-01")
def test_and_a_truck_besides():
    state = company(t=beside("a", "truck"), u=beside("b", "truck"))
    assert no(state, "mg and pak") == set()
    assert no(state, "t to b") == {"1.3-01"}
    assert no(state, "t to h") == set()


@clause("TSG-1.3-04")
def test_nothing_beside_armoured_transport():
    state = company(mg=beside("a", "armoured-transport"), t=beside("b", "truck"))
    assert no(state, "mg and pak") == {"1.3-04"}
    assert no(state, "t to a") == {"1.3-04"}
    assert no(state, "pak to a") == {"1.3-01"}
    assert no(state, "mg to h") == set()  # AMB-49: transport swaps like platoons


@clause("TSG-6-07", "3SG-6-06")
@books
def test_no_swaps_without_an_hq(book):
    rule = {"TSG": "6-07", "3SG": "6-06"}[book]
    assert rule in no(company(book, h=ours("hq", hex="0403", sp=0)), "mg and pak", book)


@books
def test_without_a_map_facts_not_typed_are_assumed(book):
    state = game(book, a=ours("infantry"), b=ours("infantry"), mg=beside("a", LIGHT[book]))
    sit = swap(state, "mg to b", book)
    assert each_says(sit.known.assumed, "")
    assert {"a.command", "b.command"} <= {fact for fact, source in sit.known.sources.items() if source == "assumed"}
    assert refused(sit, "swap") == {}
    found = outcome(sit, verb="swap")
    assert each_says(found.instructions, "mg b")
    assert no(state, "mg to b command=no", book) == {{"TSG": "2.3-02", "3SG": "2.4-02"}[book]}
    if book == "3SG":
        assert no(state, "mg to b mg.hexes=3", book) == {"2.4-06"}
        assert no(state, "mg to b hexes=2", book) == set()


@clause("3SG-2.4-04")
def test_a_support_stand_that_carries_moves_at_its_own_rate():
    """A truck is wheeled: by a swap it moves three hexes where a stand on foot moves two."""
    stands = {"a": ours("infantry", hex="0301"), "b": ours("infantry", hex="0304")}
    using = table("TSG", support_swap_uses_ma_terrain=True)
    for kind, may in (("truck", True), ("mg", False)):
        state = on_board("TSG", **stands, x=beside("a", kind))
        assert (refused(act("swap", state, "x to b", using), "swap") == {}) == may
