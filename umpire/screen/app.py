"""The answers to browsers: one page, its style and script, and the events that it follows; 404 for anything else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from importlib.resources import files
from secrets import compare_digest

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from umpire.board.drawing import Colours
from umpire.board.palette import stylesheet
from umpire.screen.picture import COLOURS
from umpire.screen.watch import Watcher

PAGES = {
    "": ("page.html", "text/html"),
    "page.css": ("page.css", "text/css"),
    "page.js": ("page.js", "text/javascript"),
}
EVENTS: dict[str, Colours] = {f"events/{colours}": colours for colours in COLOURS}
HEADERS = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
PATIENCE = 15.0
"""Seconds without news before a page gets a sign of life."""


class App:
    """The screen of the game that `watcher` watches.

    Only requests for the given hosts are answered, so that no other site can use this screen. If there is a `token`,
    only paths that begin with the token are answered.
    """

    def __init__(self, watcher: Watcher, hosts: Collection[str] = LOOPBACK, token: str = "") -> None:
        self.watcher, self.hosts, self.token = watcher, {host.lower() for host in hosts}, token
        folder = files("umpire.screen")
        self.pages = {name: (folder.joinpath(file).read_bytes(), kind) for name, (file, kind) in PAGES.items()}
        css, kind = self.pages["page.css"]
        self.pages["page.css"] = stylesheet(css.decode()).encode(), kind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        name = self._asked(request)
        if name in self.pages:
            body, kind = self.pages[name]
            return Response(body, headers=HEADERS, media_type=kind)
        if name in EVENTS:
            return StreamingResponse(self._events(EVENTS[name]), headers=HEADERS, media_type="text/event-stream")
        return Response(b"", 404, HEADERS)

    def _asked(self, request: Request) -> str | None:
        """Return the path that the browser asks for; None if this screen must not answer the request."""
        hosts = request.headers.getlist("host")
        path = str(request.scope["path"])
        if request.method != "GET" or len(hosts) != 1 or host_of(hosts[0]) not in self.hosts or path[:1] != "/":
            return None
        if not self.token:
            return path[1:]
        token, slash, name = path[1:].partition("/")
        return name if slash and compare_digest(token.encode(errors="replace"), self.token.encode()) else None

    async def _events(self, colours: Colours) -> AsyncIterator[str]:
        """Yield the whole view, and then each change, as server-sent events.

        The ground is sent again only when it has changed.
        """
        ground: str | None = None
        seen = self.watcher.seen
        while not self.watcher.over():
            yield f"data: {seen.told(colours, ground)}\n\n"
            ground = seen.ground(colours) if seen.shown else None
            while not (news := await self.watcher.after(seen.number, PATIENCE)):
                yield ": still here\n\n"
            seen = news


def host_of(header: str) -> str:
    """Return the name in a Host header, without the port."""
    name, colon, port = header.rpartition(":")
    return (name if colon and port.isdecimal() and port.isascii() else header).lower()
