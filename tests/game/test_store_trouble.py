"""Tests of trouble with a game file: each problem is reported in one line and a hint, and the game is unchanged."""

import os
import random
import re
import signal
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.game.game_files import START, common_folder, hook, later, ordinary_user, play, redo, told, undo, untouched
from umpire.game.gamefile import database, trouble
from umpire.game.gamefile.store import create, open_game


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "evening.umpire"
    create(path, START, {"scenario": "bridge"}, "new bridge")
    return path


@pytest.fixture
def game(path):
    return open_game(path)


class TestCreate:
    def test_never_overwrites(self, path):
        with untouched(path), told(trouble.GameExists, "exists already"):
            create(path, {}, {})

    @pytest.mark.parametrize("links", [True, False])
    def test_never_overwrites_what_appears_in_the_last_instant(self, tmp_path, monkeypatch, links):
        path = tmp_path / "mine.umpire"
        if not links:
            monkeypatch.setattr(os, "link", no_links)
        monkeypatch.setattr(os.path, "lexists", lambda path: path.write_text("theirs") and False)
        with told(trouble.GameExists, "exists already"):
            create(path, START, {})
        assert path.read_text() == "theirs"
        assert os.listdir(tmp_path) == [path.name]

    def test_a_disk_without_hard_links(self, tmp_path, monkeypatch):
        monkeypatch.setattr(os, "link", no_links)
        create(tmp_path / "a.umpire", START, {})
        assert open_game(tmp_path / "a.umpire").read().position == START
        assert os.listdir(tmp_path) == ["a.umpire"]

    def test_no_name_is_taken_when_it_cannot_be_kept(self, tmp_path, monkeypatch):
        monkeypatch.setattr(os, "link", no_links)
        monkeypatch.setattr(os, "replace", no_links)
        with told(trouble.ReadOnly, "read-only"):
            create(tmp_path / "a.umpire", START, {})
        assert os.listdir(tmp_path) == []

    @pytest.mark.parametrize("name", ["a b.umpire", "#1 100% é ' & ;.umpire", "noending", "x" * 240 + ".umpire"])
    def test_any_name(self, tmp_path, name):
        create(tmp_path / name, START, {})
        play(open_game(tmp_path / name), 2)
        assert os.listdir(tmp_path) == [name]

    @pytest.mark.skipif(os.name == "nt", reason="no such names on Windows")
    @pytest.mark.parametrize("name", ["what?mode=memory.umpire", 'C:\\"a".umpire', "line\nbreak.umpire"])
    def test_any_name_elsewhere(self, tmp_path, name):
        self.test_any_name(tmp_path, name)

    def test_a_name_in_this_folder(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        create("a.umpire", START, {})
        assert open_game("a.umpire").read().position == START

    def test_no_such_folder(self, tmp_path):
        with told(trouble.StoreError, "no folder"):
            create(tmp_path / "nowhere" / "a.umpire", START, {})

    def test_another_kind_of_game_in_the_way(self, tmp_path):
        (tmp_path / "a.umpire").mkdir()
        with told(trouble.GameExists, "exists already"):
            create(tmp_path / "a.umpire", START, {})

    def test_a_full_disk_leaves_nothing(self, tmp_path, monkeypatch):
        hook(monkeypatch, lambda db: db.execute("PRAGMA max_page_count = 2").fetchall())
        with told(trouble.DiskFull, "full"):
            create(tmp_path / "a.umpire", START, {})
        assert os.listdir(tmp_path) == []


def no_links(*_):
    raise PermissionError(1, "Operation not permitted")


class TestNotAGame:
    @pytest.mark.parametrize(
        "content",
        [b"", b"x", b"turn = 1\n" * 500, random.Random(1).randbytes(20_000), b"SQLite format 3\0", bytes(5000)],
        ids=["empty", "tiny", "text", "random", "header only", "zeros"],
    )
    def test_another_kind_of_file(self, tmp_path, content):
        path = tmp_path / "a.umpire"
        path.write_bytes(content)
        with untouched(path), told(trouble.NotAGame, "is not an Umpire game"):
            open_game(path)

    def test_another_programs_database(self, tmp_path):
        path = tmp_path / "a.umpire"
        with closing(sqlite3.connect(path)) as db:
            db.execute("CREATE TABLE position (number, head, data, redo)")
        with untouched(path), told(trouble.NotAGame, "is not an Umpire game"):
            open_game(path)

    def test_a_folder(self, tmp_path):
        with told(trouble.NotAGame, "is not an Umpire game"):
            open_game(tmp_path)

    def test_nothing(self, tmp_path):
        for path in (tmp_path / "a.umpire", tmp_path / "nowhere" / "a.umpire"):
            with told(trouble.NoSuchGame, "does not exist"):
                open_game(path)
        assert os.listdir(tmp_path) == []

    def test_a_file_is_no_folder(self, path):
        with told(trouble.NoSuchGame, "does not exist"):
            open_game(path / "a.umpire")

    def test_a_game_taken_away_meanwhile(self, path, game):
        path.unlink()
        with told(trouble.NoSuchGame, "does not exist"):
            game.record(1, "", {}, START)
        assert not path.exists()

    def test_a_newer_format(self, path):
        with closing(database.connect(path)) as db:
            db.execute("PRAGMA user_version = 99")
        with untouched(path), told(trouble.NewerFormat, "written by a newer Umpire (format 99; this Umpire reads"):
            open_game(path)


class TestDamaged:
    @pytest.fixture
    def big(self, tmp_path):
        create(tmp_path / "big.umpire", START | {"map": {f"{n:04}": ["woods", n] for n in range(2000)}}, {})
        play(open_game(tmp_path / "big.umpire"), 2, 3)
        return tmp_path / "big.umpire"

    @staticmethod
    def all_of_it(path):
        game = open_game(path)
        return game.read(), game.entries()

    @staticmethod
    def use(path):
        """Use the file in every way: each works or is refused in words."""
        for act in (open_game, lambda path: open_game(path).entries(), lambda path: open_game(path).read()):
            with suppress(trouble.StoreError):
                act(path)
        for act in (undo, redo, lambda game: play(game, 9)):
            with suppress(trouble.StoreError):
                act(open_game(path))

    @pytest.mark.slow
    @pytest.mark.parametrize("junk", [b"\0", b"\xff", b"junk"])
    def test_any_page_overwritten_is_told(self, big, junk):
        whole, good, size, caught = big.read_bytes(), self.all_of_it(big), 4096, 0
        for start in range(0, len(whole), size):
            big.write_bytes(whole[:start] + (junk * size)[:size] + whole[start + size :])
            try:
                assert self.all_of_it(big) == good  # that page was free
            except trouble.StoreError:
                caught += 1
            self.use(big)
        assert caught > 10

    def test_a_file_cut_short_is_told(self, big):
        whole = big.read_bytes()
        for length in range(1, len(whole), 3001):
            big.write_bytes(whole[:length])
            with pytest.raises(trouble.StoreError):
                self.all_of_it(big)
            self.use(big)

    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, 10**6), st.binary(min_size=1, max_size=200))
    @pytest.mark.slow
    def test_any_bytes_overwritten_never_end_in_a_traceback(self, at, junk):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.umpire")
            create(path, START, {})
            play(open_game(path), 2, 3)
            whole = bytearray(path.read_bytes())
            at %= len(whole)
            whole[at : at + len(junk)] = junk[: len(whole) - at]
            path.write_bytes(whole)
            self.use(path)

    @pytest.mark.parametrize(
        "damage",
        [
            "UPDATE position SET data = 'junk'",
            "UPDATE position SET data = X'FF'",
            "UPDATE position SET data = CAST(X'FF' AS TEXT)",
            "UPDATE position SET head = 77",
            "UPDATE position SET number = 1",
            "DELETE FROM position",
            "DROP TABLE entries",
            """UPDATE entries SET changes = '[{"path":["turn"],"before":7,"after":8}]'""",
            "UPDATE entries SET changes = '[{}]'",
            "UPDATE entries SET data = ''",
        ],
    )
    def test_what_does_not_fit_together_is_damaged(self, path, game, damage):
        play(game, 2)
        with closing(database.connect(path)) as db:
            db.execute(damage)
        with untouched(path), told(trouble.Damaged, "is damaged ("):
            game.read()
            game.undo(game.read().number)

    def test_any_bit_that_flips_in_what_was_written_is_told(self, path, game):
        play(game, 2, 3)
        whole, good, silent = path.read_bytes(), self.all_of_it(path), []
        for at in (at for word in (b'"stands"', b'"turn"', b"start") for at in _places(whole, word)):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
            try:
                if self.all_of_it(path) != good:
                    silent.append(at)
            except trouble.StoreError:
                continue
        assert silent == []


def _places(whole, word):
    """Return the places of a word in a file, one for each of its letters."""
    return [match.start() + step for match in re.finditer(re.escape(word), whole) for step in range(len(word))]


class TestFromStrangers:
    @pytest.mark.parametrize(
        "added",
        [
            "CREATE TRIGGER t AFTER INSERT ON entries BEGIN UPDATE entries SET command = 'forged'; END",
            "CREATE VIEW v AS SELECT * FROM entries",
            "CREATE TABLE other (x)",
            "CREATE INDEX i ON entries (command)",
            "ALTER TABLE entries ADD COLUMN more",
        ],
    )
    def test_a_game_with_more_in_it_than_a_game_is_not_opened(self, path, game, added):
        with closing(database.connect(path)) as db:
            db.execute(added)
        with untouched(path), told(trouble.NotAGame, "something in it that Umpire does not write"):
            open_game(path)

    def test_a_game_of_an_older_program_is_said_to_be_one(self, path, game):
        with closing(database.connect(path)) as db:
            db.execute("DROP TABLE entries")
            db.execute("\n".join(line for line in database.schema_of(1)[1].splitlines() if " kept TEXT" not in line))
        with untouched(path), told(trouble.NotAGame, "was written by an older Umpire"):
            open_game(path)

    def test_a_view_in_place_of_the_position_does_not_run(self, path):
        with closing(database.connect(path)) as db:
            db.execute("ALTER TABLE position RENAME TO was")
            db.execute(
                "CREATE VIEW position AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                "SELECT 1 AS only, max(i) AS number, 1 AS head, NULL AS redo, '{}' AS data, 0 AS seal FROM n"
            )
        with told(trouble.NotAGame, "something in it that Umpire does not write"):
            open_game(path)


class TestCannotWrite:
    def test_a_full_disk(self, path, game, monkeypatch):
        with closing(database.connect(path)) as db:
            (pages,) = db.execute("PRAGMA page_count").fetchone()
        hook(monkeypatch, lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchall())
        with untouched(path), told(trouble.DiskFull, "full"):
            game.record(1, "", {"words": "x" * 50_000}, later(START, 2))
        assert game.read() == (1, 1, START, None)

    def test_a_read_only_file(self, path, game, monkeypatch):
        play(game, 2)
        undo(game)
        real = database.connect
        monkeypatch.setattr(database, "connect", lambda path, mode="rw": real(path, "ro"))
        with untouched(path):
            assert game.read().position == START
            assert len(game.entries()) == 3
            for act in (lambda: play(game, 3), lambda: redo(game)):
                with told(trouble.ReadOnly, "read-only"):
                    act()

    @pytest.mark.skipif(not hasattr(os, "seteuid"), reason="no such permissions here")
    @pytest.mark.parametrize("modes", [(0o444, 0o555), (0o444, 0o777), (0o666, 0o555)])
    def test_what_may_not_be_written_can_still_be_read(self, modes):
        with common_folder() as folder:
            path = folder / "a.umpire"
            create(path, START, {})
            path.chmod(modes[0])
            folder.chmod(modes[1])
            with ordinary_user(), untouched(path):
                game = open_game(path)
                assert game.read().position == START
                with told(trouble.ReadOnly, "or its folder"):
                    play(game, 2)
                if modes[1] == 0o555:
                    with told(trouble.ReadOnly, "or its folder"):
                        create(folder / "b.umpire", START, {})

    @pytest.mark.skipif(not hasattr(os, "seteuid"), reason="no such permissions here")
    def test_what_may_not_be_read(self):
        with common_folder() as folder:
            path = folder / "a.umpire"
            create(path, START, {})
            path.chmod(0)
            with ordinary_user(), told(trouble.ReadOnly, "cannot be opened"):
                open_game(path)
            folder.chmod(0)
            with ordinary_user(), told(trouble.ReadOnly, "or its folder"):
                open_game(path)
            folder.chmod(0o700)


class TestTheTruthIsTold:
    def test_ctrl_c_while_writing_comes_too_late(self, path, game, monkeypatch):
        statements = []

        class Interrupted(sqlite3.Connection):
            def execute(self, sql, *values):
                signal.raise_signal(signal.SIGINT)
                statements.append(sql)
                result = super().execute(sql, *values)
                signal.raise_signal(signal.SIGINT)
                return result

        play(game, 2)
        before = signal.getsignal(signal.SIGINT)
        with monkeypatch.context() as patch:
            real = sqlite3.connect
            patch.setattr(sqlite3, "connect", lambda *a, **k: real(*a, **k, factory=Interrupted))
            try:
                assert game.record(2, "fire", {}, later(START, 3)) == 3
                assert game.undo(3).number == 4
                assert game.redo(4).number == 5
                create(path.with_name("b.umpire"), START, {})
            except KeyboardInterrupt:
                pytest.fail("interrupted while writing")
        assert statements.count("COMMIT") == 4
        assert signal.getsignal(signal.SIGINT) is before
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)

    @staticmethod
    def liar(monkeypatch, lie):
        """Make connections whose commit reports a failure, after a call of `lie`."""

        class Liar(sqlite3.Connection):
            def execute(self, sql, *values):
                if sql != "COMMIT":
                    return super().execute(sql, *values)
                lie(super())
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR
                raise error

        real = sqlite3.connect
        monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: real(*a, **k, factory=Liar))

    def test_a_commit_that_failed_after_its_work_was_done_is_recorded(self, game, monkeypatch):
        self.liar(monkeypatch, lambda db: db.execute("COMMIT"))
        assert game.record(1, "fire", {}, later(START, 2)) == 2
        assert game.undo(2).number == 3
        assert game.read() == (3, 1, START, 3)

    def test_a_commit_that_failed_before_its_work_was_done_is_not(self, path, game, monkeypatch):
        self.liar(monkeypatch, lambda db: None)
        with untouched(path), told(trouble.StoreError, "cannot be read or written (disk I/O error)"):
            game.record(1, "fire", {}, later(START, 2))

    def test_when_it_cannot_be_seen_that_is_what_is_told(self, path, game, monkeypatch):
        self.liar(monkeypatch, lambda db: path.unlink())
        with told(trouble.Unconfirmed, "it is unclear whether"):
            game.record(1, "fire", {}, later(START, 2))
