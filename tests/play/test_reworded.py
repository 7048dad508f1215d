"""Tests of a program with other sentences: it amends the games of 0.1 to the same positions and the same lists."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.play.test_amended import other_dice, whole_throws
from tests.test_outside import install
from umpire.play.past.amend import Past, Patch, bare
from umpire.play.past.questions import settled
from umpire.play.past.record import report
from umpire.play.session import open_session

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "tests" / "kept" / "0.1").glob("*.umpire"))
READ_OTHERWISE = {"cells": [2, 3, 4, 5, 6]}
"""Entries of games whose rule file was read otherwise in its day: played again unchanged they come out otherwise."""
REWORDED = "from tests import reworded; reworded.install(); from tests.play.test_reworded import tell; tell()"


def amends(path):
    """Return the results of a game with one die changed in each of some entries, and its entries as they are played
    now.
    """
    past, chance, found = Past(open_session(path)), random.Random(path.stem), []
    every = [past.unchanged(at) for at in range(1, len(past.history.standing))]
    threw = [one for one in past.history.standing if whole_throws(one)]
    for one in chance.sample(threw, min(4, len(threw))):
        patch = Patch(one.number, told={one.number: other_dice(one, chance)})
        amended = past.amend(patch)
        amended = past.amend(settled(patch, amended, keep=True, roll=True, defaults=True))
        came = report(amended)
        found.append(
            {
                "after": bare(amended.after),
                "otherwise": [each.number for each in came.otherwise],
                "as they were": came.same,
                "rewritten": [each.number for each in amended.passed if each.rewritten],
                "do not fit": [each.number for each in amended.passed if each.misfit],
                "wanted": [[each.number, len(each.wants)] for each in amended.passed if each.wants],
            }
        )
    return {"amends": found, "odd": [one.now.number for one in every if one.odd], "fit": [one.fits for one in every]}


def tell():
    """Print the results of the named games on standard output."""
    print(json.dumps([amends(Path(name)) for name in sys.argv[1:]]))


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Return the results of every game, by a program with these words and by one with others."""
    site = install(tmp_path_factory.mktemp("site"))
    told = []
    for program in (REWORDED.replace("from tests import reworded; reworded.install();", ""), REWORDED):
        done = subprocess.run(
            [sys.executable, "-c", program.strip(), *map(str, GAMES)],
            env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{site}"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        told.append(json.loads(done.stdout))
    return {path.stem: each for path, *each in zip(GAMES, *told, strict=True)}


@pytest.mark.slow
def test_the_sentences_are_replaced(tmp_path):
    line = [sys.executable, "-m", "tests.reworded", "new", "bridgehead", "-g", str(tmp_path / "a.umpire")]
    said = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert "newx gamex: The bridgehead" in said
    assert "Two Star General" in said


@pytest.mark.slow
@pytest.mark.parametrize("name", [path.stem for path in GAMES])
def test_other_words_amend_a_game_to_the_same(both, name):
    ours, theirs = both[name]
    assert ours["amends"], "no dice to amend"
    assert theirs == ours
    assert ours["odd"] == READ_OTHERWISE.get(name, [])
