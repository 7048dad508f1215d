"""Floor 4: scenarios, and games as scenarios: begin one, write one out, correct what is on record.

Nothing here prints or asks. A game is written out as the same TOML a scenario is, with its seed and the number of dice
drawn (`seed`, `drawn`), so that a game begun from it goes on with the dice it would have had.
"""

from __future__ import annotations

import re
import secrets
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from umpire.core.mistakes import Mistake, did_you_mean
from umpire.game import check, forms, written
from umpire.game.act import Plain
from umpire.game.gamefile.changes import ABSENT, difference
from umpire.game.gamefile.store import create
from umpire.game.maps import Map
from umpire.game.rulebook.tables import parse_toml, read_text
from umpire.play.documents import (
    document,
    find,
    house_rules,
    in_file,
    played_table,
    state_of,
    stored,
)
from umpire.play.session import Session, open_session
from umpire.rulesets import find as find_ruleset

CHANGING = ("name", "sequence")
"""The keys of the header that may change during play."""


@dataclass(frozen=True)
class Amended:
    """A correction, checked and not yet recorded: its journal entry, the position after it, what changed in words."""

    session: Session
    entry: Plain
    after: Plain
    words: tuple[str, ...]


def position_from_file(path: Path | str, seed: str | None = None, house: Sequence[str] = ()) -> Plain:
    """The position a scenario describes; a bare name may be that of an example. Raises FileMistake.

    A `seed` given takes the place of the one in the file, and its dice begin at the first. `house` are files of house
    rules, from the folder we are in, laid over those the scenario names from its own.
    """
    found = find(Path(path))
    return position_from_text(read_text(found), seed, found.name, folder=found.parent, house=house)


def position_from_text(
    text: str,
    seed: str | None = None,
    origin: str = "scenario",
    *,
    folder: Path | None = None,
    house: Sequence[str] = (),
) -> Plain:
    """The position a scenario describes. `origin` stands before what is wrong with it. Raises FileMistake.

    House files it names are looked for from `folder`; the files of `house`, from here, are laid over them.
    """
    if seed is not None and not forms.is_one_line(seed):
        raise Mistake(f"the seed {seed!r} is no word", "give a number or a word, or none for a fresh one")
    with in_file(origin):
        doc = parse_toml(text)
        header = check.check_header(doc)
        ruleset = find_ruleset(header.ruleset)
        family = ruleset.family()
    own, own_origins = house_rules(header.house, folder or Path(), origin, ruleset.name)
    more, more_origins = house_rules(house, Path(), origin, ruleset.name)
    table_file, table = played_table(ruleset, [*own, *more], [*own_origins, *more_origins])
    with in_file(origin):
        state = state_of(doc, header, family, table)
    drawn = header.drawn if seed is None and header.seed is not None else 0
    return {
        "game": {
            "name": header.name,
            "ruleset": header.ruleset,
            "tables": table_file.digest,
            "house": stored({"house": [*own, *more]})["house"],
            "sequence": header.sequence,
            "sides": list(header.sides),
            "seed": seed or header.seed or str(secrets.randbelow(10**9)),
            "drawn": drawn,
            **({"module": ruleset.module, "package": ruleset.package} if ruleset.package else {}),
        },
        "map": header.map.to_plain() if header.map else None,
        "state": state,
    }


def new_game(path: Path, scenario: Path | str, seed: str | None = None, house: Sequence[str] = ()) -> Session:
    """Begin a game in a file that does not exist yet. Raises FileMistake, or StoreError and then leaves no file."""
    position = position_from_file(scenario, seed, house)
    head = position["game"]
    line = f"new {scenario}" + ("" if seed is None else f" --seed {seed}")
    line += "".join(f" --house {each}" for each in house)
    words = (f"{head['name']} begins, {' against '.join(head['sides'])}",)
    create(path, position, _entry(line, f"{head['name']} ({head['ruleset']})", "", (), head["tables"], words), line)
    return open_session(path)


def export_text(session: Session) -> str:
    """The position as a scenario that `position_from_text` reads back as it is: nothing is lost."""
    import tomli_w

    doc = document(session)
    text = tomli_w.dumps(doc, multiline_strings=True)
    # The writer gives every item of a list its own line. Should a text ever look like such a list, it is left so.
    short = re.sub(r"^(\S+ = \[)\n((?:    .*,\n)+)\]$", _on_one_line, text, flags=re.MULTILINE)
    return short if tomllib.loads(short) == doc else text


def _on_one_line(written: re.Match[str]) -> str:
    line = written[1] + ", ".join(item.strip()[:-1] for item in written[2].splitlines()) + "]"
    return line if len(line) <= 100 else written[0]


def amend(session: Session, words: Sequence[str]) -> Amended:
    """Correct the record: `b2 sp=3 hex=0507 "knocked over"`.

    The first word is an id, a section of plain keys, or `game`; `key=none` takes a key away; words without `=` are the
    reason. The game must hold afterwards what a scenario must. Raises Mistake.
    """
    if not words:
        raise Mistake("set: nothing is named", "for instance set b2 sp=3")
    told = [word for word in words[1:] if re.match(r"[^\s=]+=", word)]
    reason = " ".join(word for word in words[1:] if word not in told).strip()
    doc = document(session)
    form = session.family.scenario().document
    path = _target(words[0], doc, form)
    keys = [*forms.hints(forms.walk(form, path)[1])] if path else list(CHANGING)
    if not told:
        one_of = f", one of: {', '.join(keys)}" if keys else ""
        raise Mistake(f"set {words[0]}: nothing to set", f"for instance set {words[0]} key=value{one_of}")
    seen: set[str] = set()
    for word in told:
        key, _, value = word.partition("=")
        if key.lower() in keys:
            key = key.lower()  # capitals make no difference anywhere
        if key in seen:
            raise Mistake(f"{key} is told twice", "tell it once")
        seen.add(key)
        _put(doc, path, key, value, form)
    try:
        after, said = _changed(session, doc, strict=False)
    except Mistake as wrong:  # typed, not written in a file
        raise Mistake(wrong.what, wrong.hint) from None
    if not said:
        raise Mistake(f"nothing changed: {words[0]} stands so already", f"`umpire status {words[0]}` shows it")
    line = " ".join(("set", *words))
    title = " ".join(("set", words[0], *told))
    return Amended(session, _entry(line, title, reason, said, after["game"]["tables"]), after, said)


def edited(session: Session, text: str, origin: str = "edit") -> Amended | None:
    """The game as the edited text of `export_text` has it; None if nothing changed.

    Raises FileMistake for what is wrong with it, and for what never changes during play.
    """
    with in_file(origin):
        after, said = _changed(session, parse_toml(text), strict=True)
    if not said:
        return None
    return Amended(session, _entry("edit", "edit", "", said, after["game"]["tables"]), after, said)


def record_amended(amended: Amended, line: str) -> int:
    """Write the correction into the game file, `line` as it is typed again; the number of its entry.

    Raises GameMoved, and writes nothing then.
    """
    session = amended.session
    return session.file.record(session.snapshot.number, line, {**amended.entry, "command": line}, amended.after)


def _changed(session: Session, doc: Mapping[str, Any], *, strict: bool) -> tuple[Plain, tuple[str, ...]]:
    """The position with what a document says of it, and the changes in words, none if there are none."""
    before = session.snapshot.position
    head = session.head
    header = check.check_header({"seed": head["seed"], "drawn": head["drawn"], **doc})
    game_map = Map.from_plain(before["map"]) if before["map"] else None
    for key, now, then in (
        ("ruleset", header.ruleset, head["ruleset"]),
        ("sides", list(header.sides), head["sides"]),
        ("map", header.map, game_map),
        ("house", list(header.house), head["house"]),
        ("seed", header.seed, head["seed"]),
        ("drawn", header.drawn, head["drawn"]),
    ):
        if now != then:
            raise Mistake(f"{key}: this never changes during play", "export the game and begin a new one from that")
    state = state_of(doc, header, session.family, session.table, strict=strict)
    after = {**before, "game": {**head, "name": header.name, "sequence": header.sequence}, "state": state}
    said = _in_words(session, before, after)
    after["game"]["tables"] = session.table_file.digest
    return after, said


def _in_words(session: Session, before: Plain, after: Plain) -> tuple[str, ...]:
    """What changed, a line for each thing: `tank B: sp 4→3, hex 0506→0507`."""
    names = dict(session.family.names(session.state))
    lines: dict[str, list[str]] = {}
    for path, old, new in difference(*({**each["state"], "game": each["game"]} for each in (before, after))):
        # A thing is a section and an id; a section of plain keys is a thing itself, and plain keys are the game's.
        if len(path) == 1:
            path = ("game", *path)
        cut = 2 if len(path) > 2 or isinstance(old, dict) or isinstance(new, dict) else 1
        label, key = path[cut - 1], ".".join(path[cut:])
        if cut == 2 and label in names:
            twins = list(names.values()).count(names[label]) > 1
            label = f"{names[label]} ({label})" if twins else names[label]
        said = f"{key} {_said(old)}→{_said(new)}" if key else "added" if old is ABSENT else "removed"
        lines.setdefault(label, []).append(said)
    return tuple(f"{label}: {', '.join(said)}" for label, said in lines.items())


def _said(value: Any) -> str:
    if value is ABSENT or value is None or value in ("", [], {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(_said(each) for each in value)
    return " ".join(str(value).split())


def _target(name: str, doc: Plain, form: type) -> tuple[str, ...]:
    """Where in the document a thing stands that is named in `set`."""
    sections = {section: hint for section, hint in forms.hints(form).items() if forms.is_table(hint)}
    known: dict[str, tuple[str, ...]] = {id: (section, id) for section, id in written.ids(doc, form)}
    known |= {section: (section,) for section in sections if not forms.is_roster(sections[section])} | {"game": ()}
    path = next((path for word, path in known.items() if word.lower() == name.lower()), None)
    if path is None:
        raise Mistake(f"there is no {name!r} to set", did_you_mean(name, list(known)))
    return path


def _put(doc: Plain, path: tuple[str, ...], key: str, value: str, form: type) -> None:
    """Set a key, `a.b` for a key of a table within, or take it away; whether that makes sense is checked later."""
    if not path and key in check.HEADER and key not in CHANGING:
        raise Mistake(f"{key}: this never changes during play", "`umpire set game` changes name and sequence")
    if not value:
        raise Mistake(f"{key}= has no value", f"{key}=none takes it away")
    *between, last = key.split(".")
    owner: Any = doc
    for part in (*path, *between):
        owner = owner.setdefault(part, {})
        if not isinstance(owner, dict):
            raise Mistake(f"{key}: {part} has no keys of its own", "name a key of the thing itself")
    if value.lower() == "none" and forms.removable(forms.walk(form, (*path, *between))[1], last):
        owner.pop(last, None)
    else:
        owner[last] = value


def _entry(
    line: str, title: str, reason: str, hands: tuple[str, ...], digest: str, words: tuple[str, ...] = ()
) -> Plain:
    """A correction or a beginning as one JSON-able object, with the keys every entry of the journal has."""
    nothing: Plain = {key: [] for key in ("assumed", "notes", "overruled", "additions", "throws", "choices")}
    outcome: Plain = {"effects": [], "words": list(words), "hands": list(hands), "owed": [], "tally": {}}
    return {
        "command": line,
        "title": title,
        "side": "",
        "reason": reason,
        "facts": {},
        "sources": {},
        "ruling": "",
        **nothing,
        "outcome": outcome,
        "table": digest,
    }
