"""From the rows of a table to the lines of a pool: what applies, how much it counts, and why the rest does not.

A row says when it applies (`when = { foe_armoured = true, range = ">= 3" }`, see `says.condition`); the facts are a
frozen value whose fields it asks about; `[fact.NAME]` has the meaning of a field, its values, and the reason why a row
that depends on it does not apply. A field that the table itself asks for (see `rulebook.asked`) is in the `told` of
that value.
Every ruleset's rows are of this one kind.

The options of a table: their values, and the meaning of each in words.

`[options]` has the values in play, `[option_values.NAME]` every value with its words, the default first. Values are
compared as they are written, and have the type of the default.
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
    """A row that says when it applies: what it wants, by field."""

    when: Mapping[str, Any]

    @cached_property
    def conditions(self) -> Mapping[str, Condition]:
        """Its conditions by field, all of which must hold."""
        from umpire.game.says.condition import read_condition  # a status asks no row

        return {name: read_condition(name, wanted, any_word=True) for name, wanted in self.when.items()}

    @cached_property
    def tests(self) -> tuple[tuple[str, Callable[[Any, Any], bool]], ...]:
        """The same as functions of a value; there are no names in them, so that nothing else is asked."""
        return tuple((name, condition.fits) for name, condition in self.conditions.items())


@frozen
class ModifierRow(_Asking):
    """A row of modifiers.

    `at` is the list it belongs to (the throw it changes), `amount` what it adds `on` dice, roll, need or column, `of`
    whose line it is ("" the stand asked for). With `times` it counts that often: the number in that field, divided by
    `per` and rounded down; `counted` are its words then, `{times}` the number. `group` is the cap it falls under. It
    is in force while the options are as in `option`.
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
    """What the rows of one group come to together: at `least` and at `most` (None: no bound), or the `worst` alone."""

    id: Words
    words: Words
    rule: Words
    least: Amount | None = None
    most: Amount | None = None
    worst: bool = False
    option: Annotated[Mapping[str, Any], Options()] = field(default_factory=dict)

    def over(self, amounts: Sequence[int]) -> int:
        """Return the amount to add to those of the rows that apply, to keep the bounds of the group; mostly 0."""
        comes_to = min(amounts) if self.worst else sum(amounts)
        if self.least is not None:
            comes_to = max(comes_to, self.least)
        if self.most is not None:
            comes_to = min(comes_to, self.most)
        return comes_to - sum(amounts)


@frozen
class RuledRow(_Asking):
    """A row that adds nothing: where it holds, the act `at` is refused, or the throw `at` has this value.

    The value, in place of the book's, is the `code` of the results that hit, the number `need`ed (0: none), a `number`,
    or `half` of the book's, rounded up or down.
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
        """The number in place of the usual one."""
        if self.number is not None:
            return self.number
        return (usual + (self.half == "up")) // 2

    @property
    def shown(self) -> str:
        """The value as it stands on a sheet: `56 +44`, `4+`, `2`, `half, rounded up`."""
        if self.half:
            return f"half, rounded {self.half}"
        return self.code.replace("|", " +") or (f"{self.need}+" if self.number is None else str(self.number))


def ruled(acts: Any, throws: Any, **value: Any) -> Sections:
    """The sections of rows that refuse one of these acts, and that give one of these throws another value."""
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
    """The rows in force by the list they belong to, the caps of their groups, and what they may ask about.

    `refuse` are rows by the act that they refuse, `instead` by the throw that they give another value.
    """

    rows: Mapping[str, tuple[ModifierRow, ...]]
    caps: tuple[Cap, ...]
    fields: Mapping[str, Asked]
    refuse: Mapping[str, tuple[RuledRow, ...]] = field(default_factory=dict)
    instead: Mapping[str, tuple[RuledRow, ...]] = field(default_factory=dict)

    def lines(
        self, at: str, facts: object, of: str | Mapping[str, str], views: Sequence[object] = ()
    ) -> tuple[DiceLine, ...]:
        """Every row of the list `at` that could be in question, applied or with why not; caps have a line of their own.

        `of` is the name of the stand, or names by `of` of the row. A capped row is asked of each of `views`, where
        there are any, and applies if it does for one of them: a stand that fights two kinds of enemy at once.
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
        """Return the fields of the table that are typed and that rows of these lists depend on."""
        names = {name for at in lists for row in self.rows.get(at, ()) for name in (*row.when, row.times)}
        for rows in (self.refuse, self.instead) if self.refuse or self.instead else ():
            names |= {name for at in lists for row in rows.get(at, ()) for name in row.when}
        foes = {name for name in names if name.startswith(FOE) and name.removeprefix(FOE) in self.fields}
        foes = {name for name in foes if self.fields[name].of}
        names |= {name.removeprefix(FOE) for name in foes}
        return {name: each for name, each in self.fields.items() if each.told and name in names - foes}

    def settle(self, known: Facts, lists: Sequence[str], sides: Mapping[str, str]) -> Answered:
        """Return the typed values of the fields that rows of these lists depend on, for the stands that throw.

        `sides` has the side of each. Raises Mistake.
        """
        return ask(known, self.asked(lists), sides)

    def refused(self, act: str, facts: object, name: str, about: Sequence[str] = ()) -> Iterator[Objection]:
        """What the rows that refuse this act have against it, where the facts are so; `name` is who acts.

        Of rows only those that ask one of the facts `about`, where there are any.
        """
        for row in self.refuse.get(act, ()):
            if (not about or row.when.keys() & {*about}) and not self._unmet(row, facts):
                answer = self._answered_by(row, facts)
                yield Objection(row.rule, f"{name}: {row.words}{answer}", alike=(name, f"{row.words}{answer}"))

    def in_place(self, at: str, facts: object) -> RuledRow | None:
        """The first row that gives this throw another value, where the facts are so."""
        return next((row for row in self.instead.get(at, ()) if not self._unmet(row, facts)), None)

    def _answered_by(self, row: RuledRow, facts: Any) -> str:
        """The fact of yes and no that would keep a row from applying and that nobody typed, as it is typed."""
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
        """Return whether a row fails on the kind of a stand, or on a fact not typed and not assumed in words."""
        if row.times and self._is_silent(row, facts, row.times) and not self._value(row, facts, row.times) // row.per:
            return True
        for name, fits in row.tests:
            if self._is_silent(row, facts, name) and not fits(self._value(row, facts, name), None):
                return True
        return False

    def _unmet(self, row: ModifierRow | RuledRow, facts: Any) -> str:
        """The first field that keeps a row from applying, or "" if the row applies."""
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
    """The `[[modifier]]`, `[[group]]` and `[fact.NAME]` of a table; rows bound to another option are left out.

    `numbers` are the values of `{names}` in words, in addition to those of the row itself (`{per}`). Raises Mistake for
    a row that asks about a field that has no `[fact.NAME]`.
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
    """The rows of a section that are in force, by the list they belong to. Raises Mistake as `read_modifiers`."""
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
                hint = did_you_mean(name, list(fields)) or "[fact] of the table lists all facts that it may ask about"
                raise Unasked(f"{section} {row.id}: no row may ask about {name!r}", hint, word=name)
        if in_force(row.option, doc.get("options", {})):
            rows[row.at] = (*rows.get(row.at, ()), row)
    return rows


def _field(row: Mapping[str, Any], doc: Mapping[str, Any], numbers: Mapping[str, Any]) -> Asked:
    """A field that rows may ask about; a typed one has the names of a section in place of `[section]`."""
    asked = read_fact({key: filled(value, numbers) for key, value in row.items()})
    if not asked.told:
        return asked
    names = ([*names_at(doc, each[1:-1])] if each.startswith("[") else [each] for each in asked.values)
    return replace(asked, kind=tuple(name for each in names for name in each)) if asked.values else asked


def in_force(wanted: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether the options are as a row wants them."""
    return all(options[name] == value for name, value in wanted.items())


def floored(lines: Iterable[DiceLine], of: str, least: int, words: str, rule: str) -> tuple[DiceLine, ...]:
    """The lines of one stand with one more that lifts its dice to `least`, where they come to fewer."""
    lines = tuple(lines)
    total = sum(line.amount for line in lines if line.applied and line.on == "dice")
    return (*lines, DiceLine(of, least - total, words, rule)) if total < least else lines


def filled(words: Any, numbers: Mapping[str, Any]) -> Any:
    """Words with `{name}` replaced by the number of that name; names that are none stay. Anything else as it is."""
    if isinstance(words, str):
        return re.sub(r"\{(\w+)\}", lambda name: str(numbers.get(name[1], name[0])), words) if "{" in words else words
    if isinstance(words, Mapping):
        return {key: filled(value, numbers) for key, value in words.items()}
    return words


Rows = Mapping[str, Any]


def written(value: Any) -> str:
    """A value as it stands in a table: `true`, `6|55`, `1`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def played(rows: Rows) -> Rows:
    """The options as they are played. Raises Mistake for one that is none, or that is none of its values."""
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
    """Return the meaning of a value of an option, with the numbers of the table; "" for an unknown value."""

    words = rows.get("option_values", {}).get(option, {}).get(written(value), "")
    return str(filled(words, rows.get("limits", {})))


def meanings(rows: Rows) -> dict[str, str]:
    """Option -> what the value that is played means."""
    return {option: meaning(rows, option, value) for option, value in rows["options"].items()}
