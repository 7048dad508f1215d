"""The steps of an act, played one after another: each is a part, and only what later steps look at goes on.

A throw is read by what comes of it at once, so odds branch on what differs and on nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.core.frozen import replace
from umpire.core.procedure import Procedure, choose, part, throw
from umpire.rulesets.plain.acts.env import Going, Names, Playing
from umpire.rulesets.plain.acts.pools import pool
from umpire.rulesets.plain.acts.results import come_to, given_out, kept
from umpire.rulesets.plain.file.plan import StepPlan
from umpire.rulesets.plain.says.words import fill


def upto(sit: Playing, count: int) -> Procedure[Going]:
    """The first steps of an act."""
    if count == 0:
        return Going()
    going: Going = yield from part(upto, sit, count - 1)
    step = sit.plan.steps[count - 1]
    if going.over or (step.lap and dict(going.names).get(f"{step.loop}.lap") != step.lap):
        return kept(step, going)
    going = yield from _step(sit, step, going)
    while going.owed:
        going = yield from given_out(sit, step, going)
    return going


def _step(sit: Playing, step: StepPlan, going: Going) -> Procedure[Going]:
    names = Names(sit, going)
    if not step.when.holds(names):
        otherwise = step.row.otherwise
        if otherwise is None and step.kind in ("count", "total", "let"):
            otherwise = 0
        return kept(step, _with(going, {} if otherwise is None else {step.id: otherwise}))
    if step.kind == "let":
        return come_to(sit, step, _with(going, {step.id: step.formulas["let"].value(names)}))
    if step.kind == "choose":
        return (yield from _choice(sit, step, going, names))
    if step.kind == "opposed":
        return (yield from _opposed(sit, step, going))
    thrown = pool(sit, going, step, getattr(step.row, step.kind))
    if step.row.explode:
        values = yield from part(_exploded, sit, step, going)
        return come_to(sit, step, _with(going, _looked(step, values)))
    look = bool(step.row.look)
    more: dict[str, Any] = {}
    if step.kind == "table":
        at = thrown.sum("column")
        more = {f"{step.id}.column": step.row.columns[max(0, at - 1)]}

    def read(value: Any) -> Going:
        return come_to(sit, step, _with(going, _looked(step, value) if look else {step.id: value, **more}))

    return (yield from throw(thrown, read=read))


def _opposed(sit: Playing, step: StepPlan, going: Going) -> Procedure[Going]:
    one, other = step.row.opposed or ("", "")
    pools = pool(sit, going, step, one, other), pool(sit, going, step, other, one)

    def read(first: int, second: int) -> Going:
        won, lost = (one, other) if first >= second else (other, one)
        come: dict[str, Any] = {f"{one}.total": first, f"{other}.total": second, "tie": first == second}
        come |= {"margin": abs(first - second), "winner": won, "loser": lost, step.id: first - second}
        return come_to(sit, step, _with(going, come))

    return (yield from throw(*pools, read=read))


def _exploded(sit: Playing, step: StepPlan, going: Going) -> Procedure[tuple[int, ...]]:
    """A throw whose dice are thrown again, so often at most, all of it added up."""
    thrown = pool(sit, going, step, getattr(step.row, step.kind))
    come: tuple[int, ...] = yield from throw(thrown, read=lambda value: value)
    assert step.row.explode is not None
    for lap in range(step.row.explode.most):
        dice = come[-1]
        if not dice:
            break
        line = replace(thrown.lines[0], amount=dice, words="thrown once more", on="dice", why_not="")
        others = tuple(each for each in thrown.lines if each.on != "dice")
        again = replace(thrown, key=f"{thrown.key}-more{lap + 1}", lines=(line, *others), dice=dice)
        more = yield from throw(again, read=lambda value: value)
        come = (*(a + b for a, b in zip(come[:-1], more[:-1], strict=True)), more[-1])
    return come[:-1]


def _looked(step: StepPlan, values: tuple[int, ...]) -> dict[str, int]:
    names = (step.id, *(f"{step.id}.{name}" for name in step.row.look))
    return dict(zip(names, values, strict=False))


def _choice(sit: Playing, step: StepPlan, going: Going, names: Names) -> Procedure[Going]:
    """Somebody of a role, or a word: whoever it is `of` decides."""
    said = step.row.choose
    words, policy = fill(step.row.words, names) or step.id, step.row.policy
    owner = step.row.of or (said if isinstance(said, str) else next(iter(sit.plan.row.role)))
    side = str(names.of(names.each(owner)[0], "side"))
    if isinstance(said, str):
        there = [role for role in names.each(said) if not names.of(role, "removed")] or names.each(said)[:1]
        options = tuple((str(names.of(role, "id")), str(names.of(role, "name")), role) for role in there)
        chosen = yield from choose(step.key, side, words, options, policy or "the first named")
    else:
        options = tuple((word, word.replace("_", " "), word) for word in said)
        chosen = yield from choose(step.key, side, words, options, policy or f"{said[0]}, the first")
    return come_to(sit, step, _with(going, {step.id: chosen}))


def _with(going: Going, names: Mapping[str, Any]) -> Going:
    return going._replace(names=tuple({**dict(going.names), **names}.items()))
