"""What the results F, S and K come to for the element that takes them (D20-RES)."""

from __future__ import annotations

from dataclasses import dataclass

from umpire.core.outcome import Outcome
from umpire.rulesets.d20.effects import Effect, OweFallBack, Remove, Suppress
from umpire.rulesets.d20.state import Element

NOTHING = "no effect"
FALLS_BACK = "falls back"
SUPPRESSED = "suppressed"
KNOCKED_OUT = "knocked out"
ONE_INSIDE = "one inside knocked out"


@dataclass(frozen=True)
class Victim:
    """The element a result falls on, and what the results depend on.

    `holds` says why an F does not drive it back, "" if it does; `passengers` ride with it, `several_inside` if it is
    a transport with two or more; `moves` is how many fall-back moves an F is.
    """

    element: Element
    holds: str
    passengers: tuple[Element, ...]
    several_inside: bool
    moves: int

    def fate(self, result: str) -> str:
        """What a result (-, F, S or K) comes to."""
        suppressed = self.element.suppressed
        if result == "F" and self.holds:
            return NOTHING if suppressed else SUPPRESSED
        if result == "F":
            return FALLS_BACK
        if result == "S" and not suppressed:
            return SUPPRESSED
        if result in ("S", "K"):
            return ONE_INSIDE if self.several_inside else KNOCKED_OUT
        return NOTHING

    def outcome(self, fate: str, said: str, tally: tuple[tuple[str, int | str], ...] = ()) -> Outcome:
        """The outcome of a fate: `said` is what led to it, `tally` what was counted before it."""
        name, id = self.element.name, self.element.id
        effects: tuple[Effect, ...] = ()
        hands: tuple[str, ...] = ()
        owed: tuple[str, ...] = ()
        if fate == FALLS_BACK:
            effects, owed = (OweFallBack(id, self.moves),), (f"{name} {_count(self.moves)} fall-back moves",)
        elif fate == SUPPRESSED:
            effects, hands = (Suppress(id),), (f"SUPPRESS {name}",)
        elif fate == KNOCKED_OUT:
            effects, hands = (Remove(id, "knocked-out"),), (f"REMOVE {name}",)
        elif fate == ONE_INSIDE:
            effects = () if self.element.suppressed else (Suppress(id),)
            hands = () if self.element.suppressed else (f"SUPPRESS {name}",)
        owed += self._passengers_owed(fate)
        return Outcome(effects, (f"{said}: {fate}{self._why(fate)}",), hands, owed, (*tally, (name, fate)))

    def _why(self, fate: str) -> str:
        suppressed = self.element.suppressed
        if fate == NOTHING and suppressed and self.holds:
            return f" (suppressed already, {self.holds}: an F is ignored, RES-01)"
        if fate == SUPPRESSED and self.holds:
            return f" ({self.holds}: an F counts as S, RES-01)"
        if fate == FALLS_BACK:
            return " and stays suppressed (RES-03)" if suppressed else " (RES-02)"
        if fate == ONE_INSIDE:
            return ", the transport is suppressed (TRN-02)"
        if fate == KNOCKED_OUT and suppressed:
            return " (suppressed already: an S counts as K, RES-05)"
        return ""

    def _passengers_owed(self, fate: str) -> tuple[str, ...]:
        """Passengers share the fate of what carries them: the referee settles them, by name."""
        names = ", ".join(one.name for one in self.passengers)
        if not names or fate in (NOTHING, FALLS_BACK):
            return ()
        if fate == ONE_INSIDE:
            return (f"one of {names} drawn by lot is knocked out, the others are suppressed (TRN-02)",)
        return (f"{names} with {self.element.name}: the referee settles the same fate (TRN-01)",)


def _count(moves: int) -> str:
    return {2: "two"}.get(moves, str(moves))
