"""The situation of a combat from the words of a `fire` or `assault` line.

Either side may call support from outside the fighting hexes: light artillery, batteries and air.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from umpire.core.frozen import replace
from umpire.core.mistakes import ALSO, AT_WHOM, Gone, HowMany, WrongSide, WrongSort
from umpire.core.outcome import Objection, number_of
from umpire.game.act import EVERYBODY, Free
from umpire.game.facts import Facts, TypedLine, whole, yes_or_no
from umpire.rulesets.star_general.board.observer import ALL_IN_COMMAND, Observer, core_stand, find, named_once
from umpire.rulesets.star_general.combat.pools import CombatSituation
from umpire.rulesets.star_general.combat.situation import LISTS, Air, Called, Fighter, Firing
from umpire.rulesets.star_general.state import AIR, Stand, State
from umpire.rulesets.star_general.table import Ground, SupportRight, Table

FLAK = whole(0, 9, "aa")


def right(table: Table, role: str, fighter: Fighter) -> SupportRight:
    """Return the right of a side to call support.

    An attacker's right depends on the order of its unit. A defender's right depends on the order that counts for the
    defender in this combat (AMB-09).
    """
    status = fighter.status if role == "defender" else fighter.order
    if role == "defender" and fighter.battery and status == "H":
        status = "battery"
    no_attack = table.rules["attack_orders"]  # without a row as on retreat
    return table.rights.get((role, status), SupportRight("attacker", "R", False, no_attack, False, no_attack))


def light_artillery(
    observer: Observer, allowed: SupportRight, fighters: tuple[Fighter, ...], enemies: tuple[Stand, ...]
) -> tuple[Called, ...]:
    """Return the unit's light artillery outside the fighting hexes. If a stand may not fire, the reason is given."""
    unit = fighters[0].stand.unit
    hosts = [fighter.stand.id for fighter in fighters]
    return tuple(
        _light_stand(observer, allowed, fighters, stand, enemies)
        for stand in observer.state.stands.values()
        if unit and stand.unit == unit and stand.alive and stand.host not in hosts and _is_light(observer.table, stand)
    )


def _is_light(table: Table, stand: Stand) -> bool:
    return stand.kind in table.support and table.support[stand.kind].light


def _light_stand(
    observer: Observer, allowed: SupportRight, fighters: tuple[Fighter, ...], stand: Stand, enemies: tuple[Stand, ...]
) -> Called:
    rules = observer.table.rules
    words = f"{observer.table.words['light']} in range"
    apart = observer.distance(stand, *enemies, shared=False, assume=min(stand.range, 2), words=words)
    host = observer.state.stands[stand.host]
    in_command = observer.in_command(stand)
    every = observer.table.options["light_support_command_test"] == "all_stands"
    if not allowed.light:
        return Called(stand, apart, "it may not support this combat", allowed.light_rule)
    if not in_command and observer.state.without_hq(stand.unit):
        return Called(stand, apart, "its HQ is lost", rules["hq_support"])
    if not any(fighter.in_command for fighter in fighters):
        return Called(stand, apart, "the supported stand is out of command", rules["support_command"])
    if every and not all(fighter.in_command for fighter in fighters):
        return Called(stand, apart, "not every stand in the combat is in command", rules["light_all_command"])
    if not in_command:
        why = observer.state.far_from_hq(host, observer.table.limits["command_range"])
        return Called(stand, apart, f"out of command{why and f' ({why})'}", rules["light_command"])
    if host.moved == "strategic" and observer.state.clock.active == stand.unit:
        return Called(stand, apart, "it made a strategic move", rules["strategic_light"])
    reach = _light_range(observer.table, stand, fighters[0], allowed)
    if apart > reach:
        return Called(stand, apart, f"{apart} hexes away, range {reach}", rules["light_range"])
    return Called(stand, apart, rule=allowed.light_rule)


def _light_range(table: Table, stand: Stand, supported: Fighter, allowed: SupportRight) -> int:
    """Return the range of light artillery. An option makes the range longer if the artillery supports a defender on H
    or D (AMB-26).

    Only the table of Three Star has this option.
    """
    defends = allowed is table.rights.get(("defender", supported.status))
    split = table.options.get("fs_range") == "split" and defends and supported.status in ("H", "D")
    return stand.range + table.limits["split_reach"] if split else stand.range


def batteries(
    observer: Observer, supported: Stand, names: tuple[str, ...], enemies: tuple[Stand, ...]
) -> tuple[Called, ...]:
    """Return the batteries named for one side. Raises Mistake for a battery named twice."""
    guns = tuple(_gun(observer, supported, name, enemies) for name in names if name.lower() != AIR)
    named_once((gun.stand for gun in guns), "a battery may spend only one shot in a combat")
    return guns


def in_reach(observer: Observer, supported: Stand, names: tuple[str, ...], enemies: tuple[Stand, ...]) -> list[str]:
    """Return further batteries that could support one side, nearest first, as many as the rules allow.

    A battery must have shots and be in range. If its distance is not known, the battery counts as in range. Raises
    Mistake if no further battery has shots and is in range.
    """
    state, left = observer.state, observer.table.limits["guns_per_combat"]
    called = [find(state, name).id for name in names if name.lower() not in (AIR, EVERYBODY)]
    apart = {
        gun.id: observer.distance(gun, *enemies, shared=False, assume=min(gun.range, 2), words="")
        for gun in state.stands.values()
        if gun.battery and gun.alive and gun.shots and gun.side == supported.side
    }
    near = [gun for gun in apart if apart[gun] <= state.stands[gun].range and gun not in (*called, supported.id)]
    if not near:
        more = "other " if called else ""
        raise Gone(f"no {more}{supported.side} battery in range has shots left", f"leave out `{EVERYBODY}`")
    return sorted(near, key=apart.__getitem__)[: max(0, left - len(called))]


def _gun(observer: Observer, supported: Stand, name: str, enemies: tuple[Stand, ...]) -> Called:
    """Return a battery named in the line.

    Raises Mistake if the stand is not a battery, or not on the side that it should support.
    """
    stand = find(observer.state, name)
    if stand.unit or stand.kind != "artillery":
        joins = f"leave out {stand.id}: a support stand joins in if its core stand fights"
        hint = joins if stand.host else "name guns after `with` (attack) or `reply` (defence)"
        raise WrongSort(f"{stand.name}: this stand is not a battery", hint)
    if stand.side != supported.side:
        raise WrongSide(
            f"{stand.name}: it is not on the same side as {supported.name}",
            f"name one of the {supported.side} batteries",
        )
    if stand.id == supported.id:
        raise HowMany(f"{stand.name}: it cannot support itself", f"leave out {stand.id}")
    apart = observer.distance(stand, *enemies, shared=False, assume=min(stand.range, 2), words="guns in range")
    terrain, ground = observer.terrain(stand, shared=False)
    return Called(stand, apart, in_water=ground.wet, terrain=terrain)


def gun_objections(table: Table, gun: Stand, apart: int) -> Iterator[Objection]:
    """Yield the objections to a battery out of range or without shots (TSG-5-05, -08, 3SG-5-04, -05)."""
    if apart > gun.range:
        words = f"{gun.name}: {apart} hexes from the target, range {gun.range}"
        yield Objection(table.rules["gun_range"], words, depends_on="distance")
    if not gun.shots:
        yield Objection(table.rules["gun_shots"], f"{gun.name}: it has no shots left this round")


def air_attack(observer: Observer, side: str, names: tuple[str, ...], enemies: tuple[Stand, ...]) -> Air | None:
    """Return the air attack of a side, as named in the line typed. The result includes the enemy anti-aircraft stands
    in range of the hexes attacked.

    The defender's air attack is made on every hex with an attacker. The number of anti-aircraft stands in range is
    typed (`aa=1`), worked out from the map, or assumed. If the number is not typed and some distances are not known,
    the assumed number counts only stands that are known to be in range.
    """
    named = sum(name.lower() == AIR for name in names)
    if not named:
        return None
    state, table, foe = observer.state, observer.table, enemies[0].side
    flak = [
        stand
        for stand in state.stands.values()
        if stand.alive and stand.side == foe and _is_flak(table, stand) and _is_used(state, table, stand)
    ]
    apart = [[state.apart(stand, enemy) for enemy in enemies] for stand in flak]
    reach = table.limits["aa_range"]
    near = [
        stand.name
        for stand, away in zip(flak, apart, strict=True)
        if any(stand.host == enemy.id for enemy in enemies)
        or (not state.without_hq(stand.unit) and any(hexes is not None and hexes <= reach for hexes in away))
    ]
    seen = all(hexes is not None for away in apart for hexes in away)
    count = observer.facts.settle(
        "aa",
        FLAK,
        subject=foe,
        worked_out=len(near) if seen else None,
        source="map" if flak else "state",
        assume=len(near),
        words=f"{len(near) or 'no'} {foe} anti-aircraft stand{'s' if len(near) > 1 else ''} in range",
    )
    assert count is not None
    shown = near if count == len(near) else [f"anti-aircraft {number}" for number in range(1, count + 1)]
    force = state.forces.get(side)
    return Air(named, force.air_left if force else 0, tuple(shown))


def _is_used(state: State, table: Table, stand: Stand) -> bool:
    """Return whether a support stand may be used at all. If the unit has lost its HQ, an option decides."""
    return bool(table.options["hqless_own_hex_support"]) or not state.without_hq(stand.unit)


def _is_flak(table: Table, stand: Stand) -> bool:
    return stand.kind in table.support and table.support[stand.kind].flak


def unnamed(
    observer: Observer,
    supported: Stand,
    enemies: tuple[Stand, ...],
    named: tuple[Called, ...],
    air: Air | None,
    word: str,
) -> tuple[Free, ...]:
    """Return the guns and air that could still be named, with the shots and air points left."""
    found = []
    state, limits = observer.state, observer.table.limits
    guns = [gun.stand for gun in named]
    for stand in state.stands.values() if len(guns) < limits["guns_per_combat"] else ():
        battery = stand.kind == "artillery" and not stand.unit and stand.side == supported.side
        if battery and stand.alive and stand.shots and stand != supported and stand not in guns:
            apart = [state.apart(stand, enemy) for enemy in enemies]
            if any(away is None or away <= stand.range for away in apart):
                found.append(Free(word, stand.id, number_of(stand.shots, "shot")))
    force = state.forces.get(supported.side)
    if force and force.air_left and air is None:
        found.append(Free(word, AIR, number_of(force.air_left, "point")))
    return tuple(found)


FACTS = {
    "range": "hexes to the target; STAND.range=3 for one stand, GUN.range=9 for a gun",
    "terrain": "terrain of the target's hex; STAND.terrain=stream for another stand",
    "line": "clear or blocked",
    "order": "the order: M, H, D or R; for one stand: STAND.order=D",
    "command": "yes or no: all stands are in command; STAND.command=no for one stand",
    "reply": "no: the target does not fire back",
    "aa": "the number of anti-aircraft stands in range of an air attack; for one side: SIDE.aa=1",
}
"""The facts that may be typed for a combat, with their words in help."""


def situate_fire(state: State, table: Table, line: TypedLine) -> CombatSituation:
    """Return the situation of distant fire. Raises Mistake for names and facts that make no sense."""
    return _situate(state, table, line, "fire")


def situate_assault(state: State, table: Table, line: TypedLine) -> CombatSituation:
    """Return the situation of an assault: adjacent stands are in close combat, the others fire from a distance.

    Raises Mistake for names and facts that make no sense.
    """
    return _situate(state, table, line, "assault")


def everybody(verb: str) -> Callable[[State, Table, TypedLine, str], tuple[str, ...]]:
    """Return the function that finds the batteries meant by `all`.

    After `with`, `all` means batteries of the attacker. After `reply`, `all` means batteries of the target's side.
    """

    def found(state: State, table: Table, line: TypedLine, word: str) -> tuple[str, ...]:
        attackers, target = _who(state, table, line, verb)
        supported, enemies = (attackers[0], (target,)) if word == "with" else (target, attackers)
        return tuple(in_reach(Observer(state, table, line), supported, line.named(word), enemies))

    return found


def _situate(state: State, table: Table, line: TypedLine, verb: str) -> CombatSituation:
    attacking, target = _who(state, table, line, verb)
    observer = Observer(state, table, line)
    attackers = tuple(_attacker(observer, stand, target, verb) for stand in attacking)
    aimed = aim(observer, target, min(attacker.distance for attacker in attackers))
    attack_right = right(table, "attacker", attackers[0])
    reply_right = right(table, "defender", aimed)
    called, answering = line.named("with"), line.named("reply")
    guns = batteries(observer, attacking[0], called, (target,))
    reply_guns = batteries(observer, target, answering, attacking)
    air = air_attack(observer, attacking[0].side, called, (target,))
    reply_air = air_attack(observer, target.side, answering, attacking)
    light = light_artillery(observer, attack_right, attackers, (target,))
    reply_light = light_artillery(observer, reply_right, (aimed,), attacking)
    reply = observer.facts.settle("reply", yes_or_no("reply"), assume=True)
    called_up = (each.stand for each in (*guns, *reply_guns, *light, *reply_light) if not each.why_not)
    scene = scene_of(observer, verb, (*attacking, target, *called_up))
    observer.facts.finish()
    _others_in_command(observer.facts)
    sit = CombatSituation(
        state=state,
        table=table,
        verb=verb,
        title=_title(state, attackers, aimed),
        side=attacking[0].side,
        foe_side=target.side,
        attackers=attackers,
        target=aimed,
        light=light,
        guns=guns,
        air=air,
        reply_light=reply_light,
        reply_guns=reply_guns,
        reply_air=reply_air,
        reply=bool(reply),
        scene=scene,
        known=observer.facts,
    )
    sit.note_silence()
    sit.note_codes()
    may_call = attack_right.guns and all(attacker.in_command for attacker in attackers)
    may_reply = reply_right.guns and aimed.in_command and not sit.silence[0]
    free = (
        *(unnamed(observer, attacking[0], (target,), guns, air, "with") if may_call else ()),
        *(unnamed(observer, target, attacking, reply_guns, reply_air, "reply") if may_reply else ()),
    )
    return replace(sit, free=free)


def _others_in_command(facts: Facts) -> None:
    """Change the assumption "all in command" to "all others in command" if a stand is known to be out of command."""
    command = [value for name, value in facts.values.items() if name.rpartition(".")[2] == "command"]
    if ALL_IN_COMMAND in facts.assumed and not all(command):
        facts.assumed[facts.assumed.index(ALL_IN_COMMAND)] = "all others in command"


def _who(state: State, table: Table, line: TypedLine, verb: str) -> tuple[tuple[Stand, ...], Stand]:
    """Return the attacking stands and the one target. Raises Mistake if the stands named cannot be the two sides of a
    combat.
    """
    usage = f"{verb} STAND [STAND] at TARGET"
    if not line.named(""):
        raise HowMany(f"{verb}: the name of an attacking stand is missing", usage)
    if not line.named("at"):
        raise HowMany("the target is missing", usage, wants=AT_WHOM)
    if len(line.named("at")) > 1:
        raise HowMany("more than one target is named", usage)
    attacking = tuple(core_stand(state, name, table) for name in line.named(""))
    target = find(state, line.named("at")[0])
    if target.host:
        target = find(state, target.host)
    named_once(attacking, usage)
    for stand in attacking:
        if stand.side == target.side:
            raise WrongSide(f"{target.name}: it is on the same side as {stand.name}", "name an enemy stand", usage=ALSO)
        if stand.side != attacking[0].side:
            raise WrongSide(
                f"{stand.name}: it is not on the same side as {attacking[0].name}", "all attackers must be on one side"
            )
    return attacking, target


def _attacker(observer: Observer, stand: Stand, target: Stand, verb: str) -> Fighter:
    order, place = observer.order(stand), observer.terrain(stand, shared=False)
    reach = observer.table.limits["close_range"]
    assume, words = (reach, "adjacent") if verb == "assault" else (reach + 1, f"range {reach + 1}")
    apart = observer.distance(stand, target, shared=True, assume=assume, words=words)
    close = verb == "assault" and apart <= reach
    blocked, rule = ("", "") if close else observer.blocked(stand, target)
    fighter = _fighter(observer, stand, order, place, apart, observer.in_command(stand, shared=True))
    if stand.moved == "strategic":  # a free sequence does not refuse it, so it is noted
        rule = observer.table.rules["strategic_attack"]
        observer.facts.notes.append(
            f"{stand.name}: it made a strategic move, so it may not attack in this activation ({rule})"
        )
    return replace(fighter, mode="close" if close else "distant", blocked=blocked, blocked_rule=rule)


def aim(observer: Observer, stand: Stand, apart: int) -> Fighter:
    """Return the target of a combat, `apart` hexes from the nearest attacker."""
    order, place = observer.order(stand), observer.terrain(stand, shared=True)
    return _fighter(observer, stand, order, place, apart, observer.in_command(stand))


def _fighter(
    observer: Observer, stand: Stand, order: str, place: tuple[str, Ground], apart: int, in_command: bool
) -> Fighter:
    terrain, ground = place
    status = "M" if ground.water and order != "R" else order  # in a stream or bridge hex it fights as on M (AMB-09)
    supports, armoured = observer.state.supports(stand.id), observer.armoured(stand)
    return Fighter(stand, supports, order, status, apart, in_command, ground, armoured, terrain=terrain)


def scene_of(observer: Observer, verb: str, stands: Iterable[Stand]) -> Firing:
    """Return the day, the round, and the facts about these stands that rows of the table ask for."""
    clock = observer.state.clock
    told = observer.table.modifiers.settle(observer.facts, (*LISTS, verb), {stand.id: stand.side for stand in stands})
    return Firing(day=clock.day, round=clock.round, told=told)


def _title(state: State, attackers: tuple[Fighter, ...], target: Fighter) -> str:
    """Return the title: attackers, target and ranges."""
    at = f"{target.stand.name}{_where(state, target.stand, target.ground)}"
    close = [attacker.stand.name for attacker in attackers if attacker.close]
    distant = [attacker for attacker in attackers if not attacker.close]
    ranges = "/".join(str(far) for far in dict.fromkeys(attacker.distance for attacker in distant))
    firing = " and ".join(attacker.stand.name for attacker in distant)
    if not close:
        return f"{firing}: fire at {at}, range {ranges}"
    assault = f"{' and '.join(close)}: assault on {at}"
    return f"{assault}; {firing}: fire at range {ranges}" if distant else assault


def _where(state: State, stand: Stand, ground: Ground) -> str:
    """Return hex, place name and terrain of a stand, as far as they are known: ` (0507 Arnhem, town)`."""
    place = state.place(stand)
    name = state.map.name(place) if state.map and place else None
    label = " ".join(part for part in (stand.hex, name) if part)
    shown = ", ".join(part for part in (label, ground.words if ground.words != "open" else "") if part)
    return f" ({shown})" if shown else ""
