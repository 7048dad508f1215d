"""A line in full: with its connecting words, and with the names of facts if only their values were typed."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn

from umpire.core.mistakes import BadValue, Mistake, NotUnderstood, Unasked, did_you_mean
from umpire.game import naming
from umpire.game.act import EVERYBODY, Act, Situation
from umpire.game.facts import Facts, full_name
from umpire.game.lines import line_of
from umpire.play.grammar import AND, JOINS, in_full, in_plain_form, parted, situated_as_typed
from umpire.play.session import Session

NEVER = ("yes", "no", "none")
"""Values that name no fact when they are typed alone."""
LEAST = 3
"""The least letters of the beginning of a name or value."""
_PROBE = "9"
"""A distance, for acts that settle their facts only with one."""


class Bare(NamedTuple):
    """A word that may be a value.

    `after` is the last id typed before this word. `fact` is the name in front of `=` if the value was typed as a fact.
    `after` and `fact` may be "".
    """

    word: str
    after: str = ""
    fact: str = ""


class Ambiguous(BadValue):
    """A word that may be the value of several facts."""


def situated(session: Session, act: Act[Any, Any, Any], words: Sequence[str]) -> tuple[Sequence[str], Situation]:
    """Return the words and the situation.

    If the words typed make no sense, return the first other form of the words that makes sense. Raises Mistake.
    """
    ways = _ways(session, act, naming.subjects_by_id(words, act.facts, lambda: session.owners))
    line = next(ways)
    while True:
        try:
            return situated_as_typed(session, act, line)
        except Mistake as wrong:
            line = ways.send(wrong)


def _ways(
    session: Session, act: Act[Any, Any, Any], words: Sequence[str]
) -> Generator[Sequence[str], Mistake, NoReturn]:
    """Yield the possible forms of a line one by one; the caller sends back the error of each form. Raises Mistake after
    the last form. The first form is the line as typed. In later forms, the ruleset's short words are written out,
    commas are left out, and the words of a name are joined. If the sides of the names decide which connecting words are
    missing, these words are added. A value typed alone gets its fact.
    """
    wrong = yield words
    spelled = session.family.spelled_out(session.state, session.table, act.verb, tuple(words))
    if spelled and spelled != words:
        words = spelled
        wrong = yield words
    if (plain := in_plain_form(session, act, words)) != [*words]:
        words = plain
        wrong = yield words
    if (named := naming.joined(words, session.family.names(session.state))) != tuple(words):
        words = named
        wrong = yield words
    full = in_full(session, act, words) if len(words) > 1 else None
    if full is not None and full != words:
        wrong = yield full
    from umpire.play.hints import explained  # only needed once something is wrong

    last: Mistake | None = None
    line = words if full is None else full
    try:
        told = told_in_full(session, act, words, wrong)
    except Mistake as mistake:
        last = mistake
        wrong = mistake if isinstance(mistake, Unasked) else wrong
    else:
        if told is not None:
            last = wrong = yield told
            line = told
    if last and (isinstance(last, Ambiguous) or last.wants):
        raise last
    raise explained(session, act, line, wrong, last)


def with_more(session: Session, act: Act[Any, Any, Any], words: Sequence[str], more: Sequence[str]) -> Sequence[str]:
    """Return the words with more words added.

    A name is put next to the names of its side; a fact replaces its old value.
    """
    more = facts_of(session, act, words, more)
    told = {fact for word in more if (fact := _fact(session, act, word))}
    kept = [word for word in words if _fact(session, act, word) not in told]
    full = in_full(session, act, (*kept, *more))
    if full is not None:
        return full
    small = [word.lower() for word in kept]
    if more[0].lower() in act.connectors and more[0].lower() in small:
        at, more = small.index(more[0].lower()) + 1, more[1:]
    elif act.connectors and more[0].lower() not in act.connectors:
        at = next((at for at, word in enumerate(small) if word in act.connectors), len(kept))
    else:
        at = len(kept)
    return (*kept[:at], *more, *kept[at:])


def without(session: Session, act: Act[Any, Any, Any], words: Sequence[str], less: Sequence[str]) -> Sequence[str]:
    """Return `words` without the words in `less`: facts, names, or the names after a connecting word.

    Raises Mistake for a word that is not in the line.
    """
    less = facts_of(session, act, words, less)
    kept, names = parted(words), session.family.names(session.state).items()
    since = 0
    for word in less:
        small, id = word.lower(), naming.meant(word, names)
        fact = _fact(session, act, word) or small
        for at in range(since, len(kept)):
            one = kept[at]
            if one.lower() == small or (id and naming.meant(one, names) == id) or _fact(session, act, one) == fact:
                break
        else:
            raise BadValue(f"{word!r} is not in the line", f"the line is: {line_of(act.verb, kept)}", word=word)
        if small in act.connectors:
            since = at
        else:
            del kept[at]
    ends = [at for at, one in enumerate(kept) if one.lower() in act.connectors or _fact(session, act, one)]
    whole = less[-1].lower() in act.connectors
    for at, end in reversed([*pairwise([*ends, len(kept)])]):
        if kept[at].lower() in act.connectors and (end == at + 1 or (whole and at == since)):
            del kept[at:end]
    return kept


def _fact(session: Session, act: Act[Any, Any, Any], word: str) -> str:
    """Return the fact that a word gives; "" for a name."""
    if "=" in word:
        return word.partition("=")[0].lower()
    return "" if word.lower() in session.family.named(session.state) else act.bare(word) or ""


def whole_names(act: Act[Any, Any, Any], words: Sequence[str]) -> tuple[str, ...]:
    """Return the words with each shortened fact in full, if only one fact has this beginning: `cov=hard`."""
    return tuple(_whole_name(act, word) if "=" in word else word for word in words)


def _whole_name(act: Act[Any, Any, Any], word: str) -> str:
    typed, _, value = word.partition("=")
    subject, _, name = typed.rpartition(".")
    facts = act.facts
    short, yes_or_no = naming.squeezed(name), value.lower() in ("y", "n", "yes", "no")
    if not short or (len(short) < LEAST and not yes_or_no) or any(naming.squeezed(fact) == short for fact in facts):
        return word
    begun = [fact for fact in facts if not fact.isupper() and naming.squeezed(fact).startswith(short)]
    if yes_or_no and len(begun) > 1:  # `m=y` is not a distance
        from umpire.play.hints import is_mark  # only needed if words are left over

        begun = [fact for fact in begun if is_mark(act, fact)]
    return f"{full_name(subject, begun[0])}={value}" if len(begun) == 1 else word


def told_in_full(
    session: Session, act: Act[Any, Any, Any], words: Sequence[str], wrong: Mistake
) -> tuple[str, ...] | None:
    """Return the line with `fact=value` in place of each bare word. Return None if there are no bare words, or if the
    other words make no sense. `wrong` is the error in the line as typed. Raises Mistake if a word may be the value of
    several facts or of no fact, or if the rest of the line is incomplete.
    """
    if act.prose or any(fact.isupper() for fact in act.facts):
        return None
    typed = _Typed(session, act)
    typed.sort(whole_names(act, words), wrong.word if isinstance(wrong, BadValue) else "")
    if not typed.bare and typed.kept == [*words]:
        return None
    line = tuple(in_full(session, act, typed.kept) or typed.kept)
    left, found = typed.bare, dict[int, str]()
    if answer := _answer(session, act, line, typed.bare):
        found, left = answer, [one for at, one in enumerate(typed.bare) if at not in answer]
    while left:
        try:
            known = _settled(session, act, (*line, *found.values()))
        except Mistake as missing:
            unasked = isinstance(missing, Unasked)
            if unasked or (missing.wants and all(_by_legend(act, one.word) for one in left)):
                raise
            return None
        told = {at: form for at, one in enumerate(typed.bare) if one in left and (form := typed.form(known, one))}
        typed.drop_names(told)
        if not told.keys() - found.keys():
            raise typed.unlike(known, left[0].word)
        found |= told
        left = [one for at, one in enumerate(typed.bare) if at not in found]
    return (*line, *dict.fromkeys(found[at] for at in sorted(found)))


def _answer(session: Session, act: Act[Any, Any, Any], line: Sequence[str], bare: Sequence[Bare]) -> dict[int, str]:
    """Return a dict from the place of a bare `yes` or `no` to the missing fact with this value; {} if there is no such
    word or fact.
    """
    at = next((at for at, one in enumerate(bare) if one.word.lower() in ("yes", "no")), None)
    if at is None:
        return {}
    try:
        situated_as_typed(session, act, line)
    except Mistake as missing:
        from umpire.play.hints import is_mark  # only needed if words are left over

        fact = str(missing.values.get("fact", ""))
        if is_mark(act, fact.rpartition(".")[2]):
            return {at: f"{fact}={bare[at].word.lower()}"}
    return {}


def _settled(session: Session, act: Act[Any, Any, Any], line: Sequence[str]) -> Facts:
    """Return the facts that a line settles. If the line lacks facts, add sample facts of the act. Raises Mistake."""
    told = {_fact(session, act, word) for word in line}
    samples = act.tries or ((_PROBE,) if act.bare(_PROBE) else ())
    probe = [each for each in samples if _fact(session, act, each) not in told]
    try:
        return situated_as_typed(session, act, line)[1].known
    except Mistake as missing:
        if not missing.wants or not probe:
            raise
        try:
            return situated_as_typed(session, act, (*line, *probe))[1].known
        except Mistake:
            raise missing from None


def facts_of(session: Session, act: Act[Any, Any, Any], line: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """Return these words with `fact=value` in place of each bare word that is the value of a fact in this line.

    Raises Ambiguous.
    """
    words = whole_names(act, words)
    typed = _Typed(session, act)
    typed.sort(words, "")
    if not typed.bare:
        return words
    known = None
    for told in (line, [word for word in line if "=" not in word]):
        with suppress(Mistake):
            known = known or _settled(session, act, told)
    found = {one.word: typed.form(known, one) if known else _by_legend(act, one.word) for one in typed.bare}
    return tuple(found.get(word) or word for word in words)


def _by_legend(act: Act[Any, Any, Any], word: str) -> str:
    """Return `fact=value` if exactly one fact of the act can have this word as its value; "" if not."""
    low = word.lower()
    found = [fact for fact, words in act.choices.items() if low in words or (low == fact and "yes" in words)]
    return f"{found[0]}={'yes' if found == [low] else low}" if len(found) == 1 else ""


def spelled_out(session: Session, act: Act[Any, Any, Any], typed: Sequence[str], full: Sequence[str]) -> list[str]:
    """Return the facts that were typed in short or as bare words, in the form of the full line."""
    told = naming.subjects_by_id(typed, act.facts, lambda: session.owners)
    return [word for word in full if "=" in word and word not in told]


def _possible(known: Facts, forms: Sequence[str]) -> Sequence[str]:
    """Return the facts that agree with the game. If none agree, return the facts that the game does not settle. If the
    game settles all facts, return all of them.
    """
    lines = [(form, *form.split("=", 1)) for form in forms]
    agrees = [form for form, name, value in lines if str(known.values.get(name, "")) == value]
    return agrees or [form for form, name, _ in lines if known.sources.get(name) not in ("state", "map")] or forms


class _Typed:
    """The words of a line in two groups. `kept` has the words that stay. `bare` has the words that may be values."""

    def __init__(self, session: Session, act: Act[Any, Any, Any]) -> None:
        self.act, self.kept, self.bare, self.ids = act, list[str](), list[Bare](), dict[str, str]()
        self.names, self.known = session.family.names(session.state), session.family.named(session.state)
        self.spoken = session.family.SPOKEN
        sides = (side.lower() for side in session.head["sides"])
        from umpire.play.hints import words_typed  # only needed if words are left over

        values = {value for words in act.choices.values() for value in words}
        self.fixed = {*act.connectors, *AND, EVERYBODY, *sides, *words_typed(act)} - {*values} | {*act.connectors}

    def sort(self, words: Sequence[str], bad: str) -> None:
        """Put aside words that may be values. A repeated name only says which stand the next value is for. A second
        number belongs to the stand named directly before it.
        """
        words = [part for word in words for part in (word.split(",") if "=" not in word else [word]) if part]
        group, after, negated, seen, numbers = "", "", "", set[str](), set[str]()
        for at, word in enumerate(words):
            small, following = word.lower(), words[at + 1] if at + 1 < len(words) else ""
            typed, _, value = word.partition("=")
            again = self._id(following) in seen
            if value and value == bad:
                self.bare.append(Bare(value, fact=typed))
            elif (small == "with" and again) or (small in JOINS and small not in self.act.connectors):
                continue
            elif id := "" if value or group in self.act.places else self._id(word):
                after = id
                if id not in seen or not self._may_be(following):
                    self.kept.append(word)
                seen.add(id)
                continue
            elif small in ("no", "not") and self._may_be(following):
                negated = "no"
                continue
            elif group not in self.act.places and self._may_be(word):
                self.bare.append(Bare(negated + word, after))
            else:
                group = small if small in self.act.connectors else group
                fact = self.act.bare(word) if group not in self.act.places else None
                own = fact and after and fact in numbers  # `600 bofors 800`
                self.kept.append(f"{after}.{fact}={word}" if own else word)
                numbers.add(fact or "")
            after = negated = ""

    def _id(self, word: str) -> str:
        """Return the id that a word names; "" for any other word."""
        if word not in self.ids:
            small = word.lower()
            named = small in self.known or small in self.names
            self.ids[word] = small if named else naming.meant(word, self.names.items())
        return self.ids[word]

    def _may_be(self, word: str) -> bool:
        """Return whether a word may be a value: it is not a name, a hex, a number or a word of the act itself."""
        if not word or "=" in word or word[0].isdigit() or word.lower() in self.fixed:
            return word.lower() in JOINS
        return not self._id(word) and self.act.bare(word) is None

    def form(self, known: Facts, one: Bare) -> str:
        """Return the `fact=value` that a word gives; "" for any other word.

        Raises Ambiguous if the word may be the value of several facts.
        """
        forms = {form: whole for name in known.may_tell for form, whole in self._forms(known.may_tell, name, one)}
        fits = [form for form, whole in forms.items() if whole] or [*forms]
        if fits and not any(forms.values()) and not one.fact and self._like_a_name(one.word):
            return ""
        own = [form for form in fits if form.startswith(f"{one.after}.")] if one.after else []
        shared = [form for form in fits if "." not in form.partition("=")[0]]
        fits = [*own, *shared] or [*_possible(known, fits)]
        if len(fits) > 1:
            either = " or ".join(fits)
            raise Ambiguous(f"{one.word!r} can mean {either}", f"type {either}", word=one.word)
        too_short = one.fact and len(one.word) < LEAST and not any(forms.values())
        return fits[0] if fits and not too_short else ""

    def _forms(self, may_tell: Mapping[str, Sequence[str]], name: str, one: Bare) -> Iterator[tuple[str, bool]]:
        """Yield each `fact=value` that a word may give for this fact, and whether the word is typed in full."""
        values, fact, said = may_tell[name], naming.squeezed(name.rpartition(".")[2]), naming.squeezed(one.word)
        if one.fact:
            if naming.squeezed(one.fact) in (naming.squeezed(name), fact):
                yield from ((f"{one.fact}={each}", each.lower() == said) for each in values if _begins(each, said))
            return
        if len(said) < 2 or said in NEVER:
            return
        if (spoken := self.spoken.get(said)) and naming.squeezed(spoken.partition("=")[0]) == fact:
            yield f"{name}={spoken.partition('=')[2]}", True
        if "yes" in values:
            positive = said.removeprefix("no") if not fact.startswith("no") else said
            if fact == positive or (len(positive) >= LEAST and fact.startswith(positive)):
                yield f"{name}={'yes' if positive == said else 'no'}", fact == positive
        for each in values:
            if each not in NEVER and (naming.squeezed(each) == said or (len(said) >= LEAST and _begins(each, said))):
                yield f"{name}={each}", naming.squeezed(each) == said

    def unlike(self, known: Facts, word: str) -> NotUnderstood:
        """Return the mistake for a word that is not a value here; its hint has the nearest value."""
        facts = {name.rpartition(".")[2]: values for name, values in known.may_tell.items()}
        values = [each for of in facts.values() for each in of if each not in NEVER and len(each) >= LEAST]
        marks = [fact for fact, of in facts.items() if "yes" in of]
        short = [said for said, told in self.spoken.items() if told.partition("=")[0] in facts]
        near = did_you_mean(word, [*marks, *values, *short], few=0)
        return NotUnderstood(f"{word!r} is not understood here", near, word=word)

    def _like_a_name(self, word: str) -> bool:
        """Return whether the beginning of a value may also be a misspelt name."""
        return bool(did_you_mean(word, list(self.names), few=0, names=naming.named(self.names)))

    def drop_names(self, told: dict[int, str]) -> None:
        """Read the name of a fact next to a value as part of the value: `soft cover`."""
        for at, one in enumerate(self.bare):
            beside = [told[near] for near in (at - 1, at + 1) if near in told]
            word = naming.squeezed(one.word)
            for form in beside:
                if (
                    naming.squeezed(form.partition("=")[0].rpartition(".")[2])
                    == word
                    != naming.squeezed(form.partition("=")[2])
                ):
                    told[at] = form


def _begins(value: str, said: str) -> bool:
    return naming.squeezed(value).startswith(said)
