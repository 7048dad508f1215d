"""d20 elements: one element a vehicle, a squad or a gun, one twenty-sided die a throw.

Rooms, each importing only those before it: measure; table; state; effects; fates; pools; turn; fire; close; acts;
before; scenario; listing; reference; whatif.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from umpire.game.act import Family, Plain

if TYPE_CHECKING:
    from umpire.core.outcome import Follow, Head, Listing
    from umpire.game.maps import Map
    from umpire.game.naming import Named
    from umpire.game.roster import Paper
    from umpire.game.variation import Variation, Yardstick
    from umpire.rulesets.d20.state import State
    from umpire.rulesets.d20.table import Table


class D20(Family["State", "Table"]):
    """The rules of the sheet."""

    ACTS: ClassVar = {
        "order": ("acts.by_hand", "Communication, in your own words."),
        "activate": ("acts.activate", "The command phase: tests to remove suppression."),
        "move": ("acts.move", "Elements move, mount, limber or fall back."),
        "overrun": ("close.overrun", ""),
        "fire": ("fire.fire", "One element fires at another: AP, or HE and small arms."),
        "assault": ("close.assault", ""),
        "artillery": ("acts.by_hand", "Smoke and support fire, in your own words."),
        "air": ("acts.by_hand", "Air support, in your own words."),
        "night": ("acts.by_hand", "The night, in your own words."),
        "next": ("acts.next", "The phase ends and the next one begins."),
    }
    BOOKKEEPING = frozenset({"done", "stood", "touches"})
    EFFECTS = ("effects",)

    def read_table(self, rows: Mapping[str, Any]) -> Table:
        from umpire.rulesets.d20.table import read_table

        return read_table(rows)

    def sections(self) -> Mapping[str, Any]:
        from umpire.rulesets.d20.table import sections

        return sections()

    def read_state(self, plain: Plain, game_map: Map | None) -> State:
        from umpire.rulesets.d20.state import read_state

        return read_state(plain)  # distances are told: a map is not used

    def apply(self, state: State, effects: tuple[Any, ...], table: Table) -> State:
        from umpire.rulesets.d20.effects import apply

        return apply(state, effects, table)

    def follows(self, state: State, table: Table, told: Mapping[str, Mapping[str, str]]) -> tuple[Follow, ...]:
        from umpire.rulesets.d20.fates import by_hand

        return by_hand(state, told)

    def gone(self, state: State) -> frozenset[str]:
        return frozenset(one.id for one in state.elements.values() if one.removed)

    def hands(self, before: State, after: State) -> tuple[str, ...]:
        from umpire.rulesets.d20.listing import hands

        return hands(before, after)

    def names(self, state: State) -> Mapping[str, str]:
        named = {one.id: one.name for one in state.elements.values()}
        return named | {one.id: one.name for one in state.objectives.values()}

    def named(self, state: State) -> Mapping[str, Named]:
        from umpire.rulesets.d20.state import named

        return named(state)

    def verb(self, state: State, table: Table, words: tuple[str, ...]) -> str:
        from umpire.rulesets.d20.turn import verb

        return verb(state, words)

    def status(self, state: State, table: Table, name: str) -> tuple[Listing, ...]:
        from umpire.rulesets.d20.listing import status

        return status(state, table, name)

    def head(self, state: State, table: Table, *, clock: bool) -> Head:
        from umpire.rulesets.d20.listing import head

        return head(state, table, clock=clock)

    def now(self, state: State, table: Table) -> Listing:
        from umpire.rulesets.d20.turn import now

        return now(state, table)

    def brief(self, state: State, table: Table) -> str:
        from umpire.rulesets.d20.turn import brief

        return brief(state)

    def comes_next(self, state: State, table: Table) -> str:
        from umpire.rulesets.d20.turn import comes_next

        return comes_next(state, table)

    def seen(self, state: State, table: Table, name: str) -> tuple[str, ...]:
        from umpire.rulesets.d20.listing import seen

        return seen(state, name)

    def clock_runs(self, state: State) -> bool:
        return state.clock.turn > 0

    def sheet(self, table: Table, state: State | None) -> tuple[Listing, ...]:
        from umpire.rulesets.d20.reference import sheet

        return sheet(table, state)

    def paper(self) -> Paper[State, Table]:
        from umpire.rulesets.d20.fire.cards import PAPER

        return PAPER

    def variations(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
        from umpire.rulesets.d20.whatif import variations

        return variations(state, table, verb, words)

    def yardsticks(self, situation: Any) -> tuple[Yardstick, ...]:
        from umpire.rulesets.d20.whatif import yardsticks

        return yardsticks(situation)

    def severity(self) -> Sequence[str]:
        from umpire.rulesets.d20.fates import Fate

        return tuple(fate for fate in Fate if fate.comes_to is fate)


FAMILY = D20()
