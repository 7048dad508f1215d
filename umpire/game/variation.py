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
    """An act with one thing changed: what is changed, the verb and words to type; `state` where it is no word."""

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
        """The same with these names there; what was told of a name that is no longer there is no longer told."""
        gone = {name.lower() for name in self.named(group)} - {name.lower() for name in names}
        told = tuple(fact for fact in self.facts if _subject(fact) not in gone)
        return replace(self, names={**self.names, group: names}, facts=told)

    def telling(self, fact: str, value: object) -> Wording:
        """The same with this fact told, in place of what was told of it."""
        others = tuple(told for told in self.facts if told.partition("=")[0].lower() != fact.lower())
        return replace(self, facts=(*others, f"{fact}={value}"))

    def silent(self, *facts: str) -> Wording:
        """The same without these facts, of whomever they are told."""
        told = tuple(fact for fact in self.facts if fact.partition("=")[0].rpartition(".")[2].lower() not in facts)
        return replace(self, facts=told)

    def silent_of(self, subject: str, fact: str) -> Wording:
        """The same without this fact as it is told of one stand, or of nobody."""
        silent = (fact, f"{subject}.{fact}".lower())
        return replace(self, facts=tuple(told for told in self.facts if told.partition("=")[0].lower() not in silent))


class Grammar(Protocol):
    """What of an act says how its words are to be read, and what they then tell of."""

    @property
    def verb(self) -> str:
        """Its verb."""

    @property
    def situate(self) -> Callable[..., Any]:
        """Its situation, of state, table and what is told."""

    @property
    def connectors(self) -> tuple[str, ...]:
        """Its connecting words."""

    @property
    def bare(self) -> Callable[[str], str | None]:
        """Which fact a bare word tells."""

    @property
    def places(self) -> tuple[str, ...]:
        """After which connecting words a number is part of a name."""


def wording(words: tuple[str, ...], act: Grammar) -> Wording:
    """The parts of words that have been typed for this act."""
    names, facts = sort_words(words, act.connectors, act.bare, act.places)
    return Wording(names, tuple(f"{name}={value}" for name, value in facts))


def situated(act: Grammar, state: Any, table: Any, words: tuple[str, ...]) -> tuple[Any, Wording]:
    """The situation of an act as these words tell it, and their parts. Raises Mistake."""
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
    """Of whom a fact is told, in small letters; "" for one that is told of nobody."""
    return fact.partition("=")[0].rpartition(".")[0].lower()


class Sample(NamedTuple):
    """A thing of a type that is asked about without a game: the id it is given, its side, what is told of its card."""

    id: str
    type: str
    side: str
    told: Mapping[str, str]


class Stateless(Generic[Table]):
    """What `before.py` of a family offers as `STATELESS`: acts with types for stands, where there is no game.

    `acts` has each verb that may be asked so: connecting word -> the side of those named after it, and the letter of
    their ids. `keys` may be told of a card, those of `own` even where a fact of the act is called so; `words` are names
    that are no types.
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
        """The sections of a scenario with these; `words` are how often which side has a name that is no type.

        Raises Mistake.
        """
        raise NotImplementedError

    def assumed(self, table: Table, samples: Sequence[Sample]) -> Iterator[str]:
        """What such a scenario says that nobody told."""
        yield from ()


def on_average(pool: Pool, worth: Callable[[Any], int]) -> float:
    """What a throw is worth on the average, by what each value of it is worth."""
    weights = pool.reading.chances(pool.dice, pool.sides)
    return sum(worth(value) * weight for value, weight in weights.items()) / sum(weights.values())
