"""A formula in words for players: `up(men / 2)` is "half the men, rounded up".

A calculation inside another calculation is in brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from umpire.game.says.formula import Formula, Tree

Called = Callable[[str], str]
"""A function that returns the words for a name: `men of the target`."""

_BETWEEN = {"+": "plus", "-": "less", "*": "times"}
_PICKED = {"min": ("smaller", "smallest"), "max": ("larger", "largest")}
_ROUNDED = {
    "up": "rounded up",
    "down": "rounded down",
    "near": "rounded to the nearest whole number, halves rounded up",
}


def aloud(formula: Formula, called: Called) -> str:
    """Return the formula in words. `called` returns the words for a name."""
    return _said(formula.tree, called)


def _said(tree: Tree, called: Called) -> str:
    if isinstance(tree, int):
        return str(tree)
    if isinstance(tree, str):
        return called(tree)
    does, first, *others = tree
    if does == "sum":
        return f"total {called(first)}"
    if does == "count":
        return f"the number of {first.replace('_', ' ')}"
    if does == "[]":
        return f"{called(first)} for the {called(others[0])}"
    second = others[0]
    if does in _PICKED:
        return _picked(tree, called)
    if does in _ROUNDED or does == "rest":
        return _divided(does, first, second, called)
    if does == "-" and first == 0:
        return f"minus {_within(second, called)}"
    before = _said(first, called) if _goes_on(does, first) else _within(first, called)
    return f"{before} {_BETWEEN[does]} {_within(second, called)}"


def _goes_on(does: str, first: Tree) -> bool:
    """Return whether the first operand is worked out first even without brackets."""
    before = first[0] if isinstance(first, tuple) else ""
    return bool(before == does == "*" or (before in ("+", "-") and does in ("+", "-") and first[1] != 0))  # type: ignore[index]


def _within(tree: Tree, called: Called) -> str:
    """Return the words of an operand, in brackets if it is a calculation."""
    plain = not isinstance(tree, tuple) or tree[0] in ("sum", "count", "[]")
    return _said(tree, called) if plain else f"({_said(tree, called)})"


def _picked(tree: Tree, called: Called) -> str:
    each = [_within(one, called) for one in _one_by_one(tree, tree[0])]  # type: ignore[index]
    of_two, of_more = _PICKED[tree[0]]  # type: ignore[index]
    return f"the {of_two if len(each) == 2 else of_more} of {', '.join(each[:-1])} and {each[-1]}"


def _one_by_one(tree: Tree, does: str) -> Iterator[Tree]:
    if isinstance(tree, tuple) and tree[0] == does:
        for part in tree[1:]:
            yield from _one_by_one(part, does)
    else:
        yield tree


def _divided(does: str, first: Tree, second: Tree, called: Called) -> str:
    what = _within(first, called)
    if does == "rest":
        return f"the remainder of {what} divided by {_within(second, called)}"
    if second == 2:
        noun = isinstance(first, str) or (isinstance(first, tuple) and first[0] == "sum")
        return f"half {'the' if noun else 'of'} {what}, {_ROUNDED[does]}"
    return f"{what} divided by {_within(second, called)}, {_ROUNDED[does]}"


_WHOSE = {
    "own": "its own side",
    "enemy": "the enemy side",
    "side": "the side",
    "other": "the other side",
}


def named(name: str, words: Callable[[str], str]) -> str:
    """Return the words for a name in a formula: `target.men` is "men of the target". `words` returns the words for a
    part of the name.

    `self.men` is only "men". The full value of a track, `men_full`, is "men at first".
    """
    head, dot, rest = name.partition(".")
    if not dot:
        return words(name)
    what, whole = words(rest.removesuffix("_full")), " at first" * rest.endswith("_full")
    if head == "self":
        return f"{what}{whole}"
    return f"{what} of {_WHOSE.get(head, 'the ' + head.replace('_', ' '))}{whole}"
