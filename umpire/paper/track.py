"""The track: rounds and phases as boxes, each wide enough for a marker."""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.game.roster import Lane
from umpire.paper.documents import Battle


@frozen
class Track:
    """The lanes, rounds first."""

    title: str
    note: str
    lanes: tuple[Lane, ...]


def data(battle: Battle) -> Track | None:
    """The track of a battle; None where the rules have neither rounds nor phases."""
    lanes = battle.family.paper().track(battle.state, battle.table) if battle.state is not None else ()
    return Track(battle.title, "track: a marker on the round, one on the phase", lanes) if lanes else None
