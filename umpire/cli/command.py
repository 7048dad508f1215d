"""The list of commands. This module also makes a command of the library typer from a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, cast

import typer
from typer.core import TyperCommand
from typer.exceptions import TyperException

from umpire.cli.output import Reply
from umpire.core.mistakes import Mistake
from umpire.game.lines import VOCABULARY
from umpire.rulesets import Ruleset

_MODULES = {
    "before": "draft types check schema",
    "games": "new set edit export",
    "look": "status can score map sheet",
    "record": "log undo redo luck",
    "mending": "amend again audit note",
    "foresee": "what-if dice",
    "rules": "rule rules compare",
    "paper": "print",
    "players": "screen report",
    "prompt": "table clear",
    "demo": "demo",
    "help": "help",
}
MODULE = {name: module for module, names in _MODULES.items() for name in names.split()}
"""Command -> the module of umpire.cli.commands that has a function with its name."""

LOOKS = frozenset(
    ("types", "check", "status", "can", "what-if", "dice", "luck", "rule", "rules", "compare", "sheet", "score", "help")
)
"""Views that stop at the prompt when the screen is full: the other lines wait for Enter.

Maps and logs are shown whole.
"""

SHORT = {
    "ac": "activate",
    "ar": "artillery",
    "as": "assault",
    "f": "fire",
    "l": "log",
    "m": "move",
    "ma": "map",
    "mo": "morale",
    "n": "next",
    "o": "order",
    "re": "reach",
    "s": "status",
    "w": "what-if",
}
"""Short forms of commands, which never change. Commands that take back or rewrite the record have none."""


LINES = {"who has shots": "score", "shots": "score", "vp": "score", "victory": "score", "turn": "status"}
"""Whole lines that people type -> the command that they mean."""
ENDS = ("quit", "exit", "q")
"""The lines that leave the prompt."""
ELSEWHERE = ("air",)
"""Acts of some rulesets that are part of another act in other rulesets."""


def verbs_of(ruleset: Ruleset | None) -> dict[str, str]:
    """Return the acts of a ruleset in the order of play, with their lines of help; every act if no ruleset is named."""
    if ruleset is None:
        return VOCABULARY
    order, acts = list(VOCABULARY), ruleset.family().ACTS
    own = sorted(acts, key=lambda verb: order.index(verb) if verb in order else len(order))
    return {verb: acts[verb][1] or VOCABULARY.get(verb, "") for verb in own}


def hear_once(command: Any, ctx: Any, args: Sequence[str]) -> None:
    """Raise Mistake if a single-value option is given twice."""
    if sum(word.startswith("-") for word in args) < 2:
        return
    seen: list[Any] = []
    with suppress(TyperException):  # other errors are reported when the line is read for real
        _, _, seen = command.make_parser(ctx).parse_args(args=list(args))
    for option in seen:
        single = option.param_type_name == "option" and not (option.is_flag or option.multiple)
        if single and sum(one is option for one in seen) > 1:
            raise Mistake(f"{option.opts[0]} is given twice", "give it once")


class Once(TyperCommand):
    """A command that accepts each option only once, except options that take several values."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        hear_once(self, ctx, args)
        return super().parse_args(ctx, args)


def command(
    name: str, function: Callable[..., Reply], help_line: str, cls: type[TyperCommand] | None = None
) -> TyperCommand:
    """Return a command made from a function with typed parameters."""
    one = typer.Typer(add_completion=False, rich_markup_mode=None)
    one.command(name, cls=cls or Once, short_help=help_line)(function)
    return cast("TyperCommand", typer.main.get_command(one))
