"""The state of a game: every stand, and the place in the sequence of play."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Any

from umpire.core.frozen import frozen
from umpire.game import naming, records
from umpire.game.clock.ending import Ending
from umpire.game.records import Side, Whole
from umpire.rulesets.plain.file.rules import TOGETHER
from umpire.rulesets.plain.file.table import Rules

if TYPE_CHECKING:
    from umpire.game.clock.when import Moment

Stand = Any
"""A record of `Rules.stand_class`: id, side, type, name, its tracks and marks by name, and whether it is removed."""


@frozen
class Clock:
    """The turn (from 1), the phase and the side that acts; the phase is "over" after the last turn.

    `plays_first` is the side that plays first this turn; "" means the first side of the scenario.
    """

    turn: Annotated[int, Whole(1, 999)] = 1
    phase: str = ""
    side: Side = ""
    plays_first: Side = ""


@frozen
class State:
    """The stands by id, the values of each side, the sides in order, and the clock.

    `later` has the stands that are not on the table yet (see `Family.present`); `stands` does not include these stands.
    `last` is true if the game ends with this turn. `later` and `last` are not stored. `ending` has the scenario's
    settings for the end of the battle.
    """

    stands: Mapping[str, Stand]
    forces: Mapping[str, Any]
    sides: tuple[str, ...]
    clock: Clock
    later: Mapping[str, Stand] = field(default_factory=dict)
    ending: Ending = Ending()
    last: bool = False

    @property
    def in_order(self) -> tuple[str, ...]:
        """The sides in the order in which they play this turn."""
        return in_order(self.sides, self.clock.plays_first)

    def named(self, name: str) -> Stand:
        """Return the stand that a name means. Raises Mistake."""
        found = naming.find(name, self.stands)
        if found is None:
            raise naming.none_such("stand", name, self.stands)
        return found

    def of(self, side: str) -> Iterator[Stand]:
        """Return all stands of a side, including removed stands."""
        return (stand for stand in self.stands.values() if stand.side == side)

    def other(self, side: str) -> str:
        """Return the opposing side. If there are several other sides, return the next side in order."""
        return self.sides[(self.sides.index(side) + 1) % len(self.sides)]

    def of_side(self, rules: Rules, side: str, name: str) -> int:
        """Return a number of a side. `stands` counts the stands in play, `lost` the removed stands, and `turn` is 1 in
        the side's own turn. Any other name means a number that the rules declare, or the full value of such a
        number.
        """
        if name == "turn":
            return self.clock.side == side
        if name in ("stands", "lost"):
            return sum(stand.removed is (name == "lost") for stand in self.of(side))
        if name not in rules.side:
            return rules.side[name.removesuffix("_full")].full
        return int(getattr(self.forces[side], name))

    def owing(self, rules: Rules, ends: Collection[str] = ()) -> Iterator[tuple[str, Stand, str]]:
        """Yield (verb, stand, mark) for each act that a stand must still play.

        `ends` lists the periods that end now, such as `phase` or `turn`. If `ends` is given, acts that may be played
        after these periods are left out.
        """
        for name, verb in rules.owing.items():
            if not ends or rules.mark[name].until in (*ends, "never"):
                yield from (
                    (verb, each, name) for each in self.stands.values() if getattr(each, name) and not each.removed
                )

    @property
    def awake(self) -> Stand | None:
        """The stand that acts now, in a game with woken stands."""
        return next((each for each in self.stands.values() if getattr(each, "awake", False)), None)

    def to_wake(self, side: str) -> list[str]:
        """Return the ids of a side's stands that have not been woken yet."""
        return [each.id for each in self.of(side) if not (each.removed or each.woken)]

    def wakes_next(self, rules: Rules) -> str:
        """Return the side that wakes the next stand; "" if any side may wake the next stand. If the sides alternate, a
        side with no stand left to wake is passed over.
        """
        now = self.awake
        if rules.turn.sides != "alternate" or now is None:
            return "" if rules.turn.sides == "free" else self.clock.side
        other = self.other(now.side)
        return other if self.to_wake(other) else str(now.side)

    def each_of(self, rules: Rules, side: str, name: str, put: Mapping[tuple[str, str], int]) -> list[int]:
        """Return a list with one number for each stand of a side. For a track or mark, removed stands are left out. For
        any other number, removed stands are included.

        `put` maps (id of a stand, name) to a changed value.
        """
        if name not in rules.track and name not in rules.mark:
            return [int(rules.value(stand, name)) for stand in self.of(side)]
        left = (stand for stand in self.of(side) if not put.get((stand.id, "removed"), stand.removed))
        return [int(put.get((stand.id, name), getattr(stand, name))) for stand in left]


def in_order(sides: tuple[str, ...], first: str) -> tuple[str, ...]:
    """Return the sides in their order, beginning with the side `first`. If `first` is "", the order does not change."""
    at = sides.index(first) if first else 0
    return sides[at:] + sides[:at]


def ended_by(before: Clock, after: Clock) -> set[str]:
    """Return a word for each thing that ended between two moments.

    `phase` is always returned, because a phase always ends between the two moments. If a side's turn ended, `side` and
    `own` are added. If the whole turn ended, `turn` is added.
    """
    ended = {"phase"}
    if after.side != before.side or after.turn != before.turn:
        ended |= {"side", "own"}
    return ended | {"turn"} if after.turn != before.turn else ended


def read_state(rules: Rules, plain: Mapping[str, Any]) -> State:
    """Return the state from the game file. The file is not checked here."""
    return State(
        records.rows(rules.stand_class, plain["stands"]),
        {side: records.read(rules.force_class, row) for side, row in plain["forces"].items()},
        tuple(plain["sides"]),
        records.read(Clock, plain["clock"]),
        ending=records.read(Ending, plain.get("ending", {})),
    )


def clock_of(rules: Rules, sides: tuple[str, ...], clock: Clock | None) -> Clock:
    """Return the clock. A missing phase becomes the first phase; a missing side becomes the side that plays first."""
    clock = clock or Clock()
    side = clock.side or clock.plays_first or sides[0]
    return Clock(clock.turn, clock.phase or rules.turn.phases[0], side, clock.plays_first)


def moment(rules: Rules, state: State) -> Moment:
    """Return the present moment of the battle: its turn, its phase and the side to play.

    If all sides play each phase, the last side is returned in every phase after the first, because all sides have then
    begun their turn.
    """
    from umpire.game.clock.when import Moment

    clock, turn = state.clock, rules.turn
    side = clock.side if turn.order == "sides" or clock.phase == turn.phases[0] else state.in_order[-1]
    if turn.order == "stands":
        side = clock.side if turn.sides not in TOGETHER else state.in_order[-1]
    over = clock.phase == "over"
    return Moment(
        "turn",
        clock.turn,
        side=side,
        over=over,
        turns=turn.turns,
        sides=state.in_order,
        phase=clock.phase,
        together=turn.order == "phases",
    )
