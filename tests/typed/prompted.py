"""A line typed at the prompt, in a game of its own after some lines."""

from typing import Any, NamedTuple

from tests.cli.games import Table
from umpire.cli.app import run
from umpire.cli.commands.prompt import _run_line
from umpire.cli.setting import Invocation

KEPT = {}
"""Games after some lines: how they begin, the scenario and the lines -> the bytes of the file."""


class Answer(NamedTuple):
    """The result of a line: its exit code, its answer, and the last entry then, with its number."""

    code: int
    said: str
    last: dict[str, Any]
    entry: int


def typed(table, scenario, before, line, *, begin=Table.game, anew=False):
    """Return the answer to a line, in a game of the scenario after these lines, each of which must be right.

    The lines before it are typed once; after that the game is written as it was then. With `anew` they are typed each
    time, for a line about what the prompt remembers.
    """
    game, point = begin(table, scenario), (begin, scenario, *before)
    setting = Invocation(at_prompt=True, run=run)
    if before and (anew or point not in KEPT):
        assert [_run_line(each, setting) for each in before] == [0] * len(before), before
        KEPT[point] = game.read_bytes()
    elif before:
        game.write_bytes(KEPT[point])
    table.capsys.readouterr()
    code = _run_line(line, setting)
    said = "".join(table.capsys.readouterr())
    last = table.say("log --json -n 1").plain["log"][-1]
    return Answer(code, said, last, last["entry"])
