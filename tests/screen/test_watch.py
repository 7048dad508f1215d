"""Tests of the watcher: it notices every change of the file within one look, and writes nothing."""

import hashlib
import shutil
import sqlite3
from contextlib import closing

import pytest

from tests.screen.browser import told
from umpire.__main__ import main
from umpire.play.correct import correct, record_correction
from umpire.play.scenarios import new_game
from umpire.play.session import bare_entry, open_session
from umpire.screen import picture as drawing
from umpire.screen import watch
from umpire.screen.picture import picture
from umpire.screen.watch import Watcher


@pytest.fixture
def watcher(game):
    watcher = Watcher(game)
    assert watcher.look()
    return watcher


def play(path, *words):
    session = open_session(path)
    return record_correction(correct(session, words), "set")


def titles(watcher):
    return [act["hands"] for act in watcher.seen.shown.now["acts"]]


def test_nothing_new_is_nothing(watcher):
    assert not watcher.look()
    assert watcher.seen.number == 1


def test_a_command_its_undo_and_its_redo(watcher, game):
    before = watcher.seen.shown
    play(game, "a1", "sp=2")
    assert watcher.look()
    after = watcher.seen.shown
    assert titles(watcher) == [["A 1st company: sp 5→2"]]
    assert after.board["light"].ground == before.board["light"].ground
    assert after.board["light"].stands != before.board["light"].stands
    file = open_session(game).file
    file.undo(2)
    assert watcher.look()
    assert watcher.seen.shown == before
    file.redo(3)
    assert watcher.look()
    assert watcher.seen.shown == after


def test_a_die_misread_is_put_right(tmp_path):
    path = tmp_path / "game.umpire"
    new_game(path, "worked-example-1", "7")
    watcher, game = Watcher(path), ["-g", str(path)]
    assert main(["fire", "ta", "tb", "at", "para", "--dice", "13345/2154", "--defaults", *game]) == 0
    watcher.look()
    assert (titles(watcher), watcher.seen.shown.now["acts"][0]["marks"]) == ([["tank A 4→3"]], [])
    assert main(["amend", "2", "/2114", *game]) == 0
    assert watcher.look()
    assert (titles(watcher), watcher.seen.shown.now["acts"][0]["marks"]) == ([[]], ["corrected later"])
    assert watcher.seen.shown.now["acts"][0]["throws"][1]["faces"] == [2, 1, 1, 4]


def test_a_remark_of_the_referee_is_no_news(watcher, game, monkeypatch):
    monkeypatch.chdir(game.parent)
    assert main(["note", "ours wait in the wood", "-g", str(game)]) == 0
    assert not watcher.look()


def test_of_a_long_record_the_last_acts_are_shown(watcher, game, monkeypatch):
    monkeypatch.setattr(drawing, "READ", 4)
    session = open_session(game)
    file, position = session.file, session.snapshot.position
    for number in range(1, 21):
        entry = bare_entry("set", "set", "", (f"now {number}",), "")
        file.record(number, "set", entry, position)
    for number in range(21, 31):
        file.undo(number)
    assert watcher.look()
    assert titles(watcher) == [[f"now {number}"] for number in range(10, 0, -1)]


def test_another_game_in_its_place_even_of_another_ruleset(watcher, game):
    game.unlink()
    new_game(game, "d20-opening", "7")
    assert watcher.look()
    assert watcher.seen.shown.now["rules"] == "d20 Elements"
    assert watcher.seen.shown.board == {}
    assert told(("data: " + watcher.seen.told("light", "the old ground")).encode())["ground"] == ""


def test_the_game_is_away_and_comes_back(watcher, game):
    shown = watcher.seen.shown
    elsewhere = game.with_suffix(".aside")
    game.rename(elsewhere)
    assert watcher.look()
    assert (watcher.seen.shown, watcher.seen.trouble) == (shown, "the game file is missing")
    assert not watcher.look()
    elsewhere.rename(game)
    assert watcher.look()
    assert (watcher.seen.shown, watcher.seen.trouble) == (shown, "")


@pytest.mark.parametrize("garbage", [b"", b"not a game", b"SQLite format 3\0" + bytes(4000), bytes(100_000)])
def test_garbage_keeps_the_last_picture(watcher, game, garbage):
    shown, whole = watcher.seen.shown, game.read_bytes()
    game.write_bytes(garbage)
    assert watcher.look()
    assert watcher.seen.shown == shown
    assert watcher.seen.trouble
    assert "game.umpire" not in watcher.seen.told("light", None).replace(shown.now["name"], "")
    game.write_bytes(whole)
    assert watcher.look()
    assert (watcher.seen.shown, watcher.seen.trouble) == (shown, "")


def test_a_folder_in_its_place(watcher, game):
    game.unlink()
    game.mkdir()
    assert watcher.look()
    assert watcher.seen.trouble == "the file is not a game"


def test_what_a_killed_writer_left_is_told_and_not_touched(watcher, game):
    shown = watcher.seen.shown
    half = game.parent / "half.umpire"
    with closing(sqlite3.connect(game, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE position SET data = data || hex(randomblob(200000))")
        for end in ("", "-journal"):
            shutil.copy(f"{game}{end}", f"{half}{end}")
        db.execute("ROLLBACK")
    shutil.copy(f"{half}-journal", f"{game}-journal")
    shutil.copy(half, game)
    left = digests(game.parent)
    assert watcher.look()
    assert (watcher.seen.shown, watcher.seen.trouble) == (shown, "the game was not fully saved")
    assert digests(game.parent) == left
    open_session(game)  # the referee's next command repairs it
    assert watcher.look()
    assert (watcher.seen.shown, watcher.seen.trouble) == (shown, "")


def test_whatever_goes_wrong_in_drawing_the_page_goes_on(watcher, game, monkeypatch):
    def fails(_):
        raise RuntimeError("a bug")

    shown = watcher.seen.shown
    monkeypatch.setattr(watch, "picture", fails)
    play(game, "a1", "sp=2")
    assert watcher.look()
    assert (watcher.seen.shown, watcher.seen.trouble) == (shown, "the game cannot be shown")
    monkeypatch.setattr(watch, "picture", picture)
    assert watcher.look()
    assert watcher.seen.trouble == ""


def test_watching_writes_nothing(watcher, game):
    left = digests(game.parent)
    for _ in range(3):
        watcher.look()
    assert digests(game.parent) == left


def digests(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
