"""Commands for the players: a page that follows the game, and the evening as a report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from umpire.cli.files import replace_own, write_new
from umpire.cli.output import Reply, in_utf8, say
from umpire.cli.setting import Invocation
from umpire.core.mistakes import Mistake

PORT = 8717


def screen_command(
    ctx: typer.Context,
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="Port; 0 takes any free port.")
    ] = PORT,
    lan: Annotated[bool, typer.Option("--lan", help="Let other machines see the page, at a secret address.")] = False,
    name: Annotated[
        str, typer.Option("--name", metavar="HOST", help="Name of this machine in the network.", show_default=False)
    ] = "",
) -> Reply:
    """Show a web page for the players, for example on a tablet or a television. It shows the map, the side to play and
    the last acts with their dice, but no secrets.

    The page follows the game until you press Ctrl-C. The command needs the optional part `screen` of Umpire. --json
    prints the data of the page and exits.
    """
    setting: Invocation = ctx.obj
    if setting.json:
        from umpire.screen.picture import picture

        return Reply(picture(setting.open()).now)
    from umpire.screen.serve import serve

    serve(setting.find_game(), port, name, lan=lan, say=say)
    return Reply(None)


REPORTS = (".html", ".md", ".pdf")


def report_command(
    ctx: typer.Context,
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write to this file: .html, .md or .pdf.", show_default=False
        ),
    ] = "",
    md: Annotated[bool, typer.Option("--md", help="Write Markdown, for a forum.")] = False,
    pdf: Annotated[bool, typer.Option("--pdf", help="Write a PDF; needs the optional part `print` of Umpire.")] = False,
    short: Annotated[bool, typer.Option("--short", help="Write a report of only ten lines, for a chat.")] = False,
    public: Annotated[bool, typer.Option("--public", help="Leave out what players may not know.")] = False,
    paper: Annotated[str, typer.Option("--paper", metavar="a4|letter", help="Paper size of the PDF.")] = "a4",
) -> Reply:
    """Write the story of the evening: the rounds with maps, the losses and odds of each fight, the turning points, the
    dice.

    The HTML page is one file. It may replace an earlier report that you have not changed. --md without -o shows the
    report in the terminal.
    """
    if short and (output or md or pdf):
        raise Mistake("--short cannot be used with -o, --md or --pdf", "umpire report --short")
    kind = "" if short else _kind(output, md=md, pdf=pdf)
    from umpire.report.tale import tale

    session = ctx.obj.open()
    told = tale(session, for_players=public)
    if short:
        from umpire.report import story

        in_utf8()
        lines = story.short(told)
        return Reply({"report": "\n".join(lines)}, lambda page: lines)
    if kind == ".md":
        from umpire.report.markdown import markdown

        text = markdown(told)
        if not output:
            in_utf8()
            return Reply({"report": text}, lambda page: text.rstrip("\n").split("\n"))
        write_new(Path(output), text)
    elif kind == ".pdf":
        from umpire.paper.press import printed
        from umpire.report.paged import paged

        write_new(Path(output), printed(paged(told), "pdf", paper)[0])
    else:
        from umpire.report.html import MARK, html

        replace_own(Path(output), html(told), MARK)
    plain = {"file": output, "entry": session.snapshot.number, "fights": told.fights, "public": public}
    return Reply(plain, lambda page: page.paragraph(f"written to {output}, as of #{session.snapshot.number}"))


def _kind(output: str, *, md: bool, pdf: bool) -> str:
    """Return the kind of the report in the form of a file ending, such as `.html`.

    Raises Mistake if the options and the ending do not agree, or if the report needs a file and no file is named.
    """
    ends = Path(output).suffix.lower()
    wanted = ".md" if md else ".pdf" if pdf else ends or ".html"
    if md and pdf:
        raise Mistake("--md and --pdf cannot be used together", "write one file, then the other")
    if (output and ends != wanted) or wanted not in REPORTS or (not output and wanted != ".md"):
        what = f"{output} is not a report" if wanted not in REPORTS else f"{output} is not {wanted}"
        example = f"report -o battle{wanted if wanted in REPORTS else '.html'}"
        raise Mistake(what if output else "the report needs a file name", f"for example: `umpire {example}`")
    return wanted
