"""The objections of the rules to a combat, whether it is fire or an assault."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.outcome import Objection
from umpire.rulesets.star_general.combat.pools import CombatSituation
from umpire.rulesets.star_general.combat.situate import gun_objections, right
from umpire.rulesets.star_general.combat.situation import Air, Called, Fighter
from umpire.rulesets.star_general.state import AIR, ORDERS, State, on
from umpire.rulesets.star_general.table import SupportRight, Table
from umpire.rulesets.star_general.turn.sequence import initiates, turn_to_attack


def objections(sit: CombatSituation) -> tuple[Objection, ...]:
    """Return the objections to this combat."""
    found = (*_object(sit), *sit.refused(sit.verb))
    if sit.verb == "fire" or sit.close:
        return found
    tell = _instead(sit, found)
    words = "no attacker is next to the target; type `fire` for distant fire"
    adjacent = Objection(sit.table.rules["adjacent"], words, tell, final=not tell, depends_on="distance")
    return (*found, adjacent)


def out_of_turn(state: State, table: Table, sit: CombatSituation) -> tuple[Objection, ...]:
    """Return the objections from the sequence of play: another unit's turn, a second attack, or a strategic move before
    the attack.
    """
    units = dict.fromkeys(attacker.stand.unit for attacker in sit.attackers)
    turn = [
        objection._replace(depends_on="actor") for unit in units for objection in turn_to_attack(state, table, unit)
    ]
    moved = [attacker.stand.name for attacker in sit.attackers if attacker.stand.moved == "strategic"]
    words = "it made a strategic move, so it may not attack this round"
    return (
        *turn,
        *(Objection(table.rules["strategic_attack"], f"{name}: {words}", depends_on="actor") for name in moved),
    )


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
        yield Objection(rule, f"{who} may attack with at most {stands}, not {count}", depends_on="actor")
    if len({attacker.stand.unit for attacker in sit.attackers}) > 1:
        yield Objection(
            rules["one_unit"], f"the stands of one attack must belong to one {words['unit']}", depends_on="actor"
        )
    attack = right(table, "attacker", sit.attackers[0])
    yield from _called(sit, sit.attackers, sit.guns, sit.air, attack)
    silent, silent_rule = sit.silence
    if silent and (sit.reply_guns or sit.reply_air):
        yield Objection(silent_rule, f"{silent}, so no guns may reply")
    else:
        reply = right(table, "defender", sit.target)
        yield from _called(sit, (sit.target,), sit.reply_guns, sit.reply_air, reply)


def _on_what(sit: CombatSituation, fighters: tuple[Fighter, ...]) -> str:
    """Return the stands that call support, and their order: `A and B: they attack while their order is hold`.

    For a defender, the words name the order that counts in the combat (AMB-09).
    """
    names = " and ".join(fighter.stand.name for fighter in fighters)
    fighter = fighters[0]
    if fighter is sit.target:
        if fighter.battery and fighter.status == "H":
            return f"{names}: it defends as a battery"
        changed = "while its order is" if fighter.status == fighter.order else "as if its order were"
        return f"{names}: it defends {changed} {ORDERS[fighter.status]}"
    who = "it attacks while its" if len(fighters) == 1 else "they attack while their"
    return f"{names}: {who} order is {ORDERS[fighter.order]}"


def _attacker_objections(sit: CombatSituation, attacker: Fighter) -> Iterator[Objection]:
    rules, limits, name = sit.table.rules, sit.table.limits, attacker.stand.name
    arm = sit.table.core[attacker.stand.kind].arm
    if arm == "hq":
        yield Objection(
            rules["hq_initiates"], f"{name}: an HQ may not start a combat", decides=True, depends_on="actor"
        )
    elif not initiates(sit.table, attacker.stand):
        words = f"{name}: a battery may not start a combat; {_of_battery(sit, attacker)}"
        yield Objection(rules["initiator"], words, decides=True, depends_on="actor")
    if not sit.table.orders[attacker.order].attackers:
        words = f"{name}: may not attack while {on(attacker.order)}"
        alike = (name, f"may not attack while {on(attacker.order)}")
        yield Objection(
            rules["attack_orders"], words, retype=f"{attacker.stand.id}.order=M", depends_on="actor", alike=alike
        )
    if not attacker.in_command:
        lost = sit.state.without_hq(attacker.stand.unit)
        rule, words = rules["hq_no_attack" if lost else "command"], _out_of_command(sit, attacker)
        yield Objection(rule, words, depends_on="actor", alike=(name, "out of command"))
    if attacker.close:
        return
    if attacker.distance <= limits["close_range"]:
        yield Objection(rules["adjacent"], f"{name}: next to the target; type `assault` for close combat")
    elif attacker.distance > limits["distant_range"]:
        reach = limits["distant_range"]
        yield Objection(
            rules["reach"], f"{name}: {attacker.distance} hexes from the target, range {reach}", depends_on="distance"
        )
    if attacker.blocked:
        yield Objection(attacker.blocked_rule, f"{name}: its line of fire is blocked by {attacker.blocked}")


def _out_of_command(sit: CombatSituation, fighter: Fighter) -> str:
    """Return the words about a stand out of command, such as its distance from its HQ."""
    why = sit.state.far_from_hq(fighter.stand, sit.table.limits["command_range"])
    return f"{fighter.stand.name}: out of command" + (f" ({why})" if why else "")


def _of_battery(sit: CombatSituation, attacker: Fighter) -> str:
    """Return the hint for a battery that is named as an attacker. A battery may not start a combat."""
    if attacker.battery and sit.state.clock.phase == "artillery":
        return f"to fire it alone, type `artillery {attacker.stand.id} at {sit.target.stand.id}`"
    return "name the battery after `with`"


def _instead(sit: CombatSituation, found: tuple[Objection, ...]) -> str:
    """Return the words to type in place of an assault in which no attacker is adjacent.

    If the map does not give the distance, return a fact that makes the first attacker adjacent. If the map gives the
    distance, return the attack as a `fire` line. If the map gives the distance and there are other objections
    (`found`), return "".
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
    """Yield the objections to the guns and air named.

    For example, the side may be out of command, or a gun may be out of range.
    """
    rules, limits = sit.table.rules, sit.table.limits
    what = " and ".join(word for word, called in (("guns", guns), ("air", air)) if called)
    named = " ".join([*(gun.stand.id for gun in guns), *([AIR] if air else [])])
    if what and not allowed.guns:
        words = f"{_on_what(sit, fighters)}, so {what} may not give support; leave out {named}"
        yield Objection(allowed.guns_rule, words)
    for fighter in fighters:
        if what and not fighter.in_command:
            rule = rules["hq_support" if sit.state.without_hq(fighter.stand.unit) else "support_command"]
            words = f"{what} may not give support; leave out {named}"
            alike = (fighter.stand.name, f"out of command, so {words}")
            yield Objection(rule, f"{_out_of_command(sit, fighter)}, so {words}", alike=alike)
    if len(guns) > limits["guns_per_combat"]:
        yield Objection(
            rules["guns_most"], f"at most {limits['guns_per_combat']} guns may support one side, not {len(guns)}"
        )
    for gun in guns:
        yield from gun_objections(sit.table, gun.stand, gun.distance)
    if air and air.named > limits["air_per_combat"]:
        yield Objection(
            rules["air_most"], f"at most {limits['air_per_combat']} air attack may support one side, not {air.named}"
        )
    if air and not air.left:
        yield Objection(rules["air_points"], "the side has no air points left this round")
