"""The form of a scenario as people write it, and the way from it to a state and back."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal

from umpire.core.mistakes import Mistake, did_you_mean
from umpire.game.maps import Map
from umpire.game.written import Written
from umpire.rulesets.asp.field.form import (
    ArmyForm,
    ConditionsForm,
    MarkForm,
    ScaleName,
    classed,
    from_scene,
    price_of,
    to_scene,
)
from umpire.rulesets.asp.state import Clock, Group, Stand, State
from umpire.rulesets.asp.table import Table

MOST_MARKERS = 99
LAST_STEP = 5


@dataclass(frozen=True)
class GroupForm:
    """One `[groups.id]`: a battle group, its side and grade, the id of its headquarters stand, and how it commands."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    name: str
    side: str
    grade: Literal["A", "B", "C", "D"]
    hq: str = ""
    failed: bool = False
    radio: bool = False
    command: Literal["", "mobile", "cautious"] = ""
    cp: int | None = None
    test: str = ""
    retreating: bool = False


@dataclass(frozen=True)
class StandForm:
    """One `[stands.id]`: what it is, and what happened to it before the scenario begins."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    group: str
    type: str
    name: str = ""
    row: str = ""
    column: str = ""
    skirts: bool = False
    light_mortars: bool = False
    late_british: bool = False
    aaa: bool = False
    aboard: str = ""
    markers: int = 0
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
    spent: int = 0
    points: int = 0
    option: Literal["", "C", "D", "E", "F"] = ""
    marched: bool = False
    halted: bool = False
    debussed: int | None = None
    dug_in: bool = False
    jungle: bool = False
    classed: str = ""
    price: int | str = ""
    ready: bool = False
    runs: int = 0
    flew: int = 0
    smoke: int = 0
    lights: int = 0
    smoke_turn: int = 0
    light_turn: int = 0
    stopped: bool = False


@dataclass(frozen=True)
class ClockForm:
    """`[clock]`: where the game is in its sequence of play; without it no turn has begun."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    turn: int = 0
    first: str = ""
    side: str = ""
    step: int = 1
    open: str = ""
    done: tuple[str, ...] = ()
    lost: str = ""


@dataclass(frozen=True)
class Form:
    """The sections of an ASP scenario."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    scale: ScaleName = ""
    groups: dict[str, GroupForm] = field(default_factory=dict)
    stands: dict[str, StandForm] = field(default_factory=dict)
    conditions: ConditionsForm = field(default_factory=ConditionsForm)
    clock: ClockForm = field(default_factory=ClockForm)
    armies: dict[str, ArmyForm] = field(default_factory=dict)
    marks: dict[str, MarkForm] = field(default_factory=dict)


def to_state(form: Form, table: Table, game_map: Map | None, sides: tuple[str, ...]) -> State:
    """The state this describes. Raises Mistake with the key, what is wrong and what was expected."""
    groups = {key: Group(key, **_fields(group)) for key, group in form.groups.items()}
    for key, group in groups.items():
        _known(f"groups.{key}.side", "side", group.side, list(sides))
    stands = {key: _stand(key, written, table, list(groups)) for key, written in form.stands.items()}
    for key, group in groups.items():
        if group.hq:
            _known(
                f"groups.{key}.hq", "stand of this group", group.hq, [s.id for s in stands.values() if s.group == key]
            )
    named: dict[str, str] = {}
    for key, stand in stands.items():
        if stand.name in named:
            first = named[stand.name]
            raise Mistake(f"stands.{key}.name: {first} is called {stand.name!r} too", "give each its own name")
        named[stand.name] = key
    for stand in stands.values():
        if stand.aboard:
            _carried(stand, stands, groups, table)
    for side in form.conditions.radar:
        _known("conditions.radar", "side", side, list(sides))
    _accounts(groups, stands)
    conditions = form.conditions
    clock = Clock(**_fields(form.clock))
    _clock(clock, groups, sides)
    scene = to_scene(form.scale, conditions, form.armies, form.marks, sides)
    return State(groups, stands, conditions.light or "", conditions.weather or "", conditions.radar, clock, scene)


def from_state(state: State, table: Table) -> dict[str, Any]:
    """The state as a person would write it; `to_state` of it gives the state back exactly."""
    plain: dict[str, Any] = {
        "groups": {key: _written(GroupForm, group) for key, group in state.groups.items()},
        "stands": {key: _written(StandForm, stand) for key, stand in state.stands.items()},
    }
    for key, row in plain["stands"].items():
        if row.get("name") == _name(state.stands[key].type, key):
            del row["name"]
    known = {"light": state.light, "weather": state.weather, "radar": list(state.radar)}
    sections, settled = from_scene(state.scene)
    conditions = {name: value for name, value in known.items() if value} | settled
    plain |= sections
    clock = _written(ClockForm, state.clock)
    return plain | ({"conditions": conditions} if conditions else {}) | ({"clock": clock} if clock else {})


def _stand(key: str, written: StandForm, table: Table, groups: list[str]) -> Stand:
    where = f"stands.{key}"
    _known(f"{where}.group", "group", written.group, groups)
    types = {name.lower(): name for name in table.types}
    named = types.get(written.type.lower())
    if named is None:
        raise Mistake(f"{where}.type: there is no type {written.type!r}", did_you_mean(written.type, list(table.types)))
    kind = table.type(named)
    if written.row:
        _known(f"{where}.row", "row of the score matrix for it", written.row, list(kind.rows or table.rows))
    if written.column:
        _known(f"{where}.column", "column of the score matrix", written.column, list(table.columns))
    for field_name, value in (("row", written.row or kind.row), ("column", written.column or kind.column)):
        if not value and f"printed_{field_name}" in table.types[named]:
            raise Mistake(
                f"{where}.{field_name}: the book prints {kind.printed!r} for {named}, which names none",
                f'say what it is: {field_name} = "{table.types[named][field_name]}"',
            )
    if not 0 <= written.markers <= MOST_MARKERS:
        raise Mistake(f"{where}.markers: {written.markers} is not a number from 0 to {MOST_MARKERS}", "mend the number")
    priced = {
        "price": price_of(f"{where}.price", written.price),
        "classed": classed(f"{where}.classed", written.classed, table),
    }
    return Stand(key, **_fields(written) | priced | {"type": named, "name": written.name.strip() or _name(named, key)})


def _carried(stand: Stand, stands: dict[str, Stand], groups: dict[str, Group], table: Table) -> None:
    """Check that a stand is aboard a friendly vehicle that carries its type, and alone (BUS-07)."""
    where = f"stands.{stand.id}.aboard"
    _known(where, "stand", stand.aboard, [key for key in stands if key != stand.id])
    carrier = stands[stand.aboard]
    carries = table.type(carrier.type).carries
    if stand.type not in carries or groups[stand.group].side != groups[carrier.group].side:
        hint = f"it carries its own {', '.join(carries)}" if carries else "name a carrier or a truck"
        raise Mistake(f"{where}: {carrier.name} does not carry {stand.name}", hint)
    riding = [other for other in stands.values() if other.aboard == stand.aboard and not other.destroyed]
    if len(riding) > 1:
        raise Mistake(f"{where}: {carrier.name} carries one stand only (BUS-07)", "name another vehicle")


def _accounts(groups: dict[str, Group], stands: dict[str, Stand]) -> None:
    """Check what is counted, and the vehicles that stands have left or are hitched to."""
    for group in groups.values():
        _least(f"groups.{group.id}.cp", group.cp)
    for stand in stands.values():
        for name in ("spent", "points", "debussed", "runs", "flew", "smoke", "lights", "smoke_turn", "light_turn"):
            _least(f"stands.{stand.id}.{name}", getattr(stand, name))
        for name in ("beside", "towed"):
            if getattr(stand, name):
                others = [other.id for other in stands.values() if _friends(stand, other, groups)]
                _known(f"stands.{stand.id}.{name}", "other stand of its side", getattr(stand, name), others)


def _friends(one: Stand, other: Stand, groups: dict[str, Group]) -> bool:
    return one.id != other.id and groups[one.group].side == groups[other.group].side


def _least(where: str, number: int | None) -> None:
    if number is not None and not 0 <= number <= MOST_MARKERS:
        raise Mistake(f"{where}: {number} is not a number from 0 to {MOST_MARKERS}", "mend the number")


def _clock(clock: Clock, groups: dict[str, Group], sides: tuple[str, ...]) -> None:
    """Check that the clock names a step of a turn of a side that is there."""
    if clock.turn < 0:
        raise Mistake(f"clock.turn: {clock.turn} is not a number of turns", "0 before the first")
    if not 1 <= clock.step <= LAST_STEP:
        raise Mistake(f"clock.step: {clock.step} is no step of a turn", f"1 to {LAST_STEP}")
    for name in ("first", "side", "lost"):
        side = getattr(clock, name)
        if side or (clock.turn and name != "lost"):
            _known(f"clock.{name}", "side", side, list(sides))
    for group in (*clock.done, *([clock.open] if clock.open else [])):
        _known("clock.open" if group == clock.open else "clock.done", "group", group, list(groups))


def _known(where: str, what: str, word: str, known: list[str]) -> None:
    if word not in known:
        raise Mistake(f"{where}: there is no {what} {word!r}", did_you_mean(word, known))


def _name(type_name: str, key: str) -> str:
    """What a stand is called that was given no name: `Panther t1`."""
    return f"{type_name} {key}"


def _fields(written: Any) -> dict[str, Any]:
    return {each.name: getattr(written, each.name) for each in fields(written)}


def _written(form: Any, thing: Any) -> dict[str, Any]:
    """The fields of a thing that its form knows and that differ from what the form takes for granted."""
    return {each.name: getattr(thing, each.name) for each in fields(form) if getattr(thing, each.name) != each.default}


class _Written(Written[State, Table, Form]):
    document = Form

    def to_state(self, document: Form, table: Table, game_map: Map | None, sides: tuple[str, ...]) -> State:
        return to_state(document, table, game_map, sides)

    def sections(self, state: State, table: Table) -> dict[str, Any]:
        return from_state(state, table)


WRITTEN = _Written()
