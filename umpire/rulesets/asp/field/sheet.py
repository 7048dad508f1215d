"""The parts of the quick-reference sheet for armies, for setting up the table, and for optional rules."""

from __future__ import annotations

from umpire.core.outcome import Listing, number_of
from umpire.game.rulebook.sheet import house_rows, otherwise
from umpire.rulesets.asp.field.army import class_of
from umpire.rulesets.asp.field.terrain import on_table
from umpire.rulesets.asp.state import Scene, Stand, State, row_of, ruler
from umpire.rulesets.asp.table import Table

_NONE = Listing("", (), ())
"""The mark for a rule that is not agreed."""
_ITSELF = "its name"
"""The mark for a stand whose row or class has its own name."""


def support_listings(table: Table, state: State | None) -> dict[str, Listing]:
    """Return the parts of the sheet for optional rules: smoke and light, obstacles, night and weather.

    In a game, the parts for rules that are not agreed are left out.
    """
    agreed = set(table.sections["modules"]) if state is None else set(state.scene.modules)
    return {
        "smoke": _smoke(table, state) if agreed & {"smoke", "illumination"} else _NONE,
        "obstacles": _obstacles(table) if "engineering" in agreed else _NONE,
        "dark": _dark(table, agreed),
    }


def setup_listings(table: Table, state: State | None) -> dict[str, Listing | tuple[Listing, ...]]:
    """Return the parts of the sheet for armies, points, scale, terrain, season and weather.

    In a game, the parts that the game does not need are left out.
    """
    agreed = set(table.sections["modules"]) if state is None else set(state.scene.modules)
    return {
        "stands": _stands(table, state),
        "points": _points(table),
        "percentages": _percentages(table) if "percentages" in agreed else _NONE,
        "scale": _scale(table, state),
        "terrain": _NONE if state and state.scene.zone else _terrain(table),
        "season": _seasons(table) if "time" in agreed else _NONE,
        "weather": _weather(table) if "weather" in agreed else _NONE,
        "options": (otherwise(table.sections), house_rows(table.modifiers, effect="score required")),
    }


def _stands(table: Table, state: State | None) -> Listing:
    """Return the types of stands. In a game, the types that it does not use are left out. Types with equal values share
    a row.
    """
    used = None if state is None else {stand.type for stand in state.stands.values()}
    alike: dict[tuple[str, ...], list[str]] = {}
    carries: dict[str, list[str]] = {}
    for name in table.types:
        if used is None or name in used:
            alike.setdefault(_numbers(table, name), []).append(name)
            *others, last = sorted(table.type(name).carries) or ("",)
            if carried := " or ".join(filter(None, (", ".join(others), last))):
                carries.setdefault(carried, []).append(name)
    rows = tuple((", ".join(names), *row) for row, names in alike.items())
    columns = ("stand", "shoots as", "hit as", "moves", "points as")
    notes = [f"{', '.join(names)}: each carries one stand of {carried} (BUS-07)" for carried, names in carries.items()]
    notes.append("tracked: S slow, M medium, F fast, VF very fast; others: W wheeled, 1/2T half-track (VEH-01)")
    return Listing("Stands (VEH-02)", columns, rows, tuple(notes))


def _numbers(table: Table, name: str) -> tuple[str, ...]:
    """Return four values of a type: its weapon, its target class, its move, and its class for points."""
    kind = table.type(name)
    weapon = "/".join(kind.rows) or kind.row or "unarmed"
    if name in (weapon, table.rows.get(weapon, {}).get("name")):
        weapon = _ITSELF
    points = class_of(table, Stand(name, name, "", name))
    moves = kind.mobility or ("" if kind.kind == "aircraft" else "foot")
    return (
        weapon + ", fixed" * (kind.kind == "fixed_gun"),
        kind.column or "-",
        moves,
        _ITSELF if points == name else points,
    )


def _smoke(table: Table, state: State | None) -> Listing:
    used = None
    if state is not None:
        used = {row_of(table, stand) for stand in state.stands.values()}
    scale = state.scene.scale if state else ""

    def size(metres: list[int]) -> str:
        return " by ".join(on_table(each, scale, table) for each in metres) or "-"

    sections = table.sections
    alike: dict[tuple[str, str], list[str]] = {}
    for name, metres in sections["smoke"].items():
        if name in table.rows and (used is None or name in used):
            alike.setdefault((size(metres), size(sections["illumination"].get(name, []))), []).append(name)
    rows = tuple((", ".join(names), *sizes) for sizes, names in alike.items())
    turns = {name: number_of(sections[name]["rounds"], "turn") for name in ("smoke", "illumination")}
    notes = (
        f"a battery has smoke for {turns['smoke']} (SMK-03) and light for {turns['illumination']} (ILL-03); there is "
        "no limit if one side attacks and the other defends",
    )
    return Listing("Their size", ("", "smoke", "light across"), rows, notes)


def _dark(table: Table, agreed: set[str]) -> Listing:
    caps, divided_by = table.detection["at_most"]["night"], table.detection["divided_by"]
    rows: list[tuple[str, ...]] = []
    if "time" in agreed:
        rows += [
            ("dawn and dusk (twilight)", f"1/{divided_by['twilight']} of the detection distances", "TIME-06"),
            ("night", f"near and far at most {caps['open']} m, or {caps['cover']} m in cover", "TIME-07, TIME-08"),
        ]
    if "weather" in agreed:
        rows.append(("adverse weather", f"1/{divided_by['adverse']} of the detection distances; no smoke", "WX-02"))
    if {"time", "weather"} <= agreed:
        twilight, adverse = divided_by["twilight"], divided_by["adverse"]
        both = (
            f"dawn and dusk: 1/{twilight * adverse} of the daylight distances; "
            f"night: 1/{adverse} of the night distances"
        )
        rows.append(("adverse weather in the dark", both, "WX-03"))
    return Listing("Detection in the dark and in adverse weather", ("", "", "rule"), tuple(rows))


def _points(table: Table) -> Listing:
    points = table.sections["points"]
    rows = [*points["classes"].items(), ("light mortars", f"+{points['light_mortars']}"), ("AAA", f"+{points['aaa']}")]
    return Listing("Points (PTS-01)", ("", "points"), tuple(rows), right=(1,))


def _scale(table: Table, state: State | None) -> Listing:
    scales = table.sections["scales"]
    names = [state.scene.scale] if state else list(scales)
    lengths = [table.limits["length_metres"] * times for times in (1, 2, 4, 8)]
    rows = tuple((name, *map(ruler(Scene(name), table).on_table, lengths)) for name in names if name)
    return Listing("Ground scale (SCALE-01)", ("", *(f"{metres} m" for metres in lengths)), rows)


def _terrain(table: Table) -> Listing:
    terrain = table.sections["terrain"]
    zones = [name for name, row in terrain.items() if isinstance(row, dict)]
    thrown = _faces(table.sections["zone"]["die"])
    rows = [("zone", *("-".join(thrown.get(zone, ["-"])) for zone in zones))]
    rows += [(str(face), *(terrain[zone]["major"][face - 1] for zone in zones)) for face in range(1, 7)]
    rows.append(("MBUA", *(f"{terrain[zone]['mbua']}+" for zone in zones)))
    rows.append(("minor", *(f"{terrain[zone]['minor_dice']}D6" for zone in zones)))
    kinds = ", ".join(f"{'-'.join(faces)} {name}" for name, faces in _faces(terrain["minor"]).items())
    notes = (f"each minor feature: {kinds}; no wood in {' and '.join(terrain['no_wood_in'])} (TGEN-06, TGEN-07)",)
    return Listing("Terrain of a square (TGEN-02)", ("", *zones), tuple(rows), notes)


def _seasons(table: Table) -> Listing:
    season = table.sections["season"]
    faces = {name: [str(face) for face, each in enumerate(season["die"], 1) if each == name] for name in season}
    rows = tuple(
        (name, " ".join(faces[name]), _hours(row["dawn"]), _hours(row["dusk"]))
        for name, row in season.items()
        if isinstance(row, dict)
    )
    am, dice = season["am"], table.limits["hour_dice"]
    notes = (
        f"a die says am or pm: 1-{am} is am, {am + 1}-6 is pm; {dice}D6 is the hour; the book calls noon 12 am, "
        "and midnight 12 pm (TIME-03)",
    )
    return Listing("Season (TIME-02)", ("", "die", "dawn", "dusk"), rows, notes)


def _faces(die: list[str]) -> dict[str, list[str]]:
    """Return a dict from each result of a die to the first and last face with this result."""
    found: dict[str, list[str]] = {}
    for face, name in enumerate(die, 1):
        found[name] = [*found.get(name, [])[:1], str(face)]
    return found


def _hours(pair: list[int]) -> str:
    return f"{pair[0]}-{pair[1]}"


def _weather(table: Table) -> Listing:
    weather = table.sections["weather"]
    zones = list(next(iter(weather.values())))
    rows = tuple((season, *(f"{row[zone]}+" for zone in zones)) for season, row in weather.items())
    return Listing("Adverse weather (WX-01)", ("", *zones), rows)


def _obstacles(table: Table) -> Listing:
    crossing = table.sections["crossing"]
    rows = tuple((name, ", ".join(crossing[name])) for name in ("anti-tank", "anti-personnel"))
    steps = ", but ".join(
        f"{amount} with {number_of(least, 'marker')} or more" for least, amount in crossing["markers"]
    )
    notes = (f"1D6: {crossing['need']}+ to cross; the roll has {steps} (ENG-05)",)
    return Listing("Obstacles (ENG-07)", ("", "stops"), rows, notes)


def _percentages(table: Table) -> Listing:
    rows = tuple(
        (nation, ", ".join(f"{name} {share} %" for name, share in shares.items()))
        for nation, shares in table.army.per_cent.items()
    )
    return Listing("Largest share of each kind among the AFVs (PCT-01)", ("", ""), rows)
