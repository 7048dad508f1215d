"""The command that prints: the play sheet as PDF, or a picture a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from umpire.cli.commands.look import sheet_of
from umpire.cli.output import Reply
from umpire.core.mistakes import Mistake, did_you_mean

KINDS = {".pdf": "pdf", ".png": "png", ".svg": "svg"}
WHAT = {"sheet": "sheet.typ"}
"""What is printed -> its template."""


def print_command(
    ctx: typer.Context,
    what: Annotated[str, typer.Argument(metavar="[sheet]", show_default=False)] = "sheet",
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Where to: .pdf, .png or .svg.", show_default=False)
    ] = "",
    only: Annotated[bool, typer.Option("--game-only", help="Only what is in this battle.")] = False,
    paper: Annotated[str, typer.Option("--paper", metavar="a4|letter", help="The paper it is for.")] = "a4",
    template: Annotated[
        str, typer.Option("--template", metavar="FOLDER", help="Templates of your own.", show_default=False)
    ] = "",
) -> Reply:
    """Print the play sheet of the ruleset as this game plays it: PDF, or PNG and SVG with a file a page.

    With --json and no FILE it writes what a template gets. Needs typst: `pip install 'umpire[print]'`.
    """
    from umpire.cli.commands.games import write_new
    from umpire.paper.press import Format, printed, sheet_data

    if what not in WHAT:
        raise Mistake(f"there is no {what!r} to print", did_you_mean(what, list(WHAT)) or f"one of: {', '.join(WHAT)}")
    title, sheet = sheet_of(ctx.obj, game_only=only)
    data = sheet_data(title, "play sheet · small numbers are rules: umpire rule NUMBER", sheet)
    if not output and ctx.obj.json:
        return Reply(data, lambda page: [])
    kind = KINDS.get(Path(output).suffix.lower())
    if kind is None:
        raise Mistake(f"{output or 'no file'} is neither .pdf, .png nor .svg", f"for instance -o {what}.pdf")
    folder = Path(template) if template else None
    pages = printed(WHAT[what], data, cast("Format", kind), paper, folder)
    path = Path(output)
    paths = [path] if len(pages) == 1 else [path.with_stem(f"{path.stem}-{at}") for at in range(1, len(pages) + 1)]
    for each, page in zip(paths, pages, strict=True):
        write_new(each, page)
    files = [str(each) for each in paths]
    return Reply({"files": files}, lambda page: page.paragraph(f"written to {', '.join(files)}"))
