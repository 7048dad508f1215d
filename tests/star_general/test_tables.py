"""Tests of both Star General tables against their rule books: every number typed by hand from 3.1, 3.2, 3.5, 3.7."""

from __future__ import annotations

import pytest

from tests.catalogue import mistaken
from tests.clauses import clause
from tests.star_general.games import (
    BOOKS,
    ROWS,
    TABLES,
    table,
)
from umpire.core.mistakes import BadValue, Unasked
from umpire.game.rulebook.modifiers import ModifierRow
from umpire.rulesets.star_general import FAMILY as star_general

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
            {"what": ["gun", "core"], "arm": ["infantry", "artillery"], "mode": "distant", "foe_armoured": True},
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
        "in-water": (-1, "3.7.3-01", "", {"what": ["core", "gun"], "in_water": True}),
        "long-range": (
            -1,
            "3.7.3-03",
            "",
            {**CORE_TROOPS, "arm": ["infantry", "tank", "hq"], "mode": "distant", "range": ">= 3"},
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
            {"what": ["gun", "core"], "arm": "artillery", "foe_armoured": True},
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
        "in-water": (-1, "3.7.2-01", "", {"what": ["core", "gun"], "in_water": True}),
    },
}


@clause("TSG-3.1-01 to 07", "3SG-3.1-02 to 08")
@pytest.mark.parametrize("book", BOOKS)
def test_core_stands(book):
    rows = TABLES[book].core
    assert {kind: (row.sp, row.fs, row.range, row.arm) for kind, row in rows.items()} == CORE[book]


@pytest.mark.parametrize("book", BOOKS)
def test_3_1_support_stands(book):
    rows = TABLES[book].support
    assert {kind: (row.range, row.light, row.armours, row.truck) for kind, row in rows.items()} == SUPPORT[book]


@clause("TSG-3.2-01 to 09", "TSG-5.1-04", "3SG-3.2-01 to 09")
@pytest.mark.parametrize("book", BOOKS)
def test_status_chart(book):
    second = book == "3SG"
    typed = {
        pair: (row[0], row[1 + second], row[3], row[4 + second])
        for pair, row in TO_HIT.items()  # the artillery phase and the rows of a battery too
    }
    found = TABLES[book].to_hit
    assert {pair: (row.attack, row.attack_rule, row.reply, row.reply_rule) for pair, row in found.items()} == typed
    assert {pair: (row.attacker, row.target) for pair, row in found.items()} == {pair: pair for pair in typed}


@pytest.mark.parametrize("book", BOOKS)
def test_3_5_support_rights(book):
    typed = {
        pair: (light, guns, *clauses[(book == "3SG") * 2 :][:2]) for pair, (light, guns, *clauses) in RIGHTS.items()
    }
    may = TABLES[book].options["battery_may_call_support"]  # the published row, as the option has it
    typed["defender", "battery"] = (typed["defender", "battery"][0], may, *typed["defender", "battery"][2:])
    found = {pair: (row.light, row.guns, row.light_rule, row.guns_rule) for pair, row in TABLES[book].rights.items()}
    assert found == typed


@pytest.mark.parametrize("book", BOOKS)
def test_3_7_modifiers(book):
    found = {row.id: (row.amount, row.rule, row.group, dict(row.when)) for row in TABLES[book].modifiers.rows[""]}
    assert {key: found.get(key) for key in MODIFIERS[book]} == MODIFIERS[book]


def changed(book: str, **options: object) -> tuple[list[ModifierRow], list[ModifierRow]]:
    """Return the rows that an option removes, and those that it adds."""
    before, now = TABLES[book].modifiers.rows[""], table(book, **options).modifiers.rows[""]
    return [row for row in before if row not in now], [row for row in now if row not in before]


@pytest.mark.parametrize("book", BOOKS)
def test_a_superior_gun_may_be_bound_to_armour(book):
    [gone], [come] = changed(book, superior_gun_targets="armour")
    assert (gone.id, come.id) == ("superior-gun", "superior-gun-armour")
    assert (come.amount, come.rule) == (gone.amount, gone.rule)
    assert come.when == {**gone.when, "foe_armoured": True}


@clause("3SG-3.7-10")
def test_tanks_may_have_their_die_in_close_combat_too():
    [gone], [come] = changed("3SG", tank_soft_bonus_cc_3sg=True)
    assert (gone.id, come.id, come.amount) == ("tank-soft", "tank-soft-any-mode", 1)
    assert {**come.when, "mode": "distant"} == gone.when


@pytest.mark.parametrize(("book", "rule"), [("TSG", "3.7.2-08"), ("3SG", "3.7.1-07")])
def test_armour_and_cover_are_capped_together(book, rule):
    assert {cap.id: (cap.least, cap.rule) for cap in TABLES[book].modifiers.caps} == {"armour-or-cover": (-1, rule)}


@pytest.mark.parametrize(
    ("options", "kind", "word", "about"),
    [
        ({"fs_range": "wide"}, BadValue, "wide", "wide"),
        ({"range": 2}, Unasked, "", ""),
    ],
)
def test_an_option_that_is_none_is_refused(options, kind, word, about):
    rows = ROWS["3SG"]
    with mistaken(kind, word, hint="split" if kind is BadValue else "fs_range", about=about):
        star_general.read_table({**rows, "options": {**rows["options"], **options}})


@pytest.mark.parametrize("book", BOOKS)
def test_of_core_stands_guns_alone_reach_further_than_the_next_hex(book):
    assert {kind: row.range for kind, row in TABLES[book].core.items() if row.range} == {
        kind: reach for kind, (*_, reach, _) in CORE[book].items() if reach
    }
