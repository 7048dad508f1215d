"""The part of the quick-reference sheet that is for drawing up armies and setting up the table."""

from __future__ import annotations

from umpire.core.outcome import Listing, number_of
from umpire.rulesets.asp.field.terrain import on_table
from umpire.rulesets.asp.state import State
from umpire.rulesets.asp.table import Table


def setup_listings(table: Table, state: State | None) -> tuple[Listing, ...]:
    """Points, scale, terrain, season, weather, obstacles; in a game only what its modules and scale ask for."""
    agreed = set(table.sections["modules"]) if state is None else set(state.scene.modules)
    found = [_armies(table), _points(table), _scale(table, state)]
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
    rows = [*points["classes"].items(), ("light mortars", f"+{points['light_mortars']}"), ("AAA", f"+{points['aaa']}")]
    grades = ", ".join(f"{grade} x{value}" for grade, value in points["grades"].items())
    suggested = ", ".join(f"{name} {value}" for name, value in points["suggested"].items())
    notes = (
        f"{grades} (PTS-02); dug in +{points['dug_in']}, not multiplied (PTS-04)",
        f"suggested where none is printed: {suggested} (PTS-05)",
    )
    return Listing("Points (PTS-01)", ("", "points"), tuple(rows), notes, right=(1,))


def _scale(table: Table, state: State | None) -> Listing:
    scales = table.sections["scales"]
    names = [state.scene.scale] if state else list(scales)
    lengths = [table.limits["length_metres"] * times for times in (1, 2, 4, 8)]
    rows = tuple(
        (name, *(on_table(metres, name, table).partition("(")[2].rstrip(")") for metres in lengths))
        for name in names
        if name
    )
    return Listing("Ground scale (SCALE-01)", ("", *(f"{metres} m" for metres in lengths)), rows)


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
    kinds = ", ".join(f"{'-'.join(faces)} {name}" for name, faces in _faces(terrain["minor"]).items())
    zone = table.sections["deployment"]
    notes = (
        f"each minor feature: {kinds}; no wood in {' and '.join(terrain['no_wood_in'])} (TGEN-06, TGEN-07)",
        f"a major feature fills 1/{terrain['fills']} of its square at least (TGEN-03)",
        f"features are at most {terrain['most']} m across, {terrain['apart']} m apart (TGEN-08), built-up areas at "
        f"most {terrain['built_up_most']} m (TGEN-09)",
        f"a table is {zone['width']} m wide for each battle group, {table.sections['shares']['table_depth']} % of that "
        "deep (SCALE-05)",
        f"armies set up within {zone['depth']} m of their edge (DEP-01); off the table are {zone['off_table']} m, "
        f"{zone['off_table_inches']} in deep at most (DEP-02)",
    )
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
    am, dice = season["am"], table.limits["hour_dice"]
    twilight = table.detection["divided_by"]["twilight"]
    notes = (
        f"1-{am} am, {am + 1}-6 pm; {dice}D6 the hour (TIME-03)",
        f"dawn and dusk: detection 1/{twilight} (TIME-06); "
        f"night {caps['open']} m, in cover {caps['cover']} m (TIME-07)",
    )
    return Listing("Season (TIME-02)", ("", "die", "dawn", "dusk"), rows, notes)


def _faces(die: list[str]) -> dict[str, list[str]]:
    """What a die says, with the first and the last face that says it."""
    found: dict[str, list[str]] = {}
    for face, name in enumerate(die, 1):
        found[name] = [*found.get(name, [])[:1], str(face)]
    return found


def _armies(table: Table) -> Listing:
    rows = table.sections["organisation"]
    first, last = rows["period"]
    notes = (
        f"a battle group has {rows['stands']} stands (ORG-02) and {table.limits['command_stands']} command stand "
        "at most beside them (ORG-06)",
        f"the years {first} to {last} (GEN-10); late {rows['late_nation']} from {rows['late_from']} (GEN-11)",
        f"{rows['limited']} aircraft {rows['limited_years'][0]} to {rows['limited_years'][1]}: at most "
        f"{rows['limited_share']} % of the Allied ones (LIM-01)",
    )
    return Listing("Armies", (), (), notes)


def _hours(pair: list[int]) -> str:
    return f"{pair[0]}-{pair[1]}"


def _weather(table: Table) -> Listing:
    weather = table.sections["weather"]
    zones = list(next(iter(weather.values())))
    rows = tuple((season, *(f"{row[zone]}+" for zone in zones)) for season, row in weather.items())
    adverse = table.detection["divided_by"]["adverse"]
    notes = (f"adverse weather: detection 1/{adverse}, smoke has no effect (WX-02)",)
    return Listing("Adverse weather (WX-01)", ("", *zones), rows, notes)


def _obstacles(table: Table) -> Listing:
    crossing = table.sections["crossing"]
    rows = tuple((name, ", ".join(crossing[name])) for name in ("anti-tank", "anti-personnel"))
    steps = ", ".join(f"{amount} from {number_of(least, 'marker')}" for least, amount in crossing["markers"])
    declared = f"declared when an enemy comes within {crossing['declared_within']} m (ENG-04)"
    tows = "what tows or is towed counts among the anti-personnel too (ENG-04)"
    notes = (f"{crossing['need']}+ to cross, {steps} (ENG-05)", tows, declared)
    return Listing("Obstacles (ENG-07)", ("", "stops"), rows, notes)


def _percentages(table: Table) -> Listing:
    rows = tuple(
        (nation, ", ".join(f"{name} {share} %" for name, share in shares.items()))
        for nation, shares in table.sections["organisation"]["per_cent"].items()
    )
    return Listing("At most, of the AFVs (PCT-01)", ("", ""), rows)
