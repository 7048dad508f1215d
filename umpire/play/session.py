"""An open game: its file, its position for one command, its ruleset and its state (floor 4 in docs/architecture.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from umpire.core.frozen import frozen, replace
from umpire.game.clock.effect import EventDone, FactSet, read_staying
from umpire.game.gamefile.entries import StoredTable
from umpire.game.gamefile.store import GameFile, Snapshot
from umpire.game.rulebook.tables import TableFile
from umpire.rulesets import of_game

if TYPE_CHECKING:  # a status opens a game but resolves no act
    from umpire.core.outcome import Head
    from umpire.game.act import Act, Family, Plain
    from umpire.game.clock.effect import Staying
    from umpire.game.clock.events import Event
    from umpire.game.gamefile.migrations import FamilyFormat
    from umpire.game.maps import Map


@frozen
class Session:
    """A game, read for one command: the file, the position in it, the ruleset and the state.

    A game made up for a question (see `stateless`) has no file; `assumed` lists its assumptions.
    """

    file: GameFile
    snapshot: Snapshot
    family: Family[Any, Any]
    table_file: TableFile
    table: Any
    game_map: Map | None
    state: Any
    assumed: tuple[str, ...] = ()

    @property
    def head(self) -> Plain:
        """The head of the game: name, ruleset, sides, sequence, seed and dice drawn."""
        return cast("Plain", self.snapshot.position["game"])

    @cached_property
    def absent(self) -> Mapping[str, str]:
        """A dict from the id of each stand that is not on the table yet to its arrival, as written."""
        if self.family.COMERS is None:
            return {}
        from umpire.game.clock.off_board import absent

        return absent(self.family, self.state)

    @cached_property
    def at_edge(self) -> frozenset[str]:
        """The ids of the stands that are due and wait at the edge of the board."""
        if not self.absent:
            return frozenset()
        from umpire.game.clock.arrivals import at_edge

        now = self.family.moment(self.state)
        due = {how for how in {*self.absent.values()} if at_edge(how, now)}
        return frozenset(id for id, how in self.absent.items() if how in due)

    @cached_property
    def here(self) -> Any:
        """The state without the stands that are not on the table yet."""
        return self.family.present(self.state) if self.absent else self.state

    @cached_property
    def in_play(self) -> Any:
        """The state with the stands that wait at the edge. Stands that arrive later are left out."""
        return self.family.present(self.state, self.at_edge) if self.absent else self.state

    @property
    def counted(self) -> Any:
        """The state that the summary of the game uses to count stands. In a game with a board, stands that wait at the
        edge are counted too.
        """
        return self.in_play if self.game_map else self.here

    @property
    def summary(self) -> Head | None:
        """The position of the game in a few lines. Points are included if they end the battle, or if stands score by
        leaving.
        """
        head = self.family.head(self.counted, self.table, clock=self.clock_runs)
        ending = getattr(self.state, "ending", None)
        if head is None or not ending or not (ending.sudden or ending.leaves):
            return head
        from umpire.game.clock.ending import with_points

        return with_points(self.family, self.counted, head)

    @property
    def clock_runs(self) -> bool:
        """True if the game has a clock: the sequence is enforced, or a clock was started."""
        return self.head["sequence"] == "kept" or self.family.clock_runs(self.state)

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """A dict from id to name for all things that a fact may belong to. The sides are included."""
        return {**{side: side for side in self.head["sides"]}, **self.family.names(self.state)}

    @cached_property
    def staying(self) -> Mapping[str, Staying]:
        """The lasting facts that hold now, by name: `fog`, `p3.cover`."""
        if not (facts := self.head.get("facts")):
            return {}
        from umpire.game.clock.staying import held

        return held({fact: read_staying(text) for fact, text in facts.items()}, self.family.moment(self.state))

    def after(self, effects: Sequence[Any]) -> tuple[Any, Plain, tuple[str, ...]]:
        """Return three values: the state after these effects, the header after them, and the facts that the effects
        end. The facts are in the form to type.
        """
        own = tuple(each for each in effects if not isinstance(each, FactSet | EventDone))
        state = self.family.apply(self.state, own, self.table)
        if len(own) == len(effects) and "facts" not in self.head:
            return state, self.head, ()
        head = self.head
        if done := {each.event: each.done for each in effects if isinstance(each, EventDone)}:
            rows = head.get("events", {})
            head = {
                **head,
                "events": {id: {**row, **({"done": done[id]} if id in done else {})} for id, row in rows.items()},
            }
        from umpire.game.clock.staying import held, put

        facts = put(self.staying, effects)
        left = held(facts, now := self.family.moment(state))
        over = now is not None and now.over  # every fact ends with the battle, so none is mentioned
        ended = tuple(f"{fact}={each.value}" for fact, each in facts.items() if fact not in left and not over)
        return state, with_facts(head, left), ended

    @cached_property
    def events(self) -> Mapping[str, Event]:
        """The events of the scenario, including events that are done."""
        if not (kept := self.head.get("events")):
            return {}
        from umpire.game.clock.events import read_events

        return read_events(kept)

    @property
    def ends(self) -> str:
        """The end of the battle set by the scenario; "" if the battle ends with the last round or turn of the rules."""
        return str(self.state.ending.ends) if getattr(self.state, "ending", None) else ""

    def sudden(self, state: Any) -> str:
        """Return a text about the side whose points end the battle at once; "" if no side has enough points."""
        if self.head["sequence"] != "kept" or not getattr(self.state, "ending", None) or not self.state.ending.sudden:
            return ""
        from umpire.game.clock.ending import reached

        return reached(self.family, state)

    @property
    def to_come(self) -> tuple[str, ...]:
        """The stands and events still to come, with their times, in words; empty once the battle is over."""
        now = self.family.moment(self.state)
        if not (self.absent or self.events or self.ends) or (now and now.over):
            return ()
        from umpire.game.clock.coming import coming

        left = (event.shown for event in self.events.values() if event.to_come)
        end = (f"end of the battle ({self.ends})",) if self.ends else ()
        return (*(each.shown(now) for each in coming(self.family, self.state) if self.absent), *left, *end)

    def timetable(self, *, referee: bool) -> tuple[str, ...]:
        """Return one line for each future arrival, for each event, and for the end of the battle.

        Players get only public arrivals and events.
        """
        if not (self.absent or self.events or self.ends):
            return ()
        from umpire.game.clock.coming import coming
        from umpire.game.clock.events import told_of

        every = coming(self.family, self.state) if self.absent else ()
        come = (each for each in every if referee or each.arrival.public)
        told = (told_of(each) for each in self.events.values() if referee or each.public)
        end = (f"end of the battle: {self.ends}",) if self.ends else ()
        return (*(f"{each.name} {each.arrival.comes}" for each in come), *told, *end)

    def act(self, verb: str) -> Act[Any, Any, Any]:
        """Return the act of a verb, with the facts that this game's table asks for. Raises KeyError for an unknown
        verb.
        """
        if verb not in self._acts:
            from umpire.game.rulebook.asked import with_asked

            act = with_asked(self.family.act(verb), self.table)
            self._acts[verb] = replace(act, asks=True) if verb == "next" and self.clock_throws else act
        return self._acts[verb]

    @cached_property
    def _acts(self) -> dict[str, Act[Any, Any, Any]]:
        """The acts that `act` has already made, by verb."""
        return {}

    @property
    def clock_throws(self) -> bool:
        """True if a die may be thrown for an arrival, for an event or for the end of the battle."""
        if not (self.absent or self.events or self.ends):
            return False
        from umpire.game.clock.arrivals import read_arrival
        from umpire.game.clock.ending import read_end

        dice = any(read_arrival(how).on for how in self.absent.values()) or any(one.die for one in self.events.values())
        return bool(dice or (self.ends and read_end(self.ends).on))

    def record(self, line: str, entry: Plain, after: Plain, *, kept: Plain | None = None, amends: bool = False) -> int:
        """Write an entry and the position after it into the game file; return its number (see `GameFile.record`).

        Nothing is written, and GameMoved is raised, if other entries were made after the position was read.
        """
        table = StoredTable(self.table_file.digest, self.table_file.rows)
        return self.file.record(self.snapshot.number, line, entry, after, kept=kept, table=table, amends=amends)

    @property
    def table_changed(self) -> bool:
        """True if the rule table differs from the table that the game began with."""
        return bool(self.head["tables"] != self.table_file.digest)


def with_facts(head: Plain, facts: Mapping[str, Staying]) -> Plain:
    """Return the header of a game with its lasting facts replaced by these."""
    others = {key: value for key, value in head.items() if key != "facts"}
    return {**others, **({"facts": {fact: str(each) for fact, each in facts.items()}} if facts else {})}


def _kind(head: Plain) -> FamilyFormat:
    """Return the format of the family that plays a game. Raises Mistake if the family is not installed."""
    from umpire.game.gamefile.migrations import FamilyFormat

    family = of_game(head).family()
    return FamilyFormat(family.FORMAT, family.upgrade)


def open_session(path: Path, mode: str = "rw") -> Session:
    """Read a game: position, ruleset, table and state. Raises Mistake or StoreError."""
    file = GameFile(path, mode, _kind)
    snapshot = file.read()
    head = snapshot.position["game"]
    ruleset = of_game(head)
    family = ruleset.family()
    table_file = ruleset.table(head.get("house", ()), checked=head["tables"])
    plain_map = snapshot.position["map"]
    game_map = None
    if plain_map:
        from umpire.game.maps import Map

        game_map = Map.from_plain(plain_map)
    state = family.read_state(snapshot.position["state"], game_map)
    return Session(file, snapshot, family, table_file, typed_table(family, table_file.rows), game_map, state)


_LAST: list[tuple[Mapping[str, Any], Any]] = []
"""The rows that were read last, and their table."""


def typed_table(family: Family[Any, Any], rows: Mapping[str, Any]) -> Any:
    """Return the table that the family makes from these rows."""
    if not (_LAST and _LAST[0][0] is rows):
        _LAST[:] = [(rows, family.read_table(rows))]
    return _LAST[0][1]


def bare_entry(
    line: str, title: str, reason: str, instructions: tuple[str, ...], digest: str, words: tuple[str, ...] = ()
) -> Plain:
    """Return the journal entry of a correction or of the start of a game, with the keys that every entry has."""
    nothing: Plain = {key: [] for key in ("assumed", "notes", "overruled", "additions", "throws", "choices")}
    outcome: Plain = {"effects": [], "words": list(words), "hands": list(instructions), "owed": [], "tally": {}}
    return {
        "command": line,
        "title": title,
        "side": "",
        "reason": reason,
        "facts": {},
        "sources": {},
        "ruling": "",
        **nothing,
        "outcome": outcome,
        "table": digest,
    }
