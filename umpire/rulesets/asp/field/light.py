"""The light by season and hour, the weather, and what they do to detection (TIME, WX)."""

from __future__ import annotations

from umpire.rulesets.asp.effects import Setting
from umpire.rulesets.asp.state import Scene, State
from umpire.rulesets.asp.table import Table


def light_of(state: State, table: Table) -> str:
    """The light in force: told, else as season and hour have it; "" where those are not known (TIME-04, TIME-05)."""
    return state.light or lit_at(table, state.scene.season, state.scene.minute)


def anew(state: State) -> tuple[Setting, ...]:
    """The light follows from season and hour again: what was told of it is over (TIME-04)."""
    return (Setting("light", ""),) if state.light else ()


def lit_at(table: Table, season: str, minute: int | None) -> str:
    """day, twilight or night at a minute of the day, "" where season or hour are not known (TIME-02, 04, 05)."""
    part = part_of_day(table, season, minute)
    return "twilight" if part in ("dawn", "dusk") else part


def part_of_day(table: Table, season: str, minute: int | None) -> str:
    """dawn, day, dusk or night."""
    if not season or minute is None:
        return ""
    row = table.sections["season"][season]
    for part in ("dawn", "dusk"):
        begins, ends = row[part]
        if begins * 60 <= minute < ends * 60:
            return part
    return "day" if row["dawn"][1] * 60 <= minute < row["dusk"][0] * 60 else "night"


def light_words(table: Table, scene: Scene, light: str) -> str:
    """A light and what it does to detection: whether twilight is dawn or dusk, or is told against season and hour."""
    part = part_of_day(table, scene.season, scene.minute)
    follows = lit_at(table, scene.season, scene.minute)
    words = detection_words(table, light, part)
    return words + (f"; set by you, {part} by the hour" if follows and light != follows else "")


def lit_words(table: Table, scene: Scene, light: str) -> str:
    """The light in words, and when dawn and dusk are in the season."""
    words = light_words(table, scene, light)
    if not scene.season:
        return words
    row = table.sections["season"][scene.season]
    (dawn, morning), (dusk, evening) = row["dawn"], row["dusk"]
    return f"{words}; {scene.season}: dawn {dawn}-{morning}, dusk {dusk}-{evening} (TIME-02)"


def detection_words(table: Table, light: str, part: str = "") -> str:
    """What a light does to detection: `night: at most 125 m in the open, 75 m in cover (TIME-07)`.

    Twilight is told apart by the `part` of the day that it is.
    """
    rows, said = table.detection, f"{light}, {part}" if light == "twilight" and part in ("dawn", "dusk") else light
    if light in rows["at_most"]:
        cap = rows["at_most"][light]
        return f"{said}: detection at most {cap['open']} m in the open, {cap['cover']} m in cover (TIME-07)"
    if light in rows["divided_by"]:
        return f"{said}: detection distances are {divided(table, light)} (TIME-06)"
    return f"{said}: full detection distances (TIME-04)"


def weather_words(table: Table, weather: str) -> str:
    """What a weather does to detection and smoke (WX-02)."""
    if weather != "adverse":
        return f"{weather} weather (WX-01)"
    detection = f"detection distances are {divided(table, weather)}"
    return f"{weather} weather: {detection}, smoke has no effect (WX-02)"


def divided(table: Table, condition: str) -> str:
    """By how much a light or weather divides the distances of detection: `halved`."""
    by = table.detection["divided_by"][condition]
    return "halved" if by == 2 else f"divided by {by}"
