"""The sequence of play: acts out of turn, and the next phase."""

from __future__ import annotations

from typing import Any

from umpire.core.frozen import replace
from umpire.core.outcome import Objection
from umpire.rulesets.star_general.effects import Activated, Effect, NewRound, Nightfall, Pools, Tick, apply
from umpire.rulesets.star_general.state import Clock, Stand, State, Unit
from umpire.rulesets.star_general.table import Table

WORDS = {
    "orders": "orders",
    "retreats": "retreat moves",
    "activations": "activations",
    "artillery": "artillery phase",
    "night": "night",
    "over": "the battle is over",
}


def turn_to_attack(state: State, table: Table, unit: str) -> tuple[Objection, ...]:
    """Return the objections to an attack by this unit now: the unit is not active, the unit has attacked already, or
    the phase is wrong.
    """
    standing = _turn_of_unit(state, table, unit, ("activations",))
    if not standing and unit in state.units and state.units[unit].attacked:
        words = f"{state.units[unit].name}: it already attacked this round"
        return (Objection(table.rules["once_a_round"], words),)
    return standing


def initiates(table: Table, stand: Stand) -> bool:
    """Return whether a stand may start combats.

    An HQ or a battery may not start combats. An option decides whether the artillery of a unit may start combats.
    """
    arm = table.core[stand.kind].arm
    return (
        bool(stand.unit)
        and arm != "hq"
        and not (arm == "artillery" and table.options["initiator_types"] == "infantry_and_tank")
    )


def turn_to_move(state: State, table: Table, unit: str) -> tuple[Objection, ...]:
    """Return the objections to a move of this unit now. Retreating units move in a separate phase before all other
    units.
    """
    found = _turn_of_unit(state, table, unit, ("retreats", "activations"))
    headquarters = state.headquarters(unit)
    if not found and headquarters is not None and headquarters.moved == "returned":
        words = f"{_name(state, unit)}: its HQ came back this turn, so no other stand may move"
        return (Objection(table.rules["hq_other_moves"], words),)
    return found


def stands_to_move(state: State, table: Table, stands: tuple[Stand, ...]) -> tuple[Objection, ...]:
    """Return the objections to any move of these stands now; the paths of the stands are not checked here.

    A unit moves in its activation, before it attacks. Each stand moves once. If the option `support_swap_timing` is
    `after_move`, swaps of support stands must come after the moves.
    """
    found: list[Objection] = []
    rules = table.rules
    for unit in dict.fromkeys(stand.unit for stand in stands if stand.unit):
        found += turn_to_move(state, table, unit)
        name = state.units[unit].name
        if state.units[unit].attacked:
            found.append(Objection(rules["move_first"], f"{name}: it has attacked, and moves come before the attack"))
        swapped = any(stand.host and stand.unit == unit and stand.moved for stand in state.stands.values())
        if swapped and table.options["support_swap_timing"] == "after_move":
            words = f"{name}: it has swapped {table.words['support']}s, and swaps come after movement"
            found.append(Objection(rules["swap_timing"], words))
    found += [Objection(rules["once_a_round"], f"{one.name}: it has moved this round") for one in stands if one.moved]
    return tuple(found)


def turn_of_guns(state: State, table: Table, side: str) -> tuple[Objection, ...]:
    """Return the objections to any act of a side's guns and planes now.

    Guns and planes act only in the artillery phase, in their own side's turn, after the dice have decided the first
    side.
    """
    clock = state.clock
    if clock.phase != "artillery":
        return (
            Objection(
                table.rules["artillery_phase"], f"a gun acts alone only in the artillery phase; now: {where(state)}"
            ),
        )
    if not clock.side:
        return (
            Objection(table.rules["artillery_phase"], "the dice have not decided the first side yet: type `artillery`"),
        )
    if clock.side != side:
        when = f"now; the turn of {side} is over" if clock.second else "first"
        return (Objection(table.rules["artillery_phase"], f"{clock.side} fires and moves its guns {when}"),)
    return ()


def _turn_of_unit(state: State, table: Table, unit: str, phases: tuple[str, ...]) -> tuple[Objection, ...]:
    clock = state.clock
    if clock.phase not in phases:
        return (Objection(table.rules["activation"], f"wrong phase; now: {where(state)}"),)
    if clock.active != unit:
        other = state.units.get(clock.active)
        name = _name(state, unit)
        words = f"the active unit is {other.name}, not {name}" if other else f"no unit is active, so {name} may not act"
        return (Objection(table.rules["activation"], words),)
    return ()


def _name(state: State, unit: str) -> str:
    return state.units[unit].name if unit in state.units else "a battery"


def where(state: State) -> str:
    """Return day, round and phase: `day 1, round 2: activations, Panzer battalion (German)`."""
    clock, battle = state.clock, state.battle
    day = f"day {clock.day}, " if battle.days > 1 else ""
    if clock.phase == "over":
        return WORDS["over"]
    if clock.phase == "night":
        return f"{day}night"
    active = state.units.get(clock.active)
    who = f", {active.name} ({active.side})" if active else f", {clock.side}" if clock.side else ""
    return f"{day}round {clock.round} of {battle.rounds}: {WORDS[clock.phase]}{who}"


def shots_left(state: State, side: str) -> str:
    """Return the batteries of a side that have shots left: `g1 (2), g2 (3)`; "" if no battery has shots left."""
    guns = (stand for stand in state.stands.values() if stand.battery and stand.alive and stand.side == side)
    return ", ".join(f"{gun.id} ({gun.shots})" for gun in guns if gun.shots)


def idle(state: State, unit: Unit) -> bool:
    """Return whether a unit lost its HQ in this round before its turn. An idle unit is not activated (AMB-51)."""
    lost = state.without_hq(unit.id) and unit.hq_lost == state.count
    return lost and not unit.activated and state.clock.active != unit.id


def to_activate(state: State) -> tuple[Unit, ...]:
    """Return the units still to activate in this phase."""
    waiting = tuple(unit for unit in state.units_in_play() if not unit.activated and not idle(state, unit))
    if state.clock.phase == "retreats":
        return tuple(unit for unit in waiting if unit.order == "R")
    return waiting


def sides_to_choose(state: State, table: Table) -> tuple[str, ...]:
    """Return the sides that may have the next activation, always in the same order.

    If two sides are returned, the two sides throw for the next activation. One side alone chooses if the other side has
    no units left to activate (AMB-02), or has had as many activations in a row as the rules allow (1.7-09). If all
    units are activated, no side chooses. Retreat moves do not count as activations in a row (AMB-03).
    """
    left = {unit.side for unit in to_activate(state)}
    sides = tuple(side for side in state.forces if side in left)
    clock = state.clock
    if len(sides) > 1 and clock.phase == "activations" and clock.run >= table.limits["activations_in_a_row"]:
        return tuple(side for side in sides if side != clock.last)
    return sides


def finish_active(state: State) -> tuple[Effect, ...]:
    """Return the effects that end the active unit's turn. After the turn of the last unit, the next phase begins."""
    clock = state.clock
    effects: list[Effect] = []
    if clock.active in state.units:  # one that has left is not there
        effects.append(Activated(clock.active))
    if clock.active:
        effects.append(Tick(replace(clock, active="")))
    after = apply(state, tuple(effects))
    return (*effects, *_next_phase(after))


def _next_phase(state: State) -> tuple[Effect, ...]:
    """Return the effects when all units of a phase are done. The activations follow the retreat moves, and the
    artillery phase follows the activations.
    """
    clock = state.clock
    if clock.phase not in ("retreats", "activations") or to_activate(state):
        return ()
    if clock.phase == "retreats":
        moved_on = Tick(begun(clock, "activations"))
        return (moved_on, *_next_phase(apply(state, (moved_on,))))
    return (Tick(begun(clock, "artillery")),)


def begun(clock: Clock, phase: str) -> Clock:
    """Return the clock at the beginning of a phase."""
    return replace(clock, phase=phase, active="", last="", run=0, side="", second=False)


def after_reveal(state: State) -> Clock:
    """Return the clock after the reveal: retreat moves if any unit retreats, else activations."""
    retreats = any(unit.order == "R" for unit in state.units_in_play())
    return begun(state.clock, "retreats" if retreats else "activations")


def ended(state: State) -> tuple[Any, ...]:
    """Return the effects that end the battle."""
    return (Tick(begun(state.clock, "over")),)


def end_of_round(state: State) -> tuple[Effect, ...]:
    """Return the effects after the artillery phase: the next round, the night, a new day, or the end of the battle."""
    clock, battle = state.clock, state.battle
    following = begun(clock, "orders")
    if state.last:
        return ended(state)
    if clock.round < battle.rounds:
        return (NewRound(), Tick(replace(following, round=clock.round + 1)))
    if clock.day >= battle.days:
        return ended(state)
    if battle.night:
        night = Tick(begun(clock, "night"))
        pools = (Pools(f.side, f.strength * f.units, f.support * f.units) for f in state.forces.values())
        return (Nightfall(), night, *pools)
    return (NewRound(), Tick(replace(following, day=clock.day + 1, round=1)))
