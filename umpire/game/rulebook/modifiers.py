"""The modifiers: rows of a rule table. Each row that matters for a throw becomes a line of the pool. If the row does
not apply, its line gives the reason.

A row has conditions: `when = { foe_armoured = true, range = ">= 3" }` (see `says.condition`). The facts of an act are
the fields of one object. The conditions are checked against these facts. `[fact.NAME]` gives the meaning and the values
of a fact. The facts that the referee types (see `rulebook.asked`) are in the attribute `told` of the object. All
rulesets share this one kind of row.

This module also reads the options of a table: their values, and the meaning of each value in words.

`[options]` has the current value of each option. `[option_values.NAME]` has all values of an option, each with its
words; the default comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, cast

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import BadValue, Unasked, did_you_mean
from umpire.core.outcome import Objection
from umpire.core.pools import DiceLine, On
from umpire.game.records import Usual
from umpire.game.rulebook.asked import FOE, Answered, Asked, ask, read_fact, with_foes
from umpire.game.rulebook.rows import (
    Amount,
    AsPublished,
    Divisor,
    In,
    Options,
    RowConditions,
    Sections,
    Words,
    names_at,
    rows_by,
)

if TYPE_CHECKING:
    from umpire.game.facts import Facts
    from umpire.game.says.condition import Condition


class _Asking:
    """A row with conditions. `when` maps a fact to the values with which the row applies."""

    when: Mapping[str, Any]

    @cached_property
    def conditions(self) -> Mapping[str, Condition]:
        """The conditions of the row, by fact. All conditions must hold."""
        from umpire.game.says.condition import read_condition  # a status needs no conditions

        return {name: read_condition(name, wanted, any_word=True) for name, wanted in self.when.items()}

    @cached_property
    def tests(self) -> tuple[tuple[str, Callable[[Any, Any], bool]], ...]:
        """The conditions as functions of the value of a fact."""
        return tuple((name, condition.fits) for name, condition in self.conditions.items())


@frozen
class ModifierRow(_Asking):
    """A row that changes a throw by an amount.

    `at` names the throw that the row changes; all rows for the same throw form one list. `amount` is the number to add.
    `on` says what `amount` is added to: dice, roll, need or column. `of` says which stand the line belongs to; "" is
    the stand that throws. If `times` names a fact, the amount is multiplied by the value of this fact, divided by `per`
    and rounded down. The line then shows the text `counted`, in which `{times}` stands for this factor. `group` is the
    group whose limit counts for the row. The row applies only if the options have the values in `option`.
    """

    id: Words
    when: Annotated[Mapping[str, Any], RowConditions()]
    amount: Amount
    words: Words
    rule: Words
    at: Annotated[str, AsPublished("modifier", "at")] = ""
    on: Annotated[On, AsPublished("modifier", "on", alike="at")] = "dice"
    of: Annotated[str, AsPublished("modifier", "of")] = ""
    times: Annotated[str, In("fact", also=("",))] = ""
    per: Divisor = 1
    counted: Words = ""
    group: Annotated[str, In("group", also=("",))] = ""
    option: Annotated[Mapping[str, Any], Options()] = field(default_factory=dict)
    in_words: tuple[Annotated[str, In("fact", before=FOE)], ...] = ()


@frozen
class Cap:
    """The limits `least` and `most` for the sum of the rows of one group; None means no limit. If `worst` is true, only
    the worst row of the group counts.
    """

    id: Words
    words: Words
    rule: Words
    least: Amount | None = None
    most: Amount | None = None
    worst: bool = False
    option: Annotated[Mapping[str, Any], Options()] = field(default_factory=dict)

    def over(self, amounts: Sequence[int]) -> int:
        """Return the number to add to the sum of these `amounts`, so that the sum is within the limits of the group."""
        comes_to = min(amounts) if self.worst else sum(amounts)
        if self.least is not None:
            comes_to = max(comes_to, self.least)
        if self.most is not None:
            comes_to = min(comes_to, self.most)
        return comes_to - sum(amounts)


@frozen
class RuledRow(_Asking):
    """A row that refuses an act or changes the value of a throw, if the row applies. `at` is the act or the throw.

    The new value is one of three: `code` (the faces that hit), `need` (the number needed) or `number` (any other
    number). If `half` is given, the new value is half of the value in the book, rounded up or down.
    """

    id: str
    when: Mapping[str, Any]
    words: str
    rule: str
    at: str
    option: Mapping[str, Any] = field(default_factory=dict)
    code: str = ""
    need: int = 0
    number: int | None = None
    half: Literal["", "up", "down"] = ""
    of: ClassVar[str] = ""

    def value(self, usual: int) -> int:
        """Return the number that replaces the usual number."""
        if self.number is not None:
            return self.number
        return (usual + (self.half == "up")) // 2

    @property
    def shown(self) -> str:
        """The new value as the sheet prints it: `56 +44`, `4+`, `2`, `half, rounded up`."""
        if self.half:
            return f"half, rounded {self.half}"
        return self.code.replace("|", " +") or (f"{self.need}+" if self.number is None else str(self.number))


def ruled(acts: Any, throws: Any, **value: Any) -> Sections:
    """Return the sections of a table with rows that refuse one of these acts or change one of these throws."""
    row = {
        "id": Words,
        "when": Annotated[Mapping[str, Any], RowConditions()],
        "words": Words,
        "rule": Words,
        "option": Annotated[Mapping[str, Any], Options(), Usual()],
    }
    return {
        "refuse": rows_by({**row, "at": acts}, "id"),
        "instead": rows_by({**row, "at": throws, **value}, "id"),
    }


@frozen
class Modifiers:
    """All modifiers of a table. `rows` has the rows of each list; `caps` has the limits of the groups; `fields` has the
    facts that rows may use.

    `refuse` has, for each act, the rows that refuse it. `instead` has, for each throw, the rows that change its value.
    """

    rows: Mapping[str, tuple[ModifierRow, ...]]
    caps: tuple[Cap, ...]
    fields: Mapping[str, Asked]
    refuse: Mapping[str, tuple[RuledRow, ...]] = field(default_factory=dict)
    instead: Mapping[str, tuple[RuledRow, ...]] = field(default_factory=dict)

    def lines(
        self, at: str, facts: object, of: str | Mapping[str, str], views: Sequence[object] = ()
    ) -> tuple[DiceLine, ...]:
        """Return a line for each row of the list `at` that is worth showing. A row that does not apply gives the reason
        in its line. If a limit changes the sum, the limit has a line too.

        The argument `of` is the name of the stand that throws. If rows belong to several stands, `of` is a dict from
        the value of a row's key `of` to the name of the stand. If the stand fights two kinds of enemy at once, `views`
        has the facts about each kind. A row of a group then applies if it applies to one of the two kinds.
        """
        lines: list[DiceLine] = []
        capped: dict[str, list[DiceLine]] = {}
        for row in self.rows.get(at, ()):
            if self._in_no_question(row, facts):
                continue
            name = of if isinstance(of, str) else of[row.of]
            line = self._line(row, name, views if views and row.group else (facts,))
            lines.append(line)
            if row.group and line.applied:
                capped.setdefault(row.group, []).append(line)
        for cap in self.caps:
            own = capped.get(cap.id)
            if own and (over := cap.over([line.amount for line in own])):
                lines.append(DiceLine(own[0].of, over, cap.words, cap.rule, own[0].on))
        return tuple(lines)

    def asked(self, lists: Sequence[str]) -> Mapping[str, Asked]:
        """Return the facts that the referee may type for the rows of these lists."""
        names = {name for at in lists for row in self.rows.get(at, ()) for name in (*row.when, row.times)}
        for rows in (self.refuse, self.instead) if self.refuse or self.instead else ():
            names |= {name for at in lists for row in rows.get(at, ()) for name in row.when}
        foes = {name for name in names if name.startswith(FOE) and name.removeprefix(FOE) in self.fields}
        foes = {name for name in foes if self.fields[name].of}
        names |= {name.removeprefix(FOE) for name in foes}
        return {name: each for name, each in self.fields.items() if each.told and name in names - foes}

    def settle(self, known: Facts, lists: Sequence[str], sides: Mapping[str, str]) -> Answered:
        """Return the values that the referee has typed for the rows of these lists.

        `sides` maps each stand that throws to its side. Raises Mistake.
        """
        return ask(known, self.asked(lists), sides)

    def refused(self, act: str, facts: object, name: str, about: Sequence[str] = ()) -> Iterator[Objection]:
        """Yield an objection for each row that refuses this act, if the row applies. `name` is the name of the stand
        that acts. If `about` names facts, only rows that use one of these facts count.
        """
        for row in self.refuse.get(act, ()):
            if (not about or row.when.keys() & {*about}) and not self._unmet(row, facts):
                answer = self._answered_by(row, facts)
                yield Objection(row.rule, f"{name}: {row.words}{answer}", alike=(name, f"{row.words}{answer}"))

    def in_place(self, at: str, facts: object) -> RuledRow | None:
        """Return the first row that applies and changes the value of this throw; None if no row applies."""
        return next((row for row in self.instead.get(at, ()) if not self._unmet(row, facts)), None)

    def _answered_by(self, row: RuledRow, facts: Any) -> str:
        """Return words such as `, unless FACT=no`: if people type this fact, the row does not apply. FACT is the first
        yes/no fact that is not typed and has no words in `assumed`; if there is none, return "".
        """
        for name in (name for name in row.when if self.fields[name].told and self.fields[name].kind == "yes/no"):
            if facts.told.value(name, row.of) is None:
                told, fact = facts.told, self.fields[name]
                foe = name.startswith(FOE) and bool(fact.of)
                whose = str(told.foe if foe else told.one) if fact.of else ""
                whose = told.sides.get(whose, "") if fact.of == "side" else whose
                own = f"{whose}{'.' * bool(whose)}{name.removeprefix(FOE) if foe else name}"
                return f", unless {own}={'no' if fact.untold else 'yes'}"
        return ""

    def _value(self, row: ModifierRow | RuledRow, facts: Any, name: str) -> Any:
        asked = self.fields[name]
        if not asked.told:
            return getattr(facts, name)
        told = facts.told.value(name, row.of)
        return asked.untold if told is None else told

    def _in_no_question(self, row: ModifierRow, facts: Any) -> bool:
        """Return whether a row is left out of the lines. It is left out if one of its unmet conditions is
        about a hidden fact, or about a fact that was neither typed nor assumed.
        """
        if row.times and self._is_silent(row, facts, row.times) and not self._value(row, facts, row.times) // row.per:
            return True
        for name, fits in row.tests:
            if self._is_silent(row, facts, name) and not fits(self._value(row, facts, name), None):
                return True
        return False

    def _unmet(self, row: ModifierRow | RuledRow, facts: Any) -> str:
        """Return the first fact that keeps a row from applying; "" if the row applies."""
        for name, fits in row.tests:
            if not fits(self._value(row, facts, name), None):
                return name
        return ""

    def _is_silent(self, row: ModifierRow, facts: Any, name: str) -> bool:
        asked = self.fields[name]
        return asked.hidden or (asked.told and facts.told.value(name, row.of) is None)

    def _line(self, row: ModifierRow, of: str, views: Sequence[object]) -> DiceLine:
        failed = [self._unmet(row, view) for view in views]
        times = self._value(row, views[0], row.times) // row.per if row.times else 1
        wrong = "" if "" in failed else failed[0]
        if not wrong and not times:
            wrong = row.times
        if wrong:
            why = self.fields[wrong].why_not(self._value(row, views[0], wrong))
            return DiceLine(of, row.amount, row.words, row.rule, row.on, why)
        words = row.counted.replace("{times}", str(times)) if row.counted else row.words
        return DiceLine(of, row.amount * times, words, row.rule, row.on)


def read_modifiers(doc: Mapping[str, Any], numbers: Mapping[str, Any]) -> Modifiers:
    """Return the modifiers of a table: `[[modifier]]`, `[[group]]` and `[fact.NAME]`. A row that needs another value of
    an option is left out. The words of a row may have names in braces: a name in `numbers`, or a key of the row itself
    (`{per}`). Raises Mistake for a row that uses a fact without a `[fact.NAME]`.
    """
    fields = {name: _field(row, doc, numbers) for name, row in with_foes(doc.get("fact", {})).items()}
    rows, refuse, instead = (
        _by_list(doc, section, kind, fields, numbers)
        for section, kind in (("modifier", ModifierRow), ("refuse", RuledRow), ("instead", RuledRow))
    )
    caps = tuple(
        Cap(**{**plain, "words": filled(plain["words"], {**numbers, **plain})}) for plain in doc.get("group", ())
    )
    caps = tuple(cap for cap in caps if in_force(cap.option, doc.get("options", {})))
    return Modifiers(rows, caps, fields, refuse, instead)


def _by_list(
    doc: Mapping[str, Any], section: str, kind: Any, fields: Mapping[str, Asked], numbers: Mapping[str, Any]
) -> dict[str, tuple[Any, ...]]:
    """Return the rows of a section that apply with the current options, as a dict from the name of a list to its rows.
    Raises Mistake as `read_modifiers` does.
    """
    rows: dict[str, tuple[Any, ...]] = {}
    for plain in doc.get(section, ()):
        row = kind(
            **{
                key: filled(value, {**numbers, **plain, "times": "{times}"}) if key in ("words", "counted") else value
                for key, value in plain.items()
            }
        )
        for name in (*row.when, *filter(None, [plain.get("times")])):
            if name not in fields:
                hint = (
                    did_you_mean(name, list(fields))
                    or "the section [fact] of the rule table lists all facts that a row can use"
                )
                raise Unasked(f"{section} {row.id}: a row cannot use the fact {name!r}", hint, word=name)
        if in_force(row.option, doc.get("options", {})):
            rows[row.at] = (*rows.get(row.at, ()), row)
    return rows


def _field(row: Mapping[str, Any], doc: Mapping[str, Any], numbers: Mapping[str, Any]) -> Asked:
    """Return a fact that the conditions of rows may use. If the referee types the fact, each section in brackets, such
    as `[core]`, is replaced by the names in the section.
    """
    asked = read_fact({key: filled(value, numbers) for key, value in row.items()})
    if not asked.told:
        return asked
    names = ([*names_at(doc, each[1:-1])] if each.startswith("[") else [each] for each in asked.values)
    return replace(asked, kind=tuple(name for each in names for name in each)) if asked.values else asked


def in_force(wanted: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Return whether the options have the values that a row wants."""
    return all(options[name] == value for name, value in wanted.items())


def floored(lines: Iterable[DiceLine], of: str, least: int, words: str, rule: str) -> tuple[DiceLine, ...]:
    """Return the lines of one stand. If the lines give fewer dice than `least`, one more line adds the missing dice."""
    lines = tuple(lines)
    total = sum(line.amount for line in lines if line.applied and line.on == "dice")
    return (*lines, DiceLine(of, least - total, words, rule)) if total < least else lines


def filled(words: Any, numbers: Mapping[str, Any]) -> Any:
    """Return words with each `{name}` replaced by the number of that name. Braces without a known name stay."""
    if isinstance(words, str):
        return re.sub(r"\{(\w+)\}", lambda name: str(numbers.get(name[1], name[0])), words) if "{" in words else words
    if isinstance(words, Mapping):
        return {key: filled(value, numbers) for key, value in words.items()}
    return words


Rows = Mapping[str, Any]


def written(value: Any) -> str:
    """Return a value as a table writes it: `true`, `6|55`, `1`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def played(rows: Rows) -> Rows:
    """Return the options of a table after a check. Raises Mistake for an unknown option or value."""
    known, options = rows.get("option_values", {}), rows.get("options", {})
    for name, value in options.items():
        if name not in known:
            hint = did_you_mean(name, list(known)) or "options of the table: " + (", ".join(known) or "none")
            raise Unasked(f"options.{name}: not an option", hint)
        if written(value) not in known[name]:
            raise BadValue(f"options.{name}: {value!r} is not a value", "one of: " + ", ".join(known[name]), word=value)
    return cast(Rows, options)


def values_of(rows: Rows, option: str) -> list[Any]:
    """Return the values of an option, the default first; [] for an unknown option."""
    kind = type(rows["options"].get(option, ""))
    known = rows.get("option_values", {}).get(option, ())
    return [text == "true" if kind is bool else kind(text) for text in known]


def meaning(rows: Rows, option: str, value: Any) -> str:
    """Return the words for a value of an option, with the numbers of the table filled in; "" for an unknown value."""

    words = rows.get("option_values", {}).get(option, {}).get(written(value), "")
    return str(filled(words, rows.get("limits", {})))


def meanings(rows: Rows) -> dict[str, str]:
    """Return a dict from each option to the words for its current value."""
    return {option: meaning(rows, option, value) for option, value in rows["options"].items()}
