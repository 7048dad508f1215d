"""The first evening of docs/, typed again at a terminal: each line on the page, and the answers of Umpire.

In a block of the page each line behind `$ umpire ` is a command, each behind `umpire> ` a line at the prompt, which is
open throughout; an answer to a question stands behind that question. `python -m tests.transcripts.evenings
docs/first-evening.md` writes down the present answers.
"""

import re
import shlex
from itertools import starmap
from pathlib import Path
from typing import NamedTuple

from tests.cli.games import at_terminal
from tests.places import ROOT

PAGE = ROOT / "docs" / "first-evening.md"
COMMAND, PROMPT = "$ umpire ", "umpire> "
_BLOCK = re.compile(r"^```\n((?:\$ umpire |umpire> ).*?)^```$", re.DOTALL | re.MULTILINE)
_QUESTION = re.compile(r"^(?:.*[(\[]Enter[^)\]]*[)\]]|(?:which|unit to activate)[^:]*): (.+)$")


class Line(NamedTuple):
    """A typed line, the answers to its questions, and everything shown for it."""

    typed: str
    answers: tuple[str, ...]
    shown: str

    @property
    def at_prompt(self) -> bool:
        """True if the line is typed at the prompt."""
        return self.typed.startswith(PROMPT)


def read(page: str) -> list[list[Line]]:
    """Return the lines of each block of the page."""
    return [[*starmap(_line, _parts(block))] for block in _BLOCK.findall(page)]


def _parts(block: str) -> list[list[str]]:
    parts: list[list[str]] = []
    for line in block.splitlines():
        if line.startswith((COMMAND, PROMPT)):
            parts.append([])
        parts[-1].append(line)
    return parts


def _line(typed: str, *shown: str) -> Line:
    answers = tuple(found[1] for line in shown if (found := _QUESTION.match(line)))
    return Line(typed, answers, "\n".join([typed, *shown]))


def replayed(page: str, folder: Path) -> str:
    """Return the page with the present answers to its lines, each typed in this folder."""
    every = [line for block in read(page) for line in block]
    prompt = [line for line in every if line.at_prompt]
    commands = iter([_command(line, folder) for line in every if not line.at_prompt])
    answers = [
        typed
        for line in prompt
        for typed in [(PROMPT, line.typed.removeprefix(PROMPT)), *((": ", one) for one in line.answers)]
    ]
    keys = [(wait, f"{typed}\n") for wait, typed in [*answers, (PROMPT, "quit")]]
    code, seen = at_terminal("table", cwd=folder, answers=keys, columns=80, term="dumb", patience=60)
    assert code == 0, seen
    _, *shown = re.split(rf"^{PROMPT}", seen, flags=re.MULTILINE)
    assert len(shown) == len(prompt) + 1, seen
    lines = iter([PROMPT + one for one in shown])

    def block(found: re.Match[str]) -> str:
        shown = [next(lines if line.at_prompt else commands) for line in starmap(_line, _parts(found[1]))]
        return "```\n" + "".join(f"{one.rstrip()}\n" for one in shown) + "```"

    return _BLOCK.sub(block, page)


def _command(line: Line, folder: Path) -> str:
    words = shlex.split(line.typed.removeprefix(COMMAND))
    code, seen = at_terminal(*words, cwd=folder, answers=[(": ", f"{one}\n") for one in line.answers], columns=80)
    assert code == 0, seen
    return f"{line.typed}\n{seen}"
