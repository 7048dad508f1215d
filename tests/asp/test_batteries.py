"""Tests of batteries: their targets, the throw to call them, smoke and light; and of stands at obstacles."""

from dataclasses import replace

import pytest

from tests.asp.games import ROWS, TABLE, game, stand
from tests.asp.play import Game
from tests.catalogue import each_says, mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import BadValue, HowMany, Missing, Unasked, UnknownName, WrongSort
from umpire.core.odds import odds
from umpire.game.facts import parse_told
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.acts.cross import crossing_pool, stopped_by
from umpire.rulesets.asp.effects import Command, Fresh
from umpire.rulesets.asp.fire.detection import wholly_called
from umpire.rulesets.asp.group.sequence import ends_with
from umpire.rulesets.asp.state import Clock, Mark, Scene

AGREED = ("smoke", "illumination", "engineering")


def guns(*stands, mixed: bool = True, kept: bool = False, german: str = "B", **scene) -> Game:
    """Return a game of batteries t1, t2 ... against p3; `mixed` puts a tank into their battle group."""
    also = [stand("t9", "Panzer 4")] if mixed else []
    scene = {"modules": AGREED, **scene}
    position = game(*stands, *also, stand("p3", "RG"), stand("p4", "MB"), german=german, scene=Scene(**scene))
    return Game(position, kept=kept)


def open_turn(playing: Game, side: str = "German", group: str = "kg", cp: int = 9) -> Game:
    """Return a game in step 5 of a turn of this side, with one battle group open and its command points."""
    clock = Clock(turn=1, first=side, side=side, step=5, open=group)
    groups = {**playing.state.groups, group: replace(playing.group(group), cp=cp)}
    playing.state = replace(playing.state, clock=clock, groups=groups)
    playing.kept = True
    return playing


# calling


@clause("ASP-CALL-01")
def test_a_mixed_group_calls_within_5000_m_without_a_die():
    playing = guns(stand("t1", "LB"))
    assert playing.refused("fire t1 at p3 call=5000") == []
    assert playing.refused("fire t1 at p3 call=5001") == ["CALL-01"]
    playing.say("fire t1 at p3", effect="11")
    assert playing.asked == [("effect",)]
    assert says([playing.assumed[0]], "5000 CALL-01")


@clause("ASP-CALL-02", "ASP-CALL-04", "ASP-CALL-06", "ASP-CALL-10")
@pytest.mark.parametrize(
    ("kind", "late", "need"),
    [("LB", False, 5), ("LB", True, 4), ("Salvo RL", False, 5), ("Mortars", True, 4), ("MB", True, 4)],
)
def test_a_group_of_batteries_throws_first_and_loses_the_option(kind, late, need):
    batteries = [stand("t1", kind, late_british=late), stand("t2", "Stuka")]
    where = " 400" if kind == "Mortars" else ""
    playing = open_turn(guns(*batteries, mixed=False))
    outcome = playing.say(f"fire t1 at p3{where}", call=str(need - 1))
    assert playing.asked == [("call",)]
    assert each_says(outcome.words, "t1 CALL-04")
    assert playing.group("kg").cp == 8
    assert not playing.stand("t1").fire_marker
    dice = {"detection": "1"} if kind == "Mortars" else {"effect": "11"}
    playing.say(f"fire t1 at p3{where}", call=str(need), **dice)
    assert playing.asked[0] == ("call",)
    assert playing.group("kg").cp == 7
    assert playing.refused(f"fire t1 at p3{where} call=5001") == ["CALL-01"]


@clause("ASP-CALL-02")
def test_what_a_group_is_made_of():
    assert wholly_called(guns(stand("t1", "LB"), stand("t2", "Bomber"), mixed=False).state, TABLE, "kg")
    assert not wholly_called(guns(stand("t1", "LB")).state, TABLE, "kg")
    assert wholly_called(guns(stand("t1", "LB"), stand("t2", "Command"), mixed=False).state, TABLE, "kg")
    destroyed = guns(stand("t1", "LB"), stand("t2", "RG", destroyed=True), mixed=False)
    assert not wholly_called(destroyed.state, TABLE, "kg")
    assert (ROWS["calling"]["need"], ROWS["calling"]["late_british"]) == (5, -1)


def test_told_calling_needs_no_die():
    playing = guns(stand("t1", "LB"), mixed=False)
    assert playing.refused("fire t1 at p3 called=no") == []
    playing.say("fire t1 at p3 called=yes", effect="11")
    assert playing.asked == [("effect",)]


@clause("ASP-CALL-07", "ASP-DET-13")
def test_called_fire_needs_no_detection():
    playing = guns(stand("t1", "HB"))
    outcome = playing.say("fire t1 at p3", effect="11")
    assert says([outcome.words[0]], "t1 CALL-07")


@clause("ASP-CALL-08", "ASP-CALL-09")
def test_counter_battery_waits_for_its_target_to_fire():
    playing = guns(stand("t1", "C Battery"))
    assert playing.refused("artillery t1 at p4") == ["CALL-09"]
    playing.change("p4", fired=True)
    outcome = playing.say("artillery t1 at p4", effect="66")
    assert outcome.tally[0] == ("p4", "destroyed")
    assert says([outcome.words[0]], "t1 CALL-08")


def test_artillery_is_the_fire_of_a_battery():
    playing = guns(stand("t1", "LB"))
    by_fire = guns(stand("t1", "LB")).say("fire t1 at p3", effect="66")
    assert playing.say("artillery t1 at p3", effect="66") == by_fire
    with mistaken(WrongSort, about="t9"):
        guns(stand("t1", "LB")).objections("artillery t9 at p3 500")


def test_odds_of_a_called_battery_are_exact():
    playing = guns(stand("t1", "LB"), mixed=False)
    act = asp.act("artillery")
    sit = act.situate(playing.state, TABLE, parse_told(["t1", "at", "p3"], act.connectors, act.bare))
    found = odds(lambda: act.procedure(sit))
    chances = {}
    for outcome, weight in found.outcomes:
        chances[outcome.tally[0][1]] = chances.get(outcome.tally[0][1], 0) + weight
    # 1/3 is called; then two dice less 3 against grade B: 3 or 4 pins, 5 or 6 repulses, 7 or more destroys
    totals = [first + second - 3 for first in range(1, 7) for second in range(1, 7)]
    assert chances["pinned"] * 108 == found.total * sum(total in (3, 4) for total in totals)
    assert chances["repulsed"] * 108 == found.total * sum(total in (5, 6) for total in totals)
    assert chances["destroyed"] * 108 == found.total * sum(total >= 7 for total in totals)


# smoke and light


@clause("ASP-SMK-01", "ASP-SMK-05", "ASP-ILL-01")
@pytest.mark.parametrize(
    ("kind", "smoke", "light"),
    [
        ("LB", "250 m by 500 m", "500"),
        ("MB", "250 m by 500 m", "500"),
        ("HB", "250 m by 500 m", "500"),
        ("Mortars", "250 m by 250 m", "250"),
    ],
)
def test_sizes_and_no_dice(kind, smoke, light):
    playing = guns(stand("t1", kind))
    outcome = playing.say("artillery t1 smoke the mill by the ford")
    assert each_says(outcome.instructions, f"put smoke1 {smoke} mill ford", "FIRE t1")
    assert playing.state.scene.marks["smoke1"] == Mark("smoke1", "smoke", "German", "the mill by the ford")
    assert playing.asked == []
    assert playing.stand("t1").fired
    outcome = playing.say("artillery t1 light the ford")
    assert each_says(outcome.instructions, f"put light1 {light} ford")
    assert (playing.stand("t1").smoke, playing.stand("t1").lights) == (1, 1)


@clause("ASP-SMK-01")
@pytest.mark.parametrize("kind", ["C Battery", "Salvo RL"])
def test_who_lays_none(kind):
    playing = guns(stand("t1", kind))
    assert playing.refused("artillery t1 smoke the mill") == ["SMK-01"]
    assert playing.refused("artillery t1 light the mill") == ["ILL-01"]


@clause("ASP-SMK-02", "ASP-ILL-04")
def test_when_they_are_taken_away():
    playing = open_turn(guns(stand("t1", "LB")))
    playing.say("artillery t1 smoke the mill")
    playing.say("artillery t1 light the ford")
    outcome = playing.say("next")
    assert says(outcome.instructions, "REMOVE smoke smoke1 mill SMK-02")
    assert list(playing.state.scene.marks) == ["light1"]
    assert ends_with(playing.state, "German") == ((), ())
    playing.state = replace(playing.state, clock=replace(playing.state.clock, step=5))
    assert says(playing.say("next").instructions, "REMOVE light light1 ford ILL-04")
    assert playing.state.scene.marks == {}


@clause("ASP-SMK-03", "ASP-ILL-03")
def test_two_turns_of_fire_unless_there_is_a_defender():
    playing = guns(stand("t1", "LB", smoke=2, lights=2))
    assert playing.refused("artillery t1 smoke here") == ["SMK-03"]
    assert playing.refused("artillery t1 light here") == ["ILL-03"]
    playing = guns(stand("t1", "LB", smoke=2, lights=2), defender="Soviet")
    assert playing.refused("artillery t1 smoke here") == []
    assert playing.refused("artillery t1 light here") == []


@clause("ASP-SMK-03", "ASP-ILL-03")
@pytest.mark.parametrize(("kind", "rule", "field"), [("smoke", "SMK-03", "smoke"), ("light", "ILL-03", "lights")])
def test_turns_of_fire_are_counted_not_shots(kind, rule, field):
    playing = open_turn(guns(stand("t1", "LB")))
    line = f"artillery t1 {kind} here"
    for turn in (1, 2):
        playing.state = asp.apply(playing.state, (Fresh("kg"), Command("kg", 9)), TABLE)
        playing.state = replace(playing.state, clock=replace(playing.state.clock, turn=turn))
        playing.say(line)
        playing.say(line)
        assert getattr(playing.stand("t1"), field) == turn
    playing.state = asp.apply(playing.state, (Fresh("kg"), Command("kg", 9)), TABLE)
    playing.state = replace(playing.state, clock=replace(playing.state.clock, turn=3))
    assert playing.refused(line) == [rule]
    told = guns(stand("t1", "LB"))
    told.say(line)
    told.say(line)
    assert told.refused(line) == [rule]  # where no turn is kept, each line is a turn of its own


@clause("ASP-SMK-04")
def test_adverse_weather_makes_smoke_ineffective():
    playing = guns(stand("t1", "LB"))
    assert playing.refused("artillery t1 smoke here weather=adverse") == ["SMK-04"]
    assert playing.refused("artillery t1 light here weather=adverse") == []


@clause("ASP-SMK-05")
def test_it_costs_an_option_and_the_call():
    playing = open_turn(guns(stand("t1", "LB"), mixed=False))
    outcome = playing.say("artillery t1 smoke here", call="4")
    assert each_says(outcome.words, "t1 CALL-04")
    assert playing.state.scene.marks == {}
    assert (playing.group("kg").cp, playing.stand("t1").smoke) == (8, 0)
    playing.say("artillery t1 smoke here", call="5")
    assert (playing.group("kg").cp, playing.stand("t1").smoke) == (7, 1)


def test_what_forbids_smoke_and_light():
    playing = guns(stand("t1", "Mortars"), modules=())
    assert playing.refused("artillery t1 smoke here") == ["GEN-09"]
    playing = guns(stand("t1", "Mortars"))
    assert playing.refused("artillery t1 smoke here 2001m") == ["FIRE-05"]
    assert playing.refused("artillery t1 smoke here call=6000") == ["CALL-01"]
    assert playing.refused("artillery t1 smoke here called=no") == ["CALL-01"]
    playing.state = replace(
        playing.state, groups={**playing.state.groups, "kg": replace(playing.group("kg"), failed=True)}
    )
    assert playing.refused("artillery t1 smoke here") == ["BG-06"]
    playing = open_turn(guns(stand("t1", "LB")), "Soviet", "br")
    assert playing.refused("artillery t1 smoke here") == ["SEQ-01"]
    assert playing.refused("artillery t1 at p3") == ["SEQ-01"]


def test_smoke_and_light_are_lifted_by_hand():
    playing = guns(stand("t1", "LB"))
    playing.say("artillery t1 smoke the mill")
    assert playing.say("artillery lift SMOKE1").instructions == ("REMOVE smoke smoke1: the mill",)
    assert playing.state.scene.marks == {}


def test_a_hint_to_what_is_lifted_names_what_lies_there():
    playing = guns(stand("t1", "LB"))
    with mistaken(UnknownName, "smoke1", hint="no smoke or light is on the table"):
        playing.objections("artillery lift smoke1")
    playing.say("artillery t1 light the ford")
    with mistaken(HowMany, hint="lift light1"):
        playing.objections("artillery lift")


@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("artillery lift smoke9", UnknownName, "smoke9"),
        ("artillery lift", HowMany, ""),
        ("artillery t1 smoke", Missing, "smoke"),
        ("artillery t9 smoke here", WrongSort, "t9"),
        ("artillery t1 t9 smoke here", HowMany, ""),
        ("artillery t1 smoke here light there", HowMany, ""),
        ("artillery t1 smoke here cover=hard", Unasked, "cover"),
    ],
)
def test_mistakes(line, kind, about):
    with mistaken(kind, about=about):
        guns(stand("t1", "LB")).objections(line)


@clause("ASP-ILL-02")
def test_who_is_lit_is_seen_as_by_day_subject_to_weather():
    playing = Game(game(stand("t1", "Panther"), stand("p3", "T34/85"), light="night"), kept=False)
    assert playing.refused("fire t1 at p3 900") == ["TIME-07"]
    dark = playing.ruled("fire t1 at p3 900", effect="11")
    assert says(dark.words, "t1 p3 DET-04")
    playing.say("fire t1 at p3 900 p3.lit=yes", effect="11")
    adverse = playing.say("fire t1 at p3 900 p3.lit=yes weather=adverse", detection="2")
    assert says(adverse.words, "p3 t1")


# obstacles


@clause("ASP-ENG-05", "ASP-ENG-06")
@pytest.mark.parametrize(("markers", "chance"), [(0, 3), (1, 2), (2, 2), (3, 1), (7, 1)])
def test_the_die_to_cross(markers, chance):
    pool = crossing_pool(TABLE, "German", "t1", markers)
    assert pool.reading.chances(1, 6) == {True: chance, False: 6 - chance}
    assert pool.sum("need") == 4
    assert ROWS["crossing"]["markers"] == [[1, -1], [3, -2]]


@clause("ASP-ENG-04", "ASP-ENG-07")
@pytest.mark.parametrize(
    ("mover", "tank", "foot"),
    [
        ("tracked", True, False),
        ("infantry", False, True),
        ("jungle-trained", False, True),
        ("gun", False, True),
        ("wheeled", False, True),
        ("half-track", False, True),
    ],
)
def test_whom_an_obstacle_stops(mover, tank, foot):
    assert stopped_by(TABLE, "anti-tank", mover) is tank
    assert stopped_by(TABLE, "anti-personnel", mover) is foot
    assert stopped_by(TABLE, "anti-personnel", mover, tows=True)
    assert stopped_by(TABLE, "anti-tank", mover, tows=True) is tank


OBSTACLES = {"o1": Mark("o1", "anti-tank", "Soviet", "the ford"), "o2": Mark("o2", "anti-personnel", "Soviet")}


@clause("ASP-ENG-04", "ASP-ENG-05", "ASP-ENG-07", "ASP-ENG-08")
def test_at_an_obstacle():
    playing = guns(stand("t1", "Panther", markers=1), marks=OBSTACLES)
    outcome = playing.say("cross t1 over o1", crossing="4")
    assert each_says(outcome.words, "o1 anti-tank ENG-04", "t1 ENG-08")
    assert each_says(outcome.instructions, "t1")
    assert playing.state.scene.marks["o1"].declared
    assert each_says(playing.say("cross t1 over o1", crossing="5").words, "t1 ENG-05")
    outcome = playing.say("cross t1 over o2")
    assert says([outcome.words[1]], "anti-personnel t1 tracked ENG-07")
    assert playing.say("cross p3 kind=anti-personnel", crossing="4").tally == (("p3", "across"),)


@clause("ASP-ENG-08")
def test_who_was_stopped_tries_again_with_a_later_move():
    playing = open_turn(guns(stand("t1", "Panther"), marks=OBSTACLES))
    playing.say("cross t1 over o1", crossing="3")
    assert playing.stand("t1").stopped
    assert playing.refused("cross t1 over o1") == ["ENG-08"]
    playing.say("move t1 100")
    playing.say("cross t1 over o1", crossing="3")
    playing.state = asp.apply(playing.state, (Fresh("kg"),), TABLE)
    assert not playing.stand("t1").stopped


@clause("ASP-SEQ-06")
def test_a_stand_crosses_among_the_moves_of_its_group():
    playing = open_turn(guns(stand("t1", "Panther"), marks=OBSTACLES))
    playing.state = replace(playing.state, clock=replace(playing.state.clock, open="", done=()))
    playing.say("cross t1 over o1", crossing="6")
    assert playing.state.clock.open == "kg"
    playing.state = replace(playing.state, clock=replace(playing.state.clock, open="", done=("kg",)))
    assert playing.refused("cross t1 over o1") == ["SEQ-07"]


@clause("ASP-ENG-04", "ASP-ENG-07")
@pytest.mark.parametrize(("vehicle", "mover", "tank"), [("Panzer 4", "tracked", True), ("Truck", "wheeled", False)])
def test_towed_and_towing_count_among_the_anti_personnel_too(vehicle, mover, tank):
    state = game(stand("t1", "HG", towed="t2"), stand("t2", vehicle), stand("p3", "RG"), scene=Scene(modules=AGREED))
    for key in ("t1", "t2"):
        playing = Game(state, kept=False)
        assert playing.say(f"cross {key} kind=anti-personnel", crossing="1").tally == ((key, "stopped"),)
        outcome = playing.say(f"cross {key} kind=anti-tank", **({"crossing": "1"} if tank else {}))
        assert outcome.tally == ((key, "stopped" if tank else "across"),)
        if not tank:
            assert each_says(outcome.words, f"{key} {mover} ENG-07")


def test_what_forbids_to_cross():
    playing = guns(stand("t1", "Panther"), marks=OBSTACLES, modules=())
    assert playing.refused("cross t1 over o1") == ["GEN-09"]
    playing = guns(stand("t1", "Panther"), marks=OBSTACLES)
    assert playing.refused("cross p3 over o1") == ["ENG-04"]
    playing = open_turn(guns(stand("t1", "Panther"), marks=OBSTACLES))
    assert playing.refused("cross t1 over o1") == []
    assert playing.refused("cross p3 kind=anti-tank") == ["SEQ-01"]
    playing.state = replace(playing.state, clock=replace(playing.state.clock, step=3, open=""))
    assert playing.refused("cross t1 over o1") == ["SEQ-06"]


@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("cross t1", Missing, ""),
        ("cross t1 p3 over o1", HowMany, ""),
        ("cross t8 over o1", UnknownName, "stand t8"),
        ("cross t1 over o9", UnknownName, "obstacle o9"),
        ("cross t1 kind=ditch", BadValue, "kind ditch"),
    ],
)
def test_mistakes_at_an_obstacle(line, kind, about):
    with mistaken(kind, about=about):
        guns(stand("t1", "Panther"), marks=OBSTACLES).objections(line)
