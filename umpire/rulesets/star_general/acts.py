"""The verbs of Star General: how each is typed, and which functions answer it. A module is imported when it is used."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from umpire.game.act import Act, later


def _of(module: str, name: str) -> Callable[..., Any]:
    return later(f"umpire.rulesets.star_general.{module}", name)


def _range(word: str) -> str | None:
    """A bare number of one or two digits is the range in hexes; four digits are a hex."""
    return "range" if re.fullmatch(r"\d{1,2}", word, re.ASCII) else None


def _none(word: str) -> str | None:
    return None


COMBAT_FACTS = {
    "range": "hexes to the target; STAND.range=3 for one stand, GUN.range=9 for a gun",
    "terrain": "ground of the target's hex; STAND.terrain=stream for another",
    "line": "clear or blocked",
    "order": "M, H, D or R, of a stand: STAND.order=D",
    "command": "yes or no: in command; STAND.command=no for one stand",
    "reply": "no if the target does not fire back",
}

ACTS = {
    "order": Act(
        verb="order",
        words="Orders for the round: laid face down, then revealed",
        usage="order UNIT=M [UNIT=D ...] | order reveal [UNIT=M ...] | order show",
        connectors=(),
        facts={"UNIT": "M, H, D or R"},
        bare=_none,
        adds_to="",
        situate=_of("orders", "situate"),
        objections=_of("orders", "objections"),
        procedure=_of("orders", "procedure"),
        out_of_turn=_of("orders", "out_of_turn"),
        secret=True,
    ),
    "activate": Act(
        verb="activate",
        words="The next activation: initiative is thrown where it must be, and a unit named",
        usage="activate [UNIT]",
        connectors=(),
        facts={},
        bare=_none,
        adds_to="",
        situate=_of("activate", "situate"),
        objections=_of("activate", "objections"),
        procedure=_of("activate", "activation"),
        out_of_turn=_of("activate", "out_of_turn"),
    ),
    "fire": Act(
        verb="fire",
        words="Distant fire of one or two core stands at one hex",
        usage="fire STAND [STAND] at TARGET [RANGE] [with GUN...] [reply GUN...] [fact=value...]",
        connectors=("at", "with", "reply"),
        facts=COMBAT_FACTS,
        bare=_range,
        adds_to="attack",
        situate=_of("situate", "situate"),
        objections=_of("fire", "objections"),
        procedure=_of("fire", "distant_fire"),
    ),
    "night": Act(
        verb="night",
        words="The night of one side: points to stands, support stands brought back, stands rearranged",
        usage="night STAND=POINTS ... SUPPORT=STAND ... STAND.hex=HEX ...",
        connectors=(),
        facts={
            "STAND": "strength points for a core stand; with STAND.hex for one brought back",
            "SUPPORT": "the core stand that a support stand joins",
            "hex": "where a core stand goes: STAND.hex=0507",
        },
        bare=_none,
        adds_to="",
        situate=_of("night", "situate"),
        objections=_of("night", "objections"),
        procedure=_of("night", "procedure"),
        out_of_turn=_of("night", "out_of_turn"),
    ),
    "next": Act(
        verb="next",
        words="What is on ends: an activation, a side's guns, the artillery phase, the night",
        usage="next",
        connectors=(),
        facts={},
        bare=_none,
        adds_to="",
        situate=_of("onward", "situate_next"),
        objections=_of("onward", "next_objections"),
        procedure=_of("onward", "next_phase"),
    ),
}
