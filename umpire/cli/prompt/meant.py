"""The act that an unfinished line means, with its verb first."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.cli.command import SHORT
from umpire.game.lines import ARROWS, COMMANDS
from umpire.play.grammar import AND, line_meant, verbs_meant
from umpire.play.session import Session

_ALSO_WORDS = ("as",)
"""Short forms that are also words with which a sentence may begin."""


def with_verb(session: Session, typed: Sequence[str]) -> list[str]:
    """Return the words of an unfinished line, with its verb or command in front: `smoke b1`, `shoot ta`."""
    words = [word for word in typed if word not in (*ARROWS, *AND)]
    if not words:
        return []
    first, acts = words[0].lower(), session.family.ACTS
    if first in acts or first in COMMANDS:
        return [first, *words[1:]]
    if meant := line_meant(session, words):
        return [*meant]
    if begins := session.family.BEGINNINGS.get(first) or SHORT.get(first):
        return [*begins.split(), *words[1:]]
    verbs = verbs_meant(session, first)
    return [verbs[0] if len(verbs) == 1 else first, *words[1:]]


def with_act_in_full(session: Session, words: Sequence[str]) -> list[str]:
    """Return the words of a line. An act typed in its short form, as in `f panther1 ...`, is written in full."""
    act = SHORT.get(words[0].lower(), "")
    named = words[0].lower() in (*_ALSO_WORDS, *map(str.lower, session.family.names(session.state)))
    return [act, *words[1:]] if act in session.family.ACTS and not named else [*words]
