"""Kills at random: `.venv/bin/python bench/kills.py [KILLS] [SEED]`.

Processes record, amend, undo and redo in a game, and are killed at a random call that changes a file, or half-way
through a write. After each kill the game is as before or as after, its record leads to its position, and nothing that
was reported as done is lost. Prints how many were killed, and ends with 1 at the first game that breaks this.
"""

from __future__ import annotations

import random
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.game.system_calls import die
from tests.game.test_store_crash import ACTS, BIG, in_child, state
from umpire.game.gamefile.store import create

LONGEST = 30
"""So many entries, then another game begins."""
CALLS = 40
"""An act makes fewer calls that change a file than this, mostly."""


def killed_once(path: Path, chance: random.Random, found: Counter[str]) -> None:
    """Kill one random act at a random call. Raises AssertionError if something is lost."""
    before, name, how = state(path), chance.choice(("record", "amend", "undo", "redo")), chance.choice(("dead", "torn"))
    left = chance.randrange(CALLS)

    def step(_: str) -> str | None:
        nonlocal left
        left -= 1
        if left == -1 and how == "dead":
            die()
        return "tear" if left == -1 else None

    ended, now = in_child(ACTS[name], path, step), state(path)
    assert before is not None
    assert now is not None
    more = now[0].number - before[0].number
    assert more in (0, 1), (name, how, left)
    assert more or now == before, (name, how, left)
    kept = [one._replace(undone=False) for one in now[1][: before[0].number]]
    assert kept == [one._replace(undone=False) for one in before[1]], (name, how, left)
    found[f"{name}: {'after' if more else 'before'}" if ended == -signal.SIGKILL else "not killed"] += 1


def main(kills: int, seed: int) -> Counter[str]:
    """Make so many kills, in a folder of its own."""
    chance, found = random.Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.umpire")
        while found.total() - found["not killed"] < kills:
            if not path.exists() or state(path)[0].number > LONGEST:  # type: ignore[index]
                path.unlink(missing_ok=True)
                create(path, BIG, {})
            killed_once(path, chance, found)
    return found


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    came = main(wanted, seed)
    killed = came.total() - came["not killed"]
    print(f"{killed:,} killed with seed {seed}, nothing lost: {dict(sorted(came.items()))}")
