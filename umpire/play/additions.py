"""What is said besides the words of an act: a line of the referee's own, `--add "+1 wreck"`; what came of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from umpire.core.mistakes import Mistake
from umpire.core.procedure import Addition
from umpire.game.act import Plain


def read_addition(text: str, adds_to: str) -> Addition:
    """A line of the referee's own: `+1 wreck on the road`, or `reply -1 dust` for another pool than `adds_to`.

    Raises Mistake if there is no amount or no reason.
    """
    found = re.fullmatch(r"(?:([^\d+-].*?)\s+)?([+-]?[0-9]{1,2})\s+(.*\S)", text.strip(), re.DOTALL)
    if not found or not int(found[2]):
        raise Mistake(f"--add {text!r} is no number with a reason", "for instance --add '+1 wreck on the road'")
    return Addition(found[1] or adds_to, int(found[2]), found[3])


def typed_again(data: Plain) -> list[str]:
    """The lines of the referee's own of an entry, as they are typed."""
    return [f"{each['pool']} {each['amount']:+d} {each['words']}" for each in data["additions"]]


FACT = "result"


def parted(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of an act, and those that tell its result."""
    told = tuple(word for word in words if word.partition("=")[0].lower() == FACT and "=" in word)
    return tuple(word for word in words if word not in told), told
