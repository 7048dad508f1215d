"""The effects of acts on elements, objectives and the clock. Only these effects change the state."""

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
    """The element must at once make `moves` more fall-back moves away from `enemy`."""

    moves: int
    enemy: str = ""

    def on(self, element: Element) -> Element:
        return _owing(element, (*element.fall_back_from, *(self.enemy,) * self.moves))


@frozen
class FallenBack(ToElement):
    """The element has made `moves` of the fall-back moves that it must make."""

    moves: int

    def on(self, element: Element) -> Element:
        return _owing(element, element.fall_back_from[self.moves :])


def _owing(element: Element, enemies: tuple[str, ...]) -> Element:
    """Return the element with a fall-back move to make for each of these enemies.

    The moves are in the order of the enemies. Each move is away from its enemy.
    """
    return replace(element, fall_back_owed=len(enemies), fall_back_from=enemies)


@frozen
class Board(ToElement):
    """The element gets on or in the vehicle with the id `aboard`. If `limbered` is true, the element is towed behind
    this vehicle. If `aboard` is "", the element gets off.
    """

    aboard: str
    limbered: bool = False


@frozen
class BreakDown(ToElement):
    """The weapon is broken down for movement. If `broken_down` is False, the weapon is assembled again."""

    broken_down: bool


@frozen
class Did(ToElement):
    """An action of the element in this turn is recorded. The element has tested, fired, fought, mounted or dismounted,
    or is busy all turn. `held` means that the element is a vehicle and must not move, because a weapon gets on or off.
    """

    what: Doing

    def on(self, element: Element) -> Element:
        return replace(element, done=(*(one for one in element.done if one != self.what), self.what))


@frozen
class Moved(ToElement):
    """The element has used the part `share` of its move in this turn."""

    share: Fraction

    def on(self, element: Element) -> Element:
        return replace(element, moved=str(min(self.share, 1)))


@frozen
class Stood(ToElement):
    """The element was hurt in a phase of simultaneous fire.

    `how` is the element's state at the start of that phase: steady or suppressed.
    """

    how: Literal["steady", "suppressed"]

    def on(self, element: Element) -> Element:
        return replace(element, stood=element.stood or self.how)


@frozen
class Remove(Change):
    """The element is removed from play. `why` is knocked-out, routed, overrun or given-up."""

    element: str
    why: str

    def on(self, state: State) -> State:
        return _removed(state, self.element, self.why)


@frozen
class Arrived(ToElement):
    """The time of the element's arrival changes to `arrives`; "" means that the element is on the table."""

    arrives: str = ""


@frozen
class Touch(Change):
    """The element is in base contact with these enemies and no other enemies."""

    element: str
    enemies: tuple[str, ...]

    def on(self, state: State) -> State:
        return _touching(state, self.element, self.enemies)


@frozen
class TakePlace(Change):
    """A commander that is overrun takes the place of an element under its command. That element is removed
    (D20-OVR-02).
    """

    commander: str
    element: str

    def on(self, state: State) -> State:
        place = state.elements[self.element]
        state = _removed(_touching(state, self.commander, ()), self.element, "given-up")
        carries = state.aboard(state.elements[self.commander])  # an element that carries others is not carried itself
        return state.changed(self.commander, aboard="" if carries else place.aboard, limbered=False)


@frozen
class Hold(Change):
    """The objective is held by `side`; "" means that no side holds it."""

    of, among = "objective", "objectives"
    objective: str
    side: str

    def on(self, objective: Objective) -> Objective:
        return replace(objective, held=self.side)


@frozen
class Decide(Change):
    """The winner is decided: `won` is a side, or `draw`. "" means that the game is open again."""

    won: str

    def on(self, state: State) -> State:
        return replace(state, won=self.won)


@frozen
class Tick(Change):
    """Play goes on to the point `clock`.

    When a side's turn begins, the recorded actions of all elements are cleared. When a Fire phase ends, the states
    recorded at the start of that phase are cleared.
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
    """Return the effects of an outcome of this ruleset."""
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
    """Return the state after these effects, applied in order."""
    return put_all(state, effects)


def _removed(state: State, id: str, why: str) -> State:
    """Return the state with an element removed.

    The removed element no longer touches an enemy. The elements that it carried or towed are no longer aboard.
    """
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
    """Return the state in which an element touches these enemies and no other enemies.

    Each contact is stored only once, under the element that comes first in the roster.
    """
    ids = list(state.elements)
    for one in state.elements.values():
        others = tuple(other for other in one.touches if other != id)
        touches = (*others, id) if one.id in enemies and ids.index(one.id) < ids.index(id) else others
        if one.id != id and touches != one.touches:
            state = state.changed(one.id, touches=in_order(state, touches))
    return state.changed(id, touches=tuple(other for other in ids[ids.index(id) + 1 :] if other in enemies))


def in_order(state: State, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids without duplicates, in the order of the roster."""
    return tuple(id for id in state.elements if id in ids)
