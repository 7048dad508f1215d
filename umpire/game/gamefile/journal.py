"""The data of journal entries as typed values, made from the stored JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from umpire.core.outcome import Instruction, Objection
from umpire.core.procedure import Addition
from umpire.game.gamefile.changes import Plain

Kind = Literal["act", "correction", "note"]


class JournalLine(NamedTuple):
    """One line of a throw. If `up_to` is true, an earlier throw may reduce the number of dice."""

    of: str
    amount: int
    words: str
    rule: str
    on: str = "dice"
    why_not: str = ""
    up_to: bool = False


class JournalThrow(NamedTuple):
    """A throw with its lines and its faces. A throw that is still to be made has no faces."""

    key: str
    side: str
    label: str
    rule: str
    dice: int
    sides: int
    hit: str
    reads: str
    reading: Plain
    lines: tuple[JournalLine, ...] = ()
    faces: tuple[int, ...] = ()
    source: str = ""
    value: Any = None
    then: tuple[str, ...] = ()
    up_to: bool = False

    @property
    def thrown(self) -> bool:
        """True if dice were thrown, or their result was typed."""
        return self.source != "none"


class JournalChoice(NamedTuple):
    """A decision: the side that decides, the question, the option taken, and whether it was the default."""

    side: str
    words: str
    chosen: str
    meaning: str
    source: str = ""


class JournalOutcome(NamedTuple):
    """The result of an entry."""

    words: tuple[str, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    pending: tuple[str, ...] = ()
    tally: Mapping[str, int | str] = {}


class JournalEntry(NamedTuple):
    """One entry of the record. `played` is true for an act that has an outcome. The entry of an undo or redo has only
    `words`.

    `given` is true if the result was typed without dice. `secret` is true if the entry is face down. `reason` is the
    reason for a correction.
    """

    command: str = ""
    title: str = ""
    side: str = ""
    kind: Kind = "act"
    assumed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    ruling: str = ""
    overruled: tuple[Objection, ...] = ()
    additions: tuple[Addition, ...] = ()
    throws: tuple[JournalThrow, ...] = ()
    choices: tuple[JournalChoice, ...] = ()
    outcome: JournalOutcome = JournalOutcome()
    reason: str = ""
    given: bool = False
    secret: bool = False
    played: bool = False
    words: tuple[str, ...] = ()

    @property
    def verb(self) -> str:
        """The first word of the line typed; "" if players may not see the line."""
        return self.command.partition(" ")[0]

    @property
    def thrown(self) -> tuple[JournalThrow, ...]:
        """The throws whose dice were thrown or whose result was typed."""
        return tuple(each for each in self.throws if each.thrown)

    @property
    def happened(self) -> tuple[str, ...]:
        """The words of the outcome. Words about ties are left out, because they are shown with the dice."""
        return self.outcome.words[sum(len(each.then) for each in self.throws) :]


def read_entry(data: Plain) -> JournalEntry:
    """Return an entry from its stored form, in which any key may be missing."""
    words = data.get("words") or ()
    return JournalEntry(
        command=str(data.get("command", "")),
        title=str(data.get("title", "")),
        side=str(data.get("side", "")),
        kind="note" if "public" in data else "correction" if "reason" in data else "act",
        assumed=_texts(data.get("assumed")),
        notes=_texts(data.get("notes")),
        ruling=str(data.get("ruling") or ""),
        overruled=tuple(Objection(each["rule"], each["words"]) for each in data.get("overruled", ())),
        additions=tuple(Addition(**each) for each in data.get("additions", ())),
        throws=tuple(map(read_throw, data.get("throws", ()))),
        choices=tuple(map(_choice, data.get("choices", ()))),
        outcome=_outcome(data.get("outcome", {})),
        reason=str(data.get("reason") or ""),
        given="result" in data,
        secret=bool(data.get("secret")),
        played={"title", "throws", "choices", "outcome"} <= data.keys(),
        words=_texts(words if isinstance(words, list | tuple) else (words,)),
    )


def read_throw(plain: Plain) -> JournalThrow:
    """Return a throw from its stored form, even if its dice are still to be thrown."""
    return JournalThrow(
        str(plain.get("key", "")),
        str(plain["side"]),
        str(plain["label"]),
        str(plain.get("rule", "")),
        int(plain["dice"]),
        int(plain["sides"]),
        str(plain["hit"]),
        str(plain["reads"]),
        plain.get("reading", {}),
        tuple(_line(each) for each in plain.get("lines", ())),
        tuple(plain.get("faces", ())),
        str(plain.get("source", "")),
        plain.get("value"),
        _texts(plain.get("then")),
    )


def _line(plain: Plain) -> JournalLine:
    return JournalLine(
        str(plain["of"]), plain["amount"], plain["words"], str(plain["rule"]), plain["on"], plain["why_not"]
    )


def _choice(plain: Plain) -> JournalChoice:
    return JournalChoice(plain["side"], plain["words"], plain["chosen"], plain["meaning"], plain["source"])


def _outcome(plain: Plain) -> JournalOutcome:
    instructions = tuple(map(Instruction, plain.get("hands") or ()))
    return JournalOutcome(_texts(plain.get("words")), instructions, _texts(plain.get("owed")), plain.get("tally", {}))


def _texts(values: Iterable[object] | None) -> tuple[str, ...]:
    return tuple(map(str, values or ()))
