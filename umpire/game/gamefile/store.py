"""The game file: one SQLite database that holds the position and every entry ever made.

Guarantees:

- After a crash at any instant, the game is in the state before the command or after it. A command that was reported as
  recorded is there, even after a power cut. A command that was reported as not recorded is not there.
- Nothing is erased. Undo and redo add entries. Their speed does not depend on the length of the game.
- No lock is held between calls. Every call opens the file, does its work in one transaction and closes the file. If
  another entry was added while people were thinking, the command is refused (`GameMoved`).
- Ctrl-C is ignored during the few milliseconds of a write, so that the caller learns whether the write succeeded. If
another program has locked the file, the write waits up to `PATIENCE` seconds, and Ctrl-C is ignored during this time.
- Every failure is a `StoreError` with one line and a hint. A failure does not change the game.

The record is a tree with two pointers. `head` is the newest entry that counts. The `parent` of a command is the entry
that was the head before the command; an undo makes the parent the head again. The undo entries that can be redone form
a stack within the record. `redo` is the undo entry at the top, which the next redo would cancel. The `redo_below` of an
undo entry is the next lower undo entry in the stack. A new command clears the stack.

An entry of kind `amend` is recorded, undone and redone like a command. The `kept` of an amend has the new form of the
entries that the amend corrects; the corrected entries themselves are never changed. Each rule table of the game is
stored once, under its digest.
"""

from __future__ import annotations

import json
import sqlite3
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from umpire.game.gamefile.changes import LeafChange, Plain, difference, encode, forward, reverse
from umpire.game.gamefile.database import FORMAT, created, format_of, leave_copy, make_durable, opened, undisturbed
from umpire.game.gamefile.entries import (
    Entry,
    Reversal,
    Snapshot,
    StoredTable,
    as_entry,
    entry_of,
    keep,
    mark_of,
    seal,
    sealed,
    snapshot,
    table_of,
    text,
)
from umpire.game.gamefile.trouble import (
    GameMoved,
    NewerFormat,
    NoSuchEntry,
    NothingToRedo,
    NothingToUndo,
    StoreError,
    Unconfirmed,
)

if TYPE_CHECKING:  # few games are older ones
    from umpire.game.gamefile.migrations import OfFamily, Overdue


class _Turn(NamedTuple):
    """The effect of a new entry on the position and on the pointers of the record, such as `head`. `stored` is the
    position as text, or "" if the text is not made yet.
    """

    position: Plain
    changes: tuple[LeafChange, ...]
    head: int
    redo: int | None = None
    target: Entry | None = None
    redo_below: int | None = None
    stored: str = ""


__all__ = ["Entry", "GameFile", "Reversal", "Snapshot", "StoredTable", "create", "open_game", "seal", "sealed"]

_Plan = Callable[[sqlite3.Connection, Snapshot], _Turn]
_INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def create(
    path: Path | str, position: Plain, entry: Plain, command: str = "new", table: StoredTable | None = None
) -> None:
    """Write a new game whose first entry, number 1, is `entry`. The whole game appears at once or not at all.

    `table` is the rule table of the game.

    Raises `GameExists` if there is a file with this name. Raises `StoreError` if the folder does not exist or is
    read-only, or if the disk is full.
    """
    start = text(position)
    # The first entry leads from nothing to the start, so that the record alone is the whole game.
    changes = difference({}, json.loads(start))
    row = (1, "new", None, None, None, 0, _storable(command), text(encode(changes)), text(entry), "{}")
    with undisturbed(), created(Path(path)) as db:
        db.execute(_INSERT, sealed(row))
        keep(db, table)
        db.execute("INSERT INTO position VALUES (1, 1, 1, NULL, ?, ?)", (start, seal(1, 1, None, start)))


def open_game(path: Path | str, mode: str = "rw", of_family: OfFamily | None = None) -> GameFile:
    """Return the game in an existing game file. Raises `NoSuchGame`, `NotAGame`, `NewerFormat`, `Damaged` or another
    `StoreError`.

    If `of_family` is None, an older game can only be read, and the data of its family keep their old form.
    """
    with opened(Path(path), mode):
        return GameFile(Path(path), mode, of_family)


class GameFile:
    """A game and its record. The file is open only during a call. Every call may raise a `StoreError`.

    In mode `ro` the game can only be read (see `database.opened`).
    """

    def __init__(self, path: Path, mode: str = "rw", of_family: OfFamily | None = None) -> None:
        self.path, self.mode, self._of_family = path, mode, of_family
        self._upgraded: tuple[tuple[int, int], sqlite3.Connection] | None = None

    def read(self) -> Snapshot:
        """Return the current game. The folder may be read-only."""
        with self._as_kept_now() as db:
            return snapshot(db)

    def mark(self) -> tuple[int, int]:
        """Return a mark that changes whenever the game changes: the number of the last entry and the seal of the
        position.
        """
        with opened(self.path, self.mode) as db:
            return mark_of(db)

    def entries(self, last: int | None = None) -> list[Entry]:
        """Return the last entries in order, the newest at the end. `last` is the number of entries to return; None
        means all entries.
        """
        with self._as_kept_now() as db:
            limit = -1 if last is None else min(max(last, 0), 2**63 - 1)
            rows = db.execute("SELECT * FROM entries ORDER BY n DESC LIMIT ?", (limit,))
            return [as_entry(row) for row in rows][::-1]

    def entry(self, number: int) -> Entry:
        """Return one entry by its number. Raises `NoSuchEntry`."""
        with self._as_kept_now() as db:
            if not 1 <= number <= snapshot(db).number:
                raise NoSuchEntry(f"the log has no entry {number}", "`umpire log` lists the entries")
            return entry_of(db, number)

    def has_amends(self) -> bool:
        """Return whether the record has an amend."""
        with self._as_kept_now() as db:
            return db.execute("SELECT 1 FROM entries WHERE kind = 'amend' LIMIT 1").fetchone() is not None

    def table(self, digest: str) -> Plain | None:
        """Return the rows of the rule table with this digest; None if the game file does not have it."""
        with self._as_kept_now() as db:
            return table_of(db, digest)

    def record(
        self,
        expected: int,
        command: str,
        entry: Plain,
        after: Plain,
        *,
        kept: Plain | None = None,
        table: StoredTable | None = None,
        amends: bool = False,
    ) -> int:
        """Add a command, its journal entry and the position after it. Return the number of the entry. After this entry,
        nothing can be redone.

        `kept` is the part that only a replay needs. If the entry `amends` earlier entries, `kept` has their new form.
        `table` is the rule table used. `expected` is the number of the last entry when the command was resolved. If
        there are newer entries, nothing is written and `GameMoved` is raised.
        """
        # As it will be read back: tuples are lists, keys are words.
        stored = text(after)
        after = json.loads(stored)

        def play(db: sqlite3.Connection, now: Snapshot) -> _Turn:
            return _Turn(after, difference(now.position, after), head=now.number + 1, stored=stored)

        kind = "amend" if amends else "command"
        number, _ = self._append(expected, kind, command, entry, play, kept or {}, table)
        return number

    def undo(self, expected: int, command: str = "undo", entry: Plain | None = None) -> Reversal:
        """Undo the newest entry that counts. Raises `NothingToUndo` at the start of the game, and `GameMoved` if there
        are newer entries.
        """

        def take_back(db: sqlite3.Connection, now: Snapshot) -> _Turn:
            target = entry_of(db, now.head)
            if target.parent is None:
                raise NothingToUndo("nothing to undo: this is the start of the game", "`umpire log` lists the entries")
            changes = reverse(target.changes)
            after = forward(now.position, changes)
            return _Turn(after, changes, target.parent, redo=now.number + 1, target=target, redo_below=now.redo)

        return self._step(expected, "undo", command, entry, take_back)

    def redo(self, expected: int, command: str = "redo", entry: Plain | None = None) -> Reversal:
        """Restore the entry that was undone last. Raises `NothingToRedo` if no undone entry can be restored, and
        `GameMoved` if there are newer entries.
        """

        def put_back(db: sqlite3.Connection, now: Snapshot) -> _Turn:
            if now.redo is None:
                raise NothingToRedo("nothing to redo", "redo restores only what the last `umpire undo` took back")
            undo = entry_of(db, now.redo)
            target = entry_of(db, undo.target)
            after = forward(now.position, target.changes)
            return _Turn(after, target.changes, target.number, redo=undo.redo_below, target=target)

        return self._step(expected, "redo", command, entry, put_back)

    @contextmanager
    def _as_kept_now(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection for reading. An older game is upgraded in memory, because reading must not change the
        file.
        """
        with opened(self.path, self.mode) as db:
            overdue = self._overdue(db)
            if not overdue:
                yield db
                return
            mark = mark_of(db)
            if not self._upgraded or self._upgraded[0] != mark:
                from umpire.game.gamefile.migrations import upgrade

                memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
                weakref.finalize(self, memory.close)
                db.backup(memory)
                upgrade(memory, overdue, FORMAT)
                self._upgraded = (mark, memory)
            yield self._upgraded[1]

    def _overdue(self, db: sqlite3.Connection) -> Overdue | None:
        """Return the formats of a game that needs an upgrade; None if it needs none.

        Raises NewerFormat if the game was written by a newer version of its ruleset.
        """
        written = format_of(db)
        # A family of our own never goes ahead of the file (a test holds it): its format is not looked at then.
        if written == FORMAT and db.execute("""SELECT instr(data, '"module":') FROM position""").fetchone() == (0,):
            return None
        from umpire.game.gamefile.migrations import FamilyFormat, Overdue, family_format

        head = snapshot(db).position["game"]
        of_family = family_format(head)
        kind = self._of_family(head) if self._of_family else FamilyFormat(of_family)
        if of_family > kind.number:
            raise NewerFormat(
                f"{self.path} was written by a newer {head['ruleset']} (format {of_family}; the ruleset here reads "
                f"{kind.number})",
                "open the game with the newer version, or install the newer version here",
            )
        late = written < FORMAT or of_family < kind.number
        return Overdue(written, of_family, kind) if late else None

    def _step(self, expected: int, kind: str, command: str, entry: Plain | None, plan: _Plan) -> Reversal:
        number, turn = self._append(expected, kind, command, entry or {}, plan)
        assert turn.target is not None
        return Reversal(number, turn.target._replace(undone=kind == "undo"), turn.position)

    def _append(
        self,
        expected: int,
        kind: str,
        command: str,
        entry: Plain,
        plan: _Plan,
        kept: Plain | None = None,
        table: StoredTable | None = None,
    ) -> tuple[int, _Turn]:
        """Write one entry and the position after it in one transaction. Return the number and the effect of the entry.
        All changes to a game are written here.
        """
        command, data = _storable(command), (text(entry), text(kept or {}))
        with undisturbed(), opened(self.path, self.mode) as db:
            make_durable(db)
            db.execute("BEGIN IMMEDIATE")
            now = snapshot(db)
            if now.number != expected:
                raise GameMoved(
                    f"the game has moved on: its last entry is now {now.number}, not {expected}",
                    "nothing was recorded; check `umpire status` and repeat the line",
                )
            if overdue := self._overdue(db):
                from umpire.game.gamefile.migrations import upgrade

                assert self._of_family, "if `of_family` is not given, a game in an older format can only be read"
                leave_copy(db, self.path, f"{self.path.name}.format-{overdue.written}")
                upgrade(db, overdue, FORMAT)
                now = snapshot(db)
            turn, number = plan(db, now), now.number + 1
            target = turn.target.number if turn.target else None
            changes = text(encode(turn.changes))
            row = (number, kind, now.head, target, turn.redo_below, 0, command, changes, *data)
            db.execute(_INSERT, sealed(row))
            keep(db, table)
            undo = kind == "undo"
            db.execute("UPDATE entries SET undone = ?, seal = seal / 2 * 2 + ? WHERE n = ?", (undo, undo, target))
            stands = (number, turn.head, turn.redo, turn.stored or text(turn.position))
            db.execute(
                "UPDATE position SET number = ?, head = ?, redo = ?, data = ?, seal = ?", (*stands, seal(*stands))
            )
            try:
                db.execute("COMMIT")
            except sqlite3.Error:
                db.close()  # rolls back the transaction if it is still open
                if not self._holds(row):
                    raise
        return number, turn

    def _holds(self, row: tuple[Any, ...]) -> bool:
        """Return whether an entry is in the file although its commit reported an error."""
        try:
            with opened(self.path, self.mode) as db:
                found = db.execute("SELECT * FROM entries WHERE n = ?", row[:1]).fetchone()
                # All but `undone`: another program may have taken it back already.
                return found is not None and found[:5] + found[6:-1] == row[:5] + row[6:]
        except StoreError as error:
            raise Unconfirmed(
                f"it is unclear whether the command was recorded: {error.what}",
                "look at `umpire log` before repeating the line",
            ) from error


def _storable(command: str) -> str:
    # Bytes of the command line that are not text reach Python as lone surrogates, which no database takes.
    return command.encode("utf-8", "backslashreplace").decode("utf-8")
