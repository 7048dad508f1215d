"""One watcher for all who look on: it reads the game when it has changed, and only reads."""

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
"""Shown to players if nothing can be read; the last picture stays. They never see the name of the file."""

Stamp = tuple[int, ...] | str
"""Which file it is and how far it has come, or what is wrong with it."""


class View:
    """What there is to see now; `number` counts what was seen before it."""

    def __init__(self, number: int, shown: Picture | None, trouble: str) -> None:
        self.number, self.shown, self.trouble = number, shown, trouble
        self._said: dict[tuple[Colours, bool], str] = {}

    def ground(self, colours: Colours) -> str:
        """Return the drawing that stays; "" where there is no map."""
        layers = self.shown.board.get(colours) if self.shown else None
        return layers.ground if layers else ""

    def told(self, colours: Colours, ground: str | None) -> str:
        """It as JSON for a page that has this ground already (None: nothing yet)."""
        what = (colours, self.shown is not None and self.ground(colours) != ground)
        if what not in self._said:  # written once for however many pages
            self._said[what] = self._written(*what)
        return self._said[what]

    def _written(self, colours: Colours, fresh: bool) -> str:
        said: dict[str, object] = {"trouble": self.trouble}
        if self.shown:
            layers = self.shown.board.get(colours)
            said |= {"now": self.shown.now, "stands": layers.stands if layers else ""}
        if fresh:
            said["ground"] = self.ground(colours)
        return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


class Watcher:
    """Watches the game at a path for as long as `run` runs and `over` does not say that it is time to go."""

    def __init__(self, path: Path, over: Callable[[], bool] = lambda: False) -> None:
        self.path, self.over = path, over
        self.seen = View(0, None, "")
        self._stamp: Stamp = ""
        self._news = asyncio.Condition()

    def look(self) -> bool:
        """Look at the file once; whether there is anything else to see."""
        stamp = self._stamped()
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        shown, trouble = self.seen.shown, stamp if isinstance(stamp, str) else ""
        if not trouble:
            try:
                shown = picture(open_session(self.path, "ro"))
            except Exception as wrong:  # whatever it is, the page goes on, and the next look may find it well
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
        """Look five times a second, and wake who waits; until it is over."""
        while not self.over():
            if await asyncio.to_thread(self.look):
                await self._wake()
            await asyncio.sleep(EVERY)
        await self._wake()

    async def _wake(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def after(self, number: int, patience: float) -> View | None:
        """What there is to see after what has that number; None where nothing has come so long."""
        try:
            async with asyncio.timeout(patience), self._news:
                await self._news.wait_for(lambda: self.seen.number != number or self.over())
        except TimeoutError:
            return None
        return self.seen


def _words(wrong: Exception) -> str:
    return next((words for kind, words in TROUBLE if isinstance(wrong, kind)), UNREADABLE)
