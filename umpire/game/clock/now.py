"""The act `now fog=thick until round 5`, for every family: it sets a lasting fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from umpire.core.frozen import frozen
from umpire.core.mistakes import BadValue, Misplaced, Missing, NotNow, NotUnderstood, did_you_mean
from umpire.core.outcome import Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game import naming
from umpire.game.act import Act, Family, Situation
from umpire.game.clock.effect import NOW, FactSet, Staying
from umpire.game.clock.staying import NONE, MayStay, hold, lists_of, may_stay, owners
from umpire.game.clock.until import THIS_PHASE
from umpire.game.clock.when import Moment, Timing
from umpire.game.facts import Facts, TypedLine, full_name

UNTIL = "until"
LEAST = 3
"""The fewest letters to which a value may be shortened."""


@frozen
class NowSituation(Situation):
    """The situation of the act `now`. `effects` set or end facts; if there are none, `now` only lists facts. `staying`
    has the lasting facts that hold now. `may` has all facts that can be set with `now`.
    """

    effects: tuple[FactSet, ...]
    staying: Mapping[str, Staying]
    may: Mapping[str, MayStay]


def situate(family: Family[Any, Any], state: Any, table: Any, typed: TypedLine) -> NowSituation:
    """Return the situation of `now fog=thick until round 5`, or of `now` alone. Raises Mistake."""
    known, may = Facts(typed), may_stay(family, table)
    every, sides = owners(family, state, sides=False), owners(family, state, sides=True)
    staying = {full_name(*key): each for key, each in typed.staying.items()}
    words = " ".join((*typed.named(""), *((UNTIL, *typed.named(UNTIL)) if UNTIL in typed.names else ())))
    if words and not may and not typed.facts:
        raise NotUnderstood("this game has no lasting facts", f"type note {words}")
    named = list[str]()
    for word in typed.named(""):
        named.append(_owner(word, may, {**sides, **every}, named))
    for fact, each in may.items():
        of = [f"{one}.{fact}" for one in named if (one in sides) == each.side] if each.of else [fact]
        known.may_tell |= dict.fromkeys(of, each.words)
    until = " ".join(typed.named(UNTIL))
    if UNTIL in typed.names and not (until and typed.facts):
        raise Missing(
            "until when?" if typed.facts else "until: no fact named", "for example: now fog=thick until night"
        )
    effects = list[FactSet]()
    for (subject, name), text in typed.facts.items():
        if home := _home(family, name):
            raise Misplaced(f"{name} has its own command", f"type {_command(home, subject, text)}", fact=name)
        if not may:
            act = next((verb for verb in family.ACTS if name in family.act(verb).facts), "")
            what = f"not a lasting fact, so type it with each `{act}`" if act else "this game has no lasting facts"
            raise NotUnderstood(f"{name}: {what}", f"type note {full_name(subject, name)}={text}", word=name)
        one = Staying(text, until=until)
        found: Sequence[Any] = _held(family, state, table, typed.now, full_name(subject, name), one)
        for each in found:
            if not each.value and each.fact not in staying:
                own, others = full_name(subject, name), typed.facts.items()
                rest = [f"{told}={value}" for key, value in others if (told := full_name(*key)) != own]
                hint = f"type `now {' '.join(rest)}`" if rest and not until else "`now` lists the facts that are set"
                raise NotNow(f"{each.fact}={text}: {each.fact} is not set", hint, fact=each.fact)
            known.note(each.fact, each.value or text, "told")
        effects += found
    title = "From now on" if effects else "Lasting facts"
    return NowSituation(title, "", known, tuple(effects), staying, may)


def _held(
    family: Family[Any, Any], state: Any, table: Any, now: Moment | None, fact: str, one: Staying
) -> Sequence[Any]:
    """Return the effects that set a fact, as `hold` does."""
    try:
        return hold(family, state, table, now, fact, one)
    except BadValue as wrong:
        if not {"move", "moves", "moved"} & {*one.until.lower().split()}:
            raise
        raise wrong.put(hint=f"type `now {fact}={one.value}`; after the move, type `now {fact}=none`") from None


def _home(family: Family[Any, Any], name: str) -> str:
    """Return the command in `AT_HOME` for a fact; "" if `AT_HOME` does not have the fact."""
    own = naming.squeezed(name)
    return next((command for fact, command in family.AT_HOME.items() if naming.squeezed(fact) == own), "")


def _command(home: str, subject: str, text: str) -> str:
    return home.replace("{value}", text).replace("{of}", subject or "NAME")


def _owner(word: str, may: Mapping[str, MayStay], names: Mapping[str, str], before: Sequence[str]) -> str:
    """Return the id of the stand or side that a word names before a fact; `before` are the ids named before the word.
    Raises Mistake.
    """
    each = next((one for fact, one in may.items() if naming.squeezed(fact) == naming.squeezed(word)), None)
    if each is not None:
        listed = "|".join(each.words) or "VALUE"
        raise Missing(f"{word}: no value given", f"type {word}={listed}", fact=word)
    owner = naming.meant(word, naming.named(names)) if any(one.of for one in may.values()) else ""
    if owner:
        return owner
    values = {value for one in may.values() for value in one.words}
    listed = f"lasting facts of this game: {', '.join(may)}"
    lines = (f"{before[0]}.{fact}={one.words[-1]}" for fact, one in may.items() if before and one.of and one.words)
    listed += next((f"; for example: now {line}" for line in lines), "")
    hint = did_you_mean(word, [*may, *values], few=0) or listed
    raise NotUnderstood(f"{word!r} is not a lasting fact", hint, word=word)


def procedure(sit: NowSituation) -> Procedure[Outcome]:
    """Return the outcome with the facts that `now` sets or ends. If the line has no facts, the outcome lists the
    lasting facts that hold now and all facts that can be set with `now`.
    """
    if sit.effects:
        return settled(Outcome(sit.effects, tuple(_said(each, sit.staying) for each in sit.effects)))
    words = [each.shown(fact) for fact, each in sit.staying.items()] or ["no fact is set"]
    may = [f"{_of(each)}{fact} ({', '.join(each.words)})".replace(" ()", "") for fact, each in sit.may.items()]
    return settled(Outcome(words=(*words, f"lasting facts of this game: {'; '.join(may) or 'none'}")))


def _of(each: MayStay) -> str:
    return "SIDE." if each.side else "STAND." * each.of


def _said(effect: FactSet, staying: Mapping[str, Staying]) -> str:
    if not effect.value:
        return f"{effect.fact}={staying[effect.fact].value} ends"
    return Staying(effect.value, until=effect.until).shown(effect.fact)


def expanded(family: Family[Any, Any], state: Any, table: Any, words: Sequence[str]) -> Sequence[str]:
    """Return the words with each fact in full. People may leave out the name of a fact, or type the name without `=`:
    `p3 hard`, `thick fog`, `no dust`.
    """
    end = next((at for at, word in enumerate(words) if word.lower() == UNTIL), len(words))
    may, sides = may_stay(family, table), owners(family, state, sides=True)
    names = [*naming.named({**sides, **owners(family, state, sides=False)})]
    found, subject, beside, negated = list[str](), "", "", False
    for at, word in enumerate(words[:end]):
        fact = next((name for name in may if naming.squeezed(name) == naming.squeezed(word)), "")
        if "=" in word:
            found.append(word)
        elif word.lower() in ("no", "not") and at + 1 < end:
            negated = True
            continue
        elif fact and {*may[fact].words} == {"yes", "no"}:
            found.append(f"{full_name(subject * may[fact].of, fact)}={'no' if negated else 'yes'}")
        elif fact and negated:
            found.append(f"{full_name(subject * may[fact].of, fact)}={NONE}")
        elif fact:
            beside = fact
            continue
        elif owner := naming.meant(word, names):
            subject = owner
            continue
        else:
            own = {beside: may[beside]} if beside else may
            forms = [
                f"{full_name(subject * each.of, name)}={value}"
                for name, each in own.items()
                for value in (_values(each, word) if each.words or not beside else [word])
            ]
            if len(forms) != 1:
                return words
            found += forms
        negated = False
    return (*found, *words[end:]) if found else words


def _values(one: MayStay, word: str) -> list[str]:
    low = word.lower()
    begun = [value for value in one.words if len(low) >= LEAST and value.lower().startswith(low)]
    return [value for value in one.words if value.lower() == low and low not in ("yes", "no")] or begun


def moments(now: Moment) -> list[str]:
    """Return the next moments on the clock, in the words to type after `until`."""
    every = ("round", "night", "day") if now.by == "round" else ("turn",)
    sides = [Timing(turn=now.count, side=side) for side in now.sides if now.count]
    found = [each.following(now) for each in (*sides, *(Timing(every=each) for each in every))]
    return [*[THIS_PHASE] * bool(now.phase and now.count and not now.over), *(str(each) for each in found if each)]


def now_act(family: Family[Any, Any]) -> Act[Any, Any, NowSituation]:
    """Return the act `now` of a family."""
    return Act(
        verb=NOW,
        words="Set a fact that lasts until WHEN, or until you end it; `now` alone lists the facts that are set",
        usage="now FACT=VALUE [until WHEN] | now STAND.FACT=VALUE | now FACT=none | now",
        situate=partial(situate, family),
        procedure=procedure,
        connectors=(UNTIL,),
        places=(UNTIL,),
        facts=family.STAYING,
        lists=tuple(dict.fromkeys(each for lists in lists_of(family) for each in lists)),
        asks=False,
        expanded=partial(expanded, family),
    )
