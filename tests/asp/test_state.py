"""Tests of the position: the example scenario, the position written and read back, effects, and `status`."""

import json
import tomllib
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.asp.games import ROOT, TABLE, change, duel, fire, game, refused, situation, stand, table
from tests.catalogue import each_says, hear, mistaken, says
from tests.clauses import clause
from umpire.core.mistakes import FileMistake, UnknownName
from umpire.play.documents import state_from
from umpire.rulesets.asp import FAMILY as asp
from umpire.rulesets.asp.effects import Destroy, MarkFire, Moved, Pin, Repulse, Suppress
from umpire.rulesets.asp.scenario import WRITTEN
from umpire.rulesets.asp.state import Clock, Group, Stand, State

SIDES = ("German", "Soviet")
EXAMPLE = tomllib.loads((ROOT / "examples" / "asp-opening.toml").read_text(encoding="utf-8"))
SECTIONS = {key: EXAMPLE[key] for key in ("groups", "stands")}


def read(sections, rules=TABLE) -> State:
    return state_from(WRITTEN, sections, rules, None, SIDES)


def with_stand(key, **row):
    return {**SECTIONS, "stands": {**SECTIONS["stands"], key: row}}


# the example


@clause("ASP-ORG-02", "ASP-ORG-03")
def test_the_example_has_two_battle_groups_of_twelve_with_one_headquarters():
    state = read(SECTIONS)
    assert (EXAMPLE["ruleset"], tuple(EXAMPLE["sides"])) == ("asp-ww2", SIDES)
    for key, group in state.groups.items():
        assert len(state.of_group(key)) == 12
        assert state.stands[group.hq].group == key
    assert {group.side for group in state.groups.values()} == set(SIDES)


def test_the_command_of_the_page_works_in_the_example():
    state = read(SECTIONS)
    assert refused(state, "t1 at p3 450 p3.cover=hard") == []
    outcome, _, _ = fire(state, "t1 at p3 600", detection_reply="1", effect="34")
    assert each_says(outcome.instructions, "T34/85 p3 0→2 repulsed", "MOVE T34/85 p3 500 Panther t1", "Panther t1")
    assert refused(state, "g1 at r1 300") == ["BUS-04"]


@clause("ASP-ORG-03", "ASP-ORG-05", "ASP-ORG-06")
def test_a_battle_group_has_a_headquarters():
    groups = {"kg": {key: value for key, value in SECTIONS["groups"]["kg"].items() if key != "hq"}}
    sections = {**SECTIONS, "groups": {**SECTIONS["groups"], **groups}}
    with mistaken(FileMistake, at="groups.kg.hq", about="Kampfgruppe ORG-03", hint='name one of its stands: hq = "h1"'):
        read(sections)
    command = {**sections["stands"], "cmd": {"group": "kg", "type": "Command"}}
    state = read({**sections, "stands": command})
    assert state.groups["kg"].hq == "cmd"
    (listing,) = asp.status(state, TABLE, "kg")
    assert says([listing.notes[0]], "0 12")


@clause("ASP-CALL-02")
def test_batteries_alone_have_none():
    sections = {**SECTIONS, "groups": {**SECTIONS["groups"], "guns": {"name": "Guns", "side": "German", "grade": "B"}}}
    sections["stands"] = {**SECTIONS["stands"], "lb1": {"group": "guns", "type": "LB"}}
    assert read(sections).groups["guns"].hq == ""


def test_names_types_and_own_weapons():
    state = read(SECTIONS)
    assert (state.stands["t1"].name, state.stands["f1"].name) == ("Panther t1", "88 f1")
    assert situation(state, "c1 at r1 300").shooter.row == "HMG"
    assert situation(state, "c2 at r1 300").shooter.row == "VLG"
    assert asp.names(state)["kg"] == "Kampfgruppe"
    assert read(with_stand("x1", group="kg", type="panther")).stands["x1"].type == "Panther"


@pytest.mark.parametrize(
    ("key", "row", "kind", "about", "hint"),
    [
        ("t1", {"group": "kq", "type": "Tiger"}, FileMistake, "stands.t1.group group kq", "did you mean kg?"),
        ("t1", {"group": "kg", "type": "Panter"}, FileMistake, "stands.t1.type type Panter", "Panther"),
        (
            "t1",
            {"group": "kg", "type": "Sdkfz 251", "row": "HG"},
            FileMistake,
            "stands.t1.row HG",
            "did you mean HMG or LG or MG?",
        ),
        ("t1", {"group": "kg", "type": "Tiger", "row": "XG"}, FileMistake, "stands.t1.row XG", ""),
        (
            "t1",
            {"group": "kg", "type": "Tiger", "column": "XX"},
            FileMistake,
            "stands.t1.column column score matrix XX",
            "",
        ),
        (
            "t1",
            {"group": "kg", "type": "Tiger", "markers": -1},
            FileMistake,
            "stands.t1.markers -1 number from 0 99",
            "a whole number from 0 to 99",
        ),
        ("t1", {"group": "kg", "type": "Tiger", "name": "88 f1"}, FileMistake, "stands.f1.name t1 88 f1", ""),
        ("h1", {"group": "brigade", "type": "Tiger"}, FileMistake, "groups.kg.hq h1", ""),
        (
            "g1",
            {"group": "kg", "type": "IG", "aboard": "t9"},
            FileMistake,
            "stands.g1.aboard stand t9",
            "did you mean",
        ),
        ("g1", {"group": "kg", "type": "IG", "aboard": "t1"}, FileMistake, "stands.g1.aboard Panther t1 IG g1", ""),
        (
            "g1",
            {"group": "kg", "type": "BARG", "aboard": "c1"},
            FileMistake,
            "stands.g1.aboard Sdkfz 251 c1 BARG g1",
            "RG, IG",
        ),
        (
            "r1",
            {"group": "brigade", "type": "RG", "aboard": "c2"},
            FileMistake,
            "stands.r1.aboard Sdkfz 251 c2 RG r1",
            "",
        ),
        (
            "g2",
            {"group": "kg", "type": "IG", "aboard": "c1"},
            FileMistake,
            "stands.g1.aboard Sdkfz 251 c1 BUS-07 1",
            "",
        ),
    ],
)
def test_mistakes_in_a_scenario(key, row, kind, about, hint):
    with mistaken(kind, about=about, hint=hint):
        read(with_stand(key, **row))


def test_sides_are_those_of_the_scenario():
    groups = {**SECTIONS["groups"], "kg": {**SECTIONS["groups"]["kg"], "side": "Germans"}}
    with mistaken(FileMistake, at="groups.kg.side", about="side Germans"):
        read({**SECTIONS, "groups": groups})
    with mistaken(FileMistake, at="conditions.radar.0", about="conditions.radar 1 side Finnish"):
        read({**SECTIONS, "conditions": {"radar": ["Finnish"]}})


@pytest.mark.parametrize("section", [{"light": "dark"}, {"wether": "fair"}])
def test_the_form_refuses_what_it_does_not_know(section):
    with mistaken(FileMistake):
        read({**SECTIONS, "conditions": section})


@clause("ASP-VEH-03")
def test_printed_the_garbled_rows_must_be_said():
    printed = table(vehicle_typos="printed")
    with mistaken(FileMistake, at="stands.i1.column", about="HG M IS2", hint='choose one: column = "HA"'):
        read(SECTIONS, printed)
    state = read(with_stand("i1", group="brigade", type="IS2", column="HA"), printed)
    assert situation(state, "t1 at i1 600", printed).shooter.base == 4
    assert situation(read(SECTIONS), "t1 at i1 600").shooter.base == 4


# there and back

STANDS = st.builds(
    Stand,
    id=st.just("x"),
    name=st.sampled_from(["", "Wild Boar"]),
    group=st.sampled_from(["kg", "br"]),
    type=st.sampled_from(list(TABLE.types)),
    column=st.sampled_from(["", "MA"]),
    markers=st.integers(0, 9),
    option=st.sampled_from(["", "C", "D", "E", "F"]),
    spent=st.integers(0, 3),
    points=st.integers(0, 5),
    debussed=st.sampled_from([None, 0, 1]),
    **{field.name: st.booleans() for field in fields(Stand) if field.type == "bool"},
)
CLOCKS = st.sampled_from(
    [
        Clock(),
        Clock(1, "Soviet", "Soviet", 1, "", ("br",)),
        Clock(3, "Soviet", "German", 5, "kg", ()),
        Clock(3, "German", "German", 5, "", ("kg",), "Soviet"),
    ]
)
STATES = st.builds(
    lambda stands, failed, cp, light, weather, radar, clock: State(
        {
            "kg": Group("kg", "Kampfgruppe", "German", "B", "k", failed, failed, "mobile", cp, "", failed),
            "br": Group("br", "Brigade", "Soviet", "D", "b", command="cautious", test="4 repulsed (BG-01)"),
        },
        {
            "k": Stand("k", "Panther k", "kg", "Panther"),
            "b": Stand("b", "T34/85 b", "br", "T34/85"),
        }
        | {
            f"s{index}": replace(each, id=f"s{index}", name=f"{each.name or each.type} s{index}")
            for index, each in enumerate(stands)
        },
        light,
        weather,
        radar,
        clock,
    ),
    st.lists(STANDS, max_size=4),
    st.booleans(),
    st.sampled_from([None, 0, 9]),
    st.sampled_from(["", "day", "twilight", "night"]),
    st.sampled_from(["", "fair", "adverse"]),
    st.sampled_from([(), ("German",), SIDES]),
    CLOCKS,
)


@settings(deadline=None)
@given(STATES)
def test_to_state_of_from_state_is_the_same_state(state):
    written = WRITTEN.sections(state, TABLE)
    assert state_from(WRITTEN, written, TABLE, None, SIDES) == state
    assert asp.read_state(json.loads(json.dumps(asp.plain(state))), None) == state


def test_what_is_taken_for_granted_is_not_written():
    assert WRITTEN.sections(duel(), TABLE) == {
        "groups": {
            "kg": {"name": "Kampfgruppe", "side": "German", "grade": "B", "hq": "t1"},
            "br": {"name": "25th Brigade", "side": "Soviet", "grade": "B", "hq": "p1"},
        },
        "stands": {
            "t1": {"name": "t1", "group": "kg", "type": "Panther"},
            "p3": {"name": "p3", "group": "br", "type": "T34/85"},
        },
    }
    written = WRITTEN.sections(read(SECTIONS), TABLE)
    assert written["stands"]["c2"] == {"group": "kg", "type": "Sdkfz 251", "row": "VLG"}
    assert "conditions" not in written


# effects


@pytest.mark.parametrize(
    ("effect", "before", "after"),
    [
        (Suppress("p3", 2), {"markers": 1}, {"markers": 3}),
        (Pin("p3"), {}, {"pinned": True, "hit": True}),
        (Repulse("p3"), {"fire_marker": True}, {"repulsed": True, "hit": True, "fire_marker": False}),
        (Destroy("p3"), {"fire_marker": True}, {"destroyed": True, "fire_marker": False}),
        (MarkFire("p3"), {}, {"fired": True, "fire_marker": True}),
        (Moved("p3"), {"fire_marker": True, "fired": True}, {"moved": True, "fire_marker": False}),
    ],
)
def test_effects(effect, before, after):
    state = change(duel(), "p3", **before)
    assert asp.apply(state, (effect,), TABLE) == change(state, "p3", **after)


# status


def test_status_of_everything():
    state = game(
        stand("t1", "Panther", markers=2, pinned=True, fire_marker=True),
        stand("p3", "M3", repulsed=True, moved=True),
        stand("p4", "RG", aboard="p3"),
        stand("p5", "Truck", destroyed=True, pinned=True),
    )
    german, soviet = asp.status(state, TABLE, "")
    assert says([german.title], "Kampfgruppe kg German B")
    assert [row[:-1] for row in german.rows] == [("t1", "t1", "MG/HA", "2")]
    assert says(german.rows[0][-1:], "HQ pinned")
    assert [row[:-1] for row in soviet.rows] == [
        ("p3", "p3", "HMG/LA", ""),
        ("p4", "p4", "RG/Inf", ""),
        ("p5", "p5", "-/SMT", ""),
    ]
    assert each_says([row[-1] for row in soviet.rows], "repulsed moved", "p3", "destroyed")
    assert each_says(soviet.notes, "1 4 6 3")
    assert asp.status(state, TABLE, "BR") == (soviet,)


def test_status_says_that_a_group_failed():
    state = duel()
    failed = replace(state, groups={**state.groups, "br": replace(state.groups["br"], failed=True)})
    assert says([asp.status(failed, TABLE, "br")[0].notes[1]], "BG-06")


def test_status_of_one_stand():
    (listing,) = asp.status(read(SECTIONS), TABLE, "s1")
    assert listing.title == "StuG s1 (s1)"
    assert each_says(
        [value for _, value in listing.rows],
        *("StuG MG MA", "Kampfgruppe German B", "Medium Guns 1500", "MA", "front", "0", "-", ""),
    )
    hear(*(name for name, _ in listing.rows))
    for kind, arms in (("Truck", "unarmed"), ("LB", "Light Barrage OT")):
        _, _, (_, shoots), *_ = asp.status(duel(kind), TABLE, "t1")[0].rows
        assert says([shoots], arms)


def test_status_of_nothing():
    with mistaken(UnknownName, "p9", hint="p3"):
        asp.status(duel(), TABLE, "p9")
