"""All that lies on the board of a position, as values for whoever draws it. Orders that lie face down are not there."""

from __future__ import annotations

from umpire.game.maps.drawn import Ground, Piece, Position, Sign, Target
from umpire.rulesets.star_general.board.board import Board, grounds
from umpire.rulesets.star_general.state import Stand, State
from umpire.rulesets.star_general.table import Table

ARMOURED = {"infantry": "mechanised", "artillery": "armoured-artillery", "reconnaissance": "armoured-reconnaissance"}
"""The frame of a type whose stand is armoured."""


def laid_out(state: State, table: Table) -> Position:
    """Grounds, core stands with those beside them, and objectives."""
    kinds = {name: Ground(ground.words, ground.drawn, ground.joins) for name, ground in grounds(state, table).items()}
    if state.map is None:
        return Position(kinds)
    pieces = {place: _piece(state, table, stand) for place, stand in Board(state, table).held.items()}
    targets = {
        state.map.grid.hex(one.hex): Target(one.name, one.points, one.holder)
        for one in state.objectives.values()
        if one.hex
    }
    return Position(kinds, pieces, targets)


def _piece(state: State, table: Table, stand: Stand) -> Piece:
    unit = state.units.get(stand.unit)
    beside = tuple((each.name, sign(table, each)) for each in state.supports(stand.id))
    acted = bool(stand.moved) or (unit.activated if unit else stand.shots < stand.supply)
    order = unit.order if unit else ""
    return Piece(stand.id, stand.name, stand.side, sign(table, stand), stand.sp, stand.full, order, acted, beside)


def sign(table: Table, stand: Stand) -> Sign:
    """The frame of a stand: that of its type, armoured where it is."""
    row = table.core.get(stand.kind) or table.support[stand.kind]
    symbol = ARMOURED.get(row.symbol, row.symbol) if stand.armoured else row.symbol
    return Sign(row.words, symbol, row.weight)
