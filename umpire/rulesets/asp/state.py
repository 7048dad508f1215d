"""What is true in a game of ASP World War 2: battle groups, their stands, the hour and the weather."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Group:
    """A battle group. `grade` is A to D, `hq` the id of its headquarters stand; `failed` once it failed its morale."""

    id: str
    name: str
    side: str
    grade: str
    hq: str = ""
    failed: bool = False


@dataclass(frozen=True)
class Stand:
    """A stand of a battle group.

    `type` names a row of the types of the table; `row` and `column` are its weapon and target class where they differ
    from the type's. `aboard` is the id of the vehicle that carries it. `moved` means in its own last turn (DET-09);
    `fired` that it has shot in this game, `fire_marker` that the marker still lies in front of it (FIRE-06).
    """

    id: str
    name: str
    group: str
    type: str
    row: str = ""
    column: str = ""
    skirts: bool = False
    light_mortars: bool = False
    late_british: bool = False
    aaa: bool = False
    aboard: str = ""
    markers: int = 0
    pinned: bool = False
    repulsed: bool = False
    destroyed: bool = False
    moved: bool = False
    fired: bool = False
    fire_marker: bool = False


@dataclass(frozen=True)
class State:
    """Groups and stands by id, destroyed ones too; `light` and `weather` where they are known; sides with `radar`."""

    groups: Mapping[str, Group]
    stands: Mapping[str, Stand]
    light: str = ""
    weather: str = ""
    radar: tuple[str, ...] = ()

    def of_group(self, group: str) -> tuple[Stand, ...]:
        """The stands of a group still in play, in order of the roster."""
        return tuple(stand for stand in self.stands.values() if stand.group == group and not stand.destroyed)

    def aboard(self, carrier: str) -> tuple[Stand, ...]:
        """The stands a vehicle carries (BUS-05)."""
        return tuple(stand for stand in self.stands.values() if stand.aboard == carrier and not stand.destroyed)


def read_state(plain: Mapping[str, Any]) -> State:
    """The state from the game file; trusted."""
    return State(
        {key: Group(**row) for key, row in plain["groups"].items()},
        {key: Stand(**row) for key, row in plain["stands"].items()},
        plain["light"],
        plain["weather"],
        tuple(plain["radar"]),
    )


def plain(state: State) -> dict[str, Any]:
    """The state for the game file."""
    return {
        "groups": {key: dict(vars(group)) for key, group in state.groups.items()},
        "stands": {key: dict(vars(stand)) for key, stand in state.stands.items()},
        "light": state.light,
        "weather": state.weather,
        "radar": list(state.radar),
    }


def names(state: State) -> dict[str, str]:
    """Id -> name of every battle group and stand."""
    groups = {group.id: group.name for group in state.groups.values()}
    return groups | {stand.id: stand.name for stand in state.stands.values()}
