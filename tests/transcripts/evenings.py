"""Whole evenings as typed, replayed: files of `$ umpire …` lines, each with the exact answer of the program.

A line that begins with `# ` describes the scene at the table; `[exit 3]` closes the answer of a command that failed.
`python -m tests.transcripts.evenings FILE …` replays the typed lines and writes down the present answers. Read the
difference before you keep it. A page, docs/first-evening.md, is typed at a terminal (`first_evening`).
"""

import io
import os
import shlex
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from umpire.__main__ import main

FOLDER = Path(__file__).parent
TYPED, REMARK = "$ ", "# "


class Turn(NamedTuple):
    """A typed line, its answer, and the remarks of the file before it."""

    typed: str
    said: tuple[str, ...]
    remarks: tuple[str, ...] = ()


def read(text: str) -> list[Turn]:
    """Return the turns of a transcript. Text after the last answer is lost."""
    turns: list[Turn] = []
    remarks: list[str] = []
    said: list[str] = []
    for line in text.splitlines():
        if line.startswith(TYPED):
            turns.append(Turn(line.removeprefix(TYPED), (), tuple(remarks)))
            remarks, said = [], []
        elif line.startswith(REMARK) or not turns:
            remarks.append(line)
        elif remarks:
            raise ValueError(f"{line!r} is neither typed nor said: a remark begins with {REMARK!r}")
        else:
            said.append(line)
            turns[-1] = turns[-1]._replace(said=tuple("\n".join(said).rstrip("\n").split("\n")))
    return turns


def write(turns: list[Turn]) -> str:
    """Return the transcript as text; `read` gives the same turns back."""
    lines: list[str] = []
    for turn in turns:
        if turn.remarks:
            lines += ["", *turn.remarks] if lines else turn.remarks
        lines += [TYPED + turn.typed, *turn.said]
    return "\n".join(lines) + "\n"


def replayed(turns: list[Turn], folder: Path | None = None) -> list[Turn]:
    """Return the same lines with their present answers, typed in a folder, else a scratch one, in this process."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as scratch, patch.dict(os.environ, _environment(), clear=True):
        os.chdir(folder or scratch)
        try:
            return [turn._replace(said=answer(turn.typed)) for turn in turns]
        finally:
            os.chdir(here)


def answer(typed: str) -> tuple[str, ...]:
    """Return the output of a command line: standard output, then standard error, then the exit code if it failed."""
    program, *words = shlex.split(typed)
    if program != "umpire":
        raise ValueError(f"{typed!r}: only umpire is played")
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", io.StringIO()):
        code = main(words)
    lines = (out.getvalue() + err.getvalue()).rstrip("\n").splitlines()
    return (*lines, *([f"[exit {code}]"] if code else ()))


def _environment() -> dict[str, str]:
    """Set 80 columns, no colour, and nothing of the user's environment except paths."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("UMPIRE", "PYTHON"))}
    return {**kept, "COLUMNS": "80", "LINES": "24", "NO_COLOR": "1"}


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".md":
            from tests.transcripts import first_evening

            with tempfile.TemporaryDirectory() as scratch:
                made = first_evening.replayed(text, Path(scratch))
        else:
            made = write(replayed(read(text)))
        path.write_text(made, encoding="utf-8")
