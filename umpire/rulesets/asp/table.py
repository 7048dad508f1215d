"""The rule table, typed: options, types of stands, the score matrix, modifiers, results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake
from umpire.game.modifiers import Modifiers, read_modifiers

GRADES = "ABCD"
"""Troop grades, best first (GRADE-01)."""


@frozen
class Type:
    """What a stand is: its `kind`, the row it shoots on ("" unarmed), the column it is shot at on, what it carries.

    `rows` are the weapons it may have instead of `row`; `points` its class for points; `printed` the row of the book.
    `counts` is False for the command stand beside the twelve (ORG-06).
    """

    name: str
    kind: str
    row: str
    column: str
    rows: tuple[str, ...] = ()
    mobility: str = ""
    points: str = ""
    carries: tuple[str, ...] = ()
    aaa: bool = False
    transport: bool = False
    printed: str = ""
    counts: bool = True


@frozen
class Table:
    """Everything the rules look up. `rows` are the shooter's rows, `modifiers` lists by the throw they belong to.

    `sections` is the table as it is written, for what is looked up in one place only.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    name: str
    options: Mapping[str, str]
    limits: Mapping[str, int]
    grades: Mapping[str, Mapping[str, int]]
    kinds: Mapping[str, Mapping[str, Any]]
    rows: Mapping[str, Mapping[str, Any]]
    types: Mapping[str, Mapping[str, Any]]
    modifiers: Modifiers
    columns: tuple[str, ...]
    matrix: Mapping[str, tuple[int | None, ...]]
    detection: Mapping[str, Any]
    results: Mapping[str, tuple[tuple[int, str], ...]]
    sections: Mapping[str, Any]

    @lru_cache(maxsize=256)  # noqa: B019 - a process reads one table or a few
    def type(self, name: str) -> Type:
        """The type of that name, its data row as the option `vehicle_typos` reads it (VEH-03)."""
        listed = self.types[name].items()
        row: dict[str, Any] = {"kind": "vehicle"}
        row |= {field: tuple(value) if isinstance(value, list) else value for field, value in listed}
        as_printed = {field: row.pop(f"printed_{field}", None) for field in ("row", "column", "mobility")}
        if self.options["vehicle_typos"] == "printed":
            row |= {field: value for field, value in as_printed.items() if value is not None}
        return Type(name, **row)

    def score(self, row: str, column: str) -> int | None:
        """The score required of a row against a column (SCORE-01); None where the book prints a dash."""
        if row not in self.matrix or column not in self.columns:
            return None
        return self.matrix[row][self.columns.index(column)]


def read_table(rows: Mapping[str, Any]) -> Table:
    """The rule table from parsed TOML. Raises Mistake for an option that is not one of its values."""
    options = {name: str(value) for name, value in rows["options"].items()}
    for name, value in options.items():
        allowed = rows["option_values"].get(name, [])
        if value not in allowed:
            raise Mistake(f"options.{name}: {value!r} is not a value", "one of: " + ", ".join(allowed))
    matrix = {
        row: tuple(score if isinstance(score, int) else None for score in rows["score"][row]) for row in rows["rows"]
    }
    return Table(
        rows["name"],
        options,
        rows["limits"],
        rows["grades"],
        rows["kinds"],
        rows["rows"],
        rows["types"],
        read_modifiers(rows, rows["limits"]),
        tuple(rows["score"]["columns"]),
        matrix,
        rows["detection"],
        {grade: by_face(rows["results"][grade]) for grade in GRADES},
        rows,
    )


def by_face(values: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """The values for 1, 2, 3 ... as rows of (least number, value), one for each change."""
    return tuple((face, value) for face, value in enumerate(values, 1) if face == 1 or value != values[face - 2])
