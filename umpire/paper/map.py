"""The printed map: the board with its stands on one page, or the board alone, to scale, on several pages."""

from __future__ import annotations

from umpire.board.drawing import LEGEND, board_svg
from umpire.board.plan import HALF, Plan
from umpire.core.frozen import frozen, replace
from umpire.paper.documents import Subject


@frozen
class Sheets:
    """The board as SVG. `width` and `height` are in units of the drawing; a hex is `hex` units wide.

    `hex_mm` is the width of a hex on paper; 0 means that the map fits one page.
    """

    title: str
    svg: str
    width: float
    height: float
    hex: float
    hex_mm: float


def data(battle: Subject) -> Sheets | None:
    """Return the board; None in a battle without a map."""
    position = battle.family.laid_out(battle.state, battle.table) if battle.board and battle.state is not None else None
    if battle.board is None or position is None:
        return None
    if battle.hex_mm:  # the real stands are put on it
        position = replace(position, pieces={})
    drawn = board_svg(battle.board, position, battle.sides, title=battle.title, colours="paper", font="Noto Sans")
    plan = Plan(battle.board.grid)
    return Sheets(battle.title, drawn, plan.width, plan.height + LEGEND, 2 * HALF, battle.hex_mm)
