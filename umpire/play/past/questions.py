"""The questions of a replay, and the patch with their answers.

Entries that do not fit for the same cause share one question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Mistake
from umpire.core.pools import Pool
from umpire.play.past.again import NOTHING, AmendAnswers
from umpire.play.past.amend import Amended, Passed, Patch
from umpire.play.past.history import EffectiveEntry

KEEP, DROP = "keep", "drop"


@frozen
class Question:
    """One question: about a throw or choice of an entry, or about entries that do not fit.

    `index` is the number of the throw or choice; `entries` are the entries that the question is about. If a question is
    asked again, it has the same `id`.
    """

    id: tuple[str, int | str, int]
    words: str
    entries: tuple[EffectiveEntry, ...]
    dice: int = 0
    tokens: tuple[tuple[str, str], ...] = ()
    index: int = 0
    pool: Pool | None = None

    @property
    def kind(self) -> str:
        """The kind of question: dice, choice or fit."""
        return self.id[0]

    @property
    def number(self) -> int:
        """The number of the entry that the question is about.

        A question about several entries has the number of the first entry.
        """
        return self.entries[0].number


def questions(amended: Amended) -> tuple[Question, ...]:
    """Return the questions: dice and choices in order, then one question for each reason why entries no longer fit."""
    asked: list[Question] = []
    for passed in amended.passed:
        asked += _of(passed)
    causes: dict[str, list[Passed]] = {}
    settled = amended.patch.kept_as_recorded | amended.patch.deleted
    for passed in amended.passed:
        if passed.misfit and passed.number not in settled:
            causes.setdefault(passed.misfit.cause, []).append(passed)
    for cause, all_of in causes.items():
        entries = tuple(passed.was for passed in all_of if passed.was)
        first = all_of[0].misfit
        assert first is not None
        asked.append(Question(("fit", cause, 0), first.words, entries))
    return tuple(asked)


def _of(passed: Passed) -> list[Question]:
    asked, counts = [], {"dice": 0, "choice": 0}
    for want in passed.wants:
        kind = "dice" if want.dice else "choice"
        index, counts[kind] = counts[kind], counts[kind] + 1
        if not want.given and passed.now is not None:
            id = (kind, passed.number, index)
            asked.append(Question(id, want.words, (passed.now,), want.dice, want.tokens, index, want.pool))
    return asked


def answered(
    patch: Patch, question: Question, text: str, line: Callable[[EffectiveEntry, Sequence[str]], EffectiveEntry]
) -> Patch:
    """Return the patch with an answer.

    The answer may be dice, a token, `keep`, `drop`, or the number of an entry followed by its new words. `line` is the
    function that reads these new words. Raises Mistake if the text is not an answer.
    """
    if question.kind == "fit":
        return _fitted(patch, question, text, line)
    told = patch.told.get(question.number, NOTHING)
    if question.kind == "dice":
        told = replace(told, dice=_at(told.dice, question.index, text or "r"))
    else:
        told = replace(told, choices=_at(told.choices, question.index, text or question.tokens[0][0]))
    return replace(patch, told={**patch.told, question.number: told})


def _fitted(
    patch: Patch, question: Question, text: str, line: Callable[[EffectiveEntry, Sequence[str]], EffectiveEntry]
) -> Patch:
    numbers = frozenset(one.number for one in question.entries)
    if text.lower() in ("", KEEP):
        return replace(patch, kept_as_recorded=patch.kept_as_recorded | numbers)
    if text.lower() == DROP:
        return replace(patch, deleted=patch.deleted | numbers)
    first, *words = text.split()
    digits = first.removeprefix("#")
    one = next((one for one in question.entries if str(one.number) == digits), None)
    if one is None or not words:
        other = f"`{question.number} LINE` replaces the line of #{question.number}"
        raise Mistake(f"{text!r} is not an answer", f"Enter keeps the entries, drop deletes them; {other}")
    if words == [DROP]:
        return replace(patch, deleted=patch.deleted | {one.number})
    return replace(patch, new_lines={**patch.new_lines, one.number: line(one, words)})


def _at(answers: tuple[str, ...], index: int, text: str) -> tuple[str, ...]:
    """Return the answers with this text at the place `index`."""
    filled = [*answers, *[""] * (index + 1 - len(answers))]
    filled[index] = text
    return tuple(filled)


def settled(patch: Patch, amended: Amended, *, keep: bool, roll: bool, defaults: bool) -> Patch:
    """Return the patch with the answers that pressing Enter would give. If `keep` is true, an entry that no longer fits
    stays as recorded. If `roll` is true, missing dice are rolled. If `defaults` is true, each open choice takes its
    first option.
    """
    for question in questions(amended):
        if {"fit": keep, "dice": roll, "choice": defaults}[question.kind]:
            patch = answered(patch, question, "", lambda one, words: one)
    return patch


def told_of(patch: Patch, number: int) -> AmendAnswers:
    """Return the answers of a patch for an entry."""
    return patch.told.get(number, NOTHING)
