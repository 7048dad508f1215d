"""An engagement: both stands look for each other, dice for the initiative, and one or both shoot (FIRE)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from umpire.core.frozen import replace
from umpire.core.outcome import Outcome
from umpire.core.pools import Line, Pool
from umpire.core.procedure import Procedure, throw
from umpire.core.readings import Row, Total
from umpire.rulesets.asp.results import outcome
from umpire.rulesets.asp.shot import Shot, modifier_lines, with_detection
from umpire.rulesets.asp.situation import Firer, FireSituation
from umpire.rulesets.asp.table import Table

BOTH_DETECT = "both detect"
SHOOTER_DETECTS = "only the shooter detects"
TARGET_DETECTS = "only the target detects"
NEITHER_DETECTS = "neither detects"

BOTH_SHOOT = "both shoot"
SHOOTER_FIRST = "both shoot, the shooter first"
TARGET_FIRST = "both shoot, the target first"
SHOOTER_SHOOTS = "only the shooter shoots"
TARGET_SHOOTS = "only the target shoots"
NOBODY_SHOOTS = "nobody shoots"

WIDEST = 5
"""The most by which one die can beat another."""


def engagement(sit: FireSituation) -> Procedure[Outcome]:
    """The engagement of shooter and target, resolved (FIRE-01 to 09)."""
    shooter, target = sit.shooter, sit.target
    if sit.call.pool and not (yield from throw(sit.call.pool, read=bool)):
        stays = f"{shooter.name} is not called: its option is spent without a shot (CALL-04)"
        return _with_course(sit, outcome(sit, (stays,), "", ""), NEITHER_DETECTS, NOBODY_SHOOTS)
    detected = yield from _detection(sit)
    finds = (
        shooter.look.answer == "exempt" or detected in (BOTH_DETECT, SHOOTER_DETECTS),
        target.look.answer == "exempt" or detected in (BOTH_DETECT, TARGET_DETECTS),
    )
    can_shoot = (finds[0] and not shooter.unable, finds[1] and not target.unable)
    words = tuple(party.look.words for party in (shooter, target) if not party.look.pool)  # a throw says itself
    if not any(can_shoot):
        words += ("neither may shoot: no initiative is thrown (INIT-08)",)
        return _with_course(sit, outcome(sit, words, "", ""), detected, NOBODY_SHOOTS)
    pools, net = initiative_pools(sit, detected)
    shoots = who_shoots(sit.table, can_shoot)
    certain = shoots(net - WIDEST)
    if certain == shoots(net + WIDEST):  # who shoots only changes one way with the difference: the ends tell
        shooting = certain
        unthrown = f"no initiative is thrown, at {net:+d} the dice cannot matter: "
    else:
        shooting = yield from throw(*pools, read=lambda mine, theirs: shoots(mine - theirs))
        unthrown = ""
    words += (unthrown + _shooting_words(sit, shooting, can_shoot),)
    on_target, on_shooter = yield from _shots(sit, shooting)
    return _with_course(sit, outcome(sit, words, on_target, on_shooter), detected, shooting)


def _with_course(sit: FireSituation, result: Outcome, detected: str, shooting: str) -> Outcome:
    """The outcome with how it came about in its tally: who detects, where dice say so, and who shoots."""
    shooter, target = sit.shooter.name, sit.target.name
    who = {
        BOTH_DETECT: "both",
        SHOOTER_DETECTS: shooter,
        TARGET_DETECTS: target,
        BOTH_SHOOT: "both",
        SHOOTER_FIRST: f"both: {shooter} first",
        TARGET_FIRST: f"both: {target} first",
        SHOOTER_SHOOTS: shooter,
        TARGET_SHOOTS: target,
    }
    course = [("who shoots", who.get(shooting, "nobody"))]
    if sit.shooter.look.pool or sit.target.look.pool:
        course.insert(0, ("who detects", who.get(detected, "nobody")))
    return replace(result, tally=(*result.tally, *course))


def who_shoots(table: Table, can_shoot: tuple[bool, bool]) -> Callable[[int], str]:
    """Who shoots at a difference of initiative, shooter less target (INIT-04, INIT-05), of those who can."""
    gap = table.limits["initiative_gap"]
    in_order = table.options["simultaneous"] == "winner_first"

    def shoots(difference: int) -> str:
        shooter, target = can_shoot[0] and difference > -gap, can_shoot[1] and difference < gap
        if shooter and target:
            if in_order and difference:
                return SHOOTER_FIRST if difference > 0 else TARGET_FIRST
            return BOTH_SHOOT
        return SHOOTER_SHOOTS if shooter else TARGET_SHOOTS if target else NOBODY_SHOOTS

    return shoots


@lru_cache(maxsize=32)  # odds walk every path of one situation: its pools are made once
def initiative_pools(sit: FireSituation, detected: str) -> tuple[tuple[Pool, Pool], int]:
    """Both initiative dice, and how far the shooter's modifiers are ahead (INIT-01)."""
    mine = _initiative(sit.table, "initiative", sit.shooter, detected in (BOTH_DETECT, SHOOTER_DETECTS))
    theirs = _initiative(sit.table, "initiative-reply", sit.target, detected in (BOTH_DETECT, TARGET_DETECTS))
    return (mine, theirs), mine.sum("roll") - theirs.sum("roll")


def _initiative(table: Table, key: str, firer: Firer, detected: bool) -> Pool:
    lines = modifier_lines(table, "initiative", firer.name, with_detection(firer.shot, detected))
    added = sum(line.amount for line in lines if line.applied)
    return Pool(key, firer.side, f"initiative of {firer.name}", lines, Total(added), 1, rule="INIT-01")


@lru_cache(maxsize=32)
def effect_pool(table: Table, key: str, firer: Firer, at: Firer, shot: Shot) -> Pool:
    """The effect dice of one shot: the required score adds up in the lines on the need and comes off the dice (EFF-04).

    Two dice, the first against the score and the second for the effect; with `effect_dice` one, the same die twice.
    """
    assert firer.base is not None
    name = firer.name
    modifiers = modifier_lines(table, "effect", name, shot)
    base = Line(name, firer.base, firer.base_words, "SCORE-01", "need")
    need = firer.base + sum(line.amount for line in modifiers if line.applied and line.on == "need")
    off = Line(name, -need, f"the required score, {need}", "EFF-04", "roll")
    added = sum(line.amount for line in modifiers if line.applied and line.on == "roll") - need
    times = 2 if table.options["effect_dice"] == "one" else 1
    reading = Row(table.results[at.group.grade], added, times)
    label = f"{name} fires at {at.name}, grade {at.group.grade}"
    return Pool(key, firer.side, label, (base, *modifiers, off), reading, 3 - times, rule="EFF-05")


def _detection(sit: FireSituation) -> Procedure[str]:
    """Who detects, by a die or for certain (FIRE-02). Dice are thrown only where they can fall either way."""
    looks = sit.shooter.look, sit.target.look
    sure = tuple(look.answer == "detects" for look in looks)

    def read(*found: bool) -> str:
        fallen = iter(found)
        shooter, target = (next(fallen) if look.pool else known for look, known in zip(looks, sure, strict=True))
        if shooter:
            return BOTH_DETECT if target else SHOOTER_DETECTS
        return TARGET_DETECTS if target else NEITHER_DETECTS

    pools = tuple(look.pool for look in looks if look.pool)
    if not pools:
        return read()
    return (yield from throw(*pools, read=read))


def _shots(sit: FireSituation, shooting: str) -> Procedure[tuple[str, str]]:
    """The letters scored on the target and on the shooter, "" where nobody shot (FIRE-08)."""
    table, shooter, target = sit.table, sit.shooter, sit.target
    if shooting == NOBODY_SHOOTS:
        return "", ""
    if shooting == BOTH_SHOOT:
        attack = effect_pool(table, "effect", shooter, target, shooter.shot)
        reply = effect_pool(table, "effect-reply", target, shooter, target.shot)
        letters = yield from throw(attack, reply, read=lambda on_target, on_shooter: f"{on_target}/{on_shooter}")
        on_target, _, on_shooter = letters.partition("/")
        return on_target, on_shooter
    on_target = on_shooter = ""
    order = {
        SHOOTER_SHOOTS: (True,),
        TARGET_SHOOTS: (False,),
        SHOOTER_FIRST: (True, False),
        TARGET_FIRST: (False, True),
    }
    for attacks in order[shooting]:
        if attacks and on_shooter != "D":
            shot = shooter.shot.after(on_shooter)
            on_target = yield from throw(effect_pool(table, "effect", shooter, target, shot), read=str)
        elif not attacks and on_target != "D":
            shot = target.shot.after(on_target)
            on_shooter = yield from throw(effect_pool(table, "effect-reply", target, shooter, shot), read=str)
    return on_target, on_shooter


def _shooting_words(sit: FireSituation, shooting: str, can_shoot: tuple[bool, bool]) -> str:
    shooter, target = sit.shooter, sit.target
    if shooting in (SHOOTER_SHOOTS, TARGET_SHOOTS):
        shoots, not_shoots = (shooter, target) if shooting == SHOOTER_SHOOTS else (target, shooter)
        if all(can_shoot):
            return f"{shoots.name} wins by {sit.table.limits['initiative_gap']} or more and shoots alone (INIT-04)"
        why = not_shoots.unable or "it has not detected (FIRE-05)"
        return f"{shoots.name} shoots; {not_shoots.name} cannot: {why}"
    if shooting == NOBODY_SHOOTS:
        denied, winner = (shooter, target) if can_shoot[0] else (target, shooter)
        gap = sit.table.limits["initiative_gap"]
        return f"{winner.name} wins by {gap} or more: {denied.name} is denied its shot (INIT-07)"
    first = {SHOOTER_FIRST: shooter, TARGET_FIRST: target}.get(shooting)
    return f"both shoot, {first.name} first (FIRE-08)" if first else "both shoot (INIT-05)"
