"""Commands that make the record match the table: amend, again, audit, note."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from umpire.cli.command import Once
from umpire.cli.mending import ITSELF, Mending, read_options
from umpire.cli.output import INTERRUPTED, Reply, at_terminal, page_of, say, trouble
from umpire.cli.setting import Invocation, Ruling, names_here
from umpire.core.mistakes import Mistake, is_one_line
from umpire.game.act import Plain
from umpire.show.page import Page

if TYPE_CHECKING:
    from umpire.play.correct import Correction
    from umpire.play.mending.audit import Stretch
    from umpire.play.session import Session

ASKED = "Enter if this is right; if not, type the right values: "


class AmendCommand(Once):
    """A command for which `-3` and `-q1` are words and not options. Its option `--drop` may have no numbers."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        valued = {name for option in self.params if not getattr(option, "is_flag", False) for name in option.opts}
        options, words, left = [], [], list(args)
        while left:
            one = left.pop(0)
            name, equals, _ = one.partition("=")
            if one == "--":
                words += left
                break
            if one == "--drop" and not (left and re.fullmatch(r"#?\d+(,#?\d+)*", left[0])):
                options.append(f"--drop={ITSELF}")
            elif one in ("-g", "-h") or (one.startswith("--") and len(one) > 2):
                options.append(one)
                if name in valued and not equals and left:
                    options.append(left.pop(0))
            else:
                words.append(one)
        return super().parse_args(ctx, [*options, "--", *words])


def amend_command(
    ctx: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="N [DICE] [WORDS...]", show_default=False)] = None,
    dice: Annotated[
        list[str] | None,
        typer.Option(metavar="DICE", help="New dice, with a / between throws; 61:3 is a 3 for entry #61."),
    ] = None,
    choose: Annotated[
        list[str] | None,
        typer.Option(metavar="TOKENS", help="The new choices; 61:left is the choice `left` for entry #61."),
    ] = None,
    add: Annotated[
        list[str] | None, typer.Option(metavar="LINE", help='Add a modifier of your own: "+1 dust".')
    ] = None,
    ruling: Ruling = "",
    before: Annotated[
        str, typer.Option("--before", metavar="N", help="Insert a forgotten line before entry N.", show_default=False)
    ] = "",
    drop: Annotated[
        str,
        typer.Option("--drop", metavar="[N,N]", help="Delete this entry, or the entries listed.", show_default=False),
    ] = "",
    keep: Annotated[
        str,
        typer.Option(
            "--keep",
            metavar="N,N|all",
            help="Leave entries as recorded if they cannot be replayed.",
            show_default=False,
        ),
    ] = "",
    line: Annotated[
        list[str] | None,
        typer.Option("--line", metavar="N:LINE", help="Replace the line of an entry that cannot be replayed."),
    ] = None,
    roll: Annotated[bool, typer.Option("--roll", help="Roll any dice that you do not type.")] = False,
    defaults: Annotated[
        bool, typer.Option("--defaults", help="Take the first option wherever you do not choose.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the result without recording it.")] = False,
) -> Reply:
    """Correct an earlier entry. `amend 57 /5x` changes the dice of entry 57. `amend 57 +g2 range=3` adds g2 and
    range=3 to the line of entry 57.

    Umpire then replays all later entries with the recorded dice and choices. `-3` is the third entry from the end. `/`
    separates throws; a throw that you leave empty keeps its dice. If you begin with a command such as `fire`, your
    words replace the whole old line. A later entry that cannot be replayed stays as recorded, because it did happen on
    the table; you can delete it or type a new line. One undo takes back the whole amendment.
    """
    setting: Invocation = ctx.obj
    told = read_options(dice or (), choose or (), line or (), keep=keep, drop=drop)
    mending = Mending(setting, told, roll=roll, defaults=defaults, dry_run=dry_run)
    typed = tuple(words or ())
    if before:
        return mending.put_in(before, typed, ruling.strip(), tuple(add or ()))
    if not typed:
        raise Mistake("amend: no entry named", "for example: amend 57 /5x, amend -3 --drop")
    return mending.amend(typed[0], typed[1:], ruling.strip(), tuple(add or ()))


def again_command(
    ctx: typer.Context,
    throw: Annotated[str, typer.Argument(metavar="[THROW]", show_default=False)] = "",
    dice: Annotated[
        list[str] | None, typer.Option(metavar="DICE", help="The new dice; N:DICE gives dice for entry #N.")
    ] = None,
    choose: Annotated[
        list[str] | None, typer.Option(metavar="TOKENS", help="The new choices; N:TOKEN gives a choice for entry #N.")
    ] = None,
    roll: Annotated[bool, typer.Option("--roll", help="Roll the dice.")] = False,
    defaults: Annotated[
        bool, typer.Option("--defaults", help="Take the first option wherever you do not choose.")
    ] = False,
    keep: Annotated[
        str,
        typer.Option(
            "--keep",
            metavar="N,N|all",
            help="Leave entries as recorded if they cannot be replayed.",
            show_default=False,
        ),
    ] = "",
) -> Reply:
    """Throw the last dice again, for example because a die was cocked.

    If the entry has several throws, THROW names one of them. Do not use `undo` for this: after `undo`, Umpire would
    roll the same numbers again.
    """
    told = read_options(dice or (), choose or (), (), keep=keep, drop="")
    return Mending(ctx.obj, told, roll=roll, defaults=defaults, dry_run=False).again(throw)


def audit_command(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME what...]", show_default=False, autocompletion=names_here)
    ] = None,
) -> Reply:
    """Check the table against the record, one row of the map or one unit at a time.

    Press Enter if the list is right. If it is wrong, type the right values, as with `set` or in short form:
    `ta 3`, `ta 0806`, `ta sp=3 tb hex=0805`. At the end Umpire records all differences as one correction; if there
    are none, it records nothing. `<` goes back; `!` or Ctrl-C stops without changes. Without a terminal, Umpire
    prints the whole list, and you add the differences to the command.
    """
    from umpire.play.mending.audit import as_set, audited, roll

    setting: Invocation = ctx.obj
    session = setting.open()
    stretches = roll(session)
    if words:
        return _drifted(setting, audited(session, as_set(session, words)))
    if setting.json or not at_terminal():
        return _read_out(setting, stretches)
    try:
        correction = _called(session, stretches)
    except (KeyboardInterrupt, EOFError):
        say([""])
        return trouble(INTERRUPTED, "stopped", "nothing was recorded", "the game is unchanged")
    if correction is None:
        return Reply({"drifted": []}, lambda page: page.paragraph("no differences; nothing recorded"))
    return _drifted(setting, correction)


def _drifted(setting: Invocation, correction: Correction) -> Reply:
    from umpire.cli.commands.games import recorded
    from umpire.game.lines import quoted

    return recorded(setting, correction, " ".join(map(quoted, correction.line)), follows=correction.follows)


def _read_out(setting: Invocation, stretches: list[Stretch]) -> Reply:
    """Return the whole audit list, if there is no terminal."""

    def draw(page: Page) -> list[str]:
        lines = [line for stretch in stretches for line in _lines(page, stretch)]
        return [
            *lines,
            *page.paragraph(f"to correct: {setting.to_type('audit NAME VALUE')}", style="dim"),
        ]

    return Reply({"roll": [{"title": one.title, "rows": list(map(list, one.rows))} for one in stretches]}, draw)


def _lines(page: Page, stretch: Stretch) -> list[str]:
    return [*page.paragraph(stretch.title, style="bold"), *page.columns(list(stretch.rows), indent=2)]


def _called(session: Session, stretches: list[Stretch]) -> Correction | None:
    """Ask about each part of the audit list, one part after another. Return the differences as one correction; None if
    there are no differences.

    Raises KeyboardInterrupt.
    """
    from umpire.play.correct import Unchanged
    from umpire.play.mending.audit import as_set, audited

    page, told, at = page_of(sys.stdout), dict[int, tuple[str, ...]](), 0
    while at < len(stretches):
        say(_lines(page, stretches[at]))
        answer = _asked(ASKED)
        if answer.startswith("<"):
            at = max(0, at - 1)
            continue
        try:
            told[at] = as_set(session, _words(answer)) if answer else ()
        except Mistake as wrong:
            say(_wrong(page, wrong))
            continue
        at += 1
    while words := [word for _, each in sorted(told.items()) for word in each]:
        try:
            return audited(session, words)
        except Unchanged:
            return None
        except Mistake as wrong:
            say(_wrong(page, wrong))
        answer = _asked("type a correction (Enter leaves the game unchanged): ")
        if not answer:
            raise KeyboardInterrupt
        try:
            told[len(stretches) + len(told)] = as_set(session, _words(answer))
        except Mistake as wrong:
            say(_wrong(page, wrong))
    return None


def _asked(prompt: str) -> str:
    from umpire.cli.ask import ask_at_terminal

    answer = ask_at_terminal(prompt).strip()
    if answer.startswith("!"):
        raise KeyboardInterrupt
    return answer


def _words(answer: str) -> list[str]:
    from umpire.game.lines import words_of

    try:
        return words_of(answer)
    except ValueError as wrong:
        raise Mistake(f"{answer!r} cannot be read: {wrong}", "close the quotes") from None


def _wrong(page: Page, wrong: Mistake) -> list[str]:
    return [*page.paragraph(f"error: {wrong.what}"), *(page.paragraph(f"hint: {wrong.hint}") if wrong.hint else [])]


def note_command(
    ctx: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar='"TEXT"', show_default=False)] = None,
    public: Annotated[bool, typer.Option("--public", help="Show the note to the players too.")] = False,
) -> Reply:
    """Add a remark to the log: `umpire note "rain from now on"`. The note changes no stand; `undo` removes it."""
    from umpire.game.gamefile.trouble import GameMoved
    from umpire.game.lines import quoted
    from umpire.play.session import bare_entry

    text = " ".join(" ".join(words or ()).split())
    if not is_one_line(text):
        raise Mistake("note: no remark given", 'for example: note "rain from now on"')
    session: Session = ctx.obj.open()
    line, digest = f"note {'--public ' * public}{quoted(text, always=True)}", session.table_file.digest
    entry: Plain = {**bare_entry("note", "note", "", (), digest, (text,)), "public": public}
    try:
        number = session.record(line, entry, session.snapshot.position)
    except GameMoved as moved:
        raise ctx.obj.moved_on(moved, line) from None
    whose = " for the players too" if public else ""
    return Reply({**entry, "entry": number}, lambda page: page.paragraph(f"#{number} noted{whose}: {text}"))


CLASSES = {"amend": AmendCommand}
"""The commands with a class that reads their line in another way."""
