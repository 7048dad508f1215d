"""Assaults for tests: the situation of one, duels in close combat, boards of flat hexes around one hex."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.star_general.games import GLYPHS, SIDES, TABLES, game, table
from umpire.core.hexes import Hex
from umpire.game.facts import parse_told
from umpire.game.maps import Map
from umpire.rulesets.star_general import FAMILY as star_general
from umpire.rulesets.star_general.combat.pools import CombatSituation
from umpire.rulesets.star_general.state import Force, Objective, State
from umpire.rulesets.star_general.table import Table

ASSAULT = star_general.act("assault")
CENTRE = "0704"
"""The hex in the middle of `field`; its neighbours are N 0703, NE 0803, SE 0804, S 0705, SW 0604, NW 0603."""


def assault(state: State, line: str, using: Table | str = "TSG") -> CombatSituation:
    """Return the situation of `assault LINE`."""
    told = parse_told(line.split(), ASSAULT.connectors, ASSAULT.bare)
    sit: CombatSituation = ASSAULT.situate(state, TABLES[using] if isinstance(using, str) else using, told)
    return sit


def clash(
    book: str, attacker: dict, target: dict, *more: str, red: str = "M", blue: str = "M", options=None, **others
) -> CombatSituation:
    """Return the situation in which `a` of Red assaults `z` of Blue without a map; `more` are typed words."""
    state = game(book, red=red, blue=blue, a=attacker, z=target, **others)
    return assault(state, " ".join(("a at z", *more)), table(book, **(options or {})))


def mixed(
    book: str, close: dict, distant: dict, target: dict, *more: str, blue: str = "M", options=None, **others
) -> CombatSituation:
    """Return the situation in which `a` of Red assaults `z` of Blue while `b` fires from two hexes; without a map."""
    state = game(book, blue=blue, a=close, b=distant, z=target, **others)
    return assault(state, " ".join(("a b at z b.range=2", *more)), table(book, **(options or {})))


def field(glyphs: Mapping[str, str] | None = None, *, columns: int = 13, rows: int = 8) -> Map:
    """Return a board of flat hexes, open except for these hexes."""
    text = "\n".join(
        "".join((glyphs or {}).get(f"{column:02}{row:02}", ".") for column in range(1, columns + 1))
        for row in range(1, rows + 1)
    )
    legend = {**GLYPHS, "~": "lake"}
    return Map.read({"hexes": "flat", "shifted": "even", "rows": text, "legend": legend})


def off(board: Map, q: int, r: int, centre: str = CENTRE) -> str:
    """Return the label of the hex so many axial steps from the centre."""
    here = board.grid.hex(centre)
    return board.grid.label(Hex(here.q + q, here.r + r))


def with_air(state: State, **points: int) -> State:
    """Return the state with these air points of the round."""
    return replace(state, forces={side: Force(side, points.get(side, 0), points.get(side, 0)) for side in SIDES})


def with_objective(state: State, hex: str, holder: str = "") -> State:
    """Return the state with one objective, `town`."""
    return replace(state, objectives={"town": Objective("town", "Town", hex, 1, holder)})


def effects_of(result: Any, kind: type) -> list[Any]:
    """Return the effects of one kind, in order."""
    return [effect for effect in result.effects if isinstance(effect, kind)]
