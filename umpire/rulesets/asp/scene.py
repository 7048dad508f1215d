"""Where and when a battle is fought: scale, zone, season, hour, the armies, and what lies on the table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Annotated, Any

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue
from umpire.game.distances import LENGTHS, Ruler
from umpire.game.records import About, Id, Named, OneOf, Side, Whole
from umpire.rulesets.asp.table import Table

OBSTACLES = ("anti-tank", "anti-personnel")
"""The kinds of obstacle (ENG-04)."""
HIDDEN = "obstacle"
"""What everybody knows of the kind of one that is not declared."""


class SectionKey(Named):
    """The key of a row in a section of the rule table; with `has`, of a row that has that."""

    def __init__(self, section: str, what: str, has: str = "") -> None:
        self.section, self.what, self.has = section, f"{what} ", has

    def rows(self, about: About) -> Mapping[str, Any]:
        rows = about.table.sections if about.table else {}
        for part in self.section.split("."):
            rows = rows.get(part, {})
        having = {name: row for name, row in rows.items() if isinstance(row, Mapping) and self.has in row}
        return having if self.has else rows


Zone = Annotated[str, SectionKey("terrain", "zone", has="major")]


@frozen
class Army:
    """What a side fields: its nation, the points agreed (None: none are), the climatic zone it comes from.

    A `fantasy` army is `organised` like a great power, buys its tanks from its `supplier` whose `ally` it is, and has a
    `place` on the map and its own `insignia` (FAN-03 to 06).
    """

    id: Id
    side: Side
    nation: str = ""
    budget: Annotated[int, Whole(0, 99999, "is no number of points")] | None = None
    zone: Zone = ""
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

    id: Id
    kind: Annotated[str, OneOf("smoke", "light", *OBSTACLES)]
    side: Side
    where: str = ""
    declared: bool = False

    @property
    def shown(self) -> str:
        """What everybody knows of its kind."""
        return self.kind if self.declared or self.kind not in OBSTACLES else HIDDEN


@frozen
class Scene:
    """`scale` of the models, `zone` and `season`, the `minute` of the day, the `year`; "" or None where not settled.

    `defender` is the side that defends in a battle of attack and defence (ENG-01), `modules` are the optional rules
    agreed on (GEN-09), `terrain` the squares of the table in words. Bare distances are in `unit`, "" metres.
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
    unit: str = ""

    def army(self, side: str) -> Army | None:
        """The army of a side, None where the scenario says nothing of it."""
        return next((army for army in self.armies.values() if army.side == side), None)

    def agreed(self, module: str) -> bool:
        """Whether an optional module is played (GEN-09)."""
        return module in self.modules


def ruler(scene: Scene, table: Table) -> Ruler:
    """How distances are told and said: 250 m of ground are a length on the table (SCALE-01, SCALE-02)."""
    row = table.sections["scales"].get(scene.scale)
    if row is None:
        return Ruler("m", scene.unit or "m")
    ground = table.limits["length_metres"] * LENGTHS["m"]
    return Ruler("m", scene.unit or "m", Fraction(ground, row["length"] * LENGTHS[row["unit"]]), row["unit"])


def clock_words(minute: int) -> str:
    """A minute of the day as a clock shows it: `18:40`."""
    return f"{minute // 60:02}:{minute % 60:02}"


def read_time(text: str) -> int:
    """The minute of the day that `18:40` or `18` is. Raises Mistake."""
    found = re.fullmatch(r"(\d{1,2})(?::(\d\d))?", text, re.ASCII)
    if found is None or int(found[1]) > 23 or int(found[2] or 0) > 59:
        raise BadValue(f"the time {text!r} is none of a day", "hours and minutes, 00:00 to 23:59", word=text)
    return int(found[1]) * 60 + int(found[2] or 0)
