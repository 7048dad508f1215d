"""The possible values of a name: a range of whole numbers, a set of words, or not known. A formula has a range too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from umpire.game.says.condition import Bound, Condition, When
from umpire.game.says.formula import ROUNDED, Formula, Tree


class Span(NamedTuple):
    """Whole numbers from `least` to `most`."""

    least: int
    most: int


Domain = Span | frozenset[Any] | None
"""The range of a value; None if it is not known beforehand."""

YES_NO: frozenset[Any] = frozenset({True, False})
ANY = Span(-(10**9), 10**9)
Of = Callable[[str], Domain]
"""What a name may be."""


def union(domains: Iterable[Domain]) -> Domain:
    """Return the possible values of several domains together."""
    each = list(domains)
    if each and all(isinstance(one, Span) for one in each):
        spans = [one for one in each if isinstance(one, Span)]
        return Span(min(one.least for one in spans), max(one.most for one in spans))
    if each and all(isinstance(one, frozenset) for one in each):
        return frozenset().union(*(one for one in each if isinstance(one, frozenset)))
    return None


def of_values(values: Iterable[Any]) -> Domain:
    """Return the domain of these values."""
    each = list(values)
    if each and all(isinstance(value, int) and not isinstance(value, bool) for value in each):
        return Span(min(each), max(each))
    return frozenset(each) if each else None


def plus(*spans: Span) -> Span:
    """Return the range of the sum of these ranges."""
    return Span(sum(span.least for span in spans), sum(span.most for span in spans))


def of_formula(formula: Formula, of: Of) -> Span:
    """Return the range of a formula.

    Each name in the formula may have any of its values, whatever the values of the other names are.
    """
    return _of_tree(formula.tree, of)


def _of_tree(tree: Tree, of: Of) -> Span:
    if isinstance(tree, int):
        return Span(tree, tree)
    if isinstance(tree, str):
        return _number(of(tree))
    does, *parts = tree
    if does == "sum":
        each = _number(of(parts[0]))
        return Span(min(each.least, 99 * each.least), max(each.most, 99 * each.most))
    if does == "count":
        return _number(of(f"{parts[0]}.count"))
    if does == "[]":
        words = of(parts[1])
        known = [of(f"{parts[0]}.{word}") for word in words] if isinstance(words, frozenset) else []
        return _number(union([each for each in known if each is not None]))
    a, b = (_of_tree(part, of) for part in parts)
    return _both(does, a, b)


def _both(does: str, a: Span, b: Span) -> Span:
    found = _worked(does, a, b)  # no number of a game is larger; steps could multiply a number without end
    return Span(max(ANY.least, found.least), min(ANY.most, found.most))


def _worked(does: str, a: Span, b: Span) -> Span:
    if does == "+":
        return plus(a, b)
    if does == "-":
        return Span(a.least - b.most, a.most - b.least)
    if does == "min":
        return Span(min(a.least, b.least), min(a.most, b.most))
    if does == "max":
        return Span(max(a.least, b.least), max(a.most, b.most))
    if does == "*":
        corners = [x * y for x in a for y in b]
        return Span(min(corners), max(corners))
    divisors = Span(max(1, b.least), max(1, b.most))
    if does == "rest":
        return Span(0, divisors.most - 1)
    corners = [ROUNDED[does](x, y) for x in a for y in divisors]
    return Span(min(corners), max(corners))


def _number(domain: Domain) -> Span:
    if isinstance(domain, Span):
        return domain
    return Span(0, 1) if isinstance(domain, frozenset) and domain <= YES_NO else ANY


def never(when: When, of: Of) -> Condition | None:
    """Return the first condition that can never hold. Return None if each condition may hold."""
    return next((each for each in when.conditions if not may_hold(each, of)), None)


def of_subject(condition: Condition, of: Of) -> Domain:
    """Return the possible values of a condition's subject."""
    subject = condition.subject
    return of(subject.tree) if isinstance(subject.tree, str) else of_formula(subject, of)


def may_hold(condition: Condition, of: Of) -> bool:
    """Return whether a condition can ever hold."""
    domain = of_subject(condition, of)
    return domain is None or any(all(_may(test, domain, of) for test in tests) for tests in condition.any)


def always(when: When, of: Of) -> bool:
    """Return whether conditions always hold, as far as is known in advance."""
    return all(_always(each, of) for each in when.conditions)


def _always(condition: Condition, of: Of) -> bool:
    domain = of_subject(condition, of)
    return domain is not None and any(all(_must(test, domain, of) for test in tests) for tests in condition.any)


def _may(test: Bound, domain: Span | frozenset[Any], of: Of) -> bool:
    return not _holds_all(test, domain, of) if test.no else _holds_some(test, domain, of)


def _must(test: Bound, domain: Span | frozenset[Any], of: Of) -> bool:
    return not _holds_some(test, domain, of) if test.no else _holds_all(test, domain, of)


def _holds_some(test: Bound, domain: Span | frozenset[Any], of: Of) -> bool:
    against = _against(test, of)
    if against is None:
        return True
    if isinstance(domain, frozenset) or isinstance(against, frozenset):
        return isinstance(domain, frozenset) and isinstance(against, frozenset) and bool(domain & against)
    return {
        "<=": domain.least <= against.most,
        ">=": domain.most >= against.least,
        "<": domain.least < against.most,
        ">": domain.most > against.least,
        "=": domain.least <= against.most and domain.most >= against.least,
    }[test.sign]


def _holds_all(test: Bound, domain: Span | frozenset[Any], of: Of) -> bool:
    against = _against(test, of)
    if against is None:
        return False
    if isinstance(domain, frozenset) or isinstance(against, frozenset):
        return domain == against and len(domain) == 1
    return {
        "<=": domain.most <= against.least,
        ">=": domain.least >= against.most,
        "<": domain.most < against.least,
        ">": domain.least > against.most,
        "=": domain == against and domain.least == domain.most,
    }[test.sign]


def _against(test: Bound, of: Of) -> Domain:
    if not isinstance(test.bound, Formula):
        return frozenset({test.bound})
    if test.sign == "=" and isinstance(test.bound.tree, str):
        return of(test.bound.tree)
    return of_formula(test.bound, of)
