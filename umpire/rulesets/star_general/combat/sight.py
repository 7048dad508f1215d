"""Spotting for the guns: any stand in command, near enough, with no blocking ground between."""

from __future__ import annotations

from umpire.core.hexes import line
from umpire.rulesets.star_general.board.observer import grounds
from umpire.rulesets.star_general.combat.situation import Fighter
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Table


def spotting_reach(table: Table, target: Fighter) -> int:
    """From how many hexes a target is spotted: fewer in cover and dug in (TSG-5.2-01, -02, 3SG-5.2-01, -02)."""
    return table.limits["spot_cover" if target.ground.cover or target.order == "D" else "spot_open"]


def spotted_by(state: State, table: Table, target: Fighter) -> str:
    """The name of the first stand of the roster that spots a target on the map; "" if none does.

    Batteries have no HQ and do not spot; other stands are no obstacle (TSG-5.2-01 to -06, 3SG-5.2-01 to -03).
    """
    reach, command = spotting_reach(table, target), table.limits["command_range"]
    for stand in state.stands.values():
        if stand.unit and stand.alive and not stand.host and stand.side != target.stand.side:
            apart = state.apart(stand, target.stand)
            if (
                apart is not None
                and apart <= reach
                and state.near_hq(stand, command) is not False  # else assumed, as in a combat
                and _sees(state, table, stand, target)
            ):
                return stand.name
    return ""


def _sees(state: State, table: Table, stand: Stand, target: Fighter) -> bool:
    here, there, game_map = state.place(stand), state.place(target.stand), state.map
    if here is None or there is None or game_map is None:
        return False
    known = grounds(state, table)
    for crossed in line(here, there):
        on_board = [hex_ for hex_ in crossed if hex_ in game_map.grid]
        if len(on_board) == len(crossed) and all(known[game_map.terrain(hex_)].blocks for hex_ in crossed):
            return False
    return True
