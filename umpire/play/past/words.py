"""The words typed after `amend N`: the number of the entry, and its corrected line."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Mistake, is_one_line
from umpire.game.act import Plain
from umpire.game.lines import line_of
from umpire.play.additions import read_addition
from umpire.play.grammar import dice_behind
from umpire.play.past.amend import Past
from umpire.play.past.history import EffectiveEntry
from umpire.play.session import Session, bare_entry
from umpire.play.understood import facts_of, with_more, without

NOTE = "note"
CORRECTIONS = ("set", NOTE)
"""The entries other than acts that may be inserted."""
EXAMPLE = "for example: amend 57 /5x, amend 57 range=3, amend 57 --drop"


@frozen
class EntryLine:
    """The line of an entry as typed: words, ruling and additions.

    If no words are typed, the entry keeps its old words.
    """

    words: tuple[str, ...] = ()
    ruling: str = ""
    additions: tuple[str, ...] = ()


def number_of(past: Past, text: str) -> int:
    """Return the number of the entry meant: `57`, `#57`, or `-3` for the third last entry that counts.

    Raises Mistake.
    """
    digits = text.removeprefix("#")
    if digits.isascii() and digits.isdigit() and len(digits) <= 9:
        return int(digits)
    back = text.removeprefix("-")
    if text.startswith("-") and back.isascii() and back.isdigit() and len(back) <= 9:
        standing = past.history.standing[1:]
        if not 1 <= int(back) <= len(standing):
            raise Mistake(
                f"{text}: the log goes back only {len(standing)} entries, not counting undone or deleted entries",
                "`umpire log` lists the entries",
            )
        return standing[-int(back)].number
    raise Mistake(f"{text!r} is not the number of an entry", EXAMPLE)


def is_dice(word: str) -> bool:
    """Return whether a word is dice: it contains a `/` and no `=`."""
    return "/" in word and "=" not in word


def dice_alone(session: Session, one: EffectiveEntry, words: Sequence[str]) -> Sequence[str]:
    """Return the words of an amendment. If the entry has one throw, a `/` is added after dice that are typed alone:
    `66x` becomes `66x/`.
    """
    throws = [each for each in one.data.get("throws", ()) if each["source"] != "none"]
    if len(words) != 1 or len(throws) != 1 or not dice_behind(words) or one.verb not in session.family.ACTS:
        return words
    of_line = session.act(one.verb).bare(words[0]) is not None or words[0].lower() in session.family.names(
        session.state
    )
    return words if of_line or is_dice(words[0]) else (f"{words[0]}/",)


def amended_line(session: Session, one: EffectiveEntry, line: EntryLine) -> EffectiveEntry:
    """Return an entry with its line corrected and its dice and choices unchanged. Raises Mistake."""
    if not (line.words or line.ruling or line.additions):
        return one
    words, verb = line.words, one.verb
    if verb == NOTE or (words and words[0].lower() == NOTE):
        return _noted(one, line)
    if one.data.get("secret") and words and words[0].lower() != one.verb:
        raise Mistake(f"#{one.number} is secret", f"type the whole line: amend {one.number} {one.verb} ...")
    if words and (words[0].lower() in session.family.ACTS or words[0].lower() == "set"):
        verb, words = words[0].lower(), words[1:]
    elif words and one.verb == "set":
        if number := next((word for word in words if word.isdecimal()), ""):
            raise Mistake(f"{number!r}: #{one.number} {one.line} has no dice", f"for example: amend {one.number} KEY=3")
        keys = {word.partition("=")[0].lower() for word in words}
        words = (*(word for word in one.words if word.partition("=")[0].lower() not in keys), *words)
    elif words:
        words = _changed(session, one, words)
    else:
        words = one.words
    data = {**one.data, "ruling": line.ruling or one.data["ruling"]}
    return _typed(session, replace(one, data=data), verb, words, line)


def new_line(session: Session, number: int, line: EntryLine) -> EffectiveEntry:
    """Return a forgotten line as a new entry. Raises Mistake."""
    verb = line.words[0].lower() if line.words else ""
    if verb in CORRECTIONS:
        data = bare_entry(verb, verb, "", (), session.table_file.digest)
        one = EffectiveEntry(number, "", data, {}, (), number, True)
        if verb == "set":
            return _typed(session, one, verb, line.words[1:], line)
        return _noted(replace(one, data={**data, "public": False}), line)
    if verb not in session.family.ACTS:
        raise Mistake("the line to insert must begin with a command", "for example: amend --before 57 move a 0706")
    nothing: Plain = {key: [] for key in ("notes", "additions", "throws", "choices")}
    one = EffectiveEntry(number, "", {**nothing, "ruling": line.ruling}, {}, (), number, True)
    return _typed(session, one, verb, line.words[1:], line)


def _noted(one: EffectiveEntry, line: EntryLine) -> EffectiveEntry:
    """Return a note with a new text.

    Raises Mistake if the entry is not a note, or if the line has dice or options that only acts have.
    """
    words = line.words[1:] if line.words[:1] and line.words[0].lower() == NOTE else line.words
    text = " ".join(" ".join(words).split())
    if one.verb != NOTE:
        raise Mistake(
            f"#{one.number} {one.line} cannot become a note",
            f"to insert a note, type amend --before {one.number} note ...",
        )
    if line.words and line.words[0].lower() != NOTE and dice_behind(line.words) == len(line.words):
        hint = f"`amend {one.number} note {text}` gives the note this text"
        raise Mistake(f"#{one.number} is a note, which has no dice", hint)
    if not is_one_line(text) or line.ruling or line.additions:
        raise Mistake(f"#{one.number} is a note: only its text can change", f'for example: amend {one.number} "rain"')
    return replace(one, data={**one.data, "outcome": {**one.data["outcome"], "words": [text]}})


def without_dice(one: EffectiveEntry, throw: str) -> EffectiveEntry:
    """Return an entry without its dice, or without the dice of one throw. Raises Mistake."""
    throws = [each for each in one.data["throws"] if each["source"] != "none"]
    names = list(dict.fromkeys(str(each["key"]) for each in throws))
    if throw and throw.lower() not in [name.lower() for name in names]:
        raise Mistake(f"#{one.number} {one.line} has no throw {throw!r}", f"its throws: {', '.join(names)}")
    left = [each for each in one.data["throws"] if throw and str(each["key"]).lower() != throw.lower()]
    kept = {key: value for key, value in one.kept.items() if key != "spare"}
    return replace(one, data={**one.data, "throws": left}, kept=kept)


def last_that_threw(past: Past) -> EffectiveEntry:
    """Return the last entry that still counts and threw dice. Raises Mistake if there is none."""
    for one in reversed(past.history.standing):
        if any(each["source"] != "none" for each in one.data.get("throws", ())):
            return one
    raise Mistake("no dice are on record yet", "`again` throws the dice of the last entry once more")


def _typed(session: Session, one: EffectiveEntry, verb: str, words: Sequence[str], line: EntryLine) -> EffectiveEntry:
    adds_to = session.family.act(verb).adds_to if verb in session.family.ACTS else ""
    added = [read_addition(text, adds_to).plain for text in line.additions]
    spare = {"spare": one.kept["spare"]} if "spare" in one.kept else {}
    data = {**one.data, "command": shown(session, verb, words)}
    if verb == "set":
        data["title"] = data["command"]
    data["additions"] = [*one.data.get("additions", ()), *added]
    return replace(one, data=data, kept={"words": list(words), **spare})


def is_secret(session: Session, verb: str, words: Sequence[str]) -> bool:
    """Return whether words give a value that is face down."""
    if verb in session.family.ACTS:
        return session.family.act(verb).secret
    fields = {field for _, field in session.family.SECRET}
    return verb == "set" and any(_key(word) in fields for word in words)


def shown(session: Session, verb: str, words: Sequence[str]) -> str:
    """Return a line in the form that everyone may read."""
    if verb != "set":
        return verb if is_secret(session, verb, words) else line_of(verb, words)
    hidden = [f"{word.partition('=')[0]}=?" if is_secret(session, verb, [word]) else word for word in words]
    return line_of(verb, hidden)


def _key(word: str) -> str:
    key, equals, _ = word.lower().partition("=")
    return key.rpartition(".")[2] if equals else ""


def _changed(session: Session, one: EffectiveEntry, words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of an act after changes: `+g2` and `range=3` add words, `-q1` removes a word."""
    if one.verb not in session.family.ACTS:
        raise Mistake(f"#{one.number} {one.line} has no words to change", f"amend {one.number} --drop deletes it")
    act, line = session.family.act(one.verb), list(one.words)
    groups: list[tuple[str, list[str]]] = []
    for word in words:
        if word[:1] in ("+", "-") and word[1:]:
            groups.append((word[0], [word[1:]]))
        elif "=" in word or (not groups and act.bare(word) is not None):
            if "=" not in word and any(each["source"] != "none" for each in one.data.get("throws", ())):
                raise Mistake(f"{word!r} can mean dice or {act.bare(word)}", f"type {word}/ or {act.bare(word)}={word}")
            groups.append(("+", [word]))
        elif groups:
            groups[-1][1].append(word)
        elif (told := facts_of(session, act, line, [word])) != (word,):
            groups.append(("+", [*told]))
        else:
            raise Mistake(
                f"{word!r}: neither dice nor a change to the line",
                f"for dice, type {word}/; to add {word} to the line, type +{word}",
            )
    for sign, group in groups:
        line = list((with_more if sign == "+" else without)(session, act, line, group))
    return tuple(line)
