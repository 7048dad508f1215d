"""Setting up: zone, season, hour, weather, terrain square by square, and who places it (ZONE, TIME, WX, TGEN)."""

from __future__ import annotations

import re
from collections.abc import Callable

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, HowMany, Misplaced, Missing, NotNow, WrongSide, did_you_mean
from umpire.core.outcome import Objection
from umpire.game.distances import Number
from umpire.game.facts import Facts, TypedLine, key_of, whole
from umpire.rulesets.asp.scene import Scene, clock_words, read_time, ruler
from umpire.rulesets.asp.state import Position, State
from umpire.rulesets.asp.table import Table

ITEMS = ("zone", "season", "hour", "weather", "terrain", "edges")
"""What can be settled, in order."""

MODULES = {"season": "time", "hour": "time", "weather": "weather"}
"""What belongs to an optional module, and to which."""

MOST_SQUARES = 60


@frozen
class SetupSituation(Position):
    """What is settled by this command: `items` by dice, `told` by word; `scene` as it is before.

    `size` is the table in metres, width and depth, None if nobody told it.
    """

    items: tuple[str, ...]
    told: dict[str, str | int]
    squares: int
    size: tuple[Number, Number] | None

    @property
    def scene(self) -> Scene:
        """Where and when the battle is fought, so far."""
        return self.state.scene

    def settled(self, item: str) -> str:
        """A condition that is told or known already, "" if it is neither."""
        known = {"zone": self.scene.zone, "season": self.scene.season}
        return str(self.told.get(item) or known.get(item, ""))


def situate(state: State, table: Table, told: TypedLine) -> SetupSituation:
    """`setup`, `setup zone season hour weather`, `setup terrain 12`, `setup edges`, `setup scale=15mm 72x48`."""
    known = Facts(told)
    sections = table.sections
    scale = known.settle("scale", key_of("scale", sections["scales"]))
    given: dict[str, str | int | None] = {
        "scale": scale,
        "zone": known.settle("zone", _one_of("zone", sections["terrain"])),
        "season": known.settle("season", _one_of("season", sections["weather"])),
        "hour": known.settle("hour", read_time),
        "weather": known.settle("weather", key_of("weather", ("fair", "adverse"))),
    }
    squares = known.settle("squares", whole(1, MOST_SQUARES, "squares"))
    size = known.settle("table", lambda text: _size(text, scale or state.scene.scale, table))
    known.finish()
    settled = {name: value for name, value in given.items() if value is not None}
    items = _items(state, told.named(""), settled, bool(squares or size))
    if "terrain" in items and squares is None:
        raise Missing("the squares of the table are not told", "for instance: setup terrain 12")
    if squares is not None and "terrain" not in items:
        raise Misplaced(f"squares={squares}: there is no terrain to make", "setup terrain 12")
    shown = [f"{name}={clock_words(each) if isinstance(each, int) else each}" for name, each in settled.items()]
    title = "setting up: " + (", ".join([*shown, *items]) or "the table")
    sit = SetupSituation(title, "", known, state, table, items, settled, squares or 0, size)
    _needs(sit)
    return sit


def _items(state: State, names: tuple[str, ...], settled: dict[str, str | int], measured: bool) -> tuple[str, ...]:
    """What is to be thrown for: what is named, else what is not known yet; never what is told."""
    for name in names:
        if name.lower() not in ITEMS:
            raise BadValue(f"there is no {name!r} to set up", did_you_mean(name, list(ITEMS)), word=name)
    wanted = {name.lower() for name in names}
    if "edges" in wanted and len(state.sides) < 2:
        raise WrongSide(
            f"only {state.sides[0]} is there: nobody throws against it (TGEN-14)", "its player has the choice"
        )
    if "edges" in wanted and len(wanted) > 1:
        raise HowMany("the edges are thrown for by themselves", "setup edges")
    scene = state.scene
    if not names and not settled and not measured:
        known = {"zone": scene.zone, "season": scene.season, "hour": scene.minute is not None, "weather": state.weather}
        wanted = {name for name in known if not known[name] and (name == "zone" or scene.agreed(MODULES[name]))}
        if not wanted:
            raise NotNow("zone, season, hour and weather are settled", "setup terrain 12, or name what is thrown again")
    return tuple(name for name in ITEMS if name in wanted and name not in settled)


def _needs(sit: SetupSituation) -> None:
    """What must be known before something else can be thrown for."""
    needs = {"weather": ("zone", "season"), "terrain": ("zone",)}
    for item in sit.items:
        for need in needs.get(item, ()):
            if not sit.settled(need) and need not in sit.items:
                raise NotNow(f"the {need} is not settled, the {item} hangs on it", f"setup {need} {item}")


def _one_of(what: str, rows: dict[str, object]) -> Callable[[str], str]:
    return key_of(what, [name for name, row in rows.items() if isinstance(row, dict)])


def _size(text: str, scale: str, table: Table) -> tuple[Number, Number]:
    """Width and depth in metres of a table as it is measured: in the unit of its scale, or in feet."""
    found = re.fullmatch(r"([\d.]+)x([\d.]+)([^\d.]*)", text.lower(), re.ASCII)
    if found is None:
        raise BadValue(f"the table {text!r} is no width and depth", "for instance 72x48, or 6x4ft", word=text)
    if not scale:
        raise Missing("the scale of the models is not told", f"setup scale=6mm {text}", word=text)
    measure = ruler(Scene(scale), table)
    width, depth = (measure.read("table")(each + (found[3] or measure.scaled)) for each in found.groups()[:2])
    return width, depth


def objections(sit: SetupSituation) -> tuple[Objection, ...]:
    """What is thrown for by an optional rule that nobody agreed on (GEN-09)."""
    found = dict.fromkeys(MODULES[item] for item in sit.items if item in MODULES)
    names = sit.table.sections["modules"]
    return tuple(
        Objection("GEN-09", f"{names[module]} is not agreed: it would stand in conditions.modules")
        for module in found
        if not sit.scene.agreed(module)
    )


def out_of_turn(state: State, table: Table, sit: SetupSituation) -> tuple[Objection, ...]:
    """Setting up comes before the first turn."""
    if not state.clock.turn or not sit.items:
        return ()
    return (Objection("TGEN-14", f"turn {state.clock.turn} has begun: the table is set up before the first"),)
