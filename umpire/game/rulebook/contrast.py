"""The differences between two rule tables, row by row. Each value comes with its rule."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from umpire.game.rulebook.overlay import HEAD, RULED
from umpire.game.rulebook.rows import Rows

Kind = Literal["value", "words", "rule"]

_PLAYED = ("is", "assume", "of", "least", "most")
"""The keys of a typed fact that affect play. Its other keys are only words."""

ABSENT = None
"""The value of a row or key that a table does not have: TOML has no such value."""


class Difference(NamedTuple):
    """One difference between two tables, with both values and their rules. For example, the `range` of the row
    `artillery` in the section `core` is 12 in one table and 8 in the other.

    If only one table has the row, `key` is "". If only one table has the section, `row` is "" too. `kind` says whether
    the difference affects play, or only words or numbers of clauses.
    """

    section: str
    row: str
    key: str
    a: Any
    b: Any
    a_rule: str
    b_rule: str
    kind: Kind


class ComparedTable(NamedTuple):
    """One of the two tables. Each list of rows in the table has been turned into a dict by name (see `rows.keyed`).
    `rule_of` returns the rule of an option.
    """

    rows: Rows
    rule_of: Callable[[str], str] = lambda option: ""

    def rule(self, path: Sequence[str], row: Rows) -> str:
        """Return the number of the rule for a key of a row; "" if there is none."""
        key = path[-1]
        found = row.get(f"{key}_rule") or row.get("rule")
        if not found and path[0] == "options":
            found = self.rule_of(key)
        if not found and path[0] == "limits":
            found = self.rows.get("rules", {}).get(key)
        prefix = self.rows.get("prefix", "")
        return f"{prefix} {found}" if prefix and found and str(found)[0].isdigit() else str(found or "")


def differences(a: ComparedTable, b: ComparedTable) -> list[Difference]:
    """Return every difference, in the order of the first table. Sections and rows that are only in the second table
    come last.
    """
    sections = [name for name in dict.fromkeys([*a.rows, *b.rows]) if name not in HEAD]
    found: list[Difference] = []
    for name in sections:
        usual: Any = {} if name in RULED else ABSENT
        found += _walk(a, b, (name,), a.rows.get(name, usual), b.rows.get(name, usual), {}, {})
    return found


def of_rule(
    rule: str, found: Sequence[Difference], limits: Mapping[str, Collection[str]], prefix: str
) -> list[Difference]:
    """Return the differences that belong to a clause: differences in rows that cite the clause, and differences in its
    limits in [limits]. `rule` is the number of the clause in the form that rows use. If this number begins with a
    digit, `prefix` is put in front of the number. Whole rows, options and wording are left out.
    """
    numbers = {rule, f"{prefix} {rule}"}
    return [
        each
        for each in found
        if each.key and each.kind == "value" and each.section != "options"
        if (rule in limits.get(each.key, ()) if each.section == "limits" else numbers & {each.a_rule, each.b_rule})
    ]


def _walk(
    a: ComparedTable, b: ComparedTable, path: tuple[str, ...], x: Any, y: Any, of_x: Rows, of_y: Rows
) -> Iterator[Difference]:
    """Yield the differences between two values, `x` and `y`. The rows `of_x` and `of_y` contain these values."""
    conditions = path[1:] and path[-1] in ("when", "option")
    if isinstance(x, Mapping) and isinstance(y, Mapping) and not conditions:
        for key in dict.fromkeys([*x, *y]):
            of = _row(of_x, x), _row(of_y, y)
            yield from _walk(a, b, (*path, key), x.get(key, ABSENT), y.get(key, ABSENT), *of)
    elif x != y or type(x) is not type(y):
        whole = isinstance(x if y is ABSENT else y, Mapping) and not conditions
        row, key = (".".join(path[1:]), "") if whole else (".".join(path[1:-1]), path[-1] if path[1:] else "")
        a_rule = "" if x is ABSENT else a.rule(path, _row(of_x, x))
        b_rule = "" if y is ABSENT else b.rule(path, _row(of_y, y))
        kind: Kind = "value" if path[0] == "fact" and _of_fact(a, b, path) else _kind(path)
        yield Difference(path[0], row, key, x, y, a_rule, b_rule, kind)


def _of_fact(a: ComparedTable, b: ComparedTable, path: Sequence[str]) -> bool:
    """Return whether a difference is in a typed fact and affects play. It affects play if the whole fact differs, or if
    one of its keys in `_PLAYED` differs.
    """
    asked = any(side.rows.get("fact", {}).get(name, {}).get("told") for side in (a, b) for name in path[1:2])
    return asked and (len(path) == 2 or path[2] in _PLAYED)


def _row(outer: Rows, value: Any) -> Rows:
    """Return the value itself if it is a row with a rule. If not, return the row that contains it."""
    says = isinstance(value, Mapping) and any(key == "rule" or key.endswith("_rule") for key in value)
    return value if says or not outer else outer


def _kind(path: Sequence[str]) -> Kind:
    if path[0] == "rules" or path[-1] == "rule" or path[-1].endswith("_rule") or path[1:2] == ("rules",):
        return "rule"
    words = path[-1] in ("words", "counted", "name", "against", "steps") and path[0] != "words"
    return "words" if words or path[0] == "fact" else "value"
