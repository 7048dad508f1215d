"""A scenario before the game: the battle a draft begins with, and what may stand in one and is seldom meant."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.hexes import neighbours
from umpire.game.records import Plain
from umpire.rulesets.star_general.board.board import grounds
from umpire.rulesets.star_general.state import State
from umpire.rulesets.star_general.table import Table

Said = tuple[str, str, str]
"""Key, what is odd there, what to do about it."""


_COLUMNS, _ROWS = 14, 12


def sample(table: Table, sides: tuple[str, ...]) -> Plain:
    """Two units and a battery a side, all ground that may be entered between them, two objectives on it."""
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
    """A sign for each ground that may be entered: "." for the first, else the first letter that is free."""
    found: dict[str, str] = {}
    for name, ground in table.terrain.items():
        if not ground.impassable:
            letters = f".{name}" if not found else f"{name}{name.upper()}"
            found[next(letter for letter in letters if letter not in found and (letter.isalpha() or not found))] = name
    return found


def _label(column: int, row: int) -> str:
    return f"{column + 1:02}{row + 1:02}"


def odd(state: State, table: Table) -> Iterator[Said]:
    """All that is odd in a battle about to begin."""
    yield from _units(state, table)
    yield from _places(state, table)
    yield from _objectives(state, table)


def _units(state: State, table: Table) -> Iterator[Said]:
    for key, unit in state.units.items():
        stands = [stand for stand in state.stands.values() if stand.unit == key and not stand.host]
        if not stands:
            yield f"units.{key}", f"{unit.name} has no stand", 'give it stands, or organisation = "..."'
        elif state.headquarters(key) is None:
            yield f"units.{key}", f"{unit.name} has no HQ: whether it is in command is assumed", 'a stand of type "hq"'
    reach = table.limits["command_range"]
    for key, stand in state.stands.items():
        if stand.unit and not stand.host and stand.alive and (far := state.far_from_hq(stand, reach)):
            yield f"stands.{key}.hex", f"{stand.name} is out of command as the battle begins: {far}", ""


def _places(state: State, table: Table) -> Iterator[Said]:
    if state.map is None:
        return
    for key, stand in state.stands.items():
        if stand.alive and not stand.host and not stand.hex:
            yield f"stands.{key}.hex", f"{stand.name} is in no hex of the map", "say where, unless it comes later"
    battery = [stand for stand in state.stands.values() if stand.battery and stand.range]
    for stand in battery:
        if stand.alive and stand.hex and not stand.shots:
            yield f"stands.{stand.id}.shots", f"{stand.name} begins without shots", ""


def _objectives(state: State, table: Table) -> Iterator[Said]:
    if not state.objectives:
        yield "objectives", "nobody has anything to win: there are no objectives", "name a hex and its points"
    reached = _reached(state, table)
    for key, objective in state.objectives.items():
        if state.map is not None and not objective.hex:
            yield f"objectives.{key}.hex", f"{objective.name} is in no hex of the map", "say where it is"
        elif state.map is not None and state.map.grid.hex(objective.hex) not in reached:
            yield f"objectives.{key}.hex", f"nobody can reach {objective.name} in {objective.hex}", "look at the map"
        if not objective.points:
            yield f"objectives.{key}.points", f"{objective.name} is worth nothing", ""
    if state.battle.attacker and not state.battle.needed and len(state.objectives) > 1:
        words = f"{state.battle.attacker} wins only with every objective"
        yield "battle.needed", words, "needed = the points he wins with"


def _reached(state: State, table: Table) -> set[object]:
    """The hexes that some stand on the map can come to, whatever it takes."""
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
