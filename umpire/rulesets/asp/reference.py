"""The quick-reference sheet, from the rows the engine reads; with a game only what is in it."""

from __future__ import annotations

from umpire.core.outcome import Listing, number_of
from umpire.game.rulebook.options import meanings
from umpire.game.rulebook.sheet import Sheet
from umpire.rulesets.asp.acts.night import detection_rows
from umpire.rulesets.asp.field.light import light_of
from umpire.rulesets.asp.field.sheet import setup_listings
from umpire.rulesets.asp.field.terrain import on_table
from umpire.rulesets.asp.group.tactical import words_of
from umpire.rulesets.asp.state import Stand, State
from umpire.rulesets.asp.table import GRADES, Table

THROWS = {
    "detection": "Detection die",
    "initiative": "Tactical initiative",
    "effect": "Required score (need) and effect (roll)",
}


def sheet(table: Table, state: State | None) -> tuple[Listing, ...]:
    """The sheet of the ruleset as this game plays it; with a state only what is in the battle."""
    throws = {at: _modifiers(table, at, title) for at, title in THROWS.items()}
    return Sheet(table.sections).listings(
        {
            "turn": _turn(table),
            "grades": _grades(table),
            "tactical": _tactical(table),
            "moves": _moves(table, state),
            "going": _going(table),
            "detection": _detection(table, state),
            "detection-die": throws["detection"],
            "initiative": throws["initiative"],
            "effect": throws["effect"],
            "scores": _scores(table, state),
            "results": _results(table),
            "cover": _cover(table, state),
            "aircraft": _aircraft(table, state),
            "batteries": _batteries(table, state),
            "setup": setup_listings(table, state),
            "options": _options(table),
        }
    )


def stands_of(state: State) -> tuple[Stand, ...]:
    """Every stand of the battle."""
    return tuple(state.stands.values())


def scale_of(state: State | None) -> str:
    """The scale of the models, "" where none is set."""
    return state.scene.scale if state else ""


def _turn(table: Table) -> Listing:
    limits, shares = table.limits, table.sections["shares"]
    rows = (
        ("1", f"command points, recovery of repulsed stands, markers off on {limits['marker_off']}+", "SEQ-02"),
        ("2", "march moves", "SEQ-03"),
        ("3", "Fighters placed and fighting", "SEQ-04"),
        ("4", "Bombers and Attack aircraft, shot at first", "SEQ-05"),
        ("5", "tactical moves, one battle group after another", "SEQ-06"),
    )
    notes = (
        f"a turn is {limits['turn_minutes']} minutes (SCALE-04)",
        f"a battle group tests morale with {limits['test_repulsed']} stands repulsed (BG-01), or "
        f"{limits['test_shaken']} pinned or repulsed (BG-02)",
        f"failed: it retreats, {shares['retreat_least']} % of a move at least (BG-06); a halt costs "
        f"{number_of(limits['halt_cost'], 'command point')} (BG-08)",
        f"a side that has lost {shares['battle_lost']} % of its battle groups has lost (BG-11)",
    )
    return Listing("Steps", ("step", "", "rule"), rows, notes)


def _grades(table: Table) -> Listing:
    rows = []
    for grade in GRADES:
        dice, row = table.command_dice(grade), table.grades[grade]
        kept = f"{dice.dice}D6" + (f", {dice.counted}" if dice.counted else "")
        rows.append((grade, kept, str(row["tactical_points"]), f"{row['morale']}+"))
    limits, radio = table.limits, " ".join(map(str, table.sections["command"]["radio"]))
    notes = (
        f"command points: radio adds by its die {radio} (CP-02), Mobile {limits['command_mobile']:+d}, "
        f"Cautious {limits['command_cautious']:+d} (CP-03); at most {limits['command_most']} on a stand (CP-08)",
        f"tactical points of Mobile stands: {limits['tactical_mobile']:+d} (TAC-02)",
    )
    return Listing("Grades", ("", "command points", "tactical points", "morale"), tuple(rows), notes, right=(2, 3))


def _tactical(table: Table) -> Listing:
    rows = tuple(
        (letter, words_of(table, letter), f"{row['move']} %" if "move" in row else "", str(row["points"]))
        for letter, row in table.sections["tactical"].items()
    )
    limits = table.limits
    one, aboard = (number_of(limits[key], "command point") for key in ("tactical_cost", "bus_cost"))
    riders, down = number_of(limits["bus_most"], "stand"), number_of(limits["debus_moves"], "move")
    notes = (
        f"each {one}, 1 more for each {limits['tactical_step']} m to the BGHQ (TAC-05)",
        f"march: {limits['march_cost']}, 1 more for each {limits['march_step']} m (MARCH-06); more than "
        f"{limits['march_enemy']} m from the enemy (MARCH-02), linked stands within "
        f"{limits['march_link']} m (MARCH-03)",
        f"infantry aboard: {riders} a vehicle (BUS-07), {aboard} (BUS-02); set down it makes {down} (BUS-06) and is "
        f"clear at {limits['debus_clear']} m (BUS-05)",
    )
    return Listing("Tactical options", ("", "", "of a move", "points"), rows, notes, right=(2, 3))


def _moves(table: Table, state: State | None) -> Listing:
    scale = scale_of(state)

    def reach(pair: list[int]) -> str:
        return " / ".join(on_table(metres, scale, table) for metres in pair)

    rows = tuple((row["name"], reach(row["march"]), reach(row["tactical"])) for row in table.sections["moves"].values())
    return Listing("Moves, good / bad going", ("", "march", "tactical"), rows)


def _going(table: Table) -> Listing:
    going = table.sections["going"]
    rows = tuple((name, *row) for name, row in going.items() if isinstance(row, str))
    notes = (
        "G good, B bad, X impassable; the worst of several counts (TERR-15)",
        "H highland, LFA large forested area, SFH steep forested highland, BUA built-up area",
    )
    return Listing("Going (TERR)", ("", *going["movers"]), rows, notes)


def _detection(table: Table, state: State | None) -> Listing:
    light = (light_of(state, table) if state else "") or "day"
    weather = (state.weather if state else "") or "fair"
    rows = tuple((who, *said.split(", ")) for who, said in detection_rows(table, light, weather))
    notes = (f"near {table.limits['detect_near']}+, far {table.limits['detect_far']}+ (DET-03)", f"{light}, {weather}")
    return Listing("Detection, metres near/far", ("target", "moving", "stationary"), rows, notes)


def _modifiers(table: Table, at: str, title: str) -> Listing:
    rows = tuple((f"{row.amount:+d}", row.on, row.words, row.rule) for row in table.modifiers.rows[at])
    groups = {row.group for row in table.modifiers.rows[at]}
    notes = [f"{cap.words} ({cap.rule})" for cap in table.modifiers.caps if cap.id in groups]
    if at == "initiative":
        gap, dice = table.limits["initiative_gap"], table.limits["initiative_dice"]
        notes.append(f"{dice}D6 each (INIT-01); who wins by {gap} or more shoots alone (INIT-04)")
    return Listing(title, ("", "on", "", "rule"), rows, tuple(notes), right=(0,))


def _scores(table: Table, state: State | None) -> Listing:
    used = None
    if state:
        used = {stand.row or table.type(stand.type).row for stand in stands_of(state)}
        used |= {"AAA" for stand in stands_of(state) if stand.aaa or table.type(stand.type).aaa}
    rows = tuple(
        (row["name"], *(str(score or "-") for score in table.matrix[name]), str(row["range"]))
        for name, row in table.rows.items()
        if used is None or name in used
    )
    columns = ("shooter", *table.columns, "range")
    return Listing("Score required (SCORE-01)", columns, rows, right=tuple(range(1, len(columns))))


def _results(table: Table) -> Listing:
    rows, limits = [], table.limits
    for total in range(1, 9):
        letters = [next(letter for least, letter in reversed(table.results[g]) if total >= least) for g in GRADES]
        label = f"{total} or {'less' if total == 1 else 'more'}" if total in (1, 8) else str(total)
        rows.append((label, *letters))
    pinned, repulsed = (number_of(limits[f"markers_{state}"], "marker") for state in ("pinned", "repulsed"))
    notes = (
        "the dice less the required score, with the modifiers on the roll (EFF-04)",
        f"P {pinned}, pinned; R {repulsed}, repulsed (STAT-01), back {limits['repulse_move']} m (STAT-09); D destroyed",
    )
    return Listing("Results (EFF-05)", ("total", *GRADES), tuple(rows), notes)


def _cover(table: Table, state: State | None) -> Listing:
    rows = tuple(
        (name, row["cover"], _within(table, row.get("seen_within"), scale_of(state)), row["rule"])
        for name, row in table.sections["cover"].items()
        if row["rule"]
    )
    return Listing("Cover, as it is typed", ("cover=", "counts as", "seen only within", "rule"), rows)


def _within(table: Table, metres: int | None, scale: str) -> str:
    return "" if metres is None else on_table(metres, scale, table)


def _aircraft(table: Table, state: State | None) -> Listing:
    if state and not any(table.type(stand.type).kind == "aircraft" for stand in stands_of(state)):
        return Listing("Aircraft", (), ())
    air = table.sections["air"]
    rows = tuple(
        (name, str(cost), str(air["step"][name]), str(air["runs"].get(name, "")), str(table.rows[name]["range"]))
        for name, cost in air["points"].items()
    )
    notes = (
        f"Fighters come within {on_table(air['fighter_within'], scale_of(state), table)} of their target (AIR-03)",
    )
    return Listing("Aircraft, their cost", ("", "CP", "step", "attacks", "range"), rows, notes, right=(1, 2, 3))


def _batteries(table: Table, state: State | None) -> Listing:
    used = None if state is None else {stand.row or table.type(stand.type).row for stand in stands_of(state)}
    scale = scale_of(state)

    def size(metres: list[int]) -> str:
        return " by ".join(on_table(each, scale, table) for each in metres) or "-"

    sections = table.sections
    rows = tuple(
        (table.rows[name]["name"], size(sections["smoke"].get(name, [])), size(sections["illumination"].get(name, [])))
        for name in sections["calling"]["rows"]
        if used is None or name in used
    )
    call = sections["calling"]
    turns = {name: number_of(sections[name]["rounds"], "turn") for name in ("smoke", "illumination")}
    notes = (
        f"targets within {on_table(table.limits['call_distance'], scale, table)} of their BGHQ (CALL-01)",
        f"a group of batteries and aircraft only: {call['need']}+ to call, near any BGHQ (CALL-02)",
        f"its late British batteries: {call['need'] + call['late_british']}+ (CALL-05)",
        f"smoke: {turns['smoke']} of fire (SMK-03), light: {turns['illumination']} of fire (ILL-03)",
    )
    return Listing("Smoke and light", ("", "smoke", "light across"), rows, notes)


def _options(table: Table) -> Listing:
    return Listing("Options played", ("", ""), tuple(meanings(table.sections).items()))
