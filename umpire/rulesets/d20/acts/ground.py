"""How much of its move an element uses: ground, obstacles, sideways and backward movement (D20-MOV)."""

from __future__ import annotations

from fractions import Fraction

from umpire.core.frozen import frozen
from umpire.rulesets.d20.measure import shown
from umpire.rulesets.d20.state import Element
from umpire.rulesets.d20.table import Table


@frozen
class Leg:
    """A stretch over one kind of ground: what it is called, how far, and the allowance there (0: no entry)."""

    ground: str
    distance: int | Fraction
    allowance: Fraction

    @property
    def share(self) -> Fraction:
        """The share of a whole move it takes; ground that may not be entered takes a whole one (D20-MOV-06)."""
        return Fraction(self.distance) / self.allowance if self.allowance else Fraction(1)


def is_vehicle(table: Table, element: Element) -> bool:
    """Whether it drives, so that it is slower to its side and rear (D20-MOV-05)."""
    return table.types[element.row].vehicle or element.armoured or element.soft


def allowance(table: Table, element: Element, column: str, *, reverse: bool) -> Fraction:
    """How far it goes in a whole move on that column; half of it for a vehicle to its side or rear."""
    full = Fraction(table.types[element.row].allowance[column])
    return full / table.limits["reverse"] if reverse and is_vehicle(table, element) else full


def obstacles_share(table: Table, count: int) -> Fraction:
    """What crossing linear obstacles takes: half the allowance, whatever the ground, each time (D20-MOV-04)."""
    return Fraction(count, table.limits["linear_obstacle"])


def in_words(legs: tuple[Leg, ...], obstacles: int) -> str:
    """`open 6, rough 1, 1 obstacle`."""
    parts = [f"{leg.ground} {shown(leg.distance)}" for leg in legs]
    parts += [f"{obstacles} obstacle{'s' if obstacles > 1 else ''}"] if obstacles else []
    return ", ".join(parts)


def shares_in_words(legs: tuple[Leg, ...], obstacles: int, table: Table) -> str:
    """`open 6 of 8 (3/4), 1 obstacle (1/2)`."""
    parts = [f"{leg.ground} {shown(leg.distance)} of {shown(leg.allowance)} ({leg.share})" for leg in legs]
    parts += [f"{in_words((), obstacles)} ({obstacles_share(table, obstacles)})"] if obstacles else []
    return ", ".join(parts)


def left_in_words(table: Table, element: Element, share: Fraction) -> str:
    """How far it still goes with what is left of its move: `open 2, rough 1`."""
    found = []
    for column in table.grounds:
        far = allowance(table, element, column, reverse=False) * share
        found += [f"{column} {shown(far)}"] if far else []
    return ", ".join(found)
