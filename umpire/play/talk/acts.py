"""A sentence read as an act: the full line for the sentence, or the part of the sentence that was not understood."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar

from umpire.core.answers import Answers
from umpire.core.mistakes import Mistake, NotNow, Twice, WrongPlace, WrongSide, meaning
from umpire.core.procedure import Wanted
from umpire.game.lines import line_of
from umpire.game.naming import squeezed
from umpire.play.examples import example_hint
from umpire.play.grammar import FROM
from umpire.play.hints import as_value
from umpire.play.session import Session
from umpire.play.talk.facts_said import HAS_MOVED, LETTING_GO
from umpire.play.talk.reading import Said
from umpire.play.talk.sentence import Sentence
from umpire.play.talk.words import GROUND, ORDINALS, SMALL
from umpire.play.turn import Prepared, Refused, play, prepare, referee_for
from umpire.play.understood import situated

_ID = re.compile(r"\b[a-z]{1,2}\d\b")
"""An id in the example of an act; in most games no stand has it."""
T = TypeVar("T")
Steps = Generator[None, None, T]
_TRIES = 8
"""The most words that are left out, one after the other, to find an act that can be understood."""
_SAMPLES = ("9", "500")
"""Distances for an example."""
_PLACES = ("toward", "towards", "next", "near", "beside")
_DECIDES = {"or", "nobody", "none", "nothing", "neither", "nor", "dug", *_PLACES, *GROUND, *ORDINALS}
"""Words without which a line would mean something else."""
_MISSPELT = 4
"""Letters of a misspelt value, at least."""


class Heard(NamedTuple):
    """The full line with its verb first, or the part that was not understood (`what`) and a `hint`.

    `dice` and `option` are not in the line. If `example` is true, the hint is an example of the act. `verb` is the verb
    of an act that is incomplete. If `partial` is true, the hint leaves out words of the line.
    """

    line: tuple[str, ...] = ()
    dice: str = ""
    what: str = ""
    hint: str = ""
    secret: bool = False
    option: str = ""
    example: bool = False
    verb: str = ""
    partial: bool = False


class AskedFor(NamedTuple):
    """The way an act is asked for. `before` is the command before the act, such as `what-if`; `option` is an option
    such as `--odds`. If one of these two is given, the act is shown but not played.
    """

    before: tuple[str, ...] = ()
    option: str = ""

    @property
    def ahead(self) -> bool:
        """True if the line only looks ahead, so that no act is played."""
        return bool(self.before or self.option)


DONE = AskedFor()


def act_heard(session: Session, sentence: Sentence, dice: Sequence[str], asked: AskedFor = DONE) -> Steps[Heard | None]:
    """Return the full line of the first act that a sentence may mean.

    If no act is complete, return the unclear part of the likeliest act.
    """
    best: Heard | None = None
    compared = session.family.COMPARED if asked.before else ()
    for said in sentence.acts():
        if compared and said.verb not in compared:
            continue
        found = yield from _understood(session, said, dice, ahead=asked.ahead)
        heard = _heard(session, sentence, said, found, asked) if found else None
        if heard and heard.line:
            return heard
        best = best or (None if said.tentative else heard)
    if best and best.partial and (stand := sentence.described):
        return Heard(what=best.what, hint=f"type can {stand}")
    return best._replace(verb=sentence.verbs[0].verbs[0]) if best and sentence.verbs else best


class _Found(NamedTuple):
    """An act as far as it is understood: its words, the unknown words, its dice and its error. If `overruled` is true,
    a rule forbids the act, but a ruling can overrule this rule. `guessed` is true if a number at the end of the line
    was read as dice.
    """

    words: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    dice: str = ""
    wrong: Mistake | None = None
    overruled: bool = False
    guessed: bool = False


def _understood(session: Session, said: Said, dice: Sequence[str], *, ahead: bool) -> Steps[_Found | None]:
    """Return the act as far as it can be prepared, without its unknown words. Return None if there are too many unknown
    words.
    """
    words, unknown = [*said.words, *said.choose[:1]], list(said.unknown)
    for _ in range(_TRIES):
        yield
        try:
            prepared = prepare(session, said.verb, words, ahead=ahead, ruling="to see", with_dice=not (ahead or dice))
        except Refused:
            with suppress(Mistake):
                from_there = _whence(words)
                words = [word for word in words if word not in from_there]
                words = [*situated(session, session.act(said.verb), words)[0], *from_there]
            return _Found(tuple(words), tuple(unknown), next(iter(dice), ""))
        except (NotNow, WrongPlace) as wrong:  # every word is understood
            return _Found(tuple(words), (), "", wrong)
        except Mistake as wrong:
            low = wrong.word.casefold()
            at = next((n for n, each in enumerate(words) if low and each.casefold() == low), -1)
            at = next((n for n in range(at, len(words)) if at >= 0 and means_nothing(session, said, words[n])), at)
            if at < 0 or wrong.wants:
                return _Found(tuple(words), tuple(unknown), "", wrong)
            spoken = session.family.SPOKEN.get(squeezed(words[at]), "")
            if spoken.partition("=")[0] in session.act(said.verb).facts:
                words[at] = spoken  # a bare word is not understood where the distance is missing
                continue
            unknown.append(words.pop(at))
            while session.game_map and at < len(words) and (words[at] == "to" or is_hex(words[at])):
                unknown.append(words.pop(at))  # where the unknown stand goes
        else:
            if said.hexes and prepared.dice == said.hexes:
                words[words.index(said.hexes)] = f"range={said.hexes}"
                continue
            fitting = (each for each in dice if _falls(session, prepared, each))
            full = (*prepared.words, *_whence(words))
            thrown = next(fitting, next(iter(dice), prepared.dice))
            return _Found(full, tuple(unknown), thrown, None, bool(prepared.overruled), bool(thrown) and not dice)
    return None


def _heard(session: Session, sentence: Sentence, said: Said, found: _Found, asked: AskedFor) -> Heard | None:
    """Return the full line of an act that is understood, or the unclear part with a line that works."""
    if isinstance(found.wrong, (NotNow, WrongPlace)):
        return Heard(what=found.wrong.what, hint=found.wrong.hint)
    tokens, before = sentence.tokens, asked.before
    if found.wrong:
        return _unfinished(session, sentence, said, found, asked)
    line = (*before, said.verb, *found.words)
    dice = ("--dice", found.dice) if found.dice else ()
    shown = line_of(line[0], [*line[1:], *dice, *_option(asked)])
    if found.unknown:
        left = phrases(tokens, found.unknown)
        if not sentence.verbs and len(found.words) == 1:
            return Heard(what=told(left), hint=f"type can {found.words[0]}")
        without = f"without {'it' if len(left) == 1 else 'them'}: {shown}"
        typed = _typed(session, said, found, asked)
        first = next((n for n, token in enumerate(tokens) if token.isdigit()), len(tokens))
        guessed = found.guessed and any(word in tokens[first:] for word in found.unknown)
        lost = guessed or counts(session, tokens, said, found.unknown)
        return Heard(what=told(left), hint=typed if lost else without, partial=True)
    if said.choose:
        others = " or ".join(said.choose[1:])
        hint = f"type {line_of(line[0], line[1:])}{others and f', or {others}'}"
        return Heard(what="the line does not say how the stand fires after its move", hint=hint)
    if said.several:
        return Heard(what=f"{said.several[0]!r} can mean {' or '.join(said.several[1:])}", hint=f"for example: {shown}")
    far = session.game_map and any(session.act(said.verb).bare(word) for word in found.words)
    supposed = f"{asked.option} --ruling supposed".strip() if asked.ahead and found.overruled and far else asked.option
    return Heard(line, found.dice, option=supposed)


def _unfinished(session: Session, sentence: Sentence, said: Said, found: _Found, asked: AskedFor) -> Heard | None:
    """Return the missing part of an incomplete line, with a line to type."""
    if not found.words or not found.wrong:
        return None
    if isinstance(found.wrong, WrongSide):
        return Heard(what=found.wrong.what, hint=found.wrong.hint)
    what = told(phrases(sentence.tokens, found.unknown)) if found.unknown else found.wrong.what
    if found.unknown and counts(session, sentence.tokens, said, found.unknown):
        return Heard(what=what, hint=_typed(session, said, found, asked), partial=True)
    if isinstance(found.wrong, Twice) and (once := _each_once(session, said, found)):
        return Heard(what=what, hint=f"type {', or '.join(once)}")
    if each := _one_by_one(session, sentence, said, found):
        lines = ", then ".join(line_of(said.verb, words) for words in each)
        return Heard(what=what, hint=f"type {lines}")
    if whence := _whence(found.words):
        line = line_of("what-if", (said.verb, *found.words))
        return Heard(what=what, hint=f"type {line}") if whence and not asked.ahead else None
    for sample in _SAMPLES if session.game_map or not _is_in_metres(session, said.verb) else _SAMPLES[::-1]:
        with suppress(Mistake, Refused):
            whole = _in_full(session, said.verb, (*found.words, sample))
            line = line_of((*asked.before, said.verb)[0], (*asked.before, said.verb, *whole, *_option(asked))[1:])
            return Heard(what=what, hint=f"for example: {line}", example=True)
    if who := _who_may(session, said, found):
        return Heard(what=what, hint=f"type {', or '.join(line_of(said.verb, words) for words in who)}")
    plain = not (found.unknown or found.wrong.wants or isinstance(found.wrong, Twice))
    hint = found.wrong.hint if plain else ""
    return Heard(what=what, hint=hint or _typed(session, said, found, asked), partial=not hint)


def _each_once(session: Session, said: Said, found: _Found) -> list[str]:
    """Return the lines to choose from if a sentence gives two values for a fact: `over the hill going=bad`.

    Each line has one of the two values.
    """
    told = [word for word in found.words if "=" in word]
    twice = {word for word in told for other in told if word != other and _fact(word) == _fact(other)}
    lines = list[str]()
    for one in found.words:
        with suppress(Mistake, Refused):
            if one in twice:
                words = [word for word in found.words if word == one or word not in twice]
                lines.append(line_of(said.verb, _in_full(session, said.verb, words)))
    return lines


def _fact(word: str) -> str:
    return word.partition("=")[0]


def _is_in_metres(session: Session, verb: str) -> bool:
    """Return whether the distances of an act are numbers of three digits."""
    act = session.act(verb)
    return any(word[-3:].isdigit() for word in (*(act.tries or ()), *act.usage.split()))


def _option(asked: AskedFor) -> tuple[str, ...]:
    return (asked.option,) if asked.option else ()


def _in_full(session: Session, verb: str, words: Sequence[str]) -> tuple[str, ...]:
    """Return the full words of an act, even if rules that can be overruled forbid it. Raises Mistake, Refused."""
    return prepare(session, verb, words, ahead=True, ruling="to see").words


def _who_may(session: Session, said: Said, found: _Found) -> list[tuple[str, ...]]:
    """Return lines to type if a sentence names an act at a place, but no stand; [] for other sentences.

    There is one line for each of the first two stands that may do the act.
    """
    known, moment = session.family.named(session.state), session.family.moment(session.state)
    if not session.act(said.verb).places or any(word in known for word in found.words):
        return []
    lines = list[tuple[str, ...]]()
    for id, who in known.items():
        if not who.by_place and (not moment or moment.side in ("", who.side)) and len(lines) < 2:
            with suppress(Mistake, Refused):
                lines.append(prepare(session, said.verb, (id, *found.words), ahead=True).words)
    return lines


def _one_by_one(session: Session, sentence: Sentence, said: Said, found: _Found) -> list[tuple[str, ...]]:
    """Return one line for each stand named before the target, if the act takes only one stand; [] for other acts."""
    known = session.family.named(session.state)
    side = next((known[word].side for word in found.words if word in known), "")
    who = [word for word in found.words if word in known and known[word].side == side]
    if len(who) < 2:
        return []
    lines = list[tuple[str, ...]]()
    for one in who:
        with suppress(Mistake, Refused):
            lines.append(_in_full(session, said.verb, [word for word in found.words if word == one or word not in who]))
    return lines if len(lines) == len(who) else []


def _typed(session: Session, said: Said, found: _Found, asked: AskedFor) -> str:
    """Return how to type the act; for a move towards something, return the line that shows the hexes in reach."""
    one = next((word for word in found.words if word in session.family.named(session.state)), "")
    if {"toward", "towards"} & {*found.unknown} and "reach" in session.family.ACTS and one:
        return f"type reach {one}"
    act = session.act(said.verb)
    if found.wrong is None and found.words:
        dice = ("--dice", found.dice) if found.dice and not found.guessed else ()
        typed = (*asked.before, said.verb, *found.words, *dice, *_option(asked))
        line = line_of(typed[0], typed[1:])
        near = next(filter(None, (as_value(act, word) for word in found.unknown)), "")
        with suppress(Mistake, Refused):
            if near and len(found.unknown) == 1:
                prepare(session, said.verb, [*found.words, near], ahead=True, ruling="to see")
                return f"did you mean: {line_of(line, [near])}"
        return f"the line begins with: {line}{near and f'; perhaps {near}'}"
    words = (*found.words, *found.unknown)
    to_ground = session.game_map and "HEX" in act.usage and one and not any(map(is_hex, words))
    if to_ground and (line := example_hint(session, (said.verb, *words), asked.before, to_ground=True)):
        return line
    usage = act.usage.partition(" | ")[0]
    names = session.family.names(session.state)
    for id in dict.fromkeys(each for each in _ID.findall(usage) if each not in names):
        usage = re.sub(rf"\bat {id}\b", "at TARGET", usage)
        usage = re.sub(rf"\b{id}\b", "TARGET" if f"{id}." in usage else "STAND", usage)
    return f"type it as: {' '.join((*asked.before, usage))}"


def _whence(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a line that put a stand at another place: `from 0905`; () if there are none."""
    return tuple(words[words.index(FROM) :][:2]) if FROM in words else ()


def is_hex(word: str) -> bool:
    """Return whether a word has the form of a hex: `0904`."""
    return len(word) == 4 and word.isdigit()


def _falls(session: Session, prepared: Prepared, dice: str) -> bool:
    """Return whether these dice fit the throws of the act, with `/` where a throw ends."""
    if "=" in dice:
        from umpire.core.odds import explain  # rarely needed

        keys = {pool.key for one in explain(prepared.make) for pool in one.pools}
        return all(any(key.startswith(part.partition("=")[0]) for key in keys) for part in dice.split("/"))
    stream, drawn = referee_for(session, rehearsal=True)
    try:
        play(prepared, referee := Answers(stream, drawn, dice.split("/"), defaults=True))
    except Wanted:
        return True
    except Mistake:
        return False
    return not referee.joined


def phrases(tokens: Sequence[str], unknown: Sequence[str]) -> list[str]:
    """Return the words that are not understood, in order; words next to each other are one phrase."""
    left, found, at, end = {squeezed(word): word for word in unknown}, list[str](), 0, -1
    while at < len(tokens):
        length = next((n for n in (1, 2) if tokens[at] != "," and squeezed("".join(tokens[at : at + n])) in left), 0)
        if length:
            left.pop(squeezed("".join(tokens[at : at + length])))
            said = " ".join(tokens[at : at + length])
            found = [*found[:-1], f"{found[-1]} {said}"] if at == end else [*found, said]
            end = at + length
        at += length or 1
    return [*found, *left.values()]


def means_nothing(session: Session, said: Said, word: str) -> bool:
    """Return whether a word cannot be a name, number, value or connecting word of this act."""
    act, family = session.act(said.verb), session.family
    known = {*act.facts, *act.connectors, *family.SPOKEN, *(each for words in act.choices.values() for each in words)}
    names = family.names(session.state)
    return word.isalpha() and word.lower() not in {*known, *map(str.lower, names)} and squeezed(word) not in known


def counts(session: Session, tokens: Sequence[str], said: Said, unknown: Sequence[str]) -> bool:
    """Return whether the words left out include a name, number or fact, so that another act may be meant."""
    act, family = session.act(said.verb), session.family
    facts = {squeezed(each) for fact in act.facts for each in (fact, *act.choices.get(fact, ()))}
    known = {*facts, *map(squeezed, family.SPOKEN), *map(squeezed, family.names(session.state))}
    return (
        bool(said.several)
        or bool(_DECIDES & {*map(str.lower, unknown)})
        or any(
            "=" in word or any(char.isdigit() for char in word) or squeezed(word) in known or meaning(word, act.facts)
            for word in (*unknown, *phrases(tokens, unknown))
        )
    )


def near_value(session: Session, token: str) -> str:
    """Return the fact value with a spelling close to this word: `flank` for `flnk`. Return "" if there is none."""
    from difflib import get_close_matches  # only for a sentence that is not understood

    low, acts = token.casefold(), [session.act(verb) for verb in session.family.ACTS]
    values = {value for act in acts for each in act.choices.values() for value in each} | {*session.family.SPOKEN}
    if len(low) < _MISSPELT or not low.isalpha() or low in (SMALL | LETTING_GO | values):
        return ""
    return next(iter(get_close_matches(low, sorted(each for each in values if each.isalpha()), 1, 0.85)), "")


def told(said: Sequence[str]) -> str:
    """Return the message about the phrases that are not understood."""
    said = [each.replace(HAS_MOVED, "moved") for each in said]
    return f"{said[0]!r} is not understood here" if len(said) == 1 else f"not understood: {', '.join(said)}"
