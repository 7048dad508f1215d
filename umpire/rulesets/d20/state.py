"""What is true of every element at this moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from umpire.core.mistakes import Mistake, did_you_mean

ARMOURED = ("afv", "apc", "armoured-car")
FLAGS = (
    *ARMOURED,
    "soft",
    "open-topped",
    "transport",
    "man-portable",
    "cavalry",
    "radio",
    "commander",
    "foo",
    "dug-in",
    "fortified",
    "hull-down",
)
"""What can be said of an element besides its numbers (D20-GEN-07)."""


@dataclass(frozen=True)
class Element:
    """One element: what its card says, and what has happened to it.

    `ap` is a number, "*" (then `weapon` is mortar, sfmg or flamethrower) or None; `he` is the HE/SA value or None.
    `defence` is also the armour of a vehicle, `range` is in the game's unit. `aboard` is the id of the vehicle that
    carries it. `removed` is "", knocked-out, routed or overrun; `fall_back_owed` counts fall-back moves still to make.
    """

    id: str
    name: str
    side: str
    type: str
    defence: int
    range: int
    ap: int | str | None = None
    he: int | None = None
    weapon: str = ""
    accuracy: int = 0
    size: int = 0
    quality: str = "regular"
    flags: tuple[str, ...] = ()
    aboard: str = ""
    suppressed: bool = False
    removed: str = ""
    fall_back_owed: int = 0

    @property
    def armoured(self) -> bool:
        """Whether it is a vehicle that only AP can harm (D20-HIT-17)."""
        return any(flag in ARMOURED for flag in self.flags)

    @property
    def soft(self) -> bool:
        """Whether it is a soft vehicle."""
        return "soft" in self.flags

    @property
    def crew_served(self) -> bool:
        """Whether it is a crew-served weapon."""
        return self.type == "CSW"

    @property
    def transport(self) -> bool:
        """Whether it carries others inside, rather than on its deck or behind it (D20-TRN-06)."""
        return self.soft or "apc" in self.flags or "transport" in self.flags


@dataclass(frozen=True)
class State:
    """Every element by its id, removed ones too: they count as losses."""

    elements: Mapping[str, Element]

    def find(self, typed: str, *, removed: bool = False) -> Element:
        """The element typed, in upper or lower case.

        Raises Mistake if there is none, or if it is removed from play (unless `removed` are looked for too).
        """
        element = self.elements.get(typed)
        if element is None:
            alike = [name for name in self.elements if name.lower() == typed.lower()]
            if len(alike) != 1:
                raise Mistake(f"there is no element {typed!r}", did_you_mean(typed, list(self.elements)))
            element = self.elements[alike[0]]
        if element.removed and not removed:
            raise Mistake(
                f"{element.name}: removed from play ({element.removed})",
                f"`umpire set {element.id} removed=none` brings it back",
            )
        return element

    def aboard(self, carrier: Element) -> tuple[Element, ...]:
        """The elements in play that ride on, in or behind this one, in the order of the roster."""
        return tuple(one for one in self.elements.values() if one.aboard == carrier.id and not one.removed)


def read_state(plain: Mapping[str, Any]) -> State:
    """The state from the game file; trusted, not validated."""
    return State(
        {
            id: Element(id, **{**row, "flags": tuple(row["flags"])})  # JSON has no tuples
            for id, row in plain["elements"].items()
        }
    )


def plain_state(state: State) -> dict[str, Any]:
    """The state for the game file, elements keyed by their ids."""
    rows: dict[str, Any] = {}
    for element in state.elements.values():
        row = {**vars(element), "flags": list(element.flags)}
        del row["id"]
        rows[element.id] = row
    return {"elements": rows}
