"""The difference of two positions, applied forwards or backwards. A position is a nested dict that JSON can store.
Dicts are compared key by key, in any order. Any other value (a number, a word, a list) is a leaf and is compared as a
whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Final, NamedTuple

Plain = dict[str, Any]


class Absent(Enum):
    """The value of a missing key in a `LeafChange`. The value `None` cannot mean this, because a key may have the value
    `None`.
    """

    ABSENT = "absent"

    def __repr__(self) -> str:
        return self.name


ABSENT: Final = Absent.ABSENT


class LeafChange(NamedTuple):
    """One leaf that differs: its path of keys, its value before, and its value after.

    If the key is new, `before` is `ABSENT`. If the key is removed, `after` is `ABSENT`.
    """

    path: tuple[str, ...]
    before: Any
    after: Any


class ChangeError(ValueError):
    """The error raised if a change does not fit a position. Its text gives the place, the value expected and the value
    found.
    """


def difference(before: Plain, after: Plain) -> tuple[LeafChange, ...]:
    """Return the changes that lead from one position to the other, in the order of their paths."""
    return tuple(_compare((), before, after))


def forward(position: Plain, changes: Iterable[LeafChange]) -> Plain:
    """Return the position after the changes. The position given is not changed. The new position shares its unchanged
    branches with the position given.

    Raises `ChangeError` if the position does not have the old value of a change.
    """
    for change in changes:
        position = _put(position, change, 0)
    return position


def backward(position: Plain, changes: Iterable[LeafChange]) -> Plain:
    """Return the position before the changes. Raises `ChangeError` if the position does not have the new value of a
    change.
    """
    return forward(position, reverse(changes))


def reverse(changes: Iterable[LeafChange]) -> tuple[LeafChange, ...]:
    """Return the changes that undo these changes."""
    return tuple(LeafChange(path, after, before) for path, before, after in reversed(tuple(changes)))


def encode(changes: Iterable[LeafChange]) -> list[Plain]:
    """Return the changes as JSON: `{"path": [...], "before": ..., "after": ...}`. An `ABSENT` value is left out."""
    return [
        {"path": list(path)}
        | ({} if before is ABSENT else {"before": before})
        | ({} if after is ABSENT else {"after": after})
        for path, before, after in changes
    ]


def decode(encoded: Iterable[Plain]) -> tuple[LeafChange, ...]:
    """Return the changes that `encode` wrote. Raises `KeyError` if an item has no path."""
    return tuple(LeafChange(tuple(c["path"]), c.get("before", ABSENT), c.get("after", ABSENT)) for c in encoded)


def _compare(path: tuple[str, ...], before: Plain, after: Plain) -> Iterator[LeafChange]:
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key, ABSENT), after.get(key, ABSENT)
        if old is new:
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            yield from _compare((*path, key), old, new)
        elif not _same(old, new):
            yield LeafChange((*path, key), old, new)


def _same(a: Any, b: Any) -> bool:
    # Python calls 1, 1.0 and True equal; written down they differ, and the same text must come back.
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(_same, a, b))
    return bool(a == b)


def _put(branch: Any, change: LeafChange, depth: int) -> Plain:
    if not isinstance(branch, dict) or depth == len(change.path):
        raise ChangeError(f"{_where(change)}: the state of the game has no field for this value")
    key, copy = change.path[depth], dict[str, Any](branch)
    found = copy.get(key, ABSENT)
    if depth + 1 < len(change.path):
        copy[key] = _put(found, change, depth + 1)
    elif not _same(found, change.before):
        raise ChangeError(f"{_where(change)}: expected {_short(change.before)}, found {_short(found)}")
    elif change.after is ABSENT:
        copy.pop(key, None)
    else:
        copy[key] = change.after
    return copy


def _where(change: LeafChange) -> str:
    return _short(".".join(change.path)).strip("'")


def _short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 60 else words[:57] + "..."
