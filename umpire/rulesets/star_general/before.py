"""Before the game: a sample battle, unusual values in a scenario, and combats between types of stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from umpire.core.hexes import neighbours
from umpire.core.mistakes import Mistake
from umpire.game.clock.arrivals import ARRIVES
from umpire.game.records import Plain
from umpire.game.variation import ATTACKER, DEFENDER, Sample, Stateless
from umpire.rulesets.star_general.board.board import grounds
from umpire.rulesets.star_general.state import AIR, State, on
from umpire.rulesets.star_general.table import Table

Remark = tuple[str, str, str]
"""Key, the unusual value, and the remedy."""


_COLUMNS, _ROWS = 14, 12

MEANINGS = {
    "arrives": ARRIVES,
    "order": "its order: M move, H hold, D dug in, R retreat",
    "marker": "its order, face down",
    "activated": "true if activated this round",
    "attacked": "true if it has attacked this round",
    "hq_lost": "the round in which its HQ was lost, counted from the first round; 0 if not lost",
    "held": "the hexes that the unit held at nightfall",
    "organisation": "the organisation that its stands come from",
    "hexes": "the hexes of its core stands, in order; write - for a stand that comes later",
    "unit": "the unit of the stand; empty for a battery",
    "sp": "strength points left",
    "full": "strength points before any losses",
    "fs": "dice that the stand throws in a fight",
    "range": "the range of its guns, in hexes",
    "host": "the core stand that this support stand is with",
    "elite": "true for an elite stand",
    "superior_gun": "true for a stand with a superior gun",
    "armoured": "true if the stand counts as armoured",
    "shots": "shots left this round",
    "supply": "shots that the battery gets each round",
    "mobility": "how it moves",
    "moved": "how the stand moved this round",
    "points": "points for the objective at the end",
    "holder": "the side that holds the objective; empty if neither side does",
    "ground": "a kind of ground missing from the rule table, and the effects of this ground",
    "air": "air points for each round",
    "air_left": "air points left this round",
    "strength": "strength points that a side gets each night for each of its units",
    "support": "support points that a side gets each night for each of its units",
    "units": "its units at the start",
    "strength_left": "strength points left this night",
    "support_left": "support points left this night",
    "days": "days the battle lasts",
    "rounds": "rounds in a day",
    "night": "true if a night follows each day",
    "attacker": "the side that must take the objectives",
    "needed": "points the attacker needs to win; 0 means all points",
    "clock.day": "the current day",
    "clock.round": "the current round of this day",
    "clock.active": "the active unit",
    "clock.last": "the side of the last activation",
    "clock.run": "number of activations in a row by the side in `last`",
    "clock.side": "the side whose artillery phase it is",
    "clock.second": "true if the other side has had its turn in the artillery phase",
}
"""The meanings of the values in a scenario, for a draft."""


FROM_THE_FIRST = "day 1"
"""The arrival of a stand that waits at the edge of the board at the start."""


def sample(table: Table, sides: tuple[str, ...]) -> Plain:
    """Return a sample battle. Each side has two units and a battery. The map has every passable terrain and two
    objectives.
    """
    glyphs, rows = _glyphs(table), [["."] * _COLUMNS for _ in range(_ROWS)]
    there = list(glyphs)[1:]
    for index, glyph in enumerate(there):
        rows[index % _ROWS][_COLUMNS // 2 - 1 + index // _ROWS] = glyph
    names = {_label(6, 3): "the first objective", _label(6, 8): "the second objective"}
    board = {
        "hexes": "flat",
        "shifted": "even",
        "rows": "\n".join(" ".join(row) for row in rows),
        "legend": glyphs,
        "names": names,
    }
    formations, guns = [], {}
    for index, side in enumerate(sides):
        column = 1 if index == 0 else _COLUMNS - 3
        for number, name in enumerate(list(table.organisations)[:2]):
            organisation, id = table.organisations[name], f"{side[0].lower()}{'ab'[number]}"
            core = [stand for stand in organisation.stands if stand.type in table.core]
            hexes = [_label(column + place % 2, 1 + 5 * number + place // 2) for place in range(len(core))]
            row = {"from": name, "id": id, "name": f"{side} {organisation.words}", "side": side}
            formations.append({**row, "hexes": " ".join(hexes)})
        at = _label(0 if index == 0 else _COLUMNS - 1, 5)
        guns[f"{side[0].lower()}g"] = {"name": f"{side} battery", "type": "artillery", "side": side, "hex": at}
    objectives = {f"o{number}": {"name": name, "hex": label} for number, (label, name) in enumerate(names.items(), 1)}
    return {"map": board, "formation": formations, "stands": guns, "objectives": objectives}


def _glyphs(table: Table) -> dict[str, str]:
    """Return a sign for each passable terrain: "." for the first terrain, and a letter of its name for any other
    terrain.
    """
    found: dict[str, str] = {}
    for name, ground in table.terrain.items():
        if not ground.impassable:
            letters = f".{name}" if not found else f"{name}{name.upper()}"
            found[next(letter for letter in letters if letter not in found and (letter.isalpha() or not found))] = name
    return found


def _label(column: int, row: int) -> str:
    return f"{column + 1:02}{row + 1:02}"


def odd(state: State, table: Table) -> Iterator[Remark]:
    """Yield the unusual values of a scenario."""
    yield from _units(state, table)
    yield from _places(state, table)
    yield from _objectives(state, table)


def _units(state: State, table: Table) -> Iterator[Remark]:
    for key, unit in state.units.items():
        stands = [stand for stand in state.stands.values() if stand.unit == key and not stand.host]
        if not stands:
            yield (
                f"units.{key}",
                f"{unit.name} has no stand",
                'name the stands of the unit, or write organisation = "..."',
            )
        elif state.headquarters(key) is None:
            yield (
                f"units.{key}",
                f"{unit.name} has no HQ, so all its stands are assumed in command",
                'a stand of type "hq"',
            )
    reach = table.limits["command_range"]
    for key, stand in state.stands.items():
        if stand.unit and not stand.host and stand.alive and (far := state.far_from_hq(stand, reach)):
            yield f"stands.{key}.hex", f"{stand.name}: out of command at the start ({far})", ""


def _places(state: State, table: Table) -> Iterator[Remark]:
    if state.map is None:
        return
    waiting: dict[str, list[str]] = {}
    for key, stand in state.stands.items():
        if stand.alive and stand.arrives == FROM_THE_FIRST and not stand.hex:
            waiting.setdefault(stand.unit or key, []).append(key)
    for owner, stands in waiting.items():
        name = state.units[owner].name if owner in state.units else state.stands[owner].name
        many = f" ({', '.join(stands)})" if owner in state.units else ""
        what = f"{name}{many} has no hex, so it waits at the edge of the board"
        yield f"stands.{stands[0]}.hex", what, 'give the stand a hex, or a time: arrives = "round 2"'
    battery = [stand for stand in state.stands.values() if stand.battery and stand.range]
    for stand in battery:
        if stand.alive and stand.hex and not stand.shots:
            yield f"stands.{stand.id}.shots", f"{stand.name}: no shots at the start", ""


def _objectives(state: State, table: Table) -> Iterator[Remark]:
    if not state.objectives:
        yield "objectives", "there are no objectives, so neither side can win", "name a hex and its points"
    reached = _reached(state, table)
    for key, objective in state.objectives.items():
        if state.map is not None and not objective.hex:
            yield f"objectives.{key}.hex", f"{objective.name} has no hex on the map", "give its hex"
        elif state.map is not None and state.map.grid.hex(objective.hex) not in reached:
            yield f"objectives.{key}.hex", f"no stand can reach {objective.name} in {objective.hex}", "check the map"
        if not objective.points:
            yield f"objectives.{key}.points", f"{objective.name} is worth no points", ""
    if state.battle.attacker and not state.battle.needed and len(state.objectives) > 1:
        words = f"{state.battle.attacker} wins only if it holds all objectives"
        yield "battle.needed", words, "needed = the points the attacker needs"


def _reached(state: State, table: Table) -> set[object]:
    """Return the hexes that any stand on the map can ever reach."""
    if state.map is None:
        return set()
    kinds = grounds(state, table)
    here = [place for stand in state.stands.values() if stand.alive and (place := state.place(stand)) is not None]
    found = set(here)
    while here:
        for near in neighbours(here.pop()):
            if near not in found and near in state.map.grid and not kinds[state.map.terrain(near)].impassable:
                found.add(near)
                here.append(near)
    return set(found)


COMBAT = {"": (ATTACKER, "a"), "with": (ATTACKER, "g"), "at": (DEFENDER, "t"), "reply": (DEFENDER, "r")}
BATTERY = "artillery"
ORDER = "order"
UNITS = {ATTACKER: "attackers", DEFENDER: "defenders"}
"""The ids of the units; they are never typed."""


class StarStateless(Stateless[Table]):
    """Combats between types of stand, without a game: fire, close combat, and shots of the artillery phase."""

    acts: ClassVar = {"fire": COMBAT, "assault": COMBAT, "artillery": {"": (ATTACKER, "a"), "at": (DEFENDER, "t")}}
    keys: ClassVar = frozenset({ORDER, "sp", "full", "fs", "elite", "superior_gun", "armoured"})
    own: ClassVar = frozenset({ORDER})
    words: ClassVar = frozenset({AIR})

    def types(self, table: Table) -> Mapping[str, Any]:
        return {**table.core, **table.support}

    def acts_itself(self, table: Table, type: str) -> bool:
        return type in table.core

    def sections(self, table: Table, samples: Sequence[Sample], words: Mapping[str, int]) -> Mapping[str, Any]:
        units = {key: {"name": side, "side": side} for side, key in UNITS.items()}
        stands: dict[str, dict[str, Any]] = {}
        for one in samples:
            told = dict(one.told)
            order = told.pop(ORDER, "")
            stand = stands[one.id] = {"name": f"{one.type} {one.id}", "type": one.type, **told}
            if one.type == BATTERY:
                stand |= {"side": one.side}
            elif one.type in table.core:
                stand |= {"unit": UNITS[one.side]}
                units[UNITS[one.side]] |= {"order": order} if order else {}
            else:
                stand |= {"host": _host(table, samples, stands, one)}
        forces = {side: {"air": points, "air_left": points} for side, points in words.items()}
        return {"units": units, "stands": stands, "forces": forces}

    def assumed(self, table: Table, samples: Sequence[Sample]) -> Iterator[str]:
        for side in UNITS:
            own = [one for one in samples if one.side == side and one.type in table.core and one.type != BATTERY]
            if own and not any(ORDER in one.told for one in own):
                yield f"{side} {on('M')}"
        if not any("sp" in one.told for one in samples):
            yield "full strength"


def _host(table: Table, samples: Sequence[Sample], stands: Mapping[str, Any], support: Sample) -> str:
    """Return the id of the core stand that a support stand joins: the side's first core stand that has no support stand
    yet.

    If every core stand of the side has a support stand, the new support stand joins the last core stand. Raises Mistake
    if the side has no core stand.
    """
    letter = support.id[0]
    cores = [one.id for one in samples if one.id in stands and one.id[0] == letter and one.type in table.core]
    held = {stand.get("host") for stand in stands.values()}
    if not cores:
        what = f"a {table.words['support']} needs a core stand: {support.type}"
        raise Mistake(what, f"name the core stand first: infantry {support.type}")
    return next((core for core in cores if core not in held), cores[-1])


STATELESS = StarStateless()
"""A combat of types, without a game."""
