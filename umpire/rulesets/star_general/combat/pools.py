"""The dice pools of a combat: the number of dice of each side, the numbers that hit, and the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from umpire.core.frozen import replace
from umpire.core.outcome import Objection
from umpire.core.pools import DiceLine, Pool, dice_pool
from umpire.core.readings import Hits
from umpire.game.rulebook.modifiers import RuledRow, floored
from umpire.rulesets.star_general.combat.situation import (
    Air,
    Called,
    Combat,
    Fighter,
    Firing,
    air_lines,
    core_lines,
    support_lines,
)
from umpire.rulesets.star_general.state import AIR
from umpire.rulesets.star_general.table import ABOUT_GUNS, ToHit

NOTHING = ToHit("H", "H", attack="6", attack_rule="")
"""For orders without a row: attackers hit on 6, there is no reply."""


def attack_pool(sit: Combat, *, air: bool) -> Pool:
    """Return the attacker's dice: every attacking stand and the stands with it, then light artillery, guns and air."""
    lines: list[DiceLine] = []
    for attacker in sit.attackers:
        if attacker.stand.id != AIR:  # a plane has only its air dice
            lines += _hex_lines(sit, attacker, _attacking(sit, attacker))
    lines += _called_lines(sit, sit.light, sit.guns, _attacking(sit, sit.attackers[0]), air=air)
    codes = to_hit(sit)
    label = f"{sit.side} {'attack' if sit.close else 'fire'}"
    return dice_pool("attack", sit.side, label, tuple(lines), _hits(sit, codes.attack), rule=codes.attack_rule)


def reply_pool(sit: Combat, *, air: bool) -> Pool | None:
    """Return the defender's dice, or None if the defender does not reply. In close combat the defender throws at least
    one die (TSG-3.4-07).
    """
    if sit.silence[0]:
        return None
    facts = _defending(sit, sit.attackers)
    by_mode: tuple[Firing, ...] = ()
    if facts.mode == "close" and len(sit.close) < len(sit.attackers):
        others = tuple(attacker for attacker in sit.attackers if not attacker.close)
        by_mode = (_defending(sit, sit.close), replace(_defending(sit, others), mode="distant"))
    lines: tuple[DiceLine, ...] = (
        *_hex_lines(sit, sit.target, facts, by_mode),
        *_called_lines(sit, sit.reply_light, sit.reply_guns, facts, air=air),
    )
    if facts.mode == "close":
        least, rule = sit.table.limits["least_dice"], sit.table.rules["least_die"]
        words = f"a defender in close combat has at least {'one die' if least == 1 else f'{least} dice'}"
        lines = floored(lines, sit.target.stand.name, least, words, rule)
    codes = to_hit(sit)
    label = f"{sit.foe_side} reply"
    return dice_pool("reply", sit.foe_side, label, lines, _hits(sit, codes.reply), rule=codes.reply_rule)


def _flak(sit: Combat, key: str, side: str, air: Air | None) -> Pool | None:
    if air is None or not air.flak:
        return None
    dice, rule = sit.table.limits["aa_dice"], sit.table.rules["aa"]
    lines = tuple(DiceLine(name, dice, "anti-aircraft fire", rule) for name in air.flak)
    return dice_pool(key, side, f"{side} anti-aircraft fire", lines, Hits(sit.table.flak), rule=rule)


def to_hit(sit: Combat) -> ToHit:
    """Return the codes for the numbers that hit. The codes depend on the orders of the two sides. If a battery is
    attacked, other rows of the table apply.

    A house rule may change a code. The first attacker's facts decide whether a house rule applies to the attack. The
    target's facts decide whether a house rule applies to the reply.
    """
    target = "battery" if sit.target.battery and sit.target.status == "H" else sit.target.status
    found = sit.table.to_hit.get((sit.attackers[0].status, target), NOTHING)
    attack, reply = codes_instead(sit)
    if attack:
        found = found._replace(attack=attack.code, attack_rule=attack.rule)
    return found._replace(reply=reply.code, reply_rule=reply.rule) if reply else found


def codes_instead(sit: Combat) -> tuple[RuledRow | None, RuledRow | None]:
    """Return the rows that change the numbers that hit: the row for the attacker, then the row for the target."""
    rows = sit.table.modifiers
    if not rows.instead:
        return None, None
    reply = None if sit.silence[0] else rows.in_place("hit", _of_core(sit, sit.target, _defending(sit, sit.attackers)))
    return rows.in_place("hit", attacking_alone(sit, sit.attackers[0])), reply


def attacking_alone(sit: Combat, attacker: Fighter) -> Firing:
    """Return the facts of one attacker for rows that refuse an act or change the numbers that hit. The attacker may be
    a plane.
    """
    facts = _attacking(sit, attacker)
    return replace(facts, what="gun") if attacker.stand.id == AIR else _of_core(sit, attacker, facts)


def _hits(sit: Combat, code: str) -> Hits:
    return Hits(code, 1 if sit.table.options["pairs_per_pool"] == "max_one" else None)


def _hex_lines(sit: Combat, fighter: Fighter, facts: Firing, by_mode: tuple[Firing, ...] = ()) -> list[DiceLine]:
    """Return the dice lines of a core stand and the support stands with it."""
    views = tuple(_of_core(sit, fighter, view) for view in by_mode)
    lines = list(core_lines(sit.table, fighter.stand, _of_core(sit, fighter, facts), views))
    lost_hq = not fighter.in_command and not fighter.battery and sit.state.without_hq(fighter.stand.unit)
    silent = lost_hq and not sit.table.options["hqless_own_hex_support"]
    for support in fighter.supports:
        row = replace(facts, what="support", type=support.kind, host=_arm_of_host(sit, fighter))
        dice = support_lines(sit.table, support, row)
        lines += _silenced(dice, "the HQ is lost", sit.table.rules["hq_support"]) if silent else dice
    return lines


def _silenced(dice: Iterable[DiceLine], why_not: str, rule: str) -> Iterator[DiceLine]:
    """Yield the dice lines of a support stand that may not fire. The dice of these lines are not thrown, and each line
    has the reason. Lines that take dice away are left out.
    """
    return (replace(line, rule=rule, why_not=why_not) for line in dice if line.amount >= 0)


def _arm_of_host(sit: Combat, fighter: Fighter) -> str:
    """Return the arm that a core stand has when the dice of its support stands are worked out. An HQ that is not
    armoured counts as infantry for these dice (AMB-24).
    """
    arm = _arm(sit, fighter)
    return "infantry" if arm == "hq" and fighter.soft else arm


def _called_lines(
    sit: Combat, light: tuple[Called, ...], guns: tuple[Called, ...], facts: Firing, *, air: bool
) -> Iterator[DiceLine]:
    """Yield the dice of light artillery (always counted if allowed), of guns (if named) and of air.

    A line of light artillery cites the general rule for this kind of stand. If a special rule allows the stand to be
    called, the line cites the special rule instead.
    """
    for called in light:
        stand, own = called.stand, sit.table.support[called.stand.kind].rule
        of = facts.told.of(stand.id)
        row = replace(facts, what="support", type=stand.kind, range=called.distance, told=of)
        dice = support_lines(sit.table, stand, row)
        if called.why_not:
            yield from _silenced(dice, called.why_not, called.rule)
            continue
        for line in dice:
            yield replace(line, rule=called.rule if called.rule and line.rule == own else line.rule)
    for called in guns:
        yield from core_lines(sit.table, called.stand, _of_gun(called, facts))
    if air:
        yield from air_lines(sit.table, replace(facts, **_GUN))


_GUN: Any = {"what": "gun", "arm": "artillery", "mode": "distant"}  # always distant fire (AMB-21)


def _of_gun(called: Called, facts: Firing) -> Firing:
    """Return `facts` with the range, terrain and other values of this called battery."""
    of = facts.told.of(called.stand.id)
    return replace(facts, **_GUN, range=called.distance, in_water=called.in_water, ground=called.terrain, told=of)


def _attacking(sit: Combat, attacker: Fighter) -> Firing:
    """Return the facts of the combat for all dice of this attacking stand."""
    target = sit.target
    return replace(
        sit.scene,
        told=sit.scene.told.of(attacker.stand.id).against(target.stand.id),
        role="attacker",
        mode=attacker.mode,
        range=attacker.distance,
        status=attacker.status,
        ground=attacker.terrain,
        foe_ground=target.terrain,
        foe_arm=_arm(sit, target),
        foe_elite=target.stand.elite,
        foe_support=target.kinds,
        foe_armoured=target.armoured,
        foe_soft=target.soft,
        foe_open=not (target.ground.cover if _open_by_ground(sit) else target.in_cover),
        foe_in_cover=target.ground.cover,
        foe_status=target.status,
    )


def _defending(sit: Combat, attackers: tuple[Fighter, ...]) -> Firing:
    """Return the facts of the combat for all dice of the defender against these attackers.

    If any of the attackers is armoured, the enemy counts as armour (AMB-15). The nearest attacker decides the range
    (AMB-19). The first attacker decides order, terrain and arm.
    """
    soft = [attacker for attacker in attackers if attacker.soft]
    armour = len(soft) < len(attackers)
    return replace(
        sit.scene,
        told=sit.scene.told.of(sit.target.stand.id).against(attackers[0].stand.id),
        role="defender",
        mode=sit.reply_mode,
        range=sit.target.distance,
        status=sit.target.status,
        ground=sit.target.terrain,
        foe_ground=attackers[0].terrain,
        foe_arm=_arm(sit, attackers[0]),
        foe_elite=attackers[0].stand.elite,
        foe_support=attackers[0].kinds,
        foe_armoured=armour,
        foe_soft=not armour,
        foe_open=not _open_by_ground(sit) or any(not attacker.ground.cover for attacker in soft),
        foe_status=attackers[0].status,
    )


def _arm(sit: Combat, fighter: Fighter) -> str:
    return sit.table.core[fighter.stand.kind].arm


def _open_by_ground(sit: Combat) -> bool:
    """Return whether "in the open" depends on the terrain alone.

    If "in the open" depends on the order too, a target in cover is not "in the open" while the target is on hold or dug
    in. All other targets, and all attackers, are "in the open".
    """
    return bool(sit.table.options["open_means"] == "no_cover_terrain")


def _of_core(sit: Combat, fighter: Fighter, facts: Firing) -> Firing:
    """Return `facts` with the values of a core stand, such as its arm and its support stands."""
    stand = fighter.stand
    return replace(
        facts,
        what="core",
        arm=_arm(sit, fighter),
        armoured=fighter.armoured,
        elite=stand.elite,
        superior_gun=stand.superior_gun,
        engineers=fighter.close and any(sit.table.support[one.kind].breaches for one in fighter.supports),
        support=fighter.kinds,
        in_water=fighter.ground.wet,
        defends_cover=facts.role == "defender" and fighter.in_cover,
    )


class CombatSituation(Combat):
    """A combat and its dice pools.

    Each pool is built only once, because the odds use the pool many times.
    """

    def refused(self, act: str) -> Iterator[Objection]:
        """Yield an objection for each row of the table that refuses this act.

        All rows are tested for each attacker. Rows about guns are also tested for each gun called.
        """
        rows = self.table.modifiers
        if not rows.refuse:
            return
        for attacker in self.attackers:
            yield from rows.refused(act, attacking_alone(self, attacker), attacker.stand.name)
        for gun in self.guns:
            facts = _of_gun(gun, _attacking(self, self.attackers[0]))
            yield from rows.refused(act, facts, gun.stand.name, ABOUT_GUNS)
        for gun in self.reply_guns:
            facts = _of_gun(gun, _defending(self, self.attackers))
            yield from rows.refused(act, facts, gun.stand.name, ABOUT_GUNS)

    def note_codes(self) -> None:
        """Note the rows that change the numbers that hit. The notes are made before the dice are thrown."""
        self.known.notes += dict.fromkeys(f"{row.words} ({row.rule})" for row in codes_instead(self) if row)

    @cached_property
    def attack(self) -> Pool:
        """The attacker's dice."""
        return attack_pool(self, air=self.air is not None)

    @cached_property
    def attack_without_air(self) -> Pool:
        """The attacker's dice if its air attack has been stopped."""
        return attack_pool(self, air=False)

    @cached_property
    def answer(self) -> Pool | None:
        """The defender's dice, or None if the defender does not reply."""
        return reply_pool(self, air=self.reply_air is not None)

    @cached_property
    def answer_without_air(self) -> Pool | None:
        """The defender's dice if its air attack has been stopped."""
        return reply_pool(self, air=False)

    @cached_property
    def flak(self) -> tuple[Pool | None, Pool | None]:
        """The anti-aircraft dice against each side's air attack: the attacker's, then the defender's.

        Any hit stops the air attack (TSG-7-06, -07).
        """
        return _flak(self, "flak", self.foe_side, self.air), _flak(self, "flak-reply", self.side, self.reply_air)
