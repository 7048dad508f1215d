"""A line typed at the prompt, in a game of its own that went on so far."""

from typing import Any, NamedTuple

from tests.cli.games import Table
from umpire.cli.app import run
from umpire.cli.commands.prompt import _run_line
from umpire.cli.setting import Invocation


class Answer(NamedTuple):
    """What a line comes to: its exit code, what is said, and the last entry on record then, with its number."""

    code: int
    said: str
    last: dict[str, Any]
    entry: int


def typed(table, scenario, before, line, *, begin=Table.game):
    """Return the answer to a line, in a game of the scenario after these lines, each of which must be right."""
    begin(table, scenario)
    setting = Invocation(at_prompt=True, run=run)
    for each in before:
        assert _run_line(each, setting) == 0, each
    table.capsys.readouterr()
    code = _run_line(line, setting)
    said = "".join(table.capsys.readouterr())
    return Answer(code, said, table.say("log --json -n 1").plain["log"][-1], table.entry())
