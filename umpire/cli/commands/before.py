"""Commands before the game: draft, types, check, schema."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import Annotated, Any

import typer

from umpire.cli.files import write_new
from umpire.cli.output import Reply
from umpire.cli.setting import Invocation, known_ruleset
from umpire.core.mistakes import FileMistake, Mistake
from umpire.core.outcome import Listing
from umpire.rulesets import Ruleset
from umpire.show.page import Page, listing_lines, listing_plain

Output = Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this file.")]
Named = Annotated[str, typer.Argument(metavar="RULESET", show_default=False)]


def draft_command(ctx: typer.Context, ruleset: Named = "", output: Output = None) -> Reply:
    """Write a scenario to start from: a complete small battle. Its comments show everything else that you can set.

    A line such as `#key = value` shows the default value of that key. To change the value, remove the #.
    """
    from umpire.before.draft import draft

    text = draft(_ruleset(ctx.obj, ruleset))
    return _given(text, output, "scenario", lambda name: f"`umpire check {name}` looks for errors in the scenario")


def schema_command(
    ctx: typer.Context,
    ruleset: Named = "",
    output: Output = None,
    house: Annotated[bool, typer.Option("--house", help="Write the schema of house rules instead.")] = False,
) -> Reply:
    """Write the JSON Schema of scenarios. With it, a text editor can complete keys and words, and mark errors.

    If a scenario begins with `#:schema FILE`, editors that know TOML check it while you write.
    """
    from json import dumps

    from umpire.before.house import house_schema
    from umpire.play.documents import scenario_schema

    made, what = (house_schema, "house file") if house else (scenario_schema, "scenario")
    text = dumps(made(_ruleset(ctx.obj, ruleset)), indent=2, ensure_ascii=False) + "\n"
    return _given(
        text, output, "schema", lambda name: f"to use the schema, begin a {what} with this line: #:schema {name}"
    )


def types_command(
    ctx: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="[RULESET] [WORD]", show_default=False)] = None,
) -> Reply:
    """List the units and types a scenario can use, with their values and rules. With a WORD, show one kind, or all
    names that contain the word.

    If you name no ruleset, Umpire takes the ruleset of the current game.
    """
    from umpire.before.types import changeable, kinds, listing, matching

    setting, said = ctx.obj, list(words or ())
    if said and (named := _known(said[0])) is not None:
        setting.rules = named.name
        del said[0]
    ruleset = setting.ruleset(said[0] if said else "")
    family = ruleset.family()
    rows = setting.table_file().rows
    table = family.read_table(rows)
    every, house = kinds(family, table), changeable(rows, table, ruleset.clauses())
    word = " ".join(said)
    found = [house[word.lower()]] if word.lower() in house else matching(every, word) if said else every
    plain = [{"kind": kind.name, "keys": list(kind.keys), **listing_plain(listing(kind))} for kind in found]

    def draw(page: Page) -> list[str]:
        if said or len(found) == 1:
            return [line for kind in found for line in _kind_lines(page, listing(kind))]
        lines = page.paragraph(f"{ruleset.name}: types and other names for a scenario", style="bold")
        counts = [(kind.name, str(len(kind.rows)), ", ".join(kind.keys), _first(kind.rows)) for kind in found]
        lines += page.columns(counts, right=[1]) + page.paragraph(
            "`umpire types WORD` shows one kind, or all names that contain the word"
        )
        more = " and ".join(f"`umpire types {ruleset.name} {name}`" for name in house)
        return lines + (page.paragraph(f"{more} list the facts and limits for house rules") if more else [])

    return Reply({"ruleset": ruleset.name, "kinds": plain}, draw)


def check_command(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)],
    last: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="GAME",
            help="Game file of the previous battle, if its survivors join this battle.",
            show_default=False,
        ),
    ] = "",
) -> Reply:
    """Look for errors in a scenario or a file of house rules. If there are none, list what looks unusual.

    No game begins and nothing is written. The exit code is 1 if `umpire new` would refuse the file.
    """
    from umpire.before.checked import check_file

    checked = check_file(Path(file), Path(last) if last else None)
    odd = [each._asdict() for each in checked.odd]
    plain: dict[str, Any] = {"file": checked.name, "title": checked.title, "odd": odd}

    def draw(page: Page) -> list[str]:
        lines = page.paragraph(f"{checked.name}: no errors. {checked.title}", style="bold")
        for each in checked.odd:
            lines += page.paragraph(f"unusual: line {each.line}: {each.key}: {each.words}")
            lines += page.paragraph(f"hint: {each.hint}", indent=2) if each.hint else []
        return lines

    return Reply(plain, draw)


def _kind_lines(page: Page, shown: Listing) -> list[str]:
    """Return a listing as a table. If a table does not fit the page, return one line for each name."""
    from umpire.before.types import in_a_line

    rows = in_a_line(shown, page.width - 2)
    return page.paragraph(shown.title, style="bold") + page.columns(rows) if rows else listing_lines(page, shown)


def _first(names: Iterable[str]) -> str:
    """Return the names with commas between them. If the text would be longer than two or three lines, leave out the
    last names.
    """
    names = list(names)
    listed = ", ".join(names)
    ends = accumulate(len(name) + len(", ") for name in names)
    first = (name for name, end in zip(names, ends, strict=True) if end <= 150)
    return listed if len(listed) <= 160 else f"{', '.join(first)} ..."


def _known(word: str) -> Ruleset | None:
    try:
        return known_ruleset(word)
    except FileMistake:  # it is a file, and wrong
        raise
    except Mistake:
        return None


def _ruleset(setting: Invocation, name: str) -> Ruleset:
    """Return the ruleset with this name; without a name, the ruleset of the current game. Raises Mistake."""
    return known_ruleset(name) if name else setting.ruleset()


def _given(text: str, output: str | None, what: str, then: Any) -> Reply:
    """Return a text as the answer, or write it to a new file."""
    from umpire.cli.output import in_utf8

    if output in (None, "-"):
        in_utf8()  # the output may be sent to a file and read again
        return Reply({what: text}, lambda page: text.rstrip("\n").split("\n"))
    write_new(Path(output), text)
    return Reply(
        {"file": output}, lambda page: page.paragraph(f"written to {output}") + page.paragraph(then(output), indent=2)
    )
