"""The options of a table: what each may be, and what that means in words.

`[options]` has what is played, `[option_values.NAME]` every value with its words, the default first. Values are matched
by how they are written, and are of the kind the default is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from umpire.core.mistakes import BadValue, Unasked, did_you_mean

Rows = Mapping[str, Any]


def written(value: Any) -> str:
    """A value as it stands in a table: `true`, `6|55`, `1`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def played(rows: Rows) -> Rows:
    """The options as they are played. Raises Mistake for one that is none, or that is none of its values."""
    known, options = rows.get("option_values", {}), rows.get("options", {})
    for name, value in options.items():
        if name not in known:
            hint = did_you_mean(name, list(known)) or "the table has " + (", ".join(known) or "none")
            raise Unasked(f"options.{name}: there is no such option", hint)
        if written(value) not in known[name]:
            raise BadValue(f"options.{name}: {value!r} is not a value", "one of: " + ", ".join(known[name]), word=value)
    return cast(Rows, options)


def values_of(rows: Rows, option: str) -> list[Any]:
    """What an option may be, the default first; [] for what is no option."""
    kind = type(rows["options"].get(option, ""))
    known = rows.get("option_values", {}).get(option, ())
    return [text == "true" if kind is bool else kind(text) for text in known]


def meaning(rows: Rows, option: str, value: Any) -> str:
    """What a value of an option means, with the numbers of the table; "" for what is no value of it."""
    from umpire.game.modifiers import filled

    words = rows.get("option_values", {}).get(option, {}).get(written(value), "")
    return str(filled(words, rows.get("limits", {})))


def meanings(rows: Rows) -> dict[str, str]:
    """Option -> what the value that is played means."""
    return {option: meaning(rows, option, value) for option, value in rows["options"].items()}
