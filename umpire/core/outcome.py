"""The values that rules return: objections before any die is thrown, an outcome after the last die, and listings to
read.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

from umpire.core.frozen import frozen, replace

T = TypeVar("T")

NOBODY, DASH = "", "-"
"""The value in a tally if no name applies, and the dash that JSON has for this value."""

Value = int | str | tuple[str, ...]
"""A value in a tally: a number, a result in a word, or names of stands."""


REMOVE, MOVE, PUT, TURN_UP = LABELS = ("REMOVE", "MOVE", "put", "turn up")
"""The labels at the start of an instruction that some displays show in their own way."""
OLD_LABELS = {"lay": PUT}
"""A label in games of release 1.0 -> the label that replaces it."""


class Instruction(str):
    """An instruction to people at the table, as recorded.

    The instruction may begin with one of LABELS. After the label come the name of a stand or thing, and the details.
    """

    __slots__ = ()

    @property
    def label(self) -> str:
        """Return the label, one of LABELS; "" if there is none."""
        return OLD_LABELS.get(self._recorded, self._recorded)

    @property
    def rest(self) -> str:
        """Return the text after the label."""
        return self[len(self._recorded) :].lstrip()

    @property
    def _recorded(self) -> str:
        """Return the label as it is recorded. The label may come from an older version."""
        return next((label for label in (*LABELS, *OLD_LABELS) if self.startswith(f"{label} ")), "")

    def way(self, name: str) -> tuple[str, ...]:
        """Return the details after this name as a tuple, such as `("road 4", "open 2")`.

        Return () if the instruction is about another name or has no name.
        """
        return tuple(self.rest[len(name) + 1 :].split(", ")) if self.rest.startswith(f"{name} ") else ()


def number_of(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: `1 die`, `6 dice`, `2 hits`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


class Objection(NamedTuple):
    """A rule that forbids an act. The referee may overrule the objection, unless it has a `retype` or is `final`.

    `retype` is a fact that the referee must type before the act can go on: `pz.order=M`. If no fact makes the act
    possible, the objection is `final`. If `decides` is true, the other objections follow from this objection and are
    not shown. `depends_on` says to which other acts the objection applies. An objection that depends on the actor
    applies to every target. An objection that depends on the distance also applies to every target further away. If an
    objection depends on the move, its `words` leave out the name of the stand. If several stands move, Umpire puts the
    name in front of these words. If `passes` is true, the objection will not apply next turn, so a preview shows the
    act without the objection. `alike` has two texts: the name of the stand or thing, and the words of the objection
    without this name. Objections with the same second text share one line with all their names.
    """

    rule: str
    words: str
    retype: str = ""
    final: bool = False
    decides: bool = False
    depends_on: Literal["", "actor", "distance", "move"] = ""
    passes: bool = False
    alike: tuple[str, str] = ("", "")

    @property
    def ruled(self) -> str:
        """Return the words of the objection, with its rule if it cites one."""
        return f"{self.words} ({self.rule})" if self.rule else self.words

    @property
    def overrulable(self) -> bool:
        """True if a ruling lets the act go on."""
        return not (self.retype or self.final)


def said_once(objections: Iterable[Objection]) -> list[str]:
    """Return each objection in words with its rule.

    If objections differ only in a name, they share one line with all their names.
    """
    about: dict[tuple[str, str], list[Objection]] = {}
    for each in objections:
        about.setdefault((each.rule, each.alike[1] or each.words), []).append(each)
    lines = []
    for (rule, what), those in about.items():
        names = ", ".join(dict.fromkeys(each.alike[0] for each in those))
        words = those[0].words if names == those[0].alike[0] else f"{names}: {what}"
        lines.append(f"{words} ({rule})" if rule else words)
    return lines


class Follow(NamedTuple):
    """A further correction that the rules of play require. `words` are the words to type after `set`; `why` is the
    reason with its rule.
    """

    words: tuple[str, ...]
    why: str


def deciding(objections: Sequence[Objection]) -> Sequence[Objection]:
    """Return the objections to show for an act. If some objections decide, only these objections are shown; if no
    objection decides, all objections are shown.
    """
    return [objection for objection in objections if objection.decides] or objections


@frozen
class Outcome:
    """The result of a procedure.

    `effects` are the changes to the state, in order. `words` say what happened, one line each. `instructions` say what
    to change on the table (`REMOVE tank B`, `para 4→3`); `pending` lists things still to do. `tally` has the results
    that the odds list, as pairs of a name and a value: (`para loses`, 1). The names are the same on every path. If
    `is_tie_reroll` is true, the throw was a tie and is repeated. `unthrown` says why dice that are often thrown were
    not needed; this text is shown if the referee typed these dice.
    """

    effects: tuple[Hashable, ...] = ()
    words: tuple[str, ...] = ()
    instructions: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    tally: tuple[tuple[str, Value], ...] = ()
    is_tie_reroll: bool = False
    unthrown: tuple[str, ...] = ()

    def __hash__(self) -> int:
        """Hash only the fields that differ most often. This saves time when the odds are counted."""
        return hash((self.words, self.tally, self.instructions))


def tally_plain(tally: Iterable[tuple[str, Value]]) -> dict[str, int | str]:
    """Return a tally for JSON. Several names become one text; a dash means no name."""
    return {name: value_plain(value) for name, value in tally}


def value_plain(value: Value) -> int | str:
    """Return one value of a tally for JSON."""
    return DASH if (joined := joined_names(value)) == NOBODY else joined


def joined_names(value: Value) -> int | str:
    """Return a value of a tally. Several names become one text with commas; any other value is returned unchanged."""
    return ", ".join(value) if isinstance(value, tuple) else value


def different(before: Mapping[str, T], after: Mapping[str, T]) -> Iterator[tuple[T, T]]:
    """Yield (before, after) for each id present in both mappings with different values."""
    return ((before[id], now) for id, now in after.items() if id in before and before[id] != now)


class Listing(NamedTuple):
    """A table to read: a title, column headings, rows of text, and notes below. `right` lists the columns that have
    numbers.

    If the listing is `prose`, each row has the first words of a sentence, the rest of the sentence, and the rule.
    `place` names the part of the sheet with the listing; "" means the part about the sequence of play. `chart` marks a
    listing that people look up often. `begins` marks a listing that begins a new page and is not split.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    right: tuple[int, ...] = ()
    prose: bool = False
    place: str = ""
    chart: bool = False
    begins: bool = False


class Owed(str):
    """A note in a `Head` about something still to do."""

    __slots__ = ()


class Lost(str):
    """A line about the losses of a side. `lost` is the number lost; `full` is the number at the start; `unit` names the
    things counted.
    """

    lost: int
    full: int
    unit: str

    def __new__(cls, words: str, lost: int, full: int, unit: str) -> Lost:
        one = super().__new__(cls, words)
        one.lost, one.full, one.unit = lost, full, unit
        return one


class ToGo(str):
    """A line about the units of a side that can still act; `ids` has the ids of these units."""

    ids: tuple[str, ...]

    def __new__(cls, words: str, ids: Iterable[str]) -> ToGo:
        one = super().__new__(cls, words)
        one.ids = tuple(ids)
        return one


class Holds(str):
    """A line about the objectives that a side holds; `points` is the number of points for these objectives."""

    points: int

    def __new__(cls, words: str, points: int) -> Holds:
        one = super().__new__(cls, words)
        one.points = points
        return one


class Head(NamedTuple):
    """The position of a game in a few lines: its phase, the side to act, and things still to do.

    `where` is the phase ("" without a sequence of play). `notes` give the side to act and the things still to do.
    `sides` has lines for each side: about the units that can still act (`ToGo`), the objectives (`Holds`) and the
    losses (`Lost`). `then` is the next phase. `ahead` names the side that leads and the objectives that nobody holds,
    and says what victory requires. `headline` says which side has won or leads, and by how much; it is "" if the game
    keeps no score.
    """

    where: str = ""
    notes: tuple[str, ...] = ()
    sides: tuple[tuple[str, tuple[str, ...]], ...] = ()
    then: str = ""
    ahead: tuple[str, ...] = ()
    headline: str = ""


class Change:
    """A change to one thing.

    The fields of a change are the fields to set, with their new values. A class may also set fields to fixed values:
    `class Pin(ToStand, pinned=True)`. The text `of` names the field that has the id of the thing; this field is not
    set. The text `among` names the field of the state that holds the things by id; `among` is "" if the state itself
    changes.
    """

    of: ClassVar[str] = ""
    among: ClassVar[str] = ""
    sets: ClassVar[Mapping[str, Any]] = {}

    def __init_subclass__(cls, **sets: Any) -> None:
        cls.sets = sets

    def on(self, thing: Any) -> Any:
        """Return the thing after the change."""
        return self.put(thing)

    def put(self, thing: T) -> T:
        """Return a copy of the thing with the new values of this change."""
        own = {name: value for name, value in vars(self).items() if name != self.of}
        return replace(thing, **{**self.sets, **own})  # type: ignore[type-var]


def put_all(state: T, changes: Iterable[Any]) -> T:
    """Return the state after these changes, in order."""
    held: dict[str, dict[str, Any]] = {}
    for change in changes:
        if among := change.among:
            if among not in held:
                held[among] = dict(getattr(state, among))
            things, id = held[among], getattr(change, change.of)
            things[id] = change.on(things[id])
        else:
            state, held = change.on(replace(state, **held)), {}  # type: ignore[type-var]
    return replace(state, **held)  # type: ignore[type-var]
