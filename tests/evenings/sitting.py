"""Evenings typed twice: in the short grammar at a terminal of 80 x 24, and in full at the command line.

A file of an evening has, line by line:

    # a remark
    $ what is recorded, as it is typed in full at the command line, dice and choices with it
    > what is typed at the prompt instead, each line ended by Enter; answers to its questions too
    ? a look: what was asked before is asked again after it
      words that must stand in the answer to the line above

What is typed below no `$` records nothing.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from tests.cli.terminal import Terminal
from umpire.__main__ import main
from umpire.game.gamefile.store import open_game

FOLDER = Path(__file__).parent
FULL, TYPED, LOOK, SAID, REMARK = "$ ", "> ", "? ", "  ", "#"

WRONG = re.compile(r"^(error|refused|wanted|this terminal has only a plain prompt): ", re.MULTILINE)
"""What nobody wants to read who did not look for it."""


class Line(NamedTuple):
    """A line at the prompt, whether it only looks, and the words that must stand in the answer."""

    typed: str
    look: bool
    said: tuple[str, ...] = ()


class Evening(NamedTuple):
    """The lines typed in full, of which the first begins the game, and the lines typed at the prompt for the same
    acts.
    """

    begins: str
    full: tuple[str, ...]
    lines: tuple[Line, ...]


def read(text: str) -> Evening:
    """Return the evening of a file. Raises ValueError for a line of no known kind."""
    full: list[str] = []
    lines: list[Line] = []
    for line in text.splitlines():
        if line.startswith(FULL):
            full.append(line.removeprefix(FULL))
        elif line.startswith((TYPED, LOOK)) or line == TYPED.strip():
            lines.append(Line(line[len(TYPED) :], line.startswith(LOOK)))
        elif line.startswith(SAID):
            lines[-1] = lines[-1]._replace(said=(*lines[-1].said, line.strip()))
        elif line and not line.startswith(REMARK):
            raise ValueError(f"{line!r} is neither typed nor said nor a remark")
    return Evening(full[0], tuple(full[1:]), tuple(lines))


def in_full(folder: Path, lines: tuple[str, ...]) -> None:
    """Type lines at the command line, in this process; each must be recorded."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("UMPIRE")}
    here = Path.cwd()
    os.chdir(folder)
    try:
        for line in lines:
            said = StringIO()
            with (
                patch.dict(os.environ, kept, clear=True),
                patch.object(sys, "stdin", StringIO()),
                redirect_stdout(said),
                redirect_stderr(said),
            ):
                code = main(shlex.split(line)[1:])
            assert code == 0, f"{line}\n{said.getvalue()}"
    finally:
        os.chdir(here)


def asked_again(before: str, now: str) -> bool:
    """True if the same question is asked as before a look; Enter may show the rest of a long answer then."""
    return now.endswith(before) or (
        "more (Enter)" in before + now and now.partition("❯")[0] == before.partition("❯")[0]
    )


def at_the_table(folder: Path, lines: tuple[Line, ...]) -> Terminal:
    """Type lines at the prompt, check the answers as a referee would, and return the terminal, left by `quit`."""
    with Terminal("table", cwd=folder) as at:
        at.wait("❯")
        for line in lines:
            before = at.asked()
            said = "\n".join(at.enter(line.typed))
            assert not line.look or asked_again(before, at.asked()), (
                f"{line.typed!r}: not asked again\n{said}\n{at.asked()}"
            )
            assert "Traceback" not in said, said
            assert "bug:" not in said, said
            assert line.said or not WRONG.search(said), f"{line.typed!r} is not taken:\n{said}"
            for words in line.said:
                assert words in said, f"{words!r} is not said to {line.typed!r}:\n{said}"
        assert "❯" in at.asked(), at.screen()
        at.type("quit\r")
        assert at.ended() == 0
    return at


def recorded(folder: Path) -> list[dict[str, object]]:
    """Return the entries of the game in a folder, without how their dice were typed, and the position after them."""
    (path,) = folder.glob("*.umpire")
    file = open_game(path)
    entries = [
        {
            "kind": entry.kind,
            "target": entry.target,
            "changes": entry.changes,
            **{name: value for name, value in entry.data.items() if name not in ("line", "command")},
            "throws": [{**throw, "typed": ""} for throw in entry.data.get("throws", [])],
        }
        for entry in file.entries()
    ]
    return [*entries, {"position": file.read().position}]
