"""The results of an engagement: the effects, words and instructions, and the morale tests that fall due."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from umpire.core.outcome import MOVE, Outcome
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
    fire_marker_on,
    given_up,
    left_by,
)
from umpire.rulesets.asp.fire.situation import Firer, FireSituation
from umpire.rulesets.asp.group import options
from umpire.rulesets.asp.state import Group, Stand, State
from umpire.rulesets.asp.table import Table

WORDS = {"": "unhurt", "-": "unhurt", "P": "pinned", "R": "repulsed", "D": "destroyed"}
"""Letter of the results table -> its effect on the stand; "" is a stand that was not shot at."""


def severity() -> Sequence[str]:
    """Return the possible results for a stand, the lightest first."""
    return tuple(dict.fromkeys(WORDS.values()))


class SideOutcome(NamedTuple):
    """The result for one stand, the shooter or the target.

    `stands` has this stand and the stands that share its results, each before and after the fire. `effects` has only
    the effects that the effect dice cause. The texts in `words` name the stands that share the result. `marker` has the
    instruction for the FIRE marker of the stand.
    """

    effects: tuple[Effect, ...]
    stands: tuple[tuple[Stand, Stand], ...]
    words: tuple[str, ...]
    instructions: tuple[str, ...]
    marker: tuple[str, ...]


@lru_cache(maxsize=64)  # odds reach the same letters by many paths
def outcome(sit: FireSituation, words: tuple[str, ...], on_target: str, on_shooter: str) -> Outcome:
    """Return the outcome of an engagement. `on_target` and `on_shooter` are the letters of the two results of the
    effect dice.

    Both shots take effect together (FIRE-08, FIRE-11). The outcome includes the shooter's moves before and after its
    fire, if its option has such moves (TAC-01).
    """
    shooter, target = sit.shooter, sit.target
    opening, first = options.before(sit.option)
    closing, then, last = options.after(sit.option, on_shooter)
    effects: list[Effect] = list(opening)
    lines = list(words)
    for firer, at, letter in ((shooter, target, on_target), (target, shooter, on_shooter)):
        if letter:
            effects.append(MarkFire(firer.stand.id))
            lines.append(f"{firer.name} on {at.name}: {WORDS[letter] if letter != '-' else 'no effect'} (EFF-05)")
    theirs = _fate(sit, on_target, fired=bool(on_shooter), active=False)
    mine = _fate(sit, on_shooter, fired=bool(on_target), active=True)
    stands = (*theirs.stands, *mine.stands)
    lines += (*theirs.words, *mine.words)
    if "D" in (on_target, on_shooter):
        lines += _headquarters_lost(sit, [now for _, now in stands])
    due = tests_due(sit.state, {now.id: now for _, now in stands}, sit.table)
    pending = (Owe(group.id, why) for group, why in due if not group.test)
    instructions = (
        *first,
        *theirs.instructions,
        *mine.instructions,
        *mine.marker,
        *theirs.marker,
        *last,
        *sit.option.left,
    )
    tally = ((target.name, WORDS[on_target]), (shooter.name, WORDS[on_shooter]))
    every = (*effects, *theirs.effects, *mine.effects, *closing, *pending)
    return Outcome(every, (*lines, *then), instructions, owed_words(due), tally)


@lru_cache(maxsize=64)  # each letter of one side comes with every letter of the other
def _fate(sit: FireSituation, letter: str, *, fired: bool, active: bool) -> SideOutcome:
    """Return the consequences of the result `letter` for one stand. This is the shooter if `active` is true, and the
    target if not.

    `fired` is true if the stand has shot.
    """
    at, enemy = (sit.shooter, sit.target) if active else (sit.target, sit.shooter)
    hit = sit.suffering(at)
    effects = tuple(each for stand in hit for each in _effects(sit, stand, letter, active=active))
    after = options.after(sit.option, letter)[0] if active else ()
    every = (*((MarkFire(at.stand.id),) if fired else ()), *effects, *after)
    stands = tuple((stand, left_by(every, stand)) for stand in hit)
    words = tuple(
        f"{stand.name}: the same result as {at.name}, "
        f"because {stand.name} is {'aboard' if stand.aboard else 'beside'} {at.name} (BUS-05)"
        for stand in hit[1:]
        if letter in ("P", "R", "D")
    )
    instructions = [each for was, now in stands for each in changed(was, now, WORDS[letter])]
    if letter == "R":
        instructions += _retreat(sit, at, enemy)
    marker = _marker(sit.option.stand if active else at.stand, *stands[0]) if at.type.kind != "aircraft" else []
    return SideOutcome(effects, stands, words, tuple(instructions), tuple(marker))


def _marker(first: Stand, was: Stand, now: Stand) -> list[str]:
    """Return the instruction for a stand's FIRE marker.

    `first` is the stand before its option. `was` is the stand before the fire. `now` is the stand after the fire.
    """
    moved_off = first.fire_marker and not was.fire_marker and not (now.fire_marker or now.destroyed)
    return [f"FIRE marker off {first.name}"] if moved_off else fire_marker_on(first, now)


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
    """Return the instruction for the immediate move of a repulsed stand (STAT-09, AIR-17).

    A stand off the table does not move.
    """
    if at.type.kind == "aircraft":
        return [f"{at.name}: break off and leave the table (AIR-17)"]
    if at.off_table:
        return []
    enemy = "the enemy" if away_from.off_table else away_from.name
    move = sit.ruler.laid(sit.table.limits["repulse_move"])
    towed = [stand.name for stand in sit.state.stands.values() if stand.towed == at.stand.id and not stand.destroyed]
    train = f" with {', '.join(towed)}" if towed else ""
    return [f"{MOVE} {at.name}{train} {move} away from {enemy}", *given_up([at.stand])]


def _headquarters_lost(sit: FireSituation, after: Iterable[Stand]) -> list[str]:
    follows = {
        "no_cp": "no more command points",
        "promote": "another stand takes over in step 1",
        "normal": "no effect",
    }
    what, groups = follows[sit.table.options["hq_loss"]], sit.state.groups
    return [
        f"{groups[stand.group].name}: headquarters lost, {what} (CP-12)"
        for stand in after
        if stand.destroyed and groups[stand.group].hq == stand.id
    ]


def shaken(stands: Iterable[Stand]) -> tuple[int, int]:
    """Return the number of repulsed stands, and the number of pinned or repulsed stands (BG-13). Only stands in play
    count.
    """
    upset = [stand for stand in stands if (stand.repulsed or stand.pinned) and not stand.destroyed]
    return sum(stand.repulsed for stand in upset), len(upset)


def reached(table: Table, was: tuple[int, int], now: tuple[int, int]) -> list[str]:
    """Return the reasons why a change makes a morale test due, in words: `3 repulsed (BG-01)`.

    A test falls due when the number of repulsed or shaken stands reaches a limit. `was` and `now` have these two
    numbers, before and after the change.
    """
    limits = (
        (table.limits["test_repulsed"], "repulsed", "BG-01"),
        (table.limits["test_shaken"], "pinned or repulsed", "BG-02"),
    )
    counts = zip(limits, was, now, strict=True)
    return [f"{number} {what} ({rule})" for (limit, what, rule), before, number in counts if before < limit <= number]


def tests_due(state: State, after: Mapping[str, Stand], table: Table) -> list[tuple[Group, str]]:
    """Return pairs of a battle group that must take a morale test and the reason (BG-04). `after` maps the ids of
    changed stands to their new state.
    """
    due = []
    changed = [stand for key, stand in after.items() if stand is not state.stands[key]]
    upset = {stand.group for stand in changed if stand.pinned or stand.repulsed}
    for group in (state.groups[key] for key in state.groups if key in upset):
        stands = state.of_group(group.id)
        why = reached(table, shaken(stands), shaken(after.get(stand.id, stand) for stand in stands))
        if why and not group.failed:
            due.append((group, ", ".join(why)))
    return due


def owed_words(due: list[tuple[Group, str]]) -> tuple[str, ...]:
    """Return a line for each morale test that falls due. The lines are for the list of things still to do."""
    return tuple(f"morale test of {group.name}, because of its stands: {why}" for group, why in due)
