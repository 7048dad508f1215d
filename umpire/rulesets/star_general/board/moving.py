"""Facts about a moving stand. House rules that change moves use these facts."""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.game.facts import Facts
from umpire.game.rulebook.asked import Answered
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Table

LISTS = ("pace", "retreat")
"""The lists of rows that give a move another value."""


@frozen
class Moving:
    """One stand at the start of its move.

    `status` is the order of the stand; `told` holds the facts that rows of the table ask for.
    """

    arm: str
    elite: bool
    armoured: bool
    ground: str
    status: str
    day: int
    round: int
    told: Answered


def any_of_moves(table: Table) -> bool:
    """Return whether any row of the table changes moves; only house rules have such rows."""
    return any(at in table.modifiers.instead for at in LISTS)


def moving(state: State, table: Table, facts: Facts, stand: Stand, order: str, *, armoured: bool) -> Moving:
    """Return the facts of a stand at the start of its move. Raises Mistake for facts that make no sense."""
    place, clock = state.place(stand), state.clock
    ground = state.map.terrain(place) if state.map and place else "open"
    told = table.modifiers.settle(facts, LISTS, {stand.id: stand.side}).of(stand.id)
    arm = table.core[stand.kind].arm
    return Moving(arm, stand.elite, armoured, ground, order, clock.day, clock.round, told)
