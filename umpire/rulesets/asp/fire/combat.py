"""An engagement: both stands roll to detect each other and for initiative, and one or both shoot (FIRE)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from umpire.core.frozen import replace
from umpire.core.outcome import Outcome
from umpire.core.pools import DiceLine, Pool
from umpire.core.procedure import Procedure, throw
from umpire.core.readings import Row, Total
from umpire.rulesets.asp.fire.detection import Shot, by_the_book
from umpire.rulesets.asp.fire.results import outcome
from umpire.rulesets.asp.fire.situation import Firer, FireSituation
from umpire.rulesets.asp.table import Table

BOTH_SHOOT = "both shoot"
SHOOTER_FIRST = "both shoot, the shooter first"
TARGET_FIRST = "both shoot, the target first"
SHOOTER_SHOOTS = "only the shooter shoots"
TARGET_SHOOTS = "only the target shoots"
NOBODY_SHOOTS = "nobody shoots"


class Found(NamedTuple):
    """The detection in an engagement: whether the shooter has detected the target, and whether the target has detected
    the shooter.

    None means that no die was rolled, because its result could not matter.
    """

    shooter: bool | None
    target: bool | None

    def __str__(self) -> str:
        match self.shooter, self.target:
            case None, found:
                return f"the target {'detects' if found else 'does not detect'}"
            case found, None:
                return f"the shooter {'detects' if found else 'does not detect'}"
            case True, True:
                return "both detect"
            case False, False:
                return "neither detects"
        return "only the shooter detects" if self.shooter else "only the target detects"


UNFOUND = Found(False, False)


def engagement(sit: FireSituation) -> Procedure[Outcome]:
    """Return the outcome of the engagement of shooter and target (FIRE-01 to 09)."""
    if not (yield from sit.call.comes()):
        stays = f"{sit.shooter.name}: the call for its fire failed, so its option is spent without a shot (CALL-04)"
        return _with_course(sit, outcome(sit, (stays,), "", ""), UNFOUND, NOBODY_SHOOTS, (stays,))
    found = yield from _detection(sit)
    can_shoot, book = _can_shoot(sit, found), by_the_book(sit.table)
    words = tuple(_looking_words(sit, hopeless=not any(can_shoot)))
    if not any(can_shoot) and not book:
        thrown = any(_thrown_for(sit))
        words += (f"neither may shoot: no {'initiative' if thrown else 'die'} roll (INIT-08)",)
        return _with_course(sit, outcome(sit, words, "", ""), found, NOBODY_SHOOTS, words)
    pools, net = initiative_pools(sit, found)
    shoots = who_shoots(sit.table, can_shoot)
    widest = _widest(sit.table)
    certain = shoots(net - widest)
    if (
        certain == shoots(net + widest) and not book
    ):  # as the difference grows, the shooters change in one direction only: the ends decide
        shooting = certain
        known = None not in (found.shooter, found.target)
        unthrown = (
            f"no initiative roll, because {f'with modifiers of {net:+d} ' if known else ''}the dice cannot matter: "
        )
    else:
        shooting = yield from throw(*pools, read=lambda mine, theirs: shoots(mine - theirs))
        unthrown = ""
    words += (
        unthrown + _shooting_words(sit, shooting, can_shoot) if any(can_shoot) else "neither may shoot (FIRE-05)",
    )
    on_target, on_shooter = yield from _shots(sit, shooting)
    return _with_course(sit, outcome(sit, words, on_target, on_shooter), found, shooting, words)


def _with_course(sit: FireSituation, result: Outcome, found: Found, shooting: str, why: tuple[str, ...]) -> Outcome:
    """Return the outcome with two additions to its results in `tally`: the stands that shoot, and the stands that
    detect. If no die is rolled to detect, no result of detection is added.
    """
    shooter, target = sit.shooter.name, sit.target.name
    who = {
        BOTH_SHOOT: "both",
        SHOOTER_FIRST: f"both: {shooter} first",
        TARGET_FIRST: f"both: {target} first",
        SHOOTER_SHOOTS: shooter,
        TARGET_SHOOTS: target,
    }
    tally = (*result.tally, *_course(sit, found), ("who shoots", who.get(shooting, "nobody")))
    return replace(result, tally=tally, unthrown=why)


def _course(sit: FireSituation, found: Found) -> tuple[tuple[str, str], ...]:
    looks, (shooter, target) = _thrown_for(sit), (sit.shooter, sit.target)
    if not any(looks):
        return ()
    for mine, party, other, detects in (
        (0, shooter, target, found.shooter),
        (1, target, shooter, found.target),
    ):
        if other.look.pool and not looks[1 - mine]:
            return ((f"{party.name} detects", "yes" if detects else "no"),)
    who = "both" if found.shooter and found.target else shooter.name if found.shooter else target.name
    return (("who detects", who if found.shooter or found.target else "nobody"),)


def who_shoots(table: Table, can_shoot: tuple[bool, bool]) -> Callable[[int], str]:
    """Return a function that takes a difference of initiative (shooter minus target) and returns the stands that shoot
    (INIT-04, INIT-05).
    """
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


@lru_cache(maxsize=32)  # odds follow every path of one situation: its pools are made once
def initiative_pools(sit: FireSituation, found: Found) -> tuple[tuple[Pool, Pool], int]:
    """Return the initiative dice of both stands, and the shooter's modifiers minus the target's modifiers (INIT-01)."""
    mine, theirs = _initiative(sit, bool(found.shooter), mine=True), _initiative(sit, bool(found.target), mine=False)
    return (mine, theirs), mine.sum("roll") - theirs.sum("roll")


@lru_cache(maxsize=32)  # it does not depend on what the other has detected
def _initiative(sit: FireSituation, detected: bool, *, mine: bool) -> Pool:
    table, key, firer = sit.table, "initiative" if mine else "initiative-reply", sit.shooter if mine else sit.target
    lines = table.modifiers.lines("initiative", replace(firer.shot, detected=detected), firer.name)
    added = sum(line.amount for line in lines if line.applied)
    dice = table.limits["initiative_dice"]
    return Pool(key, firer.side, f"initiative of {firer.name}", lines, Total(added), dice, rule="INIT-01")


def _widest(table: Table) -> int:
    """Return the largest possible difference between the two sides' dice."""
    return 5 * table.limits["initiative_dice"]


def effect_pool(table: Table, key: str, firer: Firer, at: Firer, shot: Shot) -> Pool:
    """Return the effect dice of one shot.

    The base score, changed by its modifiers, is the required score. The required score is subtracted from the dice
    (EFF-04). Two dice are thrown. If the option `effect_dice` is `one`, a single die is thrown and its number is
    doubled.
    """
    assert firer.base is not None
    name = firer.name
    modifiers = table.modifiers.lines("effect", shot, name)
    base = DiceLine(name, firer.base, firer.base_words, "SCORE-01", "need")
    row = None if firer.base_typed else table.modifiers.in_place("effect", shot)
    if row:
        base = replace(base, amount=row.need, words=row.words, rule=row.rule)
    need = base.amount + sum(line.amount for line in modifiers if line.applied and line.on == "need")
    off = DiceLine(name, -need, "the required score", "EFF-04", "roll")
    added = sum(line.amount for line in modifiers if line.applied and line.on == "roll") - need
    times = 2 if table.options["effect_dice"] == "one" else 1
    reading = Row(table.results[at.group.grade], added, times)
    label = f"{name} at {at.name}, grade {at.group.grade}"
    return Pool(key, firer.side, label, (base, *modifiers, off), reading, 3 - times, rule="EFF-05")


def _detection(sit: FireSituation) -> Procedure[Found]:
    """Return the detection of both stands by each other (FIRE-02).

    A die is rolled only if its result can matter, or if the game rolls every die of the book.
    """
    looks = sit.shooter.look, sit.target.look
    thrown = _thrown_for(sit)
    sure = tuple(None if look.pool else detects for look, detects in zip(looks, _certain(sit), strict=True))

    def read(*fallen: bool) -> Found:
        faces = iter(fallen)
        shooter, target = (next(faces) if dice else known for dice, known in zip(thrown, sure, strict=True))
        return Found(shooter, target)

    pools = tuple(look.pool for look, dice in zip(looks, thrown, strict=True) if look.pool and dice)
    if not pools:
        return read()
    return (yield from throw(*pools, read=read))


def _certain(sit: FireSituation) -> tuple[bool, bool]:
    """Return whether the shooter detects the target without a die, and whether the target detects the shooter without a
    die.

    A shooter that is too far away to detect may not shoot (DET-04). If the referee rules that the shooter may shoot,
    the shooter also detects its target.
    """
    return (
        sit.shooter.look.answer == "detects" or _by_ruling(sit),
        sit.target.look.answer == "detects",
    )


def _by_ruling(sit: FireSituation) -> bool:
    return sit.shooter.look.answer == "cannot" and sit.distance is not None


@lru_cache(maxsize=32)
def _thrown_for(sit: FireSituation) -> tuple[bool, bool]:
    """Return whether the shooter rolls to detect, and whether the target rolls to detect.

    A roll that cannot change which stands shoot is left out, except in a game that rolls every die of the book.
    """
    looks = sit.shooter.look, sit.target.look
    if by_the_book(sit.table):
        return looks[0].pool is not None, looks[1].pool is not None
    states = tuple(
        (True, False) if look.pool else (detects,) for look, detects in zip(looks, _certain(sit), strict=True)
    )

    def matters(shooter: bool) -> bool:
        mine, theirs = states if shooter else states[::-1]
        return any(len({_who_may(sit, Found(*((a, b) if shooter else (b, a)))) for a in mine}) > 1 for b in theirs)

    return matters(True), matters(False)


def _who_may(sit: FireSituation, found: Found) -> tuple[str, ...]:
    """Return the stands that shoot, in words, for each possible difference of the initiative dice. `found` is the
    result of the detection.
    """
    can_shoot = _can_shoot(sit, found)
    if not any(can_shoot):
        return ()
    shoots, (_, net) = who_shoots(sit.table, can_shoot), initiative_pools(sit, found)
    widest = _widest(sit.table)
    return tuple(shoots(net + difference) for difference in range(-widest, widest + 1))


def _can_shoot(sit: FireSituation, found: Found) -> tuple[bool, bool]:
    """Return whether the shooter may shoot, and whether the target may shoot (FIRE-05). The initiative is not
    considered.
    """
    shooter, target = sit.shooter, sit.target
    return (
        not shooter.unable and (shooter.look.answer == "exempt" or found.shooter is not False),
        not target.unable and (target.look.answer == "exempt" or found.target is not False),
    )


def _looking_words(sit: FireSituation, *, hopeless: bool) -> Iterator[str]:
    """Yield a line of words for each stand that rolls no die to detect.

    If neither stand can shoot (`hopeless`), the lines also say why the stands cannot shoot.
    """
    parties = sit.shooter, sit.target
    for party, at, thrown in zip(parties, parties[::-1], _thrown_for(sit), strict=True):
        unable = f"cannot shoot: {party.unable}" if party.unable else ""
        if party is sit.shooter and _by_ruling(sit):
            yield f"{party.name}: your ruling lets it detect {at.name} (DET-04)"
        elif not party.look.pool:
            lost = hopeless and unable and party.look.answer != "cannot"
            yield f"{party.look.words}; it {unable}" if lost else party.look.words
        elif not thrown:
            why, more = "shot denied anyway", " (INIT-04)"
            if unable:
                why, more = (
                    ("cannot shoot", f": {party.unable}")
                    if hopeless
                    else ("can neither shoot nor deny a shot", " (INIT-07)")
                )
            yield f"{party.name}: {why}, so no roll to detect {at.name}{more}"


def _shots(sit: FireSituation, shooting: str) -> Procedure[tuple[str, str]]:
    """Return two results of the effect dice as letters: the target's result, then the shooter's result (FIRE-08). ""
    means that the stand was not shot at.
    """
    if shooting == NOBODY_SHOOTS:
        return "", ""
    if shooting == BOTH_SHOOT:
        attack, reply = _effect(sit, "", attacks=True), _effect(sit, "", attacks=False)
        return (yield from throw(attack, reply, read=lambda on_target, on_shooter: (on_target, on_shooter)))
    on_target = on_shooter = ""
    order = {
        SHOOTER_SHOOTS: (True,),
        TARGET_SHOOTS: (False,),
        SHOOTER_FIRST: (True, False),
        TARGET_FIRST: (False, True),
    }
    for attacks in order[shooting]:
        if attacks and on_shooter != "D":
            on_target = yield from throw(_effect(sit, on_shooter, attacks=True), read=str)
        elif not attacks and on_target != "D":
            on_shooter = yield from throw(_effect(sit, on_target, attacks=False), read=str)
    return on_target, on_shooter


@lru_cache(maxsize=32)  # odds reach the same shot by many paths
def _effect(sit: FireSituation, suffered: str, *, attacks: bool) -> Pool:
    """Return the effect dice of one stand. This is the shooter if `attacks` is true, and the target if not.

    `suffered` is the result that this stand suffered from the enemy's earlier shot (FIRE-08).
    """
    firer, at = (sit.shooter, sit.target) if attacks else (sit.target, sit.shooter)
    shot = firer.shot.after(suffered)
    if suffered == "-" and sit.table.options["pin_clear"] == "first_non_P_shot":
        shot = replace(shot, pinned=False)  # a shot without effect has just lifted the pin (STAT-06)
    return effect_pool(sit.table, "effect" if attacks else "effect-reply", firer, at, shot)


def _shooting_words(sit: FireSituation, shooting: str, can_shoot: tuple[bool, bool]) -> str:
    shooter, target, gap = sit.shooter, sit.target, sit.table.limits["initiative_gap"]
    if shooting in (SHOOTER_SHOOTS, TARGET_SHOOTS):
        shoots, not_shoots = (shooter, target) if shooting == SHOOTER_SHOOTS else (target, shooter)
        if all(can_shoot):
            return f"initiative: {shoots.name} ahead by {gap} or more, so it has the only shot (INIT-04)"
        why = not_shoots.unable or "it has not detected its opponent (FIRE-05)"
        return f"only {shoots.name} may shoot; {not_shoots.name}: {why}"
    if shooting == NOBODY_SHOOTS:
        denied, winner = (shooter, target) if can_shoot[0] else (target, shooter)
        return f"initiative: {winner.name} ahead by {gap} or more; {denied.name}: shot denied (INIT-07)"
    first = {SHOOTER_FIRST: shooter, TARGET_FIRST: target}.get(shooting)
    return f"both shoot, {first.name} first (FIRE-08)" if first else "both shoot (INIT-05)"
