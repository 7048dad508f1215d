"""What the letters of an engagement come to: effects, words, hands, and the battle group tests that fall due."""

from __future__ import annotations

from functools import lru_cache

from umpire.core.outcome import Outcome
from umpire.rulesets.asp.effects import (
    Destroy,
    Effect,
    MarkFire,
    Moved,
    Owe,
    Pin,
    Repulse,
    Suppress,
    Unpin,
    changed,
    fire_marker_off,
    fire_marker_on,
)
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.field.terrain import on_table
from umpire.rulesets.asp.fire.situation import Firer, FireSituation
from umpire.rulesets.asp.group import options
from umpire.rulesets.asp.state import Group, Stand, State
from umpire.rulesets.asp.table import Table

WORDS = {"": "unhurt", "-": "unhurt", "P": "pinned", "R": "repulsed", "D": "destroyed"}
"""Letter of the results table -> what it does to the stand; "" is a stand nobody shot at."""


def severity() -> tuple[str, ...]:
    """What may befall a stand, the lightest first."""
    return tuple(dict.fromkeys(WORDS.values()))


@lru_cache(maxsize=64)  # odds come to the same letters by many paths
def outcome(sit: FireSituation, words: tuple[str, ...], on_target: str, on_shooter: str) -> Outcome:
    """The outcome of an engagement with these letters; both shots land together (FIRE-08, FIRE-11).

    What the shooter's option does before its fire and after it is part of it (TAC-01).
    """
    shooter, target, state = sit.shooter, sit.target, sit.state
    opening, first = options.before(sit.option)
    closing, then, last = options.after(sit.option, on_shooter)
    effects: list[Effect] = list(opening)
    said, hands = list(words), list(first)
    for firer, at, letter in ((shooter, target, on_target), (target, shooter, on_shooter)):
        if letter:
            effects.append(MarkFire(firer.stand.id))
            said.append(f"{firer.name} on {at.name}: {WORDS[letter] if letter != '-' else 'no effect'} (EFF-05)")
    shots = (
        (target, shooter, sit.suffering(target), on_target),
        (shooter, target, sit.suffering(shooter), on_shooter),
    )
    for at, _, hit, letter in shots:
        effects += [each for stand in hit for each in _effects(sit, stand, letter, active=at is shooter)]
    after = applied(state, (*effects, *closing))
    for at, firer, hit, letter in shots:
        for stand in hit:
            hands += changed(stand, after.stands[stand.id], WORDS[letter])
            if stand is not at.stand and letter in ("P", "R", "D"):
                said.append(f"{stand.name} shares it {'aboard' if stand.aboard else 'beside'} {at.name} (BUS-05)")
        if letter == "R":
            hands += _retreat(sit, at, firer)
    for firer in (shooter, target):
        if firer.type.kind != "aircraft":  # it leaves the table
            hands += fire_marker_on(firer.stand, after.stands[firer.stand.id])
    if "D" in (on_target, on_shooter):
        said += _headquarters_lost(sit, after)
    due = tests_due(state, after, sit.table)
    effects += [*closing, *(Owe(group.id, why) for group, why in due if not group.test)]
    tally = ((target.name, WORDS[on_target]), (shooter.name, WORDS[on_shooter]))
    return Outcome(tuple(effects), (*said, *then), (*hands, *last, *sit.option.left), owed_words(due), tally)


def _effects(sit: FireSituation, stand: Stand, letter: str, *, active: bool) -> list[Effect]:
    limits = sit.table.limits
    match letter:
        case "P":
            return [Suppress(stand.id, limits["markers_pinned"]), Pin(stand.id)]
        case "R":
            moved: list[Effect] = [Moved(stand.id)] if active else []  # in its own turn it counts as moving (DET-09)
            return [Suppress(stand.id, limits["markers_repulsed"]), Repulse(stand.id), *moved]
        case "D":
            return [Destroy(stand.id)]
        case "-" if stand.pinned and sit.table.options["pin_clear"] == "first_non_P_shot":
            return [Unpin(stand.id)]
    return []


def _retreat(sit: FireSituation, at: Firer, away_from: Firer) -> list[str]:
    """How a repulsed stand moves at once (STAT-09, AIR-17); off the table it has nowhere to go."""
    if at.type.kind == "aircraft":
        return [f"{at.name} breaks off and leaves the table (AIR-17)"]
    if at.off_table:
        return []
    enemy = "the enemy" if away_from.off_table else away_from.name
    move = on_table(sit.table.limits["repulse_move"], sit.state.scene.scale, sit.table)
    return [f"MOVE {at.name} {move} away from {enemy}", *fire_marker_off([at.stand])]


def _headquarters_lost(sit: FireSituation, after: State) -> list[str]:
    follows = {"no_cp": "no more command points", "promote": "another takes over in step 1", "normal": "it goes on"}
    what = follows[sit.table.options["hq_loss"]]
    stands = dict.fromkeys((*sit.suffering(sit.target), *sit.suffering(sit.shooter)))
    return [
        f"{after.groups[stand.group].name} has lost its headquarters: {what} (CP-12)"
        for stand in stands
        if after.stands[stand.id].destroyed and after.groups[stand.group].hq == stand.id
    ]


def shaken(state: State, group: str) -> tuple[int, int]:
    """How many stands of a battle group are repulsed, and how many pinned or repulsed, those once (BG-13)."""
    stands = state.of_group(group)
    return sum(stand.repulsed for stand in stands), sum(stand.pinned or stand.repulsed for stand in stands)


def tests_due(before: State, after: State, table: Table) -> list[tuple[Group, str]]:
    """The battle groups whose counts have come up to their number between two positions, and why (BG-04)."""
    due = []
    upset = {
        stand.group
        for key, stand in after.stands.items()
        if stand is not before.stands[key] and (stand.pinned or stand.repulsed)
    }
    limits = (
        (table.limits["test_repulsed"], "repulsed", "BG-01"),
        (table.limits["test_shaken"], "pinned or repulsed", "BG-02"),
    )
    for key, group in before.groups.items():
        now = shaken(after, key) if key in upset and not group.failed else (0, 0)
        reached = [each for each in zip(limits, now, strict=True) if each[0][0] <= each[1]]
        if reached:
            was = dict(zip(limits, shaken(before, key), strict=True))
            why = [f"{count} {row[1]} ({row[2]})" for row, count in reached if was[row] < row[0]]
            due += [(group, ", ".join(why))] if why else []
    return due


def owed_words(due: list[tuple[Group, str]]) -> tuple[str, ...]:
    """The tests that fall due, as they are owed."""
    return tuple(f"battle group test of {group.name}: {why}" for group, why in due)
