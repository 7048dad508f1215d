"""Lines that people type at a question without answering it. The line asks for a view or an explanation, or changes the
act.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import replace

from umpire.cli.command import SHORT
from umpire.cli.output import page_of, refusal, say, send
from umpire.cli.setting import Invocation
from umpire.cli.typed import TypedCommand
from umpire.core.frozen import replace as replaced
from umpire.core.mistakes import Mistake
from umpire.core.outcome import Outcome
from umpire.core.procedure import Chosen, Thrown, after
from umpire.game.gamefile.journal import read_entry
from umpire.game.lines import COMMANDS, VOCABULARY, quoted, words_of
from umpire.game.naming import meant
from umpire.play.grammar import line_meant
from umpire.play.session import Session
from umpire.play.turn import Prepared, Refused, check_additions, journal_entry, prepare, throws_of
from umpire.play.understood import with_more, without
from umpire.show.journal import heading_lines
from umpire.show.page import Page

OF_TABLE = ("status", "map", "can", "reach", "log", "luck", "score")
"""Views of the table before the act."""
OF_GAME = (*OF_TABLE, "what-if", "report")
"""Views that need a game."""
PAGES = ("rule", "sheet", "help")
"""Views that need no game."""
LOOKS = (*OF_GAME, *PAGES, "odds", "explain")
WAYS = "? explains the question, < goes back, ! drops the act"
"""The hint for a line that is not an answer."""
WAYS_OF_LINE = WAYS.replace("act", "line")
"""The same hint at a question of a correction, where the line is dropped and not an act."""
_LINE = re.compile(r"([+-])(.*?)\s*(\d{1,2}\s+\D.*)")
"""A modifier of the referee's own: its sign, the throw that it changes, and the amount with its reason."""


def look_named(word: str) -> str:
    """Return the view that a word names, in full or by its short form; "" if the word names no view."""
    whole = SHORT.get(word.lower(), word.lower())
    return whole if whole in LOOKS else ""


class OpenQuestion:
    """An act whose questions are being asked. The line of the act may change, and the game can be viewed."""

    def __init__(self, setting: Invocation, typed: TypedCommand, prepared: Prepared) -> None:
        self.setting, self.typed, self.prepared = setting, typed, prepared

    def heading(self, page: Page) -> list[str]:
        """Return the lines about the act that are shown before its first question."""
        return heading_lines(
            page, read_entry(journal_entry(self.prepared, Outcome(), ())), self.prepared.situation.also
        )

    def is_command(self, word: str) -> bool:
        """Return whether a word is a command or a verb. These must wait until the act is done."""
        return word in (*COMMANDS, *VOCABULARY, *self.prepared.session.family.ACTS, "quit", "exit")

    def change(self, text: str, throw: str = "") -> None:
        """Add to the line or take from it: `+g2`, `-g2`, `+range=3`, `+1 dust` for this throw, `+reply 1 dust`.

        Raises Mistake for a wrong change; in this case the line is unchanged.
        """
        try:
            self.typed, self.prepared = self._changed(text, throw)
        except Mistake:
            if self.setting.stateless or (said := self._said(text)) in ("", text):
                raise
            self.typed, self.prepared = self._changed(said, throw)

    def _said(self, text: str) -> str:
        """Return a change of the line in the usual words of the act; "" if it is not fully understood."""
        from umpire.play.talk.heard import added  # only for a line that makes no sense as typed

        words = added(self.prepared.session, self.prepared.act.verb, _split(text[1:]))
        return f"{text[0]}{' '.join(map(quoted, words))}" if words else ""

    def _changed(self, text: str, throw: str) -> tuple[TypedCommand, Prepared]:
        """Return the changed line, and the act prepared from it. Raises Mistake."""
        session, act, typed = self.prepared.session, self.prepared.act, self.typed
        if added := self._added(text, throw):
            typed = replace(typed, add=(*typed.add, added))
        elif self.setting.stateless:
            typed = replace(typed, words=_told_anew(typed.words, text[0] == "+", _split(text[1:])))
        else:
            words, named = self.prepared.words, _split(text[1:])
            change = with_more if text[0] == "+" else without
            typed = replace(typed, words=tuple(change(session, act, words, named)))
        words = typed.words
        if self.setting.stateless:
            session, words = self.setting.about(typed.verb, words)
        try:
            prepared = prepare(session, typed.verb, words, ruling=typed.ruling, additions=typed.add)
            check_additions(prepared)
        except Refused as refused:
            *no, _ = refusal(refused.objections).trouble
            raise Mistake("; ".join(no), "the line is unchanged") from None
        return replace(typed, words=typed.words if self.setting.stateless else prepared.words), prepared

    def _added(self, text: str, throw: str) -> str:
        """Return a modifier that the referee added, in the form of `--add`; "" if the text is not a modifier."""
        found = _LINE.fullmatch(text)
        if not found:
            return ""
        sign, named, rest = found.groups()
        key = meant(named, [(key, key) for key in throws_of(self.prepared)]) if named else throw
        if named and not key:
            return ""
        return f"{sign}{rest}" if key in ("", self.prepared.act.adds_to) else f"{key} {sign}{rest}"

    def meant(self, text: str) -> tuple[str, ...]:
        """Return the act or view that a text means: `ta para`, `who can still act?`.

        Return () if the text means no act and no view.
        """
        session, words = self.prepared.session, text.split()
        if self.setting.stateless or len(words) < 2:
            return ()
        line, wrong = line_meant(session, words), Mistake("")
        try:
            return (
                line if line and prepare(session, line[0], line[1:], with_dice=True) else _heard(session, words, wrong)
            )
        except Refused:
            return line
        except Mistake as mistake:
            return _heard(session, words, mistake)

    def look(self, text: str, answers: Sequence[Thrown | Chosen]) -> None:
        """Print the view that was asked for. Odds are counted for the rest of the act, after these answers.

        Raises Mistake.
        """
        word, *words = _split(text)
        word = look_named(word) or word
        if word.lower() in ("odds", "explain"):
            from umpire.cli.commands.foresee import foreseen

            odds, make = word.lower() == "odds", self.prepared.make
            left = replaced(self.prepared, make=lambda: after(_of_this_run(answers), make)) if odds else self.prepared
            send(foreseen(left, odds=odds, explain=not odds), json=False)
            return
        if word.lower() in OF_GAME and self.setting.stateless:
            raise Mistake(
                f"{word}: there is no game to show", "you can type `odds`, `explain`, `rule`, `sheet` and `help`"
            )
        _looked(self.setting, [word, *words], "before this act:")


def _heard(session: Session, words: Sequence[str], wrong: Mistake) -> tuple[str, ...]:
    from umpire.cli.prompt.meant import with_act_in_full
    from umpire.play.talk.heard import hear  # only for text that is not an answer

    heard = hear(session, with_act_in_full(session, words), wrong)
    return () if heard is None else heard.line or ((heard.verb,) if heard.verb else ())


def waits(word: str) -> Mistake:
    """Return the error for a command or an act typed before the question is answered."""
    return Mistake(f"{word!r}: answer this question first")


def aside(setting: Invocation, typed: str, tokens: Sequence[str]) -> bool:
    """Show the view that a typed line asks for and return True; return False if the line is an answer.

    Call this function for the questions of a correction. Raises Mistake if the view cannot be read, and
    KeyboardInterrupt if the line is `!`.
    """
    if typed.startswith("!"):
        raise KeyboardInterrupt
    asked = typed.removeprefix("?").strip()
    words = _split(asked) if asked else []
    known = words and look_named(words[0]) in (*OF_GAME, *PAGES)
    if typed.startswith("?") and not known:
        raise Mistake(
            f"{asked!r} cannot be shown here",
            f"you can type {', '.join((*OF_GAME, *PAGES))}",
        )
    if not known or typed.lower() in map(str.lower, tokens):
        return False
    _looked(setting, [look_named(words[0]), *words[1:]], "as recorded now:")
    return True


def _looked(here: Invocation, words: Sequence[str], of_table: str) -> None:
    if words[0].lower() in OF_TABLE:
        say(page_of(sys.stdout).paragraph(of_table, style="dim"))
    here.run(words, Invocation(here.game, rules=here.rules, at_prompt=here.at_prompt, held=here.held, at_question=True))


def _of_this_run(answers: Sequence[Thrown | Chosen]) -> Sequence[Thrown | Chosen]:
    """Return the answers since the last tie, because a tie starts the procedure again."""
    ties = [at for at, one in enumerate(answers, 1) if isinstance(one, Thrown) and one.then]
    return answers[ties[-1] if ties else 0 :]


def _told_anew(words: Sequence[str], more: bool, facts: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a line typed without a game. If `more` is true, add or replace these facts. If `more` is
    false, remove these facts. Raises Mistake.
    """
    if other := next((fact for fact in facts if more and "=" not in fact), ""):
        raise Mistake(
            f"{other!r} cannot be added: without a game, + adds only facts, such as range=3", "! drops the act"
        )
    told = {fact.partition("=")[0].lower() for fact in facts}
    kept = [word for word in words if "=" not in word or word.partition("=")[0].lower() not in told]
    return (*kept, *(facts if more else ()))


def _split(text: str) -> list[str]:
    """Return the words typed. Raises Mistake."""
    try:
        words = words_of(text)
    except ValueError as wrong:
        raise Mistake(f"{text!r} cannot be read: {wrong}", "close the quotes") from None
    if not words:
        raise Mistake(f"no name in {text!r}", "for example: +g2, -g2, +range=3")
    return words
