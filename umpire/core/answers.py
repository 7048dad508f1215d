"""Answers given, beforehand or as they are asked for: dice told or rolled from the seed, choices told or by default."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from umpire.core.dice import AnswerPart, SeededDice, is_roll, read_told
from umpire.core.mistakes import Mistake, NotOffered, did_you_mean
from umpire.core.pools import Pool
from umpire.core.procedure import Choice, Chosen, Option, Thrown, Throws, Wanted

LEAST = 3
"""The letters that the beginning of a throw's name has at least."""
_NAMED = re.compile(r"\s*([A-Za-z][A-Za-z-]*)\s*=\s*(\S.*)")
"""Dice that name their throw."""


class LeftOver(Mistake):
    """More dice or choices were told than were asked for."""


class Answers:
    """A referee who knows the answers beforehand.

    `dice` are texts for the throws in order (`r` rolls one), `roll_rest` rolls whatever is not given; `choices` are
    tokens in order (None: the default), `defaults` takes the first option of whatever is not given. `ahead` is what was
    typed to the question that stands open: its answer, and what runs ahead to the throws and choices after it. Dice may
    name their throw, wherever they stand: `effect=33`. What is neither given nor allowed to be rolled or defaulted
    raises Wanted.

    `answered` is what was answered so far, but for a text that was refused and what it had filled; `dropped` is what
    ran ahead and was not taken. `fell` says which dice of the stream were rolled for which throw, by its place among
    the answers and its key: with it the next referee of the act lets a throw that was taken back fall as it did.
    """

    def __init__(
        self,
        stream: SeededDice,
        drawn: int,
        dice: Sequence[str] = (),
        choices: Sequence[str | None] = (),
        *,
        ahead: Sequence[str] = (),
        roll_rest: bool = False,
        defaults: bool = False,
        fell: Mapping[tuple[int, str], tuple[int, ...]] | None = None,
    ) -> None:
        self.stream = stream
        self.fell = dict(fell or {})
        self.drawn = max((number + 1 for numbers in self.fell.values() for number in numbers), default=drawn)
        (dice, first), (ahead, more) = _named(dice), _named(ahead)
        self.named = {**first, **more}
        self._given = tuple(dice), tuple(choices), tuple(ahead), dict(self.fell), self.drawn, dict(self.named)
        self.dice = _parts(dice)
        self.choices = deque(choices)
        self.ahead = _parts(ahead)
        self.by_key: dict[str, str] = {}
        self.laid_out = False
        self.roll_rest = roll_rest
        self.defaults = defaults
        self.answered: list[Thrown | Chosen] = []
        self.dropped: list[str] = []
        self._first = True

    @property
    def typed_dice(self) -> list[str]:
        """The dice so far as they are typed to have them again."""
        if self.laid_out:
            return list(self._given[0] or self._given[2])
        return [one.typed or "r" for one in self.answered if isinstance(one, Thrown)]

    @property
    def typed_choices(self) -> list[str]:
        """The tokens of the choices so far."""
        return [one.option.token for one in self.answered if isinstance(one, Chosen)]

    def throw(self, pools: tuple[Pool, ...]) -> tuple[Thrown, ...]:
        """Each pool as told or rolled, in order. Raises Mistake for dice that cannot be, Wanted for missing ones."""
        if self.by_key and all(pool.key in self.by_key for pool in pools):
            return tuple(self._fall(pool, self.by_key.pop(pool.key)) for pool in pools)
        fallen: list[Thrown] = []
        self._drop_rolls()
        while len(fallen) < len(pools):
            left = pools[len(fallen) :]
            if name := self._name(left[0]):
                fallen.append(self._fall(left[0], self.named.pop(name)))
                continue
            left = tuple(takewhile(lambda pool: not self._name(pool), left))
            queue = self.dice or self.ahead
            if not (queue or self.roll_rest):
                left = tuple(pool for pool in pools[len(fallen) :] if not self._name(pool))
                raise Wanted(Throws(left, lambda *values: values), tuple(fallen))
            if not queue:
                fallen.append(self._fall(left[0], "r"))
                continue
            part = queue.popleft()
            self._first = self._first and queue is not self.ahead
            part.begun = min(part.begun, len(self.answered))
            try:
                fallen += [self._fall(*each) for each in zip(left, part.fill(left), strict=False)]
            except Mistake:
                del self.answered[part.begun :]
                raise
            if part.words:
                queue.appendleft(part)
        return tuple(fallen)

    def _name(self, pool: Pool) -> str:
        """The name by which dice are told for a throw: all of its key, or the beginning of a word; "" for none."""
        long = (name for name in self.named if len(name) >= LEAST and "-" not in pool.key)
        return pool.key if pool.key in self.named else next(filter(pool.key.startswith, long), "")

    def _fall(self, pool: Pool, text: str) -> Thrown:
        def rolled(dice: int, sides: int) -> tuple[int, ...]:
            place = (len(self.answered), pool.key)
            had = self.fell.get(place, ())
            more = range(self.drawn, self.drawn + max(0, dice - len(had)))
            self.fell[place], self.drawn = (*had, *more), self.drawn + len(more)
            return tuple(self.stream.face(number, sides) for number in self.fell[place][:dice])

        if is_roll(text):
            faces = rolled(pool.dice, pool.sides)
            thrown = Thrown(pool, faces, pool.reading.read(faces), "rolled")
        else:
            thrown = read_told(text, pool, rolled)
        self.answered.append(thrown)
        return thrown

    def _drop_rolls(self) -> None:
        """An `r` runs ahead to dice that fall together, not to a throw that nobody knew of."""
        if self.ahead and not self.dice and not self._first and is_roll(self.ahead[0].left.partition(" ")[0]):
            self.drop()

    def tied(self) -> None:
        """The same is thrown again: what ran ahead of the tie was meant for something else."""
        if not self._first:
            self.drop()

    def drop(self) -> None:
        """What ran ahead is not taken."""
        self.dropped += [part.left for part in self.ahead]
        self.ahead.clear()

    def choose(self, choice: Choice) -> Chosen:
        """The option named, or the default. Raises Mistake for a token that is not offered, Wanted if none is given."""
        chosen = self._chosen(choice)
        self.answered.append(chosen)
        return chosen

    def _chosen(self, choice: Choice) -> Chosen:
        if self.choices:
            token = self.choices.popleft()
            return Chosen(choice, choice.options[0], "default") if token is None else _option(choice, token)
        if self.ahead and not self.defaults:
            part = self.ahead.popleft()
            if part.filled:  # dice that ran ahead go on where none are thrown
                del self.answered[part.begun :]
                raise part.over()
            try:
                chosen, self._first = _option(choice, part.text), False
            except Mistake:
                if self._first:
                    raise
                self.ahead.appendleft(part)
                self.drop()
            else:
                return chosen
        if self.defaults:
            return Chosen(choice, choice.options[0], "default")
        raise Wanted(choice)

    def snapshot(self) -> dict[str, Any]:
        """What was answered and is left, for `restore`."""
        return dict(vars(self))

    def restore(self, before: dict[str, Any]) -> None:
        """Put back what was answered and left."""
        vars(self).update(before)

    def begin_again(self, keys: Sequence[str] = ()) -> bool:
        """Begin as at first, the first dice being one for each throw of these keys, needed or not.

        Return False where the dice are too few for that, or no plain faces, or some were answered before.
        """
        dice, choices, ahead, fell, drawn, named = self._given
        laid = None if dice and ahead else _laid_out(dice or ahead, len(keys))
        if laid is None:
            return False
        first, rest = laid
        self.by_key, self.laid_out = dict(zip(keys, first, strict=True)), bool(keys)
        self.dice, self.ahead = _parts(rest if dice else ()), _parts(rest if ahead else ())
        self.choices, self.fell, self.drawn, self.named = deque(choices), dict(fell), drawn, dict(named)
        self.answered, self.dropped, self._first = [], [], True
        return True

    def take_surplus(self, *, asks: bool) -> list[str]:
        """Take off the dice behind the last throw, and return them: none if one of them may belong to a throw.

        None either of an act that never `asks` for dice.
        """
        parts = [*self.dice, *self.ahead]
        if not (asks and all(part.apart for part in parts)):
            return []
        self.dice.clear()
        self.ahead.clear()
        return [part.text for part in parts]

    def spare(self) -> list[str]:
        """The dice told for throws that were not made."""
        return [*(part.left for part in (*self.dice, *self.ahead)), *self.named_left]

    @property
    def named_left(self) -> list[str]:
        """The dice told by the name of a throw that was not made yet, as they are typed."""
        return [f"{name}={text}" for name, text in self.named.items()]

    def finish(self, unthrown: Sequence[str] = ()) -> None:
        """Check that every answer given was used. Raises LeftOver naming the first that was not.

        `unthrown` says why dice that are often thrown were not thrown here.
        """
        if self.named:
            keys = dict.fromkeys(one.pool.key for one in self.answered if isinstance(one, Thrown) and one.pool.dice)
            hint = f"throws here: {', '.join(keys)}" if keys else "no dice are thrown here"
            raise LeftOver(f"{self.named_left[0]}: there is no such throw here", hint)
        left = self.spare()
        if left:
            (part,) = [*self.dice, *self.ahead][:1]
            if part.filled:
                raise LeftOver((over := part.over()).what, over.hint)
            token = left[0].isidentifier() and not is_roll(left[0])
            hint = "; ".join(("nothing was recorded", *unthrown, *_read_as(self.answered)))
            if token and self.ahead:
                raise LeftOver(f"{left[0]!r} is left over: nothing is chosen here", hint)
            hint = f"a choice goes with --choose {left[0]}" if token else hint
            if not (token or self.answered):
                raise LeftOver(f"no dice are needed here, {left[0]!r} is typed", hint)
            raise LeftOver(f"more dice typed than thrown: {left[0]!r} is left over", hint)
        if self.choices:
            raise LeftOver(
                f"more choices typed than asked: {self.choices[0]!r} is left over", "leave it out: nothing was recorded"
            )


def _named(texts: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The dice without those that name their throw, and those by that name."""
    found = [(text, _NAMED.fullmatch(text)) for text in texts]
    return [text for text, named in found if not named], {named[1].lower(): named[2] for _, named in found if named}


def _parts(texts: Sequence[str]) -> deque[AnswerPart]:
    return deque(AnswerPart(text, followed=number < len(texts)) for number, text in enumerate(texts, 1))


def _laid_out(texts: Sequence[str], count: int) -> tuple[list[str], list[str]] | None:
    """The first so many faces one by one, and what is typed behind them; None where they are too few or no faces."""
    first, rest = list[str](), list(texts)
    while len(first) < count:
        if not rest or not re.fullmatch(r"[\d ,]+", rest[0], re.ASCII):
            return None
        faces, wanted = re.findall(r"\d", rest[0]), count - len(first)
        first += faces[:wanted]
        rest[:1] = ["".join(faces[wanted:])] if len(faces) > wanted else []
    return first, rest


def _option(choice: Choice, token: str) -> Chosen:
    """The option of that token, told. Raises Mistake."""
    for option in choice.options:
        if _parts_of(option.token) == _parts_of(token):
            return Chosen(choice, option, "told")
    if len(meant := _meant(choice, token)) == 1:
        return Chosen(choice, meant[0], "told")
    tokens = [option.token for option in choice.options]
    hint = did_you_mean(token, tokens) or "one of: " + ", ".join(tokens)
    why = f"{choice.why}; " if choice.why else ""
    raise NotOffered(f"{choice.side}, {choice.words}: {token!r} is not offered", why + hint, word=token)


def _meant(choice: Choice, typed: str) -> list[Option]:
    """The options that are meant by other words than their token: `m1 m2`, `m1 2`, or a word of theirs alone."""
    words = typed.lower().split()
    told = [sorted(words), ["".join(words)], ["-".join(words)]]
    found = [option for option in choice.options if _parts_of(option.token) in told]
    return found or [option for option in choice.options if words == [typed.lower()] and _names(option.words, words[0])]


def _names(said: str, word: str) -> bool:
    """Whether a word of three letters or more stands in what is said of an option."""
    return len(word) > 2 and word in re.findall(r"\w+", said.lower())


def _parts_of(token: str) -> list[str]:
    """A token as it is told apart: of several things in any order, `k1+kmg` and `KMG+k1`."""
    return sorted(token.strip().lower().split("+"))


def _read_as(answered: Sequence[Thrown | Chosen]) -> list[str]:
    """What the dice that were taken were taken for."""
    read = [f"{one.typed or 'r'} {one.pool.label}" for one in answered if isinstance(one, Thrown)]
    return ["read: " + ", ".join(read)] if read else []
