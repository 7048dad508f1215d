"""The pools of a combat: who throws how many dice, what hits, and why."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.frozen import replace
from umpire.core.pools import Line, Pool, dice_pool
from umpire.core.readings import Hits
from umpire.rulesets.star_general.combat.dice import air_lines, core_lines, support_lines
from umpire.rulesets.star_general.combat.facts import Firing
from umpire.rulesets.star_general.combat.situation import Air, Called, Combat, Fighter
from umpire.rulesets.star_general.state import AIR, Stand
from umpire.rulesets.star_general.table import ToHit

NOTHING = ToHit("6", "", "", "")


def attack_pool(sit: Combat, *, air: bool) -> Pool:
    """The attacker's dice: every attacking stand with what is with it, then light artillery, guns and air."""
    lines: list[Line] = []
    for attacker in sit.attackers:
        if attacker.stand.id != AIR:  # a plane has none but its air dice
            lines += _hex_lines(sit, attacker, _attacking(sit, attacker))
    lines += _called_lines(sit, sit.light, sit.guns, _attacking(sit, sit.attackers[0]), air=air)
    codes = to_hit(sit)
    label = f"{sit.side} {'attack' if sit.close else 'fire'}"
    return dice_pool("attack", sit.side, label, tuple(lines), _hits(sit, codes.attack), rule=codes.attack_rule)


def reply_pool(sit: Combat, *, air: bool) -> Pool | None:
    """The defender's dice, or None where it does not reply. In close combat it throws one at least (TSG-3.4-07)."""
    if sit.silence[0]:
        return None
    facts = _defending(sit, sit.attackers)
    by_mode: tuple[Firing, ...] = ()
    if facts.mode == "close" and len(sit.close) < len(sit.attackers):
        others = tuple(attacker for attacker in sit.attackers if not attacker.close)
        by_mode = (_defending(sit, sit.close), replace(_defending(sit, others), mode="distant"))
    lines = [
        *_hex_lines(sit, sit.target, facts, by_mode),
        *_called_lines(sit, sit.reply_light, sit.reply_guns, facts, air=air),
    ]
    total = sum(line.amount for line in lines if line.applied)
    if facts.mode == "close" and total < 1:
        words = "a defender in close combat has one die at least"
        lines.append(Line(sit.target.stand.name, 1 - total, words, sit.table.rules["least_die"]))
    codes = to_hit(sit)
    label = f"{sit.foe_side} reply"
    return dice_pool("reply", sit.foe_side, label, tuple(lines), _hits(sit, codes.reply), rule=codes.reply_rule)


def flak_pools(sit: Combat) -> tuple[Pool | None, Pool | None]:
    """What is thrown at the attacker's air attack and at the defender's; any hit stops it (TSG-7-06, -07)."""
    return _flak(sit, "flak", sit.foe_side, sit.air), _flak(sit, "flak-reply", sit.side, sit.reply_air)


def _flak(sit: Combat, key: str, side: str, air: Air | None) -> Pool | None:
    if air is None or not air.flak:
        return None
    dice, rule = sit.table.limits["aa_dice"], sit.table.rules["aa"]
    lines = tuple(Line(name, dice, "anti-aircraft fire", rule) for name in air.flak)
    return dice_pool(key, side, f"{side} anti-aircraft fire", lines, Hits("6"), rule=rule)


def to_hit(sit: Combat) -> ToHit:
    """The codes of both sides, by their orders as they fight; a battery acts as if on hold, on rows of its own."""
    target = "battery" if sit.target.battery and sit.target.status == "H" else sit.target.status
    return sit.table.to_hit.get((sit.attackers[0].status, target), NOTHING)


def _hits(sit: Combat, code: str) -> Hits:
    return Hits(code, 1 if sit.table.options["pairs_per_pool"] == "max_one" else None)


def _hex_lines(sit: Combat, fighter: Fighter, facts: Firing, by_mode: tuple[Firing, ...] = ()) -> list[Line]:
    """A core stand and the support stands with it."""
    lines = list(core_lines(sit.table, fighter.stand, facts, by_mode))
    lost_hq = not fighter.in_command and not fighter.battery and sit.state.without_hq(fighter.stand.unit)
    for support in fighter.supports:
        row = _support_facts(facts, support, sit.table.core[fighter.stand.kind].arm)
        own = support_lines(sit.table, support, row)
        if lost_hq and not sit.table.options["hqless_own_hex_support"]:
            own = tuple(_silent(line, "the HQ is lost", sit.table.rules["hq_support"]) for line in own)
        lines += own
    return lines


def _silent(line: Line, why: str, rule: str) -> Line:
    return Line(line.of, line.amount, line.words, rule, line.on, why)


def _called_lines(
    sit: Combat, light: tuple[Called, ...], guns: tuple[Called, ...], facts: Firing, *, air: bool
) -> Iterator[Line]:
    """Light artillery (free, counted wherever it may), guns (named, a shot each) and an air attack."""
    for called in light:
        for line in support_lines(sit.table, called.stand, _support_facts(facts, called.stand, "")):
            yield Line(
                line.of, line.amount, line.words, called.rule or line.rule, line.on, called.why_not or line.why_not
            )
    for called in guns:
        yield from core_lines(sit.table, called.stand, _gun_facts(facts))
    if air:
        yield from air_lines(sit.table, _gun_facts(facts))


def _attacking(sit: Combat, attacker: Fighter) -> Firing:
    target = sit.target
    covered = target.ground.cover
    protected = covered and target.status in ("H", "D")
    return Firing(
        what="core",
        role="attacker",
        mode=attacker.mode,
        arm=sit.table.core[attacker.stand.kind].arm,
        armoured=attacker.armoured,
        elite=attacker.stand.elite,
        superior_gun=attacker.stand.superior_gun,
        engineers=attacker.close and any(support.kind == "engineers" for support in attacker.supports),
        in_water=attacker.ground.water or attacker.ground.landing,
        range=attacker.distance,
        status=attacker.status,
        foe_armoured=target.armoured,
        foe_soft=target.soft,
        foe_open=not (covered if sit.table.options["open_means"] == "no_cover_terrain" else protected),
        foe_in_cover=covered,
        foe_status=target.status,
    )


def _defending(sit: Combat, attackers: tuple[Fighter, ...]) -> Firing:
    """The defender's facts against these attackers.

    Armour anywhere among them counts (AMB-15), the nearest decides the range (AMB-19).
    """
    target, soft = sit.target, [attacker for attacker in attackers if attacker.soft]
    armour = len(soft) < len(attackers)
    by_ground = sit.table.options["open_means"] == "no_cover_terrain"
    return Firing(
        what="core",
        role="defender",
        mode=sit.reply_mode,
        arm=sit.table.core[target.stand.kind].arm,
        armoured=target.armoured,
        elite=target.stand.elite,
        superior_gun=target.stand.superior_gun,
        in_water=target.ground.water or target.ground.landing,
        defends_cover=target.ground.cover and target.status in ("H", "D"),
        range=target.distance,
        status=target.status,
        foe_armoured=armour,
        foe_soft=not armour,
        foe_open=not by_ground or any(not attacker.ground.cover for attacker in soft),
        foe_status=attackers[0].status,
    )


def _support_facts(facts: Firing, support: Stand, host: str) -> Firing:
    """The same combat as a support stand sees it."""
    return Firing(
        what="support",
        role=facts.role,
        mode=facts.mode,
        type=support.kind,
        host=host,
        range=facts.range,
        status=facts.status,
        foe_armoured=facts.foe_armoured,
        foe_soft=facts.foe_soft,
        foe_open=facts.foe_open,
        foe_in_cover=facts.foe_in_cover,
        foe_status=facts.foe_status,
    )


def _gun_facts(facts: Firing) -> Firing:
    """The same combat as a battery called from afar sees it: always distant fire (AMB-21)."""
    return Firing(
        what="gun",
        role=facts.role,
        mode="distant",
        arm="artillery",
        range=facts.range,
        status=facts.status,
        foe_armoured=facts.foe_armoured,
        foe_soft=facts.foe_soft,
        foe_open=facts.foe_open,
        foe_in_cover=facts.foe_in_cover,
        foe_status=facts.foe_status,
    )
