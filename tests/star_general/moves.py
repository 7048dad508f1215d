"""Small boards of flat hexes to move Star General stands on; one line moved, swapped or viewed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.star_general.games import GLYPHS, TABLES, game
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.outcome import Outcome
from umpire.core.procedure import resolve
from umpire.game.facts import parse_told
from umpire.game.maps import Map
from umpire.rulesets.star_general import FAMILY as star_general
from umpire.rulesets.star_general.effects import apply
from umpire.rulesets.star_general.state import Clock, State
from umpire.rulesets.star_general.table import Table

OPEN = "\n".join([". . . . . . . . . ."] * 9)
"""Ten columns of nine open hexes, 0101 to 1009; a column runs straight down."""


def board(rows: str = OPEN, names: dict[str, str] | None = None) -> Map:
    """Return a map of flat hexes; the even columns stand half a hex further down."""
    legend = {**GLYPHS, "L": "lake", "S": "sea", "+": "road", "^": "hill"}
    return Map.read({"hexes": "flat", "shifted": "even", "rows": rows, "legend": legend, "names": names or {}})


def column(text: str) -> Map:
    """Return a board ten columns wide whose third column has these glyphs from the top; the rest is open."""
    rows = [". . X . . . . . . .".replace("X", glyph) for glyph in text]
    return board("\n".join(rows))


def lane(text: str) -> Map:
    """Return a board whose third column has these glyphs from the top, and only lake elsewhere: one way up and down."""
    return board("\n".join(f"L L {glyph} L" for glyph in text))


def on_board(book: str = "TSG", on: Map | None = None, **more: Any) -> State:
    """Return a game on a map, open if none is given; HQs only if named. A stand in a lake beside a lane is on an
    island.
    """
    on = on or board()
    rows = [[*row] for row in on.rows]
    for stand in more.values():
        if isinstance(stand, dict) and stand.get("hex"):
            across, down = on.grid.place(on.grid.hex(stand["hex"]))
            if on.legend[rows[down - 1][across - 1]] == "lake":
                rows[down - 1][across - 1] = "."
    return game(book, on=replace(on, rows=tuple(map("".join, rows))), hq=False, **more)


def act(verb: str, state: State, line: str, using: Table | str = "TSG") -> Any:
    """Return the situation of `VERB LINE`."""
    made = star_general.act(verb)
    told = parse_told(line.split(), made.connectors, made.bare)
    return made.situate(state, TABLES[using] if isinstance(using, str) else using, told)


def refused(sit: Any, verb: str = "move") -> dict[str, str]:
    """Return the rules that refuse the act, with their words."""
    return {objection.rule: objection.words for objection in star_general.act(verb).objections(sit)}


def late(sit: Any, verb: str = "move") -> list[str]:
    """Return the objections of the sequence of play, by rule."""
    found = star_general.act(verb).out_of_turn(sit.state, sit.table, sit)
    return [objection.rule for objection in found]


def outcome(sit: Any, *choices: str, verb: str = "move") -> Outcome:
    """Return the outcome of the act; each choice is the given one or the default."""
    referee = Answers(SeededDice("test"), 0, (), choices, defaults=not choices)
    found, _ = resolve(star_general.act(verb).procedure(sit), referee)
    referee.finish()
    return found


def done(sit: Any, *choices: str, verb: str = "move") -> State:
    """Return the state after the act, which nothing forbids."""
    assert not refused(sit, verb), refused(sit, verb)
    return apply(sit.state, outcome(sit, *choices, verb=verb).effects)


def moved(state: State, line: str, *choices: str, using: Table | str = "TSG") -> State:
    """Return the state after `move LINE`."""
    return done(act("move", state, line, using), *choices)


def rules(state: State, line: str, using: Table | str = "TSG") -> set[str]:
    """Return the rules that forbid `move LINE`."""
    return set(refused(act("move", state, line, using)))


def active(state: State, unit: str = "reds", phase: str = "activations") -> State:
    """Return the state with this unit activated."""
    return replace(state, clock=replace(state.clock or Clock(), phase=phase, active=unit))
