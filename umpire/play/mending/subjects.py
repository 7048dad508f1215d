"""The words of a correction: things, their new values, and at the end the reason."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from umpire.core.mistakes import Mistake
from umpire.core.outcome import Follow

Subject = tuple[tuple[str, ...], tuple[str, ...]]
"""Names, and the new values of each: `key=value`."""


def parted(words: Sequence[str], known: Collection[str]) -> tuple[list[Subject], str]:
    """Return the things with their new values, and the reason.

    A name after the keys of one thing begins the next thing. Raises Mistake if no words are typed, or if keys are typed
    without a name.
    """
    if not words:
        raise Mistake("set: no name is given", "for example: set b2 sp=3")
    ids = {word.lower() for word in known}
    if not (end := _after_keys(words)):
        end = next((at for at in range(1, len(words)) if words[at].lower() not in ids), len(words))
    if _is_key(words[0]):
        raise Mistake(f"no name is given before {words[0]}", "type a name first: set b2 sp=3")
    subjects: list[Subject] = []
    names: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    for word in words[:end]:
        if _is_key(word):
            told = (*told, word)
            continue
        if told:
            subjects.append((names, told))
            names, told = (), ()
        names = (*names, word)
    return [*subjects, (names, told)], " ".join(words[end:]).strip()


def followed(words: Sequence[str], follows: Sequence[Follow]) -> tuple[str, ...]:
    """Return the words of a correction with further corrections put in before the reason."""
    end = _after_keys(words) or len(words)
    return (*words[:end], *(word for each in follows for word in each.words), *words[end:])


def _after_keys(words: Sequence[str]) -> int:
    """Return the place after the last key; 0 if there is none."""
    return next((at + 1 for at in reversed(range(len(words))) if _is_key(words[at])), 0)


def _is_key(word: str) -> bool:
    return re.match(r"[^\s=]+=", word) is not None
