"""The end of a combat: losses, lost HQs, beaten stands that fall back or hold, and the pursuit.

This module also lists the legal ways to take losses, the least painful first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import cast

from umpire.core.outcome import MOVE
from umpire.core.procedure import Procedure, choose
from umpire.rulesets.star_general.board.fall_back import POLICY as NEAREST
from umpire.rulesets.star_general.board.fall_back import Way
from umpire.rulesets.star_general.combat.pools import CombatSituation
from umpire.rulesets.star_general.combat.situation import Fighter
from umpire.rulesets.star_general.effects import (
    Attacked,
    DropShots,
    Effect,
    Lose,
    Place,
    SpendAir,
    SpendShot,
    apply,
    table_instructions,
)
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.turn.headquarters import after_losses
from umpire.rulesets.star_general.turn.objectives import as_text, taken

Hex = tuple[Stand, tuple[Stand, ...]]
"""A core stand and the support stands with it."""

Loss = tuple[tuple[str, int], ...]
"""Strength points lost by stand id."""

POLICY = "strongest core stand first, support last"


def most(hexes: tuple[Hex, ...], hex_cap: int) -> int:
    """Return the most strength points that these hexes can lose if no hex loses more than `hex_cap`."""
    return sum(min(hex_cap, core.sp + len(supports)) for core, supports in hexes)


def legal_losses(hexes: tuple[Hex, ...], due: int, hex_cap: int, *, of_side: bool = True) -> tuple[Loss, ...]:
    """Return every legal way to lose `due` strength points (or all that are left), the default first.

    No hex loses more than `hex_cap` (TSG-4-02). If `of_side` is true, the whole side may lose one support stand
    (TSG-4-03, -11). If `of_side` is false, each hex may lose one (AMB-33). But a support stand may not be left alone:
    it is lost before the last point of its core stand (TSG-4-07). Two support stands of one kind count as one choice.
    """
    per_hex = [tuple(_ways(core, supports, min(due, hex_cap))) for core, supports in hexes]
    allocations = list(product(*per_hex))
    total = min(due, max((sum(_points(way) for way in ways) for ways in allocations), default=0))
    found = [tuple(loss for way in ways for loss in way) for ways in allocations if sum(map(_points, ways)) == total]
    if of_side:
        cores = {core.id for core, _ in hexes}
        removed = [sum(stand not in cores for stand, _ in loss) for loss in found]
        fewest = max(1, min(removed, default=0))
        found = [loss for loss, supports in zip(found, removed, strict=True) if supports <= fewest]
    return tuple(sorted(found, key=lambda loss: _pain(hexes, loss)))


def of_mixed(losses: tuple[Loss, ...], close: tuple[Hex, ...], option: str) -> tuple[Loss, ...]:
    """Return the legal losses if some attackers are in close combat and others fire from a distance.

    The attackers in close combat take at least one loss. If the option is `close_hex`, any stand in the hexes of these
    attackers may take that loss (TSG-4-06). If the option is `close_stand`, a core stand of these attackers takes that
    loss (3SG-4-06). If no core stand may take that loss, any stand in the hexes of these attackers may take that loss.
    """
    stands = [core.id for core, _ in close]
    hexes = [*stands, *(support.id for _, supports in close for support in supports)]
    for asked in (stands, hexes) if option == "close_stand" else (hexes,):
        kept = tuple(loss for loss in losses if any(stand in asked for stand, _ in loss))
        if kept:
            return kept
    return losses


def unshared(losses: tuple[Loss, ...], hexes: tuple[Hex, ...]) -> tuple[Loss, ...]:
    """Return the ways in which a single hex takes all losses. If no single hex can take all losses, return all ways.
    This limit applies only if the option `df_loss_sharing` is off (AMB-35).
    """
    held = [(core.id, *(support.id for support in supports)) for core, supports in hexes]
    kept = tuple(loss for loss in losses if any(all(stand in own for stand, _ in loss) for own in held))
    return kept or losses


def _points(way: Loss) -> int:
    return sum(points for _, points in way)


def _ways(core: Stand, supports: tuple[Stand, ...], most_points: int) -> Iterator[Loss]:
    """Yield every legal loss of one hex, from none to `most_points`."""
    for points in range(most_points + 1):
        ways = [
            (lost, fallen)
            for lost in range(min(points, core.sp) + 1)
            for fallen in _subsets(supports, points - lost)
            if lost < core.sp or len(fallen) == len(supports)
        ]
        fewest = min((max(1, len(fallen)) for _, fallen in ways), default=0)
        for lost, fallen in ways:
            if len(fallen) <= fewest:
                yield ((core.id, lost),) * (lost > 0) + tuple((stand.id, 1) for stand in fallen)


def _subsets(supports: tuple[Stand, ...], size: int) -> Iterator[tuple[Stand, ...]]:
    """Yield the ways to lose `size` support stands. If two ways lose the same kinds of stand, only one way is given."""
    seen = set()
    for chosen in combinations(supports, size):
        kinds = tuple(sorted(stand.kind for stand in chosen))
        if kinds not in seen:
            seen.add(kinds)
            yield chosen


def _pain(hexes: tuple[Hex, ...], loss: Loss) -> tuple[int, int, tuple[int, ...]]:
    """Return the sort key of a loss; the least painful loss comes first.

    The key has the number of support stands lost, then the number of core stands destroyed. The strength points left to
    each core stand follow, the weakest core stand first.
    """
    points = dict(loss)
    supports = sum(points.get(stand.id, 0) for _, held in hexes for stand in held)
    destroyed = sum(points.get(core.id, 0) >= core.sp for core, _ in hexes)
    left = sorted(core.sp - points.get(core.id, 0) for core, _ in hexes)
    return supports, destroyed, tuple(-strength for strength in left)


def tokens(losses: tuple[Loss, ...]) -> tuple[str, ...]:
    """Return the token for each loss, such as `tb2` (2 points from the stand `tb`), `ta+tb` or `para+mg`.

    If such a token could also be the id of a stand, as `t2` could, all tokens have dashes, such as `t-2`.
    """
    stands = {stand.lower() for loss in losses for stand, _ in loss}
    if not any(f"{stand}{points}".lower() in stands for loss in losses for stand, points in loss if points > 1):
        return tuple("+".join(f"{stand}{points if points > 1 else ''}" for stand, points in loss) for loss in losses)
    return tuple("+".join(f"{stand}-{points}" for stand, points in loss) for loss in losses)


def offered(losses: tuple[Loss, ...], hexes: tuple[Hex, ...]) -> tuple[tuple[str, str, Loss], ...]:
    """Return losses as options (token to type, words, loss)."""
    named = {stand.id: stand.name for core, supports in hexes for stand in (core, *supports)}
    words = (", ".join(f"{named[stand]} -{points}" for stand, points in loss) for loss in losses)
    return tuple(zip(tokens(losses), words, losses, strict=True))


LISTED = 12
"""The most hexes to fall back to in one list; if there are more, the full move of a battery is one option."""
FULL = "full"
FIRST = "the nearest"


class Aftermath:
    """One combat in progress: the state so far, the effects, and the words for the effects."""

    def __init__(self, sit: CombatSituation) -> None:
        self.sit = sit
        self.state: State = sit.state
        self.effects: list[Effect] = []
        self.words: list[str] = []
        self.fell_back: list[Stand] = []
        self.paid = 0
        self.hex = ""  # the fate of the hex attacked, once it has no defender
        self._moves: list[str] = []
        self._spent: list[str] = []
        self._removals: list[str] = []
        self._owed: dict[str, tuple[str, ...]] = {}
        fighters = [each for each in (sit.target, *sit.attackers) if each.stand.id in self.state.stands]  # not a plane
        self._fighting = [stand for fighter in fighters for stand in (fighter.stand, *fighter.supports)]

    def alive(self, fighter: Fighter) -> bool:
        """Return whether the core stand of a fighter is still in play."""
        return self.state.stands[fighter.stand.id].alive

    def happens(self, *effects: Effect) -> None:
        """Apply these effects."""
        self.effects += effects
        self.state = apply(self.state, effects)

    def lose(self, losses: Loss) -> None:
        """Take strength points from stands, remove stands without points, and update the units of the stands."""
        if not losses:
            return
        for name, points in losses:
            if self.state.stands[name].sp <= points:
                self._leave(name)
        self.happens(*(Lose(name, points) for name, points in losses))
        for unit in dict.fromkeys(stand.unit for stand in self._fighting if stand.unit):
            self._count(unit)

    def eliminate(self, stand: Stand) -> None:
        """Remove a core stand and the stands with it."""
        self.lose(tuple((one.id, one.sp) for one in (stand, *self.state.supports(stand.id))))

    @property
    def pending(self) -> tuple[str, ...]:
        """The acts still to do: bring back lost HQs."""
        return tuple(pending for of_unit in self._owed.values() for pending in of_unit)

    def _count(self, unit: str) -> None:
        """Update a unit after losses. If no other stand is left, the HQ is removed and does not come back (TSG-6-08,
        -12).
        """
        found = after_losses(self.sit.state, self.state, self.sit.table, unit)
        if found.instructions or found.pending != self._owed.get(unit, ()):
            self._owed[unit] = found.pending
            self.happens(*cast("tuple[Effect, ...]", found.effects))
            self._removals += found.instructions

    def place(self, stand: Stand, end: str) -> None:
        """Move a core stand to another hex. The side of the stand takes the objectives in both hexes (TSG-11-03)."""
        self._leave(stand.id)
        self.happens(Place(stand.id, end))
        for hold in tuple(taken(self.state, stand.side, end)):
            self.happens(hold)
            self._moves.append(as_text(self.state, hold))

    def _leave(self, name: str) -> None:
        """Leave a hex: an objective there stays with the side that held it last (AMB-63)."""
        stand = self.state.stands[name]
        if holds := tuple(taken(self.state, stand.side, stand.hex)):
            self.happens(*holds)

    def say_move(self, words: str) -> None:
        """Add the instruction that moves a stand."""
        self._moves.append(words)

    def drop_shots(self, battery: Stand) -> None:
        """Take the remaining shots from a battery that is forced back (TSG-4.1-15)."""
        if battery.battery and battery.shots:
            self.happens(DropShots(battery.id))
            self._spent.append(f"{battery.name} shots {battery.shots}→0")

    def spend(self, batteries: tuple[Stand, ...], planes: tuple[str, ...]) -> None:
        """Spend the shots and air points of the combat, and note that the attacking unit has attacked."""
        for battery in batteries:
            self.effects.append(SpendShot(battery.id))
            self._spent.append(f"{battery.name} shots {battery.shots}→{max(0, battery.shots - 1)}")
        for side in planes:
            if side in self.state.forces:
                left = self.state.forces[side].air_left
                self.effects.append(SpendAir(side))
                self._spent.append(f"{side} air {left}→{max(0, left - 1)}")
        for unit in dict.fromkeys(attacker.stand.unit for attacker in self.sit.attackers if attacker.stand.unit):
            self.effects.append(Attacked(unit))

    def gone_with(self, core: Stand) -> str:
        """Return the support stands that a core stand has lost in this combat, in words: `, mg lost`."""
        gone = [one.name for one in self.sit.state.supports(core.id) if not self.state.stands[one.id].alive]
        return f", {' and '.join(gone)} lost" if gone else ""

    def removed(self) -> tuple[str, ...]:
        """Return the names of the stands destroyed in the combat."""
        return tuple(stand.name for stand in self._fighting if not self.state.stands[stand.id].alive)

    def table_instructions(self) -> tuple[str, ...]:
        """Return the instructions: losses, removals, moves, then shots and points spent."""
        losses = table_instructions(self.sit.state, self.state, (stand.id for stand in self._fighting))
        return (*losses, *self._removals, *self._moves, *self._spent)


def fall_back(after: Aftermath, fighter: Fighter, *, beaten_defender: bool = False) -> Procedure[None]:
    """Let a beaten stand fall back to a legal hex of its owner's choice, or pay to hold (TSG-4.1)."""
    sit, rules = after.sit, after.sit.table.rules
    stand = after.state.stands[fighter.stand.id]
    on_map = sit.state.map is not None and bool(stand.hex)
    ways = sit.ways_back(after.state, stand) if on_map else ()
    stays = on_map and not ways and sit.table.options["fallback_no_path"] == "stays"
    holds = () if stays or not beaten_defender else _holds(after, fighter)
    further = tuple(way for way in ways if way.full) if len(ways) > LISTED else ()
    choices: list[tuple[str, str, Way | Loss | str | None]]
    if ways:
        choices = [*((way.end, way.words, way) for way in ways if way not in further), *holds]
        if further:
            words = f"full move to one of {len(further)} hexes further away ({rules['gun_fall_back']})"
            choices.append((FULL, words, FULL))
    elif on_map:
        choices = [
            *holds,
            ("gone", f"{stand.name}: it has no hex to go to, so it is eliminated ({rules['no_path']})", None),
        ]
    else:
        choices = [("back", "fall back", None), *holds]
    words = f"{stand.name}: fall back{after.gone_with(stand)}"
    if stand.battery and ways and not any(way.full for way in ways):
        words += f"; none of its full moves ends clear of the enemy ({rules['gun_fall_back']})"
    policy = NEAREST
    if holds:
        policy = f"fall back rather than hold, {NEAREST}" if ways or not on_map else "hold rather than be eliminated"
    chosen = yield from choose(f"fall back {stand.id}", stand.side, words, tuple(choices), policy)
    if isinstance(chosen, str):
        options = tuple((way.end, way.words, way) for way in further)
        chosen = yield from choose(f"full move {stand.id}", stand.side, f"{stand.name} to which hex", options, FIRST)
    if isinstance(chosen, Way):
        through = f" by {' '.join(chosen.path[:-1])}" if len(chosen.path) > 1 else ""
        after.say_move(f"FALL BACK {stand.name} to {chosen.end}{through}")
        after.place(stand, chosen.end)
    elif chosen is not None:
        after.paid = sum(points for _, points in chosen)
        paid = "one strength point" if after.paid == 1 else f"{after.paid} strength points"
        after.words.append(f"{stand.name}: holding costs {paid} more ({rules['hold']})")
        after.lose(chosen)
        return
    elif stays:
        after.words.append(f"{stand.name}: it has no hex to fall back to, so it stays ({rules['no_path']})")
        return
    elif on_map:
        after.words.append(f"{stand.name}: it has no hex to fall back to, so it is eliminated ({rules['no_path']})")
        after.eliminate(stand)
        return
    else:
        full = f", or by its full move ({rules['gun_fall_back']})" if stand.battery else ""
        after.say_move(f"FALL BACK {stand.name} 1 hex or more, clear of ZOC{full}")
    after.fell_back.append(stand)
    after.drop_shots(stand)


def _holds(after: Aftermath, fighter: Fighter) -> tuple[tuple[str, str, Loss], ...]:
    """Return the ways in which a dug-in stand may pay to hold its hex.

    The stand pays in strength points, and must survive. It may pay one of these points with a support stand. An option
    can limit this to stands in cover (TSG-4.1-05, AMB-36).
    """
    if fighter.status != "D":
        return ()
    if after.sit.table.options["hold_requires_defensive_terrain"] and not fighter.ground.cover:
        return ()
    core = after.state.stands[fighter.stand.id]
    found: list[tuple[str, str, Loss]] = []
    supports = after.state.supports(core.id)
    cost = after.sit.table.limits["hold_cost"]
    rest = ((core.id, cost - 1),) if cost > 1 else ()
    if core.sp > cost:
        found.append(("hold", f"{core.name} loses {cost} more and holds", ((core.id, cost),)))
    for support in supports if core.sp >= cost else ():
        found.append((f"hold-{support.id}", f"lose {support.name}, hold with {core.name}", ((support.id, 1), *rest)))
    return tuple(found)


def pursuit(after: Aftermath) -> Procedure[None]:
    """Let an attacker in close combat enter the target's hex, if that hex is empty now (TSG-4.2)."""
    sit, rules = after.sit, after.sit.table.rules
    here = sit.target.stand.hex
    gone = not after.alive(sit.target) or bool(after.fell_back)
    winners = [attacker.stand for attacker in sit.close if after.alive(attacker)]
    if not gone or not winners:
        return
    after.hex = "free to take"
    if not here or any(not winner.hex for winner in winners):
        names = " or ".join(winner.name for winner in winners)
        after.words.append(f"{names} may advance into the hex ({rules['pursuit']})")
        return
    options: tuple[tuple[str, str, Stand | None], ...] = (
        ("stay", "no advance", None),
        *((winner.id, f"{winner.name} into {here}", winner) for winner in winners),
    )
    words = f"stand to advance into {here}, which {sit.target.stand.name} has left"
    if not after.alive(sit.target):
        words = f"stand to advance into {here}, where {sit.target.stand.name} was destroyed"
    who = yield from choose("pursuit", sit.side, words, options, "no advance unless chosen")
    if who is not None:
        after.hex = f"taken by {who.name}"
        after.say_move(f"{MOVE} {who.name} to {here}")
        after.place(after.state.stands[who.id], here)
