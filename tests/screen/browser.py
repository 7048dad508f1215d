"""A browser for the screen that calls the app directly: one request, or events as they come."""

import asyncio
import json
from contextlib import asynccontextmanager
from typing import NamedTuple

HOST = b"127.0.0.1:8717"


class Answer(NamedTuple):
    status: int
    headers: dict
    body: bytes


def scope(path, method="GET", headers=((b"host", HOST),), query=b""):
    raw = path.encode("utf-8", "surrogateescape")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": raw,
        "query_string": query,
        "root_path": "",
        "headers": list(headers),
        "client": ("127.0.0.1", 4000),
        "server": ("127.0.0.1", 8717),
    }


async def asked(app, path, **how):
    """Return the whole answer to a request that ends."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    await app(scope(path, **how), receive, send)
    head = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], head, b"".join(each.get("body", b"") for each in sent[1:]))


def ask(app, path, **how):
    return asyncio.run(asked(app, path, **how))


@asynccontextmanager
async def following(app, path="/events/light"):
    """Follow the game as a page does: returns a coroutine that waits for the next event, as bytes."""
    sent, gone = asyncio.Queue(), asyncio.Event()

    async def receive():
        await gone.wait()
        return {"type": "http.disconnect"}

    task = asyncio.create_task(app(scope(path), receive, sent.put))

    async def event():
        while True:
            message = await asyncio.wait_for(sent.get(), 20)
            if message.get("body", b"").startswith(b"data: "):
                return message["body"]

    event.task = task
    try:
        yield event
    finally:
        gone.set()
        await asyncio.wait_for(task, 20)


def told(event):
    """Return the data of an event."""
    return json.loads(event.removeprefix(b"data: "))
