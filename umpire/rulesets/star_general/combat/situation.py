"""The plain values of a combat: its fighters, and their hexes and orders.

This module also finds the dice of a stand, line by line, from the rows of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import field
from functools import cached_property
from typing import Any, TypeVar, cast

from umpire.core.frozen import frozen
from umpire.core.pools import DiceLine
from umpire.game.act import Free, Situation
from umpire.game.rulebook.asked import NONE, Answered, Several
from umpire.game.rulebook.modifiers import floored
from umpire.rulesets.star_general.board.fall_back import Way, ways_back
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Ground, Table

LISTS = ("", "hit")
"""The lists of rows that give the dice of a combat and the codes they hit on."""


@frozen
class Firing:
    """The facts of one stand or plane that adds dice, and of its opponent. The conditions of modifier rows use these
    facts.

    The table explains each fact. Other stands, even in the same hex, do not change the facts of a stand. `told` has the
    facts that rows of the table ask the referee for. A support stand has the `told` of its core stand. A plane has the
    `told` of the stand that the plane helps.
    """

    what: str = ""
    role: str = ""
    mode: str = ""
    arm: str = ""
    foe_arm: str = ""
    type: str = ""
    host: str = ""
    ground: str = "open"
    foe_ground: str = "open"
    day: int = 1
    round: int = 1
    armoured: bool = False
    elite: bool = False
    foe_elite: bool = False
    superior_gun: bool = False
    engineers: bool = False
    support: Several = NONE
    foe_support: Several = NONE
    in_water: bool = False
    defends_cover: bool = False
    range: int = 2
    status: str = "M"
    foe_armoured: bool = False
    foe_soft: bool = False
    foe_open: bool = False
    foe_in_cover: bool = False
    foe_status: str = "M"
    told: Answered = Answered()


def core_lines(table: Table, stand: Stand, facts: Firing, by_mode: tuple[Firing, ...] = ()) -> tuple[DiceLine, ...]:
    """Return the dice of a core stand, or of a battery called from afar. The stand's strength after losses gives dice;
    rows of the table add and take away dice.

    If the stand fights close and distant enemies at once, `by_mode` has two sets of facts, one for the close enemies
    and one for the distant enemies. Each set of facts says separately whether the enemies in it count as armoured
    (AMB-15). The dice never fall below 0 (AMB-17).
    """
    lines = [*strength_lines(table, stand), *table.modifiers.lines("", facts, stand.name, by_mode)]
    return _floored(table, stand.name, tuple(lines))


def strength_lines(table: Table, stand: Stand) -> list[DiceLine]:
    """Return the dice of a stand's strength after losses."""
    row = table.core[stand.kind]
    own = "" if stand.fs == row.fs else table.rules.get("own_strength", "")  # Three Star has no such clause
    lines = [DiceLine(stand.name, stand.fs, row.words, own or row.rule)]
    if stand.sp < stand.fs:
        lines.append(DiceLine(stand.name, stand.sp - stand.fs, f"only {stand.sp} SP left", table.rules["loss_limit"]))
    return lines


def support_lines(table: Table, stand: Stand, facts: Firing) -> tuple[DiceLine, ...]:
    """Return the dice of a support stand. Only rows of the table add dice, and each row counts once (AMB-11). The dice
    never fall below 0.
    """
    return _floored(table, stand.name, table.modifiers.lines("", facts, stand.name))


def air_lines(table: Table, facts: Firing) -> tuple[DiceLine, ...]:
    """Return the dice of an air attack. An air attack loses the dice that a battery called from afar would lose
    (TSG-7-03).
    """
    dice = DiceLine("air", table.limits["air_dice"], "air attack", table.rules["air_dice"])
    return _floored(table, "air", (dice, *table.modifiers.lines("", facts, "air")))


def _floored(table: Table, name: str, lines: tuple[DiceLine, ...]) -> tuple[DiceLine, ...]:
    return floored(lines, name, 0, "never fewer than zero dice", table.rules["dice_floor"])


T = TypeVar("T")


@frozen
class Fighter:
    """A core stand in a combat, and its support stands.

    `status` is the order that counts for the stand in this combat (M in water). `order` is the order of the stand's
    unit. `distance` is the number of hexes to the opponent. `terrain` is the name of the `ground`. `mode` is close or
    distant. `blocked` is the obstacle in the line of fire ("" for none), and `blocked_rule` is the rule for it.
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
    terrain: str = "open"
    blocked: str = ""
    blocked_rule: str = ""

    @property
    def battery(self) -> bool:
        """True if the fighter is a battery, which has no order and acts as if on hold."""
        return not self.stand.unit

    @property
    def soft(self) -> bool:
        """True if the fighter does not count as armoured."""
        return not self.armoured

    @property
    def in_cover(self) -> bool:
        """True if the terrain protects the fighter: the terrain is cover, and the fighter is on hold or dug in."""
        return self.ground.cover and self.status in ("H", "D")

    @property
    def kinds(self) -> Several:
        """The kinds of the support stands with the fighter."""
        return Several(stand.kind for stand in self.supports) or NONE

    @property
    def close(self) -> bool:
        """True if the fighter is in close combat."""
        return self.mode == "close"


@frozen
class Called:
    """A stand that supports a combat from outside the fighting hexes.

    `distance` is the number of hexes to the enemy. If a rule forbids the support, `why_not` is the reason. `in_water`
    is true if a gun fires from water, from a bridge or while landing. `terrain` is the name of the stand's terrain.
    """

    stand: Stand
    distance: int
    why_not: str = ""
    rule: str = ""
    in_water: bool = False
    terrain: str = "open"


@frozen
class Air:
    """The air attacks of one side: the number of air attacks named, the air points left, and the enemy anti-aircraft
    stands in range.
    """

    named: int
    left: int
    flak: tuple[str, ...]


@frozen
class Combat(Situation):
    """The facts of a combat, in which one or two core stands attack one hex, with support.

    `verb` is fire (no close combat) or assault. `attackers` are in the order named. `reply` is false if the target does
    not fight back; then `reply_rule` is the rule. `free` has the guns and air that could still be named. `scene` has
    the facts that only rows of the table use.
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
    def also(self) -> tuple[Free, ...]:
        return self.free

    @cached_property
    def close(self) -> tuple[Fighter, ...]:
        """The attackers in close combat."""
        return tuple(attacker for attacker in self.attackers if attacker.close)

    @property
    def reply_mode(self) -> str:
        """The way the target fights back: close or distant, like all the attackers. If some attackers fight close and
        others fire, an option decides (AMB-16).
        """
        if not self.close:
            return "distant"
        mixed = len(self.close) < len(self.attackers)
        return "distant" if mixed and self.table.options["mixed_mode_reply"] == "df" else "close"

    @cached_property
    def silence(self) -> tuple[str, str]:
        """The reason why the target throws no dice at all, and the rule; ("", "") if the target replies."""
        rules, target, distant = self.table.rules, self.target, self.reply_mode == "distant"
        back = f"may not {'fire' if distant else 'fight'} back"
        if not self.reply and self.reply_rule != "ruling":  # no reply in the artillery phase
            return f"{target.stand.name}: it may not fire back", self.reply_rule
        if target.order == "R":
            return f"{target.stand.name}: it is on retreat, so it {back}", rules["no_reply_retreat"]
        if distant and self.table.core[target.stand.kind].arm == "hq":
            return f"{target.stand.name}: an HQ may not return distant fire", rules["no_reply_hq"]
        if distant and target.battery and not target.stand.shots:
            return f"{target.stand.name}: it has no shots left to fire back", rules["no_reply_shots"]
        return ("", "") if self.reply else (f"{target.stand.name}: it does not reply", self.reply_rule)

    def note_silence(self) -> None:
        """Note the reason if the target throws no dice. The note is made before the dice are thrown."""
        silent, rule = self.silence
        if silent:
            self.known.notes.append(f"{silent} ({rule})")

    def ways_back(self, state: State, stand: Stand) -> tuple[Way, ...]:
        """Return the ways in which a stand of this combat may fall back. The ways are worked out only once for each
        position.
        """
        held = tuple((other.id, other.hex) for other in state.stands.values() if other.alive and not other.host)
        key = (stand.id, held)
        return self.once(key, lambda: ways_back(state, self.table, stand))

    def once(self, key: Hashable, find: Callable[[], T]) -> T:
        """Return the value of `find` for this key.

        The value is worked out only once.
        """
        if key not in self._found:
            self._found[key] = find()
        return cast("T", self._found[key])
