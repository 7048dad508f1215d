"""The act `victory German`: the referee names the winner if the scenario describes victory in words."""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake, did_you_mean
from umpire.core.outcome import Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act, Situation
from umpire.game.facts import Facts, TypedLine
from umpire.rulesets.d20.effects import Decide
from umpire.rulesets.d20.state import DRAW, State, winner
from umpire.rulesets.d20.table import Table

OPEN = "open"
"""Nobody has decided yet."""


@frozen
class VictorySituation(Situation):
    """The referee's decision.

    `won` is the side that has won, `draw`, or "" if the game is open again. `why` has the referee's words.
    """

    won: str
    why: str


def situate(state: State, table: Table, typed: TypedLine) -> VictorySituation:
    """Return the situation of `victory German`, `victory draw` or `victory open`; more words may follow.

    Raises Mistake for any other first word.
    """
    known = Facts(typed)
    known.finish()
    first, *why = typed.named("") or ("",)
    answers = [*state.sides, DRAW, OPEN]
    found = next((one for one in answers if one.lower() == first.lower()), None)
    if found is None:
        what = f"{first!r} is not a side of this game" if first else "the winner is missing"
        raise Mistake(what, did_you_mean(first, answers))
    won = "" if found == OPEN else found
    return VictorySituation("the winner of the game", state.clock.side, known, won, " ".join(why))


def decided(sit: VictorySituation) -> Procedure[Outcome]:
    """Return the outcome; no dice are thrown, because the referee decides."""
    words = (winner(sit.won) or "no side has won yet", *([sit.why] if sit.why else []))
    return settled(Outcome((Decide(sit.won),), words))


ACT = Act(
    verb="victory",
    words="record the winner by the rules of the scenario",
    usage="victory SIDE|draw|open [WHY]",
    situate=situate,
    procedure=decided,
    asks=False,
    notes=True,
    prose=True,
)
