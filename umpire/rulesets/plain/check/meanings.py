"""The possible values of each name of an act, step by step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from umpire.game.says.formula import parse
from umpire.rulesets.plain.check.spans import (
    ANY,
    YES_NO,
    Domain,
    Span,
    never,
    of_formula,
    of_values,
    plus,
    union,
)
from umpire.rulesets.plain.file.rules import MOST_DICE, ActOf, Fact
from umpire.rulesets.plain.file.scopes import of_block
from umpire.rulesets.plain.file.step import StepPlan
from umpire.rulesets.plain.file.table import Rules


class Meanings:
    """The possible values of the names of one act.

    Before a step is checked, `after` adds the names of earlier steps.
    """

    def __init__(self, rules: Rules, act: ActOf) -> None:
        self.rules, self.act = rules, act
        self.made: dict[str, Domain] = {}
        self._within: tuple[StepPlan, Meanings] | None = None
        self.who: dict[str, tuple[str, ...]] = {role: (role,) for role in act.role}

    def of(self, name: str) -> Domain:
        """Return the possible values of a name. Return None if these values are not known."""
        if name in self.made:
            return self.made[name]
        head, dot, rest = name.partition(".")
        head = head.partition(":")[0]
        if head in self.who:
            return self._of_role(head, rest) if dot else None
        if head in ("own", "enemy", "side", "other"):
            if rest == "turn":
                return YES_NO
            if rest.removesuffix("_full") in {*self.rules.track, *self.rules.mark} - set(self.rules.side):
                return self.stand(rest)
            return Span(0, 999) if rest in ("stands", "lost") or rest.removesuffix("_full") in self.rules.side else None
        if name == "turn":
            return Span(1, self.rules.turn.turns or 99)
        return fact_domain(self.act.fact[name]) if name in self.act.fact else None

    def _of_role(self, head: str, rest: str) -> Domain:
        if rest == "count":
            return Span(1, 99)
        names = [f"{of_block(head)[0]}{role}.{rest}" for role in self.who[head]]
        own = [self.made[name] for name in names if name in self.made]
        return union(own) if own else self.stand(rest, self.who[head])

    def stand(self, name: str, roles: tuple[str, ...] = ()) -> Domain:
        """Return the possible values of an attribute, a track, a mark or a fact of the stands in these roles."""
        rules = self.rules
        name = rules.track_of(name)
        if name == "type":
            return frozenset(rules.type)
        if name in self.act.fact and set(roles) & set(self.act.fact[name].of):
            return fact_domain(self.act.fact[name])
        if name in rules.mark:
            return Span(0, rules.mark[name].most) if rules.mark[name].counts else YES_NO
        if name in rules.track:
            full = self.stand(f"{name}_full")
            return Span(0, full.most) if isinstance(full, Span) else ANY
        if name in rules.stand and rules.stand[name].formula != "":
            return of_formula(parse(rules.stand[name].formula), self.stand)
        row = rules.stand.get(name)
        if row and row.own and row.kind not in ("number", "distance"):
            return YES_NO if isinstance(row.kind, str) else frozenset(row.kind)
        if name in rules.own and (row is None or row.kind in ("number", "distance")):
            return Span(row.least, max(row.most, row.least)) if row and row.kind == "number" else Span(0, MOST_DICE)
        return of_values(line[name] for line in rules.type.values() if name in line)

    def within(self, step: StepPlan) -> Meanings:
        """Return the names that a step may use, including `self` and `foe`."""
        if self._within and self._within[0] is step:
            return self._within[1]
        inner = Meanings(self.rules, self.act)
        inner.made, inner.who = self.made, dict(self.who)
        throwers = self._throwers(step)
        if step.kind == "opposed":
            inner.who |= {"self": throwers, "foe": throwers}
        else:
            inner.who |= {"self": throwers or tuple(self.act.role)}
        self._within = step, inner
        return inner

    def _throwers(self, step: StepPlan) -> tuple[str, ...]:
        """Return the roles that may throw in a step."""
        bare = (role.partition(":")[0] for role in step.throwers)
        return tuple(one for role in bare for one in self.who.get(role, (role,)))

    def sum(self, step: StepPlan, on: str) -> Span:
        """Return the range of one number of a step: the roll, the dice, the need or the column.

        Limits are included.
        """
        here = self.within(step)
        base = step.formulas.get(on)
        found = of_formula(base, here.of) if base else Span(0, 0)
        for adds in step.modifiers:
            if adds.row.on == on and never(adds.when, here.of) is None:
                amount = of_formula(adds.amount, here.of)
                found = plus(found, amount if not adds.when else Span(min(0, amount.least), max(0, amount.most)))
        for bound, pick in zip(step.limits.get(on, (None, None)), (max, min), strict=True):
            if bound is not None:
                to = of_formula(bound, here.of)
                found = Span(pick(found.least, to.least), pick(found.most, to.most))
        return found

    def dice(self, step: StepPlan) -> Span:
        """Return the range of the number of dice in a step."""
        found = self.sum(step, "dice")
        most = step.row.explode.most + 1 if step.row.explode.on else 1
        return Span(max(0, found.least), max(0, found.most) * most)

    def total(self, step: StepPlan) -> Span:
        """Return the range of the total of a step: its dice with all amounts added."""
        dice, sides = self.dice(step), step.row.sides
        if step.row.keep:
            kept = int(step.row.keep.split()[1])
            dice = Span(min(kept, dice.least), min(kept, dice.most))
        return plus(Span(dice.least, dice.most * sides), self.sum(step, "roll"))

    def after(self, step: StepPlan) -> None:
        """Add the names that a step makes."""
        row, id, kind = step.row, step.id, step.kind
        made: dict[str, Domain] = {}
        block, throwers = step.at.prefix, self._throwers(step)
        if kind == "opposed":
            total = self.total(step)
            made |= {f"{block}{role}.total": total for role in (*step.throwers, *throwers)}
            made |= {f"{block}tie": YES_NO, f"{block}margin": Span(0, total.most - total.least)}
            self.who |= {f"{block}winner": throwers, f"{block}loser": throwers}
            self._within = None
        elif kind == "choose":
            if isinstance(row.choose, str):
                self.who[id] = throwers
                self._within = None
            else:
                made[id] = frozenset(row.choose)
        else:
            made[id] = self._value(step)
        dice = self.dice(step)
        throws = [f"{block}{role}" for role in (*step.throwers, *throwers)] if row.opposed else [id]
        made |= {f"{id}.by": Span(0, self.total(step).most + 99)} if kind == "check" else {}
        made |= {f"{role}.{look}": Span(0, dice.most) for role in throws for look in row.look}
        made |= (
            {f"{id}.column": frozenset(row.columns) | ({"below"} if row.below else frozenset())} if row.columns else {}
        )
        if row.result:
            made[f"{id}.is"] = frozenset(result.id for result in row.result) | {""}
        if step.when and id in made:
            otherwise = row.otherwise if row.otherwise is not None else 0 if isinstance(made[id], Span) else None
            made[id] = union([made[id], of_values([otherwise])]) if otherwise is not None else made[id]
        for name, domain in made.items():
            self.made[name] = union([self.made[name], domain]) if name in self.made else domain

    def _value(self, step: StepPlan) -> Domain:
        if step.kind == "count":
            return Span(0, self.dice(step).most)
        if step.kind == "check":
            return YES_NO
        if step.kind == "table":
            total = self.total(step)
            reached = [row for row, following in _with_next(step) if reaches(row.least, following, total)]
            cells = frozenset(cell for row in reached or step.row.rows for cell in row.cells)
            return cells | frozenset(filter(None, (step.row.below,)))
        return self.total(step) if step.kind == "total" else of_formula(step.formulas["let"], self.of)


def _with_next(step: StepPlan) -> Iterable[tuple[Any, int | None]]:
    rows = step.row.rows
    return [(row, rows[at + 1].least if at + 1 < len(rows) else None) for at, row in enumerate(rows)]


def reaches(least: int, following: int | None, total: Span) -> bool:
    """Return whether a total can reach a row. The row begins at the total `least`, and ends before the total
    `following`.
    """
    return total.most >= least and (following is None or total.least < following)


def fact_domain(fact: Fact) -> Domain:
    """Return the values that may be typed."""
    if fact.kind == "yes/no":
        return YES_NO
    return Span(fact.least, fact.most) if isinstance(fact.kind, str) else frozenset(fact.kind)
