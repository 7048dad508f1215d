"""Objectives: the side that holds each objective, the stands that take objectives, and the winner (TSG-11, 3SG-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from umpire.core.outcome import number_of
from umpire.game.clock.ending import points_of
from umpire.rulesets.star_general.effects import Hold
from umpire.rulesets.star_general.state import Objective, Stand, State


def holder(state: State, objective: Objective) -> str:
    """Return the side with a core stand in the hex, or else the side that last had a core stand there (AMB-63). Return
    "" if no side holds the objective.
    """
    here = (stand.side for stand in state.stands.values() if stand.alive and stand.hex and stand.hex == objective.hex)
    return next(here, objective.holder)


def taken(state: State, side: str, *places: str) -> Iterator[Hold]:
    """Yield the objectives that a side takes when its stand enters or leaves the hexes with the labels `places`.

    The side takes these objectives because its stand was the last in these hexes (TSG-11-03, AMB-63).
    """
    for objective in state.objectives.values():
        if objective.hex and objective.hex in places and objective.holder != side:
            yield Hold(objective.id, side)


def as_text(state: State, hold: Hold) -> str:
    """Return the words for an objective that a side has taken."""
    return f"{hold.side} holds {state.objectives[hold.objective].name}"


def points(state: State) -> Mapping[str, int]:
    """Return the points of the sides: points for objectives held, and points for stands that have left the board."""
    found = points_of([*state.stands.values(), *filter(_is_stand, state.later.values())], state.battle.leaves)
    for objective in state.objectives.values():
        if side := holder(state, objective):
            found[side] = found.get(side, 0) + objective.points
    return found


def _is_stand(one: Any) -> bool:
    return isinstance(one, Stand)


def result(state: State) -> str:
    """Return the winner in words; "" if the scenario has no points to win.

    If the scenario names an attacker, this side wins with the points that it needs, and loses with fewer. Without an
    attacker, the side with most points wins.
    """
    if not (state.objectives or state.battle.leaves):
        return ""
    battle, held = state.battle, points(state)
    if battle.attacker:
        needed = battle.needed or sum(objective.points for objective in state.objectives.values())
        have = held.get(battle.attacker, 0)
        other = next((side for side in state.forces if side != battle.attacker), "")
        who = battle.attacker if have >= needed else other
        return f"{who} wins: {battle.attacker} has {number_of(have, 'point')} and needed {needed}"
    best = max(held.values(), default=0)
    winners = [side for side in held if held[side] == best]
    return f"{winners[0]} wins" if best and len(winners) == 1 else "a draw"


def standing(state: State) -> str:
    """Return the side that is ahead during the battle, in words; "" without objectives."""
    if not state.objectives:
        return ""
    battle, held = state.battle, points(state)
    if battle.attacker:
        needed = battle.needed or sum(objective.points for objective in state.objectives.values())
        have = number_of(held.get(battle.attacker, 0), "point")
        return f"{battle.attacker} has {have} and needs {needed} to win"
    best = max(held.values(), default=0)
    leading = [side for side in held if held[side] == best]
    return f"{leading[0]} is ahead" if best and len(leading) == 1 else "level"


def headline(state: State) -> str:
    """Return the side that has won or is ahead, in words; "" without objectives.

    If the scenario names no attacker, the points of the sides follow, the highest first.
    """
    leader = result(state) if state.clock.phase == "over" else standing(state)
    if not leader or state.battle.attacker:
        return leader
    held = {side: points(state).get(side, 0) for side in state.forces}
    return f"{leader} {' : '.join(map(str, sorted(held.values(), reverse=True)))}"
