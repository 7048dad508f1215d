"""Activation: the side that chooses, the unit that acts, and the step from one phase to the next."""

from __future__ import annotations

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import HowMany
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, choose, throw
from umpire.core.readings import Total
from umpire.game.act import Act, Situation
from umpire.game.facts import Facts, TypedLine
from umpire.rulesets.star_general.board.observer import find_unit
from umpire.rulesets.star_general.effects import Effect, Tick, apply
from umpire.rulesets.star_general.state import State, Unit, on
from umpire.rulesets.star_general.table import Table
from umpire.rulesets.star_general.turn.headquarters import returns
from umpire.rulesets.star_general.turn.sequence import finish_active, idle, sides_to_choose, to_activate, where

TIE = "equal totals: both sides throw again"


@frozen
class TurnSituation(Situation):
    """The activation of the unit named, or of the next unit if no unit is named."""

    state: State
    table: Table
    unit: str = ""


def situate(state: State, table: Table, line: TypedLine) -> TurnSituation:
    """Return the situation of `activate` or `activate UNIT`. Raises Mistake for an unknown unit."""
    facts = Facts(line)
    facts.finish()
    named = line.named("")
    if len(named) > 1:
        raise HowMany("only one unit is activated at a time", "activate UNIT")
    if not named:
        return TurnSituation("The next activation", "", facts, state, table)
    unit = find_unit(state, table, named[0])
    return TurnSituation(f"Activating {unit.name}", unit.side, facts, state, table, unit.id)


def objections(sit: TurnSituation) -> tuple[Objection, ...]:
    """Return the objections to activating the unit: it has no stands left, is already activated, or lost its HQ this
    round.
    """
    if not sit.unit:
        return ()
    unit, rules = sit.state.units[sit.unit], sit.table.rules
    found = []
    if not sit.state.living(unit.id):
        found.append(Objection(rules["activation"], f"{unit.name}: no stands left"))
    if unit.activated:
        found.append(Objection(rules["once_a_round"], f"{unit.name}: it was already activated this round"))
    if idle(sit.state, unit):
        found.append(
            Objection(rules["hq_no_move"], f"{unit.name}: its HQ is lost, so it cannot be activated this round")
        )
    return tuple(found)


def out_of_turn(state: State, table: Table, sit: TurnSituation) -> tuple[Objection, ...]:
    """Return the objections from the sequence of play, such as too many activations in a row.

    A side without units left to activate is never the next side.
    """
    rules, clock = table.rules, state.clock
    if clock.phase not in ("retreats", "activations"):
        return (Objection(rules["activation"], f"wrong phase; now: {where(state)}"),)
    if not sit.unit:
        return ()
    unit = state.units[sit.unit]
    if clock.active == unit.id:
        return (Objection(rules["once_a_round"], f"{unit.name}: it is already active"),)
    after = apply(state, finish_active(state))
    if after.clock.phase == "retreats" and unit.order != "R":
        return (Objection(rules["retreats_first"], f"retreating units move before {unit.name}"),)
    sides = sides_to_choose(after, table)
    if not sides or unit.side in sides:
        return ()
    if any(each.side == unit.side for each in to_activate(after)):
        return (
            Objection(rules["in_a_row"], f"{unit.side}: two activations in a row, the most allowed; next: {sides[0]}"),
        )
    return (Objection(rules["other_finished"], f"only {sides[0]} units are left to activate"),)


def initiative(table: Table, sides: tuple[str, ...]) -> tuple[Pool, ...]:
    """Return the dice of each side; the side with the higher total names the next unit."""
    dice, rule = table.limits["initiative_dice"], table.rules["initiative"]
    return tuple(Pool(f"initiative {side}", side, f"{side} initiative", (), Total(), dice, rule=rule) for side in sides)


def thrown_for(table: Table, sides: tuple[str, ...]) -> Procedure[str]:
    """Return the side that throws higher, or TIE. A single side needs no throw."""
    if len(sides) == 1:
        return sides[0]
    return (yield from throw(*initiative(table, sides), read=lambda *totals: _higher(sides, totals)))


def _higher(sides: tuple[str, ...], totals: tuple[int, ...]) -> str:
    best = max(totals)
    return sides[totals.index(best)] if totals.count(best) == 1 else TIE


def activation(sit: TurnSituation) -> Procedure[Outcome]:
    """End the turn of the active unit, then activate the next unit."""
    effects: tuple[Effect, ...] = finish_active(sit.state)
    state = apply(sit.state, effects)
    if not to_activate(state) and not sit.unit:
        return Outcome(effects, (f"all units have been activated; now: {where(state)}",))
    unit, words = yield from _chosen(sit, state)
    if unit is None:
        return Outcome(words=words, is_tie_reroll=True)
    clock = state.clock
    if clock.phase == "activations":
        clock = replace(clock, last=unit.side, run=clock.run + 1 if clock.last == unit.side else 1)
    effects = (*effects, Tick(replace(clock, active=unit.id)))
    name = f"active: {unit.name} ({unit.side}), {on(unit.order)}"
    back = yield from returns(apply(sit.state, effects), sit.table, unit.id)
    tally = (("activated", unit.id),)
    unthrown = _unthrown(sit, state)
    return Outcome(
        (*effects, *back.effects),
        (*words, name, *back.words),
        back.instructions,
        back.pending,
        tally,
        unthrown=unthrown,
    )


def _chosen(sit: TurnSituation, state: State) -> Procedure[tuple[Unit | None, tuple[str, ...]]]:
    """Return the unit to activate and the words about the choice; no unit if the throw is a tie.

    A ruling may activate a unit that the rules forbid now. For such a unit no dice are thrown.
    """
    rules, waiting, sides = sit.table.rules, to_activate(state), sides_to_choose(state, sit.table)
    named = state.units.get(sit.unit)
    if named is not None and not (named in waiting and named.side in sides):
        return named, ()
    words = list(why := _unthrown(sit, state))
    side = yield from thrown_for(sit.table, sides)
    if side == TIE:
        return None, (f"{TIE} ({rules['tie']})",)
    if named is not None and named.side == side:
        return named, tuple(words)
    if named is not None:
        words.append(f"{side} won the throw, so the unit cannot be {named.name} ({named.side})")
    options = tuple((each.id, f"{each.name} ({each.order})", each) for each in waiting if each.side == side)
    unit = yield from choose("unit", side, "unit to activate", options, "first unit on the roster", why)
    return unit, tuple(words)


def _unthrown(sit: TurnSituation, state: State) -> tuple[str, ...]:
    """Return the reason why only one side can have the next activation, so that no initiative is thrown.

    Return () if both sides can have the next activation. During the retreat moves, always return ().
    """
    rules, sides = sit.table.rules, sides_to_choose(state, sit.table)
    if len(sides) != 1:
        return ()
    if len({unit.side for unit in to_activate(state)}) > 1:
        return (f"{sides[0]} chooses: no side may have three activations in a row ({rules['in_a_row']})",)
    left = state.clock.phase != "retreats"
    return (f"only {sides[0]} units are left to activate ({rules['other_finished']})",) if left else ()


ACT = Act(
    verb="activate",
    words="Activate the next unit, throwing for initiative if needed",
    usage="activate [UNIT]",
    situate=situate,
    objections=objections,
    procedure=activation,
    out_of_turn=out_of_turn,
    edge="due",
)
