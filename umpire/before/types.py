"""The names that a scenario can use, such as types of stands. Each name has its numbers and its rule.

This module also lists the names that a house file can use: the facts for conditions, and the numbers in [limits].
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from umpire.before.asked import every_key, kind_of, marks_of, names, words_in
from umpire.core.mistakes import Mistake, did_you_mean, meaning
from umpire.core.outcome import Listing
from umpire.game.act import Family
from umpire.game.maps.drawn import OF_THE_BOARD
from umpire.game.naming import squeezed
from umpire.game.records import About, FieldMark, IdOf, Named, OfSide, OneOf, RowOf
from umpire.game.rulebook.asked import Asked
from umpire.game.rulebook.clauses import Clauses, of_limit
from umpire.game.rulebook.rows import names_at
from umpire.game.rulebook.sheet import SheetLine, SheetPlan


class Kind(NamedTuple):
    """A kind of things that a scenario can name. `keys` lists the keys that take a name of this kind; `rows` has the
    row of each name.
    """

    name: str
    keys: tuple[str, ...]
    rows: Mapping[str, Mapping[str, Any]]


def kinds(family: Family[Any, Any], table: Any) -> list[Kind]:
    """Return the kinds in the order in which a scenario first uses them."""
    written = family.scenario()
    about = About(table=table)
    found: dict[str, Kind] = {}
    for name, place, rows in _named(written, about):
        known = found.get(name)
        keys = (*known.keys, place) if known and place not in known.keys else known.keys if known else (place,)
        found[name] = Kind(name, keys, rows)
    return [kind for kind in found.values() if kind.rows]


def _named(written: Any, about: About) -> Iterator[tuple[str, str, Mapping[str, Mapping[str, Any]]]]:
    """Yield triples: the name of a kind, a key that takes names of this kind, and a dict of the rows of the kind by
    name.
    """
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
    """Return a row of the table as a dict. If the row is a single word or number, its key is ""."""
    if hasattr(row, "_asdict"):
        return dict(row._asdict())
    if isinstance(row, Mapping):
        return dict(row)
    return dict(vars(row)) if hasattr(row, "__dict__") else {"": row} if isinstance(row, int | str) else {}


def matching(every: list[Kind], word: str) -> list[Kind]:
    """Return the kinds and rows that a word means. If the word is the name of a kind or one of the keys of a kind,
    return the whole kind.

    Any other word means every row that has the word in its name or its text. Raises Mistake if the word means nothing
    here.
    """
    low, bare = word.lower(), squeezed(word)
    called = {low, low.removesuffix("s")}
    whole = [kind for kind in every if called & {kind.name.lower(), *(key.rpartition(".")[2] for key in kind.keys)}]
    if whole:
        return whole
    found = []
    for kind in every:
        meant = meaning(bare, kind.rows)
        rows = {
            name: row
            for name, row in kind.rows.items()
            if low in name.lower() or bare in said(name, row) or name in meant
        }
        found += [kind._replace(rows=rows)] if rows else []
    if not found:
        known = [name for kind in every for name in (kind.name, *kind.rows)]
        raise Mistake(
            f"nothing here is called {word!r}", did_you_mean(word, known, few=0) or "`umpire types` lists all names"
        )
    return found


def said(name: str, row: Mapping[str, Any]) -> str:
    """Return the name and words of a row in the form used for searching, so that `57mm` also finds `57 mm`."""
    words = [name, *(str(row[key]) for key in ("words", "name", "also") if row.get(key))]
    return " ".join(squeezed(each) for one in words for each in one.split(","))


WIDE = 5
"""The most columns of a kind that is always shown as a table: its longest words wrap."""


def in_a_line(shown: Listing, width: int) -> list[tuple[str, str]]:
    """Return a line for each name of a listing if the listing has many columns and is too wide for the page. Return []
    for any other listing.
    """
    rows = [shown.columns, *shown.rows]
    used = [at for at in range(len(shown.columns)) if any(row[at] for row in shown.rows)]
    if len(used) <= WIDE or sum(max(len(row[at]) for row in rows) + 2 for at in used) <= width:
        return []
    lines = []
    for name, *cells in shown.rows:
        named = zip(shown.columns[1:], cells, strict=True)
        lines.append((name, "; ".join(f"{column} {cell}".strip() for column, cell in named if cell)))
    return lines


def listing(kind: Kind) -> Listing:
    """Return a kind as a listing: name, words, numbers, flags, rule; empty columns are left out."""
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
    """Return a value of a row as text."""
    if value is None or value == "" or isinstance(value, bool):
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_cell(each)}" for key, each in value.items() if each is not None)
    if isinstance(value, list | tuple) and hasattr(value, "_asdict"):
        return " ".join(filter(None, (_cell(each) for each in value)))
    if isinstance(value, list | tuple):
        return ", ".join(filter(None, map(_cell, value)))
    return str(value)


MOST_NAMES = 16
"""The most values of a field that are listed. If there are more, only the section that has them is named."""


def changeable(rows: Mapping[str, Any], table: Any, clauses: Clauses) -> dict[str, Kind]:
    """Return a dict of the kinds of names that a house file can use: `when` is the kind of facts, `limits` the kind of
    numbers in [limits]. A kind without names in the rule table is left out.

    `rows` is the parsed TOML of the rule table. `table` is the object that the ruleset family makes from `rows`.
    """
    fields: Mapping[str, Asked] = table.modifiers.fields if hasattr(table, "modifiers") else {}
    asked = {name: _field(each, rows) for name, each in fields.items()}
    limits = {name: _limit(name, rows, fields, clauses) for name in rows.get("limits", {})}
    found = {"when": Kind("when", ("modifier.when",), asked), "limits": Kind("limits", ("limits",), limits)}
    return {name: kind for name, kind in found.items() if kind.rows}


def _field(asked: Asked, rows: Mapping[str, Any]) -> dict[str, Any]:
    values = [name for each in asked.values for name in _values(each, rows)]
    kind = asked.kind if isinstance(asked.kind, str) else "word"
    return {"words": asked.words, "type": kind, "values": ", ".join(values), "told": asked.told}


def _values(word: str, rows: Mapping[str, Any]) -> list[str]:
    """Return the names in a section if `word` is the section in brackets, such as `[core]`. Return any other word
    unchanged. Also return `word` unchanged if the section has more than `MOST_NAMES` names or none.
    """
    names = list(names_at(rows, word[1:-1])) if word.startswith("[") else []
    return names if 0 < len(names) <= MOST_NAMES else [word]


def _limit(name: str, rows: Mapping[str, Any], fields: Mapping[str, Asked], clauses: Clauses) -> dict[str, Any]:
    rules = of_limit(rows, name)
    words = next(_words(name, rows, fields), "")
    if not words and rules:
        words = next((each.words for each in clauses.clauses if each.id.partition("-")[2] == rules[0]), "")
    return {"words": words, "number": rows["limits"][name], "rule": rules[0] if rules else ""}


def _words(name: str, rows: Mapping[str, Any], fields: Mapping[str, Asked]) -> Iterator[str]:
    """Yield texts that explain the number `name` of [limits]. First come the sentences of the quick-reference sheet
    that use the number, then the meanings of the facts that use it.
    """
    named = re.compile(r"\{" + re.escape(name) + r"[:}]")
    sheet = SheetPlan(rows)
    for row in rows.get("sheet", ()):
        line = SheetLine(**row)
        for sentence in re.split(r"(?<=[.;]) ", line.words):
            if named.search(sentence):
                try:
                    yield sheet.filled(line, sentence).removesuffix(";")
                except Mistake:  # a club's own line, which the sheet itself refuses
                    yield ""
    for field, row in rows.get("fact", {}).items():
        if named.search(str(row.get("words", ""))) and field in fields:
            yield fields[field].words
