"""Figures for the players' screen beside their budgets: its delay after a command, and its cost for the referee.

    .venv/bin/python bench/screen.py [RUNS] [WATCHERS]

The referee's command with WATCHERS pages open (default 50), and with none, in turn; the screen runs all the while.
"""

from __future__ import annotations

import re
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import thirty
from run import UMPIRE, line, seconds

GAME = [*UMPIRE, "-g", "a.umpire"]
FIRE = [*GAME, "fire", *thirty.FIRE, "range=2", "--roll", "--defaults"]
UNDO = [*GAME, "undo"]


class Pages:
    """Pages that follow the game, each with the time of its last event."""

    def __init__(self, port: int, many: int) -> None:
        self.told = [0.0] * many
        self.over = False
        self.sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(many)]
        for one in self.sockets:
            one.sendall(f"GET /events/light HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        self.reading = threading.Thread(target=self._read)
        self.reading.start()

    def _read(self) -> None:
        with selectors.DefaultSelector() as ready:
            for at, one in enumerate(self.sockets):
                ready.register(one, selectors.EVENT_READ, at)
            while not self.over:
                for key, _ in ready.select(0.05):
                    if not self.sockets[key.data].recv(1 << 20):
                        raise SystemExit("a page was left alone")
                    self.told[key.data] = time.perf_counter()

    def end(self) -> None:
        """Close all of them."""
        self.over = True
        self.reading.join()
        for one in self.sockets:
            one.close()


def main(runs: int = 15, watchers: int = 50) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "thirty.toml").write_text(thirty.scenario())
        seconds([*UMPIRE, "new", "thirty.toml", "--seed", "1", "-g", "a.umpire"], folder)
        screen = [*GAME, "screen", "--port", "0"]
        with subprocess.Popen(screen, cwd=folder, stdout=subprocess.PIPE, encoding="utf-8") as process:
            assert process.stdout is not None
            found = re.search(r":(\d+)/", process.stdout.readline())
            assert found
            watched, alone, soon = [], [], []
            for _ in range(runs):
                pages = Pages(int(found[1]), watchers)
                time.sleep(1)
                watched.append(seconds(FIRE, folder))
                done = time.perf_counter()
                time.sleep(1)
                soon.append(max(pages.told) - done)
                pages.end()
                seconds(UNDO, folder)
                time.sleep(1)
                alone.append(seconds(FIRE, folder))
                seconds(UNDO, folder)
            process.send_signal(signal.SIGINT)
        cost = statistics.median(watched) / statistics.median(alone)
        line(f"her fire with {watchers} pages open, to that with none", f"{cost:.2f}", "1.1")
        line("the last page told after her command", f"{max(soon) * 1000:.0f} ms", "1000 ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
