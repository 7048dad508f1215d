"""The going of terrain for a stand (good, bad or impassable: TERR), and the names of places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from umpire.core.mistakes import BadValue, did_you_mean
from umpire.game.distances import Number, Ruler
from umpire.game.facts import Facts
from umpire.rulesets.asp.state import Scene, Stand, row_of, ruler
from umpire.rulesets.asp.table import Table, Type

CONTACT = "contact"
"""The word for no distance at all."""


def on_table(metres: Number, scale: str, table: Table) -> str:
    """Return a distance in words. If the scale is known, the length on the table is added: `500 m (6 in)`
    (SCALE-02).
    """
    return ruler(Scene(scale), table).laid(metres)


def distance_reader(measure: Ruler) -> Callable[[str], Number]:
    """Return a function that reads a distance. The word `contact` means distance 0."""
    read = measure.read("range")
    return lambda text: 0 if text.lower() == CONTACT else read(text)


def place_of(known: Facts, connector: str, distance: Number | None) -> str:
    """Return the place named after the word `connector`.

    If no `distance` is typed and the name ends with a number, a note says that this number is part of the name.
    """
    words = known.told.named(connector)
    if distance is None and words and words[-1].isdigit():
        known.assume(f"{words[-1]} is part of the name of the place, not a distance")
    return " ".join(words)


Going = Literal["G", "B", "X"]
"""Good going, bad going, impassable."""

ROAD = "road"
"""The word for movement along a road (TERR-14)."""

_WORST: tuple[Going, ...] = ("G", "B", "X")


def going(table: Table, terrain: str | Sequence[str], mover: str, *, road: bool = False, jungle: bool = False) -> Going:
    """Return the going of a terrain for a mover.

    If a place has several terrains, the worst going counts (TERR-15). `mover` is a column of the going table;
    `mover_of` finds the column of a stand. `road` means movement along a road (TERR-14). A road crosses a river by
    bridge or ferry (TERR-12). `jungle` means that forest here is jungle (TERR-03, TERR-06). Raises Mistake for an
    unknown terrain.
    """
    rows = table.sections["going"]
    column = rows["movers"].index("road" if road else mover)
    names = [terrain] if isinstance(terrain, str) else list(terrain)
    found = [rows[terrain_named(table, name, jungle=jungle)][column] for name in names]
    return max(found, key=_WORST.index, default="G")


def ground(table: Table, text: str, mover: str) -> Going:
    """Return the going of a typed terrain (`LFA`, `wood+hill`, `road+SFH-jungle`) for this mover."""
    words = text.split("+")
    return going(table, [word for word in words if word != ROAD], mover, road=ROAD in words)


def barring(table: Table, text: str, mover: str) -> str:
    """Return the rule for the first part of this terrain that the mover cannot enter; "" if the mover can enter every
    part.
    """
    words = text.split("+")
    rules = table.sections["going"]["rules"]
    for name in [word for word in words if word != ROAD]:
        if going(table, name, mover, road=ROAD in words) == "X":
            return str(rules[terrain_named(table, name)])
    return ""


def terrain_named(table: Table, name: str, *, jungle: bool = False) -> str:
    """Return the row of the going table for a typed terrain. Raises Mistake for an unknown terrain."""
    rows = table.sections["going"]
    known = {key.lower(): key for key, row in rows.items() if isinstance(row, str)}
    known |= {key.lower(): row for key, row in rows["also"].items()}
    if name.lower() not in known:
        hint = did_you_mean(name, list(known)) or f"for example: {', '.join([*known][:8])}"
        raise BadValue(f"no terrain is called {name!r}", hint, word=name, fact="going")
    row: str = known[name.lower()]
    return f"{row}-jungle" if jungle and f"{row}-jungle" in rows else row


def mover_of(table: Table, stand: Stand, towed_by: Type | None = None) -> str:
    """Return the column of the going table for a stand.

    A BARG, RG or IG stand moves as infantry; any other stand on foot moves as a man-handled gun (TERR-10). If a gun is
    `towed_by` a vehicle, the gun moves like the vehicle (MOVE-05).
    """
    kind = towed_by or table.type(stand.type)
    if kind.mobility:
        return table.moves[kind.mobility].mover
    if table.rows.get(row_of(table, stand), {}).get("infantry"):
        return "jungle-trained" if stand.jungle else "infantry"
    return "gun"
