"""The search for all errors of a document. After an error, a value that fits replaces the wrong value, and the document
is checked again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, TypeVar

from umpire.core.frozen import replace
from umpire.core.mistakes import Gathered, Mistake, each_of
from umpire.game.forms import Path, at, hints, is_roster, literals, members, record, step, walk
from umpire.game.records import About, Named, Plain, Whole, fields_of, unmarked

T = TypeVar("T")
_ROUNDS = 40


def whole(look: Callable[[Plain], T], doc: Plain, form: Any, about: About, amiss: Gathered) -> T | None:
    """Return the result of `look` on a document. If the document has errors, add all of them to `amiss` and return
    None.

    After each check, values that fit replace the wrong values. A new value may cause errors in its row, or in rows that
    name its row; these errors are left out.
    """
    blamed: set[Path] = set()
    guessed: set[str] = set()
    for again in range(_ROUNDS):
        try:
            made = look(doc)
        except Mistake as wrong:
            found = [(each, _path(each, doc)) for each in each_of(wrong)]
        else:
            return None if again else made
        rows = dict.fromkeys(_row(path, form) for _, path in found if path)
        follow = [row for row in rows if row in blamed or _names(row, doc, guessed)]
        new = [(each, path) for each, path in found if _row(path, form) not in follow]
        amiss.found += [each for each, _ in new]
        doc, about = deepcopy(doc), replace(about, doc=doc)
        wrong_at = [*follow, *(path for _, path in new if path)]
        fits = [_put_right(doc, path, form, about, guessed) for path in wrong_at]
        blamed |= rows.keys()
        if not any(fits):
            break
    return None


def _path(wrong: Mistake, doc: Plain) -> Path:
    """Return the path of a mistake in the document; () if the mistake has no path. A mistake in a formation names the
    formation by its id.
    """
    path = wrong.path
    id = str(path[0]).removeprefix("formation ") if path else ""
    if id and id not in doc:
        rows = doc.get("formation")
        for place, row in enumerate(rows if isinstance(rows, list) else ()):
            if isinstance(row, Mapping) and row.get("id") == id:
                return ("formation", place, *path[1:])
    return path


def _row(path: Path, form: Any) -> Path:
    """Return the path of the row that contains the value at a path."""
    section = step(form, path[0]) if path else None
    return path[:2] if is_roster(section) or path[:1] == ("formation",) else path[:1] if record(section) else path


def _names(path: Path, doc: Plain, ids: set[str]) -> bool:
    """Return whether the row at this path has one of these ids among its values."""
    try:
        row = at(doc, path[:2])
    except (KeyError, IndexError, TypeError):
        return False
    return isinstance(row, Mapping) and any(isinstance(each, str) and each in ids for each in row.values())


def _put_right(doc: Plain, path: Path, form: Any, about: About, guessed: set[str]) -> bool:
    """Replace a wrong value with a value that fits, or remove the wrong value. Return whether anything changed.

    The id of the row is added to `guessed` if the row is removed, or if the new value is a guessed name.
    """
    *way, last = path
    try:
        owner = at(doc, tuple(way))
        was = repr(owner)
        follows, hint = walk(form, tuple(way))
        if isinstance(owner, list) and isinstance(last, int):
            owner[last] = _fitting(step(hint, last), owner[last], about)[0]
        else:
            field = fields_of(record(hint)).get(str(last)) if len(follows) == len(way) and record(hint) else None
            fit, near = _fitting(field.hint, owner.get(last), about) if field else (None, False)
            if field is None or (field.optional and not near):
                owner.pop(last, None)
            else:
                owner[last] = fit
            if len(path) == 2 if field is None else field.marked(Named) and not (near or field.optional):
                guessed.add(str(path[1]) if len(path) > 1 else "")
    except (KeyError, IndexError, TypeError, AttributeError, ValueError):
        return False
    return repr(owner) != was


def _fitting(hint: Any, value: Any, about: About) -> tuple[Any, bool]:
    """Return a new value that fits an annotation, and whether the new value is close to the old, wrong `value`."""
    words = [str(word) for word in literals(hint)]
    for mark in unmarked(hint)[1]:
        if isinstance(mark, Whole):
            number = type(value) is int
            return min(max(value, mark.least), mark.most) if number else mark.most, number
        words += mark.known(about) if isinstance(mark, Named) else []
    if words:
        from difflib import get_close_matches

        near = get_close_matches(value, words, 1, 0.5) if isinstance(value, str) else []
        return (near or words)[0], bool(near)
    kind = members(hint)[0] if hint is not None else str
    return {int: 1, float: 1.0, bool: False, str: "x"}.get(kind, {} if record(hint) or hints(hint) else []), False
