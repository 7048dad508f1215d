"""What can happen to a Star General game, and the one function that makes it so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from umpire.rulesets.star_general.state import State


@dataclass(frozen=True)
class Lose:
    """A stand loses strength points; at 0 it is removed."""

    stand: str
    points: int


@dataclass(frozen=True)
class SpendShot:
    """A battery uses one shot of the round."""

    battery: str


Effect = Lose | SpendShot


def apply(state: State, effects: tuple[Effect, ...], table: object = None) -> State:
    """The state after these effects, in order. Strength and shots never fall below 0."""
    stands = dict(state.stands)
    for effect in effects:
        match effect:
            case Lose(name, points):
                stands[name] = replace(stands[name], sp=max(0, stands[name].sp - points))
            case SpendShot(name):
                stands[name] = replace(stands[name], shots=max(0, stands[name].shots - 1))
    return replace(state, stands=stands)
