"""The program in a process of its own that need not load it: a copy of the process of the tests.

A test about the process itself, its start or its end, has one that is begun with Python (`games.umpire`).
"""

import os
import signal
import sys
import traceback
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from typing import NoReturn

from umpire.__main__ import main
from umpire.cli import output


def become(*words, cwd, **environment) -> NoReturn:
    """Run the program in this process, forked for it with its standard files, and end it with the exit code."""
    code = 1
    try:
        os.chdir(cwd)
        os.environ.update(environment)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.argv = ["umpire", *words]
        sys.stdin = TextIOWrapper(BufferedReader(FileIO(0, closefd=False)), "utf-8")
        sys.stdout, sys.stderr = (
            TextIOWrapper(BufferedWriter(FileIO(number, "w", closefd=False)), "utf-8", line_buffering=True)
            for number in (1, 2)
        )
        output._WISHED.update(colour=True, prompt=False)
        code = main(words)
        sys.stdout.flush()
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)
