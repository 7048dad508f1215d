"""A check that a game holds only values that this program writes (floor 4 in docs/architecture.md).

The check is made only after an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from umpire.game.act import Plain
from umpire.game.check import check_header
from umpire.game.gamefile.changes import backward, forward
from umpire.game.gamefile.store import open_game
from umpire.game.gamefile.trouble import StoreError, damaged
from umpire.play.documents import document, state_of
from umpire.play.past.history import history
from umpire.play.session import open_session

_HEAD: Any = {
    **dict.fromkeys(("name", "ruleset", "sequence", "tables"), str),
    "sides": [str],
    "drawn": int,
    "house": [dict],
}
_MAP: Any = {"hexes": str, "shifted": str, "rows": str, "legend": dict, "names": dict}
_LINE: Any = {"of": str, "amount": int, "words": str, "rule": str, "applied": bool}
_THROW: Any = {
    **dict.fromkeys(("key", "side", "label", "rule", "hit", "reads", "source"), str),
    "dice": int,
    "sides": int,
    "reading": dict,
    "lines": [_LINE],
    "faces": [int],
}
_CHOICE: Any = dict.fromkeys(("side", "words", "chosen", "meaning", "source"), str)
_ACT: Any = {
    "command": str,
    "title": str,
    "ruling": str,
    "assumed": [str],
    "notes": [str],
    "throws": [_THROW],
    "choices": [_CHOICE],
    "overruled": [{"words": str, "rule": str}],
    "additions": [dict],
    "outcome": {"words": [str], "hands": [str], "owed": [str]},
}
"""The fields that are checked in an entry that is an act or a correction."""


_KEPT: Any = {"words": [str], "effects": [dict], "overruled": [str], "back": [str], "spare": [str]}
"""The fields that an entry may keep for a replay."""


def check_sound(path: Path) -> None:
    """Raise Damaged if the position is not valid, or if an entry lacks a key that every entry has.

    Raises StoreError for a file that cannot be read at all.
    """
    entries = open_game(path).entries(None)
    try:
        session = open_session(path)
        _fits(session.head, _HEAD, "game")
        if session.snapshot.position["map"]:
            _fits(session.snapshot.position["map"], _MAP, "map")
        doc = document(session)
        state_of(doc, check_header({"drawn": 0, **doc}), session.family, session.table)
        began = session.file.read().position
        for entry in reversed(history(entries, session.snapshot.head).chain):
            began = backward(began, entry.changes)
        position: Plain = {}
        for entry in entries:
            position = forward(position, entry.changes)
            for key, shape in _KEPT.items():
                _fits(entry.kept.get(key, []), shape, f"entry {entry.number}, {key}")
            if entry.kind in ("new", "command"):
                _fits(entry.data, _ACT, f"entry {entry.number}")
            for change in entry.changes:
                _fits([*change.path], [str], f"entry {entry.number}, changes")
        if position != session.file.read().position:
            raise ValueError("its log does not lead to its stored position")
    except StoreError:
        raise
    except Exception as wrong:
        raise damaged(path, wrong) from wrong


def _fits(value: Any, shape: Any, where: str) -> None:
    """Raise ValueError if a value does not have a given shape. A shape is a type, a list with the shape of its items,
    or a dict from keys to shapes.
    """
    if isinstance(shape, list):
        for one in value if isinstance(value, list) else [None]:
            _fits(one, shape[0], where)
    elif isinstance(shape, Mapping):
        for key, inner in shape.items():
            _fits(value.get(key) if isinstance(value, dict) else None, inner, f"{where}, {key}")
    elif type(value) is not shape:
        raise ValueError(f"{where} is not of the type {shape.__name__}")
