"""The rule table: its TOML rows as frozen values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple

from umpire.game.maps.drawn import Symbol
from umpire.game.records import Count, Usual
from umpire.game.rulebook.asked import facts_of
from umpire.game.rulebook.modifiers import Cap, ModifierRow, Modifiers, filled, meanings, played, read_modifiers, ruled
from umpire.game.rulebook.rows import Amount, AsLong, By, Closed, Distance, In, Options, Words, rows_by, table_of


class Result(StrEnum):
    """The results of a roll. `[words.results]` of the rule table has a word for each result."""

    NOTHING = "-"
    FALL_BACK = "F"
    SUPPRESSED = "S"
    KNOCKED_OUT = "K"


Bands = tuple[tuple[int, Result], ...]
"""Least total and result, in rising order."""
DIVISORS = ("far", "linear_obstacle", "reverse")
"""Limits that something is divided by: in words they are the part that is left."""


Flag = Literal[
    "afv",
    "apc",
    "armoured-car",
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
]
"""The flags of an element: everything on its card except numbers (D20-GEN-07)."""


class Star(NamedTuple):
    """A weapon whose AP value is `*`.

    The weapon always uses the odds column `column`. The weapon damages vehicles with a defence of up to `most_defence`,
    and vehicles with one of the flags in `also`. If `most_defence` is None, the weapon damages all vehicles. `against`
    names in words the vehicles that the weapon damages. `hits` means that the weapon hits automatically. `symbol` is
    the symbol of elements that have this weapon.
    """

    weapon: Words
    words: Words
    column: Annotated[str, In("penetration.columns")]
    hits: bool
    against: Words
    rule: Words
    most_defence: Count | None = None
    also: tuple[Flag, ...] = ()
    symbol: Symbol = ""

    def damages(self, defence: int, flags: Iterable[str]) -> bool:
        """Return whether the weapon can damage a vehicle that has this defence and these flags."""
        return self.most_defence is None or defence <= self.most_defence or any(flag in self.also for flag in flags)


class ElementType(NamedTuple):
    """A type of element, a row of the movement table.

    `allowance` is the distance of a whole move on each kind of ground, 0 if the type must not enter this ground.
    """

    id: Words
    words: Words
    vehicle: bool
    allowance: Annotated[Mapping[str, Count], Closed()]
    symbol: Symbol = ""


_COMMANDS = re.compile(r": `[^;]*")


class Phase(NamedTuple):
    """One phase of a side's turn. `words` is the name of the phase. `steps` has the steps of the phase in words, with
    the commands to type.
    """

    id: Words
    words: Words
    steps: Words
    rule: Words

    @property
    def played(self) -> str:
        """The steps of the phase in words, without the commands."""
        return _COMMANDS.sub("", self.steps)


class Muster(NamedTuple):
    """An element of an organisation.

    `model` is its card. `under` and `aboard` are the keys of its commander and its transport in the same organisation.
    """

    key: Words
    model: Annotated[str, In("starter")]
    name: Words
    under: Words = ""
    aboard: Words = ""
    quality: Annotated[str, In("quality", also=("",))] = ""


class Organisation(NamedTuple):
    """A group of elements that a scenario can add as a whole."""

    words: Words
    elements: Annotated[tuple[Muster, ...], By("key")]


class Table(NamedTuple):
    """The rule table.

    `matrix` maps each odds column to a list of pairs (least total, result), in rising order. `ratios` has the odds of
    each column as two numbers. `words` has the words for results. `meanings` has a sentence for the present setting of
    each option. `starter` maps each model to a card that a scenario may use. `rows` is the whole table as written, for
    the sheet.
    """

    words: Mapping[str, Mapping[str, str]]
    limits: Mapping[str, int]
    options: Mapping[str, str]
    meanings: Mapping[str, str]
    phases: Mapping[str, Phase]
    quality: Mapping[str, int]
    types: Mapping[str, ElementType]
    stars: Mapping[str, Star]
    modifiers: Modifiers
    columns: tuple[str, ...]
    ratios: tuple[tuple[int, int], ...]
    matrix: Mapping[str, Bands]
    bands: Bands
    starter: Mapping[str, Mapping[str, Any]]
    organisations: Mapping[str, Organisation]
    rows: Mapping[str, Any]

    @property
    def grounds(self) -> tuple[str, ...]:
        """The columns of the movement table."""
        return tuple(next(iter(self.types.values())).allowance)


def read_table(rows: Mapping[str, Any]) -> Table:
    """Return the rule table from parsed TOML. Raises Mistake for an unknown option or condition."""
    limits = rows["limits"]
    columns = tuple(rows["penetration"]["columns"])
    results = rows["penetration"]["row"]
    return Table(
        words=rows["words"],
        limits=limits,
        options=played(rows),
        meanings=meanings(rows),
        phases={row["id"]: Phase(**row) for row in rows["phase"]},
        quality={row["id"]: row["amount"] for row in rows["quality"]},
        types={row["id"]: ElementType(**row) for row in rows["type"]},
        stars={row["weapon"]: _star(row) for row in rows["star"]},
        modifiers=read_modifiers(rows, {**limits, **{name: part(limits[name]) for name in DIVISORS}}),
        columns=columns,
        ratios=tuple((int(attack), int(defence)) for attack, _, defence in (name.partition(":") for name in columns)),
        matrix={
            column: _bands((row["least"], row["results"][at]) for row in results) for at, column in enumerate(columns)
        },
        bands=_bands((row["least"], row["result"]) for row in rows["band"]),
        starter=rows["starter"],
        organisations={
            name: Organisation(row["words"], tuple(Muster(**each) for each in row["elements"]))
            for name, row in rows.get("formation", {}).items()
        },
        rows=rows,
    )


def _star(row: Mapping[str, Any]) -> Star:
    return Star(**{**row, "also": tuple(row.get("also", ())), "against": filled(row["against"], row)})


def _bands(rows: Iterable[tuple[int, str]]) -> Bands:
    """Return the rows without each row that has the same result as the row before."""
    found = [(least, Result(result)) for least, result in rows]
    return tuple(row for at, row in enumerate(found) if at == 0 or row[1] != found[at - 1][1])


def sections() -> Mapping[str, Any]:
    """Return the format of each section of the rule table. House rules must have this format."""
    result = Literal["-", "F", "S", "K"]
    penetration = {"least": Count, "results": Annotated[tuple[result, ...], AsLong("penetration.columns")]}
    card = {
        "name": Words,
        "type": Annotated[str, In("type")],
        "ap": Annotated[Count | Literal["*"], Usual()],
        "weapon": Annotated[str, In("star", key="weapon"), Usual()],
        "he": Annotated[Count, Usual()],
        "defence": Count,
        "range": Count,
        "accuracy": Annotated[Amount, Usual()],
        "size": Annotated[Amount, Usual()],
        "flags": Annotated[tuple[Flag, ...], Usual()],
    }
    return {
        "words": {"results": Annotated[Mapping[str, Words], Closed()]},
        "limits": Annotated[Mapping[str, Distance], Closed(*DIVISORS)],
        "options": Annotated[Mapping[str, Any], Options()],
        "phase": rows_by(Phase, "id", stays=True),
        "quality": rows_by({"id": Words, "amount": Amount}, "id", stays=True),
        "type": rows_by(ElementType, "id"),
        "star": rows_by(Star, "weapon"),
        "fact": facts_of("umpire.rulesets.d20"),
        "modifier": rows_by(ModifierRow, "id"),
        "group": rows_by(Cap, "id"),
        **ruled(Literal["fire", "assault", "activate"], Literal["hit", "sup"], need=Count),
        "penetration": {
            "columns": tuple[Words, ...],
            "row": rows_by(penetration, "least", sort=True),
        },
        "band": rows_by({"least": Count, "result": result}, "least", sort=True),
        "starter": table_of(card),
        "formation": Annotated[table_of(Organisation), Usual()],
    }


_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}
_PARTS = {1: "whole", 2: "half", 3: "a third", 4: "a quarter"}


def part(divisor: int) -> str:
    """Return 1 divided by `divisor`, in words: `half`, `1/5`."""
    return _PARTS.get(divisor, f"1/{divisor}")


def of_move(share: object, whose: str = "its") -> str:
    """Return a share of a move in words: `3/4 of its move`, `1 whole move`."""
    return "1 whole move" if str(share) == "1" else f"{share} of {whose} move"


def fall_back_moves(count: int) -> str:
    """Return a number of fall-back moves in words: `two fall-back moves`."""
    return f"{_NUMBERS.get(count, count)} fall-back move" + ("s" if count != 1 else "")
