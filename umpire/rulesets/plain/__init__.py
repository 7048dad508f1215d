"""The family of rules that people write themselves. The family is made from the rows of one TOML file
(docs/decisions/0013).

A module may import only modules that come before it in this order: file; state; effects; acts; before; scenario;
listing; sheet; cards; whatif; check.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from umpire.game.act import Family, Plain
from umpire.game.clock.arrivals import ARRIVE, LEAVE
from umpire.game.clock.effect import NOW
from umpire.game.clock.off_board import Comers

if TYPE_CHECKING:
    from umpire.core.outcome import Head, Listing
    from umpire.game.act import Act
    from umpire.game.clock.staying import MayStay
    from umpire.game.clock.when import Moment
    from umpire.game.maps import Map
    from umpire.game.naming import Nameable
    from umpire.game.roster import Paper
    from umpire.game.variation import Variation, Yardstick
    from umpire.game.written import Written
    from umpire.rulesets.plain.file.table import Rules
    from umpire.rulesets.plain.state import State


class PlainFamily(Family["State", "Rules"]):
    """A ruleset family made from one rule file.

    The rule table of the family is `Rules`. House rules can also change the acts of the file.
    """

    EFFECTS = ("effects",)
    COMERS = Comers("stands")
    INSTEAD: ClassVar = {"fire": "assault"}
    COUNTS_ALL = True

    def __init__(self, rows: Mapping[str, Any]) -> None:
        from umpire.rulesets.plain.file.table import Rules

        self.rules = Rules(rows)
        own = (name for name, mark in rows["mark"].items() if mark.get("until") == "own")
        self.BOOKKEEPING = frozenset(f"{name}_new" for name in own)  # type: ignore[misc]
        self._scenario: Written[State, Rules, Any] | None = None
        acts = {verb: ("", row["words"]) for verb, row in rows["act"].items()}
        self.COMPARED = tuple(acts)  # type: ignore[misc]
        facts = [fact for row in rows["act"].values() for fact in row.get("fact", {}).items()]
        self.STAYING = {name: str(row.get("words", "")) for name, row in facts if row.get("is") != "distance"}  # type: ignore[misc]
        clock = {verb: acts.get(verb, ("", "")) for verb in (NOW, ARRIVE, LEAVE)}
        self.ACTS = {**acts, **clock, "next": ("", "End the phase and begin the next one.")}  # type: ignore[misc]

    def act(self, verb: str) -> Act[State, Rules, Any]:
        from umpire.rulesets.plain.acts.act import act_of
        from umpire.rulesets.plain.acts.turn import next_act

        if verb in (NOW, ARRIVE, LEAVE) and verb not in self.COMPARED:
            return super().act(verb)
        return next_act(self.rules) if verb == "next" else act_of(self.rules, verb)

    def read_table(self, rows: Mapping[str, Any]) -> Rules:
        from umpire.rulesets.plain.file.table import Rules

        return self.rules if rows is self.rules.rows else Rules(rows)

    def sections(self) -> Mapping[str, Any]:
        from umpire.rulesets.plain.file.schema import sections

        return sections(self.rules.rows)

    def read_state(self, plain: Plain, game_map: Map | None) -> State:
        from umpire.rulesets.plain.state import read_state

        return read_state(self.rules, plain)

    def apply(self, state: State, effects: tuple[Any, ...], table: Rules) -> State:
        from umpire.rulesets.plain.effects import apply

        return apply(table, state, effects)

    def gone(self, state: State) -> frozenset[str]:
        return frozenset(stand.id for stand in state.stands.values() if stand.removed)

    def table_instructions(self, before: State, after: State) -> tuple[str, ...]:
        from umpire.rulesets.plain.effects import table_instructions

        return tuple(table_instructions(self.rules, before, after))

    def names(self, state: State) -> Mapping[str, str]:
        return {stand.id: stand.name for stand in state.stands.values()}

    def named(self, state: State) -> Mapping[str, Nameable]:
        from umpire.rulesets.plain.effects import named

        return named(state)

    def status(self, state: State, table: Rules, name: str) -> tuple[Listing, ...]:
        from umpire.rulesets.plain.listing import status

        return status(state, table, name)

    def scenario(self) -> Written[State, Rules, Any]:
        from umpire.rulesets.plain.scenario import Scenario

        if self._scenario is None:
            self._scenario = Scenario(self.rules)
        return self._scenario

    def head(self, state: State, table: Rules, *, clock: bool) -> Head:
        from umpire.rulesets.plain.listing import head

        return head(state, table, clock=clock)

    def sheet(self, table: Rules, state: State | None) -> tuple[Listing, ...]:
        from umpire.rulesets.plain.sheet import sheet

        if state is None and table is not self.rules:  # check the names in a club's rows at the start
            from umpire.rulesets.plain.file.reader import read_rules

            read_rules(table.rows)
        return sheet(table, state)

    def paper(self) -> Paper[State, Rules]:
        from umpire.rulesets.plain.cards import PlainPaper

        return PlainPaper(self)

    def variations(self, state: State, table: Rules, verb: str, words: tuple[str, ...]) -> tuple[Variation, ...]:
        from umpire.rulesets.plain.whatif import variations

        return variations(state, table, verb, words) if verb != "next" else ()

    def yardsticks(self, situation: Any) -> tuple[Yardstick, ...]:
        from umpire.rulesets.plain.whatif import yardsticks

        return yardsticks(situation)

    def brief(self, state: State, table: Rules) -> str:
        clock = state.clock
        return "over" if clock.phase == "over" else f"t{clock.turn} {clock.side} · {clock.phase}"

    def staying(self, table: Rules) -> Mapping[str, MayStay]:
        from umpire.rulesets.plain.acts.act import staying

        return staying(table)

    def moment(self, state: State) -> Moment:
        from umpire.rulesets.plain.state import moment

        return moment(self.rules, state)

    def ended(self, state: State) -> tuple[Any, ...]:
        from umpire.core.frozen import replace
        from umpire.rulesets.plain.effects import Tick

        return (Tick(replace(state.clock, phase="over")),)

    def clock_runs(self, state: State) -> bool:
        return True


def family(rows: Mapping[str, Any]) -> PlainFamily:
    """Return the family of a rule file from its checked rows."""
    return PlainFamily(rows)
