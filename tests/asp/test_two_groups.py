"""Tests of two full battle groups a side: the example, its sheet, scenes written and read back, acts, effects."""

import json
import re
import tomllib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.asp.games import ROOT, ROWS, TABLE, duel
from tests.catalogue import each_says, hear, mistaken
from tests.clauses import clause
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.mistakes import FileMistake, Mistake, UnknownName
from umpire.core.procedure import resolve
from umpire.game.facts import parse_told
from umpire.game.records import About
from umpire.game.written import schema
from umpire.play.documents import state_from
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.effects import Flown, Lay, Lift, Ready, Rounds, Setting
from umpire.rulesets.asp.field.army import complaints
from umpire.rulesets.asp.group.movement import off_table
from umpire.rulesets.asp.scenario import WRITTEN
from umpire.rulesets.asp.state import Army, Mark, Scene

EXAMPLE = tomllib.loads((ROOT / "examples" / "asp-two-groups.toml").read_text(encoding="utf-8"))
SECTIONS = {key: row for key, row in EXAMPLE.items() if key not in ("name", "ruleset", "sequence", "sides")}
SIDES = ("German", "British")


def read(sections=SECTIONS, sides=SIDES):
    return state_from(WRITTEN, sections, TABLE, None, sides)


# the example


@clause("ASP-ORG-01 to 03", "ASP-ORG-07")
def test_the_example_is_two_whole_battle_groups_a_side():
    state = read()
    assert (EXAMPLE["sequence"], tuple(EXAMPLE["sides"])) == ("enforced", SIDES)
    assert [group.side for group in state.groups.values()] == ["German", "German", "British", "British"]
    for key, group in state.groups.items():
        assert len(state.of_group(key)) == 12
        assert state.stands[group.hq].group == key
    assert complaints(state, TABLE, tuple(state.groups.values()), whole_armies=True) == ()


def test_the_example_has_aircraft_and_batteries_on_both_sides_and_all_kinds_of_stands():
    state = read()
    for side in SIDES:
        rows = {
            stand.row or TABLE.type(stand.type).row
            for stand in state.stands.values()
            if state.groups[stand.group].side == side
        }
        assert rows >= {"Attack", "Fighter", "Mortars", "MB", "RG", "LG", "HMG", "MG"}
    kinds = {TABLE.type(stand.type).kind for stand in state.stands.values()}
    assert kinds == set(TABLE.kinds)


def test_ids_of_the_example_are_words_said_aloud():
    for key in read().stands:
        word = key.rstrip("0123456789")
        assert word.isalpha()
        assert 3 <= len(word) <= 8
        assert len(key) - len(word) <= 1


@clause("ASP-DEP-03")
def test_who_stands_off_the_table():
    off = {TABLE.type(stand.type).row for stand in read().stands.values() if off_table(TABLE, stand)}
    assert off == {"LB", "MB", "C", "SRL", "Attack", "Bomber", "Fighter"}
    ot = {row for row, line in TABLE.rows.items() if line["range"] == "OT"}
    assert ot == {"LB", "MB", "HB", "C", "SRL", "Fighter"}


# the sheet


@pytest.mark.wording
def test_the_sheet_is_made_of_the_rows():
    listings = {listing.title: listing for listing in asp.sheet(TABLE, None)}
    scores = listings["Score required (SCORE-01)"]
    assert scores.columns == ("shooter", "", *TABLE.columns, "range")
    assert scores.rows[7] == ("Medium Guns", "MG", "5", "2", "2", "3", "4", "5", "-", "-", "1500")
    assert len(scores.rows) == len(TABLE.rows)
    assert listings["Results, by total and grade (EFF-05)"].rows[2] == ("C", "-", "P", "P", "R", "R", "D", "D", "D")
    assert listings["Going (TERR)"].rows[2] == ("SFH-jungle", "X", "B", "X", "X", "X", "B")
    assert listings["Terrain of a square (TGEN-02)"].rows[-2:] == (
        ("MBUA", "6+", "6+", "5+", "5+", "5+"),
        ("minor", "1D6", "1D6", "2D6", "2D6", "1D6"),
    )
    assert listings["Adverse weather (WX-01)"].rows[0] == ("Winter", "4+", "5+", "5+", "3+", "3+")
    assert ("Aircraft", "200") in listings["Points (PTS-01)"].rows
    assert "Played differently from the book" not in listings
    for listing in listings.values():
        assert listing.rows or listing.notes
        assert all(len(row) == len(listing.columns) for row in listing.rows)


@pytest.mark.wording
def test_the_sheet_of_a_game_has_only_what_is_in_it_and_lengths_on_its_table():
    listings = {listing.title: listing for listing in asp.sheet(TABLE, replace(duel(), scene=Scene(scale="15mm")))}
    assert [row[0] for row in listings["Score required (SCORE-01)"].rows] == ["Medium Guns"]
    assert listings["Moves, good / bad going"].rows[0][2] == "500 m (6 in) / 250 m (3 in)"
    assert "Aircraft" not in listings
    assert "Aircraft, their cost" not in listings
    assert "Season (TIME-02)" not in listings
    assert listings["Ground scale (SCALE-01)"].rows == (("15mm", "3 in", "6 in", "12 in", "24 in"),)
    of_example = [listing.title for listing in asp.sheet(TABLE, read())]
    assert {"Aircraft, their cost", "Their size", "Season (TIME-02)", "Obstacles (ENG-07)"} <= set(of_example)


@clause("ASP-TIME-06")
def test_the_sheet_shows_the_detection_in_force():
    (detection,) = [each for each in asp.sheet(TABLE, replace(duel(), light="twilight")) if "(DET-02)" in each.title]
    assert detection.rows[0][1:] == ("62.5/250", "contact/62.5")
    hear(detection.title, detection.rows[0][0])
    assert any("twilight" in note for note in detection.notes)


# scenes written and read back

NAMES = st.sampled_from(["", "the mill", "German", "x y"])
ARMIES = st.builds(
    Army,
    id=st.just("a1"),
    side=st.sampled_from(SIDES),
    nation=NAMES,
    budget=st.sampled_from([None, 0, 500]),
    zone=st.sampled_from(["", "Cold", "Desert"]),
    fantasy=st.booleans(),
    organised=NAMES,
    supplier=NAMES,
    ally=st.booleans(),
    place=NAMES,
    insignia=NAMES,
)
MARKS = st.builds(
    Mark,
    id=st.just("m1"),
    kind=st.sampled_from(["smoke", "light", "anti-tank", "anti-personnel"]),
    side=st.sampled_from(SIDES),
    where=NAMES,
    declared=st.booleans(),
)
SCENES = st.builds(
    lambda army, mark, **more: Scene(armies={"a1": army}, marks={"m1": mark}, **more),
    ARMIES,
    MARKS,
    scale=st.sampled_from(["", *ROWS["scales"]]),
    zone=st.sampled_from(["", "Desert", "Cold"]),
    season=st.sampled_from(["", "Spring", "Winter"]),
    minute=st.sampled_from([None, 0, 620, 1439]),
    year=st.sampled_from([None, 1944, 0]),
    defender=st.sampled_from(["", *SIDES]),
    modules=st.sampled_from([(), ("smoke",), ("time", "weather")]),
    terrain=st.sampled_from([(), ("open; no minor feature", "highland; 1 wood")]),
)


@pytest.mark.slow
@settings(deadline=None)
@given(SCENES)
def test_to_state_of_from_state_is_the_same_scene(scene):
    state = replace(read(), scene=scene)
    written = WRITTEN.sections(state, TABLE)
    assert state_from(WRITTEN, written, TABLE, None, SIDES) == state
    assert asp.read_state(json.loads(json.dumps(asp.plain(state))), None) == state


EXTRAS = st.fixed_dictionaries(
    {
        "dug_in": st.booleans(),
        "jungle": st.booleans(),
        "classed": st.sampled_from(["", "Light Tank"]),
        "price": st.sampled_from(["", "5", "15/2"]),
        "ready": st.booleans(),
        "runs": st.integers(0, 3),
        "flew": st.integers(0, 9),
        "smoke": st.integers(0, 2),
        "lights": st.integers(0, 2),
    }
)


@settings(deadline=None, max_examples=30)
@given(EXTRAS)
def test_what_stands_are_and_have_used_comes_back(extras):
    state = read()
    changed = replace(state.stands["heavy"], **extras)
    state = replace(state, stands={**state.stands, "heavy": changed})
    assert state_from(WRITTEN, WRITTEN.sections(state, TABLE), TABLE, None, SIDES) == state


def test_an_editor_is_told_the_values_of_the_table():
    told = schema(WRITTEN.document, About(SIDES, TABLE))["properties"]
    conditions = told["conditions"]["properties"]
    assert [word for word in told["scale"]["enum"] if word] == list(ROWS["scales"])
    assert set(conditions["zone"]["enum"]) - {""} == set(ROWS["zone"]) - {"die"}
    assert set(conditions["season"]["enum"]) - {""} == set(ROWS["weather"])
    assert conditions["modules"]["items"]["enum"] == list(ROWS["modules"])


@pytest.mark.parametrize(
    ("sections", "kind", "about"),
    [
        ({"conditions": {"time": "25:00"}}, FileMistake, "conditions.time 25:00"),
        ({"conditions": {"defender": "Dutch"}}, FileMistake, "conditions.defender side Dutch"),
        ({"armies": {"a1": {"side": "Dutch"}}}, FileMistake, "armies.a1.side side Dutch"),
        ({"armies": {"a1": {"side": "German"}, "a2": {"side": "German"}}}, FileMistake, "armies.a2.side a1 German"),
        ({"armies": {"a1": {"side": "German", "budget": -1}}}, FileMistake, "armies.a1.budget -1 number points"),
        ({"marks": {"o1": {"kind": "smoke", "side": "Dutch"}}}, FileMistake, "marks.o1.side side Dutch"),
    ],
)
def test_mistakes_in_a_scene(sections, kind, about):
    with mistaken(kind, about=about):
        read({**SECTIONS, **sections})


@pytest.mark.parametrize(
    ("row", "kind", "about"),
    [
        ({"price": "dear"}, FileMistake, "stands.flak.price dear"),
        ({"price": -3}, FileMistake, "stands.flak.price -3"),
        ({"classed": "Tanks"}, FileMistake, "stands.flak.classed class points Tanks"),
    ],
)
def test_mistakes_in_prices(row, kind, about):
    stands = {**SECTIONS["stands"], "flak": {**SECTIONS["stands"]["flak"], **row}}
    with mistaken(kind, about=about):
        read({**SECTIONS, "stands": stands})


def test_status_of_a_stand_says_what_it_has_used():
    state = read()
    used = {"runs": 2, "ready": True, "smoke": 1, "lights": 2, "jungle": True, "dug_in": True}
    state = replace(state, stands={**state.stands, "stuka": replace(state.stands["stuka"], **used)})
    facts = dict(asp.status(state, TABLE, "stuka")[0].rows)
    hear(*facts, facts["state"], [*facts.values()][-1])
    counted = [re.findall(r"\d+", value) for value in facts.values() if value[:1] in ("1", "2")]
    assert counted == [["2", "3"], ["1"], ["2"]], "attacks made of all, smoke, light"


def test_status_of_a_side_an_army_the_conditions_and_what_lies_there():
    state = read()
    groups = ["panzer German B", "corps German C"]
    for name in ("German", "german", "wehrmacht"):
        assert each_says([listing.title for listing in asp.status(state, TABLE, name)], *groups)
    (conditions,) = asp.status(state, TABLE, "conditions")
    assert ("hour", "09:00") in conditions.rows
    (mark,) = asp.status(state, TABLE, "Teeth")
    ((name, what, side, where),) = mark.rows
    assert (name, side, where) == ("teeth", "German", "across the road at the ford")
    hear(what)
    with mistaken(UnknownName, "Germn", hint="German"):
        asp.status(state, TABLE, "Germn")
    for key in asp.names(state):
        assert asp.status(state, TABLE, key)


# effects


def test_effects_of_the_scene():
    state = read()
    after = asp.apply(state, (Setting("zone", "Cold"), Setting("light", "night"), Setting("weather", "adverse")), TABLE)
    assert (after.scene.zone, after.light, after.weather) == ("Cold", "night", "adverse")
    declared = replace(state.scene.marks["teeth"], declared=True)
    laid = asp.apply(
        state,
        (Lay(Mark("smoke1", "smoke", "German", "here")), Lay(declared)),
        TABLE,
    )
    assert list(laid.scene.marks) == ["teeth", "wire", "smoke1"]
    assert laid.scene.marks["teeth"].declared
    assert list(asp.apply(laid, (Lift("smoke1"),), TABLE).scene.marks) == ["teeth", "wire"]
    flown = asp.apply(
        state, (Ready("spit", True), Flown("stuka", 3), Rounds("field", "smoke"), Rounds("field", "light")), TABLE
    )
    assert flown.stands["spit"].ready
    assert (flown.stands["stuka"].runs, flown.stands["stuka"].flew) == (1, 3)
    assert (flown.stands["field"].smoke, flown.stands["field"].lights) == (1, 1)


# acts

LINES = (
    "army",
    "army panzer",
    "night",
    "night hour=18:30",
    "setup zone",
    "setup edges",
    "setup terrain 2",
    "setup weather",
    "order armour",
    "air spit",
    "air spit at focke",
    "air mosquito at panther1 900",
    "air mosquito at nebel by focke",
    "air lanc at pak 2000 by flak flak.range=1500",
    "artillery field smoke the hedge",
    "artillery medium light the ford",
    "artillery counter at field",
    "artillery heavy at tom1",
    "cross sherman1 over teeth",
    "cross tom1 over wire",
    "fire panther1 at sherman1 900",
    "next",
)


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=6), st.integers(0, 999))
def test_any_line_is_a_refusal_that_changes_nothing_or_a_position_that_comes_back(lines, seed):
    state = read()
    for line in lines:
        verb, *words = line.split()
        act = asp.act(verb)
        before = asp.plain(state)
        try:
            sit = act.situate(state, TABLE, parse_told(words, act.connectors, act.bare))
        except Mistake:
            continue
        act.objections(sit)
        act.out_of_turn(state, TABLE, sit)
        assert asp.plain(state) == before
        outcome, _ = resolve(act.procedure(sit), Answers(SeededDice(str(seed)), 0, roll_rest=True, defaults=True))
        assert asp.plain(state) == before
        if not outcome.is_tie_reroll:
            state = asp.apply(state, outcome.effects, TABLE)
        written = WRITTEN.sections(state, TABLE)
        assert state_from(WRITTEN, written, TABLE, None, SIDES) == state


@pytest.mark.parametrize(
    ("verb", "lines"),
    [
        ("air", ("lanc at pak 900 by flak flak.range=800", "spit")),
        ("artillery", ("heavy at tom1 900", "field smoke here")),
        ("cross", ("sherman1 over teeth",)),
        ("army", ("",)),
        ("night", ("",)),
        ("setup", ("zone",)),
    ],
)
def test_every_fact_of_the_help_is_asked_for_and_no_other(verb, lines):
    act = asp.act(verb)
    asked = set()
    for line in lines:
        told = parse_told(line.split(), act.connectors, act.bare)
        asked |= set(act.situate(order(read()), TABLE, told).known._asked)
    assert asked - {"mobility"} == set(act.facts)


def order(state):
    """Return the state with command points thrown, so that distances to the headquarters are asked for."""
    return replace(state, groups={key: replace(group, cp=9) for key, group in state.groups.items()})
