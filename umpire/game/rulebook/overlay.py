"""House rules: a club's own rows, added to a published rule table.

The family declares the contents of a table, section by section (see `rows`). For a value that does not fit, FileMistake
gives the key, the value found and the value expected. The code that reads the file adds the name of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from umpire.core.frozen import frozen
from umpire.core.mistakes import Gathered, Mistake, did_you_mean, found
from umpire.game.forms import MOST_KEYS, Path, at, shown
from umpire.game.records import About, FieldMark, unmarked
from umpire.game.rulebook.asked import Asks, as_told, conditions, heading, wrong
from umpire.game.rulebook.modifiers import meaning, values_of, written
from umpire.game.rulebook.rows import (
    AsPublished,
    By,
    Closed,
    DottedNames,
    Options,
    RowConditions,
    Rows,
    Sections,
    Stays,
    asked_of,
    dotted,
    hint_of,
    keyed,
    mark_of,
    name_of,
    names_at,
    needed_of,
    shape_of,
    unlike,
)

HEADER = ("extends", "id", "name")
"""The keys of a house file that are about the file itself."""

FORMAT = "format"
"""The key for the format of the file, which is 1."""

HEAD = ("id", "name", "edition", "source", FORMAT, "prefix", "option_values")
"""The keys of a table that are about the table itself, and the section with the values of options."""

FIXED = (*HEAD, "rules", "unit")
"""The parts of a table that no house file can change: the head, the clauses that refusals cite, and `unit`."""

RULED = ("refuse", "instead")
"""The sections that the tables of the books do not have: rows that refuse an act or change a value."""

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@frozen
class House:
    """The rules of a club. `extends` is the ruleset that it changes; `rows` has only the changes."""

    extends: str
    id: str
    name: str
    rows: Rows


def read_house(doc: Rows) -> House:
    """Return the house rules in parsed TOML. Only the header is checked. Raises FileMistake."""
    for key in HEADER:
        text = doc.get(key)
        if text is None:
            wrong((key,), "missing, expected a text in quotes", 'for example: extends = "two-star-general"')
        if not (isinstance(text, str) and 0 < len(text.strip()) <= 60 and text.isprintable()):
            wrong((key,), f"found {found(text)}, expected a short text in quotes")
    if doc.get(FORMAT, 1) != 1:
        wrong((FORMAT,), f"found {found(doc[FORMAT])}, expected 1", "a file of another format needs a newer Umpire")
    if not _ID.fullmatch(doc["id"]):
        wrong(("id",), f"found {found(doc['id'])}, expected a letter, then letters, digits, - or _")
    return House(
        doc["extends"], doc["id"], doc["name"].strip(), {k: v for k, v in doc.items() if k not in (*HEADER, FORMAT)}
    )


def laid_over(base: Rows, over: Rows, sections: Sections, checked: bool = False, whole: bool = False) -> dict[str, Any]:
    """Return the published rows with the rows of a house file added. Neither argument is changed.

    If `checked` is true, the values were checked before and are not checked again. If `whole` is true, a row that names
    a removed row is an error. Raises FileMistake with every error.
    """
    if not checked or over.keys() & {"parts", "sheet"}:  # else the declarations of the sheet are not needed
        from umpire.game.rulebook.sheet import declared

        sections = declared(sections)
    lay, result = _Lay(base, over, checked), dict(base)
    for name in _in_order(over):
        with lay.amiss:
            if name in FIXED:
                wrong(
                    (name,), "a house file cannot change this", "the keys of the file itself are " + ", ".join(HEADER)
                )
            if name in base and name not in sections:
                wrong((name,), "a house file cannot change this")
            own = [each for each in RULED if each in sections]
            if name not in base and name not in own:
                lay.elsewhere(name, base, over[name])
                known = [each for each in (*base, *own) if each not in FIXED]
                wrong((name,), "unknown section", did_you_mean(name, known))
            result[name] = lay.over((name,), sections[name], base.get(name, []), over[name])
    lay.amiss.refuse()
    if lay.removed and whole:
        lay.amiss.found += _still_named(result, sections, {str(path[-1]): path for path in lay.removed})
        lay.amiss.refuse()
    return result


def _still_named(rows: Rows, sections: Sections, removed: Mapping[str, Path]) -> Iterator[Mistake]:
    """Yield the errors of the remaining rows.

    For a row that names a removed row, the error is about the removed row.
    """
    amiss = Gathered()
    with amiss:
        check_rows(rows, sections)
    by_name = {name: keyed(rows[name], hint) for name, hint in sections.items() if name in rows}
    for each in amiss.found:
        path: Path = each.values.get("path", ())
        try:
            gone = removed.get(at(by_name, path))
        except (KeyError, IndexError, TypeError):
            gone = None
        hint = f"also remove or change {shown(path[:2])}"
        yield Mistake(f"{shown(gone)}: removed, but {shown(path)} still names it", hint) if gone else each


def numbered(over: Rows, sections: Sections) -> dict[str, str]:
    """Return a dict from name to number for each row in the lists of the file: `modifier.mg` -> `modifier item 3`.
    Errors use the names.
    """
    from umpire.game.rulebook.sheet import declared

    items: dict[str, str] = {}
    for name, hint in declared(sections).items():
        by, rows = mark_of(unmarked(hint)[1], By), over.get(name)
        for place, row in enumerate(rows if by and isinstance(rows, list) else ()):
            if isinstance(row, Mapping) and all(key in row for key in by.keys):
                items.setdefault(shown((name, name_of(row, by.keys))), shown((name, place)))
    return items


def check_rows(rows: Rows, sections: Sections) -> None:
    """Check a whole table by the sections that its family declares. Raises FileMistake with all errors."""
    lay = _Lay(rows, rows)
    for name in _in_order(rows):
        if name not in FIXED and (rows[name] or name in sections):
            if name not in sections:
                wrong((name,), "unknown section", did_you_mean(name, list(sections)))
            lay.over((name,), sections[name], None, rows[name])
    lay.amiss.refuse()


def _in_order(over: Rows) -> list[str]:
    """Return the names of the sections, with facts before the rows that use them."""
    return sorted(over, key=lambda name: name not in ("fact", "facts", "when", "act"))


class _Lay:
    """The addition of one house file to the published rows."""

    def __init__(self, base: Rows, over: Rows, checked: bool = False) -> None:
        both = {name: _both(base.get(name), over.get(name)) for name in (*base, *over)}
        self.base, self.about = base, About(table=both, doc=base)
        self.amiss, self.checked = Gathered(), checked
        self.removed: list[Path] = []

    def over(self, path: Path, hint: Any, base: Any, over: Any) -> Any:
        """Return the value to use in place of `base`. If the published table has no value here, `base` is None.

        A single value or a condition is replaced; tables and lists of rows are changed row by row.
        """
        kind, marks = unmarked(hint)
        if mark_of(marks, DottedNames):
            over = dotted(over)
        if mark_of(marks, By):
            return self.listed(path, get_args(kind)[0], marks, base or [], over)
        if mark_of(marks, Options) is not None:
            expect_table(path, over)
            return {**(base if path == ("options",) and base else {}), **self.options(path, over)}
        if mark_of(marks, RowConditions) is not None:
            expect_table(path, over)
            if not self.checked:
                conditions(path, self.about.table.get("fact", {}), over, self.names)
            return dict(over)
        shape = shape_of(kind)
        if shape is not None:
            return self.table(path, shape, marks, base, over)
        if self.checked:
            return over
        from umpire.game.problems import problems  # the rows of a continued game were checked before

        for each in problems(hint, over, self.about, path):
            if each.bounds:
                wrong(each.path, f"found {found(at(over, each.path[len(path) :]))}, expected {each.bounds}")
            wrong(each.path, each.words, each.hint)
        return over

    # -- tables, rows and lists of rows ------------------------------------------------------------------------------

    def table(
        self, path: Path, shape: Sections, marks: Sequence[FieldMark], base: Rows | None, over: Any
    ) -> dict[str, Any]:
        """Return the table `base` after the changes in `over`: new values and, in a table of rows, rows added or
        removed.
        """
        expect_table(path, over)
        asks: Asks | None = mark_of(marks, Asks)
        if asks and base is not None:
            over = {name: row if name in base else as_told(row) for name, row in over.items()}
        asks = None if self.checked else asks  # a search for names already taken would import all acts
        unsaid = asks.new(path, base, over, self.amiss) if asks and base is not None else ()
        closed = mark_of(marks, Closed) is not None and base is not None
        result, open_ = dict(base or {}), "*" in shape
        for key, value in over.items():
            with self.amiss:
                here = (*path, key)
                if key not in shape and (not open_ or (closed and key not in result)):
                    wrong(here, "unknown key", did_you_mean(key, [*(result if closed else shape)], few=MOST_KEYS))
                if key not in shape and isinstance(value, Mapping) and "remove" in value:
                    self.removal(here, value, marks, [*result])
                    del result[key]
                    continue
                if key in unsaid:
                    continue
                if key not in shape and key not in result and not self.checked:
                    self.new(here, shape["*"], value, [*result])
                result[key] = self.over(here, hint_of(shape, marks, key), result.get(key), value)
                if f"{key}_option" not in over:
                    result.pop(f"{key}_option", None)  # else the option would still decide
        if base is None:
            self.whole(path, shape, over)
        if not result and base and not self.amiss.found:
            wrong(path, "the section would be empty", "keep at least one entry")
        if asks and not self.amiss.found:
            asks.fit(path, result, over, self.names)
        return result

    def listed(self, path: Path, item: Any, marks: Sequence[FieldMark], base: Sequence[Rows], over: Any) -> list[Any]:
        """Return a list of the rows in `base` after the changes in `over`: rows changed, added or removed. The keys
        that identify a row say which row is changed.
        """
        by: By = mark_of(marks, By)
        if isinstance(over, Mapping) and by.keys == ("id",):  # [modifier.mg] says the same as [[modifier]] id = "mg"
            over = [{"id": id, **row} if isinstance(row, Mapping) else row for id, row in over.items()]
        if not isinstance(over, list):
            wrong(path, f"found {found(over)}, expected a list of tables", f"write [[{shown(path)}]]")
        result: dict[str, Any] = {name_of(row, by.keys): row for row in base}
        names, seen = [*result], set()
        for place, row in enumerate(over):
            with self.amiss:
                expect_table((*path, place), row)
                for key in by.keys:
                    if key not in row:
                        known_by = f"a row is named by its {' and '.join(by.keys)}"
                        wrong((*path, place, key), "missing: which row is it?", known_by)
                    self.over((*path, place, key), (shape_of(item) or {})[key], None, row[key])
                name = name_of(row, by.keys)
                here = (*path, name)
                if name in seen:
                    wrong(here, "appears twice", "write the whole row in one place")
                seen.add(name)
                if "remove" in row:
                    self.removal(
                        here, {key: row[key] for key in row if key not in by.keys}, marks, names, name in result
                    )
                    del result[name]
                    continue
                known, before = result.get(name), len(self.amiss.found)
                if known is None and not self.checked:
                    with self.amiss:
                        self.new(here, item, row, names, base)
                    known = {} if len(self.amiss.found) > before else None  # a missing key is reported once
                result[name] = self.over(here, item, known, row)
                if len(self.amiss.found) == before and not self.checked:
                    for key, what in unlike(item, result[name], self.about):
                        wrong((*here, key), what)
        if not result and base and not self.amiss.found:
            wrong(path, "this would leave no row", "keep at least one row")
        return sorted(result.values(), key=lambda row: row[by.keys[0]]) if by.sort else list(result.values())

    def new(self, path: Path, hint: Any, row: Any, names: list[str], like: Sequence[Rows] = ()) -> None:
        """Check that a new row has a valid name and every required key. Raises FileMistake."""
        name = str(path[-1])
        if not name.strip() or len(name) > 40 or not name.isprintable() or name != name.strip():
            wrong(path, "this cannot be the name of a row", did_you_mean(name, names))
        shape = shape_of(unmarked(hint)[0])
        if shape is None or not isinstance(row, Mapping):
            return
        lines = [key for key, each in shape.items() if mark_of(unmarked(each)[1], AsPublished)]
        always = [key for key in lines if like and all(key in each for each in like)]
        missing = [key for key in (*needed_of(shape), *always) if key not in row and f"{key}_option" not in row]
        if missing and names:
            needs = ", ".join(asked_of(key, shape, row, self.about) for key in missing)
            wrong(path, f"no row has this name; a new row needs {needs}", did_you_mean(name, names, few=0))

    def whole(self, path: Path, shape: Sections, row: Rows) -> None:
        for key in needed_of(shape):
            with self.amiss:
                if key not in row and f"{key}_option" not in row:
                    wrong((*path, key), "missing")

    def removal(
        self, path: Path, row: Rows, marks: Sequence[FieldMark], names: list[str], known: bool | None = None
    ) -> None:
        """Check a row that is to be removed. Raises FileMistake."""
        if row["remove"] is not True:
            wrong(
                (*path, "remove"), f"found {found(row['remove'])}, expected true", "to keep the row, leave out `remove`"
            )
        if len(row) > 1:
            other = next(key for key in row if key != "remove")
            wrong((*path, other), "the row is removed, so it cannot be changed", "leave out `remove` or the other keys")
        if mark_of(marks, Stays) or mark_of(marks, Closed):
            wrong(path, "the rules name this row, so it cannot be removed", "change its values")
        if not (path[-1] in names if known is None else known):
            wrong(path, "no row to remove has this name", did_you_mean(str(path[-1]), names))
        self.removed.append(path)

    def elsewhere(self, name: str, base: Rows, over: Any) -> None:
        """Raise FileMistake for facts under an old heading, or under the heading that another kind of file uses for
        facts. The hint has the right heading. Do nothing for other sections.
        """
        acts, found_there = base.get("act"), dict[Path, Any]({(name,): over})
        of = "fact" if "fact" in base else f"act.{next(iter(acts), 'VERB')}.fact" if acts else ""
        if name == "act" and isinstance(over, Mapping):
            rows = ((verb, act) for verb, act in over.items() if isinstance(act, Mapping))
            found_there = {(name, verb, "fact"): act.get("fact") for verb, act in rows}
        amiss = Gathered()
        for path, facts in found_there.items() if of and name in ("when", "fact", "facts", "act") else ():
            for key, row in facts.items() if isinstance(facts, Mapping) else ():
                self.about.table["fact"] = {**self.about.table.get("fact", {}), key: {}}  # rows may use it
                with amiss:
                    heading((*path, key), key, row, of)
        amiss.refuse()

    # -- options and names --------------------------------------------------------------------------------------

    def options(self, path: Path, over: Rows) -> dict[str, Any]:
        """Return the values of options in the house file, with the types of the published values. Raises
        FileMistake.
        """
        known, result = self.base["option_values"], {}
        for name, value in over.items():
            here = (*path, name)
            if name not in known:
                wrong(here, "unknown option", did_you_mean(name, list(known)))
            fitting = [one for one in values_of(self.base, name) if written(one) == written(value)]
            if not fitting:
                near = did_you_mean(value, list(known[name]), few=0) if isinstance(value, str) else ""
                words = "; ".join(f"{each}: {meaning(self.base, name, each)}" for each in known[name])
                what = f"found {found(value)}, expected one of: {', '.join(known[name])}"
                wrong(here, what, near or words)
            result[name] = fitting[0]
        return result

    def names(self, word: str) -> Iterator[str]:
        """Yield the names in a section, if the word is a section in brackets such as `[core]`. Yield any other word
        unchanged.
        """
        yield from names_at(self.about.table, word[1:-1]) if word.startswith("[") else (word,)


def _both(base: Any, over: Any) -> Any:
    """Return the published rows together with the rows of the house file, because a row of the file may name a
    published row.
    """
    if isinstance(base, Mapping) and isinstance(over, Mapping):
        return {key: _both(base.get(key), over.get(key)) for key in (*base, *over)}
    if isinstance(base, list) and isinstance(over, list | Mapping) and all(isinstance(row, Mapping) for row in base):
        rows = [{"id": id} for id in over] if isinstance(over, Mapping) else over
        return [*base, *(row for row in rows if isinstance(row, Mapping))]
    return over if base is None else base


def expect_table(path: Path, value: Any) -> None:
    if not isinstance(value, Mapping):
        wrong(path, f"found {found(value)}, expected a table")
