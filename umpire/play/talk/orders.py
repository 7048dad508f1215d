"""Orders of units said as sentences: `K digs in, L holds`."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.play.session import Session
from umpire.play.talk.words import SMALL, KnownNames, phrase_at, tokens_of

_REST = ("rest", "others", "everybody", "everyone", "all")


def orders(session: Session, words: Sequence[str], names: KnownNames) -> tuple[str, ...] | None:
    """Return the facts of an order if a line says nothing else, `k=D l=H`; None for any other line."""
    phrases, family = session.family.ORDERED, session.family
    if not phrases:
        return None
    tokens, at = tokens_of(words), 0
    found, waiting = dict[str, str](), list[str]()
    while at < len(tokens):
        value, length = phrase_at(tokens, at, phrases)
        if value and waiting:
            found.update(dict.fromkeys(waiting, value))
            waiting = []
            at += length
            continue
        low = tokens[at].casefold()
        name = names.at(tokens, at)
        if name and len(name.ids) == 1 and family.members(session.state, name.ids[0]):
            waiting.append(name.ids[0])
            at += name.length
        elif low in _REST and not waiting:
            waiting.append("rest")
            at += 1
        elif low in SMALL or low in (",", "battalion", "will", "stays", "goes") or (names.side(low) and not at):
            at += 1
        else:
            return None
    return tuple(f"{unit}={value}" for unit, value in found.items()) if found and not waiting else None


def may_order(session: Session, line: str) -> bool:
    """Return whether a line may say an order, as far as it is understood: such a line stays out of every history."""
    from umpire.game.lines import COMMANDS

    tokens, family = tokens_of(line.split()), session.family
    if not tokens or tokens[0].casefold() in (*family.ACTS, *COMMANDS):
        return False
    said = [value for at in range(len(tokens)) if (value := phrase_at(tokens, at, family.ORDERED)[0])]
    return any(value != "M" for value in said) or bool(said and orders(session, line.split(), KnownNames(session)))
