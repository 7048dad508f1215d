"""Orders for units typed as sentences: `K digs in, L holds`."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.play.session import Session
from umpire.play.talk.words import SMALL, KnownNames, phrase_at, tokens_of

REVEAL = "reveal"
_KEYS = ("M", "H", "D", "R")
SAME = "same"
_REST = ("rest", "others", "everybody", "everyone", "all")
_EXCEPT = ("except", "excepting", "but", "bar", "save", "besides")
_SAID = (
    *("battalion", "will", "stays", "goes", "with", "for", "to", "on", "order", "orders", "ordered", "get", "gets"),
    *("give", "gives", "given", "else", "other", "unit", "units", "battalions", "both", "and", "while", "but"),
    *("o", "forward", "marker", "markers", "put", "change", "set", "which", "who", "no", "them"),
)
"""Words that may go with an order."""


def orders(session: Session, words: Sequence[str], names: KnownNames) -> tuple[str, ...] | None:
    """Return the facts of an order, `k=D l=H`, if a line says nothing else; None for any other line.

    An order comes after the names it is for, or before them: `dig in with K and L`. `reveal` is for all units, `same`
    for all units that have no other order.
    """
    phrases, family = session.family.ORDERED, session.family
    if not phrases or {"first", "next"} & {word.casefold() for word in words}:
        return None
    tokens, at = tokens_of(words), 0
    found, waiting, said, used, side, reveal = dict[str, str](), list[str](), "", False, "", False
    sparing, spared = False, list[str]()
    while at < len(tokens):
        value, length = phrase_at(tokens, at, phrases)
        low = tokens[at].casefold()
        ends = low == "," and {"who", "which", "that", "they"}.isdisjoint({*map(str.casefold, tokens[at + 1 : at + 2])})
        if sparing and (value or ends or names.side(low)):
            waiting, sparing = waiting if value else [], False
        name = None if value else names.at(tokens, at)
        one = name and (len(name.ids) == 1 or name.typed == "both")
        units = [id for id in name.ids if family.members(session.state, id)] if name and one else []
        if value == REVEAL:
            reveal, at = True, at + length
        elif value:
            if said and not used:
                return None  # an order without a unit
            if (
                names.side(tokens[at - 1])
                and at
                and not waiting
                and "with" not in tokens[at + length : at + length + 1]
            ):
                waiting = [each for each in _of_side(session, side) if each not in found]  # `the Soviets hold`
            found.update(dict.fromkeys(waiting, value))
            spared = [each for each in spared if each not in waiting]
            said, used, waiting = "" if waiting else value, False, []
            at += length
        elif (typed := low.partition("="))[2].upper() in _KEYS and (of := names.at([typed[0]], 0)):
            if not family.members(session.state, of.ids[0]):
                return None
            found[of.ids[0]], at = typed[2].upper(), at + 1
        elif low == "so" and found and [word.casefold() for word in tokens[at + 1 : at + 2]] in (["does"], ["do"]):
            said, used, at = next(reversed(found.values())), False, at + 2  # `and so does L`
        elif name and units:
            waiting += units
            at += name.length
            spared += units if sparing else []
        elif found and not waiting and (low in _EXCEPT or (low == "apart" and "from" in tokens[at + 1 : at + 2])):
            said, used, sparing, at = "", False, True, at + 1 + (low == "apart")
        elif low in _REST:
            behind = (word for word in tokens[at + 1 :] if word.casefold() not in SMALL)
            side = names.side(next(behind, "")) or side  # `all the British`
            spared, at = _spared(session, names, tokens, at + 1)
            every = _of_side(session, side) if side or not spared else _of_all(session)
            left = [each for each in every if each not in (*found, *waiting, *spared)]
            waiting += left or ([] if waiting or "rest" in found else ["rest"])
        elif low == "," and said:
            if not used:
                return None
            said, at = "", at + 1
        elif low in SMALL or low in (",", *_SAID) or names.side(low):
            side = names.side(low) or side
            at += 1
        elif unit := _unit(session, names, tokens[at]):
            waiting, at = [*waiting, unit], at + 1
            spared += [unit] if sparing else []
        else:
            return None
        if said and waiting:  # the order came before the name
            found.update(dict.fromkeys(waiting, said))
            waiting, used = [], True
    waiting = [] if sparing else waiting
    if spared and (rest := found.pop("rest", "")):
        found |= {unit: rest for unit in _of_all(session) if unit not in found}
    found = {unit: value for unit, value in found.items() if unit not in spared}
    if reveal and not found and not said and waiting in ([], ["rest"]):
        return (REVEAL,)
    if (
        not found
        or waiting
        or (said and not used)
        or any(SAME in each and each != ("rest", SAME) for each in found.items())
    ):
        return None
    told = (SAME if value == SAME else f"{unit}={value}" for unit, value in found.items())
    return (*((REVEAL,) if reveal else ()), *told)


def _spared(session: Session, names: KnownNames, tokens: Sequence[str], at: int) -> tuple[list[str], int]:
    """Return the units that an order is not for, `everybody except P and Q`, and the place after them."""
    spared, excepted = list[str](), False
    end = begin = at
    while end < len(tokens) and (
        excepted or tokens[end].casefold() in (*_EXCEPT, *SMALL, *_SAID) or names.side(tokens[end])
    ):
        name = names.at(tokens, end) if excepted else None
        if name and all(session.family.members(session.state, id) for id in name.ids):
            spared, end = [*spared, *name.ids], end + name.length
            begin = end
        elif excepted and tokens[end].casefold() not in (*SMALL, "&", "the"):
            break
        else:
            excepted = excepted or tokens[end].casefold() in _EXCEPT
            end += 1
    return spared, begin


def _of_all(session: Session) -> list[str]:
    return [id for id in session.family.names(session.state) if session.family.members(session.state, id)]


def _unit(session: Session, names: KnownNames, word: str) -> str:
    """Return the unit that all stands with this name belong to: `the Panzers`; "" if there is none."""
    begun, members = names.begun(word), session.family.members
    ids = {id for id in (begun.ids if begun else ()) if not members(session.state, id)}
    own = {id for id in (begun.ids if begun else ()) if id not in ids}
    found = [id for id in names.names if (them := members(session.state, id)) and ids <= {*them} and own <= {id}]
    return found[0] if begun and len(found) == 1 else ""


def _of_side(session: Session, side: str) -> list[str]:
    """Return the units of a side, or `rest` for all units that have no order yet."""
    family, state = session.family, session.state
    known = family.named(state)
    units = {id: family.members(state, id) for id in family.names(state)} if side else {}
    return [id for id, who in units.items() if who and known[who[0].lower()].side == side] or ["rest"]


def may_order(session: Session, line: str) -> bool:
    """Return whether a line may contain an order, even if only part of it is understood.

    Such a line is kept out of every history.
    """
    from umpire.game.lines import COMMANDS

    tokens, family = tokens_of(line.split()), session.family
    if not tokens or tokens[0].casefold() in (*family.ACTS, *COMMANDS):
        return False
    said = [value for at in range(len(tokens)) if (value := phrase_at(tokens, at, family.ORDERED)[0])]
    return any(value != "M" for value in said) or bool(said and orders(session, line.split(), KnownNames(session)))
