"""A terminal with a screen: keys are typed, and what then stands there is read, as a person would."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

import pyte

COLUMNS, ROWS = 80, 24
QUIET = 0.2
"""Seconds without a word from the program before it is believed to wait for a key."""


class Terminal:
    """The program at a terminal of 80 x 24. `screen()` is what can be read on it."""

    def __init__(self, *words, cwd, term="xterm", **environment):
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self.pid, self._end = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            os.environ.update(TERM=term, PYTHONIOENCODING="utf-8", **environment)
            os.execv(sys.executable, [sys.executable, "-m", "umpire", *words])
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.code = None

    def screen(self):
        """The lines that stand on the screen, without what is blank at their ends."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    def type(self, keys, until="", patience=30):
        """Type keys, and read until this has come to the screen, or stands at its end; the screen then."""
        before = self.screen()
        os.write(self._end, keys.encode())
        return self.wait(until, patience, before)

    def wait(self, until, patience=30, before=""):
        """Read until this stands on the screen, once more than before or near its end; the screen then."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if select.select([self._end], [], [], QUIET)[0]:
                try:
                    self._stream.feed(os.read(self._end, 65536))
                except OSError:  # the program has ended
                    break
            elif until and self._came(until, before):
                return self.screen()
        assert not until or self._came(until, before), f"{until!r} never came:\n{self.screen()}"
        return self.screen()

    def _came(self, until, before):
        now = self.screen()
        near_end = until in "\n".join(now.splitlines()[-3:])
        return now.count(until) > before.count(until) or (near_end and now != before)

    def ended(self, patience=30):
        """Wait for the program to end; its exit code."""
        self.wait("", patience)
        until = time.monotonic() + patience
        while (done := os.waitpid(self.pid, os.WNOHANG)) == (0, 0):
            assert time.monotonic() < until, f"it has not ended:\n{self.screen()}"
            time.sleep(0.02)
        status = done[1]
        os.close(self._end)
        self.code = os.waitstatus_to_exitcode(status)
        return self.code

    def dressed(self):
        """Whether anything on the screen is bold or in colour."""
        return any(one.bold or one.fg != "default" for line in self._screen.buffer.values() for one in line.values())

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            os.close(self._end)
