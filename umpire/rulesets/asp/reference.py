"""The quick-reference sheet, made from the same rows that the engine reads.

In a game, the sheet has only the parts that the game needs.
"""

from __future__ import annotations

from umpire.core.outcome import Listing, number_of
from umpire.game.rulebook.sheet import SheetPlan, modifier_rows
from umpire.rulesets.asp.acts.night import detection_rows
from umpire.rulesets.asp.field.light import light_of
from umpire.rulesets.asp.field.sheet import setup_listings, support_listings
from umpire.rulesets.asp.field.terrain import on_table
from umpire.rulesets.asp.group.account import words_of
from umpire.rulesets.asp.state import State, is_aaa, is_aircraft, row_of
from umpire.rulesets.asp.table import GRADES, Table

THROWS = {
    "detection-die": ("detection", "Detection die"),
    "initiative": ("initiative", "Initiative die"),
    "score": ("effect", "Modifiers of required score (need) and total (roll)"),
}
"""Name of a list of modifiers in the sheet -> the roll they belong to, and their title."""


def sheet(table: Table, state: State | None) -> tuple[Listing, ...]:
    """Return the sheet of the ruleset. If `state` is given, the sheet has only the parts that the game needs."""
    throws = {name: _modifiers(table, at, title) for name, (at, title) in THROWS.items()}
    return SheetPlan(table.sections).listings(
        {
            "turn": _turn(),
            "grades": _grades(table),
            "tactical": _tactical(table),
            "moves": _moves(table, state),
            "going": _going(table),
            "detection": _detection(table, state),
            **throws,
            "scores": _scores(table, state),
            "results": _results(table),
            "cover": _cover(table, state),
            "aircraft": _aircraft(table, state),
            **support_listings(table, state),
            **setup_listings(table, state),
        }
    )


def scale_of(state: State | None) -> str:
    """Return the scale of the models; "" if no scale is set."""
    return state.scene.scale if state else ""


def _turn() -> Listing:
    rows = (
        ("1", "three rolls: for CP, to end repulses, and to take off markers", "SEQ-02"),
        ("2", "march moves", "SEQ-03"),
        ("3", "Fighters are placed and fight", "SEQ-04"),
        ("4", "the enemy shoots at Bombers and Attack aircraft; then the aircraft attack", "SEQ-05"),
        ("5", "tactical moves, one battle group after another", "SEQ-06"),
    )
    return Listing("Steps", ("step", "", "rule"), rows)


def _grades(table: Table) -> Listing:
    rows = []
    mobile = table.limits["tactical_mobile"]
    each = table.options["tp_pool"] == "per_cp"  # then a command point buys one option
    for grade in GRADES:
        dice, row = table.command_dice(grade), table.grades[grade]
        kept = f"{dice.dice}D6" + (f", {dice.counted}" if dice.counted else "")
        points = row["tactical_points"]
        may = [_options_for(table, points), _options_for(table, points + mobile)] if each else ["", ""]
        rows.append((grade, kept, f"{row['morale']}+", str(points), *may))
    limits, radio = table.limits, table.sections["command"]["radio"]
    faces = {more: [str(face) for face, each in enumerate(radio, 1) if each == more] for more in radio}
    adds = ", ".join(f"{' or '.join(rolled)} adds {more} CP" for more, rolled in faces.items())
    notes = (
        f"a group with radio rolls one more die: {adds} (CP-02); "
        f"Mobile groups {limits['command_mobile']:+d} CP, Cautious groups {limits['command_cautious']:+d} CP (CP-03)",
        f"tactical points of Mobile stands: {mobile:+d} (TAC-02)",
    )
    columns = ("", "command points", "morale", "tactical points", "options", "options if Mobile")
    return Listing("Grades", columns, tuple(rows), notes)


def _options_for(table: Table, points: int) -> str:
    """Return the options that cost at most `points` tactical points (TAC-04)."""
    return "".join(letter for letter, row in table.tactical.items() if row.points <= points)


def _tactical(table: Table) -> Listing:
    rows = tuple(
        (letter, words_of(table, letter), f"{row.move} %" if row.move else "", str(row.points))
        for letter, row in table.tactical.items()
    )
    return Listing("Tactical options", ("", "", "of a move", "tactical points"), rows, right=(2, 3))


def _moves(table: Table, state: State | None) -> Listing:
    scale = scale_of(state)

    def reach(pair: tuple[int, int]) -> str:
        return " / ".join(on_table(metres, scale, table) for metres in pair)

    rows = tuple((row.name, reach(row.march), reach(row.tactical)) for row in table.moves.values())
    return Listing("Moves, good / bad going", ("", "march", "tactical"), rows)


def _going(table: Table) -> Listing:
    """Return the going of each terrain for each mover; movers with the same going share a column."""
    going = table.sections["going"]
    rows = {name: row for name, row in going.items() if isinstance(row, str)}
    movers: dict[tuple[str, ...], list[str]] = {}
    for at, mover in enumerate(going["movers"]):
        movers.setdefault(tuple(row[at] for row in rows.values()), []).append(mover)
    notes = (
        "G = good, B = bad, X = impassable; if several kinds of terrain apply, the worst counts (TERR-15)",
        "H = highland; LFA = large forested area; SFH = steep forested highland; BUA = built-up area",
    )
    columns = ("", *(", ".join(names) for names in movers.values()))
    lines = tuple((name, *(column[at] for column in movers)) for at, name in enumerate(rows))
    return Listing("Going (TERR)", columns, lines, notes)


def _detection(table: Table, state: State | None) -> Listing:
    light = (light_of(state, table) if state else "") or "day"
    weather = (state.weather if state else "") or "fair"
    rows = tuple((who, *(reach for _, reach in said)) for who, said in detection_rows(table, light, weather))
    die = f"near: needs {table.limits['detect_near']}+; far: needs {table.limits['detect_far']}+ (DET-03)"
    notes = (f"{die}; distances for {light} and {weather} weather",)
    return Listing("Detection, metres near/far (DET-02)", ("target", "moving", "stationary"), rows, notes)


def _modifiers(table: Table, at: str, title: str) -> Listing:
    rows = tuple(
        (f"{row.amount:+d}", row.on, row.words if when in row.words else f"{row.words}: {when}", row.rule)
        for row, when in modifier_rows(table.modifiers, at)
    )
    groups = {row.group for row in table.modifiers.rows[at]}
    notes = tuple(f"{cap.words} ({cap.rule})" for cap in table.modifiers.caps if cap.id in groups)
    return Listing(title, ("", "on", "", "rule"), rows, notes, right=(0,))


def _scores(table: Table, state: State | None) -> Listing:
    used = None
    if state:
        used = {row_of(table, stand) for stand in state.stands.values()}
        used |= {"AAA" for stand in state.stands.values() if is_aaa(table, stand)}
    rows = tuple(
        (
            row["name"],
            "" if name == row["name"] else name,
            *(str(score or "-") for score in table.matrix[name]),
            str(row["range"]),
        )
        for name, row in table.rows.items()
        if used is None or name in used
    )
    columns = ("shooter", "", *table.columns, "range")
    notes = (
        "Inf = infantry and others on foot; SMT = soft transport; LA, MA, HA, XA = light, medium, heavy, extra heavy "
        "armour; ART = mortars and batteries; AC = aircraft; - = no effect is possible; OT = off the table (SCORE-02)",
        "In the book, row VLG is also called AC (CLASS-06). A German 88 mm gun is HG (CLASS-09).",
    )
    return Listing("Score required (SCORE-01)", columns, rows, notes, right=tuple(range(2, len(columns))))


def _results(table: Table) -> Listing:
    limits, totals = table.limits, range(1, 9)
    rows = tuple(
        (
            grade,
            *(next(letter for least, letter in reversed(table.results[grade]) if total >= least) for total in totals),
        )
        for grade in GRADES
    )
    pinned, repulsed = (number_of(limits[f"markers_{state}"], "marker") for state in ("pinned", "repulsed"))
    notes = (f"- = nothing; P = pinned, with {pinned}; R = repulsed, with {repulsed} (STAT-01); D = destroyed",)
    columns = (
        "target",
        *("1 or less" if total == 1 else "8 or more" if total == 8 else str(total) for total in totals),
    )
    return Listing("Results, by total and grade (EFF-05)", columns, rows, notes)


def _cover(table: Table, state: State | None) -> Listing:
    rows = tuple(
        (row["words"], row["cover"], _within(table, row.get("seen_within"), scale_of(state)), row["rule"])
        for row in table.sections["cover"].values()
        if row["rule"].startswith("COV")
    )
    notes = ("a stand anywhere else is in the open, even on a hill",)
    return Listing("Cover", ("", "counts as", "seen only within", "rule"), rows, notes)


def _within(table: Table, metres: int | None, scale: str) -> str:
    return "" if metres is None else on_table(metres, scale, table)


def _aircraft(table: Table, state: State | None) -> Listing:
    if state and not any(is_aircraft(table, stand) for stand in state.stands.values()):
        return Listing("Aircraft", (), ())
    air = table.air
    rows = tuple(
        (name, str(cost), str(air.step[name]), str(air.runs.get(name, "")), str(table.rows[name]["range"]))
        for name, cost in air.points.items()
    )
    notes = (f"Fighters come within {on_table(air.fighter_within, scale_of(state), table)} of their target (AIR-03)",)
    return Listing("Aircraft, their cost", ("", "CP", "step", "attacks a game", "range"), rows, notes, right=(1, 2, 3))
