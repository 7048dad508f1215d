"""The check of a scenario before the game. The check lists the errors of the scenario or, if there are no errors, the
oddities.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from umpire.before.odd_rows import odd_rows
from umpire.core.mistakes import Mistake
from umpire.game.maps import Map
from umpire.game.rulebook.tables import is_house, read_text
from umpire.game.rulebook.toml import Places
from umpire.play.documents import find, house_of, played_table
from umpire.play.scenarios import position_from_file
from umpire.play.session import open_session
from umpire.rulesets import of_game, table_of


class OddLine(NamedTuple):
    """An oddity: a thing that is allowed but seldom intended.

    `line` is the number of the line that has `key`. `hint` may be "".
    """

    line: int
    key: str
    words: str
    hint: str


class Checked(NamedTuple):
    """A checked file that has no errors, with its oddities. `position` is None for a file of rules."""

    name: str
    title: str
    position: Mapping[str, Any] | None
    odd: tuple[OddLine, ...]


def check_file(path: Path, last: Path | None = None) -> Checked:
    """Check a scenario or a file of rules, and return the result. Raises FileMistake with all errors of the file.

    If a scenario continues another battle, `last` is the game file of that battle.
    """
    found = find(path)
    text = read_text(found)
    rules = _A_RULE_FILE.search(text) and not _A_SCENARIO.search(text)
    if is_house(text) or (_OF_HOUSE.search(text) and not rules and not _OF_SCENARIO.search(text)):
        house, ruleset = house_of(found)
        table_file, table = played_table(ruleset, [house], [found])
        places = Places(text)
        own = sorted(OddLine(places.line(key), key, *said) for key, *said in odd_rows(house, table, ruleset.family()))
        return Checked(found.name, f"house rules for {ruleset.name}: {table_file.name}", None, tuple(own))
    if rules:
        return _rule_file(found, text)
    position = position_from_file(found, last=open_session(last) if last else None)
    head, places = position["game"], Places(text)
    game_map = Map.from_plain(position["map"]) if position["map"] else None
    ruleset = of_game(head)
    family = ruleset.family()
    table = family.read_table(table_of(head).rows)
    state = family.read_state(position["state"], game_map)
    odd = [*_of_any(position, game_map), *family.scenario().odd(state, table)]
    said = sorted(OddLine(places.line(key), key, words, hint) for key, words, hint in odd)
    title = f"{head['name']}: {' against '.join(head['sides'])}, {ruleset.name}"
    return Checked(found.name, title, position, tuple(said))


_A_RULE_FILE = re.compile(r"^\[+ *(act|stand|type|clauses)[].]", re.MULTILINE)
_OF_HOUSE = re.compile(r"^\[+ *(modifier|facts?|refuse|instead|when|limits)[].]", re.MULTILINE)
_OF_SCENARIO = re.compile(r"^[ \t]*(ruleset|rules|sides|sequence|house) *=|^\[+ *(units|stands|map)[].]", re.MULTILINE)
"""Sections that house rules have, and sections they never have, to recognise house rules without `extends`."""
_A_SCENARIO = re.compile(r"^ruleset *=", re.MULTILINE)


def _rule_file(path: Path, text: str) -> Checked:
    """Check a rule file, and return the result. Raises FileMistake."""
    from umpire.rulesets.plain.check.oddities import odd
    from umpire.rulesets.plain.check.walks import walked
    from umpire.rulesets.plain.file.reader import read_file

    rows, places = read_file(path), Places(text)
    acts = ", ".join(rows["act"])
    lines = sorted(OddLine(places.line(each.key), *each) for each in (*odd(rows), *walked(rows)))
    return Checked(path.name, f"rules: {rows['name']}: {acts}", None, tuple(lines))


def _of_any(position: Mapping[str, Any], game_map: Map | None) -> Iterator[tuple[str, str, str]]:
    """Yield oddities that any scenario can have: a side without forces, a name used twice, a legend character that the
    map does not use.
    """
    rosters = {key: rows for key, rows in position["state"].items() if isinstance(rows, Mapping) and rows}
    each = [(section, id, row) for section, rows in rosters.items() for id, row in rows.items()]
    rows = [(section, id, row) for section, id, row in each if isinstance(row, Mapping)]
    fielded = {row.get("side") for section, id, row in rows if id != row.get("side")}
    for index, side in enumerate(position["game"]["sides"]):
        if side not in fielded:
            yield (
                f"sides item {index + 1}",
                f"{side}: no forces",
                f"give {side} a stand or unit, or remove {side} from `sides`",
            )
    named: dict[str, str] = {}
    for section, id, row in rows:
        name = row.get("name")
        other = named.setdefault(f"{section} {name}", id) if name else id
        if other != id:
            yield (
                f"{section}.{id}.name",
                f"{other} is also called {name!r}",
                "change one of the two names; Umpire shows stands and units by name, not by id",
            )
    for glyph, word in game_map.legend.items() if game_map else ():
        if not any(glyph in row for row in game_map.rows) if game_map else False:
            yield f"map.legend.{glyph}", f"{word} is nowhere on the map", ""


def say(wrong: Mistake) -> str:
    """Return the error in one line."""
    return wrong.what
