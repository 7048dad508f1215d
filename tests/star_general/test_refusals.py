"""Tests of distant fire that is refused or makes no sense: sections 3.3, 3.4 and 6 of both books, lines of fire."""

from __future__ import annotations

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.star_general.games import (
    BOOKS,
    FIRE,
    beside,
    board,
    dice,
    duel,
    fire,
    game,
    gun,
    ours,
    outcome,
    refusals,
    theirs,
)
from umpire.core.mistakes import (
    BadValue,
    Gone,
    HowMany,
    Misplaced,
    Twice,
    Unasked,
    UnknownName,
    WrongSide,
    WrongSort,
)
from umpire.rulesets.star_general.combat.pools import CombatSituation

both = pytest.mark.parametrize("book", BOOKS)
RULE = {
    "hexside": {"TSG": "3.3-08", "3SG": "3.3-07"},
    "terrain": {"TSG": "3.3-09", "3SG": "3.3-07"},
    "alone": {"TSG": "3.4-06", "3SG": "3.4-04"},
}


def seen(book: str, rows: str, line: str = "a at z", *, red: str = "M", blue: str = "M", **stands) -> CombatSituation:
    """Return a fight on a map, every stand in its hex and no HQs, so that all are in command."""
    return fire(game(book, red=red, blue=blue, on=board(rows), hq=False, **stands), line, book)


# reach


@clause("TSG-3-02", "TSG-3.3-01", "3SG-3.1-01", "3SG-3.3-01")
@pytest.mark.parametrize(
    ("book", "distance", "rule"),
    [
        ("TSG", 1, ("3.3-01",)),
        ("TSG", 2, ()),
        ("TSG", 3, ()),
        ("TSG", 4, ("3-02",)),
        ("3SG", 1, ("3.3-01",)),
        ("3SG", 2, ()),
        ("3SG", 3, ("3.1-01",)),
    ],
)
def test_distance(book, distance, rule):
    assert refusals(duel(book, ours("infantry"), theirs("infantry"), str(distance))) == rule
    places = {"a": ours("infantry", hex="0101"), "z": theirs("infantry", hex=f"{1 + distance:02}01")}
    assert refusals(seen(book, ". . . . . .", **places)) == rule


# the stands that may start a combat


@clause("TSG-3.2-14", "TSG-3.3-03", "TSG-3.6-01", "3SG-3.3-03", "3SG-3.6-01")
@both
@pytest.mark.parametrize(("order", "rule"), [("M", ()), ("H", ()), ("D", ("3.3-03",)), ("R", ("3.3-03",))])
def test_orders_that_attack(book, order, rule):
    sit = duel(book, ours("infantry"), theirs("infantry"), red=order)
    assert refusals(sit) == rule
    for objection in FIRE.objections(sit):
        assert not objection.overrulable
        assert objection.retype == "a.order=M"
    assert refusals(duel(book, ours("infantry"), theirs("infantry"), "a.order=M", red=order)) == ()


@clause("TSG-3.3-03")
@both
@pytest.mark.parametrize("order", ["D", "R"])
def test_every_refusal_names_its_rule(book, order):
    light = "la" if book == "TSG" else "fs"
    sit = duel(book, ours("infantry"), theirs("infantry"), "with g", red=order, g=gun("Red"), rl=beside("rhq", light))
    assert refusals(sit) == ("3.3-03", "3.3-03")
    assert all(line.rule for line in sit.attack.lines)


@clause("TSG-3.4-01", "TSG-2.4-06", "3SG-3.4-01", "3SG-2.2-05")
@both
def test_a_firer_out_of_command(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), "a.command=no")
    assert refusals(sit) == ("3.4-01",)
    assert [objection.overrulable for objection in FIRE.objections(sit)] == [True]


@clause("TSG-1.1-06", "TSG-3.4-01", "3SG-1.2-02", "3SG-3.4-01")
@both
@pytest.mark.parametrize(("hq", "rule"), [("0103", ()), ("0104", ("3.4-01",))])
def test_command_range_is_two_hexes(book, hq, rule):
    stands = {"a": ours("infantry", hex="0101"), "z": theirs("infantry", hex="0301"), "rhq": ours("hq", hex=hq)}
    assert refusals(seen(book, "\n".join([". . . ."] * 4), **stands)) == rule


@clause("TSG-6-01", "3SG-6-01", "3SG-3.4-02")
@both
def test_an_hq_starts_no_combat(book):
    assert refusals(duel(book, ours("hq"), theirs("infantry"))) == ("6-01",)


@clause("TSG-3.4-02", "3SG-3.4-02")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.4-02"), ("3SG", "3.4-02")])
def test_a_battery_starts_no_combat(book, rule):
    assert refusals(duel(book, gun("Red"), theirs("infantry"))) == (rule,)


@clause("TSG-3.4-02", "3SG-3.4-02")
@pytest.mark.parametrize(
    ("book", "setting", "rule"),
    [
        ("TSG", "infantry_and_tank", ("3.4-02",)),
        ("TSG", "any_but_hq", ()),
        ("3SG", "any_but_hq", ()),
        ("3SG", "infantry_and_tank", ("3.4-02",)),
    ],
)
def test_artillery_of_a_unit_as_an_option(book, setting, rule):
    sit = duel(book, ours("artillery"), theirs("infantry"), options={"initiator_types": setting})
    assert refusals(sit) == rule


@clause("TSG-3.4-02")
@pytest.mark.parametrize("setting", ["infantry_and_tank", "any_but_hq"])
def test_the_option_frees_neither_hq_nor_battery(setting):
    options = {"initiator_types": setting}
    assert refusals(duel("TSG", ours("hq"), theirs("infantry"), options=options)) == ("6-01",)
    assert refusals(duel("TSG", gun("Red"), theirs("infantry"), options=options)) == ("3.4-02",)


# the numbers of firers and targets


@clause("TSG-3.4-03", "TSG-3.4-04", "TSG-3.4-06", "3SG-3.4-03", "3SG-3.4-04", "3SG-3.4-08")
@both
@pytest.mark.parametrize("order", ["M", "H"])
def test_how_many_stands_attack(book, order):
    stands = {name: ours("infantry") for name in ("a", "b", "c")}
    state = game(book, red=order, z=theirs("infantry"), **stands)
    alone = (RULE["alone"][book],)
    assert refusals(fire(state, "a at z", book)) == ()
    assert refusals(fire(state, "a b at z", book)) == (() if order == "M" else alone)
    assert refusals(fire(state, "a b c at z", book)) == (("3.4-03",) if order == "M" else alone)


@clause("TSG-3.4-05", "3SG-3.4-05")
@both
def test_an_overruled_third_stand_adds_its_dice(book):
    state = game(book, z=theirs("infantry"), a=ours("infantry"), b=ours("infantry"), c=ours("infantry"))
    assert dice(fire(state, "a b c at z", book).attack) == {"a": 3, "b": 3, "c": 3}


@clause("TSG-3.4-03", "3SG-3.4-03")
@both
def test_the_stands_are_of_one_unit(book):
    state = game(book, z=theirs("infantry"), a=ours("infantry"), b={"type": "infantry", "unit": "reds2"})
    assert refusals(fire(state, "a b at z", book)) == ("3.4-03",)


@clause("TSG-3.4-04", "3SG-3.4-08")
@both
def test_one_target_hex(book):
    state = game(book, a=ours("infantry"), y=theirs("infantry"), z=theirs("infantry"))
    with mistaken(HowMany):
        fire(state, "a at y z", book)


@both
def test_every_rule_that_says_no_is_named(book):
    state = game(book, red="H", z=theirs("infantry"), a=ours("infantry"), b=ours("infantry"), g=gun("Red", shots=0))
    sit = fire(state, "a b at z 9 a.command=no a.line=blocked with g g.range=20", book)
    reach, far, empty = ("3-02", "5-08", "5-05") if book == "TSG" else ("3.1-01", "5-05", "5-04")
    assert refusals(sit) == (
        "3.4-01",
        reach,
        "3.3-05",
        reach,
        RULE["alone"][book],
        "3.5.1-04",
        "3.5-01",
        far,
        empty,
    )


# lines of fire

SIX = ". . . . . ."


@clause("TSG-3.3-05", "3SG-3.3-05")
@both
@pytest.mark.parametrize("card", [ours("infantry"), theirs("infantry"), gun("Blue"), theirs("hq"), ours("hq")])
def test_not_through_a_stand_friend_or_enemy(book, card):
    sit = seen(book, SIX, a=ours("infantry", hex="0101"), z=theirs("infantry", hex="0301"), x={**card, "hex": "0201"})
    assert refusals(sit) == ("3.3-05",)
    assert says([FIRE.objections(sit)[0].words], "x 0201")


@clause("TSG-3.3-05")
@both
def test_a_destroyed_stand_stops_nothing(book):
    gone = theirs("infantry", hex="0201", sp=0)
    assert refusals(seen(book, SIX, a=ours("infantry", hex="0101"), z=theirs("infantry", hex="0301"), x=gone)) == ()


@clause("TSG-3.3-09", "3SG-3.3-07", "AMB-32")
@both
@pytest.mark.parametrize(("glyph", "blocks"), [("w", 1), ("t", 1), ("v", 1), ("h", 0), ("d", 0), ("r", 0), ("s", 0)])
def test_woods_and_towns_between(book, glyph, blocks):
    sit = seen(book, f". {glyph} . .", a=ours("infantry", hex="0101"), z=theirs("infantry", hex="0301"))
    assert refusals(sit) == (RULE["terrain"][book],) * blocks


@clause("TSG-3.3-09", "AMB-32")
@both
def test_the_hexes_of_firer_and_target_block_nothing(book):
    assert refusals(seen(book, "w . t .", a=ours("infantry", hex="0101"), z=theirs("infantry", hex="0301"))) == ()


@clause("TSG-3.3-09", "AMB-32")
@both
@pytest.mark.parametrize(("kind", "blocks"), [("blocking", 1), ("cover and blocking", 1), ("cover", 0), ("open", 0)])
def test_ground_the_scenario_names(book, kind, blocks):
    plain = board(SIX)
    on = type(plain)(plain.grid, (".~....",), {".": "open", "~": "orchard"}, {})
    stands = {"a": ours("infantry", hex="0101"), "z": theirs("infantry", hex="0301")}
    sit = fire(game(book, on=on, ground={"orchard": kind}, hq=False, **stands), "a at z", book)
    assert refusals(sit) == (RULE["terrain"][book],) * blocks


# the line from 0201 to 0203 runs along the side that 0102 and 0202 share
ALONG = {"a": ours("infantry", hex="0201"), "z": theirs("infantry", hex="0203")}


@clause("TSG-3.3-08", "3SG-3.3-07", "AMB-31")
@both
@pytest.mark.parametrize(
    ("between", "blocks"),
    [("..", 0), ("w.", 0), (".w", 0), ("ww", 1), ("x.", 0), (".x", 0), ("xx", 1), ("wx", 1), ("xw", 1)],
)
def test_along_a_hex_side(book, between, blocks):
    glyphs = [glyph if glyph == "w" else "." for glyph in between]
    stands = {f"x{i}": theirs("infantry", hex=f"0{i + 1}02") for i in range(2) if between[i] == "x"}
    sit = seen(book, f". . .\n{' '.join(glyphs)} .\n. . .", **ALONG, **stands)
    assert refusals(sit) == (RULE["hexside"][book],) * blocks


@clause("TSG-3.3-08", "AMB-31")
@both
def test_along_the_edge_of_the_board_one_hex_leaves_a_gap(book):
    edge = {"a": ours("infantry", hex="0101"), "z": theirs("infantry", hex="0103")}
    assert refusals(seen(book, ". .\nw .\n. .", **edge)) == ()


@both
def test_typed_lines_of_fire_override_the_map_and_say_so(book):
    stands = {"a": ours("infantry", hex="0101"), "z": theirs("infantry", hex="0301")}
    clear = seen(book, ". w . .", "a at z line=clear", **stands)
    assert refusals(clear) == ()
    assert each_says(clear.known.notes, "a.line blocked clear")
    blocked = seen(book, ". . . .", "a at z line=blocked", **stands)
    assert refusals(blocked) == ("3.3-05",)
    assert each_says(blocked.known.notes, "a.line clear blocked")
    agreed = seen(book, ". w . .", "a at z line=blocked", **stands)
    assert (refusals(agreed), agreed.known.notes) == ((RULE["terrain"][book],), [])


# the map and typed facts


@both
def test_typed_facts_override_the_map_and_say_so(book):
    stands = {"a": ours("infantry", hex="0101"), "z": theirs("infantry", hex="0401")}
    sit = seen(book, ". . . w", "a at z 2 terrain=open z.order=H", **stands)
    assert sit.attackers[0].distance == 2
    assert each_says(sorted(sit.known.notes), "a.range 3 2", "z.order M H", "z.terrain woods open")


@both
def test_hexes_name_the_stands_in_them(book):
    stands = {"a": ours("infantry", hex="0101"), "z": theirs("infantry", hex="0301"), "m": beside("z", "mg")}
    assert says([seen(book, SIX, "0101 at 0301", **stands).title], "a z 0301 2")
    assert seen(book, SIX, "0101 at m", **stands).target.stand.id == "z"


@both
def test_an_empty_hex_is_no_target(book):
    with mistaken(BadValue, "0401", about="0401"):
        seen(book, SIX, "a at 0401", a=ours("infantry", hex="0101"))


@both
def test_command_typed_without_a_name_is_that_of_the_firers(book):
    state = game(book, a=ours("infantry"), c=ours("infantry"), z=theirs("infantry"))
    sit = fire(state, "a c at z command=no", book)
    assert refusals(sit) == ("3.4-01", "3.4-01")
    assert sit.target.in_command


@both
@pytest.mark.parametrize(
    ("line", "kind", "word", "about"),
    [
        ("at z", HowMany, "", ""),
        ("a", HowMany, "", ""),
        ("a at", HowMany, "", ""),
        ("a a at z", Twice, "", "a"),
        ("a at b", WrongSide, "", "b a"),
        ("a y at z", WrongSide, "", "z y"),
        ("a at lost", Gone, "", "lost"),
        ("lost2 at z", Gone, "", "lost2"),
        ("m at z", WrongSort, "", "m"),
        ("a at nobody", UnknownName, "nobody", "nobody"),
        ("a at z rnage=2", Unasked, "rnage", "rnage"),
        ("a at z y.order=M", Misplaced, "y.order", "y"),
        ("a at z z.order=Q", BadValue, "Q", "order"),
        ("a at z terrain=swamp", BadValue, "swamp", "terrain"),
        ("a at z order=H", Misplaced, "order", "order"),
        ("a at 0909", UnknownName, "0909", "0909"),
        ("a at z line=maybe", BadValue, "maybe", "line"),
        ("a at z command=perhaps", BadValue, "perhaps", "command"),
    ],
)
def test_what_makes_no_sense_is_a_mistake(book, line, kind, word, about):
    stands = {"lost": theirs("infantry", sp=0), "lost2": ours("infantry", sp=0), "m": beside("a", "mg")}
    state = game(book, a=ours("infantry"), b=ours("infantry"), y=theirs("infantry"), z=theirs("infantry"), **stands)
    with mistaken(kind, word, about=about):
        fire(state, line, book)


@both
def test_a_refusal_overruled_goes_on_with_its_numbers(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), "a.command=no")
    assert outcome(sit, "661", "111").instructions == ("z 5→3",)


@clause("TSG-3.3-08", "3SG-3.3-07", "AMB-31")
@both
def test_what_stands_on_either_side_of_the_line_is_said(book):
    sit = seen(book, ". . .\n. w .\n. . .", **ALONG, x=theirs("infantry", hex="0102"))
    [objection] = FIRE.objections(sit)
    assert says([objection.words], "a x 0102 woods 0202")
