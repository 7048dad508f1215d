"""Alternatives to an attack: the same combat with one gun, stand, order or range changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from umpire.core.frozen import replace
from umpire.game.variation import Tally, Variation, Wording, Yardstick, situated
from umpire.rulesets.star_general.acts import artillery as guns
from umpire.rulesets.star_general.board.observer import find
from umpire.rulesets.star_general.combat.fire import ACTS
from umpire.rulesets.star_general.combat.pools import CombatSituation
from umpire.rulesets.star_general.combat.situate import right
from umpire.rulesets.star_general.combat.situation import Called, Fighter
from umpire.rulesets.star_general.state import AIR, Stand, State, on
from umpire.rulesets.star_general.table import Table

ENGINEERS = "engineers"


def variations(state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
    """Return the variations of an attack, such as another range or one stand fewer.

    For a shot in the artillery phase, only the order of its target varies. The rules may forbid some variations.
    """
    if verb == "artillery":
        shot, typed = situated(guns.ACT, state, table, words)
        aimed = _orders(shot.combat, typed) if isinstance(shot, guns.Bombardment) else ()
        return tuple(Variation(label, verb, other.words()) for label, other in aimed)
    sit, typed = situated(ACTS[verb], state, table, words)
    changed = (*_support(sit, typed), *_stands(sit, typed), *_orders(sit, typed), *_reply(sit, typed))
    return (
        *(Variation(label, verb, other.words()) for label, other in changed),
        *_range(sit, typed),
        *(Variation(label, verb, typed.words(), other) for label, other in _engineers(sit)),
    )


def yardsticks(situation: CombatSituation | guns.Bombardment) -> tuple[Yardstick, ...]:
    """Return the measures: the losses of either side, and whether the target is driven off (removed or fallen back).

    Fire and assault have the same measures, so that they can be compared.
    """
    sit = situation.combat if isinstance(situation, guns.Bombardment) else situation
    if not isinstance(sit, CombatSituation):
        return ()
    theirs, ours, target = f"{sit.foe_side} loses", f"{sit.side} loses", sit.target.stand.name

    def driven_off(tally: Tally) -> int:
        return int(target in tally["removed"] or target in tally.get("falls back", ()))

    return (
        Yardstick(theirs, lambda tally: int(tally[theirs]), 1),
        Yardstick(ours, lambda tally: int(tally[ours]), -1),
        Yardstick(f"{target} driven off", driven_off, chance=True, brief="driven off"),
    )


def _support(sit: CombatSituation, typed: Wording) -> Iterator[tuple[str, Wording]]:
    """Yield the combat with one more or one fewer gun or air attack."""
    for group, called, air, side in (
        ("with", sit.guns, sit.air, sit.side),
        ("reply", sit.reply_guns, sit.reply_air, sit.foe_side),
    ):
        named, whose = typed.named(group), "" if group == "with" else f"{side} "
        for gun in called:
            yield f"{whose}without {gun.stand.name}", typed.naming(group, *_others(sit, named, gun))
        if air:
            rest = [name for name in named if name.lower() != AIR]
            yield f"{whose}without air", typed.naming(group, *rest)
        for free in sit.free:
            if free.word == group:
                words = AIR if free.name == AIR else sit.state.stands[free.name].name
                yield f"{whose}plus {words}", typed.naming(group, *named, free.name)


def _others(sit: CombatSituation, named: tuple[str, ...], gun: Called) -> list[str]:
    """Return the names typed, without the names of this gun."""
    return [name for name in named if name.lower() == AIR or find(sit.state, name) != gun.stand]


def _stands(sit: CombatSituation, typed: Wording) -> Iterator[tuple[str, Wording]]:
    """Yield a combat for each attacker: the same combat without this attacker. If there is only one attacker, yield
    nothing.
    """
    names = typed.named("")
    if len(names) > 1:
        for name, attacker in zip(names, sit.attackers, strict=True):
            yield f"without {attacker.stand.name}", typed.naming("", *(other for other in names if other != name))


def _orders(sit: CombatSituation, typed: Wording) -> Iterator[tuple[str, Wording]]:
    """Yield the combat with another order for the target, and with another order for the attackers.

    If an order does not allow guns and air, the guns and air of the side are left out.
    """
    for order in ("M", "H", "D"):
        if sit.target.order != order and not sit.target.battery:
            yield _ordered(sit, typed, (sit.target,), order, "defender", "reply")
    for order, row in sit.table.orders.items():
        others = all(attacker.order != order and not attacker.battery for attacker in sit.attackers)
        if others and row.attackers >= len(sit.attackers):
            yield _ordered(sit, typed, sit.attackers, order, "attacker", "with")


def _ordered(
    sit: CombatSituation,
    typed: Wording,
    fighters: tuple[Fighter, ...],
    order: str,
    role: Literal["attacker", "defender"],
    group: str,
) -> tuple[str, Wording]:
    label = f"{' and '.join(fighter.stand.name for fighter in fighters)} {on(order)}"
    if typed.named(group) and not right(sit.table, role, replace(fighters[0], order=order, status=order)).guns:
        typed, label = typed.naming(group), f"{label}, no guns"
    for fighter in fighters:
        typed = typed.telling(f"{fighter.stand.id}.order", order)
    return label, typed


def _reply(sit: CombatSituation, typed: Wording) -> Iterator[tuple[str, Wording]]:
    """Yield the combat without the reply, and without the guns and air of the reply."""
    if sit.answer is not None:
        yield "without the reply", typed.naming("reply").telling("reply", "no")


def _range(sit: CombatSituation, typed: Wording) -> Iterator[Variation]:
    """Yield variants of the combat: fire from another range, an assault by all attackers, and an assault by one
    attacker while the other fires.
    """
    ids = tuple(attacker.stand.id for attacker in sit.attackers)
    close, reach = sit.table.limits["close_range"], sit.table.limits["distant_range"]
    off = close + 1  # the range at which a close stand would fire instead
    far = {attacker.distance for attacker in sit.attackers}
    bare = typed.silent("range", "line")
    guns = tuple(fact for fact in typed.facts if _of_gun(sit, fact))  # the distance of the guns does not change
    bare = replace(bare, facts=(*bare.facts, *guns))
    for hexes in range(off, reach + 1) if sit.verb == "fire" else (off,):
        if far != {hexes}:
            yield Variation(f"fire from {hexes} hexes", "fire", _from(bare, ids, hexes).words())
    if far != {close} or sit.verb == "fire":
        yield Variation("close in: assault", "assault", _from(bare, ids, close).words())
    if len(ids) > 1 and (sit.verb == "fire" or len(sit.close) == len(ids)):
        for name, closes in zip(ids, sit.attackers, strict=True):
            mixed, firing = bare.telling(f"{name}.range", close), []
            for other, fires in zip(ids, sit.attackers, strict=True):
                if other != name:
                    hexes = max(fires.distance, off)
                    mixed = mixed.telling(f"{other}.range", hexes)
                    firing.append(f"{fires.stand.name} fires from {hexes} hexes")
            fire = " and ".join(firing)
            label = f"{closes.stand.name} closes in, {fire}" if sit.verb == "fire" else f"{fire} instead"
            yield Variation(label, "assault", mixed.words())


def _from(bare: Wording, ids: tuple[str, ...], hexes: int) -> Wording:
    for id in ids:
        bare = bare.telling(f"{id}.range", hexes)
    return bare


def _of_gun(sit: CombatSituation, fact: str) -> bool:
    subject, _, name = fact.partition("=")[0].lower().rpartition(".")
    guns = (*sit.guns, *sit.reply_guns, *sit.light, *sit.reply_light)
    return name == "range" and any(subject == gun.stand.id.lower() for gun in guns)


def _engineers(sit: CombatSituation) -> Iterator[tuple[str, State]]:
    """Yield a close combat for each engineer stand that attacks: the same combat without this stand.

    If no engineers attack, yield a close combat for each attacker: the same combat with engineers added to this
    attacker.
    """
    stands = sit.state.stands
    here = [one for attacker in sit.close for one in attacker.supports if one.kind == ENGINEERS]
    for one in here:
        yield f"without {one.name}", replace(sit.state, stands={**stands, one.id: replace(one, sp=0)})
    if here or ENGINEERS not in sit.table.support:
        return
    for attacker in sit.close:
        core = attacker.stand
        key = f"{ENGINEERS} with {core.id}"  # cannot be typed, so no stand has this id
        new = Stand(key, ENGINEERS, core.side, core.unit, ENGINEERS, 1, 1, host=core.id)
        yield f"engineers with {core.name}", replace(sit.state, stands={**stands, key: new})
