"""Tests of d20 passengers, riders and limbered guns: they share the result of their carrier (D20-TRN)."""

from fractions import Fraction

import pytest

from tests.catalogue import each_says, hear, says
from tests.clauses import clause
from tests.d20.elements import (
    FIRE,
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
    shoot,
    situation,
)
from umpire.core.frozen import replace
from umpire.core.odds import odds
from umpire.rulesets.d20 import FAMILY as d20

SUPPRESSED = {"suppressed": True}
ONE = {"foot": {"aboard": "truck"}}
TWO = {"foot": {"aboard": "truck"}, "more": {"aboard": "truck"}}
APC = {"type": "Mech", "defence": 3, "flags": ("apc",)}
HE = "tank at truck 6 mode=he"  # 1d20 + 4 - 1


def after(outcome, **changed):
    """Return the elements that differ from before, in play or not."""
    state = field(**changed)
    now = d20.apply(state, outcome.effects, TABLE).elements
    return {id: now[id] for id in now if now[id] != state.elements[id]}


@clause("D20-TRN-01", "D20-TRN-03")
def test_one_passenger_shares_a_K():
    outcome = shoot(aim(HE, **ONE), 20)
    assert outcome.instructions == ("REMOVE Truck", "REMOVE Foot")
    assert says([outcome.words[1]], "Foot TRN-01")
    gone = after(outcome, **ONE)
    assert {id: one.removed for id, one in gone.items()} == {"truck": "knocked-out", "foot": "knocked-out"}
    assert gone["foot"].aboard == ""


@clause("D20-TRN-01", "D20-TRN-04")
def test_an_S_is_shared_and_they_must_get_off_a_soft_vehicle():
    outcome = shoot(aim(HE, **TWO), 12)
    assert outcome.instructions == (
        *("SUPPRESS Truck", "SUPPRESS Foot", "SUPPRESS More"),
        *("DISMOUNT Foot", "DISMOUNT More"),
    )
    assert says([outcome.words[-1]], "Foot More TRN-04")
    changed = after(outcome, **TWO)
    assert {(one.suppressed, one.aboard) for one in changed.values()} == {(True, "")}


@clause("D20-TRN-04")
def test_riders_must_get_off_a_tank():
    outcome = shoot(aim("tank at foe 6", foot={"aboard": "foe"}), 12, 11)
    assert outcome.instructions == ("SUPPRESS Foe", "SUPPRESS Foot", "DISMOUNT Foot")


@clause("D20-TRN-04")
@pytest.mark.parametrize(
    ("token", "off"),
    [("stay", []), ("dismount", ["foot", "more"]), ("foot", ["foot"]), ("more", ["more"])],
)
def test_passengers_of_an_APC_may(token, off):
    changed = {**TWO, "truck": APC}
    outcome = shoot(aim("tank at truck 6", **changed), 12, 7, choices=[token])  # 2:1: S
    now = after(outcome, **changed)
    assert [id for id in ("foot", "more") if not now[id].aboard] == off
    assert all(one.suppressed for one in now.values())


@clause("D20-TRN-04")
def test_they_stay_by_default_in_odds():
    changed = {"foot": {"aboard": "truck"}, "truck": APC}
    sit = aim("tank at truck 6", **changed)
    found = odds(lambda: FIRE.procedure(sit))
    ((asked, taken),) = found.policies
    assert says([asked], "Blue Truck")
    hear(taken)


@clause("D20-TRN-02", "D20-TRN-07", "D20-TRN-08")
@pytest.mark.parametrize(("face", "lost"), [(1, "foot"), (2, "more")])
@pytest.mark.parametrize("suppressed", [False, True])
def test_a_K_on_several_inside(face, lost, suppressed):
    changed = {**TWO, "truck": {"suppressed": suppressed}}
    outcome = shoot(aim(HE, **changed), 20, face)
    assert outcome.instructions[0] == f"REMOVE {lost.title()}"
    now = {**field(**changed).elements, **after(outcome, **changed)}
    assert not now["truck"].removed
    assert now["truck"].suppressed  # TRN-08: it is set, and is no second S
    other = now["more" if lost == "foot" else "foot"]
    assert (other.suppressed, other.aboard, other.removed) == (True, "", "")
    assert now[lost].removed == "knocked-out"


@clause("D20-TRN-07")
def test_the_lot_is_even():
    three = {**TWO, "gun": {"aboard": "truck"}}
    sit = aim(HE, **three)
    found = odds(lambda: FIRE.procedure(sit))
    chances = {}
    for outcome, weight in found.outcomes:
        for name in ("Foot", "More", "Gun"):
            if fate(outcome, name) == "knocked out":
                chances[name] = chances.get(name, 0) + Fraction(weight, found.total)
    assert chances == dict.fromkeys(("Foot", "More", "Gun"), Fraction(6, 60))  # K on 15 to 20


@clause("D20-TRN-06")
def test_riders_and_limbered_guns_are_not_drawn_for():
    riders = {"foot": {"aboard": "foe"}, "more": {"aboard": "foe"}}
    assert shoot(aim("tank at foe 6", **riders), 12, 20).instructions == ("REMOVE Foe", "REMOVE Foot", "REMOVE More")
    towing = {**ONE, "gun": {"aboard": "truck", "limbered": True}}
    assert shoot(aim(HE, **towing), 20).instructions == ("REMOVE Truck", "REMOVE Foot", "REMOVE Gun")
    both = {**TWO, "gun": {"aboard": "truck", "limbered": True}}
    outcome = shoot(aim(HE, **both), 20, 1)
    now = after(outcome, **both)
    assert (now["gun"].suppressed, now["gun"].aboard, now["gun"].removed) == (True, "truck", "")


@clause("D20-TRN-09")
def test_each_takes_the_S_itself():
    changed = {"foot": {"aboard": "truck", "suppressed": True}, "more": {"aboard": "truck"}}
    outcome = shoot(aim(HE, **changed), 12)
    assert outcome.instructions == ("REMOVE Foot", "SUPPRESS Truck", "SUPPRESS More", "DISMOUNT More")
    again = {**TWO, "truck": SUPPRESSED}
    assert fate(shoot(aim(HE, **again), 12, 2), "More") == "knocked out"  # S on S is K, and then TRN-02


@clause("D20-RES-04", "D20-TRN-09")
def test_an_F_that_counts_as_S_knocks_nobody_out():
    changed = {"foot": {"aboard": "truck", "suppressed": True}}
    outcome = shoot(aim(f"{HE} source=support", **changed), 9)
    assert outcome.instructions == ("SUPPRESS Truck", "DISMOUNT Foot")
    assert says([outcome.words[0]], "F S")
    assert shoot(aim(f"{HE} source=support", **changed), 12).instructions[0] == "REMOVE Foot"


@clause("D20-TRN-05", "D20-TRN-10")
def test_riders_jump_off_unsuppressed_after_a_hit_without_damage():
    rider = {"foot": {"aboard": "foe"}}
    outcome = shoot(aim("tank at foe 6", **rider), 12, 1)
    assert outcome.instructions == ("DISMOUNT Foot",)
    assert "TRN-05" in outcome.words[-1]
    assert fate(outcome, "Foot") == "dismounts"
    assert after(outcome, **rider)["foot"] == replace(field(**rider).elements["foot"], aboard="")
    assert shoot(aim("tank at foe 6", **rider), 11).instructions == ()  # missed: they stay
    assert shoot(aim("tank at foe 6", foot={"aboard": "foe"}, foe={"flags": ("apc",)}), 12, 1).instructions == ()
    towed = {"gun": {"aboard": "foe", "limbered": True}}
    assert shoot(aim("tank at foe 6", **towed), 12, 1).instructions == ()


@clause("D20-TRN-05")
def test_a_harmless_shot_at_riders_is_thrown_to_hit_only():
    sit = aim("tank at foe 6 ap=1 defence=6", foot={"aboard": "foe"})
    assert FIRE.objections(sit) == ()
    assert shoot(sit, 12).instructions == ("DISMOUNT Foot",)
    assert shoot(sit, 11).instructions == ()


@clause("D20-TRN-05", "D20-STAR-03")
@pytest.mark.parametrize("firer", ["mg", "mortar"])
def test_a_weapon_that_cannot_damage_the_tank_may_shake_its_riders_off(firer):
    sit = aim(f"{firer} at foe 6", foot={"aboard": "foe"})
    assert FIRE.objections(sit) == ()
    assert any(line.rule == "STAR-03" for line in pools(sit, 12)[0].lines)
    assert shoot(sit, 12).instructions == ("DISMOUNT Foot",)
    assert shoot(sit, 11).instructions == ()
    assert "STAR-03" in {one.rule for one in FIRE.objections(aim(f"{firer} at foe 6"))}


@clause("D20-TRN-12")
def test_an_F_moves_the_vehicle_with_its_load():
    outcome = shoot(aim(HE, **ONE), 9)
    assert each_says(outcome.pending, "Truck two fall-back")
    assert outcome.instructions == ()
    assert fate(outcome, "Foot") == "no effect"


def test_removed_passengers_are_no_passengers():
    aboard = {"foot": {"removed": "knocked-out"}, "more": {"aboard": "truck"}}
    assert shoot(aim(HE, **aboard), 20).instructions == ("REMOVE Truck", "REMOVE More")


@clause("D20-TRN-01")
@pytest.mark.parametrize("verb", ["artillery", "air"])
def test_whatever_hits_the_vehicle(verb):
    now = acted(verb, '"a salvo" truck=K', field(**ONE)).elements
    assert now["truck"].removed == now["foot"].removed == "knocked-out"


# ---- an S on a passenger itself


@clause("D20-TRN-04")
@pytest.mark.parametrize("result", ["S", "F"])
def test_a_passenger_suppressed_by_hand_must_dismount(result):
    outcome = act("artillery", f"a barrage foot={result}", field(**TWO))
    assert outcome.instructions == ("SUPPRESS Foot", "DISMOUNT Foot")
    assert says([outcome.words[-1]], "Foot TRN-04")
    now = after(outcome, **TWO)
    assert list(now) == ["foot"]
    assert (now["foot"].suppressed, now["foot"].aboard) == (True, "")


@clause("D20-TRN-04")
@pytest.mark.parametrize(("token", "off"), [("stay", False), ("dismount", True)])
def test_a_passenger_of_an_APC_suppressed_by_hand_may(token, off):
    outcome = act("artillery", "a barrage foot=S", field(**{**ONE, "truck": APC}), choices=[token])
    assert ("DISMOUNT Foot" in outcome.instructions) == off


@clause("D20-TRN-04")
def test_a_limbered_gun_suppressed_by_hand_stays_limbered():
    state = field(gun={"aboard": "truck", "limbered": True})
    assert act("artillery", "a barrage gun=S", state).instructions == ("SUPPRESS Gun",)


@clause("D20-TRN-04")
def test_a_shot_at_a_passenger_by_ruling():
    sit = aim("tank at foot 6", **ONE)
    assert shoot(sit, 14).instructions == ("SUPPRESS Foot", "DISMOUNT Foot")


@clause("D20-TRN-04")
@pytest.mark.parametrize("phase", ["command", "fire", "combat", "movement"])
def test_who_is_found_suppressed_in_a_soft_vehicle_gets_off_at_once(phase):
    state = at(field(foot={"aboard": "truck", **SUPPRESSED}), phase, "Red")
    line = "foot dismount=yes"
    assert refusals("move", situation("move", line, state)) == {}
    assert out_of_turn("move", line, state) == {}
    outcome = act("move", line, state)
    assert outcome.instructions == ("DISMOUNT Foot from Truck",)
    assert each_says(outcome.words, "Foot TRN-04")
    assert acted("move", line, state).elements["foot"].done == ()
    assert "RES-06" in refusals("move", situation("move", f"{line} open=2", state))


@clause("D20-TRN-04")
def test_so_does_a_crew_served_weapon_that_is_aboard():
    state = at(field(gun={"aboard": "truck", **SUPPRESSED}), "fire", "Red")
    assert refusals("move", situation("move", "gun dismount=yes", state)) == {}
    assert acted("move", "gun dismount=yes", state).elements["truck"].done == ()


@clause("D20-RES-06")
def test_from_an_APC_the_suppressed_get_off_with_a_fall_back_move():
    state = at(field(foot={"aboard": "truck", **SUPPRESSED}, truck=APC), "movement", "Blue")
    assert refusals("move", situation("move", "foot dismount=yes", state)).keys() == {"RES-06"}
    assert refusals("move", situation("move", "foot fallback=1", state)).keys() == {"LIM-03"}
    line = "foot dismount=yes fallback=yes"
    assert refusals("move", situation("move", line, state)) == {}
    assert out_of_turn("move", line, state) == {}
    assert each_says(act("move", line, state).instructions, "DISMOUNT Foot from Truck", "FALL BACK Foot open 4")


@clause("D20-RES-02")
def test_a_passenger_that_falls_back_gets_off_first():
    state = at(field(**ONE), "command", "Blue")
    fell = acted("order", "they panic foot=F", state)
    assert refusals("next", situation("next", "", fell)).keys() == {"RES-02"}
    line = "foot dismount=yes fallback=yes"
    assert refusals("move", situation("move", line, fell)) == {}
    assert out_of_turn("move", line, fell) == {}
    assert acted("move", line, fell).elements["foot"].fall_back_owed == 0


@pytest.mark.parametrize("line", [HE, "tank at foe 6"])
def test_every_path_tallies_the_same_names_with_a_load(line):
    changed = {**TWO, "gun": {"aboard": "truck", "limbered": True}} if line == HE else {"foot": {"aboard": "foe"}}
    sit = aim(line, **changed)
    found = odds(lambda: FIRE.procedure(sit))
    assert len({tuple(name for name, _ in outcome.tally) for outcome, _ in found.outcomes}) == 1
