"""The point of play: the side to play, the possible next acts, and the acts still to do."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.outcome import Listing, Owed
from umpire.rulesets.star_general.effects import points_of
from umpire.rulesets.star_general.state import Force, Stand, State, Unit, named
from umpire.rulesets.star_general.table import Table
from umpire.rulesets.star_general.turn.objectives import holder, points, result
from umpire.rulesets.star_general.turn.sequence import (
    initiates,
    shots_left,
    sides_to_choose,
    stands_to_move,
    to_activate,
    where,
)


def now(state: State, table: Table) -> Listing:
    """Return the first lines of a full status in an enforced sequence, without orders that are face down."""
    return Listing(where(state), (), (), tuple(_notes(state, table)))


def brief(state: State, table: Table) -> str:
    """Return day, round and active unit for the prompt: `d1 r3 · P acts`."""
    clock = state.clock
    if clock.phase == "over":
        return "over"
    day = f"d{clock.day} " if state.battle.days > 1 else ""
    if clock.phase == "night":
        return f"{day}night"
    left = sum(unit.id != clock.active for unit in to_activate(state))
    match clock.phase:
        case "artillery":
            doing = f"{clock.side} guns".strip()
        case "retreats" | "activations":
            doing = f"{clock.active} acts" if clock.active else f"{left} to act"
        case other:
            doing = other
    return f"{day}r{clock.round} · {doing}"


def comes_next(state: State, table: Table) -> str:
    """Return the line that an empty Enter types; "" if there is none.

    The line is `order reveal` if every order is placed. The line is `activate` if no unit is active, or if the active
    unit is done. The line is `next` if no unit is left to activate, or if the side to play has used up its guns and
    planes. The line is `artillery` if dice must decide the first side of the artillery phase.
    """
    clock = state.clock
    if clock.phase == "orders":
        return "" if without_order(state) else "order reveal"
    if clock.phase == "artillery":
        if not clock.side:
            return "artillery"
        return "next" if _spent(state, clock.side) else ""
    if clock.phase not in ("retreats", "activations"):
        return ""
    active = state.units.get(clock.active)
    supports = any(state.supports(stand.id) for stand in state.living(clock.active))  # may change places still
    if active and not active.attacked and (supports or _left(state, table, active)):
        return ""
    return "activate" if any(unit.id != clock.active for unit in to_activate(state)) else "next"


def _spent(state: State, side: str) -> bool:
    """Return whether a side has neither shots nor air points left."""
    return not (shots_left(state, side) or state.forces[side].air_left)


def given_up(state: State, table: Table) -> str:
    """Return the actions that are lost if `next` is typed now; "" if no actions are lost."""
    clock = state.clock
    active = state.units.get(clock.active)
    if clock.phase in ("retreats", "activations") and active and _left(state, table, active):
        return "; ".join(acts(state, table))
    if (
        clock.phase == "artillery"
        and clock.side
        and (shots_left(state, clock.side) or state.forces[clock.side].air_left)
    ):
        return f"{clock.side}: {'; '.join(guns(state, clock.side))}"
    if clock.phase == "night":
        left = (side for side, force in state.forces.items() if force.strength_left or force.support_left)
        return "; ".join(f"{side}: {points_left(state.forces[side])}" for side in left)
    return ""


def _notes(state: State, table: Table) -> Iterator[str]:
    match state.clock.phase:
        case "orders":
            if waiting := without_order(state):
                yield f"no order yet: {_named(waiting)}"
        case "retreats" | "activations":
            yield from acts(state, table)
            if waiting := to_come(state):
                yield f"not activated yet: {_named(waiting)}"
        case "artillery":
            yield from (f"{side}: {'; '.join(guns(state, side))}" for side in state.forces)
        case "night":
            yield from (f"{side}: {points_left(force)}" for side, force in state.forces.items())
    yield from filter(None, [then(state, table)])
    yield from (hq_pending(unit, unit.name, table) for unit in without_hq(state))
    yield from _score(state)


def acts(state: State, table: Table) -> Iterator[str]:
    """Yield the active unit, with its possible acts."""
    if active := state.units.get(state.clock.active):
        yield f"active: {active.name} ({active.id}), {_may(state, table, active)}"


def without_order(state: State) -> list[Unit]:
    """Return the units that have no order yet."""
    return [unit for unit in state.units_in_play() if not unit.marker and not state.without_hq(unit.id)]


def without_hq(state: State) -> list[Unit]:
    """Return the units in play that have lost their HQ."""
    return [unit for unit in state.units_in_play() if state.without_hq(unit.id)]


def hq_pending(unit: Unit, named: str, table: Table) -> str:
    """Return the words about a unit's missing HQ. If the round of the loss is not known (the HQ was removed by `set`),
    the HQ comes back at night.
    """
    if unit.hq_lost:
        return Owed(f"still to do: an HQ for {named} ({table.rules['hq_returns']})")
    return f"no new HQ for {named} before the night ({table.rules['hq_overnight']})"


def to_come(state: State) -> list[Unit]:
    """Return the units still to activate after the active unit."""
    return [unit for unit in to_activate(state) if unit.id != state.clock.active]


def guns(state: State, side: str) -> list[str]:
    """Return the shots and air points a side has left this round, in words."""
    left, air = shots_left(state, side), state.forces[side].air_left
    return [f"shots left: {left}" if left else "no shots left", *([f"air points: {air}"] if air else [])]


def points_left(force: Force) -> str:
    """Return the points a side has left this night, in words."""
    return f"{points_of(force.strength_left, force.support_left)} left"


def then(state: State, table: Table) -> str:
    """Return the next line to type, in a short sentence."""
    match state.clock.phase:
        case "orders":
            return "then `order reveal`"
        case "retreats" | "activations":
            return _next_activation(state, table)
        case "artillery" if state.clock.side:
            return f"next: `next` ends the turn of {state.clock.side} in this phase"
        case "artillery":
            return "next: `artillery` throws to decide the first side"
        case "night":
            return "then `next` begins the new day"
    return ""


def _next_activation(state: State, table: Table) -> str:
    active = state.clock.active
    if not to_come(state):
        return "next: `next` ends the last activation" if active else "next: `next`"
    sides = sides_to_choose(state, table)
    dice = {1: "a die", 2: "two dice"}.get(table.limits["initiative_dice"], "their dice")
    throw = f"each side throws {dice}" if len(sides) > 1 else _alone(state, table, sides[0])
    return f"next: {'after the active unit, ' if active else ''}`activate`: {throw}"


def _alone(state: State, table: Table, side: str) -> str:
    """Return the reason why a side gets the next activation without a throw."""
    rules, others = table.rules, any(unit.side != side for unit in to_activate(state) if unit.id != state.clock.active)
    why = (
        f"no side may have three activations in a row, {rules['in_a_row']}"
        if others
        else f"only {side} has units to activate, {rules['other_finished']}"
    )
    return f"{side} chooses ({'the only side with units on retreat' if state.clock.phase == 'retreats' else why})"


def _may(state: State, table: Table, unit: Unit) -> str:
    """Return the possible acts of a unit in its activation, in words."""
    if unit.attacked:
        return "has attacked"
    if state.without_hq(unit.id):
        return f"HQ lost, so no moves or attacks ({table.rules['hq_no_move']})"
    headquarters, may = state.headquarters(unit.id), ", then ".join(_left(state, table, unit))
    back = headquarters is not None and headquarters.moved == "returned"
    nothing = "no other stand moves" if back and unit.order == "R" else "done"
    return ("HQ back, " if back else "") + (f"may {may}" if may else nothing)


def _left(state: State, table: Table, unit: Unit) -> list[str]:
    """Return the acts that a unit can still do."""
    if unit.attacked or state.without_hq(unit.id):
        return []
    order, living = table.orders[unit.order], state.living(unit.id)
    moves = any(not stands_to_move(state, table, (stand,)) for stand in living)
    fights = order.attackers and any(_may_attack(state, table, stand, moves=moves) for stand in living)
    words = {"R": "retreat"}.get(unit.order, "shuffle" if order.shuffles else "move")
    return ([words] if moves else []) + (["fire or assault"] if fights else [])


def _may_attack(state: State, table: Table, stand: Stand, *, moves: bool) -> bool:
    """Return whether a stand may attack: it may start combats, has made no strategic move, and is in command now or
    after a move.
    """
    near = moves or state.near_hq(stand, table.limits["command_range"]) is not False
    return initiates(table, stand) and stand.moved != "strategic" and near


def _score(state: State) -> Iterator[str]:
    if not state.objectives:
        return
    held: dict[str, list[str]] = {}
    score = points(state)
    for objective in state.objectives.values():
        held.setdefault(holder(state, objective) or "nobody", []).append(objective.name)
    for side, names in held.items():
        yield f"{side} holds {', '.join(names)}" + (f": {score[side]}" if side in score else "")
    if state.clock.phase == "over":
        yield result(state)


def _named(units: list[Unit]) -> str:
    return ", ".join(f"{unit.name} ({unit.id})" for unit in units)


def verb(state: State, table: Table, words: tuple[str, ...]) -> str:
    """Return the verb for a line without a verb.

    In the artillery phase the verb is `artillery`. For a stand and an enemy, the verb is `assault` if the two are
    adjacent, or else `fire`. For a stand alone, the verb is `move`. For a unit alone, the verb is `activate`. For a
    line such as `a=M`, the verb is `order`.
    """
    from umpire.rulesets.star_general.board.observer import find  # not needed by a status

    who = named(state)
    if words[0] not in who:
        alone = not any(word in who for word in words[1:])
        if alone and ("=" in words[0] or (state.clock.phase == "orders" and len(words) > 1)):
            return "order"
        return "activate" if alone and state.clock.phase in ("activations", "retreats") else ""
    first = who[words[0]]
    if state.clock.phase == "artillery" or (first.gun and len(words) == 1):
        return "artillery"
    foes = [word for word in words[1:] if word in who and who[word].side != first.side]
    if not foes:
        return "fire" if "at" in words else "move"
    return "assault" if state.apart(find(state, words[0]), find(state, foes[0])) == 1 else "fire"


def spelled_out(state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words with the active unit's HQ in place of `hq`, and with `to` in place of `move` for a gun."""
    if verb == "artillery" and len(words) == 3 and words[1].lower() == "move":
        return (words[0], "to", words[2])
    headquarters = state.headquarters(state.clock.active)
    if headquarters is None:
        return ()
    return tuple(headquarters.id if word.lower() == "hq" else word for word in words)
