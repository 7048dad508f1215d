"""Which commands there are, and a function with typed parameters as a command of typer."""

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

COMMANDS = {
    "draft": ("before", "A scenario to begin with, commented."),
    "types": ("before", "Everything a scenario can name, with its numbers."),
    "check": ("before", "All that is wrong or odd in a scenario."),
    "schema": ("before", "The JSON Schema of scenarios, for an editor."),
    "new": ("games", "Start a game from a scenario."),
    "status": ("look", "Where everything stands."),
    "can": ("look", "What a stand or unit may do now."),
    "score": ("look", "Shots, air points, objectives and losses, a line a side."),
    "log": ("record", "What was done, the newest last; one entry whole."),
    "undo": ("record", "Take back the last command, or several."),
    "redo": ("record", "Do again what undo took back."),
    "amend": ("mending", "An entry as it should have been; what followed is played again."),
    "again": ("mending", "The last throw again: its dice were no dice."),
    "what-if": ("foresee", "The same act with one thing changed, compared."),
    "dice": ("foresee", "The odds of any dice, or how they fell; no game."),
    "luck": ("record", "How the dice fell against what was to be expected."),
    "set": ("games", "Correct the record: a stand's strength, place, marks."),
    "audit": ("mending", "The roll call: what stands on the table against the record."),
    "note": ("mending", "A remark in the log; it changes nothing."),
    "edit": ("games", "Change the whole position in your editor."),
    "export": ("games", "Write the position as a scenario."),
    "rule": ("rules", "The words of a rule, by number or by what it says."),
    "rules": ("rules", "The rulesets; the sections of one."),
    "compare": ("rules", "Where two rule tables differ."),
    "map": ("look", "The board with the stands on it."),
    "sheet": ("look", "The quick-reference sheet of this game."),
    "print": ("paper", "On paper: the play sheet, rosters, all of it."),
    "screen": ("players", "A page that follows the game, for the players to see."),
    "report": ("players", "The evening to read: a page, Markdown or PDF."),
    "table": ("prompt", "A prompt: the same commands without `umpire`."),
    "clear": ("prompt", "Clear the screen."),
    "demo": ("demo", "An example, shown step by step."),
}
"""Command -> the module of umpire.cli.commands that has a function of its name, and its line of help."""

LOOKS = frozenset(
    ("types", "check", "status", "can", "what-if", "dice", "luck", "rule", "rules", "compare", "sheet", "score")
)
"""Views: at the prompt what does not fit the screen waits for Enter. Maps and logs are shown whole."""

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
"""Short forms, which never change; none of a command that takes back or rewrites what stands."""


LINES = {"who has shots": "score", "shots": "score", "vp": "score", "victory": "score", "turn": "status"}
"""Whole lines that people type for a command."""
ELSEWHERE = ("air",)
"""Acts of some rulesets that others have as a part of another act."""


def verbs_of(ruleset: Ruleset | None) -> dict[str, str]:
    """The acts of a ruleset in the order of play, with their lines of help; every act where no ruleset is named."""
    if ruleset is None:
        return VOCABULARY
    order, acts = list(VOCABULARY), ruleset.family().ACTS
    own = sorted(acts, key=lambda verb: order.index(verb) if verb in order else len(order))
    return {verb: acts[verb][1] or VOCABULARY.get(verb, "") for verb in own}


def hear_once(command: Any, ctx: Any, args: Sequence[str]) -> None:
    """Raises Mistake for an option told twice of which only one can count; the last would be taken without a word."""
    seen: list[Any] = []
    with suppress(TyperException):  # whatever else is wrong is said when the line is read in earnest
        _, _, seen = command.make_parser(ctx).parse_args(args=list(args))
    for option in seen:
        single = option.param_type_name == "option" and not (option.is_flag or option.multiple)
        if single and sum(one is option for one in seen) > 1:
            raise Mistake(f"{option.opts[0]} is told twice", "tell it once")


class Once(TyperCommand):
    """A command each of whose options is told once, but for those of which there may be several."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        hear_once(self, ctx, args)
        return super().parse_args(ctx, args)


def command(
    name: str, function: Callable[..., Reply], help_line: str, cls: type[TyperCommand] | None = None
) -> TyperCommand:
    """A function with typed parameters as a command."""
    one = typer.Typer(add_completion=False, rich_markup_mode=None)
    one.command(name, cls=cls or Once, short_help=help_line)(function)
    return cast("TyperCommand", typer.main.get_command(one))
