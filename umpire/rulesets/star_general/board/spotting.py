"""Who spots a target for the guns on their own: from where, how far off; else what stands against it, by which rule."""

from __future__ import annotations

from typing import NamedTuple

from umpire.core.hexes import Hex, distance
from umpire.core.outcome import number_of
from umpire.rulesets.star_general.board.board import HexBoard
from umpire.rulesets.star_general.state import Stand
from umpire.rulesets.star_general.table import Ground, Table


class Sight(NamedTuple):
    """How well a target is seen: the hexes it is spotted from, why so few where they are, and the rule."""

    reach: int
    why: str
    rule: str


class Spotting(NamedTuple):
    """The stand that spots a target (None nobody), from where or why nobody does, and the rule."""

    stand: Stand | None
    words: str
    rule: str


def sight(table: Table, target: Stand, order: str, ground: Ground) -> Sight:
    """From how many hexes a target is spotted: fewer in cover by its ground, and dug in (TSG-5.2-01, -02, -06)."""
    limits, rules = table.limits, table.rules
    if ground.cover:
        return Sight(limits["spot_cover"], f"in cover, {ground.words}", rules["spotting_cover"])
    if order == "D":
        return Sight(limits["spot_cover"], "dug in", rules["spotting_cover"])
    return Sight(limits["spot_open"], "in the open", rules["spotting"])


def spotting(board: HexBoard, target: Stand, seen: Sight) -> Spotting:
    """The nearest stand that spots a target, the first of the roster among equals, or what keeps the nearest from it.

    Batteries have no HQ and do not spot; other stands are no obstacle (TSG-5.2-01 to -06, 3SG-5.2-01 to -03).
    """
    there = board.state.place(target)
    watching = [(here, stand) for here, stand in board.held.items() if stand.unit and stand.side != target.side]
    if there is None or not watching:
        return Spotting(None, f"nobody is there to spot {target.name}", seen.rule)
    within = f"{seen.reach} allowed {seen.why}"
    nearest: tuple[str, str] | None = None
    for here, stand in sorted(watching, key=lambda watched: distance(watched[0], there)):
        where, away = f"{stand.name} in {board.grid.label(here)}", distance(here, there)
        kept = _kept_from_it(board, stand, here, there)
        if away > seen.reach:
            kept = (f"the nearest, {where}, is {away} hexes away, {within}", seen.rule)
        if not kept:
            return Spotting(stand, f"{where} spots it from {number_of(away, 'hex', 'hexes')}, {within}", seen.rule)
        nearest = nearest or kept
    assert nearest is not None
    words, rule = nearest
    return Spotting(None, f"nobody spots {target.name}: {words}", rule)


def _kept_from_it(board: HexBoard, stand: Stand, here: Hex, there: Hex) -> tuple[str, str] | None:
    """What keeps a stand that is near enough from spotting a hex, and by which rule; None where nothing does."""
    rules, command = board.table.rules, board.table.limits["command_range"]
    if board.state.near_hq(stand, command) is False:  # what does not show is assumed, as in a combat
        why = board.state.far_from_hq(stand, command)
        return f"{stand.name} is out of command, {why}", rules["spotting_command"]
    if crossed := board.obstacles(here, there, stands=False):
        what = " and ".join(f"{board.ground(each).words} in {board.grid.label(each)}" for each in crossed)
        return f"{what} in the way of {stand.name}", rules["spotting_line"]
    return None
