"""d20: the quick-reference sheet is the table and the game, and nothing else."""

import pytest
from d20_elements import TABLE, at, field, with_options

from umpire.rulesets import d20
from umpire.rulesets.d20.state import Objective

TITLES = [
    "Turn",
    "To remove suppression",
    "AP, to hit",
    "AP, to penetrate: the column",
    "AP, to penetrate: the result",
    "AP *",
    "HE and small arms",
    "Close combat",
    "Results",
    "Movement",
    "On, off and back",
]


def sheet(table=TABLE, state=None):
    return {listing.title: listing for listing in d20.sheet(table, state)}


def test_the_bare_sheet():
    found = d20.sheet(TABLE, None)
    assert [listing.title for listing in found] == TITLES
    for listing in found:
        assert all(len(row) == len(listing.columns) for row in listing.rows)


def test_every_modifier_row_stands_on_it_once():
    found = sheet()
    rows = [row for listing in found.values() for row in listing.rows]
    for modifier in TABLE.modifiers:
        hits = [row for row in rows if row[-1] == modifier.rule and row[1].startswith(modifier.words)]
        assert len(hits) == 1, modifier.id


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


@pytest.mark.parametrize(
    ("option", "value", "title"),
    [
        ("turn_structure", "simultaneous_fire", "Turn"),
        ("odds_round", "attacker", "AP, to penetrate: the column"),
        ("odds_round", "nearest", "AP, to penetrate: the column"),
        ("cover_stack", "sum", "HE and small arms"),
        ("star_shift", "flamethrower_only", "AP *"),
        ("close_combat", "referee", "Close combat"),
    ],
)
def test_an_option_changes_its_part(option, value, title):
    plain, changed = sheet(), sheet(with_options(**{option: value}))
    assert plain[title] != changed[title]
    assert [name for name in TITLES if plain[name] != changed[name]] in ([title], ["AP, to hit", title])


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
