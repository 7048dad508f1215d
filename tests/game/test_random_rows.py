"""Tests of random rows of a club on every fact that rows may use: a row has the effect that it describes.

A row on a value of a fact and a row on all other values share the cases of a row without conditions. They never both
hold in an act; for yes-or-no facts and for numbers, one of them always holds.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from tests.game.test_asked import PLAYED, every_ruleset
from tests.in_memory import Game, listed
from tests.places import EXAMPLES
from tests.witnesses.witnesses import table_file
from umpire.core.frozen import replace
from umpire.core.odds import explain, odds
from umpire.game.rulebook.rows import names_at
from umpire.play.session import Session
from umpire.play.turn import prepare

LINES = {
    "two-star-general": [
        "fire ta at para",
        "assault ta at para ta.range=1 terrain=woods",
        "fire para at tb para.order=M",
        "artillery g1 at para",
    ],
    "three-star-general": [
        "fire n1 at r1",
        "assault pz at r1 pz.range=1 terrain=woods",
        "fire r1 at n1 range=3",
        "artillery ga at r1",
    ],
    "asp-ww2": [
        "fire t1 at p3 600",
        "fire g2 at r1 200 cover=wood-edge light=twilight",
        "fire r1 at t2 90 weather=adverse",
        "fire m1 at a1 900",
    ],
    "d20-elements": [
        "fire tiger at firefly 6",
        "fire gren at rifles 4 cover=hard",
        "assault gren at bren",
        "fire rifles at gren 12",
        "activate gren",
    ],
}
THROWS: dict[str, list[dict[str, Any]]] = {
    "two-star-general": [{}],
    "three-star-general": [{}],
    "asp-ww2": [{"at": "detection", "on": "roll"}, {"at": "initiative", "on": "roll"}, {"at": "effect", "on": "need"}],
    "d20-elements": [
        {"at": "hit", "on": "roll", "of": "firer"},
        {"at": "he", "on": "roll", "of": "target"},
        {"at": "sup", "on": "roll", "of": "firer"},
    ],
}
VALUES: dict[str, list[dict[str, Any]]] = {
    "two-star-general": [{"at": "hit", "code": "1"}],
    "three-star-general": [{"at": "hit", "code": "1"}],
    "asp-ww2": [{"at": "effect", "need": 12}, {"at": "detection", "need": 6}],
    "d20-elements": [{"at": "hit", "need": 19}, {"at": "sup", "need": 19}],
}
RULE = "random 1"


@lru_cache
def begun(ruleset: str) -> Session:
    """Return the opening by the book."""
    scenario = (EXAMPLES / f"{PLAYED[ruleset][0]}.toml").read_text(encoding="utf-8")
    return Game(scenario, table_file(ruleset)).first


def with_row(ruleset: str, section: str, row: dict[str, Any], when: dict[str, Any]) -> Session:
    """Return the opening with one row of a club."""
    own = {"id": "random", "when": when, "words": "at random", "rule": RULE, **row}
    file, game = table_file(ruleset, {section: [own]}), begun(ruleset)
    return replace(game, table_file=file, table=game.family.read_table(file.rows))


def found(session: Session, line: str, section: str) -> set[tuple[str, ...]]:
    """Return the places in an act where the row counts: refusals, throws with their thrower, and throws alone."""
    verb, *words = line.split()
    ready = prepare(session, verb, words, ruling="to see", ahead=True)
    if section == "refuse":
        silent = {("no reply", note) for note in ready.situation.known.notes if RULE in note}
        return silent | {("no", each.words) for each in ready.overruled if each.rule == RULE}
    pools = [pool for step in explain(ready.make) for pool in step.pools]
    lines = {(pool.key, one.of) for pool in pools for one in pool.lines if one.rule == RULE and one.applied}
    return lines | {(pool.key,) for pool in pools if pool.rule == RULE}


def chances(session: Session, line: str) -> Any:
    """Return the chance of each result, by its tally."""
    verb, *words = line.split()
    counted = odds(prepare(session, verb, words, ruling="to see", ahead=True).make)
    sums: dict[Any, Fraction] = {}
    for outcome, weight in counted.outcomes:
        sums[outcome.tally] = sums.get(outcome.tally, Fraction(0)) + Fraction(weight, counted.total)
    return sums


def parted(random: Random, ruleset: str, name: str) -> tuple[Any, Any]:
    """Return two conditions on a field that cannot both hold; where the values are words, both may fail."""
    asked = begun(ruleset).table.modifiers.fields[name]
    if asked.kind == "yes/no":
        return True, False
    if asked.kind == "number":
        bound = random.choice([0, 0, 1, 2, 3, 4, 600])
        return f"> {bound}", f"<= {bound}"
    rows = table_file(ruleset).rows
    if name.removeprefix("foe_") == "support":  # several at once: words share nothing out
        word = random.choice(["none", *names_at(rows, "support")])
        return word, f"not {word}"
    words = [word for each in asked.values for word in (names_at(rows, each[1:-1]) if each[0] == "[" else [each])]
    some = random.sample(words, max(1, len(words) // 2))
    return some[:30], [word for word in words if word not in some][:30] or some[:1]


@every_ruleset
@pytest.mark.parametrize("section", ["modifier", "refuse", "instead"])
@pytest.mark.slow
def test_a_row_at_random_does_what_it_says_or_nothing(ruleset, section):
    random, fields = Random(f"{ruleset} {section}"), begun(ruleset).table.modifiers.fields
    changed = 0
    for name in random.sample(list(fields), 12):
        act = random.choice(sorted({line.split()[0] for line in LINES[ruleset]}))
        row = random.choice({"modifier": THROWS, "instead": VALUES}.get(section, {}).get(ruleset, [{"at": act}]))
        row = (
            {**row, "amount": -1 if ruleset == "asp-ww2" else random.choice([-1, 1])} if section == "modifier" else row
        )
        sure, *both = (
            with_row(ruleset, section, row, {name: one} if one is not None else {})
            for one in (None, *parted(random, ruleset, name))
        )
        for line in LINES[ruleset]:
            each = [found(session, line, section) for session in both]
            assert not each[0] & each[1], (name, line)
            assert each[0] | each[1] <= found(sure, line, section), (name, line)
            if not fields[name].values and not fields[name].hidden:
                assert each[0] | each[1] == found(sure, line, section), (name, line)
            for session, counts in zip(both, each, strict=True):
                if not counts:
                    assert chances(session, line) == chances(begun(ruleset), line), (name, line)
                elif section != "refuse":
                    changed += chances(session, line) != chances(begun(ruleset), line)
                else:
                    changed += 1
        for session in both:
            said = listed(session.family.sheet(session.table, None))
            assert any("at random" in each for each in said), (name, row)
    assert changed
