"""The game at the prompt: the session kept while nothing is recorded, where the game is, what comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module

from umpire.cli.setting import MORE, Invocation
from umpire.play.session import Session
from umpire.show.page import clean

_ANSWERS = ("game.says.condition", "cli.commands.acts", "cli.question", "cli.commands.look", "cli.commands.foresee")
"""Modules that nearly every line needs."""
_OF_FAMILY = ("listing", "whatif")
"""Modules of a family that looks and the live line need."""

WIDEST = 24
"""Columns of the prompt before its sign: what is typed needs the rest."""


class Here:
    """The game that the prompt plays. Whatever is wrong with the file, a command says; here there is then no game."""

    def __init__(self, setting: Invocation) -> None:
        self.setting = setting

    def session(self) -> Session | None:
        """The game as it stands."""
        try:
            return self.setting.standing()
        except Exception:  # a damaged game too
            self.setting.last = None
            return None

    def wants(self, what: str) -> bool:
        """Whether the game has this of the prompt: `preview`, the live line; `menu`, what may be typed next."""
        session = self.session()
        return session is None or session.head.get(what) != "no"

    def where(self) -> str:
        """Where the game is, short: `d1 r3 · P acts`; its file where no sequence is kept; "" without a game."""
        session = self.session()
        if session is None:
            return ""
        said = ""
        if session.head["sequence"] == "kept":
            with suppress(Exception):
                said = session.family.brief(session.in_play, session.table)
        said = clean(said or session.file.path.stem)
        return said if len(said) <= WIDEST else said[: WIDEST - 1] + "…"

    def comes_next(self) -> str:
        """The line that an empty Enter types: the rest of a long answer, else what comes next where it is harmless."""
        if self.setting.rest:
            return MORE
        session = self.session()
        if session is None or session.head["sequence"] != "kept":
            return ""
        with suppress(Exception):
            return session.family.comes_next(session.in_play, session.table)
        return ""

    def to_load(self) -> Iterator[Callable[[], object]]:
        """What lines of this game will need, each act and each module by itself, to be loaded before it is typed."""
        session = self.session()
        if session is not None:
            family = session.family
            yield from (partial(family.act, verb) for verb in family.ACTS)
            home = type(family).__module__
            names = [*(f"{home}.{name}" for name in _OF_FAMILY), *(f"umpire.{name}" for name in _ANSWERS)]
            yield from (partial(import_module, name) for name in names)
