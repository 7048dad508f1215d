"""What is true of every element at this moment, and where the sequence of play stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, NamedTuple

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake, did_you_mean

if TYPE_CHECKING:
    from fractions import Fraction

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
PHASES = ("command", "fire", "combat", "movement", "over")
"""The phases of a side's turn in order (D20-TURN-01), and the end of the game."""


class Element(NamedTuple):
    """One element: what its card says, and what has happened to it.

    `ap` is a number, "*" (then `weapon` is mortar, sfmg or flamethrower) or None; `he` is the HE/SA value or None.
    `defence` is also the armour of a vehicle, `range` is in the game's unit. `model` names the card, `under` the
    commander whose chain of command it is in. `aboard` is the id of the vehicle that carries it, or with `limbered`
    tows it; `touches` are the enemies it is in base contact with (kept by the first of the two in the roster).
    `removed` is "", knocked-out, routed, overrun or given-up; `fall_back_owed` counts fall-back moves still to make,
    `fall_back_from` are the enemies who caused each of them, in the order they are made ("" where nobody did). Of this
    turn: `done` what it did, `moved` the share of its move that is used as it is written, `stood` (steady or
    suppressed) how it stood when a phase of simultaneous fire began that has hurt it.
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
    model: str = ""
    under: str = ""
    aboard: str = ""
    limbered: bool = False
    broken_down: bool = False
    suppressed: bool = False
    removed: str = ""
    fall_back_owed: int = 0
    fall_back_from: tuple[str, ...] = ()
    touches: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    moved: str = ""
    stood: str = ""

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
    def row(self) -> str:
        """The row of the movement table it moves on; a broken-down weapon moves as infantry (D20-MOV-09)."""
        return "Inf" if self.broken_down else self.type

    @property
    def transport(self) -> bool:
        """Whether it carries others inside, rather than on its deck or behind it (D20-TRN-06)."""
        return self.soft or "apc" in self.flags or "transport" in self.flags

    @property
    def shelters(self) -> bool:
        """Whether passengers who are suppressed may stay aboard of it: it is an APC (D20-TRN-04)."""
        return self.armoured and self.transport

    @property
    def used(self) -> Fraction:
        """The share of its move that is used this turn."""
        from fractions import Fraction  # nobody who only looks needs it

        return Fraction(self.moved or 0)


class Clock(NamedTuple):
    """Whose turn and which phase it is. Turn 0: none has begun, and nothing is kept of what was done in a turn."""

    turn: int = 0
    phase: str = "command"
    side: str = ""


NO_TURN = Clock()


class Objective(NamedTuple):
    """Something the scenario tells the sides to take; `held` by a side or by nobody."""

    id: str
    name: str
    held: str = ""


@frozen
class State:
    """Every element by its id, removed ones too: they count as losses. `sides` are in their order of play.

    `edges` are the base edges of the sides in words, `ground` the scenario's own kinds of ground and the column of the
    movement table each of them is, `turns` how many turns are played (0: as long as it takes).
    """

    elements: Mapping[str, Element]
    sides: tuple[str, ...] = ()
    clock: Clock = NO_TURN
    objectives: Mapping[str, Objective] = field(default_factory=dict)
    edges: Mapping[str, str] = field(default_factory=dict)
    ground: Mapping[str, str] = field(default_factory=dict)
    turns: int = 0
    victory: str = ""

    def find(self, typed: str, *, removed: bool = False, hint: str = "`umpire status` lists the elements") -> Element:
        """The element typed, in upper or lower case.

        Raises Mistake if there is none, or if it is removed from play (unless `removed` are looked for too). `hint`
        says what may be typed where no id is like it.
        """
        element = self.elements.get(typed)
        if element is None:
            alike = [name for name in self.elements if name.lower() == typed.lower()]
            if len(alike) != 1:
                raise Mistake(f"there is no element {typed!r}", did_you_mean(typed, list(self.elements)) or hint)
            element = self.elements[alike[0]]
        if element.removed and not removed:
            raise Mistake(
                f"{element.name}: removed from play ({element.removed})",
                f"`umpire set {element.id} removed=none` brings it back",
            )
        return element

    def in_play(self, side: str = "") -> tuple[Element, ...]:
        """The elements not removed, of one side or of all, in the order of the roster."""
        return tuple(one for one in self.elements.values() if not one.removed and one.side in (side or one.side,))

    def aboard(self, carrier: Element) -> tuple[Element, ...]:
        """The elements in play that ride on, in or behind this one, in the order of the roster."""
        return tuple(one for one in self.elements.values() if one.aboard == carrier.id and not one.removed)

    def riders(self, element: Element) -> tuple[Element, ...]:
        """Those who ride on it, if it is a tank: they jump off when it is hit (D20-TRN-05)."""
        tank = element.armoured and not element.transport
        return tuple(one for one in self.aboard(element) if not one.limbered) if tank else ()

    def touching(self, element: Element) -> tuple[Element, ...]:
        """The enemies it is in base contact with."""
        return tuple(one for one in self.elements.values() if one.id in element.touches or element.id in one.touches)

    def is_combat(self, element: Element) -> bool:
        """Whether it is a combat element: no commander, no forward observer, no empty transport (D20-GEN-08)."""
        return not ("commander" in element.flags or "foo" in element.flags or self.is_empty_transport(element))

    def is_empty_transport(self, element: Element) -> bool:
        """Whether it is there to carry others and carries nobody."""
        return "transport" in element.flags and not self.aboard(element)

    def losses(self, side: str) -> int:
        """How many elements of a side are removed from play, however they went (D20-SUP-10)."""
        return sum(1 for one in self.elements.values() if one.side == side and one.removed)


def read_state(plain: Mapping[str, Any]) -> State:
    """The state from the game file; trusted, not validated."""
    elements = {}
    for id, row in plain["elements"].items():  # JSON has no tuples
        lists = {name: tuple(row[name]) for name in ("flags", "fall_back_from", "touches", "done")}
        elements[id] = Element(id, **{**row, **lists})
    return State(
        elements,
        tuple(plain["sides"]),
        Clock(**plain["clock"]),
        {id: Objective(id, **row) for id, row in plain["objectives"].items()},
        plain["edges"],
        plain["ground"],
        plain["turns"],
        plain["victory"],
    )


def plain_state(state: State) -> dict[str, Any]:
    """The state for the game file, elements keyed by their ids."""
    elements: dict[str, Any] = {}
    for element in state.elements.values():
        row = {name: list(value) if isinstance(value, tuple) else value for name, value in element._asdict().items()}
        del row["id"]
        elements[element.id] = row
    return {
        "elements": elements,
        "sides": list(state.sides),
        "clock": state.clock._asdict(),
        "objectives": {one.id: {"name": one.name, "held": one.held} for one in state.objectives.values()},
        "edges": dict(state.edges),
        "ground": dict(state.ground),
        "turns": state.turns,
        "victory": state.victory,
    }
