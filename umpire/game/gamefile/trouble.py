"""The errors of a game file: one line that says in the referee's words what is wrong, and a hint that says what to do.

Only `in_words` turns errors of the system and of SQLite into these errors.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from umpire.core.mistakes import FileMistake


class StoreError(FileMistake):
    """An error of a game file. `what` is one line in the referee's words; `hint` says what to do."""


class NoSuchGame(StoreError):
    """The error raised if a file does not exist."""


class GameExists(StoreError):
    """The error raised if a new game would overwrite a file."""


class NotAGame(StoreError):
    """The error raised if a file is not a game: another kind of file, a folder, an empty file, another program's
    database.
    """


class NewerFormat(StoreError):
    """The error raised if a game was written by a newer Umpire."""


class Damaged(StoreError):
    """The error raised if a game file is damaged and can no longer be read."""


class Locked(StoreError):
    """The error raised if another program has locked the game."""


class ReadOnly(StoreError):
    """The error raised if the file or its folder may not be written, or may not be opened at all."""


class DiskFull(StoreError):
    """The error raised if the disk has no room left for the game."""


class GameMoved(StoreError):
    """The error raised if another entry was recorded after the position was read."""


class NothingToUndo(StoreError):
    """The error raised if the game is at its start, so that nothing can be undone."""


class NothingToRedo(StoreError):
    """The error raised if no undo is left to redo."""


class NoSuchEntry(StoreError):
    """The error raised if the log has no entry with that number."""


class Unconfirmed(StoreError):
    """The error raised if a write ends with an error, and the file cannot be read to see whether the entry is there."""


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turn every error with the file at `path` into a `StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        # The reason in full, or else its first byte: the kind. Without any reason: a text that is not valid.
        reason = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        raise _say(path, reason if reason in _DATABASE else reason & 0xFF, error) from error
    except OSError as error:
        raise _say(path, _SYSTEM.get(error.errno or 0, 0), error.strerror or error) from error
    except (ValueError, LookupError, TypeError, RecursionError, OverflowError) as error:
        # The caller's values were checked before: this error is about values read from the file.
        raise _say(path, sqlite3.SQLITE_CORRUPT, error) from error


def not_a_game(path: Path) -> NotAGame:
    return NotAGame(
        f"{path} is not an Umpire game", "use `-g FILE` for another game, or `umpire new SCENARIO` to start one"
    )


def damaged(path: Path, details: object) -> StoreError:
    return _say(path, sqlite3.SQLITE_CORRUPT, details)


def _say(path: Path, reason: int, details: object) -> StoreError:
    if reason == sqlite3.SQLITE_NOTADB:
        return not_a_game(path)
    kind, words, hint = _DATABASE.get(reason, (StoreError, "cannot be used ({details})", "nothing was written"))
    # str.format would trip over braces in the details; and they must stay on one line.
    words = words.replace("{details}", " ".join(str(details).split()))
    return kind(f"{path} {words}", hint.replace("{name}", path.name))


_EXISTS, _MISSING = -1, -2  # not among SQLite's own numbers

_SYSTEM = {
    errno.EEXIST: _EXISTS,
    errno.ENOENT: _MISSING,
    errno.ENOTDIR: _MISSING,
    errno.EACCES: sqlite3.SQLITE_READONLY,
    errno.EPERM: sqlite3.SQLITE_READONLY,
    errno.EROFS: sqlite3.SQLITE_READONLY,
    errno.ENOSPC: sqlite3.SQLITE_FULL,
}

_DAMAGE = (
    Damaged,
    "is damaged ({details})",
    "do not change the file; go on from a copy, or start a new game from an export",
)
_DATABASE: dict[int, tuple[type[StoreError], str, str]] = {
    _EXISTS: (GameExists, "exists already", "a new game never overwrites a file: name another with `-g FILE`"),
    _MISSING: (
        NoSuchGame,
        "does not exist",
        "use `umpire new SCENARIO` to start a game, or `-g FILE` to use another game",
    ),
    sqlite3.SQLITE_BUSY: (
        Locked,
        "is locked by another program",
        "nothing was written; close the other program, or try again in a moment",
    ),
    sqlite3.SQLITE_READONLY: (
        ReadOnly,
        "cannot be written: the file or its folder is read-only",
        "nothing was written; copy the game to a folder you may write in",
    ),
    sqlite3.SQLITE_READONLY_ROLLBACK: (
        ReadOnly,
        "was left half written by a crash and is read-only",
        "copy the game and {name}-journal to a folder you may write in; opening the copy repairs the game",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        ReadOnly,
        "cannot be opened; the cause may be the file or its folder",
        "nothing was written; check the permissions of the file and the folder, and the space on the disk",
    ),
    sqlite3.SQLITE_FULL: (
        DiskFull,
        "cannot be written: the disk is full",
        "nothing was written; free some space and repeat the line",
    ),
    sqlite3.SQLITE_IOERR: (
        StoreError,
        "cannot be read or written ({details})",
        "nothing was recorded; check that the disk or stick is there and not full",
    ),
    sqlite3.SQLITE_ERROR: _DAMAGE,
    sqlite3.SQLITE_CORRUPT: _DAMAGE,
    sqlite3.SQLITE_CONSTRAINT: _DAMAGE,
}
