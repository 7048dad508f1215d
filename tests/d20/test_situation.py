"""Tests of d20 fire before any die: typed, known and assumed facts, the kind of fire, and what the rules forbid."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.d20.elements import EYES, FIRE, HQ, TABLE, aim, fate, field, pools, shoot, situation
from umpire.core.frozen import replace
from umpire.core.mistakes import (
    BadValue,
    Gone,
    HowMany,
    Misplaced,
    Missing,
    Mistake,
    Twice,
    Unasked,
    UnknownName,
    WrongSide,
)
from umpire.core.odds import explain
from umpire.game.distances import Tabletop
from umpire.game.facts import parse_told
from umpire.rulesets.d20.fire.fire import FACTS
from umpire.rulesets.d20.pools import column_of

SUPPRESSED = {"suppressed": True}


def refused(sit, *, retype=""):
    """Return the objections: rule -> words; those without an amount name `tell`."""
    objections = FIRE.objections(sit)
    assert [objection.retype for objection in objections if objection.retype] == ([retype] if retype else [])
    return {objection.rule: objection.words for objection in objections}


def column(sit):
    return column_of(sit.attack).name


def added(sit):
    """Return the modifiers of the first roll."""
    return pools(sit, 1)[0].sum("roll")


# ---- facts: typed, known, assumed


@pytest.mark.wording
def test_everything_assumed_is_said_once():
    sit = aim("tank at foe 6")
    assert sit.title == "Tank at Foe: AP fire, 6 away"
    assert sit.side == "Red"
    assert sit.known.assumed == ["front", "no cover", "in sight", "no edge near"]
    assert sit.known.sources["range"] == "told"
    assert sit.known.sources["foe.defence"] == "state"
    assert FIRE.objections(sit) == ()


@pytest.mark.wording
def test_what_is_told_is_not_assumed():
    line = "tank at foe range=6 side=yes foe.cover=soft visible=yes edge=no"
    assert aim(line).known.assumed == []
    assert aim("tank at foe 6", tank=SUPPRESSED).known.assumed[-1] == "not contacted"
    assert "in the firer's 90-degree field of fire" in aim("tank at foe 4", tank=SUPPRESSED).known.assumed


@clause("D20-GEN-03")
@pytest.mark.parametrize("word", ["6", '6"', "6in", "15.24cm", "0.5ft", "range=6", "range=6in"])
def test_a_bare_number_is_the_distance_in_inches(word):
    assert aim(f"tank at foe {word}").distance == 6


@clause("D20-GEN-03")
@pytest.mark.parametrize(("unit", "word"), [("cm", "6"), ("cm", "6cm"), ("hex", "6"), ("hex", "6hexes")])
def test_or_in_the_unit_agreed(unit, word):
    agreed = replace(field(), table=Tabletop(unit))
    assert situation("fire", f"tank at foe {word}", agreed).distance == 6


@clause("D20-GEN-03")
@pytest.mark.parametrize(
    ("word", "kind", "wrong"),
    [
        ("range=600m", Missing, "600m"),
        ("range=6hex", BadValue, "6hex"),
        ("range=6ells", BadValue, "6ells"),
    ],
)
def test_what_is_no_distance_on_this_table(word, kind, wrong):
    with mistaken(kind, wrong):
        aim(f"tank at foe {word}")


@clause("D20-GEN-03", "D20-GEN-04")
def test_distances_may_have_decimals():
    assert aim("tank at foe 6.5").distance == Fraction(13, 2)
    assert aim("tank at foe 6.50").known.values["range"] == "6.5"
    assert says([aim("tank at foe 6.50").title], "6.5")
    assert aim("tank at foe 4.0").distance == 4
    assert added(aim("tank at foe 4.25")) == 0  # HIT-03: no longer within 4


@pytest.mark.parametrize(
    ("line", "kind", "wrong", "hint"),
    [
        ("tank at foe", Missing, "", "fire tank at foe 6"),
        ("tank at feo 6", UnknownName, "feo", "foe"),
        ("tank at squad 6", WrongSide, "", "other side"),
        ("tank at tank 6", WrongSide, "", "other side"),
        ("tank foe 6", HowMany, "", "fire tank at foe 6"),
        ("at foe 6", HowMany, "", "fire tank at foe 6"),
        ("tank squad at foe 6", HowMany, "", "fire tank at foe 6"),
        ("tank at foe rnage=6 6", Unasked, "rnage", "range"),
        ("tank at foe 6 range=7", Twice, "range", ""),
        ("tank at foe range=far", BadValue, "far", "6.5"),
        ("tank at foe range=-1", BadValue, "-1", ""),
        ("tank at foe 6 cover=some", BadValue, "some", "did you mean none or soft?"),
        ("tank at foe 6 side=left", BadValue, "left", "side=yes"),
        ("tank at foe 6 car.cover=soft", Misplaced, "car", ""),
        ("tank at foe 6 mode=flak", BadValue, "flak", "ap"),
    ],
)
def test_words_that_make_no_sense(line, kind, wrong, hint):
    with mistaken(kind, wrong, hint=hint):
        aim(line)


def test_removed_elements_neither_fire_nor_are_fired_at():
    for one in ("tank", "foe"):
        with mistaken(Gone):
            aim("tank at foe 6", **{one: {"removed": "routed"}})


def test_names_are_typed_in_any_case():
    assert aim("TANK at Foe 6").attack.target.id == "foe"


def test_told_beats_the_card_and_says_so():
    sit = aim("tank at foe 6 foe.defence=2 tank.ap=8")
    assert column(sit) == "3:1"
    assert each_says(sit.known.notes, "tank.ap 6 8", "foe.defence 6 2")


def test_facts_that_make_no_difference_are_said_to():
    assert each_says(aim("tank at foe 6 source=mortar").known.notes, "source AP")
    notes = aim("squad at foot 4 side=yes foot.hulldown=yes").known.notes
    assert each_says(notes, "side HE/SA", "hulldown HE/SA")


def test_every_fact_of_the_help_can_be_told():
    values = {"range": "6", "mode": "ap", "cover": "soft", "source": "direct", "ap": "6", "defence": "6", "he": "3"}
    for mode, line in (("ap", "tank at foe"), ("he", "squad at foot")):
        facts = {fact: values.get(fact, "yes") for fact in FACTS if fact != ("he" if mode == "ap" else "ap")}
        told = " ".join(f"{fact}={value}" for fact, value in (facts | {"mode": mode}).items())
        assert aim(f"{line} {told}").attack.mode == mode


PIECES = (
    *("tank", "foe", "mg", "flame", "truck", "foot", "gun", "at", "3", "6", "0", "4.5", ".5", "=", "a=b", "side=yes"),
    *("mode=ap", "mode=he", "cover=soft", "tank.ap=9", "foe.defence=0", "smoke=yes", "contacted=maybe", "range="),
    *("source=mortar", "", "ap=*", "é=1"),
)


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=6))
@example(["tank", "at", "foe", "4.5", "side=yes"])
@example(["mg", "at", "truck", "6"])
def test_any_words_are_a_shot_or_a_clean_mistake(words):
    try:
        sit = FIRE.situate(field(), TABLE, parse_told(words, FIRE.connectors, FIRE.bare))
    except Mistake:
        return
    objections = FIRE.objections(sit)
    if all(objection.overrulable for objection in objections):
        for step in explain(lambda: FIRE.procedure(sit)):
            for pool in step.pools:
                assert pool.reading.added == pool.sum("roll")


# ---- the kind of fire


@pytest.mark.wording
@clause("D20-HIT-17")
@pytest.mark.parametrize(
    ("line", "mode", "assumed"),
    [
        ("tank at foe 6", "ap", ""),
        ("tank at car 6", "ap", ""),
        ("tank at foot 6", "he", ""),
        ("tank at gun 6", "he", ""),
        ("mortar at foot 6", "he", ""),
        ("flame at foot 3", "he", ""),
        ("mg at car 6", "ap", ""),
        ("tank at truck 6", "ap", "AP fire (for HE/SA: mode=he)"),
        ("flame at truck 4", "ap", "AP fire (for HE/SA: mode=he)"),
        ("mg at truck 6", "he", "HE/SA fire (for AP: mode=ap)"),
        ("squad at truck 4", "he", ""),
        ("tank at truck 6 mode=he", "he", ""),
        ("tank at truck 6 mode=sa", "he", ""),
        ("mg at truck 6 mode=ap", "ap", ""),
    ],
)
def test_which_fire(line, mode, assumed):
    sit = aim(line)
    assert sit.attack.mode == mode
    assert [words for words in sit.known.assumed if "fire (" in words] == ([assumed] if assumed else [])
    assert FIRE.objections(sit) == () or line == "mg at car 6"


# ---- what the rules forbid


@clause("D20-HIT-16")
def test_out_of_range():
    assert refused(aim("tank at foe 20")) == {}
    assert refused(aim("tank at foe 20.5")).keys() == {"HIT-16"}
    assert "HIT-16" in refused(aim("squad at foot 5"))


@clause("D20-RES-07")
def test_suppressed_range_is_4():
    assert refused(aim("tank at foe 4", tank=SUPPRESSED)) == {}
    words = refused(aim("tank at foe 5", tank=SUPPRESSED))["HIT-16"]
    assert says([words], "5 Tank 4 20")


@clause("D20-RES-12")
def test_suppression_lengthens_no_range():
    sit = aim("squad at foot 3", squad={"range": 2, "suppressed": True})
    assert refused(sit).keys() == {"HIT-16"}


@clause("D20-RES-09")
def test_suppressed_and_contacted():
    assert "RES-09" in refused(aim("tank at foe 2 contacted=yes", tank=SUPPRESSED))
    assert refused(aim("tank at foe 2 contacted=yes")) == {}
    assert refused(aim("tank at foe 2", tank=SUPPRESSED)) == {}


@clause("D20-GEN-11")
def test_not_in_sight():
    assert refused(aim("tank at foe 6 visible=no")).keys() == {"GEN-11"}


@clause("D20-RES-08", "D20-RES-13")
def test_outside_the_field_of_fire():
    assert refused(aim("tank at foe 4 arc=no")).keys() == {"RES-13"}
    assert "90-degree" in refused(aim("tank at foe 4 arc=no", tank=SUPPRESSED))["RES-08"]


@clause("D20-HIT-17")
def test_wrong_fire_is_refused_and_can_be_overruled():
    he_at_tank = aim("tank at foe 6 mode=he")
    assert refused(he_at_tank).keys() == {"HIT-17"}
    assert fate(shoot(he_at_tank, 20)) == "knocked out"  # 20 + 4 - 6
    ap_at_foot = aim("tank at foot 6 mode=ap")
    assert refused(ap_at_foot).keys() == {"HIT-17"}
    assert fate(shoot(ap_at_foot, 12, 1), "Foot") == "suppressed"


@clause("D20-HIT-17")
def test_no_value_to_fire_with():
    sit = aim("squad at foe 4")
    assert refused(sit, retype="squad.ap=4").keys() == {"HIT-17"}
    with mistaken(Missing, about="Squad AP Foe", hint="type: squad.ap=4"):
        shoot(sit, 10)
    assert refused(aim("squad at foe 4 squad.ap=4")) == {}
    assert refused(aim("tank at foot 4", tank={"he": None}), retype="tank.he=4").keys() == {"HIT-17"}
    assert refused(aim("tank at foot 4 tank.he=4", tank={"he": None})) == {}


@clause("D20-TRN-11")
def test_fire_at_a_passenger():
    words = refused(aim("squad at foot 4", foot={"aboard": "truck"}))["TRN-11"]
    assert says([words], "Truck Foot")
    gone = {"foot": {"aboard": "truck"}, "truck": {"removed": "knocked-out"}}
    assert refused(aim("squad at foot 4", **gone)) == {}


def test_every_rule_is_heard_at_once():
    sit = aim("tank at foe 9 visible=no arc=no contacted=yes mode=he", tank={"suppressed": True, "he": None})
    assert list(refused(sit, retype="tank.he=4")) == ["RES-09", "HIT-16", "GEN-11", "RES-08", "HIT-17"]


def test_an_overruled_shot_goes_on():
    sit = aim("tank at foe 30 visible=no contacted=yes", tank=SUPPRESSED)
    assert set(refused(sit)) == {"RES-09", "HIT-16", "GEN-11"}
    assert shoot(sit, 20, 20).instructions == ("REMOVE Foe",)


@clause("D20-GEN-03")
@pytest.mark.parametrize("typed", ["6,5", "6.5", '6,5"', "range=6,5"])
def test_a_decimal_comma_is_a_decimal_point(typed):
    assert aim(f"tank at foe {typed}").distance == Fraction(13, 2)
    assert says([aim(f"tank at foe {typed}").title], "Tank Foe AP 6.5")


@clause("D20-HIT-09", "D20-RES-01")
@pytest.mark.parametrize(
    ("line", "other"),
    [("tank at foe 6 hull-down=yes", "hulldown"), ("tank at foot 6 dug-in=yes", "dugin")],
)
def test_what_is_written_with_a_hyphen_may_be_told_with_one(line, other):
    written = aim(line).known.values
    assert written == aim(line.replace(line.split()[-1], f"{other}=yes")).known.values
    assert written[f"{line.split()[2]}.{other}"] is True


@clause("D20-GEN-03")
def test_so_is_one_in_a_move_and_in_a_test():
    assert situation("move", "foot 1,5").each[0].legs[0].distance == Fraction(3, 2)
    state = field(foot={"suppressed": True})
    assert says([situation("activate", "foot supported=more:4,5", state).known.notes[0]], "4 SPT-02")


@pytest.mark.wording
@pytest.mark.parametrize(
    ("verb", "line", "hint"),
    [
        ("artillery", "x zzz=S", "`umpire status` lists the elements"),
        ("artillery", "x tankk=S", "did you mean tank?"),
        (
            "activate",
            "foot supported=t2:6",
            "type supported=yes, supported=no, or an element and its distance: supported=ELEMENT:6",
        ),
        (
            "activate",
            "foot commander=xyz",
            "type commander=yes, commander=no, or a commander and its distance: commander=ELEMENT:3",
        ),
        ("move", "gun limber=no", "name the vehicle with limber=ELEMENT; to get off, type unlimber=yes"),
        ("move", "foot mount=yes", "name the vehicle with mount=ELEMENT; to get off, type dismount=yes"),
    ],
)
def test_whoever_is_named_and_not_there_gets_a_hint(verb, line, hint):
    with pytest.raises(Mistake) as wrong:
        situation(verb, line, field(foot={"suppressed": True}, hq=HQ, eyes=EYES, colonel=HQ))
    assert wrong.value.hint == hint
