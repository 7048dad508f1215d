"""The circumstances the modifier rows of the table ask about, and why a row does not apply, in words."""

from __future__ import annotations

from typing import NamedTuple


class Circumstances(NamedTuple):
    """One throw's circumstances, each a yes or no for `when` or a number for `times` of a modifier row.

    "Within 4" includes the 4 (D20-GEN-04); `short_weapon` is a range of 4 or less; `close` is close combat.
    `hard_cover` counts smoke too.
    """

    near: bool = False
    close: bool = False
    short_weapon: bool = False
    firer_suppressed: bool = False
    over_half: bool = False
    soft_cover: bool = False
    hard_cover: bool = False
    hard_cover_or_hull_down: bool = False
    edge: bool = False
    side: bool = False
    column_shifts: bool = True
    cavalry_charge: bool = False
    commander_near: bool = False
    supported: bool = True
    accuracy: int = 0
    size: int = 0
    quality: int = 0
    he: int = 0
    defence: int = 0
    objectives: int = 0
    losses: int = 0


WHY_NOT = {
    "near": "the target is more than 4 away",
    "close": "not in close combat (CC-05, CC-06)",
    "short_weapon": "its weapon has a range of 4",
    "firer_suppressed": "the firer is suppressed",
    "over_half": "not over half of its range",
    "soft_cover": "not in soft cover",
    "hard_cover": "neither in hard cover nor behind smoke",
    "hard_cover_or_hull_down": "neither in hard cover, hull-down nor behind smoke",
    "edge": "no such edge within 4",
    "side": "the firer stands in front of it",
    "column_shifts": "the column of this weapon is fixed (STAR-05)",
    "cavalry_charge": "no cavalry begin close combat",
    "commander_near": "no friendly commander within 4",
    "supported": "it is supported",
    "accuracy": "it is 0",
    "size": "it is 0",
    "quality": "it is 0",
    "he": "it is 0",
    "defence": "it is 0",
    "objectives": "none is held",
    "losses": "fewer than that are removed",
}
"""Field -> why a row that hangs on it does not apply."""
