"""The words that the rules allow next in a line: stands, targets, guns, destinations, facts.

Every word is checked by the code that checks a typed act. A word that a rule forbids is not offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from umpire.cli.prompt.meant import with_verb
from umpire.core.mistakes import AT_WHOM, Mistake
from umpire.game.clock.arrivals import ARRIVE, LEAVE, read_arrival
from umpire.game.clock.effect import NOW
from umpire.game.lines import COMMANDS, VOCABULARY, line_of
from umpire.play.additions import FACT
from umpire.play.grammar import named_to_come, verb_left_out
from umpire.play.hints import words_typed
from umpire.play.possible import Target, aimed, best_first, foes_of, goes_on, target, tried, up_to_target
from umpire.play.session import Session
from umpire.play.turn import prepare
from umpire.play.understood import LEAST, NEVER, situated

_ANYWHERE = "there"
"""A placeholder for a place in the referee's own words."""


class Offer(NamedTuple):
    """A word that may come next, with a short description. If `line` is not "", it replaces the whole line."""

    word: str
    words: str
    line: str = ""


def offers(session: Session | None, line: str) -> list[Offer]:
    """Return the words that may follow this line, whose last word may be unfinished. Raises nothing."""
    begun = "" if line[-1:].isspace() or not line else line.split()[-1]
    words = line.split()[: -1 if begun else None]
    with suppress(Exception):  # a completion that fails shows nothing
        fact = begun.partition("=")[0].lower() if "=" in begun else ""
        found = _results(session, words, begun) if session and fact == FACT else _offers(session, words, fact, begun)
        fitting = [offer for offer in found if offer.word.lower().startswith(begun.lower())]
        return fitting if fitting or fact or not (session and words) else [*_in_sentence(session, words, begun)]
    return []


def _in_sentence(session: Session, words: Sequence[str], begun: str) -> Iterator[Offer]:
    """Yield the words that may come next in a sentence: words of the act, and ids."""
    from umpire.play.talk.sentence import Sentence  # only if nothing else is offered
    from umpire.play.talk.words import KnownNames, tokens_of

    known, first = KnownNames(session), words[0].lower()
    behind = words[1:] if first in session.family.ACTS else words  # `now` is a small word too
    if first in COMMANDS or not Sentence(session, known, tokens_of(behind)).whole:
        return
    said = next(Sentence(session, known, tokens_of(words)).acts(), None)
    names = session.family.names(session.state)
    every = (Offer(id, name) for id, name in names.items())
    for offer in _of_act(session, said.verb, said.words, begun) if said else every:
        called = (offer.word, *names.get(offer.word, "").split())
        if (
            not offer.line
            and offer.word != words[-1].lower()
            and any(word.lower().startswith(begun.lower()) for word in called)
        ):
            yield offer


def _offers(session: Session | None, words: Sequence[str], fact: str, begun: str) -> Iterator[Offer]:
    acts = session.family.ACTS if session else {}
    if not words:
        yield from (Offer(verb, line or VOCABULARY.get(verb, "")) for verb, (_, line) in acts.items())
        yield from (Offer(name, line) for name, line in COMMANDS.items())
        yield Offer("quit", "Leave the prompt.")
        return
    if session is None:
        return
    first, *rest = with_verb(session, words)
    asked = rest if first == "what-if" else words
    if not asked:
        yield from (Offer(verb, "") for verb in acts)
        return
    if asked[0].lower() not in (*acts, *COMMANDS) and verb_left_out(session, asked):
        yield from _without_verb(session, asked, fact, begun)
        return
    asked = with_verb(session, asked)
    if asked[0] in acts and len(asked) == 2 and asked[1] in session.act(asked[0]).places:  # `smoke` -> `smoke b1`
        yield from _who_lays(session, asked[0], asked[1])
    elif asked[0] in acts:
        of_act = (session, asked[0].lower(), asked[1:])
        yield from (_values(*of_act, fact) if fact else _of_act(*of_act, begun))
    elif first in COMMANDS:
        yield from (Offer(id, name) for id, name in session.family.names(session.state).items())


def _who_lays(session: Session, verb: str, what: str) -> Iterator[Offer]:
    """Yield the stands that may do the act at some place. So far the line has only the name of the act, such as
    `smoke`.
    """
    for id, name in session.family.names(session.state).items():
        if goes_on(session, verb, (id, what, _ANYWHERE)):
            yield Offer(id, name)


def _without_verb(session: Session, words: Sequence[str], fact: str, begun: str) -> Iterator[Offer]:
    """Yield the words that may come next in a line of names without a verb, for each act that the line may mean."""
    own = verb_left_out(session, words)
    if fact:
        yield from _values(session, own, words, fact)
        return
    meant = {id: verb_left_out(session, (*words, id)) for id in foes_of(session, words[0])}
    for verb in dict.fromkeys((*filter(None, meant.values()), own)):
        for offer in _of_act(session, verb, words, begun):
            if not offer.line and meant.get(offer.word, own) == verb:
                yield offer


def _results(session: Session, words: Sequence[str], begun: str) -> Iterator[Offer]:
    """Yield the values that can be given for the result of this act, after the values already given."""
    before = begun[: max(begun.rfind(","), begun.find("=")) + 1]
    result = prepare(session, words[0].lower(), (*words[1:], before)).result
    if result:
        yield from (Offer(f"{before}{word}", means) for word, means in result.offered())


def _of_act(session: Session, verb: str, words: Sequence[str], begun: str) -> Iterator[Offer]:
    """Yield the words that may come next in an act: names, places, words of the act, and facts not given yet."""
    act = session.act(verb)
    names = session.family.names(session.state)
    if verb in (ARRIVE, LEAVE) and (joins := [word for word in words if word in act.connectors]):
        yield from _ways(session, verb, words) if joins == [words[-1]] else ()
        return
    could = _could_be_named(session, verb, words)
    at_whom = bool(words) and tried(session, verb, words).wants == AT_WHOM
    sided = act.roles and words and words[0].lower() in session.family.named(session.state)
    if at_whom and (sided or words[-1].lower() in act.connectors):  # otherwise the word before them is still missing
        yield from _targets(session, verb, words)
    foes = foes_of(session, words[0], parts=True) if at_whom else []
    for id, name in names.items():
        if id not in (*words, *foes) and goes_on(session, verb, (*words, id)):
            yield Offer(id, could.pop(id, "") or name)
    with suppress(Mistake):
        for place in session.family.goals(session.state, session.table, verb, tuple(words)):
            if goes_on(session, verb, (*words, place)):
                yield Offer(place, "")
    if at_whom:
        if words[-1] not in act.connectors:
            yield Offer(act.roles.foe if act.roles else act.connectors[0], AT_WHOM)
        return
    for word in words_typed(act):
        if word not in names and goes_on(session, verb, (*words, word)):
            yield Offer(word, could.pop(word, ""))
    if verb == NOW:
        yield from _until(session, words)
    if words[-1] in act.connectors if words else verb != NOW:
        return
    yield from (Offer(word, "") for word in act.connectors if _leads_on(session, verb, words, word))
    with suppress(Mistake):
        words = situated(session, act, words)[0]
    told = {word.partition("=")[0] for word in words} | {act.bare(word) for word in words}
    facts = {fact: means for fact, means in _facts(session, verb, words).items() if fact not in told}
    yield from (Offer(f"{fact}=", means) for fact, means in facts.items())
    if len(begun) >= LEAST and begun.lower() not in NEVER:
        yield from (one for fact in facts for one in _alone(session, verb, words, fact, begun))
    if act.asks and FACT not in told and tried(session, verb, words).allowed:
        yield Offer(f"{FACT}=", "the result instead of the dice")


def _ways(session: Session, verb: str, words: Sequence[str]) -> Iterator[Offer]:
    """Yield the edges and roads by which a stand may leave, or the places of arrival."""
    from umpire.game.clock.leave import ways

    come = (read_arrival(session.absent[id]).places for id in named_to_come(session, words))
    places = ways(session.state) if verb == LEAVE else dict.fromkeys(filter(None, come))
    yield from (Offer(place, "") for place in places if goes_on(session, verb, (*words, *place.split())))


def _until(session: Session, words: Sequence[str]) -> Iterator[Offer]:
    """Yield `until` if the line sets a lasting fact that may end at a given time.

    After `until`, yield the next moments at which the fact may end.
    """
    from umpire.game.clock.now import UNTIL, moments

    now = session.family.moment(session.state) if session.clock_runs else None
    asked = bool(words) and words[-1].lower() == UNTIL
    before = words[:-1] if asked else words
    found = moments(now) if now and before and UNTIL not in before else []
    if found and tried(session, NOW, (*before, UNTIL, *found[0].split())).allowed:  # a fact that may end was typed
        yield from (Offer(each, "") for each in found) if asked else [Offer(UNTIL, "when the fact ends")]


def _alone(session: Session, verb: str, words: Sequence[str], fact: str, begun: str) -> Iterator[Offer]:
    """Yield the values of a fact, without the name of the fact. Each value begins with the text `begun`."""
    for offer in _values(session, verb, words, fact) if "." not in fact else ():
        value = offer.word.partition("=")[2]
        if value.startswith(begun.lower()):
            yield Offer(value, offer.word)


def _targets(session: Session, verb: str, words: Sequence[str]) -> list[Offer]:
    """Return the targets that these words allow, the best first. Targets that only another act allows come last."""
    targets, instead = list[Target](), list[Offer]()
    for id, far, found in aimed(session, verb, words):
        if found.allowed or found.wants:
            targets.append(target(session, id, far, found))
        elif (other := session.family.INSTEAD.get(verb, "")) in session.family.ACTS:
            line = (*up_to_target(session, verb, words), id)
            close = tried(session, other, line)
            if close.allowed:
                instead.append(Offer(id, _said(target(session, id, far, close), other), line_of(other, line)))
    return [*(Offer(one.id, _said(one)) for one in best_first(targets)), *instead]


def _said(one: Target, *marks: str) -> str:
    """Return the description of a target. The name of the target comes last, because the end of a long description may
    be cut off.
    """
    return " · ".join(filter(None, (one.words, *marks, one.name)))


def _could_be_named(session: Session, verb: str, words: Sequence[str]) -> dict[str, str]:
    """Return a dict. Its keys are the names that could be added to the line.

    Each value has the connecting word of the name, and the shots or points that are left.
    """
    with suppress(Mistake):
        _, situation = situated(session, session.act(verb), words)
        return {one.name: f"{one.word} {one.name}: {one.left}" for one in situation.also}
    return {}


def _leads_on(session: Session, verb: str, words: Sequence[str], connector: str) -> bool:
    """Return whether this connecting word may be followed by a name, or by a place in the referee's own words."""
    names = session.family.names(session.state)
    if connector in words:
        return False
    if verb in (ARRIVE, LEAVE):
        return any(_ways(session, verb, (*words, connector))) or goes_on(session, verb, (*words, connector, _ANYWHERE))
    free = (_ANYWHERE,) if connector in session.act(verb).places else ()
    return any(goes_on(session, verb, (*words, connector, name)) for name in (*free, *names))


def _facts(session: Session, verb: str, words: Sequence[str]) -> Mapping[str, str]:
    """Return a dict. Its keys are the facts that can be added to these words; each value is the meaning of a fact, or
    its possible values.
    """
    act = session.act(verb)
    with suppress(Mistake):
        told = situated(session, act, words)[1].known.may_tell
        return {fact: act.facts.get(fact.rpartition(".")[2], " ".join(kinds)) for fact, kinds in told.items()}
    names = session.family.names(session.state)
    return {
        id: means
        for fact, means in act.facts.items()
        for id in (names if fact.isupper() else ())
        if any(goes_on(session, verb, (*words, f"{id}={kind}")) for kind in act.choices.get(fact, ()))
    }


def _values(session: Session, verb: str, words: Sequence[str], fact: str) -> Iterator[Offer]:
    """Yield the values of a fact that the act allows."""
    act, names = session.act(verb), session.family.names(session.state)
    kinds: tuple[str, ...] = ()
    with suppress(Mistake):
        told = situated(session, act, words)[1].known.may_tell
        kinds = told.get(fact, told.get(fact.rpartition(".")[2], ()))
    choices = (kinds for name, kinds in act.choices.items() if name == fact or (name.isupper() and fact in names))
    for kind in kinds or next(choices, ()):
        if goes_on(session, verb, (*words, f"{fact}={kind}")):
            yield Offer(f"{fact}={kind}", "")
