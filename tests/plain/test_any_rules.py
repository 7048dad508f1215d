"""Tests of random rule files: one is refused with the right line, or its act has odds that add up to 1, and can be
undone.
"""

import re
import sqlite3
import tomllib
from contextlib import closing

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.places import EXAMPLES
from tests.plain.games import Position
from tests.plain.grammar import LINE, rule_files
from umpire.core.mistakes import FileMistake, OutOfBounds
from umpire.core.odds import explain, odds
from umpire.core.procedure import resolve
from umpire.game.gamefile.store import create, open_game
from umpire.game.rulebook.toml import of_file
from umpire.rulesets.plain.check.oddities import odd
from umpire.rulesets.plain.file.reader import read_rules
from umpire.testing.case import adds_up, seeded

KEYS = "amount rule phase once let opposed roll total check need is least until counts dice count when do lose hand of"
KEY = re.compile(rf"\b({'|'.join(KEYS.split())}) = ")
GAMES = {name: (EXAMPLES / "rules" / f"{name}.toml").read_text("utf-8") for name in ("shields", "muskets", "rivers")}
PLACES = [(name, match.start(1), match[1]) for name, text in GAMES.items() for match in KEY.finditer(text)]


@given(st.sampled_from(PLACES))
@example(next(place for place in PLACES if GAMES["shields"][: place[1]].endswith("limit.")))
@settings(max_examples=40)
def test_a_key_misspelt_is_told_with_its_line(place):
    name, at, key = place
    text = GAMES[name][: at + len(key)] + "x" + GAMES[name][at + len(key) :]
    with pytest.raises(FileMistake) as refused:
        read_rules(tomllib.loads(text))
    told = of_file("game.toml", refused.value, text)
    told = [told, *told.more]
    line = text.count("\n", 0, at) + 1
    assert any(
        each.what.startswith("game.toml") and f" {line}: " in each.what and f"{key}x" in each.what for each in told
    )


STANDS = {"a": {"type": "one"}, "c": {"type": "two", "tired": 1}, "d": {"type": "one", "men": 2}}


def counted(make):
    """Return the odds; None if a number is out of bounds with these stands, which no reader of a file can know."""
    try:
        return odds(make)
    except OutOfBounds:
        return None


class Undone:
    """A game file that begins at a position: everything played is undone to the same bytes, and redone."""

    def __init__(self, path, position):
        self.path, self.family = path, position.family
        create(path, {"state": self.family.plain(position.state)}, {"command": "new"})
        self.game, self.start = open_game(path), self.written()

    def written(self):
        with closing(sqlite3.connect(self.path)) as db:
            return db.execute("SELECT data FROM position").fetchone()[0]

    def plays(self, after):
        self.game.record(self.game.read().number, LINE, {"command": LINE}, {"state": self.family.plain(after)})
        played = self.written()
        assert self.family.read_state(self.game.read().position["state"], None) == after
        self.game.undo(self.game.read().number)
        assert self.written() == self.start
        self.game.redo(self.game.read().number)
        assert self.written() == played
        self.game.undo(self.game.read().number)


@pytest.mark.slow
@given(rule_files(), st.integers(1, 3))
@settings(max_examples=60)
def test_any_rule_file_is_refused_or_played(tmp_path_factory, text, men):
    try:
        rows = read_rules(tomllib.loads(text))
    except FileMistake as refused:
        pytest.fail(f"{refused.what}\n{text}")
    assert all(each.words for each in odd(rows))
    position = Position("any", STANDS, {"b": {"type": "two", "men": men}}, rows=rows)
    act, situation = position.situation(LINE)
    act.objections(situation)
    found = counted(lambda: act.procedure(situation))
    if found is None:
        return
    assert adds_up(found)
    assert all(pool.lines for one in explain(lambda: act.procedure(situation)) for pool in one.pools)
    undone = Undone(tmp_path_factory.mktemp("game") / "any.umpire", position)
    foreseen = {outcome for outcome, _ in found.outcomes}
    for seed in range(3):
        outcome, _ = resolve(act.procedure(situation), seeded(seed))
        assert outcome.is_tie_reroll or outcome in foreseen or situation.many
        after = position.after(outcome)
        assert position.family.read_state(position.family.plain(after), None) == after
        undone.plays(after)


DIVIDES = """
format = 1
id = "any"
name = "Any"

[clauses]
"1" = "Everything."

[stand]
skill = { words = "skill", is = "number", least = 1, most = 6 }

[track]
men = { words = "men", empty = "remove" }

[mark]
tired = { words = "tired", counts = true, most = 3 }

[type]
one = { skill = 2, men = 5 }
two = { skill = 4, men = 3 }

[turn]
phases = ["first"]

[act.fight]
words = "they fight"
rule = "1"
role.mine = { of = "own" }
role.foes = { of = "enemy", after = "at" }
role.friends = { of = "own", after = "with", many = true }

[[act.fight.step]]
id = "s0"
words = "step"
rule = "1"
count = "mine"
dice = 1
need = "mine.skill"
modifier = [
  { id = "m0", amount = "up(mine.skill / mine.tired)", words = "tired", when = { mine.tired = ">= 1" } },
]
"""


def test_a_modifier_that_does_not_apply_may_divide_by_0():
    position = Position("any", STANDS, {"b": {"type": "two", "men": 3}}, rows=read_rules(tomllib.loads(DIVIDES)))
    act, situation = position.situation(LINE)
    (pool,) = (pool for one in explain(lambda: act.procedure(situation)) for pool in one.pools)
    assert [line.amount for line in pool.lines if line.why_not] == [0]
