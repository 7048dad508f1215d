"""The conditions in a `when` of an act.

If the name in a condition is a role, the condition tests which role this name means: `winner = "attacker"`. Results of
steps and cells of tables may be phrases of several words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake, did_you_mean
from umpire.game.says.condition import Bound, Condition, When, read_condition
from umpire.game.says.formula import Formula, Tree
from umpire.game.says.words import Of
from umpire.rulesets.plain.file.rules import Step, is_phrase

Phrases = Mapping[str, frozenset[str]]
"""Name -> what it may be, of names that may be more than a word: `clash.is` -> `falls back`, `holds`."""

_NOT = re.compile(r"not\s+")


def phrases_of(steps: Iterable[Step]) -> Phrases:
    """Return a dict from name to the phrases that this name may mean.

    `clash.is` is the result of the step `clash`. `clash` is a cell of its table, and `clash.column` is a column.
    """
    found: dict[str, frozenset[str]] = {}
    for step in steps:
        cells = frozenset(cell for row in step.rows for cell in row.cells)
        found[step.id] = cells | frozenset(filter(None, (step.below,)))
        found[f"{step.id}.is"] = frozenset(row.id for row in step.result)
        found[f"{step.id}.column"] = frozenset(step.columns)
    return found


def when_of(written: Mapping[str, Any], roles: Collection[str], phrases: Phrases, of: Of = None) -> When:
    """Return the conditions of a `when`. `of` gives the meaning of each name. Raises Mistake."""
    each = [condition_of(name, wanted, roles, phrases) for name, wanted in written.items()]
    return When(tuple(_within(one, of) for one in each) if of else tuple(each))


def _within(condition: Condition, of: Callable[[str], Tree]) -> Condition:
    """Return the same condition with its names replaced by their meanings.

    In a condition on a role, such as `winner = "attacker"`, there are two names to replace.
    """
    found = condition.within(of)
    if not condition.name.endswith(".role"):
        return found
    tests = (tuple(replace(test, bound=_role(test.bound, of)) for test in tests) for tests in found.any)
    return replace(found, any=tuple(tests))


def _role(bound: Any, of: Callable[[str], Tree]) -> Any:
    return Formula(bound, of(f"{bound}.role")) if isinstance(bound, str) else bound


def condition_of(name: str, wanted: Any, roles: Collection[str], phrases: Phrases) -> Condition:
    """Return one line of a `when` as a condition. If the name is a role, the condition tests which role this name
    means.

    Words that a step may give as its result are taken literally. Raises Mistake.
    """
    if name in roles:
        return read_condition(f"{name}.role", _worded(wanted))
    known, each = phrases.get(name, ()), wanted if isinstance(wanted, list) else [wanted]
    if not any(isinstance(one, str) and _bare(one, known) in known for one in each):
        try:
            return read_condition(name, wanted)
        except Mistake as wrong:
            near = next((did_you_mean(one, [*known]) for one in each if isinstance(one, str) and is_phrase(one)), "")
            raise Mistake(wrong.what, near or wrong.hint) from None
    tests = [
        ((Bound("=", bare, bare != one.strip()),),)
        if isinstance(one, str) and (bare := _bare(one, known)) in known
        else read_condition(name, one).any
        for one in each
    ]
    return Condition(name, tuple(test for those in tests for test in those))


def _bare(said: str, known: Collection[str]) -> str:
    """Return the words without a leading `not`. If the `not` is part of known words, the `not` stays."""
    return said.strip() if said.strip() in known else _NOT.sub("", said.strip(), count=1)


def _worded(wanted: Any) -> Any:
    """Return `"= attacker"` and `"!= attacker"` in words: `attacker`, `not attacker`.

    Any other value is not changed.
    """
    words = wanted.strip() if isinstance(wanted, str) else ""
    return f"not {words[2:].strip()}" if words.startswith("!=") else words[1:].strip() if words[:1] == "=" else wanted
