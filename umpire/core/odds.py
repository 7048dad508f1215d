"""The code that walks every path of a procedure. The walk gives the exact odds and lists the throws for `explain`.

For every path, the procedure is run again with the answers of that path. At a throw, there is a path for each distinct
value of the dice. The weights of paths are exact integers. At a choice, the path takes the option that the policy
chooses. A sub-procedure is walked once, even if it is run several times with equal arguments; there is a path for each
distinct result of the sub-procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from math import gcd, lcm, prod
from typing import Any, Generic, NamedTuple, TypeVar

from umpire.core.frozen import frozen
from umpire.core.mistakes import NotOffered, OutOfBounds, did_you_mean
from umpire.core.pools import Pool
from umpire.core.procedure import Choice, Option, Procedure, Question, SubProcedure, Throws, itself

T = TypeVar("T")

MOST_PATHS = 20_000
"""The most paths walked. No act of play comes near it; making up a whole table of terrain needs far more."""

Make = Callable[[], Procedure[T]]
Policy = Callable[[Choice], Option]


def first_option(choice: Choice) -> Option:
    """Return the first option of a choice. This policy is used if no other policy is given.

    The field `policy` of a choice is a text that describes its first option.
    """
    return choice.options[0]


class ForcedChoices:
    """A policy that takes the first option whose token is in `tokens`. If no option of a choice has such a token, the
    policy takes the first option.

    Capitals in `tokens` do not matter. `offered` collects the tokens of all options of all choices.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = [token.strip().lower() for token in tokens]
        self.offered: dict[str, None] = {}

    def __call__(self, choice: Choice) -> Option:
        self.offered |= dict.fromkeys(option.token for option in choice.options)
        return next((option for option in choice.options if option.token.lower() in self.tokens), choice.options[0])

    def check(self) -> None:
        """Check that every given token was an option of some choice. Raises Mistake for a token that was never an
        option.
        """
        known = [token.lower() for token in self.offered]
        for token in self.tokens:
            if token not in known:
                hint = did_you_mean(token, list(self.offered), few=20) if known else "there is no choice to make"
                raise NotOffered(f"--choose: {token!r} is never an option here", hint, word=token)


class TooMany(OutOfBounds):
    """Too many paths to count one by one. The dice of a dozen stands together may have too many paths."""

    def __init__(self) -> None:
        super().__init__(f"no odds: this act can turn out in more than {MOST_PATHS:,} ways", "throw the dice")


class Path(NamedTuple, Generic[T]):
    """One way through a procedure: the questions met, the answers, and the outcome.

    The exact chance of the path is `weight` / `total`.
    """

    questions: tuple[Question, ...]
    answers: tuple[Any, ...]
    weight: int
    total: int
    outcome: T


class Policed(NamedTuple):
    """A choice that a policy makes while odds are worked out: the question and the option taken."""

    asked: str
    taken: str

    def __str__(self) -> str:
        return f"{self.asked}: {self.taken}"


@frozen
class Odds(Generic[T]):
    """The distinct outcomes, the likeliest first. Each outcome has an integer weight. The chance of an outcome is its
    weight divided by `total`.

    `paths` is the number of ways through the procedure; `walked` also counts the ways through its sub-procedures.
    `policies` has the choices that a policy made.
    """

    outcomes: tuple[tuple[T, int], ...]
    total: int
    paths: int
    walked: int
    policies: tuple[Policed, ...]


@frozen
class Explained:
    """Pools that are thrown together. `after` gives, in words, the earlier answers that lead to this throw."""

    pools: tuple[Pool, ...]
    after: tuple[str, ...]


@dataclass
class _Memory:
    """The record of one walk. It has the number of paths (including the paths of sub-procedures), the results of
    sub-procedures, and the choices made by a policy.
    """

    walked: int = 0
    parts: dict[SubProcedure, tuple[list[tuple[Any, int]], int]] = field(default_factory=dict)
    policies: dict[Policed, None] = field(default_factory=dict)


def walk(make: Make[T], policy: Policy = first_option) -> Iterator[Path[T]]:
    """Yield every path of the procedure that `make` starts. The chances of all paths add up to exactly 1."""
    return _walk(make, policy, _Memory())


def ways(make: Make[T]) -> Iterator[Path[T]]:
    """Yield the paths through every option of every choice. Results of a sub-procedure are merged only if they are
    equal; `alike` is not used.

    The weights are meaningless here. Raises TooMany.
    """
    return _walk(make, None, _Memory())


def _walk(
    make: Make[T], policy: Policy | None, memory: _Memory, *, to_the_last_throw: bool = False
) -> Iterator[Path[T]]:
    """Yield every path. If `to_the_last_throw` is true, a path stops at a throw whose field `ends` is true."""
    waiting: list[tuple[tuple[Any, ...], int, int]] = [((), 1, 1)]
    walked = 0
    while waiting:
        walked += 1
        memory.walked += 1
        if walked > MOST_PATHS:
            raise TooMany
        answers, weight, total = waiting.pop()
        procedure = make()
        questions: list[Question] = []
        try:
            question = next(procedure)
            for answer in answers:
                questions.append(question)
                question = procedure.send(answer)
            while True:
                questions.append(question)
                if to_the_last_throw and isinstance(question, Throws) and question.ends:
                    yield Path(tuple(questions), (*answers, None), weight, total, None)  # type: ignore[arg-type]
                    break
                branches, out_of = _branches(question, policy, memory)
                total *= out_of
                if isinstance(question, Throws) and question.ends:
                    walked += len(branches) - 1
                    memory.walked += len(branches) - 1
                    if walked > MOST_PATHS:
                        raise TooMany
                    met = tuple(questions)
                    for answer, share in branches:
                        yield Path(met, (*answers, answer), weight * share, total, answer)
                    break
                for answer, share in reversed(branches[1:]):
                    waiting.append(((*answers, answer), weight * share, total))
                answer, share = branches[0]
                answers, weight = (*answers, answer), weight * share
                question = procedure.send(answer)
        except StopIteration as stop:
            yield Path(tuple(questions), answers, weight, total, stop.value)


def _branches(question: Question, policy: Policy | None, memory: _Memory) -> tuple[list[tuple[Any, int]], int]:
    """Return the distinct answers of a question with their weights, and the sum of the weights."""
    match question:
        case Throws(pools, read):
            return joint(pools, read)
        case Choice():
            if policy is None:
                return [(option.value, 1) for option in question.options], len(question.options)
            option = policy(question)
            why = question.policy if option is question.options[0] else f"{option.words}, as typed"
            memory.policies[Policed(f"{question.side}, {question.words}", why)] = None
            return [(option.value, 1)], 1
        case SubProcedure(of, args, alike, counted):
            known = memory.parts.get(question)
            if known is None:
                told_apart = itself if policy is None else alike
                known = (counted(*args) if counted else None) or _merge(
                    _walk(lambda: of(*args), policy, memory), told_apart
                )
                memory.parts[question] = known
            return known


def joint(pools: tuple[Pool, ...], read: Callable[..., Hashable]) -> tuple[list[tuple[Any, int]], int]:
    """Return a pair: the values of `read` for these pools, each with its weight, and the sum of the weights. The pools
    are thrown together.

    Raises TooMany.
    """
    folded: dict[Hashable, int] = {}
    total = 1
    readings = [tuple(pool.reading.chances(pool.dice, pool.sides).items()) for pool in pools]
    for pool in pools:
        total *= pool.sides**pool.dice
    if prod(len(chances) for chances in readings) > MOST_PATHS:
        raise TooMany
    if len(readings) == 1:  # a single throw
        ((only,), before) = readings, folded.get
        for mine, ways in only:
            answer = read(mine)
            folded[answer] = before(answer, 0) + ways
        return list(folded.items()), total
    if len(readings) == 2:  # an exchange, by far the commonest throw: the same as below, without its detours
        (one, other), before = readings, folded.get
        for mine, ways in one:
            for theirs, ways_there in other:
                answer = read(mine, theirs)
                folded[answer] = before(answer, 0) + ways * ways_there
        return list(folded.items()), total
    for fallen in product(*readings):
        weight = 1
        for _, ways in fallen:
            weight *= ways
        answer = read(*(value for value, _ in fallen))
        folded[answer] = folded.get(answer, 0) + weight
    return list(folded.items()), total


def _merge(paths: Iterator[Path[T]], alike: Callable[[T], Hashable] = itself) -> tuple[list[tuple[T, int]], int]:
    """Return the distinct outcomes, each with its weight, and the sum of the weights. The weights have no common
    divisor.
    """
    found = list(paths)
    total = lcm(*(path.total for path in found))
    first: dict[Hashable, T] = {}
    merged: dict[Hashable, int] = {}
    for path in found:
        key = alike(path.outcome)
        first.setdefault(key, path.outcome)
        merged[key] = merged.get(key, 0) + path.weight * (total // path.total)
    shared = gcd(total, *merged.values())
    return [(first[key], weight // shared) for key, weight in merged.items()], total // shared


def counting(make: Make[T], policy: Policy = first_option) -> Generator[None, None, Odds[T]]:
    """Yield after each path, so that the caller can do other work or stop. At the end, return the odds."""
    memory = _Memory()
    paths = []
    for path in _walk(make, policy, memory):
        paths.append(path)
        yield
    merged, total = _merge(iter(paths))
    ranked = sorted(merged, key=lambda item: -item[1])
    return Odds(tuple(ranked), total, len(paths), memory.walked, tuple(memory.policies))


def odds(make: Make[T], policy: Policy = first_option) -> Odds[T]:
    """Return the exact distribution of a procedure's outcomes. Weights add up to `total`. Raises TooMany."""
    counts = counting(make, policy)
    while True:
        try:
            next(counts)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]


def explain(make: Make[Any], policy: Policy = first_option) -> tuple[Explained, ...]:
    """Return every distinct throw of a procedure once, in the order of the walk, with the answers that first led to the
    throw.

    The throws of a sub-procedure come where the sub-procedure begins. If a sub-procedure has a result in words, the
    answers that lead to later throws include these words.
    """
    seen: dict[tuple[Pool, ...], Explained] = {}
    with suppress(TooMany):  # the throw is known anyway, as far as it does not depend on these dice
        _explain(make, policy, (), seen, set(), _Memory())
    if not seen and isinstance(first := next(make(), None), Throws):
        seen[first.pools] = Explained(first.pools, ())
    return tuple(seen.values())


def _explain(
    make: Make[Any],
    policy: Policy,
    before: tuple[str, ...],
    seen: dict[tuple[Pool, ...], Explained],
    parts: set[SubProcedure],
    memory: _Memory,
) -> None:
    for path in _walk(make, policy, memory, to_the_last_throw=True):
        after = before
        for question, answer in zip(path.questions, path.answers, strict=True):
            match question:
                case Throws(pools):
                    seen.setdefault(pools, Explained(pools, after))
                    after = (*after, str(answer))
                case Choice():
                    option = next(option for option in question.options if option.value == answer)
                    after = (*after, f"{question.side}: {option.words}")
                case SubProcedure(of, args):
                    if question not in parts:
                        parts.add(question)
                        _explain(lambda of=of, args=args: of(*args), policy, after, seen, parts, memory)  # type: ignore[misc]
                    if (text := str(answer)) != repr(answer):  # it names itself
                        after = (*after, text)
