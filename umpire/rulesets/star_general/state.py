"""The state of a Star General game: units with their orders, stands with strength, place and shots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from umpire.core.frozen import frozen, replace
from umpire.core.hexes import Hex, distance
from umpire.game.clock.arrivals import LEFT, Arrives
from umpire.game.clock.ending import Ending
from umpire.game.maps import Map
from umpire.game.naming import Nameable
from umpire.game.records import (
    Always,
    As,
    Count,
    Id,
    IdOf,
    Key,
    Name,
    OfSide,
    OneOf,
    Place,
    RowOf,
    Side,
    Usual,
    Whole,
    read,
    rows,
)

if TYPE_CHECKING:
    from umpire.game.clock.when import Moment

PHASES = "orders", "retreats", "activations", "artillery"  # of a round
ORDERS = {"M": "move", "H": "hold", "D": "dug in", "R": "retreat"}


def on(order: str) -> str:
    """Return an order as part of a sentence: `on hold`, `dug in`."""
    return ORDERS[order] if order == "D" else f"on {ORDERS[order]}"


AIR = "air"
"""The name of a plane in a line; no stand may have it."""


@frozen
class Clock:
    """The place of the game in its sequence of play.

    `phase` is one of `PHASES`, or "night", or "over". `round` counts within the day. `active` is the active unit (""
    for none). `last` is the side of the last activation, and `run` counts the activations of that side in a row. In the
    artillery phase, `side` is the side to play, and `second` is true once the other side has had its turn.
    """

    day: Annotated[int, Whole(1, 999)] = 1
    round: Annotated[int, Whole(1, 999)] = 1
    phase: Annotated[str, OneOf(*PHASES, "night", "over")] = "orders"
    active: Annotated[str, IdOf("units")] = ""
    last: Side = ""
    run: Annotated[int, Whole(0, 999)] = 0
    side: Side = ""
    second: bool = False


@frozen
class Battle(Ending):
    """The length of the battle: days, rounds in a day, and whether a night follows each day.

    The side with most points at the end wins. If there is an `attacker`, this side wins with `needed` points, and loses
    with fewer (TSG-11-02, 3SG-11-01). If `needed` is 0, the attacker needs the points of all objectives.
    """

    days: Annotated[int, Whole(1, 99)] = 1
    rounds: Annotated[int, Whole(1, 99)] = 5
    night: bool = True
    attacker: Side = ""
    needed: int = 0


@frozen
class Force:
    """The points of a side.

    `air` has the air points of the side in each round. `units` is the number of battalions that the side began with. In
    each night the side gets `strength` strength points and `support` support points for each of these battalions. The
    fields with `_left` are the points left in this round or night.
    """

    side: Annotated[str, Key()]
    air: Count = 0
    air_left: Count = 0
    strength: Count = 2
    support: Count = 1
    units: Count = 0
    strength_left: Count = 0
    support_left: Count = 0


@frozen
class Objective:
    """An objective: its hex ("" without a map), its points, and the side that holds it ("" for none)."""

    id: Id
    name: Name
    hex: Place = ""
    points: Count = 1
    holder: Side = ""


@frozen
class Unit:
    """A battalion or regiment: the stands that share an order and an HQ.

    `order` is M, H, D or R. `marker` is the order placed face down for this round ("" if none is placed yet).
    `activated` is true if the unit was activated in this round. `attacked` is true if the unit attacked in this round.
    `hq_lost` is the number of the round in which its HQ was lost, counted from the start of the battle (0: not lost).
    `held` has the labels of the hexes that the unit held at nightfall. By day, or without a map, `held` is empty.
    """

    id: Id
    name: Name
    side: Side
    order: Annotated[str, OneOf(*ORDERS, names=ORDERS), Always()] = "M"
    marker: Annotated[str, OneOf("", *ORDERS, names=ORDERS)] = ""
    activated: bool = False
    attacked: bool = False
    hq_lost: int = 0
    held: tuple[str, ...] = ()


@frozen
class Stand:
    """A core stand, a support stand or a battery.

    `unit` is empty for a battery. `sp` is the number of strength points left to the stand, out of `full`; 0 means
    removed. A support stand is with the core stand `host` and has no place of its own. For a core stand, `hex` is the
    label of its hex ("" without a map). `fs` is the fighting strength in dice. `range` is a gun's range in hexes. A
    battery has `supply` shots in each round; `shots` is the number of shots left. `mobility` is foot, wheeled, tracked
    or slow. `moved` is the stand's move of this round: normal, strategic, retreat, or "" for none. If the stand is an
    HQ that came back this turn, or was brought back this night, `moved` is "returned". For a stand that comes later,
    `arrives` says when.
    """

    id: Id
    name: Name
    side: Annotated[str, OfSide(), Usual()]
    unit: Annotated[str, Usual()]
    kind: Annotated[str, RowOf("core", "support"), As("type")]
    sp: Annotated[int, Usual()]
    full: Annotated[int, Usual(), Whole(1, 6, "is not a strength", "1 for a support stand, 1 to 6 for a core stand")]
    fs: Annotated[int, Whole(0, 9)] = 0
    range: Count = 0
    host: Annotated[str, IdOf("stands")] = ""
    hex: Place = ""
    elite: bool = False
    superior_gun: bool = False
    armoured: bool = False
    shots: Count = 0
    supply: Count = 0
    mobility: Annotated[str, RowOf("pace", what="mobility")] = "foot"
    moved: Annotated[str, OneOf("", "normal", "strategic", "retreat", "returned")] = ""
    arrives: Annotated[str, Arrives(hexes=True)] = ""

    @property
    def alive(self) -> bool:
        """True if the stand is still in play."""
        return self.sp > 0

    @property
    def battery(self) -> bool:
        """True if the stand is a battery: a gun that is its own unit and has no order."""
        return not self.unit and not self.host


@frozen
class State:
    """Units and stands by id, and the rest of the battle. Destroyed stands are included, because they may return at
    night.

    `ground` is the scenario's own terrain, with its effects in words of `board.GROUND`. `later` has the units and
    stands that come onto the table later; `Family.present` leaves them out of `units` and `stands`. `last` is true if
    the battle ends with this round. `later` and `last` are not stored.
    """

    units: Mapping[str, Unit]
    stands: Mapping[str, Stand]
    ground: Mapping[str, str] = field(default_factory=dict)
    map: Map | None = None
    clock: Clock = Clock()
    battle: Battle = Battle()
    forces: Mapping[str, Force] = field(default_factory=dict)
    objectives: Mapping[str, Objective] = field(default_factory=dict)
    later: Mapping[str, Any] = field(default_factory=dict)
    last: bool = False

    @property
    def ending(self) -> Ending:
        """The settings of the scenario for the end of the battle."""
        return self.battle

    @property
    def count(self) -> int:
        """The number of this round, counted from the start of the battle over all days."""
        return (self.clock.day - 1) * self.battle.rounds + self.clock.round

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that have stands, in order of the roster."""
        return tuple(dict.fromkeys(stand.side for stand in self.stands.values()))

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of every unit and stand by id."""
        units = {unit.id: unit.name for unit in self.units.values()}
        return units | {one.id: one.name for one in self.stands.values()}

    @cached_property
    def nameable(self) -> dict[str, Nameable]:
        """The dict that `named` returns. The dict is worked out only once, because one typed line needs it often."""
        found = {key.lower(): Nameable(one.side, one.battery, part=bool(one.host)) for key, one in self.stands.items()}
        here = (stand for stand in self.stands.values() if stand.hex and stand.alive)
        return found | {stand.hex: Nameable(stand.side, stand.battery, by_place=True) for stand in here}

    @cached_property
    def held(self) -> Mapping[Hex, Stand]:
        """The core stands on the board, by hex. Destroyed stands are left out."""
        return {place: one for one in self.stands.values() if one.alive and not one.host and (place := self.place(one))}

    def supports(self, core: str) -> tuple[Stand, ...]:
        """Return the living support stands of a core stand, in order of the roster."""
        return tuple(stand for stand in self.stands.values() if stand.host == core and stand.alive)

    def living(self, unit: str) -> tuple[Stand, ...]:
        """Return the living core stands of a unit."""
        return tuple(stand for stand in self.stands.values() if stand.unit == unit and stand.alive and not stand.host)

    def units_in_play(self) -> tuple[Unit, ...]:
        """Return the units that still have a core stand, in order of the roster."""
        return tuple(unit for unit in self.units.values() if self.living(unit.id))

    def without_hq(self, unit: str) -> bool:
        """Return whether a unit has lost its HQ, and has not got it back."""
        headquarters = self.headquarters(unit)
        return headquarters is not None and not headquarters.alive

    def headquarters(self, unit: str) -> Stand | None:
        """Return the HQ stand of a unit, alive or not; None if the scenario gives the unit no HQ."""
        stands = (*self.stands.values(), *self._to_come(unit))
        return next((stand for stand in stands if stand.unit == unit and stand.kind == "hq"), None)

    def _to_come(self, unit: str) -> tuple[Stand, ...]:
        return tuple(one for one in self.later.values() if isinstance(one, Stand) and one.unit == unit)

    def to_come(self, unit: str) -> tuple[Stand, ...]:
        """Return the core stands of a unit that are not in `stands` yet, because they come later."""
        return tuple(stand for stand in self._to_come(unit) if not stand.host)

    def near_hq(self, stand: Stand, reach: int, places: Mapping[str, Hex | None] | None = None) -> bool | None:
        """Return whether a stand is in command: within `reach` hexes of its unit's living HQ (TSG-1.1-06, 3SG-1.2-02).

        Return None if the roster has no HQ for the stand (a battery has no HQ), or if the stand or its HQ is not on a
        map. `places` has the new hexes of stands that have moved.
        """
        hq = self.headquarters(stand.unit) if stand.unit else None
        if hq is None:
            return None
        if not hq.alive or hq.id in self.later:
            return False
        moved = places or {}
        here, there = (moved.get(one.id) or self.place(one) for one in (stand, hq))
        return None if here is None or there is None else distance(here, there) <= reach

    def far_from_hq(self, stand: Stand, reach: int, places: Mapping[str, Hex | None] | None = None) -> str:
        """Return the reason why a stand is out of command: the HQ is too far away, lost, or not on the board. Return ""
        if the stand is in command, or if its command is not known.
        """
        hq = self.headquarters(stand.unit)
        if hq is None or self.near_hq(stand, reach, places) is not False:
            return ""
        moved = places or {}
        here, there = (moved.get(one.id) or self.place(one) for one in (stand, hq))
        if hq.id in self.later:
            return f"{hq.name} is not on the board{'' if hq.arrives.startswith(LEFT) else ' yet'}"
        if not hq.alive or here is None or there is None or self.map is None:
            return "its HQ is lost"
        return f"{distance(here, there)} hexes from {hq.name} in {self.map.grid.label(there)}, {reach} allowed"

    def place(self, stand: Stand) -> Hex | None:
        """Return the hex of a stand. A support stand is in the hex of its host. Return None if there is no map, or if
        the stand is off the board.
        """
        label = self.stands[stand.host].hex if stand.host else stand.hex
        return self.map.grid.hex(label) if self.map and label else None

    def apart(self, one: Stand, other: Stand) -> int | None:
        """Return the distance between two stands in hexes; None if either stand is not on a map."""
        here, there = self.place(one), self.place(other)
        return None if here is None or there is None else distance(here, there)


def read_state(plain: Mapping[str, Any], game_map: Map | None) -> State:
    """Return the state stored in the game file. The state is not checked here."""
    return read(
        State,
        plain,
        map=game_map,
        units=rows(Unit, plain["units"]),
        stands=rows(Stand, plain["stands"]),
        clock=read(Clock, plain["clock"]),
        battle=read(Battle, plain["battle"]),
        forces=rows(Force, plain["forces"]),
        objectives=rows(Objective, plain["objectives"]),
    )


def names(state: State) -> Mapping[str, str]:
    """Return the name of every unit and stand, by id."""
    return state.names


def named(state: State) -> Mapping[str, Nameable]:
    """Return a dict from each word that may name a stand to the stand's side. The words are ids of stands, and hexes
    with a core stand.

    Batteries are marked, because a battery typed after the first stand of a line gives support.
    """
    return state.nameable


def moment(state: State) -> Moment:
    """Return the point of the battle on its clock: day and round, or night."""
    from umpire.game.clock.when import Moment

    clock, battle = state.clock, state.battle
    now = Moment("round", clock.round, clock.day, clock.phase == "night", over=clock.phase == "over", phase=clock.phase)
    return replace(now, days=battle.days, rounds=battle.rounds, nights=battle.night)
