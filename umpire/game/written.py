"""The form in which people write a game: a document. The document becomes a state.

A state can also be written as a document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Generic, Literal, NoReturn, TypeVar, cast, get_args, get_origin
from unicodedata import category

from umpire.core.mistakes import FileMistake, did_you_mean, found, is_one_line
from umpire.game.carried import Carried
from umpire.game.forms import Path, Problem, by_id, hints, is_blank, is_mapping, is_roster, members, record, shown, step
from umpire.game.lines import COMMANDS, VOCABULARY
from umpire.game.maps import Map
from umpire.game.records import (
    About,
    Always,
    Field,
    FieldMark,
    OfSide,
    Plain,
    Usual,
    defaults,
    fields_of,
    is_record,
    kept,
    unmarked,
)

R = TypeVar("R")
State = TypeVar("State")
Table = TypeVar("Table")
Document = TypeVar("Document")


UsualOf = Callable[[Any, Mapping[str, Any]], Mapping[str, Any]]
"""A function that returns the default values of a record, field -> value. Its arguments are the class of the record and
the fields that people have written; in an export, these are all fields.
"""

_WORDS = """
at with reply to by over and game none all same rest reveal show contact roll from smoke light lift conditions stay
hold gone back full quit exit help result
"""
NEW_WORDS = frozenset(("now", "until", "score", "clear", "arrive", "leave"))
"""Words of commands that are newer than release 0.1. A scenario that begins a battle must not use such a word as an id,
but a game that has such an id can go on.
"""
RESERVED = frozenset({*VOCABULARY, *COMMANDS, *_WORDS.split()}) - NEW_WORDS
"""Words that cannot be ids: words of commands, connecting words, and fixed tokens of choices."""

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_DEEPEST = 12
_LARGEST = 2**63 - 1
_LEAVES = (str, int, bool)
"""The types of most values. A value of these types contains no other value."""
_NUMBER, _LIST, _HOLDS = (int, float), (list, tuple), (list, tuple, Mapping)


class Written(Generic[State, Table, Document]):
    """The base class for the way in which people write a game. A family defines `WRITTEN` in its module `scenario`.

    `document` is a record of the sections of a scenario. The marks of the document check single values; `to_state`
    checks that values fit together.
    """

    document: type[Document]
    legend: FieldMark | None = None
    """The mark of the words that a map's legend may use, apart from words that the scenario itself defines. It is None
    if the family has no such words.
    """
    carried: tuple[Carried, ...] = ()
    """The sections that come into the next battle of a campaign, units first; () if no game can be continued."""

    def comes(self, each: Carried, row: Mapping[str, Any]) -> Plain:
        """Return the keys of a row that come into the next battle, with their values."""
        return {key: row[key] for key in each.keys if key in row}

    def mustered(self, doc: Plain, table: Table, sides: tuple[str, ...]) -> Plain:
        """Return the document with its short forms written in full: a formation becomes its stands.

        A value of the wrong shape is returned unchanged. Raises Mistake.
        """
        return doc

    def usual(self, cls: type, card: Mapping[str, Any], table: Table, doc: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a dict from field to default value for a record, in addition to the defaults of its class.

        `card` has the fields that people have written. `doc` has the rows of all sections. When a state is exported,
        `card` and `doc` have all fields.
        """
        return {}

    def to_state(self, document: Document, table: Table, game_map: Map | None, sides: tuple[str, ...]) -> State:
        """Return the state that a document describes. By default, the state is the document itself.

        Raises Mistake for values that do not fit together.
        """
        return cast("State", document)

    def sample(self, table: Table, sides: tuple[str, ...]) -> Plain:
        """Return a small battle for a draft, in the form that people write, with its map. If the result is {}, the
        draft has one of each required thing for each side.
        """
        return {}

    def meanings(self, table: Table) -> Mapping[str, str]:
        """Return a dict from each key to its meaning in players' words. The key `section.key` has the meaning of a key
        in one section.
        """
        return {}

    def odd(self, state: State, table: Table) -> Iterator[tuple[str, str, str]]:
        """Yield (key, words, hint) for each value that is allowed but seldom intended. The hint may be ""."""
        return iter(())

    def corrected(self, before: State, after: State, table: Table) -> State:
        """Return the state `after` a correction by hand, with all direct effects of the correction."""
        return after

    def from_state(self, state: State, table: Table) -> Any:
        """Return a document that describes the state."""
        return state

    def sections(self, state: State, table: Table) -> Plain:
        """Return the sections of a scenario that describe the state, without default values."""
        source = self.from_state(state, table)
        doc = {each.name: kept(getattr(source, each.name)) for each in fields_of(self.document).values()}
        return written(source, lambda cls, card: self.usual(cls, card, table, doc), self.document)


def wrong(key: str, what: str, hint: str = "", **values: Any) -> NoReturn:
    """Raise FileMistake for values that do not fit together. The error names `key`."""
    raise FileMistake(f"{key}: {what}", hint, path=tuple(key.split(".")), said=what, **values)


def known(key: str, what: str, word: str, words: Iterable[str]) -> None:
    """Raise FileMistake if a word is not one of these `words`. `what` is the noun for these words."""
    if word not in (there := list(words)):
        wrong(key, f"no {what} is called {word!r}", did_you_mean(word, there))


def nothing_usual(cls: Any, card: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return {}: no default values in addition to the defaults of the class."""
    return {}


def by_field(cls: Any, row: Mapping[str, Any]) -> Plain:
    """Return a checked row with the names of its fields as keys. An empty text is left out if the field has a
    default.
    """
    known = fields_of(cls)
    return {known[key].name: value for key, value in row.items() if not (value == "" and known[key].marked(Usual))}


def by_fields(value: Any, hint: Any) -> Any:
    """Return a checked value in which every row has the names of its fields as keys. If a section that is a single
    record is missing, it becomes an empty record.
    """
    if isinstance(value, tuple):
        return tuple(by_fields(each, step(hint, at)) for at, each in enumerate(value))
    if not isinstance(value, Mapping):
        return value
    cls = record(hint)
    if cls is None:
        return {key: by_fields(each, step(hint, key)) for key, each in value.items()} if is_mapping(hint) else value
    row = {}
    for key, each in fields_of(cls).items():
        if type(inner := value.get(key, each)) in _LEAVES:  # most are
            row[key] = inner
        elif inner is not each or is_record(type(each.default)):
            row[key] = by_fields({} if inner is each else inner, each.hint)
    return by_field(cls, row)


def filled(cls: type[R], card: Mapping[str, Any], usual: UsualOf = nothing_usual, key: str = "") -> R:
    """Return the record that a checked `card` describes. The keys of the card are names of fields. `key` is the key of
    the record in its section, if it has one.
    """
    card = {**dict.fromkeys(_unwritten(cast("Any", cls)), key), **card}
    return cls(**{**usual(cls, card), **card})


@lru_cache(maxsize=256)
def _names(cls: type) -> tuple[str, ...]:
    return tuple(defaults(cls))


@lru_cache(maxsize=256)
def _hints(cls: type) -> dict[str, Any]:
    """Return the annotation of each field that people write, by the name of the field."""
    return {each.name: each.hint for each in fields_of(cls).values()}


@lru_cache(maxsize=256)
def _unwritten(cls: type) -> frozenset[str]:
    """Return the fields of a record that people do not write, because the key of the record gives them."""
    return frozenset(defaults(cls).keys() - {each.name for each in fields_of(cls).values()})


def written(thing: Any, usual: UsualOf = nothing_usual, cls: Any = None) -> Plain:
    """Return a record in the form that people write, without default values.

    If the thing is a whole state, only the fields of the document class `cls` are written.
    """
    known = fields_of(cls or type(thing))
    names = _names(cast("Any", type(thing))) if cls is None else [each.name for each in known.values()]
    whole = {name: getattr(thing, name) for name in names}
    usually = usual(cls or type(thing), whole)
    card = {}
    for key, each in known.items():
        value = whole[each.name]
        if value is None or (value == usually.get(each.name, each.default) and not each.marked(Always)):
            continue
        shown = value if type(value) in _LEAVES else _written(value, usual, each.hint)
        if shown != {} or not each.optional:
            card[key] = shown
    return card


def _written(value: Any, usual: UsualOf, hint: Any) -> Any:
    if type(value) in _LEAVES:
        return value
    if is_record(type(value)):
        return written(value, usual)
    if isinstance(value, Mapping):
        shown = {key: _written(each, usual, None) for key, each in value.items()}
        by_side = get_args(hint) and any(isinstance(mark, OfSide) for mark in unmarked(get_args(hint)[0])[1])
        return {key: each for key, each in shown.items() if each != {}} if by_side else shown
    return [_written(each, usual, None) for each in value] if isinstance(value, tuple | list) else value


def made(value: Any, hint: Any, key: str, usual: UsualOf) -> Any:
    """Return the records that these tables describe, with default values filled in."""
    if isinstance(value, tuple):
        return tuple(made(each, step(hint, at), "", usual) for at, each in enumerate(value))
    if not isinstance(value, Mapping):
        return value
    if is_mapping(hint):
        inside = step(hint, "")
        return {id: made(each, inside, id, usual) for id, each in value.items()}
    cls = record(hint)
    if cls is None:
        return value
    inner = _hints(cls)
    card = {name: each if type(each) in _LEAVES else made(each, inner[name], "", usual) for name, each in value.items()}
    return filled(cls, card, usual, key)


def ids(sections: Mapping[str, Any], form: type) -> list[tuple[str, str]]:
    """Return (section, id) for every row of the sections that are tables of records, in their order."""
    known = hints(form)
    return [
        (section, key)
        for section, rows in sections.items()
        if isinstance(rows, Mapping) and is_roster(known.get(section))
        for key in rows
    ]


def roster_problems(sections: Mapping[str, Any], form: type) -> Iterator[Problem]:
    """Yield a problem for each id that cannot be typed in a command or belongs to two things, and for each name of more
    than one line.
    """
    taken: dict[str, tuple[str, str]] = {}
    named = {section for section, hint in hints(form).items() if is_roster(hint) and by_id(hint)}
    for section, key in ids(sections, form):
        if section not in named:
            pass
        elif not _ID.fullmatch(key):
            yield Problem((section, key), "an id is a letter, then letters, digits, - or _", "choose another id")
        elif key.lower() in RESERVED:
            yield Problem((section, key), f"{key!r} is a word of the commands, not an id", "choose another id")
        elif key.lower() in taken:
            before, same = taken[key.lower()]
            whose = f"the id of {shown((before, same))}" if before in named else f"the name of the side {same}"
            words = f"{key!r} is {whose}"
            yield Problem((section, key), words, "choose another id; capitals make no difference")
        taken.setdefault(key.lower(), (section, key))
        row = sections[section][key]
        name = row.get("name") if isinstance(row, Mapping) else None
        if isinstance(name, str) and not is_one_line(name):
            yield Problem((section, key, "name"), f"found {found(name)}, expected a name on one line")


def unfit(value: Any, path: Path) -> Iterator[Problem]:
    """Yield a problem for each value that TOML allows but a game cannot store."""
    if len(path) > _DEEPEST:
        yield Problem(path[:3], "the tables are nested too deep")
    elif isinstance(value, str):
        if not value.isprintable() and any(category(char) in ("Cc", "Cs") and char not in "\n\t" for char in value):
            yield Problem(path, f"{found(value)} has a character that cannot be printed")
    elif isinstance(value, _NUMBER):
        if not abs(value) <= _LARGEST:
            yield Problem(path, "the number is too large")
    elif isinstance(value, _HOLDS):
        for key, inner in enumerate(value) if isinstance(value, _LIST) else value.items():
            yield from unfit(key, path) if isinstance(key, str) and not key.isprintable() else ()
            if type(inner) is not bool and not (type(inner) is str and inner.isprintable() and len(path) < _DEEPEST):
                yield from unfit(inner, (*path, key))
    elif value is not None:
        yield Problem(
            path,
            f"found {found(value)}, but no key can have this value",
            "if the value is a text, put it in quotes",
        )


def schema(hint: Any, about: About | None = None) -> Plain:
    """Return the JSON Schema of a value that people write, for an editor. With `about`, the schema lists the known
    names.
    """
    hint, marks = unmarked(hint)
    about = about or About()
    each = [_schema(one, about) for one in members(hint)]
    shape = each[0] if len(each) == 1 else {"anyOf": each}
    for mark in marks:
        shape |= mark.schema(about)
    return shape


def _schema(hint: Any, about: About) -> Plain:
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if is_record(hint):
        known = fields_of(hint)
        return {
            "type": "object",
            "description": (hint.__doc__ or "").strip().split("\n\n")[0],
            "properties": {key: _field_schema(field, about) for key, field in known.items()},
            "required": [key for key, field in known.items() if not field.optional],
            "additionalProperties": False,
        }
    if is_mapping(hint):
        keys, values = (schema(each, about) for each in inner) if inner else ({}, {})
        names = {name: rule for name, rule in keys.items() if name != "type"}
        return {"type": "object", "additionalProperties": values} | ({"propertyNames": names} if names else {})
    if kind is Literal:
        return {"enum": list(inner)}
    if kind in (tuple, list):
        return {"type": "array", "items": schema(inner[0], about)}
    return {"type": _NAMES[kind]} if kind in _NAMES else {}


def _field_schema(field: Field, about: About) -> Plain:
    shape = schema(field.hint, about)
    if "enum" in shape and is_blank("", field) and "" not in shape["enum"]:
        shape["enum"] = ["", *shape["enum"]]
    if isinstance(field.default, str | int | bool):
        shape["default"] = field.default
    return shape


_NAMES = {int: "integer", float: "number", str: "string", bool: "boolean"}
