"""Tests of games of an older format: they are read in today's form, and the first act upgrades them, beside the old
file.
"""

import json
import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from tests.game.game_files import START, common_folder, hook, later, ordinary_user, play, redo, told, undo
from umpire.game.gamefile import database, migrations, store, trouble
from umpire.game.gamefile.changes import forward
from umpire.game.gamefile.migrations import FamilyFormat, Migration
from umpire.game.gamefile.store import StoredTable, create, open_game

NOW = database.FORMAT
NEXT = NOW + 1
GAME = START | {"game": {"name": "a"}}


def renamed(position):
    """Return a migration step that renames `sp` to `points`."""
    stands = {
        name: {("points" if key == "sp" else key): value for key, value in one.items()}
        for name, one in position["stands"].items()
    }
    return {**position, "stands": stands}


def marked(value):
    return {**value, "kept in": 2}


STEP = Migration(renamed, data=marked, kept=marked, table=marked)


@pytest.fixture
def path(tmp_path):
    """Return a game of today with an amend, an act to undo and an act to redo."""
    path = tmp_path / "a.umpire"
    create(path, GAME, {}, table=StoredTable("rows", {"a": 1}))
    game = open_game(path)
    play(game, 2, 3)
    now = game.read()
    path_of = ["stands", "b2", "sp"]
    changes = [{"path": path_of, "before": 4, "after": 2}, {"path": ["stands", "c9"], "after": {"sp": 1}}]
    entries = [{"n": 2, "data": {"turn": 2}, "kept": {"words": ["a"]}, "changes": changes}]
    put = {"before": 2, "data": {"turn": 0}, "kept": {}}
    game.record(
        now.number, "amend 2", {}, later(now.position, 4, b2=1), kept={"entries": entries, "put": put}, amends=True
    )
    play(game, 5)
    undo(game)
    return path


@pytest.fixture
def later_program(monkeypatch):
    """Make this program one of the next format."""
    return next_format(monkeypatch)


def next_format(monkeypatch, *steps, number=NEXT, statements=()):
    for module in (store, database):
        monkeypatch.setattr(module, "FORMAT", number)
    monkeypatch.setattr(migrations, "MIGRATIONS", {**migrations.MIGRATIONS, number - 1: steps or (STEP,)})
    monkeypatch.setattr(migrations, "SCHEMA_CHANGES", {number - 1: statements})


def opened(path, mode="rw", kind=FamilyFormat()):  # noqa: B008
    return open_game(path, mode, lambda head: kind)


def whole(game):
    """Return every position of the record, the present one last."""
    found, position = [], {}
    for entry in game.entries():
        position = forward(position, entry.changes)
        found.append(position)
    assert found[-1] == game.read().position
    return found


def test_a_look_reads_it_as_it_is_kept_now_and_writes_nothing(path, monkeypatch):
    then = whole(open_game(path))
    before = path.read_bytes()
    next_format(monkeypatch)
    for mode in ("rw", "ro"):
        game = opened(path, mode)
        assert whole(game) == [renamed(position) for position in then]
        assert game.entry(2).data == {"turn": 2, "kept in": 2}
        amend = game.entry(4).kept
        assert amend["kept in"] == amend["entries"][0]["kept"]["kept in"] == amend["put"]["data"]["kept in"] == 2
        assert amend["entries"][0]["changes"] == [
            {"path": ["stands", "b2", "points"], "before": 4, "after": 2},
            {"path": ["stands", "c9"], "after": {"points": 1}},
        ]
        assert game.table("rows") == {"a": 1, "kept in": 2}
        assert game.has_amends()
        assert game.mark() == open_game(path).mark()
    assert (path.read_bytes(), os.listdir(path.parent)) == (before, [path.name])


def test_the_first_act_upgrades_it_and_leaves_the_old_file_beside_it(path, later_program):
    before = path.read_bytes()
    path.chmod(0o640)
    game = opened(path)
    now = game.read()
    game.record(now.number, "turn 9", {}, {**now.position, "turn": 9})
    beside = path.with_name(f"a.umpire.format-{NOW}")
    assert beside.read_bytes() == before
    assert beside.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(path.parent)) == [path.name, beside.name]
    with closing(database.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (NEXT,)
    assert whole(open_game(path))[-1]["turn"] == 9
    play(open_game(path), 10)  # nothing is left to do the second time
    assert beside.read_bytes() == before
    assert len(os.listdir(path.parent)) == 2


def test_undo_and_redo_go_on_over_the_upgrade(path, monkeypatch):
    then = whole(open_game(path))
    next_format(monkeypatch)
    game = opened(path)
    assert redo(game).position == renamed(then[4])
    for stands in (then[3], then[2], then[1], then[0]):
        assert undo(game).position == renamed(stands)
    with told(trouble.NothingToUndo, "nothing to undo"):
        undo(game)
    for stands in then[1:5]:
        assert redo(game).position == renamed(stands)


def test_a_refused_act_upgrades_nothing(path, later_program):
    before = path.read_bytes()
    game = opened(path)
    with told(trouble.GameMoved, "moved on"):
        game.record(1, "", {}, game.read().position)
    assert path.read_bytes() == before
    for _ in range(3):
        undo(game)
    with told(trouble.NothingToUndo, "nothing to undo"):
        undo(game)


def test_the_old_program_says_that_the_game_is_newer(path, monkeypatch):
    with monkeypatch.context() as now:
        next_format(now)
        undo(opened(path))
    with told(trouble.NewerFormat, f"was written by a newer Umpire (format {NEXT}; this Umpire reads {NOW})"):
        open_game(path)


def test_what_has_the_name_of_the_old_file_stays(path, later_program):
    beside = path.with_name(f"a.umpire.format-{NOW}")
    beside.write_bytes(b"mine")
    before = path.read_bytes()
    undo(opened(path))
    assert beside.read_bytes() == b"mine"
    assert path.with_name(f"a.umpire.format-{NOW}.2").read_bytes() == before


def test_several_parts_of_one_step_follow_each_other(path, monkeypatch):
    again = Migration(lambda position: {**position, "turn": [position["turn"]]})
    next_format(monkeypatch, STEP, again)
    assert opened(path).read().position["turn"] == [4]
    assert opened(path).read().position["stands"]["b2"]["points"] == 1


def test_a_format_with_other_tables(path, monkeypatch):
    first = database.SCHEMAS[1]
    last = "seal INTEGER NOT NULL     -- crc of both"
    assert last in first[2]
    more = (*first[:2], first[2].replace(last, "seal INTEGER NOT NULL,  -- crc of both\n        more TEXT  -- and why"))
    monkeypatch.setattr(database, "SCHEMAS", {1: first, NEXT: more})
    with monkeypatch.context() as later:
        next_format(later, statements=("ALTER TABLE tables ADD COLUMN more TEXT",))
        undo(opened(path))
        assert opened(path).table("rows") == {"a": 1, "kept in": 2}
        create(path.with_name("b.umpire"), GAME, {})
        opened(path.with_name("b.umpire"))
        with closing(database.connect(path)) as db:
            db.execute(f"PRAGMA user_version = {NOW}")
        with told(trouble.NotAGame, "something in it that Umpire does not write"):
            open_game(path)


def test_comments_and_blanks_of_the_tables_mean_nothing(path, monkeypatch):
    def without(table):
        return " ".join(line.partition("--")[0].strip() for line in table.splitlines())

    monkeypatch.setattr(database, "SCHEMAS", {1: tuple(map(without, database.SCHEMAS[1]))})
    assert open_game(path).read().number == 6


class TestOfAFamily:
    """Tests of a ruleset of another package: it has a format of its own, stored in the head of the game."""

    KIND = FamilyFormat(2, lambda number: {1: (Migration(renamed),)}[number])

    @pytest.fixture
    def path(self, tmp_path):
        path = tmp_path / "a.umpire"
        create(path, GAME | {"game": {"name": "a", "ruleset": "skirmish", "module": "skirmish"}}, {})
        play(open_game(path), 2)
        return path

    def test_it_is_upgraded_though_the_file_is_of_today(self, path):
        before = path.read_bytes()
        game = opened(path, kind=self.KIND)
        assert [each["game"].get("format") for each in whole(game)] == [2, 2]
        assert path.read_bytes() == before
        undo(game)
        game = opened(path, kind=self.KIND)
        assert game.read().position["stands"]["b2"]["points"] == 4
        assert path.with_name(f"a.umpire.format-{NOW}").read_bytes() == before
        redo(game)
        assert len(os.listdir(path.parent)) == 2

    def test_an_older_package_says_that_the_game_is_newer(self, path):
        undo(opened(path, kind=self.KIND))
        with told(trouble.NewerFormat, "was written by a newer skirmish (format 2; the ruleset here reads 1)"):
            opened(path).read()

    def test_whoever_does_not_know_the_family_reads_it_as_it_is_and_does_not_write(self, path, later_program):
        game = open_game(path)
        assert game.read().position["turn"] == 2
        before = path.read_bytes()
        with pytest.raises(AssertionError):
            undo(game)
        assert path.read_bytes() == before


class TestTrouble:
    def test_a_read_only_folder_is_looked_at_and_not_written_to(self, monkeypatch):
        with common_folder() as folder:
            path = folder / "a.umpire"
            create(path, GAME, {})
            play(open_game(path), 2)
            next_format(monkeypatch)
            before = path.read_bytes()
            folder.chmod(0o555)
            with ordinary_user():
                assert opened(path).read().position["stands"]["b2"]["points"] == 4
                with pytest.raises(trouble.ReadOnly):
                    undo(opened(path))
            folder.chmod(0o777)
            assert path.read_bytes() == before
            assert os.listdir(folder) == [path.name]
            undo(opened(path))

    def test_a_disk_without_room_for_the_old_file(self, path, later_program, monkeypatch):
        before, full = path.read_bytes(), OSError(28, "No space left on device")
        with monkeypatch.context() as now, told(trouble.DiskFull, "full"):
            now.setattr(os, "fsync", lambda file: (_ for _ in ()).throw(full))
            undo(opened(path))
        assert (path.read_bytes(), os.listdir(path.parent)) == (before, [path.name])
        undo(opened(path))

    def test_a_disk_that_is_full_in_the_middle_of_the_upgrade(self, path, later_program, monkeypatch):
        before = path.read_bytes()
        with monkeypatch.context() as now:
            hook(now, lambda db: db.execute("PRAGMA max_page_count = 1").fetchall())
            now.setattr(migrations, "MIGRATIONS", {NOW: (Migration(lambda position: {**position, "x": "x" * 10**6}),)})
            with told(trouble.DiskFull, "full"):
                undo(opened(path))
        assert path.read_bytes() == before
        undo(opened(path))

    def test_a_record_that_comes_to_something_else_is_damage(self, path, later_program):
        with closing(sqlite3.connect(path)) as db, db:
            number, head, again, data = db.execute("SELECT number, head, redo, data FROM position").fetchone()
            data = json.dumps({**json.loads(data), "turn": 77})
            db.execute("UPDATE position SET data = ?, seal = ?", (data, store.seal(number, head, again, data)))
        before = path.read_bytes()
        with told(trouble.Damaged, "replaying the record does not lead to the stored position"):
            opened(path).read()
        with pytest.raises(trouble.Damaged):
            opened(path).record(6, "", {}, {})
        assert path.read_bytes() == before

    def test_a_step_that_cannot_read_a_position_loses_nothing(self, path, monkeypatch):
        next_format(monkeypatch, Migration(lambda position: {"turn": position["gone"]}))
        before = path.read_bytes()
        with told(trouble.Damaged, "gone"):
            opened(path).read()
        with pytest.raises(trouble.Damaged):
            undo_blindly(path)
        assert path.read_bytes() == before

    def test_two_programs_at_once(self, path, later_program):
        """One of the two programs opened the game before the other upgraded it."""
        first, second = opened(path), opened(path)
        seen = first.read()
        undo(second)
        with told(trouble.GameMoved, "moved on"):
            first.record(seen.number, "", {}, seen.position)
        undo(first)
        assert len(os.listdir(path.parent)) == 2


def undo_blindly(path):
    return opened(path).undo(6)


def test_a_copy_of_the_old_file_is_a_game_of_its_own(path, later_program):
    before = whole(opened(path))
    undo(opened(path))
    shutil.move(path.with_name(f"a.umpire.format-{NOW}"), path.with_name("b.umpire"))
    assert whole(opened(path.with_name("b.umpire"))) == before
