"""The two pools of a combat: who throws how many dice, what hits, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from umpire.core.pools import Line, Pool, dice_pool
from umpire.core.readings import Hits
from umpire.rulesets.star_general.dice import core_lines, support_lines
from umpire.rulesets.star_general.firing import Firing
from umpire.rulesets.star_general.state import Stand
from umpire.rulesets.star_general.table import ToHit

if TYPE_CHECKING:
    from umpire.rulesets.star_general.situation import Called, Fighter, FireSituation

NOTHING = ToHit("6", "", "", "")


def no_reply(sit: FireSituation) -> tuple[str, str]:
    """Why the target throws no dice at all, and the clause; ("", "") if it replies."""
    rules, target = sit.table.rules, sit.target
    if target.order == "R":
        return f"{target.stand.name} is on retreat and does not fire back", rules["no_reply_retreat"]
    if sit.table.core[target.stand.kind].arm == "hq":
        return f"{target.stand.name} is an HQ and does not return distant fire", rules["no_reply_hq"]
    if target.battery and not target.stand.shots:
        return f"{target.stand.name} has no shots left to fire back with", rules["no_reply_shots"]
    if not sit.reply:
        return f"{target.stand.name} does not fire back", "ruling"
    return "", ""


def attack_pool(sit: FireSituation) -> Pool:
    """The attacker's dice: every firing stand with what is with it, then light artillery, then guns."""
    lines: list[Line] = []
    for firer in sit.firers:
        lines += _hex_lines(sit, firer, _attacking(sit, firer))
    lines += _called_lines(sit, sit.light, sit.guns, _attacking(sit, sit.firers[0]))
    codes = to_hit(sit)
    return dice_pool(
        "attack", sit.side, f"{sit.side} fire", tuple(lines), _hits(sit, codes.attack), rule=codes.attack_rule
    )


def reply_pool(sit: FireSituation) -> Pool | None:
    """The defender's dice, or None where it does not reply."""
    if no_reply(sit)[0]:
        return None
    facts = _defending(sit)
    lines = (*_hex_lines(sit, sit.target, facts), *_called_lines(sit, sit.reply_light, sit.reply_guns, facts))
    codes = to_hit(sit)
    return dice_pool(
        "reply", sit.foe_side, f"{sit.foe_side} reply", lines, _hits(sit, codes.reply), rule=codes.reply_rule
    )


def to_hit(sit: FireSituation) -> ToHit:
    """The codes of both sides, by their orders as they fight; a battery acts as if on hold, on rows of its own."""
    target = "battery" if sit.target.battery and sit.target.status == "H" else sit.target.status
    return sit.table.to_hit.get((sit.firers[0].status, target), NOTHING)


def _hits(sit: FireSituation, code: str) -> Hits:
    return Hits(code, 1 if sit.table.options["pairs_per_pool"] == "max_one" else None)


def _hex_lines(sit: FireSituation, fighter: Fighter, facts: Firing) -> list[Line]:
    """A core stand and the support stands with it."""
    lines = list(core_lines(sit.table, fighter.stand, facts))
    lost_hq = not fighter.in_command and not fighter.battery and _hq_lost(sit, fighter.stand)
    for support in fighter.supports:
        row = _support_facts(facts, support, sit.table.core[fighter.stand.kind].arm)
        own = support_lines(sit.table, support, row)
        if lost_hq and not sit.table.options["hqless_own_hex_support"]:
            own = tuple(_silent(line, "the HQ is lost", sit.table.rules["hq_support"]) for line in own)
        lines += own
    return lines


def _hq_lost(sit: FireSituation, stand: Stand) -> bool:
    return any(unit.hq_lost and stand.id in unit.cores for unit in sit.units)


def _silent(line: Line, why: str, rule: str) -> Line:
    return Line(line.of, line.amount, line.words, rule, line.on, why)


def _called_lines(
    sit: FireSituation, light: tuple[Called, ...], guns: tuple[Called, ...], facts: Firing
) -> Iterator[Line]:
    """Light artillery (free, counted wherever it may) and guns (named, a shot each)."""
    for called in light:
        for line in support_lines(sit.table, called.stand, _support_facts(facts, called.stand, "")):
            yield Line(
                line.of, line.amount, line.words, called.rule or line.rule, line.on, called.why_not or line.why_not
            )
    for called in guns:
        yield from core_lines(sit.table, called.stand, _gun_facts(facts))


def _attacking(sit: FireSituation, firer: Fighter) -> Firing:
    target = sit.target
    covered = target.ground.cover
    protected = covered and target.status in ("H", "D")
    return Firing(
        what="core",
        role="attacker",
        mode="distant",
        arm=sit.table.core[firer.stand.kind].arm,
        armoured=firer.armoured,
        elite=firer.stand.elite,
        superior_gun=firer.stand.superior_gun,
        in_water=firer.ground.water or firer.ground.landing,
        range=firer.distance,
        status=firer.status,
        foe_armoured=target.armoured,
        foe_soft=target.soft,
        foe_open=not (covered if sit.table.options["open_means"] == "no_cover_terrain" else protected),
        foe_in_cover=covered,
        foe_status=target.status,
    )


def _defending(sit: FireSituation) -> Firing:
    """The defender's facts: armour anywhere among the attackers counts (AMB-15), the nearest decides range (AMB-19)."""
    target, soft = sit.target, [firer for firer in sit.firers if firer.soft]
    armour = len(soft) < len(sit.firers)
    by_ground = sit.table.options["open_means"] == "no_cover_terrain"
    return Firing(
        what="core",
        role="defender",
        mode="distant",
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
        foe_open=not by_ground or any(not firer.ground.cover for firer in soft),
        foe_status=sit.firers[0].status,
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
