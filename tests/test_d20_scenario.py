"""d20 scenarios: the opening position plays, what is written wrong is refused with its key, states survive the trip."""

from dataclasses import replace

import pytest
from d20_elements import ROOT, TABLE, field
from hypothesis import given
from hypothesis import strategies as st

from umpire.core.mistakes import Mistake
from umpire.game.check import check_form, check_header
from umpire.game.facts import parse_told
from umpire.game.tables import read_toml
from umpire.rulesets import d20
from umpire.rulesets.d20.scenario import Form, from_state, to_state
from umpire.rulesets.d20.state import FLAGS, Element, State

OPENING = read_toml(ROOT / "examples" / "d20-opening.toml")
SIDES = ("Red", "Blue")
TRUCK = {"side": "Red", "type": "Wh", "defence": 1, "range": 4, "flags": ["soft", "transport"]}
SQUAD = {"side": "Red", "type": "Inf", "he": 3, "defence": 3, "range": 4}


def state_of(sections, sides=SIDES):
    return to_state(check_form(sections, Form), TABLE, None, sides)


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
    fire = d20.ACTS["fire"]
    sit = fire.situate(opening(), TABLE, parse_told(line.split(), fire.connectors, fire.bare))
    assert [objection.rule for objection in fire.objections(sit)] == (["TRN-11"] if "rifles" in line else [])


@pytest.mark.parametrize(
    ("id", "change", "what"),
    [
        ("squad", {"side": "Reds"}, "elements.squad.side: 'Reds' is not known"),
        ("squad", {"type": "Infantry"}, "elements.squad.type: 'Infantry' is not known"),
        ("squad", {"quality": "conscript"}, "elements.squad.quality: 'conscript' is not known"),
        ("squad", {"flags": ["dugin"]}, "elements.squad.flags: 'dugin' is not known"),
        ("squad", {"range": 0}, "elements.squad.range: 0 is not from 1 to 999"),
        ("squad", {"ap": 0}, "elements.squad.ap: 0 is not from 1 to 99"),
        ("squad", {"ap": "*"}, "elements.squad.weapon: an AP of * needs its weapon"),
        ("squad", {"name": "two\nlines"}, "elements.squad.name"),
        ("squad", {"name": "TRUCK"}, "elements.squad.name: 'TRUCK' is the name of truck too"),
        ("squad", {"aboard": "lorry"}, "elements.squad.aboard: there is no element 'lorry'"),
        ("squad", {"aboard": "squad"}, "elements.squad.aboard: squad cannot carry it"),
        ("truck", {"aboard": "squad"}, "elements.truck.aboard: squad is itself aboard truck"),
        ("truck", {"flags": []}, "elements.truck.flags: is this vehicle armoured or soft?"),
        ("truck", {"flags": ["soft", "apc"]}, "elements.truck.flags: a vehicle is armoured or soft, not both"),
        ("squad", {"armour": 3}, "elements.squad.armour: unknown key"),
        ("squad", {"defence": "3"}, 'elements.squad.defence: found the text "3"'),
        ("squad", {"weapon": "bazooka"}, "elements.squad.weapon"),
    ],
)
def test_what_is_written_wrong_is_refused_with_its_key(id, change, what):
    written = {"truck": TRUCK, "squad": {**SQUAD, "aboard": "truck"}}
    assert state_of({"elements": written}).elements["squad"].aboard == "truck"
    with pytest.raises(Mistake) as wrong:
        state_of({"elements": {**written, id: {**written[id], **change}}})
    assert wrong.value.what.startswith(what)


def test_a_passenger_rides_with_its_own_side():
    with pytest.raises(Mistake, match="truck cannot carry it"):
        state_of({"elements": {"truck": {**TRUCK, "side": "Blue"}, "squad": {**SQUAD, "aboard": "truck"}}})


ELEMENTS = st.builds(
    dict,
    side=st.sampled_from(SIDES),
    type=st.sampled_from(["Mech", "Inf", "CSW", "Cmd"]),
    defence=st.integers(0, 99),
    range=st.integers(1, 999),
    ap=st.none() | st.integers(1, 99) | st.just("*"),
    he=st.none() | st.integers(0, 99),
    weapon=st.sampled_from(["mortar", "sfmg", "flamethrower"]),
    accuracy=st.integers(-9, 9),
    size=st.integers(-9, 9),
    quality=st.sampled_from(["elite", "veteran", "regular", "green"]),
    flags=st.lists(st.sampled_from([flag for flag in FLAGS if flag != "soft"]), unique=True).map(
        lambda flags: (*flags, "afv")
    ),
    suppressed=st.booleans(),
    removed=st.sampled_from(["", "knocked-out", "routed", "overrun"]),
    fall_back_owed=st.integers(0, 9),
)


@given(st.lists(ELEMENTS, max_size=5), st.booleans())
def test_a_state_written_down_gives_the_state_back(rows, named):
    elements = {}
    for number, row in enumerate(rows):
        id = f"e{number}"
        elements[id] = Element(id, f"Element {number}" if named else id, **row)
    if len(elements) > 1 and elements["e1"].side == elements["e0"].side:
        elements["e1"] = replace(elements["e1"], aboard="e0")
    state = State(elements)
    assert state_of(from_state(state, TABLE)) == state
    assert d20.read_state(d20.plain(state), None) == state


def test_a_written_state_leaves_defaults_out():
    written = from_state(opening(), TABLE)["elements"]
    assert written["sherman"] == OPENING["elements"]["sherman"]
    assert "name" not in from_state(field(foe={"name": "foe"}), TABLE)["elements"]["foe"]


def test_status_lists_what_counts():
    state = field(
        foe={"suppressed": True}, car={"removed": "knocked-out"}, foot={"aboard": "truck", "fall_back_owed": 2}
    )
    red, blue = d20.status(state, TABLE, "")
    assert [row[0] for row in red.rows] == ["tank", "flame", "mortar", "mg", "squad"]
    states = {row[0]: row[-1] for row in blue.rows}
    assert "car" not in states
    assert states["foe"] == "suppressed"
    assert states["foot"] == "owes two fall-back moves, aboard truck"
    assert blue.notes == ("removed 1: Car (knocked-out)",)
    assert red.notes == ()
    for listing in (red, blue):
        assert all(len(row) == len(listing.columns) for row in listing.rows)


def test_status_of_one_element():
    state = field(foot={"aboard": "truck"}, car={"removed": "routed"})
    (truck,) = d20.status(state, TABLE, "truck")
    rows = dict(truck.rows)
    assert rows["carries"] == "Foot"
    assert rows["moves"] == "road 10, open 4, rough 2, difficult 0, extreme 0, track 2"
    assert dict(d20.status(state, TABLE, "mortar")[0].rows)["AP"] == "* (mortar)"
    assert dict(d20.status(state, TABLE, "car")[0].rows)["state"] == "routed"
    with pytest.raises(Mistake, match="there is no element 'lorry'"):
        d20.status(state, TABLE, "lorry")
