"""What a combat ends with: stands removed, HQs lost, the beaten fall back or hold, the winner follows."""

from __future__ import annotations

from typing import cast

from umpire.core.procedure import Procedure, choose
from umpire.rulesets.star_general.board.fall_back import POLICY as NEAREST
from umpire.rulesets.star_general.board.fall_back import Way
from umpire.rulesets.star_general.combat.losses import Loss
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
    hands,
)
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.turn.headquarters import after_losses
from umpire.rulesets.star_general.turn.objectives import said, taken

LISTED = 12
"""So many hexes to fall back to are listed at once; where there are more, the full move of a battery is one choice."""
FULL = "full"
FIRST = "the nearest"


class Aftermath:
    """One combat as it unfolds: the state it has led to so far, the effects, and what is said about them."""

    def __init__(self, sit: CombatSituation) -> None:
        self.sit = sit
        self.state: State = sit.state
        self.effects: list[Effect] = []
        self.words: list[str] = []
        self.fell_back: list[Stand] = []
        self.paid = 0
        self.hex = ""  # what becomes of the hex attacked, once nobody defends it
        self._moves: list[str] = []
        self._spent: list[str] = []
        self._removals: list[str] = []
        self._owed: dict[str, tuple[str, ...]] = {}
        fighters = [each for each in (sit.target, *sit.attackers) if each.stand.id in self.state.stands]  # no plane
        self._fighting = [stand for fighter in fighters for stand in (fighter.stand, *fighter.supports)]

    def alive(self, fighter: Fighter) -> bool:
        """Whether its core stand is still in play."""
        return self.state.stands[fighter.stand.id].alive

    def happens(self, *effects: Effect) -> None:
        """These effects come to pass."""
        self.effects += effects
        self.state = apply(self.state, effects)

    def lose(self, losses: Loss) -> None:
        """Strength points are lost; who has none left is removed, and units left without stands or HQ feel it."""
        if not losses:
            return
        for name, points in losses:
            if self.state.stands[name].sp <= points:
                self._leave(name)
        self.happens(*(Lose(name, points) for name, points in losses))
        for unit in dict.fromkeys(stand.unit for stand in self._fighting if stand.unit):
            self._count(unit)

    def eliminate(self, stand: Stand) -> None:
        """A core stand and all that is with it are removed."""
        self.lose(tuple((one.id, one.sp) for one in (stand, *self.state.supports(stand.id))))

    @property
    def owed(self) -> tuple[str, ...]:
        """What is still to be done: the HQs that fell come back."""
        return tuple(owed for of_unit in self._owed.values() for owed in of_unit)

    def _count(self, unit: str) -> None:
        """What is left of a unit by now; an HQ is owed no more once nothing else is left (TSG-6-08, -12)."""
        found = after_losses(self.sit.state, self.state, self.sit.table, unit)
        if found.hands or found.owed != self._owed.get(unit, ()):
            self._owed[unit] = found.owed
            self.happens(*cast("tuple[Effect, ...]", found.effects))
            self._removals += found.hands

    def place(self, stand: Stand, end: str) -> None:
        """A core stand goes to another hex; objectives it leaves or enters are its side's (TSG-11-03)."""
        self._leave(stand.id)
        self.happens(Place(stand.id, end))
        for hold in tuple(taken(self.state, stand.side, end)):
            self.happens(hold)
            self._moves.append(said(self.state, hold))

    def _leave(self, name: str) -> None:
        """A stand leaves its hex: an objective there stays with the side that had it last (AMB-63)."""
        stand = self.state.stands[name]
        if holds := tuple(taken(self.state, stand.side, stand.hex)):
            self.happens(*holds)

    def say_move(self, words: str) -> None:
        """What hands do to move a stand."""
        self._moves.append(words)

    def drop_shots(self, battery: Stand) -> None:
        """A battery forced back loses the shots it has left (TSG-4.1-15)."""
        if battery.battery and battery.shots:
            self.happens(DropShots(battery.id))
            self._spent.append(f"{battery.name} shots {battery.shots}→0")

    def spend(self, batteries: tuple[Stand, ...], planes: tuple[str, ...]) -> None:
        """Last of all: shots and air points of the combat, and that the attacking unit has made its attack."""
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
        """The support stands that a core stand has lost in this combat, in words: `, mg is lost`."""
        gone = [one.name for one in self.sit.state.supports(core.id) if not self.state.stands[one.id].alive]
        return f", {' and '.join(gone)} {'is' if len(gone) == 1 else 'are'} lost" if gone else ""

    def removed(self) -> tuple[str, ...]:
        """The stands of the combat that are gone, by name."""
        return tuple(stand.name for stand in self._fighting if not self.state.stands[stand.id].alive)

    def hands(self) -> tuple[str, ...]:
        """What hands now do: losses, removals, moves, then what is spent."""
        losses = hands(self.sit.state, self.state, (stand.id for stand in self._fighting))
        return (*losses, *self._removals, *self._moves, *self._spent)


def fall_back(after: Aftermath, fighter: Fighter, *, beaten_defender: bool = False) -> Procedure[None]:
    """A beaten stand falls back to a hex of its owner's choice among the legal ones, or pays to hold (TSG-4.1)."""
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
            words = f"by its full move to one of {len(further)} hexes further off ({rules['gun_fall_back']})"
            choices.append((FULL, words, FULL))
    elif on_map:
        choices = [*holds, ("gone", f"{stand.name} is eliminated: it has nowhere to go ({rules['no_path']})", None)]
    else:
        choices = [("back", "falls back", None), *holds]
    words = f"{stand.name} falls back{after.gone_with(stand)}"
    if stand.battery and ways and not any(way.full for way in ways):
        words += f"; its full move leads nowhere clear of the enemy ({rules['gun_fall_back']})"
    policy = NEAREST
    if holds:
        policy = f"falls back rather than hold, {NEAREST}" if ways or not on_map else "holds rather than be lost"
    chosen = yield from choose(f"fall back {stand.id}", stand.side, words, tuple(choices), policy)
    if isinstance(chosen, str):
        options = tuple((way.end, way.words, way) for way in further)
        chosen = yield from choose(f"full move {stand.id}", stand.side, f"{stand.name} goes to", options, FIRST)
    if isinstance(chosen, Way):
        through = f" by {' '.join(chosen.path[:-1])}" if len(chosen.path) > 1 else ""
        after.say_move(f"FALL BACK {stand.name} to {chosen.end}{through}")
        after.place(stand, chosen.end)
    elif chosen is not None:
        after.paid = sum(points for _, points in chosen)
        paid = "one strength point" if after.paid == 1 else f"{after.paid} strength points"
        after.words.append(f"{stand.name} pays {paid} to hold ({rules['hold']})")
        after.lose(chosen)
        return
    elif stays:
        after.words.append(f"{stand.name} has nowhere to fall back to and stays ({rules['no_path']})")
        return
    elif on_map:
        after.words.append(f"{stand.name} has nowhere to fall back to and is eliminated ({rules['no_path']})")
        after.eliminate(stand)
        return
    else:
        full = f", or its full move ({rules['gun_fall_back']})" if stand.battery else ""
        after.say_move(f"FALL BACK {stand.name} 1 hex or more, clear of ZOC{full}")
    after.fell_back.append(stand)
    after.drop_shots(stand)


def _holds(after: Aftermath, fighter: Fighter) -> tuple[tuple[str, str, Loss], ...]:
    """How a stand dug in may pay in strength points more and hold: off the core stand if it survives, or a support.

    In cover only, where the option asks for defensive terrain (TSG-4.1-05, AMB-36).
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
        found.append((f"hold-{support.id}", f"{support.name} is lost, {core.name} holds", ((support.id, 1), *rest)))
    return tuple(found)


def pursuit(after: Aftermath) -> Procedure[None]:
    """A winning attacker who was adjacent may take over the hex, if it is empty now (TSG-4.2)."""
    sit, rules = after.sit, after.sit.table.rules
    here = sit.target.stand.hex
    gone = not after.alive(sit.target) or bool(after.fell_back)
    winners = [attacker.stand for attacker in sit.close if after.alive(attacker)]
    if not gone or not winners:
        return
    after.hex = "free to take"
    if not here or any(not winner.hex for winner in winners):
        names = " or ".join(winner.name for winner in winners)
        after.words.append(f"{names} may take over the hex ({rules['pursuit']})")
        return
    options: tuple[tuple[str, str, Stand | None], ...] = (
        ("stay", "nobody advances", None),
        *((winner.id, f"{winner.name} into {here}", winner) for winner in winners),
    )
    words = f"advance into {here}, which {sit.target.stand.name} has left"
    if not after.alive(sit.target):
        words = f"advance into {here}, where {sit.target.stand.name} was destroyed"
    who = yield from choose("pursuit", sit.side, words, options, "no advance unless told")
    if who is not None:
        after.hex = f"taken by {who.name}"
        after.say_move(f"MOVE {who.name} to {here}")
        after.place(after.state.stands[who.id], here)
