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


def _hexes(word: str) -> str | None:
    """A bare number of one or two digits is how far it went; four digits are a hex."""
    return "hexes" if _range(word) else None


COMBAT_FACTS = {
    "range": "hexes to the target; STAND.range=3 for one stand, GUN.range=9 for a gun",
    "terrain": "ground of the target's hex; STAND.terrain=stream for another",
    "line": "clear or blocked",
    "order": "M, H, D or R, of a stand: STAND.order=D",
    "command": "yes or no: in command; STAND.command=no for one stand",
    "reply": "no if the target does not fire back",
    "aa": "how many anti-aircraft stands are in range of an air attack; SIDE.aa=1 for those of one side",
}

ACTS: dict[str, Act[Any, Any, Any]] = {
    "order": Act(
        verb="order",
        words="Orders for the round: laid face down, then revealed",
        usage="order UNIT=M [UNIT=D ...] | order reveal [UNIT=M ...] | order show",
        facts={"UNIT": "M, H, D or R"},
        situate=_of("acts.order", "situate"),
        objections=_of("acts.order", "objections"),
        procedure=_of("acts.order", "procedure"),
        out_of_turn=_of("acts.order", "out_of_turn"),
        secret=True,
    ),
    "activate": Act(
        verb="activate",
        words="The next activation: initiative is thrown where it must be, and a unit named",
        usage="activate [UNIT]",
        situate=_of("acts.activate", "situate"),
        objections=_of("acts.activate", "objections"),
        procedure=_of("acts.activate", "activation"),
        out_of_turn=_of("acts.activate", "out_of_turn"),
    ),
    "move": Act(
        verb="move",
        words="Core stands move, shuffle or retreat, with what is with them",
        usage="move STAND to HEX [STAND to HEX ...] | move STAND HEX HEX ... | move STAND [hexes=2] without a map",
        facts={
            "strategic": "yes or no: a strategic move; else it is one where a normal move does not get there",
            "hexes": "how many hexes it went, where no map shows it",
            "zoc": "hexes of enemy zone of control entered by a retreat",
            "start_zoc": "yes or no: a retreat starts in an enemy zone of control",
            "command": "yes or no: in command",
            "mobility": "foot, wheeled, tracked or slow",
            "order": "M, H, D or R, of a stand: STAND.order=R",
            "terrain": "ground of a hex that the map has wrong: 0507.terrain=open",
        },
        bare=_hexes,
        situate=_of("acts.movement", "situate"),
        objections=_of("acts.move", "objections"),
        procedure=_of("acts.move", "move"),
        out_of_turn=_of("acts.move", "out_of_turn"),
    ),
    "swap": Act(
        verb="swap",
        words="Support stands change places within their unit",
        usage="swap SUPPORT to STAND | swap SUPPORT and SUPPORT; several in a row",
        facts={
            "command": "yes or no: in command; STAND.command=no for one stand",
            "hexes": "how far a support stand goes, where no map shows it: SUPPORT.hexes=2",
            "order": "M, H, D or R, of a core stand: STAND.order=H",
            "terrain": "ground of a hex that the map has wrong: 0507.terrain=open",
        },
        situate=_of("acts.swap", "situate"),
        objections=_of("acts.swap", "objections"),
        procedure=_of("acts.swap", "swap"),
        out_of_turn=_of("acts.swap", "out_of_turn"),
    ),
    "reach": Act(
        verb="reach",
        words="Where a stand can go; nothing moves",
        usage="reach STAND [strategic=no]",
        facts={
            "strategic": "yes or no: only strategic moves, or none",
            "mobility": "foot, wheeled, tracked or slow",
            "order": "M, H, D or R: STAND.order=R",
            "terrain": "ground of a hex that the map has wrong: 0507.terrain=open",
        },
        situate=_of("acts.reach", "situate"),
        objections=_of("acts.reach", "objections"),
        procedure=_of("acts.reach", "reach"),
    ),
    "fire": Act(
        verb="fire",
        words="Distant fire of one or two core stands at one hex",
        usage="fire STAND [STAND] at TARGET [RANGE] [with GUN... air] [reply GUN... air] [fact=value...]",
        connectors=("at", "with", "reply"),
        facts=COMBAT_FACTS,
        bare=_range,
        adds_to="attack",
        situate=_of("combat.situate", "situate"),
        objections=_of("combat.objections", "objections"),
        procedure=_of("combat.fire", "combat"),
        out_of_turn=_of("combat.objections", "out_of_turn"),
    ),
    "assault": Act(
        verb="assault",
        words="Close combat of one or two core stands with one hex; one of two may fire from a distance",
        usage="assault STAND [STAND] at TARGET [STAND.range=2] [with GUN... air] [reply GUN... air] [fact=value...]",
        connectors=("at", "with", "reply"),
        facts=COMBAT_FACTS,
        bare=_range,
        adds_to="attack",
        situate=_of("combat.situate", "situate_assault"),
        objections=_of("combat.objections", "objections"),
        procedure=_of("combat.fire", "combat"),
        out_of_turn=_of("combat.objections", "out_of_turn"),
    ),
    "artillery": Act(
        verb="artillery",
        words="The artillery phase: who goes first; guns that fire or move on their own; planes not used",
        usage="artillery | artillery GUN at TARGET [RANGE] | artillery air at TARGET | artillery GUN [to HEX]",
        connectors=("at", "to"),
        facts={
            "range": "hexes to the target",
            "hexes": "how many hexes a gun went, where no map shows it",
            "strategic": "yes or no, of a gun that moves",
            "terrain": "ground of the target's hex",
            "spotted": "yes or no",
            "order": "M, H, D or R, of a stand: STAND.order=D",
            "aa": "anti-aircraft stands in range of a plane",
        },
        bare=_range,
        adds_to="attack",
        situate=_of("acts.artillery", "situate"),
        objections=_of("acts.artillery", "objections"),
        procedure=_of("acts.artillery", "procedure"),
        out_of_turn=_of("acts.artillery", "out_of_turn"),
    ),
    "night": Act(
        verb="night",
        words="The night of one side: points to stands, support stands brought back, stands rearranged",
        usage="night STAND=POINTS ... SUPPORT=STAND ... STAND.hex=HEX ...",
        facts={
            "STAND": "strength points for a core stand; with STAND.hex for one brought back",
            "SUPPORT": "the core stand that a support stand joins",
            "hex": "where a core stand goes: STAND.hex=0507",
        },
        situate=_of("acts.night", "situate"),
        objections=_of("acts.night", "objections"),
        procedure=_of("acts.night", "procedure"),
        out_of_turn=_of("acts.night", "out_of_turn"),
    ),
    "next": Act(
        verb="next",
        words="What is on ends: an activation, a side's guns, the artillery phase, the night",
        usage="next",
        situate=_of("acts.next", "situate_next"),
        objections=_of("acts.next", "next_objections"),
        procedure=_of("acts.next", "next_phase"),
    ),
}
