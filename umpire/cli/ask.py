"""The referee at the terminal: pools are shown, dice and choices are asked for, a bad answer is asked again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from umpire.core.answers import Answers, LeftOver
from umpire.core.mistakes import Mistake
from umpire.core.procedure import Choice, Chosen, Thrown, Throws, Wanted
from umpire.game.act import Plain
from umpire.play.turn import Played, Prepared, play, pool_plain, throw_plain
from umpire.show.journal import choices_lines, closing_lines, throw_lines
from umpire.show.page import Page, clean
from umpire.show.pools import dice_of, fallen_lines, pool_lines, who

Ask = Callable[[str], str]
Say = Callable[[list[str]], None]

LEAVING = ("undo", "quit", "exit", "?", "help")
"""What people type who want to be out of a question; no dice, and no token of a choice."""


class Asking:
    """Plays an act and asks for whatever was not given beforehand; `/` in an answer runs ahead to later questions.

    `answers(dice, choices, ahead=...)` makes the referee who knows them: with every answer the act is played again, so
    that one is only taken where all of it fits. Nothing is said before the first question; `heading` is said then. A
    wrong answer, typed now or given beforehand, is refused in words and asked for again; what ran ahead of it is
    dropped, and said. Where dice are only `told`, Enter rolls none. Ctrl-C and the end of input pass through.
    """

    def __init__(
        self,
        answers: Callable[..., Answers],
        dice: Sequence[str],
        choices: Sequence[str],
        *,
        told: bool,
        ask: Ask,
        say: Say,
        page: Page,
        heading: list[str],
    ) -> None:
        self.ask, self.say, self.page, self.heading, self.told = ask, say, page, heading, told
        self.asked = False
        self._answers, self._choices = answers, choices
        self._kept: list[Thrown | Chosen] = []
        self._dice_left: list[str] = list(dice)
        self._choices_left: list[str | None] = list(choices)
        self._line: list[str] = []
        self._shown = self._announced = self._together = 0
        self._asked_for: set[int] = set()
        self._said: list[str] = []
        self._trouble: list[str] = []
        self.referee = self._again()

    def play(self, prepared: Prepared) -> Played:
        """The act to its end. Raises Mistake for what no answer at the terminal can mend."""
        while True:
            self.referee = self._again()
            try:
                return play(prepared, self.referee)
            except LeftOver as mistake:
                self._take_back(mistake)
            except Mistake as mistake:
                self._refused(mistake)
            except Wanted as wanted:
                self._keep()
                self._dice_left = [part.left for part in self.referee.dice]
                self._line = self._typed(wanted)

    def rest(self, entry: Plain, answers: Sequence[Thrown | Chosen]) -> list[str]:
        """What is left to show of an act once it is resolved, where questions were asked before."""
        lines = self._unshown(answers) + self._dropped()
        unsaid = [choice for number, choice in enumerate(entry["choices"]) if number not in self._asked_for]
        lines += choices_lines(self.page, {"choices": unsaid})
        words = [each for each in entry["outcome"]["words"] if each not in self._said]
        return lines + closing_lines(self.page, {**entry, "outcome": {**entry["outcome"], "words": words}})

    def _again(self) -> Answers:
        dice = [one.typed or "r" for one in self._kept if isinstance(one, Thrown)]
        tokens = [one.source != "default" and one.option.token for one in self._kept if isinstance(one, Chosen)]
        choices = [token or None for token in tokens]
        return self._answers([*dice, *self._dice_left], [*choices, *self._choices_left], ahead=self._line)

    def _keep(self) -> None:
        self._kept, self._choices_left = self.referee.answered, list(self.referee.choices)

    def _refused(self, mistake: Mistake) -> None:
        """An answer is wrong: what came before it is kept, what was to come after it is dropped."""
        if not (self._line or self._dice_left) and len(self.referee.choices) == len(self._choices_left):
            raise mistake  # no answer is wrong, but something else
        self.referee.drop()
        self._trouble = self._dropped() + self._in_words(mistake)
        self._keep()
        self._dice_left, self._line = [], []

    def _take_back(self, mistake: LeftOver) -> None:
        """Answers are left over: none of the line is taken, of dice given beforehand none at all."""
        if not self.referee.spare():
            raise mistake
        self._trouble = self._in_words(mistake)
        if self.referee.dice:
            self._kept, self._dice_left, self._choices_left, self._shown = [], [], list(self._choices), 0
        self._line = []

    def _in_words(self, mistake: Mistake) -> list[str]:
        said = self.page.paragraph(f"error: {mistake.what}")
        return said + (self.page.paragraph(f"hint: {mistake.hint}") if mistake.hint else [])

    def _dropped(self) -> list[str]:
        """What ran ahead and was not taken."""
        dropped, self.referee.dropped = self.referee.dropped, []
        return self.page.paragraph(f"typed ahead and dropped: {'/'.join(dropped)}") if dropped else []

    def _typed(self, wanted: Wanted) -> list[str]:
        """The parts of the answer to what is wanted, which is shown with all that went before it."""
        lines = [] if self.asked else list(self.heading)
        lines += self._unshown(wanted.answered) + self._trouble + self._dropped()
        again, self.asked, self._trouble = bool(self._trouble), True, []
        if isinstance(wanted.question, Throws):
            prompt, rolls = self._throws(wanted.question, lines, again=again), not self.told
        else:
            prompt, rolls = self._choice(wanted.question, lines, again=again), True
        self.say(lines)
        while True:
            try:
                parts = parts_of(self.ask(prompt))
                if parts == [""] and not rolls:
                    raise Mistake("nothing is typed, and in this game Enter rolls no dice", "r rolls this throw")
            except Mistake as mistake:
                self.say(self._in_words(mistake))
                continue
            if parts == [""] and isinstance(wanted.question, Choice):
                self._choices_left = [None]
                return []
            return parts if parts != [""] else ["r"]

    def _throws(self, throws: Throws, lines: list[str], *, again: bool) -> str:
        """The prompt for a throw; all that falls together is announced once, above it."""
        pools = [pool_plain(pool) for pool in throws.pools]
        if self._shown >= self._announced:
            lines += [line for pool in pools for line in pool_lines(self.page, pool)]
            self._together, self._announced = len(pools), self._shown + len(pools)
        name = f"{who(pools[0])}, " if again or self._together > 1 else ""
        return f"{name}{dice_of(pools[0])} ({'r' if self.told else 'Enter'} rolls): "

    def _choice(self, choice: Choice, lines: list[str], *, again: bool) -> str:
        """The prompt for a choice, its options above it."""
        if choice.why and not again:
            lines += self.page.paragraph(choice.why)
            self._said += choice.why.split("; ")
        lines += self.page.paragraph(f"{choice.side}, {choice.words}:", style="bold")
        lines += self.page.columns([(option.token, option.words) for option in choice.options])
        self._asked_for.add(sum(isinstance(one, Chosen) for one in self._kept))
        return f"which (Enter: {choice.options[0].token}): "

    def _unshown(self, answers: Sequence[Thrown | Chosen]) -> list[str]:
        """The answers since the last question, in order: throws, and what was asked for and chosen."""
        lines: list[str] = []
        visible = [one for one in answers if not (isinstance(one, Thrown) and one.source == "none")]
        chosen = sum(isinstance(one, Chosen) for one in visible[: self._shown])
        for number, one in enumerate(visible[self._shown :], self._shown):
            if isinstance(one, Chosen):
                if chosen in self._asked_for:
                    lines += self.page.paragraph(f"{one.option.token}: {one.option.words}", indent=2)
                chosen += 1
            elif number < self._announced:
                lines += fallen_lines(self.page, throw_plain(one), named=self._together > 1)
            else:
                lines += throw_lines(self.page, throw_plain(one))
        self._shown = len(visible)
        return lines


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
