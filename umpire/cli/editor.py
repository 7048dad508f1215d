"""A text changed in the referee's own editor. The text is never lost."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from umpire.cli.output import at_terminal, say
from umpire.core.mistakes import FileMistake, Mistake
from umpire.game.gamefile.trouble import StoreError
from umpire.game.lines import quoted
from umpire.game.rulebook.tables import LARGEST, as_text, read_text

To = Callable[[str], str]
"""A function that returns a line to type again, with the game it is about."""


def edited_text(source: Path | None, export: Callable[[], str], game: Path, again: To) -> tuple[str, str]:
    """Return the changed text, and the name that messages use for the text.

    The text comes from a file, from stdin or from the editor.
    """
    if source is None:
        return _in_editor(export(), game, again), "edit"
    if str(source) == "-":
        raw = (
            sys.stdin.buffer.read(LARGEST + 1) if sys.stdin else b""
        )  # raw bytes, because stdin may decode them differently
        if len(raw) > LARGEST:
            raise FileMistake("stdin is too long", "nothing was recorded")
        return as_text(raw, "stdin"), "stdin"
    return read_text(source), source.name


def _in_editor(text: str, game: Path, again: To) -> str:
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not named and not at_terminal():
        raise Mistake("there is no terminal to edit in", "`umpire export -o FILE`, then `umpire edit --from FILE`")
    program = named or ("notepad" if os.name == "nt" else "vi")
    with TemporaryDirectory(prefix="umpire-") as folder:
        file = Path(folder) / f"{game.stem}.toml"
        file.write_text(text, encoding="utf-8", newline="\n")
        try:
            words = [word.strip('"') for word in shlex.split(program, posix=os.name != "nt")]
            ended = subprocess.run([*words, str(file)], check=False).returncode
        except (OSError, ValueError) as wrong:
            raise Mistake(f"the editor {program!r} does not start: {wrong}", "set EDITOR to your editor") from None
        try:
            raw = file.read_bytes()
        except OSError:
            raise FileMistake(f"the editor {program!r} left no text", "nothing was recorded") from None
        try:
            if ended:
                raise Mistake(f"the editor {program!r} ended with exit code {ended}", "nothing was recorded")
            return as_text(raw, "the edited text")
        except Mistake as error:
            if raw != text.encode():
                keep(raw, game, again, error)
            raise


def keep(text: bytes, game: Path, again: To, error: BaseException) -> None:
    """Save a refused text next to the game, or in the folder for temporary files.

    The hint of the error names the saved file.
    """
    hint = "your text could not be kept"
    for folder in (game.parent, Path(gettempdir())):
        if file := _written(text, folder, game.stem):
            hint = f"your text is kept; to correct the text, type `{again(f'edit --from {quoted(str(file))}')}`"
            break
    if isinstance(error, Mistake):
        error.hint = f"{error.hint}; {hint}" if error.hint and not isinstance(error, StoreError) else hint
    else:
        say([hint])


def _written(text: bytes, folder: Path, name: str) -> Path | None:
    """Write the text to a new file and return its path.

    If the file cannot be written, return None and leave no file.
    """
    for number in range(1, 100):
        file = folder / f"{name}-edit{number}.toml"
        try:
            kept = file.open("xb")
        except FileExistsError:
            continue
        except OSError:
            return None
        try:
            with kept:
                kept.write(text)
            return file
        except OSError:
            with suppress(OSError):
                file.unlink()
            return None
    return None
