"""d20 elements: one element a vehicle, a squad or a gun, one twenty-sided die a throw."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.game.act import Act, Plain
from umpire.game.maps import Map
from umpire.rulesets.d20 import effects, listing
from umpire.rulesets.d20.fire import fire, fire_objections
from umpire.rulesets.d20.situation import FIRE_FACTS, bare_distance, situate_fire
from umpire.rulesets.d20.state import State, plain_state
from umpire.rulesets.d20.state import read_state as _read_state
from umpire.rulesets.d20.table import Table, read_table

__all__ = ["ACTS", "apply", "names", "plain", "read_state", "read_table", "status"]

ACTS: Mapping[str, Act] = {
    "fire": Act(
        verb="fire",
        words="one element fires at another with AP or with HE and small arms",
        usage="fire FIRER at TARGET DISTANCE [mode=ap|he] [side=yes] [cover=soft|hard] [hulldown=yes] [smoke=yes]",
        connectors=("at",),
        facts=FIRE_FACTS,
        bare=bare_distance,
        adds_to="fire",
        situate=situate_fire,
        objections=fire_objections,
        procedure=fire,
    )
}

plain = plain_state
status = listing.status


def read_state(plain: Plain, game_map: Map | None) -> State:
    """The state from the game file; trusted, not validated. Distances are told: a map is not used."""
    return _read_state(plain)


def apply(state: State, changes: tuple[effects.Effect, ...], table: Table) -> State:
    """The state after these effects, in order."""
    return effects.apply(state, changes)


def names(state: State) -> Mapping[str, str]:
    """Id -> name of every element."""
    return {element.id: element.name for element in state.elements.values()}
