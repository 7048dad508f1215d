"""The state of a game of ASP World War 2: the turn, battle groups and their stands, light and weather.

The scene of a battle has the scale, zone, season, hour, the armies, and the marks on the table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue
from umpire.core.outcome import Objection
from umpire.game import records
from umpire.game.act import Situation
from umpire.game.clock.arrivals import Arrives
from umpire.game.clock.ending import Ending
from umpire.game.distances import LENGTHS, Ruler
from umpire.game.naming import Nameable
from umpire.game.records import About, Id, IdOf, Name, Named, OneOf, RowOf, Side, Usual, Whole, Wrong
from umpire.rulesets.asp.table import GRADES, Table

if TYPE_CHECKING:
    from umpire.game.clock.when import Moment

OBSTACLES = ("anti-tank", "anti-personnel")
"""The kinds of obstacle (ENG-04)."""
HIDDEN = "obstacle"
"""The public kind of an obstacle that is not declared."""


class SectionKey(Named):
    """The mark of a field whose value names a row in a section of the rule table; with `has`, only a row that has that
    field.
    """

    def __init__(self, section: str, what: str, has: str = "") -> None:
        self.section, self.what, self.has = section, f"{what} ", has

    def rows(self, about: About) -> Mapping[str, Any]:
        rows = about.table.sections if about.table else {}
        for part in self.section.split("."):
            rows = rows.get(part, {})
        having = {name: row for name, row in rows.items() if isinstance(row, Mapping) and self.has in row}
        return having if self.has else rows


Zone = Annotated[str, SectionKey("terrain", "zone", has="major")]


@frozen
class Army:
    """The army of a side: its nation, the points agreed (if any), the climatic zone it comes from.

    A `fantasy` army is `organised` like a great power, buys its tanks from its `supplier` whose `ally` it is, and has a
    `place` on the map and its own `insignia` (FAN-03 to 06).
    """

    id: Id
    side: Side
    nation: str = ""
    budget: Annotated[int, Whole(0, 99999, "is not a number of points")] | None = None
    zone: Zone = ""
    fantasy: bool = False
    organised: str = ""
    supplier: str = ""
    ally: bool = False
    place: str = ""
    insignia: str = ""


@frozen
class Mark:
    """A mark on the table: `kind` is smoke, light, anti-tank or anti-personnel.

    `side` placed it, `where` is its place in words. The enemy knows the kind of an obstacle once it is
    `declared` (ENG-04).
    """

    id: Id
    kind: Annotated[str, OneOf("smoke", "light", *OBSTACLES)]
    side: Side
    where: str = ""
    declared: bool = False

    @property
    def shown(self) -> str:
        """The public kind of the mark."""
        return self.kind if self.declared or self.kind not in OBSTACLES else HIDDEN


@frozen
class Scene:
    """`scale` of the models, `zone` and `season`, the `minute` of the day, the `year`; "" or None if not settled.

    `defender` is the side that defends in a battle of attack and defence (ENG-01), `modules` are the optional rules
    agreed on (GEN-09), `terrain` the squares of the table in words. Distances without a unit are in `unit`; "" means
    metres.
    """

    scale: str = ""
    zone: str = ""
    season: str = ""
    minute: int | None = None
    year: int | None = None
    defender: str = ""
    modules: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    armies: Mapping[str, Army] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    unit: str = ""

    def army(self, side: str) -> Army | None:
        """Return the army of a side; None if the scenario has none."""
        return next((army for army in self.armies.values() if army.side == side), None)

    def agreed(self, module: str) -> bool:
        """Return whether an optional module is played (GEN-09)."""
        return module in self.modules

    def not_agreed(self, module: str, name: str) -> Objection:
        """Return the objection to an optional rule that is not agreed, with the correction that adds it."""
        line = f"set conditions modules={','.join((*self.modules, module))}"
        return Objection("GEN-09", f"{name}: this module is not agreed; type `{line}` to add it")


def ruler(scene: Scene, table: Table) -> Ruler:
    """Return the units of distances typed and shown: each 250 m of ground is a fixed length on the table (SCALE-01,
    SCALE-02).
    """
    row = table.sections["scales"].get(scene.scale)
    if row is None:
        return Ruler("m", scene.unit or "m")
    ground = table.limits["length_metres"] * LENGTHS["m"]
    return Ruler("m", scene.unit or "m", Fraction(ground, row["length"] * LENGTHS[row["unit"]]), row["unit"])


def clock_words(minute: int) -> str:
    """Return a minute of the day as a clock shows it: `18:40`."""
    return f"{minute // 60:02}:{minute % 60:02}"


def read_time(text: str) -> int:
    """Return the minute of the day for `18:40` or `18`. Raises Mistake."""
    found = re.fullmatch(r"(\d{1,2})(?::(\d\d))?", text, re.ASCII)
    if found is None or int(found[1]) > 23 or int(found[2] or 0) > 59:
        raise BadValue(f"{text!r} is not a time of day", "hours and minutes, 00:00 to 23:59", word=text)
    return int(found[1]) * 60 + int(found[2] or 0)


T = TypeVar("T")
Number = Annotated[int, Whole(0, 99, "is not a number from 0 to 99")]


class Points(records.FieldMark):
    """The mark of a number of points: 15, or "7.5", "15/2"."""

    def amiss(self, value: Any, about: About) -> Wrong | None:
        fits = re.fullmatch(r"\d{1,5}(\.\d{1,3}|/[1-9]\d{0,2})?", str(value), re.ASCII)
        return None if fits else (f"{str(value)!r} is not a number of points", 'for example: 15 or "7.5"')


@frozen
class Clock:
    """The point reached in the sequence of play.

    `turn` numbers the turns (0: none has begun), `first` is the side that began, `side` the side whose player turn it
    is, `step` the step of that player turn (SEQ-02 to 06). In step 5 `open` is the battle group making its tactical
    moves ("" if none is) and `done` are the battle groups that have finished theirs. `lost` is the side that has lost
    the battle, which ends it (BG-11); `ended` means that the scenario has ended it.
    """

    turn: Annotated[int, Whole(0, 9999, "is not a number of turns")] = 0
    first: Side = ""
    side: Side = ""
    step: Annotated[int, Whole(1, 5, "is not a step of a turn")] = 1
    open: Annotated[str, IdOf("groups")] = ""
    done: tuple[Annotated[str, IdOf("groups")], ...] = ()
    lost: Side = ""
    ended: bool = False

    @property
    def over(self) -> bool:
        """True if the battle is over."""
        return bool(self.lost or self.ended)


@frozen
class Group:
    """A battle group. `grade` is A to D, `hq` the id of its headquarters stand; `failed` is true once it has failed its
    morale test.

    `radio` and `command` (mobile, cautious or "") come from the army list. `cp` are the command points it has left; if
    left out, none are rolled or counted. `test` is the reason why it must take a morale test ("" if it need not);
    `retreating` means that it failed before its turn began, so its stands move back in it.
    """

    id: Id
    name: Name
    side: Side
    grade: Annotated[str, OneOf(*GRADES)]
    hq: str = ""
    failed: bool = False
    radio: bool = False
    command: Annotated[str, OneOf("", "mobile", "cautious")] = ""
    cp: Number | None = None
    test: str = ""
    retreating: bool = False


@frozen
class Stand:
    """A stand of a battle group.

    `type` names a row of the types of the table; `row` and `column` are its weapon and target class where they differ
    from the type's. `aboard` is the id of the vehicle that carries it, `beside` of the vehicle it has left but not yet
    got away from (BUS-05), `towed` of the vehicle a limbered gun is hitched to. `moved` means that it moved in its own
    last turn (DET-09); `fired` that it has shot in this game, `fire_marker` that a FIRE marker still lies in front of
    it (FIRE-06). `hit` means that a shot of this player turn pinned or repulsed it (STAT-06); `left` that it left the
    table (it is out of play, `destroyed`, but not lost).

    In its own turn: `spent` are the command points spent on it, `points` the tactical points bought and not used,
    `option` the one it is half-way through (C or E: it may still fire; D or F: it may still move), `debussed` the
    moves it may make after de-bussing, if it has.

    `dug_in` means that it is statically dug in (ENG-02), `jungle` that it is trained for the jungle (TERR-03);
    `classed` and `price` are its class for points and its points where they differ from the type's. For aircraft:
    `ready` means that a Fighter is behind its baseline (AIR-01), `runs` are the attacks made (AIR-10), `flew` is the
    turn of its last attack, or of the last fight it began. `smoke` and `lights` are the turns of fire with smoke and
    with illumination (SMK-03, ILL-03), `smoke_turn` and `light_turn` are the last turn of each. `stopped` means that an
    obstacle has stopped it since its last move (ENG-08). `arrives` is the arrival of a stand that comes later.
    """

    id: Id
    name: Annotated[Name, Usual()]
    group: Annotated[str, IdOf("groups")]
    type: Annotated[str, RowOf("types", what="type")]
    row: str = ""
    column: Annotated[str, RowOf("columns", what="column of the score matrix")] = ""
    skirts: bool = False
    light_mortars: bool = False
    late_british: bool = False
    aaa: bool = False
    aboard: str = ""
    markers: Number = 0
    pinned: bool = False
    repulsed: bool = False
    destroyed: bool = False
    moved: bool = False
    fired: bool = False
    fire_marker: bool = False
    beside: str = ""
    towed: str = ""
    hit: bool = False
    left: bool = False
    spent: Number = 0
    points: Number = 0
    option: Annotated[str, SectionKey("tactical", "option half-way", has="first")] = ""
    marched: bool = False
    halted: bool = False
    debussed: Number | None = None
    dug_in: bool = False
    jungle: bool = False
    classed: Annotated[str, SectionKey("points.classes", "class of points")] = ""
    price: Annotated[int | str, Points()] = ""
    ready: bool = False
    runs: Number = 0
    flew: Number = 0
    smoke: Number = 0
    lights: Number = 0
    smoke_turn: Number = 0
    light_turn: Number = 0
    stopped: bool = False
    arrives: Annotated[str, Arrives()] = ""


@frozen
class State:
    """Groups and stands by id, destroyed ones too; `light` and `weather`, "" if they are not known; the sides that have
    `radar`.

    `later` are the groups and stands left out because they are still to come (`Family.present`), `last` means that the
    battle ends with this turn; the game file stores neither of the two. `ending` has the other ways in which the battle
    can end.
    """

    groups: Mapping[str, Group]
    stands: Mapping[str, Stand]
    light: str = ""
    weather: str = ""
    radar: tuple[str, ...] = ()
    clock: Clock = Clock()
    scene: Scene = field(default_factory=Scene)
    later: Mapping[str, Any] = field(default_factory=dict)
    ending: Ending = Ending()
    last: bool = False

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that have battle groups, in order of the roster."""
        return tuple(dict.fromkeys(group.side for group in self.groups.values()))

    def of_group(self, group: str) -> tuple[Stand, ...]:
        """Return the stands of a group still in play, in order of the roster."""
        return tuple(stand for stand in self.stands.values() if stand.group == group and not stand.destroyed)

    def all_of(self, group: str) -> tuple[Stand, ...]:
        """Return all stands a group began with, in order of the roster."""
        return tuple(stand for stand in self.stands.values() if stand.group == group)

    def aboard(self, carrier: str) -> tuple[Stand, ...]:
        """Return the stands a vehicle carries."""
        return tuple(stand for stand in self.stands.values() if stand.aboard == carrier and not stand.destroyed)

    def sharing(self, carrier: str) -> tuple[Stand, ...]:
        """Return the stands that share a vehicle's results: aboard, or de-bussed and not yet away from it (BUS-05)."""
        return tuple(
            stand for stand in self.stands.values() if carrier in (stand.aboard, stand.beside) and not stand.destroyed
        )


@frozen
class Position(Situation):
    """A situation with the state and the table it is in."""

    state: State
    table: Table

    @property
    def ruler(self) -> Ruler:
        """The units of distances typed and shown at this table."""
        return ruler(self.state.scene, self.table)


def read_state(plain: Mapping[str, Any], game_map: object = None) -> State:
    """Return the state from the game file, which is not checked here. Distances are typed in this game, never read from
    a map.
    """
    scene = plain["scene"]
    return records.read(
        State,
        plain,
        groups=records.rows(Group, plain["groups"]),
        stands=records.rows(Stand, plain["stands"]),
        clock=records.read(Clock, plain["clock"]),
        ending=records.read(Ending, plain.get("ending", {})),
        scene=records.read(
            Scene, scene, armies=records.rows(Army, scene["armies"]), marks=records.rows(Mark, scene["marks"])
        ),
    )


def names(state: State) -> Mapping[str, str]:
    """Return id -> name of all battle groups and stands."""
    groups = {group.id: group.name for group in state.groups.values()}
    armies = {army.id: f"army of {army.side}" for army in state.scene.armies.values()}
    marks = {mark.id: f"{mark.shown} {mark.id}" for mark in state.scene.marks.values()}
    return groups | {stand.id: stand.name for stand in state.stands.values()} | armies | marks


def named(state: State) -> Mapping[str, Nameable]:
    """Return the stands with their sides, by id."""
    return {id.lower(): Nameable(state.groups[stand.group].side) for id, stand in state.stands.items()}


def row_of(table: Table, stand: Stand) -> str:
    """Return the row of the score matrix a stand shoots on."""
    return stand.row or table.type(stand.type).row


def is_aaa(table: Table, stand: Stand) -> bool:
    """Return whether a stand can fire at aircraft as AAA."""
    return stand.aaa or table.type(stand.type).aaa


def is_aircraft(table: Table, stand: Stand) -> bool:
    """Return whether a stand is an aircraft."""
    return table.type(stand.type).kind == "aircraft"


def moment(state: State) -> Moment:
    """Return the point of the battle on its clock: turn and side to play."""
    from umpire.game.clock.when import Moment

    clock, sides = state.clock, sorted(state.sides, key=lambda side: side != state.clock.first)
    step = f"step {clock.step}"
    return Moment("turn", clock.turn, side=clock.side, over=clock.over, sides=tuple(sides), phase=step)
