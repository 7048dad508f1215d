"""Games for the tests of the command line, the command line in this process, and a terminal."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from tests.cli.forked import become
from umpire.__main__ import main

TANKS = "fire ta tb at para"
CODES = {0, 1, 2, 3, 4}
BEGUN = {}
"""Games as they are begun, or after some lines: the scenario and the lines -> the bytes of the file."""


class Said(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def plain(self):
        lines = self.out.splitlines()
        assert len(lines) == 1, self.out
        return json.loads(lines[0])


class Table:
    """A folder with games, where commands are typed; `say` returns exit code, stdout and stderr."""

    def __init__(self, folder, capsys):
        self.folder, self.capsys = folder, capsys

    def say(self, line, *more):
        self.capsys.readouterr()
        code = main([*line.split(), *more])
        said = Said(code, *self.capsys.readouterr())
        if path := os.environ.get("ANSWERS"):  # for bench/sample_sentences.py
            with Path(path).open("a", encoding="utf-8") as file:
                file.write(f"$ umpire {' '.join([line, *more])}\n{said.out}{said.err}")
        return said

    def game(self, scenario="worked-example-1", *lines):
        """Return a game begun by `new` in this folder, after these lines: the first is made, the others are copies
        of it.
        """
        path = self.folder / f"{scenario}.umpire"
        if (scenario, *lines) not in BEGUN:
            if lines:
                self.game(scenario, *lines[:-1])
            assert self.say(lines[-1] if lines else f"new {scenario} --seed 44").code == 0
            BEGUN[scenario, *lines] = path.read_bytes()
        path.write_bytes(BEGUN[scenario, *lines])
        return path

    def entry(self):
        """Return the number of the last entry."""
        return self.say("status --json").plain["entry"]


def from_pipe(*words, cwd, stdin):
    """Run the program in a process of its own, a copy of this one, and type these lines into a pipe."""
    with TemporaryFile() as out, TemporaryFile() as err:
        given, typed = os.pipe()
        os.write(typed, stdin.encode())  # a pipe has room for them
        os.close(typed)
        pid = os.fork()
        if pid == 0:
            signal.alarm(60)
            for number, file in enumerate((given, out.fileno(), err.fileno())):
                os.dup2(file, number)
            become(*words, cwd=cwd)
        os.close(given)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        out.seek(0)
        err.seek(0)
        return Said(code, out.read().decode(), err.read().decode())


def umpire(*words, cwd, stdin=None, env=None, encoding="utf-8"):
    """Run the program in a process of its own, begun with Python."""
    done = subprocess.run(
        [sys.executable, "-m", "umpire", *words],
        cwd=cwd,
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, **(env or {})},
        timeout=60,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def at_terminal(*words, cwd, answers, patience=20, columns=100, term="xterm"):
    """Run the program at a terminal and type each answer at its prompt. Return the exit code and everything shown."""
    pid, terminal = pty.fork()
    if pid == 0:
        become(*words, cwd=cwd, TERM=term, COLUMNS=str(columns), NO_COLOR="1", PYTHONIOENCODING="utf-8")
    seen, until = "", time.monotonic() + patience
    waiting = list(answers)
    while time.monotonic() < until:
        if not select.select([terminal], [], [], 0.05)[0]:
            continue
        try:
            seen += os.read(terminal, 65536).decode(errors="replace")
        except OSError:  # the other end is closed
            break
        if waiting and seen.replace("\r\n", "\n").endswith(waiting[0][0]):
            time.sleep(0.05)  # a Ctrl-C in the instant before Python waits for a key is only seen at the next key
            os.write(terminal, waiting.pop(0)[1].encode())
    else:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    assert not waiting, f"never asked: {waiting[0][0]!r} in {seen}"
    return os.waitstatus_to_exitcode(status), seen.replace("\r\n", "\n")
