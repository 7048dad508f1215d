"""The effects of acts, as small frozen values. The module also has the instructions for the table.

An effect changes a stand, a battle group, several stands or groups, the scene, or the clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import REMOVE, Change, put_all
from umpire.rulesets.asp.state import Clock, Group, Mark, Stand, State


@frozen
class ToStand(Change):
    """An effect on a stand."""

    of, among = "stand", "stands"
    stand: str


class Pin(ToStand, pinned=True, hit=True):
    """The stand is pinned by a shot (STAT-04)."""


class Unpin(ToStand, pinned=False):
    """The stand is no longer pinned (STAT-05)."""


class Repulse(ToStand, repulsed=True, hit=True, fire_marker=False, dug_in=False, stopped=False):
    """The stand is repulsed and moves at once, so it loses its FIRE marker (STAT-08, FIRE-07)."""


class Recover(ToStand, repulsed=False):
    """The stand is no longer repulsed (STAT-10)."""


class Destroy(ToStand, destroyed=True, fire_marker=False):
    """The stand is removed from play (EFF-09), but stays in the record."""


class Leave(ToStand, destroyed=True, left=True, fire_marker=False):
    """The stand leaves the table and is out of play, but not lost in combat (BG-14)."""


class MarkFire(ToStand, fired=True, fire_marker=True, towed=""):
    """The stand has shot. If the stand has no FIRE marker, it gets a FIRE marker (FIRE-06, FIRE-07). A gun on tow is
    unhitched to shoot.
    """


class Moved(ToStand, moved=True, fire_marker=False, dug_in=False, stopped=False):
    """The stand has moved in its own turn. The stand counts as moving (DET-09) and loses its FIRE marker (FIRE-07)."""


class Marched(ToStand, marched=True, moved=True, fire_marker=False, dug_in=False, stopped=False):
    """The stand has made its march move of this turn (MARCH-12)."""


class Halted(ToStand, halted=True):
    """The stand does not retreat this turn (BG-08)."""


class Away(ToStand, beside=""):
    """The stand is clear of its former vehicle, and no longer shares the results of this vehicle (BUS-05)."""


class Stopped(ToStand, stopped=True):
    """An obstacle has stopped the stand until it moves again (ENG-08)."""


@frozen
class Become(ToStand):
    """Several shots have changed the stand: `now` is the stand after these shots."""

    now: Stand

    def on(self, stand: Stand) -> Stand:
        return self.now


@frozen
class Suppress(ToStand):
    """The stand gets `markers` more suppression markers (STAT-01)."""

    markers: int

    def on(self, stand: Stand) -> Stand:
        return replace(stand, markers=stand.markers + self.markers)


@frozen
class Unmark(ToStand):
    """The stand loses `markers` suppression markers (STAT-03)."""

    markers: int

    def on(self, stand: Stand) -> Stand:
        return replace(stand, markers=max(0, stand.markers - self.markers))


@frozen
class Board(ToStand, beside="", fire_marker=False, dug_in=False):
    """The stand goes aboard the vehicle `aboard` (BUS-01)."""

    aboard: str


@frozen
class Alight(ToStand):
    """The stand leaves its vehicle and may make `moves` tactical moves this turn (BUS-05, BUS-06)."""

    moves: int

    def on(self, stand: Stand) -> Stand:
        return replace(stand, aboard="", beside=stand.aboard, debussed=self.moves)


@frozen
class Hitch(ToStand):
    """The gun is hitched to the vehicle `towed`; if `towed` is "", the gun is unhitched (MOVE-03)."""

    towed: str


@frozen
class HalfWay(ToStand):
    """The stand is half-way through an option. With C or E the stand may still fire. With D or F the stand may still
    move.

    If `option` is "", the option has ended.
    """

    option: str


@frozen
class Ready(ToStand, fire_marker=False):
    """A Fighter changes its place. If `ready` is true, the Fighter goes behind its own baseline. If `ready` is false,
    the Fighter leaves the baseline (AIR-01, AIR-21).
    """

    ready: bool


@frozen
class Flown(ToStand):
    """An aircraft has made an attack in this turn and is off the table again (AIR-10, AIR-11)."""

    turn: int

    def on(self, stand: Stand) -> Stand:
        return replace(stand, runs=stand.runs + 1, flew=self.turn, fire_marker=False)


@frozen
class Fought(ToStand):
    """A Fighter has begun a fight in this turn and may not begin another (AIR-02)."""

    flew: int


@frozen
class Rounds(ToStand):
    """A battery has fired smoke or light.

    If the battery fires the same kind twice in one turn, this turn is counted once (SMK-03, ILL-03). If the game does
    not count turns, `turn` is 0, and every shot counts as a separate turn.
    """

    kind: str
    turn: int = 0

    def on(self, stand: Stand) -> Stand:
        used, last = ("smoke", "smoke_turn") if self.kind == "smoke" else ("lights", "light_turn")
        more = not self.turn or getattr(stand, last) != self.turn
        changed: dict[str, Any] = {used: getattr(stand, used) + more, last: self.turn}
        return replace(stand, **changed)


@frozen
class Arrived(ToStand):
    """The time of the stand's arrival changes to `arrives`; "" means that the stand is on the table."""

    arrives: str = ""


@frozen
class ToGroup(Change):
    """An effect on a battle group."""

    of, among = "group", "groups"
    group: str


@frozen
class Pay(ToGroup):
    """A battle group spends command points. These points are not spent on a stand (CP-09)."""

    cp: int

    def on(self, group: Group) -> Group:
        return group if group.cp is None else replace(group, cp=max(0, group.cp - self.cp))


@frozen
class Command(ToGroup):
    """The battle group has `cp` command points from now on (CP-01, CP-06).

    If `cp` is None, the points of the group are not counted.
    """

    cp: int | None


@frozen
class Promote(ToGroup):
    """The stand `hq` is the headquarters of the battle group from now on (CP-12)."""

    hq: str


@frozen
class Owe(ToGroup):
    """The battle group must take a morale test (BG-03)."""

    test: str


@frozen
class Tested(ToGroup):
    """The battle group has taken its morale test (BG-05)."""

    passed: bool

    def on(self, group: Group) -> Group:
        return replace(group, test="", failed=group.failed or not self.passed)


@frozen
class ToState(Change):
    """An effect on several stands or battle groups, on the scene or on the clock."""


Effect = ToStand | ToGroup | ToState


def apply(state: State, effects: tuple[Effect, ...], table: object = None) -> State:
    """Return the state after these effects, applied in order."""
    return put_all(state, effects)


def left_by(effects: Iterable[Effect], stand: Stand) -> Stand:
    """Return the stand after `effects`, applied in order.

    Effects on other stands and on the whole state are ignored.
    """
    for effect in effects:
        if isinstance(effect, ToStand) and effect.stand == stand.id:
            stand = effect.on(stand)
    return stand


def changed(was: Stand, now: Stand, suffered: str = "") -> list[str]:
    """Return the instructions for a stand that has changed from `was` to `now`.

    `suffered` is the result of the fire at the stand, in words.
    """
    if now.destroyed and not was.destroyed:
        return [f"{REMOVE} {now.name}"]
    instructions = [f"{now.name}: no longer repulsed"] if was.repulsed and not now.repulsed else []
    if now.markers != was.markers:
        instructions.append(
            f"markers on {now.name} {was.markers}→{now.markers}" + (f" · {suffered}" if suffered else "")
        )
    return instructions + ([f"{now.name}: no longer pinned"] if was.pinned and not now.pinned else [])


def fire_marker_on(was: Stand, now: Stand) -> list[str]:
    """Return the instruction for the FIRE marker of a stand that has shot (FIRE-06)."""
    return [f"FIRE marker on {now.name}"] if now.fire_marker and not was.fire_marker else []


def given_up(stands: Iterable[Stand]) -> list[str]:
    """Return the instructions for stands that move. Moving stands lose their FIRE markers (FIRE-07) and are no longer
    dug in (ENG-03).
    """
    gone = [stand for stand in stands if stand.fire_marker or stand.dug_in]
    markers = [f"FIRE marker off {stand.name}" for stand in gone if stand.fire_marker]
    return markers + [f"{stand.name}: no longer dug in (ENG-03)" for stand in gone if stand.dug_in]


@frozen
class Spend(ToState):
    """Command points are spent on a stand.

    `points` is the number of tactical points that the stand has bought and not used yet (TAC-01). If a stand of the
    battle group is half-way through an option, that option ends.
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
    """A new turn of a battle group begins: no points are spent and no stand has moved.

    A group that has failed its morale test retreats in this turn (BG-06).
    """

    group: str

    def on(self, state: State) -> State:
        stands = {key: self.put(stand) if stand.group == self.group else stand for key, stand in state.stands.items()}
        group = state.groups[self.group]
        groups = {**state.groups, self.group: replace(group, retreating=group.failed)}
        return replace(state, stands=stands, groups=groups)


class Calm(ToState, hit=False):
    """A player turn ends. Stands hit in this turn no longer count as hit (STAT-06)."""

    def on(self, state: State) -> State:
        return replace(state, stands={key: self.put(stand) for key, stand in state.stands.items()})


@frozen
class Tick(ToState):
    """The sequence of play goes on to the point `clock`."""

    clock: Clock


@frozen
class Setting(ToState):
    """A condition gets a new value. The `name` of the condition is `light`, `weather` or a field of the scene."""

    name: str
    value: str | int | tuple[str, ...]

    def on(self, state: State) -> State:
        changed: dict[str, Any] = {self.name: self.value}
        if self.name in ("light", "weather"):
            return replace(state, **changed)
        return replace(state, scene=replace(state.scene, **changed))


@frozen
class Lay(ToState):
    """The mark for smoke, light or an obstacle is on the table from now on."""

    mark: Mark

    def on(self, state: State) -> State:
        marks = {**state.scene.marks, self.mark.id: self.mark}
        return replace(state, scene=replace(state.scene, marks=marks))


@frozen
class Lift(ToState):
    """Smoke, light or an obstacle is taken off the table (SMK-02, ILL-04)."""

    mark: str

    def on(self, state: State) -> State:
        marks = {key: mark for key, mark in state.scene.marks.items() if key != self.mark}
        return replace(state, scene=replace(state.scene, marks=marks))
