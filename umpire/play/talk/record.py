"""Lines about the record: `take that back`, `it was at 600, not 900`, `that was Sherman 2, not Sherman 1`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from umpire.core.mistakes import Mistake, meaning
from umpire.game.act import Act
from umpire.game.lines import UNITS, line_of
from umpire.game.naming import squeezed
from umpire.play.hints import is_mark
from umpire.play.past.history import EffectiveEntry
from umpire.play.session import Session
from umpire.play.talk.misread import (
    CHANGE,
    WENT,
    WRONG,
    Told,
    apart_denied,
    dice_corrected,
    entry_named,
    last_thrown,
    name_at,
    reason_apart,
    standing,
    thrown,
    tied_to,
    without_the_rest,
)
from umpire.play.talk.sentence import Sentence
from umpire.play.talk.words import ARTICLES, ORDINALS, SMALL, KnownNames, forms, is_number, phrase_at
from umpire.play.understood import facts_of

_BACK = frozenset(("back", "undo", "scratch", "scrap", "revert"))
_TAKEN = frozenset(("take", "took", "undo", "scratch", "scrap", "revert", "go", "put"))
_TEXT = "oops no wait sorry last one thing two three four five entry line back that's was hang previous do not don't"
_BACK_AROUND = frozenset((*_TEXT.split(), *SMALL, *_TAKEN))
_TEXT_STILL = "points point now again got gets been has is too really actually should only still have not , correction"
_STILL = frozenset((*(SMALL - {"out"}), *_TEXT_STILL.split()))
_WHY = frozenset(("still", "wrong", "mistake", "early", "yet", "forgot"))
_PHASES = frozenset(("step", "phase", "turn", "round"))
_COUNTED = {"two": 2, "three": 3, "four": 4, "five": 5}
_BACK_ACTS = frozenset(("move", "shot", "act", "action", "command", "throw", "roll"))
_WRONG = frozenset(("wrong", "mistake", "misread", "should", "actually", "correct", "correction", "not", "meant"))
_TEXT_DIE = "was is that's been be die dice roll rolled throw threw thrown shows showed sorry oops no wait read"
_REPLY = frozenset(("reply", "answer", "return"))
_OF_DICE = frozenset((*_TEXT_DIE.split(), *SMALL, *_WRONG, *ORDINALS))
_ROLLED_AGAIN = frozenset(
    ("roll", "throw", "again", "that", "it", "them", "the", "last", "one", "die", "dice", "please")
)
_ASKED = ("what", "why", "who", "how", "which", "where", "when", "if")
_BEGINS = ("was", "were", "did", "is", "are", "has", "have", "can", "does", "do", "should", "could", "would", "will")
"""First words of a question."""
_WAS = frozenset(("was", "were", "wasn't", "weren't", "had", "hadn't"))
_TEXT_AROUND = "sorry oops no wait my mistake really actually meant it's that's has had been be got too only just to at"
_AROUND = frozenset((*_TEXT_AROUND.split(), *SMALL, *WRONG, *ARTICLES, *_WAS, ","))
_TARGETS, _FIRERS = frozenset(("target", "victim", "enemy")), frozenset(("firer", "shooter", "attacker", "mover"))
_BEFORE_ACT = ("that", "last", "this", "the", "it", "they", "he", "only", "we", "i", "was", "were", "got", "")
_OTHERS = frozenset(("next", "note", "set", "now", "again"))
"""Verbs of entries that a sentence about an act passes over."""
_MOVING, _STILL_ONES = frozenset(("moving", "moved", "move")), frozenset(("stationary", "still", "standing", "halted"))
_NUMBER = re.compile(r"(?:(?P<key>[\w.-]+)=)?(?P<number>\d+(?:\.\d+)?)(?P<unit>[a-z]*)")
_TOOK_PART = frozenset(("support", "supporting", "help", "involved", "in", "it", "there", "take", "part", "join"))
_LOOKED = 6
"""Acts that are looked at, at most."""


def of_record(session: Session, names: KnownNames, tokens: Sequence[str], *, asks: bool) -> Told | None:
    """Return the `undo`, `again` or `amend` that a line means, or its unclear part; None for any other line."""
    low = [token.casefold() for token in tokens]
    words = [word for word in low if word != ","]
    again = "again" in words and {"roll", "throw"} & {*words}
    if (again or words[0] in ("reroll", "rethrow")) and {*words[1:]} <= _ROLLED_AGAIN and last_thrown(session):
        return ("again",), "", "", ""
    said = {form for word in words for form in forms(word)}
    extra = [word for word in words if word not in _BACK_AROUND and not is_number(word)]
    if _BACK & said and _TAKEN & said and all({*forms(word)} & _BACK_ACTS for word in extra):
        return _taken_back(session, words, extra)
    if words[:2] == ["go", "back"] and {*extra} <= {"to", *_PHASES}:
        return (), "", "this sentence does not name an entry to take back", "type undo"
    end = low.index(",") if _WHY & said and "," in low and not any(map(is_number, low)) else 0
    if end and {*low[:end]} <= _BACK_AROUND | _BACK and of_record(session, names, tokens[:end], asks=asks):
        return ("undo",), "", "", ""
    told = _of_reply(session, low)
    if _WRONG & {*words} and told and not (_BACK & said):
        return told
    if asks or words[0] in _BEGINS or {*_ASKED} & {*words}:
        return None
    if words[0] == "amend" and not "".join(words[1:2]).isalpha():
        return None  # its own words are wrong
    state = None if _WAS & {*words} else state_said(session, names, tokens)
    if state and state[1]:
        return state[0], "", "", ""
    dice, act = dice_corrected(session, names, tokens), act_corrected(session, names, tokens)
    if dice and act and dice[0] and act[0]:
        each = [line_of(found[0][0], found[0][1:]) for found in (dice, act)]
        return (), "", "this sentence can correct the dice or the line", f"type {', or '.join(each)}"
    if told := act if act and act[0] else dice or act:
        return told
    if WRONG & {*words} and {*words} <= _AROUND:
        return (), "", f"what is wrong with `{session.file.entries(1)[-1].command}`?", "type undo"
    if "meant" in words[:5] and not {"i", "we"}.isdisjoint(words[:4]):
        last = session.file.entries(1)[-1]
        return (), "", f"take back `{last.command}` first, then type the line that you meant", "type undo"
    return None


def _of_reply(session: Session, low: Sequence[str]) -> Told | None:
    """Return the correction of a throw of several dice: `I misread the British reply, it was one 5, the rest missed`;
    None for any other line.
    """
    sides = {form: side for side in session.head["sides"] for form in forms(side)} | {
        side.casefold(): side for side in session.head["sides"]
    }
    missed = {*low} & {"rest", "others", "other"} and {*low} & {"miss", "missed", "misses"}
    words = [*_OF_DICE, *_REPLY, *_COUNTED, "one", ",", *sides, "missed", "misses", "miss", "rest", "others", "other"]
    if not missed or not all(word in words or is_number(word) for word in low):
        return None
    if (entry := last_thrown(session)) is None:
        return None
    throws = thrown(entry)
    of = [n for n, one in enumerate(throws) if not (side := _side(low, sides)) or one.side == side]
    of = of[-1:] if _REPLY & {*low} else of
    faces = [
        face for at, face in enumerate(low) if is_number(face) for _ in range(_COUNTED.get(low[at - 1], 1) if at else 1)
    ]
    if len(of) != 1 or len(faces) > (count := len(throws[of[0]].faces)) or not faces:
        return None
    n, typed = of[0], "".join(faces) + "x" * (count - len(faces))
    return ("amend", str(entry.number), f"{'/' * n}{typed}{'/' * (len(throws) > n + 1 or n == 0)}"), "", "", ""


def _side(low: Sequence[str], sides: Mapping[str, str]) -> str:
    return next((sides[word] for word in low if word in sides), "")


def state_said(session: Session, names: KnownNames, tokens: Sequence[str]) -> tuple[tuple[str, ...], bool] | None:
    """Return the correction in a sentence about one stand, and whether the sentence names the wrong value.

    For example: `the Spandau is suppressed`, `K 1st company has 3 strength left, not 2`. Return None if the sentence is
    not a correction of this kind.
    """
    states = session.family.NOUNS.states
    tokens, why = reason_apart(without_the_rest(tokens))
    right, wrong = apart_denied(tokens)
    if tied := tied_to(session, names, right, wrong):
        return tied
    denies = bool(wrong) and not any(map(is_number, wrong))
    tokens = [*right, *wrong] if denies else right
    at = int(bool(tokens) and tokens[0].casefold() in ARTICLES)
    if len(tokens) < at + 2:
        return None
    name = names.at(tokens, at) or names.begun(tokens[at])
    behind = tokens[at + (name.length if name else 0) :]
    by = next((n for n in range(2, len(behind)) if behind[n - 1].casefold() == "by"), len(behind) + 1)
    behind = [word for word in behind[: by - 1] if word.casefold() not in _STILL]
    number = next((word for word in behind if is_number(word)), "")
    words = [word for word in behind if word != number]
    said, length = phrase_at(words, 0, states)
    if not words and number:  # `k1 has 3 points`, `p1 should be in 0703`
        said = "hex=" if len(number) == 4 and "at" in states else ""
        said = states.get("point", "") if {"point", "points"} & {*map(str.casefold, tokens)} else said
    elif said == "hex=" and len(number) < 4:
        said = states.get("point", "")
    if bool(number) is not said.endswith("=") or not (name and len(name.ids) == 1 and said and length == len(words)):
        return None
    key, _, value = said.partition("=")
    if denies and (number or value.isdigit()):
        return None  # nothing says how much is left
    said = f"{key}={number or (('no' if value == 'yes' else 'none') if denies else value)}"
    return ("set", name.ids[0], said, *why), bool(why or wrong or WRONG & {*map(str.casefold, tokens)})


def _taken_back(session: Session, words: Sequence[str], extra: Sequence[str]) -> Told:
    counts = (int(word) if is_number(word) else _COUNTED[word] for word in words if is_number(word) or word in _COUNTED)
    count = next(counts, 1)
    verb, _, _ = session.file.entries(1)[-1].command.partition(" ")
    acts = {each for word in extra for form in forms(word) for each in (form, *meaning(form, session.family.ACTS))}
    if (acts := acts & {*session.family.ACTS}) and verb not in acts:
        return (), "", f"the last entry is another act: `{verb}`", "type undo"
    return ("undo", *((str(count),) if count > 1 else ())), "", "", ""


class _Correction(NamedTuple):
    """The parts of a correction: its right words, its wrong words, the acts that it may be about, and the stands that
    acted.

    `of_target` is true if the target is corrected, `of_actor` if the acting stand is corrected.
    """

    right: list[str]
    wrong: list[str]
    verbs: frozenset[str] = frozenset()
    owners: tuple[str, ...] = ()
    of_target: bool = False
    of_actor: bool = False


def act_corrected(session: Session, names: KnownNames, tokens: Sequence[str]) -> Told | None:
    """Return the `amend` of an act that a sentence corrects, or the lines to choose from if the act is unclear.

    Return None if the sentence corrects no act.
    """
    low = [token.casefold() for token in tokens]
    past = any(word.endswith("ed") or word in WENT for word in low)
    other = past or "meant" in low or any(map(is_number, apart_denied(tokens)[1]))
    denies = ({"not", "instead"} & {*low} and other) or {"didn't", "forgot", "forgotten"} & {*low}
    said = denies or (_WAS | WRONG) & {*low} or low[0] in CHANGE or ("only" in low and past)
    if not said or "by" in low:
        return None
    meant = _meant(session, names, without_the_rest(tokens))
    others = [one for one in standing(session) if one.verb in session.family.ACTS and one.verb not in _OTHERS]
    for at, one in enumerate(others[:_LOOKED]):
        if meant.verbs and one.verb not in meant.verbs:
            continue
        if meant.owners and not {*meant.owners} & {*map(str.casefold, one.words)}:
            continue
        act = session.act(one.verb)
        if act.secret or act.prose:
            continue
        found = [*dict.fromkeys(_amends(session, names, act, one, meant))]
        lines = [("amend", str(one.number), *words) for words in found]
        if len(lines) == 1 and (not at or meant.verbs or meant.owners):
            return lines[0], "", "", ""
        if not lines and meant.wrong and (found := [*_amends(session, names, act, one, meant._replace(wrong=[]))]):
            lines = [("amend", str(one.number), *words) for words in dict.fromkeys(found)]
            what = f"{' '.join(meant.wrong)!r} is not in entry {one.number}"
            return (), "", what, f"type {', or '.join(line_of(each[0], each[1:]) for each in lines[:4])}"
        if lines:
            what = f"which words of entry {one.number}?" if len(lines) > 1 else "this sentence is about an earlier act"
            return (), "", what, f"type {', or '.join(line_of(each[0], each[1:]) for each in lines[:4])}"
    return None


def _meant(session: Session, names: KnownNames, tokens: Sequence[str]) -> _Correction:
    """Return the parts of a correction, without the words that only name the corrected act."""
    right, wrong = apart_denied(names.with_places(tokens) if names.places else tokens)
    if {token.casefold() for token in tokens} & CHANGE and not _named(names, wrong):
        right, wrong = [*wrong, *right], []  # `change the range to 12`
    known = session.family.named(session.state)
    rivals = {known[id].side for id, numeric in _named(names, wrong) or () if id in known and not numeric}
    meant, kept, at = _Correction([], wrong), list[str](), 0
    low = [token.casefold() for token in right]
    while at < len(right):
        name = name_at(names, right, at)
        end = at + (name.length if name else 0)
        end += bool(name) and low[end : end + 1] in (["has"], ["have"], ["only"])
        verbs = entry_named(session, low[end]) if end < len(right) else frozenset()
        before, behind = low[at - 1] if at else "", low[end : end + 1] if name else low[at + 1 : at + 2]
        own = verbs and {*low[end + 1 : end + 2]} & {*_WAS, "should", "at", "on"}
        if name and verbs and (own or low[end].endswith("ed") or low[end] in WENT):  # `panther1's shot was`, `k1 moved`
            rival = {known[id].side for id in name.ids if id in known} & rivals
            meant = meant._replace(verbs=verbs, owners=meant.owners if rival else name.ids)
            kept += right[at : at + name.length] if rival else []
            at = end + 1
            continue
        if name:
            kept += right[at : at + name.length]
            at += name.length
            continue
        if verbs and before in _BEFORE_ACT:
            meant = meant._replace(verbs=verbs)
        elif low[at] in _TARGETS and (before == "wrong" or not {*behind} - _WAS - {"should", ",", "is", "to"}):
            meant = meant._replace(of_target=True)
        elif low[at] in _FIRERS:
            meant = meant._replace(of_actor=True)
        elif low[at] != "last" and (before != "wrong" or is_number(low[at]) or low[at] in (",", "range", "distance")):
            kept.append(right[at])
        at += 1
    return meant._replace(right=kept)


def _amends(
    session: Session, names: KnownNames, act: Act[Any, Any, Any], one: EffectiveEntry, meant: _Correction
) -> Iterator[tuple[str, ...]]:
    """Yield the words of each `amend` of this entry that the correction may mean."""
    low = {token.casefold() for token in meant.right}
    facts = (*act.facts, *session.family.NOUNS.grounds)
    named = _named(names, meant.right, facts)
    numbers = any(map(is_number, low)) if named is None else any(numeric for _, numeric in named)
    if numbers and thrown(one) and not (meant.wrong or {"at", "range", "distance", *UNITS, *facts} & low):
        return  # this may be a die
    if word := _joined(session, names, act, one, meant):
        yield (word,)
    elif found := [*_replaced(session, names, act, one, meant)]:
        yield from found
    elif not _named(names, meant.wrong) and (words := _facts(session, names, act, one, meant)):
        yield words


def _joined(
    session: Session, names: KnownNames, act: Act[Any, Any, Any], one: EffectiveEntry, meant: _Correction
) -> str:
    """Return `+g1` for a stand that was forgotten, `I forgot g1`.

    Return `-p2` for a stand that took no part, `p2 didn't fire`. Return "" for any other correction.
    """
    forgot = {"forgot", "forgotten"} & {token.casefold() for token in meant.right}
    who = _named(names, [token for token in meant.right if token.casefold() not in forgot])
    did = {token.casefold() for token in meant.wrong} - {"have", "been", "be"}
    took_part = did and all(one.verb in entry_named(session, word) or word in _TOOK_PART for word in did)
    if not who or len(who) != 1 or who[0][1] or "at" not in act.connectors:
        return ""
    id, there = who[0][0], who[0][0] in map(str.casefold, one.words)
    return f"-{id}" if took_part and there else f"+{id}" if forgot and not did and not there else ""


def _replaced(
    session: Session, names: KnownNames, act: Act[Any, Any, Any], one: EffectiveEntry, meant: _Correction
) -> Iterator[tuple[str, ...]]:
    """Yield the words of an `amend` that puts a name or a number in place of another name or number."""
    facts = (*act.facts, *session.family.NOUNS.grounds)
    new, old = _named(names, meant.right, facts), _named(names, meant.wrong, facts)
    if new and len(new) > 1:
        new = [each for each in new if each[1] or each[0] not in map(str.casefold, one.words)]
    if new is None or old is None or len(new) != 1 or len(old) > 1:
        return
    words = [*one.words]
    (right, numeric), wrong = new[0], old[0][0] if old else ""
    if not numeric:
        yield from _renamed(session, act, one, meant, right, wrong)
        return
    own = {*facts} & {token.casefold() for token in meant.right}
    for at, word in enumerate(words):
        found = _NUMBER.fullmatch(word)
        if not found or (found["number"] != wrong if wrong else not _fits(one, right, at)):
            continue
        put, key = f"{right}{found['unit']}", found["key"] or act.bare(word)
        if not own or key in own:
            yield (f"{key}={put}",) if key else (one.verb, *words[:at], put, *words[at + 1 :])


def _fits(one: EffectiveEntry, right: str, at: int) -> bool:
    """Return whether the right number may replace the number at this place: both are hexes, or neither is a hex.

    The sentence does not give the wrong number, so the entry must have only one number.
    """
    words = [n for n, word in enumerate(one.words) if _NUMBER.fullmatch(word)]
    return words == [at] and (len(right) == 4) is (len(one.words[at]) == 4)


def _renamed(
    session: Session, act: Act[Any, Any, Any], one: EffectiveEntry, meant: _Correction, right: str, wrong: str
) -> Iterator[tuple[str, ...]]:
    """Yield the line of an entry with the right name in place of the wrong name.

    Without a wrong name, the right name replaces the only name of its side in the line.
    """
    known, words = session.family.named(session.state), [*one.words]
    low = [word.casefold() for word in words]
    wrong = right.rstrip("0123456789") + wrong if wrong.isdigit() else wrong
    begin = next((n for n, word in enumerate(low) if word == "at"), len(low) if not meant.of_target else 0)
    aims = meant.of_target or [*map(str.casefold, meant.right)][:1] == ["at"]
    olds = [
        id
        for n, id in enumerate(low)
        if id in known and (id == wrong if wrong else right in known and known[id].side == known[right].side)
        if not (aims and n < begin) and not (meant.of_actor and n > begin)
    ]
    if len(olds) == 1 and right not in low:
        old = olds[0]
        put = (
            right if word == old else f"{right}.{word.partition('.')[2]}" if word.startswith(f"{old}.") else word
            for word in low
        )
        yield one.verb, *(new if new != was else typed for new, was, typed in zip(put, low, words, strict=True))


def _named(names: KnownNames, tokens: Sequence[str], facts: Sequence[str] = ()) -> list[tuple[str, bool]] | None:
    """Return (word, is a number) for each name and number; None if a word is not a name, a number or a filler."""
    found, at = list[tuple[str, bool]](), 0
    while at < len(tokens):
        low = tokens[at].casefold()
        if name := name_at(names, tokens, at):
            if len(name.ids) != 1:
                return None
            found.append((name.ids[0], False))
            at += name.length
            continue
        if is_number(low):
            found.append((low, True))
        elif low not in (*_AROUND, *UNITS, "off", "away", "distance", *facts):
            return None
        at += 1
    return found


def _facts(
    session: Session, names: KnownNames, act: Act[Any, Any, Any], one: EffectiveEntry, meant: _Correction
) -> tuple[str, ...]:
    """Return the facts that a correction gives: `the Firefly was hull down`, `it was not moving`; () without facts."""
    right, whose = _whose(names, meant, one)
    facts = _said(session, names, act, one, right)
    if facts is None:
        return ()
    if meant.wrong:
        wrong = _said(session, names, act, one, meant.wrong)
        if not wrong:
            return ()
        keys = {fact.partition("=")[0] for fact in facts}
        for fact in wrong:
            key, _, value = fact.partition("=")
            if key not in keys and not (is_mark(act, key) and value == "yes"):
                return ()
            facts += [] if key in keys else [f"{key}=no"]
    each = session.family.NOUNS.of_each
    own = whose if whose else ""
    return tuple(f"{own}.{fact}" if own and fact.partition("=")[0] in each else fact for fact in facts)


def _whose(names: KnownNames, meant: _Correction, one: EffectiveEntry) -> tuple[list[str], str]:
    """Return a pair: the words of the facts, and the stand in the entry that has these facts."""
    begin = next((n for n, token in enumerate(meant.right) if token.casefold() not in _AROUND), 0)
    name = name_at(names, meant.right, begin) if begin < len(meant.right) else None
    ids = [id for id in (name.ids if name else ()) if id in map(str.casefold, one.words)]
    if meant.of_actor and one.words:
        ids = [one.words[0]]
    if name and len(ids) != 1:
        return [], ""
    return meant.right[begin + (name.length if name else 0) :], ids[0] if ids else ""


def _said(
    session: Session, names: KnownNames, act: Act[Any, Any, Any], one: EffectiveEntry, tokens: Sequence[str]
) -> list[str] | None:
    """Return words as facts of an act; [] if there are no words, None if a word is not understood."""
    tokens = [token for token in tokens if token.casefold() not in WRONG | {"be", "been", "have"}]
    rest = {token.casefold() for token in tokens if token.casefold() not in _AROUND or token in ("HE", "AP")}
    if "moving" in act.facts and rest and rest <= _MOVING | _STILL_ONES:
        return [f"moving={'no' if rest & _STILL_ONES else 'yes'}"]
    if not rest:
        return []
    said = Sentence(session, names, tokens).part_of(act)
    if said.unknown or said.several:
        return None
    with suppress(Mistake):
        spoken = [session.family.SPOKEN.get(squeezed(word), word) for word in said.words if word != "behind"]
        words = facts_of(session, act, one.words, spoken)
        facts = [word if "=" in word else f"{act.bare(word)}={word}" for word in words]
        known = {*act.facts, *session.family.NOUNS.grounds}
        if (
            all("=" in word or act.bare(word) for word in words)
            and {each.partition("=")[0].rpartition(".")[2] for each in facts} <= known
        ):
            return facts
    return None
