"""The game at the prompt: its session, its phase and the next step. The session is read again after each new entry."""

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
"""The modules of a family that views and the live line need."""

WIDEST = 24
"""The most columns for the text before the sign of the prompt: the typed line needs the rest."""


class Here:
    """The game that the prompt plays.

    If its file cannot be read, there is no game here; the next command reports the error.
    """

    def __init__(self, setting: Invocation) -> None:
        self.setting = setting

    def session(self) -> Session | None:
        """Return the current game."""
        try:
            return self.setting.standing()
        except Exception:  # a damaged game too
            self.setting.last = None
            return None

    def wants(self, what: str) -> bool:
        """Return whether the game uses a feature of the prompt: `preview` is the live line, and `menu` is the list of
        completions.
        """
        session = self.session()
        return session is None or session.head.get(what) != "no"

    def where(self) -> str:
        """Return the phase of the game in short: `d1 r3 · P acts`.

        If the sequence of the game is free, return the name of the game file. Without a game, return "".
        """
        session = self.session()
        if session is None:
            return ""
        text = ""
        if session.head["sequence"] == "kept":
            with suppress(Exception):
                text = session.family.brief(session.in_play, session.table)
        text = clean(text or session.file.path.stem)
        return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"

    def comes_next(self) -> str:
        """Return the line that Enter alone types: the rest of a long answer, or the next step if it is harmless."""
        if self.setting.rest:
            return MORE
        session = self.session()
        if session is None or session.head["sequence"] != "kept":
            return ""
        with suppress(Exception):
            return session.family.comes_next(session.in_play, session.table)
        return ""

    def to_load(self) -> Iterator[Callable[[], object]]:
        """Yield functions that load acts and modules of this game before a line needs them."""
        session = self.session()
        if session is not None:
            family = session.family
            yield from (partial(family.act, verb) for verb in family.ACTS)
            home = type(family).__module__
            names = [*(f"{home}.{name}" for name in _OF_FAMILY), *(f"umpire.{name}" for name in _ANSWERS)]
            yield from (partial(import_module, name) for name in names)
