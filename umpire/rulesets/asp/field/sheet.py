"""The part of the quick-reference sheet that is for drawing up armies and setting up the table."""

from __future__ import annotations

from umpire.core.outcome import Listing
from umpire.rulesets.asp.field.terrain import on_table
from umpire.rulesets.asp.state import State
from umpire.rulesets.asp.table import Table


def setup_listings(table: Table, state: State | None) -> tuple[Listing, ...]:
    """Points, scale, terrain, season, weather, obstacles; in a game only what its modules and scale ask for."""
    agreed = set(table.sections["modules"]) if state is None else set(state.scene.modules)
    found = [_points(table), _scale(table, state)]
    if state is None:
        found += [_zones(table), _terrain(table)]
    if "time" in agreed:
        found.append(_seasons(table))
    if "weather" in agreed:
        found.append(_weather(table))
    if "engineering" in agreed:
        found.append(_obstacles(table))
    if "percentages" in agreed:
        found.append(_percentages(table))
    return tuple(found)


def _points(table: Table) -> Listing:
    points = table.sections["points"]
    rows = [(name, value) for name, value in points["classes"].items() if name != "None"]
    rows += [("light mortars", f"+{points['light_mortars']}"), ("AAA", f"+{points['aaa']}")]
    grades = ", ".join(f"{grade} x{value}" for grade, value in points["grades"].items())
    notes = (f"{grades} (PTS-02); dug in +{points['dug_in']}, not multiplied (PTS-04)",)
    return Listing("Points (PTS-01)", ("", "points"), tuple(rows), notes, right=(1,))


def _scale(table: Table, state: State | None) -> Listing:
    scales = table.sections["scales"]
    names = [state.scene.scale] if state else list(scales)
    rows = tuple(
        (name, *(on_table(metres, name, table).partition("(")[2].rstrip(")") for metres in (250, 500, 1000, 2000)))
        for name in names
        if name
    )
    return Listing("Ground scale (SCALE-01)", ("", "250 m", "500 m", "1000 m", "2000 m"), rows)


def _zones(table: Table) -> Listing:
    zone = table.sections["zone"]
    rows = tuple((str(face), name, zone[name]) for face, name in enumerate(zone["die"], 1))
    return Listing("Climatic zone (ZONE-01)", ("die", "", ""), rows, right=(0,))


def _terrain(table: Table) -> Listing:
    terrain = table.sections["terrain"]
    zones = [name for name, row in terrain.items() if isinstance(row, dict)]
    rows = [(str(face), *(terrain[zone]["major"][face - 1] for zone in zones)) for face in range(1, 7)]
    rows.append(("MBUA", *(f"{terrain[zone]['mbua']}+" for zone in zones)))
    rows.append(("minor", *(f"{terrain[zone]['minor_dice']}D6" for zone in zones)))
    notes = ("each minor feature: 1-2 wood, 3-4 BUA, 5-6 hill; no wood in LFA and SFH (TGEN-06, TGEN-07)",)
    return Listing("Terrain of a square (TGEN-02)", ("", *zones), tuple(rows), notes)


def _seasons(table: Table) -> Listing:
    season = table.sections["season"]
    faces = {name: [str(face) for face, each in enumerate(season["die"], 1) if each == name] for name in season}
    rows = tuple(
        (name, " ".join(faces[name]), _hours(row["dawn"]), _hours(row["dusk"]))
        for name, row in season.items()
        if isinstance(row, dict)
    )
    caps = table.detection["at_most"]["night"]
    notes = (
        "1-4 am, 5-6 pm; 2D6 the hour (TIME-03)",
        f"dawn and dusk halve detection (TIME-06); night {caps['open']} m, in cover {caps['cover']} m (TIME-07)",
    )
    return Listing("Season (TIME-02)", ("", "die", "dawn", "dusk"), rows, notes)


def _hours(pair: list[int]) -> str:
    return f"{pair[0]}-{pair[1]}"


def _weather(table: Table) -> Listing:
    weather = table.sections["weather"]
    zones = list(next(iter(weather.values())))
    rows = tuple((season, *(f"{row[zone]}+" for zone in zones)) for season, row in weather.items())
    notes = ("adverse weather halves detection and makes smoke ineffective (WX-02)",)
    return Listing("Adverse weather (WX-01)", ("", *zones), rows, notes)


def _obstacles(table: Table) -> Listing:
    crossing = table.sections["crossing"]
    rows = tuple((name, ", ".join(crossing[name])) for name in ("anti-tank", "anti-personnel"))
    steps = ", ".join(f"{amount} from {least} markers" for least, amount in crossing["markers"])
    declared = f"declared when an enemy comes within {crossing['declared_within']} m (ENG-04)"
    notes = (f"{crossing['need']}+ to cross, {steps} (ENG-05)", declared)
    return Listing("Obstacles (ENG-07)", ("", "stops"), rows, notes)


def _percentages(table: Table) -> Listing:
    rows = tuple(
        (nation, ", ".join(f"{name} {share} %" for name, share in shares.items()))
        for nation, shares in table.sections["organisation"]["per_cent"].items()
    )
    return Listing("At most, of the AFVs (PCT-01)", ("", ""), rows)
