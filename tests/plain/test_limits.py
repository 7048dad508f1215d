"""Tests of limits on the modifiers of a throw, on both sides or on one alone."""

from fractions import Fraction

import pytest

from tests.plain.games import Position
from tests.plain.grammar import HEAD, LINE
from tests.plain.test_any_rules import STANDS
from umpire.game.rulebook.toml import parse_toml
from umpire.rulesets.plain.file.reader import read_rules

STEP = """
[[act.fight.step]]
id = "s0"
rule = "1"
total = "mine"
dice = 1
roll = "{roll}"
limit.roll = {limit}
result = [{{ id = "high", when = {{ s0 = ">= 6" }} }}, {{ id = "low" }}]
"""


def high(roll, limit):
    """Return the chance of 6 or more on a die with `roll` added, within a limit."""
    rows = read_rules(parse_toml(HEAD + STEP.format(roll=roll, limit=limit)))
    found = Position("any", STANDS, {"b": {"type": "two"}}, rows=rows).odds(LINE)
    return sum(chance for outcome, chance in found.items() if ("s0", "high") in outcome.tally)


@pytest.mark.parametrize(
    ("limit", "added", "taken"),
    [
        ("{ most = 2 }", 2, -5),
        ("{ least = -1 }", 5, -1),
        ("{ least = -1, most = 2 }", 2, -1),
    ],
)
def test_a_limit_bounds_on_the_sides_it_names(limit, added, taken):
    for roll, counts in (("mine.men", added), ("0 - mine.men", taken), ("1", 1)):
        assert high(roll, limit) == Fraction(min(6, max(0, counts + 1)), 6)
