"""Words that carry nothing may go: sides tell the roles of those named where connecting words are left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from umpire.core.frozen import replace
from umpire.core.mistakes import BadValue, Missing, Mistake
from umpire.game.act import EVERYBODY, Act, Situation
from umpire.game.facts import parse_told
from umpire.game.lines import line_of
from umpire.game.naming import meant, subjects_by_id
from umpire.play.session import Session

FROM = "from"
"""Before a hex: an act is looked at as if it were done from there."""

AND = ("and", ",")
"""Words that may stand between names wherever names stand."""


_DICE = re.compile(r"(?=.*[\d/])[\dxr/,]+|r", re.ASCII | re.IGNORECASE)
"""A word that may be dice: faces, `x` for those that do not score, `r` for those to be rolled, `/` between throws."""


def dice_behind(words: Sequence[str]) -> int:
    """Return how many words at the end of a line may be dice."""
    return next((at for at, word in enumerate(reversed(words)) if not _DICE.fullmatch(word)), len(words))


def verb_left_out(session: Session, words: Sequence[str]) -> str:
    """The act that a line means which begins with the name of somebody or of a unit and no verb; "" for none."""
    family, state = session.family, session.state
    first, told, _ = words[0].lower().partition("=")
    units = (name for name in family.names(state) if name.lower() == first and family.members(state, name))
    if (told or first not in family.named(state)) and next(units, None) is None:
        return ""
    small = tuple(word.lower() for word in words if not word.startswith("-"))
    named = small[: len(small) - dice_behind(small)]
    return family.verb(state, session.table, small) or (family.verb(state, session.table, named) if named else "")


def situated(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> tuple[Sequence[str], Situation]:
    """The situation, and the words that led to it: as typed, else with the connecting words that sides can tell.

    Raises Mistake.
    """
    words = subjects_by_id(words, act.facts, lambda: session.family.names(session.state))
    try:
        return _situated(session, act, words)
    except Mistake as first:
        wrong = first
    family, state = session.family, session.state
    spelled = family.spelled_out(state, session.table, act.verb, tuple(words))
    if spelled and spelled != words:
        try:
            return _situated(session, act, spelled)
        except Mistake as second:
            words, wrong = spelled, second
    full = in_full(session, act, words) if len(words) > 1 else None
    if full is not None and full != words:
        try:
            return _situated(session, act, full)
        except Mistake as second:
            words, wrong = full, second
    from umpire.play.hints import explained  # only needed once something is wrong

    raise explained(session, act, words, wrong)


def _situated(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> tuple[Sequence[str], Situation]:
    """The situation of these words, everybody named whom they mean."""
    words = with_everybody(session, act, words)
    told = parse_told(words, act.connectors, act.bare, act.places)
    return words, act.situate(session.state, session.table, told)


def with_everybody(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> Sequence[str]:
    """The words with names in the place of `all`: what is recorded says who it was. Raises Mistake."""
    if act.everybody is None:
        return words
    after, found = "", list[str]()
    for at, word in enumerate(words):
        after = word.lower() if word.lower() in act.connectors else after
        if after and word.lower() == EVERYBODY:
            without = parse_told([*found, *words[at + 1 :]], act.connectors, act.bare, act.places)
            found += act.everybody(session.state, session.table, without, after)
        else:
            found.append(word)
    return found


def placed_at(session: Session, name: str, words: Sequence[str], *, ahead: bool) -> tuple[Session, list[str]]:
    """The game as it would be with somebody `from` another hex, and the words without that. Raises Mistake."""
    small = [word.lower() for word in words]
    if FROM not in small:
        return session, list(words)
    at = small.index(FROM)
    if not ahead:
        raise Mistake(f"`{FROM}` is of what would be", "it goes with --odds, --explain, `what-if` and `can`")
    if len(words) == at + 1:
        raise Missing("from where is not said", f"for instance: {name} ... {FROM} 0905", wants="from where?")
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
        if act.everybody and small == EVERYBODY:
            group = roles.more if typed == roles.more else roles.guns
        elif roles.air and small == roles.air:
            group = last if last in (roles.guns, roles.more) else roles.guns
            acting = acting or ("" if group else roles.air)  # it acts itself, on the first who is named
        elif who is None or (who.by_place and who.side == acting):
            group = roles.places if groups[""] else ""
        elif who.side == (acting := acting or who.side):
            group = roles.guns if who.gun and roles.guns and groups[""] else ""
        elif roles.foe not in groups:
            group = roles.foe
        else:
            group = roles.more if who.gun or not roles.more_guns else ""
        nobody = who.side != acting if who is not None else small != roles.air
        if (not group and nobody) or (typed and typed != group):
            return None
        groups.setdefault(group, []).append(word)
        typed, last = "", group
    return (*(part for group, names in groups.items() for part in (group, *names) if part), *facts)


def _parted(words: Sequence[str]) -> list[str]:
    """The words without commas and what else joins names."""
    parted = [part for word in words for part in (word.split(",") if "=" not in word else [word])]
    return [word for word in parted if word and word.lower() not in AND]


def with_more(session: Session, act: Act[Any, Any, Any], words: Sequence[str], more: Sequence[str]) -> Sequence[str]:
    """The words with more of them, a name where its side has it, a fact in the place of what was told of it before."""
    told = {fact for word in more if (fact := _fact(session, act, word))}
    kept = [word for word in words if _fact(session, act, word) not in told]
    full = in_full(session, act, (*kept, *more))
    if full is not None:
        return full
    small = [word.lower() for word in kept]
    if more[0].lower() in act.connectors and more[0].lower() in small:
        at, more = small.index(more[0].lower()) + 1, more[1:]
    elif act.connectors and more[0].lower() not in act.connectors:
        at = next((at for at, word in enumerate(small) if word in act.connectors), len(kept))
    else:
        at = len(kept)
    return (*kept[:at], *more, *kept[at:])


def without(session: Session, act: Act[Any, Any, Any], words: Sequence[str], less: Sequence[str]) -> Sequence[str]:
    """The words without some of them: names, facts, those after a connecting word, all where none is said.

    Raises Mistake for one that is not there.
    """
    kept, names = _parted(words), session.family.names(session.state).items()
    since = 0
    for word in less:
        small, id = word.lower(), meant(word, names)
        fact = _fact(session, act, word) or small
        for at in range(since, len(kept)):
            one = kept[at]
            if one.lower() == small or (id and meant(one, names) == id) or _fact(session, act, one) == fact:
                break
        else:
            raise BadValue(f"{word!r} is not in the line", f"it is: {line_of(act.verb, kept)}", word=word)
        if small in act.connectors:
            since = at
        else:
            del kept[at]
    ends = [at for at, one in enumerate(kept) if one.lower() in act.connectors or _fact(session, act, one)]
    whole = less[-1].lower() in act.connectors
    for at, end in reversed([*pairwise([*ends, len(kept)])]):
        if kept[at].lower() in act.connectors and (end == at + 1 or (whole and at == since)):
            del kept[at:end]
    return kept


def _fact(session: Session, act: Act[Any, Any, Any], word: str) -> str:
    """The fact that a word tells, "" for a name."""
    if "=" in word:
        return word.partition("=")[0].lower()
    return "" if word.lower() in session.family.named(session.state) else act.bare(word) or ""
