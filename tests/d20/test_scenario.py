"""Tests of d20 scenarios: the opening can be played, mistakes are refused with their key, states can be read back."""

import json
from typing import get_args

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.catalogue import mistaken
from tests.clauses import clause
from tests.d20.elements import ROOT, TABLE, field
from umpire.core.frozen import replace
from umpire.core.mistakes import FileMistake, Mistake
from umpire.game.check import HEADER, check_header
from umpire.game.facts import parse_told
from umpire.game.rulebook.tables import read_toml
from umpire.play.documents import state_from
from umpire.rulesets.d20 import FAMILY as d20
from umpire.rulesets.d20.before import odd
from umpire.rulesets.d20.scenario import WRITTEN
from umpire.rulesets.d20.table import Flag

OPENING = read_toml(ROOT / "examples" / "d20-opening.toml")
SIDES = ("Red", "Blue")
TRUCK = {"side": "Red", "type": "Wh", "defence": 1, "range": 4, "flags": ["soft", "transport"]}
SQUAD = {"side": "Red", "type": "Inf", "he": 3, "defence": 3, "range": 4}


def state_of(sections, sides=SIDES):
    return state_from(WRITTEN, sections, TABLE, None, sides)


def opening():
    header = check_header(OPENING)
    return state_of({"elements": OPENING["elements"]}, header.sides)


def test_the_opening_position_loads():
    header = check_header(OPENING)
    assert (header.ruleset, header.sequence, header.sides) == ("d20-elements", "told", ("German", "Allied"))
    state = opening()
    sides = [element.side for element in state.elements.values()]
    assert (sides.count("German"), sides.count("Allied")) == (7, 7)
    assert d20.names(state)["firefly"] == "Firefly"
    assert [one.name for one in state.aboard(state.elements["lorry"])] == ["Rifles", "Bren team"]


@pytest.mark.parametrize(
    "line",
    [
        "tiger at sherman 6",
        "sherman at tiger 4 side=yes",
        "pak at croc 8 croc.cover=soft",
        "werfer at rifles 12",
        "croc at tiger 3",
        "spandau at lorry 8",
        "puma at firefly 10",
        "gren at mortar 4",
    ],
)
def test_every_element_of_the_opening_can_fire(line):
    fire = d20.act("fire")
    sit = fire.situate(opening(), TABLE, parse_told(line.split(), fire.connectors, fire.bare))
    assert [objection.rule for objection in fire.objections(sit)] == (["TRN-11"] if "rifles" in line else [])


@pytest.mark.parametrize(
    ("id", "change", "kind", "about"),
    [
        ("squad", {"side": "Reds"}, FileMistake, "elements.squad.side side Reds"),
        ("squad", {"type": "Marines"}, FileMistake, "elements.squad.type Marines"),
        ("squad", {"quality": "conscript"}, FileMistake, "elements.squad.quality conscript"),
        (
            "squad",
            {"flags": ["dugin"]},
            FileMistake,
            'elements.squad.flags 1 "dugin" dug-in',
        ),
        ("squad", {"range": 0}, FileMistake, "elements.squad.range 0"),
        ("squad", {"ap": 0}, FileMistake, "elements.squad.ap 0"),
        ("squad", {"ap": "*"}, FileMistake, "elements.squad.weapon AP"),
        ("squad", {"name": "two\nlines"}, FileMistake, 'elements.squad.name "two\\nlines"'),
        ("squad", {"name": "TRUCK"}, FileMistake, "elements.squad.name TRUCK truck"),
        ("squad", {"aboard": "lorry"}, FileMistake, "elements.squad.aboard element lorry"),
        ("squad", {"aboard": "squad"}, FileMistake, "elements.squad.aboard squad"),
        ("truck", {"aboard": "squad"}, FileMistake, "elements.truck.aboard squad truck 1"),
        ("truck", {"flags": []}, FileMistake, "elements.truck.flags"),
        ("truck", {"flags": ["soft", "apc"]}, FileMistake, "elements.truck.flags"),
        ("squad", {"armour": 3}, FileMistake, "elements.squad.armour"),
        ("squad", {"defence": "3"}, FileMistake, 'elements.squad.defence "3"'),
        ("squad", {"weapon": "bazooka"}, FileMistake, 'elements.squad.weapon "bazooka" mortar sfmg flamethrower none'),
    ],
)
def test_what_is_written_wrong_is_refused_with_its_key(id, change, kind, about):
    written = {"truck": TRUCK, "squad": {**SQUAD, "aboard": "truck"}}
    assert state_of({"elements": written}).elements["squad"].aboard == "truck"
    with mistaken(kind, about=about):
        state_of({"elements": {**written, id: {**written[id], **change}}})


def test_a_passenger_rides_with_its_own_side():
    with mistaken(FileMistake, at="elements.squad.aboard", about="truck"):
        state_of({"elements": {"truck": {**TRUCK, "side": "Blue"}, "squad": {**SQUAD, "aboard": "truck"}}})


IDS = st.sampled_from(["", "e0", "e1", "e2", "e3", "e4"])
ELEMENTS = st.fixed_dictionaries(
    {
        "side": st.sampled_from(SIDES),
        "type": st.sampled_from(["Mech", "Inf", "CSW", "Cmd"]),
        "defence": st.integers(0, 99),
        "range": st.integers(1, 999),
        "flags": st.lists(st.sampled_from([flag for flag in get_args(Flag) if flag != "soft"]), unique=True).map(
            lambda flags: [*flags, *(["afv"] if "afv" not in flags else [])]
        ),
    },
    optional={
        "model": st.sampled_from(["tiger", "rifles", "mortar", "lorry", "ours"]),
        "ap": st.integers(1, 99) | st.just("none"),
        "he": st.integers(0, 99) | st.just("none"),
        "weapon": st.sampled_from(["mortar", "sfmg", "flamethrower"]),
        "accuracy": st.integers(-9, 9),
        "size": st.integers(-9, 9),
        "quality": st.sampled_from(["elite", "veteran", "regular", "green"]),
        "aboard": IDS,
        "under": IDS,
        "limbered": st.booleans(),
        "broken_down": st.booleans(),
        "suppressed": st.booleans(),
        "removed": st.sampled_from(["knocked-out", "routed", "overrun", "given-up"]),
        "fall_back_owed": st.integers(0, 9),
        "fall_back_from": IDS,
        "touches": st.lists(IDS.filter(bool), max_size=2),
        "done": st.lists(st.sampled_from(["tested", "fired", "busy"]), unique=True),
        "moved": st.sampled_from(["1", "3/4", "11/16"]),
        "stood": st.sampled_from(["steady", "suppressed"]),
    },
)
GAMES = st.fixed_dictionaries(
    {},
    optional={
        "turns": st.integers(0, 9),
        "victory": st.just("the mill"),
        "clock": st.fixed_dictionaries({"turn": st.integers(1, 9)}, optional={"side": st.sampled_from(SIDES)}),
        "edges": st.just({"Red": "west"}),
        "ground": st.just({"wood": "rough"}),
        "objectives": st.just({"mill": {"held": "Red"}, "ford": {"name": "The ford"}}),
        "models": st.just({"ours": {"ap": 3, "quality": "elite", "size": 2}}),
    },
)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(st.lists(ELEMENTS, max_size=5), GAMES)
def test_a_state_written_down_gives_the_state_back(rows, game):
    elements = {f"e{number}": {k: v for k, v in row.items() if v != ""} for number, row in enumerate(rows)}
    try:
        state = state_of({**game, "elements": elements})
    except Mistake:
        assume(False)
    assert state_of(WRITTEN.sections(state, TABLE)) == state
    assert d20.read_state(json.loads(json.dumps(d20.plain(state))), None) == state


# ---- cards


def one(**written):
    return state_of({"elements": {"t1": {"side": "Red", **written}}}).elements["t1"]


@clause("D20-GEN-07")
def test_an_element_takes_a_card_and_says_what_differs():
    tiger = one(model="tiger", quality="veteran")
    assert (tiger.type, tiger.ap, tiger.defence, tiger.flags) == ("Mech", 8, 7, ("afv", "radio"))
    assert (tiger.quality, tiger.model, tiger.name) == ("veteran", "tiger", "t1")
    assert one(model="tiger", ap=6, flags=["afv"]).ap == 6
    assert one(model="mortar", ap="none", weapon="none").ap is None


def test_cards_of_the_scenario_come_before_the_starter_list():
    written = {"models": {"tiger": {"type": "Mech", "defence": 9, "range": 30, "flags": ["afv"]}}}
    elements = {"t1": {"side": "Red", "model": "tiger"}}
    state = state_of({**written, "elements": elements})
    assert (state.elements["t1"].defence, state.elements["t1"].ap) == (9, None)
    back = WRITTEN.sections(state, TABLE)  # the cards are not part of a game: its elements have all values
    assert (back["elements"]["t1"]["ap"], back["elements"]["t1"]["accuracy"]) == ("none", 0)
    assert state_of(back) == state


@clause("D20-GEN-07")
@pytest.mark.parametrize("model", TABLE.starter)
def test_every_starter_card_makes_an_element(model):
    element = one(model=model)
    assert state_of(WRITTEN.sections(state_of({"elements": {"t1": {"side": "Red", "model": model}}}), TABLE))
    assert element.type in TABLE.types


def test_a_type_may_be_missing_but_not_without_a_card():
    with mistaken(FileMistake, at="elements.t1.model", about="tigre"):
        one(model="tigre")
    with mistaken(FileMistake, at="elements.t1.type", about="missing"):
        one(defence=3, range=4)
    assert one(model="tigre", type="Inf", defence=3, range=4).model == "tigre"  # a name, if one element is of a type


# ---- what belongs together


@pytest.mark.parametrize(
    ("game", "kind", "about"),
    [
        ({"clock": {"turn": 0}}, FileMistake, "clock.turn 0"),
        ({"turns": 6, "clock": {"turn": 99}}, FileMistake, "clock.turn 99 6"),
        ({"clock": {"side": "Green"}}, FileMistake, "clock.side side Green"),
        ({"edges": {"Green": "west"}}, FileMistake, "edges.Green side Green"),
        ({"edges": {"Red": "a\nb"}}, FileMistake, 'edges.Red "a\\nb"'),
        ({"ground": {"wood": "forest"}}, FileMistake, "ground.wood ground forest"),
        ({"ground": {"open": "rough"}}, FileMistake, "ground.open"),
        ({"ground": {"halt": "rough"}}, FileMistake, "ground.halt"),
        ({"objectives": {"mill": {"held": "Green"}}}, FileMistake, "objectives.mill.held side Green"),
        ({"objectives": {"mill": {"name": "a\tb"}}}, FileMistake, 'objectives.mill.name "a\\tb"'),
        ({"turns": -1}, FileMistake, "turns -1"),
        ({"victory": "two\nlines"}, FileMistake, 'victory "two\\nlines"'),
    ],
)
def test_what_is_wrong_with_the_game_is_refused_with_its_key(game, kind, about):
    with mistaken(kind, about=about):
        state_of(game)


@pytest.mark.parametrize(
    ("written", "kind", "about"),
    [
        ({"under": "hq"}, FileMistake, "elements.squad.under element hq"),
        ({"under": "truck"}, FileMistake, "elements.squad.under truck"),
        ({"limbered": True}, FileMistake, "elements.squad.limbered"),
        ({"touches": ["truck"]}, FileMistake, "elements.squad.touches truck"),
        ({"touches": ["tank"]}, FileMistake, "elements.squad.touches 1 element tank"),
        ({"moved": "2/4"}, FileMistake, "elements.squad.moved 2/4"),
        ({"moved": "-1"}, FileMistake, "elements.squad.moved -1"),
        ({"moved": "x"}, FileMistake, "elements.squad.moved"),
        ({"fall_back_owed": 1, "fall_back_from": "tank"}, FileMistake, "elements.squad.fall_back_from 1 element tank"),
        ({"model": "a\nb"}, FileMistake, 'elements.squad.model "a\\nb"'),
    ],
)
def test_what_does_not_belong_together_is_refused(written, kind, about):
    with mistaken(kind, about=about):
        state_of({"elements": {"truck": TRUCK, "squad": {**SQUAD, **written}}})


def test_what_is_removed_is_nothing_else():
    elements = {
        "truck": {**TRUCK, "removed": "knocked-out", "suppressed": True, "touches": ["foe"]},
        "squad": {**SQUAD, "aboard": "truck"},
        "foe": {**SQUAD, "side": "Blue"},
    }
    state = state_of({"elements": elements})
    assert not state.elements["truck"].suppressed
    assert state.elements["squad"].aboard == ""
    assert state.touching(state.elements["foe"]) == ()


def test_a_contact_may_be_written_on_either_of_the_two():
    for holder in ("squad", "foe"):
        elements = {"squad": SQUAD, "foe": {**SQUAD, "side": "Blue"}}
        elements[holder] = {**elements[holder], "touches": ["foe" if holder == "squad" else "squad"]}
        assert state_of({"elements": elements}).elements["squad"].touches == ("foe",)


@clause("D20-GEN-10")
def test_the_evening_loads_with_its_base_edges():
    evening = read_toml(ROOT / "examples" / "d20-evening.toml")
    header = check_header(evening)
    sections = {key: value for key, value in evening.items() if key not in HEADER}
    state = state_of(sections, header.sides)
    assert (header.sequence, state.turns, state.clock.side) == ("kept", 6, "German")
    assert [one.name for one in state.aboard(state.elements["lorry"])] == ["Able section", "Baker section"]
    assert state.edges == {"German": "east", "Allied": "west"}
    assert state_of(WRITTEN.sections(state, TABLE), header.sides) == state


def test_a_written_state_leaves_defaults_out():
    written = WRITTEN.sections(opening(), TABLE)["elements"]
    assert written["sherman"] == OPENING["elements"]["sherman"]
    assert "name" not in WRITTEN.sections(field(foe={"name": "foe"}), TABLE)["elements"]["foe"]


@pytest.mark.wording
def test_what_is_right_and_seldom_meant_is_odd():
    def found(state):
        return [(key, what) for key, what, _ in odd(state, TABLE)]

    assert found(field()) == []
    assert found(replace(field(), turns=6)) == [("turns", "the game ends after turn 6 without a winner")]
    assert found(replace(field(), turns=6, victory="who holds the bridge")) == []
    weak = field(tank={"ap": None, "he": None, "flags": ()}, foot={"limbered": "tank"})
    assert found(weak) == [
        ("elements.tank", "Tank: it has neither AP nor HE, so it cannot fire"),
        ("elements.foot.limbered", "Foot: it is towed, but it is not a crew-served weapon"),
    ]
