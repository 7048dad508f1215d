"""The keys that each kind of step takes. If a key has no effect in a kind of step, the file is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

KINDS = ("opposed", "count", "check", "total", "table", "choose", "let", "play")
THROWN, OWN = KINDS[:5], KINDS[:7]

_TAKEN: Mapping[str, tuple[str, ...]] = {
    "id when": KINDS,
    "words result rule otherwise policy": OWN,
    "dice dice_words sides roll roll_words look modifier limit": THROWN,
    "need need_words want": ("count", "check"),
    "keep": ("opposed", "check", "total"),
    "explode": ("count", "total"),
    "reroll": ("count", "check", "total"),
    "columns rows odds below column": ("table",),
    "of": ("choose",),
    "with each": ("play",),
}
TAKEN_BY: Mapping[str, tuple[str, ...]] = {key: kinds for keys, kinds in _TAKEN.items() for key in keys.split()}
"""Key of a step -> the kinds that take it."""

CHANGED_IN: Mapping[str, tuple[str, ...]] = {
    "roll": THROWN,
    "dice": THROWN,
    "need": TAKEN_BY["need"],
    "column": TAKEN_BY["column"],
}
"""What a modifier, a limit or a line of the referee's own may be on -> the kinds of step that have it."""

BESIDE: Mapping[str, str] = {
    "dice_words": "dice",
    "roll_words": "roll",
    "need_words": "need",
    "otherwise": "when",
}
"""Keys that say something of another, which stands beside them."""

THROWN_AGAIN: Mapping[str, tuple[str, ...]] = {
    "misses": ("count",),
    "hits": ("count",),
    "failure": ("check",),
    "faces": ("count", "total"),
}
"""What may be thrown again in which kind of step."""

Rows = Mapping[str, Any]


def kind_of(step: Rows) -> str:
    """Return the kind of a step: the first of KINDS that is a key of the step."""
    return next(kind for kind in KINDS if kind in step)


def untaken(step: Rows, kind: str) -> Iterator[tuple[tuple[str | int, ...], str, tuple[str, ...]]]:
    """Yield (place, value, kinds of step that take the key) for each key that this kind of step does not take."""
    for key in step:
        if kind not in TAKEN_BY.get(key, (kind,)):
            yield (key,), f"`{key}`", TAKEN_BY[key]
    if kind not in THROWN:
        return
    for at, row in enumerate(step.get("modifier", ())):
        on = row.get("on", "roll")
        if kind not in CHANGED_IN[on]:
            yield ("modifier", at, "on"), f"`on = {on}`", CHANGED_IN[on]
    for on in step.get("limit", ()):
        if kind not in CHANGED_IN.get(on, (kind,)):
            yield ("limit", on), f"`limit.{on}`", CHANGED_IN[on]


def taken(step: Rows) -> Rows:
    """Return a step with only the keys that its kind takes. In files of older games, other keys were ignored without an
    error.
    """
    kind, left = kind_of(step), dict(step)
    if not (wrong := [path for path, *_ in untaken(step, kind)]):
        return step
    modifiers = [row for at, row in enumerate(step.get("modifier", ())) if ("modifier", at, "on") not in wrong]
    limits = {on: row for on, row in step.get("limit", {}).items() if ("limit", on) not in wrong}
    left |= {key: rows for key, rows in (("modifier", modifiers), ("limit", limits)) if key in step}
    return {key: value for key, value in left.items() if (key,) not in wrong}
