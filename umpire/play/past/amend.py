"""An entry of the past as it should have been, and all that followed played again: nothing stops on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
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
    same_entry,
)
from umpire.play.past.history import EffectiveEntry, History, history
from umpire.play.session import Session
from umpire.play.turn import Refused


@frozen
class Patch:
    """The change an amendment makes: to entry `number`, and answers for later entries.

    `line` replaces the entry, or goes in `before` it; `drop` deletes it. `told` holds answers and `new_lines` new
    lines, by entry; `deleted` are deleted; `kept_as_recorded` stay as recorded without a question.
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
    """One entry of the history as it was and as it is now (None: taken out); `put` for one that was put in."""

    was: EffectiveEntry | None
    now: EffectiveEntry | None
    listed: tuple[str, ...] = ()
    wants: tuple[Any, ...] = ()
    misfit: Misfit | None = None

    @property
    def number(self) -> int:
        one = self.now or self.was
        assert one is not None
        return one.number

    @property
    def rewritten(self) -> bool:
        """Whether what stands in its place differs at all."""
        return bool(self.was and self.now and (self.was.data != self.now.data or self.was.kept != self.now.kept))


@frozen
class Amended:
    """The past as amended, not yet recorded: every entry from the first that is otherwise, and the position now.

    `odd` is the first entry that does not come out as it did where it is played again unchanged (0: none).
    """

    session: Session
    patch: Patch
    passed: tuple[Passed, ...]
    after: Plain
    odd: int = 0

    @property
    def state(self) -> Any:
        """The state now."""
        return at_position(self.session, self.after).state


class Past:
    """The effective history of a game, to be played again from any entry."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.history: History = history(session.file.entries(), session.snapshot.head)
        self.drawn = int(session.head["drawn"])
        self._sessions: dict[str, Session] = {session.table_file.digest: session}
        self._played: tuple[int, list[Plain], set[int]] | None = None

    def amend(self, patch: Patch) -> Amended:
        """The past with the patch, played to the present.

        Raises Mistake for what cannot be amended and for answers that make no sense, Refused where the entry itself is
        against the rules, Mistake also where the record, unchanged, does not lead to the present position.
        """
        at = self.at(patch.number)
        positions, odd = self._unchanged(at)
        position, drawn = positions[0], self.drawn
        passed: list[Passed] = []
        if patch.before:
            assert patch.line is not None
            played = self._play(position, patch.line, drawn, patch.told.get(patch.line.number, NOTHING))
            passed.append(Passed(None, played.now, played.listed, played.wants))
            position, drawn = played.position, played.drawn
        for one in self.history.standing[at:]:
            it, position, drawn = self._passed(one, patch, position, drawn, odd)
            passed.append(it)
        head = {**position["game"], "drawn": drawn, "tables": self.session.head["tables"]}
        return Amended(self.session, patch, tuple(passed), {**position, "game": head}, min(odd, default=0))

    def moments(self) -> Iterator[tuple[EffectiveEntry, Session, Plain]]:
        """Every entry but the first, with the game as it stood before it and the position after it. Raises Mistake."""
        found = self._positions()
        for one, before, after in zip(self.history.standing[1:], found[:-1], found[1:], strict=True):
            yield one, self._session(before, one), after

    def _positions(self) -> list[Plain]:
        """The positions before each entry but the first, and the present one."""
        present = self.session.snapshot.position
        if any(entry.kind == "amend" for entry in self.history.chain):
            return [*self._unchanged(1)[0][: len(self.history.standing) - 1], present]
        found = [present]
        for entry in reversed(self.history.chain[1:]):
            found.append(backward(found[-1], entry.changes))
        return found[::-1]

    def at(self, number: int) -> int:
        """Where the entry of that number stands. Raises Mistake for one that is not to be amended."""
        at = self.history.index(number)
        if at == 0:
            raise Mistake("the game begins with #1: that is not amended", "`set` and `edit` correct what stands now")
        if at is not None:
            return at
        last = self.session.snapshot.number
        if not 1 <= number <= last:
            raise Mistake(f"the log has no entry {number}", "`umpire log` lists the entries")
        entry = self.session.file.entry(number)
        if by := self.history.out.get(number):
            raise Mistake(f"#{number} was taken out by #{by}", f"amend --before N {entry.command}, or undo")
        if entry.kind == "amend" and not entry.undone:
            again = entry.data.get("amended", {}).get("number", "N")
            raise Mistake(f"#{number} is an amend itself", f"amend #{again} again, or undo")
        what = f"is an {entry.kind}" if entry.kind in ("undo", "redo") else "was undone: it is not in force"
        raise Mistake(f"#{number} {what}", "amend is for entries in force: `umpire log` lists them")

    def _passed(
        self, one: EffectiveEntry, patch: Patch, position: Plain, drawn: int, odd: set[int]
    ) -> tuple[Passed, Plain, int]:
        """One entry of the history, as the patch has it or as it was."""
        number = one.number
        itself = number == patch.number and not patch.before
        if number in patch.deleted or (itself and patch.drop):
            return Passed(one, None), position, drawn
        told = patch.told.get(number, NOTHING)
        line = patch.line if itself and patch.line else patch.new_lines.get(number)
        if number in odd and not (line or told != NOTHING):
            played = self._kept(position, one, drawn)
            return Passed(one, played.now), played.position, drawn
        try:
            played = self._play(position, line or one, drawn, told)
        except (Refused, Mistake) as wrong:
            if line or itself or (told != NOTHING and self._fits(position, one, drawn)):
                raise
            why = misfit(self._session(position, one), one, wrong)
            played = self._kept(position, one, drawn)
            return Passed(one, played.now, misfit=why), played.position, drawn
        return Passed(one, played.now, played.listed, played.wants), played.position, played.drawn

    def _fits(self, position: Plain, one: EffectiveEntry, drawn: int) -> bool:
        """Whether the entry can be played there at all: then what is wrong is an answer that was given for it."""
        try:
            self._play(position, one, drawn, NOTHING)
        except (Refused, Mistake):
            return False
        return True

    def _unchanged(self, at: int) -> tuple[list[Plain], set[int]]:
        """The positions before each entry from there on, and the entries that do not come out as they did."""
        if self._played is None or self._played[0] != at:
            self._played = (at, *self._as_it_was(at))
        return self._played[1], self._played[2]

    def _as_it_was(self, at: int) -> tuple[list[Plain], set[int]]:
        """Everything played again as it stands, which must lead to the present. Raises Mistake."""
        standing, present = self.history.standing, self.session.snapshot.position
        changed = self.history.first_changed()
        start = at if changed is None else min(at, changed)
        since = standing[start - 1].number
        position = present
        for entry in reversed(self.history.chain):
            if entry.number <= since:
                break
            position = backward(position, entry.changes)
        positions, odd = [], set[int]()
        for one in standing[start:]:
            positions.append(position)
            try:
                played = self._play(position, one, self.drawn, NOTHING)
                if not same_entry(one.data, played.now.data):
                    odd.add(one.number)
            except (Refused, Mistake):
                played = self._kept(position, one, self.drawn)
            if one.number in odd:
                played = self._kept(position, one, self.drawn)
            position = played.position
        if bare(position) != bare(present):
            first = min(odd, default=standing[start].number)
            where = next(".".join(path[1:]) for path, _, _ in difference(bare(position), bare(present)))
            raise Mistake(
                f"played again as it stands, the record no longer comes to what stands now, from #{first} on ({where})",
                "the program or its tables have changed since; `set` corrects what stands now",
            )
        return positions[at - start :] or [position], odd

    def _session(self, position: Plain, one: EffectiveEntry) -> Session:
        """The session before an entry, with the table it was played by."""
        digest = str(one.data.get("table") or self.session.table_file.digest)
        if digest not in self._sessions:
            rows = self.session.file.table(digest)
            played = self.session
            if rows is not None:
                table = replace(played.table_file, rows=rows, digest=digest)
                played = replace(played, table_file=table, table=played.family.read_table(rows))
            self._sessions[digest] = played
        return at_position(self._sessions[digest], position)

    def _play(self, position: Plain, one: EffectiveEntry, drawn: int, told: AmendAnswers) -> Replayed:
        return play_again(self._session(position, one), one, drawn, told)

    def _kept(self, position: Plain, one: EffectiveEntry, drawn: int) -> Replayed:
        """The entry kept as it was, or nothing of it where not even that is possible."""
        try:
            return kept_as_recorded(self._session(position, one), one, drawn)
        except Mistake:
            return Replayed(one, position, drawn)


def bare(position: Plain) -> Plain:
    """A position without what differs however it was come to: the dice drawn, the table of the last entry."""
    head = {key: value for key, value in position["game"].items() if key not in ("drawn", "tables")}
    return {**position, "game": head}
