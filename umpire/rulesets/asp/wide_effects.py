"""Effects on more than one stand or battle group, on the scene, on the clock."""

from __future__ import annotations

from typing import Any

from umpire.core.frozen import frozen, replace
from umpire.rulesets.asp.effects import Pay, ToState
from umpire.rulesets.asp.scene import Mark
from umpire.rulesets.asp.state import Clock, State


@frozen
class Spend(ToState):
    """Command points are spent on a stand; `points` are the tactical points then bought and not used (TAC-01).

    Whoever of its battle group was half-way through an option has finished it.
    """

    stand: str
    cp: int
    points: int

    def on(self, state: State) -> State:
        stand = state.stands[self.stand]
        debussed = stand.debussed if stand.debussed is None or not self.cp else max(0, stand.debussed - 1)
        spent = replace(stand, spent=stand.spent + self.cp, points=self.points, debussed=debussed, option="")
        stands = {k: replace(s, option="") if s.group == stand.group else s for k, s in state.stands.items()}
        group = Pay(stand.group, self.cp).on(state.groups[stand.group])
        return replace(state, stands={**stands, stand.id: spent}, groups={**state.groups, group.id: group})


_NOTHING_DONE = {"moved": False, "marched": False, "halted": False, "stopped": False, "debussed": None}


@frozen
class Fresh(ToState, spent=0, points=0, option="", **_NOTHING_DONE):
    """A new turn of a battle group begins: nothing spent, nobody has moved; it retreats if it has failed (BG-06)."""

    group: str

    def on(self, state: State) -> State:
        stands = {key: self.put(stand) if stand.group == self.group else stand for key, stand in state.stands.items()}
        group = state.groups[self.group]
        groups = {**state.groups, self.group: replace(group, retreating=group.failed)}
        return replace(state, stands=stands, groups=groups)


class Calm(ToState, hit=False):
    """A player turn is over: who is hit from now on is hit in the next (STAT-06)."""

    def on(self, state: State) -> State:
        return replace(state, stands={key: self.put(stand) for key, stand in state.stands.items()})


@frozen
class Tick(ToState):
    """The sequence of play moves on to here."""

    clock: Clock


@frozen
class Setting(ToState):
    """A condition of the game is settled: a field of the scene, or `light` or `weather`."""

    name: str
    value: str | int | tuple[str, ...]

    def on(self, state: State) -> State:
        changed: dict[str, Any] = {self.name: self.value}
        if self.name in ("light", "weather"):
            return replace(state, **changed)
        return replace(state, scene=replace(state.scene, **changed))


@frozen
class Lay(ToState):
    """Smoke, light or an obstacle lies on the table from now on, like this."""

    mark: Mark

    def on(self, state: State) -> State:
        marks = {**state.scene.marks, self.mark.id: self.mark}
        return replace(state, scene=replace(state.scene, marks=marks))


@frozen
class Lift(ToState):
    """What lies on the table is taken away (SMK-02, ILL-04)."""

    mark: str

    def on(self, state: State) -> State:
        marks = {key: mark for key, mark in state.scene.marks.items() if key != self.mark}
        return replace(state, scene=replace(state.scene, marks=marks))
