"""The paper and board of a Star General game: its roster, and everything on the board except hidden orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from umpire.core.frozen import replace
from umpire.core.outcome import Listing
from umpire.game.maps.drawn import DrawnBoard, DrawnGround, DrawnObjective, Piece, Sign
from umpire.game.roster import NONE, Block, Boxes, Chit, Lane, Paper, RosterFact, RosterStand
from umpire.game.rulebook.sheet import SheetPlan
from umpire.rulesets.star_general.board.board import HexBoard, grounds
from umpire.rulesets.star_general.board.walking import carrier, going
from umpire.rulesets.star_general.combat.situation import strength_lines
from umpire.rulesets.star_general.listing import in_order, marks_of
from umpire.rulesets.star_general.range import dice
from umpire.rulesets.star_general.reference import score
from umpire.rulesets.star_general.state import ORDERS, PHASES, Stand, State
from umpire.rulesets.star_general.table import Table

GUNS = "guns"
DONE = {
    "orders": "round-orders",
    "retreats": "round-retreats",
    "activations": "round-activations",
    "artillery": "guns-fire",
    "night": "night-points",
}
"""The line of the sheet for each phase."""


class StarPaper(Paper[State, Table]):
    """The units with their stands and supports, then the batteries."""

    together = True

    def roster(self, state: State, table: Table) -> tuple[Block, ...]:
        return tuple(block for side in state.sides for block in _of_side(state, table, side))

    def fights(self, state: State, table: Table) -> Mapping[str, tuple[Listing, ...]]:
        found = {}
        for id, listing in dice(state, table).items():
            core = table.core.get(state.stands[id].kind)
            found[id] = (listing, _to_hit(table, defends=core.arm == "hq")) if core and listing.rows else (listing,)
        return found

    def chits(self, state: State, table: Table) -> tuple[Chit, ...]:
        """Return a chit for each side at each objective. A chit shows the side that holds the objective."""
        return tuple(Chit("", side, one.name, side) for side in state.forces for one in state.objectives.values())

    def track(self, state: State, table: Table) -> tuple[Lane, ...]:
        rounds = tuple(f"round {at}" for at in range(1, state.battle.rounds + 1))
        days = [Lane(f"day {at}", rounds, ordered=True) for at in range(1, state.battle.days + 1)]
        phases = (*PHASES, *(["night"] if state.battle.night else []))
        return (*days, Lane("phase", phases, done=tuple(SheetPlan(table.rows).said(DONE[phase]) for phase in phases)))


def _of_side(state: State, table: Table, side: str) -> Iterable[Block]:
    for unit in state.units.values():
        stands = in_order(state, unit.id)
        if unit.side == side and stands:
            entries = tuple(_entry(state, table, stand) for stand in stands)
            orders = {order: ORDERS[order] for order in table.orders}
            yield Block(unit.id, unit.name, side, "", orders, state.battle.rounds, entries)
    if guns := [stand for stand in state.stands.values() if stand.side == side and stand.battery]:
        yield Block("", GUNS, side, stands=tuple(_entry(state, table, stand) for stand in guns))


def _entry(state: State, table: Table, stand: Stand) -> RosterStand:
    core = table.core.get(stand.kind)
    numbers = [RosterFact("dice", str(stand.fs))] if core and stand.fs else []
    reach = (core or table.support[stand.kind]).range or stand.range
    numbers += [RosterFact("range", str(reach))] if reach else []
    left = range(stand.full, 0, -1) if core and stand.fs else ()
    then = tuple(_dice(table, replace(stand, sp=each)) for each in left)
    boxes = [Boxes("SP", stand.full, stand.sp, out=True, then=then)]
    boxes += [Boxes("shots", stand.supply, stand.shots)] if stand.supply else []
    facts = (RosterFact("moves", _moves(state, table, stand)),) if core else ()
    return RosterStand(
        stand.id,
        stand.name,
        stand.side,
        sign(table, stand),
        within=bool(stand.host),
        numbers=tuple(numbers),
        facts=facts,
        notes=tuple(marks_of(stand)),
        boxes=tuple(boxes),
        place=stand.hex,
        gone=not stand.alive,
    )


def _dice(table: Table, stand: Stand) -> str:
    """Return the dice of a stand at its strength."""
    return str(sum(line.amount for line in strength_lines(table, stand)))


def _to_hit(table: Table, *, defends: bool) -> Listing:
    """Return the numbers that hit. In an attack, they depend on the target's order; in a reply, they depend on the
    stand's own order.
    """
    columns = tuple(order for order in ORDERS if ("M", order) in table.to_hit)
    hits = [table.to_hit["M", order] for order in columns]
    rows = (("attack", *(score(hit.attack) for hit in hits)), ("reply", *(score(hit.reply) or NONE for hit in hits)))
    title = f"hits{' if on M' if _apart(table) else ''}, for each order of the target"
    title += " · guns spot it within {spot_open} hexes in the open, {spot_cover} in cover or dug in".format_map(
        table.limits
    )
    return Listing(title, ("hits", *columns), rows[defends:], right=tuple(range(1, len(columns) + 1)))


def _apart(table: Table) -> bool:
    """Return whether attackers on M and attackers on H need different numbers to hit."""
    return any(table.to_hit["M", to].attack != hit.attack for (by, to), hit in table.to_hit.items() if by == "H")


def _moves(state: State, table: Table, stand: Stand) -> str:
    """Return the moves of a core stand with its transport, in words."""
    pace, own = table.pace[going(state, table, stand).mobility], table.pace[stand.mobility]
    best = carrier(state, table, stand)
    alone = f" ({own.normal}, {own.strategic} without {table.support[best.kind].words})" if best else ""
    return f"{pace.normal}, strategic {pace.strategic}{alone}"


PAPER = StarPaper()


ARMOURED = {"infantry": "mechanised", "artillery": "armoured-artillery", "reconnaissance": "armoured-reconnaissance"}
"""The frame of a type if its stand is armoured."""


def laid_out(state: State, table: Table) -> DrawnBoard:
    """Return the terrain, the core stands with their supports, and the objectives."""
    kinds = {
        name: DrawnGround(ground.words, ground.drawn, ground.joins) for name, ground in grounds(state, table).items()
    }
    if state.map is None:
        return DrawnBoard(kinds)
    pieces = {place: _piece(state, table, stand) for place, stand in HexBoard(state, table).held.items()}
    targets = {
        state.map.grid.hex(one.hex): DrawnObjective(one.name, one.points, one.holder)
        for one in state.objectives.values()
        if one.hex
    }
    return DrawnBoard(kinds, pieces, targets)


def _piece(state: State, table: Table, stand: Stand) -> Piece:
    unit = state.units.get(stand.unit)
    supports = tuple((each.name, sign(table, each)) for each in state.supports(stand.id))
    acted = bool(stand.moved) or (unit.activated if unit else stand.shots < stand.supply)
    order = unit.order if unit else ""
    return Piece(stand.id, stand.name, stand.side, sign(table, stand), stand.sp, stand.full, order, acted, supports)


def sign(table: Table, stand: Stand) -> Sign:
    """Return the symbol of a stand: the symbol of its type, shown as armoured if the stand is armoured."""
    row = table.core.get(stand.kind) or table.support[stand.kind]
    symbol = ARMOURED.get(row.symbol, row.symbol) if stand.armoured else row.symbol
    return Sign(row.words, symbol, row.weight)
