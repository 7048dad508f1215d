"""Tests of conditions of rows on the sheet: every condition of a row is printed."""

from __future__ import annotations

import tomllib

import pytest

from tests.witnesses.witnesses import table_file
from umpire.game.rulebook.asked import Asked
from umpire.game.rulebook.modifiers import read_modifiers
from umpire.game.rulebook.rows import names_at
from umpire.game.rulebook.sheet import modifier_rows, said_of
from umpire.rulesets import FAMILIES, find

every_ruleset = pytest.mark.parametrize("ruleset", FAMILIES)
DARK = Asked("yes/no", "the shooter is dark (or worse)")


@pytest.mark.parametrize(
    ("asked", "wanted", "words"),
    [
        (DARK, True, "the shooter is dark"),
        (DARK, False, "not if the shooter is dark"),
        (Asked("yes/no", "x", says={"yes": "elite"}), False, "not elite"),
        (Asked("yes/no", "x", says={"yes": "not shifted"}), False, "not if x"),
        (Asked("yes/no", "x", says={"no": "by others"}), True, "x"),
        (Asked("yes/no", "x", says={"yes": "", "no": ""}), True, "x"),
        (Asked("number", "hexes"), 2, "far off 2"),
        (Asked("number", "hexes"), [2, 3], "far off 2 or 3"),
        (Asked("number", "dust", told=True), 2, "dust: 2"),
        (Asked("number", "hexes (of it)"), ">= 2 and <= 3", "hexes: 2 or more, hexes: 3 at most"),
        (Asked("number", "hexes", says={"min": "from {value} hexes"}), "> 1", "from 2 hexes"),
        (Asked("number", "hexes", says={"max": "up to {value} hexes"}), "< 4", "up to 3 hexes"),
        (Asked("number", "m", says={"above": "beyond {value} m"}), "> 8", "beyond 8 m"),
        (
            Asked("number", "m", says={"below": "nearer than {value} m"}),
            ">= 2 and < 8",
            "m: 2 or more, nearer than 8 m",
        ),
        (Asked("number", "hexes"), "not 2", "hexes: not 2"),
        (Asked(("road", "wood"), "the ground"), "not road", "the ground: not road"),
        (Asked(("road", "wood"), "the ground", says={"is": "in {value}"}), "not wood", "itself not in wood"),
        (Asked(("a", "b"), "the fog", told=True, says={"a": "in fog"}), "not a", "not in fog"),
        (Asked(("a", "b"), "its arm", says={"is": "({value})", "a": "gun"}), "not a", "(not gun)"),
        (Asked(("none", "a"), "what is with it", says={"is": "with {value}"}), "not none", "what is with it: not none"),
        (Asked(("none", "a"), "what is with it", says={"is": "with {value}"}), "not a", "not with a"),
        (Asked("number", "x", says={"is": "just {value}"}), 2, "just 2"),
        (Asked(("a", "b"), "the fog", told=True), "a", "the fog: a"),
        (Asked(("a", "b"), "the fog", told=True, says={"a": "in fog"}), "a", "in fog"),
        (Asked(("a", "b", "c"), "the fog", says={"a": "in fog"}), ["a", "b"], "the fog: in fog or b"),
        (Asked(("a", "b"), "its arm", hidden=True), "a", "a"),
        (Asked(("a", "b"), "the arc", says={"is": ""}), "a", "the arc: a"),
    ],
)
def test_a_condition_has_the_words_of_the_table_or_is_made_of_what_it_means(asked, wanted, words):
    assert said_of("far_off", asked, wanted, {}) == words


@every_ruleset
def test_whatever_a_row_of_a_club_wants_is_said(ruleset):
    rows = dict(table_file(ruleset).rows)
    for name, legend in rows["fact"].items():
        plain = {"yes/no": [True, False], "number": [0, [1, 2], "<= 3"]}.get(str(legend["is"]))
        for wanted in plain or [each if each[0] != "[" else "k" for each in legend["is"]]:
            own = {"id": "own", "when": {name: wanted}, "amount": 1, "words": "of our own", "rule": "club 1"}
            modifiers = read_modifiers({**rows, "modifier": [own]}, rows.get("limits", {}))
            ((_, said),) = modifier_rows(modifiers)
            assert said.strip(" :"), (name, wanted)


@every_ruleset
def test_what_a_row_says_in_its_own_words_is_a_condition_of_it(ruleset):
    for row in table_file(ruleset).rows["modifier"]:
        assert set(row.get("in_words", ())) <= row["when"].keys()


CLUB = """
[[modifier]]
id = "own"
at = "charge"
on = "roll"
of = "firer"
when = { cavalry_charge = true, edge = false }
amount = -1
words = "of our own"
rule = "club 1"
"""


def test_the_rows_of_close_combat_stand_with_their_conditions():
    family, file = find("d20-elements").family(), table_file("d20-elements", tomllib.loads(CLUB))
    assert list(names_at(file.rows, "modifier"))[-1] == "own"
    said = [
        cell for listing in family.sheet(family.read_table(file.rows), None) for row in listing.rows for cell in row
    ]
    assert [cell for cell in said if cell.startswith("of our own; cavalry begin close combat, not if a table edge")]
