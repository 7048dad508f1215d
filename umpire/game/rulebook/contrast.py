"""Where two rule tables differ, row by row, each value with the rule it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from umpire.game.rulebook.fitting import IDENTITIES, says_when
from umpire.game.rulebook.overlay import HEAD

Rows = Mapping[str, Any]
Kind = Literal["value", "words", "rule"]

ABSENT = None
"""What stands where a table has no such row or key: TOML knows no such value."""


class Difference(NamedTuple):
    """One place where two tables differ: `core`, `artillery`, `range`, 12 or 8, and the rules of both.

    `key` is "" where a whole row is in one of them only, `row` as well where it is a section. `kind` tells what plays
    otherwise from what is only worded or numbered otherwise.
    """

    section: str
    row: str
    key: str
    a: Any
    b: Any
    a_rule: str
    b_rule: str
    kind: Kind


class Side(NamedTuple):
    """One of the two tables, and what gives the rule of an option by its name."""

    rows: Rows
    rule_of: Callable[[str], str] = lambda option: ""

    def rule(self, path: Sequence[str], row: Rows) -> str:
        """The number of the rule behind a key of a row, or ""."""
        key = path[-1]
        found = row.get(f"{key}_rule") or row.get("rule")
        if not found and path[0] == "options":
            found = self.rule_of(key)
        if not found and path[0] == "limits":
            found = self.rows.get("rules", {}).get(key)
        prefix = self.rows.get("prefix", "")
        return f"{prefix} {found}" if prefix and found and str(found)[0].isdigit() else str(found or "")


def differences(a: Side, b: Side) -> list[Difference]:
    """Every difference, in the order of the first table, then what only the second has."""
    sections = [name for name in dict.fromkeys([*a.rows, *b.rows]) if name not in HEAD]
    found: list[Difference] = []
    for name in sections:
        found += _walk(a, b, (name,), a.rows.get(name, ABSENT), b.rows.get(name, ABSENT), {}, {})
    return found


def _walk(a: Side, b: Side, path: tuple[str, ...], x: Any, y: Any, of_x: Rows, of_y: Rows) -> Iterator[Difference]:
    """The differences of two values; `of_x` and `of_y` are the rows they stand in."""
    by = _shared_identity(x, y)
    if by:
        x, y = _by_name(x, by), _by_name(y, by)
    if isinstance(x, Mapping) and isinstance(y, Mapping) and not says_when(path):
        for key in dict.fromkeys([*x, *y]):
            of = (of_x, of_y) if by else (_row(of_x, x), _row(of_y, y))
            yield from _walk(a, b, (*path, key), x.get(key, ABSENT), y.get(key, ABSENT), *of)
    elif x != y or type(x) is not type(y):
        whole = isinstance(x if y is ABSENT else y, Mapping) and not says_when(path)
        row, key = (".".join(path[1:]), "") if whole else (".".join(path[1:-1]), path[-1] if path[1:] else "")
        a_rule = "" if x is ABSENT else a.rule(path, _row(of_x, x))
        b_rule = "" if y is ABSENT else b.rule(path, _row(of_y, y))
        yield Difference(path[0], row, key, x, y, a_rule, b_rule, _kind(path))


def _row(outer: Rows, value: Any) -> Rows:
    """The row a value stands in: itself if it says a rule, else the one around it."""
    return value if isinstance(value, Mapping) and ("rule" in value or not outer) else outer


def _kind(path: Sequence[str]) -> Kind:
    if path[0] == "rules" or path[-1] == "rule" or path[-1].endswith("_rule") or path[1:2] == ("rules",):
        return "rule"
    return "words" if path[-1] in ("words", "name", "against", "steps") and path[0] != "words" else "value"


def _shared_identity(x: Any, y: Any) -> tuple[str, ...]:
    """By which keys the rows of both lists are told apart; () if these are no lists of rows."""
    lists = [value for value in (x, y) if value is not ABSENT]
    if not lists or not all(isinstance(rows, list) and rows for rows in lists):
        return ()
    for by in IDENTITIES:
        if all(isinstance(row, Mapping) and all(key in row for key in by) for rows in lists for row in rows):
            return by
    return ()


def _by_name(rows: Any, by: tuple[str, ...]) -> Any:
    if rows is ABSENT:
        return ABSENT
    return {"-".join(str(row[key]) for key in by): {k: v for k, v in row.items() if k not in by} for row in rows}
