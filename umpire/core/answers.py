"""The answers to the questions of an act. Dice are typed or rolled from the seed; choices are typed or take the
default.
"""

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
"""The shortest abbreviation of a throw's name, in letters."""
_NAMED = re.compile(r"\s*([A-Za-z][\w.-]*)\s*=\s*(\S.*)", re.ASCII)
"""Dice typed with the name of their throw: `effect=33`."""


class LeftOver(Mistake):
    """More dice or choices were typed than the act needs."""


class Answers:
    """A source of answers that are all given before the act is run.

    `dice` has a text for each throw, in order; the text `r` rolls the throw. `roll_rest` rolls any dice not given.
    `choices` has a token for each choice, in order; None takes the default. With `defaults`, each choice not given
    takes its first option. `ahead` is the line typed at the current question. The line begins with the answer to this
    question; dice and choices for later questions may follow. Dice typed with the name of their throw, `effect=33`, may
    be anywhere in the line. Wanted is raised if an answer is missing and may not be rolled or taken by default.

    `answered` lists the answers so far. If a typed text is refused, all throws that used it are removed from
    `answered`. `joined` means that dice with `/` between them are dice of one throw. `dropped` holds text typed in
    advance that was not used. `fell` records, for each throw, the dice taken from the stream. If a throw is taken back
    and the act is run again, the throw gets the same dice. Each key of `fell` is a pair: the index of the throw among
    the answers, and the name of the throw. The values are the places of the dice in the stream.
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
        self.joined = False
        self.roll_rest = roll_rest
        self.defaults = defaults
        self.answered: list[Thrown | Chosen] = []
        self.dropped: list[str] = []
        self._first = True
        self._cut = False  # dice typed together were needed by several throws, one after another

    @property
    def typed_dice(self) -> list[str]:
        """Return the text of the dice so far. Typing this text again gives the same dice."""
        if self.laid_out:
            return list(self._given[0] or self._given[2])
        return [one.typed or "r" for one in self.answered if isinstance(one, Thrown)]

    @property
    def typed_choices(self) -> list[str]:
        """Return the tokens of the choices so far."""
        return [one.option.token for one in self.answered if isinstance(one, Chosen)]

    def throw(self, pools: tuple[Pool, ...]) -> tuple[Thrown, ...]:
        """Return the dice of each pool, typed or rolled, in order. Raises Mistake if typed dice are impossible. Raises
        Wanted if dice are missing.
        """
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
            self._cut |= bool(part.filled)
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
        """Return the name typed with the dice of this throw: the whole key of the throw or the beginning of the key.
        Return "" if no dice were typed with a name for this throw.
        """
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
        """Drop text typed in advance if it begins with `r`. Such a text must not roll a throw that the referee has not
        seen.
        """
        if self.ahead and not self.dice and not self._first and is_roll(self.ahead[0].left.partition(" ")[0]):
            self.drop()

    def tied(self) -> None:
        """Drop the text typed in advance, because a tie repeats the throw and the text was meant for a later throw."""
        if not self._first:
            self.drop()

    def drop(self) -> None:
        """Drop the text typed in advance."""
        self.dropped += [part.left for part in self.ahead]
        self.ahead.clear()

    def choose(self, choice: Choice) -> Chosen:
        """Return the option that was typed, or the default.

        Raises Mistake if the token is not an option; raises Wanted if no token is given and the default may not be
        taken.
        """
        chosen = self._chosen(choice)
        self.answered.append(chosen)
        return chosen

    def _chosen(self, choice: Choice) -> Chosen:
        if self.choices:
            token = self.choices.popleft()
            return Chosen(choice, choice.options[0], "default") if token is None else _option(choice, token)
        if self.ahead and not self.defaults:
            part = self.ahead.popleft()
            if part.filled:  # dice typed in advance wait while a throw needs none
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
        """Return a copy of the current answers, used and unused, that `restore` can bring back."""
        return dict(vars(self))

    def restore(self, before: dict[str, Any]) -> None:
        """Bring back the answers of a snapshot."""
        vars(self).update(before)

    def begin_again(self, keys: Sequence[str] = (), *, apart: bool = False) -> bool:
        """Begin the act again with all answers unused. Return False if the act cannot begin again.

        The first dice go to the throws with these keys, one die each, even if a throw turns out not to be needed. The
        act cannot begin again if there are too few dice, if the dice are not plain faces, or if there are both `dice`
        and `ahead`. With `apart`, a `/` between the other dice does not end a throw: `6/5/4` may be the dice of one
        throw or of several throws. With `apart`, the act cannot begin again if more than one die is typed between two
        `/`.
        """
        dice, choices, ahead, fell, drawn, named = self._given
        laid = None if dice and ahead else _laid_out(dice or ahead, len(keys))
        if laid is None:
            return False
        first, rest = laid
        if apart:
            if not (len(rest) > 1 and all(re.fullmatch(r"\d{1,2}", text.strip(), re.ASCII) for text in rest)):
                return False
            rest = [" ".join(text.strip() for text in rest)]
        self.by_key, self.laid_out, self.joined = dict(zip(keys, first, strict=True)), bool(keys), apart
        self.dice, self.ahead = _parts(rest if dice else ()), _parts(rest if ahead else ())
        self.choices, self.fell, self.drawn, self.named = deque(choices), dict(fell), drawn, dict(named)
        self.answered, self.dropped, self._first, self._cut = [], [], True, False
        return True

    def take_surplus(self, *, asks: bool) -> list[str]:
        """Remove and return the dice typed after the last throw.

        Remove nothing if one of the dice may belong to a throw. If `asks` is false, the act never asks for dice, and
        nothing is removed.
        """
        parts = [*self.dice, *self.ahead]
        if self._cut or not (asks and all(part.apart for part in parts)):
            return []
        self.dice.clear()
        self.ahead.clear()
        return [part.text for part in parts]

    def spare(self) -> list[str]:
        """Return the dice typed for throws that were not made."""
        return [*(part.left for part in (*self.dice, *self.ahead)), *self.named_left]

    @property
    def named_left(self) -> list[str]:
        """Return the dice that name a throw not yet made: `effect=33`."""
        return [f"{name}={text}" for name, text in self.named.items()]

    def finish(self, unthrown: Sequence[str] = ()) -> None:
        """Check that every given answer was used. Raises LeftOver for the first unused answer.

        `unthrown` has the reasons why some common throws were not needed this time.
        """
        if self.named:
            keys = dict.fromkeys(one.pool.key for one in self.answered if isinstance(one, Thrown) and one.pool.dice)
            hint = f"throws here: {', '.join(keys)}" if keys else "leave it out: no dice are thrown here"
            raise LeftOver(f"{self.named_left[0]}: no throw here has this name", hint)
        left = self.spare()
        if left:
            (part,) = [*self.dice, *self.ahead][:1]
            if part.filled:
                raise LeftOver((over := part.over()).what, over.hint)
            token = left[0].isidentifier() and not is_roll(left[0])
            hint = "; ".join(("nothing was recorded", *unthrown, *_read_as(self.answered)))
            if token and self.ahead:
                raise LeftOver(f"{left[0]!r} is left over: there is no choice to make", hint)
            hint = f"if {left[0]!r} is a choice, type --choose {left[0]}" if token else hint
            if not (token or self.answered):
                raise LeftOver(f"no dice needed here, {left[0]!r} typed", "leave it out; nothing was recorded")
            raise LeftOver(f"too many dice typed: {left[0]!r} is left over", hint)
        if self.choices:
            raise LeftOver(
                f"too many choices given: {self.choices[0]!r} is left over", "leave it out; nothing was recorded"
            )


def _named(texts: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return a pair: a list of the dice typed without the name of a throw, and a dict from the name of a throw to its
    dice.
    """
    found = [(text, _NAMED.fullmatch(text)) for text in texts]
    return [text for text, named in found if not named], {named[1].lower(): named[2] for _, named in found if named}


def _parts(texts: Sequence[str]) -> deque[AnswerPart]:
    return deque(AnswerPart(text, followed=number < len(texts)) for number, text in enumerate(texts, 1))


def _laid_out(texts: Sequence[str], count: int) -> tuple[list[str], list[str]] | None:
    """Return the first `count` faces as a list, and the text after them. Return None if there are too few faces or
    other text.
    """
    first, rest = list[str](), list(texts)
    while len(first) < count:
        if not rest or not re.fullmatch(r"[\d ,]+", rest[0], re.ASCII):
            return None
        faces, wanted = re.findall(r"\d", rest[0]), count - len(first)
        first += faces[:wanted]
        rest[:1] = ["".join(faces[wanted:])] if len(faces) > wanted else []
    return first, rest


def _option(choice: Choice, token: str) -> Chosen:
    """Return the option that this token means. Raises Mistake if it means no option or several options."""
    for option in choice.options:
        if _parts_of(option.token) == _parts_of(token):
            return Chosen(choice, option, "told")
    if len(meant := _meant(choice, token)) == 1:
        return Chosen(choice, meant[0], "told")
    tokens = [option.token for option in choice.options]
    hint = did_you_mean(token, tokens) or "one of: " + ", ".join(tokens)
    why = f"{choice.why}; " if choice.why else ""
    raise NotOffered(f"{choice.side}, {choice.words}: {token!r} is not one of the options", why + hint, word=token)


def _meant(choice: Choice, typed: str) -> list[Option]:
    """Return the options that a text means if it is not exactly a token.

    The text may be `m1 m2` or `m1 2` for `m1+m2`, or one word of an option's text.
    """
    words = typed.lower().split()
    spellings = [sorted(words), ["".join(words)], ["-".join(words)]]
    found = [option for option in choice.options if _parts_of(option.token) in spellings]
    return found or [option for option in choice.options if words == [typed.lower()] and _names(option.words, words[0])]


def _names(said: str, word: str) -> bool:
    """Return whether the text of an option contains this word. A word of fewer than three letters never counts."""
    return len(word) > 2 and word in re.findall(r"\w+", said.lower())


def _parts_of(token: str) -> list[str]:
    """Return the names in a token, sorted and in small letters, so that `k1+kmg` and `KMG+k1` are equal."""
    return sorted(token.strip().lower().split("+"))


def _read_as(answered: Sequence[Thrown | Chosen]) -> list[str]:
    """Return a text that matches the typed dice with the throws that used them."""
    read = [f"{one.typed or 'r'} for {one.pool.label}" for one in answered if isinstance(one, Thrown)]
    return ["used: " + ", ".join(read)] if read else []
