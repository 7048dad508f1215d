"""The effective history: the entries that still count, as amendments have changed them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from umpire.core.frozen import frozen, replace
from umpire.game.act import Plain
from umpire.game.gamefile.changes import LeafChange, decode
from umpire.game.gamefile.entries import Entry


@frozen
class EffectiveEntry:
    """An entry of the effective history, in its current form.

    `by` is the number of the amend that gave the entry its current form; 0 means none. If `put` is true, an amend
    inserted the entry, and the entry has the number of the amend. `changes` are used only for entries without effects
    (`set`, `edit`).
    """

    number: int
    command: str
    data: Plain
    kept: Plain
    changes: tuple[LeafChange, ...] = ()
    by: int = 0
    put: bool = False

    @property
    def verb(self) -> str:
        """The first word of its line."""
        return (str(self.data.get("command") or self.command).split() or [""])[0]

    @property
    def words(self) -> tuple[str, ...]:
        """The words typed after the verb, including secret words."""
        return tuple(self.kept.get("words", ()))

    @property
    def line(self) -> str:
        """The line in the form that everyone may read."""
        return str(self.data.get("command") or self.command)


@frozen
class History:
    """The entries that count, in order.

    `chain` has the entries as recorded, including amends. `out` is a dict from the number of each removed entry to the
    number of the amend that removed it.
    """

    standing: tuple[EffectiveEntry, ...]
    chain: tuple[Entry, ...]
    out: Mapping[int, int]

    @property
    def changed(self) -> dict[int, int]:
        """A dict from the number of each rewritten entry to the number of the amend that gave the entry its current
        form.
        """
        return {one.number: one.by for one in self.standing if one.by and not one.put}

    def index(self, number: int) -> int | None:
        """Return the place of an entry in the history; None for an entry that does not count."""
        return next((at for at, one in enumerate(self.standing) if one.number == number), None)

    def first_changed(self) -> int | None:
        """Return the first place at which an amend changed the history; None if there is none."""
        touched = [at for at, one in enumerate(self.standing) if one.by]
        gone = [at for at, one in enumerate(self.standing) if any(number < one.number for number in self.out)]
        return min([*touched, *gone[:1]], default=len(self.standing) if self.out else None)


def history(entries: Sequence[Entry], head: int) -> History:
    """Return the effective history of a record. `head` is the number of its newest entry that counts."""
    by_number = {entry.number: entry for entry in entries}
    chain: list[Entry] = []
    number: int | None = head
    while number is not None:
        chain.append(by_number[number])
        number = chain[-1].parent
    chain.reverse()
    standing: list[EffectiveEntry] = []
    out: dict[int, int] = {}
    for entry in chain:
        if entry.kind == "amend":
            _amend(standing, out, entry)
        else:
            standing.append(EffectiveEntry(entry.number, entry.command, entry.data, entry.kept, entry.changes))
    return History(tuple(standing), tuple(chain), out)


def stretch(entries: Sequence[Entry], head: int) -> History | None:
    """Return the last part of the effective history, made from the last entries of a record. Return None if the newest
    entry that counts is not among these entries.
    """
    first = entries[0].number
    alone = [one if (one.parent or 0) >= first else one._replace(parent=None) for one in entries]
    return history(alone, head) if head >= first else None


def _amend(standing: list[EffectiveEntry], out: dict[int, int], amend: Entry) -> None:
    """Replace the entries that an amend changed, and remove the entries that the amend removed."""
    for number in amend.kept["out"]:
        standing[:] = [one for one in standing if one.number != number]
        out[number] = amend.number
    for new in amend.kept["entries"]:
        at = next((at for at, one in enumerate(standing) if one.number == new["n"]), None)
        if at is not None:
            changes = _changes(standing[at], new)
            standing[at] = replace(standing[at], data=new["data"], kept=new["kept"], changes=changes, by=amend.number)
    put = amend.kept.get("put")
    if put:
        at = next((at for at, other in enumerate(standing) if other.number == put["before"]), None)
        if at is not None:  # if not, it was inserted before the entries read
            changes, number = decode(put.get("changes", ())), amend.number
            one = EffectiveEntry(number, put["data"]["command"], put["data"], put["kept"], changes, number, True)
            standing.insert(at, one)


def _changes(one: EffectiveEntry, new: Plain) -> tuple[LeafChange, ...]:
    """Return the changes that a rewritten entry makes.

    Version 0.1 did not store the changes of a `set` with amended words. For such an entry, return ().
    """
    if "changes" in new:
        return decode(new["changes"])
    return one.changes if one.kept.get("words") == new["kept"].get("words") else ()


def in_force(entries: Iterable[Entry], known: History) -> list[Entry]:
    """Return the entries of the record in their current form. A removed entry is marked as undone.

    If an amend inserted an act, the entry of the amend gets the throws of this act.
    """
    now = {one.number: one for one in known.standing if one.by}
    shown = []
    for entry in entries:
        if entry.number in known.out:
            entry = entry._replace(undone=True)
        elif entry.number in now:
            data = now[entry.number].data
            entry = entry._replace(data=data if entry.kind != "amend" else {**entry.data, "throws": data["throws"]})
        shown.append(entry)
    return shown


class AmendMark(NamedTuple):
    """The mark on an entry that an amend has rewritten or, if `out` is true, removed.

    `by` is the number of the amend.
    """

    by: int
    out: bool = False

    @property
    def words(self) -> str:
        """The mark in words: `≠ changed by #91`, `deleted by #91`."""
        return f"{'deleted' if self.out else '≠ changed'} by #{self.by}"


def marks_of(known: History | None) -> dict[int, AmendMark]:
    """Return a dict from the number of each amended entry to its mark."""
    if known is None:
        return {}
    changed = {number: AmendMark(by) for number, by in known.changed.items()}
    return changed | {number: AmendMark(by, out=True) for number, by in known.out.items()}
