"""Tests of d20 fire: the results of the faces, for the target and for its passengers."""

import pytest

from tests.catalogue import each_says, hear, says
from tests.clauses import clause
from tests.d20.elements import FIRE, TABLE, act, acted, aim, fate, field, pools, shoot
from umpire.play.documents import state_from, stored
from umpire.rulesets.d20 import FAMILY as d20
from umpire.rulesets.d20.effects import OweFallBack, Remove, Suppress
from umpire.rulesets.d20.scenario import WRITTEN

SUPPRESSED = {"suppressed": True}


def refused(sit, *, retype=""):
    """Return the objections: rule -> words; those without an amount name `tell`."""
    objections = FIRE.objections(sit)
    assert [objection.retype for objection in objections if objection.retype] == ([retype] if retype else [])
    return {objection.rule: objection.words for objection in objections}


# ---- the result


@clause("D20-PEN-10 to 12")
@pytest.mark.parametrize(
    ("face", "quality", "result"),
    [
        (10, "regular", "no effect"),
        (11, "regular", "suppressed"),
        (14, "regular", "suppressed"),
        (15, "regular", "knocked out"),
        (13, "elite", "knocked out"),  # PEN-10: troop quality counts
        (15, "green", "suppressed"),
        (20, "elite", "knocked out"),  # PEN-11
        (1, "green", "no effect"),
    ],
)
def test_the_roll(face, quality, result):
    assert fate(shoot(aim("tank at foe 6", tank={"quality": quality}), 20, face)) == result


@clause("D20-TQ-04")
def test_it_is_the_firers_quality():
    assert fate(shoot(aim("tank at foe 6", foe={"quality": "elite"}), 20, 10)) == "no effect"


@clause("D20-RES-10")
def test_what_is_said_and_done():
    sit = aim("tank at foe 6")
    miss = shoot(sit, 1)
    assert (miss.effects, miss.instructions, miss.pending) == ((), (), ())
    assert each_says(miss.words, "Tank Foe")
    assert (miss.tally[0][1], miss.tally[1:]) == ("miss", (("Foe", "no effect"),))
    hear(miss.tally[0][0])
    suppressed = shoot(sit, 12, 11)
    assert each_says(suppressed.words, "Tank Foe 1:1 suppressed")
    assert suppressed.effects == (Suppress("foe"),)
    assert suppressed.instructions == ("SUPPRESS Foe",)
    killed = shoot(sit, 12, 20)
    assert killed.effects == (Remove("foe", "knocked-out"),)
    assert killed.instructions == ("REMOVE Foe",)
    nothing = shoot(sit, 12, 1)
    assert (nothing.effects, nothing.instructions, nothing.pending) == ((), (), ())


@clause("D20-RES-05")
def test_suppressed_again_is_knocked_out():
    sit = aim("tank at foe 6", foe=SUPPRESSED)
    outcome = shoot(sit, 12, 11)
    assert each_says(outcome.words, "Tank Foe 1:1 knocked out S K RES-05")
    assert outcome.effects == (Remove("foe", "knocked-out"),)
    assert fate(shoot(sit, 12, 10)) == "no effect"


@clause("D20-RES-05", "D20-RES-10")
def test_a_K_on_the_suppressed_is_not_said_to_be_an_S():
    assert each_says(shoot(aim("tank at foe 6", foe=SUPPRESSED), 12, 15).words, "Tank Foe 1:1 knocked out")
    assert each_says(shoot(aim("tank at foot 6", foot=SUPPRESSED), 17).words, "Tank Foot knocked out")
    counts = "knocked out S K RES-05"
    assert each_says(shoot(aim("tank at foot 6", foot=SUPPRESSED), 14).words, f"Tank Foot {counts}")
    ruled = act("artillery", "y foot=K more=S", field(foot=SUPPRESSED, more=SUPPRESSED))
    assert each_says(ruled.words[1:], "Foot knocked out", f"More {counts}")
    assert "RES-05" not in ruled.words[1]
    fought = act("assault", "squad at foot", field(foot=SUPPRESSED), 18, choices=["stay"])
    assert says([fought.words[0]], "Squad Foot knocked out")
    either = shoot(aim("tank at foe 6 ap=12", foe=SUPPRESSED), 20)  # 2:1: S or K, no second die
    assert says(either.words[:1], counts)


@clause("D20-PEN-13")
def test_no_second_die_where_it_cannot_matter():
    sure = aim("tank at foe 6 ap=18")
    assert len(pools(sure, 20)) == 1
    assert fate(shoot(sure, 20)) == "knocked out"
    (pool,) = pools(sure, 20)
    assert [(line.amount, line.rule) for line in pool.lines if line.on == "column" and line.applied] == [(8, "PEN-03")]
    suppressed = aim("tank at foe 6 ap=12", foe=SUPPRESSED)  # 2:1: S or K, and S is K too
    assert fate(shoot(suppressed, 20)) == "knocked out"
    assert len(pools(aim("tank at foe 6 ap=12"), 20, 1)) == 2


@pytest.mark.wording
@clause("D20-PEN-05", "D20-PEN-14")
@pytest.mark.parametrize(
    ("ap", "defence", "rule"), [(1, 5, "PEN-05"), (1, 4, "PEN-14"), (1, 3, "PEN-14"), (2, 5, "PEN-14"), (1, 2, "")]
)
def test_a_shot_that_cannot_damage(ap, defence, rule):
    sit = aim(f"tank at foe 6 ap={ap} defence={defence}")
    assert list(refused(sit)) == ([rule] if rule else [])
    if rule:
        outcome = shoot(sit)  # overruled: still no die is asked for
        assert "no dice" in outcome.words[0]
        assert outcome.tally == (("to hit", "not thrown"), ("Foe", "no effect"))


@clause("D20-PEN-05")
def test_shifts_do_not_help_below_1_to_4():
    assert "PEN-05" in refused(aim("tank at foe 4 side=yes ap=1 defence=5"))
    assert refused(aim("tank at foe 4 side=yes ap=1 defence=4")) == {}
    assert fate(shoot(aim("tank at foe 4 side=yes ap=1 defence=4"), 20, 18)) == "suppressed"  # 1:4 becomes 1:2


# ---- F and who stands fast


HOLDERS = [
    ("tank at gun 6", {}, "a CSW"),
    ("tank at foot 6 dugin=yes", {}, "dug in"),
    ("tank at foot 6", {"foot": {"flags": ("dug-in",)}}, "dug in"),
    ("tank at foot 6 fortified=yes", {}, "in fortifications"),
    ("tank at foot 6", {"foot": {"flags": ("fortified",)}}, "in fortifications"),
    ("mortar at foot 6", {}, "under mortar fire"),
    ("tank at foot 6 source=support", {}, "under support fire"),
    ("tank at foot 6 source=mortar", {}, "under mortar fire"),
]


@clause("D20-RES-01")
@pytest.mark.parametrize(("line", "changed", "why"), HOLDERS)
def test_an_F_counts_as_S(line, changed, why):
    sit = aim(line, **changed)
    outcome = shoot(sit, 11)  # 11 + 4 - 3 = 12: F
    assert outcome.effects == (Suppress(sit.attack.target.id),)
    assert says(outcome.words[:1], "F S RES-01")
    assert outcome.pending == ()


@pytest.mark.wording
@pytest.mark.parametrize(("line", "changed", "why"), HOLDERS)
def test_why_an_F_counts_as_S_or_is_ignored_is_said(line, changed, why):
    id = line.split()[2]
    assert why in shoot(aim(line, **changed), 11).words[0]
    assert why in shoot(aim(line, **(changed | {id: changed.get(id, {}) | SUPPRESSED})), 12).words[0]


@clause("D20-RES-01", "D20-RES-04")
@pytest.mark.parametrize(("line", "changed", "why"), HOLDERS)
def test_an_F_is_ignored_if_suppressed(line, changed, why):
    id = line.split()[2]
    sit = aim(line, **(changed | {id: changed.get(id, {}) | SUPPRESSED}))
    outcome = shoot(sit, 12)
    assert outcome.effects == ()
    assert says([outcome.words[0]], "F RES-01")
    assert fate(shoot(sit, 13), sit.attack.target.name) == "knocked out"  # a real S


def test_AP_knows_no_F_and_does_not_speak_of_it():
    assert each_says(shoot(aim("tank at foe 6 dugin=yes"), 12, 11).words, "Tank Foe 1:1 suppressed")


@clause("D20-RES-14")
def test_a_mortar_may_be_told_to_fire_otherwise():
    assert fate(shoot(aim("mortar at foot 6 source=direct"), 11), "Foot") == "falls back"


@clause("D20-RES-02")
def test_others_fall_back_twice():
    outcome = shoot(aim("tank at foot 6"), 11)
    assert outcome.effects == (OweFallBack("foot", 2, "tank"),)
    assert each_says(outcome.pending, "Foot two fall-back")
    assert each_says(outcome.words, "Tank Foot falls back RES-02")


@clause("D20-RES-03")
def test_a_suppressed_element_falls_back_and_stays_suppressed():
    state = field(foot=SUPPRESSED)
    outcome = shoot(aim("tank at foot 6", foot=SUPPRESSED), 11)
    assert says([outcome.words[0]], "RES-03")
    after = d20.apply(state, outcome.effects, TABLE).elements["foot"]
    assert after.suppressed
    assert after.fall_back_owed == 2


@clause("D20-RES-02")
def test_a_second_F_is_two_moves_more_each_from_its_firer():
    once = acted("fire", "mg at foot 4", field(), 9)
    outcome = act("fire", "tank at foot 6", once, 11)
    assert each_says(outcome.pending, "Foot four fall-back")
    both = d20.apply(once, outcome.effects, TABLE)
    assert says([d20.status(both, TABLE, "foot")[0].rows[-1][1]], "four fall-back")
    fell = act("move", "foot fallback=yes", both)
    assert each_says(fell.instructions, "FALL BACK Foot open 4 Mg Tank")
    assert not d20.apply(both, fell.effects, TABLE).elements["foot"].fall_back_owed
    three = acted("move", "foot fallback=1", both)
    assert says([act("move", "foot fallback=3", three).instructions[0]], "Mg Tank")
    two = acted("move", "foot fallback=1", three)
    assert each_says(act("move", "foot fallback=yes", two).instructions, "FALL BACK Foot open 4 twice Tank")


@clause("D20-RES-02")
def test_moves_owed_to_several_survive_being_written_down():
    state = d20.apply(field(), (OweFallBack("foot", 2, "mg"), OweFallBack("foot", 2, "tank")), TABLE)
    written = stored(WRITTEN.sections(state, TABLE))
    assert state_from(WRITTEN, written, TABLE, None, state.sides) == state
    changed = {**written["elements"]["foot"], "fall_back_owed": 1}  # as `set foot fall_back_owed=1` would
    fewer = {**written, "elements": {**written["elements"], "foot": changed}}
    fewer = state_from(WRITTEN, fewer, TABLE, None, state.sides)
    assert each_says(act("move", "foot fallback=yes", fewer).instructions, "FALL BACK Foot open 4 Tank")


# ---- effects


def test_effects_change_nothing_else():
    state = field(foe={"suppressed": True, "fall_back_owed": 2})
    after = d20.apply(state, (Suppress("car"), OweFallBack("foot", 2), Remove("foe", "knocked-out")), TABLE)
    changed = {id for id in state.elements if state.elements[id] != after.elements[id]}
    assert changed == {"car", "foot", "foe"}
    gone = after.elements["foe"]
    assert (gone.removed, gone.suppressed, gone.fall_back_owed) == ("knocked-out", False, 0)
    assert not state.elements["foe"].removed
    more = d20.apply(after, (OweFallBack("foot", 2),), TABLE).elements["foot"]
    assert more.fall_back_owed == 4  # nothing that is owed is lost


# ---- a shot without effect


@pytest.mark.wording
@clause("D20-HE-12")
@pytest.mark.parametrize("defence", [12, 13])
def test_a_shot_that_can_do_nothing(defence):
    sit = aim(f"squad at foot 3 defence={defence}")
    best = 20 + 3 - defence
    assert refused(sit) == ({} if best > 11 else {"HE-12": f"the best possible total is {best}: no effect on Foot"})
    outcome = shoot(sit, 20)  # overruled: the die is thrown, because a line of the referee's may be in it
    assert fate(outcome, "Foot") == "no effect" if best < 12 else "falls back"
