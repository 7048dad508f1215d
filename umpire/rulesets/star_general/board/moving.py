"""A stand that moves, as rows of a club that give its move another value see it."""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.game.facts import Facts
from umpire.game.rulebook.asked import Answered
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Table

LISTS = ("pace", "retreat")
"""The rows that give a move another value."""


@frozen
class Moving:
    """One stand as it starts its move; `status` is its order, `told` what the table itself asks for."""

    arm: str
    elite: bool
    armoured: bool
    ground: str
    status: str
    day: int
    round: int
    told: Answered


def any_of_moves(table: Table) -> bool:
    """Whether any row is about moves; none in the books."""
    return any(at in table.modifiers.instead for at in LISTS)


def moving(state: State, table: Table, known: Facts, stand: Stand, order: str, *, armoured: bool) -> Moving:
    """The stand as it starts. Raises Mistake for facts that make no sense."""
    place, clock = state.place(stand), state.clock
    ground = state.map.terrain(place) if state.map and place else "open"
    told = table.modifiers.settle(known, LISTS, {stand.id: stand.side}).of(stand.id)
    arm = table.core[stand.kind].arm
    return Moving(arm, stand.elite, armoured, ground, order, clock.day, clock.round, told)
