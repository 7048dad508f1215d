"""Who stands where as one side sees it: enemy stands, their zone of control, how far away they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from umpire.core.frozen import frozen
from umpire.core.hexes import Hex, distance, neighbours
from umpire.rulesets.star_general.state import Stand, State

FAR = 9999
"""The distance to an enemy where there is none on the board, in hexes."""


@frozen
class Zones:
    """The core stands on the board by hex, as one side sees them, and the hexes the enemy controls.

    Every living core stand controls the six hexes around it, HQs and batteries too (TSG-2.4-01, 3SG-2.2-01).
    """

    friends: Mapping[Hex, Stand]
    enemies: Mapping[Hex, Stand]
    controlled: Mapping[Hex, Stand]
    _nearest: dict[Hex, tuple[Stand | None, int]] = field(default_factory=dict, compare=False, repr=False)

    def nearest(self, place: Hex) -> tuple[Stand | None, int]:
        """The enemy stand nearest to a place, the first of the roster among equals, and how many hexes away it is.

        (None, FAR) if there is none on the board.
        """
        if place not in self._nearest:
            found = min(self.enemies.items(), key=lambda held: distance(place, held[0]), default=None)
            self._nearest[place] = (None, FAR) if found is None else (found[1], distance(place, found[0]))
        return self._nearest[place]


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


def on_board(state: State) -> dict[Hex, tuple[str, str]]:
    """Id and side of the core stand in each hex that has one, for the map."""
    placed = ((state.place(stand), stand) for stand in state.stands.values() if stand.alive and not stand.host)
    return {place: (stand.id, stand.side) for place, stand in placed if place is not None}


def zone_of(state: State, side: str) -> tuple[Hex, ...]:
    """The hexes of the board in the zone of control of a side, for the map."""
    held = [place for place, (_, of) in on_board(state).items() if of == side]
    grid = state.map.grid if state.map else ()
    return tuple(dict.fromkeys(near for place in held for near in neighbours(place) if near in grid))
