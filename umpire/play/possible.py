"""The acts allowed now, tried by the resolver's own situation and objections: targets, places, rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from umpire.core.frozen import frozen
from umpire.core.hexes import distance
from umpire.core.mistakes import AT_WHOM, Mistake
from umpire.core.outcome import Objection, Outcome, number_of
from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, SubProcedure, Throws
from umpire.game.act import Act
from umpire.game.clock.arrivals import LEAVE
from umpire.game.clock.effect import NOW
from umpire.game.variation import on_average
from umpire.play.grammar import there_for
from umpire.play.session import Session
from umpire.play.turn import Refused, prepare

_FARTHEST = 10_000
NOTHING = ("-", "")
"""What a throw comes to where it comes to nothing, of those that come to a word."""


class Tried(NamedTuple):
    """How an act fares as far as it is named: allowed, what it still `wants`, or the rules that say no; else no act.

    `early` are the rules of the sequence of play against an act that is only looked at. `pools` are what falls first,
    `side` acts, `situation` is that of an act that is allowed.
    """

    allowed: bool
    wants: str = ""
    no: tuple[Objection, ...] = ()
    pools: tuple[Pool, ...] = ()
    side: str = ""
    situation: Any = None
    early: tuple[Objection, ...] = ()


def tried(session: Session, verb: str, words: Sequence[str], *, ahead: bool = False) -> Tried:
    """Try these words, without a die."""
    try:
        prepared = prepare(session, verb, words, ahead=ahead)
    except Refused as refused:
        return Tried(False, no=refused.objections)
    except Mistake as mistake:
        return Tried(False, mistake.wants)
    situation = prepared.situation
    return Tried(
        True, pools=first_throw(prepared.make()), side=situation.side, situation=situation, early=prepared.early
    )


def goes_on(session: Session, verb: str, words: Sequence[str]) -> bool:
    """Return whether the rules allow these words, or a target after them, or a distance still to be typed."""
    found = tried(session, verb, words)
    if found.wants != AT_WHOM:
        return found.allowed or bool(found.wants)
    return any(one.allowed or one.wants for _, _, one in aimed(session, verb, words))


def aimed(
    session: Session, verb: str, words: Sequence[str], facts: Sequence[str] = (), *, ahead: bool = False
) -> Iterator[tuple[str, int, Tried]]:
    """Yield the enemies of the first stand named, the nearest first: the distance of each, and the act tried at it.

    Where a rule says no to one for its distance, those who are farther are not tried; where it does for who acts,
    nobody else is.
    """
    words = up_to_target(session, verb, words)
    far = _far(session, words[:-1])
    apart = {id: far(id) for id in foes_of(session, words[0]) if id not in words}
    beyond: list[tuple[int, ...]] = []
    for id in sorted(apart, key=lambda id: min(apart[id])):
        if any(all(map(int.__ge__, apart[id], each)) for each in beyond):
            continue
        found = tried(session, verb, (*words, id, *facts), ahead=ahead)
        yield id, min(apart[id]), found
        if any(no.depends_on == "actor" for no in found.no):
            return
        beyond += [apart[id] for no in found.no if no.depends_on == "distance"][:1]


def up_to_target(session: Session, verb: str, words: Sequence[str]) -> Sequence[str]:
    """Return the words of an act up to where its target is named."""
    act = session.family.act(verb)
    at = act.roles.foe if act.roles else act.connectors[0]
    return words if words[-1].lower() == at else (*words, at)


def foes_of(session: Session, who: str, *, parts: bool = False) -> list[str]:
    """Return the possible targets of another side than the one named, or all; every stand if that is not known."""
    names, known = session.family.names(session.here), session.family.named(session.here)
    acting = known.get(who.lower())
    if acting is None:
        return list(names)
    found = ((name, known.get(name.lower())) for name in names)
    return [name for name, one in found if one is not None and one.side != acting.side and parts >= one.part]


class Target(NamedTuple):
    """A possible target of an act: the dice, or the facts still needed; other facts that decide, in words.

    `expected` sorts them: the promise of the act by the family, else the average of the dice, hits or the chance of
    any result; `far` in hexes.
    """

    id: str
    name: str
    dice: str
    seen: tuple[str, ...]
    expected: float
    far: int

    @property
    def words(self) -> str:
        """What decides, in few words: `4/5 dug in · village · 2 hexes · 3 dice on 6`."""
        far = (number_of(self.far, "hex", "hexes"),) if self.far < _FARTHEST else ()
        return " · ".join(filter(None, (*self.seen, *far, self.dice)))


def target(session: Session, id: str, far: int, found: Tried) -> Target:
    """Return one who may be aimed at."""
    family, state = session.family, session.here
    dice = thrown(found.pools[:1], found.side) or found.wants
    seen: tuple[str, ...] = ()
    with suppress(KeyError):  # a whole unit, if any stand can be named
        seen = family.seen(state, session.table, id)
    promised = family.promise(found.situation) if found.situation else None
    return Target(id, family.names(state)[id], dice, seen, _expected(found) if promised is None else promised, far)


def _expected(tried: Tried) -> float:
    """Hits on the average, what a roll comes to, or the chance that it comes to anything; 1 where the other throws."""
    pool = next((pool for pool in tried.pools if pool.side in (tried.side, "")), None)
    if pool is None or not pool.dice:
        return float(pool is None and bool(tried.pools))
    return on_average(pool, _worth)


def _worth(value: Hashable) -> int:
    return value if isinstance(value, int) else value not in NOTHING


def best_first(targets: Iterable[Target]) -> list[Target]:
    """Return those with the most expected first, then the nearest, then as on the roster."""
    return sorted(targets, key=lambda one: (-one.expected, one.far))


def first_throw(procedure: Procedure[Outcome]) -> tuple[Pool, ...]:
    """Return the pools that fall first, if dice come first of all."""
    question = next(procedure, None)
    while isinstance(question, SubProcedure):
        question = next(question.of(*question.args), None)
    if isinstance(question, Throws):
        return question.pools if any(pool.dice for pool in question.pools) else ()
    return ()


def thrown(pools: Sequence[Pool], side: str) -> str:
    """How many dice, and what each is for: `6 dice on 6; reply 4 dice on 56 44`, the side that acts being known."""
    first = (f"{pool.side} " if pool.side not in (side, "") else "" for pool in pools[:1])
    others = (f"{pool.label.split()[-1]} " if pool.label else "" for pool in pools[1:])
    every = zip((*first, *others), pools, strict=True)
    return "; ".join(f"{who}{_dice(pool)}{_scores(pool)}" for who, pool in every if pool.dice or pool is pools[0])


def _dice(pool: Pool) -> str:
    if pool.sides != 6:
        return f"{pool.dice if pool.dice > 1 else ''}d{pool.sides}"
    return number_of(pool.dice, "die", "dice")


def _scores(pool: Pool) -> str:
    """Return the code of what scores, where it is numbers; the words of the throw say it at length."""
    code = pool.reading.code
    return f" on {code.replace('|', ' ')}" if code[:1].isdigit() else ""


@frozen
class Can:
    """The options of a stand for one act: the targets, or the places; else the rule against it.

    `alone` is for an act without a target: the dice, the facts still needed, or `now`. `early` are the rules against
    all of it now, if it is only shown ahead of its turn. `barred` are enemies that only house rules forbid, by name,
    if there are other targets.
    """

    verb: str
    targets: tuple[Target, ...] = ()
    places: tuple[str, ...] = ()
    no: tuple[Objection, ...] = ()
    alone: str = ""
    early: tuple[Objection, ...] = ()
    barred: tuple[tuple[str, Objection], ...] = ()


def _alone(
    session: Session, verb: str, name: str, tries: Sequence[str], facts: Sequence[str], *, ahead: bool
) -> Iterator[Can]:
    """What an act without a target comes to; nothing of one that this one does not do."""
    found = tried(session, verb, (name, *facts), ahead=ahead)
    whole = tried(session, verb, (name, *tries), ahead=ahead) if found.wants else found
    no = [each for each in whole.no if each.depends_on == "actor"] or [*found.no]
    if no:
        yield Can(verb, no=tuple(no[:1]))
    elif found.allowed or found.wants:
        alone = found.wants or thrown(found.pools[:1], found.side) or "now"
        yield Can(verb, alone=alone, early=found.early)


def can(session: Session, name: str, facts: Sequence[str] = (), *, ahead: bool = False) -> list[Can]:
    """Return what the one named may do, act by act in the order of play, without acts that it has nothing to do with.

    If the sequence of play lets it do nothing now, return what it could do in its turn, with the rules against it now.
    """
    found = [*_can(session, name, facts, ahead=ahead)]
    if ahead or not found or any(not each.no for each in found if each.verb != LEAVE):
        return found
    later = [each for each in _can(session, name, facts, ahead=True) if not each.no]
    return later if any(each.early for each in later) else found


def _can(session: Session, name: str, facts: Sequence[str] = (), *, ahead: bool = False) -> Iterator[Can]:
    family, state = session.family, session.here
    rows = session.table.modifiers.refuse if hasattr(session.table, "modifiers") else {}
    own = {(row.rule, row.words) for each in rows.values() for row in each}
    for verb in family.ACTS:
        if verb == NOW or (verb == LEAVE and not state.ending.leaves):  # any stand may leave; it is listed if it counts
            continue
        act = family.act(verb)
        with suppress(Mistake):
            places = family.goals(there_for(session, act, (name,)).state, session.table, verb, (name,))
            if places:
                found = tried(session, verb, (name, "to", places[0]), ahead=ahead)
                yield Can(verb, places=() if found.no else places, no=found.no, early=found.early)
            if partners := family.partners(state, session.table, verb, name):
                found = tried(session, verb, partners[0][1], ahead=ahead)
                names = ", ".join(other for other, _ in partners)
                yield Can(
                    verb, alone="" if found.no else f"changes places with {names}", no=found.no, early=found.early
                )
        if act.tries is not None and act.roles is None:
            yield from _alone(session, verb, name, act.tries, facts, ahead=ahead)
        if not _takes_target(session, act, name):
            continue
        targets, no, barred = list[Target](), None, list[tuple[str, Objection]]()
        early: tuple[Objection, ...] = ()
        for id, far, found in aimed(session, verb, (name,), facts, ahead=ahead):
            if found.wants and act.tries and not ahead:
                never = tried(session, verb, (*up_to_target(session, verb, (name,)), id, *act.tries))
                if no := next((each for each in never.no if each.depends_on == "actor"), None):
                    break
            if found.allowed or found.wants:
                targets.append(target(session, id, far, found))
                early = early or found.early
            elif found.no:
                no = no or found.no[0]  # of the nearest
                if all(
                    any(each.rule == rule and each.alike[1].startswith(words) for rule, words in own)
                    for each in found.no
                ):
                    barred.append((family.names(state)[id], found.no[0]))
        if targets or no:
            refused, barred = () if targets or not no else (no,), barred if targets else []
            yield Can(verb, tuple(best_first(targets)), no=refused, early=early, barred=tuple(barred))


def _takes_target(session: Session, act: Act[Any, Any, Any], name: str) -> bool:
    """Return whether an act of the one named wants a target; where a family names no sides, any act with a connecting
    word.
    """
    if act.roles is None:
        return bool(act.connectors) and act.tries is None and not session.family.named(session.here)
    return tried(session, act.verb, (name,)).wants == AT_WHOM


def _far(session: Session, names: Sequence[str]) -> Callable[[str], tuple[int, ...]]:
    """Return the distance of others from those named, in hexes; those without a place on a map are farthest."""
    places = {id: place for place, (id, _) in (session.family.on_board(session.here) or {}).items()}
    here = [places.get(name.lower()) for name in names if "=" not in name]

    def far(other: str) -> tuple[int, ...]:
        there = places.get(other)
        return tuple(distance(each, there) if each and there else _FARTHEST for each in here)

    return far
