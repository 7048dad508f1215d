"""The night: points rebuild stands and bring back lost stands, then units rearrange their stands."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.frozen import frozen, replace
from umpire.core.hexes import neighbours
from umpire.core.mistakes import BadValue, Missing, Mistake, NoMap, WrongSide, WrongSort, did_you_mean
from umpire.core.outcome import MOVE, Objection, Outcome, number_of
from umpire.core.procedure import Procedure, settled
from umpire.game import naming
from umpire.game.act import Act, Situation
from umpire.game.facts import Facts, TypedLine, whole
from umpire.rulesets.star_general.board.board import HexBoard, no_room
from umpire.rulesets.star_general.effects import Attach, Effect, Moved, Place, Pools, Recover, apply, points_of
from umpire.rulesets.star_general.effects import table_instructions as done
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Table
from umpire.rulesets.star_general.turn.objectives import taken
from umpire.rulesets.star_general.turn.sequence import where

POINTS = whole(1, 9, "points")


@frozen
class NightSituation(Situation):
    """The actions of one side this night.

    `points` has the strength points that each stand gets. `hosts` has the core stand that each support stand joins.
    `places` has the new hex of each core stand that is brought back or rearranged.
    """

    state: State
    table: Table
    points: tuple[tuple[Stand, int], ...]
    hosts: tuple[tuple[Stand, Stand], ...]
    places: tuple[tuple[Stand, str], ...]


def situate(state: State, table: Table, line: TypedLine) -> NightSituation:
    """Return the situation of a night, as in `night a1=2 mg=a1 a3.hex=0506`.

    Here `a1=2` gives 2 points to a1, `mg=a1` puts a support stand with a1, and `a3.hex=0506` puts a3 in that hex.
    Raises Mistake for unknown names, stands of two sides, or values that do not fit.
    """
    if line.named(""):
        raise BadValue(
            f"{line.named('')[0]!r} has no value",
            "type STAND=POINTS, SUPPORT=STAND or STAND.hex=HEX",
            word=line.named("")[0],
        )
    if not line.facts:
        raise Missing(
            "you typed no points, no stand to join and no hex",
            "type STAND=POINTS, SUPPORT=STAND or STAND.hex=HEX; `next` ends the night",
        )
    points: list[tuple[Stand, int]] = []
    hosts: list[tuple[Stand, Stand]] = []
    places: list[tuple[Stand, str]] = []
    facts = Facts(line)
    for subject, name in line.facts:
        value = facts.settle(name, str, subject=subject, shared=False) or ""
        stand = _stand(state, subject or name)
        if subject:
            places.append((stand, _hex(state, name, value)))
        elif stand.kind in table.core:
            points.append((stand, _points(stand, value)))
        else:
            hosts.append((stand, _host(state, table, stand, value)))
    sides = tuple(dict.fromkeys(stand.side for stand, _ in (*points, *hosts, *places)))
    if len(sides) > 1:
        raise WrongSide(f"the stands belong to two sides: {sides[0]} and {sides[1]}", "name the stands of one side")
    title = f"{sides[0]}: the night"
    return NightSituation(title, sides[0], facts, state, table, tuple(points), tuple(hosts), tuple(places))


def _stand(state: State, name: str) -> Stand:
    if stand := naming.find(name, state.stands, state.units):
        return stand
    raise naming.none_such("stand", name, state.stands, "`umpire status` lists all stands")


def _host(state: State, table: Table, stand: Stand, name: str) -> Stand:
    """Return the core stand that a support stand joins. Raises Mistake if the name is unknown, or belongs to an enemy
    stand or a support stand.
    """
    host = _stand(state, name)
    if host.kind not in table.core:
        raise WrongSort(
            f"{host.name}: this is a {table.words['support']}, not a core stand",
            f"for example: {stand.id}= and the id of a core stand",
        )
    if host.side != stand.side:
        raise WrongSide(
            f"{host.name}: it is not on the same side as {stand.name}", f"name one of the {stand.side} stands"
        )
    return host


def _points(stand: Stand, value: str) -> int:
    try:
        return POINTS(value)
    except Mistake:
        raise BadValue(
            f"{stand.id}={value}: give {stand.name} a number of strength points", f"type {stand.id}=2", word=value
        ) from None


def _hex(state: State, name: str, value: str) -> str:
    if name.lower() != "hex":
        raise BadValue(
            f"{name}: `night` does not use this name",
            did_you_mean(name, ["hex"]) or "STAND.hex=HEX",
            fact=name,
        )
    if state.map is None:
        raise NoMap("without a map a stand has no hex", "place the stand on the table, and leave out .hex")
    try:
        state.map.grid.hex(value)
    except ValueError as wrong:
        raise BadValue(str(wrong)) from None
    return value


def objections(sit: NightSituation) -> tuple[Objection, ...]:
    """Return the objections to the points spent and to the new places."""
    return (*_pool_objections(sit), *_point_objections(sit), *_support_objections(sit), *_place_objections(sit))


def out_of_turn(state: State, table: Table, sit: NightSituation) -> tuple[Objection, ...]:
    """Return the objection to the act `night` in any phase except the night."""
    if state.clock.phase == "night":
        return ()
    return (Objection(table.rules["night"], f"the night comes after the last round of the day; now: {where(state)}"),)


def _spent(sit: NightSituation) -> tuple[int, int]:
    return sum(points for _, points in sit.points), sum(not stand.alive for stand, _ in sit.hosts)


def _pool_objections(sit: NightSituation) -> Iterator[Objection]:
    """Yield the objections to spending more points than the side has left.

    Points are limited only if the sequence of play has reached the night.
    """
    if sit.state.clock.phase != "night":
        return
    force, rule = sit.state.forces[sit.side], sit.table.rules["night_points"]
    strength, support = _spent(sit)
    if strength > force.strength_left:
        yield Objection(
            rule, f"{number_of(strength, 'strength point')} for {sit.side}, but only {force.strength_left} left"
        )
    if support > force.support_left:
        yield Objection(
            rule, f"{number_of(support, 'support point')} for {sit.side}, but only {force.support_left} left"
        )


def _point_objections(sit: NightSituation) -> Iterator[Objection]:
    rules = sit.table.rules
    for stand, points in sit.points:
        if stand.sp + points > stand.full:
            yield Objection(
                rules["night_full"],
                f"{stand.name}: it has {stand.sp} of {stand.full} strength points, so it cannot recover {points}",
            )
        if stand.alive and not _in_command(sit, stand):
            why = sit.state.far_from_hq(stand, sit.table.limits["command_range"])
            yield Objection(rules["night_command"], f"{stand.name}: it is out of command ({why})")
        if not stand.alive:
            yield from _back_objections(sit, stand)
        own = [other for other in sit.state.stands.values() if stand.unit and other.unit == stand.unit]
        if sit.state.clock.phase == "night" and any(other.moved == "normal" for other in own):
            name = sit.state.units[stand.unit].name
            yield Objection(
                rules["night_order"], f"{name}: it was already rearranged, and recovery comes before rearranging"
            )


def _back_objections(sit: NightSituation, stand: Stand) -> Iterator[Objection]:
    """Yield the objections to bringing back a core stand in a hex.

    The hex must be next to its unit but not to an enemy, and the stand must be in command there.
    """
    state, rules = sit.state, sit.table.rules
    if stand.kind == "hq":
        yield Objection(rules["hq_overnight"], f"{stand.name}: it cannot come back without strength points")
        return
    if stand.unit and not state.living(stand.unit):
        yield Objection(
            rules["night_place"],
            f"{stand.name}: it cannot come back, because no stand of {state.units[stand.unit].name} is left",
        )
    if state.map is None:
        if not _in_command(sit, stand):
            yield Objection(rules["night_command"], f"{stand.name}: it has no HQ, so it is out of command")
        return
    place = next((place for one, place in sit.places if one.id == stand.id), "")
    if not place:
        yield Objection(
            rules["night_place"], f"{stand.name}: type the hex it comes back to", retype=f"{stand.id}.hex=HEX"
        )
        return
    board, there = HexBoard(state, sit.table), state.map.grid.hex(place)
    if board.ground(there).impassable:
        yield Objection(rules["impassable"], f"{place} is impassable; choose another hex for {stand.name}", final=True)
    if stand.unit and not any(near in board.held and board.held[near].unit == stand.unit for near in neighbours(there)):
        yield Objection(rules["night_place"], f"{place} is not next to a stand of the unit of {stand.name}")
    if there in board.zones(stand.side).controlled:
        yield Objection(rules["night_place"], f"{place} is next to an enemy")
    if not _in_command(sit, replace(stand, hex=place)):
        why = state.far_from_hq(replace(stand, hex=place), sit.table.limits["command_range"])
        yield Objection(rules["night_command"], f"{stand.name}: it would be out of command in {place} ({why})")


def _support_objections(sit: NightSituation) -> Iterator[Objection]:
    rules, table, state = sit.table.rules, sit.table, sit.state
    after = apply(state, _effects(sit))
    for stand, host in sit.hosts:
        lost = not stand.alive
        if host.unit != stand.unit and (table.options["night_support_origin_bound"] or not (lost and host.unit)):
            yield Objection(rules["night_support"], f"{stand.name}: it is not in the same unit as {host.name}")
        if not after.stands[host.id].alive:
            words = f"{host.name}: it is destroyed; choose another stand for {stand.name}"
            yield Objection(rules["night_support"], words, final=True)
        company = after.supports(host.id)
        if full := no_room(table, company):
            names = " and ".join(other.name for other in company)
            words = f"no room for {names} with {host.name}; choose another stand for {stand.name}"
            yield Objection(rules[full], words, final=True)
        if lost or table.options["night_reshuffle"] != "in_command":
            continue
        if not (_in_command(sit, state.stands[stand.host]) and _in_command(sit, after.stands[host.id], after)):
            yield Objection(rules["night_radius"], f"{stand.name}: it must be in command before and after the move")


def _place_objections(sit: NightSituation) -> Iterator[Objection]:
    state, rules = sit.state, sit.table.rules
    after = apply(state, _effects(sit))
    held: dict[str, Stand] = {}
    placed = {stand.id for stand, _ in sit.places}
    for stand in after.stands.values():
        if stand.alive and stand.hex:
            if stand.hex in held:
                other = held[stand.hex]
                goes = stand if stand.id in placed else other  # the stand that was there may stay
                words = f"{other.name} and {stand.name} are both in {stand.hex}; choose another hex for {goes.name}"
                yield Objection(rules["stack_core"], words, final=True)
            held[stand.hex] = stand
    in_command_only = sit.table.options["night_reshuffle"] == "in_command"
    for stand, place in sit.places:
        if not stand.alive:
            if all(one.id != stand.id for one, _ in sit.points):
                yield Objection(rules["night_place"], f"{stand.name}: it is destroyed", retype=f"{stand.id}=POINTS")
            continue
        if place not in _held_at_dusk(state, stand.unit):
            yield Objection(rules["night_hexes"], f"{place} was not held at nightfall by the unit of {stand.name}")
        if in_command_only and not (_in_command(sit, stand) and _in_command(sit, after.stands[stand.id], after)):
            yield Objection(rules["night_radius"], f"{stand.name}: it must be in command before and after the move")


def _held_at_dusk(state: State, unit: str) -> tuple[str, ...]:
    """Return the hexes that a unit held when the night began.

    If the game is not in the night phase, return the present hexes of the unit's core stands, except stands brought
    back.
    """
    if unit and state.clock.phase == "night":
        return state.units[unit].held
    return tuple(stand.hex for stand in state.living(unit) if stand.moved != "returned") if unit else ()


def _in_command(sit: NightSituation, stand: Stand, state: State | None = None) -> bool:
    """Return whether a stand is in command. A battery is always in command. Without a map, a stand is in command unless
    its HQ is lost.
    """
    return (state or sit.state).near_hq(stand, sit.table.limits["command_range"]) is not False


def _effects(sit: NightSituation) -> tuple[Effect, ...]:
    effects: list[Effect] = []
    for stand, points in sit.points:
        effects.append(Recover(stand.id, points))
        if not stand.alive:
            effects.append(Moved(stand.id, "returned"))
    for stand, place in sit.places:
        effects += [Place(stand.id, place), *taken(sit.state, stand.side, place)]
        effects += [Moved(stand.id, "normal")] if stand.alive else []
    for stand, host in sit.hosts:
        effects += [Attach(stand.id, host.id), Moved(stand.id, "normal") if stand.alive else Recover(stand.id, 1)]
    return tuple(effects)


def procedure(sit: NightSituation) -> Procedure[Outcome]:
    """Return the outcome; no dice are thrown at night."""
    return settled(_outcome(sit))


def _outcome(sit: NightSituation) -> Outcome:
    force = sit.state.forces[sit.side]
    strength, support = _spent(sit)
    counted = sit.state.clock.phase == "night"
    left = (max(0, force.strength_left - strength), max(0, force.support_left - support))
    after = apply(sit.state, _effects(sit))
    instructions = [*done(sit.state, after, (stand.id for stand, _ in sit.points))]
    instructions += [f"{MOVE if stand.alive else 'BACK'} {stand.name} with {host.name}" for stand, host in sit.hosts]
    instructions += [f"{MOVE if stand.alive else 'PLACE'} {stand.name} {place}" for stand, place in sit.places]
    if not counted:
        return Outcome(_effects(sit), (points_of(strength, support),), tuple(instructions))
    words = (f"{sit.side}: {points_of(*left)} left ({sit.table.rules['night_points']})",)
    return Outcome((*_effects(sit), Pools(sit.side, *left)), words, tuple(instructions))


ACT = Act(
    verb="night",
    words="Spend the night points of one side, bring back stands, rearrange stands",
    usage="night STAND=POINTS ... SUPPORT=STAND ... STAND.hex=HEX ...",
    facts={
        "STAND": "strength points for a core stand; if it comes back, type STAND.hex too",
        "SUPPORT": "the core stand that a support stand joins",
        "hex": "the hex a core stand goes to: STAND.hex=0507",
    },
    situate=situate,
    objections=objections,
    procedure=procedure,
    asks=False,
    out_of_turn=out_of_turn,
)
