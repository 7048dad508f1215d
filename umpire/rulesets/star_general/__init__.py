"""Two Star General and Three Star General: one family, two tables.

Rooms, each importing only those before it: table, state, effects; board; turn; combat; acts; before; between,
scenario, listing, reference, whatif, range; cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from umpire.game.act import Family, Plain
from umpire.game.gamefile.public import Hidden

if TYPE_CHECKING:
    from umpire.core.hexes import Hex
    from umpire.core.outcome import Follow, Head, Listing
    from umpire.game.maps import Map
    from umpire.game.maps.drawn import Position
    from umpire.game.naming import Named
    from umpire.game.roster import Paper
    from umpire.game.variation import Variation, Yardstick
    from umpire.rulesets.star_general.state import State
    from umpire.rulesets.star_general.table import Table


class StarGeneral(Family["State", "Table"]):
    """The rules of both books."""

    ACTS: ClassVar = {
        "order": ("acts.order", "Orders for the round: laid, shown, revealed."),
        "activate": ("acts.activate", "The next activation: initiative and formation."),
        "move": ("acts.move", "Move, shuffle or retreat."),
        "swap": ("acts.swap", ""),
        "reach": ("acts.reach", ""),
        "fire": ("combat.fire", "Distant fire: dice, hits, losses."),
        "assault": ("combat.fire", "Close combat: fall back and pursuit too."),
        "artillery": ("acts.artillery", "The artillery phase: who is first, shots, moves, planes."),
        "night": ("acts.night", "The night of one side: recovery and rearranging."),
        "next": ("acts.next", ""),
    }
    BOOKKEEPING = frozenset({"last", "run", "second"})
    SECRET: ClassVar = {("units", "marker"): Hidden(dict.fromkeys("MHDR", "face down"))}
    EFFECTS = ("effects",)

    def read_table(self, rows: Mapping[str, Any]) -> Table:
        from umpire.rulesets.star_general.table import read_table

        return read_table(rows)

    def sections(self) -> Mapping[str, Any]:
        from umpire.rulesets.star_general.table import sections

        return sections()

    def read_state(self, plain: Plain, game_map: Map | None) -> State:
        from umpire.rulesets.star_general.state import read_state

        return read_state(plain, game_map)

    def public(self, plain: Plain, *, mapped: bool) -> Plain:
        from umpire.rulesets.star_general.between import come

        shown = super().public(plain, mapped=mapped)
        return come(shown) if mapped else shown

    def apply(self, state: State, effects: tuple[Any, ...], table: Table) -> State:
        from umpire.rulesets.star_general.effects import apply

        return apply(state, effects, table)

    def gone(self, state: State) -> frozenset[str]:
        return frozenset(stand.id for stand in state.stands.values() if not stand.alive)

    def hands(self, before: State, after: State) -> tuple[str, ...]:
        from umpire.rulesets.star_general.between import hands

        return hands(before, after)

    def names(self, state: State) -> Mapping[str, str]:
        from umpire.rulesets.star_general.state import names

        return names(state)

    def named(self, state: State) -> Mapping[str, Named]:
        from umpire.rulesets.star_general.state import named

        return named(state)

    def standing(self, state: State, name: str, place: str) -> State:
        from umpire.rulesets.star_general.board.observer import standing

        return standing(state, name, place)

    def members(self, state: State, name: str) -> tuple[str, ...]:
        return tuple(stand.id for stand in state.living(name))

    def follows(self, state: State, table: Table, told: Mapping[str, Mapping[str, str]]) -> tuple[Follow, ...]:
        from umpire.rulesets.star_general.turn.headquarters import by_hand

        return by_hand(state, table, told)

    def verb(self, state: State, table: Table, words: tuple[str, ...]) -> str:
        from umpire.rulesets.star_general.turn.now import verb

        return verb(state, words)

    def status(self, state: State, table: Table, name: str) -> tuple[Listing, ...]:
        from umpire.rulesets.star_general.listing import status

        return status(state, table, name)

    def head(self, state: State, table: Table, *, clock: bool) -> Head:
        from umpire.rulesets.star_general.listing import head

        return head(state, table, clock=clock)

    def now(self, state: State, table: Table) -> Listing:
        from umpire.rulesets.star_general.turn.now import now

        return now(state, table)

    def brief(self, state: State, table: Table) -> str:
        from umpire.rulesets.star_general.turn.now import brief

        return brief(state)

    def comes_next(self, state: State, table: Table) -> str:
        from umpire.rulesets.star_general.turn.now import comes_next

        return comes_next(state, table)

    def seen(self, state: State, table: Table, name: str) -> tuple[str, ...]:
        from umpire.rulesets.star_general.listing import seen

        return seen(state, table, name)

    def goals(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[str, ...]:
        from umpire.rulesets.star_general.acts.reach import goals

        return goals(state, table, words[0]) if verb == "move" and state.map and words else ()

    def sheet(self, table: Table, state: State | None) -> tuple[Listing, ...]:
        from umpire.rulesets.star_general.reference import sheet

        return sheet(table, state)

    def paper(self) -> Paper[State, Table]:
        from umpire.rulesets.star_general.cards import PAPER

        return PAPER

    def on_board(self, state: State) -> Mapping[Hex, tuple[str, str]]:
        from umpire.rulesets.star_general.board.board import on_board

        return on_board(state)

    def laid_out(self, state: State, table: Table) -> Position:
        from umpire.rulesets.star_general.board.laid_out import laid_out

        return laid_out(state, table)

    def zone_of(self, state: State, side: str) -> tuple[Hex, ...]:
        from umpire.rulesets.star_general.board.board import zone_of

        return zone_of(state, side)

    def variations(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
        from umpire.rulesets.star_general.whatif import variations

        return variations(state, table, verb, words)

    def yardsticks(self, situation: Any) -> tuple[Yardstick, ...]:
        from umpire.rulesets.star_general.whatif import yardsticks

        return yardsticks(situation)


FAMILY = StarGeneral()
