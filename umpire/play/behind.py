"""Dice typed after an act on the same line: `k 63/53`, `order k2 4 1`, `t1 p3 600 4/33`, `g1 m1 6`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from umpire.core.dice import read_told
from umpire.core.mistakes import Mistake, NotDice
from umpire.core.outcome import Outcome
from umpire.core.procedure import Procedure, SubProcedure, Throws
from umpire.game.act import Act, Situation
from umpire.game.lines import line_of
from umpire.game.naming import squeezed
from umpire.play.grammar import dice_behind, parted
from umpire.play.session import Session
from umpire.play.understood import situated

_TWO_DICE = re.compile(r"[1-6]{2}")
"""A number that may be two dice of six sides."""


class TypedAct(NamedTuple):
    """The words of an act, its situation, and the dice typed after the words ("" if there are none)."""

    words: Sequence[str]
    situation: Situation
    dice: str = ""


def situated_with_dice(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> TypedAct:
    """Return the situation of a line that may end with dice. If the line makes no sense as typed, the last words are
    read as dice. As few words as possible are read in this way. Words like `effect=33` name the throw of their dice.
    Raises Mistake.
    """
    named = [word for word in words if act.asks and _names_a_throw(act, word)]
    if named and (typed := _with_named(session, act, [word for word in words if word not in named], named)):
        return typed
    known = session.family.named(session.state)
    most = dice_behind(words) if act.asks and not act.secret else 0
    ids = (at for at in range(most) if words[-1 - at][0].isalpha() and words[-1 - at].lower() in known)
    most = next(ids, most)  # `r1` may be an id
    try:
        whole = TypedAct(*situated(session, act, words))
    except Mistake as mistake:
        wrong = mistake
    else:
        return _number_or_die(session, act, words, whole) if most else whole
    for at in range(1, most + 1):
        try:
            found = situated(session, act, words[:-at])
        except Mistake as mistake:
            wrong = mistake if any(wrong.is_about(word) for word in words[-at:] if "/" in word) else wrong
            continue
        if _may_throw(act.procedure(found[1])):
            return TypedAct(*found, " ".join(words[-at:]))
    if between := _dice_between(session, act, words):
        with suppress(Mistake):
            return TypedAct(*situated(session, act, between[0]), between[1])
    raise wrong


def _dice_between(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> tuple[list[str], str] | None:
    """Return the names and the dice of a line with dice after each name: `order panzer 43 5 corps 246`. Return None for
    any other line.
    """
    if not act.asks or act.secret or act.facts or act.connectors or act.places:
        return None
    known = {name.lower() for name in session.family.names(session.state)}
    who, thrown = list[str](), list[list[str]]()
    for word in parted(words):
        if word.lower() in known or not dice_behind([word]):
            who.append(word)
            thrown.append([])
        elif not thrown:
            return None
        else:
            thrown[-1].append(word)
    with_dice = [bool(dice) for dice in thrown]
    if len(who) < 2 or not with_dice[0] or False in with_dice[: with_dice.count(True)]:
        return None
    return who, "/".join(" ".join(dice).strip("/") for dice in thrown if dice)


def _with_named(
    session: Session, act: Act[Any, Any, Any], words: Sequence[str], named: Sequence[str]
) -> TypedAct | None:
    """Return the situation of a line with dice that name their throw, such as `effect=33`.

    Return None if the line makes no sense, or if the act has no throw with one of the typed names.
    """
    from umpire.core.odds import explain  # rarely needed

    with suppress(Mistake):
        found = situated_with_dice(session, act, words)
        keys = {pool.key for one in explain(partial(act.procedure, found.situation)) for pool in one.pools}
        if all(any(key.startswith(word.lower().partition("=")[0]) for key in keys) for word in named):
            return found._replace(dice="/".join(filter(None, (found.dice, *named))))
    return None


def _names_a_throw(act: Act[Any, Any, Any], word: str) -> bool:
    """Return whether a word like `effect=33` may be dice for the throw that it names.

    The word is not dice if the act has a fact with the same name.
    """
    name, told, dice = word.partition("=")
    if not (told and name.isalpha() and dice_behind([dice])):
        return False
    return squeezed(name) not in map(squeezed, act.facts) and not any(fact.isupper() for fact in act.facts)


def without_dice(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> TypedAct:
    """Return the situation of a line without dice at its end. Raises Mistake."""
    return TypedAct(*situated(session, act, words))


def foreseen(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> TypedAct:
    """Return the situation of a line that is only a preview. Raises Mistake, for example if dice follow the line."""
    try:
        return without_dice(session, act, words)
    except Mistake as mistake:
        if not dice_behind(words):
            raise
        wrong = mistake
    try:
        thrown = situated_with_dice(session, act, words)
    except Mistake:
        raise wrong from None
    line = line_of(act.verb, thrown.words)
    what = f"{thrown.dice!r} are dice, but this question takes no dice"
    raise NotDice(what, f"leave them out: {line}", word=thrown.dice)


def _may_throw(procedure: Procedure[Outcome]) -> bool:
    """Return whether an act asks for dice or a choice, or says why a throw was not needed."""
    try:
        next(procedure)
    except StopIteration as done:
        return bool(done.value.unthrown)
    return True


def _number_or_die(session: Session, act: Act[Any, Any, Any], words: Sequence[str], whole: TypedAct) -> TypedAct:
    """Return a line with the number at its end read as a die, or unchanged.

    The number could also be the value of a fact. It is read as a die only if the map already gives this fact. Raises
    NotDice if it is unclear whether the number is a value or dice.
    """
    last, fact = words[-1], act.bare(words[-1])
    mapped = "map" in whole.situation.known.sources.values()
    if not (fact and last.isdigit() and (mapped or _TWO_DICE.fullmatch(last))):
        return whole
    try:
        without = TypedAct(*situated(session, act, words[:-1]), last)
    except Mistake:
        return whole
    if not mapped:
        line = line_of(act.verb, without.words)
        hint = f"type {line} --dice {last}, or {line} {fact}={last}"
        raise NotDice(f"{last!r} can mean dice or the {fact}", hint, word=last)
    known = without.situation.known
    of_the_map = next((str(known.values[name]) for name in known.values if name.rpartition(".")[2] == fact), "")
    of_map = any(name.rpartition(".")[2] == fact and source == "map" for name, source in known.sources.items())
    question = next(act.procedure(without.situation), None)
    while isinstance(question, SubProcedure):
        question = next(question.of(*question.args), None)
    pools = [pool for pool in question.pools if pool.dice] if isinstance(question, Throws) else []
    if not (of_map and pools):
        return whole
    try:
        read_told(last, pools[0])
    except Mistake:
        return whole
    if last == of_the_map:
        line = line_of(act.verb, without.words)
        hint = f"type {line} --dice {last}, or {line} {fact}={last}"
        raise NotDice(f"{last!r} can mean the die or the {fact}", hint, word=last)
    return without
