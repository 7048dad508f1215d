"""The only definition of the secret and the public parts of a game file. Answers, screen and report use it.

No answer shows things that are face down (`SECRET` of a family). Players see less than the referee. They do not see the
seed of the dice, private remarks, the words of a ruling or a correction, or entries that no longer count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from umpire.game.gamefile.changes import LeafChange, Plain


class Hidden(NamedTuple):
    """A field that is face down. `seen` maps each secret value to the value that everyone sees instead. `until` names
    another field of the same thing; when that field is true, the value is no longer secret.
    """

    seen: Mapping[str, str]
    until: str = ""


Secret = Mapping[tuple[str, str], Hidden]
"""Section and field, such as (`units`, `marker`) -> the secret values of the field."""

HEAD = ("seed", "drawn", "events")
"""The parts of a head that would reveal future dice or events."""
OPEN = ("side", "assumed", "notes", "overruled", "additions", "throws", "choices")
"""The parts of an entry that players may see, in addition to its title and outcome. Throws for arrivals are left out.
"""
RULED = "by ruling"
"""The words that players see in place of the words of a ruling."""
ARRIVING = "arrive "
"""The beginning of the key of a throw for an arrival. Players do not see such a throw, only the stands that have come.
"""
NOTE = "note"
"""The title of a remark."""
CORRECTED = "the record is corrected"
"""The title that players see in place of the line of a correction. The instructions show the changes."""


def public(value: Any, secret: Secret, path: tuple[str, ...] = ()) -> Any:
    """Return a position, or its part at a path, in the form that everyone may see."""
    if isinstance(value, dict):
        return {
            key: inner if _open(value, secret, (*path, key)) else public(inner, secret, (*path, key))
            for key, inner in value.items()
        }
    return seen(secret, path).get(value, value) if isinstance(value, str) else value


def _open(thing: Plain, secret: Secret, path: tuple[str, ...]) -> bool:
    hidden = secret.get((path[-3], path[-1])) if len(path) > 2 else None
    return hidden is not None and bool(thing.get(hidden.until))


def seen(secret: Secret, path: tuple[str, ...]) -> Mapping[str, str]:
    """Return a dict from secret to visible value for the field at a path; {} if the field is not secret."""
    hidden = secret.get((path[-3], path[-1])) if len(path) > 2 else None
    return hidden.seen if hidden else {}


def public_changes(changes: Iterable[LeafChange], secret: Secret) -> tuple[LeafChange, ...]:
    """Return the changes in the form that everyone may see. A change of a secret value is left out if the visible value
    stays the same.
    """
    shown = (LeafChange(one.path, *(public(value, secret, one.path) for value in one[1:])) for one in changes)
    return tuple(one for one in shown if not (seen(secret, one.path) and one.before == one.after))


def public_head(head: Plain) -> Plain:
    """Return the head of a game as players may see it."""
    return {key: value for key, value in head.items() if key not in HEAD}


def public_entry(data: Plain, unseen: Mapping[str, str] | None = None) -> Plain | None:
    """Return the data of an entry as players may see them; None if they may see no data of it.

    `unseen` maps the ids of the stands that have not arrived yet to their names. Texts that name one of these stands
    are left out.
    """
    outcome, title, unseen = data["outcome"], data["title"], unseen or {}
    instructions = outcome["hands"]
    if title == NOTE:
        if not data.get("public"):
            return None
    elif "reason" in data:
        names = [word for id, name in unseen.items() for word in (id, name, f"{name} ({id})")]
        instructions = [each for each in instructions if not str(each).startswith(tuple(f"{one}:" for one in names))]
        if not instructions:
            return None
        title = CORRECTED
    shown = {key: outcome[key] for key in ("words", "owed", "tally")} | {"hands": instructions}
    if named := [f"{name} ({id})" for id, name in unseen.items()]:
        for key in ("words", "owed"):
            shown[key] = [each for each in shown[key] if not any(one in str(each) for one in named)]
    ruling = RULED if data["ruling"] else ""
    said = {key: data[key] for key in OPEN}
    said["throws"] = [each for each in said["throws"] if not each["key"].startswith(ARRIVING)]
    return {"title": title, **said, "ruling": ruling, "outcome": shown}
