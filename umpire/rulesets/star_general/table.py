"""The rule table of a Star General game: both rule books are made of the same kinds of rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from umpire.game.facts import RowScope
from umpire.game.maps.drawn import Look, Net, Symbol
from umpire.game.records import Count, Usual
from umpire.game.rulebook.asked import NONE, facts_of
from umpire.game.rulebook.modifiers import Cap, ModifierRow, Modifiers, meanings, played, read_modifiers, ruled
from umpire.game.rulebook.rows import By, Closed, Gives, In, Matching, Options, Words, rows_by, table_of

Arm = Literal["infantry", "tank", "artillery", "hq"]
Order = Literal["M", "H", "D", "R"]
Status = Literal["M", "H", "D", "R", "battery"]
Weight = Literal["", "L", "M", "H"]
Code = Annotated[
    str,
    Matching(
        r"[1-6]+(\|(([1-6])\3)+)?",
        "the faces that hit, such as 6, 56 (each 5 or 6), or 6|55 (each 6 and each pair of 5s)",
    ),
]


class OrderRow(NamedTuple):
    """An order of a unit. After the first round of a day, a unit may get this order only if the unit's last order is in
    `follows`. `attackers` is the largest number of stands that may attack. If `shuffles` is true, the stands may only
    shuffle.
    """

    follows: tuple[Order, ...]
    attackers: Count
    shuffles: bool = False


class CoreRow(NamedTuple):
    """A kind of core stand: strength points, fighting strength (dice), arm, way of moving, range of guns (0: none).

    `symbol` and `weight` give the sign of the stand on the board.
    """

    words: Words
    arm: Arm
    sp: Count
    fs: Count
    rule: Words
    mobility: Annotated[str, In("pace")] = "foot"
    range: Count = 0
    also: Words = ""
    symbol: Symbol = ""
    weight: Weight = ""


class SupportRow(NamedTuple):
    """A kind of support stand; its dice are in the modifier rows.

    `range` is in hexes. If `light` is true, the stand is light artillery, which is called from afar. If `armours` is
    true, infantry with this transport counts as armoured. If `truck` is true, the stand has a place of its own in the
    hex. `carries` is the pace at which transport carries its core stand. If `flak` is true, the stand fires at
    aircraft. If `breaches` is true, the stand is a stand of engineers. Engineers cancel cover and digging in during
    close combat.
    """

    words: Words
    rule: Words
    range: Count = 0
    light: bool = False
    armours: bool = False
    truck: bool = False
    carries: Annotated[str, In("pace", also=("",))] = ""
    flak: bool = False
    breaches: bool = False
    also: Words = ""
    symbol: Symbol = ""
    weight: Weight = ""


class ToHit(NamedTuple):
    """The codes for the numbers that hit, for an attacker and a target. A side with an empty code throws no dice.

    If there is an `attack_option`, the value of that option is the attacker's code.
    """

    attacker: Literal["M", "H", "phase"]
    target: Status
    attack: Code
    attack_rule: Words
    attack_option: Annotated[str, In("options")] = ""
    reply: Code = ""
    reply_rule: Words = ""


class SupportRight(NamedTuple):
    """The support that a side may call from outside the fighting hexes."""

    role: Literal["attacker", "defender"]
    status: Status
    light: bool
    light_rule: Words
    guns: bool
    guns_rule: Words


class Ground(NamedTuple):
    """A kind of terrain for combat and movement.

    If `halts` is true, a normal move must halt on entering. If `halts_before` is true, every move must halt before
    entering. `strategic` is "before" if a strategic move must halt before entering, else "". `drawn` is the look of the
    terrain on the board. `joins` are the lines, such as roads, that run through the terrain from hex to hex.
    """

    words: Words
    cover: bool = False
    blocks: bool = False
    water: bool = False
    landing: bool = False
    halts: bool = False
    halts_before: bool = False
    strategic: Literal["", "before"] = ""
    impassable: bool = False
    also: Words = ""
    drawn: Look = ""
    joins: tuple[Net, ...] = ()

    @property
    def wet(self) -> bool:
        """True if stands in this terrain are in water, on a bridge or landing (TSG-3.7.3-01, 3SG-3.7.2-01)."""
        return self.water or self.landing


class Pace(NamedTuple):
    """A way of moving: its words and its allowances in hexes."""

    words: Words
    normal: Count
    strategic: Count
    rule: Words


class Muster(NamedTuple):
    """A stand of an organisation: its key within the unit, its kind and its name. The strengths of the stand are given
    only if they are unusual.
    """

    key: Words
    type: Annotated[str, In("core", "support")]
    name: Words
    host: Words = ""
    full: Count | None = None
    fs: Count | None = None
    mobility: Annotated[str, In("pace")] | None = None
    superior_gun: bool = False


class Organisation(NamedTuple):
    """A sample unit ready to use in scenarios."""

    words: Words
    rule: Words
    stands: Annotated[tuple[Muster, ...], By("key")]


class Table(NamedTuple):
    """The rules of one rule book. `rows` is the whole table as written; the sheet is made from `rows`."""

    prefix: str
    words: Mapping[str, str]
    limits: Mapping[str, int]
    options: Mapping[str, Any]
    meanings: Mapping[str, str]
    rules: Mapping[str, str]
    orders: Mapping[str, OrderRow]
    flak: str
    battery_pace: Mapping[str, str]
    pace: Mapping[str, Pace]
    core: Mapping[str, CoreRow]
    support: Mapping[str, SupportRow]
    to_hit: Mapping[tuple[str, str], ToHit]
    rights: Mapping[tuple[str, str], SupportRight]
    modifiers: Modifiers
    terrain: Mapping[str, Ground]
    organisations: Mapping[str, Organisation]
    rows: Mapping[str, Any]


_VALUES = {
    "code": Annotated[Code, Usual()],
    "number": Annotated[Count, Usual()],
    "half": Annotated[Literal["up", "down"], Usual()],
}
_MOVES = ("arm", "elite", "armoured", "ground", "status", "day", "round")
_INSTEAD = Annotated[
    Literal["hit", "pace", "retreat"],
    Gives({"hit": ("code",), "pace": ("number", "half"), "retreat": ("number",)}, {"pace": _MOVES, "retreat": _MOVES}),
]
"""The values that a row may change: dice that hit, an allowance, the cost of a zone; moves have fewer facts."""


def read_table(rows: Mapping[str, Any]) -> Table:
    """Return the table from its TOML rows. Some rows count only for one value of an option. If another value is chosen,
    these rows are left out.
    """
    options = played(rows)
    return Table(
        prefix=rows["prefix"],
        words=rows["words"],
        limits=rows["limits"],
        options=options,
        meanings=meanings(rows),
        rules=rows["rules"],
        orders={name: OrderRow(**row) for name, row in rows["orders"].items()},
        flak=rows["flak"]["hits"],
        battery_pace=rows["battery_pace"],
        pace={name: Pace(**row) for name, row in rows["pace"].items()},
        core={name: CoreRow(**row) for name, row in rows["core"].items()},
        support={name: SupportRow(**row) for name, row in rows["support"].items()},
        to_hit={(row["attacker"], row["target"]): _to_hit(row, options) for row in rows["to_hit"]},
        rights={(row["role"], row["status"]): _right(row, options) for row in rows["support_rights"]},
        modifiers=read_modifiers(rows, rows["limits"]),
        terrain={name: Ground(**row) for name, row in rows["terrain"].items()},
        organisations={
            name: Organisation(row["words"], row["rule"], tuple(Muster(**stand) for stand in row["stands"]))
            for name, row in rows.get("organisation", {}).items()
        },
        rows=rows,
    )


def _to_hit(row: Mapping[str, Any], options: Mapping[str, Any]) -> ToHit:
    return ToHit(**{**row, "attack": options[row["attack_option"]]} if "attack_option" in row else row)


def _right(row: Mapping[str, Any], options: Mapping[str, Any]) -> SupportRight:
    """Return a right to call support. An option decides whether a battery under attack may call guns."""
    found = SupportRight(**row)
    return (
        found._replace(guns=found.guns and options["battery_may_call_support"]) if found.status == "battery" else found
    )


def sections() -> Mapping[str, Any]:
    """Return the sections a table of the family may have; house rules are checked against them."""
    return {
        "words": Annotated[Mapping[str, Words], Closed()],
        "limits": Annotated[Mapping[str, Count], Closed()],
        "options": Annotated[Mapping[str, Any], Options()],
        "orders": table_of(OrderRow, Closed()),
        "flak": {"hits": Code},
        "battery_pace": Annotated[Mapping[str, Annotated[str, In("pace")]], Closed()],
        "pace": Mapping[str, Pace],
        "core": Mapping[str, CoreRow],
        "support": Mapping[str, SupportRow],
        "to_hit": rows_by(ToHit, "attacker", "target"),
        "support_rights": rows_by(SupportRight, "role", "status"),
        "fact": facts_of("umpire.rulesets.star_general"),
        "modifier": rows_by(ModifierRow, "id"),
        "group": rows_by(Cap, "id"),
        **ruled(Literal["fire", "assault", "artillery"], _INSTEAD, **_VALUES),
        "terrain": Mapping[str, Ground],
        "organisation": Mapping[str, Organisation],
    }


_NO_SUPPORT = {"type": "", "host": ""}
_NO_CORE: Mapping[str, Any] = {
    **dict.fromkeys(("armoured", "elite", "superior_gun", "engineers", "defends_cover"), False),
    "support": NONE,
}
_GUN: Mapping[str, Any] = {**_NO_CORE, **_NO_SUPPORT, "arm": "artillery", "mode": "distant", "what": "gun"}
ABOUT_GUNS = ("arm", "what")
"""A row that refuses an attack is asked of the guns called if it asks one of these."""
_CORE = {"what": "core"}
_ATTACKER = {"role": "attacker", "defends_cover": False, **_NO_SUPPORT}


def scopes() -> tuple[RowScope, ...]:
    """Return one scope for each purpose of the rows of the rule table, such as fire or an assault.

    A scope names the lists of rows that are tested for this purpose, and the facts that have a fixed value in these
    tests.
    """
    return (
        RowScope("core stands", ("modifier",), ("",), _NO_SUPPORT, "core"),
        RowScope("support stands", ("modifier",), ("",), {**_NO_CORE, "arm": "", "in_water": False}, "support"),
        RowScope("called guns", ("modifier",), ("",), _GUN, "gun"),
        RowScope("fire", ("refuse",), ("fire",), {**_ATTACKER, **_CORE, "mode": "distant", "engineers": False}, "core"),
        RowScope("an assault", ("refuse",), ("assault",), {**_ATTACKER, **_CORE}, "core"),
        RowScope("called guns", ("refuse",), ("fire", "assault"), _GUN, "gun", ABOUT_GUNS),
        RowScope("artillery fire", ("refuse",), ("artillery",), {**_ATTACKER, "mode": "distant", "engineers": False}),
        RowScope("what hits", ("instead",), ("hit",), _NO_SUPPORT),
    )
