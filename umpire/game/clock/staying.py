"""Lasting facts, such as fog. A lasting fact is set once and then holds for every act until it ends. It can be set by
the act `now`, by a scenario or by an event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Misplaced, Mistake, NotNow, NotUnderstood, UnknownName, did_you_mean
from umpire.game import naming
from umpire.game.clock.effect import NOW, FactSet, Staying, read_staying
from umpire.game.clock.until import read_until
from umpire.game.clock.when import Moment
from umpire.game.facts import full_name

NONE = "none"
"""The word that ends a lasting fact, unless the word is one of the values of the fact."""


@frozen
class MayStay:
    """A fact that can be set with `now`, so that it becomes a lasting fact. `read` reads its value. If `of` is true,
    the fact belongs to one stand or, if `side` is true too, to one side. Setting the `usual` value ends the fact.
    """

    read: Callable[[str], Any]
    of: bool = False
    usual: Any = None
    side: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The words that the fact may have as its value; () if its values are not words."""
        return tuple(getattr(self.read, "words", ()))


def held(facts: Mapping[str, Staying], now: Moment | None) -> dict[str, Staying]:
    """Return the lasting facts that have not ended."""
    return {fact: one for fact, one in facts.items() if not (one.until and now and read_until(one.until).begun(now))}


def put(facts: Mapping[str, Staying], effects: Iterable[Any]) -> dict[str, Staying]:
    """Return the lasting facts after these effects."""
    kept = dict(facts)
    for effect in effects:
        if isinstance(effect, FactSet):
            kept.pop(effect.fact, "")
            if effect.value:
                kept[effect.fact] = Staying(effect.value, effect.since, effect.until)
    return kept


def may_stay(family: Any, table: Any) -> dict[str, MayStay]:
    """Return the facts that can be set with `now`: facts of the family, and facts that rows of the table ask for."""
    found = dict(family.staying(table))
    for lists in lists_of(family):
        for name, each in table.modifiers.asked(lists).items():
            found.setdefault(name, MayStay(each.reader(name), bool(each.of), each.untold, each.of == "side"))
    return found


def owners(family: Any, state: Any, *, sides: bool) -> Mapping[str, str]:
    """Return a dict from id to name for all stands and units; if `sides` is true, return the sides instead."""
    if not sides:
        every, known = family.names(state), family.named(state)
        if not known:  # a ruleset from outside need not say which of its names are stands
            return cast("Mapping[str, str]", every)
        return {id: name for id, name in every.items() if id.lower() in known or family.members(state, id)}
    return {who.side: who.side for who in family.named(state).values()}


def lists_of(family: Any) -> Iterable[tuple[str, ...]]:
    """Return the lists of modifiers that the acts of a family use."""
    return [lists for verb in family.ACTS if verb != NOW and (lists := family.act(verb).lists)]


def hold(family: Any, state: Any, table: Any, now: Moment | None, fact: str, told: Staying) -> tuple[Any, ...]:
    """Return the effects that set a fact (`fog` or `p3.cover`) to a value until a moment. Setting the usual value ends
    the fact.

    `now` is None if no clock runs. Raises Mistake.
    """
    may, (subject, _, name) = may_stay(family, table), fact.rpartition(".")
    name = next((each for each in (*may, *family.AT_HOME) if naming.squeezed(each) == naming.squeezed(name)), name)
    if name not in may and name not in family.AT_HOME:
        raise _unknown(family, name, list(may))
    one, value = may.get(name), told.value
    if one is None:
        if told.until:
            raise Misplaced(f"{name} stays until you end it", f"leave out `until {told.until}`", fact=name)
        set_there: tuple[Any, ...] = family.at_home(state, table, full_name(subject, name), value)
        return set_there
    if subject and not one.of:
        raise Misplaced(f"{name} is a fact of the whole battle", f"type {name}={value}", fact=name, word=subject)
    if one.of:
        subject = _whose(owners(family, state, sides=one.side), "side" if one.side else "stand", subject, name, value)
    fact, until = full_name(subject, name), _end(now, told.until)
    if (value.lower() == NONE and NONE not in one.words) or one.read(value) == one.usual:
        return (FactSet(fact),)
    return (FactSet(fact, _in_words(one, value), told.since or str(now or ""), until),)


def _in_words(one: MayStay, value: str) -> str:
    """Return the value as the table spells it: `Thick` becomes `thick`."""
    return naming.meant(value, [(word, word) for word in one.words]) or value


def _whose(names: Mapping[str, str], what: str, subject: str, name: str, value: str) -> str:
    """Return the id of the stand, or the side, that the fact belongs to. Raises Mistake."""
    if not subject:
        raise Misplaced(
            f"the fact `{name}` belongs to one {what}", f"type {next(iter(names), 'STAND')}.{name}={value}", fact=name
        )
    if id := naming.meant(subject, naming.named(names)):
        return id
    near = did_you_mean(subject, list(names), names=naming.named(names))
    missing = f"no side is called {subject!r}" if what == "side" else f"nothing is called {subject!r}"
    raise UnknownName(f"{subject}.{name}: {missing}", near, word=subject)


def _end(now: Moment | None, until: str) -> str:
    """Return the moment at which a fact ends, in words. Raises Mistake if this moment cannot come."""
    if not until:
        return ""
    end = read_until(until)
    if now is None:
        raise Misplaced(
            f"until {until}: this game has no clock", "leave out `until`; `now FACT=none` ends the fact", word=until
        )
    following = end.of(now).following(now)
    if following is None:
        raise NotNow(f"until {until}: this time has begun already", "name a later time", word=until)
    return str(following)


def _unknown(family: Any, name: str, may: list[str]) -> Mistake:
    """Return the error for a fact that cannot be set with `now`."""
    listed = f"lasting facts of this game: {', '.join(may)}" if may else ""
    for verb in family.ACTS:
        if name in family.act(verb).facts:
            return Misplaced(f"{name} is not a lasting fact: type it with each `{verb}`", listed, fact=name)
    if not may:
        return NotUnderstood(f"{name}: this game has no lasting facts", word=name)
    return NotUnderstood(f"{name}: no command takes this fact", did_you_mean(name, may, few=0) or listed, word=name)


def begun_with(
    family: Any, state: Any, table: Any, facts: Mapping[str, str], *, begins: bool = True
) -> tuple[Any, dict[str, Staying], list[tuple[str, Mistake]]]:
    """Return the state, the lasting facts that hold when a battle begins, and an error for each wrong fact. If `begins`
    is false, the battle began earlier, so the end of a fact may be past.
    """
    kept, wrong, now = dict[str, Staying](), list[tuple[str, Mistake]](), family.moment(state)
    for fact, text in facts.items():
        told = read_staying(text)
        try:
            effects = hold(family, state, table, now, fact, told)
            effects = tuple(replace(each, since=told.since) if isinstance(each, FactSet) else each for each in effects)
        except Mistake as mistake:
            if begins or not isinstance(mistake, NotNow):
                wrong.append((fact, mistake))
            else:
                kept[fact] = told
            continue
        kept = put(kept, effects)
        if own := tuple(effect for effect in effects if not isinstance(effect, FactSet)):
            state = family.apply(state, own, table)
    return state, kept, wrong


def flat(written: Mapping[str, Any], where: str = "") -> dict[str, str]:
    """Return the table `[facts]` as a dict from fact to value. A fact of a stand has a key such as `p3.cover`."""
    found = dict[str, str]()
    for key, value in written.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{where}{key}.")
        else:
            found[f"{where}{key}"] = ("no", "yes")[value] if isinstance(value, bool) else str(value)
    return found
