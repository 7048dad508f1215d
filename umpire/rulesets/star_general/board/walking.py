"""Walking hex by hex: where a step may not be made, where the walk halts and why, and all that can be reached."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from umpire.core.frozen import frozen
from umpire.core.hexes import Hex, distance, neighbours
from umpire.core.outcome import Objection
from umpire.rulesets.star_general.board.board import HexBoard, Zones
from umpire.rulesets.star_general.state import Stand

WALL = 20
"""What a hex that nobody can enter weighs against ordinary broken rules, when a path is sought regardless of them."""

Path = tuple[Hex, ...]
"""The hexes entered, in order; without the one it starts in."""


class Route(NamedTuple):
    """A way to a hex: the hexes entered and the enemy zone hexes among them that cost strength points."""

    path: Path
    toll: int


@frozen
class Walk:
    """One way a stand may go: as a normal or strategic move, a shuffle, or a retreat of either length.

    `kind` is normal, strategic, shuffle, retreat, or flight (a battery forced back by its full move); `terrain` which
    halts the ground makes, normal or strategic. `most` hexes, by `rule`; a retreat by strategic halts is longer than
    `longer`. A shuffle keeps to the hexes `held` by its unit.
    """

    board: HexBoard
    stand: Stand
    kind: str
    terrain: str
    most: int
    rule: str
    words: str
    longer: int = 0
    held: frozenset[Hex] = frozenset()

    @property
    def zones(self) -> Zones:
        """The board as the side of the stand sees it."""
        return self.board.zones(self.stand.side)

    def bars(self, here: Hex, there: Hex, *, first: bool) -> Objection | None:
        """Why the step from one hex into the next may not be made; None if it may. `first`: the move starts here."""
        rules, name = self.board.table.rules, self.stand.name
        ground, label = self.board.ground(there), self.board.grid.label(there)
        enemy = self.zones.enemies.get(there)
        if enemy is not None:
            return Objection(rules["enemy_hex"], f"{enemy.name} is in {label}", of="move")
        if ground.impassable:
            return Objection(rules["impassable"], f"{label} is impassable: {ground.words}", of="move")
        if self.vacant(there):
            unit = self.board.table.words["unit"]
            return Objection(rules["shuffle_held"], f"{label} is no hex of the {unit} of {name}")
        if self.kind == "flight" and not first and there in self.zones.controlled:
            return Objection(rules["gun_fall_back"], f"{label} is next to an enemy", of="move")
        if self.kind == "strategic" and (near := self.too_near(there)):
            return near
        if self.terrain == "strategic" and ground.strategic == "before":
            return Objection(rules["terrain_before"], f"{name} halts before {label}: {ground.words}")
        if ground.halts_before and not first and not self.board.ground(here).halts_before:
            return Objection(
                rules["river"], f"{name} halts in {self.board.grid.label(here)}, before the {ground.words}"
            )
        return None

    def halts(self, there: Hex) -> Objection | None:
        """Why the stand halts on entering a hex; None if it may go on."""
        ground, rules = self.board.ground(there), self.board.table.rules
        where = f"{self.stand.name} halts in {self.board.grid.label(there)}"
        if self.kind in ("normal", "shuffle") and there in self.zones.controlled:
            return Objection(rules["zone_halt"], f"{where}: next to {self.zones.controlled[there].name}")
        if ground.halts_before:
            return Objection(rules["river"], f"{where}: {ground.words}")
        if ground.halts and self.terrain == "normal":
            return Objection(rules["terrain_halt"], f"{where}: {ground.words}")
        return None

    def vacant(self, there: Hex) -> bool:
        """Whether a hex is one that a shuffle may neither cross nor end in, nobody being there of the unit."""
        return self.kind == "shuffle" and there not in self.held and there not in self.zones.enemies

    def too_near(self, place: Hex) -> Objection | None:
        """Why a strategic move may not touch this hex: an enemy within two hexes of it."""
        enemy, apart = self.zones.nearest(place)
        if enemy is None or apart > self.board.table.limits["strategic_distance"]:
            return None
        away = f"{apart} hexes from" if apart > 1 else "next to"
        words = f"no strategic move through {self.board.grid.label(place)}, {away} {enemy.name}"
        return Objection(self.board.table.rules["strategic_distance"], words, of="move")

    def toll(self, there: Hex) -> int:
        """The strength points that entering a hex costs: retreating into an enemy zone of control."""
        cost = self.board.table.limits["retreat_cost"]
        return cost if self.kind == "retreat" and there in self.zones.controlled else 0


def faults(walk: Walk, start: Hex, path: Path, hexes: int | None = None) -> tuple[Objection, ...]:
    """Everything the rules object to in this walk, the first place for each rule. Its hexes must be adjacent.

    `hexes` is its length where that is told.
    """
    found: dict[str, Objection] = {}

    def note(objection: Objection | None) -> None:
        if objection:
            found.setdefault(objection.rule, objection)

    if walk.kind == "strategic":
        note(walk.too_near(start))
    here = start
    for step, there in enumerate(path):
        if step:
            note(walk.halts(here))
        if walk.vacant(there) and step < len(path) - 1:
            where = f"{walk.stand.name} may not cross {walk.board.grid.label(there)}, which is vacant"
            note(Objection(walk.board.table.rules["shuffle_vacant"], where))
        else:
            note(walk.bars(here, there, first=step == 0))
        here = there
    hexes = len(path) if hexes is None else hexes
    if hexes > walk.most:
        note(Objection(walk.rule, f"{walk.stand.name}: {hexes} hexes, {walk.most} allowed ({walk.words})"))
    return tuple(found.values())


def routes(walk: Walk, start: Hex) -> dict[Hex, Route]:
    """Every hex that can be reached by this walk, with the cheapest and then shortest path there; never `start` itself.

    Hexes held by friends are among them: stands pass through them freely and may not end there.
    """
    if walk.kind == "strategic" and walk.too_near(start):
        return {}
    best: dict[Hex, Route] = {}
    edge = {start: Route((), 0)}
    for step in range(1, walk.most + 1):
        beyond: dict[Hex, Route] = {}
        for here, route in edge.items():
            if step > 1 and walk.halts(here):
                continue
            for there in neighbours(here):
                if there == start or there in route.path or there not in walk.board.grid:
                    continue
                toll = route.toll + walk.toll(there)
                known = beyond.get(there) or best.get(there)
                if (known and known.toll <= toll) or walk.bars(here, there, first=step == 1):
                    continue
                beyond[there] = Route((*route.path, there), toll)
        if step > walk.longer:
            best.update(beyond)
        edge = beyond
    return best


def attempt(walk: Walk, start: Hex, goal: Hex) -> Path:
    """The path to a hex that breaks the fewest rules, then the shortest: what to object to where none is legal.

    Every hex beyond the allowance counts as one rule broken.
    """

    def still(steps: int, here: Hex) -> int:
        """The hexes beyond the allowance that are sure to come."""
        return max(0, distance(here, goal) - max(0, walk.most - steps))

    done: set[Hex] = set()
    waiting: list[tuple[int, int, Path, Hex, int]] = [(still(0, start), distance(start, goal), (), start, 0)]
    while waiting:
        _, _, path, here, broken = heappop(waiting)
        if here == goal:
            return path
        if here in done:
            continue
        done.add(here)
        steps = len(path) + 1
        halted = int(bool(path) and walk.halts(here) is not None) + int(steps > walk.most)
        for there in neighbours(here):
            if there in done or there not in walk.board.grid:
                continue
            barred = walk.bars(here, there, first=not path) is not None
            wall = not walk.board.passable(there, walk.stand.side)
            worse = broken + halted + (WALL if wall else int(barred))
            ahead = steps + distance(there, goal)
            heappush(waiting, (worse + still(steps, there), ahead, (*path, there), there, worse))
    raise ValueError(f"{walk.board.grid.label(goal)} cannot be walked to at all")


def gap(start: Hex, path: Sequence[Hex]) -> tuple[Hex, Hex] | None:
    """The first two hexes of a walk that are not adjacent; None if all are."""
    hexes = (start, *path)
    return next(((one, two) for one, two in zip(hexes, path, strict=False) if distance(one, two) != 1), None)
