"""Random evenings in full and in short, compared line by line: `.venv/bin/python bench/in_short.py [EVENINGS]`.

Each has forty lines, of each of the four games in turn. The first difference stops it, with the line and its seed.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.typed.in_short import evening
from tests.typed.test_evenings_in_short import GAMES


def main() -> None:
    """Play them, and print how many lines were shorter."""
    evenings, shorter = int(sys.argv[1]) if len(sys.argv) > 1 else 100, 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(evenings):
            scenario = GAMES[number % len(GAMES)]
            try:
                shorter += evening(Path(folder) / str(number), scenario, random.Random(number), lines=40)
            except Exception:
                print(f"seed {number}, {scenario}")
                raise
    print(f"{evenings} evenings, {shorter} lines in short: the same games")


if __name__ == "__main__":
    main()
