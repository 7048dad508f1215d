"""Skirmish: a few men a side and a handful of dice."""

from collections.abc import Mapping
from typing import Any, ClassVar

from skirmish.scenario import Squad, State
from umpire.core.outcome import Listing
from umpire.game import records
from umpire.game.act import Family, Plain


class Skirmish(Family[State, Mapping[str, Any]]):
    """The rules of docs/a-ruleset.md. The table is taken as it is written; an effect is a squad as it is afterwards."""

    ACTS: ClassVar = {"fire": ("fire", "")}

    def read_table(self, rows: Mapping[str, Any]) -> Mapping[str, Any]:
        return rows

    def read_state(self, plain: Plain, game_map: object) -> State:
        return State(records.rows(Squad, plain["squads"]))

    def apply(self, state: State, effects: tuple[Squad, ...], table: object) -> State:
        return State({**state.squads, **{squad.id: squad for squad in effects}})

    def names(self, state: State) -> Mapping[str, str]:
        return {name: name for name in state.squads}

    def status(self, state: State, table: object, name: str) -> tuple[Listing, ...]:
        shown = [state.squad(name)] if name else state.squads.values()
        rows = tuple((squad.id, squad.side, squad.weapon, str(squad.men)) for squad in shown)
        return (Listing("squads", ("squad", "side", "weapon", "men"), rows, right=(3,)),)


FAMILY = Skirmish()
