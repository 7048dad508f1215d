"""The facts of a situation. A fact is typed by the referee, shown by the game, or assumed. A typed fact overrides a
fact from the game. Assumptions are listed on one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, Misplaced, Missing, Mistake, Twice, Unasked, did_you_mean
from umpire.game import naming

if TYPE_CHECKING:
    from umpire.game.clock.effect import Staying
    from umpire.game.clock.when import Moment

T = TypeVar("T")


@frozen
class TypedLine:
    """The words of an act, sorted into names and facts. `names` maps a connecting word to the names after the word.
    `names[""]` are the names before the first connecting word. `facts` maps (subject, fact) to the text typed. The
    subject is "" for `range=2`; for `a2.range=3` it is the id as typed. `staying` has the lasting facts that hold now
    (see `game/clock/staying`). The field `now` is the time of the battle. It is None if no clock runs, and may be None
    if the game has no lasting facts.
    """

    names: Mapping[str, tuple[str, ...]]
    facts: Mapping[tuple[str, str], str]
    staying: Mapping[tuple[str, str], Staying] = field(default_factory=dict)
    now: Moment | None = None

    def named(self, connector: str) -> tuple[str, ...]:
        """Return the names after a connecting word, in the order typed; () if the word was not typed."""
        return self.names.get(connector, ())


def sort_words(
    words: Sequence[str], connectors: Sequence[str], bare: Callable[[str], str | None], places: Sequence[str] = ()
) -> tuple[dict[str, tuple[str, ...]], list[tuple[str, str]]]:
    """Return a pair: a dict from each connecting word to the names after it, and a list of facts. Each fact is a pair
    of name and value, as typed.

    A quoted text is one word. For a word such as `600` or `14in`, the function `bare` returns the name of the fact with
    this value. For any other word, it returns None. `places` are connecting words after which a number is part of a
    name: `to hill 112`. Raises Mistake for a connecting word used twice.
    """
    names: dict[str, tuple[str, ...]] = {"": ()}
    facts: list[tuple[str, str]] = []
    group = ""
    for word in filter(None, (" ".join(each.split()) for each in words)):
        name, told, value = word.partition("=")
        fact = None if group in places and (word.isdigit() or not word[0].isdigit()) else bare(word)
        if fact is not None:
            facts.append((fact, word))
        elif told and " " not in name:
            facts.append((name, value))
        elif word.lower() in connectors:
            group = word.lower()
            if group in names:
                raise Twice(
                    f"{word!r} appears twice in the command",
                    f"write {group!r} once, with all names of this kind after it",
                    word=word,
                )
            names[group] = ()
        else:
            names[group] = (*names[group], word)
    return names, facts


def parse_told(
    words: Sequence[str], connectors: Sequence[str], bare: Callable[[str], str | None], places: Sequence[str] = ()
) -> TypedLine:
    """Sort typed words into names and facts, as `sort_words` does.

    Raises Mistake for a fact without a name or value, a fact given twice, or a connecting word used twice.
    """
    names, told = sort_words(words, connectors, bare, places)
    facts: dict[tuple[str, str], str] = {}
    for name, value in told:
        subject, _, last = name.rpartition(".")
        _tell(facts, subject, last, value)
    return TypedLine(names, facts)


def _tell(facts: dict[tuple[str, str], str], subject: str, name: str, value: str) -> None:
    shown = full_name(subject, name)
    if not name or not value:
        raise Missing(f"{shown}={value}: a fact is typed as name=value", "for example: range=2", fact=shown)
    if twice := [each for key, each in facts.items() if _key(*key) == _key(subject, name)]:
        values = "" if twice == [value] else f": {twice[0]} and {value}"
        number = (
            f"; if {twice[0]} is the value of another fact, type NAME={twice[0]}"
            if values and twice[0].isdigit()
            else ""
        )
        raise Twice(f"{shown} is given twice{values}", f"give it once{number}", fact=shown)
    facts[subject, name] = value


def _key(subject: str, name: str) -> tuple[str, str]:
    return subject.lower(), name.lower().replace("-", "")  # hull-down is hulldown


def full_name(subject: str, fact: str) -> str:
    """Return a fact as it is typed: `a2.range`, or `range` if the subject is ""."""
    return f"{subject}.{fact}" if subject else fact


@dataclass(eq=False, repr=False)
class Facts:
    """The facts of a situation that is being built, with the source of each. `notes` has remarks for the answer, such
    as a typed fact that contradicts the game.

    `may_tell` maps each fact that was asked for to its possible words, or to () if its values are not words. A fact for
    all stands is written `line`; a fact for one stand is written `ta.line`.
    """

    told: TypedLine
    values: dict[str, Any] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    assumed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _texts: dict[tuple[str, str], str] = field(default_factory=dict)
    _staying: dict[tuple[str, str], Staying] = field(default_factory=dict)
    _used: set[tuple[str, str]] = field(default_factory=set)
    _asked: dict[str, list[str]] = field(default_factory=dict)
    may_tell: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._texts = {_key(*key): text for key, text in self.told.facts.items()}
        self._staying = {_key(*key): each for key, each in self.told.staying.items()}

    @overload
    def settle(
        self,
        fact: str,
        read: Callable[[str], T],
        *,
        assume: T,
        subject: str = "",
        shared: bool = True,
        worked_out: T | None = None,
        source: str = "state",
        words: str = "",
        noted: bool = True,
    ) -> T: ...

    @overload
    def settle(
        self,
        fact: str,
        read: Callable[[str], T],
        *,
        subject: str = "",
        shared: bool = True,
        worked_out: T | None = None,
        source: str = "state",
        words: str = "",
        noted: bool = True,
    ) -> T | None: ...

    def settle(
        self,
        fact: str,
        read: Callable[[str], T],
        *,
        subject: str = "",
        shared: bool = True,
        worked_out: T | None = None,
        source: str = "state",
        assume: T | None = None,
        words: str = "",
        noted: bool = True,
    ) -> T | None:
        """Return the value of a fact. The value is the first of these that is given: the value typed, the value of a
        lasting fact, `worked_out`, `assume`. If none is given, the value is None.

        `subject` is the id of the stand that the fact is about. The fact may be typed for this stand alone
        (`a2.range=3`) or, if `shared` is true, for all stands (`range=3`). `read` turns the text typed into the value;
        it raises Mistake for other text. `source` is the source of `worked_out`: map or state. `words` describe the
        assumption; an assumption without words is not listed. If `noted` is true, a typed value that differs from
        `worked_out` is noted.
        """
        self._asked.setdefault(fact, []).append(subject)
        name = full_name(subject, fact)
        self.may_tell[fact if shared else name] = getattr(read, "words", ())
        key = _key(subject, fact)
        if key not in self._texts and shared:
            key = _key("", fact)
        if key in self._texts:
            self._used.add(key)
            value = read(self._texts[key])
            if noted and worked_out is not None and value != worked_out:
                where = "the map" if source == "map" else "the game"
                self.notes.append(f"{name}: {where} has {_say(worked_out)}, you typed {_say(value)}; your value counts")
            return self._keep(name, value, "told")
        if self._staying and (stays := self._stays(subject, fact, read, shared=shared)) is not None:
            return self._keep(name, stays, "staying")
        if worked_out is not None:
            return self._keep(name, worked_out, source)
        if assume is not None:
            self.assume(words)
            return self._keep(name, assume, "assumed")
        return None

    def _stays(self, subject: str, fact: str, read: Callable[[str], T], *, shared: bool) -> T | None:
        """Return the value of a lasting fact, and add the fact to `notes` if it is not there yet. Return None if the
        fact is not set, or if `read` refuses its value.
        """
        for of in (subject, "") if shared else (subject,):
            if staying := self._staying.get(_key(of, fact)):
                try:
                    value = read(staying.value)
                except BadValue:
                    continue
                if (note := staying.shown(full_name(of, fact))) not in self.notes:
                    self.notes.append(note)
                return value
        return None

    def assume(self, words: str) -> None:
        """List an assumption, unless it is "" or listed already."""
        if words and words not in self.assumed:
            self.assumed.append(words)

    def some(self, fact: str, subjects: Sequence[str], words: str) -> None:
        """List an assumption about the stands for which a fact is assumed. If these are only some of the stands in
        `subjects`, add their ids.
        """
        of = [each for each in subjects if self.sources[full_name(each, fact)] == "assumed"]
        if of:
            self.assume(words if len(of) == len(subjects) else f"{words}: {', '.join(of)}")

    def is_told(self, subject: str, fact: str) -> bool:
        """Return whether a fact is typed for this subject alone."""
        return _key(subject, fact) in self._texts

    def of_whom(self, fact: str) -> tuple[str, ...]:
        """Return the id of each stand for which a fact is typed or was set by the command `now`. The id "" means all
        stands.
        """
        every = (*self.told.facts, *self.told.staying)
        return tuple(dict.fromkeys(of for of, name in every if _key("", name) == _key("", fact)))

    def note(self, name: str, value: Any, source: str) -> None:
        """Record a fact for the journal, with its value and its source."""
        self._keep(name, value, source)

    def _keep(self, name: str, value: T, source: str) -> T:
        self.values[name] = value
        self.sources[name] = source
        return value

    def finish(self) -> None:
        """Raise Mistake for the first typed fact that was not asked for."""
        for (subject, fact), text in self.told.facts.items():
            if _key(subject, fact) not in self._used:
                raise self._unasked(subject, fact, text)

    def _unasked(self, subject: str, fact: str, text: str) -> Mistake:
        """Return the error for a typed fact that was not asked for."""
        shown = full_name(subject, fact)
        name = next((name for name in self._asked if _key("", name) == _key("", fact)), "")
        if not name:
            near = did_you_mean(fact, list(self._asked))
            return Unasked(f"{shown}: this command does not take this fact", near, word=shown)
        asked = self._asked[name]
        if not subject and all(_key(of, fact) in self._used for of in asked):
            return Misplaced(
                f"{name}={text} has no effect: each stand has its own value", f"leave out {name}={text}", fact=name
            )
        if not subject:
            return Misplaced(
                f"the fact `{name}` belongs to one stand: name the stand", f"type STAND.{name}={text}", fact=name
            )
        if not any(asked):
            return Misplaced(
                f"{shown}: this fact is for the whole act, not for one stand", f"type {name}={text}", fact=shown
            )
        of = dict.fromkeys(of for of in asked if of)
        hint = f"for example: {full_name(next(iter(of)), name)}={text}"
        return Misplaced(f"{shown}: {subject!r} takes no part in this act", hint, fact=shown, word=subject)


def _say(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def whole(least: int, most: int, what: str) -> Callable[[str], int]:
    """Return a reader of whole numbers from `least` to `most`, without a unit."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit()) or len(text) > 9 or not least <= int(text) <= most:
            without = ", without a unit" if text[:1].isdigit() and not text.isdigit() else ""
            raise BadValue(
                f"{what} {text!r} is not a number from {least} to {most}",
                f"type a whole number{without}",
                fact=what,
                word=text,
            )
        return int(text)

    return read


class Worded(Generic[T]):
    """A reader that accepts only these `words`."""

    def __init__(self, read: Callable[[str], T], words: Iterable[str]) -> None:
        self.read, self.words = read, tuple(words)

    def __call__(self, text: str) -> T:
        """Return the value of the text typed. Raises Mistake for other words."""
        return self.read(text)


YES_NO = ("yes", "no")


def choices(yes_or_no: str = "", **words: str | Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return a dict from each fact to the words that may be typed for it. For the facts that `yes_or_no` names, the
    words are yes and no.
    """
    typed = {fact: tuple(each.split() if isinstance(each, str) else each) for fact, each in words.items()}
    return {**dict.fromkeys(yes_or_no.split(), YES_NO), **typed}


def yes_or_no(what: str) -> Worded[bool]:
    """Return a reader of yes and no."""

    def read(text: str) -> bool:
        answer = {"yes": True, "y": True, "no": False, "n": False}.get(text.lower())
        if answer is None:
            raise BadValue(
                f"{what}: {text!r} is neither yes nor no", f"type {what}=yes or {what}=no", fact=what, word=text
            )
        return answer

    return Worded(read, YES_NO)


def one_of(what: str, known: Mapping[str, T]) -> Worded[T]:
    """Return a reader that accepts the words in `known`. For a word, the reader returns the value in `known`."""
    read = key_of(what, tuple(known))
    return Worded(lambda text: known[read(text)], known)


def key_of(what: str, rows: Iterable[str]) -> Worded[str]:
    """Return a reader that accepts the keys in `rows`. If a row has a name, people may type the name in place of the
    key.
    """

    def read(text: str) -> str:
        names = list(naming.named(rows if isinstance(rows, Mapping) else dict.fromkeys(rows)))
        if key := text if text in rows else naming.meant(text, names):
            return key
        near = did_you_mean(text, list(rows), few=0, names=names) or _one_of(rows)
        raise BadValue(f"{what} {text!r} is not known", near, fact=what, word=text)

    return Worded(read, rows)


def _one_of(rows: Iterable[str]) -> str:
    """Return a hint that lists all keys, each with its name if it has one: `M (move)`. Return "" if there are no keys
    or too many.
    """
    named = rows if isinstance(rows, Mapping) else {}
    keys = [f"{key} ({named[key]})" if isinstance(named.get(key), str) else key for key in rows]
    return f"one of: {', '.join(keys)}" if 0 < len(keys) <= 12 else ""


@frozen
class RowScope:
    """The rows that apply to one kind of thing, such as a kind of fire. `sections` names the sections that have these
    rows; `at` names the lists in the sections. `of` is the word for this kind of thing.

    A table may have a fact called `what`, such as "core" for a core stand. The field `what` has the value of this fact
    for this kind of thing; "" means any value. If `about` names facts, only rows that use one of these facts apply.
    `fixed` has the facts that always have the same value for this kind.
    """

    of: str
    sections: tuple[str, ...]
    at: tuple[str, ...]
    fixed: Mapping[str, Any]
    what: str = ""
    about: tuple[str, ...] = ()
