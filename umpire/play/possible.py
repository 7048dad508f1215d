"""The acts allowed now, with their targets, their places and the rules against them.

To find them, each act is tried.
"""

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
"""The values of throws with worded results that mean no effect."""


class Tried(NamedTuple):
    """The result of trying an act with the words so far.

    `allowed` is true if the rules allow the act. `wants` is the next missing thing. `no` has the rules against the act.
    If none of the three is set, the words are not an act. If the act is only previewed, `early` has the rules of the
    sequence of play that forbid the act now. `pools` has the first throw, `side` is the acting side, and `situation` is
    the situation of an allowed act.
    """

    allowed: bool
    wants: str = ""
    no: tuple[Objection, ...] = ()
    pools: tuple[Pool, ...] = ()
    side: str = ""
    situation: Any = None
    early: tuple[Objection, ...] = ()


def tried(session: Session, verb: str, words: Sequence[str], *, ahead: bool = False) -> Tried:
    """Return the result of trying these words. No die is thrown."""
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
    """Return whether the rules allow these words. A target or a distance may still be missing."""
    found = tried(session, verb, words)
    if found.wants != AT_WHOM:
        return found.allowed or bool(found.wants)
    return any(one.allowed or one.wants for _, _, one in aimed(session, verb, words))


def aimed(
    session: Session, verb: str, words: Sequence[str], facts: Sequence[str] = (), *, ahead: bool = False
) -> Iterator[tuple[str, int, Tried]]:
    """Yield each enemy of the first stand named, the nearest first, with its distance and the act tried against it.

    If a target is too far away, no farther enemy is tried. If the acting stand may not act, no other enemy is tried.
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
    """Return the words of an act up to the connecting word for its target."""
    act = session.family.act(verb)
    at = act.roles.foe if act.roles else act.connectors[0]
    return words if words[-1].lower() == at else (*words, at)


def foes_of(session: Session, who: str, *, parts: bool = False) -> list[str]:
    """Return the enemy stands of `who`. If the side of `who` is not known, return all stands."""
    names, known = session.family.names(session.here), session.family.named(session.here)
    acting = known.get(who.lower())
    if acting is None:
        return list(names)
    found = ((name, known.get(name.lower())) for name in names)
    return [name for name, one in found if one is not None and one.side != acting.side and parts >= one.part]


class Target(NamedTuple):
    """A possible target of an act.

    `dice` has the dice, or the facts still needed; `seen` has the other facts that matter, in words. Targets are sorted
    by `expected`: the family's own measure, or the average number of hits, or the chance of any result. `far` is the
    distance in hexes.
    """

    id: str
    name: str
    dice: str
    seen: tuple[str, ...]
    expected: float
    far: int

    @property
    def words(self) -> str:
        """The facts that matter, in a few words: `4/5 dug in · village · 2 hexes · 3 dice on 6`."""
        far = (number_of(self.far, "hex", "hexes"),) if self.far < _FARTHEST else ()
        return " · ".join(filter(None, (*self.seen, *far, self.dice)))


def target(session: Session, id: str, far: int, found: Tried) -> Target:
    """Return a possible target."""
    family, state = session.family, session.here
    dice = thrown(found.pools[:1], found.side) or found.wants
    seen: tuple[str, ...] = ()
    with suppress(KeyError):  # a whole unit, if any stand can be named
        seen = family.seen(state, session.table, id)
    promised = family.promise(found.situation) if found.situation else None
    return Target(id, family.names(state)[id], dice, seen, _expected(found) if promised is None else promised, far)


def _expected(tried: Tried) -> float:
    """Return the average result of the acting side's first pool: the hits, the roll, or the chance of any result.
    Return 1 if only the other side throws.
    """
    pool = next((pool for pool in tried.pools if pool.side in (tried.side, "")), None)
    if pool is None or not pool.dice:
        return float(pool is None and bool(tried.pools))
    return on_average(pool, _worth)


def _worth(value: Hashable) -> int:
    return value if isinstance(value, int) else value not in NOTHING


def best_first(targets: Iterable[Target]) -> list[Target]:
    """Return the targets by expected result, the highest first. If two targets have equal results, the nearer target
    comes first.
    """
    return sorted(targets, key=lambda one: (-one.expected, one.far))


def first_throw(procedure: Procedure[Outcome]) -> tuple[Pool, ...]:
    """Return the pools of the first throw, if the act begins with dice."""
    question = next(procedure, None)
    while isinstance(question, SubProcedure):
        question = next(question.of(*question.args), None)
    if isinstance(question, Throws):
        return question.pools if any(pool.dice for pool in question.pools) else ()
    return ()


def thrown(pools: Sequence[Pool], side: str) -> str:
    """Return the number of dice and the scoring faces: `6 dice on 6; reply 4 dice on 56 44`.

    The acting side is not named.
    """
    first = (f"{pool.side} " if pool.side not in (side, "") else "" for pool in pools[:1])
    others = (f"{pool.label.split()[-1]} " if pool.label else "" for pool in pools[1:])
    every = zip((*first, *others), pools, strict=True)
    return "; ".join(f"{who}{_dice(pool)}{_scores(pool)}" for who, pool in every if pool.dice or pool is pools[0])


def _dice(pool: Pool) -> str:
    if pool.sides != 6:
        return f"{pool.dice if pool.dice > 1 else ''}d{pool.sides}"
    return number_of(pool.dice, "die", "dice")


def _scores(pool: Pool) -> str:
    """Return the scoring faces, ` on 56 44`; "" if the pool does not score by faces or a number."""
    code = pool.reading.code
    return f" on {code.replace('|', ' ')}" if code[:1].isdigit() else ""


@frozen
class Can:
    """The options of a stand for one act: its targets or places, or the rule that forbids the act.

    For an act without a target, `alone` is a text: the facts still needed, the dice or the distances. If there is
    nothing to show, `alone` is "now". If the act is only previewed, `early` has the rules that forbid the act now. If
    there are targets, `barred` has the names of enemies that only house rules forbid.
    """

    verb: str
    targets: tuple[Target, ...] = ()
    places: tuple[str, ...] = ()
    no: tuple[Objection, ...] = ()
    alone: str = ""
    early: tuple[Objection, ...] = ()
    barred: tuple[tuple[str, Objection], ...] = ()


def _takes(act: Act[Any, Any, Any], fact: str) -> bool:
    """Return whether an act takes a fact or a bare word: a shot takes `range=9`, a move takes `hill`."""
    name = fact.partition("=")[0].rpartition(".")[2].lower()
    values = (value.lower() for words in act.choices.values() for value in words)
    return name in map(str.lower, act.facts) or fact.lower() in values or act.bare(fact) is not None


def _of_it(session: Session, verb: str, facts: Sequence[str]) -> list[str]:
    """Return the typed facts that may be meant for this act. A fact is left out if this act does not take it but an act
    that lists distances (`far`) does.
    """
    far = [session.act(each) for each in session.family.ACTS if session.act(each).far]
    act = session.act(verb)
    return [fact for fact in facts if _takes(act, fact) or not any(_takes(each, fact) for each in far)]


def _alone(
    session: Session, verb: str, name: str, tries: Sequence[str], facts: Sequence[str], *, ahead: bool
) -> Iterator[Can]:
    """Yield the options of an act without a target. Yield nothing if this stand never does the act."""
    found = tried(session, verb, (name, *_of_it(session, verb, facts)), ahead=ahead)
    whole = tried(session, verb, (name, *tries), ahead=ahead) if found.wants else found
    no = [each for each in whole.no if each.depends_on == "actor"] or [*found.no]
    if no:
        yield Can(verb, no=tuple(no[:1]))
    elif found.allowed or found.wants:
        alone = found.wants or thrown(found.pools[:1], found.side) or "now"
        yield Can(verb, alone=alone, early=found.early)


def _as_far(
    session: Session, act: Act[Any, Any, Any], name: str, facts: Sequence[str], *, ahead: bool
) -> Iterator[Can]:
    """Yield the distances that an act allows this stand. If a rule forbids the act now, yield the rule too."""
    words = (name, *(act.tries or ()), *(fact for fact in facts if _takes(session.act(act.verb), fact)))
    found = tried(session, act.verb, words, ahead=ahead)
    whole = tried(session, act.verb, words, ahead=True) if found.no and not ahead else found
    alone = act.far(whole.situation) if act.far and whole.situation else ""
    if alone or found.no:
        yield Can(act.verb, alone=alone, no=(whole.no or found.no)[:1], early=found.early)


def can(session: Session, name: str, facts: Sequence[str] = (), *, ahead: bool = False) -> list[Can]:
    """Return the options of a stand, act by act in the order of play. Acts that this stand never does are left out.

    Acts that only have distances come last.

    If the sequence of play allows the stand no act now, return its options for its own turn. Each option has the rules
    that forbid the act now.
    """
    found = [*_can(session, name, facts, ahead=ahead)]
    if ahead or not found or any(not each.no for each in found if each.verb != LEAVE):
        return found
    later = [each for each in _can(session, name, facts, ahead=True) if not each.no]
    return later if later and all(each.early for each in later) else found


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
        if act.tries is not None and act.roles is None and not act.far:
            yield from _alone(session, verb, name, act.tries, facts, ahead=ahead)
        if not _takes_target(session, act, name):
            continue
        targets, no, barred = list[Target](), None, list[tuple[str, Objection]]()
        early: tuple[Objection, ...] = ()
        for id, far, found in aimed(session, verb, (name,), _of_it(session, verb, facts), ahead=ahead):
            if found.wants and act.tries and not (ahead or targets):
                sample = (*up_to_target(session, verb, (name,)), id, *act.tries)
                never, early = tried(session, verb, sample), tried(session, verb, sample, ahead=True).early
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
    for verb in family.ACTS:
        if family.act(verb).far:
            yield from _as_far(session, family.act(verb), name, facts, ahead=ahead)


def _takes_target(session: Session, act: Act[Any, Any, Any], name: str) -> bool:
    """Return whether an act of this stand needs a target."""
    if act.roles is None:
        return bool(act.connectors) and act.tries is None and not session.family.named(session.here)
    return tried(session, act.verb, (name,)).wants == AT_WHOM


def _far(session: Session, names: Sequence[str]) -> Callable[[str], tuple[int, ...]]:
    """Return a function that gives the distances of a stand from the stands named, in hexes.

    A stand without a place is farthest.
    """
    places = {id: place for place, (id, _) in (session.family.on_board(session.here) or {}).items()}
    here = [places.get(name.lower()) for name in names if "=" not in name]

    def far(other: str) -> tuple[int, ...]:
        there = places.get(other)
        return tuple(distance(each, there) if each and there else _FARTHEST for each in here)

    return far
