"""From the words of a fire command to its situation."""

from __future__ import annotations

from dataclasses import replace

from umpire.core.mistakes import Mistake
from umpire.game.facts import Told, yes_or_no
from umpire.rulesets.star_general.observer import Observer, core_stand, find
from umpire.rulesets.star_general.pools import no_reply
from umpire.rulesets.star_general.situation import Called, Fighter, FireSituation, UnitLeft
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Ground, SupportRight, Table


def situate(state: State, table: Table, told: Told) -> FireSituation:
    """Everything that bears on this fire. Raises Mistake for names and facts that make no sense."""
    firing, target = _who(state, table, told)
    observer = Observer(state, table, told)
    firers = tuple(_firer(observer, stand, target) for stand in firing)
    nearest = min(firers, key=lambda firer: firer.distance)
    aimed = _target(observer, target, nearest)
    attack_right = right(table, "attacker", firers[0])
    reply_right = right(table, "defender", aimed)
    guns = _guns(observer, firing[0], told.named("with"), (target,))
    reply_guns = _guns(observer, target, told.named("reply"), firing)
    light = _light(observer, attack_right, firers, (target,))
    reply_light = _light(observer, reply_right, (aimed,), firing)
    reply = observer.known.settle("reply", yes_or_no("reply"), assume=True)
    observer.known.finish()
    distances = "/".join(str(distance) for distance in dict.fromkeys(firer.distance for firer in firers))
    shooters = " and ".join(stand.name for stand in firing)
    sit = FireSituation(
        table,
        f"{shooters} fire at {target.name}{_where(state, target, aimed.ground)}, range {distances}",
        firing[0].side,
        target.side,
        firers,
        aimed,
        light,
        guns,
        reply_light,
        reply_guns,
        bool(reply),
        tuple(_unit_left(state, name) for name in dict.fromkeys(stand.unit for stand in (*firing, target)) if name),
        observer.known,
        (),
    )
    may_fire = attack_right.guns and all(firer.in_command for firer in firers)
    may_reply = reply_right.guns and aimed.in_command and not no_reply(sit)[0]
    also = (
        *(_unnamed_guns(observer, firing[0], (target,), guns, "with") if may_fire else ()),
        *(_unnamed_guns(observer, target, firing, reply_guns, "reply") if may_reply else ()),
    )
    return replace(sit, also=also)


def _who(state: State, table: Table, told: Told) -> tuple[tuple[Stand, ...], Stand]:
    """Firing stands and the one target. Raises Mistake where sides do not make sense."""
    usage = "fire STAND [STAND] at TARGET"
    if not told.named(""):
        raise Mistake("nobody is named to fire", usage)
    if len(told.named("at")) != 1:
        what = "no target is named" if not told.named("at") else "more than one target is named"
        raise Mistake(what, usage)
    firing = tuple(core_stand(state, name, table) for name in told.named(""))
    target = find(state, told.named("at")[0])
    if target.host:
        target = find(state, target.host)
    twice = next((stand for stand in firing if firing.count(stand) > 1), None)
    if twice:
        raise Mistake(f"{twice.name} is named twice", usage)
    for stand in firing:
        if stand.side == target.side:
            raise Mistake(f"{target.name} is on the same side as {stand.name}", f"name an enemy of {stand.side}")
        if stand.side != firing[0].side:
            raise Mistake(f"{stand.name} is not on the side of {firing[0].name}", "a combat has one attacker")
    return firing, target


def _status(order: str, ground: Ground) -> str:
    """The order as a stand fights: in a stream or bridge hex it is M, unless it retreats (AMB-09)."""
    return "M" if ground.water and order != "R" else order


def _firer(observer: Observer, stand: Stand, target: Stand) -> Fighter:
    order = observer.order(stand)
    ground = observer.ground(stand, shared=False)
    apart = observer.distance(stand, target, shared=True, assume=2, words="range 2")
    blocked, rule = observer.blocked(stand, target)
    return Fighter(
        stand,
        observer.state.supports(stand.id),
        order,
        _status(order, ground),
        apart,
        observer.in_command(stand, shared=True),
        ground,
        observer.armoured(stand),
        blocked,
        rule,
    )


def _target(observer: Observer, stand: Stand, nearest: Fighter) -> Fighter:
    order = observer.order(stand)
    ground = observer.ground(stand, shared=True)
    return Fighter(
        stand,
        observer.state.supports(stand.id),
        order,
        _status(order, ground),
        nearest.distance,
        observer.in_command(stand),
        ground,
        observer.armoured(stand),
    )


def right(table: Table, role: str, fighter: Fighter) -> SupportRight:
    """What this side may call from outside the hex: by its order, a defender's as it fights (AMB-09)."""
    status = fighter.status if role == "defender" else fighter.order
    if role == "defender" and fighter.battery and status == "H":
        status = "battery"
    no_attack = table.rules["attack_orders"]
    found = table.rights.get((role, status), SupportRight(False, no_attack, False, no_attack))
    if status == "battery" and not table.options["battery_may_call_support"]:
        return found._replace(guns=False)
    return found


def _light(
    observer: Observer, allowed: SupportRight, fighters: tuple[Fighter, ...], enemies: tuple[Stand, ...]
) -> tuple[Called, ...]:
    """Light artillery of the unit outside the fighting hexes, each with what keeps it silent."""
    unit = fighters[0].stand.unit
    hosts = {fighter.stand.id for fighter in fighters}
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
    in_command = observer.in_command(host)
    every = observer.table.options["light_support_command_test"] == "all_stands"
    if not allowed.light:
        return Called(stand, apart, "may not be called", allowed.light_rule)
    if not any(fighter.in_command for fighter in fighters):
        return Called(stand, apart, "the stand supported is out of command", rules["support_command"])
    if every and not all(fighter.in_command for fighter in fighters):
        return Called(stand, apart, "not every stand in the combat is in command", rules["light_all_command"])
    if not in_command:
        return Called(stand, apart, "out of command", rules["light_command"])
    reach = _light_range(observer.table, stand, fighters[0], allowed)
    if apart > reach:
        return Called(stand, apart, f"{apart} hexes away, range {reach}", rules["light_range"])
    return Called(stand, apart, rule=allowed.light_rule)


def _light_range(table: Table, stand: Stand, supported: Fighter, allowed: SupportRight) -> int:
    """The reach of light artillery: its own, or one more for a defender on H or D as an option (AMB-26)."""
    defends = allowed is table.rights.get(("defender", supported.status))
    split = table.options.get("fs_range") == "split" and defends and supported.status in ("H", "D")
    return stand.range + 1 if split else stand.range


def _guns(
    observer: Observer, supported: Stand, names: tuple[str, ...], enemies: tuple[Stand, ...]
) -> tuple[Called, ...]:
    """The batteries named for one side. Raises Mistake for one named twice: a battery supports a combat once."""
    guns = tuple(_gun(observer, supported, name, enemies) for name in names)
    stands = [gun.stand for gun in guns]
    twice = next((stand for stand in stands if stands.count(stand) > 1), None)
    if twice:
        raise Mistake(f"{twice.name} is named twice", "a battery supports a combat with one shot")
    return guns


def _gun(observer: Observer, supported: Stand, name: str, enemies: tuple[Stand, ...]) -> Called:
    """A battery named in the command. Raises Mistake if it is none, or not on the side it should support."""
    stand = find(observer.state, name)
    if stand.unit or stand.kind != "artillery":
        raise Mistake(f"{stand.name} is not a battery", "guns are named after with (attack) or reply (defence)")
    if stand.side != supported.side:
        raise Mistake(f"{stand.name} is not on the side of {supported.name}", f"name a battery of {supported.side}")
    if stand.id == supported.id:
        raise Mistake(f"{stand.name} fights itself and cannot support itself", "leave it out")
    apart = observer.distance(stand, *enemies, shared=False, assume=min(stand.range, 2), words="guns in range")
    return Called(stand, apart)


def _unnamed_guns(
    observer: Observer, supported: Stand, enemies: tuple[Stand, ...], named: tuple[Called, ...], word: str
) -> tuple[str, ...]:
    """The guns that could have been named, with the shots they have left."""
    if len(named) >= observer.table.limits["guns_per_combat"]:
        return ()
    found = []
    for stand in observer.state.stands.values():
        battery = stand.kind == "artillery" and not stand.unit and stand.side == supported.side
        if battery and stand.alive and stand.shots and stand != supported and stand not in [gun.stand for gun in named]:
            apart = [observer.state.apart(stand, enemy) for enemy in enemies]
            if any(away is None or away <= stand.range for away in apart):
                found.append(f"{word} {stand.id} ({stand.shots} {'shot' if stand.shots == 1 else 'shots'})")
    return tuple(found)


def _unit_left(state: State, unit: str) -> UnitLeft:
    hq = state.headquarters(unit)
    lives = hq is not None and hq.alive
    cores = (stand for stand in state.stands.values() if stand.unit == unit and stand.alive and not stand.host)
    return UnitLeft(
        state.units[unit].name,
        hq if lives else None,
        hq is not None and not lives,
        state.supports(hq.id) if hq else (),
        tuple(stand.id for stand in cores if stand != hq),
    )


def _where(state: State, stand: Stand, ground: Ground) -> str:
    """Hex, place name and ground of a stand, as far as they are known: ` (0507 Arnhem, town)`."""
    place = state.place(stand)
    name = state.map.name(place) if state.map and place else None
    label = " ".join(part for part in (stand.hex, name) if part)
    shown = ", ".join(part for part in (label, ground.words if ground.words != "open" else "") if part)
    return f" ({shown})" if shown else ""
