"""The line about a fault of the program, with everything needed to find it."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Sequence
from pathlib import Path

from umpire import __version__
from umpire.cli.setting import Invocation

_LONGEST = 200


def fault(error: Exception, setting: Invocation, argv: Sequence[str]) -> str:
    """Return one line with the error, its place, the versions, the system and the line typed.

    If the line may be secret, only its verb is shown.
    """
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    place = f"{_within(last.tb_frame.f_code.co_filename)}:{last.tb_lineno}" if last else "?"
    what = " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST]
    line = shlex.join(argv)
    if setting.may_be_secret(line):
        line = f"{setting.secret_act(line) or '...'} ..."
    versions = f"umpire {__version__}, Python {platform.python_version()}, {platform.system()}"
    return f"{what} at {place}; {versions}; typed: {line[:_LONGEST]}"


def _within(file: str) -> str:
    """Return the path of a file of this program, without the folder in which the program is installed."""
    home = Path(__file__).parent.parent.parent
    return str(Path(file).relative_to(home)) if Path(file).is_relative_to(home) else file
