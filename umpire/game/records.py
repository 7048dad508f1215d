"""Records: the classes of the things in a game. All other forms of a thing are made from the annotations of its class.

`plain`, `read` and `rows` put a record into the game file and read it back; they check nothing and are fast. The
modules `forms` and `check` look for errors in the text that people write for a record. The module `written` reads this
text, writes the text, and describes the text to an editor.

A document is a record whose fields are sections: `stands: Mapping[str, Stand]` is a table of records by id, and
`forces: Mapping[Side, Force]` is a table of records by side. A field must be written unless it has a default or the
mark Usual.

A record is a `frozen` class or, for a row of a table, a NamedTuple:

    @frozen
    class Stand:
        id: Id
        name: Name
        side: Annotated[Side, Usual()]
        kind: Annotated[str, RowOf("core", "support"), As("type"), Always()]
        sp: Annotated[int, Whole(0, 6), Usual()]
        hex: Place = ""
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from umpire.core.frozen import frozen
from umpire.core.mistakes import did_you_mean
from umpire.game import naming

R = TypeVar("R")
Plain = dict[str, Any]
"""Nested dictionaries of JSON values."""

Wrong = tuple[str, str] | tuple[str, str, str]
"""The error in a value in words, a hint and, for a number that is out of bounds, the numbers expected."""


@frozen
class About:
    """The context for a check of written text: the sides, the rule table, the document itself, the map. The table is
    given as its rows, or as the object that the family makes from these rows.
    """

    sides: tuple[str, ...] = ()
    table: Any = None
    doc: Mapping[str, Any] = field(default_factory=dict)
    map: Any = None


class FieldMark:
    """A mark in an annotation. The mark says more about the values than the type does. A ruleset may define marks of
    its own.
    """

    def meant(self, word: str, about: About) -> str:
        """Return the stored form of a written word: a printed name becomes an id."""
        return word

    def amiss(self, value: Any, about: About) -> Wrong | None:
        """Return the error in a value of the right type; None if the value has no error. In the hint, `{key}` stands
        for the key of the value.
        """
        return None

    def schema(self, about: About) -> Plain:
        """Return the keys that the mark adds to the JSON Schema of the value."""
        return {}


class Key(FieldMark):
    """The mark of the field that holds the record's own key in its section. People do not write this field."""


class Usual(FieldMark):
    """The mark of a field that may be left out. The function `usual` of the family then gives its value. An empty text
    counts as left out.
    """


class Always(FieldMark):
    """The mark of a field that an export writes even if it has its usual value."""


class As(FieldMark):
    """The mark of a field that is written under another key."""

    def __init__(self, key: str) -> None:
        self.key = key


class Whole(FieldMark):
    """The mark of a number from `least` to `most`; `words` explain why other numbers are wrong."""

    def __init__(self, least: int, most: int, words: str = "is out of range", hint: str = "") -> None:
        self.least, self.most, self.words = least, most, words
        self.bounds = f"a whole number from {least} to {most}"
        self.hint = hint or self.bounds

    def amiss(self, value: Any, about: About) -> Wrong | None:
        if not isinstance(value, int) or self.least <= value <= self.most:
            return None  # if a word may stand for the number, the type has checked it
        return f"{value} {self.words}", self.hint, self.bounds

    def schema(self, about: About) -> Plain:
        return {"minimum": self.least, "maximum": self.most}


class OneOf(FieldMark):
    """The mark of a text that must be one of these words. `names` maps some of these words to printed names."""

    def __init__(self, *words: str, names: Mapping[str, str] | None = None) -> None:
        self.words, self.names = words, names or {}

    def meant(self, word: str, about: About) -> str:
        named = naming.named({**dict.fromkeys(filter(None, self.words)), **self.names})
        return word if word in self.words else naming.meant(word, named) or word


class Named(FieldMark):
    """The mark of a word that names a thing. `what` is the noun for the thing; errors use this noun."""

    what = ""

    def known(self, about: About) -> list[str]:
        """Return the words that people may write."""
        return list(self.rows(about))

    def rows(self, about: About) -> Mapping[str, Any]:
        """Return a dict from words to things: the words that people may write, and the things that the words name."""
        return dict.fromkeys(self.known(about))

    def meant(self, word: str, about: About) -> str:
        rows = self.rows(about)
        return word if word in rows else naming.meant(word, naming.named(rows)) or word

    def amiss(self, value: Any, about: About) -> Wrong | None:
        rows = self.rows(about)
        near = "" if value in rows else did_you_mean(value, list(rows), names=naming.named(rows))
        text = f"no {self.what}is called {value!r}" if self.what else f"nothing is called {value!r}"
        return None if value in rows else (text, near)

    def schema(self, about: About) -> Plain:
        known = self.known(about)
        return {"enum": known} if known else {}


class OfSide(Named):
    """The mark of a side of the game."""

    what = "side "

    def known(self, about: About) -> list[str]:
        return list(about.sides)


class IdOf(Named):
    """The mark of an id from a section of the document, such as `units` or `stands`."""

    def __init__(self, section: str) -> None:
        self.section, self.what = section, f"{section.removesuffix('s')} "

    def rows(self, about: About) -> Mapping[str, Any]:
        found = about.doc.get(self.section)
        return found if isinstance(found, Mapping) else {}


class RowOf(Named):
    """The mark of a word that names a row in one of these sections of the rule table. Errors call the row by the noun
    `what`.
    """

    def __init__(self, *sections: str, what: str = "") -> None:
        self.sections, self.what = sections, f"{what} " if what else ""

    def rows(self, about: About) -> Mapping[str, Any]:
        table = about.table
        found: dict[str, Any] = {}
        for section in self.sections if table is not None else ():
            rows = table.get(section, {}) if isinstance(table, Mapping) else getattr(table, section)
            found |= rows if isinstance(rows, Mapping) else dict.fromkeys(rows)
        return found


class OnMap(FieldMark):
    """The mark of the label of a hex on the map."""

    def amiss(self, value: Any, about: About) -> Wrong | None:
        if about.map is None:
            return "the scenario has no map", "delete the key `{key}`, or add a [map]"
        try:
            about.map.grid.hex(value)
        except ValueError as wrong:
            return str(wrong), ""
        return None


class OneLine(FieldMark):
    """The mark of a text that can be printed on one line and is not blank."""

    def amiss(self, value: Any, about: About) -> Wrong | None:
        from umpire.core.mistakes import found, is_one_line

        return None if is_one_line(value) else (f"found {found(value)}, expected a name on one line", "")


Id = Annotated[str, Key()]
Name = Annotated[str, OneLine()]
Side = Annotated[str, OfSide()]
Place = Annotated[str, OnMap()]
Count = Annotated[int, Whole(0, 99)]


LEFT_OUT = frozenset({"arrives", "ended", "ending", "ends", "leaves", "plays_first", "sudden"})
"""Fields that older games do not have. If such a field is empty, it is not stored, so an old position does not change.
"""


def plain(thing: Any, *without: str) -> Plain:
    """Return a record in the form stored in the game file. The fields in `without` are left out."""
    held = thing.__dict__
    row = {}
    for name in thing._names:  # only its fields: cached values are not part of it
        value = held[name]
        kind = type(value)
        if name not in without and (value or name not in LEFT_OUT):
            row[name] = value if kind is str or kind is int or kind is bool else kept(value)
    return row


def kept(value: Any) -> Any:
    """Return a value in the form stored in the game file. Records become tables, tuples become lists."""
    if hasattr(value, "_names"):
        return plain(value)
    if isinstance(value, Mapping):
        return {key: kept(each) for key, each in value.items()}
    return [kept(each) for each in value] if isinstance(value, tuple) else value


def read(cls: type[R], row: Mapping[str, Any], **inner: Any) -> R:
    """Return a record from its form in the game file. Nothing is checked. `inner` has the fields whose values are
    records, which must have been read already.
    """
    held = {name: tuple(value) if type(value) is list else value for name, value in row.items()}
    return cls(**{**held, **inner})


def rows(cls: type[R], section: Mapping[str, Mapping[str, Any]]) -> dict[str, R]:
    """Return the records of a section of the game file by their keys. Nothing is checked."""
    first = cls._names[0]  # type: ignore[attr-defined]
    return {key: read(cls, row if first in row else {first: key, **row}) for key, row in section.items()}


class Field(NamedTuple):
    """A field that people write. `key` is the key that people write for the field; `default` is MISSING if the field
    has no default.
    """

    name: str
    key: str
    hint: Any
    marks: tuple[FieldMark, ...]
    default: Any

    @property
    def optional(self) -> bool:
        """True if the field may be left out."""
        return self.default is not MISSING or self.marked(Usual)

    def marked(self, mark: type[FieldMark]) -> bool:
        """Return whether the field has a mark of this class."""
        return bool(self.marks) and any(isinstance(each, mark) for each in self.marks)


_known: dict[Any, dict[str, Field]] = {}


def is_record(hint: Any) -> bool:
    """Return whether an annotation is a class with fields: a frozen class, a dataclass or a NamedTuple."""
    return isinstance(hint, type) and _has_fields(hint)


@lru_cache(maxsize=256)  # a class without them is slow to say so
def _has_fields(cls: type) -> bool:
    return hasattr(cls, "__dataclass_fields__") or hasattr(cls, "_field_defaults")


def fields_of(cls: Any) -> dict[str, Field]:
    """Return the fields that people write, by their keys: first a field `name`, then the fields that must be written,
    then the others.
    """
    if cls not in _known:
        from typing import get_type_hints

        hints, found = get_type_hints(cls, include_extras=True), {}
        for name, default in defaults(cls).items():
            hint, marks = hints[name], unmarked(hints[name])[1]
            key = next((mark.key for mark in marks if isinstance(mark, As)), name)
            if not any(isinstance(mark, Key) for mark in marks):
                found[key] = Field(name, key, hint, marks, default)
        _known[cls] = dict(sorted(found.items(), key=lambda each: (each[0] != "name", each[1].optional)))
    return _known[cls]


def kept_of(look: Callable[[Any], R]) -> Callable[[Any], R]:
    """Return a function that stores its result for each annotation. Equal annotations are stored separately, because
    two equal unions may list their members in different orders.
    """
    seen: dict[int, tuple[Any, R]] = {}

    def found(hint: Any) -> R:
        if id(hint) not in seen:
            seen[id(hint)] = hint, look(hint)
        return seen[id(hint)][1]

    found.__doc__ = look.__doc__
    return found


@kept_of
def unmarked(hint: Any) -> tuple[Any, tuple[FieldMark, ...]]:
    """Return a pair: an annotation without its marks, and these marks. The marks of a union are the marks of all its
    members.
    """
    if isinstance(hint, type):
        return hint, ()
    if get_origin(hint) is Annotated:
        hint, *said = get_args(hint)
        hint = next((Literal[mark.words] for mark in said if isinstance(mark, OneOf)), hint)
        return hint, tuple(mark for mark in said if isinstance(mark, FieldMark))
    if get_origin(hint) in (Union, UnionType):
        return hint, tuple(mark for each in get_args(hint) for mark in unmarked(each)[1])
    return hint, ()


def defaults(cls: Any) -> dict[str, Any]:
    """Return a dict from each field to its default, which is MISSING if the field has none."""
    if hasattr(cls, "_field_defaults"):
        return {name: cls._field_defaults.get(name, MISSING) for name in cls._fields}
    return {
        each.name: each.default if each.default_factory is MISSING else each.default_factory() for each in fields(cls)
    }
