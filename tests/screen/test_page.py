"""Tests of the answers to browsers: the page and its files, and nothing for any other request."""

import asyncio
import random

import pytest

from tests.screen.browser import HOST, ask, asked
from umpire.screen.app import EVENTS, LOOPBACK, PAGES, App, host_of
from umpire.screen.watch import Watcher

TOKEN = "k3P_w-9xQ2mZ7"


def app(path, token="", hosts=LOOPBACK):
    watcher = Watcher(path)
    watcher.look()
    return App(watcher, hosts, token)


def test_the_page_asks_for_nothing_but_its_own_files(game):
    screen = app(game)
    page = ask(screen, "/")
    assert page.status == 200
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["content-security-policy"].startswith("default-src 'self'")
    assert page.headers["x-content-type-options"] == "nosniff"
    text = page.body.decode()
    assert 'src="page.js"' in text
    assert 'href="page.css"' in text
    assert "style=" not in text
    assert "//" not in text.replace("<!doctype", "")
    for name in ("/page.js", "/page.css"):
        assert ask(screen, name).status == 200
    script = ask(screen, "/page.js").body.decode()
    for danger in ("innerHTML", "insertAdjacentHTML", "document.write", "eval(", "outerHTML"):
        assert danger not in script


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8717", "localhost:1", "[::1]:80", "LOCALHOST", "[::1]"])
def test_this_machine_is_answered(game, host):
    assert ask(app(game), "/", headers=[(b"host", host.encode())]).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [(b"host", b"evil.example")],
        [(b"host", b"127.0.0.1.evil.example")],
        [(b"host", b"localhost@evil.example")],
        [(b"host", b"192.168.1.7")],
        [(b"host", HOST), (b"host", b"evil.example")],
        [(b"host", b"")],
    ],
)
def test_no_other_site_can_point_here(game, headers):
    assert ask(app(game), "/", headers=headers).status == 404


def test_the_name_told_is_answered(game):
    screen = app(game, hosts=(*LOOPBACK, "table.local"))
    assert ask(screen, "/", headers=[(b"host", b"Table.local:8717")]).status == 200
    assert host_of("table.local:8717") == "table.local"


def test_with_a_token_only_what_begins_with_it(game):
    screen = app(game, TOKEN)
    assert ask(screen, f"/{TOKEN}/").status == 200
    assert ask(screen, f"/{TOKEN}/page.js").status == 200
    others = (
        "/",
        "/page.js",
        f"/{TOKEN}",
        f"/{TOKEN[:-1]}/",
        f"/{TOKEN}x/",
        f"//{TOKEN}/",
        f"/{TOKEN}//",
        "/é/",
        "/\udcff/",
    )
    for path in others:
        assert ask(screen, path).status == 404, path


@pytest.mark.parametrize("method", ["HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "get", "TRACE"])
def test_nothing_can_be_done_but_look(game, method):
    assert ask(app(game), "/", method=method).status == 404


PARTS = (
    "",
    "/",
    "..",
    ".",
    "page.html",
    "page.js",
    "page.css",
    "events",
    "light",
    "dark",
    "app.py",
    "game.umpire",
    "%2e%2e",
)
PARTS += (
    "\\",
    "\0",
    "~root",
    "etc",
    "passwd",
    "\udcff",
    "é",
    "?",
    "#",
    "favicon.ico",
    "//",
    TOKEN,
    TOKEN[:-1],
    TOKEN.lower(),
)
HOSTS = (
    HOST,
    b"localhost",
    b"[::1]:1",
    b"evil.example",
    b"",
    b":",
    b"[",
    b"\xff\xfe",
    b"127.0.0.1:x",
    b"127.0.0.1:8717:1",
)
METHODS = (*["GET"] * 9, "POST", "HEAD", "PUT", "", "GET ", "OPTIONS", "CONNECT")
NAMES = (b"accept", b"cookie", b"x-forwarded-host", b"content-length", b"range", b"origin", b"last-event-id", b"\xff")


def test_ten_thousand_odd_requests(game):
    """Each request gets one of our files or nothing, and nothing breaks."""
    draw = random.Random(17)
    screens = {"": app(game), TOKEN: app(game, TOKEN)}
    ours = {body for body, _ in screens[""].pages.values()}

    async def all_of_them():
        found = 0
        for _ in range(10_000):
            token, screen = draw.choice([*screens.items()])
            path = draw.choice([f"/{token}/".replace("//", "/")] * 3 + ["/", "", f"/{token}"]) + "/".join(
                draw.choice(PARTS) for _ in range(draw.choice((0, 1, 1, 1, 2, 3)))
            )
            headers = [(b"host", draw.choice(HOSTS)) for _ in range(draw.choice((0, 2, *[1] * 8)))]
            headers += [(draw.choice(NAMES), draw.randbytes(draw.randrange(9))) for _ in range(draw.randrange(3))]
            method, query = draw.choice(METHODS), draw.randbytes(draw.randrange(5))
            name = path.removeprefix("/" + (f"{token}/" if token else ""))
            if name in EVENTS and method == "GET":
                continue  # an answer that does not end
            answer = await asked(screen, path, method=method, headers=headers, query=query)
            assert answer.headers["content-security-policy"], path
            if answer.status == 200:
                assert answer.body in ours
                assert name in PAGES
                assert method == "GET"
                found += 1
            else:
                assert (answer.status, answer.body) == (404, b""), path
        return found

    assert asyncio.run(all_of_them()) > 100


def test_what_is_no_request_of_a_page_gets_nothing(game):
    async def never(*_):
        raise AssertionError

    asyncio.run(app(game)({"type": "websocket", "path": "/"}, never, never))
