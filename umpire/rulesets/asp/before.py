"""Before the game: the battle a draft begins with, what in one is seldom meant; types asked about without a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from umpire.game.records import Plain
from umpire.game.variation import ATTACKER, DEFENDER, Sample, Stateless
from umpire.rulesets.asp.state import State
from umpire.rulesets.asp.table import GRADES, Table

_KINDS = ("vehicle", "infantry", "gun", "battery")


def sample(table: Table, sides: tuple[str, ...]) -> Plain:
    """A battle group a side with a stand of each kind on the ground, the first of it in the table; a vehicle leads."""
    each: dict[str, str] = {}
    for name, row in table.types.items():
        if row.get("row") and row.get("column") and not any(key.startswith("printed_") for key in row):
            each.setdefault(row.get("kind", "vehicle"), name)
    groups: Plain = {}
    stands: Plain = {}
    for index, side in enumerate(sides):
        group = f"{side[0].lower()}g"
        groups[group] = {"name": f"{side} battle group", "side": side, "grade": GRADES[index + 1], "hq": f"{group}1"}
        types = [each[kind] for kind in _KINDS]
        stands |= {f"{group}{number}": {"group": group, "type": type} for number, type in enumerate(types, 1)}
    return {"groups": groups, "stands": stands}


def odd(state: State, table: Table) -> Iterator[tuple[str, str, str]]:
    """All that is odd in a battle about to begin: key, what it is, what to do about it."""
    usual = table.sections["organisation"]["stands"]
    for key, group in state.groups.items():
        stands = state.of_group(key)
        counted = [stand for stand in stands if table.type(stand.type).counts]
        if not stands:
            yield f"groups.{key}", f"{group.name} has no stand", "give it stands"
        elif len(counted) > usual:
            yield f"groups.{key}", f"{group.name} has {len(counted)} stands, a battle group has {usual} (ORG-01)", ""
        if group.hq and not any(stand.id == group.hq for stand in stands):
            yield f"groups.{key}.hq", f"the headquarters of {group.name} is lost as the battle begins", ""
    for side in state.sides:
        if len([group for group in state.groups.values() if group.side == side]) == 1 and len(state.sides) == 1:
            yield "groups", f"only {side} has battle groups", ""
    if state.scene.defender and state.scene.defender not in state.sides:
        yield "conditions.defender", f"{state.scene.defender} defends and has no battle group", ""


AT = {"": (ATTACKER, "a"), "at": (DEFENDER, "t")}
GROUPS = {ATTACKER: "attackers", DEFENDER: "defenders"}
"""The ids of the battle groups; nobody types them."""
OF_GROUP = ("grade", "radio", "command")
GRADE = "B"
HQ = "Command"


class AspStateless(Stateless[Table]):
    """Fire of stands, batteries and aircraft, of types."""

    acts: ClassVar = {"fire": AT, "artillery": AT, "air": {**AT, "by": (DEFENDER, "b")}}
    keys: ClassVar = frozenset(
        {*OF_GROUP, "row", "column", "skirts", "light_mortars", "late_british", "aaa", "markers", "pinned"}
        | {"repulsed", "moved", "fire_marker", "dug_in", "jungle", "runs"}
    )

    def types(self, table: Table) -> Mapping[str, Any]:
        return table.types

    def sections(self, table: Table, samples: Sequence[Sample], words: Mapping[str, int]) -> Mapping[str, Any]:
        groups: dict[str, dict[str, Any]] = {}
        stands: dict[str, dict[str, Any]] = {}
        for one in samples:
            key = GROUPS[one.side]
            group = groups.setdefault(key, {"name": f"{one.side}'s battle group", "side": one.side, "grade": GRADE})
            group |= {name: one.told[name] for name in OF_GROUP if name in one.told}
            told = {name: value for name, value in one.told.items() if name not in OF_GROUP}
            stands[one.id] = {"group": key, "type": one.type, **_printed(table, one.type), **told}
        for key, group in groups.items():
            stands[f"{key}-hq"] = {"group": key, "type": HQ, "name": f"{group['side']}'s headquarters"}
        return {"groups": groups, "stands": stands}

    def assumed(self, table: Table, samples: Sequence[Sample]) -> Iterator[str]:
        graded = {one.side for one in samples if "grade" in one.told}
        yield from (
            f"{side} grade {GRADE}" for side in dict.fromkeys(one.side for one in samples) if side not in graded
        )
        for one in samples:
            said = {name: value for name, value in _printed(table, one.type).items() if name not in one.told}
            if said:
                yield f"{one.type} as {' '.join(said.values())}"


def _printed(table: Table, type: str) -> dict[str, str]:
    """Row and column of a type for which the book prints none that the score matrix has, as the table suggests them."""
    row, kind = table.types[type], table.type(type)
    unread = {"row": kind.row, "column": kind.column}
    return {
        name: row[name] for name, value in unread.items() if not value and f"printed_{name}" in row and row.get(name)
    }


STATELESS = AspStateless()
"""An engagement of types, where there is no game."""
