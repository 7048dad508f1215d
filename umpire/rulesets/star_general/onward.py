"""What is on now ends: the activation, a side's guns, the artillery phase, the night."""

from __future__ import annotations

from dataclasses import replace

from umpire.core.mistakes import Mistake
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure, choose
from umpire.game.facts import Known, Told
from umpire.rulesets.star_general.activate import HQ_POLICY, TurnSituation, hq_places
from umpire.rulesets.star_general.effects import Effect, HqLost, NewRound, Place, Recover, Tick, apply
from umpire.rulesets.star_general.sequence import end_of_round, finish_active, to_activate, units_in_play, where
from umpire.rulesets.star_general.state import State
from umpire.rulesets.star_general.table import Table


def situate_next(state: State, table: Table, told: Told) -> TurnSituation:
    """`next`: what is on now ends."""
    if told.named(""):
        raise Mistake("next takes no names", "next")
    known = Known(told)
    known.finish()
    return TurnSituation(state, table, f"On from {where(state)}", "", "", known)


def next_objections(sit: TurnSituation) -> tuple[Objection, ...]:
    """What is still owed before play may move on."""
    state, rules = sit.state, sit.table.rules
    clock = state.clock
    if clock.phase == "over":
        return (Objection(rules["activation"], "the battle is over", tell="clock.phase"),)
    if clock.phase == "orders":
        return (Objection(rules["reveal"], "the orders are not revealed: `order reveal`"),)
    waiting = [unit for unit in to_activate(state) if unit.id != clock.active]
    if clock.phase in ("retreats", "activations") and waiting and not clock.active:
        names = ", ".join(unit.name for unit in waiting)
        return (Objection(rules["activation"], f"still to be activated: {names}: `activate`"),)
    return ()


def next_phase(sit: TurnSituation) -> Procedure[Outcome]:
    """The activation, a side's guns, the artillery phase or the night ends; lost HQs come back overnight."""
    state, clock = sit.state, sit.state.clock
    if clock.phase == "night":
        return (yield from _new_day(sit))
    effects: tuple[Effect, ...]
    if clock.phase == "orders":
        effects = (Tick(replace(clock, phase="activations")),)
    elif clock.phase == "artillery":
        effects = _after_guns(state)
    else:
        artillery = (Tick(replace(clock, phase="artillery", active="", last="", run=0, side="")),)
        effects = finish_active(state) or artillery
    return _on(state, effects)


def _on(state: State, effects: tuple[Effect, ...], words: tuple[str, ...] = (), hands: tuple[str, ...] = ()) -> Outcome:
    """Where play has got to, and who has still to act."""
    after = apply(state, effects)
    owed = tuple(f"activate {unit.name}" for unit in to_activate(after)) if after.clock.phase == "activations" else ()
    return Outcome(effects, (*words, f"now: {where(after)}"), hands, owed)


def _new_day(sit: TurnSituation) -> Procedure[Outcome]:
    """Any order may be given; a unit that lost its HQ has it back, whatever is around it (TSG-6-11, 3SG-6-10)."""
    state, rule = sit.state, sit.table.rules["hq_overnight"]
    effects: tuple[Effect, ...] = ()
    hands: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    for unit in units_in_play(state):
        headquarters = state.headquarters(unit.id)
        if headquarters is None or headquarters.alive:
            continue
        effects = (*effects, Recover(headquarters.id, headquarters.full), HqLost(unit.id, 0))
        words = (*words, f"{unit.name} has its HQ back ({rule})")
        now = apply(state, effects)
        places = (hq_places(now, unit.id) or hq_places(now, unit.id, anywhere=True)) if state.map else ()
        place = ""
        if places:
            options = tuple((label, f"in {label}", label) for label in places)
            place = yield from choose(f"hq {unit.id}", unit.side, f"place {headquarters.name}", options, HQ_POLICY)
            effects = (*effects, Place(headquarters.id, place))
        hands = (*hands, f"PLACE {headquarters.name} {place or 'next to a stand of its unit'}")
    return _on(state, (*effects, *end_of_night(state)), words, hands)


def _after_guns(state: State) -> tuple[Effect, ...]:
    """The other side's guns if they have not had their turn, else the round is over."""
    clock = state.clock
    others = tuple(side for side in state.forces if side != clock.side)
    if clock.side and clock.run == 0 and others:
        return (Tick(replace(clock, side=others[0], run=1)),)
    return end_of_round(state)


def end_of_night(state: State) -> tuple[Effect, ...]:
    """A new day: everything fresh, any order may be given (TSG-9.3-01, 3SG-8-10)."""
    clock = state.clock
    day = replace(clock, day=clock.day + 1, round=1, count=clock.count + 1, phase="orders", side="")
    return (NewRound(), Tick(day))
