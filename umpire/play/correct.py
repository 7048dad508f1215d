"""Corrections of the record, by `set` or by editing the game as a scenario.

The functions here neither print nor ask.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from umpire.core.frozen import frozen
from umpire.core.mistakes import Misplaced, Mistake, UnknownName, did_you_mean, each_of
from umpire.core.outcome import Follow
from umpire.game import check, forms, naming, written
from umpire.game.act import Plain
from umpire.game.clock.staying import may_stay
from umpire.game.gamefile.changes import ABSENT, difference
from umpire.game.gamefile.public import public, seen
from umpire.game.lines import line_of
from umpire.game.maps import Map
from umpire.game.naming import squeezed, written_sequence
from umpire.game.rulebook.toml import parse_toml
from umpire.play.documents import document, events_of, facts_of, in_file, state_of
from umpire.play.mending import housed, to_type
from umpire.play.mending.subjects import followed, parted
from umpire.play.session import Session, bare_entry

CHANGING = ("name", "sequence", "house", *check.WISHES)
"""The keys of the header that may change during play."""


@frozen
class Correction:
    """A correction that is checked but not yet recorded: its entry, the position after it, and the changes in words.

    `line` has the typed words without values that are face down. `told` has all typed words, for a replay; it is empty
    for an edited text. `follows` has further corrections that become necessary. This correction does not include them.
    """

    session: Session
    entry: Plain
    after: Plain
    words: tuple[str, ...]
    line: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    follows: tuple[Follow, ...] = ()


STATE = "state"
"""The word of a status for the marks of a stand: `state=pinned` means `pinned=yes`."""


class Unchanged(Mistake):
    """A correction that changes nothing."""


class Unfinished(Mistake):
    """A correction that is valid only together with further corrections that the rules require."""

    def __init__(self, wrong: Mistake, follows: tuple[Follow, ...], line: str) -> None:
        super().__init__(wrong.what, f"one more change is needed, because {follows[0].why}; type {line}")
        self.follows = follows


def correct(session: Session, words: Sequence[str]) -> Correction:
    """Return the correction of one thing, `b2 sp=3 hex=0507 "knocked over"`, or of several, `a1 hex=0805 a2 a3 sp=2`.

    A thing is typed by its id or its name. `game` means the header of the game. A section with keys but without things
    is typed by its heading. If several names come before the keys, all these things get the same values. A name after
    the keys of one thing begins the next thing. `key=none` removes a key. The reason comes last. All changes are
    checked together: after them, the game must be as valid as a scenario. Raises Mistake. Raises Unfinished if the
    correction is valid only together with further corrections that the rules require.
    """
    doc, every = document(session), dict[tuple[str, ...], str]()
    form = session.family.scenario().document
    known = _targets(doc, form)
    spoken = session.family.SPOKEN
    owned = _with_owner(words, form, known, spoken)
    if owned and "=" in owned[0] and (key := owned[0].partition("=")[0]) in may_stay(session.family, session.table):
        raise Misplaced(f"{key} is a lasting fact; `set` cannot change it", f"type `now {owned[0]}`", fact=key)
    subjects, reason = parted(owned, known)
    shown = [word for names, told in subjects for word in (*names, *told)]
    subjects, house = housed.house_named(subjects)
    head = session.head
    if house is not None:
        session = housed.rehoused(session, house)
        doc = document(session)
    for names, told in subjects:
        for name in names:
            hint = "put the reason last" if name != subjects[0][0][0] else "`umpire status all` lists the names"
            path = _target(name, known, doc, hint)
            for key, value in to_type.keyed(reason.split(), _hints(form, path), spoken) if not told else ():
                if owner := name if key in _hints(form, path) else _owner(doc, path, key, form):
                    whole = line_of("set", (owner, f"{key}={value}"))
                    raise Mistake(f"set {name}: nothing to set, because {reason!r} has no key", f"for example: {whole}")
            set_to = _set(doc, known, name, told, form, spoken, path)
            if twice := set_to.keys() & every.keys():
                raise Mistake(f"{' '.join(name.split())}: {min(twice)[-1]} is given twice", "give it once")
            every |= set_to
    secret = {path for path, value in every.items() if value != "none" and seen(session.family.SECRET, path)}
    follows = _follows(session, every)
    try:
        after, said = _changed(session, doc, strict=False, secret=secret)
    except Mistake as wrong:  # typed, not written in a file
        stays = wrong.values.get("path", ())
        if house is not None and stays[:1] == ("facts",):
            fact = ".".join(stays[1:])
            raise Misplaced(
                f"{fact} is a lasting fact, but these rules do not use it", f"type `now {fact}=none`"
            ) from None
        if follows:
            raise Unfinished(wrong, follows, line_of("set", followed(words, follows))) from None
        now = document(session)
        each = [right for one in each_of(wrong) for right in to_type.hinted(one, now, form, every, spoken)]
        raise Mistake(each[0].what, each[0].hint).with_more(each[1:]) from None
    said = (*housed.changed(head, session.head), *said)
    if not said:
        raise Unchanged(
            f"nothing to change: {words[0]} already has the values you typed",
            f"`umpire status {words[0]}` shows the values",
        )
    hidden = {path[-1] for path in secret}
    line, title = (_kept(each, hidden) for each in (("set", *words), ("set", *shown)))
    entry = bare_entry(" ".join(line), " ".join(title), reason, said, after["game"]["tables"])
    return Correction(session, entry, after, said, line, tuple(words), follows)


def _with_owner(
    words: Sequence[str], form: type, known: Mapping[str, tuple[str, ...]], spoken: Mapping[str, str]
) -> Sequence[str]:
    """Return the words; if they begin with `key=value`, put a name in front.

    `kh=removed` becomes `kh state=removed`. If only one section has the key, the name of that section is put in front.
    """
    key, _, value = words[0].lower().partition("=") if words and "=" in words[0] else ("", "", "")
    if key in known and _mark(forms.hints(forms.walk(form, known[key])[1]) if known[key] else {}, value, spoken):
        return [key, f"{STATE}={value}", *words[1:]]
    sections = {name: hint for name, hint in forms.hints(form).items() if forms.is_table(hint)}
    owners = [name for name, hint in sections.items() if not forms.is_roster(hint) and key in forms.hints(hint)]
    owners += ["game"] if key in CHANGING else []
    return [owners[0], *words] if key and len(owners) == 1 else words


def _mark(hints: Mapping[str, Any], value: str, spoken: Mapping[str, str]) -> str:
    """Return the `key=value` for the name of a state: `pinned=yes` for `pinned`. Return "" for any other word."""
    marks = (f"{each}=yes" for each, hint in hints.items() if hint is bool and squeezed(each) == squeezed(value))
    said = spoken.get(squeezed(value), "")
    return next(marks, said if said.partition("=")[0] in hints else "")


def _follows(session: Session, every: Mapping[tuple[str, ...], str]) -> tuple[Follow, ...]:
    """Return the further corrections that the rules require, without those typed in the same line."""
    things: dict[str, dict[str, str]] = {}
    for path, value in every.items():
        if len(path) == 3:
            things.setdefault(path[1], {})[path[2]] = value
    found = session.family.follows(session.state, session.table, things)
    return tuple(
        each
        for each in found
        if not all(each.words[-1].partition("=")[0] in things.get(id, ()) for id in each.words[:-1])
    )


def _kept(words: Sequence[str], hidden: Collection[str]) -> tuple[str, ...]:
    """Return the typed words without the values of keys that are face down, because everyone may read the record."""
    keys = [word.partition("=")[0] for word in words]
    return tuple(
        f"{key}=?" if key != word and key.lower() in hidden else word for key, word in zip(keys, words, strict=True)
    )


def _set(
    doc: Plain,
    known: Mapping[str, tuple[str, ...]],
    name: str,
    told: Sequence[str],
    form: type,
    spoken: Mapping[str, str],
    path: tuple[str, ...],
) -> dict[tuple[str, ...], str]:
    """Set all keys typed for one thing; return the new values by their path."""
    hints = _hints(form, path)
    keys = [*hints] if path else list(CHANGING)
    if not told:
        one_of = f", one of: {', '.join(keys)}" if keys else ""
        raise Mistake(f"set {name}: nothing to set", f"for example: set {name} key=value{one_of}")
    done: dict[tuple[str, ...], str] = {}
    for word in told:
        key, _, value = word.partition("=")
        if key.lower() == STATE and STATE not in keys:
            mark = _mark(hints, value, spoken)
            states = [each for each, hint in hints.items() if hint is bool]
            if states and not mark:
                near = did_you_mean(value, [f"{each}=yes" for each in states], few=0, alike=2)
                raise Mistake(f"{name}: no state is called {value!r}", near or f"one of: {', '.join(states)}")
            key, _, value = (mark or word).partition("=")
        if key.lower() in keys:
            key = key.lower()  # capitals make no difference anywhere
        if (*path, key) in done:
            raise Mistake(f"{key} is given twice", "give it once")
        done[(*path, key)] = value.lower()
        if keys and key.partition(".")[0] not in keys and (owner := _owner(doc, path, key.lower(), form)):
            hint = forms.walk(form, (*_target(owner, known, doc, ""), key.lower()))[1]
            raise Mistake(f"{name} has no {key} of its own", to_type.lines_of(owner, key, value, hint))
        _put(doc, path, key, value, form)
    return done


def _hints(form: type, path: tuple[str, ...]) -> dict[str, Any]:
    return forms.hints(forms.walk(form, path)[1]) if path else {}


def _owner(doc: Plain, path: tuple[str, ...], key: str, form: type) -> str:
    """Return the owner of a key: a section, or the unit or group of the thing at `path`; "" if no owner is found."""
    row: Plain = doc if path else {}
    for step in path:  # a usual value is not written down
        row = row.get(step, {})
    for section, hint in forms.hints(form).items():
        roster = forms.is_roster(hint)
        if key in forms.hints(forms.step(hint, "") if roster else hint):
            owner = row.get(section.removesuffix("s"), "") if roster else section
            if owner:
                return str(owner)
    return ""


def edited(session: Session, text: str, origin: str = "edit") -> Correction | None:
    """Return the correction made by editing the text of `export_text`; None if nothing changed.

    Raises FileMistake for errors in the text, and for changes to keys that must not change during play.
    """
    with in_file(origin, text):
        after, said = _changed(session, parse_toml(text), strict=True)
    if not said:
        return None
    return Correction(session, bare_entry("edit", "edit", "", said, after["game"]["tables"]), after, said)


def record_correction(correction: Correction, line: str) -> int:
    """Write the correction into the game file, with `line` as its command; return the number of the new entry.

    Raises GameMoved if the game has changed; in this case nothing is written.
    """
    entry, kept = {**correction.entry, "command": line}, {"words": list(correction.told)}
    return correction.session.record(line, entry, correction.after, kept=kept)


def _changed(
    session: Session, doc: Mapping[str, Any], *, strict: bool, secret: Collection[tuple[str, ...]] = ()
) -> tuple[Plain, tuple[str, ...]]:
    """Return the position after the changes in a document, and the changes in words (() if nothing changed).

    A typed value that is face down (`secret`) is always mentioned, so that players do not learn whether the value
    changed.
    """
    before = session.snapshot.position
    head = session.head
    header = check.check_header({"seed": head["seed"], "drawn": head["drawn"], **doc})
    game_map = Map.from_plain(before["map"]) if before["map"] else None
    fixed = {**head, "sides": tuple(head["sides"]), "house": tuple(head["house"]), "map": game_map}
    for key in ("ruleset", "rules", "sides", "map", "house", "seed", "drawn"):
        if getattr(header, key) != fixed.get(key):
            hint = (
                "type umpire set game house=FILE"
                if key == "house"
                else "export the game, then start a new game from the export"
            )
            raise Mistake(f"{key}: cannot change during a game", hint)
    state = state_of(doc, header, session.family, session.table, strict=strict, before=session.state)
    state, facts = facts_of(header, session.family, session.table, state, begins=False)
    now = {"name": header.name, "sequence": header.sequence, "house": head["house"], **header.wishes}
    changing = {key: now[key] for key in CHANGING if key in head or key in doc}
    facts |= {fact: text for fact, text in head.get("facts", {}).items() if fact not in session.staying}
    clock = {"facts": facts, "events": events_of(header, session.family, session.table, state)}
    head = {key: value for key, value in head.items() if key not in clock}
    head |= changing | {key: value for key, value in clock.items() if value}
    after = {**before, "game": head, "state": state}
    said = _in_words(session, _without(before, secret), after)
    if not said and difference(before, after):
        said = ("changed: a face-down value",)
    after["game"]["tables"] = session.table_file.digest
    return after, said


def _in_words(session: Session, before: Plain, after: Plain) -> tuple[str, ...]:
    """Return the changes in words, a line for each thing: `tank B: sp 4→3, hex 0506→0507`."""
    names, form = dict(session.family.names(session.state)), session.family.scenario().document
    lines: dict[str, list[str]] = {}
    shown = (public(each, session.family.SECRET) for each in (before, after))
    heads = ({**each["game"], "sequence": written_sequence(each["game"]["sequence"])} for each in (before, after))
    for path, old, new in difference(*({**each["state"], "game": next(heads)} for each in shown)):
        # A thing is a section and an id; a section of plain keys is a thing itself, and plain keys are the game's.
        if len(path) == 1:
            path = ("game", *path)
        cut = 2 if len(path) > 2 or isinstance(old, dict) or isinstance(new, dict) else 1
        label, key = path[cut - 1], ".".join(forms.as_written(form, path)[cut:])
        if cut == 2 and label in names:
            twins = list(names.values()).count(names[label]) > 1
            label = f"{names[label]} ({label})" if twins else names[label]
        said = f"{key} {_said(old)}→{_said(new)}" if key else "added" if old is ABSENT else "removed"
        lines.setdefault(label, []).append(said)
    return tuple(f"{label}: {', '.join(said)}" for label, said in lines.items())


def _without(value: Any, paths: Collection[tuple[str, ...]], at: tuple[str, ...] = ()) -> Any:
    """Return a position without the values at these paths."""
    if not paths or not isinstance(value, dict):
        return value
    inner = {key: _without(each, paths, (*at, key)) for key, each in value.items()}
    return {key: each for key, each in inner.items() if (*at, key)[-3:] not in paths}


def _said(value: Any) -> str:
    if value is ABSENT or value is None or value in ("", [], {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(_said(each) for each in value)
    return " ".join(str(value).split())


def _targets(doc: Plain, form: type) -> dict[str, tuple[str, ...]]:
    """Return the place in the document of each thing that `set` can name."""
    sections = {section: hint for section, hint in forms.hints(form).items() if forms.is_table(hint)}
    rosters = {section for section, hint in sections.items() if forms.is_roster(hint)}
    by_side = [section for section in sections if section in rosters and not forms.by_id(sections[section])]
    known: dict[str, tuple[str, ...]] = {side: (section, side) for section in by_side for side in doc["sides"]}
    known |= {id: (section, id) for section, id in written.ids(doc, form)}
    return known | {section: (section,) for section in sections if section not in rosters} | {"game": ()}


def _target(name: str, known: Mapping[str, tuple[str, ...]], doc: Plain, hint: str) -> tuple[str, ...]:
    """Return the place of the thing that a name means."""
    named = {word: doc.get(path[0], {}).get(word, word) if len(path) == 2 else word for word, path in known.items()}
    id = naming.meant(name, naming.named(named))
    if not id:
        near = did_you_mean(name, list(known), names=naming.named(named))
        raise UnknownName(f"{name!r} is not a name that `set` knows", near or hint, word=name)
    return known[id]


def _put(doc: Plain, path: tuple[str, ...], key: str, value: str, form: type) -> None:
    """Set a key (`a.b` for a key of an inner table) or remove it; the result is checked later."""
    if not path and key in check.HEADER and key not in CHANGING:
        raise Mistake(f"{key}: cannot change during a game", f"`umpire set game` changes {', '.join(CHANGING)}")
    *between, last = key.split(".")
    inner = (*path, *between)
    if not value:
        removes = (
            f"{key}=none removes it"
            if forms.removable(forms.walk(form, inner)[1], last)
            else "type the value after the ="
        )
        raise Mistake(f"{key}= has no value", to_type.in_numbers(doc, form, (*inner, last)) or removes)
    owner: Any = doc
    for part in inner:
        owner = owner.setdefault(part, {})
        if not isinstance(owner, dict):
            raise Mistake(f"{key}: {part} has no keys of its own", f"type the key only as far as {part}")
    if value.lower() == "none" and forms.removable(forms.walk(form, inner)[1], last):
        owner.pop(last, None)
    else:
        owner[last] = value
