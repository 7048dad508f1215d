"""A line as it is typed: the verbs there are, its words, and the words put together again."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

VOCABULARY = {
    "army": "Points of the armies, and what the rules have against them.",
    "setup": "The table: zone, season, hour, weather, terrain, edges.",
    "order": "Orders, or the command points of a battle group.",
    "march": "A march move, of one stand or several.",
    "activate": "Whose turn to act it is.",
    "move": "Move stands by the rules.",
    "bus": "Infantry boards a vehicle.",
    "debus": "Infantry leaves its vehicle.",
    "halt": "Retreating stands stand fast.",
    "cross": "A stand at an obstacle.",
    "swap": "Support stands change places.",
    "reach": "Where a stand can go; nothing moves.",
    "overrun": "Overrun what cannot fight back.",
    "fire": "Fire at a stand: dice, hits, losses.",
    "assault": "Close combat.",
    "artillery": "What the guns do.",
    "air": "What aircraft do.",
    "morale": "The morale test of a battle group.",
    "night": "The night, or the hour.",
    "next": "End what is on and go to what comes next.",
}
"""Verb -> line of help, in the order of play. A family says more of its own where that helps, and may have others."""


def line_of(verb: str, words: Sequence[str]) -> str:
    """The act as it may be typed again."""
    return " ".join((verb, *map(quoted, words)))


def quoted(text: str, *, always: bool = False) -> str:
    """The word as it must be typed: in double quotes where that is safe in every shell, bare where it needs none.

    A backslash is a part of paths on Windows, and quotes the next sign elsewhere.
    """
    windows = os.name == "nt"
    if re.fullmatch(r"[\w.,:=+/@\\-]+" if windows else r"[\w.,:=+/@-]+", text) and not always:
        return text
    unsafe = r'["$`!%\n]' if windows else r'["$`\\!%\n]'
    if not re.search(unsafe, text):
        return f'"{text}"'
    from shlex import quote  # seldom needed

    return quote(text)


def words_of(line: str) -> list[str]:
    """The words of a line as a shell would have them. Raises ValueError for quotes that are not closed."""
    from shlex import shlex

    lexer = shlex(line, posix=True)
    lexer.whitespace_split = True
    if os.name == "nt":
        lexer.escape = ""  # a part of paths
    return list(lexer)
