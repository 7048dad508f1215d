"""The rule table: its TOML rows as frozen values, checked as they are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from umpire.core.mistakes import Mistake, did_you_mean
from umpire.rulesets.d20.circumstances import WHY_NOT

if TYPE_CHECKING:
    from umpire.core.pools import On
    from umpire.game.modifiers import When


class Modifier(NamedTuple):
    """One modifier: `amount`, or for `times` that amount for each `per` of a number of the circumstances.

    `at` is the throw it belongs to (hit, pen, he, charge, sup), `of` whose line it is (firer or target).
    """

    id: str
    at: str
    when: When
    amount: int
    on: On
    of: str
    words: str
    rule: str
    times: str = ""
    per: int = 1
    group: str = ""


class Group(NamedTuple):
    """Modifiers that together never count for less than `cap`, while the options are as in `option`."""

    id: str
    cap: int
    words: str
    rule: str
    option: Mapping[str, str]


class Star(NamedTuple):
    """A weapon whose AP value is `*`: a fixed column, and the vehicles it can damage (all, if `most_defence` is None).

    It damages vehicles of defence up to `most_defence`, and those with one of the flags `also`: `against` in words.
    `hits`: it hits automatically.
    """

    weapon: str
    words: str
    column: str
    hits: bool
    against: str
    rule: str
    most_defence: int | None = None
    also: tuple[str, ...] = ()


class ElementType(NamedTuple):
    """A row of the movement table: the allowance on each kind of ground; 0 may not be entered."""

    id: str
    words: str
    vehicle: bool
    allowance: Mapping[str, int]


class Phase(NamedTuple):
    """One phase of a side's turn: its name and what is done in it, with the commands."""

    id: str
    words: str
    steps: str
    rule: str


class Table(NamedTuple):
    """The rule table. `matrix` has, for each odds column, its rows (least total, result) in rising order.

    `starter` are cards that a scenario's elements may take: model -> the keys of an element.
    """

    words: Mapping[str, str]
    limits: Mapping[str, int]
    options: Mapping[str, str]
    phases: Mapping[str, Phase]
    quality: Mapping[str, int]
    types: Mapping[str, ElementType]
    stars: Mapping[str, Star]
    modifiers: tuple[Modifier, ...]
    groups: tuple[Group, ...]
    columns: tuple[str, ...]
    matrix: Mapping[str, tuple[tuple[int, str], ...]]
    bands: tuple[tuple[int, str], ...]
    starter: Mapping[str, Mapping[str, Any]]

    @property
    def grounds(self) -> tuple[str, ...]:
        """The columns of the movement table."""
        return tuple(next(iter(self.types.values())).allowance)

    @property
    def ratios(self) -> tuple[tuple[int, int], ...]:
        """The odds of each column as numbers, in order."""
        pairs = (column.partition(":") for column in self.columns)
        return tuple((int(attack), int(defence)) for attack, _, defence in pairs)


def read_table(rows: Mapping[str, Any]) -> Table:
    """The rule table from parsed TOML. Raises Mistake for an option or a condition that is not known."""
    allowed = rows["option_values"]
    for option, value in rows["options"].items():
        if option not in allowed:
            raise Mistake(f"options.{option}: there is no such option", did_you_mean(option, list(allowed)))
        if value not in allowed[option]:
            raise Mistake(f"options.{option}: {value!r} is not known", "one of: " + ", ".join(allowed[option]))
    modifiers = tuple(Modifier(**row) for row in rows["modifier"])
    for row in modifiers:
        wrong = next((name for name in (*row.when, row.times) if name and name not in WHY_NOT), "")
        if wrong:
            raise Mistake(f"modifier {row.id}: nothing is known of {wrong!r}", "see the conditions of the other rows")
    columns = tuple(rows["penetration"]["columns"])
    results = rows["penetration"]["row"]
    return Table(
        words=rows["words"],
        limits=rows["limits"],
        options=rows["options"],
        phases={row["id"]: Phase(**row) for row in rows["phase"]},
        quality={row["id"]: row["amount"] for row in rows["quality"]},
        types={row["id"]: ElementType(**row) for row in rows["type"]},
        stars={row["weapon"]: Star(**{**row, "also": tuple(row.get("also", ()))}) for row in rows["star"]},
        modifiers=modifiers,
        groups=tuple(Group(**row) for row in rows["group"]),
        columns=columns,
        matrix={
            column: _changes(tuple((row["least"], row["results"][place]) for row in results))
            for place, column in enumerate(columns)
        },
        bands=tuple((row["least"], row["result"]) for row in rows["band"]),
        starter=rows["starter"],
    )


def _changes(rows: tuple[tuple[int, str], ...]) -> tuple[tuple[int, str], ...]:
    """The rows without those that say the same as the row before them."""
    return tuple(row for place, row in enumerate(rows) if place == 0 or row[1] != rows[place - 1][1])
