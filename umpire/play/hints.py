"""The likely meaning of a line that is not understood: its first wrong word, and a hint about that word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from umpire.core.mistakes import (
    BadValue,
    HowMany,
    Mistake,
    NotUnderstood,
    Unasked,
    UnknownName,
    did_you_mean,
    meaning,
    nearest,
)
from umpire.game import naming
from umpire.game.act import EVERYBODY, Act
from umpire.game.facts import sort_words
from umpire.game.lines import line_of
from umpire.play.grammar import JOINS, parted
from umpire.play.session import Session

_WORDS = re.compile(r"(?<![\w.=-])[a-z][\w-]*(?![\w.-]*=)(?![\w-])")
"""The words of a usage that are typed literally: not STAND, RANGE or p3.cover=hard."""
_ALIKE, _MISSPELT = 0.5, 0.7
"""How similar a word must be to a name, and to a fact."""
FEW = 2
"""The most values listed in a hint."""
BATTERIES = ("battery", "batteries")
_OF_A_PLACE = ("terrain", "cover", "going")


def explained(
    session: Session, act: Act[Any, Any, Any], typed: Sequence[str], wrong: Mistake, near: Mistake | None = None
) -> Mistake:
    """Return the mistake to show.

    If words are not understood, the mistake is about the first of these words, and gives its likely meaning. `near` is
    the mistake about a word that is spelled like a value of a fact.
    """
    if act.prose:
        return wrong
    try:
        names, facts = sort_words(typed, act.connectors, act.bare, act.places)
    except Mistake:
        return wrong
    words = [word for group, named in names.items() if group not in act.places for word in named]
    first = _first(session, act, typed, words, facts, wrong, near)
    first = _as_spoken(session, act, first)
    if isinstance(first, Unasked) and (more := _further(session, act, facts, first)):
        return first.with_more(more)
    others = [
        word for word in words if word.lower() not in (first.word.lower(), *JOINS) and not _known(session, act, word)
    ]
    if not isinstance(first, UnknownName) or len(others) != 1:
        return first
    known = session.family.names(session.state)
    hint = did_you_mean(others[0], list(known), names=naming.named(known))
    return first.with_more([UnknownName(f"nothing is called {others[0]!r}", hint, word=others[0])])


def _as_spoken(session: Session, act: Act[Any, Any, Any], wrong: Mistake) -> Mistake:
    """Return the mistake about a value.

    If the ruleset has another word for this value, the hint has that word: `cover=crest` for `cover=ridge`.
    """
    if not isinstance(wrong, BadValue) or "fact" not in wrong.values:
        return wrong
    fact = str(wrong.values["fact"])
    name, _, value = session.family.SPOKEN.get(naming.squeezed(wrong.word), "").partition("=")
    return wrong.put(hint=f"type {fact}={value}") if name == fact.rpartition(".")[2] else wrong


def _further(
    session: Session, act: Act[Any, Any, Any], facts: Sequence[tuple[str, str]], first: Mistake
) -> list[Mistake]:
    """Return the other errors of a line with a misspelt fact: a wrong value of this fact, and other misspelt facts."""
    found = list[Mistake]()
    own = {naming.squeezed(fact) for fact in act.facts}
    for name, value in facts:
        fact = name.rpartition(".")[2]
        near = next(iter(nearest(fact, [each for each in act.facts if not each.isupper()], cutoff=_MISSPELT)), "")
        if naming.squeezed(fact) in own or not near or meaning(fact, act.facts):
            continue
        if name != first.word:
            hint = did_you_mean(fact, [near], few=0)
            found.append(Unasked(f"{name}: `{act.verb}` does not take this fact", hint, word=name))
        values = act.choices.get(near, ())
        if values and value.lower() not in map(str.lower, values):
            unknown = BadValue(f"{near} {value!r} is not known", did_you_mean(value, [*values]), fact=near, word=value)
            found.append(_as_spoken(session, act, unknown))
    return found


def _first(
    session: Session,
    act: Act[Any, Any, Any],
    typed: Sequence[str],
    words: Sequence[str],
    facts: Sequence[tuple[str, str]],
    wrong: Mistake,
    near: Mistake | None,
) -> Mistake:
    """Return the mistake about the first word not understood."""
    if not isinstance(wrong, NotUnderstood) and (misspelt := _misspelt(act, [name for name, _ in facts], wrong)):
        wrong = misspelt
    if not isinstance(wrong, NotUnderstood):
        bare = near.word if isinstance(near, NotUnderstood) and near.word in words else ""
        unknown = bare or next(
            (word for word in words if word.lower() not in JOINS and not _known(session, act, word)), ""
        )
        if not unknown or wrong.is_about(unknown):
            return wrong  # it wants more, or says itself which word is wrong
        known = session.family.names(session.state)
        near_name = did_you_mean(unknown, [*known], few=0, names=naming.named(known), cutoff=_ALIKE)
        hint = near_name if wrong.values.get("usage") or isinstance(wrong, HowMany) else ""
        wrong = NotUnderstood(f"{unknown!r} is not understood here", hint or wrong.hint, word=unknown)
    if wrong.word in words and (hint := as_fact(act, wrong.word)):
        return wrong.put(hint=hint)
    if wrong.word in words and (other := _of_another(session, act, wrong.word)):
        return wrong.put(*other)
    if act.everybody and wrong.word.lower() in BATTERIES:
        return wrong.put(hint=_with_all(act, typed, wrong.word))
    if near and near.hint and near.word == wrong.word:
        return wrong.put(hint=near.hint)
    subject, _, key = wrong.word.rpartition(".")
    if subject and (owner := _settable(session, subject, key)):
        return wrong.put(hint=f"type set {owner} {key}={dict(facts).get(wrong.word, '')}")
    form = as_value(act, dict(facts).get(wrong.word, "")) if isinstance(wrong, Unasked) else ""
    if form and not _misspelt(act, [key], wrong):
        return wrong.put(f"{wrong.word}: `{act.verb}` does not take this fact", f"type {form}")
    if isinstance(wrong, Unasked) and naming.squeezed(key) in map(naming.squeezed, act.facts):
        return wrong.put(f"{wrong.word}: it makes no difference to this `{act.verb}`", "leave it out")
    if isinstance(wrong, Unasked):
        asked = (
            f"`{act.verb}` takes {', '.join(act.facts)}" if act.facts else f"leave it out: `{act.verb}` takes no facts"
        )
        return wrong.put(f"{wrong.word}: `{act.verb}` does not take this fact", wrong.hint or asked)
    return wrong


def _with_all(act: Act[Any, Any, Any], typed: Sequence[str], word: str) -> str:
    """Return a hint: the same line with `all` in place of a word such as `batteries`."""
    kept = parted(typed)
    at = kept.index(word)
    del kept[at - 1 if kept[at - 1].isdigit() else at : at + 1]
    joined = act.roles is None or kept[-1].lower() in act.connectors
    all_of = [*kept, *([] if joined or not act.roles else [act.roles.guns]), EVERYBODY]
    return f"type {line_of(act.verb, all_of)} to name every battery in range"


def _misspelt(act: Act[Any, Any, Any], told: Sequence[str], wrong: Mistake) -> Unasked | None:
    """Return a mistake for the first misspelt fact, or None.

    A typed fact is misspelt if the act has no fact of this name, but has a fact with a similar name.
    """
    known = {naming.squeezed(fact) for fact in act.facts}
    for name in told:
        fact = name.rpartition(".")[2]
        near = did_you_mean(fact, [each for each in act.facts if not each.isupper()], few=0)
        if near and naming.squeezed(fact) not in known and not wrong.is_about(fact):
            return Unasked("", near, word=name)
    return None


def _known(session: Session, act: Act[Any, Any, Any], word: str) -> bool:
    """Return whether a word can be a name, a side, a hex or a word of the command itself."""
    names = session.family.names(session.state)
    usage = words_typed(act)
    sides = {side.lower() for side in session.head["sides"]}
    low = word.lower()
    return bool(
        low in names or low in usage or low in sides or word[0].isdigit() or naming.meant(word, naming.named(names))
    )


def words_typed(act: Act[Any, Any, Any]) -> list[str]:
    """Return the words in the usage of an act that people type unchanged, without the verb and the connecting words."""
    return [word for word in _words_of(act.usage) if word not in (act.verb, *act.connectors)]


@cache
def _words_of(usage: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_WORDS.findall(usage)))


def is_mark(act: Act[Any, Any, Any], fact: str) -> bool:
    """Return whether the values of a fact are yes and no."""
    return "yes" in act.choices.get(fact, ())


def as_fact(act: Act[Any, Any, Any], word: str) -> str:
    """Return a hint to type a word as a fact: `flank` as `arc=flank`, `range` as `range=...`; "" for other words."""
    low, facts = word.lower(), act.facts
    for fact in facts:
        if naming.squeezed(fact) == naming.squeezed(word):
            return f"type it as {_told(act, fact)}"
    if form := as_value(act, word):
        return f"type {form}"
    begun = [fact for fact in facts if len(low) > 2 and naming.squeezed(fact).startswith(naming.squeezed(word))]
    if len(begun) == 1:
        return f"type it as {_told(act, begun[0])}"
    return next((f"type {_told(act, fact)}" for fact in meaning(word, facts)), "")


def as_value(act: Act[Any, Any, Any], word: str) -> str:
    """Return the fact with a bare word as its value: `arc=flank` for `flank`; "" if no fact has this value."""
    of = (
        fact for fact, words in act.choices.items() if not is_mark(act, fact) and word.lower() in map(str.lower, words)
    )
    if fact := next(of, ""):
        return f"{fact}={word}"
    return next((f"{fact}={word}" for fact in meaning(word, act.facts)[:1] if fact in _OF_A_PLACE), "")


def _told(act: Act[Any, Any, Any], fact: str) -> str:
    """Return how to type a fact: its possible values or, if there are more than FEW values, its meaning."""
    values = act.choices.get(fact, ())
    few = " or ".join(f"{fact}={value}" for value in values) if len(values) <= FEW else ""
    return few or f"{fact}=...: {act.facts[fact]}"


def _of_another(session: Session, act: Act[Any, Any, Any], word: str) -> tuple[str, ...]:
    """Return a message and a hint for a fact of another act, or for the value of such a fact; () for other words."""
    for verb in session.family.ACTS:
        other = session.act(verb)
        for fact, words in other.choices.items() if verb != act.verb else ():
            if word.lower() in words or (is_mark(other, fact) and fact == word.lower()):
                value = "yes" if fact == word.lower() else word.lower()
                return f"{word!r} belongs to `{verb}`, not to `{act.verb}`", f"with `{verb}`, type {fact}={value}"
    return ()


def _settable(session: Session, subject: str, key: str) -> str:
    """Return the id of the thing that `subject` names; "" if this thing does not have this key in the record."""
    from umpire.game import forms
    from umpire.play.documents import document

    form = session.family.scenario().document
    doc = document(session)
    for section, hint in forms.hints(form).items():
        rows = doc.get(section, {})
        id = naming.meant(subject, naming.named(rows)) if forms.is_roster(hint) else ""
        if id and key.lower() in forms.hints(forms.step(hint, "")):
            return id
    return ""
