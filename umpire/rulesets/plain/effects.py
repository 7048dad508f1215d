"""The effects on stands, sides and the clock. `apply` is the only function that changes the state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import REMOVE
from umpire.game.naming import Nameable
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.state import Clock, Stand, State, ended_by


@frozen
class Put:
    """The effect that sets a number or mark of a stand: `removed`, a track, a mark."""

    stand: str
    name: str
    to: int


@frozen
class Arrived:
    """The effect that changes the arrival of a stand; "" means that the stand is on the table."""

    stand: str
    arrives: str = ""


@frozen
class PutSide:
    """The effect that sets a number of a side."""

    side: str
    name: str
    to: int


@frozen
class Tick:
    """The effect that moves the clock on, and removes marks whose time has ended."""

    clock: Clock


@frozen
class Wakes:
    """The effect that wakes a stand. The stand acts now, its side is the side to play, and no other stand is awake."""

    stand: str


@frozen
class Rests:
    """The effect that lets the awake stand rest, so that no stand is awake. The side `side` wakes the next stand."""

    side: str


def apply(rules: Rules, state: State, effects: tuple[Any, ...]) -> State:
    """Return the state after these effects."""
    put: dict[str, dict[str, Any]] = {}
    of_sides: dict[str, dict[str, int]] = {}
    for effect in effects:
        if isinstance(effect, Put):
            if effect.stand in state.stands:
                put.setdefault(effect.stand, {})[effect.name] = effect.to
        elif isinstance(effect, Arrived):
            put.setdefault(effect.stand, {})["arrives"] = effect.arrives
        elif isinstance(effect, PutSide):
            of_sides.setdefault(effect.side, {})[effect.name] = effect.to
        else:
            state = _changed(rules, state, put, of_sides)
            put, of_sides = {}, {}
            if isinstance(effect, Tick):
                state = _ticked(rules, state, effect.clock)
            else:
                state = _awake(state, getattr(effect, "stand", ""), getattr(effect, "side", ""))
    return _changed(rules, state, put, of_sides)


def _awake(state: State, woken: str, side: str) -> State:
    """Return the state in which only this stand is awake."""
    stands = dict(state.stands)
    for id, stand in stands.items():
        if id == woken:
            stands[id] = replace(stand, awake=True, woken=True)
        elif stand.awake:
            stands[id] = replace(stand, awake=False)
    side = stands[woken].side if woken else side
    return replace(state, stands=stands, clock=replace(state.clock, side=side))


def _changed(
    rules: Rules, state: State, put: Mapping[str, dict[str, Any]], of_sides: Mapping[str, dict[str, int]]
) -> State:
    """Return the state with these new numbers for stands and sides. Each changed stand or side is copied only once."""
    stands, forces = dict(state.stands), dict(state.forces)
    for id, to in put.items():
        stand = stands[id]
        for name in list(to):
            if isinstance(getattr(stand, name), bool):
                to[name] = bool(to[name])
            if name in rules.mark and rules.mark[name].until == "own":
                to[f"{name}_new"] = bool(to[name]) and stand.side == state.clock.side
        stands[id] = replace(stand, **to)
    for side, numbers in of_sides.items():
        forces[side] = replace(forces[side], **numbers)
    return replace(state, stands=stands, forces=forces) if put or of_sides else state


def _ticked(rules: Rules, state: State, clock: Clock) -> State:
    """Return the state after the clock has moved on. A mark is removed when its time ends.

    A mark for an act that must be played stays until the act is played.
    """
    ended = ended_by(state.clock, clock)
    stands = {id: _unmarked(rules, stand, ended, state.clock.side) for id, stand in state.stands.items()}
    return replace(state, stands=stands, clock=clock)


def _unmarked(rules: Rules, stand: Stand, ended: set[str], side: str) -> Stand:
    """Return a stand without the marks that end now. `side` is the side that played until now."""
    gone: dict[str, Any] = {}
    for name, mark in rules.mark.items():
        own = mark.until == "own" and "side" in ended and stand.side == side
        if name in rules.owing:
            continue
        if own and getattr(stand, f"{name}_new"):
            gone[f"{name}_new"] = False
        elif (own or mark.until in ended - {"own"}) and getattr(stand, name):
            gone[name] = 0 if mark.counts else False
    return replace(stand, **gone) if gone else stand


def table_instructions(rules: Rules, before: State, after: State) -> Iterator[str]:
    """Yield the instructions for the table that turn one state into another."""
    for id, stand in after.stands.items():
        was = before.stands.get(id)
        if was is None or was is stand:
            continue
        for name in rules.track:
            if getattr(was, name) != getattr(stand, name):
                yield f"{stand.name}: {rules.track[name].words} {getattr(was, name)}→{getattr(stand, name)}"
        if stand.removed is not was.removed:
            yield f"{REMOVE if stand.removed else 'PUT BACK'} {stand.name}"
        for name, mark in rules.mark.items() if not stand.removed else ():
            had, has = getattr(was, name), getattr(stand, name)
            if had != has and name not in rules.once:
                yield f"{stand.name}: {mark.words}{f' {had}→{has}' if mark.counts else '' if has else ' off'}"
    for side, force in after.forces.items():
        for name, track in rules.side.items():
            had, has = getattr(before.forces[side], name), getattr(force, name)
            if had != has:
                yield f"{side}: {track.words} {had}→{has}"


def named(state: State) -> dict[str, Nameable]:
    """Return the stands that can be named, under their ids and under their names. Removed stands are left out."""
    found = {}
    for stand in state.stands.values():
        if not stand.removed:
            found[stand.id.lower()] = found[stand.name.lower()] = Nameable(stand.side)
    return found
