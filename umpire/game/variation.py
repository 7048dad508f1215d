"""The parts of a ruleset that serve `what-if` and acts without a game: the variants of an act, the numbers by which
the variants are compared, and acts that name types instead of stands.
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
    """A variant of an act, with one thing changed. The variant has a label, a verb and words. If the change is not in
    the words, it is in `state`.
    """

    label: str
    verb: str
    words: tuple[str, ...]
    state: Any = None


class Yardstick(NamedTuple):
    """One number by which acts are compared. The function `of` takes the number from the values of an outcome. If
    `chance` is true, the number is 1 if an event happens, and 0 if not.

    `good` is 1 if more is better for the acting side, -1 if less is better, and 0 if the number is only shown. `brief`
    is a short heading for the number, used in a table whose title already names the stand.
    """

    words: str
    of: Callable[[Tally], int]
    good: int = 0
    chance: bool = False
    brief: str = ""


@frozen
class Wording:
    """The words of an act, sorted. `names` maps a connecting word to the names after it; `facts` are texts such as
    `range=2`.
    """

    names: Mapping[str, tuple[str, ...]]
    facts: tuple[str, ...] = ()

    def words(self) -> tuple[str, ...]:
        """Return the words to type, with the facts last."""
        typed = [word for group, names in self.names.items() if names for word in (group, *names) if word]
        return (*typed, *self.facts)

    def named(self, group: str) -> tuple[str, ...]:
        """Return the names after a connecting word."""
        return self.names.get(group, ())

    def naming(self, group: str, *names: str) -> Wording:
        """Return the same words, but with these names after the connecting word `group`. Facts for the old names are
        left out.
        """
        gone = {name.lower() for name in self.named(group)} - {name.lower() for name in names}
        lines = tuple(fact for fact in self.facts if _subject(fact) not in gone)
        return replace(self, names={**self.names, group: names}, facts=lines)

    def telling(self, fact: str, value: object) -> Wording:
        """Return the same words with this value of a fact, in place of any old value."""
        others = tuple(told for told in self.facts if told.partition("=")[0].lower() != fact.lower())
        return replace(self, facts=(*others, f"{fact}={value}"))

    def silent(self, *facts: str) -> Wording:
        """Return the same words without these facts of any stand."""
        lines = tuple(fact for fact in self.facts if fact.partition("=")[0].rpartition(".")[2].lower() not in facts)
        return replace(self, facts=lines)

    def silent_of(self, subject: str, fact: str) -> Wording:
        """Return the same words without this fact of this stand, and without this fact for all stands."""
        silent = (fact, f"{subject}.{fact}".lower())
        return replace(self, facts=tuple(told for told in self.facts if told.partition("=")[0].lower() not in silent))


class Grammar(Protocol):
    """The parts of an act that are needed to read its words and to build its situation."""

    @property
    def verb(self) -> str:
        """The verb of the act."""

    @property
    def situate(self) -> Callable[..., Any]:
        """A function that takes the state, the table and the typed line, and returns the situation."""

    @property
    def connectors(self) -> tuple[str, ...]:
        """The connecting words of the act."""

    @property
    def bare(self) -> Callable[[str], str | None]:
        """A function that takes a word without `=`, and returns the fact that has the word as its value."""

    @property
    def places(self) -> tuple[str, ...]:
        """The connecting words after which a number is part of a name."""


def wording(words: tuple[str, ...], act: Grammar) -> Wording:
    """Return the words typed for this act, sorted into names and facts."""
    names, facts = sort_words(words, act.connectors, act.bare, act.places)
    return Wording(names, tuple(f"{name}={value}" for name, value in facts))


def situated(act: Grammar, state: Any, table: Any, words: tuple[str, ...]) -> tuple[Any, Wording]:
    """Return the situation that these words of an act describe, and the words sorted into names and facts. Raises
    Mistake.
    """
    return act.situate(state, table, parse_told(words, act.connectors, act.bare, act.places)), wording(words, act)


def otherwise(act: Grammar, words: tuple[str, ...], known: Facts) -> tuple[Variation, ...]:
    """Return the variants of an act for a family that lists none itself. If a fact has a word of a list as its value,
    there is a variant for each other word of the list.
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
    """Return the subject of a typed fact, in small letters: `a2` for `A2.range=3`. Return "" for a fact without a
    subject.
    """
    return fact.partition("=")[0].rpartition(".")[0].lower()


class Sample(NamedTuple):
    """A thing, such as a stand, that a question without a game names only by its type. `told` has the attributes of the
    thing as typed.
    """

    id: str
    type: str
    side: str
    told: Mapping[str, str]


class Stateless(Generic[Table]):
    """The base class for questions about types of stands without a game. A family defines `STATELESS` in its module
    `before`.

    `acts` has the verbs that people may use in these questions. It maps each verb to a dict from connecting words to
    pairs: the side of the things named after the word, and the first letter of their ids. `keys` are the attributes
    that may be typed. If an attribute has the same name as a fact of the act, the name means the attribute only if
    `own` contains the name. `words` are the words, such as `air`, that may be typed in place of a type.
    """

    acts: ClassVar[Mapping[str, Mapping[str, tuple[str, str]]]]
    keys: ClassVar[frozenset[str]]
    own: ClassVar[frozenset[str]] = frozenset()
    words: ClassVar[frozenset[str]] = frozenset()

    def types(self, table: Table) -> Mapping[str, Any]:
        """Return the types that may be named, by their names. The types are rows of the table."""
        raise NotImplementedError

    def acts_itself(self, table: Table, type: str) -> bool:
        """Return whether an act may name things of this type. If not, the act names the stand that the thing belongs
        to.
        """
        return True

    def sections(self, table: Table, samples: Sequence[Sample], words: Mapping[str, int]) -> Mapping[str, Any]:
        """Return the sections of a scenario with these things. `words` maps each side to the number of its typed words,
        such as `air`, that are not types.

        Raises Mistake.
        """
        raise NotImplementedError

    def assumed(self, table: Table, samples: Sequence[Sample]) -> Iterator[str]:
        """Yield the values of this scenario that were not typed."""
        yield from ()


def on_average(pool: Pool, worth: Callable[[Any], int]) -> float:
    """Return the average of a throw. `worth` turns a value of the throw into a number."""
    weights = pool.reading.chances(pool.dice, pool.sides)
    return sum(worth(value) * weight for value, weight in weights.items()) / sum(weights.values())
