"""The things to draw on a board: its terrain, stands and objectives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from umpire.core.frozen import frozen
from umpire.core.hexes import Hex

Look = Literal[
    "", "open", "woods", "town", "village", "hill", "rough", "hedges", "works", "marsh", "sand", "water",
    "road", "stream", "river", "bridge",
]  # fmt: skip
"""The drawings for kinds of terrain. If the drawing is "", two letters of the terrain's words are drawn."""

Net = Literal["road", "water"]
"""The kinds of lines that run from hex to hex through the centres."""

JOINS: Mapping[str, tuple[Net, ...]] = {
    "road": ("road",),
    "town": ("road",),
    "village": ("road",),
    "stream": ("water",),
    "river": ("water",),
    "water": ("water",),
    "bridge": ("water", "road"),
}
"""Drawing -> the kinds of lines that link a hex with this drawing to the hexes next to it."""

Symbol = Literal[
    "", "infantry", "armour", "mechanised", "artillery", "armoured-artillery", "anti-tank", "machine-gun", "mortar",
    "reconnaissance", "armoured-reconnaissance", "engineers", "anti-air", "hq", "transport", "truck", "observer",
    "parachute", "aircraft", "infantry-gun",
]  # fmt: skip
"""The symbols for types of stands. If the symbol is "", two letters of the type's words are drawn."""

OF_THE_BOARD = ("symbol", "weight", "drawn", "joins")
"""The keys of a row of a rule table that only the drawing of the board uses."""


@frozen
class DrawnGround:
    """A kind of terrain as it is drawn. `joins` has the lines that can link a hex of this terrain with its neighbours:
    `road`, `water`, both or none.
    """

    words: str
    look: str = ""
    joins: tuple[str, ...] = ()


@frozen
class Sign:
    """The symbol for a type of stand. `words` are the name of the type. If `symbol` is "", two letters of `words` are
    drawn instead. `weight` is L, M or H.
    """

    words: str
    symbol: str = ""
    weight: str = ""


@frozen
class Piece:
    """A stand on the board.

    `strength` is the number of strength points that the stand has now; `full` is the number that it can have. Both
    numbers are None if the stand has no strength points. `order` is the letter of an order that is face up; "" if there
    is none. `acted` is true if the stand has finished acting for now. `beside` has the name and the symbol of each
    support stand that is with the stand.
    """

    id: str
    name: str
    side: str
    sign: Sign
    strength: int | None = None
    full: int | None = None
    order: str = ""
    acted: bool = False
    beside: tuple[tuple[str, Sign], ...] = ()


@frozen
class DrawnObjective:
    """An objective. `holder` is the side that holds it; "" means no side."""

    name: str
    points: int
    holder: str


@frozen
class DrawnBoard:
    """All things on a board. `grounds` has the terrain by its word in the map's legend; `pieces` and `targets` have the
    stands and objectives by hex.
    """

    grounds: Mapping[str, DrawnGround] = field(default_factory=dict)
    pieces: Mapping[Hex, Piece] = field(default_factory=dict)
    targets: Mapping[Hex, DrawnObjective] = field(default_factory=dict)
