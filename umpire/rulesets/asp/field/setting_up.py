"""The rolls that set up a battle, and their results (ZONE, TIME, WX, TGEN).

The rolls decide the zone, the season, the hour, the weather, the terrain of each square, and the side that places the
terrain.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import BadValue, HowMany, Misplaced, Missing, NotNow, WrongSide, did_you_mean
from umpire.core.outcome import PUT, Objection, Outcome
from umpire.core.pools import DiceLine, Pool, check
from umpire.core.procedure import Procedure, choose, part, throw
from umpire.core.readings import Each, Needs, Row, Total
from umpire.game.act import Act
from umpire.game.distances import Number
from umpire.game.facts import Facts, TypedLine, choices, key_of, whole
from umpire.rulesets.asp.effects import Effect, Setting, Tick
from umpire.rulesets.asp.field.light import anew, lit_at, lit_words, weather_words
from umpire.rulesets.asp.field.terrain import on_table
from umpire.rulesets.asp.state import Position, Scene, State, clock_words, read_time, ruler
from umpire.rulesets.asp.table import Table, by_face

ITEMS = ("zone", "season", "hour", "weather", "terrain", "edges")
"""The items that can be settled, in order."""

MODULES = {"season": "time", "hour": "time", "weather": "weather"}
"""Item -> the optional module it belongs to."""

MOST_SQUARES = 60


@frozen
class SetupSituation(Position):
    """The situation of one `setup` command.

    `items` lists the things to roll for, such as the season. `told` has the values that were typed. `size` is the width
    and depth of the table in metres, None if no size was typed.
    """

    items: tuple[str, ...]
    told: dict[str, str | int]
    squares: int
    size: tuple[Number, Number] | None

    @property
    def scene(self) -> Scene:
        """The conditions of the battle before this command."""
        return self.state.scene

    def settled(self, item: str) -> str:
        """Return the zone or the season, typed now or settled before; "" if not known."""
        known = {"zone": self.scene.zone, "season": self.scene.season}
        return str(self.told.get(item) or known.get(item, ""))


def situate(state: State, table: Table, typed: TypedLine) -> SetupSituation:
    """Return the situation of `setup`, `setup zone season`, `setup terrain 12`, `setup edges` or `setup scale=15mm`."""
    known = Facts(typed)
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
    items = _items(state, typed.named(""), settled, bool(squares or size))
    if "terrain" in items and squares is None:
        raise Missing("the number of squares is missing", "for example: setup terrain 12")
    if squares is not None and "terrain" not in items:
        raise Misplaced(f"squares={squares}: this line does not roll for terrain", "setup terrain 12")
    shown = [f"{name}={clock_words(each) if isinstance(each, int) else each}" for name, each in settled.items()]
    title = "setting up: " + (", ".join([*shown, *items]) or "the table")
    sit = SetupSituation(title, "", known, state, table, items, settled, squares or 0, size)
    _needs(sit)
    return sit


def _items(state: State, names: tuple[str, ...], settled: dict[str, str | int], measured: bool) -> tuple[str, ...]:
    """Return the items to roll for: the items that the line names.

    If the line names no item and gives no value, return all items that are not known yet. An item with a typed value is
    never rolled for.
    """
    for name in names:
        if name.lower() not in ITEMS:
            raise BadValue(f"{name!r} cannot be set up", did_you_mean(name, list(ITEMS)), word=name)
    wanted = {name.lower() for name in names}
    if "edges" in wanted and len(state.sides) < 2:
        raise WrongSide(
            f"only {state.sides[0]} has battle groups, so there is no opponent to roll against (TGEN-14)",
            f"{state.sides[0]} may choose its base edge without a roll",
        )
    if "edges" in wanted and len(wanted) > 1:
        raise HowMany("the roll for the edges needs a line of its own", "setup edges")
    scene = state.scene
    if not names and not settled and not measured:
        known = {"zone": scene.zone, "season": scene.season, "hour": scene.minute is not None, "weather": state.weather}
        wanted = {name for name in known if not known[name] and (name == "zone" or scene.agreed(MODULES[name]))}
        if not wanted:
            raise NotNow(
                "zone, season, hour and weather are already settled",
                "setup terrain 12; to roll the zone again: setup zone",
            )
    return tuple(name for name in ITEMS if name in wanted and name not in settled)


def _needs(sit: SetupSituation) -> None:
    """Raise Mistake if a roll depends on another item that is neither settled nor rolled for now."""
    needs = {"weather": ("zone", "season"), "terrain": ("zone",)}
    for item in sit.items:
        for need in needs.get(item, ()):
            if not sit.settled(need) and need not in sit.items:
                raise NotNow(f"the {item} depends on the {need}, and the {need} is not settled", f"setup {need} {item}")


def _one_of(what: str, rows: dict[str, object]) -> Callable[[str], str]:
    return key_of(what, [name for name, row in rows.items() if isinstance(row, dict)])


def _size(text: str, scale: str, table: Table) -> tuple[Number, Number]:
    """Return the width and depth of the table in metres.

    If no unit is typed, the size is in the unit of the scale.
    """
    found = re.fullmatch(r"([\d.]+)x([\d.]+)([^\d.]*)", text.lower(), re.ASCII)
    if found is None:
        raise BadValue(f"{text!r} is not the width and depth of a table", "for example: 72x48, or 6x4ft", word=text)
    if not scale:
        raise Missing("the scale of the models is missing", f"setup scale=6mm {text}", word=text)
    measure = ruler(Scene(scale), table)
    width, depth = (measure.read("table")(each + (found[3] or measure.scaled)) for each in found.groups()[:2])
    return width, depth


def objections(sit: SetupSituation) -> tuple[Objection, ...]:
    """Return the objections to items of optional rules that are not agreed (GEN-09)."""
    found = dict.fromkeys(MODULES[item] for item in sit.items if item in MODULES)
    names = sit.table.sections["modules"]
    return tuple(sit.scene.not_agreed(module, names[module]) for module in found if not sit.scene.agreed(module))


def out_of_turn(state: State, table: Table, sit: SetupSituation) -> tuple[Objection, ...]:
    """Return the objection to rolling for an item after the first turn has begun."""
    if not state.clock.turn or not sit.items:
        return ()
    return (Objection("TGEN-14", f"turn {state.clock.turn} has begun; the table is set up before the first turn"),)


NAMES = {
    "H": "highland",
    "LFA": "large forested area",
    "SFH": "steep forested highland",
    "O": "open",
    "wood": "wood",
    "BUA": "built-up area",
    "hill": "hill or rise",
}
"""Terrain -> its name in a list of squares."""


def _squares(word: str) -> str | None:
    if re.fullmatch(r"\d{1,2}", word, re.ASCII):
        return "squares"
    return "table" if re.fullmatch(r"[\d.]+x[\d.]+\D*", word, re.ASCII) else None


def setting_up(sit: SetupSituation) -> Procedure[Outcome]:
    """Return the outcome: all items that this command settles, typed or rolled."""
    if sit.items == ("edges",):
        return (yield from _edges(sit))
    effects: list[Effect] = []
    words: list[str] = []
    if "scale" in sit.told:
        scale = str(sit.told["scale"])
        effects.append(Setting("scale", scale))
        length = sit.table.limits["length_metres"]
        near, far = (on_table(length * times, scale, sit.table) for times in (1, 4))
        words.append(f"lengths on the table with {scale} models: {near}, {far} (SCALE-01)")
    if sit.size:
        words += _size_words(sit)
    zone = sit.settled("zone")
    if "zone" in sit.items:
        zone = yield from _zone(sit)
        if not zone:
            return Outcome(words=("a tie: both roll again (GEN-08)",), is_tie_reroll=True)
    if "zone" in sit.items or "zone" in sit.told:
        effects.append(Setting("zone", zone))
        words.append(f"the zone is {zone}: {sit.table.sections['zone'][zone]} (ZONE-02)")
    when, said, tally = yield from _when(sit, zone)
    effects += when
    words += said
    if "terrain" in sit.items:
        squares: list[Square] = []
        for number in range(1, sit.squares + 1):
            squares.append((yield from part(_square, sit.table, zone, number)))
        effects.append(Setting("terrain", tuple(map(str, squares))))
        words += [f"square {number}: {square}" for number, square in enumerate(squares, 1)]
        words.append(_sizes(sit))
        tally += tuple((f"square {number}", square.major) for number, square in enumerate(squares, 1))
    if "zone" in sit.items:
        tally = (("zone", zone), *tally)
    instructions = (
        (f"{PUT} the terrain on the table; `setup edges` decides which side does this",)
        if "terrain" in sit.items
        else ()
    )
    return Outcome(tuple(effects), tuple(words), instructions, (), tally)


def _size_words(sit: SetupSituation) -> list[str]:
    """Return in words the size of the table, and the number of battle groups that fit on the table (SCALE-05,
    SCALE-06).
    """
    assert sit.size is not None
    width, depth = sit.size
    each, least = sit.table.sections["deployment"]["width"], sit.table.sections["shares"]["table_depth"]
    part = "half its width" if least == 50 else f"{least} % of its width"
    enough = (
        f"and its depth is at least {part}" if depth * 100 >= width * least else f"but its depth is less than {part}"
    )
    room = f"it has room for {int(width / each)} battle groups, each {each} m wide, {enough}"
    return [f"the table is {int(width)} m by {int(depth)} m: {room} (SCALE-05)"]


def _sizes(sit: SetupSituation) -> str:
    """Return the sizes of pieces of terrain on this table (TGEN-03, TGEN-08, TGEN-09)."""
    rows = sit.table.sections["terrain"]
    most, apart, town = (sit.ruler.laid(rows[key]) for key in ("most", "apart", "built_up_most"))
    part = {2: "half", 3: "a third", 4: "a quarter"}.get(rows["fills"], f"one part in {rows['fills']}")
    major = f"a major feature fills at least {part} of its square (TGEN-03)"
    minor = f"a minor feature is at most {most} across, and at least {apart} from the next minor feature (TGEN-08)"
    return f"{major}; {minor}; a major built-up area is at most {town} square (TGEN-09)"


def _zone(sit: SetupSituation) -> Procedure[str]:
    """Return the climatic zone (ZONE-01, ZONE-03, ZONE-04); "" if the players must roll again because their dice are
    equal.
    """
    homes = {army.side: army.zone for army in sit.scene.armies.values()}
    sides = [side for side in sit.state.sides if homes.get(side)]
    if len(sides) == 2 and set(sides) == set(sit.state.sides):
        one, other = sides
        if homes[one] == homes[other]:
            return homes[one]
        winner = yield from _dice_off(sides, "zone", "chooses the zone", "ZONE-03")
        if not winner:
            return ""
        first, second = homes[winner], homes[other if winner == one else one]
        options = tuple((zone, f"the battle is fought in {zone}", zone) for zone in (first, second))
        return (yield from choose("zone", winner, "the climatic zone", options, "its own zone"))
    rows = by_face(sit.table.sections["zone"]["die"])
    return (yield from throw(Pool("zone", "", "the climatic zone", (), Row(rows), 1, rule="ZONE-01"), read=str))


def _dice_off(sides: list[str], key: str, what: str, rule: str) -> Procedure[str]:
    """Return the side that rolls higher; "" if the rolls are equal."""
    pools = tuple(
        Pool(
            key,
            side,
            f"{side}: the side with the higher roll {what}; after a tie, roll again (GEN-08)",
            (),
            Total(),
            1,
            rule=rule,
        )
        for side in sides
    )
    return (yield from throw(*pools, read=lambda mine, theirs: sides[mine < theirs] if mine != theirs else ""))


def _when(sit: SetupSituation, zone: str) -> Procedure[tuple[list[Setting], list[str], tuple[tuple[str, str], ...]]]:
    """Return the effects, the words and the results for season, hour and weather. The effects and words also include
    the new light (TIME-01 to 05, WX-01).
    """
    sections, scene = sit.table.sections, sit.scene
    effects: list[Setting] = []
    words: list[str] = []
    season = sit.settled("season")
    if "season" in sit.items:
        rows = by_face(sections["season"]["die"])
        season = yield from throw(Pool("season", "", "the season", (), Row(rows), 1, rule="TIME-01"), read=str)
    if "season" in sit.items or "season" in sit.told:
        effects.append(Setting("season", season))
        words.append(f"it is {season} (TIME-01)")
    told = sit.told.get("hour")
    minute = int(told) if told is not None else scene.minute
    if "hour" in sit.items:
        minute = yield from _hour(sections["season"]["am"], sit.table.limits["hour_dice"])
    if minute is not None and ("hour" in sit.items or "hour" in sit.told):
        effects.append(Setting("minute", minute))
        words.append(f"it is {clock_words(minute)} (TIME-03)")
    light = lit_at(sit.table, season, minute)
    if light and effects:
        effects += anew(sit.state)
        words.append(lit_words(sit.table, replace(scene, season=season, minute=minute), light))
    weather = str(sit.told.get("weather", ""))
    if "weather" in sit.items:
        least = sections["weather"][season][zone]
        line = DiceLine("the weather", least, f"adverse weather in {season}, {zone} zone", "WX-01", "need")
        adverse = yield from throw(check("weather", "", "adverse weather", (line,), rule="WX-01"), read=bool)
        weather = "adverse" if adverse else "fair"
    if weather:
        effects.append(Setting("weather", weather))
        words.append(weather_words(sit.table, weather))
    hour = "" if minute is None else clock_words(minute)
    found = {"season": season, "hour": hour, "weather": weather}
    return effects, words, tuple((name, value) for name, value in found.items() if name in sit.items)


def _hour(am: int, dice: int) -> Procedure[int]:
    """Return the minute of the day.

    One die gives am or pm, two dice give the hour from 2 to 12. The book calls noon 12 am and midnight 12 pm
    (TIME-03).
    """
    half = Pool("half-day", "", "before or after noon", (), Row(((1, "am"), (am + 1, "pm"))), 1, rule="TIME-03")
    hour = Pool("hour", "", "the hour", (), Total(), dice, rule="TIME-03")
    hours: int = yield from throw(half, hour, read=lambda day, hours: (hours + (12 if day == "pm" else 0)) % 24)
    return hours * 60


class Square(NamedTuple):
    """A square of the table: its major feature, the number of its minor features, and perhaps a major built-up area.
    `minor` has the minor features in words.
    """

    feature: str
    built_up: bool
    minors: int = 0
    minor: str = ""

    @property
    def major(self) -> str:
        """The major feature in words, with a major built-up area if the square has one."""
        return NAMES[self.feature] + (", major built-up area" if self.built_up else "")

    def __str__(self) -> str:
        return f"{self.major}; {self.minor or f'{self.minors} minor features'}"


def _square(table: Table, zone: str, number: int) -> Procedure[Square]:
    """Return the features of one square, which are rolled for (TGEN-02 to 07)."""
    row = table.sections["terrain"][zone]
    label = f"square {number}"
    built = DiceLine(label, row["mbua"], f"a major built-up area in {zone}", "TGEN-04", "need")
    square = yield from throw(
        Pool("major", "", f"{label}: major feature", (), Row(by_face(row["major"])), 1, rule="TGEN-02"),
        Pool("built-up", "", f"{label}: built up", (built,), Needs(row["mbua"]), 1, rule="TGEN-04"),
        Pool("minor", "", f"{label}: number of minor features", (), Total(), row["minor_dice"], rule="TGEN-05"),
        read=Square,
    )
    types = Each(by_face(table.sections["terrain"]["minor"]))
    fallen = yield from throw(
        Pool("types", "", f"{label}: {square.minors} minor features", (), types, square.minors, rule="TGEN-06"),
        read=lambda sorted: sorted.counts,
    )
    kept = [f"{times} {NAMES[name]}" for name, times in fallen if name != "wood" or not _wooded(table, square.feature)]
    return Square(square.feature, square.built_up, minor=", ".join(kept) or "no minor feature")


def _wooded(table: Table, major: str) -> bool:
    """Return whether woods in this square are ignored, because its major feature is already forest (TGEN-07)."""
    return major in table.sections["terrain"]["no_wood_in"]


def _edges(sit: SetupSituation) -> Procedure[Outcome]:
    """Return the outcome of the roll for edges.

    The side that rolls higher places the terrain. The other side chooses its base edge, and decides which side moves
    first (TGEN-14).
    """
    sides = list(sit.state.sides)[:2]
    higher = yield from _dice_off(sides, "edges", "places all terrain", "TGEN-14")
    if not higher:
        return Outcome(words=("a tie: both roll again (GEN-08)",), is_tie_reroll=True)
    lower = next(side for side in sides if side != higher)
    options = tuple((side, f"{side} moves first", side) for side in (lower, higher))
    first = yield from choose("first", lower, "side with the first move", options, "the side that chooses its edge")
    rows = sit.table.sections["deployment"]
    words = (
        f"{higher} places all terrain; {lower} chooses its base edge, and {higher} has the opposite edge (TGEN-14)",
        f"{first} has the first move",
        f"both sides deploy within {sit.ruler.laid(rows['depth'])} of their base edge (DEP-01)",
        f"aircraft and batteries deploy behind the base edge, "
        f"in a zone at most {rows['off_table_inches']} inches deep, "
        f"and the zone counts as {rows['off_table']} m deep (DEP-02)",
    )
    clock = sit.state.clock
    effects = () if clock.turn else (Tick(type(clock)(first=first)),)
    return Outcome(effects, words, (f"{higher} places the terrain", f"{lower} picks an edge"), (), (("first", first),))


ACT = Act(
    verb="setup",
    words="Set up zone, season, hour, weather and the terrain of each square; decide who places the terrain and who"
    " moves first",
    usage="setup | setup zone season hour weather | setup terrain 12 | setup edges | setup scale=15mm 72x48",
    facts={
        "zone": "Desert, Steppe, Tropical, Temperate or Cold, in place of the die",
        "season": "Spring, Summer, Autumn or Winter, in place of the die",
        "hour": "the time of day, such as 18 or 18:40, in place of the dice",
        "weather": "fair or adverse, in place of the die",
        "scale": "the scale of the models: 6mm, 15mm, 1/72 ...",
        "squares": "the number of squares of terrain: setup terrain 12",
        "table": "the width and depth of the table: 72x48, or 6x4ft",
    },
    choices=choices(
        zone="Desert Steppe Tropical Temperate Cold", season="Spring Summer Autumn Winter", weather="fair adverse"
    ),
    bare=_squares,
    adds_to="weather",
    situate=situate,
    objections=objections,
    procedure=setting_up,
    out_of_turn=out_of_turn,
)
