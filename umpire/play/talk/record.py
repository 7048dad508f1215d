"""Lines about the record: `take that back`, `that was wrong, it was a 5`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from umpire.core.mistakes import Mistake, meaning
from umpire.game.gamefile.entries import Entry
from umpire.game.gamefile.journal import JournalThrow, read_entry
from umpire.game.lines import line_of, quoted, words_of
from umpire.play.session import Session
from umpire.play.talk.words import ARTICLES, ORDINALS, SMALL, KnownNames, forms, is_number, phrase_at
from umpire.play.understood import facts_of

_BACK = frozenset(("back", "undo", "scratch", "scrap", "revert"))
_TAKEN = frozenset(("take", "took", "undo", "scratch", "scrap", "revert", "go", "put"))
_TEXT = "oops no wait sorry last one thing two three four five entry line back that's was hang previous do not don't"
_AROUND = frozenset((*_TEXT.split(), *SMALL, *_TAKEN))
_TEXT_STILL = "points point now again got gets been has is too really actually"
_STILL = frozenset((*(SMALL - {"out"}), *_TEXT_STILL.split()))
_COUNTED = {"two": 2, "three": 3, "four": 4, "five": 5}
_ACTS = frozenset(("move", "shot", "act", "action", "command", "throw", "roll"))
_WRONG = frozenset(("wrong", "mistake", "misread", "should", "actually", "correct", "correction", "not", "meant"))
_TEXT_DIE = "was is that's been be die dice roll rolled throw threw thrown shows showed sorry oops no wait read"
_REPLY = frozenset(("reply", "answer", "return"))
_ASKED = ("what", "why", "who", "how", "which", "where", "when", "if")
_OF_DICE = frozenset((*_TEXT_DIE.split(), *SMALL, *_WRONG, *ORDINALS))
_ROLLED_AGAIN = frozenset(
    ("roll", "throw", "again", "that", "it", "them", "the", "last", "one", "die", "dice", "please")
)

Told = tuple[tuple[str, ...], str, str, str]
"""A line, its dice, what is wrong with it, and a hint."""


def of_record(session: Session, low: Sequence[str]) -> Told | None:
    """Return the `undo`, `again` or `amend` that a line means, or its unclear part; None if it means none of them."""
    words = [word for word in low if word != ","]
    if "meant" in words[:5] and not {"i", "we"}.isdisjoint(words[:4]):
        last = session.file.entries(1)[-1]
        return (), "", f"take back `{last.command}` first, then type the line that you meant", "type undo"
    again = "again" in words and {"roll", "throw"} & {*words}
    if (again or words[0] in ("reroll", "rethrow")) and {*words[1:]} <= _ROLLED_AGAIN and _last_throws(session):
        return ("again",), "", "", ""
    said = {form for word in words for form in forms(word)}
    extra = [word for word in words if word not in _AROUND and not is_number(word)]
    if _BACK & said and _TAKEN & said and all({*forms(word)} & _ACTS for word in extra):
        return _taken_back(session, words, extra)
    dice = [word for word in words if is_number(word) and len(word) < 3]
    told = _of_reply(session, low)
    if _WRONG & {*words} and told and not (_BACK & said):
        return told
    was = {"was", "were", "wasn't"} & {*words} and not {"is", "that's", "shows"} & {*words}
    about_dice = all(is_number(word) or word in (*_OF_DICE, "last", "one", "wasn't") for word in words)
    if (_WRONG & {*words} or was) and dice and len(words) > 2 and about_dice:
        return _misread(session, words, dice)
    return None


def _last_throws(session: Session) -> Entry | None:
    """Return the last entry with dice; None if the last few entries have none."""
    return next((each for each in reversed(session.file.entries(9)) if read_entry(each.data).thrown), None)


def _of_reply(session: Session, low: Sequence[str]) -> Told | None:
    """Return the correction of a throw of several dice: `I misread the British reply, it was one 5, the rest missed`.

    Return None for any other line.
    """
    sides = {form: side for side in session.head["sides"] for form in forms(side)} | {
        side.casefold(): side for side in session.head["sides"]
    }
    missed = {*low} & {"rest", "others", "other"} and {*low} & {"miss", "missed", "misses"}
    entry = _last_throws(session)
    words = [*_OF_DICE, *_REPLY, *_COUNTED, "one", ",", *sides, "missed", "misses", "miss", "rest", "others", "other"]
    if entry is None or not missed or not all(word in words or is_number(word) for word in low):
        return None
    throws = read_entry(entry.data).thrown
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


def state_said(session: Session, names: KnownNames, tokens: Sequence[str]) -> str:
    """Return the correction that a sentence about one stand means: `the Spandau is suppressed`; "" if none."""
    states = session.family.NOUNS.states
    at = int(bool(tokens) and tokens[0].casefold() in ARTICLES)
    if len(tokens) < at + 2:
        return ""
    name = names.at(tokens, at) or names.begun(tokens[at])
    behind = [word for word in tokens[at + (name.length if name else 0) :] if word.casefold() not in _STILL]
    said, length = phrase_at(behind, 0, states)
    if said.endswith("=") and is_number(behind[length] if length < len(behind) else ""):
        said, length = f"{said}{behind[length]}", length + 1  # `down to 3`
    return f"set {name.ids[0]} {said}" if name and len(name.ids) == 1 and said and length == len(behind) else ""


def facts_corrected(session: Session, names: KnownNames, tokens: Sequence[str]) -> str:
    """Return the correction of the last act that a sentence means: `the Firefly was hull down`; "" if it means none."""
    from umpire.play.talk.sentence import Sentence  # only for such a sentence

    low = [token.casefold() for token in tokens]
    last = session.file.entries(1)[-1]
    verb, _, line = last.command.partition(" ")
    if not {"was", "were"} & {*low} or {"by", *_ASKED} & {*low} or verb not in session.family.ACTS:
        return ""
    act, of_each = session.act(verb), session.family.NOUNS.of_each
    begin = int(low[0] in ARTICLES)
    name = names.at(tokens, begin) or names.begun(tokens[begin]) if begin < len(tokens) else None
    ids = [id for id in (name.ids if name else ()) if id in line.casefold().split()]
    rest = tokens[begin + (name.length if name else 0) :]
    said = Sentence(session, names, rest).part_of(act)
    if act.secret or act.prose or said.unknown or said.several or (name and len(ids) != 1) or len(rest) < 2:
        return ""
    with suppress(Mistake):
        words = facts_of(session, act, words_of(line), said.words)
        facts = [word if "=" in word else f"{act.bare(word)}={word}" for word in words]
        if facts and all("=" in word or act.bare(word) for word in words):
            each = [f"{ids[0]}." if ids and one.partition("=")[0] in of_each else "" for one in facts]
            return line_of("amend", (str(last.number), *(of + one for of, one in zip(each, facts, strict=True))))
    return ""


def _taken_back(session: Session, words: Sequence[str], extra: Sequence[str]) -> Told:
    counts = (int(word) if is_number(word) else _COUNTED[word] for word in words if is_number(word) or word in _COUNTED)
    count = next(counts, 1)
    verb, _, _ = session.file.entries(1)[-1].command.partition(" ")
    acts = {each for word in extra for form in forms(word) for each in (form, *meaning(form, session.family.ACTS))}
    if (acts := acts & {*session.family.ACTS}) and verb not in acts:
        return (), "", f"the last entry is another act: `{verb}`", "type undo"
    return ("undo", *((str(count),) if count > 1 else ())), "", "", ""


def _misread(session: Session, words: Sequence[str], dice: Sequence[str]) -> Told | None:
    """Return the correction of the last dice thrown, or the possible meanings if there are several throws."""
    old = [word for at, word in enumerate(words) if _denied(words, at)]
    right = [face for face in dice if face not in old] or [*dice]
    entry = _last_throws(session)
    if entry is None:
        return (), "", "no dice are on record to correct", "type log"
    throws = read_entry(entry.data).thrown
    if told := _of_one(entry.number, throws, words, old, right):
        return told
    fits = [n for n, one in enumerate(throws) if len(one.faces) == len(right)]
    fits = [n for n in fits if not old or [*map(str, throws[n].faces)] == old] or fits
    typed = [f"{'/' * n}{_typed(right)}{'/' * (len(throws) > n + 1 or n == 0)}" for n in fits]
    lines = [("amend", str(entry.number), each) for each in typed]
    if len(lines) == 1:
        return lines[0], "", "", ""
    which = f"which throw of entry {entry.number}?"
    if not lines:
        fallen = "/".join(_typed([*map(str, one.faces)]) for one in throws)
        return (), "", f"{which} {fallen}", f"type amend {entry.number} {quoted(fallen)}"
    return (), "", which, f"type {', or '.join(line_of(each[0], each[1:]) for each in lines)}"


def _of_one(
    number: int, throws: Sequence[JournalThrow], words: Sequence[str], old: Sequence[str], right: Sequence[str]
) -> Told | None:
    """Return the correction of one die named by its place: `the second die was a 12`; None for any other line."""
    place = next((n for n, word in enumerate(ORDINALS) if word in words), None)
    places = [(n, at) for n, one in enumerate(throws) for at in range(len(one.faces))]
    if place is None or len(right) != 1:
        return None
    n, at = places[place] if place < len(places) else (-1, 0)
    if n < 0 or (old and old != [str(throws[n].faces[at])]):
        fallen = "/".join(_typed([*map(str, one.faces)]) for one in throws)
        return (), "", f"the dice of entry {number} are {fallen}", f"type amend {number} {quoted(fallen)}"
    faces = [*map(str, throws[n].faces[:at]), *right, *map(str, throws[n].faces[at + 1 :])]
    return ("amend", str(number), f"{'/' * n}{_typed(faces)}{'/' * (len(throws) > n + 1 or n == 0)}"), "", "", ""


def _typed(faces: Sequence[str]) -> str:
    """Return dice as one word if each face has one digit; if not, with spaces."""
    return ("" if all(len(face) == 1 for face in faces) else " ").join(faces)


def _denied(words: Sequence[str], at: int) -> bool:
    """Return whether a number is denied: `not a 4`."""
    return is_number(words[at]) and "not" in words[max(0, at - 2) : at]
