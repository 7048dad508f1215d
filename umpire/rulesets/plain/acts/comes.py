"""The next phase of the clock, and the automatic effects at the beginning or end of a turn or phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.core.frozen import replace
from umpire.game.facts import Facts, TypedLine
from umpire.rulesets.plain.acts.env import Names, Playing, Progress
from umpire.rulesets.plain.acts.steps import worked_out
from umpire.rulesets.plain.effects import Put, PutSide, Tick, apply
from umpire.rulesets.plain.file.plan import ActPlan
from umpire.rulesets.plain.file.rules import ALTERNATE, TOGETHER, TURN_ENDS, Comes
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.state import Clock, State, ended_by, in_order


def following(rules: Rules, state: State, clock: Clock) -> Clock:
    """Return the clock after this phase."""
    sides = in_order(state.sides, clock.plays_first)
    phases, sides_first = rules.turn.phases, rules.turn.order != "phases"
    if rules.turn.order == "stands" and rules.turn.sides in TOGETHER:
        sides, clock = sides[:1], replace(clock, side=sides[0])
    phase, side = phases.index(clock.phase), sides.index(clock.side)
    ways = [(a, b) for a in range(len(phases)) for b in range(len(sides))]
    ways = sorted(ways, key=lambda way: way[1]) if sides_first else ways
    at = ways.index((phase, side)) + 1
    if at < len(ways):
        return replace(clock, phase=phases[ways[at][0]], side=sides[ways[at][1]])
    if state.last or (rules.turn.turns and clock.turn >= rules.turn.turns):
        return replace(clock, phase="over")
    first = _first(rules, state, clock.plays_first)
    return Clock(clock.turn + 1, phases[0], first or state.sides[0], first)


def _first(rules: Rules, state: State, was: str) -> str:
    """Return the side that plays first in the next turn.

    Depending on the rules, this is the side that played first in this turn, the next side in order, or the side for
    which a formula gives the highest number. In a tie, the tied side that played last in this turn plays first in the
    next turn.
    """
    plan, sides = rules.first, in_order(state.sides, was)
    if plan is None:
        return sides[1] if rules.turn.first == ALTERNATE else was
    formula = plan.steps[0].formulas["let"]
    return max(reversed(sides), key=lambda side: formula.value(Names(_played_by(rules, state, side, plan, {}))))


def _played_by(rules: Rules, state: State, side: str, plan: ActPlan, roles: dict[str, Any]) -> Playing:
    """Return the situation of an automatic effect."""
    return Playing("", side, Facts(TypedLine({}, {})), rules, state, plan, roles, {}, {}, {})


def ticked(rules: Rules, state: State, ticks: Sequence[Clock]) -> tuple[tuple[Any, ...], tuple[str, ...], State]:
    """Move the clock on by these steps. Return the effects, the words, and the state after the last step.

    The rows of `[turn] comes` that apply at these steps add their own effects.
    """
    effects: tuple[Any, ...] = ()
    words: tuple[str, ...] = ()
    for _ in ticks:
        clock = following(rules, state, state.clock)
        over = clock.phase == "over"
        if over or clock.turn != state.clock.turn:
            more, said, state = _come_all(rules, state, {TURN_ENDS})
            effects, words = (*effects, *more), (*words, *said)
            clock = following(rules, state, state.clock)  # these effects may change the side that plays first
        begins = ended_by(state.clock, clock)
        effects += (Tick(clock),)
        state = apply(rules, state, effects[-1:])
        more, said, state = _come_all(rules, state, set() if over else begins)
        effects, words = (*effects, *more), (*words, *said)
    return effects, words, state


def _come_all(rules: Rules, state: State, at: set[str]) -> tuple[tuple[Any, ...], tuple[str, ...], State]:
    """Return the effects and words of the rows that apply at these moments, and the state after these effects."""
    effects: tuple[Any, ...] = ()
    words: tuple[str, ...] = ()
    for row, plan in rules.comes:
        if row.at in at and row.phase in ("", state.clock.phase):
            going = _come(rules, state, row, plan)
            more = tuple(
                (PutSide if whose in state.forces else Put)(whose, name, int(to)) for (whose, name), to in going.put
            )
            effects, words = (*effects, *more), (*words, *dict.fromkeys(going.words))
            words += tuple(hand for _, hand in going.instructions)
            state = apply(rules, state, more)
    return effects, words, state


def _come(rules: Rules, state: State, row: Comes, plan: ActPlan) -> Progress:
    """Return the result of one row. The row applies once for each stand, once for each side, or only once.

    At the beginning of a side's turn, the row applies only to that side.
    """
    sides = (state.clock.side,) if row.at == "side" or row.each == "" else state.sides
    going = Progress()
    for side in sides:
        stands = [stand for stand in state.of(side) if not stand.removed] if row.each == "stand" else [None]
        for stand in stands:
            roles = {"stand": stand} if stand else {}
            sit = _played_by(rules, state, side, plan, roles)
            going = worked_out(
                sit, plan.steps[0], Progress(put=going.put, words=going.words, instructions=going.instructions)
            )
    return going
