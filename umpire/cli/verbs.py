"""The acts of play by name, for help that loads no ruleset, and compared with the rulesets by a test."""

from __future__ import annotations

from umpire.rulesets import FAMILIES

VERBS = {
    "army": "Points of the armies, and what the rules have against them.",
    "setup": "The table: zone, season, hour, weather, terrain, edges.",
    "order": "Orders, or the command points of a battle group.",
    "march": "A march move, of one stand or several.",
    "activate": "Whose turn to act it is.",
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
    "night": "The night, or the hour.",
    "next": "End what is on and go to what comes next.",
}
"""Act, in the order of play -> line of help; the help of each act says how the ruleset at hand has it typed."""

_OF = {
    "umpire.rulesets.star_general": {
        "order": "Orders for the round: laid, shown, revealed.",
        "activate": "The next activation: initiative and formation.",
        "move": "Move, shuffle or retreat.",
        "swap": "",
        "reach": "",
        "fire": "Distant fire: dice, hits, losses.",
        "assault": "Close combat: fall back and pursuit too.",
        "artillery": "The artillery phase: who is first, shots, moves, planes.",
        "night": "The night of one side: recovery and rearranging.",
        "next": "",
    },
    "umpire.rulesets.asp": {
        "army": "",
        "setup": "",
        "order": "Step 1 of a battle group: command points, recovery.",
        "march": "",
        "air": "",
        "activate": "A battle group begins its tactical moves.",
        "move": "",
        "bus": "",
        "debus": "",
        "halt": "",
        "cross": "",
        "fire": "An engagement: detection, initiative, shots.",
        "artillery": "A battery fires, or lays smoke or light.",
        "morale": "",
        "night": "Hour, season, weather, and the detection in force.",
        "next": "The next step, or the turn of the other side.",
    },
    "umpire.rulesets.d20": {
        "order": "Communication, in your own words.",
        "activate": "The command phase: tests to remove suppression.",
        "move": "One element moves, mounts, limbers or falls back.",
        "overrun": "",
        "fire": "One element fires at another: AP, or HE and small arms.",
        "assault": "",
        "artillery": "Smoke and support fire, in your own words.",
        "air": "Air support, in your own words.",
        "night": "The night, in your own words.",
        "next": "The phase ends and the next one begins.",
    },
}
"""Family -> its acts, each with its own line of help where that says more."""


def verbs_of(ruleset: str) -> dict[str, str]:
    """The acts of a ruleset in the order of play, with their lines of help; every act where no ruleset is named."""
    own = _OF.get(FAMILIES.get(ruleset, ""), VERBS)
    return {verb: own[verb] or line for verb, line in VERBS.items() if verb in own}
