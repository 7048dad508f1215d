"""A trial of every act of a rule file with stands of its types. The trial finds acts that cannot be played or that have
too many results.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from umpire.core.mistakes import Mistake
from umpire.core.odds import TooMany, odds
from umpire.game.facts import TypedLine
from umpire.game.forms import shown
from umpire.rulesets.plain.acts.act import act_of
from umpire.rulesets.plain.check.oddities import Oddity
from umpire.rulesets.plain.file.rules import Fact
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.state import State, read_state

MOST_WAYS, TRIED = 300, 6
"""The most ends of an act that are still readable; how many pairings of types are tried for an act."""

OWN, ENEMY = "own side", "enemy side"


def walked(rows: Mapping[str, Any]) -> Iterator[Oddity]:
    """Yield the first oddity of each act. The act is tried with stands that have no losses."""
    rules = Rules(rows)
    state = _everybody(rules)
    for verb in rows["act"]:
        pairings = islice(product(rules.type, repeat=len(rules.act(verb).row.role)), TRIED)
        words = next(filter(None, (_tried(rules, state, verb, types) for types in pairings)), None)
        if words:
            yield Oddity(shown(("act", verb)), *words)


def _tried(rules: Rules, state: State, verb: str, types: tuple[str, ...]) -> tuple[str, str] | None:
    """Let stands of these types play an act. Return the words and the hint of the first oddity; None if there is no
    oddity.
    """
    act, who = act_of(rules, verb), " and ".join(types)
    try:
        situation = act.situate(state, rules, _told(rules, verb, types))
        ways = len(odds(lambda: act.procedure(situation)).outcomes)
    except TooMany as wrong:
        return wrong.what, "throw fewer dice in a step, or use `let` to keep only part of the result"
    except Mistake as wrong:
        return f"{who}: the act cannot be played: {wrong.what}", wrong.hint
    if ways > MOST_WAYS:
        return (
            f"{who}: the act has {ways} different outcomes",
            "write results and instructions without numbers: each different number makes another outcome",
        )
    return None


def _everybody(rules: Rules) -> State:
    """Return a position in which each side has several stands of each type, one for each role.

    The stands have no losses and no marks.
    """
    most = max(len(act["role"]) for act in rules.rows["act"].values())
    stands = {}
    for side, (type_, line), at in product((OWN, ENEMY), rules.type.items(), range(most)):
        id = f"{side[:1]}_{type_}_{at}"
        whole = {track: line.get(f"{track}_full", 0) for track in rules.track}
        whole |= {name: line[name] for name in rules.own}
        stands[id] = {"id": id, "name": id, "side": side, "type": type_, **whole}
    forces: dict[str, dict[str, int]] = {side: {} for side in (OWN, ENEMY)}
    clock = {"turn": 1, "phase": rules.turn.phases[0], "side": OWN}
    return read_state(rules, {"stands": stands, "forces": forces, "sides": [OWN, ENEMY], "clock": clock})


def _told(rules: Rules, verb: str, types: tuple[str, ...]) -> TypedLine:
    """Return the words to type for an act with stands of these types: its roles with their connecting words, and its
    facts without an assumed value.
    """
    row = rules.act(verb).row
    ids = {
        name: f"{(ENEMY if role.of == 'enemy' else OWN)[:1]}_{type_}_{at}"
        for at, ((name, role), type_) in enumerate(zip(row.role.items(), types, strict=True))
    }
    facts = {
        (ids[of] if of else "", name): _value(fact)
        for name, fact in row.fact.items()
        if fact.assume is None
        for of in fact.of or ("",)
    }
    return TypedLine({role.after: (ids[name],) for name, role in row.role.items()}, facts)


def _value(fact: Fact) -> str:
    if not isinstance(fact.kind, str):
        return fact.kind[0]
    return "no" if fact.kind == "yes/no" else str(max(fact.least, min(1, fact.most)))
