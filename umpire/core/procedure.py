"""A rule as a procedure: a generator that asks questions and returns an outcome.

A question is one of three things: dice thrown together, a choice, or a part. A part is a separate procedure, whose
equal results are merged in odds. The same answers must always give the same outcome, so a procedure uses no clock, no
order of sets, no input or output. It is written with `yield from throw(...)`, `yield from choose(...)` and `yield from
part(...)`, which keeps it typed; a bare `yield` does not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Hashable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from umpire.core.mistakes import Mistake
from umpire.core.pools import Pool
from umpire.core.readings import Needs, Row

T = TypeVar("T")

Procedure = Generator["Question", Any, T]
"""A generator that asks questions, is sent their answers and returns an outcome."""


class Option(NamedTuple):
    """One way to answer a choice: the short token to type, the words, and the value the procedure gets."""

    token: str
    words: str
    value: Hashable


class Throws(NamedTuple):
    """Pools thrown together. `read` maps their readings, in order, to the value the rule needs and no more.

    A throw that `ends` is the last question of its procedure, which returns the value read and nothing else.
    """

    pools: tuple[Pool, ...]
    read: Callable[..., Hashable]
    ends: bool = False


class Choice(NamedTuple):
    """A decision of a player. The first option is the default, chosen by the stated `policy`.

    `whys` say why it is this side that decides, which often depends on dice.
    """

    key: str
    side: str
    words: str
    options: tuple[Option, ...]
    policy: str = "the first option"
    whys: tuple[str, ...] = ()

    @property
    def why(self) -> str:
        """Return all reasons in one line."""
        return "; ".join(self.whys)


def itself(result: Hashable) -> Hashable:
    """Return the result itself. It is the default for `alike`: results of a part are merged only if they are equal."""
    return result


class SubProcedure(NamedTuple):
    """A separate procedure; `of(*args)` starts it. The odds walk it once for equal arguments.

    Results with equal `alike` lead to the same later questions and the same tally, so the odds use the first of them
    for all. `counted(*args)` gives the results with their weights, and the sum of the weights, without a walk. It gives
    None if it cannot.
    """

    of: Callable[..., Procedure[Any]]
    args: tuple[Hashable, ...]
    alike: Callable[[Any], Hashable] = itself
    counted: Counted | None = None


Question = Throws | Choice | SubProcedure
Counted = Callable[..., "tuple[list[tuple[Any, int]], int] | None"]


def throw(*pools: Pool, read: Callable[..., T], ends: bool = False) -> Procedure[T]:
    """Ask for these pools, thrown together; return the value `read` makes of their readings.

    `read` should return no more than the rule needs: odds have a branch for each distinct value. Set `ends` if the
    procedure returns this value at once: the odds then need not run the procedure again for each value.
    """
    answer = yield Throws(pools, cast("Callable[..., Hashable]", read), ends)
    return cast("T", answer)


def choose(
    key: str,
    side: str,
    words: str,
    options: tuple[tuple[str, str, T], ...],
    policy: str = "the first option",
    whys: tuple[str, ...] = (),
) -> Procedure[T]:
    """Ask a side to choose among (token, words, value); the first is the default. A single option is taken without
    asking.

    Raises ValueError if there are no options.
    """
    if not options:
        raise ValueError(f"choice {key!r} has no options")
    if len(options) == 1:
        return options[0][2]
    named = tuple(Option(token, text, cast("Hashable", value)) for token, text, value in options)
    answer = yield Choice(key, side, words, named, policy, whys)
    return cast("T", answer)


def settled(value: T) -> Procedure[T]:
    """Return the value without asking any question."""
    return value
    yield  # makes this a generator


def part(
    of: Callable[..., Procedure[T]],
    *args: Hashable,
    alike: Callable[[T], Hashable] = itself,
    counted: Counted | None = None,
) -> Procedure[T]:
    """Run the procedure `of(*args)` as a part. In the odds, its paths merge if their results have the same `alike`.

    `alike` must return everything that later questions and the tally depend on. `counted` is another way to count the
    same chances. Both affect only the odds.
    """
    answer = yield SubProcedure(of, args, alike, counted)
    return cast("T", answer)


class Thrown(NamedTuple):
    """The throw of one pool: the faces that are known, the value, and the source of the dice.

    `source` is `told` (typed), `rolled`, `mixed` or `none` (a pool without dice). `typed` is the text the referee
    typed, which gives the same throw if typed again. `then` has lines shown at once after a throw that decides nothing
    (a tie).
    """

    pool: Pool
    faces: tuple[int, ...]
    value: Hashable
    source: str
    typed: str = ""
    then: tuple[str, ...] = ()

    @property
    def total(self) -> int | None:
        """Return the total with everything added, if it is compared with a need or looked up in a table; else None."""
        reading = self.pool.reading
        if not self.faces or not isinstance(reading, Needs | Row):
            return None
        return sum(self.faces) * (reading.times if isinstance(reading, Row) else 1) + reading.added


class Chosen(NamedTuple):
    """The answer to a choice; `source` is "told" (typed) or "default"."""

    choice: Choice
    option: Option
    source: str


class Referee(Protocol):
    """The source of answers: the dice, the options of a command, the person at the terminal."""

    def throw(self, pools: tuple[Pool, ...]) -> tuple[Thrown, ...]:
        """Return the throws of these pools; all of them have dice. Raises Mistake, or Wanted if there is no answer."""

    def choose(self, choice: Choice) -> Chosen:
        """Return the option taken. Raises Mistake, or Wanted if there is no answer."""


class Wanted(Exception):
    """A question without an answer; nothing was changed. `answered` are the answers given before it."""

    def __init__(self, question: Throws | Choice, answered: tuple[Thrown | Chosen, ...] = ()) -> None:
        super().__init__("an answer is needed")
        self.question = question
        self.answered = answered


def resolve(procedure: Procedure[T], referee: Referee) -> tuple[T, tuple[Thrown | Chosen, ...]]:
    """Run a procedure to its outcome with the answers of a referee; return the outcome and the answers in order.

    Raises Mistake for an impossible answer, Wanted for a missing one (with the answers before it).
    """
    answered: list[Thrown | Chosen] = []
    try:
        outcome = _resolve(procedure, referee, answered)
    except Wanted as wanted:
        raise Wanted(wanted.question, (*answered, *wanted.answered)) from None
    return outcome, tuple(answered)


def _resolve(procedure: Procedure[T], referee: Referee, answered: list[Thrown | Chosen]) -> T:
    try:
        question = next(procedure)
        while True:
            answer: Any
            match question:
                case Throws(pools, read):
                    thrown = _fall(pools, referee)
                    answered.extend(thrown)
                    answer = read(*(one.value for one in thrown))
                case Choice():
                    chosen = referee.choose(question)
                    answered.append(chosen)
                    answer = chosen.option.value
                case SubProcedure(of, args):
                    answer = _resolve(of(*args), referee, answered)
            question = procedure.send(answer)
    except StopIteration as stop:
        return cast("T", stop.value)


def _fall(pools: tuple[Pool, ...], referee: Referee) -> tuple[Thrown, ...]:
    """Return the throw of every pool in order; pools without dice are not asked for."""
    asked = tuple(pool for pool in pools if pool.dice)
    fallen = iter(referee.throw(asked)) if asked else iter(())
    return tuple(next(fallen) if pool.dice else Thrown(pool, (), pool.reading.read(()), "none") for pool in pools)


class Addition(NamedTuple):
    """A line that the referee adds by a ruling to the pool with the key `pool`: `+1 wreck on the road`.

    `on` says what the line changes: the dice, the roll, the need or the column; "" is the usual one for the pool.
    """

    pool: str
    amount: int
    words: str
    on: str = ""

    @property
    def plain(self) -> dict[str, str | int]:
        """Return the addition as stored in the record."""
        return {name: value for name, value in self._asdict().items() if name != "on" or value}


def with_additions(additions: tuple[Addition, ...], of: Callable[..., Procedure[T]], *args: Any) -> Procedure[T]:
    """Run the procedure `of(*args)` with the referee's own lines added to the pools that they name.

    Raises Mistake if the named pool cannot take an addition because its reading has no roll.
    """
    procedure = of(*args)
    try:
        question = next(procedure)
        while True:
            match question:
                case Throws(pools, read):
                    question = Throws(tuple(_added(pool, additions) for pool in pools), read)
                case SubProcedure(inner, inner_args, alike):
                    question = SubProcedure(with_additions, (additions, inner, *inner_args), alike)
                case Choice():
                    pass
            answer = yield question
            question = procedure.send(answer)
    except StopIteration as stop:
        return cast("T", stop.value)


def _added(pool: Pool, additions: tuple[Addition, ...]) -> Pool:
    for addition in additions:
        if addition.pool == pool.key:
            try:
                pool = pool.with_line("referee", addition.amount, addition.words, "ruling", addition.on)
            except TypeError as refused:
                raise Mistake(f"--add: nothing can be added to {pool.label}: {refused}") from None
    return pool


def after(answers: Sequence[Thrown | Chosen], of: Callable[..., Procedure[T]], *args: Any) -> Procedure[T]:
    """Return the procedure `of(*args)` with these answers already given, in order. It begins with its next question."""
    return (yield from _after(deque(answers), of(*args)))


def _after(left: deque[Thrown | Chosen], procedure: Procedure[T]) -> Procedure[T]:
    try:
        question = next(procedure)
        while True:
            answer: Any
            if not left:
                answer = yield question
            elif isinstance(question, SubProcedure):
                answer = yield from _after(left, question.of(*question.args))
            elif isinstance(question, Choice):
                answer = cast("Chosen", left.popleft()).option.value
            else:
                answer = yield from _rest(left, question)
            question = procedure.send(answer)
    except StopIteration as stop:
        return cast("T", stop.value)


def _rest(left: deque[Thrown | Chosen], throws: Throws) -> Procedure[Any]:
    """Return the value read from pools thrown together. Some or all of the pools have been thrown already."""
    values: list[Hashable] = []
    for pool in throws.pools:
        if left and (pool.dice or cast("Thrown", left[0]).source == "none"):
            values.append(cast("Thrown", left.popleft()).value)
        elif not pool.dice:
            values.append(pool.reading.read(()))
        else:
            break
    rest = throws.pools[len(values) :]
    if not rest:
        return throws.read(*values)
    return (yield Throws(rest, lambda *more: throws.read(*values, *more)))
