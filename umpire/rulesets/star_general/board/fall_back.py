"""Where a beaten stand may fall back to: the shortest path clear of the enemy, breaking the fewest restrictions."""

from __future__ import annotations

from typing import NamedTuple

from umpire.core.hexes import Hex, distance, neighbours
from umpire.game.maps import Map
from umpire.rulesets.star_general.board.observer import grounds
from umpire.rulesets.star_general.board.zones import Zones, zones
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Ground, Table

POLICY = "nearest its HQ, then furthest from the enemy"


class Way(NamedTuple):
    """A way to fall back: the hexes entered, by their labels; it ends in the last.

    `broken` halts are not kept on it; `words` say how long it is and into which ground. `full`: only a battery may go
    that far, by its full move (TSG-4.1-14).
    """

    path: tuple[str, ...]
    broken: int
    words: str
    full: bool = False

    @property
    def end(self) -> str:
        """The hex it ends in."""
        return self.path[-1]


class Board(NamedTuple):
    """The map as one side sees it: who stands where, what the enemy controls, what each hex is."""

    map: Map
    grounds: dict[str, Ground]
    zones: Zones

    def ground(self, place: Hex) -> Ground:
        """The ground of a hex of the board."""
        return self.grounds[self.map.terrain(place)]

    def passable(self, place: Hex) -> bool:
        """Whether a hex can be entered at all: on the board, no lake or sea, no enemy in it (TSG-2.4-08)."""
        return place in self.map.grid and place not in self.zones.enemies and not self.ground(place).impassable

    def clear(self, place: Hex) -> bool:
        """Whether a fall back may end there: no enemy zone of control, no friend (TSG-4.1-08)."""
        return place not in self.zones.controlled and place not in self.zones.friends

    def halted(self, here: Hex, there: Hex) -> bool:
        """Whether a normal move would have halted in the hex `here` instead of going on to `there` (TSG-2.4, 2.5)."""
        return here in self.zones.controlled or self.ground(here).halts or self.ground(there).halts_before


def ways_back(state: State, table: Table, stand: Stand) -> tuple[Way, ...]:
    """Every hex the stand may fall back to, each by one path, the default first; none if there is no way.

    The state must have a map with the stand on it. One hex if that is enough, else on until clear of enemy zones of
    control and of friends; of the shortest paths those that break the fewest halts; among them the owner chooses
    (TSG-4.1-07 to -13). A battery may use its full move instead, also strategic, if after the first hex it comes next
    to no enemy (TSG-4.1-14).
    """
    start = state.place(stand)
    assert state.map is not None
    assert start is not None
    seen = Board(state.map, grounds(state, table), zones(state, stand.side))
    hq = state.headquarters(stand.unit) if stand.unit else None
    home = state.place(hq) if hq is not None and hq.alive and hq.id != stand.id else None

    def preferred(way: Way) -> tuple[int, int, str]:
        end = seen.map.grid.hex(way.end)
        return (distance(end, home) if home is not None else 0, -seen.zones.nearest(end)[1], way.end)

    shortest = sorted(_shortest(seen, start), key=preferred)
    if not stand.battery:
        return tuple(shortest)
    ends = [way.end for way in shortest]
    pace = table.pace[stand.mobility]
    further: dict[str, Way] = {}
    for steps, strategic in ((pace.normal, False), (pace.strategic, True)):
        for way in _full_moves(seen, start, steps, strategic=strategic):
            if way.end not in ends and way.end not in further:
                further[way.end] = way._replace(full=True)
    return (*shortest, *sorted(further.values(), key=lambda way: (len(way.path), way.end)))


def _shortest(seen: Board, start: Hex) -> list[Way]:
    """The shortest ways to any clear hex, of these the ones that break the fewest halts; one for each end.

    Hexes beyond the movement allowance (AMB-38) are as many for every way of one length, so they decide nothing here.
    """
    reached: dict[Hex, tuple[int, Hex]] = {start: (0, start)}
    edge = [start]
    while edge:
        beyond: dict[Hex, tuple[int, Hex]] = {}
        for here in edge:
            for there in neighbours(here):
                if there in reached or not seen.passable(there):
                    continue
                broken = reached[here][0] + (here != start and seen.halted(here, there))
                if there not in beyond or broken < beyond[there][0]:
                    beyond[there] = (broken, here)
        reached.update(beyond)
        ends = [place for place in beyond if seen.clear(place)]
        if ends:
            fewest = min(beyond[place][0] for place in ends)
            return [_way(seen, reached, place, fewest) for place in ends if beyond[place][0] == fewest]
        edge = list(beyond)
    return []


def _full_moves(seen: Board, start: Hex, steps: int, *, strategic: bool) -> list[Way]:
    """Where a battery may go with so many hexes: past the first hex never next to an enemy, and ending so too."""
    reached: dict[Hex, tuple[int, Hex]] = {start: (0, start)}
    edge = [start]
    for _ in range(steps):
        beyond: dict[Hex, tuple[int, Hex]] = {}
        for here in edge:
            if here != start and (seen.ground(here).halts_before if strategic else seen.ground(here).halts):
                continue
            for there in neighbours(here):
                if there in reached or there in beyond or not seen.passable(there):
                    continue
                ground = seen.ground(there)
                if here != start and (there in seen.zones.controlled or ground.halts_before):
                    continue
                if strategic and ground.strategic == "before":
                    continue
                beyond[there] = (0, here)
        reached.update(beyond)
        edge = list(beyond)
    return [_way(seen, reached, place, 0) for place in reached if place != start and seen.clear(place)]


def _way(seen: Board, reached: dict[Hex, tuple[int, Hex]], end: Hex, broken: int) -> Way:
    """The way to `end` by the hexes it was reached from: `2 hexes by 0304, woods`."""
    labels = []
    here = end
    while reached[here][1] != here:
        labels.append(seen.map.grid.label(here))
        here = reached[here][1]
    *through, _ = path = tuple(reversed(labels))
    length = f"{len(path)} hexes by {' '.join(through)}" if through else "1 hex"
    ground = seen.map.terrain(end)
    return Way(path, broken, length if ground == "open" else f"{length}, {ground}")
