"""The rule table as Python values: options, types of stands, the score matrix, modifiers, results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from umpire.core.frozen import frozen, replace
from umpire.game.facts import RowScope
from umpire.game.maps.drawn import Symbol
from umpire.game.records import Key, Usual, Whole, read
from umpire.game.rulebook.asked import facts_of
from umpire.game.rulebook.modifiers import Cap, ModifierRow, Modifiers, played, read_modifiers, ruled
from umpire.game.rulebook.rows import (
    Amount,
    AsLong,
    Closed,
    Distance,
    Divisor,
    Gives,
    In,
    Matching,
    Number,
    Options,
    Stays,
    Words,
    list_of,
    rows_by,
    table_of,
)

GRADES = "ABCD"
"""Troop grades, best first (GRADE-01)."""

RowName = Annotated[str, In("rows", also=("",))]
Column = Annotated[str, In("score.columns", also=("",))]
Moves = Annotated[str, In("moves", also=("",))]
Types = tuple[Annotated[str, In("types")], ...]
Percent = Annotated[int, Whole(0, 100)]
Bands = tuple[Distance, Distance]


@frozen
class Type:
    """A type of stand.

    A stand of this type shoots with the row `row` of the score matrix ("" if the stand is unarmed). Shots at the stand
    use the column `column`. `rows` are the weapons that the stand may have instead of `row`. `carries` has the types
    that the stand can carry. `points` is the class of the stand for points. `printed` is the entry printed in the book.
    `printed_row`, `printed_column` and `printed_mobility` have the values of the book if these differ from the
    corrected values. `counts` is False for a command stand. A battle group may have a command stand in addition to its
    twelve stands (ORG-06). `symbol` is set if the type has another symbol than its kind.
    """

    name: Annotated[str, Key()]
    row: RowName
    column: Column
    kind: Annotated[str, In("kinds")] = "vehicle"
    rows: tuple[Annotated[str, In("rows")], ...] = ()
    mobility: Moves = ""
    points: Annotated[str, In("points.classes")] = ""
    carries: Types = ()
    aaa: bool = False
    transport: bool = False
    printed: Words = ""
    printed_row: RowName | None = None
    printed_column: Column | None = None
    printed_mobility: Moves | None = None
    counts: bool = True
    also: Words = ""
    symbol: Symbol = ""


@frozen
class TacticalOption:
    """A tactical option.

    `points` is the cost of the option in tactical points. `move` is the percentage of a full move that the option
    allows. `fire` is true if the stand fires. `first` is the part that comes first, move or fire; "" if the option does
    not have both parts.
    """

    points: Amount
    words: Words
    move: Percent = 0
    fire: bool = False
    first: Literal["", "move", "fire"] = ""


@frozen
class Move:
    """A row of `[moves]`: the distances of a march and of a tactical move, each in good and in bad going.

    `mover` is the column of the going table.
    """

    name: Words
    march: Bands
    tactical: Bands
    mover: Annotated[str, In("going.movers")] = "tracked"


@frozen
class Towing:
    """The rules for towing.

    A stand may be towed if its kind is in `kinds` or its row is in `rows`. Stands of the kinds in `by` may tow.
    `moves_as` is the row of `[moves]` for a towed stand, and for the stand that tows.
    """

    moves_as: Annotated[str, In("moves")]
    kinds: tuple[Annotated[str, In("kinds")], ...]
    rows: tuple[Annotated[str, In("rows")], ...]
    by: tuple[Annotated[str, In("kinds")], ...]


@frozen
class AirRules:
    """The rules for aircraft.

    `points` maps each kind of aircraft to its cost in command points. `step` maps each kind to the step in which it
    flies. `runs` maps each kind to its number of attacks in a game. `fighter_within` is the greatest distance of a
    Fighter from its target, in metres.
    """

    points: Annotated[Mapping[str, Amount], Closed()]
    step: Annotated[Mapping[str, Amount], Closed()]
    runs: Annotated[Mapping[str, Amount], Closed()]
    fighter_within: Distance


@frozen
class ArmyRules:
    """The limits of an army: the number of stands in a battle group, the years, the share of each class of AFV, the
    share of aircraft.
    """

    stands: Divisor
    period: Bands
    late_from: Distance
    afv: tuple[Annotated[str, In("points.classes")], ...]
    per_cent: Mapping[str, Mapping[str, Percent]]
    limited: Words
    limited_years: Bands
    allied: tuple[Words, ...]
    late_nation: Words = ""
    light_mortars: Types = ()
    limited_share: Percent = 0


@frozen
class CommandDice:
    """The dice for command points.

    `dice` is the number of dice thrown, and `keep` is the number of dice that count. If `highest` is true, the highest
    dice count; if not, the lowest dice count (CP-01, CP-13).
    """

    dice: Divisor
    keep: Divisor
    highest: bool = False
    rule: Words = "CP-01"

    @property
    def counted(self) -> str:
        """The dice that count, in words: `the 2 lowest`. This is "" if all dice count."""
        return f"the {self.keep} {'highest' if self.highest else 'lowest'}" if self.keep < self.dice else ""


@frozen
class Table:
    """The rule table as Python values.

    `rows` are the rows of the score matrix. `modifiers` has a list of modifiers for each roll. `sections` is the whole
    table as written. Some of its values have no other field.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    name: str
    options: Mapping[str, str]
    limits: Mapping[str, int]
    grades: Mapping[str, Mapping[str, int]]
    kinds: Mapping[str, Mapping[str, Any]]
    rows: Mapping[str, Mapping[str, Any]]
    types: Mapping[str, Mapping[str, Any]]
    modifiers: Modifiers
    columns: tuple[str, ...]
    matrix: Mapping[str, tuple[int | None, ...]]
    detection: Mapping[str, Any]
    results: Mapping[str, tuple[tuple[int, str], ...]]
    tactical: Mapping[str, TacticalOption]
    moves: Mapping[str, Move]
    towing: Towing
    air: AirRules
    army: ArmyRules
    sections: Mapping[str, Any]

    @property
    def organisations(self) -> Mapping[str, Mapping[str, Any]]:
        """The organisations of battle groups that a scenario may use for a formation."""
        found: Mapping[str, Mapping[str, Any]] = self.sections["formation"]
        return found

    @lru_cache(maxsize=256)  # noqa: B019 - a process reads one table or a few
    def type(self, name: str) -> Type:
        """Return the type with that name.

        The option `vehicle_typos` decides whether the type has the book's printed values or corrected values (VEH-03).
        """
        listed = read(Type, self.types[name], name=name)
        if self.options["vehicle_typos"] != "printed":
            return listed
        as_printed = {field: getattr(listed, f"printed_{field}") for field in ("row", "column", "mobility")}
        return replace(listed, **{field: value for field, value in as_printed.items() if value is not None})

    def command_dice(self, grade: str) -> CommandDice:
        """Return the command dice of a grade (CP-01). The option `cp_dice_A` may replace these dice by other dice
        (CP-13).
        """
        rows = self.sections["command"]
        instead = rows["instead"].get(self.options["cp_dice_A"], {})
        return CommandDice(**instead.get(grade, rows[grade]))

    def score(self, row: str, column: str) -> int | None:
        """Return the score in this row and column of the matrix (SCORE-01); None if the book prints a dash."""
        if row not in self.matrix or column not in self.columns:
            return None
        return self.matrix[row][self.columns.index(column)]


def read_table(rows: Mapping[str, Any]) -> Table:
    """Return the rule table from parsed TOML. Raises Mistake if an option has a value that is not allowed."""
    matrix = {
        row: tuple(score if isinstance(score, int) else None for score in rows["score"][row]) for row in rows["rows"]
    }
    return Table(
        rows["name"],
        played(rows),
        rows["limits"],
        rows["grades"],
        rows["kinds"],
        rows["rows"],
        rows["types"],
        read_modifiers(rows, rows["limits"]),
        tuple(rows["score"]["columns"]),
        matrix,
        rows["detection"],
        {grade: by_face(rows["results"][grade]) for grade in GRADES},
        {option: read(TacticalOption, row) for option, row in rows["tactical"].items()},
        {name: read(Move, row) for name, row in rows["moves"].items()},
        read(Towing, rows["towing"]),
        read(AirRules, rows["air"]),
        read(ArmyRules, rows["organisation"]),
        rows,
    )


def by_face(values: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """Return rows, each with a number and its value. `values` has one value for each number, starting with 1.

    Neighbouring numbers with the same value share one row. This row has the lowest of these numbers.
    """
    return tuple((face, value) for face, value in enumerate(values, 1) if face == 1 or value != values[face - 2])


_VALUES = {
    "need": Annotated[int, Whole(1, 12), Usual()],
    "number": Annotated[Distance, Usual()],
    "half": Annotated[Literal["up", "down"], Usual()],
}
_INSTEAD = Annotated[
    Literal["detection", "effect", "range"],
    Gives({"detection": ("need",), "effect": ("need",), "range": ("number", "half")}, {}),
]
"""The values that a row may replace: a score, or the range of a weapon."""


def sections() -> Mapping[str, Any]:
    """Return the format of each section of the rule table. House rules are checked against these formats."""
    face = Annotated[int, Whole(1, 6)]
    yes, words = Annotated[bool, Usual()], Annotated[Words, Usual()]
    of_rows = tuple[Annotated[str, In("rows")], ...]
    classes = Annotated[str, In("points.classes")]
    mover = Annotated[str, In("going.movers")]
    zone, season = Annotated[str, In("weather.Winter")], Annotated[str, In("weather")]
    price = Annotated[str, Matching(r"\d{1,4}(\.\d{1,3})?", 'a number in quotes, such as "1.5"')]
    ranges = {place: {"moving": Bands, "stationary": Bands} for place in ("cover", "open")}
    kind = {
        "mobility": Annotated[Moves, Usual()],
        "detected_as": Literal["infantry", "vehicle", "aircraft"],
        "arcs": tuple[Literal["front", "flank", "rear"], ...],
        "faces": bool,
        "rule": Words,
        "symbol": Annotated[Symbol, Usual()],
    }
    weapon = {
        "name": Words,
        "range": Distance | Literal["OT"],
        "direct": yes,
        "infantry": yes,
        "exempt": words,
        "waits": words,
    }
    going = Annotated[str, Matching("[GBX]*", "letters of BGX"), AsLong("going.movers")]
    feature = {"major": list_of(6, Words), "mbua": face, "minor_dice": Amount}
    cover = {
        "cover": Literal["none", "cover", "hard"],
        "rule": Words,
        "words": Words,
        "seen_within": Annotated[Distance, Usual()],
        "also": words,
    }
    flags = dict.fromkeys(("hq", "skirts", "light_mortars", "late_british", "aaa"), yes)
    muster = {"key": Words, "type": Annotated[str, In("types")], "name": words, "aboard": words, **flags}
    return {
        "limits": Annotated[Mapping[str, Number], Closed("tactical_step", "march_step", "length_metres")],
        "shares": table_of(Percent, Closed()),
        "options": Annotated[Mapping[str, Any], Options()],
        "grades": table_of({"tactical_points": Amount, "morale": Amount}, Closed()),
        "command": {
            "radio": list_of(6, Amount),
            "instead": Annotated[Mapping[str, Mapping[str, CommandDice]], Closed()],
            "*": CommandDice,
        },
        "tactical": table_of(TacticalOption, Stays()),
        "moves": table_of(Move),
        "towing": Towing,
        "kinds": table_of(kind, Stays()),
        "rows": table_of(weapon),
        "types": table_of(Type),
        "fact": facts_of("umpire.rulesets.asp"),
        "modifier": rows_by(ModifierRow, "id"),
        "group": rows_by(Cap, "id"),
        **ruled(Literal["fire"], _INSTEAD, **_VALUES),
        "score": {
            "columns": tuple[Words, ...],
            "*": Annotated[tuple[Literal[1, 2, 3, 4, 5, 6, "-"], ...], AsLong("score.columns")],
        },
        "detection": {
            "infantry": ranges,
            "vehicle": ranges,
            "at_most": table_of(Annotated[Mapping[str, Distance], Closed()], Closed()),
            "divided_by": Annotated[Mapping[str, Divisor], Closed()],
        },
        "results": table_of(list_of(8, Literal["-", "P", "R", "D"]), Closed()),
        "scales": table_of({"length": Divisor, "unit": Literal["cm", "in"]}),
        "deployment": Annotated[Mapping[str, Distance], Closed()],
        "zone": {"die": list_of(6, zone), "*": Words},
        "terrain": {
            "minor": list_of(6, Words),
            "no_wood_in": tuple[Words, ...],
            "fills": Divisor,
            "most": Distance,
            "apart": Distance,
            "built_up_most": Distance,
            "*": feature,
        },
        "going": {
            "movers": tuple[Words, ...],
            "rules": table_of(Words),
            "also": table_of(Annotated[str, In("going")]),
            "*": going,
        },
        "cover": table_of(cover, Stays()),
        "season": {"die": list_of(6, season), "am": Distance, "*": {"dawn": Bands, "dusk": Bands}},
        "weather": table_of(Annotated[Mapping[str, Amount], Closed()], Closed()),
        "calling": {"need": Amount, "late_british": Amount, "rows": of_rows},
        "air": AirRules,
        "smoke": {"rounds": Amount, "*": Bands},
        "illumination": {"rounds": Amount, "*": tuple[Distance]},
        "crossing": {
            "need": Amount,
            "markers": tuple[tuple[Amount, Amount], ...],
            "declared_within": Distance,
            "*": tuple[mover, ...],
        },
        "points": {
            "classes": table_of(price),
            "grades": table_of(price, Closed()),
            "types": table_of(classes),
            "suggested": table_of(price),
            "*": price,
        },
        "nations": table_of(Types),
        "doubtful": table_of(Words),
        "organisation": ArmyRules,
        "formation": table_of({"words": Words, "stands": rows_by(muster, "key")}),
        "fantasy": {"barred": tuple[classes, ...], "jets": Types, "organisations": tuple[Words, ...]},
        "modules": Annotated[Mapping[str, Words], Closed()],
    }


def scopes() -> tuple[RowScope, ...]:
    """Return the scopes of the rows of the rule table. Each scope stands for one purpose of rows, such as detection or
    a shot.

    A scope names the lists with rows for this purpose. It also has fixed values for some facts.
    """
    before = {"detected": False}
    return (
        RowScope("detection", ("modifier", "instead"), ("detection",), before),
        RowScope("a shot", ("modifier", "instead"), ("effect",), before),
        RowScope("fire", ("refuse",), ("fire",), before),
        RowScope("the range of a weapon", ("instead",), ("range",), {**before, "can_affect": True}),
    )
