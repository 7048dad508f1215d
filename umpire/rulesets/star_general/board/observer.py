"""The facts of a combat: typed by the referee, worked out from the map or the state, or assumed.

For guns that fire alone, this module also finds the stand that spots the target, or the reason why no stand spots it.
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
    """Return a function that reads a number of one or two digits as a value of this fact. A longer number is a hex."""
    return lambda word: fact if word.isascii() and word.isdigit() and len(word) < 3 else None


def find(state: State, name: str) -> Stand:
    """Return the stand called `name`, or the core stand in the hex with the label `name`. Raises Mistake."""
    if stand := naming.find(name, state.stands, state.units):
        if not stand.alive:
            raise Gone(
                f"{stand.name} ({stand.id}): this stand is destroyed",
                "`umpire status` lists the remaining stands",
                name=stand.name,
            )
        return stand
    for stand in state.stands.values():
        if stand.hex and stand.hex == name and stand.alive:
            return stand
    if name.isdigit() and state.map:
        raise BadValue(f"no stand is in hex {name}", "`umpire status` shows the hex of each stand", word=name)
    left = {key: stand for key, stand in state.stands.items() if stand.alive}
    raise naming.none_such("stand", name, left, "`umpire status` lists all stands")


def find_unit(state: State, table: Table, name: str) -> Unit:
    """Return the unit of this name. Raises Mistake."""
    if unit := naming.find(name, state.units, state.stands):
        return unit
    raise naming.none_such(table.words["unit"], name, state.units, "`umpire status` lists all units")


def core_stand(state: State, name: str, table: Table) -> Stand:
    """Return the core stand of this name. Raises Mistake for a support stand; the hint names its core stand."""
    stand = find(state, name)
    if stand.kind not in table.core:
        raise WrongSort(
            f"{stand.name}: this is a {table.words['support']}, not a core stand",
            f"name {stand.host}, the core stand",
        )
    return stand


def standing(state: State, name: str, place: str) -> State:
    """Return the state with a stand in another hex. Raises Mistake."""
    stand = find(state, name)
    if state.map is None:
        raise NoMap("there is no map", "type the distance instead: range=2")
    try:
        state.map.grid.hex(place)
    except ValueError as wrong:
        raise BadValue(str(wrong)) from None
    return replace(state, stands={**state.stands, stand.id: replace(stand, hex=place)})


def named_once(stands: Iterable[Stand], hint: str) -> None:
    """Raise Mistake for a stand that is named twice."""
    seen: set[str] = set()
    for stand in stands:
        if stand.id in seen:
            raise Twice(f"{stand.name}: this stand is named twice", hint)
        seen.add(stand.id)


class Observer:
    """The facts of one combat, each with the value that is used in the combat.

    A typed fact overrides the map and the state. A fact that no source gives is assumed.
    """

    def __init__(self, state: State, table: Table, line: TypedLine) -> None:
        self.state = state
        self.table = table
        self.facts = Facts(line)
        self.board = None if state.map is None else self._board(state, table)

    def _board(self, state: State, table: Table) -> HexBoard:
        return HexBoard(state, table)

    def order(self, stand: Stand) -> str:
        """Return the order of a stand, which is the order of its unit. A battery acts as if on hold."""
        if not stand.unit:
            return "H"
        orders = key_of("order", ORDERS)
        settled = self.facts.settle(
            "order", orders, subject=stand.id, shared=False, worked_out=self.state.units[stand.unit].order
        )
        assert settled is not None
        return settled

    def ground(self, stand: Stand, *, shared: bool) -> Ground:
        """Return the terrain of a stand's hex; without a map open terrain is assumed."""
        return self.terrain(stand, shared=shared)[1]

    def terrain(self, stand: Stand, *, shared: bool) -> tuple[str, Ground]:
        """Return the name of the terrain in a stand's hex, and the terrain itself."""
        place = self.state.place(stand)
        known = grounds(self.state, self.table)
        name = self.facts.settle(
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
        """Return the distance in hexes from a stand to the nearest of the other stands."""
        apart = [away for other in others if (away := self.state.apart(stand, other)) is not None]
        settled = self.facts.settle(
            "range",
            RANGE,
            subject=self._owner(stand, "range", stand.id),
            shared=shared,
            worked_out=min(apart, default=None),
            source="map",
            assume=assume,
            words=words,
        )
        assert settled is not None
        return settled

    def _owner(self, stand: Stand, fact: str, default: str) -> str:
        """Return the id for which a fact was typed: the id of the stand, or of its core stand. If the fact was typed
        for neither stand, return the default.
        """
        return next((id for id in (stand.id, stand.host) if id and self.facts.is_told(id, fact)), default)

    def in_command(self, stand: Stand, *, shared: bool = False) -> bool:
        """Return whether a stand is in command.

        A battery is always in command. A support stand is in command if its core stand is in command.
        """
        if not stand.unit:
            return True
        lost = self.state.without_hq(stand.unit)
        settled = self.facts.settle(
            "command",
            yes_or_no("command"),
            subject=self._owner(stand, "command", stand.host or stand.id),
            shared=shared,
            worked_out=self.state.near_hq(stand, self.table.limits["command_range"]),
            source="state" if lost else "map",
            assume=True,
            words=ALL_IN_COMMAND,
        )
        assert settled is not None
        return settled

    def blocked(self, stand: Stand, target: Stand) -> tuple[str, str]:
        """Return the obstacle in the line of fire, and the rule; ("", "") for a clear line."""
        seen = self._line_on_map(stand, target)
        line = self.facts.settle(
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
        return seen if seen and seen[0] else ("an obstacle, as you typed", self.table.rules["line"])

    def _line_on_map(self, stand: Stand, target: Stand) -> tuple[str, str] | None:
        """Return the obstacle in the line of fire on the map, and the rule; ("", "") for a clear line.

        The obstacle is a stand or blocking terrain between the two stands. If the line runs along the side between two
        hexes, both hexes are the obstacle. Return None if the map does not show both stands.
        """
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
        return " and ".join(found) + (
            ", because the line runs along the hex side between these hexes" if side else ""
        ), rule

    def armoured(self, stand: Stand) -> bool:
        """Return whether a core stand counts as armoured.

        A core stand counts as armoured if its `armoured` is true, if its arm is tank, or if armoured transport is with
        the stand.
        """
        if stand.armoured or self.table.core[stand.kind].arm == "tank":
            return True
        return any(self.table.support[support.kind].armours for support in self.state.supports(stand.id))


class Sight(NamedTuple):
    """The spotting distance of a target, the reason for the distance, and the rule."""

    reach: int
    why: str
    rule: str


class Spotting(NamedTuple):
    """The stand that spots a target, the place of the stand in words, and the rule.

    If no stand spots the target, `stand` is None and `words` give the reason.
    """

    stand: Stand | None
    words: str
    rule: str


def sight(table: Table, order: str, ground: Ground) -> Sight:
    """Return the distance from which a target is spotted. The distance is shorter if the target is in cover or dug in
    (TSG-5.2-01, -02, -06).
    """
    limits, rules = table.limits, table.rules
    if ground.cover:
        return Sight(limits["spot_cover"], f"in cover, {ground.words}", rules["spotting_cover"])
    if order == "D":
        return Sight(limits["spot_cover"], "dug in", rules["spotting_cover"])
    return Sight(limits["spot_open"], "in the open", rules["spotting"])


def spotting(board: HexBoard, target: Stand, seen: Sight) -> Spotting:
    """Return the nearest stand that spots a target. If several stands are equally near, return the first stand on the
    roster. If no stand spots the target, return the reason why the nearest stand cannot spot it.

    Batteries have no HQ and do not spot; stands in between do not block the view (TSG-5.2-01 to -06, 3SG-5.2-01 to
    -03).
    """
    there = board.state.place(target)
    watching = [(here, stand) for here, stand in board.held.items() if stand.unit and stand.side != target.side]
    if there is None or not watching:
        return Spotting(None, f"no stand can spot {target.name}", seen.rule)
    within = f"{seen.reach} allowed for a target {seen.why}"
    nearest: tuple[str, str] | None = None
    for here, stand in sorted(watching, key=lambda watched: distance(watched[0], there)):
        where, away = f"{stand.name} in {board.grid.label(here)}", distance(here, there)
        obstacle = _obstacle(board, stand, here, there)
        if away > seen.reach:
            obstacle = (f"the nearest stand, {where}, is {away} hexes away, {within}", seen.rule)
        if not obstacle:
            return Spotting(
                stand, f"{where} spots the target from {number_of(away, 'hex', 'hexes')}, {within}", seen.rule
            )
        nearest = nearest or obstacle
    assert nearest is not None
    words, rule = nearest
    return Spotting(None, f"{target.name}: not spotted; {words}", rule)


def _obstacle(board: HexBoard, stand: Stand, here: Hex, there: Hex) -> tuple[str, str] | None:
    """Return the reason why a stand that is near enough cannot spot a hex, and the rule; None if the stand can spot the
    hex.
    """
    rules, command = board.table.rules, board.table.limits["command_range"]
    if board.state.near_hq(stand, command) is False:  # if not known, in command is assumed, as in a combat
        why = board.state.far_from_hq(stand, command)
        return f"the nearest stand, {stand.name}, is out of command ({why})", rules["spotting_command"]
    if crossed := board.obstacles(here, there, stands=False):
        what = " and ".join(f"{board.ground(each).words} in {board.grid.label(each)}" for each in crossed)
        return f"{what} blocks the view from {stand.name}", rules["spotting_line"]
    return None
