"""The command about luck: the dice that fell against what was to be expected."""

from __future__ import annotations

import typer

from umpire.cli.output import Reply
from umpire.game.gamefile.store import open_game
from umpire.show.luck import luck_lines, luck_plain


def luck_command(ctx: typer.Context) -> Reply:
    """How the dice fell, side by side, typed and rolled apart, and how unusual that is: exact, from the record."""
    plain = luck_plain(open_game(ctx.obj.find_game()).entries())
    return Reply(plain, lambda page: luck_lines(page, plain))
