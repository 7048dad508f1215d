"""The open port and its address. Ctrl-C closes the port at once, even if pages are open."""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path

from umpire.core.mistakes import Mistake

NEEDED = "starlette", "uvicorn", "segno"


def serve(path: Path, port: int, name: str, *, lan: bool, say: Callable[[Sequence[str]], None]) -> None:
    """Show the game at a path until Ctrl-C; `say` gets the lines with the address.

    If `lan` is true, any machine on the network may connect, at an address that cannot be guessed. `name` is the name
    of this machine on the network; if it is "", the IP address of the machine is used. Raises Mistake if a library is
    missing or the port is not available.
    """
    try:
        import segno
        import uvicorn

        from umpire.screen.app import LOOPBACK, App
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in NEEDED:
            raise
        from umpire.core.installed import how_to_get

        what = f"the screen needs {missing.name}, which is not installed"
        raise Mistake(what, how_to_get("screen"), to_type=True) from None
    from umpire.screen.watch import Watcher

    listening = _opened(port, lan=lan)
    port = listening[0].getsockname()[1]
    token = secrets.token_urlsafe(16) if lan else ""
    there = name or (_address() if lan else LOOPBACK[0])
    address = f"http://{there}:{port}/{token}{'/' if token else ''}"
    code = StringIO()
    if lan:
        segno.make(address, micro=False).terminal(code, compact=True)
    say([f"the players' screen: {address}", *code.getvalue().splitlines(), "press Ctrl-C to stop"])

    watcher = Watcher(path, lambda: server.should_exit)
    app = App(watcher, {*LOOPBACK, there}, token)
    config = uvicorn.Config(
        app,
        lifespan="off",
        ws="none",
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)

    async def both() -> None:
        watching = asyncio.create_task(watcher.run())
        await server.serve(sockets=listening)
        await watching

    with suppress(KeyboardInterrupt):
        asyncio.run(both())


def _opened(port: int, *, lan: bool) -> list[socket.socket]:
    """Return the sockets to listen at. If only this machine may connect and the system has IPv6, one of the sockets is
    for IPv6.

    Raises Mistake.
    """
    try:
        first = _bound(socket.AF_INET, "" if lan else "127.0.0.1", port)
    except OSError as wrong:
        why = "is in use" if wrong.errno == errno.EADDRINUSE else f"cannot be used ({wrong.strerror})"
        raise Mistake(f"port {port} {why}", "--port 0 takes any free port") from None
    with suppress(OSError):
        if not lan:
            return [first, _bound(socket.AF_INET6, "::1", first.getsockname()[1])]
    return [first]


def _bound(kind: socket.AddressFamily, address: str, port: int) -> socket.socket:
    one = socket.socket(kind)
    try:
        if os.name != "nt":  # on Windows it would let two programs have one port
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind((address, port))
        one.listen()  # a page opened as soon as the address is shown waits a moment
    except OSError:
        one.close()
        raise
    return one


def _address() -> str:
    """Return the address of this machine in its network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])
