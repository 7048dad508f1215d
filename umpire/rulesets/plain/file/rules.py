"""The contents of a rule file, section by section: a record for each kind of row.

The format is described in docs/decisions/0013.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from umpire.core.frozen import frozen
from umpire.core.mistakes import Mistake, found
from umpire.game.records import About, As, FieldMark, Whole, Wrong
from umpire.game.rulebook.rows import DottedNames, Matching, Text, Words, rows_by
from umpire.game.says.condition import read_condition, read_when
from umpire.game.says.formula import parse

FORMAT = 1
MOST_DICE = 999
LARGEST = 9999
"""No number of a game is larger: of men, of a formula's dice, of a distance."""


class AFormula(FieldMark):
    """The annotation of a key whose value is a number, or a formula that gives a number."""

    def amiss(self, value: Any, about: About) -> Wrong | None:
        try:
            parse(value)
        except Mistake as wrong:
            return wrong.what, wrong.hint
        return None


class AWhen(DottedNames):
    """The annotation of a key whose value is a table of conditions. Each name in the table has the value that it must
    have.

    All conditions must hold.
    """

    def amiss(self, value: Any, about: About) -> Wrong | None:
        if not isinstance(value, Mapping):
            return f"found {found(value)}, expected a table", 'for example { range = "<= 10" }'
        try:
            read_when({name: _worded(wanted) for name, wanted in value.items()})
        except Mistake as wrong:
            return wrong.what, wrong.hint
        return None


_PHRASE = re.compile(r"[^\W_][\w'-]*(\s+[\w'-]+)+")


def is_phrase(said: str) -> bool:
    """Return whether a text is a phrase of several words. A phrase may be the result of a step."""
    return _PHRASE.fullmatch(said.strip()) is not None


def _worded(wanted: Any) -> Any:
    """Return the value of a condition. The word "phrase" takes the place of each phrase of several words."""
    if isinstance(wanted, list):
        return [_worded(each) for each in wanted]
    return "phrase" if isinstance(wanted, str) and is_phrase(wanted) else wanted


class SomeWords(FieldMark):
    """The annotation of a key whose list must have at least one word."""

    def amiss(self, value: Any, about: About) -> Wrong | None:
        return (
            None if len(value) else ("found a list of 0 words, expected at least one", 'for example ["foot", "horse"]')
        )


Formula = Annotated[int | str, AFormula()]
When = Annotated[Any, AWhen()]
Name = Annotated[str, Matching(r"[a-z][a-z0-9_]*", "small letters, digits and _")]
_DOTTED = r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*(\[[a-z][a-z0-9_.]*\])?"
Dotted = Annotated[str, Matching(_DOTTED, "an owner and a value, such as target.men or target.guns[arc]")]
Bound = Annotated[int, Whole(-LARGEST, LARGEST)]
Times = Annotated[int, Whole(1, 9)]
Kind = Literal["number", "yes/no", "distance"] | tuple[Name, ...]
"""What an attribute or a fact is: a number, yes or no, a distance, or one of a list of words."""


@frozen
class Attribute:
    """An attribute of types. If `by` names another attribute, this attribute has a number for each word of the other
    attribute. With a `formula`, the value is worked out.

    With `own`, a stand may have a value that differs from its type's value.
    """

    words: Words = ""
    kind: Annotated[Kind, As("is"), SomeWords()] = "number"
    by: str = ""
    least: Bound = 0
    most: Bound = 99
    usual: int | bool | str | Mapping[str, int] | None = None
    formula: Annotated[Formula, As("formula")] = ""
    own: bool = False


@frozen
class Track:
    """A number of a stand that goes down and up again. The stand begins with the number that its type gives. If the
    type gives no number, the stand begins with `full`. `rule` is cited when the number comes to 0.

    With `by`, a list of words, the track has a part for each word. Each part has its own name: with the words port and
    bow, the parts of `guns` are `guns_port` and `guns_bow`. With `own`, a stand may begin with a number that differs
    from its type's number.
    """

    words: Words
    full: Annotated[int, Whole(0, MOST_DICE)] | None = None
    empty: Literal["", "remove"] = ""
    by: tuple[Name, ...] = ()
    own: bool = False
    rule: Words = ""


@frozen
class MarkOf:
    """A mark on a stand: on or off, or a count. The mark is removed at the end of the phase, of a side's turn, or of
    the whole turn.

    If `until` is "own", the mark is removed at the end of the next turn of the stand's own side. The turn in which the
    mark was set does not count.
    """

    words: Words
    until: Literal["never", "phase", "side", "own", "turn"] = "never"
    counts: bool = False
    most: Annotated[int, Whole(1, MOST_DICE)] = MOST_DICE


@frozen
class SideTrack:
    """A number of a whole side, never above `full`. The number starts at `start`. Without `start`, the number starts at
    `full`. Without `start` and `full`, the number starts at 0.
    """

    words: Words
    full: Annotated[int, Whole(0, MOST_DICE)] = MOST_DICE
    start: Annotated[int, Whole(0, MOST_DICE)] | None = None


@frozen
class Victory:
    """A condition checked for each side after every act. A draw holds if its condition is true for every side."""

    id: Words
    when: When
    words: Words
    rule: Words = ""
    draw: bool = False


@frozen
class WrittenSheetLine:
    """A line of words on the sheet."""

    id: Words
    part: Words
    words: Text
    rule: Words = ""


@frozen
class Role:
    """The part of one stand, or of several stands, in an act.

    `after` is a connecting word; in the line typed, the names of the stands follow this word. If `after` is "",
    these stands are named first.
    """

    of: Literal["own", "enemy", "any"] = "any"
    after: Annotated[str, Matching(r"[a-z]+|", "a word in small letters")] = ""
    many: bool = False
    words: Words = ""


@frozen
class Fact:
    """A fact typed at the table. A fact belongs to the act, or to the stands in the roles that `of` lists. If the fact
    is not typed, its value is assumed, and the words in `assumed` are shown.

    `why` maps a value to the reason that is shown if a row needs this value and does not apply. `says` has the words
    for the sheet.
    """

    words: Words
    kind: Annotated[Kind, As("is"), SomeWords()]
    of: tuple[Name, ...] = ()
    least: Bound = 0
    most: Bound = 999
    assume: int | bool | str | None = None
    assumed: Words = ""
    why: Mapping[str, Words] = field(default_factory=dict)
    says: Mapping[str, Words] = field(default_factory=dict)


@frozen
class Refusal:
    """A refusal of an act: its conditions and its words."""

    id: Words
    when: When
    words: Words
    rule: Words = ""


@frozen
class Modifier:
    """A modifier: its amount, and the conditions under which the amount is added."""

    id: Words
    amount: Formula
    words: Words
    when: When = field(default_factory=dict)
    on: Literal["roll", "dice", "need", "column"] = "roll"
    rule: Words = ""


@frozen
class Limit:
    """The limits of a number: the least and the most."""

    least: Annotated[int | str | None, AFormula()] = None
    most: Annotated[int | str | None, AFormula()] = None


@frozen
class Effect:
    """One effect of a result. The key in the row says which effect it is."""

    lose: Dotted = ""
    gain: Dotted = ""
    mark: Dotted = ""
    unmark: Dotted = ""
    set: Dotted = ""
    remove: Annotated[str, As("remove")] = ""
    hand: Text = ""
    end: Annotated[bool | Literal["woken", "phase", "side", "turn"], As("end")] = False
    again: Words = ""
    by: Annotated[int | str | None, AFormula()] = None
    to: Annotated[int | str | None, AFormula()] = None
    share: bool = False
    most: Times = 1


@frozen
class ResultRow:
    """A result of a step. If the conditions of several results hold, the first of these results applies. Without
    `words`, the id of the result is shown. If `words` is "", no words are shown.
    """

    id: Words
    when: When = field(default_factory=dict)
    words: Words | None = None
    rule: Words = ""
    do: tuple[Effect, ...] = ()


TURN_ENDS: Literal["end of turn"] = "end of turn"
"""The moment of `Comes` that is an end."""


@frozen
class Comes:
    """An effect without dice. It applies when a turn, a side's turn or a phase begins, or when a turn ends.

    The effect applies once for each stand, once for each side, or only once.
    """

    id: Words
    at: Literal["turn", "side", "phase", "end of turn"]
    do: tuple[Effect, ...]
    each: Literal["", "stand", "side"] = ""
    phase: str = ""
    when: When = field(default_factory=dict)
    words: Words = ""
    rule: Words = ""


@frozen
class Turn:
    """The sequence of play: each side plays all phases, or each phase is played by every side, or stands are woken one
    by one.

    If stands are woken, `sides` says in which order the sides wake them. `first` says how the first side of a turn is
    found: the sides alternate, or the side with the highest number of a formula begins.
    """

    phases: tuple[Name, ...]
    order: Literal["sides", "phases", "stands"] = "sides"
    sides: Literal["in turn", "alternate", "free"] = "in turn"
    turns: Annotated[int, Whole(0, 99)] = 0
    first: Formula = ""
    comes: rows_by(Comes, "id") = ()  # type: ignore[valid-type]
    rule: Words = ""


ALTERNATE = "alternate"
"""The side that plays first, where the sides take turns at that."""

TOGETHER = ("alternate", "free")
"""Who wakes a stand next, where stands of both sides are woken in the same turn."""


@frozen
class CellRow:
    """A row of a table, with one cell for each column. `least` is the lowest total to which the row applies."""

    least: Bound
    cells: tuple[Words, ...]


@frozen
class Explode:
    """The dice that are thrown once more: dice that show one of the faces in `on`.

    The key `most` limits the further throws of each die.
    """

    on: tuple[Annotated[int, Whole(1, 100)], ...]
    most: Times = 1


@frozen
class Reroll:
    """The dice that are thrown again, but only once. The dice thrown again are dice with certain faces, dice that miss,
    dice that hit, or all dice of a check that fails.
    """

    on: tuple[Annotated[int, Whole(1, 100)], ...] | Literal["misses", "hits", "failure"]
    most: Annotated[int, Whole(1, MOST_DICE)] | None = None
    when: When = field(default_factory=dict)
    rule: Words = ""


DOUBLE = "double"


class AFace(FieldMark):
    """The annotation of a key whose value is a list of natural faces, a double, or a bound such as `">= need + 2"`.

    A bound is compared with the value of a die after all amounts are added to the die.
    """

    def amiss(self, value: Any, about: About) -> Wrong | None:
        if not isinstance(value, str) or value == DOUBLE:
            return None
        try:
            bounds = read_condition("face", value).bounds
        except Mistake as wrong:
            return wrong.what, wrong.hint
        return None if bounds else (f"found {found(value)}, expected faces or a bound", 'for example ">= need + 2"')


Look = Mapping[str, Annotated[tuple[Annotated[int, Whole(1, 100)], ...] | str, AFace()]]
"""Name -> the faces it counts, a bound on what a die comes to, or that two dice show the same face."""


@frozen
class Step:
    """A step of an act, with its modifiers and its results.

    The kind of the step is one of `opposed count check total table choose let play`.
    """

    id: Name
    words: Words = ""
    play: str = ""
    given: Annotated[Mapping[Name, Formula], As("with")] = field(default_factory=dict)
    each: str = ""
    opposed: Annotated[tuple[Name, Name] | None, As("opposed")] = None
    count: str = ""
    check: str = ""
    total: str = ""
    table: str = ""
    choose: Annotated[str | tuple[Name, ...], As("choose")] = ""
    let: Annotated[int | str | None, AFormula()] = None
    of: str = ""
    policy: Words = ""
    dice: Formula = 1
    dice_words: Words = ""
    sides: Annotated[int, Whole(2, 100)] = 6
    roll: Annotated[int | str | None, AFormula()] = None
    roll_words: Words = ""
    need: Annotated[int | str | None, AFormula()] = None
    need_words: Words = ""
    want: Literal["least", "most"] = "least"
    keep: Annotated[str, Matching(r"((best|worst) [1-9][0-9]?)?", "for example best 1 or worst 2")] = ""
    look: Look = field(default_factory=dict)
    explode: Explode = Explode(())
    reroll: Reroll = Reroll(())
    columns: tuple[Words, ...] = ()
    odds: Annotated[tuple[Formula, Formula] | None, As("odds")] = None
    below: Words = ""
    column: Annotated[int | str | None, AFormula()] = None
    rows: tuple[CellRow, ...] = ()
    rule: Words = ""
    when: When = field(default_factory=dict)
    otherwise: int | bool | str | None = None
    modifier: rows_by(Modifier, "id") = ()  # type: ignore[valid-type]
    limit: Mapping[Literal["roll", "dice", "need", "column"], Limit] = field(default_factory=dict)
    result: rows_by(ResultRow, "id") = ()  # type: ignore[valid-type]


@frozen
class StepBlock:
    """The steps that are written once for several acts. A step that plays the block hands over the roles, the numbers
    and the facts that the block uses.
    """

    roles: tuple[Name, ...]
    step: rows_by(Step, "id")  # type: ignore[valid-type]
    numbers: tuple[Name, ...] = ()
    facts: tuple[Name, ...] = ()
    words: Words = ""


@frozen
class ActOf:
    """An act: its roles, its facts, its refusals, its steps."""

    words: Words
    role: Mapping[str, Role]
    step: rows_by(Step, "id")  # type: ignore[valid-type]
    usage: Text = ""
    turn: Literal["own", "enemy", "any"] = "own"
    phase: str | tuple[Name, ...] = ()
    once: str = ""
    owed: str = ""
    begins: bool = False
    rule: Words = ""
    fact: Mapping[str, Fact] = field(default_factory=dict)
    refuse: rows_by(Refusal, "id") = ()  # type: ignore[valid-type]
