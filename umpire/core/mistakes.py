"""The errors that a referee may see. Each error says what is wrong and where, and may give a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Self

_LONGEST = 40
_MOST = 4
_MOST_NUMBERED = 6
_SURE = 0.8
"""How similar a word must be to the meaning of a known word."""
_DIGITS = "0123456789"
_PARTS = re.compile(r"[_/-]")

_SMALL = (
    "a an and are at by can for from gets had has have he her his how in is it its of on or over she so that the their "
    "them then there they this to was what when where which who why with along across through into near behind under "
    "up down off out toward towards until before after then also but not"
)
_NO_SLIPS = frozenset(_SMALL.split())
"""Words of a sentence that are never taken for a misspelt name."""

_MEANINGS: dict[str, str] = {}


def means(words: Mapping[str, str]) -> None:
    """Add the words that people type in place of a known word. Other modules and each ruleset family call this function
    to add their words.
    """
    for known, typed in words.items():
        _MEANINGS[known] = f"{_MEANINGS.get(known, '')} {typed}"


ALSO = "also"
"""The value `usage` of a mistake whose hint is added to an example. If `usage` is True, the example replaces it."""
AT_WHOM = "at which target?"
"""The question about an act for which only the acting side has been named."""


class Mistake(Exception):
    """An error in a line that the referee typed, or in a file that the referee named. Nothing was changed.

    `what` says in one line what is wrong and where; `hint` says in one line what would be right, or is "". If the line
    is only unfinished, `wants` is the next question: `at which target?`, `range?`. The class is the kind of error;
    `kind` is the name of the class in words. `values` are the words and numbers that the error is about. Code that
    needs to know more about an error uses these values and never the text.
    """

    kind: ClassVar[str] = "mistake"
    more: Sequence[Mistake] = ()
    """Other errors of the same line or file."""
    line: Sequence[str] = ()
    """The act that the error is about: its verb and its words."""

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
        """Return the path of the wrong key in a file. Return () for typed lines, or if the whole file is wrong."""
        path: tuple[str | int, ...] = self.values.get("path", ())
        return path

    @property
    def said(self) -> str:
        """Return the error without the key in front of it."""
        return str(self.values.get("said", self.what))

    @property
    def to_type(self) -> bool:
        """True if the hint is a line to type unchanged."""
        return bool(self.values.get("to_type"))

    @property
    def word(self) -> str:
        """Return the wrong word as typed; "" if no single word is wrong."""
        return str(self.values.get("word", ""))

    def is_about(self, word: str) -> bool:
        """Return whether this word is in one of the values of the error."""
        return any(word.lower() in str(value).lower() for value in self.values.values())

    def put(self, what: str = "", hint: str = "") -> Self:
        """Return the same mistake with a new `what` or a new `hint`, or both."""
        other = type(self).__new__(type(self), what or self.what)
        vars(other).update(vars(self), what=what or self.what, hint=hint or self.hint)
        return other

    def with_more(self, more: Iterable[Mistake]) -> Self:
        """Return the same mistake with other mistakes of the same line added to it."""
        other = self.put()
        other.more = tuple(more)
        return other


class NotUnderstood(Mistake):
    """A typed word that names nothing. The word may not have been meant as a name at all."""


class NoCommand(NotUnderstood):
    """A line that does not begin with a command."""


class UnknownName(NotUnderstood):
    """An unknown name."""


class Unasked(NotUnderstood):
    """A fact or key that is not used here."""


class BadValue(Mistake):
    """A value or word that a fact or command does not accept."""


class OutOfBounds(Mistake):
    """A number in play that is too great, or a division by 0."""


class Missing(Mistake):
    """A value that is needed to go on and was not given."""


class Misplaced(Mistake):
    """A fact given for the wrong stand, or for a stand where the fact changes nothing."""


class HowMany(Mistake):
    """A line with too few or too many names."""


class Twice(Mistake):
    """A thing named or given twice."""


class WrongSide(Mistake):
    """A stand of the wrong side: a friend is named and an enemy is needed, or the reverse."""


class WrongSort(Mistake):
    """A stand of the wrong kind for this act: not a battery, not a vehicle."""


class WrongPlace(Mistake):
    """A stand in the wrong place for this act: it is aboard, it is not adjacent, or it is already at its goal."""


class NoMap(WrongPlace):
    """A game without a map."""


class Gone(Mistake):
    """A stand that is out of play, or an act for which no stand is left."""


class NotNow(Mistake):
    """An act at the wrong time."""


class DiceCount(Mistake):
    """The wrong number of dice: `typed` is the number typed; `wanted` is the number needed."""


class NotDice(Mistake):
    """Text that is not dice, or a face that this die does not have."""


class NotOffered(Mistake):
    """A token that is not an option of the choice."""


class FileMistake(Mistake):
    """An error in a scenario, table or house-rule file rather than in a typed line."""

    def __init__(self, what: str, hint: str = "", more: Sequence[Mistake] = (), **values: Any) -> None:
        super().__init__(what, hint, **values)
        self.more = tuple(more)


class Gathered:
    """The mistakes collected during a check.

    Each part of the check runs in a `with` block, and `refuse` raises all mistakes together.
    """

    def __init__(self) -> None:
        self.found: list[Mistake] = []

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, wrong: BaseException | None, trace: object) -> bool:
        if isinstance(wrong, Mistake):
            self.found += each_of(wrong)
        return isinstance(wrong, Mistake)

    def refuse_line(self) -> None:
        """Raise the first mistake, with the other mistakes of the typed line added to it. Do nothing if there are no
        mistakes.
        """
        if self.found:
            raise self.found[0].with_more(self.found[1:])

    def refuse(self) -> None:
        """Raise one FileMistake that holds all mistakes. Do nothing if there are no mistakes."""
        if self.found:
            raise together(self.found)


def together(each: Iterable[Mistake]) -> FileMistake:
    """Return one error that holds all these mistakes. The text of this error is the text of the first mistake, with the
    number of the other mistakes.
    """
    first, *more = each
    return FileMistake(first.what + counted(len(more)), first.hint, more, **first.values)


def each_of(wrong: Mistake) -> list[Mistake]:
    """Return a list with this mistake and all other mistakes that it holds."""
    if not wrong.more:
        return [wrong]
    return [Mistake(wrong.what.removesuffix(counted(len(wrong.more))), wrong.hint, **wrong.values), *wrong.more]


def counted(more: int) -> str:
    """Return the text that gives the number of further errors: ` (and 2 more)`."""
    return f" (and {more} more)" if more else ""


def meaning(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words that a typed word may mean."""
    low = word.lower()
    return [name for name in known if low in _meanings(name)]


def did_you_mean(
    word: str,
    known: list[str],
    few: int = 12,
    names: Iterable[tuple[str, str]] = (),
    alike: int = 3,
    cutoff: float = 0.5,
) -> str:
    """Return a hint with the nearest words in `known`.

    If no word is near and there are at most `few` known words, the hint lists them all. If no word is near and there
    are more known words, the hint is "". `names` gives the names of known ids; the hint shows a name after its id.
    """
    if near := _nearest(word, known, names, alike, cutoff):
        return "did you mean " + " or ".join(near.values()) + "?"
    if known and len(known) <= few:
        return "one of: " + ", ".join(dict.fromkeys(known))
    return ""


def nearest(word: str, known: Iterable[str], alike: int = 3, cutoff: float = 0.5) -> list[str]:
    """Return the known words that `did_you_mean` would name for `word`."""
    return [*_nearest(word, known, (), alike, cutoff)]


def _nearest(
    word: str, known: Iterable[str], names: Iterable[tuple[str, str]], alike: int, cutoff: float
) -> dict[str, str]:
    """Return a dict from each of the nearest known words to its printed text.

    Each search is made only if the searches before it find nothing. First come words of the same meaning, then words
    with `word` as one part (`owed` in `fall_back_owed`), then names that have `word` in them. Next come words that
    differ only in their number (`k1` for `k9`). The last searches are for words, names and meanings with a similar
    spelling. At most `alike` words of similar spelling are returned.

    `cutoff` is the least similarity of spelling that counts, from 0 to 1.
    """
    low, known = word.lower(), list(dict.fromkeys(known))
    near: Sequence[str] = meaning(word, known)
    near = near or [name for name in known if low and low in _PARTS.split(name.lower())]  # `owed`: `fall_back_owed`
    there, most = {*known}, _MOST
    ids = {f"{id} ({name})": (id, name) for id, name in names if id in there and id != name}
    printed = [(name, said) for said, (_, name) in ids.items()]
    near = near or [said for name, said in printed if low in name.lower().split()]
    if not near and low not in _NO_SLIPS:
        spelled, stem = _alike(low, tuple((name, name) for name in known), cutoff), low.rstrip(_DIGITS)
        near = [name for name in spelled if stem != low and is_numbered(name.lower(), stem)]
        most = _MOST_NUMBERED if near else _MOST
        near = (
            near
            or spelled[:alike]
            or _alike(low, tuple(printed), 0.7)[:alike]
            or _alike(low, tuple((each, name) for name in known for each in _meanings(name)), _SURE)[:alike]
        )
    once: dict[str, str] = {}
    for said in near:
        once.setdefault(ids.get(said, (said,))[0], said)  # an id may have several names
    return dict([*once.items()][:most])


def is_numbered(name: str, stem: str) -> bool:
    """Return whether a name is these letters and a number."""
    return bool(stem) and name != stem and name.rstrip(_DIGITS) == stem


def _meanings(name: str) -> list[str]:
    return _MEANINGS.get(name.lower(), "").split()


@lru_cache(maxsize=256)  # the same word is tried at each target
def _alike(word: str, known: tuple[tuple[str, str], ...], cutoff: float = 0.5) -> tuple[str, ...]:
    """Return the texts of the known words that are spelled like `word`, the most similar first. `known` has pairs of a
    known word and its text.

    Equally similar words keep the order of `known`.
    """
    from difflib import SequenceMatcher, get_close_matches  # only needed if there is an error

    near = {*get_close_matches(word, [name.lower() for name, _ in known], n=max(len(known), 1), cutoff=cutoff)}
    matcher = SequenceMatcher(b=word)

    def unlike(name: str) -> float:
        matcher.set_seq1(name.lower())
        return -matcher.ratio()

    those = [each for each in known if each[0].lower() in near]
    return tuple(said for _, said in sorted(those, key=lambda each: unlike(each[0])))


def found(value: Any) -> str:
    """Return a wrong value in words, on one line: `the text "x"`, `a list of 3`."""
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
    """Return a text in quotes, shortened."""
    import json

    return _short(json.dumps(text, ensure_ascii=not text.isprintable()))


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."


def is_one_line(text: str) -> bool:
    """Return whether the text can be printed on one line and is not blank."""
    if text.isprintable():
        return bool(text.strip())
    from unicodedata import category

    return bool(text.strip()) and not any(category(char) in ("Cc", "Cs", "Zl", "Zp") for char in text)
