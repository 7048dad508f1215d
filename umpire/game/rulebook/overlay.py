"""House rules: the rows a club has of its own, laid over a published rule table.

Pure: rows and rows make rows. What a house file may say is read off the published rows themselves: a key is known if
the row or one like it has it, a value fits if it is of the kind that stands there, a word is known if a row like it has
it or if it names a row of the sections such words come from. Whatever does not fit is a FileMistake with the key, what
was found and what was expected; where it stands (the file) is said by whoever read it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from umpire.core.frozen import frozen
from umpire.core.mistakes import did_you_mean
from umpire.game.forms import found, shown
from umpire.game.rulebook.fitting import (
    Fit,
    Path,
    Rows,
    expect_table,
    identity,
    is_rows,
    kind_words,
    named_by,
    says_when,
    wrong,
)

HEADER = ("extends", "id", "name")
"""What a house file says of itself."""

HEAD = ("id", "name", "edition", "source", "format", "prefix", "option_values")
"""Which table it is, and what an option may be."""

FIXED = (*HEAD, "rules")
"""What no house file changes: the head, and which clause a refusal cites."""

STAYING = ("words", "kinds", "grades", "tactical", "command", "detection", "results", "cover", "quality", "phase")
"""Sections whose rows the rules themselves name: they change, none goes."""

ROLLED = ("die", "columns", "movers", "minor", "major")
"""Lists of words with a place for each face or column: they keep their length."""

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@frozen
class House:
    """The rules of a club: what it `extends`, and `rows` with only what differs."""

    extends: str
    id: str
    name: str
    rows: Rows


def read_house(doc: Rows) -> House:
    """A house file as parsed from TOML: its header checked, its rows not yet. Raises FileMistake."""
    for key in HEADER:
        text = doc.get(key)
        if text is None:
            wrong((key,), "missing, expected a text in quotes", 'for instance extends = "two-star-general"')
        if not (isinstance(text, str) and 0 < len(text.strip()) <= 60 and text.isprintable()):
            wrong((key,), f"found {found(text)}, expected a short text in quotes")
    if not _ID.fullmatch(doc["id"]):
        wrong(("id",), f"found {found(doc['id'])}, expected a letter, then letters, digits, - or _")
    return House(doc["extends"], doc["id"], doc["name"].strip(), {k: v for k, v in doc.items() if k not in HEADER})


def laid_over(base: Rows, over: Rows) -> dict[str, Any]:
    """The published rows with those of a house laid over them; neither is changed. Raises FileMistake."""
    return _Lay(base, over).whole()


class _Lay:
    """One overlay at work."""

    def __init__(self, base: Rows, over: Rows) -> None:
        self.base, self.over, self.fit = base, over, Fit(base, over)

    def whole(self) -> dict[str, Any]:
        result = dict(self.base)
        sections = [name for name in self.base if name not in FIXED]
        for name, value in self.over.items():
            if name in FIXED:
                wrong((name,), "a house file cannot change this", "see the file itself: " + ", ".join(HEADER))
            if name not in self.base:
                wrong((name,), "unknown section", did_you_mean(name, sections))
            if name == "options":
                result[name] = self.options(value)
            else:
                result[name] = self.merged((name,), self.base[name], value, [self.base[name]])
        return result

    def options(self, over: Any) -> dict[str, Any]:
        expect_table(("options",), over)
        return {**self.base["options"], **{name: self.fit.option(("options", name), over[name]) for name in over}}

    # -- tables, rows and lists of rows ------------------------------------------------------------------------------

    def merged(self, path: Path, base: Any, over: Any, like: Sequence[Any]) -> Any:
        """What stands in the place of `base`; `like` are the published values of places like it.

        Conditions and lists of values are replaced whole; tables and lists of rows only where they differ.
        """
        if says_when(path):
            return self.fresh(path, over, like)
        if isinstance(base, Mapping):
            return self.table(path, base, over, [each for each in like if isinstance(each, Mapping)])
        if is_rows(base):
            rows = [row for each in like if isinstance(each, list) for row in each if isinstance(row, Mapping)]
            return self.list_of_rows(path, base, over, rows)
        return self.fresh(path, over, like)

    def table(self, path: Path, base: Rows, over: Any, like: Sequence[Rows]) -> dict[str, Any]:
        """A table key by key; in a section of rows whole rows may come and go."""
        expect_table(path, over)
        rows = self.open_rows(base)
        result = dict(base)
        for key, value in over.items():
            here = (*path, key)
            samples = rows if rows else [each[key] for each in like if key in each]
            if len(like) == 1 and isinstance(base.get(key), str):  # texts of one section are like each other
                samples = [each for each in base.values() if isinstance(each, str)]
            if rows and isinstance(value, Mapping) and "remove" in value:
                self.removal(here, value, key in base, list(base))
                del result[key]
            elif key in base:
                result[key] = self.merged(here, base[key], value, samples or [base[key]])
            elif rows:
                self.name(here, list(base))
                result[key] = self.fresh(here, value, rows, list(base))
            elif samples:
                result[key] = self.fresh(here, value, samples)
            else:
                known = dict.fromkeys(name for each in (base, *like) for name in each)
                wrong(here, "unknown key", did_you_mean(key, list(known)))
            if f"{key}_option" not in over:
                result.pop(f"{key}_option", None)  # else the option would still decide
        if not result:
            wrong(path, "nothing is left of it", "leave one at least")
        return result

    def open_rows(self, base: Rows) -> list[Any]:
        """The rows of a section that has nothing but rows, or nothing but lists of one length; else none."""
        rows = list(base.values())
        if rows and all(isinstance(row, Mapping) for row in rows):
            return rows
        lists = [row for row in rows if isinstance(row, list) and not is_rows(row)]
        return lists if 1 < len(lists) == len(rows) and len({len(row) for row in lists}) == 1 else []

    def list_of_rows(self, path: Path, base: Sequence[Rows], over: Any, like: Sequence[Rows]) -> list[Any]:
        """Rows matched by what tells them apart; one that matches none is new."""
        by = identity(base)
        if by is None:
            return [self.fresh((*path, at), row, like) for at, row in enumerate(self.expect_rows(path, over))]
        if isinstance(over, Mapping) and by == ("id",):  # [modifier.mg] says the same as [[modifier]] id = "mg"
            over = [{"id": id, **row} if isinstance(row, Mapping) else row for id, row in over.items()]
        result = {named_by(row, by): row for row in base}
        known = [_said(name) for name in result]
        seen = set()
        for at, row in enumerate(self.expect_rows(path, over)):
            name = self.name_of((*path, at), row, by, base)
            here = (*path, _said(name))
            if name in seen:
                wrong(here, "stands there twice", "say all of it in one place")
            seen.add(name)
            if "remove" in row:
                self.removal(here, {key: row[key] for key in row if key not in by}, name in result, known)
                del result[name]
            elif name in result:
                result[name] = self.table(here, result[name], row, like)
            else:
                result[name] = self.new_row(here, row, like, known)
        if not result:
            wrong(path, "no row is left", "leave one at least")
        rows = list(result.values())
        return sorted(rows, key=lambda row: row["least"]) if by == ("least",) else rows

    def new_row(self, path: Path, row: Any, like: Sequence[Rows], known: list[str]) -> dict[str, Any]:
        """A row that none of the published ones is: it says all that each of them says."""
        expect_table(path, row)
        needed = [key for key in like[0] if all(key in each for each in like)]
        missing = [key for key in needed if key not in row]
        if missing:
            near = did_you_mean(str(path[-1]), known)
            a_new_one = f"there is no such row, and a new one needs {', '.join(missing)}"
            wrong(path, a_new_one, near if near.startswith("did") else "")
        made: dict[str, Any] = {}
        for key, value in row.items():
            samples = [each[key] for each in like if key in each]
            if not samples:
                wrong((*path, key), "unknown key", did_you_mean(key, list({name: 0 for each in like for name in each})))
            made[key] = value if key in ("id", "key") else self.fresh((*path, key), value, samples)
        return made

    def name_of(self, path: Path, row: Any, by: tuple[str, ...], base: Sequence[Rows]) -> tuple[Any, ...]:
        """What tells this row from others, of the kinds that the published rows have."""
        expect_table(path, row)
        for key in by:
            if key not in row:
                wrong((*path, key), "missing: which row is it?", f"a row is known by {' and '.join(by)}")
            value, kind = row[key], type(base[0][key])
            plain = not isinstance(value, str) or (0 < len(value) <= 40 and value.isprintable())
            if type(value) is not kind or not plain:
                wrong((*path, key), f"found {found(value)}, expected {kind_words(base[0][key])}")
        return named_by(row, by)

    def removal(self, path: Path, row: Rows, known: bool, names: list[str]) -> None:
        """A row that is to go."""
        if row["remove"] is not True:
            wrong((*path, "remove"), f"found {found(row['remove'])}, expected true", "leave it out to keep the row")
        if len(row) > 1:
            other = next(key for key in row if key != "remove")
            wrong((*path, other), "the row is removed, nothing can be said of it", "leave out one or the other")
        if path[0] in STAYING:
            wrong(path, "the rules name this row, it cannot be removed", "change what it says")
        if not known:
            wrong(path, "there is no such row to remove", did_you_mean(str(path[-1]), names))

    def name(self, path: Path, known: list[str]) -> None:
        """The name of a new row."""
        name = str(path[-1])
        if not name.strip() or len(name) > 40 or not name.isprintable() or name != name.strip():
            wrong(path, "this cannot be the name of a row", did_you_mean(name, known))

    # -- values ------------------------------------------------------------------------------------------------------

    def fresh(self, path: Path, value: Any, like: Sequence[Any], known: list[str] | None = None) -> Any:
        """A value where none stood or in the place of one: it is of the kind of those in places like it."""
        rows = [each for each in like if isinstance(each, Mapping)]
        if rows and says_when(path):
            return self.fit.when(path, value) if path[-1] == "when" else self.fit.bound(path, value)
        if isinstance(value, Mapping) and rows:
            return self.new_row(path, value, rows, known or [])
        lists = [each for each in like if isinstance(each, list)]
        if isinstance(value, list) and lists:
            return self.list_of_values(path, value, lists)
        self.fit.scalar(path, value, [each for each in like if not isinstance(each, Mapping | list)], also=like)
        return value

    def list_of_values(self, path: Path, value: list[Any], like: Sequence[list[Any]]) -> list[Any]:
        """A list whole: as long as those in its place, if they all are, and of such items."""
        lengths = {len(each) for each in like}
        texts = all(isinstance(item, str) for each in like for item in each)
        if len(lengths) == 1 and (not texts or len(like) > 2 or path[-1] in ROLLED):
            (length,) = lengths
            if len(value) != length:
                wrong(path, f"found {found(value)}, expected a list of {length}")
        items = [item for each in like for item in each]
        lists = [item for item in items if isinstance(item, list)]
        for at, item in enumerate(value):
            here = (*path, at)
            if isinstance(item, Mapping) and is_rows(items):
                self.new_row(here, item, items, [])
            elif isinstance(item, list) and lists:
                self.list_of_values(here, item, lists)
            else:
                self.fit.scalar(here, item, items)
        return value

    # -- shapes ------------------------------------------------------------------------------------------------------

    def expect_rows(self, path: Path, value: Any) -> list[Any]:
        if not isinstance(value, list):
            wrong(path, f"found {found(value)}, expected a list of tables", f"write [[{shown(path)}]]")
        return value


def _said(name: tuple[Any, ...]) -> str:
    return "-".join(map(str, name))
