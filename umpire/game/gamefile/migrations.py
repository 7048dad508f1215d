"""A game of an older format as this program keeps it.

A migration says how a *position* was kept, and how the rest that an entry keeps was. Changes are not rewritten: the
record is walked once from the start, each position is made anew, and what differs between two of them are its changes.
So undo and redo go on working, and a migration is a plain function of one position.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from umpire.game.gamefile.changes import Plain, decode, difference, encode, forward
from umpire.game.gamefile.entries import seal, sealed, snapshot, text

Rewrite = Callable[[Plain], Plain]


def as_it_is(value: Plain) -> Plain:
    """A value that was kept the same."""
    return value


class Migration(NamedTuple):
    """What one part of the program kept differently in a format: each function gives what the next format keeps.

    `position` is the whole position, `data` and `kept` those of an entry, `table` the rows of a rule table. They get
    plain JSON values and return such; what they are given they leave as it is, and a value already of the next format
    too.
    """

    position: Rewrite = as_it_is
    data: Rewrite = as_it_is
    kept: Rewrite = as_it_is
    table: Rewrite = as_it_is


class Kind(NamedTuple):
    """The format of what a family keeps: its number, and what leads from any number before it to the next."""

    number: int = 1
    migrations: Callable[[int], Sequence[Migration]] = lambda number: ()


OfFamily = Callable[[Plain], Kind]
"""What the family of a game says of its format, by the head of the game."""

MIGRATIONS: Mapping[int, Sequence[Migration]] = {1: ()}
"""Format -> what leads to the next, for what every game has. The last one is open until the release that writes it:
each part of the program that changes its records adds one to it. See docs/architecture.md.
"""

SCHEMA_CHANGES: Mapping[int, Sequence[str]] = {}
"""Format -> the statements that make its tables those of the next."""


class Overdue(NamedTuple):
    """What an older game lacks: its format, that of its family, and that of the family now."""

    written: int
    of_family: int
    kind: Kind

    def migrations(self, wanted: int) -> list[Migration]:
        """All that leads to a file of the format `wanted` and to the family of now, in order."""
        common = [each for number in range(self.written, wanted) for each in MIGRATIONS.get(number, ())]
        return common + [
            each for number in range(self.of_family, self.kind.number) for each in self.kind.migrations(number)
        ]


def family_format(head: Plain) -> int:
    """The format in which the family of a game keeps its state; 1 is not written down."""
    return int(head.get("format", 1))


def upgrade(db: sqlite3.Connection, overdue: Overdue, wanted: int) -> None:
    """Make an older game one of the format `wanted`, within the transaction that is open.

    Raises ValueError where the record does not come to the position that it should.
    """
    for number in range(overdue.written, wanted):
        for statement in SCHEMA_CHANGES.get(number, ()):
            db.execute(statement)
    parts = overdue.migrations(wanted)
    _rewrite_record(db, parts, overdue.kind.number)
    for n, digest, data in db.execute("SELECT n, digest, data FROM tables").fetchall():
        rows = text(_rewritten([part.table for part in parts], json.loads(data)))
        db.execute("UPDATE tables SET data = ?, seal = ? WHERE n = ?", (rows, seal(digest, rows), n))
    db.execute(f"PRAGMA user_version = {wanted}")


def _rewrite_record(db: sqlite3.Connection, parts: Sequence[Migration], of_family: int) -> None:
    """Every entry with its changes as they are now, and the position they come to."""
    positions = [part.position for part in parts if part.position is not as_it_is]
    positions += [partial(_with_format, of_family)] if of_family > 1 else []
    of_data = [part.data for part in parts if part.data is not as_it_is]
    of_kept = [part.kept for part in parts if part.kept is not as_it_is]
    now, old, new = snapshot(db), Plain(), Plain()
    for number in range(1, now.number + 1):
        row = db.execute("SELECT * FROM entries WHERE n = ?", (number,)).fetchone()
        if row is None or row != sealed(row[:-1]):
            raise ValueError(f"entry {number} is not as it was written")
        *first, changes, data, kept, _ = row
        old, then = forward(old, decode(json.loads(changes))), new
        new = _rewritten(positions, old)
        if of_data:
            data = text(_rewritten(of_data, json.loads(data)))
        if of_data or of_kept:
            kept = text(_kept(of_data, of_kept, json.loads(kept)))
        fresh = sealed((*first, text(encode(difference(then, new))), data, kept))
        db.execute("UPDATE entries SET changes = ?, data = ?, kept = ?, seal = ? WHERE n = ?", (*fresh[7:], number))
    if old != now.position:
        raise ValueError("the record does not come to the position")
    stands = (now.number, now.head, now.redo, text(new))
    db.execute("UPDATE position SET data = ?, seal = ?", (stands[-1], seal(*stands)))


def _rewritten(rewrites: Sequence[Rewrite], value: Plain) -> Plain:
    for rewrite in rewrites:
        value = rewrite(value)
    return value


def _kept(of_data: Sequence[Rewrite], of_kept: Sequence[Rewrite], kept: Plain) -> Plain:
    """What an entry keeps; an amend keeps whole entries."""

    def inner(one: Plain) -> Plain:
        return {**one, "data": _rewritten(of_data, one["data"]), "kept": _rewritten(of_kept, one["kept"])}

    kept = _rewritten(of_kept, kept)
    if "entries" in kept:
        kept = {**kept, "entries": [inner(one) for one in kept["entries"]]}
    return {**kept, "put": inner(kept["put"])} if "put" in kept else kept


def _with_format(number: int, position: Plain) -> Plain:
    return {**position, "game": {**position["game"], "format": number}}
