"""The sequence of play: the side to act, the elements that may still act, acts out of turn, and things that must be
done first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.core.frozen import replace
from umpire.core.outcome import Listing, Objection, Owed
from umpire.game.clock.ending import points_of
from umpire.rulesets.d20.effects import Tick
from umpire.rulesets.d20.state import Clock, Element, State, named, winner
from umpire.rulesets.d20.table import Table, fall_back_moves


def where(state: State, table: Table) -> str:
    """Return the turn, the side and the phase: `turn 2, Allied: fire phase`."""
    clock = state.clock
    if clock.turn == 0:
        return "no turn has begun"
    if clock.phase == "over":
        return "the game is over"
    turns = f" of {state.turns}" if state.turns else ""
    return f"turn {clock.turn}{turns}, {clock.side}: {table.phases[clock.phase].words}"


def brief(state: State, table: Table) -> str:
    """Return the turn, the side and the phase, as the prompt shows them: `t2 Allied · fire`."""
    clock = state.clock
    if clock.phase == "over" or not clock.turn:
        return clock.phase if clock.turn else "before turn 1"
    return f"t{clock.turn} {clock.side} · {clock.phase}"


def comes_next(state: State, table: Table) -> str:
    """Return `next` before the first turn, or when nothing is left to do in the phase. In all other cases, return
    "".
    """
    clock = state.clock
    if clock.turn and (clock.phase == "over" or may_act(state, table) or pending(state, table)):
        return ""
    return "next"


def acting(state: State, table: Table) -> tuple[str, ...]:
    """Return the sides that act in this phase.

    In close combat and in simultaneous fire, both sides act. In all other phases, only the side to play acts
    (D20-TURN-06).
    """
    both = state.clock.phase == "combat" or (state.clock.phase == "fire" and simultaneous(table))
    return state.sides if both else (state.clock.side,)


def simultaneous(table: Table) -> bool:
    """Return whether fire is simultaneous. Then both sides fire in every Fire phase, and each element fires in its
    state at the start of the phase.
    """
    return table.options["turn_structure"] == "simultaneous_fire"


def out_of_phase(state: State, table: Table, phase: str, side: str, what: str) -> tuple[Objection, ...]:
    """Return the objection to an act in the wrong phase, or in another side's turn.

    `what` is the act in words.
    """
    clock = state.clock
    if clock.turn == 0:
        return (Objection("TURN-01", "no turn has begun: `umpire next` begins turn 1"),)
    if clock.phase == "over":
        return (Objection("TURN-01", "the game is over"),)
    if clock.phase != phase:
        return (Objection("TURN-01", f"{what} belongs to the {table.phases[phase].words}; now: {where(state, table)}"),)
    if side not in acting(state, table):
        return (Objection("TURN-06", f"it is not the turn of {side}; now: {where(state, table)}"),)
    return ()


def against(*reasons: tuple[object, str, str]) -> list[Objection]:
    """Return an objection for each reason with a true condition. Each reason is a tuple of a condition, a rule and
    words.
    """
    return [Objection(rule, words) for holds, rule, words in reasons if holds]


def given_up(state: State, table: Table) -> str:
    """Return the elements that can still act in this phase, in words; "" if no element can act."""
    return may_words(state, table) if may_act(state, table) else ""


def following(state: State, table: Table) -> Clock:
    """Return the clock at the beginning of the next phase."""
    clock, phases = state.clock, list(table.phases)
    if clock.turn == 0:
        return Clock(1, phases[0], state.sides[0])
    place = phases.index(clock.phase) + 1
    if place < len(phases):
        return Clock(clock.turn, phases[place], clock.side)
    side = (state.sides.index(clock.side) + 1) % len(state.sides)
    if side > 0:
        return Clock(clock.turn, phases[0], state.sides[side])
    if state.last or (state.turns and clock.turn >= state.turns):
        return Clock(clock.turn, "over", clock.side)
    return Clock(clock.turn + 1, phases[0], state.sides[0])


def ended(state: State) -> tuple[Any, ...]:
    """Return the effect that ends the game."""
    return (Tick(replace(state.clock, phase="over")),)


def points(state: State) -> Mapping[str, int]:
    """Return the victory points of each side that has points.

    Each objective is one point for the side that holds the objective. Elements that have left the table can be worth
    points too.
    """
    later = (one for one in state.later.values() if isinstance(one, Element))
    found = points_of([*state.elements.values(), *later], state.ending.leaves)
    for one in state.objectives.values():
        if one.held:
            found[one.held] = found.get(one.held, 0) + 1
    return found


def as_it_stood(element: Element) -> Element:
    """Return the element in its present state. If simultaneous fire has hurt the element in this phase, return the
    element in its state at the start of the phase.
    """
    if not element.stood:
        return element
    return replace(element, suppressed=element.stood == "suppressed", removed="")


def may_act(state: State, table: Table) -> tuple[Element, ...]:
    """Return the elements that can still act in this phase."""
    clock = state.clock
    sides = acting(state, table) if clock.turn else ()
    tests = {"command": _may_test, "fire": _may_fire, "combat": must_fight, "movement": _may_move}
    test = tests.get(clock.phase)
    if test is None:
        return ()
    return tuple(one for one in state.elements.values() if one.side in sides and test(state, table, one))


def _may_test(state: State, table: Table, element: Element) -> bool:
    return element.suppressed and not element.removed and "tested" not in element.done


def _may_fire(state: State, table: Table, element: Element) -> bool:
    element = as_it_stood(element) if simultaneous(table) else element
    armed = (element.ap is not None or element.he is not None) and not element.broken_down
    carried = element.crew_served and element.aboard
    free = not {"fired", "busy"} & set(element.done) and not (element.suppressed and state.touching(element))
    may = armed and not carried and free and not element.removed and not element.fall_back_owed
    if not may:
        return False
    from umpire.rulesets.d20.pools import can_harm  # a status in another phase needs no dice

    enemies = (one for one in state.in_play() if one.side != element.side and not one.aboard)
    return any(can_harm(state, table, element, enemy, close=False) for enemy in enemies)


def must_fight(state: State, table: Table, element: Element) -> tuple[Element, ...]:
    """Return the enemies in contact that an element must still fight in this phase (D20-CC-04). Return () if the
    element cannot fight or has fought. An enemy counts only if the element can harm it. An element or enemy that must
    fall back does not fight.
    """
    idle = element.removed or element.suppressed or element.broken_down or element.fall_back_owed
    idle = idle or "fought" in element.done
    if idle or not state.is_combat(element) or table.options["close_combat"] != "minimal":
        return ()
    from umpire.rulesets.d20.pools import can_harm  # a status in another phase needs no dice

    return tuple(
        one
        for one in state.touching(element)
        if state.is_combat(one) and not one.fall_back_owed and can_harm(state, table, element, one)
    )


def _may_move(state: State, table: Table, element: Element) -> bool:
    spent = element.moved == "1" or {"busy", "held"} & set(element.done)
    return not (element.removed or element.aboard or spent)


def pending(state: State, table: Table) -> tuple[str, ...]:
    """Return a line for each thing that must be done before the phase ends: fall-back moves, fights in the close combat
    phase, and the naming of the winner.
    """
    found = [f"{one.name} {fall_back_moves(one.fall_back_owed)}" for one in state.in_play() if one.fall_back_owed]
    if state.clock.turn and state.clock.phase == "combat":
        found += [f"close combat: {one.name} against {other.name}" for one, other in unfought(state, table)]
    if undecided(state):
        found.append("the winner: `victory SIDE`, or `victory draw`")
    return tuple(found)


def undecided(state: State) -> bool:
    """Return whether the game is over and the referee must still name the winner."""
    over = state.clock.phase == "over" and state.clock.turn > 0
    return over and bool(state.victory) and not state.won


def headline(state: State, table: Table) -> str:
    """Return the turn, the side and the phase, and the winner if there is one."""
    return " · ".join(filter(None, (where(state, table), winner(state.won))))


def unfought(state: State, table: Table) -> tuple[tuple[Element, Element], ...]:
    """Return the pairs of enemies in contact that must still fight. Each pair appears once. The attacker is the first
    of the pair.
    """
    found: list[tuple[Element, Element]] = []
    for one in state.in_play():
        enemies = must_fight(state, table, one)
        if enemies and not any((enemy, one) in found for enemy in enemies):
            found.append((one, enemies[0]))
    return tuple(found)


def falls_back_first(element: Element) -> tuple[Objection, ...]:
    """Return the objection to an element that still has fall-back moves to make. The element must make these moves
    before it acts or is attacked (D20-RES-02, D20-TURN-09).
    """
    if not element.fall_back_owed:
        return ()
    pending = fall_back_moves(element.fall_back_owed)
    return (Objection("RES-02", f"{element.name}: it must first make {pending}: {to_fall_back(element)}"),)


def to_fall_back(element: Element) -> str:
    """Return the line to type to make an element fall back. For a passenger, the line also has `dismount=yes`."""
    off = "dismount=yes " if element.aboard and not element.limbered else ""
    return f"move {element.id} {off}fallback=yes"


CAN = {"command": "may test", "fire": "may fire", "combat": "to fight", "movement": "may move"}
"""Phase -> what those who may still act in it can do."""


def may_words(state: State, table: Table) -> str:
    """Return the ids of the elements that can still act in this phase: `may fire: tiger, pak`."""
    if state.clock.turn == 0 or state.clock.phase == "over":
        return ""
    ids = ", ".join(_id(state, one) for one in may_act(state, table)) or "nobody"
    return f"{CAN[state.clock.phase]}: {ids}"


def _id(state: State, element: Element) -> str:
    backward = element.suppressed or state.is_empty_transport(element)
    return f"{element.id} (fall-back only)" if backward and state.clock.phase == "movement" else element.id


def now(state: State, table: Table) -> Listing:
    """Return the first lines of the status, in a game that enforces the sequence of play."""
    suppressed = ", ".join(one.id for one in state.in_play() if one.suppressed)
    notes = (
        may_words(state, table),
        f"suppressed: {suppressed}" if suppressed else "",
        owed_words(state, table),
        objectives_words(state),
        f"victory: {state.victory}" if state.victory else "",
        next_words(state, table),
    )
    return Listing(headline(state, table), (), (), tuple(filter(None, notes)))


def owed_words(state: State, table: Table) -> str:
    """Return one line with everything that must be done before the phase ends; "" if nothing must be done."""
    found = pending(state, table)
    return Owed(f"still to do: {'; '.join(found)}") if found else ""


def next_words(state: State, table: Table) -> str:
    """Return the next step as a line to type; "" when the game is over."""
    if state.clock.phase == "over":
        return ""
    if back := [one for one in state.in_play() if one.fall_back_owed]:
        return f"next: `{to_fall_back(back[0])}`"
    if state.clock.turn and state.clock.phase == "combat" and (pairs := unfought(state, table)):
        return f"next: `assault {pairs[0][0].id} {pairs[0][1].id}`"
    clock = following(state, table)
    if clock.phase == "over":
        return "next: `next` ends the game"
    return f"next: `next` begins the {clock.side} {table.phases[clock.phase].words}"


def objectives_words(state: State) -> str:
    """Return the objectives and the sides that hold them: `objectives: Bridge (German), Mill (not held)`."""
    held = ", ".join(f"{one.name} ({one.held or 'not held'})" for one in state.objectives.values())
    return f"objectives: {held}" if held else ""


def verb(state: State, table: Table, words: tuple[str, ...]) -> str:
    """Return the verb for a line without a verb.

    If an enemy is named, the verb is `fire`, or `assault` in the close combat phase. A line with a distance is never an
    `assault`. If no enemy is named, the phase gives the verb; before the first turn, the verb is `move`. Outside the
    Command phase, a line with a fact and no enemy, such as `rifles fallback=yes`, is a `move`.
    """
    who = named(state)
    foe = any(word in who and who[word].side != who[words[0]].side for word in words[1:])
    phase = state.clock.phase if state.clock.turn else ""
    if foe or (phase in ("fire", "combat") and not any("=" in word for word in words)):
        return "assault" if phase == "combat" and sum(map(str.isdigit, words)) != 1 else "fire"
    return "activate" if phase == "command" else "move"
