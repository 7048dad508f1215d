"""A rule as a procedure: a generator that asks questions and returns an outcome.

A question asks for dice thrown together, for a choice, or for the result of a part. A part is a separate procedure. The
same answers must always give the same outcome. So a procedure must not depend on the time or on the order of a set, and
must not read or write anything. A procedure asks with `yield from throw(...)`, `yield from choose(...)` and `yield from
part(...)`. A bare `yield` would hide the type of the answer.
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
    """One way to answer a choice: the token to type, the words that describe the option, and the value for the
    procedure.
    """

    token: str
    words: str
    value: Hashable


class Throws(NamedTuple):
    """Pools thrown together. `read` turns the values of the pools, in order, into the one value that the rule needs.

    If `ends` is true, the throw is the last question of its procedure, and the procedure returns the value of `read`
    unchanged.
    """

    pools: tuple[Pool, ...]
    read: Callable[..., Hashable]
    ends: bool = False


class Choice(NamedTuple):
    """A decision of a player. The first option is the default; `policy` describes the first option in words.

    `whys` are the reasons why this side decides, such as the dice thrown.
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
    """Return the result itself. This function is the default for `alike`."""
    return result


class SubProcedure(NamedTuple):
    """A separate procedure; `of(*args)` starts it. If the procedure is run again with equal arguments, the odds do not
    walk it again.

    If `alike` gives the same value for several results, the odds count these results as one. `counted(*args)` returns
    the results with their weights, and the sum of the weights. No walk is needed for this. If a walk is needed,
    `counted` returns None.
    """

    of: Callable[..., Procedure[Any]]
    args: tuple[Hashable, ...]
    alike: Callable[[Any], Hashable] = itself
    counted: Counted | None = None


Question = Throws | Choice | SubProcedure
Counted = Callable[..., "tuple[list[tuple[Any, int]], int] | None"]


def throw(*pools: Pool, read: Callable[..., T], ends: bool = False) -> Procedure[T]:
    """Ask for a throw of all these pools together. Return the value of `read`, called with the values of the pools.

    `read` should return no more than the rule needs, because the odds follow each distinct value separately. Set `ends`
    if the procedure returns this value at once. The odds are then counted faster.
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
    """Ask a side to choose one of the options; return the value of the option. Each option is (token, words, value).
    The first option is the default. If there is only one option, it is taken and nothing is asked.

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
    """Run the procedure `of(*args)` as a sub-procedure of the current procedure. If `alike` gives the same value for
    several results, the odds merge the paths of these results. So `alike` must return everything that later questions
    and the tally depend on. `counted` is a faster way to count the chances.
    """
    answer = yield SubProcedure(of, args, alike, counted)
    return cast("T", answer)


class Thrown(NamedTuple):
    """The throw of one pool: the known faces, the value, and the source of the dice.

    `source` is `told` (typed), `rolled`, `mixed` (some typed, some rolled) or `none` (a pool without dice). `typed` is
    the text that the referee typed. `then` has lines to show at once after a tie.
    """

    pool: Pool
    faces: tuple[int, ...]
    value: Hashable
    source: str
    typed: str = ""
    then: tuple[str, ...] = ()

    @property
    def total(self) -> int | None:
        """Return the total with all modifiers if the total must reach a number or is looked up in a table. For any
        other throw, or if no face is known, return None.
        """
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
    """A source of answers, such as the options of a command or the person at the terminal."""

    def throw(self, pools: tuple[Pool, ...]) -> tuple[Thrown, ...]:
        """Return the throws of these pools. All of the pools have dice. Raises Mistake for a wrong answer. Raises
        Wanted if there is no answer.
        """

    def choose(self, choice: Choice) -> Chosen:
        """Return the option taken. Raises Mistake for a wrong answer. Raises Wanted if there is no answer."""


class Wanted(Exception):
    """A question that has no answer yet. Nothing was changed. `answered` has the answers to the earlier questions."""

    def __init__(self, question: Throws | Choice, answered: tuple[Thrown | Chosen, ...] = ()) -> None:
        super().__init__("an answer is needed")
        self.question = question
        self.answered = answered


def resolve(procedure: Procedure[T], referee: Referee) -> tuple[T, tuple[Thrown | Chosen, ...]]:
    """Run a procedure to its outcome with the answers of a referee; return the outcome and the answers in order.

    Raises Mistake for an impossible answer. Raises Wanted, with the answers so far, if an answer is missing.
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
    """Return the throw of every pool, in order. The referee is asked only for pools that have dice."""
    asked = tuple(pool for pool in pools if pool.dice)
    fallen = iter(referee.throw(asked)) if asked else iter(())
    return tuple(next(fallen) if pool.dice else Thrown(pool, (), pool.reading.read(()), "none") for pool in pools)


class Addition(NamedTuple):
    """A modifier line that the referee adds by a ruling: `+1 wreck on the road`. `pool` is the key of the pool that the
    line is added to.

    `on` says what the line changes: the dice, the roll, the need or the column. If `on` is "", the line changes what a
    modifier usually changes in this pool.
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
    """Run the procedure `of(*args)` with the referee's own modifier lines. Each line is added to the pool that it
    names.

    Raises Mistake if that pool cannot take the line.
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
                raise Mistake(f"--add: your modifier cannot be added to {pool.label}: {refused}") from None
    return pool


def after(answers: Sequence[Thrown | Chosen], of: Callable[..., Procedure[T]], *args: Any) -> Procedure[T]:
    """Return the procedure `of(*args)` with these answers already given, in order. The procedure begins with the first
    question that these answers leave open.
    """
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
    """Return the value of a throw. Some or all of its pools have been thrown already."""
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
