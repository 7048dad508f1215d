"""Words that the referee adds to an act: a modifier, `--add "+1 wreck"`, or a result typed instead of dice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

from umpire.core.mistakes import Mistake
from umpire.core.pools import On
from umpire.core.procedure import Addition
from umpire.game.act import Plain


def read_addition(text: str, adds_to: str) -> Addition:
    """Return a modifier that the referee typed: `+1 wreck on the road`.

    The modifier is for the pool `adds_to`. A word before the amount may name another pool, as in `reply -1 dust`.
    It may also name the number that the modifier changes, as in `need +1 dust`. Raises Mistake if the amount or the
    reason is missing.
    """
    found = re.fullmatch(r"(?:([^\d+-].*?)\s+)?([+-]?[0-9]{1,2})\s+(.*\S)", text.strip(), re.DOTALL)
    if not found or not int(found[2]):
        raise Mistake(f"--add {text!r} is not a number with a reason", "for example: --add '+1 wreck on the road'")
    pool, said = found[1] or "", int(found[2])
    before, _, on = pool.rpartition(" ")
    if on in get_args(On) and pool != adds_to:
        return Addition(before.strip() or adds_to, said, found[3], on)
    return Addition(pool or adds_to, said, found[3])


def typed_again(data: Plain) -> list[str]:
    """Return the modifiers that the referee added to an entry, in the form to type."""
    on = (f"{each['pool']} {each.get('on', '')}".strip() for each in data["additions"])
    return [f"{where} {each['amount']:+d} {each['words']}" for where, each in zip(on, data["additions"], strict=True)]


FACT = "result"


def parted(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of an act in two parts: first the words that describe the act, then the words `result=...`."""
    lines = tuple(word for word in words if word.partition("=")[0].lower() == FACT and "=" in word)
    return tuple(word for word in words if word not in lines), lines
