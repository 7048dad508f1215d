"""The verbs of setting up, armies, batteries, aircraft and engineering, as `acts` has those of the turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from umpire.game.act import Act, later


def _of(module: str, name: str) -> Callable[..., Any]:
    return later(f"umpire.rulesets.asp.{module}", name)


def _range(word: str) -> str | None:
    return "range" if re.fullmatch(r"\d+m?|contact", word.lower(), re.ASCII) else None


def _squares(word: str) -> str | None:
    if re.fullmatch(r"\d{1,2}", word, re.ASCII):
        return "squares"
    return "table" if re.fullmatch(r"\d{1,4}x\d{1,4}(ft)?", word.lower(), re.ASCII) else None


def scene_acts(fire_facts: Mapping[str, str]) -> dict[str, Act[Any, Any, Any]]:
    """Verb -> act; batteries and aircraft may be told all that fire may."""
    battery = {name: words for name, words in fire_facts.items() if name not in ("metres", "going", "bad", "closer")}
    return {
        "air": Act(
            verb="air",
            words="Aircraft: Fighters take their place or fight; a Bomber or Attack stand attacks, others shoot first",
            usage="air FIGHTER... | air FIGHTER at FIGHTER | air a1 at p3 900 [by k1 f9] [k1.range=1200]",
            connectors=("at", "by"),
            facts={
                **{name: words for name, words in battery.items() if name not in ("option", "hq")},
                "range": "metres from the aircraft to its target; k1.range=1200 from who shoots at it",
                "reply": "no: the target does not shoot back; k1.reply=no: the aircraft not at k1",
                "static": "whether the target of a Bomber is in a static target: yes or no",
                "cp": "the command points it costs, in place of the book's",
            },
            bare=_range,
            adds_to="effect",
            situate=_of("air.air", "situate"),
            objections=_of("air.air", "objections"),
            procedure=_of("air.flights", "flight"),
            out_of_turn=_of("air.air", "out_of_turn"),
        ),
        "artillery": Act(
            verb="artillery",
            words="A battery fires at a stand, or lays smoke or light in a place",
            usage="artillery c1 at lb9 | artillery b1 smoke PLACE | artillery b1 light PLACE | artillery lift smoke1",
            connectors=("at", "smoke", "light"),
            facts=battery,
            bare=_range,
            adds_to="effect",
            situate=_of("acts.artillery", "situate"),
            objections=_of("acts.artillery", "objections"),
            procedure=_of("acts.artillery", "procedure"),
            out_of_turn=_of("acts.artillery", "out_of_turn"),
        ),
        "cross": Act(
            verb="cross",
            words="A stand that touches an obstacle tries to cross it",
            usage="cross STAND over OBSTACLE | cross STAND kind=anti-tank",
            connectors=("over",),
            facts={"kind": "of an obstacle that is not on record: anti-tank or anti-personnel"},
            adds_to="crossing",
            situate=_of("acts.cross", "situate"),
            objections=_of("acts.cross", "objections"),
            procedure=_of("acts.cross", "cross"),
            out_of_turn=_of("acts.cross", "out_of_turn"),
        ),
        "setup": Act(
            verb="setup",
            words="Zone, season, hour, weather, terrain square by square, who places it and who moves first",
            usage="setup | setup zone season hour weather | setup terrain 12 | setup edges | setup scale=15mm 72x48",
            facts={
                "zone": "Desert, Steppe, Tropical, Temperate or Cold, in place of the die",
                "season": "Spring, Summer, Autumn or Winter, in place of the die",
                "hour": "the time of day, 18 or 18:40, in place of the dice",
                "weather": "fair or adverse, in place of the die",
                "scale": "of the models: 6mm, 15mm, 1/72 ...",
                "squares": "how many squares of terrain: setup terrain 12",
                "table": "width and depth of the table: 72x48, or 6x4ft",
            },
            bare=_squares,
            adds_to="weather",
            situate=_of("field.setup", "situate"),
            objections=_of("field.setup", "objections"),
            procedure=_of("field.setting_up", "setting_up"),
            out_of_turn=_of("field.setup", "out_of_turn"),
        ),
        "night": Act(
            verb="night",
            words="Hour, season, weather and the detection in force; tells a new hour or weather",
            usage="night | night hour=18:40 | night weather=adverse",
            facts={
                "hour": "the time of day, 18 or 18:40; the light follows from it where the season is known",
                "season": "Spring, Summer, Autumn or Winter",
                "light": "day, twilight or night",
                "weather": "fair or adverse",
            },
            situate=_of("acts.night", "situate"),
            objections=_of("acts.night", "objections"),
            procedure=_of("acts.night", "in_force"),
        ),
        "army": Act(
            verb="army",
            words="Points of the battle groups, and every rule against the armies",
            usage="army [GROUP or SIDE] [budget=500]",
            facts={"budget": "the points agreed on, for each side"},
            situate=_of("field.army", "situate"),
            objections=_of("field.army", "objections"),
            procedure=_of("field.army", "check"),
        ),
    }
