"""The effects at the beginning of a turn, a side's turn or a phase, without dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.game.facts import Facts, TypedLine
from umpire.rulesets.plain.acts.env import Playing, Progress
from umpire.rulesets.plain.acts.steps import worked_out
from umpire.rulesets.plain.effects import Put, PutSide, Tick, apply
from umpire.rulesets.plain.file.plan import ActPlan
from umpire.rulesets.plain.file.rules import Comes
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.state import Clock, State, ended_by


def ticked(rules: Rules, state: State, ticks: Sequence[Clock]) -> tuple[tuple[Any, ...], tuple[str, ...], State]:
    """Return the effects and words of the clock going on and of the rows that then apply, and the state after them."""
    effects: tuple[Any, ...] = ()
    words: tuple[str, ...] = ()
    for clock in ticks:
        begins = ended_by(state.clock, clock)
        effects += (Tick(clock),)
        state = apply(rules, state, effects[-1:])
        for row, plan in rules.comes if clock.phase != "over" else ():
            if row.at in begins and row.phase in ("", clock.phase):
                going = _come(rules, state, row, plan)
                more = tuple(
                    (PutSide if whose in state.forces else Put)(whose, name, int(to)) for (whose, name), to in going.put
                )
                effects, words = (*effects, *more), (*words, *dict.fromkeys(going.words))
                words += tuple(hand for _, hand in going.instructions)
                state = apply(rules, state, more)
    return effects, words, state


def _come(rules: Rules, state: State, row: Comes, plan: ActPlan) -> Progress:
    """Return the result of one row: for each stand of the side that begins, or of all sides; for that side or each; or
    once.
    """
    sides = (state.clock.side,) if row.at == "side" or row.each == "" else state.sides
    going = Progress()
    for side in sides:
        stands = [stand for stand in state.of(side) if not stand.removed] if row.each == "stand" else [None]
        for stand in stands:
            roles = {"stand": stand} if stand else {}
            sit = Playing("", side, Facts(TypedLine({}, {})), rules, state, plan, roles, {}, {}, {})
            going = worked_out(
                sit, plan.steps[0], Progress(put=going.put, words=going.words, instructions=going.instructions)
            )
    return going
