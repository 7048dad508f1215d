"""What lies face down, and what anybody may see of it before it is turned up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from umpire.game.gamefile.changes import Change

Secret = Mapping[tuple[str, str], Mapping[str, str]]
"""Section and field (`units`, `marker`) -> each value of it that is secret -> what everybody sees instead."""


def public(value: Any, secret: Secret, path: tuple[str, ...] = ()) -> Any:
    """A position, or what stands at a path in one, as everybody may see it."""
    if isinstance(value, dict):
        return {key: public(inner, secret, (*path, key)) for key, inner in value.items()}
    return seen(secret, path).get(value, value) if isinstance(value, str) else value


def seen(secret: Secret, path: tuple[str, ...]) -> Mapping[str, str]:
    """What everybody sees of each secret value at a path; {} where nothing is secret."""
    return secret.get((path[-3], path[-1]), {}) if len(path) > 2 else {}


def public_changes(changes: Iterable[Change], secret: Secret) -> tuple[Change, ...]:
    """The changes as everybody may see them: one from secret to secret, which looks the same, is none."""
    shown = (Change(one.path, *(public(value, secret, one.path) for value in one[1:])) for one in changes)
    return tuple(one for one in shown if not (seen(secret, one.path) and one.before == one.after))
