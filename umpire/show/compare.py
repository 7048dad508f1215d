"""Where two rule tables differ, as text: section by section, one beside the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.core.outcome import number_of
from umpire.game.maps.drawn import OF_THE_BOARD
from umpire.game.rulebook.contrast import ABSENT, Difference
from umpire.game.rulebook.options import Rows, meaning, written
from umpire.show.page import Lines, Page, bracketed

_HIDDEN = ("id", "key", "words", "name", "rule", "when", "stands", *OF_THE_BOARD)
"""Keys of a row that its words say already."""


def compare_lines(
    page: Page, names: tuple[str, str], tables: tuple[Rows, Rows], found: Sequence[Difference], *, everything: bool
) -> Lines:
    """The two names, then what differs, section by section; wording and rule numbers only with `everything`."""
    shown = [each for each in found if everything or each.kind == "value"]
    lines = page.paragraph(" | ".join(names), style="bold")
    if not shown:
        lines += page.paragraph("they play alike: no number differs", indent=2)
    for section in dict.fromkeys(each.section for each in shown):
        rows = [_line(each, tables) for each in shown if each.section == section]
        lines += _section_lines(page, rows)
    left = [each.kind for each in found if each not in shown]
    if left:
        words, rules = number_of(left.count("words"), "wording"), number_of(left.count("rule"), "rule number")
        lines += page.paragraph(f"also {words} and {rules}: --all lists them", style="dim")
    return lines


def _section_lines(page: Page, rows: Sequence[tuple[str, str, str]]) -> Lines:
    """Columns where they fit the page, else each row as a sentence: a column cut into shreds is read by nobody."""
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    if sum(widths) + 6 <= page.width:
        return page.columns(rows)
    return [line for row in rows for line in page.paragraph("  ".join(row), indent=2, hang=4)]


def _line(each: Difference, tables: tuple[Rows, Rows]) -> tuple[str, str, str]:
    """`core.artillery range`, `12 (TSG 3.1-04)`, `| 8 (3SG 3.1-05)`; of an option what it means."""
    sides = ((tables[0], each.a, each.a_rule), (tables[1], each.b, each.b_rule))
    first, second = (
        (_option(rows, each.key, value) if each.section == "options" and value is not ABSENT else value_words(value))
        + bracketed(rule if value is not ABSENT else "")
        for rows, value, rule in sides
    )
    place = place_of(each) if each.section != "limits" else f"limits {each.key}"
    return place, first, f"| {second}"


def place_of(each: Difference) -> str:
    """Where a difference is, in words: `core.infantry sp`; a number of [limits] by its name alone."""
    if each.section == "limits":
        return each.key
    place = f"{each.section}.{each.row}" if each.row else each.section
    return f"{place} {each.key}".rstrip()


def _option(rows: Rows, option: str, value: Any) -> str:
    return f"{written(value)}: {meaning(rows, option, value)}"


def value_words(value: Any) -> str:
    """A value of a table in words; a row by its words and keys: `militia, arm infantry, sp 4, fs 3`."""
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


def difference_plain(each: Difference) -> dict[str, Any]:
    """A difference for JSON; null is what a table has not."""
    return each._asdict()
