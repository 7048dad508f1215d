"""The rule table, typed: options, types of stands, the score matrix, modifiers, results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake

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
class Modifier:
    """A line of a modifier list. It applies when every condition of `when` holds for a shot.

    `amount` counts once, or `times` the number in that field of the shot; `group` names the cap it falls under.
    """

    id: str
    at: str
    when: Mapping[str, Any]
    amount: int
    on: Any
    words: str
    rule: str
    times: str = ""
    group: str = ""


@dataclass(frozen=True, eq=False)
class Table:
    """Everything the rules look up. `rows` are the shooter's rows, `modifiers` lists by the throw they belong to.

    `sections` is the table as it is written, for what is looked up in one place only.
    """

    name: str
    options: Mapping[str, str]
    limits: Mapping[str, int]
    words: Mapping[str, Mapping[str, str]]
    grades: Mapping[str, Mapping[str, int]]
    kinds: Mapping[str, Mapping[str, Any]]
    rows: Mapping[str, Mapping[str, Any]]
    types: Mapping[str, Mapping[str, Any]]
    modifiers: Mapping[str, tuple[Modifier, ...]]
    caps: tuple[Mapping[str, Any], ...]
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
    modifiers: dict[str, list[Modifier]] = {}
    for row in rows["modifier"]:
        modifiers.setdefault(row["at"], []).append(Modifier(**row))
    matrix = {
        row: tuple(score if isinstance(score, int) else None for score in rows["score"][row]) for row in rows["rows"]
    }
    return Table(
        rows["name"],
        options,
        rows["limits"],
        rows["words"],
        rows["grades"],
        rows["kinds"],
        rows["rows"],
        rows["types"],
        {at: tuple(found) for at, found in modifiers.items()},
        tuple(rows["group"]),
        tuple(rows["score"]["columns"]),
        matrix,
        rows["detection"],
        {grade: _steps(rows["results"][grade]) for grade in GRADES},
        rows,
    )


def _steps(letters: list[str]) -> tuple[tuple[int, str], ...]:
    """The results for totals of 1, 2, 3 ... as (least total, letter), one step for each change."""
    return tuple(
        (total, letter) for total, letter in enumerate(letters, 1) if total == 1 or letter != letters[total - 2]
    )
