"""The audit: a list of the record in parts, by rows of the map or by units. You type the differences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake, did_you_mean
from umpire.core.outcome import Listing
from umpire.game import forms, naming, written
from umpire.play.correct import Correction, correct
from umpire.play.documents import document
from umpire.play.mending.subjects import parted
from umpire.play.session import Session


def _like(session: Session, known: Mapping[str, str]) -> str:
    """Return a hint with an example for this game: `ta sp=3`."""
    form = session.family.scenario().document
    id = next((id for id in known if not session.family.members(session.state, id)), "NAME")
    keys = forms.hints(forms.step(forms.hints(form)[known[id]], "")) if id in known else ()
    listed = f"{id} sp=3 or {id} 3" if "sp" in keys else f"{id} KEY=VALUE; `set {id}` lists the keys"
    return f"type a name and its new value, for example {listed}"


class Stretch(NamedTuple):
    """A part of the audit: a row of the map, a unit or a side.

    `rows` has the lines of this part, as `status` shows them.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]


def roll(session: Session) -> list[Stretch]:
    """Return all things on record that have an id and are on the table, part by part."""
    listings = session.family.status(session.state, session.table, "")
    named = [row for listing in listings for row in listing.rows if _id(row)]
    if session.game_map is not None:
        return _by_row(session, named)
    return [stretch for listing in listings for stretch in _by_unit(session, listing)]


def _id(row: Sequence[str]) -> str:
    return row[0].strip()


def _by_row(session: Session, rows: Sequence[tuple[str, ...]]) -> list[Stretch]:
    """Return the things of each row of the map, row by row from the top. Things that are not in a hex come last."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for row in rows:
        if not session.family.members(session.state, _id(row)):  # a unit is not a stand
            at = next((cell for cell in row[1:] if re.fullmatch(r"\d{4}", cell)), "")
            found.setdefault(at[2:], []).append((at, row))
    order = sorted(found, key=lambda each: (not each, each))
    return [
        Stretch(
            f"row {each}" if each else "not in a hex",
            tuple(row for _, row in sorted(found[each], key=lambda one: one[0])),
        )
        for each in order
    ]


def _by_unit(session: Session, listing: Listing) -> list[Stretch]:
    """Return the rows of a listing, divided where a unit begins."""
    cut: list[Stretch] = []
    for row in listing.rows:
        unit = bool(_id(row)) and bool(session.family.members(session.state, _id(row)))
        if unit or not cut:
            cut.append(Stretch(row[1].strip() if unit else listing.title, ()))
        if _id(row) and not unit:
            cut[-1] = cut[-1]._replace(rows=(*cut[-1].rows, row))
    return [stretch for stretch in cut if stretch.rows]


def as_set(session: Session, typed: Sequence[str]) -> tuple[str, ...]:
    """Return the typed line as the words of `set`: a bare number after a name is a strength or a hex label.

    Raises Mistake for an unknown name, or for words that are not values.
    """
    doc, form = document(session), session.family.scenario().document
    known = {id: section for section, id in written.ids(doc, form)}
    printed = session.family.names(session.state)
    names = [*naming.named({id: printed.get(id, id) for id in known})]
    words: list[str] = []
    keys: list[str] = []
    left = [*typed]
    while left:
        word = left.pop(0)
        if word.lower() in keys and left and "=" not in left[0]:
            word = f"{word}={left.pop(0)}"
        if word.isdecimal() and (key := _key_of(session, keys, word)):
            words.append(f"{key}={word}")
            continue
        if "=" not in word:
            id = naming.meant(word, names)
            if not id:
                raise Mistake(
                    f"nothing is called {word!r}", did_you_mean(word, list(known), names=names) or _like(session, known)
                )
            keys, word = [*forms.hints(forms.step(forms.hints(form)[known[id]], ""))], id
        words.append(word)
    subjects, reason = parted(words, known)
    if reason or not all(told for _, told in subjects):
        raise Mistake(f"{words[-1]}: no new value is given", _like(session, known))
    return tuple(words)


def _key_of(session: Session, keys: Sequence[str], number: str) -> str:
    """Return the key for a bare number: `hex` for four digits, `sp` for one or two; "" for any other number."""
    if len(number) == 4 and "hex" in keys and session.game_map is not None:
        return "hex"
    return "sp" if "sp" in keys and len(number) < 3 else ""


def audited(session: Session, words: Sequence[str]) -> Correction:
    """Return all the differences as one correction, checked together. Raises Mistake."""
    correction = correct(session, words)
    line = ("audit", *correction.line[1:])
    return replace(correction, entry={**correction.entry, "title": "audit", "command": " ".join(line)}, line=line)
