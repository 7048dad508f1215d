"""The act `next`: the phase ends and the next phase begins (D20-TURN)."""

from __future__ import annotations

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import BadValue, NotNow, did_you_mean
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure
from umpire.game.act import Act, Situation
from umpire.game.facts import Facts, TypedLine
from umpire.rulesets.d20.close.overrun import in_contact, overrunning
from umpire.rulesets.d20.effects import Tick, apply, effects_of
from umpire.rulesets.d20.state import Clock, Element, State
from umpire.rulesets.d20.table import Table, fall_back_moves
from umpire.rulesets.d20.turn import (
    following,
    may_words,
    objectives_words,
    pending,
    to_fall_back,
    unfought,
    where,
)


@frozen
class NextSituation(Situation):
    """The end of a phase. `steps` has the phases that begin, one after another. Play goes on in the last of these
    phases.
    """

    steps: tuple[Clock, ...]
    state: State
    table: Table

    @property
    def over(self) -> bool:
        """True if the game is over after these phases."""
        return self.steps[-1].phase == "over"


def situate(state: State, table: Table, typed: TypedLine) -> NextSituation:
    """Return the situation of `next`, or of `next` with the name of a phase, such as `next movement`.

    Raises Mistake for any other word.
    """
    known = Facts(typed)
    known.finish()
    names = typed.named("")
    wanted = names[0].lower() if names else ""
    if wanted.isdecimal() and 0 < int(wanted) <= len(table.phases):
        wanted = list(table.phases)[int(wanted) - 1]
    if len(names) > 1 or (wanted and wanted not in table.phases):
        raise BadValue(
            f"next {' '.join(names)}: there is no phase with this name",
            did_you_mean(wanted, list(table.phases)),
            word=" ".join(names),
        )
    if state.clock.phase == "over" and state.clock.turn:
        raise NotNow(
            "the game is over", "`umpire undo` takes back the end of the game; `set clock phase=command` plays on"
        )
    steps = [following(state, table)]
    while wanted and steps[-1].phase not in (wanted, "over"):
        steps.append(following(replace(state, clock=steps[-1]), table))
    title = f"{where(state, table)}: ends" if state.clock.turn else "the first turn"
    return NextSituation(title, state.clock.side or state.sides[0], known, tuple(steps), state, table)


def objections(sit: NextSituation) -> tuple[Objection, ...]:
    """Return the objections: fall-back moves still to make, and close combats still to fight."""
    found = [
        Objection(
            "RES-02", f"{one.name}: it must first make {fall_back_moves(one.fall_back_owed)}: {to_fall_back(one)}"
        )
        for one in sit.state.in_play()
        if one.fall_back_owed
    ]
    state, pairs = sit.state, list[tuple[Element, Element]]()
    for clock in sit.steps:  # in its state when the phases begin, without the marks of an earlier turn
        if state.clock.turn and state.clock.phase == "combat":
            pairs += [pair for pair in unfought(state, sit.table) if pair not in pairs]
        state = apply(state, (Tick(clock),))
    for one, other in pairs:
        how = f"assault {one.id} at {other.id}"
        found.append(Objection("CC-04", f"{one.name} and {other.name} are in contact and must fight first: {how}"))
    return tuple(found)


def next_phase(sit: NextSituation) -> Procedure[Outcome]:
    """Return the outcome: the next phase begins.

    If a Movement phase ends, non-combat elements in contact with the enemy are overrun first.
    """
    before = sit.state.clock
    last = [one for one in (before, *sit.steps[:-1]) if one.phase == "movement" and one.turn]
    outcome = Outcome()
    if last:
        outcome = yield from overrunning(sit.state, in_contact(sit.state))
    ticks, clock = tuple(Tick(one) for one in sit.steps), sit.steps[-1]
    after = apply(sit.state, (*effects_of(outcome), *ticks))
    words = [*_skipped(sit), *outcome.words]
    if clock.phase == "over":
        now = "end of the last turn"
        words += filter(None, (objectives_words(after), after.victory))
    else:
        now = where(after, sit.table)
        phase = sit.table.phases[clock.phase]
        words += [f"{phase.steps} ({phase.rule})", may_words(after, sit.table)]
    return replace(
        outcome,
        effects=(*outcome.effects, *ticks),
        words=tuple(words),
        instructions=(*outcome.instructions, now),
        pending=pending(after, sit.table),
    )


def _skipped(sit: NextSituation) -> tuple[str, ...]:
    """Return the phases that are skipped, by side: `skipped: Allied command, fire, close combat`."""
    passed: dict[str, list[str]] = {}
    for clock in sit.steps[:-1]:
        passed.setdefault(clock.side, []).append(sit.table.phases[clock.phase].words.removesuffix(" phase"))
    text = "; ".join(f"{side} {', '.join(phases)}" for side, phases in passed.items())
    return (f"skipped: {text}",) if text else ()


ACT = Act(
    verb="next",
    words="end the phase and begin the next phase",
    usage="next [command|fire|combat|movement, or 1 to 4]",
    situate=situate,
    objections=objections,
    procedure=next_phase,
)
