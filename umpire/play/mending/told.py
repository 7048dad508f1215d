"""The word that tells what came of an act: told apart from its other words, which is all that most commands need."""

from __future__ import annotations

from collections.abc import Sequence

FACT = "result"


def parted(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of an act, and those that tell its result."""
    told = tuple(word for word in words if word.partition("=")[0].lower() == FACT and "=" in word)
    return tuple(word for word in words if word not in told), told
