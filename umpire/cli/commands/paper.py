"""The command that prints: everything players use, as PDF or one picture per page."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from umpire.cli.files import check_new, write_new
from umpire.cli.output import Reply
from umpire.core.mistakes import FileMistake, Mistake, UnknownName, nearest
from umpire.game.lines import line_of

if TYPE_CHECKING:
    from umpire.cli.setting import Invocation
    from umpire.paper.documents import Subject
    from umpire.paper.typeset import Typesetter

WIDTHS = (10, 150)
"""The least and the greatest width of a hex on a map to scale, in mm."""
KINDS = {".pdf": "pdf", ".png": "png", ".svg": "svg"}


def documents(incomplete: str) -> list[str]:
    """Return the printable documents, for completion in the shell."""
    from umpire.paper.documents import ALL, DOCUMENTS

    return [name for name in (*DOCUMENTS, ALL) if name.startswith(incomplete)]


def print_command(
    ctx: typer.Context,
    what: Annotated[
        list[str] | None, typer.Argument(metavar="[WHAT ...|all]", show_default=False, autocompletion=documents)
    ] = None,
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write to this file: .pdf, .png or .svg.", show_default=False
        ),
    ] = "",
    only: Annotated[
        bool, typer.Option("--game-only", help="On the sheet, leave out rules this battle does not need.")
    ] = False,
    paper: Annotated[str, typer.Option("--paper", metavar="a4|letter", help="Paper size.")] = "a4",
    template: Annotated[
        str,
        typer.Option(
            "--template", metavar="FOLDER", help="Use your own templates, from this folder.", show_default=False
        ),
    ] = "",
    per_page: Annotated[int, typer.Option("--per-page", metavar="9|1", help="Cards per page.")] = 9,
    hex_mm: Annotated[
        float,
        typer.Option(
            "--hex-mm", metavar="MM", help="Print the map to scale, with hexes of this width.", show_default=False
        ),
    ] = 0,
    referee: Annotated[bool, typer.Option("--referee", help="On the track, show everything still to come.")] = False,
    as_text: Annotated[bool, typer.Option("--md", help="Write the roster as text, for a forum.")] = False,
    as_schema: Annotated[bool, typer.Option("--schema", help="Write the JSON Schema of the template data.")] = False,
) -> Reply:
    """Print the sheets, cards and maps for the table as PDF, or as PNG or SVG with one file per page.

    WHAT is sheet, roster, cards, chits, slips, track or map; after `cards`, name units or stands to get only their
    cards: `umpire print cards k1`. `all` puts everything that this battle has into one file; its first page lists the
    contents and says how to cut the pages. With --json and no FILE, Umpire shows the data that templates get. Printing
    needs the optional part `print` of Umpire; if it is missing, Umpire shows how to install it.
    """
    from umpire.paper.documents import ALL, DOCUMENTS, data, meant, parted, whole_schema

    what, chosen = parted(what or [])
    what = what or ["roster" if as_text else "sheet"]
    try:
        names, what = meant(what), [name if name == ALL else meant([name])[0] for name in what]
    except UnknownName as wrong:
        near = nearest(wrong.word, (*DOCUMENTS, ALL))[:1]
        raise wrong.put(hint=f"did you mean: {_line(ctx.obj, near, output)}" if near else "") from None
    if per_page not in (9, 1):
        raise Mistake(f"a page cannot have {per_page} cards", "use --per-page 9 or 1")
    if hex_mm and not WIDTHS[0] <= hex_mm <= WIDTHS[1]:
        hint = "give the width in mm; without --hex-mm the map fits one page"
        raise Mistake(f"--hex-mm {hex_mm:g}: a hex must be {WIDTHS[0]} to {WIDTHS[1]} mm wide", hint)
    if as_schema:
        from json import dumps

        told = whole_schema(names)
        return Reply(told, lambda page: dumps(told, indent=2, ensure_ascii=False).splitlines())
    with _typesetter(output) as typst:
        battle = _battle(
            ctx.obj, only=only or ALL in what, chosen=chosen, per_page=per_page, hex_mm=hex_mm, referee=referee
        )
        if as_text:
            return _text(names, battle)
        found = data(names, battle)
        if missing := [name for name in what if name != ALL and name not in found["documents"]]:
            hint = (
                "`-g FILE` names a game"
                if battle.state is None
                else "`umpire print all` skips what this battle does not have"
            )
            raise Mistake(f"{battle.title} has no {missing[0]}", hint)
        if not output and ctx.obj.json:
            return Reply(found, lambda page: [])
        if Path(output).suffix.lower() not in KINDS:
            ends = (
                f"{output}: the name must end in .pdf, .png or .svg"
                if output
                else "the name of the file to write is missing"
            )
            raise Mistake(ends, f"type {_line(ctx.obj, [*what, *chosen])}")
        return _written(found, what, output, paper, template, typst)


def _line(setting: Invocation, what: Sequence[str], output: str = "") -> str:
    """Return the line that prints these documents. If no file is named, the line names a new file."""
    names = (f"{what[0]}{'' if number == 1 else f'-{number}'}.pdf" for number in count(1))
    return setting.to_type(
        line_of("print", (*what, "-o", output or next(name for name in names if not Path(name).exists())))
    )


def _typesetter(output: str) -> AbstractContextManager[Typesetter | None]:
    """Start the process that typesets the pages. The process loads typst while the data of the pages is made.

    If no file is named, no process is started.
    """
    if Path(output).suffix.lower() not in KINDS:
        return nullcontext()
    from umpire.paper.typeset import Typesetter

    return Typesetter()


def _battle(setting: Invocation, *, only: bool, referee: bool, **layout: Any) -> Subject:
    """Return the current game, or the ruleset given with --rules, for printing. Raises Mistake."""
    from umpire.paper.documents import Subject

    if setting.stateless:
        ruleset = setting.ruleset()
        family, table_file = ruleset.family(), ruleset.table()
        return Subject("", table_file.name, family, family.read_table(table_file.rows), **layout)
    try:
        session = setting.open()
    except FileMistake as missing:
        from umpire.cli.setting import or_ruleset

        raise or_ruleset(missing) from None
    head = session.head
    return Subject(
        head["name"],
        session.table_file.name,
        session.family,
        session.table,
        session.state,
        tuple(head["sides"]),
        session.game_map,
        whole=not only,
        coming=session.timetable(referee=referee),
        **layout,
    )


def _text(names: list[str], battle: Subject) -> Reply:
    """Return the roster as text."""
    from umpire.paper import roster

    if names != ["roster"]:
        raise Mistake("only the roster can be printed as text", "for example: `umpire print roster --md`")
    found = roster.data(battle)
    if found is None:
        raise Mistake(f"{battle.title} has no roster", "`-g FILE` names a game")
    text = roster.markdown(found)
    return Reply({"text": text}, lambda page: text.splitlines())


def _written(
    found: dict[str, Any], what: list[str], output: str, paper: str, template: str, typst: Typesetter | None
) -> Reply:
    """Write the pages to their files."""
    from umpire.paper.press import Format, printed

    kind = KINDS[Path(output).suffix.lower()]
    pages = printed(found, cast("Format", kind), paper, Path(template) if template else None, typst)
    path = Path(output)
    paths = [path] if len(pages) == 1 else [path.with_stem(f"{path.stem}-{at}") for at in range(1, len(pages) + 1)]
    check_new(paths)
    for each, page in zip(paths, pages, strict=True):
        write_new(each, page)
    files = [str(each) for each in paths]
    return Reply({"files": files}, lambda page: page.paragraph(f"written to {', '.join(files)}"))
