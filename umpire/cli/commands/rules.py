"""Commands about the rules themselves: rule, rules."""

from __future__ import annotations

from typing import Annotated

import typer

from umpire.cli.output import Reply
from umpire.cli.setting import known_ruleset
from umpire.core.mistakes import FileMistake, Mistake
from umpire.game.rulebook.clauses import Clauses, load
from umpire.game.rulebook.tables import data_folder, read_table_file
from umpire.rulesets import FAMILIES
from umpire.show.rules import (
    found_plain,
    house_lines,
    house_rows,
    rows_of,
    rule_lines,
    rulesets_lines,
    sections_lines,
    words_of_rows,
)


def rule_command(
    ctx: typer.Context,
    text: Annotated[list[str], typer.Argument(metavar="RULE", show_default=False)],
) -> Reply:
    """The words of a rule by its number, of a section, of a reading or option, or every rule with the words typed."""
    ruleset = ctx.obj.ruleset()
    clauses = _clauses(ruleset)
    wanted = " ".join(text)
    rows = ctx.obj.table_file().rows
    published = read_table_file(ruleset, list(FAMILIES)).rows
    found = clauses.find(wanted, words_of_rows(rows))
    own = [] if rows == published else house_rows(rows, published, wanted)
    if not found and not own:
        close = clauses.close_to(wanted)
        hint = "did you mean " + " or ".join(close) + "?" if close else f"`umpire rules {ruleset}` lists the sections"
        raise Mistake(f"{clauses.name} has no rule {wanted!r}", hint)
    plain = []
    for item in found:
        carried = rows_of(rows, item.id, clauses) if type(item).__name__ == "Clause" else []
        switch = getattr(item, "switch", "")
        here = {"option": rows["options"][switch]} if switch in rows["options"] else {}
        plain.append({**found_plain(item), **here, "rows": [{"in": place, **row} for place, row in carried]})
    plain += [{"kind": "house", "id": row["rule"], "rows": [{"in": place, **row}]} for place, row in own]
    return Reply(
        {"ruleset": ruleset, "found": plain},
        lambda page: rule_lines(page, found, clauses, rows, published) + house_lines(page, own),
    )


def rules_command(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", show_default=False)] = "",
) -> Reply:
    """The rulesets; with a name, the sections of its rule book."""
    if name or ctx.obj.rules:
        clauses = _clauses(known_ruleset(name or ctx.obj.rules))
        sections = [{"id": section.id, "title": section.title} for section in clauses.sections]
        plain = {"ruleset": clauses.id, "name": clauses.name, "sections": sections}
        return Reply(plain, lambda page: sections_lines(page, clauses))
    playing = ctx.obj.ruleset_at_hand()
    known = []
    for ruleset in FAMILIES:
        head = read_table_file(ruleset, list(FAMILIES)).rows
        known.append((ruleset, str(head.get("name", "")), str(head.get("edition", ""))))
    plain_list = [{"id": id, "name": full, "edition": edition} for id, full, edition in known]

    def draw(page: object) -> list[str]:
        from umpire.show.page import Page

        assert isinstance(page, Page)
        return rulesets_lines(page, known, playing) + page.paragraph("`umpire rules NAME` lists the sections of one")

    return Reply({"rulesets": plain_list, "playing": playing}, draw)


def _clauses(ruleset: str) -> Clauses:
    path = data_folder("tables") / f"{ruleset}.clauses.toml"
    if not path.is_file():
        raise FileMistake(f"the clauses of {ruleset} are missing ({path.name})", "install Umpire again")
    return load(path)
