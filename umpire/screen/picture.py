"""All that players are shown of a game, as values: where it is, both sides, the last acts, who stands, the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from umpire.board.drawing import Colours, Layers, layers
from umpire.board.plan import HALF
from umpire.core.outcome import Listing
from umpire.game.act import Plain
from umpire.game.gamefile.journal import JournalThrow, read_entry
from umpire.play.past.history import EffectiveEntry, stretch
from umpire.play.past.public import public_history, public_session
from umpire.play.session import Session
from umpire.show.pools import dice_rows, fallen_beside, headline, need_words, scoring
from umpire.show.status import stays_words

LAST = 12
"""So many acts are shown."""
READ = 64
"""So many entries of the record are read for them at first."""
COLOURS: tuple[Colours, ...] = ("light", "dark")


class Picture(NamedTuple):
    """What the page is told: `now` in words, and the board by its colours, none where there is no map."""

    now: Plain
    board: Mapping[Colours, Layers]


def picture(session: Session) -> Picture:
    """What players see of a game."""
    shown, family = public_session(session), session.family
    state, table, game = shown.state, shown.table, shown.head
    head = family.head(state, table, clock=shown.clock_runs)
    now = {
        "name": game["name"],
        "rules": session.table_file.name,
        "where": head.where if head else "",
        "notes": [*(head.notes if head else ()), *filter(None, [stays_words(shown.staying)])],
        "sides": [{"name": side, "said": list(words)} for side, words in (head.sides if head else ())],
        "acts": [_act(one) for one in _acts(session)],
        "lists": [_listing(listing) for listing in family.status(state, table, "")],
        "hex": 0,
    }
    position = family.laid_out(state, table)
    if shown.game_map is None or position is None:
        return Picture(now, {})
    board = {each: layers(shown.game_map, position, game["sides"], colours=each) for each in COLOURS}
    return Picture({**now, "hex": 2 * HALF}, board)


def _acts(session: Session) -> Sequence[EffectiveEntry]:
    """The last acts in force, the newest first; of a long record only as many entries are read as that takes."""
    file, head, many = session.file, session.snapshot.head, READ
    while True:
        entries = file.entries(many)
        if known := stretch(entries, head):
            acts = public_history(session, known, last=LAST)
            if len(acts) == LAST or entries[0].number == 1:
                return acts[::-1]
        many *= 8


def _act(one: EffectiveEntry) -> Plain:
    entry = read_entry(one.data)
    return {
        "title": entry.title,
        "side": entry.side,
        "marks": [*([entry.ruling] if entry.ruling else []), *(["put right since"] if one.by else [])],
        "assumed": list(entry.assumed),
        "notes": [*entry.notes, *(f"overruled: {each.words}" for each in entry.overruled)],
        "throws": [_throw(throw) for throw in entry.throws],
        "choices": [f"{each.side}, {each.words}: {each.meaning}" for each in entry.choices],
        "words": list(entry.happened),
        "hands": list(entry.outcome.hands),
        "owed": list(entry.outcome.owed),
    }


def _throw(throw: JournalThrow) -> Plain:
    """Who threw what, why, and how it fell."""
    return {
        "who": headline(throw),
        "why": dice_rows(throw),
        "need": need_words(throw),
        "sides": throw.sides,
        "faces": list(throw.faces),
        "scoring": sorted(scoring(throw)),
        "fell": fallen_beside(throw),
        "then": list(throw.then),
    }


def _listing(listing: Listing) -> Plain:
    return cast("Plain", {key: getattr(listing, key) for key in ("title", "columns", "rows", "notes", "right")})
