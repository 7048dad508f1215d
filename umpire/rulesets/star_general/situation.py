"""Who fights whom, from where, on what orders: the plain values a combat is resolved from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from umpire.core.pools import Pool
from umpire.game.facts import Known
from umpire.rulesets.star_general import pools
from umpire.rulesets.star_general.state import Stand
from umpire.rulesets.star_general.table import Ground, Table


@dataclass(frozen=True)
class Fighter:
    """A core stand in a combat with what is with it.

    `status` is its order as it fights (water makes it M), `order` the order it is on; `distance` in hexes to the stand
    it fights; `blocked` says what stops the line of fire ("" nothing) and `blocked_rule` by which clause.
    """

    stand: Stand
    supports: tuple[Stand, ...]
    order: str
    status: str
    distance: int
    in_command: bool
    ground: Ground
    armoured: bool
    blocked: str = ""
    blocked_rule: str = ""

    @property
    def battery(self) -> bool:
        """Whether it is a battery, which has no order and acts as if on hold."""
        return not self.stand.unit

    @property
    def soft(self) -> bool:
        """Whether it counts as soft infantry or artillery."""
        return not self.armoured


@dataclass(frozen=True)
class Called:
    """A stand that supports from outside the hex: `distance` to the hex fought, and what forbids it ("" nothing)."""

    stand: Stand
    distance: int
    why_not: str = ""
    rule: str = ""


@dataclass(frozen=True)
class UnitLeft:
    """What is left of a unit in the combat: its HQ (None: none, or lost), what is with it, its other core stands."""

    name: str
    hq: Stand | None
    hq_lost: bool
    with_hq: tuple[Stand, ...]
    cores: tuple[str, ...]


@dataclass(frozen=True)
class FireSituation:
    """Distant fire of one or two core stands at one hex, with everything that supports either side."""

    table: Table
    title: str
    side: str
    foe_side: str
    firers: tuple[Fighter, ...]
    target: Fighter
    light: tuple[Called, ...]
    guns: tuple[Called, ...]
    reply_light: tuple[Called, ...]
    reply_guns: tuple[Called, ...]
    reply: bool
    units: tuple[UnitLeft, ...]
    known: Known
    also: tuple[str, ...]

    @cached_property
    def attack(self) -> Pool:
        """The attacker's dice; built once, for odds ask for it on every path."""
        return pools.attack_pool(self)

    @cached_property
    def answer(self) -> Pool | None:
        """The defender's dice, or None where it does not reply."""
        return pools.reply_pool(self)
