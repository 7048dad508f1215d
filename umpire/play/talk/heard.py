"""A sentence heard as an act: the line that it means in full, or what of it was not understood."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from umpire.core.answers import Answers, LeftOver
from umpire.core.mistakes import DiceCount, Mistake, NotDice, NotNow, NotOffered, WrongPlace
from umpire.core.procedure import Wanted
from umpire.game.lines import line_of
from umpire.play.session import Session
from umpire.play.talk.asked import question
from umpire.play.talk.orders import orders
from umpire.play.talk.sentence import Said, Sentence
from umpire.play.talk.words import KnownNames, forms, tokens_of
from umpire.play.turn import Prepared, Refused, play, prepare, referee_for

_TRIES = 8
"""Words that are left out at most, one after the other, to find what can be understood."""
_BEFORE_IF = 6
"""Words of `what are the odds if`, at most."""
_NEVER = frozenset(("not", "never", "cannot", "don't", "doesn't", "can't", "won't", "isn't"))
"""A sentence that says what is not done is no act."""
_DICE = frozenset(("dice", "die", "roll", "throw", "threw", "thrown", "rolled"))


class Heard(NamedTuple):
    """The full line, its verb first; or `what` was not understood, and the `hint`. `dice` stand apart."""

    line: tuple[str, ...] = ()
    dice: str = ""
    what: str = ""
    hint: str = ""
    secret: bool = False


def hear(session: Session, words: Sequence[str], wrong: Mistake) -> Heard | None:
    """Return what a line means that is not understood as it is typed; None if it is no sentence.

    `wrong` is what was wrong with it.
    """
    names = KnownNames(session)
    if isinstance(wrong, (DiceCount, NotDice, LeftOver, NotOffered)):
        return None
    if (ordered := orders(session, words, names)) is not None:
        return Heard(("order", *ordered), secret=True)
    tokens = tokens_of(words)
    low = [token.casefold() for token in tokens]
    begun = low.index("if") + 1 if low[:1] == ["what"] and "if" in low[:_BEFORE_IF] else 0
    if not begun and (view := question(session, words, names)):
        return Heard(view)
    ahead = bool(begun) or low[:1] == ["what-if"]
    tokens = tokens[begun or 1 :] if ahead else tokens
    if not ahead and (phase := _next_phase(session, low)):
        return phase
    tokens, dice = _dice(tokens, names, session)
    if (ahead and dice) or _NEVER & {*low}:
        return None
    best: Heard | None = None
    sentence = Sentence(session, names, tokens)
    if not (sentence.whole or dice or begun):
        return None
    for said in sentence.acts():
        heard = _tried(session, said, dice, ahead=ahead)
        if heard and heard.line and [*heard.line[: 1 + len(words)]] == [*words] and not dice:
            return None
        if heard and heard.line:
            return heard
        best = best or heard
    return best


def _tried(session: Session, said: Said, dice: Sequence[str], *, ahead: bool) -> Heard | None:
    """Return the act if it can be prepared; else what was not understood of it, or None."""
    words, unknown = [*said.words, *said.choose[:1]], list(said.unknown)
    verb, before = said.verb, (("what-if",) if ahead else ())
    for _ in range(_TRIES):
        try:
            prepared = prepare(session, verb, words, ahead=ahead, ruling="to see", with_dice=not (ahead or dice))
        except Refused:
            full: Sequence[str] = words
        except (NotNow, WrongPlace) as wrong:  # every word is understood
            return Heard(what=wrong.what, hint=wrong.hint)
        except Mistake as wrong:
            at = next(
                (n for n, each in enumerate(words) if wrong.word and each.casefold() == wrong.word.casefold()), -1
            )
            if at < 0 or wrong.wants:
                return _unfinished(session, said, words, unknown, wrong, before)
            unknown.append(words.pop(at))
            continue
        else:
            full, dice = prepared.words, dice or tuple(filter(None, (prepared.dice,)))
            if thrown := next((each for each in dice if _falls(session, prepared, each)), ""):
                dice = (thrown,)
        line = (*before, verb, *full)
        if said.choose and not unknown:
            shown = line_of(line[0], line[1:])
            others = " or ".join(said.choose[1:])
            return Heard(
                what="how it fires after its move is left out", hint=f"type {shown}{others and f', or {others}'}"
            )
        if said.several and not unknown:
            shown = line_of(line[0], [*line[1:], *(("--dice", dice[0]) if dice else ())])
            what = f"{said.several[0]!r} may be {' or '.join(said.several[1:])}"
            return Heard(what=what, hint=f"for example: {shown}")
        if not unknown:
            return Heard(line, dice[0] if dice else "")
        shown = line_of(line[0], [*line[1:], *(("--dice", dice[0]) if dice else ())])
        return Heard(what=f"{unknown[0]!r} is not understood here", hint=f"without it: {shown}")
    return None


def _unfinished(
    session: Session, said: Said, words: Sequence[str], unknown: Sequence[str], wrong: Mistake, before: Sequence[str]
) -> Heard | None:
    """Return what a line lacks that makes sense as far as it goes, with what was understood of it."""
    if not words:
        return None
    act = session.act(said.verb)
    line = line_of(*((said.verb, words) if not before else (before[0], [said.verb, *words])))
    what = f"{unknown[0]!r} is not understood here" if unknown else wrong.what
    return Heard(what=what, hint=f"understood: {line}; it is typed: {act.usage.partition(' | ')[0]}")


def _falls(session: Session, prepared: Prepared, dice: str) -> bool:
    """Return whether these dice can be those of the act."""
    stream, drawn = referee_for(session, rehearsal=True)
    try:
        play(prepared, Answers(stream, drawn, dice.split("/"), defaults=True))
    except Wanted:
        return True
    except Mistake:
        return False
    return True


def _dice(tokens: Sequence[str], names: KnownNames, session: Session) -> tuple[list[str], tuple[str, ...]]:
    """Return the sentence without its dice, and how those may be meant, first what is more likely."""
    low = [token.casefold() for token in tokens]
    sided = [at for at, token in enumerate(low[:-1]) if names.side(token) and low[at + 1].isdigit()]
    if len(sided) > 1:
        order = {side: n for n, side in enumerate(session.head["sides"])}
        thrown, gone = dict[int, str](), set[int]()
        for at in sided:
            faces, end = _faces(low, at + 1, stop=",")
            thrown[order[names.side(low[at])]] = " ".join(faces).replace(" / ", " ")
            gone |= {*range(at, end)}
        return [each for at, each in enumerate(tokens) if at not in gone], (
            "/".join(thrown[n] for n in sorted(thrown)),
        )
    for at, token in enumerate(low[:-1]):
        if _DICE & {*forms(token)} and low[at + 1][:1].isdigit():
            faces, end = _faces(low, at + 1)
            if low[end : end + 1] == ["for"]:
                end = next((n for n in range(end, len(low)) if low[n] == ","), len(low))
            return [*tokens[:at], *tokens[end:]], _readings(faces)
        if token == "with" and low[-1].isdigit() and [*low[at + 1 : -1]] in ([], ["a"], ["an"]):
            return list(tokens[:at]), (low[-1],)
    begin = next((n for n in range(len(low), 0, -1) if not (low[n - 1].isdigit() or low[n - 1] == "/")), 0)
    if "/" in low[begin:]:
        return list(tokens[:begin]), _readings(low[begin:])
    return list(tokens), ()


def _faces(low: Sequence[str], at: int, stop: str = "") -> tuple[list[str], int]:
    """Return the faces from here, `/` for `and`, and where they end."""
    faces = list[str]()
    while at < len(low) and (low[at][:1].isdigit() or low[at] in ("/", "and", ",")) and low[at] != stop:
        faces.append(low[at] if low[at][:1].isdigit() else "/")
        at += 1
    while faces and faces[-1] == "/":
        faces.pop()
        at -= 1
    return faces, at


def _readings(faces: Sequence[str]) -> tuple[str, ...]:
    apart = "/".join(part.strip() for part in " ".join(faces).split("/") if part.strip())
    return tuple(dict.fromkeys((apart, apart.replace("/", " "))))


def _next_phase(session: Session, low: Sequence[str]) -> Heard | None:
    """Return `next` for a line that names the phase which comes next, a hint for one that comes later."""
    rest = [each for each in low if each not in ("on", "to", "the", "now", "phase", "go", "next", "and", "we", "step")]
    named = "phase" in low or "step" in low or low[:2] == ["on", "to"]
    if len(rest) not in (1, 2) or not named or "next" not in session.family.ACTS:
        return None

    def after(words: Sequence[str]) -> object:
        stream, drawn = referee_for(session, rehearsal=True)
        prepared = prepare(session, "next", words)
        return play(prepared, Answers(stream, drawn, roll_rest=True, defaults=True)).after["state"]

    for said in (form for word in rest for form in forms(word)):
        with suppress(Mistake, Refused):
            later = after([said])
            if later == after([]):
                return Heard(("next",))
            here = session.family.brief(session.state, session.table)
            return Heard(what=f"the {' '.join(rest)} phase does not come next; now: {here}", hint=f"type next {said}")
    return None
