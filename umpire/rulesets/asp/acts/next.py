"""The act `next`, which ends a step. The act can also begin the tactical moves of a battle group, or the other side's
turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import HowMany, NotNow
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act
from umpire.game.facts import Facts, TypedLine, one_of
from umpire.game.naming import find
from umpire.rulesets.asp.acts.order import GroupSituation, about_group
from umpire.rulesets.asp.effects import Effect, Tick
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.group.movement import (
    COMMAND,
    STEPS,
    TACTICAL,
    groups_of,
    pending,
    still_to_retreat,
    unordered,
    waiting,
    where,
)
from umpire.rulesets.asp.group.sequence import (
    AIR,
    another_group,
    begun,
    ends_here,
    flies,
    handed_over,
    in_play,
    next_step,
    opened,
)
from umpire.rulesets.asp.state import Position, State
from umpire.rulesets.asp.table import Table


def group_out_of_turn(state: State, table: Table, sit: GroupSituation) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises. After step 1, each battle group of the side to play may
    act once (SEQ-06, SEQ-07).
    """
    clock = state.clock
    stopped = in_play(state)
    if stopped:
        return stopped
    if clock.side != sit.side:
        now = f"the side to play is {clock.side}, not {sit.side}" if clock.turn else "no turn has begun; `order GROUP`"
        return (Objection("SEQ-01", now),)
    if clock.step == COMMAND:
        return (Objection("SEQ-02", f"step 1 is not finished: {_orders(state)}"),)
    if clock.open == sit.group.id:
        return (Objection("SEQ-06", f"{sit.group.name}: it is already making its tactical moves"),)
    finished = tuple(each for each in another_group(state, sit.group) if each.rule == "SEQ-07")
    return (*finished, *_retreats(state, table, clock.open))


def _orders(state: State) -> str:
    return ", ".join(f"`order {group.id}`" for group in unordered(state))


def _retreats(state: State, table: Table, group: str) -> tuple[Objection, ...]:
    """Return the objection to ending the moves of a failed battle group before its stands have moved back (BG-06)."""
    if not group:
        return ()
    stands = still_to_retreat(state, table, state.groups[group])
    if not stands:
        return ()
    named = " ".join(stand.id for stand in stands)
    words = f"{state.groups[group].name}: it retreats, so {named} must move back or be halted: `move {group}`"
    return (Objection("BG-06", words),)


def open_group(sit: GroupSituation) -> Procedure[Outcome]:
    """Return the outcome: the battle group that was acting stops, and the group of `sit` begins its tactical moves."""
    group = sit.group
    effects = opened(sit.state, group.id)
    after = applied(sit.state, effects)
    words = [f"now: {where(after)}"] if after.clock.open == group.id else []
    retreat = still_to_retreat(after, sit.table, group)
    if retreat:
        words.append(
            f"{group.name}: it must retreat; type `move {group.id}`, or `halt` and then the names of its stands (BG-06)"
        )
    left = () if group.cp is None else (f"{group.name}: {group.cp} CP",)
    return settled(Outcome(effects, tuple(words), left, pending(after, sit.table)))


@frozen
class NextSituation(Position):
    """The situation of `next`.

    If `group` is set, that battle group begins its tactical moves. If `group` is "", the current step ends and the step
    with the number `to` begins. If `to` is 1, the other side's turn begins.
    """

    to: int
    group: str = ""

    @property
    def over(self) -> bool:
        """True if the battle is over after this step or turn."""
        return self.to == COMMAND and not self.group and ends_here(self.state)


def goes_on(state: State, table: Table, words: Sequence[str]) -> Sequence[str]:
    """Return the words after `next`. If `next` is typed alone in step 5, the id of the first battle group that can
    still act is added. If no group can still act, `next` alone ends the turn.
    """
    if words or not state.clock.turn or state.clock.step != TACTICAL:
        return words
    return [group.id for group in waiting(state, table)[:1]]


def situate_next(state: State, table: Table, typed: TypedLine) -> NextSituation:
    """Return the situation of `next`, `next 5`, `next tactical`, `next turn` or `next k2` (k2 is a battle group).

    Raises Mistake for a step that cannot come next.
    """
    known, names = Facts(typed), typed.named("")
    if len(names) > 1:
        raise HowMany("only one step may follow `next`", "for example: next tactical")
    clock = state.clock
    if names and (group := find(names[0], state.groups, state.stands)):
        known.finish()
        return NextSituation(_title(state), group.side, known, state, table, TACTICAL, group.id)
    handed = not clock.turn or clock.step == TACTICAL
    following = COMMAND if handed else next_step(state, table)
    to = _step(names[0]) if names else following
    if to != following and (handed or to <= clock.step):
        raise NotNow(
            f"next {names[0]}: this is not the next step; now: {where(state)}",
            f"`next` begins step {following}",
            word=names[0],
            here=bool(clock.turn) and to == clock.step,
        )
    if to in AIR and to != following and not flies(state, table):
        raise NotNow(f"next {names[0]}: the side {clock.side} has no aircraft", "next tactical", word=names[0])
    known.finish()
    return NextSituation(_title(state), clock.side, known, state, table, to)


def _title(state: State) -> str:
    playing = state.clock.turn and not state.clock.over
    return f"End of {where(state)}" if playing else f"Next step: {where(state)}"


def _step(word: str) -> int:
    """Return the number of the step that a word means. The word is this number or the first word of the step's name."""
    steps = {str(step): step for step in STEPS} | {
        words.replace(",", "").lower().split()[0]: step for step, (_, words) in STEPS.items()
    }
    return one_of("next", {**steps, "turn": COMMAND})(word.lower())


def next_objections(sit: NextSituation) -> tuple[Objection, ...]:
    """Return the objections to `next`: morale tests, orders and retreats of battle groups that are still to do."""
    state = sit.state
    if sit.group:
        return group_out_of_turn(state, sit.table, _opening(sit))
    stopped = in_play(state)
    if stopped:
        return stopped
    if unordered(state):
        return (Objection("SEQ-02", f"still to roll for step 1: {_orders(state)}"),)
    if state.clock.step < TACTICAL:
        return ()
    return tuple(each for group in groups_of(state, state.clock.side) for each in _retreats(state, sit.table, group.id))


def _opening(sit: NextSituation) -> GroupSituation:
    """Return the situation in which a battle group begins its tactical moves."""
    return GroupSituation(sit.title, sit.side, sit.known, sit.state, sit.table, sit.state.groups[sit.group])


def next_phase(sit: NextSituation) -> Procedure[Outcome]:
    """Return the outcome: the next step, the moves of the next battle group, or the other side's turn begins."""
    if sit.group:
        return open_group(_opening(sit))
    state, table, clock = sit.state, sit.table, sit.state.clock
    effects: tuple[Effect, ...]
    words: tuple[str, ...] = ()
    instructions: tuple[str, ...] = ()
    if not clock.turn:
        effects = begun(state, clock.first or next(iter(state.sides), ""))
    elif clock.step == TACTICAL:
        effects, words, instructions = handed_over(state, table)
    else:
        effects = (Tick(replace(clock, step=sit.to, done=(), open="")),)
        skipped = [STEPS[step][1] for step in range(clock.step + 1, sit.to) if step not in AIR or flies(state, table)]
        words = (f"skipped: {', '.join(skipped)}",) if skipped else ()
    after = applied(state, effects)
    orders = tuple(f"order {group.id}" for group in unordered(after))
    return settled(Outcome(effects, (*words, f"now: {where(after)}"), instructions, (*pending(after, table), *orders)))


ACTS = {
    "activate": Act(
        verb="activate",
        words="Begin the tactical moves of a battle group, and end the moves of the previous group",
        usage="activate GROUP",
        situate=about_group("activate", "Tactical moves of {}"),
        procedure=open_group,
        asks=False,
        out_of_turn=group_out_of_turn,
    ),
    "next": Act(
        verb="next",
        words="Go on to the next step, the next battle group in step 5, or the other side's turn",
        usage="next | next 5 | next march|fighters|bombers|tactical | next GROUP | next turn",
        situate=situate_next,
        objections=next_objections,
        procedure=next_phase,
        asks=False,
        expanded=goes_on,
    ),
}
