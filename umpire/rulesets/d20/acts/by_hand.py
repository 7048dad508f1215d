"""What the sheet names without a procedure: recorded in the referee's words, with what it does (D20-EXP).

`artillery "smoke on the ridge"`, `air "dive bombers" sherman=S lorry=K`.
"""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure
from umpire.game.facts import Known, Told, one_of
from umpire.rulesets.d20.blows import ROUTED, settle, victim_of
from umpire.rulesets.d20.effects import Effect, Recover, apply, effects_of
from umpire.rulesets.d20.state import State
from umpire.rulesets.d20.table import Table
from umpire.rulesets.d20.turn import out_of_phase

RESULTS = {"none": "-", "f": "F", "s": "S", "k": "K", "rout": "rout", "recover": "recover"}
NONE_OF_IT = {
    "order": ("EXP-01", "communication is named on the sheet without a procedure", "command"),
    "artillery": ("EXP-01", "smoke, support and speculative fire are named on the sheet without a procedure", "fire"),
    "air": ("EXP-01", "air support is named on the sheet without a procedure", "fire"),
    "night": ("EXP-03", "the sheet knows no night", ""),
}
"""Verb -> rule, what the sheet has of it, and its phase."""
_EXAMPLES = {
    "order": '"the runner gets through"',
    "artillery": '"barrage on the wood" rifles=S',
    "air": '"dive bombers" sherman=K',
    "night": '"the fires go out"',
}


@frozen
class ByHand:
    """Something the referee settles herself: her words, and the results she gives by id."""

    verb: str
    words: str
    results: tuple[tuple[str, str], ...]
    state: State
    table: Table
    known: Known
    side: str
    also: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The verb: her words are what it comes to, and stand below."""
        return f"{self.verb}, in your words ({NONE_OF_IT[self.verb][0]})"


def situate_by_hand(verb: str, state: State, table: Table, told: Told) -> ByHand:
    """The situation of a free entry. Raises Mistake for a result that is none, or nobody's."""
    known = Known(told)
    results = []
    for subject, fact in told.facts:
        if subject:
            raise Mistake(f"{subject}.{fact}: here an element is told its result", f"for instance {_EXAMPLES[verb]}")
        element = state.find(fact)
        result = known.ask(fact, one_of(fact, RESULTS))
        results += [(element.id, result)] if result else []
    known.finish()
    return ByHand(verb, " ".join(told.named("")), tuple(results), state, table, known, state.clock.side)


def objections(sit: ByHand) -> tuple[Objection, ...]:
    """Without a word there is nothing to record: the sheet has no procedure."""
    if sit.words or sit.results:
        return ()
    rule, words, _ = NONE_OF_IT[sit.verb]
    return (Objection(rule, f"{words}: your own words are recorded", tell=f"{sit.verb} {_EXAMPLES[sit.verb]}"),)


def out_of_turn(state: State, table: Table, sit: ByHand) -> tuple[Objection, ...]:
    """Communication is of the Command phase, smoke and support of the Fire phase (D20-TURN-02, D20-TURN-03)."""
    _, _, phase = NONE_OF_IT[sit.verb]
    return out_of_phase(state, table, phase, state.clock.side, sit.verb) if phase else ()


def by_hand(sit: ByHand) -> Procedure[Outcome]:
    """Her words, and what they do: F, S and K as on the sheet, a rout, or suppression removed."""
    state, effects = sit.state, list[Effect]()
    words, hands, owed = [sit.words] if sit.words else [], list[str](), list[str]()
    tally: dict[str, int | str] = {}
    holds = "under support fire" if sit.verb in ("artillery", "air") else ""
    for id, result in sit.results:
        element = state.elements[id]
        if element.removed:
            words.append(f"{element.name}: gone already")
            continue
        if result == "recover":
            outcome = Outcome((Recover(id),), (f"{element.name}: no longer suppressed",), (f"RECOVER {element.name}",))
        else:
            victim = victim_of(state, element, sit.table.limits["fall_back_moves"], holds)
            fate = ROUTED if result == "rout" else victim.fate(result)
            outcome = yield from settle(victim, fate, element.name)
        effects += effects_of(outcome)
        words += outcome.words
        hands += outcome.hands
        owed += outcome.owed
        tally |= dict(outcome.tally)
        state = apply(state, effects_of(outcome))
    return Outcome(tuple(effects), tuple(words), tuple(hands), tuple(owed), tuple(tally.items()))
