"""The steps of an act. After each step, only the names that later steps use are kept.

A throw is turned into its result at once, so that the odds count different faces with the same result as one case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.core.pools import Pool
from umpire.core.procedure import Procedure, choose, part, throw
from umpire.core.readings.counts import Again
from umpire.rulesets.plain.acts.env import MomentNames, Names, Playing, Progress
from umpire.rulesets.plain.acts.exploding import burst, exploded
from umpire.rulesets.plain.acts.pools import pool
from umpire.rulesets.plain.acts.rerolling import rerolled
from umpire.rulesets.plain.acts.rerolling import ways as all_ways
from umpire.rulesets.plain.acts.results import come_to, kept
from umpire.rulesets.plain.file.step import StepPlan

Then = Callable[[Mapping[str, Any]], Progress]
Counted = tuple[list[tuple[Progress, int]], int]
Asked = tuple[tuple[Pool, ...], Callable[..., Progress]]
_NUMBERS = ("count", "total", "check")


def branches(sit: Playing, group: tuple[StepPlan, ...], going: Progress) -> Counted:
    """Return pairs (progress, weight) for all ways in which a group of steps can end, and the total weight.

    A group is a step and the steps after it that only work out values. The group asks no questions.
    """
    from umpire.core.odds import joint

    step = group[0]
    if step.kind == "let" or is_left_out(sit, step, going):
        for each in group:
            going = worked_out(sit, each, going) if each.kind == "let" else left_out(each, going)
        return [(going, 1)], 1
    then = _then(sit, group, going)
    if step.row.explode.on:
        thrown = pool(sit, going, step, *step.throwers)
        ways, total = burst(thrown, step.row.explode.most) or ([], 0)
        return [(then(_looked(step, values)), weight) for values, weight in ways], total
    if step.row.reroll.on:
        again, total = all_ways(pool(sit, going, step, *step.throwers))
        return [(then(_looked(step, values)), weight) for values, weight in again], total
    return joint(*(_opposed if step.kind == "opposed" else _pools)(sit, step, going, then))


def group_of_steps(sit: Playing, group: tuple[StepPlan, ...], going: Progress) -> Procedure[Progress]:
    """Return the progress after a group: a step, and the steps after it that only work out values."""
    step, lets = group[0], group[1:]
    if step.kind == "let":
        going = worked_out(sit, step, going)
    elif is_left_out(sit, step, going):
        going = left_out(step, going)
    else:
        return (yield from _ASKED.get(step.kind, _throw)(sit, step, going, _then(sit, group, going)))
    for each in lets:
        going = worked_out(sit, each, going)
    return going


def _then(sit: Playing, group: tuple[StepPlan, ...], going: Progress) -> Then:
    """Return a function that takes the result of a throw and returns the progress after the group."""
    step, lets = group[0], group[1:]

    def then(more: Mapping[str, Any]) -> Progress:
        reached = come_to(sit, step, with_names(going, more))
        for each in lets:
            reached = worked_out(sit, each, reached)
        return reached

    if _is_passed_on(step, lets):
        return _through(sit, step, lets, going)
    return _by_result(sit, step, going, then) if step.goes_by_result and step.kind in _NUMBERS else then


def _by_result(sit: Playing, step: StepPlan, going: Progress, then: Then) -> Then:
    """Return the function `then` with a cache: the progress after each result is worked out only once.

    This is possible if the number thrown is used only to find the result.
    """
    names, reached = MomentNames(sit, going), dict[int, Progress]()
    whens, many = [comes.when.holds for comes in step.results], len(step.results)

    def told(more: Mapping[str, Any]) -> Progress:
        names.found[step.id] = more[step.id]
        at = 0
        while at < many and not whens[at](names):
            at += 1
        if at not in reached:
            reached[at] = then(more)
        return reached[at]

    return told


def _is_passed_on(step: StepPlan, lets: tuple[StepPlan, ...]) -> bool:
    """Return whether the throw gives a number that only the next `let` uses."""
    plain = step.kind in _NUMBERS and not (step.results or step.makes[1:] or step.row.explode.on or step.loop)
    return plain and bool(lets) and not (lets[0].when or lets[0].loop or lets[0].needed[step.id])


def _through(sit: Playing, step: StepPlan, lets: tuple[StepPlan, ...], going: Progress) -> Then:
    """Return the function `then` with a cache. The key of the cache is the number that the first `let` gives."""
    first, *others = lets
    names, formula = MomentNames(sit, going), first.formulas["let"]
    base = going.named(tuple(pair for pair in going.names if first.needed[pair[0]]))
    reached: dict[int, Progress] = sit.memory.setdefault((_through, first, base), {})

    def then(more: Mapping[str, Any]) -> Progress:
        names.found[step.id] = more[step.id]
        number = formula.value(names)
        if number not in reached:
            found = come_to(sit, first, with_names(base, {first.id: number}))
            for each in others:
                found = worked_out(sit, each, found)
            reached[number] = found
        return reached[number]

    return then


def is_left_out(sit: Playing, step: StepPlan, going: Progress) -> bool:
    """Return whether a step is not played: the act has ended, the conditions of the step do not hold, or the step is
    not repeated this time.
    """
    if going.over or (step.lap and dict(going.names).get(step.lap_name) != step.lap):
        return True
    return bool(step.when) and not step.when.holds(Names(sit, going))


def left_out(step: StepPlan, going: Progress) -> Progress:
    """Return the progress after a step that is not played.

    If the step has a number, `otherwise_of` gives this number.
    """
    otherwise = otherwise_of(step)
    if otherwise is None or going.over or step.lap:
        return kept(step, going)
    return kept(step, with_names(going, {step.id: otherwise}))


def otherwise_of(step: StepPlan) -> Any:
    """Return the value that other steps use if the step is not played. Return None if they may not use a value."""
    nothing = 0 if step.kind in ("count", "total", "let") else None
    return nothing if step.row.otherwise is None else step.row.otherwise


def worked_out(sit: Playing, step: StepPlan, going: Progress) -> Progress:
    """Return the progress after a step without questions."""
    if is_left_out(sit, step, going):
        return left_out(step, going)
    return come_to(sit, step, with_names(going, {step.id: step.formulas["let"].value(Names(sit, going))}))


def _throw(sit: Playing, step: StepPlan, going: Progress, then: Then) -> Procedure[Progress]:
    thrown = pool(sit, going, step, *step.throwers)
    if step.row.explode.on:
        values = yield from part(exploded, thrown, step.row.explode.most, counted=burst)
        return then(_looked(step, values))
    if isinstance(thrown.reading, Again):
        value = yield from part(rerolled, thrown, step.row.reroll.rule, counted=all_ways)
        return then(_looked(step, value))
    pools, read = _pools(sit, step, going, then)
    return (yield from throw(*pools, read=read, ends=not step.shares))


def _pools(sit: Playing, step: StepPlan, going: Progress, then: Then) -> Asked:
    """Return the throw of one role, and a function that takes the result of the throw and returns the progress."""
    thrown = pool(sit, going, step, *step.throwers)
    more: dict[str, Any] = {}
    if step.kind == "table":
        more = {f"{step.id}.column": step.column(thrown.sum("column"))}
    if step.row.look or step.goes_by:
        return (thrown,), lambda values: then(_looked(step, values) | more)
    return (thrown,), lambda value: then({step.id: value, **more})


def _against(sit: Playing, step: StepPlan, going: Progress, then: Then) -> Procedure[Progress]:
    pools, read = _opposed(sit, step, going, then)
    return (yield from throw(*pools, read=read, ends=not step.shares))


def _opposed(sit: Playing, step: StepPlan, going: Progress, then: Then) -> Asked:
    """Return the throws of two roles against each other, and a function that takes both results and returns the
    progress.
    """
    one, other = step.throwers
    names, block = Names(sit, going), step.at.prefix
    who = names.role(one), names.role(other)
    pools = pool(sit, going, step, one, other), pool(sit, going, step, other, one)

    def read(first: Any, second: Any) -> Progress:
        seen: dict[str, int] = {}
        if step.row.look:
            (first, *ones), (second, *others) = first, second
            for role, looks in ((one, ones), (other, others), (who[0], ones), (who[1], others)):
                seen |= {f"{block}{role}.{name}": many for name, many in zip(step.row.look, looks, strict=True)}
        won, lost = who if first >= second else who[::-1]
        come: dict[str, Any] = {**seen, f"{block}{one}.total": first, f"{block}{other}.total": second}
        come |= {f"{block}{who[0]}.total": first, f"{block}{who[1]}.total": second, f"{block}tie": first == second}
        come |= {f"{block}margin": abs(first - second), f"{block}winner": won, f"{block}loser": lost}
        return then({**come, step.id: first - second})

    return pools, read


def _looked(step: StepPlan, values: Any) -> dict[str, Any]:
    if not isinstance(values, tuple):
        return {step.id: values}
    return dict(zip(step.makes, values, strict=False))


def _choice(sit: Playing, step: StepPlan, going: Progress, then: Then) -> Procedure[Progress]:
    """Return the progress after a player has chosen a stand or a word.

    If the key `of` of the step names a role, the side of this role chooses.
    """
    names = Names(sit, going)
    said = step.throwers[0] if step.throwers else step.row.choose
    words, policy = names.title(step) if step.row.words else step.called, step.row.policy
    owner = step.role(step.row.of) or (said if isinstance(said, str) else step.first or next(iter(sit.plan.row.role)))
    side = str(names.of(names.each(owner)[0], "side"))
    if isinstance(said, str):
        there = [role for role in names.each(said) if not names.of(role, "removed")] or names.each(said)[:1]
        options = tuple((str(names.of(role, "id")), str(names.of(role, "name")), role) for role in there)
        chosen = yield from choose(step.key, side, words, options, policy or "the first named")
    else:
        options = tuple((word, word.replace("_", " "), word) for word in said)
        chosen = yield from choose(step.key, side, words, options, policy or f"{said[0]}, the first")
    return then({step.id: chosen})


_ASKED: Mapping[str, Callable[[Playing, StepPlan, Progress, Then], Procedure[Progress]]] = {
    "choose": _choice,
    "opposed": _against,
}


def with_names(going: Progress, names: Mapping[str, Any]) -> Progress:
    """Return the same progress with these names added."""
    return going.named(tuple({**dict(going.names), **names}.items()))
