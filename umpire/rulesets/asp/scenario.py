"""The functions that make a state from a scenario, and a scenario from a state.

This module is loaded only when it is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Annotated, Any

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Gathered, Missing, Mistake
from umpire.game import records
from umpire.game.carried import Carried
from umpire.game.clock.arrivals import Arrives
from umpire.game.clock.ending import Ending
from umpire.game.distances import GROUND, LENGTHS, Tabletop
from umpire.game.maps import Map
from umpire.game.records import About, OneOf, Plain, Side, Wrong
from umpire.game.rulebook.formations import Formation, formed, without
from umpire.game.written import Written, known, wrong
from umpire.rulesets.asp.acts.morale import has_lost
from umpire.rulesets.asp.before import MEANINGS, odd, sample
from umpire.rulesets.asp.fire.detection import all_called
from umpire.rulesets.asp.fire.results import reached, shaken
from umpire.rulesets.asp.state import (
    Army,
    Clock,
    Group,
    Mark,
    Scene,
    SectionKey,
    Stand,
    State,
    Zone,
    clock_words,
    read_time,
    row_of,
)
from umpire.rulesets.asp.table import GRADES, Table


class TimeOfDay(records.FieldMark):
    """The mark for a field that holds a time of day: `18:40`, or `18`."""

    def amiss(self, value: Any, about: About) -> Wrong | None:
        try:
            read_time(value)
        except Mistake as wrong:
            return wrong.what, wrong.hint
        return None


@frozen
class Conditions:
    """`[conditions]`: the conditions of the battle that are settled, and the sides with radar support."""

    light: Annotated[str, OneOf("", "day", "twilight", "night")] = ""
    weather: Annotated[str, OneOf("", "fair", "adverse")] = ""
    radar: tuple[Side, ...] = ()
    zone: Zone = ""
    season: Annotated[str, SectionKey("season", "season", has="dawn")] = ""
    time: Annotated[str, TimeOfDay()] = ""
    year: int | None = None
    defender: Side = ""
    modules: tuple[Annotated[str, SectionKey("modules", "module")], ...] = ()
    terrain: tuple[str, ...] = ()


@frozen
class GroupCard(Group):
    """`[groups.KEY]`: a battle group.

    The stands of the group arrive at the time `arrives`. A stand may have its own `arrives`.
    """

    arrives: Annotated[str, Arrives()] = ""


@frozen
class GroupFormation(Formation):
    """A battle group written as one formation. The organisation of the formation names the stand that is the HQ."""

    grade: Annotated[str, OneOf(*GRADES)] = "B"
    radio: bool = False
    command: Annotated[str, OneOf("", "mobile", "cautious")] = ""


TIES = ("aboard", "towed")
CARRIED = (
    "name", "group", "type", "row", "column", "skirts", "light_mortars", "late_british", "aaa", "jungle", "classed",
    "price", *TIES,
)  # fmt: skip
"""The fields of a stand that are carried into the next battle."""


@frozen
class Document:
    """The sections of an ASP scenario."""

    groups: Mapping[str, GroupCard] = field(default_factory=dict)
    stands: Mapping[str, Stand] = field(default_factory=dict)
    scale: Annotated[str, SectionKey("scales", "scale")] = ""
    armies: Mapping[str, Army] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    conditions: Conditions = Conditions()
    clock: Clock = Clock()
    table: Tabletop = Tabletop()
    formation: tuple[GroupFormation, ...] = ()
    battle: Ending = Ending()


class AspWritten(Written[State, Table, Document]):
    """The scenario of a game of ASP World War 2 in its written form."""

    document = Document
    carried = (
        Carried("groups", ("name", "side", "grade", "hq", "radio", "command")),
        Carried("stands", CARRIED, lambda stand: stand.destroyed and not stand.left, TIES, "group"),
    )

    sample, odd = staticmethod(sample), staticmethod(odd)

    def meanings(self, table: Table) -> Mapping[str, str]:
        return MEANINGS

    def mustered(self, doc: Plain, table: Table, sides: tuple[str, ...]) -> Plain:
        """Return the document with each formation written out as a battle group and its stands.

        If the scenario gives values for one of these stands, they replace the formation's values.
        """
        groups, stands = doc.get("groups", {}), doc.get("stands", {})
        if not isinstance(groups, Mapping) or not isinstance(stands, Mapping):
            return doc
        groups, stands = dict(groups), dict(stands)
        for row, organisation in formed(doc, table.organisations):
            id = row["id"]
            if id in groups:
                wrong(
                    f"formation {id}", "the formation and a battle group have the same id", "change one of the two ids"
                )
            there = {id + each["key"]: each for each in organisation["stands"]}
            left_out = row.get("without", "")
            for key, each in without(f"{id}.without", left_out if isinstance(left_out, str) else "", there).items():
                card = {name: value for name, value in each.items() if name not in ("key", "hq")} | {"group": id}
                aboard = {"aboard": id + each["aboard"]} if each.get("aboard") else {}
                name = {"name": f"{row['name']} {each['name']}"} if each.get("name") else {}
                own = stands.pop(key, {})
                stands[key] = {**card, **aboard, **name, **own} if isinstance(own, Mapping) else own
            hq = next((key for key, each in there.items() if each.get("hq") and key in stands), "")
            said = {name: row[name] for name in ("name", "side", "grade", "radio", "command", "arrives") if name in row}
            groups[id] = {"grade": "B", **said} | ({"hq": hq} if hq else {})
        found = {section: rows for section, rows in (("groups", groups), ("stands", stands)) if rows}
        return {**doc, **found}

    def usual(self, cls: type, card: Mapping[str, Any], table: Table, doc: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a name for a stand that has no name: its type and its id, as in `Panther t1`."""
        return {"name": f"{card['type']} {card['id']}"} if cls is Stand else {}

    def to_state(self, document: Document, table: Table, game_map: Map | None, sides: tuple[str, ...]) -> State:
        here, amiss, later = document.conditions, Gathered(), {}
        groups: dict[str, Group] = {}
        for key, card in document.groups.items():
            groups[key] = Group(**{name: value for name, value in vars(card).items() if name != "arrives"})
            later[key] = card.arrives
        stands = {key: _priced(_arriving(stand, later)) for key, stand in document.stands.items()}
        for key, group in groups.items():
            with amiss:
                groups[key] = _led(table, group, stands)
        for stand in stands.values():
            with amiss:
                _check_stand(table, groups, stands, stand)
        named = {key: stand.name for key, stand in stands.items()}
        _each_its_own(amiss, "stands.{0}.name", "{1} is also called {2!r}", named, "give each stand its own name")
        armies = {key: army.side for key, army in document.armies.items()}
        _each_its_own(amiss, "armies.{0}.side", "{2} already has the army {1}", armies, "give each side only one army")
        for name in ("first", "side") if document.clock.turn else ():
            with amiss:
                known(f"clock.{name}", "side", getattr(document.clock, name), list(sides))
        amiss.refuse()
        minute = read_time(here.time) if here.time else None
        modules = tuple(dict.fromkeys(here.modules))
        scene = Scene(
            document.scale, here.zone, here.season, minute, here.year, here.defender, modules, here.terrain,
            document.armies, document.marks, _unit(document),
        )  # fmt: skip
        return State(
            groups, stands, here.light, here.weather, here.radar, document.clock, scene, ending=document.battle
        )

    def corrected(self, before: State, after: State, table: Table) -> State:
        """Return the state with the consequences of a correction. For example, a new hour changes the light, a morale
        test falls due, or a battle is lost. If the correction removes the cause of a test or of a defeat, the test or
        the defeat is removed too (TIME-04, BG-04, BG-11).
        """
        hours = [(state.scene.season, state.scene.minute) for state in (before, after)]
        if hours[0] != hours[1] and after.light == before.light:
            after = replace(after, light="")
        groups = dict(after.groups)
        for key in groups.keys() & before.groups.keys():
            was, now = (shaken(state.of_group(key)) for state in (before, after))
            if groups[key].test == before.groups[key].test and not groups[key].failed:
                due, over = ", ".join(reached(table, was, now)), reached(table, now, was)
                still = not over or any(reached(table, (0, 0), now))
                groups[key] = replace(groups[key], test=groups[key].test or due if still else "")
        after = replace(after, groups=groups)
        for side in after.sides:
            lost = [has_lost(state, table, side) for state in (before, after)]
            if lost[0] != lost[1] and before.clock.lost == after.clock.lost == ("" if lost[1] else side):
                after = replace(after, clock=replace(after.clock, lost=side if lost[1] else ""))
        return after

    def from_state(self, state: State, table: Table) -> Document:
        scene = state.scene
        time = "" if scene.minute is None else clock_words(scene.minute)
        conditions = Conditions(
            state.light, state.weather, state.radar, scene.zone, scene.season, time, scene.year, scene.defender,
            scene.modules, scene.terrain,
        )  # fmt: skip
        groups = {key: GroupCard(**vars(group)) for key, group in state.groups.items()}
        return Document(
            groups, state.stands, scene.scale, scene.armies, scene.marks, conditions, state.clock,
            Tabletop(scene.unit), battle=state.ending,
        )  # fmt: skip


def _unit(document: Document) -> str:
    """Return the unit of distances that are written without a unit; "" means metres.

    Raises Mistake if this unit does not fit the scenario.
    """
    unit = document.table.unit
    if unit == "hex":
        wrong("table.unit", "the unit of the table cannot be hexes", f"one of: {', '.join(LENGTHS)}")
    if unit and unit not in GROUND and not document.scale:
        raise Missing(
            f"table.unit: the unit {unit!r} needs the scale of the models", 'add the scale: scale = "6mm"', word=unit
        )
    return "" if unit == "m" else unit


def _led(table: Table, group: Group, stands: Mapping[str, Stand]) -> Group:
    """Return the group with its headquarters.

    The headquarters is the stand that the scenario names. If none is named, it is the only command stand of the group
    (ORG-03, ORG-05). A group of only batteries and aircraft needs no headquarters (CALL-02). Raises Mistake if the
    headquarters is missing.
    """
    own = {stand.id: table.type(stand.type) for stand in stands.values() if stand.group == group.id}
    if group.hq:
        known(f"groups.{group.id}.hq", "stand of this group", group.hq, list(own))
    if group.hq or all_called(table, (stand for stand in stands.values() if stand.group == group.id)):
        return group
    command = [id for id, kind in own.items() if not kind.counts]
    if len(command) != 1:
        what = f"{group.name} has no headquarters stand (ORG-03)"
        wrong(f"groups.{group.id}.hq", what, f'name one of its stands: hq = "{next(iter(own))}"')
    return replace(group, hq=command[0])


def _arriving(stand: Stand, later: Mapping[str, str]) -> Stand:
    """Return the stand with the time of arrival of its battle group.

    A stand is returned unchanged if it has a time of its own, is destroyed, or is carried or towed.
    """
    if stand.arrives or stand.aboard or stand.towed or stand.destroyed:
        return stand
    return replace(stand, arrives=later.get(stand.group, ""))


def _priced(stand: Stand) -> Stand:
    """Return the stand with its points in their stored form: `15`, `15/2`, "" if no points are written."""
    return stand if stand.price == "" else replace(stand, price=str(Fraction(stand.price)))


def _check_stand(table: Table, groups: Mapping[str, Group], stands: Mapping[str, Stand], stand: Stand) -> None:
    """Check a stand against its type and against its carrying or towing vehicle. Raises Mistake if they do not fit."""
    where, kind = f"stands.{stand.id}", table.type(stand.type)
    if stand.row:
        known(f"{where}.row", "row of the score matrix for this stand", stand.row, list(kind.rows or table.rows))
    for name, value in (("row", row_of(table, stand)), ("column", stand.column or kind.column)):
        if not value and f"printed_{name}" in table.types[stand.type]:
            wrong(
                f"{where}.{name}",
                f"the book prints {kind.printed!r} for {stand.type}, but these letters "
                f"name no {name} of the score matrix",
                f'choose one: {name} = "{table.types[stand.type][name]}"',
            )
    side = groups[stand.group].side
    friends = [key for key, other in stands.items() if key != stand.id and groups[other.group].side == side]
    for name in ("beside", "towed"):
        if getattr(stand, name):
            known(f"{where}.{name}", "other stand of its side", getattr(stand, name), friends)
    if stand.aboard:
        known(f"{where}.aboard", "stand", stand.aboard, [key for key in stands if key != stand.id])
        _carried(table, stands, stand, stand.aboard in friends)


def _carried(table: Table, stands: Mapping[str, Stand], stand: Stand, friend: bool) -> None:
    """Check the vehicle that carries a stand. The vehicle must be friendly, able to carry this type, and not overloaded
    (BUS-07).
    """
    where, carrier = f"stands.{stand.id}.aboard", stands[stand.aboard]
    carries = table.type(carrier.type).carries
    if stand.type not in carries or not friend:
        hint = f"the vehicle can carry {', '.join(carries)} of its own side" if carries else "name a carrier or a truck"
        wrong(where, f"{carrier.name}: it cannot carry {stand.name}", hint)
    riding = [other for other in stands.values() if other.aboard == stand.aboard and not other.destroyed]
    if len(riding) > (most := table.limits["bus_most"]):
        many = "one stand" if most == 1 else f"{most} stands"
        wrong(where, f"{carrier.name}: it carries at most {many} (BUS-07)", "name another vehicle")


def _each_its_own(amiss: Gathered, where: str, what: str, said: Mapping[str, str], hint: str) -> None:
    first: dict[str, str] = {}
    for key, word in said.items():
        with amiss:
            if (other := first.setdefault(word, key)) != key:
                wrong(where.format(key), what.format(key, other, word), hint)


WRITTEN = AspWritten()
