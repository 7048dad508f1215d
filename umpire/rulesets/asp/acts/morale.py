"""The morale test of a battle group, the defeat of a side by failed tests, and the halt of retreating stands (BG)."""

from __future__ import annotations

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import HowMany
from umpire.core.outcome import Objection, Outcome
from umpire.core.pools import DiceLine, check
from umpire.core.procedure import Procedure, settled, throw
from umpire.game.act import Act
from umpire.game.facts import Facts, TypedLine
from umpire.rulesets.asp.acts.order import GroupSituation, about_group
from umpire.rulesets.asp.effects import Effect, Halted, Tested, Tick
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.group.account import bill
from umpire.rulesets.asp.group.movement import find_stands, off_table, retreats
from umpire.rulesets.asp.group.sequence import Tactical, done, out_of_turn
from umpire.rulesets.asp.state import Group, Stand, State
from umpire.rulesets.asp.table import Table


def objections(sit: GroupSituation) -> tuple[Objection, ...]:
    """Return the objection to a morale test: the group has already failed a test (BG-09), or no test is due."""
    if sit.group.failed:
        return (Objection("BG-09", f"{sit.group.name}: it has already failed, so there is no second test"),)
    if not sit.group.test:
        return (Objection("BG-03", f"{sit.group.name}: it has no morale test to make"),)
    return ()


def test(sit: GroupSituation) -> Procedure[Outcome]:
    """Return the outcome of the morale test. One die is rolled for the whole battle group (BG-05)."""
    group = sit.group
    need = sit.table.grades[group.grade]["morale"]
    line = DiceLine(group.name, need, f"morale of grade {group.grade}", "GRADE-01", "need")
    passed = yield from throw(check("morale", group.side, f"morale of {group.name}", (line,), rule="BG-05"), read=bool)
    effects: tuple[Effect, ...] = (Tested(group.id, passed),)
    tally = ((group.name, "passes" if passed else "fails"),)
    if passed:
        return Outcome(effects, (f"{group.name}: passed (BG-05)",), tally=tally)
    words = [f"{group.name}: failed its morale test, so it retreats in its own turns and may not initiate fire (BG-06)"]
    after = applied(sit.state, effects)
    if has_lost(after, sit.table, group.side) and not after.clock.lost:
        failed, groups = _counts(after, group.side)
        failures = f"{group.side}: {failed} of {groups} battle groups have failed a morale test"
        part = sit.table.sections["shares"]["battle_lost"]
        words.append(f"{failures} ({part} % or more), so the battle is lost (BG-11)")
        effects = (*effects, Tick(replace(after.clock, lost=group.side)))
    return Outcome(effects, tuple(words), tally=tally)


def has_lost(state: State, table: Table, side: str) -> bool:
    """Return whether at least half of a side's battle groups have failed their morale test (BG-11)."""
    failed, groups = _counts(state, side)
    return bool(100 * failed >= table.sections["shares"]["battle_lost"] * groups > 0)


def _counts(state: State, side: str) -> tuple[int, int]:
    every = (*state.groups.values(), *state.later.values())  # later arrivals have not failed
    own = [group for group in every if isinstance(group, Group) and group.side == side]
    return sum(group.failed for group in own), len(own)


@frozen
class HaltSituation(Tactical):
    """Retreating stands that are halted for this turn."""

    stands: tuple[Stand, ...]


def situate_halt(state: State, table: Table, typed: TypedLine) -> HaltSituation:
    """Return the situation of `halt t1 t2`. Raises Mistake for a wrong line."""
    known = Facts(typed)
    if not typed.named(""):
        raise HowMany("the name of a stand to halt is missing", "for example: halt t1 t2")
    stands, groups = find_stands(state, typed.named(""))
    cost = table.limits["halt_cost"]
    bills = tuple(bill(known, state, table, stand, "", plain_cp=cost) for stand in stands)
    known.finish()
    title = "Halted: " + ", ".join(stand.name for stand in stands)
    return HaltSituation(title, groups[0].side, known, state, table, groups, bills, stands)


def halt_objections(sit: HaltSituation) -> tuple[Objection, ...]:
    """Return the objections to a halt. Only a stand that must retreat and has not yet moved this turn can be halted."""
    found = []
    for stand in sit.stands:
        group = sit.state.groups[stand.group]
        if not retreats(sit.state, group):
            found.append(Objection("BG-08", f"{group.name}: it is not retreating, so no stand can be halted"))
        elif off_table(sit.table, stand):
            found.append(Objection("BG-12", f"{stand.name}: it is off the table, so it does not retreat"))
        elif stand.moved and sit.state.clock.turn:
            found.append(Objection("BG-08", f"{stand.name}: it already moved this turn"))
        elif stand.halted:
            found.append(Objection("BG-08", f"{stand.name}: it is already halted"))
    return tuple(dict.fromkeys(found))


def halt(sit: HaltSituation) -> Procedure[Outcome]:
    """Return the outcome of halting the stands. No die is rolled."""
    names = ", ".join(stand.name for stand in sit.stands)
    instructions = [f"{names}: halted"]
    return settled(done(sit, [Halted(stand.id) for stand in sit.stands], instructions))


ACTS = {
    "morale": Act(
        verb="morale",
        words="The morale test of a battle group",
        usage="morale GROUP",
        adds_to="morale",
        situate=about_group("morale", "Morale test of {}"),
        objections=objections,
        procedure=test,
    ),
    "halt": Act(
        verb="halt",
        words="Halt stands of a battle group that failed its morale test; each stand costs a command point",
        usage="halt STAND...",
        facts={"hq": "metres from the stands to their headquarters"},
        situate=situate_halt,
        objections=halt_objections,
        procedure=halt,
        asks=False,
        out_of_turn=out_of_turn,
    ),
}
