"""Facts that stay, typed as a sentence: `it's night now`, `fog is thick until round 5`, `k1 is in hard cover`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from umpire.game.clock.effect import NOW
from umpire.game.clock.now import UNTIL
from umpire.game.clock.staying import may_stay
from umpire.game.naming import squeezed
from umpire.play.session import Session
from umpire.play.talk.words import SMALL, KnownNames

_UNTIL = ("until", "till")
_TEXT = (
    "it is it's its are too also already really actually getting gets becomes "
    "turns from now on the a in there there's very all still stays"
)
_AROUND = frozenset((*_TEXT.split(), *SMALL))
_REST = [tuple(f"for the rest of the {what}".split()) for what in ("game", "battle")]
_LEAST = 3
_HOUR = re.compile(r"\d{1,2}:\d\d")


def fact_that_stays(session: Session, names: KnownNames, tokens: Sequence[str]) -> tuple[str, ...]:
    """Return the line that sets a fact, if a sentence is only about one fact; () for any other sentence."""
    if NOW not in session.family.ACTS:
        return ()
    tokens = _for_ever(tokens)
    end = next((at for at, token in enumerate(tokens) if token.casefold() in _UNTIL), len(tokens))
    said, when = tokens[:end], [word.casefold() for word in tokens[end + 1 :] if word != ","]
    begin = next((at for at, token in enumerate(said) if token.casefold() not in _AROUND), 0)
    name = names.at(said, begin) if begin < len(said) else None
    subject = name.ids[0] if name and len(name.ids) == 1 and name.ids[0] in names.stands else ""
    found = _told(_facts(session), session.family.SPOKEN, said[begin + (name.length if name and subject else 0) :])
    if not found or (tokens[end:] and not when):
        return ()
    fact, value = found
    if fact in may_stay(session.family, session.table):
        of = f"{subject}." if subject else ""
        return (NOW, f"{of}{fact}={value}", *((UNTIL, *when) if when else ()))
    return () if subject else tuple(session.family.AT_HOME[fact].format(value=value).split())


def _for_ever(tokens: Sequence[str]) -> list[str]:
    """Return the words without `for the rest of the game` at their end."""
    low = [token.casefold() for token in tokens]
    at = next((n for n in range(len(low)) if tuple(low[n:]) in _REST), len(low))
    return [*tokens[:at]]


def near_fact(session: Session, tokens: Sequence[str]) -> str:
    """Return the command that sets the fact named in a sentence; "" unless the sentence names exactly one such fact.

    `it's raining, adverse weather from now on` -> `night weather=adverse`; `it's 20:00 now` -> `night hour=20:00`.
    """
    home = session.family.AT_HOME
    told = {
        fact: home[fact].format(value=each[1])
        for word in tokens
        if (each := _told(_facts(session), {}, [word]))
        for fact in each[:1]
        if fact in home
    }
    hours = [word for word in tokens if _HOUR.fullmatch(word)]
    if hours and "hour" in home:
        told = {"hour": home["hour"].format(value=hours[0])}
    return next(iter(told.values())) if len(told) == 1 else ""


def _facts(session: Session) -> dict[str, tuple[str, ...]]:
    """Return a dict from each lasting fact to its possible values. This includes facts that have their own act."""
    family, found = session.family, dict[str, tuple[str, ...]]()
    for fact, line in family.AT_HOME.items():
        verb = line.partition(" ")[0]
        if "{of}" not in line and verb in family.ACTS:
            found[fact] = session.act(verb).choices.get(fact, ())
    return found | {fact: one.words for fact, one in may_stay(family, session.table).items()}


def _told(
    facts: Mapping[str, tuple[str, ...]], spoken: Mapping[str, str], words: Sequence[str]
) -> tuple[str, str] | None:
    """Return the fact that these words give, and its value; None if the words do not give exactly one fact."""
    by_word = {squeezed(each): (fact, each) for fact, values in facts.items() for each in values if len(each) >= _LEAST}
    by_word |= {squeezed(fact): (fact, "yes") for fact, values in facts.items() if "yes" in values}
    by_word = {word: told for word, told in by_word.items() if word not in ("yes", "none")}
    for word, line in spoken.items():
        if line.partition("=")[0] in facts:
            by_word.setdefault(word, (line.partition("=")[0], line.partition("=")[2]))
    names, found, at = {squeezed(fact): fact for fact in facts}, set[tuple[str, str]](), 0
    named = set[str]()
    while at < len(words):
        length = 2 if squeezed("".join(words[at : at + 2])) in by_word else 1
        word = squeezed("".join(words[at : at + length]))
        if word in names and length == 1:
            named.add(names[word])
        elif word in by_word:
            found.add(by_word[word])
        elif words[at].casefold() not in _AROUND:
            return None
        at += length
    found |= {by_word[squeezed(fact)] for fact in named if not found and squeezed(fact) in by_word}
    one = next(iter(found), None)
    return one if len(found) == 1 and one and named <= {one[0]} else None
