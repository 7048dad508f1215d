"""Scenarios turned into a state, and back. This module is loaded only when a scenario is read or written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Annotated, Any, get_args

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Gathered, did_you_mean
from umpire.game.carried import Carried
from umpire.game.clock.arrivals import NEVER, Arrives
from umpire.game.forms import shown
from umpire.game.maps import ALSO, Map
from umpire.game.maps.drawn import Look
from umpire.game.records import About, FieldMark, OneOf, Plain, RowOf, Side, Wrong, fields_of
from umpire.game.rulebook.formations import Formation, formed, without
from umpire.game.written import Written, known, wrong
from umpire.rulesets.star_general.before import FROM_THE_FIRST, MEANINGS, odd, sample
from umpire.rulesets.star_general.board.board import DRAWN_AS, GROUND, ground_words, grounds, no_room
from umpire.rulesets.star_general.state import (
    ORDERS,
    Battle,
    Clock,
    Force,
    Objective,
    Stand,
    State,
    Unit,
)
from umpire.rulesets.star_general.table import Table


class GroundWords(FieldMark):
    """A check of the effects of a terrain that a scenario defines.

    Each effect must be a word of `GROUND`, such as `cover`, or must give the look of the terrain on the map, such as
    `drawn as marsh`.
    """

    def amiss(self, value: Any, about: About) -> Wrong | None:
        words = [*GROUND, *(f"{DRAWN_AS}{look}" for look in get_args(Look) if look)]
        unknown = next((word for word in ground_words(value) if word not in words), None)
        return None if unknown is None else (f"there is no terrain {unknown!r}", did_you_mean(unknown, words))


@frozen
class UnitCard(Unit):
    """A battalion or regiment, written as `[units.KEY]`.

    An `organisation` gives its stands; the core stands start in `hexes`.
    """

    organisation: Annotated[str, RowOf("organisations")] = ""
    hexes: tuple[str, ...] = ()
    without: str = ""
    arrives: Annotated[str, Arrives(hexes=True)] = ""


@frozen
class UnitFormation(Formation):
    """A unit on one line. `hexes` are the hexes of its core stands in order; `-` means that the stand comes later."""

    order: Annotated[str, OneOf(*ORDERS, names=ORDERS)] = "M"
    hexes: str = ""


@frozen
class Document:
    """The sections of a Star General scenario. `ground` defines terrain of the map that is not in the table."""

    units: Mapping[str, UnitCard]
    stands: Mapping[str, Stand]
    formation: tuple[UnitFormation, ...] = ()
    ground: Mapping[str, Annotated[str, GroundWords()]] = field(default_factory=dict)
    forces: Mapping[Side, Force] = field(default_factory=dict)
    objectives: Mapping[str, Objective] = field(default_factory=dict)
    battle: Battle = Battle()
    clock: Clock = Clock()


class StarWritten(Written[State, Table, Document]):
    """The written form of a game of either rule book."""

    document = Document
    legend = RowOf("terrain", what="ground")
    _stays = tuple(key for key in fields_of(Stand) if key not in ("sp", "hex", "shots", "moved", "arrives"))
    _stand = Carried("stands", _stays, lambda one: not one.alive, (), "unit", "kind", "sp", place=("hex", "host"))
    carried = (Carried("units", ("name", "side")), _stand)

    sample, odd = staticmethod(sample), staticmethod(odd)

    def meanings(self, table: Table) -> Mapping[str, str]:
        return MEANINGS

    def mustered(self, doc: Plain, table: Table, sides: tuple[str, ...]) -> Plain:
        """Return the document in full: formations become units, organisations become stands, and every side has a
        force.

        A stand written with its type stays as written. A stand written without a type belongs to an organisation; the
        values written replace values of the organisation.
        """
        for section in ("units", "stands", "forces"):
            if not isinstance(doc.get(section, {}), Mapping):
                return doc
        units, stands = dict(doc.get("units", {})), doc.get("stands", {})
        for row, _ in formed(doc, table.organisations):
            if row["id"] in units:
                wrong(
                    f"formation {row['id']}",
                    "the formation and a unit have the same id",
                    "keep either the formation or the unit",
                )
            units[row["id"]] = _unit_card(row)
        whole = dict(stands)
        for key, unit in units.items():
            for id, row in _formation(key, unit, table).items():
                own = whole.get(id, {})
                if isinstance(own, Mapping) and "type" not in own:
                    whole[id] = {**row, **whole.pop(id, {})}
        for key, row in whole.items():
            if isinstance(row, Mapping) and row.get("hex") and str(row.get("type")) in table.support:
                hint = "delete the key `hex`"
                if not row.get("host"):
                    hint += "; write `host = ` and the id of its core stand instead"
                wrong(f"stands.{key}.hex", f"a {table.words['support']} is in the hex of its core stand", hint)
        forces = {side: {} for side in sides} | doc.get("forces", {})
        found = {section: rows for section, rows in (("units", units), ("stands", whole)) if rows}
        return {**doc, "forces": forces} | found

    def usual(self, cls: type, card: Mapping[str, Any], table: Table, doc: Mapping[str, Any]) -> Mapping[str, Any]:
        limits = table.limits
        if cls is Battle:
            return {"rounds": limits["rounds_per_day"]}
        if cls is Force:
            units = sum(unit["side"] == card["side"] for key, unit in doc["units"].items() if _begins(key, doc))
            points = {"strength": limits["night_strength"], "support": limits["night_support"]}
            return {"air_left": card.get("air", 0), "units": units, **points}
        return _usual_stand(card, table, doc) if cls is Stand else {}

    def to_state(self, document: Document, table: Table, game_map: Map | None, sides: tuple[str, ...]) -> State:
        problems, formations = Gathered(), [formation.id for formation in document.formation]
        for key, card in document.units.items():
            with problems:
                _check_hexes(f"formation {key}.hexes" if key in formations else f"units.{key}.hexes", key, card, table)
        for key, stand in document.stands.items():
            with problems:
                _check_stand(document, table, sides, stand, f"stands.{key}")
        needed = document.battle.needed
        if not document.battle.leaves and not 0 <= needed <= sum(
            objective.points for objective in document.objectives.values()
        ):
            with problems:
                wrong(
                    "battle.needed",
                    f"{needed} points needed, but all objectives together are worth less",
                    "the limit is the sum of the points of all objectives",
                )
        problems.refuse()
        own = ("organisation", "hexes", "without", "arrives")
        units = {
            key: Unit(**{name: value for name, value in vars(card).items() if name not in own})
            for key, card in document.units.items()
        }
        sections = {name: value for name, value in vars(document).items() if name != "formation"}
        later = {key: card.arrives for key, card in document.units.items()}
        if game_map is not None and _at_start(document.clock):
            later = {key: how or FROM_THE_FIRST for key, how in later.items()} | {"": FROM_THE_FIRST}
        stands = {id: _arriving(one, later) for id, one in document.stands.items()}
        state = State(**{**sections, "units": units, "stands": stands, "map": game_map})
        _check_ground(state, table, problems)
        _check_places(state, table, problems)
        problems.refuse()
        return state

    def corrected(self, before: State, after: State, table: Table) -> State:
        """Return the corrected state.

        In a game begun with an older version of Umpire, a stand may act off the board. A correction does not
        give such a stand a time of arrival.
        """
        off = [id for id, one in before.stands.items() if _nowhere(one) and id in after.stands]
        kept = {id: replace(after.stands[id], arrives="") for id in off if _stays_off(after.stands[id])}
        return replace(after, stands={**after.stands, **kept}) if kept and before.map is not None else after

    def from_state(self, state: State, table: Table) -> Any:
        kept = (field.name for field in fields(state) if field.name not in ("map", "later", "last"))
        written = {name: getattr(state, name) for name in kept}
        if state.map is not None and _at_start(state.clock):  # a stand that acts off the board does not arrive
            off = {id: one for id, one in state.stands.items() if _nowhere(one) and one.alive}
            written["stands"] = {**state.stands, **{id: replace(one, arrives=NEVER) for id, one in off.items()}}
        return Document(**written)


def _nowhere(stand: Stand) -> bool:
    return not (stand.hex or stand.host or stand.arrives)


def _stays_off(stand: Stand) -> bool:
    return stand.arrives == NEVER and not (stand.hex or stand.host)


def _arriving(stand: Stand, later: Mapping[str, str]) -> Stand:
    """Return the stand with its arrival. A stand that has no hex, no host and no arrival of its own arrives with its
    unit.
    """
    return replace(stand, arrives=later.get(stand.unit, "")) if _nowhere(stand) and stand.alive else stand


def _unit_card(row: Plain) -> Plain:
    """Return the unit card of a formation."""
    hexes = row.get("hexes")
    places = {"hexes": ["" if each == "-" else each for each in hexes.split()]} if isinstance(hexes, str) else {}
    return {key: row[key] for key in ("name", "side", "order", "without", "arrives") if key in row} | {
        "organisation": row["from"],
        **places,
    }


def _formation(key: str, unit: Any, table: Table) -> dict[str, Plain]:
    """Return the stands of a unit's organisation, in the form of a scenario. The core stands get the unit's hexes, in
    order.
    """
    organisation = unit.get("organisation") if isinstance(unit, Mapping) else None
    formation = table.organisations.get(organisation) if isinstance(organisation, str) else None
    left_out = unit.get("without", "") if formation else ""
    hexes = unit.get("hexes", ()) if formation else ()
    places = list(hexes) if isinstance(hexes, list | tuple) else []
    stands = {}
    there = {key + muster.key: muster for muster in formation.stands} if formation else {}
    for id, muster in without(f"{key}.without", left_out if isinstance(left_out, str) else "", there).items():
        of = {"host": key + muster.host} if muster.host else {"unit": key}
        place = {"hex": places.pop(0)} if muster.type in table.core and places else {}
        row = {"name": f"{unit.get('name')} {muster.name}", "type": muster.type, **of, **place}
        own = {name: getattr(muster, name) for name in ("full", "fs", "mobility", "superior_gun")}
        stands[id] = row | {name: value for name, value in own.items() if value is not None}
    return stands


def _begins(unit: str, doc: Mapping[str, Any]) -> bool:
    """Return whether a unit is in play at the start.

    A unit is in play if one of its core stands is in play, or if it has no core stand.
    """
    core = [row for row in doc["stands"].values() if row.get("unit") == unit and not row.get("host")]
    how = doc["units"][unit].get("arrives", NEVER)
    return not core or any(row.get("hex") or row.get("arrives", how) in ("", NEVER) for row in core)


def _usual_stand(card: Mapping[str, Any], table: Table, doc: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the usual values of a stand, from the table. A support stand belongs to the unit of its host. A stand of a
    unit belongs to the side of the unit.
    """
    kind = card["kind"]
    core, support = table.core.get(kind), table.support.get(kind)
    host = doc["stands"].get(card.get("host"), {})
    unit = host.get("unit") or card.get("unit", "")
    full = core.sp if core else 1
    supply = table.limits["shots"] if kind == "artillery" else 0
    return {
        "unit": host.get("unit", ""),
        "side": doc["units"].get(unit, host).get("side", ""),
        "full": full,
        "sp": card.get("full", full),
        "fs": core.fs if core else 0,
        "range": (core or support or table.core["hq"]).range,
        "supply": supply,
        "shots": card.get("supply", supply),
        "mobility": core.mobility if core else "foot",
    }


def _check_hexes(where: str, key: str, card: UnitCard, table: Table) -> None:
    if card.hexes and not card.organisation:
        wrong(where, "the unit has no organisation", "give each stand its hex")
    if card.hexes:
        there = {key + muster.key: muster for muster in table.organisations[card.organisation].stands}
        core = [muster for muster in without(where, card.without, there).values() if muster.type in table.core]
        if len(card.hexes) > len(core):
            wrong(where, f"{card.hexes[len(core)]} is one hex too many", "one hex for each core stand, in order")
        if len(card.hexes) < len(core):
            later = "-" if where.startswith("formation") else '""'
            hint = f"give one hex for each core stand, in order, and {later} for a stand that comes later"
            wrong(where, f"{core[len(card.hexes)].name} has no hex", hint)


def _check_stand(document: Document, table: Table, sides: tuple[str, ...], stand: Stand, where: str) -> None:
    """Check that a stand fits its host, its unit and its side, and that its values are possible."""
    host = document.stands.get(stand.host)
    support = stand.kind in table.support
    if support and (host is None or host.kind not in table.core):
        cores = [key for key, other in document.stands.items() if other.kind in table.core]
        what = f"a {table.words['support']} needs a core stand"
        if host is None:
            wrong(f"{where}.host", what, did_you_mean("", cores) or "host = the key of a core stand")
        wrong(f"{where}.host", f"{stand.host} is not a core stand", what)
    if host is not None and (stand.unit, stand.side) != (host.unit, host.side):
        wrong(f"{where}.unit", "a support stand has the unit and side of its host", "leave out unit and side")
    unit = document.units.get(stand.unit)
    if stand.unit and (host is None or stand.unit != host.unit):  # else the error is reported for its host
        known(f"{where}.unit", "unit", stand.unit, document.units)
    if unit is not None and stand.side != unit.side:
        wrong(f"{where}.side", f"{stand.unit} is {unit.side}", "leave out side")
    if host is None or stand.side != host.side:
        known(f"{where}.side", "side", stand.side, sides)
    if not support and stand.host:
        wrong(f"{where}.host", f"{stand.kind} is a core stand and has no host", "delete the key `host`")
    battery = stand.kind == "artillery"
    if not support and unit is None and not battery:
        wrong(f"{where}.unit", "a core stand must belong to a unit", did_you_mean("", list(document.units)))
    if support and stand.full != 1:
        wrong(f"{where}.full", f"{stand.full} is not a strength", "type 1 for a support stand, 1 to 6 for a core stand")
    if not 0 <= stand.sp <= stand.full:
        most = f"{stand.full}{'' if support else ', which `full` sets'}"
        wrong(f"{where}.sp", f"{stand.sp} strength points, but {stand.full} at most", f"a number from 0 to {most}")
    if not battery and (stand.shots or stand.supply):
        wrong(f"{where}.shots", f"{stand.kind} has no shots", "delete the key `shots`; only artillery has shots")


def _check_ground(state: State, table: Table, problems: Gathered) -> None:
    """Check that the table or the scenario has every terrain of the map."""
    there = [*table.terrain, *state.ground]
    for glyph, name in state.map.legend.items() if state.map else ():
        for word in name.split(ALSO):
            if word not in there:
                hint = did_you_mean(word, there) or "define it in [ground]"
                with problems:
                    wrong(shown(("map", "legend", glyph)), f"there is no terrain {word!r}", hint, ground=word)


def _check_places(state: State, table: Table, problems: Gathered) -> None:
    """Check stacking (TSG-1.3-01, 3SG-1.2-01)."""
    held: dict[str, str] = {}
    joined: dict[str, str] = {}
    for key, stand in state.stands.items():
        with problems:
            if stand.alive and stand.hex:
                other = held.setdefault(stand.hex, key)
                if other != key:
                    wrong(
                        f"stands.{key}.hex",
                        f"{other} and {key} are both in {stand.hex}",
                        "a hex can hold only one core stand",
                    )
                _check_passable(state, table, stand, f"stands.{key}.hex")
            if stand.host and stand.alive and joined.setdefault(stand.host, key) == key:
                _check_company(state, table, f"stands.{key}.host", stand.host)


def _at_start(clock: Clock) -> bool:
    return (clock.day, clock.round, clock.phase) == (1, 1, "orders")


def _check_passable(state: State, table: Table, stand: Stand, where: str) -> None:
    """Check that no stand starts on impassable terrain.

    Later positions are not checked, because a ruling may allow them.
    """
    place = state.place(stand)
    if state.map is None or place is None or stand.moved or not _at_start(state.clock):
        return
    ground = grounds(state, table).get(state.map.terrain(place))
    if ground is not None and ground.impassable:
        wrong(where, f"{stand.hex} is impassable: {ground.words}", "choose another hex, or other terrain on the map")


def _check_company(state: State, table: Table, where: str, host: str) -> None:
    if not state.stands[host].alive:
        hint = "a support stand cannot be left alone: give it another host, or sp = 0"
        wrong(where, f"{host} is destroyed", hint)
    company = state.supports(host)
    if no_room(table, company):
        names = " and ".join(other.id for other in company)
        hint = (
            f"a core stand has room for one {table.words['support']} and one truck, or for one armoured transport alone"
        )
        wrong(where, f"no room for {names} with {host!r}", hint)


WRITTEN = StarWritten()
