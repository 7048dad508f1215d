"""Whole evenings as games: every transcript played to its end, once for all tests of a run."""

import os
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from unittest.mock import patch

from tests.transcripts import evenings
from umpire.play.session import open_session

OTHERS = {
    "campaign": "its three battles are of a few lines each",
    "mended-others": "its games were mended already",
    "mending": "its game was mended already",
    "without-a-game": "no game is played",
}
"""Transcripts that are no evenings to amend, and why."""
NAMES = tuple(sorted({path.stem for path in evenings.FOLDER.glob("*.txt")} - OTHERS.keys()))


@cache
def games(name):
    """The game files that an evening leaves, in the order in which they were begun."""
    folder, here = Path(mkdtemp()), os.getcwd()
    with patch.dict(os.environ, evenings._environment(), clear=True):
        os.chdir(folder)
        try:
            for turn in evenings.read((evenings.FOLDER / f"{name}.txt").read_text(encoding="utf-8")):
                evenings.answer(turn.typed)
        finally:
            os.chdir(here)
    return tuple(sorted(folder.glob("*.umpire"), key=lambda path: path.stat().st_mtime_ns))


def long_games():
    """Every game of the transcripts in which something was played."""
    return [path for name in NAMES for path in games(name) if open_session(path).snapshot.number > 3]
