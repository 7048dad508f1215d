"""The facts that a table declares in `[fact.NAME]`, for use in the conditions of its rows. The rules work out most
facts; the referee types the others. A fact that is typed needs no code. If a row in a list uses the fact, people may
type the fact for every act that uses the list. Every new fact of a house file is typed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field
from importlib import import_module
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn, TypeVar

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Gathered, Mistake, did_you_mean, found, together
from umpire.game.records import As, FieldMark, Whole
from umpire.game.rulebook.rows import Stays, Words, table_of

if TYPE_CHECKING:
    from umpire.game.act import Act
    from umpire.game.facts import Facts
    from umpire.game.forms import Path

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,19}")
_OF_LINES = ("all", "from", "and", "result")
"""Words that have a meaning in every act, so a fact must not have such a name."""
_COMMANDS = ("dice", "log", "map", "odds", "rule", "set", "sheet", "status", "undo")
"""Names of commands that a fact must not have."""
_OF_TOLD = ("told", "of", "assume", "assumed", "least", "most")
FOE = "foe_"
"""The beginning of the name of a fact about the opponent. A table gets such a fact for each fact of single stands."""
MOST = 9999
"""The greatest number that may be typed."""

AnAct = TypeVar("AnAct", bound="Act[Any, Any, Any]")


@frozen
class Asked:
    """A fact that a table declares in `[fact.NAME]`, for use in the conditions of its rows. `kind` is yes/no, a number,
    or a list of words; the table gives it under the key `is`.

    `words` explain the fact. In a list of words, `[core]` stands for all names in the section `core` of the table.
    `why` maps a value of the fact to a text. If the fact has this value, the text says why rows that need another value
    do not apply. `otherwise` is the text for all values that are not in `why`; `{value}` in the text stands for the
    value. If `hidden` is true, the fact describes a kind of stand, and a row that does not apply because of this fact
    is not shown. `says` maps a value of the fact to the words on the sheet for a row that needs this value. If the
    values are words, `says` may also have the keys `is` and `not`, with texts that fit any of the words. If the values
    are numbers, `says` has the keys `min`, `max`, `above` and `below`. In the texts of `says`, `{value}` stands for the
    word or number. If `told` is true, the referee types the fact. A number must be from `least` to `most`. If `of` is
    "", the fact is about the whole act. If `of` is stand or element, each stand has its own value; people may type a
    value for one stand or for all. If `of` is side, all stands of a side have the same value.

    If the fact is not typed, its value is `assume`. If `assume` is left out, a yes/no fact has the value no, and a
    number has the value `least`. `assumed` has the words for this assumption.
    """

    kind: Annotated[Literal["yes/no", "number"] | tuple[str, ...], As("is")]
    words: Words
    why: Mapping[str, Words] = field(default_factory=dict)
    otherwise: Words = ""
    hidden: bool = False
    says: Mapping[str, Words] = field(default_factory=dict)
    told: bool = False
    of: Literal["", "stand", "element", "side"] = ""
    assume: bool | int | str | None = None
    assumed: Words = ""
    least: Annotated[int, Whole(0, MOST)] = 0
    most: Annotated[int, Whole(0, MOST)] = MOST

    @property
    def values(self) -> tuple[str, ...]:
        """The words that the fact may have as its value; () if its values are not words."""
        return self.kind if isinstance(self.kind, tuple) else ()

    def why_not(self, value: Any) -> str:
        """Return the reason why a row does not apply if the fact has this value."""
        told = ("yes" if value else "no") if isinstance(value, bool) else str(value) or "none"
        words = self.why.get(told) or self.otherwise or f"{self.words}: {told}"
        return words.replace("{value}", told)

    @property
    def untold(self) -> bool | int | str:
        """The value of the fact if it is not typed."""
        usual: Mapping[Any, bool | int] = {"yes/no": False, "number": self.least}
        return usual.get(self.kind, "") if self.assume is None else self.assume

    def help(self, name: str) -> str:
        """Return the words for the fact in help. They list the values that may be typed, and show how to type the fact
        for one stand.
        """
        bounds = f", {self.least} to {self.most}" if self.most < MOST else ""
        values = f": {', '.join(self.values[:-1])} or {self.values[-1]}" if self.values[1:] else ""
        text = f"yes: {self.words}" if self.kind == "yes/no" else f"{self.words}{values}{bounds}"
        sample = {"yes/no": "yes", "number": f"{self.most if self.most < 2 else 2}"}.get(
            str(self.kind), self.values[-1] if self.values else ""
        )
        return text + (f"; {self.of.upper()}.{name}={sample} for one {self.of}" if self.of else "")

    def reader(self, name: str) -> Callable[[str], Any]:
        """Return the reader of the text that is typed as the value of the fact."""
        from umpire.game.facts import key_of, whole, yes_or_no

        if self.kind == "yes/no":
            return yes_or_no(name)
        return whole(self.least, self.most, name) if self.kind == "number" else key_of(name, self.values)


def read_fact(row: Mapping[str, Any]) -> Asked:
    """Return a fact from its row. Nothing is checked."""
    kind: Any = row["is"] if isinstance(row["is"], str) else tuple(row["is"])
    return Asked(kind, **{key: value for key, value in row.items() if key != "is"})


@frozen
class Answered:
    """The values, typed or assumed, of the facts that a table asks for.

    `values` maps (subject, name) to a value; the subject is "" for the whole act. `one` is the id of the stand that
    throws. If rows belong to several stands, `one` is a dict from the value of a row's key `of` to the id of the stand.
    `foe` is the id of the opponent, or a dict of the same form. `sides` has the side of each stand.
    """

    values: Mapping[tuple[str, str], Any] = field(default_factory=dict)
    one: str | Mapping[str, str] = ""
    foe: str | Mapping[str, str] = ""
    sides: Mapping[str, str] = field(default_factory=dict)

    def of(self, one: str | Mapping[str, str]) -> Answered:
        """Return the same facts for the dice of another stand."""
        return replace(self, one=one)

    def against(self, foe: str | Mapping[str, str]) -> Answered:
        """Return the same facts with this opponent. Facts with `foe_` in front are about the opponent."""
        return replace(self, foe=foe)

    def value(self, name: str, of: str) -> Any:
        """Return the value of the fact for a row; None if the fact is not typed and has no words for an assumption."""
        one, foe = (each if isinstance(each, str) else each.get(of, "") for each in (self.one, self.foe))
        for key in ((one, name), ("", name)):
            if key in self.values:
                return self.values[key]
        return self.values.get((foe, name.removeprefix(FOE))) if name.startswith(FOE) else None


NOTHING_TOLD = Answered()


class Several(frozenset[str]):
    """The value of a fact that is several words at once. The value equals each of these words, so that the condition of
    a row can name one word.
    """

    def __eq__(self, other: object) -> bool:
        return other in self if isinstance(other, str) else super().__eq__(other)

    __hash__ = frozenset.__hash__

    def __str__(self) -> str:
        return ", ".join(sorted(self))


NONE = Several(("none",))
"""The value of a fact with several words at once, if none of its words applies."""


def ask(known: Facts, asked: Mapping[str, Asked], sides: Mapping[str, str]) -> Answered:
    """Return the values of all these facts. A fact is asked for once, or for each stand that throws, or for each side;
    its key `of` says which.

    `sides` has the side of each stand. Raises Mistake.
    """
    answers: dict[tuple[str, str], Any] = {}
    for name, each in asked.items():
        read, usual = each.reader(name), each.untold if each.assumed else None
        of = tuple(dict.fromkeys(sides.values() if each.of == "side" else sides)) if each.of else ("",)
        found = {id: known.settle(name, read, subject=id, assume=usual) for id in of}
        if each.of == "side":
            found = {id: found[side] for id, side in sides.items()}
        answers |= {(id, name): value for id, value in found.items()}
        if each.assumed:
            known.some(name, of, each.assumed)
    return Answered(answers, sides=sides)


def with_asked(act: AnAct, table: Any) -> AnAct:
    """Return the act with the facts that its table asks for."""
    asked = table.modifiers.asked(act.lists) if act.lists else {}
    if not asked:
        return act
    words = {name: each.help(name) for name, each in asked.items()}
    closed = {name: each.values or (("yes", "no") if each.kind == "yes/no" else ()) for name, each in asked.items()}
    return replace(act, facts={**act.facts, **words}, choices={**act.choices, **closed})


class Asks(FieldMark):
    """The mark of the section of facts that rows use. `family` is the module of the family."""

    def __init__(self, family: str) -> None:
        self.family = family

    def new(self, path: Path, base: Mapping[str, Any], over: Mapping[str, Any], amiss: Gathered) -> set[str]:
        """Check the names of the facts in a house file. Return the names of the facts that lack a required key."""
        unsaid = set()
        for name, row in over.items():
            here = (*path, name)
            if isinstance(row, Mapping) and "remove" in row:
                continue
            if not isinstance(row, Mapping) or as_written_once(row):
                unsaid.add(name)
                with amiss:
                    heading(here, name, row)
            elif name in base and not base[name].get("told"):
                for key in (key for key in _OF_TOLD if key in row):
                    with amiss:
                        wrong((*here, key), "the rules work out this fact, so it is never typed", f"leave out `{key}`")
            elif name not in base:
                missing = [key for key in ("is", "words") if key not in row]
                unsaid |= {name} if missing else set()
                with amiss:
                    if missing:
                        self._unsaid(here, name, missing, list(base))
                    self._named(here, name)
        return unsaid

    def _unsaid(self, here: Path, name: str, missing: list[str], known: list[str]) -> NoReturn:
        """Raise FileMistake for a new fact with missing keys. The error names the keys and shows how to write them."""
        how = {"is": "yes/no", "words": f"the {name}"}
        needs = ", ".join(f"`{key}`{' (yes/no, number or a list of words)' * (key == 'is')}" for key in missing)
        near = did_you_mean(name, known, few=0)
        text = ", ".join(f'{key} = "{how[key]}"' for key in missing)
        what = f"no fact has this name; a new fact needs {needs}"
        wrong(here, what, f"{near} Or write {text}" if near else f"write {text}")

    def _named(self, here: Path, name: str) -> None:
        if not _NAME.fullmatch(name):
            hint = "the name of a fact has at most 20 small letters, digits, - and _"
            wrong(here, "a fact with this name cannot be typed", hint)
        for word, what in self._taken():
            if word.lower().replace("-", "") == name.replace("-", ""):
                wrong(here, what, "choose another name")

    def _taken(self) -> Iterable[tuple[str, str]]:
        """Yield (word, reason) for words that already mean something in an act with lists of rows."""
        yield from ((word, f"{word!r} is a word that every command uses") for word in _OF_LINES)
        yield from ((word, f"{word!r} is a value of other facts") for word in ("yes", "no"))
        yield from ((word, f"{word!r} is a command") for word in _COMMANDS)
        family = import_module(self.family).FAMILY
        for act in (act for act in map(family.act, family.ACTS) if act.lists):
            yield act.verb, f"{act.verb!r} is a command"
            yield from ((fact, f"`{act.verb}` has a fact of this name already") for fact in act.facts)
            yield from ((word, f"{word!r} connects names in `{act.verb}`") for word in act.connectors)

    def fit(
        self, path: Path, fields: Mapping[str, Any], over: Collection[str], names: Callable[[str], Iterable[str]]
    ) -> None:
        """Check that the keys of each of these facts agree with each other, such as `least` with `most`. Raises
        FileMistake.

        For a section in brackets, such as `[core]`, the function `names` returns the names in the section. It returns
        any other word unchanged.
        """
        for name in (name for name in over if fields[name].get("told")):
            row, here = read_fact(fields[name]), (*path, name, "assume")
            assume, values = row.assume, [word for each in row.values for word in names(each)]
            one_of = f"one of: {', '.join(values)}"
            if row.least > row.most:
                wrong((*path, name, "most"), f"found {row.most}, expected {row.least} or more", "give a higher number")
            if row.kind == "yes/no" and type(assume) not in (NoneType, bool):
                wrong(here, f"found {found(assume)}, expected true or false")
            elif row.kind == "number" and assume is not None:
                if type(assume) is not int or not row.least <= assume <= row.most:
                    wrong(here, f"found {found(assume)}, expected a whole number from {row.least} to {row.most}")
            elif row.kind not in ("yes/no", "number"):
                if not values:
                    wrong((*path, name, "is"), "missing: the words to type", 'for example: is = ["dry", "mud"]')
                if assume is None:
                    wrong(here, "missing; this key gives the word that counts if you type none", one_of)
                if assume not in values:
                    wrong(here, f"found {found(assume)}, expected {one_of}")
        for name in over:
            row = read_fact(fields[name])
            _worded((*path, name), row, [word for each in row.values for word in names(each)])


def _worded(path: Path, row: Asked, values: list[str]) -> None:
    """Raise FileMistake if `why` or `says` of a fact has words for a value that the fact cannot have."""
    if row.kind == "number":
        return
    known = {"why": [*values, "none"], "says": [*values, "is", "not"]} if row.kind != "yes/no" else {}
    for key, said in (("why", row.why), ("says", row.says)):
        may = list(dict.fromkeys(known.get(key, ["yes", "no"])))
        for word in (word for word in said if word not in may):
            near = did_you_mean(word, may)
            wrong((*path, key, word), "not a value of this fact", near or f"one of: {', '.join(values or may)}")


def with_foes(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rows of facts. For each fact about single stands, a row `foe_NAME` about the opponent is added."""
    foes = {FOE + name: _of_the_foe(row) for name, row in facts.items() if isinstance(row, Mapping) and row.get("of")}
    return {**foes, **facts}


def _of_the_foe(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a fact about the opponent, made from a fact of a stand. Its words begin with `the other side`."""
    said: dict[str, Any] = {key: each for key, each in row.items() if key not in ("why", "otherwise", "says")}
    called = str(row.get("words", ""))
    why, says = (each if isinstance(each, Mapping) else {} for each in (row.get("why"), row.get("says")))
    wording = {
        "why": {key: f"the other side: {each}" for key, each in why.items()},
        "otherwise": f"the other side: {row['otherwise']}" if row.get("otherwise") else "",
        "says": {key: f"the other side {each}" for key, each in says.items()},
    }
    return {**said, "words": f"the other side: {called}", **wording}


def conditions(
    path: Path, legend: Mapping[str, Any], over: Mapping[str, Any], names: Callable[[str], Iterable[str]]
) -> None:
    """Check that each condition of a row is about a fact in `[fact]` and has a value of the right kind. Raises
    FileMistake.

    If a value of a fact is a section in brackets, `names` returns the names in that section.
    """
    from umpire.game.forms import MOST_KEYS  # only needed where a club's rows are looked at

    legend = with_foes(legend) if isinstance(legend, Mapping) else {}
    for name, wanted in over.items():
        here = (*path, name)
        if name not in legend and name.removeprefix(FOE) in legend:
            own = f"[fact.{name.removeprefix(FOE)}]"
            hint = f'if your file declares this fact, add `of = "stand"` to {own} (for d20-elements: `of = "element"`)'
            wrong(here, "a row cannot use this fact for the other side", hint)
        if name not in legend:
            wrong(here, "a row cannot use this fact", did_you_mean(name, list(legend), few=MOST_KEYS))
        asked = legend[name]
        kind = asked.get("is") if isinstance(asked, Mapping) else None
        if not isinstance(kind, list | tuple) and str(kind) not in _VALUES:
            continue  # reported at its own place
        for value in wanted if isinstance(wanted, list) and wanted else [wanted]:
            _held(here, kind, value, names)


def _held(path: Path, of: Any, value: Any, names: Callable[[str], Iterable[str]]) -> None:
    """Check one value against the kind of a fact: yes/no, a number or a list of words. Raises FileMistake."""
    from umpire.game.says.condition import in_bounds, read_condition  # only needed where a club's rows are looked at
    from umpire.game.says.formula import Formula

    kind, words = _VALUES[of if isinstance(of, str) else "word"]
    text = isinstance(value, str) and bool(value.strip()) and kind is not bool
    if not text and (type(value) is not kind or kind is str):
        bounds = kind is int and isinstance(value, Mapping)
        wrong(
            path, f"found {found(value)}, expected {words}", f"write {path[-1]} = {in_bounds(value)}" if bounds else ""
        )
    values = () if isinstance(of, str) else of
    known = [name for each in values if isinstance(each, str) for name in names(each)]
    if not text or value in known:
        return
    try:
        (tests,) = read_condition(str(path[-1]), value, any_word=True).any
        wanted = [test.bound.tree if isinstance(test.bound, Formula) else test.bound for test in tests]
    except Mistake:
        wanted = [()]
    if kind is int and not all(isinstance(bound, int) for bound in wanted):
        wrong(path, f"found {found(value)}, expected {words}", 'for example: ">= 3", or ">= 2 and <= 6"')
    for word in wanted if kind is str else ():
        if known and word not in known:
            listed = f"one of: {', '.join(known)}" if len(known) <= 8 else "a word that this fact can have"
            wrong(path, f"found {found(value)}, expected {listed}", did_you_mean(str(word), known, few=0))


_VALUES: Mapping[str, tuple[type, str]] = {
    "yes/no": (bool, "true or false"),
    "number": (int, "a whole number or a bound in quotes"),
    "word": (str, "a text in quotes"),
}


def facts_of(family: str) -> Any:
    """Return the annotation of `[fact]` in a table of this family."""
    return table_of(Asked, Stays(), Asks(family))


_ONCE = ("type", "means", "values", "ask")


def as_written_once(row: Mapping[str, Any]) -> bool:
    """Return whether a fact is written in the old form of `[when.NAME]`."""
    return any(key in row for key in _ONCE)


def heading(path: Path, name: str, row: Any, of: str = "fact") -> NoReturn:
    """Raise FileMistake for a fact under a wrong heading or in the old form. The hint has the lines to type."""
    line = f"write [{of}.{name}]"
    if isinstance(row, Mapping) and as_written_once(row):
        kind = row.get("type") if row.get("type") in ("yes/no", "number") else row.get("values", "yes/no")
        told = {"is": kind, "words": row.get("means", f"the {name}")}
        for key, each in row.items():
            if key not in _ONCE:
                told |= (
                    {f"{key}.{word}": one for word, one in each.items()} if isinstance(each, Mapping) else {key: each}
                )
        line += " with " + ", ".join(f"{key} = {json.dumps(one, default=str)}" for key, one in told.items())
    wrong(path, f"a fact is declared as [{of}.NAME]", line)


def as_told(row: Any) -> Any:
    """Return the row of a new fact of a house file with `told` set."""
    return {**row, "told": True} if isinstance(row, Mapping) and "remove" not in row else row


def wrong(path: Path, what: str, hint: str = "") -> NoReturn:
    """Raise FileMistake for an error at this key."""
    from umpire.game.forms import Problem  # only needed once something is wrong

    raise together([Problem(path, what, hint).mistake])
