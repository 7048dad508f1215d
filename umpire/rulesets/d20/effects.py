"""What can happen to an element, and the one function that changes the state."""

from __future__ import annotations

from dataclasses import dataclass, replace

from umpire.rulesets.d20.state import Element, State


@dataclass(frozen=True)
class Suppress:
    """The element is suppressed."""

    element: str


@dataclass(frozen=True)
class Remove:
    """The element is removed from play; `why` is knocked-out, routed or overrun."""

    element: str
    why: str


@dataclass(frozen=True)
class OweFallBack:
    """The element has so many fall-back moves to make at once. Earlier ones are taken as made (D20-RES-02)."""

    element: str
    moves: int


Effect = Suppress | Remove | OweFallBack


def apply(state: State, effects: tuple[Effect, ...]) -> State:
    """The state after these effects, in order."""
    elements = dict(state.elements)
    for effect in effects:
        elements[effect.element] = _changed(elements[effect.element], effect)
    return replace(state, elements=elements)


def _changed(element: Element, effect: Effect) -> Element:
    match effect:
        case Suppress():
            return replace(element, suppressed=True)
        case Remove():
            return replace(element, removed=effect.why, suppressed=False, fall_back_owed=0)
        case OweFallBack():
            return replace(element, fall_back_owed=effect.moves)
