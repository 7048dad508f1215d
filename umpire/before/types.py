"""Everything that a scenario of a ruleset can name, with its numbers and its rule, from its records and its table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from umpire.before.asked import every_key, kind_of, marks_of, names, words_in
from umpire.core.mistakes import Mistake, did_you_mean
from umpire.core.outcome import Listing
from umpire.game.act import Family
from umpire.game.maps.drawn import OF_THE_BOARD
from umpire.game.records import About, FieldMark, IdOf, Named, OfSide, OneOf, RowOf


class Kind(NamedTuple):
    """Things of one kind that can be named: what they are called, the keys that name them, the rows by name."""

    name: str
    keys: tuple[str, ...]
    rows: Mapping[str, Mapping[str, Any]]


def kinds(family: Family[Any, Any], table: Any) -> list[Kind]:
    """The kinds in the order of the document."""
    written = family.scenario()
    about = About(table=table)
    found: dict[str, Kind] = {}
    for name, place, rows in _named(written, about):
        known = found.get(name)
        keys = (*known.keys, place) if known and place not in known.keys else known.keys if known else (place,)
        found[name] = Kind(name, keys, rows)
    return [kind for kind in found.values() if kind.rows]


def _named(written: Any, about: About) -> Iterator[tuple[str, str, Mapping[str, Mapping[str, Any]]]]:
    """Name of a kind, the key that names one, the rows."""
    if written.legend is not None:
        yield from _of(written.legend, "map.legend", "ground", about)
    for section, key, field in every_key(written.document):
        place = f"{section}.{key}" if section else key
        for mark in marks_of(field.hint):
            yield from _of(mark, place, key, about)
        if len(words := words_in(field.hint)) > 1:
            yield key, place, {word: {} for word in words}


def _of(
    mark: FieldMark, place: str, key: str, about: About
) -> Iterator[tuple[str, str, Mapping[str, Mapping[str, Any]]]]:
    if isinstance(mark, OneOf):
        words = [word for word in mark.words if word]
        yield key, place, {word: {"words": mark.names.get(word, "")} for word in words}
    elif isinstance(mark, RowOf):
        for section in mark.sections:
            yield section, place, {name: _plain(row) for name, row in RowOf(section).rows(about).items()}
    elif isinstance(mark, Named) and not isinstance(mark, IdOf | OfSide):
        rows = mark.rows(about)
        yield kind_of(mark, key), place, {name: _plain(rows.get(name)) for name in names(mark, about)}


def _plain(row: Any) -> dict[str, Any]:
    """A row of the table by key: typed, as it is written, or no more than a name."""
    if hasattr(row, "_asdict"):
        return dict(row._asdict())
    if isinstance(row, Mapping):
        return dict(row)
    return dict(vars(row)) if hasattr(row, "__dict__") else {"": row} if isinstance(row, int | str) else {}


def matching(every: list[Kind], word: str) -> list[Kind]:
    """The kinds with what a word names: a whole kind by its name or a key, else all that has it in name or words.

    Raises Mistake where nothing has it.
    """
    low = word.lower()
    whole = [kind for kind in every if low in (kind.name.lower(), *(key.rpartition(".")[2] for key in kind.keys))]
    if whole:
        return whole
    found = []
    for kind in every:
        rows = {name: row for name, row in kind.rows.items() if low in name.lower() or low in said(row)}
        found += [kind._replace(rows=rows)] if rows else []
    if not found:
        known = [name for kind in every for name in (kind.name, *kind.rows)]
        raise Mistake(
            f"nothing here is called {word!r}", did_you_mean(word, known, few=0) or "`umpire types` lists all"
        )
    return found


def said(row: Mapping[str, Any]) -> str:
    """The words of a row, in small letters."""
    return " ".join(str(row[key]) for key in ("words", "name", "also") if row.get(key)).lower()


def listing(kind: Kind) -> Listing:
    """A kind as a listing: name, words, its numbers, what is true of it, its rule; what is nothing is left out."""
    numbers, rows = dict.fromkeys(key for row in kind.rows.values() for key in row if key not in _APART), []
    for name, row in kind.rows.items():
        true = ", ".join(key.replace("_", " ") for key, value in row.items() if value is True)
        cells = [_cell(row.get(key)) for key in numbers]
        words = str(row.get("words") or row.get("name") or "")
        rows.append((name, "" if words == name else words, *cells, true, str(row.get("rule") or "")))
    columns = (kind.name, "", *(key.replace("_", " ") for key in numbers), "", "rule")
    return Listing(f"{kind.name}, in {' and '.join(kind.keys)}", columns, tuple(rows))


_APART = ("words", "name", "rule", "id", *OF_THE_BOARD)


def _cell(value: Any) -> str:
    """A value of a row in a table of text."""
    if value is None or value == "" or isinstance(value, bool):
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_cell(each)}" for key, each in value.items() if each is not None)
    if isinstance(value, list | tuple) and hasattr(value, "_asdict"):
        return " ".join(filter(None, (_cell(each) for each in value)))
    if isinstance(value, list | tuple):
        return ", ".join(filter(None, map(_cell, value)))
    return str(value)
