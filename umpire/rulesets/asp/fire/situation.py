"""Who fires at whom and all it hangs on, as plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from umpire.core.frozen import frozen
from umpire.game.facts import Known
from umpire.rulesets.asp.fire.calling import Call
from umpire.rulesets.asp.fire.detection import Look, Seen
from umpire.rulesets.asp.fire.shot import Shot
from umpire.rulesets.asp.group.options import Taking
from umpire.rulesets.asp.state import Group, Stand
from umpire.rulesets.asp.table import Table, Type


@frozen
class Conditions:
    """What both stands share; `distance` is in metres, None if one is off the table, `radar` the sides that have it."""

    distance: int | None
    light: str
    weather: str
    radar: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Party:
    """One of the two stands as it is there: its weapon's row, how it is to be seen, the arc it shows its opponent.

    `sees` is whether it can see its opponent at all. An `off_table` stand has no distance to anybody (DEP-03).
    """

    stand: Stand
    group: Group
    type: Type
    row: str
    seen: Seen
    arc: str
    sees: bool
    off_table: bool

    @property
    def name(self) -> str:
        """What the stand is called."""
        return self.stand.name

    @property
    def side(self) -> str:
        """Whose it is."""
        return self.group.side


@dataclass(frozen=True, eq=False)
class Firer(Party):
    """A party as shooter at the other.

    `base` is the score it requires before modifiers, None if no effect is possible; `base_words` how it is come by.
    `unable` is why it may not shoot even if it has found its opponent, "" if it may (FIRE-05).
    """

    shot: Shot
    base: int | None
    base_words: str
    in_range: bool
    in_arc: bool
    unable: str
    look: Look


@dataclass(frozen=True, eq=False)
class FireSituation:
    """An engagement before the first die: shooter and target, each as shooter at the other.

    `aboard` are the stands each of the two carries, by its id; `shaken` counts for each battle group that may suffer
    how many stands are repulsed, and how many are pinned or repulsed (BG-01, BG-02). `distance` is in metres, None
    where one of them is off the table. `call` is how a battery selected its target (CALL-01). `option` is the
    tactical option the shooter takes.
    """

    table: Table
    shooter: Firer
    target: Firer
    distance: int | None
    call: Call
    aboard: Mapping[str, tuple[Stand, ...]]
    groups: Mapping[str, Group]
    shaken: Mapping[str, tuple[int, int]]
    option: Taking
    known: Known
    scale: str = ""

    @property
    def title(self) -> str:
        """Who fires at whom."""
        away = "" if self.distance is None else f", {self.distance} m" if self.distance else ", in contact"
        option = f", option {self.shooter.shot.option}" if self.shooter.shot.option else ""
        return f"{self.shooter.name} fires at {self.target.name}{away}{option}"

    @property
    def side(self) -> str:
        """The side of the shooter."""
        return self.shooter.side

    @property
    def also(self) -> tuple[str, ...]:
        """Nothing else could have been named: an engagement is of two stands (FIRE-01)."""
        return ()
