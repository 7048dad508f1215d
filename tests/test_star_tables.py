"""Both Star General tables against their rule books: every number typed in by hand from sections 3.1, 3.2, 3.5, 3.7."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from star_games import BOOKS, NAMES, ROOT, ROWS, TABLES, table

from umpire.game.clauses import load
from umpire.rulesets.star_general.firing import Firing
from umpire.rulesets.star_general.table import Modifier

FIELDS = {field.name for field in fields(Firing)}

# kind: SP, FS, range, arm
CORE = {
    "TSG": {
        "hq": (6, 1, 0, "hq"),
        "infantry": (5, 3, 0, "infantry"),
        "militia": (4, 3, 0, "infantry"),
        "artillery": (4, 2, 12, "artillery"),
        "heavy": (5, 4, 0, "tank"),
        "medium": (4, 4, 0, "tank"),
        "light": (3, 3, 0, "tank"),
        "armoured-cars": (3, 3, 0, "tank"),
    },
    "3SG": {
        "hq": (6, 1, 0, "hq"),
        "infantry": (5, 3, 0, "infantry"),
        "militia": (4, 3, 0, "infantry"),
        "artillery": (4, 2, 8, "artillery"),
        "heavy": (5, 4, 0, "tank"),
        "medium": (4, 4, 0, "tank"),
        "light": (3, 3, 0, "tank"),
    },
}
# kind: range, light artillery, makes armoured, truck
SUPPORT = {
    "TSG": {
        "at": (0, False, False, False),
        "la": (4, True, False, False),
        "mg": (0, False, False, False),
        "armoured-transport": (0, False, True, False),
        "engineers": (0, False, False, False),
        "aa": (0, False, False, False),
        "truck": (0, False, False, True),
        "tank": (0, False, False, False),
    },
    "3SG": {
        "at": (0, False, False, False),
        "fs": (3, True, False, False),
        "mg": (0, False, False, False),
        "engineers": (0, False, False, False),
        "aa": (0, False, False, False),
        "other": (0, False, False, False),
        "tank": (0, False, False, False),
    },
}
# attacker, target: attacker hits on, its clause in both books, defender hits on, its clause in both books
TO_HIT = {
    ("M", "M"): ("6|55", "3.2-05", "3.2-04", "6|55", "3.2-05", "3.2-04"),
    ("M", "H"): ("6", "3.2-02", "3.2-01", "56", "3.2-03", "3.2-02"),
    ("M", "D"): ("6", "3.2-02", "3.2-01", "56|44", "3.2-04", "3.2-03"),
    ("M", "R"): ("56|44", "3.2-08", "3.2-06", "", "", ""),
    ("M", "battery"): ("6", "3.2-15", "3.2-11", "56", "3.2-15", "3.2-11"),
    ("H", "M"): ("6|55", "3.2-06", "3.2-05", "6|55", "3.2-07", "3.2-12"),
    ("H", "H"): ("6", "3.2-09", "3.2-07", "56", "3.2-03", "3.2-02"),
    ("H", "D"): ("6", "3.2-09", "3.2-07", "56|44", "3.2-04", "3.2-03"),
    ("H", "R"): ("56|44", "3.2-08", "3.2-06", "", "", ""),
    ("H", "battery"): ("6", "3.2-09", "3.2-07", "56", "3.2-15", "3.2-11"),
    ("phase", "M"): ("6|55", "5.1-04", "3.2-09", "", "", ""),
    ("phase", "H"): ("6", "5.1-04", "3.2-09", "", "", ""),
    ("phase", "D"): ("6", "5.1-04", "3.2-09", "", "", ""),
    ("phase", "R"): ("56|44", "3.2-08", "3.2-06", "", "", ""),
    ("phase", "battery"): ("6", "5.1-04", "3.2-09", "", "", ""),
}
# role, order: light artillery, guns, clause of the light artillery and of the guns in both books
RIGHTS = {
    ("attacker", "M"): (True, True, "3.5.1-01", "3.5.1-02", "3.5.1-01", "3.5.1-02"),
    ("attacker", "H"): (True, False, "3.5.1-03", "3.5.1-04", "3.5.1-03", "3.5.1-04"),
    ("defender", "H"): (True, True, "3.5.2-01", "3.5.2-02", "3.5.2-01", "3.5.2-02"),
    ("defender", "D"): (True, True, "3.5.2-01", "3.5.2-02", "3.5.2-01", "3.5.2-02"),
    ("defender", "M"): (True, False, "3.5.2-03", "3.5.2-04", "3.5.2-03", "3.5.2-07"),
    ("defender", "R"): (False, False, "3.6-02", "3.6-02", "3.6-02", "3.6-02"),
    ("defender", "battery"): (False, True, "5-03", "5-03", "5-09", "5-09"),
}
CORE_TROOPS = {"what": "core"}
OPEN = {"foe_soft": True, "foe_open": True}
CORE_OR_GUN = {"what": ["core", "gun"]}
# id: amount, clause, capped together, when
MODIFIERS = {
    "TSG": {
        "tank-soft": (1, "3.7.1-01", "", {**CORE_TROOPS, "arm": "tank", **OPEN, "foe_status": ["M", "H", "R"]}),
        "armoured-hq-soft": (
            1,
            "6-03",
            "",
            {
                **CORE_TROOPS,
                "arm": "hq",
                "armoured": True,
                "role": "defender",
                "mode": "close",
                **OPEN,
                "foe_status": ["M", "H", "R"],
            },
        ),
        "elite": (1, "3.7.1-02", "", {**CORE_TROOPS, "arm": "infantry", "elite": True, "mode": "close"}),
        "superior-gun": (1, "3.7.1-03", "", {**CORE_TROOPS, "superior_gun": True}),
        "at-armour": (2, "3.7.1-04", "", {"what": "support", "type": "at", "foe_armoured": True}),
        "at-soft": (1, "3.7.1-05", "", {"what": "support", "type": "at", "foe_armoured": False}),
        "engineers": (1, "3.7.1-06", "", {"what": "support", "type": "engineers", "mode": "close"}),
        "tank-platoon": (1, "3.7.1-07", "", {"what": "support", "type": "tank"}),
        "tank-platoon-soft": (
            1,
            "3.7.1-08",
            "",
            {"what": "support", "type": "tank", "host": "infantry", "mode": "close", **OPEN, "foe_status": ["M", "H"]},
        ),
        "mg": (1, "3.7.1-09", "", {"what": "support", "type": ["mg", "armoured-transport"]}),
        "light-artillery": (1, "3.1-09", "", {"what": "support", "type": "la"}),
        "aa": (1, "3.1-12", "", {"what": "support", "type": "aa", "role": "defender", "mode": "close"}),
        "fire-at-armour": (
            -1,
            "3.7.2-01",
            "armour-or-cover",
            {**CORE_OR_GUN, "arm": ["infantry", "artillery"], "mode": "distant", "foe_armoured": True},
        ),
        "infantry-v-armour": (
            -1,
            "3.7.2-02",
            "armour-or-cover",
            {
                **CORE_TROOPS,
                "arm": ["infantry", "hq"],
                "armoured": False,
                "mode": "close",
                "foe_armoured": True,
                "defends_cover": False,
            },
        ),
        "target-in-cover": (
            -1,
            "3.7.2-03",
            "armour-or-cover",
            {**CORE_OR_GUN, "role": "attacker", "foe_status": "H", "foe_in_cover": True, "engineers": False},
        ),
        "target-dug-in": (
            -1,
            "3.7.2-04",
            "armour-or-cover",
            {**CORE_OR_GUN, "role": "attacker", "foe_status": "D", "engineers": False},
        ),
        "in-water": (-1, "3.7.3-01", "", {**CORE_TROOPS, "in_water": True}),
        "long-range": (
            -1,
            "3.7.3-03",
            "",
            {**CORE_TROOPS, "arm": ["infantry", "tank", "hq"], "mode": "distant", "range": {"min": 3}},
        ),
    },
    "3SG": {
        "tank-soft": (
            1,
            "3.7-01",
            "",
            {**CORE_TROOPS, "arm": "tank", "mode": "distant", **OPEN, "foe_status": ["M", "H"]},
        ),
        "superior-gun": (1, "3.7-02", "", {**CORE_TROOPS, "superior_gun": True}),
        "at-armour": (2, "3.7-03", "", {"what": "support", "type": "at", "foe_armoured": True}),
        "at-soft": (1, "3.7-04", "", {"what": "support", "type": "at", "foe_armoured": False}),
        "engineers": (1, "3.7-05", "", {"what": "support", "type": "engineers", "mode": "close"}),
        "tank-company": (1, "3.7-06", "", {"what": "support", "type": "tank"}),
        "tank-company-soft": (
            1,
            "3.7-06",
            "",
            {"what": "support", "type": "tank", "host": "infantry", "mode": "close", **OPEN, "foe_status": ["M", "H"]},
        ),
        "mg": (1, "3.7-07", "", {"what": "support", "type": "mg"}),
        "fire-support": (1, "3.1-10", "", {"what": "support", "type": "fs"}),
        "aa": (1, "3.1-16", "", {"what": "support", "type": "aa", "role": "defender", "mode": "close"}),
        "fire-at-armour": (
            -1,
            "3.7.1-01",
            "armour-or-cover",
            {**CORE_TROOPS, "arm": "infantry", "mode": "distant", "foe_armoured": True},
        ),
        "artillery-v-armour": (
            -1,
            "3.7.1-04",
            "armour-or-cover",
            {**CORE_OR_GUN, "arm": "artillery", "foe_armoured": True},
        ),
        "infantry-v-armour": (
            -1,
            "3.7.1-02",
            "armour-or-cover",
            {
                **CORE_TROOPS,
                "arm": ["infantry", "hq"],
                "armoured": False,
                "mode": "close",
                "foe_armoured": True,
                "defends_cover": False,
            },
        ),
        "target-in-cover": (
            -1,
            "3.7.1-03",
            "armour-or-cover",
            {**CORE_OR_GUN, "role": "attacker", "foe_status": "H", "foe_in_cover": True, "engineers": False},
        ),
        "target-dug-in": (
            -1,
            "3.7.1-03",
            "armour-or-cover",
            {**CORE_OR_GUN, "role": "attacker", "foe_status": "D", "engineers": False},
        ),
        "in-water": (-1, "3.7.2-01", "", {**CORE_TROOPS, "in_water": True}),
    },
}
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
# option: what it may be, the default first
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
def test_3_1_core_stands(book):
    rows = TABLES[book].core
    assert {kind: (row.sp, row.fs, row.range, row.arm) for kind, row in rows.items()} == CORE[book]


@pytest.mark.parametrize("book", BOOKS)
def test_3_1_support_stands(book):
    rows = TABLES[book].support
    assert {kind: (row.range, row.light, row.armours, row.truck) for kind, row in rows.items()} == SUPPORT[book]


@pytest.mark.parametrize("book", BOOKS)
def test_limits(book):
    limits = TABLES[book].limits
    assert {name: limits[name] for name in LIMITS} == {name: row[book == "3SG"] for name, row in LIMITS.items()}


@pytest.mark.parametrize("book", BOOKS)
def test_3_2_status_chart(book):
    second = book == "3SG"
    typed = {
        pair: (row[0], row[1 + second], row[3], row[4 + second])
        for pair, row in TO_HIT.items()  # the artillery phase and the rows of a battery too
    }
    assert {pair: tuple(row) for pair, row in TABLES[book].to_hit.items()} == typed


@pytest.mark.parametrize("book", BOOKS)
def test_3_5_support_rights(book):
    typed = {
        pair: (light, guns, *clauses[(book == "3SG") * 2 :][:2]) for pair, (light, guns, *clauses) in RIGHTS.items()
    }
    found = {pair: (row.light, row.guns, row.light_rule, row.guns_rule) for pair, row in TABLES[book].rights.items()}
    assert found == typed


@pytest.mark.parametrize("book", BOOKS)
def test_3_7_modifiers(book):
    found = {row.id: (row.amount, row.rule, row.group, dict(row.when)) for row in TABLES[book].modifiers}
    assert found == MODIFIERS[book]


def changed(book: str, **options: object) -> tuple[list[Modifier], list[Modifier]]:
    """The rows that an option takes away, and those it brings."""
    before, now = TABLES[book].modifiers, table(book, **options).modifiers
    return [row for row in before if row not in now], [row for row in now if row not in before]


@pytest.mark.parametrize("book", BOOKS)
def test_a_superior_gun_may_be_bound_to_armour(book):
    [gone], [come] = changed(book, superior_gun_targets="armour")
    assert (gone.id, come.id) == ("superior-gun", "superior-gun-armour")
    assert (come.amount, come.rule) == (gone.amount, gone.rule)
    assert come.when == {**gone.when, "foe_armoured": True}


def test_3SG_3_7_10_tanks_may_have_their_die_in_close_combat_too():
    [gone], [come] = changed("3SG", tank_soft_bonus_cc_3sg=True)
    assert (gone.id, come.id, come.amount) == ("tank-soft", "tank-soft-any-mode", 1)
    assert {**come.when, "mode": "distant"} == gone.when


@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.7.2-08"), ("3SG", "3.7.1-07")])
def test_armour_and_cover_are_capped_together(book, rule):
    assert {key: (cap.cap, cap.rule) for key, cap in TABLES[book].groups.items()} == {"armour-or-cover": (-1, rule)}


@pytest.mark.parametrize("book", BOOKS)
def test_terrain(book):
    rows = TABLES[book].terrain
    assert {name: (row.cover, row.blocks, row.water, row.landing) for name, row in rows.items()} == GROUND


@pytest.mark.parametrize("book", BOOKS)
def test_options_and_their_allowed_values_default_first(book):
    rows = ROWS[book]
    assert rows["options"] == {name: values[0] for name, values in rows["option_values"].items()}
    assert {name: rows["option_values"][name] for name in OPTIONS[book]} == OPTIONS[book]


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_a_row_hangs_on_is_an_option(book):
    for row in ROWS[book]["modifier"]:
        for name, value in row.get("option", {}).items():
            assert value in OPTIONS[book][name], row["id"]
    assert {row["attack_option"] for row in ROWS[book]["to_hit"] if "attack_option" in row} <= OPTIONS[book].keys()


@pytest.mark.parametrize("book", BOOKS)
def test_every_condition_is_about_a_fact_of_a_stand_firing(book):
    asked = {name for row in ROWS[book]["modifier"] for name in row["when"]}
    assert asked
    assert asked <= FIELDS
    groups = {row["id"] for row in ROWS[book]["group"]}
    assert {row["group"] for row in ROWS[book]["modifier"] if "group" in row} == groups


def rule_ids(rows: object, key: str = "") -> set[str]:
    """Every rule id anywhere in a table's rows."""
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


@pytest.mark.parametrize("book", BOOKS)
def test_no_two_rows_are_said_in_the_same_words(book):
    said = [row.words for row in TABLES[book].modifiers]
    assert len(set(said)) == len(said)
