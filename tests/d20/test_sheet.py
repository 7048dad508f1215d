"""Tests of the d20 sheet: it is the table and the game and nothing else; `status` shows every position."""

import pytest

from tests.catalogue import mistaken
from tests.clauses import clause
from tests.d20.elements import HQ, TABLE, act, aim, at, field, with_limits, with_options
from tests.sheets import clauses_of, values_that_change_nothing
from umpire.core.mistakes import UnknownName
from umpire.rulesets.d20 import FAMILY as d20
from umpire.rulesets.d20.pools import hit_pool
from umpire.rulesets.d20.state import Objective

TITLES = [
    "Phases",
    "To remove suppression",
    "AP, to hit",
    "AP, to penetrate: the column",
    "AP, to penetrate: the result",
    "Weapons with AP *",
    "HE and small arms",
    "Close combat",
    "Movement",
    "Mounting and limbering",
]
STARTER = "Starter cards"


def sheet(table=TABLE, state=None):
    """Return the tables of the sheet by title."""
    return {listing.title: listing for listing in d20.sheet(table, state) if not listing.prose}


def lines(table=TABLE):
    """Return the lines of words, by part and by their beginning."""
    return {
        f"{listing.title}: {lead}": words
        for listing in d20.sheet(table, None)
        if listing.prose
        for lead, words, _ in listing.rows
    }


@pytest.mark.wording
def test_the_bare_sheet():
    found = d20.sheet(TABLE, None)
    assert [listing.title for listing in found if not listing.prose] == [*TITLES, STARTER]
    for listing in found:
        assert all(len(row) == len(listing.columns) for row in listing.rows)


def test_every_modifier_row_stands_on_it_once():
    found = sheet()
    rows = [row for listing in found.values() for row in listing.rows]
    for modifier in (row for own in TABLE.modifiers.rows.values() for row in own):
        cited = [row for row in rows if row[-1] == modifier.rule]
        hits = [row for row in cited if f": {modifier.words}" in f": {row[1]}"]  # `on the column: WORDS ...`
        assert len(hits) == 1, modifier.id


def test_what_only_one_way_of_playing_says_is_gone_with_it():
    assert "Close combat phase: Who fights" in lines()
    assert "Close combat phase: Who fights" not in lines(with_options(close_combat="referee"))
    assert "Fire phase: One by one" in lines()
    assert "Fire phase: One by one" not in lines(with_options(turn_structure="simultaneous_fire"))


@pytest.mark.wording
def test_the_matrix_and_the_bands_as_printed():
    found = sheet()
    rows = [" ".join(row) for row in found["AP, to penetrate: the result"].rows]
    assert rows == [
        "1-7 - - - - - - S K",
        "8-10 - - - - - S K K",
        "11-14 - - - S S S K K",
        "15-17 - - - S K K K K",
        "18-20 - - S K K K K K",
    ]
    bands = "1d20: 11 or less no effect, 12-13 fall back, 14-17 suppressed, 18 or more knocked out"
    assert bands in found["HE and small arms"].notes
    assert found["Movement"].rows[4][2:] == ("10", "4", "2", "0", "0", "2")


@pytest.mark.wording
@clause("D20-HE-10", "D20-HIT-10", "D20-SPT-01")
@pytest.mark.parametrize("option", ["worst", "sum"])
def test_cover_cites_the_rule_of_each_fire_and_support_says_who_counts(option):
    found = sheet(with_options(cover_stack=option))
    assert any("HE-10" in note for note in found["HE and small arms"].notes)
    assert any("HIT-10" in note for note in found["AP, to hit"].notes)
    said = lines()["Support: Supported by"]
    assert "If two such vehicles are of the same model and both have a radio, they support each other within 8" in said


@pytest.mark.wording
@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("turn_structure", "simultaneous_fire", "both sides fire in every fire phase"),
        ("odds_round", "attacker", "4:5 counts as 1:1"),
        ("odds_round", "nearest", "odds are rounded to the nearest column"),
        ("cover_stack", "sum", "soft and hard cover are added"),
        ("star_shift", "flamethrower_only", "only the flamethrower's column is fixed"),
        ("close_combat", "referee", "the referee decides the result and Umpire records it"),
    ],
)
def test_every_value_of_an_option_is_on_it(option, value, said):
    plain, changed = str(d20.sheet(TABLE, None)), str(d20.sheet(with_options(**{option: value}), None))
    assert said.lower() in changed.lower()
    assert said.lower() not in plain.lower()


@pytest.mark.wording
def test_the_numbers_in_words_are_those_of_the_table():
    table = with_limits(near=7, far=3, field_of_fire=60, rout_face=2, about_turn=170, reverse=4)
    said = " ".join(words for listing in d20.sheet(table, None) for row in listing.rows for words in row)
    for words in ("target within 7", "over a third range", "60 degrees", "weapon range 7"):
        assert words in said
    assert "within 4" not in said
    situation = aim("tank at foe 7.5", table, tank={"suppressed": True})
    assert "in the firer's 60-degree field of fire" in situation.known.assumed
    why = [line.why_not for line in hit_pool(situation.attack).lines]
    assert "the target is more than 7 away" in why
    assert "not over a third of its range" not in why  # its range of 7.5 is over a third of 4
    down = field(foot={"suppressed": True}, hq=HQ)
    assert act("activate", "foot", down, 2, table=table).words[0].startswith("Foot: a natural 2: routed")
    owing = field(foe={"fall_back_owed": 2})
    assert act("move", "foe fallback=yes", owing, table=table).words == ("with a turn of 170 degrees (FBK-02)",)
    assert "at a quarter rate" in act("move", "tank open=2 reverse=yes", table=table).words[0]


@pytest.mark.wording
def test_a_game_adds_its_ground_objectives_and_cards():
    state = at(
        field(tank={"quality": "elite", "accuracy": 1}),
        "fire",
        ground={"wood": "rough"},
        objectives={"mill": Objective("mill", "The mill", "Red")},
        edges={"Red": "west"},
        victory="the mill",
    )
    found = sheet(TABLE, state)
    assert list(found) == [*TITLES, "Red", "Blue", "Victory"]
    assert "here: wood is rough" in found["Movement"].notes
    tank = dict(zip(found["Red"].columns, found["Red"].rows[0], strict=True))
    assert (tank["AP"], tank["hit"], tank["size"], tank["troops"], tank["is"]) == ("6", "+1", "", "elite +2", "afv")
    assert found["Red"].notes == ("own edge: west",)
    mortar = dict(zip(found["Red"].columns, found["Red"].rows[2], strict=True))
    assert (mortar["AP"], mortar["is"]) == ("*", "mortar")
    assert found["Victory"].notes == ("objectives: The mill (Red)", "the mill")


OFF_SHEET = {
    "TQ-01": "the troops, with the rows of suppression", "TQ-02": "the same",
    "SUP-16": "chances", "HIT-15": "chances", "PEN-13": "chances", "STAR-09": "chances", "STAR-10": "chances",
    "HE-11": "chances", "CC-09": "the option says it where it is played",
}  # fmt: skip
"""Clauses that no line or row of the sheet is of, and why."""


def test_every_clause_is_on_the_sheet_or_off_it_with_a_reason():
    every, on_it = clauses_of("d20-elements", "D20-")
    readings = {rule for rule in every if rule.startswith("AMB-")}
    assert every - readings - on_it - set(OFF_SHEET) == set()
    assert on_it & set(OFF_SHEET) == set()


def test_every_value_of_every_option_changes_it():
    assert values_that_change_nothing("d20-elements") == []


# ---- status


@pytest.mark.wording
def test_status_lists_what_counts():
    state = field(
        foe={"suppressed": True}, car={"removed": "knocked-out"}, foot={"aboard": "truck", "fall_back_owed": 2}
    )
    red, blue = d20.status(state, TABLE, "")
    assert [row[0] for row in red.rows] == ["tank", "flame", "mortar", "mg", "squad"]
    states = {row[0]: row[-1] for row in blue.rows}
    assert "car" not in states
    assert states["foe"] == "suppressed"
    assert states["foot"] == "must make two fall-back moves, aboard truck"
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
    with mistaken(UnknownName, "lorry"):
        d20.status(state, TABLE, "lorry")


@pytest.mark.wording
def test_status_of_a_side_an_objective_and_a_weapon_taken_apart():
    state = at(
        field(mg={"broken_down": True, "done": ("busy",), "moved": "1/2"}, squad={"touches": ("foot",)}),
        "movement",
        objectives={"mill": Objective("mill", "The mill")},
    )
    (red,) = d20.status(state, TABLE, "red")
    states = {row[0]: row[-1] for row in red.rows}
    assert states["mg"] == "broken down"
    assert states["squad"] == "touches foot"
    mg = dict(d20.status(state, TABLE, "mg")[0].rows)
    assert mg["moves"].startswith("road 4, open 4")
    assert mg["this turn"] == "busy, used 1/2 of its move"
    (mill,) = d20.status(state, TABLE, "mill")
    assert mill.rows == (("held by", "nobody"),)
