"""The verbs of ASP World War 2: how each is typed, which functions answer it. A module is imported when it is used."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from umpire.game.act import Act, later
from umpire.rulesets.asp.acts.scene_verbs import scene_acts


def _of(module: str, name: str) -> Callable[..., Any]:
    return later(f"umpire.rulesets.asp.{module}", name)


def _range(word: str) -> str | None:
    return "range" if re.fullmatch(r"\d+m?|contact", word.lower(), re.ASCII) else None


def _metres(word: str) -> str | None:
    return "metres" if re.fullmatch(r"\d+m?", word.lower(), re.ASCII) else None


FIRE_FACTS = {
    "range": "the distance in metres, edge to edge; 0 or contact in contact",
    "option": "the tactical option: B halted, C or E after a move, D or F before one",
    "metres": "how far the shooter moves with option C to F; after D and F it may also be a `move` of its own",
    "going": "good, bad or road, or the terrain of that move: LFA, wood+hill, road+SFH-jungle",
    "bad": "how many of its metres go through bad going",
    "closer": "whether that move ends closer to the enemy: yes or no",
    "hq": "metres from the shooter to its headquarters",
    "cover": "where a stand is: none, cover, hard, or crest, wood-edge, wood, town-edge, town, dug-in",
    "lit": "whether a stand is in illumination: yes or no",
    "moving": "whether a stand moved in its own last turn: yes or no",
    "arc": "the arc a stand shows to its opponent: front, flank or rear",
    "sight": "whether a stand can see its opponent at all: yes or no",
    "detects": "whether a stand finds its opponent, in place of the die: STAND.detects=yes",
    "light": "day, twilight or night",
    "weather": "fair or adverse",
    "base": "the score a stand requires before modifiers, in place of the matrix",
    "reply": "whether the target shoots back if it may: yes or no",
    "call": "metres from the headquarters to the target of a battery",
    "called": "whether the fire of a battery was called: yes or no, in place of the throw",
}
"""What may be told. Without an id, cover, moving and arc are the target's, base the shooter's, sight is both's."""

MOVE_FACTS = {
    "metres": "how far, the whole way; without it as far as it may",
    "going": "good, bad or road, or the terrain: LFA, wood+hill, road+SFH-jungle",
    "bad": "how many of the metres go through bad going",
    "closer": "whether it ends closer to the enemy: yes or no",
    "hq": "metres to its headquarters",
    "tow": "the vehicle that tows a gun: f1.tow=c1",
    "table": "whether a battery stands on the table: yes or no",
    "mobility": "S, M, F, VF, W, 1/2T or foot, where the book gives none",
}

ACTS: dict[str, Act[Any, Any, Any]] = {
    "order": Act(
        verb="order",
        words="Step 1 of a battle group: command points, recovery of repulsed stands, a die for each marker",
        usage="order GROUP",
        adds_to="command",
        situate=_of("acts.order", "situate"),
        objections=_of("acts.order", "objections"),
        procedure=_of("acts.order", "step_one"),
        out_of_turn=_of("acts.order", "out_of_turn"),
    ),
    "march": Act(
        verb="march",
        words="A march move of a stand, or of several that are linked",
        usage="march STAND... [to PLACE] [METRES] [bad=METRES] [enemy=METRES] [hq=METRES]",
        connectors=("to",),
        facts={
            **{name: words for name, words in MOVE_FACTS.items() if name != "hq"},
            "hq": "metres from the headquarters to the nearest of the stands",
            "enemy": "metres from the way to the nearest enemy",
            "link": "metres of the widest gap in a linked group",
            "road": "by road, in a column one stand wide: yes or no",
        },
        bare=_metres,
        situate=_of("acts.march", "situate"),
        objections=_of("acts.march", "objections"),
        procedure=_of("acts.march", "procedure"),
        out_of_turn=_of("acts.march", "out_of_turn"),
    ),
    "activate": Act(
        verb="activate",
        words="A battle group begins its tactical moves; the one before has finished",
        usage="activate GROUP",
        situate=_of("acts.next", "situate_group"),
        objections=_of("acts.next", "group_objections"),
        procedure=_of("acts.next", "open_group"),
        out_of_turn=_of("acts.next", "group_out_of_turn"),
    ),
    "move": Act(
        verb="move",
        words="Tactical moves: option A, the move of options C to F, retreats",
        usage="move STAND... [METRES] [option=C] [going=bad] [bad=METRES] | move GROUP, which retreats",
        facts={
            **MOVE_FACTS,
            "option": "A; C or E if it then fires; D or F is what is left after its fire",
            "away": "whether it ends 250 m away from the vehicle it left: yes or no",
            "edge": "whether a retreating stand reaches its base edge: yes or no",
        },
        bare=_metres,
        situate=_of("acts.move", "situate"),
        objections=_of("acts.move", "objections"),
        procedure=_of("acts.move", "procedure"),
        out_of_turn=_of("acts.move", "out_of_turn"),
    ),
    "bus": Act(
        verb="bus",
        words="Infantry boards a vehicle: option G of the vehicle, a command point of each",
        usage="bus INFANTRY with VEHICLE",
        connectors=("with",),
        facts={"hq": "metres to the headquarters; STAND.hq=1500 for one of the two"},
        situate=_of("acts.bus", "situate_bus"),
        objections=_of("acts.bus", "objections"),
        procedure=_of("acts.bus", "procedure"),
        out_of_turn=_of("acts.bus", "out_of_turn"),
    ),
    "debus": Act(
        verb="debus",
        words="Infantry leaves its vehicle: option G of the vehicle, a command point of each",
        usage="debus INFANTRY",
        facts={"hq": "metres to the headquarters; STAND.hq=1500 for one of the two"},
        situate=_of("acts.bus", "situate_debus"),
        objections=_of("acts.bus", "objections"),
        procedure=_of("acts.bus", "procedure"),
        out_of_turn=_of("acts.bus", "out_of_turn"),
    ),
    "halt": Act(
        verb="halt",
        words="Stands of a failed battle group stand fast for a command point each",
        usage="halt STAND...",
        facts={"hq": "metres to the headquarters"},
        situate=_of("acts.halt", "situate"),
        objections=_of("acts.halt", "objections"),
        procedure=_of("acts.halt", "procedure"),
        out_of_turn=_of("acts.halt", "out_of_turn"),
    ),
    "fire": Act(
        verb="fire",
        words="One stand engages another: both detect, both dice for initiative, one or both shoot",
        usage="fire t1 at p3 450 [option=C metres=250] [p3.cover=hard] [p3.arc=flank]",
        connectors=("at",),
        facts=FIRE_FACTS,
        bare=_range,
        adds_to="effect",
        situate=_of("fire.situate", "situate"),
        objections=_of("fire.objections", "objections"),
        procedure=_of("fire.combat", "engagement"),
        out_of_turn=_of("fire.objections", "out_of_turn"),
    ),
    "morale": Act(
        verb="morale",
        words="The morale test of a battle group",
        usage="morale GROUP",
        adds_to="morale",
        situate=_of("acts.morale", "situate"),
        objections=_of("acts.morale", "objections"),
        procedure=_of("acts.morale", "test"),
        out_of_turn=_of("acts.morale", "out_of_turn"),
    ),
    "next": Act(
        verb="next",
        words="The next step of the turn, or the turn of the other side",
        usage="next",
        situate=_of("acts.next", "situate_next"),
        objections=_of("acts.next", "next_objections"),
        procedure=_of("acts.next", "next_phase"),
        out_of_turn=_of("acts.next", "next_out_of_turn"),
    ),
    **scene_acts(FIRE_FACTS),
}
