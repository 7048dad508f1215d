"""The light by season and hour, the weather, and what they do to detection (TIME, WX)."""

from __future__ import annotations

from umpire.rulesets.asp.table import Table


def lit_at(table: Table, season: str, minute: int | None) -> str:
    """day, twilight or night at a minute of the day, "" where season or hour are not known (TIME-02, 04, 05)."""
    if not season or minute is None:
        return ""
    row = table.sections["season"][season]
    (dawn, morning), (dusk, evening) = row["dawn"], row["dusk"]
    if dawn * 60 <= minute < morning * 60 or dusk * 60 <= minute < evening * 60:
        return "twilight"
    return "day" if morning * 60 <= minute < dusk * 60 else "night"


def light_words(table: Table, season: str, light: str) -> str:
    """The light, when dawn and dusk are, and what it does to detection."""
    row = table.sections["season"][season]
    hours = f"{season}: dawn {row['dawn'][0]}-{row['dawn'][1]}, dusk {row['dusk'][0]}-{row['dusk'][1]} (TIME-02)"
    return f"{detection_words(table, light)}; {hours}"


def detection_words(table: Table, light: str) -> str:
    """What a light does to detection: `night: at most 125 m in the open, 75 m in cover (TIME-07)`."""
    rows = table.detection
    if light in rows["at_most"]:
        cap = rows["at_most"][light]
        return f"{light}: detection at most {cap['open']} m in the open, {cap['cover']} m in cover (TIME-07)"
    if light in rows["divided_by"]:
        return f"{light}: distances of detection are {divided(table, light)} (TIME-06)"
    return f"{light}: full distances of detection (TIME-04)"


def weather_words(table: Table, weather: str) -> str:
    """What a weather does to detection and smoke (WX-02)."""
    if weather != "adverse":
        return f"{weather} weather (WX-01)"
    detection = f"distances of detection are {divided(table, weather)}"
    return f"{weather} weather: {detection}, smoke has no effect (WX-02)"


def divided(table: Table, condition: str) -> str:
    """By how much a light or weather divides the distances of detection: `halved`."""
    by = table.detection["divided_by"][condition]
    return "halved" if by == 2 else f"divided by {by}"
