"""Tests of whole random evenings, in full and with connecting words, names of facts and verbs left out: the same
game.
"""

import random

import pytest

from tests.typed.in_short import evening

GAMES = ("worked-example-2", "bridgehead", "three-star-opening", "asp-opening", "d20-evening")


@pytest.mark.parametrize("scenario", GAMES)
@pytest.mark.slow
def test_an_evening_in_short_is_the_same_game(tmp_path, scenario):
    draw = random.Random(scenario)
    assert evening(tmp_path / "evening", scenario, draw, lines=8) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scenario", GAMES)
def test_more_evenings_in_short_are_the_same_game(tmp_path, scenario, seed):
    assert evening(tmp_path / "evening", scenario, random.Random(f"{scenario} {seed}"), lines=16) > 2
