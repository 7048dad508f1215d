"""The quick-reference sheet: in the terminal, as Markdown, or as one HTML file that prints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from umpire.cli.output import Reply
from umpire.cli.setting import Setting
from umpire.core.mistakes import FileMistake, Mistake
from umpire.core.outcome import Listing

if TYPE_CHECKING:
    from umpire.show.page import Page

WRITERS = {".html": "html", ".htm": "html", ".md": "markdown"}


def sheet_command(
    ctx: typer.Context,
    only: Annotated[bool, typer.Option("--game-only", help="Only what is in this battle.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write it: .html to print, or .md.")
    ] = None,
) -> Reply:
    """The quick-reference sheet of the ruleset as this game plays it, from the rows the engine reads."""
    title, sheet = _sheet(ctx.obj, game_only=only)
    if output is None:
        from umpire.show.listings import listing_plain, listings_lines

        def draw(page: Page) -> list[str]:
            return page.paragraph(title, style="bold") + listings_lines(page, sheet)

        return Reply({"title": title, "sheet": [listing_plain(listing) for listing in sheet]}, draw)
    if output.suffix.lower() not in WRITERS:
        raise Mistake(f"{output} is neither .html nor .md", "for instance -o sheet.html")
    from umpire.cli.commands.games import write_new
    from umpire.paper import render

    write_new(output, getattr(render, WRITERS[output.suffix.lower()])(title, sheet))
    return Reply({"file": str(output)}, lambda page: page.paragraph(f"written to {output}"))


def _sheet(setting: Setting, *, game_only: bool) -> tuple[str, tuple[Listing, ...]]:
    """Title and listings: of the game at hand, or of the ruleset told with --rules."""
    from umpire.game.rulebook.tables import read_table_file
    from umpire.rulesets import FAMILIES, load_family

    family: Any
    if setting.rules and not game_only:
        ruleset = setting.ruleset()
        family, table_file, state = load_family(ruleset), read_table_file(ruleset, list(FAMILIES)), None
        table, title = family.read_table(table_file.rows), table_file.name
    else:
        try:
            session = setting.open()
        except FileMistake as missing:
            raise FileMistake(missing.what, "or name a ruleset: --rules NAME") from None
        family, table = session.family, session.table
        state = session.state if game_only else None
        title = f"{session.head['name']}: {session.table_file.name}" if game_only else session.table_file.name
    if not hasattr(family, "sheet"):
        raise Mistake(f"{title} has no sheet yet", "`umpire rules` lists its sections")
    return title, family.sheet(table, state)
