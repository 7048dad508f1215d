"""The state of a game of ASP World War 2: the turn, battle groups and their stands, light and weather.

The module also has the scene of a battle: scale, zone, season, hour, armies, and the marks on the table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property
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
    """The mark for a field that names a row in a section of the rule table. If `has` is set, the row must have the
    field `has`.
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
    """The army of a side: its nation, the points agreed (if any), and its climatic zone.

    The other fields are for a `fantasy` army (FAN-03 to 06). `organised` is the great power that the army copies in its
    organisation. `supplier` is the nation that sells tanks to the army. `ally` is true if the army is an ally of its
    supplier. `place` is the place of the army's country on the map. `insignia` is the sign on the army's vehicles.
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

    `side` is the side that placed the mark. `where` is the place of the mark in words. The kind of an obstacle stays
    secret until the obstacle is `declared` (ENG-04).
    """

    id: Id
    kind: Annotated[str, OneOf("smoke", "light", *OBSTACLES)]
    side: Side
    where: str = ""
    declared: bool = False

    @property
    def shown(self) -> str:
        """The kind of the mark; `obstacle` if the mark is an obstacle that is not declared yet."""
        return self.kind if self.declared or self.kind not in OBSTACLES else HIDDEN


@frozen
class Scene:
    """The conditions of a battle; a condition that is not settled is "" or None.

    `scale` is the scale of the models. `minute` is the minute of the day. `defender` is the side that defends, if one
    side attacks and the other defends (ENG-01). `modules` are the optional rules agreed on (GEN-09). `terrain` has the
    squares of the table in words. `unit` is the unit of distances that are typed without a unit; "" means metres.
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
        """Return the army of a side; None if the scenario has no army for this side."""
        return next((army for army in self.armies.values() if army.side == side), None)

    def agreed(self, module: str) -> bool:
        """Return whether the players have agreed on an optional rule (GEN-09)."""
        return module in self.modules

    def not_agreed(self, module: str, name: str) -> Objection:
        """Return the objection to the use of an optional rule that is not agreed.

        The objection includes the line that adds the rule.
        """
        line = f"set conditions modules={','.join((*self.modules, module))}"
        return Objection("GEN-09", f"{name}: this module is not agreed; type `{line}` to add it")


def ruler(scene: Scene, table: Table) -> Ruler:
    """Return the ruler that converts distances in this game. Each 250 m of ground is a fixed length on the table
    (SCALE-01, SCALE-02).
    """
    row = table.sections["scales"].get(scene.scale)
    if row is None:
        return Ruler("m", scene.unit or "m")
    ground = table.limits["length_metres"] * LENGTHS["m"]
    return Ruler("m", scene.unit or "m", Fraction(ground, row["length"] * LENGTHS[row["unit"]]), row["unit"])


def clock_words(minute: int) -> str:
    """Return a minute of the day as the time on a clock: `18:40`."""
    return f"{minute // 60:02}:{minute % 60:02}"


def read_time(text: str) -> int:
    """Return the minute of the day for `18:40` or `18`. Raises Mistake for any other form."""
    found = re.fullmatch(r"(\d{1,2})(?::(\d\d))?", text, re.ASCII)
    if found is None or int(found[1]) > 23 or int(found[2] or 0) > 59:
        raise BadValue(f"{text!r} is not a time of day", "hours and minutes, 00:00 to 23:59", word=text)
    return int(found[1]) * 60 + int(found[2] or 0)


T = TypeVar("T")
Number = Annotated[int, Whole(0, 99, "is not a number from 0 to 99")]


class Points(records.FieldMark):
    """The mark for a field that holds a number of points: 15, "7.5" or "15/2"."""

    def amiss(self, value: Any, about: About) -> Wrong | None:
        fits = re.fullmatch(r"\d{1,5}(\.\d{1,3}|/[1-9]\d{0,2})?", str(value), re.ASCII)
        return None if fits else (f"{str(value)!r} is not a number of points", 'for example: 15 or "7.5"')


@frozen
class Clock:
    """The point reached in the sequence of play.

    `turn` is the number of the turn, 0 before the first turn. `first` is the side that began the game. `side` is the
    side to play. `step` is the step of that side's player turn (SEQ-02 to 06). In step 5, `open` is the battle group
    that is making its tactical moves, "" if there is none. `done` has the battle groups that have finished their moves.
    If `lost` names a side, that side has lost and the battle is over (BG-11). If `ended` is true, the scenario has
    ended the battle.
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
    """A battle group.

    `grade` is A to D. `hq` is the id of the group's headquarters stand. `failed` is true if the group has failed its
    morale test. `radio` and `command` (mobile, cautious or "") come from the army list. `cp` is the number of command
    points left, None if points are not counted. `test` is the reason why the group must take a morale test, "" if no
    test is due. `retreating` means that the group failed its test before its present turn. Its stands then move back in
    this turn.
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

    `type` is a row of `[types]` in the rule table. `row` and `column` are the stand's weapon and target class, if they
    differ from the values of the type. `aboard` is the id of the vehicle that carries the stand. `beside` is the id of
    the vehicle that the stand has left and is still next to (BUS-05). `towed` is the id of the vehicle that tows the
    stand. `moved` means that the stand moved in its own last turn (DET-09). `fired` means that the stand has shot in
    this game. `fire_marker` means that a FIRE marker still lies in front of the stand (FIRE-06). `hit` means that the
    stand was pinned or repulsed by a shot in this player turn (STAT-06). `left` means that the stand has left the
    table. The stand is then also `destroyed`, but does not count as lost.

    The next four fields matter only in a turn of the stand's own side. `spent` is the number of command points spent on
    the stand. `points` is the number of tactical points bought and not used. `option` is the option that the stand is
    half-way through. If the stand has left a vehicle in this turn, `debussed` is the number of moves that the stand may
    still make.

    `dug_in` means that the stand is statically dug in (ENG-02). `jungle` means that the stand is trained for the jungle
    (TERR-03). `classed` is the stand's class for points, "" if it has the class of its type. `price` is the stand's own
    price in points, "" if its class sets the price. `ready` means that the stand is a Fighter and is behind its
    baseline (AIR-01). `runs` is the number of air attacks that the stand has made (AIR-10). `flew` is the last turn in
    which the stand made an air attack or began a fight. `smoke` and `lights` count the turns in which the stand fired
    smoke and illumination (SMK-03, ILL-03). `smoke_turn` and `light_turn` are the last of these turns. `stopped` means
    that an obstacle has stopped the stand since its last move (ENG-08). `arrives` is the time of the stand's arrival,
    "" if the stand is on the table.
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
    """The state of a game.

    `groups` and `stands` map ids to battle groups and stands; destroyed stands are included. `light` and `weather` are
    "" if they are not known. `radar` has the sides with radar support. `later` has the groups and stands that have not
    arrived yet (`Family.present`). `last` means that the battle ends with this turn. The game file stores neither
    `later` nor `last`. `ending` has the other ways in which the battle can end.
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

    @cached_property
    def names(self) -> Mapping[str, str]:
        """A mapping from the id of each battle group, stand, army and mark to its name."""
        groups = {group.id: group.name for group in self.groups.values()}
        armies = {army.id: f"army of {army.side}" for army in self.scene.armies.values()}
        marks = {mark.id: f"{mark.shown} {mark.id}" for mark in self.scene.marks.values()}
        return groups | {stand.id: stand.name for stand in self.stands.values()} | armies | marks

    @cached_property
    def nameable(self) -> Mapping[str, Nameable]:
        """A mapping from the id of each stand, in lower case, to its side. The mapping is cached, because one typed
        line needs it often.
        """
        return {id.lower(): Nameable(self.groups[stand.group].side) for id, stand in self.stands.items()}

    def of_group(self, group: str) -> tuple[Stand, ...]:
        """Return the stands of a group that are still in play, in the order of the roster."""
        return tuple(stand for stand in self.stands.values() if stand.group == group and not stand.destroyed)

    def all_of(self, group: str) -> tuple[Stand, ...]:
        """Return all stands of a group, including destroyed stands, in the order of the roster."""
        return tuple(stand for stand in self.stands.values() if stand.group == group)

    def aboard(self, carrier: str) -> tuple[Stand, ...]:
        """Return the stands a vehicle carries."""
        return tuple(stand for stand in self.stands.values() if stand.aboard == carrier and not stand.destroyed)

    def sharing(self, carrier: str) -> tuple[Stand, ...]:
        """Return the stands that share a vehicle's results (BUS-05). These are its passengers, and former passengers
        still next to the vehicle.
        """
        return tuple(
            stand for stand in self.stands.values() if carrier in (stand.aboard, stand.beside) and not stand.destroyed
        )


@frozen
class Position(Situation):
    """A situation together with the state of the game and the rule table."""

    state: State
    table: Table

    @property
    def ruler(self) -> Ruler:
        """The ruler that converts distances in this game."""
        return ruler(self.state.scene, self.table)


def read_state(plain: Mapping[str, Any], game_map: object = None) -> State:
    """Return the state from the game file. The file is not checked here.

    A map is not used, because distances are typed in this game.
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
    """Return a mapping from the id of each battle group, stand, army and mark to its name."""
    return state.names


def named(state: State) -> Mapping[str, Nameable]:
    """Return a mapping from the id of each stand, in lower case, to its side."""
    return state.nameable


def row_of(table: Table, stand: Stand) -> str:
    """Return the row of the score matrix that is used when a stand shoots."""
    return stand.row or table.type(stand.type).row


def is_aaa(table: Table, stand: Stand) -> bool:
    """Return whether a stand can fire at aircraft as AAA."""
    return stand.aaa or table.type(stand.type).aaa


def is_aircraft(table: Table, stand: Stand) -> bool:
    """Return whether a stand is an aircraft."""
    return table.type(stand.type).kind == "aircraft"


def moment(state: State) -> Moment:
    """Return the moment that the clock shows: the turn, the side to play and the step."""
    from umpire.game.clock.when import Moment

    clock, sides = state.clock, sorted(state.sides, key=lambda side: side != state.clock.first)
    step = f"step {clock.step}"
    return Moment("turn", clock.turn, side=clock.side, over=clock.over, sides=tuple(sides), phase=step)
