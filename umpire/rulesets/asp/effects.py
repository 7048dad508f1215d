"""What an engagement changes: small frozen values, and the one function that applies them to the state."""

from __future__ import annotations

from dataclasses import dataclass, replace

from umpire.rulesets.asp.state import Stand, State


@dataclass(frozen=True)
class Suppress:
    """The stand gets `markers` more suppression markers (STAT-01)."""

    stand: str
    markers: int


@dataclass(frozen=True)
class Pin:
    """The stand is pinned (STAT-04)."""

    stand: str


@dataclass(frozen=True)
class Repulse:
    """The stand is repulsed and moves at once, which takes its FIRE marker away (STAT-08, FIRE-07)."""

    stand: str


@dataclass(frozen=True)
class Destroy:
    """The stand is removed from play (EFF-09); it stays in the record."""

    stand: str


@dataclass(frozen=True)
class MarkFire:
    """The stand has shot and gets a FIRE marker if it has none (FIRE-06, FIRE-07)."""

    stand: str


@dataclass(frozen=True)
class Moved:
    """The stand has moved in its own turn: it counts as moving (DET-09) and loses its FIRE marker (FIRE-07)."""

    stand: str


Effect = Suppress | Pin | Repulse | Destroy | MarkFire | Moved


def apply(state: State, effects: tuple[Effect, ...]) -> State:
    """The state after these effects, in order."""
    stands = dict(state.stands)
    for effect in effects:
        stands[effect.stand] = _changed(stands[effect.stand], effect)
    return replace(state, stands=stands)


def _changed(stand: Stand, effect: Effect) -> Stand:
    match effect:
        case Suppress(_, markers):
            return replace(stand, markers=stand.markers + markers)
        case Pin():
            return replace(stand, pinned=True)
        case Repulse():
            return replace(stand, repulsed=True, fire_marker=False)
        case Destroy():
            return replace(stand, destroyed=True, fire_marker=False)
        case MarkFire():
            return replace(stand, fired=True, fire_marker=True)
        case Moved():
            return replace(stand, moved=True, fire_marker=False)
