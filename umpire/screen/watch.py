"""One watcher for all pages: the watcher reads the game file when the file has changed, and never writes to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

from umpire.board.drawing import Colours
from umpire.core.mistakes import Mistake
from umpire.game.gamefile.store import GameFile
from umpire.game.gamefile.trouble import Damaged, Locked, NewerFormat, NoSuchGame, NotAGame, StoreError
from umpire.play.session import open_session
from umpire.screen.picture import Picture, picture

EVERY = 0.2
"""Seconds from one look at the file to the next."""

TROUBLE: tuple[tuple[type[Mistake], str], ...] = (
    (NoSuchGame, "the game file is missing"),
    (NotAGame, "the file is not a game"),
    (NewerFormat, "the game was written by a newer Umpire"),
    (Damaged, "the game cannot be read"),
    (Locked, "the game is being saved"),
    (StoreError, "the game was not fully saved"),
)
UNREADABLE = "the game cannot be shown"
"""The text for players if the game cannot be read. The last picture stays; players never see the name of the file."""

Stamp = tuple[int, ...] | str
"""A mark of the file that changes with each entry, or the trouble with the file in words."""


class View:
    """The current view of the game; `number` is the number of earlier views."""

    def __init__(self, number: int, shown: Picture | None, trouble: str) -> None:
        self.number, self.shown, self.trouble = number, shown, trouble
        self._said: dict[tuple[Colours, bool], str] = {}

    def ground(self, colours: Colours) -> str:
        """Return the fixed part of the drawing; "" without a map."""
        layers = self.shown.board.get(colours) if self.shown else None
        return layers.ground if layers else ""

    def told(self, colours: Colours, ground: str | None) -> str:
        """Return the view as JSON for a page that already has the drawing `ground`. If `ground` is None, the page has
        no drawing of the ground yet.
        """
        what = (colours, self.shown is not None and self.ground(colours) != ground)
        if what not in self._said:  # written once for all pages
            self._said[what] = self._written(*what)
        return self._said[what]

    def _written(self, colours: Colours, fresh: bool) -> str:
        said: dict[str, object] = {"trouble": self.trouble}
        if self.shown:
            layers = self.shown.board.get(colours)
            stands, key = (layers.stands, layers.key) if layers else ("", ())
            said |= {"now": self.shown.now, "stands": stands, "key": key}
        if fresh:
            said["ground"] = self.ground(colours)
        return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


class Watcher:
    """The watcher of the game at a path. The function `run` watches until the function `over` returns True."""

    def __init__(self, path: Path, over: Callable[[], bool] = lambda: False) -> None:
        self.path, self.over = path, over
        self.seen = View(0, None, "")
        self._stamp: Stamp = ""
        self._news = asyncio.Condition()

    def look(self) -> bool:
        """Read the file once; return whether the view has changed."""
        stamp = self._stamped()
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        shown, trouble = self.seen.shown, stamp if isinstance(stamp, str) else ""
        if not trouble:
            try:
                shown = picture(open_session(self.path, "ro"))
            except Exception as wrong:  # whatever the error is, the page goes on, and the next reading may succeed
                self._stamp, trouble = "", _words(wrong)
        if (shown, trouble) == (self.seen.shown, self.seen.trouble):
            return False
        self.seen = View(self.seen.number + 1, shown, trouble)
        return True

    def _stamped(self) -> Stamp:
        try:
            status = self.path.stat()
            mark = GameFile(self.path, "ro").mark()
        except FileNotFoundError:
            return TROUBLE[0][1]
        except (Mistake, OSError) as wrong:
            return _words(wrong)
        return (status.st_dev, status.st_ino, status.st_mtime_ns, *mark)

    async def run(self) -> None:
        """Read the game five times a second and wake the waiting pages, until `over` is true."""
        while not self.over():
            if await asyncio.to_thread(self.look):
                await self._wake()
            await asyncio.sleep(EVERY)
        await self._wake()

    async def _wake(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def after(self, number: int, patience: float) -> View | None:
        """Return the view that follows the view with this number; None if there is no new view within `patience`
        seconds.
        """
        try:
            async with asyncio.timeout(patience), self._news:
                await self._news.wait_for(lambda: self.seen.number != number or self.over())
        except TimeoutError:
            return None
        return self.seen


def _words(wrong: Exception) -> str:
    return next((words for kind, words in TROUBLE if isinstance(wrong, kind)), UNREADABLE)
