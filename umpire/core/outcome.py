"""What a rule answers: objections before any die is thrown, an outcome after the last one, listings to read."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

from umpire.core.frozen import frozen, replace

T = TypeVar("T")

NOBODY, DASH = "", "-"
"""What a tally says where there is nothing to name; and how that, and nobody at all, stands in JSON."""

Value = int | str | tuple[str, ...]
"""What a tally says by a name: a number, a result in a word, or who it happens to, each by name."""


REMOVE, MOVE, LAY, TURN_UP = LABELS = ("REMOVE", "MOVE", "lay", "turn up")
"""The first words of instructions that are shown in a way of their own."""


class Instruction(str):
    """An instruction for the table as the record has it: one of LABELS, with its stand, and how. Others: no label."""

    __slots__ = ()

    @property
    def label(self) -> str:
        """Which of LABELS it is, else ""."""
        return next((label for label in LABELS if self.startswith(f"{label} ")), "")

    @property
    def rest(self) -> str:
        """What stands behind the label."""
        return self[len(self.label) :].lstrip()

    def way(self, name: str) -> tuple[str, ...]:
        """How it is done with the one of this name, part by part: `road 4` and `open 2`; () where it is another's."""
        return tuple(self.rest[len(name) + 1 :].split(", ")) if self.rest.startswith(f"{name} ") else ()


def number_of(number: int, one: str, many: str = "") -> str:
    """So many of them in words: `1 die`, `6 dice`, `2 hits`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


class Objection(NamedTuple):
    """A rule that says no. The referee may overrule it, unless it leaves no number to go on with.

    `tell` then names the fact that would have to be told instead, as it is typed: `pz.order=M`; where nothing can be
    typed instead, the objection is `final`. One that `decides` is said alone: the others follow from it. One `of` the
    actor holds whoever the target is, one `of` the distance for whoever is farther too; one `of` a move does not say
    whose it is. One that `passes` is over with the turn: a preview is answered all the same. `alike` has the name it is
    about and what holds of it: what holds of several is said once, of all.
    """

    rule: str
    words: str
    tell: str = ""
    final: bool = False
    decides: bool = False
    of: Literal["", "actor", "distance", "move"] = ""
    passes: bool = False
    alike: tuple[str, str] = ("", "")

    @property
    def overrulable(self) -> bool:
        """Whether the act can go on by a ruling."""
        return not (self.tell or self.final)


def said_once(objections: Iterable[Objection]) -> list[str]:
    """Each objection in words with its rule; those that are alike in one line that names all they are about."""
    about: dict[tuple[str, str], list[Objection]] = {}
    for each in objections:
        about.setdefault((each.rule, each.alike[1] or each.words), []).append(each)
    lines = []
    for (rule, what), those in about.items():
        names = ", ".join(dict.fromkeys(each.alike[0] for each in those))
        words = those[0].words if names == those[0].alike[0] else f"{names}: {what}"
        lines.append(f"{words} ({rule})")
    return lines


class Follow(NamedTuple):
    """What play would have had follow from a correction: the words of `set` that say so, and why, with the rule."""

    words: tuple[str, ...]
    why: str


def deciding(objections: Sequence[Objection]) -> Sequence[Objection]:
    """The objections that decide, else all of them: what is said of an act that many rules forbid."""
    return [objection for objection in objections if objection.decides] or objections


@frozen
class Outcome:
    """What a procedure comes to.

    `effects` are the family's own frozen values, applied to the state in order; `words` what happened, a line each;
    `instructions` what to do on the table (`REMOVE tank B`, `para 4→3`); `pending` what is still to do; `tally` the
    named results that odds are listed by, the same names on every path (`para loses`, 1). `again` says that nothing is
    decided and the same is thrown once more (a tie): a loop of the command, which keeps every throw in the record.
    `unthrown` says why dice that are often thrown were not, for whoever has told them.
    """

    effects: tuple[Hashable, ...] = ()
    words: tuple[str, ...] = ()
    instructions: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    tally: tuple[tuple[str, Value], ...] = ()
    again: bool = False
    unthrown: tuple[str, ...] = ()

    def __hash__(self) -> int:
        """Of what tells outcomes apart soonest: odds hash them all."""
        return hash((self.words, self.tally, self.instructions))


def tally_plain(tally: Iterable[tuple[str, Value]]) -> dict[str, int | str]:
    """Return a tally for JSON: names joined, nobody as a dash."""
    return {name: value_plain(value) for name, value in tally}


def value_plain(value: Value) -> int | str:
    """Return one value of a tally for JSON."""
    return DASH if (joined := joined_names(value)) == NOBODY else joined


def joined_names(value: Value) -> int | str:
    """Return a value of a tally with its names in one text."""
    return ", ".join(value) if isinstance(value, tuple) else value


def different(before: Mapping[str, T], after: Mapping[str, T]) -> Iterator[tuple[T, T]]:
    """What was there and still is, as it was and as it is, where that is not the same."""
    return ((before[id], now) for id, now in after.items() if id in before and before[id] != now)


class Listing(NamedTuple):
    """Rows to read: a title, column headings, rows of text, and notes below. `right` are columns of numbers.

    The rows of `prose` are lines of words with what each begins with and its rule: a part of a sheet, by its title.
    `place` is what of a sheet it is on, where that is not the play; a `chart` is what is looked at most;
    a part that `begins` a side of paper stands whole on it.
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
    """A note of a head that says what is still to be done."""

    __slots__ = ()


class Lost(str):
    """A line of a side that says what it has lost: so many of so many, counted in units."""

    lost: int
    full: int
    unit: str

    def __new__(cls, words: str, lost: int, full: int, unit: str) -> Lost:
        one = super().__new__(cls, words)
        one.lost, one.full, one.unit = lost, full, unit
        return one


class ToGo(str):
    """A line of a side that says which of its units still have something to do, by their ids."""

    ids: tuple[str, ...]

    def __new__(cls, words: str, ids: Iterable[str]) -> ToGo:
        one = super().__new__(cls, words)
        one.ids = tuple(ids)
        return one


class Holds(str):
    """A line of a side that says what it holds, worth so many points."""

    points: int

    def __new__(cls, words: str, points: int) -> Holds:
        one = super().__new__(cls, words)
        one.points = points
        return one


class Head(NamedTuple):
    """Where a game is in a few lines: `where` in its sequence of play ("" where none is kept), who acts, what is owed.

    `notes` say the latter two, `sides` what each side has left to do and to do it with, what it holds and what it has
    lost (`Lost`, `ToGo`, `Holds` have those in numbers); `then` is what comes next; `ahead` says who is ahead and what
    victory takes, for a score; `headline` who has won or is ahead, by how much, and "" where nobody counts that.
    """

    where: str = ""
    notes: tuple[str, ...] = ()
    sides: tuple[tuple[str, tuple[str, ...]], ...] = ()
    then: str = ""
    ahead: tuple[str, ...] = ()
    headline: str = ""


class Change:
    """What happens to one thing: it sets the fields named at its class, as `Pin(ToStand, pinned=True)`, and its own.

    `of` is the field that says which thing it is, `among` the field of the state that has such things by their id; ""
    where it is the state itself.
    """

    of: ClassVar[str] = ""
    among: ClassVar[str] = ""
    sets: ClassVar[Mapping[str, Any]] = {}

    def __init_subclass__(cls, **sets: Any) -> None:
        cls.sets = sets

    def on(self, thing: Any) -> Any:
        """The thing after it."""
        return self.put(thing)

    def put(self, thing: T) -> T:
        """The thing with those fields."""
        own = {name: value for name, value in vars(self).items() if name != self.of}
        return replace(thing, **{**self.sets, **own})  # type: ignore[type-var]


def put_all(state: T, changes: Iterable[Any]) -> T:
    """The state after these changes, in order."""
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
