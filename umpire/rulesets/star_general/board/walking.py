"""Walking hex by hex: forbidden steps, halts with their reason, and the hexes in reach.

The order and the allowances of a stand decide how it may walk. A stand moves by itself, is carried by transport, or is
held back by a slower stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from umpire.core.frozen import frozen
from umpire.core.hexes import Hex, distance, neighbours
from umpire.core.mistakes import BadValue
from umpire.core.outcome import Objection
from umpire.game.facts import TypedLine, key_of, yes_or_no
from umpire.game.rulebook.modifiers import RuledRow
from umpire.rulesets.star_general.board.board import HexBoard, Zones, grounds
from umpire.rulesets.star_general.board.moving import Moving, any_of_moves, moving
from umpire.rulesets.star_general.board.observer import Observer
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Pace, Table

WALL = 20
"""The weight of an impassable hex against ordinary broken rules, in a search that ignores the rules."""

Path = tuple[Hex, ...]
"""The hexes entered, in order, without the starting hex."""


class Route(NamedTuple):
    """A way to a hex: the hexes entered, and the strength points that the way costs in enemy zones of control."""

    path: Path
    toll: int


@frozen
class Walk:
    """One kind of walk: a normal or strategic move, a shuffle, or a retreat of normal or strategic length.

    `kind` is normal, strategic, shuffle, retreat, or flight (the full move of a battery that is forced back). `terrain`
    says which halts count: the halts of normal or of strategic moves. `most` is the number of hexes that `rule` allows.
    A retreat of strategic length must be longer than `longer` hexes. `held` has the hexes of the unit: a shuffle stays
    in these hexes. For a retreat, each hex in an enemy zone of control costs `cost` points.
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
    cost: int = 0

    @property
    def zones(self) -> Zones:
        """The board as the side of the stand sees it."""
        return self.board.zones(self.stand.side)

    def bars(self, here: Hex, there: Hex, *, first: bool) -> Objection | None:
        """Return the objection to a step into the next hex, or None. `first` is true for the first step of a move."""
        rules, name = self.board.table.rules, self.stand.name
        ground, label = self.board.ground(there), self.board.grid.label(there)
        enemy = self.zones.enemies.get(there)
        if enemy is not None:
            return Objection(rules["enemy_hex"], f"{enemy.name} is in {label}", depends_on="move")
        if ground.impassable:
            return Objection(rules["impassable"], f"{label} is impassable: {ground.words}", depends_on="move")
        if self.vacant(there):
            unit = self.board.table.words["unit"]
            return Objection(rules["shuffle_held"], f"{label} is not held by the {unit} of {name}")
        if self.kind == "flight" and not first and there in self.zones.controlled:
            return Objection(rules["gun_fall_back"], f"{label} is next to an enemy", depends_on="move")
        if self.kind == "strategic" and (near := self.too_near(there)):
            return near
        if self.terrain == "strategic" and ground.strategic == "before":
            return Objection(rules["terrain_before"], f"{name}: it must halt before {label}, {ground.words}")
        if ground.halts_before and not first and not self.board.ground(here).halts_before:
            return Objection(
                rules["river"], f"{name}: it must halt in {self.board.grid.label(here)}, before the {ground.words}"
            )
        return None

    def halts(self, there: Hex) -> Objection | None:
        """Return the objection to going on after this hex; None if the stand need not halt there."""
        ground, rules = self.board.ground(there), self.board.table.rules
        where = f"{self.stand.name}: it must halt in {self.board.grid.label(there)}"
        if self.kind in ("normal", "shuffle") and there in self.zones.controlled:
            return Objection(rules["zone_halt"], f"{where}, next to {self.zones.controlled[there].name}")
        if ground.halts_before:
            return Objection(rules["river"], f"{where}, {ground.words}")
        if ground.halts and self.terrain == "normal":
            return Objection(rules["terrain_halt"], f"{where}, {ground.words}")
        return None

    def vacant(self, there: Hex) -> bool:
        """Return whether a hex has no stand of the unit. A shuffle may not enter such a hex."""
        return self.kind == "shuffle" and there not in self.held and there not in self.zones.enemies

    def too_near(self, place: Hex) -> Objection | None:
        """Return the objection to a strategic move through a hex near an enemy; None if no enemy is near the hex."""
        enemy, apart = self.zones.nearest(place)
        if enemy is None or apart > self.board.table.limits["strategic_distance"]:
            return None
        away = f"{apart} hexes from" if apart > 1 else "next to"
        words = f"no strategic move through {self.board.grid.label(place)}, {away} {enemy.name}"
        return Objection(self.board.table.rules["strategic_distance"], words, depends_on="move")

    def toll(self, there: Hex) -> int:
        """Return the strength points for entering a hex. Only a retreat into an enemy zone of control costs points."""
        return self.cost if self.kind == "retreat" and there in self.zones.controlled else 0


def faults(walk: Walk, start: Hex, path: Path, hexes: int | None = None) -> tuple[Objection, ...]:
    """Return the objections to this walk, one for each broken rule. The hexes of the walk must be adjacent.

    `hexes` is the length of the walk. If `hexes` is None, the length is the number of hexes in `path`.
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
            where = f"{walk.stand.name}: it may not cross the empty hex {walk.board.grid.label(there)}"
            note(Objection(walk.board.table.rules["shuffle_vacant"], where))
        else:
            note(walk.bars(here, there, first=step == 0))
        here = there
    hexes = len(path) if hexes is None else hexes
    if hexes > walk.most:
        note(Objection(walk.rule, f"{walk.stand.name}: {hexes} hexes, {walk.most} allowed ({walk.words})"))
    return tuple(found.values())


def routes(walk: Walk, start: Hex) -> dict[Hex, Route]:
    """Return every hex in reach of this walk except `start`, each with its best path.

    The best path is the cheapest path. Of several equally cheap paths, the shortest is the best. Hexes held by friends
    are included: stands pass through them freely but may not end there.
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
    """Return the path that breaks the fewest rules on its way to a hex. If two paths break equally few rules, return
    the shorter path. The path returned is used only if every path breaks a rule. Every hex beyond the allowance counts
    as one broken rule.
    """

    def still(steps: int, here: Hex) -> int:
        """Return the fewest hexes by which the rest of the path can exceed the allowance."""
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
    raise ValueError(f"{walk.board.grid.label(goal)} cannot be reached at all")


def gap(start: Hex, path: Sequence[Hex]) -> tuple[Hex, Hex] | None:
    """Return the first gap in a walk: a hex, and the next hex, which is not adjacent; None if there is no gap."""
    hexes = (start, *path)
    return next(((one, two) for one, two in zip(hexes, path, strict=False) if distance(one, two) != 1), None)


ON_FOOT = "foot"


class Going(NamedTuple):
    """A way of moving; `mobility` is the key of this way in the rule table's `pace`.

    If a stand does not move in its usual way, `why` and `rule` give the reason.
    """

    mobility: str
    why: str = ""
    rule: str = ""


def going(state: State, table: Table, stand: Stand) -> Going:
    """Return the way a core stand and its support stands move.

    A stand on foot and its support stands ride on the transport in their hex (TSG-2.1-02). A support stand on foot
    holds back a faster core stand, unless the whole unit is motorised or armoured (TSG-2-02, -03: `foot_supports`).
    """
    carried = _carried(state, table, stand)
    if carried:
        return carried
    if table.options["foot_supports"] == "slow_their_core" and not motorised(state, table, stand):
        for support in state.supports(stand.id):
            own = table.support[support.kind].carries or support.mobility
            if _speed(table, own) < _speed(table, stand.mobility):
                return Going(own, f"slowed by {support.name}", table.rules["support_pace"])
    return Going(stand.mobility)


def support_going(state: State, table: Table, support: Stand) -> Going:
    """Return the way a support stand moves alone. In a motorised unit, a slow stand moves like its core stand."""
    carries = table.support[support.kind].carries
    if carries:
        return Going(carries)
    host = state.stands[support.host]
    if motorised(state, table, host) and _speed(table, support.mobility) < _speed(table, host.mobility):
        return Going(host.mobility, "the whole unit is motorised", table.rules["support_pace"])
    return Going(support.mobility)


def motorised(state: State, table: Table, core: Stand) -> bool:
    """Return whether every core stand of a unit has vehicles of its own, or a transport stand that carries it.

    On a map only `core` and the stands on the board count: stands that come later do not hold the unit back yet.
    """
    there = (one for one in state.living(core.unit) if state.map is None or state.place(one) or one.id == core.id)
    return all(stand.mobility != ON_FOOT or _carried(state, table, stand) for stand in there)


def carrier(state: State, table: Table, stand: Stand) -> Stand | None:
    """Return the fastest transport that carries a stand on foot; None if no transport carries the stand."""
    if stand.mobility != ON_FOOT:
        return None
    carriers = [other for other in state.supports(stand.id) if table.support[other.kind].carries]
    return max(carriers, key=lambda other: _speed(table, table.support[other.kind].carries), default=None)


def _carried(state: State, table: Table, stand: Stand) -> Going | None:
    best = carrier(state, table, stand)
    if best is None:
        return None
    return Going(table.support[best.kind].carries, f"carried by {best.name}", table.rules["carried"])


def _speed(table: Table, mobility: str) -> tuple[int, int]:
    pace = table.pace[mobility]
    return pace.normal, pace.strategic


class Walker(Observer):
    """The facts of moving stands; a typed fact overrides the map and the state."""

    def __init__(self, state: State, table: Table, line: TypedLine) -> None:
        super().__init__(state, table, line)
        self._orders: dict[str, str] = {}
        self._goings: dict[str, Going] = {}
        self._moving: dict[str, Moving] = {}

    def order(self, stand: Stand) -> str:
        """Return the order a stand moves by. A battery has no order, and walks as if on M."""
        if stand.id not in self._orders:
            self._orders[stand.id] = super().order(stand) if stand.unit else "M"
        return self._orders[stand.id]

    def shuffles(self, stand: Stand) -> bool:
        """Return whether the order of a stand allows only shuffles within its unit (TSG-2.2-02, 3SG-2.1-02)."""
        return self.table.orders[self.order(stand)].shuffles

    def going(self, stand: Stand) -> Going:
        """Return the way the stand moves: the way typed, else the way that the function `going` finds."""
        if stand.id not in self._goings:
            self._goings[stand.id] = self._going(stand)
        return self._goings[stand.id]

    def _going(self, stand: Stand) -> Going:
        found = going(self.state, self.table, stand)
        mobility = self.facts.settle(
            "mobility",
            key_of("mobility", self.table.pace),
            subject=stand.id,
            worked_out=found.mobility,
        )
        assert mobility is not None
        return found if mobility == found.mobility else Going(mobility)

    def strategic(self, stand: Stand) -> bool | None:
        """Return the typed fact `strategic`; None if it was not typed."""
        return self.facts.settle("strategic", yes_or_no("strategic"), subject=stand.id)

    def pace(self, stand: Stand) -> Pace:
        """Return the stand's movement allowances. A row of the table may change the allowances in the book."""
        own = self.table.pace[self.going(stand).mobility]
        if row := self._instead(stand, "pace"):
            words = f"{own.words}, {row.words}"
            own = own._replace(
                normal=row.value(own.normal), strategic=row.value(own.strategic), rule=row.rule, words=words
            )
        return own

    def retreat_cost(self, stand: Stand) -> int:
        """Return the strength points that a retreat costs for each enemy zone hex: the number in the book or a row."""
        usual = self.table.limits["retreat_cost"]
        row = self._instead(stand, "retreat") if self.order(stand) == "R" else None
        if row and (note := f"{stand.name}: {row.words} ({row.rule})") not in self.facts.notes:
            self.facts.notes.append(note)
        return row.value(usual) if row else usual

    def _instead(self, stand: Stand, at: str) -> RuledRow | None:
        """Return the row that changes a value of the stand's move."""
        if not any_of_moves(self.table):
            return None
        if stand.id not in self._moving:
            own = moving(self.state, self.table, self.facts, stand, self.order(stand), armoured=self.armoured(stand))
            self._moving[stand.id] = own
        return self.table.modifiers.in_place(at, self._moving[stand.id])

    def forbids(self, stand: Stand, strategic: bool | None) -> tuple[Objection, ...]:
        """Return the objections to every move of a stand, whatever hex it goes to."""
        rules = self.table.rules
        if stand.battery:
            there = f"in the artillery phase (type `artillery {stand.id} to HEX`)"
            words = f"{stand.name}: a battery moves only {there} or if forced back"
            return (Objection(rules["battery_moves"], words),)
        found = []
        if self.state.without_hq(stand.unit):
            unit = self.state.units[stand.unit].name
            rule = rules["hq_no_shuffle"] if self.shuffles(stand) else rules["hq_no_move"]
            found.append(Objection(rule, f"{unit}: it has no HQ, so it may not move", depends_on="move"))
        if self.shuffles(stand) and strategic:
            found.append(Objection(rules["shuffle_normal"], f"{stand.name}: it may shuffle by a normal move only"))
        return tuple(found)

    def walks(self, stand: Stand, strategic: bool | None) -> tuple[Walk, ...]:
        """Return the kinds of walk that a stand may use on the board, normal before strategic."""
        order = self.order(stand)
        if self.shuffles(stand):
            return (self.walk(stand, "shuffle", "normal", self.table.rules["shuffle_normal"]),)
        if order == "R":
            longer = self.pace(stand).normal
            return (
                self.walk(stand, "retreat", "normal"),
                self.walk(stand, "retreat", "strategic", longer=longer),
            )
        kinds = {None: ("normal", "strategic"), True: ("strategic",), False: ("normal",)}[strategic]
        return tuple(self.walk(stand, kind, kind) for kind in kinds)

    def walk(self, stand: Stand, kind: str, terrain: str, rule: str = "", longer: int = 0) -> Walk:
        """Return one kind of walk of a stand on the board, at the pace of the stand."""
        assert self.board is not None
        pace = self.pace(stand)
        strategic = terrain == "strategic"
        most, words = (pace.strategic, f"{pace.words}, strategic") if strategic else (pace.normal, pace.words)
        held = self._held(stand) if kind == "shuffle" else frozenset()
        cost = self.retreat_cost(stand)
        return Walk(self.board, stand, kind, terrain, most, rule or pace.rule, words, longer, held, cost)

    def commanded(self, stand: Stand, places: Mapping[str, Hex | None]) -> tuple[bool, bool]:
        """Return whether a stand is in command before the moves to `places`, then whether it is in command after them.
        If the referee typed a value, both are the typed value.
        """
        starts, ends = self.near_hq(stand, {}), self.near_hq(stand, places)
        settled = self.facts.settle(
            "command",
            yes_or_no("command"),
            subject=stand.id,
            worked_out=ends,
            source="map",
            assume=True,
            words="in command" if self.shuffles(stand) else "",
        )
        if self.facts.sources[f"{stand.id}.command"] == "told":
            return bool(settled), bool(settled)
        return starts is not False, ends is not False

    def near_hq(self, stand: Stand, places: Mapping[str, Hex | None]) -> bool | None:
        """Return whether the stand is in command after the moves to `places`; None if its command is not known."""
        return self.state.near_hq(stand, self.table.limits["command_range"], places)

    def far_from_hq(self, stand: Stand, places: Mapping[str, Hex | None]) -> str:
        """Return the reason why the stand is out of command after the moves to `places`, or ""."""
        return self.state.far_from_hq(stand, self.table.limits["command_range"], places)

    def _held(self, stand: Stand) -> frozenset[Hex]:
        """Return the hexes in which the stand's unit has a core stand."""
        places = (self.state.place(other) for other in self.state.living(stand.unit))
        return frozenset(place for place in places if place is not None)

    def _board(self, state: State, table: Table) -> HexBoard:
        """Return the board with the terrain typed for single hexes. Raises Mistake for a hex off the board."""
        assert state.map is not None
        found: dict[Hex, str] = {}
        for subject in self.facts.of_whom("terrain"):
            if subject:
                try:
                    place = state.map.grid.hex(subject)
                except ValueError as wrong:
                    hint = "HEX.terrain=open, for example: 0507.terrain=open"
                    raise BadValue(f"{subject}.terrain: {wrong}", hint) from None
                known = grounds(state, table)
                terrain = self.facts.settle(
                    "terrain",
                    key_of("terrain", known),
                    subject=subject,
                    shared=False,
                    worked_out=state.map.terrain(place),
                    source="map",
                )
                if terrain:
                    found[place] = terrain
        return HexBoard(state, table, found)
