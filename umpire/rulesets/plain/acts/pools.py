"""The throw of a step: its lines, each with its words and rule, and the way in which the faces are counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from umpire.core.mistakes import BadValue, Mistake, OutOfBounds
from umpire.core.pools import DiceLine, On, Pool
from umpire.core.readings import Highest, Lowest, Needs, Reading, Row, Total
from umpire.core.readings.counts import DOUBLE as A_DOUBLE
from umpire.core.readings.counts import AtMost, Count, CountAtMost, Degree, Looked, NeedsKept
from umpire.game.says.formula import Formula
from umpire.rulesets.plain.acts.env import Names, Playing, Progress
from umpire.rulesets.plain.acts.rerolling import rerolling
from umpire.rulesets.plain.file.keys import CHANGED_IN
from umpire.rulesets.plain.file.rules import DOUBLE, MOST_DICE
from umpire.rulesets.plain.file.scopes import of_block
from umpire.rulesets.plain.file.step import StepPlan

_BELOW = "never fewer than zero dice"


def pool(sit: Playing, going: Progress, step: StepPlan, role: str, foe: str = "") -> Pool:
    """Return the throw of `role` in a step. If `foe` is given, `role` and `foe` throw against each other."""
    key = (step, role, going)
    if key not in sit.memory:
        sit.memory[key] = _Making(
            Names(sit, going, {"self": role, "foe": foe} if foe else {"self": role}), step, role
        ).pool()
    return sit.memory[key]  # type: ignore[no-any-return]


def dice_of(sit: Playing, going: Progress, step: StepPlan) -> tuple[int, Reading]:
    """Return the number of dice of a throw, and the way in which the dice are counted. The lines of the throw are made
    without words.
    """
    made = _Making(Names(sit, going, {"self": step.throwers[0]}), step, step.throwers[0], worded=False)
    return made.dice()[:2]


class _Making:
    """The maker of one dice pool. The lines of the pool have words only if `worded` is true."""

    def __init__(self, names: Names, step: StepPlan, role: str, *, worded: bool = True) -> None:
        self.names, self.step, self.row, self.worded = names, step, step.row, worded
        self.owner = str(names.get(role)) if worded else ""
        self.last: list[DiceLine] = []
        self.added = [each for each in names.sit.added if each.pool == self.key]

    @property
    def key(self) -> str:
        return f"{self.step.key}.{self.names.role('self')}" if self.names.who.get("foe") else self.step.key

    def dice(self) -> tuple[int, Reading, list[DiceLine], list[DiceLine]]:
        """Return the number of dice, the way in which the dice are counted, all lines, and the lines that decide the
        column.
        """
        dice, roll, need = self.section("dice"), self.section("roll"), self.section("need")
        column = [*self.column()] if self.step.kind == "table" else []
        more = {"dice": 0, "roll": 0, "need": 0}
        for line in self.last:
            more[line.on] += line.amount
        count = (total(dice) if dice else int(self.row.dice)) + more["dice"]
        if count < 0:
            self.last.append(DiceLine("referee", -count, _BELOW, "ruling"))
            count = 0
        if count > MOST_DICE:
            raise OutOfBounds(f"{self.step.called}: {count} dice are too many", f"at most {MOST_DICE}")
        if self.worded and not (dice or roll or need or column):
            dice = [DiceLine(self.owner, count, self.row.dice_words or self.words, self.row.rule)]
        reading = self.reading(total(roll) + more["roll"], total(need) + more["need"], total(column))
        return count, reading, [*dice, *roll, *need, *column, *self.last], column

    def pool(self) -> Pool:
        """Return the throw."""
        count, reading, lines, column = self.dice()
        who = self.names.role("self")
        side = str(self.names.of(self.names.each(who)[0], "side"))
        label = f"{self.owner}: {self.words}"
        if column:
            label += f", column {self.step.column(total(column))}"
        return Pool(self.key, side, label, tuple(lines), reading, count, self.row.sides, self.row.rule)

    @property
    def words(self) -> str:
        return self.names.title(self.step)

    def section(self, on: On) -> list[DiceLine]:
        """Return the lines on one part of a throw, such as its dice or its column."""
        if on not in self.step.changed and not self.added:
            return []
        if self.added or not self.worded:
            return [*self.lines(on)]
        sit, going = self.names.sit, self.names.going
        looked_at = tuple([pair for pair in going.names if self.step.is_asked(on, pair[0])])
        key = (_Making, self.step, on, tuple(self.names.who.values()), looked_at, going.put)
        if key not in sit.memory:
            sit.memory[key] = [*self.lines(on)]
        return sit.memory[key]  # type: ignore[no-any-return]

    def lines(self, on: On) -> Iterator[DiceLine]:
        """Yield the lines on one part of a throw: its initial value, the modifiers, the limits."""
        found: list[DiceLine] = []
        formula = self.step.formulas.get(on)
        none = on == "dice" and formula is not None and formula.tree == 0 and self.step.changed.get("dice")
        if formula is not None and not none and not (on == "dice" and formula.tree == 1 and not self.changes("dice")):
            words = getattr(self.row, f"{on}_words", "")
            said = self.said(words) if words or not self.worded else self.plainly(formula, on)
            found.append(DiceLine(self.owner, formula.value(self.names), said, self.row.rule, on))
        found += self.modifiers(on) if self.step.changed.get(on) else ()
        own = [*self.own(on)] if self.added else []
        if on not in self.step.limits:  # after all others, as in older records
            self.last += own
            own = []
        found += own
        yield from found
        if on == "dice" or on in self.step.limits:
            yield from self.limited(on, total(found))

    def own(self, on: On) -> Iterator[DiceLine]:
        """Yield the referee's own lines on one part of a throw. Raises Mistake if the throw does not have that part."""
        for each in self.added:
            usual = "dice" if self.counts else "need" if self.row.want == "most" else "roll"
            of = each.on or usual
            if self.step.kind not in CHANGED_IN[of] or (of == "column" and len(self.row.columns) < 2):
                raise Mistake(f"--add: the throw {self.key} does not use `{of}`", f"write --add '{self.key} +1 why'")
            if of == on:
                yield DiceLine("referee", each.amount, each.words, "ruling", on)

    def said(self, words: str) -> str:
        """Return words from the file with values in place of the names in braces."""
        return self.step.fill(words, self.names) if self.worded else ""

    def plainly(self, formula: Formula, on: On) -> str:
        """Return the words of a number that has no words in the file."""
        return self.words if on == "need" and isinstance(formula.tree, int) else _plainly(formula, on)

    def changes(self, on: On) -> bool:
        own = any(each.on == on for each in self.added)
        return bool(self.step.changed.get(on)) or on in self.step.limits or self.counts or own

    @property
    def counts(self) -> bool:
        return self.step.kind == "count"

    def modifiers(self, on: On) -> Iterator[DiceLine]:
        for each in self.step.changed.get(on, ()):
            if not self.worded and not each.when.holds(self.names):
                continue
            why = each.when.unmet(self.names) if self.worded else ""
            words, rule = self.said(each.row.words), each.row.rule or self.row.rule
            yield DiceLine(self.owner, self.amount_of(each.amount, applies=not why), words, rule, on, why)

    def amount_of(self, formula: Formula, *, applies: bool) -> int:
        """Return the amount of a modifier. If the modifier does not apply and its amount cannot be worked out, the
        amount is 0.
        """
        try:
            return formula.value(self.names)
        except OutOfBounds:
            if applies:
                raise
            return 0

    def limited(self, on: On, comes_to: int) -> Iterator[DiceLine]:
        least, most = self.step.limits.get(on, (None, None))
        bounds = (("at least", least, max), ("at most", most, min))
        for words, bound, pick in bounds:
            at = None if bound is None else bound.value(self.names)
            if at is not None and pick(comes_to, at) != comes_to:
                yield DiceLine(self.owner, at - comes_to, f"{words} {at}", self.row.rule, on)
                comes_to = at
        if on == "dice" and comes_to < 0:
            yield DiceLine(self.owner, -comes_to, _BELOW, self.row.rule)

    def column(self) -> Iterator[DiceLine]:
        """Yield the lines that add up to the number of a table's column. The first column is 1.

        The first line comes from odds, a word or a formula. A shift never goes beyond the first or the last column.
        """
        row, last = self.row, len(self.row.columns)
        if last == 1 and not row.below:
            return
        at, words = self.by_odds() if self.step.odds else self.by_name()
        first = DiceLine(self.owner, at, words, row.rule, "column")
        if at < 1 and row.below:
            yield first
            return
        found = [first, *self.modifiers("column"), *self.own("column")]
        found += self.limited("column", total(found))
        yield from found
        held = min(last, max(1, total(found)))
        if held != total(found):
            end = "last" if held < total(found) else "first"
            yield DiceLine(self.owner, held - total(found), f"limited to the {end} column", row.rule, "column")

    def by_odds(self) -> tuple[int, str]:
        a, b = (formula.value(self.names) for formula in self.step.odds)
        odds = [tuple(map(int, column.split(":"))) for column in self.row.columns]
        reached = [at for at, (x, y) in enumerate(odds, 1) if a * y >= x * b]
        at = reached[-1] if reached else 0 if self.row.below else 1
        return at, f"{a}:{b} = {self.row.columns[at - 1]}" if reached else f"{a}:{b}, less than {self.row.columns[0]}"

    def by_name(self) -> tuple[int, str]:
        formula = self.step.formulas["column"]
        value = self.names.get(formula.tree) if isinstance(formula.tree, str) else formula.value(self.names)
        if str(value) in self.row.columns:
            return self.row.columns.index(str(value)) + 1, str(value)
        if not isinstance(value, int):
            columns = ", ".join(self.row.columns)
            raise BadValue(f"{self.step.called}: no column is called {value!r}", f"one of: {columns}", word=value)
        return value, _plainly(formula, "column")

    def faces(self, name: str, look: tuple[int, ...] | str, added: int, need: int) -> tuple[int, ...]:
        """Return the faces that a `look` counts: the faces in its list, or the faces within its bound."""
        if look == DOUBLE:
            return A_DOUBLE
        if not isinstance(look, str):
            return tuple(look)
        holds = self.step.bounds[name].holds
        return tuple(face for face in range(1, self.row.sides + 1) if holds(_Face(self.names, face + added, need)))

    def reading(self, added: int, need: int, column: int) -> Reading:
        row = self.row
        kind, _, number = row.keep.partition(" ")
        plain: Reading
        if self.step.kind == "table" and self.step.column(column) == "below":
            plain = Row(((row.rows[0].least, row.below),), added)
        elif self.step.kind == "table":
            plain = Row(tuple((each.least, each.cells[max(0, column - 1)]) for each in row.rows), added)
        elif self.step.kind == "check" and row.keep:
            plain = NeedsKept(need, int(number), added, kind == "worst", row.want == "most")
        elif self.step.kind == "check":
            plain = Needs(need, added) if row.want == "least" else AtMost(need, added)
        elif self.counts:
            plain = (Count if row.want == "least" else CountAtMost)(need, added)
        elif row.keep:
            plain = (Highest if kind == "best" else Lowest)(int(number), added)
        else:
            plain = Total(added)
        looks = [(name, self.faces(name, each, added, need)) for name, each in row.look.items()]
        if row.explode.on:
            looks.append((_AGAIN, row.explode.on))
        found: Reading = Looked(plain, tuple(looks)) if looks else plain
        if self.step.goes_by:
            found = Degree(found, type(found).__name__)
        again = row.reroll.on and self.step.reroll_when.holds(self.names)
        return rerolling(found, row.reroll.on, row.reroll.most, row.sides) if again else found


class _Face:
    """The names that may be used in a limit for the value of a die."""

    def __init__(self, names: Names, face: int, need: int) -> None:
        self.names, self.own = names, {"face": face, "need": need}

    def get(self, name: str) -> Any:
        """Return the value of a name: the die, the number needed, or a name of the act."""
        return self.own[name] if name in self.own else self.names.get(name)

    def many(self, name: str) -> Sequence[int]:
        """Return a list with the value of each stand in a role, or of each stand of a side."""
        return self.names.many(name)

    def said(self, name: str) -> str:
        """Return the name unchanged, because it has no other words."""
        return name

    def why(self, name: str, value: str) -> str:
        """Return "", because only a fact of an act has words for a reason."""
        return ""


_AGAIN = "again"


def total(lines: list[DiceLine]) -> int:
    """Return the sum of the lines that apply."""
    return sum([line.amount for line in lines if not line.why_not])


_PLAIN = {"dice": "dice", "roll": "added", "need": "needed", "column": "column"}


def _plainly(formula: Formula, on: str) -> str:
    """Return the words for a formula that has no words in the file: `combat` for `self.combat[foe.arm]`."""
    if isinstance(formula.tree, int):
        return _PLAIN[on]
    return ", ".join(sorted({of_block(name.rpartition(".")[2])[1].replace("_", " ") for name in formula.names}))
