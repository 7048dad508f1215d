"""The sequence of play: the side to play, the next step, and tactical moves with their payment (SEQ)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import REMOVE, Objection, Outcome
from umpire.game.clock.ending import RULE, points_of
from umpire.rulesets.asp.effects import Calm, Command, Effect, Fresh, HalfWay, Lift, Setting, Tick, Unpin, changed
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.field.light import anew, detection_words, lit_at, part_of_day
from umpire.rulesets.asp.group.account import Bill, settle_up, unpaid
from umpire.rulesets.asp.group.movement import STEPS, TACTICAL, groups_of, over, pending, where
from umpire.rulesets.asp.state import Clock, Group, Position, Stand, State, clock_words, is_aircraft
from umpire.rulesets.asp.table import Table

AIR = (3, 4)
"""The steps of aircraft."""


def in_play(state: State) -> tuple[Objection, ...]:
    """Return the objections to any act: the battle is over, or a morale test is still to do (BG-03)."""
    if state.clock.over:
        return (Objection("BG-11" if state.clock.lost else RULE, over(state)),)
    tests = [group for group in state.groups.values() if group.test]
    return tuple(Objection("BG-03", f"{group.name}: test morale first: `morale {group.id}`") for group in tests)


def turn_of(state: State, group: Group, step: int) -> tuple[Objection, ...]:
    """Return the objections to an act of `step` by a battle group: it is another side's turn, it is another step, or
    another group is acting in step 5.
    """
    stopped = in_play(state)
    clock = state.clock
    rule, what = STEPS[step]
    if stopped:
        return stopped
    if not clock.turn:
        return (Objection("SEQ-02", "no turn has begun; `order GROUP` begins the turn of the group's side"),)
    if clock.side != group.side:
        return (Objection("SEQ-01", f"the side to play is {clock.side}, not {group.side}"),)
    if clock.step != step:
        how = f"; `activate {group.id}` begins them" if step == TACTICAL and clock.step > 1 else ""
        return (Objection(rule, f"{what} belong to step {step}; now: {where(state)}{how}"),)
    if step != TACTICAL or clock.open == group.id:
        return ()
    return another_group(state, group)


def another_group(state: State, group: Group) -> tuple[Objection, ...]:
    """Return the objections to a group that begins its tactical moves: the group has already finished these moves, or
    another group is still moving (SEQ-06, SEQ-07).
    """
    clock = state.clock
    if group.id in clock.done:
        return (Objection("SEQ-07", f"{group.name}: it has finished its tactical moves"),)
    if clock.open:
        now = state.groups[clock.open].name
        words = f"{now}: it is still making its tactical moves; `activate {group.id}` ends them"
        return (Objection("SEQ-06", words),)
    return ()


def opened(state: State, group: str) -> tuple[Effect, ...]:
    """Return the effects when `group` begins its tactical moves. The group that was acting ends its tactical moves."""
    clock = state.clock
    if not clock.turn or clock.open == group or clock.side != state.groups[group].side:
        return ()
    done = (*clock.done, clock.open) if clock.open else clock.done
    done = done if clock.step == TACTICAL else ()
    half_way = tuple(HalfWay(stand.id, "") for stand in state.of_group(clock.open) if stand.option)
    return (*half_way, Tick(replace(clock, step=TACTICAL, open=group, done=done)))


def begins(state: State, group: str) -> tuple[Effect, ...]:
    """Return the effects that begin the tactical moves of a group when its first stand acts.

    Outside step 5, or if a group is already acting, there are no effects.
    """
    clock = state.clock
    ready = clock.step == TACTICAL and not clock.open and group not in clock.done
    return opened(state, group) if ready and clock.turn else ()


def next_step(state: State, table: Table) -> int:
    """Return the number of the next step.

    A side without aircraft skips the aircraft steps. The number 6 means the other side's turn.
    """
    step = state.clock.step + 1
    return TACTICAL if step in AIR and not flies(state, table) else step


def flies(state: State, table: Table) -> bool:
    """Return whether the side to play has an aircraft left."""
    stands = [stand for group in groups_of(state, state.clock.side) for stand in state.of_group(group.id)]
    return any(is_aircraft(table, stand) for stand in stands)


def begun(state: State, side: str) -> tuple[Effect, ...]:
    """Return the effects that begin the first turn. `side` plays first in this turn (SEQ-01)."""
    fresh = tuple(Fresh(group.id) for group in groups_of(state, side))
    return (*fresh, Tick(Clock(turn=1, first=side, side=side)))


def handed_over(state: State, table: Table) -> tuple[tuple[Effect, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the effects, words and instructions when a player turn ends and the next side's turn begins.

    Unspent command points are lost (CP-06). Stands of other sides that were not hit in this turn are no longer pinned
    (STAT-06). The stands of the next side no longer count as moving (DET-09).
    """
    clock = state.clock
    sides = state.sides
    following = sides[(sides.index(clock.side) + 1) % len(sides)]
    effects: list[Effect] = []
    words: list[str] = []
    instructions: list[str] = []
    for group in groups_of(state, clock.side):
        effects += [HalfWay(stand.id, "") for stand in state.of_group(group.id) if stand.option]
        if group.cp:
            words.append(f"{group.name}: {group.cp} command points not spent, lost (CP-06)")
        effects.append(Command(group.id, None))
    for stand in no_longer_pinned(state, table):
        effects.append(unpin := Unpin(stand.id))
        instructions += changed(stand, unpin.on(stand))
    effects.append(Calm())
    lifted, taken = ends_with(state, clock.side)
    hour, light = later(state, table)
    effects += [*lifted, *hour]
    instructions += taken
    words += light
    effects += [Fresh(group.id) for group in groups_of(state, following)]
    turn = clock.turn + (following == clock.first)
    effects += ended(state) if ends_here(state) else [Tick(Clock(turn=turn, first=clock.first, side=following))]
    return tuple(effects), tuple(words), tuple(instructions)


def ends_here(state: State) -> bool:
    """Return whether the scenario ends the battle at the end of this player turn."""
    clock, sides = state.clock, state.sides
    return state.last and clock.turn > 0 and sides[(sides.index(clock.side) + 1) % len(sides)] == clock.first


def ended(state: State) -> tuple[Any, ...]:
    """Return the effect that ends the battle because the scenario says so."""
    return (Tick(replace(state.clock, ended=True)),)


def points(state: State) -> Mapping[str, int]:
    """Return the victory points of each side for its stands that have left the table."""
    groups = {**state.groups, **state.later}
    stands = (one for one in (*state.stands.values(), *state.later.values()) if isinstance(one, Stand))
    return points_of(stands, state.ending.leaves, lambda one: str(groups[one.group].side))


def later(state: State, table: Table) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """Return the effects and words for the time that has passed in a player turn (SCALE-04): the new hour, and a change
    of light. If the hour is not known, nothing is returned.
    """
    minute = state.scene.minute
    if minute is None:
        return (), ()
    after = (minute + table.limits["turn_minutes"]) % (24 * 60)
    effects: list[Effect] = [Setting("minute", after)]
    words: list[str] = []
    light = lit_at(table, state.scene.season, after)
    if light and light != lit_at(table, state.scene.season, minute):
        effects += anew(state)
        part = part_of_day(table, state.scene.season, after)
        words.append(f"{clock_words(after)}: {detection_words(table, light, part)}")
    return tuple(effects), tuple(words)


def ends_with(state: State, side: str) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """Return the effects and words that remove marks at the end of this side's player turn: its own smoke and the
    enemy's light (SMK-02).
    """
    gone = [
        mark
        for mark in state.scene.marks.values()
        if (mark.kind == "smoke" and mark.side == side) or (mark.kind == "light" and mark.side != side)
    ]
    words = tuple(
        f"{REMOVE} {mark.kind} {mark.id} at {mark.where} ({'SMK-02' if mark.kind == 'smoke' else 'ILL-04'})"
        for mark in gone
    )
    return tuple(Lift(mark.id) for mark in gone), words


def no_longer_pinned(state: State, table: Table) -> tuple[Stand, ...]:
    """Return the stands of other sides that are no longer pinned, because no shot of this turn has hit them
    (STAT-06).
    """
    if table.options["pin_clear"] != "end_of_enemy_turn":
        return ()
    waiting = [stand for stand in state.stands.values() if stand.pinned and not stand.hit and not stand.destroyed]
    return tuple(stand for stand in waiting if state.groups[stand.group].side != state.clock.side)


@frozen
class Tactical(Position):
    """Stands that act in step 5.

    `groups` has the battle groups of the stands. `bills` has the payment of each stand, None if points are not counted.
    """

    groups: tuple[Group, ...]
    bills: tuple[Bill | None, ...]


def out_of_turn(state: State, table: Table, sit: Tactical) -> tuple[Objection, ...]:
    """Return the objections that the sequence of play raises. Tactical moves belong to step 5 and cost command points.
    Battle groups make these moves one after another.
    """
    return not_now(state, table, sit.groups, sit.bills)


def not_now(state: State, table: Table, groups: Sequence[Group], bills: Sequence[Bill | None]) -> tuple[Objection, ...]:
    """Return the objections to tactical moves of these battle groups now, and to the payment of these moves."""
    found = tuple(each for group in groups for each in turn_of(state, group, TACTICAL))
    no_dice = tuple(each for group in groups for each in unthrown(state, group))
    return (*found, *no_dice, *unpaid(state, table, [each for each in bills if each]))


def unthrown(state: State, group: Group) -> tuple[Objection, ...]:
    """Return the objection to an act of a group that has not rolled command points (CP-01). If it is not the turn of
    the group's side, there is no objection.
    """
    if group.cp is None and not group.retreating and state.clock.side == group.side and state.clock.step > 1:
        return (
            Objection("CP-01", f"{group.name}: its command points have not been rolled yet; type `order {group.id}`"),
        )
    return ()


def held(stand: Stand, *, closer: bool, tactical: bool = True) -> Iterator[Objection]:
    """Yield the objections to a move of a stand.

    A stand that has marched may not make a tactical move (CP-10). A pinned or repulsed stand may not move closer to the
    enemy.
    """
    if stand.marched and tactical:
        yield Objection(
            "CP-10", f"{stand.name}: it has marched this turn, so it may not make a tactical move", passes=True
        )
    if closer and stand.pinned:
        yield Objection("STAT-04", f"{stand.name}: it is pinned, so it may not move closer to the enemy")
    if closer and stand.repulsed:
        yield Objection("STAT-14", f"{stand.name}: it is repulsed, so it may not move closer to the enemy")


def done(
    sit: Tactical,
    effects: Sequence[Effect],
    instructions: Sequence[str],
    words: Sequence[str] = (),
    first: Sequence[Effect] = (),
) -> Outcome:
    """Return the outcome of tactical moves.

    The outcome has these effects in order: the beginning of the group's tactical moves, then `first`, then the payment,
    then `effects`.
    """
    paid, left = settle_up(sit.state, sit.bills)
    over = unpaid(
        sit.state, sit.table, [each for each in sit.bills if each]
    )  # a free sequence refuses nothing, but shows it
    words = (*words, *(f"{each.words} ({each.rule})" for each in over))
    every = (*begins(sit.state, sit.groups[0].id), *first, *paid, *effects)
    return Outcome(every, tuple(words), (*instructions, *left), pending(applied(sit.state, every), sit.table))
