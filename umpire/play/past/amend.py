"""An amendment of an earlier entry.

All later entries are replayed; an entry that does not fit does not stop the replay.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Mistake
from umpire.game.act import Plain
from umpire.game.gamefile.changes import backward, difference
from umpire.play.past.again import (
    NOTHING,
    AmendAnswers,
    Misfit,
    Replayed,
    at_position,
    kept_as_recorded,
    misfit,
    play_again,
    same_meaning,
)
from umpire.play.past.history import EffectiveEntry, History, history
from umpire.play.past.recorded import DroppedDice
from umpire.play.session import Session
from umpire.play.turn import Refused


@frozen
class Patch:
    """The change that an amendment makes to entry `number`, and the answers for later entries.

    `line` replaces the entry or, if `before` is true, is inserted before the entry; `drop` deletes the entry. `told` is
    a dict from the number of an entry to its answers. `new_lines` is a dict from the number of an entry to its new
    line. Entries in `deleted` are deleted. Entries in `kept_as_recorded` stay as recorded, without a question.
    """

    number: int
    line: EffectiveEntry | None = None
    before: bool = False
    drop: bool = False
    told: Mapping[int, AmendAnswers] = field(default_factory=dict)
    new_lines: Mapping[int, EffectiveEntry] = field(default_factory=dict)
    deleted: frozenset[int] = frozenset()
    kept_as_recorded: frozenset[int] = frozenset()


@frozen
class Passed:
    """One entry of the history: `was` as recorded (None if inserted), and `now` after the amendment (None if deleted).

    `listed` has the parts of its record that now count differently; `dropped` has the dice that no longer count.
    """

    was: EffectiveEntry | None
    now: EffectiveEntry | None
    listed: tuple[str, ...] = ()
    wants: tuple[Any, ...] = ()
    misfit: Misfit | None = None
    dropped: tuple[DroppedDice, ...] = ()

    @property
    def number(self) -> int:
        one = self.now or self.was
        assert one is not None
        return one.number

    @property
    def rewritten(self) -> bool:
        """True if the new entry differs from the old entry in any way."""
        return bool(self.was and self.now and (self.was.data != self.now.data or self.was.kept != self.now.kept))


@frozen
class Amended:
    """The amended past, not yet recorded: the amended entry, all later entries, and the present position.

    `odd` is the number of the first unchanged entry whose result differs in the replay; 0 means none.
    """

    session: Session
    patch: Patch
    passed: tuple[Passed, ...]
    after: Plain
    odd: int = 0

    @property
    def state(self) -> Any:
        """The state after the amendment."""
        return at_position(self.session, self.after).state


@frozen
class PlayedUnchanged:
    """An entry replayed unchanged: its current form, and the position after it. If `odd` is true, the result of the
    replay differs from the recorded result. If `fits` is false, the entry is now against the rules. In both cases the
    entry stays as recorded.
    """

    now: EffectiveEntry
    after: Plain
    odd: bool = False
    fits: bool = True


class Past:
    """The effective history of a game, ready for a replay from any entry.

    An entry is not replayed if the position before it has not changed. Any other entry is first replayed from its old
    position, to see whether the program still gives the old result. Each replay is remembered.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.history: History = history(session.file.entries(), session.snapshot.head)
        self.drawn = int(session.head["drawn"])
        self._sessions: dict[str, Session] = {session.table_file.digest: session}
        self._unchanged: dict[int, PlayedUnchanged] = {}
        self._remembered: dict[tuple[Any, ...], tuple[Plain, EffectiveEntry, Replayed | Refused | Mistake]] = {}

    def amend(self, patch: Patch) -> Amended:
        """Return the past after the patch, replayed to the present.

        Raises Mistake if an entry cannot be amended, if an answer makes no sense, or if replaying the record does not
        give the present position. Raises Refused if the amended entry is against the rules.
        """
        at = self.at(patch.number)
        position, drawn = self.before(at), self.drawn
        passed: list[Passed] = []
        if patch.before:
            assert patch.line is not None
            played = self._play(position, patch.line, drawn, patch.told.get(patch.line.number, NOTHING))
            passed.append(Passed(None, played.now, played.listed, played.wants, dropped=played.dropped))
            position, drawn = played.position, played.drawn
        for each in range(at, len(self.history.standing)):
            it, position, drawn = self._passed(each, patch, position, drawn)
            passed.append(it)
        head = {**position["game"], "drawn": drawn, "tables": self.session.head["tables"]}
        odd = [one.now.number for at, one in self._unchanged.items() if one.odd]
        return Amended(self.session, patch, tuple(passed), {**position, "game": head}, min(odd, default=0))

    def one(self, number: int) -> EffectiveEntry:
        """Return the entry with this number in its current form. Raises Mistake if the entry cannot be amended."""
        return self.unchanged(self.at(number)).now

    def moments(self) -> Iterator[tuple[EffectiveEntry, Session, Plain]]:
        """Yield every entry but the first, with the game before it and the position after it. Raises Mistake."""
        for at, one in enumerate(self.history.standing[1:], 1):
            yield one, self._session(self.before(at), one), self.before(at + 1)

    def at(self, number: int) -> int:
        """Return the place of the entry with this number. Raises Mistake if the entry cannot be amended."""
        at = self.history.index(number)
        if at == 0:
            raise Mistake("#1 starts the game and cannot be amended", "use `set` or `edit` to correct the position")
        if at is not None:
            return at
        last = self.session.snapshot.number
        if not 1 <= number <= last:
            raise Mistake(f"the log has no entry {number}", "`umpire log` lists the entries")
        entry = self.session.file.entry(number)
        if by := self.history.out.get(number):
            raise Mistake(f"#{number} was deleted by #{by}", f"type amend --before N {entry.command}, or undo")
        if entry.kind == "amend" and not entry.undone:
            again = entry.data.get("amended", {}).get("number", "N")
            raise Mistake(f"#{number} is itself an amendment", f"amend #{again} again, or undo")
        what = {"undo": "is an undo", "redo": "is a redo"}.get(entry.kind, "was undone")
        raise Mistake(f"#{number} {what}", "only entries that still count can be amended; `umpire log` lists them")

    def before(self, at: int) -> Plain:
        """Return the position before the entry at this place; for the place after the last entry, the present position.
        Positions that the record lacks are found by a replay. Raises Mistake.
        """
        position = self._recorded[at]
        return self._amended[at] if position is None else position

    @cached_property
    def _recorded(self) -> list[Plain | None]:
        """The position before each entry, then the present position. Positions that the record lacks are None."""
        standing, chain = self.history.standing, self.history.chain
        before, after, position = dict[int, Plain](), dict[int, Plain](), self.session.snapshot.position
        for entry in reversed(chain):
            after[entry.number] = position
            position = before[entry.number] = backward(position, entry.changes)
        changed = self.history.first_changed()
        last = max((entry.number for entry in chain if entry.kind == "amend"), default=0)
        found: list[Plain | None] = [before[1]]
        for at, one in enumerate(standing[1:], 1):
            if changed is None or at <= changed:
                found.append(after[standing[at - 1].number])
            else:
                found.append(before[one.number] if one.number > last else None)
        return [*found, self.session.snapshot.position]

    @cached_property
    def _amended(self) -> dict[int, Plain]:
        """The positions that the record lacks, found by replaying unchanged entries.

        Raises Mistake if these positions do not fit the record.
        """
        missing = [at for at, position in enumerate(self._recorded) if position is None]
        found = dict[int, Plain]()
        for at in range(missing[0] - 1, missing[-1] + 1):
            before = found.get(at) or self._recorded[at]
            assert before is not None
            self._unchanged[at] = self._as_it_was(at, before)
            found[at + 1] = self._unchanged[at].after
        last = missing[-1] + 1
        self._leads_on(missing[0] - 1, found[last], self._recorded[last])
        return found

    def is_where_it_was(self, at: int, position: Plain) -> bool:
        """Return whether the entry was made in exactly this position."""
        return same(position, self.before(at))

    def unchanged(self, at: int) -> PlayedUnchanged:
        """Return the entry at this place of the history, replayed from its old position.

        Raises Mistake.
        """
        before = self.before(at)
        if at not in self._unchanged:
            self._unchanged[at] = self._as_it_was(at, before)
        return self._unchanged[at]

    def _as_it_was(self, at: int, before: Plain) -> PlayedUnchanged:
        one, after = self.history.standing[at], self._recorded[at + 1] if self._recorded[at] is not None else None
        try:
            played = self._play(before, one, self.drawn, as_recorded=True)
        except (Refused, Mistake):
            it = PlayedUnchanged(one, self._kept(before, one, self.drawn).position, fits=False)
        else:
            if same_meaning(one, played.now) and (after is None or same(played.position, after)):
                it = PlayedUnchanged(played.now, played.position if after is None else after)
            else:
                it = PlayedUnchanged(one, self._kept(before, one, self.drawn).position, odd=True)
        if after is not None:
            self._leads_on(at, it.after, after)
        return it

    def _leads_on(self, at: int, found: Plain, recorded: Plain | None) -> None:
        """Raise Mistake if a replayed position differs from the recorded position."""
        assert recorded is not None
        if not same(found, recorded):
            where = next(".".join(path[1:]) for path, _, _ in difference(bare(found), bare(recorded)))
            number = min((one.now.number for one in self._unchanged.values() if one.odd), default=0)
            raise Mistake(
                f"from #{number or self.history.standing[at].number} on, "
                f"replaying the log no longer gives the current position ({where})",
                "the program or its tables have changed since; use `set` to correct the position",
            )

    def _passed(self, at: int, patch: Patch, position: Plain, drawn: int) -> tuple[Passed, Plain, int]:
        """Return one entry of the history after the patch, with the position and the number of dice drawn after it."""
        one = self.history.standing[at]
        number = one.number
        itself = number == patch.number and not patch.before
        if number in patch.deleted or (itself and patch.drop):
            return Passed(one, None), position, drawn
        told = patch.told.get(number, NOTHING)
        line = patch.line if itself and patch.line else patch.new_lines.get(number)
        fits = at not in self._unchanged or self._unchanged[at].fits
        if fits and not (itself or line or told != NOTHING) and self.is_where_it_was(at, position):
            return Passed(one, one), self.before(at + 1), drawn
        was = self.unchanged(at)
        if was.odd and not (line or told != NOTHING):
            played = self._kept(position, one, drawn)
            return Passed(one, played.now), played.position, drawn
        try:
            played = self._play(position, line or was.now, drawn, told)
        except (Refused, Mistake) as wrong:
            if line or itself or (told != NOTHING and self._fits(position, was.now, drawn)):
                raise
            why = misfit(self._session(position, one), one, wrong)
            played = self._kept(position, one, drawn)
            return Passed(one, played.now, misfit=why), played.position, drawn
        passed = Passed(was.now, played.now, played.listed, played.wants, dropped=played.dropped)
        return passed, played.position, played.drawn

    def _fits(self, position: Plain, one: EffectiveEntry, drawn: int) -> bool:
        """Return whether the entry can be played from this position if the new answers are ignored. If it can, the
        error is in these answers.
        """
        try:
            self._play(position, one, drawn, NOTHING)
        except (Refused, Mistake):
            return False
        return True

    def _session(self, position: Plain, one: EffectiveEntry) -> Session:
        """Return the session before an entry, with the rule table that the entry was played with."""
        digest = str(one.data.get("table") or self.session.table_file.digest)
        if digest not in self._sessions:
            rows = self.session.file.table(digest)
            played = self.session
            if rows is not None:
                table = replace(played.table_file, rows=rows, digest=digest)
                played = replace(played, table_file=table, table=played.family.read_table(rows))
            self._sessions[digest] = played
        return at_position(self._sessions[digest], position)

    def _play(
        self,
        position: Plain,
        one: EffectiveEntry,
        drawn: int,
        told: AmendAnswers = NOTHING,
        *,
        as_recorded: bool = False,
    ) -> Replayed:
        """Return the entry played from that position. Raises Mistake and Refused."""

        def play() -> Replayed:
            return play_again(self._session(position, one), one, drawn, told, as_recorded=as_recorded)

        return self._once(position, one, (drawn, told, as_recorded), play)

    def _kept(self, position: Plain, one: EffectiveEntry, drawn: int) -> Replayed:
        """Return the entry kept as recorded. If the effects of the entry cannot be applied, they are left out."""
        try:
            return self._once(
                position, one, (drawn,), lambda: kept_as_recorded(self._session(position, one), one, drawn)
            )
        except Mistake:
            return Replayed(one, position, drawn)

    def _once(
        self, position: Plain, one: EffectiveEntry, how: tuple[Any, ...], play: Callable[[], Replayed]
    ) -> Replayed:
        """Return the replay of an entry from a position. Each replay is remembered, so that no replay is made twice.

        Raises Mistake and Refused.
        """
        key = (id(position), id(one), *how)
        if key not in self._remembered:  # the stored values keep both alive, so that no id is used twice
            try:
                came: Replayed | Refused | Mistake = play()
            except (Refused, Mistake) as wrong:
                came = wrong
            self._remembered[key] = (position, one, came)
        came = self._remembered[key][2]
        if isinstance(came, Replayed):
            return came
        raise came


def bare(position: Plain) -> Plain:
    """Return a position without the values that do not count in a comparison: the dice drawn and the rule table."""
    head = {key: value for key, value in position["game"].items() if key not in ("drawn", "tables")}
    return {**position, "game": head}


def same(position: Plain, other: Plain) -> bool:
    """Return whether two positions are the same; the values that `bare` leaves out do not count."""
    if position is other:
        return True
    one, two = bare(position), bare(other)
    differing = [key for key in two if one.get(key) is not two[key]]
    # Python calls 1, 1.0 and True equal, but their stored forms differ.
    return one == two and all(
        json.dumps(one[key], sort_keys=True) == json.dumps(two[key], sort_keys=True) for key in differing
    )
