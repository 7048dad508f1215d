"""The effects on an element and on the clock, and the only function that changes the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import REMOVE, Change, Outcome, put_all
from umpire.rulesets.d20.state import Clock, Doing, Element, Objective, State

if TYPE_CHECKING:
    from fractions import Fraction


@frozen
class ToElement(Change):
    """An effect on an element."""

    of, among = "element", "elements"
    element: str


class Suppress(ToElement, suppressed=True):
    """The element is suppressed."""


class Recover(ToElement, suppressed=False):
    """The element is no longer suppressed."""


@frozen
class OweFallBack(ToElement):
    """The element must make this many more fall-back moves at once, away from `enemy`."""

    moves: int
    enemy: str = ""

    def on(self, element: Element) -> Element:
        return _owing(element, (*element.fall_back_from, *(self.enemy,) * self.moves))


@frozen
class FallenBack(ToElement):
    """The element has made this many of its fall-back moves."""

    moves: int

    def on(self, element: Element) -> Element:
        return _owing(element, element.fall_back_from[self.moves :])


def _owing(element: Element, enemies: tuple[str, ...]) -> Element:
    """Return the element with a fall-back move to make away from each of these enemies, one after another."""
    return replace(element, fall_back_owed=len(enemies), fall_back_from=enemies)


@frozen
class Board(ToElement):
    """The element rides on or in a carrier or, if `limbered`, behind it; "" for the carrier means that it gets off."""

    aboard: str
    limbered: bool = False


@frozen
class BreakDown(ToElement):
    """The weapon is broken down for movement, or assembled again."""

    broken_down: bool


@frozen
class Did(ToElement):
    """The action of the element in this turn: it has tested, fired, fought, mounted or dismounted, is busy all turn, or
    is kept busy by others that board it.
    """

    what: Doing

    def on(self, element: Element) -> Element:
        return replace(element, done=(*(one for one in element.done if one != self.what), self.what))


@frozen
class Moved(ToElement):
    """The share of its move that the element has used this turn; even a ruling never makes it more than the whole
    move.
    """

    share: Fraction

    def on(self, element: Element) -> Element:
        return replace(element, moved=str(min(self.share, 1)))


@frozen
class Stood(ToElement):
    """The state of the element, steady or suppressed, at the start of a phase of simultaneous fire in which it was
    hurt.
    """

    how: Literal["steady", "suppressed"]

    def on(self, element: Element) -> Element:
        return replace(element, stood=element.stood or self.how)


@frozen
class Remove(Change):
    """The element is removed from play; `why` is knocked-out, routed, overrun or given-up."""

    element: str
    why: str

    def on(self, state: State) -> State:
        return _removed(state, self.element, self.why)


@frozen
class Arrived(ToElement):
    """The element gets this arrival; if it is "", the element is on the table."""

    arrives: str = ""


@frozen
class Touch(Change):
    """The element is in base contact with these enemies and no others."""

    element: str
    enemies: tuple[str, ...]

    def on(self, state: State) -> State:
        return _touching(state, self.element, self.enemies)


@frozen
class TakePlace(Change):
    """An overrun commander takes the place of an element of its command, which is removed (D20-OVR-02)."""

    commander: str
    element: str

    def on(self, state: State) -> State:
        place = state.elements[self.element]
        state = _removed(_touching(state, self.commander, ()), self.element, "given-up")
        carries = state.aboard(state.elements[self.commander])  # an element that carries others is not carried itself
        return state.changed(self.commander, aboard="" if carries else place.aboard, limbered=False)


@frozen
class Hold(Change):
    """The objective is held by this side, or by nobody."""

    of, among = "objective", "objectives"
    objective: str
    side: str

    def on(self, objective: Objective) -> Objective:
        return replace(objective, held=self.side)


@frozen
class Decide(Change):
    """The side with this name has won; `draw`, or "" for an open game."""

    won: str

    def on(self, state: State) -> State:
        return replace(state, won=self.won)


@frozen
class Tick(Change):
    """The clock is at this point.

    A new turn of a side clears the actions of its last turn; the end of a Fire phase clears the states at its start.
    """

    clock: Clock

    def on(self, state: State) -> State:
        begins = (self.clock.turn, self.clock.side) != (state.clock.turn, state.clock.side)
        for one in state.elements.values():
            if begins and (one.done or one.moved):
                state = state.changed(one.id, done=(), moved="")
            if one.stood and self.clock.phase != "fire":
                state = state.changed(one.id, stood="")
        return replace(state, clock=self.clock)


Effect = ToElement | Remove | Touch | TakePlace | Hold | Tick


def effects_of(outcome: Outcome) -> tuple[Effect, ...]:
    """Return the effects of an outcome of this family."""
    return cast("tuple[Effect, ...]", outcome.effects)


def table_instructions(state: State, *effects: Effect) -> tuple[str, ...]:
    """Return the instructions for the table from these effects: `REMOVE Tiger`, `SUPPRESS Rifles`."""
    lines: list[str] = []
    for effect in effects:
        match effect:
            case Remove(id):
                lines.append(f"{REMOVE} {state.elements[id].name}")
            case Suppress(id):
                lines.append(f"SUPPRESS {state.elements[id].name}")
            case Recover(id):
                lines.append(f"RECOVER {state.elements[id].name}")
            case Board(id, ""):
                lines.append(f"DISMOUNT {state.elements[id].name}")
            case TakePlace(id, given_up):
                commander, place = state.elements[id].name, state.elements[given_up].name
                lines += [f"{REMOVE} {place}", f"move {commander} to the place of {place}"]
            case Hold(id, side):
                lines.append(f"{state.objectives[id].name}: {side}")
    return tuple(lines)


def apply(state: State, effects: tuple[Effect, ...], table: object = None) -> State:
    """Return the state after these effects, in order."""
    return put_all(state, effects)


def _removed(state: State, id: str, why: str) -> State:
    """Return the state with an element removed: it touches and tows nothing more, and its passengers get off."""
    for one in (one for one in state.elements.values() if one.aboard == id):
        state = state.changed(one.id, aboard="", limbered=False)
    return _touching(state, id, ()).changed(id, removed=why, **UNTOUCHED)


UNTOUCHED: dict[str, Any] = {
    "suppressed": False,
    "fall_back_owed": 0,
    "fall_back_from": (),
    "aboard": "",
    "limbered": False,
    "moved": "",
    "touches": (),
}
"""A removed element has no other state."""


def _touching(state: State, id: str, enemies: tuple[str, ...]) -> State:
    """Return the state with these contacts of an element; each contact is stored with the first of the two in the
    roster.
    """
    ids = list(state.elements)
    for one in state.elements.values():
        others = tuple(other for other in one.touches if other != id)
        touches = (*others, id) if one.id in enemies and ids.index(one.id) < ids.index(id) else others
        if one.id != id and touches != one.touches:
            state = state.changed(one.id, touches=in_order(state, touches))
    return state.changed(id, touches=tuple(other for other in ids[ids.index(id) + 1 :] if other in enemies))


def in_order(state: State, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return ids in the order of the roster, each once."""
    return tuple(id for id in state.elements if id in ids)
