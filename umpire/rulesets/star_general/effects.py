"""What can happen to a Star General game, the one function that makes it so, and what hands then do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import number_of
from umpire.rulesets.star_general.state import Clock, Stand, State


@frozen
class Lose:
    """A stand loses strength points; at 0 it is removed."""

    stand: str
    points: int


@frozen
class Recover:
    """A stand regains strength points, never above its commencing ones."""

    stand: str
    points: int


@frozen
class Place:
    """A core stand stands in a hex, by moving, falling back, pursuing or coming back."""

    stand: str
    hex: str


@frozen
class Attach:
    """A support stand goes with another core stand, and belongs to its unit."""

    stand: str
    host: str


@frozen
class Moved:
    """A stand has moved this round: normal, strategic or retreat ("": it counts as not moved)."""

    stand: str
    how: str


@frozen
class SpendShot:
    """A battery uses one shot of the round."""

    battery: str


@frozen
class DropShots:
    """A battery loses what shots it has left this round."""

    battery: str


@frozen
class SpendAir:
    """A side uses one of its air points of the round."""

    side: str


@frozen
class Lay:
    """A unit's order for this round is laid face down ("" takes it up again)."""

    unit: str
    order: str


@frozen
class Order:
    """A unit is on this order from now on."""

    unit: str
    order: str


@frozen
class Activated:
    """A unit has had its activation of the round."""

    unit: str


@frozen
class Attacked:
    """A unit has made its attack of the round."""

    unit: str


@frozen
class HqLost:
    """The HQ of a unit fell in the round of this count (0: it is back)."""

    unit: str
    count: int


@frozen
class Tick:
    """The sequence of play moves on to here."""

    clock: Clock


@frozen
class NewRound:
    """A round begins: nobody has moved, attacked or been activated; shots and air points are full again."""


@frozen
class Nightfall:
    """The night begins: nobody has moved in it yet, and every unit holds the hexes it is in."""


@frozen
class Pools:
    """What a side has left to spend this night, strength and support points."""

    side: str
    strength: int
    support: int


@frozen
class Hold:
    """A side holds an objective ("" nobody)."""

    objective: str
    side: str


Effect = (
    Lose
    | Recover
    | Place
    | Attach
    | Moved
    | SpendShot
    | DropShots
    | SpendAir
    | Lay
    | Order
    | Activated
    | Attacked
    | HqLost
    | Tick
    | NewRound
    | Nightfall
    | Pools
    | Hold
)


ON_A_STAND = (Lose, Recover, Place, Moved, SpendShot, DropShots)
"""The effects that change one stand and nothing else."""


def apply(state: State, effects: tuple[Effect, ...], table: object = None) -> State:
    """The state after these effects, in order. Strength, shots and points never fall below 0."""
    stands = dict(state.stands)
    if all(type(effect) in ON_A_STAND for effect in effects):  # the usual case, and odds apply many
        for effect in effects:
            _on_a_stand(stands, effect)
        return replace(state, stands=stands)
    units = dict(state.units)
    forces, objectives, clock = dict(state.forces), dict(state.objectives), state.clock
    for effect in effects:
        match effect:
            case Lay(name, order):
                units[name] = replace(units[name], marker=order)
            case Order(name, order):
                units[name] = replace(units[name], order=order, marker="")
            case Activated(name):
                units[name] = replace(units[name], activated=True)
            case Attacked(name):
                units[name] = replace(units[name], attacked=True)
            case HqLost(name, count):
                units[name] = replace(units[name], hq_lost=count)
            case Tick(to):
                clock = to
            case NewRound():
                stands = {key: replace(stand, moved="", shots=stand.supply) for key, stand in stands.items()}
                units = {key: replace(unit, activated=False, attacked=False, held=()) for key, unit in units.items()}
                forces = {key: replace(force, air_left=force.air) for key, force in forces.items()}
            case Nightfall():
                stands = {key: replace(stand, moved="") for key, stand in stands.items()}
                units = {key: replace(unit, held=_held(stands.values(), key)) for key, unit in units.items()}
            case SpendAir(side):
                forces[side] = replace(forces[side], air_left=max(0, forces[side].air_left - 1))
            case Pools(side, strength, support):
                forces[side] = replace(forces[side], strength_left=max(0, strength), support_left=max(0, support))
            case Hold(name, side):
                objectives[name] = replace(objectives[name], holder=side)
            case Attach(name, host):
                stands[name] = replace(stands[name], host=host, unit=stands[host].unit)
            case _:
                _on_a_stand(stands, effect)
    return replace(state, stands=stands, units=units, forces=forces, objectives=objectives, clock=clock)


def _on_a_stand(stands: dict[str, Stand], effect: Any) -> None:
    name = effect.battery if isinstance(effect, SpendShot | DropShots) else effect.stand
    stands[name] = _stand(stands[name], effect)


def _held(stands: Iterable[Stand], unit: str) -> tuple[str, ...]:
    """The hexes that the living core stands of a unit are in."""
    return tuple(stand.hex for stand in stands if stand.unit == unit and stand.alive and stand.hex)


def _stand(stand: Stand, effect: Lose | Recover | Place | Moved | SpendShot | DropShots) -> Stand:
    """One stand after one effect."""
    match effect:
        case Lose(_, points):
            return replace(stand, sp=max(0, stand.sp - points))
        case Recover(_, points):
            return replace(stand, sp=min(stand.full, stand.sp + points))
        case Place(_, place):
            return replace(stand, hex=place)
        case Moved(_, how):
            return replace(stand, moved=how)
        case SpendShot():
            return replace(stand, shots=max(0, stand.shots - 1))
        case DropShots():
            return replace(stand, shots=0)


def hands(before: State, after: State, stands: Iterable[str]) -> tuple[str, ...]:
    """What hands do to these stands between two states: strength lost and regained, removed, brought back."""
    said = []
    for name in stands:
        was, now = before.stands[name], after.stands[name]
        if was.alive and not now.alive:
            said.append(f"REMOVE {now.name}")
        elif now.sp != was.sp:
            said.append(f"{now.name} {was.sp}→{now.sp}" if was.alive else f"BACK {now.name} with {now.sp} SP")
    return tuple(said)


def points_of(strength: int, support: int) -> str:
    """The points of a night in words: `4 strength and 1 support point`."""
    return f"{strength} strength and {number_of(support, 'support point')}"
