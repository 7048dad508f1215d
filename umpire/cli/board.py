"""`map -o FILE.svg`: the board drawn into a file."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from umpire.cli.commands.games import write_new
from umpire.cli.output import Reply
from umpire.core.mistakes import Mistake, did_you_mean

if TYPE_CHECKING:
    from umpire.board.drawing import Colours
    from umpire.play.session import Session

_HEAD = 1000


def drawn(session: Session, output: str, colours: str, size: int | None) -> Reply:
    """The board of a game as SVG in a file. One drawn before is replaced, no other file is. Raises Mistake."""
    from umpire.board.drawing import MARK, PALETTES, board_svg

    game_map = session.game_map
    position = session.family.laid_out(session.state, session.table)
    if game_map is None or position is None:
        raise Mistake("this game has no map, so no board can be drawn", "`umpire status` says where everything stands")
    if colours not in PALETTES:
        raise Mistake(f"there are no colours {colours!r}", did_you_mean(colours, list(PALETTES)))
    path = Path(output)
    if path.suffix.lower() != ".svg":
        raise Mistake(f"{output} is no drawing", f"name a file that ends in .svg: -o {path.stem or 'board'}.svg")
    kept = session.family.clock_runs(session.state) or session.head["sequence"] == "kept"
    title = ", ".join(filter(None, (session.head["name"], session.family.brief(session.state, session.table) * kept)))
    text = board_svg(
        game_map, position, session.head["sides"], title=title, colours=cast("Colours", colours), size=size
    )
    replace_own(path, text, MARK)
    plain = {"file": output, "entry": session.snapshot.number}
    return Reply(plain, lambda page: page.paragraph(f"drawn in {output}, as of #{session.snapshot.number}"))


def replace_own(path: Path, text: str, mark: str) -> None:
    """Write a file in the place of one of the same kind that we wrote before, which `mark` tells; of no other."""
    if not os.path.lexists(path):
        write_new(path, text)
        return
    with suppress(OSError, ValueError):
        if path.is_file() and not path.is_symlink():
            with path.open(encoding="utf-8", errors="replace") as there:
                if mark in there.read(_HEAD):
                    beside = path.with_name(f".umpire-{os.urandom(8).hex()}{path.suffix}")
                    write_new(beside, text)
                    os.replace(beside, path)
                    return
    write_new(path, text)
