"""ASP World War 2: battle groups of twelve stands, detection, tactical initiative, fire from both sides.

Rooms, each importing only those before it: table, scene, state, effects, wide_effects; field; group; fire; air;
acts; before; between, listing, scenario, reference, whatif; cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from umpire.game.act import Family, Plain
from umpire.game.gamefile.public import Hidden

if TYPE_CHECKING:
    from umpire.core.outcome import Follow, Head, Listing
    from umpire.game.maps import Map
    from umpire.game.naming import Named
    from umpire.game.roster import Paper
    from umpire.game.variation import Variation, Yardstick
    from umpire.rulesets.asp.state import State
    from umpire.rulesets.asp.table import Table


class Asp(Family["State", "Table"]):
    """The rules of the book and its optional modules."""

    ACTS: ClassVar = {
        "army": ("field.army", ""),
        "setup": ("field.setting_up", ""),
        "order": ("acts.order", "Step 1 of a battle group: command points, recovery."),
        "march": ("acts.march", ""),
        "activate": ("acts.next", "A battle group begins its tactical moves."),
        "move": ("acts.move", ""),
        "bus": ("acts.bus", ""),
        "debus": ("acts.bus", ""),
        "halt": ("acts.morale", ""),
        "cross": ("acts.cross", ""),
        "fire": ("fire.situate", "An engagement: detection, initiative, shots."),
        "artillery": ("acts.artillery", "A battery fires, or lays smoke or light."),
        "air": ("air.flights", ""),
        "morale": ("acts.morale", ""),
        "night": ("acts.night", "Hour, season, weather, and the detection in force."),
        "next": ("acts.next", "The next step, or the turn of the other side."),
    }
    BOOKKEEPING = frozenset({"hit", "fired", "flew", "smoke_turn", "light_turn"})
    SECRET: ClassVar = {
        ("marks", "kind"): Hidden(dict.fromkeys(("anti-tank", "anti-personnel"), "obstacle"), until="declared")
    }
    EFFECTS = ("effects", "wide_effects")

    def read_table(self, rows: Mapping[str, Any]) -> Table:
        from umpire.rulesets.asp.table import read_table

        return read_table(rows)

    def sections(self) -> Mapping[str, Any]:
        from umpire.rulesets.asp.table import sections

        return sections()

    def read_state(self, plain: Plain, game_map: Map | None) -> State:
        from umpire.rulesets.asp.state import read_state

        return read_state(plain)  # distances are told in this game: a map says nothing here

    def apply(self, state: State, effects: tuple[Any, ...], table: Table) -> State:
        from umpire.rulesets.asp.effects import apply

        return apply(state, effects)

    def follows(self, state: State, table: Table, told: Mapping[str, Mapping[str, str]]) -> tuple[Follow, ...]:
        from umpire.rulesets.asp.acts.bus import by_hand

        return by_hand(state, told)

    def gone(self, state: State) -> frozenset[str]:
        return frozenset(stand.id for stand in state.stands.values() if stand.destroyed)

    def hands(self, before: State, after: State) -> tuple[str, ...]:
        from umpire.rulesets.asp.between import hands

        return hands(before, after)

    def names(self, state: State) -> Mapping[str, str]:
        from umpire.rulesets.asp.state import names

        return names(state)

    def named(self, state: State) -> Mapping[str, Named]:
        from umpire.rulesets.asp.state import named

        return named(state)

    def members(self, state: State, name: str) -> tuple[str, ...]:
        return tuple(stand.id for stand in state.of_group(name))

    def verb(self, state: State, table: Table, words: tuple[str, ...]) -> str:
        from umpire.rulesets.asp.group.now import verb

        return verb(state, table, words)

    def status(self, state: State, table: Table, name: str) -> tuple[Listing, ...]:
        from umpire.rulesets.asp.listing import status

        return status(state, table, name)

    def head(self, state: State, table: Table, *, clock: bool) -> Head:
        from umpire.rulesets.asp.listing import head

        return head(state, table, clock=clock)

    def now(self, state: State, table: Table) -> Listing:
        from umpire.rulesets.asp.group.now import now

        return now(state, table)

    def brief(self, state: State, table: Table) -> str:
        from umpire.rulesets.asp.group.now import brief

        return brief(state)

    def comes_next(self, state: State, table: Table) -> str:
        from umpire.rulesets.asp.group.now import comes_next

        return comes_next(state, table)

    def seen(self, state: State, table: Table, name: str) -> tuple[str, ...]:
        from umpire.rulesets.asp.listing import seen

        return seen(state, name)

    def sheet(self, table: Table, state: State | None) -> tuple[Listing, ...]:
        from umpire.rulesets.asp.reference import sheet

        return sheet(table, state)

    def paper(self) -> Paper[State, Table]:
        from umpire.rulesets.asp.cards import PAPER

        return PAPER

    def variations(self, state: State, table: Table, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
        from umpire.rulesets.asp.whatif import variations

        return variations(state, table, verb, words)

    def yardsticks(self, situation: Any) -> tuple[Yardstick, ...]:
        from umpire.rulesets.asp.whatif import yardsticks

        return yardsticks(situation)

    def severity(self) -> Sequence[str]:
        from umpire.rulesets.asp.fire.results import severity

        return severity()


FAMILY = Asp()
