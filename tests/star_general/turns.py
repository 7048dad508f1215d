"""Star General games that keep the sequence of play: one command after another, as a referee types them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.catalogue import hear
from tests.star_general.games import SIDES, TABLES, state_of
from tests.star_general.moves import board
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.outcome import Objection, Outcome
from umpire.core.procedure import Chosen, Thrown, resolve
from umpire.game.facts import parse_told
from umpire.game.maps import Map
from umpire.rulesets.star_general import FAMILY as star_general
from umpire.rulesets.star_general.effects import apply
from umpire.rulesets.star_general.state import State
from umpire.rulesets.star_general.table import Table
from umpire.rulesets.star_general.turn.now import _left, now
from umpire.rulesets.star_general.turn.sequence import finish_active, sides_to_choose

LOW, HIGH = "11", "66"
"""Two dice of initiative."""


class Turn:
    """A game in play: a state that every command changes, and the result of the last one."""

    def __init__(self, state: State, using: Table | str = "TSG") -> None:
        self.state = state
        self.table = TABLES[using] if isinstance(using, str) else using
        self.last = Outcome()
        self.sit: Any = None
        self.answers: tuple[Thrown | Chosen, ...] = ()

    def objections(self, line: str) -> tuple[Objection, ...]:
        """Return every objection to a command, those of the sequence of play first."""
        act, sit = self._situation(line)
        return (*act.out_of_turn(self.state, self.table, sit), *act.objections(sit))

    def no(self, line: str) -> list[str]:
        """Return the rules that refuse a command, in order."""
        return [objection.rule for objection in self.objections(line)]

    def _situation(self, line: str) -> tuple[Any, Any]:
        verb, *words = line.split()
        act = star_general.act(verb)
        return act, act.situate(self.state, self.table, parse_told(words, act.connectors, act.bare))

    def says(self, line: str, *dice: str, choices: tuple[str, ...] = (), ruling: bool = False) -> Turn:
        """Play a command that nothing forbids (or a ruling allows), with these dice."""
        act, self.sit = self._situation(line)
        found = self.objections(line)
        assert not [one for one in found if not (ruling and one.overrulable)], found
        referee = Answers(SeededDice("test"), 0, dice, choices, defaults=not choices)
        self.answers = ()
        while True:
            self.last, more = resolve(act.procedure(self.sit), referee)
            self.answers += more
            if not self.last.is_tie_reroll:
                break
        referee.finish()
        self.state = apply(self.state, self.last.effects, self.table)
        return self

    @property
    def phase(self) -> str:
        """Return the current phase."""
        return self.state.clock.phase

    @property
    def active(self) -> str:
        """Return the active unit."""
        return self.state.clock.active

    def on(self, **clock: Any) -> Turn:
        """Return the same game at another point of the sequence of play."""
        self.state = replace(self.state, clock=replace(self.state.clock, **clock))
        return self

    def put(self, stand: str, **fields: Any) -> Turn:
        """Return the same game with a stand in another hex, or in another state."""
        changed = replace(self.state.stands[stand], **fields)
        self.state = replace(self.state, stands={**self.state.stands, stand: changed})
        return self

    def skip_to(self, phase: str) -> Turn:
        """Go on with `next` and first units until this phase; initiative falls to the first side of the roster."""
        while self.phase != phase:
            if self.phase == "orders":
                self.says("order reveal", ruling=True)
            elif self.phase in ("retreats", "activations") and not self.objections("next"):
                self.says("next")
            elif self.phase in ("retreats", "activations"):
                after = apply(self.state, finish_active(self.state), self.table)
                self.says("activate", *((HIGH, LOW) if len(sides_to_choose(after, self.table)) > 1 else ()))
            else:
                self.says("next")
        return self


def left_to(state: State, table: Table, unit: str = "reds") -> tuple[str, bool]:
    """Return how a unit may still move in its activation ("": not at all) and whether it may attack, from the
    status.
    """
    left, said = _left(state, table, state.units[unit]), now(state, table).notes[0]
    hear(said)
    assert all(each in said for each in left)
    how = "".join(each for each in left if each in ("move", "shuffle", "retreat"))
    return how, left != [how] * bool(how)


def waiting(state: State) -> list[Any]:
    """Return the units not yet activated."""
    return [unit for unit in state.units.values() if not unit.activated and unit.id != state.clock.active]


def battle(
    book: str = "TSG",
    *,
    on: Map | None = None,
    days: int = 2,
    using: Table | None = None,
    **sections: Mapping[str, Any],
) -> Turn:
    """Return two battalions of Red (`r`, `s`) and two of Blue (`u`, `v`) on an open board, far apart; sections may be
    added.

    Each has two infantry stands and an HQ: `r1 r2 rh`. `units`, `stands`, `forces`, `objectives`, `battle` add to it.
    """
    owners = sorted(SIDES * 2, reverse=True)
    units = {key: {"name": key.upper(), "side": side} for key, side in zip("rsuv", owners, strict=True)}
    stands: dict[str, Any] = {}
    for column, key in zip(("01", "03", "08", "10"), "rsuv", strict=True):
        for row, (name, kind) in enumerate((("1", "infantry"), ("2", "infantry"), ("h", "hq")), 2):
            stands[key + name] = {"name": key + name, "type": kind, "unit": key, "hex": f"{column}0{row}"}
    for key, card in sections.get("units", {}).items():
        units[key] = {**units.get(key, {"name": key.upper()}), **card}
    for key, card in sections.get("stands", {}).items():
        stands[key] = {"name": key, **stands.get(key, {}), **card}
    stands = {key: {name: value for name, value in card.items() if value != ""} for key, card in stands.items()}
    written = {
        "units": units,
        "stands": stands,
        "battle": {"days": days, **sections.get("battle", {})},
        "forces": sections.get("forces", {}),
        "objectives": sections.get("objectives", {}),
        "clock": sections.get("clock", {}),
    }
    table = using or TABLES[book]
    return Turn(state_of(written, table, on or board(), SIDES), table)
