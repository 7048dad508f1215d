"""The values that each key of a record allows, in words, and one value as an example."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin

from umpire.game.forms import expected, is_mapping, literals, members, record, step
from umpire.game.records import About, Field, FieldMark, IdOf, Named, OfSide, OneOf, Place, Whole, fields_of, unmarked

_FEW, _LONG = 64, 80
"""The most characters of names listed next to a key; `umpire types` lists more."""


class DocumentKey(NamedTuple):
    """A key of a document, with the name of its section. `field` describes the values of the key."""

    section: str
    key: str
    field: Field


def every_key(document: Any) -> Iterator[DocumentKey]:
    """Yield every key of a document. For a key outside records, the section is ""."""
    for name, section in fields_of(document).items():
        row = record(step(section.hint, "")) if is_mapping(section.hint) else item_of(section.hint)
        if row is None:
            yield DocumentKey("", name, section)
        else:
            yield from (DocumentKey(name, key, field) for key, field in fields_of(row).items())


def item_of(hint: Any) -> Any:
    """Return the record class that an annotation allows, alone or in a list; None if there is none."""
    inner = get_args(hint) if get_origin(hint) in (tuple, list) else ()
    return record(inner[0]) if inner else record(hint)


def marks_of(hint: Any) -> tuple[FieldMark, ...]:
    """Return the marks of an annotation and of the annotations inside it."""
    hint, marks = unmarked(hint)
    inner = [each for one in members(hint) for each in get_args(one)] if get_origin(hint) is not Literal else []
    return marks + tuple(mark for each in inner if each is not ... for mark in marks_of(each))


def names(mark: FieldMark, about: About) -> list[str]:
    """Return the words that a mark in an annotation allows; [] if no words are listed for the mark."""
    if isinstance(mark, OneOf):
        return list(mark.words)
    return mark.known(about) if isinstance(mark, Named) and not isinstance(mark, IdOf | OfSide) else []


def in_words(field: Field, about: About) -> str:
    """Return the values of a key in words, for example `a whole number from 1 to 6` or `the id of one of [units]`."""
    marks = marks_of(field.hint)
    for mark in marks:
        if known := [name for name in names(mark, about) if name]:
            listed = ", ".join(known)
            every = "each " if get_origin(unmarked(field.hint)[0]) in (tuple, list) else ""
            few = len(listed) <= _FEW
            return (
                f"{every}one of {listed}"
                if few
                else f"{every or 'a '}name from `umpire types {kind_of(mark, field.key)}`"
            )
        if isinstance(mark, IdOf):
            return f"an id of [{mark.section}]"
        if isinstance(mark, OfSide):
            return "a side"
        if isinstance(mark, Whole):
            return mark.hint
        if mark in marks_of(Place):
            return "the label of a hex"
    if len(words := expected(field.hint)) > _LONG and words_in(field.hint):
        words = f"each name from `umpire types {field.key}`"
    return words if NoneType not in get_args(unmarked(field.hint)[0]) else f"{words}; none if left out"


def kind_of(mark: FieldMark, key: str) -> str:
    """Return the name to type after `umpire types` to list the values of a key. If `mark` belongs to a section of the
    rule table, return the name of the section. If not, return `key`.
    """
    sections = getattr(mark, "sections", ()) or (getattr(mark, "section", ""),)
    return sections[0] or key


def words_in(hint: Any) -> list[str]:
    """Return the words that an annotation allows, alone or in a list."""
    inner = get_args(unmarked(hint)[0])[:1] if get_origin(unmarked(hint)[0]) in (tuple, list) else ()
    return [word for each in (hint, *inner) for word in literals(each) if isinstance(word, str) and word]


def some(field: Field, about: About, ids: dict[str, list[str]], side: str) -> Any:
    """Return a value for a required key."""
    hint, marks = unmarked(field.hint)
    for mark in marks:
        if known := [name for name in names(mark, about) if name]:
            return known[0]
        if isinstance(mark, IdOf) and ids.get(mark.section):
            return next((id for id in ids[mark.section] if id.startswith(side.lower())), ids[mark.section][0])
        if isinstance(mark, OfSide):
            return side
        if isinstance(mark, Whole):
            return max(mark.least, min(mark.most, 1))
    if allowed := literals(hint):
        return next(word for word in allowed if word != "")
    kinds: dict[Any, Any] = {int: 1, float: 1.0, bool: False, str: "some words", tuple: [], list: []}
    return next((kinds[kind] for each in members(hint) if (kind := get_origin(each) or each) in kinds), {})
