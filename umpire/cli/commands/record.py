"""Commands about the record: log, undo, redo, luck."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from umpire.cli.command import Once
from umpire.cli.output import Reply
from umpire.cli.setting import Invocation
from umpire.core.mistakes import Mistake
from umpire.game.act import Plain
from umpire.game.gamefile.changes import encode, reverse
from umpire.game.gamefile.public import public_changes
from umpire.game.gamefile.store import Entry, GameFile, open_game
from umpire.game.gamefile.trouble import NothingToRedo, NothingToUndo
from umpire.play.past.history import History, history, in_force, marks_of
from umpire.show.journal import change_words, entry_lines, folded, log_lines, said_of
from umpire.show.page import Page

if TYPE_CHECKING:
    from umpire.play.session import Session

_COUNTS = (["-n"], ["--last"])
"""Options whose value is a number."""


class LogCommand(Once):
    """A command for which `-3` is an entry, not an option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        own = [at for at, one in enumerate(args) if re.fullmatch(r"-\d+", one) and args[at - 1 : at] not in _COUNTS]
        rest = [one for at, one in enumerate(args) if at not in own]
        return super().parse_args(ctx, [*rest, "--", *(args[at] for at in own)] if own else args)


def log_command(
    ctx: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="[N | WORDS...]", show_default=False)] = None,
    last: Annotated[int, typer.Option("-n", "--last", metavar="COUNT", help="How many entries to show.")] = 20,
    side: Annotated[str, typer.Option(metavar="SIDE", help="Show only what this side did.", show_default=False)] = "",
    round_: Annotated[
        str,
        typer.Option(
            "--round", metavar="N", help="Show only this round or turn; 2.3 is round 3 of day 2.", show_default=False
        ),
    ] = "",
) -> Reply:
    """Show the last entries, the newest at the bottom; `umpire log 12` shows entry 12 in full, with its dice.
    `-3` is the third entry from the end.

    Umpire shows only entries that contain all words that you type: `umpire log ta`, `umpire log hill "1st company"`.
    """
    setting: Invocation = ctx.obj
    if words and len(words) == 1 and re.fullmatch(r"[#-]?\d+", words[0]):
        return _one(setting.open(), words[0])
    if last < 0:
        raise Mistake(f"-n {last} is not a number of entries", "for example: -n 50")
    file, picks = open_game(setting.find_game()), bool(words or side or round_)
    entries, known = file.entries() if picks else _of_lines(file, last, json=setting.json), _effective(file)
    if known:
        entries = in_force(entries, known)
    if picks:
        entries = _picked(setting.open(), entries, words or [], side, round_)[-last:] if last else []
    if setting.json:  # the list shows no changes and needs no ruleset
        session = setting.open()
        entries = [_shown(session, entry) for entry in entries]

    def draw(page: Page) -> list[str]:
        lines = log_lines(page, entries, marks_of(known))
        if picks:
            return lines or page.paragraph("no entry matches")
        if entries and entries[0].number > 1:
            earlier = entries[0].number - 1
            typed = setting.to_type(f"log -n {earlier + len(entries)}")
            lines = [*page.paragraph(f"{earlier} earlier: {typed}", style="dim"), *lines]
        return lines

    return Reply({"log": [{**_entry_plain(entry), **_by(known, entry.number)} for entry in entries]}, draw)


def _of_lines(file: GameFile, last: int, *, json: bool) -> list[Entry]:
    """Return the newest entries.

    `last` is the number of lines of the log to fill; for JSON, it is the number of entries.
    """
    asked = last
    while True:
        entries = file.entries(asked)
        lines = folded(entries)
        if json or len(lines) > last or not entries or entries[0].number == 1:
            return entries if json else [entry for line in lines[max(0, len(lines) - last) :] for entry in line]
        asked = asked * 2 + 1


def _picked(session: Session, entries: list[Entry], words: list[str], side: str, round_: str) -> list[Entry]:
    """Return the entries that contain all these words.

    With `side` or `round_`, return only entries of that side or round. Raises Mistake.
    """
    from umpire.play.mending.picked import of_round, of_side, with_words

    found = of_round(entries, round_) if round_ else entries
    found = of_side(found, side, session.head["sides"]) if side else found
    return with_words(found, words, session.family.names(session.state), said_of) if words else found


def _one(session: Session, text: str) -> Reply:
    if text.startswith("-"):
        from umpire.play.past.amend import Past
        from umpire.play.past.words import number_of

        text = str(number_of(Past(session), text))
    digits = text.removeprefix("#")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        raise Mistake(
            f"{text!r} is not an entry number", "`umpire log` lists the entries; `umpire log 3` shows entry 3 in full"
        )
    entry, family = _shown(session, session.file.entry(int(digits))), session.family
    names, known = family.names(session.state), _effective(session.file)
    by = _by(known, entry.number)
    now = in_force([entry], known)[0] if known and entry.kind != "amend" else entry

    def draw(page: Page) -> list[str]:
        lines = entry_lines(page, entry, names, family.BOOKKEEPING)
        if by:
            lines += page.paragraph(f"#{entry.number} {marks_of(known)[entry.number].words}", style="bold")
        return lines if now.data == entry.data else [*lines, *entry_lines(page, now, names, family.BOOKKEEPING)]

    both = {"now": _entry_plain(now)} if now.data != entry.data else {}
    return Reply({**_entry_plain(entry), **by, **both}, draw)


def _effective(file: GameFile) -> History | None:
    """Return the record with its amendments applied; None if nothing was amended."""
    return history(file.entries(), file.read().head) if file.has_amends() else None


def _by(known: History | None, number: int) -> Plain:
    """Return the amendment that changed or deleted an entry, for JSON."""
    if known is None:
        return {}
    changed, out = known.changed.get(number), known.out.get(number)
    return {**({"amended_by": changed} if changed else {}), **({"out_by": out} if out else {})}


def _shown(session: Session, entry: Entry) -> Entry:
    """Return an entry of the record without changes that are secret."""
    return entry._replace(changes=public_changes(entry.changes, session.family.SECRET))


def _entry_plain(entry: Entry) -> Plain:
    """Return an entry for JSON: its journal data, number, kind and changes, and whether the entry is undone."""
    return {
        "line": entry.command,
        **entry.data,
        "entry": entry.number,
        "kind": entry.kind,
        "undone": entry.undone,
        "target": entry.target,
        "changes": [] if entry.kind == "new" else encode(entry.changes),
    }


Count = Annotated[int, typer.Argument(metavar="[COUNT]", min=1, show_default=False, help="Number of entries.")]


def undo_command(ctx: typer.Context, count: Count = 1) -> Reply:
    """Take back the last entry, or the last COUNT entries. If Umpire rolled dice for an entry that you undo, it rolls
    the same numbers again when you play on.
    """
    return _steps(ctx, count, "`umpire redo` restores the undone entry")


def redo_command(ctx: typer.Context, count: Count = 1) -> Reply:
    """Restore the entry that undo took back last, or the last COUNT entries."""
    return _steps(ctx, count, "`umpire undo` takes it back", again=True)


def _steps(ctx: typer.Context, count: int, back: str, *, again: bool = False) -> Reply:
    """Undo or redo `count` entries one after another. The log has a separate entry for each step."""
    replies = [_step(ctx, back, again=again)]
    try:
        while len(replies) < count:
            replies.append(_step(ctx, back, again=again))
    except (NothingToUndo, NothingToRedo) as none:
        done = f"{len(replies)} of {count} {'redone' if again else 'undone'}"
        return _together(replies, (f"{none.what}: {done}",))
    return _together(replies) if count > 1 else replies[0]


def _together(replies: Sequence[Reply], said: tuple[str, ...] = ()) -> Reply:
    """Return the answers to several steps as one answer."""

    def draw(page: Page) -> list[str]:
        return [line for one in replies for line in one.draw(page)] + [
            line for each in said for line in page.paragraph(each)
        ]

    return Reply({"steps": [one.plain for one in replies], "notes": list(said)}, draw)


def _step(ctx: typer.Context, back: str, *, again: bool = False) -> Reply:
    session: Session = ctx.obj.open()
    file, family = session.file, session.family
    done, do = ("redid", file.redo) if again else ("undid", file.undo)
    step = do(session.snapshot.number)
    entry = _shown(session, step.entry)
    changes = entry.changes if again else reverse(entry.changes)[::-1]
    words = change_words(changes, family.names(session.state), family.BOOKKEEPING)
    after = file.read().redo if again else None
    more = f"; next redo: {_line(file, after)}" if after is not None else ""
    text = str(entry.data.get("command") or entry.command)

    def draw(page: Page) -> list[str]:
        what = "; ".join(words) or "no changes"
        lines = page.paragraph(f"{done} #{entry.number} {text}: {what}", style="bold")
        return lines + page.paragraph(f"#{step.number} recorded; {back}{more}", style="dim")

    plain = {"entry": step.number, done: entry.number, "command": text, "changes": encode(changes), "words": words}
    return Reply(plain, draw)


def _line(file: GameFile, undo: int) -> str:
    """Return the number and the command of the entry that redo would restore. `undo` is the number of the entry that
    recorded the undo.
    """
    target = file.entry(undo).target
    entry = file.entry(target or 1)
    return f"#{entry.number} {entry.data.get('command') or entry.command}"


def luck_command(ctx: typer.Context) -> Reply:
    """Compare the dice of each side with the average, and show how likely such dice were. Typed dice and
    rolled dice are counted separately.
    """
    from umpire.game.gamefile.journal import read_entry
    from umpire.show.luck import luck_lines, luck_plain

    file = open_game(ctx.obj.find_game())
    known = _effective(file)
    entries = in_force(file.entries(), known) if known else file.entries()
    plain = luck_plain((entry.number, entry.undone, read_entry(entry.data)) for entry in entries)
    return Reply(plain, lambda page: luck_lines(page, plain))


CLASSES = {"log": LogCommand}
"""The commands that read their own line."""
