"""The morale test of a battle group, and the side that has lost by it (BG)."""

from __future__ import annotations

from umpire.core.frozen import replace
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import Line, check
from umpire.core.procedure import Procedure, throw
from umpire.rulesets.asp.acts.order import GroupSituation, about_group
from umpire.rulesets.asp.effects import Effect, Tested
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.state import State
from umpire.rulesets.asp.table import Table
from umpire.rulesets.asp.wide_effects import Tick

situate = about_group("morale", "{} tests its morale")


def objections(sit: GroupSituation) -> tuple[Objection, ...]:
    """A test that nobody owes, or of a group that has failed already (BG-09)."""
    if sit.group.failed:
        return (Objection("BG-09", f"{sit.group.name} has failed: it stays so"),)
    if not sit.group.test:
        return (Objection("BG-03", f"{sit.group.name} owes no test"),)
    return ()


def out_of_turn(state: State, table: Table, sit: GroupSituation) -> tuple[Objection, ...]:
    """A test is taken whenever it falls due, whoever's turn it is (BG-03)."""
    return ()


def test(sit: GroupSituation) -> Procedure[Outcome]:
    """One die for the whole group (BG-05)."""
    group = sit.group
    need = sit.table.grades[group.grade]["morale"]
    line = Line(group.name, need, f"morale of grade {group.grade}", "GRADE-01", "need")
    passed = yield from throw(check("morale", group.side, f"morale of {group.name}", (line,), rule="BG-05"), read=bool)
    effects: tuple[Effect, ...] = (Tested(group.id, passed),)
    tally = ((group.name, "passes" if passed else "fails"),)
    if passed:
        return Outcome(effects, (f"{group.name} passes its test (BG-05)",), tally=tally)
    words = [f"{group.name} fails: it retreats in its own turns and may not initiate fire (BG-06)"]
    after = applied(sit.state, effects)
    if has_lost(after, group.side) and not after.clock.lost:
        failed, groups = _counts(after, group.side)
        words.append(f"{failed} of {groups} battle groups of {group.side} have failed: it has lost the battle (BG-11)")
        effects = (*effects, Tick(replace(after.clock, lost=group.side)))
    return Outcome(effects, tuple(words), tally=tally)


def has_lost(state: State, side: str) -> bool:
    """Whether half of a side's battle groups, rounded up, have failed their test (BG-11)."""
    failed, groups = _counts(state, side)
    return 2 * failed >= groups > 0


def _counts(state: State, side: str) -> tuple[int, int]:
    own = [group for group in state.groups.values() if group.side == side]
    return sum(group.failed for group in own), len(own)
