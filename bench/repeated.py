"""The evening of the bridgehead, repeated: games with any number of entries, to amend."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.play.evenings import games
from umpire.game.gamefile.entries import StoredTable
from umpire.game.gamefile.store import create, open_game
from umpire.play.past.amend import Past
from umpire.play.session import bare_entry, open_session

AMENDS = (("2", "order", "a=M", "b=M", "p=D"), ("6", "--drop"))
"""An order of the first evening, after which two entries differ, and a march taken out of it."""


def repeated(path: Path, after: int) -> None:
    """Write a game with so many entries after its second.

    At the end of an evening an `edit` takes the game back to its beginning, and the evening is recorded once more.
    """
    past = Past(open_session(games("star-bridgehead")[0]))
    file = past.session.table_file
    table, chain = StoredTable(file.digest, file.rows), past.history.chain
    positions = [past.before(at) for at in range(1, len(chain) + 1)]
    create(path, positions[0], chain[0].data, chain[0].command, table)
    game, last = open_game(path), 1
    back = bare_entry("edit", "edit", "", (), file.digest)
    while True:
        for entry, position in zip(chain[1:], positions[1:], strict=True):
            if last == after + 2:
                return
            last = game.record(last, entry.command, entry.data, position, kept=entry.kept, table=table)
        if last < after + 2:
            last = game.record(last, "edit", back, positions[0])
