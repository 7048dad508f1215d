"""Typst in a process of its own, where Ctrl-C and limits of time and memory end it, and no package is fetched."""

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
"""How long a document may take: the longest of ours takes a few."""
MEMORY = 2 << 30
"""Bytes that it may have, and what belongs to the system counted."""
CHILD = Path(__file__).with_name("typeset_child.py")
NOWHERE = str(CHILD / "none")
"""A folder that cannot be: packages are neither found there nor put there."""
_NO_NETWORK = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), "http://127.0.0.1:9")


class TypstWrong(Exception):
    """What typst has against a template: in words, with the place, and its hints."""

    def __init__(self, message: str, diagnostic: str, hints: list[str]) -> None:
        super().__init__(message)
        self.message, self.diagnostic, self.hints = message, diagnostic, hints


class Typesetter:
    """A process that sets documents, one after another, for as long as the `with` lasts.

    Raises Mistake where typst is not installed.
    """

    def __init__(self) -> None:
        found = find_spec("typst")
        if found is None or not found.origin:
            from umpire.core.installed import how_to_get

            raise Mistake("printing needs typst, which is not installed", f"{how_to_get('print')}  (80 MB)")
        self._where = Path(found.origin).parents[1]

    def __enter__(self) -> Typesetter:
        proxies = {**_NO_NETWORK, **{name.upper(): value for name, value in _NO_NETWORK.items()}}
        limits = str(MEMORY), str(SECONDS * (os.cpu_count() or 1))
        self._child = subprocess.Popen(
            [sys.executable, "-I", "-S", str(CHILD), str(self._where), *limits],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **proxies},
        )
        return self

    def __exit__(self, *wrong: object) -> None:
        self._child.kill()
        self._child.communicate()

    def compile(self, pages: dict[str, bytes], **how: Any) -> Any:
        """Return what `typst.compile` does.

        Raises TypstWrong for a template that is wrong, FileMistake for one that has no end.
        """
        job = marshal.dumps((pages, {**how, "package_path": NOWHERE, "package_cache_path": NOWHERE}))
        clock = threading.Timer(SECONDS, self._child.kill)
        clock.start()
        try:
            made = self._asked(job)
        finally:
            late = not clock.is_alive()
            clock.cancel()
        if made is None:
            what = f"takes longer than {SECONDS} seconds" if late else "takes too much time or memory"
            raise FileMistake(f"typst was ended: a template {what}", "does it make pages without end?")
        if "made" not in made:
            raise TypstWrong(made["message"], made["diagnostic"], made["hints"])
        return made["made"]

    def _asked(self, job: bytes) -> dict[str, Any] | None:
        """Send a job and wait for its answer; None where the process ended."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        try:
            self._child.stdin.write(len(job).to_bytes(8, "big") + job)
            self._child.stdin.flush()
        except OSError:
            return None
        length = self._child.stdout.read(8)
        data = self._child.stdout.read(int.from_bytes(length, "big")) if len(length) == 8 else b""
        return marshal.loads(data) if data else None
