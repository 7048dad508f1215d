"""Activation: who has the choice, which unit acts, and how one phase gives way to the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from umpire.core.frozen import frozen
from umpire.core.hexes import neighbours
from umpire.core.mistakes import Mistake, did_you_mean
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, choose, throw
from umpire.core.readings import Total
from umpire.game.facts import Known, Told
from umpire.rulesets.star_general.effects import Effect, HqLost, Moved, Place, Recover, Tick, apply
from umpire.rulesets.star_general.sequence import (
    finish_active,
    living,
    sides_to_choose,
    to_activate,
    where,
    without_hq,
)
from umpire.rulesets.star_general.state import ORDERS, Stand, State
from umpire.rulesets.star_general.table import Table

TIE = "equal: both throw again"
HQ_POLICY = "the first free hex of the board"


@frozen
class TurnSituation:
    """The sequence of play as it stands, and the unit named, if any."""

    state: State
    table: Table
    title: str
    side: str
    unit: str
    known: Known
    also: tuple[str, ...] = ()


def situate(state: State, table: Table, told: Told) -> TurnSituation:
    """`activate`, or `activate UNIT`. Raises Mistake for an unknown unit."""
    known = Known(told)
    known.finish()
    named = told.named("")
    if len(named) > 1:
        raise Mistake("one unit is activated at a time", "activate UNIT")
    unit = next((key for key in state.units if named and key.lower() == named[0].lower()), "")
    if named and not unit:
        hint = did_you_mean(named[0], list(state.units)) or "`umpire status` names them"
        raise Mistake(f"there is no {table.words['unit']} {named[0]!r}", hint)
    title = f"{state.units[unit].name} is activated" if unit else "The next activation"
    return TurnSituation(state, table, title, state.units[unit].side if unit else "", unit, known)


def objections(sit: TurnSituation) -> tuple[Objection, ...]:
    """A unit that has had its activation, or that does not move before those that retreat."""
    if not sit.unit:
        return ()
    unit, rules = sit.state.units[sit.unit], sit.table.rules
    found = []
    if not living(sit.state, unit.id):
        found.append(Objection(rules["activation"], f"nothing is left of {unit.name}"))
    if unit.activated:
        found.append(Objection(rules["once_a_round"], f"{unit.name} has been activated this round"))
    return tuple(found)


def out_of_turn(state: State, table: Table, sit: TurnSituation) -> tuple[Objection, ...]:
    """Activations come after the reveal; retreating units first; never three of a side in a row."""
    rules, clock = table.rules, state.clock
    if clock.phase not in ("retreats", "activations"):
        return (Objection(rules["activation"], f"now: {where(state)}"),)
    if not sit.unit:
        return ()
    unit = state.units[sit.unit]
    if clock.active == unit.id:
        return (Objection(rules["once_a_round"], f"{unit.name} is being activated"),)
    after = apply(state, finish_active(state))
    if after.clock.phase == "retreats" and unit.order != "R":
        return (Objection(rules["retreats_first"], f"retreating units move before {unit.name}"),)
    sides = sides_to_choose(after, table)
    if sides and unit.side not in sides:
        return (Objection(rules["in_a_row"], f"{unit.side} has had two in a row: the next is {sides[0]}'s"),)
    return ()


def initiative(state: State, table: Table, sides: tuple[str, ...]) -> tuple[Pool, ...]:
    """Two dice for each side; the higher total has the choice."""
    rule = table.rules["initiative"]
    return tuple(
        Pool(f"initiative {side}", side, f"{side} initiative", (), Total(), 2, rule=rule)
        for side in sides
    )


def thrown_for(state: State, table: Table, sides: tuple[str, ...]) -> Procedure[str]:
    """The side that throws higher, or TIE. One side alone is not thrown for."""
    if len(sides) == 1:
        return sides[0]
    return (yield from throw(*initiative(state, table, sides), read=lambda *totals: _higher(sides, totals)))


def _higher(sides: tuple[str, ...], totals: tuple[int, ...]) -> str:
    best = max(totals)
    return sides[totals.index(best)] if totals.count(best) == 1 else TIE


def activation(sit: TurnSituation) -> Procedure[Outcome]:
    """The active unit is done; the side with the choice names the next."""
    table, rules = sit.table, sit.table.rules
    effects: tuple[Effect, ...] = finish_active(sit.state)
    state = apply(sit.state, effects)
    waiting = to_activate(state)
    if not waiting:
        return Outcome(effects, (f"all have been activated: {where(state)}",))
    sides = sides_to_choose(state, table)
    words: list[str] = []
    if len(sides) == 1 and len({unit.side for unit in waiting}) > 1:
        words.append(f"{sides[0]} has the choice: never three in a row ({rules['in_a_row']})")
    elif len(sides) == 1 and state.clock.phase == "activations":
        words.append(f"only {sides[0]} has anybody left ({rules['other_finished']})")
    side = yield from thrown_for(state, table, sides)
    if side == TIE:
        return Outcome(words=(f"{TIE} ({rules['tie']})",), again=True)
    own = [unit for unit in waiting if unit.side == side]
    if sit.unit and any(unit.id == sit.unit for unit in own):
        unit = sit.unit
    else:
        if sit.unit:
            words.append(f"{side} has the choice, not {state.units[sit.unit].name}")
        options = tuple((each.id, f"{each.name} ({each.order})", each.id) for each in own)
        unit = yield from choose("unit", side, "activate which", options, "the first of the roster")
    clock = state.clock
    if clock.phase == "activations":
        clock = replace(clock, last=side, run=clock.run + 1 if clock.last == side else 1)
    effects = (*effects, Tick(replace(clock, active=unit)))
    name = f"{state.units[unit].name} ({side}) is activated, on {ORDERS[state.units[unit].order]}"
    back = yield from _hq_returns(apply(sit.state, effects), table, unit)
    owed = tuple(back.owed)
    return Outcome((*effects, *back.effects), (*words, name, *back.words), back.hands, owed, (("activated", unit),))


def _hq_returns(state: State, table: Table, unit: str) -> Procedure[Outcome]:
    """A lost HQ comes back in its unit's turn of the round after, next to a stand of the unit (TSG-6-08 to -10)."""
    headquarters, rules = state.headquarters(unit), table.rules
    lost = state.units[unit].hq_lost
    if headquarters is None or not without_hq(state, unit) or not lost or lost >= state.clock.count:
        return Outcome()
    still = tuple(Moved(stand.id, "normal") for stand in living(state, unit))
    back: tuple[Effect, ...] = (Recover(headquarters.id, headquarters.full), HqLost(unit, 0), *still)
    words = (f"a new HQ for {state.units[unit].name}; it moves nothing else this turn ({rules['hq_returns']})",)
    if state.map is None:
        return Outcome(back, words, (f"PLACE {headquarters.name} next to a stand of its unit, out of enemy reach",))
    places = hq_places(state, unit)
    if not places:
        return Outcome(owed=(f"an HQ for {state.units[unit].name}: no free hex next to it ({rules['hq_place']})",))
    options = tuple((place, f"in {place}", place) for place in places)
    side = state.units[unit].side
    place = yield from choose("hq", side, f"place {headquarters.name}", options, HQ_POLICY)
    return Outcome((*back, Place(headquarters.id, place)), words, (f"PLACE {headquarters.name} {place}",))


def hq_places(state: State, unit: str, *, anywhere: bool = False) -> tuple[str, ...]:
    """The free hexes next to a stand of the unit and not next to an enemy (`anywhere`: also there), in board order."""
    assert state.map is not None
    grid = state.map.grid
    side = state.units[unit].side
    held = {state.place(stand) for stand in _on_board(state)}
    enemies = {state.place(stand) for stand in _on_board(state) if stand.side != side}
    found = set()
    for stand in living(state, unit):
        place = state.place(stand)
        for hex_ in neighbours(place) if place is not None else ():
            if (
                hex_ in grid
                and hex_ not in held
                and (anywhere or not any(near in enemies for near in neighbours(hex_)))
            ):
                found.add(grid.label(hex_))
    return tuple(sorted(found))


def _on_board(state: State) -> Iterator[Stand]:
    return (stand for stand in state.stands.values() if stand.alive and not stand.host and stand.hex)
