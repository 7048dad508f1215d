"""The oddities in a rule file: parts that never apply, parts not used, throws without a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from umpire.core.mistakes import Missing, Mistake, did_you_mean
from umpire.game.forms import Path, shown
from umpire.game.says.condition import Condition, When
from umpire.game.says.formula import Formula, parse
from umpire.game.says.words import names_in
from umpire.rulesets.plain.acts.env import NOTHING
from umpire.rulesets.plain.check.meanings import Meanings, reaches
from umpire.rulesets.plain.check.spans import ANY, Domain, Of, Span, always, never, of_formula, of_subject
from umpire.rulesets.plain.file.keys import THROWN
from umpire.rulesets.plain.file.plan import ActPlan
from umpire.rulesets.plain.file.reader import cited
from umpire.rulesets.plain.file.scopes import OPPOSED
from umpire.rulesets.plain.file.scopes import shown as shown_id
from umpire.rulesets.plain.file.step import StepPlan
from umpire.rulesets.plain.file.table import Rules

MOST_TRIED = 5_000
"""Combinations of values times results of a step that are gone through; beyond that each result is looked at alone."""


class Oddity(NamedTuple):
    """An oddity: the key, the words and the hint. The hint may be ""."""

    key: str
    words: str
    hint: str = ""


def odd(rows: Mapping[str, Any]) -> Iterator[Oddity]:
    """Yield every oddity in a rule file without errors, act by act."""
    rules = Rules(rows)
    asked: set[str] = set()
    played: dict[str, list[dict[str, Oddity]]] = {}
    for verb in rows["act"]:
        plan = rules.act(verb)
        asked_here = _asked(plan)
        yield from _of_act(rules, plan, asked_here, played)
        asked |= asked_here
    for each in played.values():  # a block has an oddity only if it has it wherever it is played
        yield from (found for key, found in each[0].items() if all(key in other for other in each))
    for name in rules.blocks:
        if not any(step.startswith(f"steps.{name}.") for step in played):
            yield Oddity(f"steps.{name}", "no act plays this block", f'for example {{ id = "first", play = "{name}" }}')
    yield from _of_stands(rules, asked.union(*(_asked(plan) for _, plan in rules.comes)))
    yield from _of_clauses(rows)


def _of_act(
    rules: Rules, plan: ActPlan, asked: set[str], played: dict[str, list[dict[str, Oddity]]]
) -> Iterator[Oddity]:
    """Yield the oddities of an act. The oddities in the steps of a block are not yielded. They are added to `played`,
    under the place of the step in the file.
    """
    path: Path = ("act", plan.verb)
    names = Meanings(rules, plan.row)
    for at, (_, when) in enumerate(plan.refusals):
        yield from _never((*path, "refuse", at), when, names.of, "this row never refuses the act")
        if when and never(when, names.of) is None and always(when, names.of):
            yield Oddity(
                shown((*path, "refuse", at)),
                "this row always refuses the act",
                "give the row a `when`, so that the act can be played",
            )
    for name, fact in plan.row.fact.items():
        if not asked & {name, *(f"{role}.{name}" for role in (*fact.of, "self", "foe", "winner", "loser"))}:
            yield Oddity(
                shown((*path, "fact", name)), "not used anywhere", f"leave out `{name}`, or use `{name}` in a `when`"
            )
    gone = _Gone(rules)
    seen: set[str] = set()
    for step in plan.steps:
        if step.id not in seen:  # a step that may be played again is listed more than once
            found = [*gone.of(step), *_of_step(step.at.path, step, names, plan)]
            if step.at.path[0] == "steps":
                by = f" (as {step.called} of {plan.verb})"
                odd_here = {each.key: each._replace(words=each.words + by) for each in found}
                played.setdefault(shown(step.at.path), []).append(odd_here)
            else:
                yield from found
            gone.after(plan, step)
        seen.add(step.id)
        names.after(step)


class _Gone:
    """The check for throws by a stand that an earlier step may have removed.

    If a condition asks about the removal, the throw is not an oddity.
    """

    def __init__(self, rules: Rules) -> None:
        self.empty = rules.empties
        self.gone: dict[str, set[str]] = {}

    def of(self, step: StepPlan) -> Iterator[Oddity]:
        """Yield an oddity for each throw in a step by a stand that may have been removed."""
        asked = {name.partition(".")[0] for name in step.when.names}
        written = step.row.opposed or (str(getattr(step.row, step.kind)),)
        for role, called in zip(step.throwers, written, strict=False) if step.kind in THROWN else ():
            about = {f"{role}.{name}" for name in ("removed", *self.empty)}
            if role in self.gone and not (self.gone[role] & asked or about & step.when.names or step.at.gate):
                words = f"`{called}` may have been removed before this step, but still throws"
                hint = f'for example when = {{ "{called}.removed" = false }}'
                yield Oddity(shown(step.at.path), words, hint)

    def after(self, plan: ActPlan, step: StepPlan) -> None:
        """Note the roles whose stands this step may remove."""
        for role in plan.gone_after(step.id, self.empty):
            self.gone.setdefault(role, set()).add(step.id)


def _of_step(path: Path, step: StepPlan, names: Meanings, plan: ActPlan) -> Iterator[Oddity]:
    here = names.within(step)
    yield from _never((*path, "when"), step.when, names.of, "this step is never played")
    for key, formula in step.formulas.items():
        yield from _divided((*path, key), formula, here.of)
    for at, formula in enumerate(step.odds):
        yield from _divided((*path, "odds", at), formula, here.of)
    for at, adds in enumerate(step.modifiers):
        yield from _never((*path, "modifier", at), adds.when, here.of, "this modifier never applies")
        yield from _divided((*path, "modifier", at), adds.amount, here.of)
    if step.kind == "table":
        yield from _of_table(path, step, names)
    later = _later(plan, step)
    if step.when and step.row.otherwise is None and step.kind in ("check", "table", "choose"):
        if _is_asked_unplayed(plan, step):
            hint = "write `otherwise = ` and the value to use if the step is not played"
            if step.at.gate and not step.row.when:
                gate, used = shown_id(step.at.gate), step.called
                hint = f"add `{gate} = 1` to the `when` that uses `{used}`, or use `{used}.is` instead"
            yield Oddity(
                shown(path), f"`{step.called}` is used later, but has no value if this step is not played", hint
            )
    elif not step.row.result and not _made(step) & {each for name in later for each in (name, name.partition(".")[0])}:
        yield Oddity(
            shown(path),
            f"the step has no results, and `{step.called}` is not used later",
            "add results to the step, or leave the step out",
        )
    if any(name.rpartition("/")[2].partition(".")[0] in ("winner", "loser") for name in _asks_of_a_tie(step)):
        words = "in a tie, `winner` means the first role of `opposed` and `loser` means the second role"
        yield Oddity(
            shown(path),
            words,
            "add a result with tie = true above the result that uses `winner` or `loser`; or add tie = false to the "
            "`when` of that result",
        )
    if step.row.result:
        after = Meanings(names.rules, names.act)
        after.who = dict(here.who)
        after.made = {name: domain for name, domain in names.made.items() if name != step.id}
        after.after(step)
        yield from _of_results(path, step, after.of)


def _asks_of_a_tie(step: StepPlan) -> Iterator[str]:
    """Yield the names in conditions about roles, such as `winner.role`. Stop at the first condition about a tie."""
    for when in (step.when, *(comes.when for comes in step.results)):
        if any(name.rpartition("/")[2] == "tie" for name in when.names):
            return
        yield from (one.name for one in when.conditions if one.name.endswith(".role"))


def _made(step: StepPlan) -> set[str]:
    """Return the names that a step makes: its id, and names such as the winner of opposed throws."""
    if step.kind != "opposed":
        return {step.id}
    who = (f"{role}.{name}" for role in step.throwers for name in ("total", *step.row.look))
    return {step.id, *(step.at.prefix + name for name in (*OPPOSED, *who))}


def _of_results(path: Path, step: StepPlan, of: Of) -> Iterator[Oddity]:
    """Yield an oddity for each result that is never reached, and an oddity if the step may have no result."""
    whens = [comes.when for comes in step.results]
    tried = _tried(whens, of)
    if tried is None:
        for at, when in enumerate(whens):
            yield from _never((*path, "result", at), when, of, "never reached")
        open_end = bool(whens[-1])
    else:
        for at in range(len(whens)):
            if at not in tried:
                unmet = never(whens[at], of)
                why = _why(unmet, of) if unmet else "the earlier results cover every case"
                yield Oddity(shown((*path, "result", at)), f"never reached: {why}")
        open_end = -1 in tried
    if open_end:
        hint = "write the last result without a `when`"
        yield Oddity(
            shown((*path, "result", len(whens) - 1)),
            "the step has no result if the `when` of the last result does not hold",
            hint,
        )


def _tried(whens: list[When], of: Of) -> set[int] | None:
    """Return the places of the results that are reached, and -1 if some values have no result.

    A result is reached if, for some values, it is the first result that applies. Return None if there are too many
    values to try.
    """
    values: dict[str, list[Any]] = {}
    for name in sorted(frozenset().union(*(when.names for when in whens))):
        domain = of(name)
        if isinstance(domain, frozenset):
            values[name] = sorted(domain, key=str)
        elif isinstance(domain, Span) and domain.most - domain.least < MOST_TRIED:  # the ends come first
            values[name] = list(dict.fromkeys((domain.least, domain.most, *range(domain.least, domain.most))))
        else:
            return None
    many = 1
    for each in values.values():
        many *= len(each)
    if many * len(whens) > MOST_TRIED:
        return None
    found: set[int] = set()
    all_there_are = len(whens) + bool(whens[-1])
    for combination in product(*values.values()):
        if len(found) == all_there_are:
            break
        env = _Values(dict(zip(values, combination, strict=True)))
        try:
            found.add(next((at for at, when in enumerate(whens) if when.holds(env)), -1))
        except Mistake:
            return None
    return found


class _Values:
    """Names whose values are given in a dict."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def get(self, name: str) -> Any:
        """Return a value. Raises Mistake if the value is not known beforehand."""
        if name not in self.values:
            raise Missing(f"{name}: its value is not known beforehand")
        return self.values[name]

    def many(self, name: str) -> list[int]:
        """Raise Missing, because a sum is not known in advance."""
        raise Missing(f"{name}: its value is not known beforehand")

    def said(self, name: str) -> str:
        """Return the name itself, which is never shown."""
        return name

    def why(self, name: str, value: str) -> str:
        """Return "", because only a fact of an act has words for a reason."""
        return ""


def _of_table(path: Path, step: StepPlan, names: Meanings) -> Iterator[Oddity]:
    total, rows = names.total(step), step.row.rows
    if rows and total.least < rows[0].least:
        below = f"{total.least}" if total.least == rows[0].least - 1 else f"{total.least} to {rows[0].least - 1}"
        words = f"a total of {below} has no row, so the first row is used"
        yield Oddity(
            shown((*path, "rows", 0)), words, f"write least = {total.least} in the first row, or set limit.roll"
        )
    for at, row in enumerate(rows):
        if not reaches(row.least, rows[at + 1].least if at + 1 < len(rows) else None, total) and at:
            words = f"this row is never used: the total is always {total.least} to {total.most}"
            yield Oddity(shown((*path, "rows", at)), words)
    column = step.formulas.get("column")
    words_of = names.within(step).of(column.tree) if column and isinstance(column.tree, str) else None
    if isinstance(words_of, frozenset):
        for word in sorted(map(str, words_of - set(step.row.columns))):
            yield Oddity(
                shown((*path, "columns")),
                f"`{column.text if column else ''}` may be {word}, but no column is for {word}",
            )
        for at, name in enumerate(step.row.columns):
            if name not in words_of:
                yield Oddity(shown((*path, "columns", at)), f"`{column.text if column else ''}` is never {name}")
    elif column and ANY.least < names.sum(step, "column").least < 1:
        span = _said(of_formula(column, names.within(step).of))
        words = f"`{column.text}` may be {span}; for a number less than 1 the first column is used"
        yield Oddity(shown((*path, "column")), words, "write max(1, ...), or limit.column = { least = 1 }")


def _of_stands(rules: Rules, asked: set[str]) -> Iterator[Oddity]:
    """Yield the declarations that are not used, or that no effect ever sets."""
    last = {name.rpartition(".")[2] for name in asked} | {part for name in asked for part in name.split(".")}
    for victory, when in rules.victory:
        last |= {part for name in (*when.names, *names_in(victory.words)) for part in name.split(".")}
    for attribute in rules.stand.values():
        if attribute.formula != "":
            last |= parse(attribute.formula).names
        last |= {attribute.by}
    plans = [*map(rules.act, rules.rows["act"]), *(plan for _, plan in rules.comes)]
    done = {(does.what, does.name) for plan in plans for does in _done(plan)}
    done |= {(did, track) for did, name in done for track in rules.tracks(name)}
    done |= {(what, name) for did, name in done if did == "set" for what in ("lose", "mark")}
    once = {rules.act(verb).row.once for verb in rules.rows["act"]} - {*rules.owing}
    last |= {*rules.owing}
    woken = ("awake", "woken") if rules.turn.order == "stands" else ()
    for name in rules.stand:
        if name not in last:
            yield Oddity(
                shown(("stand", name)),
                "not used anywhere",
                f"leave out `{name}`, or use `{name}` in a `when` or a formula",
            )
    for name in rules.track:
        if ("lose", name) not in done:
            yield Oddity(
                shown(("track", name)),
                "no effect ever lowers this track",
                f'for example {{ lose = "target.{name}" }}',
            )
    for name in rules.side:
        if not {("lose", name), ("gain", name)} & done:
            if name not in last:  # a number that only a scenario changes is read, as the fame of a leader
                yield Oddity(shown(("side", name)), "no effect ever lowers or raises this track")
        elif ("lose", name) not in done and getattr(rules.force_class(), name) == rules.side[name].full:
            words = f"the track begins full ({rules.side[name].full}) and no effect lowers it, so it never changes"
            yield Oddity(shown(("side", name)), words, "write start = 0 if the number counts up")
    for name in (each for each in rules.mark if each not in woken):
        if ("mark", name) not in done and name not in once:
            yield Oddity(
                shown(("mark", name)), "no effect ever sets this mark", f'for example {{ mark = "target.{name}" }}'
            )
        elif name not in last and name not in once:
            yield Oddity(shown(("mark", name)), "not used anywhere", f"leave out `{name}`, or use `{name}` in a `when`")


def _of_clauses(rows: Mapping[str, Any]) -> Iterator[Oddity]:
    """Yield one oddity for all rules that are written but not cited. A half-written file has many of these rules."""
    said = {rule for _, rule in cited(rows)}
    left = [rule for rule in rows["clauses"] if rule not in said]
    if left:
        hint = f'write rule = "{left[0]}" in the row of this rule, or in a line of [[sheet]]'
        yield Oddity(shown(("clauses", left[0])), f"not cited: {', '.join(left)}", hint)


def _asked(plan: ActPlan) -> set[str]:
    """Return the names that an act uses. Names that are only targets of effects are left out."""
    found: set[str] = set()
    for refusal, when in plan.refusals:
        found |= when.names | names_in(refusal.words)
    for step in plan.steps:
        found |= step.names - {f"{does.who}.{does.name}" for comes in step.results for does in comes.does}
        asking: list[Any] = [step.when, step.reroll_when, *(comes.when for comes in step.results), *step.modifiers]
        found = found.union(*[each.names for each in (*asking, *step.odds, *step.formulas.values())])
    return found


def _done(plan: ActPlan) -> Iterator[Any]:
    for step in plan.steps:
        for comes in step.results:
            yield from comes.does


def _later(plan: ActPlan, step: StepPlan) -> set[str]:
    """Return the names that a step's own results and later steps use."""
    last = [each for each in plan.steps if each.id == step.id][-1]
    return set(last.later.union(*[comes.names for comes in step.results]))


def _is_asked_unplayed(plan: ActPlan, step: StepPlan) -> bool:
    """Return whether a later step may use the result of this step even if this step was not played.

    A later step does not count if its conditions hold only for certain results of this step.
    """
    for each in plan.steps[plan.steps.index(step) + 1 :]:
        whens = [each.when, each.reroll_when, *(adds.when for adds in each.modifiers)]
        whens += [comes.when for comes in each.results]
        asking = [when for when in whens if step.id in when.names]
        if step.id in each.names and not asking:
            return True
        for when in asking:
            asked = [condition for condition in when.conditions if step.id in condition.names]
            if step.at.gate not in when.names and any(NOTHING in one.one_of or not one.one_of for one in asked):
                return True
    return False


def _never(path: Path, when: When, of: Of, words: str) -> Iterator[Oddity]:
    unmet = never(when, of)
    if unmet is not None:
        wanted, domain = unmet.says("").strip(), of_subject(unmet, of)
        among = sorted(map(str, domain)) if isinstance(domain, frozenset) and wanted else []
        text = f"{words}: {_why(unmet, of)}, expected {wanted or 'another value'}"
        yield Oddity(shown(path), text, did_you_mean(wanted, among, few=0))


def _why(condition: Condition, of: Of) -> str:
    return f"{condition.name} is {_said(of_subject(condition, of))}"


def _said(domain: Domain) -> str:
    if isinstance(domain, Span):
        return f"{domain.least} to {domain.most}" if domain.least < domain.most else f"always {domain.least}"
    if not domain:
        return "unknown"
    words = sorted(
        {True: "yes", False: "no"}.get(word, str(word)) if isinstance(word, bool) else str(word) for word in domain
    )
    return " or ".join(words) if len(words) > 1 else f"always {words[0]}"


def _divided(path: Path, formula: Formula, of: Of) -> Iterator[Oddity]:
    for divisor in formula.divisors:
        comes_to = of_formula(divisor, of)
        if comes_to.least < 1:
            hint = "declare the divisor with least = 1, or write max(1, ...)"
            yield Oddity(
                shown(path), f"the formula may divide by {comes_to.least}, and then the step cannot be played", hint
            )
