"""The line editor, made with prompt_toolkit.

The editor keeps a history next to the game, completes words by the rules, and shows the live line. Only this module
loads prompt_toolkit. The live line changes nothing in the game, and the referee never waits for the live line.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from textwrap import wrap
from time import monotonic

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Always, is_done
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import ConditionalContainer, Dimension, FormattedTextControl, HSplit, Window
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from umpire.cli.prompt.completion import offers
from umpire.cli.prompt.here import Here
from umpire.cli.prompt.live import Steps, heard, live
from umpire.show.page import clean

REST = 0.03
"""Seconds without a key before the live line is worked out."""
PONDER, AT_BLANK = 0.3, 0.1
"""Seconds without a key before a line that makes no sense yet is read as a sentence, and the same after a blank."""
PAUSE = 0.005
"""The pause in seconds between loading two modules, in which a key press can come first."""
SHOWN = 0.3
"""The time in seconds for which the next step must be shown before an empty Enter runs it."""
MENU = 6
"""The rows of the menu of completions."""

_STYLE = Style.from_dict({"dim": "ansibrightblack"})


class Console:
    """A reader of lines at a terminal. Raises an error of prompt_toolkit if the terminal cannot show the prompt."""

    def __init__(self, here: Here, *, colour: Callable[[], bool], sign: str) -> None:
        # Some terminals take seconds to say where their cursor is; nothing here needs to know.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        self.here, self.colour, self.sign = here, colour, sign
        self._game: Path | None = None
        self._session = self._begun()
        self._below = self._next = ""
        self._since = self._key = 0.0
        self._to_load = here.to_load()
        self._task: asyncio.Task[None] | None = None

    def line(self) -> str:
        """Return the line typed or pasted; "" if nothing was typed.

        Raises EOFError at the end, KeyboardInterrupt for Ctrl-C.
        """
        session = self.here.session()
        if session and session.file.path != self._game:  # `new` started another
            self._session = self._begun()
        self._below, self._next, self._since = "", self.here.comes_next(), monotonic()
        where = self.here.where() or "umpire"
        self._session.color_depth = None if self.colour() else ColorDepth.MONOCHROME
        back, self.here.setting.given_back = self.here.setting.given_back, ""
        return self._session.prompt(f"{where} {self.sign} ", default=back, pre_run=self._begin)

    def _begun(self) -> PromptSession[str]:
        """Return a session with the history of the current game."""
        session = self.here.session()
        self._game = session.file.path if session else None
        begun: PromptSession[str] = PromptSession(
            completer=_FromTheRules(self.here),
            complete_while_typing=False,
            reserve_space_for_menu=MENU,
            history=history(self.here),
            style=_STYLE,
            key_bindings=self._keys(),
            placeholder=self._placeholder,
        )
        begun.default_buffer.on_text_changed += self._typed
        begun.layout.current_window.dont_extend_height = Always()
        below = Window(FormattedTextControl(self._live_line), height=Dimension(max=2), dont_extend_height=True)
        root = begun.layout.container
        assert isinstance(root, HSplit)
        root.children.insert(1, ConditionalContainer(below, ~is_done))
        return begun

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("enter")
        def _(event: KeyPressEvent) -> None:
            buffer = event.current_buffer
            if buffer.complete_state and buffer.complete_state.current_completion:
                buffer.complete_state = None
                return
            if not buffer.text and self._next and monotonic() - self._since >= SHOWN:
                buffer.text = self._next
            buffer.validate_and_handle()

        return keys

    def _placeholder(self) -> FormattedText:
        return FormattedText([("class:dim", f"{self._next} (Enter)" if self._next else "")])

    def _live_line(self) -> FormattedText:
        width = get_app().output.get_size().columns
        return FormattedText([("class:dim", "\n".join(wrap(clean(self._below), width - 1)))])

    def _begin(self) -> None:
        get_app().create_background_task(self._load())

    async def _load(self) -> None:
        """Load the modules that lines will need, one at a time while no key is pressed.

        Modules not loaded yet are left for the next prompt.
        """
        while True:
            await asyncio.sleep(PAUSE)
            if monotonic() - self._key >= REST:
                load = next(self._to_load, None)
                if load is None:
                    return
                with suppress(Exception):  # the command itself reports any error
                    load()

    def _typed(self, buffer: Buffer) -> None:
        """Stop working out the live line when a key is pressed, and begin again at the next pause."""
        self._key = monotonic()
        if self._task is not None:
            self._task.cancel()
        self._task = get_app().create_background_task(self._follow(buffer.text))

    async def _follow(self, text: str) -> None:
        await asyncio.sleep(REST)
        session = self.here.session()
        if session is None or not self.here.wants("preview"):
            self._show("")
            return
        self._show(await _shown(live(session, text)))
        await asyncio.sleep(AT_BLANK if text[-1:].isspace() else PONDER)
        if said := await _shown(heard(session, text)):
            self._show(said)

    def _show(self, said: str) -> None:
        self._below = said
        get_app().invalidate()


async def _shown(steps: Steps) -> str:
    """Run these steps and return their result. A key press stops the run between two steps."""
    try:
        while True:
            next(steps)
            await asyncio.sleep(0)
    except StopIteration as done:
        return str(done.value)


class _FromTheRules(Completer):
    def __init__(self, here: Here) -> None:
        self.here = here

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        line = document.text_before_cursor
        if not self.here.wants("menu"):
            return
        begun = "" if not line or line[-1].isspace() else line.split()[-1]
        for offer in offers(self.here.session(), line):
            end = "" if offer.word.endswith("=") else " "
            word, back = (f"{offer.line} ", len(line)) if offer.line else (offer.word + end, len(begun))
            yield Completion(word, -back, display=clean(offer.word), display_meta=clean(offer.words))


def history(here: Here) -> History:
    """Return the lines typed in this game.

    The lines are kept in a file next to the game file. Only the owner can read this file. If this file cannot be made,
    the lines are kept in memory.
    """
    session = here.session()
    if session is not None:
        path = session.file.path.with_suffix(".history")
        with suppress(OSError):
            os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
            return _History(path, here)
    return _Unkept(here)


class _Unkept(InMemoryHistory):
    """A history without lines that may have been meant for a secret act."""

    def __init__(self, here: Here) -> None:
        super().__init__()
        self.here = here

    def append_string(self, string: str) -> None:
        if not self.here.setting.may_be_secret(string):
            super().append_string(string)


class _History(FileHistory):
    """A history in a file, without lines that may have been meant for a secret act."""

    def __init__(self, path: Path, here: Here) -> None:
        super().__init__(str(path))
        self.here = here

    def append_string(self, string: str) -> None:
        if not self.here.setting.may_be_secret(string):
            super().append_string(string)

    def store_string(self, string: str) -> None:
        with suppress(OSError):  # a full disk must not end the evening
            super().store_string(string)
