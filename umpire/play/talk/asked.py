"""Questions said as questions: the view that answers them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from umpire.play.session import Session
from umpire.play.talk.words import KnownNames, forms, tokens_of

_ASK = ("who", "what", "which", "how", "where", "when", "whose", "can", "could", "may", "should", "why")
_WHETHER = ("is", "are", "was", "were", "does", "did", "has")
_SUPPOSED = {"if", "would", "odds", "chance", "chances"}
_VIEWS = ("map", "log", "score", "luck", "sheet")
_RULE = re.compile(r"\d+(\.\d+)+(-\d+)?|[A-Z]{2,}-\d+")
_ORDERS = {"order", "marker"}
_COUNTS = {
    "shot",
    "air",
    "point",
    "vp",
    "objective",
    "loss",
    "lost",
    "score",
    "win",
    "winning",
    "ahead",
    "casualty",
    "hold",
}
_DONE = {
    "act",
    "activate",
    "fire",
    "shoot",
    "shot",
    "move",
    "go",
    "test",
    "do",
    "reach",
    "see",
    "hit",
    "assault",
    "attack",
}
_TURN = {*_DONE, "turn", "phase", "round", "left", "next", "gone"}


def is_supposed(low: Sequence[str]) -> bool:
    """Return whether a question is about what would happen: no view answers it."""
    return low[:1] != ["what-if"] and bool(low) and low[0] in (*_ASK, *_WHETHER) and bool(_SUPPOSED & {*low[1:]})


def apart(words: Sequence[str]) -> list[list[str]]:
    """Return the questions of a line one by one: `how many turns are left, and who has the mill?`."""
    said = " ".join(words).replace(",", " , ").split()
    found = [list[str]()]
    for at, word in enumerate(said):
        begins = word.casefold() in _ASK[:7] and at and said[at - 1].casefold() in (",", "and")
        if begins:
            found.append([])
        found[-1].append(word)
    return found


def question(session: Session, words: Sequence[str], names: KnownNames) -> tuple[str, ...]:
    """Return the view that answers a line if it is a question, () if it is none: `who can still act` -> `status`."""
    tokens = [token for token in tokens_of(words) if token != ","]
    low = [token.casefold() for token in tokens]
    if low and low[0] in ("show", "list"):
        return (next((token for token in low if token in _VIEWS), "status"),)
    asks = low and (low[0] in (*_ASK, *_WHETHER) or words[-1].endswith("?"))
    if not asks or low[:2] in (["what", "if"], ["what-if"]):
        return ()
    if rule := next(filter(_RULE.fullmatch, tokens), ""):
        return "rule", rule
    said = {form for token in low for form in forms(token)}
    about = [one for at in range(len(tokens)) if (one := names.at(tokens, at) or names.begun(tokens[at]))]
    ids = list(dict.fromkeys(id for one in about if len(one.ids) == 1 for id in one.ids))
    unit = next((id for id in ids if session.family.members(session.state, id)), "")
    if {"command", "point"} <= said or "cp" in said:
        return ("status", unit) if unit else ("status",)
    counts = bool(said & _COUNTS)
    if ids and low[0] != "who" and said & _DONE and not (low[0] == "how" and counts):
        return ("can" if low[0] != "where" else "status", ids[0])
    if len(ids) == 1 and ids[0] not in session.family.named(session.state) and not unit:
        return "status", ids[0]  # `who has the mill`
    if len(ids) == 1 and low[0] in ("where", "how", "what", *_WHETHER) and not counts:
        return "status", ids[0]
    if said & _ORDERS:
        return "status", "orders"
    if (low[0] == "how" and counts) or said & (_COUNTS - {"shot", "hold"}):
        return ("score",)
    return ("status",)
