"""The program of the process that typesets.

The process loads typst, but no part of Umpire, and typesets the documents that Umpire sends.

Each job and each answer begins with its length in eight bytes. The job or the answer follows, written by `marshal`. The
arguments are the folder of typst, the limit of memory in bytes, and the limit of time in seconds. The process writes no
files.
"""

import marshal
import signal
import sys
from contextlib import suppress
from types import ModuleType  # loaded already, as `typing` is not, which takes as long as typst itself


def limited(memory: int, seconds: int) -> None:
    """Limit memory and time, and forbid writing to files, if the system can set these limits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this process
    if sys.platform == "win32":  # the parent's clock ends it
        return
    import resource

    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_FSIZE, 0)):
        with suppress(ValueError, OSError):  # the system's own limit is lower, or it has none of that kind
            resource.setrlimit(kind, (most, most))


def answer(typst: ModuleType, pages: dict[str, bytes], how: dict[str, object]) -> dict[str, object]:
    """Return the pages, the answer to a `selector`, or the error in a template."""
    try:
        return {"made": typst.query(pages, **how) if "selector" in how else typst.compile(pages, **how)}
    except typst.TypstError as wrong:
        return {"message": wrong.message, "diagnostic": wrong.diagnostic, "hints": list(wrong.hints)}
    except Exception as wrong:
        return {"message": " ".join(str(wrong).split()), "diagnostic": "", "hints": []}


def main() -> None:
    """Do the jobs that come in, one after another."""
    where, memory, seconds = sys.argv[1:]
    sys.path.append(where)
    import typst

    limited(int(memory), int(seconds))
    answer(typst, {"main": b""}, {"ignore_system_fonts": True})  # typst's caches are then ready for the first job
    take, give = sys.stdin.buffer, sys.stdout.buffer
    while length := take.read(8):
        job = marshal.loads(take.read(int.from_bytes(length, "big")))
        made = marshal.dumps(answer(typst, *job))
        give.write(len(made).to_bytes(8, "big") + made)
        give.flush()


if __name__ == "__main__":
    main()
