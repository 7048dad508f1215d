"""What the rules say no to in a combat, fire and assault alike."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.outcome import Objection
from umpire.rulesets.star_general.combat.pools import CombatSituation
from umpire.rulesets.star_general.combat.situate import gun_objections, right
from umpire.rulesets.star_general.combat.situation import Air, Called, Fighter
from umpire.rulesets.star_general.state import AIR, State, on
from umpire.rulesets.star_general.table import SupportRight, Table
from umpire.rulesets.star_general.turn.sequence import initiates, turn_to_attack


def objections(sit: CombatSituation) -> tuple[Objection, ...]:
    """Every rule that says no to this combat."""
    found = (*_object(sit), *sit.refused(sit.verb))
    if sit.verb == "fire" or sit.close:
        return found
    tell = _instead(sit, found)
    words = "nobody is adjacent: that is distant fire, `fire`"
    adjacent = Objection(sit.table.rules["adjacent"], words, tell, final=not tell, of="distance")
    return (*found, adjacent)


def out_of_turn(state: State, table: Table, sit: CombatSituation) -> tuple[Objection, ...]:
    """What the sequence of play says no to: another unit's turn, a second attack, a stand that moved strategically."""
    units = dict.fromkeys(attacker.stand.unit for attacker in sit.attackers)
    turn = [objection._replace(of="actor") for unit in units for objection in turn_to_attack(state, table, unit)]
    moved = [attacker.stand.name for attacker in sit.attackers if attacker.stand.moved == "strategic"]
    words = "has moved strategically and does not attack this round"
    return (*turn, *(Objection(table.rules["strategic_attack"], f"{name} {words}", of="actor") for name in moved))


def _object(sit: CombatSituation) -> Iterator[Objection]:
    table, rules, words = sit.table, sit.table.rules, sit.table.words
    for attacker in sit.attackers:
        yield from _attacker_objections(sit, attacker)
    order, count = sit.attackers[0].order, len(sit.attackers)
    most = table.orders[order].attackers or table.orders["M"].attackers  # on other orders it may not attack at all
    if count > most:
        who = f"a {words['unit']}{f' {on(order)}' if order == 'H' else ''}"
        stands = {1: "one stand", 2: "two stands"}.get(most, f"{most} stands")
        rule = rules["stands_on_hold" if order == "H" else "stands_on_move"]
        yield Objection(rule, f"{who} attacks with {stands}, not {count}", of="actor")
    if len({attacker.stand.unit for attacker in sit.attackers}) > 1:
        yield Objection(rules["one_unit"], f"the stands of one attack belong to one {words['unit']}", of="actor")
    attack = right(table, "attacker", sit.attackers[0])
    yield from _called(sit, sit.attackers, sit.guns, sit.air, attack)
    silent, silent_rule = sit.silence
    if silent and (sit.reply_guns or sit.reply_air):
        yield Objection(silent_rule, f"{silent}, so no guns reply")
    else:
        reply = right(table, "defender", sit.target)
        yield from _called(sit, (sit.target,), sit.reply_guns, sit.reply_air, reply)


def _on_what(sit: CombatSituation, fighters: tuple[Fighter, ...]) -> str:
    """Who calls support and on what orders: `A and B are on hold and attack`; a defender's as it fights (AMB-09)."""
    one, names = len(fighters) == 1, " and ".join(fighter.stand.name for fighter in fighters)
    fighter = fighters[0]
    if fighter is sit.target:
        stands = f"is {on(fighter.status)}" if fighter.status == fighter.order else f"fights as {on(fighter.status)}"
        return f"{names} {'is a battery' if fighter.battery and fighter.status == 'H' else stands} and defends"
    return f"{names} {'is' if one else 'are'} {on(fighter.order)} and attack{'s' if one else ''}"


def _attacker_objections(sit: CombatSituation, attacker: Fighter) -> Iterator[Objection]:
    rules, limits, name = sit.table.rules, sit.table.limits, attacker.stand.name
    arm = sit.table.core[attacker.stand.kind].arm
    if arm == "hq":
        yield Objection(rules["hq_initiates"], f"{name} is an HQ and starts no combat", decides=True, of="actor")
    elif not initiates(sit.table, attacker.stand):
        words = f"{name} is a battery and starts no combat; {_of_battery(sit, attacker)}"
        yield Objection(rules["initiator"], words, decides=True, of="actor")
    if not sit.table.orders[attacker.order].attackers:
        words = f"{name} is {on(attacker.order)} and may not attack, unless it is really on move"
        alike = (name, f"{on(attacker.order)}, may not attack unless really on move")
        yield Objection(rules["attack_orders"], words, tell=f"{attacker.stand.id}.order=M", of="actor", alike=alike)
    if not attacker.in_command:
        lost = sit.state.without_hq(attacker.stand.unit)
        rule, words = rules["hq_no_attack" if lost else "command"], _out_of_command(sit, attacker)
        yield Objection(rule, words, of="actor", alike=(name, "out of command"))
    if attacker.close:
        return
    if attacker.distance <= limits["close_range"]:
        yield Objection(rules["adjacent"], f"{name} is adjacent: that is close combat, `assault`")
    elif attacker.distance > limits["distant_range"]:
        reach = limits["distant_range"]
        yield Objection(rules["reach"], f"{name} is {attacker.distance} hexes away and reaches {reach}", of="distance")
    if attacker.blocked:
        yield Objection(attacker.blocked_rule, f"the line of fire of {name} is blocked: {attacker.blocked}")


def _out_of_command(sit: CombatSituation, fighter: Fighter) -> str:
    """That a stand is out of command, and why: `a1 is out of command, 4 hexes from its HQ in 0405, 2 allowed`."""
    why = sit.state.far_from_hq(fighter.stand, sit.table.limits["command_range"])
    return f"{fighter.stand.name} is out of command" + (f", {why}" if why else "")


def _of_battery(sit: CombatSituation, attacker: Fighter) -> str:
    """What a battery does instead of starting a combat, as it is typed."""
    if attacker.battery and sit.state.clock.phase == "artillery":
        return f"on its own it fires by `artillery {attacker.stand.id} at {sit.target.stand.id}`"
    return "name it after `with`"


def _instead(sit: CombatSituation, found: tuple[Objection, ...]) -> str:
    """What to type where nobody who assaults is adjacent: the fire it is by the map, or that one is adjacent.

    "" where that fire is forbidden too: what the rules have `found` against it stands there.
    """
    first = sit.attackers[0].stand.id
    if sit.known.sources[f"{first}.range"] != "map":
        return f"{first}.range={sit.table.limits['close_range']}"
    if found:
        return ""
    words = ["fire", *(attacker.stand.id for attacker in sit.attackers), "at", sit.target.stand.id]
    for word, guns, air in (("with", sit.guns, sit.air), ("reply", sit.reply_guns, sit.reply_air)):
        called = [*(gun.stand.id for gun in guns), *([AIR] if air else [])]
        words += [word, *called] if called else []
    return " ".join(words)


def _called(
    sit: CombatSituation,
    fighters: tuple[Fighter, ...],
    guns: tuple[Called, ...],
    air: Air | None,
    allowed: SupportRight,
) -> Iterator[Objection]:
    """What forbids the guns and air named: the right to call them, command, their number, range, shots and points."""
    rules, limits = sit.table.rules, sit.table.limits
    what = " and ".join(word for word, called in (("guns", guns), ("air", air)) if called)
    named = " ".join([*(gun.stand.id for gun in guns), *([AIR] if air else [])])
    if what and not allowed.guns:
        words = f"{_on_what(sit, fighters)} without {what}: leave out {named}"
        yield Objection(allowed.guns_rule, words)
    for fighter in fighters:
        if what and not fighter.in_command:
            rule = rules["hq_support" if sit.state.without_hq(fighter.stand.unit) else "support_command"]
            words = f"calls no {what}: leave out {named}"
            alike = (fighter.stand.name, f"out of command, {words}")
            yield Objection(rule, f"{_out_of_command(sit, fighter)}, and {words}", alike=alike)
    if len(guns) > limits["guns_per_combat"]:
        yield Objection(
            rules["guns_most"], f"{limits['guns_per_combat']} guns at most support one side, not {len(guns)}"
        )
    for gun in guns:
        yield from gun_objections(sit.table, gun.stand, gun.distance)
    if air and air.named > limits["air_per_combat"]:
        yield Objection(rules["air_most"], f"{limits['air_per_combat']} air attack supports one side, not {air.named}")
    if air and not air.left:
        yield Objection(rules["air_points"], "no air points are left this round")
