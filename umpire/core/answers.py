"""Answers given beforehand: dice told on the command line, dice rolled from the seed, choices by token or default."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.core.dice import SeededDice, is_roll, read_told, roll
from umpire.core.mistakes import Mistake, did_you_mean
from umpire.core.pools import Pool
from umpire.core.procedure import Choice, Chosen, Option, Thrown, Throws, Wanted


class Answers:
    """A referee who knows the answers beforehand.

    `dice` are texts for the throws in order (`r` rolls one), `roll_rest` rolls whatever is not given; `choices` are
    tokens in order, `defaults` takes the first option of whatever is not given. What is neither given nor allowed to
    be rolled or defaulted raises Wanted.
    """

    def __init__(
        self,
        stream: SeededDice,
        drawn: int,
        dice: Sequence[str] = (),
        choices: Sequence[str] = (),
        *,
        roll_rest: bool = False,
        defaults: bool = False,
    ) -> None:
        self.stream = stream
        self.drawn = drawn
        self.dice = list(dice)
        self.choices = list(choices)
        self.roll_rest = roll_rest
        self.defaults = defaults
        self.typed_dice: list[str] = []
        self.typed_choices: list[str] = []

    def throw(self, pools: tuple[Pool, ...]) -> tuple[Thrown, ...]:
        """Each pool as told or rolled, in order. Raises Mistake for dice that cannot be, Wanted for missing ones."""
        fallen: list[Thrown] = []
        for index, pool in enumerate(pools):
            if not (self.dice or self.roll_rest):
                raise Wanted(Throws(pools[index:], lambda *values: values), tuple(fallen))
            fallen.append(self._fall(pool, self.dice.pop(0) if self.dice else "r"))
        return tuple(fallen)

    def _fall(self, pool: Pool, text: str) -> Thrown:
        thrown = roll(pool, self.stream, self.drawn) if is_roll(text) else read_told(text, pool)
        if thrown.source == "rolled":
            self.drawn += pool.dice
        self.typed_dice.append(text.strip())
        return thrown

    def choose(self, choice: Choice) -> Chosen:
        """The option named, or the default. Raises Mistake for a token that is not offered, Wanted if none is given."""
        if self.choices:
            return Chosen(choice, self._option(choice, self.choices.pop(0)), "told")
        if self.defaults:
            self.typed_choices.append(choice.options[0].token)
            return Chosen(choice, choice.options[0], "default")
        raise Wanted(choice)

    def _option(self, choice: Choice, token: str) -> Option:
        for option in choice.options:
            if option.token.lower() == token.strip().lower():
                self.typed_choices.append(option.token)
                return option
        tokens = [option.token for option in choice.options]
        hint = did_you_mean(token, tokens)
        raise Mistake(
            f"{choice.side}, {choice.words}: {token!r} is not offered", hint or "one of: " + ", ".join(tokens)
        )

    def finish(self) -> None:
        """Check that every answer given was used. Raises Mistake naming the first that was not."""
        if self.dice:
            token = self.dice[0].isidentifier() and not is_roll(self.dice[0])
            hint = f"a choice goes with --choose {self.dice[0]}" if token else "leave it out: nothing was recorded"
            raise Mistake(f"more dice typed than thrown: {self.dice[0]!r} is left over", hint)
        if self.choices:
            raise Mistake(
                f"more choices typed than asked: {self.choices[0]!r} is left over", "leave it out: nothing was recorded"
            )
