"""A step ready for play, with parsed formulas and conditions, the names it uses, and the names that later steps use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from umpire.game.says.condition import Bound, Condition, When, read_condition
from umpire.game.says.formula import Env, Formula, parse
from umpire.game.says.words import Of, fill, names_in
from umpire.rulesets.plain.file.asks import when_of
from umpire.rulesets.plain.file.does import NO_NAMES, Among, Does, effect_of
from umpire.rulesets.plain.file.keys import KINDS
from umpire.rulesets.plain.file.rules import DOUBLE, Modifier, ResultRow
from umpire.rulesets.plain.file.scopes import Placed, shown

_FORMULAS = ("dice", "roll", "need", "column", "let")


Looks = frozenset[tuple[str, str]]
"""Numbers of stands and sides that are looked at: whose (a role, a side, or a name that may be any), and which."""


class Come(NamedTuple):
    """A result: its conditions and its effects."""

    row: ResultRow
    when: When
    does: tuple[Does, ...]
    of: Of = None

    @property
    def told(self) -> frozenset[str]:
        """The names used in the words and effects of a result."""
        return names_in(self.row.words or "", self.of) | NO_NAMES.union(*(each.names for each in self.does))

    @property
    def names(self) -> frozenset[str]:
        """The names that the result uses."""
        return self.when.names | self.told


class Adds(NamedTuple):
    """A modifier: its conditions and its amount."""

    row: Modifier
    when: When
    amount: Formula
    of: Of = None

    @property
    def names(self) -> frozenset[str]:
        """The names that the modifier uses."""
        return self.when.names | self.amount.names | names_in(self.row.words, self.of)


class StepPlan:
    """A step of an act, ready for play. `lap` counts how often `again` has repeated the step. `lap` is None if `again`
    never repeats the step.
    """

    def __init__(self, at: Placed, lap: int | None = None, loop: str = "") -> None:
        self.row, self.at, self.of, self.lap, self.loop = at.row, at, at.scope, lap, loop
        self.id, row = at.id, at.row
        self.kind = next(kind for kind in KINDS if getattr(row, kind) not in ("", None, ()))
        self.later: frozenset[str] = NO_NAMES
        """What the steps after it look at."""
        self._said_by: dict[int, Among] = {}
        self._looks: dict[bool, tuple[Any, Looks]] = {}
        self._asked: dict[str, tuple[Among, frozenset[str]]] = {}

    @property
    def key(self) -> str:
        """The name of the step's throw in the record."""
        return f"{self.called}-{self.lap + 1}" if self.lap else self.called

    @cached_property
    def called(self) -> str:
        """The id of the step as people read it.

        If the step belongs to a block, the id of the step that plays the block comes first: `answer.aimed`.
        """
        return shown(self.id)

    @property
    def words(self) -> str:
        """The words for a step that has no words in the file."""
        return self.row.id.replace("_", " ")

    def role(self, name: str) -> str:
        """Return the role of the act that a name means here. If the step belongs to a block, the name means the role
        that is handed over under this name.
        """
        return self.of.role(name) if self.of else name

    @property
    def first(self) -> str:
        """The first role of the block that the step belongs to; "" if the step does not belong to a block."""
        return next(iter(self.of.roles.values()), "") if self.of else ""

    @cached_property
    def throwers(self) -> tuple[str, ...]:
        """The roles that throw in the step, or the role from which the step chooses a stand."""
        who = self.row.opposed or (getattr(self.row, self.kind),)
        return tuple(self.role(each) for each in who if isinstance(each, str)) if self.kind != "let" else ()

    def _within(self, written: Any) -> Formula:
        formula = parse(written)
        return formula.within(self.of) if self.of else formula

    def _when(self, written: Mapping[str, Any]) -> When:
        return when_of(written, self.at.roles, self.at.phrases, self.of)

    def fill(self, words: str, names: Env, called: Mapping[Any, str] | None = None) -> str:
        """Return words from the step with values in place of the names in braces."""
        return fill(words, names, called, self.of)

    def _asks(self, words: str) -> frozenset[str]:
        return names_in(words, self.of)

    @cached_property
    def looked_at(self) -> Among:
        """The names that later steps use."""
        return Among(self.later)

    @cached_property
    def needed(self) -> Among:
        """The names that the results of the step use, or that later steps use."""
        return Among(self.later.union(self._titled, *(each.names for each in self.results), (self.lap_name,)))

    @cached_property
    def _titled(self) -> frozenset[str]:
        """The names in the words of the step. If each result has its own words, there are no names."""
        return self._asks(self.row.words) if any(not each.row.words for each in self.results) else NO_NAMES

    def is_asked(self, on: str, name: str) -> bool:
        """Return whether one part of the step's throw uses this name: in its formula, limits, modifiers or words.

        `on` is the key of the part, such as `dice` or `roll`.
        """
        if on not in self._asked:
            own, words = self.formulas.get(on), getattr(self.row, f"{on}_words", "")
            numbers = [own, *self.limits.get(on, ()), *self.changed.get(on, ())]
            known = self._asks(words).union(self._asks(self.row.words), *(each.names for each in numbers if each))
            rests = frozenset(each.partition(".")[2] for each in known) - {""}
            self._asked[on] = Among(known), rests
        known_so, rests = self._asked[on]
        return known_so[name] or name.partition(".")[2] in rests  # for any name of a role there

    @property
    def lap_name(self) -> str:
        """The name under which the count of `again` is kept."""
        return f"{self.loop}.lap"

    @cached_property
    def when(self) -> When:
        """The conditions for playing this step: its own conditions, and the conditions of its block."""
        own, gate = self._when(self.row.when), self.at.gate
        played = Condition(shown(gate), ((Bound("=", parse(1)),),), Formula(shown(gate), gate))
        return When((played, *own.conditions)) if gate else own

    @cached_property
    def bounds(self) -> Mapping[str, Condition]:
        """A dict from the name of each `look` to its bound, which is a condition on the `face` of a die.

        A `look` without a bound is left out.
        """
        found = {name: each for name, each in self.row.look.items() if isinstance(each, str) and each != DOUBLE}
        conditions = {name: read_condition("face", each) for name, each in found.items()}
        return {name: each.within(self.of) if self.of else each for name, each in conditions.items()}

    @cached_property
    def goes_by(self) -> bool:
        """True if the step uses the margin by which a check succeeds or fails."""
        return self.kind == "check" and self.needed[f"{self.id}.by"]

    @cached_property
    def reroll_when(self) -> When:
        """The conditions under which dice of the step are thrown again."""
        return self._when(self.row.reroll.when)

    @cached_property
    def formulas(self) -> Mapping[str, Formula]:
        """The formulas for the numbers of the step, by key."""
        found = {key: getattr(self.row, key) for key in _FORMULAS}
        return {key: self._within(value) for key, value in found.items() if value is not None}

    @cached_property
    def odds(self) -> tuple[Formula, ...]:
        """The formulas for the two strengths whose odds decide the column."""
        return tuple(self._within(each) for each in self.row.odds or ())

    def column(self, at: int) -> str:
        """Return the column with this number in the step's table; the first column is 1.

        Return "below" if the number is less than 1 and the table has `below`.
        """
        return "below" if at < 1 and self.row.below else self.row.columns[max(1, at) - 1]

    @cached_property
    def limits(self) -> Mapping[str, tuple[Formula | None, Formula | None]]:
        """A dict from each part of the step's throw to its limits: the least and the most allowed."""
        return {
            on: (_or_none(each.least, self._within), _or_none(each.most, self._within))
            for on, each in self.row.limit.items()
        }

    @cached_property
    def modifiers(self) -> tuple[Adds, ...]:
        """The modifiers of the step's throw."""
        return tuple(
            Adds(each, self._when(each.when), self._within(each.amount), self.of) for each in self.row.modifier
        )

    @cached_property
    def changed(self) -> Mapping[str, tuple[Adds, ...]]:
        """A dict from each part of the step's throw to its modifiers.

        A part without a formula, a limit or a modifier is left out.
        """
        on = (*self.formulas, *self.limits, *(each.row.on for each in self.modifiers))
        return {each: tuple(adds for adds in self.modifiers if adds.row.on == each) for each in on}

    @cached_property
    def results(self) -> tuple[Come, ...]:
        """The results of the step."""
        return tuple(
            Come(each, self._when(each.when), tuple(effect_of(effect, self.of) for effect in each.do), self.of)
            for each in self.row.result
        )

    @cached_property
    def goes_by_result(self) -> bool:
        """True if the number of the step is used only to find the result that applies."""
        if not self.results or self.makes[1:] or self.row.explode.on or self.looked_at[self.id]:
            return False
        said = self._asks(self.row.words).union(*(comes.told for comes in self.results))
        return not Among(said)[self.id]

    @cached_property
    def is_named(self) -> bool:
        """True if a tally names the result of the step. A tally names the result if the step has several results, or if
        its only result does not always apply.

        The result of a `let` without words is not named.
        """
        if self.kind == "let" and all(one.words == "" for one in self.row.result):
            return False
        only = self.row.result[0] if len(self.row.result) == 1 else None
        return bool(self.row.result) and (only is None or only.id == only.words or bool(only.when or self.row.when))

    @cached_property
    def shares(self) -> bool:
        """True if a player chooses the stand that takes a loss."""
        return any(does.row.share for comes in self.results for does in comes.does)

    @cached_property
    def makes(self) -> tuple[str, ...]:
        """The names of the numbers that the step makes."""
        by = ("by",) if self.goes_by else ()
        return (self.id, *(f"{self.id}.{name}" for name in (*by, *self.row.look)))

    @cached_property
    def number_names(self) -> frozenset[str]:
        """The names that the numbers of the step depend on, including the names in its `when`."""
        bounds = [each for pair in self.limits.values() for each in pair if each]
        looks = NO_NAMES.union(*(each.names for each in self.bounds.values())) - {"face", "need"}
        adds = [looks, self.reroll_when.names, *(each.when.names | each.amount.names for each in self.modifiers)]
        return self.when.names.union(*[each.names for each in (*self.formulas.values(), *bounds)], *adds)

    @cached_property
    def asks(self) -> Among:
        """The names in `number_names`, as an `Among`."""
        return Among(self.number_names)

    @cached_property
    def result_names(self) -> frozenset[str]:
        """The names that decide which result applies."""
        return NO_NAMES.union(*(each.when.names for each in self.results))

    @cached_property
    def result_asks(self) -> Among:
        """The names in `result_names`, as an `Among`."""
        return Among(self.result_names)

    def said_by(self, at: int) -> Among:
        """Return an `Among` of the names that later steps use, or that the result with the number `at` uses.

        If `at` is -1, no result applies.
        """
        if at not in self._said_by:
            told = self.results[at].told | self._titled if at >= 0 else NO_NAMES
            self._said_by[at] = Among(self.later | told)
        return self._said_by[at]

    def looks_at(self, rules: Any, *, results: bool = False) -> Looks:
        """Return pairs (owner, name): the values of stands and sides that the numbers of the step depend on.

        If `results` is true, return the values that the choice of the result depends on.
        """
        if results in self._looks and self._looks[results][0] is rules:
            return self._looks[results][1]
        names = self.result_names if results else self.number_names
        found, front = {("", "removed")}, {(name.partition(".")[0], name.rpartition(".")[2]) for name in names}
        while front:
            found |= front
            worked = [(who, rules.stand[name].formula) for who, name in front if name in rules.stand]
            front = {(who, name) for who, each in worked if each != "" for name in parse(each).names} - found
        found |= {(who, track) for who, name in found for track in rules.tracks(name)}
        self._looks[results] = rules, frozenset(found)
        return self._looks[results][1]

    @property
    def is_counted(self) -> bool:
        """True if the step asks no questions, and the chances of its dice can be found by counting."""
        return self.kind != "choose" and not self.shares and not (self.row.explode.on and self.row.keep)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that the step uses anywhere."""
        row, bounds = self.row, [each for pair in self.limits.values() for each in pair if each]
        looked_at: list[Any] = [
            self.when,
            self.reroll_when,
            *self.bounds.values(),
            *self.formulas.values(),
            *self.odds,
            *bounds,
            *self.modifiers,
            *self.results,
        ]
        words = (row.words, row.dice_words, row.roll_words, row.need_words, row.policy)
        lap = (self.lap_name,) if self.loop else ()
        return NO_NAMES.union(lap, *[each.names for each in looked_at], *map(self._asks, words))


def _or_none(written: Any, read: Callable[[Any], Formula]) -> Formula | None:
    return None if written is None else read(written)
