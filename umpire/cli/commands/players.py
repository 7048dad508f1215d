"""Commands for the players: a page that follows the game."""

from __future__ import annotations

from typing import Annotated

import typer

from umpire.cli.output import Reply, say
from umpire.cli.setting import Setting

PORT = 8717


def screen_command(
    ctx: typer.Context,
    port: Annotated[int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="0: any that is free.")] = PORT,
    lan: Annotated[bool, typer.Option("--lan", help="For other machines too, at an address nobody can guess.")] = False,
    name: Annotated[
        str, typer.Option("--name", metavar="HOST", help="What this machine is called there.", show_default=False)
    ] = "",
) -> Reply:
    """A page for a tablet or a television: board, whose turn, last acts with their dice. It shows no secret.

    It follows the game until Ctrl-C. Needs `pip install 'umpire[screen]'`; --json says once what the page is told.
    """
    setting: Setting = ctx.obj
    if setting.json:
        from umpire.screen.picture import picture

        return Reply(picture(setting.open()).now)
    from umpire.screen.serve import serve

    serve(setting.find_game(), port, name, lan=lan, say=say)
    return Reply(None)
