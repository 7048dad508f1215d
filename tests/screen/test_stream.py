"""Tests of events: the first has everything, later ones only news, and the ground comes once; and the end."""

import asyncio

import pytest

from tests.screen.browser import asked, following, told
from tests.screen.test_watch import play
from umpire.play.scenarios import new_game
from umpire.screen import app as answering
from umpire.screen import watch
from umpire.screen.app import App
from umpire.screen.watch import Watcher


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(watch, "EVERY", 0.01)


class Evening:
    """A screen that a page follows until it is over."""

    def __init__(self, path):
        self.watcher = Watcher(path, lambda: self.over)
        self.over = False
        self.app = App(self.watcher)

    async def __aenter__(self):
        self.watcher.look()
        self.watching = asyncio.create_task(self.watcher.run())
        return self

    async def __aexit__(self, *_):
        self.over = True
        await asyncio.wait_for(self.watching, 20)


def test_the_ground_is_sent_once_and_anew_with_another_game(game):
    async def evening():
        async with Evening(game) as screen, following(screen.app) as event:
            first = told(await event())
            assert first["trouble"] == ""
            assert first["now"]["name"] == "The bridgehead"
            assert first["ground"].startswith("<svg")
            play(game, "a1", "sp=2")
            second = told(await event())
            assert "ground" not in second
            assert second["now"]["acts"][0]["hands"] == ["A 1st company: sp 5→2"]
            assert second["stands"] != first["stands"]
            game.unlink()
            assert told(await event())["trouble"] == "the game file is missing"
            new_game(game, "corps", "7")
            third = told(await event())
            assert third["now"]["name"] == "The corps at the river"
            assert third["ground"] not in ("", first["ground"])

    asyncio.run(evening())


def test_every_page_that_is_open_is_told_and_late_ones_too(game):
    async def evening():
        async with Evening(game) as screen:
            async with following(screen.app) as one, following(screen.app, "/events/dark") as other:
                light, dark = told(await one()), told(await other())
                assert light["now"] == dark["now"]
                assert light["ground"] != dark["ground"]
                play(game, "a1", "sp=2")
                assert told(await one())["now"] == told(await other())["now"]
                assert (await asked(screen.app, "/")).status == 200
            async with following(screen.app) as late:
                assert told(await late())["now"]["acts"][0]["hands"] == ["A 1st company: sp 5→2"]

    asyncio.run(evening())


def test_a_page_with_nothing_to_tell_gets_a_sign_of_life(game, monkeypatch):
    monkeypatch.setattr(answering, "PATIENCE", 0.01)

    async def evening():
        async with Evening(game) as screen:
            events = screen.app._events("light")
            assert (await anext(events)).startswith("data: ")
            assert await anext(events) == ": still here\n\n"
            await events.aclose()

    asyncio.run(evening())


def test_when_it_is_over_every_stream_ends(game):
    async def evening():
        async with Evening(game) as screen, following(screen.app) as event:
            await event()
            screen.over = True
            await asyncio.wait_for(event.task, 20)

    asyncio.run(evening())


def test_names_are_text_and_never_more(tmp_path):
    from tests.places import ROOT

    text = (ROOT / "examples" / "bridgehead.toml").read_text()
    evil = "<img src=x onerror=alert(1)>"
    assert 'name = "The bridgehead"' in text
    text = text.replace('name = "The bridgehead"', f'name = "{evil}"').replace(
        "Saint-Omer", "</text><script>x</script>"
    )
    (tmp_path / "evil.toml").write_text(text)
    path = tmp_path / "evil.umpire"
    new_game(path, str(tmp_path / "evil.toml"), "7")
    watcher = Watcher(path)
    watcher.look()
    said = told(("data: " + watcher.seen.told("light", None)).encode())
    assert said["now"]["name"] == evil
    for drawing in (said["ground"], said["stands"]):
        assert "<script" not in drawing
        assert "<img" not in drawing
