"""d20 elements: one element a vehicle, a squad or a gun, one twenty-sided die a throw."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.game.act import Plain, later
from umpire.game.maps import Map
from umpire.rulesets.d20.acts.verbs import ACTS
from umpire.rulesets.d20.state import State, plain_state
from umpire.rulesets.d20.state import read_state as _read_state
from umpire.rulesets.d20.table import read_table

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

BOOKKEEPING = frozenset({"done", "stood", "touches"})

plain = plain_state
apply = later("umpire.rulesets.d20.effects", "apply")
severity = later("umpire.rulesets.d20.blows", "severity")
status = later("umpire.rulesets.d20.listing", "status")
now = later("umpire.rulesets.d20.turn", "now")
variations = later("umpire.rulesets.d20.whatif", "variations")
yardsticks = later("umpire.rulesets.d20.whatif", "yardsticks")
sheet = later("umpire.rulesets.d20.reference", "sheet")


def read_state(plain: Plain, game_map: Map | None) -> State:
    """The state from the game file; trusted, not validated. Distances are told: a map is not used."""
    return _read_state(plain)


def names(state: State) -> Mapping[str, str]:
    """Id -> name of everything that can be typed: elements and objectives."""
    named = {one.id: one.name for one in state.elements.values()}
    return named | {one.id: one.name for one in state.objectives.values()}
