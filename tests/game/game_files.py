"""Games to test the store with, and checks of its messages."""

import copy
import os
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from umpire.game.gamefile import database, trouble

START = {"turn": 1, "stands": {"b2": {"sp": 4, "hex": "0507", "marks": []}, "p3": {"sp": 3, "hex": None}}, "map": {}}


def later(position, turn, **stands):
    after = copy.deepcopy(position) | {"turn": turn}
    for name, points in stands.items():
        after["stands"].setdefault(name, {})["sp"] = points
    return after


def play(game, *turns):
    for turn in turns:
        now = game.read()
        game.record(now.number, f"turn {turn}", {"turn": turn}, later(now.position, turn))


def undo(game):
    return game.undo(game.read().number)


def redo(game):
    return game.redo(game.read().number)


@contextmanager
def told(kind, words):
    """Check that an error of that kind is raised, in one line with these words and a hint of one line."""
    with pytest.raises(trouble.StoreError) as caught:
        yield
    error = caught.value
    assert type(error) is kind
    assert words in error.what
    assert str(error) == error.what
    assert len(error.what.splitlines()) == len(error.hint.splitlines()) == 1


@contextmanager
def untouched(path):
    """Check that the file is unchanged, byte for byte, and alone in its folder."""
    before = path.read_bytes()
    yield
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def hook(monkeypatch, on_connection):
    """Call a function with every connection that the store opens."""
    real = database.connect

    def connect(path, mode="rw"):
        db = real(path, mode)
        on_connection(db)
        return db

    monkeypatch.setattr(database, "connect", connect)


@contextmanager
def common_folder():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        yield Path(folder)
        os.chmod(folder, 0o700)


@contextmanager
def ordinary_user():
    """A mark for tests of permissions, which do not hold for root."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)
