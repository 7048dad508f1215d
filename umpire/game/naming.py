"""The meaning of a typed name. People may type an id, a printed name, or a word that only one printed name has."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from umpire.core.mistakes import NotUnderstood, UnknownName, did_you_mean

T = TypeVar("T")

Names = Iterable[tuple[str, str]]
"""Ids, each with one of its names; an id with several names appears several times."""

_LETTERS = 3

SEQUENCES = {"free": "told", "enforced": "kept"}
"""A kind of sequence of play as people write it -> its word in records and in scenarios of release 1.0."""


class Nameable(NamedTuple):
    """A thing that can be named, with its side. `gun` is true for a battery. `by_place` is true if the name is the hex
    of a stand and not the id of the stand.

    If `part` is true, the thing belongs to another thing, as a support stand does. It cannot be a target; the other
    thing can.
    """

    side: str
    gun: bool = False
    by_place: bool = False
    part: bool = False


def written_sequence(word: Any) -> Any:
    """Return the current word in place of an old word for the sequence of play: `free` for `told`, `enforced` for
    `kept`. Return any other word unchanged.
    """
    return next((now for now, recorded in SEQUENCES.items() if recorded == word), word)


@lru_cache(maxsize=4096)
def squeezed(text: str) -> str:
    """Return a word without capitals, hyphens and spaces, so that `Hull-Down`, `hull down` and `hulldown` are equal."""
    return re.sub(r"[\W_]+", "", text).casefold()


def meant(word: str, names: Names, others: Names = ()) -> str:
    """Return the id that a word means; "" if the word means no id.

    The word may be the id itself; capitals and hyphens do not matter. It may be a whole name, if only one thing has
    this name. It may be a word of three letters or more, if only one name has this word. `others` are ids and names of
    other things, which cannot be meant here.
    """
    known, wanted, whole = _known(tuple(names)), squeezed(word), word.casefold()
    for same in (known.ids.get(whole), known.spelled.get(wanted), known.names.get(wanted) if wanted else None):
        if same and len(same) == 1:
            return same[0]
    short = known.words.get(whole, ())
    if len(short) != 1 or sum(map(str.isalpha, word)) < _LETTERS or wanted in known.spelled:
        return ""
    of_others = _known(tuple(others))
    return "" if wanted in of_others.spelled or {*of_others.words.get(whole, ())} - {*short} else short[0]


class _Known(NamedTuple):
    """The ids that a typed text may mean. The text may be the id, the id without hyphens, the whole name, or one word
    of the name.
    """

    ids: dict[str, tuple[str, ...]]
    spelled: dict[str, tuple[str, ...]]
    names: dict[str, tuple[str, ...]]
    words: dict[str, tuple[str, ...]]


@lru_cache(maxsize=64)
def _known(pairs: tuple[tuple[str, str], ...]) -> _Known:
    """Return the ids that typed texts may mean, made from pairs of id and name."""
    found = _Known({}, {}, {}, {})
    for id, name in pairs:
        called = ([id.casefold()], [squeezed(id)], [squeezed(name)], re.split(r"[\s,()/]+", name.casefold()))
        for ids, words in zip(found, called, strict=True):
            for word in words:
                ids[word] = tuple(dict.fromkeys((*ids.get(word, ()), id)))
    return found


def joined(words: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the words. A name that has several words is replaced by its id: `fire tank A at para` becomes `fire ta at
    para`.
    """
    called, longest = _of_several(tuple(names.items()))
    found, at = list[str](), 0
    while at < len(words):
        for end in range(min(at + longest, len(words)), at, -1):
            if len(ids := called.get(tuple(map(str.casefold, words[at:end])), ())) == 1:
                found += ids
                at = end
                break
        else:
            found.append(words[at])
            at += 1
    return tuple(found)


@lru_cache(maxsize=64)
def _of_several(names: tuple[tuple[str, str], ...]) -> tuple[Mapping[tuple[str, ...], set[str]], int]:
    """Return a pair: a dict from each name of several words to its ids, and the number of words in the longest of these
    names.
    """
    called: dict[tuple[str, ...], set[str]] = {}
    for id, name in names:
        if len(lines := tuple(name.casefold().split())) > 1:
            called.setdefault(lines, set()).add(id)
    return called, max(map(len, called), default=0)


def named(rows: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return pairs of id and name: one for each printed name, and one for each further name in `also`."""
    return iter(rows.items()) if {*map(type, rows.values())} == {str} else _with_others(rows)


def _with_others(rows: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for id, row in rows.items():
        if isinstance(row, str):
            yield id, row
            continue
        if isinstance(row, Mapping):
            name, also = row.get("name") or row.get("words"), row.get("also")
        else:
            name, also = getattr(row, "name", None) or getattr(row, "words", None), getattr(row, "also", None)
        yield id, str(name or id)
        for other in str(also).split(",") if also else ():
            if other.strip():
                yield id, other.strip()


def find(word: str, things: Mapping[str, T], *others: Mapping[str, Any]) -> T | None:
    """Return the thing that a word means; None if the word means no thing. `others` are other things of the game, which
    cannot be meant (see `meant`).
    """
    if word in things:
        return things[word]
    return things.get(meant(word, named(things), (pair for each in others for pair in named(each))))


def subjects_by_id(
    words: Sequence[str], facts: Collection[str], names: Callable[[], Mapping[str, str]]
) -> tuple[str, ...]:
    """Return the words of an act with the id in place of a name in each fact: `tank A.range=2` becomes `ta.range=2`. A
    name in capitals in `facts`, such as `UNIT`, stands for the name of any thing, as in `Grey Regiment=M`.
    """
    return tuple(_by_id(word, facts, names) if "=" in word else word for word in words)


def _by_id(word: str, facts: Collection[str], names: Callable[[], Mapping[str, str]]) -> str:
    told, _, value = word.partition("=")
    subject, dot, fact = told.rpartition(".")
    of_things = any(each.isupper() for each in facts) and told not in facts and not dot
    name = subject if dot else told if of_things else ""
    known = names() if name else {}
    id = "" if not name or name in known else meant(name, named(known))
    return f"{id}{dot}{fact}={value}" if id and dot else f"{id}={value}" if id else word


def none_such(what: str, word: str, things: Mapping[str, Any], hint: str = "") -> NotUnderstood:
    """Return the error for an unknown name. The hint has the nearest id or name; if no name is near, the hint is the
    text `hint`.
    """
    return UnknownName(
        f"no {what} is called {word!r}", did_you_mean(word, list(things), names=named(things)) or hint, word=word
    )
