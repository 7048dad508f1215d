"""The live line about an act being typed: its dice and average result, the words still missing, or the rule against it.

The live line uses the same situation, objections and odds as the act itself. An unfinished word is not an error. If
anything fails here, nothing is shown.
"""

from __future__ import annotations

from collections.abc import Generator

from umpire.cli.command import LINES
from umpire.cli.prompt.meant import with_act_in_full, with_verb
from umpire.core.mistakes import Mistake
from umpire.core.odds import Odds, TooMany, counting
from umpire.core.outcome import Outcome
from umpire.core.procedure import Choice, Procedure
from umpire.game.lines import line_of, words_of
from umpire.play.possible import first_throw, thrown
from umpire.play.session import Session
from umpire.play.turn import Prepared, Refused, prepare
from umpire.play.understood import spelled_out
from umpire.show.odds import decimal, percent
from umpire.show.whatif import measured, numbers_of

Steps = Generator[None, None, str]
"""A generator that stops between two paths of the odds, so that keys can be read; it returns the line, "" for none."""


def live(session: Session, text: str) -> Steps:
    """Return the live line of the typed text."""
    try:
        return (yield from _said(session, text))
    except Exception:  # a helping line must never get in the way
        return ""


def heard(session: Session, text: str) -> Steps:
    """Return the full form of a line that is a sentence and not a command, with its result.

    Return "" for any other line. The sentence is read in several attempts, one step each; a key press may stop the
    search between two steps.
    """
    try:
        return (yield from _heard(session, text))
    except Exception:  # as above
        return ""


def _heard(session: Session, text: str) -> Steps:
    words = words_of(text)
    if len(words) < 2 or " ".join(words).lower() in LINES:
        return ""
    meant = with_verb(session, words)
    wrong = Mistake("")
    if meant[0] in session.family.ACTS:
        try:
            prepare(session, meant[0], meant[1:], with_dice=True)
        except Refused:
            return ""
        except Mistake as mistake:
            wrong = mistake
        else:
            return ""
    yield
    from umpire.play.talk.heard import hearing  # only for a line that makes no sense otherwise

    found = yield from hearing(session, with_act_in_full(session, words), wrong)
    if found is None or not found.line:
        return ""
    if found.secret:
        return f"understood: {found.line[0]}"
    dice = ("--dice", found.dice) if found.dice else ()
    line = line_of(found.line[0], [*found.line[1:], *dice, *found.option.split()])
    comes = "" if dice else (yield from _said(session, f"{line} "))
    return " · ".join(filter(None, (f"understood: {line}", comes)))


def _said(session: Session, text: str) -> Steps:
    words = _act_words(session, text)
    if not words or words[0] not in session.family.ACTS or session.family.act(words[0]).secret:
        return ""
    begun = not text[-1:].isspace()
    try:
        prepared = prepare(session, words[0], words[1:], with_dice=True)
    except Refused as refused:
        first = refused.objections[0]
        return first.ruled + (f" · add {first.retype}" if first.retype else "")
    except Mistake as mistake:
        if mistake.wants:
            return mistake.wants
        if not begun:
            return mistake.what if len(words) > 1 else session.family.act(words[0]).usage
        return (yield from _said(session, text[: text.rindex(words[-1])])) if len(words) > 2 else ""
    spelled = spelled_out(session, prepared.act, words[1:], prepared.words)
    foreseen = yield from _foreseen(prepared)
    shown = [each.shown(fact) for fact, each in session.staying.items()]
    stays = [note for note in prepared.situation.known.notes if note in shown]
    return " · ".join(filter(None, (" ".join(spelled), foreseen, *stays)))


def _act_words(session: Session, text: str) -> list[str]:
    """Return the words of the act that is meant, the verb first, without options; [] if the line cannot be read yet."""
    try:
        words = with_verb(session, words_of(text))
    except ValueError:
        return []
    return words[: next((at for at, word in enumerate(words) if word.startswith("-")), len(words))]


def _foreseen(prepared: Prepared) -> Steps:
    """Return the first dice and the average result of the act. If the result was typed, return its consequences."""
    if prepared.result:
        return _as_told(prepared.procedure())
    pools = first_throw(prepared.make())
    dice = thrown(pools, prepared.situation.side)
    try:
        odds = yield from counting(prepared.make)
    except TooMany:
        return dice
    also = [f"{one.word} {one.name}" for one in prepared.situation.also]
    could = f" · also available: {', '.join(also)}" if also else ""
    return (": ".join(filter(None, (dice, _average(prepared, odds)))) if pools else _only(odds)) + could


def _average(prepared: Prepared, odds: Odds[Outcome]) -> str:
    """Return the averages or chances by which acts of this kind are compared. Impossible results are left out."""
    family, sit = prepared.session.family, prepared.situation
    by = (family.yardsticks(sit) if prepared.act.verb in family.COMPARED else ()) or numbers_of(odds)
    found = [(one, measured(odds, one)) for one in by]
    return ", ".join(
        f"{one.words} {(percent if one.chance else decimal)(value).strip()}"
        for one, value in found
        if value or not one.chance
    )


def _as_told(procedure: Procedure[Outcome]) -> str:
    """Return the consequences of a typed result, or the question it leaves open."""
    try:
        question = next(procedure)
    except StopIteration as done:
        return " · ".join(done.value.instructions or done.value.words)
    return f"{question.words}?" if isinstance(question, Choice) else ""


def _only(odds: Odds[Outcome]) -> str:
    """Return the only possible result of an act without dice; "" if several results are possible."""
    if len(odds.outcomes) > 1:
        return ""
    outcome = odds.outcomes[0][0]
    return " · ".join(outcome.instructions or outcome.words)
