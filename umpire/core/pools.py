"""The dice to throw, itemised by stand: every number has a reason in words and a rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from umpire.core.frozen import frozen, replace
from umpire.core.readings import Needs, Reading

On = Literal["dice", "roll", "need", "column"]
"""The target of a line: the number of dice, the roll, the number needed, or the column of a table."""


AGAIN = "-again"
"""The end of the key of a throw that repeats dice of another throw."""


@frozen
class DiceLine:
    """One line of a pool.

    `of` is the name of the stand that the line belongs to. The line adds `amount` to the number that `on` names.
    `words` and `rule` give the reason. A line with a text in `why_not` does not apply; the text gives the reason.
    """

    of: str
    amount: int
    words: str
    rule: str
    on: On = "dice"
    why_not: str = ""

    @property
    def applied(self) -> bool:
        """True if the line counts."""
        return not self.why_not


@frozen
class Pool:
    """One throw of dice by one side. A pool has a reason for each die. Its reading turns the faces into a value.

    `key` is the name of the pool in a procedure and in the journal; `label` describes the pool in words. The amounts of
    the lines that add dice must add up to `dice`; if they do not, the pool cannot be made.
    """

    key: str
    side: str
    label: str
    lines: tuple[DiceLine, ...]
    reading: Reading
    dice: int
    sides: int = 6
    rule: str = ""

    def __post_init__(self) -> None:
        itemised = self.reading.counts_hits or any(line.on == "dice" for line in self.lines)
        if self.dice < 0 or (itemised and self.dice != self.sum("dice")):
            raise AssertionError(f"pool {self.key!r}: {self.dice} dice, but its lines add up to {self.sum('dice')}")

    @property
    def is_again(self) -> bool:
        """True if this throw repeats dice of an earlier throw. The chances of the earlier throw already include the
        repeated dice.
        """
        return self.key.endswith(AGAIN)

    def sum(self, on: On) -> int:
        """Return the sum of the lines that change one number, for example the number of dice. `on` is the name of this
        number. Lines that do not apply are left out.
        """
        return sum(line.amount for line in self.lines if line.on == on and line.applied)

    def by_stand(self) -> Iterator[tuple[str, int, tuple[DiceLine, ...]]]:
        """Yield each stand with the number of its dice and its lines, in the order of the lines."""
        order: dict[str, list[DiceLine]] = {}
        for line in self.lines:
            order.setdefault(line.of, []).append(line)
        for stand, lines in order.items():
            yield stand, sum(line.amount for line in lines if line.applied and line.on == "dice"), tuple(lines)

    def with_line(self, of: str, amount: int, words: str, rule: str, on: str = "") -> Pool:
        """Return the pool with one more line. If hits are counted, the line changes the number of dice. If hits are not
        counted, the line changes the roll.

        If the number of dice would fall below 0, another line brings the number back to 0. Raises TypeError if there is
        no roll to add to, or if `on` names another number.
        """
        if on not in ("", usual := "dice" if self.reading.counts_hits else "roll"):
            raise TypeError(f"here your own modifiers can change only the {usual}, not the {on}")
        if not self.reading.counts_hits:
            line = DiceLine(of, amount, words, rule, on="roll")
            return replace(self, lines=(*self.lines, line), reading=self.reading.plus(amount))
        lines = (*self.lines, DiceLine(of, amount, words, rule))
        if self.dice + amount < 0:
            lines = (*lines, DiceLine(of, -self.dice - amount, "never fewer than zero dice", rule))
        return replace(self, lines=lines, dice=max(0, self.dice + amount))


def dice_pool(key: str, side: str, label: str, lines: tuple[DiceLine, ...], reading: Reading, rule: str = "") -> Pool:
    """Return a pool of six-sided dice. The number of dice is the sum of the lines. `rule` is the rule that gives the
    faces that hit.
    """
    total = sum(line.amount for line in lines if line.on == "dice" and line.applied)
    return Pool(key, side, label, lines, reading, total, rule=rule)


def check(
    key: str, side: str, label: str, lines: tuple[DiceLine, ...], *, sides: int = 6, always: int = 0, rule: str = ""
) -> Pool:
    """Return a pool of one die.

    Lines with `on` "need" add up to the number needed. Lines with `on` "roll" are added to the die. A die that shows
    the face `always` succeeds; 0 means that there is no such face.
    """
    need = sum(line.amount for line in lines if line.on == "need" and line.applied)
    added = sum(line.amount for line in lines if line.on == "roll" and line.applied)
    return Pool(key, side, label, lines, Needs(need, added, always), 1, sides, rule)
