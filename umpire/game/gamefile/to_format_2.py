"""The functions that rewrite games of format 1. `migrations` lists them.

Do not change this module: release 1.0 has format 2, and the next change of stored data begins format 3 (see
docs/architecture.md).
"""

from __future__ import annotations

from typing import Any

from umpire.game.gamefile.changes import Plain

# -- House rules and tables. Bounds of a condition were a table, `{ min = 3 }`, and are a text, `">= 3"`. Facts were
# -- declared in `[when.NAME]` by `type values means ask`, and are in `[fact.NAME]` by `is words told`.


def table_rows(rows: Plain) -> Plain:
    """Return the rows of a table or of house rules, with conditions and facts in the current form."""
    made = {("fact" if key == "when" else key): value for key, value in rows.items()}
    if "when" in rows:
        made["fact"] = {name: _fact(row) for name, row in rows["when"].items()}
    return {**made, "modifier": _each(rows["modifier"])} if "modifier" in rows else made


def _fact(row: Plain) -> Plain:
    kind = row.get("values", row.get("type")) if row.get("type") in ("word", None) else row["type"]
    made = {"is": kind, "words": row.get("means"), "told": "ask" in row or None}
    rest = {key: value for key, value in row.items() if key not in ("type", "values", "means", "ask")}
    return {key: value for key, value in made.items() if value is not None} | rest


def house_rows(position: Plain) -> Plain:
    """Return a position with its house rules in the current form."""
    head = position["game"]
    if not head.get("house"):
        return position
    return {**position, "game": {**head, "house": [table_rows(rows) for rows in head["house"]]}}


def _each(rows: Any) -> Any:
    """Return the rows of a section, whether the section is a list or a table by id."""
    return {id: _row(row) for id, row in rows.items()} if isinstance(rows, dict) else [_row(row) for row in rows]


def _row(row: Plain) -> Plain:
    return {**row, "when": {name: _bounds(each) for name, each in row["when"].items()}} if "when" in row else row


def _bounds(wanted: Any) -> Any:
    if not isinstance(wanted, dict):
        return wanted
    return " and ".join(f"{'>=' if key == 'min' else '<='} {number}" for key, number in wanted.items())
