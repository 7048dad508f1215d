"""The dice of an attack, itemised: modifiers from the table, the odds column, the three pools."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from umpire.core.frozen import frozen
from umpire.core.outcome import Objection
from umpire.core.pools import Line, On, Pool, check
from umpire.core.readings import Row
from umpire.game.modifiers import unmet
from umpire.rulesets.d20.circumstances import WHY_NOT, Circumstances
from umpire.rulesets.d20.state import Element
from umpire.rulesets.d20.table import Modifier, Star, Table

D20 = 20

ROUNDINGS = {
    "defender": "rounded for the defender",
    "nearest": "the nearest column",
    "attacker": "rounded for the attacker",
}


class Attack(Protocol):
    """One element attacks another, in fire or in close combat; `key` names its pools among those of one throw."""

    @property
    def firer(self) -> Element:
        """Who attacks."""

    @property
    def target(self) -> Element:
        """Whom."""

    @property
    def ap(self) -> int | str | None:
        """The AP value that counts."""

    @property
    def star(self) -> Star | None:
        """The fixed column of a `*` weapon."""

    @property
    def circumstances(self) -> Circumstances:
        """What the modifiers ask about."""

    @property
    def table(self) -> Table:
        """The rule table."""

    def key(self, pool: str) -> str:
        """The key of its pool of that kind: fire, penetration."""


def modifier_lines(table: Table, at: str, circumstances: Circumstances, firer: str, target: str) -> tuple[Line, ...]:
    """Every modifier of one throw, those that do not apply with why not, and the caps that bite (D20-GEN-05)."""
    rows = tuple(row for row in table.modifiers if row.at == at)
    lines = {row.id: _line(row, circumstances, firer if row.of == "firer" else target) for row in rows}
    caps: list[Line] = []
    for group in table.groups:
        if all(table.options[option] == value for option, value in group.option.items()):
            together = [lines[row.id] for row in rows if row.group == group.id]
            over = group.cap - sum(line.amount for line in together if line.applied)
            if over > 0:
                caps.append(Line(together[0].of, over, group.words, group.rule, together[0].on))
    return (*lines.values(), *caps)


def _line(row: Modifier, circumstances: Circumstances, of: str) -> Line:
    times = getattr(circumstances, row.times) // row.per if row.times else 1
    failed = unmet(row.when, circumstances) or (row.times if times == 0 else "")
    amount = row.amount * (times or 1)
    return Line(of, amount, row.words, row.rule, row.on, WHY_NOT[failed] if failed else "")


@frozen
class Column:
    """The odds column of one shot and how it was found: its lines on the column add up to `number`.

    Columns are numbered from 1; number 0 is below the lowest column. `rows` are what the totals of the roll give.
    """

    number: int
    name: str
    lines: tuple[Line, ...]
    rows: tuple[tuple[int, str], ...]

    @property
    def harmless(self) -> bool:
        """Whether it does nothing whatever the die shows."""
        return all(result == "-" for _, result in self.rows)


def odds_column(table: Table, attack: int, defence: int) -> int:
    """The number of the column for AP `attack` against `defence`; 0 below the lowest (D20-PEN-03, D20-PEN-05)."""
    ratios = table.ratios
    if defence == 0:
        return len(ratios)
    if attack * ratios[0][1] < defence * ratios[0][0]:
        return 0
    reached = [attack * den >= defence * num for num, den in ratios]
    lower = sum(reached)  # ratios rise: the columns reached come first
    num, den = ratios[lower - 1]
    if lower == len(ratios) or attack * den == defence * num or table.options["odds_round"] == "defender":
        return lower
    if table.options["odds_round"] == "attacker":
        return lower + 1
    upper_num, upper_den = ratios[lower]
    below = (attack * den - defence * num) * upper_den
    above = (defence * upper_num - attack * upper_den) * den
    return lower + 1 if above < below else lower


def column_of(sit: Attack) -> Column:
    """The column of an AP shot with every shift. Needs an AP value, or the fixed column of a `*` weapon."""
    table, defence = sit.table, sit.circumstances.defence
    firer, target = sit.firer.name, sit.target.name
    if sit.star is not None:
        number = table.columns.index(sit.star.column) + 1
        base = Line(firer, number, f"= {sit.star.column}, always for a {sit.star.words}", sit.star.rule, "column")
    else:
        assert isinstance(sit.ap, int)
        number = odds_column(table, sit.ap, defence)
        if number == 0:
            words = f"AP {sit.ap} to defence {defence} is below {table.columns[0]}: no damage, even with shifts"
            return Column(0, f"below {table.columns[0]}", (Line(firer, 0, words, "PEN-05", "column"),), ((1, "-"),))
        base = Line(firer, number, _ratio_words(table, sit.ap, defence, number), "PEN-03", "column")
    looked_at = modifier_lines(table, "pen", sit.circumstances, firer, target)
    shifts = [line for line in looked_at if line.on == "column"]
    lines = [base, *shifts]
    number += _sum(shifts, "column")
    if number > len(table.columns):
        over = len(table.columns) - number
        lines.append(Line(target, over, f"never past {table.columns[-1]}", "PEN-08", "column"))
        number += over
    name = table.columns[number - 1]
    return Column(number, name, tuple(lines), table.matrix[name])


def _ratio_words(table: Table, attack: int, defence: int, number: int) -> str:
    name, (num, den) = table.columns[number - 1], table.ratios[number - 1]
    words = f"= {name}, AP {attack} to defence {defence}"
    exact = attack * den == defence * num
    beyond = number == len(table.columns) and attack * den >= defence * num
    return words if exact or beyond else f"{words}, {ROUNDINGS[table.options['odds_round']]}"


def hit_pool(sit: Attack) -> Pool:
    """The roll to hit with AP (D20-HIT-01): a natural 20 always does."""
    limits = sit.table.limits
    need = Line(sit.firer.name, limits["hit_need"], "to hit", "HIT-01", "need")
    lines = modifier_lines(sit.table, "hit", sit.circumstances, sit.firer.name, sit.target.name)
    label = f"{sit.firer.name} to hit {sit.target.name}"
    return check(
        sit.key("fire"), sit.firer.side, label, (need, *lines), sides=D20, always=limits["hit_always"], rule="HIT-01"
    )


def penetration_pool(sit: Attack, column: Column) -> Pool:
    """The roll to penetrate after a hit, with how its column was found (D20-PEN-10)."""
    lines = modifier_lines(sit.table, "pen", sit.circumstances, sit.firer.name, sit.target.name)
    on_roll = tuple(line for line in lines if line.on == "roll")
    reading = Row(column.rows, _sum(on_roll, "roll"))
    label = f"{sit.firer.name} to penetrate {sit.target.name}, column {column.name}"
    return Pool(sit.key("penetration"), sit.firer.side, label, (*column.lines, *on_roll), reading, 1, D20, "PEN-10")


def he_pool(sit: Attack) -> Pool:
    """The one roll of HE/SA fire or close combat, read by bands (D20-HE-01, D20-HE-08, D20-CC-05)."""
    lines = modifier_lines(sit.table, "he", sit.circumstances, sit.firer.name, sit.target.name)
    if sit.circumstances.close:
        lines += modifier_lines(sit.table, "charge", sit.circumstances, sit.firer.name, sit.target.name)
    reading = Row(sit.table.bands, _sum(lines, "roll"))
    label = f"{sit.firer.name} HE/SA at {sit.target.name}"
    return Pool(sit.key("fire"), sit.firer.side, label, lines, reading, 1, D20, "HE-08")


def cannot_damage(sit: Attack) -> Objection | None:
    """Why AP cannot damage this target whatever the dice show, or None if it can."""
    star, target = sit.star, sit.target
    if star is not None and star.most_defence is not None:
        defence = sit.circumstances.defence
        if defence > star.most_defence and not any(flag in star.also for flag in target.flags):
            words = f"{star.words} damages only {star.against}: not {target.name}, defence {defence}"
            return Objection("STAR-03", words)
    column = column_of(sit)
    if not column.harmless:
        return None
    if column.number == 0:
        return Objection("PEN-05", column.lines[0].words)
    return Objection("PEN-14", f"column {column.name} does nothing to {target.name} whatever the die shows")


def _sum(lines: Iterable[Line], on: On) -> int:
    return sum(line.amount for line in lines if line.on == on and line.applied)
