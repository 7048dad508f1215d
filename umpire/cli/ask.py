"""The referee at the terminal: pools are shown, dice and choices are asked for, a bad answer is asked again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.mistakes import Mistake
from umpire.core.pools import Pool
from umpire.core.procedure import Choice, Chosen, Thrown
from umpire.game.act import Plain
from umpire.play.turn import pool_plain, throw_plain
from umpire.show.journal import choices_lines, closing_lines, throw_lines
from umpire.show.page import Page, clean
from umpire.show.pools import fallen_lines, pool_lines, question

Ask = Callable[[str], str]
Say = Callable[[list[str]], None]

LEAVING = ("undo", "quit", "exit", "?", "help")
"""What people type who want to be out of a question; no dice, and no token of a choice."""
ROOM = 28
"""Columns of a question that stay free: for how Enter answers it, and for what is typed."""


class AskingReferee(Answers):
    """Asks for whatever was not given beforehand, one throw at a time; `/` in an answer runs ahead to later questions.

    Nothing is said before the first question; `heading` is said then. A wrong answer, typed now or given beforehand,
    is refused in words and asked for again; what ran ahead of it is dropped. Ctrl-C and the end of input pass through.
    """

    def __init__(
        self,
        stream: SeededDice,
        drawn: int,
        dice: Sequence[str] = (),
        choices: Sequence[str] = (),
        *,
        roll_rest: bool = False,
        defaults: bool = False,
        ask: Ask,
        say: Say,
        page: Page,
        heading: list[str],
    ) -> None:
        super().__init__(stream, drawn, dice, choices, roll_rest=roll_rest, defaults=defaults)
        self.ask, self.say, self.page, self.heading = ask, say, page, heading
        self.ahead: list[str] = []
        self.asked = False
        self._unshown: list[Plain] = []
        self._choices_met = 0
        self._choices_shown: set[int] = set()

    def throw(self, pools: tuple[Pool, ...]) -> tuple[Thrown, ...]:
        """Each pool as given, rolled or asked for, in order."""
        fallen: list[Thrown] = []
        shown = False
        for index, pool in enumerate(pools):
            thrown = self._given(pool)
            if thrown is None and not shown:
                self._introduce()
                self.say([line for one in pools[index:] for line in pool_lines(self.page, pool_plain(one))])
                shown = True
            thrown = thrown or self._asked(pool)
            fallen.append(thrown)
            if shown:
                self.say(fallen_lines(self.page, throw_plain(thrown), named=len(pools) > 1))
            else:
                self._unshown.append(throw_plain(thrown))
        return tuple(fallen)

    def choose(self, choice: Choice) -> Chosen:
        """The option given, the default if that is wanted, or what is asked for."""
        number, self._choices_met = self._choices_met, self._choices_met + 1
        queue = self.choices or (self.ahead if not self.defaults else [])
        if queue:
            try:
                return Chosen(choice, self._option(choice, queue.pop(0)), "told")
            except Mistake as mistake:
                self._refuse(mistake)
        elif self.defaults:
            return super().choose(choice)
        self._choices_shown.add(number)
        return self._chosen(choice)

    def _chosen(self, choice: Choice) -> Chosen:
        """Ask which option; Enter takes the first."""
        self._introduce()
        lines = self.page.paragraph(f"{choice.side}, {choice.words}:", style="bold")
        lines += self.page.columns([(option.token, option.words) for option in choice.options])
        self.say(lines)
        default = choice.options[0].token
        while True:
            try:
                first, *ahead = parts_of(self.ask(f"{choice.side}, {choice.words} (Enter: {default}): "))
                option = self._option(choice, first or default)
            except Mistake as mistake:
                self._refuse(mistake)
                continue
            self.ahead = ahead
            self.say(self.page.paragraph(f"{option.token}: {option.words}", indent=2))
            return Chosen(choice, option, "told" if first else "default")

    def finish(self) -> None:
        """What was typed ahead and never needed is said, not held against anybody."""
        if self.ahead:
            self.say([f"not needed: {'/'.join(self.ahead)}"])
        super().finish()

    def rest(self, entry: Plain) -> list[str]:
        """What is left to show of an act once it is resolved, where questions were asked before."""
        lines = [line for throw in self._unshown for line in throw_lines(self.page, throw)]
        unsaid = [choice for number, choice in enumerate(entry["choices"]) if number not in self._choices_shown]
        lines += choices_lines(self.page, {"choices": unsaid})
        return lines + closing_lines(self.page, entry)

    def _given(self, pool: Pool) -> Thrown | None:
        """The throw as typed beforehand or rolled; None if it must be asked for."""
        queue = self.dice or self.ahead
        try:
            if queue:
                return self._fall(pool, queue.pop(0))
            return self._fall(pool, "r") if self.roll_rest else None
        except Mistake as mistake:
            self._introduce()
            self._refuse(mistake)
            return None

    def _asked(self, pool: Pool) -> Thrown:
        prompt = f"{question(pool_plain(pool), self.page.width - ROOM)} (Enter rolls): "
        while True:
            try:
                first, *ahead = parts_of(self.ask(prompt))
                thrown = self._fall(pool, first or "r")
            except Mistake as mistake:
                self._refuse(mistake)
                continue
            self.ahead = ahead
            return thrown

    def _introduce(self) -> None:
        """Before a question: the heading, once, and the throws made since the last question."""
        lines = [] if self.asked else list(self.heading)
        self.asked = True
        lines += [line for throw in self._unshown for line in throw_lines(self.page, throw)]
        self._unshown.clear()
        self.say(lines)

    def _refuse(self, mistake: Mistake) -> None:
        self.ahead.clear()
        self.dice.clear()
        said = self.page.paragraph(f"error: {mistake.what}")
        self.say(said + (self.page.paragraph(f"hint: {mistake.hint}") if mistake.hint else []))


def parts_of(answer: str) -> list[str]:
    """The answer to this question, and what is typed ahead to later ones. Raises Mistake for a part left empty.

    Nothing at all is one empty answer: Enter. A `/` at the very end is no harm.
    """
    if answer.strip().lower() in LEAVING:
        raise Mistake(f"{answer.strip()!r}: this question comes first", "Ctrl-C leaves it, and nothing is recorded")
    parts = [part.strip() for part in answer.split("/")]
    if len(parts) > 1 and not parts[-1] and parts[0]:
        parts.pop()
    if len(parts) > 1 and not all(parts):
        where = "before" if not parts[0] else "between two"
        raise Mistake(f"nothing is typed {where} `/`", "r rolls a throw")
    return parts


def ask_at_terminal(prompt: str) -> str:
    """A line typed in answer. Raises KeyboardInterrupt, or EOFError at the end of input."""
    with suppress(ImportError):
        import readline  # noqa: F401  arrow keys and history, where the system has them
    return input(clean(prompt))
