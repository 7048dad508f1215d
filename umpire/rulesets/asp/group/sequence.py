"""The sequence of play: whose turn it is, what is out of turn, what comes next (SEQ)."""

from __future__ import annotations

from umpire.core.frozen import replace
from umpire.core.outcome import Objection
from umpire.rulesets.asp.effects import Command, Effect, HalfWay, Unpin
from umpire.rulesets.asp.field.light import ends_with, later
from umpire.rulesets.asp.group.whereabouts import STEPS, TACTICAL, groups_of, over, where
from umpire.rulesets.asp.hands import changed
from umpire.rulesets.asp.state import Clock, Group, Stand, State
from umpire.rulesets.asp.table import Table
from umpire.rulesets.asp.wide_effects import Calm, Fresh, Tick


def in_play(state: State) -> tuple[Objection, ...]:
    """Why nothing at all may be done now but throw a test: the battle is over, or a test is owed (BG-03)."""
    if state.clock.lost:
        return (Objection("BG-11", over(state)),)
    tests = [group for group in state.groups.values() if group.test]
    return tuple(Objection("BG-03", f"{group.name} must test first: `morale {group.id}`") for group in tests)


def turn_of(state: State, group: Group, step: int) -> tuple[Objection, ...]:
    """Why a battle group may not do now what belongs to this step; for step 5 also because another group is at it."""
    stopped = in_play(state)
    clock = state.clock
    rule, what = STEPS[step]
    if stopped:
        return stopped
    if not clock.turn:
        return (Objection("SEQ-02", "no turn has begun: `order GROUP` begins that of its side"),)
    if clock.side != group.side:
        return (Objection("SEQ-01", f"it is the turn of {clock.side}, not of {group.side}"),)
    if clock.step != step:
        how = f"; `activate {group.id}` goes on to them" if step == TACTICAL and clock.step > 1 else ""
        return (Objection(rule, f"now: {where(state)}; {what} are step {step}{how}"),)
    if step != TACTICAL or clock.open == group.id:
        return ()
    return another_group(state, group)


def another_group(state: State, group: Group) -> tuple[Objection, ...]:
    """Why a battle group may not begin its tactical moves: it has finished, or another is at it (SEQ-06, SEQ-07)."""
    clock = state.clock
    if group.id in clock.done:
        return (Objection("SEQ-07", f"{group.name} has finished its tactical moves"),)
    if clock.open:
        now = state.groups[clock.open].name
        words = f"{now} is making its tactical moves; `activate {group.id}` finishes them"
        return (Objection("SEQ-06", words),)
    return ()


def opened(state: State, group: str) -> tuple[Effect, ...]:
    """`activate`: a battle group begins its tactical moves, the one before has finished. Nothing without a turn."""
    clock = state.clock
    if not clock.turn or clock.open == group or clock.side != state.groups[group].side:
        return ()
    done = (*clock.done, clock.open) if clock.open else clock.done
    done = done if clock.step == TACTICAL else ()
    half_way = tuple(HalfWay(stand.id, "") for stand in state.of_group(clock.open) if stand.option)
    return (*half_way, Tick(replace(clock, step=TACTICAL, open=group, done=done)))


def begins(state: State, group: str) -> tuple[Effect, ...]:
    """The first tactical move of a battle group opens it, where step 5 has come and none is open."""
    clock = state.clock
    ready = clock.step == TACTICAL and not clock.open and group not in clock.done
    return opened(state, group) if ready and clock.turn else ()


def next_step(state: State, table: Table) -> int:
    """The step that follows: those of aircraft are passed over by a side that has none; 6 is the other side's turn."""
    step = state.clock.step + 1
    stands = [stand for group in groups_of(state, state.clock.side) for stand in state.of_group(group.id)]
    flies = any(table.type(stand.type).kind == "aircraft" for stand in stands)
    return TACTICAL if step in (3, 4) and not flies else step


def begun(state: State, side: str) -> tuple[Effect, ...]:
    """The first turn begins, with this side (SEQ-01)."""
    fresh = tuple(Fresh(group.id) for group in groups_of(state, side))
    return (*fresh, Tick(Clock(turn=1, first=side, side=side)))


def handed_over(state: State, table: Table) -> tuple[tuple[Effect, ...], tuple[str, ...], tuple[str, ...]]:
    """A player turn ends and the other side's begins: what that changes, what is said of it, what hands do.

    Unspent command points are lost (CP-06); a pin is lifted off the stands of the other sides that nobody hit in this
    turn (STAT-06); who moved in its own last turn is forgotten once that side's next begins (DET-09).
    """
    clock = state.clock
    sides = state.sides
    following = sides[(sides.index(clock.side) + 1) % len(sides)]
    effects: list[Effect] = []
    words: list[str] = []
    hands: list[str] = []
    for group in groups_of(state, clock.side):
        effects += [HalfWay(stand.id, "") for stand in state.of_group(group.id) if stand.option]
        if group.cp:
            words.append(f"{group.name} loses {group.cp} unspent (CP-06)")
        effects.append(Command(group.id, None))
    for stand in no_longer_pinned(state, table):
        effects.append(unpin := Unpin(stand.id))
        hands += changed(stand, unpin.on(stand))
    effects.append(Calm())
    lifted, taken = ends_with(state, clock.side)
    hour, light = later(state, table)
    effects += [*lifted, *hour]
    hands += taken
    words += light
    effects += [Fresh(group.id) for group in groups_of(state, following)]
    turn = clock.turn + (following == clock.first)
    effects.append(Tick(Clock(turn=turn, first=clock.first, side=following)))
    return tuple(effects), tuple(words), tuple(hands)


def no_longer_pinned(state: State, table: Table) -> tuple[Stand, ...]:
    """The pinned stands of the sides not on turn that no shot of this turn pinned or repulsed (STAT-06)."""
    if table.options["pin_clear"] != "end_of_enemy_turn":
        return ()
    waiting = [stand for stand in state.stands.values() if stand.pinned and not stand.hit and not stand.destroyed]
    return tuple(stand for stand in waiting if state.groups[stand.group].side != state.clock.side)
