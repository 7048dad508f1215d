"""The contents of a game file: the position, the entries of the record, and rule tables. Each row has a seal, which
shows if the file was damaged.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any, NamedTuple, cast
from zlib import crc32

from umpire.game.gamefile.changes import LeafChange, Plain, decode


class Snapshot(NamedTuple):
    """The current state of a game file. `number` is the last entry. `head` is the newest entry that counts. `redo` is
    the undo entry that the next redo would cancel; None means that nothing can be redone.

    The position is a fresh copy, which the caller may keep and change.
    """

    number: int
    head: int
    position: Plain
    redo: int | None


class Entry(NamedTuple):
    """One entry of the log. `kind` is new, command, amend, undo or redo. `command` is the line typed.

    `data` is the part that may be shown. `kept` is the part that only a replay needs; `kept` is never shown. `undone`
    is true while the entry does not count. `changes` lead from the position before the entry to the position after it.
    `parent` is the newest entry that counted when this entry was written. `target` is the entry that was undone or
    redone. The undo entries that can be redone form a stack. The `redo_below` of an undo entry is the next lower undo
    entry in the stack.
    """

    number: int
    kind: str
    parent: int | None
    target: int | None
    redo_below: int | None
    undone: bool
    command: str
    changes: tuple[LeafChange, ...]
    data: Plain
    kept: Plain


class StoredTable(NamedTuple):
    """A rule table that was used in play. The table is stored once; entries name the table by its digest."""

    digest: str
    rows: Mapping[str, Any]


class Reversal(NamedTuple):
    """The result of an undo or redo: the number of the new entry, the entry undone or redone, and the position now."""

    number: int
    entry: Entry
    position: Plain


def snapshot(db: sqlite3.Connection) -> Snapshot:
    """Return the current game."""
    row = db.execute("SELECT number, head, redo, data, seal FROM position").fetchone()
    if row is None:
        raise LookupError("the position is missing")
    number, head, redo, data, found = row
    if found != seal(number, head, redo, data):
        raise ValueError("the position has changed since it was written")
    if not 0 < head <= number:
        raise ValueError(f"the stored position follows entry {head}, but the last entry is {number}")
    return Snapshot(number, head, json.loads(data), redo)


def mark_of(db: sqlite3.Connection) -> tuple[int, int]:
    """Return a mark that changes whenever the game changes: the number of the last entry and the seal of the
    position.
    """
    row = db.execute("SELECT number, seal FROM position").fetchone()
    if row is None:
        raise LookupError("the position is missing")
    return int(row[0]), int(row[1])


def entry_of(db: sqlite3.Connection, number: int | None) -> Entry:
    """Return one entry. Raises LookupError if it is missing."""
    row = db.execute("SELECT * FROM entries WHERE n = ?", (number,)).fetchone()
    if row is None:
        raise LookupError(f"entry {number} is missing")
    return as_entry(row)


def as_entry(row: tuple[Any, ...]) -> Entry:
    """Return the entry in a row of the database. Raises ValueError if the row has changed since it was written."""
    number, kind, parent, target, redo_below, undone, command, changes, data, kept, _ = row
    if row != sealed(row[:-1]):
        raise ValueError(f"entry {number} has changed since it was written")
    if any(each is not None and not 0 < each < number for each in (parent, target, redo_below)):
        raise ValueError(f"entry {number} refers to an entry that is not earlier")
    changes, data, kept = decode(json.loads(changes)), json.loads(data), json.loads(kept)
    if not (isinstance(data, dict) and isinstance(kept, dict)):
        raise ValueError(f"entry {number} has no table of data")
    return Entry(number, kind, parent, target, redo_below, bool(undone), command, changes, data, kept)


def table_of(db: sqlite3.Connection, digest: str) -> Plain | None:
    """Return the rows of the rule table with this digest; None if no table has it."""
    row = db.execute("SELECT data, seal FROM tables WHERE digest = ?", (digest,)).fetchone()
    if row is None:
        return None
    if row[1] != seal(digest, row[0]):
        raise ValueError("a rule table has changed since it was written")
    return cast("Plain", json.loads(row[0]))


def keep(db: sqlite3.Connection, table: StoredTable | None) -> None:
    """Store a rule table if it is not stored already."""
    if table and not db.execute("SELECT 1 FROM tables WHERE digest = ?", (table.digest,)).fetchone():
        rows = text(dict(table.rows))
        db.execute("INSERT INTO tables VALUES (NULL, ?, ?, ?)", (table.digest, rows, seal(table.digest, rows)))


def seal(*values: Any) -> int:
    """Return a checksum of the values, which shows damage by a bad disk."""
    return crc32("\0".join(map(str, values)).encode("utf-8", "surrogatepass"))


def sealed(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row of the record with its seal. The last bit of the seal says whether the entry is undone."""
    return (*row, seal(*row[:5], *row[6:]) << 1 | row[5])


def text(value: Any) -> str:
    """Return a value as JSON text, as the game file stores it."""
    return _JSON.encode(value)


_JSON = json.JSONEncoder(allow_nan=False, check_circular=False, separators=(",", ":"))
