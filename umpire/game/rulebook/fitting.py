"""What may stand in a rule table: values of a house file held against the published rows.

A number keeps the size of those in its place, a text for people may say anything, a code is spelled like the others, a
word is one that the table knows. What does not fit is a FileMistake with the key, what was found and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from umpire.core.mistakes import FileMistake, did_you_mean
from umpire.game.forms import found, shown
from umpire.game.rulebook.options import meaning, values_of, written

Rows = Mapping[str, Any]
Path = tuple[str | int, ...]

IDENTITIES = (("id",), ("attacker", "target"), ("role", "status"), ("weapon",), ("least",), ("key",))
"""By which keys the rows of a list are told apart, the first that all of them have and no two share."""

FREE = ("words", "name", "rule", "steps", "against", "printed")
"""Keys whose text is for people: any one line."""

DIVISORS = (
    "per", "length_metres", "fills", "tactical_step", "march_step", "far", "linear_obstacle", "reverse", "twilight",
    "adverse",
)  # fmt: skip
"""Numbers that something is divided by: never 0."""

_HIT = re.compile(r"[1-6]+(\|(([1-6])\3)+)?")


class Fit:
    """The published rows that values are held against, and those of the house, which may name each other."""

    def __init__(self, base: Rows, over: Rows) -> None:
        self.base, self.over = base, over

    def option(self, path: Path, value: Any) -> Any:
        """An option with one of its values, matched by how it is written."""
        name, known = str(path[-1]), self.base.get("option_values", {})
        if name not in known:
            wrong(path, "unknown option", did_you_mean(name, list(known)))
        fitting = [one for one in values_of(self.base, name) if written(one) == written(value)]
        if fitting:
            return fitting[0]
        near = did_you_mean(value, list(known[name])) if isinstance(value, str) else ""
        words = "; ".join(f"{each}: {meaning(self.base, name, each)}" for each in known[name])
        hint = near if near.startswith("did you mean") else words
        return wrong(path, f"found {found(value)}, expected one of: {', '.join(known[name])}", hint)

    def when(self, path: Path, when: Any) -> dict[str, Any]:
        """Conditions: keys that a published row looks at, with values of their kind."""
        expect_table(path, when)
        seen = self.conditions()
        for name, wanted in when.items():
            here = (*path, name)
            if name not in seen:
                wrong(here, "no published row looks at this", did_you_mean(name, list(seen)))
            if isinstance(wanted, Mapping):
                if (
                    not wanted
                    or not wanted.keys() <= {"min", "max"}
                    or not all(type(n) is int for n in wanted.values())
                ):
                    wrong(here, "expected min and max, whole numbers", "for instance { min = 3 }")
                if not any(type(each) is int for each in seen[name]):
                    wrong(here, f"found {found(wanted)}, expected {kinds_words(seen[name])}")
                continue
            for value in wanted if isinstance(wanted, list) and wanted else [wanted]:
                self.scalar(here, value, seen[name], words=True)
        return dict(when)

    def conditions(self) -> dict[str, list[Any]]:
        """What the published rows look at, with every value they look for."""
        seen: dict[str, list[Any]] = {}
        for row in _all_rows(self.base):
            for name, wanted in (row.get("when") or {}).items():
                values = wanted.values() if isinstance(wanted, Mapping) else wanted
                seen.setdefault(name, []).extend(values if isinstance(wanted, Mapping | list) else [wanted])
        return seen

    def bound(self, path: Path, options: Any) -> dict[str, Any]:
        """The options a row is bound to, each with one of its values."""
        expect_table(path, options)
        return {name: self.option((*path, name), value) for name, value in options.items()}

    def scalar(
        self, path: Path, value: Any, like: Sequence[Any], *, also: Sequence[Any] = (), words: bool = False
    ) -> None:
        """A value that is no table and no list. `words` holds a text to the words of the published rows."""
        kinds = {type(each) for each in like}
        if type(value) not in kinds:
            wrong(path, f"found {found(value)}, expected {kinds_words(like or also)}")
        if type(value) is int:
            self.number(path, value, [each for each in like if type(each) is int])
        elif isinstance(value, str):
            texts = [each for each in like if isinstance(each, str)]
            if len(value) > 200 or not value.isprintable():
                wrong(path, f"found {found(value)}, expected one line of text")
            self.text(path, value, texts, words=words)

    def number(self, path: Path, value: int, like: Sequence[int]) -> None:
        """A number of the sign and size of those in its place."""
        size = max(99, *(10 * abs(each) for each in like))
        key = next((str(part) for part in reversed(path) if not isinstance(part, int)), "")
        least = 1 if key in DIVISORS else 0 if min(like) >= 0 else -size
        most = size if max(like) >= 0 else 0
        if not least <= value <= most:
            wrong(path, f"found {found(value)}, expected a whole number from {least} to {most}")

    def text(self, path: Path, value: str, like: Sequence[str], *, words: bool) -> None:
        """A text for people may say anything; a code is spelled like the others; a word is one that is known."""
        key = str(path[-1])
        if key in FREE or key.endswith("_rule") or key.startswith("printed_") or path[0] in ("words", "rules"):
            return
        coded = [each for each in like if each]
        if value in like:
            return
        if coded and all(map(_HIT.fullmatch, coded)):
            if not _HIT.fullmatch(value):
                wrong(path, f"found {found(value)}, expected what hits, such as 6, 56, 6|55 or 56|44")
            return
        letters = set("".join(coded))
        if len(coded) > 3 and len(letters) < 5 and len({len(each) for each in coded}) == 1:
            if len(value) != len(coded[0]) or not letters.issuperset(value):
                wrong(path, f"found {found(value)}, expected {len(coded[0])} letters of {''.join(sorted(letters))}")
            return
        allowed = self.allowed(coded, one_place=len(path) == 2 and not words)
        if allowed and value not in allowed:
            near = did_you_mean(value, allowed)
            listed = f"one of: {', '.join(allowed)}" if len(allowed) <= 8 else "a word that a row of the table has"
            wrong(path, f"found {found(value)}, expected {listed}", near if near.startswith("did you mean") else "")

    def allowed(self, seen: Sequence[str], *, one_place: bool) -> list[str]:
        """The words that may stand where these stand: themselves, and the names of the sections they come from.

        A text that is `one_place` of its own, not one of many rows, is free unless it is such a name.
        """
        if not seen:
            return []
        named: dict[str, int] = {}
        sets = list(_names(self.base))
        whole = [names for names in sets if names.issuperset(seen)]
        parts = [names for names in sets if len(names.intersection(seen)) > 1]
        if whole or set().union(*parts).issuperset(seen):
            for names in whole or parts:
                named |= dict.fromkeys(sorted(names), 0)
                for section, rows in self.over.items():  # a row of the house's own may be named too
                    base = self.base.get(section)
                    if isinstance(base, Mapping) and isinstance(rows, Mapping) and set(base) == names:
                        named |= dict.fromkeys(map(str, rows), 0)
                    elif isinstance(rows, list) and is_rows(base) and names in _names({section: base}):
                        named |= {str(row["id"]): 0 for row in rows if isinstance(row, Mapping) and "id" in row}
        if one_place and not (named and len(seen) > 2):
            return []
        return list(dict.fromkeys([*seen, *named]))


def expect_table(path: Path, value: Any) -> None:
    """Raises FileMistake for what is no table."""
    if not isinstance(value, Mapping):
        wrong(path, f"found {found(value)}, expected a table")


def says_when(path: Sequence[str | int]) -> bool:
    """Whether these are the conditions of a row, or the options it is bound to."""
    return path[-1] in ("when", "option") and path[0] != "words"


def is_rows(value: Any) -> bool:
    """Whether this is a list of tables, and not empty."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def identity(rows: Sequence[Rows]) -> tuple[str, ...] | None:
    """By which keys the rows of a list are told apart; None if by none of those that are known."""
    for by in IDENTITIES:
        if all(key in row for row in rows for key in by) and len({named_by(row, by) for row in rows}) == len(rows):
            return by
    return None


def named_by(row: Rows, by: tuple[str, ...]) -> tuple[Any, ...]:
    """What tells a row from the others."""
    return tuple(row[key] for key in by)


def _all_rows(value: Any) -> Iterator[Rows]:
    """Every table anywhere in a table."""
    if isinstance(value, Mapping):
        yield value
        for inner in value.values():
            yield from _all_rows(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _all_rows(inner)


def _names(rows: Rows) -> Iterator[set[str]]:
    """The sets of names that a table has: the keys of its sections, the ids in its lists, its lists of words."""
    for name, value in rows.items():
        if name in ("options", "option_values", "rules", "words"):
            continue
        if isinstance(value, Mapping):
            yield set(value)
            yield from (set(inner) for inner in value.values() if _is_words(inner))
        elif is_rows(value):
            by = identity(value)
            if by is not None and len(by) == 1:
                yield {str(row[by[0]]) for row in value}


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, str) for each in value)


def kind_words(value: Any) -> str:
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return {bool: "true or false", int: "a whole number", str: "a text in quotes"}.get(type(value), "a number")


def kinds_words(values: Iterable[Any]) -> str:
    return " or ".join(dict.fromkeys(map(kind_words, values))) or "nothing"


def wrong(path: Path, what: str, hint: str = "") -> NoReturn:
    """Raises FileMistake: what is wrong at this key."""
    raise FileMistake(f"{shown(path)}: {what}", hint)
