"""What the letters of an engagement come to: effects, words, hands, and the battle group tests that fall due."""

from __future__ import annotations

from umpire.core.outcome import Outcome
from umpire.rulesets.asp.effects import Destroy, Effect, MarkFire, Moved, Owe, Pin, Repulse, Suppress, Unpin
from umpire.rulesets.asp.field.scale import on_table
from umpire.rulesets.asp.fire.situation import Firer, FireSituation
from umpire.rulesets.asp.group import options
from umpire.rulesets.asp.state import Stand

WORDS = {"": "unhurt", "-": "unhurt", "P": "pinned", "R": "repulsed", "D": "destroyed"}
"""Letter of the results table -> what it does to the stand; "" is a stand nobody shot at."""


def severity() -> tuple[str, ...]:
    """What may befall a stand, the lightest first."""
    return tuple(dict.fromkeys(WORDS.values()))


def outcome(sit: FireSituation, words: tuple[str, ...], on_target: str, on_shooter: str) -> Outcome:
    """The outcome of an engagement with these letters; both shots land together (FIRE-08, FIRE-11).

    What the shooter's option does before its fire and after it is part of it (TAC-01).
    """
    shooter, target = sit.shooter, sit.target
    opening, first = options.before(sit.option)
    closing, then, last = options.after(sit.option, on_shooter)
    effects: list[Effect] = list(opening)
    said = list(words)
    hands: list[str] = list(first)
    marked: list[str] = []
    hit: list[tuple[Stand, str]] = []
    for firer, at, letter in ((shooter, target, on_target), (target, shooter, on_shooter)):
        if letter:
            effects.append(MarkFire(firer.stand.id))
            said.append(f"{firer.name} on {at.name}: {WORDS[letter] if letter != '-' else 'no effect'} (EFF-05)")
            goes = firer is shooter and bool(closing) and sit.option.moves_after
            suffered = on_shooter if firer is shooter else on_target
            if not goes and not firer.stand.fire_marker and suffered not in ("R", "D"):
                marked.append(f"FIRE marker on {firer.name}")
    for at, firer, letter in ((target, shooter, on_target), (shooter, target, on_shooter)):
        if letter in ("P", "R", "D"):
            suffering = (at.stand, *sit.aboard[at.stand.id])
            hit += [(stand, letter) for stand in suffering]
            for stand in suffering:
                effects += _effects(sit, stand, letter, active=at is shooter)
                hands.append(_hand(sit, stand, letter))
            if letter == "R":
                hands += _retreat(sit, at, firer)
            where = {stand.id: "aboard" if stand.aboard else "beside" for stand in suffering}
            said += [f"{stand.name} shares it {where[stand.id]} {at.name} (BUS-05)" for stand in suffering[1:]]
        elif letter and sit.table.options["pin_clear"] == "first_non_P_shot":
            free = [stand for stand in (at.stand, *sit.aboard[at.stand.id]) if stand.pinned]
            effects += [Unpin(stand.id) for stand in free]
            hands += [f"{stand.name} no longer pinned" for stand in free]
    said += _headquarters_lost(sit, hit)
    due = _tests(sit, hit)
    effects += [*closing, *(Owe(group, why) for group, why in due if not sit.groups[group].test)]
    owed = tuple(f"battle group test of {sit.groups[group].name}: {why}" for group, why in due)
    tally = ((target.name, WORDS[on_target]), (shooter.name, WORDS[on_shooter]))
    left = sit.option.left
    return Outcome(tuple(effects), (*said, *then), (*hands, *marked, *last, *left), owed, tally)


def _effects(sit: FireSituation, stand: Stand, letter: str, *, active: bool) -> list[Effect]:
    if letter == "P":
        return [Suppress(stand.id, sit.table.limits["markers_pinned"]), Pin(stand.id)]
    if letter == "R":
        moved: list[Effect] = [Moved(stand.id)] if active else []  # in its own turn it now counts as moving (DET-09)
        return [Suppress(stand.id, sit.table.limits["markers_repulsed"]), Repulse(stand.id), *moved]
    return [Destroy(stand.id)]


def _hand(sit: FireSituation, stand: Stand, letter: str) -> str:
    if letter == "D":
        return f"REMOVE {stand.name}"
    more = sit.table.limits["markers_pinned" if letter == "P" else "markers_repulsed"]
    return f"markers on {stand.name} {stand.markers}→{stand.markers + more} · {WORDS[letter]}"


def _retreat(sit: FireSituation, at: Firer, away_from: Firer) -> list[str]:
    """How a repulsed stand moves at once (STAT-09, AIR-17); off the table it has nowhere to go."""
    if at.type.kind == "aircraft":
        return [f"{at.name} breaks off and leaves the table (AIR-17)"]
    if at.off_table:
        return []
    marker = [f"FIRE marker off {at.name}"] if at.stand.fire_marker else []
    enemy = "the enemy" if away_from.off_table else away_from.name
    move = on_table(sit.table.limits["repulse_move"], sit.scale, sit.table)
    return [f"MOVE {at.name} {move} away from {enemy}", *marker]


def _headquarters_lost(sit: FireSituation, hit: list[tuple[Stand, str]]) -> list[str]:
    lost = [
        sit.groups[stand.group] for stand, letter in hit if letter == "D" and sit.groups[stand.group].hq == stand.id
    ]
    follows = {"no_cp": "no more command points", "promote": "another takes over in step 1", "normal": "it goes on"}
    what = follows[sit.table.options["hq_loss"]]
    return [f"{group.name} has lost its headquarters: {what} (CP-12)" for group in lost]


def _tests(sit: FireSituation, hit: list[tuple[Stand, str]]) -> tuple[tuple[str, str], ...]:
    """The battle groups whose morale tests fall due, and why.

    A count reaches its number from below (BG-04), once all results are applied.
    """
    owed = []
    for key, (repulsed, upset) in sit.shaken.items():
        after_repulsed, after_upset = repulsed, upset
        for stand, letter in hit:
            if stand.group == key:
                after_repulsed += (letter != "D" and (stand.repulsed or letter == "R")) - stand.repulsed
                after_upset += (letter != "D") - (stand.pinned or stand.repulsed)
        due = [
            f"{after} {what} ({rule})"
            for before, after, limit, what, rule in (
                (repulsed, after_repulsed, sit.table.limits["test_repulsed"], "repulsed", "BG-01"),
                (upset, after_upset, sit.table.limits["test_shaken"], "pinned or repulsed", "BG-02"),
            )
            if before < limit <= after
        ]
        if due and not sit.groups[key].failed:
            owed.append((key, ", ".join(due)))
    return tuple(owed)
