"""What-if questions before an act: the losses of each side if one fact of the act had another value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from umpire.game.variation import Tally, Variation, Wording, Yardstick, situated
from umpire.rulesets.plain.acts.act import REMOVED, act_of, loses, losing_of
from umpire.rulesets.plain.acts.env import Names, Playing
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.state import State


def variations(state: State, rules: Rules, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
    """Return variants of the act.

    If a fact is yes, no or a word, there is a variant for each other value of the fact.
    """
    sit, typed = situated(act_of(rules, verb), state, rules, words)
    return tuple(Variation(label, verb, other.words()) for label, other in _facts(sit, typed))


def _facts(sit: Playing, typed: Wording) -> Iterator[tuple[str, Wording]]:
    for known, value in sit.facts.items():
        role, dot, name = known.rpartition(".")
        fact = sit.plan.row.fact[name]
        words = ("yes", "no") if fact.kind == "yes/no" else () if isinstance(fact.kind, str) else fact.kind
        told = f"{sit.roles[role].id}.{name}" if dot else name
        now = ("yes" if value else "no") if isinstance(value, bool) else value
        for word in words:
            if word != now:
                yield f"{told}={word}", typed.silent_of(sit.roles[role].id if dot else "", name).telling(told, word)


def yardsticks(sit: Any) -> tuple[Yardstick, ...]:
    """Return the measures: the losses of each side. A loss of the acting side is bad for that side; any other loss is
    good.

    If an effect may remove stands outright, their removal is a measure too. In this case, losses that remove no stand
    are shown but not compared.
    """
    if not isinstance(sit, Playing):
        return ()
    names, empty = Names(sit), sit.rules.empties
    outright = [role for role in sit.plan.removed_outright if role not in sit.many]
    found = [_removed(str(names.get(role)), _good(names, role)) for role in outright]
    for role, track in losing_of(sit):
        label = loses(names, role, track)

        def lost(tally: Tally, label: str = label) -> int:
            return int(tally.get(label, 0))

        found.append(Yardstick(label, lost, _good(names, role) if track in empty or not outright else 0))
    return tuple(found)


def _good(names: Names, role: str) -> int:
    """Return 1 if a loss of this role is good for the acting side. Return -1 if the loss is bad for the acting side."""
    side = names.side(role) if role in ("own", "enemy") else str(names.of(names.each(role)[0], "side"))
    return -1 if side == names.sit.side else 1


def _removed(who: str, good: int) -> Yardstick:
    def gone(tally: Tally) -> int:
        came = tally.get(who, "")
        return int(REMOVED in (came if isinstance(came, tuple) else (came,)))

    return Yardstick(f"{who}: removed", gone, good, chance=True)
