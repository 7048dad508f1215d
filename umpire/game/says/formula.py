"""Formulas such as `up(firer.men / 4) - target.cover`. The program parses them itself and runs no code in them.

A formula may have names, with or without dots, whole numbers, `+ - *`, `min` and `max`. A division must say how it is
rounded: `up(a / b)`, `down(a / b)` or `near(a / b)`, which rounds halves up; `rest(a / b)` is the remainder. For a role
with several stands, there are `sum(role.x)` and `count(role)`. `attribute[word]` is the number that an attribute has
for a word: `self.combat[foe.arm]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Protocol

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, Mistake, OutOfBounds, did_you_mean, found, quoted
from umpire.game.distances import decimal

LONGEST, DEEPEST, DIGITS = 120, 20, 6
"""The limits of a formula: its characters, its brackets within brackets, and the digits of a number."""

_MOST = 10**9

Tree = int | str | tuple[Any, ...]
"""The parsed form of a formula: a number, a name, or an operation with its operands."""

ROUNDED: Mapping[str, Callable[[int, int], int]] = {
    "up": lambda a, b: -(-a // b),
    "down": lambda a, b: a // b,
    "near": lambda a, b: (2 * a + b) // (2 * b),
    "rest": lambda a, b: a % b,
}
"""The kinds of division, by the word that says how to round."""

_SUMS: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "min": min,
    "max": max,
}
_CALLS = ("min", "max", *ROUNDED, "sum", "count")
_TOKEN = re.compile(r"\s*(?:(\d+)|([^\W\d]\w*(?:\.[^\W\d]\w*)*)|(\S))")
_WRITTEN = (
    "a formula has names, whole numbers, + - *, min(a, b), max(a, b), up(a / b), "
    "down(a / b), near(a / b), rest(a / b), sum(role.x), count(role)"
)


class Env(Protocol):
    """The source of values for the names in formulas. A value is typed, kept in the state, or worked out by an earlier
    step.
    """

    def get(self, name: str) -> Any:
        """Return the value of a name: a number, a word, or yes or no. Raises Mistake for an unknown name."""

    def many(self, name: str) -> Sequence[int]:
        """Return the value of `role.x` for each stand of a role that has several stands."""

    def said(self, name: str) -> str:
        """Return the words for a name: `range`, `tired of the foe`."""

    def why(self, name: str, value: str) -> str:
        """Return the reason why a row does not apply if the name has this value; "" if there is no text for it."""


@frozen
class Formula:
    """A formula. `text` is the formula as it is written; `tree` is made from this text."""

    text: str
    tree: Tree

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in the formula. `combat[foe.arm]` has the names `combat` and `foe.arm`. `sum(role.x)` has the name
        `role.x`; `count(role)` has the name `role.count`.
        """
        return frozenset(_names(self.tree))

    def within(self, of: Callable[[str], Tree]) -> Formula:
        """Return the same formula with each name replaced by the name or formula that `of` returns for it. The text of
        the formula stays the same.
        """
        return Formula(self.text, _within(self.tree, of))

    @property
    def is_worked_out(self) -> bool:
        """True if the formula is more than a single number or name."""
        return isinstance(self.tree, tuple)

    @property
    def divisors(self) -> tuple[Formula, ...]:
        """The divisors in the formula; each must be at least 1."""
        return tuple(Formula(self.text, tree) for tree in _divisors(self.tree))

    @cached_property
    def value(self) -> Callable[[Env], int]:
        """A function that works out the value. The function raises Mistake for a name that is not a number, or for a
        division by less than 1.
        """
        return _worked(self.tree, self.text)


def parse(written: Any) -> Formula:
    """Return the formula in a whole number or a text. Raises Mistake, which names the place in the text."""
    if isinstance(written, int) and not isinstance(written, bool) and abs(written) < 10**DIGITS:
        return _whole(written)
    if not isinstance(written, str) or not written.strip():
        raise Mistake(f"found {found(written)}, expected a whole number or a formula", _WRITTEN)
    if len(written) > LONGEST:
        raise Mistake(
            f"the formula has {len(written)} characters; at most {LONGEST} are allowed",
            "work out a part of the formula in an earlier step",
        )
    return _read(written)


@lru_cache(1024)
def _whole(written: int) -> Formula:
    return Formula(str(written), written)


@lru_cache(4096)
def _read(written: str) -> Formula:
    return Formula(written, _Reader(written).whole())


class _Reader:
    """The reader of one formula, from left to right. A formula is a sum of products of single operands."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.deep = text, 0, 0
        self.tokens = [(match[1] or match[2] or match[3], match.end()) for match in _TOKEN.finditer(text)]

    def whole(self) -> Tree:
        tree = self.sum()
        if self.at < len(self.tokens):
            raise self.wrong(
                "+, -, * or the end", hint="write a division as up(a / b) or down(a / b)" * (self.next == "/")
            )
        return tree

    @property
    def next(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def wrong(self, expected: str, hint: str = "") -> Mistake:
        if self.at < len(self.tokens):
            word, end = self.tokens[self.at]
            where = f"at character {end - len(word) + 1}: found {quoted(word)}"
        else:
            where = "ends too early"
        return Mistake(f"{quoted(self.text)} {where}, expected {expected}", hint or _WRITTEN)

    def take(self, *wanted: str) -> str:
        if self.next not in wanted:
            raise self.wrong(" or ".join(wanted))
        self.at += 1
        return wanted[wanted.index(self.tokens[self.at - 1][0])]

    def name(self) -> str:
        if not (self.next[:1].isalpha() or self.next[:1] == "_"):
            raise self.wrong("a name")
        self.at += 1
        return self.tokens[self.at - 1][0]

    def sum(self) -> Tree:
        tree = self.product()
        while self.next in ("+", "-"):
            tree = (self.take("+", "-"), tree, self.product())
        return tree

    def product(self) -> Tree:
        tree = self.one()
        while self.next == "*":
            tree = (self.take("*"), tree, self.one())
        return tree

    def one(self) -> Tree:
        if self.next == "-":
            self.take("-")
            return ("-", 0, self.one())
        if self.next == "(":
            return self.inside("(", self.sum, ")")
        if self.next[:1].isdecimal():
            if len(self.next) > DIGITS or not self.next.isascii():
                raise self.wrong(f"a number of at most {DIGITS} digits")
            self.at += 1
            return int(self.tokens[self.at - 1][0])
        if not self.next or not (self.next[0].isalpha() or self.next[0] == "_"):
            raise self.wrong("a number, a name or (")
        name = self.name()
        if self.next == "[":
            return ("[]", name, self.inside("[", self.name, "]"))
        return self.call(name) if self.next == "(" else name

    def inside(self, opens: str, read: Callable[[], Tree], closes: str) -> Tree:
        self.deep += 1
        if self.deep > DEEPEST:
            raise self.wrong(
                f"at most {DEEPEST} brackets within brackets", "work out a part of the formula in an earlier step"
            )
        self.take(opens)
        tree = read()
        self.take(closes)
        self.deep -= 1
        return tree

    def call(self, name: str) -> Tree:
        if name not in _CALLS:
            self.at -= 1
            raise self.wrong(f"one of {', '.join(_CALLS)} before (", did_you_mean(name, list(_CALLS)))
        if name in ("sum", "count"):
            return (name, self.inside("(", self.name, ")"))
        return self.inside("(", lambda: self.both(name), ")")

    def both(self, name: str) -> Tree:
        first = self.sum()
        self.take("/" if name in ROUNDED else ",")
        tree: Tree = (name, first, self.sum())
        while name not in ROUNDED and self.next == ",":
            self.take(",")
            tree = (name, tree, self.sum())
        return tree


def _names(tree: Tree) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, tuple) and tree[0] == "count":
        yield f"{tree[1]}.count"
    elif isinstance(tree, tuple):
        for part in tree[1:]:
            yield from _names(part)


def _within(tree: Tree, of: Callable[[str], Tree]) -> Tree:
    if isinstance(tree, str):
        return of(tree)
    return (tree[0], *(_within(part, of) for part in tree[1:])) if isinstance(tree, tuple) else tree


def _divisors(tree: Tree) -> Iterator[Tree]:
    if isinstance(tree, tuple):
        if tree[0] in ROUNDED:
            yield tree[2]
        for part in tree[1:]:
            yield from _divisors(part)


def _worked(tree: Tree, text: str) -> Callable[[Env], int]:
    """Return a function that works out the value of a tree."""
    if isinstance(tree, int):
        return lambda env: tree
    if isinstance(tree, str):

        def named(env: Env) -> int:
            value = env.get(tree)
            return value if type(value) is int else _number(value, tree, text)

        return named
    does, *parts = tree
    if does == "sum":
        return lambda env: sum(env.many(parts[0]))
    if does == "count":
        return lambda env: _number(env.get(f"{parts[0]}.count"), parts[0], text)
    if does == "[]":
        return lambda env: _number(env.get(f"{parts[0]}.{env.get(parts[1])}"), f"{parts[0]}[{parts[1]}]", text)
    first, second = _worked(parts[0], text), _worked(parts[1], text)
    operation, divides = ROUNDED.get(does) or _SUMS[does], does in ROUNDED

    def both(env: Env) -> int:
        a, b = first(env), second(env)
        if divides and b < 1:
            raise OutOfBounds(
                f"{quoted(text)} divides by {decimal(b)}", f"write the divisor of `{does}` as max(1, ...)"
            )
        comes_to = operation(a, b)
        if not -_MOST < comes_to < _MOST:  # steps could multiply a number until it fills the memory
            raise OutOfBounds(f"{quoted(text)} comes to a number of more than {len(str(_MOST)) - 1} digits", "")
        return comes_to

    return both


def _number(value: Any, name: str, text: str) -> int:
    """Return a value as a number: yes is 1 and no is 0. A distance may be a fraction."""
    if not hasattr(value, "numerator"):
        raise BadValue(f"{quoted(text)}: {name} is {found(value)}, expected a number", "")
    return int(value) if value == int(value) else value
