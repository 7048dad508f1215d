"""An act made ready: its steps in the order they are played, and what they may do to whom."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import Enum
from functools import cached_property

from umpire.game.says.condition import When
from umpire.rulesets.plain.file.asks import Phrases, phrases_of, when_of
from umpire.rulesets.plain.file.chains import Chain, units
from umpire.rulesets.plain.file.does import Does
from umpire.rulesets.plain.file.rules import ActOf, Refusal, Step
from umpire.rulesets.plain.file.step import StepPlan

OF_SIDE = ("own", "enemy", "side", "other")
"""The names of the two sides."""


class Meaning(Enum):
    """What a name of an act means, which is known before anything is played."""

    WHO, ROLE, FACT, STAND, SIDE, TURN, NOTHING = range(7)


class ActPlan:
    """An act of a rule file, its steps in the order they are played; what may be played `again` stands there again."""

    def __init__(self, verb: str, row: ActOf) -> None:
        self.verb, self.row = verb, row
        self._units: dict[tuple[int, int], tuple[Chain | tuple[StepPlan, ...], ...]] = {}
        self._meanings: dict[str, tuple[str, str, Meaning]] = {}

    def meaning(self, name: str) -> tuple[str, str, Meaning]:
        """What a name means where no step has made it, with what stands before its dot and behind."""
        if name not in self._meanings:
            head, dot, rest = name.partition(".")
            self._meanings[name] = head, rest, self._meant(head, rest, bool(dot))
        return self._meanings[name]

    def _meant(self, head: str, rest: str, dotted: bool) -> Meaning:
        if (role := head.partition(":")[0]) in self.roles or role in self.made:
            if dotted and rest == "role" and role in self.roles:
                return Meaning.ROLE
            return Meaning.FACT if rest in self.row.fact else Meaning.STAND if dotted else Meaning.WHO
        if head in OF_SIDE:
            return Meaning.SIDE
        known = {**dict.fromkeys(self.row.fact, Meaning.FACT), "turn": Meaning.TURN}
        return Meaning.NOTHING if dotted else known.get(head, Meaning.NOTHING)

    @cached_property
    def refusals(self) -> tuple[tuple[Refusal, When], ...]:
        """When it is refused."""
        return tuple((each, when_of(each.when, self.roles, self.phrases)) for each in self.row.refuse)

    @cached_property
    def steps(self) -> tuple[StepPlan, ...]:
        """Its steps, each with what those after it look at."""
        steps = tuple(unrolled(self.row.step, self.roles, self.phrases))
        later: set[str] = set()
        for step in reversed(steps):
            step.later = frozenset(later)
            later |= step.names
        return steps

    @cached_property
    def groups(self) -> tuple[tuple[StepPlan, ...], ...]:
        """The steps with those behind them that ask nothing: what those make of a throw is read of it at once."""
        found: list[list[StepPlan]] = []
        for step in self.steps:
            if step.kind == "let" and found and not step.shares and not found[-1][0].shares:
                found[-1].append(step)
            else:
                found.append([step])
        return tuple(map(tuple, found))

    @cached_property
    def roles(self) -> frozenset[str]:
        """The names that stand for somebody: the roles, and those that steps make of them."""
        chosen = (row.id for row in self.row.step if isinstance(row.choose, str) and row.choose)
        return frozenset({*self.row.role, "self", "foe", "winner", "loser", *chosen})

    @cached_property
    def runs(self) -> tuple[int, ...]:
        """For each number of groups, where those begin that end there and ask nobody; the number if there are none."""
        found = [0]
        for group in self.groups:
            counted = all(step.is_counted for step in group)
            found.append(found[-1] if counted else len(found))
        return tuple(found)

    def units(self, begin: int, count: int) -> tuple[Chain | tuple[StepPlan, ...], ...]:
        """The steps of these groups in the parts they are counted by."""
        if (begin, count) not in self._units:
            steps = [step for group in self.groups[begin:count] for step in group]
            self._units[begin, count] = tuple(units(steps))
        return self._units[begin, count]

    @cached_property
    def phrases(self) -> Phrases:
        """What its steps may come to that is more than a word."""
        return phrases_of(self.row.step)

    @cached_property
    def made(self) -> frozenset[str]:
        """The names that its steps make, before a dot."""
        return frozenset({"winner", "loser", "tie", "margin", *(row.id for row in self.row.step)})

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The steps whose result is named in a tally."""
        return tuple(dict.fromkeys(step.id for step in self.steps if step.is_named))

    @cached_property
    def losing(self) -> tuple[tuple[str, str], ...]:
        """Who may lose of which track, by role."""
        return tuple(dict.fromkeys((role, name) for role, what, name in self._befalls if what == "lose"))

    def befalling(self, empty: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        """The roles of whom somebody may be marked, or removed, outright or because a track of these is `empty`; each
        with the marks."""
        found: dict[str, dict[str, None]] = {}
        for role, what, name in self._befalls:
            if role in self.row.role and (what in ("remove", "mark") or (what == "lose" and name in empty)):
                found.setdefault(role, {}).update({name: None} if what == "mark" else {})
        return {role: tuple(marks) for role, marks in found.items()}

    @cached_property
    def _befalls(self) -> tuple[tuple[str, str, str], ...]:
        """What may befall whom."""
        return tuple((role, does.what, does.name) for _, role, does, _ in self._does)

    def gone_after(self, id: str, empty: Collection[str]) -> Iterator[str]:
        """The roles of whom a step may remove somebody, with steps behind it that are then played."""
        for step, role, does, ends in self._does:
            if step == id and not ends and (does.what == "remove" or (does.what == "lose" and does.name in empty)):
                yield role

    @cached_property
    def _does(self) -> tuple[tuple[str, str, Does, bool], ...]:
        """What each step may do to whom, and whether the act then ends: who may win or be chosen is of the roles."""
        found: list[tuple[str, str, Does, bool]] = []
        made: dict[str, tuple[str, ...]] = {}
        for step in self.steps:
            if step.row.opposed:
                made |= dict.fromkeys(("winner", "loser"), step.row.opposed)
            if isinstance(step.row.choose, str) and step.row.choose:
                made[step.id] = made.get(step.row.choose, (step.row.choose,))
            for comes in step.results:
                ends = any(does.what == "end" for does in comes.does)
                for does in comes.does:
                    found += [(step.id, role, does, ends) for role in made.get(does.who, (does.who,))]
        return tuple(found)


def unrolled(rows: tuple[Step, ...], roles: frozenset[str], phrases: Phrases) -> Iterator[StepPlan]:
    """The steps, those that may be played again as often as they may."""
    places = {row.id: at for at, row in enumerate(rows)}
    loops = {
        at: (places[effect.again], effect.most)
        for at, row in enumerate(rows)
        for result in row.result
        for effect in result.do
        if effect.again
    }
    at = 0
    while at < len(rows):
        end = next((end for end, (begin, _) in loops.items() if begin <= at <= end), None)
        if end is None:
            yield StepPlan(rows[at], roles, phrases)
            at += 1
            continue
        begin, most = loops[end]
        for lap in range(most + 1):
            yield from (StepPlan(row, roles, phrases, lap, rows[end].id) for row in rows[begin : end + 1])
        at = end + 1
