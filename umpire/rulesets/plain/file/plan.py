"""An act ready for play: its steps in the order of play, and the possible effects of these steps on each role."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property

from umpire.game.says.condition import When
from umpire.rulesets.plain.file.asks import when_of
from umpire.rulesets.plain.file.chains import Chain, units
from umpire.rulesets.plain.file.does import Does
from umpire.rulesets.plain.file.rules import ActOf, Refusal, StepBlock
from umpire.rulesets.plain.file.scopes import OPPOSED, Placed, Placing
from umpire.rulesets.plain.file.step import StepPlan

OF_SIDE = ("own", "enemy", "side", "other")
"""The names of the two sides."""


class Meaning(Enum):
    """The kinds of meaning that a name of an act may have, known before play."""

    WHO, ROLE, FACT, STAND, SIDE, TURN, NOTHING = range(7)


class ActPlan:
    """An act of a rule file, with its steps in the order of play. A step that may be played `again` is repeated."""

    def __init__(
        self,
        verb: str,
        row: ActOf,
        blocks: Mapping[str, StepBlock] | None = None,
        many: Mapping[str, int] | None = None,
    ) -> None:
        self.verb, self.row = verb, row
        self.placing = Placing(blocks or {}, many or {}).act(verb, row.step, row.role)
        self._units: dict[tuple[int, int], tuple[Chain | tuple[StepPlan, ...], ...]] = {}
        self._meanings: dict[str, tuple[str, str, Meaning]] = {}

    def meaning(self, name: str) -> tuple[str, str, Meaning]:
        """Return the part of a name before its dot, the part after its dot, and the kind of meaning.

        The name must not be one that a step has made.
        """
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
        """The refusals of the act, each with its conditions."""
        return tuple((each, when_of(each.when, self.roles, {})) for each in self.row.refuse)

    @cached_property
    def steps(self) -> tuple[StepPlan, ...]:
        """The steps of the act, each with the names that later steps use."""
        steps = tuple(unrolled(self.placing.steps, self.placing.begins))
        later: set[str] = set()
        for step in reversed(steps):
            step.later = frozenset(later)
            later |= step.names
        return steps

    @cached_property
    def groups(self) -> tuple[tuple[StepPlan, ...], ...]:
        """The steps in groups.

        A group is one step and the `let` steps right after it. A `let` step asks no question.
        """
        found: list[list[StepPlan]] = []
        for step in self.steps:
            if step.kind == "let" and found and not step.shares and not found[-1][0].shares:
                found[-1].append(step)
            else:
                found.append([step])
        return tuple(map(tuple, found))

    @cached_property
    def roles(self) -> frozenset[str]:
        """The names that mean a stand: the roles, and names that steps give to a role, such as `winner`."""
        steps = self.placing.steps
        chosen = (each.id for each in steps if isinstance(each.row.choose, str) and each.row.choose)
        won = (each.prefix + name for each in steps for name in OPPOSED[:2])
        return frozenset({*self.row.role, "self", "foe", "winner", "loser", *chosen, *won})

    @cached_property
    def runs(self) -> tuple[int, ...]:
        """The place of the last question among the first n groups, for each n from 0.

        Item n counts the groups up to and including that question. Item n is 0 if the first n groups ask no question.
        """
        found = [0]
        for group in self.groups:
            counted = all(step.is_counted for step in group)
            found.append(found[-1] if counted else len(found))
        return tuple(found)

    def units(self, begin: int, count: int) -> tuple[Chain | tuple[StepPlan, ...], ...]:
        """Return the steps of these groups, divided into parts. The chances of each part are counted separately."""
        if (begin, count) not in self._units:
            steps = [step for group in self.groups[begin:count] for step in group]
            self._units[begin, count] = tuple(units(steps))
        return self._units[begin, count]

    @cached_property
    def made(self) -> frozenset[str]:
        """The names that the steps of the act make. If a name has a dot, only the part before the dot is included."""
        made = [name for each in self.placing.steps for name in (each.id, *(each.prefix + one for one in OPPOSED))]
        throwers = (
            f"{step.at.prefix}{role}" for step in self.steps if step.kind == "opposed" for role in step.throwers
        )
        return frozenset({*OPPOSED, *made, *throwers} - {*self.row.role})

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The steps whose result is named in a tally."""
        return tuple(dict.fromkeys(step.called for step in self.steps if step.is_named))

    @cached_property
    def losing(self) -> tuple[tuple[str, str, str], ...]:
        """Triples (role, track, name), one for each effect that takes losses.

        The value of the name selects a part of the track. The name is "" if the effect does not select a part.
        """
        return tuple(
            dict.fromkeys((role, does.name, does.word) for _, role, does, _ in self._does if does.what == "lose")
        )

    def befalling(self, empty: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        """Return a dict from each role whose stands may be marked or removed to the possible marks.

        `empty` has the tracks that remove a stand when they reach 0.
        """
        found: dict[str, dict[str, None]] = {}
        for role, what, name in self._befalls:
            gone = what in ("remove", "mark") or (what == "lose" and name in empty)
            if gone and role.partition(":")[0] in self.row.role:
                found.setdefault(role, {}).update({name: None} if what == "mark" else {})
        return {role: tuple(marks) for role, marks in found.items()}

    @cached_property
    def removed_outright(self) -> tuple[str, ...]:
        """Return the roles whose stands an effect may remove directly, not only through a track at 0."""
        found = dict.fromkeys(role for role, what, _ in self._befalls if what == "remove")
        return tuple(role for role in found if role in self.row.role)

    @cached_property
    def _befalls(self) -> tuple[tuple[str, str, str], ...]:
        """The possible effects as triples (role, kind of effect, name of the number or mark)."""
        return tuple((role, does.what, does.name) for _, role, does, _ in self._does)

    def gone_after(self, id: str, empty: Collection[str]) -> Iterator[str]:
        """Yield the roles whose stands a step may remove without ending the act."""
        for step, role, does, ends in self._does:
            if step == id and not ends and (does.what == "remove" or (does.what == "lose" and does.name in empty)):
                yield role

    @cached_property
    def _does(self) -> tuple[tuple[str, str, Does, bool], ...]:
        """Tuples (id of the step, role, effect, whether the act ends with the result).

        An effect on the winner, the loser or a chosen stand has a tuple for each role that may be meant.
        """
        found: list[tuple[str, str, Does, bool]] = []
        made: dict[str, tuple[str, ...]] = {}
        for step in self.steps:
            of = tuple(one for role in step.throwers for one in made.get(role, (role,)))
            if step.kind == "opposed":
                made |= dict.fromkeys((f"{step.at.prefix}{name}" for name in OPPOSED[:2]), of)
            elif step.kind == "choose" and of:
                made[step.id] = of
            for comes in step.results:
                ends = any(does.row.end is True for does in comes.does)
                for does in comes.does:
                    found += [(step.id, role, does, ends) for role in made.get(does.who, (does.who,))]
        return tuple(found)


def unrolled(steps: Sequence[Placed], begins: Mapping[str, int]) -> Iterator[StepPlan]:
    """Yield the steps in the order of play.

    A step that may be played again is repeated as often as it may be played.
    """
    loops = {
        at: (begins[each.prefix + effect.again], effect.most)
        for at, each in enumerate(steps)
        for result in each.row.result
        for effect in result.do
        if effect.again
    }
    at = 0
    while at < len(steps):
        end = next((end for end, (begin, _) in loops.items() if begin <= at <= end), None)
        if end is None:
            yield StepPlan(steps[at])
            at += 1
            continue
        begin, most = loops[end]
        for lap in range(most + 1):
            yield from (StepPlan(each, lap, steps[end].id) for each in steps[begin : end + 1])
        at = end + 1
