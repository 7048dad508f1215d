"""Conditions of the battle, what lies on the table, and the squares of it, for a status."""

from __future__ import annotations

from umpire.core.outcome import Listing
from umpire.rulesets.asp.light import detection_words, lit_at
from umpire.rulesets.asp.scene import OBSTACLES, Mark, clock_words
from umpire.rulesets.asp.state import State
from umpire.rulesets.asp.table import Table


def scene_listings(state: State, table: Table) -> tuple[Listing, ...]:
    """What is settled of the scene; nothing where nothing is."""
    scene = state.scene
    light = state.light or lit_at(table, scene.season, scene.minute)
    rows = [
        ("zone", scene.zone),
        ("season", scene.season),
        ("hour", "" if scene.minute is None else clock_words(scene.minute)),
        ("light", detection_words(table, light) if light else ""),
        (
            "weather",
            f"{state.weather}: detection halved, no smoke (WX-02)" if state.weather == "adverse" else state.weather,
        ),
        ("year", "" if scene.year is None else str(scene.year)),
        ("defender", scene.defender),
        ("scale", scene.scale),
        ("agreed", ", ".join(table.sections["modules"][module] for module in scene.modules)),
    ]
    known = tuple(row for row in rows if row[1])
    listings = [Listing("conditions", ("", ""), known)] if known else []
    if scene.marks:
        marks = tuple((mark.id, kind_of(mark), mark.side, mark.where) for mark in scene.marks.values())
        listings.append(Listing("on the table", ("", "kind", "side", "where"), marks))
    if scene.terrain:
        squares = tuple((str(number), square) for number, square in enumerate(scene.terrain, 1))
        listings.append(Listing("terrain", ("square", ""), squares, right=(0,)))
    return tuple(listings)


def kind_of(mark: Mark) -> str:
    """What lies there; the kind of an obstacle is not told before it is declared (ENG-04)."""
    return mark.kind if mark.declared or mark.kind not in OBSTACLES else "obstacle, not declared"
