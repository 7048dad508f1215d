"""Tests of a program killed at any step: the game is as before or as after the command, and its message is true.

A child process works on a copy of a game. At its k-th call that changes a file it is killed, or killed half-way through
a write, or the call fails (full disk, broken stick); the tests try every k. The games are so large, and SQLite's memory
is so small, that the file itself is half written long before the commit.
"""

import errno
import os
import shutil
import signal
import subprocess
import sys
import traceback
from contextlib import closing

import pytest

from tests.game.game_files import START, common_folder, later, ordinary_user, play, redo, undo
from tests.game.system_calls import die, file_system, watch
from tests.game.test_migrations import NEXT, NOW, next_format, opened
from umpire.game.gamefile import database, trouble
from umpire.game.gamefile.changes import forward
from umpire.game.gamefile.store import StoredTable, create, open_game

BIG = START | {"map": {f"{n:04}": ["woods", "a hill"] for n in range(80)}}
ACTS = {
    "record": lambda path: play(open_game(path), 9),
    "amend": lambda path: amend(open_game(path)),
    "undo": lambda path: undo(open_game(path)),
    "redo": lambda path: redo(open_game(path)),
    "create": lambda path: create(path, BIG, {}),
}


def amend(game):
    """An amend of the largest kind, with a table that was not stored yet."""
    now, rows = game.read(), {f"row {n}": [n, "words"] for n in range(200)}
    entries = [{"n": n, "data": {"title": "x" * 400}, "kept": {"words": ["a"]}} for n in range(2, 12)]
    kept, table = {"entries": entries, "out": [3]}, StoredTable("other", rows)
    game.record(now.number, "amend 2", {}, later(now.position, 9), kept=kept, table=table, amends=True)


DONE, REFUSED, BROKEN, UNKNOWN = 0, 1, 2, 3

needs_fork = pytest.mark.skipif(
    not hasattr(os, "fork") or file_system() is None, reason="SQLite's system calls cannot be reached here"
)


@pytest.fixture
def path(tmp_path):
    """Return a game with an act to undo and an act to redo."""
    path = tmp_path / "a.umpire"
    create(path, BIG, {})
    game = open_game(path)
    for turn in (2, 3):
        # Everything on the map changes, so that every page is written.
        now = game.read()
        there = {label: [f"turn {turn}", "a hill"] for label in BIG["map"]}
        game.record(now.number, "", {}, later(now.position, turn) | {"map": there})
    undo(game)
    return path


def in_child(act, path, step):
    """Return how the act ended in a process of its own, whose calls go to `step`; negative: the signal."""
    child = os.fork()
    if child == 0:
        try:
            real = database.connect

            def connect(path, mode="rw"):
                db = real(path, mode)
                db.execute("PRAGMA cache_size = 1")
                return db

            database.connect = connect
            watch(step)
            act(path)
            os._exit(DONE)
        except trouble.Unconfirmed:
            os._exit(UNKNOWN)
        except trouble.StoreError:
            os._exit(REFUSED)
        except BaseException:
            traceback.print_exc()
            os._exit(BROKEN)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def state(path):
    """Return everything in the game; None if there is none. It must be consistent, with no other file beside it."""
    if not path.exists():
        return None
    game = open_game(path)
    now, log, replayed = game.read(), game.entries(), {}
    with closing(database.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    for entry in log:
        replayed = forward(replayed, entry.changes)
    assert replayed == now.position
    assert len(log) == now.number
    return now, log


def same(path, other):
    return path.read_bytes() == other.read_bytes()


def every_step(act, path, verdict):
    """Yield how the act ends, and the game then, for every step at which `verdict` (on its name) can fall.

    Each is (how it ended, before, after, the game then, whether it had to be repaired); the last act ends without
    meeting the step.
    """
    before = state(path)
    spare = path.with_suffix(".spare")
    if before:
        shutil.copy(path, spare)
    assert in_child(act, path, lambda name: None) == DONE
    after = state(path)
    assert after != before
    k, met = 0, True
    while met:
        for file in path.parent.iterdir():
            if file != spare:
                file.unlink()
        if before:
            shutil.copy(spare, path)
        marker = path.with_suffix(".met")
        count = 0

        def step(name, k=k, marker=marker):
            nonlocal count
            count += 1
            if count == k + 1:
                marker.touch()
            return verdict(name, count - (k + 1))

        ended = in_child(act, path, step)
        met, k = marker.exists(), k + 1
        if met:
            repaired = before and path.with_name(path.name + "-journal").exists() and not same(path, spare)
            yield ended, before, after, state(path), repaired
    assert k > 8


@pytest.mark.slow
@needs_fork
@pytest.mark.parametrize("how", ["killed", "torn"])
@pytest.mark.parametrize("name", ACTS)
def test_killed_at_any_step(name, how, path):
    if name == "create":
        path = path.with_name("new.umpire")

    def verdict(_, distance):
        if distance == 0 and how == "killed":
            die()
        return "tear" if distance == 0 else None

    seen, repairs = set(), 0
    for ended, before, after, now, repaired in every_step(ACTS[name], path, verdict):
        repairs += bool(repaired)
        assert ended == -signal.SIGKILL
        assert now in (before, after)
        seen.add("after" if now == after else "before")
        # the evening goes on
        if now:
            play(open_game(path), 10)
        else:
            create(path, BIG, {})
    assert seen == {"before", "after"}
    assert repairs > 5 or name == "create"


@pytest.mark.slow
@needs_fork
@pytest.mark.parametrize(("error", "lasting"), [(errno.ENOSPC, True), (errno.EIO, False)], ids=["full", "stumbled"])
@pytest.mark.parametrize("name", ACTS)
def test_failing_at_any_step_what_is_told_is_what_happened(name, error, lasting, path):
    if name == "create":
        path = path.with_name("new.umpire")

    def verdict(_, distance):
        return error if distance == 0 or (lasting and distance > 0) else None

    seen = set()
    for ended, before, after, now, _ in every_step(ACTS[name], path, verdict):
        assert ended in (DONE, REFUSED, UNKNOWN)
        assert now in {DONE: [after], REFUSED: [before], UNKNOWN: [before, after]}[ended]
        seen.add(ended)
    assert {DONE, REFUSED} <= seen


@needs_fork
def test_a_crash_on_a_stick_that_became_read_only_is_told():
    with common_folder() as folder:
        path = folder / "a.umpire"
        create(path, BIG, {})

        def step(name):
            if name == "unlink":  # the journal: everything is written, nothing is committed
                die()

        assert in_child(ACTS["record"], path, step) == -signal.SIGKILL
        assert len(os.listdir(folder)) == 2
        path.chmod(0o444)
        folder.chmod(0o555)
        with ordinary_user(), pytest.raises(trouble.ReadOnly, match="half written by a crash"):
            open_game(path)
        folder.chmod(0o777)
        path.chmod(0o666)
        assert state(path)[0].position == BIG
        assert os.listdir(folder) == [path.name]


@pytest.mark.parametrize("step", ["BEGIN IMMEDIATE", "INSERT", "UPDATE entries", "UPDATE position", "COMMIT"])
def test_killed_at_a_statement_on_any_system(step, path):
    before = state(path)
    script = """
import os, sys
from umpire.game.gamefile import database
from umpire.game.gamefile import store
real = database.connect
def connect(path, mode="rw"):
    db = real(path, mode)
    db.set_trace_callback(lambda statement: statement.startswith(sys.argv[2]) and os._exit(9))
    return db
database.connect = connect
game = store.open_game(sys.argv[1])
game.undo(game.read().number)
"""
    assert subprocess.run([sys.executable, "-c", script, path, step], check=False).returncode == 9
    assert state(path) == before


class TestUpgrade:
    """Tests of the first act in a game of an older format: the game is as before or as after, and the old file is never
    lost.
    """

    @pytest.fixture
    def path(self, tmp_path, monkeypatch):
        """Return a game of the previous format, with a program of the next."""
        path = tmp_path / "a.umpire"
        small = START | {"game": {"name": "a"}, "map": {f"{n:04}": ["woods"] for n in range(30)}}
        create(path, small, {"title": "x" * 3000})
        now = open_game(path).read()
        open_game(path).record(now.number, "", {}, later(now.position, 2) | {"map": {"0001": ["woods", "a hill"]}})
        next_format(monkeypatch)
        return path

    @staticmethod
    def act(path):
        undo(opened(path))

    @pytest.mark.slow
    @needs_fork
    @pytest.mark.parametrize("how", ["killed", "torn"])
    def test_killed_at_any_step(self, how, path):
        def verdict(_, distance):
            if distance == 0 and how == "killed":
                die()
            return "tear" if distance == 0 else None

        seen = set()
        for ended, before, after, now, _ in every_step(self.act, path, verdict):
            assert ended == -signal.SIGKILL
            assert now in (before, after)
            seen.add(self.check(path, now == after))
            redo(opened(path)) if now == after else self.act(path)
        assert seen == {"before", "before, the old file beside it", "after"}

    @pytest.mark.slow
    @needs_fork
    @pytest.mark.parametrize(("error", "lasting"), [(errno.ENOSPC, True), (errno.EIO, False)], ids=["full", "stumbled"])
    def test_failing_at_any_step(self, error, lasting, path):
        def verdict(_, distance):
            return error if distance == 0 or (lasting and distance > 0) else None

        seen = set()
        for ended, before, after, now, _ in every_step(self.act, path, verdict):
            assert ended in (DONE, REFUSED, UNKNOWN)
            assert now in {DONE: [after], REFUSED: [before], UNKNOWN: [before, after]}[ended]
            self.check(path, now == after)
            seen.add(ended)
        assert {DONE, REFUSED} <= seen

    @staticmethod
    def check(path, done):
        """Check that an upgraded game has the old one beside it, byte for byte, and that any other is unchanged."""
        old, beside = path.with_suffix(".spare").read_bytes(), path.with_name(f"a.umpire.format-{NOW}")
        if done or beside.exists():
            assert beside.read_bytes() == old
        with closing(database.connect(path)) as db:
            assert db.execute("PRAGMA user_version").fetchone() == ((NEXT,) if done else (NOW,))
        return "after" if done else "before, the old file beside it" if beside.exists() else "before"
