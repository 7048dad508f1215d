"""The verbs of the d20 elements: how each is typed, and which functions answer it, imported when they are used."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from umpire.game.act import Act, later
from umpire.rulesets.d20.measure import is_distance


def _of(module: str, name: str) -> Callable[..., Any]:
    return later(f"umpire.rulesets.d20.{module}", name)


def bare_distance(word: str) -> str | None:
    """Which fact a bare word tells in `fire`: a number is the distance, `6`, `6.5`, `6"`, `12cm`."""
    return "range" if is_distance(word) else None


def bare_move(word: str) -> str | None:
    """In `move` a bare number is a distance over open ground."""
    return "open" if is_distance(word) else None


FIRE_FACTS = {
    "range": "the distance in the game's unit; a bare number tells it",
    "mode": "ap or he (he is small arms too)",
    "cover": "of the target: none, soft or hard",
    "hulldown": "yes: the target is hull-down",
    "smoke": "yes: the target is behind smoke",
    "side": "yes: the firer stands at its side or rear",
    "edge": "yes: the firer is within 4 of a table edge not its own",
    "visible": "no: the target is not in sight",
    "arc": "no: the target is outside the firer's field of fire",
    "contacted": "yes: an enemy touches the firer",
    "source": "direct, mortar or support fire",
    "dugin": "yes: the target is dug in",
    "fortified": "yes: the target is in fortifications",
    "ap": "the AP value that counts",
    "he": "the HE/SA value that counts",
    "defence": "the defence that counts",
}
TEST_FACTS = {
    "commander": "yes, or which: a friendly commander within 4",
    "supported": "no, yes, or by which element; with its distance if over 4: supported=t2:6",
    "edge": "yes: within 4 of a table edge not its own",
    "objectives": "how many objectives its side holds",
    "losses": "how many friendly elements are removed",
}
ASSAULT_FACTS = {
    "cover": "of those attacked: none, soft or hard; of an attacker: gren.cover=soft",
    "charge": "yes: cavalry that begins the combat, the enemy in the open, in fields or dug in",
    "target": "whom an element attacks that touches several: a1.target=p3",
    "edge": "yes: the attacker is within 4 of a table edge not its own",
    "contact": "no: they do not touch",
    "dugin": "yes: those attacked are dug in; of an attacker: gren.dugin=yes",
    "fortified": "yes: those attacked are in fortifications",
    "result": "F, S, K or none, of an element: where only the referee's result is recorded",
    "ap": "the AP value that counts",
    "he": "the HE/SA value that counts",
    "defence": "the defence that counts",
}
MOVE_FACTS = {
    "open": "how far over open ground; a bare number tells it",
    "road": "how far on a road; so too rough, difficult, extreme, track, and the scenario's own kinds of ground",
    "obstacles": "how many linear obstacles it crosses",
    "reverse": "yes: a vehicle goes to its side or rear",
    "fallback": "yes: it falls back; all the moves it owes, or 1, 2 ... of them",
    "toward": "of a fall-back: edge (its own) or enemy (away from it)",
    "halt": "of a fall-back: edge or blocked, if that stops it",
    "contact": "the enemies it touches then: contact=p3,p4; none if it touches nobody any more",
    "takes": "the objective it takes",
    "mount": "the vehicle it gets on; embark and limber for crew-served weapons",
    "dismount": "yes: it gets off; so too disembark and unlimber",
    "breakdown": "yes: a man-portable weapon is broken down; assemble=yes puts it together",
    "reached": "no: it does not get into contact with the vehicle",
}
_BY_HAND = {"ELEMENT": "F, S, K, rout, recover or none: what that element takes"}


def _by_hand(verb: str, words: str) -> Act[Any, Any, Any]:
    return Act(
        verb=verb,
        words=words,
        usage=f'{verb} "what happens" [ELEMENT=F|S|K|rout|recover ...]',
        facts=_BY_HAND,
        adds_to="lot",
        situate=partial(_of("acts.by_hand", "situate_by_hand"), verb),
        objections=_of("acts.by_hand", "objections"),
        procedure=_of("acts.by_hand", "by_hand"),
        out_of_turn=_of("acts.by_hand", "out_of_turn"),
        notes=True,
    )


ACTS: dict[str, Act[Any, Any, Any]] = {
    "activate": Act(
        verb="activate",
        words="command phase: elements test to remove suppression",
        usage="activate ELEMENT [ELEMENT ...] [commander=yes] [supported=no] [edge=yes]",
        facts=TEST_FACTS,
        adds_to="test",
        situate=_of("acts.activate", "situate"),
        objections=_of("acts.activate", "objections"),
        procedure=_of("acts.activate", "recovery"),
        out_of_turn=_of("acts.activate", "out_of_turn"),
    ),
    "order": _by_hand("order", "communication: nothing on the sheet, so the referee's words"),
    "artillery": _by_hand(
        "artillery", "smoke, support and speculative fire: nothing on the sheet, the referee's words"
    ),
    "air": _by_hand("air", "air support: nothing on the sheet, so the referee's words"),
    "fire": Act(
        verb="fire",
        words="one element fires at another with AP or with HE and small arms",
        usage="fire FIRER at TARGET DISTANCE [mode=ap|he] [side=yes] [cover=soft|hard] [hulldown=yes] [smoke=yes]",
        connectors=("at",),
        facts=FIRE_FACTS,
        bare=bare_distance,
        adds_to="fire",
        situate=_of("fire.situation", "situate_fire"),
        objections=_of("fire.fire", "fire_objections"),
        procedure=_of("fire.fire", "fire"),
        at_once=2,
        out_of_turn=_of("fire.fire", "fire_out_of_turn"),
    ),
    "assault": Act(
        verb="assault",
        words="close combat of elements in contact, tank overruns and tank hunting",
        usage="assault ELEMENT [ELEMENT ...] at ENEMY [ENEMY ...] [ELEMENT.cover=soft|hard] [ELEMENT.charge=yes]",
        connectors=("at",),
        facts=ASSAULT_FACTS,
        adds_to="attack",
        situate=_of("close.melee", "situate"),
        objections=_of("close.assault", "objections"),
        procedure=_of("close.assault", "assault"),
        out_of_turn=_of("close.assault", "out_of_turn"),
    ),
    "move": Act(
        verb="move",
        words="one element moves, mounts, limbers or falls back",
        usage="move ELEMENT [DISTANCE] [road=6 rough=1 ...] [obstacles=1] [contact=ENEMY] | move ELEMENT fallback=yes",
        facts=MOVE_FACTS,
        bare=bare_move,
        situate=_of("acts.movement", "situate"),
        objections=_of("acts.movement", "objections"),
        procedure=_of("acts.move", "move"),
        out_of_turn=_of("acts.movement", "out_of_turn"),
    ),
    "overrun": Act(
        verb="overrun",
        words="non-combat elements in contact are removed; `next` does it at the end of a movement phase",
        usage="overrun ELEMENT [ELEMENT ...] by ENEMY",
        connectors=("by",),
        situate=_of("close.overrun", "situate"),
        objections=_of("close.overrun", "objections"),
        procedure=_of("close.overrun", "overrun"),
        out_of_turn=_of("close.overrun", "out_of_turn"),
    ),
    "next": Act(
        verb="next",
        words="the phase ends and the next one begins",
        usage="next [command|fire|combat|movement]",
        situate=_of("acts.next", "situate"),
        objections=_of("acts.next", "objections"),
        procedure=_of("acts.next", "next_phase"),
    ),
    "night": _by_hand("night", "the sheet knows no night: the referee's words"),
}
