"""What there is in a game, which is also what people write."""

from collections.abc import Mapping
from typing import Annotated, Any

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake, did_you_mean
from umpire.game.records import Id, RowOf, Side, Whole
from umpire.game.written import Written


@frozen
class Squad:
    """Men with one weapon."""

    id: Id
    side: Side
    weapon: Annotated[str, RowOf("weapons")]
    men: Annotated[int, Whole(0, 9)]


@frozen
class State:
    """The squads by id."""

    squads: Mapping[str, Squad]

    def squad(self, name: str) -> Squad:
        if name not in self.squads:
            raise Mistake(f"no squad is called {name!r}", did_you_mean(name, list(self.squads)), word=name)
        return self.squads[name]


class Scenario(Written[State, Any, State]):
    document = State


WRITTEN = Scenario()
