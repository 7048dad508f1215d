"""A position on its map as the rules see it: terrain, stands, and the hexes that block a step or a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.core.hexes import Hex, distance, line, neighbours
from umpire.game.maps import ALSO
from umpire.game.maps.drawn import JOINS
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Ground, Table

GROUND: Mapping[str, Mapping[str, Any]] = {
    "open": {},
    "cover": {"cover": True},
    "blocking": {"blocks": True},
    "water": {"water": True},
    "landing": {"landing": True},
    "halts": {"halts": True},
    "stops before": {"halts": True, "halts_before": True},
    "stops strategic moves": {"strategic": "before"},
    "impassable": {"impassable": True},
}
"""The effects that a scenario's own terrain may have, by their words."""

DRAWN_AS = "drawn as "
"""The words before the look of such terrain on the board: `drawn as marsh`."""


def ground_words(kind: str) -> list[str]:
    """Return each part of a list such as `water, halts and drawn as marsh`."""
    return [word.strip() for part in kind.split(",") for word in part.split(" and ")]


FAR = 9999
"""The distance in hexes to the nearest enemy if none is on the board."""


class Zones:
    """The board as one side sees it: the core stands of both sides by hex, and the hexes that the enemy controls.

    Every living core stand, also an HQ or a battery, controls the six hexes around it (TSG-2.4-01, 3SG-2.2-01).
    """

    def __init__(self, held: Mapping[Hex, Stand], side: str) -> None:
        self.friends = {place: stand for place, stand in held.items() if stand.side == side}
        self.enemies = {place: stand for place, stand in held.items() if stand.side != side}
        self.controlled = {near: stand for place, stand in self.enemies.items() for near in neighbours(place)}
        self._nearest: dict[Hex, tuple[Stand | None, int]] = {}

    def nearest(self, place: Hex) -> tuple[Stand | None, int]:
        """Return the enemy stand nearest to a place, and its distance in hexes; (None, FAR) if no enemy is on the
        board.

        If several enemies are equally near, the first enemy on the roster is returned.
        """
        if place not in self._nearest:
            found = min(self.enemies.items(), key=lambda held: distance(place, held[0]), default=None)
            self._nearest[place] = (None, FAR) if found is None else (found[1], distance(place, found[0]))
        return self._nearest[place]


class HexBoard:
    """The board of one position: its terrain, its zones of control, and the hexes that block a line of fire or sight.

    The state must have a map. `typed` has the terrain that the referee typed for single hexes. In those hexes, the
    terrain typed replaces the terrain of the map.
    """

    def __init__(self, state: State, table: Table, typed: Mapping[Hex, str] | None = None) -> None:
        assert state.map is not None
        self.state, self.table, self.map, self.grid = state, table, state.map, state.map.grid
        self.held = state.held
        self._typed = typed or {}
        self._kinds = grounds(state, table)
        self._zones: dict[str, Zones] = {}
        self._ground: dict[Hex, Ground] = {}

    def ground(self, place: Hex) -> Ground:
        """Return the terrain of a hex: the terrain typed, else the terrain of the map."""
        found = self._ground.get(place)
        if found is None:
            found = self._ground[place] = self._kinds[self._typed.get(place) or self.map.terrain(place)]
        return found

    def zones(self, side: str) -> Zones:
        """Return the zones of the board as a side sees them."""
        if side not in self._zones:
            self._zones[side] = Zones(self.held, side)
        return self._zones[side]

    def passable(self, place: Hex, side: str) -> bool:
        """Return whether a side can enter a hex at all: the hex is on the board, is not impassable, and has no enemy
        (TSG-2.4-08).
        """
        return place in self.grid and place not in self.zones(side).enemies and not self.ground(place).impassable

    def obstacles(self, here: Hex, there: Hex, *, stands: bool) -> tuple[Hex, ...]:
        """Return the hexes that block a line; () for a clear line.

        A line along the side between two hexes is blocked only by both hexes together. Any other line is blocked by one
        hex. A hex is blocking if its terrain is blocking. If `stands` is true, a hex with a core stand is also
        blocking. The two hexes at the ends of the line never block the line (TSG-3.3-05 to -09).
        """

        def closed(place: Hex) -> bool:
            return (stands and place in self.held) or (place in self.grid and self.ground(place).blocks)

        return next((crossed for crossed in map(tuple, line(here, there)) if all(map(closed, crossed))), ())


def on_board(state: State) -> Mapping[Hex, tuple[str, str]]:
    """Return a dict from each hex with a core stand to the id and the side of the stand."""
    return {place: (stand.id, stand.side) for place, stand in state.held.items()}


def zone_of(state: State, side: str) -> tuple[Hex, ...]:
    """Return the hexes on the board in the zone of control of a side. A drawing of the map shows these hexes."""
    held = [place for place, stand in state.held.items() if stand.side == side]
    grid = state.map.grid if state.map else ()
    return tuple(dict.fromkeys(near for place in held for near in neighbours(place) if near in grid))


def grounds(state: State, table: Table) -> dict[str, Ground]:
    """Return every kind of terrain of a game: kinds from the table or the scenario, and combinations of kinds."""
    known = {**table.terrain, **named_ground(state)}
    legend = state.map.legend.values() if state.map else ()
    both = (word for word in legend if ALSO in word)
    return known | {word: _both([known[part] for part in word.split(ALSO) if part in known]) for word in both}


def _both(parts: Sequence[Ground]) -> Ground:
    """Return several kinds of terrain as one kind with the effects of all of them."""
    effects: dict[str, Any] = {
        name: any(getattr(part, name) for part in parts) for name in Ground._fields if name not in _OF_WORDS
    }
    return Ground(
        words=" and ".join(part.words for part in parts),
        strategic="before" if any(part.strategic for part in parts) else "",
        **effects,
    )


_OF_WORDS = ("words", "strategic", "also", "drawn", "joins")


def named_ground(state: State) -> dict[str, Ground]:
    """Return the scenario's own kinds of terrain, with their effects."""
    named = {}
    for name, kind in state.ground.items():
        effects: dict[str, Any] = {}
        for word in ground_words(kind):
            if word.startswith(DRAWN_AS):
                look = word.removeprefix(DRAWN_AS).strip()
                effects |= {"drawn": look, "joins": JOINS.get(look, ())}
            else:
                effects |= GROUND[word]
        named[name] = Ground(name, **effects)
    return named


def no_room(table: Table, company: tuple[Stand, ...]) -> str:
    """Return the name of the rule that forbids all these support stands at the same core stand; "" if no rule forbids
    them.

    A core stand has room for one support stand and, in Two Star General, for one truck. Armoured transport counts as
    the support stand, and leaves no room for a truck (TSG-1.3-01, -04, 3SG-1.2-01).
    """
    rows = [table.support[stand.kind] for stand in company]
    trucks = sum(row.truck for row in rows)
    if trucks and any(row.armours for row in rows):
        return "stack_transport"
    crowded = trucks > table.limits.get("stack_trucks", 0) or len(rows) - trucks > table.limits["stack_support"]
    return "stack_support" if crowded else ""
