"""Distant fire: what the rules object to, and the procedure from the throw to the last loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure, choose, throw
from umpire.rulesets.star_general.effects import Effect, Lose, SpendShot
from umpire.rulesets.star_general.losses import POLICY, Loss, legal_losses, most, tokens
from umpire.rulesets.star_general.pools import no_reply
from umpire.rulesets.star_general.situate import right
from umpire.rulesets.star_general.situation import Called, Fighter, FireSituation
from umpire.rulesets.star_general.state import ORDERS, Stand


def objections(sit: FireSituation) -> tuple[Objection, ...]:
    """Every rule that says no to this fire."""
    return tuple(_object(sit))


def _object(sit: FireSituation) -> Iterator[Objection]:
    table, rules, words = sit.table, sit.table.rules, sit.table.words
    for firer in sit.firers:
        yield from _firer_objections(sit, firer)
    on_hold = sit.firers[0].order == "H"
    if on_hold and len(sit.firers) > 1:
        yield Objection(
            rules["stands_on_hold"], f"a {words['unit']} on hold attacks with one stand, not {len(sit.firers)}"
        )
    elif len(sit.firers) > 2:
        yield Objection(rules["stands_on_move"], f"a {words['unit']} attacks with two stands, not {len(sit.firers)}")
    if len({firer.stand.unit for firer in sit.firers}) > 1:
        yield Objection(rules["one_unit"], f"the stands of one attack belong to one {words['unit']}")
    attack = right(table, "attacker", sit.firers[0])
    yield from _gun_objections(sit, sit.guns, attack.guns, attack.guns_rule, all(f.in_command for f in sit.firers))
    reply = right(table, "defender", sit.target)
    silent, silent_rule = no_reply(sit)
    if silent and sit.reply_guns:
        yield Objection(silent_rule, f"{silent}, so no guns reply")
    else:
        yield from _gun_objections(sit, sit.reply_guns, reply.guns, reply.guns_rule, sit.target.in_command)


def _firer_objections(sit: FireSituation, firer: Fighter) -> Iterator[Objection]:
    rules, limits, name = sit.table.rules, sit.table.limits, firer.stand.name
    arm = sit.table.core[firer.stand.kind].arm
    if arm == "hq":
        yield Objection(rules["hq_initiates"], f"{name} is an HQ and starts no combat")
    elif firer.battery or (arm == "artillery" and sit.table.options["initiator_types"] == "infantry_and_tank"):
        yield Objection(rules["initiator"], f"{name} is a battery and starts no combat; name it after `with`")
    if firer.order in ("D", "R"):
        words = f"{name} is {'on ' if firer.order == 'R' else ''}{ORDERS[firer.order]} and may not attack"
        yield Objection(rules["attack_orders"], words, tell=f"{firer.stand.id}.order=M")
    if not firer.in_command:
        yield Objection(rules["command"], f"{name} is out of command")
    if firer.distance <= 1:
        yield Objection(rules["adjacent"], f"{name} is adjacent: that is close combat, not distant fire")
    elif firer.distance > limits["distant_range"]:
        yield Objection(rules["reach"], f"{name} is {firer.distance} hexes away and reaches {limits['distant_range']}")
    if firer.blocked:
        yield Objection(firer.blocked_rule, f"the line of fire of {name} is blocked: {firer.blocked}")


def _gun_objections(
    sit: FireSituation, guns: tuple[Called, ...], allowed: bool, rule: str, in_command: bool
) -> Iterator[Objection]:
    """What forbids the guns named: the right to call them, command, their number, range and shots."""
    rules, limits = sit.table.rules, sit.table.limits
    if guns and not allowed:
        yield Objection(rule, "no guns may be called on these orders")
    if guns and not in_command:
        yield Objection(rules["support_command"], "a stand out of command calls no support")
    if len(guns) > limits["guns_per_combat"]:
        yield Objection(
            rules["guns_most"], f"{limits['guns_per_combat']} guns at most support one side, not {len(guns)}"
        )
    for gun in guns:
        if gun.distance > gun.stand.range:
            yield Objection(
                rules["gun_range"], f"{gun.stand.name} is {gun.distance} hexes away and reaches {gun.stand.range}"
            )
        if not gun.stand.shots:
            yield Objection(rules["gun_shots"], f"{gun.stand.name} has no shots left this round")


class Due(NamedTuple):
    """Strength points each side must lose."""

    target: int
    firers: int

    def __str__(self) -> str:
        return f"target loses {self.target}, attacker {self.firers}"


def distant_fire(sit: FireSituation) -> Procedure[Outcome]:
    """Both pools at once, then each owner takes his losses. Nobody falls back from distant fire (TSG-4.1-01)."""
    limits = sit.table.limits
    scope = sit.table.options["loss_cap_scope"]
    target_hexes = ((sit.target.stand, sit.target.supports),)
    firing_hexes = tuple((firer.stand, firer.supports) for firer in sit.firers)
    cap = limits["loss_cap"]
    firers_cap = cap if scope == "side" else cap * len(firing_hexes)
    attack, reply = sit.attack, sit.answer

    def due(hits: int, hits_back: int = 0) -> Due:
        return Due(min(hits, cap, most(target_hexes, cap)), min(hits_back, firers_cap, most(firing_hexes, cap)))

    losses = yield from (throw(attack, reply, read=due) if reply else throw(attack, read=due))
    target_loss = yield from _lose(sit.foe_side, "target", losses.target, target_hexes, cap)
    firers_loss = yield from _lose(sit.side, "firers", losses.firers, firing_hexes, cap)
    shots = [gun.stand for gun in sit.guns] + ([gun.stand for gun in sit.reply_guns] if reply else [])
    if reply and sit.target.battery:
        shots.append(sit.target.stand)
    return _outcome(sit, losses, cap, firers_cap, target_loss + firers_loss, tuple(shots))


def _lose(
    side: str, key: str, due: int, hexes: tuple[tuple[Stand, tuple[Stand, ...]], ...], hex_cap: int
) -> Procedure[Loss]:
    """The owner takes his losses; asked only where there is more than one legal way."""
    if not due:
        return ()
    legal = legal_losses(hexes, due, hex_cap)
    named = {stand.id: stand.name for core, supports in hexes for stand in (core, *supports)}
    options = tuple(
        (token, ", ".join(f"{named[stand]} loses {points}" for stand, points in loss), loss)
        for token, loss in zip(tokens(legal), legal, strict=True)
    )
    points = "1 strength point" if due == 1 else f"{due} strength points"
    return (yield from choose(f"losses {key}", side, f"lose {points}", options, POLICY))


def _outcome(
    sit: FireSituation, due: Due, cap: int, firers_cap: int, losses: Loss, shots: tuple[Stand, ...]
) -> Outcome:
    stands = {stand.id: stand for fighter in (*sit.firers, sit.target) for stand in (fighter.stand, *fighter.supports)}
    rules = sit.table.rules
    effects: list[Effect] = [Lose(name, points) for name, points in losses]
    words, hands, owed, removed = [], [], [], []
    silent, silent_rule = no_reply(sit)
    if silent:
        words.append(f"{silent} ({silent_rule})")
    for side, lost, most_lost in ((sit.foe_side, due.target, cap), (sit.side, due.firers, firers_cap)):
        if lost and lost == most_lost:
            words.append(f"{side}: {lost} lost, no combat costs more ({rules['loss_cap']})")
    for name, points in losses:
        stand = stands[name]
        if stand.sp <= points:
            removed.append(stand.name)
            hands.append(f"REMOVE {stand.name}")
        else:
            hands.append(f"{stand.name} {stand.sp}→{stand.sp - points}")
    dead = {name for name, points in losses if stands[name].sp <= points}
    for unit in sit.units:
        if unit.hq and unit.hq.id in dead:
            if unit.cores:
                owed.append(f"a new HQ for {unit.name} ({rules['hq_returns']})")
        elif unit.hq and unit.cores and all(core in dead for core in unit.cores):
            effects += [Lose(stand.id, stand.sp) for stand in (unit.hq, *unit.with_hq)]
            gone = " and ".join(stand.name for stand in (unit.hq, *unit.with_hq))
            hands.append(f"REMOVE {gone}: nothing else is left of {unit.name} ({rules['reduced_to_hq']})")
    for battery in shots:
        effects.append(SpendShot(battery.id))
        hands.append(f"{battery.name} shots {battery.shots}→{max(0, battery.shots - 1)}")
    tally: tuple[tuple[str, int | str], ...] = (
        (f"{sit.foe_side} loses", due.target),
        (f"{sit.side} loses", due.firers),
        ("removed", ", ".join(removed) or "-"),
    )
    return Outcome(tuple(effects), tuple(words), tuple(hands), tuple(owed), tally)
