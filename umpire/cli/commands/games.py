"""Commands about a whole game: new, set, edit, export."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from umpire.cli.files import write_new
from umpire.cli.output import Reply, at_terminal, in_utf8, page_of, say
from umpire.cli.setting import Invocation, names_here
from umpire.core.mistakes import Mistake
from umpire.show.page import Page

if TYPE_CHECKING:
    from umpire.core.outcome import Follow
    from umpire.game.act import Plain
    from umpire.play.correct import Correction
    from umpire.play.session import Session


def new_command(
    ctx: typer.Context,
    scenario: Annotated[str, typer.Argument(metavar="[SCENARIO]", show_default=False)] = "",
    seed: Annotated[str | None, typer.Option(metavar="SEED", help="Seed for the dice.")] = None,
    house: Annotated[
        list[str] | None, typer.Option("--house", metavar="FILE", help="House rules to add to the ruleset.")
    ] = None,
    last: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="GAME",
            help="Game file of the previous battle; its survivors join the new battle.",
            show_default=False,
        ),
    ] = "",
) -> Reply:
    """Start a game from a scenario file or a built-in example. Without a name, list the scenarios in this folder
    and those that come with Umpire.

    A scenario with `[carry]` takes over the survivors of the battle that you name with --from. Name the game file with
    -g FILE or with the variable UMPIRE_GAME. If you name no file, Umpire names the file after the scenario, with
    .umpire at the end. Umpire never overwrites an existing file.
    """
    from umpire.play.scenarios import new_game

    setting: Invocation = ctx.obj
    if not scenario:
        return _scenarios(setting)
    if setting.rules and not setting.at_prompt:
        what = f"--rules {setting.rules} is not allowed here: the scenario names its ruleset"
        raise Mistake(what, f"for house rules: `new {scenario} --house FILE`")
    named = setting.game or (Path(os.environ["UMPIRE_GAME"]) if os.environ.get("UMPIRE_GAME") else None)
    path = named or Path(f"{Path(scenario).stem or 'game'}.umpire")
    session = new_game(path, Path(scenario), seed, tuple(house or ()), Path(last) if last else None)
    setting.held = path
    head = session.head
    begins = session.file.entry(1).data
    carried = {"carried": begins["carried"]} if "carried" in begins else {}
    plain = {"game": str(path), **head, "entry": session.snapshot.number, **carried}

    def draw(page: Page) -> list[str]:
        lines = page.paragraph(
            f"new game: {head['name']}; sides: {', '.join(head['sides'])}; rules: {session.table_file.name}",
            style="bold",
        )
        lines += page.paragraph(f"saved in {path}; dice seed {head['seed']}", indent=2)
        for said in begins["outcome"]["words"][1:]:
            lines += page.paragraph(said, indent=2, hang=2)
        others = [one for one in Path().glob("*.umpire") if one.name != path.name]
        if not named and others and not setting.at_prompt:
            lines += page.paragraph(
                f"this folder has other games too: add -g {path} to each command, or set UMPIRE_GAME={path}", indent=2
            )
        if at_terminal() and head.get("dice") != "typed":
            choose = f"`{_again(setting, path)}set game dice=typed`"
            lines += page.paragraph(f"Enter rolls the dice; for real dice, type {choose}", indent=2)
        return lines + page.paragraph(f"next: {_again(setting, path)}status")

    return Reply(plain, draw)


def _again(setting: Invocation, path: Path) -> str:
    """Return the words to type before a verb so that the command is for the new game."""
    from umpire.game.lines import quoted

    if setting.at_prompt:
        return ""
    found = [path] == list(Path().glob("*.umpire"))
    return "umpire " if found or not setting.game else f"umpire -g {quoted(str(path))} "


def _scenarios(setting: Invocation) -> Reply:
    """Return the list of scenarios."""
    from umpire.before.listed import scenarios

    listed = scenarios(Path())
    typed = "" if setting.at_prompt else "umpire "

    def draw(page: Page) -> list[str]:
        lines = page.paragraph("scenarios in this folder and those that come with Umpire", style="bold")
        rows = [(each.name, each.ruleset, each.size) for each in listed]
        lines += page.columns([("", "ruleset", "size"), *rows], styles=["dim"])
        return lines + page.paragraph(
            f"`{typed}new NAME` starts a game; `{typed}draft RULESET` writes a scenario for you to change"
        )

    return Reply({"scenarios": [each._asdict() for each in listed]}, draw)


def set_command(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar='NAME key=value... ["why"]', show_default=False, autocompletion=names_here),
    ] = None,
) -> Reply:
    """Correct the record. For example, in a game of strength points and hexes:
    `umpire set b2 sp=3 hex=0507 "knocked over"`

    One line can change several stands: `umpire set a1 hex=0805 a2 hex=0804`. Umpire checks the changes together. If you
    give a reason, put it last. The keys are those that `umpire export` writes; if you type a wrong key, Umpire lists
    the right ones. If the rules say that something else must change too, Umpire offers that change as well. `undo`
    takes the correction back.

    `umpire set game house=FILE` adds house rules from now on; `umpire set game house=` removes them.
    """
    from umpire.game.lines import quoted
    from umpire.play.correct import Unfinished, correct
    from umpire.play.mending.subjects import followed

    session, told = ctx.obj.open(), tuple(words or ())
    try:
        correction = correct(session, told)
        follows = correction.follows
    except Unfinished as unfinished:
        if not _too(ctx.obj, unfinished.follows):
            raise
        correction, follows = correct(session, followed(told, unfinished.follows)), ()
    if follows and _too(ctx.obj, follows):
        correction, follows = correct(session, followed(told, follows)), ()
    return recorded(ctx.obj, correction, " ".join(map(quoted, correction.line)), follows=follows)


def _too(setting: Invocation, follows: tuple[Follow, ...]) -> bool:
    """Return whether the referee agrees to the further corrections that the rules require.

    Without a terminal the answer is no.
    """
    if setting.json or not at_terminal():
        return False
    from umpire.cli.ask import ask_at_terminal

    page = page_of(sys.stdout)
    say(
        line
        for each in follows
        for line in page.paragraph(f"one more change is needed, because {each.why}; set {' '.join(each.words)}")
    )
    while (answer := ask_at_terminal("record this too (y, Enter: no): ").strip().lower()) not in (
        "y",
        "yes",
        "n",
        "no",
        "",
    ):
        say(page.paragraph(f"{answer!r} is neither y nor n; Ctrl-C drops the line"))
    return answer.startswith("y")


def edit_command(
    ctx: typer.Context,
    source: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="Read the changed text from this file; - is stdin.")
    ] = None,
) -> Reply:
    """Change the whole position as text in your editor ($VISUAL or $EDITOR). If the text has an error, Umpire keeps the
    text, so that you can correct it.
    """
    from umpire.cli.editor import edited_text, keep
    from umpire.play.correct import edited
    from umpire.play.scenarios import export_text

    session = ctx.obj.open()
    text, origin = edited_text(
        None if source is None else Path(source), lambda: export_text(session), session.file.path, ctx.obj.to_type
    )
    try:
        correction = edited(session, text, origin)
        if correction is None:
            return Reply({"changed": []}, lambda page: page.paragraph("nothing changed; nothing recorded"))
        again = "edit" if source is None else f"edit --from {source}"
        return recorded(ctx.obj, correction, "edit", again)
    except BaseException as error:
        if source is None:
            keep(text.encode(), session.file.path, ctx.obj.to_type, error)
        raise


def recorded(
    setting: Invocation, correction: Correction, line: str, again: str = "", follows: tuple[Follow, ...] = ()
) -> Reply:
    """Record a correction and return the reply.

    `line` is the line of the correction in the log. `again` is the line to type again if the game has changed in the
    meantime.
    """
    from umpire.game.gamefile.changes import difference, encode
    from umpire.game.gamefile.public import public_changes
    from umpire.game.gamefile.trouble import GameMoved
    from umpire.game.lines import line_of
    from umpire.play.correct import record_correction

    try:
        number = record_correction(correction, line)
    except GameMoved as moved:
        raise setting.moved_on(moved, again or line) from None
    changes = difference(correction.session.snapshot.position, correction.after)
    shown = encode(public_changes(changes, correction.session.family.SECRET))
    offered = [{"line": line_of("set", each.words), "why": each.why} for each in follows]
    plain = {**correction.entry, "entry": number, "changes": shown, **({"follows": offered} if offered else {})}

    def draw(page: Page) -> list[str]:
        lines = [line for one in correction.words for line in page.paragraph(one, style="bold")]
        for each in offered:
            lines += page.paragraph(
                f"one more change is needed, because {each['why']}; type {setting.to_type(each['line'])}"
            )
        return lines + page.paragraph(f"#{number} recorded", style="dim")

    return Reply(plain, draw)


def export_command(
    ctx: typer.Context,
    output: Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this file.")] = None,
) -> Reply:
    """Write the position as a scenario that `umpire new` can start. Umpire never overwrites an existing file."""
    from umpire.play.scenarios import export_text

    session: Session = ctx.obj.open()
    text = export_text(session)
    if output in (None, "-"):
        in_utf8()  # the output may be sent to a file and read again
        return Reply({"scenario": text}, lambda page: text.rstrip("\n").split("\n"))
    write_new(Path(output), text)
    done: Plain = {"file": str(output), "entry": session.snapshot.number}
    return Reply(done, lambda page: page.paragraph(f"written to {output}, as of #{session.snapshot.number}"))
