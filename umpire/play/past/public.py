"""A game without its secrets, for players.

Only the public parts of the position and of the record are used. Screens and reports for players show only this game,
so they cannot show a secret.
"""

from __future__ import annotations

from collections.abc import Iterator

from umpire.core.frozen import replace
from umpire.game.clock.arrivals import has_left
from umpire.game.clock.off_board import whole_units
from umpire.game.gamefile.entries import Snapshot
from umpire.game.gamefile.public import public_entry, public_head
from umpire.play.past.history import EffectiveEntry, History
from umpire.play.session import Session


def public_session(session: Session) -> Session:
    """Return the current game for players: no secrets in its state, no future dice, no count of entries."""
    position = session.snapshot.position
    plain = session.family.public(position["state"], mapped=bool(position["map"]))
    shown = {"game": public_head(position["game"]), "map": position["map"], "state": plain}
    state = session.family.read_state(plain, session.game_map)
    return replace(session, snapshot=Snapshot(0, 0, shown, None), state=state)


def public_history(session: Session, known: History, *, last: int | None = None) -> tuple[EffectiveEntry, ...]:
    """Return the entries that players may know, from the effective history.

    The entries get new numbers, without gaps for undone entries. `data` has only the parts of an entry that players may
    read. `session` is the whole game; `last` limits the number of entries.
    """
    shown = tuple(one for _, one in public_pairs(session, known))
    return shown[-last:] if last else shown


def public_pairs(session: Session, known: History) -> Iterator[tuple[EffectiveEntry, EffectiveEntry]]:
    """Yield each entry of the effective history that players may know of, and its public form."""
    family, state, number = session.family, session.state, 0
    gone = {id for id, how in session.absent.items() if has_left(how)}
    seen = {*family.names(public_session(session).state), *gone, *(whole_units(family, state, gone) if gone else ())}
    unseen = {id: name for id, name in family.names(state).items() if id not in seen}
    for one in known.standing:
        data = public_entry(one.data, unseen) if one.verb != "new" else None
        if data is not None:
            number += 1
            yield one, EffectiveEntry(number, "", data, {}, (), int(bool(one.by)))
