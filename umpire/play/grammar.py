"""Words that carry nothing may go: sides tell the roles of those named where connecting words are left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.game.act import Act, Situation
from umpire.game.facts import parse_told
from umpire.game.naming import meant, subjects_by_id
from umpire.play.session import Session

FROM = "from"
"""Before a hex: an act is looked at as if it were done from there."""

AND = ("and", ",")
"""Words that may stand between names wherever names stand."""


def situated(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> tuple[Sequence[str], Situation]:
    """The situation, and the words that led to it: as typed, else with the connecting words that sides can tell.

    Raises Mistake.
    """
    words = subjects_by_id(words, act.facts, lambda: session.family.names(session.state))
    try:
        return words, _situated(session, act, words)
    except Mistake as wrong:
        full = in_full(session, act, words)
        if full is not None and full != words:
            return full, _situated(session, act, full)
        from umpire.play.hints import explained  # only needed once something is wrong

        raise explained(session, act, words, wrong) from None


def _situated(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> Situation:
    told = parse_told(words, act.connectors, act.bare, act.places)
    situation: Situation = act.situate(session.state, session.table, told)
    return situation


def placed_at(session: Session, name: str, words: Sequence[str], *, ahead: bool) -> tuple[Session, list[str]]:
    """The game as it would be with somebody `from` another hex, and the words without that. Raises Mistake."""
    small = [word.lower() for word in words]
    if FROM not in small:
        return session, list(words)
    at = small.index(FROM)
    if not ahead:
        raise Mistake(f"`{FROM}` is of what would be", "it goes with --odds, --explain, `what-if` and `can`")
    if len(words) == at + 1:
        raise Mistake("from where is not said", f"for instance: {name} ... {FROM} 0905", wants="from where?")
    moved = session.family.standing(session.state, name, words[at + 1])
    return replace(session, state=moved), [*words[:at], *words[at + 2 :]]


def in_full(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> tuple[str, ...] | None:
    """The words of an act with its connecting words; None where sides do not tell who does what.

    A connecting word that is typed stands: what it says is never changed.
    """
    roles = act.roles
    if roles is None:
        return None
    family, state = session.family, session.state
    named, names = family.named(state), family.names(state).items()
    groups: dict[str, list[str]] = {"": []}
    facts: list[str] = []
    acting, typed, last = "", "", ""
    for word in _parted(words):
        small = word.lower()
        if "=" in word or (small not in named and act.bare(word) is not None):
            facts.append(word)
            continue
        if small in act.connectors:
            typed = last = small
            continue
        who = named.get(small) or named.get(meant(word, names).lower())
        if roles.air and small == roles.air:
            group = last if last in (roles.guns, roles.more) else roles.guns
        elif who is None or (who.by_place and who.side == acting):
            group = roles.places if groups[""] else ""
        elif who.side == (acting := acting or who.side):
            group = roles.guns if who.gun and roles.guns and groups[""] else ""
        elif roles.foe not in groups:
            group = roles.foe
        else:
            group = roles.more if who.gun or not roles.more_guns else ""
        if (not group and (who is None or who.side != acting)) or (typed and typed != group):
            return None
        groups.setdefault(group, []).append(word)
        typed, last = "", group
    return (*(part for group, names in groups.items() for part in (group, *names) if part), *facts)


def _parted(words: Sequence[str]) -> list[str]:
    """The words without commas and what else joins names."""
    parted = [part for word in words for part in (word.split(",") if "=" not in word else [word])]
    return [word for word in parted if word and word.lower() not in AND]
