"""The map in the terminal: ground, stands, and the zone of control of a side on request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from umpire.cli.output import Reply
from umpire.core.mistakes import Mistake, did_you_mean

if TYPE_CHECKING:
    from umpire.show.page import Page


def map_command(
    ctx: typer.Context,
    zone: Annotated[
        str, typer.Option("--zone", metavar="SIDE", help="Mark the zone of control of a side.", show_default=False)
    ] = "",
) -> Reply:
    """The board with the stands on it."""
    session = ctx.obj.open()
    family, game_map = session.family, session.game_map
    placed = family.on_board(session.state)
    if game_map is None or placed is None:
        raise Mistake("this game has no map", "distances and ground are told: `fire ... range=2 terrain=woods`")
    sides = list(session.head["sides"])
    side = next((name for name in sides if name.lower() == zone.lower()), "")
    if zone and not side:
        raise Mistake(f"there is no side {zone!r}", did_you_mean(zone, sides))
    stands = {hex_: (name, sides.index(of)) for hex_, (name, of) in placed.items()}
    marked = family.zone_of(session.state, side) if side else ()
    label = game_map.grid.label
    plain = {
        "map": game_map.to_plain(),
        "stands": {label(hex_): {"stand": name, "side": sides[at]} for hex_, (name, at) in stands.items()},
        "zone": sorted(label(hex_) for hex_ in marked),
    }

    def draw(page: Page) -> list[str]:
        from umpire.show.board import board_lines

        return board_lines(page, game_map, stands, sides, marked)

    return Reply(plain, draw)
