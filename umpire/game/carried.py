"""What of a battle comes into the next one: what a family says of its sections, and what a scenario says of the day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Annotated, Any, Literal, NamedTuple

from umpire.core.frozen import frozen
from umpire.game.records import Whole


class Carried(NamedTuple):
    """How the rows of a section come into the next battle of a campaign: with these `keys`, as they are written.

    Of those, `ties` name others and are left out if the others do not come. `lost` says whether a row is out of the
    war; a section without it has the units, which come with their members: `unit` and `kind` are the fields of a
    row's unit and kind, `strength` and `full` those of its strength points, "" if it has none. A row without any of
    the keys of `place` has no place on the table.
    """

    section: str
    keys: tuple[str, ...]
    lost: Callable[[Any], bool] | None = None
    ties: tuple[str, ...] = ()
    unit: str = ""
    kind: str = "type"
    strength: str = ""
    full: str = "full"
    place: tuple[str, ...] = ()


@frozen
class CarryForm:
    """The survivors of the last battle that come into this one: those of these `sides` (none named: of all).

    By id, unit or kind some are left behind (`leave`), come `back` although they were lost, or `recover` a number of
    strength points, or all; of several that fit, the id counts first, then the unit, the kind, all of them.
    """

    sides: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    recover: Mapping[str, Annotated[int, Whole(0, 99)] | Literal["all"]] = field(default_factory=dict)
