"""The file of a game on disk. The file is created in one step, and opened only if it is a game. A power cut does not
damage it.
"""

from __future__ import annotations

import errno
import os
import signal
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from umpire.game.gamefile.trouble import NewerFormat, NotAGame, StoreError, in_words, not_a_game

APPLICATION = int.from_bytes(b"UMPR", "big")
FORMAT = 2
PATIENCE = 2.0  # seconds to wait for another program's lock
# What systems say where there are no hard links: FAT sticks, some network folders, Windows (EINVAL), phones (EACCES).
NO_LINKS = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL}

_FIRST = (
    """
    CREATE TABLE position (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        number INTEGER NOT NULL,  -- the last entry
        head INTEGER NOT NULL,    -- the newest entry in force
        redo INTEGER,             -- the undo entry that redo would take back
        data TEXT NOT NULL,
        seal INTEGER NOT NULL     -- crc of all these
    )
    """,
    """
    CREATE TABLE entries (
        n INTEGER PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('new', 'command', 'amend', 'undo', 'redo')),
        parent INTEGER,           -- the head before this entry
        target INTEGER,           -- the entry that was undone or redone
        redo_below INTEGER,       -- of an undo: what redo would take back after it
        undone INTEGER NOT NULL,
        command TEXT NOT NULL,
        changes TEXT NOT NULL,
        data TEXT NOT NULL,       -- shown to all readers of the log
        kept TEXT NOT NULL,       -- needed to replay it, never shown
        seal INTEGER NOT NULL     -- crc of all but undone, and in its last bit undone
    )
    """,
    """
    CREATE TABLE tables (
        n INTEGER PRIMARY KEY,
        digest TEXT NOT NULL,     -- as the entries name it
        data TEXT NOT NULL,       -- its rows, with house rules added
        seal INTEGER NOT NULL     -- crc of both
    )
    """,
)

SCHEMAS = {1: _FIRST}
"""Format -> the SQL tables of a game in this format. A format that is not listed has the tables of the listed format
before it.
"""

LONGEST = 2**26  # bytes of one text; a game of 10,000 entries has no text of a thousandth of that


@contextmanager
def opened(path: Path, mode: str = "rw") -> Iterator[sqlite3.Connection]:
    """Yield a connection to a file, if it is a game of a known format. Changes that are not committed are undone.

    In mode `ro` nothing is written, so a game that needs a repair after a crash is not opened. Raises `StoreError` for
    any error, including errors inside the block.
    """
    with in_words(path):
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size == 0:
            raise not_a_game(path)
        with closing(connect(path, mode)) as db:
            (application,) = db.execute("PRAGMA application_id").fetchone()
            (written,) = db.execute("PRAGMA user_version").fetchone()
            if application != APPLICATION:
                raise not_a_game(path)
            if written > FORMAT:
                raise NewerFormat(
                    f"{path} was written by a newer Umpire (format {written}; this Umpire reads {FORMAT})",
                    "open the game with the newer version, or install the newer version here",
                )
            _check_schema(db, path, written)
            pages, size = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
            if path.stat().st_size < pages * size:
                raise ValueError("the file is cut short")
            yield db


def schema_of(number: int) -> tuple[str, ...]:
    """Return the SQL statements that make the tables of a format."""
    return SCHEMAS[max((each for each in SCHEMAS if each <= number), default=min(SCHEMAS))]


def format_of(db: sqlite3.Connection) -> int:
    """Return the format of a game."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _check_schema(db: sqlite3.Connection, path: Path, written: int) -> None:
    """Check that a game has exactly the tables of its format, and no trigger or view.

    Raises `NotAGame`.
    """
    db.execute("PRAGMA trusted_schema = OFF")
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    ours = {statement.strip() for statement in schema_of(written)}
    found = db.execute("SELECT sql FROM sqlite_schema").fetchmany(len(ours) + 1)
    if {sql for (sql,) in found} <= ours:  # nothing was added
        return
    tables = {_bare(statement): statement for statement in schema_of(written)}
    strange = [str(sql) for (sql,) in found if _bare(str(sql)) not in tables]
    if strange and all(any(_columns(sql) < _columns(ours) for ours in tables.values()) for sql in strange):
        raise NotAGame(
            f"{path} was written by an older Umpire, in a form that this Umpire cannot read",
            "run `umpire export` with the older Umpire, then `umpire new` with this Umpire",
        )
    if strange:
        raise NotAGame(
            f"{path} has something in it that Umpire does not write",
            "do not trust the file; ask the sender for an export, read it, and start a game from it with `umpire new`",
        )


@lru_cache(maxsize=64)
def _bare(table: str) -> str:
    """Return an SQL statement without comments and blanks."""
    return "".join(line.partition("--")[0] for line in table.splitlines()).replace(" ", "")


def _columns(table: str) -> set[str]:
    """Return the first line of the SQL statement that makes a table, and the name of each column."""
    first, *lines = table.strip().splitlines()
    return {first, *(line.split()[0] for line in lines if line.strip() not in ("", ")"))}


@contextmanager
def created(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection to a new game with empty tables. If the block ends without an error, the file gets its name.
    After an error, the file is deleted.

    Raises `GameExists` if the file exists already, and `StoreError` for any other error.
    """
    # Built under a name that is not *.umpire, in the same folder, so that it can be linked to its place.
    temporary = path.with_name(f".umpire-{os.urandom(8).hex()}.new")
    with in_words(path):
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        if not path.parent.is_dir():
            raise StoreError(f"no folder {path.parent}", "make the folder first, or name another file with `-g FILE`")
        try:
            with closing(connect(temporary, "rwc")) as db:
                make_durable(db)
                db.execute("PRAGMA journal_mode = OFF")  # a half-built file is deleted, not repaired
                db.execute("BEGIN")
                db.execute(f"PRAGMA application_id = {APPLICATION}")
                db.execute(f"PRAGMA user_version = {FORMAT}")
                for statement in schema_of(FORMAT):
                    db.execute(statement)
                yield db
                db.execute("COMMIT")
            publish(temporary, path)
        finally:
            with suppress(OSError):
                temporary.unlink()


def connect(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """Return a connection that begins no transaction by itself. A file that is missing is not created.

    Use the mode `rw` for reading too, because the mode `ro` cannot repair a write that a crash interrupted. If the file
    may not be written, `rw` only reads.
    """
    uri = path.absolute().as_uri()
    if not uri.startswith("file:///"):  # a Windows share: SQLite expects its name in the path
        uri = uri.replace("file://", "file:////", 1)
    return sqlite3.connect(f"{uri}?mode={mode}", uri=True, timeout=PATIENCE, isolation_level=None)


def make_durable(db: sqlite3.Connection) -> None:
    """Set the connection so that a commit returns only when the data is on the disk."""
    # EXTRA is FULL and also makes sure that the removal of the journal is on the disk: without that, a power cut
    # could take back a command that was confirmed.
    db.execute("PRAGMA synchronous = EXTRA")
    db.execute("PRAGMA fullfsync = ON")  # macOS only, where fsync alone does not reach the disk


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ignore Ctrl-C during a write in the main thread."""
    previous: Any = None
    with suppress(ValueError):
        previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        if previous is not None:
            signal.signal(signal.SIGINT, previous)


def leave_copy(db: sqlite3.Connection, path: Path, name: str) -> Path:
    """Write a copy of the game, byte for byte, to a file in the same folder. Return the path of the copy.

    If another file has this name, the copy gets the name with a number after it. Call this function within a
    transaction that has changed nothing yet. Raises OSError.
    """
    # By the connection: opening and closing the file itself would lose SQLite's lock on it.
    data = db.serialize()
    for number in range(1, 100):
        copy = path.with_name(name if number == 1 else f"{name}.{number}")
        if os.path.lexists(copy):
            if copy.is_file() and copy.read_bytes() == data:
                return copy
            continue
        temporary = path.with_name(f".umpire-{os.urandom(8).hex()}.new")
        try:
            with open(temporary, "xb", opener=partial(os.open, mode=stat.S_IMODE(path.stat().st_mode))) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            publish(temporary, copy)
        finally:
            with suppress(OSError):
                temporary.unlink()
        return copy
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def publish(temporary: Path, path: Path) -> None:
    """Give a finished file its final name. Raises `FileExistsError` if there is a file with this name."""
    try:
        os.link(temporary, path)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        # Take the name first, then replace that file. A crash between the two leaves an empty file: not a game.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        try:
            os.replace(temporary, path)
        except OSError:
            os.unlink(path)
            raise
    # The name must survive a power cut as well. Where a folder cannot be opened (Windows), the system sees to it.
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
