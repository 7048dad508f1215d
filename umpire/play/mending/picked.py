"""Entries of the record picked by their words, by side and by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from umpire.core.mistakes import Mistake, did_you_mean
from umpire.game.gamefile.entries import Entry

ROUNDS = ("round", "turn")
"""The words that clocks have for the unit that they count."""


def with_words(
    entries: Sequence[Entry], words: Sequence[str], names: Mapping[str, str], said_of: Callable[[Entry], str]
) -> list[Entry]:
    """Return the entries that have all these words.

    In place of an id, an entry may have the name of the thing. Capitals do not matter. Raises Mistake if no entry has
    all these words.
    """
    wanted = [{word.casefold(), names.get(word.lower(), word).casefold()} for word in words]
    lines = [(entry, said_of(entry).casefold()) for entry in entries]
    found = [entry for entry, text in lines if all(any(each in text for each in either) for either in wanted)]
    if not found:
        raise Mistake(
            f"no entry contains {' '.join(words)!r}", "`umpire log` lists all entries, `umpire log 3` shows one"
        )
    return found


def of_side(entries: Sequence[Entry], side: str, sides: Sequence[str]) -> list[Entry]:
    """Return the entries in which this side acts. Raises Mistake if this side is not in the game."""
    known = {each.lower(): each for each in sides}
    if side.lower() not in known:
        raise Mistake(f"there is no side {side!r}", did_you_mean(side, list(sides)))
    return [entry for entry in entries if entry.data.get("side") == known[side.lower()]]


def of_round(entries: Sequence[Entry], text: str) -> list[Entry]:
    """Return the entries made in a round or turn: `3`, or `2.3` for the third round of the second day.

    Raises Mistake.
    """
    day, dot, number = text.rpartition(".")
    if not number.isdecimal() or (dot and not day.isdecimal()):
        raise Mistake(
            f"{text!r} is not a round", "for example: --round 3, or --round 2.3 for the third round of the second day"
        )
    return [
        entry for entry, clock in clocks(entries) if _is(clock, number) and (not day or str(clock.get("day")) == day)
    ]


def _is(clock: Mapping[str, Any], number: str) -> bool:
    return any(str(clock.get(what)) == str(int(number)) for what in ROUNDS)


def clocks(entries: Sequence[Entry]) -> Iterator[tuple[Entry, Mapping[str, Any]]]:
    """Yield every entry in order, with the clock before the entry."""
    clock: dict[str, Any] = {}
    for entry in entries:
        before = dict(clock)
        for path, _, after in entry.changes:
            if path == ("state",) and isinstance(after, Mapping):
                clock = dict(after.get("clock", {}))
            elif path == ("state", "clock") and isinstance(after, Mapping):
                clock = dict(after)
            elif path[:2] == ("state", "clock") and len(path) == 3:
                clock[path[2]] = after
        yield entry, before or clock
