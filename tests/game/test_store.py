"""Tests of the game file: records are stored, undone acts can be redone, and two writers do not mix."""

import json
import os
import tempfile
import threading
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.game.game_files import START, hook, later, play, redo, told, undo, untouched
from umpire.game.gamefile import database, trouble
from umpire.game.gamefile.changes import forward
from umpire.game.gamefile.store import StoredTable, create, open_game, seal, sealed


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "evening.umpire"
    create(path, START, {"scenario": "bridge"}, "new bridge")
    return path


@pytest.fixture
def game(path):
    return open_game(path)


class TestRecord:
    def test_a_new_game_reads_as_it_was_given(self, game):
        assert game.read() == (1, 1, START, None)
        (entry,) = game.entries()
        assert (entry.number, entry.kind, entry.command, entry.data) == (1, "new", "new bridge", {"scenario": "bridge"})
        assert not entry.undone

    def test_a_command_is_recorded_with_its_changes(self, game):
        after = later(START, 1, b2=2, g1=4)
        assert game.record(1, "fire g1 at b2", {"throws": [6, 6]}, after) == 2
        assert game.read() == (2, 2, after, None)
        entry = game.entry(2)
        assert (entry.kind, entry.command, entry.data) == ("command", "fire g1 at b2", {"throws": [6, 6]})
        assert [change.path for change in entry.changes] == [("stands", "b2", "sp"), ("stands", "g1")]

    def test_what_is_compared_is_what_is_written(self, game):
        game.record(1, "", {}, START | {"map": {"0507": ("road", "hill")}})
        game.record(2, "", {}, START | {"map": {"0507": ["road", "hill"]}})
        assert game.entry(3).changes == ()

    def test_any_line_can_be_recorded(self, game):
        game.record(1, "set b2 \udcff \ud800 \0 é ☃ '\"; DROP", {"w": "\ud800"}, START)
        assert game.entry(2).command == "set b2 \\udcff \\ud800 \0 é ☃ '\"; DROP"
        assert game.entry(2).data == {"w": "\ud800"}

    @pytest.mark.parametrize("value", [float("nan"), object()])
    def test_what_is_no_json_is_a_mistake_of_the_program(self, path, game, value):
        with untouched(path):
            with pytest.raises((ValueError, TypeError)):
                game.record(1, "", {}, {"x": value})
            with pytest.raises((ValueError, TypeError)):
                game.record(1, "", {"x": value}, START)

    def test_nothing_is_left_beside_the_file(self, path, game):
        for act in (lambda: play(game, 2), lambda: undo(game), lambda: redo(game), game.read, game.entries):
            act()
            assert os.listdir(path.parent) == [path.name]

    def test_the_log_gives_the_last_entries_newest_last(self, game):
        play(game, 2, 3, 4)
        assert [entry.number for entry in game.entries()] == [1, 2, 3, 4]
        assert [entry.number for entry in game.entries(2)] == [3, 4]
        assert game.entries(0) == game.entries(-1) == []
        assert len(game.entries(10**30)) == 4
        for number in (0, -1, 5, 10**30):
            with told(trouble.NoSuchEntry, f"no entry {number}"):
                game.entry(number)


class TestKept:
    def test_what_is_kept_beside_an_entry_comes_back_with_it(self, game):
        game.record(1, "order pz", {"secret": True}, later(START, 2), kept={"words": ["pz=M"]})
        entry = game.entry(2)
        assert (entry.data, entry.kept) == ({"secret": True}, {"words": ["pz=M"]})
        assert game.entry(1).kept == {}

    def test_an_amend_is_an_entry_like_any_other_and_leaves_nothing_to_redo(self, game):
        play(game, 2, 3)
        undo(game)
        assert game.record(4, "amend 2", {}, later(START, 9), kept={"entries": []}, amends=True) == 5
        assert game.entry(5).kind == "amend"
        with told(trouble.NothingToRedo, "nothing to redo"):
            redo(game)
        assert undo(game).position["turn"] == 2
        assert redo(game).position["turn"] == 9

    def test_each_table_is_kept_once_and_found_by_its_digest(self, path, game):
        one, other = StoredTable("abc", {"b": [1], "a": {}}), StoredTable("def", {"b": [2]})
        for table in (one, other, one):
            game.record(game.mark()[0], "", {}, START, table=table)
        assert game.table("abc") == one.rows
        assert list(game.table("abc")) == ["b", "a"]
        assert game.table("def") == other.rows
        assert game.table("ghi") is None
        with closing(database.connect(path)) as db:
            assert db.execute("SELECT count(*) FROM tables").fetchone() == (2,)

    def test_a_table_that_a_bad_disk_changed_is_told(self, path, game):
        game.record(1, "", {}, START, table=StoredTable("abc", {"b": 1}))
        with closing(database.connect(path)) as db:
            db.execute("UPDATE tables SET data = '{\"b\":2}'")
        with told(trouble.Damaged, "a rule table has changed since it was written"):
            game.table("abc")


class TestUndo:
    def test_undo_takes_back_and_redo_puts_back(self, game):
        play(game, 2)
        step = undo(game)
        assert (step.number, step.entry.number, step.entry.undone, step.position) == (3, 2, True, START)
        assert game.read() == (3, 1, START, 3)
        step = redo(game)
        assert (step.number, step.entry.number, step.entry.undone) == (4, 2, False)
        assert game.read() == (4, 2, step.position, None)
        assert step.position == later(START, 2)

    def test_all_the_way_to_the_start_and_to_the_end(self, path, game):
        play(game, 2, 3, 4)
        assert [undo(game).position["turn"] for _ in range(3)] == [3, 2, 1]
        with untouched(path), told(trouble.NothingToUndo, "the start"):
            undo(game)
        assert [redo(game).position["turn"] for _ in range(3)] == [2, 3, 4]
        with untouched(path), told(trouble.NothingToRedo, "nothing to redo"):
            redo(game)
        assert undo(game).position["turn"] == 3

    def test_a_new_command_leaves_nothing_to_redo(self, game):
        play(game, 2, 3)
        undo(game)
        play(game, 33)
        with told(trouble.NothingToRedo, "nothing to redo"):
            redo(game)
        assert undo(game).position["turn"] == 2
        assert undo(game).position["turn"] == 1

    def test_the_log_strikes_what_is_undone_and_erases_nothing(self, game):
        play(game, 2, 3)
        undo(game)
        undo(game)
        redo(game)
        log = [(e.number, e.kind, e.target, e.undone) for e in game.entries()]
        assert log == [
            (1, "new", None, False),
            (2, "command", None, False),
            (3, "command", None, True),
            (4, "undo", 3, False),
            (5, "undo", 2, False),
            (6, "redo", 2, False),
        ]

    def test_undo_and_redo_keep_the_words_of_the_caller(self, game):
        play(game, 2)
        game.undo(2, "undo that", {"why": "knocked over"})
        game.redo(3, "no, keep it", {"why": "it was not"})
        assert [(e.command, e.data["why"]) for e in game.entries(2)] == [
            ("undo that", "knocked over"),
            ("no, keep it", "it was not"),
        ]

    @settings(max_examples=30, deadline=None)
    @given(st.lists(st.sampled_from(["undo", "redo"]) | st.integers(1, 4), max_size=20))
    @pytest.mark.slow
    def test_any_evening_against_two_plain_stacks(self, acts):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.umpire")
            create(path, START, {})
            game, now, past, future = open_game(path), START, [], []
            for act in acts:
                if act == "undo" and past:
                    future.append(now)
                    now = past.pop()
                    assert undo(game).position == now
                elif act == "redo" and future:
                    past.append(now)
                    now = future.pop()
                    assert redo(game).position == now
                elif isinstance(act, int):
                    past, future = [*past, now], []
                    now = later(now, act, **{f"x{act}": len(past)})
                    game.record(game.read().number, "", {}, now)
            snapshot, log, replayed = game.read(), game.entries(), {}
            for entry in log:
                replayed = forward(replayed, entry.changes)
            assert snapshot.position == now == replayed
            assert len(log) == snapshot.number
            assert sum(e.kind == "command" and not e.undone for e in log) == len(past)
            assert (snapshot.redo is not None) == bool(future)


class TestLongGames:
    @staticmethod
    def long_game(path, commands):
        create(path, START | {"turn": 0}, {})
        changes = '[{"path":["turn"],"before":%d,"after":%d}]'
        rows = (
            sealed((n + 2, "command", n + 1, None, None, 0, "go", changes % (n, n + 1), "{}", "{}"))
            for n in range(commands)
        )
        with closing(database.connect(path)) as db:
            db.execute("BEGIN")
            db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
            stands = (commands + 1, commands + 1, None, json.dumps(START | {"turn": commands}))
            put = "UPDATE position SET number = ?, head = ?, redo = ?, data = ?, seal = ?"
            db.execute(put, (*stands, seal(*stands)))
            db.execute("COMMIT")
        return open_game(path)

    def test_every_call_does_the_same_work_whatever_the_length(self, tmp_path, monkeypatch):
        work = []
        hook(monkeypatch, lambda db: db.set_progress_handler(lambda: work.append("step") and None, 1))
        hook(monkeypatch, lambda db: db.set_trace_callback(work.append))

        def measure(commands):
            game = self.long_game(tmp_path / f"{commands}.umpire", commands)
            counts = []
            for act in (
                game.read,
                lambda: game.entries(20),
                lambda: game.entry(30),
                lambda: undo(game),
                lambda: undo(game),
                lambda: redo(game),
                lambda: play(game, 77),
            ):
                work.clear()
                act()
                counts.append(len(work))
            return counts

        few, many = measure(100), measure(10_000)
        assert few == many
        assert min(few) > 10

    def test_ten_thousand_entries_can_be_undone_and_listed(self, tmp_path):
        game = self.long_game(tmp_path / "long.umpire", 10_000)
        assert [undo(game).position["turn"] for _ in range(3)] == [9999, 9998, 9997]
        assert len(game.entries()) == 10_004


class TestTwoAtOnce:
    def test_the_second_writer_is_told_that_the_game_moved_on(self, path):
        first, second = open_game(path), open_game(path)
        assert first.read() == second.read()
        first.record(1, "mine", {}, later(START, 2))
        with untouched(path):
            for act in (
                lambda: second.record(1, "also mine", {}, later(START, 3)),
                lambda: second.undo(1),
                lambda: second.redo(1),
                lambda: second.record(3, "from the future", {}, later(START, 3)),
            ):
                with told(trouble.GameMoved, "moved on"):
                    act()
        assert second.read() == first.read()

    def test_a_game_another_program_writes_can_be_read_but_not_written(self, path, game, monkeypatch):
        monkeypatch.setattr(database, "PATIENCE", 0.02)
        with closing(database.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert game.read().number == 1
            with told(trouble.Locked, "locked"):
                play(game, 2)
        play(game, 2)

    def test_a_reader_holds_up_the_commit_and_it_is_taken_back(self, path, game, monkeypatch):
        monkeypatch.setattr(database, "PATIENCE", 0.02)
        with closing(database.connect(path)) as other:
            other.execute("BEGIN")
            other.execute("SELECT * FROM position").fetchall()
            with told(trouble.Locked, "locked"):
                play(game, 2)
        assert game.read() == (1, 1, START, None)

    def test_a_game_another_program_holds_is_locked(self, path, game, monkeypatch):
        monkeypatch.setattr(database, "PATIENCE", 0.02)
        with closing(database.connect(path)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with told(trouble.Locked, "locked by another program"):
                game.read()

    def test_a_reader_keeps_no_lock(self, game):
        first = game.read()
        play(game, 2)
        assert first.position == START

    def test_from_another_thread(self, game):
        thread = threading.Thread(target=play, args=(game, 2))
        thread.start()
        thread.join()
        assert game.read().position["turn"] == 2
