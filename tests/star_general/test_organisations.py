"""Tests of sample organisations: a unit from one line of a scenario, with the numbers of the rule books."""

from __future__ import annotations

import pytest

from tests.catalogue import mistaken
from tests.clauses import clause
from tests.star_general.games import BOOKS, SIDES, TABLES, state_of
from tests.star_general.moves import board
from umpire.core.mistakes import FileMistake
from umpire.rulesets.star_general.board.walking import going
from umpire.rulesets.star_general.combat.situation import Firing, core_lines
from umpire.rulesets.star_general.scenario import WRITTEN

books = pytest.mark.parametrize("book", BOOKS)


def muster(book, organisation, *, on=None, stands=None, **card):
    """Return a game of one unit `a` with this organisation."""
    units = {"a": {"name": "Alpha", "side": "Red", "organisation": organisation, **card}}
    return state_of({"units": units, "stands": stands or {}}, TABLES[book], on, SIDES)


def strengths(state):
    """Return kind, strength points and fighting strength of every core stand, in order."""
    return [(stand.kind, stand.sp, stand.fs) for stand in state.stands.values() if not stand.host]


def supports(state):
    """Return the kind of every support stand."""
    return [stand.kind for stand in state.stands.values() if stand.host]


@clause("TSG-12-03", "TSG-1.1-01 to 03")
def test_the_infantry_battalion():
    state = muster("TSG", "infantry")
    assert strengths(state) == [("infantry", 5, 3)] * 3 + [("hq", 6, 1)]
    assert supports(state) == ["mg", "la"]
    paces = {going(state, TABLES["TSG"], stand).mobility for stand in state.stands.values() if not stand.host}
    assert paces == {"foot"}, "all of it on foot"
    assert {stand.unit for stand in state.stands.values()} == {"a"}
    assert not any(stand.superior_gun for stand in state.stands.values()), "none unless its organisation says so"


@clause("3SG-1-01", "3SG-1-03")
def test_the_infantry_regiment():
    state = muster("3SG", "infantry")
    assert strengths(state) == [("infantry", 5, 3)] * 3 + [("hq", 6, 1)]
    assert supports(state) == ["fs"]


@clause("TSG-12-04")
def test_the_panzer_kampfgruppe():
    state = muster("TSG", "panzer")
    assert strengths(state) == [("medium", 4, 4), ("medium", 4, 4), ("infantry", 5, 3), ("hq", 6, 1)]
    assert sorted(supports(state)) == ["armoured-transport", "at", "la"]
    paces = {going(state, TABLES["TSG"], stand).mobility for stand in state.stands.values() if not stand.host}
    assert paces == {"tracked"}


@clause("TSG-12-05")
def test_the_early_war_armoured_battalion():
    state = muster("TSG", "early-armour")
    assert strengths(state) == [("medium", 4, 3)] * 3 + [("hq", 6, 1)]
    assert supports(state) == ["at"]


@clause("TSG-12-01")
def test_a_matilda_is_medium_with_more_strength_and_fewer_dice():
    assert strengths(muster("TSG", "matilda"))[:3] == [("medium", 5, 3)] * 3


@clause("TSG-12-01", "TSG-3.1-06")
@pytest.mark.parametrize(("organisation", "dice", "rule"), [("matilda", 3, "12-01"), ("panzer", 4, "3.1-06")])
def test_dice_of_a_stand_that_differs_from_its_kind_are_by_the_clause_that_lets_it(organisation, dice, rule):
    a1 = next(stand for stand in muster("TSG", organisation).stands.values() if stand.kind == "medium")
    first = core_lines(TABLES["TSG"], a1, Firing())[0]
    assert (first.amount, first.rule) == (dice, rule)


@clause("TSG-12-02")
def test_a_tiger_is_stronger_with_a_superior_gun():
    state = muster("TSG", "tiger")
    assert strengths(state)[:3] == [("heavy", 6, 4)] * 3
    assert [stand.superior_gun for stand in state.stands.values() if stand.kind == "heavy"] == [True] * 3


@clause("TSG-3.1-03", "AMB-60")
def test_militia_have_four_strength_points_or_what_the_scenario_says():
    assert strengths(muster("TSG", "militia"))[:3] == [("militia", 4, 3)] * 3
    weak = muster("TSG", "militia", stands={"a1": {"name": "weak", "type": "militia", "unit": "a", "full": 3}})
    assert strengths(weak)[0] == ("militia", 3, 3)


@clause("3SG-3.1-04")
def test_militia():
    assert strengths(muster("3SG", "infantry", stands={"a1": {"name": "m", "type": "militia", "unit": "a"}}))[0] == (
        "militia",
        4,
        3,
    )


@books
def test_every_organisation_musters_within_the_stacking_limits(book):
    for name, row in TABLES[book].organisations.items():
        state = muster(book, name, hexes=("0101", "0102", "0103", "0104"), on=board())
        assert len(state.stands) == len(row.stands)
        assert [stand.hex for stand in state.stands.values() if not stand.host] == ["0101", "0102", "0103", "0104"]
        assert state_of(WRITTEN.sections(state, TABLES[book]), TABLES[book], board(), SIDES) == state


@books
def test_a_stand_the_scenario_writes_itself_is_kept(book):
    own = {"a2": {"name": "tanks", "type": "heavy", "unit": "a"}}
    state = muster(book, "infantry", stands=own)
    assert state.stands["a2"].name == "tanks"
    assert state.stands["a1"].name.startswith("Alpha ")


@books
@pytest.mark.parametrize(
    ("card", "at", "about"),
    [
        ({"organisation": "infanty"}, "units.a.organisation", "infanty"),
        ({"organisation": "infantry", "hexes": ("0101",) * 5}, "units.a.hexes", "0101"),
        ({"organisation": "infantry", "hexes": ("0101", "0102", "0103")}, "units.a.hexes", "HQ"),
        ({"organisation": "", "hexes": ("0101",)}, "units.a.hexes", ""),
    ],
)
def test_what_makes_no_sense_is_said_with_its_key(book, card, at, about):
    with mistaken(FileMistake, at=at, about=about):
        muster(book, **card, on=board())


@books
def test_a_stand_that_comes_later_has_an_empty_hex(book):
    state = muster(book, "infantry", hexes=("0101", "", "0103", "0104"), on=board())
    assert [stand.hex for stand in state.stands.values() if not stand.host] == ["0101", "", "0103", "0104"]
