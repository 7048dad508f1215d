"""Words that may be left out of a line. If connecting words are missing, Umpire goes by the army of each stand."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from umpire.core.frozen import replace
from umpire.core.mistakes import Missing, Mistake, NotNow, meaning
from umpire.game.act import EVERYBODY, Act, Situation
from umpire.game.clock.arrivals import ARRIVE, BY_HAND, has_left, read_arrival
from umpire.game.clock.effect import NOW
from umpire.game.clock.off_board import by_themselves, unit_of
from umpire.game.facts import TypedLine, parse_told
from umpire.game.lines import ARROWS, UNITS
from umpire.game.naming import meant, squeezed
from umpire.play.session import Session

FROM = "from"
"""The word before a hex from which an act is only imagined."""

JOINS = ("in", "is", "behind", FROM, "the", "along", "on")
"""Words allowed before a value that is typed without the name of its fact."""

AND = ("and", ",", "+", "&")
"""Words that may come between any two names."""


_HELPS = ("support", "supports", "help", "helps", "supporting", "shot", "shots")
"""Words that add nothing next to the supporting arms."""
_DICE = re.compile(r"(?=.*[\d/])[\dxr/,]+|[\dxr,]*\d[\dxr/,]*/[a-z]\w+|r", re.ASCII | re.IGNORECASE)
"""A word that may be dice: faces, `x` for dice that do not score, `r` for dice to roll, `/` between throws.

The last dice may be a name drawn by lot: `18/baker`.
"""


_NO_SHOT = dict.fromkeys(
    (
        *(f"no {word}" for word in ("fire", "firing", "shot", "shooting", "attack", "assault", "combat")),
        *(
            *(f"no {word} {when}" for word in ("fire", "shot", "attack") for when in ("after", "afterwards")),
            "without firing",
            "without shooting",
            "without attacking",
            "not shoot",
            "not fire",
            "not attack",
            "only",
        ),
    ),
    "move",
)
_PLAIN = dict.fromkeys(("normal move", "normal", "tactical move"), "move")
_BY_ROAD = dict.fromkeys(("by road", "on the road", "along the road", "down the road", "up the road"), "move")
_LINKED = dict.fromkeys(("link", "together", "in column", "as a column", "in line", "as one"), "march")
NO_HELP = dict.fromkeys(
    (
        f"{who} {does}"
        for who in ("nothing", "nobody", "no-one", "none")
        for does in ("help", "support", "reply", "answer", "shoot", "fire")
    ),
    "no",
)
"""Phrases that say that nothing supports or answers an act."""


def idle_of(verb: str, *, on_map: bool) -> Mapping[str, str]:
    """Return the phrases that add nothing to an act: `no attack` for a move, `linked` for a march."""
    if verb == "march":
        return {**_NO_SHOT, **_LINKED}
    if verb == "move" and on_map:
        return {**_NO_SHOT, **_BY_ROAD}
    return {**_NO_SHOT, **_PLAIN} if verb in ("move", "swap", "bus", "debus") else {}


def dice_behind(words: Sequence[str]) -> int:
    """Return the number of words at the end of a line that may be dice."""
    return next((at for at, word in enumerate(reversed(words)) if not _DICE.fullmatch(word)), len(words))


def verb_left_out(session: Session, words: Sequence[str]) -> str:
    """Return the act of a line that has no verb and begins with the name of a stand or unit; "" for other lines."""
    if not words:
        return ""
    family, state = session.family, session.state
    first, told, _ = words[0].lower().partition("=")
    units = (name for name in family.names(state) if name.lower() == first and family.members(state, name))
    if (told or first not in family.named(state)) and next(units, None) is None:
        return ""
    small = tuple(word.lower() for word in parted(words) if not word.startswith("-"))
    named = small[: len(small) - dice_behind(small)]
    return family.verb(state, session.table, small) or (family.verb(state, session.table, named) if named else "")


def line_meant(session: Session, words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a line with the verb of the act in front; () if the line means no act. The typed verb may be
    missing, may be a word of the same meaning, or may come after the acting stand: `shoot a1 k1`, `A1 attacks K1`.
    """
    line = [word for word in (*parted(words[:1]), *words[1:]) if word not in ARROWS]
    known, family, state = session.family.named(session.state), session.family, session.state
    at = next((at for at, word in enumerate(line) if word.lower() not in (*known, *AND)), len(line))
    verbs = verbs_meant(session, line[at].lower()) if at < len(line) else []
    rest = [*line[:at], *line[at + 1 :]]
    if verbs and rest and rest[0].lower() in known:
        own = verb_left_out(session, rest)
        return (own if own in verbs else verbs[0], *rest) if own in verbs or len(verbs) == 1 else ()
    if own := verb_left_out(session, line):
        return own, *line
    unit = next((name for name in family.names(state) if line and name.lower() == line[0].lower()), "")
    if unit and len(line) > 1 and line[1].lower() in map(str.lower, family.members(state, unit)):
        return line_meant(session, line[1:])
    return ()


def verbs_meant(session: Session, word: str) -> list[str]:
    """Return the acts, other than `next`, that a word may mean in any form, such as `attacks`."""
    acts = session.family.ACTS
    forms = (word, word.removesuffix("s"), word.removesuffix("es"))
    found = [form for form in forms if form in acts] or [each for form in forms for each in meaning(form, acts)]
    return [verb for verb in dict.fromkeys(found) if verb != "next"]


def there_for(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> Session:
    """Return the game that an act with these words may use. Stands that are not on the table yet are left out.

    An act with an `edge` may also use the stands that are due to arrive. A move may also name stands that the referee
    brings in by hand. In a free sequence, a move may name any stand that is still to arrive.
    """
    if not session.absent:
        return session
    if not act.edge:
        return replace(session, state=session.here)
    free = session.head["sequence"] == "told"
    may = {id for id, how in session.absent.items() if is_by_hand(how) or (free and not has_left(how))}
    named = may & named_to_come(session, words).keys()
    if act.edge == "due" or not named:
        return replace(session, state=session.in_play)
    return replace(session, state=session.family.present(session.state, session.at_edge | named))


def is_by_hand(how: str) -> bool:
    """Return whether the referee, and not the clock, brings a stand in."""
    return how.lower().startswith(BY_HAND)


def named_to_come(session: Session, words: Sequence[str]) -> dict[str, str]:
    """Return a dict. Its keys are the ids of the future arrivals in a line. Its values are the typed ids, which may be
    ids of units.
    """
    names = [*session.family.names(session.state).items()]
    typed = {re.split(r"[=.]", part)[0] for word in words for part in word.split(",")} - {""}
    ids = {id for word in typed if (id := meant(word, names))}
    units = {id: unit_of(session.family, session.state, id) for id in session.absent}
    return {id: id if id in ids else units[id] for id in session.absent if ids & {id, units[id]}}


def _of(session: Session, id: str) -> str:
    """Return the unit of a stand; "" if the stand comes with another stand."""
    return unit_of(session.family, session.state, id) if id in by_themselves(session.family, session.state) else ""


def _carrier(session: Session, id: str) -> str:
    """Return the companion that brings a stand in, such as its carrier."""
    comers = session.family.COMERS
    assert comers is not None
    rows, alone = getattr(session.state, comers.among), by_themselves(session.family, session.state)
    while id not in alone:
        id = next(tied for tie in comers.ties if (tied := getattr(rows[id], tie)) in session.absent)
    return id


def before_time(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> list[str]:
    """Return the stands that an act brings in early, in words; [] if the sequence is enforced."""
    if act.edge != "named" or not session.absent or session.head["sequence"] != "told":
        return []
    names = session.family.names(session.state)
    named = {id: read_arrival(session.absent[id]) for id in named_to_come(session, words) if id not in session.at_edge}
    return [f"{names[id]} ({id}): {arrival}" for id, arrival in named.items() if arrival.when]


def check_there(session: Session, there: Session, words: Sequence[str]) -> None:
    """Check that the named stands are on the table. Raises Mistake."""
    if there.state is session.state:
        return
    names = there.family.names(there.state)
    for id, named in named_to_come(session, words).items():
        if named not in names:
            how, name, word = session.absent[id], session.family.names(session.state)[named], named
            where = "board" if session.game_map else "table"
            says = f"{name} ({named}): not on the {where}; {read_arrival(how)}"
            if id == named and id not in by_themselves(session.family, session.state):
                id = named = _carrier(session, id)
            hint = f"`move {id} to HEX` brings it in" if session.game_map else f"`{ARRIVE} {named}` brings it in"
            if has_left(how):
                hint = f'`set {id} arrives="{BY_HAND}"` lets it come back'
            elif is_by_hand(how):
                hint = f"`{ARRIVE} {named}` lets it enter"
            elif id not in session.at_edge:
                now = session.family.moment(session.state)
                whole = [one for one, each in session.absent.items() if each == how and _of(session, one) == named]
                when = "turn 1" if now and now.by == "turn" else "day 1"
                hint = f'`set {" ".join(whole or [id])} arrives="{when}"` lets it enter now'
            raise NotNow(says, hint, name=name, word=word)


def situated_as_typed(
    session: Session, act: Act[Any, Any, Any], words: Sequence[str]
) -> tuple[Sequence[str], Situation]:
    """Return the words with names in place of `all`, and the situation that these words describe."""
    words = with_everybody(session, act, words)
    told = parse_told(words, act.connectors, act.bare, act.places)
    if act.verb == NOW or "facts" in session.head:
        staying = {_of_whom(fact): each for fact, each in session.staying.items()}
        now = session.family.moment(session.state) if session.clock_runs else None
        told = TypedLine(told.names, told.facts, staying, now)
    return words, act.situate(session.state, session.table, told)


def _of_whom(fact: str) -> tuple[str, str]:
    subject, _, name = fact.rpartition(".")
    return subject, name


def with_everybody(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> Sequence[str]:
    """Return the words with names in place of `all`. Raises Mistake."""
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
    """Return the game with a stand moved to the hex after `from`, and the words without `from HEX`. Raises Mistake."""
    small = [word.lower() for word in words]
    at = small.index(FROM) if FROM in small else len(words)
    if at == len(words) or not _may_be_hex(words[at + 1 :]):
        return session, list(words)
    if not ahead:
        raise Mistake(
            f"`{FROM}` is only for questions, not for acts", f"use `{FROM}` with --odds, --explain, `what-if` or `can`"
        )
    if len(words) == at + 1:
        raise Missing("the hex after `from` is missing", f"for example: {name} ... {FROM} 0905", wants="from where?")
    moved = session.family.standing(session.state, name, words[at + 1])
    return replace(session, state=moved), [*words[:at], *words[at + 2 :]]


def _may_be_hex(words: Sequence[str]) -> bool:
    """Return whether the first word may be a hex, or no word is typed yet."""
    return not words or any(map(str.isdigit, words[0]))


def in_full(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> tuple[str, ...] | None:
    """Return the words of an act with its connecting words; None if the sides of the stands do not show who does what.

    A connecting word that was typed keeps its place and its meaning.
    """
    roles = act.roles
    if roles is None:
        return None
    family, state = session.family, session.state
    named, names = family.named(state), family.names(state).items()
    groups: dict[str, list[str]] = {"": []}
    facts: list[str] = []
    acting, typed, last = "", "", ""
    for word in parted(words):
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
            acting = acting or ("" if group else roles.air)  # the air acts, and the first stand named is its target
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


_HE, _IS, _HE_IS = ("he", "she"), ("is", "was"), ("he's", "she's", "hes", "shes")


def in_plain_form(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> list[str]:
    """Return the words without commas and `and`. Two words for one thing are joined: `900 m`, `wood edge`, `range 2`.

    If a connecting word such as `behind` names a place, the words after it stay as typed.
    """
    if act.prose:
        return [*words]
    names, grounds = session.family.names(session.state), session.family.NOUNS.grounds
    facts = {squeezed(fact): fact for fact in act.facts}
    values = {squeezed(each) for words in act.choices.values() for each in words}
    one = {*facts, *session.family.SPOKEN, *values}
    left = [part for word in words for part in (word.rstrip(",") if "=" in word else word.replace(",", " , ")).split()]
    found = list[str]()
    while left:
        word, *left = left
        following = left[0].lower() if left and left[0] not in AND else ""
        if word.lower() in _HE_IS or (word.lower() in _HE and following in _IS):
            left = left[word.lower() in _HE :]  # a person: `he` alone may be a kind of shell
            continue
        number, fact = _is_number(word), facts.get(squeezed(word), "")
        if word.lower() in act.places:
            return [*found, word, *left]
        after_far = bool(found) and found[-1][:1].isdigit() and word.lower() in ("away", "off", "apart")
        self_evident = after_far or (bool(act.roles) and word.lower() in _HELPS)
        of_value = found and found[-1].lower() in act.choices.get(facts.get(squeezed(word), ""), ())
        if word.lower() in (*AND, "the") or of_value or self_evident:  # `bad going`
            continue
        while following == "the" and left[1:]:
            left = left[1:]
            following = left[0].lower()
        unit = UNITS.get(following, "") if number and (following != "in" or not left[1:]) else ""
        if unit and (unit == "hex" or act.bare(f"{word}{unit}")):
            found.append(word if unit == "hex" else f"{word}{unit}")
        elif number and following in grounds and "open" in act.facts:
            found.append(f"{following}={word}")
        elif following and squeezed(f"{word}{following}") in one and not number:
            found.append(f"{word}-{following}")
        elif (
            fact and word.lower() not in (*names, *act.connectors, *values) and _may_follow(act, fact, following, names)
        ):
            measured = UNITS.get("".join(left[1:2]).lower(), "") if following[0].isdigit() else ""
            found.append(f"{fact}={left[0]}")
            left = left[1:] if measured not in ("", "in") else left
        else:
            found.append(word)
            continue
        left = left[1:]
    return found


def _is_number(word: str) -> bool:
    return word.replace(".", "", 1).isdigit()


def _may_follow(act: Act[Any, Any, Any], fact: str, value: str, names: Collection[str]) -> bool:
    """Return whether the word after the name of a fact is a value of this fact. If no words are listed for the fact,
    the value must be a number or a name.
    """
    words = [word.lower() for word in act.choices.get(fact, ())]
    return value in words if words else _is_number(value) or value in names


def parted(words: Sequence[str]) -> list[str]:
    """Return the words without commas and other words that join names."""
    parted = [part for word in words for part in (word.split(",") if "=" not in word else [word])]
    return [word for word in parted if word and word.lower() not in AND]
