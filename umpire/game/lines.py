"""A line as it is typed: its words, and the words put together again."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence


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
    return f'"{text}"' if not re.search(unsafe, text) else shlex.quote(text)


def words_of(line: str) -> list[str]:
    """The words of a line as a shell would have them. Raises ValueError for quotes that are not closed."""
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split = True
    if os.name == "nt":
        lexer.escape = ""  # a part of paths
    return list(lexer)
