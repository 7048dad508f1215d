"""The differences of two rule tables as text: section by section, side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from umpire.core.outcome import number_of
from umpire.game.maps.drawn import OF_THE_BOARD
from umpire.game.rulebook.asked import read_fact
from umpire.game.rulebook.contrast import ABSENT, Difference
from umpire.game.rulebook.modifiers import Rows, meaning, written
from umpire.game.says.condition import read_condition
from umpire.show.page import Lines, Page, bracketed

_HIDDEN = ("id", "key", "words", "name", "rule", "when", "stands", *OF_THE_BOARD)
"""Keys of a row that its words include already."""


def compare_lines(
    page: Page, names: tuple[str, str], tables: tuple[Rows, Rows], found: Sequence[Difference], *, everything: bool
) -> Lines:
    """Return the two names, then the differences by section.

    If `everything` is true, differences of wording and rule numbers are shown too.
    """
    shown = [each for each in found if everything or each.kind == "value"]
    lines = page.paragraph(" | ".join(names), style="bold")
    if not shown:
        lines += page.paragraph("all numbers are equal, so both rulesets play alike", indent=2)
    for section in dict.fromkeys(each.section for each in shown):
        rows = [_line(each, tables) for each in shown if each.section == section]
        lines += _section_lines(page, rows)
    left = [each.kind for each in found if each not in shown]
    if left:
        words, rules = number_of(left.count("words"), "wording"), number_of(left.count("rule"), "rule number")
        lines += page.paragraph(f"also different: {words} and {rules}; --all lists all differences", style="dim")
    return lines


def _section_lines(page: Page, rows: Sequence[tuple[str, str, str]]) -> Lines:
    """Return the rows in columns if the columns fit the page; if not, each row as a sentence."""
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    if sum(widths) + 6 <= page.width:
        return page.columns(rows)
    return [line for row in rows for line in page.paragraph("  ".join(row), indent=2, hang=4)]


def _line(each: Difference, tables: tuple[Rows, Rows]) -> tuple[str, str, str]:
    """Return the place and both values of a difference: `core.artillery range`, `12 (TSG 3.1-04)`, `| 8 (3SG 3.1-05)`.

    For an option, the meaning of its value is given.
    """
    sides = ((tables[0], each.a, each.a_rule), (tables[1], each.b, each.b_rule))
    own = tables[0].get("id") == tables[1].get("id")
    first, second = (
        "none" if value is ABSENT else _value_of(each, rows, value, own=own) + bracketed(rule)
        for rows, value, rule in sides
    )
    place = place_of(each) if each.section != "limits" else f"limits {each.key}"
    return place, first, f"| {second}"


def _value_of(each: Difference, rows: Rows, value: Any, *, own: bool) -> str:
    """Return the value in one of the two tables, in words. If `own` is true, both tables belong to one ruleset, and a
    row is shown with its conditions.
    """
    if each.section == "options":
        return _option(rows, each.key, value)
    if _is_fact(each) and not each.key:
        return fact_words(value)
    words = value_words(value)
    if own and not each.key and isinstance(value, Mapping) and value.get("when"):
        legend = rows.get("fact", {})
        words += ", when " + "; ".join(condition(name, wanted, legend) for name, wanted in value["when"].items())
    return words


def _is_fact(each: Difference) -> bool:
    """Return whether the difference is in the section of facts and affects play."""
    return each.section == "fact" and each.kind == "value"


def fact_words(row: Mapping[str, Any]) -> str:
    """Return a fact in words: the values that can be typed, and the value assumed if none is typed."""
    asked = read_fact(row)
    told = ", ".join(asked.values) or {"yes/no": "yes or no"}.get(str(asked.kind), "a number")
    return f"{told}{f' for each {asked.of}' if asked.of else ''}; assumed if not typed: {value_words(asked.untold)}"


def place_of(each: Difference) -> str:
    """Return the place of a difference in words: `core.infantry sp`; for a number in [limits], only the name."""
    if each.section == "limits":
        return each.key
    place = f"{each.section}.{each.row}" if each.row else each.section
    place = f"fact {each.row}" if _is_fact(each) else place
    return f"{place} {each.key}".rstrip()


def _option(rows: Rows, option: str, value: Any) -> str:
    return f"{written(value)}: {meaning(rows, option, value)}"


def value_words(value: Any) -> str:
    """Return a value of a table in words.

    A row is shown with its words and keys: `militia, arm infantry, sp 4, fs 3`.
    """
    if value is ABSENT:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        if any(isinstance(item, Mapping | list) for item in value):
            return "; ".join(map(value_words, value))
        return (" " if any(isinstance(item, int) for item in value) else ", ").join(map(value_words, value)) or "none"
    if isinstance(value, Mapping):
        if len(value) > 4 and all(isinstance(inner, Mapping | list) for inner in value.values()):
            return number_of(len(value), "row")
        words = str(value.get("words", value.get("name", "")))
        hidden = _HIDDEN if words else ()
        parts = [f"{name} {value_words(inner)}" for name, inner in value.items() if name not in hidden]
        return ", ".join([words, *parts] if words else parts) or "always"
    return str(value) or "none"


def condition(name: str, value: Any, legend: Mapping[str, Any]) -> str:
    """Return a condition: `the opponent is armoured`, `not: engineers are with it`, `whose dice: core or gun`."""
    means = re.sub(r" \(.*\)", "", str(legend.get(name, {}).get("words", ""))) or name.replace("_", " ")
    if isinstance(value, bool):
        return means if value else f"not: {means}"
    if name in legend and (span := read_condition(name, value, any_word=True).span):
        least, most = span
        either = f"{most} or less" if least is None else f"{least} or more" if most is None else f"{least} to {most}"
        return f"{means}: {either}"
    return f"{means}: {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " or ".join(map(_value, value))
    if isinstance(value, Mapping):
        return ", ".join(key_words(name, inner) for name, inner in value.items())
    return str(value)


def key_words(name: str, value: Any) -> str:
    """Return a field with its value in words.

    In a results table, a list such as `columns` or `cells` has a separator between its parts. The parts of any other
    list are shown as alternatives.
    """
    between = _TABLE.get(name) if isinstance(value, list) else None
    return f"{name} {between.join(map(_value, value)) if between else _value(value)}"


_TABLE = {"columns": " | ", "cells": " | ", "odds": " : ", "rows": "; "}
"""The separator between the parts of a table."""


def difference_plain(each: Difference) -> dict[str, Any]:
    """Return a difference for JSON; null means the table has no such value."""
    return each._asdict()
