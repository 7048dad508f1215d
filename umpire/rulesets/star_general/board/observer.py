"""What is known of a combat: told by the referee, seen on the map, known from the state, or assumed and said.

Who spots a target for the guns on their own: from where, how far off; else what stands against it, by which rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from umpire.core.frozen import replace
from umpire.core.hexes import Hex, distance
from umpire.core.mistakes import BadValue, Gone, NoMap, Twice, WrongSort
from umpire.core.outcome import number_of
from umpire.game import naming
from umpire.game.facts import Facts, TypedLine, key_of, whole, yes_or_no
from umpire.rulesets.star_general.board.board import HexBoard, grounds
from umpire.rulesets.star_general.state import ORDERS, Stand, State, Unit
from umpire.rulesets.star_general.table import Ground, Table

RANGE = whole(0, 99, "range")
ALL_IN_COMMAND = "all in command"
LINE = key_of("line", ("clear", "blocked"))


def short_number(fact: str) -> Callable[[str], str | None]:
    """A bare number of one or two digits tells this fact; four digits are a hex."""
    return lambda word: fact if word.isascii() and word.isdigit() and len(word) < 3 else None


def find(state: State, name: str) -> Stand:
    """The stand called so, or the core stand in the hex of that label. Raises Mistake."""
    if stand := naming.find(name, state.stands, state.units):
        if not stand.alive:
            raise Gone(f"{stand.name} ({stand.id}) is destroyed", "`umpire status` shows who is left", name=stand.name)
        return stand
    for stand in state.stands.values():
        if stand.hex and stand.hex == name and stand.alive:
            return stand
    if name.isdigit() and state.map:
        raise BadValue(f"there is no stand in hex {name}", "`umpire status` shows who is where", word=name)
    left = {key: stand for key, stand in state.stands.items() if stand.alive}
    raise naming.none_such("stand", name, left, "`umpire status` names them all")


def find_unit(state: State, table: Table, name: str) -> Unit:
    """The unit called so. Raises Mistake."""
    if unit := naming.find(name, state.units, state.stands):
        return unit
    raise naming.none_such(table.words["unit"], name, state.units, "`umpire status` names them")


def core_stand(state: State, name: str, table: Table) -> Stand:
    """The core stand called by name. Raises Mistake for a support stand, naming the stand it is with."""
    stand = find(state, name)
    if stand.kind not in table.core:
        raise WrongSort(
            f"{stand.name} is a {table.words['support']}, not a core stand", f"name {stand.host}, which it is with"
        )
    return stand


def standing(state: State, name: str, place: str) -> State:
    """The state if a stand stood in another hex. Raises Mistake."""
    stand = find(state, name)
    if state.map is None:
        raise NoMap("there is no map to stand on", "tell the distance instead: range=2")
    try:
        state.map.grid.hex(place)
    except ValueError as wrong:
        raise BadValue(str(wrong)) from None
    return replace(state, stands={**state.stands, stand.id: replace(stand, hex=place)})


def named_once(stands: Iterable[Stand], hint: str) -> None:
    """Raises Mistake for a stand that is named twice."""
    seen: set[str] = set()
    for stand in stands:
        if stand.id in seen:
            raise Twice(f"{stand.name} is named twice", hint)
        seen.add(stand.id)


class Observer:
    """Settles the facts of one combat: told beats the map and the state, the rest is assumed and said."""

    def __init__(self, state: State, table: Table, told: TypedLine) -> None:
        self.state = state
        self.table = table
        self.known = Facts(told)
        self.board = None if state.map is None else self._board(state, table)

    def _board(self, state: State, table: Table) -> HexBoard:
        return HexBoard(state, table)

    def order(self, stand: Stand) -> str:
        """The order a stand is on: its unit's; a battery acts as if on hold."""
        if not stand.unit:
            return "H"
        orders = key_of("order", ORDERS)
        settled = self.known.settle(
            "order", orders, subject=stand.id, shared=False, worked_out=self.state.units[stand.unit].order
        )
        assert settled is not None
        return settled

    def ground(self, stand: Stand, *, shared: bool) -> Ground:
        """The ground of a stand's hex; without a map open ground is assumed."""
        return self.terrain(stand, shared=shared)[1]

    def terrain(self, stand: Stand, *, shared: bool) -> tuple[str, Ground]:
        """The ground of a stand's hex by name, and what it is."""
        place = self.state.place(stand)
        known = grounds(self.state, self.table)
        name = self.known.settle(
            "terrain",
            key_of("terrain", known),
            subject=stand.id,
            shared=shared,
            worked_out=self.state.map.terrain(place) if self.state.map and place else None,
            source="map",
            assume="open",
            words=f"{stand.name} in the open" if shared else "",
        )
        assert name is not None
        return name, known[name]

    def distance(self, stand: Stand, *others: Stand, shared: bool, assume: int, words: str) -> int:
        """The distance in hexes from a stand to the nearest of others."""
        apart = [away for other in others if (away := self.state.apart(stand, other)) is not None]
        settled = self.known.settle(
            "range",
            RANGE,
            subject=self._told_of(stand, "range", stand.id),
            shared=shared,
            worked_out=min(apart, default=None),
            source="map",
            assume=assume,
            words=words,
        )
        assert settled is not None
        return settled

    def _told_of(self, stand: Stand, fact: str, otherwise: str) -> str:
        """The id a fact of a stand is told of: its own, or that of the core stand it is with; else the one said."""
        return next((id for id in (stand.id, stand.host) if id and self.known.is_told(id, fact)), otherwise)

    def in_command(self, stand: Stand, *, shared: bool = False) -> bool:
        """Whether a stand is within command range of its unit's HQ; a battery is, a support stand as its core."""
        if not stand.unit:
            return True
        lost = self.state.without_hq(stand.unit)
        settled = self.known.settle(
            "command",
            yes_or_no("command"),
            subject=self._told_of(stand, "command", stand.host or stand.id),
            shared=shared,
            worked_out=self.state.near_hq(stand, self.table.limits["command_range"]),
            source="state" if lost else "map",
            assume=True,
            words=ALL_IN_COMMAND,
        )
        assert settled is not None
        return settled

    def blocked(self, stand: Stand, target: Stand) -> tuple[str, str]:
        """What stops the line of fire and by which clause; ("", "") for a clear line."""
        seen = self._line_on_map(stand, target)
        line = self.known.settle(
            "line",
            LINE,
            subject=stand.id,
            worked_out=None if seen is None else "blocked" if seen[0] else "clear",
            source="map",
            assume="clear",
            words="clear line of fire",
        )
        if line == "clear":
            return "", ""
        return seen if seen and seen[0] else ("you said so", self.table.rules["line"])

    def _line_on_map(self, stand: Stand, target: Stand) -> tuple[str, str] | None:
        """What the map says of a line: any stand, or blocking ground, strictly between (both hexes along a side)."""
        here, there = self.state.place(stand), self.state.place(target)
        if here is None or there is None or self.board is None:
            return None
        board, rules = self.board, self.table.rules
        crossed = board.obstacles(here, there, stands=True)
        if not crossed:
            return "", ""
        side = len(crossed) > 1
        rule = rules["line_hexside" if side else "line" if crossed[0] in board.held else "line_terrain"]
        what = (board.held[each].name if each in board.held else board.ground(each).words for each in crossed)
        found = (f"{one} in {board.grid.label(each)}" for one, each in zip(what, crossed, strict=True))
        return " and ".join(found) + (", along the side between them" if side else ""), rule

    def armoured(self, stand: Stand) -> bool:
        """Whether a core stand counts as armoured: tanks, armoured types, infantry whose armoured transport lives."""
        if stand.armoured or self.table.core[stand.kind].arm == "tank":
            return True
        return any(self.table.support[support.kind].armours for support in self.state.supports(stand.id))


class Sight(NamedTuple):
    """How well a target is seen: the hexes it is spotted from, why so few where they are, and the rule."""

    reach: int
    why: str
    rule: str


class Spotting(NamedTuple):
    """The stand that spots a target (None nobody), from where or why nobody does, and the rule."""

    stand: Stand | None
    words: str
    rule: str


def sight(table: Table, order: str, ground: Ground) -> Sight:
    """From how many hexes a target is spotted: fewer in cover by its ground, and dug in (TSG-5.2-01, -02, -06)."""
    limits, rules = table.limits, table.rules
    if ground.cover:
        return Sight(limits["spot_cover"], f"in cover, {ground.words}", rules["spotting_cover"])
    if order == "D":
        return Sight(limits["spot_cover"], "dug in", rules["spotting_cover"])
    return Sight(limits["spot_open"], "in the open", rules["spotting"])


def spotting(board: HexBoard, target: Stand, seen: Sight) -> Spotting:
    """The nearest stand that spots a target, the first of the roster among equals, or what keeps the nearest from it.

    Batteries have no HQ and do not spot; other stands are no obstacle (TSG-5.2-01 to -06, 3SG-5.2-01 to -03).
    """
    there = board.state.place(target)
    watching = [(here, stand) for here, stand in board.held.items() if stand.unit and stand.side != target.side]
    if there is None or not watching:
        return Spotting(None, f"nobody is there to spot {target.name}", seen.rule)
    within = f"{seen.reach} allowed {seen.why}"
    nearest: tuple[str, str] | None = None
    for here, stand in sorted(watching, key=lambda watched: distance(watched[0], there)):
        where, away = f"{stand.name} in {board.grid.label(here)}", distance(here, there)
        kept = _kept_from_it(board, stand, here, there)
        if away > seen.reach:
            kept = (f"the nearest, {where}, is {away} hexes away, {within}", seen.rule)
        if not kept:
            return Spotting(stand, f"{where} spots it from {number_of(away, 'hex', 'hexes')}, {within}", seen.rule)
        nearest = nearest or kept
    assert nearest is not None
    words, rule = nearest
    return Spotting(None, f"nobody spots {target.name}: {words}", rule)


def _kept_from_it(board: HexBoard, stand: Stand, here: Hex, there: Hex) -> tuple[str, str] | None:
    """What keeps a stand that is near enough from spotting a hex, and by which rule; None where nothing does."""
    rules, command = board.table.rules, board.table.limits["command_range"]
    if board.state.near_hq(stand, command) is False:  # what does not show is assumed, as in a combat
        why = board.state.far_from_hq(stand, command)
        return f"{stand.name} is out of command, {why}", rules["spotting_command"]
    if crossed := board.obstacles(here, there, stands=False):
        what = " and ".join(f"{board.ground(each).words} in {board.grid.label(each)}" for each in crossed)
        return f"{what} in the way of {stand.name}", rules["spotting_line"]
    return None
