"""Who stands where as one side sees it: enemy stands, their zone of control, how far away they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from umpire.core.hexes import Hex, distance, neighbours
from umpire.rulesets.star_general.state import Stand, State

FAR = 9999
"""The distance to an enemy where there is none on the board, in hexes."""


@dataclass(frozen=True)
class Zones:
    """The core stands on the board by hex, as one side sees them, and the hexes the enemy controls.

    Every living core stand controls the six hexes around it, HQs and batteries too (TSG-2.4-01, 3SG-2.2-01).
    """

    friends: Mapping[Hex, Stand]
    enemies: Mapping[Hex, Stand]
    controlled: Mapping[Hex, Stand]

    def distance(self, place: Hex) -> int:
        """The hexes from a place to the nearest enemy stand; `FAR` if there is none."""
        return min((distance(place, enemy) for enemy in self.enemies), default=FAR)

    def nearest(self, place: Hex) -> Stand | None:
        """The enemy stand nearest to a place, the first of the roster among equals; None if there is none."""
        return min(self.enemies.items(), key=lambda held: distance(place, held[0]), default=(None, None))[1]


def zones(state: State, side: str) -> Zones:
    """The board as a side sees it; stands that are gone or off the board are not on it."""
    friends: dict[Hex, Stand] = {}
    enemies: dict[Hex, Stand] = {}
    for stand in state.stands.values():
        place = state.place(stand) if stand.alive and not stand.host else None
        if place is not None:
            (friends if stand.side == side else enemies)[place] = stand
    controlled = {around: stand for place, stand in enemies.items() for around in neighbours(place)}
    return Zones(friends, enemies, controlled)
