"""What a ruleset offers for questions: an act with one thing changed, what to measure it by, types to ask about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from umpire.core.frozen import frozen, replace
from umpire.core.pools import Pool
from umpire.game.facts import Facts, parse_told, sort_words

Table = TypeVar("Table")
Tally = Mapping[str, Any]
"""The values of an outcome (`core.outcome.Value`) by their names."""

ATTACKER, DEFENDER = "Attacker", "Defender"
"""The sides of a question without a game."""


class Variation(NamedTuple):
    """An act with one change: its label, the verb and words to type; `state` if the change is not in the words."""

    label: str
    verb: str
    words: tuple[str, ...]
    state: Any = None


class Yardstick(NamedTuple):
    """One thing an act is measured by: a number of the tally, or whether something comes to pass (1 or 0, a `chance`).

    `good` is 1 where more is better for the acting side, -1 where less is, 0 where it is only shown; `brief` heads a
    column below a title that names who it is about.
    """

    words: str
    of: Callable[[Tally], int]
    good: int = 0
    chance: bool = False
    brief: str = ""


@frozen
class Wording:
    """The words of an act in their parts: names by the connecting word before them, and facts as `name=value`."""

    names: Mapping[str, tuple[str, ...]]
    facts: tuple[str, ...] = ()

    def words(self) -> tuple[str, ...]:
        """The words to type, facts last."""
        typed = [word for group, names in self.names.items() if names for word in (group, *names) if word]
        return (*typed, *self.facts)

    def named(self, group: str) -> tuple[str, ...]:
        """The names after a connecting word."""
        return self.names.get(group, ())

    def naming(self, group: str, *names: str) -> Wording:
        """Return the same with these names there; facts typed for a name that is no longer there are left out."""
        gone = {name.lower() for name in self.named(group)} - {name.lower() for name in names}
        told = tuple(fact for fact in self.facts if _subject(fact) not in gone)
        return replace(self, names={**self.names, group: names}, facts=told)

    def telling(self, fact: str, value: object) -> Wording:
        """Return the same with this fact typed, in place of its value before."""
        others = tuple(told for told in self.facts if told.partition("=")[0].lower() != fact.lower())
        return replace(self, facts=(*others, f"{fact}={value}"))

    def silent(self, *facts: str) -> Wording:
        """Return the same without these facts, for every subject."""
        told = tuple(fact for fact in self.facts if fact.partition("=")[0].rpartition(".")[2].lower() not in facts)
        return replace(self, facts=told)

    def silent_of(self, subject: str, fact: str) -> Wording:
        """Return the same without this fact as typed for one stand, or for all."""
        silent = (fact, f"{subject}.{fact}".lower())
        return replace(self, facts=tuple(told for told in self.facts if told.partition("=")[0].lower() not in silent))


class Grammar(Protocol):
    """The parts of an act that say how its words are read, and the situation they describe."""

    @property
    def verb(self) -> str:
        """Its verb."""

    @property
    def situate(self) -> Callable[..., Any]:
        """Its situation, from state, table and the typed line."""

    @property
    def connectors(self) -> tuple[str, ...]:
        """Its connecting words."""

    @property
    def bare(self) -> Callable[[str], str | None]:
        """Which fact a bare word gives."""

    @property
    def places(self) -> tuple[str, ...]:
        """After which connecting words a number is part of a name."""


def wording(words: tuple[str, ...], act: Grammar) -> Wording:
    """The parts of words that have been typed for this act."""
    names, facts = sort_words(words, act.connectors, act.bare, act.places)
    return Wording(names, tuple(f"{name}={value}" for name, value in facts))


def situated(act: Grammar, state: Any, table: Any, words: tuple[str, ...]) -> tuple[Any, Wording]:
    """Return the situation of an act from these words, and their parts. Raises Mistake."""
    return act.situate(state, table, parse_told(words, act.connectors, act.bare, act.places)), wording(words, act)


def otherwise(act: Grammar, words: tuple[str, ...], known: Facts) -> tuple[Variation, ...]:
    """The act with each fact that has a few words at another of them: what a family without its own compares."""
    typed = wording(words, act)
    now = {
        name: "yes" if value is True else "no" if value is False else str(value) for name, value in known.values.items()
    }
    return tuple(
        Variation(f"{fact}={kind}", act.verb, typed.telling(fact, kind).words())
        for fact, kinds in known.may_tell.items()
        for kind in kinds
        if kind != now.get(fact)
    )


def _subject(fact: str) -> str:
    """Return the subject of a typed fact, in small letters; "" for a fact without one."""
    return fact.partition("=")[0].rpartition(".")[0].lower()


class Sample(NamedTuple):
    """A thing of a type that is asked about without a game: the id it is given, its side, the card as typed."""

    id: str
    type: str
    side: str
    told: Mapping[str, str]


class Stateless(Generic[Table]):
    """The `STATELESS` of `before.py` of a family: acts with types for stands, without a game.

    `acts` has each verb that may be asked this way: connecting word -> the side of those named after it, and the letter
    of their ids. `keys` may be typed for a card, those of `own` even if a fact of the act has the same name; `words`
    are names that are not types.
    """

    acts: ClassVar[Mapping[str, Mapping[str, tuple[str, str]]]]
    keys: ClassVar[frozenset[str]]
    own: ClassVar[frozenset[str]] = frozenset()
    words: ClassVar[frozenset[str]] = frozenset()

    def types(self, table: Table) -> Mapping[str, Any]:
        """What may be named, by the word for it: rows of the table."""
        raise NotImplementedError

    def acts_itself(self, table: Table, type: str) -> bool:
        """Whether an act names such a thing, and not only the stand it is with."""
        return True

    def sections(self, table: Table, samples: Sequence[Sample], words: Mapping[str, int]) -> Mapping[str, Any]:
        """Return the sections of a scenario with these; `words`: how often each side has a name that is not a type.

        Raises Mistake.
        """
        raise NotImplementedError

    def assumed(self, table: Table, samples: Sequence[Sample]) -> Iterator[str]:
        """Yield the values of this scenario that were not typed."""
        yield from ()


def on_average(pool: Pool, worth: Callable[[Any], int]) -> float:
    """What a throw is worth on the average, by what each value of it is worth."""
    weights = pool.reading.chances(pool.dice, pool.sides)
    return sum(worth(value) * weight for value, weight in weights.items()) / sum(weights.values())
