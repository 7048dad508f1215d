"""What setting up, aircraft and batteries change: small frozen values, applied by `effects.apply` as all are."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.core.frozen import frozen, replace
from umpire.rulesets.asp.scene import Mark
from umpire.rulesets.asp.state import Stand, State


@frozen
class Setting:
    """A condition of the game is settled: a field of the scene, or `light` or `weather`."""

    name: str
    value: str | int | tuple[str, ...]


@frozen
class Lay:
    """Smoke, light or an obstacle lies on the table from now on."""

    mark: Mark


@frozen
class Lift:
    """What lies on the table is taken away (SMK-02, ILL-04)."""

    mark: str


@frozen
class Declare:
    """The kind of an obstacle is told to the enemy (ENG-04)."""

    mark: str


@frozen
class Ready:
    """A Fighter stands behind its own baseline, or no longer does (AIR-01, AIR-21)."""

    stand: str
    ready: bool


@frozen
class Flown:
    """An aircraft has made an attack in this turn and is off the table again (AIR-10, AIR-11)."""

    stand: str
    turn: int


@frozen
class Fought:
    """A Fighter has begun a fight in this turn, and begins no other in it (AIR-02)."""

    stand: str
    turn: int


@frozen
class Rounds:
    """A battery has laid smoke or light in this turn: one turn of fire of it, however often (SMK-03, ILL-03).

    Where no turn is kept (0) each is one.
    """

    stand: str
    kind: str
    turn: int = 0


@frozen
class Stopped:
    """An obstacle has stopped the stand until it moves again (ENG-08)."""

    stand: str


OnScene = Setting | Lay | Lift | Declare
OnStand = Ready | Flown | Fought | Rounds | Stopped


def on_scene(state: State, effect: OnScene) -> State:
    """The state after one of these."""
    match effect:
        case Setting("light" | "weather" as name, str(value)):
            return replace(state, light=value) if name == "light" else replace(state, weather=value)
        case Setting(name, value):
            changed: Mapping[str, str | int | tuple[str, ...]] = {name: value}
            return replace(state, scene=replace(state.scene, **changed))  # type: ignore[arg-type]
        case Lay(mark):
            marks = {**state.scene.marks, mark.id: mark}
        case Lift(key):
            marks = {other: mark for other, mark in state.scene.marks.items() if other != key}
        case Declare(key):
            marks = {**state.scene.marks, key: replace(state.scene.marks[key], declared=True)}
    return replace(state, scene=replace(state.scene, marks=marks))


def on_stand(stand: Stand, effect: OnStand) -> Stand:
    """The stand after one of these."""
    match effect:
        case Ready(_, ready):
            return replace(stand, ready=ready, fire_marker=False)
        case Flown(_, turn):
            return replace(stand, runs=stand.runs + 1, flew=turn, fire_marker=False)
        case Fought(_, turn):
            return replace(stand, flew=turn)
        case Rounds(_, "smoke", turn):
            return replace(stand, smoke=stand.smoke + (not turn or stand.smoke_turn != turn), smoke_turn=turn)
        case Rounds(_, _, turn):
            return replace(stand, lights=stand.lights + (not turn or stand.light_turn != turn), light_turn=turn)
        case Stopped():
            return replace(stand, stopped=True)
