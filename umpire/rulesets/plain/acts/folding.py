"""The chances after several steps that ask no questions. The chances are found by counting forward.

A moment is the progress of an act after some of its steps. After each step, every possible moment has a whole number as
its weight. The weights of equal moments are added up. Steps without results are counted together with the next step
that has results, as a `Chain`. Words and effects are added only at the end of a chain.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import lcm
from operator import itemgetter
from typing import Any

from umpire.core.chances import added
from umpire.core.odds import MOST_PATHS, TooMany
from umpire.core.readings import Reading
from umpire.game.says.formula import Formula
from umpire.rulesets.plain.acts.env import NOTHING, MomentNames, Playing, Progress
from umpire.rulesets.plain.acts.pools import dice_of
from umpire.rulesets.plain.acts.results import come_to_result
from umpire.rulesets.plain.acts.steps import branches, left_out, otherwise_of, with_names
from umpire.rulesets.plain.file.chains import Chain, Link, Together
from umpire.rulesets.plain.file.does import NO_NAMES, Among
from umpire.rulesets.plain.file.step import Looks, StepPlan

Weights = dict[Any, int]
Counted = tuple[list[tuple[Any, int]], int]
Pairs = tuple[tuple[str, Any], ...]
Put = tuple[tuple[tuple[str, str], int], ...]
Ways = tuple[list[tuple[tuple[Any, ...], int]], int]

MOST_PAIRS = 100_000
"""The most combinations of numbers that are counted for a chain; counting more would take too long."""
MOST_REMEMBERED = 4_000
"""The most sums of throws that are remembered; more would fill the memory."""


def folded(sit: Playing, going: Progress, begin: int, count: int) -> Counted:
    """Return pairs (moment, weight) for all moments to which these groups of steps can lead, and the total weight.

    Raises TooMany.
    """
    found: dict[Progress, int] = {going: 1}
    total = 1
    for unit in sit.plan.units(begin, count):
        each: list[tuple[int, Counted]] = []
        ways = 0
        for moment, weight in found.items():
            if isinstance(unit, Chain):
                each.append((weight, _ends(sit, unit, moment)))
            else:
                each.append((weight, branches(sit, unit, moment)))
            ways += len(each[-1][1][0])
            if ways > MOST_PATHS:  # as many as are walked
                raise TooMany
        found, more = _merged(each)
        total *= more
        if len(found) > MOST_PATHS:
            raise TooMany
    return list(found.items()), total


def _merged(each: list[tuple[int, Counted]]) -> tuple[Weights, int]:
    """Return one count made from several counts, each of which has a weight.

    The new total is the least common multiple of the totals of all counts.
    """
    total = lcm(*{of for _, (_, of) in each})
    found: Weights = {}
    before = found.get
    for weight, (ways, of) in each:
        weight *= total // of
        for value, share in ways:
            found[value] = before(value, 0) + weight * share
    return found, total


def _ends(sit: Playing, chain: Chain, going: Progress) -> Counted:
    """Return pairs (moment, weight) for all moments to which a chain can lead, and the total weight."""
    last = chain.steps[-1]
    if going.over:
        return [(left_out(last, going), 1)], 1
    names = tuple([pair for pair in going.names if chain.asks[pair[0]]])
    put = _looked_at(sit, going, chain.looks_at(sit.rules))
    key = (_ends, chain, names, put)
    if key not in sit.memory:
        sit.memory[key] = _Kernel(sit, chain, Progress(names, put)).counted()
    ways, total = sit.memory[key]
    return [(_come_to(sit, last, going, *end), weight) for end, weight in ways], total


def _looked_at(sit: Playing, going: Progress, looks_at: Looks) -> Put:
    """Return the changed values that are in `looks_at`.

    `looks_at` has pairs (owner, name of a value). If the owner is a role with one stand, only the value of that stand
    is returned. For any other owner, the values with this name are returned for all stands and sides.
    """
    key = (_looked_at, looks_at)
    if going.put and key not in sit.memory:
        sit.memory[key] = {(sit.roles[who].id if who in sit.roles else "", name) for who, name in looks_at}
    known = sit.memory[key] if going.put else ()
    return tuple([each for each in going.put if each[0] in known or ("", each[0][1]) in known])


def _come_to(sit: Playing, last: StepPlan, going: Progress, at: int, made: Pairs) -> Progress:
    """Return the progress after a chain that has come to one of its possible ends.

    `at` is the number of the last step's result, -1 if no result applies. `made` has the values that the chain makes.
    """
    said = last.said_by(at)
    names = tuple([pair for pair in going.names if said[pair[0]]])
    going = going if names == going.names else going.named(names)
    key = (_come_to, last, going, at, made)
    if key not in sit.memory:
        sit.memory[key] = come_to_result(sit, last, with_names(going, dict(made)), at)
    return sit.memory[key]  # type: ignore[no-any-return]


class _Kernel:
    """The count of a chain that begins at a given moment.

    Each possible set of values has a weight. Only the names that the chain uses are known here.
    """

    def __init__(self, sit: Playing, chain: Chain, going: Progress) -> None:
        self.sit, self.chain, self.going = sit, chain, going
        self.env = MomentNames(sit, going)
        self.live: tuple[str, ...] = ()
        self.states: Weights = {(): 1}
        self.total = 1
        self.pairs = 0
        self.throws: dict[StepPlan, dict[Any, Any]] = {}

    def counted(self) -> Counted:
        """Return the possible ends of the chain as pairs (end, weight), and the total weight.

        An end has the number of a result, and the names that later steps still use.
        """
        steps, last, waits = self.chain.steps, self.chain.steps[-1], self.chain.waits
        self.out = {step: None if step in waits else not step.when.holds(self.env) for step in steps}
        self.outs = tuple(self.out.values())
        if all(self.out.values()):
            made = [(step.id, nothing) for step in steps if (nothing := otherwise_of(step)) is not None]
            return [((-1, tuple([pair for pair in made if last.needed[pair[0]]])), 1)], 1
        throws, links = self.chain.together or (None, ())
        if throws is None or any(self.out[step] for step in throws.steps):
            links = self.chain.links
        else:
            self.together(throws)
        for link in links:
            self.step(link)
        return self.ends(last, self.out[last]), self.total

    def ends(self, last: StepPlan, is_out: bool | None) -> list[tuple[Any, int]]:
        """Return pairs (end, weight). An end has the number of a result, and the names that later steps still use."""
        weights: dict[int, int] = {}
        before, live, env = weights.get, self.live, self.env.found
        waits = NO_NAMES if is_out is not None else last.when.names
        pick = _picker([at for at, name in enumerate(live) if last.result_asks[name] or name in waits])
        asked, keeps = pick(live), dict[int, Any]()
        looks_at = last.looks_at(self.sit.rules, results=True)
        results = {} if waits else self.known((last, is_out), last.result_asks, looks_at)
        known = {} if waits else self.known((last, self.outs), last.result_asks, looks_at)  # state -> number of its end
        numbers = known.setdefault(_Kernel.ends, {})
        for state, weight in self.states.items():
            end = known.get(state)
            if end is None:
                key = pick(state)
                if key not in results:
                    env.update(zip(asked, key, strict=True))
                    out = is_out or (waits and not last.when.holds(self.env))
                    held = (at for at, each in enumerate(last.results) if each.when.holds(self.env))
                    results[key] = -1 if out else next(held, -1)
                result = results[key]
                if result not in keeps:
                    said = last.said_by(result)
                    keeps[result] = _picker([at for at, name in enumerate(live) if said[name]])
                keep = keeps[result]
                pairs = zip(keep(live), keep(state), strict=True)
                found = result, tuple([pair for pair in pairs if pair[1] is not NOTHING])
                end = known[state] = numbers.setdefault(found, len(numbers))
            weights[end] = before(end, 0) + weight
        ends = [*numbers]
        return [(ends[end], weight) for end, weight in weights.items()]

    def known(self, of: Any, asks: Among, looks_at: Looks) -> dict[Any, Any]:
        """Return the cache of the values of a step or a link.

        Two moments share a cache if all names that the step or link uses have equal values at both moments.
        """
        names = tuple([pair for pair in self.going.names if asks[pair[0]]])
        put = _looked_at(self.sit, self.going, looks_at)
        found: dict[Any, Any] = self.sit.memory.setdefault((_Kernel, of, names, put), {})
        return found

    def step(self, link: Link) -> None:
        """Add the values of one link."""
        out = tuple([self.out[step] for step, _ in link.steps])
        if out[0] or link.steps[0][1] is not None:
            self.without_dice(link, out)
            return
        asked = [at for at, name in enumerate(self.live) if name in link.names]
        known = self.known((link, out), link.asks, link.looks_at(self.sit.rules))
        pick = _picker(asked)
        keys = {state: pick(state) for state in self.states}
        lets = [self.worked(link, (step, formula)) for step, formula in link.steps if formula]
        for key in dict.fromkeys(keys.values()):
            if key not in known:
                said = tuple(zip([self.live[at] for at in asked], key, strict=True))
                known[key] = self.comes_to(link, said, lets)
        self.go_on(link, keys, known)

    def without_dice(self, link: Link, out: tuple[bool | None, ...]) -> None:
        """Add the values of steps without dice."""
        names, lets = list(self.live), list[Any]()
        for is_out, (step, formula) in zip(out, link.steps, strict=True):
            if is_out or formula is None:
                nothing = (otherwise_of(step), *(NOTHING for _ in step.makes[1:]))
                lets.append((_picker([]), {(): nothing}, [], None))
            else:
                asks, value = self.valued(step, formula)
                asked = [at for at, name in enumerate(names) if name in asks]
                known = self.known((step, formula), step.asks, step.looks_at(self.sit.rules))
                lets.append((_picker(asked), known, [names[at] for at in asked], value))
            names += step.makes
        live, found = _picker([at for at, name in enumerate(names) if name in link.live]), dict[Any, int]()
        ends, before = self.known((link, self.outs), link.asks, link.looks_at(self.sit.rules)), found.get
        for state, weight in self.states.items():
            end = ends.get(state)
            if end is None:
                worked = state
                for pick, known, asked, value in lets:
                    key = pick(worked)
                    if key not in known:
                        self.env.found.update(zip(asked, key, strict=True))
                        known[key] = (value(self.env),)
                    worked += known[key]
                end = ends[state] = live(worked)
            found[end] = before(end, 0) + weight
        self.states, self.live = found, link.live

    def valued(self, step: StepPlan, formula: Formula) -> tuple[frozenset[str], Callable[[MomentNames], Any]]:
        """Return the names that a step without dice uses, and the function that gives the value of the step."""
        value, holds, otherwise = formula.value, step.when.holds, otherwise_of(step)
        if self.out[step] is not None:
            return formula.names, value
        return formula.names | step.when.names, lambda names: value(names) if holds(names) else otherwise

    def worked(self, link: Link, of: tuple[StepPlan, Formula]) -> Callable[[], None]:
        """Return a function that works out the number of a step and puts this number among the names."""
        (step, formula), env = of, self.env.found
        if self.out[step]:
            nothing = otherwise_of(step)
            return lambda: env.update({step.id: nothing})
        asks, value = self.valued(step, formula)
        known = self.known((link, of), step.asks, step.looks_at(self.sit.rules))
        made = {*self.live, *(name for each, _ in link.steps for name in each.makes)}
        asked, id = [name for name in asks if name in made], step.id
        if {*asked}.issuperset((*link.names.intersection(self.live), *link.steps[0][0].makes)):  # differ each time
            names, keep = self.env, env.__setitem__
            return lambda: keep(id, value(names))

        def put() -> None:
            key = tuple([env[name] for name in asked])
            if key not in known:
                known[key] = (value(self.env),)
            env[id] = known[key][0]

        return put

    def comes_to(self, link: Link, said: Pairs, lets: list[Callable[[], None]]) -> Ways:
        """Return the values that a link can make as pairs (tuple of values, weight), and the total weight.

        Only values that later steps use are included.
        """
        found, env = dict[Any, int](), self.env.found
        env.update(said)
        first, _ = link.steps[0]
        if self.out[first] is None and not first.when.holds(self.env):
            ways, total = [((otherwise_of(first), *(NOTHING for _ in first.makes[1:])), 1)], 1
        else:
            ways, total = self.thrown(first, tuple([pair for pair in said if pair[0] in first.number_names]))
        self.pairs += len(ways)
        if self.pairs > MOST_PAIRS:
            raise TooMany
        if link.times and self.out[link.steps[1][0]] is False and isinstance(ways[0][0], int):
            env[first.id] = start = ways[0][0]
            lets[0]()
            start = env[link.made[0]] - link.times * start
            return [((start + link.times * value,), share) for value, share in ways], total
        for values, share in ways:
            if not isinstance(values, tuple):
                env[first.id] = values
            else:
                env.update(zip(first.makes, values, strict=True))
            for put in lets:
                put()
            end = tuple([env[name] for name in link.made])
            found[end] = found.get(end, 0) + share
        return list(found.items()), total

    def thrown(self, step: StepPlan, said: Pairs) -> tuple[Any, int]:
        """Return the possible results of a throw as pairs (result, weight), and the total weight."""
        if step not in self.throws:
            self.throws[step] = self.known(step, step.asks, step.looks_at(self.sit.rules))
        known = self.throws[step]
        if said not in known:
            going = self.going.named((*self.going.names, *said))
            dice, reading = dice_of(self.sit, going, step)
            chances, total = reading.whole(dice, step.row.sides)
            known[said] = [*chances.items()], total
        return known[said]  # type: ignore[no-any-return]

    def go_on(self, link: Link, keys: dict[Any, Any], known: dict[Any, Ways]) -> None:
        """Add the values that a link makes to every state counted so far. Only names that are used later are kept."""
        stay = _picker([at for at, name in enumerate(self.live) if name in link.live])
        total = lcm(*{known[key][1] for key in keys.values()})
        self.pairs += sum([len(known[key][0]) for key in keys.values()])
        if self.pairs > MOST_PAIRS:
            raise TooMany
        found: Weights = {}
        before = found.get
        for state, weight in self.states.items():
            first, (ways, of) = stay(state), known[keys[state]]
            weight *= total // of
            for values, share in ways:
                end = first + values
                found[end] = before(end, 0) + weight * share
        self.states, self.live = found, link.live
        self.total *= total

    def together(self, link: Together) -> None:
        """Add throws of which later steps use only sums and differences."""
        self.states, total = _sums(link, tuple([dice_of(self.sit, self.going, step) for step in link.steps]))
        if len(self.states) > MOST_REMEMBERED:
            _sums.cache_clear()
        self.live = link.forms
        self.total *= total


@lru_cache(64)
def _sums(link: Together, throws: tuple[tuple[int, Reading], ...]) -> tuple[Weights, int]:
    """Return a dict from the sums of the throws to their weight, and the total weight."""
    found, total = Weights(), 1
    for step, (dice, reading) in zip(link.steps, throws, strict=True):
        chances, of = reading.whole(dice, step.row.sides)
        parts = Weights()
        for values, share in chances.items():
            key = link.parts(step, values if isinstance(values, tuple) else (values,))
            parts[key] = parts.get(key, 0) + share
        found = added(found, parts, link.floors if step is link.steps[-1] else ()) if found else parts
        total *= of
    return found, total


def _picker(at: list[int]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """Return a function that picks the values at these places."""
    if not at:
        return lambda values: ()
    first, last = at[0], at[-1]
    return itemgetter(slice(first, last + 1)) if at == list(range(first, last + 1)) else itemgetter(*at)
