"""What may be typed next, from the rules: whoever the act lets through, whom at, with which guns, where to.

Everything is tried by the resolver's own situation and objections; what a rule says no to is not offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from umpire.cli.command import COMMANDS
from umpire.core.mistakes import Mistake
from umpire.play.mending.told import FACT
from umpire.play.possible import goes_on, thrown, tried
from umpire.play.session import Session
from umpire.play.turn import Refused, prepare


class Offer(NamedTuple):
    """A word that may come next, and what it is, in a few words."""

    word: str
    words: str


def offers(session: Session | None, line: str) -> list[Offer]:
    """What may come after this line, whose last word may be unfinished. Raises nothing."""
    begun = "" if line[-1:].isspace() or not line else line.split()[-1]
    words = line.split()[: -1 if begun else None]
    with suppress(Exception):  # a completion that fails is none
        of_result = session is not None and begun.lower().startswith(f"{FACT}=")
        found = _results(session, words, begun) if session and of_result else _offers(session, words)
        return [offer for offer in found if offer.word.lower().startswith(begun.lower())]
    return []


def _offers(session: Session | None, words: Sequence[str]) -> Iterator[Offer]:
    acts = session.family.ACTS if session else {}
    if not words:
        from umpire.game.act import VOCABULARY

        yield from (Offer(verb, line or VOCABULARY.get(verb, "")) for verb, (_, line) in acts.items())
        yield from (Offer(name, line) for name, (_, line) in COMMANDS.items())
        yield Offer("quit", "Leave the prompt.")
    elif session and words[0].lower() in ("what-if", *acts):
        asked = words[1:] if words[0].lower() == "what-if" else words
        if asked:
            yield from _of_act(session, asked[0].lower(), asked[1:])
        else:
            yield from (Offer(verb, "") for verb in acts)
    elif session:
        yield from (Offer(id, name) for id, name in session.family.names(session.state).items())


def _results(session: Session, words: Sequence[str], begun: str) -> Iterator[Offer]:
    """What can be told of the result of this act, after what is told of it."""
    before = begun[: max(begun.rfind(","), begun.find("=")) + 1]
    result = prepare(session, words[0].lower(), (*words[1:], before)).result
    if result:
        yield from (Offer(f"{before}{word}", means) for word, means in result.offered())


def _of_act(session: Session, verb: str, words: Sequence[str]) -> Iterator[Offer]:
    """Names that let the act go on, what could be named too, places, and facts not told yet."""
    act = session.family.act(verb)
    names = session.family.names(session.state)
    for id, name in names.items():
        if id not in words and goes_on(session, verb, (*words, id), names):
            yield Offer(id, _decides(session, verb, (*words, id), name))
    with suppress(Mistake):
        yield from (
            Offer(place, "") for place in session.family.goals(session.state, session.table, verb, tuple(words))
        )
    if not words or words[-1] in act.connectors:
        return
    with suppress(Mistake, Refused):
        for one in prepare(session, verb, words).situation.also:
            word, _, why = one.partition(" (")
            if not word.endswith("..."):  # too many to be named
                yield Offer(word, why.rstrip(")"))
    yield from (Offer(word, "") for word in act.connectors if word not in words)
    told = {word.partition("=")[0] for word in words}
    yield from (Offer(f"{fact}=", means) for fact, means in act.facts.items() if fact not in told)
    if act.asks and FACT not in told:
        yield Offer(f"{FACT}=", "what came of it, instead of dice")


def _decides(session: Session, verb: str, words: Sequence[str], name: str) -> str:
    """A name, and what its dice would be: `paratroops · 3 dice on 6`."""
    pools = tried(session, verb, words).pools
    return f"{name} · {thrown(pools[:1])}" if pools else name
