"""ASP World War 2: battle groups of twelve stands, detection, tactical initiative, fire from both sides.

What the rest of the program needs of this family. A module is imported when it is used: a status needs no combat.
"""

from __future__ import annotations

from typing import Any

from umpire.game.act import Plain, later
from umpire.game.maps import Map
from umpire.rulesets.asp import state as _state
from umpire.rulesets.asp.acts.verbs import ACTS
from umpire.rulesets.asp.state import names, plain
from umpire.rulesets.asp.table import Table, read_table


def read_state(plain: Plain, game_map: Map | None) -> _state.State:
    """The state from the game file; trusted. Distances are told in this game: a map says nothing here."""
    return _state.read_state(plain)


def apply(state: _state.State, effects: tuple[Any, ...], table: Table) -> _state.State:
    """The state after these effects."""
    from umpire.rulesets.asp.effects import apply as applied

    return applied(state, effects)


status = later("umpire.rulesets.asp.listing", "status")
now = later("umpire.rulesets.asp.group.now", "now")
sheet = later("umpire.rulesets.asp.reference", "sheet")
severity = later("umpire.rulesets.asp.fire.results", "severity")
variations = later("umpire.rulesets.asp.whatif", "variations")
yardsticks = later("umpire.rulesets.asp.whatif", "yardsticks")

__all__ = [
    "ACTS",
    "BOOKKEEPING",
    "apply",
    "names",
    "now",
    "plain",
    "read_state",
    "read_table",
    "severity",
    "sheet",
    "status",
    "variations",
    "yardsticks",
]

BOOKKEEPING = frozenset({"hit", "fired", "flew", "smoke_turn", "light_turn"})
