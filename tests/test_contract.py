"""Tests that our rulesets keep the contract of every ruleset, and further demands of our own."""

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rulesets import EVERY, FIRES
from umpire.core.odds import odds
from umpire.game.act import REQUIRED, Family
from umpire.game.rulebook.modifiers import meaning, values_of
from umpire.game.rulebook.tables import data_folder, read_toml
from umpire.play.documents import examples
from umpire.rulesets import FAMILIES, find
from umpire.testing import Contract
from umpire.testing.case import rules_in, rules_said

every_ruleset = pytest.mark.parametrize("ruleset", EVERY)
ROWS = {ruleset: find(ruleset).table().rows for ruleset in EVERY}


class TestTwoStarGeneral(Contract):
    case = FIRES["two-star-general"]


class TestThreeStarGeneral(Contract):
    case = FIRES["three-star-general"]


class TestAsp(Contract):
    case = FIRES["asp-ww2"]


class TestD20(Contract):
    case = FIRES["d20-elements"]


# -- a whole family --------------------------------------------------------------------------------------------------


def test_every_registered_ruleset_is_tested_and_no_other():
    assert list(FIRES) == list(FAMILIES)
    assert {of.case.ruleset for of in Contract.__subclasses__()} >= set(FAMILIES)


def test_what_a_family_owes_is_what_has_no_answer():
    code = {name: one.__code__ for name, one in vars(Family).items() if hasattr(one, "__code__")}
    assert {name for name, of in code.items() if "NotImplementedError" in of.co_names} == set(REQUIRED)


STAR = {"arrive", "leave", "night", "now", "order", "reach", "swap"}
ASKS_NOTHING = {
    "two-star-general": STAR,
    "three-star-general": STAR,
    "asp-ww2": {"activate", "army", "arrive", "bus", "debus", "halt", "leave", "march", "move", "next", "night", "now"},
    "d20-elements": {"arrive", "leave", "now", "victory"},
}
"""The acts without a die or a choice: their help says nothing of dice."""


@every_ruleset
def test_the_acts_that_ask_nothing_are_known(ruleset):
    family = find(ruleset).family()
    assert {verb for verb in family.ACTS if not family.act(verb).asks} == ASKS_NOTHING[ruleset]


@every_ruleset
def test_a_function_takes_and_gives_what_its_family_says(ruleset):
    family = find(ruleset).family()
    for module, names in family.HOMES.items():
        for name in names:
            said, there = (inspect.signature(one) for one in (getattr(Family, name), vars(family.module(module))[name]))
            assert list(there.parameters) == list(said.parameters)[1:], name
            assert [one.kind for one in there.parameters.values()] == [one.kind for one in said.parameters.values()][1:]
            given = {there.return_annotation, f"{there.return_annotation} | None"}
            assert said.return_annotation in given, name


@every_ruleset
@given(word=st.text(max_size=8))
def test_any_word_is_a_name_or_a_fact(ruleset, word):
    family = find(ruleset).family()
    for act in map(family.act, family.ACTS):
        assert act.bare(word) in {None, *act.facts}


# -- table, clauses, example -----------------------------------------------------------------------------------------


@every_ruleset
def test_options_are_closed_and_the_default_comes_first(ruleset):
    options, values = ROWS[ruleset]["options"], ROWS[ruleset]["option_values"]
    assert options
    assert options.keys() == values.keys()
    for name, value in options.items():
        known = values_of(ROWS[ruleset], name)
        assert value == known[0], name
        assert len(known) == len(set(known)) >= 2, name
        said = [meaning(ROWS[ruleset], name, one) for one in known]
        assert all(said), name
        assert len(set(said)) == len(said), name
        assert "{" not in "".join(said), name


@every_ruleset
def test_tables_cite_their_rules(ruleset):
    assert len(list(rules_in(ROWS[ruleset]))) > 20


def test_every_ruleset_has_an_example_and_every_example_a_ruleset():
    played = {read_toml(data_folder("examples") / f"{name}.toml")["ruleset"] for name in examples()}
    assert played == set(FAMILIES)


# -- a fire ----------------------------------------------------------------------------------------------------------


@every_ruleset
def test_a_fire_has_few_paths_and_cites_its_rules(ruleset, tmp_path):
    case = FIRES[ruleset]
    session = case.begin(tmp_path)
    ready = case.prepared(session, case.allowed, additions=["+1 luck"])
    found = odds(case.prepared(session, case.allowed).make)
    assert 2 <= len(found.outcomes) <= found.paths <= 100
    assert len(rules_said(ready) - {"ruling"}) > 4
