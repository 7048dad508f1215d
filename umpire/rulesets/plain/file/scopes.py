"""Blocks of steps in the acts that play them: the order of all steps, and the meaning of each name there.

A name in a block is looked up in the block first. A role of the block stands for a role of the act. Outside the block,
the name of a step in the block begins with the id of the step that plays the block: `answer.hits`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from umpire.game.forms import Path
from umpire.game.says.formula import Tree
from umpire.rulesets.plain.file.asks import Phrases, phrases_of
from umpire.rulesets.plain.file.rules import Step, StepBlock

INNER = "/"
"""Between a step that plays a block and a name of the block, in names that are never typed: `answer/hits`."""

OPPOSED = ("winner", "loser", "tie", "margin")
"""The names that throws against each other make."""


def shown(id: str) -> str:
    """Return the id of a step as people read and type it."""
    return id.replace(INNER, ".")


def of_block(name: str) -> tuple[str, str]:
    """Return a name made by a step as a pair: the prefix of the block ("" outside blocks), and the rest of the name."""
    block, dash, own = name.rpartition(INNER)
    return block + dash, own


class BlockScope:
    """The meaning of names in a list of steps.

    The steps belong to an act, or to a block that is played. For an act, `prefix` is "".
    """

    def __init__(self, steps: Sequence[Step], prefix: str = "", roles: Mapping[str, str] | None = None) -> None:
        self.prefix, self.roles = prefix, dict(roles or {})
        self.facts: dict[str, str] = {}
        self.plays: dict[str, list[BlockScope]] = {}
        self.own = {*OPPOSED, *(row.id for row in steps)} if prefix else set[str]()
        throwing = [(role, ("total", *row.look)) for row in steps for role in row.opposed or ()]
        self.made = {f"{role}.{name}" for role, names in throwing for name in names} if prefix else set[str]()

    def __call__(self, name: str) -> Tree:
        """Return the meaning of a name.

        If a step plays its block several times, a name of the block means the sum of its values.
        """
        head, dot, rest = name.partition(".")
        if head in self.plays:
            each = [one(rest) if dot else one.prefix[: -len(INNER)] for one in self.plays[head]]
            found = each[0]
            for other in each[1:]:
                found = ("+", found, other)
            return found
        if head in self.roles:
            return (self.prefix if name in self.made else "") + self.roles[head] + dot + self.facts.get(rest, rest)
        return self.prefix + name if head in self.own else self.facts.get(name, name)

    def role(self, name: str) -> str:
        """Return the role that a name means. The name is a role, or the id of a step that chooses a stand."""
        return str(self(name))

    def each(self, role: str, at: int) -> BlockScope:
        """Return a copy of this scope in which `role` means only one of its many stands."""
        one = object.__new__(BlockScope)
        one.__dict__ = {**self.__dict__, "roles": {**self.roles, role: f"{self.role(role)}:{at}"}}
        return one


def all_phrases(steps: Sequence[Step], blocks: Mapping[str, StepBlock]) -> Phrases:
    """Return the dict of `phrases_of` for steps and for the blocks that they play, with names such as
    `answer.clash.is`.
    """
    found = dict(phrases_of(steps))
    for row in steps:
        inner = all_phrases(blocks[row.play].step, blocks) if row.play else {}
        found |= {f"{row.id}.{name}": words for name, words in inner.items()}
    return found


class Placed(NamedTuple):
    """A step in its place among the steps of an act.

    `scope` has the meaning of the names in the step. `prefix` is the beginning of the id of the step. `gate` is the id
    of an earlier step that decides whether this step is played; "" if there is no such step. `roles` and `phrases` are
    the roles and phrases that the conditions of the step may use. `path` is the place of the step in the file.
    """

    row: Step
    scope: BlockScope | None
    prefix: str
    gate: str
    roles: frozenset[str]
    phrases: Phrases
    path: Path

    @property
    def id(self) -> str:
        """The id of the step and of its result."""
        return self.prefix + self.row.id


class Placing:
    """The steps of an act in the order of play, including the steps of blocks.

    `begins` maps the id of each step to its place. `many` maps each role with many stands to their number.
    """

    def __init__(self, blocks: Mapping[str, StepBlock], many: Mapping[str, int]) -> None:
        self.blocks, self.many = blocks, many
        self.begins: dict[str, int] = {}
        self.by_each = False
        """Whether some block is played by each of many."""
        self.steps: list[Placed] = []

    def act(self, verb: str, steps: Sequence[Step], roles: Mapping[str, Any]) -> Placing:
        """Put the steps of an act in place, and return this object."""
        scope = BlockScope(steps) if any(row.play for row in steps) else None
        self._place(steps, scope, "", frozenset(roles), all_phrases(steps, self.blocks), ("act", verb, "step"))
        return self

    def _place(
        self,
        steps: Sequence[Step],
        scope: BlockScope | None,
        gate: str,
        roles: frozenset[str],
        phrases: Phrases,
        path: Path,
    ) -> None:
        chosen = (row.id for row in steps if isinstance(row.choose, str) and row.choose)
        won = (f"{row.id}.{name}" for row in steps if row.play for name in OPPOSED[:2])
        roles = frozenset({*roles, "self", "foe", "winner", "loser", *chosen, *won})
        for at, row in enumerate(steps):
            prefix = scope.prefix if scope else ""
            self.begins[prefix + row.id] = len(self.steps)
            here = Placed(row, scope, prefix, gate, roles, phrases, (*path, at))
            if not row.play or scope is None:
                self.steps.append(here)
                continue
            for outer, id in self._played(row, scope):
                self._play(row, here._replace(row=Step(id=id, let=1, when=row.when), scope=outer), scope)

    def _played(self, row: Step, scope: BlockScope) -> Iterator[tuple[BlockScope, str]]:
        """Yield (scope, id) once for each time that this step plays its block."""
        if not row.each:
            yield scope, row.id
            return
        self.by_each = True
        for at in range(self.many.get(scope.role(row.each), 1)):
            yield scope.each(row.each, at), f"{row.id}{INNER}{at + 1}"

    def _play(self, row: Step, at: Placed, scope: BlockScope) -> None:
        """Add the steps of a block.

        First comes a step that says whether the block is played, then the numbers handed over, then the block's own
        steps.
        """
        block, outer = self.blocks[row.play], at.scope
        assert outer is not None
        inner = BlockScope(block.step, at.id + INNER, {role: outer.role(str(row.given[role])) for role in block.roles})
        inner.own |= {*block.numbers}
        inner.facts = {name: str(row.given.get(name, name)) for name in block.facts}
        scope.plays.setdefault(row.id, []).append(inner)
        gate = at.gate
        if row.when:
            self.steps.append(at)
            gate = at.id
        for name in block.numbers:
            number = Step(id=name, let=row.given[name])
            here = (*at.path, "with", name)
            self.steps.append(at._replace(row=number, prefix=inner.prefix, gate=gate, path=here))
        phrases = all_phrases(block.step, self.blocks)
        self._place(block.step, inner, gate, frozenset(block.roles), phrases, ("steps", row.play, "step"))
