"""Everything written by hand is validated here: scenarios, edits, corrections. The only module that imports pydantic.

A form is a frozen dataclass with honest annotations. What does not fit it becomes one line: the key, what was found
there and what was expected, in the words of `forms` and with the keys as they were written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, is_dataclass, make_dataclass
from functools import lru_cache, partial, reduce
from keyword import iskeyword
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import AfterValidator, TypeAdapter, ValidationError, ValidationInfo
from pydantic import Field as Alias

from umpire.core.frozen import frozen
from umpire.core.mistakes import FileMistake, Gathered, Mistake, did_you_mean, found, is_one_line, together
from umpire.game.forms import (
    MOST_KEYS,
    Path,
    Problem,
    at,
    expected,
    hints,
    is_mapping,
    loosened,
    misfit,
    record,
    shown,
    spelled,
    step,
    walk,
)
from umpire.game.maps import Map, MapError
from umpire.game.records import About, Field, FieldMark, fields_of, is_record, unmarked
from umpire.game.rulebook.carried import CarryForm
from umpire.game.written import Written, by_field, made, roster_problems, unfit

S = TypeVar("S")
T = TypeVar("T")
_LEFT_OUT = object()


@frozen
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
    wishes: Mapping[str, str] = field(default_factory=dict)
    carry: CarryForm | None = None
    rules: Mapping[str, Any] | None = None


@frozen
class HeaderForm:
    """The header as written; `rules` is a whole rule file. Enter rolls no typed `dice`; `preview` is the live line."""

    name: str
    ruleset: str
    sides: tuple[str, ...]
    sequence: Literal["kept", "told"] = "told"
    seed: int | str | None = None
    drawn: int = 0
    map: dict[str, Any] | str | None = None
    house: Any = None
    carry: CarryForm | None = None
    rules: dict[str, Any] | None = None
    dice: Literal["any", "typed"] = "any"
    preview: Literal["yes", "no"] = "yes"
    menu: Literal["yes", "no"] = "yes"
    colour: Literal["yes", "no"] = "yes"


HEADER = tuple(fields_of(HeaderForm))
"""The keys of a scenario that are not the family's."""
WISHES = {"dice": "any", "preview": "yes", "menu": "yes", "colour": "yes"}
"""The keys of how it is played at the table, with what is usual, which is not written down."""


def check_header(doc: Mapping[str, Any]) -> Header:
    """The header of a scenario; the family's sections are left for `check_form`. Raises FileMistake."""
    written = {key: doc[key] for key in HEADER if key in doc}
    amiss = Gathered()
    with amiss:
        form = check_form(written, HeaderForm, about=About())
        if problems := list(_header_problems(form)):
            raise _mistake(problems)
    with amiss:
        game_map = board(written.get("map"))
    amiss.refuse()
    same = {key: getattr(form, key) for key in ("ruleset", "sides", "sequence", "drawn", "carry", "rules")}
    wishes, seed = {key: getattr(form, key) for key in WISHES}, None if form.seed is None else str(form.seed)
    return Header(form.name.strip(), seed=seed, map=game_map, house=tuple(_houses(form)), wishes=wishes, **same)


def board(written: Any) -> Map | None:
    """The map of a scenario; None where there is no table of one. Raises FileMistake for all that is wrong with it."""
    try:
        return Map.read(written) if isinstance(written, Mapping | str) else None
    except ValueError as wrong:  # a MapError, or a board too large for its labels
        each = (wrong, *wrong.more) if isinstance(wrong, MapError) else (MapError("map", str(wrong)),)
        raise together(Mistake(" ".join(str(one).split()), one.hint) for one in each) from None


def _houses(form: HeaderForm) -> list[Any]:
    if form.house is None:
        return []
    return form.house if isinstance(form.house, list) else [form.house]


def _header_problems(form: HeaderForm) -> Iterator[Problem]:
    if not is_one_line(form.name):
        yield Problem(("name",), f"found {found(form.name)}, expected a name of one line")
    if len(form.sides) < 2:
        yield Problem(("sides",), f"found {len(form.sides)}, expected at least two names of sides")
    for index, side in enumerate(form.sides):
        if not is_one_line(side) or side != side.strip():
            yield Problem(("sides", index), f"found {found(side)}, expected the name of a side")
        elif side.lower() in (other.lower() for other in form.sides[:index]):
            yield Problem(("sides", index), f"{found(side)} stands there twice, expected different names")
    if isinstance(form.seed, str) and not is_one_line(form.seed):
        yield Problem(("seed",), f"found {found(form.seed)}, expected a number or a word")
    for index, house in enumerate(_houses(form)):
        if not isinstance(house, Mapping) and not (isinstance(house, str) and is_one_line(house)):
            path = ("house", index) if isinstance(form.house, list) else ("house",)
            yield Problem(path, f"found {found(house)}, expected the name of a house file")
    if form.drawn < 0:
        yield Problem(("drawn",), f"found {form.drawn}, expected how many dice were drawn from the seed")


def check_form(
    sections: Mapping[str, Any],
    form: type[T],
    *,
    strict: bool = True,
    about: About | None = None,
    usual: Callable[[Any, Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]] = lambda cls, card, doc: {},
) -> T:
    """The family's sections of a scenario as its form, a record or a dataclass of them.

    A list may stand for a tuple; otherwise types are taken as written: a bool is no number, a number no text. With
    `strict=False` a text may stand for what it reads as (`3`, `yes`, `0507,0508`), as in `set`. Ids (the keys of
    tables of tables) must be words that can be typed in a command, different from each other whatever their case, and a
    `name` in them can be printed on one line. Marks are held against `about`. Raises FileMistake.
    """
    _check_plain(sections)
    sections = sections if strict else loosened(sections, form)
    checked = _checked(sections, form, about, tuple(roster_problems(sections, form)))
    doc = _given(checked, form)
    whole: T = made(doc, form, "", lambda cls, card: usual(cls, card, doc))
    return whole


def document_from(
    written: Written[Any, Any, T],
    sections: Mapping[str, Any],
    table: Any,
    game_map: Map | None,
    sides: tuple[str, ...],
    *,
    strict: bool = True,
) -> T:
    """The sections of a scenario as the document of the family, every record filled. Raises Mistake."""
    _check_plain(sections)
    sections = sections if strict else loosened(sections, written.document)
    sections = spelled(dict(sections), written.document, About(sides, table, sections, game_map))
    doc = written.mustered(dict(sections), table, sides)
    return check_form(
        doc,
        written.document,
        about=About(sides, table, doc, game_map),
        usual=lambda cls, card, doc: written.usual(cls, card, table, doc),
    )


def _checked(value: Mapping[str, Any], form: Any, about: About | None = None, problems: Iterable[Problem] = ()) -> Any:
    """The value as pydantic reads it. Raises FileMistake for what does not fit, or else for the problems found before.

    What it reads is one table within another of what is written and no more: see `_given`.
    """
    checked: list[Any] = []
    misfits: list[Problem] = []
    try:
        # By way of JSON, so that lists stand for tuples while all else stays strict.
        checked.append(_adapter(form).validate_json(json.dumps(value), strict=True, context=about))
    except ValidationError as wrong:
        misfits = [_problem(error, value, form) for error in wrong.errors(include_url=False)]
        misfits.sort(key=lambda each: each.words.startswith("missing"))  # a key misspelt is missing too, and the cause
    if misfits or problems:
        raise _mistake(list(dict.fromkeys((*misfits, *problems))))
    return checked[0]


@lru_cache(maxsize=8)
def _adapter(form: Any) -> TypeAdapter[Any]:
    return TypeAdapter(_shape(form))


def _shape(hint: Any, *, blank: bool = False) -> Any:
    """An annotation for pydantic: a record as a dataclass of what must and what may be written, marks as validators."""
    hint, marks = unmarked(hint)
    shape, inner = hint, get_args(hint)
    if is_record(hint):
        shape = make_dataclass(
            hint.__name__,
            [_asked(key, each) for key, each in fields_of(hint).items()],
            kw_only=True,
            namespace={"__pydantic_config__": {"extra": "forbid"}},
        )
    elif get_origin(hint) in (Union, UnionType):
        shape = reduce(or_, (_shape(unmarked(each)[0]) for each in inner))
    elif is_mapping(hint) and inner:
        shape = dict[_shape(inner[0]), _shape(inner[1])]  # type: ignore[misc]
    elif get_origin(hint) in (tuple, list):
        shape = get_origin(hint)[tuple(each if each is ... else _shape(each) for each in inner)]
    return Annotated[shape, AfterValidator(partial(_held_against, marks, blank))] if marks else shape


def _given(value: Any, hint: Any) -> Any:
    """What pydantic read as plain tables again, rows by field; a section left out that says something is empty."""
    cls = record(hint)
    if is_mapping(hint) and isinstance(value, Mapping):
        return {key: _given(each, step(hint, key)) for key, each in value.items()}
    if cls is None or not is_dataclass(value):
        return value
    row = {}
    for key, each in fields_of(cls).items():
        there = getattr(value, f"{key}_" if iskeyword(key) else key)
        if there is not _LEFT_OUT:
            row[key] = _given(there, each.hint)
        elif is_record(type(each.default)):
            row[key] = {}
    return by_field(cls, row)


def _asked(key: str, asked: Field) -> tuple[str, Any, Any]:
    """A key of a record for `make_dataclass`; `from` is no name of a field, but what it is written under."""
    shape: Any = _shape(asked.hint, blank=asked.optional)
    name, shape = (f"{key}_", Annotated[shape, Alias(alias=key)]) if iskeyword(key) else (key, shape)
    return name, shape, field(default=_LEFT_OUT) if asked.optional else field()


class _Amiss(ValueError):
    """What a mark says against a value."""

    def __init__(self, words: str, hint: str) -> None:
        super().__init__(words)
        self.words, self.hint = words, hint


def _held_against(marks: tuple[FieldMark, ...], blank: bool, value: Any, info: ValidationInfo) -> Any:
    if info.context is not None and not (blank and value == ""):
        for wrong in filter(None, (mark.amiss(value, info.context) for mark in marks)):
            raise _Amiss(*wrong)
    return value


def _mistake(problems: list[Problem]) -> FileMistake:
    return together(Mistake(f"{shown(each.path)}: {each.words}", each.hint) for each in problems)


def _check_plain(value: Any) -> None:
    if problems := list(unfit(value, ())):
        raise _mistake(problems)


def _problem(error: Any, value: Any, form: type) -> Problem:
    """One complaint of pydantic in our words."""
    whole: Path = error["loc"]
    kind, wrong = error["type"], error.get("ctx", {}).get("error")
    if isinstance(wrong, _Amiss):
        path = whole[:-1] if whole[-1] == "[key]" else walk(form, whole)[0]
        return Problem(path, wrong.words, wrong.hint.replace("{key}", str(path[-1])))
    if whole and whole[-1] == "[key]":
        return Problem(whole[:-1], f"the key is not known, expected {expected(get_args(walk(form, whole[:-2])[1])[0])}")
    if kind == "unexpected_keyword_argument":
        known = [*hints(walk(form, whole[:-1])[1]), *(HEADER if len(whole) == 1 else ())]
        return Problem(whole, "unknown key", did_you_mean(str(whole[-1]), known, few=MOST_KEYS))
    if kind == "missing" and not isinstance(whole[-1], int):
        return Problem(whole, f"missing, expected {expected(walk(form, whole)[1])}")
    path, wanted = walk(form, whole[:-1] if kind == "missing" else whole)
    return misfit(path, at(value, path), wanted)
