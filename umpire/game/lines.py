"""The line that people type: how the program splits it into a verb and words, and joins them again."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from umpire.core.mistakes import means

VOCABULARY = {
    "army": "Count the points of the armies and check them.",
    "setup": "Set up the table: zone, season, hour, weather, terrain, edges.",
    "order": "Give orders, or throw for command points.",
    "march": "March with one stand or several stands.",
    "activate": "Find out which unit acts next.",
    "move": "Move stands as the rules allow.",
    "bus": "Board a vehicle.",
    "debus": "Leave a vehicle.",
    "halt": "Let retreating stands halt.",
    "cross": "Cross an obstacle.",
    "swap": "Let support stands change places.",
    "reach": "Show where a stand can go; nothing moves.",
    "overrun": "Overrun a target that cannot fight back.",
    "fire": "Fire at a stand: dice, hits, losses.",
    "assault": "Attack in close combat.",
    "artillery": "Fire or move the guns.",
    "air": "Fly with aircraft.",
    "morale": "Take the morale test of a battle group.",
    "night": "Play the night, or set the light.",
    "now": "Set, end or list lasting facts, such as fog.",
    "arrive": "Bring in a stand or unit.",
    "leave": "Let a stand leave the table for good.",
    "next": "End the current phase and go on.",
    "victory": "Show which side has won.",
}
"""Verb -> line of help, in the order of play. A family may replace lines and add verbs of its own."""

COMMANDS = {
    "draft": "Write a scenario to start from.",
    "types": "List the units and types a scenario can use.",
    "check": "Look for errors in a scenario.",
    "schema": "Write the JSON Schema of scenarios.",
    "new": "Start a game.",
    "status": "Show the phase, the sides and what is still to do.",
    "can": "Show what a stand or unit may do now.",
    "score": "Show shots, objectives and losses of each side.",
    "log": "Show earlier entries.",
    "undo": "Take back the last entry, or several entries.",
    "redo": "Restore what undo took back.",
    "amend": "Correct an earlier entry and replay the rest.",
    "again": "Throw the last dice again.",
    "what-if": "Compare an act with its alternatives.",
    "dice": "Show the odds of any dice, without a game.",
    "luck": "Compare the dice with the average.",
    "set": "Correct the record: strength, place, marks.",
    "audit": "Check the table against the record.",
    "note": "Add a remark to the log.",
    "edit": "Edit the whole position as text.",
    "export": "Write the position as a scenario.",
    "rule": "Show a rule, by its number or by a word in it.",
    "rules": "List the rulesets, or the sections of a rule book.",
    "compare": "Show where two rule tables differ.",
    "map": "Show or draw the map.",
    "sheet": "Show the quick-reference sheet.",
    "print": "Print sheets, cards and maps.",
    "screen": "Show a page for the players.",
    "report": "Write the story of the battle.",
    "table": "Open a prompt where you type commands all evening.",
    "clear": "Clear the screen.",
    "demo": "Play an example, step by step.",
    "help": "Show a page, how to type a command, or what a word means.",
}
"""Command of the program -> line of help."""

MEANINGS = {
    "fire": "attack shoot shot shooting engage hit rake",
    "assault": "attack charge melee storm close combat",
    "artillery": "barrage bombard shell shelling guns battery",
    "move": "go walk drive advance run",
    "march": "road column",
    "activate": "act initiative",
    "next": "end pass done turn phase",
    "swap": "shuffle exchange reorganise",
    "order": "orders command",
    "bus": "board embark mount load",
    "debus": "disembark dismount unload",
    "morale": "test break",
    "arrive": "reserve reinforce reinforcement",
    "leave": "exit depart",
    "status": "show list roster where",
    "set": "change correct put",
    "undo": "back revert",
    "again": "reroll rethrow roll throw",
    "amend": "correct fix",
    "log": "history journal",
    "screen": "watch follow live",
    "odds": "chance chances probability",
    "rule": "clause paragraph book",
    "arc": "rear flank front back behind",
    "side": "rear flank back behind",
    "cover": "wood woods forest town covered hard soft",
    "terrain": "ground village town woods forest rough hill open road stream river bocage works bridge beach",
    "range": "distance far",
    "metres": "distance far meters",
    "hexes": "distance far steps",
    "sight": "line los visible",
    "visible": "line los sight",
    "woods": "forest orchard trees grove wood copse jungle",
    "wood": "forest orchard trees grove woods copse",
    "rough": "broken rocks scrub swamp marsh mud",
    "town": "city buildings built-up urban houses bua",
    "village": "hamlet buildings houses farm",
    "stream": "brook creek ford river",
    "river": "water",
    "lake": "water pond",
    "sea": "water ocean",
    "hill": "ridge height heights mountain",
    "open": "clear plain field fields grass",
    "road": "street highway",
    "clock": "phase turn round step",
    "type": "kind class model",
    "sides": "armies players",
    "ruleset": "rules system game",
}
"""A word that Umpire knows in any game -> other words that people may type for it."""
means(MEANINGS)


NOUNS = ("gun", "guns", "battery", "column", "road", "order", "orders", "command", "back", "break")
"""Words that may name an act, but are nouns and not verbs within a sentence."""
PHRASES = {
    **dict.fromkeys(("get out", "get off", "get down", "climb out", "climb down", "climb off"), "debus"),
    "get in": "bus",
    "climb in": "bus",
    "get on": "bus",
    "climb on": "bus",
    "command point": "order",
    "go first": "activate",
    "act first": "activate",
    "start its move": "activate",
    "begin its move": "activate",
    "open fire": "fire",
    "take a shot": "fire",
    **dict.fromkeys(("jump out", "jump off", "jump down", "pile out", "bail out", "leap out", "leap off"), "debus"),
    "roll command": "order",
    "roll command point": "order",
    "throw command point": "order",
    **dict.fromkeys(("throw for command", "roll for command", "dice for command", "throw command"), "order"),
    "close in on": "assault",
    "close combat": "assault",
    "get into": "bus",
    "get aboard": "bus",
    "climb into": "bus",
    "pick up": "bus",
    **dict.fromkeys(("withdraw", "retreat", "pull back", "fall back", "back off", "drop back"), "move"),
    "climb aboard": "bus",
    **dict.fromkeys(("pick", "choose"), "activate"),
    "go next": "activate",
    "act next": "activate",
    **dict.fromkeys(
        ("open up", "let fly", "let rip", "blaze away", "take on", "light up", "have a go", "has a go"), "fire"
    ),
    **dict.fromkeys(("have a crack", "take a pop", "take a crack", "pour fire", "return fire", "fire back"), "fire"),
    **dict.fromkeys(("blast", "burst", "drop", "hammer", "lob", "machine-gun", "pepper", "pump"), "fire"),
    **dict.fromkeys(("snipe", "spray", "strafe", "zap"), "fire"),
    **dict.fromkeys(("put a round", "put a shell", "put a shot", "send a round", "send a shell"), "fire"),
    **dict.fromkeys(("bomb", "dive", "swoop"), "air"),
    **dict.fromkeys(
        (
            "bound",
            "crawl",
            "creep",
            "dash",
            "rush",
            "scuttle",
            "head",
            "sprint",
            "push on",
            "race",
            "rumble",
            "trundle",
        ),
        "move",
    ),
}
"""Phrases of several words, each in any form -> the act meant."""

ARROWS = ("->", "=>", ">", "\u2192")
"""Signs that people may type before the target."""


UNITS = {
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), "m"),
    **dict.fromkeys(("in", "inch", "inches"), "in"),
    **dict.fromkeys(("cm", "centimetres", "centimeters"), "cm"),
    **dict.fromkeys(("yd", "yds", "yard", "yards"), "yd"),
    **dict.fromkeys(("hex", "hexes"), "hex"),
    **dict.fromkeys(("km", "kilometres", "kilometers"), "km"),
}
"""A unit of distance as people write it -> its short form."""


class Nouns(NamedTuple):
    """The words that people use at the table: nouns for stands and units, in the singular, and phrases for acts.

    A word in `units` may follow a name and does not change its meaning. `guns` are the words for supporting arms: `both
    German batteries`. `named` lists acts whose names are also nouns. Within a sentence, these names are read as nouns.
    `own` is an act that only special stands, such as aircraft, can do. A sentence about one of these stands may mean
    this act even if the sentence has another verb. `phrases` maps a phrase to an act and its words: `mount` -> `move
    mount=`. `states` maps a phrase about a stand to words for `set`: `dead` -> `removed=knocked-out`. In an act with a
    target, a fact in `of_target` is always about the target. A fact in `of_each` may be about the target or about the
    stand that acts, so people also type the name of the stand. `grounds` lists facts such as `road`. The value of the
    fact is the distance that a stand moves over this kind of ground.
    """

    units: tuple[str, ...] = ("unit", "stand")
    guns: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    own: str = ""
    phrases: Mapping[str, str] = {}
    states: Mapping[str, str] = {}
    of_target: tuple[str, ...] = ()
    of_each: tuple[str, ...] = ()
    grounds: tuple[str, ...] = ()


def line_of(verb: str, words: Sequence[str]) -> str:
    """Return the line to type for an act with these words."""
    return " ".join((verb, *map(quoted, words)))


def quoted(text: str, *, always: bool = False) -> str:
    """Return a word as it must be typed: in quotes if the word needs quotes. The quotes are double, unless the word has
    a character that some shells change within double quotes.
    """
    windows = os.name == "nt"
    if re.fullmatch(r"[\w.,:=+/@\\-]+" if windows else r"[\w.,:=+/@-]+", text) and not always:
        return text
    unsafe = r'["$`!%\n]' if windows else r'["$`\\!%\n]'
    if not re.search(unsafe, text):
        return f'"{text}"'
    from shlex import quote  # seldom needed

    return quote(text)


def words_of(line: str) -> list[str]:
    """Return the words of a line as a shell splits them. Raises ValueError for quotes that are not closed.

    An apostrophe between letters (`who's ahead`) and the sign for inches (`12"`) do not count as open quotes.
    """
    if '"' not in line and not re.search(r"(?:^|\s)'", line):
        line = re.sub(r"(?<=\w)'(?=\w)", "\u2019", line)  # `shooting's over, let's go on`
    try:
        return _as_shell(line)
    except ValueError:
        told = re.sub(r"(?<=\d)\"(?!\S*\")", " in", line) if line.count('"') == 1 else line  # inches
        if (told := re.sub(r"(?<=\w)'(?=\w|\s|$)", "\u2019", told)) == line:
            raise
    return _as_shell(told)


def _as_shell(line: str) -> list[str]:
    from shlex import shlex

    lexer = shlex(line, posix=True)
    lexer.whitespace_split = True
    if os.name == "nt":
        lexer.escape = ""  # a part of paths
    return list(lexer)
