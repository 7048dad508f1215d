"""What a word names: by its id, by the name that is printed, or by a word of that name which nothing else has."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from umpire.core.mistakes import NotUnderstood, UnknownName, did_you_mean

T = TypeVar("T")

Names = Iterable[tuple[str, str]]
"""Ids, each with one of its names; an id with several names appears several times."""

_LETTERS = 3


class Nameable(NamedTuple):
    """A thing that can be named: its side; a battery, which supports when named second; or the stands in a place.

    One that is `part` of another (a support stand) is not aimed at: that other is.
    """

    side: str
    gun: bool = False
    by_place: bool = False
    part: bool = False


@lru_cache(maxsize=4096)
def squeezed(text: str) -> str:
    """Return a word as it is compared with others: `Hull-Down`, `hull down` and `hulldown` are one."""
    return re.sub(r"[\W_]+", "", text).casefold()


def meant(word: str, names: Names, others: Names = ()) -> str:
    """The id that a word means, "" for none.

    That is one spelled so, whatever its capitals and hyphens; one whose whole name it is, and no other's; or one in
    whose name alone it is a word, of three letters or more, that nothing else is called by. `others` are ids and names
    of what cannot be meant here.
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
    """The ids meant, by the text typed: the id, the id however it is spelled, a whole name, a word of one."""

    ids: dict[str, tuple[str, ...]]
    spelled: dict[str, tuple[str, ...]]
    names: dict[str, tuple[str, ...]]
    words: dict[str, tuple[str, ...]]


@lru_cache(maxsize=64)
def _known(pairs: tuple[tuple[str, str], ...]) -> _Known:
    """The same names are asked again for each word of a line."""
    found = _Known({}, {}, {}, {})
    for id, name in pairs:
        called = ([id.casefold()], [squeezed(id)], [squeezed(name)], re.split(r"[\s,()/]+", name.casefold()))
        for ids, words in zip(found, called, strict=True):
            for word in words:
                ids[word] = tuple(dict.fromkeys((*ids.get(word, ()), id)))
    return found


def joined(words: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """The words with the id in the place of a name typed as several: `fire tank A at para`; those as they are else."""
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
    """The ids by each name of several words, and how many words the longest has."""
    called: dict[tuple[str, ...], set[str]] = {}
    for id, name in names:
        if len(said := tuple(name.casefold().split())) > 1:
            called.setdefault(said, set()).add(id)
    return called, max(map(len, called), default=0)


def named(rows: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names of rows, records or plain texts by id: the name printed, and those it is `also` called."""
    for id, row in rows.items():
        if isinstance(row, str):
            yield id, row
            continue
        said = row.get if isinstance(row, dict) else partial(_said, row)
        yield id, str(said("name") or said("words") or id)
        for other in str(said("also") or "").split(","):
            if other.strip():
                yield id, other.strip()


def _said(row: Any, key: str) -> Any:
    return row.get(key) if isinstance(row, Mapping) else getattr(row, key, None)


def find(word: str, things: Mapping[str, T], *others: Mapping[str, Any]) -> T | None:
    """The thing that a word means; `others` are what else the game has names for."""
    if word in things:
        return things[word]
    return things.get(meant(word, named(things), (pair for each in others for pair in named(each))))


def subjects_by_id(
    words: Sequence[str], facts: Collection[str], names: Callable[[], Mapping[str, str]]
) -> tuple[str, ...]:
    """Return the words of an act, with the id in every fact typed for a name: `tank A.range=2` as `ta.range=2`.

    If facts are typed for things (`UNIT` is one of them) the fact itself may be such a name: `Grey Regiment=M`.
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
    """There is no such thing: the nearest by its id and by its name, or else the hint."""
    return UnknownName(
        f"no {what} is called {word!r}", did_you_mean(word, list(things), names=named(things)) or hint, word=word
    )
