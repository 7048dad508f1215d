"""ASP World War 2: battle groups of twelve stands, detection, tactical initiative, fire from both sides.

What the rest of the program needs of this family. A module is imported when it is used: a status needs no combat.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from umpire.core.outcome import Listing, Objection, Outcome
from umpire.core.procedure import Procedure
from umpire.game.act import Act, Plain
from umpire.game.facts import Told
from umpire.game.maps import Map
from umpire.rulesets.asp import state as _state
from umpire.rulesets.asp.table import Table, read_table

FACTS = {
    "range": "the distance in metres, edge to edge; 0 or contact in contact",
    "option": "the tactical option: B, fire halted",
    "cover": "cover of a stand: none, cover or hard",
    "moving": "whether a stand moved in its own last turn: yes or no",
    "arc": "the arc a stand shows to its opponent: front, flank or rear",
    "sight": "whether a stand can see its opponent at all: yes or no",
    "light": "day, twilight or night",
    "weather": "fair or adverse",
    "base": "the score a stand requires before modifiers, in place of the matrix",
    "reply": "whether the target shoots back if it may: yes or no",
    "called": "whether the fire of a battery was called: yes or no",
}
"""What may be told. Without an id, cover, moving and arc are the target's, base the shooter's, sight is both's."""


def _situate(state: Any, table: Any, told: Told) -> Any:
    from umpire.rulesets.asp.situate import situate

    return situate(state, table, told)


def _objections(situation: Any) -> tuple[Objection, ...]:
    from umpire.rulesets.asp.objections import objections

    return objections(situation)


def _engagement(situation: Any) -> Procedure[Outcome]:
    from umpire.rulesets.asp.combat import engagement

    return engagement(situation)


def _distance(word: str) -> str | None:
    return "range" if re.fullmatch(r"\d+m?|contact", word.lower(), re.ASCII) else None


ACTS: Mapping[str, Act] = {
    "fire": Act(
        verb="fire",
        words="one stand engages another: both detect, both dice for initiative, one or both shoot",
        usage="fire t1 at p3 600 [p3.cover=hard] [p3.arc=flank]",
        connectors=("at",),
        facts=FACTS,
        bare=_distance,
        adds_to="effect",
        situate=_situate,
        objections=_objections,
        procedure=_engagement,
    ),
}


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


__all__ = ["ACTS", "apply", "names", "plain", "read_state", "read_table", "status"]
