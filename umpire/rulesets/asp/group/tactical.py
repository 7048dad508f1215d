"""A tactical move of step 5: whose turn it is, what is paid for it, what is owed after it (SEQ-06, CP-07 to 10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from umpire.core.frozen import frozen
from umpire.core.outcome import Objection, Outcome
from umpire.rulesets.asp.effects import Effect
from umpire.rulesets.asp.effects import apply as applied
from umpire.rulesets.asp.group.account import Bill, settle_up, unpaid
from umpire.rulesets.asp.group.sequence import begins, turn_of
from umpire.rulesets.asp.group.whereabouts import TACTICAL, owed
from umpire.rulesets.asp.state import Group, Position, Stand, State
from umpire.rulesets.asp.table import Table


@frozen
class Tactical(Position):
    """Stands that act in step 5: `groups` are their battle groups, `bills` what is paid (None: no account is kept)."""

    groups: tuple[Group, ...]
    bills: tuple[Bill | None, ...]


def out_of_turn(state: State, table: Table, sit: Tactical) -> tuple[Objection, ...]:
    """Tactical moves are step 5, battle group by battle group, with command points that are there."""
    return not_now(state, table, sit.groups, sit.bills)


def not_now(state: State, table: Table, groups: Sequence[Group], bills: Sequence[Bill | None]) -> tuple[Objection, ...]:
    """Why these battle groups may make no tactical move now, or not pay for it."""
    found = tuple(each for group in groups for each in turn_of(state, group, TACTICAL))
    no_dice = tuple(each for group in groups for each in unthrown(state, group))
    return (*found, *no_dice, *unpaid(table, [each for each in bills if each]))


def unthrown(state: State, group: Group) -> tuple[Objection, ...]:
    """Why nothing can be paid: the battle group has thrown no command points (CP-01). Silent out of its turn."""
    if group.cp is None and not group.retreating and state.clock.side == group.side and state.clock.step > 1:
        return (Objection("CP-01", f"{group.name} has thrown no command points: `order {group.id}`"),)
    return ()


def held(stand: Stand, *, closer: bool, tactical: bool = True) -> Iterator[Objection]:
    """What holds a stand that would move: it has marched (CP-10), or is pinned or repulsed and goes closer."""
    if stand.marched and tactical:
        yield Objection("CP-10", f"{stand.name} has marched this turn: no tactical move")
    if closer and stand.pinned:
        yield Objection("STAT-04", f"{stand.name} is pinned: no closer to the enemy")
    if closer and stand.repulsed:
        yield Objection("STAT-14", f"{stand.name} is repulsed: no closer to the enemy")


def done(
    sit: Tactical,
    effects: Sequence[Effect],
    hands: Sequence[str],
    words: Sequence[str] = (),
    first: Sequence[Effect] = (),
) -> Outcome:
    """The outcome of tactical moves: they are begun and paid for (`first` before that), then these effects."""
    paid, left = settle_up(sit.state, sit.bills)
    every = (*begins(sit.state, sit.groups[0].id), *first, *paid, *effects)
    return Outcome(every, tuple(words), (*hands, *left), owed(applied(sit.state, every), sit.table))
