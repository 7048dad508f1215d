"""Functions that need no game: the sample battle of a draft, likely mistakes in a scenario, and odds for types of
stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from umpire.game.clock.arrivals import ARRIVES
from umpire.game.records import Plain
from umpire.game.variation import ATTACKER, DEFENDER, Sample, Stateless
from umpire.rulesets.asp.state import State
from umpire.rulesets.asp.table import GRADES, Table

_KINDS = ("vehicle", "infantry", "gun", "battery")

MEANINGS = {
    "arrives": ARRIVES,
    "scale": "the scale of the models, which sets distances on the table",
    "grade": "the grade of the leaders of the battle group; A is the best grade",
    "hq": "the stand that is the headquarters of the battle group",
    "failed": "the battle group has failed its morale test",
    "radio": "the battle group has radios",
    "command": "the kind of command in the army list of the battle group: mobile or cautious",
    "cp": "command points not yet spent this turn; if left out, the battle group has not rolled its command points",
    "test": "the reason why the battle group must test its morale",
    "retreating": "the battle group failed its morale test before its turn, so its stands move back",
    "group": "the battle group of the stand",
    "row": "the weapon of the stand, if not the usual weapon of its type",
    "column": "the target class of the stand, if not the usual target class of its type",
    "skirts": "the stand has armoured skirts",
    "light_mortars": "the stand has light mortars",
    "late_british": "the stand counts as late British artillery (CALL-05)",
    "aaa": "the stand fires at aircraft",
    "aboard": "the vehicle that carries the stand",
    "markers": "suppression markers on the stand",
    "pinned": "the stand is pinned",
    "repulsed": "the stand is repulsed",
    "destroyed": "the stand is out of play",
    "stands.moved": "the stand moved in the last turn of its own side",
    "stands.fired": "the stand has fired in this game",
    "fire_marker": "a FIRE marker lies in front of the stand",
    "beside": "the vehicle that the stand has left, if the stand is still next to the vehicle",
    "towed": "the vehicle that tows the stand",
    "hit": "the stand was pinned or repulsed by a shot in this player turn",
    "left": "the stand has left the table and does not count as lost",
    "spent": "command points spent on the stand this turn",
    "stands.points": "tactical points that the stand bought and has not yet used",
    "option": "the tactical option that the stand has begun and not yet finished",
    "marched": "the stand has marched this turn",
    "halted": "the stand does not retreat this turn",
    "debussed": "the number of moves that the stand may still make after leaving its vehicle",
    "dug_in": "the stand is dug in",
    "jungle": "the stand is trained for the jungle",
    "classed": "the class of the stand for points, if not the usual class of its type",
    "price": "the points of the stand, if not the usual points of its type",
    "ready": "the stand is a Fighter and waits behind its baseline",
    "runs": "the number of air attacks that the aircraft has made",
    "flew": "the turn in which the aircraft last attacked or fought in the air",
    "smoke": "the number of turns in which the stand fired smoke",
    "lights": "the number of turns in which the stand fired illumination",
    "smoke_turn": "the turn in which the stand last fired smoke",
    "light_turn": "the turn in which the stand last fired illumination",
    "stopped": "an obstacle stopped the stand in its last move",
    "nation": "the nation whose army list the army uses",
    "budget": "the points agreed for this army",
    "zone": "the climatic zone",
    "fantasy": "the army belongs to an invented country",
    "organised": "the great power whose organisation the army follows",
    "supplier": "the nation from which the army buys its tanks",
    "ally": "the army is an ally of the nation from which it buys its tanks",
    "place": "the place of the invented country on the map",
    "insignia": "the sign on the vehicles of the army",
    "marks.kind": "the kind of marker: smoke, light or an obstacle",
    "marks.side": "the side that placed the marker",
    "marks.where": "the place of the marker on the table, in words",
    "declared": "the enemy knows the kind of the marker",
    "light": "day, twilight or night",
    "weather": "fair or adverse",
    "radar": "sides with radar support",
    "season": "the season",
    "time": "the time of day",
    "year": "the year",
    "defender": "the side that defends",
    "modules": "optional modules in play",
    "terrain": "kinds of terrain on the table",
    "clock.first": "the side that began the turn",
    "clock.step": "the step of the player turn",
    "clock.open": "the battle group that is making its tactical moves",
    "clock.done": "battle groups that have finished their tactical moves",
    "clock.lost": "the side that has lost the battle",
    "clock.ended": "the scenario has ended the battle",
}
"""Key of a scenario -> its meaning, for the comments of a draft."""


def sample(table: Table, sides: tuple[str, ...]) -> Plain:
    """Return the sample battle for a new draft.

    Each side has a battle group of a vehicle, an infantry stand, a gun and a battery. The vehicle is the headquarters.
    """
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
    """Yield each likely mistake in a battle that has not begun: the key of the value, the mistake in words, and a
    hint.
    """
    usual = table.army.stands
    for key, group in state.groups.items():
        stands = state.of_group(key)
        counted = [stand for stand in stands if table.type(stand.type).counts]
        if not stands:
            yield f"groups.{key}", f"{group.name} has no stand", "give it stands"
        elif len(counted) > usual:
            yield (
                f"groups.{key}",
                f"{group.name} has {len(counted)} stands, but must have {usual} (ORG-02)",
                "",
            )
        if group.hq and not any(stand.id == group.hq for stand in stands):
            yield f"groups.{key}.hq", f"the headquarters of {group.name} is lost before the battle begins", ""
    for side in state.sides:
        if len([group for group in state.groups.values() if group.side == side]) == 1 and len(state.sides) == 1:
            yield "groups", f"only {side} has battle groups", ""
    if state.scene.defender and state.scene.defender not in state.sides:
        yield "conditions.defender", f"{state.scene.defender} defends, but has no battle group", ""


AT = {"": (ATTACKER, "a"), "at": (DEFENDER, "t")}
GROUPS = {ATTACKER: "attackers", DEFENDER: "defenders"}
"""The ids of the battle groups, which are never typed."""
OF_GROUP = ("grade", "radio", "command")
GRADE = "B"
HQ = "Command"


class AspStateless(Stateless[Table]):
    """Fire without a game. The line names stands, batteries and aircraft by their types."""

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
    """Return a dict with the corrected values of a type's `row` and `column`, if these are missing (VEH-03). A value is
    missing if the option `vehicle_typos` is `printed` and the book prints no readable value.
    """
    row, kind = table.types[type], table.type(type)
    unread = {"row": kind.row, "column": kind.column}
    return {
        name: row[name] for name, value in unread.items() if not value and f"printed_{name}" in row and row.get(name)
    }


STATELESS = AspStateless()
"""An engagement of types, without a game."""
