"""The one kind of error a referee may see: what is wrong, where, and a hint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Self

_LONGEST = 40
_MOST = 4

_SMALL = (
    "a an and are at by can for from gets had has have he her his how in is it its of on or over she so that the their "
    "them then there they this to was what when where which who why with"
)
_NO_SLIPS = frozenset(_SMALL.split())
"""Words of a sentence, which are never a name misspelt."""

_MEANINGS: dict[str, str] = {}


def means(words: Mapping[str, str]) -> None:
    """Add what is known -> words that people type for it. The rooms above and each family bring their own."""
    for known, typed in words.items():
        _MEANINGS[known] = f"{_MEANINGS.get(known, '')} {typed}"


AT_WHOM = "at which target?"
"""What an act wants to whose own side alone has been named so far."""


class Mistake(Exception):
    """An error in what the referee typed or in a file they named; nothing was changed.

    `what` says in one line what is wrong and where; `hint` says in one line what would be right, or "". If nothing is
    wrong but something is still to come, `wants` is what: `at which target?`, `range?`. The kind of error is the class,
    or for people its `kind`; `values` are the words and numbers it is about. Code that decides something asks those,
    and never the sentence.
    """

    kind: ClassVar[str] = "mistake"

    def __init_subclass__(cls) -> None:
        cls.kind = "".join(f"-{char.lower()}" if char.isupper() else char for char in cls.__name__)[1:]

    def __init__(self, what: str, hint: str = "", wants: str = "", **values: Any) -> None:
        super().__init__(what)
        self.what = what
        self.hint = hint
        self.wants = wants
        self.values = values

    @property
    def path(self) -> tuple[str | int, ...]:
        """Where it is in what people write; () for what is typed, or wrong with all of it."""
        path: tuple[str | int, ...] = self.values.get("path", ())
        return path

    @property
    def said(self) -> str:
        """What is wrong, without the key before it."""
        return str(self.values.get("said", self.what))

    @property
    def to_type(self) -> bool:
        """Whether the hint is a line to be typed as it stands."""
        return bool(self.values.get("to_type"))

    @property
    def word(self) -> str:
        """The word that is wrong, as it was typed; "" where it is none."""
        return str(self.values.get("word", ""))

    def is_about(self, word: str) -> bool:
        """Whether it says itself that this word is wrong."""
        return any(word.lower() in str(value).lower() for value in self.values.values())

    def put(self, what: str = "", hint: str = "") -> Self:
        """The same mistake in other words: those that are given."""
        other = type(self).__new__(type(self), what or self.what)
        vars(other).update(vars(self), what=what or self.what, hint=hint or self.hint)
        return other


class NotUnderstood(Mistake):
    """A word that names nothing, as it was typed: it may have been meant for something else than a name."""


class UnknownName(NotUnderstood):
    """Nothing here has this name."""


class Unasked(NotUnderstood):
    """A fact or key that nobody asks for here."""


class BadValue(Mistake):
    """A value or word that is none of those that a fact or a command takes."""


class Missing(Mistake):
    """What is needed to go on is not told."""


class Misplaced(Mistake):
    """A fact that is told of whom it is not of, or for what it decides nothing in."""


class HowMany(Mistake):
    """Too few are named, or too many."""


class Twice(Mistake):
    """One that is named or told twice."""


class WrongSide(Mistake):
    """Who is named is on the same side, or on another."""


class WrongSort(Mistake):
    """Who is named is not of the sort that does this: no battery, no vehicle."""


class WrongPlace(Mistake):
    """Who is named cannot do it from where they are: aboard, there already, not adjacent."""


class NoMap(WrongPlace):
    """There is no map in this game."""


class Gone(Mistake):
    """Who is named is out of play, or there is nobody left who might."""


class NotNow(Mistake):
    """This does not come now, or is over."""


class DiceCount(Mistake):
    """So many dice were `typed`, and so many are `wanted`."""


class NotDice(Mistake):
    """What is typed is no dice, or no face of this die."""


class NotOffered(Mistake):
    """An option that this choice does not have."""


class FileMistake(Mistake):
    """A scenario, table or house-rule file is wrong, not what was typed; `more` is what else is wrong with it."""

    def __init__(self, what: str, hint: str = "", more: Sequence[Mistake] = (), **values: Any) -> None:
        super().__init__(what, hint, **values)
        self.more = tuple(more)


class Gathered:
    """Mistakes that do not end the search for more: `with` it each part is tried, `refuse` raises them together."""

    def __init__(self) -> None:
        self.found: list[Mistake] = []

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, wrong: BaseException | None, trace: object) -> bool:
        if isinstance(wrong, Mistake):
            self.found += each_of(wrong)
        return isinstance(wrong, Mistake)

    def refuse(self) -> None:
        """Raises FileMistake for the first that was found, with the others; nothing where there is none."""
        if self.found:
            raise together(self.found)


def together(each: Iterable[Mistake]) -> FileMistake:
    """The first of these, which says how many more there are, with the others."""
    first, *more = each
    return FileMistake(first.what + counted(len(more)), first.hint, more, **first.values)


def each_of(wrong: Mistake) -> list[Mistake]:
    """A mistake and the others it came with, each by itself."""
    more = getattr(wrong, "more", ())
    return [Mistake(wrong.what.removesuffix(counted(len(more))), wrong.hint, **wrong.values), *more]


def counted(more: int) -> str:
    """How many more are wrong."""
    return f" (and {more} more)" if more else ""


def meaning(word: str, known: Iterable[str]) -> list[str]:
    """Those that may be meant by a word that people type for them."""
    return [name for name in known if word.lower() in _MEANINGS.get(name.lower(), "").split()]


def did_you_mean(
    word: str, known: list[str], few: int = 12, names: Iterable[tuple[str, str]] = (), alike: int = 3
) -> str:
    """A hint naming the nearest of `known`, or all of them when they are `few` or less, or "".

    Nearest is what means the same, then what has the word in it, then what is spelled like it. `names` are those that
    are printed for what is known, each after its id. So many that are spelled `alike` are named at most.
    """
    low, known = word.lower(), list(dict.fromkeys(known))
    near: Sequence[str] = meaning(word, known)
    near = near or [name for name in known if low and low in name.lower().split("_")]  # owed: fall_back_owed
    there = {*known}
    ids = {f"{id} ({name})": (id, name) for id, name in names if id in there and id != name}
    printed = [(name, said) for said, (_, name) in ids.items()]
    near = near or [said for name, said in printed if low in name.lower().split()]
    if low not in _NO_SLIPS:
        near = near or _alike(low, tuple((name, name) for name in known))[:alike] or _alike(low, tuple(printed), 0.7)
    if near:
        once: dict[str, str] = {}
        for said in near:
            once.setdefault(ids.get(said, (said,))[0], said)  # an id may have several names
        return "did you mean " + " or ".join([*once.values()][:_MOST]) + "?"
    if known and len(known) <= few:
        return "one of: " + ", ".join(known)
    return ""


@lru_cache(maxsize=256)  # the same word is tried at each target
def _alike(word: str, known: tuple[tuple[str, str], ...], cutoff: float = 0.5) -> tuple[str, ...]:
    """What is to be said of those spelled like a word, the most alike first; of those as alike, as they are known."""
    from difflib import SequenceMatcher, get_close_matches  # only needed once something is wrong

    near = get_close_matches(word, [name.lower() for name, _ in known], n=3, cutoff=cutoff)
    matcher = SequenceMatcher(b=word)

    def unlike(name: str) -> float:
        matcher.set_seq1(name.lower())
        return -matcher.ratio()

    those = [each for each in known if each[0].lower() in near]
    return tuple(said for _, said in sorted(those, key=lambda each: unlike(each[0])))


def found(value: Any) -> str:
    """What stands there, in words of one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, Mapping):
        return "a table"
    return _short(str(value)) if isinstance(value, int | float) else "a date or time"


def quoted(text: str) -> str:
    """A text as it would be written, cut short."""
    import json

    return _short(json.dumps(text, ensure_ascii=not text.isprintable()))


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."


def is_one_line(text: str) -> bool:
    """Whether the text can be printed on one line, and is not blank."""
    from unicodedata import category

    return bool(text.strip()) and not any(category(char) in ("Cc", "Cs", "Zl", "Zp") for char in text)
