"""The return of a lost HQ: in its unit's turn of the next round, or overnight (TSG-6, 3SG-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from umpire.core.hexes import neighbours
from umpire.core.outcome import REMOVE, Follow, Outcome
from umpire.core.procedure import Procedure, choose
from umpire.rulesets.star_general.board.board import HexBoard
from umpire.rulesets.star_general.effects import Effect, HqLost, Lose, Moved, Place, Recover, apply
from umpire.rulesets.star_general.state import State
from umpire.rulesets.star_general.table import Table
from umpire.rulesets.star_general.turn.objectives import taken

POLICY = "the first free hex of the board"


def after_losses(before: State, now: State, table: Table, unit: str) -> Outcome:
    """Return the consequences for a unit whose stands were destroyed: a lost HQ must come back, a lone HQ is removed.

    `before` is the state before these stands were destroyed (TSG-6-08, -12, 3SG-6-07, -11).
    """
    hq, rules = now.headquarters(unit), table.rules
    if hq is None or hq.id in before.later or not before.stands[hq.id].alive:
        return Outcome()
    left = [stand for stand in (*now.living(unit), *now.to_come(unit)) if stand.id != hq.id]
    name = before.units[unit].name
    if not hq.alive:
        pending = (f"a new HQ for {name} ({rules['hq_returns']})",) if left else ()
        return Outcome((HqLost(unit, before.count),) if left else (), (), (), pending)
    if left or len(before.living(unit)) == 1:
        return Outcome()
    gone = (hq, *now.supports(hq.id))
    names = " and ".join(stand.name for stand in gone)
    removed = f"{REMOVE} {names}: {_alone(name, table)}"
    return Outcome((*taken(now, hq.side, hq.hex), *(Lose(stand.id, stand.sp) for stand in gone)), (), (removed,))


def _alone(unit: str, table: Table) -> str:
    return f"no other stand of {unit} is left ({table.rules['reduced_to_hq']})"


def follows(state: State, table: Table, corrections: Mapping[str, Mapping[str, str]]) -> tuple[Follow, ...]:
    """Return the consequences if corrections set stands to 0 SP, such as the return of a lost HQ."""
    gone = {
        id
        for id, keys in corrections.items()
        if keys.get("sp") == "0" and id in state.stands and state.stands[id].alive
    }
    alone = [each.id for id in state.stands if id in gone for each in state.supports(id) if each.id not in gone]
    found = (
        [Follow((*alone, "sp=0"), f"a support stand cannot be left alone ({table.rules['no_support_alone']})")]
        if alone
        else []
    )
    lost = {*gone, *alone}
    now = apply(state, tuple(Lose(id, state.stands[id].sp) for id in state.stands if id in lost))
    for unit in dict.fromkeys(state.stands[id].unit for id in state.stands if id in gone and not state.stands[id].host):
        follows = after_losses(state, now, table, unit) if unit else Outcome()
        removed = [effect.stand for effect in follows.effects if isinstance(effect, Lose)]
        if removed:
            found.append(Follow((*removed, "sp=0"), _alone(state.units[unit].name, table)))
        found += [Follow((unit, f"hq_lost={state.count}"), f"still to do: {words}") for words in follows.pending]
    return tuple(found)


def returns(state: State, table: Table, unit: str) -> Procedure[Outcome]:
    """Bring back a lost HQ in its unit's turn of the next round, next to a stand of the unit (TSG-6-08 to -10)."""
    lost, rules, name = state.units[unit].hq_lost, table.rules, state.units[unit].name
    if not state.without_hq(unit) or not lost or lost >= state.count:
        return Outcome()
    if state.map is not None and not places(state, table, unit):
        return Outcome(
            pending=(f"an HQ for {name} must wait: no free hex next to a stand of the unit ({rules['hq_place']})",)
        )
    words = f"a new HQ for {name}; no other stand of the unit moves this turn ({rules['hq_other_moves']})"
    return (yield from _back(state, table, unit, words))


def overnight(state: State, table: Table) -> Procedure[Outcome]:
    """Bring back lost HQs overnight. If an HQ was lost in the last round, it may come back even next to enemies
    (TSG-6-11, 3SG-6-10).
    """
    effects: tuple[Effect, ...] = ()
    words: tuple[str, ...] = ()
    instructions: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    for unit in state.units_in_play():
        now = apply(state, effects)
        if not now.without_hq(unit.id):
            continue
        always = unit.hq_lost >= state.count
        if state.map is not None and not places(now, table, unit.id, anywhere=always):
            pending = (
                *pending,
                f"an HQ for {unit.name} must wait: no free hex next to a stand of the unit ({table.rules['hq_place']})",
            )
            continue
        regained = f"{unit.name}: its HQ is back ({table.rules['hq_overnight']})"
        back = yield from _back(now, table, unit.id, regained, anywhere=always)
        effects += cast("tuple[Effect, ...]", back.effects)
        words, instructions = (*words, *back.words), (*instructions, *back.instructions)
    return Outcome(effects, words, instructions, pending)


def _back(state: State, table: Table, unit: str, words: str, *, anywhere: bool = False) -> Procedure[Outcome]:
    """Bring back the HQ of a unit at full strength; on a map its owner chooses the hex."""
    headquarters = state.headquarters(unit)
    assert headquarters is not None
    side = state.units[unit].side
    back: tuple[Effect, ...] = (
        Recover(headquarters.id, headquarters.full),
        HqLost(unit, 0),
        Moved(headquarters.id, "returned"),
    )
    if state.map is None:
        hand = f"PLACE {headquarters.name} next to a stand of its unit, not next to an enemy"
        return Outcome(back, (words,), (hand,))
    options = tuple((place, f"in {place}", place) for place in places(state, table, unit, anywhere=anywhere))
    place = yield from choose(f"hq {unit}", side, f"place {headquarters.name}", options, POLICY)
    effects = (*back, Place(headquarters.id, place), *taken(state, side, place))
    return Outcome(effects, (words,), (f"PLACE {headquarters.name} {place}",))


def places(state: State, table: Table, unit: str, *, anywhere: bool = False) -> tuple[str, ...]:
    """Return the free hexes next to a stand of the unit, in order of their labels. Hexes next to an enemy are left out.

    If every free hex is next to an enemy and `anywhere` is true, return the free hexes next to an enemy.
    """
    board, side = HexBoard(state, table), state.units[unit].side
    stands = (state.place(stand) for stand in state.living(unit))
    near = {place for here in stands if here is not None for place in neighbours(here)}
    free = [place for place in near if board.passable(place, side) and place not in board.held]
    clear = [place for place in free if place not in board.zones(side).controlled]
    return tuple(sorted(board.grid.label(place) for place in clear or (free if anywhere else ())))
