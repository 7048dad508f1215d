"""Typst in a separate process. It fetches no packages.

Ctrl-C, or too much time or memory, ends the process.
"""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from umpire.core.mistakes import FileMistake, Mistake

SECONDS = 60
"""The most seconds for a document. The longest of the program's own takes a few."""
MEMORY = 2 << 30
"""The most bytes of memory for the process, including memory that belongs to the system."""
CHILD = Path(__file__).with_name("typeset_child.py")
NOWHERE = str(CHILD / "none")
"""A folder that cannot exist, so that packages are neither found there nor put there."""
_NO_NETWORK = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), "http://127.0.0.1:9")


class TypstWrong(Exception):
    """An error that typst finds in a template: its words, its place and its hints."""

    def __init__(self, message: str, diagnostic: str, hints: list[str]) -> None:
        super().__init__(message)
        self.message, self.diagnostic, self.hints = message, diagnostic, hints


class Typesetter:
    """A process that typesets documents one after another within a `with` block.

    The process loads typst when the block begins, while the data of the documents is still being made.
    """

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Typesetter:
        found = find_spec("typst")
        if found is not None and found.origin:
            proxies = {**_NO_NETWORK, **{name.upper(): value for name, value in _NO_NETWORK.items()}}
            limits = str(MEMORY), str(SECONDS * (os.cpu_count() or 1))
            self._child = subprocess.Popen(
                [sys.executable, "-I", "-S", str(CHILD), str(Path(found.origin).parents[1]), *limits],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **proxies},
            )
        return self

    def __exit__(self, *wrong: object) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.communicate()

    def compile(self, pages: dict[str, bytes], **how: Any) -> Any:
        """Return the result of `typst.compile`; with a `selector`, return the result of `typst.query`.

        Raises Mistake if typst is not installed, TypstWrong for an error in a template, FileMistake for a template that
        takes too long.
        """
        if self._child is None:
            from umpire.core.installed import how_to_get

            raise Mistake("printing needs typst (80 MB), which is not installed", how_to_get("print"), to_type=True)
        job = marshal.dumps((pages, {**how, "package_path": NOWHERE, "package_cache_path": NOWHERE}))
        clock = threading.Timer(SECONDS, self._child.kill)
        clock.start()
        try:
            made = _asked(self._child, job)
        finally:
            late = not clock.is_alive()
            clock.cancel()
        if made is None:
            what = f"takes longer than {SECONDS} seconds" if late else "takes too much time or memory"
            raise FileMistake(f"typst was stopped: a template {what}", "the template may make pages without end")
        if "made" not in made:
            raise TypstWrong(made["message"], made["diagnostic"], made["hints"])
        return made["made"]


def _asked(child: subprocess.Popen[bytes], job: bytes) -> dict[str, Any] | None:
    """Send a job and return its answer; None if the process ended."""
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        child.stdin.write(len(job).to_bytes(8, "big") + job)
        child.stdin.flush()
    except OSError:
        return None
    length = child.stdout.read(8)
    data = child.stdout.read(int.from_bytes(length, "big")) if len(length) == 8 else b""
    return marshal.loads(data) if data else None
