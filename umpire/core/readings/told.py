"""Results typed instead of faces: hits, and success or failure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from umpire.core.readings import Reading

HITS = r"[h=]\d{1,3}"


def told_hits(reading: Reading, text: str, dice: int, sides: int) -> int | None:
    """Return the hits typed as `h3` or `=3`; None for other text. Raises ValueError for an impossible number."""
    hits = int(text[1:]) if re.fullmatch(HITS, text, re.ASCII) else None
    if hits is not None and hits not in reading.chances(dice, sides):
        raise ValueError(f"{text!r} is not possible")
    return hits


def told_success(text: str) -> bool | None:
    """Return whether the text means success, as `h` and `=yes` do, or failure, as `m` and `no` do. Return None for
    other text.
    """
    word = text.removeprefix("=").strip()
    return True if word in ("h", "hit", "y", "yes") else False if word in ("m", "miss", "n", "no") else None
