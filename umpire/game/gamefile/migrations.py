"""The upgrade of a game of an older format to the form that this program stores.

A migration translates an old *position* and the other stored parts of an entry. It does not translate the changes of an
entry. The changes come from a replay of the record: each position is translated, and the difference between two
positions gives the changes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from umpire.game.gamefile.changes import ABSENT, Plain, decode, difference, encode, forward
from umpire.game.gamefile.entries import seal, sealed, snapshot, text
from umpire.game.gamefile.to_format_2 import house_rows, table_rows

Rewrite = Callable[[Plain], Plain]


def as_it_is(value: Plain) -> Plain:
    """Return a value unchanged."""
    return value


class Migration(NamedTuple):
    """The functions that rewrite stored values from one format to the next, for one part of the program.

    `position` rewrites a whole position, `data` and `kept` rewrite the parts of an entry with these names, and `table`
    rewrites the rows of a rule table. Each function takes and returns plain JSON values, and does not change its
    argument.
    """

    position: Rewrite = as_it_is
    data: Rewrite = as_it_is
    kept: Rewrite = as_it_is
    table: Rewrite = as_it_is


class FamilyFormat(NamedTuple):
    """The format of a family's stored values. `migrations` returns the migrations from an earlier format to the next
    one.
    """

    number: int = 1
    migrations: Callable[[int], Sequence[Migration]] = lambda number: ()


OfFamily = Callable[[Plain], FamilyFormat]
"""A function that returns the format of a game's family, given the head of the game."""

MIGRATIONS: Mapping[int, Sequence[Migration]] = {1: (Migration(house_rows, table=table_rows),)}
"""Format -> the migrations to the next format, for the values that games of all families have. Migrations may be added
to a format until it is released (see docs/architecture.md).
"""

SCHEMA_CHANGES: Mapping[int, Sequence[str]] = {}
"""Format -> the SQL statements that change its tables into the tables of the next format."""


class Overdue(NamedTuple):
    """The formats of an older game. `written` is the format of the game file. `of_family` is the format of the family's
    values in the file. `kind` is the family's current format.
    """

    written: int
    of_family: int
    kind: FamilyFormat

    def migrations(self, wanted: int) -> list[Migration]:
        """Return the migrations, in order, that lead to a file of the format `wanted` and to the family's current
        format.
        """
        common = [each for number in range(self.written, wanted) for each in MIGRATIONS.get(number, ())]
        return common + [
            each for number in range(self.of_family, self.kind.number) for each in self.kind.migrations(number)
        ]


def family_format(head: Plain) -> int:
    """Return the format of the family's values in this game. If the head of the game has no format, return 1."""
    return int(head.get("format", 1))


def upgrade(db: sqlite3.Connection, overdue: Overdue, wanted: int) -> None:
    """Upgrade an older game to the format `wanted`, within the open transaction.

    Raises ValueError if replaying the record does not give the stored position.
    """
    for number in range(overdue.written, wanted):
        for statement in SCHEMA_CHANGES.get(number, ()):
            db.execute(statement)
    parts = overdue.migrations(wanted)
    _rewrite_record(db, parts, overdue.kind.number)
    for n, digest, data in db.execute("SELECT n, digest, data FROM tables").fetchall():
        rows = text(_each([part.table for part in parts], json.loads(data)))
        db.execute("UPDATE tables SET data = ?, seal = ? WHERE n = ?", (rows, seal(digest, rows), n))
    db.execute(f"PRAGMA user_version = {wanted}")


class _Rewriting(NamedTuple):
    """The functions that rewrite an older game. `before` has the position before each entry that an amend has
    changed.
    """

    position: Rewrite
    data: Rewrite
    kept: Rewrite
    before: dict[int, Plain]

    def amended(self, one: Plain) -> Plain:
        """Return the new format of an entry that an amend stores."""
        made = {**one, "data": self.data(one["data"]), "kept": self.kept(one["kept"])}
        return {**made, "changes": self._changes(self.before[one["n"]], one["changes"])} if "changes" in one else made

    def _changes(self, position: Plain, changes: list[Plain]) -> list[Plain]:
        """Return the changes of an entry in the new format. The entry is stored within an amend. `position` is the
        position before the entry.
        """
        before = after = position
        for change in decode(changes):
            before, after = _with(before, change.path, change.before), _with(after, change.path, change.after)
        return encode(difference(self.position(before), self.position(after)))

    def amends(self, kept: Plain) -> Plain:
        """Return the rewritten `kept` part of an entry. If the entry is an amend, this part has the entries that the
        amend has changed.
        """
        made = self.kept(kept)
        if "entries" in kept:
            made = {**made, "entries": [self.amended(one) for one in kept["entries"]]}
        return {**made, "put": self.amended(kept["put"])} if "put" in kept else made


def _rewrite_record(db: sqlite3.Connection, parts: Sequence[Migration], of_family: int) -> None:
    """Rewrite every entry with its changes, and the last position."""
    positions = [part.position for part in parts] + ([partial(_with_format, of_family)] if of_family > 1 else [])
    of_data, of_kept = [part.data for part in parts], [part.kept for part in parts]
    rewriting = _Rewriting(partial(_each, positions), partial(_each, of_data), partial(_each, of_kept), {})
    data_changes, kept_changes = ({*rewrites} != {as_it_is} for rewrites in (of_data, of_kept))
    wanted = _rewritten_by_amends(db)
    now, old, new = snapshot(db), Plain(), Plain()
    for number in range(1, now.number + 1):
        row = db.execute("SELECT * FROM entries WHERE n = ?", (number,)).fetchone()
        if row is None or row != sealed(row[:-1]):
            raise ValueError(f"entry {number} has changed since it was written")
        *first, changes, data, kept, _ = row
        if number in wanted:
            rewriting.before[number] = old
        old, then = forward(old, decode(json.loads(changes))), new
        new = rewriting.position(old)
        if data_changes:
            data = text(rewriting.data(json.loads(data)))
        if data_changes or kept_changes or row[1] == "amend":
            kept = text(rewriting.amends(json.loads(kept)))
        fresh = sealed((*first, text(encode(difference(then, new))), data, kept))
        db.execute("UPDATE entries SET changes = ?, data = ?, kept = ?, seal = ? WHERE n = ?", (*fresh[7:], number))
    if old != now.position:
        raise ValueError("replaying the record does not lead to the stored position")
    stands = (now.number, now.head, now.redo, text(new))
    db.execute("UPDATE position SET data = ?, seal = ?", (stands[-1], seal(*stands)))


def _rewritten_by_amends(db: sqlite3.Connection) -> set[int]:
    """Return the number of each entry whose new changes are stored in an amend."""
    every = (json.loads(kept) for (kept,) in db.execute("SELECT kept FROM entries WHERE kind = 'amend'"))
    return {one["n"] for kept in every for one in kept.get("entries", ()) if "changes" in one}


def _with(branch: Any, path: Sequence[str], value: Any) -> Any:
    """Return a position with another value at a path. If the position does not have the path, the path is added."""
    if not path:
        return value
    copy = dict(branch) if isinstance(branch, dict) else {}
    inner = _with(copy.get(path[0]), path[1:], value)
    if inner is ABSENT:
        copy.pop(path[0], None)
    else:
        copy[path[0]] = inner
    return copy


def _each(rewrites: Sequence[Rewrite], value: Plain) -> Plain:
    for rewrite in rewrites:
        value = rewrite(value)
    return value


def _with_format(number: int, position: Plain) -> Plain:
    return {**position, "game": {**position["game"], "format": number}}
