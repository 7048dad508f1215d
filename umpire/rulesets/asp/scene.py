"""Where and when a battle is fought: scale, zone, season, hour, the armies, and what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from umpire.core.frozen import frozen

OBSTACLES = ("anti-tank", "anti-personnel")
"""The kinds of obstacle (ENG-04)."""


@frozen
class Army:
    """What a side fields: its nation, the points agreed (None: none are), the climatic zone it comes from.

    A `fantasy` army is `organised` like a great power, buys its tanks from its `supplier` whose `ally` it is, and has a
    `place` on the map and its own `insignia` (FAN-03 to 06).
    """

    id: str
    side: str
    nation: str = ""
    budget: int | None = None
    zone: str = ""
    fantasy: bool = False
    organised: str = ""
    supplier: str = ""
    ally: bool = False
    place: str = ""
    insignia: str = ""


@frozen
class Mark:
    """Something that lies on the table: `kind` is smoke, light, anti-tank or anti-personnel.

    `side` laid it, `where` says in words where it lies. The kind of an obstacle is told to the enemy once it is
    `declared` (ENG-04).
    """

    id: str
    kind: str
    side: str
    where: str = ""
    declared: bool = False


@frozen
class Scene:
    """`scale` of the models, `zone` and `season`, the `minute` of the day, the `year`; "" or None where not settled.

    `defender` is the side that defends in a battle of attack and defence (ENG-01), `modules` are the optional rules
    agreed on (GEN-09), `terrain` the squares of the table in words.
    """

    scale: str = ""
    zone: str = ""
    season: str = ""
    minute: int | None = None
    year: int | None = None
    defender: str = ""
    modules: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    armies: Mapping[str, Army] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)

    def army(self, side: str) -> Army | None:
        """The army of a side, None where the scenario says nothing of it."""
        return next((army for army in self.armies.values() if army.side == side), None)

    def agreed(self, module: str) -> bool:
        """Whether an optional module is played (GEN-09)."""
        return module in self.modules


def read_scene(row: Mapping[str, Any]) -> Scene:
    """The scene from the game file; trusted."""
    return Scene(
        **{
            **row,
            "modules": tuple(row["modules"]),
            "terrain": tuple(row["terrain"]),
            "armies": {key: Army(**each) for key, each in row["armies"].items()},
            "marks": {key: Mark(**each) for key, each in row["marks"].items()},
        }
    )


def scene_plain(scene: Scene) -> dict[str, Any]:
    """The scene for the game file."""
    return {
        **vars(scene),
        "modules": list(scene.modules),
        "terrain": list(scene.terrain),
        "armies": {key: dict(vars(army)) for key, army in scene.armies.items()},
        "marks": {key: dict(vars(mark)) for key, mark in scene.marks.items()},
    }


def clock_words(minute: int) -> str:
    """A minute of the day as a clock shows it: `18:40`."""
    return f"{minute // 60:02}:{minute % 60:02}"
