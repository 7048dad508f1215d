"""A text in the referee's own editor, and never lost whatever goes wrong with it afterwards."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from umpire.cli.output import at_terminal, say
from umpire.core.mistakes import FileMistake, Mistake
from umpire.game.trouble import StoreError


def edited_text(source: Path | None, export: Callable[[], str], game: Path) -> tuple[str, str]:
    """The changed text and what to call it in messages: from a file, from stdin, or out of the editor."""
    if source is None:
        return _in_editor(export(), game), "edit"
    try:
        if str(source) == "-":
            return sys.stdin.read(), "stdin"
        return source.read_text(encoding="utf-8"), source.name
    except UnicodeDecodeError:
        raise FileMistake(f"{source} is not UTF-8 text", "save it as UTF-8") from None
    except ValueError as wrong:
        raise Mistake(f"{str(source)!r} names no file: {wrong}", "for instance --from sunday.toml") from None
    except OSError as wrong:
        reason = wrong.strerror or wrong
        raise FileMistake(
            f"{source} cannot be read: {reason}", "`umpire export -o FILE` writes one to change"
        ) from None


def _in_editor(text: str, game: Path) -> str:
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not named and not at_terminal():
        raise Mistake("there is no terminal to edit in", "`umpire export -o FILE`, then `umpire edit --from FILE`")
    program = named or ("notepad" if os.name == "nt" else "vi")
    with TemporaryDirectory(prefix="umpire-") as folder:
        file = Path(folder) / f"{game.stem}.toml"
        file.write_text(text, encoding="utf-8", newline="\n")
        try:
            words = shlex.split(program, posix=os.name != "nt")
            ended = subprocess.run([*words, str(file)], check=False).returncode
        except (OSError, ValueError) as wrong:
            raise Mistake(f"the editor {program!r} does not start: {wrong}", "set EDITOR to the one you use") from None
        if ended:
            raise Mistake(f"the editor {program!r} ended with {ended}", "nothing was recorded")
        raw = file.read_bytes()
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            error = FileMistake("the edited text is not UTF-8", "save it as UTF-8")
            keep(raw, game, error)
            raise error from None


def keep(text: bytes, game: Path, error: BaseException) -> None:
    """Put a text that was not taken beside the game, and say in the error's hint where."""
    for number in range(1, 100):
        file = game.with_name(f"{game.stem}-edit{number}.toml")
        try:
            with file.open("xb") as kept:
                kept.write(text)
        except FileExistsError:
            continue
        except OSError:
            return
        hint = f"your text is kept: mend it, then `umpire edit --from {file}`"
        if isinstance(error, Mistake | StoreError):
            error.hint = f"{error.hint}; {hint}" if error.hint and isinstance(error, Mistake) else hint
        else:
            say([hint])
        return
