"""Tests of d20 tests to remove suppression: their modifiers, support, and the results of the die."""

from fractions import Fraction

import pytest

from tests.catalogue import each_says, hear, mistaken, says
from tests.clauses import clause
from tests.d20.elements import (
    EYES,
    HQ,
    TABLE,
    act,
    acted,
    aim,
    at,
    fate,
    field,
    out_of_turn,
    pools,
    refusals,
    situation,
)
from umpire.core.mistakes import BadValue, HowMany, Unasked, UnknownName, WrongSide
from umpire.core.odds import explain, odds, walk
from umpire.rulesets.d20 import FAMILY as d20
from umpire.rulesets.d20.acts.activate import no_support
from umpire.rulesets.d20.state import Objective

ACTIVATE = d20.act("activate")
SUPPRESSED = {"suppressed": True}


def down(*ids, **changed):
    """Return the field with these elements suppressed."""
    return field(**{**changed, **{id: {**changed.get(id, {}), **SUPPRESSED} for id in ids}})


def lines(line, state):
    """Return the modifiers that count in the first test: rule -> amount."""
    (first, *_) = explain(lambda: ACTIVATE.procedure(situation("activate", line, state)))
    return {one.rule: one.amount for one in first.pools[0].lines if one.applied and one.on == "roll"}


def notes(line, state):
    return situation("activate", line, state).known.notes


# ---- the results of the die


@clause("D20-SUP-01", "D20-SUP-06")
@pytest.mark.parametrize(
    ("face", "quality", "says"),
    [
        (11, "regular", "stays suppressed"),
        (12, "regular", "recovers"),
        (10, "elite", "recovers"),
        (12, "green", "stays suppressed"),
        (13, "green", "recovers"),
        (20, "regular", "recovers"),
        (2, "regular", "stays suppressed"),
        (1, "regular", "routed"),
    ],
)
def test_12_with_troop_quality(face, quality, says):
    state = down("foot", foot={"quality": quality})
    comes_to = {"stays suppressed": (True, ""), "recovers": (False, ""), "routed": (False, "routed")}
    foot = acted("activate", "foot", state, face).elements["foot"]
    assert (foot.suppressed, foot.removed) == comes_to[says]
    hear(fate(act("activate", "foot", state, face), "Foot"))


@clause("D20-SUP-02")
def test_a_natural_1_routs():
    outcome = act("activate", "foot", down("foot"), 1)
    assert outcome.instructions == ("REMOVE Foot",)
    assert each_says(outcome.words, "Foot 1 routed SUP-02")
    assert acted("activate", "foot", down("foot"), 1).elements["foot"].removed == "routed"


@clause("D20-SUP-03")
def test_a_natural_1_routs_whatever_is_added():
    state = down("foot", foot={"quality": "elite"})
    assert fate(act("activate", "foot objectives=9 commander=yes", state, 1), "Foot") == "routed"
    assert fate(act("activate", "foot objectives=9", state, 2), "Foot") == "recovers"


@clause("D20-SUP-15")
def test_success_removes_suppression_and_failure_changes_nothing():
    state = down("foot")
    assert act("activate", "foot", state, 12).instructions == ("RECOVER Foot",)
    assert not acted("activate", "foot", state, 12).elements["foot"].suppressed
    assert acted("activate", "foot", state, 11) == state


@clause("D20-SUP-16")
@pytest.mark.parametrize(
    ("told", "m"), [("", 0), ("supported=no", -3), ("objectives=1 commander=yes", 3), ("objectives=5", 10)]
)
def test_chances(told, m):
    sit = situation("activate", f"foot {told}", down("foot"))
    found = odds(lambda: ACTIVATE.procedure(sit))
    chances = {outcome.tally[0][1]: Fraction(weight, found.total) for outcome, weight in found.outcomes}
    assert chances["routed"] == Fraction(1, 20)
    assert chances["recovers"] == Fraction(max(0, min(19, 9 + m)), 20)


@clause("D20-SUP-12")
def test_one_attempt_and_only_of_suppressed_elements():
    assert refusals("activate", situation("activate", "foot", field())).keys() == {"SUP-12"}
    state = at(down("squad"), "command")
    assert out_of_turn("activate", "squad", state) == {}
    tried = acted("activate", "squad", state, 5)
    assert out_of_turn("activate", "squad", tried).keys() == {"SUP-12"}
    assert "TURN-06" in out_of_turn("activate", "foot", at(down("foot"), "command"))
    assert "TURN-01" in out_of_turn("activate", "squad", at(down("squad"), "fire"))


# ---- the modifiers


@pytest.mark.wording
@clause("D20-SUP-04", "D20-SUP-14")
def test_a_commander_near():
    assert lines("foot commander=yes", down("foot")) == {"SUP-04": 1}
    assert lines("foot commander=hq", down("foot", "hq", hq=HQ)) == {"SUP-04": 1}  # a suppressed one counts
    assert lines("foot", down("foot", hq=HQ)) == {}
    assert "no commander within 4" in situation("activate", "foot", down("foot", hq=HQ)).known.assumed
    assert "no commander within 4" not in situation("activate", "foot", down("foot")).known.assumed  # there is none
    assert lines("hq commander=hq", down("hq", hq=HQ)) == {}
    assert notes("hq commander=hq", down("hq", hq=HQ)) == ["a commander does not help itself (SUP-14)"]
    assert notes("foot commander=more", down("foot")) == ["More: it is not a commander of Blue"]


@clause("D20-SUP-04", "D20-SUP-08")
def test_how_far_a_commander_or_an_edge_is_may_be_told():
    state = down("foot", hq=HQ)
    assert lines("foot commander=hq:4", state) == {"SUP-04": 1} == lines("foot commander=hq", state)
    assert lines("foot commander=hq:4.5", state) == {}
    assert each_says(notes("foot commander=hq:4.5", state), "Hq 4 SUP-04")
    assert lines("foot edge=4", state) == {"SUP-08": -1}
    assert lines("foot edge=5", state) == {}
    for line, rule in (("tank at foe 6", "HIT-11"), ("tank at foot 6", "HE-05")):
        assert rule in [each.rule for each in pools(aim(f"{line} edge=3"), 1)[0].lines if each.applied]
        assert rule not in [each.rule for each in pools(aim(f"{line} edge=5"), 1)[0].lines if each.applied]


@clause("D20-SUP-05", "D20-SUP-13")
def test_objectives_held_now():
    mill, ford = Objective("mill", "Mill", "Blue"), Objective("ford", "Ford", "Red")
    state = at(down("foot"), "command", "Blue", objectives={"mill": mill, "ford": ford})
    assert lines("foot", state) == {"SUP-05": 2}
    assert lines("foot objectives=2", state) == {"SUP-05": 4}
    assert lines("foot", down("foot")) == {}


@clause("D20-SUP-07", "D20-SUP-10")
@pytest.mark.parametrize(("removed", "amount"), [(2, 0), (3, -1), (5, -1), (6, -2)])
def test_losses_of_the_own_side(removed, amount):
    blue = ["foe", "car", "truck", "more", "gun", "one", "two"]
    gone = {id: {"removed": "knocked-out"} for id in blue[:removed]}
    extra = {id: {"side": "Blue", "type": "Inf", "defence": 3, "range": 4} for id in ("one", "two", "three")}
    changed = {id: {**extra.get(id, {}), **gone.get(id, {})} for id in {**extra, **gone}}
    assert lines("foot", down("foot", **changed)).get("SUP-07", 0) == amount
    assert lines("squad", down("squad", **changed)) == {}
    assert lines("foot losses=3", down("foot")) == {"SUP-07": -1}


@clause("D20-SUP-08", "D20-SUP-11")
def test_an_edge_near_counts_once():
    assert lines("foot edge=yes", down("foot")) == {"SUP-08": -1}
    assert lines("foot edge=no", down("foot")) == {}


@clause("D20-SUP-09")
def test_unsupported():
    assert lines("foot supported=no", down("foot")) == {"SUP-09": -3}
    assert "supported" in situation("activate", "foot", down("foot")).known.assumed
    alone = {id: {"removed": "routed"} for id in ("foe", "car", "truck", "more", "gun")}
    state = down("foot", **alone)
    assert lines("foot", state) == {"SUP-07": -1, "SUP-09": -3}
    assert each_says(notes("foot", state), "Foot SPT-02")


def test_several_elements_test_together():
    state = down("foot", "more")
    outcome = act("activate", "foot more more.commander=yes", state, 11, 11)
    assert each_says(outcome.words, "Foot", "More recovers")
    sit = situation("activate", "foot more", state)
    assert len(list(walk(lambda: ACTIVATE.procedure(sit)))) == 9
    assert says([sit.title], "Foot More")
    # an element that routs is not a loss yet for those who throw with it
    gone = {id: {"removed": "routed"} for id in ("foe", "car")}
    assert fate(act("activate", "foot more", down("foot", "more", **gone), 1, 12), "More") == "recovers"


@clause("D20-SUP-12")
def test_odds_list_those_who_test_and_not_whom_they_carry():
    state = down("truck", "foot", foot={"aboard": "truck"}, more={"aboard": "truck"})
    sit = situation("activate", "truck foot", state)
    tallies = [outcome.tally for outcome, _ in odds(lambda: ACTIVATE.procedure(sit)).outcomes]
    assert {tuple(name for name, _ in tally) for tally in tallies} == {("Truck", "Foot")}
    routs = act("activate", "truck foot", state, 1, 12)
    assert routs.tally == (("Truck", "routed"), ("Foot", "routed"))
    assert routs.instructions == ("REMOVE Truck", "REMOVE Foot", "REMOVE More")
    assert fate(act("activate", "foot truck", state, 12, 1), "Foot") == "routed"  # recovered, and gone with it


def test_a_vehicle_that_routs_takes_its_passengers_along():
    state = down("truck", "foot", foot={"aboard": "truck"})
    outcome = act("activate", "truck foot", state, 1, 12)
    assert outcome.instructions == ("REMOVE Truck", "REMOVE Foot")
    assert says([outcome.words[-1]], "Foot")
    after = acted("activate", "truck foot", state, 1, 12)
    assert {id for id, one in after.elements.items() if one.removed == "routed"} == {"truck", "foot"}


@pytest.mark.parametrize(
    ("line", "kind", "wrong"),
    [
        ("", HowMany, ""),
        ("foot squad", WrongSide, ""),
        ("foot rnage=3", Unasked, "rnage"),
        ("foot commander=maybe", UnknownName, "maybe"),
        ("foot supported=more:far", BadValue, "far"),
    ],
)
def test_tests_that_make_no_sense(line, kind, wrong):
    with mistaken(kind, wrong):
        situation("activate", line, down("foot"))


# ---- support


ARMY = {
    "ally": {"side": "Blue", "type": "Mech", "ap": 6, "defence": 6, "range": 20, "flags": ("afv",)},
    "slow": {"side": "Blue", "type": "S", "ap": 6, "defence": 6, "range": 20, "flags": ("afv", "radio")},
    "hq": HQ,
    "eyes": EYES,
}


def why(element, other, distance=None, **changed):
    state = field(**{**ARMY, **changed})
    return no_support(state, TABLE, state.elements[element], state.elements[other], distance)


@pytest.mark.wording
@clause("D20-SPT-01")
def test_AFVs_support_AFVs():
    assert why("foe", "ally", 4) == ""
    assert "SPT-06" in why("foe", "ally", 5)
    radio = {id: {**ARMY.get(id, {}), "flags": ("afv", "radio"), "model": "sherman"} for id in ("foe", "ally")}
    assert why("foe", "ally", 5, **radio) == ""
    assert why("foe", "ally", 8, **radio) == ""
    assert "more than 8" in why("foe", "ally", 9, **radio)
    assert "another type" in why("foe", "slow", 5, **radio)
    assert why("foe", "slow", 4, **radio) == ""


@pytest.mark.wording
@clause("D20-SPT-01")
def test_of_the_same_type_are_two_of_the_same_model_and_without_one_it_is_not_known():
    radio = {id: {**ARMY.get(id, {}), "flags": ("afv", "radio")} for id in ("foe", "ally")}
    assert "its type is not known (set `model` for both elements)" in why("foe", "ally", 5, **radio)
    one = {**radio, "ally": {**radio["ally"], "model": "sherman"}}
    assert "not known" in why("foe", "ally", 5, **one)
    other = {"foe": {**one["foe"], "model": "firefly"}, "ally": one["ally"]}
    assert "another type" in why("foe", "ally", 6, **other)
    assert lines("foe supported=ally:5", down("foe", **{**ARMY, **radio})) == {"SUP-09": -3}


@clause("D20-SPT-01", "D20-SPT-05")
@pytest.mark.parametrize("flag", ["apc", "armoured-car"])
def test_every_armoured_vehicle_counts_as_an_AFV(flag):
    armoured = {"car": {"flags": (flag,)}}
    assert why("foe", "car", 4, **armoured) == ""
    assert says([why("car", "foot", 1, **armoured)], "AFV")


@clause("D20-SPT-02")
def test_others_by_any_combat_element_within_4():
    assert why("foot", "more", 4) == ""
    assert says([why("foot", "more", 5)], "4")
    assert why("foot", "foe", 3) == ""


@clause("D20-SPT-03")
def test_the_suppressed_give_none():
    assert says([why("foot", "more", 2, more=SUPPRESSED)], "More SPT-03")


@clause("D20-SPT-04")
def test_friends_and_not_oneself():
    assert "SPT-04" in why("foot", "foot", 0)
    assert "SPT-04" in why("foot", "squad", 2)
    one = lines("foot supported=more", down("foot"))
    assert one == {} == lines("foot supported=more:3", down("foot"))


@pytest.mark.wording
@clause("D20-SPT-05", "D20-GEN-08")
def test_who_supports_nobody():
    assert "not an AFV" in why("foe", "foot", 1)
    for other in ("hq", "eyes", "truck"):
        assert "not a combat element" in why("foot", other, 1)
    assert why("foot", "truck", 1, more={"aboard": "truck"}) == ""  # a loaded transport is no empty one


@clause("D20-SPT-06")
def test_both_need_a_radio():
    for with_radio in ("foe", "ally"):
        flags = {with_radio: {**ARMY.get(with_radio, {}), "flags": ("afv", "radio")}}
        assert "SPT-06" in why("foe", "ally", 6, **flags)


def test_a_supporter_who_gives_no_support_is_said_to():
    state = down("foot", "more")
    assert lines("foot supported=more", state) == {"SUP-09": -3}
    assert each_says(notes("foot supported=more", state), "More SPT-03")
