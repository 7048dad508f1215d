"""Corrections of dice: `the last British die was a 2, not a 1`, `the Pak's penetration was a 19`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from umpire.core.mistakes import meaning
from umpire.game.gamefile.journal import JournalThrow, read_entry
from umpire.game.lines import UNITS, line_of
from umpire.play.past.history import EffectiveEntry, history
from umpire.play.session import Session
from umpire.play.talk.dice import NUMBERS, PLURALS, face_at
from umpire.play.talk.words import ARTICLES, ORDINALS, SMALL, KnownNames, Name, forms, is_number

Told = tuple[tuple[str, ...], str, str, str]
"""A line, its dice, what is wrong with it, and a hint."""

_TEXT_WRONG = (
    "wrong mistake misread misheard should shouldn't actually correct correction corrected mistyped mistook amend"
)
WRONG = frozenset(_TEXT_WRONG.split())
"""Words that make a sentence a correction."""
_TEXT_NOT = "not never wasn't weren't isn't aren't hadn't hasn't haven't didn't doesn't"
_NOT = frozenset(_TEXT_NOT.split())
_INSTEAD = (("instead", "of"), ("rather", "than"), ("in", "place", "of"), ("no", "longer"))
_TYPED = frozenset(("typed", "said", "put", "wrote", "entered", "recorded", "called", "gave"))
_READ = frozenset(("misread", "read", "mistook", "took"))
CHANGE = frozenset(("change", "replace", "correct", "turn", "make", "swap", "amend"))
_SITS = ("is", "are", "sits", "sit", "rides", "ride", "really", "actually", "now", "should", "be", ",")
_TIED = ("on", "in", "aboard", "inside", "with")
"""Words before the stand that carries or hosts another."""
_INTO = frozenset(("to", "with", "by", "into", "a", "an"))
_ENDS = frozenset((",", "but", "it", "he", "they", "should", "that", "who", "which"))
"""Words that end the part of a sentence that is denied."""
_TEXT_SAME = "all else everything rest the same as before is was stays stay other others unchanged nothing changes keep"
_SAME = frozenset(_TEXT_SAME.split())
_TEXT_AROUND = (
    "was wasn't is isn't that's been be being die dice roll rolled rolls throw threw thrown throws shows showed sorry "
    "oops no wait read to for by with one as me mine my number result score really hang hold but if think thought "
    "looked again score scored came up see die's dice's were weren't has had got gets it's apologies error point points"
)
_AROUND = frozenset((*_TEXT_AROUND.split(), *SMALL, *WRONG, *ARTICLES, *_NOT, ","))
_TEXT_SEE = "see seen saw spot spotted spotting detect detected detecting detection sight"
WENT = {"went": "go", "drove": "drive", "ran": "run", "flew": "air"}
_KINDS = {
    **dict.fromkeys(_TEXT_SEE.split(), "detect"),
    **dict.fromkeys(("hit", "hits", "hitting"), "hit"),
    **dict.fromkeys(("penetrate", "penetrated", "penetrating", "penetration", "pen"), "penetrat"),
    **dict.fromkeys(("effect", "effects", "damage"), "effect"),
    **dict.fromkeys(("reply", "answer", "return", "response", "replies"), "reply"),
    **dict.fromkeys(("recover", "recovery", "rally", "rallying"), "recover"),
    **dict.fromkeys(("combat", "melee"), "combat"),
    **{word: word for word in ("initiative", "command", "radio", "morale", "crossing", "event")},
}
"""Words for a throw -> how its key or its name has this word."""
_OF_DICE = frozenset(("die", "dice", "roll", "rolled", "throw", "threw", "thrown"))
_WHOSE = ("our", "their", "my", "his", "her", "your")
_OF_TARGET = ("at", "on", "against", "versus", "vs")
_MOST = 4
"""Lines in a hint, at most."""


class Die(NamedTuple):
    """The dice that a correction names: the right faces, the `old` faces, and the words for their throw and entry.

    `place` is the position of the die; if `whole` is true, `place` is the position of the throw. `owners` are the
    stands that threw the dice. `others` are the targets. `plain` is true if only faces are named. `whose` is true if a
    side is named only by a word like `our`.
    """

    faces: tuple[str, ...] = ()
    old: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()
    side: str = ""
    place: int | None = None
    whole: bool = False
    number: int = 0
    verbs: frozenset[str] = frozenset()
    owners: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    plain: bool = True
    whose: bool = False

    def fits_entry(self, one: EffectiveEntry) -> bool:
        """Return whether the correction may mean this entry."""
        words = {word.casefold() for word in one.words}
        return (
            self.number in (0, one.number)
            and (not self.verbs or one.verb in self.verbs)
            and all(words & {*ids} for ids in (self.owners, self.others) if ids)
        )


def standing(session: Session) -> Iterator[EffectiveEntry]:
    """Return the entries that count, as they have been corrected, the newest first."""
    return reversed(history(session.file.entries(), session.snapshot.head).standing)


def thrown(one: EffectiveEntry) -> tuple[JournalThrow, ...]:
    """Return the throws of an entry that have dice or a typed result."""
    return read_entry(one.data).thrown


def last_thrown(session: Session) -> EffectiveEntry | None:
    """Return the last entry with dice; None if there is none."""
    return next((one for one in standing(session) if thrown(one)), None)


def apart_denied(tokens: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the right words and the wrong words of a correction. The right word is 14 in `it was a 14, not a 13`,
    `I typed 13, it was 14`, `the 13 should be a 14` and `change the 13 to 14`.
    """
    low, told, denied, at = [token.casefold() for token in tokens], list[str](), list[str](), 0
    while at < len(low):
        length = next((len(each) for each in _INSTEAD if (*low[at : at + len(each)],) == each), 0)
        typed = low[at] in _TYPED and at > 0 and low[at - 1] in ("i", "we")
        change = low[at] in CHANGE and {*low[at + 2 :]} & _INTO
        taken = low[at] in ("as", "for") and {*low[:at]} & _READ and any(map(is_face, low[at + 1 : at + 3]))
        if low[at] in _NOT or length or typed or change or taken:
            begin = at = at + max(length, 1)
            at += low[at : at + 1] == ["the"]
            stop = _INTO if change else _ENDS
            while at < len(low) and not (low[at] in stop and at > begin):
                at += 1
            denied += tokens[begin:at]
            at += low[at : at + 1] == [","]
            continue
        plural = PLURALS.get(low[at], low[at][:-1] if re.fullmatch(r"\d+s", low[at]) else "")
        if plural and "of" in low[max(0, at - 3) : at] and low[at + 1 : at + 2] != []:
            denied.append(plural)  # `one of our sixes was a 5`
        elif is_number(low[at]) and _is_old(low, at):
            denied.append(tokens[at])
        else:
            told.append(tokens[at])
        at += 1
    return told, denied


def _is_old(low: Sequence[str], at: int) -> bool:
    """Return whether a sentence corrects this number to another number: `the 5 on the effect was a 4`, `13 should be
    14`.
    """
    end = next((n for n in range(at + 1, len(low)) if is_face(low[n])), 0)
    begun = not at or low[at - 1] in ("the", "that", ",")
    return bool({*low[at + 1 : end]} & {"should", *(("was", "is") if begun else ())})


_RULED = ("decision", "ruling")
_REASONS = frozenset((*_RULED, "agreed", "forgot", "forgotten"))
_WHOLE = (["unharmed"], ["unhurt"], ["untouched"], ["fine"], ["safe"])
"""Last words of a clause about stands to which nothing happened."""


def without_the_rest(tokens: Sequence[str]) -> list[str]:
    """Return the words without clauses that change nothing, such as `all else the same` and `baker is unharmed`."""
    clauses = " ".join(tokens).split(" , ")
    each_low = {each: each.casefold().split() for each in clauses}
    kept = [each for each, low in each_low.items() if (not {*low} <= _SAME and low[-1:] not in _WHOLE) or len(low) < 2]
    return " , ".join(kept).split() if kept else [*tokens]


def reason_apart(tokens: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Return the words of a correction without its reason, and the reason: `K1 has 3 left, umpire's decision`."""
    commas = [n for n in range(1, len(tokens)) if tokens[n] == ","]
    ends = [*commas[1:], len(tokens)]
    each = zip(commas, ends, strict=True) if commas else ()
    at = next((n for n, end in each if _REASONS & {word.casefold() for word in tokens[n:end]}), len(tokens))
    said = [f"{word}'s" if after in _RULED else word for word, after in pairwise([*tokens[at + 1 :], ""])]
    if not said or any(map(is_number, said)):
        return [*tokens], ()
    return [*tokens[:at]], (" ".join(said).replace(" ,", ","),)


def tied_to(
    session: Session, names: KnownNames, tokens: Sequence[str], wrong: Sequence[str]
) -> tuple[tuple[str, ...], bool] | None:
    """Return the correction of the carrier or the host of a stand: `the Riders are on Sherman 1, not Sherman 2`.

    Also return whether the sentence says that the record is wrong. Return None for any other sentence.
    """
    comers, at = session.family.COMERS, int(bool(tokens) and tokens[0].casefold() in ARTICLES)
    one = name_at(names, tokens, at) if comers and tokens[at:] else None
    if not comers or one is None or len(one.ids) != 1:
        return None
    behind = [token for token in tokens[at + one.length :] if token.casefold() not in (*_SITS, *ARTICLES)]
    other = name_at(names, behind, 1) if behind[1:] and behind[0].casefold() in _TIED else None
    row = getattr(session.state, comers.among, {}).get(one.ids[0])
    tie = next((each for each in comers.ties if getattr(row, each, "")), "")
    if not (other and tie and len(other.ids) == 1 and len(behind) == 1 + other.length and other.ids != one.ids):
        return None
    return ("set", one.ids[0], f"{tie}={other.ids[0]}"), bool(wrong) or bool(WRONG & {*map(str.casefold, tokens)})


def _without_sum(tokens: Sequence[str]) -> list[str]:
    """Return the words without a clause about the sum of the dice: `2, 4 and 6, so 6 points, not 7`."""
    low = [token.casefold() for token in tokens]
    at = next((n for n in range(2, len(low)) if low[n - 1 : n + 1] == [",", "so"]), 0)
    return [*tokens[: at - 1]] if at and {"point", "points", "total"} & {*low[at:]} else [*tokens]


def is_face(word: str) -> bool:
    """Return whether a word is a number, in digits or in letters."""
    return is_number(word) or word in NUMBERS


def entry_named(session: Session, word: str) -> frozenset[str]:
    """Return the acts that a noun for an entry may mean: `shot`, `move`, `attack`."""
    acts = session.family.ACTS
    said = forms(WENT.get(word.casefold(), word))
    return frozenset(each for form in said for each in (form, *meaning(form, acts)) if each in acts)


def dice_corrected(session: Session, names: KnownNames, tokens: Sequence[str]) -> Told | None:
    """Return the `amend` for dice that a sentence corrects, or the lines to choose from; None if the sentence corrects
    no dice.
    """
    tokens = _without_sum(without_the_rest(tokens))
    low = {token.casefold() for token in tokens}
    if {"point", "points"} & low and not _OF_DICE & low:
        return None  # `the group had 6 command points, not 5`: no die
    told, denied = apart_denied(tokens)
    is_now = {"is", "that's", "shows"} & low
    if not (denied or WRONG & low or ({"was", "were", "had"} & low and not is_now)):
        return None
    if CHANGE & low and not any(map(is_face, map(str.casefold, denied))):
        told, denied = [*denied, *told], []  # `change the last die to a 2`
    old = _read(session, names, denied)
    said = _read(session, names, told)
    if said is None or old is None or not said.faces or not (old.faces or old.plain) or len(tokens) < 3:
        return None
    said, sure = said._replace(old=old.faces), bool(denied or (WRONG | _OF_DICE) & low)
    entries = [one for one in standing(session) if thrown(one)]
    fitting = [one for one in entries if said.fits_entry(one)]
    if not fitting:
        known = said.plain or (sure and not said.verbs) or _OF_DICE & low
        return ((), "", "no dice are on record to correct", "type log") if known else None
    first, *others = fitting
    lines = _lines(session, first, said)
    if len(lines) == 1:
        return lines[0], "", "", ""
    which = f"which throw of entry {first.number}?"
    if not lines:
        if not (sure or said.plain or said.kinds):
            return None
        if not _fallen(first):  # it was typed as a miss
            line = line_of("amend", (str(first.number), "/".join(said.faces) + "/"))
            return (), "", f"entry {first.number} has no dice on record", f"type {line}"
        which = f"the dice of entry {first.number} are {_fallen(first)}"
        less = (said._replace(old=()), said._replace(kinds=frozenset()), said._replace(side=""), Die(said.faces))
        tried = (
            _lines(session, one, die) for one, die in [*((one, said) for one in others), *((first, d) for d in less)]
        )
        lines = next((found for found in tried if found), [("amend", str(first.number), _fallen(first))])
    return (), "", which, f"type {', or '.join(line_of(each[0], each[1:]) for each in lines[:_MOST])}"


def _read(session: Session, names: KnownNames, tokens: Sequence[str]) -> Die | None:
    """Return the dice that these words name; None if the words say anything else."""
    low, at = [token.casefold() for token in tokens], 0
    die, faces = Die(), list[str]()
    while at < len(low):
        word, behind = low[at], low[at + 1 : at + 2]
        if word in ("entry", "#") and behind and behind[0].isdigit():
            die, at = die._replace(number=int(behind[0]), plain=False), at + 2
        elif re.fullmatch(r"#\d{1,9}", word):
            die, at = die._replace(number=int(word[1:]), plain=False), at + 1
        elif name := name_at(names, tokens, at):
            of_target = next((each for each in reversed(low[:at]) if each not in ARTICLES), "") in _OF_TARGET
            if die.others if of_target else die.owners:
                return None
            die = die._replace(others=name.ids) if of_target else die._replace(owners=name.ids)
            die = die._replace(plain=False)
            at += name.length
        elif is_die(low, at):
            if _is_measured(low, at):
                return None
            found, at = face_at(low, at)
            faces += found
        elif side := names.side(word):
            if die.side not in ("", side):
                return None
            die, at = die._replace(side=side, plain=False), at + 1
        elif (word in ORDINALS or word in ORDINALS.values()) and behind:
            place = [*ORDINALS].index(word) if word in ORDINALS else [*ORDINALS.values()].index(word)
            whole = {*low[at + 1 : at + 3]} & {"roll", "throw"}
            die, at = die._replace(place=place, whole=bool(whole), plain=False), at + 1
        elif word in ("last", "final", "other"):
            if {"die", "dice"} & {*low[at + 1 : at + 4]} and word != "other":
                die = die._replace(place=-1, plain=False)
            at += 1
        elif kind := next((_KINDS[form] for form in forms(word) if form in _KINDS), ""):
            die, at = die._replace(kinds=die.kinds | {kind}, plain=False), at + 1
        elif word in _AROUND or word in _OF_TARGET:
            die, at = die._replace(whose=die.whose or word in _WHOSE), at + 1
        elif verbs := entry_named(session, word):
            die, at = die._replace(verbs=die.verbs | verbs, plain=False), at + 1
        elif word in ("/", "&", "+", "then") or {*forms(word)} & {"group", *session.family.NOUNS.units}:
            at += 1
        else:
            return None
    return die._replace(faces=tuple(faces))


def name_at(names: KnownNames, tokens: Sequence[str], at: int) -> Name | None:
    """Return the stands or units that the words at this place name; None for other words."""
    word = tokens[at]
    low = word.casefold()
    letter = len(word) == 1 and word.isupper()
    if is_number(word) or (low in SMALL and low not in ORDINALS and not letter) or low in _KINDS:
        return None
    name = names.at(tokens, at)
    if name is None and low not in (*_AROUND, *ORDINALS, "last", "shot") and not names.side(word):
        name = names.begun(word)
    plain = name and name.length == 1 and (low in ORDINALS or low in _AROUND or names.side(word))
    return None if plain and not letter else name


def is_die(low: Sequence[str], at: int) -> bool:
    """Return whether dice begin with this word: `14`, `six`, `two sixes`, `double six`."""
    word, behind = low[at], [*low[at + 1 : at + 2]]
    if word == "one":
        return low[at - 1 : at] in (["a"], ["was"], ["not"], ["to"]) and not behind
    many = behind and (behind[0] in PLURALS or is_face(behind[0]))
    return (
        (is_face(word) and len(word) != 4)
        or word in NUMBERS
        or (word == "double" and bool(many))
        or (word == "pair" and behind == ["of"])
    )


def _is_measured(low: Sequence[str], at: int) -> bool:
    """Return whether the number here is a distance: `at 600`, `600 m`."""
    before, behind = [*low[max(0, at - 2) : at]], [*low[at + 1 : at + 3]]
    unit = bool(behind) and behind[0] in UNITS and (behind[0] != "in" or len(behind) < 2)
    return unit or bool({"at", "range", "distance"} & {*before}) or not low[at].replace("-", "").isalnum()


def _lines(session: Session, one: EffectiveEntry, die: Die) -> list[tuple[str, ...]]:
    """Return every `amend` of this entry that the correction may mean."""
    sides = sorted({each.side for each in thrown(one)}) if die.whose and not (die.side or die.owners) else [die.side]
    return [*dict.fromkeys(line for side in sides for line in _fitting(session, one, die._replace(side=side)))]


def _fitting(session: Session, one: EffectiveEntry, die: Die) -> Iterator[tuple[str, ...]]:
    throws = thrown(one)
    named = session.family.named(session.state)
    own = {named[id].side for id in die.owners if id in named and id in map(str.casefold, one.words)}
    fits = [
        n
        for n, each in enumerate(throws)
        if die.side in ("", each.side)
        and (not own or each.side in own)
        and all(kind in f"{each.key} {each.label}".casefold() for kind in die.kinds)
    ]
    called = [session.family.names(session.state)[id].casefold() for id in die.owners]
    fits = [n for n in fits if any(name in throws[n].label.casefold() for name in called)] or fits
    if die.place is not None and not die.whole:
        places = [(n, at) for n in fits for at in range(len(throws[n].faces))]
        if -len(places) <= die.place < len(places):
            n, at = places[die.place]
            if die.old in ((), (str(throws[n].faces[at]),)):
                yield from _one_die(one, throws, n, at, die.faces)
        return
    if die.place is not None:
        fits = fits[die.place : die.place + 1]
    if len(die.old) == 1 == len(die.faces):
        for n in fits:
            found = [at for at, face in enumerate(throws[n].faces) if str(face) == die.old[0]]
            if found:
                yield from _one_die(one, throws, n, found[0], die.faces)
        return
    for n in fits:
        faces = [*map(str, throws[n].faces)]
        if len(die.faces) == len(faces) and (not die.old or sorted(die.old) == sorted(faces)):
            yield from _whole(one, throws, {n: die.faces})
        elif len(die.faces) == 1 < len(faces) and not die.old and not die.plain and len(fits) == 1:
            for at in range(len(faces)):
                yield from _one_die(one, throws, n, at, die.faces)
    every = [str(face) for n in fits for face in throws[n].faces]
    if len(fits) > 1 and len(die.faces) == len(every) and (not die.old or [*die.old] == every):
        left = iter(die.faces)
        yield from _whole(one, throws, {n: tuple(next(left) for _ in throws[n].faces) for n in fits})


def _one_die(
    one: EffectiveEntry, throws: Sequence[JournalThrow], n: int, at: int, faces: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Yield the `amend` of one die of a throw."""
    if len(faces) == 1:
        own = [*map(str, throws[n].faces)]
        yield from _whole(one, throws, {n: (*own[:at], faces[0], *own[at + 1 :])})


def _whole(
    one: EffectiveEntry, throws: Sequence[JournalThrow], faces: dict[int, tuple[str, ...]]
) -> Iterator[tuple[str, ...]]:
    """Yield the `amend` that replaces whole throws with these faces, if the dice of the throws have such faces."""
    if all(face.isdigit() and 1 <= int(face) <= throws[n].sides for n, each in faces.items() for face in each):
        last = max(faces)
        typed = "/".join(_typed(faces.get(n, ())) for n in range(last + 1))
        yield "amend", str(one.number), typed + "/" * (len(throws) > last + 1 or "/" not in typed)


def _fallen(one: EffectiveEntry) -> str:
    return "/".join(_typed([*map(str, each.faces)]) for each in thrown(one))


def _typed(faces: Sequence[str]) -> str:
    """Return dice as one word if each face has one digit; if not, with spaces between them."""
    return ("" if all(len(face) == 1 for face in faces) else " ").join(faces)
