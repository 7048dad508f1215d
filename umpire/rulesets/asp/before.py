"""A scenario before the game: the battle a draft begins with, and what may stand in one and is seldom meant."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.game.records import Plain
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
