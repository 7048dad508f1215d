"""An effect that says itself what it sets of the one thing it happens to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from umpire.core.frozen import replace

T = TypeVar("T")


class Change:
    """What happens to one thing: it sets the fields named at its class, as `Pin(ToStand, pinned=True)`, and its own.

    `of` is the field that says which thing it is, "" where there is but one.
    """

    of: ClassVar[str] = ""
    sets: ClassVar[Mapping[str, Any]] = {}

    def __init_subclass__(cls, **sets: Any) -> None:
        cls.sets = sets

    def put(self, thing: T) -> T:
        """The thing with those fields."""
        own = {name: value for name, value in vars(self).items() if name != self.of}
        return replace(thing, **{**self.sets, **own})  # type: ignore[type-var]
