"""A question without a game (floor 4 in docs/architecture.md). Such a question uses the acts of a game, with types
instead of stands. Umpire makes up a scenario from the types named, and prepares the act there. Nothing is written.
Assumed facts are shown.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from umpire.core.mistakes import Mistake
from umpire.game import naming
from umpire.game.act import Act, Family
from umpire.game.forms import loosened, shown, spelled
from umpire.game.gamefile.store import GameFile, Snapshot
from umpire.game.problems import checked
from umpire.game.records import About
from umpire.game.rulebook.asked import with_asked
from umpire.game.variation import ATTACKER, DEFENDER, Sample, Stateless
from umpire.game.written import Written, by_fields, made
from umpire.play.grammar import AND, JOINS
from umpire.play.session import Session
from umpire.rulesets import Ruleset

SIDES = (ATTACKER, DEFENDER)
MOST = 12
"""The largest number before a type that counts things of this type."""
_LONGEST = 3
"""The most words of a type's name."""


def session_of(ruleset: Ruleset, verb: str, words: Sequence[str]) -> tuple[Session, tuple[str, ...]]:
    """Return a game made up from the types in the words of an act, and the words with ids in place of the types.

    Raises Mistake for words that name no type, and for values that do not fit together.
    """
    family, table_file = ruleset.family(), ruleset.table()
    asked = _of(family)
    if verb not in family.ACTS:
        raise Mistake(f"{table_file.name} has no {verb}", f"its commands: {', '.join(family.ACTS)}")
    if asked is None or verb not in asked.acts:
        asks = (
            f"commands that need no game: {', '.join(asked.acts)}" if asked else "`umpire new SCENARIO` starts a game"
        )
        raise Mistake(f"{verb} needs a game", asks)
    table = family.read_table(table_file.rows)
    line = _Line(with_asked(family.act(verb), table), asked, table, words, family.SPOKEN)
    samples = line.samples
    sections = asked.sections(table, samples, line.others)
    state = _state(family.scenario(), sections, table)
    head = {
        "name": "",
        "ruleset": ruleset.name,
        "tables": table_file.digest,
        "house": [],
        "sequence": "told",
        "sides": list(SIDES),
        "seed": os.urandom(8).hex(),
        "drawn": 0,
    }
    snapshot = Snapshot(0, 0, {"game": head, "map": None, "state": family.plain(state)}, None)
    assumed = tuple(asked.assumed(table, samples)) if samples else ()
    nowhere = GameFile(Path())  # nothing is read from it, and nothing recorded
    return Session(nowhere, snapshot, family, table_file, table, None, state, assumed), line.words


def _of(family: Family[Any, Any]) -> Stateless[Any] | None:
    """Return the `STATELESS` in the module `before` of a family; None if there is none."""
    name = f"{type(family).__module__}.before"
    try:
        offered = vars(import_module(name)).get("STATELESS")
        return cast("Stateless[Any] | None", offered(family) if isinstance(offered, type) else offered)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return None


class _Line:
    """The words of an act in which types are named.

    `samples` has the things named; `words` has ids in place of types.
    """

    def __init__(
        self,
        act: Act[Any, Any, Any],
        asked: Stateless[Any],
        table: Any,
        typed: Sequence[str],
        spoken: Mapping[str, str],
    ) -> None:
        self.spoken = spoken
        self.act, self.asked, self.of = act, asked, asked.acts[act.verb]
        self.types, self.table = asked.types(table), table
        self.others: dict[str, int] = {}
        self._words: list[str] = []
        self._found: dict[str, tuple[str, str]] = {}
        self._told: dict[tuple[str, str], dict[str, str]] = {}
        self._group = ""
        self._read([part for word in typed for part in (word.split(",") if "=" not in word else [word]) if part])

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the act."""
        return tuple(self._words)

    @property
    def samples(self) -> tuple[Sample, ...]:
        """The things named, in order. Raises Mistake for a fact of a thing that is not named."""
        for _, id in self._told:
            if id and id not in self._found:
                raise Mistake(f"this line names no {id!r}", f"it names {', '.join(self._found)}")
        told = self._told
        return tuple(
            Sample(id, type, self.of[group][0], {**told.get((group, ""), {}), **told.get(("", id), {})})
            for id, (type, group) in self._found.items()
        )

    def _read(self, words: Sequence[str]) -> None:
        at = 0
        while at < len(words):
            word, at = words[at], at + 1
            small = word.lower()
            if "=" in word:
                self._fact(word)
            elif small in self.act.connectors:
                self._group = small
                self._words.append(word)
            elif small in AND:
                pass
            elif meant := _counted(words, at - 1, self.types):
                count, type, at = meant
                self._name(count, type)
            elif small in self.asked.words and self._group in self.of:
                side, _ = self.of[self._group]
                self.others[side] = self.others.get(side, 0) + 1
                self._words.append(word)
            elif self._group in self.act.places or self.act.bare(word) is not None or self._may_tell(word):
                self._words.append(word)
            else:
                raise self._not_understood(word)

    def _may_tell(self, word: str) -> bool:
        """Return whether a word that is not a type may be the value of a fact."""
        from umpire.play.hints import as_fact  # only for such a word

        act, small = self.act, word.lower()
        told = small in (*JOINS, *self.spoken) or as_fact(act, word) or as_fact(act, small.removeprefix("no"))
        return bool(told)

    def _fact(self, word: str) -> None:
        """Record a typed `key=value`: a fact of one thing, of all things after a connecting word, or of the act."""
        name, _, value = word.partition("=")
        id, _, key = name.lower().replace("-", "_").rpartition(".")
        of_act = key in self.act.facts and (id or key not in self.asked.own)
        if key not in self.asked.keys or of_act:
            self._words.append(word)
        else:
            self._told.setdefault(("", id) if id else (self._group, ""), {})[key] = value

    def _name(self, count: int, type: str) -> None:
        if self._group not in self.of:
            raise Mistake(f"without a game, a type of stand cannot come after {self._group!r}", self.act.usage)
        letter = self.of[self._group][1]
        known = sum(id[0] == letter for id in self._found)
        ids = [f"{letter}{known + number}" for number in range(1, count + 1)]
        self._found |= dict.fromkeys(ids, (type, self._group))
        if self.asked.acts_itself(self.table, type):
            self._words += ids

    def _not_understood(self, word: str) -> Mistake:
        from umpire.play.hints import as_fact  # only needed once something is wrong

        if hint := as_fact(self.act, word):
            return Mistake(f"{word!r} is not understood here", hint)
        return naming.none_such("type", word, self.types, f"for example: {', '.join(list(self.types)[:6])}")


def _counted(words: Sequence[str], at: int, types: Mapping[str, Any]) -> tuple[int, str, int] | None:
    """Return the number and the type named at this word, and the place of the next word; None if no type is named."""
    count = words[at]
    if count.isascii() and count.isdigit() and len(count) < 3 and 0 < int(count) <= MOST:
        several = _named(words, at + 1, types)
        if several:
            return int(count), *several
    one = _named(words, at, types)
    return (1, *one) if one else None


def _named(words: Sequence[str], at: int, types: Mapping[str, Any]) -> tuple[str, int] | None:
    """Return the type that the next words name, and the place after the name; None if these words name no type. The
    longest possible name counts.
    """
    for end in range(min(at + _LONGEST, len(words)), at, -1):
        name = " ".join(words[at:end])
        type = "" if "=" in name or name.isdigit() else _type(name, types)
        if type:
            return type, end
    return None


def _type(name: str, types: Mapping[str, Any]) -> str:
    """Return the type with this name; the name may be in the plural."""
    for said in (name, name.removesuffix("s")):
        if said in types:
            return said
        if found := naming.meant(said, naming.named(types)):
            return found
    return ""


def _state(written: Written[Any, Any, Any], sections: Mapping[str, Any], table: Any) -> Any:
    """Return the state that these sections describe, checked like the sections of a scenario. Raises Mistake."""
    form = written.document
    sections = spelled(loosened(sections, form), form, About(SIDES, table, sections))
    doc = written.mustered(dict(sections), table, SIDES)
    try:
        read, problems = checked(form, doc, About(SIDES, table, doc))
        for amiss in problems:
            raise amiss.mistake
        card = by_fields(read, form)
        whole = made(card, form, "", lambda cls, one: written.usual(cls, one, table, card))
        return written.to_state(whole, table, None, SIDES)
    except Mistake as wrong:  # typed, not written in a file: no section
        if len(wrong.path) != 3:
            raise
        raise Mistake(f"{shown(wrong.path[1:])}: {wrong.said}", wrong.hint) from None
