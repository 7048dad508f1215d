"""Commands about the record: log, undo, redo, luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from umpire.cli.output import Reply
from umpire.core.mistakes import Mistake
from umpire.game.act import Plain
from umpire.game.gamefile.changes import encode, reverse
from umpire.game.gamefile.store import Entry, GameFile, Step, open_game
from umpire.show.journal import change_words, entry_lines, log_lines
from umpire.show.page import Page


def log_command(
    ctx: typer.Context,
    number: Annotated[str, typer.Argument(metavar="[N]", show_default=False)] = "",
    last: Annotated[int, typer.Option("-n", "--last", metavar="COUNT", help="How many entries.")] = 20,
) -> Reply:
    """What was done, the newest last; `umpire log 12` shows entry 12 whole, dice and all."""
    file = open_game(ctx.obj.find_game())
    if number:
        return _one(file, number)
    if last < 0:
        raise Mistake(f"-n {last} is no number of entries", "for instance -n 50")
    entries = file.entries(last)

    def draw(page: Page) -> list[str]:
        lines = log_lines(page, entries)
        if entries and entries[0].number > 1:
            earlier = entries[0].number - 1
            lines = [*page.paragraph(f"{earlier} earlier: umpire log -n {earlier + len(entries)}", style="dim"), *lines]
        return lines

    return Reply({"log": [_entry_plain(entry) for entry in entries]}, draw)


def _one(file: GameFile, text: str) -> Reply:
    digits = text.removeprefix("#")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        raise Mistake(f"{text!r} is no number of an entry", "`umpire log` lists them, `umpire log 3` shows one whole")
    entry = file.entry(int(digits))
    names, bookkeeping = _of_the_game(file)
    return Reply(_entry_plain(entry), lambda page: entry_lines(page, entry, names, bookkeeping))


def _entry_plain(entry: Entry) -> Plain:
    """An entry for JSON: what the journal keeps, with its number, its kind, whether it is undone and its changes."""
    return {
        "line": entry.command,
        **entry.data,
        "entry": entry.number,
        "kind": entry.kind,
        "undone": entry.undone,
        "target": entry.target,
        "changes": [] if entry.kind == "new" or entry.data.get("secret") else encode(entry.changes),
    }


def undo_command(ctx: typer.Context) -> Reply:
    """Take back the last command; the dice it rolled are given back."""
    return _step(ctx, "undid", lambda file, number: file.undo(number), "`umpire redo` does it again")


def redo_command(ctx: typer.Context) -> Reply:
    """Do again what undo took back last."""
    return _step(ctx, "redid", lambda file, number: file.redo(number), "`umpire undo` takes it back")


def _step(ctx: typer.Context, done: str, do: Callable[[GameFile, int], Step], back: str) -> Reply:
    file = open_game(ctx.obj.find_game())
    names, bookkeeping = _of_the_game(file)
    step = do(file, file.read().number)
    entry = step.entry
    changes = reverse(entry.changes)[::-1] if done == "undid" else entry.changes
    secret = bool(entry.data.get("secret"))  # orders that lie face down
    words = ["what was told in secret"] if secret else change_words(changes, names, bookkeeping)
    after = file.read().redo if done == "redid" else None
    more = f"; next redo: {_line(file, after)}" if after is not None else ""
    said = str(entry.data.get("command") or entry.command)

    def draw(page: Page) -> list[str]:
        what = "; ".join(words) or "nothing had changed"
        lines = page.paragraph(f"{done} #{entry.number} {said}: {what}", style="bold")
        return lines + page.paragraph(f"#{step.number} recorded; {back}{more}", style="dim")

    told = [] if secret else encode(changes)
    plain = {"entry": step.number, done: entry.number, "command": said, "changes": told, "words": words}
    return Reply(plain, draw)


def _line(file: GameFile, undo: int) -> str:
    """What redo would do: the entry that the undo with this number took back."""
    target = file.entry(undo).target
    entry = file.entry(target or 1)
    return f"#{entry.number} {entry.data.get('command') or entry.command}"


def _of_the_game(file: GameFile) -> tuple[Mapping[str, str], frozenset[str]]:
    """For words about changes: id -> name of everything in the game, and the fields nobody asks about."""
    from umpire.play.session import open_session

    session = open_session(file.path)
    return session.family.names(session.state), session.family.BOOKKEEPING


def luck_command(ctx: typer.Context) -> Reply:
    """How the dice fell, side by side, typed and rolled apart, and how unusual that is: exact, from the record."""
    from umpire.show.luck import luck_lines, luck_plain

    plain = luck_plain(open_game(ctx.obj.find_game()).entries())
    return Reply(plain, lambda page: luck_lines(page, plain))
