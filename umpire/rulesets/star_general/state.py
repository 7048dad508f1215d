"""What is true in a Star General game: units with their orders, stands with strength, place and shots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from umpire.core.hexes import Hex, distance
from umpire.game.maps import Map

ORDERS = {"M": "move", "H": "hold", "D": "dug in", "R": "retreat"}


@dataclass(frozen=True)
class Unit:
    """A battalion or regiment: the stands that share an order and an HQ. `order` is M, H, D or R."""

    id: str
    name: str
    side: str
    order: str = "M"


@dataclass(frozen=True)
class Stand:
    """A core stand, a support stand or a battery.

    `unit` is empty for a battery. `sp` are the strength points left of `full`; 0 means removed. A support stand is with
    the core stand `host` and has no place of its own; a core stand has `hex` (its label, "" without a map). `fs` is the
    fighting strength in dice, `range` a gun's reach in hexes, `shots` what a battery has left this round.
    """

    id: str
    name: str
    side: str
    unit: str
    kind: str
    sp: int
    full: int
    fs: int = 0
    range: int = 0
    host: str = ""
    hex: str = ""
    elite: bool = False
    superior_gun: bool = False
    armoured: bool = False
    shots: int = 0

    @property
    def alive(self) -> bool:
        """Whether the stand is still in play."""
        return self.sp > 0


@dataclass(frozen=True)
class State:
    """Units and stands by id (destroyed ones too, they may return at night), and ground the scenario names."""

    units: Mapping[str, Unit]
    stands: Mapping[str, Stand]
    ground: Mapping[str, str] = field(default_factory=dict)
    map: Map | None = None

    def supports(self, core: str) -> tuple[Stand, ...]:
        """The living support stands with a core stand, in order of the roster."""
        return tuple(stand for stand in self.stands.values() if stand.host == core and stand.alive)

    def headquarters(self, unit: str) -> Stand | None:
        """The HQ stand of a unit, alive or not; None where the scenario gives it none."""
        return next((stand for stand in self.stands.values() if stand.unit == unit and stand.kind == "hq"), None)

    def place(self, stand: Stand) -> Hex | None:
        """The hex a stand is in, its host's for a support stand; None without a map or off the board."""
        label = self.stands[stand.host].hex if stand.host else stand.hex
        return self.map.grid.hex(label) if self.map and label else None

    def apart(self, one: Stand, other: Stand) -> int | None:
        """The distance between two stands in hexes; None where the map does not tell."""
        here, there = self.place(one), self.place(other)
        return None if here is None or there is None else distance(here, there)


def read_state(plain: Mapping[str, Any], game_map: Map | None) -> State:
    """The state from the game file; trusted."""
    return State(
        {key: Unit(**row) for key, row in plain["units"].items()},
        {key: Stand(**row) for key, row in plain["stands"].items()},
        plain["ground"],
        game_map,
    )


def plain(state: State) -> dict[str, Any]:
    """The state for the game file."""
    return {
        "units": {key: dict(vars(unit)) for key, unit in state.units.items()},
        "stands": {key: dict(vars(stand)) for key, stand in state.stands.items()},
        "ground": dict(state.ground),
    }


def names(state: State) -> dict[str, str]:
    """Id -> name of every unit and stand."""
    named = {key: unit.name for key, unit in state.units.items()}
    return {**named, **{key: stand.name for key, stand in state.stands.items()}}
