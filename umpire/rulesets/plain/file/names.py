"""The names of an act: their meaning at each step, and unknown names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from umpire.core.mistakes import Mistake, did_you_mean, found
from umpire.game.forms import Path, Problem, shown
from umpire.game.says.condition import Condition, read_condition
from umpire.game.says.formula import Formula, parse
from umpire.game.says.words import formulas_in
from umpire.rulesets.plain.file.asks import Phrases, condition_of
from umpire.rulesets.plain.file.rules import ALTERNATE, DOUBLE
from umpire.rulesets.plain.file.schema import by_words, words_of
from umpire.rulesets.plain.file.scopes import all_phrases
from umpire.rulesets.plain.file.table import Rules as Table
from umpire.rulesets.plain.file.table import read_step

Rows = Mapping[str, Any]
_FORMULAS = dict.fromkeys(("dice", "roll", "need", "column", "let", "amount", "by", "to", "least", "most")).keys()
_WORDS = dict.fromkeys(("words", "hand", "dice_words", "roll_words", "need_words", "policy")).keys()
_OF_ALL = ("id", "name", "side", "type", "removed")
_OF_SIDES = ("name", "stands", "lost", "turn")


class Scope:
    """The names known at a place: roles and plain names. `roles` says which roles have many stands."""

    def __init__(self, rows: Rows, act: Rows, numbers: Collection[str] = ()) -> None:
        self.rows = rows
        self.plays: dict[str, tuple[Scope, bool, bool]] = {}
        """The block each step plays, whether by each of many, and whether under conditions."""
        self.roles = {name: bool(role.get("many")) for name, role in act.get("role", {}).items()}
        self.facts = act.get("fact", {})
        self.sides = ("own", "enemy")
        self.phrases: Phrases = phrases_of_rows(rows, act.get("step", ()))
        self.plain = {"turn", *numbers, *(name for name, fact in self.facts.items() if not fact.get("of"))}

    def after(self, step: Rows) -> None:
        """Add the names that a step makes."""
        throws = (*step["opposed"], "winner", "loser") if "opposed" in step else (step["id"],)
        self.plain |= {step["id"], f"{step['id']}.is"}
        self.plain |= {f"{role}.{name}" for role in throws for name in step.get("look", {})}
        self.plain |= {f"{step['id']}.by"} if "check" in step else set()
        if "opposed" in step:
            self.plain |= {"tie", "margin", *(f"{role}.total" for role in (*step["opposed"], "winner", "loser"))}
            self.roles |= {"winner": False, "loser": False}
        if "table" in step:
            self.plain.add(f"{step['id']}.column")
        if isinstance(step.get("choose"), str):
            self.roles[step["id"]] = False

    def within(self, step: Rows) -> Scope:
        """Return the same names with `self` and `foe` for the stands that throw in a step."""
        inner = object.__new__(Scope)
        inner.__dict__ = {**self.__dict__, "roles": dict(self.roles)}
        if "opposed" in step:
            inner.roles |= {"self": False, "foe": False}
        for kind in ("count", "check", "total", "table"):
            if kind in step:
                inner.roles["self"] = self.roles.get(step[kind], False)
        return inner

    def one(self, role: str) -> Scope:
        """Return the same names, except that this role of many stands means one of its stands."""
        inner = object.__new__(Scope)
        inner.__dict__ = {**self.__dict__, "roles": {**self.roles, role: False}}
        return inner

    def with_names(self, *names: str) -> Scope:
        """Return the same names with these plain names added."""
        inner = object.__new__(Scope)
        inner.__dict__ = {**self.__dict__, "plain": {*self.plain, *names}}
        return inner

    def known(self) -> list[str]:
        """Return every name, for a hint."""
        of = [*_OF_ALL, *(name for section in ("stand", "track", "mark") for name in self.rows[section])]
        of += [f"{name}_full" for name in self.rows["track"]]
        found = [*self.plain, *self.roles]
        found += [f"{id}.{name}" for id, (inner, *_) in self.plays.items() for name in inner.plain]
        for role, many in self.roles.items():
            found += [f"{role}.count"] if many else [f"{role}.{name}" for name in of]
        found += [f"{role}.{name}" for name, fact in self.facts.items() for role in fact.get("of", ())]
        full = (f"{name}_full" for name in self.rows["side"])
        names = (*_OF_SIDES, *self.rows["side"], *full, *self._of_stands())
        return [*found, *(f"{side}.{name}" for side in self.sides for name in names)]

    def wrong(self, name: str, *, summed: bool = False, worded: bool = False, of: str = "") -> tuple[str, str] | None:
        """Return the reason why a name cannot be used here, and a hint. Return None if the name can be used.

        `of` is the key under which the name is written.
        """
        head, dot, rest = name.partition(".")
        if head in self.plays:
            inner, each, may_not = self.plays[head]
            known = rest in inner.plain and not rest.endswith(".is") if each else not inner.wrong(rest, worded=worded)
            if known if dot else may_not:
                return None
        if name in self.plain or (not dot and (name in self.roles or name in self.sides)):
            return None
        of_side = rest in _OF_SIDES or rest.removesuffix("_full") in self.rows["side"]
        if head in self.sides and of_side and not summed:
            return None
        if head in self.sides and rest in self._of_stands():
            return (
                None
                if summed
                else (f"`{name}` is a value of one stand, and a side has several stands", f"write sum({name})")
            )
        if head in self.sides and of_side:
            return f"{name} is one number", f"write {name}"
        if head in self.roles:
            many = self.roles[head]
            if rest == "role":
                return None
            if rest == "count" and many:
                return None
            if self.of_a_stand(head, rest, worded=worded):
                if many and not summed:
                    hint = _NEED_OF_EACH if of == "need" else f"write sum({name})"
                    return f"`{head}` is several stands, but `{name}` is a value of one stand", hint
                return None
        words = by_words(self.rows["track"]).get(rest, ()) if head in self.roles else ()
        if words:
            return (
                f"`{name}` has one value for each of: {', '.join(words)}",
                f"write {name}_{words[0]}, or {name}[...] with a fact in the brackets",
            )
        return f"{name!r} is not a name known here", did_you_mean(name, self.known())

    def _of_stands(self) -> list[str]:
        """Return the numbers that may be added up over the stands of a side."""
        tracks = self.rows["track"]
        return [*tracks, *(f"{name}_full" for name in tracks), *self.rows["mark"]]

    def of_a_stand(self, role: str, name: str, *, worded: bool) -> bool:
        """Return whether this name is a value of the stand in a role, or a fact of that stand."""
        stand = self.rows["stand"]
        if name in stand:
            return bool(stand[name].get("by")) is worded
        if name.removesuffix("_full") in by_words(self.rows["track"]):
            return worded
        fact = self.facts.get(name, {})
        of = fact.get("of", ())
        if of and (role in of or role in ("self", "foe", "winner", "loser")):
            return True
        tracks = self.rows["track"]
        return name in _OF_ALL or name in tracks or name in self.rows["mark"] or name.removesuffix("_full") in tracks


def phrases_of_rows(rows: Rows, steps: Any) -> Phrases:
    """Return the dict of `phrases_of` for steps and for the blocks that they play."""
    rules = Table(rows)
    return all_phrases(tuple(read_step(step) for step in steps), rules.blocks)


Checked = dict[tuple[Any, ...], Scope]
"""The blocks looked through so far, with their names, by the names handed over; and the problems found in them."""


def misnamed(rows: Rows) -> Iterator[Problem]:
    """Yield every unknown name in a rule file, including roles and steps in effects."""
    yield from _attributes(rows)
    outer = Scope(rows, {})
    outer.sides = ("side", "other")
    if (first := rows["turn"].get("first", ALTERNATE)) != ALTERNATE:
        yield from _formula(("turn", "first"), first, Scope(rows, {}))
    for at, row in enumerate(rows.get("victory", ())):
        yield from _row(("victory", at), row, outer)
    for at, row in enumerate(rows["turn"].get("comes", ())):
        one = Scope(rows, {"role": {"stand": {}} if row.get("each") == "stand" else {}})
        yield from _row(("turn", "comes", at), row, one)
        for place, effect in enumerate(row["do"]):
            here: Path = ("turn", "comes", at, "do", place)
            yield from _row(here, effect, one)
            yield from _effect(here, effect, one, [])
    checked: Checked = {}
    for verb, act in rows["act"].items():
        scope = Scope(rows, act)
        for at, row in enumerate(act.get("refuse", ())):
            yield from _row(("act", verb, "refuse", at), row, scope)
        yield from _steps(("act", verb, "step"), act["step"], scope, checked)


def _attributes(rows: Rows) -> Iterator[Problem]:
    """Yield the problems of attributes that are worked out. A formula may use numbers of the stand, but must not lead
    back to its own attribute.
    """
    for name, row in rows["stand"].items():
        if row.get("own") and (row.get("by") or row.get("formula")):
            yield Problem(
                ("stand", name, "own"),
                "a value with `formula` or `by` belongs to the type, not to each stand",
                "leave out `own`",
            )
    worked = {name: row["formula"] for name, row in rows["stand"].items() if row.get("formula")}
    numbers = {name for name, row in rows["stand"].items() if not words_of(row) and not row.get("by")}
    known = numbers | {*rows["track"], *rows["mark"], *(f"{name}_full" for name in rows["track"])}
    looks = {name: parse(formula).names for name, formula in worked.items()}
    for name, names in looks.items():
        for one in sorted(names - known):
            words = f"no stand has a value called {one!r}"
            yield Problem(("stand", name, "formula"), words, did_you_mean(one, sorted(known)))
        seen, front = set(names), set(names)
        while front:
            front = {each for one in front for each in looks.get(one, ())} - seen
            seen |= front
        if name in seen:
            yield Problem(
                ("stand", name, "formula"),
                "the value is worked out from itself",
                f"the formula of {name} must not lead back to {name}",
            )


def _steps(path: Path, steps: Any, scope: Scope, checked: Checked) -> Iterator[Problem]:
    """Yield the problems of the steps of an act, or of the steps of a block that is played."""
    ids = [step["id"] for step in steps]
    for at, step in enumerate(steps):
        if "play" in step:
            yield from _play((*path, at), step, scope, checked)
        else:
            yield from _step((*path, at), step, scope, ids[: at + 1])


def _play(path: Path, step: Rows, scope: Scope, checked: Checked) -> Iterator[Problem]:
    """Yield the problems of a step that plays a block: unknown names that are handed over, and unknown names in the
    block.
    """
    block, given, each = scope.rows["steps"][step["play"]], step.get("with", {}), step.get("each", "")
    if each and not scope.roles.get(each):
        many = [role for role, is_many in scope.roles.items() if is_many]
        yield Problem((*path, "each"), f"{each!r} is not a role with `many`", did_you_mean(each, many, few=0))
    outer = scope.one(each) if each else scope
    yield from _row(path, {key: step[key] for key in ("when",) if key in step}, outer)
    roles: dict[str, bool] = {}
    for name in block["roles"]:
        if given[name] not in outer.roles:
            words = f"no role here is called {str(given[name])!r}"
            yield Problem((*path, "with", name), words, did_you_mean(str(given[name]), list(outer.roles), few=0))
        roles[name] = outer.roles.get(str(given[name]), False)
    for name in block.get("numbers", ()):
        try:
            yield from _formula((*path, "with", name), given[name], outer)
        except Mistake as wrong:
            yield Problem((*path, "with", name), wrong.what, wrong.hint)
    facts = {}
    for name in block.get("facts", ()):
        told = given.get(name, name)
        if told not in scope.facts:
            words = f"the block `{step['play']}` uses the fact `{told}`, but this act does not have this fact"
            yield Problem((*path, "with"), words, did_you_mean(str(told), list(scope.facts)))
        fact = scope.facts.get(told, {})
        of = [role for role in block["roles"] if given[role] in (*fact.get("of", ()), "winner", "loser")]
        facts[name] = {**fact, "of": of} if fact.get("of") else fact
    inner = _handed(scope.rows, block, roles, facts)
    yield from _within(step["play"], block, inner, f"{shown(path[:-2])}.{step['id']}", checked)
    scope.plays[step["id"]] = inner, bool(each), "when" in step
    scope.roles |= {f"{step['id']}.{name}": False for name in ("winner", "loser") if name in inner.roles}


def _handed(rows: Rows, block: Rows, roles: Mapping[str, bool], facts: Rows) -> Scope:
    """Return the names of a block when these roles and facts are handed over. `roles` says which roles have many
    stands.
    """
    act = {"role": {name: {"many": many} for name, many in roles.items()}, "fact": facts, "step": block["step"]}
    return Scope(rows, act, block.get("numbers", ()))


def _within(name: str, block: Rows, inner: Scope, by: str, checked: Checked) -> Iterator[Problem]:
    """Yield the problems of the steps of a block. If a block is played again with the same roles and facts, it is not
    checked again. Each problem names the step that plays the block.
    """
    key = (name, *inner.roles.items(), repr(inner.facts))
    if key in checked:
        inner.__dict__ = checked[key].__dict__
        return
    checked[key] = inner
    for wrong in _steps(("steps", name, "step"), block["step"], inner, checked):
        lines = ("said", str(wrong.path), wrong.words)
        if lines in checked:
            continue
        checked[lines] = inner
        played = f" (played by {by})" if wrong.path[:2] == ("steps", name) else ""
        yield Problem(wrong.path, f"{wrong.words}{played}", wrong.hint)


def _step(path: Path, step: Rows, scope: Scope, before: list[str]) -> Iterator[Problem]:
    inner = scope.within(step)
    rest = {key: value for key, value in step.items() if key not in ("modifier", "result", "limit", "choose")}
    yield from _row(path, {key: rest.pop(key) for key in ("when",) if key in rest}, scope)
    yield from _row(path, rest, inner)
    for at, formula in enumerate(step.get("odds", ())):
        yield from _formula((*path, "odds", at), formula, inner)
    for on, limit in step.get("limit", {}).items():
        yield from _row((*path, "limit", on), limit, inner)
    for at, row in enumerate(step.get("modifier", ())):
        yield from _row((*path, "modifier", at), row, inner)
    yield from _row((*path, "reroll"), {"when": step.get("reroll", {}).get("when", {})}, inner)
    for name, bound in step.get("look", {}).items():
        of_each = isinstance(bound, str) and bound != DOUBLE
        for formula in read_condition("face", bound).bounds if of_each else ():
            yield from _formula((*path, "look", name), formula, inner.with_names("need"))
    for key in ("of", "choose"):
        name = step.get(key)
        if isinstance(name, str) and name not in scope.roles:
            yield Problem((*path, key), f"no role is called {name!r}", did_you_mean(name, list(scope.roles)))
    for name in step.get("look", {}) if "opposed" in step else ():
        if scope.of_a_stand(step["opposed"][0], name, worded=False):
            yield Problem(
                (*path, "look", name), f"`{name}` already means something else for a stand", "choose another name"
            )
    scope.after(step)
    for at, row in enumerate(step.get("result", ())):
        yield from _row((*path, "result", at), row, scope)
        for place, effect in enumerate(row.get("do", ())):
            here = (*path, "result", at, "do", place)
            yield from _row(here, effect, scope)
            yield from _effect(here, effect, scope, before)


def _effect(path: Path, effect: Rows, scope: Scope, before: list[str]) -> Iterator[Problem]:
    if "again" in effect and effect["again"] not in before:
        yield Problem(
            (*path, "again"),
            f"{effect['again']!r} is neither this step nor an earlier step",
            f"one of: {', '.join(before)}",
        )
    for does in ("lose", "gain", "mark", "unmark", "set", "remove"):
        if does not in effect:
            continue
        who, _, name = effect[does].partition(".")
        name, _, word = name.removesuffix("]").partition("[")
        if word and (why := scope.wrong(word)):
            yield Problem((*path, does), *why)
        marks = does in ("mark", "unmark")
        if who in scope.sides and does in ("lose", "gain", "set"):
            known = scope.rows["side"]
        elif who in scope.roles:
            known = scope.rows["mark" if marks else "track"]
            known = {**known, **scope.rows["mark"]} if does == "set" else known
            known = by_words(scope.rows["track"]) if word else known
            if word and effect.get("share"):
                yield Problem((*path, "share"), "a player cannot share out losses between tracks", "name one track")
        else:
            near = did_you_mean(who, [*scope.roles, *scope.sides])
            yield Problem((*path, does), f"no role or side is called {who!r} here", near)
            continue
        if does == "remove":
            if name:
                yield Problem((*path, does), f"found {effect[does]!r}, expected a role alone", f"write {who!r}")
        elif name not in known:
            what = "mark" if marks else "track"
            yield Problem((*path, does), f"no {what} is called {name!r}", did_you_mean(name, list(known)))


def _row(path: Path, row: Rows, scope: Scope) -> Iterator[Problem]:
    """Yield the problems of names in the formulas, conditions and words of a row."""
    for key in _FORMULAS if row.keys() & _FORMULAS else ():
        if key in row and not (key == "most" and isinstance(row[key], int)):
            yield from _formula((*path, key), row[key], scope)
    for name, wanted in row.get("when", {}).items():
        here = (*path, "when", name)
        try:
            condition = condition_of(name, wanted, scope.roles, scope.phrases)
        except Mistake as wrong:  # a role is compared with a word that is not a role
            yield Problem(here, wrong.what, wrong.hint)
            continue
        yield from _never(here, condition, scope)
        yield from _whose(here, condition)
        for formula in (condition.subject, *condition.bounds):
            yield from _formula(here, formula, scope)
    for key in _WORDS if row.keys() & _WORDS else ():
        if isinstance(row.get(key), str):
            try:
                formulas = formulas_in(row[key])
            except Mistake as wrong:
                yield Problem((*path, key), wrong.what, wrong.hint)
                continue
            for formula in formulas:
                yield from _formula((*path, key), formula, scope)


def _never(path: Path, condition: Condition, scope: Scope) -> Iterator[Problem]:
    """Yield the problems of a condition that compares a role with an unknown role: `winner = "zzz"`."""
    if condition.name.removesuffix(".role") not in scope.roles:
        return
    known = [role for role in scope.roles if role.rpartition(".")[2] not in ("self", "foe", "winner", "loser")]
    for test in (test for tests in condition.any for test in tests):
        if not isinstance(test.bound, str) or test.bound not in known:
            words = (
                f"found {found(getattr(test.bound, 'text', test.bound))}, expected one of the roles: {', '.join(known)}"
            )
            yield Problem(path, words, did_you_mean(str(test.bound), known, few=0))


def _whose(path: Path, condition: Condition) -> Iterator[Problem]:
    """Yield a problem if a condition compares the side of a stand with a word such as `own`.

    `target.side = "own"` never holds, because sides have the names that the scenario gives them. The key `comes` of
    `[turn]` is different: there `own` means the side of the stand, so `stand.side = "= own"` always holds.
    """
    comes = path[:2] == ("turn", "comes")
    for bound in (test.bound for tests in condition.any for test in tests if condition.name.endswith(".side")):
        if bound in ("own", "enemy", "other") or (comes and getattr(bound, "tree", "") in ("own", "enemy")):
            hint = "for the side that plays, write `own.turn = true`" if comes else f'write {condition.name} = "= own"'
            yield Problem(
                path, f"the value of {condition.name} is the name of a side, never a word such as `own`", hint
            )


def _formula(path: Path, written: Any, scope: Scope) -> Iterator[Problem]:
    formula = written if isinstance(written, Formula) else parse(written)
    for name, kind in _looked_at(formula.tree):
        if why := scope.wrong(name, summed=kind == "sum", worded=kind == "[]", of=str(path[-1])):
            yield Problem(path, *why)


_NEED_OF_EACH = "a throw can have only one `need`: write an act for each stand, or a step for each `need`"


def _looked_at(tree: Any) -> Iterator[tuple[str, str]]:
    """Yield pairs (name, use) for the names in a formula.

    The use is "sum" for a sum, "[]" for a value looked up by a word, and "" for any other use.
    """
    if isinstance(tree, str):
        yield tree, ""
    elif isinstance(tree, tuple) and tree[0] == "count":
        yield f"{tree[1]}.count", ""
    elif isinstance(tree, tuple) and tree[0] == "sum":
        yield tree[1], "sum"
    elif isinstance(tree, tuple) and tree[0] == "[]":
        yield tree[1], "[]"
        yield tree[2], ""
    elif isinstance(tree, tuple):
        for part in tree[1:]:
            yield from _looked_at(part)
