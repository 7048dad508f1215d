"""The oddities of a house file, such as a row that adds 0, a row that never counts, or a fact that no row uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from umpire.game.facts import RowScope
from umpire.game.rulebook.asked import FOE, MOST, NONE, Asked
from umpire.game.rulebook.overlay import RULED
from umpire.game.says.condition import Condition, read_condition, say

Odd = tuple[str, str, str]
"""The key, the oddity, and a hint or ""."""


def odd_rows(house: Mapping[str, Any], table: Any, family: Any) -> Iterator[Odd]:
    """Yield the oddities in the rows of a house file. `table` is the rule table with the house rules added."""
    scopes = family.scopes()
    yield from _unused(house, table) if scopes else ()
    for section in ("modifier", *RULED) if scopes else ():  # rule files have rows of other kinds
        fields = table.modifiers.fields
        kept = getattr(table.modifiers, "rows" if section == "modifier" else section)
        lists = {row.id: at for at, rows in kept.items() for row in rows}
        rows: Any = house.get(section, ())
        named = rows.items() if isinstance(rows, Mapping) else ((row["id"], row) for row in rows)
        for id, row in named:
            if section == "modifier" and row.get("amount") == 0 and not row.get("remove"):
                hint = "write another number, or `remove = true` in place of this line"
                yield f"{section}.{id}.amount", "0 adds nothing", hint
            if "when" not in row:
                continue
            key = f"{section}.{id}.when"
            when = {name: read_condition(name, wanted, any_word=True) for name, wanted in row["when"].items()}
            reached = {name: _reached(fields[name], condition) for name, condition in when.items()}
            for name in (name for name, may in reached.items() if not may):
                yield f"{key}.{name}", "no value fits this condition, so the row never counts", ""
            if all(reached.values()):
                asked = [each for each in scopes if section in each.sections and lists.get(id, "") in each.at]
                yield from _in_scope(key, when, asked)


def _unused(house: Mapping[str, Any], table: Any) -> Iterator[Odd]:
    """Yield the facts of the house file that no row uses."""
    rows = table.modifiers
    used = {
        name.removeprefix(FOE)
        for lists in (rows.rows, rows.refuse, rows.instead)
        for row in (row for kept in lists.values() for row in kept)
        for name in (*row.when, getattr(row, "times", ""))
    }
    for name, fact in house.get("fact", {}).items():
        if name not in used and "is" in fact:
            value = {"yes/no": "true", "number": '">= 1"'}.get(str(fact["is"]), f'"{fact["is"][-1]}"')
            hint = f"use the fact in a row, for example: when = {{ {name} = {value} }}"
            yield f"fact.{name}", f"no row uses the fact `{name}`, so you cannot type `{name}=`", hint


def _in_scope(key: str, when: Mapping[str, Condition], scopes: Sequence[RowScope]) -> Iterator[Odd]:
    """Yield each condition in `when` that always holds, or that never holds. Also yield the row itself if it has no
    condition named `what` and so applies to several kinds of things.
    """
    scopes = [each for each in scopes if not each.about or when.keys() & {*each.about}]
    scopes = [
        each for each in scopes if not each.what or "what" not in when or _fits(when["what"], each.what)
    ] or scopes
    for name, condition in when.items() if scopes else ():
        left = [each for each in scopes if name not in each.fixed or _fits(condition, each.fixed[name])]
        if not left or (name != "what" and all(name in each.fixed for each in scopes)):
            whom, so = " and ".join(each.of for each in scopes), "it always holds" if left else "this row never counts"
            usual = {say(each.fixed[name]) for each in scopes if each.fixed[name] not in ("", False, 0, NONE)}
            same = " or ".join(sorted(usual))
            words = f"{name} is {f'always {same} for' if usual else 'never asked of'} {whom}, so {so}"
            yield f"{key}.{name}", words, "leave it out" if left else ""
        if not left:
            return
        scopes = left
    if len(scopes) > 1 and "what" not in when and all(each.what and "modifier" in each.sections for each in scopes):
        *most, last = [each.of for each in scopes]
        words = f"this row has no key `what`, so the row applies once to each of: {', '.join(most)} and {last}"
        yield key, words, 'for example: what = "core"'


def _fits(condition: Condition, value: Any) -> bool:
    nothing: Any = None  # the values that rows are compared with have no names
    return condition.fits(value, nothing)


def _reached(asked: Asked, condition: Condition) -> bool:
    """Return whether any possible value of a fact meets a condition."""
    numbers = (number for test in condition.bounds for number in (test.tree,) if isinstance(number, int))
    near = {asked.least, asked.most, *(number + by for number in numbers for by in (-1, 0, 1))}
    least = asked.least if asked.told else -MOST
    may: Sequence[Any] = asked.values or (True, False)
    if asked.kind == "number":
        may = [number for number in near if least <= number <= asked.most]
    return any(_fits(condition, each) for each in may) or any(each.startswith("[") for each in asked.values)
