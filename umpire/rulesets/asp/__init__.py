"""ASP World War 2: battle groups of twelve stands, detection, tactical initiative, fire from both sides.

What the rest of the program needs of this family. A module is imported when it is used: a status needs no combat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.core.outcome import Listing
from umpire.game.act import Plain, later
from umpire.game.maps import Map
from umpire.rulesets.asp import state as _state
from umpire.rulesets.asp.acts import ACTS
from umpire.rulesets.asp.table import Table, read_table


def read_state(plain: Plain, game_map: Map | None) -> _state.State:
    """The state from the game file; trusted. Distances are told in this game: a map says nothing here."""
    return _state.read_state(plain)


def plain(state: _state.State) -> Plain:
    """The state for the game file."""
    return _state.plain(state)


def names(state: _state.State) -> Mapping[str, str]:
    """Id -> name of everything that can be typed in a command."""
    return _state.names(state)


def apply(state: _state.State, effects: tuple[Any, ...], table: Table) -> _state.State:
    """The state after these effects."""
    from umpire.rulesets.asp.effects import apply as applied

    return applied(state, effects)


def status(state: _state.State, table: Table, name: str) -> tuple[Listing, ...]:
    """Every battle group with its stands, or all about one of them. Raises Mistake for an unknown name."""
    from umpire.rulesets.asp.listing import status as listed

    return listed(state, table, name)


def now(state: _state.State, table: Table) -> Listing:
    """Where the game is in its sequence of play, what each stand may still do, what is owed."""
    from umpire.rulesets.asp.turn import now as listed

    return listed(state, table)


def sheet(table: Table, state: _state.State | None) -> tuple[Listing, ...]:
    """The quick-reference sheet as this game plays; with a state only what is in the battle."""
    from umpire.rulesets.asp.reference import sheet as listed

    return listed(table, state)


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
    "sheet",
    "status",
    "variations",
    "yardsticks",
]

BOOKKEEPING = frozenset({"hit", "fired", "flew", "smoke_turn", "light_turn"})
