"""What rows ask about: `[when.FIELD]` of a table, and the fields among them that a referee is asked for.

Most fields are worked out by the rules. One that says how it is to be told (`ask`) needs no line of any ruleset: every
act whose dice come from a list with a row on it asks for it, and rows see what was told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field
from importlib import import_module
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Gathered, Mistake, did_you_mean, found, together
from umpire.game.records import FieldMark
from umpire.game.rulebook.rows import Stays, Words, table_of
from umpire.game.says.condition import in_bounds, read_condition
from umpire.game.says.formula import Formula

if TYPE_CHECKING:
    from umpire.game.act import Act
    from umpire.game.facts import Facts
    from umpire.game.forms import Path

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,19}")
_OF_LINES = ("all", "from", "and", "result")
"""Words that every act knows."""
_COMMANDS = ("dice", "log", "map", "odds", "rule", "set", "sheet", "status", "undo")
"""Those that are typed beside an act; what it asks for is not called like one."""
_OF_ASKED = ("ask", "of", "assume", "assumed")
MOST = 9999
"""The greatest number that may be told."""

AnAct = TypeVar("AnAct", bound="Act[Any, Any, Any]")


@frozen
class Asked:
    """What `[when.FIELD]` says of a field that rows may ask about.

    `means` is its legend. `why` has, by what the field is (a word, yes or no), the words for why a row that wants it
    otherwise does not apply; `otherwise` those for every other value; `{value}` is the value. `values` are what a word
    may be; `[core]` stands for the names in that section. A `hidden` field says what a stand is: a row that fails on
    it was never in question and is not shown. `says` has the words of a row that wants it so, for the sheet: by value,
    with `is` and `not` around words, `min` and `max` around a number, in which {value} is that.

    With `ask`, its words in help, it is a fact that is told: of the whole act, or `of` each stand (element) in it for
    its own dice, of one or of all. Where nobody tells it, it is what the table `assume`s: no, or 0. That is said by
    `assumed`; without such words a row that fails on it is silent, as if there were none.
    """

    type: Literal["yes/no", "number", "word"]
    means: Words
    values: tuple[str, ...] = ()
    why: Mapping[str, Words] = field(default_factory=dict)
    otherwise: Words = ""
    hidden: bool = False
    says: Mapping[str, Words] = field(default_factory=dict)
    ask: Words = ""
    of: Literal["", "stand", "element"] = ""
    assume: bool | int | str | None = None
    assumed: Words = ""

    def why_not(self, value: Any) -> str:
        """Why a row does not apply where the field is so."""
        told = ("yes" if value else "no") if isinstance(value, bool) else str(value) or "none"
        words = self.why.get(told) or self.otherwise or f"{self.means}: {told}"
        return words.replace("{value}", told)

    @property
    def untold(self) -> bool | int | str:
        """What it is where nobody tells it."""
        usual: Mapping[str, bool | int | str] = {"yes/no": False, "number": 0}
        return usual.get(self.type, "") if self.assume is None else self.assume

    def help(self, name: str) -> str:
        """Its words in help: how it is told, its words where they are not said yet, and of whom."""
        listed = self.type == "word" and not all(value in self.ask for value in self.values)
        values = f": {', '.join(self.values[:-1])} or {self.values[-1]}" if listed and self.values[1:] else ""
        sample = {"yes/no": "yes", "number": "2"}.get(self.type, self.values[-1] if self.values else "")
        return f"{self.ask}{values}" + (f"; {self.of.upper()}.{name}={sample} for one" if self.of else "")

    def reader(self, name: str) -> Callable[[str], Any]:
        """How it is read as it is told."""
        from umpire.game.facts import key_of, whole, yes_or_no

        if self.type == "yes/no":
            return yes_or_no(name)
        return whole(0, MOST, name) if self.type == "number" else key_of(name, self.values)


@frozen
class Answered:
    """What was told, or is said to be assumed, of the fields a table asks for, as rows on the dice of `one` see it.

    Fields of the whole act are of "". `one` has ids by `of` of a row, where its lines are of several.
    """

    values: Mapping[tuple[str, str], Any] = field(default_factory=dict)
    one: str | Mapping[str, str] = ""

    def of(self, one: str | Mapping[str, str]) -> Answered:
        """The same for the dice of another."""
        return replace(self, one=one)

    def value(self, name: str, of: str) -> Any:
        """What the field is for a row; None where nobody told it and nothing is said."""
        one = self.one if isinstance(self.one, str) else self.one.get(of, "")
        return self.values.get((one, name), self.values.get(("", name)))


NOTHING_TOLD = Answered()


def ask(known: Facts, asked: Mapping[str, Asked], ids: Iterable[str]) -> Answered:
    """All these fields asked for: of the act, or of each of those whose dice are thrown. Raises Mistake."""
    answers: dict[tuple[str, str], Any] = {}
    ids = tuple(dict.fromkeys(ids))
    for name, each in asked.items():
        read, usual = each.reader(name), each.untold if each.assumed else None
        of = ids if each.of else ("",)
        for id in of:
            answers[id, name] = known.settle(name, read, subject=id, assume=usual)
        if each.assumed:
            known.some(name, of, each.assumed)
    return Answered(answers)


def with_asked(act: AnAct, table: Any) -> AnAct:
    """The act with what its table asks for among its facts, as help and hints have them."""
    asked = table.modifiers.asked(act.lists) if act.lists else {}
    return (
        replace(act, facts={**act.facts, **{name: each.help(name) for name, each in asked.items()}}) if asked else act
    )


class Asks(FieldMark):
    """Fields that rows ask about, of the family in the module `family`: a new one is a fact that is told."""

    def __init__(self, family: str) -> None:
        self.family = family

    def new(self, path: Path, base: Mapping[str, Any], over: Mapping[str, Any], amiss: Gathered) -> set[str]:
        """Looks at the fields of a house file. Gives the new ones that do not say what they are."""
        unsaid = set()
        for name, row in over.items():
            if not isinstance(row, Mapping) or "remove" in row:
                continue
            here = (*path, name)
            if name in base and "ask" not in base[name]:
                for key in (key for key in _OF_ASKED if key in row):
                    with amiss:
                        wrong((*here, key), "the rules know this themselves, nobody is asked for it", "leave it out")
            elif name not in base:
                missing = [key for key in ("type", "means", "ask") if key not in row]
                if {"type", "means"} & {*missing}:
                    unsaid.add(name)
                with amiss:
                    if missing:
                        self._unsaid(here, name, row, missing, list(base))
                    self._named(here, name)
        return unsaid

    def _unsaid(self, here: Path, name: str, row: Mapping[str, Any], missing: list[str], known: list[str]) -> NoReturn:
        """A new field that does not say all it must: which keys, and how each is said."""
        means, values = row.get("means"), row.get("values")
        words = list(map(str, values)) if isinstance(values, list) else []
        told = {"number": "how much, 0 to 3", "word": " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))}
        ask = f"{told.get(str(row.get('type'))) or 'yes'}: {means if isinstance(means, str) else 'it is so'}"
        how = {"type": "yes/no", "means": f"the {name}", "ask": ask}
        needs = ", ".join(f"`{key}`{' (yes/no, number or word)' * (key == 'type')}" for key in missing)
        near = did_you_mean(name, known, few=0)
        hint = f"{near} Or else " if near else ""
        hint += "say how it is told: " if "ask" in missing else "say "
        what = "no rule knows this, and nobody is asked for it:" if "ask" in missing else "there is no such row, and"
        wrong(here, f"{what} a new one needs {needs}", hint + ", ".join(f'{key} = "{how[key]}"' for key in missing))

    def _named(self, here: Path, name: str) -> None:
        if not _NAME.fullmatch(name):
            wrong(here, "this cannot be told", "a fact is at most 20 small letters, digits, - and _")
        for word, what in self._taken():
            if word.lower().replace("-", "") == name.replace("-", ""):
                wrong(here, what, "choose another name")

    def _taken(self) -> Iterable[tuple[str, str]]:
        """Words that mean something already in an act with lists of rows."""
        yield from ((word, f"{word!r} is a word of every command") for word in _OF_LINES)
        yield from ((word, f"{word!r} is an answer") for word in ("yes", "no"))
        yield from ((word, f"{word!r} is a command") for word in _COMMANDS)
        family = import_module(self.family).FAMILY
        for act in (act for act in map(family.act, family.ACTS) if act.lists):
            yield act.verb, f"{act.verb!r} is a command"
            yield from ((fact, f"`{act.verb}` asks for a fact of this name already") for fact in act.facts)
            yield from ((word, f"{word!r} connects names in `{act.verb}`") for word in act.connectors)

    def fit(
        self, path: Path, fields: Mapping[str, Any], over: Collection[str], names: Callable[[str], Iterable[str]]
    ) -> None:
        """Looks at these fields, each right by itself: what is told of them fits. Raises FileMistake.

        `names` has the word itself, or those of a section.
        """
        for name in (name for name in over if fields[name].get("ask")):
            row, here = fields[name], (*path, name, "assume")
            kind, assume = row["type"], row.get("assume")
            values = [word for each in row.get("values", ()) for word in names(each)]
            one_of = f"one of: {', '.join(values)}"
            if kind == "word":
                if not values:
                    hint = 'for instance values = ["dry", "mud"]'
                    wrong((*path, name, "values"), "missing: which words may be told?", hint)
                if assume is None:
                    wrong(here, "missing: which word is it where nobody tells it?", one_of)
                if assume not in values:
                    wrong(here, f"found {found(assume)}, expected {one_of}")
            elif kind == "yes/no" and type(assume) not in (NoneType, bool):
                wrong(here, f"found {found(assume)}, expected true or false")
            elif kind == "number" and (type(assume) not in (NoneType, int) or not 0 <= int(assume or 0) <= MOST):
                wrong(here, f"found {found(assume)}, expected a whole number from 0 to {MOST}")
        for name in over:
            _worded(
                (*path, name), fields[name], [word for each in fields[name].get("values", ()) for word in names(each)]
            )


def _worded(path: Path, row: Mapping[str, Any], values: list[str]) -> None:
    """Words for what a field is are of its values. Raises FileMistake for those that would never be said."""
    if row["type"] == "number":
        return
    known = {"why": [*values, "none"], "says": [*values, "is", "not"]} if row["type"] == "word" else {}
    for key in ("why", "says"):
        may = list(dict.fromkeys(known.get(key, ["yes", "no"])))
        for word in (word for word in row.get(key, ()) if word not in may):
            near = did_you_mean(word, may)
            wrong((*path, key, word), "no value of this field", near or f"one of: {', '.join(values or may)}")


def conditions(
    path: Path, legend: Mapping[str, Any], over: Mapping[str, Any], names: Callable[[str], Iterable[str]]
) -> None:
    """Hold the conditions of a row against `[when]`: fields that it explains, values of their type. Raises FileMistake.

    `names` are those that a word among the values of a field stands for.
    """
    from umpire.game.forms import MOST_KEYS  # only needed where a club's rows are looked at

    for name, wanted in over.items():
        here = (*path, name)
        if not isinstance(legend, Mapping) or name not in legend:
            wrong(here, "no row may ask about this", did_you_mean(name, list(legend), few=MOST_KEYS))
        asked = legend[name]
        if not isinstance(asked, Mapping) or str(asked.get("type")) not in _VALUES:
            continue  # what is wrong with that is said where it stands
        for value in wanted if isinstance(wanted, list) and wanted else [wanted]:
            _held(here, asked, value, names)


def _held(path: Path, asked: Mapping[str, Any], value: Any, names: Callable[[str], Iterable[str]]) -> None:
    kind, words = _VALUES[asked["type"]]
    text = isinstance(value, str) and bool(value.strip()) and kind is not bool
    if not text and type(value) is not kind:
        bounds = kind is int and isinstance(value, Mapping)
        wrong(
            path, f"found {found(value)}, expected {words}", f"write {path[-1]} = {in_bounds(value)}" if bounds else ""
        )
    values = asked.get("values", ())
    known = (
        [name for each in values if isinstance(each, str) for name in names(each)] if isinstance(values, list) else []
    )
    if not text or value in known:
        return
    try:
        (tests,) = read_condition(str(path[-1]), value, any_word=True).any
        wanted = [test.bound.tree if isinstance(test.bound, Formula) else test.bound for test in tests]
    except Mistake:
        wanted = [()]
    if kind is int and not all(isinstance(bound, int) for bound in wanted):
        wrong(path, f"found {found(value)}, expected {words}", 'for instance ">= 3", or ">= 2 and <= 6"')
    for word in wanted if kind is str else ():
        if known and word not in known:
            listed = f"one of: {', '.join(known)}" if len(known) <= 8 else "a word that a row may ask for"
            wrong(path, f"found {found(value)}, expected {listed}", did_you_mean(str(word), known, few=0))


_VALUES: Mapping[str, tuple[type, str]] = {
    "yes/no": (bool, "true or false"),
    "number": (int, "a whole number or a bound in quotes"),
    "word": (str, "a text in quotes"),
}


def whens(family: str) -> Any:
    """What `[when]` of a table of this family may say."""
    return table_of(Asked, Stays(), Asks(family))


def wrong(path: Path, what: str, hint: str = "") -> NoReturn:
    """Raises FileMistake: what is wrong at this key."""
    from umpire.game.forms import Problem  # only needed once something is wrong

    raise together([Problem(path, what, hint).mistake])
