"""Commands about the rules themselves: rule, rules, compare."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from umpire.cli.output import Reply
from umpire.cli.setting import known_ruleset
from umpire.core.mistakes import BadValue, Mistake, did_you_mean, is_one_line
from umpire.game.act import Plain
from umpire.game.gamefile.store import open_game
from umpire.game.rulebook.clauses import Found, of_limit
from umpire.game.rulebook.contrast import ComparedTable, differences, of_rule
from umpire.game.rulebook.rows import Rows, keyed
from umpire.game.rulebook.sheet import SECTIONS
from umpire.game.rulebook.tables import TableFile, find_house, read_text
from umpire.game.rulebook.toml import parse_toml
from umpire.play.documents import house_of
from umpire.rulesets import FAMILIES, Ruleset, find, installed, is_rules, of_game, table_of
from umpire.show.compare import compare_lines, difference_plain
from umpire.show.page import Page
from umpire.show.rules import (
    UNCHANGED,
    Changes,
    citing,
    found_plain,
    house_lines,
    house_rows,
    limit_lines,
    rows_of,
    rule_lines,
    rulesets_lines,
    sections_lines,
    short,
    words_of_rows,
)

MOST_FILES = 200
"""The most files of a folder that are listed; people would not read a longer list."""


def rule_command(
    ctx: typer.Context,
    text: Annotated[list[str], typer.Argument(metavar="RULE", show_default=False)],
) -> Reply:
    """Show a rule by its number, or every rule that contains the words you type. It also shows a section, an
    interpretation or an option.
    """
    ruleset = ctx.obj.ruleset()
    name, clauses = ruleset.name, ruleset.clauses()
    wanted = " ".join(text)
    table_file = ctx.obj.table_file()
    rows = table_file.rows
    book = ruleset.table()
    published = book.rows
    said = words_of_rows(rows)
    found = clauses.find(wanted, said) or clauses.find("_".join(wanted.split()), said)
    own = [] if rows == published else house_rows(rows, published, wanted)
    limits = [] if found or own else _limits(rows, published, wanted)
    found += [each for each in clauses.clauses if limits and short(each.id, clauses) in limits[0]["rules"]]
    changes = _changes(ruleset, book, table_file, found)
    if not found and not own and not limits:
        close = clauses.close_to(wanted)
        hint = (
            "did you mean " + " or ".join(close) + "?" if close else f"`umpire rules {ruleset.name}` lists the sections"
        )
        raise Mistake(f"{clauses.name} has no rule {wanted!r}", hint)
    plain, cited = [*limits], citing(rows)
    for item in found:
        carried = rows_of(cited, item.id, clauses) if type(item).__name__ == "Clause" else []
        switch = getattr(item, "switch", "")
        here = {"option": rows["options"][switch]} if switch in rows["options"] else {}
        if changed := changes.of.get(item.id):
            here["house"] = [difference_plain(each) for each in changed]
        plain.append({**found_plain(item, rows), **here, "rows": [{"in": place, **row} for place, row in carried]})
    plain += [{"kind": "house", "id": row["rule"], "rows": [{"in": place, **row}]} for place, row in own]

    def draw(page: Page) -> list[str]:
        lines = [line for each in limits for line in limit_lines(page, each, changes)]
        return lines + rule_lines(page, found, clauses, rows, published, changes) + house_lines(page, own, rows)

    return Reply({"ruleset": name, "found": plain}, draw)


def _limits(rows: Rows, published: Rows, wanted: str) -> list[Plain]:
    """Return the limit with this name: its value in this game, its value in the book, and its rules.

    Return [] if the game has no limit with this name.
    """
    name = "_".join(wanted.lower().replace("-", " ").split())
    value = rows.get("limits", {}).get(name)
    if value is None:
        return []
    book = published["limits"].get(name, value)
    return [{"kind": "limit", "id": name, "value": value, "published": book, "rules": list(of_limit(published, name))}]


def _changes(ruleset: Ruleset, book: TableFile, played: TableFile, found: Sequence[Found]) -> Changes:
    """Return what the house rules change in the rows found."""
    if played.rows == book.rows:
        return UNCHANGED
    every, clauses = differences(_side(ruleset, book), _side(ruleset, played)), ruleset.clauses()
    limits = {name: of_limit(book.rows, name) for name in book.rows.get("limits", {})}
    prefix = str(book.rows.get("prefix", ""))
    of = {each.id: of_rule(short(each.id, clauses), every, limits, prefix) for each in found}
    return Changes(played.name.removeprefix(f"{book.name}, "), of)


def rules_command(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", show_default=False)] = "",
) -> Reply:
    """List the rulesets, and the rule files in this folder. With a NAME, list the sections of its rule book."""
    if name or ctx.obj.rules:
        clauses = known_ruleset(name or ctx.obj.rules).clauses()
        sections = [{"id": section.id, "title": section.title} for section in clauses.sections]
        plain = {"ruleset": clauses.id, "name": clauses.name, "sections": sections}
        return Reply(plain, lambda page: sections_lines(page, clauses))
    playing = ctx.obj.ruleset_at_hand()
    here = playing.name if playing else ""
    known = [_named(ruleset) for ruleset in dict.fromkeys([*FAMILIES, *(one.name for one in installed())])]
    known += _files(Path())
    plain_list = [{"id": id, "name": full, "edition": edition} for id, full, edition in known]

    def draw(page: Page) -> list[str]:
        return rulesets_lines(page, known, here) + page.paragraph("`umpire rules NAME` lists the sections of a ruleset")

    return Reply({"rulesets": plain_list, "playing": here}, draw)


def _files(folder: Path) -> list[tuple[str, str, str]]:
    """Return the rule files of a folder for the list of rulesets.

    Files with errors are left out, because `umpire check` reports the errors.
    """
    found = []
    for file in sorted(folder.glob("*.toml"))[:MOST_FILES]:
        with suppress(Mistake):
            head = parse_toml(read_text(file)) if is_rules(file) else {}
            if isinstance(head.get("name"), str) and is_one_line(head["name"]):
                edition = str(head.get("edition", "rules of one's own"))
                found.append((file.name, head["name"], edition if is_one_line(edition) else ""))
    return found


def _named(ruleset: str) -> tuple[str, str, str]:
    """Return the id, name and edition of a ruleset.

    If the ruleset of another package is broken, its error takes the place of the name.
    """
    try:
        head = find(ruleset).table().rows
    except Mistake as wrong:
        if ruleset in FAMILIES:
            raise
        return ruleset, wrong.what, ""
    return ruleset, str(head.get("name", "")), str(head.get("edition", ""))


def compare_command(
    ctx: typer.Context,
    first: Annotated[str, typer.Argument(metavar="A", show_default=False)],
    second: Annotated[str, typer.Argument(metavar="B", show_default=False)],
    everything: Annotated[bool, typer.Option("--all", help="Compare wording and rule numbers too.")] = False,
) -> Reply:
    """Show each row in which two rule tables differ, and its rule. A and B are rulesets, rule files, house rules or
    games.
    """
    (one, mine), (other, theirs) = _table_of(first), _table_of(second)
    found = differences(_side(one, mine), _side(other, theirs))
    names = (mine.name, theirs.name)

    def draw(page: Page) -> list[str]:
        return compare_lines(page, names, (mine.rows, theirs.rows), found, everything=everything)

    a, b = ({"ruleset": table.id, "name": table.name, "table": table.digest} for table in (mine, theirs))
    return Reply({"a": a, "b": b, "differences": [difference_plain(each) for each in found]}, draw)


def _table_of(name: str) -> tuple[Ruleset, TableFile]:
    """Return the ruleset and the rule table that a name means.

    If a file is named, the table includes the house rules of the file. Raises Mistake.
    """
    known = list(FAMILIES) if name.lower() in FAMILIES else [*FAMILIES, *(one.name for one in installed())]
    path = find_house(name, Path())
    if name.lower() in FAMILIES or (not path.is_file() and name.lower() in known):
        ruleset = find(name.lower())
        return ruleset, ruleset.table()
    if not path.is_file() and len(Path(name).parts) == 1 and not name.endswith(".toml"):
        with suppress(BadValue):  # a rule file by its name
            ruleset = find(name)
            return ruleset, ruleset.table()
        hint = did_you_mean(name, known) or f"name a ruleset ({', '.join(known)}) or a file"
        raise Mistake(f"no ruleset or house file is called {name!r}", hint)
    if path.suffix == ".umpire":
        head = open_game(path).read().position["game"]
        return of_game(head), table_of(head)
    if is_rules(path):
        ruleset = find(name)
        return ruleset, ruleset.table()
    house, ruleset = house_of(path)
    return ruleset, ruleset.table([house], [path])


def _side(ruleset: Ruleset, table: TableFile) -> ComparedTable:
    """Return a table to compare. The rule listed for an option is the first clause that depends on this option."""
    clauses = ruleset.clauses()
    rules: dict[str, str] = {}
    initials = f"{table.rows.get('prefix', '')}-"
    numbered = [(reading.switch, reading.clauses[0]) for reading in clauses.readings if reading.clauses]
    numbered += [(clause.switch, clause.id) for clause in clauses.clauses]
    for option, number in numbered:
        rules.setdefault(option, number.removeprefix(initials))
    played = {name: rows for name, rows in table.rows.items() if name not in SECTIONS}  # without the words of the sheet
    return ComparedTable(keyed(played, ruleset.family().sections()), lambda option: rules.get(option, ""))
