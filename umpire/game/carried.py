"""The survivors of a battle that come into the next battle. A family defines which values of the survivors are kept; a
scenario chooses the survivors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Annotated, Any, Literal, NamedTuple

from umpire.core.frozen import frozen
from umpire.game.records import Whole


class Carried(NamedTuple):
    """The rules by which rows of a section come into the next battle of a campaign. A row keeps only the values of
    these `keys`.

    `ties` has the keys whose values are ids of other rows. If such a row does not come into the next battle, the key is
    left out. `lost` returns whether a row is out of the war. If `lost` is None, the rows are units; a unit comes
    with its members. `unit` and `kind` name the fields with the unit and the kind of a row. `strength` and `full` name
    the fields with the strength points now and at the start. If rows have no strength points, `strength` is "". A row
    that has none of the keys in `place` has no place on the table.
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
    """The survivors of the last battle that come into this battle. Only survivors of the sides in `sides` come; if no
    side is named, survivors of all sides come.

    The other keys name stands by id, unit or kind. Stands in `leave` are left behind. Stands in `back` come even if
    they were lost. `recover` has the number of strength points that a stand gets back, or `all`. If several entries of
    `recover` fit a stand, the entry for its id counts first, then its unit, then its kind, then `all`.
    """

    sides: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    recover: Mapping[str, Annotated[int, Whole(0, 99)] | Literal["all"]] = field(default_factory=dict)
