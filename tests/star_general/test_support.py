"""Tests of light artillery and guns that support distant fire: section 3.5 of both books, a test for each clause."""

from __future__ import annotations

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.star_general.games import (
    BOOKS,
    FIRE,
    LIGHT,
    amount,
    beside,
    board,
    counted,
    dice,
    duel,
    fire,
    game,
    gun,
    ours,
    outcome,
    refusals,
    reply,
    shots,
    table,
    theirs,
    why_not,
)
from umpire.core.mistakes import Gone, HowMany, Twice, UnknownName, WrongSide, WrongSort
from umpire.rulesets.star_general.combat.pools import CombatSituation
from umpire.rulesets.star_general.range import dice as dice_of_each

both = pytest.mark.parametrize("book", BOOKS)
BOARD = board("\n".join([". " * 20] * 5))
REACH = {"TSG": 4, "3SG": 3}


def called(book: str, *told: str, red: str = "M", blue: str = "M", options=None, **more) -> CombatSituation:
    """Return infantry against infantry; `rl` and `bl` are light artillery with the HQs, which are not in the fight."""
    light = {"rl": beside("rhq", LIGHT[book]), "bl": beside("bhq", LIGHT[book])}
    return duel(book, ours("infantry"), theirs("infantry"), *told, red=red, blue=blue, options=options, **light, **more)


def placed(book: str, line: str, *, red: str = "M", blue: str = "H", **stands) -> CombatSituation:
    """Return a fight on an open board of 20 by 5 hexes."""
    return fire(game(book, red=red, blue=blue, on=BOARD, hq=False, **stands), line, book)


# light artillery


@clause("TSG-3.5.1-01", "TSG-3.5.1-03", "TSG-3.5-08", "3SG-3.5.1-01", "3SG-3.5.1-03")
@both
@pytest.mark.parametrize(("order", "rule"), [("M", "3.5.1-01"), ("H", "3.5.1-03")])
def test_attackers_light_artillery(book, order, rule):
    assert counted(called(book, red=order).attack, "rl") == [(rule, 1)]


@clause("TSG-3.5.2-01", "TSG-3.5.2-03", "3SG-3.5.2-01", "3SG-3.5.2-03")
@both
@pytest.mark.parametrize(("order", "rule"), [("M", "3.5.2-03"), ("H", "3.5.2-01"), ("D", "3.5.2-01")])
def test_defenders_light_artillery(book, order, rule):
    assert counted(reply(called(book, blue=order)), "bl") == [(rule, 1)]


@clause("TSG-3.2-16", "AMB-09")
@both
def test_a_defender_in_water_calls_as_on_move(book):
    sit = called(book, "terrain=stream reply h", blue="D", h=gun("Blue"))
    assert counted(reply(sit), "bl") == [("3.5.2-03", 1)]
    assert refusals(sit) == ("3.5.2-04" if book == "TSG" else "3.5.2-07",)


@clause("TSG-3.5.2-03")
@both
def test_machine_guns_with_the_light_artillery_stay_out(book):
    sit = called(book, blue="M", m=beside("z", "mg"), n=beside("z2", "mg"), z2=theirs("infantry"))
    assert dice(reply(sit)) == {"z": 3, "m": 1, "bl": 1}


@clause("TSG-3.5-06", "3SG-3.5.2-06")
@both
def test_light_artillery_with_a_firer_counts_once_and_spends_nothing(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), s=beside("a", LIGHT[book]))
    assert dice(sit.attack) == {"a": 3, "s": 1}
    assert shots(outcome(sit, "1234", "123")) == []


@clause("TSG-3.5-07", "3SG-3.5.2-06")
@both
@pytest.mark.parametrize("kind", ["mg", "at", "engineers", "tank"])
def test_other_platoons_fight_in_their_own_hex_only(book, kind):
    assert dice(called(book, s=beside("a2", kind), a2=ours("infantry")).attack) == {"a": 3, "rl": 1}


@clause("TSG-3.5-03", "3SG-3.5.1-01")
@both
def test_light_artillery_of_another_unit_is_not_called(book):
    other = {"a2": {"type": "infantry", "unit": "reds2"}, "s": beside("a2", LIGHT[book])}
    assert dice(duel(book, ours("infantry"), theirs("infantry"), **other).attack) == {"a": 3}


@clause("TSG-3.1-09", "TSG-3.5-03", "3SG-3.1-10", "3SG-3.5.2-05")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.1-09"), ("3SG", "3.5.2-05")])
def test_reach_of_light_artillery(book, rule):
    reach = REACH[book]
    sit = called(book, f"rl.range={reach} bl.range={reach + 1}", blue="H")
    assert dice(sit.attack)["rl"] == 1
    assert says([why_not(reply(sit), "bl", rule)], reach + 1, reach)


@both
@pytest.mark.parametrize("of", ["rl", "rhq"])
def test_a_fact_of_light_artillery_is_typed_for_it_or_for_the_stand_it_is_with(book, of):
    far = called(book, f"{of}.range=9 {of}.command=yes")
    assert dice(far.attack)["rl"] == 0
    out = called(book, f"{of}.command=no")
    assert dice(out.attack)["rl"] == 0
    assert dice(called(book, f"{of}.command=yes").attack)["rl"] == 1
    assert out.known.sources[f"{of}.command"] == "told"
    assert says(out.known.assumed)
    assert says(far.known.assumed)


@clause("3SG-3.5.2-05", "AMB-26")
@pytest.mark.parametrize(
    ("setting", "order", "far", "counts"),
    [("3", "H", 4, 0), ("split", "H", 4, 1), ("split", "D", 4, 1), ("split", "M", 4, 0), ("split", "H", 5, 0)],
)
def test_reach_of_fire_support_for_defenders(setting, order, far, counts):
    options = {"fs_range": setting}
    sit = called("3SG", f"bl.range={far} rl.range={far}", blue=order, red="H", options=options)
    assert dice(reply(sit))["bl"] == counts
    assert dice(sit.attack)["rl"] == 0  # attackers reach 3 in any case


@clause("TSG-3.5-05", "AMB-27")
@pytest.mark.parametrize(("book", "near", "far"), [("TSG", "0402", "0502"), ("3SG", "0401", "0402")])
def test_light_artillery_is_measured_to_the_enemy_hex(book, near, far):
    for place, extra in ((near, 1), (far, 0)):
        stands = {"a": ours("infantry", hex="0101"), "z": theirs("infantry", hex="0301")}
        hq = {"bhq": theirs("hq", hex=place), "bl": beside("bhq", LIGHT[book])}
        sit = placed(book, "a at z z.command=yes bhq.command=yes", **stands, **hq)
        assert dice(reply(sit))["bl"] == extra, place


@clause("3SG-3.5.2-05", "AMB-27")
def test_light_artillery_counts_from_the_nearest_of_two_attackers():
    stands = {
        "a0": ours("infantry", hex="0103"),
        "a1": ours("infantry", hex="0401"),
        "z": theirs("infantry", hex="0303"),
    }
    sit = placed("3SG", "a0 a1 at z", **stands, bhq=theirs("hq", hex="0503"), bl=beside("bhq", "fs"))
    assert [firer.distance for firer in sit.attackers] == [2, 2]
    assert dice(reply(sit))["bl"] == 1  # four hexes from a0, two from a1


@clause("TSG-3.5-05", "AMB-27")
@pytest.mark.parametrize(("place", "refused"), [("0901", ()), ("1001", ("5-08",))])
def test_guns_reach_the_nearest_of_two_attackers(place, refused):
    stands = {
        "a0": ours("infantry", hex="0101"),
        "a1": ours("infantry", hex="0501"),
        "z": theirs("infantry", hex="0301"),
    }
    sit = placed("TSG", "a0 a1 at z reply g", **stands, g=gun("Blue", hex=place, range=4))
    assert refusals(sit) == refused


@clause("TSG-3.5-03", "TSG-2.4-07", "3SG-2.2-05")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.5-03"), ("3SG", "3.5.2-04")])
def test_light_artillery_out_of_command_is_silent(book, rule):
    sit = called(book, "rhq.command=no bhq.command=no", blue="H")
    assert why_not(sit.attack, "rl", rule) == why_not(reply(sit), "bl", rule)


@clause("TSG-3.5-01", "3SG-3.5-01")
@both
def test_a_defender_out_of_command_has_its_own_hex_only(book):
    sit = called(book, "z.command=no", blue="H", m=beside("z", "mg"))
    assert dice(reply(sit)) == {"z": 3, "m": 1, "bl": 0}
    assert why_not(reply(sit), "bl", "3.5-01")


@clause("TSG-3.5-01", "3SG-3.5-01")
@both
def test_a_defender_out_of_command_calls_no_guns(book):
    assert refusals(called(book, "z.command=no reply h", blue="H", h=gun("Blue"))) == ("3.5-01",)


@clause("TSG-3.5-03", "3SG-3.5.2-04")
@pytest.mark.parametrize(
    ("book", "setting", "extra"),
    [("TSG", "stand_and_light", 1), ("TSG", "all_stands", 0), ("3SG", "all_stands", 0), ("3SG", "stand_and_light", 1)],
)
def test_every_stand_of_the_combat_in_command_or_one(book, setting, extra):
    state = game(book, a=ours("infantry"), a2=ours("infantry"), z=theirs("infantry"), rl=beside("rhq", LIGHT[book]))
    sit = fire(state, "a a2 at z a2.command=no", table(book, light_support_command_test=setting))
    assert dice(sit.attack)["rl"] == extra
    if not extra:
        rule = "3.5-03" if book == "TSG" else "3.5.2-04"
        assert why_not(sit.attack, "rl", rule)


# guns


@clause("TSG-3.5.1-02", "TSG-3.5.1-04", "TSG-3.5.2-02", "TSG-3.5.2-04", "3SG-3.5.1-04", "3SG-3.5.2-07", "AMB-28")
@both
@pytest.mark.parametrize(
    ("red", "blue", "rule"),
    [
        ("M", "H", ()),
        ("M", "D", ()),
        ("H", "H", ("3.5.1-04",)),
        ("H", "D", ("3.5.1-04",)),
        ("M", "M", ("defender",)),
        ("H", "M", ("3.5.1-04", "defender")),
    ],
)
def test_who_may_call_guns(book, red, blue, rule):
    sit = called(book, "with g reply h", red=red, blue=blue, g=gun("Red"), h=gun("Blue"))
    no = "3.5.2-04" if book == "TSG" else "3.5.2-07"
    assert refusals(sit) == tuple(no if each == "defender" else each for each in rule)


@clause("TSG-3.2-16", "AMB-09")
@both
def test_an_attacker_on_hold_in_water_gains_no_guns(book):
    sit = called(book, "with g a.terrain=stream", red="H", g=gun("Red"))
    assert refusals(sit) == ("3.5.1-04",)
    assert counted(sit.attack, "rl") == [("3.5.1-03", 1)]


@clause("TSG-3.5-02", "TSG-3.5.1-02", "3SG-3.5-02", "3SG-3.5.1-02")
@both
def test_guns_add_their_strength(book):
    state = game(book, a=ours("infantry"), z=theirs("infantry"), g1=gun("Red"), g2=gun("Red", sp=1))
    assert dice(fire(state, "a at z with g1 g2", book).attack) == {"a": 3, "g1": 2, "g2": 1}


@clause("TSG-5-07", "TSG-3.5.2-02", "3SG-3.5.1-02", "3SG-3.5.2-02")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "5-07"), ("3SG", "3.5.1-02")])
def test_two_guns_at_most_on_a_side(book, rule):
    guns = {name: gun("Red") for name in ("g1", "g2", "g3")} | {name: gun("Blue") for name in ("h1", "h2", "h3")}
    state = game(book, blue="H", a=ours("infantry"), z=theirs("infantry"), **guns)
    assert refusals(fire(state, "a at z with g1 g2 reply h1 h2", book)) == ()
    assert refusals(fire(state, "a at z with g1 g2 g3 reply h1 h2 h3", book)) == (rule, rule)


@clause("TSG-3.1-04", "TSG-3.5-04", "TSG-5-08", "3SG-3.1-05", "3SG-5-05")
@pytest.mark.parametrize(("book", "reach", "rule"), [("TSG", 12, "5-08"), ("3SG", 8, "5-05")])
def test_range_of_guns(book, reach, rule):
    places = {"a": ours("infantry", hex="0101"), "z": theirs("infantry", hex="0301")}
    for columns, refused in ((reach, ()), (reach + 1, (rule,))):
        sit = placed(book, "a at z with g", **places, g=gun("Red", hex=f"{3 + columns:02}01"))
        assert refusals(sit) == refused
        sit = placed(book, "a at z reply h", **places, h=gun("Blue", hex=f"{1 + columns:02}01"))
        assert refusals(sit) == refused


@clause("TSG-5-08")
def test_lighter_guns_of_shorter_range():
    sit = called("TSG", "with g g.range=7", g=gun("Red", range=6))
    assert refusals(sit) == ("5-08",)
    assert refusals(called("TSG", "with g g.range=6", g=gun("Red", range=6))) == ()


@both
def test_the_range_typed_is_that_of_the_firers_not_of_their_support(book):
    stands = {"a": ours("infantry", hex="0101"), "z": theirs("infantry", hex="0301"), "g": gun("Red", hex="2005")}
    hq = {"rhq": ours("hq", hex="1901"), "rl": beside("rhq", LIGHT[book])}
    sit = placed(book, "a at z 2 a.command=yes rhq.command=yes with g", **stands, **hq)
    assert refusals(sit) == ("5-08" if book == "TSG" else "5-05",)
    assert dice(sit.attack)["rl"] == 0


@clause("TSG-5-05", "3SG-5-04", "AMB-29")
@pytest.mark.parametrize(("book", "rule"), [("TSG", "5-05"), ("3SG", "5-04")])
def test_a_gun_named_spends_one_shot_and_must_have_it(book, rule):
    state = game(book, blue="H", a=ours("infantry"), z=theirs("infantry"), g=gun("Red"), h=gun("Blue", shots=1))
    assert state.stands["g"].shots == 3
    result = outcome(fire(state, "a at z with g reply h", book), "11111", "11111")
    assert shots(result) == ["g", "h"]
    assert each_says(result.instructions, "g 3→2", "h 1→0")
    empty = game(book, a=ours("infantry"), z=theirs("infantry"), g=gun("Red", shots=0))
    assert refusals(fire(empty, "a at z with g", book)) == (rule,)


@clause("TSG-5-05")
@both
def test_a_gun_that_adds_no_dice_spends_its_shot_all_the_same(book):
    sit = called(book, "with g", blue="D", g=gun("Red", sp=1))
    assert dice(sit.attack)["g"] == 0
    assert shots(outcome(sit, "111", "1111")) == ["g"]


@clause("TSG-3.3-06", "3SG-3.3-06")
@both
def test_light_artillery_and_guns_fire_overhead(book):
    stands = {
        "a": ours("infantry", hex="0102"),
        "z": theirs("infantry", hex="0302"),
        "rhq": ours("hq", hex="0103"),
        "rl": beside("rhq", LIGHT[book]),
        "g": gun("Red", hex="0602"),
        "between": theirs("infantry", hex="0402"),
        "friend": ours("infantry", hex="0203"),
    }
    sit = placed(book, "a at z with g", **stands)
    assert refusals(sit) == ()
    assert dice(sit.attack) == {"a": 3, "rl": 1, "g": 2}


@clause("TSG-5-05", "AMB-29")
@both
def test_a_gun_supports_a_combat_once(book):
    state = game(book, a=ours("infantry"), z=theirs("infantry"), g=gun("Red"), h=gun("Blue"))
    with mistaken(Twice, about="g"):
        fire(state, "a at z with g g", book)
    with mistaken(Twice, about="h"):
        fire(state, "a at z reply h H", book)


@both
@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("a at z with h", WrongSide, "h a"),
        ("a at z with a2", WrongSort, "a2"),
        ("a at z with own", WrongSort, "own"),
        ("a at z with x", UnknownName, "x"),
        ("a at z reply g", WrongSide, "g z"),
        ("a at h reply h", HowMany, "h"),
        ("a at z with old", Gone, "old"),
    ],
)
def test_guns_that_make_no_sense(book, line, kind, about):
    guns = {"g": gun("Red"), "h": gun("Blue"), "old": gun("Red", sp=0), "own": ours("artillery")}
    with mistaken(kind, about=about):
        fire(game(book, a=ours("infantry"), a2=ours("infantry"), z=theirs("infantry"), **guns), line, book)


# guns that could have been named


@both
def test_guns_not_named_are_listed_with_their_shots(book):
    guns = {"g1": gun("Red"), "g2": gun("Red", shots=1), "g3": gun("Red", shots=0), "h": gun("Blue")}
    sit = called(book, blue="H", **guns)
    assert sit.also == (("with", "g1", "3 shots"), ("with", "g2", "1 shot"), ("reply", "h", "3 shots"))
    assert called(book, "with g1 g2 reply h", blue="H", **guns).also == ()
    third = {**guns, "g3": gun("Red")}
    assert called(book, "with g1 g2 reply h", blue="H", **third).also == ()
    assert called(book, "with g1 reply h", blue="H", **third).also == (
        ("with", "g2", "1 shot"),
        ("with", "g3", "3 shots"),
    )


@both
@pytest.mark.parametrize(
    ("target", "told", "blue"),
    [
        (theirs("hq"), (), "H"),
        (theirs("infantry"), (), "M"),
        (theirs("infantry"), (), "R"),
        (theirs("infantry"), ("z.command=no",), "H"),
        (theirs("infantry"), ("reply=no",), "H"),
        (gun("Blue", shots=0), (), "H"),
    ],
)
def test_no_gun_is_suggested_that_would_be_refused(book, target, told, blue):
    sit = duel(book, ours("infantry"), target, *told, red="H", blue=blue, g=gun("Red"), h=gun("Blue"))
    assert sit.also == ()


@both
def test_no_gun_is_suggested_while_an_attacker_is_out_of_command(book):
    state = game(book, a=ours("infantry"), a2=ours("infantry"), z=theirs("infantry"), g=gun("Red"))
    assert fire(state, "a a2 at z a2.command=no", book).also == ()
    assert fire(state, "a a2 at z", book).also == (("with", "g", "3 shots"),)


@both
def test_guns_out_of_range_are_not_listed(book):
    places = {"a": ours("infantry", hex="0101"), "z": theirs("infantry", hex="0301")}
    sit = placed(book, "a at z", **places, g=gun("Red", hex="1705"), h=gun("Blue", hex="0705"))
    assert sit.also == (("reply", "h", "3 shots"),)


@clause("AMB-27")
@both
def test_a_gun_that_reaches_one_of_two_attackers_is_listed(book):
    stands = {
        "a0": ours("infantry", hex="0101"),
        "a1": ours("infantry", hex="0501"),
        "z": theirs("infantry", hex="0301"),
    }
    sit = placed(book, "a0 a1 at z", **stands, g=gun("Blue", hex="0901", range=4), h=gun("Blue", hex="1001", range=4))
    assert sit.also == (("reply", "g", "3 shots"),)


# a unit without its HQ


@clause("TSG-6-06", "3SG-6-05")
@pytest.mark.parametrize("setting", [True, False])
@both
def test_own_support_without_the_hq(book, setting):
    light = {"s": beside("z", LIGHT[book]), "bl": beside("z2", LIGHT[book]), "z2": theirs("infantry")}
    lost = {"bhq": theirs("hq", sp=0)}
    sit = duel(
        book,
        ours("infantry"),
        theirs("infantry"),
        blue="H",
        options={"hqless_own_hex_support": setting},
        **light,
        **lost,
    )
    assert dice(reply(sit)) == {"z": 3, "s": int(setting), "bl": 0}
    if not setting:
        assert why_not(reply(sit), "s", "6-06" if book == "TSG" else "6-05")


@clause("TSG-6-06", "3SG-6-05")
@both
def test_a_unit_whose_hq_is_not_on_the_roster_has_not_lost_it(book):
    stands = {"a": ours("infantry"), "z": theirs("infantry"), "m": beside("z", "mg")}
    sit = fire(game(book, hq=False, **stands), "a at z z.command=no", book)
    assert dice(reply(sit)) == {"z": 3, "m": 1}


@clause("TSG-6-13", "3SG-6-12")
@both
def test_without_the_hq_nobody_attacks(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), rhq=ours("hq", sp=0))
    assert refusals(sit) == ("6-13" if book == "TSG" else "6-12",)
    assert says(sit.known.assumed)
    assert sit.known.sources["a.command"] != "assumed"
    assert amount(sit.attack, "a", "3.1-02" if book == "TSG" else "3.1-03") == 3


@clause("TSG-3.5.1-04", "3SG-3.5.1-04")
@both
def test_guns_that_may_not_be_called_are_named_with_who_calls_them(book):
    stands = {"a": ours("infantry"), "z": theirs("infantry"), "g": gun("Red"), "q": gun("Blue")}
    attack = FIRE.objections(fire(game(book, red="H", **stands), "a at z with g air", book))
    assert says((one.words for one in attack), "a g air")
    defence = FIRE.objections(fire(game(book, blue="M", **stands), "a at z reply q", book))
    assert each_says((one.words for one in defence), "z q")


@clause("TSG-3.2-16", "AMB-09")
@both
def test_a_defender_in_water_is_said_to_fight_as_on_move(book):
    sit = duel(book, ours("infantry"), theirs("infantry"), "reply q", "z.terrain=stream", blue="H", q=gun("Blue"))
    assert each_says((one.words for one in FIRE.objections(sit)), "z q")


def test_3SG_AMB_71_a_battery_that_may_call_nothing_is_said_to_be_one():
    state = game("3SG", a=ours("infantry"), z=gun("Blue"), q=gun("Blue"))
    [objection] = FIRE.objections(fire(state, "a at z reply q", "3SG"))
    assert says([objection.words], "z q")


@clause("TSG-3.5-01", "3SG-3.5-01")
@both
def test_who_is_out_of_command_is_named_with_the_guns_it_may_not_call(book):
    stands = {"a": ours("infantry"), "b": ours("infantry"), "z": theirs("infantry"), "g": gun("Red")}
    one = FIRE.objections(fire(game(book, **stands), "a b at z with g b.command=no", book))
    assert says((each.words for each in one), "b g")
    two = FIRE.objections(fire(game(book, **stands), "a b at z with g command=no", book))
    assert each_says((each.words for each in two if each.rule == "3.5-01"), "a g", "b g")
    lost = FIRE.objections(fire(game(book, rhq=ours("hq", sp=0), **stands), "a at z with g", book))
    assert says([lost[-1].words], "a g")
    assert lost[-1].rule == {"TSG": "6-06", "3SG": "6-05"}[book]


def test_a_truck_has_no_dice_of_its_own():
    state = game("TSG", a=ours("infantry"), truck=beside("a", "truck"))
    shown = dice_of_each(state, table("TSG"))["truck"]
    assert shown.rows == ()
    assert each_says(shown.notes, "")
