"""A terminal with a screen: the test types keys, and reads the screen as a person would."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte

from tests.cli.forked import become

COLUMNS, ROWS = 80, 24
QUIET = 0.2
"""Seconds without a word from the program before it is believed to wait for a key."""


ASKS = ("❯", "umpire>", "):")
"""What stands before the cursor where a line or an answer is needed."""


class Sheet(pyte.Screen):
    """A screen that keeps the lines scrolled off its top, and those too wide for it."""

    def __init__(self, columns, rows):
        self.gone, self.too_wide = [], []
        super().__init__(columns, rows)

    def index(self):
        if self.cursor.y == self.lines - 1:
            self.gone.append("".join(self.buffer[0][column].data for column in range(self.columns)))
        super().index()

    def draw(self, data):
        if self.cursor.x + len(data) > self.columns and pyte.modes.DECAWM in self.mode:
            self.too_wide.append(self.display[self.cursor.y][: self.cursor.x] + data)
        super().draw(data)

    def row(self):
        """Return the number of the line with the cursor, counted from the first line ever shown."""
        return len(self.gone) + self.cursor.y

    def since(self, row):
        """Return the lines from this one on, without the line of the cursor."""
        return [line.rstrip() for line in (*self.gone, *self.display)[row : self.row()]]

    def asks(self):
        """True if the program waits for a line or an answer, and nothing is typed yet."""
        return self.display[self.cursor.y][: self.cursor.x].rstrip().endswith(ASKS)


class Terminal:
    """The program at a terminal of 80 x 24. `screen()` returns the readable text, `keys` counts the keys typed."""

    def __init__(self, *words, cwd, term="xterm", **environment):
        self._screen = Sheet(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self.pid, self._end = pty.fork()
        if self.pid == 0:
            become(*words, cwd=cwd, TERM=term, PYTHONIOENCODING="utf-8", **environment)
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.code, self.keys = None, 0

    def screen(self):
        """Return the lines of the screen without blanks at their ends."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    def type(self, keys, until="", patience=30):
        """Type keys, read until this text appears, or stands at the end of the screen, and return the screen."""
        before = self.screen()
        self._press(keys)
        return self.wait(until, patience, before)

    def enter(self, line, patience=30):
        """Type a line and Enter, wait for the next prompt or question, and return the lines of the answer."""
        row = self._screen.row()
        self._press(f"{line}\r")
        end = time.monotonic() + patience
        while self._screen.row() == row or not self._screen.asks():
            assert time.monotonic() < end, f"nothing is asked after {line!r}:\n{self.screen()}"
            if select.select([self._end], [], [], QUIET)[0]:
                self._stream.feed(os.read(self._end, 65536))
        return self._screen.since(row + 1)

    def echo(self, key, patience=30):
        """Type one key when the screen is still, and return the seconds until it changes."""
        while select.select([self._end], [], [], QUIET)[0]:
            self._stream.feed(os.read(self._end, 65536))
        start = time.perf_counter()
        self._press(key)
        assert select.select([self._end], [], [], patience)[0], self.screen()
        taken = time.perf_counter() - start
        self._stream.feed(os.read(self._end, 65536))
        return taken

    def asked(self):
        """Return the line of the cursor: the prompt or the question."""
        return self._screen.display[self._screen.cursor.y].rstrip()

    def too_wide(self):
        """Return the lines too wide for the screen, as far as they were shown."""
        return list(self._screen.too_wide)

    def _press(self, keys):
        self.keys += len(keys)
        os.write(self._end, keys.encode())

    def wait(self, until, patience=30, before=""):
        """Read until this text appears once more than before, or near the end of the screen, and return the screen."""
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
        """Wait for the program to end, and return its exit code."""
        self.wait("", patience)
        until = time.monotonic() + patience
        while (done := os.waitpid(self.pid, os.WNOHANG)) == (0, 0):
            assert time.monotonic() < until, f"it has not ended:\n{self.screen()}"
            time.sleep(0.02)
        status = done[1]
        os.close(self._end)
        self.code = os.waitstatus_to_exitcode(status)
        return self.code

    def lines(self):
        """Return the lines of the screen, each with its characters by column as pyte has them: data, colours, bold."""
        return [self._screen.buffer[row] for row in range(ROWS)]

    def dressed(self):
        """True if something on the screen is bold or in colour."""
        return any(one.bold or one.fg != "default" for line in self._screen.buffer.values() for one in line.values())

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            os.close(self._end)
