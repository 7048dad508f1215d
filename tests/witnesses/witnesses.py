"""The witness of each number of a rule table: a game and a command whose answer, and whose sheet, have the number.

A file `NAME.toml` here has scenarios, witnesses and exceptions for one ruleset or several. The `keys` of a witness tell
which numbers it is for, `modifier.$id.amount`. The meanings of its `$words`, the fields of the number's row, the words
of the table and of the file, and the number itself (`$n`, `$signed`, `$more`, `${n+2}`) may stand in its other texts
and in the scenario. Where one of them is a table, it is looked up by what the `$words` of the key stand for, or the
ruleset, and the witness is for those numbers only.

    keys      "modifier.$id.amount", or several
    scenario  a scenario of the file
    without   what the `$words` stand for in keys it is not for
    to        the number in the place of the published one, "$less" for one less; else one further from none
    house     options of the club's that bring the number in
    do        the lines typed, the last of which answers: an act with its options, `status`, or `new` for the game
    says      stands on a line of the answer
    sheet     stands on a line of the sheet, or in a cell: `Title: first cell: column cell`
    whole     true where it is the sheet of the ruleset that says it, before there is a game, and not that of a game
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Template
from typing import Any

from tests.in_memory import Game
from tests.places import EXAMPLES
from umpire.core.readings import Hits
from umpire.game.rulebook.modifiers import filled
from umpire.game.rulebook.tables import TableFile, read_table_file
from umpire.rulesets import FAMILIES, find

HERE = Path(__file__).parent
BESIDE = ("id", "edition", "source", "format", "prefix", "rule", "rules", "key", "host")
"""Keys whose digits are a name or a place in the book."""
KNOWN_BY = (("id",), ("attacker", "target"), ("role", "status"), ("weapon",), ("least",), ("key",))
NUMERIC = re.compile(r"\d+([.|:]\d+)*|[<>]=? \d+")
"""A number that is written as text, or a bound of a condition."""


@dataclass(frozen=True)
class Number:
    """A number of a table: its place, its value, and the other values of its row."""

    ruleset: str
    path: tuple[str, ...]
    value: Any
    row: Mapping[str, Any]

    @property
    def name(self) -> str:
        return ".".join(self.path)


@lru_cache
def published(ruleset: str) -> dict[str, Any]:
    return table_file(ruleset).rows


def table_file(ruleset: str, *house: Mapping[str, Any]) -> TableFile:
    """Return a table with house rules laid over it, each as its file would have it."""
    head = [{"extends": ruleset, "id": f"club{at}", "name": "club"} for at in range(len(house))]
    laid = [{**h, **rows} for h, rows in zip(head, house, strict=True)]
    return read_table_file(ruleset, list(FAMILIES), laid, sections=find(ruleset).family().sections)


@lru_cache
def numbers(ruleset: str) -> tuple[Number, ...]:
    """Return every number of a table, also those written as text."""
    return tuple(_numbers(ruleset, published(ruleset), (), {}))


def _numbers(ruleset: str, value: Any, path: tuple[str, ...], row: Mapping[str, Any]) -> Iterator[Number]:
    if isinstance(value, Mapping):
        row = {**row, **{key: inner for key, inner in value.items() if isinstance(inner, str | int)}}
        for key, inner in value.items():
            if key not in BESIDE and not key.endswith("_rule"):
                yield from _numbers(ruleset, inner, (*path, key), row)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _numbers(ruleset, inner, (*path, _name(value, at)), row)
    elif (isinstance(value, int) and not isinstance(value, bool)) or (
        isinstance(value, str) and NUMERIC.fullmatch(value)
    ):
        yield Number(ruleset, path, value, row)


def _known_by(rows: list[Any]) -> tuple[str, ...]:
    """Return the keys that distinguish the rows of a list; none for a list of values."""
    for by in KNOWN_BY:
        if all(isinstance(row, Mapping) and all(key in row for key in by) for row in rows):
            return by
    return ()


def _name(rows: list[Any], at: int) -> str:
    by = _known_by(rows)
    return "-".join(str(rows[at][key]) for key in by) if by else str(at)


def house(value: Any, path: tuple[str, ...], new: Any) -> Any:
    """Return a house file with another number in the place of the one at `path`, and nothing else."""
    if not path:
        return new
    first, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        conditions = first == "when" and "id" in value  # of a row they are said whole
        return {first: put(value[first], rest, new) if conditions else house(value[first], rest, new)}
    at = next(at for at in range(len(value)) if _name(value, at) == first)
    by = _known_by(value)
    if not by:  # a list of values is said whole
        return [put(each, rest, new) if place == at else each for place, each in enumerate(value)]
    named = {key: value[at][key] for key in by}
    if rest[0] in by:  # the number identifies the row: another row takes its place
        return [{**named, "remove": True}, {**value[at], rest[0]: new}]
    return [{**named, **house(value[at], rest, new)}]


def put(value: Any, path: tuple[str, ...], new: Any) -> Any:
    """Return the value with another number at `path`."""
    if not path:
        return new
    if isinstance(value, Mapping):
        return {**value, path[0]: put(value[path[0]], path[1:], new)}
    return [put(each, path[1:], new) if str(at) == path[0] else each for at, each in enumerate(value)]


@dataclass(frozen=True)
class Witness:
    """One number and one pattern that is for it."""

    number: Number
    file: str
    pattern: Mapping[str, Any]
    captured: Mapping[str, str]

    def field(self, name: str) -> Any:
        """Return a field of the pattern for this number."""
        value = self.pattern.get(name)
        if not isinstance(value, Mapping) or name == "house":
            return value
        named = ".".join(self.captured.values()) or self.number.ruleset
        return value[named]

    @property
    def new(self) -> Any:
        to, value = self.field("to"), self.number.value
        if isinstance(value, str) and value[0] in "<>":
            sign, bound = value.split()
            return f"{sign} {int(bound) - 1 if to == '$less' else int(bound) + 1}"
        if to is None and isinstance(value, str):
            return f"{float(value) + 1:g}"
        if to is None:
            return value - 1 if value < 0 else value + 1
        return value - 1 if to == "$less" else to

    def filled(self, name: str, n: Any) -> str:
        """Return a text of the pattern with this number in force."""
        return self._fill(self.field(name), n)

    def scenario(self, n: Any) -> str:
        """Return the scenario, which may depend on the number too."""
        text: str = _file(self.file)["scenario"][self.field("scenario")]
        return self._fill(text, n) if "\n" in text else (EXAMPLES / f"{text}.toml").read_text()

    def _fill(self, text: str, n: Any) -> str:
        if isinstance(n, str) and n[0] in "<>":
            n = int(n.split()[1])
        words: dict[str, Any] = {**published(self.number.ruleset).get("words", {}), "ruleset": self.number.ruleset}
        own = dict(_file(self.file).get("words", {}))
        own |= own.get(self.number.ruleset, {})
        within = {**published(self.number.ruleset).get("limits", {}), **own, **self.number.row, self.number.path[-1]: n}
        words |= {f"by_{key}": rule for key, rule in published(self.number.ruleset).get("rules", {}).items()}
        words |= own | {key: filled(value, within) for key, value in self.number.row.items()}
        row = published(self.number.ruleset).get("rows", {}).get(self.captured.get("row"), {})
        words |= {"name": row.get("name", words.get("name"))} | dict(self.captured) | {"n": n}
        if isinstance(n, int):
            text = re.sub(r"\$\{n([+-]\d+)\}", lambda found: str(n + int(found[1])), text)
            words |= {"signed": f"{n:+d}", "more": n + 1, "less": n - 1}
            words |= {"dice": f"{n} {'die' if n == 1 else 'dice'}", "hexes": f"{n} hex{'' if n == 1 else 'es'}"}
        elif re.fullmatch(r"[1-6]+(\|(([1-6])\3)+)?", n):
            words |= {"reads": Hits(n).words}
        for _ in range(3):  # words of the file may have words in them
            text = Template(text).substitute(words)
        return text

    def game(self, n: Any) -> Game:
        """Return the game by the book, or with options of a club that make the number count."""
        return untouched(self.number.ruleset, self.scenario(n), self.before())

    def club(self) -> Game:
        """Return the same game with the changed number."""
        ruleset, over = self.number.ruleset, house(published(self.number.ruleset), self.number.path, self.new)
        return Game(self.scenario(self.new), table_file(ruleset, json.loads(self.before()), over))

    def before(self) -> str:
        """Return the other rules of the club, without the changed number, as JSON."""
        return self._fill(json.dumps(self.field("house") or {}), self.number.value)


@lru_cache
def _file(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / f"{name}.toml").read_text())


FILES = sorted(path.stem for path in HERE.glob("*.toml"))


def witnesses(ruleset: str) -> Iterator[Witness]:
    """Yield every pair of a number and a pattern for it, scenario by scenario."""
    for file in FILES:
        if ruleset in _file(file)["rulesets"]:
            for pattern in _file(file)["witness"]:
                for number in numbers(ruleset):
                    for keys in _listed(pattern["keys"]):
                        captured = matched(keys, number.path)
                        if captured is not None and _is_for(pattern, captured, ruleset):
                            yield Witness(number, file, pattern, captured)


def patterns(file: str) -> Iterator[tuple[str, int]]:
    """Yield the keys of every pattern and exception of a file, and how many numbers they are for."""
    for keys in _file(file).get("exception", {}):
        yield (
            keys,
            sum(matched(keys, each.path) is not None for name in _file(file)["rulesets"] for each in numbers(name)),
        )
    for pattern in _file(file)["witness"]:
        for keys in _listed(pattern["keys"]):
            found = 0
            for ruleset in _file(file)["rulesets"]:
                every = [matched(keys, number.path) for number in numbers(ruleset)]
                found += sum(captured is not None and _is_for(pattern, captured, ruleset) for captured in every)
            yield keys, found


def exceptions(ruleset: str) -> dict[str, str]:
    """Return the keys of numbers that need no witness, and the reasons."""
    found: dict[str, str] = {}
    for file in FILES:
        if ruleset in _file(file)["rulesets"]:
            found |= _file(file).get("exception", {})
    return found


def matched(keys: str, path: tuple[str, ...]) -> dict[str, str] | None:
    """Return the meanings of the `$words` of a key; None if the number is another."""
    asked = keys.split(".")
    if len(asked) != len(path) or any(a != b for a, b in zip(asked, path, strict=True) if a[0] != "$"):
        return None
    return {a[1:]: b for a, b in zip(asked, path, strict=True) if a[0] == "$"}


def _is_for(pattern: Mapping[str, Any], captured: Mapping[str, str], ruleset: str) -> bool:
    name = ".".join(captured.values()) or ruleset
    if name in pattern.get("without", ()):
        return False
    return all(name in value for key, value in pattern.items() if isinstance(value, Mapping) and key != "house")


def _listed(keys: str | list[str]) -> list[str]:
    return [keys] if isinstance(keys, str) else keys


@lru_cache(maxsize=64)
def untouched(ruleset: str, scenario: str, over: str) -> Game:
    """Return the game by the book, or with a club's options."""
    return Game(scenario, table_file(ruleset, json.loads(over)))
