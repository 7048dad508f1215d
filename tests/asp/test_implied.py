"""Tests of facts that a scenario implies: each test sets the cause, and expects the result in an act."""

import re

import pytest

from tests.catalogue import shows
from tests.clauses import clause
from tests.cli.games import Table

SCENARIO = """
name = "Implied"
ruleset = "asp-ww2"
sequence = "free"
sides = ["German", "Soviet"]
{conditions}
[groups]
kg = {{ name = "Kampfgruppe", side = "German", grade = "B", hq = "t1"{german} }}
br = {{ name = "Brigade", side = "Soviet", grade = "B", hq = "p1"{soviet} }}
[stands]
{stands}
"""
STANDS = {
    "t1": 'group = "kg", type = "Panther"',
    "t2": 'group = "kg", type = "Panther"',
    "p1": 'group = "br", type = "T34/85"',
    "p2": 'group = "br", type = "RG"',
    "p3": 'group = "br", type = "LG"',
    "p4": 'group = "br", type = "Truck"',
}


@pytest.fixture
def begin(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "400")

    def new(conditions="", german="", soviet="", **stands):
        rows = {**STANDS, **{key: more if "type" in more else f"{STANDS[key]}, {more}" for key, more in stands.items()}}
        text = "\n".join(f"{key} = {{ {row} }}" for key, row in rows.items())
        scenario = SCENARIO.format(conditions=conditions, german=german, soviet=soviet, stands=text)
        (tmp_path / "implied.toml").write_text(scenario, encoding="utf-8")
        (tmp_path / "implied.umpire").unlink(missing_ok=True)
        table = Table(tmp_path, capsys)
        assert table.say("new implied.toml --seed 1").code == 0
        return table

    return new


WINTER = '[conditions]\nmodules = ["time"]\nseason = "Winter"\n'


@clause("ASP-TIME-04 to 08")
@pytest.mark.parametrize(
    ("time", "status", "metres"),
    [
        ("22:00", "night 125 TIME-07", 125),
        ("07:30", "twilight dawn TIME-06", 500),
        ("16:10", "twilight dusk TIME-06", 500),
        ("12:00", "day TIME-04", 1000),
    ],
)
def test_the_light_follows_from_season_and_hour(begin, time, status, metres):
    table = begin(WINTER + f'time = "{time}"')
    assert shows(table.say("status conditions").out, status)
    assert shows(table.say("night").out, status)
    moving = 125 if metres == 125 else 5 * metres // 2
    assert re.search(rf"^  vehiclex? inx? \S* ?openx? +(\w+ )?{moving}/", table.say("sheet --game-only").out, re.M)
    said = table.say(f"fire t1 at p1 {metres} --explain")
    assert shows(said.out, f"p1 2 {metres} DET-02")
    assert len(said.out.splitlines()[1].split(", ")) == 5, "the light is not assumed"
    assert said.code == 0


@clause("ASP-TIME-06", "ASP-TIME-07", "ASP-WX-02")
@pytest.mark.parametrize(
    ("conditions", "rule"),
    [
        (WINTER + 'time = "22:00"', "1500 125 TIME-07"),
        (WINTER + 'time = "16:10"', "1500 1000 TIME-06"),
        ('[conditions]\nweather = "adverse"', "1500 1000 WX-02"),
        ("", ""),
    ],
)
def test_what_is_too_dark_to_see_is_refused_by_the_rule_of_the_dark(begin, conditions, rule):
    said = begin(conditions).say("fire t1 at p1 1500 --roll")
    assert shows((said.out + said.err), rule)
    assert said.code == (3 if rule else 0)


@clause("ASP-TIME-04")
def test_a_light_told_beats_the_hour_until_the_hour_is_told_anew(begin):
    table = begin(WINTER + 'time = "22:00"\nlight = "day"')
    assert shows(table.say("status conditions").out, "TIME-04 night")
    assert table.say("set conditions time=23:00").code == 0
    assert shows(table.say("status conditions").out, "night")
    table.say("night light=twilight")
    assert shows(table.say("status conditions").out, "twilight halved TIME-06")
    table.say("night hour=12:00")
    assert shows(table.say("status conditions").out, "day TIME-04")


@clause("ASP-TIME-04")
def test_the_hour_set_by_hand_takes_the_light_that_setup_had_made(begin):
    table = begin('[conditions]\nmodules = ["time"]')
    table.say("setup season=Winter hour=12:00")
    table.say("set conditions time=22:00")
    assert shows(table.say("fire t1 at p1 100 --explain").out, "125")


@clause("ASP-SCALE-04", "ASP-TIME-04")
def test_the_light_of_a_kept_game_changes_with_its_turns(begin):
    table = begin(WINTER + 'time = "15:50"\n[clock]\nturn = 1\nfirst = "German"\nside = "German"\nstep = 5')
    table.say("set game sequence=kept")
    assert shows(table.say("next").out, "16:10 twilight dusk halved")
    assert shows(table.say("fire p1 at t1 450 --explain --ruling trial").out, "near 500")


@clause("ASP-EFF-12")
def test_the_side_with_radar(begin):
    planes = {
        "t2": 'group = "kg", type = "Fighter", ready = true',
        "p4": 'group = "br", type = "Fighter", ready = true',
    }
    for radar, score in (("German", -4), ("Soviet", -6)):
        table = begin(f'[conditions]\nlight = "night"\nradar = ["{radar}"]', **planes)
        assert shows(table.say("air t2 at p4 --explain").out, f"Fighter t2 Fighter p4 B 2 {score} EFF-05")


@clause("ASP-CALL-09")
def test_a_fire_marker_says_that_a_battery_has_fired(begin):
    stands = {"t2": 'group = "kg", type = "C Battery"', "p3": 'group = "br", type = "LB", fire_marker = true'}
    assert begin(**stands).say("artillery t2 at p3 --explain").code == 0
    stands["p3"] = 'group = "br", type = "LB"'
    assert "CALL-09" in begin(**stands).say("artillery t2 at p3 --roll").err


@clause("ASP-DET-09")
@pytest.mark.parametrize("did", ["moved = true", "marched = true"])
def test_who_has_moved_or_marched_is_seen_moving(begin, did):
    assert shows(begin(p2=did).say("fire t1 at p2 800 --explain").out, "infantry moving far 1500")


@clause("ASP-DET-11", "ASP-CLASS-24")
def test_a_gun_on_tow_is_seen_and_hit_as_its_vehicle(begin):
    said = begin(p3='towed = "p4"').say("fire t1 at p3 600 --explain").out
    assert shows(said, "vehicle stationary")
    assert shows(said, "Medium Guns SMT")


@clause("ASP-COV-09")
def test_who_is_dug_in_has_hard_cover(begin):
    said = begin('[conditions]\ndefender = "Soviet"', p1="dug_in = true").say("fire t1 at p1 400 --explain").out
    assert shows(said, "vehicle stationary")
    assert shows(said, "SCORE-06")


@clause("ASP-INIT-01", "ASP-STAT-16")
def test_grades_and_markers_count_in_initiative(begin):
    said = begin(german=', radio = true, command = "mobile"', soviet="", p1="markers = 2, pinned = true")
    said = said.say("fire t1 at p1 600 --explain").out
    assert "-2" in said
    assert shows(said, "+1 INIT-01")


@clause("ASP-BUS-05")
def test_riders_share_what_befalls_their_vehicle(begin):
    said = begin(p2='aboard = "p4"').say("fire t1 at p4 600 --dice 66")
    assert shows(said.out, "RG p2 aboard Truck p4 BUS-05")


@clause("ASP-CALL-02")
def test_a_group_of_batteries_alone_throws_for_its_calls(begin):
    batteries = {"t1": 'group = "kg", type = "LB"', "t2": 'group = "kg", type = "MB"'}
    assert shows(begin(**batteries).say("fire t1 at p1 --explain").out, "LB t1 5+ CALL-02")
    batteries["t2"] = STANDS["t2"]
    assert not shows(begin(**batteries).say("fire t1 at p1 --explain").out, "CALL-02")


@clause("ASP-SMK-03")
def test_a_battle_of_attack_and_defence_has_smoke_without_limit(begin):
    conditions = '[conditions]\nmodules = ["smoke"]\n'
    used = {"t2": 'group = "kg", type = "LB", smoke = 2'}
    assert "SMK-03" in begin(conditions, **used).say("artillery t2 smoke mill").err
    assert begin(conditions + 'defender = "Soviet"', **used).say("artillery t2 smoke mill").code == 0


@clause("ASP-WX-02", "ASP-SMK-04")
def test_adverse_weather_makes_smoke_useless(begin):
    conditions = '[conditions]\nmodules = ["smoke"]\nweather = "adverse"'
    assert "SMK-04" in begin(conditions, t2='group = "kg", type = "LB"').say("artillery t2 smoke mill").err


@clause("ASP-BG-03", "ASP-BG-04")
def test_a_fourth_stand_repulsed_by_hand_owes_the_test(begin):
    table = begin(p1="repulsed = true", p2="repulsed = true", p3="repulsed = true")
    assert not shows(table.say("status br").out, "BG-01")
    assert "→4 repulsed (BG-01)" in table.say("set p4 repulsed=yes").out
    assert shows(table.say("status br").out, "4 repulsed BG-01")
    assert "4 repulsed (BG-01)→" in table.say("set p4 repulsed=no").out
    table.say("set p4 repulsed=yes")
    assert table.say("morale br --dice 6").code == 0
    assert not shows(table.say("status br").out, "BG-01")
    assert "BG-01" not in table.say("set p1 markers=1").out  # it passed: the number is not reached a second time


@clause("ASP-BG-11")
def test_half_the_groups_failed_by_hand_have_lost_the_battle(begin):
    table = begin()
    assert "lost none→Soviet" in table.say("set br failed=yes").out
    assert "lost Soviet→none" in table.say("set br failed=no").out
