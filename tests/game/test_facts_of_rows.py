"""Tests of facts that rows may use in every family: ground and arm of both, quality, time, light."""

from __future__ import annotations

from typing import Any

import pytest

from tests.game.test_asked import OF, PLAYED, every_ruleset
from tests.in_memory import Game
from tests.places import EXAMPLES
from tests.witnesses.witnesses import table_file
from umpire.core.odds import explain
from umpire.play.turn import prepare

STAR = {
    "arm": ("tank", "", "infantry"),
    "foe_arm": ("infantry", "", "tank"),
    "ground": ("woods", "{one}.terrain=woods", "open"),
    "foe_ground": ("village", "terrain=village", "open"),
    "foe_elite": (True, "", False),
    "support": ("none", "", ["at", "mg"]),
    "foe_support": (["at", "mg"], "", "not mg"),
    "day": (1, "", 2),
    "round": ("<= 1", "", ">= 2"),
    "light": ("night", "light=night", "day"),
}
ASKED: dict[str, dict[str, tuple[Any, str, Any]]] = {
    "two-star-general": STAR,
    "three-star-general": {
        **STAR,
        "arm": ("infantry", "", "tank"),
        "foe_elite": (False, "", True),
        "support": ("not mg", "", "none"),
    },
    "asp-ww2": {
        "arm": ("vehicle", "", "infantry"),
        "foe_arm": ("vehicle", "", "gun"),
        "quality": (["A", "B"], "", ["C", "D"]),
        "foe_quality": (["A", "B", "C"], "", "D"),
        "ground": ("crest", "t1.cover=crest", "none"),
        "foe_ground": ("wood-edge", "cover=wood-edge", "none"),
        "range": (">= 600 and <= 600", "", ">= 601"),
        "turn": ("<= 1", "", ">= 2"),
        "light": ("night", "light=night range=0", "day"),
        "weather": ("adverse", "weather=adverse", "fair"),
    },
    "d20-elements": {
        "arm": ("Inf", "", "Mech"),
        "foe_arm": ("Inf", "", "Mech"),
        "foe_quality": ("<= 2", "", ">= 3"),
        "ground": ("rough", "ground=rough", "road"),
        "foe_ground": ("rough", "foe_ground=rough", "road"),
        "range": (">= 4 and <= 4", "", ">= 5"),
        "turn": ("<= 1", "", ">= 2"),
        "light": ("night", "light=night", "day"),
    },
}
"""Field -> what it is in the act, what is told for that, and what it is not."""
ACTS = {**{ruleset: line for ruleset, (_, line, _, _) in PLAYED.items()}, "asp-ww2": "fire t1 at p3 600"}


def club(ruleset: str, when: dict[str, Any]) -> Game:
    """Return the opening with one more row, of one die or one on the roll, with this condition."""
    keys = dict(line.split(" = ") for line in OF.get(ruleset, "").splitlines())
    row = {"id": "x", "when": when, "amount": 1, "words": "the row", "rule": "club 1"}
    row |= {key: value.strip('"') for key, value in keys.items()}
    scenario = (EXAMPLES / f"{PLAYED[ruleset][0]}.toml").read_text(encoding="utf-8")
    return Game(scenario, table_file(ruleset, {"modifier": [row]}))


def counts(ruleset: str, when: dict[str, Any], told: str) -> bool:
    """True if the row counts for the actor."""
    game, line, one = club(ruleset, when), ACTS[ruleset], PLAYED[ruleset][2]
    facts = told.format(one=one)
    if "range=" in facts:
        line = line.rpartition(" ")[0]
    verb, *words = f"{line} {facts}".split()
    ready = prepare(game.first, verb, words, ruling="to see", ahead=True)
    name = game.first.family.names(game.first.state)[one]
    lines = [each for step in explain(ready.make) for pool in step.pools for each in pool.lines]
    return any(each.applied for each in lines if each.words == "the row" and each.of == name)


@every_ruleset
def test_a_row_asks_where_and_who_both_are_and_when_it_is(ruleset):
    for name, (is_so, told, is_not) in ASKED[ruleset].items():
        assert counts(ruleset, {name: is_so}, told), name
        assert not counts(ruleset, {name: is_not}, told), name


@pytest.mark.parametrize("ruleset", ["two-star-general", "three-star-general"])
def test_what_defends_sees_the_first_who_attacks_it(ruleset):
    when = {"role": "defender", "foe_arm": ASKED[ruleset]["arm"][0], "foe_ground": "open", "ground": "village"}
    game = club(ruleset, when)
    verb, *words = f"{ACTS[ruleset]} terrain=village".split()
    ready = prepare(game.first, verb, words, ruling="to see", ahead=True)
    pools = [pool for step in explain(ready.make) for pool in step.pools if pool.key == "reply"]
    lines = [line for line in pools[0].lines if line.words == "the row"]
    assert lines
    assert all(line.applied for line in lines if line.of == game.first.family.names(game.first.state)[words[2]])
