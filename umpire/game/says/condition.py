"""Conditions: `when = { range = "<= 10", ground = ["wood", "town"], self.tired = false }`.

Every line of a `when` must hold. For an "or" between two lines, write a second row. A line gives the value that its
name must have: a word, a number, true or false. A list gives several values: the name must have one of them. A line may
also have a text with one of the signs `<= >= < > = !=` and a formula. The word `not` in front reverses the comparison.
The word `and` joins two comparisons: `">= 1 and <= down(target.full / 2)"`.

Rule files, tables and house files all use this reader. In tables, a word may be any text, and only whole numbers may
follow a sign.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from operator import eq, ge, gt, le, lt
from typing import Any

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, Mistake, found, quoted
from umpire.game.distances import decimal
from umpire.game.says.aloud import Called, aloud
from umpire.game.says.formula import Env, Formula, Tree, parse


def say(value: Any) -> str:
    """Return a value as text: yes or no, a word, or a number."""
    if isinstance(value, bool | str):
        return value if isinstance(value, str) else "yes" if value else "no"
    return decimal(value)


_SIGNS: Mapping[str, Callable[[Any, Any], bool]] = {"<=": le, ">=": ge, "<": lt, ">": gt, "=": eq}
_WORDED = {"<=": "at most ", ">=": "at least ", "<": "less than ", ">": "more than ", "=": ""}
_SAID = re.compile(r"\s*(not\b)?\s*(<=|>=|!=|<|>|=)?\s*(.*?)\s*", re.DOTALL)
_AND = re.compile(r"\s+and\s+")
_BETWEEN = re.compile(r"\s+and\s+(?=not\b|[<>=!])")
"""The word `and` before a bound or a `not`. If a value may be any text, only such an `and` separates comparisons."""
_A_WORD = re.compile(r"[^\W_][\w-]*")
_MANY = 40
_WRITTEN = 'true or false, a number, a word, a list of these, or a bound such as "<= 10"'


def _named(name: str) -> Callable[[Env], Any]:
    return lambda env: env.get(name)


@frozen
class Bound:
    """A comparison of a value with `bound`. The bound is a formula, a word, True or False. `sign` is one of `<`, `<=`,
    `=`, `>=` and `>`. If `no` is true, the comparison is reversed.
    """

    sign: str
    bound: Formula | str | bool
    no: bool = False

    @cached_property
    def holds(self) -> Callable[[Any, Env], bool]:
        """A function that returns whether a value meets the comparison. It raises Mistake if a formula cannot be worked
        out.
        """
        compare, no, against, either = _SIGNS[self.sign], self.no, self.against, self.either
        if either:
            return lambda value, env: (value in either) is not no

        def within(value: Any, env: Env) -> bool:
            try:
                return compare(value, against(env)) is not no
            except TypeError:
                raise BadValue(
                    f"{say(value)} cannot be compared with '{self.words}': both must be numbers", "", word=value
                ) from None

        return within

    @cached_property
    def either(self) -> tuple[Any, ...]:
        """The values that are equal to the bound; () if they are not known before play. The number 3 also equals the
        word `3`.
        """
        if not isinstance(self.bound, Formula):
            return (self.bound,)
        return (self.bound.tree, self.bound.text) if self.sign == "=" and isinstance(self.bound.tree, int) else ()

    @cached_property
    def against(self) -> Callable[[Env], Any]:
        """A function that returns the value of the bound. After the sign `=`, the bound may be a single name whose
        value is a word.
        """
        bound = self.bound
        if not isinstance(bound, Formula):
            return lambda env: bound
        if self.sign == "=" and isinstance(bound.tree, str):
            return _named(bound.tree)
        return bound.value

    def within(self, of: Callable[[str], Tree]) -> Bound:
        """Return the same comparison with each name replaced by the name or formula that `of` returns for it."""
        return Bound(self.sign, self.bound.within(of), self.no) if isinstance(self.bound, Formula) else self

    def said(self, bound: Any) -> str:
        """Return the comparison in words: `at most 10`, `not wood`."""
        return f"{'not ' if self.no else ''}{_WORDED[self.sign]}{say(bound)}"

    @property
    def words(self) -> str:
        """The comparison in words. A formula stays as it is written."""
        return self.said(self.bound.text if isinstance(self.bound, Formula) else self.bound)

    def aloud(self, called: Called) -> str:
        """Return the comparison in words for players: `at most half the men of the target, rounded down`, `equal to its
        aim`.
        """
        if not isinstance(self.bound, Formula):
            return self.words
        same = self.sign == "=" and not isinstance(self.bound.tree, int)
        return self.said("equal to " * same + aloud(self.bound, called))


@frozen
class Condition:
    """A condition on a name or formula. The condition holds if one member of `any` holds. A member holds if all
    comparisons in the member hold.
    """

    name: str
    any: tuple[tuple[Bound, ...], ...]
    of: Formula | None = None

    @cached_property
    def subject(self) -> Formula:
        """The formula whose value is tested: `of` or, if `of` is not given, the `name`."""
        return self.of or parse(self.name)

    def within(self, of: Callable[[str], Tree]) -> Condition:
        """Return the same condition with each name replaced by the name or formula that `of` returns for it."""
        tests = tuple(tuple(test.within(of) for test in tests) for tests in self.any)
        return Condition(self.name, tests, self.subject.within(of))

    @cached_property
    def value(self) -> Callable[[Env], Any]:
        """A function that returns the value that is tested. It raises Mistake if the value cannot be worked out."""
        tree = self.subject.tree
        return _named(tree) if isinstance(tree, str) else self.subject.value

    @cached_property
    def holds(self) -> Callable[[Env], bool]:
        """A function that returns whether the condition holds. It raises Mistake if a formula cannot be worked out."""
        value, fits = self.value, self.fits
        return lambda env: fits(value(env), env)

    @cached_property
    def fits(self) -> Callable[[Any, Env], bool]:
        """A function that returns whether a value meets the condition. It raises Mistake if a bound cannot be worked
        out.
        """
        if among := self.one_of:
            return lambda value, env: value in among
        either = [[test.holds for test in tests] for tests in self.any]
        if len(either) == 1 and len(either[0]) == 1:
            return either[0][0]

        def fits(value: Any, env: Env) -> bool:
            for tests in either:
                for test in tests:
                    if not test(value, env):
                        break
                else:
                    return True
            return False

        return fits

    @cached_property
    def one_of(self) -> tuple[Any, ...]:
        """The values that meet the condition, if they can be listed; () if not."""
        plain = all(len(tests) == 1 and tests[0].either and not tests[0].no for tests in self.any)
        return tuple(value for tests in self.any for value in tests[0].either) if plain else ()

    @property
    def span(self) -> tuple[int | None, int | None] | None:
        """The least and the greatest value that meet the condition; None if its bounds are not whole numbers."""
        least: int | None = None
        most: int | None = None
        for test in self.any[0]:
            number = test.bound.tree if isinstance(test.bound, Formula) else None
            if len(self.any) > 1 or test.no or test.sign == "=" or not isinstance(number, int):
                return None
            if test.sign[0] == ">":
                least = number + (test.sign == ">")
            else:
                most = number - (test.sign == "<")
        return least, most

    def unmet(self, env: Env) -> str:
        """Return the reason why the condition does not hold, in words: `range is 20, needs at most 10`. Return "" if it
        holds.
        """
        value, failed = self.value(env), list[Bound]()
        for tests in self.any:
            against = next((test for test in tests if not test.holds(value, env)), None)
            if against is None:
                return ""
            failed.append(against)
        name = self.subject.tree
        if isinstance(name, str) and (why := env.why(name, say(value))):
            return why
        called = env.said(name) if isinstance(name, str) else self.name
        if isinstance(value, bool):
            return f"{called}: {say(value)}"
        wanted = [test for test in failed if not test.no]
        bounds = " or ".join(test.said(test.against(env)) for test in wanted)
        if bounds and failed[0].sign == "=":
            bounds = f"not {bounds}"
        elif wanted:
            bounds = f"needs {bounds}"
        return f"{called} is {say(value)}{', ' if bounds else ''}{bounds}"

    def says(self, called: str, named: Called | None = None, own: Mapping[str, str] | None = None) -> str:
        """Return the condition in words: `range at most 10`, `ground wood or town`. `called` is the word for the name
        in the condition; `own` has words for single values of this name. If the function `named` is given, it returns
        words for the names in formulas.
        """
        lines = [own.get(say(value), "") for value in self.one_of] if own else []
        if lines and all(lines):
            return " or ".join(dict.fromkeys(lines))
        if len(self.any) == 1 and len(self.any[0]) == 1 and isinstance(bound := self.any[0][0].bound, bool):
            return called if bound is not self.any[0][0].no else f"not {called}"
        each = [[test.aloud(named) if named else test.words for test in tests] for tests in self.any]
        return f"{called} {' or '.join(' and '.join(tests) for tests in each)}"

    @property
    def bounds(self) -> tuple[Formula, ...]:
        """The formulas in the bounds of the condition."""
        return tuple(test.bound for tests in self.any for test in tests if isinstance(test.bound, Formula))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in the formula that is tested and in the bounds."""
        return self.subject.names.union(*(bound.names for bound in self.bounds))


@frozen
class When:
    """Conditions that must all hold. An empty `When` always holds."""

    conditions: tuple[Condition, ...] = ()

    @cached_property
    def holds(self) -> Callable[[Env], bool]:
        """A function that returns whether all conditions hold."""
        each = [condition.holds for condition in self.conditions]
        if len(each) == 1:
            return each[0]

        def holds(env: Env) -> bool:
            for one in each:
                if not one(env):
                    break
            else:
                return True
            return False

        return holds

    def unmet(self, env: Env) -> str:
        """Return the reason why the first unmet condition does not hold; "" if all conditions hold."""
        for condition in self.conditions:
            if why := condition.unmet(env):
                return why
        return ""

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in all conditions."""
        return frozenset().union(*(condition.names for condition in self.conditions))

    def __bool__(self) -> bool:
        return bool(self.conditions)


def read_when(written: Any) -> When:
    """Return the conditions of a `when`. Raises Mistake; its text begins with the key of the wrong condition."""
    if not isinstance(written, Mapping):
        raise Mistake(f"found {found(written)}, expected a table of conditions", 'for example: { range = "<= 10" }')
    conditions = []
    for name, wanted in written.items():
        try:
            conditions.append(read_condition(name, wanted))
        except Mistake as wrong:
            raise Mistake(f"{name}: {wrong.what}", wrong.hint) from None
    return When(tuple(conditions))


def read_condition(name: str, written: Any, *, any_word: bool = False) -> Condition:
    """Return the condition that is written for a name. If `any_word` is true, a text without a sign may have several
    words.

    Raises Mistake.
    """
    if isinstance(written, str | int):
        return _read_one(name, written, any_word)
    return _read(name, written if isinstance(written, list) else [written], any_word)


def _read(name: str, many: list[Any], any_word: bool) -> Condition:
    if not 1 <= len(many) <= _MANY:
        raise Mistake(f"found a list of {len(many)} values, expected 1 to {_MANY} values", _WRITTEN)
    condition = Condition(name, tuple(_tests(name, each, any_word) for each in many))
    assert condition.subject  # read now, because it may not be a formula
    return condition


@lru_cache(2048, typed=True)
def _read_one(name: str, written: str | int, any_word: bool) -> Condition:
    return _read(name, [written], any_word)


def in_bounds(written: Mapping[str, Any]) -> str:
    """Return the current form of bounds that are written in an old form: `{ min = 3 }` becomes `">= 3"`."""
    said = written if written and written.keys() <= {"min", "max"} else {"min": 3}
    return quoted(" and ".join(f"{'>=' if key == 'min' else '<='} {each}" for key, each in said.items()))


def _tests(name: str, written: Any, any_word: bool) -> tuple[Bound, ...]:
    if isinstance(written, bool):
        return (Bound("=", written),)
    if isinstance(written, int):
        return (Bound("=", parse(written)),)
    if isinstance(written, Mapping):
        raise Mistake(f"found a table, expected {_WRITTEN}", f"write {name} = {in_bounds(written)}")
    if not isinstance(written, str) or not written.strip():
        raise Mistake(f"found {found(written)}, expected {_WRITTEN}")
    parts = (_BETWEEN if any_word else _AND).split(written.strip())
    return tuple(_test(part, any_word) for part in parts)


def _test(text: str, any_word: bool) -> Bound:
    said = _SAID.fullmatch(text)
    no, sign, bound = (bool(said[1]), said[2], said[3]) if said else (False, None, "")
    if sign == "!=":
        sign, no = "=", not no
    if sign or bound.isdecimal():
        return Bound(sign or "=", parse(bound), no)
    if not any_word and bound != "-" and not _A_WORD.fullmatch(bound):  # "-" is an empty cell of a table
        raise Mistake(f"found {quoted(text)}, expected {_WRITTEN}")
    return Bound("=", bound, no)
