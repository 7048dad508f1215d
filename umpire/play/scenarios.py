"""Games begun from scenarios, and games written out as scenarios (floor 4 in docs/architecture.md).

The functions here neither print nor ask. A game is written out as a scenario with its `seed` and the number of dice
`drawn`. A game begun from this scenario continues with the same dice.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from umpire.core.mistakes import FileMistake, Gathered, Mistake, did_you_mean, is_one_line
from umpire.game import check, forms
from umpire.game.act import Plain
from umpire.game.gamefile.store import StoredTable, create
from umpire.game.maps import Map
from umpire.game.maps.beside import said_of, with_map
from umpire.game.records import fields_of
from umpire.game.rulebook.tables import read_text
from umpire.game.rulebook.toml import read_toml_text
from umpire.play.documents import (
    document,
    events_of,
    facts_of,
    find,
    house_rules,
    in_file,
    played_table,
    state_of,
    stored,
)
from umpire.play.session import Session, bare_entry, open_session
from umpire.rulesets import Ruleset, is_rules, of_game, table_of
from umpire.rulesets import find as find_ruleset
from umpire.rulesets import of_checked_rows as own_ruleset

if TYPE_CHECKING:
    from umpire.play.carry import Survivors


def position_from_file(path: Path | str, last: Session | None = None) -> Plain:
    """Return the position of a scenario; a bare name may be the name of an example. The position includes survivors of
    the `last` battle that come into this battle. Raises FileMistake.
    """
    found = _battle(Path(path))
    return begun(read_text(found), None, found.name, folder=found.parent, last=last)[0]


def _battle(path: Path) -> Path:
    """Return the path of the scenario that `path` means; a rule file is refused. Raises FileMistake."""
    found = find(path)
    if is_rules(found):
        raise FileMistake(
            f"{found.name} has rules but no battle", f"`umpire draft {found.name}` writes a scenario to start from"
        )
    return found


def position_from_text(
    text: str,
    seed: str | None = None,
    origin: str = "scenario",
    *,
    folder: Path | None = None,
    house: Sequence[str] = (),
) -> Plain:
    """Return the position of a scenario. Each error message begins with `origin`. Raises FileMistake.

    Names of house files in the scenario are relative to `folder`. The files in `house` are added; their names are
    relative to the current folder.
    """
    return begun(text, seed, origin, folder=folder, house=house)[0]


def begun(
    text: str,
    seed: str | None,
    origin: str,
    *,
    folder: Path | None = None,
    house: Sequence[str] = (),
    last: Session | None = None,
) -> tuple[Plain, Survivors | None]:
    """Return the position of a scenario, and the survivors that it takes over from the `last` battle.

    Raises FileMistake. A given `seed` replaces the seed in the file, and the game begins with the first die of the new
    seed. Names of house files in the scenario are relative to `folder`. `house` has further files; their names are
    relative to the current folder.
    """
    if seed is not None and not is_one_line(seed):
        raise Mistake(f"the seed {seed!r} is not a number or a word", "type a number or a word, or leave out --seed")
    with in_file(origin, text):
        read = read_toml_text(text)
        doc, drawn = with_map(read.doc, folder or Path())
        amiss = Gathered()
        amiss.found += read.amiss
        with amiss:
            header = check.check_header(doc)
        if amiss.found:
            amiss.found += _misspelt(doc)
            with amiss:
                _sections_alone(doc, folder or Path(), origin)
            amiss.found = [each for each in amiss.found if not _is_of(each, read.left_out)]
        amiss.refuse()
    ruleset = _ruleset(header, folder or Path(), origin, text)
    family = ruleset.family()
    own, own_origins = house_rules(header.house, folder or Path(), origin, ruleset.name)
    more, more_origins = house_rules(house, Path(), origin, ruleset.name)
    table_file, table = played_table(ruleset, [*own, *more], [*own_origins, *more_origins])
    with in_file(origin, text), said_of(read.doc.get("map"), drawn):
        came = _came(doc, header, ruleset, last)
        try:
            state = state_of(came.doc if came else doc, header, family, table, begins=True)
            state, facts = facts_of(header, family, table, state)
            events = events_of(header, family, table, state)
        except FileMistake as wrong:
            raise came.blamed(wrong) if came else wrong from None
    at = header.drawn if seed is None and header.seed is not None else 0
    position = {
        "game": {
            "name": header.name,
            "ruleset": ruleset.name,
            "tables": table_file.digest,
            "house": stored({"house": [*own, *more]})["house"],
            "sequence": header.sequence,
            **{key: wish for key, wish in header.wishes.items() if wish != check.WISHES[key]},
            **({"facts": facts} if facts else {}),
            **({"events": events} if events else {}),
            "sides": list(header.sides),
            "seed": seed or header.seed or str(int.from_bytes(os.urandom(8)) % 10**9),
            "drawn": at,
            **({"format": family.FORMAT} if family.FORMAT > 1 else {}),
            **({"module": ruleset.module, "package": ruleset.package} if ruleset.package else {}),
            **({"rules": stored(dict(ruleset.rows))} if ruleset.rows is not None else {}),
        },
        "map": header.map.to_plain() if header.map else None,
        "state": state,
    }
    return position, came


def _came(doc: Plain, header: check.Header, ruleset: Ruleset, last: Session | None) -> Survivors | None:
    """Return the survivors of the last battle; None if the scenario does not continue a battle. Raises Mistake."""
    from umpire.play.carry import survivors

    if last is None:
        if header.carry is not None:
            hint = "name the game file of the previous battle: --from LAST.umpire"
            raise Mistake("carry: this scenario continues another battle", hint)
        return None
    game = last.file.path.name
    if header.carry is None:
        hint = "add [carry]; if all survivors come unchanged, leave [carry] empty"
        raise Mistake(f"the scenario has no [carry] for the survivors of {game}", hint)
    if of_game(last.head).module != ruleset.module or not last.family.scenario().carried:
        raise Mistake(
            f"no survivors can come from a game of {last.head['ruleset']}", "name a game with the same ruleset"
        )
    return survivors(header.carry, doc, last)


def _misspelt(doc: Plain) -> Iterator[Mistake]:
    """Yield a mistake for each key that resembles a missing key of the header."""
    needed = [key for key, field in fields_of(check.HeaderForm).items() if not field.optional and key not in doc]
    for key in doc.keys() - set(check.HEADER):
        if near := did_you_mean(key, needed, few=0):
            yield forms.Problem((key,), "unknown key", near).mistake


def _is_of(wrong: Mistake, keys: Sequence[forms.Path]) -> bool:
    """Return whether an error is about one of these keys. The keys were left out because of errors in TOML."""
    return any(wrong.path[: len(key)] == key for key in keys if key)


def _ruleset(header: check.Header, folder: Path, origin: str, text: str) -> Ruleset:
    """Return the ruleset that a scenario names or contains. Raises FileMistake, also for errors of a rule file."""
    if header.rules is not None:
        with in_file(origin, text):
            return own_ruleset(header.rules)
    try:
        return find_ruleset(header.ruleset, folder)
    except FileMistake:
        raise
    except Mistake as wrong:
        with in_file(origin, text):
            raise forms.Problem(("ruleset",), wrong.said, wrong.hint).mistake from None


def _sections_alone(doc: Plain, folder: Path, origin: str) -> None:
    """Check the sections against the table if the header is wrong, so that all errors are shown at once. If the
    ruleset, the sides or the house rules are wrong too, nothing is checked. Raises Mistake.
    """
    sides = doc.get("sides")
    if "carry" in doc or not isinstance(sides, list) or not sides or not all(isinstance(side, str) for side in sides):
        return
    try:
        ruleset = find_ruleset(str(doc.get("ruleset")), folder)
        named = doc.get("house", ())
        house, origins = house_rules([named] if isinstance(named, str) else named, folder, origin, ruleset.name)
        table = played_table(ruleset, house, origins)[1]
    except (Mistake, TypeError, ValueError):
        return
    try:
        game_map = check.board(doc.get("map"))
    except Mistake:
        game_map = Map.blank()
    header = check.Header("", ruleset.name, tuple(sides), "told", None, 0, game_map)
    state_of(doc, header, ruleset.family(), table, begins=True)


def new_game(
    path: Path, scenario: Path | str, seed: str | None = None, house: Sequence[str] = (), last: Path | None = None
) -> Session:
    """Begin a game in a new file, with the survivors of the game `last`.

    After a FileMistake or StoreError no file is left.
    """
    found = _battle(Path(scenario))
    before = open_session(last) if last else None
    position, came = begun(read_text(found), seed, found.name, folder=found.parent, house=house, last=before)
    head = position["game"]
    line = f"new {scenario}" + ("" if seed is None else f" --seed {seed}")
    line += "".join(f" --house {each}" for each in house) + (f" --from {last}" if last else "")
    words = (f"{head['name']} begins, {' against '.join(head['sides'])}", *(came.words if came else ()))
    entry = bare_entry(line, f"{head['name']} ({head['ruleset']})", "", (), head["tables"], words)
    entry |= {"carried": came.plain} if came else {}
    played = table_of(head)
    create(path, position, entry, line, StoredTable(played.digest, played.rows))
    return open_session(path)


def export_text(session: Session) -> str:
    """Return the position as a scenario that `position_from_text` reads back unchanged."""
    import tomli_w

    doc = document(session)
    text = tomli_w.dumps(doc, multiline_strings=True)
    # The writer gives every item of a list its own line. Should a text ever look like such a list, it is left so.
    short = re.sub(r"^(\S+ = \[)\n((?:    .*,\n)+)\]$", _on_one_line, text, flags=re.MULTILINE)
    return short if tomllib.loads(short) == doc else text


def _on_one_line(written: re.Match[str]) -> str:
    line = written[1] + ", ".join(item.strip()[:-1] for item in written[2].splitlines()) + "]"
    return line if len(line) <= 100 else written[0]
