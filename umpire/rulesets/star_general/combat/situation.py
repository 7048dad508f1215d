"""Who fights whom, from where, on what orders: the plain values a combat is resolved from."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast

from umpire.core.frozen import frozen
from umpire.game.act import Situation
from umpire.rulesets.star_general.board.fall_back import Way, ways_back
from umpire.rulesets.star_general.combat.dice import Firing
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Ground, Table

T = TypeVar("T")


@frozen
class Fighter:
    """A core stand in a combat with what is with it.

    `status` is its order as it fights (water makes it M), `order` the order it is on; `distance` in hexes to the stand
    it fights; `mode` is close or distant; `blocked` says what stops the line of fire ("" nothing) and `blocked_rule` by
    which clause.
    """

    stand: Stand
    supports: tuple[Stand, ...]
    order: str
    status: str
    distance: int
    in_command: bool
    ground: Ground
    armoured: bool
    mode: str = "distant"
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

    @property
    def in_cover(self) -> bool:
        """Whether its ground protects it: it is on hold or dug in there."""
        return self.ground.cover and self.status in ("H", "D")

    @property
    def close(self) -> bool:
        """Whether it is in close combat."""
        return self.mode == "close"


@frozen
class Called:
    """A stand that supports from outside the hex: `distance` to the hex fought, and what forbids it ("" nothing).

    `in_water`: a gun that fires out of water, from a bridge or while it lands.
    """

    stand: Stand
    distance: int
    why_not: str = ""
    rule: str = ""
    in_water: bool = False


@frozen
class Air:
    """Air attacks named for one side: how many, the points left to it, the enemy's anti-aircraft stands in range."""

    named: int
    left: int
    flak: tuple[str, ...]


class Free(NamedTuple):
    """A gun or the air of a side that could be named too: after which word, as it is typed, what is left of it."""

    word: str
    name: str
    left: str

    def __str__(self) -> str:
        return f"{self.word} {self.name} ({self.left})"


@frozen
class Combat(Situation):
    """The facts of a combat: one or two core stands attack one hex, each close or by fire, and what supports them.

    `verb` is fire (nobody is in close combat) or assault. `attackers` are in the order named.
    `reply` is false where the target does not fight back, by `reply_rule`. `free` could be called too.
    `scene` has what only rows of dice ask about: what the table itself asks for.
    """

    state: State
    table: Table
    verb: str
    foe_side: str
    attackers: tuple[Fighter, ...]
    target: Fighter
    light: tuple[Called, ...]
    guns: tuple[Called, ...]
    air: Air | None
    reply_light: tuple[Called, ...]
    reply_guns: tuple[Called, ...]
    reply_air: Air | None
    reply: bool
    free: tuple[Free, ...] = ()
    reply_rule: str = "ruling"
    scene: Firing = Firing()
    _found: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def also(self) -> tuple[str, ...]:
        """What could be called too, in words."""
        return tuple(str(free) for free in self.free)

    @cached_property
    def close(self) -> tuple[Fighter, ...]:
        """The attackers in close combat."""
        return tuple(attacker for attacker in self.attackers if attacker.close)

    @property
    def reply_mode(self) -> str:
        """How the target fights back: close where anybody is; against both kinds as the option says (AMB-16)."""
        if not self.close:
            return "distant"
        mixed = len(self.close) < len(self.attackers)
        return "distant" if mixed and self.table.options["mixed_mode_reply"] == "df" else "close"

    @cached_property
    def silence(self) -> tuple[str, str]:
        """Why the target throws no dice at all, and the clause; ("", "") if it replies."""
        rules, target, distant = self.table.rules, self.target, self.reply_mode == "distant"
        back = f"does not {'fire' if distant else 'fight'} back"
        if not self.reply and self.reply_rule != "ruling":  # nobody fires back in the artillery phase
            return f"{target.stand.name} does not fire back", self.reply_rule
        if target.order == "R":
            return f"{target.stand.name} is on retreat and {back}", rules["no_reply_retreat"]
        if distant and self.table.core[target.stand.kind].arm == "hq":
            return f"{target.stand.name} is an HQ and does not return distant fire", rules["no_reply_hq"]
        if distant and target.battery and not target.stand.shots:
            return f"{target.stand.name} has no shots left to fire back with", rules["no_reply_shots"]
        return ("", "") if self.reply else (f"{target.stand.name} {back}", self.reply_rule)

    def note_silence(self) -> None:
        """Say before the dice why the target throws none."""
        silent, rule = self.silence
        if silent:
            self.known.notes.append(f"{silent} ({rule})")

    def ways_back(self, state: State, stand: Stand) -> tuple[Way, ...]:
        """Where a stand of this combat may fall back to as things then are; looked for once for equal positions."""
        held = tuple((other.id, other.hex) for other in state.stands.values() if other.alive and not other.host)
        key = (stand.id, held)
        return self.once(key, lambda: ways_back(state, self.table, stand))

    def once(self, key: Hashable, find: Callable[[], T]) -> T:
        """What `find` gives for this key, looked for once: odds walk the same combat many times."""
        if key not in self._found:
            self._found[key] = find()
        return cast("T", self._found[key])
