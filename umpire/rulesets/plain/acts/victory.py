"""Victory and defeat: the rows of [[victory]] that apply now, and those that newly apply."""

from __future__ import annotations

from typing import Any

from umpire.core.mistakes import BadValue
from umpire.game.says.words import fill
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.state import State


def new_victories(rules: Rules, before: State, after: State) -> tuple[str, ...]:
    """Return the words of each victory that applies after an act but did not apply before."""
    held = victories(rules, before) if rules.victory else {}
    return tuple(words for of, words in victories(rules, after).items() if of not in held)


def victories(rules: Rules, state: State, *, ruled: bool = True) -> dict[tuple[str, str], str]:
    """Return a dict from (row, side) to words, for the victories that apply. The side of a draw is "".

    If `ruled` is true, the words include the rule.
    """
    found = {}
    for row, when in rules.victory:
        held = [names for side in state.sides if when.holds(names := SideNames(rules, state, side))]
        if row.draw:
            held = held[:1] if len(held) == len(state.sides) else []
        for names in held:
            side = "" if row.draw else names.sides["side"]
            found[row.id, side] = fill(row.words, names) + (f" ({row.rule})" if row.rule and ruled else "")
    return found


class SideNames:
    """The names that [[victory]] may use: `side`, `other` and `turn`. When the game is over, `turn` is one more than
    the number of the last turn.
    """

    def __init__(self, rules: Rules, state: State, side: str) -> None:
        self.rules, self.state, self.sides = rules, state, {"side": side, "other": state.other(side)}

    def get(self, name: str) -> Any:
        """Return the value of a name. Raises Mistake."""
        head, dot, rest = name.partition(".")
        if head in self.sides:
            return self.state.of_side(self.rules, self.sides[head], rest) if dot else self.sides[head]
        if name == "turn":
            return self.state.clock.turn + (self.state.clock.phase == "over")
        raise BadValue(f"{name}: not a name known here", "side.stands, side.lost, other.lost, turn", word=name)

    def many(self, name: str) -> list[int]:
        """Return a list with the value of each stand of a side."""
        head, _, rest = name.partition(".")
        return self.state.each_of(self.rules, self.sides[head], rest, {})

    def said(self, name: str) -> str:
        """Return the name itself, because it has no other words."""
        return name

    def why(self, name: str, value: str) -> str:
        """Return "", because only a fact of an act has words for a reason."""
        return ""
