"""Tests of odds counted forward against odds of every path: equal in our games, for every kind of step, in any file."""

import gc
import tomllib
import weakref
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.places import EXAMPLES, ROOT
from tests.plain.at_random import text
from tests.plain.test_cells import HEAD
from umpire.core.chances import added
from umpire.core.mistakes import FileMistake, Mistake
from umpire.core.odds import TooMany, odds
from umpire.core.procedure import Addition
from umpire.rulesets.plain.acts import folding, rows
from umpire.rulesets.plain.acts.act import act_of
from umpire.rulesets.plain.check.walks import _everybody, _told
from umpire.rulesets.plain.file.chains import Chain
from umpire.rulesets.plain.file.reader import read_rules
from umpire.rulesets.plain.file.table import Rules


def engagement(men):
    """Return the text of a rule file in which so many men on each side fight."""
    return (ROOT / "bench" / "engagement.toml").read_text(encoding="utf-8").replace("men = 12", f"men = {men}")


def counted(rules, verb, types, added=()):
    """Return the odds of an act of stands of these types, or the message in their place."""
    act, state = act_of(rules, verb), _everybody(rules)
    try:
        situation = act.situate(state, rules, _told(rules, verb, types))
        situation = act.adding(situation, added) if added else situation
        found = odds(lambda: act.procedure(situation))
    except TooMany:
        return "too many"
    except Mistake as wrong:
        return wrong.what
    return {outcome: Fraction(weight, found.total) for outcome, weight in found.outcomes}, found.policies


@pytest.fixture
def both(monkeypatch):
    """Return a function that compares both ways of counting for every act and pairing of types."""

    def holding(text, most=4, added=()):
        rules, compared = Rules(read_rules(tomllib.loads(text))), 0
        for verb, act in rules.rows["act"].items():
            for types in list(product(rules.type, repeat=len(act["role"])))[:most]:
                folded = counted(rules, verb, types, added)
                with monkeypatch.context() as walking:
                    walking.setattr(rows, "_folded", lambda *run: None)
                    walked = counted(rules, verb, types, added)
                if walked != "too many":
                    assert folded == walked, (verb, types)
                    compared += isinstance(walked, tuple)
        return compared

    return holding


GAMES = [*sorted((EXAMPLES / "rules").glob("*.toml")), Path(__file__).with_name("kinds.toml")]


@pytest.mark.parametrize(
    "path", [path for path in GAMES if "[act." in path.read_text("utf-8")], ids=lambda path: path.stem
)
def test_folded_is_walked_in_our_games(both, path):
    assert both(path.read_text(encoding="utf-8")) > 2


@pytest.mark.parametrize("men", [1, 2, 4])
def test_folded_is_walked_where_only_differences_are_looked_at(both, men):
    assert both(engagement(men)) == 4


def test_folded_is_walked_with_lines_of_ones_own(both):
    lines = (Addition("fp", 2, "close", "dice"), Addition("kept", -1, "dusk", "need"), Addition("grit", 1, "a leader"))
    assert both(engagement(3), 1, lines) == 1


@pytest.mark.parametrize("seed", range(40))
def test_folded_is_walked_in_any_rule_file(both, seed):
    for at in range(4):
        try:
            both(text(Random(f"folded {seed} {at}")), 2)
        except FileMistake:
            continue


FAR_APART = """
[[act.try.step]]
id = "a"
total = "who"
sides = 100
rule = "1"

[[act.try.step]]
id = "b"
total = "foe_of"
dice = 2
sides = 20
rule = "1"

[[act.try.step]]
id = "x"
let = "9999 * a - 3 * (b - a) - b * 2"
result = [{ id = "high", when = { x = ">= 500000" }, words = "high" }, { id = "low" }]
"""


def test_folded_is_walked_where_sums_are_far_apart(both):
    assert both(HEAD.rpartition("[[act.try.step]]")[0] + FAR_APART) > 0


def test_a_long_list_of_sums_is_not_remembered(both):
    wide = FAR_APART.replace("dice = 2", "dice = 3")  # 100 times 58 sums
    folding._sums.cache_clear()
    assert both(HEAD.rpartition("[[act.try.step]]")[0] + wide) > 0
    assert folding._sums.cache_info().currsize == 0
    assert both(engagement(2)) == 4
    assert folding._sums.cache_info().currsize > 0


def test_what_an_act_has_worked_out_is_gone_with_it():
    rules = Rules(read_rules(tomllib.loads(engagement(3))))
    act, state = act_of(rules, "engage"), _everybody(rules)
    gc.disable()
    try:
        situation = act.situate(state, rules, _told(rules, "engage", ("red", "blue")))
        gone = weakref.ref(situation)
        assert odds(partial(act.procedure, situation)).outcomes
        del situation
        assert gone() is None
    finally:
        gc.enable()


MANY = """
[[act.try.step]]
id = "a"
total = "who"
dice = 40
sides = 100
rule = "1"
result = [{ id = "so", words = "{a}" }]

[[act.try.step]]
id = "b"
total = "foe_of"
dice = 60
rule = "1"
result = [{ id = "so", words = "{b}" }]
"""


def test_what_nobody_would_wait_for_is_refused_before_it_is_counted(monkeypatch):
    rules = Rules(read_rules(tomllib.loads(HEAD.rpartition("[[act.try.step]]")[0] + MANY)))
    moments, ends = [], folding._ends
    monkeypatch.setattr(folding, "_ends", lambda *each: moments.append(each) or ends(*each))
    assert counted(rules, "try", ("one", "two", "one")) == "too many"
    assert len(moments) < 200  # of the 3,961 after the first throw


def test_twenty_against_twenty_are_counted():
    rules = Rules(read_rules(tomllib.loads(engagement(20))))
    chances, _ = counted(rules, "engage", ("red", "blue"))
    assert sum(chances.values()) == 1
    assert len(chances) == 177


WAITS = """
[[act.try.step]]
id = "hits"
count = "who"
dice = 4
need = 4
look = { sixes = [6] }
rule = "1"

[[act.try.step]]
id = "saved"
count = "foe_of"
when = { hits = ">= 2" }
otherwise = 1
dice = "hits"
need = 5
look = { sixes = [6] }
rule = "1"

[[act.try.step]]
id = "twice"
let = "saved * 2 - hits.sixes"
when = { saved.sixes = ">= 1" }
otherwise = 7

[[act.try.step]]
id = "nerve"
total = "who"
when = { twice = "< 7", saved = "<= hits" }
rule = "1"

[[act.try.step]]
id = "x"
let = "nerve - twice"
when = { nerve = ">= 2", hits = "<= 3" }
result = [{ id = "high", when = { x = ">= 1" }, words = "{x} {saved.sixes}" }, { id = "low", words = "{nerve} {x}" }]

[[act.try.step]]
id = "after"
total = "foe_of"
when = { x = ">= 2" }
rule = "1"
result = [{ id = "so", words = "{after} {hits}" }]
"""


def test_folded_is_walked_where_a_step_waits_for_a_number_of_the_same_chain(both):
    assert both(HEAD.rpartition("[[act.try.step]]")[0] + WAITS) > 0


def test_a_throw_that_waits_for_a_number_is_in_its_chain():
    rules = Rules(read_rules(tomllib.loads(HEAD.rpartition("[[act.try.step]]")[0] + WAITS)))
    units = rules.act("try").units(0, len(rules.act("try").groups))
    chains = [[step.id for step in unit.steps] for unit in units if isinstance(unit, Chain)]
    assert chains[-2:] == [["hits", "saved", "twice", "nerve", "x"], ["after"]]


SHARED = """
[[act.try.step]]
id = "hurt"
count = "who"
dice = 2
need = 4
rule = "1"
result = [{ id = "so", do = [{ lose = "who.life", by = "hurt" }] }]

[[act.try.step]]
id = "harm"
count = "foe_of"
need = 4
rule = "1"
result = [{ id = "so", do = [{ lose = "foe_of.life", by = "harm" }] }]

[[act.try.step]]
id = "duel"
opposed = ["who", "foe_of"]
rule = "1"

[[act.try.step]]
id = "a"
count = "who"
dice = "who.life - 3"
need = 4
rule = "1"

[[act.try.step]]
id = "b"
count = "foe_of"
dice = "winner.life - 3"
need = "foe_of.life - 2"
rule = "1"

[[act.try.step]]
id = "x"
let = "max(1, a - b) + max(0, 2 * b - a)"
result = [{ id = "high", when = { x = ">= 3" }, words = "{x}" }, { id = "low", words = "{x}" }]
"""


def test_folded_is_walked_where_a_throw_looks_at_one_stand_or_whoever_won(both):
    assert both(HEAD.rpartition("[[act.try.step]]")[0] + SHARED) > 0


@pytest.mark.parametrize("floors", [(0, None), (None, 2), (-1, 3), (9, -9), (99, 99)])
@pytest.mark.parametrize("times", [1, 10**25], ids=["small weights", "large"])
def test_what_is_below_a_floor_counts_as_one_number(floors, times):
    def fallen(numbers):
        found = {}
        for key, weight in numbers.items():
            key = tuple(max(at, at if floor is None else floor) for at, floor in zip(key, floors, strict=True))
            found[key] = found.get(key, 0) + weight
        return found

    one = {(a, b): times * (3 + a * a + b) for a in range(-3, 3) for b in range(4)}
    other = {(a, -2 * a): 1 + a for a in range(4)}
    assert fallen(added(one, other, floors)) == fallen(added(one, other))
    far = {(-b * 50_000, a): weight for (a, b), weight in one.items()}
    assert fallen(added(far, other, floors)) == fallen(added(far, other))
