"""Variants of a shot or a close combat: with other ammunition, at another distance, from another side, in other
cover.
"""

from __future__ import annotations

from collections.abc import Iterator

from umpire.game.distances import decimal
from umpire.game.variation import Tally, Variation, Wording, Yardstick, on_average, situated
from umpire.rulesets.d20.close import assault
from umpire.rulesets.d20.close.melee import MeleeSituation
from umpire.rulesets.d20.fates import Fate
from umpire.rulesets.d20.fire import fire
from umpire.rulesets.d20.fire.fire import COVERS, MODES, FireSituation
from umpire.rulesets.d20.pools import column_of, he_pool, hit_pool, penetration_pool
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Result, Table, part


def variations(state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
    """Return variants of a shot or a close combat.

    A shot has variants with other ammunition, at other distances, from another side, and with the target in other
    cover. A close combat has variants with other cover, or with one element fewer. The variants are not checked against
    the rules here.
    """
    sit, typed = situated(fire.ACT if verb == "fire" else assault.ACT, state, table, words)
    changed = _fires(sit, typed) if verb == "fire" else _assaults(sit, typed)
    return tuple(Variation(label, verb, other.words()) for label, other in changed)


def yardsticks(situation: FireSituation | MeleeSituation) -> tuple[Yardstick, ...]:
    """Return the measures by which variants are compared.

    One measure is the loss of the first target. Another measure is any effect on the first target. In close combat, the
    loss of the first attacker is also a measure.
    """
    if isinstance(situation, FireSituation):
        return _of(situation.attack.target.name, 1)
    mine, theirs = situation.attackers[0].element.name, situation.defenders[0].element.name
    return (*_of(theirs, 1), _of(mine, -1)[0])


def promise(situation: object) -> float | None:
    """Return the average effect of a shot. The average of an AP shot is multiplied by the chance of a hit.

    Effects are numbered in rising order, from 0 for no effect.
    """
    if not isinstance(situation, FireSituation) or situation.attack.powerless:
        return None
    shot, victim, rising = situation.attack, situation.victim, list(Fate)
    if shot.mode == "he":
        return on_average(he_pool(shot), lambda result: rising.index(victim.fate(Result(result)).comes_to))
    column, to_hit = column_of(shot), hit_pool(shot)
    if column.harmless:
        return 0.0
    hits = on_average(to_hit, int) if to_hit else 1.0
    last = penetration_pool(shot, column)
    return hits * on_average(last, lambda result: rising.index(victim.fate(Result(result)).comes_to))


def _of(name: str, good: int) -> tuple[Yardstick, Yardstick]:
    def gone(tally: Tally) -> int:
        return int(tally.get(name) in (Fate.KNOCKED_OUT, Fate.ROUTED))

    def hurt(tally: Tally) -> int:
        return int(tally.get(name, Fate.NOTHING) != Fate.NOTHING)

    return Yardstick(f"{name} out", gone, good, chance=True), Yardstick(f"{name} hurt", hurt, good, chance=True)


def _fires(sit: FireSituation, typed: Wording) -> Iterator[tuple[str, Wording]]:
    shot, limits, reach = sit.attack, sit.attack.table.limits, sit.reach
    for mode, words in MODES.items():
        if mode != shot.mode:
            yield f"{words} fire", typed.telling("mode", mode)
    near, far = limits["near"], limits["far"]
    for distance, words in ((near, "near"), (reach // far, f"{part(far)} its range"), (reach, "its whole range")):
        if distance != sit.distance and distance >= near:
            yield f"at {decimal(distance)}, {words}", typed.telling("range", distance)
    side, target, values = shot.circumstances.side, shot.target, sit.known.values
    if shot.mode == "ap":
        yield "from its front" if side else "from its side", typed.telling("side", "no" if side else "yes")
    yield from _covers(target, str(values[f"{target.id}.cover"]), typed)
    if shot.mode == "ap" and not values[f"{target.id}.hulldown"]:
        yield "target hull-down", typed.telling(f"{target.id}.hulldown", "yes")
    if not values[f"{target.id}.smoke"]:
        yield "target behind smoke", typed.telling(f"{target.id}.smoke", "yes")


def _assaults(sit: MeleeSituation, typed: Wording) -> Iterator[tuple[str, Wording]]:
    for fighter in sit.defenders:  # cover typed without a name applies to each: it may change for one alone
        if fighter.cover != "none":
            id = fighter.element.id
            typed = typed.silent_of(id, "cover").telling(f"{id}.cover", fighter.cover)
    for fighter in (*sit.defenders, *sit.attackers):
        yield from _covers(fighter.element, fighter.cover, typed)
    for group, fighters in (("", sit.attackers), ("at", sit.defenders)):
        if len(fighters) > 1:
            for name, fighter in zip(typed.named(group), fighters, strict=True):
                others = [other for other in typed.named(group) if other != name]
                yield f"without {fighter.element.name}", typed.naming(group, *others)


def _covers(of: Element, now: str, typed: Wording) -> Iterator[tuple[str, Wording]]:
    for cover in COVERS:
        if cover != now:
            words = "in the open" if cover == "none" else f"in {cover} cover"
            yield f"{of.name} {words}", typed.silent_of(of.id, "cover").telling(f"{of.id}.cover", cover)
