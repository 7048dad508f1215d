"""A sentence heard as an act: the line that it means in full, or what of it was not understood."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar, cast

from umpire.core.answers import Answers, LeftOver
from umpire.core.mistakes import DiceCount, Mistake, NotDice, NotNow, NotOffered, WrongPlace
from umpire.core.procedure import Wanted
from umpire.game.lines import COMMANDS, line_of
from umpire.play.session import Session
from umpire.play.talk.asked import apart, is_supposed, question
from umpire.play.talk.left_out import counts, phrases, told
from umpire.play.talk.orders import orders
from umpire.play.talk.reading import Said
from umpire.play.talk.sentence import Sentence
from umpire.play.talk.words import KnownNames, forms, tokens_of
from umpire.play.turn import Prepared, Refused, play, prepare, referee_for
from umpire.play.understood import situated

T = TypeVar("T")
Steps = Generator[None, None, T]
_ITS_OWN = frozenset(COMMANDS) - {"what-if", "can"}
"""Commands whose words are not a sentence."""
_TRIES = 8
"""Words that are left out at most, one after the other, to find what can be understood."""
_BEFORE_IF = 6
"""Words of `what are the odds if`, at most."""
_NEVER = frozenset(("not", "never", "cannot", "don't", "doesn't", "can't", "won't", "isn't"))
"""Words of a sentence about something not done, which is not an act."""
_GO_ON = frozenset(
    ("on", "to", "the", "now", "phase", "go", "next", "and", "we", "step", "please", "ok", "let", "lets")
)
"""Words by which people go on."""
_DONE = frozenset(("done", "finished"))
_DICE = frozenset(("dice", "die", "roll", "throw", "threw", "thrown", "rolled"))


class Heard(NamedTuple):
    """The full line, its verb first; or `what` was not understood, and the `hint`. `dice` stand apart."""

    line: tuple[str, ...] = ()
    dice: str = ""
    what: str = ""
    hint: str = ""
    secret: bool = False


def hear(session: Session, words: Sequence[str], wrong: Mistake) -> Heard | None:
    """Return the meaning of a line that is not understood as typed; None if it is not a sentence.

    `wrong` is its mistake.
    """
    steps = hearing(session, words, wrong)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast("Heard | None", end.value)


def hearing(session: Session, words: Sequence[str], wrong: Mistake) -> Steps[Heard | None]:
    """Return the same; give way between two attempts, so that a key may come in between."""
    if len(words) < 2 or words[0].lower() in _ITS_OWN or isinstance(wrong, (DiceCount, NotDice, LeftOver, NotOffered)):
        return None
    if isinstance(wrong, NotNow) and "name" in wrong.values:  # every word is understood: who is named is not there
        return None
    names = KnownNames(session)
    tokens = tokens_of(words)
    low = [token.casefold() for token in tokens]
    begun = low.index("if") + 1 if low[:1] == ["what"] and "if" in low[:_BEFORE_IF] else 0
    if not begun and is_supposed(low):
        usage = session.act("fire").usage.partition(" | ")[0] if "fire" in session.family.ACTS else "LINE"
        return Heard(what="this asks what would happen", hint=f"it is typed: what-if {usage}")
    if not begun and (views := [question(session, each, names) for each in apart(words)]) and all(views):
        if len({*views}) == 1:
            return Heard(views[0])
        return Heard(what="several questions in one line", hint=f"type {', then '.join(map(' '.join, views))}")
    if (ordered := orders(session, words, names)) is not None:
        return Heard(("order", *ordered), secret=True)
    ahead = bool(begun) or low[:1] == ["what-if"]
    tokens = tokens[begun or 1 :] if ahead else tokens
    yield
    if _DONE & {*low} and len(low) < _BEFORE_IF and any(map(names.side, low)) and "next" in session.family.ACTS:
        return Heard(what="a sentence ends no phase", hint="type next")
    if not ahead and (phase := _next_phase(session, low)):
        return phase
    tokens, dice = _dice(_not_moved(tokens), names, session)
    if (ahead and dice) or any(token.casefold() in _NEVER for token in tokens):
        return None
    best: Heard | None = None
    sentence = Sentence(session, names, tokens)
    if sentence.passive or not (sentence.whole or dice or begun):
        return None
    yield
    for said in sentence.acts():
        found = yield from _understood(session, said, dice, ahead=ahead)
        heard = _heard(session, tokens, said, found, ("what-if",) if ahead else ()) if found else None
        if heard and heard.line and [*heard.line[: 1 + len(words)]] == [*words] and not dice:
            return None
        if heard and heard.line:
            return heard
        best = best or (None if said.tentative else heard)
    return best


def added(session: Session, verb: str, words: Sequence[str]) -> tuple[str, ...]:
    """Return the other words of an act in their usual form: `the 2nd German battery`, `in the flank`.

    () if it is not all understood, or says another act.
    """
    sentence = Sentence(session, KnownNames(session), tokens_of(words))
    said = sentence.part_of(session.act(verb))
    return () if said.unknown or said.several or sentence.verbs else said.words


class _Found(NamedTuple):
    """An act as far as it is understood: its words, those that are not, its dice, and what is still wrong with it."""

    words: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    dice: str = ""
    wrong: Mistake | None = None


def _understood(session: Session, said: Said, dice: Sequence[str], *, ahead: bool) -> Steps[_Found | None]:
    """Return the act once it can be prepared, by leaving out one after the other the words that it does not know.

    None if too many are left out.
    """
    words, unknown = [*said.words, *said.choose[:1]], list(said.unknown)
    for _ in range(_TRIES):
        yield
        try:
            prepared = prepare(session, said.verb, words, ahead=ahead, ruling="to see", with_dice=not (ahead or dice))
        except Refused:
            with suppress(Mistake):
                words = [*situated(session, session.act(said.verb), words)[0]]
            return _Found(tuple(words), tuple(unknown), next(iter(dice), ""))
        except (NotNow, WrongPlace) as wrong:  # every word is understood
            return _Found(tuple(words), (), "", wrong)
        except Mistake as wrong:
            low = wrong.word.casefold()
            at = next((n for n, each in enumerate(words) if low and each.casefold() == low), -1)
            if at < 0 or wrong.wants:
                return _Found(tuple(words), tuple(unknown), "", wrong)
            unknown.append(words.pop(at))
        else:
            fitting = (each for each in dice if _falls(session, prepared, each))
            return _Found(prepared.words, tuple(unknown), next(fitting, next(iter(dice), prepared.dice)))
    return None


def _heard(session: Session, tokens: Sequence[str], said: Said, found: _Found, before: tuple[str, ...]) -> Heard | None:
    """Return the full line of an act that is understood, or what is not clear in it with a line that works."""
    if isinstance(found.wrong, (NotNow, WrongPlace)):
        return Heard(what=found.wrong.what, hint=found.wrong.hint)
    if found.wrong:
        return _unfinished(session, tokens, said, found, before)
    line = (*before, said.verb, *found.words)
    shown = line_of(line[0], [*line[1:], *(("--dice", found.dice) if found.dice else ())])
    if found.unknown:
        left = phrases(tokens, found.unknown)
        without = f"without {'it' if len(left) == 1 else 'them'}: {shown}"
        typed = f"it is typed: {_usage(session, said, before)}"
        return Heard(what=told(left), hint=typed if counts(session, tokens, said, found.unknown) else without)
    if said.choose:
        others = " or ".join(said.choose[1:])
        hint = f"type {line_of(line[0], line[1:])}{others and f', or {others}'}"
        return Heard(what="the way it fires after its move is missing", hint=hint)
    if said.several:
        return Heard(what=f"{said.several[0]!r} may be {' or '.join(said.several[1:])}", hint=f"for example: {shown}")
    return Heard(line, found.dice)


def _unfinished(
    session: Session, tokens: Sequence[str], said: Said, found: _Found, before: tuple[str, ...]
) -> Heard | None:
    """Return the missing part of a line that makes sense so far, with the part understood."""
    if not found.words or not found.wrong:
        return None
    line = (*before, said.verb, *found.words)
    what = told(phrases(tokens, found.unknown)) if found.unknown else found.wrong.what
    usage = _usage(session, said, before)
    return Heard(what=what, hint=f"understood: {line_of(line[0], line[1:])}; it is typed: {usage}")


def _usage(session: Session, said: Said, before: tuple[str, ...]) -> str:
    return " ".join((*before, session.act(said.verb).usage.partition(" | ")[0]))


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
    shows = [at for at in range(1, len(low)) if low[at] in ("show", "shows") and _DICE & {*forms(low[at - 1])}]
    if shows:  # `die shows 17`
        return _dice([each for at, each in enumerate(tokens) if at not in shows], names, session)
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


def _not_moved(tokens: Sequence[str]) -> list[str]:
    """Return the words with `has not moved` as `hasn't moved`."""
    said = [*tokens]
    for at in range(len(said) - 2, 0, -1):
        if said[at].casefold() == "not" and said[at - 1].casefold() in ("has", "have") and said[at + 1] == "moved":
            said[at - 1 : at + 1] = ["hasn't"]
    return said


def _faces(low: Sequence[str], at: int, stop: str = "") -> tuple[list[str], int]:
    """Return the faces from here, `/` for `and`, and where they end."""
    faces = list[str]()
    while at < len(low) and (low[at][:1].isdigit() or low[at] in ("/", "and", "then", ",")) and low[at] != stop:
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
    rest = [each for each in low if each not in _GO_ON]
    named = "phase" in low or "step" in low or low[:2] == ["on", "to"]
    if not rest and {"next", "on"} & {*low}:
        return Heard(("next",))
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
