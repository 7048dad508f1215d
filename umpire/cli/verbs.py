"""The acts of play by name, for help that loads no ruleset, and compared with the rulesets by a test."""

from __future__ import annotations

from umpire.rulesets import FAMILIES

VERBS = {
    "army": "Points of the armies, and what the rules have against them.",
    "setup": "The table: zone, season, hour, weather, terrain, edges.",
    "order": "Orders: laid, shown, revealed.",
    "march": "A march move, of one stand or several.",
    "activate": "Whose activation is next: initiative and formation.",
    "move": "Move stands by the rules.",
    "bus": "Infantry boards a vehicle.",
    "debus": "Infantry leaves its vehicle.",
    "halt": "Retreating stands stand fast.",
    "cross": "A stand at an obstacle.",
    "swap": "Support stands change places.",
    "reach": "Where a stand can go; nothing moves.",
    "overrun": "Overrun what cannot fight back.",
    "fire": "Fire at a stand: dice, hits, losses.",
    "assault": "Close combat.",
    "artillery": "What the guns do.",
    "air": "What aircraft do.",
    "morale": "The morale test of a battle group.",
    "night": "The night: recovery and rearranging; the light.",
    "next": "End what is on and go to what comes next.",
}
"""Act -> line of help; the help of each act says how the ruleset at hand has it typed."""

_OF = {
    "umpire.rulesets.star_general": (
        "order",
        "activate",
        "move",
        "swap",
        "reach",
        "fire",
        "assault",
        "artillery",
        "night",
        "next",
    ),
    "umpire.rulesets.asp": (
        "army",
        "setup",
        "order",
        "march",
        "air",
        "activate",
        "move",
        "bus",
        "debus",
        "halt",
        "cross",
        "fire",
        "artillery",
        "morale",
        "night",
        "next",
    ),
    "umpire.rulesets.d20": (
        "order",
        "activate",
        "move",
        "overrun",
        "fire",
        "assault",
        "artillery",
        "air",
        "night",
        "next",
    ),
}


def verbs_of(ruleset: str) -> tuple[str, ...]:
    """The acts of a ruleset, in the order of play; of every ruleset where none is named."""
    own = set(_OF.get(FAMILIES.get(ruleset, ""), ())) or {verb for verbs in _OF.values() for verb in verbs}
    return tuple(verb for verb in VERBS if verb in own)
