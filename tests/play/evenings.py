"""Whole evenings as games: every transcript played to its end, once for all tests of a run."""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from uuid import uuid4

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


SAID = "said.txt"
RUN = Path(gettempdir()) / f"umpire-evenings-{os.environ.get('PYTEST_XDIST_TESTRUNUID') or uuid4().hex}"
"""The folder of this run of the tests, one for all its processes."""


@cache
def played(name):
    """Return the folder of an evening played: its games, and in `SAID` the transcript of this time."""
    RUN.mkdir(exist_ok=True)
    if not (RUN / name).exists():
        folder = Path(mkdtemp(dir=RUN))
        turns = evenings.read((evenings.FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
        said = evenings.write(evenings.replayed(turns, folder))
        (folder / SAID).write_text(said, encoding="utf-8")
        with suppress(OSError):  # another process of this run was quicker
            folder.rename(RUN / name)
    return RUN / name


def games(name):
    """Return the game files that an evening leaves, in the order in which they were begun."""
    return tuple(sorted(played(name).glob("*.umpire"), key=lambda path: path.stat().st_mtime_ns))


def long_games():
    """Return every game of the transcripts in which an act was played."""
    return [path for name in NAMES for path in games(name) if open_session(path).snapshot.number > 3]
