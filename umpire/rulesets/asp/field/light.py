"""The light by season and hour, the weather, and the effect of light and weather on detection (TIME, WX)."""

from __future__ import annotations

from umpire.rulesets.asp.effects import Setting
from umpire.rulesets.asp.state import Scene, State
from umpire.rulesets.asp.table import Table


def light_of(state: State, table: Table) -> str:
    """Return the present light: the light that was set, or else the light that follows from season and hour. Return ""
    if no light was set and season or hour is not known (TIME-04, TIME-05).
    """
    return state.light or lit_at(table, state.scene.season, state.scene.minute)


def anew(state: State) -> tuple[Setting, ...]:
    """Return the effects that remove the light that was set. Afterwards the light follows from season and hour
    (TIME-04).
    """
    return (Setting("light", ""),) if state.light else ()


def lit_at(table: Table, season: str, minute: int | None) -> str:
    """Return day, twilight or night at a minute of the day; "" if season or hour is not known (TIME-02, 04, 05)."""
    part = part_of_day(table, season, minute)
    return "twilight" if part in ("dawn", "dusk") else part


def part_of_day(table: Table, season: str, minute: int | None) -> str:
    """Return dawn, day, dusk or night; "" if season or hour is not known."""
    if not season or minute is None:
        return ""
    row = table.sections["season"][season]
    for part in ("dawn", "dusk"):
        begins, ends = row[part]
        if begins * 60 <= minute < ends * 60:
            return part
    return "day" if row["dawn"][1] * 60 <= minute < row["dusk"][0] * 60 else "night"


def light_words(table: Table, scene: Scene, light: str) -> str:
    """Return the words for a light and its effect on detection.

    If season and hour give a different light, a note says so.
    """
    part = part_of_day(table, scene.season, scene.minute)
    follows = lit_at(table, scene.season, scene.minute)
    words = detection_words(table, light, part)
    return words + (f"; you set this light, but it is {part} at this hour" if follows and light != follows else "")


def lit_words(table: Table, scene: Scene, light: str) -> str:
    """Return the light in words, and the times of dawn and dusk in the season."""
    words = light_words(table, scene, light)
    if not scene.season:
        return words
    row = table.sections["season"][scene.season]
    (dawn, morning), (dusk, evening) = row["dawn"], row["dusk"]
    return f"{words}; {scene.season}: dawn {dawn}-{morning}, dusk {dusk}-{evening} (TIME-02)"


def detection_words(table: Table, light: str, part: str = "") -> str:
    """Return the effect of a light on detection: `night: detection at most 125 m in the open, 75 m in cover (TIME-07)`.

    `part` is the part of the day. It shows whether twilight is dawn or dusk.
    """
    rows, said = table.detection, f"{light}, {part}" if light == "twilight" and part in ("dawn", "dusk") else light
    if light in rows["at_most"]:
        cap = rows["at_most"][light]
        return f"{said}: detection at most {cap['open']} m in the open, {cap['cover']} m in cover (TIME-07)"
    if light in rows["divided_by"]:
        return f"{said}: detection distances are {divided(table, light)} (TIME-06)"
    return f"{said}: full detection distances (TIME-04)"


def weather_words(table: Table, weather: str) -> str:
    """Return the effect of the weather on detection and smoke (WX-02)."""
    if weather != "adverse":
        return f"{weather} weather (WX-01)"
    detection = f"detection distances are {divided(table, weather)}"
    return f"{weather} weather: {detection}, and smoke has no effect (WX-02)"


def divided(table: Table, condition: str) -> str:
    """Return in words how the light or the weather divides the detection distances, for example `halved`."""
    by = table.detection["divided_by"][condition]
    return "halved" if by == 2 else f"divided by {by}"
