"""The values that the names in a rule file have while an act is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, HowMany, did_you_mean
from umpire.core.procedure import Addition
from umpire.game.act import Situation
from umpire.game.says.words import formulas_in
from umpire.rulesets.plain.file.plan import OF_SIDE, ActPlan, Meaning
from umpire.rulesets.plain.file.scopes import of_block, shown
from umpire.rulesets.plain.file.step import StepPlan
from umpire.rulesets.plain.file.table import Rules
from umpire.rulesets.plain.state import Stand, State


class Progress(NamedTuple):
    """The progress of an act: the names that later steps use, and the changes, words and results so far.

    `names` also has the roles that steps make: `winner` -> `attacker`. `put` has pairs: (stand or side, name), then the
    new value. `instructions` has pairs: a stand or "", then an instruction for the table. `owed` has the losses that no
    stand has taken yet, each as (role, track, number).
    """

    names: tuple[tuple[str, Any], ...] = ()
    put: tuple[tuple[tuple[str, str], int], ...] = ()
    words: tuple[str, ...] = ()
    instructions: tuple[tuple[str, str], ...] = ()
    tally: tuple[tuple[str, str], ...] = ()
    owed: tuple[tuple[str, str, int], ...] = ()
    over: bool = False

    def named(self, names: tuple[tuple[str, Any], ...]) -> Progress:
        """Return the same progress with these names in place of the old names."""
        return Progress(names, *self[1:])


@frozen
class Playing(Situation):
    """An act about to be played.

    `roles` maps each role to its stand. The stands of a role with many stands are under `attackers:0`, `attackers:1`
    and so on. `many` maps each role with many stands to their number. `facts` has the facts typed; a fact of one stand
    is under `role.fact`. `memory` keeps values that were worked out. `added` has the referee's own modifiers.
    """

    rules: Rules
    state: State
    plan: ActPlan
    roles: Mapping[str, Stand]
    many: Mapping[str, int]
    facts: Mapping[str, Any]
    memory: dict[Any, Any]
    added: tuple[Addition, ...] = ()


class _Nothing(int):
    """The result of a step that was not played: 0 as a number, "nobody" in words."""

    def __str__(self) -> str:
        return "nobody"


NOTHING = _Nothing()


class Names:
    """The values that formulas and words can use by name, at one moment of an act.

    In a throw, `who` says which roles `self` and `foe` stand for.
    """

    def __init__(self, sit: Playing, going: Progress = Progress(), who: Mapping[str, str] | None = None) -> None:  # noqa: B008
        self.sit, self.going, self.who = sit, going, who or {}
        self.names, self.put = dict(going.names), dict(going.put)

    def later(self, going: Progress, put: dict[tuple[str, str], int] | None = None) -> Names:
        """Return the names at a later moment.

        `put` has all changes up to that moment. Without `put`, the changes are read from `going`.
        """
        made, was = object.__new__(Names), self.going
        made.sit, made.going, made.who = self.sit, going, self.who
        made.names = self.names if going.names is was.names else dict(going.names)
        made.put = put or (self.put if going.put is was.put else dict(going.put))
        return made

    def role(self, name: str) -> str:
        """Return the role that a name stands for. Names such as `winner` and `self` mean a role such as `attacker`. Any
        other name is returned unchanged.
        """
        found = self.who.get(name) or name
        made = self.names.get(found)
        if made is None:
            return found
        return made if isinstance(made, str) and found not in self.sit.roles and made in self.sit.roles else found

    def each(self, role: str) -> list[str]:
        """Return one role for each stand of a role with many stands: `attackers:0`, `attackers:1`."""
        role = self.role(role)
        return [f"{role}:{at}" for at in range(self.sit.many[role])] if role in self.sit.many else [role]

    def get(self, name: str) -> Any:
        """Return the value of a name. Raises Mistake."""
        made = self.names.get(name)
        if made is not None and made not in self.sit.roles:
            return made
        head, rest, meaning = self.sit.plan.meaning(name)
        return _FOUND[meaning](self, head, rest)

    def _of_who(self, head: str, rest: str) -> Any:
        """Return the name of the stand in a role. If the role has many stands, return all their names."""
        role = self.role(head)
        if role in self.sit.roles:
            return self.sit.roles[role].name
        return self._all(role, rest) if role in self.sit.many else self._not_yet(head, rest)

    def _of_role(self, head: str, rest: str) -> str | int:
        role = self.role(head)
        return role.partition(":")[0] if role in self.sit.roles or role in self.sit.many else NOTHING

    def _of_fact(self, head: str, rest: str) -> Any:
        """Return a fact of the whole act, or a fact of a role."""
        called = f"{self.role(head)}.{rest}" if rest else head
        if called in self.sit.facts:
            return self.sit.facts[called]
        return self._of_stand(head, rest) if rest else self._not_yet(head, rest)

    def _of_stand(self, head: str, rest: str) -> Any:
        """Return the value that a step made for a role. If no step made this value, return the value of the role's
        stand.
        """
        role = self.role(head)
        if (called := f"{of_block(head)[0]}{role}.{rest}") in self.names:
            return self.names[called]
        if role in self.sit.roles:
            return self.of(role, rest)
        if role in self.sit.many:
            return self.sit.many[role] if rest == "count" else self._all(role, rest)
        return self._not_yet(head, rest)

    def _turn(self, head: str, rest: str) -> int:
        return self.sit.state.clock.turn

    def _not_yet(self, head: str, rest: str) -> int:
        """Return the value of a name that no step has made yet. Raises BadValue if no step makes this name."""
        if head in self.sit.plan.made:
            return NOTHING
        name = shown(f"{head}.{rest}" if rest else head)
        raise BadValue(f"{name}: not a name known here", did_you_mean(name, list(self.names)), word=name)

    def _all(self, role: str, rest: str) -> str:
        if rest in ("", "name"):
            return " and ".join(str(self.of(each, "name")) for each in self.each(role))
        raise HowMany(
            f"{role}.{rest}: `{role}` is several stands, but one value is needed", f"write sum({role}.{rest})"
        )

    def of(self, role: str, name: str) -> Any:
        """Return a number, mark or word of the stand in a role. Raises Mistake."""
        stand, rules = self.sit.roles[role], self.sit.rules
        name = rules.track_of(name) if "." in name else name
        if (stand.id, name) in self.put:
            value = self.put[stand.id, name]
            return bool(value) if isinstance(getattr(stand, name), bool) else value
        if name in rules.of_stand:
            return getattr(stand, name)
        if f"{role}.{name}" in self.sit.facts:
            return self.sit.facts[f"{role}.{name}"]
        attribute = rules.stand.get(name)
        if attribute is not None and attribute.formula != "":
            from umpire.game.says.formula import parse

            return parse(attribute.formula).value(Inside(self, role))
        known = rules.type[stand.type]
        if name not in known:
            raise BadValue(
                f"{role}.{name}: no stand has a value with this name",
                did_you_mean(name, list(known)),
                word=f"{role}.{name}",
            )
        return known[name]

    def _of_side(self, whose: str, name: str) -> Any:
        side = self.side(whose)
        if name in ("", "name"):
            return side
        if (side, name) in self.put:
            return self.put[side, name]
        count = self.sit.state.of_side(self.sit.rules, side, name)
        if name in ("stands", "lost"):
            stands = self.sit.state.stands
            gone = sum(stands[id].side == side for (id, what), _ in self.going.put if what == "removed")
            count += gone if name == "lost" else -gone
        return count

    def side(self, whose: str) -> str:
        """Return the side that `own` or `enemy` means."""
        return self.sit.side if whose in ("own", "side") else self.sit.state.other(self.sit.side)

    def many(self, name: str) -> Sequence[int]:
        """Return a list with the value of each stand in a role, or of each stand of a side."""
        role, _, rest = name.partition(".")
        if role in OF_SIDE:
            return self.sit.state.each_of(self.sit.rules, self.side(role), rest, self.put)
        return [int(self.of(each, rest)) for each in self.each(role)]

    def said(self, name: str) -> str:
        """Return the words for a name: the name of a fact, or the words for a value of a stand. The name of the stand
        comes before the words, except for the stand that throws.
        """
        head, dot, rest = name.partition(".")
        if not dot or rest == "role":
            return "who throws" if head == "self" else of_block(head)[1]
        rules = self.sit.rules
        known: Any = rules.stand.get(rest) or rules.track.get(rest) or rules.mark.get(rest)
        words = (known.words if known else "") or rest.replace("_", " ")
        role = self.role(head)
        return words if head == "self" or role not in self.sit.roles else f"{self.sit.roles[role].name}: {words}"

    def title(self, step: StepPlan) -> str:
        """Return the words of a step. If the step has no words, or if a name in the words has no value yet, return the
        id of the step with spaces.
        """
        words = step.row.words
        names = (formula.tree for formula in formulas_in(words, step.of)) if "{" in words else ()
        if any(isinstance(name, str) and self.get(name) is NOTHING for name in names):
            return step.words
        return step.fill(words, self) or step.words

    def why(self, name: str, value: str) -> str:
        """Return the reason to show if a row does not apply because it needs this value of a fact.

        Return "" if the fact has no words for this value.
        """
        head, rest, meaning = self.sit.plan.meaning(name)
        return self.sit.plan.row.fact[rest or head].why.get(value, "") if meaning is Meaning.FACT else ""


_FOUND: Mapping[Meaning, Callable[[Names, str, str], Any]] = {
    Meaning.WHO: Names._of_who,
    Meaning.ROLE: Names._of_role,
    Meaning.FACT: Names._of_fact,
    Meaning.STAND: Names._of_stand,
    Meaning.SIDE: Names._of_side,
    Meaning.TURN: Names._turn,
    Meaning.NOTHING: Names._not_yet,
}


class MomentNames(Names):
    """The names at the moment of a throw. Only the number thrown differs from throw to throw. The number thrown is put
    in `found`.
    """

    def __init__(self, sit: Playing, going: Progress) -> None:
        super().__init__(sit, going)
        self.found = _LookedUp(self.later(going).get)  # of itself it would be a cycle
        self.get = self.found.__getitem__  # type: ignore[method-assign, assignment]


class _LookedUp(dict[str, Any]):
    """The values of names, each looked up once."""

    def __init__(self, look_up: Callable[[str], Any]) -> None:
        super().__init__()
        self.look_up = look_up

    def __missing__(self, name: str) -> Any:
        value = self[name] = self.look_up(name)
        return value


class Inside:
    """The names in the formula of an attribute. Each name means a value of the same stand."""

    def __init__(self, names: Names, role: str) -> None:
        self.names, self.role = names, role

    def get(self, name: str) -> Any:
        """Return a number of the stand."""
        return self.names.of(self.role, name)

    def many(self, name: str) -> Sequence[int]:
        """Return a list with one number, because there is only one stand."""
        return [int(self.get(name))]

    def said(self, name: str) -> str:
        """Return the name unchanged, because it has no other words."""
        return name

    def why(self, name: str, value: str) -> str:
        """Return "", because only a fact of an act has words for a reason."""
        return ""
