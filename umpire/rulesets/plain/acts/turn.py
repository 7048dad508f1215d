"""The sequence of play of a rule file: the point of play, and the act `next`, which ends a phase."""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, NotNow, did_you_mean
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Procedure
from umpire.game.act import Act, Situation
from umpire.game.facts import Facts, TypedLine
from umpire.rulesets.plain.acts.comes import following, ticked
from umpire.rulesets.plain.acts.victory import new_victories
from umpire.rulesets.plain.effects import table_instructions
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.state import Clock, Stand, State, ended_by


@frozen
class Next(Situation):
    """The end of a phase, and the clock afterwards."""

    rules: Rules
    state: State
    ticks: tuple[Clock, ...]

    @property
    def over(self) -> bool:
        """True if the game is over after this phase."""
        return self.ticks[-1].phase == "over"


def where(state: State, rules: Rules) -> str:
    """Return the turn, the side and the phase: `turn 2 of 6, Red: shoot`."""
    clock = state.clock
    if clock.phase == "over":
        return "the game is over"
    turns = f" of {rules.turn.turns}" if rules.turn.turns else ""
    return f"turn {clock.turn}{turns}, {clock.side}: {clock.phase.replace('_', ' ')}"


def ends(rules: Rules, state: State, what: str) -> list[Clock]:
    """Return the clock at each step until a phase, a side's turn or the whole turn has ended."""
    ticks = [following(rules, state, state.clock)]
    while what != "phase" and ticks[-1].phase != "over" and what not in ended_by(state.clock, ticks[-1]):
        ticks.append(following(rules, state, ticks[-1]))
    return ticks


def typed(rules: Rules, verb: str, id: str) -> str:
    """Return the line to type for an act that is due.

    Dots stand for the other roles of the act: `grapple medusa at ...`.
    """
    after = (f"{role.after} ..." for role in rules.act(verb).row.role.values() if role.after)
    return " ".join((verb, id, *after))


def newly_owing(rules: Rules, before: State, after: State) -> tuple[str, ...]:
    """Return the lines to type for acts that have become due."""
    owing = after.owing(rules)
    new = [(verb, each.id) for verb, each, mark in owing if not getattr(before.stands[each.id], mark)]
    return tuple(typed(rules, verb, id) for verb, id in new)


def situate(rules: Rules, state: State, typed: TypedLine) -> Next:
    """Return the situation of `next`, or of `next fight`, which ends every phase before the phase `fight`.

    Raises Mistake.
    """
    known = Facts(typed)
    known.finish()
    names = [name.lower() for name in typed.named("")]
    wanted = names[0] if names else ""
    if len(names) > 1 or (wanted and wanted not in rules.turn.phases):
        raise BadValue(
            f"next {' '.join(names)}: there is no phase with this name",
            did_you_mean(wanted, list(rules.turn.phases)),
            word=" ".join(names),
        )
    if state.clock.phase == "over":
        raise NotNow("the game is over", "`umpire undo` takes back the end of the game")
    ticks = [following(rules, state, state.clock)]
    while wanted and ticks[-1].phase not in (wanted, "over"):
        ticks.append(following(rules, state, ticks[-1]))
    return Next(f"End of {where(state, rules)}", state.clock.side, known, rules, state, tuple(ticks))


def objections(sit: Next) -> tuple[Objection, ...]:
    """Return the objections: acts that must be played before these phases end, each with the line to type."""
    state, rules = sit.state, sit.rules
    if not rules.owing:
        return ()
    ends = {"phase", "side", "own", "turn"} if sit.over else ended_by(state.clock, sit.ticks[-1])
    due = [*state.owing(rules, ends), *(each for each in state.owing(rules) if _last_chance(sit, *each))]
    return tuple(
        Objection(
            rules.act(verb).row.rule or rules.turn.rule,
            f"{stand.name}: {rules.mark[mark].words}; type {typed(rules, verb, stand.id)}",
        )
        for verb, stand, mark in dict.fromkeys(due)
    )


def _last_chance(sit: Next, verb: str, stand: Stand, mark: str) -> bool:
    """Return whether this phase is the last phase in which the act that is due can be played in time."""
    rules, state, phases = sit.rules, sit.state, sit.rules.act(verb).row.phase
    if state.clock.phase not in phases:
        return False
    clock = sit.ticks[-1]
    while clock.phase != "over" and not {rules.mark[mark].until, "turn"} & ended_by(state.clock, clock):
        if clock.phase in phases:
            return False
        clock = following(rules, state, clock)
    return True


def procedure(sit: Next) -> Procedure[Outcome]:
    """Return the outcome: the clock moves on, and marks whose time has ended are removed."""
    effects, words, after = ticked(sit.rules, sit.state, sit.ticks)
    now = where(after, sit.rules)
    words += ("end of the last turn",) if after.clock.phase == "over" else ()
    words += new_victories(sit.rules, sit.state, after)
    owed = newly_owing(sit.rules, sit.state, after) if sit.rules.owing else ()
    return Outcome(effects, words, (*table_instructions(sit.rules, sit.state, after), now), owed)
    yield  # a procedure that asks nothing


def next_act(rules: Rules) -> Act[State, Rules, Next]:
    """Return the act `next` of any rule file."""
    return Act(
        verb="next",
        words="end the phase and begin the next one",
        usage=f"next [{'|'.join(rules.turn.phases)}]",
        situate=lambda state, table, told: situate(rules, state, told),
        procedure=procedure,
        objections=objections,
        asks=False,
    )
