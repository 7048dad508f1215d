"""The errors in a file that people write, found with the annotations of records. No other module uses pydantic. A
record is written as a table. A mark checks a value only if the value has the right type. Types must be exact: a bool is
not a number, and a number is not a text. A list may take the place of a tuple.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from umpire.core.mistakes import did_you_mean
from umpire.game.forms import MOST_KEYS, Path, Problem, at, expected, hints, is_blank, is_mapping, members, misfit, walk
from umpire.game.records import About, FieldMark, fields_of, is_record, unmarked

if TYPE_CHECKING:  # slow to load, and no act of play asks
    from pydantic_core import CoreSchema, SchemaValidator

_ORDER = {"extra_forbidden": 0, "missing": 2}
"""The order of errors: an unknown key comes before a missing key, because it is mostly the missing key misspelt."""


def problems(hint: Any, value: Any, about: About, path: Path = ()) -> list[Problem]:
    """Return every error of a value that must fit an annotation. `path` is the path of the value in its file."""
    return checked(hint, value, about, path)[1]


def checked(
    hint: Any, value: Any, about: About, path: Path = (), also: Sequence[str] = ()
) -> tuple[Any, list[Problem]]:
    """Return (value, errors). In the value, lists become tuples if the annotation says so. If there are errors, the
    value is None.

    `also` are further keys to name in hints for unknown keys.
    """
    from pydantic_core import ValidationError

    kind, marks = unmarked(hint)
    try:
        return _validator(kind, _looking(marks)).validate_python(value, context=about), []
    except ValidationError as wrong:
        errors = sorted(wrong.errors(include_url=False), key=lambda each: _ORDER.get(each["type"], 1))
        found = [each for error in errors for each in _said(error, value, hint, path, also)]
        return None, list(dict.fromkeys(found))


@lru_cache(512)
def _validator(kind: Any, marks: tuple[FieldMark, ...]) -> SchemaValidator:
    from pydantic_core import SchemaValidator

    return SchemaValidator(_marked(_schema(kind), marks))


def _looking(marks: Sequence[FieldMark]) -> tuple[FieldMark, ...]:
    """Return the marks that check a value."""
    return tuple(mark for mark in marks if type(mark).amiss is not FieldMark.amiss)


def _marked(schema: CoreSchema, marks: tuple[FieldMark, ...], blank: bool = False, key: bool = False) -> CoreSchema:
    """Return a schema in which the marks check the value too. If `blank` is true, an empty text is not checked."""
    from pydantic_core.core_schema import with_info_after_validator_function

    look = partial(_look, marks, blank, key)
    return with_info_after_validator_function(look, schema) if marks else schema


def _look(marks: tuple[FieldMark, ...], blank: bool, key: bool, value: Any, info: Any) -> Any:
    from pydantic_core import PydanticCustomError

    if not (blank and value == "") and (wrong := [each for mark in marks if (each := mark.amiss(value, info.context))]):
        raise PydanticCustomError("amiss", "amiss", {"wrong": wrong, "key": key})
    return value


def _inner(hint: Any, blank: bool = False, key: bool = False) -> CoreSchema:
    """Return the schema of the values in a table or a list."""
    kind, marks = unmarked(hint)
    return _marked(_schema(kind, key), _looking(marks), blank, key)


def _schema(hint: Any, key: bool = False) -> CoreSchema:
    """Return the schema of an annotation without marks."""
    from pydantic_core import core_schema as core

    inner, kind = get_args(hint), get_origin(hint) or hint
    if is_record(hint):
        fields = {
            name: core.typed_dict_field(_inner(field.hint, blank=is_blank("", field)), required=not field.optional)
            for name, field in fields_of(hint).items()
        }
        return core.typed_dict_schema(fields, extra_behavior="forbid")
    if kind is Literal:
        words = core.literal_schema([*inner])
        return core.custom_error_schema(words, "key", custom_error_message="key") if key else words
    if kind is tuple and ... not in inner:
        return core.tuple_schema([_inner(each) for each in inner])
    if kind in (tuple, list):
        one = _inner(inner[0]) if inner else core.any_schema()
        return core.list_schema(one) if kind is list else core.tuple_schema([one], variadic_item_index=0)
    if kind in (Union, UnionType):
        each: list[Any] = [_schema(one) for one in members(hint)]
        union = core.union_schema(each, custom_error_type="union", custom_error_message="-") if each[1:] else each[0]
        return core.nullable_schema(union) if NoneType in inner else union
    if is_mapping(hint):
        return core.dict_schema(_inner(inner[0], key=True), _inner(inner[1])) if inner else core.dict_schema()
    if kind in (int, float, str, bool):
        return {"type": kind.__name__, "strict": True}
    return core.any_schema()


def _said(error: Mapping[str, Any], value: Any, hint: Any, path: Path, also: Sequence[str]) -> list[Problem]:
    """Return an error found by pydantic, in the program's own words."""
    here: Path = error["loc"]
    kind, told = error["type"], error.get("ctx", {})
    if kind == "missing" and not isinstance(here[-1], int):
        return [Problem((*path, *here), f"missing, expected {expected(walk(hint, here)[1])}")]
    if kind == "extra_forbidden":
        known = [*hints(walk(hint, here[:-1])[1]), *(also if len(here) == 1 else ())]
        return [Problem((*path, *here), "unknown key", did_you_mean(str(here[-1]), known, few=MOST_KEYS))]
    if kind == "key" or told.get("key"):
        here = here[:-1]  # pydantic says of a key that it is one
    whole = (*path, *here)
    if kind == "amiss":
        key = str(whole[-1])
        return [Problem(whole, words, near.replace("{key}", key), *more) for words, near, *more in told["wrong"]]
    if kind == "key":
        keys = next(get_args(each)[0] for each in members(walk(hint, here[:-1])[1]) if get_args(each))
        return [misfit(whole, here[-1], keys)]
    here = here[:-1] if kind == "missing" else here  # an item of a list of fixed length
    return [misfit((*path, *here), at(value, here), walk(hint, here)[1])]
