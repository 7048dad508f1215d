"""The replay of one entry from its new position, with its own dice and choices.

An entry that no longer fits can stay as recorded.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Mistake
from umpire.core.outcome import deciding
from umpire.game.act import Plain
from umpire.game.gamefile.changes import ABSENT, LeafChange, difference
from umpire.game.gamefile.entries import Snapshot, text
from umpire.play.additions import typed_again
from umpire.play.correct import Unchanged, correct
from umpire.play.past.history import EffectiveEntry
from umpire.play.past.plain import Classes, subject
from umpire.play.past.recorded import DroppedDice, Recorded, Want
from umpire.play.session import Session
from umpire.play.turn import Refused, play, prepare, referee_for, secret_entry

TAKEN_BACK = "taken back: "
"""The beginning of a note about dice that were rolled and taken back. The note stays with the entry."""


@frozen
class AmendAnswers:
    """The answers given for an entry in addition to its record. `parts` has new dice for each throw, in order; "" keeps
    the recorded dice. `picks` has new options for each choice, in order; "" keeps the recorded option. `dice` and
    `choices` answer the questions of the replay. If `anew` is true, the recorded dice and choices are ignored.
    """

    parts: tuple[str, ...] = ()
    picks: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    anew: bool = False


NOTHING = AmendAnswers()


@frozen
class Misfit:
    """The reason why an entry no longer fits, in `words`.

    Entries with the same `cause` share one question. `gone` has the ids in the line of the entry that are no longer in
    play.
    """

    cause: str
    words: str
    gone: tuple[str, ...] = ()


@frozen
class Replayed:
    """A replayed entry: its new record, the position after the entry, and the number of dice drawn so far.

    `listed` has notes, `wants` has questions, and `dropped` has the dice that no longer count.
    """

    now: EffectiveEntry
    position: Plain
    drawn: int
    listed: tuple[str, ...] = ()
    wants: tuple[Want, ...] = ()
    dropped: tuple[DroppedDice, ...] = ()


def at_position(session: Session, position: Plain) -> Session:
    """Return the session at a position."""
    state = session.family.read_state(position["state"], session.game_map)
    snapshot = Snapshot(session.snapshot.number, session.snapshot.head, position, None)
    return replace(session, snapshot=snapshot, state=state)


def play_again(
    session: Session, one: EffectiveEntry, drawn: int, told: AmendAnswers = NOTHING, *, as_recorded: bool = False
) -> Replayed:
    """Play an entry from the position of the session. `drawn` is the number of dice already drawn from the stream.

    If `as_recorded` is true, only the tokens of choices and the faces of dice are compared with the record. An older
    version may have used other words. Raises Mistake or Refused if the entry does not fit.
    """
    if one.verb in session.family.ACTS and "throws" in one.data:
        return _act(session, one, drawn, told, as_recorded)
    housed = any(change.path[:2] == ("game", "house") for change in one.changes)
    if one.verb == "set" and one.words and not housed:  # the file of a club may have changed since, or be gone
        return _set(session, one, drawn)
    return _by_changes(session, one, drawn)


def _act(session: Session, one: EffectiveEntry, drawn: int, told: AmendAnswers, as_recorded: bool) -> Replayed:
    data, kept = one.data, one.kept
    overrules: Collection[str] | None = kept.get("overruled", ()) if "effects" in kept else None  # a line typed now
    additions = typed_again(data)
    prepared = prepare(session, one.verb, one.words, ruling=data["ruling"], additions=additions, overrules=overrules)
    stream, _ = referee_for(session)
    referee = Recorded(
        stream,
        drawn,
        {} if told.anew else data,
        () if told.anew else kept.get("spare", ()),
        lot=f"{stream.seed} {one.number}",
        told=told.dice,
        chosen=told.choices,
        parts=told.parts,
        picks=told.picks,
        as_recorded=as_recorded,
    )
    played = play(prepared, referee)
    entry: Plain = json.loads(text(played.entry))
    entry["notes"] += [note for note in data["notes"] if note.startswith(TAKEN_BACK)]
    if prepared.act.secret:
        entry = secret_entry(entry, one.verb)
    now = replace(one, data={**data, **entry}, kept={**kept, **json.loads(text(played.kept))})
    if "spare" in kept and "spare" not in played.kept:
        now = replace(now, kept={key: value for key, value in now.kept.items() if key != "spare"})
    after: Plain = json.loads(text(played.after))
    listed, wants, dropped = tuple(referee.listed), tuple(referee.wants), tuple(referee.dice_dropped)
    return Replayed(now, after, referee.drawn, listed, wants, dropped)


def _set(session: Session, one: EffectiveEntry, drawn: int) -> Replayed:
    """Replay a correction: set the same values again, even if nothing changes."""
    try:
        correction = correct(session, one.words)
    except Unchanged:
        outcome = {**one.data["outcome"], "hands": []}
        return Replayed(replace(one, data={**one.data, "outcome": outcome}), session.snapshot.position, drawn)
    lines = list(correction.words)
    data = {**one.data, "outcome": {**one.data["outcome"], "hands": lines}}
    after: Plain = json.loads(text(correction.after))
    return Replayed(replace(one, data=data, changes=difference(session.snapshot.position, after)), after, drawn)


def _by_changes(session: Session, one: EffectiveEntry, drawn: int) -> Replayed:
    """Replay an edit by making the same changes again. Raises Mistake if a thing no longer exists."""
    position = session.snapshot.position
    for change in one.changes:
        position = _told(position, change, 0)
    return Replayed(one, position, drawn)


def _changes_kept(session: Session, one: EffectiveEntry) -> Plain:
    """Return the position with the changes of an entry, except changes to things that are missing or gone for good."""
    before = session.snapshot.position
    every = _where_possible(before, one.changes)
    gone = session.family.gone(session.state) & session.family.gone(at_position(session, every).state)
    return _where_possible(before, [each for each in one.changes if gone.isdisjoint(each.path)]) if gone else every


def _where_possible(position: Plain, changes: Sequence[LeafChange]) -> Plain:
    for change in changes:
        with suppress(Mistake):
            position = _told(position, change, 0)
    return position


def _told(branch: Any, change: LeafChange, depth: int) -> Any:
    if change.path[:2] in (("game", "drawn"), ("game", "tables")):
        return branch
    if not isinstance(branch, dict):
        raise Mistake(f"{'.'.join(change.path[1:])} no longer exists")
    key, copy = change.path[depth], dict(branch)
    if depth + 1 < len(change.path):
        if key not in copy:
            raise Mistake(f"{'.'.join(change.path[1:])} no longer exists")
        copy[key] = _told(copy[key], change, depth + 1)
    elif change.after is ABSENT:
        copy.pop(key, None)
    else:
        copy[key] = change.after
    return copy


def lost(session: Session, one: EffectiveEntry) -> frozenset[str]:
    """Return the ids of things that are gone now. A thing is left out if it was already gone when this entry changed
    it.
    """
    return session.family.gone(session.state) - frozenset(one.kept.get("back", ()))


def kept_as_recorded(session: Session, one: EffectiveEntry, drawn: int) -> Replayed:
    """Return the entry as recorded.

    Its effects are applied to the new position, except effects on things that are now gone. For a correction, the
    changes are applied. Raises Mistake if the effects or changes cannot be applied.
    """
    if "effects" not in one.kept:
        return Replayed(one, _changes_kept(session, one), drawn)
    try:
        effects = Classes.of(session.family).read(one.kept["effects"])
        gone = lost(session, one)
        standing = tuple(effect for effect in effects if subject(effect) not in gone)
        state, head, _ = session.after(standing)
    except (ValueError, LookupError, TypeError, AttributeError) as wrong:
        raise Mistake(f"the result of the entry cannot stay as recorded ({wrong})") from None
    position = {**session.snapshot.position, "game": head, "state": session.family.plain(state)}
    return Replayed(one, json.loads(text(position)), drawn)


def misfit(session: Session, one: EffectiveEntry, wrong: Refused | Mistake) -> Misfit:
    """Return the reason why an entry no longer fits: a missing thing, a rule, or the mistake."""
    if one.data.get("secret"):
        return Misfit("secret", "a secret entry cannot be replayed")
    lines = [word.lower() for part in one.words for word in part.replace("=", ",").split(",")]
    gone = tuple(sorted(id for id in lost(session, one) if id.lower() in lines))
    if gone:
        names = session.family.names(session.state)
        return Misfit(f"gone {gone[0]}", f"{names.get(gone[0], gone[0])}: no longer in play", gone)
    if isinstance(wrong, Refused):
        first = deciding(wrong.objections)[0]
        return Misfit(f"rule {first.rule}", first.ruled)
    return Misfit(wrong.what, wrong.what)


def same_meaning(one: EffectiveEntry, other: EffectiveEntry) -> bool:
    """Return whether two entries have the same dice, choices, overruled rules, effects and numbers in the tally. Words
    are not compared.
    """
    return _meaning(one) == _meaning(other)


def _meaning(one: EffectiveEntry) -> tuple[Any, ...]:
    data = one.data
    return (
        [[each[key] for key in ("key", "side", "dice", "sides", "faces", "source")] for each in data.get("throws", ())],
        [[each[key] for key in ("key", "chosen", "source")] for each in data.get("choices", ())],
        [each["rule"] for each in data.get("overruled", ())],
        [each for each in data.get("outcome", {}).get("tally", {}).values() if isinstance(each, int)],
        one.kept.get("effects"),
    )
