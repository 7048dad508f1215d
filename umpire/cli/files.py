"""Files that commands write: a new one, or one of ours in the place of the last. Nothing else is overwritten."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from umpire.core.mistakes import FileMistake, Mistake

_HEAD = 1000


def write_new(path: Path, content: str | bytes) -> None:
    """Write a file that does not exist yet: it is there when it is whole. Raises FileMistake."""
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
        raise FileMistake(f"{path} exists already", "nothing is overwritten: name another file") from None
    except ValueError as wrong:
        raise Mistake(f"{str(path)!r} names no file: {wrong}", "for instance -o sunday.toml") from None
    except OSError as wrong:
        hint = "make room and try again" if wrong.errno == errno.ENOSPC else "name a file in a folder of yours"
        raise FileMistake(f"{path} cannot be written: {wrong.strerror or wrong}", hint) from None


def replace_own(path: Path, text: str, mark: str) -> None:
    """Write a file in the place of one of the same kind that we wrote before, which `mark` tells; of no other."""
    if not os.path.lexists(path):
        write_new(path, text)
        return
    with suppress(OSError, ValueError):
        if path.is_file() and not path.is_symlink():
            with path.open(encoding="utf-8", errors="replace") as there:
                if mark in there.read(_HEAD):
                    beside = path.with_name(f".umpire-{os.urandom(8).hex()}{path.suffix}")
                    write_new(beside, text)
                    os.replace(beside, path)
                    return
    write_new(path, text)
