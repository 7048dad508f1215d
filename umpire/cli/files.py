"""Files written by commands: new files, or replacements for files that Umpire wrote. No other file is overwritten."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from umpire.core.mistakes import FileMistake, Mistake

_MOST = 1 << 26
"""The size in bytes of the longest file that is read."""


def write_new(path: Path, content: str | bytes) -> None:
    """Write a new file. The file appears only when it is complete. Raises FileMistake."""
    from umpire.game.gamefile.database import publish

    temporary = path.with_name(f".umpire-{os.urandom(8).hex()}.new") if path.name else path
    try:
        if os.path.lexists(path):
            raise FileExistsError
        try:
            with temporary.open("xb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
            publish(temporary, path)
        finally:
            with suppress(OSError):
                temporary.unlink()
    except FileExistsError:
        raise _exists(path) from None
    except ValueError as wrong:
        raise Mistake(f"{str(path)!r} is not a file name: {wrong}", "for example: -o sunday.toml") from None
    except OSError as wrong:
        hint = (
            "make room on the disk, then try again"
            if wrong.errno == errno.ENOSPC
            else "name a file in a folder you can write to"
        )
        raise FileMistake(f"{path} cannot be written: {wrong.strerror or wrong}", hint) from None


def check_new(paths: Iterable[Path]) -> None:
    """Raise FileMistake if one of these files already exists. Call this function before the first file is written."""
    for path in paths:
        if os.path.lexists(path):
            raise _exists(path)


def replace_own(path: Path, text: str, mark: str) -> None:
    """Write a text file.

    The new file may replace an old file only if Umpire wrote the old file with the same `mark` and nobody changed it.

    The text contains the mark, followed by the checksum of the text without the mark. A text that only quotes the mark,
    or was edited, has another checksum. Raises FileMistake.
    """
    marked = text.replace(mark, mark + _SEAL.format(_sum(text)), 1)
    if not os.path.lexists(path):
        write_new(path, marked)
        return
    if not _own(path, mark):
        hint = "Umpire overwrites only its own unchanged files; name another file, or remove this file"
        raise FileMistake(f"{path} exists already", hint)
    beside = path.with_name(f".umpire-{os.urandom(8).hex()}{path.suffix}")
    write_new(beside, marked)
    try:
        os.replace(beside, path)
    except OSError as wrong:
        beside.unlink()
        raise FileMistake(
            f"{path} cannot be written: {wrong.strerror}", "name a file in a folder you can write to"
        ) from None


_SEAL = "<!-- as written: {} -->"


def _sum(text: str) -> str:
    """Return the checksum of a text, short enough to read."""
    from hashlib import sha256  # slow to load

    return sha256(text.encode()).hexdigest()[:16]


def _own(path: Path, mark: str) -> bool:
    """Return whether a file is a text that Umpire wrote and nobody has changed."""
    with suppress(OSError, ValueError):
        if path.is_file() and not path.is_symlink() and path.stat().st_size <= _MOST:
            text = path.read_bytes().decode()
            before, found, after = text.partition(mark)
            seal = after[: len(_SEAL.format("0" * 16))]
            return bool(found) and seal == _SEAL.format(_sum(before + mark + after[len(seal) :]))
    return False


def _exists(path: Path) -> FileMistake:
    return FileMistake(f"{path} exists already", "Umpire never overwrites a file; name another file")
