"""An amendment, from the typed line to the recorded entry.

At a terminal, the questions of the amendment are asked one by one. Without a terminal, they are listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from umpire.cli.output import INTERRUPTED, WANTED, Reply, at_terminal, page_of, refusal, say, trouble
from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.game.gamefile.changes import difference, encode
from umpire.game.gamefile.public import public_changes
from umpire.game.gamefile.trouble import GameMoved
from umpire.game.lines import quoted, words_of
from umpire.play.past.again import NOTHING, AmendAnswers
from umpire.play.past.amend import Amended, Past, Patch
from umpire.play.past.history import EffectiveEntry
from umpire.play.past.questions import Question, answered, questions, settled
from umpire.play.past.record import changed_plain, record_amend, report
from umpire.play.past.words import (
    CORRECTIONS,
    EntryLine,
    amended_line,
    dice_alone,
    is_dice,
    is_secret,
    last_that_threw,
    new_line,
    number_of,
    without_dice,
)
from umpire.play.turn import Refused
from umpire.show.amended import (
    answer_lines,
    answered_lines,
    closing_lines,
    explained,
    heading_lines,
    prompt_of,
    question_lines,
    question_plain,
)
from umpire.show.page import Page

if TYPE_CHECKING:
    from umpire.cli.setting import Invocation

_OF = re.compile(r"(\d+):(.*)", re.DOTALL)


@dataclass
class AmendOptions:
    """The values of the options of the command `amend`. Values for later entries are dicts by entry number."""

    parts: tuple[str, ...] = ()
    picks: tuple[str, ...] = ()
    dice: dict[int, tuple[str, ...]] = field(default_factory=dict)
    choices: dict[int, tuple[str, ...]] = field(default_factory=dict)
    lines: dict[int, tuple[str, ...]] = field(default_factory=dict)
    keep_all: bool = False
    kept: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()
    drop: bool = False


def read_options(
    dice: Sequence[str], choose: Sequence[str], lines: Sequence[str], *, keep: str, drop: str
) -> AmendOptions:
    """Return the options as values. Raises Mistake."""
    told = AmendOptions()
    for texts, by_number, own in ((dice, told.dice, "parts"), (choose, told.choices, "picks")):
        for text in texts:
            of = _OF.fullmatch(text)
            if of:
                by_number[int(of[1])] = tuple(of[2].split("/"))
            else:
                setattr(told, own, tuple(text.split("/")))
    for text in lines:
        of = _OF.fullmatch(text)
        if not of:
            raise Mistake(f"--line {text!r}: no entry number", 'for example: --line "66:move p2 1304"')
        told.lines[int(of[1])] = tuple(words_of(of[2]))
    told.keep_all = keep == "all"
    told.kept = frozenset() if told.keep_all else _numbers("--keep", keep)
    told.drop = drop == ITSELF
    told.out = frozenset() if told.drop else _numbers("--drop", drop)
    return told


ITSELF = "itself"
"""The value of --drop without numbers."""


def _itself(patch: Patch) -> int:
    """Return the number of the entry that is amended or inserted."""
    return patch.line.number if patch.before and patch.line else patch.number


def _numbers(option: str, text: str) -> frozenset[int]:
    words = [word.removeprefix("#") for word in text.replace(",", " ").split()]
    if not all(word.isascii() and word.isdigit() and len(word) <= 9 for word in words):
        raise Mistake(f"{option} {text!r}: not entry numbers", f"for example: {option} 66,70")
    return frozenset(map(int, words))


class Mending:
    """One amendment. Every error is raised before anything is written."""

    def __init__(self, setting: Invocation, told: AmendOptions, *, roll: bool, defaults: bool, dry_run: bool) -> None:
        self.setting, self.told = setting, told
        self.roll, self.defaults, self.dry_run = roll, defaults, dry_run
        self.session = setting.open()
        self.past = Past(self.session)
        self.typed = ""
        self.secret = False

    def amend(self, name: str, words: Sequence[str], ruling: str, add: tuple[str, ...]) -> Reply:
        """Change the dice or words of an entry, or delete it; return the reply."""
        number = number_of(self.past, name)
        one = self.past.one(number)
        words = dice_alone(self.session, one, words)
        parts = self._parts(words)
        line = EntryLine(tuple(word for word in words if not is_dice(word)), ruling, add)
        told = AmendAnswers(parts, self.told.picks)
        if told != NOTHING and one.verb in CORRECTIONS:
            raise Mistake(f"#{number} {one.line} has no dice and no choices", f"for example: amend {number} --drop")
        changed = amended_line(self.session, one, line) if line != EntryLine() else None
        if not (changed or self.told.drop or told != NOTHING or self.told.dice or self.told.choices):
            hint = "for example: amend 57 /5x; --drop deletes the entry"
            raise Mistake(f"#{number} {one.line}: no change given", hint)
        self.typed = self._line("amend", str(number), *line.words, drop=self.told.drop, ruling=ruling, add=add)
        self._hide(one, changed, number)
        return self._go(self._patch(Patch(number, changed, drop=self.told.drop), number, told))

    def put_in(self, name: str, words: Sequence[str], ruling: str, add: tuple[str, ...]) -> Reply:
        """Add a forgotten line before an entry; return the reply."""
        number = number_of(self.past, name)
        parts = self._parts(words)
        line = EntryLine(tuple(word for word in words if not is_dice(word)), ruling, add)
        new = new_line(self.session, self.session.snapshot.number + 1, line)
        self.typed = self._line("amend", "--before", str(number), *line.words, ruling=ruling, add=add)
        self._hide(new, None, number)
        return self._go(self._patch(Patch(number, new, before=True), new.number, AmendAnswers(parts, self.told.picks)))

    def again(self, throw: str) -> Reply:
        """Throw the last dice again, or only the dice of one throw; return the reply."""
        one = last_that_threw(self.past)
        self.typed = " ".join(["again", *([quoted(throw)] if throw else [])])
        if self.told.parts and self.told.dice.get(one.number):
            raise Mistake(f"dice of #{one.number} are given twice", f"leave out {one.number}:")
        if self.told.parts:
            self.told.dice[one.number] = self.told.parts
        told = AmendAnswers(picks=self.told.picks)
        return self._go(self._patch(Patch(one.number, without_dice(one, throw)), one.number, told))

    def _parts(self, words: Sequence[str]) -> tuple[str, ...]:
        bare = [word for word in words if is_dice(word)]
        if len(bare) + bool(self.told.parts) > 1:
            raise Mistake(f"dice are given twice: {' and '.join(bare)}", 'quote dice with spaces: "/5 x"')
        return tuple(bare[0].split("/")) if bare else self.told.parts

    def _line(self, *words: str, drop: bool = False, ruling: str = "", add: Sequence[str] = ()) -> str:
        said = [*map(quoted, words), *(["--drop"] if drop else [])]
        said += ["--ruling", quoted(ruling, always=True)] if ruling else []
        return " ".join([*said, *(f"--add {quoted(text, always=True)}" for text in add)])

    def _hide(self, one: EffectiveEntry, changed: EffectiveEntry | None, number: int) -> None:
        """Leave secret words out of the log."""
        if any(each and is_secret(self.session, each.verb, each.words) for each in (one, changed)):
            self.typed, self.secret = f"amend {'--before ' if one.put else ''}{number} ...", True

    def _patch(self, patch: Patch, number: int, told: AmendAnswers) -> Patch:
        """Return the patch with the values that were given for later entries."""
        told_of = {number: told} if told != NOTHING else {}
        for other in self.told.dice.keys() | self.told.choices.keys():
            of = told_of.get(other, NOTHING)
            told_of[other] = replace(of, dice=self.told.dice.get(other, ()), choices=self.told.choices.get(other, ()))
        anew = {each: self._anew(self.past.one(each), words) for each, words in self.told.lines.items()}
        for each in (*self.told.out, *self.told.kept):
            self.past.at(each)
        return replace(patch, told=told_of, new_lines=anew, deleted=self.told.out, kept_as_recorded=self.told.kept)

    def _anew(self, one: EffectiveEntry, words: Sequence[str]) -> EffectiveEntry:
        return amended_line(self.session, one, EntryLine(tuple(words)))

    def _go(self, patch: Patch) -> Reply:
        """Replay the game with a patch, ask for the answers needed, record the amendment and return the reply."""
        try:
            amended = self.past.amend(patch)
            patch = settled(patch, amended, keep=self.told.keep_all, roll=self.roll, defaults=self.defaults)
            amended = self.past.amend(patch) if patch != amended.patch else amended
        except Refused as refused:
            return refusal(refused.objections)
        if asked := bool(questions(amended)):
            if self.setting.json or not at_terminal():
                return self._wanted(amended)
            try:
                amended = self._ask(amended)
            except (KeyboardInterrupt, EOFError):
                say([""])
                hint = f"to repeat: {self.setting.to_type(self._repeated(self.answered))}"
                return trouble(INTERRUPTED, "stopped", "nothing was recorded", hint, to_type=True)
        return self._recorded(amended, shown=asked)

    def _ask(self, amended: Amended) -> Amended:
        """Ask all questions that are open at the start, and all later questions about the amended entry.

        A later question about another entry is not asked; it is answered as if Enter were pressed.
        """
        import sys

        from umpire.cli.ask import ask_at_terminal
        from umpire.cli.question import WAYS_OF_LINE, aside

        page, told = page_of(sys.stdout), self.session.head.get("dice") == "typed"
        say(heading_lines(page, amended))
        on_page, before = {question.id for question in questions(amended)}, list[Amended]()
        itself = _itself(amended.patch)
        while open := [one for one in questions(amended) if one.id in on_page or one.number == itself]:
            self.answered = amended.patch
            say(question_lines(page, open[0]))
            while True:
                text = ask_at_terminal(prompt_of(open[0], told=told)).strip()
                try:
                    if text == "?":
                        say([*explained(page, open[0]), *page.paragraph(WAYS_OF_LINE, style="dim")])
                        continue
                    if text == "<":
                        if not before:
                            raise Mistake("this is the first question")
                        amended = before.pop()
                        break
                    if aside(self.setting, text, [token for token, _ in open[0].tokens]):
                        continue
                    if told and not text and open[0].kind == "dice":
                        raise Mistake(
                            "no dice typed, and in this game Enter does not roll", "type r to roll this throw"
                        )
                    after = self.past.amend(answered(amended.patch, open[0], text, self._anew))
                    say(answer_lines(page, after, open[0]))
                    before.append(amended)
                    amended = after
                    break
                except Refused as refused:
                    say([each for line in refusal(refused.objections).trouble[:-1] for each in page.paragraph(line)])
                except Mistake as wrong:
                    hint = "; ".join(filter(None, [wrong.hint, WAYS_OF_LINE]))
                    say(page.paragraph(f"error: {wrong.what}") + page.paragraph(f"hint: {hint}"))
        return amended

    def _wanted(self, amended: Amended) -> Reply:
        """Return the reply to a caller without a terminal: the questions, and the line to repeat with the answers."""
        asked = questions(amended)
        line = self.setting.to_type(self._repeated(amended.patch, asked))
        plain = {"asked": [question_plain(question) for question in asked], "line": line}

        def draw(page: Page) -> list[str]:
            return heading_lines(page, amended) + [each for one in asked for each in question_lines(page, one)]

        count = "1 answer" if len(asked) == 1 else f"{len(asked)} answers"
        said = (
            f"wanted: {count}; nothing was recorded",
            f"hint: {line}  (add --roll to roll the dice, --defaults to take first options,"
            " or --keep all to leave entries as recorded)",
        )
        return Reply(plain, draw, WANTED, said, to_type=True)

    def _repeated(self, patch: Patch, asked: Iterable[Question] = ()) -> str:
        """Return the line to type again, with all values given and a placeholder for each missing answer."""
        if self.secret:
            return self.typed
        dice = {number: list(told.dice) for number, told in patch.told.items()}
        choices = {number: list(told.choices) for number, told in patch.told.items()}
        told = patch.told.get(_itself(patch), NOTHING)
        parts = [self.typed]
        parts += ["--dice", quoted("/".join(told.parts), always=True)] if told.parts else []
        parts += ["--choose", quoted("/".join(told.picks), always=True)] if told.picks else []
        fit = []
        for one in asked:
            if one.kind == "fit":
                fit += [each.number for each in one.entries]
                continue
            into = (dice if one.kind == "dice" else choices).setdefault(one.number, [])
            into += [""] * (one.index + 1 - len(into))
            tokens = "|".join(token for token, _ in one.tokens[:4])
            into[one.index] = f"<{one.dice} {'die' if one.dice == 1 else 'dice'}>" if one.dice else f"<{tokens}>"
        for option, by_number in (("--dice", dice), ("--choose", choices)):
            for number, answers in sorted(by_number.items()):
                if answers:
                    text = f"{number}:{'/'.join(answers)}"
                    parts += [option, quoted(text, always=" " in text)]
        parts += [f"--line {quoted(f'{number}:{one.line}', always=True)}" for number, one in patch.new_lines.items()]
        kept = patch.kept_as_recorded
        if fit or kept:
            parts.append(f"--keep {'all' if fit and not kept else ','.join(map(str, sorted({*kept, *fit})))}")
        parts += [f"--drop {','.join(map(str, sorted(patch.deleted)))}"] if patch.deleted else []
        return " ".join(parts)

    def _recorded(self, amended: Amended, *, shown: bool) -> Reply:
        line, number = self._repeated(amended.patch), None
        if not self.dry_run:
            try:
                number, _ = record_amend(amended, line)
            except GameMoved as moved:
                raise self.setting.moved_on(moved, line) from None
        came, secret = report(amended), self.session.family.SECRET
        changes = difference(self.session.snapshot.position, amended.after)
        plain = {
            "entry": number,
            "command": line,
            "amends": amended.patch.number,
            "changed": [one.number for one in came.otherwise if one.was],
            "out": [one.number for one in came.out],
            "different": changed_plain(amended),
            "hands": list(came.instructions),
            "owed": list(came.pending),
            "changes": encode(public_changes(changes, secret)),
        }

        def draw(page: Page) -> list[str]:
            lines = answered_lines(page, amended) if shown else heading_lines(page, amended)
            return lines + closing_lines(page, amended, number)

        return Reply(plain, draw)
