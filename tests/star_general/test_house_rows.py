"""Tests of a club's own rows: they count, have limits and cite rules like the published ones."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.star_general.games import (
    BOOKS,
    LIGHT,
    NAMES,
    ROWS,
    amount,
    beside,
    counted,
    dice,
    fire,
    game,
    gun,
    ours,
    star_general,
    theirs,
)
from umpire.before.checked import check_file
from umpire.rulesets.star_general.combat.pools import CombatSituation

both = pytest.mark.parametrize("book", BOOKS)
RIGHT = "3.5.1-01"


def house(book: str, when: dict[str, Any], amount: int) -> CombatSituation:
    """Return a fire of infantry, with light artillery of its unit elsewhere and a battery 9 hexes from the target."""
    rows = deepcopy(ROWS[book])
    rows["modifier"].append({"id": "own", "when": when, "amount": amount, "words": "of the house", "rule": "H-1"})
    stands = {"a": ours("infantry"), "z": theirs("infantry"), "rl": beside("rhq", LIGHT[book]), "g": gun("Red")}
    stands["pak"] = beside("a", "at")
    return fire(game(book, **stands), "a at z with g g.range=9", star_general.read_table(rows))


@both
def test_a_house_row_for_light_artillery_cites_its_own_rule(book):
    sit = house(book, {"what": "support", "type": LIGHT[book]}, 1)
    assert counted(sit.attack, "rl") == [(RIGHT, 1), ("H-1", 1)]


@both
def test_a_support_that_may_not_be_called_has_no_dice_to_lose(book):
    """Its lines have the reason why it has no dice; a row that would take a die from it has the rule of that reason."""
    rows = deepcopy(ROWS[book])
    taken = {"id": "own", "when": {"what": "support"}, "amount": -1, "words": "of the house", "rule": "H-1"}
    rows["modifier"].append(taken)
    stands = {"a": ours("infantry"), "z": theirs("infantry"), "rl": beside("rhq", LIGHT[book])}
    sit = fire(game(book, **stands), "a at z a.command=yes rl.command=no", star_general.read_table(rows))
    said = [line for line in sit.attack.lines if line.of == "rl"]
    assert said
    assert all(line.why_not and line.words != "of the house" for line in said)


@both
@pytest.mark.parametrize("least", [-4, -9, -40])
def test_support_dice_never_fall_below_none_and_take_none_from_others(book, least):
    sit = house(book, {"what": "support"}, least)
    assert dice(sit.attack) == {"a": 3, "pak": 0, "rl": 0, "g": 2}
    assert sit.attack.dice == 5


@both
@pytest.mark.parametrize(("far", "lost"), [(9, -1), (10, 0)])
def test_the_range_a_gun_is_asked_for_is_its_own(book, far, lost):
    sit = house(book, {"what": "gun", "range": f">= {far}"}, -1)
    assert amount(sit.attack, "g", "H-1") == lost


WITH = [
    ((), (), {"support": "none"}, True),
    (("at",), (), {"support": "none"}, False),
    (("at",), (), {"support": ["engineers", "at"]}, True),
    (("at",), (), {"support": ["engineers", "mg"]}, False),
    (("mg",), (), {"support": "not at and not engineers"}, True),
    (("at",), (), {"support": "not at and not engineers"}, False),
    ((), ("at",), {"foe_support": "at", "support": "none"}, True),
    (("at",), (), {"foe_support": "at"}, False),
]
TRUCK = [
    (("at", "truck"), (), {"support": "at"}, True),
    (("at", "truck"), (), {"support": "truck"}, True),
    (("at", "truck"), (), {"support": "not truck"}, False),
    ((), ("truck", "at"), {"foe_support": ["mg", "truck"]}, True),
]


@pytest.mark.parametrize(
    ("book", "own", "foe", "when", "counts"),
    [*((book, *case) for book in BOOKS for case in WITH), *(("TSG", *case) for case in TRUCK)],
)
def test_a_row_asks_which_support_is_with_a_stand_and_with_its_enemy(book, own, foe, when, counts):
    rows = deepcopy(ROWS[book])
    row = {"id": "own", "when": {"what": "core", "role": "attacker", **when}, "amount": -1}
    rows["modifier"].append({**row, "words": "of the house", "rule": "H-1"})
    stands = {"a": ours("infantry"), "z": theirs("infantry")}
    stands |= {f"{host}{kind}": beside(host, kind) for host, kinds in (("a", own), ("z", foe)) for kind in kinds}
    sit = fire(game(book, **stands), "a at z", star_general.read_table(rows))
    (line,) = [each for each in sit.attack.lines if each.of == "a" and each.rule == "H-1"]
    assert line.applied == counts
    if not counts:  # it names the support that there is
        there = (own if "support" in when else foe) or ("none",)
        assert line.why_not.endswith(", ".join(sorted(there)))


@pytest.mark.wording
@both
def test_a_row_about_support_is_on_the_sheet_and_odd_for_what_has_none(book, tmp_path):
    rows = deepcopy(ROWS[book])
    row = {"id": "own", "when": {"what": "core", "support": "not at"}, "amount": -1, "words": "alone", "rule": "H-1"}
    rows["modifier"].append(row)
    table = star_general.read_table(rows)
    said = [" ".join(cells) for listing in star_general.sheet(table, None) for cells in listing.rows]
    assert any("alone" in each and "not with" in each for each in said)
    club = tmp_path / "club.toml"
    row = '[[modifier]]\nid = "x"\namount = 1\nwords = "w"\nrule = "r 1"\nwhen = { what = "gun", support = "at" }\n'
    club.write_text(f'extends = "{NAMES[book]}"\nid = "c"\nname = "C"\n{row}', encoding="utf-8")
    (odd,) = check_file(club).odd
    assert odd.key == "modifier.x.when.support"
