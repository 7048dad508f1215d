"""The rules that forbid a stand to open fire, heard before any die is thrown."""

from __future__ import annotations

from umpire.core.outcome import Objection
from umpire.rulesets.asp.situation import FireSituation


def objections(sit: FireSituation) -> tuple[Objection, ...]:
    """Every rule that forbids the shooter this shot. What the dice decide is none of them."""
    return tuple(Objection(rule, words, tell) for rule, words, tell in _forbidden(sit))


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
    if shooter.type.kind == "battery" and not sit.called:
        found.append(("CALL-02", f"the fire of {me} was not called", ""))
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
    if not shooter.sees and not weapon.get("exempt"):
        found.append(("COV-08", f"{me} has no sight of {at}", ""))
    return found
