"""From the words of a fire or assault command to its situation."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from umpire.core.frozen import replace
from umpire.core.mistakes import AT_WHOM, HowMany, WrongSide
from umpire.game.facts import Facts, TypedLine, yes_or_no
from umpire.rulesets.star_general.board.observer import ALL_IN_COMMAND, Observer, core_stand, find, named_once
from umpire.rulesets.star_general.combat.called import air_attack, batteries, in_reach, light_artillery, right, unnamed
from umpire.rulesets.star_general.combat.dice import LISTS, Firing
from umpire.rulesets.star_general.combat.pools import CombatSituation
from umpire.rulesets.star_general.combat.situation import Fighter
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Ground, Table

FACTS = {
    "range": "hexes to the target; STAND.range=3 for one stand, GUN.range=9 for a gun",
    "terrain": "ground of the target's hex; STAND.terrain=stream for another",
    "line": "clear or blocked",
    "order": "M, H, D or R, of a stand: STAND.order=D",
    "command": "yes or no: in command; STAND.command=no for one stand",
    "reply": "no if the target does not fire back",
    "aa": "how many anti-aircraft stands are in range of an air attack; SIDE.aa=1 for those of one side",
}
"""What may be told of a combat, and its words in help."""


def situate_fire(state: State, table: Table, told: TypedLine) -> CombatSituation:
    """Everything that bears on this fire. Raises Mistake for names and facts that make no sense."""
    return _situate(state, table, told, "fire")


def situate_assault(state: State, table: Table, told: TypedLine) -> CombatSituation:
    """Everything that bears on this assault: who is adjacent is in close combat, who is not fires at a distance.

    Raises Mistake for names and facts that make no sense.
    """
    return _situate(state, table, told, "assault")


def everybody(verb: str) -> Callable[[State, Table, TypedLine, str], tuple[str, ...]]:
    """Whom `all` means in a combat: after `with` the attacker's batteries, after `reply` the target's."""

    def found(state: State, table: Table, told: TypedLine, word: str) -> tuple[str, ...]:
        attackers, target = _who(state, table, told, verb)
        supported, enemies = (attackers[0], (target,)) if word == "with" else (target, attackers)
        return tuple(in_reach(Observer(state, table, told), supported, told.named(word), enemies))

    return found


def _situate(state: State, table: Table, told: TypedLine, verb: str) -> CombatSituation:
    attacking, target = _who(state, table, told, verb)
    observer = Observer(state, table, told)
    attackers = tuple(_attacker(observer, stand, target, verb) for stand in attacking)
    aimed = aim(observer, target, min(attacker.distance for attacker in attackers))
    attack_right = right(table, "attacker", attackers[0])
    reply_right = right(table, "defender", aimed)
    called, answering = told.named("with"), told.named("reply")
    guns = batteries(observer, attacking[0], called, (target,))
    reply_guns = batteries(observer, target, answering, attacking)
    air = air_attack(observer, attacking[0].side, called, (target,))
    reply_air = air_attack(observer, target.side, answering, attacking)
    light = light_artillery(observer, attack_right, attackers, (target,))
    reply_light = light_artillery(observer, reply_right, (aimed,), attacking)
    reply = observer.known.settle("reply", yes_or_no("reply"), assume=True)
    called_up = (each.stand.id for each in (*guns, *reply_guns, *light, *reply_light) if not each.why_not)
    scene = scene_of(observer, (*(stand.id for stand in attacking), target.id, *called_up))
    observer.known.finish()
    _others_in_command(observer.known)
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
        known=observer.known,
    )
    sit.note_silence()
    may_call = attack_right.guns and all(attacker.in_command for attacker in attackers)
    may_reply = reply_right.guns and aimed.in_command and not sit.silence[0]
    free = (
        *(unnamed(observer, attacking[0], (target,), guns, air, "with") if may_call else ()),
        *(unnamed(observer, target, attacking, reply_guns, reply_air, "reply") if may_reply else ()),
    )
    return replace(sit, free=free)


def _others_in_command(known: Facts) -> None:
    """Where one is known to be out of command, not all are assumed to be in it."""
    command = [value for name, value in known.values.items() if name.rpartition(".")[2] == "command"]
    if ALL_IN_COMMAND in known.assumed and not all(command):
        known.assumed[known.assumed.index(ALL_IN_COMMAND)] = "all others in command"


def _who(state: State, table: Table, told: TypedLine, verb: str) -> tuple[tuple[Stand, ...], Stand]:
    """Attacking stands and the one target. Raises Mistake where sides do not make sense."""
    usage = f"{verb} STAND [STAND] at TARGET"
    if not told.named(""):
        raise HowMany(f"nobody is named to {verb}", usage)
    if not told.named("at"):
        raise HowMany("no target is named", usage, wants=AT_WHOM)
    if len(told.named("at")) > 1:
        raise HowMany("more than one target is named", usage)
    attacking = tuple(core_stand(state, name, table) for name in told.named(""))
    target = find(state, told.named("at")[0])
    if target.host:
        target = find(state, target.host)
    named_once(attacking, usage)
    for stand in attacking:
        if stand.side == target.side:
            raise WrongSide(f"{target.name} is on the same side as {stand.name}", "name a stand of the enemy")
        if stand.side != attacking[0].side:
            raise WrongSide(f"{stand.name} is not on the side of {attacking[0].name}", "a combat has one attacker")
    return attacking, target


def _attacker(observer: Observer, stand: Stand, target: Stand, verb: str) -> Fighter:
    order, ground = observer.order(stand), observer.ground(stand, shared=False)
    reach = observer.table.limits["close_range"]
    assume, words = (reach, "adjacent") if verb == "assault" else (reach + 1, f"range {reach + 1}")
    apart = observer.distance(stand, target, shared=True, assume=assume, words=words)
    close = verb == "assault" and apart <= reach
    blocked, rule = ("", "") if close else observer.blocked(stand, target)
    fighter = _fighter(observer, stand, order, ground, apart, observer.in_command(stand, shared=True))
    if stand.moved == "strategic":  # what a told sequence does not refuse is said
        rule = observer.table.rules["strategic_attack"]
        observer.known.notes.append(
            f"{stand.name} has moved strategically: it starts no combat this activation ({rule})"
        )
    return replace(fighter, mode="close" if close else "distant", blocked=blocked, blocked_rule=rule)


def aim(observer: Observer, stand: Stand, apart: int) -> Fighter:
    """The target of a combat, `apart` hexes from the nearest attacker."""
    order, ground = observer.order(stand), observer.ground(stand, shared=True)
    return _fighter(observer, stand, order, ground, apart, observer.in_command(stand))


def _fighter(observer: Observer, stand: Stand, order: str, ground: Ground, apart: int, in_command: bool) -> Fighter:
    status = "M" if ground.water and order != "R" else order  # in a stream or bridge hex it fights as on M (AMB-09)
    supports, armoured = observer.state.supports(stand.id), observer.armoured(stand)
    return Fighter(stand, supports, order, status, apart, in_command, ground, armoured)


def scene_of(observer: Observer, ids: Iterable[str]) -> Firing:
    """What the table itself asks for, of those whose dice are thrown."""
    return Firing(told=observer.table.modifiers.settle(observer.known, LISTS, ids))


def _title(state: State, attackers: tuple[Fighter, ...], target: Fighter) -> str:
    """One line: who assaults whom, who fires, from how far."""
    at = f"{target.stand.name}{_where(state, target.stand, target.ground)}"
    close = [attacker.stand.name for attacker in attackers if attacker.close]
    distant = [attacker for attacker in attackers if not attacker.close]
    ranges = "/".join(str(far) for far in dict.fromkeys(attacker.distance for attacker in distant))
    firing = " and ".join(attacker.stand.name for attacker in distant)
    if not close:
        return f"{firing} fire{'s' if len(distant) == 1 else ''} at {at}, range {ranges}"
    assault = f"{' and '.join(close)} assault{'s' if len(close) == 1 else ''} {at}"
    return f"{assault}, {firing} fire{'s' if len(distant) == 1 else ''} at range {ranges}" if distant else assault


def _where(state: State, stand: Stand, ground: Ground) -> str:
    """Hex, place name and ground of a stand, as far as they are known: ` (0507 Arnhem, town)`."""
    place = state.place(stand)
    name = state.map.name(place) if state.map and place else None
    label = " ".join(part for part in (stand.hex, name) if part)
    shown = ", ".join(part for part in (label, ground.words if ground.words != "open" else "") if part)
    return f" ({shown})" if shown else ""
