"""The last act as players saw it: the difference between the public game before the act and after the act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from umpire.board.last import LastAct
from umpire.core.frozen import replace
from umpire.core.hexes import Hex
from umpire.game.act import Plain
from umpire.game.gamefile.changes import backward
from umpire.game.gamefile.entries import Snapshot
from umpire.game.maps.drawn import Piece
from umpire.game.naming import meant
from umpire.game.roster import Block, RosterStand
from umpire.game.variation import wording
from umpire.play.past.history import EffectiveEntry, History
from umpire.play.past.public import public_session
from umpire.play.session import Session


class Around(NamedTuple):
    """The public game before an act and after the act."""

    before: Session
    after: Session


class Done(NamedTuple):
    """The last act: the ids of the actors, the targets, the stands with losses and the stands removed. `board` has the
    hexes of the same act.
    """

    by: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    lost: Mapping[str, int] = {}
    gone: tuple[str, ...] = ()
    board: LastAct = LastAct()


def around(session: Session, known: History, one: EffectiveEntry) -> Around | None:
    """Return the public game before and after an entry.

    Return None if the entry was amended, or if the entry or a later entry is an amendment.
    """
    position = session.snapshot.position
    for entry in reversed(known.chain):
        if entry.kind == "amend" or one.by:
            return None
        before = backward(position, entry.changes)
        if entry.number == one.number:
            return Around(_public(session, before), _public(session, position))
        position = before
    return None


def _public(session: Session, position: Plain) -> Session:
    state = session.family.read_state(position["state"], session.game_map)
    return public_session(replace(session, snapshot=Snapshot(0, 0, position, None), state=state))


def done(one: EffectiveEntry, seen: Around) -> Done:
    """Return the part of an act that players saw, with names that players know, and with hexes."""
    was, after = stands(seen.before), stands(seen.after)
    by, to = _named(one, seen)
    lost = {id: left - now for id, left in was.items() if (now := after.get(id, 0)) < left}
    gone = tuple(id for id, left in was.items() if left and not after.get(id, 0))
    return Done(by, to, lost, gone, _on_board(one, seen, by, to))


def before(seen: Around) -> tuple[Block, ...]:
    """Return the units before an act, including the stands that the act removed."""
    return seen.before.family.paper().roster(seen.before.state, seen.before.table)


def stands(session: Session) -> dict[str, int]:
    """Return the current strength of each stand: the number of its boxes left or, for a stand without boxes, 1 or 0."""
    blocks = session.family.paper().roster(session.state, session.table)
    return {stand.id: left_of(stand)[0] for block in blocks for stand in block.stands}


def left_of(stand: RosterStand) -> tuple[int, int]:
    """Return the current and the full strength of a stand."""
    box = next((each for each in stand.boxes if each.out), None)
    left, full = (box.left, box.full) if box else (1, 1)
    return (0 if stand.gone else left), full


def _named(one: EffectiveEntry, seen: Around) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids of the actors and of the targets that the line of an act names. If the line is not public, return
    no ids.
    """
    family = seen.before.family
    if one.verb not in family.ACTS or one.data.get("secret") or "reason" in one.data:
        return (), ()
    act = family.act(one.verb)
    if act.secret or act.prose:
        return (), ()
    names = family.names(seen.before.state)
    typed = wording(one.words, act).names
    foe = act.roles.foe if act.roles else "at"

    def ids(words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(id for word in words if (id := meant(word, names.items()))))

    return ids(typed.get("", ())), ids(typed.get(foe, ()))


def _on_board(one: EffectiveEntry, seen: Around, by: tuple[str, ...], to: tuple[str, ...]) -> LastAct:
    before, after = _pieces(seen.before), _pieces(seen.after)
    if before is None or after is None:
        return LastAct()
    was = {piece.id: (h, piece) for h, piece in before.items()}
    now = {piece.id: (h, piece) for h, piece in after.items()}
    targets = [was[id][0] for id in to if id in was]
    at = tuple((was[id][0], target) for id in by if id in was for target in targets[:1])
    at += tuple((was[by[0]][0], target) for target in targets[1:] if by and by[0] in was)
    went = tuple((h, now[id][0]) for id, (h, _) in was.items() if id in now and now[id][0] != h)
    lost = []
    for id, (h, piece) in was.items():
        there, left = (now[id][0], now[id][1].strength or 0) if id in now else (h, 0)
        if piece.strength is not None and left < piece.strength:
            lost.append((there, piece.strength - left))
    return LastAct(at, went, tuple(lost), tuple(h for id, (h, _) in was.items() if id not in now))


def _pieces(session: Session) -> Mapping[Hex, Piece] | None:
    position = session.family.laid_out(session.state, session.table)
    return position.pieces if position else None
