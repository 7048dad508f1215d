"""The program `umpire`, and `python -m umpire`."""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Sequence

SELDOM = 100_000
"""Objects made before garbage is looked for: a command is over by then. Looking costs a tenth of its time."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. A line with only `--version` is answered without importing the
    rest of the program.
    """
    gc.set_threshold(SELDOM)
    atexit.register(gc.freeze)  # nor is it looked for as the program ends: another tenth
    words = sys.argv[1:] if argv is None else list(argv)
    if words == ["--version"]:
        from umpire import __version__

        print("umpire", __version__)
        return 0
    from umpire.cli.app import run

    return run(words)


if __name__ == "__main__":
    sys.exit(main())
