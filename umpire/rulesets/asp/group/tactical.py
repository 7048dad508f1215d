"""Tactical points: what a command point buys, and which options a stand may take (TAC)."""

from __future__ import annotations

from fractions import Fraction

from umpire.game.distances import Number
from umpire.game.modifiers import filled
from umpire.rulesets.asp.state import Group, Stand
from umpire.rulesets.asp.table import Table


def allowance(table: Table, group: Group) -> int:
    """The tactical points each command point buys for a stand of this group (TAC-02)."""
    more = table.limits["tactical_mobile"] if group.command == "mobile" else 0
    return table.grades[group.grade]["tactical_points"] + more


def steps(table: Table, distance: Number, step: int) -> int:
    """The command points that a distance to the BGHQ adds (MARCH-07): complete steps, or with `ceil` steps begun."""
    return int(-(-distance // step) if table.options["surcharge_round"] == "ceil" else distance // step)


def bought(table: Table, group: Group, kept: int, cost: int) -> tuple[int, int | None]:
    """The command points an option of that many tactical points takes, and the tactical points then left (TAC-03).

    per_cp: one command point, one option. multi_option_per_cp: what one has bought may serve for more. pooled_turn:
    tactical points of all command points of the turn are one pool, and each option takes one command point at least.
    """
    each, one = allowance(table, group), table.limits["tactical_cost"]
    match table.options["tp_pool"]:
        case "pooled_turn":
            number = max(one, -(-(cost - kept) // each))
            return number, kept + number * each - cost
        case "multi_option_per_cp" if cost <= kept:
            return 0, kept - cost
        case "multi_option_per_cp":
            return one, each - cost if cost <= each else None
        case _:
            return one, 0 if cost <= each else None


def affordable(table: Table, group: Group, stand: Stand) -> str:
    """The options that a stand may still take with a surcharge of none: `ABG` (TAC-04)."""
    letters = ""
    for option, row in table.sections["tactical"].items():
        cp, points = bought(table, group, stand.points, row["points"])
        if points is not None and cp <= min(group.cp or 0, table.limits["command_most"] - stand.spent):
            letters += option
    return letters


def points_of(table: Table, option: str) -> int:
    """The tactical points an option takes (TAC-01)."""
    return int(table.sections["tactical"][option]["points"])


def first_of(table: Table, option: str) -> str:
    """What comes first of an option that moves and fires: `move` or `fire`; "" for any other (TAC-01)."""
    return str(table.sections["tactical"].get(option, {}).get("first", ""))


def firing(table: Table) -> tuple[str, ...]:
    """The options on which a stand fires (TAC-01)."""
    return tuple(option for option, row in table.sections["tactical"].items() if row.get("fire"))


def words_of(table: Table, option: str) -> str:
    """What a stand does on an option: `moves half, then fires` (TAC-01)."""
    row = table.sections["tactical"][option]
    part = "half" if row.get("move") == 50 else f"{row.get('move')} %"
    return str(filled(row["words"], {"part": part}))


def share_of(table: Table, option: str) -> Fraction:
    """The part of a full move that an option goes; none for one that does not move (TAC-01, TAC-10)."""
    return Fraction(table.sections["tactical"][option].get("move", 0), 100)
