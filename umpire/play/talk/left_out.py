"""The words of a sentence that were not understood, and a check whether any of these words matters."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.core.mistakes import meaning
from umpire.game.naming import squeezed
from umpire.play.session import Session
from umpire.play.talk.facts_said import HAS_MOVED, LETTING_GO
from umpire.play.talk.reading import Said
from umpire.play.talk.words import GROUND, ORDINALS, SMALL

_PLACES = ("toward", "towards", "next", "near", "beside")
_DECIDES = {"or", "nobody", "none", "nothing", "neither", "nor", "dug", *_PLACES, *GROUND, *ORDINALS}
"""Words without which a line would mean something else."""
_MISSPELT = 4
"""Letters of a misspelt value, at least."""


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
    """Return whether the words left out include a name, number or fact.

    If a name, number or fact is left out, the act is a different act.
    """
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
    """Return the value of a fact that is spelled much like this word, `flnk` -> `flank`; "" if there is none."""
    from difflib import get_close_matches  # only for a sentence that is not understood

    low, acts = token.casefold(), [session.act(verb) for verb in session.family.ACTS]
    values = {value for act in acts for each in act.choices.values() for value in each} | {*session.family.SPOKEN}
    if len(low) < _MISSPELT or not low.isalpha() or low in (SMALL | LETTING_GO | values):
        return ""
    return next(iter(get_close_matches(low, sorted(each for each in values if each.isalpha()), 1, 0.85)), "")


def told(said: Sequence[str]) -> str:
    """Return the message that these phrases are not understood."""
    said = [each.replace(HAS_MOVED, "moved") for each in said]
    return f"{said[0]!r} is not understood here" if len(said) == 1 else f"not understood: {', '.join(said)}"
