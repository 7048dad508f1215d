"""Games damaged on purpose: one of their values is changed, and sealed again like a value that the program wrote."""

import json
import sqlite3
from contextlib import closing

from umpire.game.gamefile.store import seal, sealed

INSTEAD = (None, 0, -1, 3, 1.5, "", "x", "\x1b[31m\u202e", True, [], {}, [[]], {"x": 1}, ["x"])


def hurt(value, chance):
    """Return the value with one inner value or key, at any depth, replaced or removed; `chance` is a random.Random."""
    if isinstance(value, dict) and value and chance.random() < 0.95:
        key = chance.choice(list(value))
        if chance.random() < 0.1:
            return {name: inner for name, inner in value.items() if name != key}
        return {**value, key: hurt(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        return [hurt(inner, chance) if index == at else inner for index, inner in enumerate(value)]
    return chance.choice(INSTEAD)


def tamper(game, change, *, position=True, resealed=True, column="data", n=1):
    """Change the position, or a column of entry `n`; `change` is a function of its parsed value."""
    with closing(sqlite3.connect(game)) as db, db:
        if position:
            *stands, data, old = db.execute("SELECT number, head, redo, data, seal FROM position").fetchone()
            data = json.dumps(change(json.loads(data)))
            db.execute("UPDATE position SET data = ?, seal = ?", (data, seal(*stands, data) if resealed else old))
            return
        row = list(db.execute("SELECT * FROM entries WHERE n = ?", (n,)).fetchone())
        at = {"changes": 7, "data": 8}[column]
        row[at] = json.dumps(change(json.loads(row[at])))
        new = sealed(tuple(row[:-1]))[-1] if resealed else row[-1]
        db.execute("UPDATE entries SET changes = ?, data = ?, seal = ? WHERE n = ?", (row[7], row[8], new, n))


COLUMNS = ("n", "kind", "parent", "target", "redo_below", "undone", "command", "changes", "data", "kept")


def forge(game, n, **columns):
    """Write entry `n` with other values in some columns, sealed again like an entry that the program wrote."""
    with closing(sqlite3.connect(game)) as db, db:
        row = dict(zip(COLUMNS, db.execute("SELECT * FROM entries WHERE n = ?", (n,)).fetchone(), strict=False))
        db.execute("DELETE FROM entries WHERE n = ?", (n,))
        db.execute(f"INSERT INTO entries VALUES ({', '.join('?' * 11)})", sealed(tuple({**row, **columns}.values())))


def forge_position(game, **columns):
    """Write the position with another `number`, `head` or `redo`, sealed again."""
    with closing(sqlite3.connect(game)) as db, db:
        found = db.execute("SELECT number, head, redo, data FROM position").fetchone()
        row = {**dict(zip(("number", "head", "redo", "data"), found, strict=True)), **columns}
        assert len(row) == 4
        put = ", ".join(f"{name} = ?" for name in (*row, "seal"))
        db.execute(f"UPDATE position SET {put}", (*row.values(), seal(*row.values())))
