"""Tests of aircraft: Fighters, Bombers and Attack aircraft, the fire at them, and exact odds against a slow count."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.asp.games import BOOK, COLUMNS, LETTERS, ROWS, TABLE, game, stand, table, tally
from tests.asp.play import Game
from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from tests.rulesets import seeded
from umpire.core.mistakes import Gone, HowMany, Misplaced, Missing, Twice, Unasked, WrongSide, WrongSort
from umpire.core.odds import explain, odds
from umpire.core.procedure import itself, resolve
from umpire.game.facts import parse_told
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.air import flights
from umpire.rulesets.asp.effects import Flown, Leave, Pay, Ready
from umpire.rulesets.asp.fire.combat import effect_pool
from umpire.rulesets.asp.state import Clock, Scene

AIR = asp.act("air")


def sky(*stands, rules=TABLE, german: str = "B", soviet: str = "B", kept: bool = False, **more) -> Game:
    """Return a game with German aircraft, a tank p3 and a battery p4. A truck keeps the group from being all
    aircraft.
    """
    also = [stand("t9", "Truck"), stand("p3", "T34/85"), stand("p4", "MB")]
    keys = {each.id for each in stands}
    position = game(*stands, *(each for each in also if each.id not in keys), german=german, soviet=soviet, **more)
    return Game(position, rules, kept=kept)


def air_turn(playing: Game, step: int, cp: int = 9) -> Game:
    """Put the game at that step of a German turn, and return it."""
    groups = {**playing.state.groups, "kg": replace(playing.group("kg"), cp=cp)}
    playing.state = replace(playing.state, groups=groups, clock=Clock(turn=2, first="German", side="German", step=step))
    playing.kept = True
    return playing


def tallied(found) -> dict[tuple, Fraction]:
    chances: Counter[tuple] = Counter()
    for outcome, weight in found.outcomes:
        chances[outcome.tally] += Fraction(weight, found.total)
    return dict(chances)


def situated(playing: Game, line: str):
    return AIR.situate(playing.state, playing.table, parse_told(line.split(), AIR.connectors, AIR.bare))


# fighters


@clause("ASP-AIR-01")
def test_placing_fighters_costs_two_each():
    playing = air_turn(sky(stand("t1", "Spitfire"), stand("t2", "Fighter")), 3)
    outcome = playing.say("air t1 t2")
    assert outcome.effects == (Pay("kg", 4), Ready("t1", True), Ready("t2", True))
    assert each_says(outcome.instructions, "t1", "t2", "Kampfgruppe 9→5")
    assert playing.group("kg").cp == 5
    assert playing.refused("air t1") == ["AIR-21"]
    assert ROWS["air"]["points"] == {"Fighter": 2, "Bomber": 3, "Attack": 4}


@clause("ASP-AIR-02", "ASP-AIR-03", "ASP-AIR-21", "ASP-CALL-08")
def test_fighters_fight_without_detection_and_go_back():
    playing = air_turn(sky(stand("t1", "Fighter", ready=True), stand("p1", "Zero", ready=True)), 3, cp=0)
    outcome = playing.say("air t1 at p1", initiative="3", initiative_reply="3", effect="55", effect_reply="11")
    assert playing.asked == [("initiative", "initiative-reply"), ("effect", "effect-reply")]
    assert each_says(outcome.instructions, "t1 500 p1", "p1 0→2 repulsed", "p1 AIR-17")
    assert playing.stand("t1").ready
    assert not playing.stand("p1").ready
    assert (playing.stand("p1").repulsed, playing.stand("t1").fire_marker) == (True, False)
    assert says([outcome.words[-1]], "t1 AIR-21")
    assert playing.group("kg").cp == 0


@clause("ASP-AIR-02")
def test_who_is_not_placed_does_not_fight():
    playing = sky(stand("t1", "Fighter"), stand("p1", "Fighter"), stand("p2", "Bomber"))
    assert playing.refused("air t1 at p1") == ["AIR-02", "AIR-02"]
    assert playing.refused("air t1 at p2") == ["AIR-02"]
    assert "SCORE-01" in playing.refused("air t1 at p3 500")


def test_a_fighter_shot_down_is_gone():
    playing = sky(stand("t1", "Fighter", ready=True), stand("p1", "Fighter", ready=True))
    outcome = playing.say("air t1 at p1", initiative="6", initiative_reply="2", effect="66")
    assert each_says(outcome.instructions, "t1 500 p1", "REMOVE p1")
    assert playing.stand("p1").destroyed


@clause("ASP-BG-06")
def test_a_failed_group_places_no_fighter_and_attacks_with_no_aircraft():
    playing = air_turn(sky(stand("t1", "Fighter"), stand("t2", "Bomber"), stand("t3", "Attack")), 3)
    groups = {**playing.state.groups, "kg": replace(playing.group("kg"), failed=True, retreating=True)}
    playing.state = replace(playing.state, groups=groups)
    assert playing.refused("air t1") == ["BG-06"]
    playing.state = replace(playing.state, clock=replace(playing.state.clock, step=4))
    assert playing.refused("air t2 at p3 900") == ["BG-06"]
    assert playing.refused("air t3 at p3 900") == ["BG-06"]


@clause("ASP-AIR-02")
def test_a_fighter_begins_one_fight_a_turn():
    fighters = [stand(key, "Fighter", ready=True) for key in ("t1", "t2", "p1", "p2")]
    playing = air_turn(sky(*fighters), 3)
    tie = {"initiative": "3", "initiative_reply": "3", "effect": "11", "effect_reply": "11"}
    playing.say("air t1 at p1", **tie)
    assert playing.refused("air t1 at p1") == ["AIR-02"]
    assert playing.refused("air t1 at p2") == ["AIR-02"]
    playing.say("air t2 at p1", **tie)  # one enemy may be the target of several
    playing.state = replace(playing.state, clock=replace(playing.state.clock, turn=3))
    assert playing.refused("air t1 at p1") == []
    assert playing.stand("t1").runs == 0
    told = sky(*fighters)
    told.say("air t1 at p1", **tie)
    assert told.refused("air t1 at p1") == []


# bombers and attack aircraft


@clause("ASP-AIR-04 to 06", "ASP-AIR-20")
@pytest.mark.parametrize(("kind", "cost", "reach"), [("Bomber", 3, 3000), ("Attack", 4, 1500)])
def test_cost_and_range_without_surcharge(kind, cost, reach):
    playing = air_turn(sky(stand("t1", kind)), 4)
    line = f"air t1 at p3 {reach} call=5000"
    assert playing.refused(line) == []
    assert playing.refused(f"air t1 at p3 {reach + 1}") == ["FIRE-05"]
    assert playing.refused("air t1 at p3 0") == []
    dice = {"effect": "11", "detection_reply": "1"} if kind == "Bomber" else {"detection": "1"}
    outcome = playing.ruled(line, **dice)
    assert outcome.effects[0] == Pay("kg", cost)
    assert says([outcome.instructions[0]], f"t1 {reach} p3")
    assert playing.group("kg").cp == 9 - cost


@clause("ASP-AIR-04")
def test_the_cost_may_be_told_and_must_be_there():
    playing = air_turn(sky(stand("t1", "Attack")), 4, cp=3)
    assert playing.refused("air t1 at p3 500") == ["CP-07"]
    assert playing.refused("air t1 at p3 500 cp=3") == []
    told = sky(stand("t1", "Attack"))
    assert says(told.say("air t1 at p3 900", detection="1").instructions, "Kampfgruppe 4")


@clause("ASP-AIR-08", "ASP-AIR-13")
def test_an_attack_aircraft_detects_its_target_and_attacks():
    playing = sky(stand("t1", "Attack"))
    outcome = playing.say("air t1 at p3 900", detection="2", effect="64")
    assert tally(outcome) == (("p3", "repulsed"), ("t1", "unhurt"), ("", "t1"))
    assert each_says(outcome.instructions, "t1 900 p3", "p3 0→2 repulsed", "MOVE p3 500 t1", "Kampfgruppe 4"), (
        "no FIRE marker"
    )
    assert not playing.stand("t1").fire_marker
    lost = sky(stand("t1", "Attack")).say("air t1 at p3 1500", detection="4")
    assert tally(lost) == (("p3", "unhurt"), ("t1", "unhurt"), ("", "nobody"))
    assert says(lost.words, "initiative INIT-08")


@clause("ASP-AIR-09")
def test_a_bomber_leaves_for_good():
    playing = sky(stand("t1", "Bomber"))
    outcome = playing.say("air t1 at p3 2000", detection_reply="1", effect="11")
    assert outcome.effects[-2:] == (Flown("t1", 0), Leave("t1"))
    assert says([outcome.words[-1]], "t1 AIR-09")
    with mistaken(Gone, about="t1"):
        playing.objections("air t1 at p3 2000")


@clause("ASP-AIR-09")
def test_a_bomber_that_has_attacked_has_left():
    (objection,) = sky(stand("t1", "Bomber", runs=1)).objections("air t1 at p3 2900")
    assert each_says(objection[:2], "AIR-09", "t1")


@clause("ASP-AIR-03", "ASP-AIR-07")
@pytest.mark.parametrize(("metres", "far"), [("500", False), ("501", True), ("0.51km", True)])
def test_a_fighter_is_placed_within_500_m_of_its_target(metres, far):
    playing = sky(stand("t1", "Attack"), stand("t2", "Fighter", ready=True), stand("p1", "Fighter", ready=True))
    assert playing.refused(f"air t1 at p3 125 by p1 p1.range={metres}") == (["AIR-07"] if far else [])
    assert playing.refused(f"air t2 at p1 {metres}") == (["AIR-03"] if far else [])


@clause("ASP-AIR-10", "ASP-AIR-11")
def test_three_attacks_one_a_turn():
    playing = air_turn(sky(stand("t1", "Attack")), 4, cp=99)
    attack = {"detection": "1"}
    assert says([playing.say("air t1 at p3 900", **attack).words[-1]], "2 AIR-10")
    assert playing.refused("air t1 at p3 900") == ["AIR-11"]
    for turn, more in ((3, "1"), (4, "")):
        playing.state = replace(playing.state, clock=replace(playing.state.clock, turn=turn))
        assert says(playing.say("air t1 at p3 900", **attack).words[-1:], f"t1 {more} AIR-10")
        assert playing.stand("t1").left == (not more)
    assert sky(stand("t1", "Attack", runs=3)).refused("air t1 at p3 900") == ["AIR-10"]


@clause("ASP-AIR-12")
def test_bombers_only_at_static_targets():
    playing = sky(stand("t1", "Bomber"), stand("t2", "Attack"))
    assert playing.refused("air t1 at p3 900 static=no") == ["AIR-12"]
    playing.ruled("air t1 at p3 900", detection_reply="1", effect="11")
    assert says(playing.assumed, "AIR-12")
    with mistaken(Unasked, "static"):
        playing.objections("air t2 at p3 900 static=no")


@clause("ASP-AIR-14", "ASP-COV-13")
@pytest.mark.parametrize(
    ("option", "dice", "asked"),
    [
        ("static_nominated", {"detection_reply": "1", "effect": "11"}, [("detection-reply",), ("effect",)]),
        ("roll", {"detection": "1"}, [("detection",)]),
    ],
)
def test_bomber_detect(option, dice, asked):
    playing = sky(stand("t1", "Bomber"), rules=table(bomber_detect=option))
    line = "air t1 at p3 1200 cover=town" if option == "static_nominated" else "air t1 at p3 1200"
    outcome = playing.say(line, **dice)
    assert playing.asked == asked
    assert says(outcome.words, "t1 AIR-14") == (option == "static_nominated")


@clause("ASP-COV-05", "ASP-COV-13")
def test_an_attack_aircraft_sees_a_stand_deep_in_a_town_from_250_m_only():
    playing = sky(stand("t1", "Attack"), stand("t2", "Bomber"))
    assert playing.refused("air t1 at p3 251 cover=town") == ["COV-05"]
    assert playing.refused("air t1 at p3 250 cover=town") == []
    assert playing.refused("air t2 at p3 3000 cover=town") == []
    rolled = sky(stand("t2", "Bomber"), rules=table(bomber_detect="roll"))
    assert rolled.refused("air t2 at p3 251 cover=town") == ["COV-05"]


@clause("ASP-AIR-19")
def test_aircraft_shoot_into_the_front_arc_only():
    playing = sky(stand("t1", "Attack"))
    assert playing.refused("air t1 at p3 900 t1.arc=flank") == ["ARC-02"]


@clause("ASP-AIR-23")
def test_a_pinned_aircraft_attacks_with_one_more_to_score():
    playing = sky(stand("t1", "Attack", pinned=True, repulsed=True))
    sit = situated(playing, "t1 at p3 900")
    assert (sit.attack.shooter.shot.pinned, sit.attack.shooter.shot.repulsed) == (True, True)
    assert playing.refused("air t1 at p3 900") == []


@clause("ASP-SEQ-04", "ASP-SEQ-05")
def test_steps_of_aircraft():
    playing = air_turn(sky(stand("t1", "Fighter"), stand("t2", "Attack")), 4)
    assert playing.refused("air t1") == ["SEQ-04"]
    assert playing.refused("air t2 at p3 500") == []
    playing = air_turn(sky(stand("t1", "Fighter"), stand("t2", "Attack")), 3)
    assert playing.refused("air t1") == []
    assert playing.refused("air t2 at p3 500") == ["SEQ-05"]


@clause("ASP-CALL-02", "ASP-CALL-03", "ASP-CALL-05")
@pytest.mark.parametrize("late", [False, True])
def test_a_group_of_aircraft_throws_to_come_on_late_british_or_not(late):
    state = game(stand("t1", "Attack", late_british=late), stand("t2", "LB"), stand("p3", "T34/85"))
    playing = air_turn(Game(state), 4)
    outcome = playing.say("air t1 at p3 900", call="4")
    assert each_says(outcome.words, "t1 CALL-03")
    assert (playing.group("kg").cp, playing.stand("t1").runs) == (5, 0)
    playing.state = replace(playing.state, groups={**playing.state.groups, "kg": replace(playing.group("kg"), cp=9)})
    playing.say("air t1 at p3 900", call="5", detection="1")
    assert playing.asked[0] == ("call",)
    assert playing.refused("air t1 at p3 900 call=5001") == ["CALL-01", "AIR-11"]


# fire at aircraft


@clause("ASP-AIR-07", "ASP-AIR-22")
def test_shooters_in_order_until_the_aircraft_is_down():
    playing = sky(stand("t1", "Attack"), stand("p1", "AAA"), stand("p2", "M3", aaa=True), german="C", soviet="C")
    outcome = playing.say(
        "air t1 at p3 900 by p1 p2 p1.range=1500 p2.range=2000",
        p1_detection="2",
        p1_effect="11",
        p2_detection="2",
        p2_effect="66",
    )
    assert playing.asked == [("p1-detection",), ("p1-effect",), ("p2-detection",), ("p2-effect",)]
    assert tally(outcome) == (("p3", "unhurt"), ("t1", "destroyed"), ("", "nobody"))
    assert each_says(outcome.words, "p1 p2 t1 AIR-07")
    assert says(outcome.instructions, "REMOVE")
    first = sky(stand("t1", "Attack"), stand("p1", "AAA"), stand("p2", "AAA"), german="C", soviet="C")
    first.say("air t1 at p3 900 by p1 p2 p1.range=1500 p2.range=1500", p1_detection="2", p1_effect="66")
    assert not first.stand("p2").fired  # the aircraft was down already
    assert playing.stand("t1").destroyed
    assert playing.stand("p1").fire_marker
    assert playing.stand("p2").fire_marker


@clause("ASP-AIR-07")
def test_fighters_come_within_500_m_and_go_back():
    playing = sky(stand("t1", "Attack"), stand("p1", "Fighter", ready=True))
    outcome = playing.say(
        "air t1 at p3 900 by p1",
        p1_initiative="3",
        p1_initiative_reply="3",
        p1_detection_reply="1",
        p1_effect="11",
        detection="1",
    )
    assert says(outcome.instructions, "p1 500 t1")
    assert says(playing.assumed, "500 AIR-07")
    assert (playing.stand("p1").ready, playing.stand("p1").fire_marker) == (True, False)
    assert sky(stand("t1", "Attack"), stand("p1", "Fighter")).refused("air t1 at p3 900 by p1") == ["AIR-21"]


@clause("ASP-AIR-17", "ASP-AIR-18")
def test_a_repulsed_aircraft_breaks_off_and_has_used_a_run():
    playing = sky(stand("t1", "Attack"), stand("p1", "AAA"))
    outcome = playing.say("air t1 at p3 900 by p1 p1.range=900", p1_detection="2", p1_effect="65")
    assert says([outcome.words[0]], "p1 t1 AIR-17")
    assert tally(outcome) == (("p3", "unhurt"), ("t1", "repulsed"), ("", "nobody"))
    assert (playing.stand("t1").runs, playing.stand("t1").destroyed, playing.stand("t1").repulsed) == (1, False, True)
    playing = sky(stand("t1", "Bomber"), stand("p1", "AAA"))
    playing.say("air t1 at p3 900 by p1 p1.range=900", p1_detection="2", p1_effect="65")
    assert (playing.stand("t1").left, playing.stand("t1").repulsed) == (True, True)


@clause("ASP-AIR-23")
def test_a_pinned_aircraft_goes_on_to_its_attack():
    playing = sky(stand("t1", "Attack"), stand("p1", "AAA"))
    outcome = playing.say(
        "air t1 at p3 900 by p1 p1.range=900",
        p1_detection="2",
        p1_effect="64",
        detection="2",
        detection_reply="1",
        effect="53",
    )
    assert says([outcome.words[0]], "p1 t1 1 AIR-07")
    assert tally(outcome) == (
        ("p3", "pinned"),
        ("t1", "pinned"),
        ("", "t1"),
    )  # 5 + 3 less 4 and less 1 for being pinned
    assert (playing.stand("t1").pinned, playing.stand("t1").markers) == (True, 1)


def test_the_aircraft_shoots_back_at_flak_only_if_told():
    playing = sky(stand("t1", "Attack"), stand("p1", "AAA"))
    sit = situated(playing, "t1 at p3 900 by p1 p1.range=400")
    assert says([sit.defence[0].target.unable], "FIRE-04")
    assert says(sit.known.assumed, "t1 FIRE-04")
    assert situated(playing, "t1 at p3 900 by p1 p1.range=400 p1.reply=yes").defence[0].target.unable == ""
    outcome = playing.say(
        "air t1 at p3 900 by p1 p1.range=250 p1.reply=yes",
        p1_detection="2",
        p1_detection_reply="2",
        p1_initiative="3",
        p1_initiative_reply="3",
        p1_effect="11",
        p1_effect_reply="65",
        detection="1",
    )
    assert says(outcome.instructions, "p1 0→2 repulsed")
    assert says(outcome.instructions, "MOVE p1 500 t1")
    assert playing.stand("p1").repulsed


@clause("ASP-STAT-05")
@pytest.mark.parametrize(("pinned", "says"), [(False, "p1 1→2 pinned"), (True, "p1 1→2")])
def test_hands_pin_only_whom_the_fire_pins(pinned, says):
    playing = sky(stand("t1", "Attack"), stand("p1", "AAA", pinned=pinned, markers=1))
    outcome = playing.ruled(
        "air t1 at p3 900 by p1 p1.range=250 p1.reply=yes",
        p1_detection="2",
        p1_detection_reply="2",
        p1_initiative="3",
        p1_initiative_reply="1",
        p1_effect="11",
        p1_effect_reply="53",
        detection="1",
    )
    assert each_says(tuple(hand for hand in outcome.instructions if "p1" in hand), says)


@clause("ASP-STAT-08", "ASP-STAT-09")
@pytest.mark.parametrize(
    ("effect", "comes_to"),
    [
        ("53", ("p1 2→4 repulsed", "MOVE p1 500 t1", "FIRE p1")),
        ("52", ("p1 2→3 pinned",)),
        ("66", ("REMOVE p1",)),
        ("11", ()),
    ],
)
def test_flak_repulsed_before_is_moved_by_each_R_and_by_nothing_else(effect, comes_to):
    playing = sky(stand("t1", "Attack"), stand("p1", "AAA", repulsed=True, markers=2, fire_marker=True))
    outcome = playing.ruled(
        "air t1 at p3 900 by p1 p1.range=250 p1.reply=yes",
        p1_detection="2",
        p1_initiative="3",
        p1_initiative_reply="1",
        p1_effect="11",
        p1_effect_reply=effect,
        detection="1",
    )
    assert each_says([hand for hand in outcome.instructions if "p1" in hand], *comes_to)
    assert playing.stand("p1").fire_marker == (effect in ("52", "11"))


@clause("ASP-AIR-21")
@pytest.mark.parametrize(
    ("repulsed", "effect", "ready"), [(True, "11", True), (False, "11", True), (False, "65", False)]
)
def test_a_Fighter_waits_behind_its_baseline_again_unless_it_was_just_repulsed(repulsed, effect, ready):
    playing = sky(stand("t1", "Attack"), stand("p1", "Fighter", ready=True, repulsed=repulsed, markers=2 * repulsed))
    playing.ruled(
        "air t1 at p3 900 by p1 p1.reply=yes",
        p1_initiative="6",
        p1_initiative_reply="3",
        p1_detection_reply="6",
        p1_effect="11",
        p1_effect_reply=effect,
        detection="1",
    )
    assert playing.stand("p1").ready == ready


@clause("ASP-EFF-03", "ASP-TIME-09")
def test_night_without_radar():
    for radar, added in (((), -2), (("Soviet",), 0)):
        playing = sky(stand("t1", "Attack"), stand("p1", "AAA"), light="night", radar=radar)
        sit = situated(playing, "t1 at p3 100 by p1 p1.range=100")
        shot = sit.defence[0]
        pool = effect_pool(TABLE, "effect", shot.shooter, shot.target, shot.shooter.shot)
        rolls = [line.amount for line in pool.lines if line.rule == "EFF-03" and line.applied]
        assert rolls == ([added] if added else [])


# targets off the table


@clause("ASP-AIR-15", "ASP-AIR-16")
def test_off_the_table_only_a_higher_initiative_shoots_first():
    playing = sky(stand("t1", "Attack"), stand("p1", "Fighter", ready=True), stand("p2", "AAA"))
    outcome = playing.say(
        "air t1 at p4 by p1 p2",
        p1_initiative="4",
        p1_initiative_reply="4",
        p2_initiative="5",
        p2_initiative_reply="4",
        p2_effect="61",
        effect="44",
    )
    assert playing.asked == [
        ("p1-initiative", "p1-initiative-reply"),
        ("p2-initiative", "p2-initiative-reply"),
        ("p2-effect",),
        ("effect",),
    ]
    assert says([outcome.words[0]], "p1 p2 t1 unhurt AIR-16")
    assert says(outcome.words, "t1 AIR-15")
    assert tally(outcome) == (("p4", "pinned"), ("t1", "unhurt"), ("", "t1"))


@clause("ASP-AIR-15")
def test_who_may_shoot_there():
    playing = sky(stand("t1", "Attack"), stand("p1", "Bomber"), stand("p2", "HG", aaa=True))
    assert playing.refused("air t1 at p4 by p2") == []
    assert "AIR-15" in playing.refused("air t1 at p4 by p1")
    assert "AIR-15" not in playing.refused("air t1 at p4 500 by p2 p2.range=500")


@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("air", HowMany, ""),
        ("air t9", WrongSort, "t9"),
        ("air t1", HowMany, "t1"),
        ("air t1 at p3", Missing, "t1 p3"),
        ("air t1 at t9 500", WrongSide, "t1 t9"),
        ("air t1 t2 at p3 500", HowMany, ""),
        ("air t1 at p3 500 by t2", WrongSide, "t2 t1"),
        ("air t1 at p3 500 by p1", Missing, "p1 t1"),
        ("air t1 at p3 500 by p1 p1", Twice, "p1"),
        ("air t3 by p1", Misplaced, ""),
        ("air t1 at p3 500 p1.range=300", Misplaced, "p1.range"),
    ],
)
def test_mistakes(line, kind, about):
    playing = sky(stand("t1", "Attack"), stand("t2", "Attack"), stand("t3", "Fighter"), stand("p1", "AAA"))
    with mistaken(kind, about=about):
        playing.objections(line)


def test_battle_group_tests_fall_due_once_all_is_done():
    upset = [stand(f"p{number}", "RG", pinned=True) for number in range(11, 16)]
    playing = sky(stand("t1", "Attack"), *upset)
    outcome = playing.say("air t1 at p3 900", detection="2", effect="53")
    assert each_says(outcome.pending, "25th Brigade 6 BG-02")
    assert playing.group("br").test


# exact odds


@dataclass
class Flak:
    """A plain anti-aircraft stand: its distance, its markers, and whether it is pinned."""

    metres: int
    markers: int
    pinned: bool


class Dumb:
    """An air attack with anti-aircraft fire before it, counted face by face from the tables of the book."""

    def __init__(
        self, flak: list[Flak], plane: dict, target: dict, distance: int, grades: tuple[str, str], night: bool
    ):
        self.flak, self.plane, self.target = flak, plane, target
        self.distance, self.grades, self.night = distance, grades, night
        self.found: Counter[tuple[str, str]] = Counter()

    def reach(self, near: int, far: int) -> tuple[int, int]:
        return (min(near, 125), min(far, 125)) if self.night else (near, far)

    def detects(self, metres: int, near: int, far: int) -> Fraction:
        near, far = self.reach(near, far)
        return Fraction(5, 6) if metres <= near else Fraction(1, 3) if metres <= far else Fraction(0)

    def shots(self, need: int, markers: int, grade: str, more: int = 0) -> dict[str, Fraction]:
        chances: dict[str, Fraction] = {}
        for first, second in product(range(1, 7), repeat=2):
            letter = LETTERS[grade][max(1, min(8, first + second - need + markers + more)) - 1]
            chances[letter] = chances.get(letter, Fraction(0)) + Fraction(1, 36)
        return chances

    def allowed(self, mine: int, theirs: int) -> Fraction:
        """Return the chance that a shot is not denied: the other stand is not ahead by 4 or more."""
        ways = sum(one + mine - two - theirs > -4 for one, two in product(range(1, 7), repeat=2))
        return Fraction(ways, 36)

    def count(self) -> dict[tuple[str, str], Fraction]:
        self.fire(0, self.plane["markers"], self.plane["pinned"], False, Fraction(1))
        return dict(self.found)

    def fire(self, index: int, markers: int, pinned: bool, hit: bool, chance: Fraction) -> None:
        if index == len(self.flak):
            self.attack(markers, pinned, hit, chance)
            return
        gun = self.flak[index]
        mine, plane = self.grades
        sees = self.detects(gun.metres, 2500, 5000)
        seen = self.detects(gun.metres, 250, 500)  # a gun in the open, stationary
        in_reach = gun.metres <= 1500
        shoots = Fraction(0)
        if gun.metres <= 2000:
            for spotted, share in ((True, seen), (False, 1 - seen)):
                ours = 3 - gun.markers + (mine < plane)
                theirs = 3 * spotted - markers + (plane < mine) - (0 if in_reach else 2)
                shoots += sees * share * self.allowed(ours, theirs)
        self.fire(index + 1, markers, pinned, hit, chance * (1 - shoots))
        need = 6 + gun.pinned
        for letter, share in self.shots(need, markers, plane, -2 if self.night else 0).items():
            weight = chance * shoots * share
            if letter == "-":
                self.fire(index + 1, markers, pinned, hit, weight)
            elif letter == "P":
                self.fire(index + 1, markers + 1, True, True, weight)
            else:
                self.found["unhurt", "repulsed" if letter == "R" else "destroyed"] += weight

    def attack(self, markers: int, pinned: bool, hit: bool, chance: Fraction) -> None:
        other, plane = self.grades
        suffered = "pinned" if hit else "unhurt"
        sees = self.detects(self.distance, 1000, 2000)  # a stationary tank in the open
        seen = self.detects(self.distance, 2500, 5000)
        shoots = Fraction(0)
        for spotted, share in ((True, seen), (False, 1 - seen)):
            ours = 3 - markers + (plane < other)
            theirs = 3 * spotted - 2 - self.target["markers"] + (other < plane)
            shoots += sees * share * self.allowed(ours, theirs)
        self.found["unhurt", suffered] += chance * (1 - shoots)
        need = int(BOOK["Attack"][COLUMNS.index("MA")]) + pinned
        names = {"-": "unhurt", "P": "pinned", "R": "repulsed", "D": "destroyed"}
        for letter, share in self.shots(need, self.target["markers"], other).items():
            self.found[names[letter], suffered] += chance * shoots * share


GUNS = st.builds(
    Flak, metres=st.sampled_from([100, 200, 400, 900, 1500, 2000]), markers=st.integers(0, 3), pinned=st.booleans()
)


@clause("ASP-AIR-07")
@settings(max_examples=25, deadline=None)
@given(
    flak=st.lists(GUNS, min_size=3, max_size=3),
    distance=st.sampled_from([100, 900, 1500]),
    grades=st.sampled_from([("B", "B"), ("A", "C"), ("D", "B"), ("C", "D")]),
    plane=st.fixed_dictionaries({"markers": st.integers(0, 2), "pinned": st.booleans()}),
    target=st.fixed_dictionaries({"markers": st.integers(0, 3)}),
    night=st.booleans(),
)
def test_odds_with_three_anti_aircraft_stands_are_the_slow_count(flak, distance, grades, plane, target, night):
    """The odds are the slow count; `grades` are those of the Soviet guns, the Soviet tank and the German aircraft."""
    batteries = [stand(f"p1{index}", "AAA", markers=gun.markers, pinned=gun.pinned) for index, gun in enumerate(flak)]
    playing = sky(
        stand("t1", "Attack", **plane),
        stand("p3", "T34/85", **target),
        *batteries,
        german=grades[1],
        soviet=grades[0],
        light="night" if night else "day",
    )
    ranges = " ".join(f"p1{index}.range={gun.metres}" for index, gun in enumerate(flak))
    sit = situated(playing, f"t1 at p3 {distance} by p10 p11 p12 {ranges}")
    assume(
        all(each.rule not in ("DET-04", "TIME-07") for each in AIR.objections(sit))
    )  # who can never detect is refused
    found = odds(lambda: AIR.procedure(sit))
    tallied: dict[tuple[str, str], Fraction] = {}
    for outcome, weight in found.outcomes:
        key = (str(outcome.tally[0][1]), str(outcome.tally[1][1]))
        tallied[key] = tallied.get(key, Fraction(0)) + Fraction(weight, found.total)
    expected = {
        key: chance for key, chance in Dumb(flak, plane, target, distance, grades, night).count().items() if chance
    }
    assert tallied == expected
    assert sum(expected.values()) == 1


@clause("ASP-AIR-16")
def test_odds_off_the_table_are_the_slow_count():
    playing = sky(stand("t1", "Attack", markers=1), stand("p1", "Fighter", ready=True))
    sit = situated(playing, "t1 at p4 by p1")
    found = odds(lambda: AIR.procedure(sit))
    expected: Counter[tuple[str, str]] = Counter()
    faces = range(1, 7)
    letters: Counter[str] = Counter()  # on the aircraft, grade B: the Fighter needs 4, and there is a marker
    for one, two in product(faces, repeat=2):
        if one <= two - 1:  # the aircraft has a marker, the Fighter must be strictly ahead
            letters[""] += Fraction(1, 36)
            continue
        for first, second in product(faces, repeat=2):
            letters[LETTERS["B"][max(1, min(8, first + second - 4 + 1)) - 1]] += Fraction(1, 36**2)
    names = {"-": "unhurt", "P": "pinned", "R": "repulsed", "D": "destroyed"}
    for letter, chance in letters.items():
        if letter in ("R", "D"):
            expected["unhurt", names[letter]] += chance
            continue
        markers, suffered = (2, "pinned") if letter == "P" else (1, "unhurt")
        shoots = Fraction(sum(one - markers - (two - 2) > -4 for one, two in product(faces, repeat=2)), 36)
        expected["unhurt", suffered] += chance * (1 - shoots)
        for first, second in product(faces, repeat=2):
            need = 5 + (letter == "P")
            on_battery = LETTERS["B"][max(1, min(8, first + second - need)) - 1]
            expected[names[on_battery], suffered] += chance * shoots * Fraction(1, 36)
    tallied: Counter[tuple[str, str]] = Counter()
    for outcome, weight in found.outcomes:
        tallied[str(outcome.tally[0][1]), str(outcome.tally[1][1])] += Fraction(weight, found.total)
    assert tallied == {key: chance for key, chance in expected.items() if chance}
    assert found.paths < 30


def test_paths_of_an_attack_under_fire():
    guns = [stand(f"p1{index}", "AAA") for index in range(3)]
    playing = sky(stand("t1", "Attack"), *guns)
    line = "t1 at p3 900 by p10 p11 p12 p10.range=900 p11.range=900 p12.range=900"
    sit = situated(playing, line)
    assert odds(lambda: AIR.procedure(sit)).walked <= 100


@pytest.mark.slow
@pytest.mark.parametrize(
    "shooters",
    [
        [stand("p1", "HG", aaa=True), stand("p2", "HG", aaa=True, aboard="p1")],  # the results of p1 also apply to p2
        [stand("p3", "T34/85", aaa=True), stand("p1", "HG", aaa=True)],  # the target is one of the shooters
        [stand("p1", "Fighter", ready=True), stand("p2", "Fighter", ready=True, markers=1)],
    ],
)
def test_odds_that_merge_what_does_not_matter_are_those_that_merge_nothing(shooters, monkeypatch):
    one, other = (each.id for each in shooters)
    line = f"t1 at p3 400 by {one} {other} {one}.range=400 {other}.range=400 {one}.reply=yes {other}.reply=yes"
    sit = situated(sky(stand("t1", "Attack"), *shooters), line)
    merged = odds(lambda: AIR.procedure(sit))
    monkeypatch.setattr(flights, "goes_on", itself)
    monkeypatch.setattr(flights, "ends", itself)
    apart = odds(lambda: AIR.procedure(sit))
    assert tallied(merged) == tallied(apart)
    assert merged.walked < apart.walked / 2


def test_the_explanation_says_in_words_what_the_fire_at_an_aircraft_has_come_to():
    guns = [stand("p1", "AAA"), stand("p2", "AAA")]
    sit = situated(sky(stand("t1", "Attack"), *guns), "t1 at p3 900 by p1 p2 p1.range=900 p2.range=900")
    after = [" | ".join(each.after) for each in explain(lambda: AIR.procedure(sit))]
    assert after[0] == ""
    assert says(after, "t1 unhurt 0")
    assert says(after, "t1 pinned 1")
    assert not any("(" in each for each in after), "no values of the program"


# the position afterwards


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.booleans(), st.booleans())
def test_what_is_applied_is_what_is_said(seed, off, replies):
    """Hands name only markers that exist, no aircraft that flew off is lost, and the position can be read back."""
    shooters = [stand("p1", "Fighter", ready=True), stand("p2", "HG", aaa=True)]
    playing = sky(stand("t1", "Attack"), *shooters, scene=Scene(scale="6mm"))
    line = "t1 at p4 by p1 p2" if off else "t1 at p3 900 by p1 p2 p2.range=300"
    if replies and not off:
        line += " p2.reply=yes p1.reply=yes"
    sit = situated(playing, line)
    outcome, _ = resolve(AIR.procedure(sit), seeded(seed))
    after = asp.apply(playing.state, outcome.effects, TABLE)
    assert asp.read_state(asp.plain(after), None) == after
    for key, now in after.stands.items():
        was = playing.state.stands[key]
        if now.destroyed and not now.left:
            assert f"REMOVE {now.name}" in outcome.instructions
        elif now.markers != was.markers and not now.left:
            assert says(outcome.instructions, now.name, f"{was.markers}→{now.markers}")
    assert after.stands["t1"].runs == (0 if after.stands["t1"].destroyed else 1)
    assert dict(outcome.tally)["t1"] == (
        "destroyed"
        if after.stands["t1"].destroyed
        else "repulsed"
        if after.stands["t1"].repulsed
        else "pinned"
        if after.stands["t1"].pinned
        else "unhurt"
    )


@clause("ASP-AIR-03", "ASP-AIR-05")
@pytest.mark.parametrize(("kind", "reach"), [("Fighter", "500 m (AIR-03)"), ("Attack", "1500 m"), ("Bomber", "3000 m")])
def test_a_distance_that_is_not_told_is_asked_for(kind, reach):
    with mistaken(Missing, about="f1 p3", hint=f"up to {reach}"):
        sky(stand("f1", kind)).refused("air f1 at p3")
