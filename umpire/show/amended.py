"""An amendment as text: the entries that differ, the questions, the instructions for the table."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.core.outcome import number_of
from umpire.game.act import Plain
from umpire.game.gamefile.journal import read_throw
from umpire.play.past.amend import Amended, Passed
from umpire.play.past.plain import pool_plain
from umpire.play.past.questions import Question, questions
from umpire.play.past.record import Report, differs, in_words, report
from umpire.show.page import Lines, Page
from umpire.show.pools import explained_lines, fallen_lines

MOST, FEW = 4, 8
"""The most changed entries shown with their results, and the most listed by number."""


def heading_lines(page: Page, amended: Amended) -> Lines:
    """Return the amended entry and its new result, and the counts of the entries after it.

    If there are questions, the later entries are not shown, because the answers may change them.
    """
    lines = _itself_lines(page, amended)
    if amended.odd:
        odd = (
            f"from #{amended.odd} on: some entries give another result now, even without your change; these entries "
            "stay as recorded"
        )
        lines += page.paragraph(odd)
    lines += page.paragraph(_counts(amended, report(amended)))
    return lines if questions(amended) else lines + _otherwise_lines(page, amended)


def answered_lines(page: Page, amended: Amended) -> Lines:
    """Return the results once all questions are answered."""
    wanted = any(one.wants for one in amended.passed if not _is_other(amended, one))
    return (_itself_lines(page, amended) if wanted else []) + _otherwise_lines(page, amended)


def _itself_lines(page: Page, amended: Amended) -> Lines:
    itself = [one for one in amended.passed if not _is_other(amended, one) and one.number not in amended.patch.deleted]
    return [line for one in itself for line in page.paragraph(_itself(one), style="bold")]


def _otherwise_lines(page: Page, amended: Amended) -> Lines:
    """Return the first later entries that differ, and every later entry with dice that no longer count."""
    came = report(amended)
    others = [
        one
        for one in amended.passed
        if _is_other(amended, one) and (one.listed or one.dropped or one in came.otherwise)
    ]
    shown = [one for at, one in enumerate(others) if at < MOST or one.dropped]
    lines = [line for one in shown for line in page.paragraph(_listed(one), indent=2)]
    if len(shown) < len(others):
        more = f"and {len(others) - len(shown)} more: `log` marks these entries with ≠"
        lines += page.paragraph(more, indent=2, style="dim")
    return lines


def _is_other(amended: Amended, one: Passed) -> bool:
    """Return whether an entry comes after the amended entry and still counts."""
    return one.was is not None and one.now is not None and _follows(amended, one)


def _follows(amended: Amended, one: Passed) -> bool:
    return one.number != amended.patch.number or amended.patch.before


def _itself(one: Passed) -> str:
    if any(not want.given for want in one.wants):
        standing = one.was or one.now
        return f"#{one.number} {standing.line}" if standing else ""
    if one.was is None:
        assert one.now is not None
        came = one.now.data.get("outcome", {})
        done = [*(came.get("hands") or came.get("words") or ()), *came.get("owed", ())]
        return f"inserted: {one.now.line}: {'; '.join(done) or 'nothing to move, nothing to remove'}"
    if one.now is None:
        return f"#{one.number} {one.was.line}: deleted"
    if one.now.data.get("secret"):
        return f"#{one.number} {one.was.line}: typed again and placed face down"
    said = differs(one.was, one.now) or "unchanged"
    return f"#{one.number} {one.was.line}: {'; '.join([said, *(each.words for each in one.dropped), *one.listed])}"


def _listed(one: Passed) -> str:
    assert one.was is not None
    return f"#{one.number} {one.was.line}: {in_words(one)}"


def _counts(amended: Amended, came: Report) -> str:
    """Return the counts of an amendment: `34 replayed: 30 unchanged, 2 different (≠ in the log), 1 throw needed, 2 do
    not fit`.
    """
    following = [one for one in amended.passed if one.was is not None and _follows(amended, one)]
    if not following:
        return "no later entries to replay"
    otherwise = sum(one in came.otherwise for one in following)
    asked = questions(amended)
    throws, choices = (sum(one.kind == kind for one in asked) for kind in ("dice", "choice"))
    fit = sum(one.misfit is not None and one.now is not None for one in following)
    out = sum(one.now is None for one in following)
    same = len(following) - otherwise - fit - out
    parts = ["all unchanged" if same == len(following) else f"{same} unchanged"] if same else []
    parts += [f"{otherwise} different (≠ in the log)"] if otherwise else []
    parts += [f"{number_of(throws, 'throw')} needed"] if throws else []
    parts += [f"{number_of(choices, 'choice')} needed"] if choices else []
    parts += [f"{number_of(fit, 'does', 'do')} not fit"] if fit else []
    parts += [f"{out} deleted"] if out else []
    return f"{number_of(len(following), 'entry', 'entries')} replayed: {', '.join(parts)}"


def question_lines(page: Page, question: Question) -> Lines:
    """Return a question in words; for a choice, its options."""
    entries = ", ".join(f"#{one.number} {one.line}" for one in question.entries)
    if question.kind == "fit":
        return page.paragraph(f"{question.words}: {entries}")
    lines = page.paragraph(f"{entries}: {question.words}")
    return lines + page.columns(question.tokens) if question.tokens else lines


def explained(page: Page, question: Question) -> Lines:
    """Return the question in full. A question about dice has every line of the dice; a question about a choice has its
    options.
    """
    lines = question_lines(page, question)
    return lines + (explained_lines(page, read_throw(pool_plain(question.pool))) if question.pool else [])


def answer_lines(page: Page, amended: Amended, question: Question) -> Lines:
    """Return the dice that were typed or rolled as the answer to a question."""
    pool, now = question.pool, next(one.now for one in amended.passed if one.number == question.number)
    throws = now.data["throws"] if pool and now else ()
    of_pool = [each for each in throws if pool and (each["key"], each["side"]) == (pool.key, pool.side)]
    return fallen_lines(page, read_throw(of_pool[-1]), named=True) if of_pool else []


def prompt_of(question: Question, *, told: bool) -> str:
    """Return the prompt below the words of the question."""
    if question.kind == "fit":
        them, entries = ("them", "entries") if question.entries[1:] else ("it", "entry")
        line = f"{question.number} LINE replaces the line of #{question.number}"
        return f"Enter keeps the {entries} as recorded, drop deletes {them}, {line}: "
    if question.kind == "choice":
        return f"which (Enter: {question.tokens[0][0]}): "
    return f"{number_of(question.dice, 'die', 'dice')} ({'r' if told else 'Enter'} rolls): "


def closing_lines(page: Page, amended: Amended, number: int | None) -> Lines:
    """Return the instructions for the table, the things still to do, and the entries that change."""
    came = report(amended)
    done = " · ".join(came.instructions) or "nothing to move, nothing to remove"
    if came.pending:
        done += f" · STILL TO DO: {'; '.join(came.pending)}"
    lines = page.paragraph(f"ON THE TABLE: {done}", style="bold")
    changed = _numbers([one for one in came.otherwise if one.was])
    out = _numbers(came.out)
    s = "s" if number else ""  # it changes, or would change
    put = f"insert{s} an entry before #{amended.patch.number}" if amended.patch.before else ""
    shown = [put, changed and f"change{s} {changed}", out and f"delete{s} {out}"]
    what = " and ".join(each for each in shown if each) or f"change{s} nothing"
    kept = f"#{number} recorded, {what}; undo reverses all of it"
    kept = kept if number else f"nothing recorded: the amendment would {what}"
    return lines + page.paragraph(kept, style="dim")


def _numbers(entries: Sequence[Passed]) -> str:
    """Return entry numbers, `#57 #61`; if there are many, the first few and the number of the others."""
    few = [f"#{one.number}" for one in entries[:FEW]]
    return " ".join([*few, *([f"and {len(entries) - FEW} more"] if entries[FEW:] else [])])


def question_plain(question: Question) -> Plain:
    """Return a question for JSON."""
    plain: Plain = {"kind": question.kind, "words": question.words}
    plain["entries"] = [{"entry": one.number, "line": one.line} for one in question.entries]
    if question.kind == "dice":
        plain["dice"] = question.dice
    if question.tokens:
        plain["options"] = [{"token": token, "words": words} for token, words in question.tokens]
    return plain
