"""The track: rounds and phases as boxes, each large enough for a marker."""

from __future__ import annotations

from umpire.core.frozen import frozen
from umpire.game.roster import Lane
from umpire.paper.documents import Subject


@frozen
class TrackSheet:
    """The lanes, rounds first, and the arrivals and events to come."""

    title: str
    note: str
    lanes: tuple[Lane, ...]
    coming: tuple[str, ...] = ()


def data(battle: Subject) -> TrackSheet | None:
    """Return the track of a battle; None if the rules have neither rounds nor phases."""
    note = "track: put one marker on the round or turn, and another on the phase"
    return TrackSheet(battle.title, note, battle.lanes, battle.coming) if battle.lanes else None
