"""The survivors of one battle who come into the next: what a family defines for its sections, and what a scenario
chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Annotated, Any, Literal, NamedTuple

from umpire.core.frozen import frozen
from umpire.game.records import Whole


class Carried(NamedTuple):
    """The way in which the rows of a section come into the next battle of a campaign. They keep these `keys`, as they
    are written.

    The keys in `ties` name other rows; a key is left out if the row that it names does not come. `lost` says whether a
    row is out of the war. A section without `lost` holds the units, which come with their members. `unit` and `kind`
    are the fields with a row's unit and kind, `strength` and `full` those with its strength points ("" if it has none).
    A row without any of the keys of `place` has no place on the table.
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
    """The survivors of the last battle that come into this one: the survivors of these `sides`, or of all sides if no
    side is named.

    Stands are named by id, unit or kind: some are left behind (`leave`), some come `back` although they were lost, and
    some `recover` a number of strength points, or all. If several entries fit, the id counts first, then the unit, then
    the kind, then `all`.
    """

    sides: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    recover: Mapping[str, Annotated[int, Whole(0, 99)] | Literal["all"]] = field(default_factory=dict)
