"""Tests of limits, options, ground and paces of both Star General tables, typed in by hand; all references hold."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from tests.clauses import clause
from tests.places import ROOT
from tests.star_general.games import (
    BOOKS,
    NAMES,
    ROWS,
    TABLES,
)
from umpire.game.rulebook.clauses import load
from umpire.game.rulebook.modifiers import values_of
from umpire.rulesets.star_general.combat.situation import Firing

FIELDS = {field.name for field in fields(Firing)}

# ground: cover, blocks lines, water, landing
GROUND = {
    "open": (False, False, False, False),
    "road": (False, False, False, False),
    "hill": (False, False, False, False),
    "rough": (False, False, False, False),
    "woods": (True, True, False, False),
    "town": (True, True, False, False),
    "village": (True, True, False, False),
    "bocage": (True, False, False, False),
    "works": (True, False, False, False),
    "stream": (False, False, True, False),
    "river": (False, False, True, False),
    "bridge": (False, False, True, False),
    "beach": (False, False, False, True),
    "lake": (False, False, False, False),
    "sea": (False, False, False, False),
}
# option: its values, the default first
OPTIONS = {
    "TSG": {
        "pairs_per_pool": ["floor_half", "max_one"],
        "h_attack_vs_h_or_d": ["6", "6|55"],
        "loss_cap_scope": ["side", "hex", "stand"],
        "open_means": ["no_cover_terrain", "not_protected"],
        "superior_gun_targets": ["any", "armour"],
        "light_support_command_test": ["stand_and_light", "all_stands"],
        "hqless_own_hex_support": [True, False],
        "battery_may_call_support": [True, False],
        "initiator_types": ["infantry_and_tank", "any_but_hq"],
        "df_loss_sharing": [True, False],
        "mixed_mode_reply": ["cc", "df"],
        "mixed_attack_loss": ["close_hex", "close_stand"],
        "hold_requires_defensive_terrain": [True, False],
        "fallback_no_path": ["eliminated", "stays"],
    },
    "3SG": {
        "pairs_per_pool": ["floor_half", "max_one"],
        "h_attack_vs_h_or_d": ["6", "6|55"],
        "loss_cap_scope": ["side", "hex", "stand"],
        "open_means": ["no_cover_terrain", "not_protected"],
        "superior_gun_targets": ["any", "armour"],
        "tank_soft_bonus_cc_3sg": [False, True],
        "fs_range": ["3", "split"],
        "light_support_command_test": ["all_stands", "stand_and_light"],
        "hqless_own_hex_support": [False, True],
        "battery_may_call_support": [False, True],
        "initiator_types": ["any_but_hq", "infantry_and_tank"],
        "df_loss_sharing": [True, False],
        "mixed_mode_reply": ["cc", "df"],
        "mixed_attack_loss": ["close_stand", "close_hex"],
        "hold_requires_defensive_terrain": [False, True],
        "fallback_no_path": ["eliminated", "stays"],
    },
}
LIMITS = {
    "command_range": (2, 2),
    "distant_range": (3, 2),
    "guns_per_combat": (2, 2),
    "air_per_combat": (1, 1),
    "air_dice": (2, 2),
    "aa_dice": (2, 2),
    "aa_range": (2, 2),
    "loss_cap": (2, 2),
    "shots": (3, 3),
    "rounds_per_day": (5, 4),
    "activations_in_a_row": (2, 2),
    "spot_open": (4, 3),
    "spot_cover": (3, 2),
    "night_strength": (2, 2),
    "night_support": (1, 1),
}


@pytest.mark.parametrize("book", BOOKS)
def test_limits(book):
    limits = TABLES[book].limits
    assert {name: limits[name] for name in LIMITS} == {name: row[book == "3SG"] for name, row in LIMITS.items()}


@pytest.mark.parametrize("book", BOOKS)
def test_terrain(book):
    rows = TABLES[book].terrain
    assert {name: (row.cover, row.blocks, row.water, row.landing) for name, row in rows.items()} == GROUND


@pytest.mark.parametrize("book", BOOKS)
def test_options_and_their_allowed_values_default_first(book):
    rows = ROWS[book]
    assert rows["options"] == {name: values_of(rows, name)[0] for name in rows["option_values"]}
    assert {name: values_of(rows, name) for name in OPTIONS[book]} == OPTIONS[book]


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_a_row_depends_on_is_an_option(book):
    for row in ROWS[book]["modifier"]:
        for name, value in row.get("option", {}).items():
            assert value in OPTIONS[book][name], row["id"]
    assert {row["attack_option"] for row in ROWS[book]["to_hit"] if "attack_option" in row} <= OPTIONS[book].keys()


@pytest.mark.parametrize("book", BOOKS)
def test_every_condition_is_about_a_fact_of_a_stand_firing(book):
    asked = {name for row in ROWS[book]["modifier"] for name in row["when"]}
    assert asked
    told = {name for name, row in ROWS[book]["fact"].items() if "told" in row}
    assert asked <= set(ROWS[book]["fact"]) <= FIELDS | told
    groups = {row["id"] for row in ROWS[book]["group"]}
    assert {row["group"] for row in ROWS[book]["modifier"] if "group" in row} == groups


def rule_ids(rows: object, key: str = "") -> set[str]:
    """Return every rule id anywhere in the rows of a table."""
    if isinstance(rows, dict):
        return set().union(*(rule_ids(value, "rule" if key == "rules" else name) for name, value in rows.items()))
    if isinstance(rows, list):
        return set().union(*(rule_ids(row, key) for row in rows))
    return {rows} if isinstance(rows, str) and (key == "rule" or key.endswith("_rule")) else set()


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_id_is_a_clause_of_the_book(book):
    known = {clause.id for clause in load(ROOT / "tables" / f"{NAMES[book]}.clauses.toml").clauses}
    used = rule_ids(ROWS[book])
    assert len(used) > 50
    assert all(re.fullmatch(r"[\dA-Z.]+-\d\d", rule) for rule in used)
    assert {f"{ROWS[book]['prefix']}-{rule}" for rule in used} <= known


CODE = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "umpire/rulesets/star_general").rglob("*.py"))


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("section", ["rules", "limits", "words"])
def test_every_rule_limit_and_word_of_a_table_is_used(book, section):
    """A row that the program does not use would look like a rule that it applies."""
    assert [name for name in ROWS[book][section] if f'"{name}"' not in CODE.replace("'", '"')] == []


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_is_asked_by_the_code_or_by_a_row(book):
    rows = ROWS[book]
    by_rows = {name for row in rows["modifier"] for name in row.get("option", {})}
    by_rows |= {row["attack_option"] for row in rows["to_hit"] if "attack_option" in row}
    assert [name for name in rows["options"] if name not in by_rows and f'"{name}"' not in CODE] == []


@pytest.mark.parametrize("book", BOOKS)
def test_no_two_rows_are_said_in_the_same_words(book):
    said = [row.words for row in TABLES[book].modifiers.rows[""]]
    assert len(set(said)) == len(said)


# pace: hexes of a normal and of a strategic move
PACE = {"wheeled": (3, 6), "tracked": (3, 5), "slow": (2, 4), "foot": (2, 4)}
# ground a normal move halts on entering (2.5-01); a strategic one halts before (2.5-02); large rivers (2.5-04)
HALTS = {"rough", "woods", "town", "village", "stream", "river"}
HALTS_STRATEGIC = {"rough", "woods", "stream"}


@clause("TSG-2-01", "3SG-2-01")
@pytest.mark.parametrize("book", BOOKS)
def test_movement_allowances(book):
    assert {name: (row["normal"], row["strategic"]) for name, row in ROWS[book]["pace"].items()} == PACE


@clause("TSG-2.5-01 to 04", "3SG-TC-01 to 11")
@pytest.mark.parametrize("book", BOOKS)
def test_ground_that_halts(book):
    rows = ROWS[book]["terrain"]
    assert {name for name, row in rows.items() if row.get("halts")} == HALTS
    assert {name for name, row in rows.items() if row.get("strategic") == "before"} == HALTS_STRATEGIC
    assert {name for name, row in rows.items() if row.get("halts_before")} == {"river"}
    assert {name for name, row in rows.items() if row.get("impassable")} == {"lake", "sea"}
