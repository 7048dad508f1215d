"""What people write about the scene of a battle: conditions, armies, what lies on the table; and the way back."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar, Literal

from umpire.core.mistakes import Mistake, did_you_mean
from umpire.rulesets.asp.scene import Army, Mark, Scene, clock_words
from umpire.rulesets.asp.table import Table

ScaleName = Literal["", "2mm", "6mm", "10mm", "12mm", "15mm", "20mm", "1/72", "HO/OO", "25mm", "1/35", "50mm"]
Zone = Literal["Desert", "Steppe", "Tropical", "Temperate", "Cold"]
Season = Literal["Spring", "Summer", "Autumn", "Winter"]
Module = Literal[
    "engineering", "smoke", "illumination", "time", "weather", "percentages", "air-limit", "fantasy"
]  # fmt: skip
MOST = 99999


@dataclass(frozen=True)
class ConditionsForm:
    """`[conditions]`: light, weather and the rest where they are settled; the sides with radar support."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    light: Literal["day", "twilight", "night"] | None = None
    weather: Literal["fair", "adverse"] | None = None
    radar: tuple[str, ...] = ()
    zone: Zone | None = None
    season: Season | None = None
    time: str = ""
    year: int | None = None
    defender: str = ""
    modules: tuple[Module, ...] = ()
    terrain: tuple[str, ...] = ()


@dataclass(frozen=True)
class ArmyForm:
    """One `[armies.id]`: what a side fields, and for what points."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    side: str
    nation: str = ""
    budget: int | None = None
    zone: Zone | Literal[""] = ""
    fantasy: bool = False
    organised: str = ""
    supplier: str = ""
    ally: bool = False
    place: str = ""
    insignia: str = ""


@dataclass(frozen=True)
class MarkForm:
    """One `[marks.id]`: an obstacle, smoke or light that lies on the table."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    kind: Literal["smoke", "light", "anti-tank", "anti-personnel"]
    side: str
    where: str = ""
    declared: bool = False


def to_scene(
    scale: str,
    conditions: ConditionsForm,
    armies: dict[str, ArmyForm],
    marks: dict[str, MarkForm],
    sides: tuple[str, ...],
) -> Scene:
    """The scene these sections describe. Raises Mistake with the key, what is wrong and what was expected."""
    if conditions.defender:
        _side("conditions.defender", conditions.defender, sides)
    of_side: dict[str, str] = {}
    for key, army in armies.items():
        _side(f"armies.{key}.side", army.side, sides)
        if army.side in of_side:
            raise Mistake(f"armies.{key}.side: {of_side[army.side]} is the army of {army.side}", "one army a side")
        of_side[army.side] = key
        if army.budget is not None and not 0 <= army.budget <= MOST:
            raise Mistake(f"armies.{key}.budget: {army.budget} is no number of points", f"0 to {MOST}")
    for key, mark in marks.items():
        _side(f"marks.{key}.side", mark.side, sides)
    return Scene(
        scale,
        conditions.zone or "",
        conditions.season or "",
        read_time(conditions.time) if conditions.time else None,
        conditions.year,
        conditions.defender,
        tuple(dict.fromkeys(conditions.modules)),
        conditions.terrain,
        {key: Army(key, **vars(army)) for key, army in armies.items()},
        {key: Mark(key, **vars(mark)) for key, mark in marks.items()},
    )


def from_scene(scene: Scene) -> tuple[dict[str, Any], dict[str, Any]]:
    """The sections of a scene as a person would write them, and what of it stands in `[conditions]`."""
    sections = {
        "scale": scene.scale,
        "armies": {key: _written(ArmyForm, army) for key, army in scene.armies.items()},
        "marks": {key: _written(MarkForm, mark) for key, mark in scene.marks.items()},
    }
    conditions = {
        "zone": scene.zone,
        "season": scene.season,
        "time": "" if scene.minute is None else clock_words(scene.minute),
        "year": scene.year,
        "defender": scene.defender,
        "modules": list(scene.modules),
        "terrain": list(scene.terrain),
    }
    return {key: value for key, value in sections.items() if value}, {
        key: value for key, value in conditions.items() if value or value == 0
    }


def read_time(text: str) -> int:
    """The minute of the day that `18:40` or `18` is. Raises Mistake."""
    found = re.fullmatch(r"(\d{1,2})(?::(\d\d))?", text, re.ASCII)
    if found is None or int(found[1]) > 23 or int(found[2] or 0) > 59:
        raise Mistake(f"the time {text!r} is none of a day", "hours and minutes, 00:00 to 23:59")
    return int(found[1]) * 60 + int(found[2] or 0)


def price_of(where: str, written: int | str) -> str:
    """Points as they are kept, "" for none told: `15`, `7.5` or `15/2`. Raises Mistake for what is no number."""
    text = str(written).strip()
    if not text:
        return ""
    if not re.fullmatch(r"\d{1,5}(\.\d{1,3}|/[1-9]\d{0,2})?", text, re.ASCII):
        raise Mistake(f"{where}: {text!r} is no number of points", 'for instance 15 or "7.5"')
    return str(Fraction(text))


def classed(where: str, word: str, table: Table) -> str:
    """A class of the list of points. Raises Mistake for one that is not known."""
    if word and word not in table.sections["points"]["classes"]:
        known = list(table.sections["points"]["classes"])
        raise Mistake(f"{where}: there is no class of points {word!r}", did_you_mean(word, known))
    return word


def _side(where: str, side: str, sides: tuple[str, ...]) -> None:
    if side not in sides:
        raise Mistake(f"{where}: there is no side {side!r}", did_you_mean(side, list(sides)))


def _written(form: Any, thing: Any) -> dict[str, Any]:
    """The fields of a thing that its form knows and that differ from what the form takes for granted."""
    return {each.name: getattr(thing, each.name) for each in fields(form) if getattr(thing, each.name) != each.default}
