"""Tests of d20: the conventions of every roll, simultaneous fire, and questions that the sheet leaves to the
referee.
"""

import pytest

from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.d20.elements import (
    FIRE,
    HQ,
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
    with_options,
)
from umpire.core.mistakes import BadValue, Gone, Misplaced, UnknownName
from umpire.core.odds import explain
from umpire.rulesets.d20 import FAMILY as d20
from umpire.rulesets.d20.pools import column_of

SUPPRESSED = {"suppressed": True}
SIMULTANEOUS = with_options(turn_structure="simultaneous_fire")


# ---- every roll


@clause("D20-GEN-01")
@pytest.mark.parametrize(
    ("verb", "line", "changed"),
    [
        ("fire", "tank at foe 6", {}),
        ("fire", "tank at foot 6", {}),
        ("fire", "flame at foe 3", {}),
        ("activate", "foot", {"foot": SUPPRESSED}),
        ("assault", "squad at foot", {}),
        ("assault", "foot at tank foot.ap=4", {"tank": {"he": None}}),
    ],
)
def test_one_die_of_twenty_and_modifiers(verb, line, changed):
    sit = situation(verb, line, field(**changed))
    for step in explain(lambda: d20.act(verb).procedure(sit)):
        for pool in step.pools:
            assert (pool.dice, pool.sides) == (1, 20)
            assert pool.reading.added == pool.sum("roll")


@clause("D20-GEN-02")
def test_unmodified_is_the_face_shown():
    hopeless = aim("tank at foe 20 cover=hard", tank={"accuracy": -9})
    assert shoot(hopeless, 20, 1).tally[0][1] == "hit"
    assert shoot(hopeless, 19).tally[0][1] == "miss"
    assert fate(act("activate", "foot objectives=9", field(foot=SUPPRESSED), 1), "Foot") == "routed"


@clause("D20-GEN-04")
@pytest.mark.parametrize(("distance", "amount"), [("4", 1), ("4.01", 0)])
def test_within_4_is_4_or_less(distance, amount):
    (pool,) = pools(aim(f"tank at foe {distance}"), 1)
    assert pool.sum("roll") == amount


@clause("D20-PEN-09")
def test_the_side_is_the_referees_word():
    assert "front" in aim("tank at foe 6").known.assumed
    columns = [column_of(aim(f"tank at foe 6 {told}").attack).name for told in ("", "side=no", "side=yes")]
    assert columns == ["1:1", "1:1", "3:2"]


@clause("D20-RES-11")
@pytest.mark.parametrize("line", ["tank at foe 2", "tank at foot 2", "tank at foot 4"])
def test_suppression_costs_a_firer_only_the_bonus_for_being_near(line):
    plain, down = (aim(line, tank={"suppressed": so}) for so in (False, True))
    assert pools(plain, 1)[0].sum("roll") - pools(down, 1)[0].sum("roll") == 1
    assert FIRE.objections(down) == ()


# ---- simultaneous fire


@clause("D20-TURN-06")
def test_simultaneous_fire_lets_both_sides_fire():
    state = at(field(), "fire", "Red")
    assert out_of_turn("fire", "foe at tank 6", state, SIMULTANEOUS) == {}
    assert out_of_turn("fire", "tank at foe 6", state, SIMULTANEOUS) == {}
    assert "TURN-06" in out_of_turn("move", "foe 4", at(field(), "movement", "Red"), SIMULTANEOUS)
    assert "foe" in act("next", "", at(field(), "command", "Red"), table=SIMULTANEOUS).words[-1]


@clause("D20-TURN-06")
def test_who_is_hurt_fires_as_it_stood():
    state = at(field(), "fire", "Red")
    hit = acted("fire", "tank at foe 6", state, 20, 11, table=SIMULTANEOUS)
    assert hit.elements["foe"].suppressed
    assert refusals("fire", situation("fire", "foe at tank 6", hit, SIMULTANEOUS)) == {}  # beyond 4, unsuppressed
    assert "suppressed" in refusals("fire", situation("fire", "foe at tank 6", hit))["HIT-16"]


@clause("D20-TURN-06")
def test_even_if_it_is_knocked_out():
    state = at(field(), "fire", "Red")
    dead = acted("fire", "tank at foe 6", state, 20, 20, table=SIMULTANEOUS)
    assert dead.elements["foe"].removed
    assert "foe" in d20.now(dead, SIMULTANEOUS).notes[0]
    assert fate(act("fire", "foe at tank 6", dead, 20, 20, table=SIMULTANEOUS), "Tank") == "knocked out"
    fired = acted("fire", "foe at tank 6", dead, 20, 20, table=SIMULTANEOUS)
    assert "TURN-08" in out_of_turn("fire", "foe at flame 6", fired, SIMULTANEOUS)
    with mistaken(Gone):
        situation("fire", "foe at tank 6", dead)  # where fire is not simultaneous
    with mistaken(Gone):
        situation("fire", "tank at foe 6", dead, SIMULTANEOUS)  # it is no longer a target


@clause("D20-TURN-06")
def test_it_fires_no_more_once_the_phase_is_over():
    dead = acted("fire", "tank at foe 6", at(field(), "fire", "Red"), 20, 20, table=SIMULTANEOUS)
    later = acted("next", "", dead, table=SIMULTANEOUS)
    assert later.elements["foe"].stood == ""
    with mistaken(Gone):
        situation("fire", "foe at tank 6", later, SIMULTANEOUS)


@clause("D20-TURN-06")
def test_who_was_suppressed_before_stays_so_for_its_shot():
    dead = acted("fire", "tank at foe 6", at(field(foe=SUPPRESSED), "fire", "Red"), 20, 20, table=SIMULTANEOUS)
    assert "HIT-16" in refusals("fire", situation("fire", "foe at tank 6", dead, SIMULTANEOUS))
    assert refusals("fire", situation("fire", "foe at tank 4", dead, SIMULTANEOUS)) == {}


@clause("D20-TURN-06")
def test_who_falls_back_still_fires():
    state = acted("fire", "tank at foot 4", at(field(), "fire", "Red"), 10, table=SIMULTANEOUS)
    assert state.elements["foot"].fall_back_owed == 2
    assert out_of_turn("fire", "foot at squad 4", state, SIMULTANEOUS) == {}
    alternate = acted("fire", "tank at foot 4", at(field(), "fire", "Red"), 10)
    assert alternate.elements["foot"].stood == ""


# ---- gaps of the sheet


@clause("D20-EXP-01", "D20-EXP-03")
@pytest.mark.parametrize(
    ("verb", "rule"), [("order", "EXP-01"), ("artillery", "EXP-01"), ("air", "EXP-01"), ("night", "EXP-03")]
)
def test_named_without_a_procedure(verb, rule):
    sit = situation(verb, "")
    (objection,) = d20.act(verb).objections(sit)
    assert objection.rule == rule
    assert not objection.overrulable
    assert objection.retype.startswith(f'{verb} "')
    outcome = act(verb, "smoke on the ridge")
    assert outcome.words == ("smoke on the ridge",)
    assert (outcome.effects, outcome.instructions, outcome.pending) == ((), (), ())
    assert says([situation(verb, "smoke on the ridge").title], f"{verb} {rule}")  # they stand below it


@clause("D20-EXP-03")
def test_the_referee_says_what_it_does():
    outcome = act("artillery", "a barrage foot=S more=F gun=F foe=none truck=K")
    assert each_says(outcome.words[:3], "barrage", "Foot suppressed", "More suppressed F S RES-01")
    assert outcome.instructions == ("SUPPRESS Foot", "SUPPRESS More", "SUPPRESS Gun", "REMOVE Truck")
    runner = act("order", "the sergeant rallies them more=F foot=recover hq=rout", field(foot=SUPPRESSED, hq=HQ))
    assert each_says(runner.pending, "More two fall-back")
    assert runner.instructions == ("RECOVER Foot", "REMOVE Hq")
    assert acted("order", "they run hq=rout", field(hq=HQ)).elements["hq"].removed == "routed"
    assert fate(act("air", "bombs foot=S", field(foot=SUPPRESSED)), "Foot") == "knocked out"


@clause("D20-EXP-03")
def test_smoke_and_support_work_whenever_she_says_so():
    assert fate(shoot(aim("tank at foot 6 source=support"), 11), "Foot") == "suppressed"
    (pool,) = pools(aim("tank at foot 6 smoke=yes"), 1)
    assert [line.amount for line in pool.lines if line.rule == "HE-04" and line.applied] == [-4]


@clause("D20-EXP-02")
def test_tank_hunting_by_fire_is_by_hand():
    with mistaken(BadValue, "hunt", about="EXP-01 EXP-02", hint="assault squad at foe"):
        aim("squad at foe 2 mode=hunt")


@pytest.mark.parametrize(
    ("line", "kind", "wrong"),
    [
        ("smoke lorry=K", UnknownName, "lorry"),
        ("smoke foot=X", BadValue, "X"),
        ("smoke foot.cover=soft", Misplaced, "cover"),
    ],
)
def test_entries_by_hand_that_make_no_sense(line, kind, wrong):
    with mistaken(kind, wrong):
        situation("artillery", line)
