"""The dialogue with the referee at the terminal: it shows pools, asks for dice and choices, and asks again after a bad
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from umpire.cli.question import LOOKS, WAYS, OpenQuestion, look_named, waits
from umpire.cli.typed import GivenBack, parts_of
from umpire.core.answers import Answers, LeftOver
from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Outcome, number_of
from umpire.core.procedure import Choice, Chosen, Thrown, Throws, Wanted
from umpire.game.act import Plain
from umpire.game.gamefile.journal import JournalThrow, read_entry, read_throw
from umpire.play.past.plain import pool_plain, throw_plain
from umpire.play.turn import Played, journal_entry, play
from umpire.show.journal import choices_lines, closing_lines
from umpire.show.page import Page, clean
from umpire.show.pools import (
    WHOLE,
    applied,
    dice_of,
    explained_lines,
    fallen,
    fallen_lines,
    pool_lines,
    throws_lines,
    who,
)

TYPED = 20
"""The number of columns left free for the answer after a question."""

Ask = Callable[[str], str]
Say = Callable[[list[str]], None]
Draw = Callable[[int], list[str]]


class Asking:
    """A dialogue at the terminal that plays an act and asks for every answer not given in advance.

    A typed line can answer several questions: `/` stands between the answers. `answers(dice, choices, ahead=...)`
    returns an `Answers` object that holds the given answers. The act is played again with every new answer. Each part
    of the line between two `/` is accepted or refused as a whole. Nothing is printed before the heading and the first
    question. A wrong answer is refused with a message, and the question is asked again. After a wrong answer, Umpire
    drops the text typed in advance for later questions, and says so. If `told` is true, Enter does not roll dice. At a
    question the referee can view the game, take back the last answer and, until dice are thrown, change the line.
    Ctrl-C and the end of input are left to the caller.
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
        standing: OpenQuestion,
    ) -> None:
        self.ask, self.say, self.page, self.standing, self.told = ask, say, page, standing, told
        self.asked = False
        self._answers, self._choices = answers, choices
        self._kept: list[Thrown | Chosen] = []
        self._fell: dict[tuple[int, str], tuple[int, ...]] = {}
        self._notes: list[str] = []
        self._unsaid_notes: list[str] = []
        self._dice_left: list[str] = list(dice)
        self._choices_left: list[str | None] = list(choices)
        self._line: list[str] = []
        self._shown = self._announced = self._together = 0
        self._why = -1
        self._asked_for: set[int] = set()
        self._said: list[str] = []
        self._trouble: list[str] = []
        self.referee = self._again()

    def play(self) -> Played:
        """Play the act to its end. Raises Mistake for an error that no answer at the terminal can correct."""
        while True:
            self.referee = self._again()
            try:
                played = play(self.standing.prepared, self.referee)
                notes = played.entry["notes"]
                known = journal_entry(self.standing.prepared, Outcome(), ())["notes"]  # already in the heading
                self._unsaid_notes = notes[len(known) :]
                return replace(played, entry={**played.entry, "notes": [*notes, *self._notes]})
            except LeftOver as mistake:
                self._take_back(mistake)
            except Mistake as mistake:
                self._refused(mistake)
            except Wanted as wanted:
                self._keep()
                self._dice_left = [*(part.left for part in self.referee.dice), *self.referee.named_left]
                self._line = self._typed(wanted)

    def rest(self, entry: Plain, answers: Sequence[Thrown | Chosen], names: Iterable[str]) -> Draw:
        """Return a function from a level of detail to the lines of a resolved act that are not shown yet."""
        read = read_entry(entry)
        unsaid = [choice for number, choice in enumerate(read.choices) if number not in self._asked_for]
        words = tuple(each for each in read.outcome.words if each not in self._said)
        left = read._replace(outcome=read.outcome._replace(words=words))
        dropped = self._dropped()
        dropped += [line for note in self._unsaid_notes for line in self.page.paragraph(note, indent=2)]

        def lines(detail: int) -> list[str]:
            said = self._unshown(answers, detail, names) + dropped
            said += choices_lines(self.page, unsaid, detail)
            return said + closing_lines(self.page, left, names, detail)

        return lines

    def _again(self) -> Answers:
        dice = [one.typed or "r" for one in self._kept if isinstance(one, Thrown)]
        tokens = [one.source != "default" and one.option.token for one in self._kept if isinstance(one, Chosen)]
        choices = [token or None for token in tokens]
        return self._answers(
            [*dice, *self._dice_left], [*choices, *self._choices_left], ahead=self._line, fell=self._fell
        )

    def _keep(self) -> None:
        self._kept, self._choices_left = self.referee.answered, list(self.referee.choices)
        fell = self.referee.fell.items()
        self._fell |= {place: numbers for place, numbers in fell if place[0] < len(self._kept)}

    def _refused(self, mistake: Mistake) -> None:
        """Refuse a wrong answer: keep the answers before it, and drop the text typed in advance for later questions."""
        if not (self._line or self._dice_left) and len(self.referee.choices) == len(self._choices_left):
            raise mistake  # the error is not in an answer
        self.referee.drop()
        dropped, line = self._dropped(), self.standing.meant("/".join(self._line))
        self._keep()
        if line and look_named(line[0]):
            self.standing.look(" ".join(line), self._kept)
            self._trouble = dropped
        else:
            self._trouble = dropped + self._in_words(waits(line[0]) if line else mistake)
        self._dice_left, self._line = [], []

    def _take_back(self, mistake: LeftOver) -> None:
        """Refuse answers that are left over.

        Drop the line just typed. If dice given with --dice or with the name of a throw are left over, drop these dice
        and all earlier answers too.
        """
        if not self.referee.spare():
            raise mistake
        self._trouble = self._in_words(mistake)
        if self.referee.dice or self.referee.named:
            self._kept, self._dice_left, self._choices_left, self._shown = [], [], list(self._choices), 0
        self._line = []

    def _in_words(self, mistake: Mistake) -> list[str]:
        said = self.page.paragraph(f"error: {mistake.what}")
        said += self.page.paragraph(f"hint: {mistake.hint}") if mistake.hint else []
        return said + self.page.paragraph(WAYS, style="dim")

    def _dropped(self) -> list[str]:
        """Return a line about text typed in advance that was not used."""
        dropped, self.referee.dropped = self.referee.dropped, []
        return self.page.paragraph(f"typed in advance, but not used: {'/'.join(dropped)}") if dropped else []

    def _typed(self, wanted: Wanted) -> list[str]:
        """Show the throws before a question, then the question. Return the typed answer in parts."""
        lines = [] if self.asked else self.standing.heading(self.page)
        lines += self._unshown(wanted.answered) + self._trouble + self._dropped()
        self._shown = len(_visible(wanted.answered))
        again, self.asked, self._trouble = bool(self._trouble), True, []
        prompt = self._prompt(wanted.question, lines, again=again)
        while True:
            try:
                typed = self.ask(prompt).strip()
                if typed.startswith("<"):
                    self._back()
                    return []
                if typed.lower().startswith("result="):
                    typed = f"+{typed}"
                if typed[:1] in ("+", "-") and typed[1:]:
                    self._change(typed, wanted.question)
                    return []
                if self._aside(typed, wanted):
                    prompt = self._prompt(wanted.question, [], again=True)
                    continue
                if isinstance(wanted.question, Throws) and " " in typed:
                    from umpire.play.talk.dice import answer_of  # only for dice in words

                    typed = answer_of(typed, hits=wanted.question.pools[0].reading.counts_hits) or typed
                parts = parts_of(typed)
                if parts == [""] and isinstance(wanted.question, Throws) and self.told:
                    raise Mistake("no dice typed, and in this game Enter does not roll", "type r to roll this throw")
            except Mistake as mistake:
                self.say(self._in_words(mistake))
                continue
            if parts == [""] and isinstance(wanted.question, Choice):
                self._choices_left = [None]
                return []
            return parts if parts != [""] else ["r"]

    def _aside(self, typed: str, wanted: Wanted) -> bool:
        """Show the view that a typed line asks for and return True; return False if the line is an answer.

        Raises Mistake if the line is a command, and KeyboardInterrupt if the line is `!`.
        """
        if typed.startswith("!"):
            raise KeyboardInterrupt
        question, asked = wanted.question, typed.lstrip("?").strip()
        word = asked.lower().split()[0] if asked else ""
        tokens = [option.token.lower() for option in question.options] if isinstance(question, Choice) else []
        if typed.startswith("?") and not asked:
            whole = len(typed) > 1 or self._why == len(wanted.answered)
            self._why = len(wanted.answered)
            self.say(self._explained(question, whole=whole))
        elif typed.startswith("?") and not look_named(word):
            raise Mistake(
                f"{asked!r} cannot be shown here", f"you can type {', '.join(LOOKS)}; ? alone explains the question"
            )
        elif not typed.startswith("?") and parts_of(typed)[0].lower() in tokens:
            return False
        elif look_named(word):
            self.standing.look(asked, wanted.answered)
        elif typed.lower() == "n" and not tokens:
            raise Mistake(
                "'n' could mean no or `next`; answer this question before `next`",
                "type the number on each die, or m for a miss",
            )
        elif self.standing.is_command(word):
            raise waits(word)
        else:
            return False
        return True

    def _explained(self, question: Throws | Choice, *, whole: bool) -> list[str]:
        """Return the modifiers that apply to a throw.

        With `whole`, also return the modifiers that do not apply, each with the reason. For a choice, return the reason
        for the choice.
        """
        if isinstance(question, Throws):
            pools = [read_throw(pool_plain(pool)) for pool in question.pools]
            shown = pools if whole else [applied(pool) for pool in pools]
            lines = [line for pool in shown for line in explained_lines(self.page, pool)]
            left = sum(len(pool.lines) for pool in pools) - sum(len(pool.lines) for pool in shown)
            unused = number_of(left, "modifier that does not apply", "modifiers that do not apply")
            more = f"type ? again to see {unused}"
            return [*lines, *(self.page.paragraph(more, style="dim") if left else [])]
        why = f"{question.why}; " if question.why else ""
        return self.page.paragraph(f"{why}Enter takes {question.options[0].token}: {question.policy}")

    def _back(self) -> None:
        """Take back the last answer given. Raises GivenBack if there is no answer to take back."""
        typed = self.standing.typed
        while self._kept:
            last = self._kept.pop()
            if isinstance(last, Chosen):
                words, itself = f"{last.choice.words}: {last.option.token}", typed.defaults and last.source == "default"
            else:
                thrown = read_throw(throw_plain(last))
                words, itself = f"{who(thrown)}, {fallen(thrown)}", last.source == "none"
                itself = itself or (typed.roll and last.source == "rolled")
                self._notes += [f"taken back: {words}"] if last.source in ("rolled", "mixed") else []
            if not itself:
                self.say(self.page.paragraph(f"taken back: {words}"))
                break
        else:
            raise GivenBack
        self._from_here()

    def _change(self, typed: str, question: Throws | Choice) -> None:
        """Change the line of the act and start the act again.

        Raises Mistake for a wrong change; in this case the line is unchanged.
        """
        if self._fell or any(isinstance(one, Thrown) and one.source != "none" for one in self._kept):
            raise Mistake("the dice have been thrown, so the line cannot change")
        self.standing.change(typed, question.pools[0].key if isinstance(question, Throws) else "")
        self._kept, self.asked = [], False
        self._from_here()
        self._choices_left = list(self._choices)

    def _from_here(self) -> None:
        """Keep only the answers given so far. Drop the text typed in advance, and show a line about it."""
        self.referee.dropped += [*self._dice_left, *filter(None, self._choices_left)]
        self.say(self._dropped())
        self._dice_left, self._choices_left, self._line = [], [], []
        self._shown = sum(not (isinstance(one, Thrown) and one.source == "none") for one in self._kept)
        self._announced = self._shown
        chosen = sum(isinstance(one, Chosen) for one in self._kept)
        self._asked_for = {number for number in self._asked_for if number < chosen}

    def _prompt(self, question: Throws | Choice, lines: list[str], *, again: bool) -> str:
        """Print `lines` and then the question; return the text of the prompt."""
        prompt = (
            self._throws(question, lines, again=again)
            if isinstance(question, Throws)
            else self._choice(question, lines, again=again)
        )
        self.say(lines)
        return prompt

    def _throws(self, throws: Throws, lines: list[str], *, again: bool) -> str:
        """Return the prompt for a throw.

        If several throws are made together, lines above the first prompt announce them all.
        """
        pools = [read_throw(pool_plain(pool)) for pool in throws.pools]
        if self._shown >= self._announced:
            lines += [line for pool in pools for line in pool_lines(self.page, pool)]
            self._together, self._announced = len(pools), self._shown + len(pools)
        name = who(pools[0]) if again or self._together > 1 else ""
        asked = f"{dice_of(pools[0])} ({'r' if self.told else 'Enter'} rolls): "
        if len(name) + len(asked) > self.page.width - TYPED:  # shown in full above
            name = pools[0].side
        return f"{name}, {asked}" if name else asked

    def _choice(self, choice: Choice, lines: list[str], *, again: bool) -> str:
        """Return the prompt for a choice, with its options above it."""
        if choice.why and not again:
            lines += self.page.paragraph(choice.why)
            self._said += choice.whys
        lines += self.page.paragraph(f"{choice.side}, {choice.words}:", style="bold")
        lines += self.page.columns([(option.token, option.words) for option in choice.options])
        self._asked_for.add(sum(isinstance(one, Chosen) for one in self._kept))
        return f"which (Enter: {choice.options[0].token}): "

    def _unshown(self, answers: Sequence[Thrown | Chosen], detail: int = WHOLE, names: Iterable[str] = ()) -> list[str]:
        """Return the throws and choices answered since the last question, in the order in which they were made."""
        lines, thrown = list[str](), list[JournalThrow]()
        visible = _visible(answers)
        chosen = sum(isinstance(one, Chosen) for one in visible[: self._shown])
        for number, one in enumerate(visible[self._shown :], self._shown):
            if isinstance(one, Thrown) and number >= self._announced:
                thrown.append(read_throw(throw_plain(one)))
                continue
            lines += throws_lines(self.page, thrown, names, detail)
            thrown.clear()
            if isinstance(one, Chosen):
                if chosen in self._asked_for:
                    lines += self.page.paragraph(f"{one.option.token}: {one.option.words}", indent=2)
                chosen += 1
            else:
                lines += fallen_lines(self.page, read_throw(throw_plain(one)), named=self._together > 1)
        return lines + throws_lines(self.page, thrown, names, detail)


def _visible(answers: Sequence[Thrown | Chosen]) -> list[Thrown | Chosen]:
    """Return the answers given, without throws that have no dice."""
    return [one for one in answers if not (isinstance(one, Thrown) and one.source == "none")]


def ask_at_terminal(prompt: str) -> str:
    """Return a line typed in answer. Raises KeyboardInterrupt for Ctrl-C, EOFError at the end of input."""
    with suppress(ImportError):
        import readline  # noqa: F401  arrow keys and history, where the system has them
    return input(clean(prompt))
