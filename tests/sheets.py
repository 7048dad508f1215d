"""The contents of sheets, for their tests: the clauses, and whether every option changes the sheet."""

import re

from tests.places import TABLES as PLACE
from umpire.game.rulebook.clauses import load
from umpire.game.rulebook.modifiers import values_of
from umpire.rulesets import find


def listings(ruleset, rows=None):
    """Return the whole sheet of a ruleset, of its table or of other rows."""
    family = find(ruleset).family()
    return family.sheet(family.read_table(rows or find(ruleset).table().rows), None)


def clauses_of(ruleset, book):
    """Return the clauses of a book, and those on the sheet: its lines cover them, or cite them."""
    rows = find(ruleset).table().rows
    every = {each.id.removeprefix(book) for each in load(PLACE / f"{ruleset}.clauses.toml").clauses}
    covered = {rule for line in rows["sheet"] for rule in line["covers"]}
    assert covered <= every, covered - every
    text = str(listings(ruleset))
    return every, covered | {rule for rule in every if re.search(rf"(?<![\w-]){re.escape(rule)}(?!\w)", text)}


def values_that_change_nothing(ruleset):
    """Return the options with a value that leaves the sheet unchanged."""
    rows = find(ruleset).table().rows
    plain = str(listings(ruleset))
    return [
        (option, value)
        for option in rows["options"]
        for value in values_of(rows, option)[1:]
        if str(listings(ruleset, {**rows, "options": {**rows["options"], option: value}})) == plain
    ]
