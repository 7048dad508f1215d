"""The parts of a ruleset used for questions: an act with one thing changed, the measures to compare, types to ask
about.
"""

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
    """An act with one change: its label, the verb and words to type. If the change is not in the words, it is in
    `state`.
    """

    label: str
    verb: str
    words: tuple[str, ...]
    state: Any = None


class Yardstick(NamedTuple):
    """One measure of an act: a number of the tally, or whether an event happens (1 or 0, a `chance`).

    `good` is 1 if more is better for the acting side, -1 if less is, 0 if it is only shown; `brief` is the heading of a
    column, below a title that names the stand.
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
        """Return the words to type, facts last."""
        typed = [word for group, names in self.names.items() if names for word in (group, *names) if word]
        return (*typed, *self.facts)

    def named(self, group: str) -> tuple[str, ...]:
        """Return the names after a connecting word."""
        return self.names.get(group, ())

    def naming(self, group: str, *names: str) -> Wording:
        """Return the same words with these names in that group; facts typed for a name no longer there are left out."""
        gone = {name.lower() for name in self.named(group)} - {name.lower() for name in names}
        lines = tuple(fact for fact in self.facts if _subject(fact) not in gone)
        return replace(self, names={**self.names, group: names}, facts=lines)

    def telling(self, fact: str, value: object) -> Wording:
        """Return the same words with this fact typed, in place of its old value."""
        others = tuple(told for told in self.facts if told.partition("=")[0].lower() != fact.lower())
        return replace(self, facts=(*others, f"{fact}={value}"))

    def silent(self, *facts: str) -> Wording:
        """Return the same words without these facts, for every subject."""
        lines = tuple(fact for fact in self.facts if fact.partition("=")[0].rpartition(".")[2].lower() not in facts)
        return replace(self, facts=lines)

    def silent_of(self, subject: str, fact: str) -> Wording:
        """Return the same words without this fact as typed for one stand, or for all."""
        silent = (fact, f"{subject}.{fact}".lower())
        return replace(self, facts=tuple(told for told in self.facts if told.partition("=")[0].lower() not in silent))


class Grammar(Protocol):
    """The parts of an act that define how its words are read, and the situation they describe."""

    @property
    def verb(self) -> str:
        """The verb of the act."""

    @property
    def situate(self) -> Callable[..., Any]:
        """A function for the situation, from state, table and the typed line."""

    @property
    def connectors(self) -> tuple[str, ...]:
        """The connecting words of the act."""

    @property
    def bare(self) -> Callable[[str], str | None]:
        """A function for the fact that a bare word gives."""

    @property
    def places(self) -> tuple[str, ...]:
        """The connecting words after which a number is part of a name."""


def wording(words: tuple[str, ...], act: Grammar) -> Wording:
    """Return the parts of words that have been typed for this act."""
    names, facts = sort_words(words, act.connectors, act.bare, act.places)
    return Wording(names, tuple(f"{name}={value}" for name, value in facts))


def situated(act: Grammar, state: Any, table: Any, words: tuple[str, ...]) -> tuple[Any, Wording]:
    """Return the situation of an act from these words, and the parts of the words. Raises Mistake."""
    return act.situate(state, table, parse_told(words, act.connectors, act.bare, act.places)), wording(words, act)


def otherwise(act: Grammar, words: tuple[str, ...], known: Facts) -> tuple[Variation, ...]:
    """Return the act with each fact that has a few possible words changed to each other word; used if a family lists no
    variations.
    """
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
    """A thing of a type that is asked about without a game: its id, its side, and its attributes as typed."""

    id: str
    type: str
    side: str
    told: Mapping[str, str]


class Stateless(Generic[Table]):
    """The base of a family's `STATELESS` in its module `before`: questions about types of stands, without a game.

    `acts` has each verb that may be asked this way, with connecting word -> the side of the names after it, and the
    first letter of their ids. `keys` are the attributes that may be typed; one in `own` counts as an attribute even if
    a fact of the act has the same name. `words` are names that are not types.
    """

    acts: ClassVar[Mapping[str, Mapping[str, tuple[str, str]]]]
    keys: ClassVar[frozenset[str]]
    own: ClassVar[frozenset[str]] = frozenset()
    words: ClassVar[frozenset[str]] = frozenset()

    def types(self, table: Table) -> Mapping[str, Any]:
        """Return the types that may be named, by their words: rows of the table."""
        raise NotImplementedError

    def acts_itself(self, table: Table, type: str) -> bool:
        """Return whether an act names a thing of this type itself, and not only the stand that the thing is with."""
        return True

    def sections(self, table: Table, samples: Sequence[Sample], words: Mapping[str, int]) -> Mapping[str, Any]:
        """Return the sections of a scenario with these things; `words` has the number of names of each side that are
        not types.

        Raises Mistake.
        """
        raise NotImplementedError

    def assumed(self, table: Table, samples: Sequence[Sample]) -> Iterator[str]:
        """Yield the values of this scenario that were not typed."""
        yield from ()


def on_average(pool: Pool, worth: Callable[[Any], int]) -> float:
    """Return the average worth of a throw, from the worth of each value."""
    weights = pool.reading.chances(pool.dice, pool.sides)
    return sum(worth(value) * weight for value, weight in weights.items()) / sum(weights.values())
