"""The changes of a Star General game, the function that applies them, and the instructions for the table."""

from __future__ import annotations

from collections.abc import Iterable

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import REMOVE, Change, number_of, put_all
from umpire.rulesets.star_general.state import Clock, Force, Objective, Stand, State, Unit


@frozen
class ToStand(Change):
    """A change to one stand."""

    of, among = "stand", "stands"
    stand: str


@frozen
class Lose(ToStand):
    """A stand loses strength points. A stand with 0 strength points is removed."""

    points: int

    def on(self, stand: Stand) -> Stand:
        return replace(stand, sp=max(0, stand.sp - self.points))


@frozen
class Recover(ToStand):
    """A stand regains strength points, up to its full strength."""

    points: int

    def on(self, stand: Stand) -> Stand:
        return replace(stand, sp=min(stand.full, stand.sp + self.points))


@frozen
class Place(ToStand, arrives=""):
    """A core stand is placed in a hex, by a move, fall back, pursuit, return or arrival."""

    hex: str


@frozen
class Arrived(ToStand):
    """The time of a stand's arrival changes to `arrives`; "" means that the stand is on the table."""

    arrives: str = ""


@frozen
class Moved(ToStand):
    """A stand has moved this round. `how` is normal, strategic, retreat or returned; "" means that the stand has not
    moved.
    """

    how: str

    def on(self, stand: Stand) -> Stand:
        return replace(stand, moved=self.how)


@frozen
class SpendShot(Change):
    """A battery uses one shot of the round."""

    of, among = "battery", "stands"
    battery: str

    def on(self, gun: Stand) -> Stand:
        return replace(gun, shots=max(0, gun.shots - 1))


@frozen
class DropShots(Change, shots=0):
    """A battery loses the shots it has left this round."""

    of, among = "battery", "stands"
    battery: str


@frozen
class Attach(Change):
    """A support stand joins another core stand and its unit."""

    stand: str
    host: str

    def on(self, state: State) -> State:
        moved = replace(state.stands[self.stand], host=self.host, unit=state.stands[self.host].unit)
        return replace(state, stands={**state.stands, self.stand: moved})


@frozen
class ToUnit(Change):
    """A change to one unit."""

    of, among = "unit", "units"
    unit: str


@frozen
class Lay(ToUnit):
    """A unit's order for this round is placed face down; the order "" removes the marker."""

    order: str

    def on(self, unit: Unit) -> Unit:
        return replace(unit, marker=self.order)


@frozen
class Order(ToUnit, marker=""):
    """A unit gets this order."""

    order: str


class Activated(ToUnit, activated=True):
    """A unit has had its activation of the round."""


class Attacked(ToUnit, attacked=True):
    """A unit has made its attack of the round."""


@frozen
class HqLost(ToUnit):
    """The HQ of a unit was lost in round `count`; rounds are counted from the start of the battle. If `count` is 0, the
    HQ is back.
    """

    count: int

    def on(self, unit: Unit) -> Unit:
        return replace(unit, hq_lost=self.count)


@frozen
class ToForce(Change):
    """A change to the points of a side."""

    of, among = "side", "forces"
    side: str


class SpendAir(ToForce):
    """A side uses one of its air points of the round."""

    def on(self, force: Force) -> Force:
        return replace(force, air_left=max(0, force.air_left - 1))


@frozen
class Pools(ToForce):
    """A side has these strength and support points left to spend this night."""

    strength: int
    support: int

    def on(self, force: Force) -> Force:
        return replace(force, strength_left=max(0, self.strength), support_left=max(0, self.support))


@frozen
class Hold(Change):
    """An objective is held by a side ("" if no side holds it)."""

    of, among = "objective", "objectives"
    objective: str
    side: str

    def on(self, objective: Objective) -> Objective:
        return replace(objective, holder=self.side)


@frozen
class Tick(Change):
    """The sequence of play moves on to this clock."""

    clock: Clock


@frozen
class NewRound(Change):
    """A round begins: moves, attacks and activations are cleared, shots and air points are full again."""

    def on(self, state: State) -> State:
        stands = {key: replace(stand, moved="", shots=stand.supply) for key, stand in state.stands.items()}
        units = {key: replace(unit, activated=False, attacked=False, held=()) for key, unit in state.units.items()}
        forces = {key: replace(force, air_left=force.air) for key, force in state.forces.items()}
        return replace(state, stands=stands, units=units, forces=forces)


@frozen
class Nightfall(Change):
    """The night begins: moves are cleared, and every unit holds its present hexes."""

    def on(self, state: State) -> State:
        stands = {key: replace(stand, moved="") for key, stand in state.stands.items()}
        held = {key: tuple(stand.hex for stand in state.living(key) if stand.hex) for key in state.units}
        units = {key: replace(unit, held=held[key]) for key, unit in state.units.items()}
        return replace(state, stands=stands, units=units)


Effect = Change


def apply(state: State, effects: tuple[Effect, ...], table: object = None) -> State:
    """Return the state after these effects, applied in order. Strength, shots and points never fall below 0."""
    return put_all(state, effects)


def table_instructions(before: State, after: State, stands: Iterable[str]) -> tuple[str, ...]:
    """Return the instructions for stands that differ in the two states: a new strength, a removal, or a return."""
    found = []
    for name in stands:
        was, now = before.stands[name], after.stands[name]
        if was.alive and not now.alive:
            found.append(f"{REMOVE} {now.name}")
        elif now.sp != was.sp:
            found.append(f"{now.name} {was.sp}→{now.sp}" if was.alive else f"BACK {now.name} with {now.sp} SP")
    return tuple(found)


def points_of(strength: int, support: int) -> str:
    """Return the points of a night in words: `4 strength and 1 support point`."""
    return f"{strength} strength and {number_of(support, 'support point')}"
