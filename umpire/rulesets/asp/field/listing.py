"""Conditions of the battle, what lies on the table, and the squares of it, for a status."""

from __future__ import annotations

from umpire.core.outcome import Listing
from umpire.rulesets.asp.field.light import detection_words, divided, lit_at
from umpire.rulesets.asp.scene import OBSTACLES, Mark, clock_words
from umpire.rulesets.asp.state import State
from umpire.rulesets.asp.table import Table

CONDITIONS = "conditions"
"""What the conditions are called in a command."""


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
            f"{state.weather}: detection {divided(table, state.weather)}, no smoke (WX-02)"
            if state.weather == "adverse"
            else state.weather,
        ),
        ("year", "" if scene.year is None else str(scene.year)),
        ("defender", scene.defender),
        ("scale", scene.scale),
        ("agreed", ", ".join(table.sections["modules"][module] for module in scene.modules)),
    ]
    known = tuple(row for row in rows if row[1])
    listings = [Listing(CONDITIONS, ("", ""), known)] if known else []
    if scene.marks:
        listings.append(_marks(tuple(scene.marks.values())))
    if scene.terrain:
        squares = tuple((str(number), square) for number, square in enumerate(scene.terrain, 1))
        listings.append(Listing("terrain", ("square", ""), squares, right=(0,)))
    return tuple(listings)


def scene_listing(state: State, table: Table, name: str) -> tuple[Listing, ...]:
    """The conditions, or one thing that lies on the table, by what the referee types; nothing for another name."""
    if name.lower() == CONDITIONS:
        found = tuple(listing for listing in scene_listings(state, table) if listing.title == CONDITIONS)
        return found or (Listing(CONDITIONS, ("", ""), (("", "nothing is settled"),)),)
    marks = tuple(mark for key, mark in state.scene.marks.items() if key.lower() == name.lower())
    return (_marks(marks),) if marks else ()


def _marks(marks: tuple[Mark, ...]) -> Listing:
    rows = tuple((mark.id, kind_of(mark), mark.side, mark.where) for mark in marks)
    return Listing("on the table", ("", "kind", "side", "where"), rows)


def kind_of(mark: Mark) -> str:
    """What lies there; the kind of an obstacle is not told before it is declared (ENG-04)."""
    return mark.kind if mark.declared or mark.kind not in OBSTACLES else "obstacle, not declared"
