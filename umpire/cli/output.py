"""The code that prints the answers of all commands, as text or as one JSON object, on a terminal or through a pipe."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import IO, NamedTuple

from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection, deciding, said_once
from umpire.game.act import Plain
from umpire.show.page import Page, clean

Draw = Callable[[Page], list[str]]

_WISHED = {"colour": True, "prompt": False}

DONE, BAD_FILE, USAGE, REFUSED, WANTED, BUG, INTERRUPTED = 0, 1, 2, 3, 4, 70, 130

_ASCII = str.maketrans(
    {
        "→": "->",
        "·": "|",
        "−": "-",
        "–": "-",
        "—": "-",
        "…": "...",
        "×": "x",
        "±": "+-",
        "≥": ">=",
        "≤": "<=",
        "½": "1/2",
        "█": "#",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "ß": "ss",
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
        "æ": "ae",
    }
)


class Reply(NamedTuple):
    """The answer of a command: values for JSON, a function that draws these values as text, lines for stderr, the exit
    code.

    `plain` is None for a command that has printed everything itself. A `paged` answer is read page by page at a
    terminal. If `to_type` is true, the last line for stderr is a line to type, so Umpire does not wrap that line.
    """

    plain: Plain | None
    draw: Draw = lambda page: []
    code: int = DONE
    trouble: tuple[str, ...] = ()
    paged: bool = False
    to_type: bool = False


def trouble(
    code: int, kind: str, what: str, hint: str = "", more: Sequence[Mistake] = (), *, to_type: bool = False
) -> Reply:
    """Return a reply with an error in one line and its hint; the errors in `more` follow in the same form."""
    every = [(what, hint), *((each.what, each.hint) for each in more)]
    lines = []
    for (wrong, right), (_, then) in zip(every, (*every[1:], ("", "")), strict=True):
        lines += [f"{kind}: {wrong}", *([f"hint: {right}"] if right and right != then else [])]
    also = {"more": [{"error": what, "hint": hint} for what, hint in every[1:]]} if more else {}
    return Reply({"error": what, "hint": hint, **also}, code=code, trouble=tuple(lines), to_type=to_type)


def refusal(objections: Sequence[Objection]) -> Reply:
    """Return a reply with every rule that forbids the act, and the remedy: add a fact, type something else, or
    overrule.
    """
    shown = deciding(objections)
    lines = tuple(f"refused: {each}" for each in said_once(shown))
    tells = " ".join(dict.fromkeys(objection.retype for objection in shown if objection.retype))
    if tells:  # facts without which a number is missing, or another command
        hint = f"a ruling is not enough here; add {tells}" if "=" in tells else f"type {tells}"
        if "=" in tells and any(objection.overrulable for objection in shown):
            hint += ', and overrule the other refusals with --ruling "why"'
    elif all(objection.overrulable for objection in objections):
        hint = 'to overrule, add --ruling "why"'
    else:
        hint = "this cannot be overruled; type something else"
    plain = [
        {"rule": o.rule, "words": o.words, "overrulable": o.overrulable, **({"tell": o.retype} if o.retype else {})}
        for o in shown
    ]
    return Reply({"refused": plain, "hint": hint}, code=REFUSED, trouble=(*lines, f"hint: {hint}"))


def send(reply: Reply, json: bool, rest: list[str] | None = None) -> int:
    """Print a reply and return the exit code.

    Text goes to stdout and errors to stderr; JSON goes to stdout as one object. The list `rest`, if given, gets the
    lines that do not fit the terminal. A pipe closed at the other end (`umpire log | head`) is not an error.
    """
    if reply.plain is None:
        return reply.code
    if json:
        from json import dumps

        lines = [dumps(reply.plain, default=str)]
    else:
        lines = reply.draw(page_of(sys.stdout))
        if rest is None and reply.paged and _paged(lines):
            return reply.code
        if rest is not None and at_terminal():
            lines = one_screen(lines, rest)
    if not _write(sys.stdout, lines):
        _write(sys.stderr, ["error: the output could not be written; `umpire log` shows what is recorded"])
        return reply.code or BAD_FILE
    if not json:
        last = len(reply.trouble) - 1 if reply.to_type else None
        _write(sys.stderr, [line for at, one in enumerate(reply.trouble) for line in _laid_out(one, at == last)])
    return reply.code


def one_screen(lines: Sequence[str], rest: list[str]) -> list[str]:
    """Return the lines that fit the terminal, then a line that counts the lines left out. Put the lines left out into
    `rest`.
    """
    from shutil import get_terminal_size

    rows = max(get_terminal_size((80, 24)).lines - 2, 2)
    at = len(lines) if len(lines) <= rows else rows - 1
    shown, rest[:] = lines[:at], lines[at:]
    return [*shown, *([f"{len(rest)} more lines; Enter shows them"] if rest else [])]


def _paged(lines: Sequence[str]) -> bool:
    """Show lines in the system's pager if they do not fit the terminal; return whether the pager was used."""
    from shutil import get_terminal_size

    if not at_terminal() or len(lines) < get_terminal_size((80, 24)).lines:
        return False
    from pydoc import pager

    os.environ.setdefault("LESS", "-R")  # keep bold text bold
    pager("".join(clean(line, styled=True) + "\n" for line in lines))
    return True


def _laid_out(trouble: str, to_type: bool) -> list[str]:
    """Return an error message as lines for stderr. On a terminal, a long message is wrapped, unless it ends with a line
    to type.
    """
    trouble = _to_type(trouble)
    if to_type or not _is_terminal(sys.stderr):
        return [clean(trouble)]
    return page_of(sys.stderr).paragraph(trouble)


def say(lines: Iterable[str] = ()) -> None:
    """Print these lines at once, in the middle of a command."""
    _write(sys.stdout, lines)


def page_of(stream: IO[str]) -> Page:
    """Return the page of a stream. The page is as wide as the terminal, but at most 120 columns.

    Bold and dim text is used only on a terminal that allows it.
    """
    from shutil import get_terminal_size

    width = get_terminal_size((80, 24)).columns
    return Page(min(width, 120) if width > 0 else 80, colour_wanted(stream))


def wish_colour(wanted: bool) -> None:
    """Set whether the current game allows colours."""
    _WISHED["colour"] = wanted


def wish_prompt(at_prompt: bool) -> None:
    """Set whether messages show commands in the form for the prompt, without `umpire` in front."""
    _WISHED["prompt"] = at_prompt


def _to_type(text: str) -> str:
    """Return the text. At the prompt, `umpire log` in the text becomes `log`."""
    return text.replace("`umpire ", "`") if _WISHED["prompt"] else text


def colour_wanted(stream: IO[str]) -> bool:
    """Return whether colours, bold and dim text may be used.

    The terminal must be able to show colours, and neither NO_COLOR nor the game may forbid colours.
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not _is_terminal(stream):
        return False
    if os.name == "nt" and not (os.environ.get("WT_SESSION") or os.environ.get("TERM")):
        return False  # the old console shows escape codes as they are
    return _WISHED["colour"]


def at_terminal() -> bool:
    """Return whether questions can be asked at a terminal."""
    return _is_terminal(sys.stdin) and _is_terminal(sys.stdout)


def _is_terminal(stream: IO[str] | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def _write(stream: IO[str] | None, lines: Iterable[str]) -> bool:
    """Write the lines. Return False if the lines cannot be written. Return True if the pipe is closed at the other end,
    or if there is no stream.

    On a terminal, control codes are removed except the codes of our own styles.
    """
    if _is_terminal(stream):
        lines = (clean(line, styled=True) for line in lines)
    text = "".join(_to_type(line) + "\n" for line in lines)
    if stream is None:  # closed before the start
        return True
    try:
        if text:
            stream.write(text)
        stream.flush()
    except BrokenPipeError:
        _silence(stream)
    except OSError:
        _silence(stream)
        return False
    return True


def _silence(stream: IO[str]) -> None:
    """Discard buffered output, so that Python does not complain about it at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def prepare_streams() -> None:
    """Make the streams accept any text: a character that a stream cannot encode is written in ASCII."""
    codecs.register_error("umpire", _spelled)
    for stream, errors in ((sys.stdout, "umpire"), (sys.stderr, "umpire"), (sys.stdin, "replace")):
        # A stream that is not a text file, or was already read from, is left alone.
        with suppress(AttributeError, OSError, ValueError):
            stream.reconfigure(errors=errors)  # type: ignore[union-attr]


def spelled(sign: str, otherwise: str) -> str:
    """Return the sign, or its replacement if standard output cannot encode it."""
    try:
        sign.encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return otherwise
    return sign


def in_utf8() -> None:
    """Write all later output in UTF-8 if standard output is a file or a pipe."""
    if not _is_terminal(sys.stdout):
        with suppress(AttributeError, OSError, ValueError):
            sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]


def _spelled(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return in_ascii(error.object[error.start : error.end]), error.end


def in_ascii(text: str) -> str:
    """Return the text in ASCII: arrows and dots as similar signs, letters without accents, other characters as `?`."""
    from unicodedata import normalize

    spelled = []
    for char in text:
        plain = char.translate(_ASCII)
        if not plain.isascii():
            plain = normalize("NFKD", char).encode("ascii", "ignore").decode() or "?"
        spelled.append(plain)
    return "".join(spelled)
