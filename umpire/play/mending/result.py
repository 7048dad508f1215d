"""The result of an act, typed instead of dice: `result=repulsed`, `result=1,2`, `result=p1y=r,shoots=both`.

The possible outcomes come from the procedure of the act. Outcomes are left out if their tally does not agree with the
typed result. If the remaining outcomes differ, Umpire asks. The names and values of a tally have short forms that are
easy to type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeVar

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Mistake, did_you_mean
from umpire.core.odds import Path, TooMany, ways
from umpire.core.outcome import NOBODY, Outcome, Value, joined_names, value_plain
from umpire.core.procedure import Choice, Option, Procedure, SubProcedure, Throws, choose
from umpire.game.act import Plain
from umpire.game.naming import squeezed
from umpire.play.additions import FACT

NONE = "none"
"""The word to type if the value names nothing."""
_NONE = (NONE, "nobody", "nothing", "-")


@frozen
class Tokens:
    """The ids of the game with their names, and the words for results. The lightest result comes first."""

    names: Mapping[str, str]
    ranked: Sequence[str] = ()

    def of(self, value: Hashable) -> str:
        """Return a value in the form to type: ids for names, `+` between several names, hyphens between words."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return "+".join(map(self.of, value)) or NONE
        text = str(value)
        ids = {name: id for id, name in self.names.items()}
        if text in ids:
            return ids[text]
        for name in sorted(ids, key=len, reverse=True):
            text = re.sub(rf"(?<![\w/]){re.escape(name)}(?![\w/])", ids[name], text)
        return re.sub(r"[^\w+]+", "-", re.sub(r",\s*", "+", text)).strip("-").lower() or NONE

    def in_order(self, values: Sequence[Value]) -> list[Value]:
        """Return the values sorted: numbers in rising order, result words in the order of `ranked`. Other values keep
        their order.
        """
        if all(isinstance(value, int) for value in values):
            return sorted(values)
        if all(value in self.ranked for value in values):
            return sorted(values, key=lambda value: self.ranked.index(str(value)))
        return list(values)

    def name(self, typed: str, known: Sequence[str]) -> str:
        """Return the name in the tally that the typed text means; "" if no name matches.

        The text may be an id, a name, or the beginning of a word that only one name has.
        """
        wanted, called = squeezed(typed), self.names.get(typed.lower(), "")
        if called in known:
            return called
        for same in (
            [name for name in known if wanted in (squeezed(name), squeezed(self.of(name)))],
            [name for name in known if wanted in self._words(name)],
            [name for name in known if any(word.startswith(wanted) for word in self._words(name))],
        ):
            if len(same) == 1 and wanted:
                return same[0]
        return ""

    def value(self, typed: str, values: Sequence[Value], *, exactly: bool = False) -> Value | None:
        """Return the value that was typed in full or by a unique beginning; None if no value fits."""
        wanted, parts = squeezed(typed), sorted(squeezed(part) for part in typed.split("+"))
        nothing = ((), "", 0, *self.ranked[:1])
        none = [value for value in values if value in nothing]
        if typed.lower() in _NONE and none:
            return none[0]
        for value in values:
            tokens = sorted(squeezed(part) for part in self.of(value).split("+"))
            if wanted and (wanted == squeezed(str(value_plain(value))) or parts == tokens):
                return value
        near = [value for value in values if not isinstance(value, int) and self._begins(value, wanted)]
        return near[0] if len(near) == 1 and wanted and not exactly else None

    def _begins(self, value: Value, wanted: str) -> bool:
        return squeezed(str(value_plain(value))).startswith(wanted) or squeezed(self.of(value)).startswith(wanted)

    def _words(self, name: str) -> list[str]:
        return [
            squeezed(word) for text in (name, self.of(name)) for word in re.split(r"[\s-]+", text) if squeezed(word)
        ]


T = TypeVar("T")


@frozen
class TypedResult:
    """The typed result of an act. It has the paths that are still possible, and each typed value with its name in the
    tally.
    """

    tokens: Tokens
    ways: tuple[Path[Outcome], ...]
    told: tuple[tuple[str, Value], ...] = ()

    @property
    def left(self) -> dict[str, dict[Value, None]]:
        """The open choices: a dict from each name in the tally with several possible values to these values."""
        found = _values(self.ways)
        return {name: values for name, values in found.items() if len(values) > 1}

    @property
    def note(self) -> str:
        """The typed result, in words."""
        return f"entered without dice: {self._all_told or 'the result'}"

    @property
    def _all_told(self) -> str:
        return ", ".join(self._said(name, value) for name, value in self.told)

    def _said(self, name: str, value: Value) -> str:
        """Return a result in words, `para loses 2`, `para destroyed`."""
        of = "" if isinstance(value, int) or value in self.tokens.ranked else ":"
        return f"{name}{of} {value_plain(value)}"

    def procedure(self) -> Procedure[Outcome]:
        """Ask questions until the remaining paths have the same effect, and return the outcome that they share."""
        left = list(self.ways)
        while len({_comes_to(way) for way in left}) > 1:
            left = yield from self._asked(left)
        return _common([way.outcome for way in left])

    def plain(self) -> Plain:
        """Return the result for the journal."""
        return {"result": {name: joined_names(value) for name, value in self.told}} if self.ways else {}

    def tell(self, text: str) -> TypedResult:
        """Return the result with one more value, `NAME=VALUE` or a value alone. Raises Mistake."""
        name, equals, value = text.rpartition("=")
        known = _values(self.ways)
        if equals:
            named = self.tokens.name(name, list(known))
            if not named:
                here = [self.tokens.of(each) for each in known]
                raise Mistake(f"{FACT}: {name!r} is not part of the result", did_you_mean(name, here, few=99))
            found = self.tokens.value(value, list(known[named]))
            if found is None:
                can = ", ".join(self.tokens.of(each) for each in known[named])
                given = f" if {self._all_told}" if self.told else ""
                near = did_you_mean(value, [self.tokens.of(each) for each in known[named]], few=0)
                raise Mistake(f"{FACT}: {named} cannot be {value!r}{given}", near or f"{named} can be {can}")
            return self._with(named, found)
        taken = [each for each, _ in self.told]
        open_names = {each: list(values) for each, values in known.items() if each not in taken}
        for exactly in (True, False):
            for each, values in open_names.items():
                found = self.tokens.value(value, values, exactly=exactly)
                if found is not None:
                    return self._with(each, found)
        tokens = [self.tokens.of(one) for values in open_names.values() for one in values]
        can = "; ".join(f"{self.tokens.of(each)}: {self._listed(values)}" for each, values in open_names.items())
        raise Mistake(f"{FACT}: no part of the result can be {value!r}", did_you_mean(value, tokens, few=0) or can)

    def offered(self) -> Iterator[tuple[str, str]]:
        """Yield each open choice as a pair: the text to type, and the choice in words. Values of the first name in
        `left` are typed without the name. All other values are typed `NAME=VALUE`.
        """
        for at, (name, values) in enumerate(self.left.items()):
            for value in self.tokens.in_order(list(values)):
                typed = self.tokens.of(value)
                yield (f"{self.tokens.of(name)}={typed}" if at else typed), self._said(name, value)

    def _listed(self, values: Sequence[Value]) -> str:
        return ", ".join(self.tokens.of(one) for one in values[:8]) + (", ..." if len(values) > 8 else "")

    def _with(self, name: str, value: Value) -> TypedResult:
        stay = tuple(way for way in self.ways if dict(way.outcome.tally).get(name) == value)
        return replace(self, ways=stay, told=(*self.told, (name, value)))

    def _asked(self, left: list[Path[Outcome]]) -> Procedure[list[Path[Outcome]]]:
        """Ask one more question and return the remaining paths.

        The question is about the tally if this helps; if not, it is the next question of the act.
        """
        question = _parting(left)[1]
        name = "" if isinstance(question, Choice) else _telling(left)
        if not name:
            return (yield from _steered(left, _comes_to, self.tokens))
        values = self.tokens.in_order(list(_values(left)[name]))
        options = tuple((self.tokens.of(value), self._said(name, value), value) for value in values)
        chosen = yield from choose(FACT, "the result", name, options, "the least")
        return [way for way in left if dict(way.outcome.tally).get(name) == chosen]


def result_of(
    make: Callable[[], Procedure[Outcome]],
    texts: Sequence[str],
    names: Mapping[str, str],
    ranked: Sequence[str],
) -> TypedResult:
    """Return the result that these words mean.

    `names` has the ids with their names; `ranked` has the words for results, the lightest first. Raises Mistake for an
    impossible result; the hint lists the possible results.
    """
    try:
        every = tuple(way for way in ways(make) if not way.outcome.is_tie_reroll)
    except TooMany:
        raise Mistake(f"{FACT}: there are too many possible outcomes", "type the dice, or roll them") from None
    if not any(_throws(way) for way in every):
        raise Mistake(f"{FACT}: no dice are thrown here", f"leave out {FACT}=")
    found = TypedResult(Tokens(names, ranked), every)
    for text in texts:
        for one in filter(None, (each.strip() for each in text.partition("=")[2].split(","))):
            found = found.tell(one)
    return found


def _throws(way: Path[Any]) -> bool:
    return any(not isinstance(question, Choice) for question in way.questions)


def _values(left: Sequence[Path[Outcome]]) -> dict[str, dict[Value, None]]:
    """Return a dict from each name in the tally to its values on these paths."""
    found: dict[str, dict[Value, None]] = {}
    for way in left:
        for name, value in way.outcome.tally:
            found.setdefault(name, {})[value] = None
    return found


def _comes_to(way: Path[Outcome]) -> Hashable:
    """Return the consequences of a path: effects, instructions, things still to do."""
    return way.outcome.effects, way.outcome.instructions, way.outcome.pending


def _common(outcomes: Sequence[Outcome]) -> Outcome:
    """Return one outcome for paths that have the same effect. The outcome has only the words and tally values that all
    these paths share.
    """
    first, *others = outcomes
    words = tuple(line for line in first.words if all(line in each.words for each in others))
    tally = tuple(pair for pair in first.tally if all(pair in each.tally for each in others))
    return replace(first, words=words, tally=tally, unthrown=())


def _parting(left: Sequence[Path[T]]) -> tuple[int, Any]:
    """Return the first question to which these paths have different answers, and its place."""
    first = left[0]
    at = next(at for at in range(len(first.answers)) if any(way.answers[at] != first.answers[at] for way in left))
    return at, first.questions[at]


def _telling(left: Sequence[Path[Outcome]]) -> str:
    """Return the name in the tally whose value Umpire asks for next; "" if no question about a name would help. In the
    worst case, a question about this name leaves the fewest possible effects. A name is left out if its value depends
    on a choice.
    """
    best, fewest = "", len({_comes_to(way) for way in left})
    for name, values in _values(left).items():
        by_dice: dict[Hashable, Value] = {}
        kinds: dict[Value, set[Hashable]] = {value: set() for value in values}
        for way in left:
            value = dict(way.outcome.tally).get(name, NOBODY)
            pairs = zip(way.questions, way.answers, strict=True)
            dice = tuple(answer for question, answer in pairs if not isinstance(question, Choice))
            if by_dice.setdefault(dice, value) != value:
                break  # it depends on a choice, which has its own question
            kinds[value].add(_comes_to(way))
        else:
            most = max(map(len, kinds.values()))
            if most < fewest:
                best, fewest = name, most
    return best


def _steered(left: list[Path[T]], kind: Callable[[Path[T]], Hashable], tokens: Tokens) -> Procedure[list[Path[T]]]:
    """Ask the first question to which the paths have different answers, and return the remaining paths.

    If all answers lead to the same effects, ask nothing and take the first answer.
    """
    at, question = _parting(left)
    groups: dict[Any, list[Path[T]]] = {}
    for way in left:
        groups.setdefault(way.answers[at], []).append(way)
    kinds = {answer: frozenset(map(kind, group)) for answer, group in groups.items()}
    if len(set(kinds.values())) == 1:
        return groups[next(iter(groups))]
    if isinstance(question, Choice):
        options = tuple(option for option in question.options if option.value in groups)
        return groups[(yield replace_options(question, options))]
    if isinstance(question, SubProcedure):
        inner = [way for way in ways(lambda: question.of(*question.args)) if way.outcome in groups]
        while len({kinds[way.outcome] for way in inner}) > 1:
            inner = yield from _steered(inner, lambda way: kinds[way.outcome], tokens)
        stay = {way.outcome for way in inner}
    else:
        stay = yield from _fallen(question, kinds, tokens)
    return [way for way in left if way.answers[at] in stay]


def replace_options(question: Choice, options: tuple[Option, ...]) -> Choice:
    """Return the choice with only these options. If the old default is not among these options, the first of these
    options is the default.
    """
    policy = question.policy if options[0] is question.options[0] else "the first option that fits the typed result"
    return question._replace(options=options, policy=policy)


def _fallen(question: Throws, kinds: Mapping[Any, Hashable], tokens: Tokens) -> Procedure[set[Hashable]]:
    """Ask about a throw pool by pool; return the values of the throw that remain possible."""
    falls = [
        (values, answer)
        for values in product(*(pool.reading.chances(pool.dice, pool.sides) for pool in question.pools))
        if (answer := question.read(*values)) in kinds
    ]
    for at, pool in enumerate(question.pools):
        by_kind: dict[Hashable, list[Hashable]] = {}
        for value in dict.fromkeys(values[at] for values, _ in falls):
            hangs = frozenset(kinds[answer] for values, answer in falls if values[at] == value)
            by_kind.setdefault(hangs, []).append(value)
        options = tuple(_option(values, tokens) for values in by_kind.values())
        chosen = yield from choose(pool.key, pool.side, pool.label, options)
        falls = [fall for fall in falls if fall[0][at] in chosen]
    return {answer for _, answer in falls}


def _option(values: Sequence[Hashable], tokens: Tokens) -> tuple[str, str, tuple[Hashable, ...]]:
    """Return one option for several values of a throw. All these values have the same effect."""
    lines = [tokens.of(value) for value in values]
    return lines[0], " or ".join(lines), tuple(values)
