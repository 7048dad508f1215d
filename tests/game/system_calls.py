"""A layer between SQLite and the system: it counts every call that changes a file, and can kill, tear or fail one.

SQLite's unix layer lets its system calls be replaced; this module uses its C interface. It is only for a child process:
nothing is put back.
"""

import ctypes
import os
import signal
import sys
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_size_t, c_ssize_t, c_void_p

SIGNATURES = {
    "open": (c_int, c_char_p, c_int, c_int),
    "write": (c_ssize_t, c_int, c_void_p, c_size_t),
    "pwrite": (c_ssize_t, c_int, c_void_p, c_size_t, c_int64),
    "pwrite64": (c_ssize_t, c_int, c_void_p, c_size_t, c_int64),
    "ftruncate": (c_int, c_int, c_int64),
    "unlink": (c_int, c_char_p),
    "openDirectory": (c_int, c_char_p, c_void_p),
}


class FileSystem(ctypes.Structure):
    """The C structure sqlite3_vfs; unused fields are skipped by their size."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("name_size", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("others", c_void_p * 14),
        ("set_call", CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p)),
        ("get_call", CFUNCTYPE(c_void_p, c_void_p, c_char_p)),
    )


def file_system():
    """Return SQLite's own, or None where it cannot be reached (other systems, SQLite built in)."""
    try:
        import _sqlite3

        find = ctypes.CDLL(_sqlite3.__file__).sqlite3_vfs_find
    except (ImportError, AttributeError, OSError):
        return None
    find.restype, find.argtypes = POINTER(FileSystem), [c_char_p]
    found = find(None).contents
    return found if found.version >= 3 and (found.name or b"").startswith(b"unix") else None


KEPT = []  # callbacks must outlive the function that made them


def watch(step):
    """Call `step(name)` before each system call from now on. None lets the call pass, "tear" kills the process half-way
    through a write, an error number makes the call fail. Calls of Python's own `os` also go to `step`, but cannot be
    torn.
    """
    system = file_system()
    address = ctypes.byref(system)

    def stand_in(name, real):
        def call(*values):
            what = step(name)
            if what == "tear":
                if "write" in name:
                    real(values[0], values[1], values[2] // 2, *values[3:])
                die()
            if what is not None:
                ctypes.set_errno(what)
                return 14 if name == "openDirectory" else -1  # SQLITE_CANTOPEN: that one is SQLite's own
            return real(*values)

        return call

    for name, signature in SIGNATURES.items():
        real = system.get_call(address, name.encode())
        if real:
            kind = CFUNCTYPE(*signature, use_errno=True)
            KEPT.append(kind(stand_in(name, kind(real))))
            system.set_call(address, name.encode(), ctypes.cast(KEPT[-1], c_void_p))

    def audit(event, _):
        if event in ("os.link", "os.remove", "os.rename", "sqlite3.connect"):
            what = step(event)
            if what == "tear":
                die()
            if what is not None:
                raise OSError(what, os.strerror(what))

    sys.addaudithook(audit)


def die():
    os.kill(os.getpid(), signal.SIGKILL)
