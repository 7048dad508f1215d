"""Everything written by hand is validated here: scenarios, edits, corrections. The only module that imports pydantic.

A form is a frozen dataclass with honest annotations. What does not fit it becomes one line: the key, what was found
there and what was expected, in the words of `forms` and with the keys as they were written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from types import NoneType
from typing import Any, ClassVar, Literal, TypeVar, cast, get_args
from unicodedata import category

from pydantic import TypeAdapter, ValidationError

from umpire.core.mistakes import FileMistake, did_you_mean
from umpire.game.forms import (
    MOST_KEYS,
    Path,
    at,
    expected,
    found,
    hints,
    is_one_line,
    is_roster,
    literals,
    loosened,
    shown,
    walk,
)
from umpire.game.maps import Map

T = TypeVar("T")
RESERVED = ("at", "with", "reply", "to", "and", "air", "game", "none")
"""Words of the commands, which therefore are no ids."""

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_DEEPEST = 12
_LARGEST = 2**63 - 1


@dataclass(frozen=True)
class Header:
    """What every scenario says, whatever its ruleset. `seed` is None where it is left to chance.

    `drawn` is the number of dice already drawn from the seed: an exported game goes on with the dice it would have had.
    `house` are house rules, each the name of a file or, as an export has them, the rules themselves.
    """

    name: str
    ruleset: str
    sides: tuple[str, ...]
    sequence: str
    seed: str | None
    drawn: int
    map: Map | None
    house: tuple[str | Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class _HeaderForm:
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}
    name: str
    ruleset: str
    sides: tuple[str, ...]
    sequence: Literal["kept", "told"] = "told"
    seed: int | str | None = None
    drawn: int = 0
    map: dict[str, Any] | None = None
    house: Any = None


HEADER = tuple(field.name for field in fields(_HeaderForm))
"""The keys of a scenario that are not the family's."""


@dataclass(frozen=True)
class _Problem:
    path: Path
    words: str
    hint: str = ""


def check_header(doc: Mapping[str, Any]) -> Header:
    """The header of a scenario; the family's sections are left for `check_form`. Raises FileMistake."""
    written = {key: doc[key] for key in HEADER if key in doc}
    _check_plain(written)
    form = _checked(written, _HeaderForm)
    problems = list(_header_problems(form))
    if problems:
        raise _mistake(problems)
    try:
        game_map = None if form.map is None else Map.read(form.map)
    except ValueError as wrong:  # a MapError, or a board too large for its labels
        raise FileMistake(" ".join(str(wrong).split()), "mend the map at that place") from None
    seed = None if form.seed is None else str(form.seed)
    house = tuple(_houses(form))
    return Header(form.name.strip(), form.ruleset, form.sides, form.sequence, seed, form.drawn, game_map, house)


def _houses(form: _HeaderForm) -> list[Any]:
    if form.house is None:
        return []
    return form.house if isinstance(form.house, list) else [form.house]


def _header_problems(form: _HeaderForm) -> Iterator[_Problem]:
    if not is_one_line(form.name):
        yield _Problem(("name",), f"found {found(form.name)}, expected a name of one line")
    if len(form.sides) < 2:
        yield _Problem(("sides",), f"found {len(form.sides)}, expected at least two names of sides")
    for index, side in enumerate(form.sides):
        if not is_one_line(side) or side != side.strip():
            yield _Problem(("sides", index), f"found {found(side)}, expected the name of a side")
        elif side.lower() in (other.lower() for other in form.sides[:index]):
            yield _Problem(("sides", index), f"{found(side)} stands there twice, expected different names")
    if isinstance(form.seed, str) and not is_one_line(form.seed):
        yield _Problem(("seed",), f"found {found(form.seed)}, expected a number or a word")
    for index, house in enumerate(_houses(form)):
        if not isinstance(house, Mapping) and not (isinstance(house, str) and is_one_line(house)):
            path = ("house", index) if isinstance(form.house, list) else ("house",)
            yield _Problem(path, f"found {found(house)}, expected the name of a house file")
    if form.drawn < 0:
        yield _Problem(("drawn",), f"found {form.drawn}, expected how many dice were drawn from the seed")


def check_form(sections: Mapping[str, Any], form: type[T], *, strict: bool = True) -> T:
    """The family's sections of a scenario as its form.

    A list may stand for a tuple; otherwise types are taken as written: a bool is no number, a number no text. With
    `strict=False` a text may stand for what it reads as (`3`, `yes`, `0507,0508`), as in `set`. Ids (the keys of
    tables of tables) must be words that can be typed in a command, different from each other whatever their case, and a
    `name` in them can be printed on one line. Raises FileMistake.
    """
    _check_plain(sections)
    return _checked(sections if strict else loosened(sections, form), form, tuple(_roster_problems(sections, form)))


def ids(sections: Mapping[str, Any], form: type) -> list[tuple[str, str]]:
    """Section and id of everything in the sections that are tables of tables, in their order."""
    known = hints(form)
    return [
        (section, key)
        for section, rows in sections.items()
        if isinstance(rows, Mapping) and is_roster(known.get(section))
        for key in rows
    ]


def _roster_problems(sections: Mapping[str, Any], form: type) -> Iterator[_Problem]:
    taken: dict[str, str] = {}
    for section, key in ids(sections, form):
        if not _ID.fullmatch(key):
            yield _Problem((section, key), "an id is a letter, then letters, digits, - or _", "choose another id")
        elif key.lower() in RESERVED:
            yield _Problem((section, key), f"{key!r} is a word of the commands, not an id", "choose another id")
        elif key.lower() in taken:
            other = taken[key.lower()]
            yield _Problem((section, key), f"the id is taken by {other}", "ids differ by more than their case")
        taken.setdefault(key.lower(), shown((section, key)))
        row = sections[section][key]
        name = row.get("name") if isinstance(row, Mapping) else None
        if isinstance(name, str) and not is_one_line(name):
            yield _Problem((section, key, "name"), f"found {found(name)}, expected a name of one line")


def _checked(value: Mapping[str, Any], form: type[T], problems: Iterable[_Problem] = ()) -> T:
    """The value as its form. Raises FileMistake for what does not fit, or else for the problems found before."""
    checked: list[T] = []
    misfits: list[_Problem] = []
    try:
        # By way of JSON, so that lists stand for tuples while all else stays strict.
        adapter = _adapter(cast("Any", form))
        checked.append(adapter.validate_json(json.dumps(value), strict=True))
    except ValidationError as wrong:
        misfits = [_problem(error, value, form) for error in wrong.errors(include_url=False)]
        misfits.sort(key=lambda each: each.words.startswith("missing"))  # a key misspelt is missing too, and the cause
    if misfits or problems:
        raise _mistake(list(dict.fromkeys((*misfits, *problems))))
    return checked[0]


@lru_cache(maxsize=8)
def _adapter(form: Any) -> TypeAdapter[Any]:
    return TypeAdapter(form)


def _mistake(problems: list[_Problem]) -> FileMistake:
    first, more = problems[0], len(problems) - 1
    return FileMistake(f"{shown(first.path)}: {first.words}" + (f" (and {more} more)" if more else ""), first.hint)


def _check_plain(value: Any) -> None:
    unfit = list(_unfit(value, ()))
    if unfit:
        raise _mistake(unfit)


def _unfit(value: Any, path: Path) -> Iterator[_Problem]:
    """What TOML can say and a game cannot keep."""
    if len(path) > _DEEPEST:
        yield _Problem(path[:3], "tables within tables within tables, too deep to be meant")
    elif isinstance(value, Mapping | list | tuple):
        for key, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _unfit(key, path) if isinstance(key, str) else ()
            yield from _unfit(inner, (*path, key))
    elif isinstance(value, str):
        if any(category(char) in ("Cc", "Cs") and char not in "\n\t" for char in value):
            yield _Problem(path, f"{found(value)} has a character that cannot be printed")
    elif isinstance(value, bool | NoneType):
        pass
    elif not isinstance(value, int | float):
        yield _Problem(path, f"found {found(value)}, which no key takes", "put it in quotes if it is a text")
    elif not abs(value) <= _LARGEST:
        yield _Problem(path, "the number is too large")


def _problem(error: Any, value: Any, form: type) -> _Problem:
    """One complaint of pydantic in our words."""
    whole: Path = error["loc"]
    kind = error["type"]
    if whole and whole[-1] == "[key]":
        keys = get_args(walk(form, whole[:-2])[1])[0]
        return _Problem(whole[:-1], f"the key is not known, expected {expected(keys)}")
    if kind == "unexpected_keyword_argument":
        owner = walk(form, whole[:-1])[1]
        known = [*hints(owner), *(HEADER if len(whole) == 1 else ())]
        return _Problem(whole, "unknown key", did_you_mean(str(whole[-1]), known, few=MOST_KEYS))
    if kind == "missing" and not isinstance(whole[-1], int):
        return _Problem(whole, f"missing, expected {expected(walk(form, whole)[1])}")
    path, wanted = walk(form, whole[:-1] if kind == "missing" else whole)
    there = at(value, path)
    if kind in ("value_error", "assertion_error"):  # said by the form itself
        return _Problem(path, " ".join(str(error["ctx"]["error"]).split()))
    allowed = [str(word) for word in literals(wanted)]
    near = did_you_mean(there, allowed) if isinstance(there, str) and allowed else ""
    hint = near if near.startswith("did you") else ""  # else it would say again what is expected
    return _Problem(path, f"found {found(there)}, expected {expected(wanted)}", hint)
