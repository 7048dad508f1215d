"""The sections of a Star General scenario as people write them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal


@dataclass(frozen=True)
class UnitForm:
    """`[units.KEY]`: a battalion or regiment."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    name: str
    side: str
    order: Literal["M", "H", "D", "R"] = "M"
    organisation: str = ""
    hexes: tuple[str, ...] = ()
    marker: Literal["", "M", "H", "D", "R"] = ""
    activated: bool = False
    attacked: bool = False
    hq_lost: int = 0
    held: tuple[str, ...] = ()


@dataclass(frozen=True)
class StandForm:
    """`[stands.KEY]`: a core stand (`unit`), a support stand (`with` a core stand) or a battery (`side` only).

    `sp` are the strength points left and `full` the commencing ones, `shots` those left of `supply` a round;
    what is not given is the table's.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    name: str
    type: str
    unit: str = ""
    side: str = ""
    host: str = ""
    hex: str = ""
    sp: int | None = None
    full: int | None = None
    fs: int | None = None
    range: int | None = None
    mobility: Literal["foot", "wheeled", "tracked", "slow"] | None = None
    supply: int | None = None
    shots: int | None = None
    moved: Literal["", "normal", "strategic", "retreat", "returned"] = ""
    elite: bool = False
    superior_gun: bool = False
    armoured: bool = False


@dataclass(frozen=True)
class ForceForm:
    """`[forces.SIDE]`: air points a round, and strength and support points a night for each unit it began with."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    air: int = 0
    air_left: int | None = None
    strength: int | None = None
    support: int | None = None
    units: int | None = None
    strength_left: int = 0
    support_left: int = 0


@dataclass(frozen=True)
class ObjectiveForm:
    """`[objectives.KEY]`: a target hex, what it is worth, and who holds it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    name: str
    hex: str = ""
    points: int = 1
    holder: str = ""


@dataclass(frozen=True)
class BattleForm:
    """`[battle]`: how many days, rounds a day, and whether nights are played.

    With an `attacker` the battle is his if he holds `needed` points of target hexes at its end (0: all of them).
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    days: int = 1
    rounds: int | None = None
    night: bool = True
    attacker: str = ""
    needed: int = 0


@dataclass(frozen=True)
class ClockForm:
    """`[clock]`: where the game is; a battle begins with the orders of the first round."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    day: int = 1
    round: int = 1
    phase: Literal["orders", "retreats", "activations", "artillery", "night", "over"] = "orders"
    active: str = ""
    last: str = ""
    run: int = 0
    side: str = ""
    second: bool = False


@dataclass(frozen=True)
class Form:
    """The sections of a Star General scenario. `ground` names terrain of the map that the table does not."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    units: dict[str, UnitForm]
    stands: dict[str, StandForm]
    ground: dict[str, Literal["open", "cover", "blocking", "cover and blocking"]] = field(default_factory=dict)
    forces: dict[str, ForceForm] = field(default_factory=dict)
    objectives: dict[str, ObjectiveForm] = field(default_factory=dict)
    battle: BattleForm = field(default_factory=BattleForm)
    clock: ClockForm = field(default_factory=ClockForm)
