"""Values that people write, and the annotations that the values must fit. A form is a record (see `records`) or a
dataclass. The annotation of a field may be `int`, `Literal["M", "H"]`, `tuple[str, ...]`, `Mapping[str, Stand]`,
another record, or a union of one of these with None.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from umpire.core.mistakes import Mistake, did_you_mean, found, quoted
from umpire.game.records import About, Field, fields_of, is_record, kept_of, unmarked

Path = tuple[str | int, ...]

MOST_KEYS = 40
"""The most keys listed in a hint: enough for all keys of a thing, since you cannot guess them."""

_BOOLS = {"yes": True, "y": True, "true": True, "on": True, "no": False, "n": False, "false": False, "off": False}
_LONGEST = 40
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+|[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)+", re.ASCII)


class Problem(NamedTuple):
    """An error in a written value: its place, the error in words, and a hint. `bounds` says which numbers are
    expected.
    """

    path: Path
    words: str
    hint: str = ""
    bounds: str = ""

    @property
    def mistake(self) -> Mistake:
        """The problem as a mistake that names its key."""
        return Mistake(f"{shown(self.path)}: {self.words}", self.hint, path=self.path, said=self.words)


@kept_of
def record(hint: Any) -> Any:
    """Return the record class that an annotation allows; None if it allows no record."""
    return next((each for each in members(hint) if is_record(each)), None)


def hints(owner: Any) -> dict[str, Any]:
    """Return a dict from key to annotation for a record; {} if the annotation is not a record."""
    cls = record(owner)
    return {key: field.hint for key, field in fields_of(cls).items()} if cls else {}


def removable(owner: Any, key: str) -> bool:
    """Return whether people may type `none` to remove this key."""
    if is_mapping(owner):
        return "none" not in literals(step(owner, key))
    cls = record(owner)
    field = fields_of(cls).get(key) if cls else None
    return field is not None and field.optional and "none" not in literals(field.hint)


@kept_of
def is_mapping(hint: Any) -> bool:
    """Return whether an annotation is a table whose keys the author may choose."""
    origins: list[Any] = [get_origin(each) or each for each in members(hint)]
    return any(isinstance(origin, type) and issubclass(origin, Mapping) for origin in origins)


def is_table(hint: Any) -> bool:
    """Return whether an annotation is a table of any kind."""
    return is_mapping(hint) or record(hint) is not None


def is_roster(hint: Any) -> bool:
    """Return whether an annotation is a table of records. Its keys are ids or sides."""
    return is_mapping(hint) and record(step(hint, "")) is not None


def by_id(hint: Any) -> bool:
    """Return whether an annotation is a table of records whose keys are ids."""
    return is_roster(hint) and not unmarked(get_args(members(hint)[0])[0])[1]


@kept_of
def members(hint: Any) -> tuple[Any, ...]:
    """Return the members of a union except None, without their marks (see `records.FieldMark`). For any other
    annotation, return the annotation alone.
    """
    hint = unmarked(hint)[0]
    if isinstance(hint, type):
        return (hint,)
    if get_origin(hint) in (Union, UnionType):
        return tuple(unmarked(each)[0] for each in get_args(hint) if each is not NoneType)
    return (hint,)


def literals(hint: Any) -> list[Any]:
    return [word for each in members(hint) if get_origin(each) is Literal for word in get_args(each)]


def step(hint: Any, key: str | int) -> Any:
    """Return the annotation of the value at a key or index of `hint`; None if `hint` has no annotation for it."""
    each, fields, places = _inside(hint)
    if fields is not None:
        field = fields.get(str(key))
        return field.hint if field else None
    if places and isinstance(key, int):
        return places[key] if key < len(places) else None
    return each


@kept_of
def _inside(hint: Any) -> tuple[Any, dict[str, Field] | None, tuple[Any, ...]]:
    """Return three results: the annotation of the values in a table or list, the fields of a record, and the annotation
    of each place in a tuple of fixed length. A result is empty if the annotation has no such values, fields or places.
    """
    allowed = members(hint)
    if len(allowed) != 1:
        return None, None, ()
    (hint,) = allowed
    if is_record(hint):
        return None, fields_of(hint), ()
    origin, inner = get_origin(hint), get_args(hint)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return inner[1], None, ()
    if origin is tuple and Ellipsis not in inner:
        return next(iter(inner), None), None, inner
    return inner[0] if origin in (tuple, list) else None, None, ()


def walk(hint: Any, path: Path) -> tuple[Path, Any]:
    """Return a pair: the path up to its last key with an annotation, and that annotation."""
    for depth, key in enumerate(path):
        inner = step(hint, key)
        if inner is None:
            return path[:depth], hint
        hint = inner
    return path, hint


def as_written(hint: Any, path: Path) -> list[str]:
    """Return a path in the game file with the keys that people write: `type` in place of `kind`."""
    found: list[str] = []
    for name in map(str, path):
        fields = fields_of(record(hint)) if record(hint) else {}
        found.append(next((key for key, field in fields.items() if field.name == name), name))
        hint = step(hint, found[-1])
    return found


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def loosened(value: Any, hint: Any) -> Any:
    """Return the value with its texts turned into the expected types: `"3"` becomes 3. A text that does not fit stays a
    text.
    """
    if isinstance(value, Mapping):
        return {key: loosened(inner, step(hint, key)) for key, inner in value.items()}
    if not isinstance(value, str) or hint is None:
        return value
    literal = next((word for word in literals(hint) if str(word).lower() == value.lower()), None)
    if literal is not None:
        return literal
    if str in members(hint) and not (int in members(hint) and re.fullmatch(r"0|-?[1-9]\d{0,17}", value, re.ASCII)):
        return value
    for each in members(hint):
        if each is bool and value.lower() in _BOOLS:
            return _BOOLS[value.lower()]
        if each is int and re.fullmatch(r"[+-]?\d{1,18}", value, re.ASCII):
            return int(value)
        if each is float and re.fullmatch(r"[+-]?\d{1,18}(\.\d{1,18})?", value, re.ASCII):
            return float(value)
        if get_origin(each) in (tuple, list):
            parts = [part.strip() for part in value.split(",") if part.strip()]
            return [loosened(part, step(each, index)) for index, part in enumerate(parts)]
    return value


def spelled(value: Any, hint: Any, about: About) -> Any:
    """Return the value with an id in place of each printed name."""
    if isinstance(value, str):
        for mark in unmarked(hint)[1] if value and not isinstance(hint, type) else ():
            value = mark.meant(value, about)
    elif isinstance(value, list | tuple):
        return [spelled(each, step(hint, index), about) for index, each in enumerate(value)]
    elif isinstance(value, Mapping) and is_table(hint):
        keys = next((get_args(each)[0] for each in members(hint) if get_args(each)), Any)
        named = bool(unmarked(keys)[1])
        return {
            spelled(key, keys, about) if named else key: each
            if type(each) in (int, bool)
            else spelled(each, step(hint, key), about)
            for key, each in value.items()
        }
    return value


def shown(path: Path) -> str:
    """Return the path as TOML writes it: `stands.t1.sp`. An item of a list is `stands.t1.hexes item 2`."""
    words = ""
    for key in path:
        if isinstance(key, int):
            words += f" item {key + 1}"
        else:
            words += ("." if words else "") + (key if _PLAIN_KEY.fullmatch(key) else quoted(key))
    return words


def expected(hint: Any) -> str:
    """Return a description of the values that an annotation allows."""
    words = [word for each in members(hint) for word in _expected(each)]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _expected(hint: Any) -> list[str]:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return [str(word) for word in inner if word != ""] or ['""']
    if origin in (tuple, list):
        if origin is tuple and Ellipsis not in inner:
            return [f"a list of {len(inner)}"]
        return [f"a list, each item {expected(inner[0])}"]
    if is_record(hint):
        return [f"a table with {', '.join(hints(hint))}"]
    if isinstance(origin or hint, type) and issubclass(origin or hint, Mapping):
        return ["a table of tables" if inner and is_record(inner[1]) else "a table"]
    return [_PLAIN.get(hint, "another value")]


_PLAIN = {int: "a whole number", float: "a number", bool: "true or false", str: "a text in quotes"}


def is_blank(value: Any, field: Field) -> bool:
    """Return whether the value is an empty text and its key may be left out."""
    return isinstance(value, str) and not value and field.optional and str in members(field.hint)


def misfit(path: Path, value: Any, hint: Any) -> Problem:
    """Return the error for a value of the wrong kind, in words."""
    allowed = [str(word) for word in literals(hint)]
    near = (
        did_you_mean(value, allowed, few=0, cutoff=0.6) if isinstance(value, str) else ""
    )  # all of them are what is expected
    if isinstance(value, Mapping) and record(step(hint, 0)) and not is_mapping(hint):
        near = f"write [[{shown(path)}]], with two brackets"
    return Problem(path, f"found {found(value)}, expected {expected(hint)}", near)
