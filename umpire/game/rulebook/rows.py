"""The contents of a rule table, and the marks for the annotations of its rows.

The function `sections` in a family's module `table` returns a dict from each section to the annotation of its contents.
A section may be a row (a NamedTuple or frozen class), a table of rows (`Mapping[str, Core]`), a list of rows identified
by keys (`Annotated[tuple[Row, ...], By("id")]`), or a value. A section may also be a dict from key to annotation, in
which "*" stands for every other key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, get_args

from umpire.core.mistakes import did_you_mean
from umpire.game.records import About, FieldMark, Named, Usual, Whole, Wrong, fields_of, unmarked

Rows = Mapping[str, Any]
Sections = Mapping[str, Any]
"""Section -> annotation of its contents."""


class By(FieldMark):
    """The mark of a list of rows that are identified by these keys. If `sort` is true, the rows are in the order of the
    first key.
    """

    def __init__(self, *keys: str, sort: bool = False) -> None:
        self.keys, self.sort = keys, sort


class Stays(FieldMark):
    """The mark of rows that may be changed but not removed, because the rules themselves name them."""


class Closed(FieldMark):
    """The mark of a table to which no keys may be added. No key in `divisors` may have the value 0."""

    def __init__(self, *divisors: str) -> None:
        self.divisors = divisors


class Options(FieldMark):
    """The mark of options with their values: all options of a table, or the options with which a row applies."""


class DottedNames(FieldMark):
    """The mark of conditions in which names may have dots: a table from names to the values that they must have."""


class RowConditions(FieldMark):
    """The mark of the conditions of a row: a table from facts of `[fact]` to the values that the facts must have."""


class TextLine(FieldMark):
    """The mark of a text of one line. The text may be empty. `most` is the largest number of characters."""

    def __init__(self, most: int = 200) -> None:
        self.most = most

    def amiss(self, value: Any, about: About) -> Wrong | None:
        if not isinstance(value, str) or (len(value) <= self.most and value.isprintable()):
            return None
        from umpire.core.mistakes import found

        return f"found {found(value)}, expected one line of text", ""


class In(Named):
    """The mark of a name that must be in the table, at one of these places. If a place is a table, the keys of the
    table are the names. If a place is a list of words, the words are the names. If a place is a list of rows, the
    values of `key` in the rows are the names. The words in `also` are allowed too.

    The text in `before` may be written in front of the name.
    """

    def __init__(self, *places: str, key: str = "id", also: tuple[str, ...] = (), before: str = "") -> None:
        self.places, self.key, self.extra, self.before = places, key, also, before

    def known(self, about: About) -> list[str]:
        return [*self.extra, *(name for place in self.places for name in names_at(about.table or {}, place, self.key))]

    def amiss(self, value: Any, about: About) -> Wrong | None:
        from umpire.core.mistakes import found

        known = [name for name in self.known(about) if name]
        if not isinstance(value, str) or value in known or (value == "" and "" in self.extra):
            return None
        if self.before and value.removeprefix(self.before) in known:
            return None
        listed = f"one of: {', '.join(known)}" if len(known) <= 8 else f"a name in {' or '.join(self.places)}"
        return f"found {found(value)}, expected {listed}", did_you_mean(value, known, few=0)


class AsPublished(Named):
    """The mark of a word that must also be in a published row of a section, under the same key. If all published rows
    have the key, a new row must have it.

    If `alike` names another key, only published rows with the same value of that key count.
    """

    def __init__(self, section: str, key: str, alike: str = "") -> None:
        self.section, self.key, self.alike = section, key, alike

    def known(self, about: About) -> list[str]:
        return self.among({}, about)

    def among(self, row: Rows, about: About) -> list[str]:
        """Return the words that similar published rows have. If no row is similar, return the words of all published
        rows.
        """
        lines = [each for each in about.doc.get(self.section, ()) if self.key in each]
        like = [each for each in lines if self.alike in row and each.get(self.alike) == row[self.alike]]
        return sorted({str(each[self.key]) for each in like or lines})

    def amiss(self, value: Any, about: About) -> Wrong | None:
        if not self.known(about):
            return "not a key of this table", "leave it out"
        return super().amiss(value, about)

    def unlike(self, row: Rows, about: About) -> str:
        """Return the error in a known word that no similar row has; "" if there is no error."""
        from umpire.core.mistakes import found

        value, like = row.get(self.key), self.among(row, about)
        if value in like or value not in self.known(about):
            return ""
        others = f'other rows with {self.alike} = "{row[self.alike]}"'
        return f"found {found(value)}, expected {' or '.join(like)}, as in {others}"


class Gives(FieldMark):
    """The mark of the key that says what a row is for. `keys` has the possible keys for each purpose; a row must have
    exactly one of these keys. `asks` maps each purpose to the facts that its rows may use.
    """

    def __init__(self, keys: Mapping[str, Sequence[str]], asks: Mapping[str, Sequence[str]]) -> None:
        self.keys, self.asks = keys, asks

    def lacking(self, row: Rows) -> str:
        """Return the error in a row that has none or several of the keys for its purpose; "" if the row has one."""
        may = self.keys.get(row.get("at", ""), ())
        lines = [key for keys in self.keys.values() for key in keys if key in row]
        if not may or (len({*lines}) == 1 and lines[0] in may):
            return ""
        needed = " or ".join(f"`{key}`" for key in may)
        return f"rows for {row['at']} need {needed}, and no keys for other kinds of rows"

    def unknown(self, row: Rows, about: About) -> Iterator[str]:
        """Yield an error for each fact that a row for this purpose may not use. All rows may use a club's own facts."""
        may, facts = self.asks.get(row.get("at", ""), ()), about.doc.get("fact", {})
        for name in row.get("when", {}) if may else ():
            own = facts.get(name, {}).get("told") or (name not in facts and not name.startswith("foe_"))
            if name not in may and not own:
                yield f"rows for {row['at']} cannot use {name!r}; they can use {', '.join(may)}"


class AsLong(FieldMark):
    """The mark of a list or a text of a fixed length: one item or one letter for each name at `place` in the table."""

    def __init__(self, place: str) -> None:
        self.place = place

    def amiss(self, value: Any, about: About) -> Wrong | None:
        from umpire.core.mistakes import found

        most = len(list(names_at(about.table, self.place)))
        if len(value) == most:
            return None
        wanted = f"{most} letters" if isinstance(value, str) else f"a list of {most}"
        return f"found {found(value)}, expected {wanted}", ""


class Matching(FieldMark):
    """A mark for a field whose text must have a fixed form.

    `form` is a regular expression; `words` describe it.
    """

    def __init__(self, form: str, words: str) -> None:
        self.form, self.words = form, words

    def amiss(self, value: Any, about: About) -> Wrong | None:
        if not isinstance(value, str) or re.fullmatch(self.form, value):
            return None
        from umpire.core.mistakes import found

        return f"found {found(value)}, expected {self.words}", ""


def rows_by(row: Any, *keys: str, sort: bool = False, stays: bool = False) -> Any:
    """Return the annotation of a list of rows that are identified by these keys. If `stays` is true, no row may be
    removed.
    """
    return Annotated[tuple[row, ...], By(*keys, sort=sort), *([Stays()] if stays else [])]


def list_of(number: int, item: Any) -> Any:
    """Return the annotation of a list of this length."""
    return tuple[(item,) * number]  # type: ignore[misc]


def table_of(row: Any, *marks: FieldMark) -> Any:
    """Return the annotation of a table of rows."""
    return Annotated[Mapping[str, row], *marks] if marks else Mapping[str, row]


def dotted(when: Any) -> Any:
    """Return conditions as a dict from names with dots to values. TOML reads `target.men = 3` as nested tables; this
    function restores the names with dots.
    """
    if not isinstance(when, Mapping):
        return when
    found: dict[str, Any] = {}
    for name, wanted in when.items():
        if isinstance(wanted, Mapping) and not wanted.keys() <= {"min", "max"}:
            found |= {f"{name}.{rest}": each for rest, each in dotted(wanted).items()}
        else:
            found[name] = wanted
    return found


def names_at(table: Mapping[str, Any], place: str, key: str = "id") -> Iterator[str]:
    """Yield the names at a place of a table, such as `core` or `option_values.cap`."""
    value: Any = table
    for part in place.split("."):
        value = value.get(part, {}) if isinstance(value, Mapping) else {}
    for each in value if isinstance(value, Mapping | list) else ():
        yield str(each.get(key, "")) if isinstance(each, Mapping) else str(each)


Words = Annotated[str, TextLine()]
Text = Annotated[str, TextLine(600)]
Number = Annotated[int, Whole(-9999, 99999)]
Amount = Annotated[int, Whole(-99, 99)]
Divisor = Annotated[int, Whole(1, 99999)]
Distance = Annotated[int, Whole(0, 99999)]


def keyed(rows: Any, hint: Any) -> Any:
    """Return the rows of a section. In the result, every list of rows is a dict of the rows by name."""
    hint, marks = unmarked(hint)
    by = mark_of(marks, By)
    if by is not None:
        named = {name_of(row, by.keys): {key: row[key] for key in row if key not in by.keys} for row in rows}
        return {name: keyed(row, get_args(hint)[0]) for name, row in named.items()}
    shape = shape_of(hint)
    if shape is None or not isinstance(rows, Mapping):
        return rows
    return {key: keyed(value, shape.get(key, shape.get("*", Any))) for key, value in rows.items()}


def shape_of(hint: Any) -> Sections | None:
    """Return a dict from key to annotation for a table; the key "*" stands for every other key. Return None if the
    annotation is not for a table.
    """
    from umpire.game.forms import is_mapping, record

    if isinstance(hint, Mapping):
        return hint
    row = record(hint)
    if row is not None:
        return _keys_of(row)
    return {"*": get_args(hint)[1]} if is_mapping(hint) and get_args(hint) else None


@lru_cache(256)
def _keys_of(row: type) -> Sections:
    known = fields_of(row).items()
    return {key: Annotated[each.hint, *each.marks, Usual()] if each.optional else each.hint for key, each in known}


def needed_of(shape: Sections) -> list[str]:
    """Return the keys that a table must have."""
    return [key for key, hint in shape.items() if key != "*" and not mark_of(unmarked(hint)[1], Usual)]


def asked_of(key: str, shape: Sections, row: Rows, about: About) -> str:
    """Return words about a key that a row lacks. If the key has few possible values, the values are listed: `of` (firer
    or target).
    """
    from umpire.game.forms import literals

    hint, marks = unmarked(shape[key])
    mark: Named | None = mark_of(marks, Named)
    known = mark.among(row, about) if isinstance(mark, AsPublished) else mark.known(about) if mark else literals(hint)
    words = [str(word) for word in known if word != ""]
    if not 0 < len(words) <= 8:
        return f"`{key}`"
    return f"`{key}` ({', '.join(words[:-1]) + ' or ' if words[1:] else ''}{words[-1]})"


def unlike(item: Any, row: Rows, about: About) -> Iterator[tuple[str, str]]:
    """Yield (key, error) for each value that no similar row has. The value would have no effect or a wrong effect."""
    for key, hint in (shape_of(item) or {}).items():
        mark: AsPublished | None = mark_of(unmarked(hint)[1], AsPublished)
        if mark and mark.alike and key in row and (what := mark.unlike(row, about)):
            yield key, what
        gives: Gives | None = mark_of(unmarked(hint)[1], Gives)
        if gives and (what := gives.lacking(row)):
            yield key, what
        if gives:
            yield from (("when", what) for what in gives.unknown(row, about))


def hint_of(shape: Sections, marks: Sequence[FieldMark], key: str) -> Any:
    """Return the annotation of a key."""
    closed = mark_of(marks, Closed)
    return Divisor if closed is not None and key in closed.divisors else shape.get(key, shape.get("*"))


def mark_of(marks: Sequence[FieldMark], kind: type[Any]) -> Any:
    return next((mark for mark in marks if isinstance(mark, kind)), None)


def name_of(row: Rows, keys: Sequence[str]) -> str:
    return "-".join(str(row[key]) for key in keys)
