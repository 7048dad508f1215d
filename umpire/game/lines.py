"""A line as it is typed: the verbs there are, its words, and the words put together again."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from umpire.core.mistakes import means

VOCABULARY = {
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
    "now": "Facts that stay, such as fog: set, ended, shown.",
    "arrive": "Bring in somebody who arrives.",
    "leave": "Somebody leaves the table for good.",
    "next": "End what is on and go to what comes next.",
    "victory": "Say who has won.",
}
"""Verb -> line of help, in the order of play. A family says more of its own where that helps, and may have others."""

COMMANDS = {
    "draft": "A scenario to begin with, commented.",
    "types": "Everything a scenario can name, with its numbers.",
    "check": "All that is wrong or odd in a scenario.",
    "schema": "The JSON Schema of scenarios, for an editor.",
    "new": "Start a game from a scenario.",
    "status": "Where everything stands.",
    "can": "What a stand or unit may do now.",
    "score": "Shots, air points, objectives and losses, a line a side.",
    "log": "What was done, the newest last; one entry whole.",
    "undo": "Take back the last command, or several.",
    "redo": "Do again what undo took back.",
    "amend": "An entry as it should have been; what followed is played again.",
    "again": "The last throw again: its dice were no dice.",
    "what-if": "The same act with one thing changed, compared.",
    "dice": "The odds of any dice, or how they fell; no game.",
    "luck": "How the dice fell against what was to be expected.",
    "set": "Correct the record: a stand's strength, place, marks.",
    "audit": "The roll call: what stands on the table against the record.",
    "note": "A remark in the log; it changes nothing.",
    "edit": "Change the whole position in your editor.",
    "export": "Write the position as a scenario.",
    "rule": "The words of a rule, by number or by what it says.",
    "rules": "The rulesets; the sections of one.",
    "compare": "Where two rule tables differ.",
    "map": "The board with the stands on it.",
    "sheet": "The quick-reference sheet of this game.",
    "print": "On paper: the play sheet, rosters, all of it.",
    "screen": "A page that follows the game, for the players to see.",
    "report": "The evening to read: a page, Markdown or PDF.",
    "table": "A prompt: the same commands without `umpire`.",
    "clear": "Clear the screen.",
    "demo": "An example, shown step by step.",
    "help": "Pages to read, how a command is typed, what a word means.",
}
"""Command of the program -> line of help."""

MEANINGS = {
    "fire": "attack shoot shot shooting engage hit",
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
    "log": "history journal",
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
    "rough": "broken rocks scrub",
    "town": "city buildings built-up urban houses bua",
    "village": "hamlet buildings houses farm",
    "stream": "brook creek ford",
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
"""What any game may know -> words that may be typed for it."""
means(MEANINGS)


NOUNS = ("gun", "guns", "battery", "column", "road", "order", "orders", "command", "back", "break")
"""Those of these words that are nouns: in a sentence they are no verb."""
PHRASES = {
    "get out": "debus",
    "climb out": "debus",
    "get off": "debus",
    "get in": "bus",
    "climb in": "bus",
    "get on": "bus",
    "climb on": "bus",
    "command point": "order",
    "go first": "activate",
    "act first": "activate",
    "open fire": "fire",
    "take a shot": "fire",
    "close in on": "assault",
    "close combat": "assault",
    "get into": "bus",
    "get aboard": "bus",
    "climb into": "bus",
    "climb aboard": "bus",
}
"""What is said in several words, each in any form -> the act it means."""

ARROWS = ("->", "=>", ">", "\u2192")
"""Signs that may stand before the target, and carry nothing."""


class Nouns(NamedTuple):
    """Words by which people speak of those who act, in the singular.

    `units` may stand behind a name and say nothing more; `guns` are what supports: `both German batteries`. Of its acts
    `named` are called by a noun, which in a sentence is no verb; `own` is the act of those who have one of their own,
    whatever verb is said: aircraft.
    """

    units: tuple[str, ...] = ("unit", "stand")
    guns: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    own: str = ""


def line_of(verb: str, words: Sequence[str]) -> str:
    """The act as it may be typed again."""
    return " ".join((verb, *map(quoted, words)))


def quoted(text: str, *, always: bool = False) -> str:
    """The word as it must be typed: in double quotes where that is safe in every shell, bare where it needs none.

    A backslash is a part of paths on Windows, and quotes the next sign elsewhere.
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
    """The words of a line as a shell would have them. Raises ValueError for quotes that are not closed.

    If they are not, an apostrophe between letters is none: `who's ahead`.
    """
    try:
        return _as_shell(line)
    except ValueError:
        if (told := re.sub(r"(?<=\w)'(?=\w)", "\u2019", line)) == line:
            raise
    return _as_shell(told)


def _as_shell(line: str) -> list[str]:
    from shlex import shlex

    lexer = shlex(line, posix=True)
    lexer.whitespace_split = True
    if os.name == "nt":
        lexer.escape = ""  # a part of paths
    return list(lexer)
