"""Any rule file is refused with a line that is right, or its act explains, counts to exactly 1, resolves, undoes."""

import re
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plain.games import Position
from tests.plain.grammar import LINE, rule_files
from umpire.core.mistakes import FileMistake, Mistake
from umpire.core.odds import explain, odds
from umpire.core.procedure import resolve
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.file.reader import read_rules
from umpire.testing.case import adds_up, seeded

STANDS = {"a": {"type": "one"}, "c": {"type": "two", "tired": 1}, "d": {"type": "one", "men": 2}}

UNFORESEEN = re.compile("divides by|more ways than|more than .* digits|dice are more|more than .* ways")
"""What no reader of a file can know: that a number comes to nothing, or to too much, with these stands."""


def counted(make):
    """The odds, or why there are none."""
    try:
        return odds(make), ""
    except Mistake as wrong:
        return None, wrong.what


@given(rule_files(), st.integers(1, 3))
@settings(max_examples=60)
def test_any_rule_file_is_refused_or_played(text, men):
    try:
        rows = read_rules(tomllib.loads(text))
    except FileMistake as refused:
        pytest.fail(f"{refused.what}\n{text}")
    assert all(each.words for each in odd(rows))
    position = Position("any", STANDS, {"b": {"type": "two", "men": men}}, rows=rows)
    act, situation = position.situation(LINE)
    act.objections(situation)
    found, wrong = counted(lambda: act.procedure(situation))
    if found is None:
        assert UNFORESEEN.search(wrong)
        return
    assert adds_up(found)
    assert all(pool.lines for one in explain(lambda: act.procedure(situation)) for pool in one.pools)
    foreseen = {outcome for outcome, _ in found.outcomes}
    for seed in range(3):
        outcome, _ = resolve(act.procedure(situation), seeded(seed))
        assert outcome.again or outcome in foreseen or situation.many
        after = position.after(outcome)
        assert position.family.read_state(position.family.plain(after), None) == after
