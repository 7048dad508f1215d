"""Forms people fill in: annotations and the values written for them, walked side by side and said in words.

A form is a dataclass with honest annotations (`int`, `Literal["M", "H"]`, `tuple[str, ...]`, `dict[str, Stand]`,
another dataclass, any of these or None).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

Key = str | int
Path = tuple[Key, ...]

_BOOLS = {"yes": True, "y": True, "true": True, "on": True, "no": False, "n": False, "false": False, "off": False}
_LONGEST = 40


@lru_cache(maxsize=64)
def hints(owner: Any) -> dict[str, Any]:
    """The annotations of a dataclass by field; none for anything else."""
    owner = next((each for each in members(owner) if is_dataclass(each)), None)
    known = get_type_hints(owner) if owner else {}
    return {field.name: known[field.name] for field in fields(owner)} if owner else {}


def removable(owner: Any, key: str) -> bool:
    """Whether the key may be left out of such a table, and `none` is not one of its values."""
    if is_mapping(owner):
        return "none" not in literals(step(owner, key))
    owner = next((each for each in members(owner) if is_dataclass(each)), None)
    field = next((each for each in fields(owner) if each.name == key), None) if owner else None
    if field is None or "none" in literals(hints(owner)[key]):
        return False
    return field.default is not MISSING or field.default_factory is not MISSING


def is_mapping(hint: Any) -> bool:
    """Whether an annotation is a table of free keys."""
    origins: list[Any] = [get_origin(each) or each for each in members(hint)]
    return any(isinstance(origin, type) and issubclass(origin, Mapping) for origin in origins)


def is_table(hint: Any) -> bool:
    """Whether an annotation is a table of any kind."""
    return is_mapping(hint) or any(map(is_dataclass, members(hint)))


def is_roster(hint: Any) -> bool:
    """Whether an annotation is a table of tables, whose keys are ids."""
    return is_mapping(hint) and is_dataclass(step(hint, ""))


def members(hint: Any) -> tuple[Any, ...]:
    """What an annotation allows, None left out."""
    if get_origin(hint) in (Union, UnionType):
        return tuple(each for each in get_args(hint) if each is not NoneType)
    return (hint,)


def literals(hint: Any) -> list[Any]:
    return [word for each in members(hint) if get_origin(each) is Literal for word in get_args(each)]


def step(hint: Any, key: Key) -> Any:
    """The annotation of what a key or index of a value leads to; None if that does not tell."""
    if len(members(hint)) != 1:
        return None
    (hint,) = members(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if is_dataclass(hint):
        return hints(cast("Any", hint)).get(str(key))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return inner[1]
    if origin is tuple and isinstance(key, int) and Ellipsis not in inner:
        return inner[key] if key < len(inner) else None
    return inner[0] if origin in (tuple, list) else None


def walk(hint: Any, path: Path) -> tuple[Path, Any]:
    """As much of the path as the annotations follow, and the annotation there."""
    for depth, key in enumerate(path):
        inner = step(hint, key)
        if inner is None:
            return path[:depth], hint
        hint = inner
    return path, hint


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def loosened(value: Any, hint: Any) -> Any:
    """The value with every text read as what is expected in its place; what cannot be read so is left."""
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


def shown(path: Path) -> str:
    """The path as it would be written in TOML: `stands.t1.sp`; an item of a list as `stands.t1.hexes item 2`."""
    words = ""
    for key in path:
        if isinstance(key, int):
            words += f" item {key + 1}"
        else:
            plain = re.fullmatch(r"[A-Za-z0-9_-]+", key)
            words += ("." if words else "") + (key if plain else _quoted(key))
    return words


def found(value: Any) -> str:
    """What stands there, in words of one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {_quoted(value)}"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, Mapping):
        return "a table"
    return _short(str(value)) if isinstance(value, int | float) else "a date or time"


def _quoted(text: str) -> str:
    return _short(json.dumps(text, ensure_ascii=not text.isprintable()))


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."


def expected(hint: Any) -> str:
    """What an annotation asks for, in words."""
    words = [word for each in members(hint) for word in _expected(each)]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _expected(hint: Any) -> list[str]:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return [str(word) or '""' for word in inner]
    if origin in (tuple, list):
        if origin is tuple and Ellipsis not in inner:
            return [f"a list of {len(inner)}"]
        return [f"a list, each {expected(inner[0])}"]
    if is_dataclass(hint):
        return [f"a table with {', '.join(hints(cast('Any', hint)))}"]
    if isinstance(origin or hint, type) and issubclass(origin or hint, Mapping):
        return ["a table of tables" if inner and is_dataclass(inner[1]) else "a table"]
    return [_PLAIN.get(hint, "another value")]


_PLAIN = {int: "a whole number", float: "a number", bool: "true or false", str: "a text in quotes"}
