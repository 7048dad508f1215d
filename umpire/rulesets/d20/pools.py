"""An attack, and the facts on which its dice depend. The module also has the modifiers, the odds column, and three dice
pools: the roll to hit, the roll to penetrate, and the HE/SA roll.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from umpire.core.frozen import frozen, replace
from umpire.core.outcome import Objection
from umpire.core.pools import DiceLine, On, Pool, check
from umpire.core.readings import Row
from umpire.game.distances import Number
from umpire.game.facts import RowScope
from umpire.game.rulebook.asked import NOTHING_TOLD, Answered
from umpire.rulesets.d20.state import Element, State
from umpire.rulesets.d20.table import Bands, Result, Star, Table

D20 = 20
"""The die that gives the rules their name."""
ROUNDINGS = {
    "defender": "rounded in favour of the defender",
    "nearest": "the nearest column",
    "attacker": "rounded in favour of the attacker",
}


LISTS = {"ap": ("hit", "pen", "fire"), "he": ("he", "fire")}
"""The lists of rows that fire comes from, by its mode: those of its dice, and what refuses it."""
OF_FIRE = (*LISTS["ap"], *LISTS["he"])
OF_MELEE = ("hit", "pen", "he", "charge", "assault")


class Circumstances(NamedTuple):
    """The facts about one throw that a modifier row can use. The key `when` of a row needs a yes-or-no fact. The key
    `times` of a row needs a number.

    `[fact.NAME]` of the rule table explains each fact. `told` has the values of facts that the rule table asks for.
    """

    near: bool = False
    close: bool = False
    short_weapon: bool = False
    firer_suppressed: bool = False
    over_half: bool = False
    soft_cover: bool = False
    hard_cover: bool = False
    hard_cover_or_hull_down: bool = False
    edge: bool = False
    side: bool = False
    column_shifts: bool = True
    cavalry_charge: bool = False
    commander_near: bool = False
    supported: bool = True
    arm: str = ""
    foe_arm: str = ""
    range: Number = 0
    turn: int = 0
    foe_quality: int = 0
    accuracy: int = 0
    size: int = 0
    quality: int = 0
    he: int = 0
    defence: int = 0
    objectives: int = 0
    losses: int = 0
    told: Answered = Answered()


_OF_SUP = ("arm", "commander_near", "edge", "losses", "objectives", "quality", "supported", "told", "turn")
_FIRE: dict[str, Any] = {"commander_near": False, "supported": True, "objectives": 0, "losses": 0}
_CLOSE = {**_FIRE, "near": True, "close": True, "over_half": False, "side": True, "range": 0}


def scopes() -> tuple[RowScope, ...]:
    """Return the scopes of the rows of the rule table. Each scope stands for one purpose of rows, such as an attack or
    close combat.

    A scope names the lists with rows for this purpose. It also has fixed values for some facts.
    """
    usual = Circumstances()._asdict()
    alone = {name: value for name, value in usual.items() if name not in _OF_SUP}
    return (
        RowScope("a roll to remove suppression", ("modifier", "instead"), ("sup",), alone),
        RowScope("an attack", ("modifier", "instead"), ("hit", "pen", "he"), _FIRE),
        RowScope("close combat", ("modifier",), ("charge",), _CLOSE),
        RowScope("fire", ("refuse",), ("fire",), {**_FIRE, "close": False, "cavalry_charge": False}),
        RowScope("close combat", ("refuse",), ("assault",), _CLOSE),
        RowScope("`activate`", ("refuse",), ("activate",), alone),
    )


@frozen
class Attack:
    """An attack of one element on another element, in fire or in close combat. `mode` is AP or HE/SA.

    `ap` and `he` are the values that count in this attack. `star` describes the weapon if the AP of the weapon is `*`;
    if not, `star` is None. `riders` has the elements on top of the target. Only a tank has riders. `first` and `second`
    are the keys of the two dice.
    """

    firer: Element
    target: Element
    mode: str
    ap: int | str | None
    he: int | None
    star: Star | None
    circumstances: Circumstances
    table: Table
    riders: tuple[Element, ...]
    first: str = "fire"
    second: str = "penetration"

    @property
    def powerless(self) -> bool:
        """True if the attacker does not have the value that this attack needs, AP or HE/SA."""
        return (self.ap if self.mode == "ap" else self.he) is None


class Values(NamedTuple):
    """The values of an element in an attack: typed values, or else the values on its card."""

    ap: int | str | None
    he: int | None
    defence: int


def attack_on(
    state: State,
    table: Table,
    firer: Element,
    target: Element,
    mode: str,
    own: Values,
    defence: int,
    keys: tuple[str, str] = ("fire", "penetration"),
    *,
    cover: str = "none",
    smoke: bool = False,
    hull_down: bool = False,
    distance: Number = 0,
    told: Answered = NOTHING_TOLD,
    **seen: bool,
) -> Attack:
    """Return an attack.

    Its circumstances depend on the two elements, the arguments, and the yes-or-no facts in `seen`.
    """
    star = table.stars[firer.weapon] if mode == "ap" and own.ap == "*" else None
    hard = cover == "hard" or smoke
    circumstances = Circumstances(
        short_weapon=firer.range <= table.limits["near"],
        firer_suppressed=firer.suppressed,
        soft_cover=cover == "soft",
        hard_cover=hard,
        hard_cover_or_hull_down=hard or hull_down,
        column_shifts=star is None or (table.options["star_shift"] != "none" and star.weapon != "flamethrower"),
        arm=firer.type,
        foe_arm=target.type,
        range=distance,
        turn=state.clock.turn,
        foe_quality=table.quality[target.quality],
        accuracy=firer.accuracy,
        size=target.size,
        quality=table.quality[firer.quality],
        he=own.he or 0,
        defence=defence,
        told=told.of({"firer": firer.id, "target": target.id}).against({"firer": target.id, "target": firer.id}),
        **seen,
    )
    return Attack(firer, target, mode, own.ap, own.he, star, circumstances, table, state.riders(target), *keys)


def can_harm(state: State, table: Table, one: Element, enemy: Element, *, close: bool = True) -> bool:
    """Return whether an element could harm this enemy in close combat (D20-CC-05, D20-CC-06), or by fire if `close` is
    False. Fire at a soft vehicle may be with AP or with HE (D20-HIT-17).
    """
    modes = ("ap",) if enemy.armoured else ("he", "ap") if enemy.soft and not close else ("he",)
    own = Values(one.ap, one.he, one.defence)
    blows = [attack_on(state, table, one, enemy, mode, own, enemy.defence, close=close, side=True) for mode in modes]
    return any(not blow.powerless and (blow.mode == "he" or not in_vain(blow)) for blow in blows)


def modifier_lines(sit: Attack, at: str) -> tuple[DiceLine, ...]:
    """Return the lines for all modifiers of one throw.

    If a modifier does not apply, its line gives the reason. Each limit on the sum of the modifiers also has a line
    (D20-GEN-05).
    """
    names = {"firer": sit.firer.name, "target": sit.target.name}
    return sit.table.modifiers.lines(at, sit.circumstances, names)


def refused(sit: Attack, act: str) -> Iterator[Objection]:
    """Yield the objections that rows of the rule table raise to this attack."""
    rows = sit.table.modifiers
    return rows.refused(act, own_circumstances(sit), sit.firer.name) if rows.refuse else iter(())


def own_circumstances(sit: Attack) -> Circumstances:
    """Return the circumstances of an attack. Their field `told` is reduced to the values for this firer and this
    target.
    """
    return sit.circumstances._replace(told=sit.circumstances.told.of(sit.firer.id).against(sit.target.id))


def need_line(table: Table, at: str, facts: Circumstances, usual: DiceLine) -> DiceLine:
    """Return the line with the number needed for a throw. This is the line `usual`, unless a row of the rule table
    replaces its number, words and rule.
    """
    row = table.modifiers.in_place(at, facts) if table.modifiers.instead else None
    return replace(usual, amount=row.need, words=row.words, rule=row.rule) if row else usual


@frozen
class Column:
    """The odds column of one shot.

    `number` is the number of the column: the sum of the amounts of `lines`. Columns are numbered from 1; number 0 is
    below the lowest column. `rows` has the result for each total of the roll.
    """

    number: int
    name: str
    lines: tuple[DiceLine, ...]
    rows: Bands

    @property
    def harmless(self) -> bool:
        """True if no result in this column has any effect."""
        return all(result is Result.NOTHING for _, result in self.rows)


def odds_column(table: Table, ap: int, defence: int) -> int:
    """Return the number of the odds column for this AP and this defence, 0 if the odds are below the lowest column
    (D20-PEN-03, D20-PEN-05).
    """
    ratios = table.ratios
    if defence == 0:
        return len(ratios)
    if ap * ratios[0][1] < defence * ratios[0][0]:
        return 0
    reached = [ap * den >= defence * num for num, den in ratios]
    lower = sum(reached)  # ratios rise: the columns reached come first
    num, den = ratios[lower - 1]
    if lower == len(ratios) or ap * den == defence * num or table.options["odds_round"] == "defender":
        return lower
    if table.options["odds_round"] == "attacker":
        return lower + 1
    upper_num, upper_den = ratios[lower]
    below = (ap * den - defence * num) * upper_den
    above = (defence * upper_num - ap * upper_den) * den
    return lower + 1 if above < below else lower


def column_of(sit: Attack) -> Column:
    """Return the column of an AP shot, after all shifts. The firer must have an AP value or a `*` weapon."""
    table, defence, star = sit.table, sit.circumstances.defence, sit.star
    if star is not None:
        if sit.riders and (cannot := _cannot_damage(sit)):  # without riders it is fired by a ruling
            return _harmless(sit, "none", cannot)
        number = table.columns.index(star.column) + 1
        words, rule = f"ratio {star.column}, fixed for a {star.words}", star.rule
    else:
        assert isinstance(sit.ap, int)
        number = odds_column(table, sit.ap, defence)
        if number == 0:
            ratio = f"the ratio of AP {sit.ap} to defence {defence} is below {table.columns[0]}"
            words = f"{ratio}, so the hit does no damage, even with column shifts"
            return _harmless(sit, f"below {table.columns[0]}", Objection("PEN-05", words))
        words, rule = _ratio_words(table, sit.ap, defence, number)
    shifts = [line for line in modifier_lines(sit, "pen") if line.on == "column"]
    lines = [DiceLine(sit.firer.name, number, words, rule, "column"), *shifts]
    number += _sum(shifts, "column")
    if number > len(table.columns):
        over = len(table.columns) - number
        lines.append(DiceLine(sit.target.name, over, f"never past {table.columns[-1]}", "PEN-08", "column"))
        number += over
    name = table.columns[number - 1]
    return Column(number, name, tuple(lines), table.matrix[name])


def _harmless(sit: Attack, name: str, why: Objection) -> Column:
    """Return a column on which no roll does any damage."""
    line = DiceLine(sit.firer.name, 0, why.words, why.rule, "column")
    return Column(0, name, (line,), ((1, Result.NOTHING),))


def _cannot_damage(sit: Attack) -> Objection | None:
    """Return the reason why a `*` weapon cannot damage this vehicle (D20-STAR-03); None if the weapon can damage the
    vehicle.
    """
    star, defence = sit.star, sit.circumstances.defence
    if star is None or star.damages(defence, sit.target.flags):
        return None
    words = f"{star.words} damages only {star.against}, so it does not damage {sit.target.name} (defence {defence})"
    return Objection("STAR-03", words)


def _ratio_words(table: Table, attack: int, defence: int, number: int) -> tuple[str, str]:
    """Return two texts: the odds column that AP and defence give, and the rule."""
    name, (num, den) = table.columns[number - 1], table.ratios[number - 1]
    words = f"ratio {name} for AP {attack} to defence {defence}"
    if attack * den == defence * num:
        return words, "PEN-03"
    if number == len(table.columns) and attack * den > defence * num:
        return words, "PEN-05"
    return f"{words}, {ROUNDINGS[table.options['odds_round']]}", "PEN-03"


def hit_pool(sit: Attack, column: Column | None = None) -> Pool | None:
    """Return the roll to hit with AP (D20-HIT-01).

    One face always hits. Return None if the weapon hits automatically. If there is no roll to penetrate, `column` is
    shown with this roll.
    """
    if sit.star is not None and sit.star.hits:
        return None
    limits = sit.table.limits
    usual = DiceLine(sit.firer.name, limits["hit_need"], "to hit", "HIT-01", "need")
    need = need_line(sit.table, "hit", own_circumstances(sit), usual)
    lines = modifier_lines(sit, "hit")
    shown = column.lines if column else ()
    label = f"{sit.firer.name} to hit {sit.target.name}"
    return check(
        sit.first, sit.firer.side, label, (need, *lines, *shown), sides=D20, always=limits["hit_always"], rule="HIT-01"
    )


def penetration_pool(sit: Attack, column: Column) -> Pool:
    """Return the roll to penetrate after a hit, with the lines that lead to its column (D20-PEN-10)."""
    lines = modifier_lines(sit, "pen")
    on_roll = tuple(line for line in lines if line.on == "roll")
    reading = Row(column.rows, _sum(on_roll, "roll"))
    label = f"{sit.firer.name} to penetrate {sit.target.name}, column {column.name}"
    return Pool(sit.second, sit.firer.side, label, (*column.lines, *on_roll), reading, 1, D20, "PEN-10")


def he_pool(sit: Attack) -> Pool:
    """Return the single roll of HE/SA, in fire or close combat (D20-HE-01, D20-HE-08, D20-CC-05)."""
    lines = modifier_lines(sit, "he")
    if sit.circumstances.close:
        lines += modifier_lines(sit, "charge")
    reading = Row(sit.table.bands, _sum(lines, "roll"))
    label = f"{sit.firer.name} HE/SA at {sit.target.name}"
    return Pool(sit.first, sit.firer.side, label, lines, reading, 1, D20, "HE-08")


def only_result(pool: Pool, alike: Callable[[Result], Hashable] = Result) -> Result | None:
    """Return the first result of a pool's die; None if the results of the die are not all alike.

    Two results are alike if the function `alike` returns the same value for both results.
    """
    results = [Result(str(result)) for result in pool.reading.chances(pool.dice, pool.sides)]
    return results[0] if len({alike(result) for result in results}) == 1 else None


def in_vain(sit: Attack) -> Objection | None:
    """Return the reason why AP cannot damage this target on any roll; None if AP can damage the target.

    A tank with riders may always be attacked, because a hit makes the riders jump off (D20-TRN-05).
    """
    if sit.riders:
        return None
    if cannot := _cannot_damage(sit):
        return cannot
    column = column_of(sit)
    if column.number == 0:
        return Objection(column.lines[0].rule, column.lines[0].words)
    if column.harmless:
        return Objection("PEN-14", f"column {column.name}: no effect on {sit.target.name}, whatever the die shows")
    return None


def _sum(lines: Iterable[DiceLine], on: On) -> int:
    return sum(line.amount for line in lines if line.on == on and line.applied)
