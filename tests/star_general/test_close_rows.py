"""Tests of the rows of close combat in both tables, on stands made by hand: section 3.7 of both books."""

from __future__ import annotations

import pytest

from tests.clauses import clause
from tests.star_general.games import (
    BOOKS,
    TABLES,
    total,
)
from umpire.core.pools import DiceLine
from umpire.rulesets.star_general.combat.situation import Firing, core_lines, support_lines
from umpire.rulesets.star_general.state import Stand

both = pytest.mark.parametrize("book", BOOKS)
SOFT = {"foe_soft": True, "foe_open": True}
ARMOUR = {"foe_armoured": True}


def close(book: str, kind: str, role: str = "attacker", **facts: object) -> tuple[DiceLine, ...]:
    """Return the dice of one stand in close combat."""
    table = TABLES[book]
    core = table.core.get(kind)
    stand = Stand(kind, kind, "Red", "u", kind, core.sp if core else 1, 6, core.fs if core else 0)
    if core:
        return core_lines(table, stand, Firing("core", role, "close", arm=core.arm, range=1, **facts))
    return support_lines(table, stand, Firing("support", role, "close", type=kind, range=1, **facts))


def thrown(*args: object, **facts: object) -> int:
    return total(close(*args, **facts))


@clause("TSG-3.7.1-02", "3SG-3.7-08")
@pytest.mark.parametrize(("book", "extra"), [("TSG", 1), ("3SG", 0)])
@pytest.mark.parametrize("role", ["attacker", "defender"])
@pytest.mark.parametrize("against", [{}, ARMOUR])
def test_elite_infantry(book, extra, role, against):
    plain = thrown(book, "infantry", role, **against)
    assert thrown(book, "infantry", role, elite=True, **against) == plain + extra


@clause("TSG-3.7.1-06", "3SG-3.7-05")
@both
@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_engineers(book, role):
    assert thrown(book, "engineers", role) == 1


@clause("TSG-3.7.1-07", "TSG-3.7.1-08", "3SG-3.7-06")
@pytest.mark.parametrize(
    ("facts", "dice"),
    [
        ({"host": "infantry", "foe_status": "M", **SOFT}, 2),
        ({"host": "infantry", "foe_status": "H", **SOFT}, 2),
        ({"host": "infantry", "foe_status": "D", **SOFT}, 1),
        ({"host": "infantry", "foe_status": "R", **SOFT}, 1),
        ({"host": "tank", "foe_status": "M", **SOFT}, 1),
        ({"host": "infantry", "foe_status": "M", "foe_soft": True}, 1),
        ({"host": "infantry", "foe_status": "M", **ARMOUR}, 1),
    ],
)
@both
def test_attached_tanks(book, facts, dice):
    assert thrown(book, "tank", **facts) == dice


@clause("TSG-3.1-12", "TSG-3.7.1-13", "3SG-3.1-16")
@both
def test_flak_defends_only(book):
    assert (thrown(book, "aa", "defender"), thrown(book, "aa", "attacker")) == (1, 0)


@clause("TSG-3.7.1-05", "TSG-3.7.1-09", "3SG-3.7-04", "3SG-3.7-07")
@both
@pytest.mark.parametrize(("kind", "dice"), [("mg", 1), ("at", 1)])
def test_machine_guns_and_anti_tank_against_soft(book, kind, dice):
    assert thrown(book, kind, **SOFT) == dice


@clause("TSG-3.7.2-02", "TSG-3.7.2-13", "3SG-3.7.1-02", "3SG-TC-04")
@both
@pytest.mark.parametrize(
    ("facts", "lost"),
    [
        ({}, 1),
        ({"armoured": True}, 0),
        ({"defends_cover": True, "role": "defender"}, 0),
        ({"status": "D", "role": "defender"}, 1),  # dug in in the open defends no cover (AMB-20)
    ],
)
def test_infantry_against_armour(book, facts, lost):
    assert thrown(book, "infantry", **{"role": "attacker", **facts}, **ARMOUR) == 3 - lost


@clause("TSG-3.7.2-02")
@both
def test_tanks_and_soft_opponents_cost_nothing(book):
    assert thrown(book, "medium", **ARMOUR) == 4
    assert thrown(book, "infantry", **SOFT) == 3


@clause("AMB-24")
@both
def test_an_unarmoured_hq_is_infantry(book):
    assert thrown(book, "hq", "defender", **ARMOUR) == 0
    assert thrown(book, "hq", "defender", armoured=True, **ARMOUR) == 1
    assert thrown(book, "hq", "defender", defends_cover=True, **ARMOUR) == 1


@clause("TSG-6-03")
@pytest.mark.parametrize(("book", "dice"), [("TSG", 2), ("3SG", 1)])
def test_an_armoured_hq_defends_like_a_tank(book, dice):
    assert thrown(book, "hq", "defender", armoured=True, **SOFT) == dice


@clause("TSG-3.7.2-05", "3SG-3.7.1-03", "3SG-TC-03")
@both
@pytest.mark.parametrize("against", [{"foe_status": "H", "foe_in_cover": True}, {"foe_status": "D"}])
def test_engineers_waive_cover(book, against):
    assert thrown(book, "infantry", **against) == 2
    assert thrown(book, "infantry", engineers=True, **against) == 3


@clause("TSG-3.7.2-11", "3SG-3.7.1-07", "AMB-18")
@both
def test_engineers_waive_cover_only(book):
    against = {"foe_status": "D", **ARMOUR}
    assert thrown(book, "infantry", **against) == 2
    assert thrown(book, "infantry", engineers=True, **against) == 2
    assert thrown(book, "infantry", engineers=True, armoured=True, **against) == 3


@clause("TSG-3.7.2-15")
@both
def test_a_defender_pays_for_no_cover(book):
    assert thrown(book, "infantry", "defender", foe_status="H", foe_in_cover=True) == 3


@clause("TSG-3.7.3-01", "3SG-3.7.2-01")
@both
def test_in_water_in_close_combat(book):
    assert thrown(book, "infantry", "defender", in_water=True) == 2


@clause("TSG-3.7.3-03")
def test_there_is_no_long_range_in_close_combat():
    row = next(row for row in TABLES["TSG"].modifiers.rows[""] if row.id == "long-range")
    facts = Firing("core", "attacker", "close", arm="infantry", range=3)
    stand = Stand("a", "a", "Red", "u", "infantry", 5, 5, 3)
    [line] = [line for line in core_lines(TABLES["TSG"], stand, facts) if line.rule == row.rule]
    assert line.why_not
