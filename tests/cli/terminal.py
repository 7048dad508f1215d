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


ASKS = ("❯", "umpire>", "):")
"""What stands before the cursor where a line or an answer is needed."""


class Sheet(pyte.Screen):
    """A screen that keeps the lines gone off its top, and those that did not fit its width."""

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
        """The line that the cursor is in, counted from the first that was ever shown."""
        return len(self.gone) + self.cursor.y

    def since(self, row):
        """The lines from this one on, without the one that the cursor is in."""
        return [line.rstrip() for line in (*self.gone, *self.display)[row : self.row()]]

    def asks(self):
        """Whether a line or an answer is needed, and nothing is typed yet."""
        return self.display[self.cursor.y][: self.cursor.x].rstrip().endswith(ASKS)


class Terminal:
    """The program at a terminal of 80 x 24. `screen()` is what can be read on it, `keys` counts those typed."""

    def __init__(self, *words, cwd, term="xterm", **environment):
        self._screen = Sheet(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self.pid, self._end = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            os.environ.update(TERM=term, PYTHONIOENCODING="utf-8", **environment)
            os.execv(sys.executable, [sys.executable, "-m", "umpire", *words])
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.code, self.keys = None, 0

    def screen(self):
        """The lines that stand on the screen, without what is blank at their ends."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    def type(self, keys, until="", patience=30):
        """Type keys, and read until this has come to the screen, or stands at its end; the screen then."""
        before = self.screen()
        self._press(keys)
        return self.wait(until, patience, before)

    def enter(self, line, patience=30):
        """Type a line and Enter, and wait until the next line or answer is needed; the lines said to it."""
        row = self._screen.row()
        self._press(f"{line}\r")
        end = time.monotonic() + patience
        while self._screen.row() == row or not self._screen.asks():
            assert time.monotonic() < end, f"nothing is asked after {line!r}:\n{self.screen()}"
            if select.select([self._end], [], [], QUIET)[0]:
                self._stream.feed(os.read(self._end, 65536))
        return self._screen.since(row + 1)

    def echo(self, key, patience=30):
        """Type one key once nothing more is drawn; the seconds until something is."""
        while select.select([self._end], [], [], QUIET)[0]:
            self._stream.feed(os.read(self._end, 65536))
        start = time.perf_counter()
        self._press(key)
        assert select.select([self._end], [], [], patience)[0], self.screen()
        taken = time.perf_counter() - start
        self._stream.feed(os.read(self._end, 65536))
        return taken

    def asked(self):
        """The line that the cursor is in: what is wanted."""
        return self._screen.display[self._screen.cursor.y].rstrip()

    def too_wide(self):
        """Lines that did not fit the width of the screen, as far as they did."""
        return list(self._screen.too_wide)

    def _press(self, keys):
        self.keys += len(keys)
        os.write(self._end, keys.encode())

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

    def lines(self):
        """The lines of the screen, each with its signs by column as pyte has them: data, colours, bold."""
        return [self._screen.buffer[row] for row in range(ROWS)]

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
