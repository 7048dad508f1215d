"""Acts for which the rule sheet gives no procedure.

The referee's own words and the results are recorded (D20-EXP). For example: `artillery "smoke on the ridge"`, `air
"dive bombers" sherman=S lorry=K`.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from umpire.core.frozen import frozen
from umpire.core.mistakes import Misplaced
from umpire.core.outcome import Objection, Outcome, Value
from umpire.core.procedure import Procedure
from umpire.game.act import Act, Situation
from umpire.game.facts import Facts, TypedLine, choices, one_of
from umpire.rulesets.d20.effects import Effect, Recover, apply, effects_of, table_instructions
from umpire.rulesets.d20.fates import Fate, standing_fast, suffer, victim_of
from umpire.rulesets.d20.state import State, names
from umpire.rulesets.d20.table import Result, Table
from umpire.rulesets.d20.turn import against, out_of_phase

ROUT, RECOVER = "rout", "recover"
RESULTS = {"none": Result.NOTHING, "f": Result.FALL_BACK, "s": Result.SUPPRESSED, "k": Result.KNOCKED_OUT}
GIVEN: dict[str, Result | str] = {**RESULTS, ROUT: ROUT, RECOVER: RECOVER}


class HandVerb(NamedTuple):
    """A verb for which the rule sheet gives no procedure."""

    words: str
    rule: str
    has: str
    phase: str
    example: str
    under: str = ""


def _named(what: str, example: str, phase: str = "fire", under: str = "under support fire") -> HandVerb:
    has = f"the rule sheet names {what}, but gives no procedure"
    return HandVerb(
        f"{what}: the rule sheet gives no procedure, so Umpire records your own words",
        "EXP-01",
        has,
        phase,
        example,
        under,
    )


FREE = {
    "order": _named("communication", '"the runner gets through"', "command", ""),
    "artillery": _named("smoke, support and speculative fire", '"barrage on the wood" {enemy}=S'),
    "air": _named("air support", '"dive bombers" {enemy}=K'),
    "night": HandVerb(
        "the rule sheet has no rules for the night, so Umpire records your own words",
        "EXP-03",
        "the rule sheet has no rules for the night",
        "",
        '"the fires go out"',
    ),
}


@frozen
class ByHand(Situation):
    """A decision of the referee: the words typed, and the results. Each result has the id of the element that it
    applies to.
    """

    verb: str
    words: str
    results: tuple[tuple[str, Result | str], ...]
    state: State
    table: Table


def situate(verb: str, state: State, table: Table, typed: TypedLine) -> ByHand:
    """Return the situation of a verb without a procedure.

    Raises Mistake if a result or an element is unknown.
    """
    known, free = Facts(typed), FREE[verb]
    results = []
    for subject, fact in typed.facts:
        if subject:
            raise Misplaced(
                f"{subject}.{fact}: only the result for an element can be typed here",
                f"for example: {_example(verb, state)}",
                fact=fact,
            )
        element = state.find(fact)
        result = known.settle(fact, one_of(fact, GIVEN))
        results += [(element.id, result)] if result else []
    known.finish()
    title = f"{verb}, in your words ({free.rule})"
    return ByHand(title, state.clock.side, known, verb, " ".join(typed.named("")), tuple(results), state, table)


def objections(sit: ByHand) -> tuple[Objection, ...]:
    """Return the objection to a line without words and without results."""
    if sit.words or sit.results:
        return ()
    free = FREE[sit.verb]
    return (Objection(free.rule, f"{free.has}: type your own words", retype=_example(sit.verb, sit.state)),)


def _example(verb: str, state: State) -> str:
    return f"{verb} {FREE[verb].example}".replace("{enemy}", state.example()[1])


def out_of_turn(state: State, table: Table, sit: ByHand) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises. Communication belongs to the Command phase. Smoke,
    support and air support belong to the Fire phase, before direct fire (D20-TURN-03).
    """
    free = FREE[sit.verb]
    if not free.phase:
        return ()
    fired = names(one for one in state.elements.values() if free.under and "fired" in one.done)
    begun = f"direct fire has begun ({fired}); smoke, support and air come before direct fire"
    return (
        *out_of_phase(state, table, free.phase, state.clock.side, sit.verb),
        *against((fired and state.clock.phase == free.phase, "TURN-03", begun)),
    )


def by_hand(sit: ByHand) -> Procedure[Outcome]:
    """Return the outcome: the words typed, and the effects of each result.

    A result is F, S, K, a rout, or the end of suppression.
    """
    state, effects = sit.state, list[Effect]()
    words, pending = [sit.words] if sit.words else [], list[str]()
    tally: dict[str, Value] = {}
    for id, result in sit.results:
        element = state.elements[id]
        if element.removed:
            words.append(f"{element.name}: it was already removed")
            continue
        if result == RECOVER:
            outcome = Outcome((Recover(id),), (f"{element.name}: no longer suppressed",))
        else:
            dug_in, fortified = "dug-in" in element.flags, "fortified" in element.flags
            holds = standing_fast(element, dug_in=dug_in, fortified=fortified, under=FREE[sit.verb].under)
            victim = victim_of(state, sit.table, element, holds)
            fate = victim.fate(result) if isinstance(result, Result) else Fate.ROUTED
            outcome = yield from suffer(victim, fate, element.name)
        effects += effects_of(outcome)
        words += outcome.words
        pending += outcome.pending
        tally |= dict(outcome.tally)
        state = apply(state, effects_of(outcome))
    return Outcome(
        tuple(effects), tuple(words), table_instructions(sit.state, *effects), tuple(pending), tuple(tally.items())
    )


ACTS = {
    verb: Act(
        verb=verb,
        words=free.words,
        usage=f'{verb} "what happens" [ELEMENT=F|S|K|rout|recover ...]',
        facts={"ELEMENT": "the result for that element: F, S, K, rout, recover or none"},
        choices=choices(ELEMENT="F S K rout recover none"),
        adds_to="lot",
        situate=partial(situate, verb),
        objections=objections,
        procedure=by_hand,
        out_of_turn=out_of_turn,
        notes=True,
        prose=True,
    )
    for verb, free in FREE.items()
}
