"""Tests of the command `screen`: the address that it prints, the requests that it accepts, and its end."""

import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import closing, contextmanager

import pytest

from umpire.__main__ import main
from umpire.core.installed import how_to_get

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process there")


@contextmanager
def screen(game, *options):
    """Run the program in a process of its own, and return it with the address that it prints."""
    words = [sys.executable, "-m", "umpire", "screen", "--port", "0", "-g", str(game), *options]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        try:
            yield process, re.search(r"http://\S+", process.stdout.readline())[0]
        finally:
            process.kill()


def status(address):
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        refused.close()
        return refused.code


@pytest.mark.slow
def test_ctrl_c_ends_it_with_pages_open_and_says_nothing_more(game):
    with screen(game) as (process, address):
        assert status(address) == 200
        port = int(address.rstrip("/").rpartition(":")[2])
        with closing(socket.create_connection(("127.0.0.1", port), 20)) as page:
            page.sendall(f"GET /events/light HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            seen = b""
            while b"data: " not in seen:
                seen += page.recv(65536)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=20)
        assert (process.returncode, err) == (0, "")


@pytest.mark.slow
def test_on_the_network_the_address_cannot_be_guessed(game):
    with screen(game, "--lan", "--name", "127.0.0.1") as (_, address):
        before, token, _ = re.fullmatch(r"(http://127\.0\.0\.1:\d+/)(\S{20,})(/)", address).groups()
        assert status(address) == 200
        assert status(f"{address}page.js") == 200
        assert status(before) == 404
        assert status(f"{before}{token[::-1]}/") == 404
    with screen(game, "--lan") as (_, other):
        assert token not in other


def test_a_port_that_is_taken(game, capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["screen", "--port", str(port), "-g", str(game)]) == 2
    assert capsys.readouterr().err == f"error: port {port} is in use\nhint: --port 0 takes any free port\n"


def test_without_the_extra_one_line_says_what_to_install(game, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["screen", "-g", str(game)]) == 2
    assert capsys.readouterr().err == (
        f"error: the screen needs uvicorn, which is not installed\nhint: {how_to_get('screen')}\n"
    )


def test_with_json_it_says_once_what_the_page_is_told(game, capsys):
    assert main(["screen", "--json", "-g", str(game)]) == 0
    said = capsys.readouterr().out
    assert '"where": "day 1, round 1 of 5: orders"' in said
    assert '"seed"' not in said
