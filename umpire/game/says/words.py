"""Texts that have names and formulas in braces: `{target} loses {lost}`, `out of range: {range}, {firer.reach}
allowed`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from umpire.core.mistakes import Mistake, quoted
from umpire.game.says.condition import say
from umpire.game.says.formula import Env, Formula, Tree, parse

_BRACES = re.compile(r"\{([^{}]*)\}")


Of = Callable[[str], Tree] | None
"""A function that returns the name or formula to use in place of a name. If it is None, each name means itself."""


@lru_cache(1024)
def names_in(words: str, of: Of = None) -> frozenset[str]:
    """Return the names in the braces of words. Raises Mistake for a bad formula."""
    return frozenset().union(*(part.names for part in formulas_in(words, of)))


def formulas_in(words: str, of: Of = None) -> tuple[Formula, ...]:
    """Return the formulas in the braces of words, in their order. Raises Mistake for a bad formula."""
    return tuple(part for part in _parts(words, of) if isinstance(part, Formula))


def fill(words: str, env: Env, called: Mapping[Tree, str] | None = None, of: Of = None) -> str:
    """Return the words with all braces filled in. A name is replaced by its value, a role by the name of its stand, and
    a formula by its result.

    `called` has other texts for some names. If a filled-in text has braces itself, they stay as they are. Raises
    Mistake.
    """
    parts, other = _parts(words, of), called or {}
    if len(parts) == 1:
        return words
    return "".join([p if isinstance(p, str) else other.get(p.tree) or _said(p, env) for p in parts])


def _said(formula: Formula, env: Env) -> str:
    return say(env.get(formula.tree) if isinstance(formula.tree, str) else formula.value(env))


@lru_cache(1024)
def _parts(words: str, of: Of) -> tuple[str | Formula, ...]:
    pieces = _BRACES.split(words)
    for text in pieces[::2]:
        if "{" in text or "}" in text:
            raise Mistake(f"{quoted(words)}: a brace is not closed or not opened", "write a name or a formula in { }")
    read = parse if of is None else lambda piece: parse(piece).within(of)
    return tuple(read(piece) if odd % 2 else piece for odd, piece in enumerate(pieces))
