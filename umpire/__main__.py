"""The program `umpire`, and `python -m umpire`."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit code. `--version` alone is answered before anything else is imported."""
    words = sys.argv[1:] if argv is None else list(argv)
    if words == ["--version"]:
        from umpire import __version__

        print("umpire", __version__)
        return 0
    from umpire.cli.app import run

    return run(words)


if __name__ == "__main__":
    sys.exit(main())
