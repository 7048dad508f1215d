"""What a Star General game has for paper: its roster."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from umpire.core.outcome import Listing
from umpire.game.roster import Block, Boxes, Chit, Entry, Fact, Lane, Paper
from umpire.rulesets.star_general.board.laid_out import sign
from umpire.rulesets.star_general.listing import in_order
from umpire.rulesets.star_general.range import dice
from umpire.rulesets.star_general.state import ORDERS, PHASES, Stand, State
from umpire.rulesets.star_general.table import Table

GUNS = "guns"


class StarPaper(Paper[State, Table]):
    """Units with what is with each of their stands, then batteries."""

    def roster(self, state: State, table: Table) -> tuple[Block, ...]:
        sides = dict.fromkeys(stand.side for stand in state.stands.values())
        return tuple(block for side in sides for block in _of_side(state, table, side))

    def fights(self, state: State, table: Table) -> Mapping[str, tuple[Listing, ...]]:
        return {id: (listing,) for id, listing in dice(state, table).items()}

    def chits(self, state: State, table: Table) -> tuple[Chit, ...]:
        """Who holds the target hexes."""
        return tuple(Chit("", side, one.name, side) for side in state.forces for one in state.objectives.values())

    def track(self, state: State, table: Table) -> tuple[Lane, ...]:
        rounds = tuple(f"round {at}" for at in range(1, state.battle.rounds + 1))
        days = [Lane(f"day {at}", rounds, ordered=True) for at in range(1, state.battle.days + 1)]
        return (*days, Lane("phase", (*PHASES, *(["night"] if state.battle.night else []))))


def _of_side(state: State, table: Table, side: str) -> Iterable[Block]:
    for unit in state.units.values():
        stands = in_order(state, unit.id)
        if unit.side == side and stands:
            entries = tuple(_entry(state, table, stand) for stand in stands)
            orders = {order: ORDERS[order] for order in table.orders}
            yield Block(unit.id, unit.name, side, "", orders, state.battle.rounds, entries)
    if guns := [stand for stand in state.stands.values() if stand.side == side and stand.battery]:
        yield Block("", GUNS, side, stands=tuple(_entry(state, table, stand) for stand in guns))


def _entry(state: State, table: Table, stand: Stand) -> Entry:
    core = table.core.get(stand.kind)
    numbers = [Fact("dice", str(stand.fs))] if core and stand.fs else []
    reach = (core or table.support[stand.kind]).range or stand.range
    numbers += [Fact("range", str(reach))] if reach else []
    notes = [word for word, said in (("elite", stand.elite), ("superior gun", stand.superior_gun)) if said]
    notes += ["armoured"] if stand.armoured else []
    boxes = [Boxes("SP", stand.full, stand.sp, out=True)]
    boxes += [Boxes("shots", stand.supply, stand.shots)] if stand.supply else []
    pace = table.pace[stand.mobility]
    facts = (Fact("moves", f"{pace.normal}, strategic {pace.strategic}"),) if core else ()
    return Entry(
        stand.id,
        stand.name,
        stand.side,
        sign(table, stand),
        within=bool(stand.host),
        numbers=tuple(numbers),
        facts=facts,
        notes=tuple(notes),
        boxes=tuple(boxes),
        place=stand.hex,
        gone=not stand.alive,
    )


PAPER = StarPaper()
