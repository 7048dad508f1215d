"""The hexes that a beaten stand may fall back to.

The path must be as short as possible and end outside all enemy zones of control. Of these paths, only those that ignore
the fewest halts are legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from umpire.core.hexes import Hex, distance, neighbours
from umpire.game.maps import ALSO
from umpire.rulesets.star_general.board.board import HexBoard
from umpire.rulesets.star_general.board.walking import Path, Walk, routes
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Table

POLICY = "nearest its HQ, then furthest from the enemy"


class Way(NamedTuple):
    """A way to fall back. `path` has the labels of the hexes entered; the way ends in the last hex.

    `broken` is the number of halts that the way ignores. `words` give the length of the way and the terrain at its end.
    If `full` is true, the way is the full move of a battery (TSG-4.1-14).
    """

    path: tuple[str, ...]
    broken: int
    words: str
    full: bool = False

    @property
    def end(self) -> str:
        """The hex in which the way ends."""
        return self.path[-1]


def ways_back(state: State, table: Table, stand: Stand) -> tuple[Way, ...]:
    """Return every way to fall back, the default way first; () if there is no way. Each hex where the stand may end has
    one way.

    The state must have a map with the stand on it. The path must be as short as possible. The path must end in a hex
    without a friend and outside all enemy zones of control. Of the shortest paths, only those that ignore the fewest
    halts are legal. The owner chooses a legal path (TSG-4.1-07 to -13). A battery may instead use its full move, normal
    or strategic. Only the first hex entered in the full move may be next to an enemy (TSG-4.1-14).
    """
    board, start, pace = HexBoard(state, table), state.place(stand), table.pace[stand.mobility]
    assert start is not None
    zones = board.zones(stand.side)
    hq = state.headquarters(stand.unit) if stand.unit else None
    home = state.place(hq) if hq is not None and hq.alive and hq.id != stand.id else None

    def clear(place: Hex) -> bool:
        """Return whether the hex has no friend and is outside all enemy zones of control (TSG-4.1-08)."""
        return place not in zones.controlled and place not in zones.friends

    def preferred(way: Way) -> tuple[int, int, str]:
        end = board.grid.hex(way.end)
        return (distance(end, home) if home is not None else 0, -zones.nearest(end)[1], way.end)

    def walk(kind: str, terrain: str, most: int) -> Walk:
        return Walk(board, stand, kind, terrain, most, pace.rule, pace.words)

    paths = _shortest(walk("normal", "normal", 0), start, clear)
    shortest = sorted((_way(board, path, broken) for path, broken in paths), key=preferred)
    if not stand.battery:
        return tuple(shortest)
    ends = {way.end for way in shortest}
    further: dict[str, Way] = {}
    for terrain, most in (("normal", pace.normal), ("strategic", pace.strategic)):
        for place, route in routes(walk("flight", terrain, most), start).items():
            if clear(place) and board.grid.label(place) not in ends:
                further.setdefault(board.grid.label(place), _way(board, route.path, 0, full=True))
    return (*shortest, *sorted(further.values(), key=lambda way: (len(way.path), way.end)))


def _shortest(walk: Walk, start: Hex, clear: Callable[[Hex], bool]) -> list[tuple[Path, int]]:
    """Return pairs (path, number of halts that the path ignores), one pair for each of the nearest clear hexes.

    A path ignores a halt if the path goes on where a normal move must halt (TSG-2.4, 2.5). A path is left out if
    another path ignores fewer halts. The movement allowance (AMB-38) plays no part, because all these paths have the
    same length.
    """
    seen = {start}
    edge: dict[Hex, tuple[Path, int]] = {start: ((), 0)}
    while edge:
        beyond: dict[Hex, tuple[Path, int]] = {}
        for here, (path, broken) in edge.items():
            halted = here != start and walk.halts(here) is not None
            for there in neighbours(here):
                if there in seen or not walk.board.passable(there, walk.stand.side):
                    continue
                more = broken + (halted or (here != start and walk.board.ground(there).halts_before))
                if there not in beyond or more < beyond[there][1]:
                    beyond[there] = ((*path, there), more)
        seen.update(beyond)
        ends = [found for place, found in beyond.items() if clear(place)]
        if ends:
            fewest = min(broken for _, broken in ends)
            return [found for found in ends if found[1] == fewest]
        edge = beyond
    return []


def _way(board: HexBoard, path: Path, broken: int, *, full: bool = False) -> Way:
    """Return a path with its words: `2 hexes by 0304, woods`."""
    *through, _ = labels = tuple(board.grid.label(each) for each in path)
    length = f"{len(path)} hexes by {' '.join(through)}" if through else "1 hex"
    ground = board.map.terrain(path[-1]).replace(ALSO, " and ")
    return Way(labels, broken, length if ground == "open" else f"{length}, {ground}", full)
