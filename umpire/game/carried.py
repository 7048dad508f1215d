"""What of a battle comes into the next one: what a family says of its sections, and what a scenario says of the day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Annotated, Any, Literal, NamedTuple

from umpire.core.frozen import frozen
from umpire.game.records import Whole


class Carried(NamedTuple):
    """How what stands in a section comes into the next battle of a campaign: with these `keys`, as they are written.

    Of those, `ties` name others and go where those do not come. `lost` says of one whether it is out of the war; a
    section without it are the units, which come with whoever is of them: `unit` and `kind` are fields that say of what
    unit and kind one is, `strength` and `full` those of its strength points, "" where it has none. Who has none of the
    keys of `place` stands nowhere.
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
    """Who of the last battle comes into this one: those of these `sides` (none named: of all) who live.

    By id, unit or kind some are left behind (`leave`), come `back` although they were lost, or `recover` so many
    strength points, or all; of several that fit, the id counts first, then the unit, the kind, everybody.
    """

    sides: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    recover: Mapping[str, Annotated[int, Whole(0, 99)] | Literal["all"]] = field(default_factory=dict)
