"""The rules that forbid a stand to open fire, heard before any die is thrown."""

from __future__ import annotations

from umpire.core.outcome import Objection
from umpire.rulesets.asp.fire.situation import FireSituation
from umpire.rulesets.asp.group import options
from umpire.rulesets.asp.state import State
from umpire.rulesets.asp.table import Table


def objections(sit: FireSituation) -> tuple[Objection, ...]:
    """Every rule that forbids the shooter this shot. What the dice decide is none of them."""
    found = tuple(Objection(rule, words, tell) for rule, words, tell in _forbidden(sit))
    return (*found, *options.objections(sit.table, sit.option, sit.shooter.off_table))


def out_of_turn(state: State, table: Table, sit: FireSituation) -> tuple[Objection, ...]:
    """Why the shooter may not take this option now."""
    return options.out_of_turn(state, table, sit.option)


def _forbidden(sit: FireSituation) -> list[tuple[str, str, str]]:
    """Rule, words, and the fact to tell instead where no ruling can go on without a number."""
    shooter, target = sit.shooter, sit.target
    me, at, mine = shooter.name, target.name, shooter.stand
    weapon = sit.table.rows.get(shooter.shot.row, {})
    found: list[tuple[str, str, str]] = []
    if shooter.group.failed:
        found.append(("BG-06", f"{shooter.group.name} failed its morale test: it may not initiate fire", ""))
    if mine.aboard:
        found.append(("BUS-04", f"{me} rides in a vehicle: it must de-bus first", ""))
    if target.stand.aboard:
        found.append(("BUS-05", f"{at} rides aboard {target.stand.aboard} and shares its fate: fire at that", ""))
    if shooter.type.kind == "aircraft":
        found.append(("SEQ-05", "aircraft attack in step 4 of a turn, not by a tactical option", ""))
    if not sit.call.called:
        found.append(("CALL-02", f"the fire of {me} was not called", ""))
    limit = sit.table.limits["call_distance"]
    if sit.call.distance is not None and sit.call.distance > limit:
        found.append(("CALL-01", f"{at} is {sit.call.distance} m from the headquarters: at most {limit} m", ""))
    if shooter.row == "C" and not target.stand.fired:
        found.append(("CALL-09", f"{at} has not fired yet: counter-battery waits for that", ""))
    if shooter.base is None:
        found.append(("SCORE-01" if weapon else "VEH-02", shooter.base_words, f"{mine.id}.base=6"))
    if target.off_table and not shooter.in_range:
        found.append(("DEP-03", f"{at} is off the table, out of reach", "range=1000"))
    elif not shooter.in_range and weapon:
        reach = f"{weapon['name']} reach {weapon['range']} m"
        found.append(("FIRE-05", f"{at} is out of range, {sit.distance} m: {reach}", ""))
    if not shooter.in_arc:
        kind = sit.table.kinds[shooter.type.kind]
        found.append((kind["rule"], f"{at} is to the {shooter.arc} of {me}, which does not shoot there", ""))
    if target.seen.hidden(sit.distance) and shooter.look.answer != "exempt":
        place = f"{at} is {target.seen.place}: seen and shot at from {target.seen.within} m only"
        found.append(("COV-05", place, ""))
    if shooter.look.answer == "cannot" and sit.distance is not None:
        found.append(("DET-04", shooter.look.words.partition(" (DET-")[0], ""))
    if not shooter.sees and not weapon.get("exempt"):
        found.append(("COV-08", f"{me} has no sight of {at}", ""))
    return found
