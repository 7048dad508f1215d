"""What can happen to an element and to the clock, and the one function that changes the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import Outcome
from umpire.rulesets.d20.state import Clock, Element, State

if TYPE_CHECKING:
    from fractions import Fraction


@frozen
class Suppress:
    """The element is suppressed."""

    element: str


@frozen
class Recover:
    """The element is no longer suppressed."""

    element: str


@frozen
class Remove:
    """The element is removed from play; `why` is knocked-out, routed, overrun or given-up."""

    element: str
    why: str


@frozen
class OweFallBack:
    """The element has so many fall-back moves to make at once, away from `enemy`, after those it owes already."""

    element: str
    moves: int
    enemy: str = ""


@frozen
class FallenBack:
    """The element has made so many of the fall-back moves it owed."""

    element: str
    moves: int


@frozen
class Board:
    """The element rides on, in or, `limbered`, behind a carrier; "" for the carrier: it gets off."""

    element: str
    carrier: str
    limbered: bool = False


@frozen
class BreakDown:
    """A man-portable weapon is broken down for movement, or put together again."""

    element: str
    down: bool


@frozen
class Touch:
    """The element is in base contact with these enemies and no others."""

    element: str
    enemies: tuple[str, ...]


@frozen
class Did:
    """What the element did this turn: tested, fired, fought, mounted, dismounted; busy all turn; held by who boards."""

    element: str
    what: str


@frozen
class Moved:
    """The share of its move that the element has used this turn."""

    element: str
    share: Fraction


@frozen
class Stood:
    """How the element stood, steady or suppressed, when the phase began in which simultaneous fire has hurt it."""

    element: str
    how: str


@frozen
class TakePlace:
    """An overrun commander takes the place of an element of his, which is removed (D20-OVR-02)."""

    commander: str
    element: str


@frozen
class Hold:
    """A side holds an objective, or nobody does."""

    objective: str
    side: str


@frozen
class Tick:
    """The clock stands here. When a side's turn begins, what was done in the turn before is forgotten."""

    clock: Clock


Effect = (
    Suppress
    | Recover
    | Remove
    | OweFallBack
    | FallenBack
    | Board
    | BreakDown
    | Touch
    | Did
    | Moved
    | Stood
    | TakePlace
    | Hold
    | Tick
)


def effects_of(outcome: Outcome) -> tuple[Effect, ...]:
    """The effects of an outcome of this family."""
    return cast("tuple[Effect, ...]", outcome.effects)


def hands(state: State, *effects: Effect) -> tuple[str, ...]:
    """What hands do at the table for these effects: `REMOVE Tiger`, `SUPPRESS Rifles`."""
    said: list[str] = []
    for effect in effects:
        match effect:
            case Remove(id):
                said.append(f"REMOVE {state.elements[id].name}")
            case Suppress(id):
                said.append(f"SUPPRESS {state.elements[id].name}")
            case Recover(id):
                said.append(f"RECOVER {state.elements[id].name}")
            case Board(id, ""):
                said.append(f"DISMOUNT {state.elements[id].name}")
            case TakePlace(id, given_up):
                commander, place = state.elements[id].name, state.elements[given_up].name
                said += [f"REMOVE {place}", f"{commander} to the place of {place}"]
            case Hold(id, side):
                said.append(f"{state.objectives[id].name} is {side}")
    return tuple(said)


def apply(state: State, effects: tuple[Effect, ...], table: object = None) -> State:
    """The state after these effects, in order."""
    for effect in effects:
        match effect:
            case Hold(id, side):
                state = replace(state, objectives={**state.objectives, id: state.objectives[id]._replace(held=side)})
            case Tick(clock):
                state = _ticked(state, clock)
            case Touch(id, enemies):
                state = _touching(state, id, enemies)
            case TakePlace(id, given_up):
                state = _in_place(state, id, given_up)
            case Remove(id, why):
                state = _removed(state, id, why)
            case _:
                changed = _changed(state.elements[effect.element], effect)
                state = replace(state, elements={**state.elements, effect.element: changed})
    return state


def _changed(element: Element, effect: Effect) -> Element:
    match effect:
        case Suppress():
            return element._replace(suppressed=True)
        case Recover():
            return element._replace(suppressed=False)
        case OweFallBack(_, moves, enemy):
            return _owing(element, (*element.fall_back_from, *(enemy,) * moves))
        case FallenBack(_, moves):
            return _owing(element, element.fall_back_from[moves:])
        case Board(_, carrier, limbered):
            return element._replace(aboard=carrier, limbered=limbered)
        case BreakDown(_, down):
            return element._replace(broken_down=down)
        case Did(_, what):
            return element._replace(done=(*(one for one in element.done if one != what), what))
        case Moved(_, share):
            return element._replace(moved=str(share))
        case Stood(_, how):
            return element._replace(stood=element.stood or how)
    raise AssertionError(f"{effect} changes no single element")


def _owing(element: Element, enemies: tuple[str, ...]) -> Element:
    """The element with a fall-back move to make away from each of these enemies, one after another."""
    return element._replace(fall_back_owed=len(enemies), fall_back_from=enemies)


def _removed(state: State, id: str, why: str) -> State:
    """Nothing touches, tows or hurries what is removed; who is still aboard of it gets off."""
    state = _touching(state, id, ())
    elements = dict(state.elements)
    elements[id] = elements[id]._replace(
        removed=why,
        suppressed=False,
        fall_back_owed=0,
        fall_back_from=(),
        aboard="",
        limbered=False,
        moved="",
    )
    for one in elements.values():
        if one.aboard == id:
            elements[one.id] = one._replace(aboard="", limbered=False)
    return replace(state, elements=elements)


def _touching(state: State, id: str, enemies: tuple[str, ...]) -> State:
    """Contacts are kept by the first of the two in the roster."""
    elements = dict(state.elements)
    before = True
    own: list[str] = []
    for one in state.elements.values():
        if one.id == id:
            before = False
        elif before:
            others = tuple(other for other in one.touches if other != id)
            elements[one.id] = one._replace(touches=in_order(state, (*others, id) if one.id in enemies else others))
        elif one.id in enemies:
            own.append(one.id)
    elements[id] = elements[id]._replace(touches=tuple(own))
    return replace(state, elements=elements)


def in_order(state: State, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Ids in the order of the roster, each once."""
    return tuple(id for id in state.elements if id in ids)


def _in_place(state: State, id: str, given_up: str) -> State:
    place = state.elements[given_up]
    state = _removed(_touching(state, id, ()), given_up, "given-up")
    carrier = "" if state.aboard(state.elements[id]) else place.aboard  # who carries others is not carried
    commander = state.elements[id]._replace(aboard=carrier, limbered=False)
    return replace(state, elements={**state.elements, id: commander})


def _ticked(state: State, clock: Clock) -> State:
    """A new turn of a side clears what was done in a turn; the end of a Fire phase how elements stood in it."""
    begins = (clock.turn, clock.side) != (state.clock.turn, state.clock.side)
    elements = dict(state.elements)
    for one in state.elements.values():
        if begins and (one.done or one.moved):
            elements[one.id] = one._replace(done=(), moved="")
        if one.stood and clock.phase != "fire":
            elements[one.id] = elements[one.id]._replace(stood="")
    return replace(state, elements=elements, clock=clock)
