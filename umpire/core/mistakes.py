"""The one kind of error a referee may see: what is wrong, where, and a hint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_LONGEST = 40

AT_WHOM = "at whom?"
"""What an act wants to whose own side alone has been named so far."""


class Mistake(Exception):
    """Something the referee typed or a file she named is wrong; nothing was changed.

    `what` is one line that says what is wrong and where; `hint` one line that says what would be right, or "". Where
    nothing is wrong but something is still to come, `wants` is what: `at whom?`, `range?`.
    """

    def __init__(self, what: str, hint: str = "", wants: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.hint = hint
        self.wants = wants


class FileMistake(Mistake):
    """A scenario, table or house-rule file is wrong, not what was typed."""


def did_you_mean(word: str, known: list[str], few: int = 12) -> str:
    """A hint naming the nearest of `known`, or all of them when they are `few` or less, or ""."""
    from difflib import get_close_matches  # only needed once something is wrong

    near = [name.lower() for name in known if word.lower() in name.lower().split("_")]  # owed: fall_back_owed
    near = near or get_close_matches(word.lower(), [name.lower() for name in known], n=3, cutoff=0.5)
    if near:
        return "did you mean " + " or ".join(name for name in known if name.lower() in near) + "?"
    if known and len(known) <= few:
        return "one of: " + ", ".join(known)
    return ""


def found(value: Any) -> str:
    """What stands there, in words of one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, Mapping):
        return "a table"
    return _short(str(value)) if isinstance(value, int | float) else "a date or time"


def quoted(text: str) -> str:
    """A text as it would be written, cut short."""
    import json

    return _short(json.dumps(text, ensure_ascii=not text.isprintable()))


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."


def is_one_line(text: str) -> bool:
    """Whether the text can be printed on one line, and is not blank."""
    from unicodedata import category

    return bool(text.strip()) and not any(category(char) in ("Cc", "Cs", "Zl", "Zp") for char in text)
