"""Tests of movement hex by hex: allowances, transport, halts, zones of control, strategic moves, stacking,
objectives.
"""

from __future__ import annotations

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.star_general.games import BOOKS, TABLES, beside, gun, ours, table, theirs
from tests.star_general.moves import (
    act,
    active,
    board,
    column,
    done,
    lane,
    late,
    moved,
    on_board,
    outcome,
    refused,
    rules,
)
from umpire.core.mistakes import (
    BadValue,
    HowMany,
    Missing,
    Twice,
    Unasked,
    UnknownName,
    WrongPlace,
    WrongSide,
    WrongSort,
)
from umpire.rulesets.star_general.effects import Hold, Moved, Place
from umpire.rulesets.star_general.state import Objective


def both(two: str, three: str):
    """Mark a rule of both books: parameters book and rule."""
    return pytest.mark.parametrize(("book", "rule"), [("TSG", two), ("3SG", three)])


def infantry(place: str, **more):
    return ours("infantry", hex=place, **more)


@clause("TSG-2-01", "3SG-2-01")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("mobility", "normal", "strategic"), [("wheeled", 3, 6), ("tracked", 3, 5), ("slow", 2, 4), ("foot", 2, 4)]
)
def test_allowances(book, mobility, normal, strategic):
    pace = TABLES[book].pace[mobility]
    assert (pace.normal, pace.strategic, pace.rule) == (normal, strategic, "2-01")
    state = on_board(book, a=infantry("0101", mobility=mobility), x=ours("hq", hex="1001"))
    last = f"010{1 + normal}"
    assert moved(state, f"a to {last}", using=book).stands["a"].hex == last
    assert rules(state, f"a to 010{2 + normal} strategic=no", book) == {"2-01"}
    far = f"010{1 + strategic}"
    assert moved(state, f"a to {far}", using=book).stands["a"].moved == "strategic"
    assert rules(state, f"a to 010{2 + strategic}", book) == {"2-01"}


@clause("TSG-2-04", "3SG-2-04")
@pytest.mark.parametrize("book", BOOKS)
def test_one_allowance_for_each_hex_whatever_the_ground(book):
    state = on_board(book, column("..^+h...."), a=infantry("0302", mobility="wheeled"))
    found = act("move", state, "a to 0305", book)
    assert found.movers[0].how == "normal"
    assert done(found).stands["a"].hex == "0305"


def test_a_path_may_be_typed_hex_by_hex_or_found():
    state = on_board(a=infantry("0301", mobility="wheeled"))
    walked = act("move", state, "a 0401 0502 0503")
    assert [walked.state.map.grid.label(each) for each in walked.movers[0].path] == ["0401", "0502", "0503"]
    assert act("move", state, "a 0301 0302 0303").movers[0].hexes == 2  # it may begin where the stand is
    assert len(act("move", state, "a to 0503").movers[0].path) == 3
    assert act("move", state, "a 0503").movers == act("move", state, "a to 0503").movers


def test_the_outcome_places_the_stand_and_marks_it():
    state = on_board(a=infantry("0301"), mg=beside("a", "mg"))
    found = outcome(act("move", state, "a to 0303"))
    assert found.effects == (Place("a", "0303"), Moved("a", "normal"))
    assert each_says(found.instructions, "a 0303")
    assert each_says(found.words, "a 2 0302 foot 2-01")


@pytest.mark.parametrize(
    ("line", "kind", "word", "about"),
    [
        ("", HowMany, "", ""),
        ("to 0303", HowMany, "", ""),
        ("a to", Missing, "", "a"),
        ("a to b", Missing, "", "a"),
        ("a 0302 to 0303", Missing, "", "a"),
        ("a", Missing, "", "a"),
        ("a to 0301", WrongPlace, "", "a 0301"),
        ("a 0301", WrongPlace, "", "a 0301"),
        ("a 0302 0304", WrongPlace, "", "0302 0304"),
        ("a to 1110", BadValue, "1110", "1110 0101 1009"),
        ("a to 03033", BadValue, "03033", "03033 0101 1009"),
        ("a to 0302 a to 0303", Twice, "", "a"),
        ("q to 0302", UnknownName, "q", "q"),
        ("mg to 0302", WrongSort, "", "mg"),
        ("a to 0302 z to 0808", WrongSide, "", "z a"),
        ("a to 0302 range=3", Unasked, "range", ""),
        ("a to 0302 9999.terrain=open", BadValue, "", "9999.terrain 9999"),
        ("a to 0302 0302.terrain=jungle", BadValue, "jungle", "terrain"),
        ("a to 0302 mobility=wings", BadValue, "wings", "mobility"),
    ],
)
def test_words_that_make_no_sense(line, kind, word, about):
    state = on_board(a=infantry("0301"), mg=beside("a", "mg"), z=theirs("infantry", hex="0809"))
    with mistaken(kind, word, about=about):
        act("move", state, line)


def test_a_stand_may_be_named_by_its_hex():
    state = on_board(a=infantry("0301"), b=infantry("0401"))
    assert moved(state, "0301 to 0302 0401 0402").stands["b"].hex == "0402"


# Transport, 2.1


@clause("TSG-2.1-01")
def test_built_in_transport_is_the_stand_s_own():
    state = on_board(h=ours("hq", hex="0301"))
    assert moved(state, "h to 0304").stands["h"].moved == "normal"


@clause("TSG-2.1-02")
def test_a_truck_carries_a_stand_on_foot():
    state = on_board(a=infantry("0301"), t=beside("a", "truck"))
    found = act("move", state, "a to 0304")
    assert found.movers[0].how == "normal"
    assert says(outcome(found).words[:1], "wheeled 2-01 t 2.1-02")
    assert done(found).stands["t"].host == "a"


@clause("TSG-2.1-03")
def test_what_shares_the_hex_rides_with_it():
    state = on_board(a=infantry("0301"), t=beside("a", "truck"), mg=beside("a", "mg"))
    assert moved(state, "a to 0304").stands["a"].moved == "normal"


@clause("TSG-2.1-05")
def test_and_06_armoured_transport_carries_until_it_is_lost():
    state = on_board(a=infantry("0301"), t=beside("a", "armoured-transport"))
    assert act("move", state, "a to 0304").movers[0].going.mobility == "tracked"
    state = on_board(a=infantry("0301"), t=beside("a", "armoured-transport", sp=0))
    assert rules(state, "a to 0304 strategic=no") == {"2-01"}


def test_transport_does_not_change_how_a_vehicle_moves():
    state = on_board(a=ours("heavy", hex="0301", mobility="slow"), t=beside("a", "truck"))
    assert act("move", state, "a to 0303").movers[0].going.mobility == "slow"


@clause("3SG-1.2-04")
def test_transport_is_built_in():
    state = on_board("3SG", a=infantry("0301", mobility="wheeled", armoured=True), mg=beside("a", "mg"))
    assert moved(state, "a to 0304", using="3SG").stands["a"].moved == "normal"


@clause("TSG-2-02")
def test_a_platoon_on_foot_holds_back_a_faster_stand():
    state = on_board(a=infantry("0101"), b=ours("medium", hex="0301"), mg=beside("b", "mg"))
    found = act("move", state, "b to 0304 strategic=no")
    assert set(refused(found)) == {"2-01"}
    assert says(outcome(act("move", state, "b to 0303")).words[:1], "foot 2-01 mg 2-02")
    state = on_board(a=infantry("0101"), b=ours("medium", hex="0301"), mg=beside("b", "mg", mobility="tracked"))
    assert moved(state, "b to 0304").stands["b"].moved == "normal"


@clause("TSG-2-03")
def test_platoons_of_a_motorised_battalion_keep_up():
    stands = {"b": ours("medium", hex="0301"), "mg": beside("b", "mg"), "a": infantry("0101")}
    assert moved(on_board(**stands, t=beside("a", "truck")), "b to 0304").stands["b"].moved == "normal"
    assert moved(on_board(b=stands["b"], mg=stands["mg"]), "b to 0304").stands["b"].moved == "normal"


def test_who_has_not_come_yet_holds_nobody_back():
    stands = {"b": ours("medium", hex="0301"), "mg": beside("b", "mg"), "a": ours("infantry")}
    assert moved(on_board(**stands), "b to 0304").stands["b"].moved == "normal"
    assert rules(on_board(**{**stands, "a": infantry("0101")}), "b to 0304 strategic=no") == {"2-01"}


def test_companies_on_foot_keep_up_in_three_star_or_slow_their_stand_as_an_option():
    state = on_board("3SG", a=infantry("0101"), b=ours("medium", hex="0301"), mg=beside("b", "mg"))
    assert moved(state, "b to 0304 strategic=no", using="3SG").stands["b"].hex == "0304"
    slow = table("3SG", foot_supports="slow_their_core")
    assert rules(state, "b to 0304 strategic=no", slow) == {"2-01"}
    two = on_board(a=infantry("0101"), b=ours("medium", hex="0301"), mg=beside("b", "mg"))
    assert not rules(two, "b to 0304 strategic=no", table("TSG", foot_supports="keep_up"))


def test_mobility_may_be_typed():
    state = on_board(a=infantry("0301"))
    found = act("move", state, "a to 0304 a.mobility=wheeled")
    assert found.movers[0].how == "normal"
    assert each_says(found.known.notes, "a.mobility foot wheeled")
    assert rules(on_board(h=ours("hq", hex="0301")), "h to 0304 mobility=foot strategic=no") == {"2-01"}


# Terrain, 2.5


@clause("TSG-2.5-01", "3SG-2.3-01", "3SG-TC-01", "3SG-TC-05")
@both("2.5-01", "2.3-01")
@pytest.mark.parametrize("glyph", ["w", "r", "s", "t", "v"])
def test_a_normal_move_halts_on_entering(book, rule, glyph):
    state = on_board(book, lane("..X...".replace("X", glyph)), a=infantry("0301", mobility="wheeled"))
    found = act("move", state, "a to 0303", book)
    assert not refused(found)
    ground = TABLES[book].terrain[found.state.map.legend[glyph]].words
    assert says(outcome(found).words, "a 0303", ground, rule)
    assert rules(state, "a 0302 0303 0304 strategic=no", book) == {rule}
    assert rules(state, "a to 0304 strategic=no", book) == {rule}


@clause("TSG-2.5-07", "3SG-2.3-05")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("glyph", ["h", "d", "^", "+", "l", "b"])
def test_2_5_ground_that_halts_nobody(book, glyph):
    """Bocage and hills halt nobody (AMB-50), nor do bridges (AMB-46: TSG-2.5-07, 3SG-2.3-05)."""
    state = on_board(book, lane(".X....".replace("X", glyph)), a=infantry("0301", mobility="wheeled"))
    assert moved(state, "a 0302 0303 0304", using=book).stands["a"].moved == "normal"
    assert moved(state, "a to 0306", using=book).stands["a"].moved == "strategic"


@clause("TSG-2.5-02", "3SG-2.3-02", "3SG-TC-05")
@both("2.5-02", "2.3-02")
@pytest.mark.parametrize("glyph", ["w", "r", "s"])
def test_a_strategic_move_does_not_enter(book, rule, glyph):
    state = on_board(book, lane("....X.".replace("X", glyph)), a=infantry("0301", mobility="wheeled"))
    assert rule in rules(state, "a to 0305 strategic=yes", book)
    assert rule in rules(state, "a to 0306", book)
    near = on_board(book, lane(".X....".replace("X", glyph)), a=infantry("0301", mobility="wheeled"))
    assert rule in rules(near, "a to 0302 strategic=yes", book)  # not even as its first step
    assert not rules(near, "a to 0302", book)


@clause("TSG-2.5-03", "3SG-2.3-03")
@pytest.mark.parametrize("book", BOOKS)
def test_a_strategic_move_passes_towns(book):
    state = on_board(book, lane("..t.v..."), a=infantry("0301", mobility="wheeled"))
    assert moved(state, "a to 0307", using=book).stands["a"].moved == "strategic"
    assert moved(state, "a to 0305", using=book).stands["a"].hex == "0305"


@clause("TSG-2.5-04", "3SG-2.3-04", "3SG-TC-09")
@both("2.5-04", "2.3-04")
def test_a_large_river_halts_before_and_on_entering(book, rule):
    state = on_board(book, lane("..RR...."), a=infantry("0301", mobility="wheeled"))
    before = act("move", state, "a 0302 0303", book)
    assert refused(before).keys() == {rule}
    assert says(refused(before).values(), "a 0302", TABLES[book].terrain["river"].words)
    assert rules(state, "a to 0306", book) == {rule}  # a strategic move too
    there = on_board(book, lane("..RR...."), a=infantry("0303", mobility="wheeled"))
    assert rules(there, "a 0304 0305", book) == {rule}
    assert not rules(there, "a 0304", book)
    leaves = on_board(book, lane("..RR...."), a=infantry("0304", mobility="wheeled"))
    assert moved(leaves, "a to 0307", using=book).stands["a"].moved == "normal"
    assert moved(leaves, "a to 0308", using=book).stands["a"].moved == "strategic"


@clause("TSG-2.5-06", "3SG-2.3-04")
@both("2.5-04", "2.3-04")
def test_a_stand_next_to_the_river_may_enter_it_as_its_first_step(book, rule):
    state = on_board(book, lane("..R...."), a=infantry("0302", mobility="wheeled"))
    there = outcome(act("move", state, "a to 0303", book)).words
    assert says(there, "a 0303", TABLES[book].terrain["river"].words, rule)
    assert rules(state, "a 0303 0304", book) == {rule}


@clause("TSG-13-02", "3SG-TC-11")
@both("13-02", "TC-11")
@pytest.mark.parametrize("glyph", ["L", "S"])
def test_impassable_ground(book, rule, glyph):
    state = on_board(book, column(f"..{glyph}......"), a=infantry("0302"))
    assert rules(state, "a 0303", book) == {rule}
    around = act("move", state, "a to 0304 a.mobility=wheeled", book)
    assert not refused(around)
    assert "0303" not in [around.state.map.grid.label(each) for each in around.movers[0].path]


def test_terrain_may_be_typed_if_the_map_is_wrong():
    state = on_board(on=lane("..w..."), a=infantry("0301", mobility="wheeled"))
    found = act("move", state, "a to 0304 0303.terrain=open")
    assert not refused(found)
    assert each_says(found.known.notes, "0303.terrain woods open")
    assert rules(on_board(on=lane("......"), a=infantry("0301")), "a to 0303 strategic=no 0302.terrain=woods") == {
        "2.5-01"
    }


# Zones of control, 2.4


@clause("TSG-2.4-01", "TSG-2.4-02", "3SG-2.2-01", "3SG-2.2-02")
@both("2.4-02", "2.2-02")
@pytest.mark.parametrize("enemy", ["infantry", "hq", "artillery"])
def test_a_stand_halts_next_to_any_enemy(book, rule, enemy):
    foe = gun("Blue", hex="0405") if enemy == "artillery" else theirs(enemy, hex="0405")
    state = on_board(book, a=infantry("0303", mobility="wheeled"), z=foe)
    found = act("move", state, "a to 0305", book)
    assert says(outcome(found).words, "a 0305 z", rule)
    assert rules(state, "a 0304 0305 0306", book) == {rule}


@clause("TSG-2.4-03", "3SG-2.2-03")
@both("2.2-06", "2.2-03")
def test_friends_are_passed_freely(book, rule):
    state = on_board(book, lane("......"), a=infantry("0301", mobility="wheeled"), b=infantry("0302"))
    assert moved(state, "a to 0303", using=book).stands["a"].hex == "0303"


@clause("TSG-2.4-04", "3SG-2.2-06")
@both("2.4-02", "2.2-02")
def test_leaving_a_zone_is_free_and_one_step_to_the_next(book, rule):
    state = on_board(book, a=infantry("0304", mobility="wheeled"), z=theirs("infantry", hex="0404"))
    assert moved(state, "a to 0301", using=book).stands["a"].hex == "0301"
    assert moved(state, "a 0305", using=book).stands["a"].hex == "0305"  # next to z again
    assert rules(state, "a 0305 0306", book) == {rule}


@clause("TSG-2.4-05", "3SG-2.2-04")
@both("2.4-05", "2.2-04")
def test_stands_out_of_command_move_normally(book, rule):
    state = on_board(book, a=infantry("0303"), h=ours("hq", hex="0903"))
    assert not rules(state, "a to 0305", book)


@clause("TSG-2.4-06", "3SG-2.2-05")
@both("2.4-06", "2.2-05")
def test_a_stand_that_ends_out_of_command_is_said_to(book, rule):
    state = on_board(book, a=infantry("0303"), h=ours("hq", hex="0302"))

    def said(line):
        return says(outcome(act("move", state, line, book)).words, "a", rule)

    assert not said("a to 0304")
    assert said("a to 0305")
    assert not said("a to 0305 h to 0304")
    assert said("a to 0304 command=no")


@clause("TSG-2.4-08", "3SG-2.2-06")
@both("2.4-08", "2.2-06")
def test_enemy_hexes_cannot_be_entered(book, rule):
    state = on_board(book, lane("......"), a=infantry("0301", mobility="wheeled"), z=theirs("infantry", hex="0303"))
    through = act("move", state, "a to 0304", book)
    assert rule in refused(through)
    into = [each for each in star_objections(act("move", state, "a to 0303", book)) if each.rule == rule]
    assert [each.overrulable for each in into] == [False]


def star_objections(sit):
    from umpire.rulesets.star_general.acts.move import ACT

    return ACT.objections(sit)


# Strategic moves


@clause("TSG-2-05", "3SG-2-02")
@both("2-05", "2-02")
def test_a_strategic_move_keeps_three_hexes_from_every_enemy(book, rule):
    state = on_board(book, a=infantry("0301", mobility="wheeled"), z=theirs("infantry", hex="0809"))
    assert moved(state, "a to 0307", using=book).stands["a"].moved == "strategic"
    ends = on_board(book, a=infantry("0301", mobility="wheeled"), z=theirs("infantry", hex="0309"))
    assert rules(ends, "a to 0307", book) == {rule}
    assert not rules(ends, "a to 0306", book)
    starts = on_board(book, a=infantry("0303", mobility="wheeled"), z=theirs("infantry", hex="0301"))
    assert rules(starts, "a 0304 0305 0306 0307", book) == {rule}
    passes = on_board(book, lane("........"), a=infantry("0301", mobility="wheeled"), z=theirs("hq", hex="0104"))
    assert rules(passes, "a to 0307", book) == {rule}


def test_what_is_wrong_with_one_of_several_says_with_whom():
    stands = {"a": infantry("0302"), "b": infantry("0301"), "z": theirs("infantry", hex="0705")}
    state = on_board(**stands)
    alone = refused(act("move", state, "b to 0703 strategic=yes")).values()
    assert says(alone, "0703 2 z")
    assert not says(alone, "b 0703 2 z")
    assert says(refused(act("move", state, "a to 0303 b to 0703 b.strategic=yes")).values(), "b 0703 2 z")


@clause("TSG-2-06", "3SG-2-03")
@both("2-06", "2-03")
def test_a_strategic_move_is_inferred_and_its_price_said(book, rule):
    state = on_board(book, a=infantry("0301"))
    found = act("move", state, "a to 0304", book)
    assert says([found.title], "a 0304")
    assert says(outcome(found).words, "a", rule)
    assert done(found).stands["a"].moved == "strategic"
    assert act("move", state, "a to 0303", book).movers[0].how == "normal"
    assert act("move", state, "a to 0303 strategic=yes", book).movers[0].how == "strategic"


@clause("TSG-2-08", "3SG-2-03")
@pytest.mark.parametrize("book", BOOKS)
def test_the_limit_is_the_stand_s_not_the_unit_s(book):
    state = on_board(book, a=infantry("0301"), b=infantry("0501"))
    after = moved(state, "a to 0304 b to 0503", using=book)
    assert [after.stands[name].moved for name in "ab"] == ["strategic", "normal"]


# Stacking, 1.3


@clause("TSG-1.3-05", "3SG-1-02")
@both("1.3-01", "1-02")
def test_one_core_stand_in_a_hex_where_they_end(book, rule):
    state = on_board(book, a=infantry("0301"), b=infantry("0302"), c=infantry("0501"))
    found = act("move", state, "a to 0302", book)
    assert refused(found).keys() == {rule}
    assert says(refused(found).values(), "b 0302")
    assert not star_objections(found)[0].overrulable
    assert rules(state, "a to 0402 c to 0402", book) == {rule}
    after = moved(state, "a to 0302 b to 0303", using=book)
    assert [after.stands[name].hex for name in "ab"] == ["0302", "0303"]


@clause("TSG-1.3-03", "3SG-1.2-06")
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_with_a_stand_goes_with_it(book):
    state = on_board(book, a=infantry("0301"), mg=beside("a", "mg"))
    after = moved(state, "a to 0303", using=book)
    assert after.place(after.stands["mg"]) == after.map.grid.hex("0303")


# the stands that may move, and when


@both("5-10", "5-08")
def test_batteries_do_not_move_with_the_units(book, rule):
    state = on_board(book, g=gun("Red", hex="0301"))
    assert rules(state, "g to 0303", book) == {rule}


@both("6-04", "6-02")
def test_a_unit_without_its_hq_does_not_move(book, rule):
    state = on_board(book, a=infantry("0301"), h=ours("hq", hex="0302", sp=0))
    assert rules(state, "a to 0303", book) == {rule}


@clause("TSG-1.7-06", "3SG-1.6-05")
@both("1.7-06", "1.6-05")
def test_a_stand_moves_once_a_round(book, rule):
    state = active(on_board(book, a=infantry("0301"), b=infantry("0501")))
    after = moved(state, "a to 0302", using=book)
    assert late(act("move", after, "a to 0303", book)) == [rule]
    assert late(act("move", after, "b to 0502", book)) == []


@clause("TSG-1.7-04", "3SG-1.6-03")
@both("1.7-04", "1.6-03")
def test_a_unit_moves_before_it_attacks(book, rule):
    from dataclasses import replace

    state = active(on_board(book, a=infantry("0301")))
    state = replace(state, units={**state.units, "reds": replace(state.units["reds"], attacked=True)})
    assert late(act("move", state, "a to 0302", book)) == [rule]


@clause("TSG-1.7-03", "3SG-1.6-01")
@both("1.7-03", "1.6-03")
def test_only_the_unit_being_activated_moves(book, rule):
    state = on_board(book, a=infantry("0301"))
    assert late(act("move", state, "a to 0302", book))
    assert late(act("move", active(state, "reds2"), "a to 0302", book))
    assert late(act("move", active(state), "a to 0302", book)) == []


@pytest.mark.parametrize("book", BOOKS)
def test_a_refused_move_may_be_overruled_and_goes_on(book):
    state = on_board(book, a=infantry("0301"))
    found = act("move", state, "a to 0308", book)
    assert all(each.overrulable for each in star_objections(found))
    assert outcome(found).effects[0] == Place("a", "0308")


# Objectives


@clause("TSG-11-03", "3SG-11-01")
@both("11-03", "11-01")
def test_an_objective_is_held_by_who_was_there_last(book, rule):
    from dataclasses import replace

    state = on_board(book, board(names={"0302": "Farm"}), a=infantry("0301"), z=theirs("infantry", hex="0909"))
    targets = {"farm": Objective("farm", "Farm", "0302", 1, "Blue"), "hill": Objective("hill", "Hill", "0303")}
    state = replace(state, objectives=targets | {"dorp": Objective("dorp", "Dorp", "0808", 1, "Blue")})
    found = outcome(act("move", state, "a to 0303", book))
    assert [each for each in found.effects if isinstance(each, Hold)] == [Hold("farm", "Red"), Hold("hill", "Red")]
    assert says(found.words, "Red Farm", rule)
    starts = replace(state, objectives={"home": Objective("home", "Home", "0301")})
    assert Hold("home", "Red") in outcome(act("move", starts, "a to 0303", book)).effects
    again = moved(state, "a to 0303", using=book)
    assert not [each for each in outcome(act("move", again, "a to 0302", book)).effects if isinstance(each, Hold)]
    assert says([act("move", state, "a to 0302", book).title], "a 0302 Farm")


def test_a_stand_comes_onto_the_board():
    state = on_board(a=ours("infantry"), b=infantry("0301"))
    after = moved(state, "a to 0101 hexes=2")
    assert (after.stands["a"].hex, after.stands["a"].moved) == ("0101", "normal")
    assert rules(state, "a to 0301") == {"1.3-01"}
    for line in ("a", "a 0101 0102"):
        with mistaken(WrongPlace, about="a"):
            act("move", state, line)
