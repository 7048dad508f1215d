"""What may be done now, tried by the resolver's own situation and objections: whom at, where to, and what says no."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from umpire.core.frozen import frozen
from umpire.core.hexes import distance
from umpire.core.mistakes import AT_WHOM, Mistake
from umpire.core.outcome import Objection, Outcome, number_of
from umpire.core.pools import Pool
from umpire.core.procedure import Part, Procedure, Throws
from umpire.play.session import Session
from umpire.play.turn import Refused, prepare

_FARTHEST = 10_000


class Tried(NamedTuple):
    """How an act fares as far as it is named: allowed, what it still `wants`, or the rules that say no; else no act."""

    allowed: bool
    wants: str = ""
    no: tuple[Objection, ...] = ()
    pools: tuple[Pool, ...] = ()


def tried(session: Session, verb: str, words: Sequence[str], *, ahead: bool = False) -> Tried:
    """Try these words, without a die."""
    try:
        prepared = prepare(session, verb, words, ahead=ahead)
    except Refused as refused:
        return Tried(False, no=refused.objections)
    except Mistake as mistake:
        return Tried(False, mistake.wants)
    return Tried(True, pools=first_throw(prepared.make()))


def goes_on(session: Session, verb: str, words: Sequence[str], names: Iterable[str]) -> bool:
    """Whether the rules let these words through, or some target after them, or a distance still to be told."""
    found = tried(session, verb, words)
    if found.wants != AT_WHOM:
        return found.allowed or bool(found.wants)
    at = () if words[-1] == "at" else ("at",)
    foes = foes_of(session, words[0], names)
    later = (tried(session, verb, (*words, *at, name)) for name in foes if name not in words)
    return any(one.allowed or one.wants for one in later)


def foes_of(session: Session, who: str, names: Iterable[str]) -> list[str]:
    """Those of these names that are another side's than the one named; all of them where that is not known."""
    known = session.family.named(session.state)
    acting = known.get(who.lower())
    if acting is None:
        return list(names)
    found = ((name, known.get(name.lower())) for name in names)
    return [name for name, other in found if other is not None and other.side != acting.side]


def first_throw(procedure: Procedure[Outcome]) -> tuple[Pool, ...]:
    """The pools with dice that fall first, if dice come first of all."""
    question = next(procedure, None)
    while isinstance(question, Part):
        question = next(question.of(*question.args), None)
    if isinstance(question, Throws):
        return tuple(pool for pool in question.pools if pool.dice)
    return ()


def thrown(pools: Sequence[Pool]) -> str:
    """How many dice, and what each is for: `6 dice on 6; reply 4 dice on 56 44`."""
    return "; ".join(f"{_whose(pool) if at else ''}{_dice(pool)}{_scores(pool)}" for at, pool in enumerate(pools))


def _whose(pool: Pool) -> str:
    return f"{pool.label.split()[-1]} " if pool.label else ""


def _dice(pool: Pool) -> str:
    if pool.sides != 6:
        return f"{pool.dice if pool.dice > 1 else ''}d{pool.sides}"
    return number_of(pool.dice, "die", "dice")


def _scores(pool: Pool) -> str:
    """The code of what scores, where it is numbers; the words of the throw say it at length."""
    code = pool.reading.code
    return f" on {code.replace('|', ' ')}" if code[:1].isdigit() else ""


@frozen
class Can:
    """What somebody may do by one act: the targets with what is thrown, or the places; else the rule against it."""

    verb: str
    targets: tuple[tuple[str, str, str], ...] = ()
    places: tuple[str, ...] = ()
    no: tuple[Objection, ...] = ()


def can(session: Session, name: str, facts: Sequence[str] = (), *, ahead: bool = False) -> Iterator[Can]:
    """What the one named may do, act by act in the order of play. Acts that it has nothing to do with are left out."""
    family, state = session.family, session.state
    names, far = family.names(state), _far(session, name)
    foes = foes_of(session, name, names)
    for verb in family.ACTS:
        act = family.act(verb)
        with suppress(Mistake):
            places = family.goals(state, session.table, verb, (name,))
            if places:
                found = tried(session, verb, (name, "to", places[0]), ahead=ahead)
                yield Can(verb, places=() if found.no else places, no=found.no)
        if act.roles is None or tried(session, verb, (name,)).wants != AT_WHOM:
            continue
        targets: list[tuple[str, str, str]] = []
        against: list[tuple[int, Objection]] = []
        for other in foes:
            found = tried(session, verb, (name, act.roles.foe, other, *facts), ahead=ahead)
            if found.allowed or found.wants:
                targets.append((other, names[other], thrown(found.pools[:1]) or found.wants))
            elif found.no:
                against.append((far(other), found.no[0]))
        if targets or against:
            yield Can(verb, tuple(targets), no=() if targets else (min(against, key=lambda each: each[0])[1],))


def _far(session: Session, name: str) -> Callable[[str], int]:
    """How many hexes from the one named others are; those of whom no map tells are farthest."""
    places = {id: place for place, (id, _) in (session.family.on_board(session.state) or {}).items()}
    here = places.get(name)
    return lambda other: distance(here, places[other]) if here and other in places else _FARTHEST
