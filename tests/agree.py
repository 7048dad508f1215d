"""A check of hints: run as a command, a hint works, or is refused for another reason than the line before it.

It works for every family. `disagreements(family, state, table, "assault a at z", kept=True)` returns the hints that are
refused for the same reason again. A property test draws states and lines, and expects none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection
from umpire.game.act import Family
from umpire.game.facts import parse_told

QUOTED = re.compile(r"`([^`]+)`")
BLANK = re.compile(r"\b[A-Z]{3,}\b")
"""A place for a name, as in `move a to HEX`: nobody can type that as it stands."""


def refusals(family: Family[Any, Any], state: Any, table: Any, line: str, *, kept: bool) -> tuple[Objection, ...]:
    """Return every objection to a line, with those of the sequence of play where it is kept. Raises Mistake."""
    verb, *words = line.split()
    act = family.act(verb)
    situation = act.situate(state, table, parse_told(words, act.connectors, act.bare))
    turn = act.out_of_turn(state, table, situation) if kept else ()
    return (*turn, *act.objections(situation))


def disagreements(family: Family[Any, Any], state: Any, table: Any, line: str, *, kept: bool) -> list[str]:
    """Return the hints for a line that are refused for the same reason; none if the line is allowed."""
    try:
        found = refusals(family, state, table, line, kept=kept)
    except Mistake as mistake:
        return [
            f"{line}: {mistake.what}: `{hint}` comes to the same"
            for hint in _commands(family, mistake.hint)
            if mistake.what in _reasons(family, state, table, hint, kept=kept)
        ]
    return [
        f"{line}: {objection.words} ({objection.rule}): `{hint}` comes to the same"
        for objection, hint in hints(family, line, found)
        if {objection.words, objection.rule} & _reasons(family, state, table, hint, kept=kept)
    ]


def hints(family: Family[Any, Any], line: str, objections: tuple[Objection, ...]) -> Iterator[tuple[Objection, str]]:
    """Yield each objection with a line that it hints at: the command that it quotes or suggests, or the line with all
    missing facts.
    """
    tells = [one.retype for one in objections if "=" in one.retype]
    for objection in objections:
        yield from ((objection, command) for command in _commands(family, objection.words))
        if "=" in objection.retype and not BLANK.search(" ".join(tells)):
            yield objection, " ".join((line, *dict.fromkeys(tells)))
        elif objection.retype and "=" not in objection.retype:
            yield objection, objection.retype


def _commands(family: Family[Any, Any], text: str) -> Iterator[str]:
    for quoted in QUOTED.findall(text):
        line = quoted.removeprefix("umpire ")
        verb, _, rest = line.partition(" ")
        if verb in family.ACTS and rest and not BLANK.search(line):
            yield line


def _reasons(family: Family[Any, Any], state: Any, table: Any, line: str, *, kept: bool) -> set[str]:
    """Return the rules and the words that refuse a line, or the word that it does not understand."""
    try:
        found = refusals(family, state, table, line, kept=kept)
    except Mistake as mistake:
        return {mistake.what}
    return {text for one in found for text in (one.rule, one.words)}
