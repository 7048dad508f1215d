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


def typed(table, scenario, before, line, *, begin=Table.game):
    """Return the answer to a line, in a game of the scenario after these lines, each of which must be right.

    The game is kept as it is before the last of them, which is typed again each time.
    """
    *first, last = before or ("",)
    game, point = begin(table, scenario), (begin, scenario, *first)
    setting = Invocation(at_prompt=True, run=run)
    if first and point not in KEPT:
        assert [_run_line(each, setting) for each in first] == [0] * len(first), first
        KEPT[point] = game.read_bytes()
    elif first:
        game.write_bytes(KEPT[point])
    assert _run_line(last, setting) == 0 if last else True, last
    table.capsys.readouterr()
    code = _run_line(line, setting)
    said = "".join(table.capsys.readouterr())
    return Answer(code, said, table.say("log --json -n 1").plain["log"][-1], table.entry())
