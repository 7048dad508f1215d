"""The act `next`, which ends the current step: an activation, the turn of a side's guns, the artillery phase or the
night.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import HowMany, NotNow
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure
from umpire.game.act import Act, Situation
from umpire.game.facts import Facts, TypedLine, key_of
from umpire.rulesets.star_general.effects import Effect, NewRound, Tick, apply
from umpire.rulesets.star_general.state import State
from umpire.rulesets.star_general.table import Table
from umpire.rulesets.star_general.turn.headquarters import overnight
from umpire.rulesets.star_general.turn.objectives import result
from umpire.rulesets.star_general.turn.sequence import (
    WORDS,
    begun,
    end_of_round,
    finish_active,
    shots_left,
    to_activate,
    where,
)


@frozen
class NextSituation(Situation):
    """The end of the current step of the game, and of all further steps before the phase named.

    `stations` has the present state, then the state after each step.
    """

    state: State
    table: Table
    stations: tuple[State, ...]

    @property
    def over(self) -> bool:
        """True if the battle is over after these steps."""
        return self.state.clock.phase != "over" and self.stations[-1].clock.phase == "over"


def situate(state: State, table: Table, line: TypedLine) -> NextSituation:
    """Return the situation of `next`, or of `next orders`. Raises Mistake for a phase that cannot follow."""
    named = line.named("")
    facts = Facts(line)
    facts.finish()
    phases = [phase for phase in WORDS if phase != "over"]
    if len(named) > 1:
        raise HowMany("type only one phase after `next`", "for example: next artillery")
    wanted = key_of("next", phases)(named[0].lower()) if named else ""
    stations = [state]
    while (at := _following(stations[-1])) is not stations[-1]:
        stations.append(at)
        if not wanted or at.clock.phase == wanted != state.clock.phase:
            return NextSituation(f"End of {where(state)}", "", facts, state, table, tuple(stations))
        if at.clock.phase == "night":
            break
    if not wanted:
        return NextSituation(f"End of {where(state)}", "", facts, state, table, (state,))
    raise NotNow(f"next {wanted}: play cannot go on to this phase from here; now: {where(state)}", "next", word=wanted)


def _following(state: State) -> State:
    """Return the state after the current step; `state` itself if no step can follow.

    Lost HQs are not brought back here.
    """
    match state.clock.phase:
        case "over" | "orders":
            return state
        case "night":
            return apply(state, end_of_night(state))
        case "artillery":
            return apply(state, _after_guns(state))
        case _:
            return apply(state, finish_active(state) or _given_up(state))


def objections(sit: NextSituation) -> tuple[Objection, ...]:
    """Return the objections: acts that must come before play moves on."""
    return tuple(
        dict.fromkeys(found for state in sit.stations[:-1] or sit.stations for found in _pending(state, sit.table))
    )


def _pending(state: State, table: Table) -> tuple[Objection, ...]:
    clock, rules = state.clock, table.rules
    if clock.phase == "over":
        return (Objection(rules["activation"], "the battle is over; `undo` takes back the last entry", final=True),)
    if clock.phase == "orders":
        return (Objection(rules["reveal"], "the orders have not been revealed", retype="order reveal"),)
    waiting = [unit for unit in to_activate(state) if unit.id != clock.active]
    if clock.phase in ("retreats", "activations") and waiting and not clock.active:
        names = ", ".join(unit.name for unit in waiting)
        return (Objection(rules["activation"], f"not activated yet: {names}; type `activate`"),)
    return ()


def next_phase(sit: NextSituation) -> Procedure[Outcome]:
    """End one step after another up to the phase named."""
    came, state = Outcome(), sit.state
    for _ in sit.stations[1:] or sit.stations:
        ended = yield from _ends(state, sit.table)
        before = came.words[:-1]  # without the phase on the way
        came = replace(
            ended,
            effects=(*came.effects, *ended.effects),
            words=(*before, *ended.words),
            instructions=(*came.instructions, *ended.instructions),
        )
        state = apply(sit.state, cast("tuple[Effect, ...]", came.effects))
    return came


def _ends(state: State, table: Table) -> Procedure[Outcome]:
    """End the activation, the turn of a side's guns, the artillery phase or the night. Lost HQs come back overnight."""
    phase = state.clock.phase
    if phase == "night":
        back = yield from overnight(state, table)
        back = replace(back, words=(*_points_left(state), *back.words))
        return _on(state, back, (*back.effects, *end_of_night(state)))
    if phase != "artillery":
        return _on(state, Outcome(), finish_active(state) or _given_up(state))
    effects = _after_guns(state)
    dusk = apply(state, effects)
    back = Outcome()
    if dusk.clock.phase == "night" and table.options["hq_overnight_full_activity"]:
        back = yield from overnight(dusk, table)
    back = replace(back, words=(*_unspent(state, table), *back.words))
    return _on(state, back, (*effects, *back.effects))


def _unspent(state: State, table: Table) -> Iterator[str]:
    """Yield the shots and air points not used when the guns' turn ends.

    If the sides never threw for the first turn of the artillery phase, both sides lose the whole phase.
    """
    first = state.clock.side
    left = tuple(words for side in ([first] if first else state.forces) for words in _left_of(state, table, side))
    if left and not first:
        rule = table.rules["artillery_phase"]
        yield f"artillery phase skipped: neither side threw to go first ({rule})"
    yield from left


def _left_of(state: State, table: Table, side: str) -> Iterator[str]:
    """Yield the shots left to a side, and its air points if planes may attack alone in the phase."""
    if shots := shots_left(state, side):
        yield f"{side}: shots left: {shots}"
    air = state.forces[side].air_left if table.options["air_in_artillery_phase"] else 0
    if air:
        yield f"{side}: {air} air point{'s' if air > 1 else ''} left"


def _points_left(state: State) -> Iterator[str]:
    """Yield the points of the night that each side has not spent. These points are lost."""
    for force in state.forces.values():
        left = {"strength": force.strength_left, "support": force.support_left}
        unspent = [f"{count} {what} point{'s' if count > 1 else ''}" for what, count in left.items() if count]
        if unspent:
            yield f"{force.side}: {' and '.join(unspent)} left"


def _on(state: State, back: Outcome, effects: tuple[Any, ...]) -> Outcome:
    """Return the outcome with the new phase, the units still to act, returned HQs, and the winner."""
    after = apply(state, effects)
    pending = (
        tuple(f"activate {unit.name}" for unit in to_activate(after)) if after.clock.phase == "activations" else ()
    )
    words = [*back.words, f"now: {where(after)}"]
    if after.clock.phase == "over" and result(after):
        words.append(result(after))
    return Outcome(effects, tuple(words), back.instructions, (*back.pending, *pending))


def _given_up(state: State) -> tuple[Effect, ...]:
    """Return the effects of a ruling that ends a phase early: the waiting units lose their activation."""
    phase = "activations" if state.clock.phase == "retreats" else "artillery"
    return (Tick(begun(state.clock, phase)),)


def _after_guns(state: State) -> tuple[Effect, ...]:
    """Return the effects when a side has finished with its guns: the other side's turn begins, or the round ends."""
    clock = state.clock
    others = tuple(side for side in state.forces if side != clock.side)
    if clock.side and not clock.second and others:
        return (Tick(replace(clock, side=others[0], second=True)),)
    return end_of_round(state)


def end_of_night(state: State) -> tuple[Effect, ...]:
    """Return the effects of a new day: moves are cleared, shots and air points are full again, and any order may be
    given (TSG-9.3-01, 3SG-8-10).
    """
    return (NewRound(), Tick(replace(begun(state.clock, "orders"), day=state.clock.day + 1, round=1)))


ACT = Act(
    verb="next",
    words="End the activation, the fire of one side's guns, the artillery phase or the night; or go to a phase by name",
    usage="next | next activations|artillery|night|orders",
    situate=situate,
    objections=objections,
    procedure=next_phase,
    edge="due",
)
