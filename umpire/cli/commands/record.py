"""Commands about the record: log, undo, redo, luck."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from umpire.cli.output import Reply
from umpire.cli.setting import Setting
from umpire.core.mistakes import Mistake
from umpire.game.act import Plain
from umpire.game.gamefile.changes import encode, reverse
from umpire.game.gamefile.public import public_changes
from umpire.game.gamefile.store import Entry, GameFile, Step, open_game
from umpire.show.journal import change_words, entry_lines, log_lines
from umpire.show.page import Page

if TYPE_CHECKING:
    from umpire.play.session import Session


def log_command(
    ctx: typer.Context,
    number: Annotated[str, typer.Argument(metavar="[N]", show_default=False)] = "",
    last: Annotated[int, typer.Option("-n", "--last", metavar="COUNT", help="How many entries.")] = 20,
) -> Reply:
    """What was done, the newest last; `umpire log 12` shows entry 12 whole, dice and all."""
    setting: Setting = ctx.obj
    if number:
        return _one(setting.open(), number)
    if last < 0:
        raise Mistake(f"-n {last} is no number of entries", "for instance -n 50")
    entries = open_game(setting.find_game()).entries(last)
    if setting.json:  # the list of lines says no changes, and needs no ruleset
        session = setting.open()
        entries = [_shown(session, entry) for entry in entries]

    def draw(page: Page) -> list[str]:
        lines = log_lines(page, entries)
        if entries and entries[0].number > 1:
            earlier = entries[0].number - 1
            lines = [*page.paragraph(f"{earlier} earlier: umpire log -n {earlier + len(entries)}", style="dim"), *lines]
        return lines

    return Reply({"log": [_entry_plain(entry) for entry in entries]}, draw)


def _one(session: Session, text: str) -> Reply:
    digits = text.removeprefix("#")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        raise Mistake(f"{text!r} is no number of an entry", "`umpire log` lists them, `umpire log 3` shows one whole")
    entry, family = _shown(session, session.file.entry(int(digits))), session.family
    names = family.names(session.state)
    return Reply(_entry_plain(entry), lambda page: entry_lines(page, entry, names, family.BOOKKEEPING))


def _shown(session: Session, entry: Entry) -> Entry:
    """An entry of the record as everybody may read it."""
    return entry._replace(changes=public_changes(entry.changes, session.family.SECRET))


def _entry_plain(entry: Entry) -> Plain:
    """An entry for JSON: what the journal keeps, with its number, its kind, whether it is undone and its changes."""
    return {
        "line": entry.command,
        **entry.data,
        "entry": entry.number,
        "kind": entry.kind,
        "undone": entry.undone,
        "target": entry.target,
        "changes": [] if entry.kind == "new" else encode(entry.changes),
    }


def undo_command(ctx: typer.Context) -> Reply:
    """Take back the last command; the dice it rolled are given back."""
    return _step(ctx, "undid", lambda file, number: file.undo(number), "`umpire redo` does it again")


def redo_command(ctx: typer.Context) -> Reply:
    """Do again what undo took back last."""
    return _step(ctx, "redid", lambda file, number: file.redo(number), "`umpire undo` takes it back")


def _step(ctx: typer.Context, done: str, do: Callable[[GameFile, int], Step], back: str) -> Reply:
    session: Session = ctx.obj.open()
    file, family = session.file, session.family
    step = do(file, session.snapshot.number)
    entry = _shown(session, step.entry)
    changes = reverse(entry.changes)[::-1] if done == "undid" else entry.changes
    words = change_words(changes, family.names(session.state), family.BOOKKEEPING)
    after = file.read().redo if done == "redid" else None
    more = f"; next redo: {_line(file, after)}" if after is not None else ""
    said = str(entry.data.get("command") or entry.command)

    def draw(page: Page) -> list[str]:
        what = "; ".join(words) or "nothing had changed"
        lines = page.paragraph(f"{done} #{entry.number} {said}: {what}", style="bold")
        return lines + page.paragraph(f"#{step.number} recorded; {back}{more}", style="dim")

    plain = {"entry": step.number, done: entry.number, "command": said, "changes": encode(changes), "words": words}
    return Reply(plain, draw)


def _line(file: GameFile, undo: int) -> str:
    """What redo would do: the entry that the undo with this number took back."""
    target = file.entry(undo).target
    entry = file.entry(target or 1)
    return f"#{entry.number} {entry.data.get('command') or entry.command}"


def luck_command(ctx: typer.Context) -> Reply:
    """How the dice fell, side by side, typed and rolled apart, and how unusual that is: exact, from the record."""
    from umpire.show.luck import luck_lines, luck_plain

    plain = luck_plain(open_game(ctx.obj.find_game()).entries())
    return Reply(plain, lambda page: luck_lines(page, plain))
