"""Chains of steps without questions. The chances of a chain are counted together.

Only the last step of a chain may have results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import mul
from typing import Any

from umpire.game.says.formula import Formula, Tree
from umpire.rulesets.plain.file.does import NO_NAMES, Among
from umpire.rulesets.plain.file.step import Looks, StepPlan

Sum = tuple[tuple[str, int], ...]
"""A sum of names, each with a factor."""

Worked = tuple[StepPlan, Formula | None]
"""A step, and the values it works out if it has no dice."""

_NUMBERS = ("count", "total", "check")


class Link:
    """One throw and the values worked out from it. If there is no throw, a link has only values. `live` has the names
    used later.
    """

    def __init__(self, steps: Sequence[Worked], live: tuple[str, ...]) -> None:
        self.steps, self.live = tuple(steps), live
        made = frozenset(name for step, _ in steps for name in step.makes)
        self.names = NO_NAMES.union(*(_asked(*each) for each in steps)) - made
        """The names that it depends on."""
        self.made = tuple(name for step, _ in steps for name in step.makes if name in live)
        self.asks = Among(NO_NAMES.union(*(step.number_names for step, _ in steps)))
        self.times = 0
        """1 or -1 if only one number is used later, worked out as a sum in which the number thrown is one part."""
        (first, _), (last, formula) = steps[0], steps[-1]
        if len(steps) == 2 and formula and not first.makes[1:] and self.made == (last.id,):
            times = (_sum(formula.tree, formula.names) or {}).get(first.id, 0)
            self.times = times if abs(times) == 1 else 0
        self._looks: tuple[Any, Looks] | None = None

    def looks_at(self, rules: Any) -> Looks:
        """Return the values of stands and sides that the link uses."""
        if self._looks is None or self._looks[0] is not rules:
            self._looks = rules, Looks().union(*(step.looks_at(rules) for step, _ in self.steps))
        return self._looks[1]


class Together:
    """Throws that follow each other. Later steps use only sums of the numbers thrown. `forms` has the names of these
    sums.

    A sum has a floor if every formula in `trees` that uses the sum sets a lowest value for the sum, as `max(0, ...)`
    does.
    """

    def __init__(self, steps: Sequence[StepPlan], sums: dict[Sum, str], trees: Sequence[Tree]) -> None:
        self.steps, self.forms = tuple(steps), tuple(sums.values())
        least = [*_least(("", *trees))]
        bounds = [[bound for name, bound in least if name == form] for form in self.forms]
        self.floors = [None if None in each else min(bound for bound in each if bound is not None) for each in bounds]
        self._times = {step: [tuple(dict(one).get(name, 0) for name in step.makes) for one in sums] for step in steps}
        self._parts: dict[StepPlan, dict[tuple[int, ...], tuple[int, ...]]] = {step: {} for step in steps}

    def parts(self, step: StepPlan, values: tuple[int, ...]) -> tuple[int, ...]:
        """Return the amounts that one throw adds to the sums, in the order of the sums.

        `values` are the numbers that the throw made.
        """
        found = self._parts[step]
        if values not in found:
            found[values] = tuple([sum(map(mul, times, values)) for times in self._times[step]])
        return found[values]


class Chain:
    """Steps that follow each other without questions. Only the last step may have results."""

    def __init__(self, steps: Sequence[StepPlan]) -> None:
        self.steps = tuple(steps)
        self._looks: tuple[Any, Looks] | None = None

    @cached_property
    def waits(self) -> frozenset[StepPlan]:
        """The steps whose conditions depend on the numbers of the steps before them."""
        made = [{name for before in self.steps[:at] for name in before.makes} for at in range(len(self.steps))]
        return frozenset(step for step, names in zip(self.steps, made, strict=True) if names & step.when.names)

    @cached_property
    def asks(self) -> Among:
        """The names that the chain's numbers use."""
        return Among(NO_NAMES.union(self.steps[-1].result_names, *(step.number_names for step in self.steps)))

    def looks_at(self, rules: Any) -> Looks:
        """Return the values of stands and sides that the chain's numbers use."""
        if self._looks is None or self._looks[0] is not rules:
            numbers = (step.looks_at(rules) for step in self.steps)
            self._looks = rules, self.steps[-1].looks_at(rules, results=True).union(*numbers)
        return self._looks[1]

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The links of the chain, each with the names used after it."""
        return tuple(self._linked({step: step.formulas.get("let") for step in self.steps}, (), self.steps))

    @cached_property
    def together(self) -> tuple[Together, tuple[Link, ...]] | None:
        """The throws at the beginning of the chain, and the links after these throws. None if later steps need more
        than sums of the numbers thrown.
        """
        kinds = [step.kind for step in self.steps]
        throws = kinds.index("let") if "let" in kinds else 0
        if throws < 2:
            return None
        first, made = self.steps[:throws], frozenset[str]()
        for step in first:
            if made & step.number_names:
                return None
            made |= {*step.makes}
        lets = next((at for at, kind in enumerate(kinds[throws:]) if kind != "let"), len(kinds) - throws)
        behind = self.steps[throws + lets :]
        last = self.steps[-1].needed
        whens = [step.when.names for step in self.steps[throws : throws + lets]]
        asked = NO_NAMES.union(self.steps[-1].when.names, *whens, *(step.number_names for step in behind))
        if any(last[name] or name in asked for name in made):
            return None
        sums: dict[Sum, str] = {}
        formulas = {step: step.formulas.get("let") for step in self.steps[throws:]}
        for step in self.steps[throws : throws + lets]:
            formula = step.formulas["let"]
            formulas[step] = Formula(formula.text, _in_sums(formula.tree, made, sums))
        mixed = any(len({name.partition(".")[0] for name, _ in one}) > 1 for one in sums)
        if not mixed or len(sums) > len(made):
            return None
        found = Together(first, sums, [each.tree for each in formulas.values() if each])
        return found, tuple(self._linked(formulas, found.forms, self.steps[throws:]))

    def _linked(
        self, formulas: dict[StepPlan, Formula | None], live: tuple[str, ...], steps: Sequence[StepPlan]
    ) -> Iterator[Link]:
        last, when = self.steps[-1].needed, self.steps[-1].when.names
        begins = [at for at, step in enumerate(steps) if at == 0 or step.kind != "let"]
        for begin, end in zip(begins, (*begins[1:], len(steps)), strict=True):
            later = NO_NAMES.union(*(_asked(one, formulas[one]) for one in steps[end:]))
            made = [name for step in steps[begin:end] for name in step.makes]
            live = tuple(name for name in (*live, *made) if last[name] or name in later or name in when)
            yield Link([(step, formulas[step]) for step in steps[begin:end]], live)


def _asked(step: StepPlan, formula: Formula | None) -> frozenset[str]:
    """Return the names that a step depends on.

    The step uses these names in its conditions, and in its formula or its throw.
    """
    return step.number_names if formula is None else formula.names | step.when.names


def _in_sums(tree: Tree, made: frozenset[str], sums: dict[Sum, str]) -> Tree:
    """Return the formula with one new name in place of each sum of numbers thrown."""
    total = _sum(tree, made)
    if total is not None:
        return sums.setdefault(tuple(sorted(total.items())), f"+{len(sums)}")
    if not isinstance(tree, tuple) or tree[0] in ("sum", "count", "[]"):
        return tree
    return (tree[0], *(_in_sums(part, made, sums) for part in tree[1:]))


def _least(tree: Tree) -> Iterator[tuple[str, int | None]]:
    """Yield pairs (name, number or None) for the names in a formula.

    All values of the name below this number give the same result.
    """
    match tree:
        case ("max", int(bound), str(name)) | ("max", str(name), int(bound)):
            yield name, bound
        case str():
            yield tree, None
        case (_, *parts):
            for part in parts:
                yield from _least(part)


def _sum(tree: Tree, made: frozenset[str]) -> dict[str, int] | None:
    """Return a formula as a dict from name to factor.

    Return None if the formula is not a sum of these names.
    """
    if isinstance(tree, str):
        return {tree: 1} if tree in made else None
    if isinstance(tree, int) or tree[0] not in ("+", "-", "*"):
        return None
    does, first, second = tree
    one, other = _sum(first, made), _sum(second, made)
    if does == "*":
        number, total = (first, other) if isinstance(first, int) else (second, one)
        return {name: number * times for name, times in total.items()} if total and isinstance(number, int) else None
    if other is None or (one is None and not (does == "-" and first == 0)):
        return None
    sign = -1 if does == "-" else 1
    names = {**(one or {}), **other}
    return {name: (one or {}).get(name, 0) + sign * other.get(name, 0) for name in names}


def units(steps: Sequence[StepPlan]) -> Iterator[Chain | tuple[StepPlan, ...]]:
    """Yield the parts of a list of steps without questions. The chances of each part are counted separately.

    A part is a chain, or a throw with the values worked out from it.
    """
    at = 0
    while at < len(steps):
        if chain := _chain(steps[at:]):
            yield Chain(chain)
            at += len(chain)
            continue
        end = at + 1
        while end < len(steps) and steps[end].kind == "let":
            end += 1
        yield tuple(steps[at:end])
        at = end


def _chain(steps: Sequence[StepPlan]) -> list[StepPlan]:
    """Return the steps at the beginning of this list that form a chain; [] if the first step cannot begin a chain."""
    found: list[StepPlan] = []
    made = NO_NAMES
    for step, then in zip(steps, (*steps[1:], None), strict=True):
        plain = step.kind in (*_NUMBERS, *(("let",) if found else ()))
        if not plain or step.loop or step.row.explode.on:
            break
        if step.kind == "check" and step.when and step.row.otherwise is None:
            break
        if then and step.kind != "let" != then.kind and made & step.when.names:  # a chain of sums may begin here
            break
        found.append(step)
        made = made.union(step.makes)
        if step.results:
            break
    return found
