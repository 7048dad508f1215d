"""The words of the rules as text: clauses, sections, interpretations, and the rows of the table that cite a clause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from umpire.game.act import Plain
from umpire.game.rulebook.clauses import Clause, Clauses, Found, Interpretation, Section
from umpire.game.rulebook.contrast import Difference
from umpire.game.rulebook.modifiers import in_force, meaning, written
from umpire.game.rulebook.sheet import SheetLine, SheetPlan
from umpire.show.compare import condition, key_words, place_of, value_words
from umpire.show.page import Lines, Page

PlacedRow = tuple[str, Plain]
"""A row of a table and its place there."""
_WIDE = ("id", "words", "rule", "when", "in_words")


class Changes(NamedTuple):
    """The changes of house rules: their `name` (`house rules Fog`), and the differences by clause id."""

    name: str = ""
    of: Mapping[str, Sequence[Difference]] = {}


UNCHANGED = Changes()


def rule_lines(
    page: Page,
    found: Sequence[Found],
    clauses: Clauses,
    rows: Mapping[str, Any],
    published: Mapping[str, Any],
    changes: Changes = UNCHANGED,
) -> Lines:
    """Return the lines for all rules found. Each clause comes with the table rows that cite it, and with its
    interpretations. `rows` is the table of this game; `published` is the table without house rules. Differences between
    the two tables are shown.
    """
    lines: Lines = []
    told: set[str] = set()
    here, book = citing(rows), citing(published)
    sheet = _otherwise_on_the_sheet(rows, published) if changes.name else []
    for item in found:
        if isinstance(item, Section):
            lines += page.paragraph(f"{item.id}  {item.title}", style="bold") + _table(page, item.table)
            continue
        if isinstance(item, Clause):
            cited = rows_of(here, item.id, clauses), rows_of(book, item.id, clauses)
            lines += _clause(page, item, clauses, rows, published, cited)
        else:
            lines += _reading(page, item)
        if isinstance(item, Clause) and changes.name:
            filled = [words for rules, words in sheet if short(item.id, clauses) in rules and words not in told]
            told.update(filled)
            for words in filled:
                lines += page.paragraph(f"here: {words}", indent=4)
            for each in changes.of[item.id]:
                words = f"{place_of(each)} {value_words(each.b)}, published {value_words(each.a)}"
                lines += page.paragraph(f"{changes.name}: {words}", indent=4)
        for switch in _switches(item, clauses):
            if switch in rows["options"]:
                lines += _option(page, switch, rows, published, whole=switch not in told)
                told.add(switch)
        said, others = ("see", item.readings) if isinstance(item, Clause) else ("clauses", item.clauses)
        if others:
            lines += page.paragraph(f"{said}: {', '.join(others)}", indent=4, style="dim")
    return lines


def _otherwise_on_the_sheet(rows: Mapping[str, Any], published: Mapping[str, Any]) -> list[tuple[tuple[str, ...], str]]:
    """Return the lines of the sheet that house rules change. Each line is a pair: its clauses, and its new words."""
    shown: list[dict[str, tuple[tuple[str, ...], str]]] = []
    for table in (rows, published):
        sheet = SheetPlan(table)
        lines = (
            SheetLine(**row) for row in table.get("sheet", ()) if "covers" in row
        )  # lines of a rule file have none
        there = (line for line in lines if in_force(line.option, table["options"]))
        shown.append({each.id: (tuple(each.covers), sheet.filled(each, each.words)) for each in there})
    here, book = shown
    return [line for id, line in here.items() if id not in book or book[id][1] != line[1]]


def _switches(item: Clause | Interpretation, clauses: Clauses) -> list[str]:
    """Return the names of the options that decide a clause: its own option and the options of its interpretations. For
    an interpretation, return its option.
    """
    read = item.readings if isinstance(item, Clause) else ()
    return list(dict.fromkeys([item.switch, *(each.switch for each in clauses.readings if each.id in read)]))


def _clause(
    page: Page,
    clause: Clause,
    clauses: Clauses,
    rows: Mapping[str, Any],
    published: Mapping[str, Any],
    cited: tuple[Sequence[PlacedRow], Sequence[PlacedRow]],
) -> Lines:
    source = "" if clause.source == "printed" else f" [{clause.source}]"
    lines = page.paragraph(f"{short(clause.id, clauses)}  {clause.words}{source}", hang=4) + _table(page, clause.table)
    here, books = cited
    for place, row in here:
        words = f"table: {row_words(place, row, rows.get('fact', {}))}{_not_in_force(row, rows)}"
        words += "" if (place, row) in books else " (house rules)"
        lines += page.paragraph(words, indent=4, style="dim")
    kept = [(place, row.get("id")) for place, row in here]
    for place, row in books:
        if (place, row.get("id")) not in kept:
            words = f"table: {row_words(place, row, published.get('fact', {}))}: removed by house rules"
            lines += page.paragraph(words, indent=4, style="dim")
    return lines


def _option(page: Page, switch: str, rows: Mapping[str, Any], published: Mapping[str, Any], *, whole: bool) -> Lines:
    """Return the value of an option in this game and, if `whole` is true, each possible value with its words."""
    here, book = (written(table["options"][switch]) for table in (rows, published))
    lines = page.paragraph(f"option {switch}: here {here}{'' if here == book else ', by house rules'}", indent=4)
    for value in rows["option_values"][switch] if whole else ():
        usual = " (the default)" if value == book else ""
        lines += page.paragraph(f"{value}{usual}: {meaning(rows, switch, value)}", indent=6, style="dim")
    return lines


def _not_in_force(row: Plain, rows: Mapping[str, Any]) -> str:
    """Return the reason why this game does not use a row; "" if it does. Such a row belongs to another value of an
    option.
    """
    for switch, wanted in row.get("option", {}).items():
        value = rows["options"].get(switch)
        if value != wanted and not (isinstance(wanted, list) and value in wanted):
            return f"; not used, because {switch} is {written(value)}"
    return ""


def _reading(page: Page, reading: Interpretation) -> Lines:
    lines = page.paragraph(f"{reading.id}  {reading.issue}", hang=4, style="bold")
    return lines + page.paragraph(f"read as: {reading.ruling}", indent=4)


def _table(page: Page, table: Sequence[Sequence[str]]) -> Lines:
    return page.columns(table, indent=4, styles=["bold"]) if table else []


def short(rule: str, clauses: Clauses) -> str:
    """Return a rule number without the initials of the game, as results show it."""
    initials = clauses.clauses[0].id.partition("-")[0] + "-" if clauses.clauses else ""
    return rule.removeprefix(initials)


def citing(rows: Mapping[str, Any]) -> dict[str, list[PlacedRow]]:
    """Return a dict from each rule to the rows of a table that cite it. Each row comes with its place."""
    found: dict[str, list[PlacedRow]] = {}
    for place, row in _walk("", rows):
        if isinstance(row["rule"], str):
            found.setdefault(row["rule"], []).append((place, row))
    return found


def rows_of(cited: Mapping[str, Sequence[PlacedRow]], rule: str, clauses: Clauses) -> list[PlacedRow]:
    """Return the rows that cite this clause. A row may cite the clause with or without the initials of the game."""
    return [placed for each in dict.fromkeys((rule, short(rule, clauses))) for placed in cited.get(each, ())]


def _walk(place: str, value: Any) -> Iterator[PlacedRow]:
    if isinstance(value, Mapping):
        if "rule" in value:
            yield place, dict(value)
        for name, inner in value.items():
            yield from _walk(f"{place}.{name}" if place else str(name), inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _walk(place, inner)


def limit_lines(page: Page, limit: Plain, changes: Changes) -> Lines:
    """Return the line for a number in [limits]."""
    name, value, book = limit["id"], limit["value"], limit["published"]
    words = f"{value}" if value == book else f"here {value}, from {changes.name}; published value {book}"
    return page.paragraph(f"limits {name}: {words}", style="bold")


def house_rows(rows: Mapping[str, Any], published: Mapping[str, Any], text: str) -> list[PlacedRow]:
    """Return the rows that house rules added and that contain this text. Each row comes with its place. The text may be
    in the rule of the row or in its words.
    """
    books = {(place, row.get("id")) for place, row in _walk("", published)}
    wanted = " ".join(text.lower().split())
    return [
        (place, row)
        for place, row in _walk("", rows)
        if (place, row.get("id")) not in books and wanted in f"{row['rule']} {row.get('words', '')}".lower()
    ]


def house_lines(page: Page, own: Sequence[PlacedRow], rows: Mapping[str, Any]) -> Lines:
    """Return the rows that house rules add to the table of this game, each below its rule."""
    lines: Lines = []
    for place, row in own:
        lines += page.paragraph(f"{row['rule']}  {row.get('words', '')} [house rules]", hang=4)
        lines += page.paragraph(f"table: {row_words(place, row, rows.get('fact', {}))}", indent=4, style="dim")
    return lines


def words_of_rows(rows: Mapping[str, Any]) -> dict[str, str]:
    """Return a dict from each rule to the words of the rows that cite it, in printed form."""
    found: dict[str, str] = {}
    for _, row in _walk("", rows):
        if isinstance(row["rule"], str) and row.get("words"):
            found[row["rule"]] = f"{found.get(row['rule'], '')} {row['words']}".lower()
    return found


def row_words(place: str, row: Plain, legend: Mapping[str, Any]) -> str:
    """Return a row of a table on one line: `modifier dug-in: target dug in, amount -1, on dice, when target dug in`.

    The words for conditions come from `legend`, a mapping from facts to their meanings.
    """
    named = f"{place} {row['id']}" if "id" in row else place
    parts = [str(row["words"])] if row.get("words") else []
    parts += [key_words(name, value) for name, value in row.items() if name not in _WIDE and not _are_rows(value)]
    if row.get("when"):
        parts.append("when " + "; ".join(condition(name, value, legend) for name, value in row["when"].items()))
    return f"{named}: {', '.join(parts)}"


def _are_rows(value: Any) -> bool:
    """Return whether a value is a list of rows with ids."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) and "id" in row for row in value)


def sections_lines(page: Page, clauses: Clauses) -> Lines:
    """Return the sections of a rule book with their number of clauses."""
    rows = []
    for section in clauses.sections:
        own = sum(clause.section == section.id for clause in clauses.clauses)
        rows.append((section.id, section.title, str(own) if own else ""))
    heading = page.paragraph(f"{clauses.name} ({clauses.id}): sections; `umpire rule ID` shows a section", style="bold")
    return heading + page.columns([("", "", "clauses"), *rows], right=(2,), styles=["dim"])


def rulesets_lines(page: Page, rulesets: Sequence[tuple[str, str, str]], playing: str) -> Lines:
    """Return the rulesets by id, name and edition, and the ruleset of the current game."""
    lines = page.paragraph("rulesets", style="bold") + page.columns(rulesets)
    return lines + (page.paragraph(f"ruleset of the current game: {playing}") if playing else [])


def found_plain(item: Found, rows: Mapping[str, Any]) -> Plain:
    """Return a found rule as JSON. An interpretation also has the possible values of its option."""
    values = {"values": list(rows["option_values"].get(item.switch, ()))} if isinstance(item, Interpretation) else {}
    return {"kind": "reading" if values else type(item).__name__.lower(), **asdict(item), **values}
