"""Tests of `--explain`: a throw whose number of dice depends on an earlier one stands there once; `--json` has all of
them.
"""

import json
import shutil

import pytest

from tests.catalogue import each_says, shows
from tests.places import EXAMPLES


@pytest.fixture
def ridge(table, tmp_path, monkeypatch):
    """Return the game of the ridge, in the phase of fire."""
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("muskets", "ridge"):
        shutil.copy(EXAMPLES / "rules" / f"{name}.toml", tmp_path)
    assert table.say("new ridge.toml --seed 44").code == 0
    assert table.say("next fire").code == 0
    return table


def test_the_saves_are_said_once_with_the_most_of_them(ridge):
    said = ridge.say("fire b1 at wg 12 --explain").out
    assert said.count("White guard: saves") == 1
    at = said.index("White guard: saves")
    assert each_says(
        said[at:].splitlines()[:3],
        "White guard saves 12 dice 5+ 3.3",
        "White guard 12 hits 3.3",
        "+1 soft cover 3.3 none",
    )
    assert shows(said, "Blue 1st fire 12 dice 5+ 3.1")


def test_a_throw_that_is_made_for_another_reason_is_said_by_itself(ridge):
    said = ridge.say("fire b1 at wg 12 --explain").out
    assert [shows(said, f"men {men}") for men in (10, 9, 8)] == [True] * 3


def test_the_saves_are_each_explained_in_json(ridge):
    explained = json.loads(ridge.say("fire b1 at wg 12 --explain --json").out)["explained"]
    saves = [pool for one in explained for pool in one["pools"] if pool["key"] == "saved"]
    assert [pool["dice"] for pool in saves] == [*range(1, 13)]
    assert [pool["lines"][0]["amount"] for pool in saves] == [*range(1, 13)]
